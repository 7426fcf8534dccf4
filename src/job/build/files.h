/* SPDX-License-Identifier: MIT */
/*
 * The state of a running job, and declarations that the files of the module share. Private to the
 * module.
 */
#ifndef DOSSIER_BUILD_FILES_H
#define DOSSIER_BUILD_FILES_H

#include "check/limits/limits.h"
#include "cite/resolve/resolve.h"
#include "core/base/guard.h"
#include "core/base/map.h"
#include "core/base/vec.h"
#include "core/diag/ignore.h"
#include "job/build/build.h"
#include "job/build/settings.h"
#include "model/doc/doc.h"
#include "print/pdf/pdf.h"
#include "read/expand/expand.h"
#include "read/latex/texdoc.h"

#include <pthread.h>

struct build_output;  /* job/build/output.h */
struct blind_review;  /* check/blind/review.h */
struct build_results; /* job/build/results.h */
struct css_sheet;     /* core/data/css.h */

/** The folder in which Debian installs the styles of the CSL project. Dependent styles are in
 * dependent/. */
#define BUILD_SYSTEM_DATA "/usr/share/citation-style-language"
#define BUILD_SYSTEM_STYLES BUILD_SYSTEM_DATA "/styles"

/** A text from which the document was made. The PDF may have it as an attachment. */
struct build_source {
    struct str path; /* the path as it was opened; "-" for standard input */
    struct str mime, description;
    struct str text; /* the text; empty for a database that is read through its index */
    bool database;   /* a citation database, of which only public fields may leave the computer */
};

/** An output that is not yet written, because it would replace a file that a later document of the
 * run may read. */
struct build_held {
    struct str path, who;
    struct buf data;
};

enum build_step_kind {
    BUILD_LOOKS, /* the step asks whether a file exists */
    BUILD_LISTS, /* the step reads the names in a folder */
    BUILD_READS,
    BUILD_ASKS, /* the step asks whether a file may be written */
    BUILD_WRITES
};

/** A step that a document has done or deferred. The step reads or writes a file. */
struct build_step {
    enum build_step_kind kind;
    struct str path, who; /* the path, and the name of the output to write; in the job's arena */
    struct buf data;      /* the bytes to write, for BUILD_WRITES */
};

/** The steps of a document that a thread builds before its turn. The thread assumes that the
 * document may write all of its files. The assumption is checked when all earlier documents are
 * done. See keep.c. */
struct build_later {
    VEC(struct build_step) steps;
    struct map seen; /* the paths that the document has read or looked for; in the job's arena */
    struct file_host host; /* the host of the caller */
};

/** The data that the documents of a run share. See build_shared_new(). */
struct build_shared {
    bool holds; /* there are several documents, so outputs that would replace files wait */
    VEC(struct build_held) held;
    size_t held_bytes;
    struct memo_seen *seen; /* answers of the file system, until a file is written */
    struct guard guard;     /* inputs and outputs of the run or the round */
    struct arena *files;    /* memory of `guard` and `told` */
    struct diags told;      /* the findings about databases that were reported in this round */
    size_t round; /* number of the round, see build_shared_round(); 0: there is only one */
    struct build_style_cache *styles; /* styles and locales for all threads, see style_cache.h */
    /* The following members are used by databases.c on any thread. */
    /* protects the following members; a thread that has it never waits for the lock of a set */
    pthread_mutex_t lock;
    struct arena *arena;
    struct map sets; /* maps paths and the cache folder, one per line, to a struct shared_set */
    struct shared_set *spare; /* a list of emptied sets that can be used again */
};

