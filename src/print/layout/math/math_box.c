/* SPDX-License-Identifier: MIT */
/*
 * Boxes of formulas: glyphs placed by their bounding boxes, rules, and delimiters that grow.
 */
#include "print/layout/math/math_box.h"

#include "core/base/utf8.h"
#include "core/unicode/unicode.h"
#include "print/layout/model/sp.h"

sp mbox_size(const struct mbox_env *e) {
    const struct font_math *c = font_math(e->font);
    switch (e->style) {
    case MATH_STYLE_INHERIT:
    case MATH_STYLE_DISPLAY:
    case MATH_STYLE_TEXT:
        return e->size;
    case MATH_STYLE_SCRIPT:
        return sp_scale(e->size, c->script_percent, 100);
    case MATH_STYLE_SCRIPT_SCRIPT:
        return sp_scale(e->size, c->script_script_percent, 100);
    }
    BUG("math style");
}

sp mbox_scale(const struct mbox_env *e, int32_t units) {
    return font_scale(e->font, units, mbox_size(e));
}

sp mbox_add(sp a, sp b) {
    int64_t sum = (int64_t)a + b;
    return (sp)(sum > MBOX_MAX ? MBOX_MAX : sum < -MBOX_MAX ? -MBOX_MAX : sum);
}

int32_t mbox_units(const struct mbox_env *e, sp length) {
    sp em = mbox_size(e);
    int64_t units = (int64_t)length * font_metrics(e->font)->upem / (em > 0 ? em : 1);
    return (int32_t)(units > MBOX_MAX ? MBOX_MAX : units < -MBOX_MAX ? -MBOX_MAX : units);
}

sp mbox_mu(const struct mbox_env *e, int32_t mu) {
    return mbox_add(sp_scale(mbox_size(e), mu, 18), 0);
}

struct mbox_env mbox_styled_env(const struct mbox_env *e, enum math_style style) {
    struct mbox_env out = *e;
    if (style != MATH_STYLE_INHERIT) {
        out.style = style;
    }
    return out;
}

bool mbox_is_script(const struct mbox_env *e) {
    return e->style == MATH_STYLE_SCRIPT || e->style == MATH_STYLE_SCRIPT_SCRIPT;
}

struct mbox_env mbox_sub_env(const struct mbox_env *e, bool cramped) {
    struct mbox_env out = *e;
    out.cramped = e->cramped || cramped;
    out.style = mbox_is_script(e) ? MATH_STYLE_SCRIPT_SCRIPT : MATH_STYLE_SCRIPT;
    return out;
}

void mbox_put(struct mbox *out, const struct mbox *in, sp x, sp y) {
    for (struct draw *d = in->draws.first; d; d = d->next) {
        d->x = mbox_add(d->x, x);
        d->y = mbox_add(d->y, y);
    }
    draw_append(&out->draws, in->draws.first);
    sp above = mbox_add(in->h, -y), below = mbox_add(in->d, y);
    out->h = above > out->h ? above : out->h;
    out->d = below > out->d ? below : out->d;
}

void mbox_rule(const struct mbox_env *e, struct mbox *out, sp x, sp y, sp w, sp h) {
    draw_append(&out->draws, draw_rule(e->host->arena, x, y, w, h, e->colour, e->elem));
    out->h = -y > out->h ? -y : out->h;
    out->d = y + h > out->d ? y + h : out->d;
}

/** Adds glyphs as one draw. `glyphs` and `text` are not copied. */
static void add_glyphs(const struct mbox_env *e, struct mbox *out, struct font *font,
                       const struct font_glyph *glyphs, size_t n, struct str text, sp size) {
    struct page_text shown = {.font = font,
                              .size = size,
                              .glyphs = glyphs,
                              .n = (uint32_t)n,
                              .text = text,
                              .expansion = 10000,
                              .colour = e->colour};
    draw_append(&out->draws, draw_text(e->host->arena, shown, 0, e->elem));
}

struct mbox mbox_glyph(const struct mbox_env *e, uint32_t glyph, struct str text) {
    struct mbox box = {0};
    int32_t ink[4] = {0, 0, 0, 0};
    struct font_glyph *g = ARENA_NEW(e->host->arena, struct font_glyph);
    g->id = glyph;
    g->advance = font_glyph_advance(e->font, glyph);
    add_glyphs(e, &box, e->font, g, 1, text, mbox_size(e));
    box.w = mbox_scale(e, g->advance);
    if (font_glyph_box(e->font, glyph, ink)) {
        box.h = mbox_scale(e, ink[3]);
        box.d = mbox_scale(e, -ink[1]);
    }
    box.italic = mbox_scale(e, font_math_italic(e->font, glyph));
    box.accent = mbox_scale(e, font_math_accent(e->font, glyph));
    box.single = true;
    return box;
}

