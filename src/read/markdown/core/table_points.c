/* SPDX-License-Identifier: MIT */
/* Aligns the numbers in a column of a table at their decimal points. Spaces as wide as digits and
 * points are added, so that all numbers of the column have the same width after their whole part.
 */
#include "core/base/vec.h"
#include "read/markdown/core/md.h"

#include <string.h>

DIAG_USE(DIAG_BAD_TABLE);

#define MAX_COLUMNS 512 /* maximum number of columns; further columns are not aligned */
/* maximum number of digits before the decimal point of a number, and after it */
#define MAX_DIGITS 40
#define MOST_MARKS 8 /* maximum number of marks after a number */

/* A cell of a column. If `is` is set, the cell is a number: `mark` is its last separator (a point
 * or a comma; 0 if there is none), and `digits` is the number of digits after it. */
struct number {
    struct doc_node *cell;
    size_t column;
    int digits;
    char mark;
    bool is;
    bool sure; /* the separator cannot be one of thousands, so it is decimal */
    int tail;  /* approximate width of the text after the number, in sixths of an em */
};

struct column {
    size_t numbers, others;
    bool sure_point, sure_comma, point;
    int most, tail; /* the widest end (see end_width()) and the widest `tail` of the numbers */
};

struct points {
    struct md *m;
    const char *how;
    size_t n;
    struct column columns[MAX_COLUMNS];
    VEC(struct number) cells;
};

/* Reads the text after a number: brackets, stars and other marks of notes, a per cent sign. With
 * `raised`, it is a superscript of a formula, "^a", "^(∗ ∗)" or "^{**}". Returns false for other
 * text. */
static bool read_tail(struct str s, bool raised, int *width) {
    static const struct {
        struct str mark;
        int width; /* width in sixths of an em */
    } marks[] = {{STR_INIT(")"), 2},      {STR_INIT("]"), 2},      {STR_INIT("*"), 3},
                 {STR_INIT("%"), 5},      {STR_INIT("\u2217"), 3}, {STR_INIT("\u2020"), 3},
                 {STR_INIT("\u2021"), 3}, {STR_INIT("\u00A7"), 3}, {STR_INIT("\u00A0"), 0}};
    if (s.n > 1 && s.p[0] == '^') {
        bool wrapped =
            (s.p[1] == '(' && s.p[s.n - 1] == ')') || (s.p[1] == '{' && s.p[s.n - 1] == '}');
        s = str_trim(wrapped ? str_slice(s, 2, s.n - 1) : str_from(s, 1));
        raised = true;
    }
    for (size_t n = 0; s.n > 0 && n < MOST_MARKS; n++) {
        size_t i = 0;
        while (i < ARRAY_LEN(marks) && !str_starts(s, marks[i].mark)) {
            i++;
        }
        bool letter = i == ARRAY_LEN(marks) && raised && (is_alnum(s.p[0]) || s.p[0] == ',');
        if (i == ARRAY_LEN(marks) && !letter) {
            return false;
        }
        *width += raised && (letter || marks[i].width == 3) ? 2 : marks[i].width;
        s = str_from(s, letter ? 1 : marks[i].mark.n);
        s = raised ? str_trim(s) : s; /* the plain text of a formula has spaces around operators */
    }
    return s.n == 0;
}

/* Returns the text of a cell. A superscript at its end is the mark of a note; it is left out, and
 * `*note` is set to it. */
static struct str without_note(struct md *m, const struct doc_node *cell, struct str s,
                               struct str *note) {
    const struct doc_node *last = cell->last;
    while (last && last->last && last->kind != DOC_SUP) {
        last = last->last;
    }
    *note = last && last->kind == DOC_SUP ? str_trim(doc_plain(m->a, last)) : STR_EMPTY;
    bool has = note->n > 0 && note->n < s.n;
    *note = has ? *note : STR_EMPTY;
    return has ? str_trim(str_slice(s, 0, s.n - note->n)) : s;
}

/* Reads a cell with only a number, perhaps in brackets and with marks after it. Returns false for
 * other content. */
static bool read_number(struct md *m, struct number *out) {
    struct str note, s = str_trim(doc_plain(m->a, out->cell));
    size_t i = 0, whole = 0, marks = 0;
    s = without_note(m, out->cell, s, &note);
    i += s.n > 0 && (s.p[0] == '(' || s.p[0] == '[' || s.p[0] == '<');
    s = str_trim(str_from(s, i));
    i = 0;
    i += s.n > 0 && (s.p[0] == '+' || s.p[0] == '-');
    i += str_starts(s, STR("\xE2\x88\x92")) ? 3 : 0;
    bool zero = i < s.n && s.p[i] == '0', mixed = false;
    for (; i < s.n; i++) {
        char c = s.p[i];
        if (is_digit(c) && whole < MAX_DIGITS && out->digits < MAX_DIGITS) {
            whole += out->mark == 0;
            out->digits++;
        } else if (c == '.' || c == ',') {
            mixed = mixed || (out->mark && c != out->mark);
            marks = c == out->mark ? marks + 1 : 1;
            out->mark = c;
            out->digits = 0;
        } else if (whole > 0 && read_tail(str_from(s, i), false, &out->tail)) {
            break;
        } else {
            return false;
        }
    }
    if (!read_tail(note, true, &out->tail)) {
        return false;
    }
    out->sure = out->mark && marks == 1 && (mixed || zero || out->digits != 3 || whole > 3);
    /* a mark that occurs twice separates thousands: 1,234,567 */
    out->mark = marks > 1 ? 0 : out->mark;
    return s.n > 0 && (whole > 0 || out->sure);
}

