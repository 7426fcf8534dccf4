/* SPDX-License-Identifier: MIT */
/*
 * What the files that write MathML share. Private to the submodule. `style` is the style of `m`,
 * and never MATH_STYLE_INHERIT. Browsers compute sizes themselves, but \mathchoice and TeX's spaces
 * depend on the style.
 */
#ifndef DOSSIER_TEX_MATH_MATH_MATHML_H
#define DOSSIER_TEX_MATH_MATH_MATHML_H

#include "core/base/vec.h"
#include "model/tex/math/math.h"

/* math_mathml.c */

/** Writes an attribute whose value is a length in em. */
void mathml_length(struct buf *out, const char *name, int32_t mu);
/** Writes any node. */
void mathml_one(struct buf *out, enum math_style style, const struct math *m);
/** Writes a row's children without an element around them. */
void mathml_children(struct buf *out, enum math_style style, const struct math *row);
/** Writes an element with the children `a`, `b` and `c`. The last two have the style of scripts and
 * may be NULL. */
void mathml_element(struct buf *out, enum math_style style, const char *name, const char *attrs,
                    const struct math *a, const struct math *b, const struct math *c);

/* math_mathml_bracket.c */

struct mathml_bracket {
    const struct math *open;    /* the first bracket of the pair */
    const struct math *scripts; /* the MATH_SCRIPTS at the end of the pair, or NULL */
    /* the bracket around this one, counted from 1; 0 for the outermost */
    size_t outer;
    unsigned inside; /* number of levels of <mrow> in the bracket */
    bool high;       /* something in the bracket may be higher than the pair */
};

/** The brackets of a row in order, and how many are written. */
struct mathml_brackets {
    VEC(struct mathml_bracket) all;
    size_t next;    /* the first bracket that has not begun */
    size_t written; /* the innermost bracket with an open element, counted from 1; 0 if there is
                       none */
};

/** Finds the brackets among a row's children. Free with mathml_brackets_drop(). */
void mathml_brackets_find(struct mathml_brackets *b, const struct math *row);
/** Returns the scripts of the bracket that begins at a child, or NULL. The whole bracket becomes
 * their base. Call this for each child in order. */
const struct math *mathml_brackets_begin(struct mathml_brackets *b, const struct math *m);
/** Whether the innermost open bracket with scripts ends with this child. */
bool mathml_brackets_end(struct mathml_brackets *b, const struct math *m);
void mathml_brackets_drop(struct mathml_brackets *b);

/* math_mathml_box.c */

void mathml_table(struct buf *out, enum math_style style, const struct math *m);
/** Writes \phantom, \smash, \mathrlap or \raisebox. */
void mathml_phantom(struct buf *out, enum math_style style, const struct math *m);
/** Writes a frame or a stroke. */
void mathml_box(struct buf *out, enum math_style style, const struct math *m);

#endif
