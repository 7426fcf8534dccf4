/* SPDX-License-Identifier: MIT */
/*
 * Finds families and characters through fontconfig, for fonts that are not at known places.
 * A family is found only by its exact name, so that no font is replaced silently. The configuration
 * is a separate object that is loaded when it is first needed, so no global state changes.
 */
#include "core/base/file.h"
#include "print/font/fc_library.h"
#include "print/font/font_internal.h"

#include <stddef.h>
#include <stdlib.h>

struct calls {
#define CALL(name) MODULE_FIELD(name)
#include "print/font/fc_calls.def"
#undef CALL
};

/* The functions of fontconfig, which is loaded at the first call. */
static const struct calls *fc(void) {
    static const struct module_symbol symbols[] = {
#define CALL(name) MODULE_SYMBOL(name)
#include "print/font/fc_calls.def"
#undef CALL
    };
    return module_calls(MODULE_FONTCONFIG, symbols, ARRAY_LEN(symbols), sizeof(struct calls));
}
/* Calls a function of fontconfig. `name` is its name without "Fc". */
#define FC(name, ...) (fc()->Fc##name(__VA_ARGS__))

/* the cost of a colour font, which is larger than the cost of any difference in style, weight and
 * width */
#define COLOUR_COST 100000000u

struct fc_library {
    FcConfig *config; /* the configuration; NULL: fontconfig could not start */
};

typedef VEC(struct str) places;

static void add_places(struct fonts *fonts, places *all, FcStrList *list) {
    for (FcChar8 *path = list ? FC(StrListNext, list) : NULL; path; path = FC(StrListNext, list)) {
        vec_push(all, arena_str(fonts->arena, str_of((const char *)path)));
    }
    if (list) {
        FC(StrListDone, list);
    }
}

/** Records the files and folders on which the results of fontconfig depend: its configuration and
 * the folders of fonts. */
static void record_places(struct fonts *fonts) {
    FcConfig *config = fonts->fc->config;
    places files = VEC_INIT, folders = VEC_INIT;
    if (config) {
        add_places(fonts, &files, FC(ConfigGetConfigFiles, config));
        add_places(fonts, &folders, FC(ConfigGetConfigDirs, config));
        add_places(fonts, &folders, FC(ConfigGetFontDirs, config));
    }
    for (size_t i = 0; i < files.n; i++) {
        memo_note_file(&fonts->inputs, files.p[i]);
        memo_note_file(&fonts->inputs, path_dir(files.p[i]));
    }
    for (size_t i = 0; i < folders.n; i++) {
        memo_note_file(&fonts->inputs, folders.p[i]);
    }
    vec_drop(&files);
    vec_drop(&folders);
}

static FcConfig *library(struct fonts *fonts) {
    if (fonts->fc == NULL) {
        fonts->fc = ARENA_NEW(fonts->arena, struct fc_library);
        /* Without a configuration, as in a container without fonts, fontconfig would print an
         * error. */
        bool configured = fonts->own.n == 0 || file_exists(STR("/etc/fonts/fonts.conf"));
        fonts->fc->config = configured ? FC(InitLoadConfigAndFonts) : NULL;
        if (fonts->fc->config != NULL && fonts->own.n > 0) {
            (void)FC(ConfigAppFontAddDir, fonts->fc->config, (const FcChar8 *)fonts->own.p);
        }
        record_places(fonts);
    }
    return fonts->fc->config;
}

void font_system_drop(struct fonts *fonts) {
    if (fonts->fc != NULL && fonts->fc->config != NULL) {
        FC(ConfigDestroy, fonts->fc->config);
        fonts->fc->config = NULL;
    }
}

struct str *fonts_places(struct fonts *fonts, size_t *n) {
    FcConfig *config = library(fonts);
    places all = VEC_INIT;
    if (config) {
        add_places(fonts, &all, FC(ConfigGetConfigFiles, config));
        add_places(fonts, &all, FC(ConfigGetFontDirs, config));
        add_places(fonts, &all, FC(ConfigGetCacheDirs, config));
    }
    if (fonts->own.n > 0) {
        vec_push(&all, fonts->own);
    }
    struct str *out = vec_finish(&all, fonts->arena);
    *n = all.n;
    return out;
}

