/* SPDX-License-Identifier: MIT */
/*
 * The lint of a citation database: what readers accept and a careful author would not leave.
 *
 * Reading reports what cannot be understood (duplicate keys, undefined @strings, broken crossrefs,
 * dates that are none); this looks at what was understood. Each kind of fault has an id of the
 * catalog of its own, so that it can be switched (struct diags, `levels`). The files must have been
 * read whole, not by an index (cite/bib/database_files.h).
 */
#ifndef DOSSIER_BIB_CHECK_CHECK_H
#define DOSSIER_BIB_CHECK_CHECK_H

#include "cite/bib/bib.h"

/** Decodes and checks every entry of the database. Faults go to `d`, at their places. */
void bib_check(struct bib *b, struct diags *d);
/** Reports entries that are neither among the `n` cited keys nor needed by one that is. */
void bib_check_unused(struct bib *b, const struct str *cited, size_t n, struct diags *d);

/* ---- duplicates ---- */

enum bib_duplicate {
    BIB_UNIQUE,
    BIB_SAME_DOI,  /* as an earlier entry */
    BIB_SAME_TITLE /* title, year and first author; letters and digits count, case and accents do
                      not */
};

struct bib_twin {
    size_t first; /* the earliest entry of the same work; its own place when there is none */
    enum bib_duplicate why;
};

/** For each of bib_count() entries, which earlier one is the same work. In the arena. */
struct bib_twin *bib_duplicates(struct bib *b, struct arena *a, struct diags *d);

/* ---- identifiers: pure functions ---- */

enum bib_doi_fault {
    BIB_DOI_FINE,
    BIB_DOI_ADDRESS, /* https://doi.org/10.1/x, doi:10.1/x: right, but not the DOI alone */
    BIB_DOI_DOUBLED, /* 10.1/xhttps://doi.org/10.1/x */
    BIB_DOI_TAIL,    /* a full stop or comma behind it */
    BIB_DOI_BAD
};

/** What is wrong with a DOI (DOI Handbook, 2.2); `*bare` becomes the DOI alone where one is found.
 */
enum bib_doi_fault bib_doi_check(struct str value, struct str *bare);
/** Reports the DOI of an item when it leads nowhere, as the lint does. */
void bib_check_doi(const struct item *it, struct diags *d);
/** ISBN-10 and ISBN-13 (ISO 2108) with hyphens and blanks; several with commas between. True when
 * all of them are right. */
bool bib_isbn_check(struct str value);
/** ISSN (ISO 3297), one or several. */
bool bib_issn_check(struct str value);
/** Whether the sixteen digits of an ORCID, 0000-0002-1825-0097, fit its check digit (ISO 7064,
 * MOD 11-2). */
bool bib_orcid_check(struct str sixteen);

#endif
