/* SPDX-License-Identifier: MIT */
/*
 * Writes grid tables. Each cell has a writer of its own for its blocks; then the lines of the cells
 * are put side by side.
 */
#include "core/base/utf8.h"
#include "write/markdown/writer.h"

#define FRAME 1 /* number of characters in the rule of a column that are not available for text */

struct grid_row {
    struct str *cells; /* the text of each cell, in lines */
    size_t *widest;
    size_t height;
    bool head;
};

struct grid_out {
    struct mdout_writer *w;
    const struct doc_node *table;
    struct arena *a;
    size_t ncols, nrows;
    struct grid_row *rows;
    size_t *columns;
};

static size_t count_lines(struct str text) {
    size_t n = 0;
    while (text.p) {
        (void)str_cut(&text, '\n');
        n++;
    }
    return n;
}

static size_t widest_line(struct str text) {
    size_t widest = 0;
    while (text.p) {
        size_t n = utf8_count(str_cut(&text, '\n'));
        widest = n > widest ? n : widest;
    }
    return widest;
}

/** Returns the text of a cell, without the line end of its last line. */
static struct str cell_text(struct grid_out *g, const struct doc_node *cell) {
    struct buf b = BUF_INIT;
    struct mdout_writer w;
    mdout_writer_init(&w, g->w, &b);
    mdout_blocks(&w, cell->first, MDOUT_BLANK_LINE);
    mdout_writer_drop(&w);
    return str_trim_end(buf_finish(&b, g->a));
}

static void read_cells(struct grid_out *g) {
    for (const struct doc_node *row = mdout_rows(g->table); row; row = row->next) {
        struct grid_row *r = &g->rows[g->nrows++];
        *r = (struct grid_row){.cells = ARENA_ARRAY(g->a, struct str, g->ncols + 1),
                               .widest = ARENA_ARRAY(g->a, size_t, g->ncols + 1),
                               .height = 1,
                               .head = row->u.row.head};
        size_t c = 0;
        for (const struct doc_node *cell = row->first; cell && c < g->ncols; cell = cell->next) {
            r->cells[c] = cell_text(g, cell);
            size_t height = count_lines(r->cells[c]);
            r->widest[c] = widest_line(r->cells[c]);
            r->height = height > r->height ? height : r->height;
            c++;
        }
    }
}

static void put_rule(struct grid_out *g, struct buf *b, char c, bool aligned) {
    for (size_t i = 0; i < g->ncols; i++) {
        enum doc_align align =
            g->table->u.table.aligns && aligned ? g->table->u.table.aligns[i] : DOC_ALIGN_DEFAULT;
        bool left = align == DOC_ALIGN_LEFT || align == DOC_ALIGN_CENTER;
        bool right = align == DOC_ALIGN_RIGHT || align == DOC_ALIGN_CENTER;
        buf_putc(b, '+');
        buf_puts(b, left ? ":" : "");
        buf_fill(b, c, g->columns[i] - 1 - left - right);
        buf_puts(b, right ? ":" : "");
    }
    buf_puts(b, "+\n");
}

static void put_row(struct grid_out *g, struct buf *b, const struct grid_row *r) {
    struct str *rest = ARENA_ARRAY(g->a, struct str, g->ncols + 1);
    for (size_t i = 0; i < g->ncols; i++) {
        rest[i] = r->cells[i];
    }
    for (size_t line = 0; line < r->height; line++) {
        for (size_t i = 0; i < g->ncols; i++) {
            struct str text = rest[i].p ? str_cut(&rest[i], '\n') : STR_EMPTY;
            size_t room = g->columns[i] - FRAME - r->widest[i];
            buf_puts(b, room > 1 ? "| " : "|");
            buf_str(b, text);
            buf_fill(b, ' ', g->columns[i] - FRAME - (room > 1) - utf8_count(text));
        }
        buf_puts(b, "|\n");
    }
}

/** Chooses widths, in characters, that are sufficient for the lines of the cells. Returns false
 * when there are no such widths. */
static bool choose_columns(struct grid_out *g) {
    size_t *least = ARENA_ARRAY(g->a, size_t, g->ncols + 1);
    for (size_t i = 0; i < g->ncols; i++) {
        least[i] = FRAME + 1;
        for (size_t r = 0; r < g->nrows; r++) {
            size_t width = g->rows[r].widest[i] + FRAME;
            least[i] = width > least[i] ? width : least[i];
        }
    }
    return mdout_columns(g->table, least, true, g->columns);
}

static void put_grid(struct grid_out *g, struct buf *b) {
    bool head = g->nrows && g->rows[0].head;
    put_rule(g, b, '-', !head);
    for (size_t r = 0; r < g->nrows; r++) {
        bool last = g->rows[r].head && (r + 1 == g->nrows || !g->rows[r + 1].head);
        put_row(g, b, &g->rows[r]);
        put_rule(g, b, last ? '=' : '-', last);
    }
}

bool mdout_grid(struct mdout_writer *w, const struct doc_node *n) {
    size_t nrows = 0, notes = w->shared->notes.n;
    for (const struct doc_node *row = mdout_rows(n); row; row = row->next) {
        nrows++;
    }
    struct grid_out g = {.w = w, .table = n, .a = w->doc->arena, .ncols = (size_t)n->u.table.ncols};
    g.rows = ARENA_ARRAY(g.a, struct grid_row, nrows + 1);
    g.columns = ARENA_ARRAY(g.a, size_t, g.ncols + 1);
    read_cells(&g);
    if (!choose_columns(&g)) {
        w->shared->notes.n = notes;
        return false;
    }
    struct buf b = BUF_INIT;
    put_grid(&g, &b);
    mdout_lines(w, str_trim_end(buf_view(&b)));
    buf_drop(&b);
    return true;
}
