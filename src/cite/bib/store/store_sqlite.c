/* SPDX-License-Identifier: MIT */
/*
 * The library in one SQLite file: opening, the schema and its steps, transactions, errors.
 *
 * A library is recognized by its application id; other files are not changed. The schema has a
 * version; all steps that are missing up to the present version are one transaction. The file may
 * come from a stranger. Triggers and views, which would run with our statements, are refused; the
 * schema is not trusted; rows are checked like any input.
 *
 * With the write-ahead log, others can read while one process writes. A commit is on the disk when
 * it returns. Writers wait for each other.
 */
#include "cite/bib/store/store_sqlite.h"

#include "core/base/bounds.h"
#include "core/base/buf.h"
#include "core/base/file.h"
#include "core/base/markup.h"
#include "core/base/utf8.h"
#include "core/diag/missing.h"

#include <errno.h>
#include <limits.h>

DIAG_USE(DIAG_CANNOT_READ);
DIAG_USE(DIAG_CANNOT_WRITE);
DIAG_USE(DIAG_LIBRARY_FORMAT);
DIAG_USE(DIAG_LIBRARY_BUSY);
DIAG_USE(DIAG_DATABASE_NOT_FOUND);

#define APPLICATION_ID 0x444F5353 /* the bytes of "DOSS" */
/* the time to wait for another writer, in milliseconds; the writer may be importing a large file */
#define WAIT_MS (120 * 1000)
#define RETRY_MS 5

/* ---- errors ---- */

bool bib_sqlite_failed(struct bib_sqlite *q) {
    int code = q->db ? sqlite3_errcode(q->db) : SQLITE_NOMEM;
    const char *text = q->db ? sqlite3_errmsg(q->db) : "";
    switch (code & 0xFF) { /* there may be other codes, so the last case is the default */
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        q->base.io_failed = true;
        (void)bib_store_fault(&q->base, DIAG_LIBRARY_BUSY, "it is locked", STR_EMPTY);
        break;
    case SQLITE_NOTADB:
        (void)bib_store_fault(&q->base, DIAG_LIBRARY_FORMAT, "this file is no library",
                              STR("`dossier library import --library FILE REFS...` makes one"));
        break;
    case SQLITE_READONLY:
    case SQLITE_FULL:
    case SQLITE_IOERR:
        q->base.io_failed = true;
        (void)bib_store_fault(&q->base, DIAG_CANNOT_WRITE, "cannot be read or written",
                              str_of(file_is_dir(q->base.path) ? file_why(EISDIR) : text));
        break;
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        q->base.io_failed = true;
        (void)bib_store_fault(&q->base, DIAG_CANNOT_READ, "cannot be opened", str_of(text));
        break;
    case SQLITE_NOMEM:
        q->base.io_failed = true;
        (void)bib_store_fault(&q->base, DIAG_CANNOT_READ, "not enough memory", STR_EMPTY);
        break;
    default:
        (void)bib_store_damaged(&q->base, "%s", text);
        break;
    }
    return false;
}

/* ---- statements ---- */

bool bib_sqlite_run(struct bib_sqlite *q, const char *sql) {
    return sqlite3_exec(q->db, sql, NULL, NULL, NULL) == SQLITE_OK || bib_sqlite_failed(q);
}

sqlite3_stmt *bib_sqlite_prepare(struct bib_sqlite *q, const char *sql) {
    sqlite3_stmt *st = NULL;
    if (sqlite3_prepare_v2(q->db, sql, -1, &st, NULL) != SQLITE_OK) {
        (void)bib_sqlite_failed(q);
        return NULL;
    }
    return st;
}

sqlite3_stmt *bib_sqlite_cached(struct bib_sqlite *q, enum bib_sqlite_cached which,
                                const char *sql) {
    if (!q->cached[which]) {
        q->cached[which] = bib_sqlite_prepare(q, sql);
    }
    return q->cached[which];
}

void bib_sqlite_bind(sqlite3_stmt *st, int at, struct str text) {
    sqlite3_bind_text64(st, at, text.n ? text.p : "", text.n, SQLITE_STATIC, SQLITE_UTF8);
}

