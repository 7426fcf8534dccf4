/* SPDX-License-Identifier: MIT */
/*
 * Formulas in paragraphs and on lines of their own. Decides where a formula may be broken (TeXbook
 * ch. 18: behind relations and binary operators of its outermost level); boxes are made in
 * math_set.c.
 */
#include "layout/math_box.h"

#include "base/utf8.h"
#include "layout/units.h"

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
};

static void flush(struct run *r) {
    struct inner_box *inner = ARENA_NEW(r->s->arena, struct inner_box);
    if (!r->box.first && r->box.w == 0) {
        return;
    }
    inner->first = r->box.first;
    inner->last = r->box.last;
    inline_box(r->b, r->box.w, r->box.h, r->box.d, inner,
               arena_copy(r->s->arena, &r->env.ink.tag, sizeof r->env.ink.tag));
    r->box = (struct m_box){0};
}

/** The atoms of the outermost row; `{...}` around everything is looked through. */
static const struct math *outer_row(const struct math *m) {
    while (m->kind == MATH_ROW && m->first && m->first == m->last && m->first->kind == MATH_ROW &&
           m->first->style == MATH_STYLE_INHERIT && !m->first->coloured && !m->first->percent) {
        m = m->first;
    }
    return m;
}

static void add_atom(struct run *r, const struct math *k) {
    struct m_box box = m_set(&r->env, k);
    m_put(&r->box, &box, r->box.w, 0);
    r->box.w += box.w;
}

/** Space between two atoms; behind relations and operators the line may end. */
static void add_space(struct run *r, const struct math *left, const struct math *right) {
    sp space = m_space(&r->env, left->cls, right->cls);
    bool bin = left->cls == MATH_BIN;
    if ((left->cls != MATH_REL && !bin) || right->cls == MATH_REL || r->env.depth > 0) {
        r->box.w += space;
        return;
    }
    flush(r);
    inline_penalty(r->b, bin ? BIN_PENALTY : REL_PENALTY);
    if (bin) { /* \medmuskip, \thickmuskip */
        inline_glue(r->b, space, space / 2, space, 0, NULL);
    } else {
        inline_glue(r->b, space, space, 0, 0, NULL);
    }
}

static void add_formula(struct run *r, const struct math *tree) {
    const struct math *row = outer_row(tree);
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

/** Sets a formula into a builder, in an element of its own. */
static void set_formula(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                        const struct ink *ink, bool display) {
    const struct math *tree = n->u.math.tree;
    struct run r = {.s = s, .b = b, .env = {.s = s, .ink = *ink}};
    struct ink math_ink = *ink;
    unsigned features = 0;
    if (!tree) {
        tree = math_parse(s->arena, n->u.math.tex, n->span, NULL, s->d);
    }
    math_ink.cls = FONT_MATH;
    math_ink.face = FONT_REGULAR;
    s->math_at = n->span;
    r.env.font = type_font(s, &math_ink, &features);
    r.env.style = display ? MATH_STYLE_DISPLAY : MATH_STYLE_TEXT;
    r.env.ink.tag.elem = elem_new(s, ink->tag.elem, ROLE_FORMULA);
    r.env.ink.tag.elem->alt = alternative(s, n, tree);
    add_formula(&r, tree);
}

static bool is_blank(const struct doc_node *n) {
    return n->kind == DOC_SOFT_BREAK || n->kind == DOC_LINE_BREAK ||
           (n->kind == DOC_TEXT && str_trim(n->u.text.text).n == 0);
}

/** Nothing to see stands in front of it in its paragraph. */
static bool begins_paragraph(const struct doc_node *n) {
    const struct doc_node *before = n->prev;
    while (before && is_blank(before)) {
        before = before->prev;
    }
    return !before && (n->parent->kind == DOC_PARA || n->parent->kind == DOC_PLAIN);
}

void set_math(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink) {
    if (!n->u.math.display) {
        set_formula(s, b, n, ink, false);
        return;
    }
    /* A display amid a paragraph's text: on a line of its own, as far from the text as TeX puts it.
     */
    sp em = s->style.em;
    if (!begins_paragraph(n)) {
        inline_newline(b);
    }
    /* In front of the glue, which would go at a line's beginning. */
    inline_box(b, 0, sp_scale(em, 15, 10), em, NULL, NULL);
    inline_glue(b, 0, em, 0, 1, NULL);
    set_formula(s, b, n, ink, true);
    inline_glue(b, 0, em, 0, 1, NULL);
    inline_newline(b);
}

const struct doc_node *lone_display(const struct doc_node *para) {
    const struct doc_node *found = NULL;
    for (const struct doc_node *n = para->first; n; n = n->next) {
        if (n->kind == DOC_MATH && n->u.math.display && !found) {
            found = n;
        } else if (!is_blank(n)) {
            return NULL;
        }
    }
    return found;
}

void set_display(struct setter *s, const struct doc_node *math, const struct frame *f,
                 struct page_elem *parent) {
    struct inline_builder *b = inline_new(s->shaper);
    struct ink ink = f->ink;
    struct para_params p;
    /* \abovedisplayskip: 11pt plus 3pt minus 6pt at 11 points */
    struct v_glue around = {s->style.em, sp_scale(s->style.em, 27, 100),
                            sp_scale(s->style.em, 55, 100)};
    ink.tag = (struct inline_tag){.elem = parent};
    set_formula(s, b, math, &ink, true);
    para_params_init(&p, f->width);
    galley_penalty(s->g, V_NEVER); /* \predisplaypenalty */
    galley_space(s->g, around);
    set_paragraph(s, b, f, &p, INLINE_CENTER);
    galley_space(s->g, around);
    s->no_indent = true;
    inline_drop(b);
}
