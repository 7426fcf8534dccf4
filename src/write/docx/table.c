/* SPDX-License-Identifier: MIT */
/*
 * Writes tables. Decides the widths of columns and the cells of the grid: a cell over several rows
 * is written as a cell in each of these rows (ECMA-376 part 1, 17.4.84).
 */
#include "core/base/utf8.h"
#include "write/docx/writer.h"

#include <string.h>

#define MAX_COLUMNS 63 /* Word's limit */
#define WIDEST 40      /* the maximum number of characters of a column that count for its width */

/** The state while one table is written. */
struct docx_grid {
    const struct doc_node *table;
    bool captioned; /* the last row of the table stays on the page of the caption */
    int ncols;
    int widths[MAX_COLUMNS]; /* in twips */
    int down[MAX_COLUMNS]; /* for each column: number of further rows that the cell above covers */
    int across[MAX_COLUMNS]; /* for each column: number of columns that this cell covers */
};

static const struct doc_node *first_row(const struct doc_node *table) {
    const struct doc_node *n = table->first;
    while (n && n->kind != DOC_ROW) {
        n = n->next;
    }
    return n;
}

static int span_of(const struct docx_grid *g, const struct doc_node *cell, int c) {
    int span = cell->u.cell.colspan;
    return span < 1 ? 1 : span < g->ncols - c ? span : g->ncols - c;
}

/** Returns the number of characters of a cell, but at most WIDEST. */
static int length_of(struct docx_writer *w, const struct doc_node *cell) {
    size_t n = utf8_count(doc_plain(w->a, cell));
    return n < WIDEST ? (int)n : WIDEST;
}

/** Returns the column of the next cell of a row, from `c` on. Columns that a cell above covers are
 * skipped, and their remaining rows are counted down. */
static int next_column(struct docx_grid *g, int c) {
    while (c < g->ncols && g->down[c] > 0) {
        g->down[c]--;
        c += g->across[c];
    }
    return c;
}

/** Records the columns and rows that a cell covers. Returns the number of the columns. */
static int cover(struct docx_grid *g, const struct doc_node *cell, int c) {
    int span = span_of(g, cell, c);
    for (int i = c + 1; i < c + span; i++) {
        span = g->down[i] > 0 ? i - c : span;
    }
    g->down[c] = cell->u.cell.rowspan > 1 ? cell->u.cell.rowspan - 1 : 0;
    g->across[c] = span;
    return span;
}

/** Measures the columns: their given widths, or shares according to the longest text. */
static void measure(struct docx_writer *w, struct docx_grid *g) {
    int longest[MAX_COLUMNS] = {0}, total = 0, room = w->cell_width;
    const int *given = g->table->u.table.widths;
    for (const struct doc_node *row = first_row(g->table); row && !given; row = row->next) {
        const struct doc_node *cell = row->first;
        for (int c = 0; (c = next_column(g, c)) < g->ncols && cell; cell = cell->next) {
            int n = cell->u.cell.colspan == 1 ? length_of(w, cell) : 0;
            longest[c] = n > longest[c] ? n : longest[c];
            c += cover(g, cell, c);
        }
    }
    memset(g->down, 0, sizeof g->down);
    int em = w->opt->looks[DOCX_NORMAL].size * 10;
    for (int c = 0; c < g->ncols; c++) {
        int mille = given && given[c] > 0 ? given[c] < 1000 ? given[c] : 1000 : 0;
        g->widths[c] = mille ? room / 1000 * mille : longest[c] * em * 6 / 10 + 300;
        total += g->widths[c];
    }
    for (int c = 0; c < g->ncols && total > room && total > 0; c++) {
        g->widths[c] = (int)((int64_t)g->widths[c] * room / total);
        g->widths[c] = g->widths[c] > 0 ? g->widths[c] : 1;
    }
}

static enum docx_align align_of(const struct doc_node *cell) {
    enum doc_align align = cell->u.cell.align;
    return align == DOC_ALIGN_CENTER  ? DOCX_CENTER
           : align == DOC_ALIGN_RIGHT ? DOCX_RIGHT
                                      : DOCX_LEFT;
}

/** Begins a cell of `span` columns. For a cell over several rows, `merge` is "restart" or
 * "continue". Returns the width of the cell. */
static int begin_cell(struct docx_writer *w, const struct docx_grid *g, int c, int span,
                      const char *merge, bool top, bool bottom) {
    int width = 0;
    for (int i = c; i < c + span; i++) {
        width += g->widths[i];
    }
    buf_printf(w->out, "<w:tc><w:tcPr><w:tcW w:w=\"%d\" w:type=\"dxa\"/>", width);
    if (span > 1) {
        buf_printf(w->out, "<w:gridSpan w:val=\"%d\"/>", span);
    }
    if (merge) {
        buf_printf(w->out, "<w:vMerge w:val=\"%s\"/>", merge);
    }
    if (top || bottom) {
        buf_printf(w->out, "<w:tcBorders>%s%s</w:tcBorders>",
                   top ? "<w:top w:val=\"single\" w:sz=\"4\" w:space=\"0\" w:color=\"auto\"/>" : "",
                   bottom ? "<w:bottom w:val=\"single\" w:sz=\"4\" w:space=\"0\" "
                            "w:color=\"auto\"/>"
                          : "");
    }
    buf_puts(w->out, "</w:tcPr>");
    return width;
}

