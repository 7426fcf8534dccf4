/* SPDX-License-Identifier: MIT */
/*
 * Style sheets on paper: which declarations hold for an element (CSS Cascading Level 4: importance,
 * specificity, order), and what they say in the units of layout. styles/README.md is the table of
 * what is understood.
 *
 * What a sheet does not say stays as layout has it (LaTeX's article), so that a document without a
 * sheet never comes here. Lengths are integers; a pt is CSS's, 1/72 in.
 */
#ifndef DOSSIER_LAYOUT_STYLE_LOOK_H
#define DOSSIER_LAYOUT_STYLE_LOOK_H

#include "core/data/css_select.h"
#include "print/layout/model/page.h"

struct fonts;
struct look_own;
struct look_calc;
struct look_layer;
struct look_vars;

/** Longhands that layout asks for; those of one shorthand stand together. */
enum look_prop {
    LOOK_COLOR,
    LOOK_FONT_FAMILY,
    LOOK_FONT_SIZE,
    LOOK_FONT_WEIGHT,
    LOOK_FONT_STYLE,
    LOOK_FONT_CAPS,
    LOOK_FONT_NUMERIC,
    LOOK_LINE_HEIGHT,
    LOOK_LETTER_SPACING,
    LOOK_TEXT_ALIGN,
    LOOK_TEXT_INDENT,
    LOOK_TEXT_TRANSFORM,
    LOOK_TEXT_DECORATION,
    LOOK_HYPHENS,
    LOOK_WORD_BREAK,
    LOOK_LIST_STYLE,
    LOOK_DISPLAY,
    LOOK_BREAK_BEFORE,
    LOOK_BREAK_AFTER,
    LOOK_BREAK_INSIDE,
    LOOK_ORPHANS,
    LOOK_WIDOWS,
    LOOK_MARGIN_TOP,
    LOOK_MARGIN_RIGHT,
    LOOK_MARGIN_BOTTOM,
    LOOK_MARGIN_LEFT,
    LOOK_PADDING_TOP,
    LOOK_PADDING_RIGHT,
    LOOK_PADDING_BOTTOM,
    LOOK_PADDING_LEFT,
    LOOK_BORDER_TOP_WIDTH,
    LOOK_BORDER_TOP_STYLE,
    LOOK_BORDER_TOP_COLOR,
    LOOK_BORDER_RIGHT_WIDTH,
    LOOK_BORDER_RIGHT_STYLE,
    LOOK_BORDER_RIGHT_COLOR,
    LOOK_BORDER_BOTTOM_WIDTH,
    LOOK_BORDER_BOTTOM_STYLE,
    LOOK_BORDER_BOTTOM_COLOR,
    LOOK_BORDER_LEFT_WIDTH,
    LOOK_BORDER_LEFT_STYLE,
    LOOK_BORDER_LEFT_COLOR,
    LOOK_RADIUS_TOP_LEFT, /* clockwise, as sides are */
    LOOK_RADIUS_TOP_RIGHT,
    LOOK_RADIUS_BOTTOM_RIGHT,
    LOOK_RADIUS_BOTTOM_LEFT,
    LOOK_BACKGROUND,
    LOOK_OPACITY,
    LOOK_WIDTH,
    LOOK_MIN_WIDTH,
    LOOK_MAX_WIDTH,
    LOOK_HEIGHT,
    LOOK_MIN_HEIGHT,
    LOOK_MAX_HEIGHT,
    LOOK_BOX_SIZING,
    LOOK_FLOAT,
    LOOK_CLEAR,
    LOOK_POSITION,
    LOOK_TOP,
    LOOK_RIGHT,
    LOOK_BOTTOM,
    LOOK_LEFT,
    LOOK_VERTICAL_ALIGN,
    LOOK_COLUMN_COUNT,
    LOOK_COLUMN_WIDTH,
    LOOK_ROW_GAP,
    LOOK_COLUMN_GAP,
    LOOK_COLUMN_RULE_WIDTH,
    LOOK_COLUMN_RULE_STYLE,
    LOOK_COLUMN_RULE_COLOR,
    LOOK_FLEX_DIRECTION,
    LOOK_FLEX_WRAP,
    LOOK_FLEX_GROW,
    LOOK_FLEX_SHRINK,
    LOOK_FLEX_BASIS,
    LOOK_JUSTIFY_CONTENT,
    LOOK_ALIGN_ITEMS,
    LOOK_ALIGN_SELF,
    LOOK_TERM_COLUMN, /* grid-template-columns of a dl: the first of two */
    LOOK_GRID_COLUMNS,
    LOOK_GRID_COLUMN, /* from where to where: micro of the first line, length of the span */
    LOOK_FONT_LIGATURES,
    LOOK_FONT_POSITION,
    LOOK_FONT_KERNING,
    LOOK_FONT_SETTINGS,
    LOOK_WORD_SPACING,
    LOOK_DECORATION_STYLE,
    LOOK_DECORATION_COLOR,
    LOOK_DECORATION_THICKNESS,
    LOOK_UNDERLINE_OFFSET,
    LOOK_WHITE_SPACE,
    LOOK_TEXT_WRAP,
    LOOK_HYPHENATE_CHARACTER,
    LOOK_FONT_STRETCH,
    LOOK_CONTENT,
    LOOK_COUNTER_RESET,
    LOOK_COUNTER_INCREMENT,
    LOOK_COUNTER_SET,
    LOOK_QUOTES,
    LOOK_STRING_SET,
    LOOK_PAGE,
    LOOK_COUNT
};

