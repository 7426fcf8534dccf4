/* SPDX-License-Identifier: MIT */
/* The pass over the text of a leaf. Reads plain text, line breaks, code spans, escapes, entities
 * and dashes, and calls the handlers of the other special characters. */
#include "read/markdown/core/inline_pass.h"
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

#include <string.h>

/* The maximum lengths of a superscript with a link in it and of a citation with a prefix, in bytes.
 * They bound the searches for the ends. */
#define LONGEST_RAISED 200
#define LONGEST_CITE 200

/* Characters that may end plain text. */
static const bool specials[256] = {
    ['\0'] = true, ['\n'] = true, ['\\'] = true, ['`'] = true, ['&'] = true, ['<'] = true,
    ['*'] = true,  ['_'] = true,  ['['] = true,  [']'] = true, ['!'] = true, ['~'] = true,
    [':'] = true,  ['w'] = true,  ['$'] = true,  ['@'] = true, ['^'] = true, ['"'] = true,
    ['\''] = true, ['-'] = true,  ['.'] = true,  ['='] = true, ['{'] = true,
};

static bool on(const struct inl *x, enum md_syntax row) {
    return md_on(x->m, row);
}

static char peek(const struct inl *x, size_t ahead) {
    return x->at + ahead < x->s.n ? x->s.p[x->at + ahead] : '\0';
}

/* ---- line breaks */

static void skip_line_front(struct inl *x) {
    x->at = str_past(x->s, x->at, is_space_or_tab);
    x->space = x->at;
}

/* Whether the line that ends before byte `end` is joined without a space to the next line, which
 * begins at `x->at` (MANUAL, ignore_line_breaks, east_asian_line_breaks). */
static bool joins_lines(const struct inl *x, size_t end) {
    if (on(x, MD_IGNORE_LINE_BREAKS)) {
        return true;
    }
    size_t before = end, after = x->at;
    return on(x, MD_EAST_ASIAN_LINE_BREAKS) && end > 0 && after < x->s.n &&
           unicode_columns(utf8_prev(x->s, &before)) == 2 &&
           unicode_columns(utf8_next(x->s, &after)) == 2;
}

static bool read_newline(struct inl *x) {
    size_t end = x->at;
    size_t begin = end;
    while (begin > 0 && is_space_or_tab(x->s.p[begin - 1])) {
        begin--;
    }
    bool hard = end - begin >= 2 && x->s.p[end - 1] == ' ' && x->s.p[end - 2] == ' ';
    struct doc_node *last = x->top->last;
    if (last && last->kind == DOC_TEXT && !last->u.text.escaped && begin < end) {
        size_t cut = end - begin;
        struct str text = last->u.text.text;
        cut = cut < text.n ? cut : text.n;
        last->u.text.text.n -= cut;
        last->span.end -= x->t->npieces ? (uint32_t)cut : 0;
    }
    x->at++;
    hard = hard || on(x, MD_HARD_LINE_BREAKS);
    size_t from = hard ? begin : end;
    skip_line_front(x);
    if (hard || !joins_lines(x, begin)) {
        md_inl_node(x, hard ? DOC_LINE_BREAK : DOC_SOFT_BREAK, from, end + 1);
    }
    return true;
}

/* Whether `\,` is LaTeX's thin space, as in `93\,\%`, `10\,km`, `e.g.\,this`. If a space follows,
 * `\,` is a comma (CommonMark §2.4). */
static bool is_thin_space(const struct inl *x) {
    size_t at = x->at;
    if (at == 0 || at + 2 >= x->s.n || !on(x, MD_RAW_TEX)) {
        return false;
    }
    char before = x->s.p[at - 1], behind = x->s.p[at + 2];
    bool left = is_alnum(before) || str_index(STR(".)}$%"), before) != STR_NONE || before & 0x80;
    return left && (is_alnum(behind) || behind == '\\' || behind == '$' || behind & 0x80);
}

