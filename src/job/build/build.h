/* SPDX-License-Identifier: MIT */
/*
 * A job builds one document from its source to its outputs. This module defines the order of the
 * stages and the places of files. The command line decides the options, and other modules decide
 * the content.
 */
#ifndef DOSSIER_BUILD_BUILD_H
#define DOSSIER_BUILD_BUILD_H

#include "cite/bib/bib.h"
#include "core/base/digest.h"
#include "core/base/file.h"
#include "core/base/timings.h"
#include "core/base/vec.h"
#include "core/diag/diag.h"
#include "core/files/file_host.h"
#include "job/build/output.h"
#include "print/font/font.h"
#include "read/markdown/markdown.h"
#include "write/plain/plain.h"

struct limits_request; /* check/limits/limits.h */
struct layout_options; /* print/layout/layout.h */
struct build_page;     /* job/build/page_host.h */
struct doc;            /* model/doc/doc.h */

enum { BUILD_DATA_DIRS = 8 };

typedef VEC(struct markdown_override) build_overrides;

/** How much of HTML a fragment keeps. */
enum build_fragment {
    BUILD_FRAGMENT_NONE,  /* a whole page */
    BUILD_FRAGMENT_FULL,  /* all that html_write() makes */
    BUILD_FRAGMENT_PLAIN, /* simple elements without classes, see write/web/fragment.h */
    BUILD_FRAGMENT_EMAIL  /* simple elements with inline styles, for e-mail */
};

/* The kinds of options in options.def. */
#define BUILD_KIND_text(name) struct str name
#define BUILD_KIND_flag(name) bool name
#define BUILD_KIND_number(name) int64_t name
#define BUILD_KIND_words(name) str_list name
#define BUILD_KIND_overrides(name) build_overrides name
#define BUILD_KIND_places(name) str_list name[MARKDOWN_PLACES]
#define BUILD_KIND_dirs(name) struct str name[BUILD_DATA_DIRS]
#define BUILD_KIND_levels(name) const uint8_t *name
#define BUILD_KIND_fragment(name) enum build_fragment name
#define BUILD_KIND_wrap(name) enum plain_wrap name
#define BUILD_KIND_links(name) enum doc_links name

/** The options that all jobs of a run share. The members and their comments are in the rows of
 * options.def. */
struct build_options {
#define KEYED(kind, name) BUILD_KIND_##kind(name);
#define APART(type, name) type name;
#include "job/build/options.def"
#undef KEYED
#undef APART
};

/**
 * Adds all options that affect outputs to the key of a cached value. Returns false if the options
 * have no key, because a value of the front matter is given as a tree. Then nothing may be cached.
 */
bool build_options_key(struct digest_sum *key, const struct build_options *opt);

/**
 * Makes the list of files that sandboxed documents in a folder may read, in `a`. These are the
 * files in `opt->root` or in that folder, the files named on the command line, and the program's
 * own data.
 */
struct file_fence *build_fence(struct arena *a, const struct build_options *opt, struct str dir);

/**
 * Makes the data that the documents of a run share: databases, which are read once, and the list of
 * files that the run reads and writes. The caller drops the data after the last job. Items and
 * their sources live until then.
 *
 * Threads: any thread may use databases. The first document that names some databases reads them,
 * and other documents wait. A document uses databases exclusively while its citations are resolved
 * and its lists are made (see databases.c). The lists of files and of reported diagnostics belong
 * to the thread that gives documents back in order. Only that thread may call the functions below.
 * Jobs on other threads defer such steps (see job/build/batch.h).
 */
struct build_shared *build_shared_new(struct arena *a);
void build_shared_drop(struct build_shared *shared);
/**
 * Begins another round, in which documents are built again. Drops databases that have changed since
 * they were read or that could not be read, with their items and sources. Findings about the other
 * databases are reported again. Call this only when all jobs have been given back.
 */
void build_shared_round(struct build_shared *shared);
/** Forgets everything that was read about the file system, because files may have changed. */
void build_shared_forget_files(struct build_shared *shared);
struct resolve_grouped;
/**
 * Finds the groups of the works in some databases by `n` fields, for indexes: resolve_groups(). The
 * databases are shared with the documents of the run (`opt->shared` is set). Returns the number of
 * works; `out` is set if the databases could be opened. Errors in the databases are reported in
 * `d`. No job is necessary.
 */