static void put_cell(struct docx_writer *w, const struct docx_grid *g, const struct doc_node *cell,
                     int c, int span) {
    const struct doc_node *row = cell->parent;
    struct docx_para para = w->para;
    struct docx_run run = w->run;
    int room = w->cell_width;
    bool bottom = row->u.row.head && !(row->next && row->next->u.row.head);
    bool top =
        (row->u.row.foot && row->prev && !row->prev->u.row.foot) || doc_has_class(row, "ruled");
    int width = begin_cell(w, g, c, span, cell->u.cell.rowspan > 1 ? "restart" : NULL, top, bottom);
    w->para = (struct docx_para){
        .style = DOCX_COMPACT, .align = align_of(cell), .rtl = para.rtl, .own = para.own};
    w->para.keep_next = g->captioned && !row->next;
    w->run.bold = w->run.bold || row->u.row.head || cell->u.cell.head;
    w->cell_width = width > 240 ? width - 216 : width;
    size_t before = w->out->n;
    docx_anchor(w, cell);
    docx_blocks(w, cell->first);
    if (w->out->n == before || !str_ends(buf_view(w->out), STR("</w:p>"))) {
        docx_begin(w); /* a cell must end with a paragraph */
        docx_end(w);
    }
    buf_puts(w->out, "</w:tc>");
    w->para = para;
    w->run = run;
    w->cell_width = room;
}

static void put_empty(struct docx_writer *w, const struct docx_grid *g, int c, int span,
                      const char *merge) {
    begin_cell(w, g, c, span, merge, false, false);
    struct docx_para before = w->para;
    w->para = (struct docx_para){.style = DOCX_COMPACT};
    docx_begin(w);
    docx_end(w);
    w->para = before;
    buf_puts(w->out, "</w:tc>");
}

static void put_row(struct docx_writer *w, struct docx_grid *g, const struct doc_node *row) {
    const struct doc_node *cell = row->first;
    buf_puts(w->out, "<w:tr><w:trPr><w:cantSplit/>");
    buf_puts(w->out, row->u.row.head ? "<w:tblHeader/></w:trPr>" : "</w:trPr>");
    for (int c = 0; c < g->ncols;) {
        if (g->down[c] > 0) {
            int span = g->across[c];
            g->down[c]--;
            put_empty(w, g, c, span, "continue");
            c += span;
            continue;
        }
        int span = 1;
        if (cell) {
            span = cover(g, cell, c);
            put_cell(w, g, cell, c, span);
            cell = cell->next;
        } else {
            put_empty(w, g, c, 1, NULL);
        }
        c += span;
    }
    buf_puts(w->out, "</w:tr>");
}

static void put_frame(struct docx_writer *w, const struct docx_grid *g, bool head) {
    int total = 0;
    for (int c = 0; c < g->ncols; c++) {
        total += g->widths[c];
    }
    buf_puts(w->out, "<w:tbl><w:tblPr><w:tblStyle");
    docx_attr(w->out, "w:val", docx_style_id(w, DOCX_TABLE));
    buf_puts(w->out, "/>");
    buf_puts(w->out, w->para.rtl ? "<w:bidiVisual/>" : "");
    buf_printf(w->out, "<w:tblW w:w=\"%d\" w:type=\"dxa\"/>", total);
    if (w->para.left) {
        buf_printf(w->out, "<w:tblInd w:w=\"%d\" w:type=\"dxa\"/>", w->para.left);
    } else {
        buf_puts(w->out, "<w:jc w:val=\"center\"/>");
    }
    buf_printf(w->out,
               "<w:tblLook w:val=\"%s\" w:firstRow=\"%d\" w:lastRow=\"0\" w:firstColumn=\"0\" "
               "w:lastColumn=\"0\" w:noHBand=\"1\" w:noVBand=\"1\"/>",
               head ? "0620" : "0600", head);
    struct str alt = doc_pair(g->table, "alt");
    if (alt.n) {
        buf_puts(w->out, "<w:tblDescription");
        docx_attr(w->out, "w:val", alt);
        buf_puts(w->out, "/>");
    }
    buf_puts(w->out, "</w:tblPr><w:tblGrid>");
    for (int c = 0; c < g->ncols; c++) {
        buf_printf(w->out, "<w:gridCol w:w=\"%d\"/>", g->widths[c]);
    }
    buf_puts(w->out, "</w:tblGrid>");
}

void docx_table(struct docx_writer *w, const struct doc_node *n) {
    const struct doc_node *row = first_row(n);
    const struct doc_node *caption = n->first && n->first->kind == DOC_CAPTION ? n->first : NULL;
    struct docx_grid g = {.table = n, .captioned = caption != NULL};
    g.ncols = n->u.table.ncols < MAX_COLUMNS ? n->u.table.ncols : MAX_COLUMNS;
    if (!row || g.ncols < 1) {
        if (caption) {
            docx_caption(w, caption);
        }
        return;
    }
    if (w->para.num) { /* a list's marker needs a paragraph */
        docx_begin(w);
        docx_end(w);
    }
    bool head =
        row->u.row.head && !(doc_row_is_empty(row) && !(row->next && row->next->u.row.head));
    measure(w, &g);
    put_frame(w, &g, head);
    w->tables++;
    for (; row; row = row->next) {
        if (row->kind == DOC_ROW && (head || !row->u.row.head)) {
            put_row(w, &g, row);
        }
    }
    w->tables--;
    buf_puts(w->out, "</w:tbl>");
    if (caption) { /* the caption is below the table, as in plain text */
        docx_caption(w, caption);
        return;
    }
    /* Word would join tables that follow each other directly */
    buf_puts(w->out, "<w:p><w:pPr><w:spacing w:before=\"0\" w:after=\"0\" w:line=\"120\" "
                     "w:lineRule=\"exact\"/></w:pPr></w:p>");
}
