/* SPDX-License-Identifier: MIT */
/*
 * From a query to PostgreSQL's SQL.
 *
 * The index is one of tsvector (GIN): it has each word of an item with its level behind it
 * (store_pg_rank.c), so that a word is whatever begins as it does up to there. It finds the rows
 * with all words; in which column, whether next to each other, and how often, their text tells.
 * Words that are not to be there are asked of the text alone: nearly all rows are without them.
 * What matches best is what SQLite finds best: the formula and its numbers are those of FTS5's
 * bm25() (sqlite.org/fts5.html#the_bm25_function), step by step, so that both round alike.
 */
#include "cite/bib/store/store_pg.h"

#include "core/base/vec.h"

#define ROW_COLUMNS                                                                                \
    "i.id, i.file, f.path, i.key, i.position, i.line, i.type, i.year, i.hash, i.body"
#define BARE_COLUMNS "i.id, i.file, f.path, i.key, i.position, i.line, i.type, i.year, i.hash, ''"

struct select {
    struct bib_pg *q;
    struct arena *arena;
    const struct bib_store_query *query;
    struct buf *sql;
    struct bib_pg_params *params;
    bool any; /* a condition was written */
};

/** A term, parted into words. */
struct term {
    const struct bib_store_term *asked;
    VEC(struct str) words;
    struct arena *arena;
};

static void take_word(struct str word, void *user) {
    struct term *t = user;
    size_t n = word.n < BIB_PG_MAX_WORD ? word.n : BIB_PG_MAX_WORD;
    while (n < word.n && ((unsigned char)word.p[n] & 0xC0) == 0x80) {
        n--; /* not inside of a character */
    }
    vec_push(&t->words, arena_str(t->arena, str_slice(word, 0, n)));
}

static struct term part(struct select *s, const struct bib_store_term *asked) {
    struct term t = {.asked = asked, .arena = s->arena};
    (void)bib_pg_each_word(s->q, asked->text, take_word, &t);
    return t;
}

static bool in_column(const struct term *t, int column) {
    return t->asked->column < 0 || t->asked->column == column;
}

/* ---- what the index is asked ---- */

void bib_pg_add_quoted(struct buf *b, struct str word) {
    for (size_t i = 0; i < word.n; i++) {
        if (word.p[i] == '\'' || word.p[i] == '\\') {
            buf_putc(b, word.p[i]);
        }
        buf_putc(b, word.p[i]);
    }
}

static bool is_prefix(const struct term *t, size_t word) {
    return t->asked->prefix && word + 1 == t->words.n;
}

/** All words of a term as a tsquery has them: 'Zslow|':* & 'Zriv':* */
static void add_lexemes(struct buf *b, const struct term *t) {
    for (size_t i = 0; i < t->words.n; i++) {
        buf_puts(b, i ? " & '" BIB_PG_RANK : "'" BIB_PG_RANK);
        bib_pg_add_quoted(b, t->words.p[i]);
        buf_puts(b, is_prefix(t, i) ? "':*" : "|':*");
    }
}

/* ---- what the text of a row is asked ---- */

/** " ta  tb ": the words of a term next to each other, as item_text.words has them. */
static struct str pattern(struct select *s, const struct term *t, int column) {
    struct buf b;
    buf_init(&b, 0);
    for (size_t i = 0; i < t->words.n; i++) {
        buf_putc(&b, ' ');
        buf_putc(&b, BIB_PG_LETTERS[column]);
        buf_str(&b, t->words.p[i]);
        buf_puts(&b, t->asked->prefix && i + 1 == t->words.n ? "" : " ");
    }
    struct str text = buf_keep(&b, s->arena);
    buf_drop(&b);
    return text;
}

/** " Zriver|": how one word begins in item_text.ranks, whichever columns it is in. */
static struct str rank_pattern(struct select *s, const struct term *t) {
    struct buf b;
    buf_init(&b, 0);
    buf_puts(&b, " " BIB_PG_RANK);
    buf_str(&b, t->words.p[0]);
    buf_puts(&b, is_prefix(t, 0) ? "" : "|");
    struct str text = buf_keep(&b, s->arena);
    buf_drop(&b);
    return text;
}

/** The condition that the text of a row `t` has a term. */
static void add_text_match(struct select *s, const struct term *t) {
    if (t->words.n == 1 && t->asked->column < 0) {
        buf_printf(s->sql, "strpos(t.ranks, $%d) > 0", bib_pg_text(s->params, rank_pattern(s, t)));
        return;
    }
    bool any = false;
    for (int c = 0; c < BIB_COLUMN_COUNT; c++) {
        if (in_column(t, c)) {
            buf_printf(s->sql, "%sstrpos(t.words, $%d) > 0", any ? " OR " : "(",
                       bib_pg_text(s->params, pattern(s, t, c)));
            any = true;
        }
    }
    buf_putc(s->sql, ')');
}