/** Keywords, of all properties together. */
enum look_word {
    WORD_NONE,
    WORD_NORMAL,
    WORD_AUTO,
    WORD_KEEP_ALL,
    WORD_BOLD,
    WORD_ITALIC,
    WORD_SMALL_CAPS,
    WORD_LEFT,
    WORD_RIGHT,
    WORD_CENTER,
    WORD_JUSTIFY,
    WORD_START, /* where lines start: at the right in what runs from right to left */
    WORD_END,
    WORD_UPPERCASE,
    WORD_LOWERCASE,
    WORD_CAPITALIZE,
    WORD_UNDERLINE,
    WORD_LINE_THROUGH,
    WORD_SHOWN, /* any display but none and the following */
    WORD_BLOCK,
    WORD_INLINE,
    WORD_INLINE_BLOCK,
    WORD_FLEX,
    WORD_GRID,
    WORD_PAGE,
    WORD_AVOID,
    WORD_SOLID,
    WORD_DASHED,
    WORD_DOTTED,
    WORD_DOUBLE,
    WORD_CURRENT, /* currentcolor */
    WORD_INHERIT, /* of LOOK_UNSET */
    WORD_INITIAL,
    WORD_UNSET,
    WORD_REVERT,
    WORD_REVERT_LAYER,
    WORD_NOWRAP,
    WORD_PRE,
    WORD_BALANCE,
    WORD_SMALLER,
    WORD_LARGER,
    WORD_DISC,
    WORD_CIRCLE,
    WORD_SQUARE,
    WORD_DECIMAL,
    WORD_LOWER_ALPHA,
    WORD_UPPER_ALPHA,
    WORD_LOWER_ROMAN,
    WORD_UPPER_ROMAN,
    WORD_BORDER_BOX,
    WORD_CONTENT_BOX,
    WORD_BOTH,
    WORD_STATIC,
    WORD_RELATIVE,
    WORD_ABSOLUTE,
    WORD_TOP,
    WORD_MIDDLE,
    WORD_BOTTOM,
    WORD_BASELINE,
    WORD_SUB,
    WORD_SUPER,
    WORD_ROW,
    WORD_ROW_REVERSE,
    WORD_COLUMN,
    WORD_WRAP,
    WORD_SPACE_BETWEEN,
    WORD_SPACE_AROUND,
    WORD_SPACE_EVENLY,
    WORD_STRETCH,
    WORD_STEP /* WORD_STEP + enum type_step: font-size's medium, large, ... */
};

enum look_kind {
    LOOK_UNSET,   /* initial, inherit, unset, revert: `word` says which */
    LOOK_INHERIT, /* what the element around has, of fonts and colours */
    LOOK_LATER,   /* a declaration that waits for its element */
    LOOK_WORD,
    LOOK_ABSOLUTE, /* a length in sp */
    LOOK_EM,       /* micro times a unit */
    LOOK_REM,
    LOOK_EX,
    LOOK_LH, /* line distances: the element's own, the root's */
    LOOK_RLH,
    LOOK_VW, /* hundredths of the page area: width, height, the smaller, the larger one */
    LOOK_VH,
    LOOK_VMIN,
    LOOK_VMAX,
    LOOK_PERCENT,
    LOOK_CALC, /* a sum or choice of lengths */
    LOOK_NUMBER,
    LOOK_COLOUR,
    LOOK_TEXT,     /* a string */
    LOOK_FAMILIES, /* a list of families */
    LOOK_TRACKS,   /* columns of a grid */
    LOOK_CONTENTS, /* generated content */
    LOOK_COUNTS,   /* counters with numbers */
    LOOK_STRINGS   /* named strings */
};

