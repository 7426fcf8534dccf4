/* SPDX-License-Identifier: MIT */
/*
 * Declarations that the parts of `dossier styles` share. Private to cli.
 */
#ifndef DOSSIER_CLI_STYLES_H
#define DOSSIER_CLI_STYLES_H

#include "cli/cli.h"
#include "job/build/styles.h"

#define STYLES_MAX_DIRS 4

/** A run of one of the subcommands of `dossier styles`. */
struct styles {
    struct arena *arena;
    const char *command; /* the name of the command in messages: "styles list" */
    struct cli_reports report;
    str_list words; /* arguments that are not options */
    bool json;
    bool independent; /* dependent styles are left out */
    struct str dirs[STYLES_MAX_DIRS];
    size_t ndirs;
    struct buf out; /* the text for standard output */
};

/* ---- styles_show.c ---- */

/** Writes styles as aligned lines, or as JSON with --json. */
void styles_write_rows(struct styles *r, const struct build_style *const *list, size_t n);
/** Writes the metadata of each style in `list`, as text or, with --json, as JSON. */
void styles_write_cards(struct styles *r, const struct build_style *const *list, size_t n);

/* ---- styles_check.c ---- */

/** Implements `dossier styles check`: compiles each file and reports its errors. */
int styles_check(struct styles *r);

#endif
