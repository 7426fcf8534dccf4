/* SPDX-License-Identifier: MIT */
/*
 * What the files of the line builder share: para_builder.c (the builder), shape_text.c (text to
 * items), shape_font.c (the font of each character), shape_cut.c (breaks in words), shape_cjk.c
 * (scripts without spaces), shape_emoji.c (emoji), shape_bidi.c (directions), shape_line.c (lines
 * to glyph runs), shape_rough.c (paragraphs that are only measured). Internal to them.
 */
#ifndef DOSSIER_LAYOUT_TEXT_SHAPE_INTERNAL_H
#define DOSSIER_LAYOUT_TEXT_SHAPE_INTERNAL_H

#include "core/base/buf.h"
#include "core/base/map.h"
#include "core/base/vec.h"
#include "core/unicode/unicode.h"
#include "print/layout/text/hyphen.h"
#include "print/layout/text/para_builder.h"

/** The kind of an item of the paragraph; the item itself has the width. */
enum unit_kind {
    UNIT_WORD,  /* text between two possible breaks */
    UNIT_SPACE, /* a space that is written as one */
    UNIT_SEAM,  /* glue without a character, between ideographs */
    UNIT_CUT,   /* a penalty inside or between words */
    UNIT_GAP,   /* glue of the caller */
    UNIT_BOX,
    UNIT_MARK,
    UNIT_NEWLINE, /* the penalty that forces a break */
};

/** The companion of a para_item, at the same index. */
struct unit {
    enum unit_kind kind;
    bool hyphen;                      /* UNIT_CUT: a hyphen is shown if the line ends here */
    uint8_t level;                    /* by UAX #9; odd: from right to left */
    const struct inline_style *style; /* NULL for items without text */
    union {
        struct {
            const struct font_run *run; /* of the whole word; NULL: measured roughly */
            uint32_t from, to;          /* range in run->text */
            sp size; /* of its letters: that of the style, or adjusted for a substitute font */
        } word;
        struct {
            struct str text; /* the character, for text extraction */
        } space;
        struct {
            void *box, *tag;
            sp height, depth;
        } box; /* also for marks and gaps */
    } u;
};

/** A possible break of a word, before byte `at`. */
struct cut {
    uint32_t at;
    int32_t penalty;
    bool hyphen;    /* a hyphen is added */
    bool flagged;   /* the line will end in a hyphen or dash */
    bool automatic; /* found by patterns */
    bool seam;      /* between ideographs: may stretch */
    bool tied;      /* a seam without a break */
    bool ragged;    /* in a URL, which has no spaces: the line may stay short */
};

/** Hyphenation of one language. */
struct language {
    struct str lang;
    struct hyphens *patterns; /* NULL: none, or not read */
    bool installed;           /* patterns exist */
    struct map words;         /* word to struct breaks, in the document's arena; and ... */
    struct map *known; /* ... shared by all documents of the run, in the arena of the fonts */
};

/** The break points of a word. */
struct breaks {
    size_t n;
    uint32_t at[];
};

/** ICU's line breaker for a language. */
struct lang_breaker {
    struct str lang;
    struct unicode_breaker *breaker;
};

struct shaper {
    struct arena *arena;
    struct arena *lines; /* freed when the pages are made */
    struct fonts *fonts;
    struct str tables; /* of shaper_tables() */
    VEC(struct language *) languages;
    VEC(uint8_t)
    ascii; /* by font_index(): 0 unknown, 1 has all of printable ASCII, 2 lacks some */
    VEC(struct lang_breaker) breakers;
    struct inline_builder *idle; /* unused builders, with their memory */
    struct setting *setting;     /* memory of the last line (shape_line.c), or NULL */
    struct rough *rough;         /* paragraphs are only measured (shape_rough.c), or NULL */
};

/** An addition to the builder that is held back until the paragraph is complete. */
enum held_kind { HELD_TEXT, HELD_ITEM, HELD_NEWLINE };
struct held {
    enum held_kind kind;
    const struct inline_style *style; /* HELD_TEXT */
    size_t from, to; /* HELD_TEXT: range in `pending`; otherwise the offset it follows */
    struct para_item item;
    struct unit unit;
};

