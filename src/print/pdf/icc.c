/* SPDX-License-Identifier: MIT */
/*
 * An sRGB profile of about 500 bytes (ICC.1:2004-10), with the primaries and the parametric curve
 * of IEC 61966-2-1. Version 2 of the format (ICC.1:2001-04) has no parametric curves and encodes
 * texts differently; there the curve is a table.
 *
 * The profile is made here so that the output intent (ISO 19005-2, 6.2.3) does not need a file of
 * the system. All numbers are s15.16.
 */
#include "print/pdf/job.h"

static void put_numbers(struct buf *b, const char *type, const int32_t *v, size_t n) {
    buf_add(b, type, 4);
    buf_big_endian(b, 0, 4);
    for (size_t i = 0; i < n; i++) {
        buf_big_endian(b, (uint32_t)v[i], 4);
    }
}

/** Appends an ASCII text as a text in one language (10.13 multiLocalizedUnicodeType), written in
 * UTF-16BE. */
static void put_mluc(struct buf *b, struct str text) {
    buf_puts(b, "mluc");
    buf_big_endian(b, 0, 4);
    buf_big_endian(b, 1, 4);
    buf_big_endian(b, 12, 4);
    buf_puts(b, "enUS");
    buf_big_endian(b, (uint32_t)text.n * 2, 4);
    buf_big_endian(b, 28, 4);
    for (size_t i = 0; i < text.n; i++) {
        buf_putc(b, '\0');
        buf_putc(b, text.p[i]);
    }
}

/** Appends an ASCII text in the form of version 2 (6.5.17 textDescriptionType). */
static void put_desc(struct buf *b, struct str text) {
    buf_puts(b, "desc");
    buf_big_endian(b, 0, 4);
    buf_big_endian(b, (uint32_t)text.n + 1, 4);
    buf_str(b, text);
    /* the final NUL, no Unicode text and no ScriptCode text */
    buf_fill(b, '\0', 1 + 4 + 4 + 2 + 1 + 67);
}

static void put_text(struct buf *b, struct str text) {
    buf_puts(b, "text");
    buf_big_endian(b, 0, 4);
    buf_str(b, text);
    buf_putc(b, '\0');
}

/* The white point of the profile connection space, D50 (7.2.16), and the primaries of sRGB, adapted
 * from D65 to D50 by Bradford's method. */
static const int32_t white[3] = {63190, 65536, 54061};
static const int32_t red[3] = {28578, 14581, 912};
static const int32_t green[3] = {25241, 46981, 6362};
static const int32_t blue[3] = {9376, 3972, 46799};
/* The matrix of the adaptation from D65 to D50 (9.2.10, chromaticAdaptationTag). */
static const int32_t adaptation[9] = {68674, 1502, -3290, 1939, 64912, -1118, -605, 988, 49262};
/* The curve as function type 3 (10.15): Y = ((X + 0.055) / 1.055)^2.4 from 0.04045 on, and Y = X /
 * 12.92 below. */
static const int32_t curve[6] = {3 << 16, 157286, 62119, 3417, 5072, 2651};

enum { SAMPLES = 1024 };

/* v to the power of 2.4, for v from 0 to 1: v^2 times the fifth root of v^2, computed by Newton's
 * method. Doubles give the same result on every machine, because IEEE 754 defines the basic
 * operations. */
static double power_2_4(double v) {
    double square = v * v, root = 1;
    for (int i = 0; i < 60; i++) {
        double fourth = root * root * root * root;
        root = (4 * root + square / fourth) / 5;
    }
    return square * root;
}

/** Writes the curve as a table (6.5.3 curveType). */
static void put_table(struct buf *b) {
    buf_puts(b, "curv");
    buf_big_endian(b, 0, 4);
    buf_big_endian(b, SAMPLES, 4);
    for (int i = 0; i < SAMPLES; i++) {
        double v = (double)i / (SAMPLES - 1);
        v = v <= 0.04045 ? v / 12.92 : power_2_4((v + 0.055) / 1.055);
        buf_big_endian(b, ((uint32_t)(v * 131070) + 1) / 2, 2);
    }
}

/** Appends the value of tag `i`, padded to a multiple of four bytes. */
static void put_value(struct buf *b, size_t i, bool old) {
    static const struct {
        const char *type;
        const int32_t *v;
        size_t n;
    } numbers[] = {{"XYZ ", white, 3}, {"sf32", adaptation, 9}, {"XYZ ", red, 3},
                   {"XYZ ", green, 3}, {"XYZ ", blue, 3},       {"para", curve, 6}};
    if (i == 0) {
        (old ? put_desc : put_mluc)(b, STR("sRGB"));
    } else if (i == 1) {
        (old ? put_text : put_mluc)(b, STR("CC0"));
    } else if (i == 7 && old) {
        put_table(b);
    } else {
        put_numbers(b, numbers[i - 2].type, numbers[i - 2].v, numbers[i - 2].n);
    }
    while (b->n % 4) {
        buf_putc(b, '\0');
    }
}

void pdf_srgb_profile(struct buf *out, bool old) {
    static const struct {
        const char *name;
        uint8_t value;
    } tags[] = {{"desc", 0}, {"cprt", 1}, {"wtpt", 2}, {"chad", 3}, {"rXYZ", 4},
                {"gXYZ", 5}, {"bXYZ", 6}, {"rTRC", 7}, {"gTRC", 7}, {"bTRC", 7}};
    enum { VALUES = 8, HEADER = 128, DIRECTORY = 4 + 12 * ARRAY_LEN(tags) };
    struct buf values = BUF_INIT;
    uint32_t from[VALUES + 1];
    for (size_t i = 0; i < VALUES; i++) {
        from[i] = (uint32_t)values.n;
        put_value(&values, i, old);
    }
    from[VALUES] = (uint32_t)values.n;
    buf_big_endian(out, (uint32_t)(HEADER + DIRECTORY + values.n), 4);
    buf_big_endian(out, 0, 4); /* no colour management module is preferred */
    /* the version of the profile: 2.4 or 4.2 */
    buf_big_endian(out, old ? 0x02400000 : 0x04200000, 4);
    buf_puts(out, "mntrRGB XYZ ");
    /* The date of creation is a constant, so that the bytes do not depend on the clock. */
    buf_add(out, "\x07\xD0\0\1\0\1\0\0\0\0\0\0", 12);
    buf_puts(out, "acsp");
    /* platform, flags, device, attributes; the rendering intent is perceptual */
    buf_fill(out, '\0', 28);
    for (size_t i = 0; i < 3; i++) {
        buf_big_endian(out, (uint32_t)white[i], 4);
    }
    buf_fill(out, '\0', HEADER - 80);
    buf_big_endian(out, ARRAY_LEN(tags), 4);
    for (size_t i = 0; i < ARRAY_LEN(tags); i++) {
        uint8_t v = tags[i].value;
        buf_puts(out, tags[i].name);
        buf_big_endian(out, HEADER + DIRECTORY + from[v], 4);
        buf_big_endian(out, from[v + 1] - from[v], 4);
    }
    buf_str(out, buf_view(&values));
    buf_drop(&values);
}
