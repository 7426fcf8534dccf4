/* SPDX-License-Identifier: MIT */
/*
 * TeX math: environments and other tables, \begin{pmatrix} a & b \\ c & d \end{pmatrix}. Defines
 * the environments (of LaTeX, amsmath, mathtools) with their fences and columns. The outputs decide
 * spacing.
 */
#include "model/tex/math/math_parser.h"

#include "core/base/bounds.h"

DIAG_USE(DIAG_TEX_COMMAND);
DIAG_USE(DIAG_TEX_SYNTAX);

/* the maximum number of letters and rules of an array's columns; real tables have few */
#define MAX_COLUMNS 1000

/** The parts of an environment that are numbered. A star after its name removes the numbers. */
enum numbers { NUMBERS_NONE, NUMBERS_WHOLE, NUMBERS_ROWS };

struct environment {
    const char *name;
    enum math_table kind;
    const char *open, *close; /* NULL if there are no fences */
    const char *columns;      /* NULL if an argument gives the columns */
    bool row;                 /* a single cell is shown as a row, not as a table: equation */
    bool count;               /* an argument gives the number of columns: alignat */
    enum numbers numbers;
};

static const struct environment environments[] = {
#define ENVIRONMENT(name, kind, open, close, columns, row, count, numbers)                         \
    {name, MATH_##kind, open, close, columns, row, count, NUMBERS_##numbers},
#include "model/tex/math/math_environments.def"
#undef ENVIRONMENT
};

/** Skips the \hlines at the beginning of a row and returns their number, at most two. */
static int take_rules(struct math_parser *p) {
    int n = 0;
    for (;;) {
        size_t next;
        if (!math_skip_space(p) || p->tex.p[p->pos] != '\\') {
            return n;
        }
        struct str name = math_peek_command(p, &next);
        if (!str_is(name, "hline") && !str_is(name, "hdashline")) {
            return n;
        }
        p->pos = next;
        n = n < 2 ? n + 1 : n;
    }
}

void math_table_row_end(struct math_parser *p) {
    size_t next;
    (void)math_peek_command(p, &next);
    p->pos = next;
    if (p->pos < p->end && p->tex.p[p->pos] == '*') {
        p->pos++;
    }
    if (p->pos < p->end && p->tex.p[p->pos] == '[') {
        size_t close = str_until(str_slice(p->tex, 0, p->end), p->pos, ']');
        p->pos = close < p->end ? close + 1 : p->pos;
    }
}

/** Reads an \intertext at the beginning of a row, which becomes a separate row. Returns false if
 * the row does not begin with one. */
static bool take_words(struct math_parser *p, struct math *table) {
    size_t next;
    if (!math_skip_space(p) || p->tex.p[p->pos] != '\\') {
        return false;
    }
    struct str name = math_peek_command(p, &next);
    if (!str_is(name, "intertext") && !str_is(name, "shortintertext")) {
        return false;
    }
    struct math *row = math_node(p, MATH_ROW, p->pos), *cell = math_node(p, MATH_ROW, p->pos);
    size_t from = p->pos;
    p->pos = next;
    math_append(cell, math_text_argument(p, MATH_UPRIGHT, from));
    p->lacks = false;
    math_append(row, math_close(p, cell));
    row->words = true;
    math_append(table, row);
    return true;
}

static struct math *new_row(struct math_parser *p, struct math *table, bool numbers) {
    bool equations = table->table == MATH_ALIGNED || table->table == MATH_GATHERED;
    while (equations && take_words(p, table)) {
    }
    struct math *row = math_node(p, MATH_ROW, p->pos);
    if (numbers) {
        row->line = p->line = math_line_new(p);
        row->line->numbered = p->whole->numbered;
    }
    row->line_before = take_rules(p);
    math_append(table, row);
    return row;
}

/** Removes empty rows after the last \\. */
static void drop_empty_end(struct math *table) {
    struct math *last = table->last;
    if (!last || last == table->first || last->first != last->last || !last->first ||
        last->first->first) {
        return;
    }
    table->line_before = last->line_before; /* rules in an empty last row are below the table */
    if (last->line) {
        last->line->numbered = false;
    }
    struct math *before = table->first;
    while (before->next != last) {
        before = before->next;
    }
    before->next = NULL;
    table->last = before;
}

struct math *math_table_body(struct math_parser *p, enum math_table kind, struct math *first,
                             unsigned stop, size_t from) {
    struct math *table = math_node(p, MATH_TABLE, from);
    table->table = kind;
    table->columns = kind == MATH_ALIGNED ? STR("rl") : STR("c");
    bool numbers = p->rows;
    p->rows = false;
    struct math *row = new_row(p, table, numbers);
    struct math *cell = first;
    size_t column = 0;
    for (;;) {
        if (!cell) {
            p->after_empty = (kind == MATH_ALIGNED && column % 2 == 1) || kind == MATH_MULTLINE;
            cell = math_row(p, stop | STOP_CELL);
        }
        math_append(row, cell);
        cell = NULL;
        column++;
        if (!math_skip_space(p) || p->tex.p[p->pos] == '}') {
            break;
        }
        if (p->tex.p[p->pos] == '&') {
            p->pos++;
            continue;
        }
        size_t next;
        struct str name = math_peek_command(p, &next);
        if (str_is(name, "end") && first) { /* at the outermost level, there is nothing to end */
            math_complain(p, DIAG_TEX_SYNTAX, p->pos, next, "`\\end` without its `\\begin`");
            struct str unused;
            p->pos = next;
            (void)math_raw_argument(p, &unused);
            continue;
        }
        if (!str_is(name, "\\") && !str_is(name, "cr")) {
            break;
        }
        math_table_row_end(p);
        row = new_row(p, table, numbers);
        column = 0;
    }
    drop_empty_end(table);
    return math_close(p, table);
}

/** Returns the letters l, c, r and '|' of the argument of array. Other letters are skipped. */
static struct str columns_of(struct math_parser *p, struct str raw) {
    struct buf b = BUF_INIT;
    size_t depth = 0;
    for (size_t i = 0; i < raw.n && b.n < MAX_COLUMNS; i++) {
        char c = raw.p[i];
        if (c == '{') {
            depth++;
        } else if (c == '}') {
            depth -= depth > 0;
        } else if (!depth && (c == 'l' || c == 'c' || c == 'r' || c == '|')) {
            buf_putc(&b, c);
        }
    }
    struct str columns = buf_finish(&b, p->arena);
    return columns.n ? columns : STR("c");
}

static void take_end(struct math_parser *p, struct str name, size_t from) {
    size_t next, at = p->pos;
    struct str end;
    if (math_skip_space(p) && p->tex.p[p->pos] == '\\' &&
        str_is(math_peek_command(p, &next), "end")) {
        at = p->pos;
        p->pos = next;
        if (math_raw_argument(p, &end) && str_eq(end, name)) {
            return;
        }
        math_complain(p, DIAG_TEX_SYNTAX, at, p->pos, "`\\begin{%.*s}` ends as another environment",
                      STR_ARG(name));
        return;
    }
    struct diag *g = math_complain(p, DIAG_TEX_SYNTAX, from, from + 6,
                                   "`\\begin{%.*s}` without its `\\end`", STR_ARG(name));
    diag_hint(p->diags, g, "add `\\end{%.*s}`", STR_ARG(name));
}

bool math_table_fits(struct math_parser *p, const struct math *table, size_t from) {
    size_t rows, columns = math_columns(table, &rows);
    if (rows <= LIMIT_MATH_CELLS / columns) {
        return true;
    }
    for (struct math *row = table->first; row; row = row->next) {
        if (row->line) {
            row->line->numbered = false; /* rows that are not shown are not counted */
        }
    }
    struct diag *g = math_complain(p, DIAG_TEX_SYNTAX, from, math_name_end(p, from),
                                   "a table of %zu rows and %zu columns", rows, columns);
    diag_hint(p->diags, g, "formulas have at most %d cells", LIMIT_MATH_CELLS);
    return false;
}

static const struct environment *find_environment(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(environments); i++) {
        if (str_is(name, environments[i].name)) {
            return &environments[i];
        }
    }
    return NULL;
}

