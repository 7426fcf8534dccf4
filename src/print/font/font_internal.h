/* SPDX-License-Identifier: MIT */
/*
 * What the files of the font room share: the structs behind the handles, and the seams between the
 * table of known families, fontconfig and opening. Nobody outside src/font includes this.
 */
#ifndef DOSSIER_FONT_FONT_INTERNAL_H
#define DOSSIER_FONT_FONT_INTERNAL_H

#include "core/base/fsquery.h"
#include "core/base/map.h"
#include "core/base/vec.h"
#include "print/font/font.h"
#include "print/font/hb_calls.h"

struct fc_library; /* fontconfig's configuration, see system.c */

/** A shaped text in the cache of its font. */
struct shaped {
    uint64_t hash;
    hb_language_t lang;
    unsigned features;
    const struct font_run *run; /* NULL: the slot is free */
};

#define FONT_STAND_INS 24 /* families of fallback.c's list, or more */
#define FALLBACK_STYLES 4 /* regular, bold, italic, both */

/** A face of the list of stand-ins, opened when it is first asked. */
struct stand_in {
    bool looked;
    struct font *font; /* NULL: not installed */
};

/** A face of a family that belongs to the run. */
struct font_declared {
    struct str family, face;
    unsigned style;
    struct font_declared *next;
};

struct fonts {
    struct arena *arena;
    const struct file_fence *fence; /* around files that documents name; NULL: none */
    struct timings *timings;        /* of fonts_time() */
    VEC(struct font *) list;        /* in the order of opening */
    struct map fallbacks;           /* character, style and form to font, see fallback.c */
    struct stand_in stand_ins[FALLBACK_STYLES][FONT_STAND_INS];
    struct font_choice *choices; /* of fonts_choose() */
    size_t nchoices;
    struct map emoji;       /* sequence to font, see fonts_emoji() */
    struct font **pictured; /* the installed fonts of emoji, best first */
    size_t npictured;
    bool pictured_listed;
    struct font *preferred;         /* for emoji; NULL: none */
    struct fc_library *fc;          /* NULL until a family is not known by its place */
    hb_buffer_t *buffer;            /* NULL until the first text */
    struct font_declared *declared; /* of fonts_declare(), or NULL */
    struct str *families;           /* of fonts_families() */
    size_t nfamilies;
    void *companion; /* of fonts_companion() */
    void (*companion_drop)(void *companion);
    struct asked asked; /* of fonts_asked() */
    struct str lang;    /* the last language asked for, as text and as HarfBuzz's */
    hb_language_t hb_lang;
};

#define LETTERS 128
/** A character of ASCII, looked up once. */
struct letter {
    uint32_t glyph;
    int32_t advance;
    bool known;
};

/** A subset that was made, with an arena of its own. */
struct subset_kept {
    struct subset_kept *next;
    struct arena *arena;
    uint32_t *glyphs; /* sorted */
    size_t n;
    struct font_subset subset;
};

struct font {
    struct fonts *fonts;
    struct str path; /* "" for fonts opened from memory */
    unsigned index_in_file;
    int index;
    unsigned colours; /* enum font_colours; 0 for families whose place is known */
    hb_face_t *face;
    hb_font_t *hb;
    struct font_metrics metrics;
    struct str postscript, family;
    struct shaped *cache; /* open addressing, a power of two slots */
    size_t ncache, nslots;
    struct letter *letters;       /* LETTERS of them */
    struct subset_kept *subsets;  /* the latest first; see subset.c */
    const struct font_math *math; /* when it was asked for */
    struct plain_font *plain;     /* when the first text was shaped; see plain.c */
};

/** How glyphs of a font may be coloured. */
enum font_colours {
    COLOURS_BITMAPS = 1,
    COLOURS_LAYERS = 2,
    COLOURS_OTHER = 4, /* gradients (COLR version 1) or SVG: not drawn here */
    COLOURS_ONLY = 8   /* there are no outlines */
};
/** A place where a face may be. */
struct face_place {
    struct str path;
    unsigned index;
    unsigned style; /* what it really is */
};

/** Opens the face at `path` once; NULL when it cannot be read or is no font. */
struct font *font_open_face(struct fonts *fonts, struct str path, unsigned index);
/** The same for a face that is not of the known families: notes in its `colours` what its tables
 * say. */
struct font *font_open_system(struct fonts *fonts, const struct face_place *place);

/** What a stand-in should be like. */
struct font_wish {
    unsigned face; /* enum font_face */
    enum font_class cls;
    const char *lang; /* as fontconfig names it, or NULL */
};

/** The face of a family whose place is known and where a file is found; false: ask fontconfig. */
bool font_family_known(struct fonts *fonts, struct str family, unsigned style, sp size,
                       struct face_place *out);
/** The family that stands for `name`: "Times" -> "TeX Gyre Termes"; `name` itself when there is
 * none. */
struct str font_family_alias(struct str name);
/** Cost of a face of style `have` where `want` was asked for: 0 is exact. */
unsigned font_family_style_cost(unsigned want, unsigned have);

/** fontconfig: the face nearest to `style` of exactly this family; false when it is not installed.
 */
bool font_system_family(struct fonts *fonts, struct str family, unsigned style,
                        struct face_place *out);
/** fontconfig: the face nearest to the wish of those that have `cp`. */
bool font_system_char(struct fonts *fonts, uint32_t cp, const struct font_wish *wish,
                      struct face_place *out);
#define EMOJI_FONTS 16
/** fontconfig: the faces that are in colour or made for emoji, in the order in which they are to be
 * asked; how many. */
size_t font_system_emoji(struct fonts *fonts, struct face_place out[EMOJI_FONTS]);
void font_system_families(struct fonts *fonts);
void font_system_drop(struct fonts *fonts);
/** Version as fontconfig counts: 10000 * major + 100 * minor + revision. */
int font_system_version(void);

/**
 * CIDs of the glyphs 0..n-1 of a bare CFF font (Adobe TN 5176, charsets). Sets `*cid_keyed`; for a
 * font with names the CIDs are the glyph numbers. False when the data is not well-formed.
 */
bool font_cff_cids(struct str cff, uint32_t *cids, size_t n, bool *cid_keyed);

/**
 * A subset of a bare CFF font with just `glyphs`, sorted and 0 first, in their order. False when
 * the font is of a kind that is not known here.
 */
bool font_cff_subset(struct arena *a, struct str cff, const uint32_t *glyphs, size_t n,
                     struct str *out);

/** A character below LETTERS; glyph 0 when there is none. */
const struct letter *font_letter(const struct font *f, unsigned char c);
#define FONT_FEATURES 32
/** The features of HarfBuzz's that `features` (FONT_KERN and the others) stand for; how many. */
unsigned font_features_list(unsigned features, hb_feature_t out[FONT_FEATURES]);
/** Fills in the glyphs and the width of `run`, whose text is set, as HarfBuzz would. False when the
 * text or the font is not so simple, and it has to be asked. plain.c */
bool font_shape_plain(struct font *f, unsigned features, hb_language_t lang, struct font_run *run);
/** Gives back what was kept for it. */
void font_plain_drop(struct font *f);
/** Frees the subsets that were kept. subset.c */
void font_subsets_drop(struct font *f);

#endif