void bib_sqlite_bind_int(sqlite3_stmt *st, int at, int64_t value) {
    sqlite3_bind_int64(st, at, value);
}

bool bib_sqlite_finish(struct bib_sqlite *q, sqlite3_stmt *st) {
    int code = sqlite3_step(st);
    bool sound = code == SQLITE_DONE || code == SQLITE_ROW || bib_sqlite_failed(q);
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
    return sound;
}

struct str bib_sqlite_text(sqlite3_stmt *st, int at, bool *sound) {
    const unsigned char *p = sqlite3_column_text(st, at);
    int n = sqlite3_column_bytes(st, at);
    struct str text = {(const char *)p, p && n > 0 ? (size_t)n : 0};
    if (utf8_check(text) != STR_NONE) {
        *sound = false;
        return STR_EMPTY;
    }
    return text;
}

int64_t bib_sqlite_number(struct bib_sqlite *q, const char *sql, int64_t other) {
    sqlite3_stmt *st = bib_sqlite_prepare(q, sql);
    if (!st) {
        return other;
    }
    int code = sqlite3_step(st);
    if (code == SQLITE_ROW) {
        other = sqlite3_column_int64(st, 0);
    } else if (code != SQLITE_DONE) {
        (void)bib_sqlite_failed(q);
    }
    sqlite3_finalize(st);
    return other;
}

/* ---- the schema ---- */

/* Steps from version i to i + 1. A released step never changes; new steps are appended. */
static const struct {
    const char *sql;
    /* the rest of the step, for work that SQL cannot do; or NULL */
    bool (*then)(struct bib_store *s);
} steps[] = {
    {"CREATE TABLE file ("
     " id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, format TEXT NOT NULL,"
     " size INTEGER NOT NULL, mtime INTEGER NOT NULL, hash INTEGER NOT NULL,"
     " count INTEGER NOT NULL) STRICT;"
     "CREATE TABLE item ("
     " id INTEGER PRIMARY KEY, file INTEGER NOT NULL REFERENCES file(id),"
     " key TEXT NOT NULL, position INTEGER NOT NULL, line INTEGER NOT NULL,"
     " type TEXT NOT NULL, year INTEGER, hash INTEGER NOT NULL, body TEXT NOT NULL) STRICT;"
     "CREATE INDEX item_key ON item(key);"
     "CREATE INDEX item_file ON item(file, position);",
     NULL},
    {"CREATE INDEX item_year ON item(year);", bib_sqlite_reindex},
};
#define SCHEMA_VERSION ((int64_t)ARRAY_LEN(steps))

static int64_t schema_version(struct bib_sqlite *q) {
    return bib_sqlite_number(q, "PRAGMA user_version", -1);
}

static bool take_steps(struct bib_sqlite *q) {
    /* the version is read again under the lock, because another process may have been faster */
    int64_t version = schema_version(q);
    if (version < 0) {
        return false;
    }
    for (size_t i = (size_t)version; i < ARRAY_LEN(steps); i++) {
        if (!bib_sqlite_run(q, steps[i].sql) || (steps[i].then && !steps[i].then(&q->base))) {
            return false;
        }
    }
    char sql[96];
    sqlite3_snprintf((int)sizeof sql, sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                     APPLICATION_ID, (int)SCHEMA_VERSION);
    return bib_sqlite_run(q, sql);
}

static bool migrate(struct bib_sqlite *q) {
    if (!bib_sqlite_run(q, "BEGIN IMMEDIATE")) {
        return false;
    }
    if (!take_steps(q) || !bib_sqlite_run(q, "COMMIT")) {
        (void)sqlite3_exec(q->db, "ROLLBACK", NULL, NULL, NULL);
        return false;
    }
    return true;
}

