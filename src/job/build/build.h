/* SPDX-License-Identifier: MIT */
/*
 * A job: builds one document from its source to its outputs. Knows the order of the stages and the
 * places of files. The command line decides options, other modules the content.
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

struct build_page; /* job/build/page_host.h */
struct doc;        /* model/doc/doc.h */

enum { BUILD_DATA_DIRS = 8 };

typedef VEC(struct markdown_override) build_overrides;

/* The kinds of options in options.def. */
#define BUILD_KIND_text(name) struct str name
#define BUILD_KIND_flag(name) bool name
#define BUILD_KIND_number(name) int64_t name
#define BUILD_KIND_words(name) str_list name
#define BUILD_KIND_overrides(name) build_overrides name
#define BUILD_KIND_places(name) str_list name[MARKDOWN_PLACES]
#define BUILD_KIND_dirs(name) struct str name[BUILD_DATA_DIRS]
#define BUILD_KIND_levels(name) const uint8_t *name
#define BUILD_KIND_wrap(name) enum plain_wrap name
#define BUILD_KIND_links(name) enum doc_links name

/** What all jobs of a run share. The members, with comments, are the rows of options.def. */
struct build_options {
#define KEYED(kind, name) BUILD_KIND_##kind(name);
#define APART(type, name) type name;
#include "job/build/options.def"
#undef KEYED
#undef APART
};

/**
 * Adds all options that outputs depend on to the key of a cached value. Returns false if the
 * options have no key, because a value of the front matter is given as a tree: then nothing may be
 * cached.
 */
bool build_options_key(struct digest_sum *key, const struct build_options *opt);

/**
 * The files that sandboxed documents in a folder may read: those in `opt->root` or that folder,
 * files named on the command line, and the program's own data. In `a`.
 */
struct file_fence *build_fence(struct arena *a, const struct build_options *opt, struct str dir);

/**
 * What the documents of a run share: databases that are read once, and the files that the run reads
 * and writes. The caller drops it after the last job; items and their sources live until then.
 *
 * Threads: any thread may use databases. The first document that names some reads them, others
 * wait; a document uses them exclusively while its citations are resolved and its lists are made
 * (databases.c). Files and reported diagnostics belong to the thread that gives documents back in
 * order: it calls the functions below, and jobs on other threads defer such steps
 * (job/build/batch.h).
 */
struct build_shared *build_shared_new(struct arena *a);
void build_shared_drop(struct build_shared *shared);
/**
 * Begins another round, in which documents are built again. Drops databases that have changed since
 * they were read, or could not be read, with their items and sources; findings about the others are
 * reported again. Call it only when all jobs have been given back.
 */
void build_shared_round(struct build_shared *shared);
/** Forgets all that was read about the file system, since files may have changed. */
void build_shared_forget_files(struct build_shared *shared);
struct resolve_group; /* cite/resolve/resolve.h */
/**
 * The groups of the works in some databases, for indexes of them; shares the databases with
 * documents of the run (`opt->shared` is set). `by` is as in resolve_groups(); `*works` is set to
 * the number of works. Errors in the databases are reported in `d`. Needs no job.
 */
struct resolve_group *build_groups(struct arena *a, const struct build_options *opt,
                                   const struct str *databases, size_t ndatabases, struct str lang,
                                   struct str by, size_t *n, size_t *works, struct diags *d);
/** Protects the file of a document that is not built in this round from being overwritten. */
void build_shared_input(struct build_shared *shared, struct str path);
struct build_job;
/**
 * Claims the files that jobs will write, and `deps` (or empty), before anything is read or written;
 * `force` allows read-only files. Returns false, with the reason in `*why` (in `a`), when a file is
 * a document or would be written twice.
 */
bool build_shared_plan(struct build_shared *shared, const struct build_job *jobs, size_t n,
                       struct str deps, bool force, struct arena *a, struct str *why);
/** Writes the outputs that have waited until all documents were read; errors are reported in the
 * job, which has an arena and diagnostics. */
void build_shared_flush(struct build_shared *shared, struct build_job *job);
/** Writes the dependency file of a run, as its last step, if it was claimed and is not an input;
 * otherwise `*why` has the reason. Returns 0 or an errno value. */
int build_shared_deps(struct build_shared *shared, struct str deps, struct str data,
                      struct arena *a, struct str *why);

