/* SPDX-License-Identifier: MIT */
/*
 * Between the parts of the lint. Private to bib/.
 */
#ifndef DOSSIER_BIB_CHECK_CHECK_INTERNAL_H
#define DOSSIER_BIB_CHECK_CHECK_INTERNAL_H

#include "bib/check/check.h"
#include "bib/database.h"
#include "bib/item/words.h"

struct checker {
    struct bib *b;
    struct arena *a;
    struct diags *d;
    struct index unknown_fields; /* those told already: each name is told once */
    struct index journals;       /* folded name to struct journal (check.c) */
    struct index initials;       /* initials of a journal's words to the first struct journal */
};

/** Whether the field stands in the entry itself, not in one it inherits from. */
bool check_is_own(const struct entry *e, const struct raw_field *f);
/** A place within a field's value, or the whole value when its bytes stand elsewhere. */
struct span check_place(const struct raw_field *f, size_t from, size_t to);

void check_type(struct checker *c, const struct entry *e);
void check_known_fields(struct checker *c, const struct entry *e);
void check_required(struct checker *c, const struct entry *e, const struct item *it);
void check_identifiers(struct checker *c, const struct entry *e, const struct item *it);
void check_titles(struct checker *c, const struct entry *e, const struct item *it);
void check_dates(struct checker *c, const struct entry *e, const struct item *it);
void check_pages(struct checker *c, const struct entry *e);

#endif