static bool read_backslash(struct inl *x) {
    size_t at = x->at;
    char c = peek(x, 1);
    if (md_inl_tex_brackets(x)) {
        return true;
    }
    if (c == '\n') {
        md_inl_node(x, DOC_LINE_BREAK, at, at + 2);
        x->at += 2;
        skip_line_front(x);
        return true;
    }
    /* a backslash at the end of a paragraph or heading is a line break */
    if (at + 1 == x->s.n && x->line_ends) {
        md_inl_node(x, DOC_LINE_BREAK, at, at + 1);
        x->at++;
        return true;
    }
    if ((c == '@' || c == '#') && md_inl_bookdown(x)) {
        return true;
    }
    if ((c == '(' || c == '[') && on(x, MD_RAW_TEX) && x->m->hooks->tex_command(x)) {
        return true;
    }
    bool ends = at + 2 >= x->s.n || is_space(peek(x, 2));
    if (c == '\\' && x->m->in_front && ends && on(x, MD_RAW_TEX) && !x->m->as_written) {
        /* in front matter, a title may be `One line \\ and another` */
        md_inl_node(x, DOC_LINE_BREAK, at, at + 2);
        x->at += 2;
        skip_line_front(x);
        return true;
    }
    if (c == ',' && is_thin_space(x)) {
        md_inl_made(x, STR("\u202F"), at, at + 2, false);
        x->at += 2;
        return true;
    }
    if (at + 1 < x->s.n && md_inl_is_punct(c)) {
        md_inl_made(x, str_slice(x->s, at + 1, at + 2), at, at + 2, true);
        x->at += 2;
        return true;
    }
    if (c == ' ' && on(x, MD_ALL_SYMBOLS_ESCAPABLE)) {
        md_inl_made(x, STR("\xC2\xA0"), at, at + 2, true);
        x->at += 2;
        return true;
    }
    return on(x, MD_RAW_TEX) && x->m->hooks->tex_command(x);
}

/* ---- code spans (CommonMark §6.1) */

/* Returns the offset of the closing run of `n` backticks, or STR_NONE. The last run of each length
 * is stored, so that many runs without an end do not take quadratic time. */
static size_t find_ticks(struct inl *x, size_t from, size_t n) {
    if (n > INLINE_TICKS || (x->ticks_known && x->ticks[n] <= from)) {
        return STR_NONE;
    }
    size_t at = from;
    while (at < x->s.n) {
        const char *p = memchr(x->s.p + at, '`', x->s.n - at);
        if (!p) {
            break;
        }
        at = (size_t)(p - x->s.p);
        size_t run = str_run(x->s, at, '`');
        if (run <= INLINE_TICKS) {
            x->ticks[run] = at;
        }
        if (run == n) {
            return at;
        }
        at += run;
    }
    x->ticks_known = true;
    return STR_NONE;
}

static struct str code_text(struct inl *x, struct str raw) {
    char *p = arena_alloc(x->m->a, raw.n + 1);
    bool ink = false;
    for (size_t i = 0; i < raw.n; i++) {
        p[i] = raw.p[i] == '\n' || raw.p[i] == '\0' ? ' ' : raw.p[i];
        ink = ink || p[i] != ' ';
    }
    p[raw.n] = '\0';
    struct str s = {p, raw.n};
    if (ink && s.n > 1 && s.p[0] == ' ' && s.p[s.n - 1] == ' ') {
        s = str_slice(s, 1, s.n - 1);
    }
    return s;
}

static bool read_code(struct inl *x) {
    size_t begin = x->at;
    size_t n = str_run(x->s, begin, '`');
    size_t end = find_ticks(x, begin + n, n);
    if (end == STR_NONE) {
        md_inl_text(x, begin, begin + n);
        x->at += n;
        return true;
    }
    struct doc_node *code = md_inl_node(x, DOC_CODE, begin, end + n);
    code->u.code.text = code_text(x, str_slice(x->s, begin + n, end));
    x->at = end + n;
    md_inline_cell(x->m, code);
    if (code->kind != DOC_CODE) {
        return true;
    }
    bool attributes = on(x, MD_INLINE_CODE_ATTRIBUTES), formats = on(x, MD_RAW_ATTRIBUTE);
    if (peek(x, 0) != '{' || (!attributes && !formats)) {
        return true;
    }
    struct doc_attr attr = {0};
    struct str raw = STR_EMPTY;
    size_t used = md_attr(x->m, x->t, x->at, &attr, formats ? &raw : NULL, NULL);
    if (used && !raw.n && !attributes) {
        return true;
    }
    if (used && raw.n) {
        doc_change_kind(x->m->doc, code, DOC_RAW_INLINE);
        code->u.code.info = raw;
        code->u.code.asked = true;
    } else if (used) {
        md_attr_put(x->m, code, &attr);
    }
    x->at += used;
    return true;
}

static bool read_entity(struct inl *x) {
    struct str text;
    size_t n = md_scan_entity(x->m, x->s, x->at, &text);
    if (n) {
        md_inl_made(x, text, x->at, x->at + n, true);
        x->at += n;
    }
    return n > 0;
}

/* ---- dashes and dots (MANUAL, smart) */

