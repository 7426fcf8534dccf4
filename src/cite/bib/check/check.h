/* SPDX-License-Identifier: MIT */
/*
 * The lint of a citation database. It reports entries that readers accept but that a careful author
 * would correct.
 *
 * Reading reports errors (duplicate keys, undefined @strings, broken crossrefs, invalid dates); the
 * lint checks the items. Each kind of finding has its own id in the catalog, so that it can be
 * switched on and off (struct diags, `levels`). The files must have been read completely, not
 * through an index (cite/bib/database_files.h).
 */
#ifndef DOSSIER_BIB_CHECK_CHECK_H
#define DOSSIER_BIB_CHECK_CHECK_H

#include "cite/bib/bib.h"

/** Decodes and checks every entry of the database. Findings are reported in `d`, at their places.
 */
void bib_check(struct bib *b, struct diags *d);
/** Reports entries that are not among the `n` cited keys and that no cited entry needs. */
void bib_check_unused(struct bib *b, const struct str *cited, size_t n, struct diags *d);

/* ---- duplicates ---- */

enum bib_duplicate {
    BIB_UNIQUE,
    BIB_SAME_DOI,  /* the same DOI as an earlier entry */
    BIB_SAME_TITLE /* the same title, year and first author, compared by letters and digits,
                      ignoring case and accents */
};

struct bib_twin {
    /* the place of the earliest entry of the same work in the database; it may be the entry
     * itself */
    size_t first;
    enum bib_duplicate why;
};

/** Finds, for each of the bib_count() entries, the earliest entry of the same work. The result is
 * in the arena. */
struct bib_twin *bib_duplicates(struct bib *b, struct arena *a, struct diags *d);

/** A preprint and its published version. */
struct bib_pair {
    size_t preprint, paper; /* the places of the two entries in the database */
};
/** Finds pairs of works with the same title and first author: one is only on a preprint server, the
 * other has appeared in a journal or book. The result is in the arena. */
struct bib_pair *bib_preprints(struct bib *b, struct arena *a, struct diags *d, size_t *n);

/* ---- identifiers: pure functions ---- */

enum bib_doi_fault {
    BIB_DOI_FINE,
    BIB_DOI_ADDRESS, /* https://doi.org/10.1/x or doi:10.1/x: valid, but it contains more than the
                        DOI */
    BIB_DOI_DOUBLED, /* the DOI is followed by an address: 10.1/xhttps://doi.org/10.1/x */
    BIB_DOI_TAIL,    /* a full stop or comma after the DOI */
    BIB_DOI_BAD
};

/** Checks a DOI (DOI Handbook, 2.2). If there is one in the value, `*bare` becomes the DOI alone.
 */
enum bib_doi_fault bib_doi_check(struct str value, struct str *bare);
/** Reports an invalid DOI of an item, in the same way as the lint. */
void bib_check_doi(const struct item *it, struct diags *d);
/** Whether all ISBNs in a value are valid: ISBN-10 and ISBN-13 (ISO 2108) with hyphens and blanks,
 * separated by commas. */
bool bib_isbn_check(struct str value);
/** Whether all ISSNs in a value are valid (ISO 3297). */
bool bib_issn_check(struct str value);
/** Checks the last digit of an ORCID (ISO 7064, MOD 11-2). `sixteen` are its sixteen digits without
 * hyphens. */
bool bib_orcid_check(struct str sixteen);

#endif
