/* SPDX-License-Identifier: MIT */
/*
 * Merges two entries of a .bib file that are the same work. Private to cli.
 */
#ifndef DOSSIER_CLI_REFS_MERGE_H
#define DOSSIER_CLI_REFS_MERGE_H

#include "cite/bib/bibtex/bib_text.h"
#include "cite/bib/item/item.h"

/** A field of the entry that is kept, with its new value. */
struct refs_merged_field {
    /* the field of the entry that is kept; NULL if the entry had no such field */
    const struct bib_text_field *own;
    struct str name;
    struct str value;        /* the value with its delimiters */
    const struct item *from; /* the item that has the value */
};

/** An entry into which others are merged. */
struct refs_merged {
    struct arena *arena;
    VEC(struct refs_merged_field) fields;
    struct str type;
    struct str ids; /* keys that the entry has had, separated by ", " */
};

/** A field that prevents two entries from being merged. */
struct refs_conflict {
    struct str name;
    struct str first, second; /* the values as they were written */
};
typedef VEC(struct refs_conflict) refs_conflict_vec;

/** Whether two names of fields have the same meaning: equal names, or those that BibTeX and
 * biblatex use for one field. */
bool refs_same_field(struct str x, struct str y);
/** Returns the letters and digits of a value, folded, to compare two spellings. The result is in
 * the arena. */
struct str refs_essence(struct arena *a, struct str value);

/** Begins a merge with the entry that is kept. */
void refs_merge_begin(struct refs_merged *m, struct arena *a, const struct bib_piece *p,
                      const struct item *it);
/**
 * Copies the values of `p` that contain more: more authors, full names, a range with its end.
 * Fields that contradict each other are appended to `conflicts`. In this case no value is copied,
 * and the result is false. `same_file` means that both entries have the same @strings.
 */
bool refs_merge_add(struct refs_merged *m, const struct bib_piece *p, const struct item *it,
                    bool same_file, refs_conflict_vec *conflicts);

#endif
