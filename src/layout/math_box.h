/* SPDX-License-Identifier: MIT */
/*
 * Formulas as boxes: what the parts of the math setter share.
 *
 * A box has a width, a height above and a depth below the baseline, and draws from its left end.
 * Styles and rules are TeX's (TeXbook, Appendix G), distances the font's (OpenType MATH). Recursion
 * follows the formula's nesting and stops at LIMIT_TEX_DEPTH.
 */
#ifndef DOSSIER_LAYOUT_MATH_BOX_H
#define DOSSIER_LAYOUT_MATH_BOX_H

#include "layout/setter.h"
#include "tex/math.h"

struct m_box {
    sp w, h, d;
    sp italic;    /* correction behind its last letter */
    sp accent;    /* where an accent is centred; 0: in the middle */
    bool slanted; /* its width holds the slant (`italic`): subscripts move in under it */
    bool single;  /* one character: scripts sit by the constants, not by its height */
    struct draw *first, *last;
};

/** Where a part of a formula is set. */
struct m_env {
    struct setter *s;
    struct ink ink; /* size: of text style; tag: the Formula */
    struct font *font;
    enum math_style style; /* display, text, script, script-script */
    bool cramped;
    bool resized; /* by \large or another of them */
    int depth;
};

/* math_box.c */
/** Font size in the environment's style. */
sp m_size(const struct m_env *e);
/** A font constant (design units) in the environment's style. */
sp m_scale(const struct m_env *e, int32_t units);
/** Puts `in` at x (from the left) and y (down) into `out`; `out` grows to hold it, its width is
 * kept. */
void m_put(struct m_box *out, const struct m_box *in, sp x, sp y);
void m_rule(const struct m_env *e, struct m_box *out, sp x, sp y, sp w, sp h);
/** One glyph of the math font as a box by its ink. */
struct m_box m_glyph(const struct m_env *e, uint32_t glyph, struct str text);
/** Text in the math font, or another where the math font lacks it. */
struct m_box m_text(const struct m_env *e, struct str text, struct font *font);
/** One glyph, or one put together of pieces, at least `units` high (`across`: wide); pieces stand
 * on the baseline. */
struct m_box m_grown(const struct m_env *e, uint32_t glyph, bool across, int32_t units,
                     struct str text);
/** A delimiter at least `size` high, centred on the axis; no box for an empty one. */
struct m_box m_delimiter(const struct m_env *e, struct str text, sp size);
struct m_env m_sub_env(const struct m_env *e, bool cramped);
struct m_env m_styled_env(const struct m_env *e, enum math_style style);

/* math_set.c */
struct m_box m_set(const struct m_env *e, const struct math *m);
/** The environment of a row's atoms: its style, colour and size. */
struct m_env m_row_env(const struct m_env *e, const struct math *row);
/** Space between two atoms in the environment's style, in sp (TeXbook ch. 18). */
sp m_space(const struct m_env *e, enum math_class left, enum math_class right);

/* math_parts.c */
struct m_box m_fraction(const struct m_env *e, const struct math *m);
struct m_box m_radical(const struct m_env *e, const struct math *m);
struct m_box m_scripts(const struct m_env *e, const struct math *m);
struct m_box m_accent(const struct m_env *e, const struct math *m);
struct m_box m_over_under(const struct m_env *e, const struct math *m);
struct m_box m_fenced(const struct m_env *e, const struct math *m);
struct m_box m_table(const struct m_env *e, const struct math *m);

#endif
