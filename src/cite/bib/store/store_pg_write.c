/* SPDX-License-Identifier: MIT */
/*
 * Writes rows to PostgreSQL. An item is two rows with the same id: the item, and its words.
 *
 * A file of a hundred thousand items must not cost as many messages to a distant server. Therefore
 * rows are collected and sent by COPY; moves and drops are sent as lists of ids. A changed item is
 * dropped and put again under its old id. The order of these messages does not matter: between two
 * changes of one id in a transaction there is always a read, which sends the collected rows first.
 */
#include "cite/bib/store/store_pg.h"

#include "cite/bib/store/store_item.h"

#define GATHERED (4u * 1024 * 1024) /* number of bytes of rows that are collected */
#define LISTED 50000                /* number of ids that are collected */

/* ---- files ---- */

static bool read_file(struct bib_pg *q, const PGresult *r, int at, struct arena *a,
                      struct bib_store_file *f) {
    bool sound = true;
    *f = (struct bib_store_file){.id = bib_pg_get_int(q, r, at, 0),
                                 .path = arena_str(a, bib_pg_get_text(q, r, at, 1, &sound)),
                                 .format = bib_store_format(bib_pg_get_text(q, r, at, 2, &sound)),
                                 .size = bib_pg_get_int(q, r, at, 3),
                                 .mtime = bib_pg_get_int(q, r, at, 4),
                                 .hash = bib_pg_get_int(q, r, at, 5),
                                 .count = bib_pg_get_int(q, r, at, 6)};
    return sound || bib_store_damaged(&q->base, "its list of files cannot be read");
}

bool bib_pg_file_find(struct bib_store *s, struct arena *a, struct bib_store_file *f) {
    struct bib_pg *q = pg_of(s);
    struct bib_pg_params p = VEC_INIT;
    bib_pg_text(&p, f->path);
    PGresult *r = bib_pg_query(
        q, "SELECT " BIB_STORE_FILE_COLUMNS " FROM file WHERE path = $1 ORDER BY id LIMIT 1", &p);
    bool sound = r && (q->lib.PQntuples(r) == 0 || read_file(q, r, 0, a, f));
    q->lib.PQclear(r);
    vec_drop(&p);
    return sound;
}

bool bib_pg_file_list(struct bib_store *s, struct arena *a, struct bib_store_file **out,
                      size_t *n) {
    struct bib_pg *q = pg_of(s);
    VEC(struct bib_store_file) list = VEC_INIT;
    PGresult *r = bib_pg_query(q, "SELECT " BIB_STORE_FILE_COLUMNS " FROM file ORDER BY id", NULL);
    bool sound = r != NULL;
    for (int i = 0; sound && i < q->lib.PQntuples(r); i++) {
        struct bib_store_file f;
        sound = read_file(q, r, i, a, &f);
        vec_push(&list, f);
    }
    q->lib.PQclear(r);
    *out = vec_finish(&list, a);
    *n = list.n;
    return sound;
}

bool bib_pg_file_put(struct bib_store *s, struct bib_store_file *f) {
    struct bib_pg *q = pg_of(s);
    if (f->id == 0) {
        int64_t last = bib_pg_number(q, "SELECT coalesce(max(id), 0) FROM file", -1);
        if (last < 0) {
            return false;
        }
        f->id = last + 1;
    }
    struct bib_pg_params p = VEC_INIT;
    bib_pg_int(&p, f->id);
    bib_pg_text(&p, f->path);
    bib_pg_text(&p, str_of(bib_format_name(f->format)));
    bib_pg_int(&p, f->size);
    bib_pg_int(&p, f->mtime);
    bib_pg_int(&p, f->hash);
    bib_pg_int(&p, f->count);
    bool sound = bib_pg_do(
        q,
        "INSERT INTO file (" BIB_STORE_FILE_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, $7)"
        " ON CONFLICT (id) DO UPDATE SET path = excluded.path, format = excluded.format,"
        " size = excluded.size, mtime = excluded.mtime, hash = excluded.hash,"
        " count = excluded.count",
        &p);
    vec_drop(&p);
    return sound;
}

/** Runs a statement with one number as its parameter. */
static bool run_with(struct bib_pg *q, const char *sql, int64_t value) {
    struct bib_pg_params p = VEC_INIT;
    bib_pg_int(&p, value);
    bool sound = bib_pg_do(q, sql, &p);
    vec_drop(&p);
    return sound;
}

