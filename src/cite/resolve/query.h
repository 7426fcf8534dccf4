/* SPDX-License-Identifier: MIT */
/* The attributes of `::: {.publications ...}`, as a struct. Private to resolve. */
#ifndef DOSSIER_RESOLVE_QUERY_H
#define DOSSIER_RESOLVE_QUERY_H

#include "cite/resolve/list_filter.h"

#define PUB_MAX_SORTS 4
#define PUB_MAX_GROUPS 2
#define PUB_LONG_LIST 24          /* a list with more works than this counts as long */
#define PUB_MAX_NUMBER 1000000000 /* the largest number that an attribute may have */

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
    struct str field; /* the name of the field, for SORT_FIELD */
};

struct pub_group_by {
    enum pub_group by;
    struct str field; /* the name of the field, for GROUP_FIELD */
};

/** A title that is shown instead of the name of a group. The order of titles is the order of the
 * groups. */
struct pub_title {
    struct str group, title;
    struct span at; /* the place of the attribute that has the title */
    bool in_front;  /* the title is from the front matter and applies to all lists, so a list need
                       not have the group */
    bool *found;    /* where to record that the list has the group */
};

/** The form of entries: a line for each part; a line with the title and one with the other parts;
 * or a single paragraph. The last two forms have little space between entries. */
enum pub_layout { PUB_LINES, PUB_COMPACT, PUB_DENSE };

struct pub_query {
    struct doc_node *node;
    VEC(struct pub_filter) filters;
    pub_persons highlight, students;
    VEC(struct pub_title) titles;
    size_t limit; /* maximum number of works; 0: all */
    struct pub_sort sorts[PUB_MAX_SORTS];
    size_t nsorts;
    struct pub_group_by groups[PUB_MAX_GROUPS];
    size_t ngroups;
    enum pub_numbering numbering;
    enum pub_layout layout;
    bool twins;         /* a work that has several keys is listed under each key */
    bool number_groups; /* numbers start again in each group */
    /* numbers continue those of the previous list with the same prefix (enumitem's resume) */
    bool resume;
    int start;                  /* the first number; 0: not set */
    int64_t h_index, citations; /* numbers that the text of the list shows; -1: not set */
    struct str prefix;          /* the prefix of numbers */
    struct str style;           /* the CSL style, or empty */
    struct span style_span;
    bool filter;        /* the page gets controls for the list */
    struct str toggles; /* the attributes that get buttons: "type year keyword" */
    /* the page shows formatted citations; `show.cites` is set once the works are known */
    bool cite;
    struct pub_show show;
};

/** Reads the attributes of `node`. Unknown words are reported at their place. Free the query with
 * pub_query_drop(). */
void pub_query_read(struct resolver *r, struct doc_node *node, struct pub_query *q);
void pub_query_drop(struct pub_query *q);
/** Adjusts a query on the page of a person: a list that does not name authors gets the works of
 * that person, and the name is highlighted. */
void pub_query_add_person(struct resolver *r, struct doc_node *node);
/** Whether a work passes all filters. */
bool pub_query_accepts(struct resolver *r, const struct pub_query *q, const struct item *it);

#endif
