/* SPDX-License-Identifier: MIT */
/*
 * Selectors (Selectors Level 4), as far as they matter on paper: everything except `:has()`,
 * namespaces and `of` in `:nth-child()`. Conditions on user actions (`:hover`, `:focus`) never
 * match. The caller describes each element; this module does not know its meaning in the document.
 */
#ifndef DOSSIER_DATA_CSS_SELECT_H
#define DOSSIER_DATA_CSS_SELECT_H

#include "core/data/css.h"

/** The properties of an element that selectors test. Texts are borrowed. */
struct css_element {
    struct str type; /* the element's name, "p"; the empty type matches only `*` */
    struct str id;
    const struct str *classes;
    size_t nclasses;
    struct str own_class; /* a further class that is not written in the document; or empty */
    struct str lang;      /* the element's own `lang` attribute, not an inherited one; or empty */
    bool first, last;     /* the element is the first, or the last, of its siblings */
    uint32_t index;       /* the element's index among its siblings, counted from 1; 0: unknown */
    /* the following members are set only for selectors that need them (CSS_ASKS_...) */
    bool empty;      /* CSS_ASKS_EMPTY: the element has neither children nor text */
    uint32_t behind; /* CSS_ASKS_BEHIND: the number of the element's later siblings */
    /* CSS_ASKS_TYPE: the element's index among siblings of its type, counted from 1 */
    uint32_t of_type;
    /* CSS_ASKS_BEHIND_TYPE: the number of the element's later siblings of its type */
    uint32_t behind_of_type;
    /** Finds any attribute except class, id and lang; returns whether there is one of that name
     * (lower case). A NULL pointer means that the element has no such attributes. */
    bool (*attr)(const struct css_element *e, struct str name, struct str *value);
    const void *host; /* data of the caller, for `attr` */
    const struct css_element *parent, *prev;
};

enum css_combinator { CSS_DESCENDANT, CSS_CHILD, CSS_NEXT, CSS_LATER };

/** `[name]`, `[name=value]` and the other operators (section 6). */
enum css_attr_test {
    CSS_ATTR_SET,
    CSS_ATTR_EQUALS,
    CSS_ATTR_WORD,
    CSS_ATTR_DASH,
    CSS_ATTR_STARTS,
    CSS_ATTR_ENDS,
    CSS_ATTR_CONTAINS
};
struct css_attr {
    struct str name; /* the attribute's name in lower case */
    enum css_attr_test test;
    struct str value;
    bool any_case; /* the value is compared without regard to case */
};

/** Pseudo-classes that have arguments or need more than a comparison. */
enum css_pseudo_kind { CSS_IS, CSS_NOT, CSS_NTH, CSS_LANG, CSS_DIR_LTR, CSS_DIR_RTL, CSS_EMPTY };

struct css_pseudo {
    enum css_pseudo_kind kind;
    int32_t a, b; /* CSS_NTH: an+b */
    /* CSS_NTH: whether siblings are counted from the end, and whether only those of its type are */
    bool from_end, of_type;
    struct str text;           /* CSS_LANG: the language */
    struct css_selector *list; /* CSS_IS, CSS_NOT: the selectors in parentheses */
    size_t n;
};

/** The results that `~` remembers for the children of one parent. */
struct css_seen;

struct css_compound {
    struct str type; /* the element's type; empty: any */
    struct str id;
    struct str *classes;
    size_t nclasses;
    struct css_attr *attrs;
    size_t nattrs;
    struct css_pseudo *pseudos;
    size_t npseudos;
    bool root, first, last, link;
    enum css_combinator left; /* the relation to the compound on its left */
    struct css_seen *seen;    /* the results that `~` remembers, if `left` is CSS_LATER */
};

/** Boxes that a style sheet creates from parts of elements (CSS Pseudo-Elements 4). */
enum css_part { CSS_ITSELF, CSS_MARKER, CSS_BEFORE, CSS_AFTER, CSS_FIRST_LINE, CSS_FIRST_LETTER };

enum { CSS_ASKS_BEHIND = 1, CSS_ASKS_TYPE = 2, CSS_ASKS_BEHIND_TYPE = 4, CSS_ASKS_EMPTY = 8 };

struct css_selector {
    struct css_compound *parts; /* the compounds from left to right; the last one is the subject */
    size_t n;
    uint32_t specificity; /* the numbers of ids, classes and types (section 17): ten bits each,
                             which stop at their maximum */
    enum css_part part;   /* the pseudo-element of the subject */
    unsigned asks; /* the properties of elements that the selector needs: a sum of CSS_ASKS_... */
    bool never;    /* the selector is valid, but cannot match anything on paper */
    bool unknown;  /* the selector matches nothing because it is not supported */
    struct span span;
};

/** The outer selectors of a nested rule, to which `&` refers (CSS Nesting 1). */
struct css_outer {
    struct css_selector *list;
    size_t n;
};

/**
 * Reads the list of selectors before a block; `outer` is NULL for a rule that is not nested. Faults
 * are added to `d`. If a text is not a selector, the fault is css-syntax; the whole list is then
 * invalid (section 4.1), and 0 is returned. If a selector is not supported, the fault is
 * css-unsupported; this selector then matches nothing.
 * The array is in `a`.
 */
size_t css_selectors_read(struct arena *a, const struct css_rule *rule,
                          const struct css_outer *outer, struct css_selector **out,
                          struct diags *d);

/** Like css_selectors_read(), for a list of tokens. */
size_t css_selectors_of(struct arena *a, const struct css_token *t, size_t n,
                        const struct css_outer *outer, struct css_selector **out, struct diags *d);

/**
 * Whether the selector's subject is this element. If `index` is set, results for `~` are remembered
 * for the next element, so that siblings tested in order are examined once. The number of steps is
 * limited; a selector that needs more steps matches nothing.
 */
bool css_matches(const struct css_selector *s, const struct css_element *e);

#define CSS_CLASS_TEXT 1024 /* the bytes of an attribute `class` */

/** Looks up an attribute of an element as the page writes it. `buf` holds the text of `class`.
 * Returns false if the element has none. */
bool css_attr_text(const struct css_element *e, struct str name, char buf[CSS_CLASS_TEXT],
                   struct str *out);

/** Makes, in `a`, the results that `~` remembers for a compound (css_match.c). */
struct css_seen *css_seen_new(struct arena *a);

#endif
