/* SPDX-License-Identifier: MIT */
/*
 * Selectors (Selectors Level 4) as far as paper has a use for them: all but `:has()`, namespaces
 * and `of` in `:nth-child()`. What depends on a reader's doings (`:hover`, `:focus`) never matches.
 * Knows elements by what is told of them: what they are in the document is the caller's.
 */
#ifndef DOSSIER_DATA_CSS_SELECT_H
#define DOSSIER_DATA_CSS_SELECT_H

#include "core/data/css.h"

/** What a selector can ask of an element. Texts are borrowed. */
struct css_element {
    struct str type; /* "p"; empty matches `*` alone */
    struct str id;
    const struct str *classes;
    size_t nclasses;
    struct str own_class; /* one more, that the document does not name; or empty */
    struct str lang;      /* its own attribute, not what it inherits; or empty */
    bool first, last;     /* among its siblings */
    uint32_t index;       /* its place among them from 1, or 0: nobody says it */
    /* what only selectors with CSS_ASKS_... look at */
    bool empty;              /* CSS_ASKS_EMPTY: it has neither kids nor text */
    uint32_t behind;         /* CSS_ASKS_BEHIND: siblings that follow it */
    uint32_t of_type;        /* CSS_ASKS_TYPE: its place among those of its type from 1 */
    uint32_t behind_of_type; /* CSS_ASKS_BEHIND_TYPE: those of its type that follow it */
    /** Any attribute of it but class, id and lang; false when it has none of that name (lower
     * case). NULL: it has none at all. */
    bool (*attr)(const struct css_element *e, struct str name, struct str *value);
    const void *host; /* the caller's, for `attr` */
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
    struct str name; /* lower case */
    enum css_attr_test test;
    struct str value;
    bool any_case; /* the value's letters are compared in any case */
};

/** Pseudo-classes with something in parentheses, or that ask for more than a look. */
enum css_pseudo_kind { CSS_IS, CSS_NOT, CSS_NTH, CSS_LANG, CSS_DIR_LTR, CSS_DIR_RTL, CSS_EMPTY };

struct css_pseudo {
    enum css_pseudo_kind kind;
    int32_t a, b;              /* CSS_NTH: an+b */
    bool from_end, of_type;    /* CSS_NTH */
    struct str text;           /* CSS_LANG */
    struct css_selector *list; /* CSS_IS, CSS_NOT */
    size_t n;
};

/** What `~` has seen already of the kids of one parent. */
struct css_seen;

struct css_compound {
    struct str type; /* empty: any */
    struct str id;
    struct str *classes;
    size_t nclasses;
    struct css_attr *attrs;
    size_t nattrs;
    struct css_pseudo *pseudos;
    size_t npseudos;
    bool root, first, last, link;
    enum css_combinator left; /* how it stands to the compound before it */
    struct css_seen *seen;    /* CSS_LATER */
};

/** Elements that a sheet makes of parts of others (CSS Pseudo-Elements 4). */
enum css_part { CSS_ITSELF, CSS_MARKER, CSS_BEFORE, CSS_AFTER, CSS_FIRST_LINE, CSS_FIRST_LETTER };

enum { CSS_ASKS_BEHIND = 1, CSS_ASKS_TYPE = 2, CSS_ASKS_BEHIND_TYPE = 4, CSS_ASKS_EMPTY = 8 };

struct css_selector {
    struct css_compound *parts; /* from left to right; the last is the subject */
    size_t n;
    uint32_t specificity; /* ids, classes and types (section 17): ten bits each, cut off there */
    enum css_part part;   /* of the subject */
    unsigned asks;        /* CSS_ASKS_...: what the walk has to know of elements */
    bool never;           /* valid, and matches nothing on paper */
    bool unknown;         /* never, as it is not understood */
    struct span span;
};

/** The selectors of the rule around a nested one (CSS Nesting 1): what `&` stands for. */
struct css_outer {
    struct css_selector *list;
    size_t n;
};

/**
 * Reads the list of selectors in front of a block; `outer` is NULL for a rule that stands by
 * itself. Faults are added to `d`: css-syntax where the text is no selector (then the whole list is
 * void, section 4.1: 0 is returned), css-unsupported where it is one that is not understood (that
 * one matches nothing). The array is in `a`.
 */
size_t css_selectors_read(struct arena *a, const struct css_rule *rule,
                          const struct css_outer *outer, struct css_selector **out,
                          struct diags *d);

/** The same of tokens. */
size_t css_selectors_of(struct arena *a, const struct css_token *t, size_t n,
                        const struct css_outer *outer, struct css_selector **out, struct diags *d);

/**
 * Whether the selector's subject is this element. What `~` has to look for is remembered from one
 * element to the next when `index` is told, so that siblings asked in their order are asked once.
 * Takes a number of steps that is bounded; a selector that would need more matches nothing.
 */
bool css_matches(const struct css_selector *s, const struct css_element *e);

/** Memory of `~` for a compound, in `a` (css_match.c). */
struct css_seen *css_seen_new(struct arena *a);

#endif
