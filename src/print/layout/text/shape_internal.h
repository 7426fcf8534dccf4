/* SPDX-License-Identifier: MIT */
/*
 * Everything that the files of the line builder share. para_builder.c is the builder; shape_text.c
 * converts text to items; shape_font.c chooses the font of each character; shape_cut.c finds breaks
 * in words; shape_cjk.c handles scripts without spaces; shape_emoji.c handles emoji; shape_bidi.c
 * computes directions; shape_line.c converts lines to glyph runs; shape_rough.c measures paragraphs
 * without setting them. Internal to these files.
 */
#ifndef DOSSIER_LAYOUT_TEXT_SHAPE_INTERNAL_H
#define DOSSIER_LAYOUT_TEXT_SHAPE_INTERNAL_H

#include "core/base/buf.h"
#include "core/base/map.h"
#include "core/base/vec.h"
#include "core/unicode/unicode.h"
#include "print/layout/model/sp.h"
#include "print/layout/text/hyphen.h"
#include "print/layout/text/para_builder.h"

/** The kinds of items of a paragraph. The item itself (struct para_item) has the width. */
enum unit_kind {
    UNIT_WORD,  /* text between two possible breaks */
    UNIT_SPACE, /* a space that is also a space in the text */
    UNIT_SEAM,  /* glue without a character, as between ideographs */
    UNIT_CUT,   /* a penalty inside or between words */
    UNIT_GAP,   /* glue that the caller adds */
    UNIT_BOX,
    UNIT_MARK,
    UNIT_NEWLINE, /* the penalty that forces a break */
};

/** The companion of a para_item, at the same index. */
struct unit {
    enum unit_kind kind;
    bool hyphen;                      /* for UNIT_CUT: a line that ends here gets a hyphen */
    uint8_t level;                    /* the level by UAX #9; odd levels run from right to left */
    const struct inline_style *style; /* the style of the text; NULL for items without text */
    union {
        struct {
            /* the run of the whole word; NULL: the word is measured roughly */
            const struct font_run *run;
            uint32_t from, to; /* the range of the item's text in run->text */
            /* the size of the item's letters: that of the style, or adjusted for a substitute
             * font */
            sp size;
        } word;
        struct {
            struct str text; /* the text of the space, for text extraction */
        } space;
        struct {
            void *box, *tag;
            sp height, depth;
        } box; /* this member is used for boxes, marks and gaps */
    } u;
};

/** A possible break of a word, before byte `at`. */
struct cut {
    uint32_t at;
    int32_t penalty;
    bool hyphen;    /* a line that is broken here gets a hyphen */
    bool flagged;   /* the line ends in a hyphen or dash if it is broken here */
    bool automatic; /* hyphenation patterns give this break */
    bool seam;      /* the place is between ideographs and may stretch */
    bool tied;      /* the cut is a seam at which the line must not be broken */
    bool ragged;    /* the break is in a URL: since URLs have no spaces, the line may stay short */
};

/** The hyphenation of one language. */
struct language {
    struct str lang;
    struct hyphens *patterns; /* the patterns; NULL: there are none, or they have not been read */
    bool installed;           /* patterns for the language are installed */
    struct map words;         /* maps a word to its struct breaks; in the document's arena */
    struct map *known; /* maps a word to its struct breaks, for all documents of the run; in the
                          arena of the fonts */
};

/** The break points of a word. */
struct breaks {
    size_t n;
    uint32_t at[];
};

/** ICU's line breaker for one language. */
struct lang_breaker {
    struct str lang;
    struct unicode_breaker *breaker;
};

struct shaper {
    struct arena *arena;
    struct arena *lines; /* memory that is freed when the pages are made */
    struct fonts *fonts;
    struct str tables; /* the folder set by shaper_tables() */
    VEC(struct language *) languages;
    /* by font_index(); 0: unknown, 1: the font has all of printable ASCII, 2: it does not */
    VEC(uint8_t) ascii;
    VEC(struct lang_breaker) breakers;
    struct inline_builder *idle; /* builders that are not in use, with their memory */
    /* memory for setting lines, used again for each line (shape_line.c), or NULL */
    struct setting *setting;
    struct rough *rough; /* values for paragraphs that are only measured (shape_rough.c), or NULL */
};

/** Something added to the builder that is held back until the paragraph is complete. */
enum held_kind { HELD_TEXT, HELD_ITEM, HELD_NEWLINE };
struct held {
    enum held_kind kind;
    const struct inline_style *style; /* the style of a HELD_TEXT */
    /* for HELD_TEXT: a range in `pending`; for others: the offset after which the item comes */
    size_t from, to;
    struct para_item item;
    struct unit unit;
};

