/* SPDX-License-Identifier: MIT */
/* The works of a publication list in order, with their groups. Private to resolve. */
#ifndef DOSSIER_RESOLVE_ORDER_H
#define DOSSIER_RESOLVE_ORDER_H

#include "cite/resolve/query.h"

/** A chosen work, with its sort keys. */
struct pub_row {
    const struct item *it;
    const struct pub_query *q;
    struct str keys[PUB_MAX_SORTS];   /* collation keys, for sorting by text */
    struct str group[PUB_MAX_GROUPS]; /* the headings of the work's groups, the outermost first */
    /* the sort keys of the headings in `group`, which are compared by bytes */
    struct str group_key[PUB_MAX_GROUPS];
};

struct pub_rows {
    struct pub_row *p; /* the rows, in the arena */
    size_t n;
    size_t works; /* the number of works; a work in several groups counts once */
};

typedef VEC(const struct item *) pub_works;

/** Adds the works of a list to `out`, each once, without their groups. They are in the order of the
 * database unless the list has a limit. */
void pub_works_choose(struct resolver *r, const struct pub_query *q, pub_works *out);
/** Chooses the works of a list in order. A work is in the group of each of its keywords or authors.
 * A limit keeps the first works by the sort order, whatever their groups are. The rows refer to
 * `q`. */
struct pub_rows pub_rows_choose(struct resolver *r, const struct pub_query *q);
/** The outermost level at which two rows are in different groups. Returns PUB_MAX_GROUPS when all
 * their groups are the same. */
size_t pub_row_level(const struct pub_row *a, const struct pub_row *b);
/** Whether a work has no year yet, because it is accepted, in press or submitted. Its status or a
 * text in place of the date shows this. `date` is its date, or NULL. */
bool pub_is_forthcoming(const struct item *it, const struct item_date *date);
/** The values of a work for the filter buttons of a page: its type, and its year. */
struct str pub_row_type(struct resolver *r, const struct pub_row *row);
struct str pub_row_year(struct resolver *r, const struct pub_row *row);
/** Lists the names of a work's authors, at most PUB_MAX_KEYWORDS: "Jane Doe", or "Doe, Jane" with
 * `sorted`. Returns their number. */
size_t pub_row_authors(struct resolver *r, const struct item *it, struct str *out, bool sorted);
/** Replaces {count}, {first-year} and {last-year} in a text, and {h-index} and {citations} with the
 * values in the query. Unknown placeholders stay. */
struct str pub_summary(struct arena *a, struct str text, const struct pub_query *q,
                       const struct pub_rows *rows);

#endif
