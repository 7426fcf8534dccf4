/* SPDX-License-Identifier: MIT */
/* Finds the text of leaves in the source, by cmark-gfm's lines and byte columns. If cmark-gfm's
 * copy of a text cannot be found, the copy is used, without exact places. */
#include "read/markdown/core/md_cmark.h"

#include <string.h>

/* maximum number of offsets in a line that are tried as the beginning of a row or a cell */
#define MAX_ROW_PREFIX 1000

size_t md_first_line(const struct md_reader *k, cmark_node *n) {
    int line = cmark_node_get_start_line(n) - 1;
    return line < 0 ? 0 : (size_t)line < k->r->n ? (size_t)line : k->r->n - 1;
}

size_t md_last_line(const struct md_reader *k, cmark_node *n) {
    int line = cmark_node_get_end_line(n) - 1 - (cmark_node_get_end_column(n) == 0);
    size_t first = md_first_line(k, n);
    return line < (int)first ? first : (size_t)line < k->r->n ? (size_t)line : k->r->n - 1;
}

size_t md_first_byte(cmark_node *n) {
    int column = cmark_node_get_start_column(n) - 1;
    return column < 0 ? 0 : (size_t)column;
}

struct span md_block_span(const struct md_reader *k, cmark_node *n) {
    size_t last = md_last_line(k, n);
    struct span from = md_line_span(k->m, k->r, md_first_line(k, n), md_first_byte(n), SIZE_MAX);
    struct str line = str_trim_end(k->r->lines[last].s);
    struct span to = md_line_span(k->m, k->r, last, 0, line.n);
    if (to.src == from.src && to.end > from.begin) {
        from.end = to.end;
    }
    return from;
}

static struct str fed_line(const struct md_reader *k, size_t line) {
    return (struct str){k->mask.text + k->mask.at[line], k->r->lines[line].s.n};
}

/* Returns the offset of `got` in the line `fed`, usually at its end, or STR_NONE. `got` is
 * cmark-gfm's copy of the line or of a part of it. */
static size_t find_in_line(struct str fed, struct str got) {
    if (got.n > fed.n) {
        return STR_NONE;
    }
    size_t at = fed.n - got.n;
    if (str_eq(str_from(fed, at), got)) {
        return at;
    }
    struct str cut = str_trim_end(fed);
    if (cut.n >= got.n && str_eq(str_slice(cut, cut.n - got.n, cut.n), got)) {
        return cut.n - got.n;
    }
    return str_find(fed, got);
}

/* Returns the offset of `got`, a copy in which `|` stands for `\|`, in the line `fed`. cmark-gfm
 * makes such copies of a paragraph directly above a table. */
static size_t find_escaped(struct str fed, struct str got, size_t *end) {
    for (size_t at = 0; at < fed.n && at < MAX_ROW_PREFIX; at++) {
        size_t i = at;
        size_t j = 0;
        for (; j < got.n && i < fed.n; i++, j++) {
            i += got.p[j] == '|' && fed.p[i] == '\\' && i + 1 < fed.n;
            if (fed.p[i] != got.p[j]) {
                break;
            }
        }
        if (j == got.n && !str_trim_end(str_from(fed, i)).n) {
            *end = i;
            return at;
        }
    }
    return STR_NONE;
}

/* Returns the text of a leaf that begins in `line`. Each line of cmark-gfm's copy is searched for
 * in the source. */
