/* SPDX-License-Identifier: MIT */
/*
 * The files of a job: databases, styles, locales, images. Private to build.
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

#include <pthread.h>

struct build_ahead;
struct build_output;  /* job/build/output.h */
struct blind_review;  /* check/blind/review.h */
struct build_results; /* job/build/results.h */
struct build_warm;    /* job/build/warm.h */
struct css_sheet;     /* core/data/css.h */

/** Where Debian's package keeps the styles of the CSL project; dependent ones are in dependent/. */
#define BUILD_SYSTEM_DATA "/usr/share/citation-style-language"
#define BUILD_SYSTEM_STYLES BUILD_SYSTEM_DATA "/styles"

/** A text that the document was made from: what may travel inside the PDF. */
struct build_source {
    struct str path; /* as it was opened; "-" for standard input */
    struct str mime, description;
    struct str text; /* as it was read */
};

/** An output that waits: it would replace a file that a later document of the run may read. */
struct build_held {
    struct str path, who;
    struct buf data;
};

enum build_step_kind {
    BUILD_LOOKS, /* at a file, which may be there or not */
    BUILD_LISTS, /* the names in a folder */
    BUILD_READS,
    BUILD_ASKS, /* to write one */
    BUILD_WRITES
};

/** What a document has done with a file, or would. */
struct build_step {
    enum build_step_kind kind;
    struct str path, who; /* in the job's arena; who writes */
    struct buf data;      /* of BUILD_WRITES */
};

/** The steps of a document that is built before it is its turn, on a thread: it is built as if all
 * files that it asks for were free, and when those before it are done, that is looked at. keep.c */
struct build_later {
    VEC(struct build_step) steps;
    struct map seen;       /* paths that it has looked at; in the job's arena */
    struct file_host host; /* whose files they are */
};

/** See job/build/build.h. */
struct build_shared {
    bool holds; /* there are several documents: outputs wait when they would replace files */
    VEC(struct build_held) held;
    size_t held_bytes;
    struct guard guard;            /* what the run reads and writes: a round's ... */
    struct arena *files;           /* ... and its names */
    struct diags told;             /* what of the databases the round has reported */
    size_t round;                  /* build_shared_round(); 0: there is but one */
    struct build_shelf *shelf;     /* styles and locales, for any thread: shelf.h */
    const struct build_warm *warm; /* what is kept from round to round, or NULL: warm.h */
    /* databases.c, for any thread: */
    pthread_mutex_t lock; /* of what follows; who holds it waits for no set */
    struct arena *arena;
    struct map sets;          /* paths and the cache's folder, a line each -> struct shared_set */
    struct shared_set *spare; /* to be used again */
};

/** A job while it runs. */
struct build_run {
    struct build_job *job;
    const struct build_options *opt;
    struct arena *arena;
    struct diags *d;
    bool checking;                          /* nothing is to be written */
    bool lints;                             /* what only a check looks for is looked for */
    struct str dir;                         /* folder of the document; empty: the current one */
    struct source *source;                  /* the document */
    const char *output;                     /* the one that it is read for: markdown_options */
    struct str output_dir;                  /* folder of the output that is written */
    struct build_target *target;            /* the one that is written, or NULL */
    VEC(struct build_companion) companions; /* of that one */
    struct map outputs;                     /* names of companions without a path */
    bool blocked;                           /* no output is written: one would destroy a file */
    struct guard guard;                     /* of a run without others */
    struct doc *written; /* it as it was written, when an output asked for that; else NULL */
    struct str from;     /* the format that it is read as: build_expand() */
    struct {
        const struct node *data; /* of a document that is a CV as data; else NULL: cv_document.c */
        const struct node *front;
        unsigned form; /* enum cv_form */
    } cv;
    struct {
        struct str root, base;       /* folder, and `baseurl`, of a page of Jekyll's */
        bool known;                  /* it has a configuration: the folder is the site's */
        const struct str *databases; /* of jekyll-scholar, when the page names none */
        size_t ndatabases;
    } site;
    struct build_settings *settings; /* as what findings are reported */
    struct diag_ignores ignores;     /* comments that leave some out */
    VEC(struct str) inputs;
    VEC(struct build_source) texts; /* the document, its databases, styles, sheets */
    VEC(uint32_t) starts; /* where the files of a document begin in its text; empty: it has one */
    const struct node *const *defaults; /* maps of metadata, the last wins */
    size_t ndefaults;
    VEC(struct str) images; /* paths of the document's own, in the order of the text */
    size_t databases_read, databases_failed;
    struct build_results *results; /* takes what is made for the next run: results.h; or NULL */
    struct asked *asking;          /* takes down what is asked for the databases that are read */
    struct buf trace;              /* of what it shows of them, when that is asked for */
    bool untraced;                 /* that cannot be said */
    struct shared_set *set;        /* of the databases, when other documents share them; or NULL */
    unsigned holds;                /* how often build_hold() was called for that */
    VEC(struct build_ahead *) ahead; /* databases that are read on threads: ahead.c */
    VEC(struct bib *) databases;     /* of the document as it was read before, for other outputs */
    struct map sources;              /* styles and locales read so far: path -> struct source */
    const struct highlight_theme *theme; /* of code, or NULL */
    struct bib *bib;                     /* of the document */
    struct str cache;           /* folder for indexes of databases; empty: all are read whole */
    struct blind_review *blind; /* of an anonymous document; else NULL */
    struct css_sheet **sheets;  /* of the document */
    size_t nsheets;
    VEC(struct str) links; /* addresses of sheets that the page loads itself */
    size_t nimports;       /* of all sheets */
    struct str *style_names;
    size_t nstyle_names;
};

