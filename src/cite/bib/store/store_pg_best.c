/* SPDX-License-Identifier: MIT */
/*
 * The best matches of some words without a look at all of them.
 *
 * Each word has a list of rows by its level in them (store_pg_rank.c), the best first. The lists
 * are read from their fronts, by turns, each row with what all words have in it; a row that none of
 * them has shown yet is at most as good as a row would be that stands at the front of each. Reading
 * ends when enough rows are better than that (R. Fagin, A. Lotem, M. Naor: Optimal aggregation
 * algorithms for middleware, 2003, the threshold algorithm). Scores are computed as
 * store_pg_search.c has them, in the same steps, so what is found does not depend on levels: they
 * say what a word weighs in a row where only one weight has that level, else the row is asked for
 * it. That the mean length is another one now than that of the levels is allowed for.
 */
#include "cite/bib/store/store_pg.h"

#include <stdlib.h>
#include <string.h>

#define MANY 400    /* rows that are looked at, at a time */
#define FEW 4       /* rows: then more levels at a time */
#define ALL 500     /* rows: so many are looked at at once, and levels are not needed */
#define HUGE 100000 /* items with a word: more than that have too many rows in any few levels */
#define EMPTY 256   /* levels before it hardly any row has */
#define BLOCK 32    /* levels with the same first digit */
#define PIECES 96   /* of a list, levels and blocks, that one statement may read */
#define OFTEN 6     /* one row of so many has a word: then rows are asked for it, not the index */

struct match {
    int64_t id;
    double score;
};

/** A word, and how far its list has been read. */
struct front {
    struct str word;
    double weight;
    int64_t items; /* that have it; -1: not known, but not many */
    unsigned at, many;
    unsigned crowd; /* before this level too many rows are known to be */
    int rows;       /* that the last levels had */
};

struct finder {
    struct bib_pg *q;
    struct arena *arena;
    const struct bib_store_query *query;
    struct front *fronts;
    size_t n;
    int64_t texts, then; /* then: the mean length of the levels */
    double mean;         /* of all rows now */
    double off;          /* how much less r may be than that of the levels */
    VEC(struct match) found;
    struct bib_pg_ids unsure; /* rows of which levels do not say enough */
    bool exact;               /* there were such rows among very many of a level */
};

/* ---- scores ---- */

/** What the row of a match with so many words gets for a word that weighs `times` in it. */
static double score_of(const struct finder *f, const struct front *w, int64_t times,
                       int64_t length) {
    double t = (double)times;
    double score = (t * (1.2 + 1.0)) / (t + 1.2 * (1.0 - 0.75 + 0.75 * (double)length / f->mean));
    return f->n > 1 ? w->weight * score : score;
}

static int by_score(const void *a, const void *b) {
    const struct match *x = a, *y = b;
    return x->score != y->score ? (x->score < y->score ? 1 : -1)
                                : (x->id > y->id) - (x->id < y->id);
}

/** Puts what was found into its order, each row once: several words may have shown it. */
static void sort_found(struct finder *f) {
    size_t n = 0;
    if (f->found.n) {
        qsort(f->found.p, f->found.n, sizeof *f->found.p, by_score);
    }
    for (size_t i = 0; i < f->found.n; i++) {
        if (n == 0 || f->found.p[n - 1].id != f->found.p[i].id) {
            f->found.p[n++] = f->found.p[i];
        }
    }
    f->found.n = n;
}

/** The best score that a row of a word's level, or behind it, can have by that word. */
static double best_of(const struct finder *f, const struct front *w) {
    return w->weight * (1.2 + 1.0) / (1.0 + 1.2 * bib_pg_level_least(w->at) * f->off);
}

static bool is_enough(const struct finder *f) {
    double best = 0;
    for (size_t i = 0; i < f->n; i++) {
        if (f->fronts[i].at > BIB_PG_LAST_LEVEL) {
            return true;
        }
        best += best_of(f, &f->fronts[i]);
    }
    size_t better = 0, wanted = (size_t)f->query->limit;
    while (better < f->found.n && f->found.p[better].score > best * (1.0 + 1e-9)) {
        better++;
    }
    return better >= wanted;
}

