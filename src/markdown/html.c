/* SPDX-License-Identifier: MIT */
/*
 * Blocks of HTML that are more than raw text: tables, which may hold blank lines. Decides where a
 * `<table>` ends; what is none is cmark-gfm's HTML block (CommonMark §4.6, kind 6), up to a blank
 * line.
 */
#include "markdown/block.h"

#define MAX_VAIN 500000 /* lines that tables without an end make us look at, in one region */

/* Lines of a table, with those of tables within it. */
static bool in_table(void *state, struct str line) {
    struct md_html_depth *depth = state;
    if (depth->done || depth->lines >= MD_HTML_TABLE_LINES) {
        return false;
    }
    md_html_table_line(depth, line);
    return true;
}

static bool no_blank(void *state, struct str line) {
    (void)state;
    return !md_is_blank(line);
}

static bool open_html(struct md_at *at) {
    struct md_html_depth depth = {0};
    if (at->fed[at->byte] != MD_MASK_ASK || at->s.p[0] != '<') {
        return false;
    }
    md_html_table_line(&depth, at->s);
    struct md_region r = {NULL, 1, at->k->r->fixed};
    if (at->k->vain < MAX_VAIN) {
        r = md_look_ahead(at, in_table, &depth);
    }
    if (!depth.done || depth.text) {
        at->k->vain += r.n;
        r = md_look_ahead(at, no_blank, NULL);
    }
    (void)md_open_lines(at, &md_block_html, at->line + r.n);
    return true;
}

static struct doc_node *read_html(struct md_reader *k, cmark_node *n, struct md_open *o,
                                  const struct md_region *part) {
    struct md_html_depth depth = {0};
    (void)n;
    (void)o;
    for (size_t i = 0; i < part->n && !depth.done; i++) {
        md_html_table_line(&depth, part->lines[i].s);
    }
    bool whole = depth.done && !depth.text && depth.lines == part->n;
    struct doc_node *table = whole ? md_html_table(k->m, part, 0, part->n) : NULL;
    if (table) {
        doc_append(k->top, table);
        return NULL;
    }
    struct md_text t = md_text_lines(k->m, part);
    md_add_html(k, arena_join(k->m->a, 2, t.s, STR("\n")), md_span(&t, 0, t.s.n));
    return NULL;
}

const struct md_block md_block_html = {.open = open_html, .read = read_html, .interrupts = true};
