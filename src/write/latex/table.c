/* SPDX-License-Identifier: MIT */
/*
 * Writes tables: as longtable where pages may break, and as tabular in notes and cells. Decides
 * which columns are as wide as their text, and which columns wrap: those with widths, blocks or
 * long lines.
 */
#include "core/base/utf8.h"
#include "write/latex/writer.h"

#define MAX_COLUMNS 256
#define LINE 75 /* maximum number of characters on a line in a table that does not wrap */

/** The state while one table is written. */
struct latex_table_state {
    struct latex_writer *w;
    const struct doc_node *table;
    int ncols;
    bool wraps;
    size_t longest[MAX_COLUMNS]; /* for each column: number of characters of the longest text */
    /* for each column: the number of rows into which the cell above extends */
    int down[MAX_COLUMNS];
};

static bool is_line(const struct doc_node *cell) {
    const struct doc_node *first = cell->first;
    if (first && first->kind == DOC_PLAIN && !first->next) {
        first = first->first;
    }
    for (const struct doc_node *n = first; n; n = n->next) {
        if (!doc_is_inline(n->kind) || n->kind == DOC_LINE_BREAK || n->kind == DOC_IMAGE ||
            (n->kind == DOC_MATH && n->u.math.display)) {
            return false;
        }
    }
    return true;
}

static const struct doc_node *first_row(const struct doc_node *table) {
    const struct doc_node *n = table->first;
    return n && n->kind == DOC_CAPTION ? n->next : n;
}

static void measure(struct latex_table_state *t) {
    size_t total = 0;
    t->wraps = t->table->u.table.widths != NULL;
    for (const struct doc_node *row = first_row(t->table); row; row = row->next) {
        int c = 0;
        for (const struct doc_node *cell = row->first; cell && c < t->ncols; cell = cell->next) {
            size_t n =
                cell->u.cell.colspan == 1 ? utf8_count(doc_plain(t->w->doc->arena, cell)) : 0;
            t->longest[c] = n > t->longest[c] ? n : t->longest[c];
            t->wraps = t->wraps || !is_line(cell);
            c += cell->u.cell.colspan;
        }
    }
    for (int c = 0; c < t->ncols; c++) {
        total += t->longest[c] + 2;
    }
    t->wraps = t->wraps || total > LINE;
}

/* ---- columns ---- */

static char letter(enum doc_align align) {
    return align == DOC_ALIGN_CENTER ? 'c' : align == DOC_ALIGN_RIGHT ? 'r' : 'l';
}

static const char *ragged(enum doc_align align) {
    char c = letter(align);
    return c == 'c' ? "\\centering" : c == 'r' ? "\\raggedleft" : "\\raggedright";
}

/** Returns a column's share of the line in thousandths. */
static int share(const struct latex_table_state *t, int c) {
    if (t->table->u.table.widths) {
        return t->table->u.table.widths[c];
    }
    size_t total = 0;
    for (int i = 0; i < t->ncols; i++) {
        total += (t->longest[i] < LINE ? t->longest[i] : LINE) + 2;
    }
    size_t own = (t->longest[c] < LINE ? t->longest[c] : LINE) + 2;
    return (int)(own * 1000 / total);
}

/** Writes `p{0.3\linewidth}`, minus the space between the columns. */
static void put_paragraph_column(struct latex_table_state *t, int mille, enum doc_align align) {
    struct buf *out = t->w->out;
    buf_printf(out, ">{%s\\arraybackslash}p{\\dimexpr ", ragged(align));
    buf_fixed(out, mille > 0 ? mille : 10, 3);
    buf_puts(out, "\\linewidth-2\\tabcolsep\\relax}");
}

static enum doc_align align_of(const struct latex_table_state *t, int c) {
    return t->table->u.table.aligns ? t->table->u.table.aligns[c] : DOC_ALIGN_DEFAULT;
}

static void put_columns(struct latex_table_state *t) {
    struct buf *out = t->w->out;
    buf_putc(out, '{');
    for (int c = 0; c < t->ncols; c++) {
        if (t->wraps) {
            put_paragraph_column(t, share(t, c), align_of(t, c));
        } else {
            buf_putc(out, letter(align_of(t, c)));
        }
    }
    buf_putc(out, '}');
}

/* ---- cells ---- */

static void put_content(struct latex_table_state *t, const struct doc_node *cell) {
    struct latex_writer *w = t->w;
    const struct doc_node *first = cell->first;
    size_t before = w->out->n;
    w->cells++;
    w->inner++;
    latex_anchor(w, cell);
    if (first && first->kind == DOC_PLAIN && !first->next) {
        latex_inlines(w, first->first, NULL);
    } else {
        latex_blocks(w, first);
    }
    w->inner--;
    w->cells--;
    while (w->out->n > before && w->out->p[w->out->n - 1] == '\n') {
        buf_cut(w->out, w->out->n - 1);
    }
}