/* Returns the width of the end of a number in characters: its decimal point and the digits after
 * it, or 0. */
static int end_width(const struct number *n, const struct column *column) {
    char point = column->sure_point || (column->point && !column->sure_comma) ? '.' : ',';
    bool whole = !n->mark || n->mark != point || (point == ',' && !column->sure_comma);
    return whole ? 0 : n->digits + 1;
}

static void count_number(struct column *column, const struct number *n) {
    column->numbers++;
    column->point = column->point || n->mark == '.';
    column->sure_point = column->sure_point || (n->sure && n->mark == '.');
    column->sure_comma = column->sure_comma || (n->sure && n->mark == ',');
}

/* Appends spaces to the last paragraph of a cell: as wide as `most` - `width` digits, and `tail`
 * sixths of an em. */
static void pad(struct md *m, struct doc_node *cell, int width, int most, int tail) {
    struct str spaces = STR_EMPTY;
    for (int i = width; i < most; i++) {
        spaces = arena_join(m->doc->arena, 2, spaces,
                            i == 0 ? STR("\xE2\x80\x88") : STR("\xE2\x80\x87"));
    }
    for (; tail > 0; tail -= tail > 2 ? 3 : 1) { /* a figure space is about half an em */
        spaces = arena_join(m->doc->arena, 2, spaces,
                            tail > 2 ? STR("\xE2\x80\x87") : STR("\xE2\x80\x86"));
    }
    while (cell->last && !doc_is_inline(cell->last->kind)) {
        cell = cell->last;
    }
    /* U+200C after the spaces keeps them; otherwise they are removed at the end of a line */
    if (spaces.n > 0) {
        spaces = arena_join(m->doc->arena, 2, spaces, STR("\xE2\x80\x8C"));
        doc_add_text(m->doc, cell, spaces, cell->span);
    }
}

/* Reads the cells of a row, except those that span columns. For each column, `busy` is the number
 * of further rows that a cell above spans. */
static void take_row(struct points *p, const struct doc_node *row, int *busy) {
    size_t at = 0;
    for (struct doc_node *c = row->first; c; c = c->next) {
        for (; at < p->n && busy[at] > 0; at++) {
        }
        bool asked = at < p->n && (p->how[at] == 'd' || p->how[at] == '?');
        if (asked && c->u.cell.colspan == 1) {
            bool body = !row->u.row.head && !c->u.cell.head;
            struct number number = {.cell = c};
            number.is = body && read_number(p->m, &number);
            number.column = at;
            p->columns[at].others += body && !number.is && c->first;
            if (number.is) {
                count_number(&p->columns[at], &number);
            }
            vec_push(&p->cells, number);
        }
        for (int i = 0; i < c->u.cell.colspan && at < p->n; i++) {
            busy[at++] = c->u.cell.rowspan;
        }
    }
    for (size_t i = 0; i < p->n; i++) {
        busy[i] -= busy[i] > 0;
    }
}

static void align_cell(struct points *p, const struct number *n, const struct column *column) {
    bool head = n->cell->parent->u.row.head;
    if (n->is || n->cell->u.cell.align == DOC_ALIGN_DEFAULT ||
        (head && n->cell->u.cell.align == DOC_ALIGN_RIGHT)) {
        n->cell->u.cell.align = head ? DOC_ALIGN_CENTER : DOC_ALIGN_RIGHT;
    }
    if (n->is) {
        pad(p->m, n->cell, end_width(n, column), column->most, column->tail - n->tail);
    }
}

void md_align_points(struct md *m, struct doc_node *table, const char *how, size_t n) {
    struct points p = {.m = m, .how = how, .n = n < MAX_COLUMNS ? n : MAX_COLUMNS};
    int busy[MAX_COLUMNS] = {0};
    for (struct doc_node *row = table->first; row; row = row->next) {
        if (row->kind == DOC_ROW) {
            take_row(&p, row, busy);
        }
    }
    for (size_t i = 0; i < p.cells.n; i++) {
        struct column *column = &p.columns[p.cells.p[i].column];
        int width = end_width(&p.cells.p[i], column);
        column->most = p.cells.p[i].is && width > column->most ? width : column->most;
        int tail = p.cells.p[i].is ? p.cells.p[i].tail : 0;
        column->tail = tail > column->tail ? tail : column->tail;
    }
    for (size_t i = 0; i < p.cells.n; i++) {
        const struct column *column = &p.columns[p.cells.p[i].column];
        if (how[p.cells.p[i].column] == 'd' || column->numbers > column->others) {
            align_cell(&p, &p.cells.p[i], column);
        }
    }
    vec_drop(&p.cells);
}

void md_align_asked(struct md *m, struct doc_node *table) {
    struct str list = doc_pair(table, "decimal");
    size_t n = table->u.table.ncols > 0 ? (size_t)table->u.table.ncols : 0;
    char how[MAX_COLUMNS];
    if (!list.n && !doc_has_class(table, "decimal")) {
        return;
    }
    n = n < MAX_COLUMNS ? n : MAX_COLUMNS;
    memset(how, list.n ? 0 : '?', n);
    while (list.n) {
        int64_t column;
        size_t at = str_index(list, ',');
        struct str word = str_cut(&list, at < str_index(list, ' ') ? ',' : ' ');
        if (str_to_i64(word, &column) && column > 0 && (size_t)column <= n) {
            how[column - 1] = 'd';
        } else if (word.n > 0) {
            diag_add(m->diags, DIAG_BAD_TABLE, table->span, "the table has no column `%.*s`",
                     STR_ARG(word));
        }
    }
    md_align_points(m, table, how, n);
}
