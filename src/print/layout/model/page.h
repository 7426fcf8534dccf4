/* SPDX-License-Identifier: MIT */
/*
 * The page model: glyphs, rules, images and links on pages, and the structure tree that gives their
 * roles (ISO 32000-1 14.7, 14.8). The layout makes it and the PDF writer writes it. It does not
 * depend on documents or files.
 *
 * Coordinates are in sp from the page's top left corner; y points down. Text is placed by its
 * baseline.
 */
#ifndef DOSSIER_LAYOUT_MODEL_PAGE_H
#define DOSSIER_LAYOUT_MODEL_PAGE_H

#include "core/base/arena.h"
#include "core/base/vec.h"
#include "print/font/font.h"

struct doc_node;
struct image; /* see print/image/image.h */

/** Standard structure types (ISO 32000-1, 14.8.4; ROLE_TITLE is from ISO 32000-2, 14.8.4.3.2). */
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

/** Rarely used properties of an element. They are separate because a document has very many
 * elements. */
struct page_elem_words {
    struct str alt, actual_text, lang, id;
    struct str mathml; /* for ROLE_FORMULA: the formula in MathML, if requested */
};

/** A structure element. Its kids, in reading order, are elements and pieces of page content that
 * refer to it. */
struct page_elem {
    enum page_role role : 8;
    enum page_list_numbering numbering : 8; /* the form of the numbers of a ROLE_L */
    /* the direction of a block, if it differs from that of the parent */
    enum page_writing writing : 4;
    bool scope_row : 1, scope_col : 1; /* a ROLE_TH is the heading of its row or of its column */
    int number; /* the order of creation, from 0; kids and content are merged in this order */
    struct page_elem *parent, *first, *last, *next;
    /* rarely used properties; NULL until they are needed: see page_elem_words() */
    struct page_elem_words *words;
    int colspan, rowspan; /* how many columns and rows a cell spans; 0 means 1 */
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
/** Converts a colour from 0xRRGGBB. */
static inline struct page_colour page_colour_of(uint32_t rgb) {
    return (struct page_colour){(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb};
}

static inline bool page_same_colour(struct page_colour a, struct page_colour b) {
    return a.r == b.r && a.g == b.g && a.b == b.b;
}

/** A compact form of font_glyph, for a glyph on the baseline whose members fit into 16 bits. That
 * is nearly every glyph, and a document has very many. */
struct page_glyph {
    uint16_t id;
    int16_t advance;
    uint16_t cluster;
};
/** Converts a glyph to the compact struct. Sets bits of `*beyond` if a member does not fit. */
static inline struct page_glyph page_glyph_of(const struct font_glyph *g, uint32_t *beyond) {
    *beyond |= (uint32_t)g->dx | (uint32_t)g->dy | (g->id | g->cluster) >> 16 |
               ((uint32_t)g->advance + 0x8000u) >> 16;
    return (struct page_glyph){(uint16_t)g->id, (int16_t)g->advance, (uint16_t)g->cluster};
}
/** Space that is added after a glyph by justification. */
struct page_gap {
    uint32_t glyph;
    sp size;
};

/** Shaped text of one font size: a run, or a part of one. */
struct page_text {
    struct font *font;
    sp size;
    sp x, y;
    /* the glyphs, which page_text_glyph() and page_text_cluster() read; clusters are offsets into
     * `text` */
    union {
        const struct font_glyph *glyphs;
        const struct page_glyph *small; /* the small forms of the glyphs, used if `is_small` */
    };
    const struct page_gap *gaps; /* gaps, sorted by glyph, at most one for each glyph */
    uint32_t n, ngaps;
    struct str text;   /* the source text, from which ToUnicode and text extraction are derived */
    int32_t expansion; /* horizontal scale, per 10000 */
    int32_t cos, sin;  /* cosine and sine, per 10000, of a counterclockwise rotation about x, y; 0,
                          0: no rotation */
    struct page_colour colour;
    bool is_small;
};
struct page_rule {
    sp x, y, w, h; /* the top left corner, the width and the height */
    struct page_colour colour;
};
enum path_kind { PATH_MOVE, PATH_LINE, PATH_CURVE, PATH_CLOSE };
struct path_point {
    sp x, y;
};
/** A step of a path from the current point to `to`; `out` and `in` are the control points of a
 * curve (a cubic Bezier curve; ISO 32000-1, 8.5.2). */
struct path_step {
    enum path_kind kind;
    struct path_point to, out, in;
};

/** A shape of straight and curved lines that is filled, stroked or both. Its steps are relative to
 * x, y. They are in the arena, because a shape may be painted more than once. */
struct page_shape {
    sp x, y;
    const struct path_step *steps; /* the first step is a PATH_MOVE */
    size_t n;
    bool fill, stroke;
    bool even_odd; /* the shape is filled by the even-odd rule (8.5.3.3.3) */
    struct page_colour ground, ink;
    sp line;      /* the line width of the stroke */
    sp dash, gap; /* lengths of dashes and gaps; 0, 0: a solid line */
    bool round;   /* round line ends; a dash of length 0 is then a dot */
};

struct page_image {
    const struct image *image;
    sp x, y, w, h; /* the top left corner, the width and the height */
    /* the visible part, relative to the top left corner; NULL: all of the image */
    const struct page_shape *clip;
};

enum page_item_kind { PAGE_TEXT, PAGE_RULE, PAGE_IMAGE, PAGE_SHAPE };
/** A piece of content, in painting order. Consecutive pieces of one element share one
 * marked-content sequence. */
struct page_item {
    enum page_item_kind kind;
    struct page_elem *elem; /* the element of the piece; NULL: the piece is an artifact */
    enum page_artifact artifact;
    union {
        struct page_text text;
        struct page_rule rule;
        struct page_image image;
        struct page_shape shape;
    } u;
};

/** One rectangle of a link. A link on several lines has one rectangle for each line, all with the
 * same `elem`. */
struct page_link {
    sp x, y, w, h;
    struct str uri;      /* an address outside of the document; empty: `dest` is used */
    struct str dest;     /* the name of a destination in this document */
    struct str contents; /* a description of the link: /Contents */
    struct page_elem *elem;
};

/** Forms of page numbers (ISO 32000-1, table 159). */
enum page_numbering {
    PAGE_ARABIC,
    PAGE_ROMAN,
    PAGE_ROMAN_UPPER,
    PAGE_ALPHA,
    PAGE_ALPHA_UPPER,
    PAGE_UNNUMBERED /* pages are counted, but heads and feet do not show the numbers */
};

struct page {
    sp width, height;
    sp left, top, bottom;    /* the edges of the text area, from the left and top of the page */
    sp column_w, column_sep; /* the width of the page's columns, and the distance between them */
    int columns;             /* the maximum number of the page's columns */
    sp top_skip;             /* the distance from the top of the text area to the first baseline */
    sp note_sep;             /* the distance from the text to the first footnote */
    VEC(struct page_item) items;
    VEC(struct page_link) links;
    struct str label;              /* the page number as shown: "3", "iv" */
    int number;                    /* the value of the page number, from 1 */
    enum page_numbering numbering; /* the form of the page number */
};

struct page_dest {
    struct str name;
    int page; /* the page's index, from 0 */
    sp x, y;
    uint32_t item; /* the index of the page's first item that is at the destination */
};
struct page_outline {
    int level; /* the level of the heading, from 1 */
    struct str title, dest;
};

/** A paragraph with two lines or more. The model does not look into its node. */
struct page_paragraph {
    const struct doc_node *node;
    size_t lines;
};

/** A laid-out document, in its arena. The vectors are freed by pages_drop(). */
struct pages {
    struct arena *arena;
    VEC(struct page *) pages;
    VEC(struct page_dest) dests;
    VEC(struct page_outline) outline;
    VEC(struct page_paragraph) paragraphs;
    struct page_elem *root; /* the root of the structure tree, whose role is ROLE_DOCUMENT */
    int nelems;
    sp leading;      /* the line distance of running text */
    bool rtl;        /* pages follow one another from right to left */
    bool incomplete; /* a font could not be read, so the text is not complete */
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
/** Copies a text's glyphs, gaps and characters to the arena. The glyphs get the small form if all
 * of them can. */
void page_text_keep(struct arena *a, struct page_text *t);
/** Creates an element without a parent, in the arena. The caller attaches it; footnotes are
 * attached after their block. */
struct page_elem *page_elem_new(struct pages *p, enum page_role role);
/** The rarely used properties of an element, for writing. They are created if needed. */
struct page_elem_words *page_elem_words(struct pages *p, struct page_elem *elem);
/** The rarely used properties of an element, for reading. All are empty if the element has none. */
const struct page_elem_words *page_elem_said(const struct page_elem *elem);
/** Appends an element to the kids of `parent`. */
void page_elem_attach(struct page_elem *parent, struct page_elem *elem);
/** Removes elements that have neither content nor kids, except empty parts of tables.
 * `used[number]` is true for each element with content; it also becomes true for the parents of
 * such elements. */
void page_elem_prune(struct page_elem *root, bool *used);

#endif
