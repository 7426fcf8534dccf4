/* SPDX-License-Identifier: MIT */
/*
 * Writes tables: simple tables if cells are one line each, tables with several lines per row if
 * columns have widths, and grids if cells contain blocks (pandoc, Text.Pandoc.Writers.Markdown,
 * pandocTable). Decides the widths of columns.
 */
#include "write/plain/writer.h"

/* widths with at least this sum, in per mille, fill the line; rounding may make it less than 1000
 */
#define WHOLE 990
/* in tables that do not fill the line, widths are shares of a line of this many characters */
#define SOURCE_COLUMNS 80

/* ---- reading the tree ---- */

static size_t count_rows(const struct doc_node *n) {
    size_t rows = 0;
    for (const struct doc_node *k = n->first; k; k = k->next) {
        rows += k->kind == DOC_ROW;
    }
    return rows;
}

/** Puts the cells of a row into their columns. `down` has, for each column, the number of further
 * rows into which a cell above extends. */
static void read_row(struct plain_table *t, struct doc_node *row, size_t r, int *down) {
    struct doc_node *cell = row->first;
    for (size_t c = 0; c < t->ncols; c++) {
        if (down[c] > 0) {
            down[c]--;
            continue;
        }
        if (!cell) {
            continue;
        }
        t->cells[r * t->ncols + c].node = cell;
        int columns = cell->u.cell.colspan > 1 ? cell->u.cell.colspan : 1;
        for (int k = 0; k < columns && c + (size_t)k < t->ncols; k++) {
            down[c + (size_t)k] = cell->u.cell.rowspan > 1 ? cell->u.cell.rowspan - 1 : 0;
        }
        c += (size_t)columns - 1;
        cell = cell->next;
    }
}

static void read_table(struct plain_writer *w, struct plain_table *t, struct doc_node *n) {
    struct arena *a = w->doc->arena;
    *t = (struct plain_table){.node = n, .ncols = (size_t)n->u.table.ncols};
    t->nrows = count_rows(n);
    t->cells = ARENA_ARRAY(a, struct plain_cell, t->nrows * t->ncols + 1);
    t->widths = ARENA_ARRAY(a, size_t, t->ncols + 1);
    int *down = ARENA_ARRAY(a, int, t->ncols + 1);
    size_t r = 0;
    const struct doc_node *head = NULL;
    for (struct doc_node *k = n->first; k; k = k->next) {
        if (k->kind == DOC_ROW) {
            head = r == 0 && k->u.row.head ? k : head;
            read_row(t, k, r++, down);
        }
    }
    /* a pipe table must have a head; an empty head is left out */
    t->nhead = head && !doc_row_is_empty(head);
    if (head && !t->nhead) {
        t->cells += t->ncols;
        t->nrows--;
    }
}

/** Whether a cell has no blocks, or a single text block. */
static bool is_text(const struct doc_node *cell, bool paragraphs) {
    const struct doc_node *k = cell ? cell->first : NULL;
    return !k || doc_is_inline(k->kind) ||
           (!k->next && (k->kind == DOC_PLAIN || (paragraphs && k->kind == DOC_PARA)));
}

/* ---- cells ---- */

void plain_cell_set(struct plain_writer *w, struct plain_cell *c, size_t columns) {
    struct buf out = BUF_INIT;
    struct plain_writer in;
    plain_writer_init(&in, w, &out, columns);
    in.depth++;
    in.tables++;
    if (c->node) {
        plain_blocks(&in, c->node->first);
    }
    struct str rest = buf_keep(&out, w->doc->arena);
    VEC(struct str) lines = VEC_INIT;
    c->widest = 0;
    while (rest.p && rest.n) {
        struct str line = str_cut(&rest, '\n');
        size_t width = plain_width(line);
        c->widest = width > c->widest ? width : c->widest;
        vec_push(&lines, line);
    }
    c->lines = vec_finish(&lines, w->doc->arena);
    c->nlines = lines.n;
    plain_writer_drop(&in);
    buf_drop(&out);
}

/** Finds the widest line of each column when cells have the given numbers of columns. */
static void measure(struct plain_writer *w, struct plain_table *t, size_t columns) {
    memset(t->widths, 0, t->ncols * sizeof *t->widths);
    for (size_t i = 0; i < t->nrows * t->ncols; i++) {
        size_t *width = &t->widths[i % t->ncols];
        plain_cell_set(w, &t->cells[i], columns);
        *width = t->cells[i].widest > *width ? t->cells[i].widest : *width;
        *width = *width < PLAIN_WIDEST ? *width : PLAIN_WIDEST;
    }
}