/** The condition on a row `t` that a term is in it. */
static void add_match(struct select *s, const struct term *t) {
    struct buf query;
    buf_init(&query, 0);
    add_lexemes(&query, t);
    int n = bib_pg_text(s->params, buf_keep(&query, s->arena));
    buf_drop(&query);
    buf_printf(s->sql, BIB_PG_VECTOR("t.") " @@ ($%d::text)::tsquery", n);
    if (t->words.n > 1 || t->asked->column >= 0) {
        buf_puts(s->sql, " AND ");
        add_text_match(s, t);
    }
}

/** How often a term is in a row, each time as heavy as its column. */
static void add_frequency(struct select *s, const struct term *t) {
    bool any = false;
    for (int c = 0; c < BIB_COLUMN_COUNT; c++) {
        if (!in_column(t, c)) {
            continue;
        }
        struct str text = pattern(s, t, c);
        int n = bib_pg_text(s->params, text);
        buf_printf(s->sql,
                   "%s(octet_length(t.words) - octet_length(replace(t.words, $%d, ''))) / %zu * %d",
                   any ? " + " : "", n, text.n, bib_pg_weights[c]);
        any = true;
    }
}

/* ---- conditions ---- */

static void add_and(struct select *s) {
    buf_puts(s->sql, s->any ? " AND " : " WHERE ");
    s->any = true;
}

static bool has_unwanted(const struct bib_store_query *query) {
    bool any = false;
    for (size_t i = 0; i < query->nterms; i++) {
        any = any || query->terms[i].exclude;
    }
    return any;
}

