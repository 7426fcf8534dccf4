/* SPDX-License-Identifier: MIT */
/*
 * What the files that write MathML share. Private to the room. `style` is the one that `m` stands
 * in, never MATH_STYLE_INHERIT: browsers find sizes by themselves, but \mathchoice asks for it, and
 * TeX's spaces do.
 */
#ifndef DOSSIER_TEX_MATH_MATH_MATHML_H
#define DOSSIER_TEX_MATH_MATH_MATHML_H

#include "core/base/vec.h"
#include "model/tex/math/math.h"

/* math_mathml.c */

/** An attribute whose value is a length in em. */
void mathml_length(struct buf *out, const char *name, int32_t mu);
/** Any node. */
void mathml_one(struct buf *out, enum math_style style, const struct math *m);
/** A row's children without an element around them. */
void mathml_children(struct buf *out, enum math_style style, const struct math *row);
/** An element of `a`, and of `b` and `c` in the style of scripts, which may be NULL. */
void mathml_element(struct buf *out, enum math_style style, const char *name, const char *attrs,
                    const struct math *a, const struct math *b, const struct math *c);

/* math_mathml_bracket.c */

struct mathml_bracket {
    const struct math *open;    /* its first sign */
    const struct math *scripts; /* the MATH_SCRIPTS at its end; NULL: it has none */
    size_t outer;               /* the bracket around it, from 1; 0: none */
    unsigned inside;            /* how many levels of <mrow> are in it */
    bool high;                  /* something in it may be higher than its signs */
};

/** The brackets of a row in their order, and how far they are written. */
struct mathml_brackets {
    VEC(struct mathml_bracket) all;
    size_t next;    /* the first that has not begun */
    size_t written; /* the innermost that has an element open, from 1; 0: none */
};

/** Finds the brackets among a row's children. To be dropped with mathml_brackets_drop(). */
void mathml_brackets_find(struct mathml_brackets *b, const struct math *row);
/** The scripts of the bracket that begins at a child, which is the base of them; or NULL. To be
 * asked for each child in turn. */
const struct math *mathml_brackets_begin(struct mathml_brackets *b, const struct math *m);
/** Whether the innermost bracket that was begun with scripts ends with this child. */
bool mathml_brackets_end(struct mathml_brackets *b, const struct math *m);
void mathml_brackets_drop(struct mathml_brackets *b);

/* math_mathml_box.c */

void mathml_table(struct buf *out, enum math_style style, const struct math *m);
/** \phantom, \smash, \mathrlap, \raisebox. */
void mathml_phantom(struct buf *out, enum math_style style, const struct math *m);
/** Frames and strokes. */
void mathml_box(struct buf *out, enum math_style style, const struct math *m);

#endif
