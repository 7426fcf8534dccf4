/* SPDX-License-Identifier: MIT */
/*
 * Fonts: finding, shaping, measuring, subsetting. The only room that sees HarfBuzz and fontconfig.
 *
 * Threads: a `struct fonts`, with all that came from it, is for one thread at a time; several may
 * each have their own.
 *
 * Distances inside a font are in its design units (`upem` to the em); layout scales them. Shaped
 * words are cached per font: shaping the same text again costs a look-up.
 */
#ifndef DOSSIER_FONT_FONT_H
#define DOSSIER_FONT_FONT_H

#include "core/base/arena.h"
#include "core/base/file.h"
#include "core/diag/diag.h"

/** TeX's scaled point: 1/65536 pt, 72.27 pt to the inch. Every length in layout. */
typedef int32_t sp;
#define SP_PT 65536
#define SP_MAX 0x3FFFFFFF

struct fonts; /* all fonts of one run, with their caches */
struct font;  /* one face */

enum font_face { FONT_REGULAR = 0, FONT_BOLD = 1, FONT_ITALIC = 2, FONT_SMALL_CAPS = 4 };
enum font_class { FONT_SERIF, FONT_SANS, FONT_MONO, FONT_MATH };

struct fonts *fonts_new(struct arena *a);
/** The arena of the fonts; and a place in them for what whoever sets text keeps as long: NULL at
 * first. */
struct arena *fonts_arena(struct fonts *fonts);
/** What was asked of the file system for fonts, and for what is kept with them, since there are
 * these; whoever reads for the companion takes it down there. Not NULL. */
struct asked *fonts_asked(struct fonts *fonts);
/** `drop` is called by fonts_drop() with what is in that place. */
void **fonts_companion(struct fonts *fonts, void (*drop)(void *companion));
void fonts_drop(struct fonts *fonts);
/** The files and folders that are read when fonts are looked for: fontconfig's own, its caches,
 * where fonts lie. It is loaded for that. The array is in the arena of `fonts`. */
struct str *fonts_places(struct fonts *fonts, size_t *n);
/** A document begins: what the one before has declared, chosen and preferred is forgotten, so that
 * no page depends on what was set before it. Fonts that are named by their files are those inside
 * of the fence (NULL: all are), which is borrowed. Installed ones are found wherever they lie. */
void fonts_begin(struct fonts *fonts, const struct file_fence *fence);
/** The document ends: its fence is no more. */
void fonts_end(struct fonts *fonts);
struct timings; /* core/base/timings.h */
/** From now on what opening a face takes is counted there, as the stage "fonts"; NULL: nobody asks.
 */
void fonts_time(struct fonts *fonts, struct timings *t);

/**
 * The face of a family ("Latin Modern Roman", "TeX Gyre Pagella", "Times New Roman" by its metric
 * twin) or a file's path. `size` picks the optical size where the family has them. Latin Modern and
 * TeX Gyre are found by their known places without waking fontconfig. A family that is not
 * installed gives NULL: never another font silently. A style the family lacks gives its nearest
 * face and sets `*style_missing` (may be NULL). Small caps are a face of their own (Latin Modern)
 * or the feature `smcp` (TeX Gyre): ask for FONT_SMALL_CAPS here and for FONT_SMCP in font_shape(),
 * and either works.
 */
struct font *fonts_find(struct fonts *fonts, struct str family, unsigned style, sp size,
                        bool *style_missing);
/** Names a face of a family that belongs to this run: a file (a path with its ending), or another
 * family. `style` is what it is. It comes before installed families of that name. */
void fonts_declare(struct fonts *fonts, struct str family, unsigned style, struct str face);
/** The default family of a class: Latin Modern Roman, Sans, Mono, Math. */
struct str fonts_default_family(enum font_class cls);
/** A face that has `cp`, from a fixed list of families and then fontconfig; NULL when nothing
 * installed has it. */
