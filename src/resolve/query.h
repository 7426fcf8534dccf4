/* SPDX-License-Identifier: MIT */
/*
 * What `::: {.publications ...}` asks for, read from its attributes. Private to resolve.
 */
#ifndef DOSSIER_RESOLVE_QUERY_H
#define DOSSIER_RESOLVE_QUERY_H

#include "resolve/resolver.h"

enum pub_sort_key { SORT_DATE, SORT_TITLE, SORT_AUTHOR, SORT_TYPE, SORT_KEY, SORT_DATABASE };
enum pub_group { GROUP_NONE, GROUP_YEAR, GROUP_TYPE, GROUP_KEYWORD };
enum pub_numbering { PUB_NUMBER_NONE, PUB_NUMBER_UP, PUB_NUMBER_DOWN };

struct pub_sort {
    enum pub_sort_key key;
    bool down;
};

struct pub_years {
    int32_t from, to; /* inclusive */
};

#define PUB_MAX_SORTS 4

typedef VEC(struct resolve_person) pub_persons;

struct pub_query {
    struct doc_node *node;
    /* An empty list lets everything through. */
    pub_persons authors;
    VEC(struct str) types;
    VEC(struct str) keywords;
    VEC(struct pub_years) years;
    pub_persons highlight;
    size_t limit; /* 0: all */
    struct pub_sort sorts[PUB_MAX_SORTS];
    size_t nsorts;
    enum pub_group group;
    enum pub_numbering numbering;
    struct str style; /* CSL style, or empty */
    struct span style_span;
    struct pub_show show;
};

/** Reads the attributes of `node`; unknown words are diagnostics at their place. Drop with
 * pub_query_drop(). */
void pub_query_read(struct resolver *r, struct doc_node *node, struct pub_query *q);
void pub_query_drop(struct pub_query *q);
/** True when the work passes every filter. */
bool pub_query_accepts(struct resolver *r, const struct pub_query *q, const struct item *it);

#define PUB_MAX_KEYWORDS 64

/** The keywords of a work (split at commas and semicolons, trimmed), at most PUB_MAX_KEYWORDS.
 * Returns how many there are. */
size_t pub_keywords(const struct item *it, struct str out[PUB_MAX_KEYWORDS]);

#endif