bool bib_pg_file_drop(struct bib_store *s, int64_t id) {
    struct bib_pg *q = pg_of(s);
    return bib_pg_flush(q) &&
           run_with(q, "DELETE FROM item_text WHERE id IN (SELECT id FROM item WHERE file = $1)",
                    id) &&
           run_with(q, "DELETE FROM item WHERE file = $1", id) &&
           run_with(q, "DELETE FROM file WHERE id = $1", id);
}

/* ---- words ---- */

/* The weights of the columns in the order of enum bib_store_column. A word in a title counts for
 * more than a word in an abstract (ts_rank() gives D, C, B and A the values 0.1, 0.2, 0.4 and
 * 1). */
static const char weights[] = "BABCDC";

struct packer {
    struct buf *out;
    int column;
    size_t at; /* the position of the word in the item, from 1 */
};

/** Appends a word in the form of a tsvector: "tslow:3A ". Words have letters and digits only, so
 * they need no escapes. */
static void pack_word(struct str word, void *user) {
    struct packer *k = user;
    if (k->out->n + word.n + 16 <= BIB_PG_MAX_WORDS) {
        buf_putc(k->out, BIB_PG_LETTERS[k->column]);
        buf_str(k->out, word);
        buf_printf(k->out, ":%zu%c ", ++k->at, weights[k->column]);
    }
}

/** Writes the words of all columns to `out`, in the form of item_text. */
static void pack(struct bib_pg *q, struct buf *out, const struct str words[BIB_COLUMN_COUNT]) {
    struct packer k = {.out = out};
    buf_clear(out);
    for (k.column = 0; k.column < BIB_COLUMN_COUNT; k.column++) {
        bib_pg_each_word(q, words[k.column], pack_word, &k);
    }
}

void bib_pg_words_kept(struct bib_store *s, struct arena *a, struct str words[BIB_COLUMN_COUNT]) {
    struct buf b = BUF_INIT;
    pack(pg_of(s), &b, words);
    words[0] = buf_keep(&b, a);
    for (int c = 1; c < BIB_COLUMN_COUNT; c++) {
        words[c] = STR_EMPTY;
    }
    buf_drop(&b);
}

/* ---- rows in the binary form of COPY ---- */

static void put_int(struct buf *b, int64_t value) {
    buf_big_endian(b, 8, 4);
    buf_big_endian(b, (uint64_t)value, 8);
}

static void put_text(struct buf *b, struct str text) {
    buf_big_endian(b, text.n, 4);
    buf_str(b, text);
}

static void gather_item(struct buf *b, int64_t id, const struct bib_store_row *row) {
    buf_big_endian(b, 9, 2); /* the number of columns */
    put_int(b, id);
    put_int(b, row->file);
    put_text(b, row->key);
    put_int(b, row->position);
    put_int(b, row->line);
    put_text(b, row->type);
    if (row->has_year) {
        put_int(b, row->year);
    } else {
        buf_big_endian(b, UINT32_MAX, 4); /* the value NULL */
    }
    put_int(b, row->hash);
    put_text(b, row->body);
}

static void gather_words(struct bib_pg *q, int64_t id, const struct str words[BIB_COLUMN_COUNT]) {
    struct buf text = BUF_INIT;
    pack(q, &text, words);
    buf_big_endian(&q->batch.texts, 2, 2); /* the number of columns */
    put_int(&q->batch.texts, id);
    put_text(&q->batch.texts, buf_view(&text));
    buf_drop(&text);
}

/* ---- sending them ---- */

static void forget_lists(struct bib_pg_batch *b) {
    vec_clear(&b->drops);
    vec_clear(&b->moves);
    vec_clear(&b->positions);
    vec_clear(&b->lines);
    buf_clear(&b->items);
    buf_clear(&b->texts);
}

void bib_pg_forget(struct bib_pg *q) {
    forget_lists(&q->batch);
    q->batch.last_id = q->batch.written = 0;
}

static bool send_drops(struct bib_pg *q) {
    struct bib_pg_params p = VEC_INIT;
    struct buf scratch;
    bool sound = true;
    buf_init(&scratch, 0);
    if (q->batch.drops.n) {
        bib_pg_ints(&p, &scratch, &q->batch.drops);
        sound = bib_pg_do(q, "DELETE FROM item_text WHERE id = ANY($1)", &p);
        bib_pg_ints(&p, &scratch, &q->batch.drops);
        sound = sound && bib_pg_do(q, "DELETE FROM item WHERE id = ANY($1)", &p);
    }
    buf_drop(&scratch);
    vec_drop(&p);
    return sound;
}

