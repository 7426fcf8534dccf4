/* SPDX-License-Identifier: MIT */
/* Puts blocks side by side, following Quarto's attributes `layout-ncol`, `layout-nrow` and
 * `layout`, which has the widths for each row. The blocks are put into divisions of the classes
 * `columns` and `column`. figure.c reads figures with several images. Also sets the widths of a
 * table's columns by its attribute. */
#include "read/markdown/tree/passes.h"

DIAG_USE(DIAG_BAD_TABLE);

#define MAX_ROW 12 /* maximum number of columns of a row */
/* maximum number of rows with widths of their own; later rows have the widths of the last one */
#define MAX_ROWS 100

struct row {
    int64_t widths[MAX_ROW]; /* widths of the columns; negative for empty space */
    size_t n;
};

/** The widths of rows. */
struct plan {
    struct row rows[MAX_ROWS];
    size_t n;
};

static void put_width(struct row *row, int64_t width) {
    if (row->n < MAX_ROW && width != 0) {
        row->widths[row->n++] = width;
    }
}

/** Reads a number with up to one decimal at `*i`, in tenths, and moves behind it. */
static int64_t read_tenths(struct str s, size_t *i) {
    int64_t value;
    struct str rest = str_from(s, *i);
    (void)str_take_decimal(&rest, '.', 1, &value);
    *i = s.n - rest.n;
    return value;
}

/** Reads `[40,-20,40]` or `[[1,1],[1]]`. Numbers may have one decimal. */
static void read_layout(struct str s, struct plan *plan) {
    for (size_t i = 0; i < s.n; i++) {
        bool minus = s.p[i] == '-' && i + 1 < s.n && is_digit(s.p[i + 1]);
        i += minus;
        if (s.p[i] == ']' && plan->n < MAX_ROWS && plan->rows[plan->n].n > 0) {
            plan->n++;
        }
        if (!is_digit(s.p[i]) || plan->n == MAX_ROWS) {
            continue;
        }
        int64_t value = read_tenths(s, &i);
        put_width(&plan->rows[plan->n], minus ? -value : value);
        i--;
    }
}

void md_widths_asked(struct md *m, struct doc_node *table) {
    struct str list = doc_pair(table, "tbl-colwidths");
    for (const struct doc_node *at = table->parent; !list.n && at && at->kind == DOC_DIV;
         at = at->parent) {
        list = doc_pair(at, "tbl-colwidths");
    }
    if (!list.n) {
        return;
    }
    size_t n = 0, ncols = table->u.table.ncols > 0 ? (size_t)table->u.table.ncols : 0;
    int *widths = ARENA_ARRAY(m->a, int, ncols + 1);
    int64_t sum = 0;
    for (size_t i = 0; i < list.n; i++) {
        if (is_digit(list.p[i])) {
            int64_t width = read_tenths(list, &i);
            width = width < 100000 ? width : 100000;
            sum += width;
            widths[n < ncols ? n : ncols] = (int)width;
            n++;
        }
    }
    if (n > 0 && n != ncols) {
        diag_add(m->diags, DIAG_BAD_TABLE, table->span,
                 "`tbl-colwidths` has no effect: it needs %zu numbers, one for each column", ncols);
    } else if (sum > 0) {
        for (size_t i = 0; sum > 1000 && i < n; i++) { /* more than 100 per cent */
            widths[i] = (int)(widths[i] * 1000 / sum);
        }
        table->u.table.widths = widths;
        table->u.table.even = false;
    }
}

static size_t count_blocks(const struct doc_node *div) {
    size_t n = 0;
    for (const struct doc_node *k = div->first; k; k = k->next) {
        n++;
    }
    return n;
}

/** Reads the attributes. Returns false if nothing is to be put side by side. */
static bool read_plan(const struct doc_node *div, struct plan *plan) {
    int64_t columns = 0, rows = 0;
    size_t blocks = count_blocks(div);
    *plan = (struct plan){.n = 0};
    (void)str_to_i64(doc_pair(div, "layout-ncol"), &columns);
    (void)str_to_i64(doc_pair(div, "layout-nrow"), &rows);
    if (rows > 0 && blocks > 0 && columns <= 0) {
        rows = rows < (int64_t)blocks ? rows : (int64_t)blocks;
        columns = ((int64_t)blocks + rows - 1) / rows;
    }
    if (columns > 0) {
        for (int64_t i = 0; i < columns && i < MAX_ROW; i++) {
            put_width(&plan->rows[0], 1);
        }
        plan->n = 1;
    } else {
        read_layout(doc_pair(div, "layout"), plan);
    }
    return plan->n > 0 && blocks > 1;
}

/** Appends a column with a width in per cent, and moves the next block of `div` into it. */
static void add_column(struct md *m, struct doc_node *row, struct doc_node *div, int64_t width,
                       int64_t total) {
    struct doc_node *column = doc_add(m->doc, row, DOC_DIV, div->span);
    int64_t percent = (width < 0 ? -width : width) * 100 / total;
    doc_add_class(m->doc, column, STR("column"));
    doc_set_pair(m->doc, column, STR("width"),
                 arena_printf(m->a, "%d%%", (int)(percent > 0 ? percent : 1)));
    if (width > 0 && div->first) {
        struct doc_node *block = div->first;
        doc_unlink(block);
        doc_append(column, block);
    }
}

static void make_columns(struct md *m, struct doc_node *div, const struct plan *plan) {
    struct doc_node *rest = doc_node_new(m->doc, DOC_DIV, div->span);
    doc_adopt(rest, div);
    for (size_t i = 0; rest->first; i++) {
        const struct row *of = &plan->rows[i < plan->n ? i : plan->n - 1];
        struct doc_node *row = doc_node_new(m->doc, DOC_DIV, rest->first->span);
        int64_t total = 0;
        for (size_t k = 0; k < of->n; k++) {
            total += of->widths[k] < 0 ? -of->widths[k] : of->widths[k];
        }
        /* a row of only empty space takes all blocks, so that the loop ends */
        bool any = false;
        doc_add_class(m->doc, row, STR("columns"));
        for (size_t k = 0; k < of->n; k++) {
            any = any || of->widths[k] > 0;
            add_column(m, row, rest, of->widths[k], total);
        }
        if (!any) {
            doc_adopt(row->first, rest);
        }
        doc_append(div, row);
    }
}

void md_layouts(struct md *m, struct doc_node *root) {
    struct doc_walk w = doc_walk_start(root);
    struct plan *plan = NULL;
    while (root && doc_walk_next(&w)) {
        if (!w.enter || w.node->kind != DOC_DIV || !w.node->attr || !w.node->attr->npairs) {
            continue;
        }
        plan = plan ? plan : ARENA_NEW(m->a, struct plan);
        if (read_plan(w.node, plan)) {
            make_columns(m, w.node, plan);
        }
    }
}
