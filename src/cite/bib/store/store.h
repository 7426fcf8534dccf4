/* SPDX-License-Identifier: MIT */
/*
 * The library: items of any number of files, which are found without reading the files again.
 *
 * This header is for build and cli, and is the interface that a place of storage implements (struct
 * bib_store_ops). Imports, queries and the text of items are the same for all places; only the rows
 * are stored differently.
 *
 * Errors go to the diagnostics that the store was opened with. Functions return false after a
 * failure, which is then reported.
 *
 * An open store belongs to one thread. Other threads and processes open the same library
 * themselves; no writes are lost.
 */
#ifndef DOSSIER_BIB_STORE_STORE_H
#define DOSSIER_BIB_STORE_STORE_H

#include "cite/bib/format/format.h"

/** Text that is searched for words: a column of the full-text index each. */
enum bib_store_column {
    BIB_COLUMN_KEY, /* the key, identifiers */
    BIB_COLUMN_TITLE,
    BIB_COLUMN_AUTHOR, /* all persons of the work */
    BIB_COLUMN_VENUE,
    BIB_COLUMN_ABSTRACT,
    BIB_COLUMN_KEYWORD,
    BIB_COLUMN_COUNT
};

/** A file whose items were imported. */
struct bib_store_file {
    int64_t id;             /* 0: not stored yet */
    struct str path;        /* absolute */
    enum bib_format format; /* the format of the import */
    int64_t size, mtime;    /* bytes; nanoseconds since 1970 */
    int64_t hash;           /* of its bytes */
    int64_t count;          /* number of its items */
};

/** A stored item. Text of a row that was read is borrowed for the duration of the call. */
struct bib_store_row {
    int64_t id; /* 0: not stored yet */
    int64_t file;
    struct str path; /* of its file; only read */
    struct str key;
    int64_t position, line; /* in its file: from 0; from 1 */
    struct str type;
    bool has_year;
    int64_t year;
    struct str body; /* the whole item, bib_store_item_write() */
    int64_t hash;    /* of `body` */
    struct str words[BIB_COLUMN_COUNT];
};

/** Words that must, or must not, occur next to each other. */
struct bib_store_term {
    struct str text;
    int column; /* enum bib_store_column, or -1 for any */
    bool prefix, exclude;
};

#define BIB_STORE_MAX_TERMS 64
#define BIB_STORE_MAX_TYPES 16

/** Which rows: all conditions hold. All zero: every row. */
struct bib_store_query {
    const struct bib_store_term *terms;
    size_t nterms;
    const struct str *types;
    size_t ntypes;
    bool has_years;
    int64_t from, to;
    bool has_key;
    struct str key;
    int64_t file;    /* 0: of any file */
    bool by_id;      /* in the order of ids, not of files */
    bool with_words; /* fill `words` */
    bool bare;       /* leave `body` empty */
    int64_t limit;   /* 0: no limit */
};

struct bib_store_stats {
    int64_t files, items, keys, without_year;
    int64_t first_year, last_year; /* 0 when no item has one */
    int64_t bytes;
    int64_t version; /* of the schema */
};

struct bib_store;

/** Takes a row; returns false to end the reading. */
typedef bool bib_store_row_fn(const struct bib_store_row *row, void *user);
/** Takes a type and its number of items. */
typedef void bib_store_type_fn(struct str type, int64_t count, void *user);

/**
 * A place of storage. Writes happen between begin() and commit(), which wait for other writers for
 * a while. If the process ends in between, the store stays as at begin().
 */
struct bib_store_ops {
    const char *name;
    void (*close)(struct bib_store *s);
    bool (*begin)(struct bib_store *s);
    bool (*commit)(struct bib_store *s);
    void (*rollback)(struct bib_store *s);
    /** All reads until rollback() see one state, whatever is written. */
    bool (*hold)(struct bib_store *s);
    /** The file of a path; its id stays 0 when it is not stored. Text goes into the arena. */
    bool (*file_find)(struct bib_store *s, struct arena *a, struct bib_store_file *f);
    /** All files in the order of import. */
    bool (*file_list)(struct bib_store *s, struct arena *a, struct bib_store_file **out, size_t *n);
    /** Adds (id 0, which is set) or replaces. */
    bool (*file_put)(struct bib_store *s, struct bib_store_file *f);
    /** Drops a file with all its items. */
    bool (*file_drop)(struct bib_store *s, int64_t id);
    /** Adds (id 0) or replaces. */
    bool (*row_put)(struct bib_store *s, const struct bib_store_row *row);
    /** Changes position and line only. */
    bool (*row_move)(struct bib_store *s, const struct bib_store_row *row);
    bool (*row_drop)(struct bib_store *s, int64_t id);
    /** Calls `fn` for the rows of a query: best match first if there are words, else in the order
     * of files. */
    bool (*each)(struct bib_store *s, const struct bib_store_query *q, bib_store_row_fn *fn,
                 void *user);
    /** At most `max` keys with a prefix that have `shortest` to `longest` characters. */
    bool (*keys)(struct bib_store *s, struct arena *a, struct str prefix, size_t shortest,
                 size_t longest, size_t max, struct str **out, size_t *n);
    bool (*stats)(struct bib_store *s, struct bib_store_stats *out, bib_store_type_fn *fn,
                  void *user);
    /** Checks the storage itself. Each error is reported. */
    bool (*check)(struct bib_store *s);
    /** Makes the full-text index again from the rows. Between begin() and commit(). */
    bool (*reindex)(struct bib_store *s);
    /** Converts `words` to the form in which they are read back; NULL: the same form. Text goes
     * into the arena. */
    void (*words_kept)(struct bib_store *s, struct arena *a, struct str words[BIB_COLUMN_COUNT]);
};

