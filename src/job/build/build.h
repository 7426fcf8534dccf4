/* SPDX-License-Identifier: MIT */
/*
 * One job: from a document's source to its outputs. Knows the order of the stages and where files
 * lie; decides nothing about options (cli does) and nothing about content (the rooms below do).
 */
#ifndef DOSSIER_BUILD_BUILD_H
#define DOSSIER_BUILD_BUILD_H

#include "cite/bib/bib.h"
#include "core/base/digest.h"
#include "core/base/file.h"
#include "core/base/timings.h"
#include "core/base/vec.h"
#include "core/diag/diag.h"
#include "job/build/output.h"
#include "print/font/font.h"
#include "read/markdown/markdown.h"
#include "write/plain/plain.h"

struct build_page; /* job/build/page_host.h */

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
 * Adds all options that outputs depend on to a cache key. Returns false if the options have no key,
 * because a value of the front matter is given as a tree: then nothing may be cached.
 */
bool build_options_digest(struct digest_sum *s, const struct build_options *opt);

/**
 * The fence around what documents in a folder may read when they are in the sandbox: `opt->root`,
 * or that folder; all that whoever runs the program has named; the program's own data. In `a`.
 */
struct file_fence *build_fence(struct arena *a, const struct build_options *opt, struct str dir);

/**
 * What documents of one run read once, their databases, and which files the run reads and writes.
 * The caller drops it behind the last job; items and their sources live as long.
 *
 * Threads: databases are for any of them. The document that names some first reads them, and others
 * that name the same wait for that; a document has them for itself while its citations are resolved
 * and its lists made (databases.c). What is read and written, and what was reported, is known to
 * one thread alone, which gives documents back in their order: it calls the functions below, and
 * jobs on other threads put all such steps off (job/build/batch.h).
 */
struct build_shared *build_shared_new(struct arena *a);
void build_shared_drop(struct build_shared *shared);
/**
 * Begins a further round: documents will be built again. Databases that have changed since they
 * were read, or could not be read, are let go, with their items and sources; what is wrong with the
 * others is reported once again in the round. Only between jobs that were given back.
 */
void build_shared_round(struct build_shared *shared);
/**
 * Whether a document that left a trace would show the same of its databases as they are now; they
 * are read for that, and shared with the documents of the run (`opt->shared` is set). What is wrong
 * with them is reported in `d`; all else is in `a`.
 */
bool build_trace_holds(struct arena *a, const struct build_options *opt, struct str trace,
                       struct diags *d);

/** What tells the entries of a database apart: see bib_marks(). */
struct build_marks {
    const struct bib_mark *p; /* cite/bib/check/check.h; in an arena */
    size_t n;
};
/** The marks of a .bib; of one that a document of the run has read, or with `read` in any case.
 * False when it has none, or something is wrong with it. */
bool build_database_marks(struct arena *a, const struct build_options *opt, struct str path,
                          bool read, struct build_marks *out);
/** The one database that a trace is of, as it is opened; empty when it is of none, or of several.
 */
struct str build_trace_database(struct str trace);
enum build_turned {
    BUILD_TURNED_NOTHING, /* the document does not show the entry */
    BUILD_TURNED_ENTRY,   /* it does, and what it shows of others stays as it is, and where it is */
    BUILD_TURNED_PERHAPS, /* the same, unless no list of the document has it */
    BUILD_TURNED_MORE     /* it has to be built again */
};
/**
 * What a changed entry of its one database changes of a document: `before` and `after` are options
 * whose host has the database with that entry alone, each with a `shared` of its own. As
 * resolve_trace_turn(), with its conditions; `*now` is the new trace.
 */
enum build_turned build_trace_turn(struct arena *a, const struct build_options *before,
                                   const struct build_options *after, struct str trace,
                                   struct str *now);

struct resolve_group; /* cite/resolve/resolve.h */
/**
 * The groups of the works in some databases, which documents of the run share (`opt->shared` is
 * set): for indexes of them. As resolve_groups(), whose `by` it is; `*works` becomes how many works
 * there are. What is wrong with the databases is reported in `d`. Needs no job.
 */
struct resolve_group *build_groups(struct arena *a, const struct build_options *opt,
                                   const struct str *databases, size_t ndatabases, struct str lang,
                                   struct str by, size_t *n, size_t *works, struct diags *d);
/** A document of the run that is not built in this round is made from a file: it is not written
 * over. */
void build_shared_input(struct build_shared *shared, struct str path);
struct build_job;
/**
 * Claims the files that jobs will write, and `deps` (empty: none), before anything is read or
 * written; `force` is for files that nobody may write. False, with words in `*why` (in `a`), when
 * one would be written over a document or twice.
 */
bool build_shared_plan(struct build_shared *shared, const struct build_job *jobs, size_t n,
                       struct str deps, bool force, struct arena *a, struct str *why);
/** Writes the outputs that have waited until all documents were read; faults are the job's, which
 * has an arena and diagnostics. */
