/* SPDX-License-Identifier: MIT */
/*
 * The works of a publication list in their order, with the groups they stand in. Private to
 * resolve.
 */
#ifndef DOSSIER_RESOLVE_ORDER_H
#define DOSSIER_RESOLVE_ORDER_H

#include "cite/resolve/query.h"

/** A chosen work with what it is ordered by. */
struct pub_row {
    const struct item *it;
    const struct pub_query *q;
    struct str keys[PUB_MAX_SORTS];       /* collation keys of textual sorts */
    struct str group[PUB_MAX_GROUPS];     /* headings of its groups, the outer one first */
    struct str group_key[PUB_MAX_GROUPS]; /* what groups are ordered by, bytewise */
};

struct pub_rows {
    struct pub_row *p; /* in the arena */
    size_t n;
    size_t works; /* one that stands in several groups counts once */
};

/** The chosen works in their order; a work stands in the group of each of its keywords. With a
 * limit, the first ones by the sort order stay, whatever their group. The rows refer to `q`. */
struct pub_rows pub_rows_choose(struct resolver *r, const struct pub_query *q);
/** The outermost level at which two rows stand in different groups; PUB_MAX_GROUPS when they share
 * all. */
size_t pub_row_level(const struct pub_row *a, const struct pub_row *b);
/** Whether the rows of one work stand where those of another would, in the same groups: the order
 * of a list cannot tell them apart. */
bool pub_rows_agree(const struct pub_rows *a, const struct pub_rows *b);
/** What groups by type and by year call the row's work: for the buttons of pages. */
struct str pub_row_type(struct resolver *r, const struct pub_row *row);
struct str pub_row_year(struct resolver *r, const struct pub_row *row);
/** The text with {count}, {first-year}, {last-year}, and the query's {h-index} and {citations}
 * filled in; what is not known stays. */
struct str pub_summary(struct arena *a, struct str text, const struct pub_query *q,
                       const struct pub_rows *rows);

#endif
