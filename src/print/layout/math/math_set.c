/* SPDX-License-Identifier: MIT */
/*
 * Converts a math tree to boxes: rows with TeX's spaces between atoms, symbols, names. math_parts.c
 * sets the parts that are above one another.
 */
#include "print/layout/math/math_box.h"

#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "print/layout/model/sp.h"

/* Spaces between atoms (TeXbook ch. 18): 0 none, 1 thin, 2 medium, 3 thick. Negative spaces are
 * left out in scripts. */
static const int8_t SPACES[8][8] = {
    /*            ord op bin rel open close punct inner */
    /* ord   */ {0, 1, -2, -3, 0, 0, 0, -1},
    /* op    */ {1, 1, 0, -3, 0, 0, 0, -1},
    /* bin   */ {-2, -2, 0, 0, -2, 0, 0, -2},
    /* rel   */ {-3, -3, 0, 0, -3, 0, 0, -3},
    /* open  */ {0, 0, 0, 0, 0, 0, 0, 0},
    /* close */ {0, 1, -2, -3, 0, 0, 0, -1},
    /* punct */ {-1, -1, 0, -1, -1, -1, -1, -1},
    /* inner */ {-1, 1, -2, -3, -1, 0, -1, -1},
};

sp mbox_space(const struct mbox_env *e, enum math_class left, enum math_class right) {
    /* the widths of \thinmuskip, \medmuskip and \thickmuskip in mu */
    static const int MU[4] = {0, 3, 4, 5};
    int v = SPACES[left][right];
    if (v < 0) {
        v = mbox_is_script(e) ? 0 : -v;
    }
    return sp_scale(mbox_size(e), MU[v], 18);
}

/** Sets a large operator: it is larger in display style, and is centred on the axis (rule 13). */
static struct mbox set_operator(const struct mbox_env *e, const struct math *m) {
    const struct font_math *c = font_math(e->font);
    size_t at = 0;
    uint32_t glyph = font_glyph(e->font, utf8_next(m->text, &at));
    if (glyph == 0) {
        return mbox_text(e, m->text, e->font);
    }
    if (e->style == MATH_STYLE_DISPLAY) {
        glyph = font_math_variant(e->font, glyph, false, c->display_operator_height);
    }
    struct mbox box = mbox_glyph(e, glyph, m->text);
    /* The integrals of Latin Modern have an italic correction larger than their slant, so
     * subscripts would touch their feet. A fifth of the height is the value of cmex10. */
    sp slant = (box.h + box.d) / 5;
    struct mbox out = {
        .w = box.w, .italic = box.italic < slant ? box.italic : slant, .slanted = true};
    mbox_put(&out, &box, 0, (box.h - box.d) / 2 - mbox_scale(e, c->axis_height));
    return out;
}

/** The character if the symbol is a row of dots, else 0. */
static uint32_t dots_of(const struct math *m) {
    size_t at = 0;
    uint32_t cp = m->kind == MATH_SYMBOL && m->text.n ? utf8_next(m->text, &at) : 0;
    return at == m->text.n && (cp == 0x2026 || cp == 0x22EF || cp == 0x22F1) ? cp : 0;
}

/** Sets \ldots, \cdots or \ddots as three dots with thin spaces between them (TeXbook, appendix
 * B). This is wider than the single character that most fonts have. `point` is the glyph. */
static struct mbox set_dots(const struct mbox_env *e, const struct math *m, uint32_t point) {
    struct font_glyph *g = ARENA_ARRAY(e->host->arena, struct font_glyph, 3);
    int32_t upem = font_metrics(e->font)->upem;
    bool falling = dots_of(m) == 0x22F1;
    for (int i = 0; i < 3; i++) {
        g[i].id = point;
        g[i].advance = font_glyph_advance(e->font, point);
        if (i < 2) {
            g[i].advance += mbox_is_script(e) ? 0 : upem * 3 / 18;
        }
        g[i].dy = falling ? upem * (7 - 3 * i) / 10 : 0;
    }
    struct mbox box = mbox_glyphs(e, g, 3, m->text);
    box.h = falling ? mbox_size(e) * 3 / 2 : box.h; /* plain TeX has a kern above the dots */
    return box;
}

static bool is_big_operator(const struct math *m) {
    size_t at = 0;
    uint32_t cp = m->text.n ? utf8_next(m->text, &at) : 0;
    return m->cls == MATH_OP && ((cp >= 0x220F && cp <= 0x2211) || (cp >= 0x222B && cp <= 0x2233) ||
                                 (cp >= 0x22C0 && cp <= 0x22C3) || (cp >= 0x2A00 && cp <= 0x2AFF));
}

