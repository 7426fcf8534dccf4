/* SPDX-License-Identifier: MIT */
/*
 * Between the parts that read style sheets for paper: look_value.c, look_props.c, look_page.c and
 * look.c. Nobody else includes this.
 */
#ifndef DOSSIER_LAYOUT_STYLE_LOOK_INTERNAL_H
#define DOSSIER_LAYOUT_STYLE_LOOK_INTERNAL_H

#include "base/map.h"
#include "base/vec.h"
#include "layout/style/look.h"

struct look_decl {
    enum look_prop prop;
    struct look_value value;
};

typedef VEC(struct look_decl) look_decls;

/** Rules with one selector each. */
struct look_rule {
    struct css_selector sel;
    const struct look_decl *decls;
    size_t n;
    size_t order;
};

struct look_reader {
    struct arena *arena;
    struct diags *d;
    struct map vars;             /* custom properties of :root: name -> struct css_decl */
    VEC(struct css_token) value; /* look_expand()'s, for the declaration that is being read */
    VEC(struct look_rule) rules;
    struct looks *looks;
};

/** Value tokens without white space, var() written out. */
struct look_tokens {
    const struct css_token *t;
    size_t n;
};

/** Removes white space and puts in what var() stands for; false after a diagnostic. The tokens
 * hold until the next call. */
bool look_expand(struct look_reader *r, const struct css_decl *decl, struct look_tokens *out);

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

/** Reads a declaration, no custom property, into longhands; what is not understood is reported. */
void look_decl_read(struct look_reader *r, const struct css_decl *decl, look_decls *out);
/** The value is none that paper knows. */
void look_bad_value(struct look_reader *r, const struct css_decl *decl);

/** @page. */
void look_page_read(struct look_reader *r, const struct css_rule *rule);
/** When all is read: what holds for all pages holds for those of a kind, where nothing else does.
 */
void look_page_finish(struct look_page *page);
/** Puts declarations into a computed style, later ones over earlier ones. */
void look_put(struct look *look, const struct look_decl *decls, size_t n);
/** Takes out what was undone: from here on NULL is what no sheet says. */
void look_settle(struct look *look);

#endif
