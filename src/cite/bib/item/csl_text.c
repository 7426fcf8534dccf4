/* SPDX-License-Identifier: MIT */
/*
 * Strings of CSL-YAML: that part of pandoc's Markdown which references use, as rich text. It
 * supports emphasis, strong, scripts, code, math, spans with a class, escapes, dashes, curly
 * quotes, and the HTML tags of CSL-JSON.
 */
#include "cite/bib/item/csl_internal.h"

#include "cite/bib/item/csl_tags.h"
#include "cite/bib/item/item_text.h"
#include "core/base/word_list.h"
#include "model/tex/text/text.h"

#include <string.h>

#define MARKDOWN_DEPTH 8 /* maximum nesting of emphasis; deeper marks are text */

/* after this number of unclosed tags, every '<' is text; this limits the time */
#define MAX_UNCLOSED 64

struct md {
    struct arena *a;
    struct rich_builder *out;
    unsigned unclosed;
};

static void read_inline(struct md *m, struct str s, unsigned depth);

static bool is_punctuation(char c) {
    return c > ' ' && c < 0x7F && !is_alnum(c);
}

/** Returns the offset of the closing delimiter, or STR_NONE. A delimiter after a backslash or a
 * blank does not close, nor does `**` close `*...*`. */
static size_t find_close(struct str s, size_t from, struct str delim) {
    bool emphasis = str_among(delim, "* _");
    for (size_t i = from; i + delim.n <= s.n; i++) {
        bool strong = emphasis && i + 1 < s.n && s.p[i] == delim.p[0] && s.p[i + 1] == delim.p[0];
        if (s.p[i] == '\\' || strong) {
            i++;
        } else if (i > from && !is_space(s.p[i - 1]) && str_starts(str_from(s, i), delim)) {
            return i;
        }
    }
    return STR_NONE;
}

struct pair {
    struct str delim;
    enum rich_kind kind;
    /* the text between the delimiters has no blanks, as in sub- and superscripts */
    bool no_blanks;
};

static const struct pair pairs[] = {
    {STR_INIT("**"), RICH_BOLD, false},  {STR_INIT("__"), RICH_BOLD, false},
    {STR_INIT("*"), RICH_ITALIC, false}, {STR_INIT("_"), RICH_ITALIC, false},
    {STR_INIT("^"), RICH_SUP, true},     {STR_INIT("~"), RICH_SUB, true},
    {STR_INIT("`"), RICH_CODE, false},
};

/** Reads emphasis or a similar pair of marks at `at`. Returns its length, or 0. */
static size_t read_pair(struct md *m, struct str s, size_t at, unsigned depth) {
    for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
        const struct pair *p = &pairs[i];
        size_t from = at + p->delim.n;
        if (!str_starts(str_from(s, at), p->delim) || from >= s.n || is_space(s.p[from])) {
            continue;
        }
        if (p->delim.p[0] == '_' && at > 0 && is_alnum(s.p[at - 1])) {
            continue; /* underscores inside a word such as snake_case are text */
        }
        size_t end = find_close(s, from, p->delim);
        struct str inside = end == STR_NONE ? STR_EMPTY : str_slice(s, from, end);
        if (inside.n == 0 || (p->no_blanks && bib_has_space(inside))) {
            continue;
        }
        rich_open(m->out, p->kind);
        if (p->kind == RICH_CODE) {
            buf_str(&m->out->text, inside);
        } else {
            read_inline(m, inside, depth + 1);
        }
        rich_close(m->out);
        return end + p->delim.n - at;
    }
    return 0;
}

/** Reads `[text]{.nocase}` at `at`. Returns its length, or 0. */
static size_t read_span(struct md *m, struct str s, size_t at, unsigned depth) {
    static const struct {
        struct str attr;
        enum rich_kind kind;
    } classes[] = {
        {STR_INIT("{.nocase}"), RICH_NOCASE},
        {STR_INIT("{.smallcaps}"), RICH_SMALL_CAPS},
        {STR_INIT("{.underline}"), RICH_UNDERLINE},
    };
    size_t level = 0, end = STR_NONE;
    for (size_t i = at; i < s.n && end == STR_NONE; i++) {
        if (s.p[i] == '\\') {
            i++;
        } else if (s.p[i] == '[') {
            level++;
        } else if (s.p[i] == ']' && --level == 0) {
            end = i;
        }
    }
    for (size_t k = 0; end != STR_NONE && k < ARRAY_LEN(classes); k++) {
        if (str_starts(str_from(s, end + 1), classes[k].attr)) {
            rich_open(m->out, classes[k].kind);
            read_inline(m, str_slice(s, at + 1, end), depth + 1);
            rich_close(m->out);
            return end + 1 + classes[k].attr.n - at;
        }
    }
    return 0;
}

