/* SPDX-License-Identifier: MIT */
/* Colours and lengths of LaTeX as values of CSS (manuals of xcolor 3 and titlesec 2.14). */
#include "model/tex/latex/ltx.h"

static bool named(const struct map *own, struct str name, uint32_t *rgb) {
    const struct str *value = own ? map_lookup(own, str_trim(name)) : NULL;
    return math_colour_named(value ? *value : str_trim(name), rgb);
}

/* Reads a mixture of colours: `red!50!black`, `gray!20`. */
static bool mixed(const struct map *own, struct str colour, uint32_t *rgb) {
    struct str rest = colour, name = str_cut(&rest, '!');
    if (!named(own, name, rgb)) {
        return false;
    }
    while (rest.p) {
        int64_t percent = 100;
        uint32_t other = 0xFFFFFF, out = 0;
        (void)str_to_i64(str_trim(str_cut(&rest, '!')), &percent);
        percent = percent < 0 ? 0 : percent > 100 ? 100 : percent;
        if (rest.p && !named(own, str_cut(&rest, '!'), &other)) {
            return false;
        }
        for (unsigned shift = 0; shift < 24; shift += 8) {
            int64_t a = *rgb >> shift & 0xFF, b = other >> shift & 0xFF;
            out |= (uint32_t)((a * percent + b * (100 - percent)) / 100) << shift;
        }
        *rgb = out;
    }
    return true;
}

/* Reads up to four of `1,0.5,0` in thousandths. Returns their number. */
static size_t numbers(struct str colour, int64_t out[4]) {
    size_t n = 0;
    while (colour.p && n < 4) {
        struct str whole = str_trim(str_cut(&colour, ',')), fraction = STR_EMPTY;
        int64_t v = 0, part = 0;
        if (str_index(whole, '.') != STR_NONE) {
            fraction = whole;
            whole = str_cut(&fraction, '.');
        }
        fraction = str_slice(fraction, 0, 3);
        (void)str_to_i64(whole.n ? whole : STR("0"), &v);
        (void)str_to_i64(fraction.n ? fraction : STR("0"), &part);
        for (size_t i = fraction.n; i < 3; i++) {
            part *= 10;
        }
        v = v < 0 ? 0 : v > 255 ? 255 : v;
        out[n++] = v * 1000 + part;
    }
    return n;
}

static uint32_t byte_of(int64_t thousandths) {
    int64_t v = thousandths * 255 / 1000;
    return (uint32_t)(v < 0 ? 0 : v > 255 ? 255 : v);
}

static bool numbered(struct str model, struct str colour, uint32_t *rgb) {
    int64_t v[4] = {0};
    size_t n = numbers(colour, v);
    if (str_is(model, "RGB") && n == 3) {
        *rgb = (uint32_t)(v[0] / 1000 << 16 | v[1] / 1000 << 8 | v[2] / 1000);
    } else if (str_is(model, "rgb") && n == 3) {
        *rgb = byte_of(v[0]) << 16 | byte_of(v[1]) << 8 | byte_of(v[2]);
    } else if (str_is(model, "gray") && n == 1) {
        *rgb = byte_of(v[0]) * 0x10101;
    } else if (str_is(model, "cmyk") && n == 4) {
        for (size_t i = 0; i < 3; i++) {
            *rgb = *rgb << 8 | byte_of((1000 - v[i]) * (1000 - v[3]) / 1000);
        }
    } else {
        return false;
    }
    return true;
}

struct str ltx_colour(struct arena *a, const struct map *own, struct str model, struct str colour) {
    uint32_t rgb = 0;
    model = str_trim(model);
    colour = str_trim(colour);
    bool known = str_is(model, "HTML") ? math_colour_named(arena_join(a, 2, STR("#"), colour), &rgb)
                 : model.n && !str_is(model, "named") ? numbered(model, colour, &rgb)
                                                      : mixed(own, colour, &rgb);
    return known ? arena_printf(a, "#%06x", (unsigned)rgb) : STR_EMPTY;
}

void ltx_define_colour(struct arena *a, struct map *own, struct str name, struct str model,
                       struct str colour) {
    struct str value = ltx_colour(a, own, model, colour);
    if (value.n) {
        (void)map_put(own, str_trim(name), arena_copy(a, &value, sizeof value));
    }
}

struct str ltx_length(struct arena *a, struct str length) {
    static const char *const units[][2] = {{"pt", "pt"},
                                           {"cm", "cm"},
                                           {"mm", "mm"},
                                           {"in", "in"},
                                           {"em", "em"},
                                           {"ex", "ex"},
                                           {"pc", "pc"},
                                           {"bp", "pt"},
                                           {"\\baselineskip", "em"},
                                           {"\\bigskipamount", "em"},
                                           {"\\parskip", "ex"},
                                           {"\\medskipamount", "ex"}};
    int64_t v;
    length = str_trim(length);
    bool times = str_starts(length, STR("*")); /* titlesec: a multiple of 1 ex */
    length = times ? str_from(length, 1) : length;
    struct str unit = length;
    bool digits = str_take_decimal(&unit, '.', 6, &v);
    struct str number = digits ? str_slice(length, 0, length.n - unit.n) : STR("1");
    unit = str_trim(unit);
    if (digits && v == 0) {
        return STR("0");
    }
    if (times && digits) {
        return arena_join(a, 2, number, STR("ex"));
    }
    for (size_t i = 0; i < ARRAY_LEN(units); i++) {
        if ((digits || units[i][0][0] == '\\') && str_starts(unit, str_of(units[i][0]))) {
            return arena_join(a, 2, number, str_of(units[i][1]));
        }
    }
    return STR_EMPTY;
}
