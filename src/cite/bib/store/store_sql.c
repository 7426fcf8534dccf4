/* SPDX-License-Identifier: MIT */
/*
 * Reads and writes the library by statements of SQL that all kinds of storage understand. Those
 * parts of SQL that differ are in struct bib_sql_dialect.
 *
 * A search first chooses the ids of the best matches. Only then their texts are read.
 */
#include "cite/bib/store/store_item.h"
#include "cite/bib/store/store_kinds.h"
#include "core/base/vec.h"

#define FEW 1000 /* maximum number of rows that are received at once */

/* The columns of a row in the order in which they are read. BARE_COLUMNS has an empty text in place
 * of the body. */
#define BARE_COLUMNS "i.id, i.file, f.path, i.key, i.position, i.line, i.type, i.year, i.hash, ''"
#define ROW_COLUMNS                                                                                \
    "i.id, i.file, f.path, i.key, i.position, i.line, i.type, i.year, i.hash, i.body"
/* The number of columns of a row, without the columns of words, which come after them. */
#define NCOLUMNS 10
#define FILE_COLUMNS "id, path, format, size, mtime, hash, count"

/* ---- statements ---- */

int bib_sql_text(struct bib_sql *sql, struct str text) {
    sql->params[sql->nparams] =
        (struct bib_sql_param){.type = BIB_SQL_TEXT, .text = {text.n ? text.p : "", text.n}};
    return ++sql->nparams;
}

int bib_sql_int(struct bib_sql *sql, int64_t value) {
    sql->params[sql->nparams] = (struct bib_sql_param){.type = BIB_SQL_NUMBER, .number = value};
    return ++sql->nparams;
}

bool bib_sql_do(struct bib_store *s, const struct bib_sql *sql) {
    return s->ops->query(s, sql, NULL, NULL);
}

static int64_t get_int(const struct bib_sql_row *row, int column) {
    int64_t value;
    (void)row->s->ops->number(row, column, &value);
    return value;
}

static struct str get_text(const struct bib_sql_row *row, int column, bool *sound) {
    return row->s->ops->text(row, column, sound);
}

static bool take_number(const struct bib_sql_row *row, void *user) {
    int64_t *out = user, value;
    *out = row->s->ops->number(row, 0, &value) ? value : *out;
    return false;
}

int64_t bib_sql_number(struct bib_store *s, const char *text, int64_t other) {
    struct bib_sql sql = {.text = text};
    (void)s->ops->query(s, &sql, take_number, &other);
    return other;
}

bool bib_sql_check_zero(struct bib_store *s, const char *text, const char *what) {
    int64_t n = bib_sql_number(s, text, -1);
    return n == 0 || (n > 0 && bib_store_damaged(s, "%s: %lld", what, (long long)n));
}

/* ---- files ---- */

struct file_list {
    struct arena *a;
    VEC(struct bib_store_file) files;
    bool sound;
};

static bool take_file(const struct bib_sql_row *row, void *user) {
    struct file_list *list = user;
    struct bib_store_file f = {.id = get_int(row, 0),
                               .path = arena_str(list->a, get_text(row, 1, &list->sound)),
                               .format = bib_format_find(get_text(row, 2, &list->sound)),
                               .size = get_int(row, 3),
                               .mtime = get_int(row, 4),
                               .hash = get_int(row, 5),
                               .count = get_int(row, 6)};
    f.format = f.format == BIB_FORMAT_COUNT ? BIB_AUTO : f.format;
    vec_push(&list->files, f);
    return list->sound || bib_store_damaged(row->s, "its list of files cannot be read");
}

bool bib_store_file_find(struct bib_store *s, struct arena *a, struct bib_store_file *f) {
    struct bib_sql sql = {.text = "SELECT " FILE_COLUMNS
                                  " FROM file WHERE path = $1 ORDER BY id LIMIT 1"};
    struct file_list list = {a, VEC_INIT, true};
    bib_sql_text(&sql, f->path);
    bool sound = s->ops->query(s, &sql, take_file, &list) && list.sound;
    *f = sound && list.files.n ? list.files.p[0] : *f;
    vec_drop(&list.files);
    return sound;
}

