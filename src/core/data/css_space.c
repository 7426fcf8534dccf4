/* SPDX-License-Identifier: MIT */
/*
 * CSS colour functions (CSS Color 4): sRGB, colours by hue, and the CIE and OK spaces. They are
 * converted to bytes of sRGB; values out of range are clamped.
 */
#include "core/data/css.h"
#include "core/data/css_colour.h"

#define PI 3.14159265358979323846

/** The three channels of a colour function, and its alpha. */
struct channels {
    const struct css_token *t[3];
    double alpha;
};

/** Returns the value of a channel. `whole` is the value of 100%. `none` is 0 (section 4.4). */
static double channel(const struct css_token *t, double whole) {
    double v = (double)t->micro / CSS_MICRO;
    return t->kind == CSS_PERCENTAGE ? v * whole / 100 : t->kind == CSS_IDENT ? 0 : v;
}

static double within(double v, double least, double most) {
    return v < least ? least : v > most ? most : v;
}

/** Reads an angle in degrees (section 4.3); false for another unit. */
static bool read_hue(const struct css_token *t, double *out) {
    static const struct {
        const char *unit;
        double degrees;
    } UNITS[] = {{"deg", 1}, {"grad", 0.9}, {"rad", 180 / PI}, {"turn", 360}};
    double v = (double)t->micro / CSS_MICRO;
    *out = t->kind == CSS_IDENT ? 0 : v;
    if (t->kind == CSS_NUMBER || t->kind == CSS_IDENT) {
        return true;
    }
    for (size_t i = 0; i < ARRAY_LEN(UNITS) && t->kind == CSS_DIMENSION; i++) {
        if (str_ieq(t->text, str_of(UNITS[i].unit))) {
            *out = v * UNITS[i].degrees;
            return true;
        }
    }
    return false;
}

static bool is_channel(const struct css_token *t) {
    return t->kind == CSS_NUMBER || t->kind == CSS_PERCENTAGE || t->kind == CSS_DIMENSION ||
           (t->kind == CSS_IDENT && str_ieq(t->text, STR("none")));
}

/** Reads the arguments in `f(1, 2, 3, 1)` or `f(1 2 3 / 1)`. Commas are between all arguments or
 * between none. */
static bool read_channels(const struct css_token *t, size_t n, struct channels *out) {
    size_t k = 0;
    bool commas = n > 2 && t[2].kind == CSS_COMMA;
    out->alpha = 1;
    for (size_t i = 1; i < n && t[i].kind != CSS_CLOSE; i++) {
        if (k > 0) { /* skips the separator before every argument but the first */
            bool slash = k == 3 && !commas;
            if (slash ? t[i].kind != CSS_DELIM || !str_is(t[i].text, "/")
                      : commas && t[i].kind != CSS_COMMA) {
                return false;
            }
            i += slash || commas;
        }
        if (i >= n || k > 3 || !is_channel(&t[i])) {
            return false;
        }
        if (k < 3) {
            out->t[k] = &t[i];
        } else if (t[i].kind == CSS_DIMENSION) {
            return false;
        } else {
            out->alpha = within(channel(&t[i], 1), 0, 1);
        }
        k++;
    }
    return k >= 3;
}

static uint8_t byte_of(double v) {
    return (uint8_t)(within(v, 0, 1) * 255 + 0.5);
}

/* Power and cosine without the C library, so that colours are the same on every machine. */

/** Returns v to the power of 5/12 for v from 0 to 1000: the twelfth root by Newton's method. */
static double to_5_12(double v) {
    double x = 2;
    for (int i = 0; i < 64; i++) {
        double x11 = x * x * x * x * x * x * x * x * x * x * x;
        x -= (x * x11 - v) / (12 * x11);
    }
    return x * x * x * x * x;
}

/** The cosine of an angle in degrees. */
static double cosine(double degrees) {
    double turns = within(degrees, -1e9, 1e9) / 360;
    double x = (turns - (double)(int64_t)turns) * 2 * PI;
    double term = 1;
    double sum = 1;
    for (int i = 1; i < 40; i += 2) {
        term *= -x * x / (i * (i + 1));
        sum += term;
    }
    return sum;
}

static double sine(double degrees) {
    return cosine(degrees - 90);
}

/** The transfer function of sRGB (section 10.2). */
static double encoded(double v) {
    double size = within(v < 0 ? -v : v, 0, 1000);
    double out = size > 0.0031308 ? 1.055 * to_5_12(size) - 0.055 : 12.92 * size;
    return v < 0 ? -out : out;
}

static void put_linear(double r, double g, double b, double out[3]) {
    out[0] = encoded(r);
    out[1] = encoded(g);
    out[2] = encoded(b);
}

/** Converts hsl() (section 7.1). `hue` is in degrees; `saturation` and `lightness` are from 0 to
 * 1. */
static void of_hsl(double hue, double saturation, double lightness, double out[3]) {
    static const double PLACE[3] = {0, 8, 4};
    for (size_t i = 0; i < 3; i++) {
        double turns = within(PLACE[i] / 12 + hue / 360, -1e9, 1e9);
        double k = (turns - (double)(int64_t)turns) * 12;
        k = k < 0 ? k + 12 : k;
        double a = saturation * (lightness < 0.5 ? lightness : 1 - lightness);
        double least = k - 3 < 9 - k ? k - 3 : 9 - k;
        out[i] = lightness - a * within(least, -1, 1);
    }
}

