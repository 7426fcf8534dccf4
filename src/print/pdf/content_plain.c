/* SPDX-License-Identifier: MIT */
/*
 * Glyphs that are shown in one sweep. Nearly all are plain: small ones, a cluster by itself whose
 * text is one character of ASCII, which is what ToUnicode says of it, with no picture. For them
 * whether the pen is near enough is told from a rounded place; where that is not sure, and for all
 * other glyphs, the exact one is taken. Writes what content.c would write of them, byte for byte.
 */
#include "print/pdf/canvas.h"

#include <string.h>

enum {
    UNITS_MOST = 1 << 21, /* of a text before and behind a glyph */
    SIZE_MOST = 1 << 28,  /* of a font, in millionths of a unit: 268 units */
    SCALE_MOST = 20000,
    UPEM_LEAST = 256,
    FRACTION = 20,  /* bits of `per_unit` behind the point */
    UNSURE = 8,     /* a rounded place is nearer than that to the exact one: the roundings of
                       canvas_advance() take 1.5, that of `per_unit` 2, that of the place 1 */
    CHUNK = 64,     /* glyphs that room is made for at once */
    PLAIN_MOST = 32 /* bytes of a glyph: ")[-9223372036854775808(" and four of a code */
};

struct canvas_plain pdf_plain_start(const struct canvas *canvas, const struct page_text *t,
                                    const struct canvas_progress *at) {
    struct canvas_plain run = {0};
    if (t->is_small && at->size > 0 && at->size < SIZE_MOST && at->scale <= SCALE_MOST &&
        at->upem >= UPEM_LEAST && !canvas->covered && canvas->rise == 0) {
        run.per_unit = ((at->size * at->scale) << FRACTION) / (at->upem * 10000);
        run.near = (canvas_step(canvas) - canvas_step(canvas) / 2) / 10000 - UNSURE;
    }
    return run;
}

bool pdf_plain_is(const struct canvas *canvas, const struct page_text *t, size_t i) {
    const struct page_glyph *g = &t->small[i];
    const struct pdf_glyph *p = pdf_glyph_of(canvas->font, g->id);
    size_t end = i + 1 < t->n ? g[1].cluster : t->text.n;
    bool alone = end == g->cluster + (size_t)1 && (i == 0 || g[-1].cluster < g->cluster);
    return alone && (unsigned char)t->text.p[g->cluster] == p->ascii;
}

/** A number of an array; where it ends. */
static char *spell_number(char *out, int64_t v) {
    char digits[20];
    size_t n = 0;
    uint64_t u = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    if (v < 0) {
        *out++ = '-';
    }
    do {
        digits[n++] = (char)('0' + u % 10);
        u /= 10;
    } while (u > 0);
    while (n > 0) {
        *out++ = digits[--n];
    }
    return out;
}

/** Ends a string, if one is open, and writes the adjustment that brings the pen to `x`, if it
 * takes one. */
static char *spell_adjustment(struct canvas *canvas, char *out, micro x) {
    int64_t n = canvas_divide((canvas->pen - x) * 10000, canvas_step(canvas));
    if (n != 0) {
        if (canvas->in_string) {
            *out++ = ')';
            canvas->in_string = false;
        }
        if (!canvas->in_array) {
            *out++ = '[';
            canvas->in_array = true;
        }
        canvas->pen -= canvas_divide(n * canvas_step(canvas), 10000);
        out = spell_number(out, n);
    }
    return out;
}

static char *spell_string_begin(struct canvas *canvas, char *out) {
    if (!canvas->in_array) {
        *out++ = '[';
    }
    *out++ = '(';
    canvas->in_array = canvas->in_string = true;
    return out;
}

/** Shows plain glyphs from the one at `i`, which is one, on to where others begin or `to`, to
 * `out`, which has room for them. Where that is goes to `i`; returns the end of what was written.
 */
static char *show_plain(struct canvas *canvas, const struct page_text *t,
                        const struct canvas_plain *run, struct canvas_progress *at, size_t *i,
                        size_t to, char *out) {
    const struct pdf_glyph *glyphs = canvas->font->glyphs;
    const uint32_t *slots = canvas->font->slots;
    const uint64_t size = (uint64_t)canvas->size, scale = (uint64_t)canvas->scale;
    uint32_t gap = canvas_gap(at, t);
    size_t k = *i;
    for (; k < to; k++) {
        const struct page_glyph *g = &t->small[k];
        const struct pdf_glyph *p = &glyphs[slots[g->id] - 1];
        size_t end = k + 1 < t->n ? g[1].cluster : t->text.n;
        int64_t units = at->units;
        /* What is before it is a plain glyph, which ends where it begins. */
        if (end != g->cluster + (size_t)1 || (unsigned char)t->text.p[g->cluster] != p->ascii ||
            units >= UNITS_MOST || units <= -UNITS_MOST) {
            break;
        }
        micro off = canvas->pen - at->x - units * run->per_unit / (1 << FRACTION);
        if (off >= run->near || off <= -run->near) {
            out = spell_adjustment(canvas, out, canvas_advance(at, 0));
        }
        if (!canvas->in_string) {
            out = spell_string_begin(canvas, out);
        }
        memcpy(out, p->code, sizeof p->code);
        out += p->ncode;
        /* As content.c's width_shown(), which has signs to look after. */
        canvas->pen += (micro)((((uint64_t)p->width * size + 500) / 1000 * scale + 5000) / 10000);
        at->units += g->advance;
        if (k == gap) {
            canvas_past_gap(at, t);
            gap = canvas_gap(at, t);
        }
    }
    *i = k;
    return out;
}

size_t pdf_plain_show(struct canvas *canvas, const struct page_text *t,
                      const struct canvas_plain *run, struct canvas_progress *at, size_t i) {
    size_t from;
    do {
        from = i;
        size_t to = t->n - i < CHUNK ? t->n : i + CHUNK;
        char *out = buf_room(canvas->out, (to - i) * PLAIN_MOST);
        if (out) {
            char *end = show_plain(canvas, t, run, at, &i, to, out);
            buf_took(canvas->out, (size_t)(end - out));
        }
    } while (i == from + CHUNK && i < t->n);
    return i;
}
