/* SPDX-License-Identifier: MIT */
/* Reads LaTeX's tabulars: columns, spans, rules (booktabs, array, multirow, tabularx, longtable).
 * The head of a table ends at \endhead, or else at the second rule. */
#include "read/markdown/tex/tex.h"

#include "core/base/word_list.h"

DIAG_USE(DIAG_BAD_TABLE);

#define MAX_SPAN 1000

/* ---- lines and cells */

size_t md_tex_group_end(const struct tex *x, size_t at, size_t end) {
    size_t close = ltx_close(x->t, at), behind;
    if (close == STR_NONE || close >= end) {
        return x->t->s.p[at] == '\\' ? at + 2 : at + 1;
    }
    (void)ltx_environment_name(x->t->s, close, &behind);
    return behind > close ? behind : close + 1;
}

static size_t step(const struct tex *x, size_t at, size_t end) {
    char c = x->t->s.p[at];
    if (c == '%' && x->t->comments) {
        size_t next = ltx_skip(x->t, at, end);
        return next > at ? next : at + 1;
    }
    return c == '{' || c == '\\' ? md_tex_group_end(x, at, end) : at + 1;
}

/* Whether a row of the table ends at `at`: `\\`, \tabularnewline or \cr. `*behind` is set to the
 * offset after it. */
static bool ends_line(const struct tex *x, size_t at, size_t end, size_t *behind) {
    struct ltx_arg args[LTX_ARGS];
    struct str s = x->t->s;
    if (s.p[at] != '\\' || at + 1 >= end) {
        return false;
    }
    if (s.p[at + 1] == '\\') {
        *behind = ltx_args(x->t, at + 2, end, "so", true, args);
        *behind = *behind == STR_NONE ? at + 2 : *behind;
        /* a length in brackets may be on the next line, unlike in formulas */
        size_t next = ltx_skip(x->t, *behind, end);
        bool option = next < end && s.p[next] == '[';
        next = option ? ltx_args(x->t, next, end, "o", true, args) : STR_NONE;
        if (next != STR_NONE && ltx_length(x->m->a, str_trim(md_tex_arg(x, &args[0]))).n > 0) {
            *behind = next;
        }
        return true;
    }
    struct str name = md_tex_name(x, at);
    *behind = at + 1 + name.n;
    return str_is(name, "tabularnewline") || str_is(name, "cr");
}

size_t md_tex_line(const struct tex *x, size_t at, size_t end, size_t *behind) {
    while (at < end) {
        if (ends_line(x, at, end, behind)) {
            return at;
        }
        at = step(x, at, end);
    }
    *behind = end;
    return end;
}

/* Returns the offset of the `&` that ends the cell at `at`, or `end`. */
static size_t cell_end(const struct tex *x, size_t at, size_t end) {
    while (at < end && x->t->s.p[at] != '&') {
        at = step(x, at, end);
    }
    return at < end ? at : end;
}

/* ---- rows */

struct grid {
    struct tex *x;
    struct doc_node *table;
    struct ltx_columns columns;
    /* for each column: number of further rows that a cell from above spans */
    int busy[LTX_COLUMNS_MAX];
    /* the last row before the first rule that follows a row; the head of the table may end there */
    struct doc_node *after_rule;
    bool ruled, lined; /* `ruled`: a rule after a row was read; `lined`: any rule was read */
    struct doc_node *below_rule; /* the first row after the latest rule over all columns, or NULL */
    /* `waits`: no row has followed the latest rule yet; `closed`: that rule is a \bottomrule */
    bool waits, closed;
};

static bool is_rule(struct str name) {
    return str_among(name, "hline toprule midrule bottomrule hhline cline cmidrule specialrule "
                           "Xhline noalign rowcolor morecmidrules addlinespace");
}

static bool is_full_rule(struct str name) {
    return str_among(name, "hline midrule hhline Xhline bottomrule specialrule");
}

