/* SPDX-License-Identifier: MIT */
/*
 * Everything that the files of print/font share: the structs behind the handles, and the functions
 * that connect the table of known families, fontconfig, and the opening of faces. Internal to
 * print/font.
 */
#ifndef DOSSIER_FONT_FONT_INTERNAL_H
#define DOSSIER_FONT_FONT_INTERNAL_H

#include "core/base/map.h"
#include "core/base/vec.h"
#include "core/memo/inputs.h"
#include "print/font/font.h"
#include "print/font/hb_calls.h"

struct fc_library; /* fontconfig's configuration; see system.c */

/** A shaped text in the cache of its font. */
struct shaped {
    uint64_t hash;
    hb_language_t lang;
    unsigned features;
    const struct font_run *run; /* the shaped text; NULL: the slot is free */
};

#define FONT_STAND_INS 24 /* room for the families of fallback.c */
#define FALLBACK_STYLES 4 /* the number of styles: regular, bold, italic, bold italic */

/** A substitute face. It is opened when it is first tried. */
struct stand_in {
    bool looked;
    struct font *font; /* the face; NULL: it is not installed */
};

/** A face that the document declares. */
struct font_declared {
    struct str family, face;
    unsigned style;
    struct font_declared *next;
};

struct fonts {
    struct arena *arena;
    /* the fence for fonts that are given as files; NULL: no restriction */
    const struct file_fence *fence;
    struct timings *timings; /* the time of opening faces is counted here, if fonts_time() set it */
    VEC(struct font *) list; /* the open fonts, in the order of opening */
    struct map fallbacks;    /* maps a character, style and form to a font; see fallback.c */
    struct stand_in stand_ins[FALLBACK_STYLES][FONT_STAND_INS];
    struct font_choice *choices; /* the choices of the author, set by fonts_choose() */
    size_t nchoices;
    struct map emoji;       /* maps an emoji sequence to a font; see fonts_emoji() */
    struct font **pictured; /* the installed emoji fonts, best first */
    size_t npictured;
    bool pictured_listed;
    struct font *preferred; /* the font that is tried first for emoji, or NULL */
    /* fontconfig; NULL until it is needed, because a family is not at a known place */
    struct fc_library *fc;
    /* the buffer for shaping; NULL until the first text is shaped */
    hb_buffer_t *buffer;
    struct font_declared *declared; /* the faces set by fonts_declare(), or NULL */
    struct str own;                 /* the folder of fonts beside the program, or empty */
    struct str *families;           /* the result of fonts_families() */
    size_t nfamilies;
    void *companion; /* the pointer that fonts_companion() returns */
    void (*companion_drop)(void *companion);
    struct memo_inputs inputs; /* the result of fonts_inputs() */
    struct str unread;         /* the result of fonts_unread() */
    int unread_error;
    struct str lang; /* the last language, as a text and as HarfBuzz's value */
    hb_language_t hb_lang;
};

#define LETTERS 128
/** The cached glyph of an ASCII character. */
struct letter {
    uint32_t glyph;
    int32_t advance;
    bool known;
};

#define GLYPH_BOXES 256
/** A cached box of a glyph. It is at the index glyph % GLYPH_BOXES of the cache. */
struct glyph_box {
    uint32_t next; /* the number of the glyph, plus 1; 0: an empty slot */
    bool inked;
    int32_t box[4];
};

/** A cached subset, with an arena of its own. */
struct subset_kept {
    struct subset_kept *next;
    struct arena *arena;
    uint32_t *glyphs; /* the glyphs of the subset, sorted */
    struct str *texts;
    size_t n;
    struct font_subset subset;
};

/** The properties in which fonts of one face differ: values for the axes of a variable font, and a
 * slant. A value is 0 if the face does not have the axis. */
struct font_face_variant {
    unsigned weight;
    unsigned size;  /* the optical size, in points */
    unsigned width; /* the width in percent */
    bool italic, drawn_slanted;
};

struct font {
    struct fonts *fonts;
    struct font_face_variant variant;
    bool variable; /* the face is variable: it has axes */
    struct str path;
    unsigned index_in_file;
    int index;
    unsigned colours; /* a sum of enum font_colours; 0 for families at known places */
    hb_face_t *face;
    hb_font_t *hb;
    struct font_metrics metrics;
    struct str postscript, family;
    /* the cache of shaped texts: a hash table (shape.c); `nslots` is a power of two */
    struct shaped *cache;
    size_t ncache, nslots;
    /* cached glyphs of ASCII characters, an array of LETTERS elements */
    struct letter *letters;
    struct glyph_box *boxes;      /* cached boxes of glyphs, an array of GLYPH_BOXES elements */
    struct subset_kept *subsets;  /* cached subsets, the most recent one first; see subset.c */
    const struct font_math *math; /* the constants for formulas; NULL until they are needed */
    /* the data for plain words; NULL until the first text is shaped; see plain.c */
    struct plain_font *plain;
};