static bool read_dashes(struct inl *x) {
    size_t n = str_run(x->s, x->at, '-');
    if (n < 2) {
        return false;
    }
    /* if possible, all dashes are em dashes or all are en dashes; otherwise, em dashes come first
     */
    size_t em = n % 3 == 0 ? n / 3 : n % 2 == 0 ? 0 : n % 3 == 2 ? (n - 2) / 3 : (n - 4) / 3;
    size_t en = (n - em * 3) / 2;
    char *p = arena_alloc(x->m->a, (em + en) * 3 + 1);
    for (size_t i = 0; i < em + en; i++) {
        memcpy(p + i * 3, i < em ? "\xE2\x80\x94" : "\xE2\x80\x93", 3);
    }
    p[(em + en) * 3] = '\0';
    md_inl_made(x, (struct str){p, (em + en) * 3}, x->at, x->at + n, true);
    x->at += n;
    return true;
}

static bool read_dots(struct inl *x) {
    if (peek(x, 1) != '.' || peek(x, 2) != '.') {
        return false;
    }
    md_inl_made(x, STR("\xE2\x80\xA6"), x->at, x->at + 3, true);
    x->at += 3;
    return true;
}

/* ---- dispatch */

/* Whether `^[` begins a superscript that consists of a span, `^[a]{.b}^`, or a link, `^[a](b)^`,
 * and not a note. */
static bool opens_raised_span(const struct inl *x) {
    size_t at = x->at + 1, depth = 0;
    struct str s = str_slice(x->s, 0, x->at + LONGEST_RAISED);
    do {
        depth += at < s.n && s.p[at] == '[';
        depth -= at < s.n && s.p[at] == ']';
        at += at < s.n && s.p[at] == '\\' ? 2 : 1;
    } while (at < s.n && depth > 0);
    if (depth || at >= s.n) {
        return false;
    }
    size_t n = md_attr(x->m, x->t, at, NULL, NULL, NULL), end = at;
    if (s.p[at] == '(') {
        while (end < s.n && !is_space(s.p[end]) && s.p[end] != ')') {
            end++;
        }
        n = end + 1 - at;
    }
    return n && at + n < x->s.n && x->s.p[at + n] == '^';
}

static bool read_caret(struct inl *x) {
    if (on(x, MD_OBSIDIAN) && md_inl_block_name(x)) {
        return true;
    }
    /* the second `^` of 10^5^[@key] does not begin a note */
    bool raised = on(x, MD_SUPERSCRIPT) && (md_inl_closes_superscript(x) || opens_raised_span(x));
    if (peek(x, 1) != '[' || !on(x, MD_INLINE_NOTES) || raised) {
        return on(x, MD_SUPERSCRIPT) && md_inl_script(x, '^');
    }
    if (x->m->in_note || (x->brackets && x->brackets->in_note)) {
        md_note_within(x->m, md_span(x->t, x->at, x->at + 2));
        return false;
    }
    md_inl_open_bracket(x, 2, false, true);
    return true;
}

static bool read_special(struct inl *x) {
    char c = x->s.p[x->at];
    switch (c) {
    case '\n':
        return read_newline(x);
    case '\\':
        return read_backslash(x);
    case '`':
        return read_code(x);
    case '&':
        return read_entity(x);
    case '<':
        return x->m->hooks->html_tag(x);
    case '*':
    case '_':
        return md_inl_delim(x, c);
    case '"':
    case '\'':
        return on(x, MD_SMART) && md_inl_delim(x, c);
    case '~':
        return (on(x, MD_RAW_TEX) && x->m->hooks->tex_tie(x)) || md_inl_delim(x, c) ||
               (on(x, MD_SUBSCRIPT) && md_inl_script(x, c));
    case '^':
        return read_caret(x);
    case '[':
        if (!md_inl_wikilink(x, false)) {
            md_inl_open_bracket(x, 1, false, false);
        }
        return true;
    case ']':
        md_inl_close_bracket(x);
        return true;
    case '!':
        if (peek(x, 1) != '[') {
            return false;
        }
        if (!md_inl_wikilink(x, true)) {
            md_inl_open_bracket(x, 2, true, false);
        }
        return true;
    case '$':
        return on(x, MD_TEX_MATH_DOLLARS) && md_inl_math(x);
    case '@':
        return (on(x, MD_CITATIONS) || on(x, MD_EXAMPLE_LISTS)) && md_inl_key(x);
    case ':':
        return (on(x, MD_EMOJI) && md_inl_emoji(x)) || md_inl_url(x);
    case 'w':
        return md_inl_www(x);
    case '{':
        return md_inl_shortcode(x) || (on(x, MD_KRAMDOWN) && md_inl_kramdown(x));
    case '-':
        return on(x, MD_SMART) && read_dashes(x);
    case '=':
        return on(x, MD_MARK) && md_inl_mark(x);
    case '.':
        return on(x, MD_SMART) && read_dots(x);
    case '\0':
        md_inl_made(x, STR("\xEF\xBF\xBD"), x->at, x->at + 1, true);
        x->at++;
        return true;
    }
    return false;
}

