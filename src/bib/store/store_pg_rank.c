/* SPDX-License-Identifier: MIT */
/*
 * The best matches of one word without a look at all of them: a word may be in every item.
 *
 * How good a match is depends on two numbers of a row (bm25, see store_pg_search.c): how often the
 * word is there, weighed (f), and how many words there are (n). It is 2.2 / (1 + 1.2 r) with
 *
 *     r = (0.25 + 0.75 n / mean) / f
 *
 * so the index has each word of a row a second time, with the level of r behind it: "Zriver|8G".
 * Levels are read from the best on, until the rows that were found are better than any
 * of the next level can be. The mean length of items changes while a library grows; levels are
 * those of the mean that `library.mean` keeps from its first rows, and what lies between the two
 * is allowed for. Scores are computed as ever, so what is found does not depend on levels.
 */
#include "bib/store/store_pg.h"

#include <stdlib.h>

#define UNIT 20   /* bits of r behind the point */
#define LEVELS 16 /* in an octave of r */
#define LAST_LEVEL 1023
#define MANY 400 /* rows that are looked at, at a time */
#define FEW 4    /* rows: then more levels at a time */
#define EMPTY 8  /* first digits of levels that hardly any row has */
#define RANK "Z" /* no letter of a column */

static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUV";

/* ---- levels */

/** The level of a row with `n` words in which one weighs `f`: grows with r, LEVELS for each time
 * that it doubles. */
static unsigned level_of(int64_t f, int64_t n, int64_t mean) {
    uint64_t r = ((uint64_t)(mean + 3 * n) << UNIT) / (uint64_t)(4 * mean * f);
    unsigned bits = 0;
    while (bits < 64 && r >> bits) {
        bits++;
    }
    unsigned part = bits > 5 ? (unsigned)(r >> (bits - 5)) & (LEVELS - 1) : 0;
    unsigned level = bits * LEVELS + part;
    return level < LAST_LEVEL ? level : LAST_LEVEL;
}

/** The least r that a level has. */
static double level_least(unsigned level) {
    unsigned bits = level / LEVELS, part = level % LEVELS;
    uint64_t r = bits > 5 ? (uint64_t)(LEVELS + part) << (bits - 5) : bits ? 1u << (bits - 1) : 0;
    return (double)r / (double)(1u << UNIT);
}

static void add_level(struct buf *b, unsigned level) {
    buf_putc(b, digits[level / 32]);
    buf_putc(b, digits[level % 32]);
}

/* ---- writing ---- */

struct weighed {
    struct str word;
    int64_t weight;
};

static int by_word(const void *a, const void *b) {
    const struct weighed *x = a, *y = b;
    size_t n = x->word.n < y->word.n ? x->word.n : y->word.n;
    int order = memcmp(x->word.p, y->word.p, n);
    return order ? order : (x->word.n > y->word.n) - (x->word.n < y->word.n);
}

static int weight_of(char letter) {
    for (int c = 0; c < BIB_COLUMN_COUNT; c++) {
        if (BIB_PG_LETTERS[c] == letter) {
            return bib_pg_weights[c];
        }
    }
    return 0;
}

void bib_pg_ranks(struct buf *out, struct str words, int64_t n, int64_t mean) {
    VEC(struct weighed) list = VEC_INIT;
    for (struct str rest = words; rest.n;) {
        struct str word = str_cut(&rest, ' ');
        if (word.n > 1) {
            vec_push(&list, ((struct weighed){str_from(word, 1), weight_of(word.p[0])}));
        }
    }
    if (list.n) {
        qsort(list.p, list.n, sizeof *list.p, by_word);
    }
    for (size_t i = 0, k; i < list.n; i = k) {
        int64_t f = 0;
        for (k = i; k < list.n && str_eq(list.p[k].word, list.p[i].word); k++) {
            f += list.p[k].weight;
        }
        buf_puts(out, " " RANK);
        buf_str(out, list.p[i].word);
        buf_putc(out, '|');
        add_level(out, level_of(f, n, mean));
        buf_putc(out, ' ');
    }
    vec_drop(&list);
}

/* ---- reading ---- */

struct match {
    int64_t id;
    double score;
};

struct finder {
    struct bib_pg *q;
    struct arena *arena;
    struct str word;
    size_t wanted;
    double mean; /* of all rows now */
    double off;  /* how much less r may be than that of the levels */
    VEC(struct match) found;
};

static int by_score(const void *a, const void *b) {
    const struct match *x = a, *y = b;
    return x->score != y->score ? (x->score < y->score ? 1 : -1)
                                : (x->id > y->id) - (x->id < y->id);
}

/** What add_best() in store_pg_search.c computes, in the same steps. */
static double score_of(const struct finder *f, double times, double length) {
    return (times * (1.2 + 1.0)) / (times + 1.2 * (1.0 - 0.75 + 0.75 * length / f->mean));
}

/** Appends a condition on the levels that begin with some digits. */
static void add_levels(struct finder *f, struct buf *sql, struct bib_pg_params *p,
                       struct str level) {
    struct buf b;
    buf_init(&b, 0);
    buf_puts(&b, "'" RANK);
    bib_pg_add_quoted(&b, f->word);
    buf_putc(&b, '|');
    buf_str(&b, level);
    buf_puts(&b, level.n < 2 ? "':*" : "'");
    int n = bib_pg_text(p, buf_keep(&b, f->arena));
    buf_drop(&b);
    buf_printf(sql, BIB_PG_VECTOR("t.") " @@ ($%d::text)::tsquery", n);
}

