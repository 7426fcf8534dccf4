/* SPDX-License-Identifier: MIT */
/* Reads pandoc's simple and multiline tables (MANUAL, simple_tables and multiline_tables), and pipe
 * tables whose head has too few cells. cmark-gfm reads the other pipe tables. The dashes below or
 * above the text define the columns. Columns are counted as in a terminal, where wide characters
 * take two. The position of a text relative to its dashes gives the alignment of its column. */
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"
#include "read/markdown/core/block_extension.h"

#include <string.h>

#define MAX_COLUMNS 256
#define MAX_HEAD 20    /* maximum number of lines of the head of a multiline table */
#define MAX_LINES 5000 /* maximum number of lines of a table */

/** The groups of dashes of a line. */
struct dashes {
    size_t n;
    /* columns at which the groups begin; the entry after the last group is SIZE_MAX */
    size_t from[MAX_COLUMNS + 1];
    size_t len[MAX_COLUMNS];
    size_t end; /* column at which the last group ends */
};

/** Reads groups of dashes that are separated by spaces. Returns false if the line contains other
 * characters. */
static bool read_dashes(struct str line, struct dashes *d) {
    d->n = 0;
    for (size_t i = 0; i < line.n;) {
        if (line.p[i] == ' ') {
            i++;
            continue;
        }
        if (line.p[i] != '-' || d->n == MAX_COLUMNS) {
            return is_space(line.p[i]) && str_trim(str_from(line, i)).n == 0 && d->n > 0;
        }
        d->from[d->n] = i;
        i += str_run(line, i, '-');
        d->len[d->n] = i - d->from[d->n];
        d->end = i;
        d->n++;
    }
    d->from[d->n] = SIZE_MAX;
    return d->n > 0;
}

static bool blank_at(const struct md_region *r, size_t i) {
    return i >= r->n || md_is_blank(r->lines[i].s);
}

/** Whether a line of dashes defines columns. It has several groups of dashes, or, with `single`,
 * one group of at least three. A line of single dashes does not define columns, because a dash is a
 * list marker. */
static bool is_columns(const struct md_region *r, size_t i, bool single, struct dashes *d) {
    if (i >= r->n || !read_dashes(r->lines[i].s, d) || (d->n < 2 && (!single || d->len[0] < 3))) {
        return false;
    }
    size_t longest = 0;
    for (size_t k = 0; k < d->n; k++) {
        longest = d->len[k] > longest ? d->len[k] : longest;
    }
    return longest > 1;
}

static bool is_rule(const struct md_region *r, size_t i) {
    struct dashes d;
    return i < r->n && read_dashes(r->lines[i].s, &d) && (d.n > 1 || d.len[0] > 2);
}

/** The parts of a table, as indices of the lines of the region. */
struct plan {
    size_t head, nhead; /* first line of the head, and number of its lines */
    /* `body` is the first line of the rows; `end` is the line of dashes that closes the table, or
     * the line after the rows */
    size_t body, end;
    size_t behind; /* the line after the table */
    bool multiline;
    struct dashes d;
};

/** Returns the line of the rule that closes a table, or 0. A blank line, a caption or the end of
 * the region follows such a rule. `*blank` is set if there are blank lines before it. */
static size_t find_close(const struct md_region *r, size_t i, bool *blank) {
    size_t last = i + MAX_LINES < r->n ? i + MAX_LINES : r->n;
    *blank = false;
    for (size_t k = i; k < last; k++) {
        if (is_rule(r, k) && k > i) {
            return blank_at(r, k + 1) || md_caption_mark(r->lines[k + 1].s) ? k : 0;
        }
        if (blank_at(r, k)) {
            if (blank_at(r, k + 1)) {
                return 0; /* two blank lines mean that this is not a table */
            }
            *blank = true;
        }
    }
    return 0;
}

/** Finds a table with a head of one line above dashes, and rows up to a blank line. */
static bool plan_simple(const struct md_region *r, size_t i, bool single, struct plan *p) {
    if (md_is_blank(r->lines[i].s) || !is_columns(r, i + 1, single, &p->d) || blank_at(r, i + 2)) {
        return false;
    }
    *p = (struct plan){.head = i, .nhead = 1, .body = i + 2, .end = i + 2, .d = p->d};
    while (!blank_at(r, p->end)) {
        p->end++;
    }
    p->behind = p->end;
    if (is_rule(r, p->end - 1)) {
        p->end--; /* a closing rule is not a row */
    }
    return p->end > p->body;
}

