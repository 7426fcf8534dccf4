/* SPDX-License-Identifier: MIT */
/*
 * Text properties whose values are lists of words: OpenType features (CSS Fonts 4, sections 6 and
 * 7) and decoration lines (CSS Text Decoration 3).
 */
#include "print/layout/style/default_style.h"
#include "print/layout/style/look_internal.h"

/** A word of a property, and the features that it turns on and off. */
struct feature_word {
    const char *name;
    unsigned on, off;
};

#define LIGATURES (FONT_LIGA | FONT_DLIG | FONT_HLIG)
#define FIGURES (FONT_ONUM | FONT_TNUM | FONT_FRAC | FONT_ZERO | FONT_ORDN)
#define POSITIONS (FONT_SUPS | FONT_SUBS)

static const struct feature_word LIGATURE_WORDS[] = {
    {"normal", FONT_LIGA, LIGATURES},
    {"none", 0, LIGATURES},
    {"common-ligatures", FONT_LIGA, 0},
    {"no-common-ligatures", 0, FONT_LIGA},
    {"discretionary-ligatures", FONT_DLIG, 0},
    {"no-discretionary-ligatures", 0, FONT_DLIG},
    {"historical-ligatures", FONT_HLIG, 0},
    {"no-historical-ligatures", 0, FONT_HLIG},
    {"no-contextual", 0, 0},
    {"contextual", 0, 0},
    {NULL, 0, 0},
};
static const struct feature_word FIGURE_WORDS[] = {
    {"normal", 0, FIGURES},
    {"lining-nums", 0, FONT_ONUM},
    {"proportional-nums", 0, FONT_TNUM},
    {"oldstyle-nums", FONT_ONUM, 0},
    {"tabular-nums", FONT_TNUM, 0},
    {"diagonal-fractions", FONT_FRAC, 0},
    {"slashed-zero", FONT_ZERO, 0},
    {"ordinal", FONT_ORDN, 0},
    {NULL, 0, 0},
};
static const struct feature_word POSITION_WORDS[] = {{"normal", 0, POSITIONS},
                                                     {"sub", FONT_SUBS, FONT_SUPS},
                                                     {"super", FONT_SUPS, FONT_SUBS},
                                                     {NULL, 0, 0}};
static const struct feature_word KERNING_WORDS[] = {
    {"auto", FONT_KERN, 0}, {"normal", FONT_KERN, 0}, {"none", 0, FONT_KERN}, {NULL, 0, 0}};

/* The OpenType tags that make sense for text. */
static const struct feature_word TAGS[] = {
#define TAG(tag, on, off) {tag, on, off},
#include "print/layout/style/look_tags.def"
#undef TAG
};

static const struct feature_word *find_word(const struct feature_word *words, struct str name) {
    while (words->name && !str_ieq(name, str_of(words->name))) {
        words++;
    }
    return words->name ? words : NULL;
}

static void put(struct look_value *v, unsigned on, unsigned off) {
    v->features = (v->features & ~off) | on;
    v->without = (v->without & ~on) | off;
}

/** Reads words that are all in the list of the property, at least one. Forms of figures that are
 * not listed become normal. */
bool look_read_features(const struct look_reading *in) {
    enum look_prop prop = in->shorthand->first;
    bool single = prop == LOOK_FONT_POSITION || prop == LOOK_FONT_KERNING;
    const struct feature_word *words = prop == LOOK_FONT_LIGATURES  ? LIGATURE_WORDS
                                       : prop == LOOK_FONT_NUMERIC  ? FIGURE_WORDS
                                       : prop == LOOK_FONT_POSITION ? POSITION_WORDS
                                                                    : KERNING_WORDS;
    struct look_value v = {.kind = LOOK_NUMBER};
    for (size_t i = 0; i < in->n; i++) {
        const struct feature_word *w =
            in->t[i].kind == CSS_IDENT ? find_word(words, in->t[i].text) : NULL;
        if (!w) {
            return false;
        }
        put(&v, w->on, w->off);
    }
    if (in->n < 1 || (single && in->n > 1)) {
        return false;
    }
    v.without |= prop == LOOK_FONT_NUMERIC ? FIGURES & ~v.features : 0;
    look_add(in, prop, v);
    return true;
}

/** Reads `"tnum" 1, "liga" off` (CSS Fonts 4, section 6.12). */
bool look_read_settings(const struct look_reading *in) {
    struct look_value v = {.kind = LOOK_NUMBER};
    const struct css_token *t = in->t;
    bool normal = in->n == 1 && look_token_is(t, "normal");
    for (size_t i = 0; i < in->n && !normal;) {
        const struct feature_word *w = t[i].kind == CSS_STRING ? find_word(TAGS, t[i].text) : NULL;
        bool on = true;
        i++;
        if (!w) {
            return false;
        }
        if (i < in->n && t[i].kind != CSS_COMMA) {
            bool off = t[i].kind == CSS_NUMBER ? t[i].micro == 0 : str_ieq(t[i].text, STR("off"));
            if (!off && t[i].kind != CSS_NUMBER && !str_ieq(t[i].text, STR("on"))) {
                return false;
            }
            on = !off;
            i++;
        }
        put(&v, on ? w->on : w->off, on ? w->off : w->on);
        if (i < in->n && t[i++].kind != CSS_COMMA) {
            return false;
        }
    }
    look_add(in, LOOK_FONT_SETTINGS, v);
    return in->n > 0;
}

/** Reads the lines of text decoration, with their style, colour and thickness in any order (CSS
 * Text Decoration 4, section 2.6). */
bool look_read_decoration(const struct look_reading *in) {
    static const enum look_prop REST[] = {LOOK_DECORATION_STYLE, LOOK_DECORATION_COLOR,
                                          LOOK_DECORATION_THICKNESS};
    enum look_word lines = WORD_NONE;
    bool named = false;
    for (size_t i = 0; i < in->n;) {
        size_t n = look_value_tokens(in->t + i, in->n - i);
        const struct css_token *t = &in->t[i];
        bool under = look_token_is(t, "underline");
        bool through = look_token_is(t, "line-through");
        bool none = look_token_is(t, "none");
        size_t k = 0;
        if (under || through) {
            enum look_word word = under ? WORD_UNDERLINE : WORD_LINE_THROUGH;
            lines = lines != WORD_NONE && lines != word ? WORD_BOTH : word;
        }
        named = named || under || through || none;
        while (!under && !through && !none && k < ARRAY_LEN(REST) &&
               !look_longhand(in, REST[k], t, n)) {
            k++;
        }
        if (k == ARRAY_LEN(REST)) {
            return false;
        }
        i += n;
    }
    if (named || str_is(in->decl->name, "text-decoration")) {
        look_add_word(in, LOOK_TEXT_DECORATION, lines);
    }
    return in->n > 0;
}