/** A path seen from a folder; both as they are opened. Unchanged where that cannot be said. */
struct str build_seen_from(struct arena *a, struct str dir, struct str path);
/** Remembers a file that was read, once. */
void build_note_input(struct build_run *b, struct str path);
/** Gives back what a run has outside of its arena: the end of each, whatever it was for. build.c */
void build_run_end(struct build_run *b);
/** Tells the run's guard of a file that is read; one that the run writes is reported, and no output
 * of the document is written. keep.c */
void build_guard_input(struct build_run *b, struct str path);
/** Asks for the document's outputs, all before one is written. keep.c */
void build_guard_outputs(struct build_run *b);
/** Writes an output, or leaves it with its target, which takes the bytes over. Faults are reported.
 * keep.c */
void build_keep_output(struct build_run *b, struct build_target *t, struct buf *data);
/** Lets all files that a document looks at go through its steps; the document builds with `opt`,
 * whose host is changed. keep.c */
void build_look_on(struct build_run *b, struct build_options *opt);
/** Does what a document has put off (`later`), which becomes NULL. False: not all was as it was
 * assumed to be; nothing of its is written or waits, and it has to be built again. keep.c */
bool build_do_later(struct build_shared *shared, struct build_job *job);
/** Forgets it. keep.c */
void build_forget_later(struct build_job *job);
/** Gives the target its companions; it is made. keep.c */
void build_end_companions(struct build_run *b);
/** Remembers a text that the document is made from, once. All but the kind is borrowed. */
void build_note_text(struct build_run *b, struct str path, struct str text, const char *mime,
                     const char *description);
/** The document's files as one text; NULL when none could be read. Faults are reported. */
struct source *build_read_document(struct build_run *b);
/** `open` of struct markdown_files, for a run. */
struct source *build_open_included(void *user, struct str path, const struct source *from);
/** Reads the maps that give a document what its front matter does not: its project's, then those
 * of --metadata-file. */
void build_read_metadata(struct build_run *b);
/** Whether the document is a CV as data, by its format or its content: then it is taken into
 * `b->cv`, and is no Markdown. cv_document.c */
bool build_take_cv(struct build_run *b, struct source *src);
/** `fill` of struct markdown_filler, for a run. */
void build_fill_cv(void *user, struct md *m, struct doc *doc, struct doc_node *node);
/** A file of the document with its Liquid expanded, when it is a page of Jekyll's or another
 * template, or the format asks for it; sets `b->from` and `b->site`. jekyll_document.c */
struct source *build_expand(struct build_run *b, struct source *src);
/** A file of the document with the files that its lines {{< include file >}} name.
 * include_shortcode.c */
struct source *build_include(struct build_run *b, struct source *src);
/** And with what Hugo's shortcodes stand for in their places. shortcodes.c */
struct source *build_shortcodes(struct build_run *b, struct source *src);
/** A path that is one from the folder of Quarto's project around the document; empty when there is
 * no project. */
struct str build_project_path(struct build_run *b, struct str path);
/** Reads every database of the command line and the front matter, or takes those that another
 * document of the run has read: then `b->set` is not NULL, and build_let_go() gives them to the
 * others. */
struct bib *build_databases(struct build_run *b, const struct doc *doc);
/** Begins to read the databases that a front matter names on threads, where that pays. ahead.c */
void build_begin_ahead(struct build_run *b, const struct node *front);
/** The file at a path as a thread has read it; NULL: none has. It is the run's. ahead.c */
struct bib_ahead *build_take_ahead(struct build_run *b, struct str path);
/** Waits for what was begun, and gives back what nobody took. ahead.c */
void build_end_ahead(struct build_run *b);
/** Has the shared databases, if they are, for this document alone until build_let_go(): bib and
 * resolve may be asked for their entries. Calls nest. Entries that were got stay readable. */
void build_hold(struct build_run *b);
void build_let_go(struct build_run *b);
/** Begins the part of the trace that resolve writes: the names of the shared databases. Nothing to
 * write into (NULL) when nobody asked, or it cannot be said. */
struct buf *build_begin_trace(struct build_run *b, const struct doc *doc);
/** What was found out about the databases, when they are shared; else NULL. */
struct resolve_shared *build_shared_findings(const struct build_run *b);
/** The database of one file, held until build_let_go(), and what was found out about it; NULL when
 * it cannot be shared or read, or without `read` when no document of the run has read it. */
