/* SPDX-License-Identifier: MIT */
/*
 * The text that is fed to cmark-gfm: the lines of a region. Bytes are masked where cmark-gfm would
 * begin a block of its own before it calls the extension. Masks keep the number of bytes, so that
 * places do not change (md.h, invariant 1). The masks:
 *
 *   [             cmark-gfm removes reference definitions when it closes a paragraph; link_refs.c
 *                 reads them, because regions and notes share them
 *   --- ---       a line of dashes after a blank line is a thematic break for cmark-gfm, but may
 *                 begin a table (text_table.c) or metadata (metadata.c); otherwise,
 *                 block_extension.c makes the break
 *   1. a   b      a line above dashes is the head of a table and not an item or code
 *   <tag          cmark-gfm's HTML blocks end at a blank line, or contain no Markdown; html_block.c
 *                 reads tables, and the Markdown between tags
 *   $, \begin{}   in a paragraph, lines of a formula may look like items, quotes or headings
 *   <!--          in a paragraph, a comment is an inline
 *   | in $...$    a bar in a formula would end a cell of a pipe table (MANUAL, tex_math_dollars)
 *   |--+--|       is a delimiter row in pandoc
 *   wide tables   cmark-gfm pads short rows, which can take memory without limit
 *   NUL           becomes three bytes in cmark-gfm
 *
 * Masks in code or HTML do no harm, since all text is taken from the source. Formulas and comments
 * in text are masked while lines are fed, when block_extension.c finds that a line is text.
 *
 * The README.md of this module lists what happens without each of these masks.
 */
#include "read/markdown/core/block_extension.h"

#include <string.h>

DIAG_USE(DIAG_TOO_LARGE);

/* The maximum number of cells that rows may omit, in all tables of a document. cmark-gfm creates
 * these cells. */
#define MAX_PADDED_CELLS 262144u
/* The maximum number of columns of a table. cmark-gfm's time for the cells of a row is quadratic.
 */
#define MAX_COLUMNS 512u
#define MAX_FORMULA 250       /* maximum number of lines of a formula */
#define MAX_INLINE_FORMULA 10 /* maximum number of lines of a formula within text */

struct masker {
    struct md *m;
    const struct md_region *r;
    struct md_mask *out;
    size_t table_to; /* the first line after the last table whose cells were counted */
};

static char *line_out(struct masker *mk, size_t line) {
    return mk->out->text + mk->out->at[line];
}

/* Returns the number of bytes at the beginning of a line that look like prefixes of quotes. */
static size_t quote_prefix(struct str s) {
    size_t at = 0;
    while (at < s.n && (is_space_or_tab(s.p[at]) || s.p[at] == '>')) {
        at++;
    }
    return at;
}

static bool is_blank(struct str s) {
    return quote_prefix(s) >= s.n || md_is_blank(s);
}

/* ---- block starts */

/* Returns the number of bytes at the beginning of a line that look like prefixes of containers. */
static size_t prefix(struct str s) {
    size_t at = 0;
    for (size_t before = s.n; at != before;) {
        before = at;
        while (at < s.n && (is_space(s.p[at]) || s.p[at] == '>')) {
            at++;
        }
        at += md_list_marker(s, at);
        size_t label = md_note_label(s, at);
        at += label ? label + 1 : 0;
    }
    return at;
}

static void mask_reference(struct masker *mk, size_t line) {
    struct str s = mk->r->lines[line].s;
    char *p = line_out(mk, line);
    size_t note = quote_prefix(s), at = prefix(s);
    if (note < s.n && s.p[note] == '[') {
        p[note] = MD_MASK_REF;
    }
    if (at < s.n && s.p[at] == '[') {
        p[at] = MD_MASK_REF;
    }
}

/* Returns the offset of the dashes and spaces at the end of the line, if there are at least three
 * dashes; otherwise the length of the line. */
static size_t dashes_from(struct str s) {
    size_t at = s.n, dashes = 0;
    while (at > 0 && (s.p[at - 1] == '-' || is_space(s.p[at - 1]))) {
        at--;
        dashes += s.p[at] == '-';
    }
    at = str_past(s, at, is_space);
    return dashes >= 3 ? at : s.n;
}

static bool is_over_dashes(const struct masker *mk, size_t line) {
    if (line + 2 >= mk->r->n || is_blank(mk->r->lines[line + 2].s)) {
        return false;
    }
    struct str under = mk->r->lines[line + 1].s;
    size_t at = dashes_from(under);
    struct str rest = at < under.n ? str_trim(str_from(under, at)) : STR_EMPTY;
    bool over = quote_prefix(under) == at && at <= quote_prefix(mk->r->lines[line].s);
    return over && str_index(rest, ' ') != STR_NONE;
}

