/* SPDX-License-Identifier: MIT */
/*
 * Chooses the face for a character that is missing in the font of the text. Families that the
 * author names are tried first. Then the choice depends on the script, the class of the text's font
 * (serif, sans serif, typewriter) and the language, because one ideograph has different forms in
 * Beijing, Taipei, Tokyo and Seoul. Families at known places are tried before fontconfig, which is
 * loaded only when none of them has the character.
 */
#include "print/font/font_internal.h"

#include "core/base/file.h"
#include "core/base/search.h"

/* ---- families */

enum stand_in_family {
    GENTIUM,
    NOTO_SERIF,
    NOTO_SANS,
    LM_MATH,
    NOTO_MATH,
    SYMBOLS,
    SYMBOLS2,
    LM_ROMAN,
    TERMES,
    DEJAVU_SERIF,
    DEJAVU_SANS,
    DEJAVU_MONO,
    NOTO_MONO,
    SERIF_JP,
    SERIF_KR,
    SERIF_SC,
    SERIF_TC,
    SERIF_HK,
    SANS_JP,
    SANS_KR,
    SANS_SC,
    SANS_TC,
    SANS_HK,
    STAND_INS
};
static const char *const names[] = {
    [GENTIUM] = "Gentium Plus",        [NOTO_SERIF] = "Noto Serif",
    [NOTO_SANS] = "Noto Sans",         [LM_MATH] = "Latin Modern Math",
    [NOTO_MATH] = "Noto Sans Math",    [SYMBOLS] = "Noto Sans Symbols",
    [SYMBOLS2] = "Noto Sans Symbols2", [LM_ROMAN] = "Latin Modern Roman",
    [TERMES] = "TeX Gyre Termes",      [DEJAVU_SERIF] = "DejaVu Serif",
    [DEJAVU_SANS] = "DejaVu Sans",     [DEJAVU_MONO] = "DejaVu Sans Mono",
    [NOTO_MONO] = "Noto Sans Mono",    [SERIF_JP] = "Noto Serif CJK JP",
    [SERIF_KR] = "Noto Serif CJK KR",  [SERIF_SC] = "Noto Serif CJK SC",
    [SERIF_TC] = "Noto Serif CJK TC",  [SERIF_HK] = "Noto Serif CJK HK",
    [SANS_JP] = "Noto Sans CJK JP",    [SANS_KR] = "Noto Sans CJK KR",
    [SANS_SC] = "Noto Sans CJK SC",    [SANS_TC] = "Noto Sans CJK TC",
    [SANS_HK] = "Noto Sans CJK HK",
};
_Static_assert(STAND_INS <= FONT_STAND_INS, "fonts has room for all of them");

/* The families to try for each class: text faces first, then mathematics and symbols. Gentium Plus
 * has Greek, Cyrillic and all Latin letters, and is about as dark as Latin Modern. */
#define ORDER_MAX 12
#define SIGNS LM_MATH, NOTO_MATH, SYMBOLS, SYMBOLS2, LM_ROMAN, TERMES, DEJAVU_SANS
static const uint8_t orders[][ORDER_MAX] = {
    [FONT_SERIF] = {GENTIUM, NOTO_SERIF, NOTO_SANS, SIGNS, DEJAVU_SERIF},
    [FONT_SANS] = {NOTO_SANS, DEJAVU_SANS, GENTIUM, NOTO_SERIF, SIGNS},
    [FONT_MONO] = {DEJAVU_MONO, NOTO_MONO, NOTO_SANS, GENTIUM, NOTO_SERIF, SIGNS},
};
/* The order for mathematical symbols. Fonts for formulas come first, because symbols of text fonts
 * would not match the others in a formula. */
static const uint8_t mathematical_order[ORDER_MAX] = {SIGNS, GENTIUM, NOTO_SERIF, NOTO_SANS};

