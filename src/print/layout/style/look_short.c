/* SPDX-License-Identifier: MIT */
/*
 * Shorthands, and other properties with readers of their own. Each reads the whole value and adds
 * longhands. look_props.c has the values of ordinary longhands.
 */
#include "print/layout/style/default_style.h"
#include "print/layout/style/look_internal.h"

bool look_read_list_style(const struct look_reading *in) {
    size_t n = in->n;
    const struct css_token *t = in->t;
    if (n == 2 && look_token_is(&t[1], "outside")) {
        n = 1;
    }
    return n == 1 && look_longhand(in, LOOK_LIST_STYLE, t, 1);
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
bool look_read_families(const struct look_reading *in) {
    VEC(struct look_family) list = VEC_INIT;
    bool good = true;
    /* the loop goes one step beyond the end, so that it finds a comma without a name after it */
    for (size_t i = 0; i <= in->n && good; i++) {
        struct look_family f = {STR_EMPTY, FONT_SERIF};
        bool quoted = i < in->n && in->t[i].kind == CSS_STRING;
        i += read_family_name(in->r, in->t + i, in->n - i, &f.name);
        good = f.name.n > 0 && (i == in->n || in->t[i].kind == CSS_COMMA);
        if (!quoted && generic_family(f.name, &f.cls)) {
            f.name = STR_EMPTY;
        }
        vec_push(&list, f);
    }
    struct look_value value = {.kind = LOOK_FAMILIES, .nfamilies = list.n};
    value.families = vec_finish(&list, in->r->arena);
    if (good) {
        look_add(in, LOOK_FONT_FAMILY, value);
    }
    return good;
}

/** Reads `font: italic small-caps bold 11pt/1.3 family, family` (CSS Fonts 4, section 2.7). Missing
 * parts become normal. */
bool look_read_font(const struct look_reading *in) {
    static const enum look_prop BEFORE[] = {LOOK_FONT_STYLE, LOOK_FONT_CAPS, LOOK_FONT_WEIGHT};
    static const enum look_prop RESET[] = {LOOK_FONT_STYLE, LOOK_FONT_CAPS, LOOK_FONT_WEIGHT,
                                           LOOK_FONT_NUMERIC, LOOK_LINE_HEIGHT};
    size_t i = 0;
    for (size_t k = 0; k < ARRAY_LEN(RESET); k++) {
        look_add_word(in, RESET[k], WORD_NORMAL);
    }
    while (i < in->n && !look_longhand(in, LOOK_FONT_SIZE, in->t + i, 1)) {
        size_t k = 0;
        while (k < 3 && !look_longhand(in, BEFORE[k], in->t + i, 1)) {
            k++;
        }
        if (k == 3) {
            return false;
        }
        i++;
    }
    if (i == in->n) {
        return false; /* the size is missing */
    }
    i++;
    if (i + 1 < in->n && in->t[i].kind == CSS_DELIM && str_is(in->t[i].text, "/")) {
        if (!look_longhand(in, LOOK_LINE_HEIGHT, in->t + i + 1, 1)) {
            return false;
        }
        i += 2;
    }
    struct look_reading rest = *in;
    rest.t += i;
    rest.n -= i;
    return look_read_families(&rest);
}
