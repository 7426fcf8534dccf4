/* SPDX-License-Identifier: MIT */
/*
 * Declarations that the subcommands of `dossier refs` share: words, databases, the report. Private
 * to cli.
 */
#ifndef DOSSIER_CLI_REFS_H
#define DOSSIER_CLI_REFS_H

#include "cite/bib/bib.h"
#include "cli/cli.h"
#include "core/base/guard.h"
#include "job/build/build.h"

/** One run of a subcommand. */
struct refs {
    struct arena *arena;
    const char *command; /* the name of the subcommand: "refs list" */
    struct cli_reports report;
    str_list files;     /* the words that are not options */
    str_list databases; /* --bibliography */
    struct str csl;
    struct str output;        /* -o; if the pointer is NULL, standard output */
    enum bib_format from, to; /* --from; --to, which is BIB_FORMAT_COUNT if it was not given */
    struct str pattern;
    struct str folder; /* --sources; if the pointer is NULL, none are written */
    bool json, dry_run, merge, force, sort_fields;
    bool fix;                     /* --fix: `refs check` corrects what is certain */
    struct str services;          /* --services; a NULL pointer: the services themselves */
    int64_t timeout;              /* --timeout in seconds; 0: not given */
    struct str retractions;       /* --retractions, a file; a NULL pointer: none */
    struct str list;              /* --list; a NULL pointer: none */
    bool full;                    /* --full: `refs journals` writes full names */
    bool yes;                     /* --yes: `refs update` writes without asking */
    bool offline;                 /* --offline */
    bool all;                     /* --all: `refs check` shows each finding */
    VEC(struct source *) sources; /* databases that were read */
    VEC(struct str) paths;        /* the paths of these databases */
    struct build_job job;         /* a job for the diagnostics of the run */
    struct buf out;               /* text for standard output; refs_finish() writes it */
    struct guard guard;           /* files that the run reads and writes */
};

/**
 * Reads `n` databases into a new one. Errors are reported and set the exit status.
 */
struct bib *refs_read(struct refs *r, const struct str *paths, size_t n);
/** Reads databases into a database that already has entries. */
void refs_read_more(struct refs *r, struct bib *b, const struct str *paths, size_t n);
/** Whether the value of --pattern can make keys. If not, wrong usage is reported. */
bool refs_check_pattern(struct refs *r);
/** Returns a key that is made with a pattern of `refs keys`. Empty if the item has none of the
 * parts. The result is in the arena. */
struct str refs_key(struct arena *a, struct str pattern, const struct item *it);
/** Whether a word names a database: a file with the ending of one, "-", or a folder. */
bool refs_is_database(struct str word);
/** Splits the words into databases (those of --bibliography first) and other words, in the arena.
 */
void refs_split(struct refs *r, struct str **databases, size_t *ndatabases, struct str **others,
                size_t *nothers);
/** Whether a file may be changed, because it is writable or --force was given. If not, this is
 * reported. */
bool refs_may_change(struct refs *r, struct str path);
/** Overwrites a file that was read as an input. An error is reported. */
bool refs_rewrite(struct refs *r, struct str path, struct str text);
/** Whether the guard allows `who` to write a file. If not, wrong usage is reported. */
bool refs_ask(struct refs *r, struct str path, struct str who);
/** Writes a file that refs_ask() has allowed. An error is reported. */
bool refs_write(struct refs *r, struct str path, struct str who, struct str text);
/** Finishes interrupted changes of several files in the folders of the named files, and reports
 * this. Returns false if a change could not be finished. */
bool refs_finish_changes(struct refs *r);
/** Writes `out` to the file of -o. Without -o, refs_finish() prints it. Returns false if the file
 * of -o is an input or must not be written, which has been reported. */
bool refs_output(struct refs *r);
/** Reports wrong usage with the name of the command. Returns CLI_USAGE. */
int refs_usage(const struct refs *r, const char *fmt, ...) ATTR_PRINTF(2, 3);
/** Writes `out`, prints the diagnostics, and returns the exit status. */
int refs_finish(struct refs *r);

/** Returns a file as a source. If it cannot be read, this is reported and NULL is returned. */
struct source *refs_open(struct refs *r, struct str path, size_t limit);
/** Returns the table of --retractions. NULL if none is given, or after a reported error. */
struct bib_retractions *refs_retractions(struct refs *r);

/* ---- the subcommands; each returns the exit status ---- */

int refs_add(struct refs *r);
int refs_convert(struct refs *r);
int refs_check(struct refs *r);
int refs_dedupe(struct refs *r);
int refs_extract(struct refs *r);
int refs_fmt(struct refs *r);
int refs_journals(struct refs *r);
int refs_keys(struct refs *r);
int refs_list(struct refs *r);
int refs_search(struct refs *r);
int refs_show(struct refs *r);
int refs_subset(struct refs *r);
int refs_update(struct refs *r);

#endif
