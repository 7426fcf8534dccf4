/* SPDX-License-Identifier: MIT */
/*
 * The library in one SQLite file. An item is two rows with the same id: the item, and its words in
 * the full-text index. Bound text must live until its statement is reset. A kept statement that is
 * not in use is reset and has no bindings.
 *
 * A library is recognized by its application id; other files are not changed. The schema has a
 * version; all steps that are missing up to the present version are one transaction. The file may
 * come from a stranger. Triggers and views, which would run with our statements, are refused; the
 * schema is not trusted; rows are checked like any input.
 *
 * With the write-ahead log, others can read while one process writes. A commit is on the disk when
 * it returns. Writers wait for each other.
 */
#include "cite/bib/store/sqlite_calls.h"
#include "cite/bib/store/store_item.h"
#include "cite/bib/store/store_kinds.h"

#include "core/base/bounds.h"
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

#define APPLICATION_ID 0x444F5353 /* the bytes of "DOSS" */
/* the time to wait for another writer, in milliseconds; it is long, because the writer may be
 * importing a large file */
#define WAIT_MS (120 * 1000)
#define RETRY_MS 5

struct bib_sqlite {
    struct bib_store base; /* must be first, so that pointers can be converted */
    sqlite3 *db;
    sqlite3_stmt *kept[BIB_SQL_KEPT_COUNT];
};

static struct bib_sqlite *sqlite_of(struct bib_store *s) {
    return (struct bib_sqlite *)s;
}

/* ---- errors ---- */