static bool judge(struct bib_sqlite *q, bool create, int64_t *version) {
    size_t before = q->base.reported;
    int64_t id = bib_sqlite_number(q, "PRAGMA application_id", -1);
    int64_t things = bib_sqlite_number(q, "SELECT count(*) FROM sqlite_schema", -1);
    *version = schema_version(q);
    if (q->base.reported > before) {
        return false;
    }
    if (id == 0 && things == 0 && *version == 0 && create) {
        return true;
    }
    if (id != APPLICATION_ID) {
        (void)bib_store_fault(&q->base, DIAG_LIBRARY_FORMAT,
                              things ? "this is a database of another program"
                                     : "this file is no library",
                              STR("name another file with --library"));
        return false;
    }
    if (*version > SCHEMA_VERSION) {
        (void)bib_store_fault(&q->base, DIAG_LIBRARY_FORMAT, "it was made by a newer dossier",
                              STR("update dossier"));
        return false;
    }
    if (*version < 1 ||
        bib_sqlite_number(q, "SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')",
                          1) != 0) {
        return bib_store_damaged(&q->base, "its tables are not those of a library");
    }
    return true;
}

/* ---- opening and closing ---- */

static void sqlite_close(struct bib_store *s) {
    struct bib_sqlite *q = sqlite_of(s);
    for (size_t i = 0; i < BIB_SQL_CACHED_COUNT; i++) {
        sqlite3_finalize(q->cached[i]);
        q->cached[i] = NULL;
    }
    sqlite3_close(q->db);
    q->db = NULL;
}

static bool sqlite_begin(struct bib_store *s) {
    return bib_sqlite_run(sqlite_of(s), "BEGIN IMMEDIATE");
}

static bool sqlite_commit(struct bib_store *s) {
    return bib_sqlite_run(sqlite_of(s), "COMMIT");
}

static bool sqlite_hold(struct bib_store *s) {
    return bib_sqlite_run(sqlite_of(s), "BEGIN");
}

/** Rolls back after an error. The error was reported, and may have ended the transaction already.
 */
static void sqlite_rollback(struct bib_store *s) {
    sqlite3 *db = sqlite_of(s)->db;
    if (!sqlite3_get_autocommit(db)) {
        (void)sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    }
}

static const struct bib_store_ops sqlite_ops = {
    .name = "SQLite",
    .close = sqlite_close,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .hold = sqlite_hold,
    .file_find = bib_sqlite_file_find,
    .file_list = bib_sqlite_file_list,
    .file_put = bib_sqlite_file_put,
    .file_drop = bib_sqlite_file_drop,
    .row_put = bib_sqlite_row_put,
    .row_move = bib_sqlite_row_move,
    .row_drop = bib_sqlite_row_drop,
    .each = bib_sqlite_each,
    .keys = bib_sqlite_keys,
    .stats = bib_sqlite_stats,
    .check = bib_sqlite_check,
    .reindex = bib_sqlite_reindex,
};

