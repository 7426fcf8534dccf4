/* SPDX-License-Identifier: MIT */
/*
 * The library on a PostgreSQL server: opening, the schema and its steps, transactions.
 *
 * A library is the schema `dossier` of a database, which may have other schemas. Its table
 * `library` has the version. All steps that are missing up to the present version are one
 * transaction. Tables with triggers and rules are refused, because these would run with our
 * statements. A user who may write into a database must not act with the rights of users who read
 * it.
 *
 * A writer holds one lock of the database. Readers do not wait: they see the last committed state.
 * The program waits for a server only for a limited time.
 */
#include "cite/bib/store/store_pg.h"

#include "core/base/utf8.h"

#include <limits.h>

DIAG_USE(DIAG_LIBRARY_FORMAT);
DIAG_USE(DIAG_LIBRARY_SERVER);

/* the time to wait for an answer, in milliseconds; the limit for locks is shorter */
#define PATIENCE 60000
#define LOCK "SELECT pg_advisory_xact_lock(1146049363)" /* the number of the lock spells "DOSS" */

/* ---- the schema ---- */

/* Steps from one version to the next, in order. A released step never changes; new steps are
 * appended. Versions 3 and 4 changed only word tables, which version 5 replaces. Text is ordered by
 * its bytes, as in SQLite. A key may be longer than a page of an index, so only its beginning is
 * indexed. */
#define SCHEMA_VERSION 5
static const struct {
    int64_t version;
    const char *sql;
    /* the part of the step that SQL cannot do; NULL: there is none */
    bool (*then)(struct bib_store *s);
} steps[] = {
    {1,
     "CREATE TABLE library (version bigint NOT NULL);"
     "INSERT INTO library VALUES (0);"
     "CREATE TABLE file ("
     " id bigint PRIMARY KEY, path text COLLATE \"C\" NOT NULL, format text NOT NULL,"
     " size bigint NOT NULL, mtime bigint NOT NULL, hash bigint NOT NULL, count bigint NOT NULL);"
     "CREATE TABLE item ("
     " id bigint PRIMARY KEY, file bigint NOT NULL, key text COLLATE \"C\" NOT NULL,"
     " position bigint NOT NULL, line bigint NOT NULL, type text COLLATE \"C\" NOT NULL,"
     " year bigint, hash bigint NOT NULL, body text COLLATE \"C\" NOT NULL);"
     "CREATE INDEX item_key ON item (left(key, 200));"
     "CREATE INDEX item_file ON item (file, position);",
     NULL},
    {2, "CREATE INDEX item_year ON item (year);", NULL},
    {SCHEMA_VERSION,
     "ALTER TABLE library DROP COLUMN IF EXISTS texts, DROP COLUMN IF EXISTS words,"
     " DROP COLUMN IF EXISTS mean, DROP COLUMN IF EXISTS frequent;",
     bib_store_reindex},
};

/** The state of the database. A number is -1 if its query failed. */
struct state {
    int64_t is_utf8, has_schema, has_library, things, strange, version;
};

/* Settings that are sent with the same query. The server has no statistics for new tables. Without
 * these settings it might therefore read whole tables, or take longer to compile a search than to
 * run it. */
#define SETTINGS                                                                                   \
    ", set_config('lock_timeout', '50s', false), set_config('enable_seqscan', 'off', false),"      \
    " set_config('jit', 'off', false),"                                                            \
    " set_config('max_parallel_workers_per_gather', '0', false)"

/* Names are looked up only in our schema and in PostgreSQL's own schema. */
#define NAMES "SET search_path = dossier, pg_temp;"
#define READ_ONLY "SET default_transaction_read_only = on;"

/* A table keeps its mark `relhastriggers` even after its triggers are dropped. So if a table has
 * the mark, TRIGGERS counts the triggers that really exist. */
#define STATE                                                                                      \
    "SELECT CASE WHEN getdatabaseencoding() = 'UTF8' THEN 1 ELSE 0 END,"                           \
    " CASE WHEN to_regnamespace('dossier') IS NULL THEN 0 ELSE 1 END,"                             \
    " count(*) FILTER (WHERE c.relname = 'library' AND c.relkind = 'r'), count(*),"                \
    " count(*) FILTER (WHERE c.relkind NOT IN ('r', 'i', 't') OR c.relhasrules"                    \
    "  OR c.relrowsecurity), count(*) FILTER (WHERE c.relhastriggers)" SETTINGS                    \
    " FROM pg_class c WHERE c.relnamespace = to_regnamespace('dossier')"