struct font *fonts_fallback(struct fonts *fonts, uint32_t cp, unsigned face);
/** The same beside text in the font `beside`: of its class, in the language's forms. */
struct font *fonts_stand_in(struct fonts *fonts, uint32_t cp, const struct font *beside,
                            unsigned face, struct str lang);
/** The face for a character that is set as those of Chinese and Japanese are, though other fonts
 * have it too (quotation marks, dashes). */
struct font *fonts_cjk(struct fonts *fonts, uint32_t cp, const struct font *beside, unsigned face,
                       struct str lang);
/** Ideographs, kana, Hangul, their punctuation and wide forms. */
bool font_is_cjk(uint32_t cp);
/** The size at which `f` goes with `beside` at `size`: small letters of one height, or typewriters
 * of one width. For letters of scripts with small letters. */
sp font_size_beside(const struct font *f, const struct font *beside, sp size);

/** A family the author names for what the text's own font lacks. */
struct font_choice {
    struct str family;
    enum font_class cls; /* of the text it stands in */
    bool cjk;            /* for Chinese, Japanese and Korean, whatever the text's own font has */
};
/** The author's choices, which come before all others, in this order; copied. They replace those of
 * the document before. */
void fonts_choose(struct fonts *fonts, const struct font_choice *list, size_t n);
/** Whether one of them is for Chinese, Japanese and Korean. */
bool fonts_choose_cjk(const struct fonts *fonts);
struct buf; /* core/base/buf.h */
/** Writes down all that was declared, chosen and preferred since the document began: with the same
 * `fonts`, where that is the same, so are the fonts that stand in for others. */
void fonts_put_wishes(const struct fonts *fonts, struct buf *out);
/** Debian's package with fonts for a character; empty when no font can have it. */
struct str fonts_package(uint32_t cp);
/**
 * The face for a whole emoji sequence (UTS #51) that is to be seen as a picture: of the installed
 * fonts of emoji, those in colour first, the one that has a glyph for all of it, else all of its
 * parts, else its first part. NULL when none has even that. Wakes fontconfig.
 */
struct font *fonts_emoji(struct fonts *fonts, struct str sequence);
/** Asks `f` for emoji before all others: the author named it. */
void fonts_emoji_prefer(struct fonts *fonts, struct font *f);
/** Names of installed families for "did you mean"; wakes fontconfig. */
const struct str *fonts_families(struct fonts *fonts, size_t *n);

/** In design units, y upwards. */
struct font_metrics {
    int32_t upem;
    int32_t ascender, descender; /* descender is negative */
    int32_t x_height, cap_height;
    int32_t space; /* advance of U+0020 */
    int32_t slant; /* italic angle in 1/1000 degree, negative leans right */
    int32_t bbox[4];
    int32_t underline_position, underline_thickness;
    int32_t sub_size, sub_shift, sup_size, sup_shift; /* OS/2 */
    int32_t text_height,
        text_depth; /* above the baseline of "d", below it of "p" (both positive) */
    bool fixed_pitch, serif;
};
const struct font_metrics *font_metrics(const struct font *f);
struct str font_postscript_name(const struct font *f);
struct str font_family(const struct font *f);
/** Index of the font in the order of first use, for resource names. */
int font_index(const struct font *f);
bool font_has(const struct font *f, uint32_t cp);
/** Whether there is something to see of it: glyphs of colour fonts may be of a kind that is not
 * drawn here. */
bool font_shows(const struct font *f, uint32_t cp);
/** Whether some of its glyphs may be pictures or layers of colours. */
bool font_has_colours(const struct font *f);
/** Whether it has pictures and no letters: nothing to set text in. */
bool font_is_pictures(const struct font *f);
/** Whether its glyphs are outlines: only they can be embedded as a font program. */
bool font_has_outlines(const struct font *f);