/** Sets height and depth of a box from the bounding boxes of glyphs. */
static void measure_ink(struct mbox *box, struct font *font, const struct font_glyph *glyphs,
                        size_t n, sp size) {
    for (size_t i = 0; i < n; i++) {
        int32_t ink[4];
        if (font_glyph_box(font, glyphs[i].id, ink)) {
            sp h = font_scale(font, ink[3] + glyphs[i].dy, size);
            sp d = font_scale(font, -ink[1] - glyphs[i].dy, size);
            box->h = h > box->h ? h : box->h;
            box->d = d > box->d ? d : box->d;
        }
    }
}

struct mbox mbox_glyphs(const struct mbox_env *e, const struct font_glyph *glyphs, size_t n,
                        struct str text) {
    struct mbox box = {0};
    int64_t advance = 0;
    for (size_t i = 0; i < n; i++) {
        advance += glyphs[i].advance;
    }
    add_glyphs(e, &box, e->font, glyphs, n, text, mbox_size(e));
    measure_ink(&box, e->font, glyphs, n, mbox_size(e));
    box.w = font_scale(e->font, advance, mbox_size(e));
    return box;
}

/** Whether the character is a mark, joiner or selector. Such a character belongs to the preceding
 * character. */
static bool is_attached(uint32_t cp) {
    return cp == 0x200D || (cp >= 0xFE00 && cp <= 0xFE0F) || unicode_is_mark(cp);
}

/** Whether the font has a glyph for each character of `text`, and none of the glyphs is a
 * picture. */
static bool has_all(const struct font *font, struct str text) {
    for (size_t at = 0; at < text.n;) {
        size_t here = at;
        bool pictured;
        uint32_t cp = utf8_next(text, &at);
        if (cp < 0x80 ? cp != ' ' && !font_has(font, cp)
                      : (!is_attached(cp) && !font_has(font, cp)) || cp == UNICODE_KEYCAP ||
                            (unicode_maybe_emoji(cp) &&
                             unicode_emoji_end(text, here, &pictured) > here && pictured)) {
            return false;
        }
    }
    return true;
}

/** The font for the character or emoji at `at`; `*end` is the position after it. */
static struct font *font_at(const struct mbox_env *e, struct str text, size_t at, struct font *font,
                            size_t *end) {
    bool pictured = false;
    *end = unicode_emoji_end(text, at, &pictured);
    if (*end > at && pictured) {
        struct font *emoji = fonts_emoji(e->host->fonts, str_slice(text, at, *end));
        if (emoji) {
            return emoji;
        }
    }
    *end = at;
    uint32_t cp = utf8_next(text, end);
    for (size_t next = *end; next < text.n && is_attached(utf8_next(text, &next));) {
        *end = next;
    }
    if (cp == ' ' || is_attached(cp) || font_has(font, cp)) {
        return font;
    }
    struct font *other =
        font_has(e->font, cp) ? e->font : fonts_fallback(e->host->fonts, cp, FONT_REGULAR);
    if (!other) {
        e->host->missing(e->host->user, cp);
    }
    return other ? other : font;
}

static struct mbox run_box(const struct mbox_env *e, struct str text, struct font *font) {
    struct mbox box = {0};
    sp size = mbox_size(e);
    unsigned features = FONT_KERN;
    if (font == e->font && mbox_is_script(e)) {
        features |= e->style == MATH_STYLE_SCRIPT ? FONT_SSTY : FONT_SST2;
    }
    const struct font_run *run = font_shape(font, text, features, e->lang);
    if (run->n == 0) {
        return box;
    }
    if (e->features && font == e->font) {
        unsigned own = FONT_KERN | e->features;
        const struct font_run *usual = font_shape(font, text, FONT_KERN, e->lang);
        const struct font_run *round = font_shape(font, text, own, e->lang);
        const struct font_run *both = font_shape(font, text, features | own, e->lang);
        if (round->glyphs[0].id != usual->glyphs[0].id) {
            /* if the font has no glyph that combines the feature with the form for scripts, the
             * feature takes precedence */
            run = both->glyphs[0].id != run->glyphs[0].id ? both : round;
        } else if (e->host->one_script) {
            e->host->one_script(e->host->user);
        }
    }
    add_glyphs(e, &box, font, run->glyphs, run->n, run->text, size);
    box.w = mbox_add(font_scale(font, run->width, size), 0);
    measure_ink(&box, font, run->glyphs, run->n, size);
    if (run->n == 1 && font == e->font) {
        box.italic = mbox_scale(e, font_math_italic(font, run->glyphs[0].id));
        box.accent = mbox_scale(e, font_math_accent(font, run->glyphs[0].id));
    }
    box.single = run->n == 1;
    return box;
}