static bool is_mathematical(uint32_t cp) {
    return (cp >= 0x2100 && cp < 0x2150) || (cp >= 0x2190 && cp < 0x2300) ||
           (cp >= 0x27C0 && cp < 0x2800) || (cp >= 0x2900 && cp < 0x2B00) ||
           (cp >= 0x1D400 && cp < 0x1D800);
}

/* Returns a face of the family, or NULL if it is not installed. Does not load fontconfig. */
static struct font *stand_in(struct fonts *fonts, enum stand_in_family i, unsigned face) {
    struct stand_in *s = &fonts->stand_ins[face][i];
    struct face_place place;
    if (!s->looked) {
        s->looked = true;
        if (font_family_known(fonts, str_of(names[i]), face, 10 * SP_PT, &place)) {
            s->font = font_open_face(fonts, place.path, place.index);
        }
    }
    return s->font;
}

static struct font *with(struct font *font, uint32_t cp) {
    return font != NULL && font_shows(font, cp) ? font : NULL;
}

/* ---- scripts of East Asia */

bool font_is_cjk(uint32_t cp) {
    return (cp >= 0x2E80 && cp < 0xA4D0) || (cp >= 0x1100 && cp < 0x1200) ||
           (cp >= 0xA960 && cp < 0xA980) || (cp >= 0xAC00 && cp < 0xD800) ||
           (cp >= 0xF900 && cp < 0xFB00) || (cp >= 0xFE30 && cp < 0xFE50) ||
           (cp >= 0xFF00 && cp < 0xFFF0) || (cp >= 0x1B000 && cp < 0x1B170) ||
           (cp >= 0x1F200 && cp < 0x1F300) || (cp >= 0x20000 && cp < 0x40000);
}

/* The national forms of ideographs, in the order of their families in enum stand_in_family. */
enum cjk_form { FORM_JP, FORM_KR, FORM_SC, FORM_TC, FORM_HK, FORMS };

static bool has_subtag(struct str lang, const char *subtag) {
    while (lang.n > 0) {
        if (str_ieq(str_cut(&lang, '-'), str_of(subtag))) {
            return true;
        }
    }
    return false;
}

/* Returns the form of ideographs for a language. If the language has no ideographs, the script of
 * `cp` decides. */
static enum cjk_form cjk_form(struct str lang, uint32_t cp) {
    if (str_is_lang(lang, "ja")) {
        return FORM_JP;
    }
    if (str_is_lang(lang, "ko")) {
        return FORM_KR;
    }
    if (str_is_lang(lang, "yue") || has_subtag(lang, "HK")) {
        return FORM_HK;
    }
    if (has_subtag(lang, "Hant") || has_subtag(lang, "TW") || has_subtag(lang, "MO")) {
        return FORM_TC;
    }
    if (str_is_lang(lang, "zh")) {
        return FORM_SC;
    }
    bool kana = (cp >= 0x3040 && cp < 0x3100) || (cp >= 0x31F0 && cp < 0x3200);
    bool hangul = (cp >= 0x1100 && cp < 0x1200) || (cp >= 0x3130 && cp < 0x3190) ||
                  (cp >= 0xA960 && cp < 0xA980) || (cp >= 0xAC00 && cp < 0xD800);
    return kana ? FORM_JP : hangul ? FORM_KR : FORM_SC;
}

static struct font *cjk_find(struct fonts *fonts, uint32_t cp, enum font_class cls, unsigned face,
                             enum cjk_form form) {
    static const char *const langs[] = {[FORM_JP] = "ja",
                                        [FORM_KR] = "ko",
                                        [FORM_SC] = "zh-cn",
                                        [FORM_TC] = "zh-tw",
                                        [FORM_HK] = "zh-hk"};
    struct font *font = NULL;
    bool serif = cls == FONT_SERIF;
    for (int second = 0; second < 2 && font == NULL; second++) {
        int first = serif == (second == 0) ? SERIF_JP : SANS_JP;
        enum stand_in_family family = (enum stand_in_family)(first + (int)form);
        font = with(stand_in(fonts, family, face & FONT_BOLD), cp);
    }
    struct face_place place;
    struct font_wish wish = {face, cls, langs[form]};
    if (font == NULL && font_system_char(fonts, cp, &wish, &place)) {
        font = with(font_open_system(fonts, &place), cp);
    }
    return font;
}

