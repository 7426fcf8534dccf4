/* SPDX-License-Identifier: MIT */
/*
 * The families whose files are at known places: beside the program, or where Debian and TeX Live
 * install them. They are found without fontconfig, because starting fontconfig takes longer than
 * setting a page. This file also chooses the optical size, and the free substitute for a commercial
 * typeface. It opens no files.
 */
#include "print/font/font_internal.h"

#include "core/base/file.h"
#include "core/base/search.h"

/* The folders of fonts. Each has several possible places. */
enum folder { LM, LM_MATH, GYRE, GYRE_MATH, GENTIUM, NOTO, NOTO_CJK, DEJAVU, GARAMOND, LIBERTINE };

#define TEX_TREES(sub)                                                                             \
    {                                                                                              \
        "/usr/share/texmf/fonts/opentype/public/" sub "/",                                         \
            "/usr/share/texlive/texmf-dist/fonts/opentype/public/" sub "/",                        \
            "/usr/share/texmf-dist/fonts/opentype/public/" sub "/"                                 \
    }

static const char *const folders[][3] = {
    [LM] = TEX_TREES("lm"),
    [LM_MATH] = TEX_TREES("lm-math"),
    [GYRE] = TEX_TREES("tex-gyre"),
    [GYRE_MATH] = TEX_TREES("tex-gyre-math"),
    [GENTIUM] = {"/usr/share/fonts/truetype/gentiumplus/"},
    [NOTO] = {"/usr/share/fonts/truetype/noto/"},
    [NOTO_CJK] = {"/usr/share/fonts/opentype/noto/"},
    [DEJAVU] = {"/usr/share/fonts/truetype/dejavu/"},
    [GARAMOND] = {"/usr/share/fonts/opentype/ebgaramond/"},
    [LIBERTINE] = {"/usr/share/fonts/opentype/linux-libertine/"},
};

struct face_row {
    const char *file;
    uint8_t style;
    uint8_t index; /* the index of the face in a collection */
    int16_t upto;  /* the largest size for which the design is meant, in 1/10 pt; 0: any size */
};

#define B FONT_BOLD
#define I FONT_ITALIC
#define SC FONT_SMALL_CAPS

/* The sizes are those of LaTeX's font definition files (t1lmr.fd and similar), with one change.
 * LaTeX's "11pt" is 10.95 pt and uses the 10 pt design, so here 11 pt uses the 10 pt design too. */
static const struct face_row lm_roman[] = {
    {"lmroman5-regular.otf", 0, 0, 55},
    {"lmroman6-regular.otf", 0, 0, 65},
    {"lmroman7-regular.otf", 0, 0, 75},
    {"lmroman8-regular.otf", 0, 0, 85},
    {"lmroman9-regular.otf", 0, 0, 95},
    {"lmroman10-regular.otf", 0, 0, 114},
    {"lmroman12-regular.otf", 0, 0, 150},
    {"lmroman17-regular.otf", 0, 0, 0},
    {"lmroman5-bold.otf", B, 0, 55},
    {"lmroman6-bold.otf", B, 0, 65},
    {"lmroman7-bold.otf", B, 0, 75},
    {"lmroman8-bold.otf", B, 0, 85},
    {"lmroman9-bold.otf", B, 0, 95},
    {"lmroman10-bold.otf", B, 0, 114},
    {"lmroman12-bold.otf", B, 0, 0},
    {"lmroman7-italic.otf", I, 0, 75},
    {"lmroman8-italic.otf", I, 0, 85},
    {"lmroman9-italic.otf", I, 0, 95},
    {"lmroman10-italic.otf", I, 0, 114},
    {"lmroman12-italic.otf", I, 0, 0},
    {"lmroman10-bolditalic.otf", B | I, 0, 0},
    {"lmromancaps10-regular.otf", SC, 0, 0},
    {"lmromancaps10-oblique.otf", SC | I, 0, 0},
};
static const struct face_row lm_roman_slanted[] = {
    {"lmromanslant8-regular.otf", 0, 0, 85},   {"lmromanslant9-regular.otf", 0, 0, 95},
    {"lmromanslant10-regular.otf", 0, 0, 114}, {"lmromanslant12-regular.otf", 0, 0, 150},
    {"lmromanslant17-regular.otf", 0, 0, 0},   {"lmromanslant10-bold.otf", B, 0, 0},
};
static const struct face_row lm_sans[] = {
    {"lmsans8-regular.otf", 0, 0, 85},   {"lmsans9-regular.otf", 0, 0, 95},
    {"lmsans10-regular.otf", 0, 0, 114}, {"lmsans12-regular.otf", 0, 0, 150},
    {"lmsans17-regular.otf", 0, 0, 0},   {"lmsans8-oblique.otf", I, 0, 85},
    {"lmsans9-oblique.otf", I, 0, 95},   {"lmsans10-oblique.otf", I, 0, 114},
    {"lmsans12-oblique.otf", I, 0, 150}, {"lmsans17-oblique.otf", I, 0, 0},
    {"lmsans10-bold.otf", B, 0, 0},      {"lmsans10-boldoblique.otf", B | I, 0, 0},
};
static const struct face_row lm_mono[] = {
    {"lmmono8-regular.otf", 0, 0, 85},
    {"lmmono9-regular.otf", 0, 0, 95},
    {"lmmono10-regular.otf", 0, 0, 114},
    {"lmmono12-regular.otf", 0, 0, 0},
    {"lmmono10-italic.otf", I, 0, 0},
    {"lmmonolt10-bold.otf", B, 0, 0},
    {"lmmonolt10-boldoblique.otf", B | I, 0, 0},
    {"lmmonocaps10-regular.otf", SC, 0, 0},
    {"lmmonocaps10-oblique.otf", SC | I, 0, 0},
};
static const struct face_row lm_math[] = {{"latinmodern-math.otf", 0, 0, 0}};

