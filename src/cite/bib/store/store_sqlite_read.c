/* SPDX-License-Identifier: MIT */
/*
 * Reads rows from the SQLite file: queries, keys, figures, and SQLite's own checks.
 *
 * The words of a query become one expression of FTS5 (sqlite.org/fts5.html, section 3). Each word
 * is a quoted string, so that input is never taken as syntax. The best matches are chosen by their
 * ids; only then are their texts read.
 */
#include "cite/bib/store/store_sqlite.h"

#include "cite/bib/store/store_item.h"
#include "core/base/vec.h"

/* The weights of the columns in the order of enum bib_store_column. A word in a title counts for
 * more than a word in an abstract. */
#define SCORE "bm25(item_text, 4, 8, 6, 2, 1, 3)"
#define WORD_COLUMNS ", t.key, t.title, t.author, t.venue, t.abstract, t.keyword"

/* ---- from a query to SQL ---- */

static void add_term(struct buf *b, const struct bib_store_term *t) {
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
}

/** Appends the terms that must occur, joined with AND, or those that must not, joined with OR. */
static bool match_text(struct buf *b, const struct bib_store_query *query, bool exclude) {
    bool any = false;
    for (size_t i = 0; i < query->nterms; i++) {
        if (query->terms[i].exclude == exclude) {
            buf_puts(b, any ? exclude ? " OR " : " AND " : "");
            add_term(b, &query->terms[i]);
            any = true;
        }
    }
    return any;
}

struct select {
    struct buf sql, wanted, unwanted;
    bool has_wanted, has_unwanted;
};

static void add_condition(struct buf *sql, bool *any, const char *text) {
    buf_puts(sql, *any ? " AND " : " WHERE ");
    buf_puts(sql, text);
    *any = true;
}

/* Parameters are numbered, so that their order need not be that of the conditions. */
enum { AT_KEY = 1, AT_FILE, AT_FROM, AT_TO, AT_WANTED, AT_UNWANTED, AT_LIMIT, AT_TYPES };

static void add_conditions(struct select *s, const struct bib_store_query *query) {
    bool any = false;
    if (s->has_wanted) {
        add_condition(&s->sql, &any, "item_text MATCH ?5");
    }
    if (s->has_unwanted) {
        add_condition(&s->sql, &any,
                      "i.id NOT IN (SELECT rowid FROM item_text WHERE item_text MATCH ?6)");
    }
    if (query->has_key) {
        add_condition(&s->sql, &any, "i.key = ?1");
    }
    if (query->file) {
        add_condition(&s->sql, &any, "i.file = ?2");
    }
    if (query->has_years) {
        add_condition(&s->sql, &any, "i.year BETWEEN ?3 AND ?4");
    }
    if (query->ntypes) {
        add_condition(&s->sql, &any, "i.type IN (");
        for (size_t i = 0; i < query->ntypes; i++) {
            buf_printf(&s->sql, "%s?%d", i ? ", " : "", AT_TYPES + (int)i);
        }
        buf_putc(&s->sql, ')');
    }
}

static void build_select(struct select *s, const struct bib_store_query *query) {
    struct buf *sql = &s->sql;
    buf_printf(sql, "SELECT %s%s FROM ",
               query->bare ? BIB_STORE_BARE_COLUMNS : BIB_STORE_ROW_COLUMNS,
               query->with_words ? WORD_COLUMNS : "");
    if (s->has_wanted) {
        buf_puts(sql, "(SELECT i.id AS id, " SCORE " AS score FROM item_text"
                      " JOIN item i ON i.id = item_text.rowid");
        add_conditions(s, query);
        buf_puts(sql, " ORDER BY score, i.id LIMIT ?7) m JOIN item i ON i.id = m.id");
    } else {
        buf_puts(sql, "item i");
    }
    buf_puts(sql, " LEFT JOIN file f ON f.id = i.file");
    buf_puts(sql, query->with_words ? " LEFT JOIN item_text t ON t.rowid = i.id" : "");
    if (s->has_wanted) {
        buf_puts(sql, " ORDER BY m.score, i.id");
    } else {
        add_conditions(s, query);
        buf_puts(sql, query->by_id ? " ORDER BY i.id LIMIT ?7"
                                   : " ORDER BY i.file, i.position LIMIT ?7");
    }
}

