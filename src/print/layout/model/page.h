/* SPDX-License-Identifier: MIT */
/*
 * The page model, made by layout and written by pdf: glyphs, rules, images and links on pages, and
 * the structure tree that gives their roles (ISO 32000-1 14.7, 14.8). It knows neither documents
 * nor files.
 *
 * Coordinates are sp from the page's top left corner, y down; text is placed by its baseline.
 */
#ifndef DOSSIER_LAYOUT_MODEL_PAGE_H
#define DOSSIER_LAYOUT_MODEL_PAGE_H

#include "core/base/arena.h"
#include "core/base/vec.h"
#include "print/font/font.h"

struct image; /* print/image/image.h */

/** Standard structure types (ISO 32000-1, 14.8.4; ROLE_TITLE is of ISO 32000-2, 14.8.4.3.2). */
enum page_role {
    ROLE_DOCUMENT,
    ROLE_TITLE,
    ROLE_PART,
    ROLE_SECT,
    ROLE_DIV,
    ROLE_H1,
    ROLE_H2,
    ROLE_H3,
    ROLE_H4,
    ROLE_H5,
    ROLE_H6,
    ROLE_P,
    ROLE_BLOCK_QUOTE,
    ROLE_CAPTION,
    ROLE_TOC,
    ROLE_TOCI,
    ROLE_L,
    ROLE_LI,
    ROLE_LBL,
    ROLE_LBODY,
    ROLE_TABLE,
    ROLE_TR,
    ROLE_TH,
    ROLE_TD,
    ROLE_THEAD,
    ROLE_TBODY,
    ROLE_TFOOT,
    ROLE_SPAN,
    ROLE_QUOTE,
    ROLE_NOTE,
    ROLE_REFERENCE,
    ROLE_BIB_ENTRY,
    ROLE_CODE,
    ROLE_LINK,
    ROLE_FIGURE,
    ROLE_FORMULA,
    ROLE_COUNT
};

enum page_list_numbering {
    NUMBERING_NONE,
    NUMBERING_DISC,
    NUMBERING_DECIMAL,
    NUMBERING_ALPHA,
    NUMBERING_ROMAN
};

/** Direction of the text lines. */
enum page_writing { WRITING_AS_PARENT, WRITING_LTR, WRITING_RTL };

/** Rarely used properties of an element, separate because a document has very many elements. */
struct page_elem_words {
    struct str alt, actual_text, lang, id;
    struct str mathml; /* ROLE_FORMULA: the formula in MathML, if requested */
};

/** A structure element. Its kids, in reading order, are elements and pieces of page content that
 * refer to it. */
struct page_elem {
    enum page_role role : 8;
    enum page_list_numbering numbering : 8; /* for ROLE_L */
    enum page_writing writing : 4;     /* for a block whose direction differs from its parent's */
    bool scope_row : 1, scope_col : 1; /* for ROLE_TH */
    bool in_root : 1;
    int number; /* order of creation, from 0; kids and content are merged by it */
    struct page_elem *parent, *first, *last, *next;
    struct page_elem_words *words; /* NULL until needed; see page_elem_words() */
    int colspan, rowspan;          /* of cells; 0 means 1 */
};

enum page_artifact {
    ARTIFACT_NONE,
    ARTIFACT_HEADER,
    ARTIFACT_FOOTER,
    ARTIFACT_WATERMARK,
    ARTIFACT_LAYOUT
};