/* ---- rows ---- */

/** 'Zriver|8G', or with one digit all levels that begin with it. */
static void add_level(struct buf *b, struct str word, unsigned level, bool block) {
    buf_puts(b, "'" BIB_PG_RANK);
    bib_pg_add_quoted(b, word);
    buf_putc(b, '|');
    bib_pg_add_level(b, level);
    if (block) {
        buf_cut(b, b->n - 1);
    }
    buf_puts(b, block ? "':*" : "'");
}

/** The condition that a row has one of some levels: one for them all, so that the lists of other
 * words are only looked at where a row is in one of these. */
static void add_levels(struct finder *f, struct buf *sql, struct bib_pg_params *p,
                       const struct front *w, unsigned to) {
    struct buf b;
    buf_init(&b, 0);
    for (unsigned level = w->at; level < to;) {
        bool block = level % BLOCK == 0 && to - level >= BLOCK;
        buf_puts(&b, b.n ? " | " : "");
        add_level(&b, w->word, level, block);
        level += block ? BLOCK : 1;
    }
    int n = bib_pg_text(p, buf_keep(&b, f->arena));
    buf_printf(sql, BIB_PG_VECTOR("t.") " @@ ($%d::text)::tsquery", n);
    buf_drop(&b);
}

/** What stands behind " Zriver|" in a row; of `known` it is the level at which that stands. */
static void add_level_of(struct finder *f, struct buf *sql, struct bib_pg_params *p,
                         const struct front *w, bool known) {
    struct buf b;
    buf_init(&b, 0);
    if (known) {
        bib_pg_add_level(&b, w->at);
    } else {
        buf_puts(&b, " " BIB_PG_RANK);
        buf_str(&b, w->word);
        buf_putc(&b, '|');
    }
    int n = bib_pg_text(p, buf_keep(&b, f->arena));
    buf_drop(&b);
    if (known) {
        buf_printf(sql, "$%d", n);
    } else {
        buf_printf(sql, "left(split_part(t.ranks, $%d, 2), 2)", n);
    }
}

/** What a row has of each word: its level, or (`exact`) what it weighs. */
static void add_columns(struct finder *f, struct buf *sql, struct bib_pg_params *p,
                        const struct front *known, bool exact) {
    buf_puts(sql, "SELECT t.id, t.length");
    for (size_t i = 0; i < f->n; i++) {
        struct front *w = &f->fronts[i];
        buf_puts(sql, ", ");
        if (exact) {
            bib_pg_add_times(sql, p, f->arena, w->word);
        } else {
            add_level_of(f, sql, p, w, w == known);
        }
        buf_printf(sql, " AS w%zu", i);
    }
    buf_puts(sql, " FROM item_text t");
}

/** Whether rows that the index gave are asked for a word, because its own list is long: so many
 * items have it, or hardly any row was at these levels of another word so far. */
static bool is_long(const struct finder *f, const struct front *w, const struct front *by) {
    return w->items > f->texts / OFTEN || (by && by->rows == 0);
}

/** The conditions: one of the levels of `by` up to `to`, where that is not NULL; the other words;
 * what else is asked. */
static void add_where(struct finder *f, struct buf *sql, struct bib_pg_params *p,
                      const struct front *by, unsigned to) {
    buf_puts(sql, bib_pg_has_conditions(f->query) ? " JOIN item i ON i.id = t.id" : "");
    buf_puts(sql, " WHERE ");
    if (by) {
        add_levels(f, sql, p, by, to);
    }
    bool any = by != NULL, few = any;
    for (size_t i = 0; i < f->n; i++) {
        few = few || !is_long(f, &f->fronts[i], NULL);
    }
    for (size_t i = 0; i < f->n; i++) {
        if (&f->fronts[i] != by) {
            buf_puts(sql, any ? " AND " : "");
            bool by_text = (few || any) && is_long(f, &f->fronts[i], by);
            bib_pg_add_word(sql, p, f->arena, f->fronts[i].word, by_text);
            any = true;
        }
    }
    bib_pg_add_conditions(f->q, f->arena, f->query, sql, p);
}

