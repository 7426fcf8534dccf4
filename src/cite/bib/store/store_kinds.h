/* SPDX-License-Identifier: MIT */
/*
 * The kinds of storage. A new kind is a file with its function, and a row here. Private to
 * bib/store.
 */
#ifndef DOSSIER_BIB_STORE_STORE_KINDS_H
#define DOSSIER_BIB_STORE_STORE_KINDS_H

#include "cite/bib/store/store.h"

/* X(id, scheme). The names of a kind are `scheme://PLACE`. Names without a scheme belong to the
 * first kind. */
#define BIB_STORE_KINDS(X)                                                                         \
    X(sqlite, "sqlite")                                                                            \
    X(pg, "postgresql")                                                                            \
    X(pg, "postgres")

#define X(id, scheme)                                                                              \
    /* Opens a library at a place, like bib_store_open(). */                                       \
    struct bib_store *bib_store_##id##_open(struct arena *a, struct str place,                     \
                                            enum bib_store_mode mode, struct span at,              \
                                            struct diags *d);
BIB_STORE_KINDS(X)
#undef X

/** Returns the format with a name, or BIB_AUTO. Formats are stored by name, because the numbers of
 * the enumeration differ between versions. */
static inline enum bib_format bib_store_format(struct str name) {
    enum bib_format format = bib_format_find(name);
    return format == BIB_FORMAT_COUNT ? BIB_AUTO : format;
}
/** Whether a query asks for one item by its key and for nothing else. Documents repeat this query.
 */
static inline bool bib_store_is_look_up(const struct bib_store_query *q) {
    return q->has_key && q->limit == 1 && !q->bare && !q->with_words && !q->nterms && !q->ntypes &&
           !q->has_years && !q->file;
}
/* The columns of a row in the order in which each storage reads them; with `bare`, without body. */
#define BIB_STORE_BARE_COLUMNS                                                                     \
    "i.id, i.file, f.path, i.key, i.position, i.line, i.type, i.year, i.hash, ''"
#define BIB_STORE_ROW_COLUMNS                                                                      \
    "i.id, i.file, f.path, i.key, i.position, i.line, i.type, i.year, i.hash, i.body"
/** The number of columns of a row, without the columns of words, which come after them. */
#define BIB_STORE_NCOLUMNS 10
/** The columns of a file. */
#define BIB_STORE_FILE_COLUMNS "id, path, format, size, mtime, hash, count"
/* The maximum number of keys that a search for the nearest key reads. */
#define BIB_STORE_KEYS_SCANNED "500000"

/** Reports an error of a library, if it has diagnostics; `hint` may be empty. Returns false. */
bool bib_store_fault(struct bib_store *s, const struct diag_rule *id, const char *what,
                     struct str hint);
/** Reports damage of a library's content. Returns false. */
bool bib_store_damaged(struct bib_store *s, const char *fmt, ...) ATTR_PRINTF(2, 3);

/* ---- the tokenizer ---- */

/** The tokenizer of SQLite's full-text index (FTS5's unicode61 without accents,
 * sqlite.org/fts5.html#unicode61_tokenizer). All kinds of storage use it, so that they find the
 * same items. */
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