/** Finds a table without a head: dashes, rows, dashes. */
static bool plan_headless(const struct md_region *r, size_t i, bool single, struct plan *p) {
    bool blank;
    if (!is_columns(r, i, single, &p->d)) {
        return false;
    }
    size_t close = blank_at(r, i + 1) ? 0 : find_close(r, i + 1, &blank);
    if (!close) {
        return false;
    }
    *p = (struct plan){
        .body = i + 1, .end = close, .behind = close + 1, .multiline = blank, .d = p->d};
    return true;
}

/** Finds a table with a rule or dashes, a head, dashes, rows that are separated by blank lines, and
 * a rule. */
static bool plan_multiline(const struct md_region *r, size_t i, bool single, struct plan *p) {
    struct dashes rule;
    bool blank;
    if (!read_dashes(r->lines[i].s, &rule) || (rule.n == 1 && rule.len[0] < 3)) {
        return false;
    }
    size_t k = i + 1;
    while (k < i + MAX_HEAD && !blank_at(r, k) && !is_rule(r, k)) {
        k++;
    }
    /* a rule of only three dashes is a thematic break */
    bool wide = rule.n == 1 && rule.len[0] > 3;
    if (k == i + 1 || !is_columns(r, k, single || wide, &p->d)) {
        return false;
    }
    size_t close = blank_at(r, k + 1) ? 0 : find_close(r, k + 1, &blank);
    if (!close || (p->d.n == 1 && !single && (!blank || p->d.len[0] != rule.len[0]))) {
        return false;
    }
    *p = (struct plan){.head = i + 1,
                       .nhead = k - i - 1,
                       .body = k + 1,
                       .end = close,
                       .behind = close + 1,
                       .multiline = true,
                       .d = p->d};
    return true;
}

/* Finds the parts of a table that begins in line `i`. With `single`, the table may have one column,
 * as below a caption. */
static bool make_plan(const struct md_region *r, size_t i, bool single, struct plan *p) {
    char c = str_trim(r->lines[i].s).p[0];
    if (c == '-' && (plan_multiline(r, i, single, p) || plan_headless(r, i, single, p))) {
        return true;
    }
    /* lines that begin other blocks are not heads of tables */
    return c != '>' && c != '#' && c != '|' && c != '+' && plan_simple(r, i, single, p);
}

/* The state of looking ahead for the lines of a possible table. The search ends at two blank
 * lines, or at the line after the third line of dashes. */
struct sight {
    size_t rules;
    bool blank, simple;
};

static bool goes_on(void *state, struct str line) {
    struct sight *sight = state;
    struct dashes d;
    bool blank = md_is_blank(line);
    if (sight->rules > 3 || (blank && (sight->blank || sight->simple))) {
        return false;
    }
    sight->blank = blank;
    sight->rules += sight->rules == 3 || (read_dashes(line, &d) && (d.n > 1 || d.len[0] > 2));
    return true;
}

static bool is_below_caption(const struct md_at *at) {
    cmark_node *before = cmark_node_last_child(at->parent);
    if (!before || cmark_node_get_type(before) != CMARK_NODE_PARAGRAPH) {
        return false;
    }
    size_t line = md_first_line(at->k, before);
    return md_caption_mark(str_from(at->k->r->lines[line].s, md_first_byte(before))) > 0;
}

/** Finds a simple or a multiline table that begins in the line. Returns the number of its lines, or
 * 0. */
static size_t find(struct md_at *at, bool multiline) {
    struct plan p;
    struct dashes d;
    bool rule = at->s.p[0] == '-';
    if (!rule && multiline) {
        return 0;
    }
    bool single = is_below_caption(at);
    if (!rule) {
        const struct md_line *next = md_ahead(at, 1);
        struct md_region under = {next, 1, at->k->r->fixed};
        if (!next || !is_columns(&under, 0, single, &d)) {
            return 0;
        }
        /* dashes below the content of an item belong to the item */
        if (d.from[0] > at->indent && md_list_marker(at->s, 0)) {
            return 0;
        }
    }
    struct sight sight = {.rules = rule, .simple = !rule};
    struct md_region r = md_look_ahead(at, goes_on, &sight);
    bool found = make_plan(&r, 0, single, &p) && p.multiline == multiline;
    return found ? p.behind : 0;
}

static bool open_table(struct md_at *at, bool multiline) {
    size_t n = find(at, multiline);
    if (n) {
        (void)md_open_lines(at, multiline ? &md_block_multiline_table : &md_block_simple_table,
                            at->line + n);
    }
    return n > 0;
}