static void take_rule(struct grid *g, struct str name) {
    struct doc_node *last = g->table->last;
    bool rows = last && last->kind == DOC_ROW, full = is_full_rule(name);
    g->lined = true;
    if (!rows || !full) {
        return;
    }
    if (!g->ruled) {
        g->after_rule = last;
        g->ruled = true;
    }
    g->closed = (g->closed && g->waits) || str_is(name, "bottomrule");
    g->waits = true;
}

/* Reads rules before a row. Returns the offset of the first cell. */
static size_t take_rules(struct grid *g, size_t at, size_t end) {
    struct tex *x = g->x;
    struct ltx_arg args[LTX_ARGS];
    for (;;) {
        size_t next = ltx_skip(x->t, at, end), behind;
        (void)ltx_blank(x->t, next, end, &behind);
        next = behind;
        if (next >= end || x->t->s.p[next] != '\\') {
            return next;
        }
        struct str name = md_tex_name(x, next);
        if (!is_rule(name)) {
            return next;
        }
        const struct ltx_row *row = ltx_command(name);
        const char *spec = row                                                 ? row->args
                           : str_is(name, "hhline") || str_is(name, "noalign") ? "m"
                           : str_is(name, "Xhline")                            ? "m"
                                                                               : "";
        at = ltx_args(x->t, next + 1 + name.n, end, spec, true, args);
        at = at == STR_NONE ? next + 1 + name.n : at;
        take_rule(g, name);
    }
}

static enum doc_align align_of(char letter) {
    return letter == 'c'                    ? DOC_ALIGN_CENTER
           : letter == 'r' || letter == 'd' ? DOC_ALIGN_RIGHT
           : letter == 'l'                  ? DOC_ALIGN_LEFT
                                            : DOC_ALIGN_DEFAULT;
}

static int span_of(struct str text) {
    int64_t n = 1;
    (void)str_to_i64(str_trim(text), &n);
    n = n < -MAX_SPAN ? MAX_SPAN : n < 0 ? -n : n; /* \multirow also counts upwards */
    return n < 1 ? 1 : n > MAX_SPAN ? MAX_SPAN : (int)n;
}

/* Reads \multicolumn and \multirow at the beginning of a cell, also one within the other. */
static void take_spans(struct grid *g, struct doc_node *cell, struct ltx_arg *part) {
    struct tex *x = g->x;
    struct ltx_arg args[LTX_ARGS];
    for (int tries = 0; tries < 2; tries++) {
        size_t at = ltx_skip(x->t, part->begin, part->end);
        struct str name = at < part->end ? md_tex_name(x, at) : STR_EMPTY;
        bool columns = str_is(name, "multicolumn"), rows = str_is(name, "multirow");
        const char *spec = columns ? "mmm" : "omomom";
        if ((!columns && !rows) ||
            ltx_args(x->t, at + 1 + name.n, part->end, spec, false, args) == STR_NONE) {
            return;
        }
        if (columns) {
            struct ltx_columns one;
            ltx_columns_read(md_tex_arg(x, &args[1]), &one);
            cell->u.cell.colspan = span_of(md_tex_arg(x, &args[0]));
            cell->u.cell.align = one.n ? align_of(one.align[0]) : cell->u.cell.align;
        } else {
            cell->u.cell.rowspan = span_of(md_tex_arg(x, &args[1]));
        }
        *part = args[columns ? 2 : 5];
    }
}

/* Whether a cell is empty because a cell above spans its row. */
static bool is_taken(const struct grid *g, size_t column, const struct ltx_arg *part) {
    return column < LTX_COLUMNS_MAX && g->busy[column] > 0 && !str_trim(md_tex_arg(g->x, part)).n;
}

static struct str joint_at(const struct grid *g, size_t column) {
    return column < g->columns.n ? g->columns.joint[column] : STR_EMPTY;
}

/* Returns the number of columns of the document for `n` columns of the source, from `column` on.
 * Two columns with a text between them, `@{.}`, are one. */
static int columns_of(const struct grid *g, size_t column, int n) {
    int count = 0;
    for (; n > 0; count++) {
        n -= joint_at(g, column + (size_t)count).n > 0 ? 2 : 1;
    }
    return count;
}

