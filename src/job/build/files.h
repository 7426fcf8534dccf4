/* SPDX-License-Identifier: MIT */
/*
 * The state of a running job, and what the files of the module share. Private to the module.
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

/** Debian's folder with the styles of the CSL project; dependent styles are in dependent/. */
#define BUILD_SYSTEM_DATA "/usr/share/citation-style-language"
#define BUILD_SYSTEM_STYLES BUILD_SYSTEM_DATA "/styles"

/** A text that the document was made from, which the PDF may have as an attachment. */
struct build_source {
    struct str path; /* as it was opened; "-" for standard input */
    struct str mime, description;
    struct str text; /* as it was read */
};

/** An output that waits, because it would replace a file that a later document of the run may read.
 */
struct build_held {
    struct str path, who;
    struct buf data;
};

enum build_step_kind {
    BUILD_LOOKS, /* whether a file exists */
    BUILD_LISTS, /* the names in a folder */
    BUILD_READS,
    BUILD_ASKS, /* whether a file may be written */
    BUILD_WRITES
};

/** A step with a file that a document has taken or deferred. */
struct build_step {
    enum build_step_kind kind;
    struct str path, who; /* in the job's arena; `who` writes */
    struct buf data;      /* of BUILD_WRITES */
};

/** The steps of a document that a thread builds before its turn, on the assumption that it may
 * write all of its files. The assumption is checked when the documents before it are done. keep.c
 */
struct build_later {
    VEC(struct build_step) steps;
    struct map seen;       /* paths that it has looked at; in the job's arena */
    struct file_host host; /* of the caller */
};

/** See job/build/build.h. */
struct build_shared {
    bool holds; /* there are several documents: outputs that would replace files wait */
    VEC(struct build_held) held;
    size_t held_bytes;
    struct memo_seen *seen; /* of the file system, until something is written */
    struct guard guard;     /* inputs and outputs of the run, or of a round, ... */
    struct arena *files;    /* ... and their names */
    struct diags told;      /* findings about databases that the round has reported */
    size_t round; /* number of the round, see build_shared_round(); 0: there is one only */
    struct build_style_cache *styles; /* styles and locales, for any thread: style_cache.h */
    /* databases.c, on any thread: */
    pthread_mutex_t lock; /* of the following members; its holder waits for no set */
    struct arena *arena;
    struct map sets; /* paths and the folder of the cache, one per line -> struct shared_set */
    struct shared_set *spare; /* can be used again */
};

/** A running job. */
struct build_run {
    struct build_job *job;
    const struct build_options *opt;
    struct arena *arena;
    struct diags *d;
    bool checking;         /* nothing is written */
    bool lints;            /* run the checks that builds leave out */
    struct str dir;        /* folder of the document; empty: the current one */
    struct source *source; /* the text of the document */
    const char *output;    /* name of the output that it is read for, see struct markdown_options */
    struct str output_dir; /* folder of the current output */
    struct build_target *target;            /* the current one, or NULL */
    VEC(struct build_companion) companions; /* of the current output */
    struct map outputs;                     /* names of companions without a path */
    bool blocked;       /* no output is written, since one would overwrite an input */
    struct guard guard; /* for a run of one document */
    struct doc
        *written;    /* the document as its author wrote it, when an output needs it; else NULL */
    struct str from; /* the format of the document: expand_liquid() */
    struct {
        const struct node *data; /* of a document that is a CV as data; else NULL: cv_document.c */
        const struct node *front;
        unsigned form;    /* enum cv_form */
        struct map files; /* of divisions: path -> struct node, or NULL, in the arena */
        size_t made;      /* bytes of nodes that divisions have made */
    } cv;
    struct texdoc_document latex;    /* of a document in LaTeX; its `front` is NULL for others */
    struct expand_site site;         /* the site around a Jekyll page */
    struct build_settings *settings; /* levels of findings and settings of checks */
    struct diag_ignores ignores;     /* comments that suppress findings */
    VEC(struct str) inputs;
    VEC(struct build_source) texts; /* the document, its databases, styles and style sheets */
    VEC(uint32_t) starts; /* offsets of the files of a document in its text; empty: there is one */
    const struct node *const *defaults; /* maps of metadata; the last one wins */
    size_t ndefaults;
    bool styled;            /* in the sandbox: it has a `style` attribute */
    struct map looked;      /* paths of images that were looked at, in the arena */
    VEC(struct str) images; /* paths of local images in the order of the text */
    size_t databases_read, databases_failed;
    struct build_results *results; /* records the result for the next run: results.h; or NULL */
    struct memo_inputs *asking;    /* records the file queries of reading databases */
    struct buf trace;       /* the works that the document shows of its databases, if requested */
    bool untraced;          /* there is no such record */
    struct shared_set *set; /* the shared set of databases, or NULL */
    unsigned holds;         /* number of open build_hold() calls */
    VEC(struct bib *)
    databases;          /* databases of earlier readings of the document, for other outputs */
    struct map sources; /* styles and locales read so far: path -> struct source */
    const struct highlight_theme *theme; /* of code, or NULL */
    struct bib *bib;                     /* of the document */
    struct bib_public published;         /* its public fields */
    struct str cache; /* folder for indexes of databases; empty: databases are read whole */
    struct blind_review *blind; /* of an anonymous document; else NULL */
    struct css_sheet **sheets;  /* of the document */
    size_t nsheets;
    VEC(struct str) links; /* addresses of style sheets that the page links to */
    size_t nimports;       /* of all style sheets */
    struct str *style_names;
    size_t nstyle_names;
};

