/* SPDX-License-Identifier: MIT */
/*
 * Diagnostics in JSON: an array of objects with the data of the text form, described by
 * src/cli/schemas/diagnostics.schema.json.
 */
#include "cli/report.h"
#include "core/data/json.h"

/* ---- small builders ---- */

static void put(struct arena *a, struct node *map, const char *key, struct node *value) {
    node_put(a, map, str_of(key), SPAN_NONE, value);
}

void cli_put_int(struct arena *a, struct node *map, const char *key, size_t v) {
    struct node *n = node_string(a, arena_printf(a, "%zu", v), SPAN_NONE);
    n->kind = NODE_NUMBER;
    put(a, map, key, n);
}

struct node *cli_put_map(struct arena *a, struct node *map, const char *key) {
    struct node *n = node_new_map(a, SPAN_NONE);
    put(a, map, key, n);
    return n;
}

struct node *cli_put_list(struct arena *a, struct node *map, const char *key) {
    struct node *n = node_new_list(a, SPAN_NONE);
    put(a, map, key, n);
    return n;
}

struct node *cli_append_map(struct arena *a, struct node *list) {
    struct node *n = node_new_map(a, SPAN_NONE);
    node_append(a, list, n);
    return n;
}

/* ---- the form ---- */

static void put_place(struct arena *a, struct node *map, const struct cli_place *at) {
    if (!at->file.n) {
        return;
    }
    node_put_text(a, map, "file", at->file);
    cli_put_int(a, map, "line", at->line);
    cli_put_int(a, map, "column", at->col);
    cli_put_int(a, map, "endLine", at->end_line);
    cli_put_int(a, map, "endColumn", at->end_col);
}

static void put_notes(struct arena *a, struct node *map, const char *key, const char *text,
                      const struct cli_note *notes, size_t n) {
    struct node *list = n ? cli_put_list(a, map, key) : NULL;
    for (size_t i = 0; i < n; i++) {
        struct node *m = cli_append_map(a, list);
        put_place(a, m, &notes[i].at);
        node_put_text(a, m, text, notes[i].text);
    }
}

static void add(struct arena *a, struct node *list, const struct cli_finding *f) {
    struct node *m = cli_append_map(a, list);
    put_place(a, m, &f->at);
    node_put_text(a, m, "level", str_of(diag_level_name(f->level)));
    node_put_text(a, m, "id", str_of(f->id->slug));
    node_put_text(a, m, "message", f->text);
    if (f->hint.n) {
        node_put_text(a, m, "hint", f->hint);
    }
    put_notes(a, m, "related", "message", f->related, f->nrelated);
    put_notes(a, m, "fixes", "text", f->fixes, f->nfixes);
}

void cli_write_json(const struct cli_reporter *r, struct buf *out) {
    struct node *list = node_new_list(r->arena, SPAN_NONE);
    for (size_t i = 0; i < r->findings.n; i++) {
        add(r->arena, list, &r->findings.p[i]);
    }
    json_write(out, list, 2);
    buf_putc(out, '\n');
}
