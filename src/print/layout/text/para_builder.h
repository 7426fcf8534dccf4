/* SPDX-License-Identifier: MIT */
/*
 * From styled text to lines: the horizontal list of a paragraph and what comes out of it.
 *
 * The builder takes styled text, opaque boxes, glue and marks in reading order, makes boxes, glue
 * and penalties for para_break(), and sets the chosen lines as glyph runs of the page model. It
 * decides where Latin text may be cut, how wide a space is, what hangs over the margins and which
 * font stands in for a missing glyph. It knows no documents, no pages and no colours' meaning; what
 * a piece belongs to is the caller's `tag`. Text that runs from right to left, and what runs the
 * other way inside of it, stands as UAX #9 says; a paragraph without any pays nothing for it.
 *
 *     struct shaper *s = shaper_new(arena, fonts);           // once a document
 *     struct inline_builder *b = inline_new(s);              // once a paragraph
 *     inline_text(b, &roman, STR("A word and "));            // styles live as long as the lines
 *     inline_text(b, &italic, STR("another"));
 *     struct para_params p;
 *     para_params_init(&p, measure);
 *     struct inline_line *lines = inline_break(b, &p, INLINE_JUSTIFY, &n);
 *     inline_drop(b);                                         // the lines stay: they are in the
 * arena
 *
 * Invariants: 1. every byte of text comes out in exactly one piece (white space may be collapsed,
 * soft hyphens vanish unless a line is cut there, signs of direction do their work and vanish). 2.
 * Pieces are in reading order: they stand from left to right in lines without right-to-left text,
 * elsewhere `x` says where. Glyphs of one piece stand from left to right always. 3. No floats.
 */
#ifndef DOSSIER_LAYOUT_TEXT_PARA_BUILDER_H
#define DOSSIER_LAYOUT_TEXT_PARA_BUILDER_H

#include "core/unicode/bidi.h"
#include "print/layout/model/page.h"
#include "print/layout/text/para.h"

struct shaper;         /* caches of one document: hyphenation patterns, cut words */
struct inline_builder; /* one paragraph */

/** Lives in `a`, as the glyphs of its lines do, which pages take over; lines and their pieces live
 * in `lines`, which may be the same. `fonts` is borrowed. Not shared between threads. */
struct shaper *shaper_new(struct arena *a, struct arena *lines, struct fonts *fonts);
/** Words are not hyphenated: their paragraphs take no less room than they do with hyphens. */
void shaper_measure_roughly(struct shaper *s);
struct recall; /* core/base/recall.h */
/** Paragraphs that are in `recall`, from documents that were set in the same `fonts`, are taken as
 * they were made then, and others go there. It is borrowed, and their glyphs lie in it: no round of
 * its begins while the pages are there. Before the first builder. */
void shaper_recall(struct shaper *s, struct recall *recall);
/** The folder of hyphens_compile(); borrowed. Empty, as it is at first: there is none. */
void shaper_tables(struct shaper *s, struct str folder);
void shaper_drop(struct shaper *s);
/** The `i`th language of which words were to be hyphenated and no patterns are installed; empty
 * when there are no more. */
struct str shaper_unhyphenated(const struct shaper *s, size_t i);

enum inline_flags {
    INLINE_HYPHENATE = 1, /* words may be cut by the patterns of `lang` */
    INLINE_URL = 2,       /* cut nearly everywhere, as LaTeX's xurl; never a hyphen added */
    INLINE_VERBATIM =
        4, /* code: white space is kept as it is, spaces do not stretch, nothing is hyphenated */
    INLINE_FRENCH = 8, /* the same space after full stops as between words */
    INLINE_NO_PROTRUDE = 16,
    INLINE_NO_EXPAND = 32,
    INLINE_NO_BREAK = 64,   /* no line break inside, not even at spaces */
    INLINE_CUT_WORDS = 128, /* words are cut anywhere where hyphens do not help; numbers never */
    INLINE_KEEP_WORDS = 256 /* between spaces, East Asian words are not cut */
};

/** How a piece of text looks. Borrowed by builder and lines: keep it as long as the pages. */
struct inline_style {
    struct font *font;
    sp size;
    unsigned features; /* enum font_features */
    unsigned flags;    /* enum inline_flags */
    unsigned face;     /* enum font_face, for fallback fonts */
    struct str lang;   /* BCP 47 */
    sp rise;           /* baseline shift, up is positive (superscripts) */
    sp tracking;       /* added behind every character, but not in joined scripts */
    sp spacing;        /* added to the spaces between words */
    bool rtl;          /* the paragraph runs from right to left: the style of its first text says */
    struct page_colour colour;
    void *tag; /* the caller's: link, structure element; comes back with each piece */
};

struct inline_builder *inline_new(struct shaper *s);
void inline_drop(struct inline_builder *b);

