/* SPDX-License-Identifier: MIT */
/*
 * Formulas as boxes: what the parts of the math setter share.
 *
 * A box has a width, a height above and a depth below the baseline, and draws from its left end.
 * Styles and rules are TeX's (TeXbook, Appendix G), distances the font's (OpenType MATH). Recursion
 * follows the formula's nesting and stops at LIMIT_TEX_DEPTH.
 */
#ifndef DOSSIER_LAYOUT_MATH_MATH_BOX_H
#define DOSSIER_LAYOUT_MATH_MATH_BOX_H

#include "model/tex/math/math.h"
#include "print/layout/model/draw.h"
#include "print/layout/model/sp.h"

struct mbox {
    sp w, h, d;
    sp italic;    /* correction behind its last letter */
    sp accent;    /* where an accent is centred; 0: in the middle */
    bool slanted; /* its width holds the slant (`italic`): subscripts move in under it */
    bool single;  /* one character: scripts sit by the constants, not by its height */
    struct draw *first, *last;
};

/** No box is larger, whatever a formula asks for: sums of some of them stay within sp. */
#define MBOX_MAX (SP_MAX / 4)
#define MBOX_PLACES 256

/** Where the numbers of a display belong: rows of align, or the whole. */
struct mbox_places {
    struct {
        struct str number;
        sp y; /* of the baseline, down from the formula's */
    } at[MBOX_PLACES];
    size_t n;
    sp first, last; /* baselines of a multline's rows, or of a formula's lines when it was broken */
};

/** What the setter of formulas needs of whoever sets the text around them. */
struct mbox_host {
    struct arena *arena; /* of all boxes */
    struct fonts *fonts; /* for characters that the math font lacks */
    /** The font of words in a formula, as the text around it has it; `family` may be empty. */
    struct font *(*text_font)(void *user, struct str family, enum font_class cls, unsigned face,
                              sp size);
    /** Called for each character that no font has. */
    void (*missing)(void *user, uint32_t cp);
    void *user;
};

/** Where a part of a formula is set. */
struct mbox_env {
    const struct mbox_host *host;
    struct page_elem *elem; /* the Formula */
    struct page_colour colour;
    struct str lang, family; /* of the text around */
    sp size;                 /* of text style */
    struct font *font;
    enum math_style style; /* display, text, script, script-script */
    bool cramped;
    bool resized; /* by \large or another of them */
    int depth;
    struct mbox_places *places; /* gathers the numbers of a display's rows; NULL: nobody asks */
    const struct math *wide;    /* the table that is the whole display, and spreads over `wide_w` */
    sp wide_w, wide_beside;     /* of which so much is for numbers, at one margin */
};

/* math_box.c */
/** The sum, no farther from 0 than MBOX_MAX. */
sp mbox_add(sp a, sp b);
/** A length in the font's design units, in the environment's style. */
int32_t mbox_units(const struct mbox_env *e, sp length);
/** A length in mu (1/18 em), no farther from 0 than MBOX_MAX. */
sp mbox_mu(const struct mbox_env *e, int32_t mu);
/** Font size in the environment's style. */
sp mbox_size(const struct mbox_env *e);
/** A font constant (design units) in the environment's style. */
sp mbox_scale(const struct mbox_env *e, int32_t units);
/** Puts `in` at x (from the left) and y (down) into `out`; `out` grows to hold it, its width is
 * kept. */
void mbox_put(struct mbox *out, const struct mbox *in, sp x, sp y);
void mbox_rule(const struct mbox_env *e, struct mbox *out, sp x, sp y, sp w, sp h);
/** One glyph of the math font as a box by its ink. */
struct mbox mbox_glyph(const struct mbox_env *e, uint32_t glyph, struct str text);
/** Text in the math font, or another where the math font lacks it. */
struct mbox mbox_text(const struct mbox_env *e, struct str text, struct font *font);
/** One glyph, or one put together of pieces, at least `units` high (`across`: wide); pieces stand
 * on the baseline. */
struct mbox mbox_grown(const struct mbox_env *e, uint32_t glyph, bool across, int32_t units,
                       struct str text);
/** A delimiter at least `size` high, centred on the axis; no box for an empty one. */
struct mbox mbox_delimiter(const struct mbox_env *e, struct str text, sp size);
/** Glyphs of the math font in a row, by their ink; `glyphs` and `text` are kept. */
struct mbox mbox_glyphs(const struct mbox_env *e, const struct font_glyph *glyphs, size_t n,
                        struct str text);
/** Whether the style is one of scripts. */
bool mbox_is_script(const struct mbox_env *e);
struct mbox_env mbox_sub_env(const struct mbox_env *e, bool cramped);
struct mbox_env mbox_styled_env(const struct mbox_env *e, enum math_style style);

/** Remembers where a line's number belongs; more than MBOX_PLACES are left out. */
void mbox_place(const struct mbox_env *e, const struct math_line *line, sp y);

/* math_set.c */
struct mbox mbox_set(const struct mbox_env *e, const struct math *m);
/** The environment of a row's atoms: its style, colour and size. */
struct mbox_env mbox_row_env(const struct mbox_env *e, const struct math *row);
/** Space between two atoms in the environment's style, in sp (TeXbook ch. 18). */
sp mbox_space(const struct mbox_env *e, enum math_class left, enum math_class right);

/* math_parts.c */
struct mbox mbox_fraction(const struct mbox_env *e, const struct math *m);
struct mbox mbox_radical(const struct mbox_env *e, const struct math *m);
struct mbox mbox_scripts(const struct mbox_env *e, const struct math *m);
struct mbox mbox_accent(const struct mbox_env *e, const struct math *m);
struct mbox mbox_over_under(const struct mbox_env *e, const struct math *m);
struct mbox mbox_fenced(const struct mbox_env *e, const struct math *m);
struct mbox mbox_table(const struct mbox_env *e, const struct math *m);
/** The rows of a table one by one, all as wide as it, in the arena; none (`*n` is 0) of a table
 * that has none or too many. Numbers are left to the caller. */
struct mbox *mbox_table_rows(const struct mbox_env *e, const struct math *m, size_t *n);

#endif