/** Sets \big to \Bigg: delimiters that are 1.2, 1.8, 2.4 and 3 times as high as the text size
 * (plain TeX: 8.5pt and so on around the axis). A hundredth less is requested, because fonts round
 * these sizes down and the next larger glyph would be chosen. */
static struct mbox set_big(const struct mbox_env *e, const struct math *m) {
    static const int PERCENT[5] = {0, 119, 179, 239, 299};
    return mbox_delimiter(e, m->text, sp_scale(mbox_size(e), PERCENT[m->big], 100));
}

static struct mbox set_symbol(const struct mbox_env *e, const struct math *m) {
    if (m->big > 0 && m->big <= 4) {
        return set_big(e, m);
    }
    if (is_big_operator(m)) {
        return set_operator(e, m);
    }
    uint32_t dots = dots_of(m),
             point = dots ? font_glyph(e->font, dots == 0x22EF ? 0x22C5 : '.') : 0;
    if (point) {
        return set_dots(e, m, point);
    }
    struct buf styled;
    buf_init(&styled, 256);
    size_t at = 0;
    while (at < m->text.n) {
        buf_rune(&styled, math_styled(utf8_next(m->text, &at), m->variant));
    }
    /* fonts have round hand as stylistic set 1 (STIX Two Math, New Computer Modern Math) */
    struct mbox_env own = *e;
    own.features = m->variant == MATH_SCR ? FONT_SS01 : 0;
    struct mbox box = mbox_text(&own, buf_finish(&styled, e->host->arena), e->font);
    if (m->cls == MATH_PUNCT && str_is(m->text, ":")) { /* amsmath's \colon, with a thin space */
        struct mbox out = {.w = mbox_add(box.w, mbox_mu(e, mbox_is_script(e) ? 8 : 5))};
        mbox_put(&out, &box, mbox_mu(e, 2), 0);
        return out;
    }
    if (str_is(m->text, "\u22EE")) { /* plain TeX's \vdots is on the baseline, with a kern above */
        struct mbox out = {.w = box.w, .h = mbox_size(e) * 3 / 2};
        mbox_put(&out, &box, 0, -box.d);
        return out;
    }
    /* TeX attaches scripts only to the last digit, so a number counts as one character */
    box.single = box.single || m->kind == MATH_NUMBER;
    /* the italic correction is added to the width (rule 17 of Appendix G) */
    if (m->kind == MATH_SYMBOL && box.italic > 0) {
        box.w += box.italic;
        box.slanted = true;
    }
    if (m->kind == MATH_SYMBOL && m->width_mu) {
        struct mbox out = {0};
        sp beside = mbox_mu(e, m->width_mu);
        mbox_put(&out, &box, beside, 0);
        out.w = box.w + 2 * beside;
        return out;
    }
    return box;
}

/** The font of the surrounding text for a font class. */
static struct font *text_font(const struct mbox_env *e, enum font_class cls, unsigned face,
                              sp size) {
    return e->host->text_font(e->host->user, e->family, cls, face, size);
}

/** Sets \text and names, in the font of the surrounding text. */
static struct mbox set_words(const struct mbox_env *e, const struct math *m) {
    enum font_class cls = m->variant == MATH_MONO   ? FONT_MONO
                          : m->variant == MATH_SANS ? FONT_SANS
                                                    : FONT_SERIF;
    unsigned face = m->variant == MATH_BOLD     ? FONT_BOLD
                    : m->variant == MATH_ITALIC ? FONT_ITALIC
                                                : FONT_REGULAR;
    struct font *font = text_font(e, cls, face, mbox_size(e));
    struct str rest = m->text, word = m->name ? str_cut(&rest, ' ') : rest;
    struct mbox out = mbox_text(e, word, font);
    /* the words of a name such as "lim sup" have a small space between them */
    while (m->name && rest.p) {
        struct mbox next = mbox_text(e, str_cut(&rest, ' '), font);
        sp x = out.w + sp_scale(mbox_size(e), 3, 18);
        mbox_put(&out, &next, x, 0);
        out.w = mbox_add(x, next.w);
        out.single = false;
    }
    return out;
}

static struct mbox set_error(const struct mbox_env *e, const struct math *m) {
    struct mbox_env red = *e;
    red.colour = (struct page_colour){190, 0, 0};
    return mbox_text(&red, m->text, text_font(e, FONT_MONO, FONT_REGULAR, e->size));
}

