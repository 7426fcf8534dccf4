/* SPDX-License-Identifier: MIT */
/*
 * Total-fit line breaking (Knuth and Plass 1981; TeXbook ch. 14, TeX: the program parts 38, 39)
 * over boxes, glue and penalties. Knows nothing of fonts or documents. Integers only.
 */
#ifndef DOSSIER_LAYOUT_TEXT_PARA_H
#define DOSSIER_LAYOUT_TEXT_PARA_H

#include "core/base/arena.h"
#include "print/font/font.h"

#define PENALTY_INF 10000

enum para_kind { PARA_BOX, PARA_GLUE, PARA_PENALTY };

/** One item of a paragraph's horizontal list. */
struct para_item {
    enum para_kind kind;
    sp width; /* box, glue; penalty: width of what shows when the line breaks here (a hyphen) */
    sp stretch, shrink; /* glue; boxes too, when font expansion is on; penalty: how much shorter a
                           line broken here may stay as if its glue stretched (URLs) */
    uint8_t stretch_order; /* 0 finite, 1 fil */
    int32_t penalty;       /* PARA_PENALTY: -10000 forces, 10000 forbids */
    bool flagged;          /* a hyphen */
    bool automatic;        /* penalty: found by hyphenation patterns; not for the first pass */
    sp protrude_left;  /* how far the item may hang over the left margin when it begins a line (box)
                        */
    sp protrude_right; /* over the right margin when it ends a line (box; penalty: its hyphen) */
    sp width_after;    /* penalty: added to the line that follows when broken here (a ligature taken
                          apart) */
    uint32_t tag;      /* the caller's */
};

/** What the ends of a line are moved inwards: it stands beside something. */
struct para_inset {
    sp start, end;
};

struct para_params {
    sp width;
    sp first_indent; /* of the first line */
    sp hang_indent;  /* of the following lines */
    int32_t pretolerance, tolerance;
    int32_t line_penalty, hyphen_demerits, final_hyphen_demerits, adjacent_demerits;
    sp emergency_stretch;
    int32_t looseness;
    bool ragged_right;
    const struct para_inset *insets; /* of the first lines (TeX's \parshape), borrowed */
    size_t ninsets;
};
/**
 * LaTeX's defaults: pretolerance 100, tolerance 200, line penalty 10, 10000/5000/10000 demerits;
 * and an emergency stretch of a twelfth of the width (LaTeX has none and overfull lines instead;
 * pandoc's template sets 3 em).
 */
void para_params_init(struct para_params *p, sp width);

/** One line: items [begin, end) after discarding; the break item itself is `end` (a penalty's
 * hyphen shows). */
struct para_line {
    size_t begin, end;
    bool hyphen; /* ends in its penalty's width */
    sp natural;  /* width of its items as they are */
    sp indent;
    sp width;                 /* what it has to fill, from the indent to the right margin */
    sp hang_left, hang_right; /* what hangs over the margins and makes it wider */
    int64_t ratio;            /* glue set, per 65536: positive stretches, negative shrinks */
    int32_t
        expand; /* share of the boxes' stretch (negative: shrink) used before the glue, per 65536 */
    int32_t badness; /* TeX's, 0..10000; above 10000: overfull */
    bool overfull;
};

/**
 * Breaks a paragraph. The list should end with infinite glue and a forced break; when it does not,
 * its end counts as both. Lines are broken at glue that follows a box and at penalties below 10000;
 * glue and penalties after a break are discarded up to the next box (TeX: the program, 816, 837,
 * 866, 879).
 *
 * Passes, each only when the one before found no way: without automatic hyphens within
 * pretolerance; with them within tolerance; with the emergency stretch; and at last anything goes,
 * where a loose line is still better than an overfull one. Never fails. Lines are
 * in the arena; an empty list has none.
 */
struct para_line *para_break(struct arena *a, const struct para_item *items, size_t n,
                             const struct para_params *params, size_t *nlines);

/** TeX's badness of stretching (or shrinking) by `t` what has `s` to give: 100 (t/s)^3 (TeX: the
 * program, 108). */
int32_t para_badness(int64_t t, int64_t s);

#endif