struct bib *build_hold_database(struct build_run *b, struct str path, bool read,
                                struct resolve_shared **found);
/** As build_trace_holds(), on any thread: what other documents have said of the databases stands in
 * `d`, too. */
bool build_trace_is_same(struct arena *a, const struct build_options *opt, struct str trace,
                         struct diags *d);
/** Leaves out, of what was added since the mark, what a document before this one has said of shared
 * databases; documents come in their order. Places in those may then be shown while others are
 * asked for entries. */
void build_shared_settle(struct build_shared *shared, struct diags *d, struct diags_mark since);
/** Reports what is wrong with the entries. */
void build_check_databases(struct build_run *b, struct bib *bib);
/** Closes databases whose index has turned out to be wrong, for all documents. */
void build_forget_databases(struct build_run *b);
/** True when any database was named. */
bool build_names_database(const struct build_run *b, const struct doc *doc);
/** How resolve finds styles and locales. */
void build_styles(struct build_run *b, struct resolve_styles *out);

/** The theme of code that `highlight-style` asks for; NULL for `none`. A name that is none is
 * reported. */
const struct highlight_theme *build_code_theme(struct build_run *b, const struct doc *doc);
/** Reads the document's style sheets into the run. */
void build_sheets(struct build_run *b, const struct doc *doc);
/** Reads what the sheets load from beside them, and makes nothing of it. write_html.c */
void build_survey_sheets(struct build_run *b);
/** A source's text with its ill-formed bytes replaced and reported; the text itself when there are
 * none. */
struct str build_repair_utf8(struct build_run *b, struct source *src);
/** Checks what of the resolved document does not reach a reader: raw nodes, links. checks.c */
void build_check_content(struct build_run *b, struct doc *doc);
/** In the sandbox: takes raw HTML and TeX out of the document, and attributes that do more than say
 * how something looks; reported in `d`. sandbox_files.c */
void build_confine(struct build_run *b, struct doc *doc, struct diags *d);
/** The fence of the run's document: that of the options, or in the sandbox its own; NULL when it is
 * in none. */
const struct file_fence *build_own_fence(struct build_run *b);
/** Whether a path leads outside of the fence, which is reported. */
bool build_refuse(struct build_run *b, struct str path, struct span at);
struct build_led;
/** Links and images of a site's page get the addresses that this output needs; returns what
 * build_unlead() puts back and frees, NULL when there is nothing. follow.c */
struct build_led *build_lead(struct build_run *b, struct doc *doc,
                             const struct build_output *output);
void build_unlead(struct build_led *led);
/** How limits are compared for this run: `open_profile` looks for NAME in styles/limits, or for a
 * file beside the document where the name is a path or ends in .yml. files.c */
struct limits_request build_limits_request(struct build_run *b);
/** Runs the checks that builds leave out. checks.c */
void build_lint(struct build_run *b, struct doc *doc);
/** Keys of the front matter that nobody knows and that are one slip away from one that is known. */
void build_check_keys(struct build_run *b, const struct doc *doc);
/** `settle` of struct markdown_options: begins the blind review of a document that is to be
 * anonymous, and takes its authors out. anonymous.c */
void build_make_anonymous(void *user, struct doc *doc);
/** Searches the output that is being written for the authors of an anonymous document, and reports
 * them. anonymous.c */
void build_search_authors(struct build_run *b, struct doc *doc, struct str data);
/** Path of an image as the document names it; empty for remote and embedded ones. */
struct str build_image_path(struct build_run *b, struct str url);
/** An address from the root of the page's site becomes one that leads to `path` from the document's
 * folder, for outputs that know no sites. */
void build_point_image(struct build_run *b, struct doc_node *image, struct str path);
/** Looks for an image where the document has none of the name: beside the file that it stands in,
 * in the folders of --resource-path. Then the node's address leads there, and `*path` is the
 * file's.
 */
bool build_find_image(struct build_run *b, struct doc_node *image, struct str *path);
/** What the front matter asks the PDF to be: `pdf-standard`, or `pdfstandard` as pandoc writes it.
 * Faults are reported. */
void build_pdf_standards(struct build_run *b, const struct doc *doc, struct pdf_options *out);
/** And what travels inside: `attach`, with the files in the arena; the standards become such as
 * allow it. Faults are reported. */
void build_pdf_options(struct build_run *b, const struct doc *doc, struct bib *bib,
                       struct pdf_options *out);

/** The data of this name for lists of works, "venues" or "coauthors": a map of the front matter's,
 * or the file that it names, or the site's; NULL when there are none. Faults are reported. */
const struct node *build_data_map(struct build_run *b, const struct doc *doc, const char *key);

/* verify.c */
/** Looks at an output of the document, as it is for that output, and reports what is wrong. */
void build_verify_output(struct build_run *b, const struct doc *doc, const struct build_target *t,
                         struct str bytes);

#endif