/** What a word weighs in a row by its level there; 0 when that does not say it. */
static int64_t weight_by_level(struct finder *f, const PGresult *r, int row, int column,
                               int64_t length) {
    bool sound = true;
    unsigned level = bib_pg_level_read(bib_pg_get_text(f->q, r, row, column, &sound));
    return level <= BIB_PG_LAST_LEVEL ? bib_pg_level_weight(level, length, f->then) : 0;
}

static void take_row(struct finder *f, const PGresult *r, int row, bool exact) {
    struct match m = {.id = bib_pg_get_int(f->q, r, row, 0)};
    int64_t length = bib_pg_get_int(f->q, r, row, 1);
    for (int i = 0; i < (int)f->n; i++) {
        int64_t times =
            exact ? bib_pg_get_int(f->q, r, row, 2 + i) : weight_by_level(f, r, row, 2 + i, length);
        if (times == 0 && !exact) {
            vec_push(&f->unsure.ids, m.id);
            return;
        }
        m.score += score_of(f, &f->fronts[i], times, length);
    }
    vec_push(&f->found, m);
}

/** Takes the rows that a statement gives, if they are not more than `most`; 0: however many.
 * Returns how many they are, -1 when that failed. */
static int take_rows(struct finder *f, const char *sql, struct bib_pg_params *p, bool exact,
                     int most) {
    PGresult *r = bib_pg_ask(f->q, sql, p);
    int n = r ? f->q->lib.PQntuples(r) : -1;
    for (int row = 0; row < n && (most == 0 || n <= most); row++) {
        take_row(f, r, row, exact);
    }
    f->q->lib.PQclear(r);
    return n;
}

/** Rows of which a level may mean several weights. */
static bool ask_unsure(struct finder *f) {
    if (f->unsure.ids.n == 0) {
        return true;
    }
    struct bib_pg_params p = VEC_INIT;
    struct buf sql, scratch;
    buf_init(&sql, 0);
    buf_init(&scratch, 0);
    add_columns(f, &sql, &p, NULL, true);
    buf_printf(&sql, " WHERE t.id = ANY($%d)", bib_pg_ints(&p, &scratch, &f->unsure));
    bool sound = take_rows(f, sql.p, &p, true, 0) >= 0;
    vec_clear(&f->unsure.ids);
    buf_drop(&sql);
    buf_drop(&scratch);
    vec_drop(&p);
    return sound;
}

/** Asks for rows with all words: those of the next levels of `by`, up to `to`, or where that is
 * NULL all. Returns how many, -1 when that failed. With more than `most` of them none is taken. */
static int ask(struct finder *f, const struct front *by, unsigned to, int most) {
    struct bib_pg_params p = VEC_INIT;
    struct buf sql;
    buf_init(&sql, 0);
    add_columns(f, &sql, &p, NULL, false);
    add_where(f, &sql, &p, by, to);
    buf_printf(&sql, " LIMIT %d", most + 1);
    int n = take_rows(f, sql.p, &p, false, most);
    buf_drop(&sql);
    vec_drop(&p);
    return n;
}

/** The rows of one level, or where `by` is NULL all: of those that have the same length and
 * weights, so many as are wanted at most. Returns as ask(). */
static int ask_one(struct finder *f, const struct front *by, bool exact) {
    struct bib_pg_params p = VEC_INIT;
    struct buf sql;
    buf_init(&sql, 0);
    buf_puts(&sql, "SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY length");
    for (size_t i = 0; i < f->n; i++) {
        if (exact || &f->fronts[i] != by) {
            buf_printf(&sql, ", w%zu", i);
        }
    }
    buf_puts(&sql, " ORDER BY id) AS k FROM (");
    add_columns(f, &sql, &p, by, exact);
    add_where(f, &sql, &p, by, by ? by->at + 1 : 0);
    buf_printf(&sql, ") r) s WHERE k <= $%d", bib_pg_int(&p, f->query->limit));
    int n = take_rows(f, sql.p, &p, exact, 0);
    buf_drop(&sql);
    vec_drop(&p);
    return n;
}

