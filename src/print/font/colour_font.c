/* SPDX-License-Identifier: MIT */
/*
 * Glyphs in colour, and the font for an emoji sequence.
 *
 * HarfBuzz finds and checks the tables. Bitmaps (CBDT, sbix) are returned as PNG files, as they are
 * in the font. Layers (COLR version 0) are returned as outlines with colours of the first palette.
 * Gradients (COLR version 1) and SVG glyphs are not drawn: HarfBuzz before version 7 does not read
 * gradients, and fonts with SVG glyphs also have outlines or bitmaps. A glyph without any supported
 * form is blank, so that another font is tried. This file does not decode images.
 */
#include "print/font/font_internal.h"

#include "core/base/utf8.h"

#include <string.h>

#define PEN_UNIT 64         /* the number of pen positions per design unit */
#define PEN_MAX 16777216.0F /* a position beyond this value is faulty and becomes 0 */
/* maximum number of steps of a glyph; a glyph with more is damaged */
#define OUTLINE_STEPS 100000
#define PICTURE_BYTES (4u << 20) /* maximum size of one bitmap */
/* an index that means the colour of the text (OpenType 1.9, COLR) */
#define TEXT_COLOUR_INDEX 0xFFFFu

static void note_colours(struct font *f) {
    bool layers = HB(ot_color_has_layers, f->face);
    unsigned found = 0;
    found |= HB(ot_color_has_png, f->face) ? COLOURS_BITMAPS : 0;
    found |= layers ? COLOURS_LAYERS : 0;
    found |= (!layers && font_has_table(f->face, HB_TAG('C', 'O', 'L', 'R'))) ||
                     HB(ot_color_has_svg, f->face)
                 ? COLOURS_OTHER
                 : 0;
    found |= !font_has_table(f->face, HB_TAG('g', 'l', 'y', 'f')) &&
                     !font_has_table(f->face, HB_TAG('C', 'F', 'F', ' '))
                 ? COLOURS_ONLY
                 : 0;
    f->colours = found;
}

struct font *font_open_system(struct fonts *fonts, const struct face_place *place) {
    struct font *f = font_open_face(fonts, place->path, place->index);
    if (f != NULL) {
        note_colours(f);
    }
    return f;
}

bool font_has_colours(const struct font *f) {
    return f->colours != 0;
}

bool font_is_pictures(const struct font *f) {
    return f->colours != 0 && !font_shows(f, 'a');
}

bool font_has_outlines(const struct font *f) {
    return (f->colours & COLOURS_ONLY) == 0;
}

/* ---- what a glyph looks like */

static bool side_ok(size_t side) {
    return side > 0 && side <= FONT_PICTURE_SIDE;
}

/* Whether the bytes begin like those of a PNG file of an acceptable size: signature and IHDR (PNG
 * 5.2, 11.2.2). */
static bool is_fair_png(struct str s) {
    return s.n >= 33 && s.n <= PICTURE_BYTES && str_starts(s, STR("\x89PNG\r\n\x1a\n")) &&
           memcmp(s.p + 12, "IHDR", 4) == 0 && side_ok(str_big_endian(s, 16, 4)) &&
           side_ok(str_big_endian(s, 20, 4));
}

/* The largest bitmap of a glyph. The caller destroys the blob. */
static struct str png_of(const struct font *f, uint32_t glyph, hb_blob_t **blob) {
    unsigned n = 0;
    *blob = (f->colours & COLOURS_BITMAPS) != 0 ? HB(ot_color_glyph_reference_png, f->hb, glyph)
                                                : HB(blob_get_empty);
    const char *p = HB(blob_get_data, *blob, &n);
    struct str png = {p, n};
    return is_fair_png(png) ? png : STR_EMPTY;
}

static bool has_layers(const struct font *f, uint32_t glyph) {
    return (f->colours & COLOURS_LAYERS) != 0 &&
           HB(ot_color_glyph_get_layers, f->face, glyph, 0, NULL, NULL) > 0;
}

