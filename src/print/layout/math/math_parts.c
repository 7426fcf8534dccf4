/* SPDX-License-Identifier: MIT */
/*
 * The parts of formulas in which boxes are above, below or around one another: fractions, roots,
 * scripts, accents, braces, fences, tables. Rule numbers are those of the TeXbook's Appendix G.
 */
#include "print/layout/math/math_box.h"

#include "core/base/utf8.h"
#include "print/layout/model/sp.h"

static sp max_sp(sp a, sp b) {
    return a > b ? a : b;
}

static struct mbox_env fraction_env(const struct mbox_env *e, bool cramped) {
    struct mbox_env in = *e;
    if (e->style == MATH_STYLE_DISPLAY) {
        in.style = MATH_STYLE_TEXT;
        in.cramped = e->cramped || cramped;
        return in;
    }
    return mbox_sub_env(e, cramped);
}

/** Sets a fraction (rule 15). */
struct mbox mbox_fraction(const struct mbox_env *outer, const struct math *m) {
    struct mbox_env env = mbox_styled_env(outer, m->style);
    const struct mbox_env *e = &env;
    const struct font_math *c = font_math(e->font);
    bool display = e->style == MATH_STYLE_DISPLAY;
    struct mbox_env up = fraction_env(e, false);
    struct mbox_env down = fraction_env(e, true);
    struct mbox num = mbox_set(&up, m->kid[0]);
    struct mbox den = mbox_set(&down, m->kid[1]);
    struct mbox out = {0};
    sp axis = mbox_scale(e, c->axis_height);
    sp rule = m->width_mu > 0 ? mbox_mu(e, m->width_mu) : mbox_scale(e, c->fraction_rule);
    sp u, v;
    if (m->no_rule) {
        u = mbox_scale(e, display ? c->stack_top_display : c->stack_top);
        v = mbox_scale(e, display ? c->stack_bottom_display : c->stack_bottom);
        sp gap = mbox_scale(e, display ? c->stack_gap_display : c->stack_gap);
        sp have = (u - num.d) - (den.h - v);
        if (have < gap) {
            u += (gap - have) / 2;
            v += (gap - have) / 2;
        }
    } else {
        u = mbox_scale(e, display ? c->num_shift_display : c->num_shift);
        v = mbox_scale(e, display ? c->denom_shift_display : c->denom_shift);
        sp num_gap = mbox_scale(e, display ? c->num_gap_display : c->num_gap);
        sp den_gap = mbox_scale(e, display ? c->denom_gap_display : c->denom_gap);
        u = max_sp(u, axis + rule / 2 + num_gap + num.d);
        v = max_sp(v, den.h + den_gap + rule / 2 - axis);
    }
    /* TeX's \nulldelimiterspace: the space beside a fraction */
    sp pad = sp_scale(mbox_size(e), 12, 100);
    sp w = max_sp(num.w, den.w);
    mbox_put(&out, &num, pad + (w - num.w) / 2, -u);
    if (!m->no_rule) {
        mbox_rule(e, &out, pad, -axis - rule / 2, w, rule);
    }
    mbox_put(&out, &den, pad + (w - den.w) / 2, v);
    out.w = mbox_add(w, 2 * pad);
    return out;
}

/** Sets a root (rule 11). */
struct mbox mbox_radical(const struct mbox_env *e, const struct math *m) {
    const struct font_math *c = font_math(e->font);
    struct mbox_env in = *e;
    struct mbox out = {0};
    in.cramped = true;
    struct mbox body = mbox_set(&in, m->kid[0]);
    sp rule = mbox_scale(e, c->radical_rule);
    sp gap =
        mbox_scale(e, e->style == MATH_STYLE_DISPLAY ? c->radical_gap_display : c->radical_gap);
    struct mbox sign = mbox_delimiter(e, STR("\u221A"), body.h + body.d + gap + rule);
    sp extra = sign.h + sign.d - (body.h + body.d + gap + rule);
    if (extra > 0) {
        gap += extra / 2;
    }
    sp top = body.h + gap + rule; /* the top of the rule, above the baseline */
    sp x = 0;
    if (m->kid[1]) {
        struct mbox_env tiny = mbox_styled_env(e, MATH_STYLE_SCRIPT_SCRIPT);
        struct mbox degree = mbox_set(&tiny, m->kid[1]);
        x = max_sp(0, mbox_scale(e, c->radical_kern_before));
        /* plain TeX's \root raises the index by a part of the radical's height minus its depth */
        sp depth = sign.h + sign.d - top;
        sp raise = sp_scale(top - depth, c->radical_raise_percent, 100);
        mbox_put(&out, &degree, x, -raise - degree.d);
        x = max_sp(0, x + degree.w + mbox_scale(e, c->radical_kern_after));
    }
    mbox_put(&out, &sign, x, sign.h - top);
    x += sign.w;
    mbox_rule(e, &out, x, -top, body.w, rule);
    mbox_put(&out, &body, x, 0);
    out.w = mbox_add(x, body.w);
    out.h = max_sp(out.h, top + mbox_scale(e, c->radical_extra));
    return out;
}

