/* SPDX-License-Identifier: MIT */
/*
 * What the parts of the document setter share: the run's context, the frame a block is set in, the
 * ink text is set in, and the functions by which the parts call one another.
 *
 * The tree is walked once, in reading order. Blocks go to the galley that is current (the
 * document's, or a footnote's), structure elements are made on the way. Recursion follows the
 * document's nesting and stops at LIMIT_DOC_DEPTH.
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

/** What style sheets see of a part of the document; made only when there are any. */
struct element {
    struct css_element css;
    const struct element *last_kid;     /* so far: of the next one the elder sibling */
    const struct doc_node *node;        /* or NULL */
    const struct look_vars *vars;       /* custom properties */
    const struct look_contents *quotes; /* its `quotes`, or NULL */
    const struct look *look;            /* when sheets say `inherit` of what is not, or NULL */
    /* its text, for what inherits it */
    struct str family;
    enum font_class cls;
    unsigned face;
    sp size;
    struct page_colour colour;
};

/** A counter is seen by the element that made it, its later siblings and what is in them (CSS Lists
 * 3, section 4.4). */
struct set_counter {
    struct str name;
    int value;
    const struct css_element *around; /* the parent of that element */
};

/** What `string-set` said at a place. */
struct named_string {
    struct str name, text;
    struct str dest; /* a hidden one, of the place */
};
/** Destinations with this at their beginning are for us alone, and go into no file. */
#define HIDDEN_DEST '\1'

/** How running text looks: inherited and changed by inlines. */
struct ink {
    struct str family; /* by a style sheet; empty: the document's of the class */
    enum font_class cls;
    unsigned face; /* enum font_face */
    sp size;
    sp rise, tracking, spacing;
    unsigned flags;    /* enum inline_flags */
    unsigned features; /* enum font_features */
    struct page_colour colour;
    struct page_colour ground;   /* behind the text, for what is half transparent, */
    struct page_colour behind;   /* and behind the element it belongs to */
    struct page_colour backdrop; /* behind what is see-through as a whole, */
    uint8_t clear;               /* and how much it is: 0 is not at all */
    struct str lang;
    bool rtl; /* paragraphs that begin with it run from right to left; set_direction() */
    struct inline_tag tag;    /* elem is what the text belongs to */
    bool cite;                /* inside a citation */
    bool to_end;              /* the inline stands at the end of its line (`float`) */
    enum look_word transform; /* WORD_NONE, or letters' case */
    struct element *element;  /* for style sheets, or NULL */
    int depth;                /* nesting of inlines */
};

/** Where blocks are set. */
struct frame {
    sp left, width; /* of its left edge, whichever way it runs */
    bool rtl;       /* it runs from right to left: it starts at its right edge; set_direction() */
    struct page_elem *elem; /* what blocks become kids of */
    struct ink ink;         /* of text; its elem is set by each block */
    enum type_step step;    /* size of the text: the largest step that is not above it */
    sp leading;             /* distance of its lines */
    struct v_glue par_skip; /* above paragraphs */
    sp par_indent;          /* of their first lines */
    int32_t line_penalty;   /* of cutting a page between two lines */
    enum inline_align align;
    bool tight;     /* paragraphs stand without space */
    bool verse;     /* lines are the author's: what is broken besides goes on indented */
    sp hang;        /* first lines begin this much to the left of the others */
    sp label_width; /* reference list: of the widest label; 0: labels run in */
    int list_level, bullet_level;
    int depth;         /* nesting of blocks */
    int32_t looseness; /* TeX's: by how many lines paragraphs should be longer than is best */
    /* of style sheets */
    struct str page;         /* name of the pages that it stands on; empty: the document's */
    const struct look *look; /* of the block that is being set, or NULL */
    sp pad_left, pad_right;  /* from its border edge to the text, when it has a box */
    bool by_content;         /* it is a table: its box is as wide as its columns */
    bool positioned;         /* within a block that places are counted from */
    bool fitted;             /* it is as wide as its block asks for */
    bool centred;            /* margins at its sides that nobody sets are `auto` */
    sp outer_size;           /* of the text around it */
    int32_t line_factor;     /* line distance per mille of the size; 0: LaTeX's; LEADING_FIXED */
    bool balance;            /* ragged lines are of one length */
    bool own_indent;         /* par_indent holds for every paragraph */
    int orphans, widows;     /* lines that stay together; 0: two */
    bool own_marker;         /* the list's items have these: a keyword, or WORD_AUTO for a text */
    enum look_word marker;
    struct str marker_text;
};
#define LEADING_FIXED (-1)