/** A file beside an output: a feed, the works of a list as a database, a page of a work. */
struct build_companion {
    struct str name; /* relative to the output's folder, see path_is_portable() */
    struct str path; /* where it was written; empty when the output has no path */
    struct str data; /* its content when the output has no path, unless `take` received it; in the
                        job's arena */
    bool written;    /* always true: others are dropped */
};

/** Receives a companion of an output without a path; `data` lives until it returns. Returning false
 * discards it. */
typedef bool build_take_fn(void *user, struct str name, struct str data);

/** An output of a document. The caller sets the first part, build_run() the second. */
struct build_target {
    const struct build_output *output;
    struct str path;  /* "-" for standard output; empty: the result is in `data` */
    struct str given; /* with a pointer: an existing output to verify, see build_verify(); nothing
                         is written */
    build_take_fn *take; /* for a target without a path; NULL: companions keep their data */
    void *take_user;
    struct str place; /* of a target without a path: the file where the caller puts its bytes; with
                         the right bytes there, a cached result gives none; or empty */

    bool written;
    bool in_place;                      /* the file at `place` has the bytes, and `data` is empty */
    struct str data;                    /* the bytes of `held`, until build_drop() */
    struct buf held;                    /* freed by build_drop() */
    size_t pages;                       /* 0 when the output has no pages */
    struct build_companion *companions; /* in the job's arena, in the order of their making */
    size_t ncompanions;
};

/** A document. The caller sets the first part, build_run() the second. */
struct build_job {
    struct str input;          /* a path, or "-" for standard input */
    struct str name;           /* name of its outputs; empty: that of the input */
    const struct str *further; /* files that are read after it, as parts of one document */
    size_t nfurther;
    const struct node *metadata;   /* defaults for the front matter, from its project; or NULL */
    const struct build_page *page; /* of a site; or NULL */
    struct build_target *targets;  /* none: the document is only checked */
    size_t ntargets;
    bool lint;               /* run the checks that builds leave out */
    bool mends;              /* keep up to LIMIT_FIXES diagnostics, since their fixes are applied */
    const struct doc *since; /* an earlier version, resolved: outputs mark the changes since then,
                                and limits do not count; or NULL */
    bool surveys; /* survey: find the files that are read and the companions, without layout or
                     output */

    struct arena *arena; /* owns everything below; freed by build_drop() */
    struct diags diags;  /* sorted by place, without repetitions */
    struct bib *bib;     /* database, whose files diagnostics point into; NULL: it is shared */
    struct bib **older;  /* the databases that were read for outputs before, for the same reason */
    size_t nolder;
    struct str *inputs; /* files that were read, for dependency files */
    size_t ninputs;
    struct doc *doc;    /* the tree that was read last; NULL if the document could not be read */
    struct str verdict; /* how much of its limits the document uses; empty: it has none */
    bool unchanged;     /* the result of an earlier run was used */
    bool io_failed;     /* a file could not be read or written: exit status 3 */
    bool refused;       /* an output would have overwritten a file of the document: exit status 2 */
    struct build_later *later; /* private to build: steps that are deferred in a batch; else NULL */
};

/** Runs the job. Outputs are written even when the document has errors. A file is written
 * completely or not at all. */
void build_run(struct build_job *job, const struct build_options *opt);
void build_drop(struct build_job *job);

/**
 * Checks finished outputs, PDFs and pages, and reports findings in the job's diagnostics: each file
 * by itself, and a page against the PDF of its name; or, if the job has an `input`, against that
 * document, built with these options. Free it with build_drop().
 */
void build_verify(struct build_job *job, const struct build_options *opt, const struct str *files,
                  size_t n);

/** Whether a file is a CV as data (of RenderCV, JSON Resume or al-folio), by its ending and
 * content. The file's text stays in `a`. */
bool build_is_cv(struct arena *a, struct str path);

/** Write dependency files: make's `outputs: inputs`, or JSON {"inputs": [...], "outputs": [...]}.
 */
void build_write_make(struct buf *out, const struct build_job *jobs, size_t n);
void build_write_json(struct buf *out, const struct build_job *jobs, size_t n);
/** Writes lines that ninja reads from standard output (its manual, "deps", `msvc`): each input
 * after BUILD_NINJA_PREFIX. Its `gcc` format cannot express some names, such as those with an
 * apostrophe. */
#define BUILD_NINJA_PREFIX "dossier reads: "
void build_write_ninja(struct buf *out, const struct build_job *jobs, size_t n);
/** Writes a path in a rule of make, quoted as far as possible, as a `target` or a prerequisite. */
void build_put_make_path(struct buf *out, struct str path, bool target);

#endif
