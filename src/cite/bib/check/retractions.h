/* SPDX-License-Identifier: MIT */
/*
 * A list of retracted works in the form of the Retraction Watch database: comma-separated values,
 * whose first line names the columns. The works are found by OriginalPaperDOI or
 * OriginalPaperPubMedID.
 */
#ifndef DOSSIER_BIB_CHECK_RETRACTIONS_H
#define DOSSIER_BIB_CHECK_RETRACTIONS_H

#include "cite/bib/item/item.h"

/* maximum number of bytes of a table; the table had 70 MB in 2025 */
#define LIMIT_RETRACTIONS (512u * 1024u * 1024u)

struct bib_retractions;

/** Reads a table into the arena. Returns NULL, after a diagnostic, if a column is missing. */
struct bib_retractions *bib_retractions_read(struct arena *a, struct source *src, struct diags *d);
/** Reports an item that the table lists as retracted, or with an expression of concern. Returns the
 * date of the retraction ("2020-01-31", or "true" if the date is not known); empty for works that
 * were not retracted. */
struct str bib_retractions_check(const struct bib_retractions *r, const struct item *it,
                                 struct diags *d);

#endif