static struct ltx_arg trimmed(const struct tex *x, struct ltx_arg part) {
    while (part.end > part.begin && is_space(x->t->s.p[part.end - 1])) {
        part.end--;
    }
    return part;
}

/* Whether a cell in a column of dcolumn is a formula without dollar signs, such as 1.25^{**}. */
static bool is_formula(const struct grid *g, size_t column, struct str text) {
    return column < g->columns.n && g->columns.align[column] == 'd' &&
           str_index(text, '^') != STR_NONE && str_index(text, '$') == STR_NONE &&
           str_index(text, '\\') == STR_NONE;
}

/* Adds a cell. `more` is the content of the next column of the source if a text, `@{.}`, joins
 * both; otherwise NULL. */
static struct doc_node *add_cell(struct grid *g, struct doc_node *row, size_t column,
                                 struct ltx_arg part, const struct ltx_arg *more) {
    struct tex *x = g->x;
    struct doc_node *cell = md_tex_node(x, DOC_CELL, part.begin, part.end);
    cell->u.cell.colspan = cell->u.cell.rowspan = 1;
    cell->u.cell.align =
        column < g->columns.n ? align_of(g->columns.align[column]) : DOC_ALIGN_DEFAULT;
    take_spans(g, cell, &part);
    cell->u.cell.colspan = columns_of(g, column, cell->u.cell.colspan);
    doc_append(row, cell);
    part = more ? trimmed(x, part) : part;
    struct ltx_arg number = trimmed(x, part);
    if (is_formula(g, column, md_tex_arg(x, &number))) {
        doc_append(cell, md_math(x->m, x->text, number.begin, number.end, false));
    } else {
        md_tex_part(x, &part, cell, TEX_MIXED);
    }
    if (more && (part.end > part.begin || more->end > more->begin)) {
        struct doc_node *joint = md_tex_add(x, cell, DOC_TEXT, part.end, part.end);
        joint->u.text.text = joint_at(g, column);
        md_tex_part(x, more, cell, TEX_MIXED);
    }
    md_split_cell(x->m, cell);
    for (int i = 0; i < cell->u.cell.colspan && column + (size_t)i < LTX_COLUMNS_MAX; i++) {
        g->busy[column + (size_t)i] = cell->u.cell.rowspan;
    }
    return cell;
}

static bool spans_columns(const struct grid *g, const struct ltx_arg *part) {
    size_t at = ltx_skip(g->x->t, part->begin, part->end);
    return str_starts(str_slice(g->x->t->s, at, part->end), STR("\\multicolumn"));
}

static void read_row(struct grid *g, size_t at, size_t end) {
    struct doc_node *row = md_tex_node(g->x, DOC_ROW, at, end);
    size_t column = 0;
    if (g->waits && g->table->last != g->after_rule) {
        doc_add_class(g->x->m->doc, row, STR("ruled"));
    }
    g->below_rule = g->waits ? row : g->below_rule;
    g->waits = false;
    doc_append(g->table, row);
    for (;;) {
        size_t to = cell_end(g->x, at, end);
        struct ltx_arg part = {at, to};
        if (is_taken(g, column, &part)) {
            column++;
        } else {
            size_t next = to < end ? cell_end(g->x, to + 1, end) : to;
            struct ltx_arg more = {to < end ? to + 1 : to, next};
            bool joined = joint_at(g, column).n > 0 && !spans_columns(g, &part);
            more.begin = ltx_skip(g->x->t, more.begin, more.end);
            more = trimmed(g->x, more);
            to = joined ? next : to;
            column += (size_t)add_cell(g, row, column, part, joined ? &more : NULL)->u.cell.colspan;
        }
        if (to >= end) {
            break;
        }
        at = to + 1;
    }
    for (size_t i = 0; i < LTX_COLUMNS_MAX; i++) {
        g->busy[i] -= g->busy[i] > 0;
    }
    int ncols = g->table->u.table.ncols;
    g->table->u.table.ncols = (int)column > ncols ? (int)column : ncols;
}