#define FOUR(stem, r, b, i, bi, ext)                                                               \
    {                                                                                              \
        {stem r ext, 0, 0, 0}, {stem b ext, B, 0, 0}, {stem i ext, I, 0, 0}, {                     \
            stem bi ext, B | I, 0, 0                                                               \
        }                                                                                          \
    }
#define GYRE_FOUR(name) FOUR("texgyre" name "-", "regular", "bold", "italic", "bolditalic", ".otf")
#define TTF_FOUR(name) FOUR(name "-", "Regular", "Bold", "Italic", "BoldItalic", ".ttf")

static const struct face_row gyre_adventor[] = GYRE_FOUR("adventor");
static const struct face_row gyre_bonum[] = GYRE_FOUR("bonum");
static const struct face_row gyre_cursor[] = GYRE_FOUR("cursor");
static const struct face_row gyre_heros[] = GYRE_FOUR("heros");
static const struct face_row gyre_heros_cn[] = GYRE_FOUR("heroscn");
static const struct face_row gyre_pagella[] = GYRE_FOUR("pagella");
static const struct face_row gyre_schola[] = GYRE_FOUR("schola");
static const struct face_row gyre_termes[] = GYRE_FOUR("termes");
static const struct face_row gyre_chorus[] = {{"texgyrechorus-mediumitalic.otf", I, 0, 0}};
static const struct face_row bonum_math[] = {{"texgyrebonum-math.otf", 0, 0, 0}};
static const struct face_row dejavu_math[] = {{"texgyredejavu-math.otf", 0, 0, 0}};
static const struct face_row pagella_math[] = {{"texgyrepagella-math.otf", 0, 0, 0}};
static const struct face_row schola_math[] = {{"texgyreschola-math.otf", 0, 0, 0}};
static const struct face_row termes_math[] = {{"texgyretermes-math.otf", 0, 0, 0}};
static const struct face_row gentium[] = TTF_FOUR("GentiumPlus");
static const struct face_row gentium_book[] = TTF_FOUR("GentiumBookPlus");
static const struct face_row noto_sans[] = TTF_FOUR("NotoSans");
static const struct face_row noto_serif[] = TTF_FOUR("NotoSerif");
static const struct face_row noto_math[] = {{"NotoSansMath-Regular.ttf", 0, 0, 0}};
static const struct face_row noto_mono[] = {{"NotoSansMono-Regular.ttf", 0, 0, 0},
                                            {"NotoSansMono-Bold.ttf", B, 0, 0}};
static const struct face_row noto_symbols[] = {{"NotoSansSymbols-Regular.ttf", 0, 0, 0},
                                               {"NotoSansSymbols-Bold.ttf", B, 0, 0}};