static void put_cell(struct latex_table_state *t, const struct doc_node *cell, int c, int span,
                     bool bold) {
    struct buf *out = t->w->out;
    bool down = cell->u.cell.rowspan > 1;
    bool own = span > 1 || cell->u.cell.align != align_of(t, c);
    if (own) {
        buf_printf(out, "\\multicolumn{%d}{", span);
        int mille = 0;
        for (int i = c; i < c + span; i++) {
            mille += t->wraps ? share(t, i) : 0;
        }
        if (t->wraps) {
            put_paragraph_column(t, mille, cell->u.cell.align);
        } else {
            buf_putc(out, letter(cell->u.cell.align));
        }
        buf_puts(out, "}{");
    }
    if (down) {
        t->w->multirow = true;
        buf_printf(out, "\\multirow{%d}{%s}{", cell->u.cell.rowspan, t->wraps ? "=" : "*");
    }
    buf_puts(out, bold && cell->first ? "\\bfseries " : "");
    put_content(t, cell);
    buf_puts(out, down ? "}" : "");
    buf_puts(out, own ? "}" : "");
}

static void put_row(struct latex_table_state *t, const struct doc_node *row) {
    struct buf *out = t->w->out;
    const struct doc_node *cell = row->first;
    for (int c = 0; c < t->ncols;) {
        buf_puts(out, c ? " & " : "");
        if (t->down[c] > 0) {
            t->down[c++]--;
            continue;
        }
        if (!cell) {
            c++;
            continue;
        }
        int span = cell->u.cell.colspan < t->ncols - c ? cell->u.cell.colspan : t->ncols - c;
        put_cell(t, cell, c, span, row->u.row.head || cell->u.cell.head);
        for (int i = c; i < c + span; i++) {
            t->down[i] = cell->u.cell.rowspan - 1;
        }
        /* in each column of the cell, the rows below have an empty cell */
        if (span > 1 && cell->u.cell.rowspan > 1) {
            t->down[c] = cell->u.cell.rowspan - 1;
        }
        c += span;
        cell = cell->next;
    }
    buf_puts(out, " \\\\\n");
}

/* ---- rows ---- */

/** Writes the head of further pages: "Table 3 (continued)" and the first head, which is the output
 * from `from` on. A head with notes or labels is not written twice. */
static void put_further_head(struct latex_table_state *t, size_t from) {
    struct buf *out = t->w->out;
    const struct doc_node *caption = t->table->first;
    struct str head = arena_str(t->w->doc->arena, str_from(buf_view(out), from));
    struct str word =
        caption->kind == DOC_CAPTION ? doc_continued_word(t->w->doc, caption) : STR_EMPTY;
    if (word.n && str_find(head, STR("\\label")) == STR_NONE &&
        str_find(head, STR("\\footnote")) == STR_NONE) {
        buf_printf(out, "\\endfirsthead\n\\multicolumn{%d}{c}{\\tablename\\ \\thetable\\ (",
                   t->ncols);
        latex_text(t->w, word);
        buf_printf(out, ")}\\tabularnewline\n%.*s", STR_ARG(head));
    }
    buf_puts(out, "\\endhead\n");
}

/** Writes head, body and foot with rules between them. The head is repeated on each page. */
static void put_rows(struct latex_table_state *t, bool pages) {
    struct buf *out = t->w->out;
    const struct doc_node *row = first_row(t->table);
    bool head = row && row->u.row.head && !doc_row_is_empty(row);
    size_t from = out->n;
    buf_puts(out, "\\toprule\n");
    for (; row && row->u.row.head; row = row->next) {
        if (head) {
            put_row(t, row);
        }
    }
    buf_puts(out, head ? "\\midrule\n" : "");
    if (pages) {
        put_further_head(t, from);
    }
    for (; row; row = row->next) {
        bool foot = row->u.row.foot && row->prev && !row->prev->u.row.foot;
        buf_puts(out, foot || doc_has_class(row, "ruled") ? "\\midrule\n" : "");
        put_row(t, row);
    }
    buf_puts(out, "\\bottomrule\n");
}

void latex_table(struct latex_writer *w, const struct doc_node *n) {
    struct latex_table_state t = {.w = w, .table = n};
    const struct doc_node *caption = n->first && n->first->kind == DOC_CAPTION ? n->first : NULL;
    bool pages = !w->inner && !w->cells;
    t.ncols = n->u.table.ncols < MAX_COLUMNS ? n->u.table.ncols : MAX_COLUMNS;
    if (t.ncols < 1 || !first_row(n)) {
        return;
    }
    w->tables = true;
    measure(&t);
    w->apart++;
    if (pages) {
        latex_count(w, caption, "table", &w->table);
        buf_puts(w->out, "\\begin{longtable}");
        put_columns(&t);
        buf_putc(w->out, '\n');
        if (caption) {
            latex_caption(w, caption, true);
            latex_anchor(w, n);
            buf_puts(w->out, "\\tabularnewline\n");
        }
    } else {
        latex_anchor(w, n);
        if (caption) {
            latex_caption(w, caption, false);
        }
        buf_puts(w->out, "\\begin{tabular}");
        put_columns(&t);
        buf_putc(w->out, '\n');
    }
    put_rows(&t, pages);
    buf_printf(w->out, "\\end{%s}\n\n", pages ? "longtable" : "tabular");
    w->apart--;
    if (pages && !caption) {
        buf_puts(w->out, "\\addtocounter{table}{-1}\n");
        latex_anchor(w, doc_id(n).n ? n : NULL);
    }
    latex_waiting_notes(w);
}
