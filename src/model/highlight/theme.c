/* SPDX-License-Identifier: MIT */
/*
 * The looks of the kinds. All colours have a contrast of at least 4.5:1 (WCAG 2.1, 1.4.3) on white
 * and on the tinted background of code in the light variant, and on the dark background in the dark
 * variant; tests/unit/test_highlight.c checks this. Themes with the name of a theme of pandoc have
 * its hues, darkened where they were too pale to read.
 */
#include "model/highlight/highlight.h"

static const char *const classes[HL_KIND_COUNT] = {
    [HL_NONE] = "",           [HL_KEYWORD] = "kw",    [HL_CONTROL] = "cf",  [HL_TYPE] = "dt",
    [HL_DECIMAL] = "dv",      [HL_BASE_N] = "bn",     [HL_FLOAT] = "fl",    [HL_CHAR] = "ch",
    [HL_SPECIAL_CHAR] = "sc", [HL_STRING] = "st",     [HL_VERBATIM] = "vs", [HL_COMMENT] = "co",
    [HL_ALERT] = "al",        [HL_ANNOTATION] = "an", [HL_OTHER] = "ot",    [HL_FUNCTION] = "fu",
    [HL_VARIABLE] = "va",     [HL_CONSTANT] = "cn",   [HL_BUILTIN] = "bu",  [HL_IMPORT] = "im",
    [HL_PREPROCESSOR] = "pp", [HL_ATTRIBUTE] = "at",  [HL_OPERATOR] = "op", [HL_ERROR] = "er",
};

const char *highlight_class(enum highlight_kind kind) {
    return classes[kind];
}

struct highlight_theme {
    struct highlight_look looks[HL_KIND_COUNT];
};

/* clang-format off */
#define LOOK(light, dark, bold, italic) {light, dark, true, bold, italic}
#define DARK_PURPLE 0xd8a5ff
#define DARK_TEAL   0x6fd3c8
#define DARK_ORANGE 0xf2b37a
#define DARK_GREEN  0x9fd68f
#define DARK_GREY   0xa9a59e
#define DARK_BLUE   0x93bdf5
#define DARK_ROSE   0xf29bb3
#define DARK_GOLD   0xe0c068
#define DARK_RED    0xff9c8a

/* keyword, type, number, string, escape, comment, alert, function, variable, constant, built-in,
 * preprocessor, attribute, operator; the other kinds are derived from them. */
#define THEME(kw, kwb, dt, dv, st, sc, co, al, fu, va, cn, bu, pp, at, op)                         \
    {{[HL_KEYWORD] = LOOK(kw, DARK_PURPLE, kwb, false),                                            \
      [HL_CONTROL] = LOOK(kw, DARK_PURPLE, kwb, false),                                            \
      [HL_IMPORT] = LOOK(kw, DARK_PURPLE, false, false),                                           \
      [HL_TYPE] = LOOK(dt, DARK_TEAL, false, false),                                               \
      [HL_DECIMAL] = LOOK(dv, DARK_ORANGE, false, false),                                          \
      [HL_BASE_N] = LOOK(dv, DARK_ORANGE, false, false),                                           \
      [HL_FLOAT] = LOOK(dv, DARK_ORANGE, false, false),                                            \
      [HL_CHAR] = LOOK(st, DARK_GREEN, false, false),                                              \
      [HL_STRING] = LOOK(st, DARK_GREEN, false, false),                                            \
      [HL_VERBATIM] = LOOK(st, DARK_GREEN, false, false),                                          \
      [HL_SPECIAL_CHAR] = LOOK(sc, DARK_ORANGE, false, false),                                     \
      [HL_COMMENT] = LOOK(co, DARK_GREY, false, true),                                             \
      [HL_ANNOTATION] = LOOK(co, DARK_GREY, false, false),                                         \
      [HL_ALERT] = LOOK(al, DARK_RED, true, false),                                                \
      [HL_ERROR] = LOOK(al, DARK_RED, true, false),                                                \
      [HL_FUNCTION] = LOOK(fu, DARK_BLUE, false, false),                                           \
      [HL_VARIABLE] = LOOK(va, DARK_ROSE, false, false),                                           \
      [HL_CONSTANT] = LOOK(cn, DARK_ORANGE, false, false),                                         \
      [HL_OTHER] = LOOK(cn, DARK_ORANGE, false, false),                                            \
      [HL_BUILTIN] = LOOK(bu, DARK_TEAL, false, false),                                            \
      [HL_PREPROCESSOR] = LOOK(pp, DARK_GOLD, false, false),                                       \
      [HL_ATTRIBUTE] = LOOK(at, DARK_GOLD, false, false),                                          \
      [HL_OPERATOR] = LOOK(op, DARK_GREY, false, false)}}

static const struct highlight_theme ink = THEME(
    0x6b2178, true, 0x0a5c63, 0x8a3f00, 0x1a6332, 0x9a3412, 0x5f6368, 0xa3200d, 0x1d4f91, 0x8b1e3f,
    0x8a3f00, 0x0a5c63, 0x6f5200, 0x6f5200, 0x4a4a4a);
static const struct highlight_theme pygments = THEME(
    0x006320, true, 0x902000, 0x23684a, 0x35618f, 0x35618f, 0x3d6a76, 0xc00000, 0x06287e, 0x19177c,
    0x880000, 0x006320, 0x7a5000, 0x56641b, 0x555555);
static const struct highlight_theme tango = THEME(
    0x204a87, true, 0x204a87, 0x0000cf, 0x3b6f05, 0xa03a00, 0x7d4d02, 0xb00000, 0x204a87, 0x000000,
    0x7d4d02, 0x204a87, 0x7d4d02, 0x8a3f00, 0x8a3f00);
static const struct highlight_theme kate = THEME(
    0x1f1c1b, true, 0x0057ae, 0x775600, 0xb00303, 0x2b6675, 0x646260, 0xb00303, 0x5a3a86, 0x0057ae,
    0x8a4a00, 0x5a3a86, 0x006e28, 0x0057ae, 0x4a4a4a);

static const struct highlight_theme monochrome = {{
    [HL_KEYWORD] = {0, 0, false, true, false},
    [HL_CONTROL] = {0, 0, false, true, false},
    [HL_TYPE] = {0, 0, false, true, false},
    [HL_IMPORT] = {0, 0, false, true, false},
    [HL_ALERT] = {0, 0, false, true, false},
    [HL_ERROR] = {0, 0, false, true, false},
    [HL_COMMENT] = {0, 0, false, false, true},
    [HL_ANNOTATION] = {0, 0, false, false, true},
}};
/* clang-format on */

static const struct str names[] = {STR_INIT("default"), STR_INIT("pygments"), STR_INIT("tango"),
                                   STR_INIT("kate"), STR_INIT("monochrome")};
static const struct highlight_theme *const themes[] = {&ink, &pygments, &tango, &kate, &monochrome};

const struct highlight_theme *highlight_theme_find(struct str name) {
    if (name.n == 0) {
        return themes[0];
    }
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (str_ieq(name, names[i])) {
            return themes[i];
        }
    }
    return NULL;
}

const struct highlight_look *highlight_look(const struct highlight_theme *theme,
                                            enum highlight_kind kind) {
    return &theme->looks[kind];
}

const struct str *highlight_theme_names(size_t *n) {
    *n = ARRAY_LEN(names);
    return names;
}