size_t build_groups(struct arena *a, const struct build_options *opt, const struct str *databases,
                    size_t ndatabases, struct str lang, const struct str *by, size_t n,
                    struct resolve_grouped *out, struct diags *d);
struct item; /* cite/bib/item/item.h */
/** Reads databases as build_groups() does, and calls `each` for each of their works, the newest
 * first. */
void build_each_work(struct arena *a, const struct build_options *opt, const struct str *databases,
                     size_t ndatabases, void (*each)(void *user, const struct item *it), void *user,
                     struct diags *d);
/**
 * Appends the bibliography entries of `n` items to `out` as plain text, one per line, in the order
 * of the style. The style is opt->csl or our default style. It is searched for in the same way as
 * for a document in the current folder. Returns false if the style is not found, which is reported.
 */
bool build_format_items(struct arena *a, const struct build_options *opt,
                        const struct item *const *items, size_t n, struct buf *out,
                        struct diags *d);
/** Protects the file of a document that is not built in this round from being overwritten. */
void build_shared_input(struct build_shared *shared, struct str path);
struct build_job;
/**
 * Claims the files that jobs will write, and the dependency file `deps` (which may be empty),
 * before any file is read or written. `force` allows read-only files to be replaced. Returns false
 * if one of the files is a document or would be written twice. The reason is then in `*why`, in
 * `a`.
 */
bool build_shared_plan(struct build_shared *shared, const struct build_job *jobs, size_t n,
                       struct str deps, bool force, struct arena *a, struct str *why);
/** Writes the outputs that waited until all documents were read. Errors are reported in the job,
 * which must have an arena and diagnostics. */
void build_shared_flush(struct build_shared *shared, struct build_job *job);
/** Writes the dependency file of a run, as its last step, if the file was claimed and is not an
 * input. Returns 0 or an errno value. If the file cannot be written, `*why` has the reason. */
int build_shared_deps(struct build_shared *shared, struct str deps, struct str data,
                      struct arena *a, struct str *why);

/** A file beside an output: a feed, the works of a list as a database, a page of a work. */
struct build_companion {
    /* the name relative to the output's folder; path_is_portable() is true for it */
    struct str name;
    struct str path; /* the path of the file; empty if the output has no path */
    /* the content, in the job's arena, if the output has no path and `take` did not receive the
     * content */
    struct str data;
};

/** Receives a companion of an output without a path. `data` lives until the function returns. If
 * `in_place` is set, the file beside `place` already has the right bytes, and `data` is empty. If
 * the function returns false, the companion is dropped. */
typedef bool build_take_fn(void *user, struct str name, struct str data, bool in_place);

/** An output of a document. The caller sets the members of the first part, and build_run() sets
 * those of the second part. */
struct build_target {
    const struct build_output *output;
    struct str path; /* "-" means standard output; if empty, the result is in `data` */
    /* an existing output to verify, if the pointer is not NULL; then nothing is written (see
     * build_verify()) */
    struct str given;
    /* receives the companions of a target without a path; if NULL, they keep their data */
    build_take_fn *take;
    void *take_user;
    /* for a target without a path: the file into which the caller puts the bytes, or empty. If the
     * file already has the right bytes, a cached result leaves `data` empty. The companions are
     * beside this file. */
    struct str place;

    bool written;
    bool in_place;   /* the file at `place` has the right bytes, and `data` is empty */
    struct str data; /* the bytes of the output, until build_drop() */
    struct buf held; /* the memory of `data`; freed by build_drop() */
    size_t pages;    /* number of pages; 0 if the output has no pages */
    struct build_companion *companions; /* the companions of the output, in the job's arena */
    size_t ncompanions;
};

/** Receives a document that is ready for its layout, with everything that the layout needs. The
 * pointers are valid until the function returns. */
typedef void build_measure_fn(void *user, const struct doc *doc,
                              const struct layout_options *layout,
                              const struct limits_request *limits);

/** A document to build. The caller sets the members of the first part, and build_run() sets those
 * of the second part. */
