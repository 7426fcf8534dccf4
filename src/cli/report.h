/* SPDX-License-Identifier: MIT */
/*
 * Diagnostics for reports: copies that outlive the jobs, so that all forms are written from the
 * same list. Private to cli.
 */
#ifndef DOSSIER_CLI_REPORT_H
#define DOSSIER_CLI_REPORT_H

#include "cli/cli.h"

/** A place, from 1 on; columns count code points. */
struct cli_place {
    struct str file; /* empty: nowhere */
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
    struct cli_note *related, *fixes; /* of a fix: the text that replaces the place */
    size_t nrelated, nfixes;
    struct str document;    /* the document of its job; or empty */
    struct str fingerprint; /* the same while its line stays the same, wherever it is */
};

/* What each form writes into `out`, of all findings. */
void cli_write_json(const struct cli_reporter *r, struct buf *out);
void cli_write_sarif(const struct cli_reporter *r, struct buf *out);
void cli_write_github(const struct cli_reporter *r, struct buf *out);
void cli_write_gitlab(const struct cli_reporter *r, struct buf *out);
void cli_write_junit(const struct cli_reporter *r, struct buf *out);

/* ---- report_json.c: small builders, for all forms in JSON ---- */

struct node;
void cli_put_text(struct arena *a, struct node *map, const char *key, struct str text);
void cli_put_int(struct arena *a, struct node *map, const char *key, size_t v);
struct node *cli_put_map(struct arena *a, struct node *map, const char *key);
struct node *cli_put_list(struct arena *a, struct node *map, const char *key);
struct node *cli_append_map(struct arena *a, struct node *list);

#endif