/** One level may have very many rows, but hardly any two scores: rows with the same one are taken
 * by their ids, and the first of them are enough. */
static int ask_level(struct finder *f, const struct front *by) {
    f->exact = f->exact || by->items > f->texts / 2; /* it may be there many times */
    int n = ask_one(f, by, f->exact);
    if (n > 0 && f->unsure.ids.n) { /* levels alone do not say which have the same one */
        vec_clear(&f->unsure.ids);
        f->exact = true;
        n = ask_one(f, by, true);
    }
    return n;
}

/* ---- finding ---- */

/** Reads on in a list, as many levels at a time as have not too many rows. */
static bool read_on(struct finder *f, struct front *w) {
    unsigned end = BIB_PG_LAST_LEVEL + 1, to = end - w->at > w->many ? w->at + w->many : end;
    bool one = to - w->at == 1;
    int n = one ? ask_level(f, w) : ask(f, w, to, MANY);
    if (n > MANY && !one) {
        w->many = w->many > 32 ? 32 : w->many > 8 ? 8 : w->many > 2 ? 2 : 1;
        w->crowd = to;
        return true;
    }
    w->rows = n;
    bool grow = n < FEW && to >= w->crowd;
    w->many = w->at == 0 ? (w->items > HUGE ? 1 : 8) : grow ? w->many * 2 : w->many;
    w->at = to;
    return n >= 0 && ask_unsure(f);
}

/** The end of the piece of a word's list that begins at a level: a block where few rows are. */
static unsigned piece_end(const struct front *w, unsigned level) {
    bool sparse = level < EMPTY || (w->at > 0 && w->rows < FEW);
    return level + (level % BLOCK == 0 && level >= w->crowd && sparse ? BLOCK : 1);
}

/** Asks for the rows of the next pieces of a list, each with the number of its piece, and more than
 * `most` of them only to say that there are. They come piece by piece, and the server stops when
 * they are enough: of what depends on the row beside it (LATERAL) it can only go from one to the
 * next. Fills the ends of the pieces. */
static PGresult *ask_pieces(struct finder *f, const struct front *w, int64_t most,
                            unsigned ends[PIECES]) {
    struct bib_pg_params p = VEC_INIT;
    struct buf sql, b;
    buf_init(&sql, 0);
    buf_init(&b, 0);
    unsigned level = w->at;
    for (size_t i = 0; i < PIECES && level <= BIB_PG_LAST_LEVEL; i++) {
        ends[i] = piece_end(w, level);
        buf_puts(&b, i ? "  " : "");
        add_level(&b, w->word, level, ends[i] - level > 1);
        level = ends[i];
    }
    int pieces = bib_pg_text(&p, buf_keep(&b, f->arena)), limit = bib_pg_int(&p, most + 1);
    buf_printf(&sql,
               "SELECT r.*, l.n FROM unnest(string_to_array($%d, '  '))"
               " WITH ORDINALITY AS l (q, n), LATERAL (",
               pieces);
    add_columns(f, &sql, &p, NULL, false);
    buf_puts(&sql, bib_pg_has_conditions(f->query) ? " JOIN item i ON i.id = t.id" : "");
    buf_puts(&sql, " WHERE " BIB_PG_VECTOR("t.") " @@ l.q::tsquery");
    bib_pg_add_conditions(f->q, f->arena, f->query, &sql, &p);
    buf_printf(&sql, " LIMIT $%d) r LIMIT $%d", limit, limit);
    PGresult *r = bib_pg_ask(f->q, sql.p, &p);
    buf_drop(&sql);
    buf_drop(&b);
    vec_drop(&p);
    return r;
}