/**
 * Text in one style; the bytes are copied. White space (also newlines) collapses to one space
 * unless INLINE_VERBATIM (there a newline is a forced break). Adjacent texts of one style are
 * joined before shaping, so kerning and hyphenation do not see the seam. U+00A0 is a space without
 * a break, U+00AD a place for a hyphen, U+200B a place for a break, U+2028 a forced break.
 */
void inline_text(struct inline_builder *b, const struct inline_style *style, struct str text);
/** A box nobody looks into: math, an image, a list label. `height` above and `depth` below the
 * baseline. */
void inline_box(struct inline_builder *b, sp width, sp height, sp depth, void *box, void *tag);
/** Glue that is no word space (`order` 1: fil). With a tag the gap comes back as a piece, for
 * leaders. */
void inline_glue(struct inline_builder *b, sp width, sp stretch, sp shrink, uint8_t order,
                 void *tag);
/** A place to break (or, from PENALTY_INF, none) between boxes: math at relations. */
void inline_penalty(struct inline_builder *b, int32_t penalty);
/** A forced line break; the line before it is not stretched. */
void inline_newline(struct inline_builder *b);
/** What stands up to inline_isolate_end() is a piece of its own for the order of what runs left and
 * right (UAX #9, isolates): its direction inside is `direction`; neutral: its first letter's. They
 * nest. */
void inline_isolate(struct inline_builder *b, enum unicode_direction direction);
void inline_isolate_end(struct inline_builder *b);
/** A place without width that comes back as a piece on the line it falls on (footnotes,
 * destinations). Sticks to what stands before it. */
void inline_mark(struct inline_builder *b, void *mark, void *tag);
bool inline_is_empty(struct inline_builder *b);

enum inline_piece_kind { INLINE_TEXT, INLINE_BOX, INLINE_GAP, INLINE_MARK };

/** A piece of a line; x from the measure's left edge, y from the baseline, down. The measure is
 * what the line has in all, indent included. */
struct inline_piece {
    enum inline_piece_kind kind;
    sp x, width; /* width without a trailing space beyond the margin */
    void *tag;
    const struct inline_style *style; /* INLINE_TEXT */
    struct page_text text; /* INLINE_TEXT: x as above, y = -rise; add the line's place to both */
    void *box;             /* INLINE_BOX: the box; INLINE_MARK: the mark */
    sp height, depth;      /* above and below the line's baseline (rise included) */
    bool rtl;              /* INLINE_TEXT: its glyphs stand in the order opposite to its text's */
};

/**
 * One line. The space it was broken at stays as the last glyph of its last text (beyond the margin,
 * outside `width`), so that words do not join when copied or read aloud. A hyphen added by us has
 * U+00AD as its text.
 */
struct inline_line {
    struct inline_piece *pieces;
    size_t n;
    sp height, depth; /* of its highest and deepest piece: letters with ascenders and descenders
                         count, not the ink */
    sp natural; /* width of its content before stretching, after discarding spaces at both ends */
    sp indent, width;              /* where it starts (from the right when the paragraph runs from
                                      there), what it should fill */
    int32_t badness;               /* para_line's */
    bool hyphen, overfull, forced; /* forced: ends in inline_newline() or with the paragraph */
};

/** START and END are the paragraph's: a paragraph from right to left starts at the right. */
enum inline_align {
    INLINE_JUSTIFY,
    INLINE_LEFT,
    INLINE_CENTER,
    INLINE_RIGHT,
    INLINE_START,
    INLINE_END
};

/**
 * Breaks and sets the paragraph. Never fails; an empty paragraph has no lines. Lines live in the
 * shaper's arena. The builder may be broken again with other parameters (tables try widths).
 */
struct inline_line *inline_break(struct inline_builder *b, const struct para_params *params,
                                 enum inline_align align, size_t *nlines);
/**
 * Puts a space behind a line that ends without one though its element goes on (a forced break, a
 * line of code, a label): words must not join when they are copied or read aloud. It takes no room.
 */
void inline_end_space(struct arena *a, struct inline_line *line);
/** Widths for tables: of the widest thing that cannot be broken, and of the longest line without
 * any break but forced ones. */
void inline_measure(struct inline_builder *b, sp *narrowest, sp *widest);

/** As the narrowest, with words cut wherever patterns (and INLINE_CUT_WORDS) allow it. */
sp inline_narrowest(struct inline_builder *b);

/** A character no installed font has. */
struct inline_missing {
    uint32_t cp;
    const struct inline_style *style;
    void *tag;
};
/** Characters that became glyph 0, each once a builder, in order; for diagnostics. Borrowed until
 * inline_drop(). */
const struct inline_missing *inline_missing(struct inline_builder *b, size_t *n);

#endif
