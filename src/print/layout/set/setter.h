/* SPDX-License-Identifier: MIT */
/*
 * What the parts of the document setter share: the state of the run, the frame in which a block is
 * set, the ink in which text is set, and the functions by which the parts call one another.
 *
 * The tree is walked once, in reading order. Blocks go to the current galley (the document's, or a
 * footnote's); structure elements are made on the way. Recursion follows the nesting of the
 * document, at most LIMIT_DOC_DEPTH.
 */
#ifndef DOSSIER_LAYOUT_SET_SETTER_H
#define DOSSIER_LAYOUT_SET_SETTER_H

#include "core/base/map.h"
#include "model/doc/doc.h"
#include "model/highlight/highlight.h"
#include "print/image/image.h"
#include "print/layout/page/galley.h"
#include "print/layout/style/default_style.h"
#include "print/layout/style/look.h"
#include "print/layout/text/para_builder.h"

/** A part of the document as selectors see it; only made if there are style sheets. */
struct element {
    struct css_element css;
    const struct element
        *last_kid; /* the last child so far, which is the previous sibling of the next one */
    const struct doc_node *node;        /* may be NULL */
    const struct look_vars *vars;       /* custom properties */
    const struct look_contents *quotes; /* the property `quotes` of the element, or NULL */
    const struct look
        *look; /* if sheets use `inherit` for properties that are not inherited; or NULL */
    /* the text style of the element, which `inherit` refers to */
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
    const struct css_element *around; /* the parent of that element */
};

/** A value of `string-set`. */
struct named_string {
    struct str name, text;
    struct str dest; /* a hidden one at its place */
};
/** Destinations that begin with it are internal and not written. */
#define HIDDEN_DEST '\1'

/** The style of running text, inherited and changed by inlines. */
struct ink {
    struct str family; /* from a style sheet; empty: the document's of the class */
    enum font_class cls;
    unsigned face; /* enum font_face */
    sp size;
    sp rise, tracking, spacing;
    unsigned flags;    /* enum inline_flags */
    unsigned features; /* enum font_features */
    struct page_colour colour;
    struct page_colour ground;   /* background of the text, for transparent colours, */
    struct page_colour behind;   /* and background of its element */
    struct page_colour backdrop; /* background of a group with opacity, */
    uint8_t clear;               /* and the transparency of the group: 0 is opaque */
    struct str lang;
    bool rtl; /* paragraphs that begin with it run from right to left; set_direction() */
    struct inline_tag tag;    /* elem is the element of the text */
    bool cite;                /* inside a citation */
    bool plain_links;         /* inside the title of a work: links have the colour of the text */
    bool to_end;              /* the inline is at the end of its line (`float`) */
    enum look_word transform; /* WORD_NONE, or a change of case */
    struct element *element;  /* for style sheets, or NULL */
    int depth;                /* nesting of inlines */
};

