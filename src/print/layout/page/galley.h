/* SPDX-License-Identifier: MIT */
/*
 * The galley: what stands on the pages, in one long column, before it is cut into pages.
 *
 * A vertical list in TeX's sense (TeXbook ch. 12, 15), kept as rows: a box and the glue and penalty
 * above it. Every line of text is a box with the height and depth of a strut (7/10 and 3/10 of the
 * line distance), so that lines of one size stand `leading` apart with nothing between them; what
 * is taller pushes. A box says what it draws, which footnotes hang on it and which destinations lie
 * in it; it knows nothing of documents.
 *
 * Invariants: 1. Draws of a box are in reading order. 2. x counts from the text's left edge, y from
 * the box's baseline, downwards. 3. All memory is the arena's but the vector of rows, which
 * galley_drop() gives back.
 */
#ifndef DOSSIER_LAYOUT_PAGE_GALLEY_H
#define DOSSIER_LAYOUT_PAGE_GALLEY_H

#include "core/base/vec.h"
#include "print/layout/model/box_path.h"
#include "print/layout/model/draw.h"
#include "print/layout/model/sp.h"
#include "print/layout/text/para_builder.h"

struct galley;

/** A link that pieces of text belong to. */
struct link_target {
    struct str uri, dest, contents;
    struct page_elem *elem;
};

/** A box around a part of a line's text: `begin` and `end` are what stands at its ends, as wide as
 * its padding and border; a line's end slices it. */
struct text_box {
    struct box_paint paint;
    sp above, below;              /* of its border edge, from the baseline */
    sp pad_left, pad_right;       /* padding and border */
    sp margin_left, margin_right; /* outside of it */
    struct inner_box begin, end;  /* they draw nothing */
    bool rtl;                     /* it begins at its right */
    const struct text_box *outer; /* around it, or NULL */
};

/** How a sheet wants lines under and through words. */
struct text_line {
    bool coloured;
    struct page_colour colour;
    sp thick;  /* 0: by the text's size */
    bool down; /* `offset` holds: from the baseline to the line under the words */
    sp offset;
    bool twice, dashed, dotted;
};

/** What inline_style.tag points to: what a piece of text belongs to and what is drawn with it. */
struct inline_tag {
    struct page_elem *elem;
    struct link_target *link; /* or NULL */
    bool underline, strike, mark;
    const struct text_line *line; /* or NULL */
    const struct text_box *box;   /* or NULL */
};

/** A footnote: its own small galley, which hangs on the box its mark stands in. */
struct foot_note {
    struct galley *body;
    sp height;              /* all of it */
    struct foot_note *next; /* on the same box */
};

/** A place that can be jumped to. */
struct dest_mark {
    struct str name;
    sp y; /* from the box's baseline */
    struct dest_mark *next;
};

/** What stands in the margin beside a line. */
struct v_margin {
    struct v_box *box; /* with all of it above the baseline */
    sp first;          /* height of its first line, whose baseline is that of the line */
    sp y;              /* of that, from the baseline of the box it hangs on */
    struct v_margin *next;
};

/** What an INLINE_MARK's `mark` points to. */
struct place_mark {
    struct foot_note *note;  /* or */
    struct v_margin *margin; /* or */
    struct str dest;
};

/** Where a float may stand; of several the first that has room: here, top of this or a later
 * column, its foot. */
enum float_places { FLOAT_HERE = 1, FLOAT_TOP = 2, FLOAT_FOOT = 4 };

/** A figure or table that need not stand where it was written. Its row in the galley is where it is
 * anchored; spaces around it are its own, so that the text closes up when it goes elsewhere. */
struct v_float {
    unsigned places; /* enum float_places */
    bool wide;       /* over all columns: at the top of a page behind its anchor */
    bool sideways;   /* all of a page, which is turned */
    sp above, below; /* when it stands here */
};

/** Rows that make room for the upper and lower border and padding of a panel: what follows stands
 * right below them, and no space of layout's own goes between them and what they hold. */
enum v_edge { V_EDGE_NONE, V_EDGE_OPEN, V_EDGE_CLOSE };

struct v_box {
    sp height, depth;
    sp foot;   /* depth of its last line, where several lines make up the depth; 0: the depth */
    bool tall; /* more than its strut: the next line keeps its distance */
    struct draw *first, *last;
    struct foot_note *notes;
    struct dest_mark *dests;
    struct v_margin *margins;
    bool counted;                 /* a line of text, for numbers in the margin */
    const struct v_float *floats; /* or NULL: stands in its place */
    enum v_edge edge;
};

/** Penalties of TeX's scale: from V_NEVER a page is not cut here, from V_FORCE downwards it is. */
#define V_NEVER 10000
#define V_FORCE (-10000)

/** What is painted behind and around rows, from the top of the first to the foot of the last; on
 * each page what stands there of it. */
struct v_panel {
    sp x, width; /* of the border edge, from the text's left edge */
    const struct box_paint *paint;
    const void *owner;                /* who opened it */
    size_t from;                      /* its first row in the galley it is set in */
    int64_t top;                      /* height of that galley before it */
    const struct v_box *first, *last; /* of its rows, when it is closed */
    struct v_panel *outer;            /* around it, or NULL */
};
#define V_PANELS 256 /* within one another; outer ones of more are not painted */

/** Which page begins with a row; the first page is a right one. */
enum v_side { V_SIDE_NONE, V_SIDE_ANY, V_SIDE_RIGHT, V_SIDE_LEFT };

/** What holds for pages from a place on: for the page that the row falls on, and those behind it
 * (LaTeX's \cleardoublepage, \pagenumbering, \pagestyle; CSS Paged Media 3, `page`). */
