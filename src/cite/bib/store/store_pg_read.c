/* SPDX-License-Identifier: MIT */
/*
 * Reads rows from PostgreSQL: queries, keys, figures, and checks of the tables.
 *
 * A few rows are received at once. Many rows are received through a cursor, some hundred at a time.
 * Memory then does not grow with the library, and the callback may run other queries.
 */
#include "cite/bib/store/store_pg.h"

#define AT_ONCE 1000  /* maximum number of rows without a cursor */
#define FETCHED "500" /* number of rows that a cursor returns at a time */

/* ---- rows ---- */

static bool read_row(struct bib_pg *q, const PGresult *r, int at,
                     const struct bib_store_query *query, struct bib_store_row *row) {
    bool sound = true;
    *row = (struct bib_store_row){.id = bib_pg_get_int(q, r, at, 0),
                                  .file = bib_pg_get_int(q, r, at, 1),
                                  .path = bib_pg_get_text(q, r, at, 2, &sound),
                                  .key = bib_pg_get_text(q, r, at, 3, &sound),
                                  .position = bib_pg_get_int(q, r, at, 4),
                                  .line = bib_pg_get_int(q, r, at, 5),
                                  .type = bib_pg_get_text(q, r, at, 6, &sound),
                                  .has_year = !q->lib.PQgetisnull(r, at, 7),
                                  .year = bib_pg_get_int(q, r, at, 7),
                                  .hash = bib_pg_get_int(q, r, at, 8),
                                  .body = bib_pg_get_text(q, r, at, 9, &sound)};
    if (query->with_words) {
        row->words[0] = bib_pg_get_text(q, r, at, BIB_STORE_NCOLUMNS, &sound);
    }
    return sound;
}

/** Calls `fn` for each row of a result. Returns false when `fn` has ended the reading. */
static bool hand_over(struct bib_pg *q, const PGresult *r, const struct bib_store_query *query,
                      bib_store_row_fn *fn, void *user) {
    int columns = q->lib.PQnfields(r), n = q->lib.PQntuples(r);
    if (n > 0 && columns < BIB_STORE_NCOLUMNS + query->with_words) {
        return bib_store_damaged(&q->base, "its server gives entries with %d columns", columns);
    }
    for (int i = 0; i < n; i++) {
        struct bib_store_row row;
        if (!read_row(q, r, i, query, &row)) {
            (void)bib_store_damaged(&q->base, "entry %lld has text that is not UTF-8",
                                    (long long)row.id);
        } else if (!fn(&row, user)) {
            return false;
        }
    }
    return true;
}

/* ---- queries ---- */

/** Runs the statement `WORD cN` for the cursor with the number N. */
static PGresult *move_cursor(struct bib_pg *q, const char *word, unsigned cursor) {
    struct buf b = BUF_INIT;
    buf_printf(&b, "%s c%u", word, cursor);
    PGresult *r = bib_pg_query(q, b.p, NULL);
    buf_drop(&b);
    return r;
}

static bool through_cursor(struct bib_pg *q, struct str sql, struct bib_pg_params *p,
                           const struct bib_store_query *query, bib_store_row_fn *fn, void *user) {
    unsigned cursor = q->cursors;
    struct buf declare = BUF_INIT;
    buf_printf(&declare, "DECLARE c%u NO SCROLL CURSOR FOR ", cursor);
    buf_str(&declare, sql);
    bool sound = bib_pg_do(q, declare.p, p), more = sound;
    buf_drop(&declare);
    q->cursors++;
    while (more) {
        PGresult *r = move_cursor(q, "FETCH " FETCHED " FROM", cursor);
        sound = r != NULL;
        more = r && q->lib.PQntuples(r) > 0 && hand_over(q, r, query, fn, user);
        q->lib.PQclear(r);
    }
    q->cursors--;
    PGresult *closed = sound ? move_cursor(q, "CLOSE", cursor) : NULL;
    q->lib.PQclear(closed);
    return closed != NULL;
}