struct inline_builder {
    struct shaper *shaper;
    struct inline_builder *next; /* in the list of unused ones */
    VEC(struct para_item) items;
    VEC(struct unit) units; /* parallel to items */
    struct buf pending; /* the paragraph's text; the part after `done` may be continued in the same
                           style */
    size_t done;
    const struct inline_style *style; /* of the pending text, or of the last one */
    struct buf word;                  /* scratch: the current word */
    struct str cjk_lang;              /* language of its ideographs' forms; empty: it has none */
    unsigned word_joins;              /* FONT_JOIN_ flags of its context */
    bool emoji;                       /* it may contain an emoji sequence */
    VEC(struct cut) cuts;             /* of that word */
    VEC(struct inline_missing) missing;
    uint32_t prev;        /* the last character; 0: a space, a box, the start */
    int32_t space_factor; /* as in TeX, 1000 is normal */
    size_t column;        /* INLINE_VERBATIM: for tabs */
    /* Directions: levels depend on the whole paragraph, so everything from the first right-to-left
     * text on is held back until its end. Earlier text has level 0. */
    bool rtl, holding;
    uint8_t level;   /* of the units that are being added */
    bool has_levels; /* `levels` belong to `pending` */
    VEC(struct held) held;
    VEC(uint8_t) levels;       /* one per byte of `pending` */
    size_t run_begin, run_end; /* the range with one level that was found last */
};

/** The font of a word. */
static inline struct font *shape_word_face(const struct unit *u) {
    return u->u.word.run ? u->u.word.run->font : u->style->font;
}

/** Adds an item with its companion. */
void shape_item_add(struct inline_builder *b, struct para_item item, struct unit unit);
/** The last item that is not a mark, or SIZE_MAX. */
size_t shape_item_last(const struct inline_builder *b);
/** inline_newline() of para_builder.c, without flushing the pending text. */
void shape_newline_add(struct inline_builder *b);

/** Makes items of the pending text, or holds it back. */
void shape_text_flush(struct inline_builder *b);
/** Makes items of `text`, a part of b->pending. */
void shape_text_add(struct inline_builder *b, const struct inline_style *style, struct str text);
/** The glue of a space between words at the current position. */
struct para_item shape_space_glue(const struct inline_builder *b, const struct inline_style *style);
/** Adds a space between words, where a line may be broken. */
void shape_space_add(struct inline_builder *b, const struct inline_style *style);
/** Adds the possible break after a dash at the end of a text in another style, if there is one. */
void shape_dash_add(struct inline_builder *b, const struct inline_style *style, struct str word);
/** Adds the penalty of a break that is no seam and divides no ligature. */
void shape_cut_add(struct inline_builder *b, const struct inline_style *style,
                   const struct cut *cut);
/** Records the end of a word, which kerning and spacing of the next item depend on. */
void shape_word_end(struct inline_builder *b, struct str word);
/** Whether a space here is dropped: it follows another, or begins a line. */
bool shape_behind_space(const struct inline_builder *b);
/** Makes items of the pending text, and of the held ones at the end of the paragraph. */
void shape_flush(struct inline_builder *b);

/** Holds back everything from here on. shape_bidi.c */
void shape_hold_begin(struct inline_builder *b, bool rtl);
void shape_hold_text(struct inline_builder *b, const struct inline_style *style, size_t from,
                     size_t to);
void shape_hold_item(struct inline_builder *b, struct para_item item, struct unit unit);
void shape_hold_newline(struct inline_builder *b);
/** Computes the bidi levels of the held items and adds them in order. */
void shape_hold_end(struct inline_builder *b);
/** Sets b->level to that of the byte at `at` of b->pending; returns where it changes next, or
 * `end`. */
size_t shape_level_at(struct inline_builder *b, size_t at, size_t end);
/** FONT_RTL and the FONT_JOIN_ flags for the range [from, to) of `whole`, which is right to left.
 */
unsigned shape_direction(struct str whole, size_t from, size_t to);
/** The features for shaping a part of a run. */
unsigned shape_part_features(const struct font_run *run, size_t from, size_t to);
/** The visual order, from left to right, of pieces with these levels (UAX #9, L2). */
void shape_visual_order(const uint8_t *levels, size_t n, size_t *order);

/**
 * Finds the breaks of `word` (without spaces) and adds them to b->cuts, in order; existing ones
 * (soft hyphens) are kept.
 */
void shape_cuts_find(struct inline_builder *b, const struct inline_style *style, struct str word);
/** Records that a language needs hyphenation. */
void shape_language_note(struct shaper *s, struct str lang);
/** Whether a line may begin with this character after a dash. */
bool shape_cut_before(uint32_t cp);
/** Whether it is a hyphen or dash after which a line may end. */
bool shape_cut_after(uint32_t cp);

/** The end of the emoji sequence in picture presentation that begins at byte `from` of a word;
 * `from` if no sequence begins there. shape_emoji.c */
