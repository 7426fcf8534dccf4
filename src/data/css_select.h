/* SPDX-License-Identifier: MIT */
/*
 * Selectors (Selectors Level 4) in the subset that paper has a use for: types, `*`, classes, ids,
 * the attributes class, id and lang, `:root`, `:first-child`, `:last-child`, `:link`, `::marker`,
 * descendants, children (`>`) and next siblings (`+`). What depends on a reader's doings (`:hover`,
 * `:focus`) never matches. Knows elements by name alone: what they are in the document is the
 * caller's.
 */
#ifndef DOSSIER_DATA_CSS_SELECT_H
#define DOSSIER_DATA_CSS_SELECT_H

#include "data/css.h"

/** What a selector can ask of an element. Texts are borrowed. */
struct css_element {
    struct str type; /* "p"; empty matches `*` alone */
    struct str id;
    const struct str *classes;
    size_t nclasses;
    struct str own_class; /* one more, that the document does not name; or empty */
    struct str lang;      /* its own attribute, not what it inherits; or empty */
    bool first, last;     /* among its siblings */
    const struct css_element *parent, *prev;
};

enum css_combinator { CSS_DESCENDANT, CSS_CHILD, CSS_NEXT };

/** `[name]`, `[name=value]`, `[name~=value]`, `[name|=value]` (section 6). */
enum css_attr_name { CSS_ATTR_CLASS, CSS_ATTR_ID, CSS_ATTR_LANG };
enum css_attr_test { CSS_ATTR_SET, CSS_ATTR_EQUALS, CSS_ATTR_WORD, CSS_ATTR_DASH };
struct css_attr {
    enum css_attr_name name;
    enum css_attr_test test;
    struct str value;
};

struct css_compound {
    struct str type; /* empty: any */
    struct str id;
    struct str *classes;
    size_t nclasses;
    struct css_attr *attrs;
    size_t nattrs;
    bool root, first, last, link;
    enum css_combinator left; /* how it stands to the compound before it */
};

struct css_selector {
    struct css_compound *parts; /* from left to right; the last is the subject */
    size_t n;
    uint32_t specificity; /* ids, classes and types (section 17): ten bits each, cut off there */
    bool marker;          /* ::marker of the subject */
    bool never;           /* valid, and matches nothing on paper */
    struct span span;
};

/**
 * Reads the list of selectors in front of a block. Faults are added to `d`: css-syntax where the
 * text is no selector (then the whole list is void, section 4.1: 0 is returned), css-unsupported
 * where it is one that is not in the subset (that one matches nothing). The array is in `a`.
 */
size_t css_selectors_read(struct arena *a, const struct css_rule *rule, struct css_selector **out,
                          struct diags *d);

/** Whether the selector's subject is this element. */
bool css_matches(const struct css_selector *s, const struct css_element *e);

#endif
