/* SPDX-License-Identifier: MIT */
/*
 * The library: items of any number of files, which are found without reading the files again.
 *
 * This header is for build and cli, and it is the interface that each kind of storage implements
 * (struct bib_store_ops). Imports, queries and the text of items are the same for all kinds; only
 * the rows are stored differently.
 *
 * Errors are added to the diagnostics with which the store was opened. A function that returns
 * false has reported the failure.
 *
 * An open store belongs to one thread. Other threads and processes open the same library
 * themselves; no writes are lost.
 */
#ifndef DOSSIER_BIB_STORE_STORE_H
#define DOSSIER_BIB_STORE_STORE_H

#include "cite/bib/format/format.h"
#include "core/base/vec.h"

/** The texts that a search covers. Each is a column of the full-text index. */
enum bib_store_column {
    BIB_COLUMN_KEY, /* the key, and identifiers such as the DOI */
    BIB_COLUMN_TITLE,
    BIB_COLUMN_AUTHOR, /* all persons of the work */
    BIB_COLUMN_VENUE,
    BIB_COLUMN_ABSTRACT,
    BIB_COLUMN_KEYWORD,
    BIB_COLUMN_COUNT
};

/** A file whose items were imported. */
struct bib_store_file {
    int64_t id;             /* 0: the file is not stored yet */
    struct str path;        /* the absolute path */
    enum bib_format format; /* the format in which the file was imported */
    int64_t size, mtime;    /* the file's size in bytes; its time in nanoseconds since 1970 */
    int64_t hash;           /* the hash of the file's bytes */
    int64_t count;          /* the number of the file's items */
};

/** A stored item. The text of a row that was read is borrowed during the call. */
struct bib_store_row {
    int64_t id; /* 0: the row is not stored yet */
    int64_t file;
    struct str path; /* the path of the item's file; set only when a row is read */
    struct str key;
    int64_t position, line; /* the item's position in the file, from 0; its line, from 1 */
    struct str type;
    bool has_year;
    int64_t year;
    struct str body; /* the whole item, as written by bib_store_item_write() */
    int64_t hash;    /* the hash of `body` */
    struct str words[BIB_COLUMN_COUNT];
};

/** One or more words. They must occur next to each other in an item; with `exclude`, they must not.
 */
struct bib_store_term {
    struct str text;
    int column; /* a value of enum bib_store_column; -1: any column */
    bool prefix, exclude;
};

#define BIB_STORE_MAX_TERMS 64
#define BIB_STORE_MAX_TYPES 16

/** A query for rows. A row must meet all conditions. A structure of zeros matches every row. */
struct bib_store_query {
    const struct bib_store_term *terms;
    size_t nterms;
    const struct str *types;
    size_t ntypes;
    bool has_years;
    int64_t from, to;
    bool has_key;
    struct str key;
    int64_t file;    /* the id of a file; 0: any file */
    bool by_id;      /* rows come in the order of ids, not of files */
    bool with_words; /* `words` of the rows are set */
    bool bare;       /* the rows come without `body` */
    int64_t limit;   /* maximum number of rows; 0: no limit */
};

struct bib_store_stats {
    int64_t files, items, keys, without_year;
    int64_t first_year, last_year; /* the range of the years; 0 when no item has a year */
    int64_t bytes;
    int64_t version; /* the version of the schema */
};

/** A list of ids. Its owner frees it with vec_drop(). */
typedef VEC(int64_t) bib_store_ids;

struct bib_store;

/** Receives a row. Returns false to end the reading. */
typedef bool bib_store_row_fn(const struct bib_store_row *row, void *user);
/** Receives a type and the number of its items. */
typedef void bib_store_type_fn(struct str type, int64_t count, void *user);

struct bib_sql;         /* a statement of SQL */
struct bib_sql_row;     /* a row of the result of a statement */
struct bib_sql_dialect; /* the text of SQL that differs between the kinds of storage */
/** Receives a row of a result. Returns false to end the reading. */
typedef bool bib_sql_row_fn(const struct bib_sql_row *row, void *user);

/**
 * A kind of storage. All writes are between begin() and commit(), which wait some time for other
 * writers. If the process ends in between, the store is as it was at begin().
 */
