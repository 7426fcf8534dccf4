/* SPDX-License-Identifier: MIT */
/*
 * Writes tables whose cells contain blocks, with rules between all cells (pandoc,
 * Text.Pandoc.Writers.Shared, gridTable).
 */
#include "write/plain/writer.h"

#define BORDER 3 /* number of characters in a cell's width that are border or blanks */
#define BLANKS 2 /* number of blanks in BORDER */
/* maximum levels of nested tables whose cells are laid out twice to measure them */
#define MEASURED_LEVELS 3
#define MIN_CELL 5 /* the smallest number of characters to which a column is narrowed */

/** Writes the rule between rows. The rule below the head has colons that show the alignment of
 * columns. */
static void put_border(struct plain_writer *w, const struct plain_table *t, char ch, bool aligned) {
    struct buf b = BUF_INIT;
    for (size_t c = 0; c < t->ncols; c++) {
        enum doc_align align = aligned ? t->node->u.table.aligns[c] : DOC_ALIGN_DEFAULT;
        bool left = align == DOC_ALIGN_LEFT || align == DOC_ALIGN_CENTER;
        bool right = align == DOC_ALIGN_RIGHT || align == DOC_ALIGN_CENTER;
        buf_putc(&b, '+');
        buf_putc(&b, left ? ':' : ch);
        buf_fill(&b, ch, t->widths[c]);
        buf_putc(&b, right ? ':' : ch);
    }
    buf_putc(&b, '+');
    plain_line(w, buf_view(&b));
    buf_drop(&b);
}

static void put_row(struct plain_writer *w, const struct plain_table *t, size_t r) {
    const struct plain_cell *cells = &t->cells[r * t->ncols];
    size_t height = 1;
    for (size_t c = 0; c < t->ncols; c++) {
        height = cells[c].nlines > height ? cells[c].nlines : height;
    }
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < height; i++) {
        buf_clear(&b);
        for (size_t c = 0; c < t->ncols; c++) {
            struct str s = i < cells[c].nlines ? cells[c].lines[i] : STR_EMPTY;
            size_t used = plain_width(s);
            buf_puts(&b, "| ");
            buf_str(&b, s);
            buf_fill(&b, ' ', t->widths[c] + 1 - (used < t->widths[c] ? used : t->widths[c]));
        }
        buf_putc(&b, '|');
        plain_line(w, buf_view(&b));
    }
    buf_drop(&b);
}

/** Lays out all cells: with `bound` in the widths of their columns, otherwise without a limit. Each
 * column becomes at least as wide as its widest line. */
static void set_cells(struct plain_writer *w, struct plain_table *t, bool bound) {
    for (size_t i = 0; i < t->nrows * t->ncols; i++) {
        size_t *width = &t->widths[i % t->ncols];
        plain_cell_set(w, &t->cells[i], bound ? *width : PLAIN_ENDLESS);
        size_t widest = t->cells[i].widest < PLAIN_WIDEST ? t->cells[i].widest : PLAIN_WIDEST;
        *width = widest > *width ? widest : *width;
    }
}

/** Chooses widths for columns that have none. Narrow columns are as wide as their text; the others
 * get equal shares. */
static void choose_widths(struct plain_writer *w, struct plain_table *t) {
    size_t sum = 0, room = plain_columns(w), over = 0, wide = 0;
    /* laying out nested tables twice at each level would take exponential time */
    if (w->tables >= MEASURED_LEVELS) {
        for (size_t c = 0; c < t->ncols; c++) {
            t->widths[c] = MIN_CELL;
        }
        set_cells(w, t, true);
        return;
    }
    set_cells(w, t, false);
    for (size_t c = 0; c < t->ncols; c++) {
        sum += t->widths[c] + BORDER;
    }
    if (sum + 1 <= room || w->opt->wrap == PLAIN_WRAP_NONE) {
        return;
    }
    size_t even = (room - 1) / t->ncols;
    even = even > MIN_CELL + BORDER ? even - BORDER : MIN_CELL;
    for (size_t c = 0; c < t->ncols; c++) {
        over += t->widths[c] < even ? even - t->widths[c] : 0;
        wide += t->widths[c] >= even;
    }
    size_t most = even + (wide ? over / wide : 0);
    for (size_t c = 0; c < t->ncols; c++) {
        t->widths[c] = t->widths[c] < most ? t->widths[c] : most;
    }
    set_cells(w, t, true);
}

void plain_grid(struct plain_writer *w, struct plain_table *t) {
    const int *widths = t->node->u.table.widths;
    if (widths) {
        for (size_t c = 0; c < t->ncols; c++) {
            size_t wish = plain_table_share(w, t, c, 0);
            /* the given width includes the blanks of the cell */
            t->widths[c] = wish > BLANKS + 1 ? wish - BLANKS : 1;
        }
        set_cells(w, t, w->opt->wrap != PLAIN_WRAP_NONE);
    } else {
        choose_widths(w, t);
    }
    put_border(w, t, '-', !t->nhead);
    for (size_t r = 0; r < t->nrows; r++) {
        put_row(w, t, r);
        put_border(w, t, r < t->nhead ? '=' : '-', r < t->nhead);
    }
}