struct font_glyph {
    uint32_t id;
    int32_t advance, dx, dy; /* design units */
    uint32_t cluster;        /* byte offset in the shaped text of the cluster's first character */
};
/** A shaped piece of text in one font. Read-only, cached, lives as long as `fonts`. */
struct font_run {
    struct font *font;
    struct str text;
    struct font_glyph *glyphs; /* from left to right, whichever way the text runs */
    size_t n;
    int64_t width;     /* sum of advances */
    unsigned features; /* it was shaped with */
    bool joined; /* letters of its script are joined in writing: nothing may stand between them */
};

enum font_features {
    FONT_KERN = 1,
    FONT_LIGA = 2,
    FONT_SMCP = 4,
    FONT_ONUM = 8,
    FONT_TNUM = 16,
    /* those that only style sheets ask for */
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
    FONT_RARE = (1 << 21) - (1 << 5),
    /* how the text stands in its paragraph */
    FONT_RTL = 1 << 28,         /* it runs from right to left */
    FONT_JOIN_BEFORE = 1 << 29, /* a letter before it in the paragraph joins it (Arabic) */
    FONT_JOIN_AFTER = 1 << 30,  /* one after it does */
    FONT_DEFAULT_FEATURES = 3
};
/**
 * Shapes `text` (one line's worth, no line breaks) in one font. Glyph 0 stands for what the font
 * lacks. `lang` is BCP 47. The text runs from left to right unless FONT_RTL says otherwise: whoever
 * shapes knows its level, which letters alone do not say. The result is shared: do not change it.
 */
const struct font_run *font_shape(struct font *f, struct str text, unsigned features,
                                  struct str lang);
int32_t font_glyph_advance(const struct font *f, uint32_t glyph);
/** That of a code point's glyph (no shaping). */
int32_t font_char_advance(const struct font *f, uint32_t cp);
/** Glyph of a code point (no shaping), 0 when there is none. */
uint32_t font_glyph(const struct font *f, uint32_t cp);

/** Ink of a glyph in design units: left, bottom, right, top. False when it has none. */
bool font_glyph_box(const struct font *f, uint32_t glyph, int32_t box[4]);

/** What is seen of a glyph. */
enum font_look {
    FONT_LOOK_BLANK, /* nothing: a space, or a kind of picture that is not drawn */
    FONT_LOOK_OUTLINE,
    FONT_LOOK_PICTURE, /* a bitmap (CBDT, sbix): font_glyph_picture() */
    FONT_LOOK_LAYERS   /* outlines in colours (COLR version 0): font_glyph_layer() */
};
/** Fonts without colours have outlines alone, their spaces included. */
enum font_look font_glyph_look(const struct font *f, uint32_t glyph);

#define FONT_PICTURE_SIDE 2048 /* pixels: larger bitmaps are not drawn */
/** A glyph's bitmap, a PNG file, and where it stands in design units: left, bottom, right, top. */
struct font_picture {
    struct str png;
    int32_t box[4];
};
/** False when the glyph is no picture. The bytes are copied to `a`; they begin as a PNG's of at
 * most FONT_PICTURE_SIDE a side and may be damaged behind that. */
bool font_glyph_picture(struct arena *a, const struct font *f, uint32_t glyph,
                        struct font_picture *out);

/** One layer of a glyph, painted over those before it. */
struct font_layer {
    uint32_t glyph;     /* its outline */
    bool text_coloured; /* as the text around it; else: */
    uint8_t r, g, b, a; /* sRGB, not premultiplied; `a` 255 is opaque */
};
#define FONT_LAYERS 256 /* of one glyph; what is above that is not painted */
/** The layers of a glyph from the bottom up, in colours of the font's first palette. */
size_t font_glyph_layers(const struct font *f, uint32_t glyph,
                         struct font_layer layers[FONT_LAYERS]);