struct md_text md_leaf_text(const struct md_reader *k, size_t line, struct str copy) {
    copy = str_trim_end(copy);
    VEC(struct md_line) lines = VEC_INIT;
    struct str rest = copy.n ? copy : STR_EMPTY;
    struct span fixed = md_line_span(k->m, k->r, line, 0, SIZE_MAX);
    for (; rest.p; line++) {
        /* leading white space has no meaning, and may be the rest of a tab */
        struct str got = str_cut(&rest, '\n');
        got = str_from(got, str_past(got, 0, is_space_or_tab));
        struct str fed = line < k->r->n ? fed_line(k, line) : STR_EMPTY;
        size_t at = find_in_line(fed, got);
        if (at == STR_NONE && lines.n == 0 && line + 1 < k->r->n) {
            /* the first line of the item has only the marker, so the paragraph begins in the next
             * line */
            fed = fed_line(k, line + 1);
            at = find_in_line(fed, got);
            line += at != STR_NONE;
        }
        size_t end = at == STR_NONE ? 0 : at + got.n;
        if (at == STR_NONE) {
            at = find_escaped(fed, got, &end);
        }
        if (at == STR_NONE) {
            vec_push(&lines, (struct md_line){arena_str(k->m->a, got), MD_NOWHERE});
        } else {
            vec_push(&lines, md_line_part(k->r->lines[line], at, end));
        }
    }
    struct md_region part = {lines.p, lines.n, fixed};
    struct md_text t = md_text_lines(k->m, &part);
    vec_drop(&lines);
    return t;
}

struct str md_copy(cmark_node *n) {
    struct str copy = str_of(cmark_node_get_string_content(n));
    return str_trim_end(copy).n ? copy : STR_EMPTY;
}

size_t md_find_head(struct md_reader *k, cmark_node *table) {
    struct str copy = str_trim_end(md_copy(table));
    size_t lines = 0;
    size_t begin = 0;
    for (size_t i = 0; i < copy.n; i++) {
        if (copy.p[i] == '\n') {
            lines++;
            begin = i + 1;
        }
    }
    k->head_line = md_first_line(k, table) + lines;
    k->head_line = k->head_line < k->r->n ? k->head_line : k->r->n - 1;
    k->head_at = find_in_line(fed_line(k, k->head_line), str_from(copy, begin));
    k->head_at = k->head_at == STR_NONE ? 0 : k->head_at;
    return lines;
}

/* Returns the text of a heading. In an ATX heading, it is the part of the line after the `#`
 * characters. */
struct md_text md_heading_text(const struct md_reader *k, cmark_node *n) {
    size_t line = md_first_line(k, n);
    struct str copy = md_copy(n);
    struct str fed = fed_line(k, line);
    size_t at = md_first_byte(n);
    if (at >= fed.n || fed.p[at] != '#') {
        return md_leaf_text(k, line, copy);
    }
    at += str_run(fed, at, '#');
    at = str_past(fed, at, is_space_or_tab);
    copy = str_trim_end(copy);
    if (!str_starts(str_from(fed, at), copy)) {
        return md_leaf_text(k, line, copy);
    }
    struct md_line l = md_line_part(k->r->lines[line], at, at + copy.n);
    struct md_region part = {&l, 1, md_line_span(k->m, k->r, line, 0, SIZE_MAX)};
    return md_text_lines(k->m, &part);
}

/* Compares the copy of a cell with the line `fed` at byte `at`. Returns the offset after the cell,
 * or STR_NONE if they differ. `pieces` are the parts of the line that make up the cell, because
 * `\|` in the line is `|` in the copy (GFM §4.10). */
static size_t match_cell(struct str fed, size_t at, struct str copy, struct md_piece *pieces,
                         size_t *npieces) {
    *npieces = 0;
    for (size_t i = 0; i < copy.n; i++, at++) {
        bool bar = copy.p[i] == '|' && at + 1 < fed.n && fed.p[at] == '\\' && fed.p[at + 1] == '|';
        at += bar;
        if (at >= fed.n || fed.p[at] != copy.p[i]) {
            return STR_NONE;
        }
        if (i == 0 || bar) {
            pieces[(*npieces)++] = (struct md_piece){(uint32_t)i, (uint32_t)at};
        }
    }
    size_t end = str_past(fed, at, is_space);
    return end >= fed.n || fed.p[end] == '|' ? end : STR_NONE;
}

/* Finds the next cell of a row and its pieces in the line, and returns its end. cmark-gfm's columns
 * are not used, because they refer to the first line of the table. */