bool bib_store_file_list(struct bib_store *s, struct arena *a, struct bib_store_file **out,
                         size_t *n) {
    struct bib_sql sql = {.text = "SELECT " FILE_COLUMNS " FROM file ORDER BY id"};
    struct file_list list = {a, VEC_INIT, true};
    bool sound = s->ops->query(s, &sql, take_file, &list) && list.sound;
    *out = vec_finish(&list.files, a);
    *n = list.files.n;
    return sound;
}

bool bib_store_file_put(struct bib_store *s, struct bib_store_file *f) {
    if (f->id == 0) {
        int64_t last = bib_sql_number(s, "SELECT coalesce(max(id), 0) FROM file", -1);
        if (last < 0) {
            return false;
        }
        f->id = last + 1;
    }
    /* the name of a format is stored, because its number differs between versions */
    struct bib_sql sql = {
        .text = "INSERT INTO file (" FILE_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, $7)"
                " ON CONFLICT (id) DO UPDATE SET path = excluded.path, format = excluded.format,"
                " size = excluded.size, mtime = excluded.mtime, hash = excluded.hash,"
                " count = excluded.count"};
    bib_sql_int(&sql, f->id);
    bib_sql_text(&sql, f->path);
    bib_sql_text(&sql, str_of(bib_format_name(f->format)));
    bib_sql_int(&sql, f->size);
    bib_sql_int(&sql, f->mtime);
    bib_sql_int(&sql, f->hash);
    bib_sql_int(&sql, f->count);
    return bib_sql_do(s, &sql);
}

bool bib_store_file_drop(struct bib_store *s, int64_t id) {
    const char *const texts[] = {s->ops->sql->drop_words, "DELETE FROM item WHERE file = $1",
                                 "DELETE FROM file WHERE id = $1"};
    bool sound = true;
    for (size_t i = 0; i < ARRAY_LEN(texts) && sound; i++) {
        struct bib_sql sql = {.text = texts[i]};
        bib_sql_int(&sql, id);
        sound = bib_sql_do(s, &sql);
    }
    return sound;
}

/* ---- from a query to SQL ---- */

struct select {
    struct bib_store *s;
    const struct bib_store_query *query;
    struct bib_sql *sql;
    struct buf text, wanted, unwanted;
    bool has_wanted, has_unwanted;
    bool any;
};

/** Appends the terms that must occur, joined with AND; with `exclude`, the terms that must not
 * occur, joined with OR. Returns whether there are such terms. If a required term has no words,
 * nothing can match, so all terms are removed from `out`. An excluded term without words is
 * ignored. */
static bool join_terms(const struct select *x, bool exclude, struct buf *out) {
    const struct bib_store_ops *ops = x->s->ops;
    bool any = false, possible = true;
    for (size_t i = 0; i < x->query->nterms; i++) {
        const struct bib_store_term *term = &x->query->terms[i];
        if (term->exclude == exclude) {
            size_t end = out->n;
            buf_puts(out, end == 0 ? "" : exclude ? ops->sql->or_word : ops->sql->and_word);
            if (!ops->term(x->s, out, term)) {
                buf_cut(out, end);
                possible = exclude;
            }
            any = true;
        }
    }
    buf_cut(out, possible ? out->n : 0);
    return any;
}

/** Appends a piece of SQL, in which each # is replaced with a parameter. */
static void put(struct select *x, const char *piece, int param) {
    for (; *piece; piece++) {
        if (*piece == '#') {
            buf_printf(&x->text, "$%d", param);
        } else {
            buf_putc(&x->text, *piece);
        }
    }
}

static void put_condition(struct select *x, const char *piece, int param) {
    buf_puts(&x->text, x->any ? " AND " : " WHERE ");
    put(x, piece, param);
    x->any = true;
}

static void put_conditions(struct select *x) {
    const struct bib_store_query *query = x->query;
    if (x->has_unwanted) {
        put_condition(x, x->s->ops->sql->unwanted, bib_sql_text(x->sql, buf_view(&x->unwanted)));
    }
    if (query->has_key) {
        put_condition(x, x->s->ops->sql->key, bib_sql_text(x->sql, query->key));
    }
    if (query->file) {
        put_condition(x, "i.file = #", bib_sql_int(x->sql, query->file));
    }
    if (query->has_years) {
        put_condition(x, "i.year >= #", bib_sql_int(x->sql, query->from));
        put_condition(x, "i.year <= #", bib_sql_int(x->sql, query->to));
    }
    for (size_t i = 0; i < query->ntypes; i++) {
        int type = bib_sql_text(x->sql, query->types[i]);
        if (i) {
            put(x, ", #", type);
        } else {
            put_condition(x, "i.type IN (#", type);
        }
    }
    buf_puts(&x->text, query->ntypes ? ")" : "");
}