/** Common to all kinds of storage, whose structs begin with it. */
struct bib_store {
    const struct bib_store_ops *ops;
    struct arena *arena; /* lives as long as the store */
    struct str path;     /* of its file; for a server the address without password */
    bool is_server;      /* there is no file */
    struct span at;      /* where the store was named */
    struct diags *d;     /* NULL: no reports */
    bool io_failed;      /* reading, writing or locking failed: exit status 3 */
    size_t reported;     /* number of reported errors */
    size_t guesses;      /* number of searches for a nearest key */
};

enum bib_store_mode {
    BIB_STORE_READ,  /* must exist; its items do not change */
    BIB_STORE_WRITE, /* must exist */
    BIB_STORE_CREATE /* is made if it is missing */
};

/**
 * Opens a library: an SQLite file by its path, or a place of storage by its scheme:
 * `sqlite://PATH`, `postgresql://USER@HOST/DATABASE` in libpq's form. Returns NULL after a failure,
 * which is reported at `at`. An older schema is migrated.
 *
 * For a server, libpq reads its own settings: the variables PG*, and the files of passwords,
 * services and keys in the home folder (postgresql.org/docs/current/libpq-envars.html). So only the
 * user of the program names a server, never a document.
 */
struct bib_store *bib_store_open(struct arena *a, struct str name, enum bib_store_mode mode,
                                 struct span at, struct diags *d);
/** Closes it; data in the arena stays. NULL is allowed. */
void bib_store_close(struct bib_store *s);
/** Whether a name is that of a server. */
bool bib_store_is_server(struct str name);
/** A library's name for messages: without a password. In the arena, or `name` itself. */
struct str bib_store_shown(struct arena *a, struct str name);
/** SQLite's version, "3.40.1". Static. */
const char *bib_store_library_version(void);

/* ---- filling it (cite/bib/import.h) ---- */

/**
 * Removes the items of a key; `*n` is their number. They are restored when their file changes or is
 * imported again.
 */
bool bib_store_remove(struct bib_store *s, struct str key, size_t *n);

struct bib_store_copied {
    size_t files, items; /* of the first store */
};

/**
 * Copies the files of a store with their items to another: complete rows, in order, in one
 * transaction. Other files of `to` stay; of a file that both have, the items become those of
 * `from`. Without `force`, `to` must be empty, else that is reported.
 */
bool bib_store_copy(struct bib_store *from, struct bib_store *to, bool force,
                    struct bib_store_copied *out);

/* ---- searching it ---- */

/** The item of a key (of the file imported first), or NULL. All of it is in the arena. */
struct item *bib_store_find(struct bib_store *s, struct arena *a, struct str key);
/** The key nearest to a missing one, or empty; compares a bounded number. */
struct str bib_store_nearest(struct bib_store *s, struct arena *a, struct str key);
/** The item of a row in the arena; NULL, and reported, when the row is damaged. */
struct item *bib_store_item(struct bib_store *s, struct arena *a, const struct bib_store_row *row);
/**
 * Reads a query: words, "phrases", word*, -word, FIELD:word (key, title, author, venue, abstract,
 * keyword), year:2018, year:2018..2020, type:book. Text stays in `text` and the arena. Returns
 * false, with a diagnostic in `d`, when a part is invalid.
 */
bool bib_store_query_read(struct arena *a, struct str text, struct bib_store_query *out,
                          struct diags *d);

/**
 * Verifies the storage, each item's hash and text, the counts of files, and the index. Reports each
 * error. Returns true if the storage is valid. `*n` is the number of verified items.
 */
bool bib_store_verify(struct bib_store *s, size_t *n);

#endif
