/* SPDX-License-Identifier: MIT */
/*
 * What the files of the line builder share: para_builder.c (the builder), shape_text.c (text to
 * items), shape_font.c (the font of each character), shape_cut.c (where text may be cut),
 * shape_cjk.c (scripts without spaces), shape_emoji.c (emoji in it), shape_bidi.c (what runs which
 * way), shape_line.c (lines to glyph runs), shape_rough.c (paragraphs that nobody sees),
 * shape_recall.c (paragraphs of the round before). Nobody else includes this.
 */
#ifndef DOSSIER_LAYOUT_TEXT_SHAPE_INTERNAL_H
#define DOSSIER_LAYOUT_TEXT_SHAPE_INTERNAL_H

#include "core/base/buf.h"
#include "core/base/map.h"
#include "core/base/recall.h"
#include "core/base/vec.h"
#include "core/unicode/unicode.h"
#include "print/layout/text/hyphen.h"
#include "print/layout/text/para_builder.h"

/** What an item of the paragraph is; the item itself says how wide. */
enum unit_kind {
    UNIT_WORD,  /* text between two places to break */
    UNIT_SPACE, /* a space that is written as one */
    UNIT_SEAM,  /* glue without a character: between ideographs */
    UNIT_CUT,   /* a penalty inside or between words */
    UNIT_GAP,   /* glue of the caller's */
    UNIT_BOX,
    UNIT_MARK,
    UNIT_NEWLINE, /* the penalty that forces a break */
};

/** The companion of a para_item, at the same index. */
struct unit {
    enum unit_kind kind;
    bool hyphen;                      /* UNIT_CUT: a hyphen shows when the line ends here */
    uint8_t level;                    /* UAX #9's; odd: from right to left */
    const struct inline_style *style; /* NULL for what is no text */
    union {
        struct {
            const struct font_run *run; /* of the whole word; NULL: measured roughly */
            uint32_t from, to;          /* bytes of run->text */
            sp size;                    /* of its letters: the style's, or a stand-in's */
        } word;
        struct {
            struct str text; /* the character, for extraction */
        } space;
        struct {
            void *box, *tag;
            sp height, depth;
        } box; /* also marks and gaps */
    } u;
};

/** A place where a word may be cut, before byte `at`. */
struct cut {
    uint32_t at;
    int32_t penalty;
    bool hyphen;    /* a hyphen is added */
    bool flagged;   /* the line will end in a hyphen or dash */
    bool automatic; /* found by patterns */
    bool seam;      /* between ideographs: may stretch */
    bool tied;      /* a seam where no line ends */
    bool ragged;    /* in a URL: has no spaces, so the line may stay short */
};

/** Hyphenation of one language. */
struct language {
    struct str lang;
    struct hyphens *patterns; /* NULL: none, or not read */
    bool installed;           /* there are some */
    struct map words;         /* word to struct breaks, in the document's arena; and ... */
    struct map *known;        /* those that documents of the run have in common, in that of fonts */
};

/** Break points of a word, found before. */
struct breaks {
    size_t n;
    uint32_t at[];
};

/** ICU's rules of a language. */
struct lang_breaker {
    struct str lang;
    struct unicode_breaker *breaker;
};

struct shaper {
    struct arena *arena;
    struct arena *lines; /* of what is needed no more when pages are made */
    struct fonts *fonts;
    struct str tables; /* of shaper_tables() */
    VEC(struct language *) languages;
    VEC(uint8_t)
    ascii; /* by font_index(): 0 not looked at, 1 has all of printable ASCII, 2 lacks some */
    VEC(struct lang_breaker) breakers;
    struct inline_builder *idle; /* dropped builders, with their memory */
    struct setting *setting;     /* of the last line (shape_line.c), with its memory; or NULL */
    struct rough *rough;         /* paragraphs are only measured (shape_rough.c); or NULL */
    struct recall *recall;       /* of paragraphs, shape_recall.c; or NULL */
};

/** What was given to the builder and waits until the whole paragraph is there. */
enum held_kind { HELD_TEXT, HELD_ITEM, HELD_NEWLINE };
struct held {
    enum held_kind kind;
    const struct inline_style *style; /* HELD_TEXT */
    size_t from, to; /* HELD_TEXT: bytes of `pending`; else the place after which it stands */
    struct para_item item;
    struct unit unit;
};

struct inline_builder {
    struct shaper *shaper;
    struct inline_builder *next; /* in the list of idle ones */
    struct record *record;       /* what was given to it, when paragraphs are kept; or NULL */
    VEC(struct para_item) items;
    VEC(struct unit) units; /* as many as items */
    struct buf
        pending; /* the paragraph's text; what is behind `done` waits for more of its style */
    size_t done;
    const struct inline_style *style; /* of the pending text, then of the last one */
    struct buf word;                  /* scratch: the word that is cut */
    struct str cjk_lang;              /* whose forms its ideographs have; empty: it has none */
    unsigned word_joins;              /* FONT_JOIN_ flags of what stands around it */
    bool emoji;                       /* an emoji sequence may be in it */
    VEC(struct cut) cuts;             /* of that word */
    VEC(struct inline_missing) missing;
    uint32_t prev;        /* last character; 0: a space, a box, the beginning */
    int32_t space_factor; /* TeX's, 1000 is normal */
    size_t column;        /* INLINE_VERBATIM: for tabs */
    /* directions: levels need the whole paragraph, so from the first text on that runs leftwards
     * what comes is held back until its end. What came before has level 0. */
    bool rtl, holding;
    uint8_t level;   /* of the units that are being added */
    bool has_levels; /* `levels` are those of `pending` */
    VEC(struct held) held;
    VEC(uint8_t) levels;       /* one for each byte of `pending` */
    size_t run_begin, run_end; /* bytes of one level that were looked at last */
};

