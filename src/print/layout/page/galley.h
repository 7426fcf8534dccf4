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
#include "print/layout/model/draw.h"
#include "print/layout/model/sp.h"
#include "print/layout/text/para_builder.h"

struct galley;

/** The target of a link. All pieces of the link's text share it. */
struct link_target {
    struct str uri, dest, contents;
    struct page_elem *elem;
};

/** A box around part of a line's text. `begin` and `end` are inserted at its ends and are as wide
 * as its padding and border. Line ends cut the box into slices. */
struct text_box {
    struct box_paint paint;
    sp above, below;              /* distances from the baseline to the border edge */
    sp pad_left, pad_right;       /* the widths of padding and border together */
    sp margin_left, margin_right; /* the margins, which are outside the border */
    /* empty draw lists, which are inserted as boxes at both ends of the text */
    struct draw_list begin, end;
    bool rtl;                     /* the line starts at the right */
    const struct text_box *outer; /* the enclosing box, or NULL */
};

/** Properties of text decoration lines in style sheets. */
struct text_line {
    bool coloured;
    struct page_colour colour;
    sp thick;  /* the thickness of the line; 0: derived from the text size */
    bool down; /* `offset`, the distance from the baseline down to the underline, is set */
    sp offset;
    bool twice, dashed, dotted;
};

/** The `tag` of an inline_style: the element of a piece of text, and its decoration. */
struct inline_tag {
    struct page_elem *elem;
    struct link_target *link; /* the link that contains the text; may be NULL */
    bool underline, strike, mark;
    const struct text_line *line; /* the properties of the text's decoration lines; may be NULL */
    const struct text_box *box;   /* the innermost box around the text; may be NULL */
};

/** A footnote. It is a galley of its own, attached to the box that contains its mark. */
struct foot_note {
    struct galley *body;
    struct foot_note *next; /* the next note of the same box */
};

/** The place of a destination in a box. */
struct dest_mark {
    struct str name;
    sp y; /* the distance of the destination below the baseline of the box */
    struct dest_mark *next;
};

/** A note in the margin beside a line. */
struct v_margin {
    struct v_box *box; /* the box with the whole note, which is above its baseline */
    sp first; /* the height of the note's first line, which is aligned with the text line */
    sp y;     /* the baseline of the text line, from the baseline of the box to which the note is
                 attached */
    struct v_margin *next;
};

/** The `mark` of an INLINE_MARK: a destination, a footnote or a margin note. */
struct place_mark {
    struct foot_note *note;  /* a footnote, or NULL */
    struct v_margin *margin; /* a margin note, or NULL */
    struct str dest;
};

/** The allowed places of a float. The first place with enough room is used, in this order: here, at
 * the top of this or a later column, at the foot. */
enum float_places { FLOAT_HERE = 1, FLOAT_TOP = 2, FLOAT_FOOT = 4 };

/** A figure or table that may move. The row of the galley at which it occurs is its anchor. The
 * spaces around the float belong to it, so that the text closes up when the float is moved. */
struct v_float {
    unsigned places; /* a sum of enum float_places */
    /* the float spans all columns and is placed at the top of a page after its anchor */
    bool wide;
    bool sideways;   /* the float has a page of its own, which is turned */
    sp above, below; /* the spaces around the float if it stays at its anchor */
};

/** Rows that are the upper or lower border and padding of a panel. The next row follows directly;
 * no other space is added between these rows and the content. */
enum v_edge { V_EDGE_NONE, V_EDGE_OPEN, V_EDGE_CLOSE };

struct v_box {
    sp height, depth;
    sp foot;   /* if `depth` includes several lines, the depth of the last line; otherwise 0 */
    bool tall; /* the box is higher than its strut, so the next line needs a minimum distance */
    struct draw_list draws;
    struct foot_note *notes;
    struct dest_mark *dests;
    struct v_margin *margins;
    bool counted;                 /* the box is a line of text that gets a line number */
    const struct v_float *floats; /* the properties of the float; NULL: the box is not a float */
    enum v_edge edge;
};

