/* SPDX-License-Identifier: MIT */
/*
 * Converts a query of the library to PostgreSQL's SQL.
 *
 * `item_text.vector` is a tsvector with a GIN index. It has the words of all columns, each with the
 * letter of its column before it. A word in any column is therefore a choice of six lexemes, and a
 * phrase is a choice of six phrases. The best matches come first according to ts_rank(), which
 * weights words by the weight that store_pg_write.c gave to their column.
 */
#include "cite/bib/store/store_pg.h"

struct select {
    struct bib_pg *q;
    struct arena *arena;
    const struct bib_store_query *query;
    struct buf *sql;
    struct bib_pg_params *params;
    bool any; /* a condition was written */
};

/* ---- words: a tsquery ---- */

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
 * Returns false for a term without words. */
static bool add_term(struct select *s, struct buf *b, const struct bib_store_term *term,
                     const char *joint) {
    struct words w = {VEC_INIT, s->arena};
    bib_pg_each_word(s->q, term->text, take_word, &w);
    bool any = w.list.n > 0;
    buf_puts(b, any ? joint : "");
    for (int c = term->column < 0 ? 0 : term->column; any && c < BIB_COLUMN_COUNT; c++) {
        buf_putc(b, c == 0 || c == term->column ? '(' : '|');
        add_phrase(b, &w, BIB_PG_LETTERS[c], term->prefix);
        if (c == term->column) {
            break;
        }
    }
    buf_puts(b, any ? ")" : "");
    vec_drop(&w.list);
    return any;
}

/**
 * Returns the tsquery of the terms that must occur, joined by "&", or of the terms that must not
 * occur, joined by "|". Empty if there are no such terms. A wanted term without words matches
 * nothing, and `*possible` becomes false. An unwanted term without words excludes nothing.
 */
static struct str join_terms(struct select *s, bool exclude, bool *possible) {
    const struct bib_store_query *query = s->query;
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < query->nterms; i++) {
        if (query->terms[i].exclude == exclude && !add_term(s, &b, &query->terms[i],
                                                            b.n == 0  ? ""
                                                            : exclude ? " | "
                                                                      : " & ")) {
            *possible = *possible && exclude;
        }
    }
    return buf_finish(&b, s->arena);
}

/* ---- conditions ---- */

static void add_and(struct select *s) {
    buf_puts(s->sql, s->any ? " AND " : " WHERE ");
    s->any = true;
}

/** Appends the conditions on `item i`. */
static void add_conditions(struct select *s) {
    const struct bib_store_query *query = s->query;
    if (query->has_key) {
        add_and(s);
        int n = bib_pg_text(s->params, query->key);
        buf_printf(s->sql, "left(i.key, 200) = left($%d, 200) AND i.key = $%d", n, n);
    }
    if (query->file) {
        add_and(s);
        buf_printf(s->sql, "i.file = $%d", bib_pg_int(s->params, query->file));
    }
    if (query->has_years) {
        add_and(s);
        int from = bib_pg_int(s->params, query->from), to = bib_pg_int(s->params, query->to);
        buf_printf(s->sql, "i.year BETWEEN $%d AND $%d", from, to);
    }
    for (size_t i = 0; i < query->ntypes; i++) {
        if (i == 0) {
            add_and(s);
        }
        buf_printf(s->sql, "%s$%d", i ? ", " : "i.type IN (",
                   bib_pg_text(s->params, query->types[i]));
    }
    buf_puts(s->sql, query->ntypes ? ")" : "");
}

/** Appends the condition that no unwanted word is in `item_text t`. An item without a row there has
 * no words. */
static void add_unwanted(struct select *s, struct str unwanted) {
    if (unwanted.n) {
        add_and(s);
        buf_printf(s->sql, "(t.vector @@ $%d::text::tsquery) IS NOT TRUE",
                   bib_pg_text(s->params, unwanted));
    }
}

static void add_limit(struct select *s) {
    if (s->query->limit) {
        buf_printf(s->sql, " LIMIT $%d", bib_pg_int(s->params, s->query->limit));
    }
}

/* ---- statements ---- */

/** Appends the statement for the best matches. They are chosen by their ids; only then are their
 * texts read. */
static void add_best(struct select *s, const char *columns, struct str wanted, struct str unwanted,
                     bool possible) {
    int n = bib_pg_text(s->params, wanted);
    buf_printf(s->sql,
               "SELECT %s FROM (SELECT t.id, ts_rank(t.vector, $%d::text::tsquery, 1) AS score"
               " FROM item_text t JOIN item i ON i.id = t.id WHERE t.vector @@ $%d::text::tsquery",
               columns, n, n);
    s->any = true;
    buf_puts(s->sql, possible ? "" : " AND false");
    add_unwanted(s, unwanted);
    add_conditions(s);
    buf_puts(s->sql, " ORDER BY score DESC, t.id");
    add_limit(s);
    buf_puts(s->sql, ") r JOIN item i ON i.id = r.id LEFT JOIN file f ON f.id = i.file"
                     " LEFT JOIN item_text t ON t.id = i.id ORDER BY r.score DESC, r.id");
}

/** Appends the statement for all rows that meet the conditions, in the order of files. */
static void add_all(struct select *s, const char *columns, struct str unwanted) {
    buf_printf(s->sql, "SELECT %s FROM item i LEFT JOIN file f ON f.id = i.file%s", columns,
               s->query->with_words || unwanted.n ? " LEFT JOIN item_text t ON t.id = i.id" : "");
    add_unwanted(s, unwanted);
    add_conditions(s);
    buf_puts(s->sql, s->query->by_id ? " ORDER BY i.id" : " ORDER BY i.file, i.position, i.id");
    add_limit(s);
}

void bib_pg_select(struct bib_pg *q, struct arena *a, const struct bib_store_query *query,
                   struct buf *sql, struct bib_pg_params *p) {
    struct select s = {.q = q, .arena = a, .query = query, .sql = sql, .params = p};
    const char *columns =
        arena_printf(a, "%s%s", query->bare ? BIB_STORE_BARE_COLUMNS : BIB_STORE_ROW_COLUMNS,
                     query->with_words ? ", t.words" : "")
            .p;
    bool possible = true;
    struct str wanted = join_terms(&s, false, &possible);
    struct str unwanted = join_terms(&s, true, &possible);
    if (wanted.n || !possible) {
        add_best(&s, columns, wanted, unwanted, possible);
    } else {
        add_all(&s, columns, unwanted);
    }
}