/** The environment in which blocks are set. */
struct frame {
    sp left, width; /* of its left edge, in either direction */
    bool rtl;       /* it runs from right to left and starts at its right edge; set_direction() */
    struct page_elem *elem; /* the parent element of blocks */
    struct ink ink;         /* of text; each block sets its elem */
    enum type_step step;    /* size of the text: the largest step not above it */
    sp leading;             /* line distance */
    struct v_glue par_skip; /* above paragraphs */
    sp par_indent;          /* of first lines */
    int32_t line_penalty;   /* of a page cut between two lines */
    enum inline_align align;
    bool tight;     /* paragraphs have no space between them */
    bool verse;     /* lines are the author's: additional breaks are indented */
    sp hang;        /* how far first lines begin to the left of the others */
    sp label_width; /* of the widest label in a reference list; 0: labels run in */
    int list_level, bullet_level;
    int depth;         /* nesting of blocks */
    int32_t looseness; /* TeX's: how many lines longer than optimal paragraphs should be */
    /* from style sheets */
    struct str page;         /* name of its pages; empty: the document's */
    const struct look *look; /* of the current block, or NULL */
    sp pad_left, pad_right;  /* from its border edge to the text, if it has a box */
    bool by_content;         /* a table, whose box is as wide as its columns */
    bool positioned;         /* inside a positioned block */
    bool fitted;             /* its width is the one that its block requests */
    bool centred;            /* unset margins at its sides are `auto` */
    sp outer_size;           /* of the surrounding text */
    int32_t line_factor;     /* line distance per mille of the size; 0: LaTeX's; LEADING_FIXED */
    bool balance;            /* ragged lines have similar lengths */
    bool own_indent;         /* par_indent applies to every paragraph */
    int orphans, widows;     /* lines that stay together; 0: two */
    bool own_marker;         /* marker of the list's items: a keyword, or WORD_AUTO for a text */
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

/** A head that runs into the following paragraph (LaTeX's \paragraph). */
struct run_in {
    const struct doc_node *node; /* its content */
    struct page_elem *elem;
    struct ink ink;
    struct str dest;
    sp outdent; /* how far the first line begins to the left of the others: terms of definitions */
};

/** What waits for the next line or box. */
struct waits {
    struct waiting_label *labels, *last_label;
    struct run_in run_in;
    struct str dest[8]; /* identifiers of blocks */
    size_t ndest;
    struct v_margin *margins; /* in reverse order */
};

/** The open heading levels, for headings without gaps. */
struct head_stack {
    int levels[8];
    int n;
    int base; /* 1 if the title is H1 */
};

/** A cached result of fonts_find(). */
struct face_slot {
    struct str family;
    enum font_class cls;
    unsigned face;
    sp size;
    struct font *font;
    unsigned features;    /* OpenType features that stand in for a style which the family lacks */
    bool fake_small_caps; /* neither a face nor a feature provides them */
};

/** A line of the table of contents, whose page number is filled in after pages are cut. */
struct toc_line {
    struct draw *number; /* draws nothing until then */
    struct str dest;
    struct ink ink;
    bool rtl; /* the direction of the entry's frame */
    sp end; /* the edge where the number ends: its right edge, or its left one in right-to-left text
             */
};

/** The state of a page (folio.c). */
struct page_state {
    int number;
    enum page_numbering numbering;
    struct str label; /* the number as it is shown */
    struct str style; /* heads and feet by name; empty: the document's */
    bool blank;       /* an empty page, so that the next one is a right or left one */
    bool sideways;    /* the page is in landscape */
};

/** The text of a heading for running heads. */
struct head_mark {
    struct str dest, text;
    bool chapter; /* a chapter's heading; false: a section's */
};

/** A block at a fixed place of the first page. */
struct placed_box {
    struct v_box *box;
    sp x, y; /* of its top left corner, relative to the text */
};

/** A box that text flows around. */
struct aside {
    const struct galley *galley; /* the galley that contains the box */
    struct v_box *box;           /* the box, until a row takes it */
    bool right, waits;
    sp x, width;
    int64_t top, height; /* in the galley */
};

/** Where the walk is: everything that setting a block changes and that is copied as a whole. It
 * is restored after a block was only measured (trial.c). */
struct set_state {
    struct galley *g; /* the galley that blocks are added to: the body, the part across columns, a
                         float or a note */
    struct waits waits;
    struct head_stack heads;
    const struct frame *para; /* of the paragraph that is being set; NULL in cells and boxes */
    struct span math_at;      /* the formula that is being set */
    sp measure;               /* of the block that is being set */
    int overfull;             /* lines of the current block that are too long */
    bool no_indent;           /* the next paragraph follows a heading */
    bool in_note;
    bool text_boxes;               /* some lines have boxes around parts of their text */
    bool margin_told;              /* a lack of room for margin notes was reported */
    bool peeking;                  /* looks are computed for an element that is not entered yet */
    int trials;                    /* number of nested trials; above 0, blocks are only measured */
    int floats_deep;               /* floats around this one that are as wide as their content */
    int rows_deep;                 /* nesting of rows of blocks */
    const struct doc_node *lifted; /* the block that is set for a place of its own */
    const struct doc_node *fitted; /* the block whose frame already has the width it requests */
    int nnotes, nanchors;          /* numbers of the last footnote and of the last anchor */
    int nlines;                    /* lines that were counted for the margin */
    int quotes;                    /* quotation marks that are open */
    struct str page_name;          /* of the pages that the body is on */
};

/** State before a trial. Lists only grow while blocks are set, so their lengths are enough;
 * counters are copied. */
struct set_trial {
    struct set_state state;
    size_t notes, toc, outline, strings, asides;
    struct set_counter *counters;
    size_t ncounters;
};

struct setter {
    /* input */
    struct arena *arena;
    struct arena *work; /* for lines and boxes; freed when the pages are made */
    const struct doc *doc;
    struct str root;              /* folder of the document, where images are looked for */
    const struct file_host *host; /* reads the images; may refuse them */
    const struct highlight_theme *code_theme; /* NULL: code has no colours */
    const struct page_style *style; /* the style of the pages that are set now: one of these two */
    const struct page_style *upright;  /* of pages in the paper's usual orientation */
    const struct page_style *sideways; /* of pages in landscape */
    const struct looks *looks;         /* style sheets, or NULL */
    const struct looks *none; /* empty sheets, for attributes `style` in a document without sheets;
                                 NULL until needed */
    struct diags *d;
    struct fonts *fonts;
    struct shaper *shaper;
    const struct mbox_host *math_host; /* of all formulas; NULL until needed */
    bool mathml;                       /* formulas are also written as MathML */
    bool rough;                        /* paragraphs and pages are only measured */
    enum doc_matter matter;            /* of the pages that are being set */
    bool own_matter;                   /* the author marks where the main matter begins */

