/* SPDX-License-Identifier: MIT */
/* The attributes of `::: {.publications ...}` as a struct. Private to resolve. */
#ifndef DOSSIER_RESOLVE_QUERY_H
#define DOSSIER_RESOLVE_QUERY_H

#include "cite/resolve/list_filter.h"

#define PUB_MAX_SORTS 4
#define PUB_MAX_GROUPS 2
#define PUB_LONG_LIST 24       /* works of a list that is not long */
#define PUB_MAX_NUMBER 1000000 /* largest start number */

enum pub_sort_key {
    SORT_DATE,
    SORT_TITLE,
    SORT_AUTHOR,
    SORT_TYPE,
    SORT_KEY,
    SORT_VENUE,
    SORT_DATABASE,
    SORT_FIELD
};
enum pub_group {
    GROUP_NONE,
    GROUP_YEAR,
    GROUP_DECADE,
    GROUP_TYPE,
    GROUP_VENUE,
    GROUP_KEYWORD,
    GROUP_AUTHOR,
    GROUP_LETTER,
    GROUP_FIELD
};
enum pub_numbering { PUB_NUMBER_NONE, PUB_NUMBER_UP, PUB_NUMBER_DOWN };

struct pub_sort {
    enum pub_sort_key key;
    bool down;
    struct str field; /* SORT_FIELD */
};

struct pub_group_by {
    enum pub_group by;
    struct str field; /* GROUP_FIELD */
};

/** The title of a group instead of its own name; the order of titles is the order of the groups. */
struct pub_title {
    struct str group, title;
    struct span at; /* the place of the attribute */
    bool in_front;  /* from the front matter, for all lists; a list may lack the group */
    bool *found;    /* set if the list has the group */
};

struct pub_query {
    struct doc_node *node;
    VEC(struct pub_filter) filters; /* a work must pass all */
    pub_persons highlight, students;
    VEC(struct pub_title) titles;
    size_t limit; /* 0: all */
    struct pub_sort sorts[PUB_MAX_SORTS];
    size_t nsorts;
    struct pub_group_by groups[PUB_MAX_GROUPS];
    size_t ngroups;
    enum pub_numbering numbering;
    bool dense;         /* an entry is one paragraph, and entries have no space between them */
    bool twins;         /* a work with several keys is listed under each */
    bool number_groups; /* each group starts its own numbers */
    /* numbers continue those of the previous list with the same prefix (enumitem's resume) */
    bool resume;
    int start;                  /* first number; 0: not given */
    int64_t h_index, citations; /* for the text of the list; -1: not given */
    struct str prefix;          /* prefix of numbers */
    struct str style;           /* CSL style, or empty */
    struct span style_span;
    bool filter;        /* the page has controls for the list */
    struct str toggles; /* buttons: "type year keyword" */
    bool cite;          /* formatted citations: `show.cites`, once the works are known */
    struct pub_show show;
};

/** Reads the attributes of `node`; unknown words are reported at their place. Drop with
 * pub_query_drop(). */
void pub_query_read(struct resolver *r, struct doc_node *node, struct pub_query *q);
void pub_query_drop(struct pub_query *q);
/** On a person's page, a list without authors gets that person's works, with the name highlighted.
 * Sets the attributes accordingly. */
void pub_query_add_person(struct resolver *r, struct doc_node *node);
/** True when the work passes every filter. */
bool pub_query_accepts(struct resolver *r, const struct pub_query *q, const struct item *it);

#endif
