/* SPDX-License-Identifier: MIT */
/*
 * Formulas in paragraphs. Decides where they may be broken (TeXbook ch. 18: after relations and
 * binary operators of the outermost level). math_set.c makes the boxes, math_display.c sets
 * displays.
 */
#include "print/layout/set/formula.h"

#include "core/base/utf8.h"

DIAG_USE(DIAG_MISSING_GLYPH);
DIAG_USE(DIAG_ONE_SCRIPT);
DIAG_USE(DIAG_WIDE_FORMULA);

#define REL_PENALTY 500 /* TeX's \relpenalty: the penalty of a break after a relation */
#define BIN_PENALTY 700 /* TeX's \binoppenalty: the penalty of a break after a binary operator */

/** Reports a character in the current formula that no font has. Each is reported once. */
static void report_missing_glyph(void *user, uint32_t cp) {
    struct setter *s = user;
    struct str key = arena_printf(s->arena, "%x", (unsigned)cp);
    if (map_put(&s->missing, key, s)) {
        return;
    }
    char utf8[5] = {0};
    size_t len = utf8_encode(cp, utf8);
    (void)diag_add(s->d, DIAG_MISSING_GLYPH, s->now.math_at, "no installed font has U+%04X `%.*s`",
                   (unsigned)cp, (int)len, utf8);
}

/** Reports once that \mathscr looks like \mathcal. */
static void report_one_script(void *user) {
    struct setter *s = user;
    if (map_put(&s->missing, STR("mathscr"), s)) {
        return;
    }
    struct diag *g = diag_add(s->d, DIAG_ONE_SCRIPT, s->now.math_at,
                              "the math font has one shape for `\\mathscr` and `\\mathcal`");
    diag_hint(s->d, g,
              "STIX Two Math and New Computer Modern Math have two: `mathfont: STIX Two Math`");
}

/** The state of adding a formula to a paragraph: boxes between possible breaks. */
struct run {
    struct setter *s;
    struct inline_builder *b;
    struct mbox_env env;
    struct inline_tag tag; /* the tag for the boxes */
    struct mbox box;       /* the box that is being filled */
    bool reported;         /* it was reported that the box is too wide */
};

void set_math_emit(struct arena *a, struct inline_builder *b, const struct mbox *box,
                   const struct inline_tag *tag) {
    inline_box(b, box->w, box->h, box->d, arena_copy(a, &box->draws, sizeof box->draws),
               arena_copy(a, tag, sizeof *tag));
}

/** Reports a part that cannot be broken and is wider than its line. */
static void report_wide(struct run *r) {
    if (r->box.w > r->s->now.measure && !r->reported) {
        struct diag *g = diag_add(r->s->d, DIAG_WIDE_FORMULA, r->s->now.math_at,
                                  "the formula is wider than the line and has no place to break");
        diag_hint(r->s->d, g, "set it as a display, or leave out `\\left` and `\\right`");
        r->reported = true;
    }
}

static void flush(struct run *r) {
    report_wide(r);
    if (r->box.draws.first || r->box.w != 0) {
        set_math_emit(r->s->arena, r->b, &r->box, &r->tag);
    }
    r->box = (struct mbox){0};
}

const struct math *set_math_outer_row(const struct math *m) {
    while (m->kind == MATH_ROW && m->first && m->first == m->last && m->first->kind == MATH_ROW &&
           m->first->style == MATH_STYLE_INHERIT && !m->first->coloured && !m->first->percent) {
        m = m->first;
    }
    return m;
}

static void add_atom(struct run *r, const struct math *k) {
    struct mbox box = mbox_set(&r->env, k);
    mbox_put(&r->box, &box, r->box.w, 0);
    r->box.w = mbox_add(r->box.w, box.w);
}

/** Adds the space between two atoms. The line may end after relations and operators, but not before
 * them. The spaces on both sides stretch equally (\medmuskip, \thickmuskip). */
static void add_space(struct run *r, const struct math *left, const struct math *right) {
    sp space = mbox_space(&r->env, left->cls, right->cls);
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

/** Adds a formula. Formulas run from left to right in any paragraph. */
static void add_formula(struct run *r, const struct math *tree) {
    inline_isolate(r->b, UNICODE_LTR);
    const struct math *row = set_math_outer_row(tree);
    const struct math *before = NULL;
    r->env = mbox_row_env(&r->env, row);
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
    inline_isolate_end(r->b);
}

void set_math_words(struct setter *s, const struct mbox_env *e, struct inline_builder *b,
                    const struct math *words, const struct ink *ink) {
    struct ink own = *ink;
    own.tag = set_math_tag(e, ink);
    const struct math *first = words->kind == MATH_ROW ? words->first : words;
    if (first && first->kind == MATH_ROW && first == words->last) {
        first = first->first; /* the row of inlines inside \text */
    }
    for (const struct math *k = first; k; k = k->next) {
        struct run r = {.s = s, .b = b, .tag = own.tag, .env = mbox_styled_env(e, MATH_STYLE_TEXT)};
        if (k->kind == MATH_TEXT) {
            set_text(s, b, k->text, &own);
        } else if (k->kind == MATH_ROW) {
            add_formula(&r, k);
        } else {
            add_atom(&r, k);
            flush(&r);
        }
    }
}

static struct font *text_font(void *user, struct str family, enum font_class cls, unsigned face,
                              sp size) {
    struct ink ink = {.family = family, .cls = cls, .face = face, .size = size};
    unsigned features = 0;
    return set_type_font(user, &ink, &features);
}

/** The callbacks for the setter of formulas. They are made with the first formula. */
static const struct mbox_host *host_of(struct setter *s) {
    if (!s->math_host) {
        struct mbox_host host = {s->arena,          s->fonts, text_font, report_missing_glyph,
                                 report_one_script, s};
        s->math_host = arena_copy(s->arena, &host, sizeof host);
    }
    return s->math_host;
}

struct mbox_env set_math_env(struct setter *s, const struct doc_node *n, const struct ink *ink) {
    struct mbox_env env = {.host = host_of(s),
                           .colour = ink->colour,
                           .lang = ink->lang,
                           .family = ink->family,
                           .size = ink->size,
                           .style = MATH_STYLE_TEXT};
    struct ink math_ink = *ink;
    unsigned features = 0;
    math_ink.cls = FONT_MATH;
    math_ink.face = FONT_REGULAR;
    s->now.math_at = n->span;
    env.font = set_type_font(s, &math_ink, &features);
    env.elem = set_elem_new(s, ink->tag.elem, ROLE_FORMULA);
    page_elem_words(s->pages, env.elem)->alt = n->u.math.plain.n ? n->u.math.plain : n->u.math.tex;
    if (s->mathml) {
        struct buf b = BUF_INIT;
        math_to_mathml(&b, n->u.math.tree, n->u.math.display);
        page_elem_words(s->pages, env.elem)->mathml = buf_finish(&b, s->arena);
    }
    return env;
}

struct inline_tag set_math_tag(const struct mbox_env *e, const struct ink *ink) {
    struct inline_tag tag = ink->tag;
    tag.elem = e->elem;
    return tag;
}

void set_math(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink) {
    if (n->u.math.display) {
        set_display_amid(s, b, n, ink);
        return;
    }
    const struct math *tree = n->u.math.tree;
    struct run r = {.s = s, .b = b, .env = set_math_env(s, n, ink)};
    r.tag = set_math_tag(&r.env, ink);
    add_formula(&r, tree);
}