static bool open_file(struct bib_sqlite *q, const char *name, int flags) {
    if (sqlite3_open_v2(name, &q->db, flags, NULL) != SQLITE_OK) {
        return false;
    }
    sqlite3_busy_timeout(q->db, WAIT_MS);
    sqlite3_db_config(q->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(q->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(q->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(q->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_limit(q->db, SQLITE_LIMIT_LENGTH, (int)LIMIT_SOURCE);
    return sqlite3_exec(q->db, "PRAGMA cell_size_check = ON; PRAGMA schema_version", NULL, NULL,
                        NULL) == SQLITE_OK;
}

/** Opens a library on a read-only medium, which cannot have a log: "file:/a%20b.db?immutable=1"
 * (sqlite.org/uri.html). */
static bool open_immutable(struct bib_sqlite *q) {
    struct buf uri = BUF_INIT;
    buf_puts(&uri, "file:");
    markup_put_percent(&uri, q->base.path, "/.-_");
    buf_puts(&uri, "?immutable=1");
    bool sound = open_file(q, uri.p, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    buf_drop(&uri);
    return sound;
}

static bool open_any(struct bib_sqlite *q, enum bib_store_mode mode) {
    const char *name = arena_str(q->base.arena, q->base.path).p;
    if (mode != BIB_STORE_READ) {
        return open_file(q, name,
                         SQLITE_OPEN_READWRITE |
                             (mode == BIB_STORE_CREATE ? SQLITE_OPEN_CREATE : 0)) ||
               bib_sqlite_failed(q);
    }
    /* The last process that closes the file removes the log, for which it needs write access. */
    if (open_file(q, name, SQLITE_OPEN_READWRITE)) {
        return bib_sqlite_run(q, "PRAGMA query_only = ON");
    }
    int code = q->db ? sqlite3_errcode(q->db) & 0xFF : SQLITE_NOMEM;
    if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY) {
        return bib_sqlite_failed(q);
    }
    sqlite_close(&q->base);
    return open_immutable(q) || bib_sqlite_failed(q);
}

/** Turns on the log permanently. If two processes do so at the same time, they get an error instead
 * of waiting (sqlite.org/c3ref/busy_handler.html), so this function tries several times. */
static bool switch_log_on(struct bib_sqlite *q) {
    int code = SQLITE_BUSY;
    for (int waited = 0; code == SQLITE_BUSY && waited < WAIT_MS; waited += RETRY_MS) {
        code = sqlite3_exec(q->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL) & 0xFF;
        if (code == SQLITE_BUSY) {
            sqlite3_sleep(RETRY_MS);
        }
    }
    return code == SQLITE_OK || bib_sqlite_failed(q);
}

static bool prepare_writing(struct bib_sqlite *q) {
    return switch_log_on(q) && bib_sqlite_run(q, "PRAGMA synchronous = FULL;"
                                                 "PRAGMA foreign_keys = ON;"
                                                 "PRAGMA journal_size_limit = 67108864;"
                                                 "PRAGMA cache_size = -65536");
}

/** Whether the file is a library or may become one. This is one transaction, because another
 * process may be making the library. */
static bool recognise(struct bib_sqlite *q, bool create, int64_t *version) {
    if (!bib_sqlite_run(q, "BEGIN")) {
        return false;
    }
    bool is_library = judge(q, create, version);
    (void)sqlite3_exec(q->db, "ROLLBACK", NULL, NULL, NULL);
    return is_library;
}

static bool open_library(struct bib_sqlite *q, enum bib_store_mode mode) {
    int64_t version = 0;
    if (!open_any(q, mode) || !recognise(q, mode == BIB_STORE_CREATE, &version)) {
        return false;
    }
    if (version < SCHEMA_VERSION && mode == BIB_STORE_READ) {
        sqlite_close(&q->base);
        /* this call is the only one: with BIB_STORE_WRITE this branch is not taken */
        return open_library(q, BIB_STORE_WRITE);
    }
    return mode == BIB_STORE_READ ||
           (prepare_writing(q) && (version == SCHEMA_VERSION || migrate(q)));
}

static struct bib_store *report_missing(struct str path, struct span at, struct diags *d) {
    struct diag *g =
        diag_add(d, DIAG_DATABASE_NOT_FOUND, at, "library `%.*s` not found", STR_ARG(path));
    diag_hint(d, g, "`dossier library import FILE...` makes it");
    return NULL;
}

struct bib_store *bib_store_sqlite_open(struct arena *a, struct str path, enum bib_store_mode mode,
                                        struct span at, struct diags *d) {
    if (path.n == 0 || path.n >= PATH_MAX || str_index(path, '\0') != STR_NONE ||
        (mode != BIB_STORE_CREATE && !file_exists(path))) {
        return report_missing(path, at, d);
    }
    if (!diag_has_library(d, at, MODULE_SQLITE)) {
        return NULL;
    }
    bool in_memory = str_is(path, ":memory:"); /* SQLite's name of a database without a file */
    int err = mode == BIB_STORE_CREATE && !in_memory ? file_make_private(path) : 0;
    if (err) {
        struct diag *g = diag_add(d, DIAG_CANNOT_WRITE, at, "cannot make `%.*s`", STR_ARG(path));
        diag_hint(d, g, "%s", file_why(err));
        return NULL;
    }
    struct bib_sqlite *q = ARENA_NEW(a, struct bib_sqlite);
    q->base = (struct bib_store){
        .ops = &sqlite_ops, .arena = a, .path = arena_str(a, path), .at = at, .d = d};
    if (!open_library(q, mode)) {
        sqlite_close(&q->base);
        return NULL;
    }
    q->base.reported = 0;
    return &q->base;
}

const char *bib_store_library_version(void) {
    return SQLITE_VERSION;
}
