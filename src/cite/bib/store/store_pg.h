/* SPDX-License-Identifier: MIT */
/*
 * Between the parts of the PostgreSQL storage. Private to them: the only header, with pg_calls.h,
 * that sees libpq.
 *
 * Invariants: 1. What people or files say reaches the server as parameters or in COPY, never as a
 * part of a statement. 2. Who writes holds one lock of the database from begin() to commit(), so
 * that ids are given out in order and nothing read in between changes. 3. Rows that are put, moved
 * and dropped are gathered and sent many at a time; whatever reads sends them first. 4. Rows of
 * item and of item_text have the same ids.
 */
#ifndef DOSSIER_BIB_STORE_STORE_PG_H
#define DOSSIER_BIB_STORE_STORE_PG_H

#include "cite/bib/store/pg_calls.h"
#include "cite/bib/store/store_kinds.h"
#include "cite/bib/store/store_words.h"
#include "core/base/buf.h"
#include "core/base/map.h"
#include "core/base/vec.h"

/** In how many items words are that many have: what `library.frequent` says. */
struct bib_pg_counts {
    struct arena *arena; /* NULL: not read yet */
    struct map items;    /* word to a uintptr_t */
    unsigned asked;      /* words of this transaction that the server had to count */
    bool is_first;       /* there was no item yet */
    bool changed;
    bool unkept; /* the index is being made: they are counted at its end */
};

/** What is gathered for the server. */
struct bib_pg_batch {
    struct buf items; /* rows in the binary form of COPY, without its head and end */
    struct buf texts; /* of item_text: numbers of 8 bytes (id, words, bytes), the words */
    struct bib_pg_ids {
        VEC(int64_t) ids;
    } drops, moves, positions, lines;
    int64_t last_id;     /* of an item; 0: the server was not asked yet */
    int64_t rows, words; /* that `texts` adds */
    int64_t written;     /* rows of this transaction */
    int64_t mean;        /* words of an item that levels are made with; 0: not asked for yet */
    struct bib_pg_counts counts;
};

struct bib_pg {
    struct bib_store base; /* first: the two are one */
    struct pg_calls lib;
    PGconn *conn;
    struct bib_words *parter; /* NULL until it is needed */
    bool wordless;            /* there is none, and that was said */
    struct bib_pg_batch batch;
    unsigned cursors; /* open now */
    bool has_find;    /* the statement that finds a key is prepared */
    bool lost;        /* the connection, and that was said */
};

static inline struct bib_pg *pg_of(struct bib_store *s) {
    return (struct bib_pg *)s;
}

/* How the parts of a word in item_text.words are told apart: " tslow  tstreams ". Each word stands
 * between blanks of its own and begins with the letter of its column, so that a phrase is a piece
 * of this text. In the order of enum bib_store_column. */
#define BIB_PG_LETTERS "ktavbw"
/* What a word counts for by its column: one in a title for more than one in an abstract. As
 * store_sqlite_read.c has them. */
static const int bib_pg_weights[BIB_COLUMN_COUNT] = {4, 8, 6, 2, 1, 3};
/* Bytes of a word, and of the words of an item, that are searched: what a tsvector has room for
 * (postgresql.org/docs/current/textsearch-limitations.html). */
#define BIB_PG_MAX_WORD 1000
#define BIB_PG_MAX_WORDS 400000
/* What is in the index of words, of a table: must stand in queries as it stands in the index. Each
 * word of a row is there once, in whichever columns it is, with its level behind it. */
#define BIB_PG_VECTOR(table) "array_to_tsvector(string_to_array(btrim(" table "ranks), '  '))"

/* ---- store_pg.c ---- */

/** As bib_words_each(); where words cannot be parted that is reported, and writing fails. What
 * parts them is there from the opening on. */
size_t bib_pg_each_word(struct bib_pg *q, struct str text, bib_words_fn *fn, void *user);

/* ---- store_pg_ask.c ---- */