static void set_cells(struct plain_writer *w, struct plain_table *t) {
    for (size_t i = 0; i < t->nrows * t->ncols; i++) {
        plain_cell_set(w, &t->cells[i], t->widths[i % t->ncols]);
    }
}

/* ---- simple tables, and tables with several lines per row ---- */

static void put_aligned(struct buf *b, struct str s, size_t width, enum doc_align align) {
    size_t used = plain_width(s), space = width > used ? width - used : 0;
    size_t left = align == DOC_ALIGN_RIGHT ? space : align == DOC_ALIGN_CENTER ? space / 2 : 0;
    buf_fill(b, ' ', left);
    buf_str(b, s);
    buf_fill(b, ' ', space - left);
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
            buf_puts(&b, c ? " " : "");
            put_aligned(&b, i < cells[c].nlines ? cells[c].lines[i] : STR_EMPTY, t->widths[c],
                        t->node->u.table.aligns[c]);
        }
        plain_line(w, buf_view(&b));
    }
    buf_drop(&b);
}

/** Writes dashes over each column, or over all columns. */
static void put_dashes(struct plain_writer *w, const struct plain_table *t, bool whole) {
    struct buf b = BUF_INIT;
    for (size_t c = 0; c < t->ncols; c++) {
        buf_puts(&b, c == 0 ? "" : whole ? "-" : " ");
        buf_fill(&b, '-', t->widths[c]);
    }
    plain_line(w, buf_view(&b));
    buf_drop(&b);
}

static void put_rows(struct plain_writer *w, const struct plain_table *t, bool multiline) {
    if (t->nhead) {
        if (multiline) {
            put_dashes(w, t, true);
        }
        put_row(w, t, 0);
    }
    put_dashes(w, t, false);
    for (size_t r = t->nhead; r < t->nrows; r++) {
        put_row(w, t, r);
        if (multiline && (r + 1 < t->nrows || t->nrows - t->nhead < 2)) {
            plain_space(w);
        }
    }
    if (multiline || !t->nhead) {
        put_dashes(w, t, multiline && t->nhead);
    }
}

size_t plain_table_share(const struct plain_writer *w, const struct plain_table *t, size_t c,
                         size_t extra) {
    const int *widths = t->node->u.table.widths;
    int sum = 0;
    for (size_t i = 0; i < t->ncols; i++) {
        sum += widths[i];
    }
    size_t all = plain_columns(w) - 1, own = (size_t)widths[c];
    if (sum >= WHOLE) {
        return all * own / 1000;
    }
    size_t source = (own * SOURCE_COLUMNS + 500) / 1000 + extra;
    return all * source / PLAIN_COLUMNS;
}

static void put_multiline(struct plain_writer *w, struct plain_table *t) {
    const int *widths = t->node->u.table.widths;
    bool narrow = widths && w->opt->wrap == PLAIN_WRAP_AUTO;
    measure(w, t, narrow ? 1 : PLAIN_ENDLESS);
    for (size_t c = 0; c < t->ncols; c++) {
        /* in the source, the last column has no blank after it */
        size_t wish = widths ? plain_table_share(w, t, c, c + 1 == t->ncols) : 0;
        t->widths[c] = wish > t->widths[c] + 2 ? wish : t->widths[c] + 2;
    }
    set_cells(w, t);
    put_rows(w, t, true);
}

static void put_caption(struct plain_writer *w, const struct doc_node *n) {
    for (const struct doc_node *k = n->first; k; k = k->next) {
        if (k->kind == DOC_CAPTION) {
            plain_space(w);
            plain_paragraph(w, STR_EMPTY, k);
        }
    }
}

void plain_table(struct plain_writer *w, struct doc_node *n) {
    struct plain_table t;
    read_table(w, &t, n);
    bool texts = true, simple = !n->u.table.widths;
    for (size_t i = 0; i < t.nrows * t.ncols; i++) {
        texts = texts && is_text(t.cells[i].node, false);
        simple = simple && is_text(t.cells[i].node, true) &&
                 !doc_find_kind(t.cells[i].node, DOC_LINE_BREAK);
    }
    size_t indent = simple || texts ? 2 : 0;
    plain_indent(w, indent);
    if (t.nrows == 0 || t.ncols == 0) {
        /* the table has only a caption */
    } else if (simple) {
        measure(w, &t, PLAIN_ENDLESS);
        for (size_t c = 0; c < t.ncols; c++) {
            t.widths[c] += 2;
        }
        set_cells(w, &t);
        put_rows(w, &t, false);
    } else if (texts) {
        put_multiline(w, &t);
    } else {
        plain_grid(w, &t);
    }
    put_caption(w, n);
    w->indent -= indent;
    plain_space(w);
}
