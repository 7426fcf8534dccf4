/* SPDX-License-Identifier: MIT */
/*
 * Reads rows from PostgreSQL: statements, their rows, and the terms of searches.
 *
 * A few rows are received at once. Many rows are received through a cursor, some hundred at a time.
 * Memory then does not grow with the library, and the callback may run other queries.
 *
 * `item_text.vector` is a tsvector with a GIN index. It has the words of all columns, each with the
 * letter of its column before it. A word in any column is therefore a choice of six lexemes, and a
 * phrase is a choice of six phrases. The best matches come first according to ts_rank(), which uses
 * the weights that store_pg_write.c gives to the columns.
 */
#include "cite/bib/store/store_pg.h"

#define FETCHED "500"

const struct bib_sql_dialect bib_pg_dialect = {
    .id = "id",
    .word_columns = ", t.words",
    .nwords = 1,
    .and_word = " & ",
    .or_word = " | ",
    .wanted = "t.vector @@ #::text::tsquery",
    .unwanted = "(t.vector @@ #::text::tsquery) IS NOT TRUE",
    .score = "-ts_rank(t.vector, #::text::tsquery, 1)",
    .key = "left(i.key, 200) = left(#, 200) AND i.key = #",
    .no_limit = "ALL",
    .keys = "SELECT key FROM (SELECT key FROM item i"
            " WHERE left(i.key, 200) BETWEEN left($1, 200) AND left($2, 200)"
            " AND i.key >= $1 AND i.key < $2 ORDER BY left(i.key, 200), i.key"
            " LIMIT " BIB_STORE_KEYS_SCANNED ") k WHERE length(key) BETWEEN $3 AND $4 LIMIT $5",
    .figures =
        BIB_STORE_FIGURES "pg_total_relation_size('library') + pg_total_relation_size('file')"
                          " + pg_total_relation_size('item')"
                          " + pg_total_relation_size('item_text'),"
                          " (SELECT version FROM library)",
    .drop_words = "DELETE FROM item_text WHERE id IN (SELECT id FROM item WHERE file = $1)",
};

/* ---- rows ---- */

/** Calls `fn` for each row of a result. Returns false if `fn` has ended the reading. */
static bool hand_over(struct bib_pg *q, PGresult *r, const struct bib_sql *sql, bib_sql_row_fn *fn,
                      void *user) {
    int columns = q->lib.PQnfields(r), n = q->lib.PQntuples(r);
    if (n > 0 && columns < sql->columns) {
        return bib_store_damaged(&q->base, "its server gives entries with %d columns", columns);
    }
    for (int i = 0; fn && i < n; i++) {
        struct bib_sql_row row = {&q->base, r, i};
        if (!fn(&row, user)) {
            return false;
        }
    }
    return true;
}

/** Runs the statement `WORD cN` for the cursor with the number N. */
static PGresult *move_cursor(struct bib_pg *q, const char *word, unsigned cursor) {
    struct buf b = BUF_INIT;
    buf_printf(&b, "%s c%u", word, cursor);
    PGresult *r = bib_pg_query(q, &(struct bib_sql){.text = b.p});
    buf_drop(&b);
    return r;
}

static bool through_cursor(struct bib_pg *q, const struct bib_sql *sql, bib_sql_row_fn *fn,
                           void *user) {
    unsigned cursor = q->cursors;
    struct buf text = BUF_INIT;
    struct bib_sql declare = *sql;
    buf_printf(&text, "DECLARE c%u NO SCROLL CURSOR FOR %s", cursor, sql->text);
    declare.text = text.p;
    bool sound = bib_pg_do(q, &declare), more = sound;
    buf_drop(&text);
    q->cursors++;
    while (more) {
        PGresult *r = move_cursor(q, "FETCH " FETCHED " FROM", cursor);
        sound = r != NULL;
        more = r && q->lib.PQntuples(r) > 0 && hand_over(q, r, sql, fn, user);
        q->lib.PQclear(r);
    }
    q->cursors--;
    PGresult *closed = sound ? move_cursor(q, "CLOSE", cursor) : NULL;
    q->lib.PQclear(closed);
    return closed != NULL;
}

/** Reads many rows. A cursor needs a transaction, so one is begun if none is open. */
static bool many_rows(struct bib_pg *q, const struct bib_sql *sql, bib_sql_row_fn *fn, void *user) {
    bool own = q->lib.PQtransactionStatus(q->conn) == PQTRANS_IDLE;
    if (own && !bib_pg_run(q, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")) {
        return false;
    }
    bool sound = through_cursor(q, sql, fn, user);
    if (own) {
        bib_pg_rollback(q);
    }
    return sound;
}

bool bib_pg_rows(struct bib_store *s, const struct bib_sql *sql, bib_sql_row_fn *fn, void *user) {
    struct bib_pg *q = pg_of(s);
    if (!bib_pg_flush(q)) {
        return false;
    }
    if (sql->many) {
        return many_rows(q, sql, fn, user);
    }
    PGresult *r = bib_pg_query(q, sql);
    if (r) {
        (void)hand_over(q, r, sql, fn, user);
    }
    q->lib.PQclear(r);
    return r != NULL;
}

/* ---- terms: a tsquery ---- */

struct words {
    VEC(struct str) list;
    struct arena *arena;
};

static void take_word(struct str word, void *user) {
    struct words *w = user;
    vec_push(&w->list, arena_str(w->arena, word));
}

/** Appends the words of a term in one column: 'tslow' <-> 'tstreams':*. Words have letters and
 * digits only, so they need no escapes between the quotes. */
static void add_phrase(struct buf *b, const struct words *w, char letter, bool prefix) {
    for (size_t i = 0; i < w->list.n; i++) {
        buf_printf(b, "%s'%c", i ? " <-> " : "", letter);
        buf_str(b, w->list.p[i]);
        buf_puts(b, prefix && i + 1 == w->list.n ? "':*" : "'");
    }
}

/** Appends a term as (PHRASE | PHRASE ...), with one phrase for each column in which it may occur.
 */
bool bib_pg_term(struct bib_store *s, struct buf *out, const struct bib_store_term *term) {
    struct words w = {VEC_INIT, arena_new()};
    bib_pg_each_word(pg_of(s), term->text, take_word, &w);
    int first = term->column < 0 ? 0 : term->column;
    int end = term->column < 0 ? BIB_COLUMN_COUNT : term->column + 1;
    bool any = w.list.n > 0;
    for (int c = first; any && c < end; c++) {
        buf_putc(out, c == first ? '(' : '|');
        add_phrase(out, &w, BIB_PG_LETTERS[c], term->prefix);
    }
    buf_puts(out, any ? ")" : "");
    vec_drop(&w.list);
    arena_drop(w.arena);
    return any;
}