static int pattern_int(const FcPattern *p, const char *object, int fallback) {
    int v;
    return FC(PatternGetInteger, p, object, 0, &v) == FcResultMatch ? v : fallback;
}

static struct str pattern_str(const FcPattern *p, const char *object) {
    FcChar8 *s;
    return FC(PatternGetString, p, object, 0, &s) == FcResultMatch ? str_of((const char *)s)
                                                                   : STR_EMPTY;
}

static bool pattern_bool(const FcPattern *p, const char *object) {
    FcBool v = FcFalse;
    return FC(PatternGetBool, p, object, 0, &v) == FcResultMatch && v;
}

/* Whether the font can be embedded: it must be OpenType or TrueType, and not variable. */
static bool usable(const FcPattern *p) {
    struct str format = pattern_str(p, FC_FONTFORMAT);
    return !pattern_bool(p, FC_VARIABLE) && pattern_int(p, FC_INDEX, 0) >= 0 &&
           pattern_int(p, FC_INDEX, 0) < 0x10000 &&
           (str_is(format, "CFF") || str_is(format, "TrueType")) &&
           !str_ends(pattern_str(p, FC_FILE), STR(".pfb"));
}

/* Whether the face is a variable font without a chosen place on its axes. */
static bool is_variable(const FcPattern *p) {
    return pattern_bool(p, FC_VARIABLE) && str_is(pattern_str(p, FC_FONTFORMAT), "TrueType");
}

/* The weight of a face as in CSS; 0 for a variable font, which has a range of weights. */
static unsigned pattern_weight(const FcPattern *p) {
    static const struct {
        int fontconfig;
        unsigned css;
    } scale[] = {{210, 900}, {205, 800}, {200, 700}, {180, 600}, {100, 500},
                 {80, 400},  {55, 350},  {50, 300},  {40, 200}};
    int v;
    if (is_variable(p) && FC(PatternGetInteger, p, FC_WEIGHT, 0, &v) != FcResultMatch) {
        return 0;
    }
    v = pattern_int(p, FC_WEIGHT, FC_WEIGHT_REGULAR);
    for (size_t i = 0; i < ARRAY_LEN(scale); i++) {
        if (v >= scale[i].fontconfig) {
            return scale[i].css;
        }
    }
    return 100;
}

static unsigned pattern_style(const FcPattern *p) {
    unsigned style = 0;
    style |= pattern_weight(p) >= 600 ? FONT_BOLD : 0;
    style |= pattern_int(p, FC_SLANT, FC_SLANT_ROMAN) != FC_SLANT_ROMAN ? FONT_ITALIC : 0;
    style |= font_width_face(pattern_int(p, FC_WIDTH, FC_WIDTH_NORMAL));
    return style;
}

/* How much a face differs from a style. The style counts most, then weight and width. Colour fonts
 * come last, because text is black. */
static unsigned face_cost(const FcPattern *p, unsigned style) {
    /* the cost for each unit of weight, and for each per cent of width */
    enum { WEIGHT_COST = 20, WIDTH_COST = 2000 };
    int width = pattern_int(p, FC_WIDTH, FC_WIDTH_NORMAL);
    unsigned weight = pattern_weight(p), want = font_style_weight(style), have = pattern_style(p);
    unsigned off = weight > 0 ? font_weight_cost(want, weight) * WEIGHT_COST : 0;
    have |= weight == 0 ? style & FONT_BOLD : 0;
    int ideal = (int)font_style_width(style);
    unsigned wide = (unsigned)(width > ideal ? width - ideal : ideal - width);
    /* the width counts more if the style sets it */
    wide *= ideal == FC_WIDTH_NORMAL ? 1 : WIDTH_COST;
    return font_family_style_cost(style & (FONT_BOLD | FONT_ITALIC), have) * 100000 + off + wide +
           (pattern_bool(p, FC_COLOR) ? COLOUR_COST : 0);
}

static bool place_from(struct fonts *fonts, const FcPattern *p, struct face_place *out) {
    if (p == NULL) {
        return false;
    }
    *out = (struct face_place){arena_str(fonts->arena, pattern_str(p, FC_FILE)),
                               (unsigned)pattern_int(p, FC_INDEX, 0) & 0xFFFF, pattern_style(p)};
    return true;
}