/** A glyph's outline: where the pen goes, in 1/64 of a design unit. */
enum font_pen_kind { FONT_PEN_MOVE, FONT_PEN_LINE, FONT_PEN_CURVE, FONT_PEN_CLOSE };
struct font_pen {
    enum font_pen_kind kind;
    int32_t x[3], y[3]; /* a curve's two control points and end; else the first is the end */
};
/** The whole outline, filled by the rule of non-zero winding numbers; in `a`. */
const struct font_pen *font_glyph_outline(struct arena *a, const struct font *f, uint32_t glyph,
                                          size_t *n);

/** The MATH table's constants in design units (OpenType 1.9, MATH); in proportion to the em for
 * fonts without one. */
struct font_math {
    bool present;
    int32_t script_percent, script_script_percent;
    int32_t axis_height, delimited_height, display_operator_height;
    int32_t sub_shift, sub_top_max, sub_drop, sup_shift, sup_shift_cramped, sup_bottom_min,
        sup_drop;
    int32_t sub_sup_gap, sup_bottom_max_with_sub, space_after_script;
    int32_t upper_gap, upper_rise, lower_gap, lower_drop; /* limits */
    int32_t stack_top, stack_top_display, stack_bottom, stack_bottom_display, stack_gap,
        stack_gap_display;
    int32_t num_shift, num_shift_display, denom_shift, denom_shift_display, num_gap,
        num_gap_display, denom_gap, denom_gap_display, fraction_rule;
    int32_t over_gap, over_rule, over_extra, under_gap, under_rule, under_extra;
    int32_t radical_gap, radical_gap_display, radical_rule, radical_extra, radical_kern_before,
        radical_kern_after, radical_raise_percent, accent_base_height;
};
/** Borrowed; made when first asked for. */
const struct font_math *font_math(struct font *f);
/** The smallest size variant of `glyph` that is at least `size` high (`across`: wide), else the
 * largest there is. */
uint32_t font_math_variant(const struct font *f, uint32_t glyph, bool across, int32_t size);
/** One piece of a glyph that is put together; pieces overlap. */
struct font_math_part {
    uint32_t glyph;
    int32_t at; /* of its start from the start of the whole: up, or to the right */
};
#define FONT_MATH_PARTS 256
/**
 * Puts `glyph` together of pieces so that it is `size` high (`across`: wide), or as near above it
 * as they allow. Returns how many parts, 0 when the font has none for it; `*length`: what comes
 * out. Extenders repeat until `size` is reached or FONT_MATH_PARTS are used.
 */
size_t font_math_assembly(const struct font *f, uint32_t glyph, bool across, int32_t size,
                          struct font_math_part parts[FONT_MATH_PARTS], int32_t *length);
/** Italics correction, and the point above which accents are centred. */
int32_t font_math_italic(const struct font *f, uint32_t glyph);
int32_t font_math_accent(const struct font *f, uint32_t glyph);

/** Scales design units to sp at `size`, rounded half away from zero; what is too large becomes
 * SP_MAX. `units` has at most 32 bits. */
sp font_scale(const struct font *f, int64_t units, sp size);

/** A subset ready for embedding. */
struct font_subset {
    struct str program; /* bare CFF, or a TrueType file with glyf */
    bool cff;
    uint32_t *cids; /* code to write for glyph used[i] */
    uint32_t *used; /* sorted glyph ids, 0 included */
    size_t n;
    uint32_t total;    /* glyphs in the program: those used and the parts of composites */
    uint32_t *charset; /* their CIDs by glyph number; NULL: the numbers themselves */
};
/** A subset with just `glyphs` (any order). Returns false when the font cannot be subset.
 * Deterministic. */
bool font_subset_make(struct arena *a, struct font *f, const uint32_t *glyphs, size_t n,
                      struct font_subset *out);

/** A TrueType program with the widths of `glyphs` (any order) and nothing to see, for glyphs that
 * are painted by other means and are text all the same. */
void font_blank_make(struct arena *a, const struct font *f, const uint32_t *glyphs, size_t n,
                     struct font_subset *out);

/** Versions of HarfBuzz and fontconfig for `--version`. */
struct str font_library_versions(struct arena *a);

#endif