static void bind_query(sqlite3_stmt *st, const struct select *s,
                       const struct bib_store_query *query) {
    if (query->has_key) {
        bib_sqlite_bind(st, AT_KEY, query->key);
    }
    if (query->file) {
        bib_sqlite_bind_int(st, AT_FILE, query->file);
    }
    if (query->has_years) {
        bib_sqlite_bind_int(st, AT_FROM, query->from);
        bib_sqlite_bind_int(st, AT_TO, query->to);
    }
    if (s->has_wanted) {
        bib_sqlite_bind(st, AT_WANTED, buf_view(&s->wanted));
    }
    if (s->has_unwanted) {
        bib_sqlite_bind(st, AT_UNWANTED, buf_view(&s->unwanted));
    }
    bib_sqlite_bind_int(st, AT_LIMIT, query->limit ? query->limit : -1);
    for (size_t i = 0; i < query->ntypes; i++) {
        bib_sqlite_bind(st, AT_TYPES + (int)i, query->types[i]);
    }
}

/* ---- rows ---- */

static bool read_row(sqlite3_stmt *st, const struct bib_store_query *query,
                     struct bib_store_row *row) {
    bool sound = true;
    *row = (struct bib_store_row){.id = sqlite3_column_int64(st, 0),
                                  .file = sqlite3_column_int64(st, 1),
                                  .path = bib_sqlite_text(st, 2, &sound),
                                  .key = bib_sqlite_text(st, 3, &sound),
                                  .position = sqlite3_column_int64(st, 4),
                                  .line = sqlite3_column_int64(st, 5),
                                  .type = bib_sqlite_text(st, 6, &sound),
                                  .has_year = sqlite3_column_type(st, 7) != SQLITE_NULL,
                                  .year = sqlite3_column_int64(st, 7),
                                  .hash = sqlite3_column_int64(st, 8),
                                  .body = bib_sqlite_text(st, 9, &sound)};
    for (int c = 0; c < BIB_COLUMN_COUNT && query->with_words; c++) {
        row->words[c] = bib_sqlite_text(st, BIB_STORE_NCOLUMNS + c, &sound);
    }
    return sound;
}

/** Calls the callback for each row, until the callback ends the reading. */
static bool step_rows(struct bib_sqlite *q, sqlite3_stmt *st, const struct bib_store_query *query,
                      bib_store_row_fn *fn, void *user) {
    for (;;) {
        int code = sqlite3_step(st);
        if (code == SQLITE_DONE) {
            return true;
        }
        if (code != SQLITE_ROW) {
            return bib_sqlite_failed(q);
        }
        struct bib_store_row row;
        if (!read_row(st, query, &row)) {
            (void)bib_store_damaged(&q->base, "entry %lld has text that is not UTF-8",
                                    (long long)row.id);
            continue;
        }
        if (!fn(&row, user)) {
            return true;
        }
    }
}

/** Finds one item by its key. */
static bool find_key(struct bib_sqlite *q, const struct bib_store_query *query,
                     bib_store_row_fn *fn, void *user) {
    sqlite3_stmt *st = bib_sqlite_cached(q, BIB_SQL_FIND_KEY,
                                         "SELECT " BIB_STORE_ROW_COLUMNS
                                         " FROM item i LEFT JOIN file f ON f.id = i.file"
                                         " WHERE i.key = ?1 ORDER BY i.file, i.position LIMIT 1");
    if (!st) {
        return false;
    }
    bib_sqlite_bind(st, AT_KEY, query->key);
    bool sound = step_rows(q, st, query, fn, user);
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
    return sound;
}

bool bib_sqlite_each(struct bib_store *s, const struct bib_store_query *query, bib_store_row_fn *fn,
                     void *user) {
    struct bib_sqlite *q = sqlite_of(s);
    if (bib_store_is_look_up(query)) {
        return find_key(q, query, fn, user);
    }
    struct select sel = {.has_wanted = false};
    buf_init(&sel.sql, 0);
    buf_init(&sel.wanted, 0);
    buf_init(&sel.unwanted, 0);
    sel.has_wanted = match_text(&sel.wanted, query, false);
    sel.has_unwanted = match_text(&sel.unwanted, query, true);
    build_select(&sel, query);
    sqlite3_stmt *st = bib_sqlite_prepare(q, sel.sql.p);
    bool sound = st != NULL;
    if (st) {
        bind_query(st, &sel, query);
        sound = step_rows(q, st, query, fn, user);
    }
    sqlite3_finalize(st);
    buf_drop(&sel.sql);
    buf_drop(&sel.wanted);
    buf_drop(&sel.unwanted);
    return sound;
}