static size_t find_cell(struct md_reader *k, struct str fed, struct str copy,
                        struct md_piece *pieces, size_t *npieces) {
    size_t at = k->cell_at;
    bool first = k->column == 0;
    at = str_past(fed, at, is_space_or_tab);
    if (!first && at < fed.n && fed.p[at] == '|') {
        at++;
    }
    for (int tries = 0; tries < MAX_ROW_PREFIX && at < fed.n; tries++, at++) {
        at = str_past(fed, at, is_space_or_tab);
        size_t end = match_cell(fed, at, copy, pieces, npieces);
        if (end != STR_NONE) {
            return end;
        }
        /* only white space may be between two cells */
        if (!first && at < fed.n && !is_space(fed.p[at])) {
            break;
        }
    }
    return STR_NONE;
}

size_t md_after_cells(const struct md_reader *k) {
    struct str fed = fed_line(k, k->row_line);
    size_t at = str_past(fed, k->cell_at, is_space);
    at += at < fed.n && fed.p[at] == '|';
    at = str_past(fed, at, is_space);
    return at < fed.n ? at : 0;
}

struct md_text md_cell_text(struct md_reader *k, cmark_node *n) {
    struct str copy = md_copy(n);
    const struct md_line *l = &k->r->lines[k->row_line];
    struct str fed = fed_line(k, k->row_line);
    struct md_text t = {copy, NULL, 0, md_line_span(k->m, k->r, k->row_line, 0, SIZE_MAX)};
    size_t npieces;
    size_t bars = 1;
    for (size_t i = 0; i < copy.n; i++) {
        bars += copy.p[i] == '|';
    }
    struct md_piece *pieces = ARENA_ARRAY(k->m->a, struct md_piece, bars);
    if (!copy.n && k->column == 0) {
        /* an empty first cell begins after its bar */
        size_t bar = str_index(str_from(fed, k->cell_at), '|');
        k->cell_at += bar == STR_NONE ? 0 : bar + 1;
    }
    size_t end = find_cell(k, fed, copy, pieces, &npieces);
    if (end == STR_NONE) {
        t.s = arena_str(k->m->a, copy);
        return t;
    }
    k->cell_at = end;
    char *p = arena_alloc(k->m->a, copy.n + 1);
    for (size_t i = 0; i < npieces; i++) {
        size_t to = i + 1 < npieces ? pieces[i + 1].at : copy.n;
        memcpy(p + pieces[i].at, l->s.p + pieces[i].src, to - pieces[i].at);
        pieces[i].src += l->src;
    }
    p[copy.n] = '\0';
    t.s = (struct str){p, copy.n};
    if (l->src != MD_NOWHERE && npieces) {
        t.pieces = pieces;
        t.npieces = npieces;
        t.fixed = md_span(&t, 0, copy.n);
    }
    return t;
}

struct str md_literal_text(const struct md_reader *k, size_t line, struct str copy) {
    struct buf b = BUF_INIT;
    struct str rest = copy.n ? copy : STR_EMPTY;
    while (rest.p) {
        struct str got = str_cut(&rest, '\n');
        struct str fed = line < k->r->n ? fed_line(k, line) : STR_EMPTY;
        size_t tail = 0;
        while (tail < got.n && tail < fed.n && got.p[got.n - 1 - tail] == fed.p[fed.n - 1 - tail]) {
            tail++;
        }
        /* the copy may begin with spaces that stand for a tab; the bytes after them are those at
         * the end of the line */
        buf_add(&b, got.p, got.n - tail);
        for (size_t i = fed.n - tail; i < fed.n; i++) {
            char c = k->r->lines[line].s.p[i];
            if (c) {
                buf_putc(&b, c);
            } else {
                buf_puts(&b, "\xEF\xBF\xBD");
            }
        }
        if (rest.p) {
            buf_putc(&b, '\n');
        }
        line++;
    }
    return buf_finish(&b, k->m->a);
}
