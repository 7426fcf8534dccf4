/* SPDX-License-Identifier: MIT */
/*
 * What cmark-gfm is fed: the lines with everything masked that it would take for something else.
 * Decides what is hidden: link reference definitions (refs.c reads them), formulas over several
 * lines and bars within formulas, NUL, tables that would be padded beyond reason. Masks keep every
 * byte's place (md.h, invariant 1). Ordered list markers that CommonMark does not have become plain
 * ones; cmark.c reads the real ones from the source again.
 */
#include "base/limits.h"
#include "markdown/md.h"

#include <string.h>

DIAG_USE(DIAG_TOO_LARGE);

/* Cells that rows may leave unwritten, in all tables of a document: cmark-gfm makes each of them.
 */
#define MAX_PADDED_CELLS 262144u
/* Columns of a table: cmark-gfm's time for a row grows with their square. */
#define MAX_COLUMNS 512u
#define MASK_REF '\x02' /* for '[' at the front of a line */
#define MASK_INK 'x'    /* for what must not begin a block */
#define MAX_LABEL 1000  /* bytes of a footnote's label */
#define MAX_DIGITS 9    /* of an ordered marker, CommonMark §5.2 */
#define MAX_FORMULA 250 /* lines of a formula */

struct masker {
    struct md *m;
    const struct md_region *r;
    struct md_mask *out;
    size_t masked_to; /* lines before this one are formulas from their front */
    bool list_run;    /* within a list, as far as markers and indents tell */
    bool after_blank;
    size_t table_to; /* lines before this one were counted with their table */
    VEC(struct md_note_label) labels;
};

static char *line_out(struct masker *k, size_t line) {
    return k->out->text + k->out->at[line];
}

/* Bytes of white space and at most `quotes` quote marks; `*seen` gets how many there were. */
static size_t quote_prefix(struct str s, size_t quotes, size_t *seen) {
    size_t at = 0;
    *seen = 0;
    while (at < s.n) {
        if (s.p[at] == '>' && *seen < quotes) {
            (*seen)++;
        } else if (s.p[at] != ' ' && s.p[at] != '\t') {
            break;
        }
        at++;
    }
    return at;
}

static bool is_blank(struct str s) {
    return !str_trim(s).n;
}

/* ---- ordered markers (MANUAL, fancy_lists, startnum, example_lists) */

static int roman_digit(char c) {
    switch (to_lower(c)) {
    case 'i':
        return 1;
    case 'v':
        return 5;
    case 'x':
        return 10;
    case 'l':
        return 50;
    case 'c':
        return 100;
    case 'd':
        return 500;
    case 'm':
        return 1000;
    }
    return 0;
}

static size_t roman_write(int v, char out[24]) {
    static const struct {
        int value;
        const char *text;
    } steps[] = {{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"},
                 {90, "xc"},  {50, "l"},   {40, "xl"}, {10, "x"},   {9, "ix"},
                 {5, "v"},    {4, "iv"},   {1, "i"}};
    size_t n = 0;
    for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
        for (; v >= steps[i].value && n + 2 < 24; v -= steps[i].value) {
            for (const char *p = steps[i].text; *p; p++) {
                out[n++] = *p;
            }
        }
    }
    return n;
}

/* The value of a well-formed roman numeral below 4000, or 0. */
static int roman_value(struct str s) {
    if (!s.n || s.n > 15) {
        return 0;
    }
    int v = 0;
    for (size_t i = 0; i < s.n; i++) {
        int d = roman_digit(s.p[i]);
        if (!d || is_upper(s.p[i]) != is_upper(s.p[0])) {
            return 0;
        }
        v += i + 1 < s.n && roman_digit(s.p[i + 1]) > d ? -d : d;
    }
    char again[24];
    if (v <= 0 || v >= 4000) {
        return 0;
    }
    struct str canon = {again, roman_write(v, again)};
    return str_ieq(canon, s) ? v : 0;
}