/** The ways in which glyphs of a font may be coloured. */
enum font_colours {
    COLOURS_BITMAPS = 1,
    COLOURS_LAYERS = 2,
    /* the font has gradients (COLR version 1) or SVG, which are not drawn here */
    COLOURS_OTHER = 4,
    COLOURS_ONLY = 8 /* the font has no outlines */
};
/** A possible place of a face. */
struct face_place {
    struct str path;
    unsigned index;
    unsigned style; /* the actual style of the face */
};

/** Opens the face at `path`, once for each path. NULL if it cannot be read or is not a font. */
struct font *font_open_face(struct fonts *fonts, struct str path, unsigned index);
/** Like font_open_face(), for a face that fontconfig found or the author gave as a file. Sets
 * `colours` of the font from the tables. */
struct font *font_open_system(struct fonts *fonts, const struct face_place *place);

/** The desired properties of a substitute. */
struct font_wish {
    unsigned face; /* a sum of enum font_face */
    enum font_class cls;
    const char *lang; /* the language in the form that fontconfig uses, or NULL */
};

/** Finds the face of a family at a known place. Returns false if the family is not known or its
 * files are missing. */
bool font_family_known(struct fonts *fonts, struct str family, unsigned style, sp size,
                       struct face_place *out);
/**
 * The family that replaces `name`: "TeX Gyre Termes" for "Times". If there is none, `name` itself.
 */
struct str font_family_alias(struct str name);
/** The weight of a style, 1 to 1000 as in CSS. */
unsigned font_style_weight(unsigned style);
/** The width of a style in percent, as in fontconfig: 50 to 200. */
unsigned font_style_width(unsigned style);
/** How much a weight differs from the wanted one, in the order of CSS Fonts 4, section 5.2. */
unsigned font_weight_cost(unsigned want, unsigned have);
/** Whether a face has a table with at least one byte. */
bool font_has_table(hb_face_t *face, hb_tag_t tag);
/** Whether the outlines of the font differ from those in the file, because axes are set or the font
 * is slanted. */
static inline bool font_is_drawn(const struct font *f) {
    return f->variant.weight > 0 || f->variant.size > 0 || f->variant.width > 0 ||
           f->variant.italic || f->variant.drawn_slanted;
}
/** How much the style `have` differs from the style `want`. 0 is an exact match. */
unsigned font_family_style_cost(unsigned want, unsigned have);

/** Finds, with fontconfig, the face of exactly this family that is nearest to `style`. Returns
 * false if the family is not installed. */
bool font_system_family(struct fonts *fonts, struct str family, unsigned style,
                        struct face_place *out);
/** Finds, with fontconfig, the face nearest to the wish among all faces that have `cp`. */
bool font_system_char(struct fonts *fonts, uint32_t cp, const struct font_wish *wish,
                      struct face_place *out);
#define EMOJI_FONTS 16
/** Lists, with fontconfig, the colour and emoji faces in the order in which to try them. Returns
 * their number. */
size_t font_system_emoji(struct fonts *fonts, struct face_place out[EMOJI_FONTS]);
void font_system_families(struct fonts *fonts);
void font_system_drop(struct fonts *fonts);

/**
 * The CIDs of the glyphs 0 to n-1 of a bare CFF font (Adobe TN 5176, charsets). Sets `*cid_keyed`.
 * In a font with glyph names the CIDs are the glyph numbers. Returns false for malformed data.
 */
bool font_cff_cids(struct str cff, uint32_t *cids, size_t n, bool *cid_keyed);

/**
 * Makes a subset of a bare CFF font. `glyphs` is sorted and begins with 0; their order is kept.
 * `texts` are the texts in UTF-8 after which the glyphs are named; NULL: none. Returns false for a
 * kind of font that is not supported here.
 */
bool font_cff_subset(struct arena *a, struct str cff, const uint32_t *glyphs,
                     const struct str *texts, size_t n, struct str *out);
/** Like font_cff_subset(), but draws the glyphs of any font with outlines. */
bool font_cff_drawn(struct arena *a, const struct font *f, const uint32_t *glyphs,
                    const struct str *texts, size_t n, struct str *out);

#define FONT_FEATURES 32
/** Translates `features` (FONT_KERN and others) to HarfBuzz's features. Returns their number. */
unsigned font_features_list(unsigned features, hb_feature_t out[FONT_FEATURES]);
/** Sets the glyphs and the width of `run`, whose text is already set. The result is that of
 * HarfBuzz. Returns false if the word or the font is not plain; then HarfBuzz must shape the
 * text. */
bool font_shape_plain(struct font *f, unsigned features, hb_language_t lang, struct font_run *run);
/** Frees the data that plain.c keeps for a font. */
void font_plain_drop(struct font *f);
/** Frees the cached subsets of a font. */
void font_subsets_drop(struct font *f);

#endif
