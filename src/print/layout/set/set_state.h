/* SPDX-License-Identifier: MIT */
/*
 * The state that the files of the document setter share: the frame in which a block is set, the ink
 * in which text is set, and the setter itself.
 */
#ifndef DOSSIER_LAYOUT_SET_SET_STATE_H
#define DOSSIER_LAYOUT_SET_SET_STATE_H

#include "core/base/map.h"
#include "model/doc/doc.h"
#include "model/highlight/highlight.h"
#include "print/image/image.h"
#include "print/layout/page/galley.h"
#include "print/layout/style/default_style.h"
#include "print/layout/style/look.h"
#include "print/layout/text/para_builder.h"

/** A part of the document as selectors see it. It is made only if there are style sheets. */
struct element {
    struct css_element css;
    /* the last child so far; it is the previous sibling of the next child */
    const struct element *last_kid;
    const struct doc_node *node;        /* the node of the element, or NULL */
    const struct look_vars *vars;       /* the custom properties of the element */
    const struct look_contents *quotes; /* the property `quotes` of the element, or NULL */
    const struct look *look; /* the computed style; set if sheets use `inherit` for properties that
                                are not inherited, else NULL */
    /* the text style of the element, to which `inherit` refers */
    struct str family;
    enum font_class cls;
    unsigned face;
    sp size;
    struct page_colour colour;
};

/** A counter. Its scope is the element that created it, its later siblings and their descendants
 * (CSS Lists 3, section 4.4). */
struct set_counter {
    struct str name;
    int value;
    const struct css_element *around; /* the parent of the element that created the counter */
};

/** A value of `string-set`. */
struct named_string {
    struct str name, text;
    struct str dest; /* the internal destination at the place where the string is set */
};
/** Destinations whose names begin with this byte are internal and are not written to the PDF. */
#define HIDDEN_DEST '\1'

/** The style of running text. Inlines inherit it and change it. */
struct ink {
    /* the family that a style sheet sets; empty: the document's family for `cls` */
    struct str family;
    enum font_class cls;
    unsigned face; /* a value of enum font_face */
    sp size;
    sp rise, tracking, spacing;
    unsigned flags;    /* a sum of enum inline_flags */
    unsigned features; /* a sum of enum font_features */
    struct page_colour colour;
    /* the background of the text, with which transparent colours are blended */
    struct page_colour ground;
    struct page_colour behind;   /* the background of the element around the text */
    struct page_colour backdrop; /* the background of a group with opacity */
    uint8_t clear;               /* the transparency of the group with opacity; 0: it is opaque */
    struct str lang;
    bool rtl; /* paragraphs that begin with this ink run from right to left; see set_direction() */
    struct inline_tag tag;    /* the tag of the text; its `elem` is the structure element */
    bool cite;                /* the text is inside a citation */
    bool plain_links;         /* the text is in the title of a work, where links have its colour */
    bool to_end;              /* the inline is moved to the end of its line (`float`) */
    enum look_word transform; /* the change of case that a style sheet sets, or WORD_NONE */
    struct element *element;  /* the element for style sheets, or NULL */
    int depth;                /* the nesting of inlines */
};

/** The environment in which blocks are set. */
struct frame {
    sp left, width; /* the left edge (also in right-to-left text) and the width */
    bool rtl; /* text runs from right to left and starts at the right edge; see set_direction() */
    struct page_elem *elem; /* the parent element of blocks */
    struct ink ink;         /* the ink of text; each block sets its `elem` */
    enum type_step step;    /* the largest step that is not above the size of the text */
    sp leading;
    struct v_glue par_skip; /* the space above paragraphs */
    sp par_indent;          /* the indent of first lines */
    int32_t line_penalty;   /* the penalty of a page cut between two lines */
    enum inline_align align;
    bool tight;      /* paragraphs have no space between them */
    int32_t squeeze; /* how much the spaces of style sheets are reduced, in thousandths */
    bool verse; /* the author decides the lines; the rest of a line that is too long is indented */
    sp hang;    /* how far first lines begin to the left of the other lines */
    sp label_width; /* the width of the widest label in a reference list; 0: labels run into the
                       text */
    int list_level, bullet_level;
    int depth; /* the nesting of blocks */
    /* TeX's \looseness: how many lines a paragraph gets beyond its optimal number of lines */
    int32_t looseness;
    /* the following members come from style sheets */
    struct str page;         /* the name of the block's pages (CSS's `page`), or empty */
    const struct look *look; /* the style of the current block, or NULL */
    /* the distances from the border edge to the text, if the block has a box */
    sp pad_left, pad_right;
    bool by_content;     /* the block is a table, whose box is as wide as its columns */
    bool positioned;     /* the block is inside a positioned block */
    bool fitted;         /* the frame's width is already the one that its block requests */
    bool centred;        /* if the block's side margins are not set, they count as `auto` */
    sp outer_size;       /* the size of the surrounding text */
    int32_t line_factor; /* line distance per mille of the size; 0: LaTeX's distance; or
                            LEADING_FIXED */
    bool balance;        /* ragged lines have similar lengths */
    bool own_indent;     /* par_indent applies to every paragraph */
    int orphans, widows; /* how many lines stay together at a page's foot and top; 0: two */
    /* whether a sheet sets the list's `marker`, which is a keyword, or WORD_AUTO for a text */
    bool own_marker;
    enum look_word marker;
    struct str marker_text;
};
#define LEADING_FIXED (-1)

