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

/** The functions of libpq, PostgreSQL's client library, that are called. It may not be installed.
 */
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
    bool no_tokenizer;           /* the tokenizer is missing, which was reported */
    struct bib_pg_batch batch;
    unsigned cursors; /* number of open cursors */
    bool has_find;    /* the statement that finds a key was prepared */
    bool lost;        /* the connection is lost, which was reported */
    int patience;     /* the time to wait for an answer, in milliseconds */
};

static inline struct bib_pg *pg_of(struct bib_store *s) {
    return (struct bib_pg *)s;
}

/* A word of the index is the letter of its column followed by the folded word: "tslow". The letters
 * are in the order of enum bib_store_column. */
#define BIB_PG_LETTERS "ktavbw"
/* Maximum length in bytes of a word, and of the text of an item, that are indexed. A tsvector has
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

/** The parameters of a statement. They are numbered from 1 in the order in which they are added. */
struct bib_pg_params {
    struct bib_pg_param {
        Oid type;
        struct str text; /* the text of the parameter, borrowed */
        char number[8];  /* a number as its bytes; used when `text.p` is NULL */
    } * p;
    size_t n, cap;
};

/* Each of these functions adds a parameter and returns its number. */
int bib_pg_text(struct bib_pg_params *p, struct str text);
int bib_pg_int(struct bib_pg_params *p, int64_t value);
/** Adds an array of numbers as a parameter. Its bytes are put into `scratch`, which must live until
 * the statement has run. */
int bib_pg_ints(struct bib_pg_params *p, struct buf *scratch, const bib_store_ids *ids);

/** Runs one statement and empties `p`, which may be NULL. Free the result with PQclear(). When the
 * statement fails, the reason is reported and NULL is returned. */
PGresult *bib_pg_query(struct bib_pg *q, const char *sql, struct bib_pg_params *p);
/** Runs several statements without parameters. Returns the result of the last one. */
PGresult *bib_pg_query_last(struct bib_pg *q, const char *sql);
/** Like bib_pg_query(), for a statement that was prepared under a name. */
PGresult *bib_pg_query_prepared(struct bib_pg *q, const char *name, struct bib_pg_params *p);
/** Returns the result of the statement that was sent, or of the last one of several. NULL if
 * nothing was sent (`sent` is 0) or if the server does not answer in time. */
PGresult *bib_pg_answer(struct bib_pg *q, int sent);
/** Ends a transaction without its changes. */
void bib_pg_rollback(struct bib_pg *q);
/** Runs any number of statements without results. */
bool bib_pg_run(struct bib_pg *q, const char *sql);
/** Runs one statement with parameters. Its result is dropped. */
bool bib_pg_do(struct bib_pg *q, const char *sql, struct bib_pg_params *p);
/** The single number that a query returns. `other` when it returns none or fails. */
int64_t bib_pg_number(struct bib_pg *q, const char *sql, int64_t other);
/** Fills a table with rows in the binary form of COPY, without head and end. */
bool bib_pg_copy(struct bib_pg *q, const char *sql, struct str rows);

/** Returns an integer in a result; 0 for a NULL of SQL. */
int64_t bib_pg_get_int(struct bib_pg *q, const PGresult *r, int row, int column);
/** A text in a result, borrowed from it. `*sound` becomes false if the text is ill-formed UTF-8 or
 * longer than a document may be. */
struct str bib_pg_get_text(struct bib_pg *q, const PGresult *r, int row, int column, bool *sound);

/** Reports the error of a result. With NULL, reports the error of the connection. Returns false. */
bool bib_pg_failed(struct bib_pg *q, const PGresult *r);

/* ---- store_pg_write.c ---- */

bool bib_pg_file_find(struct bib_store *s, struct arena *a, struct bib_store_file *f);
bool bib_pg_file_list(struct bib_store *s, struct arena *a, struct bib_store_file **out, size_t *n);
bool bib_pg_file_put(struct bib_store *s, struct bib_store_file *f);
bool bib_pg_file_drop(struct bib_store *s, int64_t id);
bool bib_pg_row_put(struct bib_store *s, const struct bib_store_row *row);
bool bib_pg_row_move(struct bib_store *s, const struct bib_store_row *row);
bool bib_pg_row_drop(struct bib_store *s, int64_t id);
/** Makes the table item_text and its index again from the items. */
bool bib_pg_reindex(struct bib_store *s);
/** Converts the words of an item to the form in which item_text keeps them, all in words[0]. */
void bib_pg_words_kept(struct bib_store *s, struct arena *a, struct str words[BIB_COLUMN_COUNT]);
/** Sends the collected rows to the server. */
bool bib_pg_flush(struct bib_pg *q);
/** Drops the collected rows. */
void bib_pg_forget(struct bib_pg *q);

/* ---- store_pg_read.c ---- */

bool bib_pg_each(struct bib_store *s, const struct bib_store_query *query, bib_store_row_fn *fn,
                 void *user);
bool bib_pg_keys(struct bib_store *s, struct arena *a, struct str prefix, size_t shortest,
                 size_t longest, size_t max, struct str **out, size_t *n);
bool bib_pg_stats(struct bib_store *s, struct bib_store_stats *out, bib_store_type_fn *fn,
                  void *user);
bool bib_pg_check(struct bib_store *s);

/* ---- store_pg_search.c ---- */

/** Appends the statement for a query to `sql`, and its parameters to `p`. Texts are put into the
 * arena. */
void bib_pg_select(struct bib_pg *q, struct arena *a, const struct bib_store_query *query,
                   struct buf *sql, struct bib_pg_params *p);

#endif