/** A path relative to a folder; both are relative to the current folder. Unchanged when it cannot
 * be found. */
struct str build_seen_from(struct arena *a, struct str dir, struct str path);
/** Records a file as an input, once. */
void build_note_input(struct build_run *b, struct str path);
/** Frees the memory of a run that is not in its arena. build.c */
void build_run_end(struct build_run *b);
/** Records an input with the run's guard. When the run also writes the file, that is reported, and
 * no output of the document is written. keep.c */
void build_guard_input(struct build_run *b, struct str path);
/** Claims the document's outputs, before any of them is written. keep.c */
void build_guard_outputs(struct build_run *b);
/** Writes an output, or moves the bytes to its target. Errors are reported. keep.c */
void build_keep_output(struct build_run *b, struct build_target *t, struct buf *data);
/** Records the document's file queries as steps; changes the host in `opt`. keep.c */
void build_look_on(struct build_run *b, struct build_options *opt);
/** Carries out the deferred steps of a document and sets `later` to NULL. Returns false when an
 * assumption was wrong: nothing was written, and the document must be built again. keep.c */
bool build_do_later(struct build_shared *shared, struct build_job *job);
/** Drops the deferred steps. keep.c */
void build_forget_later(struct build_job *job);
/** Moves the companions to the current target, which is finished. keep.c */
void build_end_companions(struct build_run *b);
/** Records a text that the document is made from, once. `mime` is static, the others are borrowed.
 */
void build_note_text(struct build_run *b, struct str path, struct str text, const char *mime,
                     const char *description);
/** The document's files as one text; NULL when none could be read. Errors are reported. */
struct source *build_read_document(struct build_run *b);
/** `open` of struct markdown_files, for a run. */
struct source *build_open_included(void *user, struct str path, const struct source *from);
/** Reads the maps of defaults for the front matter: those of the files around `src`, the document
 * of Quarto or R Markdown, or NULL; those of its project; then those of --metadata-file. */
void build_read_metadata(struct build_run *b, struct source *src);
/** Whether the document is a CV as data, by its format or content; then it is stored in `b->cv`,
 * and is not Markdown. cv_document.c */
bool build_take_cv(struct build_run *b, struct source *src);
/** `fill` of struct markdown_filler, for a run. */
void build_fill_cv(void *user, struct md *m, struct doc *doc, struct doc_node *node);
/** Reads every database of the command line and the front matter, or takes those that another
 * document of the run has read: then `b->set` is not NULL, and build_let_go() releases them. */
struct bib *build_databases(struct build_run *b, const struct doc *doc);
/** Reserves the shared databases, if any, for this document until build_let_go(); only then may bib
 * and resolve access their entries. Calls nest. Entries stay readable afterwards. */
void build_hold(struct build_run *b);
void build_let_go(struct build_run *b);
/** Begins resolve's part of the trace with the names of the shared databases. Returns NULL when no
 * trace is requested or possible. */
struct buf *build_begin_trace(struct build_run *b, const struct doc *doc);
/** The results of resolve about the databases, when they are shared; else NULL. */
struct resolve_shared *build_shared_findings(const struct build_run *b);
/** Whether a document with this trace would show the same of its databases as they are now; they
 * are read, and shared with the documents of the run. Findings about them are reported in `d`; they
 * include those that other documents have reported. On any thread. */
bool build_trace_is_same(struct arena *a, const struct build_options *opt, struct str trace,
                         struct diags *d);
/** Drops, of the diagnostics since the mark, those about shared databases that an earlier document
 * has reported; documents come in order. The places of the others may then be shown while other
 * threads use the databases. */
void build_shared_settle(struct build_shared *shared, struct diags *d, struct diags_mark since);
/** Reports errors in the entries. */
void build_check_databases(struct build_run *b, struct bib *bib);
/** Closes databases whose index turned out to be wrong, for all documents. */
void build_forget_databases(struct build_run *b);
/** Whether any database is named. */
bool build_names_database(const struct build_run *b, const struct doc *doc);
/** Provides styles and locales to resolve. */
void build_styles(struct build_run *b, struct resolve_styles *out);

