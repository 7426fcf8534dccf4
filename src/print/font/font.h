/* SPDX-License-Identifier: MIT */
/*
 * Fonts: finding, shaping, measuring and subsetting them. No other module uses HarfBuzz or
 * fontconfig.
 *
 * Threads: a `struct fonts` and everything obtained from it belong to one thread at a time. Several
 * threads may each have their own.
 *
 * Distances in a font are in design units (`upem` to the em); the layout scales them. Shaped words
 * are cached for each font.
 */
#ifndef DOSSIER_FONT_FONT_H
#define DOSSIER_FONT_FONT_H

#include "core/base/arena.h"
#include "core/base/file.h"
#include "core/diag/diag.h"

/** TeX's scaled point: 1/65536 pt; an inch has 72.27 pt. It is the unit of all lengths in the
 * layout. */
typedef int32_t sp;
#define SP_PT 65536
#define SP_MAX 0x3FFFFFFF

struct fonts; /* All fonts of one run, with their caches. */
struct font;  /* One face. */

enum font_face {
    FONT_REGULAR = 0,
    FONT_BOLD = 1,
    FONT_ITALIC = 2,
    FONT_SMALL_CAPS = 4,
    /* with FONT_ITALIC: an upright face may be slanted if there is no italic one */
    FONT_SLANTED = 8
};
/** The bits of a face for a weight other than 400 and 700, in hundreds. From 600 on, FONT_BOLD is
 * set as well. */
#define FONT_WEIGHT(hundreds) ((unsigned)(hundreds) << 4)
#define FONT_WEIGHTS FONT_WEIGHT(15)
/** Returns the bits of a face for a weight in CSS: FONT_BOLD and FONT_WEIGHTS. */
unsigned font_weight_face(int64_t weight);
/** The bits of a face for a width other than the normal one: a step of `font-stretch`, from 1
 * (ultra-condensed, 50 %) to 9 (ultra-expanded, 200 %). */
#define FONT_WIDTH(step) ((unsigned)(step) << 8)
#define FONT_WIDTHS FONT_WIDTH(15)
/** Returns the bits of a face for the step nearest to a width in percent; 0 for the normal width.
 */
unsigned font_width_face(int64_t percent);
enum font_class { FONT_SERIF, FONT_SANS, FONT_MONO, FONT_MATH };

struct fonts *fonts_new(struct arena *a);
/** The arena that the fonts use. It lives as long as they do. */
struct arena *fonts_arena(struct fonts *fonts);
/** Returns the record of the file-system queries that were made for fonts, with their results. Code
 * that reads files for the companion data also records its queries here. Never NULL. */
struct memo_inputs *fonts_inputs(struct fonts *fonts);
/** A pointer to data that a caller keeps together with the fonts. It is NULL at first. fonts_drop()
 * calls `drop` with it. */
void **fonts_companion(struct fonts *fonts, void (*drop)(void *companion));
void fonts_drop(struct fonts *fonts);
/** The files and folders that a search for fonts reads: fontconfig's configuration, its caches, the
 * font folders. Loads fontconfig. The array is in the arena of `fonts`. */
struct str *fonts_places(struct fonts *fonts, size_t *n);
/** Begins a document. Declarations, choices and preferences of the previous document are removed,
 * so that no page depends on an earlier document. Fonts that are given as files must be inside the
 * fence (NULL: no restriction), which is borrowed. Installed fonts may be anywhere. */
void fonts_begin(struct fonts *fonts, const struct file_fence *fence);
/** Ends the document; the fence is no longer used. */
void fonts_end(struct fonts *fonts);
struct timings; /* see core/base/timings.h */
/** Counts in `t` the time for opening faces, as the stage "fonts". If `t` is NULL, the time is not
 * counted. */
void fonts_time(struct fonts *fonts, struct timings *t);