static const struct face_row noto_symbols2[] = {{"NotoSansSymbols2-Regular.ttf", 0, 0, 0}};
#define CJK(name, index)                                                                           \
    {                                                                                              \
        {"Noto" name "CJK-Regular.ttc", 0, index, 0}, {                                            \
            "Noto" name "CJK-Bold.ttc", B, index, 0                                                \
        }                                                                                          \
    }
/* The order of faces in Noto's collections: Japanese, Korean, simplified Chinese, traditional
 * Chinese, Hong Kong. */
static const struct face_row cjk_sans_jp[] = CJK("Sans", 0);
static const struct face_row cjk_sans_kr[] = CJK("Sans", 1);
static const struct face_row cjk_sans_sc[] = CJK("Sans", 2);
static const struct face_row cjk_sans_tc[] = CJK("Sans", 3);
static const struct face_row cjk_sans_hk[] = CJK("Sans", 4);
static const struct face_row cjk_serif_jp[] = CJK("Serif", 0);
static const struct face_row cjk_serif_kr[] = CJK("Serif", 1);
static const struct face_row cjk_serif_sc[] = CJK("Serif", 2);
static const struct face_row cjk_serif_tc[] = CJK("Serif", 3);
static const struct face_row cjk_serif_hk[] = CJK("Serif", 4);
static const struct face_row dejavu_sans[] =
    FOUR("DejaVuSans", "", "-Bold", "-Oblique", "-BoldOblique", ".ttf");
static const struct face_row dejavu_serif[] =
    FOUR("DejaVuSerif", "", "-Bold", "-Italic", "-BoldItalic", ".ttf");
static const struct face_row dejavu_mono[] =
    FOUR("DejaVuSansMono", "", "-Bold", "-Oblique", "-BoldOblique", ".ttf");
/* EB Garamond has two optical designs. fontconfig would use the one for 8 pt at any size. */
static const struct face_row garamond[] = {
    {"EBGaramond08-Regular.otf", 0, 0, 100}, {"EBGaramond12-Regular.otf", 0, 0, 0},
    {"EBGaramond08-Italic.otf", I, 0, 100},  {"EBGaramond12-Italic.otf", I, 0, 0},
    {"EBGaramond12-Bold.otf", B, 0, 0},
};
static const struct face_row libertine[] = FOUR("LinLibertine_", "R", "RB", "RI", "RBI", ".otf");
static const struct face_row biolinum[] = {{"LinBiolinum_R.otf", 0, 0, 0},
                                           {"LinBiolinum_RB.otf", B, 0, 0},
                                           {"LinBiolinum_RI.otf", I, 0, 0}};

struct family_row {
    const char *name;
    enum folder folder;
    const struct face_row *faces;
    size_t n;
};

static const struct family_row families[] = {
#define FAMILY(name, folder, faces) {name, folder, faces, ARRAY_LEN(faces)},
#include "print/font/families.def"
#undef FAMILY
};

static const char *const aliases[][2] = {
#define ALIAS(name, family) {name, family},
#include "print/font/family_aliases.def"
#undef ALIAS
};

/* Compares without regard to ASCII case. */
static int fold_cmp(struct str a, const char *z) {
    size_t i = 0;
    for (; i < a.n && z[i] != '\0'; i++) {
        int d = to_lower(a.p[i]) - to_lower(z[i]);
        if (d != 0) {
            return d;
        }
    }
    return i < a.n ? 1 : z[i] != '\0' ? -1 : 0;
}

struct str font_family_alias(struct str name) {
    size_t i;
    SEARCH_FIRST(i, 0, ARRAY_LEN(aliases), fold_cmp(name, aliases[i][0]) <= 0);
    bool known = i < ARRAY_LEN(aliases) && fold_cmp(name, aliases[i][0]) == 0;
    return known ? str_of(aliases[i][1]) : name;
}

static const struct family_row *family_row(struct str name) {
    size_t i;
    SEARCH_FIRST(i, 0, ARRAY_LEN(families), fold_cmp(name, families[i].name) <= 0);
    bool known = i < ARRAY_LEN(families) && fold_cmp(name, families[i].name) == 0;
    return known ? &families[i] : NULL;
}