/* Masks the head of a table that is indented like code, if the dashes below are less indented. */
static void mask_indented_head(struct masker *mk, size_t line) {
    struct str s = mk->r->lines[line].s;
    size_t bytes, under;
    if (md_indent(s, &bytes) < 4 || !md_on(mk->m, MD_SIMPLE_TABLES) || line + 2 >= mk->r->n ||
        (line > 0 && !is_blank(mk->r->lines[line - 1].s)) ||
        md_is_blank(mk->r->lines[line + 2].s)) {
        return;
    }
    struct str dashes = mk->r->lines[line + 1].s;
    size_t columns = md_indent(dashes, &under);
    bool groups = str_index(str_trim(dashes), ' ') != STR_NONE;
    if (columns < 4 && under < bytes && groups && dashes_from(dashes) == under) {
        line_out(mk, line)[under] = MD_MASK_ASK;
    }
}

/* Masks a line directly below text that looks like a heading or quote, because it is text there
 * (MANUAL, blank_before_header, blank_before_blockquote). */
static void mask_below_text(struct masker *mk, size_t line) {
    struct str s = mk->r->lines[line].s;
    size_t bytes;
    (void)md_indent(s, &bytes);
    bool heading = md_on(mk->m, MD_BLANK_BEFORE_HEADER) && bytes < s.n && s.p[bytes] == '#';
    bool quote = md_on(mk->m, MD_BLANK_BEFORE_BLOCKQUOTE) && bytes < s.n && s.p[bytes] == '>';
    if ((!heading && !quote) || line == 0) {
        return;
    }
    struct str before = str_trim(mk->r->lines[line - 1].s);
    if (before.n && before.p[0] != s.p[bytes] && before.p[0] != '<' &&
        !str_starts(before, STR("```")) && !str_starts(before, STR("~~~")) &&
        !str_starts(before, STR(":::"))) {
        line_out(mk, line)[bytes] = MD_MASK_INK;
    }
}

/* Masks tags of HTML where a block may begin. Below text, cmark-gfm does not read tags. */
static void mask_tags(struct masker *mk, size_t line) {
    struct str s = mk->r->lines[line].s;
    bool all = md_on(mk->m, MD_MARKDOWN_IN_HTML);
    const char *tag = NULL;
    for (size_t at = 0; md_on(mk->m, MD_RAW_HTML) && at + 1 < s.n &&
                        (tag = memchr(s.p + at, '<', s.n - 1 - at)) != NULL;
         at++) {
        at = (size_t)(tag - s.p);
        size_t name = at + 1 + (s.p[at + 1] == '/');
        if (name < s.n && is_alpha(s.p[name]) &&
            (all || str_ieq(str_slice(s, at, at + 6), STR("<table")))) {
            line_out(mk, line)[at] = MD_MASK_ASK;
        }
    }
}

static void mask_start(struct masker *mk, size_t line) {
    struct str s = mk->r->lines[line].s;
    char *p = line_out(mk, line);
    struct str before = line > 0 ? mk->r->lines[line - 1].s : STR_EMPTY;
    size_t at = quote_prefix(s);
    mask_tags(mk, line);
    bool tables = md_on(mk->m, MD_SIMPLE_TABLES) || md_on(mk->m, MD_MULTILINE_TABLES) ||
                  md_on(mk->m, MD_YAML_METADATA_BLOCK);
    if (!tables || (!is_blank(before) && !str_starts(before, STR(":::")))) {
        return;
    }
    if (at < s.n && is_digit(s.p[at]) && is_over_dashes(mk, line)) {
        p[at] = MD_MASK_ASK;
    }
    size_t dashes = dashes_from(s);
    if (dashes < s.n && prefix(str_slice(s, 0, dashes)) == dashes) {
        p[dashes] = MD_MASK_ASK;
    }
}

/* ---- formulas */

/* Returns the offset after a code span that begins at `at`. If the span has no end, returns the
 * offset after its opening backticks. */
static size_t skip_code(struct str s, size_t at) {
    size_t n = str_run(s, at, '`');
    size_t close = str_find_run(s, at + n, '`', n);
    return (close == STR_NONE ? at : close) + n;
}

/* Returns the offset of the next `$$` after `at` that is not escaped, or STR_NONE. If `code` is
 * set, code spans are skipped. */