static bool has_extent(const struct font *f, uint32_t glyph) {
    hb_glyph_extents_t e;
    return HB(font_get_glyph_extents, f->hb, glyph, &e) && e.width != 0 && e.height != 0;
}

enum font_look font_glyph_look(const struct font *f, uint32_t glyph) {
    if (f->colours == 0) {
        return FONT_LOOK_OUTLINE;
    }
    hb_blob_t *blob;
    bool picture = png_of(f, glyph, &blob).n > 0;
    HB(blob_destroy, blob);
    if (picture) {
        return FONT_LOOK_PICTURE;
    }
    if (has_layers(f, glyph)) {
        return FONT_LOOK_LAYERS;
    }
    return font_has_outlines(f) && has_extent(f, glyph) ? FONT_LOOK_OUTLINE : FONT_LOOK_BLANK;
}

bool font_shows(const struct font *f, uint32_t cp) {
    uint32_t glyph = font_glyph(f, cp);
    return glyph != 0 && (f->colours == 0 || font_glyph_look(f, glyph) != FONT_LOOK_BLANK);
}

bool font_glyph_picture(struct arena *a, const struct font *f, uint32_t glyph,
                        struct font_picture *out) {
    hb_blob_t *blob;
    struct str png = png_of(f, glyph, &blob);
    bool found = png.n > 0;
    if (found) {
        out->png = arena_str(a, png);
        if (!font_glyph_box(f, glyph, out->box)) {
            const int32_t whole[4] = {0, f->metrics.descender, font_glyph_advance(f, glyph),
                                      f->metrics.ascender};
            memcpy(out->box, whole, sizeof whole);
        }
    }
    HB(blob_destroy, blob);
    return found;
}

size_t font_glyph_layers(const struct font *f, uint32_t glyph,
                         struct font_layer layers[FONT_LAYERS]) {
    hb_ot_color_layer_t list[FONT_LAYERS];
    unsigned n = FONT_LAYERS;
    if (!has_layers(f, glyph)) {
        return 0;
    }
    HB(ot_color_glyph_get_layers, f->face, glyph, 0, &n, list);
    for (unsigned i = 0; i < n; i++) {
        /* the bytes of the colour from the highest to the lowest: blue, green, red, alpha */
        hb_color_t colour = 0;
        unsigned one = 1;
        bool known = list[i].color_index != TEXT_COLOUR_INDEX;
        if (known) {
            HB(ot_color_palette_get_colors, f->face, 0, list[i].color_index, &one, &colour);
            /* a layer whose index is after the end of the palette gets the colour of the text */
            known = one == 1;
        }
        layers[i] = (struct font_layer){.glyph = list[i].glyph,
                                        .text_coloured = !known,
                                        .r = (uint8_t)(colour >> 8),
                                        .g = (uint8_t)(colour >> 16),
                                        .b = (uint8_t)(colour >> 24),
                                        .a = (uint8_t)colour};
    }
    return n;
}

/* ---- outlines */

struct outline {
    VEC(struct font_pen) pens;
};

static int32_t place(float v) {
    float units = v * PEN_UNIT;
    if (!(units > -PEN_MAX && units < PEN_MAX)) { /* the condition is also true for NaN */
        return 0;
    }
    return (int32_t)(units < 0 ? units - 0.5F : units + 0.5F);
}

static void pen_add(struct outline *o, struct font_pen pen) {
    if (o->pens.n < OUTLINE_STEPS) {
        vec_push(&o->pens, pen);
    }
}

static void move_to(hb_draw_funcs_t *funcs, void *data, hb_draw_state_t *state, float x, float y,
                    void *user) {
    (void)funcs, (void)state, (void)user;
    pen_add(data, (struct font_pen){FONT_PEN_MOVE, {place(x)}, {place(y)}});
}

static void line_to(hb_draw_funcs_t *funcs, void *data, hb_draw_state_t *state, float x, float y,
                    void *user) {
    (void)funcs, (void)state, (void)user;
    pen_add(data, (struct font_pen){FONT_PEN_LINE, {place(x)}, {place(y)}});
}