static void put_order(struct select *x, const char *order) {
    int64_t limit = x->query->limit;
    buf_printf(&x->text, " ORDER BY %s LIMIT ", order);
    put(x, limit ? "#" : x->s->ops->sql->no_limit, limit ? bib_sql_int(x->sql, limit) : 0);
}

static void put_select(struct select *x) {
    const struct bib_sql_dialect *d = x->s->ops->sql;
    const struct bib_store_query *query = x->query;
    buf_printf(&x->text, "SELECT %s%s FROM ", query->bare ? BARE_COLUMNS : ROW_COLUMNS,
               query->with_words ? d->word_columns : "");
    if (x->has_wanted) {
        int wanted = bib_sql_text(x->sql, buf_view(&x->wanted));
        buf_puts(&x->text, "(SELECT i.id AS id, ");
        put(x, d->score, wanted);
        buf_printf(&x->text, " AS score FROM item_text t JOIN item i ON i.id = t.%s", d->id);
        put_condition(x, d->wanted, wanted);
        put_conditions(x);
        put_order(x, "score, i.id");
        buf_puts(&x->text, ") m JOIN item i ON i.id = m.id");
    } else {
        buf_puts(&x->text, "item i");
    }
    buf_puts(&x->text, " LEFT JOIN file f ON f.id = i.file");
    if (query->with_words || (x->has_unwanted && !x->has_wanted)) {
        buf_printf(&x->text, " LEFT JOIN item_text t ON t.%s = i.id", d->id);
    }
    if (x->has_wanted) {
        buf_puts(&x->text, " ORDER BY m.score, m.id");
    } else {
        put_conditions(x);
        put_order(x, query->by_id ? "i.id" : "i.file, i.position, i.id");
    }
}

/* ---- rows ---- */

struct row_reader {
    const struct bib_store_query *query;
    bib_store_row_fn *fn;
    void *user;
};

static bool take_row(const struct bib_sql_row *r, void *user) {
    const struct row_reader *k = user;
    bool sound = true;
    struct bib_store_row row = {.id = get_int(r, 0),
                                .file = get_int(r, 1),
                                .path = get_text(r, 2, &sound),
                                .key = get_text(r, 3, &sound),
                                .position = get_int(r, 4),
                                .line = get_int(r, 5),
                                .type = get_text(r, 6, &sound),
                                .hash = get_int(r, 8),
                                .body = get_text(r, 9, &sound)};
    row.has_year = r->s->ops->number(r, 7, &row.year);
    for (int c = 0; k->query->with_words && c < r->s->ops->sql->nwords; c++) {
        row.words[c] = get_text(r, NCOLUMNS + c, &sound);
    }
    if (!sound) {
        (void)bib_store_damaged(r->s, "entry %lld has text that is not UTF-8", (long long)row.id);
        return true;
    }
    return k->fn(&row, k->user);
}

/** Whether a query asks for one item by its key and for nothing else. Its statement is kept
 * prepared, because documents repeat it. */
static bool is_look_up(const struct bib_store_query *q) {
    return q->has_key && q->limit == 1 && !q->bare && !q->with_words && !q->nterms && !q->ntypes &&
           !q->has_years && !q->file && !q->by_id;
}

bool bib_store_each(struct bib_store *s, const struct bib_store_query *query, bib_store_row_fn *fn,
                    void *user) {
    struct bib_sql sql = {.columns = NCOLUMNS + (query->with_words ? s->ops->sql->nwords : 0),
                          .many = query->limit == 0 || query->limit > FEW,
                          .kept = is_look_up(query) ? BIB_SQL_FIND_KEY : BIB_SQL_ONCE};
    struct select x = {s, query, &sql, BUF_INIT, BUF_INIT, BUF_INIT, false, false, false};
    struct row_reader reader = {query, fn, user};
    x.has_wanted = join_terms(&x, false, &x.wanted);
    x.has_unwanted = join_terms(&x, true, &x.unwanted);
    put_select(&x);
    sql.text = x.text.p;
    bool sound = s->ops->query(s, &sql, take_row, &reader);
    buf_drop(&x.text);
    buf_drop(&x.wanted);
    buf_drop(&x.unwanted);
    return sound;
}