/** Values of TeX's penalties. V_NEVER and more forbid a cut; V_FORCE and less force it. */
#define V_NEVER 10000
#define V_FORCE (-10000)

/** A background and border around rows, from the top of the first row to the foot of the last one.
 * Each page paints its part. */
struct v_panel {
    /* the left edge and width at the border; x counts from the left edge of the text */
    sp x, width;
    const struct box_paint *paint;
    const void *owner;                /* the element or block that opened the panel */
    size_t from;                      /* the index of the panel's first row in the galley */
    int64_t top;                      /* the height of the galley before the panel */
    const struct v_box *first, *last; /* the first and last row; set when the panel is closed */
    struct v_panel *outer;            /* the enclosing panel, or NULL */
};
/* maximum nesting of panels; if it is exceeded, the outermost panels are not painted */
#define V_PANELS 256

/** The kind of page that begins with a row. The first page of a document is a right page. */
enum v_side { V_SIDE_NONE, V_SIDE_ANY, V_SIDE_RIGHT, V_SIDE_LEFT };

/** Settings of pages that change at a row: for the page with this row and for later pages (LaTeX's
 * \cleardoublepage, \pagenumbering, \pagestyle; CSS Paged Media 3, `page`). */
struct v_turn {
    enum v_side side; /* a new page of this side begins with the row; a blank page may be inserted
                         before it */
    bool numbers;     /* `numbering` is set */
    enum page_numbering numbering; /* the form of the page numbers */
    int restart;                   /* the number of this page; 0: numbering continues */
    bool shapes;                   /* `sideways` is set */
    bool sideways;                 /* pages are turned: width and height are exchanged */
    bool styles;                   /* `style` is set */
    struct str style;      /* the name of the heads and feet; empty: those of the document */
    struct str this_style; /* the name of the heads and feet of this page only, or empty */
};

/** A box, with the space above it. The space is dropped when the page is cut there. */
struct v_row {
    struct v_box *box;
    struct v_glue above;
    int32_t penalty; /* the penalty of a cut above the row */
    /* the head of a table, which is repeated after a cut above the row; or NULL */
    struct v_box *head;
    bool after_floats;         /* floats that are still waiting must be placed before the row */
    struct v_panel *panel;     /* the innermost panel around the row; may be NULL */
    const struct v_turn *turn; /* the settings of pages that change at the row; may be NULL */
};

struct galley {
    struct arena *arena, *work;
    struct galley *outer; /* the galley that continues after this one; see set_galley_begin() */
    VEC(struct v_row) rows;
    sp last_depth; /* the depth of the last box */
    bool last_tall;
    /* the space before the next box: the largest of the spaces that were merged */
    struct v_glue space;
    int32_t penalty;
    struct v_box *head;
    bool after_floats;
    struct v_turn *turn;
    struct v_panel *panel; /* the panel around all following rows, or NULL */
    bool firm;             /* `space` was set by a style sheet; see galley_margin() */
    enum v_edge last_edge; /* whether the last box is the upper or lower edge of a panel */
    int64_t height;        /* the height of all rows, with spaces of natural size */
    int64_t needed;        /* the height of the following rows that must stay on the same page */
    bool need_begun;
    int64_t hold; /* rows up to this height of the galley must not be separated */
};

/** Initialises a galley. Data that the pages keep (shapes, names of destinations) is allocated in
 * `a`. Boxes and the draws of lines are allocated in `work`, which may be the same arena. */
void galley_init(struct galley *g, struct arena *a, struct arena *work);
void galley_drop(struct galley *g);

struct v_box *galley_box_new(struct galley *g, sp height, sp depth);
/** A box with one line of text, at `x`. Its height is that of a strut for `leading`, or more if the
 * line has taller content. */
struct v_box *galley_line_box(struct galley *g, const struct inline_line *line, sp x, sp leading);
/** Adds a line's notes and destinations to a box. The line is `y` below the baseline of the box. */
void galley_collect(struct galley *g, struct v_box *box, const struct inline_line *line, sp y);
void galley_add_dest(struct galley *g, struct v_box *box, struct str name, sp y);
void galley_add_note(struct v_box *box, struct foot_note *note);

