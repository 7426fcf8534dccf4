/* SPDX-License-Identifier: MIT */
/*
 * Formulas in paragraphs. Decides where a formula may be broken (TeXbook ch. 18: behind relations
 * and binary operators of its outermost level); boxes are made in math_set.c, displays in
 * math_display.c.
 */
#include "layout/math/math_box.h"

#include "base/utf8.h"
#include "layout/style/units.h"

#define REL_PENALTY 500 /* \relpenalty */
#define BIN_PENALTY 700 /* \binoppenalty */

void report_math_missing(struct setter *s, uint32_t cp) {
    struct str key = arena_printf(s->arena, "%x", (unsigned)cp);
    if (map_put(&s->missing, key, s)) {
        return;
    }
    char utf8[5] = {0};
    size_t len = utf8_encode(cp, utf8);
    (void)diag_add(s->d, DIAG_MISSING_GLYPH, s->math_at, "no installed font has U+%04X `%.*s`",
                   (unsigned)cp, (int)len, utf8);
}

/** What the builder gets of a formula: boxes between places to break. */
struct run {
    struct setter *s;
    struct inline_builder *b;
    struct m_env env;
    struct m_box box; /* being filled */
    bool told;        /* that it is too wide */
};

void m_emit(const struct m_env *e, struct inline_builder *b, const struct m_box *box) {
    struct inner_box *inner = ARENA_NEW(e->s->arena, struct inner_box);
    inner->first = box->first;
    inner->last = box->last;
    inline_box(b, box->w, box->h, box->d, inner,
               arena_copy(e->s->arena, &e->ink.tag, sizeof e->ink.tag));
}

/** What cannot be broken sticks out of a line that is narrower. */
static void tell_wide(struct run *r) {
    if (r->box.w > r->s->measure && !r->told) {
        struct diag *g = diag_add(r->s->d, DIAG_WIDE_FORMULA, r->s->math_at,
                                  "the formula is wider than the line and has no place to break");
        diag_hint(r->s->d, g, "set it as a display, or leave out `\\left` and `\\right`");
        r->told = true;
    }
}

static void flush(struct run *r) {
    tell_wide(r);
    if (r->box.first || r->box.w != 0) {
        m_emit(&r->env, r->b, &r->box);
    }
    r->box = (struct m_box){0};
}

const struct math *m_outer_row(const struct math *m) {
    while (m->kind == MATH_ROW && m->first && m->first == m->last && m->first->kind == MATH_ROW &&
           m->first->style == MATH_STYLE_INHERIT && !m->first->coloured && !m->first->percent) {
        m = m->first;
    }
    return m;
}

static void add_atom(struct run *r, const struct math *k) {
    struct m_box box = m_set(&r->env, k);
    m_put(&r->box, &box, r->box.w, 0);
    r->box.w = m_add(r->box.w, box.w);
}

/** Space between two atoms; behind relations and operators the line may end. Around them it gives
 * on both sides alike (\medmuskip, \thickmuskip), in front of them without a place to break. */
static void add_space(struct run *r, const struct math *left, const struct math *right) {
    sp space = m_space(&r->env, left->cls, right->cls);
    bool bin = left->cls == MATH_BIN || right->cls == MATH_BIN;
    bool rel = left->cls == MATH_REL || right->cls == MATH_REL;
    bool ends = (left->cls == MATH_REL || left->cls == MATH_BIN) && right->cls != MATH_REL;
    if ((!bin && !rel) || (!ends && space == 0) || r->env.depth > 0) {
        r->box.w += space;
        return;
    }
    flush(r);
    inline_penalty(r->b, !ends ? PENALTY_INF : left->cls == MATH_BIN ? BIN_PENALTY : REL_PENALTY);
    inline_glue(r->b, space, bin ? space / 2 : space, bin ? space : 0, 0, NULL);
}

static void add_formula(struct run *r, const struct math *tree) {
    const struct math *row = m_outer_row(tree);
    const struct math *before = NULL;
    r->env = m_row_env(&r->env, row);
    for (const struct math *k = row->first; k; k = k->next) {
        if (k->kind != MATH_SPACE) {
            if (before) {
                add_space(r, before, k);
            }
            before = k;
        }
        add_atom(r, k);
    }
    flush(r);
}

void m_words(const struct m_env *e, struct inline_builder *b, const struct math *words,
             const struct ink *ink) {
    struct ink own = *ink;
    own.tag = e->ink.tag;
    const struct math *first = words->kind == MATH_ROW ? words->first : words;
    if (first && first->kind == MATH_ROW && first == words->last) {
        first = first->first; /* \text's own row */
    }
    for (const struct math *k = first; k; k = k->next) {
        struct run r = {.s = e->s, .b = b, .env = m_styled_env(e, MATH_STYLE_TEXT)};
        if (k->kind == MATH_TEXT) {
            set_text(e->s, b, k->text, &own);
        } else if (k->kind == MATH_ROW) {
            add_formula(&r, k);
        } else {
            add_atom(&r, k);
            flush(&r);
        }
    }
}

static struct str alternative(struct setter *s, const struct doc_node *n, const struct math *tree) {
    if (n->u.math.plain.n > 0) {
        return n->u.math.plain;
    }
    struct buf b;
    buf_init(&b, 0);
    math_to_plain(&b, tree);
    struct str plain = str_trim(buf_keep(&b, s->arena));
    buf_drop(&b);
    return plain.n > 0 ? plain : n->u.math.tex;
}

struct m_env m_formula_env(struct setter *s, const struct doc_node *n, const struct math *tree,
                           const struct ink *ink) {
    struct m_env env = {.s = s, .ink = *ink, .style = MATH_STYLE_TEXT};
    struct ink math_ink = *ink;
    unsigned features = 0;
    math_ink.cls = FONT_MATH;
    math_ink.face = FONT_REGULAR;
    s->math_at = n->span;
    env.font = type_font(s, &math_ink, &features);
    env.ink.tag.elem = elem_new(s, ink->tag.elem, ROLE_FORMULA);
    env.ink.tag.elem->alt = alternative(s, n, tree);
    return env;
}

const struct math *m_formula(struct setter *s, const struct doc_node *n) {
    return n->u.math.tree ? n->u.math.tree
                          : math_parse(s->arena, n->u.math.tex, n->span, NULL, s->d);
}

void set_math(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink) {
    if (n->u.math.display) {
        set_display_amid(s, b, n, ink);
        return;
    }
    const struct math *tree = m_formula(s, n);
    struct run r = {.s = s, .b = b, .env = m_formula_env(s, n, tree, ink)};
    add_formula(&r, tree);
}
