/* SPDX-License-Identifier: MIT */
/*
 * Shared by the parts of `dossier library`. Private to cli.
 */
#ifndef DOSSIER_CLI_LIBRARY_H
#define DOSSIER_CLI_LIBRARY_H

#include "cite/bib/store/store.h"
#include "cli/cli.h"

/** A run of one of its commands. */
struct library_run {
    struct arena *arena;
    struct cli_reports report;
    const char *command;      /* "library import": for messages */
    str_list words;           /* arguments that are not options */
    str_list files;           /* --file */
    struct str library;       /* the file */
    struct str output;        /* -o */
    enum bib_format from, to; /* BIB_AUTO: by the file's name */
    int64_t limit;            /* of a search */
    bool all, repair, force;
    struct build_job store_job; /* diagnostics about the library itself */
    VEC(struct build_job) jobs; /* diagnostics about files, one job for each file */
    struct bib_store *store;
    size_t errors, warnings;
    bool io_failed;
};

/* ---- library_args.c ---- */

/** Bits of the commands, in the rows of their options. */
enum library_command {
    LIBRARY_IMPORT = 1,
    LIBRARY_SYNC = 2,
    LIBRARY_SEARCH = 4,
    LIBRARY_EXPORT = 8,
    LIBRARY_REMOVE = 16,
    LIBRARY_STATS = 32,
    LIBRARY_VERIFY = 64,
    LIBRARY_COPY = 128
};
extern const struct cli_grammar library_grammar;

/* ---- library_show.c ---- */

/** Prints text on standard output, without control characters but line ends. */
void library_print(struct str text);
/** One match of a search: "key  Names (year): title. venue", and its place below. */
void library_show(const struct item *it, const struct bib_store_row *row);
/** `dossier library export`, and searches with --to. Returns false for a format nothing can write.
 */
bool library_export(struct library_run *r, const struct bib_store_query *query);

/* ---- library_copy.c ---- */

/** `dossier library copy`; false when it was called in a wrong way. */
bool library_copy(struct library_run *r);
/** Opens a library. NULL if a fault was reported, which sets the exit status. */
struct bib_store *library_open(struct library_run *r, struct str name, enum bib_store_mode mode);

#endif
