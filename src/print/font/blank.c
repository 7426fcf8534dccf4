/* SPDX-License-Identifier: MIT */
/*
 * Font programs without outlines: their glyphs have widths and draw nothing (OpenType 1.9; the
 * tables are those that ISO 32000-1, 9.9 requires of a TrueType program). They are needed for
 * glyphs that are text but are painted as pictures, and for glyphs that cannot be painted. The
 * module pdf decides which glyphs need such a font.
 */
#include "print/font/font_internal.h"

#include "core/base/buf.h"

#include <stdlib.h>
#include <string.h>

#define GLYPHS_MAX 65535 /* the table maxp stores the number of glyphs in 16 bits */

/* Writes the table 'head'. A field is 0 if it has no meaning without outlines. */
static void put_head(struct buf *b, const struct font *f) {
    buf_big_endian(b, 0x00010000, 4);
    buf_big_endian(b, 0x00010000, 4);
    buf_big_endian(b, 0, 4); /* the checksum of the file, which is computed last */
    buf_big_endian(b, 0x5F0F3CF5, 4);
    buf_big_endian(b, 0, 2);
    buf_big_endian(b, (uint32_t)f->metrics.upem, 2);
    buf_fill(b, '\0', 16 + 8); /* the dates and the bounding box */
    buf_big_endian(b, 0, 2);
    buf_big_endian(b, 8, 2); /* the smallest readable size in pixels */
    buf_big_endian(b, 2, 2);
    buf_big_endian(b, 0, 2); /* short offsets in 'loca' */
    buf_big_endian(b, 0, 2);
}

static void put_hhea(struct buf *b, const struct font *f, uint32_t n, uint32_t widest) {
    buf_big_endian(b, 0x00010000, 4);
    buf_big_endian(b, (uint32_t)f->metrics.ascender, 2);
    buf_big_endian(b, (uint32_t)f->metrics.descender, 2);
    buf_big_endian(b, 0, 2);
    buf_big_endian(b, widest, 2);
    buf_fill(b, '\0', 6);
    buf_big_endian(b, 1, 2); /* the slope of the caret: upright */
    buf_fill(b, '\0', 14);
    buf_big_endian(b, n, 2);
}

static void put_maxp(struct buf *b, uint32_t n) {
    buf_big_endian(b, 0x00010000, 4);
    buf_big_endian(b, n, 2);
    buf_fill(b, '\0', 8);
    buf_big_endian(b, 2, 2); /* the maximum number of zones */
    buf_fill(b, '\0', 16);
}

static uint32_t advance16(const struct font *f, uint32_t glyph) {
    int32_t v = font_glyph_advance(f, glyph);
    return v < 0 ? 0 : v > UINT16_MAX ? UINT16_MAX : (uint32_t)v;
}

/* The sum of a table's words (OpenType 1.9, "Calculating checksums"). `n` is a multiple of 4. */
static uint32_t checksum(const char *p, size_t n) {
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (uint32_t)(unsigned char)p[i] << (24 - 8 * (i % 4));
    }
    return sum;
}

/* The tables in the order of their tags, as the table directory requires. */
enum { GLYF, HEAD, HHEA, HMTX, LOCA, MAXP, TABLES };

static void put_table(struct buf *b, int table, const struct font *f, const uint32_t *used,
                      size_t n) {
    uint32_t widest = 0;
    switch (table) {
    case GLYF:
        /* padding, because readers take an empty table for a missing one */
        buf_big_endian(b, 0, 4);
        break;
    case HEAD:
        put_head(b, f);
        break;
    case HHEA:
        for (size_t i = 0; i < n; i++) {
            uint32_t w = advance16(f, used[i]);
            widest = w > widest ? w : widest;
        }
        put_hhea(b, f, (uint32_t)n, widest);
        break;
    case HMTX:
        for (size_t i = 0; i < n; i++) {
            buf_big_endian(b, advance16(f, used[i]), 2);
            buf_big_endian(b, 0, 2);
        }
        break;
    case LOCA:
        buf_fill(b, '\0', 2 * (n + 1));
        break;
    case MAXP:
        put_maxp(b, (uint32_t)n);
        break;
    }
}

static struct str program_make(struct arena *a, const struct font *f, const uint32_t *used,
                               size_t n) {
    static const char *const tags[TABLES] = {"glyf", "head", "hhea", "hmtx", "loca", "maxp"};
    struct buf body = BUF_INIT, file = BUF_INIT;
    size_t from[TABLES + 1], length[TABLES];
    for (int t = 0; t < TABLES; t++) {
        from[t] = body.n;
        put_table(&body, t, f, used, n);
        length[t] = body.n - from[t];
        buf_fill(&body, '\0', (4 - body.n % 4) % 4);
    }
    from[TABLES] = body.n;
    buf_big_endian(&file, 0x00010000, 4);
    buf_big_endian(&file, TABLES, 2);
    /* searchRange, entrySelector and rangeShift for this number of tables */
    buf_big_endian(&file, 64, 2);
    buf_big_endian(&file, 2, 2);
    buf_big_endian(&file, 16 * TABLES - 64, 2);
    for (int t = 0; t < TABLES; t++) {
        buf_add(&file, tags[t], 4);
        buf_big_endian(&file, checksum(body.p + from[t], from[t + 1] - from[t]), 4);
        buf_big_endian(&file, (uint32_t)(12 + 16 * TABLES + from[t]), 4);
        buf_big_endian(&file, (uint32_t)length[t], 4);
    }
    size_t adjustment = file.n + from[HEAD] + 8;
    buf_str(&file, buf_view(&body));
    uint32_t sum = 0xB1B0AFBAu - checksum(file.p, file.n);
    for (size_t i = 0; i < 4; i++) {
        file.p[adjustment + i] = (char)(sum >> (24 - 8 * i));
    }
    buf_drop(&body);
    return buf_finish(&file, a);
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

void font_blank_make(struct arena *a, const struct font *f, const uint32_t *glyphs, size_t n,
                     struct font_subset *out) {
    *out = (struct font_subset){.used = ARENA_ARRAY(a, uint32_t, n + 1),
                                .cids = ARENA_ARRAY(a, uint32_t, n + 1)};
    out->used[0] = 0;
    if (n > 0) {
        memcpy(out->used + 1, glyphs, n * sizeof *glyphs);
        qsort(out->used, n + 1, sizeof *out->used, by_number);
    }
    for (size_t i = 0; i <= n && out->n < GLYPHS_MAX; i++) {
        if (i == 0 || out->used[i] != out->used[i - 1]) {
            uint32_t glyph = out->used[i];
            out->cids[out->n] = (uint32_t)out->n;
            out->used[out->n++] = glyph;
        }
    }
    out->total = (uint32_t)out->n;
    out->program = program_make(a, f, out->used, out->n);
}