/** Reports SQLite's error. Returns false. */
static bool failed(struct bib_sqlite *q) {
    int code = q->db ? sqlite3_errcode(q->db) : SQLITE_NOMEM;
    const char *text = q->db ? sqlite3_errmsg(q->db) : "";
    switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        q->base.io_failed = true;
        (void)bib_store_fault(&q->base, DIAG_LIBRARY_BUSY, "it is locked", STR_EMPTY);
        break;
    case SQLITE_NOTADB:
        (void)bib_store_fault(&q->base, DIAG_LIBRARY_FORMAT, "this file is not a library",
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

/** Runs statements without results. */
static bool run(struct bib_sqlite *q, const char *sql) {
    return sqlite3_exec(q->db, sql, NULL, NULL, NULL) == SQLITE_OK || failed(q);
}

static void bind_params(sqlite3_stmt *st, const struct bib_sql *sql) {
    for (int i = 0; i < sql->nparams; i++) {
        const struct bib_sql_param *p = &sql->params[i];
        if (p->type == BIB_SQL_TEXT) {
            sqlite3_bind_text64(st, i + 1, p->text.p, p->text.n, SQLITE_STATIC, SQLITE_UTF8);
        } else if (p->type == BIB_SQL_NUMBER) {
            sqlite3_bind_int64(st, i + 1, p->number);
        }
    }
}

static bool sqlite_query(struct bib_store *s, const struct bib_sql *sql, bib_sql_row_fn *fn,
                         void *user) {
    struct bib_sqlite *q = sqlite_of(s);
    sqlite3_stmt *st = q->kept[sql->kept];
    if (!st && sqlite3_prepare_v2(q->db, sql->text, -1, &st, NULL) != SQLITE_OK) {
        return failed(q);
    }
    struct bib_sql_row row = {.s = s, .result = st};
    int code;
    bind_params(st, sql);
    do {
        code = sqlite3_step(st);
    } while (code == SQLITE_ROW && (!fn || fn(&row, user)));
    bool sound = code == SQLITE_DONE || code == SQLITE_ROW || failed(q);
    if (sql->kept) {
        q->kept[sql->kept] = st;
        sqlite3_reset(st);
        sqlite3_clear_bindings(st);
    } else {
        sqlite3_finalize(st);
    }
    return sound;
}

static bool sqlite_number(const struct bib_sql_row *row, int column, int64_t *out) {
    *out = sqlite3_column_int64(row->result, column);
    return sqlite3_column_type(row->result, column) != SQLITE_NULL;
}

static struct str sqlite_text(const struct bib_sql_row *row, int column, bool *sound) {
    const unsigned char *p = sqlite3_column_text(row->result, column);
    int n = sqlite3_column_bytes(row->result, column);
    struct str text = {(const char *)p, p && n > 0 ? (size_t)n : 0};
    if (utf8_check(text) != STR_NONE) {
        *sound = false;
        return STR_EMPTY;
    }
    return text;
}

/* ---- rows ---- */

static bool sqlite_words_put(struct bib_store *s, int64_t id,
                             const struct str words[BIB_COLUMN_COUNT]) {
    struct bib_sql sql = {
        .text = "INSERT INTO item_text (rowid, key, title, author, venue, abstract, keyword)"
                " VALUES ($1, $2, $3, $4, $5, $6, $7)",
        .kept = BIB_SQL_TEXT_INSERT};
    bib_sql_int(&sql, id);
    for (int c = 0; c < BIB_COLUMN_COUNT; c++) {
        bib_sql_text(&sql, words[c]);
    }
    return bib_sql_do(s, &sql);
}

static bool drop_by_id(struct bib_store *s, enum bib_sql_kept kept, const char *text, int64_t id) {
    struct bib_sql sql = {.text = text, .kept = kept};
    bib_sql_int(&sql, id);
    return bib_sql_do(s, &sql);
}

static bool drop_words(struct bib_store *s, int64_t id) {
    return drop_by_id(s, BIB_SQL_TEXT_DELETE, "DELETE FROM item_text WHERE rowid = $1", id);
}

static bool sqlite_row_put(struct bib_store *s, const struct bib_store_row *row) {
    struct bib_sql sql = {.text = "INSERT INTO item (file, key, position, line, type, hash, body,"
                                  " year) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                          .kept = BIB_SQL_ITEM_INSERT};
    if (row->id) {
        sql.text = "UPDATE item SET file = $1, key = $2, position = $3, line = $4, type = $5,"
                   " hash = $6, body = $7, year = $8 WHERE id = $9";
        sql.kept = BIB_SQL_ITEM_UPDATE;
    }
    bib_sql_int(&sql, row->file);
    bib_sql_text(&sql, row->key);
    bib_sql_int(&sql, row->position);
    bib_sql_int(&sql, row->line);
    bib_sql_text(&sql, row->type);
    bib_sql_int(&sql, row->hash);
    bib_sql_text(&sql, row->body);
    bib_sql_int(&sql, row->year);
    if (!row->has_year) {
        sql.params[sql.nparams - 1].type = BIB_SQL_NULL;
    }
    if (row->id) {
        bib_sql_int(&sql, row->id);
    }
    if (!bib_sql_do(s, &sql) || (row->id && !drop_words(s, row->id))) {
        return false;
    }
    int64_t id = row->id ? row->id : sqlite3_last_insert_rowid(sqlite_of(s)->db);
    return sqlite_words_put(s, id, row->words);
}

static bool sqlite_row_move(struct bib_store *s, const struct bib_store_row *row) {
    struct bib_sql sql = {.text = "UPDATE item SET position = $1, line = $2 WHERE id = $3",
                          .kept = BIB_SQL_ITEM_MOVE};
    bib_sql_int(&sql, row->position);
    bib_sql_int(&sql, row->line);
    bib_sql_int(&sql, row->id);
    return bib_sql_do(s, &sql);
}

static bool sqlite_row_drop(struct bib_store *s, int64_t id) {
    return drop_words(s, id) &&
           drop_by_id(s, BIB_SQL_ITEM_DELETE, "DELETE FROM item WHERE id = $1", id);
}

static void drop_kept(struct bib_sqlite *q) {
    for (size_t i = 0; i < BIB_SQL_KEPT_COUNT; i++) {
        sqlite3_finalize(q->kept[i]);
        q->kept[i] = NULL;
    }
}

static bool sqlite_make_index(struct bib_store *s) {
    drop_kept(sqlite_of(s)); /* kept statements refer to the old table */
    return run(sqlite_of(s), "DROP TABLE IF EXISTS item_text;"
                             "CREATE VIRTUAL TABLE item_text USING fts5("
                             "key, title, author, venue, abstract, keyword,"
                             " tokenize = 'unicode61 remove_diacritics 2')");
}

/** Appends a term in FTS5's language (sqlite.org/fts5.html, section 3). It is a quoted string, so
 * that input is never taken as syntax. */
static bool sqlite_term(struct bib_store *s, struct buf *b, const struct bib_store_term *t) {
    (void)s;
    if (t->column >= 0) {
        buf_printf(b, "%s : ", bib_store_column_name((enum bib_store_column)t->column));
    }
    buf_putc(b, '"');
    for (size_t i = 0; i < t->text.n; i++) {
        char c = t->text.p[i];
        buf_puts(b, c == '"' ? "\"" : "");
        buf_putc(b, c ? c : ' ');
    }
    buf_puts(b, t->prefix ? "\" *" : "\"");
    return true;
}

/* ---- soundness ---- */

/** Reports a problem that one of SQLite's checks has found. The row has the text of the problem, or
 * "ok". */
static bool take_problem(const struct bib_sql_row *row, void *user) {
    bool *sound = user, readable = true;
    struct str text = sqlite_text(row, 0, &readable);
    if (!str_is(text, "ok")) {
        *sound = bib_store_damaged(row->s, "%.*s", STR_ARG(text));
    }
    return true;
}

static bool sqlite_check(struct bib_store *s) {
    struct bib_sql pages = {.text = "PRAGMA integrity_check(20)"};
    bool sound = true;
    sound = sqlite_query(s, &pages, take_problem, &sound) && sound;
    sound = bib_sql_check_rows(s) && sound;
    return run(sqlite_of(s), "INSERT INTO item_text (item_text) VALUES ('integrity-check')") &&
           sound;
}

/* ---- the schema ---- */

/* Step i leads from version i to i + 1. A released step never changes; new steps are appended. */
static const struct {
    const char *sql;
    /* the part of the step that SQL cannot do; NULL: there is none */
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
    {"CREATE INDEX item_year ON item(year);", bib_store_reindex},
};
#define SCHEMA_VERSION ((int64_t)ARRAY_LEN(steps))

static int64_t schema_version(struct bib_sqlite *q) {
    return bib_sql_number(&q->base, "PRAGMA user_version", -1);
}

static bool take_steps(struct bib_sqlite *q) {
    /* another process may have taken the steps since, so the version is read again under the lock
     */
    int64_t version = schema_version(q);
    if (version < 0) {
        return false;
    }
    for (size_t i = (size_t)version; i < ARRAY_LEN(steps); i++) {
        if (!run(q, steps[i].sql) || (steps[i].then && !steps[i].then(&q->base))) {
            return false;
        }
    }
    char sql[96];
    sqlite3_snprintf((int)sizeof sql, sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                     APPLICATION_ID, (int)SCHEMA_VERSION);
    return run(q, sql);
}

static bool migrate(struct bib_sqlite *q) {
    if (!run(q, "BEGIN IMMEDIATE")) {
        return false;
    }
    if (!take_steps(q) || !run(q, "COMMIT")) {
        (void)sqlite3_exec(q->db, "ROLLBACK", NULL, NULL, NULL);
        return false;
    }
    return true;
}

static bool judge(struct bib_sqlite *q, bool create, int64_t *version) {
    size_t before = q->base.reported;
    int64_t id = bib_sql_number(&q->base, "PRAGMA application_id", -1);
    int64_t things = bib_sql_number(&q->base, "SELECT count(*) FROM sqlite_schema", -1);
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
                                     : "this file is not a library",
                              STR("name another file with --library"));
        return false;
    }
    if (*version > SCHEMA_VERSION) {
        (void)bib_store_fault(&q->base, DIAG_LIBRARY_FORMAT, "it was made by a newer dossier",
                              STR("update dossier"));
        return false;
    }
    if (*version < 1 ||
        bib_sql_number(&q->base,
                       "SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')",
                       1) != 0) {
        return bib_store_damaged(&q->base, "its tables are not those of a library");
    }
    return true;
}

/* ---- opening and closing ---- */

static void sqlite_close(struct bib_store *s) {
    struct bib_sqlite *q = sqlite_of(s);
    drop_kept(q);
    sqlite3_close(q->db);
    q->db = NULL;
}

static bool sqlite_begin(struct bib_store *s) {
    return run(sqlite_of(s), "BEGIN IMMEDIATE");
}

static bool sqlite_commit(struct bib_store *s) {
    return run(sqlite_of(s), "COMMIT");
}

static bool sqlite_hold(struct bib_store *s) {
    return run(sqlite_of(s), "BEGIN");
}

/** Rolls back after an error, unless the error itself has ended the transaction. */
static void sqlite_rollback(struct bib_store *s) {
    sqlite3 *db = sqlite_of(s)->db;
    if (!sqlite3_get_autocommit(db)) {
        (void)sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    }
}

/* The weights of the columns are in the order of enum bib_store_column. A word in a title counts
 * for more than a word in an abstract. */
static const struct bib_sql_dialect dialect = {
    .id = "rowid",
    .word_columns = ", t.key, t.title, t.author, t.venue, t.abstract, t.keyword",
    .nwords = BIB_COLUMN_COUNT,
    .and_word = " AND ",
    .or_word = " OR ",
    .wanted = "item_text MATCH #",
    .unwanted = "i.id NOT IN (SELECT rowid FROM item_text WHERE item_text MATCH #)",
    .score = "bm25(item_text, 4, 8, 6, 2, 1, 3)",
    .key = "i.key = #",
    .no_limit = "-1",
    .keys = "SELECT key FROM (SELECT key FROM item WHERE key >= $1 AND key < $2 ORDER BY key"
            " LIMIT " BIB_STORE_KEYS_SCANNED ") WHERE length(key) BETWEEN $3 AND $4 LIMIT $5",
    .figures = BIB_STORE_FIGURES "(SELECT page_count * page_size FROM pragma_page_count,"
                                 " pragma_page_size),"
                                 " (SELECT user_version FROM pragma_user_version)",
    .drop_words = "DELETE FROM item_text WHERE rowid IN (SELECT id FROM item WHERE file = $1)",
};

static const struct bib_store_ops sqlite_ops = {
    .name = "SQLite",
    .close = sqlite_close,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .hold = sqlite_hold,
    .query = sqlite_query,
    .number = sqlite_number,
    .text = sqlite_text,
    .row_put = sqlite_row_put,
    .row_move = sqlite_row_move,
    .row_drop = sqlite_row_drop,
    .words_put = sqlite_words_put,
    .term = sqlite_term,
    .check = sqlite_check,
    .make_index = sqlite_make_index,
    .sql = &dialect,
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
               failed(q);
    }
    /* a library that is only read is opened for writing too: the last process that closes the file
     * removes the log */
    if (open_file(q, name, SQLITE_OPEN_READWRITE)) {
        return run(q, "PRAGMA query_only = ON");
    }
    int code = q->db ? sqlite3_errcode(q->db) & 0xFF : SQLITE_NOMEM;
    if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY) {
        return failed(q);
    }
    sqlite_close(&q->base);
    return open_immutable(q) || failed(q);
}

