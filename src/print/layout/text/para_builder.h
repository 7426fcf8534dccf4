/* SPDX-License-Identifier: MIT */
/*
 * From styled text to lines: builds the horizontal list of a paragraph and sets its lines.
 *
 * The builder takes styled text, opaque boxes, glue and marks in reading order, makes boxes, glue
 * and penalties for para_break(), and sets the chosen lines as glyph runs of the page model. It
 * decides where text may be broken, how wide spaces are, what hangs over the margins, and which
 * font replaces a missing glyph. It knows neither documents nor pages; the caller's `tag`
 * identifies pieces. Bidirectional text is ordered by UAX #9; paragraphs without right-to-left text
 * have no cost for it.
 *
 *     struct shaper *s = shaper_new(arena, fonts);           // once per document
 *     struct inline_builder *b = inline_new(s);              // once per paragraph
 *     inline_text(b, &roman, STR("A word and "));            // styles live as long as the lines
 *     inline_text(b, &italic, STR("another"));
 *     struct para_params p;
 *     para_params_init(&p, measure);
 *     struct inline_line *lines = inline_break(b, &p, INLINE_JUSTIFY, &n);
 *     inline_drop(b);                                        // the lines stay in the arena
 *
 * Invariants: 1. Every byte of text comes out in exactly one piece (white space may be collapsed,
 * soft hyphens vanish unless a line is cut there, direction marks take effect and vanish). 2.
 * Pieces are in reading order: from left to right in lines without right-to-left text, elsewhere
 * `x` gives their place. Glyphs of a piece are always from left to right. 3. No floats.
 */
#ifndef DOSSIER_LAYOUT_TEXT_PARA_BUILDER_H
#define DOSSIER_LAYOUT_TEXT_PARA_BUILDER_H

#include "core/unicode/bidi.h"
#include "print/layout/model/page.h"
#include "print/layout/text/para.h"

struct shaper; /* The caches of one document: hyphenation patterns and words that were broken. */
struct inline_builder; /* A builder for the boxes, glue and penalties of one paragraph. */

/** Creates a shaper. The shaper and the glyphs of its lines, which the pages keep, are in `a`.
 * Lines and their pieces are in `lines`, which may be the same arena. `fonts` is borrowed. A
 * shaper must not be shared between threads. */
struct shaper *shaper_new(struct arena *a, struct arena *lines, struct fonts *fonts);
/** Turns on rough measuring (shape_rough.c): words are not hyphenated, and paragraphs are measured
 * at least as large as they really are. */
void shaper_measure_roughly(struct shaper *s);
/** Sets the folder of hyphens_compile(). The path is borrowed; by default it is empty. */
void shaper_tables(struct shaper *s, struct str folder);
void shaper_drop(struct shaper *s);
/** The `i`th language that should be hyphenated but has no installed patterns. Empty after the last
 * one. */
struct str shaper_unhyphenated(const struct shaper *s, size_t i);

enum inline_flags {
    INLINE_HYPHENATE = 1, /* words may be hyphenated by the patterns of `lang` */
    INLINE_URL =
        2, /* lines may be broken nearly anywhere, as by LaTeX's xurl; no hyphens are added */
    INLINE_VERBATIM = 4, /* code: white space is kept, spaces do not stretch, no hyphenation */
    INLINE_FRENCH = 8,   /* spaces after full stops are as wide as spaces between words */
    INLINE_NO_PROTRUDE = 16,
    INLINE_NO_EXPAND = 32,
    INLINE_NO_BREAK = 64, /* text is not broken, not even at spaces */
    INLINE_CUT_WORDS =
        128, /* a word may be broken anywhere if hyphenation does not help, but a number may not */
    INLINE_KEEP_WORDS = 256 /* East Asian text is broken only at spaces */
};

/** The style of a piece of text. Builder and lines borrow it, so it must live as long as the
 * pages. */
struct inline_style {
    struct font *font;
    sp size;
    unsigned features; /* a sum of enum font_features */
    unsigned flags;    /* a sum of enum inline_flags */
    unsigned face;     /* a sum of enum font_face, for the choice of substitute fonts */
    struct str lang;   /* a BCP 47 tag */
    sp rise;           /* shift of the baseline, positive upwards (for superscripts) */
    sp tracking;       /* space added after each character, except in joined scripts */
    sp spacing;        /* width added to the spaces between words */
    bool rtl; /* the paragraph runs from right to left; only the first text of a paragraph decides
                 this */
    struct page_colour colour;
    void *tag; /* the caller's data (link, structure element), which is returned with each piece */
};

struct inline_builder *inline_new(struct shaper *s);
void inline_drop(struct inline_builder *b);

/**
 * Adds text in one style. The bytes are copied. White space, including newlines, becomes one space.
 * With INLINE_VERBATIM it is kept, and a newline is a forced break. Adjacent texts of one style are
 * joined before they are shaped. U+00A0 is a space without a break, U+00AD an optional hyphen,
 * U+200B a place for a break, U+2028 a forced break.
 */