bool bib_sqlite_keys(struct bib_store *s, struct arena *a, struct str prefix, size_t shortest,
                     size_t longest, size_t max, struct str **out, size_t *n) {
    struct bib_sqlite *q = sqlite_of(s);
    VEC(struct str) keys = VEC_INIT;
    sqlite3_stmt *st = bib_sqlite_prepare(
        q, "SELECT key FROM (SELECT key FROM item WHERE key >= ?1 AND key < ?2 ORDER BY key"
           " LIMIT " BIB_STORE_KEYS_SCANNED ") WHERE length(key) BETWEEN ?3 AND ?4 LIMIT ?5");
    int code = SQLITE_DONE;
    if (st) {
        /* U+10FFFF sorts after all characters, so this limit is after all keys with the prefix */
        bib_sqlite_bind(st, 1, prefix);
        bib_sqlite_bind(st, 2, arena_join(a, 2, prefix, STR("\xF4\x8F\xBF\xBF")));
        bib_sqlite_bind_int(st, 3, (int64_t)shortest);
        bib_sqlite_bind_int(st, 4, (int64_t)longest);
        bib_sqlite_bind_int(st, 5, (int64_t)max);
        while ((code = sqlite3_step(st)) == SQLITE_ROW) {
            bool sound = true;
            struct str key = bib_sqlite_text(st, 0, &sound);
            if (sound) {
                vec_push(&keys, arena_str(a, key));
            }
        }
        if (code != SQLITE_DONE) {
            (void)bib_sqlite_failed(q);
        }
    }
    sqlite3_finalize(st);
    *out = vec_finish(&keys, a);
    *n = keys.n;
    return st != NULL && code == SQLITE_DONE;
}

/* ---- figures ---- */

bool bib_sqlite_stats(struct bib_store *s, struct bib_store_stats *out, bib_store_type_fn *fn,
                      void *user) {
    struct bib_sqlite *q = sqlite_of(s);
    size_t before = s->reported;
    *out = (struct bib_store_stats){
        .files = bib_sqlite_number(q, "SELECT count(*) FROM file", 0),
        .items = bib_sqlite_number(q, "SELECT count(*) FROM item", 0),
        .keys = bib_sqlite_number(q, "SELECT count(DISTINCT key) FROM item", 0),
        .without_year = bib_sqlite_number(q, "SELECT count(*) FROM item WHERE year IS NULL", 0),
        .first_year = bib_sqlite_number(q, "SELECT min(year) FROM item WHERE year IS NOT NULL", 0),
        .last_year = bib_sqlite_number(q, "SELECT max(year) FROM item WHERE year IS NOT NULL", 0),
        .bytes = bib_sqlite_number(q, "PRAGMA page_count", 0) *
                 bib_sqlite_number(q, "PRAGMA page_size", 0),
        .version = bib_sqlite_number(q, "PRAGMA user_version", 0)};
    sqlite3_stmt *st = s->reported > before
                           ? NULL
                           : bib_sqlite_prepare(q, "SELECT type, count(*) AS n FROM item"
                                                   " GROUP BY type ORDER BY n DESC, type");
    int code = SQLITE_DONE;
    while (st && (code = sqlite3_step(st)) == SQLITE_ROW) {
        bool sound = true;
        fn(bib_sqlite_text(st, 0, &sound), sqlite3_column_int64(st, 1), user);
    }
    if (code != SQLITE_DONE) {
        (void)bib_sqlite_failed(q);
    }
    sqlite3_finalize(st);
    return s->reported == before;
}

/* ---- soundness ---- */

/** Runs one of SQLite's checks, which return a row of text for each problem. */
static bool check_rows(struct bib_sqlite *q, const char *sql) {
    sqlite3_stmt *st = bib_sqlite_prepare(q, sql);
    bool sound = st != NULL;
    int code = SQLITE_DONE;
    while (st && (code = sqlite3_step(st)) == SQLITE_ROW) {
        bool readable = true;
        struct str text = bib_sqlite_text(st, 0, &readable);
        if (!str_is(text, "ok")) {
            sound = bib_store_damaged(&q->base, "%.*s", STR_ARG(text));
        }
    }
    if (code != SQLITE_DONE) {
        sound = bib_sqlite_failed(q);
    }
    sqlite3_finalize(st);
    return sound;
}

static bool check_zero(struct bib_sqlite *q, const char *sql, const char *what) {
    int64_t n = bib_sqlite_number(q, sql, -1);
    return n == 0 || (n > 0 && bib_store_damaged(&q->base, "%s: %lld", what, (long long)n));
}

bool bib_sqlite_check(struct bib_store *s) {
    struct bib_sqlite *q = sqlite_of(s);
    bool pages = check_rows(q, "PRAGMA integrity_check(20)");
    bool files = check_zero(q, "SELECT count(*) FROM item WHERE file NOT IN (SELECT id FROM file)",
                            "entries whose file is not known");
    bool words =
        check_zero(q, "SELECT count(*) FROM item_text WHERE rowid NOT IN (SELECT id FROM item)",
                   "words in the index that belong to no entry");
    bool missing =
        check_zero(q, "SELECT count(*) FROM item WHERE id NOT IN (SELECT rowid FROM item_text)",
                   "entries that are not in the index");
    bool text = bib_sqlite_run(q, "INSERT INTO item_text (item_text) VALUES ('integrity-check')");
    return pages && files && words && missing && text;
}
