/* SPDX-License-Identifier: MIT */
/*
 * In how many items a word is: a query of several words weighs each by that, and to count the
 * entries of a word that is in every other item takes longer than all the rest of a search.
 *
 * `library.frequent` keeps the counts of words that many items have: "the 2500 of 2417", in the row
 * that a search reads anyhow. What it says is exact, kept up by whoever writes; what it does not
 * have is counted when somebody asks, which is quick for words that few have. A word comes in when
 * it is in a good part of the rows that are sent at a time.
 */
#include "cite/bib/store/store_pg.h"

#define LEAST 50  /* items that a word is in, and */
#define PART 64   /* one of so many of them, to be kept */
#define MOST 4096 /* words that are kept */
#define ASKED 64  /* words that a transaction has counted */
#define IN_SQL(number) IN_SQL_AS(number)
#define IN_SQL_AS(number) #number

void bib_pg_counts_forget(struct bib_pg *q) {
    struct bib_pg_counts *c = &q->batch.counts;
    arena_drop(c->arena);
    *c = (struct bib_pg_counts){.unkept = c->unkept};
}

static int64_t read_number(struct str s) {
    int64_t n = 0;
    for (size_t i = 0; i < s.n && is_digit(s.p[i]) && n < INT64_MAX / 16; i++) {
        n = n * 10 + (s.p[i] - '0');
    }
    return n;
}

static void put(struct bib_pg_counts *c, struct str word, int64_t n) {
    struct map_entry *e = map_find(&c->items, word);
    if (e) {
        e->value = (void *)(uintptr_t)n;
    } else if (c->items.n < MOST) {
        map_put(&c->items, arena_str(c->arena, word), (void *)(uintptr_t)n);
    }
}

void bib_pg_counts_take(struct bib_pg *q, int64_t texts, struct str frequent) {
    struct bib_pg_counts *c = &q->batch.counts;
    c->arena = arena_new();
    c->items = MAP_IN(c->arena);
    c->is_first = texts == 0;
    while (frequent.n) {
        struct str word = str_cut(&frequent, ' ');
        put(c, word, read_number(str_cut(&frequent, ' ')));
    }
}

bool bib_pg_counts_load(struct bib_pg *q) {
    if (q->batch.counts.arena) {
        return true;
    }
    PGresult *r = bib_pg_ask(q, "SELECT texts, frequent FROM library", NULL);
    bool sound = r && q->lib.PQntuples(r) == 1;
    if (sound) {
        bib_pg_counts_take(q, bib_pg_get_int(q, r, 0, 0), bib_pg_get_text(q, r, 0, 1, &sound));
    }
    q->lib.PQclear(r);
    return sound;
}

int64_t bib_pg_count_of(const struct bib_pg *q, struct str word) {
    const struct map_entry *e = map_find(&q->batch.counts.items, word);
    return e ? (int64_t)(uintptr_t)e->value : -1;
}

int64_t bib_pg_count_asked(struct bib_pg *q, struct str word) {
    struct bib_pg_params p = VEC_INIT;
    struct arena *a = arena_new();
    struct buf sql;
    buf_init(&sql, 0);
    buf_puts(&sql, "SELECT count(*) FROM item_text t WHERE ");
    bib_pg_add_word(&sql, &p, a, word, false);
    PGresult *r = bib_pg_ask(q, sql.p, &p);
    int64_t n = r && q->lib.PQntuples(r) == 1 ? bib_pg_get_int(q, r, 0, 0) : -1;
    q->lib.PQclear(r);
    buf_drop(&sql);
    arena_drop(a);
    vec_drop(&p);
    return n;
}

/** A word that is in `n` items of those that were just sent, and not yet kept. */
static bool add_word(struct bib_pg *q, struct str word, int64_t n) {
    struct bib_pg_counts *c = &q->batch.counts;
    if (!c->is_first) {
        if (c->asked == ASKED) {
            return true;
        }
        c->asked++;
        n = bib_pg_count_asked(q, word);
    }
    if (n > 0) {
        put(c, word, n);
        c->changed = true;
    }
    return n >= 0;
}

