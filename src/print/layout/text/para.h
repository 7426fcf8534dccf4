/* SPDX-License-Identifier: MIT */
/*
 * Total-fit line breaking (Knuth and Plass 1981; TeXbook ch. 14, TeX: the program parts 38, 39) of
 * boxes, glue and penalties. It does not depend on fonts or documents. All numbers are integers.
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
    sp width; /* the width of a box or glue; for a penalty: of the hyphen shown at the break */
    /* stretch and shrink of glue, and of boxes if fonts expand; for a penalty, `stretch` is how
     * much shorter the line may be if it is broken here (in a URL) */
    sp stretch, shrink;
    uint8_t stretch_order; /* the order of the stretch: 0 is finite, 1 is fil */
    int32_t penalty; /* the value of a PARA_PENALTY: -10000 forces a break, 10000 forbids it */
    bool flagged;    /* the penalty is a break at a hyphen */
    /* for a penalty: the break was found by hyphenation patterns, so it is not used in the first
     * pass */
    bool automatic;
    /* for a box: how far it extends over the left margin at the start of a line */
    sp protrude_left;
    /* for a box, or for the hyphen of a penalty: how far it extends over the right margin at the
     * end of a line */
    sp protrude_right;
    /* for a penalty: width added to the next line if the line is broken here (a divided ligature)
     */
    sp width_after;
};

/** The indents at both ends of a line that is beside a float. */
struct para_inset {
    sp start, end;
};

struct para_params {
    sp width;
    sp first_indent; /* the indent of the first line */
    sp hang_indent;  /* the indent of the following lines */
    int32_t pretolerance, tolerance;
    int32_t line_penalty, hyphen_demerits, final_hyphen_demerits, adjacent_demerits;
    sp emergency_stretch;
    int32_t looseness;
    bool ragged_right;
    /* the indents of the first lines (TeX's \parshape), borrowed */
    const struct para_inset *insets;
    size_t ninsets;
    const size_t *avoid; /* items at which lines are not broken, unless the break is forced */
    size_t navoid;
};
/**
 * Sets LaTeX's defaults: pretolerance 100, tolerance 200, line penalty 10, demerits
 * 10000/5000/10000. The emergency stretch is a twelfth of the width. (LaTeX has none and gets
 * overfull lines; pandoc's template sets 3 em.)
 */
void para_params_init(struct para_params *p, sp width);

/** A line: the items [begin, end), without those that are discarded after the previous break. `end`
 * is the index of the item at which the line is broken. If this item is a penalty with a hyphen,
 * the hyphen is shown. */
struct para_line {
    size_t begin, end;
    bool hyphen; /* the line ends with a hyphen, which is as wide as the penalty */
    sp natural;  /* the natural width of the line's items */
    sp indent;
    sp width;                 /* the available width, from the indent to the end of the line */
    sp measure;               /* the width of the paragraph, with indents and insets */
    sp hang_left, hang_right; /* the protrusion at both margins, which gives the line more room */
    /* how the glue is set, per 65536: a positive ratio stretches, a negative one shrinks */
    int64_t ratio;
    /* the part of the boxes' stretch that is used, per 65536; negative: the part of their shrink.
     * It is used before the glue. */
    int32_t expand;
    int32_t badness; /* the badness as in TeX, from 0 to 10000; above 10000: the line is overfull */
    bool overfull;
};

/**
 * Breaks a paragraph. The list should end with infinite glue and a forced break; otherwise its end
 * counts as both. Lines are broken at glue after a box and at penalties below 10000. After a break,
 * glue and penalties are discarded up to the next box (TeX: the program, 816, 837, 866, 879).
 *
 * Each pass is made only if the previous one failed. The first pass allows no automatic hyphens and
 * lines within pretolerance; the second allows automatic hyphens and lines within tolerance; the
 * third adds the emergency stretch. The last pass has no limits, but a loose line is still better
 * than an overfull one. Never fails. The lines are in the arena; an empty list has none.
 */
struct para_line *para_break(struct arena *a, const struct para_item *items, size_t n,
                             const struct para_params *params, size_t *nlines);

/** Whether an item is a forced break. */
static inline bool para_is_forced(const struct para_item *it) {
    return it->kind == PARA_PENALTY && it->penalty <= -PENALTY_INF;
}
/** The indent of a line (from 0). `*width` becomes the width from the indent to the end of the
 * line. */
static inline sp para_line_indent(const struct para_params *p, size_t line, sp *width) {
    sp indent = line == 0 ? p->first_indent : p->hang_indent;
    *width = p->width - indent;
    if (line < p->ninsets) {
        indent += p->insets[line].start;
        *width -= p->insets[line].start + p->insets[line].end;
    }
    return indent;
}

/** TeX's badness of glue `s` that must stretch or shrink by `t`: 100 (t/s)^3 (TeX: the program,
 * 108). */
int32_t para_badness(int64_t t, int64_t s);

#endif
