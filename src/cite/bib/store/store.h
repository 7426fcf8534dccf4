/* SPDX-License-Identifier: MIT */
/*
 * The library: items of any number of files, kept where they can be found without reading the files
 * again.
 *
 * This header is what build and cli see, and the interface that a place of storage fills in (struct
 * bib_store_ops). What an import changes, what a query means and how an item becomes text is
 * decided above that interface, once for all of them; how rows are kept is decided below it.
 *
 * Faults go to the diagnostics that the store was opened with. Functions return false when they
 * could not do what they are for; that is then said already.
 *
 * A store that was opened belongs to one thread at a time. Threads and processes that want the same
 * library open it each for itself: what they write does not get lost, whoever was first.
 */
#ifndef DOSSIER_BIB_STORE_STORE_H
#define DOSSIER_BIB_STORE_STORE_H

#include "cite/bib/format/format.h"

/** What is searched for words: one column of the full-text index each. */
enum bib_store_column {
    BIB_COLUMN_KEY, /* the key, identifiers */
    BIB_COLUMN_TITLE,
    BIB_COLUMN_AUTHOR, /* everybody who had a part in it */
    BIB_COLUMN_VENUE,
    BIB_COLUMN_ABSTRACT,
    BIB_COLUMN_KEYWORD,
    BIB_COLUMN_COUNT
};

/** A file that items came from. */
struct bib_store_file {
    int64_t id;             /* 0: not in the store yet */
    struct str path;        /* absolute */
    enum bib_format format; /* it was imported with */
    int64_t size, mtime;    /* bytes; nanoseconds since 1970 */
    int64_t hash;           /* of its bytes */
    int64_t count;          /* its items */
};

/** An item as it is kept. Text of a row that was read is borrowed for the call it comes with. */
struct bib_store_row {
    int64_t id; /* 0: not in the store yet */
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

/** Which rows: all conditions together. Zero is "all". */
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
    bool with_words; /* `words` are wanted */
    bool bare;       /* `body` is not wanted */
    int64_t limit;   /* 0: none */
};

struct bib_store_stats {
    int64_t files, items, keys, without_year;
    int64_t first_year, last_year; /* 0 when there is none */
    int64_t bytes;
    int64_t version; /* of the schema */
};

struct bib_store;

/** Takes a row; false ends the reading. */
typedef bool bib_store_row_fn(const struct bib_store_row *row, void *user);
/** Takes a type of item and how many there are. */
typedef void bib_store_type_fn(struct str type, int64_t count, void *user);

/**
 * A place of storage. Writes happen between begin() and commit(), which wait for other writers for
 * a while; whatever ends the process in between leaves the store as it was at begin().
 */
struct bib_store_ops {
    const char *name;
    void (*close)(struct bib_store *s);
    bool (*begin)(struct bib_store *s);
    bool (*commit)(struct bib_store *s);
    void (*rollback)(struct bib_store *s);
    /** What is read until rollback() is of one moment, whoever writes meanwhile. */
    bool (*hold)(struct bib_store *s);
    /** The file of a path; its id stays 0 when there is none. Text goes into the arena. */
    bool (*file_find)(struct bib_store *s, struct arena *a, struct bib_store_file *f);
    /** All files in the order of their import. */
    bool (*file_list)(struct bib_store *s, struct arena *a, struct bib_store_file **out, size_t *n);
    /** Adds (id 0, which is set) or replaces. */
    bool (*file_put)(struct bib_store *s, struct bib_store_file *f);
    /** With all of its items. */
    bool (*file_drop)(struct bib_store *s, int64_t id);
    /** Adds (id 0) or replaces. */
    bool (*row_put)(struct bib_store *s, const struct bib_store_row *row);
    /** Position and line alone. */
    bool (*row_move)(struct bib_store *s, const struct bib_store_row *row);
    bool (*row_drop)(struct bib_store *s, int64_t id);
    /** Rows of a query, best match first when there are words, else in the order of files. */
    bool (*each)(struct bib_store *s, const struct bib_store_query *q, bib_store_row_fn *fn,
                 void *user);
    /** At most `max` keys that begin as `prefix` does and have `shortest` to `longest` characters.
     */
    bool (*keys)(struct bib_store *s, struct arena *a, struct str prefix, size_t shortest,
                 size_t longest, size_t max, struct str **out, size_t *n);
    bool (*stats)(struct bib_store *s, struct bib_store_stats *out, bib_store_type_fn *fn,
                  void *user);
    /** What the storage itself can say about its soundness. Each fault is reported. */
    bool (*check)(struct bib_store *s);
    /** Makes the full-text index anew from the rows. Within begin() and commit(). */
    bool (*reindex)(struct bib_store *s);
    /** What `words` of a row that is read are, instead of those that were put; NULL: the same. Text
     * goes into the arena. */
    void (*words_kept)(struct bib_store *s, struct arena *a, struct str words[BIB_COLUMN_COUNT]);
};