/** Sets scripts above and below (rule 13a). */
static struct mbox limits(const struct mbox_env *e, struct mbox *nucleus, const struct math *m) {
    const struct font_math *c = font_math(e->font);
    struct mbox_env up = mbox_sub_env(e, false);
    struct mbox_env down = mbox_sub_env(e, true);
    struct mbox over = mbox_set(&up, m->kid[2]);
    struct mbox under = mbox_set(&down, m->kid[1]);
    struct mbox out = {0};
    sp h = nucleus->h;
    sp d = nucleus->d;
    sp w = max_sp(nucleus->w, max_sp(over.w, under.w));
    mbox_put(&out, nucleus, (w - nucleus->w) / 2, 0);
    if (m->kid[1]) {
        sp y = d + max_sp(mbox_scale(e, c->lower_drop), under.h + mbox_scale(e, c->lower_gap));
        mbox_put(&out, &under, (w - under.w) / 2 - nucleus->italic / 2, y);
    }
    if (m->kid[2]) {
        sp y = h + max_sp(mbox_scale(e, c->upper_rise), over.d + mbox_scale(e, c->upper_gap));
        mbox_put(&out, &over, (w - over.w) / 2 + nucleus->italic / 2, -y);
    }
    out.w = w;
    return out;
}

static bool takes_limits(const struct mbox_env *e, const struct math *nucleus) {
    return nucleus &&
           (nucleus->limits_always || (nucleus->limits && e->style == MATH_STYLE_DISPLAY));
}

/** Sets primes. The side bearing that fonts add for text is removed: in cmsy7 it is a fiftieth of
 * an em. */
static struct mbox set_primes(const struct mbox_env *e, const struct math *m) {
    size_t at = 0;
    int32_t ink[4];
    struct mbox box = mbox_set(e, m), out = {0};
    uint32_t glyph = font_glyph(e->font, utf8_next(m->text, &at));
    if (!glyph || !font_glyph_box(e->font, glyph, ink)) {
        return box;
    }
    sp beside = mbox_size(e) / 50;
    mbox_put(&out, &box, beside - mbox_scale(e, ink[0]), 0);
    out.w = mbox_scale(e, ink[2] - ink[0]) + 2 * beside;
    return out;
}

/**
 * A superscript with its primes, which come first. `*primes` becomes the box of the primes.
 */
static struct mbox superscript(const struct mbox_env *e, const struct math *m,
                               struct mbox *primes) {
    struct mbox_env up = mbox_sub_env(e, false);
    struct mbox none = {0};
    *primes = none;
    if (m && m->kind == MATH_ROW && m->first == m->last && m->first) {
        m = m->first;
    }
    if (m && math_is_prime(m)) {
        *primes = set_primes(e, m);
        return none;
    }
    if (m && m->kind == MATH_ROW && m->first && math_is_prime(m->first)) {
        struct math rest = *m;
        *primes = set_primes(e, m->first);
        rest.first = m->first->next;
        return mbox_set(&up, &rest);
    }
    return mbox_set(&up, m);
}

/** The minimum shift of a superscript upwards. */
static sp sup_shift(const struct mbox_env *e) {
    const struct font_math *c = font_math(e->font);
    return mbox_scale(e, e->cramped                       ? c->sup_shift_cramped
                         : e->style == MATH_STYLE_DISPLAY ? c->sup_shift_display
                                                          : c->sup_shift);
}