struct key_list {
    struct arena *a;
    VEC(struct str) keys;
};

static bool take_key(const struct bib_sql_row *row, void *user) {
    struct key_list *list = user;
    bool sound = true;
    struct str key = get_text(row, 0, &sound);
    if (sound) {
        vec_push(&list->keys, arena_str(list->a, key));
    }
    return true;
}

bool bib_store_keys(struct bib_store *s, struct arena *a, struct str prefix, size_t shortest,
                    size_t longest, size_t max, struct str **out, size_t *n) {
    struct bib_sql sql = {.text = s->ops->sql->keys};
    struct key_list list = {a, VEC_INIT};
    /* U+10FFFF sorts after all characters, so this text sorts after all keys with the prefix */
    bib_sql_text(&sql, prefix);
    bib_sql_text(&sql, arena_join(a, 2, prefix, STR("\xF4\x8F\xBF\xBF")));
    bib_sql_int(&sql, (int64_t)shortest);
    bib_sql_int(&sql, (int64_t)longest);
    bib_sql_int(&sql, (int64_t)max);
    bool sound = s->ops->query(s, &sql, take_key, &list);
    *out = vec_finish(&list.keys, a);
    *n = list.keys.n;
    return sound;
}

/* ---- figures ---- */

static bool take_figures(const struct bib_sql_row *row, void *user) {
    *(struct bib_store_stats *)user = (struct bib_store_stats){.files = get_int(row, 0),
                                                               .items = get_int(row, 1),
                                                               .keys = get_int(row, 2),
                                                               .without_year = get_int(row, 3),
                                                               .first_year = get_int(row, 4),
                                                               .last_year = get_int(row, 5),
                                                               .bytes = get_int(row, 6),
                                                               .version = get_int(row, 7)};
    return false;
}

struct type_reader {
    bib_store_type_fn *fn;
    void *user;
};

static bool take_type(const struct bib_sql_row *row, void *user) {
    const struct type_reader *k = user;
    bool sound = true;
    k->fn(get_text(row, 0, &sound), get_int(row, 1), k->user);
    return true;
}

bool bib_store_stats(struct bib_store *s, struct bib_store_stats *out, bib_store_type_fn *fn,
                     void *user) {
    struct bib_sql figures = {.text = s->ops->sql->figures},
                   types = {.text = "SELECT type, count(*) AS n FROM item GROUP BY type"
                                    " ORDER BY n DESC, type"};
    struct type_reader reader = {fn, user};
    *out = (struct bib_store_stats){0};
    return s->ops->query(s, &figures, take_figures, out) &&
           s->ops->query(s, &types, take_type, &reader);
}

/* ---- soundness and the index ---- */

bool bib_sql_check_rows(struct bib_store *s) {
    const char *id = s->ops->sql->id;
    const char *files = "SELECT count(*) FROM item i WHERE NOT EXISTS"
                        " (SELECT 1 FROM file f WHERE f.id = i.file)";
    struct str words = arena_printf(s->arena,
                                    "SELECT count(*) FROM item_text t WHERE NOT EXISTS"
                                    " (SELECT 1 FROM item i WHERE i.id = t.%s)",
                                    id);
    struct str missing = arena_printf(s->arena,
                                      "SELECT count(*) FROM item i WHERE NOT EXISTS"
                                      " (SELECT 1 FROM item_text t WHERE t.%s = i.id)",
                                      id);
    bool sound = bib_sql_check_zero(s, files, "entries whose file is not known");
    sound = bib_sql_check_zero(s, words.p, "words in the index that belong to no entry") && sound;
    return bib_sql_check_zero(s, missing.p, "entries that are not in the index") && sound;
}

static bool index_row(const struct bib_store_row *row, void *user) {
    struct bib_store *s = user;
    struct arena *a = arena_new();
    struct str words[BIB_COLUMN_COUNT];
    bib_store_row_words(a, row, words);
    bool sound = s->ops->words_put(s, row->id, words);
    arena_drop(a);
    return sound;
}

bool bib_store_reindex(struct bib_store *s) {
    struct bib_store_query all = {.by_id = true};
    size_t before = s->reported;
    return s->ops->make_index(s) && bib_store_each(s, &all, index_row, s) && s->reported == before;
}