#define TRIGGERS                                                                                   \
    "SELECT count(*) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"                       \
    " WHERE c.relnamespace = to_regnamespace('dossier')"

/** Reads the state of the database. `set` are statements that run before the query, in the same
 * message. */
static bool look(struct bib_pg *q, const char *set, struct state *out) {
    *out = (struct state){-1, -1, -1, -1, -1, 0};
    struct str sql = arena_join(q->base.arena, 2, str_of(set), STR(STATE));
    PGresult *r = bib_pg_query_last(q, sql.p);
    bool sound = r && q->lib.PQntuples(r) == 1;
    if (sound) {
        *out = (struct state){bib_pg_get_int(q, r, 0, 0), bib_pg_get_int(q, r, 0, 1),
                              bib_pg_get_int(q, r, 0, 2), bib_pg_get_int(q, r, 0, 3),
                              bib_pg_get_int(q, r, 0, 4), 0};
    }
    if (sound && bib_pg_get_int(q, r, 0, 5) > 0) {
        int64_t triggers = bib_sql_number(&q->base, TRIGGERS, -1);
        out->strange += triggers;
        sound = triggers >= 0;
    }
    q->lib.PQclear(r);
    if (sound && out->has_library == 1) {
        out->version = bib_sql_number(&q->base, "SELECT version FROM dossier.library", -1);
    }
    return sound && (out->version >= 0 || q->base.reported > 0 ||
                     bib_store_damaged(&q->base, "it has no version"));
}

/** Takes the missing steps. The state is read again under the lock, because another process may
 * have taken them. */
static bool take_steps(struct bib_pg *q) {
    struct state now;
    if (!look(q, LOCK ";", &now) ||
        (now.has_schema == 0 && !bib_pg_run(q, "CREATE SCHEMA dossier"))) {
        return false;
    }
    for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
        if (now.version < steps[i].version &&
            (!bib_pg_run(q, steps[i].sql) || (steps[i].then && !steps[i].then(&q->base)))) {
            return false;
        }
    }
    struct bib_sql sql = {.text = "UPDATE library SET version = $1"};
    bib_sql_int(&sql, SCHEMA_VERSION);
    return bib_sql_do(&q->base, &sql);
}

static void pg_rollback(struct bib_store *s) {
    struct bib_pg *q = pg_of(s);
    bib_pg_forget(q);
    if (q->lib.PQtransactionStatus(q->conn) != PQTRANS_IDLE) {
        bib_pg_rollback(q);
    }
}

static bool migrate(struct bib_pg *q) {
    if (!bib_pg_run(q, "BEGIN ISOLATION LEVEL READ COMMITTED")) {
        return false;
    }
    if (!take_steps(q) || !bib_pg_run(q, "COMMIT")) {
        pg_rollback(&q->base);
        return false;
    }
    return true;
}

/** Whether the database has a library, or one may be created in it. Otherwise reports the reason.
 */
static bool judge(struct bib_pg *q, bool create, const struct state *now) {
    if (now->is_utf8 != 1) {
        return bib_store_fault(&q->base, DIAG_LIBRARY_FORMAT,
                               "this database does not keep text as UTF-8",
                               STR("make one that does: `createdb --encoding UTF8 --template "
                                   "template0 NAME`"));
    }
    if (now->has_library != 1 && now->things > 0) {
        return bib_store_fault(&q->base, DIAG_LIBRARY_FORMAT,
                               "its schema `dossier` is one of another program",
                               STR("name another database with --library"));
    }
    if (now->has_library != 1) {
        return create || bib_store_missing(q->base.path, q->base.at, q->base.d);
    }
    if (now->version > SCHEMA_VERSION) {
        return bib_store_fault(&q->base, DIAG_LIBRARY_FORMAT, "it was made by a newer dossier",
                               STR("update dossier"));
    }
    return (now->version > 0 && now->strange == 0) ||
           bib_store_damaged(&q->base, "its tables are not those of a library");
}

