/* SPDX-License-Identifier: MIT */
/*
 * TeX math: words inside a formula, \text{...}, and math inside them, between dollar signs.
 * tex/text reads the words (accents, dashes, escapes), as in fields of databases.
 */
#include "model/tex/math/math_parser.h"
#include "model/tex/math/math_rich.h"

DIAG_USE(DIAG_TEX_SYNTAX);

/** Returns a piece of text without TeX's notation for characters. */
static struct math *words(struct math_parser *p, size_t from, size_t to,
                          enum math_variant variant) {
    struct math *m = math_node(p, MATH_TEXT, from);
    struct str raw = str_slice(p->tex, from, to);
    bool plain = true;
    for (size_t i = 0; i < raw.n; i++) {
        plain = plain && (is_alnum(raw.p[i]) || raw.p[i] == ' ');
    }
    m->variant = variant;
    m->text = raw;
    if (!plain) { /* tex_to_text() would remove the white space at the ends */
        struct str inner = str_trim(raw);
        bool before = raw.n && is_space(raw.p[0]);
        bool behind = inner.n && is_space(raw.p[raw.n - 1]);
        m->text = tex_to_text(p->arena, raw, TEX_LIGATURES, math_span(p, from, to), p->diags);
        m->text = arena_join(p->arena, 3, before ? STR(" ") : STR_EMPTY, str_trim(m->text),
                             behind ? STR(" ") : STR_EMPTY);
    }
    m->span = math_span(p, from, to);
    return m;
}

/** Returns the offset of the first unescaped dollar sign in [at, end), or `end`. */
static size_t find_dollar(const struct math_parser *p, size_t at, size_t end) {
    while (at < end && p->tex.p[at] != '$') {
        at += p->tex.p[at] == '\\' && at + 1 < end ? 2 : 1;
    }
    return at;
}

struct math *math_text_argument(struct math_parser *p, enum math_variant variant, size_t from) {
    size_t named = p->pos;
    struct str raw;
    if (p->lacks) {
        return math_error(p, from);
    }
    if (!math_raw_argument(p, &raw)) {
        struct str what = str_slice(p->tex, from, named);
        math_complain(p, DIAG_TEX_SYNTAX, from, named, "`%.*s` lacks its text in braces",
                      STR_ARG(what));
        p->lacks = true;
        return math_error(p, from);
    }
    size_t at = (size_t)(raw.p - p->tex.p), end = at + raw.n, behind = p->pos;
    struct math *row = math_node(p, MATH_ROW, from);
    while (at < end) {
        size_t dollar = find_dollar(p, at, end);
        if (dollar > at) {
            math_append(row, words(p, at, dollar, variant));
        }
        if (dollar >= end) {
            break;
        }
        size_t close = find_dollar(p, dollar + 1, end), whole = p->end;
        if (close >= end) {
            math_complain(p, DIAG_TEX_SYNTAX, dollar, dollar + 1,
                          "a dollar sign without its counterpart");
        }
        int font = p->font;
        p->pos = dollar + 1;
        p->end = close;
        p->font = MATH_FONT_DEFAULT;
        math_append(row, math_row(p, STOP_NONE));
        p->font = font;
        p->end = whole;
        at = close + 1;
    }
    p->pos = behind;
    if (row->first && row->first == row->last) {
        return row->first;
    }
    return row;
}