bool bib_pg_counts_add(struct bib_pg *q, const struct map *sent, int64_t rows) {
    struct bib_pg_counts *c = &q->batch.counts;
    int64_t least = rows / PART > LEAST ? rows / PART : LEAST;
    for (size_t i = 0; i < sent->n && !c->unkept; i++) {
        const struct map_entry *e = &sent->entries[i];
        int64_t n = (int64_t)(uintptr_t)e->value, before = bib_pg_count_of(q, e->key);
        if (before >= 0) {
            put(c, e->key, before + n);
            c->changed = true;
        } else if (n >= least && !add_word(q, e->key, n)) {
            return false;
        }
    }
    c->is_first = false;
    return true;
}

bool bib_pg_counts_drop(struct bib_pg *q, PGresult *gone) {
    struct bib_pg_counts *c = &q->batch.counts;
    bool sound = gone != NULL;
    for (int i = 0; sound && i < q->lib.PQntuples(gone); i++) {
        struct str word = bib_pg_get_text(q, gone, i, 0, &sound);
        int64_t n = bib_pg_get_int(q, gone, i, 1), before = bib_pg_count_of(q, word);
        if (before >= 0) {
            put(c, word, before > n ? before - n : 0);
            c->changed = true;
        }
    }
    q->lib.PQclear(gone);
    return sound;
}

bool bib_pg_counts_save(struct bib_pg *q) {
    struct bib_pg_counts *c = &q->batch.counts;
    if (!c->changed) {
        return true;
    }
    struct bib_pg_params p = VEC_INIT;
    struct buf b;
    buf_init(&b, 0);
    for (size_t i = 0; i < c->items.n; i++) {
        if (c->items.entries[i].value) {
            buf_puts(&b, b.n ? " " : "");
            buf_str(&b, c->items.entries[i].key);
            buf_printf(&b, " %zu", (size_t)(uintptr_t)c->items.entries[i].value);
        }
    }
    bib_pg_text(&p, buf_view(&b));
    c->changed = !bib_pg_do(q, "UPDATE library SET frequent = $1", &p);
    buf_drop(&b);
    vec_drop(&p);
    return !c->changed;
}

/* Each word of each row once: ranks has it as "Zword|8G". */
#define ALL_WORDS                                                                                  \
    "(SELECT substr(r, 2, length(r) - 4) AS word, count(*) AS n FROM item_text,"                   \
    " unnest(string_to_array(btrim(ranks), '  ')) r GROUP BY 1 HAVING count(*) >= " IN_SQL(        \
        LEAST) ") c"

bool bib_pg_counts_make(struct bib_store *s) {
    struct bib_pg *q = pg_of(s);
    bib_pg_counts_forget(q);
    return bib_pg_run(q, "UPDATE library SET frequent = coalesce((SELECT"
                         " string_agg(word || ' ' || n, ' ' ORDER BY n DESC, word) FROM"
                         " (SELECT word, n FROM " ALL_WORDS " WHERE n >= texts / " IN_SQL(
                             PART) " ORDER BY n DESC, word LIMIT " IN_SQL(MOST) ") k), '')");
}

bool bib_pg_counts_check(struct bib_pg *q) {
    bib_pg_counts_forget(q);
    PGresult *r =
        bib_pg_counts_load(q) ? bib_pg_ask(q, "SELECT word, n FROM " ALL_WORDS, NULL) : NULL;
    const struct map *kept = &q->batch.counts.items;
    size_t right = 0;
    for (int i = 0; r && i < q->lib.PQntuples(r); i++) {
        bool sound = true;
        struct str word = bib_pg_get_text(q, r, i, 0, &sound);
        right += sound && bib_pg_count_of(q, word) == bib_pg_get_int(q, r, i, 1);
    }
    for (size_t i = 0; r && i < kept->n; i++) { /* what has become rare is not in the list */
        int64_t n = (int64_t)(uintptr_t)kept->entries[i].value;
        right += n < LEAST && bib_pg_count_asked(q, kept->entries[i].key) == n;
    }
    bool sound = r && (right == kept->n ||
                       bib_store_damaged(&q->base, "the count of a word is wrong: %zu of %zu",
                                         kept->n - right, kept->n));
    q->lib.PQclear(r);
    bib_pg_counts_forget(q);
    return sound;
}