static struct math *unknown_environment(struct math_parser *p, struct str name, size_t from) {
    struct diag *g = math_complain(p, DIAG_TEX_COMMAND, from, p->pos,
                                   "unknown environment `%.*s` in math", STR_ARG(name));
    struct str near =
        diag_nearest_z(name, environments, ARRAY_LEN(environments), sizeof *environments);
    if (!diag_hint_near(p->diags, g, near)) {
        diag_hint(p->diags, g, "its source is shown as it is");
    }
    (void)math_table_body(p, MATH_MATRIX, NULL, STOP_NONE, from);
    take_end(p, name, from);
    return NULL; /* the source of the whole formula is shown */
}

/** Decides what is numbered in the formula. Only its first environment of equations is considered.
 * Returns true if the rows of the environment are numbered. */
static bool claim_numbers(struct math_parser *p, const struct environment *e) {
    if (e->numbers == NUMBERS_NONE || p->claimed) {
        return false;
    }
    p->claimed = true;
    p->whole->numbered = !str_ends(str_of(e->name), STR("*"));
    p->rows = e->numbers == NUMBERS_ROWS;
    return p->rows;
}

struct math *math_environment(struct math_parser *p, size_t from) {
    struct str name, raw;
    if (!math_raw_argument(p, &name)) {
        math_complain(p, DIAG_TEX_SYNTAX, from, p->pos, "`\\begin` lacks its environment");
        return NULL;
    }
    const struct environment *e = find_environment(name);
    if (!e) {
        return unknown_environment(p, name, from);
    }
    struct str columns = str_of(e->columns);
    if (!e->columns) {
        (void)math_optional_raw(p);
        columns = math_raw_argument(p, &raw) ? columns_of(p, raw) : STR("c");
    } else if (math_is_equations(e->kind)) {
        (void)math_optional_raw(p); /* [t], [b]: vertical position of the table */
    } else if (str_ends(name, STR("matrix*"))) {
        struct str raw_columns = math_optional_raw(p);
        columns = raw_columns.n ? columns_of(p, raw_columns) : columns;
    }
    if (e->count) {
        (void)math_raw_argument(p, &raw);
    }
    bool rows = claim_numbers(p, e);
    struct math *table = e->kind == MATH_DIAGRAM
                             ? math_diagram_body(p, from)
                             : math_table_body(p, e->kind, NULL, STOP_NONE, from);
    if (rows) {
        p->whole->numbered = false;
        p->line = p->whole;
    }
    table->columns = columns;
    table->style = name.p[0] == 'd' && e->kind != MATH_ALIGNED ? MATH_STYLE_DISPLAY : table->style;
    table->packed = e->count;
    table->to_margins = str_starts(name, STR("flalign"));
    take_end(p, name, from);
    if (!math_table_fits(p, table, from)) {
        return NULL;
    }
    if (e->row && table->first == table->last && table->first->first == table->first->last) {
        return table->first->first;
    }
    table->cls = MATH_INNER;
    if (!e->open) {
        return table;
    }
    struct math *row = math_node(p, MATH_ROW, from);
    math_append(row, table);
    return math_fence(p, row, e->open, e->close, from);
}

char math_column(const struct math *table, size_t column) {
    size_t letters = 0;
    for (size_t i = 0; i < table->columns.n; i++) {
        letters += table->columns.p[i] != '|';
    }
    size_t want = column;
    if (column >= letters) { /* aligned equations always have letters */
        want = table->table == MATH_ALIGNED ? column % letters : letters - 1;
    }
    for (size_t i = 0; i < table->columns.n; i++) {
        if (table->columns.p[i] != '|' && want-- == 0) {
            return table->columns.p[i];
        }
    }
    return 'c';
}

bool math_is_equations(enum math_table table) {
    return table == MATH_ALIGNED || table == MATH_GATHERED || table == MATH_MULTLINE;
}

size_t math_columns(const struct math *table, size_t *rows) {
    size_t columns = 1;
    *rows = 0;
    for (const struct math *row = table->first; row; row = row->next) {
        size_t n = 0;
        for (const struct math *cell = row->first; cell; cell = cell->next) {
            n++;
        }
        columns = n > columns ? n : columns;
        (*rows)++;
    }
    return columns;
}