/** The theme of code named by `highlight-style`; NULL for `none`. Unknown names are reported. */
const struct highlight_theme *build_code_theme(struct build_run *b, const struct doc *doc);
/** Reads the document's style sheets into the run. */
void build_sheets(struct build_run *b, const struct doc *doc);
/** Reads the files that the style sheets reference, without using them. write_html.c */
void build_survey_sheets(struct build_run *b);
/** The text of a source with ill-formed bytes replaced and reported. Returns the same text if all
 * bytes are valid. */
struct str build_repair_utf8(struct build_run *b, struct source *src);
/** Checks content that does not reach a reader: raw nodes, links. checks.c */
void build_check_content(struct build_run *b, struct doc *doc);
/** Replaces `{{ name }}` in a document by the values of the options. variables.c */
void build_fill_variables(struct build_run *b, struct doc *doc);
/** In the sandbox: removes raw HTML and TeX, and attributes that do more than style an element;
 * reported in `d`. sandbox_files.c */
void build_confine(struct build_run *b, struct doc *doc, struct diags *d);
/** The fence of the run's document: that of the options, or its own in the sandbox; else NULL. */
const struct file_fence *build_own_fence(struct build_run *b);
/** Whether a path is outside of the fence, which is reported. */
bool build_refuse(struct build_run *b, struct str path, struct span at);
struct build_led;
/** Sets the addresses of links and images on a site's page for an output. build_unlead() restores
 * them and frees the result, which may be NULL. follow.c */
struct build_led *build_lead(struct build_run *b, struct doc *doc,
                             const struct build_output *output);
void build_unlead(struct build_led *led);
/** The arguments of limits_check() for this run: `open_profile` finds NAME in styles/limits, or a
 * file beside the document when the name is a path or ends in .yml. files.c */
struct limits_request build_limits_request(struct build_run *b);
/** Runs the checks that builds leave out. checks.c */
void build_lint(struct build_run *b, struct doc *doc);
/** Reports misspelt keys of the front matter. check_keys.c */
void build_check_keys(struct build_run *b, const struct doc *doc);
/** `settle` of struct markdown_options: begins the blind review of an anonymous document, and
 * removes its authors. anonymous.c */
void build_make_anonymous(void *user, struct doc *doc);
/** Searches the current output for the authors of an anonymous document, and reports them.
 * anonymous.c */
void build_search_authors(struct build_run *b, struct doc *doc, struct str data);
/** The path of an image in the document; empty for remote and embedded ones. */
struct str build_image_path(struct build_run *b, struct str url);
/** The file that a page shows for an image: for a figure in PDF or TIFF, a file of the same name
 * that browsers can show, if there is one. write_html.c */
struct str build_page_image(struct build_run *b, struct str path);
/** The media type of a font file by its ending (RFC 8081); empty for other endings. sheets.c */
struct str build_font_mime(struct str path);
/** Whether a file that a style sheet names is an image or a font by its ending; then build_sheets()
 * has reported what is wrong with it. sheets.c */
bool build_looks_into(struct str path);
/** Whether an output of this run lays the document out. build.c */
bool build_lays_out(const struct build_run *b, unsigned *outputs);
/** Reports what is wrong inside of an image that no output lays out, once. build.c */
void build_look_into(struct build_run *b, struct str path, size_t page, struct span at);
/** Replaces an image address from the root of the page's site by one that leads to `path` from the
 * document's folder, for outputs that know no sites. */
void build_point_image(struct build_run *b, struct doc_node *image, struct str path);
/** Finds an image that is missing at its address: beside the file that references it, or in the
 * folders of --resource-path. Then sets the node's address and `*path` to the file. */
bool build_find_image(struct build_run *b, struct doc_node *image, struct str *path);
/** Reads the standards of the PDF from `pdf-standard`, or pandoc's `pdfstandard`. Errors are
 * reported. */
void build_pdf_standards(struct build_run *b, const struct doc *doc, struct pdf_options *out);
/** Reads `attach` and adds the files, in the arena; changes the standards to those that allow
 * attachments. Errors are reported. */
void build_pdf_options(struct build_run *b, const struct doc *doc, struct bib *bib,
                       struct pdf_options *out);

/** The data of a name for lists of works, "venues" or "coauthors": a map in the front matter, or
 * the file that it names, or the site's; or NULL. Errors are reported. */
const struct node *build_data_map(struct build_run *b, const struct doc *doc, const char *key);

/* verify.c */
/** Verifies an output of the document and reports findings. */
void build_verify_output(struct build_run *b, const struct doc *doc, const struct build_target *t,
                         struct str bytes);

#endif