/* Whether plain text ends at `at`. Common characters such as w end it only before certain
 * characters. */
static bool stops(const struct inl *x, size_t at) {
    unsigned char c = (unsigned char)x->s.p[at];
    if (!specials[c]) {
        return false;
    }
    char next = at + 1 < x->s.n ? x->s.p[at + 1] : '\0';
    switch (c) {
    case 'w':
        return next == 'w';
    case ':':
        return next == '/' || (on(x, MD_EMOJI) && (is_alnum(next) || next == '+' || next == '-'));
    case '!':
        return next == '[';
    case '{':
        return next == ':' || next == '{';
    case '-':
    case '.':
    case '=':
        return next == (char)c;
    }
    return true;
}

/* Whether a citation or a note begins at `at`: `@key`, `-@key`, `[see @key]`, `[^1]`, `^[text]`. */
static bool begins_citation(struct str s, size_t at) {
    struct str rest = str_slice(s, at, at + LONGEST_CITE);
    if (str_starts(rest, STR("["))) {
        struct str group = str_slice(rest, 0, str_index(rest, ']'));
        size_t sign = str_index(group, '@');
        return str_starts(rest, STR("[^")) || (sign != STR_NONE && !is_alnum(group.p[sign - 1]));
    }
    return str_starts(rest, STR("@")) || str_starts(rest, STR("-@")) || str_starts(rest, STR("^["));
}

/* Returns the offset of a space in [from, end) after an abbreviation, or STR_NONE. No line may
 * break there (MANUAL, abbreviations). A space before a citation or a note does not count. */
static size_t tight_space(const struct inl *x, size_t from, size_t end) {
    struct str s = x->s;
    while (from + 1 < end) {
        const char *p = memchr(s.p + from, '.', end - 1 - from);
        if (!p) {
            break;
        }
        from = (size_t)(p - s.p) + 1;
        if (s.p[from] == ' ' && from + 1 < s.n && !is_space(s.p[from + 1]) &&
            doc_ends_in_abbreviation(str_slice(s, 0, from)) && !begins_citation(s, from + 1)) {
            return from;
        }
    }
    return STR_NONE;
}

static void read_run(struct inl *x) {
    size_t begin = x->at;
    bool dot = false;
    do {
        dot = dot || x->s.p[x->at] == '.';
        x->at++;
    } while (x->at < x->s.n && !stops(x, x->at));
    for (size_t space;
         dot && on(x, MD_SMART) && (space = tight_space(x, begin, x->at)) != STR_NONE;) {
        md_inl_text(x, begin, space);
        md_inl_made(x, STR("\xC2\xA0"), space, space + 1, true);
        begin = space + 1;
    }
    md_inl_text(x, begin, x->at);
    for (size_t i = x->at; i > begin; i--) {
        if (is_space(x->s.p[i - 1])) {
            x->space = i;
            break;
        }
    }
}

void md_inlines(struct md *m, const struct md_text *t, struct doc_node *parent) {
    if (m->latex && t->npieces) {
        m->hooks->tex_inlines(m, t, parent);
        return;
    }
    struct doc_node *flat = doc_node_new(m->doc, DOC_SPAN, t->fixed);
    bool lines =
        parent->kind == DOC_PARA || parent->kind == DOC_PLAIN || parent->kind == DOC_HEADING;
    struct inl x = {.m = m,
                    .t = t,
                    .s = str_trim_end(t->s),
                    .top = flat,
                    .line_ends = lines && m->format.pandoc};
    x.at = str_past(x.s, x.at, is_space);
    while (x.at < x.s.n) {
        bool special = specials[(unsigned char)x.s.p[x.at]];
        if (!special || !read_special(&x)) {
            read_run(&x);
        }
    }
    md_inl_emphasis(&x, NULL);
    md_inl_tidy(m, t, flat);
    bool splits = parent->kind == DOC_PARA || parent->kind == DOC_PLAIN ||
                  parent->kind == DOC_CELL || parent->kind == DOC_CAPTION;
    if (x.html && m->hooks->html_inlines(m, flat, splits)) {
        vec_push(&m->html.leaves, parent);
    }
    doc_adopt(parent, flat);
    if (x.blocks) {
        vec_push(&m->tex.leaves, parent);
    }
}