/** How many pieces all rows are there of, when there were more than could be taken. */
static int64_t count_whole(const struct finder *f, const PGresult *r) {
    int64_t last = 0;
    for (int row = 0; row < f->q->lib.PQntuples(r); row++) {
        int64_t piece = bib_pg_get_int(f->q, r, row, 3);
        if (piece < last || piece > PIECES) {
            return 0; /* not what was asked for: level by level, then */
        }
        last = piece;
    }
    return last > 0 ? last - 1 : 0;
}

/** Takes the rows of so many pieces; returns how many they are. */
static int take_pieces(struct finder *f, const PGresult *r, int64_t whole) {
    int taken = 0;
    for (int row = 0; row < f->q->lib.PQntuples(r); row++) {
        if (bib_pg_get_int(f->q, r, row, 3) <= whole) {
            take_row(f, r, row, false);
            taken++;
        }
    }
    return taken;
}

/** Reads on in the list of the only word. */
static bool read_list(struct finder *f, struct front *w) {
    unsigned ends[PIECES + 1] = {0};
    int64_t limit = f->query->limit, most = (limit < MANY ? limit : MANY) * 3 / 2 + FEW;
    PGresult *r = ask_pieces(f, w, most, ends);
    int64_t n = r ? f->q->lib.PQntuples(r) : 0, whole = n > most ? count_whole(f, r) : PIECES;
    w->rows = r ? take_pieces(f, r, whole) : 0;
    f->q->lib.PQclear(r);
    for (int64_t i = 0; i < whole && ends[i]; i++) {
        w->at = ends[i];
    }
    unsigned crowd = whole < PIECES ? ends[whole] : 0; /* the end of the piece with too many */
    w->crowd = crowd > w->crowd ? crowd : w->crowd;
    if (r && crowd == w->at + 1 && w->rows == 0) {
        w->rows = ask_level(f, w);
        w->at++;
    }
    return r && w->rows >= 0 && ask_unsure(f);
}

/** Whether all matches may be few, so that one question for them all is best. */
static bool may_be_few(const struct finder *f) {
    const struct bib_store_query *query = f->query;
    bool few = query->has_key || query->file || query->has_years;
    for (size_t i = 0; i < f->n; i++) {
        few = few || f->fronts[i].items <= ALL;
    }
    return few;
}

/** Whether each of several words is in most of all items: then none of them leads to any. */
static bool are_everywhere(const struct finder *f) {
    bool all = f->n > 1;
    for (size_t i = 0; i < f->n; i++) {
        all = all && f->fronts[i].items > f->texts / 2;
    }
    return all;
}

static bool find_best(struct finder *f) {
    if (are_everywhere(f) && f->texts > ALL) {
        bool sound = ask_one(f, NULL, true) >= 0;
        sort_found(f);
        return sound;
    }
    int n = may_be_few(f) ? ask(f, NULL, 0, ALL) : ALL + 1;
    bool sound = n >= 0 && ask_unsure(f);
    sort_found(f);
    while (sound && n > ALL && !is_enough(f)) {
        struct front *next = f->fronts; /* whose next rows may be the best */
        for (size_t i = 1; i < f->n; i++) {
            next = best_of(f, &f->fronts[i]) > best_of(f, next) ? &f->fronts[i] : next;
        }
        sound = f->n == 1 ? read_list(f, next) : read_on(f, next);
        sort_found(f);
    }
    return sound;
}