static size_t find_dollars(struct str s, size_t at, bool code) {
    if (at >= s.n || memchr(s.p + at, '$', s.n - at) == NULL) {
        return STR_NONE;
    }
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

/* Returns the offset of the next dollar after `at` that is not escaped, or STR_NONE. */
static size_t find_dollar(struct str s, size_t at) {
    while (at < s.n && s.p[at] != '$') {
        at += s.p[at] == '\\' ? 2 : 1;
    }
    return at < s.n ? at : STR_NONE;
}

/* Whether the dollar sign at `end` may close an inline formula (MANUAL, tex_math_dollars). */
static bool closes_inline(struct str s, size_t end) {
    bool space = end == 0 || (is_space(s.p[end - 1]) && (end < 2 || s.p[end - 2] != '\\'));
    return !space && (end + 1 >= s.n || !is_digit(s.p[end + 1]));
}

/* Returns the offset of the single dollar that opens a formula in this line, if the formula
 * continues on the next line; otherwise STR_NONE. */
static size_t find_open_inline(struct str s) {
    for (size_t at = 0; at < s.n;) {
        char next = at + 1 < s.n ? s.p[at + 1] : '\n';
        if (s.p[at] == '\\' || (s.p[at] == '$' && next == '$')) {
            at += 2;
        } else if (s.p[at] == '`') {
            at = skip_code(s, at);
        } else if (s.p[at] == '$' && !is_space(next)) {
            size_t end = find_dollar(s, at + 1);
            if (end == STR_NONE) {
                return at;
            }
            at = closes_inline(s, end) ? end + 1 : at + 1;
        } else {
            at++;
        }
    }
    return STR_NONE;
}

/* Returns the line `at->line + ahead`, without the prefixes of its containers if it has them; else
 * it may still continue a paragraph. Returns NULL if there is no such line. */
static const struct md_line *line_after(struct md_at *at, size_t ahead) {
    const struct md_line *l = md_ahead(at, ahead);
    size_t line = at->line + ahead;
    return l || line >= at->k->r->n ? l : &at->k->r->lines[line];
}

/* Masks the text of line `at->line + ahead` up to byte `end`, so that the line does not begin a
 * block. */
static void mask_line(struct md_at *at, size_t ahead, size_t end) {
    struct md_reader *k = at->k;
    const struct md_line *l = line_after(at, ahead);
    size_t from = k->r->lines[at->line + ahead].s.n - l->s.n;
    char *p = k->mask.text + k->mask.at[at->line + ahead] + from;
    for (size_t i = 0; i < end && i < l->s.n; i++) {
        p[i] = is_space(l->s.p[i]) ? p[i] : MD_MASK_INK;
    }
}

/* Masks the further lines of a formula that begins in the current line, up to `needle`. Does
 * nothing if a blank line is before `needle`. */
static void mask_to(struct md_at *at, struct str needle) {
    for (size_t ahead = 1; ahead < MAX_FORMULA; ahead++) {
        const struct md_line *l = md_ahead(at, ahead);
        if (!l || md_is_blank(l->s)) {
            return;
        }
        size_t end = needle.p[0] == '$' ? find_dollars(l->s, 0, false) : str_find(l->s, needle);
        if (end == STR_NONE) {
            continue;
        }
        for (size_t i = 1; i < ahead; i++) {
            mask_line(at, i, SIZE_MAX);
        }
        mask_line(at, ahead, end + needle.n);
        at->k->mask.formula_to = at->line + ahead + 1;
        return;
    }
}

/* Masks a formula between single dollar signs that continues on the next lines. */
static void mask_inline(struct md_at *at) {
    if (str_index(at->s, '$') == STR_NONE || find_open_inline(at->s) == STR_NONE) {
        return;
    }
    for (size_t ahead = 1; ahead < MAX_INLINE_FORMULA; ahead++) {
        const struct md_line *l = md_ahead(at, ahead);
        if (!l || md_is_blank(l->s)) {
            return;
        }
        size_t end = find_dollar(l->s, 0);
        if (end == STR_NONE) {
            continue;
        }
        for (size_t i = 1; i <= ahead && closes_inline(l->s, end); i++) {
            mask_line(at, i, i < ahead ? SIZE_MAX : end + 1);
            at->k->mask.formula_to = at->line + ahead + 1;
        }
        return;
    }
}

/* Masks the further lines of a comment that begins in the current line. In cmark-gfm, the comment
 * would end the paragraph (MANUAL, raw_html). */
static void mask_comment(struct md_at *at) {
    const struct md_region *r = at->k->r;
    bool any = at->line + 1 < r->n && str_find(r->lines[at->line + 1].s, STR("<!--")) != STR_NONE;
    const struct md_line *l = any ? line_after(at, 1) : NULL;
    if (!l || !str_starts(str_trim(l->s), STR("<!--"))) {
        return;
    }
    size_t ahead = 1;
    while (ahead < MAX_FORMULA && l && !md_is_blank(l->s)) {
        if (str_find(l->s, STR("-->")) != STR_NONE) {
            for (size_t i = 1; i <= ahead; i++) {
                mask_line(at, i, SIZE_MAX);
            }
            return;
        }
        l = line_after(at, ++ahead);
    }
}

void md_mask_text(struct md_at *at) {
    struct md *m = at->k->m;
    struct str s = at->s;
    if (m->format.pandoc && md_on(m, MD_RAW_HTML)) {
        mask_comment(at);
    }
    if (at->line < at->k->mask.formula_to) {
        return; /* the line is in a formula that began above */
    }
    if (md_on(m, MD_RAW_TEX) && str_starts(s, STR("\\begin{"))) {
        size_t close = str_index(s, '}');
        if (close != STR_NONE) {
            struct str end = arena_join(m->a, 2, STR("\\end"), str_slice(s, 6, close + 1));
            if (str_find(s, end) == STR_NONE) {
                mask_to(at, end);
            }
            return;
        }
    }
    size_t open = md_on(m, MD_TEX_MATH_DOLLARS) ? find_dollars(s, 0, true) : STR_NONE;
    while (open != STR_NONE) {
        size_t end = find_dollars(s, open + 2, false);
        if (end == STR_NONE) {
            mask_to(at, STR("$$"));
            return;
        }
        open = find_dollars(s, end + 2, true);
    }
    if (md_on(m, MD_TEX_MATH_DOLLARS)) {
        mask_inline(at);
    }
}

/* Masks bars in `$...$` and in code, because these bars do not separate cells (MANUAL,
 * tex_math_dollars, pipe_tables). */
static void mask_bars(struct masker *mk, size_t line) {
    struct str s = mk->r->lines[line].s;
    bool code = mk->m->format.pandoc && str_index(s, '`') != STR_NONE;
    if (str_index(s, '|') == STR_NONE || (!code && str_index(s, '$') == STR_NONE)) {
        return;
    }
    char *p = line_out(mk, line);
    for (size_t at = 0; at < s.n;) {
        if (s.p[at] == '\\') {
            at += 2;
            continue;
        }
        if (s.p[at] == '`') {
            size_t end = skip_code(s, at);
            for (; code && at < end; at++) {
                p[at] = s.p[at] == '|' && s.p[at - 1] != '\\' ? MD_MASK_INK : p[at];
            }
            at = end;
            continue;
        }
        if (s.p[at] != '$' || at + 1 >= s.n || is_space(s.p[at + 1]) || s.p[at + 1] == '$') {
            at++;
            continue;
        }
        size_t end = find_dollar(s, at + 1);
        bool good = end != STR_NONE && closes_inline(s, end);
        for (size_t i = at; good && i < end; i++) {
            p[i] = s.p[i] == '|' ? MD_MASK_INK : p[i];
        }
        at = good ? end + 1 : at + 1;
    }
}

/* ---- tables with too much padding */

/* Cuts the first cell off a delimiter row, up to a bar, and returns it. With `plus`, the cell also
 * ends at a plus, as in Emacs' orgtbl-mode (MANUAL, pipe_tables). */
static struct str cut_dashes(struct str *rest, bool plus) {
    struct str whole = *rest;
    for (size_t i = 0; i < whole.n; i++) {
        if (whole.p[i] == '|' || (plus && whole.p[i] == '+')) {
            *rest = (struct str){whole.p + i + 1, whole.n - i - 1};
            return str_slice(whole, 0, i);
        }
    }
    *rest = STR_EMPTY;
    return whole;
}

size_t md_delimiter_row(struct str line) {
    struct str s = str_trim(line);
    bool plus = str_starts(s, STR("|"));
    if (!plus && !str_starts(s, STR("-")) && !str_starts(s, STR(":"))) {
        return 0;
    }
    s = str_from(s, plus);
    s.n -= str_ends(s, STR("|"));
    size_t columns = 0;
    struct str rest = s.n ? s : STR_EMPTY;
    while (rest.p) {
        struct str cell = str_trim(cut_dashes(&rest, plus));
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

/* Replaces pluses in a delimiter row with bars, because cmark-gfm accepts only bars. */
static void mask_pluses(struct masker *mk, size_t line) {
    struct str s = mk->r->lines[line].s;
    size_t at = quote_prefix(s);
    if (at >= s.n || s.p[at] != '|' || str_index(s, '+') == STR_NONE ||
        !md_delimiter_row(str_from(s, at))) {
        return;
    }
    for (char *p = line_out(mk, line); at < s.n; at++) {
        p[at] = p[at] == '+' ? '|' : p[at];
    }
}

/* Returns the number of missing cells in the rows of the table whose delimiter row is `line`.
 * `*end` is set to the line after the table. */
static size_t padding(const struct md_region *r, size_t line, size_t *end) {
    struct str s = r->lines[line].s;
    size_t columns = md_delimiter_row(str_from(s, quote_prefix(s)));
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
    if (!m->padding.reported) {
        m->padding.reported = true;
        struct diag *g =
            diag_add(m->diags, DIAG_TOO_LARGE, md_line_span(m, r, line, 0, SIZE_MAX),
                     "this table has more than %u columns, or leaves more than %u cells out: it "
                     "is read as text",
                     MAX_COLUMNS, MAX_PADDED_CELLS);
        diag_hint(m->diags, g, "split the table, and write its rows as wide as its head");
    }
}

/* Masks the head of a wide table with many missing cells, so that it becomes a paragraph. cmark-gfm
 * adds the missing cells, which would take memory without limit. */
static void mask_wide_table(struct masker *mk, size_t line) {
    if (line < mk->table_to) {
        return;
    }
    size_t end;
    size_t padded = padding(mk->r, line, &end);
    mk->table_to = padded ? end : mk->table_to;
    if (mk->m->padding.cells + padded <= MAX_PADDED_CELLS) {
        mk->m->padding.cells += padded;
        return;
    }
    size_t dash = str_index(mk->r->lines[line].s, '-');
    line_out(mk, line)[dash] = MD_MASK_INK;
    tell_wide_table(mk->m, mk->r, line);
}

/* Masks bars beyond the maximum number of columns. */
static void mask_many_bars(struct masker *mk, size_t line) {
    struct str s = mk->r->lines[line].s;
    char *p = line_out(mk, line);
    size_t seen = 0;
    if (str_index(s, '|') == STR_NONE) {
        return;
    }
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '|' && ++seen > MAX_COLUMNS) {
            p[i] = MD_MASK_INK;
        }
    }
    if (seen > MAX_COLUMNS && md_delimiter_row(s) > MAX_COLUMNS) {
        tell_wide_table(mk->m, mk->r, line);
    }
}

bool md_tables_too_wide(struct md *m, const struct md_region *r) {
    for (size_t i = 0; i < r->n;) {
        size_t end;
        size_t padded = padding(r, i, &end);
        m->padding.cells += padded;
        if (m->padding.cells > MAX_PADDED_CELLS) {
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

/* ---- the mask */

static void copy_lines(struct masker *mk) {
    struct md_mask *out = mk->out;
    size_t total = 0;
    for (size_t i = 0; i < mk->r->n; i++) {
        total += mk->r->lines[i].s.n + 1;
    }
    out->text = xmalloc(total + 1);
    out->at = xcalloc(mk->r->n + 1, sizeof out->at[0]);
    out->n = 0;
    for (size_t i = 0; i < mk->r->n; i++) {
        struct str s = mk->r->lines[i].s;
        out->at[i] = (uint32_t)out->n;
        if (s.n) {
            memcpy(out->text + out->n, s.p, s.n);
        }
        char *from = out->text + out->n, *end = from + s.n;
        for (char *nul = from; s.n && (nul = memchr(nul, '\0', (size_t)(end - nul))) != NULL;) {
            *nul++ = MD_MASK_INK;
        }
        out->text[out->n + s.n] = '\n';
        out->n += s.n + 1;
    }
    out->at[mk->r->n] = (uint32_t)out->n;
    out->text[out->n] = '\0';
}

void md_mask(struct md *m, const struct md_region *r, struct md_mask *out) {
    *out = (struct md_mask){.region = r};
    struct masker mk = {.m = m, .r = r, .out = out};
    copy_lines(&mk);
    for (size_t i = 0; i < r->n; i++) {
        if (is_blank(r->lines[i].s)) {
            continue;
        }
        mask_reference(&mk, i);
        mask_start(&mk, i);
        mask_indented_head(&mk, i);
        mask_below_text(&mk, i);
        mask_bars(&mk, i);
        mask_pluses(&mk, i);
        mask_wide_table(&mk, i);
        mask_many_bars(&mk, i);
    }
}

void md_mask_drop(struct md_mask *mask) {
    free(mask->text);
    free(mask->at);
    mask->text = NULL;
    mask->at = NULL;
}