static size_t read_smart(struct md *m, struct str s, size_t at) {
    static const struct {
        struct str from;
        const char *to;
    } marks[] = {
        {STR_INIT("---"), "\u2014"}, {STR_INIT("--"), "\u2013"}, {STR_INIT("..."), "\u2026"}};
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        if (str_starts(str_from(s, at), marks[i].from)) {
            buf_puts(&m->out->text, marks[i].to);
            return marks[i].from.n;
        }
    }
    if (s.p[at] != '"' && s.p[at] != '\'') {
        return 0;
    }
    bool opens = at == 0 || is_space(s.p[at - 1]) || s.p[at - 1] == '(' || s.p[at - 1] == '[';
    bool year = s.p[at] == '\'' && at + 1 < s.n && is_digit(s.p[at + 1]);
    buf_puts(&m->out->text, s.p[at] == '"' ? (opens ? "\u201C" : "\u201D")
                                           : (opens && !year ? "\u2018" : "\u2019"));
    return 1;
}

/** Reads `$...$` by pandoc's rule: there is no blank inside at either end, and no digit after the
 * closing `$`. */
static size_t read_math(struct md *m, struct str s, size_t at) {
    if (at + 1 >= s.n || is_space(s.p[at + 1])) {
        return 0;
    }
    size_t end = find_close(s, at + 1, STR("$"));
    if (end == STR_NONE || (end + 1 < s.n && is_digit(s.p[end + 1]))) {
        return 0;
    }
    rich_add(m->out, tex_to_rich(m->a, str_slice(s, at, end + 1), TEX_PLAIN, SPAN_NONE, NULL));
    return end + 1 - at;
}

/** Reads an HTML element of CSL-JSON. Returns its length, or 0. */
static size_t read_element(struct md *m, struct str s, size_t at, unsigned depth) {
    struct str inside;
    enum rich_kind kind;
    size_t n = m->unclosed < MAX_UNCLOSED ? item_tags_element(s, at, &kind, &inside) : 0;
    if (n == 0) {
        m->unclosed++;
        return 0;
    }
    rich_open(m->out, kind);
    if (rich_kind_is_atom(kind)) {
        item_tags_unescape(&m->out->text, inside);
    } else {
        read_inline(m, inside, depth + 1);
    }
    rich_close(m->out);
    return n;
}

static void read_inline(struct md *m, struct str s, unsigned depth) {
    if (depth > MARKDOWN_DEPTH) {
        buf_str(&m->out->text, s);
        return;
    }
    for (size_t i = 0; i < s.n;) {
        char c = s.p[i];
        size_t n = 0;
        if (c == '\\' && i + 1 < s.n && is_punctuation(s.p[i + 1])) {
            buf_putc(&m->out->text, s.p[i + 1]);
            n = 2;
        } else if (c == '<') {
            n = read_element(m, s, i, depth);
        } else if (c == '[') {
            n = read_span(m, s, i, depth);
        } else if (c == '$') {
            n = read_math(m, s, i);
        } else if (c == '*' || c == '_' || c == '^' || c == '~' || c == '`') {
            n = read_pair(m, s, i, depth);
        } else if (c == '-' || c == '.' || c == '"' || c == '\'') {
            n = read_smart(m, s, i);
        }
        if (n == 0) {
            buf_putc(&m->out->text, c);
            n = 1;
        }
        i += n;
    }
}

struct str item_csl_markdown_unescape(struct arena *a, struct str s) {
    if (str_index(s, '\\') == STR_NONE) {
        return s;
    }
    struct buf out = BUF_INIT;
    for (size_t i = 0; i < s.n; i++) {
        i += s.p[i] == '\\' && i + 1 < s.n && is_punctuation(s.p[i + 1]);
        buf_putc(&out, s.p[i]);
    }
    return buf_finish(&out, a);
}

struct rich item_csl_markdown(struct arena *a, struct str s) {
    bool plain = true;
    for (size_t i = 0; i < s.n && plain; i++) {
        plain = !strchr("\\<[$*_^~`-.\"'", s.p[i]) || s.p[i] == '\0';
    }
    if (plain) {
        return rich_of(s);
    }
    struct rich_builder out;
    rich_builder_init(&out);
    struct md m = {.a = a, .out = &out};
    read_inline(&m, s, 0);
    struct rich r = rich_keep(&out, a);
    rich_builder_drop(&out);
    return r;
}
