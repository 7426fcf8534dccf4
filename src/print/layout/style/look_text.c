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

/** Reads words that are all in one list. There must be at least one. */
static bool read_words(const struct look_tokens *tokens, const struct feature_word *words,
                       struct look_value *out) {
    *out = (struct look_value){.kind = LOOK_NUMBER};
    for (size_t i = 0; i < tokens->n; i++) {
        const struct feature_word *w =
            tokens->t[i].kind == CSS_IDENT ? find_word(words, tokens->t[i].text) : NULL;
        if (!w) {
            return false;
        }
        put(out, w->on, w->off);
    }
    return tokens->n > 0;
}

static bool read_ligatures(struct look_reader *r, const struct css_decl *decl,
                           const struct look_tokens *tokens, look_decls *out) {
    struct look_value v;
    (void)r;
    bool good = read_words(tokens, LIGATURE_WORDS, &v);
    if (good) {
        look_add(out, decl, LOOK_FONT_LIGATURES, v);
    }
    return good;
}

/** Reads the forms of figures: lining, old style, tabular, proportional, fractions. */
static bool read_numeric(struct look_reader *r, const struct css_decl *decl,
                         const struct look_tokens *tokens, look_decls *out) {
    struct look_value v;
    (void)r;
    bool good = read_words(tokens, FIGURE_WORDS, &v);
    v.without |= FIGURES & ~v.features; /* features that are not listed become normal */
    if (good) {
        look_add(out, decl, LOOK_FONT_NUMERIC, v);
    }
    return good;
}

static bool read_position(struct look_reader *r, const struct css_decl *decl,
                          const struct look_tokens *tokens, look_decls *out) {
    struct look_value v;
    (void)r;
    bool good = tokens->n == 1 && read_words(tokens, POSITION_WORDS, &v);
    if (good) {
        look_add(out, decl, LOOK_FONT_POSITION, v);
    }
    return good;
}

static bool read_kerning(struct look_reader *r, const struct css_decl *decl,
                         const struct look_tokens *tokens, look_decls *out) {
    struct look_value v;
    (void)r;
    bool good = tokens->n == 1 && read_words(tokens, KERNING_WORDS, &v);
    if (good) {
        look_add(out, decl, LOOK_FONT_KERNING, v);
    }
    return good;
}

/** Reads `"tnum" 1, "liga" off` (CSS Fonts 4, section 6.12). */
static bool read_settings(struct look_reader *r, const struct css_decl *decl,
                          const struct look_tokens *tokens, look_decls *out) {
    struct look_value v = {.kind = LOOK_NUMBER};
    const struct css_token *t = tokens->t;
    bool normal = tokens->n == 1 && t->kind == CSS_IDENT && str_ieq(t->text, STR("normal"));
    (void)r;
    for (size_t i = 0; i < tokens->n && !normal;) {
        const struct feature_word *w = t[i].kind == CSS_STRING ? find_word(TAGS, t[i].text) : NULL;
        bool on = true;
        i++;
        if (!w) {
            return false;
        }
        if (i < tokens->n && t[i].kind != CSS_COMMA) {
            bool off = t[i].kind == CSS_NUMBER ? t[i].micro == 0 : str_ieq(t[i].text, STR("off"));
            if (!off && t[i].kind != CSS_NUMBER && !str_ieq(t[i].text, STR("on"))) {
                return false;
            }
            on = !off;
            i++;
        }
        put(&v, on ? w->on : w->off, on ? w->off : w->on);
        if (i < tokens->n && t[i++].kind != CSS_COMMA) {
            return false;
        }
    }
    look_add(out, decl, LOOK_FONT_SETTINGS, v);
    return tokens->n > 0;
}

/** Reads the lines of text decoration, with their style, colour and thickness in any order (CSS
 * Text Decoration 4, section 2.6). */
static bool read_decoration(struct look_reader *r, const struct css_decl *decl,
                            const struct look_tokens *tokens, look_decls *out) {
    static const char *const REST[] = {"text-decoration-style", "text-decoration-color",
                                       "text-decoration-thickness"};
    enum look_word lines = WORD_NONE;
    bool named = false;
    for (size_t i = 0; i < tokens->n;) {
        size_t n = look_value_tokens(tokens->t + i, tokens->n - i);
        const struct css_token *t = &tokens->t[i];
        bool under = t->kind == CSS_IDENT && str_ieq(t->text, STR("underline"));
        bool through = t->kind == CSS_IDENT && str_ieq(t->text, STR("line-through"));
        bool none = t->kind == CSS_IDENT && str_ieq(t->text, STR("none"));
        size_t k = 0;
        if (under || through) {
            enum look_word word = under ? WORD_UNDERLINE : WORD_LINE_THROUGH;
            lines = lines != WORD_NONE && lines != word ? WORD_BOTH : word;
        }
        named = named || under || through || none;
        while (!under && !through && !none && k < ARRAY_LEN(REST) &&
               !look_longhand(r, decl, REST[k], t, n, out)) {
            k++;
        }
        if (k == ARRAY_LEN(REST)) {
            return false;
        }
        i += n;
    }
    if (named || str_is(decl->name, "text-decoration")) {
        look_add_word(out, decl, LOOK_TEXT_DECORATION, lines);
    }
    return tokens->n > 0;
}

static const struct look_shorthand SHORTHANDS[] = {
    {"font-feature-settings", read_settings, LOOK_FONT_SETTINGS, LOOK_FONT_SETTINGS},
    {"font-kerning", read_kerning, LOOK_FONT_KERNING, LOOK_FONT_KERNING},
    {"font-variant-ligatures", read_ligatures, LOOK_FONT_LIGATURES, LOOK_FONT_LIGATURES},
    {"font-variant-numeric", read_numeric, LOOK_FONT_NUMERIC, LOOK_FONT_NUMERIC},
    {"font-variant-position", read_position, LOOK_FONT_POSITION, LOOK_FONT_POSITION},
    {"text-decoration", read_decoration, LOOK_TEXT_DECORATION, LOOK_TEXT_DECORATION},
    {"text-decoration-line", read_decoration, LOOK_TEXT_DECORATION, LOOK_TEXT_DECORATION},
};

const struct look_shorthand *look_text_shorthands(size_t *n) {
    *n = ARRAY_LEN(SHORTHANDS);
    return SHORTHANDS;
}