/** The shifts of scripts up and down (rules 18a to 18f). */
static void script_shifts(const struct mbox_env *e, const struct mbox *nucleus,
                          const struct mbox *sup, const struct mbox *sub, sp *up, sp *down) {
    const struct font_math *c = font_math(e->font);
    struct mbox_env up_env = mbox_sub_env(e, false), down_env = mbox_sub_env(e, true);
    sp u = sup_shift(e);
    sp v = mbox_scale(e, sup ? c->sub_shift : c->sub_shift_alone);
    if (!nucleus->single) {
        u = max_sp(u, nucleus->h - mbox_scale(&up_env, c->sup_drop));
        v = max_sp(v, nucleus->d + mbox_scale(&down_env, c->sub_drop));
    }
    if (sup) {
        u = max_sp(u, sup->d + mbox_scale(e, c->sup_bottom_min));
    }
    if (sub) {
        v = max_sp(v, sub->h - mbox_scale(e, c->sub_top_max));
    }
    if (sup && sub) {
        sp lack = mbox_scale(e, c->sub_sup_gap) - ((u - sup->d) - (sub->h - v));
        v += max_sp(lack, 0);
        sp rise = mbox_scale(e, c->sup_bottom_max_with_sub) - (u - sup->d);
        if (lack > 0 && rise > 0) {
            u += rise;
            v -= rise;
        }
    }
    *up = u;
    *down = v;
}

/** Sets subscripts and superscripts (rule 18). */
struct mbox mbox_scripts(const struct mbox_env *e, const struct math *m) {
    struct mbox nucleus = mbox_set(e, m->kid[0]);
    if (takes_limits(e, m->kid[0]) || takes_limits(e, m)) {
        return limits(e, &nucleus, m);
    }
    const struct font_math *c = font_math(e->font);
    struct mbox_env down = mbox_sub_env(e, true);
    struct mbox primes, out = {0};
    struct mbox sup = superscript(e, m->kid[2], &primes);
    struct mbox sub = mbox_set(&down, m->kid[1]);
    sp u, v;
    script_shifts(e, &nucleus, m->kid[2] ? &sup : NULL, m->kid[1] ? &sub : NULL, &u, &v);
    /* a superscript moves to the right by this amount */
    sp slant = nucleus.slanted ? 0 : nucleus.italic;
    /* a subscript moves to the left by this amount */
    sp tuck = nucleus.slanted ? nucleus.italic : 0;
    sp x = nucleus.w;
    mbox_put(&out, &nucleus, 0, 0);
    if (m->kid[2]) {
        mbox_put(&out, &primes, x + slant, -max_sp(0, u - sup_shift(e)));
        mbox_put(&out, &sup, x + slant + primes.w, -u);
    }
    if (m->kid[1]) {
        mbox_put(&out, &sub, x - tuck, v);
    }
    sp w_sup = m->kid[2] ? slant + primes.w + sup.w : 0;
    sp w_sub = m->kid[1] ? sub.w - tuck : 0;
    out.w = mbox_add(x, max_sp(w_sup, w_sub) + mbox_scale(e, c->space_after_script));
    return out;
}

/** Sets an accent over the middle of its nucleus (rule 12). */
struct mbox mbox_accent(const struct mbox_env *e, const struct math *m) {
    const struct font_math *c = font_math(e->font);
    struct mbox_env in = *e;
    struct mbox out = {0};
    size_t at = 0;
    in.cramped = true;
    struct mbox body = mbox_set(&in, m->kid[0]);
    uint32_t glyph = m->text.n ? font_glyph(e->font, utf8_next(m->text, &at)) : 0;
    mbox_put(&out, &body, 0, 0);
    out.w = body.w;
    if (glyph == 0) {
        return out;
    }
    if (m->stretchy) {
        /* the accent does not extend over the italic correction of the last letter */
        const struct math *last = m->kid[0];
        while (last && last->kind == MATH_ROW && last->last) {
            last = last->last;
        }
        struct mbox tail = mbox_set(&in, last);
        glyph = font_math_widest(e->font, glyph,
                                 mbox_units(e, body.w - (tail.slanted ? tail.italic : 0)));
    }
    struct mbox mark = mbox_glyph(e, glyph, m->text);
    int32_t ink[4] = {0, 0, 0, 0};
    (void)font_glyph_box(e->font, glyph, ink);
    sp middle = body.single && body.accent ? body.accent : body.w / 2;
    sp own = mark.accent ? mark.accent : mbox_scale(e, (ink[0] + ink[2]) / 2);
    sp lift = body.h - mbox_scale(e, c->accent_base_height);
    sp depth = out.d;
    mbox_put(&out, &mark, middle - own, lift > 0 ? -lift : 0);
    out.d = depth;
    return out;
}