/**
 * The face of a family ("Latin Modern Roman", "TeX Gyre Pagella") or of a font file given by its
 * path. Commercial families such as "Times New Roman" are replaced by a substitute with the same
 * metrics. `size` chooses the optical size if the family has several. Latin Modern and TeX Gyre are
 * found without fontconfig. Returns NULL if the family is not installed, never another family. If
 * the family lacks the style, the nearest face is returned and `*missing` has the missing parts of
 * the style; `missing` may be NULL. A variable font has the requested weight, slant and size. Small
 * caps are a face (Latin Modern) or the feature `smcp` (TeX Gyre). Callers pass FONT_SMALL_CAPS
 * here and FONT_SMCP to font_shape(); one of them takes effect.
 */
struct font *fonts_find(struct fonts *fonts, struct str family, unsigned style, sp size,
                        unsigned *missing);
/** Returns any font that is already open, or NULL. */
struct font *fonts_any(const struct fonts *fonts);
/** Returns the first font file that exists but could not be opened since the last call of this
 * function. `*error` becomes the errno value. Returns an empty text if there was no such file. */
struct str fonts_unread(struct fonts *fonts, int *error);
/** Declares a face of a family for this document: a file (a path with its extension) or another
 * family. `style` is the style of that face. The declared face takes precedence over installed
 * families of the same name. */
void fonts_declare(struct fonts *fonts, struct str family, unsigned style, struct str face);
/** The default family of a class: Latin Modern Roman, Sans, Mono, Math. */
struct str fonts_default_family(enum font_class cls);
/** Returns a face that has the character `cp`, from a fixed list of families or else from
 * fontconfig. NULL if no installed font has the character. */
struct font *fonts_fallback(struct fonts *fonts, uint32_t cp, unsigned face);
/** Like fonts_fallback(), for text in the font `beside`: the face is of the same class and has the
 * forms of the language. */
struct font *fonts_stand_in(struct fonts *fonts, uint32_t cp, const struct font *beside,
                            unsigned face, struct str lang);
/** The face for a character, such as a quotation mark or a dash, that Chinese and Japanese text
 * takes from its own font, although Latin fonts have it too. */
struct font *fonts_cjk(struct fonts *fonts, uint32_t cp, const struct font *beside, unsigned face,
                       struct str lang);
/** Whether the character is an ideograph, kana, Hangul, or their punctuation or wide forms. */
bool font_is_cjk(uint32_t cp);
/** The size of `f` that suits the font `beside` at `size`. At this size, the small letters of both
 * fonts are equally high (fontspec's Scale=MatchLowercase), or their typewriter letters are equally
 * wide. Meant for scripts with small letters. */
sp font_size_beside(const struct font *f, const struct font *beside, sp size);

/** A family that the author names for characters that are missing in the text's font. */
struct font_choice {
    struct str family;
    enum font_class cls; /* the class of the text's font */
    /* the family is used for Chinese, Japanese and Korean text, even if the text's font has the
     * characters */
    bool cjk;
};
/** Sets the author's choices, in order of preference. They are copied and replace those of the
 * previous document. */
void fonts_choose(struct fonts *fonts, const struct font_choice *list, size_t n);
/** Whether one of the choices is for Chinese, Japanese and Korean text. */
bool fonts_choose_cjk(const struct fonts *fonts);
/** The Debian package with fonts for a character, or empty. */
struct str fonts_package(uint32_t cp);
/**
 * The face for a whole emoji sequence (UTS #51) that is shown as a picture. Installed emoji fonts
 * are searched, colour fonts first. A font with one glyph for the sequence is best. A font with
 * glyphs for all parts is second, and a font with a glyph for the first part is third. NULL if no
 * installed font has any of them. Loads fontconfig.
 */
struct font *fonts_emoji(struct fonts *fonts, struct str sequence);
/** Makes `f` the first font to try for emoji. */
void fonts_emoji_prefer(struct fonts *fonts, struct font *f);
/** The names of installed families, for suggestions. Loads fontconfig. */
const struct str *fonts_families(struct fonts *fonts, size_t *n);