/* How much a face differs from a face for running text. The name of the family shows the purpose of
 * the face. */
static unsigned purpose_cost(struct str family, enum font_class cls) {
    static const char *const special[] = {"Looped", "UI",        "Display", "Nastaliq", "Kufi",
                                          "Rashi",  "Condensed", "Extra",   "Emoji"};
    bool sans =
        str_find(family, STR("Sans")) != STR_NONE || str_find(family, STR("Gothic")) != STR_NONE;
    bool mono = str_find(family, STR("Mono")) != STR_NONE;
    unsigned cost = mono != (cls == FONT_MONO) ? 2 : 0;
    cost += !mono && sans == (cls == FONT_SERIF) ? 1 : 0;
    for (size_t i = 0; i < ARRAY_LEN(special); i++) {
        cost += str_find(family, str_of(special[i])) != STR_NONE ? 4 : 0;
    }
    return cost;
}

/* How much a face differs from a wish. The language counts first, then purpose and class, then
 * style: another weight is less noticeable than another design. */
static uint64_t wish_cost(const FcPattern *p, const struct font_wish *wish) {
    FcLangSet *langs = NULL;
    bool speaks = wish->lang == NULL ||
                  (FC(PatternGetLangSet, p, FC_LANG, 0, &langs) == FcResultMatch &&
                   FC(LangSetHasLang, langs, (const FcChar8 *)wish->lang) == FcLangEqual);
    uint64_t cost = speaks ? 0 : 64;
    cost += purpose_cost(pattern_str(p, FC_FAMILY), wish->cls);
    return cost << 32 | face_cost(p, wish->face);
}

/* The best usable face of a set: for a style, or for `wish` if it is not NULL. Of equal faces the
 * one with the smaller path is chosen, so that the result does not depend on the order of files on
 * the disk. */
static const FcPattern *set_best(const FcFontSet *set, unsigned style,
                                 const struct font_wish *wish) {
    const FcPattern *best = NULL;
    uint64_t best_cost = 0;
    for (int i = 0; set != NULL && i < set->nfont; i++) {
        const FcPattern *p = set->fonts[i];
        if (!usable(p) && (wish != NULL || !is_variable(p))) {
            continue;
        }
        uint64_t cost = wish != NULL ? wish_cost(p, wish) : face_cost(p, style);
        if (best == NULL || cost < best_cost ||
            (cost == best_cost &&
             str_cmp(pattern_str(p, FC_FILE), pattern_str(best, FC_FILE)) < 0)) {
            best = p;
            best_cost = cost;
        }
    }
    return best;
}

/* Lists the faces that match `want`, with the properties that this file reads. Frees `want`. */
static FcFontSet *list_faces(FcConfig *config, FcPattern *want) {
    FcObjectSet *objects =
        FC(ObjectSetBuild, FC_FILE, FC_INDEX, FC_WEIGHT, FC_SLANT, FC_WIDTH, FC_FONTFORMAT,
           FC_VARIABLE, FC_COLOR, FC_FAMILY, FC_LANG, (char *)NULL);
    FcFontSet *set = FC(FontList, config, want, objects);
    FC(ObjectSetDestroy, objects);
    FC(PatternDestroy, want);
    return set;
}

static void drop_set(FcFontSet *set) {
    if (set != NULL) {
        FC(FontSetDestroy, set);
    }
}

/* The best of the faces that match `want`. Frees `want`. */
static bool list_best(struct fonts *fonts, FcConfig *config, FcPattern *want, unsigned style,
                      const struct font_wish *wish, struct face_place *out) {
    FcFontSet *set = list_faces(config, want);
    bool found = place_from(fonts, set_best(set, style, wish), out);
    drop_set(set);
    return found;
}

