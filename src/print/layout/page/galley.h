/* SPDX-License-Identifier: MIT */
/*
 * The galley: the content of all pages in one long column, before it is cut into pages.
 *
 * A vertical list in TeX's sense (TeXbook ch. 12, 15), stored as rows: a box with the glue and
 * penalty above it. Each line of text is a box with the height and depth of a strut (7/10 and 3/10
 * of the line distance), so that lines of one size are `leading` apart without glue; taller boxes
 * push the lines apart. A box has its draws, its footnotes and its destinations.
 *
 * Invariants: 1. Draws of a box are in reading order. 2. x counts from the left edge of the text, y
 * downwards from the box's baseline. 3. All memory is in the arena, except the vector of rows,
 * which galley_drop() frees.
 */
#ifndef DOSSIER_LAYOUT_PAGE_GALLEY_H
#define DOSSIER_LAYOUT_PAGE_GALLEY_H

#include "core/base/vec.h"
#include "print/layout/model/box_path.h"
#include "print/layout/model/draw.h"
#include "print/layout/model/sp.h"
#include "print/layout/text/para_builder.h"

struct galley;

/** The target of a link, shared by its pieces of text. */
struct link_target {
    struct str uri, dest, contents;
    struct page_elem *elem;
};

/** A box around part of a line's text. `begin` and `end` are inserted at its ends, as wide as its
 * padding and border. Line ends slice it. */
struct text_box {
    struct box_paint paint;
    sp above, below;              /* from the baseline to the border edge */
    sp pad_left, pad_right;       /* padding and border */
    sp margin_left, margin_right; /* outside the border */
    struct inner_box begin, end;  /* boxes that draw nothing and mark both ends */
    bool rtl;                     /* the line starts at the right */
    const struct text_box *outer; /* the enclosing one, or NULL */
};

/** Properties of text decoration lines in style sheets. */
struct text_line {
    bool coloured;
    struct page_colour colour;
    sp thick;  /* 0: derived from the text size */
    bool down; /* `offset` is set: from the baseline to the underline */
    sp offset;
    bool twice, dashed, dotted;
};

/** The inline_style.tag: the element of a piece of text, and its decoration. */
struct inline_tag {
    struct page_elem *elem;
    struct link_target *link; /* may be NULL */
    bool underline, strike, mark;
    const struct text_line *line; /* may be NULL */
    const struct text_box *box;   /* may be NULL */
};

/** A footnote: a galley of its own, attached to the box with its mark. */
struct foot_note {
    struct galley *body;
    sp height;              /* of the whole note */
    struct foot_note *next; /* of the same box */
};

/** A destination. */
struct dest_mark {
    struct str name;
    sp y; /* from the baseline of the box */
    struct dest_mark *next;
};

/** A note in the margin beside a line. */
struct v_margin {
    struct v_box *box; /* entirely above its baseline */
    sp first;          /* height of its first line, which is aligned with the text line */
    sp y;              /* of the text line, from the baseline of the box it is attached to */
    struct v_margin *next;
};

/** The `mark` of an INLINE_MARK. */
struct place_mark {
    struct foot_note *note;  /* or: */
    struct v_margin *margin; /* or: */
    struct str dest;
};

/** The allowed places of a float. Of several, the first with room is used: here, top of this or a
 * later column, foot. */
enum float_places { FLOAT_HERE = 1, FLOAT_TOP = 2, FLOAT_FOOT = 4 };

/** A figure or table that may move. Its row in the galley is its anchor. The spaces around it are
 * its own, so the text closes up when it is moved. */
struct v_float {
    unsigned places; /* enum float_places */
    bool wide;       /* spans all columns: at the top of a page after its anchor */
    bool sideways;   /* occupies a page that is turned */
    sp above, below; /* if it stays here */
};

/** Rows for the upper and lower border and padding of a panel. The next row follows directly, and
 * no other space is added between them and the content. */
enum v_edge { V_EDGE_NONE, V_EDGE_OPEN, V_EDGE_CLOSE };

struct v_box {
    sp height, depth;
    sp foot;   /* depth of its last line, if several lines make up the depth; 0: the depth */
    bool tall; /* higher than its strut: the next line keeps its distance */
    struct draw *first, *last;
    struct foot_note *notes;
    struct dest_mark *dests;
    struct v_margin *margins;
    bool counted;                 /* a line of text that line numbers count */
    const struct v_float *floats; /* NULL: not a float */
    enum v_edge edge;
};

/** TeX's penalties: V_NEVER and more forbid a cut, V_FORCE and less force it. */
#define V_NEVER 10000
#define V_FORCE (-10000)

/** A background and border around rows, from the top of the first to the foot of the last; each
 * page paints its part. */
struct v_panel {
    sp x, width; /* of the border edge; x from the text's left edge */
    const struct box_paint *paint;
    const void *owner;                /* the block that opened it */
    size_t from;                      /* index of its first row in its galley */
    int64_t top;                      /* height of the galley before it */
    const struct v_box *first, *last; /* of its rows, set when it is closed */
    struct v_panel *outer;            /* the enclosing one, or NULL */
};
#define V_PANELS 256 /* nesting; outer ones beyond it are not painted */

/** The kind of page that begins with a row; the first page is a right one. */
enum v_side { V_SIDE_NONE, V_SIDE_ANY, V_SIDE_RIGHT, V_SIDE_LEFT };

/** Settings of pages from a place on: for the page with the row, and later ones (LaTeX's
 * \cleardoublepage, \pagenumbering, \pagestyle; CSS Paged Media 3, `page`). */
