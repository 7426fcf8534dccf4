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

enum family {
#define FAMILY(id, name, folder) FAMILY_##id,
#include "print/font/families.def"
#undef FAMILY
};

struct family_row {
    const char *name;
    enum folder folder;
};

static const struct family_row families[] = {
#define FAMILY(id, name, folder) {name, folder},
#include "print/font/families.def"
#undef FAMILY
};

struct face_row {
    enum family family;
    const char *file;
    uint8_t style;
    uint8_t index; /* the index of the face in a collection */
    int16_t upto;  /* the largest size for which the design is meant, as in faces.def */
};

#define B FONT_BOLD
#define I FONT_ITALIC
#define SC FONT_SMALL_CAPS
#define ROW(family, file, style, index, size) {FAMILY_##family, file, style, index, size},
#define FACE(family, file, style, size) ROW(family, file, style, 0, size)
#define FOUR(family, stem, r, b, i, bi, ext)                                                       \
    FACE(family, stem r ext, 0, 0)                                                                 \
    FACE(family, stem b ext, B, 0)                                                                 \
    FACE(family, stem i ext, I, 0) FACE(family, stem bi ext, B | I, 0)
#define GYRE_FOUR(family, name)                                                                    \
    FOUR(family, "texgyre" name "-", "regular", "bold", "italic", "bolditalic", ".otf")
#define TTF_FOUR(family, name)                                                                     \
    FOUR(family, name "-", "Regular", "Bold", "Italic", "BoldItalic", ".ttf")
#define CJK(family, name, index)                                                                   \
    ROW(family, "Noto" name "CJK-Regular.ttc", 0, index, 0)                                        \
    ROW(family, "Noto" name "CJK-Bold.ttc", B, index, 0)

static const struct face_row faces[] = {
#include "print/font/faces.def"
};

static const char *const aliases[][2] = {
#define ALIAS(name, family) {name, family},
#include "print/font/family_aliases.def"
#undef ALIAS
};

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
    /* The order of CSS: heavier weights up to 500, then lighter weights, then the other heavier
     * weights. */
    if (off > 0 && want >= 400 && want <= 500) {
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

/* Returns the face for a style and size. The nearest style is chosen first, then the smallest
 * design that is meant for the size. The rows of one style are sorted by size. */
static const struct face_row *face_choose(size_t family, unsigned style, sp size) {
    const struct face_row *best = NULL;
    unsigned best_cost = 0;
    int64_t tenths = ((int64_t)size * 10 + SP_PT / 2) / SP_PT;
    for (size_t i = 0; i < ARRAY_LEN(faces); i++) {
        const struct face_row *row = &faces[i];
        if (row->family != family) {
            continue;
        }
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
    const struct face_row *row = face_choose((size_t)(fam - families), style, size);
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
