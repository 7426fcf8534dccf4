/* SPDX-License-Identifier: MIT */
/*
 * Declarations shared by the files that read style sheets: look.c, look_value.c, look_colour.c,
 * look_props.c, look_short.c, look_box.c, look_page.c and others. Internal to these files.
 */
#ifndef DOSSIER_LAYOUT_STYLE_LOOK_INTERNAL_H
#define DOSSIER_LAYOUT_STYLE_LOOK_INTERNAL_H

#include "core/base/map.h"
#include "core/base/vec.h"
#include "print/layout/style/look.h"

/** A longhand with its value. If `prop` is LOOK_COUNT, the entry is converted to longhands later:
 * it is `all` (LOOK_UNSET), or a declaration that depends on its element (LOOK_LATER). */
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
    uint32_t rank; /* the position in the order of the cascade; rules outside of layers have the
                      highest */
};

/** A rule with one selector. */
struct look_rule {
    struct css_selector sel;
    const struct look_decl *decls;
    size_t n;
    const struct css_decl *const *vars; /* the custom properties that the rule sets */
    size_t nvars;
    const struct look_layer *layer;
    size_t order;
};

/** The custom properties of an element and its ancestors. */
struct look_vars {
    /* the declarations of the properties, in the order of the cascade */
    const struct css_decl *const *decls;
    size_t n;
    const struct look_vars *outer;
};

struct look_reader {
    struct arena *arena;
    struct diags *d;
    struct map vars;   /* the custom properties of :root: maps a name to a struct css_decl */
    struct map scoped; /* the names of custom properties in other rules */
    /* the custom properties of the element whose declarations are read, or NULL */
    const struct look_vars *env;
    bool late; /* var() can be substituted at once: the element is known, or there is no element */
    struct css_token *value; /* a buffer used by look_expand() */
    size_t nvalue;
    VEC(struct look_rule) rules;
    struct look_layer *layer; /* the layer of the rules that are being read */
    size_t nlayers;
    size_t nfaces;
    size_t npages;                 /* the number of rules for named pages */
    const struct css_outer *outer; /* the selectors of the enclosing rule, or NULL */
    struct look_medium medium;
    struct looks *looks;
    bool lost_ground; /* the rule that is being read has a background that is not supported */
};

/** The tokens of a value without white space; var() has been substituted. */
struct look_tokens {
    const struct css_token *t;
    size_t n;
};

/** Removes white space and substitutes var(). Returns false after a diagnostic. The tokens are
 * valid until the next call. */
bool look_expand(struct look_reader *r, const struct css_decl *decl, struct look_tokens *out);
/** Whether a value has a var() that depends on the element. */
bool look_waits(const struct look_reader *r, const struct css_decl *decl);

/** Makes the index of `looks->rules` by subject. The rules must be sorted (look_cascade.c). */
void look_index(struct arena *a, struct looks *looks);

/* look_media.c: conditions of at-rules */
/** Whether media queries match paper (Media Queries 4). */
bool look_media_holds(struct look_reader *r, const struct css_token *t, size_t n);
/** Whether a condition of @supports is true for paper (CSS Conditional 3, section 6). */
bool look_supports_holds(struct look_reader *r, const struct css_token *t, size_t n);

/* look_face.c: declared fonts */
void look_face_read(struct look_reader *r, const struct css_rule *rule);

/** Reads calc(), min(), max() and clamp() (CSS Values 4, section 10). Returns false for other
 * functions and for invalid arguments (look_calc.c). */
bool look_calc_read(struct arena *a, const struct css_token *t, size_t n, unsigned takes,
                    struct look_value *out);
/** Reads one number, percentage or length (look_value.c). */
bool look_number_read(const struct css_token *t, unsigned takes, struct look_value *out);

/* The kinds of values that a property takes. */
enum {
    TAKES_LENGTH = 1,
    TAKES_PERCENT = 2,
    TAKES_NUMBER = 4,
    TAKES_COLOUR = 8,
    TAKES_NEGATIVE = 16,
    TAKES_TEXT = 32
};