/** Parameters of a statement, numbered from 1 in the order in which they come. */
struct bib_pg_params {
    struct bib_pg_param {
        Oid type;
        bool null;
        struct str text; /* borrowed */
        char number[8];  /* or this, when `text.p` is NULL */
    } * p;
    size_t n, cap;
};

int bib_pg_text(struct bib_pg_params *p, struct str text);
int bib_pg_int(struct bib_pg_params *p, int64_t value);
int bib_pg_null(struct bib_pg_params *p);
/** An array of numbers; its bytes go to `scratch`, which must stay. */
int bib_pg_ints(struct bib_pg_params *p, struct buf *scratch, const struct bib_pg_ids *ids);

/** Runs one statement; `p` may be NULL and is emptied. Give the result to drop_result(); NULL, and
 * reported, when it failed. */
PGresult *bib_pg_ask(struct bib_pg *q, const char *sql, struct bib_pg_params *p);
/** Runs some statements without parameters, at once, and gives the result of the last: the server
 * sends it as text, of which bib_pg_get_int() and bib_pg_get_text() know. */
PGresult *bib_pg_ask_many(struct bib_pg *q, const char *sql);
/** The same in two steps: what is done between them is done while the server works. The second
 * must follow, whatever the first says. */
void bib_pg_send_many(struct bib_pg *q, const char *sql);
PGresult *bib_pg_receive(struct bib_pg *q);
/** The same as bib_pg_ask() for a statement that was prepared. */
PGresult *bib_pg_ask_prepared(struct bib_pg *q, const char *name, struct bib_pg_params *p);
/** Runs statements without results, any number of them. */
bool bib_pg_run(struct bib_pg *q, const char *sql);
/** One statement with parameters whose result does not matter. */
bool bib_pg_do(struct bib_pg *q, const char *sql, struct bib_pg_params *p);
/** The one number a query gives, or `other` when it gives none or fails. */
int64_t bib_pg_number(struct bib_pg *q, const char *sql, int64_t other);
/** Fills a table from rows in the binary form of COPY, without head and end. */
bool bib_pg_copy(struct bib_pg *q, const char *sql, struct str rows);

/** A value of a result; 0 where there is none. */
int64_t bib_pg_get_int(struct bib_pg *q, const PGresult *r, int row, int column);
/** Borrowed from the result. Ill-formed UTF-8, or more than a document may have, clears `*sound`.
 */
struct str bib_pg_get_text(struct bib_pg *q, const PGresult *r, int row, int column, bool *sound);

/** Reports what went wrong with a result, or with the connection when it is NULL; always false. */
bool bib_pg_failed(struct bib_pg *q, const PGresult *r);

/* ---- store_pg_write.c ---- */

bool bib_pg_file_find(struct bib_store *s, struct arena *a, struct bib_store_file *f);
bool bib_pg_file_list(struct bib_store *s, struct arena *a, struct bib_store_file **out, size_t *n);
bool bib_pg_file_put(struct bib_store *s, struct bib_store_file *f);
bool bib_pg_file_drop(struct bib_store *s, int64_t id);
bool bib_pg_row_put(struct bib_store *s, const struct bib_store_row *row);
bool bib_pg_row_move(struct bib_store *s, const struct bib_store_row *row);
bool bib_pg_row_drop(struct bib_store *s, int64_t id);
bool bib_pg_reindex(struct bib_store *s);
/** The same without the counts of words: a library of version 1 has no place for them. */
bool bib_pg_make_index(struct bib_store *s);
/** Puts the words of rows that were sent where searches find them. */
bool bib_pg_settle_words(struct bib_store *s);
/** What item_text has of an item's words: all in words[0]. */
void bib_pg_words_kept(struct bib_store *s, struct arena *a, struct str words[BIB_COLUMN_COUNT]);
/** Sends what was gathered. */
bool bib_pg_flush(struct bib_pg *q);
/** Forgets it. */
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