struct bib_store_ops {
    const char *name;
    void (*close)(struct bib_store *s);
    bool (*begin)(struct bib_store *s);
    bool (*commit)(struct bib_store *s);
    void (*rollback)(struct bib_store *s);
    /** From now on until rollback(), all reads see the same state, even if others write. */
    bool (*hold)(struct bib_store *s);
    /** Runs a statement. Calls `fn`, which may be NULL, for each row of its result. */
    bool (*query)(struct bib_store *s, const struct bib_sql *sql, bib_sql_row_fn *fn, void *user);
    /** Reads a number in a row. Columns are counted from 0. For an SQL NULL, returns false and sets
     * `*out` to 0. */
    bool (*number)(const struct bib_sql_row *row, int column, int64_t *out);
    /** Returns a text in a row, borrowed during the callback. `*sound` becomes false if the text is
     * ill-formed UTF-8 or longer than a document may be. */
    struct str (*text)(const struct bib_sql_row *row, int column, bool *sound);
    /** Adds a row if its id is 0. Otherwise replaces it. */
    bool (*row_put)(struct bib_store *s, const struct bib_store_row *row);
    /** Changes only the position and the line of a row. */
    bool (*row_move)(struct bib_store *s, const struct bib_store_row *row);
    bool (*row_drop)(struct bib_store *s, int64_t id);
    /** Adds the words of an item, by its id, to the full-text index. */
    bool (*words_put)(struct bib_store *s, int64_t id, const struct str words[BIB_COLUMN_COUNT]);
    /** Appends a term in the query language of the full-text index. Returns false for a term
     * without words. */
    bool (*term)(struct bib_store *s, struct buf *out, const struct bib_store_term *term);
    /** Checks the storage itself. Each error is reported. */
    bool (*check)(struct bib_store *s);
    /** Makes an empty full-text index in place of the present one. */
    bool (*make_index)(struct bib_store *s);
    /** Converts `words` to the form in which they will be read back. NULL: the form is the same.
     * Text is put into the arena. */
    void (*words_kept)(struct bib_store *s, struct arena *a, struct str words[BIB_COLUMN_COUNT]);
    const struct bib_sql_dialect *sql;
};

/** The part that all kinds of storage have in common. Their structs begin with it. */
struct bib_store {
    const struct bib_store_ops *ops;
    struct arena *arena; /* memory that lives as long as the store */
    /* the path of the library's file; for a server the address without the password */
    struct str path;
    bool is_server;  /* the store is a server, so there is no file */
    struct span at;  /* the place where the user named the store */
    struct diags *d; /* NULL: nothing is reported */
    bool io_failed;  /* reading, writing or locking has failed: exit status 3 */
    size_t reported; /* number of reported errors */
    size_t guesses;  /* number of searches for a nearest key */
};

enum bib_store_mode {
    BIB_STORE_READ,  /* the library must exist; its items do not change */
    BIB_STORE_WRITE, /* the library must exist */
    BIB_STORE_CREATE /* the library is made if it is missing */
};

/**
 * Opens a library: an SQLite file by its path, or another kind of storage by its scheme:
 * `sqlite://PATH`, `postgresql://USER@HOST/DATABASE` in libpq's form. Returns NULL after a failure,
 * which is reported at `at`. An older schema is migrated.
 *
 * For a server, libpq reads its own settings: the variables PG*, and the files of passwords,
 * services and keys in the home folder (postgresql.org/docs/current/libpq-envars.html). Therefore
 * only the user of the program may name a server, never a document.
 */
struct bib_store *bib_store_open(struct arena *a, struct str name, enum bib_store_mode mode,
                                 struct span at, struct diags *d);
/** Closes a library. Data in the arena stay. NULL is allowed. */
void bib_store_close(struct bib_store *s);
/** Whether a name is that of a server. */
bool bib_store_is_server(struct str name);
/** Returns the name of a library for messages, without its password. The result is in the arena, or
 * `name` itself. */
struct str bib_store_shown(struct arena *a, struct str name);
/** SQLite's version, "3.40.1". Static. */
const char *bib_store_library_version(void);