/** What all kinds of storage have: the struct of each begins with it. */
struct bib_store {
    const struct bib_store_ops *ops;
    struct arena *arena; /* lives as long as the store */
    struct str path;     /* of its file; of a server the address, without a password */
    bool is_server;      /* there is no file */
    struct span at;      /* where the store was named */
    struct diags *d;     /* NULL: nothing is said */
    bool io_failed;      /* could not be read, written or locked: exit status 3 */
    size_t reported;     /* faults said so far */
    size_t guesses;      /* nearest keys asked for so far */
};

enum bib_store_mode {
    BIB_STORE_READ,  /* must be there; its items are not changed */
    BIB_STORE_WRITE, /* must be there */
    BIB_STORE_CREATE /* is made when it is missing */
};

/**
 * Opens a library: an SQLite file by its path, or a place of storage by its scheme:
 * `sqlite://PATH`, `postgresql://USER@HOST/DATABASE` as libpq has it. NULL when that cannot be,
 * which is reported at `at`. An older schema is brought up to date.
 *
 * Of a server libpq reads what is its own: the variables PG*, and the files of passwords, services
 * and keys in the home folder (postgresql.org/docs/current/libpq-envars.html). So a server is named
 * by whoever runs the program, never by a document.
 */
struct bib_store *bib_store_open(struct arena *a, struct str name, enum bib_store_mode mode,
                                 struct span at, struct diags *d);
/** Closes it. What the arena holds stays. NULL is allowed. */
void bib_store_close(struct bib_store *s);
/** Whether a name is that of a server. */
bool bib_store_is_server(struct str name);
/** A library's name as it may be shown: without a password. In the arena, or `name` itself. */
struct str bib_store_shown(struct arena *a, struct str name);
/** SQLite's version, "3.40.1". Static. */
const char *bib_store_library_version(void);

/* ---- filling it (cite/bib/import.h) ---- */

/**
 * Takes the items of a key out, and `*n` tells how many. They come back when their file is imported
 * again or changes.
 */
bool bib_store_remove(struct bib_store *s, struct str key, size_t *n);

struct bib_store_copied {
    size_t files, items; /* of the first store */
};

/**
 * Makes the files of one store, with their items, those of another: whole rows, in their order, in
 * one transaction. Files that the other has alone stay; of one that both have, the items become
 * those of the first. Without `force` the other must be empty, else that is reported.
 */
bool bib_store_copy(struct bib_store *from, struct bib_store *to, bool force,
                    struct bib_store_copied *out);

/* ---- asking it ---- */

/** The item of a key (of the file imported first), or NULL. All of it is in the arena. */
struct item *bib_store_find(struct bib_store *s, struct arena *a, struct str key);
/** The key nearest to one that is not there, or the empty slice; looks at a bounded number. */
struct str bib_store_nearest(struct bib_store *s, struct arena *a, struct str key);
/** The item of a row in the arena; NULL, and reported, when the row is damaged. */
struct item *bib_store_item(struct bib_store *s, struct arena *a, const struct bib_store_row *row);
/**
 * Reads a query: words, "phrases", word*, -word, FIELD:word (key, title, author, venue, abstract,
 * keyword), year:2018, year:2018..2020, type:book. Text stays in `text` and the arena. Returns
 * false, with a diagnostic in `d`, when a part of it means nothing.
 */
bool bib_store_query_read(struct arena *a, struct str text, struct bib_store_query *out,
                          struct diags *d);

/**
 * Looks at everything: the storage, each item's hash and text, the counts of files, the index
 * against the items. Each fault is reported; returns true when there is none. `*n` is how many
 * items were looked at.
 */
bool bib_store_verify(struct bib_store *s, size_t *n);

#endif
