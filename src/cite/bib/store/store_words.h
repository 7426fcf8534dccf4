/* SPDX-License-Identifier: MIT */
/*
 * The tokenizer of the library. It is that of SQLite's full-text index (FTS5's unicode61 without
 * accents, sqlite.org/fts5.html#unicode61_tokenizer). All kinds of storage use it, so that they
 * find the same items. Private to bib/store.
 */
#ifndef DOSSIER_BIB_STORE_STORE_WORDS_H
#define DOSSIER_BIB_STORE_STORE_WORDS_H

#include "cite/bib/store/store.h"

struct bib_words;

/** Receives a folded word. Its text is borrowed during the call. */
typedef void bib_words_fn(struct str word, void *user);

/** Opens the tokenizer, in the arena. NULL when this SQLite has no full-text index. Only one thread
 * may use it at a time. */
struct bib_words *bib_words_open(struct arena *a);
/** Closes the tokenizer. NULL is allowed. */
void bib_words_close(struct bib_words *w);
/** Calls `fn` for each word of a text, in order. Returns the number of words. */
size_t bib_words_each(struct bib_words *w, struct str text, bib_words_fn *fn, void *user);

#endif