/** A family of a list: a name, or a generic one. */
struct look_family {
    struct str name; /* empty: the document's own of this class */
    enum font_class cls;
};

/** A column of a grid (CSS Grid 1, section 7.2): a length, a share of what is left, or as its
 * content asks. */
enum look_track_kind { TRACK_LENGTH, TRACK_SHARE, TRACK_CONTENT };
struct look_track; /* below: it has a value */

/** A piece of generated content. */
enum look_piece_kind {
    PIECE_TEXT,
    PIECE_ATTR,     /* an attribute of the element, or `between` */
    PIECE_COUNTER,  /* in `style` */
    PIECE_COUNTERS, /* all of that name, with `between` */
    PIECE_STRING,   /* a named string; `style` is WORD_LEFT for that of the page's start, WORD_RIGHT
                       for the last, WORD_CENTER for none where it is set, else the first */
    PIECE_IMAGE,    /* its address */
    PIECE_OF_ELEMENT, /* the element's own text */
    PIECE_OPEN_QUOTE,
    PIECE_CLOSE_QUOTE,
    PIECE_NO_OPEN_QUOTE,
    PIECE_NO_CLOSE_QUOTE
};
struct look_piece {
    enum look_piece_kind kind;
    struct str text, between;
    enum look_word style;
    struct span at; /* PIECE_IMAGE */
};
struct look_contents {
    const struct look_piece *pieces;
    size_t n;
    bool none;   /* `none`: there is no such thing at all */
    bool silent; /* `alt` is said in its place; an empty one: nothing */
    struct str alt;
};
struct look_count {
    struct str name;
    int value;
};
struct look_named {
    struct str name;
    const struct look_contents *contents;
};

/** The value of one declaration. */
struct look_value {
    enum look_kind kind;
    enum look_word word;
    sp length;
    int64_t micro;             /* numbers, percentages and relative lengths, in millionths */
    struct page_colour colour; /* on the white of paper */
    struct page_colour pure;   /* by itself, */
    uint8_t alpha;             /* and how much of it covers what is behind: 255 is all */
    struct str text;
    const struct look_family *families;
    size_t nfamilies;
    const struct look_track *tracks;
    size_t ntracks;
    unsigned features; /* enum font_features that are put on, */
    unsigned without;  /* and those that are taken off */
    const struct look_calc *calc;
    const struct look_contents *contents;
    const struct look_count *counts;
    size_t ncounts;
    const struct look_named *named;
    size_t nnamed;
    struct span span; /* of the declaration's value */
    bool important;
    const struct look_layer *layer; /* of the cascade; NULL: above all */
};

struct look_track {
    enum look_track_kind kind;
    bool fill;               /* as many of these as there is room for */
    struct look_value value; /* a length, or shares in its `micro` */
};

/** What holds for an element: NULL where no sheet says anything. */
struct look {
    const struct look_value *v[LOOK_COUNT];
};

/** Margin boxes of @page (CSS Paged Media 3, section 5.1): those that stand where heads and feet do
 * come first, in their order. */
enum look_box {
    BOX_TOP_LEFT,
    BOX_TOP_CENTER,
    BOX_TOP_RIGHT,
    BOX_BOTTOM_LEFT,
    BOX_BOTTOM_CENTER,
    BOX_BOTTOM_RIGHT,
    BOX_TOP_LEFT_CORNER,
    BOX_TOP_RIGHT_CORNER,
    BOX_BOTTOM_LEFT_CORNER,
    BOX_BOTTOM_RIGHT_CORNER,
    BOX_LEFT_TOP,
    BOX_LEFT_MIDDLE,
    BOX_LEFT_BOTTOM,
    BOX_RIGHT_TOP,
    BOX_RIGHT_MIDDLE,
    BOX_RIGHT_BOTTOM,
    BOX_COUNT
};

/** Page selectors (CSS Paged Media 3, section 4.4), the more specific ones behind; the first page
 * is a right one. Blank pages have what is said of them alone. */
enum look_pages { PAGES_ALL, PAGES_RIGHT, PAGES_LEFT, PAGES_FIRST, PAGES_BLANK, PAGES_COUNT };