/** A label that waits for the first line of what it labels. */
struct waiting_label {
    const struct inline_line *line;
    sp x;
    struct waiting_label *next;
};

/** A head that runs into the paragraph behind it (LaTeX's \paragraph). */
struct run_in {
    const struct doc_node *node; /* its inlines */
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
    struct v_margin *margins; /* the last one first */
};

/** Opened heading levels, for tags without a jump. */
struct head_stack {
    int levels[8];
    int n;
    int base; /* 1 when the title is H1 */
};

/** One answer of fonts_find(). */
struct face_slot {
    struct str family;
    enum font_class cls;
    unsigned face;
    sp size;
    struct font *font;
    unsigned features;    /* that stand in for a style the family lacks */
    bool fake_small_caps; /* neither a face nor a feature has them */
};

/** A line of the table of contents whose page is not known before the pages are cut. */
struct toc_line {
    struct draw *number; /* draws nothing until it has a line */
    struct str dest;
    struct ink ink;
    bool rtl; /* of its frame */
    sp end;   /* where the number ends: its right, or from right to left its left edge */
};

/** What holds for a page (folio.c). */
struct page_state {
    int number;
    enum page_numbering numbering;
    struct str label; /* the number as it is shown */
    struct str style; /* heads and feet by name; empty: the document's */
    bool blank;       /* nothing stands on it: it lets the next page be a right or left one */
    bool sideways;    /* it is turned */
};

/** What a heading says in running heads. */
struct head_mark {
    struct str dest, text;
    bool chapter; /* or a section */
};

/** A block at a place of the first page. */
struct placed_box {
    struct v_box *box;
    sp x, y; /* of its top left corner, from the text's */
};

/** A box that text flows around. */
struct aside {
    const struct galley *galley; /* that it stands in */
    struct v_box *box;           /* while it waits for a row to hang on */
    bool right, waits;
    sp x, width;
    int64_t top, height; /* in the galley */
};

/** Where the walk is: everything that setting a block changes and that is copied as a whole. A
 * block that is only measured leaves none of it behind (trial.c). */
struct set_state {
    struct galley *g; /* the current one: the body, what is above it, a float or a note */
    struct waits waits;
    struct head_stack heads;
    const struct frame *para; /* of the paragraph that is being set; NULL in cells and boxes */
    struct span math_at;      /* the formula that is being set */
    sp measure;               /* of the block that is being set */
    int overfull;             /* lines of the current block that are too long */
    bool no_indent;           /* the next paragraph follows a heading */
    bool in_note;
    bool text_boxes;               /* some lines have boxes around parts of their text */
    bool margin_told;              /* it was reported that the margins have no room for notes */
    bool peeking;                  /* looks are computed for an element that is not entered yet */
    int trials;                    /* above 0: what is set is only measured */
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
    struct arena *work; /* of lines and boxes, which pages do not keep */
    const struct doc *doc;
    struct str root;              /* folder of the document, where images are looked for */
    const struct file_host *host; /* may refuse them */
    const struct highlight_theme *code_theme;    /* NULL: code has no colours */
    const struct page_style *style;              /* of the pages that are being set */
    const struct page_style *upright, *sideways; /* of all others, and of turned pages */
    const struct looks *looks;                   /* style sheets, or NULL */
    const struct looks *none; /* of no sheets, for elements with a `style`; NULL until needed */
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
    struct galley over;            /* what spans the columns at the top of the first page */
    VEC(struct placed_box) placed; /* at places of their own on the first page */
    VEC(struct head_mark) marks;