static bool marker_number(struct str word, struct md_marker *out) {
    int64_t value;
    if (is_digit(word.p[0])) {
        out->style = DOC_DECIMAL;
        bool fits = word.n <= MAX_DIGITS && str_to_i64(word, &value);
        out->number = fits ? (int)value : 0;
        return fits;
    }
    if (str_is(word, "#")) {
        out->style = DOC_DECIMAL;
        out->number = 1;
        return true;
    }
    bool upper = is_upper(word.p[0]);
    int rv = roman_value(word);
    bool single = word.n == 1 && is_alpha(word.p[0]);
    /* A letter alone is a letter, but for i (pandoc's reading). */
    if (rv && (!single || to_lower(word.p[0]) == 'i')) {
        out->style = upper ? DOC_UPPER_ROMAN : DOC_LOWER_ROMAN;
        out->number = rv;
        return true;
    }
    out->style = upper ? DOC_UPPER_ALPHA : DOC_LOWER_ALPHA;
    out->number = single ? to_lower(word.p[0]) - 'a' + 1 : 0;
    return single;
}

static bool marker_word(struct str s, size_t at, struct md_marker *out, size_t *end) {
    size_t i = at;
    if (i < s.n && s.p[i] == '@') {
        i++;
        while (i < s.n && (is_alnum(s.p[i]) || s.p[i] == '_' || s.p[i] == '-')) {
            i++;
        }
        out->example = true;
        out->label = str_slice(s, at + 1, i);
        *end = i;
        return true;
    }
    if (i < s.n && s.p[i] == '#') {
        i++;
    } else if (i < s.n && is_digit(s.p[i])) {
        while (i < s.n && is_digit(s.p[i])) {
            i++;
        }
    } else {
        while (i < s.n && is_alpha(s.p[i]) && i - at < 16) {
            i++;
        }
    }
    *end = i;
    return i > at && marker_number(str_slice(s, at, i), out);
}

bool md_marker(struct str s, size_t at, struct md_marker *out) {
    *out = (struct md_marker){.style = DOC_DECIMAL};
    bool open = at < s.n && s.p[at] == '(';
    size_t end;
    if (!marker_word(s, at + open, out, &end) || end >= s.n) {
        return false;
    }
    char c = s.p[end];
    if ((c != ')' && c != '.') || (open && c != ')')) {
        return false;
    }
    out->delim = open ? DOC_DELIM_PARENS : c == ')' ? DOC_DELIM_PAREN : DOC_DELIM_PERIOD;
    out->n = end + 1 - at;
    size_t gap = end + 1;
    if (gap < s.n && s.p[gap] != ' ' && s.p[gap] != '\t') {
        return false;
    }
    if (out->example && !open) {
        return false;
    }
    /* "B. Russell" is a name (MANUAL, fancy_lists: two spaces behind a capital and a full stop). */
    bool initial = c == '.' && is_upper(s.p[at]) && out->n == 2;
    return !initial || (gap + 1 < s.n && is_space(s.p[gap]) && is_space(s.p[gap + 1]));
}

static void mask_marker(struct masker *k, size_t line, struct str s, size_t at) {
    struct md_marker marker;
    bool bullet =
        at < s.n && (s.p[at] == '-' || s.p[at] == '+' || s.p[at] == '*') && md_list_marker(s, at);
    if (!bullet && !md_marker(s, at, &marker)) {
        /* Text at the margin behind a blank line is no item's. */
        bool margin = at == 0 || (s.p[at - 1] != ' ' && s.p[at - 1] != '\t');
        k->list_run = k->list_run && !(k->after_blank && margin);
        return;
    }
    bool allowed = k->after_blank || k->list_run;
    if (bullet || (marker.delim != DOC_DELIM_PARENS && is_digit(s.p[at]))) {
        k->list_run = true;
        return;
    }
    if (!allowed || marker.n > MAX_DIGITS + 1) {
        return;
    }
    k->list_run = true;
    char *p = line_out(k, line) + at;
    memset(p, '0', marker.n - 1);
    p[marker.n - 2] = '1';
}

/* ---- reference definitions and footnotes */

/* Bytes of `[^label]` before a colon, or 0: exactly what cmark-gfm takes for a footnote's label. */
static size_t note_label(struct str s, size_t at) {
    if (at + 3 >= s.n || s.p[at + 1] != '^') {
        return 0;
    }
    size_t i = at + 2;
    while (i < s.n && s.p[i] != ']' && s.p[i] != ' ' && s.p[i] != '\t' && s.p[i] != '\0') {
        i++;
    }
    bool ends = i > at + 2 && i + 1 < s.n && s.p[i] == ']' && s.p[i + 1] == ':';
    return ends && i - at < MAX_LABEL ? i + 1 - at : 0;
}