struct look_margin_box {
    bool set;                             /* a sheet says what is in it */
    bool boxed;                           /* it is more than a text where a head or foot stands */
    struct str text;                      /* a template, see struct running_line; empty: nothing */
    const struct look_contents *contents; /* when `set` */
    struct look look;                     /* of fonts and colours, and of the box */
};

/** @page, of all pages or of those with a name. Each kind has what holds for them in the end. */
struct look_page {
    struct str name;
    struct look_page *next;
    bool differ[PAGES_COUNT];      /* sheets have rules for these pages alone */
    struct look look[PAGES_COUNT]; /* margins */
    struct look_margin_box boxes[PAGES_COUNT][BOX_COUNT];
    struct str paper; /* by name, or empty */
    bool landscape, portrait;
    bool sized; /* width and height hold */
    struct look_value width, height;
};

/** What media queries ask of: the sheet of paper as it is without style sheets. */
struct look_medium {
    sp w, h;
};

/** A font that a sheet brings along. */
struct look_face {
    struct str family, face; /* a path or an installed family, as fonts_find() takes them */
    unsigned style;          /* enum font_face */
    struct span span;
    const struct look_face *next;
};

/** All sheets of a document, read. */
struct looks {
    struct look_rule *rules; /* in the order of the cascade */
    size_t n;
    struct look_index *index;   /* of the rules */
    struct look_reader *reader; /* for what waits for its element */
    struct map *answers;        /* what became of it, for each element's custom properties */
    unsigned asks;              /* CSS_ASKS_...: what selectors ask of elements */
    bool inherits;              /* `inherit` is said of what is not inherited by itself */
    bool layered;               /* `revert-layer` is said */
    bool generates;             /* rules for ::before and its kin */
    bool names_pages;           /* `page` is said */
    bool counts;                /* counters or named strings are said something of */
    struct look_page page;
    struct look_page *named; /* pages with names, or NULL */
    struct str lang;         /* of <html> */
    struct look html, body;
    const struct look_face *faces; /* the last of the sheets first, or NULL */
};

/**
 * Reads what of the sheets is meant for paper; `lang` is the document's, `medium` its paper (NULL:
 * letter). What layout does not know is a warning at its place, one for each declaration. NULL when
 * there are no sheets. All is in `a`, and faults may be added to `d` as long as it is asked.
 */
struct looks *looks_read(struct arena *a, struct css_sheet *const *sheets, size_t n,
                         struct str lang, const struct look_medium *medium, struct diags *d);
/** Makes the fonts that sheets bring along known by their names; what cannot be had is reported. */
void looks_declare(const struct looks *l, struct fonts *fonts, struct diags *d);
/** The same for no sheets: for elements that have a `style` of their own. */
struct looks *looks_none(struct arena *a, struct str lang, struct diags *d);

/** The declarations of an element's own `style`; those that paper does not know are reported at
 * its place, `at`. */
const struct look_own *look_own_read(const struct looks *l, struct str css, struct span at,
                                     struct diags *d);

/** Whose look is asked for. */
struct look_query {
    const struct css_element *e;
    enum css_part part;
    const struct look_own *own;   /* what its `style` says, or NULL */
    const struct look_vars *vars; /* custom properties of the element around */
    const struct look *outer;     /* the look of the element around, or NULL */
};

/** What holds for an element, or for a part of it. `*vars` (or NULL) is set to its custom
 * properties. */
void look_find(const struct looks *l, const struct look_query *q, struct look *out,
               const struct look_vars **vars);

/**
 * The first family of the list that is installed, or NULL: then nothing of the list holds (CSS
 * Fonts 4, section 2.1 has the default family in its place), and the caller reports it.
 */
const struct look_family *look_family(const struct look_value *v, struct fonts *fonts, sp size);
/** Reports at its place that none of a list is installed. */
void look_no_family(const struct look_value *v, struct diags *d);

/** What relative lengths are taken of. */
struct look_base {
    sp em, rem, ex;
    sp whole;          /* percentages */
    sp lh, rlh;        /* line distances of the element and of the root */
    sp page_w, page_h; /* of the page area */
};
/** With an ex and a line distance as they are in Latin Modern, on no page. */
struct look_base look_base_of(sp em, sp rem, sp whole);
/** A length in sp; false when the value is NULL or no length. */
bool look_length(const struct look_value *v, const struct look_base *base, sp *out);
/** A sum or choice of lengths, for look_length(). */
sp look_calc_length(const struct look_calc *c, const struct look_base *base);

#endif
