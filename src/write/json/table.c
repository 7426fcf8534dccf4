/* SPDX-License-Identifier: MIT */
/*
 * Writes tables: caption, columns, head, one body, foot. The head rows before the first body row
 * are the head; head rows further down become body rows.
 */
#include "write/json/writer.h"

static void put_align(struct pandoc_writer *w, enum doc_align align) {
    static const char *const names[] = {[DOC_ALIGN_DEFAULT] = "AlignDefault",
                                        [DOC_ALIGN_LEFT] = "AlignLeft",
                                        [DOC_ALIGN_CENTER] = "AlignCenter",
                                        [DOC_ALIGN_RIGHT] = "AlignRight"};
    pandoc_bare(w, names[align]);
}

static void put_columns(struct pandoc_writer *w, const struct doc_node *n) {
    pandoc_open(w);
    for (int c = 0; c < n->u.table.ncols; c++) {
        pandoc_open(w);
        put_align(w, n->u.table.aligns ? n->u.table.aligns[c] : DOC_ALIGN_DEFAULT);
        if (n->u.table.widths) {
            pandoc_begin(w, "ColWidth");
            buf_fixed(w->out, n->u.table.widths[c], 3);
            pandoc_end(w);
        } else {
            pandoc_bare(w, "ColWidthDefault");
        }
        pandoc_close(w);
    }
    pandoc_close(w);
}

/** Returns the alignment of a cell if it differs from that of its column, otherwise the default. */
static enum doc_align own_align(const struct doc_node *table, const struct doc_node *cell, int c) {
    bool known = table->u.table.aligns && c < table->u.table.ncols;
    enum doc_align column = known ? table->u.table.aligns[c] : DOC_ALIGN_DEFAULT;
    return cell->u.cell.align == column ? DOC_ALIGN_DEFAULT : cell->u.cell.align;
}

static void put_row(struct pandoc_writer *w, const struct doc_node *table,
                    const struct doc_node *row) {
    int c = 0;
    pandoc_open(w);
    pandoc_attr(w, row, STR_EMPTY);
    pandoc_open(w);
    for (const struct doc_node *cell = row->first; cell; cell = cell->next) {
        pandoc_open(w);
        pandoc_attr(w, cell, STR_EMPTY);
        put_align(w, own_align(table, cell, c));
        pandoc_int(w, cell->u.cell.rowspan);
        pandoc_int(w, cell->u.cell.colspan);
        pandoc_blocks(w, cell->first);
        pandoc_close(w);
        c += cell->u.cell.colspan;
    }
    pandoc_close(w);
    pandoc_close(w);
}

enum part { PART_HEAD, PART_BODY, PART_FOOT };

static bool is_of(const struct doc_node *row, enum part part) {
    return part == PART_HEAD ? row->u.row.head : part == PART_FOOT || !row->u.row.foot;
}

/** Writes `[rows]`: the rows, from `*row` on, that belong to one part of the table. `*row` moves
 * past them. */
static void put_rows(struct pandoc_writer *w, const struct doc_node *table,
                     const struct doc_node **row, enum part part) {
    pandoc_open(w);
    for (; *row && is_of(*row, part); *row = (*row)->next) {
        if (part != PART_HEAD || !doc_row_is_empty(*row)) {
            put_row(w, table, *row);
        }
    }
    pandoc_close(w);
}

static void put_none(struct pandoc_writer *w) {
    pandoc_open(w);
    pandoc_close(w);
}

static void put_caption(struct pandoc_writer *w, const struct doc_node *caption) {
    pandoc_open(w);
    buf_puts(w->out, "null,[");
    w->comma = false;
    if (caption && caption->first) {
        pandoc_begin(w, "Plain");
        pandoc_inlines(w, caption->first, NULL);
        pandoc_end(w);
    }
    buf_putc(w->out, ']');
    pandoc_close(w);
}

void pandoc_table(struct pandoc_writer *w, const struct doc_node *n) {
    bool caption = n->first && n->first->kind == DOC_CAPTION;
    const struct doc_node *row = caption ? n->first->next : n->first;
    pandoc_begin_list(w, "Table");
    pandoc_attr(w, n, STR_EMPTY);
    put_caption(w, caption ? n->first : NULL);
    put_columns(w, n);
    pandoc_open(w);
    pandoc_attr(w, NULL, STR_EMPTY);
    put_rows(w, n, &row, PART_HEAD);
    pandoc_close(w);
    pandoc_open(w);
    pandoc_open(w);
    pandoc_attr(w, NULL, STR_EMPTY);
    pandoc_int(w, 0);
    put_none(w);
    put_rows(w, n, &row, PART_BODY);
    pandoc_close(w);
    pandoc_close(w);
    pandoc_open(w);
    pandoc_attr(w, NULL, STR_EMPTY);
    put_rows(w, n, &row, PART_FOOT);
    pandoc_close(w);
    pandoc_end_list(w);
}