/** Measures of a font in design units; y points upwards. */
struct font_metrics {
    int32_t upem;
    int32_t ascender, descender; /* the descender is negative */
    int32_t x_height, cap_height;
    int32_t space; /* the advance of U+0020 */
    int32_t slant; /* italic angle in 1/1000 degree; negative values lean to the right */
    int32_t bbox[4];
    int32_t sub_shift, sup_shift;    /* the shifts of subscripts and superscripts, from OS/2 */
    int32_t text_height, text_depth; /* the height of "d" and the depth of "p", both positive */
    bool fixed_pitch, serif;
};
const struct font_metrics *font_metrics(const struct font *f);
struct str font_postscript_name(const struct font *f);
struct str font_family(const struct font *f);
/** The number of the font in the order of first use. It becomes a part of resource names. */
int font_index(const struct font *f);
bool font_has(const struct font *f, uint32_t cp);
/** Whether the character's glyph can be drawn. Some kinds of colour glyphs cannot. */
bool font_shows(const struct font *f, uint32_t cp);
/** Whether some glyphs of the font may be pictures or coloured layers. */
bool font_has_colours(const struct font *f);
/** Whether the font has pictures but no letters. */
bool font_is_pictures(const struct font *f);
/** Whether the font's glyphs are outlines. Fonts without outlines cannot be embedded. */
bool font_has_outlines(const struct font *f);

struct font_glyph {
    uint32_t id;
    int32_t advance, dx, dy; /* the advance and the offset of the glyph, in design units */
    uint32_t cluster;        /* the byte offset of the glyph's cluster in the shaped text */
};
/** A shaped text in one font. It is read-only and cached, and lives as long as `fonts`. */
struct font_run {
    struct font *font;
    struct str text;
    /* the glyphs in the order from left to right, also in right-to-left text */
    struct font_glyph *glyphs;
    size_t n;
    int64_t width;     /* the sum of all advances */
    unsigned features; /* the features with which the text was shaped */
    /* the letters of the script are joined, so no space may be added between them */
    bool joined;
};

enum font_features {
    FONT_KERN = 1,
    FONT_LIGA = 2,
    FONT_SMCP = 4,
    FONT_ONUM = 8,
    FONT_TNUM = 16,
    /* the following features are not used in running text */
    FONT_DLIG = 1 << 5,
    FONT_HLIG = 1 << 6,
    FONT_FRAC = 1 << 7,
    FONT_ZERO = 1 << 8,
    FONT_SUPS = 1 << 9,
    FONT_SUBS = 1 << 10,
    FONT_ORDN = 1 << 11,
    FONT_C2SC = 1 << 12,
    FONT_SALT = 1 << 13,
    FONT_SWSH = 1 << 14,
    FONT_CASE = 1 << 15,
    FONT_SS01 = 1 << 16,
    FONT_SS02 = 1 << 17,
    FONT_SS03 = 1 << 18,
    FONT_SS04 = 1 << 19,
    FONT_SS05 = 1 << 20,
    /* for formulas: letters designed for scripts, and letters designed for scripts of scripts */
    FONT_SSTY = 1 << 21,
    FONT_SST2 = 1 << 22,
    FONT_SIZED = FONT_SSTY | FONT_SST2,
    FONT_RARE = (1 << 23) - (1 << 5),
    /* the following bits describe what is around the text in its paragraph */
    FONT_RTL = 1 << 28,         /* the text runs from right to left */
    FONT_JOIN_BEFORE = 1 << 29, /* the letter before the text is joined to it (Arabic) */
    FONT_JOIN_AFTER = 1 << 30,  /* the letter after the text is joined to it */
    FONT_DEFAULT_FEATURES = 3
};
/**
 * Shapes `text` in one font. The text has no line breaks. Missing characters get glyph 0. `lang` is
 * a BCP 47 tag. The direction is left to right unless FONT_RTL is set; the bidi level decides, not
 * the letters. The result is shared and read-only.
 */
const struct font_run *font_shape(struct font *f, struct str text, unsigned features,
                                  struct str lang);