/** A label that waits for the first line of its block. */
struct waiting_label {
    const struct inline_line *line;
    sp x;
    struct waiting_label *next;
};

/** A head that waits to run into the following paragraph (LaTeX's \paragraph). */
struct run_in {
    const struct doc_node *node; /* the node of the heading */
    struct page_elem *elem;
    struct ink ink;
    struct str dest;
    sp outdent; /* how far the first line begins to the left of the other lines, as for terms of
                   definitions */
};

/** Things that wait for the next line or box. */
struct waits {
    struct waiting_label *labels, *last_label;
    struct run_in run_in;
    struct str dest[8]; /* identifiers of blocks that become destinations of the next line */
    size_t ndest;
    struct v_margin *margins; /* waiting margin notes, the last one first */
};

/** The levels of headings that are open. They serve to avoid gaps between the levels of the
 * structure. */
struct head_stack {
    int levels[8];
    int n;
    int base; /* 1 if the title is the H1, else 0 */
};

/** A cached result of fonts_find(). */
struct face_slot {
    struct str family;
    enum font_class cls;
    unsigned face;
    sp size;
    struct font *font;
    unsigned features; /* OpenType features that replace a style which the family does not have */
    bool fake_small_caps; /* small capitals must be made of capitals: neither a face nor a feature
                             has them */
};

/** A line of the table of contents. Its page number is added after the pages are cut. */
struct toc_line {
    struct draw *number; /* the draw for the number; it is empty until the number is known */
    struct str dest;
    struct ink ink;
    bool rtl; /* the direction of the entry's frame */
    sp end; /* the edge at which the number ends: its right edge, or in right-to-left text its left
               edge */
};

/** The state of a page (folio.c). */
struct page_state {
    int number;
    enum page_numbering numbering;
    struct str label; /* the page number as it is shown */
    struct str style; /* the name of the heads and feet; empty: those of the document */
    bool blank;       /* an empty page, inserted so that the next page is a right or left one */
    bool sideways;    /* the page is in landscape */
};

/** The text of a heading for running heads. */
struct head_mark {
    struct str dest, text;
    bool chapter; /* the heading is that of a chapter; false: of a section */
};

/** A block at a fixed place of the first page. */
struct placed_box {
    struct v_box *box;
    sp x, y; /* the top left corner of the box, relative to the text area */
};

/** A box that text flows around. */
struct aside {
    const struct galley *galley; /* the galley that contains the box */
    struct v_box *box;           /* the box; NULL after a row has taken it */
    bool right, waits;
    sp x, width;
    int64_t top, height; /* the place of the box in the galley */
};

/** The current state of the walk: everything that setting a block changes, copied as a whole. It is
 * restored after a block was only measured (trial.c). */
struct set_state {
    struct galley *g; /* the galley that blocks are added to: the body, the part across columns, a
                         float or a note */
    struct waits waits;
    struct head_stack heads;
    /* the frame of the paragraph that is being set; NULL in cells and boxes */
    const struct frame *para;
    struct span math_at;                /* the place of the formula that is being set */
    sp measure;                         /* the measure of the block that is being set */
    sp table_left, table_width;         /* the place of the latest table */
    const struct doc_node *table_notes; /* notes that were set in the float of their table */
    sp image_most;  /* the greatest height of images in the current figure; 0: the usual one */
    int overfull;   /* the number of lines in the current block that are too long */
    bool no_indent; /* the next paragraph follows a heading */
    bool display;   /* the next paragraph follows a formula that is a block */
    bool in_note;
    bool text_boxes;  /* some lines have boxes around parts of their text */
    bool margin_told; /* it was reported that margin notes have no room */
    bool peeking;     /* styles are computed for an element that is not entered yet */
    int trials;       /* the number of nested trials; above 0, blocks are only measured */
    int floats_deep;  /* the number of enclosing floats that are as wide as their content */
    int rows_deep;    /* the nesting of rows of blocks */
    /* the block or image that already has its place, so it does not float */
    const struct doc_node *lifted;
    const struct doc_node *fitted; /* the block whose frame already has the requested width */
    int nnotes, nanchors;          /* the numbers of the last footnote and of the last anchor */
    int nlines;                    /* the number of lines counted for line numbers */
    int quotes;                    /* the number of quotation marks that are open */
    struct str page_name;          /* the name of the text's pages (CSS's `page`) */
};

