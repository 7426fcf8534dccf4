/* SPDX-License-Identifier: MIT */
/*
 * The tokenizer of the library: that of SQLite's full-text index (FTS5's unicode61 without accents,
 * sqlite.org/fts5.html#unicode61_tokenizer), also for other storages, so that all find the same.
 * Private to bib/store.
 */
#ifndef DOSSIER_BIB_STORE_STORE_WORDS_H
#define DOSSIER_BIB_STORE_STORE_WORDS_H

#include "cite/bib/store/store.h"

struct bib_words;

/** Takes a word, folded; its text is borrowed for the call. */
typedef void bib_words_fn(struct str word, void *user);

/** Opens the tokenizer in the arena; NULL when this SQLite has no full-text index. One thread may
 * use it at a time. */
struct bib_words *bib_words_open(struct arena *a);
/** NULL is allowed. */
void bib_words_close(struct bib_words *w);
/** Calls `fn` for the words of a text in order; returns their number. */
size_t bib_words_each(struct bib_words *w, struct str text, bib_words_fn *fn, void *user);

#endif
