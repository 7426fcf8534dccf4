/* SPDX-License-Identifier: MIT */
/*
 * Between the parts that read style sheets for paper: look_value.c, look_colour.c, look_props.c,
 * look_short.c, look_box.c, look_page.c and look.c. Nobody else includes this.
 */
#ifndef DOSSIER_LAYOUT_STYLE_LOOK_INTERNAL_H
#define DOSSIER_LAYOUT_STYLE_LOOK_INTERNAL_H

#include "core/base/map.h"
#include "core/base/vec.h"
#include "print/layout/style/look.h"

/** A longhand with its value; or, `prop` being LOOK_COUNT, what becomes longhands later: `all`
 * (LOOK_UNSET), and a declaration that waits for its element (LOOK_LATER). */
struct look_decl {
    enum look_prop prop;
    struct look_value value;
    const struct css_decl *later;
};

typedef VEC(struct look_decl) look_decls;

/** A cascade layer (CSS Cascading 5, section 6.4). */
struct look_layer {
    struct str name;
    struct look_layer *outer, *first, *last, *next;
    uint32_t rank; /* in the order of the cascade; of the sheet itself the highest */
};

/** Rules with one selector each. */
struct look_rule {
    struct css_selector sel;
    const struct look_decl *decls;
    size_t n;
    const struct css_decl *const *vars; /* custom properties that hold for the element */
    size_t nvars;
    const struct look_layer *layer;
    size_t order;
};

/** Custom properties of an element and of those around it. */
struct look_vars {
    const struct css_decl *const *decls; /* in the order of the cascade */
    size_t n;
    const struct look_vars *outer;
};

struct look_reader {
    struct arena *arena;
    struct diags *d;
    struct map vars;             /* custom properties of :root: name -> struct css_decl */
    struct map scoped;           /* names of those that other rules have */
    const struct look_vars *env; /* of the element whose declarations are read, or NULL */
    bool late;                   /* nothing waits any more: the element is known, or none comes */
    struct css_token *value;     /* look_expand()'s, for the declaration that is being read */
    size_t nvalue;
    VEC(struct look_rule) rules;
    struct look_layer *layer; /* where rules go */
    size_t nlayers;
    size_t nfaces;
    size_t npages;                 /* rules for pages with names */
    const struct css_outer *outer; /* the selectors of the rule around, or NULL */
    struct look_medium medium;
    struct looks *looks;
    bool lost_ground; /* a background of the rule that is being read is not painted */
};

/** Value tokens without white space, var() written out. */
struct look_tokens {
    const struct css_token *t;
    size_t n;
};

/** Removes white space and puts in what var() stands for; false after a diagnostic. The tokens
 * hold until the next call. */
bool look_expand(struct look_reader *r, const struct css_decl *decl, struct look_tokens *out);
/** Whether a value has var() of what only an element knows. */
bool look_waits(const struct look_reader *r, const struct css_decl *decl);

/* look_cascade.c */
/** Rules by what their subjects are; made of `looks->rules`, which are in their order. */
void look_index(struct arena *a, struct looks *looks);

/* look_media.c: conditions of at-rules */
/** Whether media queries hold for paper (Media Queries 4). */
bool look_media_holds(const struct look_reader *r, const struct css_token *t, size_t n);
/** Whether a condition of @supports holds: what paper knows (CSS Conditional 3, section 6). */
bool look_supports_holds(struct look_reader *r, const struct css_token *t, size_t n);

/* look_face.c */
void look_face_read(struct look_reader *r, const struct css_rule *rule);

/* look_calc.c */
/** calc(), min(), max() and clamp() (CSS Values 4, section 10); false when it is none or one that
 * makes no sense. */
bool look_calc_read(struct arena *a, const struct css_token *t, size_t n, unsigned takes,
                    struct look_value *out);
/** One number, percentage or length (look_value.c). */
bool look_number_read(const struct css_token *t, unsigned takes, struct look_value *out);