/** The font of a word. */
static inline struct font *shape_word_face(const struct unit *u) {
    return u->u.word.run ? u->u.word.run->font : u->style->font;
}

/** Adds an item with its companion. */
void shape_item_add(struct inline_builder *b, struct para_item item, struct unit unit);
/** The last item that is no mark; SIZE_MAX: there is none. */
size_t shape_item_last(const struct inline_builder *b);
/** para_builder.c's inline_newline() without the pending text. */
void shape_newline_add(struct inline_builder *b);

/** Makes items of the pending text, or holds it back. */
void shape_text_flush(struct inline_builder *b);
/** Makes items of `text`, which is a part of b->pending. */
void shape_text_add(struct inline_builder *b, const struct inline_style *style, struct str text);
/** Glue of a space between words, as it is where the builder stands. */
struct para_item shape_space_glue(const struct inline_builder *b, const struct inline_style *style);
/** Adds a space between words, where a line may end. */
void shape_space_add(struct inline_builder *b, const struct inline_style *style);
/** Adds the place to break behind a dash at the end of another style's text, where there is one. */
void shape_dash_add(struct inline_builder *b, const struct inline_style *style, struct str word);
/** Adds the penalty of a cut that is no seam and takes no ligature apart. */
void shape_cut_add(struct inline_builder *b, const struct inline_style *style,
                   const struct cut *cut);
/** Notes how a word ends, for what follows it. */
void shape_word_end(struct inline_builder *b, struct str word);
/** Whether a space here is none: it stands behind one, or begins a line. */
bool shape_behind_space(const struct inline_builder *b);
/** Flushes the pending text and what is held back: the paragraph is all there. */
void shape_flush(struct inline_builder *b);

/** shape_bidi.c: from here on everything is held back. */
void shape_hold_begin(struct inline_builder *b, bool rtl);
void shape_hold_text(struct inline_builder *b, const struct inline_style *style, size_t from,
                     size_t to);
void shape_hold_item(struct inline_builder *b, struct para_item item, struct unit unit);
void shape_hold_newline(struct inline_builder *b);
/** Finds the levels and makes items of what is held back. */
void shape_hold_end(struct inline_builder *b);
/** Sets b->level to that of the byte at `at` of b->pending; returns where it changes next, or
 * `end`. */
size_t shape_level_at(struct inline_builder *b, size_t at, size_t end);
/** FONT_RTL and the FONT_JOIN_ flags for bytes [from, to) of `whole`, which run leftwards. */
unsigned shape_direction(struct str whole, size_t from, size_t to);
/** With what features a part of a run is shaped. */
unsigned shape_part_features(const struct font_run *run, size_t from, size_t to);
/** The order in which pieces of these levels stand from left to right (UAX #9, L2). */
void shape_visual_order(const uint8_t *levels, size_t n, size_t *order);

/**
 * Finds the places where `word` (no spaces) may be cut, into b->cuts in order; places put there
 * before (soft hyphens) are kept.
 */
void shape_cuts_find(struct inline_builder *b, const struct inline_style *style, struct str word);
/** Notes that words of a language were to be hyphenated. */
void shape_language_note(struct shaper *s, struct str lang);
/** May a line begin with this character, when the one before it is a dash? */
bool shape_cut_before(uint32_t cp);
/** Is it a hyphen or dash behind which a line may end? */
bool shape_cut_after(uint32_t cp);

/* shape_emoji.c */

/** The end of the emoji sequence that begins at byte `from` of a word and is seen as a picture;
 * `from` when there is none. */
size_t shape_emoji_end(struct str word, size_t from);
/** The font it is set in: the style's own when that is in colour; NULL when no font of emoji has
 * it. */
struct font *shape_emoji_font(struct inline_builder *b, const struct inline_style *style,
                              struct str sequence);
/** Adds the places beside emoji where UAX #14 lets a line end to b->cuts. */
void shape_emoji_cuts(struct inline_builder *b, const struct inline_style *style, struct str word);
/** Takes the places inside sequences out of b->cuts, which are in order. */
void shape_emoji_keep(struct inline_builder *b, struct str word);

/* shape_font.c */

/** Whether the font has all of printable ASCII. */
bool shape_has_ascii(struct shaper *s, struct font *font);
/** End of the cluster that begins at `from`: a character with its marks, an emoji sequence. */
size_t shape_cluster_end(const struct inline_builder *b, struct str word, size_t from);
/** The font of the cluster [from, to) of the word; `near` is that of what stands before it, or
 * NULL. A sign that the style's font lacks stays with letters before it when their font has it. */
