/* SPDX-License-Identifier: MIT */
/*
 * Style sheets for paper: finds the declarations for an element (CSS Cascading Level 4: importance,
 * specificity, order) and converts their values to the units of the layout. styles/README.md lists
 * what is supported.
 *
 * Where no sheet has a declaration, the default of the layout applies (LaTeX's article). Lengths
 * are integers. A pt is that of CSS, 1/72 in.
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

/** The longhands that the layout uses. */
enum look_prop {
#define PROPERTY(prop, name, takes, words, inherited, initial) LOOK_##prop,
#define SAME(name, prop)
#include "print/layout/style/look_props.def"
#undef PROPERTY
#undef SAME
    LOOK_COUNT
};

/** Keywords of all properties. */
enum look_word {
#define WORD(name, text) WORD_##name,
#include "print/layout/style/look_words.def"
#undef WORD
    /* WORD_STEP plus a value of enum type_step is a keyword of font-size: medium, large, ... */
    WORD_STEP
};

enum look_kind {
    LOOK_UNSET,   /* not settled yet: `word` is inherit, initial, unset or a form of revert */
    LOOK_INHERIT, /* settled: the value is inherited; only fonts and colours have this kind */
    LOOK_LATER,   /* a declaration whose value depends on the element */
    LOOK_WORD,
    LOOK_ABSOLUTE, /* an absolute length, in sp */
    LOOK_EM,       /* from here to LOOK_PERCENT: `micro` times the unit of the kind */
    LOOK_REM,
    LOOK_EX,
    LOOK_LH, /* the line heights of the element and of the root */
    LOOK_RLH,
    LOOK_VW, /* hundredths of the page area: of its width, its height, the smaller one, the larger
                one */
    LOOK_VH,
    LOOK_VMIN,
    LOOK_VMAX,
    LOOK_PERCENT,
    LOOK_CALC, /* a sum, minimum or maximum of lengths */
    LOOK_NUMBER,
    LOOK_COLOUR,
    LOOK_TEXT,     /* a string */
    LOOK_FAMILIES, /* a list of families */
    LOOK_TRACKS,   /* columns of a grid */
    LOOK_CONTENTS, /* generated content */
    LOOK_COUNTS,   /* counters with numbers */
    LOOK_STRINGS   /* named strings */
};

/** A family in a list: a font's name, or a generic family. */
struct look_family {
    /* the name of a font; empty: the document's own family of the class `cls` */
    struct str name;
    enum font_class cls;
};

/** A column of a grid (CSS Grid 1, section 7.2): a length, a share of the remaining width, or the
 * width of its content. */
enum look_track_kind { TRACK_LENGTH, TRACK_SHARE, TRACK_CONTENT };
struct look_track; /* defined below, because it contains a value */

/** A piece of generated content. */
enum look_piece_kind {
    PIECE_TEXT,
    PIECE_ATTR,     /* an attribute of the element; if it is missing, the text is `between` */
    PIECE_COUNTER,  /* a counter, which is written in the list style `style` */
    PIECE_COUNTERS, /* all counters of that name, with `between` as separator */
    PIECE_STRING,   /* a named string; `style` is WORD_LEFT for its value at the start of the page,
                       WORD_RIGHT for the last value, WORD_CENTER for no value on pages that set the
                       string; otherwise the first value */
    PIECE_IMAGE,    /* an image, given by its address */
    PIECE_OF_ELEMENT, /* the text of the element itself */
    PIECE_OPEN_QUOTE,
    PIECE_CLOSE_QUOTE,
    PIECE_NO_OPEN_QUOTE,
    PIECE_NO_CLOSE_QUOTE
};
struct look_piece {
    enum look_piece_kind kind;
    struct str text, between;
    enum look_word style;
    struct span at; /* the place of the address of a PIECE_IMAGE */
};
struct look_contents {
    const struct look_piece *pieces;
    size_t n;
    bool none;   /* the value is `none`: nothing is generated */
    bool silent; /* the content has the alternative text `alt`; if that is empty, it is not read
                    aloud */
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
    int64_t micro; /* the value of numbers, percentages and relative lengths, in millionths */
    struct page_colour colour; /* the colour blended with white, the colour of paper */
    struct page_colour pure;   /* the colour before blending */
    uint8_t alpha;             /* the opacity of the colour before blending: 255 is opaque */
    struct str text;
    const struct look_family *families;
    size_t nfamilies;
    const struct look_track *tracks;
    size_t ntracks;
    unsigned features; /* a sum of enum font_features: features that are turned on */
    unsigned without;  /* features that are turned off */
    const struct look_calc *calc;
    const struct look_contents *contents;
    const struct look_count *counts;
    size_t ncounts;
    const struct look_named *named;
    size_t nnamed;
    struct span span; /* the place of the declaration's value */
    bool important;
    const struct look_layer *layer; /* the layer, for the cascade; NULL: above all layers */
};

struct look_track {
    enum look_track_kind kind;
    bool fill;               /* the column is repeated as often as there is room */
    struct look_value value; /* a length; for a share (`2fr`), its `micro` is the number */
};

/** The computed style of an element. A member is NULL where no sheet has a declaration. */
struct look {
    const struct look_value *v[LOOK_COUNT];
};

/** Margin boxes of @page (CSS Paged Media 3, section 5.1). The boxes at the places of heads and
 * feet come first, in the order of these places. */
enum look_box {
#define BOX(place, name) BOX_##place,
#include "print/layout/style/look_boxes.def"
#undef BOX
    BOX_COUNT
};