/** A running job. */
struct build_run {
    struct build_job *job;
    const struct build_options *opt;
    struct arena *arena;
    struct diags *d;
    bool checking;               /* the job is a check, which writes no output */
    bool lints;                  /* the checks that builds omit are run */
    struct str dir;              /* folder of the document; empty means the current folder */
    struct source *source;       /* the text of the document */
    const char *output;          /* name of the output, see struct markdown_options */
    struct str output_dir;       /* folder of the current output */
    struct build_target *target; /* the current output, or NULL */
    VEC(struct build_companion) companions; /* files made together with the current output */
    struct map outputs;                     /* names of the companions that have no path */
    bool blocked;        /* no output is written, because one would overwrite an input */
    struct guard guard;  /* the guard of this document, used if the documents share nothing */
    struct doc *written; /* the document as its author wrote it, or NULL */
    struct str from;     /* the format of the document, see expand_liquid() */
    struct {
        const struct node *data; /* the document if it is a CV as data, or NULL */
        const struct node *front;
        unsigned form;    /* a value of enum cv_form */
        struct map files; /* data of divisions: maps a path to a node or NULL */
        size_t made;      /* total bytes of the nodes made for divisions */
    } cv;
    struct texdoc_document latex; /* `front` is NULL if the document is not in LaTeX */
    struct {
        const struct source *doc; /* the document whose folders were searched last */
        struct str base[3]; /* existing folders with results, relative to the folder of `doc` */
        size_t n;
        /* frozen results have replaced cells, so the cells after these have no number */
        bool thawed;
    } last_run;
    struct map kept;                 /* files of a notebook: maps a path to a struct str */
    struct file_host outer;          /* the host without the files in `kept` */
    struct expand_site site;         /* the site around a Jekyll page */
    struct build_settings *settings; /* levels of findings and settings of checks */
    struct diag_ignores ignores;     /* comments in the document that suppress findings */
    VEC(struct str) inputs;
    /* the texts of the document, its databases, its styles and its style sheets */
    VEC(struct build_source) texts;
    /* offsets of the files of the document in its text; empty if there is only one file */
    VEC(uint32_t) starts;
    const struct node *const *defaults; /* maps of metadata; the last map takes precedence */
    size_t ndefaults;
    bool styled;        /* in the sandbox: the document has a `style` attribute */
    struct map audited; /* paths of files that were checked for `check --public`, in the arena */
    struct map looked;  /* paths of images that have been checked, in the arena */
    VEC(struct str) images; /* paths of local images, in the order of the text */
    size_t databases_read, databases_failed;
    struct build_results *results; /* records the result for the next run, see results.h; or NULL */
    struct memo_inputs *asking;    /* records the file queries while databases are read */
    struct buf trace;       /* what the document shows of its databases, see build_begin_trace() */
    bool untraced;          /* `trace` cannot be made */
    struct shared_set *set; /* the shared set of databases, or NULL */
    unsigned holds;         /* number of open build_hold() calls */
    /* databases that were read for earlier outputs */
    VEC(struct bib *) databases;
    struct map sources; /* styles and locales read so far: maps a path to a struct source */
    const struct highlight_theme *theme; /* colours of code, or NULL */
    struct bib *bib;                     /* the databases of the document */
    struct bib_public published;         /* the fields of works that may be published */
    struct str cache; /* folder for indexes of databases; empty: databases are read completely */
    struct blind_review *blind; /* the state for blind review; NULL for other documents */
    struct css_sheet **sheets;  /* the style sheets of the document */
    size_t nsheets;
    VEC(struct str) links; /* addresses of the style sheets to which the page links */
    size_t nimports;       /* number of imports in all style sheets */
    struct str *style_names;
    size_t nstyle_names;
};

/** Returns a path relative to a folder. The path and the folder are given relative to the current
 * folder. The path is returned unchanged if the way to it cannot be determined. */
struct str build_seen_from(struct arena *a, struct str dir, struct str path);
/** Records a file as an input. A second call for the same file has no effect. */
void build_note_input(struct build_run *b, struct str path);
/** Frees the memory of a run that is not in its arena. See build.c. */
void build_run_end(struct build_run *b);
/** Records an input in the guard of the run. If the run also writes the file, this is reported, and
 * no output of the document is written. See keep.c. */
void build_guard_input(struct build_run *b, struct str path);
/** Claims the outputs of the document before one of them is written. See keep.c. */
void build_guard_outputs(struct build_run *b);
/** Writes an output, or moves its bytes to the target. Errors are reported. See keep.c. */
void build_keep_output(struct build_run *b, struct build_target *t, struct buf *data);
/** Makes the host in `opt` record each file query of the document as a step for build_do_later().
 * See keep.c. */
void build_look_on(struct build_run *b, struct build_options *opt);
/** Carries out the deferred steps of a document and sets `later` to NULL. Returns false if an
 * assumption was wrong. Then nothing was written, and the document must be built again. See
 * keep.c. */
bool build_do_later(struct build_shared *shared, struct build_job *job);
/** Drops the deferred steps. See keep.c. */
void build_forget_later(struct build_job *job);
/** Gives the current target, which is finished, the list of its companions. See keep.c. */
void build_end_companions(struct build_run *b);
/** Records a text from which the document is made. A second call for the same text has no effect.
 * `mime` must be static. The other arguments are borrowed. */
void build_note_text(struct build_run *b, struct str path, struct str text, const char *mime,
                     const char *description, bool database);
