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

struct shaper;         /* caches of one document: hyphenation patterns, broken words */
struct inline_builder; /* builds the boxes, glue and penalties of one paragraph */

/** Creates a shaper. It lives in `a`, like the glyphs of its lines, which pages take over; lines
 * and their pieces are in `lines`, which may be the same. `fonts` is borrowed. Not to be shared
 * between threads. */
struct shaper *shaper_new(struct arena *a, struct arena *lines, struct fonts *fonts);
/** Turns on rough measuring (shape_rough.c): words are not hyphenated, and paragraphs are at least
 * as large as they would be otherwise. */
void shaper_measure_roughly(struct shaper *s);
/** Sets the folder of hyphens_compile(); borrowed. Empty by default. */
void shaper_tables(struct shaper *s, struct str folder);
void shaper_drop(struct shaper *s);
/** The `i`th language that should have been hyphenated but has no patterns installed; empty beyond
 * the last one. */
struct str shaper_unhyphenated(const struct shaper *s, size_t i);

enum inline_flags {
    INLINE_HYPHENATE = 1, /* words may be hyphenated by the patterns of `lang` */
    INLINE_URL = 2,       /* break nearly anywhere, as LaTeX's xurl; hyphens are not added */
    INLINE_VERBATIM = 4,  /* code: white space is kept, spaces do not stretch, no hyphenation */
    INLINE_FRENCH = 8,    /* equal spaces after full stops and between words */
    INLINE_NO_PROTRUDE = 16,
    INLINE_NO_EXPAND = 32,
    INLINE_NO_BREAK = 64, /* no line breaks, not even at spaces */
    INLINE_CUT_WORDS =
        128, /* words may be broken anywhere if hyphenation does not help, but not numbers */
    INLINE_KEEP_WORDS = 256 /* East Asian words are only broken at spaces */
};

/** The style of a piece of text. Borrowed by builder and lines: keep it as long as the pages. */
struct inline_style {
    struct font *font;
    sp size;
    unsigned features; /* enum font_features */
    unsigned flags;    /* enum inline_flags */
    unsigned face;     /* enum font_face, for substitute fonts */
    struct str lang;   /* BCP 47 */
    sp rise;           /* baseline shift, positive upwards (superscripts) */
    sp tracking;       /* added after every character, except in joined scripts */
    sp spacing;        /* added to the spaces between words */
    bool rtl;          /* the paragraph runs from right to left; read from its first text */
    struct page_colour colour;
    void *tag; /* the caller's: link, structure element; returned with each piece */
};

struct inline_builder *inline_new(struct shaper *s);
void inline_drop(struct inline_builder *b);

/**
 * Adds text in one style; the bytes are copied. White space, newlines included, collapses to one
 * space, unless INLINE_VERBATIM is set (then a newline is a forced break). Adjacent texts of one
 * style are joined before shaping. U+00A0 is a space without a break, U+00AD an optional hyphen,
 * U+200B a place for a break, U+2028 a forced break.
 */
void inline_text(struct inline_builder *b, const struct inline_style *style, struct str text);
/** Adds an opaque box: math, an image, a list label. `height` is above and `depth` below the
 * baseline. */
void inline_box(struct inline_builder *b, sp width, sp height, sp depth, void *box, void *tag);
/** Adds glue that is not a word space (`order` 1: fil). With a tag it comes back as a piece, for
 * leaders. */
void inline_glue(struct inline_builder *b, sp width, sp stretch, sp shrink, uint8_t order,
                 void *tag);
/** Adds a possible break (or, from PENALTY_INF on, a forbidden one) between boxes: math at
 * relations. */
void inline_penalty(struct inline_builder *b, int32_t penalty);
/** Forces a line break; the line before it is not stretched. */
void inline_newline(struct inline_builder *b);
/** Begins an isolate (UAX #9), which ends with inline_isolate_end(); `direction` is that inside it,
 * neutral: that of its first letter. Isolates nest. */
void inline_isolate(struct inline_builder *b, enum unicode_direction direction);
void inline_isolate_end(struct inline_builder *b);
/** Adds a place without width that comes back as a piece of its line (footnotes, destinations). It
 * stays with what precedes it. */
void inline_mark(struct inline_builder *b, void *mark, void *tag);
bool inline_is_empty(struct inline_builder *b);

enum inline_piece_kind { INLINE_TEXT, INLINE_BOX, INLINE_GAP, INLINE_MARK };

/** A piece of a line; x counts from the left edge of the measure, y from the baseline, down. The
 * measure is the whole width of the line, indents included. */
struct inline_piece {
    enum inline_piece_kind kind;
    sp x, width; /* width without a trailing space beyond the margin */
    void *tag;
    const struct inline_style *style; /* INLINE_TEXT */
    struct page_text text; /* INLINE_TEXT: x as above, y = -rise; both relative to the line */
    void *box;             /* INLINE_BOX: the box; INLINE_MARK: the mark */
    sp height, depth;      /* above and below the baseline of the line, rise included */
    bool rtl; /* INLINE_TEXT: the order of its glyphs is opposite to that of its text */
};

/**
 * One line. The space at which it was broken is the last glyph of its last text (beyond the margin,
 * not in `width`), so that words are separate in copied text. An added hyphen has U+00AD as its
 * text.
 */
struct inline_line {
    struct inline_piece *pieces;
    size_t n;
    sp height, depth; /* of its highest and deepest piece, by the font's ascenders and descenders */
    sp natural;       /* natural width, without spaces discarded at both ends */
    sp indent,
        width; /* its start (from the right in right-to-left paragraphs), and the width to fill */
    int32_t badness;               /* para_line's */
    bool hyphen, overfull, forced; /* forced: it ends in inline_newline() or with the paragraph */
};

/** START and END are relative to the paragraph: right-to-left paragraphs start at the right. */
enum inline_align {
    INLINE_JUSTIFY,
    INLINE_LEFT,
    INLINE_CENTER,
    INLINE_RIGHT,
    INLINE_START,
    INLINE_END
};

/**
 * Breaks and sets the paragraph. Never fails; an empty paragraph has no lines. Lines are in the
 * shaper's arena. The builder may be broken again with other parameters (tables try several
 * widths).
 */
struct inline_line *inline_break(struct inline_builder *b, const struct para_params *params,
                                 enum inline_align align, size_t *nlines);
/**
 * Adds a space without width after a line that ends without one although its element continues (a
 * forced break, a line of code, a label), so that words are separate in copied text and speech.
 */
void inline_end_space(struct arena *a, struct inline_line *line);
/** Measures for tables: the widest unbreakable part, and the longest line with forced breaks only.
 */
void inline_measure(struct inline_builder *b, sp *narrowest, sp *widest);

/** As `narrowest`, with words broken wherever patterns (and INLINE_CUT_WORDS) allow it. */
sp inline_narrowest(struct inline_builder *b);

/** A character that no installed font has. */
struct inline_missing {
    uint32_t cp;
    const struct inline_style *style;
    void *tag;
};
/** The characters that became glyph 0, each once per builder, in order; for diagnostics. Borrowed
 * until inline_drop(). */
const struct inline_missing *inline_missing(struct inline_builder *b, size_t *n);

#endif