static bool open_simple(struct md_at *at) {
    return open_table(at, false);
}

static bool open_multiline(struct md_at *at) {
    return open_table(at, true);
}

/* ---- cells */

/* Returns the number of columns of the character at `*at`, and moves `*at` past it. */
static size_t next_columns(struct str s, size_t *at, bool screen) {
    if (!((unsigned char)s.p[*at] & 0x80u)) {
        (*at)++;
        return 1;
    }
    uint32_t cp = utf8_next(s, at);
    return screen ? (size_t)unicode_columns(cp) : 1;
}

size_t md_columns(struct str s, bool screen) {
    size_t columns = 0;
    for (size_t at = 0; at < s.n;) {
        columns += next_columns(s, &at, screen);
    }
    return columns;
}

struct md_line md_line_columns(struct md_line line, size_t from, size_t to, bool screen) {
    size_t at = 0, column = 0, begin = line.s.n, end = line.s.n;
    while (at < line.s.n) {
        size_t here = at, width = next_columns(line.s, &at, screen);
        if (width && column >= from && begin == line.s.n) {
            begin = here;
        }
        if (width && column >= to) {
            end = here;
            break;
        }
        column += width;
    }
    return md_line_part(line, begin, end > begin ? end : begin);
}

struct md_line md_line_trim(struct md_line line) {
    size_t blank = str_past(line.s, 0, is_space);
    return md_line_part(line, blank, str_trim_end(line.s).n);
}

/** Returns the alignment of a column. It follows from the position of the column's shortest line
 * relative to the dashes (pandoc, alignType). */
static enum doc_align align_of(const struct md_region *r, size_t from, size_t n,
                               const struct dashes *d, size_t col) {
    struct str shortest = STR_EMPTY;
    for (size_t i = from; i < from + n; i++) {
        struct str s =
            str_trim_end(md_line_columns(r->lines[i], d->from[col], d->from[col + 1], true).s);
        if (s.n && (!shortest.n || s.n < shortest.n)) {
            shortest = s;
        }
    }
    bool left = shortest.n && is_space(shortest.p[0]),
         right = shortest.n && md_columns(shortest, true) < d->len[col];
    return left && right ? DOC_ALIGN_CENTER
           : left        ? DOC_ALIGN_RIGHT
           : right       ? DOC_ALIGN_LEFT
                         : DOC_ALIGN_DEFAULT;
}

/** Adds a row from lines [from, to). */
static void add_row(struct md *m, const struct md_region *r, struct doc_node *table,
                    const struct dashes *d, size_t from, size_t to, bool head) {
    struct doc *doc = m->doc;
    struct span at = md_line_span(m, r, from, 0, SIZE_MAX);
    struct doc_node *row = doc_add(doc, table, DOC_ROW, at);
    row->u.row.head = head;
    for (size_t col = 0; col < d->n; col++) {
        struct md_line *lines = ARENA_ARRAY(m->a, struct md_line, to - from);
        size_t n = 0;
        for (size_t i = from; i < to; i++) {
            struct md_line l =
                md_line_trim(md_line_columns(r->lines[i], d->from[col], d->from[col + 1], true));
            if (l.s.n) {
                lines[n++] = l;
            }
        }
        struct md_region part = {lines, n, r->fixed};
        struct md_text t = n ? md_text_lines(m, &part) : md_text_fixed(STR_EMPTY, at);
        struct doc_node *cell = doc_add(doc, row, DOC_CELL, t.s.n ? md_span(&t, 0, t.s.n) : at);
        cell->u.cell.head = head;
        cell->u.cell.colspan = cell->u.cell.rowspan = 1;
        cell->u.cell.align = table->u.table.aligns[col];
        if (t.s.n) {
            md_leaf(m, cell, t);
        }
    }
}

struct doc_node *md_table_new(struct md *m, const struct md_region *r, size_t from, size_t to,
                              size_t ncols) {
    struct span at = md_line_span(m, r, from, 0, SIZE_MAX);
    struct span end = md_line_span(m, r, to - 1, 0, SIZE_MAX);
    struct doc_node *table = doc_node_new(m->doc, DOC_TABLE, md_span_to(at, end));
    table->u.table.ncols = (int)ncols;
    table->u.table.aligns = ARENA_ARRAY(m->a, enum doc_align, ncols + 1);
    return table;
}