/* Bytes of a task marker with the white space behind it (GFM §5.3), or 0. */
static size_t task_marker(struct str s, size_t at) {
    bool task = at + 3 < s.n && at > 0 && s.p[at] == '[' && s.p[at + 2] == ']' &&
                is_space(s.p[at + 3]) &&
                (s.p[at + 1] == ' ' || s.p[at + 1] == 'x' || s.p[at + 1] == 'X');
    return task ? 4 : 0;
}

/* Hides a definition that begins the line's text, behind whatever containers begin before it. */
static void mask_bracket(struct masker *k, size_t line, struct str s) {
    size_t at = 0;
    for (size_t before = s.n; at != before;) {
        before = at;
        while (at < s.n && (is_space(s.p[at]) || s.p[at] == '>')) {
            at++;
        }
        at += md_list_marker(s, at);
        at += task_marker(s, at);
        size_t label = at < s.n && s.p[at] == '[' ? note_label(s, at) : 0;
        if (label) {
            vec_push(&k->labels,
                     (struct md_note_label){str_slice(s, at, at + label), line, at + label});
            at += label + 1;
        }
    }
    if (at < s.n && s.p[at] == '[') {
        line_out(k, line)[at] = MASK_REF;
    }
}

/* ---- formulas */

/* Offset behind a code span that begins at `at`, or behind its opening backticks when none ends it
 * here. */
static size_t skip_code(struct str s, size_t at) {
    size_t n = 0;
    while (at + n < s.n && s.p[at + n] == '`') {
        n++;
    }
    for (size_t i = at + n; i < s.n;) {
        size_t run = 0;
        while (i + run < s.n && s.p[i + run] == '`') {
            run++;
        }
        if (run == n) {
            return i + run;
        }
        i += run ? run : 1;
    }
    return at + n;
}

/* The next `$$` from `at` on, outside code and not escaped; STR_NONE when there is none. */
static size_t find_dollars(struct str s, size_t at, bool code) {
    while (at < s.n) {
        if (s.p[at] == '\\') {
            at += 2;
        } else if (s.p[at] == '`' && code) {
            at = skip_code(s, at);
        } else if (s.p[at] == '$' && at + 1 < s.n && s.p[at + 1] == '$') {
            return at;
        } else {
            at++;
        }
    }
    return STR_NONE;
}

/* Line `line` up to byte `end` becomes ink that begins no block. */
static void mask_line(struct masker *k, size_t line, size_t quotes, size_t end) {
    struct str s = k->r->lines[line].s;
    size_t seen;
    size_t at = quote_prefix(s, quotes, &seen);
    char *p = line_out(k, line);
    for (; at < end && at < s.n; at++) {
        if (!is_space(s.p[at])) {
            p[at] = MASK_INK;
        }
    }
}

/* A formula that opens in `line` and ends below at `needle`, before any blank line. */
static void mask_to(struct masker *k, size_t line, struct str needle) {
    size_t quotes;
    quote_prefix(k->r->lines[line].s, SIZE_MAX, &quotes);
    for (size_t i = line + 1; i < k->r->n && i - line < MAX_FORMULA; i++) {
        struct str s = k->r->lines[i].s;
        size_t seen;
        if (is_blank(str_from(s, quote_prefix(s, quotes, &seen)))) {
            return;
        }
        size_t end = needle.p[0] == '$' ? find_dollars(s, 0, false) : str_find(s, needle);
        if (end == STR_NONE) {
            continue;
        }
        for (size_t j = line + 1; j < i; j++) {
            mask_line(k, j, quotes, SIZE_MAX);
        }
        mask_line(k, i, quotes, end + needle.n);
        k->masked_to = i + 1;
        return;
    }
}