static void curve_to(hb_draw_funcs_t *funcs, void *data, hb_draw_state_t *state, float x1, float y1,
                     float x2, float y2, float x, float y, void *user) {
    (void)funcs, (void)state, (void)user;
    pen_add(data, (struct font_pen){FONT_PEN_CURVE,
                                    {place(x1), place(x2), place(x)},
                                    {place(y1), place(y2), place(y)}});
}

static void close_path(hb_draw_funcs_t *funcs, void *data, hb_draw_state_t *state, void *user) {
    (void)funcs, (void)state, (void)user;
    pen_add(data, (struct font_pen){.kind = FONT_PEN_CLOSE});
}

const struct font_pen *font_glyph_outline(struct arena *a, const struct font *f, uint32_t glyph,
                                          size_t *n) {
    hb_draw_funcs_t *funcs = HB(draw_funcs_create);
    struct outline outline = {VEC_INIT};
    HB(draw_funcs_set_move_to_func, funcs, move_to, NULL, NULL);
    HB(draw_funcs_set_line_to_func, funcs, line_to, NULL, NULL);
    HB(draw_funcs_set_cubic_to_func, funcs, curve_to, NULL, NULL);
    HB(draw_funcs_set_close_path_func, funcs, close_path, NULL, NULL);
    HB(font_get_glyph_shape, f->hb, glyph, funcs, &outline);
    HB(draw_funcs_destroy, funcs);
    *n = outline.pens.n;
    return vec_finish(&outline.pens, a);
}

/* ---- the font of a sequence */

static void list_pictured(struct fonts *fonts) {
    struct face_place places[EMOJI_FONTS];
    size_t n = font_system_emoji(fonts, places);
    fonts->pictured_listed = true;
    fonts->pictured = ARENA_ARRAY(fonts->arena, struct font *, n);
    for (size_t i = 0; i < n; i++) {
        struct font *f = font_open_system(fonts, &places[i]);
        if (f != NULL) {
            fonts->pictured[fonts->npictured++] = f;
        }
    }
}

/* How well a font suits a sequence: 3 with one glyph for the whole sequence, 2 with glyphs for all
 * parts, 1 with a glyph for the first part, else 0. */
static int fitness(struct font *f, struct str sequence) {
    size_t first = 0;
    uint32_t cp = utf8_next(sequence, &first);
    if (!font_has(f, cp)) {
        return 0;
    }
    const struct font_run *run = font_shape(f, sequence, FONT_DEFAULT_FEATURES, STR_EMPTY);
    bool whole = run->n > 0;
    for (size_t i = 0; i < run->n; i++) {
        whole = whole && run->glyphs[i].id != 0 &&
                (run->glyphs[i].advance == 0 ||
                 font_glyph_look(f, run->glyphs[i].id) != FONT_LOOK_BLANK);
    }
    return whole ? run->n == 1 ? 3 : 2 : font_shows(f, cp) ? 1 : 0;
}

void fonts_emoji_prefer(struct fonts *fonts, struct font *f) {
    if (fonts->preferred != f) {
        map_drop(&fonts->emoji);
    }
    fonts->preferred = f;
}

struct font *fonts_emoji(struct fonts *fonts, struct str sequence) {
    struct map_entry *known = map_find(&fonts->emoji, sequence);
    if (known != NULL) {
        return known->value;
    }
    if (!fonts->pictured_listed) {
        list_pictured(fonts);
    }
    struct font *best = fonts->preferred;
    int best_fit = best != NULL ? fitness(best, sequence) : 0;
    for (size_t i = 0; i < fonts->npictured && best_fit < 3; i++) {
        int fit = fitness(fonts->pictured[i], sequence);
        if (fit > best_fit) {
            best = fonts->pictured[i];
            best_fit = fit;
        }
    }
    best = best_fit > 0 ? best : NULL;
    map_put(&fonts->emoji, arena_str(fonts->arena, sequence), best);
    return best;
}
