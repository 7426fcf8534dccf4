/* SPDX-License-Identifier: MIT */
/*
 * Shorthands of style sheets, and properties whose values are read in ways of their own: each gets
 * its whole value and leaves the longhands that it stands for. Decides how a value is parted; what
 * a longhand takes is in look_props.c.
 */
#include "layout/style/look_internal.h"
#include "layout/style/style.h"

#define LENGTH (TAKES_LENGTH | TAKES_PERCENT)

/** One to four values: top, right, bottom, left (CSS Box 4, section 4.1). */
static bool read_sides(struct look_reader *r, const struct css_decl *decl,
                       const struct look_tokens *tokens, const char *const names[4],
                       look_decls *out) {
    static const size_t FROM[5][4] = {{0}, {0, 0, 0, 0}, {0, 1, 0, 1}, {0, 1, 2, 1}, {0, 1, 2, 3}};
    struct look_tokens parts[4];
    size_t n = look_value_parts(tokens, parts, 4);
    if (n < 1 || n > 4) {
        return false;
    }
    for (size_t i = 0; i < 4; i++) {
        const struct look_tokens *part = &parts[FROM[n][i]];
        if (!look_longhand(r, decl, names[i], part->t, part->n, out)) {
            return false;
        }
    }
    return true;
}

static bool read_margin(struct look_reader *r, const struct css_decl *decl,
                        const struct look_tokens *tokens, look_decls *out) {
    static const char *const NAMES[] = {"margin-top", "margin-right", "margin-bottom",
                                        "margin-left"};
    return read_sides(r, decl, tokens, NAMES, out);
}

static bool read_padding(struct look_reader *r, const struct css_decl *decl,
                         const struct look_tokens *tokens, look_decls *out) {
    static const char *const NAMES[] = {"padding-top", "padding-right", "padding-bottom",
                                        "padding-left"};
    return read_sides(r, decl, tokens, NAMES, out);
}

/** Width, style and colour in any order; what is not named is what it is without a sheet: the style
 * none, the colour the text's (CSS Backgrounds 3, section 4.4). */
static bool read_line(struct look_reader *r, const struct css_decl *decl,
                      const struct look_tokens *tokens, const char *const names[3],
                      look_decls *out) {
    enum look_prop width = look_property(str_of(names[0]))->prop;
    enum look_prop style = look_property(str_of(names[1]))->prop;
    enum look_prop colour = look_property(str_of(names[2]))->prop;
    bool seen[3] = {false, false, false};
    for (size_t i = 0; i < tokens->n;) {
        size_t n = look_value_tokens(tokens->t + i, tokens->n - i);
        size_t k = 0;
        while (k < 3 && (seen[k] || !look_longhand(r, decl, names[k], tokens->t + i, n, out))) {
            k++;
        }
        if (k == 3) {
            return false;
        }
        seen[k] = true;
        i += n;
    }
    if (!seen[0]) {
        look_add(out, decl, width, (struct look_value){.kind = LOOK_ABSOLUTE, .length = SP_PT / 2});
    }
    if (!seen[1]) {
        look_add_word(out, decl, style, WORD_NONE);
    }
    if (!seen[2]) {
        look_add_word(out, decl, colour, WORD_CURRENT);
    }
    return tokens->n > 0;
}

static bool read_border_top(struct look_reader *r, const struct css_decl *decl,
                            const struct look_tokens *tokens, look_decls *out) {
    static const char *const NAMES[] = {"border-top-width", "border-top-style", "border-top-color"};
    return read_line(r, decl, tokens, NAMES, out);
}

static bool read_border_bottom(struct look_reader *r, const struct css_decl *decl,
                               const struct look_tokens *tokens, look_decls *out) {
    static const char *const NAMES[] = {"border-bottom-width", "border-bottom-style",
                                        "border-bottom-color"};
    return read_line(r, decl, tokens, NAMES, out);
}

/** `border: 0` and `border: none`: paper has no boxes to take the lines of, but rules it has. */
static bool read_border(struct look_reader *r, const struct css_decl *decl,
                        const struct look_tokens *tokens, look_decls *out) {
    bool none =
        tokens->n == 1 && ((tokens->t->kind == CSS_NUMBER && tokens->t->micro == 0) ||
                           (tokens->t->kind == CSS_IDENT && str_ieq(tokens->t->text, STR("none"))));
    return none && read_border_top(r, decl, tokens, out) &&
           read_border_bottom(r, decl, tokens, out);
}