int32_t font_glyph_advance(const struct font *f, uint32_t glyph);
/** The advance of a code point's glyph, without shaping. */
int32_t font_char_advance(const struct font *f, uint32_t cp);
/** The glyph of a code point without shaping, or 0 if the font does not have it. */
uint32_t font_glyph(const struct font *f, uint32_t cp);

/** The bounding box of a glyph in design units: left, bottom, right, top. Returns false if the box
 * is empty. */
bool font_glyph_box(const struct font *f, uint32_t glyph, int32_t box[4]);

/** How a glyph is drawn. */
enum font_look {
    FONT_LOOK_BLANK, /* nothing is drawn: a space, or a kind of picture that is not supported */
    FONT_LOOK_OUTLINE,
    FONT_LOOK_PICTURE, /* a bitmap (CBDT, sbix), see font_glyph_picture() */
    FONT_LOOK_LAYERS   /* outlines in colours (COLR version 0), see font_glyph_layers() */
};
/** How a glyph is drawn. In fonts without colours all glyphs have the look of outlines, even
 * spaces. */
enum font_look font_glyph_look(const struct font *f, uint32_t glyph);

/* maximum side of a bitmap in pixels; larger bitmaps are not drawn */
#define FONT_PICTURE_SIDE 2048
/** The bitmap of a glyph, as a PNG file, and its box in design units: left, bottom, right, top. */
struct font_picture {
    struct str png;
    int32_t box[4];
};
/** Copies the bitmap of a glyph to the arena. Returns false if the glyph is not a picture. The
 * header of the PNG has been checked, and no side has more than FONT_PICTURE_SIDE pixels; the rest
 * of the file may be damaged. */
bool font_glyph_picture(struct arena *a, const struct font *f, uint32_t glyph,
                        struct font_picture *out);

/** One layer of a glyph. Later layers are painted over earlier ones. */
struct font_layer {
    uint32_t glyph; /* the glyph whose outline is filled */
    /* the outline is filled with the colour of the text; `r`, `g`, `b` and `a` are not used */
    bool text_coloured;
    uint8_t r, g, b, a; /* sRGB, not premultiplied; `a` is 255 for an opaque colour */
};
/* maximum number of layers of a glyph; the layers after them are not painted */
#define FONT_LAYERS 256
/** Lists the layers of a glyph from the bottom up, with the colours of the font's first palette.
 * Returns their number. */
size_t font_glyph_layers(const struct font *f, uint32_t glyph,
                         struct font_layer layers[FONT_LAYERS]);

/** A step of a glyph's outline. Coordinates are in 1/64 of a design unit. */
enum font_pen_kind { FONT_PEN_MOVE, FONT_PEN_LINE, FONT_PEN_CURVE, FONT_PEN_CLOSE };
struct font_pen {
    enum font_pen_kind kind;
    int32_t x[3], y[3]; /* for a curve: its two control points and its end; otherwise the first
                           element is the end */
};
/** The outline of a glyph, in the arena. It must be filled by the non-zero winding rule. */
const struct font_pen *font_glyph_outline(struct arena *a, const struct font *f, uint32_t glyph,
                                          size_t *n);

/** The constants of the MATH table in design units (OpenType 1.9). For fonts without the table they
 * are in proportion to the em. */
