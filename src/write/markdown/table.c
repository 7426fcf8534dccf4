/* SPDX-License-Identifier: MIT */
/*
 * Writes tables. Chooses the syntax: pipe tables if cells are lines of text, grids if they have
 * blocks, HTML if cells span or have their own alignment. Widths of columns are expressed as
 * numbers of characters.
 */
#include "core/base/utf8.h"
#include "write/markdown/writer.h"

#define MAX_COLUMNS 200 /* maximum number of columns in tables that are not HTML */
#define WIDEST 1500     /* largest number of characters to try for the widths */
#define MIN_BAR 3       /* minimum number of characters of a column's rule */

const struct doc_node *mdout_rows(const struct doc_node *table) {
    const struct doc_node *n = table->first;
    return n && n->kind == DOC_CAPTION ? n->next : n;
}

/** Whether columns with `total` characters are read back with the right widths. */
static bool try_columns(const struct doc_node *t, const size_t *least, size_t total, bool frame,
                        size_t *columns) {
    size_t sum = 0;
    for (int c = 0; c < t->u.table.ncols; c++) {
        size_t width = t->u.table.widths[c] > 0 ? (size_t)t->u.table.widths[c] : 0;
        columns[c] = (width * total + 999) / 1000;
        sum += columns[c];
        if (columns[c] < least[c] || columns[c] * 1000 / total != width) {
            return false;
        }
    }
    return sum == total || (frame && total == MDOUT_COLUMNS && sum < total);
}

bool mdout_columns(const struct doc_node *table, const size_t *least, bool frame, size_t *columns) {
    size_t total = MDOUT_COLUMNS;
    while (total <= WIDEST && !try_columns(table, least, total, frame, columns)) {
        total++;
    }
    return total <= WIDEST;
}

/* ---- the choice of the syntax ---- */

/** Whether a cell is empty or a line of text. */
static bool is_line(const struct doc_node *cell) {
    const struct doc_node *first = cell->first;
    if (first && first->kind == DOC_PLAIN && !first->next && !first->attr) {
        first = first->first;
    }
    for (const struct doc_node *n = first; n; n = n->next) {
        if (!doc_is_inline(n->kind) || n->kind == DOC_LINE_BREAK || n->kind == DOC_SOFT_BREAK) {
            return false;
        }
    }
    return true;
}

/** The properties on which the choice of the syntax depends. */
struct shape {
    bool lines; /* all cells are lines */
    bool even;  /* no cell spans, and none has its own alignment, header or attributes */
    size_t nhead;
};

static bool is_even(const struct doc_node *table, const struct doc_node *cell, int c) {
    enum doc_align align = table->u.table.aligns ? table->u.table.aligns[c] : DOC_ALIGN_DEFAULT;
    return cell->u.cell.colspan == 1 && cell->u.cell.rowspan == 1 && cell->u.cell.align == align &&
           !cell->attr && cell->u.cell.head == cell->parent->u.row.head;
}

static struct shape shape_of(const struct doc_node *table) {
    struct shape s = {.lines = true, .even = true};
    for (const struct doc_node *row = mdout_rows(table); row; row = row->next) {
        int c = 0;
        s.nhead += row->u.row.head;
        s.even = s.even && !row->attr && !row->u.row.foot &&
                 (!row->u.row.head || !row->prev || !row->prev->prev ||
                  row->prev->kind == DOC_CAPTION || row->prev->u.row.head);
        for (const struct doc_node *cell = row->first; cell && s.even; cell = cell->next, c++) {
            s.even = c < table->u.table.ncols && is_even(table, cell, c);
            s.lines = s.lines && is_line(cell);
        }
        s.even = s.even && c == table->u.table.ncols;
    }
    return s;
}

/* ---- pipe tables ---- */

static void put_cell(struct mdout_writer *w, struct buf *b, const struct doc_node *cell) {
    const struct doc_node *first = cell->first;
    if (first && first->kind == DOC_PLAIN) {
        first = first->first;
    }
    enum mdout_place place = w->place;
    w->place = MDOUT_IN_CELL;
    struct buf text = BUF_INIT;
    buf_putc(&text, ' ');
    mdout_inlines(w, &text, first, NULL);
    buf_puts(b, "|");
    buf_str(b, str_trim_end(buf_view(&text)));
    buf_putc(b, ' ');
    buf_drop(&text);
    w->place = place;
}