/** Reads the files of the document as one text. NULL if none of them could be read. Errors are
 * reported. */
struct source *build_read_document(struct build_run *b);
/** Implements `open` of struct markdown_files for a run. */
struct source *build_open_included(void *user, struct str path, const struct source *from);
/** Whether a folder is that of a project of Quarto. */
bool build_is_quarto(struct build_run *b, struct str dir);
/** These functions implement `frozen` and `figure` of struct expand_files. See last_run.c. */
struct source *build_frozen_results(void *user, const struct source *doc);
struct str build_last_figure(void *user, struct str name, const struct source *doc);
/** Reads maps of default values for the front matter, in this order: those of files around `src`,
 * which may be NULL, those of the job, those that the front matter names, and those of
 * --metadata-file. Later maps take precedence. */
void build_read_metadata(struct build_run *b, struct source *src);
/** Whether the document is a CV as data, by its format or content. If so, the data is stored in
 * `b->cv`, and the document is not read as Markdown. See cv_document.c. */
bool build_take_cv(struct build_run *b, struct source *src);
/** Implements `fill` of struct markdown_filler for a run. */
void build_fill_cv(void *user, struct md *m, struct doc *doc, struct doc_node *node);
/** Reads the databases of the command line, or else those of the front matter, or else those of the
 * site. If documents of the run share the databases, `b->set` is not NULL, and build_let_go()
 * releases the set. */
struct bib *build_databases(struct build_run *b, const struct doc *doc);
/** Reserves the shared databases, if there are any, for this document until build_let_go(). Only
 * during this time may bib and resolve access their entries. Calls may be nested. Other modules
 * may read the entries afterwards. */
void build_hold(struct build_run *b);
void build_let_go(struct build_run *b);
/** Begins the part of the trace that resolve writes, with the names of the shared databases.
 * Returns NULL if no trace is requested or possible. */
struct buf *build_begin_trace(struct build_run *b, const struct doc *doc);
/** Returns what resolve has computed from the databases if documents share them; else NULL. */
struct resolve_shared *build_shared_findings(const struct build_run *b);
/** Whether a document with this trace would show the same content with the databases in their
 * present state. The databases are read, and shared with the documents of the run. Findings about
 * them are reported in `d`, including findings that other documents have reported. Any thread may
 * call this. */
bool build_trace_is_same(struct arena *a, const struct build_options *opt, struct str trace,
                         struct diags *d);
/** Among the diagnostics since the mark, drops those about shared databases that an earlier
 * document has reported. It must be called for the documents in order. The places of the remaining
 * diagnostics may then be shown while other threads use the databases. */
void build_shared_settle(struct build_shared *shared, struct diags *d, struct diags_mark since);
/** Reports errors in the entries of the databases. See databases.c. */
void build_check_databases(struct build_run *b, struct bib *bib);
/** Closes databases whose index was found to be wrong, for all documents. */
void build_forget_databases(struct build_run *b);
/** Whether any database is named. */
bool build_names_database(const struct build_run *b, const struct doc *doc);
/** Provides styles and locales to resolve. */
void build_styles(struct build_run *b, struct resolve_styles *out);

/** Returns the theme for code that `highlight-style` names. NULL for `none`. Unknown names are
 * reported. */
const struct highlight_theme *build_code_theme(struct build_run *b, const struct doc *doc);
/** Reads the document's style sheets into the run. */
void build_sheets(struct build_run *b, const struct doc *doc);
/** Reads the files to which the style sheets refer, without using them. See write_html.c. */
void build_survey_sheets(struct build_run *b);
/** Returns a file as a source in which ill-formed bytes are replaced, which is reported. */
struct source *build_repaired(struct build_run *b, struct str path, struct str text);
/** Reports content that readers of an output will not see: raw nodes and links. See checks.c. */
void build_check_content(struct build_run *b, struct doc *doc);
/** Replaces each `{{ name }}` in a document with the value in the options. See variables.c. */
void build_fill_variables(struct build_run *b, struct doc *doc);
/** In the sandbox: removes raw HTML and TeX, and attributes that do more than change the look of an
 * element. This is reported in `d`. See sandbox_files.c. */
void build_confine(struct build_run *b, struct doc *doc, struct diags *d);
/** Returns the list of files that the document of the run may read: that of the options, or the
 * document's own in the sandbox; else NULL. */
const struct file_fence *build_own_fence(struct build_run *b);
/** Whether a path is outside of the fence, which is reported. */
bool build_refuse(struct build_run *b, struct str path, struct span at);
struct build_led;
/** Sets the addresses of links and images on a page of a site for an output. build_unlead()
 * restores them and frees the result, which may be NULL. See follow.c. */