struct font *shape_word_font(struct inline_builder *b, const struct inline_style *style,
                             size_t from, size_t to, struct font *near);
/** Puts the word into b->word without what is not shown; places for breaks go to b->cuts, what no
 * font has to b->missing. Returns whether it is all ASCII. */
bool shape_word_clean(struct inline_builder *b, const struct inline_style *style, struct str text);

/* shape_cjk.c: scripts without spaces */

/** Calls `at` with each place where UAX #14 and the language's rules let a line end. */
void shape_breaks_find(struct shaper *s, struct str lang, struct str text, unicode_boundary_fn *at,
                       void *user);
/** Whether the word has such letters, or East Asian ones. */
bool shape_spaceless(struct str word);
bool shape_cjk_in(struct str word);
/** East Asian characters but Hangul: lines of the source end between them without a space (CSS Text
 * 3, 4.1.3). */
bool shape_is_wide(uint32_t cp);
/** Scripts whose words have neither spaces nor gaps between them (Thai, Lao, Burmese, Khmer): a
 * line is widened between all letters alike. */
bool shape_is_spread(uint32_t cp);
/** The language whose rules and forms hold for a word with East Asian letters: `lang` when it is
 * one of theirs, else what the letters say. */
struct str shape_cjk_lang(struct str lang, struct str word);
/** Adds the seams of a word with such letters to b->cuts. */
void shape_spaceless_cuts(struct inline_builder *b, const struct inline_style *style,
                          struct str word);
/** The glue of a seam before byte `at` of the word, whose characters there are in `font`. */
struct para_item shape_seam_glue(const struct inline_builder *b, const struct inline_style *style,
                                 const struct font *font, size_t at, bool breaks);
/** Adds it; `breaks`: a line may end there. */
void shape_seam_add(struct inline_builder *b, const struct inline_style *style,
                    struct para_item glue, bool breaks);
/** Adds the seam between what the builder has and a word of another style, or behind a box, that
 * begins with `cp`. */
void shape_joint_add(struct inline_builder *b, const struct inline_style *style, uint32_t cp);
/** The same before a box. */
void shape_joint_before_box(struct inline_builder *b);
/** Whether the sign at byte `from` of a word with East Asian letters is set as one of theirs though
 * Latin fonts have it: quotation marks, dashes and dots in Chinese and Japanese, or all of them
 * when the author chose a font. */
bool shape_cjk_takes(const struct inline_builder *b, const struct inline_style *style,
                     struct str word, size_t from);
/** How much of a full-width sign hangs over the margin (its empty half), in design units. */
int64_t shape_cjk_hang(const struct font *font, uint32_t cp, bool left);

/** What the style adds behind each glyph, in the font's units; nothing in joined scripts. */
int64_t shape_tracking_units(const struct inline_style *style, const struct font_run *run);

/* shape_rough.c: for builders of a shaper with `rough` */

void shape_rough_drop(struct rough *r);
/** Adds the words and spaces of running text from byte `at` on, as far as they are plain Latin
 * ones; returns where it stopped: at what is to be shaped. */
size_t shape_rough_text(struct inline_builder *b, const struct inline_style *style, struct str text,
                        size_t at);
/** Adds a word; false when it is no plain Latin one. */
bool shape_rough_word(struct inline_builder *b, const struct inline_style *style, struct str word);
/** The paragraph's lines, each with all that goes on it; of what stands on them boxes and marks. In
 * the shaper's arena of lines; NULL when there are none. */
struct inline_line *shape_rough_lines(struct inline_builder *b, const struct para_params *params,
                                      size_t *nlines);

/* shape_recall.c: builders with a record, which stands in the way of all that is declared in
 * para_builder.h */

/** Gives the builder one, or makes its own empty. */
void shape_record_begin(struct inline_builder *b);
void shape_record_drop(struct record *r);
void shape_record_text(struct inline_builder *b, const struct inline_style *style, struct str text);
void shape_record_box(struct inline_builder *b, bool mark, sp width, sp height, sp depth, void *box,
                      void *tag);
void shape_record_glue(struct inline_builder *b, sp width, sp stretch, sp shrink, uint8_t order,
                       void *tag);
void shape_record_penalty(struct inline_builder *b, int32_t penalty);
void shape_record_newline(struct inline_builder *b);
void shape_record_isolate(struct inline_builder *b, bool end, enum unicode_direction direction);
struct inline_line *shape_record_break(struct inline_builder *b, const struct para_params *params,
                                       enum inline_align align, size_t *nlines);
void shape_record_measure(struct inline_builder *b, sp *narrowest, sp *widest);
sp shape_record_narrowest(struct inline_builder *b);
bool shape_record_is_empty(struct inline_builder *b);
const struct inline_missing *shape_record_missing(struct inline_builder *b, size_t *n);

/** shape_line.c: sets one broken line. */
void shape_setting_drop(struct setting *set);
struct inline_line shape_line_make(struct inline_builder *b, const struct para_line *line,
                                   enum inline_align align, bool last);

#endif