static bool read_list_style(struct look_reader *r, const struct css_decl *decl,
                            const struct look_tokens *tokens, look_decls *out) {
    size_t n = tokens->n;
    const struct css_token *t = tokens->t;
    if (n == 2 && t[1].kind == CSS_IDENT && str_ieq(t[1].text, STR("outside"))) {
        n = 1;
    }
    return n == 1 && look_longhand(r, decl, "list-style-type", t, 1, out);
}

static bool read_columns(struct look_reader *r, const struct css_decl *decl,
                         const struct look_tokens *tokens, look_decls *out) {
    return tokens->n == 1 && look_longhand(r, decl, "column-count", tokens->t, 1, out);
}

/** `6em 1fr`, or `none`: terms beside what they mean are the one grid that paper has. */
static bool read_grid(struct look_reader *r, const struct css_decl *decl,
                      const struct look_tokens *tokens, look_decls *out) {
    static const struct look_name NONE[] = {{"none", WORD_NONE}, {NULL, WORD_NONE}};
    struct look_value value;
    bool rest = tokens->n == 2 && tokens->t[1].kind == CSS_DIMENSION &&
                str_ieq(tokens->t[1].text, STR("fr"));
    if ((tokens->n != 1 && !rest) ||
        !look_value_read(r->arena, tokens->t, 1, rest ? LENGTH : 0, rest ? NULL : NONE, &value)) {
        return false;
    }
    look_add(out, decl, LOOK_TERM_COLUMN, value);
    return true;
}

/** Nothing behind the text is what paper has. */
static bool read_background(struct look_reader *r, const struct css_decl *decl,
                            const struct look_tokens *tokens, look_decls *out) {
    (void)r;
    (void)decl;
    (void)out;
    return tokens->n == 1 && tokens->t->kind == CSS_IDENT &&
           (str_ieq(tokens->t->text, STR("none")) || str_ieq(tokens->t->text, STR("transparent")));
}

/** Figures: lining, old style, tabular, proportional. */
static bool read_numeric(struct look_reader *r, const struct css_decl *decl,
                         const struct look_tokens *tokens, look_decls *out) {
    static const struct {
        const char *name;
        unsigned feature;
    } NAMES[] = {{"normal", 0},
                 {"lining-nums", 0},
                 {"proportional-nums", 0},
                 {"oldstyle-nums", FONT_ONUM},
                 {"tabular-nums", FONT_TNUM}};
    struct look_value value = {.kind = LOOK_NUMBER};
    (void)r;
    for (size_t i = 0; i < tokens->n; i++) {
        size_t k = 0;
        while (k < ARRAY_LEN(NAMES) && !(tokens->t[i].kind == CSS_IDENT &&
                                         str_ieq(tokens->t[i].text, str_of(NAMES[k].name)))) {
            k++;
        }
        if (k == ARRAY_LEN(NAMES)) {
            return false;
        }
        value.features |= NAMES[k].feature;
    }
    look_add(out, decl, LOOK_FONT_NUMERIC, value);
    return tokens->n > 0;
}

/** A family's name: a string, or words with single spaces; how many tokens it takes up. */
static size_t read_family_name(struct look_reader *r, const struct css_token *t, size_t n,
                               struct str *name) {
    size_t i = 0;
    *name = STR_EMPTY;
    if (n > 0 && t->kind == CSS_STRING) {
        *name = arena_str(r->arena, t->text);
        return 1;
    }
    for (; i < n && t[i].kind == CSS_IDENT; i++) {
        *name = i == 0 ? t[i].text : arena_join(r->arena, 3, *name, STR(" "), t[i].text);
    }
    return i;
}

static bool generic_family(struct str name, enum font_class *cls) {
    static const struct {
        const char *name;
        enum font_class cls;
    } GENERIC[] = {{"serif", FONT_SERIF},        {"sans-serif", FONT_SANS},
                   {"monospace", FONT_MONO},     {"system-ui", FONT_SANS},
                   {"ui-sans-serif", FONT_SANS}, {"ui-serif", FONT_SERIF},
                   {"ui-monospace", FONT_MONO}};
    for (size_t i = 0; i < ARRAY_LEN(GENERIC); i++) {
        if (str_ieq(name, str_of(GENERIC[i].name))) {
            *cls = GENERIC[i].cls;
            return true;
        }
    }
    return false;
}