/* Reads \caption or \label of a longtable in place of a row. Returns false for a row. */
static bool take_caption(struct grid *g, size_t at, size_t end) {
    struct tex *x = g->x;
    struct tex_float own = {0};
    struct str name = md_tex_name(x, at);
    if (!str_is(name, "caption") && !str_is(name, "label")) {
        return false;
    }
    struct tex_float *outer = x->floated;
    struct ltx_arg part = {at, end};
    struct doc_node *rest = md_tex_node(x, DOC_DIV, at, end);
    x->floated = &own;
    md_tex_part(x, &part, rest, TEX_BLOCKS);
    x->floated = outer;
    if (own.caption && (!g->table->first || g->table->first->kind != DOC_CAPTION)) {
        doc_insert(g->table, g->table->first, own.caption);
    }
    if (own.label.n && !doc_id(g->table).n) {
        doc_set_id(x->m->doc, g->table, own.label);
    }
    return true;
}

static void read_rows(struct grid *g, size_t at, size_t end) {
    while (at < end) {
        size_t behind;
        at = take_rules(g, at, end);
        if (at >= end) {
            break;
        }
        size_t to = md_tex_line(g->x, at, end, &behind);
        bool empty = !str_trim(str_slice(g->x->t->s, at, to)).n;
        struct str line_end = str_slice(g->x->t->s, to, behind);
        if (empty && str_find(line_end, STR("[-")) != STR_NONE) {
            at = behind; /* a negative length after an empty row removes the row */
            continue;
        }
        if (!take_caption(g, at, to) && (!empty || to < end)) {
            read_row(g, at, to);
        }
        at = behind;
    }
}

/* ---- the parts of a longtable */

enum part { PART_FIRST_HEAD, PART_HEAD, PART_FOOT, PART_LAST_FOOT, PART_BODY, PARTS };

/* Finds the parts of a longtable. Commands such as \endhead end all parts except the body. If a
 * command is repeated, the later part counts, as in LaTeX. */
static void find_parts(const struct tex *x, struct ltx_arg body, struct ltx_arg *parts) {
    static const char *const names[] = {"endfirsthead", "endhead", "endfoot", "endlastfoot"};
    size_t at = body.begin;
    while (at < body.end) {
        struct str name = md_tex_name(x, at);
        size_t n = name.n, k = 0;
        while (k < PART_BODY && !str_is(name, names[k])) {
            k++;
        }
        if (k < PART_BODY) {
            if (parts[k].end) {
                diag_add(x->m->diags, DIAG_BAD_TABLE, md_tex_span(x, at, at + 1 + n),
                         "this `\\%s` replaces the rows before an earlier one", names[k]);
            }
            parts[k] = (struct ltx_arg){body.begin, at};
            at = body.begin = at + 1 + n;
        } else {
            at = step(x, at, body.end);
        }
    }
    parts[PART_BODY] = body;
}

/* Reads the head of the first page, the body, and the foot of the last page. The heads and feet of
 * other pages are not needed, because outputs repeat the head themselves. */
static void read_parts(struct grid *g, struct ltx_arg body) {
    struct ltx_arg parts[PARTS] = {{0, 0}};
    find_parts(g->x, body, parts);
    struct ltx_arg head = parts[parts[PART_FIRST_HEAD].end ? PART_FIRST_HEAD : PART_HEAD];
    struct ltx_arg foot = parts[parts[PART_LAST_FOOT].end ? PART_LAST_FOOT : PART_FOOT];
    read_rows(g, head.begin, head.end);
    if (g->table->last && g->table->last->kind == DOC_ROW) {
        g->after_rule = g->table->last;
        g->ruled = true;
        g->waits = false;
    }
    read_rows(g, parts[PART_BODY].begin, parts[PART_BODY].end);
    read_rows(g, foot.begin, foot.end);
}

/* ---- notes below a table */

/* Whether a row below the last rule is a note: a cell over all columns, or a word with a colon and
 * a cell over the other columns. Below \bottomrule, all rows are notes. */