static void put_row(struct mdout_writer *w, struct buf *b, const struct doc_node *row, int ncols) {
    const struct doc_node *cell = row ? row->first : NULL;
    for (int c = 0; c < ncols; c++) {
        if (cell) {
            put_cell(w, b, cell);
            cell = cell->next;
        } else {
            buf_puts(b, "|  ");
        }
    }
    buf_puts(b, "|\n");
}

static void put_rule(struct buf *b, const struct doc_node *n, const size_t *columns) {
    for (int c = 0; c < n->u.table.ncols; c++) {
        enum doc_align align = n->u.table.aligns ? n->u.table.aligns[c] : DOC_ALIGN_DEFAULT;
        bool left = align == DOC_ALIGN_LEFT || align == DOC_ALIGN_CENTER;
        bool right = align == DOC_ALIGN_RIGHT || align == DOC_ALIGN_CENTER;
        buf_putc(b, '|');
        buf_puts(b, left ? ":" : "");
        buf_fill(b, '-', columns[c] - left - right);
        buf_puts(b, right ? ":" : "");
    }
    buf_puts(b, "|\n");
}

static size_t longest_line(struct str text) {
    size_t longest = 0;
    while (text.p) {
        size_t n = str_cut(&text, '\n').n;
        longest = n > longest ? n : longest;
    }
    return longest;
}

/** Writes a pipe table. Returns false if it would be read back with other widths. If so, the notes
 * in its cells are removed from the list of notes. */
static bool put_bars(struct mdout_writer *w, const struct doc_node *n) {
    size_t least[MAX_COLUMNS], columns[MAX_COLUMNS], notes = w->shared->notes.n;
    for (int c = 0; c < n->u.table.ncols; c++) {
        least[c] = columns[c] = MIN_BAR;
    }
    bool wide = n->u.table.widths != NULL;
    if (wide && !mdout_columns(n, least, false, columns)) {
        return false;
    }
    struct buf b = BUF_INIT;
    const struct doc_node *row = mdout_rows(n);
    bool head = row && row->u.row.head;
    put_row(w, &b, head ? row : NULL, n->u.table.ncols);
    put_rule(&b, n, columns);
    for (row = head ? row->next : row; row; row = row->next) {
        put_row(w, &b, row, n->u.table.ncols);
    }
    bool fits = wide || longest_line(buf_view(&b)) + w->prefix.n <= MDOUT_COLUMNS;
    if (fits) {
        mdout_lines(w, str_trim_end(buf_view(&b)));
    } else {
        w->shared->notes.n = notes;
    }
    buf_drop(&b);
    return fits;
}

/* ---- captions ---- */

static void put_caption(struct mdout_writer *w, const struct doc_node *table) {
    const struct doc_node *caption = table->first;
    bool has = caption && caption->kind == DOC_CAPTION;
    if (!has && !mdout_has_attr(table->attr, STR_EMPTY)) {
        return;
    }
    struct buf b = BUF_INIT;
    buf_puts(&b, ": ");
    mdout_inlines(w, &b, has ? caption->first : NULL, NULL);
    if (mdout_has_attr(table->attr, STR_EMPTY)) {
        buf_puts(&b, b.n > 2 ? " " : "");
        mdout_braces(&b, table->attr);
    }
    mdout_space(w, MDOUT_BLANK_LINE);
    mdout_lines(w, buf_view(&b));
    buf_drop(&b);
}

void mdout_table(struct mdout_writer *w, const struct doc_node *n) {
    struct shape s = shape_of(n);
    bool even = s.even && n->u.table.ncols > 0 && n->u.table.ncols <= MAX_COLUMNS;
    bool said = (even && s.lines && s.nhead <= 1 && put_bars(w, n)) ||
                (even && n->u.table.widths && mdout_grid(w, n));
    if (said) {
        put_caption(w, n);
    } else {
        mdout_html_table(w, n);
    }
}