/** Reads one value of a kind in `takes`. `words` has the keywords, as in look_props.def, or is
 * NULL. */
bool look_value_read(struct arena *a, const struct css_token *t, size_t n, unsigned takes,
                     const char *words, struct look_value *out);
/** Reads a keyword of a list. Returns false if the text is not in the list. */
bool look_word_read(struct str text, const char *words, enum look_word *out);
/** Whether a token is this word, in upper or lower case. */
static inline bool look_token_is(const struct css_token *t, const char *word) {
    return t->kind == CSS_IDENT && str_ieq(t->text, str_of(word));
}
/** Whether a token begins this function. */
static inline bool look_opens(const struct css_token *t, const char *function) {
    return t->kind == CSS_FUNCTION && str_ieq(t->text, str_of(function));
}
/** The number of tokens of the value that begins at `t`. A function extends to its closing
 * bracket. */
size_t look_value_tokens(const struct css_token *t, size_t n);
/** Reads a colour: a name, #rgb, rgb(), currentcolor (CSS Color 4). */
bool look_colour_read(const struct css_token *t, size_t n, struct look_value *out);

/** A declaration that is being read. */
struct look_reading {
    struct look_reader *r;
    const struct css_decl *decl;
    const struct look_shorthand *shorthand; /* the shorthand; NULL: the property is a longhand */
    const struct css_token *t; /* the value without white space; var() has been substituted */
    size_t n;
    look_decls *out;
};
/** Reads a value of a longhand. Returns false if the value is not valid. */
bool look_prop_read(struct arena *a, enum look_prop prop, const struct css_token *t, size_t n,
                    struct look_value *out);
/** Reads a value of a longhand and appends it. Returns false if the value is not valid. */
bool look_longhand(const struct look_reading *in, enum look_prop prop, const struct css_token *t,
                   size_t n);
/** Appends a longhand with the importance and place of the declaration. */
void look_add(const struct look_reading *in, enum look_prop prop, struct look_value v);
void look_add_word(const struct look_reading *in, enum look_prop prop, enum look_word word);

/** A shorthand, or another property with a reader of its own (look_shorthands.def). */
struct look_shorthand {
    const char *name;
    bool (*read)(const struct look_reading *);
    enum look_prop first, last;
    unsigned step;
};
/* The readers of whole values, in look_short.c, look_box.c, look_content.c and look_text.c. They
 * return false if the value is not valid. */
#define SHORTHAND(name, reader, first, last, step)                                                 \
    bool look_read_##reader(const struct look_reading *in);
#include "print/layout/style/look_shorthands.def"
#undef SHORTHAND

/** Reads a value of `content`. Returns false if it is not valid. */
bool look_contents_read(struct arena *a, const struct css_token *t, size_t n,
                        const struct look_contents **out);

/** Converts a declaration to longhands. Custom properties are not allowed here. Unsupported
 * declarations are reported. */
void look_decl_read(struct look_reader *r, const struct css_decl *decl, look_decls *out);
/** Converts all declarations of a rule to longhands. If the rule's background is not supported, its
 * text colour is ignored, so that the text remains readable. */
void look_decls_read(struct look_reader *r, const struct css_rule *rule, look_decls *out);
/** Appends the longhands of a declaration with the value `unset`. */
void look_decl_unset(const struct css_decl *decl, look_decls *out);
/** Reports that a value is not supported. */
void look_bad_value(struct look_reader *r, const struct css_decl *decl);

/** Reads an @page rule. */
void look_page_read(struct look_reader *r, const struct css_rule *rule);
/** Completes the pages at the end: each kind of page inherits the settings of more general kinds.
 */
void look_page_finish(struct arena *a, struct looks *looks);
/** Applies declarations to a computed style. Later declarations override earlier ones. */
void look_put(struct look *look, const struct look_decl *decls, size_t n);
/** Replaces `initial` and similar keywords with their meaning. A member that is NULL afterwards has
 * no declaration. `outer` is the style of the parent, or NULL. */
void look_settle(struct look *look, const struct look *outer);

#endif