/** Kinds of pages that have selectors (CSS Paged Media 3, section 4.4). More specific kinds come
 * later. The first page of a document is a right page. `:only` is not in CSS: it is the page of a
 * document of one page. Blank pages get only the declarations for blank pages. */
enum look_pages {
    PAGES_ALL,
    PAGES_RIGHT,
    PAGES_LEFT,
    PAGES_FIRST,
    PAGES_ONLY,
    PAGES_BLANK,
    PAGES_COUNT
};

struct look_margin_box {
    bool set;        /* a sheet sets the content of the box */
    bool boxed;      /* the box is more than a text at the place of a head or foot */
    struct str text; /* the text as a template, see struct running_line; may be empty */
    const struct look_contents *contents; /* the content of the box, valid if `set` */
    struct look look; /* fonts and colours of the text, and the style of the box itself */
};

/** @page for all pages, or for pages with a name. Each kind of page has its final style. */
struct look_page {
    struct str name;
    struct look_page *next;
    bool differ[PAGES_COUNT];      /* a sheet has rules for this kind of page alone */
    struct look look[PAGES_COUNT]; /* the margins of each kind of page */
    struct look_margin_box boxes[PAGES_COUNT][BOX_COUNT];
    struct str paper; /* the name of the paper size, or empty */
    bool landscape, portrait;
    bool sized; /* the sheet sets width and height */
    struct look_value width, height;
};

/** The data to which media queries refer: the paper as it is without style sheets. */
struct look_medium {
    sp w, h;
};

/** A font that an @font-face rule declares. */
struct look_face {
    struct str family, face; /* `face` is a path or an installed family, as for fonts_find() */
    unsigned style;          /* a sum of enum font_face */
    struct span span;
    const struct look_face *next;
};

/** The style sheets of a document. */
struct looks {
    struct look_rule *rules; /* all rules in the order of the cascade */
    size_t n;
    struct look_index *index;
    struct look_reader *reader; /* reads declarations whose value depends on the element */
    struct map *answers; /* results of declarations whose value depends on the element, by its
                            custom properties */
    /* a sum of CSS_ASKS_...: the properties of elements on which selectors depend */
    unsigned asks;
    bool inherits;    /* some declaration uses `inherit` for a property that is not inherited */
    bool layered;     /* some declaration uses `revert-layer` */
    bool generates;   /* some rule is for ::before or a similar pseudo-element */
    bool names_pages; /* some declaration sets `page` */
    bool counts;      /* some declaration sets a counter or a named string */
    struct look_page page;
    struct look_page *named; /* the pages with names, or NULL */
    struct str lang;         /* the language of <html> */
    struct look html, body;
    const struct look_face *faces; /* the declared fonts, those of the last sheet first; or NULL */
};

/**
 * Reads those parts of the sheets that apply to paper. `lang` is the document's language, and
 * `medium` is its paper (NULL: letter). Unsupported declarations are warnings at their place.
 * Returns NULL if there are no sheets. All memory is in the arena. Later calls for the
 * result may add faults to `d`.
 */
struct looks *looks_read(struct arena *a, struct css_sheet *const *sheets, size_t n,
                         struct str lang, const struct look_medium *medium, struct diags *d);
/** Declares the fonts of @font-face rules to `fonts`. Missing fonts are reported. */
void looks_declare(const struct looks *l, struct fonts *fonts, struct diags *d);
/** An empty set of sheets. It is needed for attributes `style` in documents without sheets. */
struct looks *looks_none(struct arena *a, struct str lang, struct diags *d);

/** Reads the attribute `style` of an element. Unsupported declarations are reported at `at`, the
 * place of the attribute. */
const struct look_own *look_own_read(const struct looks *l, struct str css, struct span at,
                                     struct diags *d);

/** The element for which a style is computed. */
struct look_query {
    const struct css_element *e;
    enum css_part part;
    const struct look_own *own;   /* the attribute `style` of the element, or NULL */
    const struct look_vars *vars; /* the custom properties of the element's parent */
    const struct look *outer;     /* the style of the element's parent, or NULL */
};

/** Computes the style of an element or pseudo-element. `*vars` becomes its custom properties;
 * `vars` may be NULL. */
void look_find(const struct looks *l, const struct look_query *q, struct look *out,
               const struct look_vars **vars);

/**
 * The first installed family of a list. Returns NULL if none is installed; the whole list is then
 * ignored, and the caller reports it (CSS Fonts 4, section 2.1, would use the default family).
 */
const struct look_family *look_family(const struct look_value *v, struct fonts *fonts, sp size);
/** Reports, at the place of the list, that none of its families is installed. */
void look_no_family(const struct look_value *v, struct diags *d);

/** The bases of relative lengths. */
struct look_base {
    sp em, rem, ex;
    sp whole;          /* the base of percentages */
    sp lh, rlh;        /* the line heights of the element and of the root */
    sp page_w, page_h; /* the size of the page area */
};
/** The bases with the ex and the line height of Latin Modern, and without a page. */
struct look_base look_base_of(sp em, sp rem, sp whole);
/** Whether a value is this keyword. `v` may be NULL. */
static inline bool look_is(const struct look_value *v, enum look_word word) {
    return v && v->kind == LOOK_WORD && v->word == word;
}
/** Converts a length to sp. Returns false if the value is NULL or not a length. */
bool look_length(const struct look_value *v, const struct look_base *base, sp *out);
/** Converts a sum or choice of lengths to sp. Called by look_length(). */
sp look_calc_length(const struct look_calc *c, const struct look_base *base);

#endif
