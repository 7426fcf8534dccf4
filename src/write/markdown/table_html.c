/* SPDX-License-Identifier: MIT */
/*
 * Writes tables in HTML: cells that span, headers inside the body, alignment of single cells. The
 * content of the cells is Markdown.
 */
#include "write/markdown/writer.h"

static void put_caption(struct mdout_writer *w, const struct doc_node *caption) {
    struct buf b = BUF_INIT;
    buf_puts(&b, "<caption>");
    mdout_inlines(w, &b, caption->first, NULL);
    buf_puts(&b, "</caption>");
    mdout_line(w, buf_view(&b));
    buf_drop(&b);
}

static void put_columns(struct mdout_writer *w, const struct doc_node *n) {
    struct buf b = BUF_INIT;
    buf_puts(&b, "<colgroup>");
    for (int c = 0; c < n->u.table.ncols; c++) {
        buf_puts(&b, "<col style=\"width:");
        buf_fixed(&b, n->u.table.widths[c], 1);
        buf_puts(&b, "%\">");
    }
    buf_puts(&b, "</colgroup>");
    mdout_line(w, buf_view(&b));
    buf_drop(&b);
}

static void put_span(struct buf *b, const char *name, int n) {
    if (n > 1) {
        buf_printf(b, " %s=\"%d\"", name, n);
    }
}

/** Writes the blocks of a cell as Markdown. There are blank lines around them, unless they begin
 * with text that is not a paragraph. */
static void put_blocks(struct mdout_writer *w, struct buf *b, const struct doc_node *first) {
    struct mdout_writer inner;
    mdout_writer_init(&inner, w, b);
    inner.place = MDOUT_IN_PARAGRAPH;
    bool text = first && first->kind == DOC_PLAIN;
    buf_puts(b, text ? "\n" : "\n\n");
    mdout_blocks(&inner, first, MDOUT_BLANK_LINE);
    buf_puts(b, text ? "" : "\n");
    mdout_writer_drop(&inner);
}

static bool is_text(const struct doc_node *cell) {
    for (const struct doc_node *n = cell->first; n; n = n->next) {
        if (!doc_is_inline(n->kind)) {
            return false;
        }
    }
    return true;
}

static void put_cell(struct mdout_writer *w, const struct doc_node *cell) {
    static const char *const aligns[] = {[DOC_ALIGN_DEFAULT] = NULL,
                                         [DOC_ALIGN_LEFT] = "left",
                                         [DOC_ALIGN_CENTER] = "center",
                                         [DOC_ALIGN_RIGHT] = "right"};
    const char *tag = cell->u.cell.head ? "th" : "td", *align = aligns[cell->u.cell.align];
    struct buf b = BUF_INIT;
    buf_printf(&b, "<%s", tag);
    mdout_html_attr(&b, cell->attr);
    put_span(&b, "colspan", cell->u.cell.colspan);
    put_span(&b, "rowspan", cell->u.cell.rowspan);
    if (align) {
        buf_printf(&b, " style=\"text-align:%s\"", align);
    }
    buf_putc(&b, '>');
    const struct doc_node *only = cell->first && !cell->first->next ? cell->first : NULL;
    if (only && only->kind == DOC_PLAIN && !only->attr) {
        mdout_inlines(w, &b, only->first, NULL);
    } else if (is_text(cell)) {
        mdout_inlines(w, &b, cell->first, NULL);
    } else {
        put_blocks(w, &b, cell->first);
    }
    buf_printf(&b, "</%s>", tag);
    mdout_lines(w, buf_view(&b));
    buf_drop(&b);
}

static const char *part_of(const struct doc_node *row) {
    return row->u.row.head ? "thead" : row->u.row.foot ? "tfoot" : "tbody";
}

static void put_tag(struct mdout_writer *w, const char *front, const char *tag) {
    mdout_line(w, arena_join(w->doc->arena, 3, str_of(front), str_of(tag), STR(">")));
}

static void put_rows(struct mdout_writer *w, const struct doc_node *row) {
    while (row) {
        const char *part = part_of(row);
        put_tag(w, "<", part);
        for (; row && part_of(row) == part; row = row->next) {
            mdout_line(w, STR("<tr>"));
            for (const struct doc_node *cell = row->first; cell; cell = cell->next) {
                put_cell(w, cell);
            }
            mdout_line(w, STR("</tr>"));
        }
        put_tag(w, "</", part);
    }
}

void mdout_html_table(struct mdout_writer *w, const struct doc_node *n) {
    struct buf b = BUF_INIT;
    enum mdout_place place = w->place;
    buf_puts(&b, "<table");
    mdout_html_attr(&b, n->attr);
    buf_putc(&b, '>');
    mdout_line(w, buf_view(&b));
    w->place = MDOUT_IN_HTML;
    if (n->first && n->first->kind == DOC_CAPTION) {
        put_caption(w, n->first);
    }
    if (n->u.table.widths) {
        put_columns(w, n);
    }
    put_rows(w, mdout_rows(n));
    w->place = place;
    mdout_line(w, STR("</table>"));
    buf_drop(&b);
}