/* ---- scripts that few text faces have */

struct script_row {
    hb_script_t script;
    const char *noto;  /* the script's name in Noto's files: "Thai" in NotoSerifThai-Regular.ttf */
    const char *serif; /* the name of the serif face, if it is not "Serif" and the script's name */
};
#define SCRIPT(a, b, c, d) ((hb_script_t)HB_TAG(a, b, c, d))
static const struct script_row scripts[] = {
    {SCRIPT('A', 'r', 'a', 'b'), "Arabic", "NaskhArabic"},
    {SCRIPT('A', 'r', 'm', 'n'), "Armenian", NULL},
    {SCRIPT('B', 'a', 'l', 'i'), "Balinese", NULL},
    {SCRIPT('B', 'e', 'n', 'g'), "Bengali", NULL},
    {SCRIPT('C', 'a', 'n', 's'), "CanadianAboriginal", NULL},
    {SCRIPT('C', 'h', 'e', 'r'), "Cherokee", NULL},
    {SCRIPT('C', 'o', 'p', 't'), "Coptic", NULL},
    {SCRIPT('D', 'e', 'v', 'a'), "Devanagari", NULL},
    {SCRIPT('E', 'g', 'y', 'p'), "EgyptianHieroglyphs", NULL},
    {SCRIPT('E', 't', 'h', 'i'), "Ethiopic", NULL},
    {SCRIPT('G', 'e', 'o', 'r'), "Georgian", NULL},
    {SCRIPT('G', 'l', 'a', 'g'), "Glagolitic", NULL},
    {SCRIPT('G', 'o', 't', 'h'), "Gothic", NULL},
    {SCRIPT('G', 'u', 'j', 'r'), "Gujarati", NULL},
    {SCRIPT('G', 'u', 'r', 'u'), "Gurmukhi", NULL},
    {SCRIPT('H', 'e', 'b', 'r'), "Hebrew", NULL},
    {SCRIPT('J', 'a', 'v', 'a'), "Javanese", NULL},
    {SCRIPT('K', 'h', 'm', 'r'), "Khmer", NULL},
    {SCRIPT('K', 'n', 'd', 'a'), "Kannada", NULL},
    {SCRIPT('L', 'a', 'o', 'o'), "Lao", NULL},
    {SCRIPT('L', 'i', 'n', 'b'), "LinearB", NULL},
    {SCRIPT('M', 'l', 'y', 'm'), "Malayalam", NULL},
    {SCRIPT('M', 'o', 'n', 'g'), "Mongolian", NULL},
    {SCRIPT('M', 'y', 'm', 'r'), "Myanmar", NULL},
    {SCRIPT('N', 'k', 'o', 'o'), "NKo", NULL},
    {SCRIPT('O', 'g', 'a', 'm'), "Ogham", NULL},
    {SCRIPT('O', 'r', 'y', 'a'), "Oriya", NULL},
    {SCRIPT('R', 'u', 'n', 'r'), "Runic", NULL},
    {SCRIPT('S', 'i', 'n', 'h'), "Sinhala", NULL},
    {SCRIPT('S', 'y', 'r', 'c'), "Syriac", NULL},
    {SCRIPT('T', 'a', 'm', 'l'), "Tamil", NULL},
    {SCRIPT('T', 'e', 'l', 'u'), "Telugu", NULL},
    {SCRIPT('T', 'f', 'n', 'g'), "Tifinagh", NULL},
    {SCRIPT('T', 'h', 'a', 'a'), "Thaana", NULL},
    {SCRIPT('T', 'h', 'a', 'i'), "Thai", NULL},
    {SCRIPT('T', 'i', 'b', 't'), "Tibetan", NULL},
    {SCRIPT('X', 's', 'u', 'x'), "Cuneiform", NULL},
};