static void mask_display(struct masker *k, size_t line) {
    struct str s = k->r->lines[line].s;
    size_t seen;
    size_t front = quote_prefix(s, SIZE_MAX, &seen);
    struct str head = str_from(s, front);
    if (str_starts(head, STR("\\begin{"))) {
        size_t close = str_index(head, '}');
        if (close != STR_NONE) {
            struct str end = arena_join(k->m->a, 2, STR("\\end"), str_slice(head, 6, close + 1));
            if (str_find(head, end) == STR_NONE) {
                mask_to(k, line, end);
            }
            return;
        }
    }
    size_t at = find_dollars(s, 0, true);
    while (at != STR_NONE) {
        size_t end = find_dollars(s, at + 2, false);
        if (end == STR_NONE) {
            mask_to(k, line, STR("$$"));
            return;
        }
        at = find_dollars(s, end + 2, true);
    }
}

/* Bars within `$...$` split no cells: the formula is shielded from Markdown (MANUAL,
 * tex_math_dollars). */
static void mask_bars(struct masker *k, size_t line) {
    struct str s = k->r->lines[line].s;
    if (str_index(s, '|') == STR_NONE || str_index(s, '$') == STR_NONE) {
        return;
    }
    char *p = line_out(k, line);
    for (size_t at = 0; at < s.n;) {
        if (s.p[at] == '\\') {
            at += 2;
            continue;
        }
        if (s.p[at] == '`') {
            at = skip_code(s, at);
            continue;
        }
        if (s.p[at] != '$' || at + 1 >= s.n || is_space(s.p[at + 1]) || s.p[at + 1] == '$') {
            at++;
            continue;
        }
        size_t end = at + 1;
        while (end < s.n && s.p[end] != '$') {
            end += s.p[end] == '\\' ? 2 : 1;
        }
        bool good =
            end < s.n && !is_space(s.p[end - 1]) && (end + 1 >= s.n || !is_digit(s.p[end + 1]));
        for (size_t i = at; good && i < end; i++) {
            p[i] = s.p[i] == '|' ? MASK_INK : p[i];
        }
        at = good ? end + 1 : at + 1;
    }
}

/* ---- tables that would be padded beyond reason */

size_t md_delimiter_row(struct str line) {
    struct str s = str_trim(line);
    if (str_starts(s, STR("|"))) {
        s = str_from(s, 1);
    }
    if (str_ends(s, STR("|"))) {
        s.n--;
    }
    size_t columns = 0;
    struct str rest = s.n ? s : STR_EMPTY;
    while (rest.p) {
        struct str cell = str_trim(str_cut(&rest, '|'));
        cell = str_starts(cell, STR(":")) ? str_from(cell, 1) : cell;
        cell.n -= str_ends(cell, STR(":")) ? 1 : 0;
        for (size_t i = 0; i < cell.n; i++) {
            if (cell.p[i] != '-') {
                return 0;
            }
        }
        if (!cell.n) {
            return 0;
        }
        columns++;
    }
    return columns;
}

static size_t bars(struct str s) {
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        n += s.p[i] == '|';
    }
    return n;
}

/* Cells that the table with its delimiter row in `line` leaves out; `*end`: the line behind it. */
static size_t padding(const struct md_region *r, size_t line, size_t *end) {
    size_t seen;
    struct str s = r->lines[line].s;
    size_t columns = md_delimiter_row(str_from(s, quote_prefix(s, SIZE_MAX, &seen)));
    size_t padded = 0;
    size_t i = line + 1;
    for (; columns >= 8 && i < r->n && !is_blank(r->lines[i].s); i++) {
        size_t written = bars(r->lines[i].s) + 1;
        padded += columns > written ? columns - written : 0;
    }
    *end = i;
    return padded;
}

static void tell_wide_table(struct md *m, const struct md_region *r, size_t line) {
    if (!m->padding_told) {
        m->padding_told = true;
        struct diag *g =
            diag_add(m->diags, DIAG_TOO_LARGE, md_line_span(m, r, line, 0, SIZE_MAX),
                     "this table has more than %u columns, or leaves more than %u cells out: it "
                     "is read as text",
                     MAX_COLUMNS, MAX_PADDED_CELLS);
        diag_hint(m->diags, g, "split the table, and write its rows as wide as its head");
    }
}

/* cmark-gfm fills short rows up: a wide head over many empty rows asks for memory that nobody
 * wrote. Such a head is made a paragraph. */