/** What is asked of `item i`, and of its words, `t`. */
static void add_conditions(struct select *s) {
    const struct bib_store_query *query = s->query;
    for (size_t i = 0; i < query->nterms; i++) {
        struct term t = {0};
        if (query->terms[i].exclude) {
            t = part(s, &query->terms[i]);
        }
        if (t.words.n) {
            add_and(s);
            buf_putc(s->sql, '(');
            add_text_match(s, &t);
            buf_puts(s->sql, ") IS NOT TRUE"); /* an item without its words has none of these */
        }
        vec_drop(&t.words);
    }
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

/* ---- the best matches ---- */

/** Rows `m` with how often each term is in them. A term without a word in it matches nothing. */
static void add_matches(struct select *s, const struct term *terms, size_t n) {
    const struct bib_store_query *query = s->query;
    bool joined = bib_pg_has_conditions(query);
    buf_puts(s->sql, "WITH m AS MATERIALIZED (SELECT t.id, t.length");
    for (size_t i = 0; i < n; i++) {
        buf_puts(s->sql, ", (");
        buf_puts(s->sql, terms[i].words.n ? "" : "0");
        if (terms[i].words.n) {
            add_frequency(s, &terms[i]);
        }
        buf_printf(s->sql, ")::float8 AS f%zu", i);
    }
    buf_puts(s->sql, " FROM item_text t");
    buf_puts(s->sql, joined ? " JOIN item i ON i.id = t.id" : "");
    for (size_t i = 0; i < n; i++) {
        add_and(s);
        if (terms[i].words.n) {
            add_match(s, &terms[i]);
        } else {
            buf_puts(s->sql, "false");
        }
    }
    add_conditions(s);
    buf_puts(s->sql, ")");
}

/** How rare a term is: log((N - n + 0.5) / (n + 0.5)), and not below 1e-6. Of one term alone it
 * changes no order. */
static void add_rarity(struct select *s, const struct term *terms, size_t n) {
    for (size_t i = 0; i < n && n > 1; i++) {
        buf_printf(s->sql,
                   ", n%zu AS (SELECT CASE WHEN x <= 0 THEN 1e-6::float8 ELSE x END AS x"
                   " FROM (SELECT ln((k.texts - n + '0.5'::float8) / (n + '0.5'::float8))"
                   " AS x FROM k, (SELECT count(*)::float8 AS n FROM item_text t WHERE ",
                   i);
        if (terms[i].words.n) {
            add_match(s, &terms[i]);
        } else {
            buf_puts(s->sql, "false");
        }
        buf_puts(s->sql, ") c) l)");
    }
}

static void add_score(struct select *s, size_t n) {
    buf_puts(s->sql, "'0'::float8");
    for (size_t i = 0; i < n; i++) {
        buf_puts(s->sql, " + ");
        if (n > 1) {
            buf_printf(s->sql, "n%zu.x * ", i);
        }
        buf_printf(s->sql,
                   "((f%zu * ('1.2'::float8 + '1'::float8)) / (f%zu + '1.2'::float8 * "
                   "('1'::float8 - '0.75'::float8 + '0.75'::float8 * m.length::float8 / k.mean)))",
                   i, i);
    }
}

static void add_best(struct select *s, const struct term *terms, size_t n, const char *columns) {
    const struct bib_store_query *query = s->query;
    add_matches(s, terms, n);
    buf_puts(s->sql,
             ", k AS (SELECT texts::float8 AS texts,"
             " greatest(words, 1)::float8 / greatest(texts, 1)::float8 AS mean FROM library)");
    add_rarity(s, terms, n);
    buf_printf(s->sql, " SELECT %s FROM (SELECT m.id, ", columns);
    add_score(s, n);
    buf_puts(s->sql, " AS score FROM m, k");
    for (size_t i = 0; i < n && n > 1; i++) {
        buf_printf(s->sql, ", n%zu", i);
    }
    buf_puts(s->sql, " ORDER BY score DESC, m.id");
    if (query->limit) {
        buf_printf(s->sql, " LIMIT $%d", bib_pg_int(s->params, query->limit));
    }
    buf_puts(s->sql, ") r JOIN item i ON i.id = r.id LEFT JOIN file f ON f.id = i.file");
    buf_puts(s->sql, query->with_words ? " LEFT JOIN item_text w ON w.id = i.id" : "");
    buf_puts(s->sql, " ORDER BY r.score DESC, r.id");
}

/** All rows that meet the conditions, in the order of files. */
static void add_all(struct select *s, const char *columns) {
    const struct bib_store_query *query = s->query;
    buf_printf(s->sql, "SELECT %s FROM item i LEFT JOIN file f ON f.id = i.file%s%s", columns,
               query->with_words ? " LEFT JOIN item_text w ON w.id = i.id" : "",
               has_unwanted(query) ? " LEFT JOIN item_text t ON t.id = i.id" : "");
    add_conditions(s);
    buf_puts(s->sql, query->by_id ? " ORDER BY i.id" : " ORDER BY i.file, i.position, i.id");
    if (query->limit) {
        buf_printf(s->sql, " LIMIT $%d", bib_pg_int(s->params, query->limit));
    }
}

void bib_pg_select(struct bib_pg *q, struct arena *a, const struct bib_store_query *query,
                   struct buf *sql, struct bib_pg_params *p) {
    struct select s = {.q = q, .arena = a, .query = query, .sql = sql, .params = p};
    struct term *wanted = ARENA_ARRAY(a, struct term, query->nterms);
    size_t n = 0;
    for (size_t i = 0; i < query->nterms; i++) {
        if (!query->terms[i].exclude) {
            wanted[n++] = part(&s, &query->terms[i]);
        }
    }
    const char *columns = arena_printf(a, "%s%s", query->bare ? BARE_COLUMNS : ROW_COLUMNS,
                                       query->with_words ? ", w.words, w.ranks" : "")
                              .p;
    if (n) {
        add_best(&s, wanted, n, columns);
    } else {
        add_all(&s, columns);
    }
    for (size_t i = 0; i < n; i++) {
        vec_drop(&wanted[i].words);
    }
}

/* ---- words alone ---- */

const struct str *bib_pg_only_words(struct bib_pg *q, struct arena *a,
                                    const struct bib_store_query *query, size_t *n) {
    struct select s = {.q = q, .arena = a, .query = query};
    struct str *words = ARENA_ARRAY(a, struct str, query->nterms);
    bool only = !query->with_words && !query->bare;
    *n = 0;
    for (size_t i = 0; i < query->nterms && only; i++) {
        const struct bib_store_term *asked = &query->terms[i];
        if (asked->exclude) {
            continue;
        }
        struct term t = part(&s, asked);
        only = t.words.n == 1 && !asked->prefix && asked->column < 0;
        if (only) {
            words[(*n)++] = t.words.p[0];
        }
        vec_drop(&t.words);
    }
    *n = only ? *n : 0;
    return words;
}

static const struct bib_store_term anywhere = {.column = -1};

static struct term term_of(struct arena *a, struct str word) {
    struct term t = {.asked = &anywhere, .arena = a};
    vec_push(&t.words, word);
    return t;
}

void bib_pg_add_word(struct buf *sql, struct bib_pg_params *p, struct arena *a, struct str word,
                     bool by_text) {
    struct select s = {.arena = a, .sql = sql, .params = p};
    struct term t = term_of(a, word);
    (by_text ? add_text_match : add_match)(&s, &t);
    vec_drop(&t.words);
}

void bib_pg_add_times(struct buf *sql, struct bib_pg_params *p, struct arena *a, struct str word) {
    struct select s = {.arena = a, .sql = sql, .params = p};
    struct term t = term_of(a, word);
    add_frequency(&s, &t);
    vec_drop(&t.words);
}

bool bib_pg_has_conditions(const struct bib_store_query *query) {
    return has_unwanted(query) || query->has_key || query->file || query->has_years ||
           query->ntypes;
}

void bib_pg_add_conditions(struct bib_pg *q, struct arena *a, const struct bib_store_query *query,
                           struct buf *sql, struct bib_pg_params *p) {
    struct select s = {.q = q, .arena = a, .query = query, .sql = sql, .params = p, .any = true};
    add_conditions(&s);
}
