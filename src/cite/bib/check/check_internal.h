/* SPDX-License-Identifier: MIT */
/* Declarations shared by the files of the database checks. Private to bib. */
#ifndef DOSSIER_BIB_CHECK_CHECK_INTERNAL_H
#define DOSSIER_BIB_CHECK_CHECK_INTERNAL_H

#include "cite/bib/check/check.h"
#include "cite/bib/database.h"
#include "cite/bib/item/item_text.h"

/** The titles of a file that have all or nearly all of their words in braces. */
struct bib_braced {
    const struct source *src;
    struct span at[4]; /* the places of the first four of these titles */
    /* the number of all these titles; how many of them are in a single pair of braces */
    size_t n, wrapped;
    struct bib_braced *next;
};

struct bib_checker {
    struct bib *b;
    struct arena *a;
    struct diags *d;
    struct map unknown_fields; /* the names of unknown fields; each name is reported once */
    /* maps the folded name of a journal to its struct journal (check.c) */
    struct map journals;
    struct map initials; /* maps initials to the first struct journal whose words have them */
    struct bib_braced *braced;
};

/** Whether a field is in the entry itself and not inherited. */
bool bib_check_is_own(const struct bib_entry *e, const struct bibtex_field *f);
/** The place of a part of a field's value; or of the whole value, if its bytes are not in the
 * source. */
struct span bib_check_place(const struct bibtex_field *f, size_t from, size_t to);
/** Adds a replacement for a part of a field's value to the hint and as a fix. The caller must be
 * certain that it is correct. */
void bib_check_correct(struct bib_checker *c, struct diag *g, const struct bibtex_field *f,
                       struct str part, struct str text);

void bib_check_type(struct bib_checker *c, const struct bib_entry *e);
void bib_check_known_fields(struct bib_checker *c, const struct bib_entry *e);
/** Reports keys in `xref`, `related` and `entryset` that no entry has. */
void bib_check_links(struct bib_checker *c, const struct bib_entry *e);
void bib_check_required(struct bib_checker *c, const struct bib_entry *e, const struct item *it);
void bib_check_identifiers(struct bib_checker *c, const struct bib_entry *e, const struct item *it);
void bib_check_titles(struct bib_checker *c, const struct bib_entry *e, const struct item *it);
/** Reports the titles in braces that bib_check_titles() has found, once for each file. */
void bib_check_braced(struct bib_checker *c);
void bib_check_dates(struct bib_checker *c, const struct bib_entry *e, const struct item *it);
void bib_check_pages(struct bib_checker *c, const struct bib_entry *e);
void bib_check_names(struct bib_checker *c, const struct bib_entry *e);
void bib_check_values(struct bib_checker *c, const struct bib_entry *e);
/** Whether a journal is the name of a preprint server: arXiv, CoRR. */
bool bib_check_is_preprint(struct arena *a, struct str journal);
/** Reports a work if its title or its database states that it was retracted. */
void bib_check_retracted(struct bib_checker *c, const struct item *it);
/** Reports page ranges without an end, and lines of Zotero's field Extra that are in a note. */
void bib_check_leftovers(struct bib_checker *c, const struct item *it);

#endif
