/* SPDX-License-Identifier: MIT */
/*
 * Declarations that the parts of `dossier library` share. Private to cli.
 */
#ifndef DOSSIER_CLI_LIBRARY_H
#define DOSSIER_CLI_LIBRARY_H

#include "cite/bib/store/store.h"
#include "cli/cli.h"

/** A run of one of the commands of `dossier library`. */
struct library_run {
    struct arena *arena;
    struct cli_reports report;
    const char *command;      /* the name of the command in messages: "library import" */
    str_list words;           /* arguments that are not options */
    str_list files;           /* --file */
    struct str library;       /* the path of the library */
    struct str output;        /* -o */
    enum bib_format from, to; /* BIB_AUTO means that the name of the file decides */
    int64_t limit;            /* the maximum number of matches of a search */
    bool all, repair, force;
    struct build_job store_job; /* diagnostics about the library itself */
    VEC(struct build_job) jobs; /* diagnostics about files; there is one job for each file */
    struct bib_store *store;
    size_t errors, warnings;
    bool io_failed;
};

/* ---- library_args.c ---- */

/** One bit for each command. The row of an option has the bits of the commands that accept it. */
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

/** Prints text on standard output, without control characters. Line ends are kept. */
void library_print(struct str text);
/** Shows one match of a search: "key  Names (year): title. venue", and its place below. */
void library_show(const struct item *it, const struct bib_store_row *row);
/** Implements `dossier library export`, and searches with --to. Returns false for a format that
 * cannot be written. */
bool library_export(struct library_run *r, const struct bib_store_query *query);

/* ---- library_copy.c ---- */

/** Implements `dossier library copy`. Returns false for wrong usage. */
bool library_copy(struct library_run *r);
/** Opens a library. Returns NULL if an error was reported, which sets the exit status. */
struct bib_store *library_open(struct library_run *r, struct str name, enum bib_store_mode mode);

#endif
