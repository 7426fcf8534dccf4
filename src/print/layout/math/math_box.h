/* SPDX-License-Identifier: MIT */
/*
 * Formulas as boxes, shared by the parts of the math setter.
 *
 * A box has a width, a height above and a depth below the baseline; its draws start at its left
 * end. Styles and rules are TeX's (TeXbook, Appendix G), distances are the font's (OpenType MATH).
 * Recursion follows the nesting of the formula, at most LIMIT_TEX_DEPTH.
 */
#ifndef DOSSIER_LAYOUT_MATH_MATH_BOX_H
#define DOSSIER_LAYOUT_MATH_MATH_BOX_H

#include "model/tex/math/math.h"
#include "print/layout/model/draw.h"
#include "print/layout/model/sp.h"

struct mbox {
    sp w, h, d;
    sp italic;    /* italic correction of the last letter */
    sp accent;    /* x of the point over which an accent is centred; 0: the middle */
    bool slanted; /* the width includes `italic`: subscripts are moved in by that amount */
    bool single;  /* the box is one character; font constants place its scripts */
    struct draw_list draws;
};

/** Limit of all box sizes, so that sums of several stay within sp. */
#define MBOX_MAX (SP_MAX / 4)
#define MBOX_PLACES 256

/** The places of equation numbers in a display: the rows of align, or the whole display. */
struct mbox_places {
    struct {
        struct str number;
        sp y; /* the distance of the baseline from the formula's baseline, downwards */
    } at[MBOX_PLACES];
    size_t n;
    sp first, last; /* baselines of the first and last rows of a multline or of a broken formula */
};

/** The functions and objects that the setter of formulas takes from its caller. */
struct mbox_host {
    struct arena *arena;
    struct fonts *fonts; /* finds fonts for characters that are missing in the math font */
    /** Returns the font for words in a formula. It is the font of the surrounding text; `family`
     * may be empty. */
    struct font *(*text_font)(void *user, struct str family, enum font_class cls, unsigned face,
                              sp size);
    /** Called for each character that no font has. */
    void (*missing)(void *user, uint32_t cp);
    /** Called if the math font has the same shape for \mathscr and \mathcal. */
    void (*one_script)(void *user);
    void *user;
};

/** The context in which a part of a formula is set. */
struct mbox_env {
    const struct mbox_host *host;
    struct page_elem *elem; /* the structure element of the formula */
    struct page_colour colour;
    struct str lang, family; /* language and family of the surrounding text */
    sp size;                 /* font size in text style */
    struct font *font;
    enum math_style style;
    unsigned features; /* features of text in the math font: FONT_SS01 or 0 */
    bool cramped;
    bool resized; /* the size was changed by a command such as \large */
    int depth;
    struct mbox_places *places; /* collects the places of numbers in a display; may be NULL */
    /* the table that is the whole display and is spread over the width `wide_w`; or NULL */
    const struct math *wide;
    /* `wide_beside`: the part of `wide_w` that is reserved for numbers at one margin */
    sp wide_w, wide_beside;
};

/** The sum of two lengths, limited to the range from -MBOX_MAX to MBOX_MAX (math_box.c). */
sp mbox_add(sp a, sp b);
/** Converts a length to the font's design units, in the style of the environment. */
int32_t mbox_units(const struct mbox_env *e, sp length);
/** A length in mu (1/18 em), limited to MBOX_MAX. */
sp mbox_mu(const struct mbox_env *e, int32_t mu);
/** Font size in the style of the environment. */
sp mbox_size(const struct mbox_env *e);
/** Scales a font constant (design units) to the style of the environment. */
sp mbox_scale(const struct mbox_env *e, int32_t units);
/** Puts `in` into `out`, at x from the left and y down from the baseline. The height and depth of
 * `out` grow if necessary; its width is unchanged. */
void mbox_put(struct mbox *out, const struct mbox *in, sp x, sp y);
void mbox_rule(const struct mbox_env *e, struct mbox *out, sp x, sp y, sp w, sp h);
/** One glyph of the math font as a box, by its bounding box. */
struct mbox mbox_glyph(const struct mbox_env *e, uint32_t glyph, struct str text);
/** Text in the math font, or in another font for characters that it lacks. */
struct mbox mbox_text(const struct mbox_env *e, struct str text, struct font *font);
/** A glyph, or an assembly of glyphs, whose height (with `across`, its width) is at least `units`.
 * Assemblies start at the baseline. */
struct mbox mbox_grown(const struct mbox_env *e, uint32_t glyph, bool across, int32_t units,
                       struct str text);
/** A delimiter at least `size` high, centred on the axis. An empty delimiter has no box. */
struct mbox mbox_delimiter(const struct mbox_env *e, struct str text, sp size);
/** A row of glyphs of the math font, by their bounding boxes; `glyphs` and `text` are not copied.
 */
struct mbox mbox_glyphs(const struct mbox_env *e, const struct font_glyph *glyphs, size_t n,
                        struct str text);
/** Whether the style is script or script-script. */
bool mbox_is_script(const struct mbox_env *e);
struct mbox_env mbox_sub_env(const struct mbox_env *e, bool cramped);
struct mbox_env mbox_styled_env(const struct mbox_env *e, enum math_style style);

/** Records the place to which the number of a line belongs. More than MBOX_PLACES places are
 * ignored. */
void mbox_place(const struct mbox_env *e, const struct math_line *line, sp y);

/* math_set.c: rows, symbols and names */
struct mbox mbox_set(const struct mbox_env *e, const struct math *m);
/** The environment for the atoms of a row: its style, colour and size. */
struct mbox_env mbox_row_env(const struct mbox_env *e, const struct math *row);
/** Space between two atoms in the environment's style, in sp (TeXbook ch. 18). */
sp mbox_space(const struct mbox_env *e, enum math_class left, enum math_class right);

/* math_parts.c: parts above, below or around one another */
struct mbox mbox_fraction(const struct mbox_env *e, const struct math *m);
struct mbox mbox_radical(const struct mbox_env *e, const struct math *m);
struct mbox mbox_scripts(const struct mbox_env *e, const struct math *m);
struct mbox mbox_accent(const struct mbox_env *e, const struct math *m);
struct mbox mbox_over_under(const struct mbox_env *e, const struct math *m);
struct mbox mbox_fenced(const struct mbox_env *e, const struct math *m);
struct mbox mbox_table(const struct mbox_env *e, const struct math *m);
/** Sets the rows of a table one by one, in the arena. All are as wide as the table. `*n` becomes
 * their number; it is 0 if the table has no rows or too many. The caller adds the numbers of
 * equations. */
struct mbox *mbox_table_rows(const struct mbox_env *e, const struct math *m, size_t *n);

#endif