/** Conditions one by one, which the server answers by one list each: of one with many words it
 * would look at each word for every row. */
static void add_all_levels(struct finder *f, struct buf *sql, struct bib_pg_params *p,
                           unsigned from, unsigned to) {
    buf_puts(sql, "(");
    for (unsigned level = from; level < to;) {
        bool block = level % 32 == 0 && to - level >= 32;
        const char text[] = {digits[level / 32], digits[level % 32]};
        buf_puts(sql, level > from ? " OR " : "");
        add_levels(f, sql, p, (struct str){text, block ? 1 : 2});
        level += block ? 32 : 1;
    }
    buf_puts(sql, ")");
}

/** The rows of some levels: how many, -1 when that failed, or when there are too many of them. */
static int ask_levels(struct finder *f, unsigned from, unsigned to) {
    struct bib_pg *q = f->q;
    struct bib_pg_params p = VEC_INIT;
    struct buf sql;
    buf_init(&sql, 0);
    bool one = to - from == 1;
    buf_puts(&sql, "SELECT t.id, t.length, ");
    bib_pg_add_times(&sql, &p, f->arena, f->word);
    buf_puts(&sql, " FROM item_text t WHERE ");
    add_all_levels(f, &sql, &p, from, to);
    if (!one) {
        buf_printf(&sql, " LIMIT %d", MANY + 1);
    }
    PGresult *r = bib_pg_ask(q, sql.p, &p);
    int n = r ? q->lib.PQntuples(r) : -1;
    for (int i = 0; i < n && (one || n <= MANY); i++) {
        struct match m = {.id = bib_pg_get_int(q, r, i, 0),
                          .score = score_of(f, (double)bib_pg_get_int(q, r, i, 2),
                                            (double)bib_pg_get_int(q, r, i, 1))};
        vec_push(&f->found, m);
    }
    q->lib.PQclear(r);
    buf_drop(&sql);
    vec_drop(&p);
    return n;
}

/** Whether enough was found that no row of a level, or behind it, comes before. */
static bool is_enough(const struct finder *f, unsigned level) {
    double best = (1.2 + 1.0) / (1.0 + 1.2 * level_least(level) * f->off) * (1.0 + 1e-9);
    size_t better = 0;
    for (size_t i = 0; i < f->found.n; i++) {
        better += f->found.p[i].score > best;
    }
    return better >= f->wanted;
}

/** Levels from the best on, as many at a time as have not too many rows. */
static bool find_best(struct finder *f) {
    unsigned at = 0, many = EMPTY * 32;
    while (at <= LAST_LEVEL && !is_enough(f, at)) {
        unsigned to = at + many <= LAST_LEVEL + 1 ? at + many : LAST_LEVEL + 1;
        int n = ask_levels(f, at, to);
        if (n < 0) {
            return false;
        }
        if (n > MANY && to - at > 1) {
            many = many > 32 ? 32 : many > 8 ? 8 : many > 2 ? 2 : 1;
            continue;
        }
        many = at == 0 ? 8 : n < FEW ? many * 2 : many;
        at = to;
    }
    if (f->found.n) {
        qsort(f->found.p, f->found.n, sizeof *f->found.p, by_score);
    }
    return true;
}

/** The rows that were found, in their order. */
static PGresult *ask_rows(struct finder *f) {
    struct bib_pg_ids ids = {VEC_INIT};
    struct bib_pg_params p = VEC_INIT;
    struct buf scratch;
    buf_init(&scratch, 0);
    for (size_t i = 0; i < f->found.n && i < f->wanted; i++) {
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

/** What levels are compared by. */
static bool find_means(struct finder *f) {
    PGresult *r = bib_pg_ask(f->q, "SELECT texts, words, mean FROM library", NULL);
    bool sound = r && f->q->lib.PQntuples(r) == 1;
    if (sound) {
        int64_t texts = bib_pg_get_int(f->q, r, 0, 0), words = bib_pg_get_int(f->q, r, 0, 1);
        double then = (double)bib_pg_get_int(f->q, r, 0, 2);
        f->mean = (double)(words > 1 ? words : 1) / (double)(texts > 1 ? texts : 1);
        f->off = then > 0 && f->mean > then ? then / f->mean : 1.0;
    }
    f->q->lib.PQclear(r);
    return sound;
}

PGresult *bib_pg_best(struct bib_pg *q, struct arena *a, struct str word, size_t limit) {
    struct finder f = {.q = q, .arena = a, .word = word, .wanted = limit};
    bool own = q->lib.PQtransactionStatus(q->conn) == PQTRANS_IDLE;
    if (own && !bib_pg_run(q, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")) {
        return NULL;
    }
    PGresult *r = find_means(&f) && find_best(&f) ? ask_rows(&f) : NULL;
    if (own) {
        q->lib.PQclear(q->lib.PQexec(q->conn, "ROLLBACK"));
    }
    vec_drop(&f.found);
    return r;
}