static bool is_note_row(const struct grid *g, const struct doc_node *row) {
    const struct doc_node *cell = row->first;
    int ncols = g->table->u.table.ncols;
    bool word = cell && cell->next && !cell->next->next;
    if (g->closed || !cell) {
        return true;
    }
    struct str text = word ? str_trim(doc_plain(g->x->m->a, cell)) : STR_EMPTY;
    return ncols > 1 &&
           (word ? cell->next->u.cell.colspan >= ncols - 1 && ncols > 2 && str_ends(text, STR(":"))
                 : cell->u.cell.colspan >= ncols);
}

/* Moves the text of a row into a new paragraph of the notes. */
static void move_note(struct tex *x, struct doc_node *row, struct doc_node *notes) {
    struct doc_node *para = doc_add(x->m->doc, notes, DOC_PARA, row->span);
    for (struct doc_node *cell = row->first; cell; cell = cell->next) {
        struct doc_node *block = cell->first;
        bool blocks = block && !doc_is_inline(block->kind);
        if (para->first && block) {
            doc_add_text(x->m->doc, para, STR(" "), cell->span);
        }
        for (struct doc_node *next; blocks && block; block = next) {
            next = block->next;
            if (block->kind == DOC_PLAIN || block->kind == DOC_PARA) {
                doc_adopt(para, block);
            } else {
                doc_unlink(block);
                doc_append(notes, block);
            }
        }
        if (!blocks) {
            doc_adopt(para, cell);
        }
    }
    /* the division of the notes sets their size, so sizes within the notes are removed */
    for (struct doc_node *k = para->first, *next; k; k = next) {
        next = k->next;
        bool sized = k->kind == DOC_SPAN && str_starts(doc_pair(k, "style"), STR("font-size"));
        if (sized) {
            doc_dissolve(k);
        }
    }
    doc_unlink(row);
    doc_unlink_empty(para);
}

/* Moves the notes below the last rule into a division after the table. */
static void settle_notes(struct grid *g, const struct tex_call *c) {
    struct doc_node *row = g->waits ? NULL : g->below_rule, *next;
    for (const struct doc_node *n = row; n; n = n->next) {
        row = is_note_row(g, n) ? row : NULL;
    }
    if (!row || !row->prev || row->prev->kind != DOC_ROW || row->prev == g->after_rule) {
        return;
    }
    struct doc_node *notes = md_tex_block(g->x, DOC_DIV, c->begin, c->end);
    doc_add_class(g->x->m->doc, notes, STR("tablenotes"));
    for (; row; row = next) {
        next = row->next;
        move_note(g->x, row, notes);
    }
    doc_unlink_empty(notes);
}

/* ---- the table */

static void settle_heads(struct grid *g) {
    struct doc_node *row = g->table->first;
    if (!g->after_rule || g->after_rule == g->table->last) {
        return;
    }
    for (; row; row = row->next) {
        if (row->kind == DOC_ROW) {
            row->u.row.head = true;
            for (struct doc_node *c = row->first; c; c = c->next) {
                c->u.cell.head = true;
            }
        }
        if (row == g->after_rule) {
            return;
        }
    }
}

static void settle_columns(struct grid *g) {
    struct doc_node *table = g->table;
    int n = table->u.table.ncols > (int)g->columns.n ? table->u.table.ncols : (int)g->columns.n;
    int sum = 0;
    bool widths = g->columns.n > 0 && n == (int)g->columns.n;
    n = n < 1 ? 1 : n;
    table->u.table.ncols = n;
    table->u.table.aligns = ARENA_ARRAY(g->x->m->a, enum doc_align, (size_t)n + 1);
    for (size_t i = 0; i < (size_t)n && i < g->columns.n; i++) {
        table->u.table.aligns[i] = align_of(g->columns.align[i]);
        widths = widths && g->columns.width[i] > 0;
        sum += g->columns.width[i];
    }
    if (!widths || sum <= 0) {
        return;
    }
    table->u.table.widths = ARENA_ARRAY(g->x->m->a, int, (size_t)n + 1);
    for (size_t i = 0; i < (size_t)n; i++) {
        int w = g->columns.width[i];
        table->u.table.widths[i] = sum > 1000 ? w * 1000 / sum : w;
    }
}