size_t shape_emoji_end(struct str word, size_t from);
/** The font of the sequence: the style's if it is in colour; NULL if no emoji font has it. */
struct font *shape_emoji_font(struct inline_builder *b, const struct inline_style *style,
                              struct str sequence);
/** Adds the breaks of UAX #14 beside emoji to b->cuts. */
void shape_emoji_cuts(struct inline_builder *b, const struct inline_style *style, struct str word);
/** Removes breaks inside sequences from b->cuts, which are in order. */
void shape_emoji_keep(struct inline_builder *b, struct str word);

/** Whether the font has all of printable ASCII. shape_font.c */
bool shape_has_ascii(struct shaper *s, struct font *font);
/** The end of the cluster that begins at `from`: a character with its marks, or an emoji sequence.
 */
size_t shape_cluster_end(const struct inline_builder *b, struct str word, size_t from);
/** The font of the cluster [from, to) of the word; `near` is that of the preceding one, or NULL. A
 * sign that the style's font lacks stays in the font of the letters before it if that has it. */
struct font *shape_word_font(struct inline_builder *b, const struct inline_style *style,
                             size_t from, size_t to, struct font *near);
/** Copies the visible part of the word to b->word; breaks go to b->cuts, missing characters to
 * b->missing. Returns whether it is all ASCII. */
bool shape_word_clean(struct inline_builder *b, const struct inline_style *style, struct str text);

/** Calls `at` with each break by UAX #14 and the language's rules. shape_cjk.c */
void shape_breaks_find(struct shaper *s, struct str lang, struct str text, unicode_boundary_fn *at,
                       void *user);
/** Whether the word has letters of scripts without spaces. */
bool shape_spaceless(struct str word);
bool shape_cjk_in(struct str word);
/** Whether it is an East Asian character except Hangul: line ends of the source between such
 * characters are no spaces (CSS Text 3, 4.1.3). */
bool shape_is_wide(uint32_t cp);
/** Whether the script has neither spaces nor gaps between words (Thai, Lao, Burmese, Khmer): lines
 * are stretched between all letters. */
bool shape_is_spread(uint32_t cp);
/** The language for the rules and forms of a word with East Asian letters: `lang` if it is East
 * Asian, else derived from the letters. */
struct str shape_cjk_lang(struct str lang, struct str word);
/** Adds the seams of a word with such letters to b->cuts. */
void shape_spaceless_cuts(struct inline_builder *b, const struct inline_style *style,
                          struct str word);
/** The glue of a seam before byte `at` of the word, whose characters there are in `font`. */
struct para_item shape_seam_glue(const struct inline_builder *b, const struct inline_style *style,
                                 const struct font *font, size_t at, bool breaks);
/** Adds that glue; `breaks`: a line may be broken there. */
void shape_seam_add(struct inline_builder *b, const struct inline_style *style,
                    struct para_item glue, bool breaks);
/** Adds the seam between the last item (text of another style, or a box) and a word that begins
 * with `cp`. */
void shape_joint_add(struct inline_builder *b, const struct inline_style *style, uint32_t cp);
/** The same before a box. */
void shape_joint_before_box(struct inline_builder *b);
/** Whether the sign at byte `from` of a word with East Asian letters is set in their font although
 * Latin fonts have it: quotation marks, dashes and dots in Chinese and Japanese, or all signs if
 * the author chose a font. */
bool shape_cjk_takes(const struct inline_builder *b, const struct inline_style *style,
                     struct str word, size_t from);
/** How far a full-width sign extends over the margin (its empty half), in design units. */
int64_t shape_cjk_hang(const struct font *font, uint32_t cp, bool left);

/** The style's tracking after each glyph, in font units; 0 in joined scripts. */
int64_t shape_tracking_units(const struct inline_style *style, const struct font_run *run);

void shape_rough_drop(struct rough *r);
/** Adds plain Latin words and spaces of running text from byte `at` on; returns where it stopped
 * because something must be shaped. shape_rough.c, like the next two. */
size_t shape_rough_text(struct inline_builder *b, const struct inline_style *style, struct str text,
                        size_t at);
/** Adds a word; false if it is not plain Latin. */
bool shape_rough_word(struct inline_builder *b, const struct inline_style *style, struct str word);
/** The lines of the paragraph, with boxes and marks but no other pieces. In the shaper's arena of
 * lines, or NULL. */
struct inline_line *shape_rough_lines(struct inline_builder *b, const struct para_params *params,
                                      size_t *nlines);

void shape_setting_drop(struct setting *set);
struct inline_line shape_line_make(struct inline_builder *b, const struct para_line *line,
                                   enum inline_align align, bool last);

#endif