/** How rare the words are, as store_pg_search.c has it, where there are several. */
static bool find_weights(struct finder *f) {
    struct bib_pg_ids counts = {VEC_INIT};
    struct bib_pg_params p = VEC_INIT;
    struct buf scratch;
    buf_init(&scratch, 0);
    bool sound = true;
    for (size_t i = 0; i < f->n && sound; i++) {
        struct front *w = &f->fronts[i];
        w->items = bib_pg_count_of(f->q, w->word);
        if (w->items < 0 && f->n > 1) {
            w->items = bib_pg_count_asked(f->q, w->word);
            sound = w->items >= 0;
        }
        vec_push(&counts.ids, w->items);
    }
    PGresult *r = NULL;
    if (sound && f->n > 1) {
        bib_pg_int(&p, f->texts);
        bib_pg_ints(&p, &scratch, &counts);
        r = bib_pg_ask(f->q,
                       "SELECT CASE WHEN x <= 0 THEN 1e-6::float8 ELSE x END FROM"
                       " (SELECT o, ln(greatest(($1::float8 - n::float8 + '0.5'::float8) /"
                       " (n::float8 + '0.5'::float8), 1e-9)) AS x"
                       " FROM unnest($2) WITH ORDINALITY AS u (n, o)) l ORDER BY o",
                       &p);
        sound = r && f->q->lib.PQntuples(r) == (int)f->n;
    }
    for (size_t i = 0; i < f->n && sound && r; i++) {
        int64_t bits = bib_pg_get_int(f->q, r, (int)i, 0);
        memcpy(&f->fronts[i].weight, &bits, sizeof bits);
    }
    f->q->lib.PQclear(r);
    buf_drop(&scratch);
    vec_drop(&counts.ids);
    vec_drop(&p);
    return sound;
}

/** What levels are compared by, and the counts of words. With `begins` a transaction begins before
 * that. */
static bool find_means(struct finder *f, bool begins) {
    static const char sql[] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;"
                              "SELECT texts, words, mean, frequent FROM library";
    PGresult *r = bib_pg_ask_many(f->q, begins ? sql : strchr(sql, ';') + 1);
    bool sound = r && f->q->lib.PQntuples(r) == 1;
    if (sound && !f->q->batch.counts.arena) {
        bib_pg_counts_take(f->q, bib_pg_get_int(f->q, r, 0, 0),
                           bib_pg_get_text(f->q, r, 0, 3, &sound));
    }
    if (sound) {
        int64_t words = bib_pg_get_int(f->q, r, 0, 1);
        f->texts = bib_pg_get_int(f->q, r, 0, 0);
        f->then = bib_pg_get_int(f->q, r, 0, 2);
        f->mean = (double)(words > 1 ? words : 1) / (double)(f->texts > 1 ? f->texts : 1);
        double then = (double)f->then;
        f->off = then > 0 && f->mean > then ? then / f->mean : 1.0;
    }
    f->q->lib.PQclear(r);
    return sound;
}

/** The rows that were found, in their order. */
static PGresult *ask_rows(struct finder *f) {
    struct bib_pg_ids ids = {VEC_INIT};
    struct bib_pg_params p = VEC_INIT;
    struct buf scratch;
    buf_init(&scratch, 0);
    for (size_t i = 0; i < f->found.n && i < (size_t)f->query->limit; i++) {
        vec_push(&ids.ids, f->found.p[i].id);
    }
    bib_pg_ints(&p, &scratch, &ids);
    PGresult *r = bib_pg_ask(
        f->q,
        "SELECT i.id, i.file, f.path, i.key, i.position, i.line, i.type, i.year, i.hash, i.body"
        " FROM unnest($1) WITH ORDINALITY AS r (id, n) JOIN item i ON i.id = r.id"
        " LEFT JOIN file f ON f.id = i.file ORDER BY r.n",
        &p);
    buf_drop(&scratch);
    vec_drop(&p);
    vec_drop(&ids.ids);
    return r;
}

PGresult *bib_pg_best(struct bib_pg *q, struct arena *a, const struct bib_store_query *query,
                      const struct str *words, size_t n) {
    struct finder f = {.q = q, .arena = a, .query = query, .n = n};
    f.fronts = ARENA_ARRAY(a, struct front, n);
    for (size_t i = 0; i < n; i++) {
        f.fronts[i] = (struct front){.word = words[i], .weight = 1.0, .many = EMPTY};
    }
    bool own = q->lib.PQtransactionStatus(q->conn) == PQTRANS_IDLE;
    bool sound = find_means(&f, own) && find_weights(&f) && find_best(&f);
    PGresult *r = sound ? ask_rows(&f) : NULL;
    if (own) {
        q->lib.PQclear(q->lib.PQexec(q->conn, "ROLLBACK"));
        bib_pg_counts_forget(q);
    }
    vec_drop(&f.found);
    vec_drop(&f.unsure.ids);
    return r;
}