struct font_math {
    bool present;
    int32_t script_percent, script_script_percent;
    int32_t axis_height, display_operator_height;
    int32_t sub_shift, sub_top_max, sub_drop, sup_shift, sup_shift_cramped, sup_bottom_min,
        sup_drop;
    /* the shifts of a subscript without a superscript, and of a superscript in displays */
    int32_t sub_shift_alone, sup_shift_display;
    int32_t sub_sup_gap, sup_bottom_max_with_sub, space_after_script;
    /* the distances of limits above and below operators */
    int32_t upper_gap, upper_rise, lower_gap, lower_drop;
    int32_t stack_top, stack_top_display, stack_bottom, stack_bottom_display, stack_gap,
        stack_gap_display;
    int32_t num_shift, num_shift_display, denom_shift, denom_shift_display, num_gap,
        num_gap_display, denom_gap, denom_gap_display, fraction_rule;
    int32_t over_gap, over_rule, over_extra, under_gap, under_rule, under_extra;
    int32_t radical_gap, radical_gap_display, radical_rule, radical_extra, radical_kern_before,
        radical_kern_after, radical_raise_percent, accent_base_height;
};
/** The constants of a font. They are computed at the first call. Borrowed. */
const struct font_math *font_math(struct font *f);
/**
 * The smallest size variant of `glyph` whose height (with `across`, its width) is at least `size`.
 * If there is none, the largest variant.
 */
uint32_t font_math_variant(const struct font *f, uint32_t glyph, bool across, int32_t size);
/** The widest size variant of `glyph` that is at most `width` wide, as for accents; else `glyph`.
 */
uint32_t font_math_widest(const struct font *f, uint32_t glyph, int32_t width);
/** Returns the family for formulas that suits the text's family: "TeX Gyre Pagella Math" for "TeX
 * Gyre Pagella". Empty if it is not installed. */
struct str fonts_math_family(struct fonts *fonts, struct str text);
/** One piece of a glyph that is assembled from several. Pieces overlap. */
struct font_math_part {
    uint32_t glyph;
    /* the distance of the piece's start from the start of the whole glyph, upwards or to the
     * right */
    int32_t at;
};
#define FONT_MATH_PARTS 256
/**
 * Assembles `glyph` from pieces so that its height (with `across`, its width) is `size` or a little
 * more. Returns the number of pieces, or 0 if the font has none for the glyph. `*length` is the
 * resulting size. Extenders are repeated until `size` or FONT_MATH_PARTS is reached.
 */
size_t font_math_assembly(const struct font *f, uint32_t glyph, bool across, int32_t size,
                          struct font_math_part parts[FONT_MATH_PARTS], int32_t *length);
/** The italics correction of a glyph, and the point over which accents are centred. */
int32_t font_math_italic(const struct font *f, uint32_t glyph);
int32_t font_math_accent(const struct font *f, uint32_t glyph);

/** Scales design units to sp at the font size `size`. The result is rounded (halves away from zero)
 * and limited to SP_MAX. `units` has at most 32 bits. */
sp font_scale(const struct font *f, int64_t units, sp size);

/** The largest number of glyphs of a font with codes of one byte, including glyph 0. */
#define FONT_SIMPLE_GLYPHS 256

/** A subset that can be embedded. */
struct font_subset {
    struct str program; /* the font program: bare CFF, or a TrueType file with glyf */
    bool cff;
    /* the program is CFF with glyph names and an encoding, so its codes have one byte */
    bool simple;
    uint32_t *cids; /* the codes in the PDF: cids[i] is that of the glyph used[i] */
    uint32_t *used; /* the glyphs in use, sorted, including glyph 0 */
    size_t n;
    /* the number of glyphs in the program: those in use and the components of composites */
    uint32_t total;
    uint32_t *charset; /* the CIDs by glyph number; NULL: they equal the glyph numbers */
};
/** Makes a subset with `glyphs`, in any order. `texts`, which may be NULL, has the texts in UTF-8
 * from which the glyphs get their names in the program. Returns false if the font cannot be subset.
 * The result is deterministic.
 */
bool font_subset_make(struct arena *a, struct font *f, const uint32_t *glyphs,
                      const struct str *texts, size_t n, struct font_subset *out);

/** Makes a TrueType program with the widths of `glyphs` but without outlines. It is for glyphs that
 * are text but are painted as pictures. The glyphs may be in any order. */
void font_blank_make(struct arena *a, const struct font *f, const uint32_t *glyphs, size_t n,
                     struct font_subset *out);

/** The versions of HarfBuzz and fontconfig, for `--version`. */
struct str font_library_versions(struct arena *a);

#endif