struct build_job {
    struct str input;          /* a path, or "-" for standard input */
    struct str name;           /* base name of the outputs; if empty, that of the input */
    const struct str *further; /* files that are read after the input, as parts of the document */
    size_t nfurther;
    /* default values for the front matter, from the project of the document; or NULL */
    const struct node *metadata;
    const struct build_page *page; /* the document as a page of a site; NULL if it is not one */
    /* the outputs; if there are none, the document is only checked */
    struct build_target *targets;
    size_t ntargets;
    bool lint;  /* the checks that builds omit are run */
    bool mends; /* up to LIMIT_FIXES diagnostics are kept, because their fixes will be applied */
    /* an earlier version of the document, resolved, or NULL. Outputs mark the changes since that
     * version, and limits are not checked. */
    const struct doc *since;
    build_measure_fn *measure; /* called instead of making a PDF, unless it is NULL */
    void *measure_user;
    /* the job only finds the files that are read and the companions, without layout or output */
    bool surveys;

    struct arena *arena; /* owns all of the following data; freed by build_drop() */
    struct diags diags;  /* the diagnostics, sorted by place, without repetitions */
    struct bib *bib;     /* database; diagnostics point into its files; NULL if it is shared */
    struct bib **older;  /* databases of earlier outputs; diagnostics point into them */
    size_t nolder;
    struct str *inputs; /* the files that were read, for dependency files */
    size_t ninputs;
    struct doc *doc; /* the tree that was read last; NULL if the document could not be read */
    /* how much of its limits the document uses, in words for the user; empty if it has no limits */
    struct str verdict;
    bool unchanged; /* the result of an earlier run was used */
    bool io_failed; /* a file could not be read or written; the exit status is 3 */
    /* an output would have overwritten an input or another output; the exit status is 2 */
    bool refused;
    struct build_later *later; /* private to build: the deferred steps in a batch, or NULL */
};

/** Runs the job. Outputs are written even when the document has errors. Each file is written either
 * completely or not at all. */
void build_run(struct build_job *job, const struct build_options *opt);
void build_drop(struct build_job *job);
/** Prepares a job, which has been dropped, for another run with the same targets. */
void build_reset(struct build_job *job);

/**
 * Checks finished outputs (PDF files and pages) and reports findings in the diagnostics of the job.
 * Without an `input` in the job, each file is checked alone, and a page is compared with the PDF of
 * the same name. With an `input`, the files are compared with that document, which is built with
 * these options. The caller must call build_drop().
 */
void build_verify(struct build_job *job, const struct build_options *opt, const struct str *files,
                  size_t n);

/** Sets the place of the bytes [begin, end) of the text, for a report. */
typedef void build_place_fn(void *user, struct str text, size_t begin, size_t end,
                            struct span *out);

/**
 * Returns the text, in `a`, with each variable replaced by the value of its name in the map
 * `values`. A variable without a value stays, and is reported in `d` at the place that `place`
 * sets; `d` may be NULL. Returns the text itself if it has no variable.
 */
struct str build_fill_text(struct arena *a, const struct node *values, struct str text,
                           struct diags *d, build_place_fn *place, void *user);

/** Whether a file is a CV as data (for RenderCV, JSON Resume or al-folio). Its ending and its
 * content decide. The text of the file stays in `a`. */
bool build_is_cv(struct arena *a, struct str path);

/** These functions write dependency files: `outputs: inputs` for make, or JSON {"inputs": [...],
 * "outputs": [...]}. */
void build_write_make(struct buf *out, const struct build_job *jobs, size_t n);
void build_write_json(struct buf *out, const struct build_job *jobs, size_t n);
/** Writes lines that ninja reads from standard output (ninja's manual, "deps", `msvc`): each input
 * after BUILD_NINJA_PREFIX. The `gcc` format of ninja is not used, because it cannot express some
 * names, for example names with an apostrophe. */
#define BUILD_NINJA_PREFIX "dossier reads: "
void build_write_ninja(struct buf *out, const struct build_job *jobs, size_t n);
/** Writes a path in a rule of make, as a `target` or as a prerequisite. The path is quoted as far
 * as make allows. */
void build_put_make_path(struct buf *out, struct str path, bool target);

#endif