/** Appends the query's statement to `sql` and its parameters to `p`; texts go to the arena. */
void bib_pg_select(struct bib_pg *q, struct arena *a, const struct bib_store_query *query,
                   struct buf *sql, struct bib_pg_params *p);
/** The words that a query asks for, when each of its terms that are wanted is one whole word in any
 * column: `*n` of them, in their order; 0 when it asks for anything else, or wants all rows. */
const struct str *bib_pg_only_words(struct bib_pg *q, struct arena *a,
                                    const struct bib_store_query *query, size_t *n);
/** Appends a word as it stands between the quotes of a tsquery. */
void bib_pg_add_quoted(struct buf *b, struct str word);
/** Appends the condition that a row `t` has a word, in any column: asked of the index, or with
 * `by_text` of the row, where so many have the word that its list is longer than theirs. */
void bib_pg_add_word(struct buf *sql, struct bib_pg_params *p, struct arena *a, struct str word,
                     bool by_text);
/** Appends how often a word is in a row `t`, in any column, each time as heavy as that. */
void bib_pg_add_times(struct buf *sql, struct bib_pg_params *p, struct arena *a, struct str word);
/** Whether a query has conditions on items besides the words that it wants. */
bool bib_pg_has_conditions(const struct bib_store_query *query);
/** Appends these conditions on a row `i` and its words, `t`, each with an AND before it. */
void bib_pg_add_conditions(struct bib_pg *q, struct arena *a, const struct bib_store_query *query,
                           struct buf *sql, struct bib_pg_params *p);

/* ---- store_pg_rank.c ---- */

#define BIB_PG_LAST_LEVEL 1023u
#define BIB_PG_RANK "Z" /* no letter of a column */

/** Appends what item_text.ranks has for `n` words, given as item_text.words. Where `count` is not
 * NULL, each word is counted in it once; its keys are slices of `words`. */
void bib_pg_ranks(struct buf *out, struct str words, int64_t n, int64_t mean, struct map *count);
/** Appends a level as it stands in the index. */
void bib_pg_add_level(struct buf *b, unsigned level);
/** The level that is written there; more than the last when there is none. */
unsigned bib_pg_level_read(struct str text);
/** The least r (see store_pg_rank.c) that a level has. */
double bib_pg_level_least(unsigned level);
/** What a word weighs in a row with `n` words where it has a level; 0 when more than one weight has
 * that level. */
int64_t bib_pg_level_weight(unsigned level, int64_t n, int64_t mean);

/* ---- store_pg_best.c ---- */

/** The rows of the best matches of a query for some words (bib_pg_only_words()). NULL on failure,
 * which is reported. */
PGresult *bib_pg_best(struct bib_pg *q, struct arena *a, const struct bib_store_query *query,
                      const struct str *words, size_t n);

/* ---- store_pg_count.c ---- */

/** Reads the counts, unless they were. */
bool bib_pg_counts_load(struct bib_pg *q);
/** Takes them as the server has them. */
void bib_pg_counts_take(struct bib_pg *q, int64_t texts, struct str frequent);
void bib_pg_counts_forget(struct bib_pg *q);
/** In how many items a word is; -1 where that is not kept. */
int64_t bib_pg_count_of(const struct bib_pg *q, struct str word);
/** The same from the index; -1 on failure. */
int64_t bib_pg_count_asked(struct bib_pg *q, struct str word);
/** Counts the words of rows that were sent: in how many of these `rows` each is. */
bool bib_pg_counts_add(struct bib_pg *q, const struct map *sent, int64_t rows);
/** Counts down the words of rows that are gone: a result of (word, rows), which is cleared. */
bool bib_pg_counts_drop(struct bib_pg *q, PGresult *gone);
/** Writes them when they changed. */
bool bib_pg_counts_save(struct bib_pg *q);
/** Makes them anew from the rows. */
bool bib_pg_counts_make(struct bib_store *s);
/** Reports when they are not those of the rows. */
bool bib_pg_counts_check(struct bib_pg *q);

#endif
