/* SPDX-License-Identifier: MIT */
/* Items as text of the library. Private to bib. */
#ifndef DOSSIER_BIB_STORE_STORE_ITEM_H
#define DOSSIER_BIB_STORE_STORE_ITEM_H

#include "cite/bib/store/store.h"

/** Replaces NUL, which JSON and SQL cannot have, by U+FFFD; `s` itself without one. */
struct str bib_store_text(struct arena *a, struct str s);
/** The hash by which texts are compared. */
static inline int64_t bib_store_hash(struct str s) {
    return (int64_t)str_hash(s);
}
/** Appends the item as one line of JSON, without its places. */
void bib_store_item_write(struct buf *out, const struct item *it);
/** Reads it back in the arena; NULL when it is invalid. */
struct item *bib_store_item_read(struct arena *a, struct str body);
/** The text that is searched, by column, as plain text in the arena. */
void bib_store_item_words(struct arena *a, const struct item *it,
                          struct str words[BIB_COLUMN_COUNT]);

/** The same for a row; only its key when its item is unreadable. */
void bib_store_row_words(struct arena *a, const struct bib_store_row *row,
                         struct str words[BIB_COLUMN_COUNT]);

/** "author", "title"...; and back, with a few synonyms: -1 when unknown. */
const char *bib_store_column_name(enum bib_store_column c);
int bib_store_column_find(struct str name);

#endif