/** Names between commas (CSS Fonts 4, section 2.1); generic ones are those without quotes. */
static bool read_families(struct look_reader *r, const struct css_decl *decl,
                          const struct look_tokens *tokens, look_decls *out) {
    VEC(struct look_family) list = VEC_INIT;
    bool good = true;
    for (size_t i = 0; i <= tokens->n && good; i++) { /* a comma at the end has no name behind it */
        struct look_family f = {STR_EMPTY, FONT_SERIF};
        bool quoted = i < tokens->n && tokens->t[i].kind == CSS_STRING;
        i += read_family_name(r, tokens->t + i, tokens->n - i, &f.name);
        good = f.name.n > 0 && (i == tokens->n || tokens->t[i].kind == CSS_COMMA);
        if (!quoted && generic_family(f.name, &f.cls)) {
            f.name = STR_EMPTY;
        }
        vec_push(&list, f);
    }
    struct look_value value = {.kind = LOOK_FAMILIES, .nfamilies = list.n};
    value.families = vec_keep(&list, r->arena);
    vec_drop(&list);
    if (good) {
        look_add(out, decl, LOOK_FONT_FAMILY, value);
    }
    return good;
}

/** `font: italic small-caps bold 11pt/1.3 family, family` (CSS Fonts 4, section 2.7): what it does
 * not name is normal again. */
static bool read_font(struct look_reader *r, const struct css_decl *decl,
                      const struct look_tokens *tokens, look_decls *out) {
    static const char *const BEFORE[] = {"font-style", "font-variant", "font-weight"};
    static const enum look_prop RESET[] = {LOOK_FONT_STYLE, LOOK_FONT_CAPS, LOOK_FONT_WEIGHT,
                                           LOOK_FONT_NUMERIC, LOOK_LINE_HEIGHT};
    size_t i = 0;
    for (size_t k = 0; k < ARRAY_LEN(RESET); k++) {
        look_add_word(out, decl, RESET[k], WORD_NORMAL);
    }
    while (i < tokens->n && !look_longhand(r, decl, "font-size", tokens->t + i, 1, out)) {
        size_t k = 0;
        while (k < 3 && !look_longhand(r, decl, BEFORE[k], tokens->t + i, 1, out)) {
            k++;
        }
        if (k == 3) {
            return false;
        }
        i++;
    }
    if (i == tokens->n) {
        return false; /* without a size */
    }
    i++;
    if (i + 1 < tokens->n && tokens->t[i].kind == CSS_DELIM && str_is(tokens->t[i].text, "/")) {
        if (!look_longhand(r, decl, "line-height", tokens->t + i + 1, 1, out)) {
            return false;
        }
        i += 2;
    }
    struct look_tokens rest = {tokens->t + i, tokens->n - i};
    return read_families(r, decl, &rest, out);
}

static const struct look_shorthand SHORTHANDS[] = {
    {"background", read_background, LOOK_COUNT, LOOK_COUNT},
    {"background-color", read_background, LOOK_COUNT, LOOK_COUNT},
    {"border", read_border, LOOK_BORDER_TOP_WIDTH, LOOK_BORDER_BOTTOM_COLOR},
    {"border-bottom", read_border_bottom, LOOK_BORDER_BOTTOM_WIDTH, LOOK_BORDER_BOTTOM_COLOR},
    {"border-top", read_border_top, LOOK_BORDER_TOP_WIDTH, LOOK_BORDER_TOP_COLOR},
    {"columns", read_columns, LOOK_COLUMN_COUNT, LOOK_COLUMN_COUNT},
    {"font", read_font, LOOK_FONT_FAMILY, LOOK_LINE_HEIGHT},
    {"font-family", read_families, LOOK_FONT_FAMILY, LOOK_FONT_FAMILY},
    {"font-variant-numeric", read_numeric, LOOK_FONT_NUMERIC, LOOK_FONT_NUMERIC},
    {"grid-template-columns", read_grid, LOOK_TERM_COLUMN, LOOK_TERM_COLUMN},
    {"list-style", read_list_style, LOOK_LIST_STYLE, LOOK_LIST_STYLE},
    {"margin", read_margin, LOOK_MARGIN_TOP, LOOK_MARGIN_LEFT},
    {"padding", read_padding, LOOK_PADDING_TOP, LOOK_PADDING_LEFT},
};

const struct look_shorthand *look_shorthand(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(SHORTHANDS); i++) {
        if (str_is(name, SHORTHANDS[i].name)) {
            return &SHORTHANDS[i];
        }
    }
    return NULL;
}

const struct look_shorthand *look_shorthands(size_t *n) {
    *n = ARRAY_LEN(SHORTHANDS);
    return SHORTHANDS;
}