/** The state before a trial. Lists only grow while blocks are set, so it is enough to keep their
 * lengths; counters are copied. */
struct set_trial {
    struct set_state state;
    size_t notes, toc, outline, strings, asides;
    struct set_counter *counters;
    size_t ncounters;
};

/** A trial whose result is only measured. Faults found in it are not reported. */
struct set_measure {
    struct set_trial before;
    struct diags quiet, *heard;
    struct element *parent; /* the element to which the trial adds elements; may be NULL */
    const struct element *last_kid;
};

struct setter {
    /* the following members are the input */
    struct arena *arena;
    struct arena *work; /* memory for lines and boxes, which is freed when the pages are made */
    const struct doc *doc;
    struct str root;              /* the folder of the document, in which images are looked for */
    const struct file_host *host; /* reads the images; it may refuse to do so */
    const struct highlight_theme *code_theme; /* the colours of code; NULL: code has no colours */
    const struct page_style *style;   /* the style of the current pages: one of the following two */
    const struct page_style *upright; /* the style of pages in the usual orientation of the paper */
    const struct page_style *sideways; /* the style of pages in landscape */
    const struct looks *looks;         /* style sheets, or NULL */
    const struct looks *none; /* empty sheets, used for attributes `style` in a document without
                                 sheets; NULL until needed */
    struct diags *d;
    struct fonts *fonts;
    struct shaper *shaper;
    const struct mbox_host *math_host; /* the callbacks for all formulas; NULL until needed */
    bool mathml;                       /* formulas are written also as MathML */
    bool rough;                        /* paragraphs and pages are measured only roughly */
    enum doc_matter matter; /* the matter (front, main, back) of the pages that are being set */
    bool own_matter;        /* the author has marked the beginning of the main matter */

    /* the following members are the output */
    struct pages *pages;
    struct galley body;
    struct galley over;            /* blocks across all columns at the top of the first page */
    VEC(struct placed_box) placed; /* blocks at fixed places of the first page */
    VEC(struct head_mark) marks;

    struct set_state now;
    VEC(struct aside) asides; /* boxes that text flows around; lines beside them are shorter */

    /* values for the whole document, and caches */
    struct element *page_body; /* the element <body> of the page */
    struct ink running_ink;    /* the ink of heads and feet */
    struct map ids;            /* the identifiers of the document, for links inside it */
    struct map missing;        /* characters that were reported as missing */
    struct map own_looks;      /* maps the text of an attribute `style` to a struct look_own */

    /* each of the following structs belongs to one file */
    struct { /* values for set_figure.c */
        struct map by_path;
        uint64_t pixel_bytes; /* the bytes of all images after decoding: at most LIMIT_SUM_PIXELS */
    } images;
    struct {                         /* values for type.c */
        VEC(struct face_slot) faces; /* cache of fonts_find() */
        struct str math;             /* the family of formulas; empty until it is needed */
        const struct inline_style *latest;
    } type;
    struct { /* values for set_note.c */
        /* elements of footnotes; each is attached when the block with its mark ends */
        VEC(struct page_elem *) loose;
        VEC(const struct doc_node *) end;
        VEC(struct galley *) galleys; /* galleys that are freed at the end */
    } notes;
    struct {                              /* values for generated_content.c */
        VEC(struct set_counter) counters; /* the counters that are in scope */
        VEC(struct named_string) strings;
        struct map string_rows; /* maps a name to its strings (CSS's `string-set`); filled when the
                                   pages are known */
    } content;
    struct { /* values for looseness.c */
        struct loose_para *list;
        size_t n;
        size_t longest; /* the length of the longest name, in bytes */
    } loose;
    struct { /* values for toc.c */
        VEC(struct toc_line) lines;
        struct toc_dots *dots;
    } toc;
    struct {                         /* values for set_index.c */
        const struct doc_node *node; /* the node of the index, or NULL */
        struct frame frame;
        size_t row;       /* the row of the body after which the index's rows are inserted */
        struct map pages; /* maps a destination to its page (size_t) */
    } index;
    struct {                             /* values for ship.c */
        const struct page_state *states; /* the state of each page */
        bool *used;       /* whether an element has content, by the number of the element */
        struct map dests; /* maps a destination to its page number (int) */
    } shipped;
};

#endif
