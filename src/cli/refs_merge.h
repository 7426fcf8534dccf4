/* SPDX-License-Identifier: MIT */
/*
 * Two entries of a .bib that are one work, made one: which of two values says more, and which
 * contradict each other. Private to cli.
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
 * Takes what `p` knows more, or better: more authors, names in full, a range with its end. Fields
 * of which neither value holds the other are appended to `conflicts`; then nothing is taken, and
 * false is returned. `same_file`: its @strings count for the entry that stays.
 */
bool refs_merge_add(struct refs_merged *m, const struct bib_piece *p, const struct item *it,
                    bool same_file, refs_conflict_vec *conflicts);

#endif
