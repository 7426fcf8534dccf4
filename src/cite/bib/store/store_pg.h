/* SPDX-License-Identifier: MIT */
/*
 * Everything that the files of the PostgreSQL storage share. Private to them. No other header
 * includes pg_library.h.
 *
 * Invariants: 1. Text from users or files reaches the server as a parameter or through COPY, never
 * as a part of a statement. 2. A writer holds one lock of the database from begin() to commit(), so
 * ids are given out in order and nothing that it has read changes. 3. Rows that are put, moved and
 * dropped are collected and sent many at a time; every read sends them first. 4. Each row of `item`
 * has a row of `item_text` with the same id.
 */
#ifndef DOSSIER_BIB_STORE_STORE_PG_H
#define DOSSIER_BIB_STORE_STORE_PG_H

#include "cite/bib/store/pg_library.h"
#include "cite/bib/store/store_kinds.h"
#include "core/base/buf.h"
#include "core/base/module.h"
#include "core/base/vec.h"

/** The functions of PostgreSQL's client library, libpq. libpq need not be installed. */
struct pg_calls {
#define CALL(name) MODULE_FIELD(name)
#include "cite/bib/store/pg_calls.def"
#undef CALL
};

/** The rows that are collected for the server. */
struct bib_pg_batch {
    struct buf items, texts; /* rows in the binary form of COPY, without head and end */
    bib_store_ids drops, moves, positions, lines;
    int64_t last_id; /* the last id of an item; 0: not read yet */
    int64_t written; /* number of rows written in this transaction */
};

struct bib_pg {
    struct bib_store base; /* must be first, so that pointers can be converted */
    struct pg_calls lib;
    PGconn *conn;
    struct bib_words *tokenizer; /* NULL until it is needed */
    bool no_tokenizer;           /* the tokenizer is missing; this was reported */
    struct bib_pg_batch batch;
    unsigned cursors; /* number of open cursors */
    bool has_find;    /* the statement that finds a key was prepared */
    bool lost;        /* the connection is lost; this was reported */
    int patience;     /* the time to wait for an answer, in milliseconds */
};

static inline struct bib_pg *pg_of(struct bib_store *s) {
    return (struct bib_pg *)s;
}

/* A word of the index is the letter of its column followed by the folded word: "tslow". The letters
 * are in the order of enum bib_store_column. */
#define BIB_PG_LETTERS "ktavbw"
/* The maximum lengths in bytes of a word and of the text of an item in the index. A tsvector has
 * room for words of 2,046 bytes and for 1 MB in all
 * (postgresql.org/docs/current/textsearch-limitations.html). */
#define BIB_PG_MAX_WORD 1000
#define BIB_PG_MAX_WORDS 400000

/* ---- store_pg.c ---- */

/**
 * Calls `fn` for each word of a text, like bib_words_each(), but each word is cut at
 * BIB_PG_MAX_WORD bytes. If there is no tokenizer, this is reported and writing fails.
 */
void bib_pg_each_word(struct bib_pg *q, struct str text, bib_words_fn *fn, void *user);

/* ---- store_pg_statement.c ---- */

/** Adds an array of numbers as a parameter. Its bytes are put into `scratch`, which must live until
 * the statement has run. */
void bib_pg_ints(struct bib_sql *sql, struct buf *scratch, const bib_store_ids *ids);

/** Runs one statement. Free the result with PQclear(). When the statement fails, the reason is
 * reported and NULL is returned. */
PGresult *bib_pg_query(struct bib_pg *q, const struct bib_sql *sql);
/** Runs several statements without parameters. Returns the result of the last one. */
PGresult *bib_pg_query_last(struct bib_pg *q, const char *sql);
/** Ends a transaction without its changes. */
void bib_pg_rollback(struct bib_pg *q);
/** Runs any number of statements without results. */
bool bib_pg_run(struct bib_pg *q, const char *sql);
/** Runs one statement. Its result is dropped. */
bool bib_pg_do(struct bib_pg *q, const struct bib_sql *sql);
/** Fills a table with rows in the binary form of COPY, without head and end. */
bool bib_pg_copy(struct bib_pg *q, const char *sql, struct str rows);

/** Returns an integer in a result; 0 for a NULL of SQL. */
int64_t bib_pg_get_int(struct bib_pg *q, const PGresult *r, int row, int column);
/* The functions of struct bib_store_ops for the values of a row. */
bool bib_pg_number(const struct bib_sql_row *row, int column, int64_t *out);
struct str bib_pg_text(const struct bib_sql_row *row, int column, bool *sound);

/* ---- store_pg_write.c ---- */

bool bib_pg_row_put(struct bib_store *s, const struct bib_store_row *row);
bool bib_pg_row_move(struct bib_store *s, const struct bib_store_row *row);
bool bib_pg_row_drop(struct bib_store *s, int64_t id);
bool bib_pg_words_put(struct bib_store *s, int64_t id, const struct str words[BIB_COLUMN_COUNT]);
/** Makes an empty table item_text and its index. */
bool bib_pg_make_index(struct bib_store *s);
/** Converts the words of an item to the form that they have in item_text. All of them move to
 * words[0]. */
void bib_pg_words_kept(struct bib_store *s, struct arena *a, struct str words[BIB_COLUMN_COUNT]);
/** Sends the collected rows to the server. */
bool bib_pg_flush(struct bib_pg *q);
/** Drops the collected rows. */
void bib_pg_forget(struct bib_pg *q);

/* ---- store_pg_read.c ---- */

extern const struct bib_sql_dialect bib_pg_dialect;

/** Sends the collected rows, and then runs a statement for struct bib_store_ops. */
bool bib_pg_rows(struct bib_store *s, const struct bib_sql *sql, bib_sql_row_fn *fn, void *user);
/** Appends a term of a search as a tsquery. */
bool bib_pg_term(struct bib_store *s, struct buf *out, const struct bib_store_term *term);

#endif
