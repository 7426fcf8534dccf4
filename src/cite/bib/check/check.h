/* SPDX-License-Identifier: MIT */
/*
 * The lint of a citation database: entries that readers accept and a careful author would correct.
 *
 * Reading reports errors (duplicate keys, undefined @strings, broken crossrefs, invalid dates); the
 * lint checks the items. Each kind of finding has its own id in the catalog, so that it can be
 * switched (struct diags, `levels`). The files must have been read completely, not by an index
 * (cite/bib/database_files.h).
 */
#ifndef DOSSIER_BIB_CHECK_CHECK_H
#define DOSSIER_BIB_CHECK_CHECK_H

#include "cite/bib/bib.h"

/** Decodes and checks every entry of the database. Findings go to `d`, at their places. */
void bib_check(struct bib *b, struct diags *d);
/** Reports entries that are neither among the `n` cited keys nor needed by a cited one. */
void bib_check_unused(struct bib *b, const struct str *cited, size_t n, struct diags *d);

/* ---- duplicates ---- */

enum bib_duplicate {
    BIB_UNIQUE,
    BIB_SAME_DOI,  /* as an earlier entry */
    BIB_SAME_TITLE /* title, year and first author by letters and digits; case and accents do not
                      count */
};

struct bib_twin {
    size_t first; /* the earliest entry of the same work; its own place if it is the first */
    enum bib_duplicate why;
};

/** For each of bib_count() entries, the earlier entry that is the same work. In the arena. */
struct bib_twin *bib_duplicates(struct bib *b, struct arena *a, struct diags *d);

/** A preprint and its published version. */
struct bib_pair {
    size_t preprint, paper; /* places of the entries */
};
/** The pairs of a database: the same title and first author, and one of both is at a server of
 * preprints only. In the arena. */
struct bib_pair *bib_preprints(struct bib *b, struct arena *a, struct diags *d, size_t *n);

/* ---- identifiers: pure functions ---- */

enum bib_doi_fault {
    BIB_DOI_FINE,
    BIB_DOI_ADDRESS, /* https://doi.org/10.1/x, doi:10.1/x: valid, but more than the DOI */
    BIB_DOI_DOUBLED, /* 10.1/xhttps://doi.org/10.1/x */
    BIB_DOI_TAIL,    /* a full stop or comma after it */
    BIB_DOI_BAD
};

/** Checks a DOI (DOI Handbook, 2.2); `*bare` becomes the DOI alone if one is found. */
enum bib_doi_fault bib_doi_check(struct str value, struct str *bare);
/** Reports an invalid DOI of an item, as the lint does. */
void bib_check_doi(const struct item *it, struct diags *d);
/** Whether all ISBNs of a value are valid: ISBN-10 and ISBN-13 (ISO 2108) with hyphens and blanks,
 * separated by commas. */
bool bib_isbn_check(struct str value);
/** The same for ISSNs (ISO 3297). */
bool bib_issn_check(struct str value);
/** Checks the digit of an ORCID (ISO 7064, MOD 11-2): sixteen digits without hyphens. */
bool bib_orcid_check(struct str sixteen);

#endif