/** Appends a line. The distance of its baseline from the previous one is `leading` (TeXbook ch. 12,
 * baselineskip). */
void galley_add_line(struct galley *g, struct v_box *box, sp leading);
/** Appends a box without adjusting distances. */
void galley_add_box(struct galley *g, struct v_box *box);
/** Adds space. If there is already space at this place, the larger of both counts (LaTeX's
 * \addvspace). */
void galley_space(struct galley *g, struct v_glue glue);
/** Like galley_space(), for space that is also kept at the edges of panels. */
void galley_margin(struct galley *g, struct v_glue glue);
/** Opens a panel around the following rows. The caller has set the panel's paint and place. `above`
 * is the size of its upper border and padding. */
void galley_open_panel(struct galley *g, struct v_panel *panel, sp above);
/** Closes the innermost panel. `below` is the size of its lower padding and border; `least` is its
 * minimum height. */
void galley_close_panel(struct galley *g, sp below, sp least);
/** Adds a penalty for a cut at this place. If several penalties are added at one place, V_FORCE
 * takes precedence over V_NEVER, and V_NEVER over all others; otherwise the smallest counts. */
void galley_penalty(struct galley *g, int32_t penalty);
/** Removes the penalty that forbids a cut at this place. */
void galley_allow(struct galley *g);
/** Keeps the following content together, up to `height` (LaTeX's \needspace). */
void galley_need(struct galley *g, sp height);
/** Keeps the rows together that begin with row `from`, unless they are higher than `most`. */
void galley_keep(struct galley *g, size_t from, sp most);
/** The height of a row, with the space above it unless it is the first. */
static inline int64_t galley_row_height(const struct v_row *row, bool first) {
    return (int64_t)(first ? 0 : row->above.size) + row->box->height + row->box->depth;
}
/** The end of the rows that fit into `height`, beginning with row `from`. At least one row is
 * taken. Rows that belong together are not separated, if possible. */
size_t galley_fit(const struct galley *g, size_t from, int64_t height);
/** Packs the rows [from, to) into one box, with their notes and destinations. */
struct v_box *galley_pack_rows(struct galley *g, size_t from, size_t to);
/** Packs all rows of `from` into one box. */
struct v_box *galley_pack(struct galley *from);
/** Moves the content of a box into `all`, `y` below the baseline of `all`. */
void galley_move(struct v_box *all, struct v_box *box, sp y);
/** Combines boxes side by side, aligned at the top. */
struct v_box *galley_beside(struct galley *g, struct v_box *const *boxes, size_t n);
/**
 * Moves the rows of `n` galleys to the end of `g`. The galleys are side by side and aligned at the
 * top. A cut is allowed where each galley allows one at about the same height (within `slack`). If
 * the result is lower than `whole`, it becomes a single row. `drops` has the offset of each galley
 * from the top, or is NULL.
 */
void galley_zip(struct galley *g, struct galley *const *from, size_t n, const sp *drops, sp slack,
                sp whole);
/** Appends all rows of `from` to `g`. */
void galley_take_rows(struct galley *g, struct galley *from);
/** Appends a float. If the float is moved away, the text before and after it keeps its usual
 * distance. */
void galley_add_float(struct galley *g, struct v_box *box, const struct v_float *how);
/** A barrier for floats. With a forced cut here, waiting floats get columns of their own (LaTeX's
 * \clearpage). Otherwise they are placed above the following content. */
void galley_after_floats(struct galley *g);
/** Changes the settings of pages from the next box on. If several turns are at one place, each
 * setting has the value of the last turn that changes it. A turn that begins a page ends the
 * current page; waiting floats are placed before it. */
void galley_turn(struct galley *g, const struct v_turn *turn);
/** Sets the head that is repeated after a cut at this place. */
void galley_head(struct galley *g, struct v_box *head);

#endif