struct inline_builder {
    struct shaper *shaper;
    struct inline_builder *next; /* the next builder in the list of unused ones */
    VEC(struct para_item) items;
    VEC(struct unit) units; /* companions of the items, one for each */
    struct buf pending; /* the paragraph's text; the part after `done` may be continued in the same
                           style */
    size_t done;
    const struct inline_style *style; /* the style of the pending text, or of the last text */
    struct buf word;                  /* the text of the current word */
    struct str cjk_lang;  /* the language whose ideographs the word has; empty: the word has none */
    unsigned word_joins;  /* FONT_JOIN_ flags: the text around the word joins its letters */
    bool emoji;           /* the word may contain an emoji sequence */
    VEC(struct cut) cuts; /* the breaks of the current word */
    VEC(struct inline_missing) missing;
    /* the last character of the text; 0 after a space or a box and at the start */
    uint32_t prev;
    int32_t space_factor; /* TeX's space factor; 1000 is normal */
    size_t column;        /* the column in text with INLINE_VERBATIM, for tabs */
    /* Directions. Levels depend on the whole paragraph, so everything from the first right-to-left
     * text on is held back until the paragraph ends. Earlier text has level 0. */
    bool rtl, holding;
    uint8_t level;   /* the level of the items that are being added */
    bool has_levels; /* `levels` have been computed for `pending` */
    VEC(struct held) held;
    VEC(uint8_t) levels; /* one level for each byte of `pending` */
    /* the range of bytes that have one level, as found by the last search */
    size_t run_begin, run_end;
};

/** The font of a word. */
static inline struct font *shape_word_face(const struct unit *u) {
    return u->u.word.run ? u->u.word.run->font : u->style->font;
}

/** Adds an item, with its companion in `units`. */
void shape_item_add(struct inline_builder *b, struct para_item item, struct unit unit);
/** The index of the last item that is not a mark, or SIZE_MAX. */
size_t shape_item_last(const struct inline_builder *b);
/** Forces a line break like inline_newline(), but without flushing the pending text. Defined in
 * para_builder.c. */
void shape_newline_add(struct inline_builder *b);

/** Makes items from the pending text, or holds the text back. */
void shape_text_flush(struct inline_builder *b);
/** Makes items from `text`, a part of b->pending. */
void shape_text_add(struct inline_builder *b, const struct inline_style *style, struct str text);
/** The glue of a space between words, with the current space factor. */
struct para_item shape_space_glue(const struct inline_builder *b, const struct inline_style *style);
/** Adds a space between words, where a line may be broken. */
void shape_space_add(struct inline_builder *b, const struct inline_style *style);
/** Adds the possible break after a dash at the end of a text, if a text of another style follows.
 */
void shape_dash_add(struct inline_builder *b, const struct inline_style *style, struct str word);
/** Adds the penalty of a break, unless the break is a seam or divides a ligature. */
void shape_cut_add(struct inline_builder *b, const struct inline_style *style,
                   const struct cut *cut);
/** Records the end of a word. Kerning and spacing of the next item depend on it. */
void shape_word_end(struct inline_builder *b, struct str word);
/** Whether a space is dropped here, because it follows another space or begins a line. */
bool shape_behind_space(const struct inline_builder *b);
/** Makes items from the pending text. At the end of the paragraph, also makes the items that were
 * held back (see `held`). */
void shape_flush(struct inline_builder *b);

/** Begins to hold back everything that is added. Defined in shape_bidi.c, like the functions below
 * up to shape_visual_order(). */
void shape_hold_begin(struct inline_builder *b, bool rtl);
void shape_hold_text(struct inline_builder *b, const struct inline_style *style, size_t from,
                     size_t to);
void shape_hold_item(struct inline_builder *b, struct para_item item, struct unit unit);
void shape_hold_newline(struct inline_builder *b);
/** Computes the levels of the text that was held back, and then adds everything in order. */
void shape_hold_end(struct inline_builder *b);
/** Sets b->level to the level of the byte at `at` of b->pending. Returns the offset at which the
 * level changes, or `end`. */
size_t shape_level_at(struct inline_builder *b, size_t at, size_t end);
/** FONT_RTL and the FONT_JOIN_ flags for the range [from, to) of `whole`, which runs from right to
 * left. */
unsigned shape_direction(struct str whole, size_t from, size_t to);
/** The font features with which a part of a run is shaped. */
unsigned shape_part_features(const struct font_run *run, size_t from, size_t to);
/** The order, from left to right, in which pieces with these levels are shown (UAX #9, L2). */
void shape_visual_order(const uint8_t *levels, size_t n, size_t *order);

/**
 * Finds the breaks of `word`, which has no spaces, and adds them to b->cuts in order. Breaks that
 * are there already (soft hyphens) are kept.
 */
void shape_cuts_find(struct inline_builder *b, const struct inline_style *style, struct str word);
/** Records that a language needs hyphenation. */
void shape_language_note(struct shaper *s, struct str lang);
/** Whether a line may begin with this character after a dash. */
bool shape_cut_before(uint32_t cp);
/** Whether a character is a hyphen or dash after which a line may end. */
bool shape_cut_after(uint32_t cp);

/** The end of the emoji sequence that begins at byte `from` of a word and is shown as a picture.
 * Returns `from` if other text is there. Defined in shape_emoji.c, like the next three
 * functions. */