unsigned font_style_weight(unsigned style) {
    unsigned hundreds = (style & FONT_WEIGHTS) / FONT_WEIGHT(1);
    bool bold = (style & FONT_BOLD) != 0;
    return hundreds > 0 && (hundreds >= 6) == bold ? hundreds * 100 : bold ? 700 : 400;
}

unsigned font_weight_face(int64_t weight) {
    int64_t hundreds = weight < 100 ? 1 : weight > 900 ? 9 : (weight + 50) / 100;
    return (hundreds >= 6 ? FONT_BOLD : 0u) |
           (hundreds == 4 || hundreds == 7 ? 0u : FONT_WEIGHT(hundreds));
}

/* The widths of the steps of `font-stretch` in percent, as fontconfig rounds them. */
static const unsigned widths[] = {50, 63, 75, 87, 100, 113, 125, 150, 200};

unsigned font_width_face(int64_t percent) {
    size_t best = 4;
    for (size_t i = 0; i < ARRAY_LEN(widths); i++) {
        int64_t off = percent - (int64_t)widths[i];
        int64_t least = percent - (int64_t)widths[best];
        best = (off < 0 ? -off : off) < (least < 0 ? -least : least) ? i : best;
    }
    return widths[best] == 100 ? 0u : FONT_WIDTH(best + 1);
}

unsigned font_style_width(unsigned style) {
    unsigned step = (style & FONT_WIDTHS) / FONT_WIDTH(1);
    return step > 0 && step <= ARRAY_LEN(widths) ? widths[step - 1] : 100;
}

unsigned font_weight_cost(unsigned want, unsigned have) {
    enum { OTHER_WAY = 1000 };
    bool up = have > want;
    unsigned off = up ? have - want : want - have;
    if (off > 0 && want >= 400 && want <= 500) { /* first heavier weights up to 500, then lighter
                                                    ones, then the other heavier ones */
        return off + (up && have > 500 ? 2 * OTHER_WAY : up ? 0 : OTHER_WAY);
    }
    return off + (off > 0 && up != (want > 500) ? OTHER_WAY : 0);
}

unsigned font_family_style_cost(unsigned want, unsigned have) {
    unsigned lost = want & ~have, extra = have & ~want, cost = 0;
    cost += (lost & FONT_BOLD) != 0 ? 4 : 0;
    cost += (lost & FONT_ITALIC) != 0 ? 2 : 0;
    cost += (lost & FONT_SMALL_CAPS) != 0 ? 1 : 0;
    cost += (extra & FONT_SMALL_CAPS) != 0 ? 32 : 0;
    cost += (extra & FONT_BOLD) != 0 ? 16 : 0;
    cost += (extra & FONT_ITALIC) != 0 ? 8 : 0;
    return cost;
}

/* Returns the face for a style and size. The nearest style counts first, then the smallest design
 * that is large enough. The rows of one style are sorted by size. */
static const struct face_row *face_choose(const struct family_row *fam, unsigned style, sp size) {
    const struct face_row *best = NULL;
    unsigned best_cost = 0;
    int64_t tenths = ((int64_t)size * 10 + SP_PT / 2) / SP_PT;
    for (size_t i = 0; i < fam->n; i++) {
        const struct face_row *row = &fam->faces[i];
        unsigned cost = font_family_style_cost(style, row->style);
        bool outgrown = best != NULL && best->upto != 0 && tenths > best->upto;
        if (best == NULL || cost < best_cost || (cost == best_cost && outgrown)) {
            best = row;
            best_cost = cost;
        }
    }
    return best;
}

bool font_family_known(struct fonts *fonts, struct str family, unsigned style, sp size,
                       struct face_place *out) {
    const struct family_row *fam = family_row(font_family_alias(family));
    if (fam == NULL) {
        return false;
    }
    const struct face_row *row = face_choose(fam, style, size);
    if (fonts->own.n > 0) {
        struct str path = path_join(fonts->arena, fonts->own, str_of(row->file));
        if (memo_exists(&fonts->inputs, path)) {
            *out = (struct face_place){path, row->index, row->style};
            return true;
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(folders[0]); i++) {
        const char *folder = folders[fam->folder][i];
        if (folder == NULL) {
            break;
        }
        struct str path = arena_printf(fonts->arena, "%s%s", folder, row->file);
        if (memo_exists(&fonts->inputs, path)) {
            *out = (struct face_place){path, row->index, row->style};
            return true;
        }
    }
    return false;
}