/** Turns on the log permanently. If two processes do so at the same time, SQLite returns an error
 * at once (sqlite.org/c3ref/busy_handler.html), so this function tries several times. */
static bool switch_log_on(struct bib_sqlite *q) {
    int code = SQLITE_BUSY;
    for (int waited = 0; code == SQLITE_BUSY && waited < WAIT_MS; waited += RETRY_MS) {
        code = sqlite3_exec(q->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL) & 0xFF;
        if (code == SQLITE_BUSY) {
            sqlite3_sleep(RETRY_MS);
        }
    }
    return code == SQLITE_OK || failed(q);
}

static bool prepare_writing(struct bib_sqlite *q) {
    return switch_log_on(q) && run(q, "PRAGMA synchronous = FULL;"
                                      "PRAGMA foreign_keys = ON;"
                                      "PRAGMA journal_size_limit = 67108864;"
                                      "PRAGMA cache_size = -65536");
}

/** Whether the file is a library or may become one. The checks are in one transaction, because
 * another process may be making the library. */
static bool recognise(struct bib_sqlite *q, bool create, int64_t *version) {
    if (!run(q, "BEGIN")) {
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
        /* this recursion is one level deep: with BIB_STORE_WRITE, this branch is not taken */
        return open_library(q, BIB_STORE_WRITE);
    }
    return mode == BIB_STORE_READ ||
           (prepare_writing(q) && (version == SCHEMA_VERSION || migrate(q)));
}

struct bib_store *bib_store_sqlite_open(struct arena *a, struct str path, enum bib_store_mode mode,
                                        struct span at, struct diags *d) {
    if (path.n == 0 || path.n >= PATH_MAX || str_index(path, '\0') != STR_NONE ||
        (mode != BIB_STORE_CREATE && !file_exists(path))) {
        (void)bib_store_missing(path, at, d);
        return NULL;
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
