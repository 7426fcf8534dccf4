/* SPDX-License-Identifier: MIT */
/*
 * Merges two entries of a .bib file that are the same work. Private to cli.
 */
#ifndef DOSSIER_CLI_REFS_MERGE_H
#define DOSSIER_CLI_REFS_MERGE_H

#include "cite/bib/bibtex/bib_text.h"
#include "cite/bib/item/item.h"

/** A field of the entry that stays, as it will be. */
struct refs_merged_field {
    const struct bib_text_field *own; /* of the entry that stays; NULL: it had none */
    struct str name;
    struct str value;        /* with its delimiters */
    const struct item *from; /* the item that the value is of */
};

/** An entry that others are merged into. */
struct refs_merged {
    struct arena *arena;
    VEC(struct refs_merged_field) fields;
    struct str type;
    struct str ids; /* keys that the entry has had, ", " between */
};

/** A field that keeps two entries apart. */
struct refs_conflict {
    struct str name;
    struct str first, second; /* the values as written */
};
typedef VEC(struct refs_conflict) refs_conflict_vec;

/** Begins with the entry that stays. */
void refs_merge_begin(struct refs_merged *m, struct arena *a, const struct bib_piece *p,
                      const struct item *it);
/**
 * Takes the values of `p` that contain more: more authors, full names, a range with its end. Fields
 * that contradict each other are appended to `conflicts`; then no value is taken, and the result is
 * false. `same_file`: both entries have the same @strings.
 */
bool refs_merge_add(struct refs_merged *m, const struct bib_piece *p, const struct item *it,
                    bool same_file, refs_conflict_vec *conflicts);

#endif