size_t shape_emoji_end(struct str word, size_t from);
/** The font of an emoji sequence: that of the style if it has colours, else an emoji font. NULL if
 * no emoji font has the sequence. */
struct font *shape_emoji_font(struct inline_builder *b, const struct inline_style *style,
                              struct str sequence);
/** Adds the breaks of UAX #14 beside emoji to b->cuts. */
void shape_emoji_cuts(struct inline_builder *b, const struct inline_style *style, struct str word);
/** Removes those breaks from b->cuts that are inside emoji sequences. The breaks are in order. */
void shape_emoji_keep(struct inline_builder *b, struct str word);

/** Whether the font has all of printable ASCII. Defined in shape_font.c, like the next three
 * functions. */
bool shape_has_ascii(struct shaper *s, struct font *font);
/** The end of the cluster that begins at `from`: a character with its marks, or an emoji sequence.
 */
size_t shape_cluster_end(const struct inline_builder *b, struct str word, size_t from);
/** The font of the cluster [from, to) of the word. `near` is the font of the preceding cluster, or
 * NULL. A character that is neither a letter nor in the style's font stays in `near`, if that has
 * it. */
struct font *shape_word_font(struct inline_builder *b, const struct inline_style *style,
                             size_t from, size_t to, struct font *near);
/** Copies the visible part of a word to b->word. Breaks go to b->cuts, and missing characters to
 * b->missing. Returns whether the visible part is ASCII only. */
bool shape_word_clean(struct inline_builder *b, const struct inline_style *style, struct str text);

/** Calls `at` for each break according to UAX #14 and the rules of the language. Defined in
 * shape_cjk.c, like the functions below up to shape_cjk_hang(). */
void shape_breaks_find(struct shaper *s, struct str lang, struct str text, unicode_boundary_fn *at,
                       void *user);
/** Whether the word has letters of a script without spaces between words. */
bool shape_spaceless(struct str word);
bool shape_cjk_in(struct str word);
/** Whether a character is East Asian, except Hangul. A line end in the source between such
 * characters is not a space (CSS Text 3, 4.1.3). */
bool shape_is_wide(uint32_t cp);
/** Whether the script has neither spaces nor gaps between words (Thai, Lao, Burmese, Khmer). In
 * such a script, lines are stretched between all letters. */
bool shape_is_spread(uint32_t cp);
/** The language that decides the rules and letter forms of a word with East Asian letters. It is
 * `lang` if that is East Asian; otherwise it is derived from the letters. */
struct str shape_cjk_lang(struct str lang, struct str word);
/** Adds the seams of a word with letters of a script without spaces to b->cuts. */
void shape_spaceless_cuts(struct inline_builder *b, const struct inline_style *style,
                          struct str word);
/** The glue of a seam before byte `at` of a word. The characters beside the seam are in `font`. */
struct para_item shape_seam_glue(const struct inline_builder *b, const struct inline_style *style,
                                 const struct font *font, size_t at, bool breaks);
/** Adds the glue of a seam. `breaks` means that a line may be broken there. */
void shape_seam_add(struct inline_builder *b, const struct inline_style *style,
                    struct para_item glue, bool breaks);
/** Adds the seam between the last item (a box, or text of another style) and a word that begins
 * with `cp`. */
void shape_joint_add(struct inline_builder *b, const struct inline_style *style, uint32_t cp);
/** Adds the seam between the last item and a box. */
void shape_joint_before_box(struct inline_builder *b);
/** Whether the character at byte `from` of a word with East Asian letters is set in the font of
 * these letters, although Latin fonts have it. This is so for quotation marks, dashes and dots in
 * Chinese and Japanese, and for every CJK character if the author chose a font for CJK. */
bool shape_cjk_takes(const struct inline_builder *b, const struct inline_style *style,
                     struct str word, size_t from);
/** How far a full-width punctuation mark extends over the margin with its empty half, in design
 * units. */
int64_t shape_cjk_hang(const struct font *font, uint32_t cp, bool left);

/** The tracking of the style after each glyph, in font units. 0 in joined scripts. */
int64_t shape_tracking_units(const struct inline_style *style, const struct font_run *run);

void shape_rough_drop(struct rough *r);
/** Adds plain Latin words and spaces of running text from byte `at` on. Returns the offset at which
 * it stopped, because there is something that must be shaped. Defined in shape_rough.c, like the
 * next two functions. */
size_t shape_rough_text(struct inline_builder *b, const struct inline_style *style, struct str text,
                        size_t at);
/** Adds a word. Returns false if it is not plain Latin. */
bool shape_rough_word(struct inline_builder *b, const struct inline_style *style, struct str word);
/** The lines of the paragraph, with boxes and marks but no other pieces. They are in the shaper's
 * arena of lines. NULL if the paragraph is not measured roughly. */
struct inline_line *shape_rough_lines(struct inline_builder *b, const struct para_params *params,
                                      size_t *nlines);

void shape_setting_drop(struct setting *set);
struct inline_line shape_line_make(struct inline_builder *b, const struct para_line *line,
                                   enum inline_align align, bool last);

#endif