/** Reads many rows. A cursor needs a transaction, so one is begun if none is open. */
static bool many_rows(struct bib_pg *q, struct str sql, struct bib_pg_params *p,
                      const struct bib_store_query *query, bib_store_row_fn *fn, void *user) {
    bool own = q->lib.PQtransactionStatus(q->conn) == PQTRANS_IDLE;
    if (own && !bib_pg_run(q, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")) {
        return false;
    }
    bool sound = through_cursor(q, sql, p, query, fn, user);
    if (own) {
        bib_pg_rollback(q);
    }
    return sound;
}

static bool few_rows(struct bib_pg *q, const char *sql, struct bib_pg_params *p,
                     const struct bib_store_query *query, bib_store_row_fn *fn, void *user) {
    PGresult *r = bib_pg_query(q, sql, p);
    if (r) {
        (void)hand_over(q, r, query, fn, user);
    }
    q->lib.PQclear(r);
    return r != NULL;
}

/** Finds one item by its key, in the file that was imported first. */
static bool find_key(struct bib_pg *q, const struct bib_store_query *query, bib_store_row_fn *fn,
                     void *user) {
    struct bib_pg_params p = VEC_INIT;
    if (!q->has_find) {
        int sent = q->lib.PQsendPrepare(
            q->conn, "find",
            "SELECT " BIB_STORE_ROW_COLUMNS " FROM item i LEFT JOIN file f ON f.id = i.file"
            " WHERE left(i.key, 200) = left($1::text, 200) AND i.key = $1::text"
            " ORDER BY i.file, i.position, i.id LIMIT 1",
            0, NULL);
        PGresult *made = bib_pg_answer(q, sent);
        q->has_find = q->lib.PQresultStatus(made) == PGRES_COMMAND_OK || bib_pg_failed(q, made);
        q->lib.PQclear(made);
        if (!q->has_find) {
            return false;
        }
    }
    bib_pg_text(&p, query->key);
    PGresult *r = bib_pg_query_prepared(q, "find", &p);
    if (r) {
        (void)hand_over(q, r, query, fn, user);
    }
    q->lib.PQclear(r);
    vec_drop(&p);
    return r != NULL;
}

bool bib_pg_each(struct bib_store *s, const struct bib_store_query *query, bib_store_row_fn *fn,
                 void *user) {
    struct bib_pg *q = pg_of(s);
    if (!bib_pg_flush(q)) {
        return false;
    }
    if (bib_store_is_look_up(query)) {
        return find_key(q, query, fn, user);
    }
    struct arena *a = arena_new();
    struct bib_pg_params p = VEC_INIT;
    struct buf sql = BUF_INIT;
    bib_pg_select(q, a, query, &sql, &p);
    bool few = query->limit > 0 && query->limit <= AT_ONCE;
    bool sound = !q->no_tokenizer && (few ? few_rows(q, sql.p, &p, query, fn, user)
                                          : many_rows(q, buf_view(&sql), &p, query, fn, user));
    buf_drop(&sql);
    vec_drop(&p);
    arena_drop(a);
    return sound;
}

bool bib_pg_keys(struct bib_store *s, struct arena *a, struct str prefix, size_t shortest,
                 size_t longest, size_t max, struct str **out, size_t *n) {
    struct bib_pg *q = pg_of(s);
    struct bib_pg_params p = VEC_INIT;
    VEC(struct str) keys = VEC_INIT;
    /* U+10FFFF sorts after all characters, so this limit is after all keys with the prefix. */
    bib_pg_text(&p, prefix);
    bib_pg_text(&p, arena_join(a, 2, prefix, STR("\xF4\x8F\xBF\xBF")));
    bib_pg_int(&p, (int64_t)shortest);
    bib_pg_int(&p, (int64_t)longest);
    bib_pg_int(&p, (int64_t)max);
    PGresult *r =
        bib_pg_flush(q)
            ? bib_pg_query(q,
                           "SELECT key FROM (SELECT key FROM item i"
                           " WHERE left(i.key, 200) BETWEEN left($1, 200) AND left($2, 200)"
                           " AND i.key >= $1 AND i.key < $2 ORDER BY left(i.key, 200), i.key"
                           " LIMIT " BIB_STORE_KEYS_SCANNED
                           ") k WHERE length(key) BETWEEN $3 AND $4 LIMIT $5",
                           &p)
            : NULL;
    for (int i = 0; r && i < q->lib.PQntuples(r); i++) {
        bool sound = true;
        struct str key = bib_pg_get_text(q, r, i, 0, &sound);
        if (sound) {
            vec_push(&keys, arena_str(a, key));
        }
    }
    q->lib.PQclear(r);
    *out = vec_finish(&keys, a);
    *n = keys.n;
    vec_drop(&p);
    return r != NULL;
}

/* ---- figures ---- */

static bool count_items(struct bib_pg *q, struct bib_store_stats *out) {
    PGresult *r =
        bib_pg_query(q,
                     "SELECT (SELECT count(*) FROM file), count(*), count(DISTINCT key),"
                     " count(*) - count(year), min(year), max(year),"
                     " pg_total_relation_size('library') + pg_total_relation_size('file') +"
                     " pg_total_relation_size('item') +"
                     " pg_total_relation_size('item_text'),"
                     " (SELECT version FROM library) FROM item",
                     NULL);
    if (r && q->lib.PQntuples(r) == 1) {
        *out = (struct bib_store_stats){.files = bib_pg_get_int(q, r, 0, 0),
                                        .items = bib_pg_get_int(q, r, 0, 1),
                                        .keys = bib_pg_get_int(q, r, 0, 2),
                                        .without_year = bib_pg_get_int(q, r, 0, 3),
                                        .first_year = bib_pg_get_int(q, r, 0, 4),
                                        .last_year = bib_pg_get_int(q, r, 0, 5),
                                        .bytes = bib_pg_get_int(q, r, 0, 6),
                                        .version = bib_pg_get_int(q, r, 0, 7)};
    }
    q->lib.PQclear(r);
    return r != NULL;
}

bool bib_pg_stats(struct bib_store *s, struct bib_store_stats *out, bib_store_type_fn *fn,
                  void *user) {
    struct bib_pg *q = pg_of(s);
    *out = (struct bib_store_stats){0};
    if (!bib_pg_flush(q) || !count_items(q, out)) {
        return false;
    }
    PGresult *r = bib_pg_query(
        q, "SELECT type, count(*) AS n FROM item GROUP BY type ORDER BY n DESC, type", NULL);
    for (int i = 0; r && i < q->lib.PQntuples(r); i++) {
        bool sound = true;
        fn(bib_pg_get_text(q, r, i, 0, &sound), bib_pg_get_int(q, r, i, 1), user);
    }
    q->lib.PQclear(r);
    return r != NULL;
}

/* ---- checks ---- */

static bool check_zero(struct bib_pg *q, const char *sql, const char *what) {
    int64_t n = bib_pg_number(q, sql, -1);
    return n == 0 || (n > 0 && bib_store_damaged(&q->base, "%s: %lld", what, (long long)n));
}

bool bib_pg_check(struct bib_store *s) {
    struct bib_pg *q = pg_of(s);
    if (!bib_pg_flush(q)) {
        return false;
    }
    bool files = check_zero(q,
                            "SELECT count(*) FROM item i WHERE NOT EXISTS"
                            " (SELECT FROM file f WHERE f.id = i.file)",
                            "entries whose file is not known");
    bool words = check_zero(q,
                            "SELECT count(*) FROM item_text t WHERE NOT EXISTS"
                            " (SELECT FROM item i WHERE i.id = t.id)",
                            "words in the index that belong to no entry");
    bool missing = check_zero(q,
                              "SELECT count(*) FROM item i WHERE NOT EXISTS"
                              " (SELECT FROM item_text t WHERE t.id = i.id)",
                              "entries that are not in the index");
    bool index =
        check_zero(q, "SELECT count(*) FROM library WHERE to_regclass('item_words') IS NULL",
                   "indexes that are missing");
    return files && words && missing && index;
}