static bool send_moves(struct bib_pg *q) {
    const bib_store_ids *lists[] = {&q->batch.moves, &q->batch.positions, &q->batch.lines};
    struct bib_pg_params p = VEC_INIT;
    struct buf scratch[ARRAY_LEN(lists)];
    for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
        buf_init(&scratch[i], 0);
        bib_pg_ints(&p, &scratch[i], lists[i]);
    }
    bool sound =
        q->batch.moves.n == 0 || bib_pg_do(q,
                                           "UPDATE item SET position = m.position, line = m.line"
                                           " FROM unnest($1, $2, $3) AS m (id, position, line)"
                                           " WHERE item.id = m.id",
                                           &p);
    for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
        buf_drop(&scratch[i]);
    }
    vec_drop(&p);
    return sound;
}

static bool send_rows(struct bib_pg *q, const char *sql, const struct buf *rows) {
    return rows->n == 0 || bib_pg_copy(q, sql, buf_view(rows));
}

bool bib_pg_flush(struct bib_pg *q) {
    struct bib_pg_batch *b = &q->batch;
    if (q->no_tokenizer) {
        return false;
    }
    if (b->items.overflow || b->texts.overflow) {
        return bib_store_damaged(&q->base, "an entry is too large");
    }
    bool sound = send_drops(q) && send_moves(q) &&
                 send_rows(q,
                           "COPY item (id, file, key, position, line, type, year, hash, body)"
                           " FROM STDIN (FORMAT binary)",
                           &b->items) &&
                 send_rows(q, "COPY item_text (id, words) FROM STDIN (FORMAT binary)", &b->texts);
    forget_lists(b);
    return sound;
}

static bool flush_when_full(struct bib_pg *q) {
    struct bib_pg_batch *b = &q->batch;
    b->written++;
    bool full = b->items.n + b->texts.n > GATHERED || b->drops.n >= LISTED || b->moves.n >= LISTED;
    return !full || bib_pg_flush(q);
}

/* ---- items ---- */

bool bib_pg_row_put(struct bib_store *s, const struct bib_store_row *row) {
    struct bib_pg *q = pg_of(s);
    int64_t id = row->id;
    if (id) {
        vec_push(&q->batch.drops, id);
    } else {
        if (q->batch.last_id == 0) {
            q->batch.last_id = bib_pg_number(q, "SELECT coalesce(max(id), 0) FROM item", -1);
        }
        if (q->batch.last_id < 0) {
            return false;
        }
        id = ++q->batch.last_id;
    }
    gather_item(&q->batch.items, id, row);
    gather_words(q, id, row->words);
    return flush_when_full(q);
}

bool bib_pg_row_move(struct bib_store *s, const struct bib_store_row *row) {
    struct bib_pg *q = pg_of(s);
    vec_push(&q->batch.moves, row->id);
    vec_push(&q->batch.positions, row->position);
    vec_push(&q->batch.lines, row->line);
    return flush_when_full(q);
}

bool bib_pg_row_drop(struct bib_store *s, int64_t id) {
    struct bib_pg *q = pg_of(s);
    vec_push(&q->batch.drops, id);
    return flush_when_full(q);
}

/* ---- the index ---- */

static bool index_row(const struct bib_store_row *row, void *user) {
    struct bib_pg *q = user;
    struct arena *a = arena_new();
    struct str words[BIB_COLUMN_COUNT];
    bib_store_row_words(a, row, words);
    gather_words(q, row->id, words);
    arena_drop(a);
    return flush_when_full(q);
}

bool bib_pg_reindex(struct bib_store *s) {
    struct bib_pg *q = pg_of(s);
    struct bib_store_query all = {.by_id = true};
    size_t before = s->reported;
    return bib_pg_flush(q) &&
           bib_pg_run(q, "DROP TABLE IF EXISTS item_text;"
                         "CREATE TABLE item_text (id bigint PRIMARY KEY,"
                         " words text COLLATE \"C\" NOT NULL,"
                         " vector tsvector NOT NULL GENERATED ALWAYS AS (words::tsvector) STORED);"
                         "CREATE INDEX item_words ON item_text USING gin (vector)") &&
           bib_pg_each(s, &all, index_row, q) && s->reported == before && bib_pg_flush(q);
}
