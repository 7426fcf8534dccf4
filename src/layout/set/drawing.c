/* SPDX-License-Identifier: MIT */
/*
 * The words of drawings as shapes: set in the faces that stand for Helvetica, Times and Courier,
 * whose widths those who draw SVG reckon with. A reader learns what a drawing says from its
 * alternative text, and paths turn and shear as any other shape does.
 */
#include "layout/set/setter.h"

#include "base/utf8.h"
#include "image/vector.h"
#include "layout/model/sp.h"

struct word_pen {
    VEC(uint8_t) verbs;
    VEC(double) coords;
    double x, y, scale; /* of the glyph that is drawn: pixels to a unit of its font */
};

static void put(struct word_pen *pen, enum vector_verb verb, const double *v, size_t n) {
    vec_push(&pen->verbs, (uint8_t)verb);
    for (size_t i = 0; i < n; i += 2) {
        vec_push(&pen->coords, pen->x + v[i] * pen->scale);
        vec_push(&pen->coords, pen->y - v[i + 1] * pen->scale);
    }
}

static void on_move(void *user, double x, double y) {
    put(user, VECTOR_MOVE, (const double[]){x, y}, 2);
}
static void on_line(void *user, double x, double y) {
    put(user, VECTOR_LINE, (const double[]){x, y}, 2);
}
static void on_curve(void *user, const double v[6]) {
    put(user, VECTOR_CURVE, v, 6);
}
static void on_close(void *user) {
    put(user, VECTOR_CLOSE, NULL, 0);
}

static struct font *text_font(struct setter *s, const struct vector_text *word) {
    unsigned face = (word->bold ? FONT_BOLD : 0u) | (word->italic ? FONT_ITALIC : 0u);
    const char *family = word->mono    ? "TeX Gyre Cursor"
                         : word->serif ? "TeX Gyre Termes"
                                       : "TeX Gyre Heros";
    struct font *font = fonts_find(s->fonts, str_of(family), face, PT(10), NULL);
    struct ink ink = {.cls = word->mono    ? FONT_MONO
                             : word->serif ? FONT_SERIF
                                           : FONT_SANS,
                      .face = face,
                      .size = PT(10)};
    unsigned features = 0;
    return font ? font : set_type_font(s, &ink, &features);
}

/** The font of the character at the front: the text's, or one that has it. */
static struct font *font_for(struct setter *s, struct font *font, uint32_t cp) {
    struct font *other = font_has(font, cp) ? NULL : fonts_fallback(s->fonts, cp, FONT_REGULAR);
    return other ? other : font;
}

/** Sets the text from `x` on; without a pen that draws, it is only measured. Returns where it ends.
 */
static double set_words(struct setter *s, const struct vector_text *word, struct font *font,
                        double x, struct word_pen *pen) {
    static const struct font_pen verbs = {on_move, on_line, on_curve, on_close};
    size_t at = 0;
    while (at < word->text.n) {
        size_t end = at, next;
        struct font *own = font_for(s, font, utf8_next(word->text, &end));
        for (next = end; next < word->text.n; end = next) {
            if (font_for(s, font, utf8_next(word->text, &next)) != own) {
                break;
            }
        }
        const struct font_run *run =
            font_shape(own, str_slice(word->text, at, end), FONT_DEFAULT_FEATURES, STR_EMPTY);
        double scale = word->size / font_metrics(own)->upem;
        for (size_t i = 0; i < run->n; i++) {
            if (pen) {
                pen->scale = scale;
                pen->x = x + run->glyphs[i].dx * scale;
                pen->y = word->y - run->glyphs[i].dy * scale;
                font_outline(own, run->glyphs[i].id, &verbs, pen);
            }
            x += run->glyphs[i].advance * scale;
        }
        at = end;
    }
    return x;
}

static struct vector_op words_to_shape(struct setter *s, const struct vector_op *op) {
    struct vector_op out = *op;
    struct word_pen pen = {.verbs = VEC_INIT};
    struct font *font = text_font(s, &op->text);
    double from = op->text.x;
    out.kind = VECTOR_SHAPE;
    out.even_odd = false;
    if (font && op->text.anchor > 0) {
        from -= op->text.anchor * (set_words(s, &op->text, font, from, NULL) - from);
    }
    if (font) {
        set_words(s, &op->text, font, from, &pen);
    }
    out.path = (struct vector_path){vec_keep(&pen.verbs, s->arena), pen.verbs.n,
                                    vec_keep(&pen.coords, s->arena), pen.coords.n};
    vec_drop(&pen.verbs);
    vec_drop(&pen.coords);
    return out;
}

const struct image *set_drawing(struct setter *s, const struct image *image) {
    const struct vector *v = image->drawing;
    bool words = false;
    for (size_t i = 0; v && i < v->nops; i++) {
        words = words || v->ops[i].kind == VECTOR_TEXT;
    }
    if (!words) {
        return image;
    }
    struct image *copy = arena_copy(s->arena, image, sizeof *image);
    struct vector *set = arena_copy(s->arena, v, sizeof *v);
    struct vector_op *ops = arena_copy(s->arena, v->ops, v->nops * sizeof v->ops[0]);
    for (size_t i = 0; i < v->nops; i++) {
        if (ops[i].kind == VECTOR_TEXT) {
            ops[i] = words_to_shape(s, &v->ops[i]);
        }
    }
    set->ops = ops;
    copy->drawing = set;
    return copy;
}