/** Converts hwb() (section 8.1). */
static void of_hwb(double hue, double white, double black, double out[3]) {
    if (white + black >= 1) {
        out[0] = out[1] = out[2] = white / (white + black);
        return;
    }
    of_hsl(hue, 1, 0.5, out);
    for (size_t i = 0; i < 3; i++) {
        out[i] = out[i] * (1 - white - black) + white;
    }
}

/** Converts CIE Lab with the white point D50: to XYZ, to D65 and to sRGB (sections 9.1 and 17). */
static void of_lab(double l, double a, double b, double out[3]) {
    static const double WHITE[3] = {0.9642956764295677, 1, 0.8251046025104602};
    double f1 = (l + 16) / 116;
    double f[3] = {a / 500 + f1, f1, f1 - b / 200};
    double xyz[3];
    for (size_t i = 0; i < 3; i++) {
        double cube = f[i] * f[i] * f[i];
        xyz[i] = WHITE[i] * (cube > 216.0 / 24389 ? cube : (116 * f[i] - 16) * 27 / 24389);
    }
    double r = 3.1341358529 * xyz[0] - 1.6173863321 * xyz[1] - 0.4906619460 * xyz[2];
    double g = -0.9787955030 * xyz[0] + 1.9162543774 * xyz[1] + 0.0334427354 * xyz[2];
    double v = 0.0719553499 * xyz[0] - 0.2289768264 * xyz[1] + 1.4053860351 * xyz[2];
    put_linear(r, g, v, out);
}

/** Converts OKLab (section 9.3). */
static void of_oklab(double lightness, double a, double b, double out[3]) {
    double l = lightness + 0.3963377774 * a + 0.2158037573 * b;
    double m = lightness - 0.1055613458 * a - 0.0638541728 * b;
    double s = lightness - 0.0894841775 * a - 1.2914855480 * b;
    l = l * l * l;
    m = m * m * m;
    s = s * s * s;
    put_linear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
               -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
               -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s, out);
}

/** How the channels of a colour function are read. */
enum space { SPACE_RGB, SPACE_HSL, SPACE_HWB, SPACE_LAB, SPACE_LCH, SPACE_OKLAB, SPACE_OKLCH };

/** Converts channels to sRGB from 0 to 1; false when one has an invalid unit. */
static bool convert(enum space space, const struct channels *c, double out[3]) {
    double hue = 0;
    size_t turned = space == SPACE_HSL || space == SPACE_HWB ? 0 : 2;
    bool polar = turned == 0 || space == SPACE_LCH || space == SPACE_OKLCH;
    for (size_t i = 0; i < 3; i++) {
        if (polar && i == turned ? !read_hue(c->t[i], &hue) : c->t[i]->kind == CSS_DIMENSION) {
            return false;
        }
    }
    bool ok = space == SPACE_OKLAB || space == SPACE_OKLCH;
    double light = within(channel(c->t[0], ok ? 1 : 100), 0, ok ? 1 : 100);
    double whole = ok ? 0.4 : space == SPACE_LCH ? 150 : 125;
    double a = channel(c->t[1], whole);
    double b = channel(c->t[2], whole);
    switch (space) {
    case SPACE_RGB:
        for (size_t i = 0; i < 3; i++) {
            out[i] = channel(c->t[i], 255) / 255;
        }
        break;
    case SPACE_HSL:
        of_hsl(hue, within(channel(c->t[1], 100) / 100, 0, 1),
               within(channel(c->t[2], 100) / 100, 0, 1), out);
        break;
    case SPACE_HWB:
        of_hwb(hue, within(channel(c->t[1], 100) / 100, 0, 1),
               within(channel(c->t[2], 100) / 100, 0, 1), out);
        break;
    case SPACE_LAB:
        of_lab(light, a, b, out);
        break;
    case SPACE_LCH:
        of_lab(light, a * cosine(hue), a * sine(hue), out);
        break;
    case SPACE_OKLAB:
        of_oklab(light, a, b, out);
        break;
    case SPACE_OKLCH:
        of_oklab(light, a * cosine(hue), a * sine(hue), out);
        break;
    }
    return true;
}

static bool read_function(const struct css_token *t, size_t n, double out[3], double *alpha) {
    static const struct {
        const char *name;
        enum space space;
    } FUNCTIONS[] = {{"rgb", SPACE_RGB},  {"rgba", SPACE_RGB},    {"hsl", SPACE_HSL},
                     {"hsla", SPACE_HSL}, {"hwb", SPACE_HWB},     {"lab", SPACE_LAB},
                     {"lch", SPACE_LCH},  {"oklab", SPACE_OKLAB}, {"oklch", SPACE_OKLCH}};
    struct channels c = {{NULL, NULL, NULL}, 1};
    for (size_t i = 0; i < ARRAY_LEN(FUNCTIONS); i++) {
        if (str_ieq(t->text, str_of(FUNCTIONS[i].name))) {
            bool good = read_channels(t, n, &c) && convert(FUNCTIONS[i].space, &c, out);
            *alpha = c.alpha;
            return good;
        }
    }
    return false;
}

bool css_colour_function(const struct css_token *t, size_t n, uint32_t *rgb, uint8_t *alpha) {
    double v[3] = {0, 0, 0}, opacity = 1;
    if (n < 2 || t->kind != CSS_FUNCTION || !read_function(t, n, v, &opacity)) {
        return false;
    }
    *rgb = (uint32_t)byte_of(v[0]) << 16 | (uint32_t)byte_of(v[1]) << 8 | byte_of(v[2]);
    *alpha = byte_of(opacity);
    return true;
}