static struct font *noto_open(struct fonts *fonts, const char *kind, const char *name, bool bold) {
    struct str path = arena_printf(fonts->arena, "/usr/share/fonts/truetype/noto/Noto%s%s-%s.ttf",
                                   kind, name, bold ? "Bold" : "Regular");
    return memo_exists(&fonts->inputs, path) ? font_open_face(fonts, path, 0) : NULL;
}

/* The script of a character. A punctuation mark that several scripts share, such as the danda or
 * the Arabic comma, gets the script in whose block it is. */
static hb_script_t script_of(uint32_t cp) {
    hb_script_t script = HB(unicode_script, HB(unicode_funcs_get_default), cp);
    if (script != HB_SCRIPT_COMMON && script != HB_SCRIPT_INHERITED) {
        return script;
    }
    return cp >= 0x600 && cp < 0x700   ? HB_SCRIPT_ARABIC
           : cp >= 0x900 && cp < 0x980 ? HB_SCRIPT_DEVANAGARI
           : cp >= 0xE00 && cp < 0xE80 ? HB_SCRIPT_THAI
                                       : script;
}

/* Returns Noto's face for the script of a character, or NULL. A face of the requested weight and of
 * the text's class is preferred. */
static struct font *script_find(struct fonts *fonts, uint32_t cp, enum font_class cls,
                                unsigned face) {
    hb_script_t script = script_of(cp);
    struct font *font = NULL;
    size_t row;
    SEARCH_FIRST(row, 0, ARRAY_LEN(scripts), scripts[row].script >= script);
    if (row == ARRAY_LEN(scripts) || scripts[row].script != script) {
        return NULL;
    }
    const struct script_row *s = &scripts[row];
    for (int i = 0; i < 4 && font == NULL; i++) {
        bool serif = (cls == FONT_SERIF) == (i % 2 == 0);
        bool bold = (face & FONT_BOLD) != 0 && i < 2;
        bool own = serif && s->serif != NULL;
        font = with(noto_open(fonts,
                              own     ? ""
                              : serif ? "Serif"
                                      : "Sans",
                              own ? s->serif : s->noto, bold),
                    cp);
    }
    return font;
}

/* ---- what the author names */

void fonts_choose(struct fonts *fonts, const struct font_choice *list, size_t n) {
    if (n == 0 && fonts->nchoices == 0) {
        return;
    }
    fonts->choices = ARENA_ARRAY(fonts->arena, struct font_choice, n);
    fonts->nchoices = n;
    for (size_t i = 0; i < n; i++) {
        fonts->choices[i] = list[i];
        fonts->choices[i].family = arena_str(fonts->arena, list[i].family);
    }
    map_drop(&fonts->fallbacks);
    fonts->fallbacks = (struct map){0};
}

static struct font *choice_find(struct fonts *fonts, uint32_t cp, enum font_class cls,
                                unsigned face, bool cjk) {
    for (size_t i = 0; i < fonts->nchoices; i++) {
        const struct font_choice *c = &fonts->choices[i];
        if (c->cls == cls && c->cjk == cjk) {
            struct font *font = with(fonts_find(fonts, c->family, face, 10 * SP_PT, NULL), cp);
            if (font != NULL) {
                return font;
            }
        }
    }
    return NULL;
}

bool fonts_choose_cjk(const struct fonts *fonts) {
    for (size_t i = 0; i < fonts->nchoices; i++) {
        if (fonts->choices[i].cjk) {
            return true;
        }
    }
    return false;
}

/* ---- all together */

static enum font_class class_of(const struct font *font) {
    const struct font_metrics *m = font_metrics(font);
    return m->fixed_pitch ? FONT_MONO : m->serif ? FONT_SERIF : FONT_SANS;
}