/* Whether a table is in a float, another table, or a division that aligns it. */
static bool is_placed(const struct tex *x, const struct doc_node *table) {
    bool placed = x->floated != NULL;
    for (const struct doc_node *n = table->parent; n && !placed; n = n->parent) {
        placed =
            n->kind == DOC_TABLE ||
            (n->kind == DOC_DIV && (doc_has_class(n, "center") || doc_has_class(n, "flushright")));
    }
    return placed;
}

/* Sets the look of a table in a document in LaTeX: only the rules of the source, the given width,
 * and no margins if it is within text. */
static void put_look(const struct grid *g, const struct tex_call *c) {
    struct tex *x = g->x;
    bool wide = str_is(c->name, "tabularx") || str_is(c->name, "tabular*");
    bool whole = wide && ltx_width(md_tex_arg(x, &c->args[0])) >= 900;
    bool centred = str_starts(c->name, STR("longtable")) || str_starts(c->name, STR("xltabular"));
    const char *look = centred || is_placed(x, g->table) ? (g->lined ? "" : "border: 0")
                       : g->lined                        ? "margin: 0"
                                                         : "border: 0; margin: 0";
    if (x->m->latex && (look[0] || whole)) {
        doc_set_pair(x->m->doc, g->table, STR("style"),
                     arena_printf(x->m->a, "%s%s%s", look, look[0] && whole ? "; " : "",
                                  whole ? "width: 100%" : ""));
    }
}

void md_tex_tabular(struct tex *x, const struct tex_call *c) {
    struct grid g = {.x = x};
    size_t last = str_of(c->row->args).n - 1;
    ltx_columns_read(md_tex_arg(x, &c->args[last]), &g.columns);
    g.table = md_tex_block(x, DOC_TABLE, c->begin, c->end);
    read_parts(&g, c->body);
    struct doc_node *first = g.table->first;
    if (!first || (first->kind == DOC_CAPTION && !first->next)) {
        diag_add(x->m->diags, DIAG_BAD_TABLE, g.table->span, "this table has no rows");
        doc_unlink(g.table);
        return;
    }
    settle_heads(&g);
    settle_notes(&g, c);
    md_align_points(x->m, g.table, g.columns.align, g.columns.n);
    settle_columns(&g);
    put_look(&g, c);
}

/* ---- tabbing */

/* Returns the end of the column at `at`: the next `\=` or `\>`, or `end`. */
static size_t stop_end(const struct tex *x, size_t at, size_t end, size_t *behind) {
    while (at < end) {
        char c = x->t->s.p[at];
        if (c == '\\' && at + 1 < end && (x->t->s.p[at + 1] == '=' || x->t->s.p[at + 1] == '>')) {
            *behind = at + 2;
            return at;
        }
        at = c == '{' || c == '\\' ? md_tex_group_end(x, at, end) : at + 1;
    }
    *behind = end;
    return end;
}

void md_tex_tabbing(struct tex *x, const struct tex_call *c) {
    struct grid g = {.x = x};
    size_t at = c->body.begin, end = c->body.end;
    g.table = md_tex_block(x, DOC_TABLE, c->begin, c->end);
    doc_add_class(x->m->doc, g.table, STR("gloss"));
    doc_set_pair(x->m->doc, g.table, STR("style"), STR("border: 0; margin: 0"));
    while (at < end) {
        size_t behind, to = md_tex_line(x, at, end, &behind);
        bool kill = str_find(str_slice(x->t->s, at, to), STR("\\kill")) != STR_NONE;
        if (str_trim(str_slice(x->t->s, at, to)).n && !kill) {
            struct doc_node *row = md_tex_add(x, g.table, DOC_ROW, at, to);
            size_t column = 0, from = at, next = at;
            do {
                size_t cut = stop_end(x, from, to, &next);
                struct ltx_arg part = {from, cut};
                (void)add_cell(&g, row, column++, part, NULL);
                from = next;
            } while (next < to);
            int ncols = g.table->u.table.ncols;
            g.table->u.table.ncols = (int)column > ncols ? (int)column : ncols;
        }
        at = behind;
    }
    settle_columns(&g);
    doc_unlink_empty(g.table);
}
