/* SPDX-License-Identifier: MIT */
/*
 * Everything that the files of the SQLite storage share. Private to them. No other header includes
 * SQLite's.
 *
 * Invariants: 1. Bound text lives until its statement is reset. 2. A cached statement that is not
 * in use is reset and has no bindings. 3. In a transaction the rows of item and item_text have the
 * same ids.
 */
#ifndef DOSSIER_BIB_STORE_STORE_SQLITE_H
#define DOSSIER_BIB_STORE_STORE_SQLITE_H

#include "cite/bib/store/sqlite_calls.h"
#include "cite/bib/store/store_kinds.h"

/** Statements that run for each item. They are prepared once. */
enum bib_sqlite_cached {
    BIB_SQL_ITEM_INSERT,
    BIB_SQL_ITEM_UPDATE,
    BIB_SQL_ITEM_MOVE,
    BIB_SQL_ITEM_DELETE,
    BIB_SQL_TEXT_INSERT,
    BIB_SQL_TEXT_DELETE,
    BIB_SQL_FIND_KEY,
    BIB_SQL_CACHED_COUNT
};

struct bib_sqlite {
    struct bib_store base; /* must be first, so that pointers can be converted */
    sqlite3 *db;
    sqlite3_stmt *cached[BIB_SQL_CACHED_COUNT];
};

static inline struct bib_sqlite *sqlite_of(struct bib_store *s) {
    return (struct bib_sqlite *)s;
}

/* ---- store_sqlite.c ---- */

/** Reports SQLite's error. Returns false. */
bool bib_sqlite_failed(struct bib_sqlite *q);
/** Runs statements without results. */
bool bib_sqlite_run(struct bib_sqlite *q, const char *sql);
/** Prepares a statement. NULL, after a report, when that fails. */
sqlite3_stmt *bib_sqlite_prepare(struct bib_sqlite *q, const char *sql);
sqlite3_stmt *bib_sqlite_cached(struct bib_sqlite *q, enum bib_sqlite_cached which,
                                const char *sql);
/** Binds a text or a number to a parameter. Parameters are counted from 1. */
void bib_sqlite_bind(sqlite3_stmt *st, int at, struct str text);
void bib_sqlite_bind_int(sqlite3_stmt *st, int at, int64_t value);
/** Runs a statement that returns no rows, and resets it. */
bool bib_sqlite_finish(struct bib_sqlite *q, sqlite3_stmt *st);
/** The text of a column, counted from 0; borrowed until the next step. `*sound` becomes false if it
 * is ill-formed UTF-8. */
struct str bib_sqlite_text(sqlite3_stmt *st, int at, bool *sound);
/** Returns the single number that a query returns. `other` when it returns none or fails. */
int64_t bib_sqlite_number(struct bib_sqlite *q, const char *sql, int64_t other);

/* ---- store_sqlite_write.c ---- */

bool bib_sqlite_file_find(struct bib_store *s, struct arena *a, struct bib_store_file *f);
bool bib_sqlite_file_list(struct bib_store *s, struct arena *a, struct bib_store_file **out,
                          size_t *n);
bool bib_sqlite_file_put(struct bib_store *s, struct bib_store_file *f);
bool bib_sqlite_file_drop(struct bib_store *s, int64_t id);
bool bib_sqlite_row_put(struct bib_store *s, const struct bib_store_row *row);
bool bib_sqlite_row_move(struct bib_store *s, const struct bib_store_row *row);
bool bib_sqlite_row_drop(struct bib_store *s, int64_t id);
bool bib_sqlite_reindex(struct bib_store *s);

/* ---- store_sqlite_read.c ---- */

bool bib_sqlite_each(struct bib_store *s, const struct bib_store_query *query, bib_store_row_fn *fn,
                     void *user);
bool bib_sqlite_keys(struct bib_store *s, struct arena *a, struct str prefix, size_t shortest,
                     size_t longest, size_t max, struct str **out, size_t *n);
bool bib_sqlite_stats(struct bib_store *s, struct bib_store_stats *out, bib_store_type_fn *fn,
                      void *user);
bool bib_sqlite_check(struct bib_store *s);

#endif