struct v_turn {
    enum v_side side;              /* the row begins such a page; a blank page may precede it */
    bool numbers;                  /* `numbering` is set */
    enum page_numbering numbering; /* form of the page numbers */
    int restart;                   /* number of the page; 0: continued */
    bool shapes;                   /* `sideways` is set */
    bool sideways;                 /* pages are turned: width and height are exchanged */
    bool styles;                   /* `style` is set */
    struct str style;              /* heads and feet by name; empty: the document's */
    struct str this_style;         /* for this page only, or empty */
};

/** A box, and the space above it, which is dropped when the page is cut there. */
struct v_row {
    struct v_box *box;
    struct v_glue above;
    int32_t penalty;           /* of a cut above it */
    struct v_box *head;        /* a table's head, repeated after a cut above the row, or NULL */
    bool after_floats;         /* floats anchored before the row are placed before it */
    struct v_panel *panel;     /* may be NULL */
    const struct v_turn *turn; /* may be NULL */
};

struct galley {
    struct arena *arena, *work;
    VEC(struct v_row) rows;
    sp last_depth; /* of the last box */
    bool last_tall;
    struct v_glue space; /* pending, for the next box: the largest of merged spaces */
    int32_t penalty;
    struct v_box *head;
    bool after_floats;
    struct v_turn *turn;
    struct v_panel *panel; /* around all following rows, or NULL */
    bool firm;             /* the space was set by a style sheet */
    enum v_edge last_edge; /* of the last box */
    int64_t height;        /* of all rows, with natural spaces */
    int64_t needed;        /* height of the following rows that must stay on the same page */
    bool need_begun;
    int64_t hold; /* rows up to this height must not be separated */
};

/** Initialises a galley. What pages keep (shapes, names of destinations) is allocated in `a`; boxes
 * and draws of lines in `work`, which may be the same. */
void galley_init(struct galley *g, struct arena *a, struct arena *work);
void galley_drop(struct galley *g);

struct v_box *galley_box_new(struct galley *g, sp height, sp depth);
/** A box with one line of text at `x`: a strut of `leading`, or higher if the line has taller
 * content. */
struct v_box *galley_line_box(struct galley *g, const struct inline_line *line, sp x, sp leading);
void galley_draw(struct v_box *box, struct draw *d);
/** Adds the notes and destinations of a line that is `y` below the box's baseline. */
void galley_collect(struct galley *g, struct v_box *box, const struct inline_line *line, sp y);
void galley_add_dest(struct galley *g, struct v_box *box, struct str name, sp y);
void galley_add_note(struct v_box *box, struct foot_note *note);

/** Appends a line with the baseline distance `leading` (TeXbook ch. 12, baselineskip). */
void galley_add_line(struct galley *g, struct v_box *box, sp leading);
/** Appends a box without adjusting distances. */
void galley_add_box(struct galley *g, struct v_box *box);
/** Adds space that merges with a preceding space: the larger counts (LaTeX's \addvspace). */
void galley_space(struct galley *g, struct v_glue glue);
/** The same, for space that is also kept at the edges of panels. */
void galley_margin(struct galley *g, struct v_glue glue);
/** Opens a panel around the following rows; the caller has set its paint and place. `above` is the
 * size of its upper border and padding. */
void galley_open_panel(struct galley *g, struct v_panel *panel, sp above);
/** Closes the innermost panel, with `below` for its padding and border and the minimum height
 * `least`. */
void galley_close_panel(struct galley *g, sp below, sp least);
/** Adds a penalty for a cut here. Of several in one place, V_FORCE wins over V_NEVER, which wins
 * over others; otherwise the smallest counts. */
void galley_penalty(struct galley *g, int32_t penalty);
/** Removes a penalty that forbids a cut here. */
void galley_allow(struct galley *g);
/** Keeps the following content together up to `height` (LaTeX's \needspace). */
void galley_need(struct galley *g, sp height);
/** Keeps the rows from `from` on together, unless they are higher than `most`. */
void galley_keep(struct galley *g, size_t from, sp most);
/** All rows of `from` as one box, with their notes and destinations. */
struct v_box *galley_pack(struct galley *from);
/** Moves the content of a box to `all`, `y` further down. */
void galley_move(struct v_box *all, struct v_box *box, sp y);
/** Combines boxes side by side, aligned at the top. */
struct v_box *galley_beside(struct galley *g, struct v_box *const *boxes, size_t n);
/**
 * Moves the rows of `n` galleys, side by side and aligned at the top, to the end of `g` as common
 * rows: a cut is allowed where each galley has one at about the same height (within `slack`). A
 * result lower than `whole` is one row. `drops` are the offsets from the top, or NULL.
 */
void galley_zip(struct galley *g, struct galley *const *from, size_t n, const sp *drops, sp slack,
                sp whole);
/** Appends all rows of `from` to `g`. */
void galley_take_rows(struct galley *g, struct galley *from);
/** Appends a float; the text before and after it keeps its distance as if the float were elsewhere.
 */
void galley_add_float(struct galley *g, struct v_box *box, const struct v_float *how);
/** A barrier for floats: with a forced cut here, waiting floats get columns of their own (LaTeX's
 * \clearpage); otherwise they are placed above what follows. */
void galley_after_floats(struct galley *g);
/** Changes settings from the next box on. Of several at one place the later wins, except that the
 * side is the last one given. A turn that begins a page ends the current one; waiting floats come
 * before it. */
void galley_turn(struct galley *g, const struct v_turn *turn);
/** Sets the head to repeat after a cut here. */
void galley_head(struct galley *g, struct v_box *head);

#endif
