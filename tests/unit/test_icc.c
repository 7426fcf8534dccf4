/* SPDX-License-Identifier: MIT */
/*
 * The sRGB profile of the output intent, read as a colour engine reads it (ICC.1:2004-10). The
 * numbers are compared with those of IEC 61966-2-1, which are computed here.
 */
#include "print/pdf/job.h"

#include "tap.h"

#include <math.h>
#include <string.h>

static struct str profile;

static uint32_t u32(size_t at) {
    uint32_t v = 0;
    for (size_t i = 0; i < 4; i++) {
        v = v << 8 | (unsigned char)profile.p[at + i];
    }
    return v;
}

static double number(size_t at) {
    return (int32_t)u32(at) / 65536.0;
}

static bool is_at(size_t at, const char *word) {
    return memcmp(profile.p + at, word, strlen(word)) == 0;
}

/** Where the value of a tag stands, its type checked; 0 without one. */
static size_t value(const char *tag, const char *type, uint32_t *size) {
    for (size_t i = 0; i < u32(128); i++) {
        size_t at = 132 + 12 * i;
        if (is_at(at, tag) && is_at(u32(at + 4), type)) {
            *size = u32(at + 8);
            return u32(at + 4);
        }
    }
    return 0;
}

static void test_header(void) {
    is_int(u32(0), (intptr_t)profile.n, "the size it says is the size it has");
    is_int(u32(8) >> 20, 0x042, "version 4.2");
    ok(is_at(12, "mntrRGB XYZ ") && is_at(36, "acsp"), "of a display, RGB to XYZ, signed");
    ok(number(68) > 0.96 && number(68) < 0.97 && number(72) == 1.0,
       "the connection space is D50's");
    is_int(u32(128), 10, "ten tags");
    bool good = true;
    for (size_t i = 0; i < u32(128); i++) {
        uint32_t at = u32(132 + 12 * i + 4), size = u32(132 + 12 * i + 8);
        good = good && at % 4 == 0 && at >= 132 + 12 * u32(128) && at + size <= profile.n;
    }
    ok(good, "values begin at a multiple of four, behind the table, and end within the file");
    good = true;
    for (size_t i = 16; i < 24; i++) {
        good = good && (unsigned char)profile.p[24 + i - 16] ==
                           (unsigned char)"\x07\xD0\0\1\0\1\0\0"[i - 16];
    }
    ok(good, "its date is fixed");
}

static void test_texts(void) {
    uint32_t size = 0;
    size_t at = value("desc", "mluc", &size);
    ok(at && u32(at + 8) == 1 && is_at(at + 16, "enUS"), "one language");
    ok(at && u32(at + 20) == 8 && u32(at + 24) == 28 &&
           memcmp(profile.p + at + 28, "\0s\0R\0G\0B", 8) == 0,
       "its name in UTF-16");
    ok(value("cprt", "mluc", &size) != 0, "a copyright");
}

/* Bradford's cone responses, as ICC.1 annex E has them. */
static const double bradford[3][3] = {
    {0.8951, 0.2664, -0.1614}, {-0.7502, 1.7135, 0.0367}, {0.0389, -0.0685, 1.0296}};

static void cone(const double *xyz, double *out) {
    for (int i = 0; i < 3; i++) {
        out[i] = bradford[i][0] * xyz[0] + bradford[i][1] * xyz[1] + bradford[i][2] * xyz[2];
    }
}

static void test_colours(void) {
    static const char *const tags[] = {"rXYZ", "gXYZ", "bXYZ"};
    /* Primaries of ITU-R BT.709 under D65, as Y of each and chromaticities. */
    static const double xy[3][2] = {{0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}};
    static const double luma[3] = {0.212639, 0.715169, 0.072192};
    static const double d50[3] = {0.9642, 1, 0.8249}, d65[3] = {0.950456, 1, 1.089058};
    uint32_t size = 0;
    size_t chad = value("chad", "sf32", &size), white = value("wtpt", "XYZ ", &size);
    ok(chad && white && fabs(number(white + 8) - d50[0]) < 1e-4 &&
           fabs(number(white + 16) - d50[2]) < 1e-4,
       "white is D50");
    double sum[3] = {0};
    bool good = chad != 0;
    for (int k = 0; k < 3 && good; k++) {
        const double xyz[3] = {luma[k] * xy[k][0] / xy[k][1], luma[k],
                               luma[k] * (1 - xy[k][0] - xy[k][1]) / xy[k][1]};
        size_t at = value(tags[k], "XYZ ", &size);
        good = at && size == 20;
        for (size_t i = 0; i < 3 && good; i++) {
            double want = 0;
            for (size_t j = 0; j < 3; j++) {
                want += number(chad + 8 + 4 * (3 * i + j)) * xyz[j];
            }
            double have = number(at + 8 + 4 * i);
            sum[i] += have;
            if (fabs(want - have) > 2e-4) {
                note("%s[%zu] is %.5f, and should be %.5f", tags[k], i, have, want);
                good = false;
            }
        }
    }
    ok(good, "each primary is that of sRGB, adapted");
    ok(fabs(sum[0] - d50[0]) < 3e-4 && fabs(sum[1] - 1) < 3e-4 && fabs(sum[2] - d50[2]) < 3e-4,
       "all three at full strength are white");
    double from[3], to[3], adapted[3] = {0};
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 3; j++) {
            adapted[i] += number(chad + 8 + 4 * (3 * i + j)) * d65[j];
        }
    }
    cone(d65, from);
    cone(d50, to);
    ok(fabs(adapted[0] - d50[0]) < 2e-4 && fabs(adapted[1] - 1) < 2e-4 &&
           fabs(adapted[2] - d50[2]) < 2e-4,
       "the adaptation takes D65 to D50");
    /* It is a scaling of cone responses: those of a colour have the ratio of the whites. */
    const double some[3] = {0.2, 0.3, 0.4};
    double moved[3] = {0}, before[3], after[3];
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 3; j++) {
            moved[i] += number(chad + 8 + 4 * (3 * i + j)) * some[j];
        }
    }
    cone(some, before);
    cone(moved, after);
    good = true;
    for (size_t i = 0; i < 3; i++) {
        good = good && fabs(after[i] / before[i] - to[i] / from[i]) < 1e-3;
    }
    ok(good, "by Bradford's way");
}

static double srgb(double v) {
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static void test_curve(void) {
    uint32_t size = 0;
    size_t at = value("rTRC", "para", &size);
    ok(at && at == value("gTRC", "para", &size) && at == value("bTRC", "para", &size),
       "one curve for all");
    if (!ok(at && profile.p[at + 8] == 0 && profile.p[at + 9] == 3 && size == 32, "of type 3")) {
        return;
    }
    double g = number(at + 12), a = number(at + 16), b = number(at + 20), c = number(at + 24),
           d = number(at + 28), worst = 0;
    for (int i = 0; i <= 255; i++) {
        double x = i / 255.0, y = x >= d ? pow(a * x + b, g) : c * x;
        worst = fmax(worst, fabs(y - srgb(x)));
    }
    ok(worst < 1e-4, "sRGB's at each of 256 steps");
    ok(fabs(d - 0.04045) < 2e-5 && fabs(c - 1 / 12.92) < 2e-5, "with its straight part");
}

int main(void) {
    struct buf b = BUF_INIT;
    pdf_srgb_profile(&b, false);
    profile = buf_view(&b);
    test_header();
    test_texts();
    test_colours();
    test_curve();
    buf_drop(&b);
    return tap_done();
}