struct page_colour {
    uint8_t r, g, b;
};
/** Converts 0xRRGGBB. */
static inline struct page_colour page_colour_of(uint32_t rgb) {
    return (struct page_colour){(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb};
}

/** A font_glyph on the baseline with small numbers: nearly all glyphs are, and documents have very
 * many. */
struct page_glyph {
    uint16_t id;
    int16_t advance;
    uint16_t cluster;
};
/** The small form of a glyph; sets bits of `*beyond` if its numbers are too large. */
static inline struct page_glyph page_glyph_of(const struct font_glyph *g, uint32_t *beyond) {
    *beyond |= (uint32_t)g->dx | (uint32_t)g->dy | (g->id | g->cluster) >> 16 |
               ((uint32_t)g->advance + 0x8000u) >> 16;
    return (struct page_glyph){(uint16_t)g->id, (int16_t)g->advance, (uint16_t)g->cluster};
}
/** Space added after a glyph (justification). */
struct page_gap {
    uint32_t glyph;
    sp size;
};

/** Shaped text at one size: a run or part of a run. */
struct page_text {
    struct font *font;
    sp size;
    sp x, y;
    union { /* read by page_text_glyph() and page_text_cluster(); clusters are offsets into `text`
             */
        const struct font_glyph *glyphs;
        const struct page_glyph *small; /* if `is_small` */
    };
    const struct page_gap *gaps; /* sorted by glyph, at most one per glyph */
    uint32_t n, ngaps;
    struct str text;   /* source text, for ToUnicode and text extraction */
    int32_t expansion; /* horizontal scale, per 10000 */
    int32_t cos, sin;  /* of a counterclockwise rotation about x, y, per 10000; 0, 0: none */
    struct page_colour colour;
    bool is_small;
};
struct page_rule {
    sp x, y, w, h; /* top left corner */
    struct page_colour colour;
};
/** A step of a path from the current point to `to`; `out` and `in` are the control points of a
 * curve (a cubic Bezier curve; ISO 32000-1, 8.5.2). */
enum path_kind { PATH_MOVE, PATH_LINE, PATH_CURVE, PATH_CLOSE };
struct path_point {
    sp x, y;
};
struct path_step {
    enum path_kind kind;
    struct path_point to, out, in;
};

/** A shape of straight and curved lines, filled, stroked or both. Steps are relative to x, y and
 * are in the arena: a shape may be painted more than once. */
struct page_shape {
    sp x, y;
    const struct path_step *steps; /* the first is a PATH_MOVE */
    size_t n;
    bool fill, stroke;
    bool even_odd; /* filled by the even-odd rule (8.5.3.3.3) */
    struct page_colour ground, ink;
    sp line;      /* line width of the stroke */
    sp dash, gap; /* 0, 0: solid */
    bool round;   /* round line ends; a dash of length 0 is then a dot */
};

struct page_image {
    const struct image *image;
    sp x, y, w, h;                 /* top left corner */
    const struct page_shape *clip; /* the visible part, relative to that corner; NULL: all */
};

enum page_item_kind { PAGE_TEXT, PAGE_RULE, PAGE_IMAGE, PAGE_SHAPE };
/** A piece of content, in painting order. Consecutive pieces of one element share one
 * marked-content sequence. */
struct page_item {
    enum page_item_kind kind;
    struct page_elem *elem; /* NULL: an artifact */
    enum page_artifact artifact;
    union {
        struct page_text text;
        struct page_rule rule;
        struct page_image image;
        struct page_shape shape;
    } u;
};

/** One rectangle of a link. A link over several lines has one per line, with the same `elem`. */
struct page_link {
    sp x, y, w, h;
    struct str uri;      /* or: */
    struct str dest;     /* name of a destination in this document */
    struct str contents; /* description of the link: /Contents */
    struct page_elem *elem;
};

/** Forms of page numbers (ISO 32000-1, table 159). */
enum page_numbering { PAGE_ARABIC, PAGE_ROMAN, PAGE_ROMAN_UPPER, PAGE_ALPHA, PAGE_ALPHA_UPPER };

struct page {
    sp width, height;
    sp left, top, bottom;    /* of the text area */
    sp column_w, column_sep; /* of its columns, */
    int columns;             /* of which there are at most so many */
    sp top_skip;             /* from the area's top to the first baseline */
    sp note_sep;             /* from the text to the first footnote */
    VEC(struct page_item) items;
    VEC(struct page_link) links;
    struct str label;              /* the page number as shown: "3", "iv" */
    int number;                    /* its value, from 1, */
    enum page_numbering numbering; /* and its form */
};

struct page_dest {
    struct str name;
    int page; /* from 0 */
    sp x, y;
    uint32_t item; /* index of the page's first item at the destination */
};
struct page_outline {
    int level; /* from 1 */
    struct str title, dest;
};

/** A laid-out document, in its arena. The vectors are freed by pages_drop(). */
struct pages {
    struct arena *arena;
    VEC(struct page *) pages;
    VEC(struct page_dest) dests;
    VEC(struct page_outline) outline;
    struct page_elem *root; /* ROLE_DOCUMENT */
    int nelems;
    sp leading;      /* of running text */
    bool rtl;        /* pages progress from right to left */
    bool incomplete; /* a font could not be read, so the text is not as it should be */
    struct str title, author, subject, keywords, lang;
};

void pages_drop(struct pages *p);

/** Glyph `i` of a text. */
static inline struct font_glyph page_text_glyph(const struct page_text *t, size_t i) {
    if (!t->is_small) {
        return t->glyphs[i];
    }
    const struct page_glyph *g = &t->small[i];
    return (struct font_glyph){.id = g->id, .advance = g->advance, .cluster = g->cluster};
}
static inline uint32_t page_text_cluster(const struct page_text *t, size_t i) {
    return t->is_small ? t->small[i].cluster : t->glyphs[i].cluster;
}
/** Copies a text's glyphs, gaps and characters to the arena; glyphs become small ones if all of
 * them can. */
void page_text_keep(struct arena *a, struct page_text *t);
/** The number of bytes that the glyphs, gaps and characters need. */
size_t page_text_room(const struct page_text *t);
/** Copies them to `room`, which has page_text_room() bytes aligned for any type. */
void page_text_move(struct page_text *t, void *room);

/** Creates an element without a parent (footnotes are attached after their block), in the arena. */
struct page_elem *page_elem_new(struct pages *p, enum page_role role);
/** The rarely used properties of an element, to be written. */
struct page_elem_words *page_elem_words(struct pages *p, struct page_elem *elem);
/** The same, to be read; empty ones if the element has none. */
const struct page_elem_words *page_elem_said(const struct page_elem *elem);
/** Appends an element to the kids of `parent`. */
void page_elem_attach(struct page_elem *parent, struct page_elem *elem);
/** Removes elements without content and kids, except empty parts of tables. `used` is indexed by
 * number; parents of used elements become used. */
void page_elem_prune(struct page_elem *root, bool *used);

#endif