struct cutter {
    bib_words_fn *fn;
    void *user;
};

static void cut_word(struct str word, void *user) {
    const struct cutter *c = user;
    c->fn(utf8_cut(word, BIB_PG_MAX_WORD), c->user);
}

void bib_pg_each_word(struct bib_pg *q, struct str text, bib_words_fn *fn, void *user) {
    if (!q->tokenizer && !q->no_tokenizer) {
        q->tokenizer = bib_words_open(q->base.arena);
        q->no_tokenizer =
            !q->tokenizer &&
            !bib_store_fault(&q->base, DIAG_LIBRARY_SERVER,
                             "this SQLite has no full-text search (FTS5)",
                             STR("install one that has it: it splits text into words, "
                                 "for libraries on servers, too"));
    }
    if (q->tokenizer) {
        struct cutter c = {fn, user};
        (void)bib_words_each(q->tokenizer, text, cut_word, &c);
    }
}

/* ---- transactions ---- */

static void pg_close(struct bib_store *s) {
    struct bib_pg *q = pg_of(s);
    q->lib.PQfinish(q->conn);
    q->conn = NULL;
    bib_words_close(q->tokenizer);
    q->tokenizer = NULL;
    buf_drop(&q->batch.items);
    buf_drop(&q->batch.texts);
    vec_drop(&q->batch.drops);
    vec_drop(&q->batch.moves);
    vec_drop(&q->batch.positions);
    vec_drop(&q->batch.lines);
}

static bool pg_begin(struct bib_store *s) {
    struct bib_pg *q = pg_of(s);
    bib_pg_forget(q);
    if (!bib_pg_run(q, "BEGIN ISOLATION LEVEL READ COMMITTED")) {
        return false;
    }
    if (!bib_pg_run(q, LOCK)) {
        pg_rollback(s);
        return false;
    }
    return true;
}

/* After many new rows, statistics are made. Without them the server would plan its queries as if
 * the tables were empty. A user who does not own the tables gets a warning from the server, which
 * is not shown. */
#define ANALYZED 1000 /* number of rows written */
#define ANALYZE "SET LOCAL default_statistics_target = 10; ANALYZE item; ANALYZE item_text"

static bool pg_commit(struct bib_store *s) {
    struct bib_pg *q = pg_of(s);
    bool sound = bib_pg_flush(q) && (q->batch.written < ANALYZED || bib_pg_run(q, ANALYZE)) &&
                 bib_pg_run(q, "COMMIT");
    bib_pg_forget(q);
    return sound;
}