static struct font *search(struct fonts *fonts, uint32_t cp, enum font_class cls, unsigned face,
                           bool cjk, enum cjk_form form) {
    struct font *font = cjk ? choice_find(fonts, cp, cls, face, true) : NULL;
    font = font != NULL ? font : choice_find(fonts, cp, cls, face, false);
    if (font == NULL && cjk) {
        font = cjk_find(fonts, cp, cls, face, form);
    }
    font = font != NULL ? font : script_find(fonts, cp, cls, face);
    const uint8_t *order =
        is_mathematical(cp) && cls != FONT_MONO ? mathematical_order : orders[cls];
    for (size_t i = 0; i < ORDER_MAX && font == NULL; i++) {
        font = with(stand_in(fonts, order[i], face), cp);
    }
    struct face_place place;
    struct font_wish wish = {face, cls, NULL};
    if (font == NULL && font_system_char(fonts, cp, &wish, &place)) {
        font = with(font_open_system(fonts, &place), cp);
    }
    return font;
}

static struct font *find(struct fonts *fonts, uint32_t cp, enum font_class cls, unsigned face,
                         bool cjk, struct str lang) {
    enum cjk_form form = cjk ? cjk_form(lang, cp) : FORM_JP;
    face &= FONT_BOLD | FONT_ITALIC;
    uint32_t key[2] = {cp, (uint32_t)form << 6 | (uint32_t)cjk << 5 | (uint32_t)cls << 2 | face};
    struct str name = {(const char *)key, sizeof key};
    struct map_entry *known = map_find(&fonts->fallbacks, name);
    if (known != NULL) {
        return known->value;
    }
    struct font *font = search(fonts, cp, cls, face, cjk, form);
    map_put(&fonts->fallbacks, arena_str(fonts->arena, name), font);
    return font;
}

struct font *fonts_fallback(struct fonts *fonts, uint32_t cp, unsigned face) {
    return find(fonts, cp, FONT_SERIF, face, font_is_cjk(cp), STR_EMPTY);
}

struct font *fonts_stand_in(struct fonts *fonts, uint32_t cp, const struct font *beside,
                            unsigned face, struct str lang) {
    return find(fonts, cp, class_of(beside), face, font_is_cjk(cp), lang);
}

struct font *fonts_cjk(struct fonts *fonts, uint32_t cp, const struct font *beside, unsigned face,
                       struct str lang) {
    return find(fonts, cp, class_of(beside), face, true, lang);
}

struct str fonts_package(uint32_t cp) {
    hb_unicode_general_category_t kind =
        HB(unicode_general_category, HB(unicode_funcs_get_default), cp);
    if (kind == HB_UNICODE_GENERAL_CATEGORY_UNASSIGNED ||
        kind == HB_UNICODE_GENERAL_CATEGORY_PRIVATE_USE) {
        return STR_EMPTY;
    }
    if (font_is_cjk(cp)) {
        return STR("fonts-noto-cjk");
    }
    bool emoji = (cp >= 0x1F000 && cp < 0x1FB00) || (cp >= 0x2600 && cp < 0x27C0);
    return emoji ? STR("fonts-noto-color-emoji") : STR("fonts-noto-core");
}

sp font_size_beside(const struct font *f, const struct font *beside, sp size) {
    const struct font_metrics *m = font_metrics(f), *to = font_metrics(beside);
    int64_t own = m->x_height, want = to->x_height;
    if (m->fixed_pitch && to->fixed_pitch) {
        own = m->space;
        want = to->space;
    }
    if (f == beside || own <= 0 || want <= 0) {
        return size;
    }
    /* The factor in thousandths. Each height is divided by the em of its font. */
    int64_t factor = want * m->upem * 1000 / (own * to->upem);
    factor = factor < 750 ? 750 : factor > 1250 ? 1250 : factor;
    return (sp)(size * factor / 1000);
}
