/* SPDX-License-Identifier: MIT */
/* Reads formulas between dollar signs (pandoc MANUAL, tex_math_dollars). A formula between single
 * dollar signs does not begin or end with white space, and no digit follows it, so that prices are
 * text. model/tex/math reads the TeX of the formulas. */
#include "model/tex/math/math.h"
#include "read/markdown/core/inline_pass.h"

DIAG_USE(DIAG_TEX_SYNTAX);

struct doc_node *md_math(struct md *m, const struct md_text *t, size_t begin, size_t end,
                         bool display) {
    struct str tex = md_bookdown_math(m, str_slice(t->s, begin, end));
    struct span at = md_span(t, begin, end);
    struct doc_node *n = doc_node_new(m->doc, DOC_MATH, at);
    n->u.math.tex = tex;
    n->u.math.display = display;
    n->u.math.tree = math_parse(m->a, tex, at, m->macros, &m->math_budget, m->diags);
    const struct math_line *line = n->u.math.tree->line;
    if (!display && line && line->at.src) {
        struct diag *g =
            diag_add(m->diags, DIAG_TEX_SYNTAX, line->at, "a formula in the text has no number");
        diag_hint(m->diags, g, "make it a display: `$$`");
    }
    struct buf b = BUF_INIT;
    m->labels.in_math = m->labels.in_math || n->u.math.tree->refs;
    math_to_plain(&b, n->u.math.tree);
    n->u.math.plain = buf_finish(&b, m->a);
    return n;
}

/* An unclosed \text hides all later dollar signs. After this number of formulas without an end,
 * \text is ignored, so that the time is linear. */
#define MAX_OPEN_FORMULAS 16

/* Returns the offset of the closing dollar signs after `at`, or STR_NONE. Dollar signs in
 * `\text{...}` do not count. */
static size_t find_end(struct inl *x, size_t at, bool display) {
    struct str s = x->s;
    bool text = x->open_formulas < MAX_OPEN_FORMULAS;
    size_t depth = 0; /* depth of braces in \text{...} */
    while (at < s.n) {
        char c = s.p[at];
        if (c == '\\') {
            if (text && !depth && str_starts(str_from(s, at), STR("\\text{"))) {
                at += 6;
                depth = 1;
                continue;
            }
            at += 2;
            continue;
        }
        if (depth) {
            depth += c == '{';
            depth -= c == '}';
        } else if (c == '$' && (!display || (at + 1 < s.n && s.p[at + 1] == '$'))) {
            return at;
        }
        at++;
    }
    x->open_formulas++;
    return STR_NONE;
}

/* Reads `{#eq:name}` after a display formula, with or without a space before it. */
static void label(struct inl *x, struct doc_node *math) {
    size_t back = x->at;
    x->at += str_run(x->s, x->at, ' ');
    bool id = x->at + 1 < x->s.n && x->s.p[x->at] == '{' && x->s.p[x->at + 1] == '#';
    if (!id || !md_inl_attr(x, math)) {
        x->at = back;
    }
}

static bool display(struct inl *x) {
    size_t begin = x->at + 2;
    size_t end = find_end(x, begin, true);
    if (end == STR_NONE || end == begin || !str_trim(str_slice(x->s, begin, end)).n) {
        return false;
    }
    struct str before = str_slice(x->s, 0, x->at), after = str_from(x->s, end + 2);
    bool within = md_on(x->m, MD_KRAMDOWN_MATH) && (str_trim(before).n || str_trim(after).n);
    struct doc_node *math = md_math(x->m, x->t, begin, end, !within);
    math->span = md_span(x->t, x->at, end + 2);
    doc_append(x->top, math);
    x->at = end + 2;
    label(x, math);
    return true;
}

/* Whether white space is before the closing dollar. TeX's command `\ ` is not white space. */
static bool ends_in_space(struct str s, size_t begin, size_t end) {
    size_t slashes = 0;
    while (end - 1 > begin + slashes && s.p[end - 2 - slashes] == '\\') {
        slashes++;
    }
    return is_space(s.p[end - 1]) && slashes % 2 == 0;
}

/* Reads `\(...\)` and `\[...\]`, with one backslash or two (MANUAL, tex_math_single_backslash,
 * tex_math_double_backslash). */
bool md_inl_tex_brackets(struct inl *x) {
    /* more than two backslashes are text */
    size_t n = str_run(str_slice(x->s, x->at, x->at + 3), 0, '\\');
    bool on = n == 1 ? md_on(x->m, MD_TEX_MATH_SINGLE_BACKSLASH)
                     : n == 2 && md_on(x->m, MD_TEX_MATH_DOUBLE_BACKSLASH);
    size_t begin = x->at + n + 1;
    if (!on || begin >= x->s.n || (x->s.p[begin - 1] != '(' && x->s.p[begin - 1] != '[') ||
        x->open_formulas >= MAX_OPEN_FORMULAS) {
        return false;
    }
    bool display = x->s.p[begin - 1] == '[';
    char mate = display ? ']' : ')', close[] = {'\\', n == 1 ? mate : '\\', mate};
    size_t end = str_find(str_from(x->s, begin), (struct str){close, n + 1});
    if (end == STR_NONE) {
        x->open_formulas++;
        return false;
    }
    struct doc_node *math = md_math(x->m, x->t, begin, begin + end, display);
    math->span = md_span(x->t, x->at, begin + end + n + 1);
    doc_append(x->top, math);
    x->at = begin + end + n + 1;
    return true;
}

bool md_inl_math(struct inl *x) {
    struct str s = x->s;
    size_t begin = x->at + 1;
    if (begin < s.n && s.p[begin] == '$') {
        if (display(x)) {
            return true;
        }
        md_inl_text(x, x->at, x->at + 2);
        x->at += 2;
        return true;
    }
    if (begin >= s.n || is_space(s.p[begin])) {
        return false;
    }
    size_t end = find_end(x, begin, false);
    if (end == STR_NONE || end == begin || ends_in_space(s, begin, end) ||
        (end + 1 < s.n && is_digit(s.p[end + 1]))) {
        return false;
    }
    struct doc_node *math = md_math(x->m, x->t, begin, end, false);
    math->span = md_span(x->t, x->at, end + 1);
    doc_append(x->top, math);
    x->at = end + 1;
    return true;
}