    /* the walk */
    struct set_state now;
    VEC(struct aside) asides; /* beside which lines are set */

    /* what holds for the whole document, and caches */
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
/** Brings the state back to what it was; the trial may be used again. */
void set_trial_undo(struct setter *s, const struct set_trial *before);

/* set_tree.c: structure elements */
struct page_elem *set_elem_new(struct setter *s, struct page_elem *parent, enum page_role role);
/** The heading role of a source level, so that levels never jump; `*level` is 1 to 6. */
enum page_role set_heading_role(struct setter *s, int source_level, int *level);

/* type.c: fonts and sizes */
struct font *set_type_font(struct setter *s, const struct ink *ink, unsigned *extra_features);
/** Whether small capitals of this ink are made of capitals, because its family has none. */
bool set_type_fakes_small_caps(struct setter *s, const struct ink *ink);
/** Reports features that the front matter asks for and the family lacks. */
void set_type_check_features(struct setter *s, const struct ink *ink);
/** A style for `ink`, shared with the one made just before when nothing changed. */
const struct inline_style *set_type_style(struct setter *s, const struct ink *ink);
/** Size and line distance of a frame's text: a step; the same where the text is larger than it. */
void set_frame_step(const struct page_style *st, struct frame *f, enum type_step step);
void set_frame_shrink(const struct page_style *st, struct frame *f, enum type_step most);
sp set_type_leading(const struct page_style *st, enum type_step step);

/* element.c, look_set.c, look_break.c: style sheets onto frames and inks. All do nothing without
 * sheets. */

/** Enters an element below that of the frame: its computed style holds for what is set in the
 * frame, whose `outer_size` becomes the size so far. `own_class` may be empty. */
void set_enter_element(struct setter *s, struct frame *f, struct look *look, const char *type,
                       const struct doc_node *n, const char *own_class);
/** The same for a block by its kind; nothing for those that are no element. */
void set_enter_block(struct setter *s, struct frame *f, struct look *look,
                     const struct doc_node *n);
/** What holds for a block that is about to be set in the frame, and its ink; nothing is entered. */
void set_peek_block(struct setter *s, const struct frame *f, const struct doc_node *n,
                    struct look *look, struct ink *ink);
/** Enters the page's elements around all that the document has. */
void set_enter_root(struct setter *s, struct frame *f);
/** The same for an inline; false when it is not shown. */
bool set_enter_inline(struct setter *s, struct ink *ink, const struct doc_node *n);
/** The same for an image, whose box the caller makes. */
void set_enter_image(struct setter *s, struct ink *ink, const struct doc_node *n,
                     struct look *look);
/** A link, which need not be a node. */
void set_enter_link(struct setter *s, struct ink *ink, const struct doc_node *n);
/** What is behind an element, and how much is seen through it: before its look is put, which may
 * happen more than once. */
void set_enter_ground(const struct look *look, struct ink *ink);
/** What those inside of the ink's element inherit. */
void set_note_ink(const struct ink *ink);
/** The look of a part of the ink's element, put onto the ink. */
void set_enter_part(struct setter *s, enum css_part part, struct ink *ink, struct look *look);
/** Whether nothing was reported of a value yet: many elements ask for one. */
bool set_first_report(struct setter *s, const struct look_value *v);
/** What the frame's look says of its text, over what layout has put there. */
void set_look_text(struct setter *s, struct frame *f);
/** What a computed style changes of an ink; `outer` is the size of the text around it. */
void set_look_ink(struct setter *s, const struct look *look, struct ink *ink, sp outer);
/** A colour as it is seen within what is see-through as a whole (CSS Color 4, section 14). */
struct page_colour set_look_seen(const struct ink *ink, struct page_colour c);
/** The computed style of the marker of a list's item. */
void set_look_marker(struct setter *s, struct ink *ink);
/** Insets of the frame's look: its margins and padding, or these. */
void set_look_inset(struct setter *s, struct frame *f, sp left, sp right);
/** A length of the frame's look, or `or_else`. */
sp set_look_sp(const struct setter *s, const struct frame *f, enum look_prop prop, sp or_else);
/** A keyword of the frame's look; false when it says nothing. */
bool set_look_says(const struct frame *f, enum look_prop prop, enum look_word word);
/** A margin of the frame's look, which stretches as the default does in proportion; or that. */
struct v_glue set_look_margin(const struct setter *s, const struct frame *f, enum look_prop prop,
                              struct v_glue or_else);
/** Space above and below the block that is being set, with its rules. */
void set_space_above(struct setter *s, const struct frame *f, struct v_glue or_else);
void set_space_below(struct setter *s, const struct frame *f, struct v_glue or_else);
/** Where pages are cut before and after the frame's block; `from` is its first row. */
void set_look_break_before(struct galley *g, const struct frame *f);
void set_look_break_after(struct setter *s, const struct frame *f, size_t from);

/* aside.c: boxes that text flows around */

/** Which side a look has it float to: WORD_LEFT, WORD_RIGHT, or WORD_NONE. */
enum look_word set_aside_side(const struct look *look);
/** Whether a box of that size leaves room for text beside it. */
bool set_aside_fits(const struct setter *s, const struct frame *f, sp width, int64_t height);
/** Reports at its declaration, once, that a block stands in the text all the same. */
void set_aside_refuse(struct setter *s, const struct look_value *v, const char *why);
/** True: floats at both sides leave less between them than text is squeezed into. */
bool set_aside_crowded(const struct setter *s, const struct frame *f);
/** Puts a box, whose draws count from its own left end, at a side of what comes. */
void set_aside_put(struct setter *s, const struct frame *f, bool right, struct v_box *box,
                   sp width);
/** Makes the lines of a paragraph that begins here narrower where they stand beside boxes. */
void set_aside_params(struct setter *s, const struct frame *f, struct para_params *params);
/** Hangs what waits on a row's box: before the row is put into the galley, and after. */
void set_aside_attach(struct setter *s, struct v_box *box);
void set_aside_attached(struct setter *s, const struct v_box *box);
/** What comes stands below the boxes at a side: WORD_LEFT, WORD_RIGHT or WORD_BOTH. */
void set_aside_clear(struct setter *s, const struct frame *f, enum look_word side);
/** The galley ends: it is as high as what floats in it. */
void set_aside_end(struct setter *s, const struct frame *f);

/* flexgrid.c */
/** Sets a block whose look has it float; false when it stands in the text. `own` is its frame,
 * entered, `f` the one around it. */
bool set_floating(struct setter *s, const struct doc_node *n, const struct frame *own,
                  const struct frame *f);
/** Sets a block whose look has it stand at a place of the first page (`position: absolute`); false
 * when it stands in the text. */
bool set_absolute(struct setter *s, const struct doc_node *n, const struct frame *own,
                  const struct frame *f);
/** Sets the blocks of `n` beside one another, or in columns, as the frame's look asks; false when
 * it does not. */
bool set_beside(struct setter *s, const struct doc_node *n, const struct frame *f);

/* columns.c */
/** Sets the blocks of `n` in as many columns as the frame's look asks for; false when it is one. */
bool set_text_columns(struct setter *s, const struct doc_node *n, const struct frame *f);

/* box.c: boxes of style sheets */

/** What is painted of the box of a look; false when nothing is. Percentages are of `whole`, a
 * border's own colour is `ink`'s. */
bool set_box_paint(const struct setter *s, const struct look *look, const struct ink *ink, sp whole,
                   struct box_paint *out);
/** Width of one side's border, and of its padding. */
sp set_box_border(const struct setter *s, const struct look *look, enum box_edge edge,
                  const struct ink *ink);
sp set_box_padding(const struct setter *s, const struct look *look, enum box_edge edge,
                   const struct ink *ink, sp whole);
/** A colour on what is behind it; `behind` where the value is none. */
struct page_colour set_box_colour(const struct look_value *v, struct page_colour behind);
/** A length of a look, or `or_else`. */
sp set_box_length(const struct setter *s, const struct look *look, enum look_prop prop,
                  const struct ink *ink, sp whole, sp or_else);
/** The border edge's width that a look asks for in a place `whole` wide, within its least and
 * most; `own` where it asks for none. `pads` are its paddings and borders together. */
sp set_box_width(const struct setter *s, const struct look *look, const struct ink *ink, sp whole,
                 sp pads, sp own);
/** Whether the frame's look has a box: more than rules above and below its text. */
bool set_box_has(const struct setter *s, const struct frame *f);
/** Opens the box of the frame's look around what is put into the galley from here on; false when
 * it has none. */
bool set_box_open(struct setter *s, const struct frame *f);
/** Closes it, when it is open. */
bool set_box_close(struct setter *s, const struct frame *f);
/** Closes what was opened within `outer` and is open still. */
void set_box_end(struct setter *s, const struct v_panel *outer, const struct frame *f);
/** Gives the ink's tag the box of an inline's look, when it has one. */
void set_box_text(struct setter *s, const struct look *look, struct ink *ink);
/** What stands at the ends of an inline's box; nothing when `outer`, the ink around it, has the
 * same. */
void set_box_text_begin(struct setter *s, struct inline_builder *b, const struct ink *ink,
                        const struct ink *outer);
void set_box_text_end(struct setter *s, struct inline_builder *b, const struct ink *ink,
                      const struct ink *outer);
/** The ground of the whole page, which `html` or `body` has (CSS Backgrounds 3, section 2.11.2). */
bool set_box_canvas(const struct setter *s, struct page_colour *out);

/* generated_content.c: generated content of style sheets. All do nothing without sheets. */

/** What the look of an element that begins says of counters, quotes and named strings. */
void set_element_counts(struct setter *s, struct element *e, const struct look *look);
/** A counter's number in a style of lists; decimal where the style has none for it. */
void set_counter_text(struct buf *out, int64_t value, enum look_word style);
/** A named string on a page (from 0): WORD_LEFT, WORD_RIGHT or WORD_CENTER as struct look_piece has
 * them; false when nothing has that name. */
bool set_string_on(struct setter *s, struct str name, enum look_word which, int page,
                   struct str *out);
/** Enters ::before, ::after or ::marker of the ink's element; false when it has no content. */
bool set_part_begin(struct setter *s, enum css_part part, struct ink *ink, struct look *look);
/** Puts what its look says. */
void set_part_contents(struct setter *s, struct inline_builder *b, const struct look *look,
                       const struct ink *ink);
/** An image of a sheet, and text with its line breaks. */
void set_content_image(struct setter *s, struct inline_builder *b, const struct look_contents *c,
                       const struct look_piece *p, const struct ink *ink);
void set_content_text(struct setter *s, struct inline_builder *b, struct str text,
                      const struct ink *ink);
/** Turns to pages with the name that the frame's look asks for. */
void set_page_name(struct setter *s, struct frame *f);
/** What the element of the ink has before or behind its own inlines. */
void set_generated(struct setter *s, struct inline_builder *b, enum css_part part,
                   const struct ink *ink);
/** The same, when `parent` is the node that has its inlines. */
void set_generated_around(struct setter *s, struct inline_builder *b, enum css_part part,
                          const struct doc_node *parent, const struct ink *ink);
/** Reports what the ink's element would have before and behind it, when it can have neither. */
void set_refuse_parts(struct setter *s, const struct ink *ink);
/** The same for an element that has blocks, the first of which is given: a paragraph. */
void set_generated_block(struct setter *s, enum css_part part, const struct doc_node *first,
                         const struct frame *f);

/* set_inline.c: inlines to a builder */
void set_inlines(struct setter *s, struct inline_builder *b, const struct doc_node *parent,
                 const struct ink *ink);
/** One inline node. */
void set_inline(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                const struct ink *ink);
void set_text(struct setter *s, struct inline_builder *b, struct str text, const struct ink *ink);
/** doc_dir_of(), with a warning when `dir` has another value. */
enum doc_dir set_dir_of(struct setter *s, const struct doc_node *n);
/** What stands in between runs as `dir` says and is one thing in the order of what runs left and
 * right; nothing happens with DOC_DIR_NONE. */
void set_isolate(struct inline_builder *b, enum doc_dir dir);
void set_isolate_end(struct inline_builder *b, enum doc_dir dir);
/** A destination at this place of the text. */
void set_dest(struct arena *a, struct inline_builder *b, struct str name, const struct ink *ink);
/** Reports what no font has, at `node`. */
void set_report_missing(struct setter *s, struct inline_builder *b, const struct doc_node *node);
/** Whether `#id` leads anywhere in this document. */
bool set_dest_exists(const struct setter *s, struct str id);

/* link.c */
void set_link(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink);
/** A link inside the document around `text`, in an element of `role` (ROLE_LINK alone, or
 * ROLE_REFERENCE around it). */
void set_jump(struct setter *s, struct inline_builder *b, struct str text, struct str dest,
              struct str contents, enum page_role role, const struct ink *ink);
/** Puts text as a link element and returns the ink for it. */
struct ink set_link_ink(struct setter *s, const struct ink *ink, enum page_role around,
                        struct str uri, struct str dest, struct str contents,
                        const struct doc_node *n);

/* set_block.c */
void set_blocks(struct setter *s, const struct doc_node *first, const struct frame *f);
void set_block(struct setter *s, const struct doc_node *n, const struct frame *f);
/** Breaks what the builder has and appends the lines; between lines the page may be cut as
 * paragraphs allow. */
void set_paragraph(struct setter *s, struct inline_builder *b, const struct frame *f,
                   const struct para_params *params, enum inline_align align);
/** Narrows the measure to that in which ragged lines are of one length, when the frame asks for it
 * (CSS Text 4, `text-wrap: balance`); how far lines are to be moved to the right then. */
sp set_balance(struct inline_builder *b, const struct frame *f, enum inline_align align,
               struct para_params *params);
/** Parameters for a paragraph in a frame. */
void set_frame_params(struct setter *s, const struct frame *f, struct para_params *params);
/** Sets inlines of a node as a paragraph of its own in `elem`. */
void set_inline_paragraph(struct setter *s, const struct doc_node *n, const struct frame *f,
                          struct page_elem *elem, enum inline_align align);
/** Which way a frame and its text run. */
void set_direction(struct frame *f, bool rtl);
/** Makes a frame narrower at the edge where it starts and at the other one. */
void set_inset(struct frame *f, sp start, sp end);
/** Where something `width` wide stands in a frame, `from` behind the edge where the frame starts.
 */
sp set_from_start(const struct frame *f, sp from, sp width);
/** Appends a line's box: labels and destinations that wait go on it. */
void set_put_line(struct setter *s, struct v_box *box, const struct frame *f, sp leading);
void set_put_box(struct setter *s, struct v_box *box, const struct frame *f);
/** Keeps what follows with the paragraph before it when that ends in a colon. */
void set_keep_with_intro(struct galley *g, const struct doc_node *n);
/** A destination for the next box. */
void set_wait_dest(struct setter *s, struct str id);
/** Appends the notes of the block that ends to the structure. */
void set_flush_notes(struct setter *s, struct page_elem *parent);
/** Sets a single line of inlines and returns it, for labels; NULL when it is empty. */
struct inline_line *set_single_line(struct setter *s, struct inline_builder *b, sp *width);

/* heading.c */
void set_heading(struct setter *s, const struct doc_node *n, const struct frame *f);
/** Puts a waiting run-in head in front of a paragraph; false when none waits. */
bool set_run_in(struct setter *s, struct inline_builder *b);
/** Sets a waiting run-in head as a line of its own. */
void set_flush_run_in(struct setter *s, const struct frame *f);

/** Breaks what the builder has into lines of a heading, which stay together. */
void set_head_lines(struct setter *s, struct inline_builder *b, const struct frame *f);

/* chapter.c */
/** Whether pages can be turned where the walk stands: in the document's own column. */
bool set_may_turn(const struct setter *s);
/** A chapter or a part, in the frame of its heading. */
void set_chapter(struct setter *s, const struct doc_node *n, const struct frame *f,
                 const struct run_in *h, int division);
/** What running heads say of the pages behind a chapter's or a section's heading. */
void set_chapter_mark(struct setter *s, const struct doc_node *heading, struct str dest);
/** Begins the page on which a chapter may begin, with the page style of those. */
void set_chapter_page(struct setter *s);
/** What LaTeX's \frontmatter, \mainmatter and \backmatter do to pages. */
void set_matter(struct setter *s, enum doc_matter matter);
/** Front matter that the class or the author asks for begins with the document, ... */
void set_matter_begin(struct setter *s);
/** ... and ends where the text begins, unless the author says where. */
void set_matter_text(struct setter *s);
/** Those that the text begins with stand before the contents; what comes behind them. */
const struct doc_node *set_front_divs(struct setter *s, const struct frame *f);
/** A division of class dedication, abstract or acknowledgements in a book or report: a page of its
 * own; false for others. */
bool set_front_div(struct setter *s, const struct doc_node *n, const struct frame *f);
/** Space that lets what was set in `own` stand in the middle of a page, with `more` above it, and
 * its rows behind that. */
void set_mid_page(struct setter *s, struct galley *own, sp more);

/* raw.c */
/** Whether a raw piece means something on paper. */
bool set_shows_raw(const struct doc_node *n);
void set_raw_block(struct setter *s, const struct doc_node *n, const struct frame *f);
void set_raw_inline(struct inline_builder *b, const struct doc_node *n);

/* framed_box.c */
/** Sets a division that has a look of its own: a callout, a theorem, columns; false when it has
 * none. */
bool set_framed(struct setter *s, const struct doc_node *n, const struct frame *f);

/* set_code.c */
/** The text of a DOC_CODE in its pieces' colours. */
void set_code(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink);
void set_code_block(struct setter *s, const struct doc_node *n, const struct frame *f);

/* cell.c */
/** What a table's cell holds, as one paragraph. */
void set_cell(struct setter *s, struct inline_builder *b, const struct doc_node *cell,
              const struct ink *ink);

/* set_list.c */
/** The mark of an item: a bullet for the level, its number, or a box. */
struct str set_list_label(struct arena *a, const struct doc_node *item, int level);
void set_list(struct setter *s, const struct doc_node *n, const struct frame *f);
void set_def_list(struct setter *s, const struct doc_node *n, const struct frame *f);
/** Puts `line` (`width` wide) on the next line so that it ends `gap` before the frame starts. */
void set_wait_label(struct setter *s, const struct inline_line *line, sp width,
                    const struct frame *f, sp gap);
/** Sets an empty line for labels that found none. */
void set_flush_labels(struct setter *s, const struct frame *f);

/** Width of plain text in an ink. */
sp set_text_width(struct setter *s, struct str text, const struct ink *ink);

/* set_table.c */
void set_table(struct setter *s, const struct doc_node *n, const struct frame *f);

/* set_caption.c */
/** Sets the caption's inlines in the element of the frame. */
void set_caption_text(struct setter *s, const struct doc_node *caption, const struct frame *f);

/* set_figure.c */
void set_figure(struct setter *s, const struct doc_node *n, const struct frame *f);
void set_image(struct setter *s, struct inline_builder *b, const struct doc_node *n,
               const struct ink *ink);

/* set_note.c */
void set_note(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink);

/** Notes that waited for the end of the chapter or the text, under a head of their own. */
void set_end_notes(struct setter *s, const struct frame *f);
/** Between the text and what stands in the margin. */
#define MARGIN_SEP PT(11)
/** Room in the outer margin; 0: too little for notes. */
sp set_margin_width(const struct page_style *st);
/** Whether a node belongs into the margin by its class. */
bool set_is_margin_note(const struct doc_node *n);
/** A division in the margin, beside the next line; false when margins have no room, or it stands
 * within something. */
bool set_margin_div(struct setter *s, const struct doc_node *n, const struct frame *f);
/** A span in the margin, else at the foot of the page. */
void set_margin_span(struct setter *s, struct inline_builder *b, const struct doc_node *n,
                     const struct ink *ink);

/* set_index.c */
/** Keeps the place of an index, which is set when its pages are known; false when it is none. */
bool set_index_div(struct setter *s, const struct doc_node *n, const struct frame *f);

/* set_refs.c */
void set_bibliography(struct setter *s, const struct doc_node *n, const struct frame *f);
void set_bib_entry(struct setter *s, const struct doc_node *n, const struct frame *f);

/* set_title.c */
void set_title(struct setter *s, const struct frame *f);
void set_abstract(struct setter *s, const struct frame *f);
/** The abstract's name, bold and centred. */
void set_abstract_name(struct setter *s, const struct frame *f);
/** Title and abstract on pages of their own. */
void set_title_page(struct setter *s, const struct frame *f);

/* float.c */
/** A block that may be a float while it is set. */
struct float_setting {
    struct galley own;
    struct galley *outer; /* NULL: it stands in its place */
    struct v_float *how;
};
/**
 * Begins to set `n`; what is set up to set_float_end() goes into the float. Places come from its
 * attribute `key` (or `pos`), or the front matter's `key`: LaTeX's letters. False when it stands
 * where it is: `H`, or inside of something.
 */
bool set_float_begin(struct setter *s, struct float_setting *fs, const struct doc_node *n,
                     const struct frame *f, const char *key, bool wide);
void set_float_end(struct setter *s, struct float_setting *fs);
/** Whether the author names places for it: its attribute `key` or `pos`, or the front matter's. */
bool set_float_asked(const struct setter *s, const struct doc_node *n, const char *key);
/** Whether blocks of this frame may float: the document's own, in no list or quote. */
bool set_float_allowed(const struct setter *s, const struct frame *f);

/* sideways.c */
/** A block on pages of its own while it is set. */
struct sideways_setting {
    struct galley own;    /* of one that floats */
    struct galley *outer; /* NULL: it begins pages where it stands */
    sp measure;
};
/** Begins turned pages for a block of class landscape, or one of class sideways (sidewaystable,
 * sidewaysfigure) that waits for the next page while the text goes on; `f` is then the frame of
 * such a page. False for all other blocks. */
bool set_sideways_begin(struct setter *s, struct sideways_setting *sw, const struct doc_node *n,
                        struct frame *f);
void set_sideways_end(struct setter *s, struct sideways_setting *sw);
/** The page's style from here on. */
void set_sideways_style(struct setter *s, bool sideways);

/* toc.c */
/** Sets the document's table of contents, when it has one; page numbers come with set_toc_fill().
 */
void set_toc(struct setter *s, const struct frame *f);
/** Writes the page numbers: `pages` leads from destinations to their pages. */
void set_toc_fill(struct setter *s, const struct map *pages);

/* set_math.c, math_display.c */
void set_math(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink);
/** Whether a paragraph is one displayed formula. */
const struct doc_node *set_lone_display(const struct doc_node *para);
void set_display(struct setter *s, const struct doc_node *math, const struct frame *f,
                 struct page_elem *parent);

/* ship.c */
void set_ship_pages(struct setter *s);

#endif
