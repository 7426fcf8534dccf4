/* SPDX-License-Identifier: MIT */
/*
 * Shorthands, and other properties with readers of their own. Each reads the whole value and adds
 * longhands. look_props.c has the values of ordinary longhands.
 */
#include "print/layout/style/default_style.h"
#include "print/layout/style/look_internal.h"

static bool read_list_style(struct look_reader *r, const struct css_decl *decl,
                            const struct look_tokens *tokens, look_decls *out) {
    size_t n = tokens->n;
    const struct css_token *t = tokens->t;
    if (n == 2 && t[1].kind == CSS_IDENT && str_ieq(t[1].text, STR("outside"))) {
        n = 1;
    }
    return n == 1 && look_longhand(r, decl, "list-style-type", t, 1, out);
}

/** Reads the name of a family: a string, or words. Returns the number of its tokens. */
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

/** Reads family names separated by commas (CSS Fonts 4, section 2.1). Names of generic families are
 * not in quotes. */
static bool read_families(struct look_reader *r, const struct css_decl *decl,
                          const struct look_tokens *tokens, look_decls *out) {
    VEC(struct look_family) list = VEC_INIT;
    bool good = true;
    for (size_t i = 0; i <= tokens->n && good;
         i++) { /* goes one step beyond the end, so that a comma at the end is found to have no name
                   after it */
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

/** Reads `font: italic small-caps bold 11pt/1.3 family, family` (CSS Fonts 4, section 2.7). Missing
 * parts become normal. */
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
        return false; /* the size is missing */
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
    {"font", read_font, LOOK_FONT_FAMILY, LOOK_LINE_HEIGHT},
    {"font-family", read_families, LOOK_FONT_FAMILY, LOOK_FONT_FAMILY},
    {"list-style", read_list_style, LOOK_LIST_STYLE, LOOK_LIST_STYLE},
};

static const struct look_shorthand *own_shorthands(size_t *n) {
    *n = ARRAY_LEN(SHORTHANDS);
    return SHORTHANDS;
}

const struct look_shorthand *look_shorthand_at(size_t i) {
    static const struct look_shorthand *(*const LISTS[])(size_t *) = {
        own_shorthands, look_box_shorthands, look_content_shorthands, look_text_shorthands};
    for (size_t k = 0; k < ARRAY_LEN(LISTS); k++) {
        size_t n = 0;
        const struct look_shorthand *list = LISTS[k](&n);
        if (i < n) {
            return &list[i];
        }
        i -= n;
    }
    return NULL;
}

const struct look_shorthand *look_shorthand(struct str name) {
    const struct look_shorthand *s = look_shorthand_at(0);
    for (size_t i = 1; s && !str_is(name, s->name); i++) {
        s = look_shorthand_at(i);
    }
    return s;
}