void inline_text(struct inline_builder *b, const struct inline_style *style, struct str text);
/** Adds an opaque box: a formula, an image, a list label. `height` is above the baseline, `depth`
 * below it. */
void inline_box(struct inline_builder *b, sp width, sp height, sp depth, void *box, void *tag);
/** Adds glue that is not a space between words (`order` 1: fil). If it has a tag, it is returned as
 * a piece; leaders need this. */
void inline_glue(struct inline_builder *b, sp width, sp stretch, sp shrink, uint8_t order,
                 void *tag);
/** Adds a possible break between boxes (from PENALTY_INF on: a forbidden break). It is used for
 * relations in formulas. */
void inline_penalty(struct inline_builder *b, int32_t penalty);
/** Forces a line break; the line before it is not stretched. */
void inline_newline(struct inline_builder *b);
/** Begins an isolate (UAX #9). It ends with inline_isolate_end(). `direction` is the direction
 * inside the isolate; if it is neutral, the first letter decides. Isolates may be nested. */
void inline_isolate(struct inline_builder *b, enum unicode_direction direction);
void inline_isolate_end(struct inline_builder *b);
/** Adds a place without width, which is returned as a piece of its line (for footnotes and
 * destinations). It stays with the text before it. */
void inline_mark(struct inline_builder *b, void *mark, void *tag);
bool inline_is_empty(struct inline_builder *b);

enum inline_piece_kind { INLINE_TEXT, INLINE_BOX, INLINE_GAP, INLINE_MARK };

/** A piece of a line. x counts from the left edge of the measure, y from the baseline downwards.
 * The measure is the whole width of the line, with its indents. */
struct inline_piece {
    enum inline_piece_kind kind;
    /* the left end and the width; a space at the end of the line is not included, because it hangs
     * in the margin */
    sp x, width;
    void *tag;
    const struct inline_style *style; /* the style of an INLINE_TEXT */
    struct page_text text; /* the text of an INLINE_TEXT; its x counts from the left edge of the
                              measure, its y is -rise */
    void *box; /* the caller's box of an INLINE_BOX, or the caller's mark of an INLINE_MARK */
    sp height, depth; /* extent above and below the line's baseline, with the rise included */
    bool rtl;         /* for INLINE_TEXT: the order of the glyphs is opposite to that of the text */
};

/**
 * One line. The space at which it was broken is the last glyph of its last text, so that words are
 * separate in copied text; it is beyond the margin and not in `width`. A hyphen that was added has
 * the text U+00AD.
 */
struct inline_line {
    struct inline_piece *pieces;
    size_t n;
    sp height, depth; /* the largest height and depth of its pieces, according to the ascenders and
                         descenders of fonts */
    sp natural;       /* the natural width, without the spaces discarded at both ends */
    /* the start of the line (measured from the right in right-to-left paragraphs), and the width
     * that the line fills */
    sp indent, width;
    int32_t badness; /* the badness, as in struct para_line */
    /* `forced` means that the line ends at inline_newline() or at the end of the paragraph */
    bool hyphen, overfull, forced;
};

/** How lines are aligned. START and END depend on the paragraph's direction: right-to-left
 * paragraphs start at the right. */
enum inline_align {
    INLINE_JUSTIFY,
    INLINE_LEFT,
    INLINE_CENTER,
    INLINE_RIGHT,
    INLINE_START,
    INLINE_END
};

/**
 * Breaks the paragraph and sets its lines. Never fails; an empty paragraph has no lines. The lines
 * are in the arena `lines` of the shaper. The function may be called again with other
 * parameters (tables try several widths).
 */
struct inline_line *inline_break(struct inline_builder *b, const struct para_params *params,
                                 enum inline_align align, size_t *nlines);
/**
 * Adds a space without width to a line that ends without a space although its element continues (a
 * forced break, a line of code, a label). It keeps words separate in copied text and speech.
 */
void inline_end_space(struct arena *a, struct inline_line *line);
/** Measures a text for tables: the width of its widest unbreakable part, and the width of its
 * longest line if only forced breaks are made. */
void inline_measure(struct inline_builder *b, sp *narrowest, sp *widest);

/** Like `narrowest` of inline_measure(), but words may be broken wherever patterns (and
 * INLINE_CUT_WORDS) allow it. */
sp inline_narrowest(struct inline_builder *b);

/** A character that no installed font has. */
struct inline_missing {
    uint32_t cp;
    const struct inline_style *style;
    void *tag;
};
/** The characters that no font has, for diagnostics, each once per builder, in order. They are
 * borrowed until inline_drop(). */
const struct inline_missing *inline_missing(struct inline_builder *b, size_t *n);

#endif