bool font_system_family(struct fonts *fonts, struct str family, unsigned style,
                        struct face_place *out) {
    /* FC_FULLNAME is for names such as "STIX Two Text Medium" */
    static const char *const objects[] = {FC_FAMILY, FC_FULLNAME};
    FcConfig *config = library(fonts);
    struct str name = arena_str(fonts->arena, family); /* the copy ends with a NUL */
    bool found = false;
    for (size_t i = 0; i < ARRAY_LEN(objects) && config != NULL && !found; i++) {
        FcPattern *want = FC(PatternCreate);
        FC(PatternAddString, want, objects[i], (const FcChar8 *)name.p);
        found = list_best(fonts, config, want, style, NULL, out);
    }
    return found;
}

bool font_system_char(struct fonts *fonts, uint32_t cp, const struct font_wish *wish,
                      struct face_place *out) {
    FcConfig *config = library(fonts);
    if (config == NULL) {
        return false;
    }
    FcPattern *want = FC(PatternCreate);
    FcCharSet *chars = FC(CharSetCreate);
    FC(CharSetAddChar, chars, cp);
    FC(PatternAddCharSet, want, FC_CHARSET, chars);
    FC(CharSetDestroy, chars);
    return list_best(fonts, config, want, 0, wish, out);
}

/* An emoji face, with the keys for sorting. */
struct emoji_face {
    const FcPattern *pattern;
    /* the face is in colour; the face has emoji, according to fontconfig ("und-zsye") */
    bool colour, emoji;
};

static bool is_for_emoji(const FcPattern *p) {
    FcLangSet *langs;
    return FC(PatternGetLangSet, p, FC_LANG, 0, &langs) == FcResultMatch &&
           FC(LangSetHasLang, langs, (const FcChar8 *)"und-zsye") == FcLangEqual;
}

/* The order of emoji faces: colour fonts first, then fonts made for emoji, then by path, so that
 * the result does not depend on the order of files on the disk. */
static int emoji_order(const void *a, const void *b) {
    const struct emoji_face *x = a, *y = b;
    if (x->colour != y->colour) {
        return x->colour ? -1 : 1;
    }
    if (x->emoji != y->emoji) {
        return x->emoji ? -1 : 1;
    }
    return str_cmp(pattern_str(x->pattern, FC_FILE), pattern_str(y->pattern, FC_FILE));
}

size_t font_system_emoji(struct fonts *fonts, struct face_place out[EMOJI_FONTS]) {
    FcConfig *config = library(fonts);
    size_t n = 0;
    if (config == NULL) {
        return 0;
    }
    FcFontSet *set = list_faces(config, FC(PatternCreate));
    VEC(struct emoji_face) faces = VEC_INIT;
    for (int i = 0; set != NULL && i < set->nfont; i++) {
        const FcPattern *p = set->fonts[i];
        struct emoji_face face = {p, pattern_bool(p, FC_COLOR), is_for_emoji(p)};
        if (usable(p) && (face.colour || face.emoji)) {
            vec_push(&faces, face);
        }
    }
    vec_sort(&faces, emoji_order);
    for (size_t i = 0; i < faces.n && n < EMOJI_FONTS; i++) {
        n += place_from(fonts, faces.p[i].pattern, &out[n]);
    }
    vec_drop(&faces);
    drop_set(set);
    return n;
}

void font_system_families(struct fonts *fonts) {
    FcConfig *config = library(fonts);
    if (fonts->families != NULL || config == NULL) {
        return;
    }
    FcPattern *want = FC(PatternCreate);
    FcObjectSet *objects = FC(ObjectSetBuild, FC_FAMILY, (char *)NULL);
    FcFontSet *set = FC(FontList, config, want, objects);
    VEC(struct str) names = VEC_INIT;
    for (int i = 0; set != NULL && i < set->nfont; i++) {
        struct str name = pattern_str(set->fonts[i], FC_FAMILY);
        if (name.n > 0) {
            vec_push(&names, arena_str(fonts->arena, name));
        }
    }
    vec_sort(&names, str_order);
    size_t n = 0;
    for (size_t i = 0; i < names.n; i++) {
        if (n == 0 || !str_eq(names.p[i], names.p[n - 1])) {
            names.p[n++] = names.p[i];
        }
    }
    names.n = n;
    fonts->families = vec_finish(&names, fonts->arena);
    fonts->nfamilies = n;
    drop_set(set);
    FC(ObjectSetDestroy, objects);
    FC(PatternDestroy, want);
}