struct mbox mbox_text(const struct mbox_env *e, struct str text, struct font *font) {
    if (has_all(font, text)) {
        return run_box(e, text, font);
    }
    struct mbox out = {0};
    for (size_t from = 0, at = 0; from < text.n; from = at) {
        struct font *own = font_at(e, text, from, font, &at);
        size_t end;
        while (at < text.n && font_at(e, text, at, font, &end) == own) {
            at = end;
        }
        struct mbox run = run_box(e, str_slice(text, from, at), own);
        if (from == 0 && at == text.n) {
            return run;
        }
        mbox_put(&out, &run, out.w, 0);
        out.w = mbox_add(out.w, run.w);
    }
    return out;
}

/** Whether a glyph is at least as large as requested. */
static bool reaches(const struct mbox_env *e, uint32_t glyph, bool across, int32_t units) {
    int32_t ink[4];
    return font_glyph_box(e->font, glyph, ink) &&
           (across ? ink[2] - ink[0] : ink[3] - ink[1]) + units / 100 >= units;
}

struct mbox mbox_grown(const struct mbox_env *e, uint32_t glyph, bool across, int32_t units,
                       struct str text) {
    struct font_math_part parts[FONT_MATH_PARTS];
    int32_t length = 0;
    uint32_t whole = font_math_variant(e->font, glyph, across, units);
    size_t n = reaches(e, whole, across, units)
                   ? 0
                   : font_math_assembly(e->font, glyph, across, units, parts, &length);
    if (n == 0) {
        return mbox_glyph(e, whole, text);
    }
    struct mbox box = {0};
    struct font_glyph *g = ARENA_ARRAY(e->host->arena, struct font_glyph, n);
    int32_t widest = 0;
    for (size_t i = 0; i < n; i++) {
        int32_t ink[4] = {0, 0, 0, 0};
        int32_t advance = font_glyph_advance(e->font, parts[i].glyph);
        (void)font_glyph_box(e->font, parts[i].glyph, ink);
        widest = advance > widest ? advance : widest;
        g[i].id = parts[i].glyph;
        /* the part begins where its bounding box begins: the side bearings of the parts differ */
        g[i].dy = across ? 0 : parts[i].at - ink[1];
        g[i].dx = across ? parts[i].at - ink[0] : 0;
        box.h = ink[3] + g[i].dy > box.h ? ink[3] + g[i].dy : box.h;
        box.d = i == 0 || -ink[1] - g[i].dy > box.d ? -ink[1] - g[i].dy : box.d;
    }
    g[n - 1].advance = across ? length : widest;
    add_glyphs(e, &box, e->font, g, n, text, mbox_size(e));
    box.w = mbox_scale(e, across ? length : widest);
    box.h = mbox_scale(e, box.h);
    box.d = across ? mbox_scale(e, box.d) : 0;
    return box;
}

struct mbox mbox_delimiter(const struct mbox_env *e, struct str text, sp size) {
    struct mbox none = {0};
    size_t at = 0;
    if (text.n == 0) {
        return none;
    }
    uint32_t glyph = font_glyph(e->font, utf8_next(text, &at));
    if (glyph == 0) {
        return mbox_text(e, text, e->font);
    }
    struct mbox box = mbox_grown(e, glyph, false, mbox_units(e, size), text);
    sp axis = mbox_scale(e, font_math(e->font)->axis_height);
    /* moves the box down so that its middle is on the axis */
    sp shift = (box.h - box.d) / 2 - axis;
    struct mbox out = {.w = box.w, .h = 0, .d = 0};
    mbox_put(&out, &box, 0, shift);
    return out;
}

void mbox_place(const struct mbox_env *e, const struct math_line *line, sp y) {
    if (e->places->n < MBOX_PLACES) {
        e->places->at[e->places->n].number = line->number;
        e->places->at[e->places->n++].y = y;
    }
}
