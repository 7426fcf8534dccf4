/* SPDX-License-Identifier: MIT */
/*
 * The families whose files are at known places, as Debian and TeX Live install them. They are found
 * without fontconfig, whose start takes longer than setting a page. Chooses the optical size and
 * the free substitute for a commercial typeface. Opens no files.
 */
#include "print/font/font_internal.h"

#include "core/base/file.h"
#include "core/base/search.h"

/* Folders, each with its possible places. */
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
    uint8_t index; /* in a collection */
    int16_t upto;  /* the largest size of the design in 1/10 pt; 0: any size */
};

#define B FONT_BOLD
#define I FONT_ITALIC
#define SC FONT_SMALL_CAPS

#define FACES(name) static const struct face_row name[] = {
#define FACE(file, style, index, upto) {file, style, index, upto},
/* clang-format off */
#define END };
/* clang-format on */
#define FOUR(stem, r, b, i, bi, ext)                                                               \
    FACE(stem r ext, 0, 0, 0)                                                                      \
    FACE(stem b ext, B, 0, 0)                                                                      \
    FACE(stem i ext, I, 0, 0)                                                                      \
    FACE(stem bi ext, B | I, 0, 0)
#define GYRE_FOUR(name) FOUR("texgyre" name "-", "regular", "bold", "italic", "bolditalic", ".otf")
#define TTF_FOUR(name) FOUR(name "-", "Regular", "Bold", "Italic", "BoldItalic", ".ttf")
#define CJK(name, index)                                                                           \
    FACE("Noto" name "CJK-Regular.ttc", 0, index, 0)                                               \
    FACE("Noto" name "CJK-Bold.ttc", B, index, 0)
#include "print/font/font_faces.def"

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

/* Order without regard to ASCII case. */
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

/* The face for a style and size: the nearest style first, then the smallest design that is large
 * enough. Rows of one style are sorted by size. */
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