static bool pg_hold(struct bib_store *s) {
    return bib_pg_run(pg_of(s), "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

static bool pg_check(struct bib_store *s) {
    bool rows = bib_sql_check_rows(s);
    return bib_sql_check_zero(
               s, "SELECT count(*) FROM library WHERE to_regclass('item_words') IS NULL",
               "indexes that are missing") &&
           rows;
}

static const struct bib_store_ops pg_ops = {
    .name = "PostgreSQL",
    .close = pg_close,
    .begin = pg_begin,
    .commit = pg_commit,
    .rollback = pg_rollback,
    .hold = pg_hold,
    .query = bib_pg_rows,
    .number = bib_pg_number,
    .text = bib_pg_text,
    .row_put = bib_pg_row_put,
    .row_move = bib_pg_row_move,
    .row_drop = bib_pg_row_drop,
    .words_put = bib_pg_words_put,
    .term = bib_pg_term,
    .check = pg_check,
    .make_index = bib_pg_make_index,
    .words_kept = bib_pg_words_kept,
    .sql = &bib_pg_dialect,
};

/* ---- connecting ---- */

/** Loads libpq. It stays loaded until the process ends, because the TLS library in it has exit
 * handlers. */
static bool load_library(struct pg_calls *out) {
    static const struct module_symbol symbols[] = {
#define CALL(name) {#name, offsetof(struct pg_calls, name)},
#include "cite/bib/store/pg_calls.def"
#undef CALL
    };
    return module_load(MODULE_POSTGRES, symbols, ARRAY_LEN(symbols), out) != NULL;
}

static void ignore_notice(void *user, const char *message) {
    (void)user, (void)message;
}

/** Whether libpq accepts the address. libpq's own message is not shown, because it may contain a
 * password. */
static bool is_address(struct bib_pg *q, const char *url) {
    char *why = NULL;
    PQconninfoOption *parts = q->lib.PQconninfoParse(url, &why);
    q->lib.PQconninfoFree(parts);
    q->lib.PQfreemem(why);
    return parts ||
           bib_store_fault(&q->base, DIAG_LIBRARY_FORMAT, "this is not an address of a server",
                           STR("an address is postgresql://USER@HOST/DATABASE, with %XX for "
                               "characters in a name that are not letters or digits"));
}

/** Returns the time to wait for an answer, in milliseconds: `tcp_user_timeout` of the address, by
 * which libpq limits the time until sent data are confirmed. */
static int patience_of(const char *url) {
    static const struct str name = STR_INIT("tcp_user_timeout=");
    size_t at = str_find(str_of(url), name);
    struct str rest = at == STR_NONE ? STR_EMPTY : str_from(str_of(url), at + name.n);
    int64_t value = 0;
    bool set = str_to_i64(str_cut(&rest, '&'), &value) && value > 0 && value < INT_MAX;
    return set ? (int)value : PATIENCE;
}

/* Connects to a server. libpq uses the last value of a setting: the address overrides the settings
 * before it, and the settings after it override the address. The program waits 10 seconds for a
 * missing server; it notices within a minute that a server has disappeared. */
static bool connect_server(struct bib_pg *q, const char *url) {
    static const char *const names[] = {
        "connect_timeout",  "keepalives_idle",           "keepalives_interval",
        "keepalives_count", "tcp_user_timeout",          "dbname",
        "client_encoding",  "fallback_application_name", NULL};
    const char *const values[] = {"10", "30", "10", "3", "60000", url, "UTF8", "dossier", NULL};
    q->conn = q->lib.PQconnectdbParams(names, values, 1);
    if (q->lib.PQstatus(q->conn) == CONNECTION_OK) {
        (void)q->lib.PQsetNoticeProcessor(q->conn, ignore_notice, NULL);
        q->patience = patience_of(url);
        return true;
    }
    q->base.io_failed = true;
    struct str why = str_trim(str_of(q->conn ? q->lib.PQerrorMessage(q->conn) : ""));
    why = str_cut(&why, '\n');
    return bib_store_fault(&q->base, DIAG_LIBRARY_SERVER, "the server cannot be asked",
                           utf8_check(why) == STR_NONE ? why : STR_EMPTY);
}

static bool open_library(struct bib_pg *q, const char *url, enum bib_store_mode mode) {
    struct state now;
    if (!is_address(q, url) || !connect_server(q, url) ||
        !look(q, mode == BIB_STORE_READ ? NAMES READ_ONLY : NAMES, &now) ||
        !judge(q, mode == BIB_STORE_CREATE, &now)) {
        return false;
    }
    if (now.version == SCHEMA_VERSION) {
        return true;
    }
    /* a process that only reads also takes the missing steps */
    bool reads = mode == BIB_STORE_READ;
    return (!reads || bib_pg_run(q, "SET default_transaction_read_only = off")) && migrate(q) &&
           (!reads || bib_pg_run(q, "SET default_transaction_read_only = on"));
}

struct bib_store *bib_store_pg_open(struct arena *a, struct str place, enum bib_store_mode mode,
                                    struct span at, struct diags *d) {
    struct bib_pg *q = ARENA_NEW(a, struct bib_pg);
    struct str url = arena_join(a, 2, STR("postgresql://"), place);
    q->base = (struct bib_store){.ops = &pg_ops,
                                 .arena = a,
                                 .path = bib_store_shown(a, url),
                                 .at = at,
                                 .d = d,
                                 .is_server = true};
    if (!load_library(&q->lib)) {
        (void)bib_store_fault(&q->base, DIAG_LIBRARY_SERVER,
                              "libpq, which talks to servers, is not installed",
                              STR("install libpq5, or keep the library in a file"));
        return NULL;
    }
    buf_init(&q->batch.items, 0);
    buf_init(&q->batch.texts, 0);
    if (!open_library(q, arena_str(a, url).p, mode)) {
        pg_close(&q->base);
        return NULL;
    }
    q->base.reported = 0;
    return &q->base;
}