struct build_led *build_lead(struct build_run *b, struct doc *doc,
                             const struct build_output *output);
void build_unlead(struct build_led *led);
/** Returns the arguments of limits_check() for this run. `open_profile` finds NAME in
 * styles/limits. If the name is a path or ends in .yml, it finds a file beside the document. See
 * files.c. */
struct limits_request build_limits_request(struct build_run *b);
/** Runs the checks that builds omit. See checks.c. */
void build_lint(struct build_run *b, struct doc *doc);
/** For `check --public`: reports what the document would publish besides its text: a draft,
 * comments in attached sources, and the files to which it links. */
void build_audit(struct build_run *b, const struct doc *doc);
/** For `check --public`: reports what a file of the document would publish, once, at the place that
 * names the file. Does nothing in other runs. */
void build_audit_file(struct build_run *b, struct str path, struct span at);
/** Reports misspelt keys of the front matter. See check_keys.c. */
void build_check_keys(struct build_run *b, const struct doc *doc);
/** Implements `settle` of struct markdown_options. Begins the blind review of an anonymous document
 * and removes its authors. See anonymous.c. */
void build_make_anonymous(void *user, struct doc *doc);
/** Returns the work with this key in the databases of the run (`user`), or NULL. */
const struct item *build_find_item(void *user, struct str key);
/** Searches the current output for the names of the authors of an anonymous document and reports
 * them. See anonymous.c. */
void build_search_authors(struct build_run *b, struct doc *doc, struct str data);
/** Returns the path of an image in the document. Empty for remote and embedded images. */
struct str build_image_path(struct build_run *b, struct str url);
/** Returns the file that a page shows for an image. For a figure in PDF or TIFF, this is a file of
 * the same name in a format that browsers can show, if such a file exists. See write_html.c. */
struct str build_page_image(struct build_run *b, struct str path);
/** Returns the media type of a font file by its ending (RFC 8081). Empty for other endings. See
 * sheets.c. */
struct str build_font_mime(struct str path);
/** Whether a file that a style sheet names has the ending of an image or a font. build_sheets() has
 * reported the errors of such files. See sheets.c. */
bool build_looks_into(struct str path);
/** Whether an output is one of the targets of the job. */
bool build_makes(const struct build_run *b, const struct build_output *output);
/** Returns the outputs of this run that lay the document out on pages, as bits in the order of
 * build_outputs. See build.c. */
unsigned build_laid_out(const struct build_run *b);
/** Reports errors inside an image that no output lays out. Each image is reported once. See
 * build.c. */
void build_look_into(struct build_run *b, struct str path, size_t page, struct span at);
/** Replaces an image address that starts at the root of the site with an address that leads from
 * the folder of the document to `path`. It is used for outputs that are not part of a site. */
void build_point_image(struct build_run *b, struct doc_node *image, struct str path);
/** Searches for an image that is missing at its address. It may be beside the file that refers to
 * it, or in the folders of --resource-path. If it is found, the address of the node and `*path`
 * are set to the file. */
bool build_find_image(struct build_run *b, struct doc_node *image, struct str *path);
/** Reads the standards of the PDF from `pdf-standard`, or from pandoc's `pdfstandard`. Errors are
 * reported. */
void build_pdf_standards(struct build_run *b, const struct doc *doc, struct pdf_options *out);
/** Whether `attach` in the front matter names the sources. */
bool build_attaches_sources(const struct doc *doc);
/** Reads `attach` and adds the named files, in the arena. Changes the standards to those that allow
 * attachments. Errors are reported. */
void build_pdf_options(struct build_run *b, const struct doc *doc, struct bib *bib,
                       struct pdf_options *out);

/** Returns the data for lists of works with the name `key`, such as "venues": a map in the front
 * matter, or the file that the front matter names, or the data of the site; or NULL. Errors are
 * reported. */
const struct node *build_data_map(struct build_run *b, const struct doc *doc, const char *key);

struct docx_page; /* write/docx/docx.h */
struct docx_look;
/** Sets the page and the looks (DOCX_STYLES) of a Word file from the front matter and the style
 * sheets of the document. See docx_style.c. */
void build_docx_style(struct build_run *b, const struct doc *doc, struct docx_page *page,
                      struct docx_look *looks);

/* verify.c */
/** Verifies an output of the document and reports findings. */
void build_verify_output(struct build_run *b, const struct doc *doc, const struct build_target *t,
                         struct str bytes);

#endif