/* What a property takes. */
enum {
    TAKES_LENGTH = 1,
    TAKES_PERCENT = 2,
    TAKES_NUMBER = 4,
    TAKES_COLOUR = 8,
    TAKES_NEGATIVE = 16,
    TAKES_TEXT = 32
};

struct look_name {
    const char *name;
    enum look_word word;
};

/** One value of a kind that is taken; `names` ends with a NULL name, or is NULL. */
bool look_value_read(struct arena *a, const struct css_token *t, size_t n, unsigned takes,
                     const struct look_name *names, struct look_value *out);
/** Tokens that the value at `t` takes up: a function up to its closing bracket. */
size_t look_value_tokens(const struct css_token *t, size_t n);
/** Parts a value into its component values (CSS Syntax 3, section 5.4.7), functions whole. Returns
 * how many there are, at most `most`; more than `most` is `most` + 1. */
size_t look_value_parts(const struct look_tokens *value, struct look_tokens *parts, size_t most);
/** A colour: name, #rgb, rgb(), currentcolor (CSS Color 4). */
bool look_colour_read(const struct css_token *t, size_t n, struct look_value *out);

/* look_props.c: longhands */

struct look_property {
    const char *name;
    enum look_prop prop;
    unsigned takes;
    const struct look_name *names;
};
/** NULL: there is none of that name. */
const struct look_property *look_property(struct str name);
/** One longhand by its name from the tokens of its value; false when it does not take them. */
bool look_longhand(struct look_reader *r, const struct css_decl *decl, const char *name,
                   const struct css_token *t, size_t n, look_decls *out);
/** Appends the declaration of a longhand, with the importance and the place of `decl`. */
void look_add(look_decls *out, const struct css_decl *decl, enum look_prop prop,
              struct look_value v);
void look_add_word(look_decls *out, const struct css_decl *decl, enum look_prop prop,
                   enum look_word word);

/* look_short.c: what is read in a way of its own, most of it longhands in one */

struct look_shorthand {
    const char *name;
    /** Gets the whole value; whether it was one. */
    bool (*read)(struct look_reader *, const struct css_decl *, const struct look_tokens *,
                 look_decls *);
    enum look_prop first, last; /* its longhands are those from `first` to `last` */
};
const struct look_shorthand *look_shorthand(struct str name);
/** All but those of boxes, for hints. */
const struct look_shorthand *look_shorthands(size_t *n);

/* look_content.c */

/** Properties of generated content. */
const struct look_shorthand *look_content_shorthands(size_t *n);
/** The value of `content`; false when it is none. */
bool look_contents_read(struct arena *a, const struct css_token *t, size_t n,
                        const struct look_contents **out);

/* look_text.c */

/** Properties of text that are lists of words. */
const struct look_shorthand *look_text_shorthands(size_t *n);

/* look_box.c */

/** Shorthands of boxes. */
const struct look_shorthand *look_box_shorthands(size_t *n);

/** Reads a declaration, no custom property, into longhands; what is not understood is reported. */
void look_decl_read(struct look_reader *r, const struct css_decl *decl, look_decls *out);
/** The same for all of a rule that are no custom properties. When a ground is not painted, text
 * does not get the colour that was chosen for it. */
void look_decls_read(struct look_reader *r, const struct css_rule *rule, look_decls *out);
/** The longhands of a declaration, unset. */
void look_decl_unset(const struct css_decl *decl, look_decls *out);
/** The value is none that paper knows. */
void look_bad_value(struct look_reader *r, const struct css_decl *decl);

/** @page. */
void look_page_read(struct look_reader *r, const struct css_rule *rule);
/** When all is read: what holds for all pages holds for those of a kind, where nothing else does.
 */
void look_page_finish(struct arena *a, struct looks *looks);
/** Puts declarations into a computed style, later ones over earlier ones. */
void look_put(struct look *look, const struct look_decl *decls, size_t n);
/** Takes out what was undone: from here on NULL is what no sheet says. `outer` is the look of the
 * element around, or NULL. */
void look_settle(struct look *look, const struct look *outer);

#endif
