/* SPDX-License-Identifier: MIT */
/*
 * Writes rows to PostgreSQL. An item is two rows with the same id: the item, and its words.
 *
 * Rows are collected and sent by COPY, because a message for each item would be slow with a distant
 * server. Moves and drops are sent as lists of ids. A changed item is dropped and put again under
 * its old id. The order of these messages does not matter: between two changes of one id in a
 * transaction there is always a read, which sends the collected rows first.
 */
#include "cite/bib/store/store_pg.h"

#include "cite/bib/store/store_item.h"

/* number of bytes of rows after which the collected rows are sent */
#define GATHERED (4u * 1024 * 1024)
#define LISTED 50000 /* number of ids after which the collected ids are sent */

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

/** Writes the words of all columns to `out`, in the form of `item_text.vector`. */
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
    static const char *const texts[] = {"DELETE FROM item_text WHERE id = ANY($1)",
                                        "DELETE FROM item WHERE id = ANY($1)"};
    struct buf scratch = BUF_INIT;
    bool sound = true;
    for (size_t i = 0; i < ARRAY_LEN(texts) && q->batch.drops.n && sound; i++) {
        struct bib_sql sql = {.text = texts[i]};
        bib_pg_ints(&sql, &scratch, &q->batch.drops);
        sound = bib_pg_do(q, &sql);
    }
    buf_drop(&scratch);
    return sound;
}

static bool send_moves(struct bib_pg *q) {
    const bib_store_ids *lists[] = {&q->batch.moves, &q->batch.positions, &q->batch.lines};
    struct bib_sql sql = {.text = "UPDATE item SET position = m.position, line = m.line"
                                  " FROM unnest($1, $2, $3) AS m (id, position, line)"
                                  " WHERE item.id = m.id"};
    struct buf scratch[ARRAY_LEN(lists)];
    for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
        buf_init(&scratch[i], 0);
        bib_pg_ints(&sql, &scratch[i], lists[i]);
    }
    bool sound = q->batch.moves.n == 0 || bib_pg_do(q, &sql);
    for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
        buf_drop(&scratch[i]);
    }
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
            q->batch.last_id = bib_sql_number(s, "SELECT coalesce(max(id), 0) FROM item", -1);
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

bool bib_pg_words_put(struct bib_store *s, int64_t id, const struct str words[BIB_COLUMN_COUNT]) {
    gather_words(pg_of(s), id, words);
    return flush_when_full(pg_of(s));
}

bool bib_pg_make_index(struct bib_store *s) {
    struct bib_pg *q = pg_of(s);
    return bib_pg_flush(q) &&
           bib_pg_run(q, "DROP TABLE IF EXISTS item_text;"
                         "CREATE TABLE item_text (id bigint PRIMARY KEY,"
                         " words text COLLATE \"C\" NOT NULL,"
                         " vector tsvector NOT NULL GENERATED ALWAYS AS (words::tsvector) STORED);"
                         "CREATE INDEX item_words ON item_text USING gin (vector)");
}