static struct mbox set_space(const struct mbox_env *e, const struct math *m) {
    struct mbox box = {.w = mbox_mu(e, m->width_mu)};
    sp top = mbox_mu(e, m->height_mu);
    sp height = top - mbox_mu(e, m->raise_mu);
    if (height > 0 && box.w > 0) { /* \rule draws a visible rule */
        mbox_rule(e, &box, 0, -top, box.w, height);
    } else if (height > 0) {
        box.h = top;
        box.d = height - top;
    }
    return box;
}

struct mbox_env mbox_row_env(const struct mbox_env *e, const struct math *row) {
    struct mbox_env in = mbox_styled_env(e, row->style);
    if (row->coloured) {
        in.colour = page_colour_of(row->rgb);
    }
    if (row->percent && !in.resized) {
        in.size = sp_scale(in.size, row->percent, 100);
        in.resized = true; /* a size command inside another one has no effect */
    }
    return in;
}

static struct mbox set_row(const struct mbox_env *e, const struct math *m) {
    struct mbox_env in = mbox_row_env(e, m);
    struct mbox out = {0};
    const struct math *before = NULL;
    sp x = 0;
    for (const struct math *k = m->first; k; k = k->next) {
        struct mbox box = mbox_set(&in, k);
        if (k->kind != MATH_SPACE) {
            x += before ? mbox_space(&in, before->cls, k->cls) : 0;
            before = k;
        }
        mbox_put(&out, &box, x, 0);
        x = mbox_add(x, box.w);
        if (m->first == m->last) {
            out.italic = box.italic;
            out.accent = box.accent;
            out.single = box.single;
            out.slanted = box.slanted;
        }
    }
    out.w = x;
    return out;
}

static struct mbox set_phantom(const struct mbox_env *e, const struct math *m) {
    struct mbox in = mbox_set(e, m->kid[0]);
    struct mbox out = {0};
    sp raise = mbox_mu(e, m->raise_mu);
    if (m->shown) {
        mbox_put(&out, &in, m->lap == 'l' ? -in.w : m->lap == 'c' ? -in.w / 2 : 0, -raise);
    }
    out.w = m->keep_width ? in.w : 0;
    out.h = m->keep_height ? mbox_add(in.h, raise) : 0;
    out.d = m->keep_height ? mbox_add(in.d, -raise) : 0;
    return out;
}

/** The integer part of a square root. */
static sp whole_root(int64_t v) {
    int64_t low = 0, high = 3037000499; /* `high` is the root of INT64_MAX */
    while (low < high) {
        int64_t mid = (low + high + 1) / 2;
        if (mid <= v / mid) {
            low = mid;
        } else {
            high = mid - 1;
        }
    }
    return sp_clamp(low);
}

/** Adds a polygon with the given corners, placed at x, y. It is filled, or stroked with the
 * thickness of a fraction's rule. */
static void figure(const struct mbox_env *e, struct mbox *out, sp x, sp y,
                   const struct path_point *corners, size_t n, bool fill) {
    struct path_step *steps = ARENA_ARRAY(e->host->arena, struct path_step, n + 1);
    struct page_shape *shape = ARENA_NEW(e->host->arena, struct page_shape);
    for (size_t i = 0; i < n; i++) {
        steps[i] = (struct path_step){.kind = i == 0 ? PATH_MOVE : PATH_LINE, .to = corners[i]};
    }
    steps[n] = (struct path_step){.kind = PATH_CLOSE};
    *shape = (struct page_shape){.steps = steps,
                                 .n = fill ? n + 1 : n,
                                 .fill = fill,
                                 .stroke = !fill,
                                 .ground = e->colour,
                                 .ink = e->colour,
                                 .line = mbox_scale(e, font_math(e->font)->fraction_rule)};
    struct mbox drawn = {0};
    draw_append(&drawn.draws, draw_shape(e->host->arena, shape, e->elem));
    mbox_put(out, &drawn, x, y);
}

/** Adds a diagonal line across the box, rising or falling. */
static void stroke(const struct mbox_env *e, struct mbox *out, sp y, sp w, sp h, bool up) {
    const struct path_point ends[2] = {{0, up ? h : 0}, {w, up ? 0 : h}};
    figure(e, out, 0, y, ends, ARRAY_LEN(ends), false);
}

/** Adds an arrow head with its tip at x, y. The arrow comes from a point `w` to the left and `h`
 * below. */