static void mask_wide_table(struct masker *k, size_t line) {
    if (line < k->table_to) {
        return;
    }
    size_t end;
    size_t padded = padding(k->r, line, &end);
    k->table_to = padded ? end : k->table_to;
    if (k->m->padded_cells + padded <= MAX_PADDED_CELLS) {
        k->m->padded_cells += padded;
        return;
    }
    size_t dash = str_index(k->r->lines[line].s, '-');
    line_out(k, line)[dash] = MASK_INK;
    tell_wide_table(k->m, k->r, line);
}

/* Bars that no table of ours has columns for split nothing. */
static void mask_many_bars(struct masker *k, size_t line) {
    struct str s = k->r->lines[line].s;
    char *p = line_out(k, line);
    size_t seen = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '|' && ++seen > MAX_COLUMNS) {
            p[i] = MASK_INK;
        }
    }
    if (seen > MAX_COLUMNS && md_delimiter_row(s) > MAX_COLUMNS) {
        tell_wide_table(k->m, k->r, line);
    }
}

bool md_tables_too_wide(struct md *m, const struct md_region *r) {
    for (size_t i = 0; i < r->n;) {
        size_t end;
        size_t padded = padding(r, i, &end);
        m->padded_cells += padded;
        if (m->padded_cells > MAX_PADDED_CELLS) {
            tell_wide_table(m, r, i);
            return true;
        }
        for (end = padded ? end : i + 1; i < end; i++) {
            if (bars(r->lines[i].s) > MAX_COLUMNS) {
                tell_wide_table(m, r, i);
                return true;
            }
        }
    }
    return false;
}

/* ---- all of it */

static void mask_one(struct masker *k, size_t line) {
    struct str s = k->r->lines[line].s;
    size_t seen;
    size_t at = quote_prefix(s, SIZE_MAX, &seen);
    if (at == s.n) {
        k->after_blank = true;
        return;
    }
    if (line < k->masked_to) {
        /* Only behind the end of a formula may another one begin. */
        k->after_blank = false;
        return;
    }
    mask_marker(k, line, s, at);
    mask_display(k, line);
    mask_bars(k, line);
    mask_wide_table(k, line);
    mask_many_bars(k, line);
    k->after_blank = false;
}

static void copy_lines(struct masker *k) {
    struct md_mask *out = k->out;
    size_t total = 0;
    for (size_t i = 0; i < k->r->n; i++) {
        total += k->r->lines[i].s.n + 1;
    }
    out->text = xmalloc(total + 1);
    out->at = xcalloc(k->r->n + 1, sizeof out->at[0]);
    out->n = 0;
    for (size_t i = 0; i < k->r->n; i++) {
        struct str s = k->r->lines[i].s;
        out->at[i] = (uint32_t)out->n;
        if (s.n) {
            memcpy(out->text + out->n, s.p, s.n);
        }
        for (size_t c = 0; c < s.n; c++) {
            if (s.p[c] == '\0') {
                out->text[out->n + c] = MASK_INK;
            }
        }
        out->text[out->n + s.n] = '\n';
        out->n += s.n + 1;
    }
    out->at[k->r->n] = (uint32_t)out->n;
    out->text[out->n] = '\0';
}

void md_mask(struct md *m, const struct md_region *r, struct md_mask *out) {
    *out = (struct md_mask){.region = r};
    struct masker k = {.m = m, .r = r, .out = out, .after_blank = true};
    struct md_fence fence = {0};
    copy_lines(&k);
    for (size_t i = 0; i < r->n; i++) {
        /* Within a formula nothing is a fence. Definitions are hidden even in code, where they are
         * shown again: were cmark-gfm ever to take one away, all lines behind it would be found in
         * the wrong place. */
        mask_bracket(&k, i, r->lines[i].s);
        if (i >= k.masked_to && md_fence_line(&fence, r, i)) {
            k.after_blank = false;
        } else {
            mask_one(&k, i);
        }
    }
    out->labels = vec_keep(&k.labels, m->a);
    out->nlabels = k.labels.n;
    vec_drop(&k.labels);
}

void md_mask_drop(struct md_mask *k) {
    free(k->text);
    free(k->at);
    k->text = NULL;
    k->at = NULL;
}