/** A line, brace or arrow stretched over a width. */
static struct mbox stretched(const struct mbox_env *e, struct str text, sp width) {
    size_t at = 0;
    struct mbox out = {.w = width};
    uint32_t glyph = font_glyph(e->font, utf8_next(text, &at));
    if (glyph == 0) {
        sp rule = mbox_scale(e, font_math(e->font)->over_rule);
        mbox_rule(e, &out, 0, -rule, width, rule);
        return out;
    }
    struct mbox g = mbox_grown(e, glyph, true, mbox_units(e, width), text);
    mbox_put(&out, &g, 0, -g.d);
    out.h = g.h + g.d; /* the box begins at the baseline and has the size of the bounding box */
    out.d = 0;
    out.w = g.w;
    return out;
}

static bool is_bar(struct str text) {
    size_t at = 0;
    uint32_t cp = text.n ? utf8_next(text, &at) : 0;
    return cp == 0x00AF || cp == 0x203E || cp == 0x0305 || cp == '_' || cp == 0x0332 ||
           cp == 0x2015;
}

/** The arrow on which \xrightarrow and similar commands put labels, perhaps inside an \underset.
 * NULL for other formulas. */
static const struct math *arrow_of(const struct math *m) {
    const struct math *in = m->kid[0];
    if (m->kind == MATH_OVER && in->kind == MATH_UNDER && in->kid[1]) {
        in = in->kid[0];
    }
    return m->kid[1] && in->kind == MATH_SYMBOL && in->stretchy ? in : NULL;
}

/** An arrow that is as long as its labels require (amsmath: \ext@arrow). */
static struct mbox labelled_arrow(const struct mbox_env *e, const struct math *m,
                                  const struct math *arrow) {
    const struct font_math *c = font_math(e->font);
    struct mbox_env up = mbox_sub_env(e, false), down = mbox_sub_env(e, true);
    const struct math *below = m->kind == MATH_UNDER           ? m->kid[1]
                               : m->kid[0]->kind == MATH_UNDER ? m->kid[0]->kid[1]
                                                               : NULL;
    struct mbox over = mbox_set(&up, m->kind == MATH_OVER ? m->kid[1] : NULL);
    struct mbox under = mbox_set(&down, below);
    sp least = sp_scale(mbox_size(e), 110, 100), pad = sp_scale(mbox_size(&up), 14, 18);
    sp w = max_sp(least, max_sp(over.w, under.w) + pad);
    struct mbox mark = stretched(e, arrow->text, w), out = {0};
    sp axis = mbox_scale(e, c->axis_height), gap = mbox_scale(e, c->over_gap);
    w = max_sp(w, mark.w);
    sp top = axis + mark.h / 2, bottom = mark.h / 2 - axis;
    mbox_put(&out, &mark, (w - mark.w) / 2, bottom);
    mbox_put(&out, &over, (w - over.w) / 2, -(top + gap + over.d));
    mbox_put(&out, &under, (w - under.w) / 2, bottom + gap + under.h);
    out.w = w;
    return out;
}

/** Sets lines above and below (rules 9 and 10), and \overset, \underbrace and similar commands. */
struct mbox mbox_over_under(const struct mbox_env *e, const struct math *m) {
    const struct font_math *c = font_math(e->font);
    bool over = m->kind == MATH_OVER;
    const struct math *arrow = arrow_of(m);
    if (arrow) {
        return labelled_arrow(e, m, arrow);
    }
    struct mbox_env in = *e;
    struct mbox out = {0};
    in.cramped = e->cramped || over;
    struct mbox body = mbox_set(&in, m->kid[0]);
    sp gap = mbox_scale(e, over ? c->over_gap : c->under_gap);
    sp rule = mbox_scale(e, over ? c->over_rule : c->under_rule);
    sp w = body.w;
    if (m->kid[1]) {
        struct mbox_env small = mbox_sub_env(e, !over);
        struct mbox label = mbox_set(&small, m->kid[1]);
        w = max_sp(w, label.w);
        sp h = body.h;
        sp d = body.d;
        mbox_put(&out, &body, (w - body.w) / 2, 0);
        sp y = over ? -(h + mbox_scale(e, c->upper_gap) + label.d)
                    : d + mbox_scale(e, c->lower_gap) + label.h;
        mbox_put(&out, &label, (w - label.w) / 2, y);
    } else if (is_bar(m->text) || m->text.n == 0) {
        mbox_put(&out, &body, 0, 0);
        mbox_rule(e, &out, 0, over ? -(body.h + gap + rule) : body.d + gap, w, rule);
        out.h = mbox_add(out.h, over ? mbox_scale(e, c->over_extra) : 0);
        out.d = mbox_add(out.d, over ? 0 : mbox_scale(e, c->under_extra));
    } else {
        struct mbox mark = stretched(e, m->text, w);
        gap = m->limits ? gap : gap / 3; /* arrows are closer to their base than braces */
        sp h = body.h;
        sp d = body.d;
        w = max_sp(w, mark.w);
        mbox_put(&out, &body, (w - body.w) / 2, 0);
        mbox_put(&out, &mark, (w - mark.w) / 2, over ? -(h + gap) : d + gap + mark.h);
    }
    out.w = w;
    return out;
}

