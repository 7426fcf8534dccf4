/* SPDX-License-Identifier: MIT */
/* Reads line blocks (MANUAL, line_blocks). A line with bars above a delimiter row begins a table
 * and not a line block. */
#include "read/markdown/core/block_extension.h"

static bool is_verse(struct str line) {
    return line.n && line.p[0] == '|' && (line.n == 1 || line.p[1] == ' ');
}

static bool goes_on(void *state, struct str line) {
    bool *table = state;
    *table = *table || md_delimiter_row(line);
    return !*table && (is_verse(line) || (line.n && line.p[0] == ' ' && !md_is_blank(line)));
}

static bool open_verse(struct md_at *at) {
    if (at->indent || !is_verse(at->s)) {
        return false;
    }
    bool table = md_delimiter_row(at->s) > 0;
    struct md_region r = md_look_ahead(at, goes_on, &table);
    if (!table) {
        (void)md_open_lines(at, &md_block_verse, at->line + r.n);
    }
    return !table;
}

/* Whether a text ends in a backslash of its own, which is a hard break. */
static bool is_broken(const struct buf *b) {
    size_t n = 0;
    while (n < b->n && b->p[b->n - 1 - n] == '\\') {
        n++;
    }
    return n % 2 == 1;
}

/* Returns the lines as one text with hard breaks. A line that begins with a space continues the
 * previous line. Spaces after the bar become no-break spaces, each of which is a separate piece,
 * because it has more bytes than a space. */
static struct md_text verse_text(struct md *m, const struct md_region *r) {
    VEC(struct md_piece) pieces = VEC_INIT;
    struct buf b = BUF_INIT;
    bool exact = true;
    for (size_t i = 0; i < r->n; i++) {
        struct md_line l = r->lines[i];
        bool verse = is_verse(l.s);
        size_t at = verse ? (l.s.n > 1 ? 2 : 1) : 0;
        exact = exact && l.src != MD_NOWHERE;
        buf_puts(&b, i == 0 ? "" : verse && !is_broken(&b) ? "\\\n" : "\n");
        for (; at < l.s.n && l.s.p[at] == ' '; at++) {
            if (verse) {
                vec_push(&pieces, (struct md_piece){(uint32_t)b.n, l.src + (uint32_t)at});
                buf_puts(&b, "\xC2\xA0");
            }
        }
        vec_push(&pieces, (struct md_piece){(uint32_t)b.n, l.src + (uint32_t)at});
        buf_str(&b, str_from(l.s, at));
    }
    return (struct md_text){buf_finish(&b, m->a), vec_finish(&pieces, m->a), exact ? pieces.n : 0,
                            r->fixed};
}

static struct doc_node *read_verse(struct md_reader *k, cmark_node *n, struct md_open *o,
                                   const struct md_region *part) {
    struct span at = md_line_span(k->m, part, 0, 0, SIZE_MAX);
    (void)n;
    (void)o;
    struct doc_node *div = md_add(k, DOC_DIV, at);
    doc_add_class(k->m->doc, div, STR("line-block"));
    struct doc_node *para = doc_add(k->m->doc, div, DOC_PLAIN, at);
    md_leaf(k->m, para, verse_text(k->m, part));
    return NULL;
}

const struct md_block md_block_verse = {.open = open_verse, .read = read_verse};