    /* output */
    struct pages *pages;
    struct galley body;
    struct galley over;            /* blocks across all columns at the top of the first page */
    VEC(struct placed_box) placed; /* blocks at fixed places of the first page */
    VEC(struct head_mark) marks;

    /* the walk */
    struct set_state now;
    VEC(struct aside) asides; /* floated boxes, beside which lines are shorter */

    /* values for the whole document, and caches */
    struct element *page_body; /* the page's <body> */
    struct ink running_ink;    /* of heads and feet */
    struct map ids;            /* identifiers of the document, for links inside it */
    struct map missing;        /* characters that were reported */
    struct map own_looks;      /* text of a `style` to struct look_own */

    /* parts that belong to one file each */
    struct { /* set_figure.c */
        struct map by_path;
        uint64_t pixel_bytes; /* that the images have when decoded: at most LIMIT_SUM_PIXELS */
    } images;
    struct {                         /* type.c */
        VEC(struct face_slot) faces; /* cache of fonts_find() */
        const struct inline_style *latest;
    } type;
    struct {                           /* set_note.c */
        VEC(struct page_elem *) loose; /* elements of footnotes, for the end of their block */
        VEC(const struct doc_node *) end;
        VEC(struct galley *) galleys; /* to be freed */
    } notes;
    struct {                              /* generated_content.c */
        VEC(struct set_counter) counters; /* those in scope */
        VEC(struct named_string) strings;
        struct map string_rows; /* name to the strings set under it, once the pages are known */
    } content;
    struct { /* toc.c */
        VEC(struct toc_line) lines;
        struct toc_dots *dots;
    } toc;
    struct {                         /* set_index.c */
        const struct doc_node *node; /* or NULL */
        struct frame frame;
        size_t row;       /* of the body: the index's rows follow it */
        struct map pages; /* destinations to their pages (size_t) */
    } index;
    struct {                             /* ship.c */
        const struct page_state *states; /* of each page */
        bool *used;                      /* elements with content, by number */
        struct map dests;                /* destinations to the number of their page (int) */
    } shipped;
};

/* trial.c: layouts that are tried and then forgotten */
struct set_trial set_trial_begin(const struct setter *s);
/** Restores the state; the trial may be restored several times. */
void set_trial_undo(struct setter *s, const struct set_trial *before);

/* set_tree.c: structure elements */
struct page_elem *set_elem_new(struct setter *s, struct page_elem *parent, enum page_role role);
/** The heading role for a source level, without gaps in levels; `*level` is 1 to 6. */
enum page_role set_heading_role(struct setter *s, int source_level, int *level);

/* type.c: fonts and sizes */
struct font *set_type_font(struct setter *s, const struct ink *ink, unsigned *extra_features);
/** Whether small capitals of this ink are made of capitals because its family has none. */
bool set_type_fakes_small_caps(struct setter *s, const struct ink *ink);
/** Reports features that the front matter requests and the family lacks. */
void set_type_check_features(struct setter *s, const struct ink *ink);
/** A style for `ink`, shared with the last one if nothing changed. */
const struct inline_style *set_type_style(struct setter *s, const struct ink *ink);
/** Sets size and line distance of a frame's text to a step; the other only if the text is larger.
 */
void set_frame_step(const struct page_style *st, struct frame *f, enum type_step step);
void set_frame_shrink(const struct page_style *st, struct frame *f, enum type_step most);
sp set_type_leading(const struct page_style *st, enum type_step step);

/* element.c, look_set.c, look_break.c: apply style sheets to frames and inks; without sheets they
 * do nothing */

/** Enters an element below that of the frame: its computed style applies to the content of the
 * frame, whose `outer_size` becomes the size so far. `own_class` may be empty. */
void set_enter_element(struct setter *s, struct frame *f, struct look *look, const char *type,
                       const struct doc_node *n, const char *own_class);
/** The same for a block by its kind; does nothing for kinds without an element. */
void set_enter_block(struct setter *s, struct frame *f, struct look *look,
                     const struct doc_node *n);
/** Computes the style and ink of a block without entering it. */
void set_peek_block(struct setter *s, const struct frame *f, const struct doc_node *n,
                    struct look *look, struct ink *ink);
/** Enters the page's elements around the whole document. */
void set_enter_root(struct setter *s, struct frame *f);
/** Enters an inline; false if it is not displayed. */
bool set_enter_inline(struct setter *s, struct ink *ink, const struct doc_node *n);
/** Enters an image, whose box the caller makes. */
void set_enter_image(struct setter *s, struct ink *ink, const struct doc_node *n,
                     struct look *look);
/** Enters a link, which may have no node. */
void set_enter_link(struct setter *s, struct ink *ink, const struct doc_node *n);
/** Records the background of an element and its opacity, before its style is applied, which may
 * happen more than once. */
void set_enter_ground(const struct look *look, struct ink *ink);
/** Records the properties that descendants of the ink's element inherit. */
void set_note_ink(const struct ink *ink);
/** Applies the style of a pseudo-element of the ink's element to the ink. */
void set_enter_part(struct setter *s, enum css_part part, struct ink *ink, struct look *look);
/** Whether nothing was reported about a value yet, since many elements may share it. */
bool set_first_report(struct setter *s, const struct look_value *v);
/** Applies the text properties of the frame's style. */
void set_look_text(struct setter *s, struct frame *f);
/** Applies a computed style to an ink; `outer` is the size of the surrounding text. */
void set_look_ink(struct setter *s, const struct look *look, struct ink *ink, sp outer);
/** A colour as seen through the opacity of its surroundings (CSS Color 4, section 14). */
struct page_colour set_look_seen(const struct ink *ink, struct page_colour c);
/** Applies the style of a list item's marker. */
void set_look_marker(struct setter *s, struct ink *ink);
/** Insets the frame by its margins and padding, or by these. */
void set_look_inset(struct setter *s, struct frame *f, sp left, sp right);
/** A length of the frame's style, or `or_else`. */
sp set_look_sp(const struct setter *s, const struct frame *f, enum look_prop prop, sp or_else);
/** Whether a property of the frame's style is this keyword. */
bool set_look_says(const struct frame *f, enum look_prop prop, enum look_word word);
/** A margin of the frame's style, with stretch in proportion to that of the default; or the
 * default. */
struct v_glue set_look_margin(const struct setter *s, const struct frame *f, enum look_prop prop,
                              struct v_glue or_else);
/** Adds the space above and below the current block, with its rules. */
void set_space_above(struct setter *s, const struct frame *f, struct v_glue or_else);
void set_space_below(struct setter *s, const struct frame *f, struct v_glue or_else);
/** Adds page breaks before and after the frame's block; `from` is its first row. */
void set_look_break_before(struct galley *g, const struct frame *f);
void set_look_break_after(struct setter *s, const struct frame *f, size_t from);

/* aside.c: boxes that text flows around */

/** The side on which a style floats an element: WORD_LEFT, WORD_RIGHT, or WORD_NONE. */
enum look_word set_aside_side(const struct look *look);
/** Whether a box of that size leaves room for text beside it. */
bool set_aside_fits(const struct setter *s, const struct frame *f, sp width, int64_t height);
/** Reports at its declaration, once, that a block does not float. */
void set_aside_refuse(struct setter *s, const struct look_value *v, const char *why);
/** Whether floats at both sides leave too little room for text. */
bool set_aside_crowded(const struct setter *s, const struct frame *f);
/** Floats a box at one side of the following text; its draws are relative to its left end. */
void set_aside_put(struct setter *s, const struct frame *f, bool right, struct v_box *box,
                   sp width);
/** Shortens the lines of the next paragraph beside floats. */
void set_aside_params(struct setter *s, const struct frame *f, struct para_params *params);
/** Attaches waiting floats to a row's box, before and after the row is put into the galley. */
void set_aside_attach(struct setter *s, struct v_box *box);
void set_aside_attached(struct setter *s, const struct v_box *box);
/** Moves below the floats at a side: WORD_LEFT, WORD_RIGHT or WORD_BOTH. */
void set_aside_clear(struct setter *s, const struct frame *f, enum look_word side);
/** Ends the galley: it becomes as high as its floats. */
void set_aside_end(struct setter *s, const struct frame *f);

/** Sets a block that its style floats; false if it does not float. `own` is its frame, entered, `f`
 * the surrounding one. flexgrid.c */
bool set_floating(struct setter *s, const struct doc_node *n, const struct frame *own,
                  const struct frame *f);
/** Sets a block at a fixed place of the first page (`position: absolute`); false if it is in the
 * text. */
bool set_absolute(struct setter *s, const struct doc_node *n, const struct frame *own,
                  const struct frame *f);
/** Sets the blocks of `n` side by side, or in columns, if the frame's style requests it; false if
 * not. */
bool set_beside(struct setter *s, const struct doc_node *n, const struct frame *f);

/** Sets the blocks of `n` in the columns that the frame's style requests; false if it is only one.
 * columns.c */
bool set_text_columns(struct setter *s, const struct doc_node *n, const struct frame *f);

/* box.c: boxes of style sheets */

/** The paint of a style's box; false if nothing is visible. Percentages are of `whole`;
 * currentcolor is that of `ink`. */
bool set_box_paint(const struct setter *s, const struct look *look, const struct ink *ink, sp whole,
                   struct box_paint *out);
/** Width of one side's border, and of its padding. */
sp set_box_border(const struct setter *s, const struct look *look, enum box_edge edge,
                  const struct ink *ink);
sp set_box_padding(const struct setter *s, const struct look *look, enum box_edge edge,
                   const struct ink *ink, sp whole);
/** A colour blended with the background; `behind` if the value has none. */
struct page_colour set_box_colour(const struct look_value *v, struct page_colour behind);
/** A length of a style, or `or_else`. */
sp set_box_length(const struct setter *s, const struct look *look, enum look_prop prop,
                  const struct ink *ink, sp whole, sp or_else);
/** The width to the border edge in a place `whole` wide, within minimum and maximum; `own` if none
 * is set. `pads` are its paddings and borders together. */
sp set_box_width(const struct setter *s, const struct look *look, const struct ink *ink, sp whole,
                 sp pads, sp own);
/** Whether the frame's style has a box: more than rules above and below its text. */
bool set_box_has(const struct setter *s, const struct frame *f);
/** Opens the box of the frame's style around the following rows; false if it has none. */
bool set_box_open(struct setter *s, const struct frame *f);
/** Closes the box if it is open. */
bool set_box_close(struct setter *s, const struct frame *f);
/** Closes boxes that were opened within `outer` and are still open. */
void set_box_end(struct setter *s, const struct v_panel *outer, const struct frame *f);
/** Adds the box of an inline's style to the ink's tag, if it has one. */
void set_box_text(struct setter *s, const struct look *look, struct ink *ink);
/** Adds the ends of an inline's box; does nothing if `outer`, the surrounding ink, has the same
 * box. */
void set_box_text_begin(struct setter *s, struct inline_builder *b, const struct ink *ink,
                        const struct ink *outer);
void set_box_text_end(struct setter *s, struct inline_builder *b, const struct ink *ink,
                      const struct ink *outer);
/** The background of the whole page, from `html` or `body` (CSS Backgrounds 3, section 2.11.2). */
bool set_box_canvas(const struct setter *s, struct page_colour *out);

/* generated_content.c: without sheets these do nothing */

/** Applies counters, quotes and named strings of an element that begins. */
void set_element_counts(struct setter *s, struct element *e, const struct look *look);
/** A counter's number in a list style; decimal if the style has none for it. */
void set_counter_text(struct buf *out, int64_t value, enum look_word style);
/** The value of a named string on a page (from 0): WORD_LEFT, WORD_RIGHT or WORD_CENTER as in
 * struct look_piece; false if there is no such string. */
bool set_string_on(struct setter *s, struct str name, enum look_word which, int page,
                   struct str *out);
/** Enters ::before, ::after or ::marker of the ink's element; false if it has no content. */
bool set_part_begin(struct setter *s, enum css_part part, struct ink *ink, struct look *look);
/** Adds the content of its style. */
void set_part_contents(struct setter *s, struct inline_builder *b, const struct look *look,
                       const struct ink *ink);
/** Adds an image of a sheet, or text with its line breaks. */
void set_content_image(struct setter *s, struct inline_builder *b, const struct look_contents *c,
                       const struct look_piece *p, const struct ink *ink);
void set_content_text(struct setter *s, struct inline_builder *b, struct str text,
                      const struct ink *ink);
/** Turns to pages with the name that the frame's style sets. */
void set_page_name(struct setter *s, struct frame *f);
/** The same, if `parent` is the node with its inlines. */
void set_generated_around(struct setter *s, struct inline_builder *b, enum css_part part,
                          const struct doc_node *parent, const struct ink *ink);
/** Reports content before and after the ink's element, which cannot have any. */
void set_refuse_parts(struct setter *s, const struct ink *ink);
/** The same for an element with blocks, of which `first` is the first: as a paragraph. */
void set_generated_block(struct setter *s, enum css_part part, const struct doc_node *first,
                         const struct frame *f);

/* set_inline.c */
void set_inlines(struct setter *s, struct inline_builder *b, const struct doc_node *parent,
                 const struct ink *ink);
/** Sets one inline node. */
void set_inline(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                const struct ink *ink);
void set_text(struct setter *s, struct inline_builder *b, struct str text, const struct ink *ink);
/** doc_dir_of(), with a warning for other values of `dir`. */
enum doc_dir set_dir_of(struct setter *s, const struct doc_node *n);
/** Begins or ends a bidirectional isolate with direction `dir`; does nothing for DOC_DIR_NONE. */
void set_isolate(struct inline_builder *b, enum doc_dir dir);
void set_isolate_end(struct inline_builder *b, enum doc_dir dir);
/** Adds a destination at this place of the text. */
void set_dest(struct arena *a, struct inline_builder *b, struct str name, const struct ink *ink);
/** Reports characters that no font has, at `node`. */
void set_report_missing(struct setter *s, struct inline_builder *b, const struct doc_node *node);
/** Whether `#id` is a destination of this document. */
bool set_dest_exists(const struct setter *s, struct str id);

/* link.c */
void set_link(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink);
/** A link inside the document around `text`, in an element of `role` (ROLE_LINK alone, or
 * ROLE_REFERENCE around it). */
void set_jump(struct setter *s, struct inline_builder *b, struct str text, struct str dest,
              struct str contents, enum page_role role, const struct ink *ink);
/** Makes a link element and returns the ink for its text. */
struct ink set_link_ink(struct setter *s, const struct ink *ink, enum page_role around,
                        struct str uri, struct str dest, struct str contents,
                        const struct doc_node *n);

/* set_block.c */
void set_blocks(struct setter *s, const struct doc_node *first, const struct frame *f);
void set_block(struct setter *s, const struct doc_node *n, const struct frame *f);
/** Breaks the builder's text and appends the lines; the page may be cut between lines as in
 * paragraphs. */
void set_paragraph(struct setter *s, struct inline_builder *b, const struct frame *f,
                   const struct para_params *params, enum inline_align align);
/** Narrows the measure so that ragged lines have similar lengths, if the frame requests it (CSS
 * Text 4, `text-wrap: balance`); returns how far lines must be moved to the right. */
sp set_balance(struct inline_builder *b, const struct frame *f, enum inline_align align,
               struct para_params *params);
/** Sets the parameters for a paragraph in a frame. */
void set_frame_params(struct setter *s, const struct frame *f, struct para_params *params);
/** Sets the inlines of a node as a paragraph in `elem`. */
void set_inline_paragraph(struct setter *s, const struct doc_node *n, const struct frame *f,
                          struct page_elem *elem, enum inline_align align);
/** Sets the direction of a frame and its text. */
void set_direction(struct frame *f, bool rtl);
/** Narrows a frame at its starting edge and at the other one. */
void set_inset(struct frame *f, sp start, sp end);
/** The left edge of something `width` wide that is `from` after the starting edge of the frame. */
sp set_from_start(const struct frame *f, sp from, sp width);
/** Appends a line's box, with waiting labels and destinations. */
void set_put_line(struct setter *s, struct v_box *box, const struct frame *f, sp leading);
void set_put_box(struct setter *s, struct v_box *box, const struct frame *f);
/** Keeps what follows with the preceding paragraph if that ends in a colon. */
void set_keep_with_intro(struct galley *g, const struct doc_node *n);
/** Adds a destination to the next box. */
void set_wait_dest(struct setter *s, struct str id);
/** Appends the notes of the block that ends to the structure. */
void set_flush_notes(struct setter *s, struct page_elem *parent);
/** Sets a single line of inlines, for labels; NULL if it is empty. */
struct inline_line *set_single_line(struct setter *s, struct inline_builder *b, sp *width);

/* heading.c */
void set_heading(struct setter *s, const struct doc_node *n, const struct frame *f);
/** Adds a waiting run-in head before a paragraph; false if no head waits. */
bool set_run_in(struct setter *s, struct inline_builder *b);
/** Sets a waiting run-in head as a line of its own. */
void set_flush_run_in(struct setter *s, const struct frame *f);

/** Breaks the builder's text into lines of a heading, which stay together. */
void set_head_lines(struct setter *s, struct inline_builder *b, const struct frame *f);

/** Whether a page may be turned here: in the document's own column. chapter.c */
bool set_may_turn(const struct setter *s);
/** Sets a chapter or part, in the frame of its heading. */
void set_chapter(struct setter *s, const struct doc_node *n, const struct frame *f,
                 const struct run_in *h, int division);
/** Adds a chapter's or section's heading to the marks for running heads. */
void set_chapter_mark(struct setter *s, const struct doc_node *heading, struct str dest);
/** Applies LaTeX's \frontmatter, \mainmatter or \backmatter to pages. */
void set_matter(struct setter *s, enum doc_matter matter);
/** Begins the front matter of the class or the author, ... */
void set_matter_begin(struct setter *s);
/** ... and ends it where the text begins, unless the author marks the place. */
void set_matter_text(struct setter *s);
/** Sets divisions of front matter at the start of the text, before the contents; returns what
 * follows them. */
const struct doc_node *set_front_divs(struct setter *s, const struct frame *f);
/** Sets a division of class dedication, abstract or acknowledgements on a page of its own, in a
 * book or report; false for others. */
bool set_front_div(struct setter *s, const struct doc_node *n, const struct frame *f);
/** Puts the rows of `own` in the middle of a page, with `more` above them. */
void set_mid_page(struct setter *s, struct galley *own, sp more);

/** Whether a raw piece has a meaning on paper. raw.c */
bool set_shows_raw(const struct doc_node *n);
void set_raw_block(struct setter *s, const struct doc_node *n, const struct frame *f);
void set_raw_inline(struct inline_builder *b, const struct doc_node *n);

/** Sets a callout, a theorem, or columns; false for other divisions. framed_box.c */
bool set_framed(struct setter *s, const struct doc_node *n, const struct frame *f);

/** Adds the text of a DOC_CODE in its colours. set_code.c */
void set_code(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink);
void set_code_block(struct setter *s, const struct doc_node *n, const struct frame *f);

/** Sets the content of a table's cell as one paragraph. cell.c */
void set_cell(struct setter *s, struct inline_builder *b, const struct doc_node *cell,
              const struct ink *ink);

/** The marker of an item: a bullet for the level, its number, or a box. set_list.c */
struct str set_list_label(struct arena *a, const struct doc_node *item, int level);
void set_list(struct setter *s, const struct doc_node *n, const struct frame *f);
void set_def_list(struct setter *s, const struct doc_node *n, const struct frame *f);
/** Puts `line` (`width` wide) on the next line so that it ends `gap` before the start of the frame.
 */
void set_wait_label(struct setter *s, const struct inline_line *line, sp width,
                    const struct frame *f, sp gap);
/** Sets an empty line for labels that are still waiting. */
void set_flush_labels(struct setter *s, const struct frame *f);

/** Width of plain text in an ink. */
sp set_text_width(struct setter *s, struct str text, const struct ink *ink);

/* set_table.c */
void set_table(struct setter *s, const struct doc_node *n, const struct frame *f);

/** Sets the caption's inlines in the element of the frame. set_caption.c */
void set_caption_text(struct setter *s, const struct doc_node *caption, const struct frame *f);

/* set_figure.c */
void set_figure(struct setter *s, const struct doc_node *n, const struct frame *f);
void set_image(struct setter *s, struct inline_builder *b, const struct doc_node *n,
               const struct ink *ink);

/* set_note.c */
void set_note(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink);

/** Sets notes that were collected for the end of the chapter or text, under a heading. */
void set_end_notes(struct setter *s, const struct frame *f);
/** between the text and margin notes */
#define MARGIN_SEP PT(11)
/** Room in the outer margin; 0: too little for notes. */
sp set_margin_width(const struct page_style *st);
/** Whether a node's class puts it into the margin. */
bool set_is_margin_note(const struct doc_node *n);
/** Sets a division in the margin, beside the next line; false if margins have no room, or it is
 * inside another block. */
bool set_margin_div(struct setter *s, const struct doc_node *n, const struct frame *f);
/** Sets a span in the margin, or else at the foot of the page. */
void set_margin_span(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                     const struct ink *ink);

/** Reserves the place of an index, which is set when the pages are known; false if `n` is no index.
 * set_index.c */
bool set_index_div(struct setter *s, const struct doc_node *n, const struct frame *f);

/* set_refs.c */
void set_bibliography(struct setter *s, const struct doc_node *n, const struct frame *f);
void set_bib_entry(struct setter *s, const struct doc_node *n, const struct frame *f);

/* set_title.c */
void set_title(struct setter *s, const struct frame *f);
void set_abstract(struct setter *s, const struct frame *f);
/** Sets the abstract's name, bold and centred. */
void set_abstract_name(struct setter *s, const struct frame *f);
/** Sets title and abstract on pages of their own. */
void set_title_page(struct setter *s, const struct frame *f);

/** A block that may float, while it is set. float.c */
struct float_setting {
    struct galley own;
    struct galley *outer; /* NULL: it does not float */
    struct v_float *how;
};
/**
 * Begins to set `n`; content up to set_float_end() goes into the float. Places come from its
 * attribute `key` (or `pos`), or from the front matter's `key`, in LaTeX's letters. False if it
 * does not float: `H`, or inside another block.
 */
bool set_float_begin(struct setter *s, struct float_setting *fs, const struct doc_node *n,
                     const struct frame *f, const char *key, bool wide);
void set_float_end(struct setter *s, struct float_setting *fs);
/** Whether the author sets places for it: in its attribute `key` or `pos`, or in the front matter.
 */
bool set_float_asked(const struct setter *s, const struct doc_node *n, const char *key);
/** Whether blocks of this frame may float: those of the document itself, outside lists and quotes.
 */
bool set_float_allowed(const struct setter *s, const struct frame *f);

/** A block on turned pages, while it is set. sideways.c */
struct sideways_setting {
    struct galley own;    /* of one that floats */
    struct galley *outer; /* NULL: it begins pages where it is */
    sp measure;
};
/** Begins turned pages for a block of class landscape, or one of class sideways (sidewaystable,
 * sidewaysfigure) that waits for the next page while the text continues; `f` becomes the frame of
 * such a page. False for other blocks. */
bool set_sideways_begin(struct setter *s, struct sideways_setting *sw, const struct doc_node *n,
                        struct frame *f);
void set_sideways_end(struct setter *s, struct sideways_setting *sw);
/** Changes to the page style for turned or upright pages. */
void set_sideways_style(struct setter *s, bool sideways);

/** Sets the table of contents, if the document has one; set_toc_fill() adds page numbers. toc.c */
void set_toc(struct setter *s, const struct frame *f);
/** Fills in the page numbers; `pages` maps destinations to pages. */
void set_toc_fill(struct setter *s, const struct map *pages);

/* set_math.c, math_display.c */
void set_math(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink);
/** The formula if a paragraph is one displayed formula, or NULL. */
const struct doc_node *set_lone_display(const struct doc_node *para);
void set_display(struct setter *s, const struct doc_node *math, const struct frame *f,
                 struct page_elem *parent);

/* ship.c */
void set_ship_pages(struct setter *s);

#endif