void md_table_widths(struct md *m, struct doc_node *table, const size_t *columns) {
    size_t total = 0, n = (size_t)table->u.table.ncols;
    for (size_t i = 0; i < n; i++) {
        total += columns[i];
    }
    total = total > MD_COLUMNS ? total : MD_COLUMNS;
    table->u.table.widths = ARENA_ARRAY(m->a, int, n + 1);
    for (size_t i = 0; i < n; i++) {
        table->u.table.widths[i] = (int)(columns[i] * 1000 / total);
    }
}

static struct doc_node *make_table(struct md_reader *k, const struct md_region *r) {
    struct md *m = k->m;
    struct plan p;
    if (!make_plan(r, 0, true, &p)) {
        return NULL;
    }
    struct doc_node *table = md_table_new(m, r, 0, p.behind, p.d.n);
    for (size_t col = 0; col < p.d.n; col++) {
        table->u.table.aligns[col] =
            p.nhead ? align_of(r, p.head, p.nhead, &p.d, col) : align_of(r, p.body, 1, &p.d, col);
    }
    if (p.nhead) {
        add_row(m, r, table, &p.d, p.head, p.head + p.nhead, true);
    }
    for (size_t line = p.body; line < p.end;) {
        size_t to = line + 1;
        if (blank_at(r, line)) {
            line = to;
            continue;
        }
        while (p.multiline && to < p.end && !blank_at(r, to)) {
            to++;
        }
        add_row(m, r, table, &p.d, line, to, false);
        line = to;
    }
    if (p.multiline) {
        size_t columns[MAX_COLUMNS];
        for (size_t col = 0; col < p.d.n; col++) {
            columns[col] = (col + 1 < p.d.n ? p.d.from[col + 1] : p.d.end) - p.d.from[col];
        }
        md_table_widths(m, table, columns);
    }
    return table;
}

static struct doc_node *read_table(struct md_reader *k, cmark_node *n, struct md_open *o,
                                   const struct md_region *part) {
    (void)n;
    (void)o;
    md_read_table(k, part, make_table);
    return NULL;
}

const struct md_block md_block_simple_table = {.open = open_simple, .read = read_table};
const struct md_block md_block_multiline_table = {.open = open_multiline, .read = read_table};

/* ---- pipe tables with a short head */

static size_t count_cells(struct str s) {
    s = str_trim(s);
    size_t from = str_starts(s, STR("|")), to = s.n, n = 1;
    to -= to > from && s.p[to - 1] == '|' && (to < 2 || s.p[to - 2] != '\\');
    for (size_t i = from; i < to; i++) {
        n += s.p[i] == '|' && (i == 0 || s.p[i - 1] != '\\');
    }
    return n;
}

static bool is_not_blank(void *state, struct str line) {
    (void)state;
    return !md_is_blank(line);
}

/** Finds a pipe table whose head has fewer cells than its delimiter row. pandoc adds the missing
 * cells; in GFM, this is not a table. */
static bool open_pipe(struct md_at *at) {
    const struct md_line *under = NULL;
    if (!at->k->m->format.pandoc || str_index(at->s, '|') == STR_NONE) {
        return false;
    }
    under = md_ahead(at, 1);
    size_t columns = under ? md_delimiter_row(under->s) : 0;
    if (columns > MAX_COLUMNS || count_cells(at->s) >= columns) {
        return false;
    }
    (void)md_open_lines(at, &md_block_pipe_table,
                        at->line + md_look_ahead(at, is_not_blank, NULL).n);
    return true;
}

static struct doc_node *read_pipe(struct md_reader *k, cmark_node *n, struct md_open *o,
                                  const struct md_region *part) {
    struct md_line *lines = ARENA_ARRAY(k->m->a, struct md_line, part->n);
    struct md_region whole = {lines, part->n, part->fixed};
    struct str s = str_trim_end(part->lines[0].s);
    bool ends = s.n > 1 && str_ends(s, STR("|"));
    size_t columns = part->n > 1 ? md_delimiter_row(part->lines[1].s) : 0;
    struct buf b = BUF_INIT;
    buf_str(&b, s);
    for (size_t i = count_cells(s) + ends; i <= columns; i++) {
        buf_puts(&b, " |");
    }
    memcpy(lines, part->lines, part->n * sizeof *lines);
    lines[0].s = buf_finish(&b, k->m->a);
    (void)n;
    (void)o;
    md_blocks(k->m, &whole, k->top, k->depth);
    return NULL;
}

const struct md_block md_block_pipe_table = {.open = open_pipe, .read = read_pipe};
