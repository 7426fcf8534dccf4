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

/* The maximum number of keys that a search for the nearest key reads. */
#define BIB_STORE_KEYS_SCANNED "500000"
/* The first figures of struct bib_store_stats. The size in bytes and the version follow. */
#define BIB_STORE_FIGURES                                                                          \
    "SELECT (SELECT count(*) FROM file), (SELECT count(*) FROM item),"                             \
    " (SELECT count(DISTINCT key) FROM item), (SELECT count(*) FROM item WHERE year IS NULL),"     \
    " (SELECT min(year) FROM item WHERE year IS NOT NULL),"                                        \
    " (SELECT max(year) FROM item WHERE year IS NOT NULL), "

/** Reports an error of a library, if it has diagnostics; `hint` may be empty. Returns false. */
bool bib_store_fault(struct bib_store *s, const struct diag_rule *id, const char *what,
                     struct str hint);
/** Reports that there is no library at a path or address. Returns false. */
bool bib_store_missing(struct str path, struct span at, struct diags *d);
/** Reports damage of a library's content. Returns false. */
bool bib_store_damaged(struct bib_store *s, const char *fmt, ...) ATTR_PRINTF(2, 3);

/* ---- statements: store_sql.c ---- */

/** The parts of SQL that differ between the kinds of storage. In a condition, # stands for the
 * number of its parameter. */
struct bib_sql_dialect {
    const char *id;                 /* the column of item_text with the id of the item */
    const char *word_columns;       /* the columns with words of item_text t, each after ", " */
    int nwords;                     /* the number of these columns */
    const char *and_word, *or_word; /* the operators between the terms of a search */
    const char *wanted, *unwanted;  /* the conditions that item_text t has the wanted terms, and
                                       that it has no unwanted term */
    const char *score;              /* the rank of item_text t; the best match has the lowest */
    const char *key;                /* the condition that item i has a key */
    const char *no_limit;           /* the value of LIMIT for all rows */
    const char *keys;       /* lists at most $5 keys from $1 to below $2, of $3 to $4 characters */
    const char *figures;    /* reads the members of struct bib_store_stats in their order */
    const char *drop_words; /* removes the words of the items of the file with the id $1 */
};

/* The maximum number of parameters: that of a search with all conditions. */
#define BIB_SQL_MAX_PARAMS (BIB_STORE_MAX_TYPES + 7)

/** Statements that a storage may keep prepared. */
enum bib_sql_kept {
    BIB_SQL_ONCE, /* the statement is not kept */
    BIB_SQL_FIND_KEY,
    BIB_SQL_ITEM_INSERT,
    BIB_SQL_ITEM_UPDATE,
    BIB_SQL_ITEM_MOVE,
    BIB_SQL_ITEM_DELETE,
    BIB_SQL_TEXT_INSERT,
    BIB_SQL_TEXT_DELETE,
    BIB_SQL_KEPT_COUNT
};

/** A statement. Its parameters $1, $2... must first occur in the text in this order: PostgreSQL
 * numbers them by their names, and SQLite by their first occurrence. */
struct bib_sql {
    const char *text;
    struct bib_sql_param {
        enum { BIB_SQL_NULL, BIB_SQL_NUMBER, BIB_SQL_TEXT, BIB_SQL_NUMBERS } type;
        int64_t number;
        struct str text; /* the text, borrowed; or an array of numbers in PostgreSQL's form */
    } params[BIB_SQL_MAX_PARAMS];
    int nparams;
    int columns;            /* the number of columns that rows must have; 0: any */
    bool many;              /* the rows may be too many to receive them at once */
    enum bib_sql_kept kept; /* whether the storage may keep this statement prepared, and as which */
};

/** A row of a statement's result. */
struct bib_sql_row {
    struct bib_store *s;
    void *result;
    int at; /* the number of the row in the result */
};

/* Each of these functions adds a parameter to a statement and returns its number. */
int bib_sql_text(struct bib_sql *sql, struct str text);
int bib_sql_int(struct bib_sql *sql, int64_t value);
/** Runs a statement. Rows of its result are ignored. */
bool bib_sql_do(struct bib_store *s, const struct bib_sql *sql);
/** Returns the single number that a query returns. `other` when it returns none or fails. */
int64_t bib_sql_number(struct bib_store *s, const char *text, int64_t other);
/** Runs a query that counts faults, and reports damage if the count is not 0. `what` says what is
 * counted. */
bool bib_sql_check_zero(struct bib_store *s, const char *text, const char *what);
/** Checks that each item has a file and words, and that words have an item. */
bool bib_sql_check_rows(struct bib_store *s);

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
