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

#include "layout/model/draw.h"
#include "layout/model/sp.h"
#include "tex/math/math.h"

struct m_box {
    sp w, h, d;
    sp italic;    /* correction behind its last letter */
    sp accent;    /* where an accent is centred; 0: in the middle */
    bool slanted; /* its width holds the slant (`italic`): subscripts move in under it */
    bool single;  /* one character: scripts sit by the constants, not by its height */
    struct draw *first, *last;
};

/** No box is larger, whatever a formula asks for: sums of some of them stay within sp. */
#define M_MAX (SP_MAX / 4)
#define MAX_PLACES 256

/** Where the numbers of a display belong: rows of align, or the whole. */
struct m_places {
    struct {
        struct str number;
        sp y; /* of the baseline, down from the formula's */
    } at[MAX_PLACES];
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
    /** Told of each character that no font has. */
    void (*missing)(void *user, uint32_t cp);
    void *user;
};

/** Where a part of a formula is set. */
struct m_env {
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
    struct m_places *places; /* gathers the numbers of a display's rows; NULL: nobody asks */
    const struct math *wide; /* the table that is the whole display, and spreads over `wide_w` */
    sp wide_w, wide_beside;  /* of which so much is for numbers, at one margin */
};

/* math_box.c */
/** The sum, no farther from 0 than M_MAX. */
sp m_add(sp a, sp b);
/** A length in the font's design units, in the environment's style. */
int32_t m_units(const struct m_env *e, sp length);
/** A length in mu (1/18 em), no farther from 0 than M_MAX. */
sp m_mu(const struct m_env *e, int32_t mu);
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
/** Glyphs of the math font in a row, by their ink; `glyphs` and `text` are kept. */
struct m_box m_glyphs(const struct m_env *e, const struct font_glyph *glyphs, size_t n,
                      struct str text);
/** Whether the style is one of scripts. */
bool m_is_script(const struct m_env *e);
struct m_env m_sub_env(const struct m_env *e, bool cramped);
struct m_env m_styled_env(const struct m_env *e, enum math_style style);

/** Remembers where a line's number belongs; more than MAX_PLACES are left out. */
void m_place(const struct m_env *e, const struct math_line *line, sp y);

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
/** The rows of a table one by one, all as wide as it, in the arena; none (`*n` is 0) of a table
 * that has none or too many. Numbers are left to the caller. */
struct m_box *m_table_rows(const struct m_env *e, const struct math *m, size_t *n);

#endif