/* ---- its rows ---- */

/** Finds the file with the path of `f`. The id stays 0 when the file is not stored. Text is put
 * into the arena. */
bool bib_store_file_find(struct bib_store *s, struct arena *a, struct bib_store_file *f);
/** Lists all files in the order of import. */
bool bib_store_file_list(struct bib_store *s, struct arena *a, struct bib_store_file **out,
                         size_t *n);
/** Adds a file if its id is 0, and sets the id. Otherwise replaces it. */
bool bib_store_file_put(struct bib_store *s, struct bib_store_file *f);
/** Removes a file with all its items. */
bool bib_store_file_drop(struct bib_store *s, int64_t id);
/** Calls `fn` for the rows of a query. If the query has words, the best matches come first;
 * otherwise rows come in the order of files. */
bool bib_store_each(struct bib_store *s, const struct bib_store_query *q, bib_store_row_fn *fn,
                    void *user);
/** Lists at most `max` keys that have a prefix and `shortest` to `longest` characters. */
bool bib_store_keys(struct bib_store *s, struct arena *a, struct str prefix, size_t shortest,
                    size_t longest, size_t max, struct str **out, size_t *n);
/** Counts the files and items. Calls `fn` for each type of item, the most frequent first. */
bool bib_store_stats(struct bib_store *s, struct bib_store_stats *out, bib_store_type_fn *fn,
                     void *user);
/** Makes the full-text index again from the rows. Must be called between begin() and commit(). */
bool bib_store_reindex(struct bib_store *s);

/* ---- filling the library (cite/bib/import.h) ---- */

/**
 * Removes the items with this key. `*n` becomes the number of removed items. They are added again
 * when their file changes or is imported again.
 */
bool bib_store_remove(struct bib_store *s, struct str key, size_t *n);

/** Ends a transaction: commits it if `sound`; otherwise, or if that fails, rolls it back. Returns
 * whether the transaction was committed. */
bool bib_store_end(struct bib_store *s, bool sound);
/** Removes the rows of a query. The ids of their files are appended to `files`, which may be NULL.
 */
bool bib_store_drop_rows(struct bib_store *s, struct bib_store_query q, bib_store_ids *files);

struct bib_store_copied {
    size_t files, items; /* the numbers of files and items in the first store */
};

/**
 * Copies the files of a store with their items to another store: complete rows, in order, in one
 * transaction. Other files in `to` stay. If both have a file, it gets the items of `from`. Without
 * `force`, `to` must be empty; otherwise this is reported.
 */
bool bib_store_copy(struct bib_store *from, struct bib_store *to, bool force,
                    struct bib_store_copied *out);

/* ---- searching it ---- */

/** Returns the item with this key, or NULL. If several files have the key, the file that was
 * imported first counts. The item is in the arena. */
struct item *bib_store_find(struct bib_store *s, struct arena *a, struct str key);
/** The key that is nearest to a missing key, or empty. The number of comparisons is limited. */
struct str bib_store_nearest(struct bib_store *s, struct arena *a, struct str key);
/** Returns the item of a row, in the arena. NULL, after a report, when the row is damaged. */
struct item *bib_store_item(struct bib_store *s, struct arena *a, const struct bib_store_row *row);
/**
 * Reads a query: words, "phrases", word*, -word, FIELD:word (key, title, author, venue, abstract,
 * keyword), year:2018, year:2018..2020, type:book. The query refers to `text` and the arena.
 * Returns false, with a diagnostic in `d`, when a part is invalid.
 */
bool bib_store_query_read(struct arena *a, struct str text, struct bib_store_query *out,
                          struct diags *d);

/** Whether an item in memory meets all conditions of a query, as in a library. Words are compared
 * after folding, so case, accents and punctuation do not matter. Temporary text is put into
 * `scratch`. */
bool bib_search_matches(struct arena *scratch, const struct bib_store_query *q,
                        const struct item *it);

/**
 * Verifies the storage, the hash and text of each item, the counts of files, and the index. Reports
 * each error. Returns true if the storage is valid. `*n` becomes the number of verified items.
 */
bool bib_store_verify(struct bib_store *s, size_t *n);

#endif
