/* SPDX-License-Identifier: MIT */
/* Items as text in the library. Private to bib. */
#ifndef DOSSIER_BIB_STORE_STORE_ITEM_H
#define DOSSIER_BIB_STORE_STORE_ITEM_H

#include "cite/bib/store/store.h"

/** Replaces NUL, which JSON and SQL cannot contain, with U+FFFD. Without a NUL the result is `s`
 * itself. */
struct str bib_store_text(struct arena *a, struct str s);
/** The hash by which texts are compared. */
static inline int64_t bib_store_hash(struct str s) {
    return (int64_t)str_hash(s);
}
/** Appends an item as one line of JSON, without its places in the source. */
void bib_store_item_write(struct buf *out, const struct item *it);
/** Reads an item from the JSON of bib_store_item_write(), into the arena. Returns NULL when the
 * text is invalid. */
struct item *bib_store_item_read(struct arena *a, struct str body);
/** The texts of an item that a search covers, by column, as plain text in the arena. */
void bib_store_item_words(struct arena *a, const struct item *it,
                          struct str words[BIB_COLUMN_COUNT]);

/** Returns the texts of a row that a search covers; if its item cannot be read, only its key. */
void bib_store_row_words(struct arena *a, const struct bib_store_row *row,
                         struct str words[BIB_COLUMN_COUNT]);

/** Returns the name of a column ("author", "title"...), and the column for a name or a synonym.
 * Returns -1 when the name is unknown. */
const char *bib_store_column_name(enum bib_store_column c);
int bib_store_column_find(struct str name);

#endif
