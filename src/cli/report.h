/* SPDX-License-Identifier: MIT */
/*
 * Diagnostics for reports. They are copies that outlive the jobs, so that all forms are written
 * from the same list. Private to cli.
 */
#ifndef DOSSIER_CLI_REPORT_H
#define DOSSIER_CLI_REPORT_H

#include "cli/cli.h"

/** A place. Lines and columns are counted from 1, and columns count code points. */
struct cli_place {
    struct str file; /* the path of the file; empty: the finding has no place */
    uint32_t line, col, end_line, end_col;
};

struct cli_note {
    struct cli_place at;
    struct str text;
};

struct cli_finding {
    const struct diag_rule *id;
    enum diag_level level;
    struct cli_place at;
    struct str text, hint;
    struct cli_note *related, *fixes; /* for a fix, `text` replaces the bytes at `at` */
    size_t nrelated, nfixes;
    struct str document;    /* the document of the job; or empty */
    struct str fingerprint; /* a text that stays the same while the line stays the same, wherever
                               the line is */
};

/* The functions that write each form of all findings into `out`. */
void cli_write_json(const struct cli_reporter *r, struct buf *out);
void cli_write_sarif(const struct cli_reporter *r, struct buf *out);
void cli_write_github(const struct cli_reporter *r, struct buf *out);
void cli_write_gitlab(const struct cli_reporter *r, struct buf *out);
void cli_write_junit(const struct cli_reporter *r, struct buf *out);

/* ---- report_json.c: small builders, for all forms in JSON ---- */

struct node;
void cli_put_int(struct arena *a, struct node *map, const char *key, size_t v);
struct node *cli_put_map(struct arena *a, struct node *map, const char *key);
struct node *cli_put_list(struct arena *a, struct node *map, const char *key);
struct node *cli_append_map(struct arena *a, struct node *list);

#endif