struct v_turn {
    enum v_side side;              /* the row begins such a page; a blank one may stand before it */
    bool numbers;                  /* `numbering` holds */
    enum page_numbering numbering; /* form of their numbers */
    int restart;                   /* number of the page; 0: one more than the page before */
    bool shapes;                   /* `sideways` holds */
    bool sideways;                 /* pages are turned: as wide as others are high */
    bool styles;                   /* `style` holds */
    struct str style;              /* heads and feet by name; empty: the document's */
    struct str this_style;         /* of this page alone, or empty */
};

/** A box, and what stands between it and the one before: a page cut there drops the space. */
struct v_row {
    struct v_box *box;
    struct v_glue above;
    int32_t penalty;           /* of cutting above it */
    struct v_box *head;        /* a table's head, repeated when the page is cut above it, or NULL */
    bool after_floats;         /* floats anchored before it stand before it */
    struct v_panel *panel;     /* or NULL */
    const struct v_turn *turn; /* or NULL */
};

struct galley {
    struct arena *arena, *work;
    VEC(struct v_row) rows;
    sp last_depth; /* of the last box */
    bool last_tall;
    /* What the next box will have above it. */
    struct v_glue space; /* what merges: the largest */
    int32_t penalty;
    struct v_box *head;
    bool after_floats;
    struct v_turn *turn;
    struct v_panel *panel; /* around all rows that come, or NULL */
    bool firm;             /* the space is what a style sheet asks for */
    enum v_edge last_edge; /* of the last box */
    int64_t height;        /* of all rows, spaces as they are */
    int64_t needed;        /* of what comes, this much stays together */
    bool need_begun;
    int64_t hold; /* up to this height rows are not parted by pages */
};

/** What pages keep (shapes, names of places) lives in `a`; boxes and where their lines are drawn in
 * `work`, which may be the same. */
void galley_init(struct galley *g, struct arena *a, struct arena *work);
void galley_drop(struct galley *g);

struct v_box *galley_box_new(struct galley *g, sp height, sp depth);
/** A box of one line of text at `x`: a strut of `leading`, or more when the line has taller things
 * in it. */
struct v_box *galley_line_box(struct galley *g, const struct inline_line *line, sp x, sp leading);
void galley_draw(struct v_box *box, struct draw *d);
/** Takes up the notes and places of a line that stands `y` below the box's baseline. */
void galley_collect(struct galley *g, struct v_box *box, const struct inline_line *line, sp y);
void galley_add_dest(struct galley *g, struct v_box *box, struct str name, sp y);
void galley_add_note(struct v_box *box, struct foot_note *note);

void galley_add_margin(struct v_box *box, struct v_margin *margin);

/** Appends a line with the distance of `leading` from the one before (TeXbook ch. 12,
 * baselineskip). */
void galley_add_line(struct galley *g, struct v_box *box, sp leading);
/** Appends a box as it is. */
void galley_add_box(struct galley *g, struct v_box *box);
/** Space that merges with a space just before it: the larger counts (LaTeX's \addvspace). */
void galley_space(struct galley *g, struct v_glue glue);
/** The same for a space that holds at the edges of panels too. */
void galley_margin(struct galley *g, struct v_glue glue);
/** Opens a panel around the rows that come; its paint and place are the caller's. `above` is what
 * its border and padding take. */
void galley_open_panel(struct galley *g, struct v_panel *panel, sp above);
/** Closes the innermost panel with `below` for its padding and border; it is at least `least` high.
 */
void galley_close_panel(struct galley *g, sp below, sp least);
/** A penalty for a cut here. Several in one place: V_NEVER wins over all but V_FORCE, otherwise the
 * smallest. */
void galley_penalty(struct galley *g, int32_t penalty);
/** Takes back what forbids a cut here. */
void galley_allow(struct galley *g);
/** What comes next stays together as far as `height` (LaTeX's \needspace). */
void galley_need(struct galley *g, sp height);
/** Keeps the rows from `from` on together, unless they are higher than `most`. */
void galley_keep(struct galley *g, size_t from, sp most);
/** All rows of `from` as one box, which has their notes and places. */
struct v_box *galley_pack(struct galley *from);
/** Moves what a box has to `all`, `y` further down. */
void galley_move(struct v_box *all, struct v_box *box, sp y);
/** Boxes that stand beside one another, their tops on one line, as one. */
struct v_box *galley_beside(struct galley *g, struct v_box *const *boxes, size_t n);
/**
 * Rows of `n` galleys that stand beside one another, their tops on one line, moved to the end of
 * `g` as rows of all of them: the page may be cut where it may be in each, at about the same height
 * (`slack`). What is lower than `whole` stays one row. How far each begins below the top is in
 * `drops`, or NULL.
 */
void galley_zip(struct galley *g, struct galley *const *from, size_t n, const sp *drops, sp slack,
                sp whole);
/** Moves all rows of `from` to the end of `g`. */
void galley_take_rows(struct galley *g, struct galley *from);
/** Appends a float; what stands before and behind it keeps the distance it had without it. */
void galley_add_float(struct galley *g, struct v_box *box, const struct v_float *how);
/** No float passes this place: with a forced cut here, those that wait get columns of their own
 * (LaTeX's \clearpage), else they come to stand above what follows. */
void galley_after_floats(struct galley *g);
/** What holds from the next box on. Of several in one place the later wins; the side is that of the
 * last that names one. A turn to a page ends the one before, and floats that wait stand before it.
 */
void galley_turn(struct galley *g, const struct v_turn *turn);
/** The head to repeat when the page is cut here. */
void galley_head(struct galley *g, struct v_box *head);

#endif