static void arrow_head(const struct mbox_env *e, struct mbox *out, sp x, sp y, sp w, sp h) {
    sp length = mbox_size(e) / 4, half = mbox_size(e) / 12;
    sp far = whole_root((int64_t)w * w + (int64_t)h * h);
    if (far <= 0) {
        return;
    }
    sp back_x = (sp)((int64_t)w * length / far), back_y = (sp)((int64_t)h * length / far);
    sp side_x = (sp)((int64_t)h * half / far), side_y = (sp)((int64_t)w * half / far);
    const struct path_point corners[3] = {
        {0, 0}, {-back_x - side_x, back_y - side_y}, {-back_x + side_x, back_y + side_y}};
    figure(e, out, x, y, corners, ARRAY_LEN(corners), true);
}

/** Sets \boxed, \cancel and similar commands. */
static struct mbox set_frame(const struct mbox_env *e, const struct math *m) {
    struct mbox in = mbox_set(e, m->kid[0]);
    struct mbox out = {0};
    bool frame = m->lines == LINE_FRAME || (m->coloured && m->lines == 0);
    sp t = PT100(40); /* LaTeX's \fboxrule is 0.4 pt, and its \fboxsep is 3 pt */
    sp pad = frame                ? sp_scale(mbox_size(e), 3, 10) + t
             : m->lines < LINE_UP ? sp_scale(mbox_size(e), 1, 10)
                                  : 0;
    sp left = m->lines == LINE_ANGLE ? (in.h + in.d) / 2 : m->lines & LINE_LEFT || frame ? pad : 0;
    sp beyond = m->lines & LINE_ARROW ? sp_scale(mbox_size(e), 15, 100) : 0;
    sp right = beyond + (m->lines & LINE_RIGHT || frame ? pad : 0);
    sp top = in.h + pad + beyond;
    sp bottom = in.d + (frame ? pad : m->lines == LINE_ANGLE ? sp_scale(mbox_size(e), 1, 10) : 0);
    out.w = mbox_add(left + right, in.w);
    if (m->coloured) {
        struct mbox_env fill = *e;
        fill.colour = page_colour_of(m->rgb);
        mbox_rule(&fill, &out, 0, -top, out.w, top + bottom);
    }
    mbox_put(&out, &in, left, 0);
    if (m->lines & LINE_TOP) {
        mbox_rule(e, &out, 0, -top, out.w, t);
    }
    if (m->lines & (LINE_BOTTOM | LINE_ANGLE)) {
        mbox_rule(e, &out, 0, bottom - t, out.w, t);
    }
    if (m->lines & LINE_LEFT) {
        mbox_rule(e, &out, 0, -top, t, top + bottom);
    }
    if (m->lines & LINE_RIGHT) {
        mbox_rule(e, &out, out.w - t, -top, t, top + bottom);
    }
    if (m->lines & LINE_THROUGH) {
        mbox_rule(e, &out, 0, -mbox_scale(e, font_math(e->font)->axis_height), out.w, t);
    }
    if (m->lines & LINE_UP) {
        stroke(e, &out, -top, out.w, top + bottom, true);
    }
    if (m->lines & LINE_ARROW) {
        arrow_head(e, &out, out.w, -top, out.w, top + bottom);
    }
    if (m->lines & LINE_DOWN) {
        stroke(e, &out, -top, out.w, top + bottom, false);
    }
    if (m->lines & LINE_ANGLE) {
        stroke(e, &out, -top, left, top + bottom, true);
    }
    return out;
}

struct mbox mbox_set(const struct mbox_env *env, const struct math *m) {
    struct mbox_env deeper = *env;
    const struct mbox_env *e = &deeper;
    struct mbox none = {0};
    deeper.depth++;
    if (!m || deeper.depth > 4 * LIMIT_TEX_DEPTH) {
        return none;
    }
    switch (m->kind) {
    case MATH_ROW:
        return set_row(e, m);
    case MATH_SYMBOL:
    case MATH_NUMBER:
        return set_symbol(e, m);
    case MATH_TEXT:
        return set_words(e, m);
    case MATH_SPACE:
        return set_space(e, m);
    case MATH_SCRIPTS:
        return mbox_scripts(e, m);
    case MATH_FRACTION:
        return mbox_fraction(e, m);
    case MATH_RADICAL:
        return mbox_radical(e, m);
    case MATH_FENCED:
        return mbox_fenced(e, m);
    case MATH_ACCENT:
        return mbox_accent(e, m);
    case MATH_OVER:
    case MATH_UNDER:
        return mbox_over_under(e, m);
    case MATH_TABLE:
        return mbox_table(e, m);
    case MATH_PHANTOM:
        return set_phantom(e, m);
    case MATH_BOX:
        return set_frame(e, m);
    case MATH_CHOICE:
        return mbox_set(e, math_choice(m, e->style));
    case MATH_ERROR:
        return set_error(e, m);
    }
    BUG("math kind");
}