/** The size of fences (rule 19): they cover nine tenths of their content, or all of it except 5
 * pt. */
static sp fence_size(const struct mbox_env *e, const struct mbox *body) {
    sp axis = mbox_scale(e, font_math(e->font)->axis_height);
    sp reach = max_sp(body->h - axis, body->d + axis);
    sp tenth = sp_scale(reach, 2 * 901, 1000);
    return max_sp(tenth, 2 * reach - PT(5));
}

/**
 * Sets the row between two fences. A \middle in it gets the size of the fences, which is stored in
 * `*size`. Each row is set only once: setting it twice would double the time for each pair of
 * nested fences.
 */
static struct mbox fenced_row(const struct mbox_env *e, const struct math *row, sp *size) {
    size_t n = 0;
    for (const struct math *k = row->first; k; k = k->next) {
        n++;
    }
    struct mbox *boxes = ARENA_ARRAY(e->host->arena, struct mbox, n);
    struct mbox out = {0};
    size_t i = 0;
    for (const struct math *k = row->first; k; k = k->next, i++) {
        boxes[i] = mbox_set(e, k);
        out.h = max_sp(out.h, boxes[i].h);
        out.d = max_sp(out.d, boxes[i].d);
    }
    *size = fence_size(e, &out);
    out.h = out.d = 0;
    const struct math *before = NULL;
    sp x = 0;
    i = 0;
    for (const struct math *k = row->first; k; k = k->next, i++) {
        if (math_is_middle(k) && *size > 0) {
            boxes[i] = mbox_delimiter(e, k->text, *size);
        }
        /* as in e-TeX, \middle acts as a closing delimiter before it and as an opening one after
         * it */
        if (k->kind != MATH_SPACE) {
            x += before ? mbox_space(e, math_is_middle(before) ? MATH_OPEN : before->cls,
                                     math_is_middle(k) ? MATH_CLOSE : k->cls)
                        : 0;
            before = k;
        }
        mbox_put(&out, &boxes[i], x, 0);
        x = mbox_add(x, boxes[i].w);
    }
    out.w = x;
    return out;
}

struct mbox mbox_fenced(const struct mbox_env *e, const struct math *m) {
    const struct math *in = m->kid[0];
    struct mbox body;
    sp size;
    if (in && in->kind == MATH_ROW && in->style == MATH_STYLE_INHERIT) {
        body = fenced_row(e, in, &size);
    } else {
        body = mbox_set(e, in);
        size = fence_size(e, &body);
    }
    /* \binom uses rule 15e with the sizes of cmsy */
    if (in && in->kind == MATH_FRACTION && m->cls == MATH_ORD) {
        struct mbox_env inner = mbox_styled_env(e, in->style);
        bool display = inner.style == MATH_STYLE_DISPLAY;
        size = max_sp(size, sp_scale(mbox_size(&inner), display ? 239 : 101, 100));
    }
    struct mbox open = mbox_delimiter(e, m->open, size);
    struct mbox close = mbox_delimiter(e, m->close, size);
    struct mbox out = {0};
    /* TeX's \nulldelimiterspace: the width of an empty delimiter */
    sp none = sp_scale(mbox_size(e), 12, 100);
    sp x = m->open.n ? open.w : none;
    mbox_put(&out, &open, 0, 0);
    mbox_put(&out, &body, x, 0);
    x = mbox_add(x, body.w);
    mbox_put(&out, &close, x, 0);
    out.w = mbox_add(x, m->close.n ? close.w : none);
    return out;
}
