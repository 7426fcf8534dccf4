/* SPDX-License-Identifier: MIT */
/*
 * Items as the library keeps them. Private to bib/.
 */
#ifndef DOSSIER_BIB_STORE_STORE_ITEM_H
#define DOSSIER_BIB_STORE_STORE_ITEM_H

#include "cite/bib/store/store.h"

/** NUL, which JSON and SQL have no place for, as U+FFFD; `s` itself when it has none. */
struct str bib_store_text(struct arena *a, struct str s);
/** What a text is compared by. */
static inline int64_t bib_store_hash(struct str s) {
    return (int64_t)str_hash(s);
}
/** Appends the item as one line of JSON: all of it but its places. */
void bib_store_item_write(struct buf *out, const struct item *it);
/** Reads that again, in the arena; NULL when it is none. */
struct item *bib_store_item_read(struct arena *a, struct str body);
/** What is searched for words, as plain text in the arena. */
void bib_store_item_words(struct arena *a, const struct item *it,
                          struct str words[BIB_COLUMN_COUNT]);

/** The same of a row whose item is not at hand; of one that cannot be read, its key alone. */
void bib_store_row_words(struct arena *a, const struct bib_store_row *row,
                         struct str words[BIB_COLUMN_COUNT]);

/** "author", "title"...; and back, with a few other names for the same: -1 when unknown. */
const char *bib_store_column_name(enum bib_store_column c);
int bib_store_column_find(struct str name);

#endif