void build_shared_flush(struct build_shared *shared, struct build_job *job);
/** Writes the dependency file of a run, last of all, when it was claimed and is none that was read:
 * otherwise there are words in `*why`. Returns 0 or an errno value. */
int build_shared_deps(struct build_shared *shared, struct str deps, struct str data,
                      struct arena *a, struct str *why);

/** A file that goes with an output: a feed, the works of a list as a database, a page a work. */
struct build_companion {
    struct str name; /* relative to the output's folder, see path_is_portable() */
    struct str path; /* where it was written; empty when the output has no path */
    struct str data; /* of one without a path, unless `take` had it; in the job's arena */
    bool written;    /* always: others are not kept */
};

/** Takes a companion of an output that has no path, as soon as it is made; `data` lives until it
 * returns. False: it is not wanted, and is as if never made. */
typedef bool build_take_fn(void *user, struct str name, struct str data);

/** One output of a document. The caller sets the first part, build_run() the second. */
struct build_target {
    const struct build_output *output;
    struct str path;  /* "-" for standard output; empty: `data` takes it */
    struct str given; /* with a pointer: what an output is that was made before, as build_verify()
                         has it; nothing is written */
    build_take_fn *take; /* of a target without a path; NULL: companions keep their data */
    void *take_user;

    bool written;
    struct str data;                    /* of `held`: until build_drop() */
    struct buf held;                    /* given back by build_drop() */
    size_t pages;                       /* 0 when the output has none */
    struct build_companion *companions; /* in the job's arena, in the order they were made in */
    size_t ncompanions;
};

/** One document. The caller sets the first part, build_run() the second. */
struct build_job {
    struct str input;          /* a path, or "-" for standard input */
    struct str name;           /* what its outputs are called; empty: as the input is */
    const struct str *further; /* files that are read behind it, as one document */
    size_t nfurther;
    const struct node *metadata;   /* of its project: what the front matter does not say; or NULL */
    const struct build_page *page; /* of a site; NULL: the document stands alone */
    struct build_target *targets;  /* none: the document is only checked */
    size_t ntargets;
    bool lint;    /* what only a check looks for is looked for, though there are targets */
    bool surveys; /* nothing is laid out or written: which files are read, and which companions the
                     targets would have, is all that is wanted */

    struct arena *arena; /* owns everything below; build_drop() gives it back */
    struct diags diags;  /* sorted by place, without repetitions */
    struct bib *bib;     /* diagnostics point into its files; NULL when they are shared */
    struct bib **older;  /* and those of the document as it was read for other outputs */
    size_t nolder;
    struct str *inputs; /* files that were read, for dependency files */
    size_t ninputs;
    struct str verdict; /* how far the document is from its limits; empty: it has none */
    bool wants_trace;   /* set by the caller: `trace` is to be written */
    struct str
        trace;      /* what of its databases it shows: build_trace_holds(); empty: cannot be said */
    bool unchanged; /* it was made before: nothing of it was made again */
    bool io_failed; /* a file could not be read or written: exit status 3 */
    bool refused;   /* an output would have been written over a file of the document: status 2 */
    struct build_later *later; /* build's own: what is not written yet; NULL but in a batch */
};

/** Runs the job. Outputs are written even when the document has errors; each file appears whole or
 * not at all. */
void build_run(struct build_job *job, const struct build_options *opt);
void build_drop(struct build_job *job);

/**
 * Looks at finished outputs, PDFs and pages, and reports what is wrong with them in the job's
 * diagnostics: each by itself, a page and a PDF of one name against each other; or, where the job
 * has an `input`, against that document, built with these options. Given back by build_drop().
 */
void build_verify(struct build_job *job, const struct build_options *opt, const struct str *files,
                  size_t n);

/** Whether a file is a CV as data (RenderCV's, JSON Resume's, al-folio's), by its ending and its
 * content. The file's text stays in `a`. */
bool build_is_cv(struct arena *a, struct str path);

/**
 * Folders of data that belong to this library: beside the one that it, or the program it is part
 * of, lies in (uninstalled, or installed somewhere else than was planned), then where it was to be
 * installed. Returns how many of `max` there are.
 */
size_t build_data_dirs(struct arena *a, struct str *out, size_t max);

/** The folder with what was made of hyphenation patterns when this was built; empty when there is
 * none. */
struct str build_patterns_dir(struct arena *a);

/** Dependency files: make's `outputs: inputs`, or JSON {"inputs": [...], "outputs": [...]}. */
void build_write_make(struct buf *out, const struct build_job *jobs, size_t n);
void build_write_json(struct buf *out, const struct build_job *jobs, size_t n);
/** Or lines that ninja takes from standard output (its manual, "deps", `msvc`): what is read, one
 * file in a line behind BUILD_NINJA_PREFIX. Of the names that its `gcc` takes some cannot be
 * written, such as those with an apostrophe. */
#define BUILD_NINJA_PREFIX "dossier reads: "
void build_write_ninja(struct buf *out, const struct build_job *jobs, size_t n);
/** A path in a rule of make, quoted as far as that goes; a `target`, or what one needs. */
void build_put_make_path(struct buf *out, struct str path, bool target);

#endif
