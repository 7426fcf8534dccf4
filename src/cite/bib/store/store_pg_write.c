/* SPDX-License-Identifier: MIT */
/*
 * Rows into PostgreSQL. An item is two rows of the same id: the item, and its words.
 *
 * A file of a hundred thousand items must not cost as many messages to a server far away: rows are
 * gathered and sent by COPY, moves and drops as lists of ids. An item that changed is one dropped
 * and one put, under its old id. Order among them does not matter, since ids are the store's and
 * nobody touches one twice in a transaction without reading in between.
 */
#include "cite/bib/store/store_pg.h"

#include "cite/bib/store/store_item.h"

#define GATHERED (4u * 1024 * 1024) /* bytes of rows, and */
#define LISTED 50000                /* ids, before they are sent */

/* ---- files ---- */

#define FILE_COLUMNS "id, path, format, size, mtime, hash, count"

/** Formats stand under their names: the numbers of an enumeration mean nothing to another version.
 */
static enum bib_format format_of(struct str name) {
    enum bib_format format = bib_format_find(name);
    return format == BIB_FORMAT_COUNT ? BIB_AUTO : format;
}

static bool read_file(struct bib_pg *q, const PGresult *r, int at, struct arena *a,
                      struct bib_store_file *f) {
    bool sound = true;
    *f = (struct bib_store_file){.id = bib_pg_get_int(q, r, at, 0),
                                 .path = arena_str(a, bib_pg_get_text(q, r, at, 1, &sound)),
                                 .format = format_of(bib_pg_get_text(q, r, at, 2, &sound)),
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
    PGresult *r =
        bib_pg_ask(q, "SELECT " FILE_COLUMNS " FROM file WHERE path = $1 ORDER BY id LIMIT 1", &p);
    bool sound = r && (q->lib.PQntuples(r) == 0 || read_file(q, r, 0, a, f));
    q->lib.PQclear(r);
    vec_drop(&p);
    return sound;
}

bool bib_pg_file_list(struct bib_store *s, struct arena *a, struct bib_store_file **out,
                      size_t *n) {
    struct bib_pg *q = pg_of(s);
    VEC(struct bib_store_file) list = VEC_INIT;
    PGresult *r = bib_pg_ask(q, "SELECT " FILE_COLUMNS " FROM file ORDER BY id", NULL);
    bool sound = r != NULL;
    for (int i = 0; sound && i < q->lib.PQntuples(r); i++) {
        struct bib_store_file f;
        sound = read_file(q, r, i, a, &f);
        vec_push(&list, f);
    }
    q->lib.PQclear(r);
    *out = vec_keep(&list, a);
    *n = list.n;
    vec_drop(&list);
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
    bool sound =
        bib_pg_do(q,
                  "INSERT INTO file (" FILE_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, $7)"
                  " ON CONFLICT (id) DO UPDATE SET path = excluded.path, format = excluded.format,"
                  " size = excluded.size, mtime = excluded.mtime, hash = excluded.hash,"
                  " count = excluded.count",
                  &p);
    vec_drop(&p);
    return sound;
}

/* What leaves item_text leaves the count of words, too; the statement gives each word with the
 * number of rows that had it (store_pg_count.c). */
#define DROP_TEXTS(which)                                                                          \
    "WITH gone AS (DELETE FROM item_text WHERE id " which " RETURNING length, ranks),"             \
    " down AS (UPDATE library SET texts = texts - c.n, words = words - c.m"                        \
    " FROM (SELECT count(*) AS n, coalesce(sum(length), 0)::bigint AS m FROM gone) c)"             \
    " SELECT substr(r, 2, length(r) - 4), count(*)"                                                \
    " FROM gone, unnest(string_to_array(btrim(ranks), '  ')) r GROUP BY 1"

/** Runs a statement with one number. */
static bool run_with(struct bib_pg *q, const char *sql, int64_t value) {
    struct bib_pg_params p = VEC_INIT;
    bib_pg_int(&p, value);
    bool sound = bib_pg_do(q, sql, &p);
    vec_drop(&p);
    return sound;
}

bool bib_pg_file_drop(struct bib_store *s, int64_t id) {
    struct bib_pg *q = pg_of(s);
    struct bib_pg_params p = VEC_INIT;
    bool sound = bib_pg_flush(q) && bib_pg_counts_load(q);
    bib_pg_int(&p, id);
    sound = sound &&
            bib_pg_counts_drop(
                q, bib_pg_ask(q, DROP_TEXTS("IN (SELECT id FROM item WHERE file = $1)"), &p)) &&
            bib_pg_counts_save(q);
    vec_drop(&p);
    return sound && run_with(q, "DELETE FROM item WHERE file = $1", id) &&
           run_with(q, "DELETE FROM file WHERE id = $1", id);
}

/* ---- words ---- */

struct packer {
    struct buf *out;
    char letter;
};

static void pack_word(struct str word, void *user) {
    struct packer *k = user;
    size_t n = word.n < BIB_PG_MAX_WORD ? word.n : BIB_PG_MAX_WORD;
    while (n < word.n && ((unsigned char)word.p[n] & 0xC0) == 0x80) {
        n--; /* not inside of a character */
    }
    if (k->out->n + n + 3 <= BIB_PG_MAX_WORDS) {
        buf_putc(k->out, ' ');
        buf_putc(k->out, k->letter);
        buf_str(k->out, str_slice(word, 0, n));
        buf_putc(k->out, ' ');
    }
}

/** Appends the words as item_text has them; returns how many there are. */
static size_t pack(struct bib_pg *q, struct buf *out, const struct str words[BIB_COLUMN_COUNT]) {
    struct buf text;
    buf_init(&text, 0);
    size_t n = 0;
    for (int c = 0; c < BIB_COLUMN_COUNT; c++) {
        struct packer k = {&text, BIB_PG_LETTERS[c]};
        n += bib_pg_each_word(q, words[c], pack_word, &k);
    }
    buf_str(out, buf_view(&text));
    buf_drop(&text);
    return n;
}

/** The mean length of items that levels are made with: the first that are written say it, for good
 * (until the index is made anew). */
static int64_t find_mean(struct bib_pg *q) {
    struct bib_pg_batch *b = &q->batch;
    if (b->mean == 0) {
        b->mean = bib_pg_number(q, "SELECT mean FROM library", 0);
        if (b->mean < 0 || b->mean > BIB_PG_MAX_WORDS) {
            (void)bib_store_damaged(&q->base, "an entry cannot have %lld words",
                                    (long long)b->mean);
            b->mean = 1;
        }
    }
    if (b->mean == 0 && b->rows) {
        struct bib_pg_params p = VEC_INIT;
        b->mean = b->words > b->rows ? b->words / b->rows : 1;
        bib_pg_int(&p, b->mean);
        b->mean = bib_pg_do(q, "UPDATE library SET mean = $1", &p) ? b->mean : 0;
        vec_drop(&p);
    }
    return b->mean;
}

void bib_pg_words_kept(struct bib_store *s, struct arena *a, struct str words[BIB_COLUMN_COUNT]) {
    int64_t mean = find_mean(pg_of(s));
    struct buf b;
    buf_init(&b, 0);
    int64_t n = (int64_t)pack(pg_of(s), &b, words);
    words[0] = buf_keep(&b, a);
    buf_clear(&b);
    bib_pg_ranks(&b, words[0], n, mean > 0 ? mean : 1, NULL);
    words[1] = buf_keep(&b, a);
    for (int c = 2; c < BIB_COLUMN_COUNT; c++) {
        words[c] = STR_EMPTY;
    }
    buf_drop(&b);
}

/* ---- rows in the binary form of COPY ---- */

static void put_number(struct buf *b, int64_t value, int bytes) {
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
        buf_putc(b, (char)(unsigned char)((uint64_t)value >> shift));
    }
}

static void put_int(struct buf *b, int64_t value) {
    put_number(b, 8, 4);
    put_number(b, value, 8);
}

static void put_text(struct buf *b, struct str text) {
    put_number(b, (int64_t)text.n, 4);
    buf_str(b, text);
}

static void gather_item(struct buf *b, int64_t id, const struct bib_store_row *row) {
    put_number(b, 9, 2); /* columns */
    put_int(b, id);
    put_int(b, row->file);
    put_text(b, row->key);
    put_int(b, row->position);
    put_int(b, row->line);
    put_text(b, row->type);
    if (row->has_year) {
        put_int(b, row->year);
    } else {
        put_number(b, -1, 4); /* NULL */
    }
    put_int(b, row->hash);
    put_text(b, row->body);
}

/* Numbers in front of the words of an item, while they wait. */
enum { AT_ID, AT_COUNT, AT_BYTES, HEAD = 3 };

static void gather_words(struct bib_pg *q, int64_t id, const struct str words[BIB_COLUMN_COUNT]) {
    struct buf *b = &q->batch.texts;
    int64_t head[HEAD] = {[AT_ID] = id};
    size_t at = b->n;
    buf_add(b, head, sizeof head);
    head[AT_COUNT] = (int64_t)pack(q, b, words);
    if (b->overflow) {
        return;
    }
    head[AT_BYTES] = (int64_t)(b->n - at - sizeof head);
    memcpy(b->p + at, head, sizeof head);
    q->batch.rows++;
    q->batch.words += head[AT_COUNT];
}

/** The rows of item_text for COPY, their words counted. */
static void make_texts(struct bib_pg_batch *b, struct buf *out, struct map *count) {
    struct buf ranks;
    buf_init(&ranks, 0);
    for (size_t at = 0; at < b->texts.n;) {
        int64_t head[HEAD];
        memcpy(head, b->texts.p + at, sizeof head);
        struct str words = {b->texts.p + at + sizeof head, (size_t)head[AT_BYTES]};
        buf_clear(&ranks);
        bib_pg_ranks(&ranks, words, head[AT_COUNT], b->mean, count);
        put_number(out, 4, 2); /* columns */
        put_int(out, head[AT_ID]);
        put_int(out, head[AT_COUNT]);
        put_text(out, words);
        put_text(out, buf_view(&ranks));
        at += sizeof head + words.n;
    }
    buf_drop(&ranks);
}

/* ---- sending them ---- */

static void forget_lists(struct bib_pg_batch *b) {
    vec_clear(&b->drops.ids);
    vec_clear(&b->moves.ids);
    vec_clear(&b->positions.ids);
    vec_clear(&b->lines.ids);
    buf_clear(&b->items);
    buf_clear(&b->texts);
    b->rows = b->words = 0;
}

void bib_pg_forget(struct bib_pg *q) {
    forget_lists(&q->batch);
    q->batch.last_id = q->batch.written = q->batch.mean = 0;
    bib_pg_counts_forget(q);
}

static bool send_drops(struct bib_pg *q) {
    struct bib_pg_params p = VEC_INIT;
    struct buf scratch;
    bool sound = true;
    buf_init(&scratch, 0);
    if (q->batch.drops.ids.n) {
        bib_pg_ints(&p, &scratch, &q->batch.drops);
        sound = bib_pg_counts_drop(q, bib_pg_ask(q, DROP_TEXTS("= ANY($1)"), &p));
        bib_pg_ints(&p, &scratch, &q->batch.drops);
        sound = sound && bib_pg_do(q, "DELETE FROM item WHERE id = ANY($1)", &p);
    }
    buf_drop(&scratch);
    vec_drop(&p);
    return sound;
}

static bool send_moves(struct bib_pg *q) {
    const struct bib_pg_ids *lists[] = {&q->batch.moves, &q->batch.positions, &q->batch.lines};
    struct bib_pg_params p = VEC_INIT;
    struct buf scratch[ARRAY_LEN(lists)];
    for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
        buf_init(&scratch[i], 0);
        bib_pg_ints(&p, &scratch[i], lists[i]);
    }
    bool sound = q->batch.moves.ids.n == 0 ||
                 bib_pg_do(q,
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

static bool send_rows(struct bib_pg *q) {
    struct bib_pg_batch *b = &q->batch;
    if (b->items.n && !bib_pg_copy(q,
                                   "COPY item (id, file, key, position, line, type, year, hash,"
                                   " body) FROM STDIN (FORMAT binary)",
                                   buf_view(&b->items))) {
        return false;
    }
    if (b->texts.n == 0) {
        return true;
    }
    if (find_mean(q) == 0) {
        return false;
    }
    struct bib_pg_params p = VEC_INIT;
    struct map count = MAP_INIT;
    struct buf rows;
    buf_init(&rows, 0);
    make_texts(b, &rows, b->counts.unkept ? NULL : &count);
    bib_pg_int(&p, b->rows);
    bib_pg_int(&p, b->words);
    bool sound =
        (!rows.overflow || bib_store_damaged(&q->base, "an entry is too large")) &&
        bib_pg_copy(q, "COPY item_text (id, length, words, ranks) FROM STDIN (FORMAT binary)",
                    buf_view(&rows)) &&
        bib_pg_do(q, "UPDATE library SET texts = texts + $1, words = words + $2", &p) &&
        bib_pg_counts_add(q, &count, b->rows);
    map_drop(&count);
    buf_drop(&rows);
    vec_drop(&p);
    return sound;
}

bool bib_pg_flush(struct bib_pg *q) {
    struct bib_pg_batch *b = &q->batch;
    if (q->wordless) {
        return false;
    }
    if (b->items.overflow || b->texts.overflow) {
        return bib_store_damaged(&q->base, "an entry is too large");
    }
    bool texts = b->texts.n || b->drops.ids.n;
    bool sound = (!texts || b->counts.unkept || bib_pg_counts_load(q)) && send_drops(q) &&
                 send_moves(q) && send_rows(q) && bib_pg_counts_save(q);
    forget_lists(b);
    return sound;
}

static bool flush_when_full(struct bib_pg *q) {
    struct bib_pg_batch *b = &q->batch;
    b->written++;
    bool full =
        b->items.n + b->texts.n > GATHERED || b->drops.ids.n >= LISTED || b->moves.ids.n >= LISTED;
    return !full || bib_pg_flush(q);
}

/* ---- items ---- */

bool bib_pg_row_put(struct bib_store *s, const struct bib_store_row *row) {
    struct bib_pg *q = pg_of(s);
    int64_t id = row->id;
    if (id) {
        vec_push(&q->batch.drops.ids, id);
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
    vec_push(&q->batch.moves.ids, row->id);
    vec_push(&q->batch.positions.ids, row->position);
    vec_push(&q->batch.lines.ids, row->line);
    return flush_when_full(q);
}

bool bib_pg_row_drop(struct bib_store *s, int64_t id) {
    struct bib_pg *q = pg_of(s);
    vec_push(&q->batch.drops.ids, id);
    return flush_when_full(q);
}

/* ---- the index ---- */

/* An index is made in half the time when the rows are there than row by row: the first rows come to
 * a library without one. Later new words wait in a list that every search reads
 * (postgresql.org/docs/current/gin.html, "Fast Update"), and go to their places before anybody sees
 * them. The owner of the table may do both; where the first rows are another's, words are found
 * without an index until the owner writes. */
bool bib_pg_settle_words(struct bib_store *s) {
    struct bib_pg *q = pg_of(s);
    enum { NOTHING_TO_DO, MADE, MISSING };
    int64_t state = bib_pg_number(q,
                                  "SELECT CASE WHEN NOT pg_has_role(relowner, 'USAGE') THEN 0"
                                  " WHEN to_regclass('item_words') IS NOT NULL THEN 1"
                                  " WHEN EXISTS (SELECT FROM item_text) THEN 2 ELSE 0 END"
                                  " FROM pg_class WHERE oid = 'item_text'::regclass",
                                  -1);
    if (state == MISSING) {
        return bib_pg_run(q, "CREATE INDEX item_words ON item_text USING gin"
                             " (" BIB_PG_VECTOR("") ")");
    }
    return state == NOTHING_TO_DO ||
           (state == MADE &&
            (q->batch.written == 0 ||
             bib_pg_number(q, "SELECT gin_clean_pending_list('item_words')", -1) >= 0));
}

static bool index_row(const struct bib_store_row *row, void *user) {
    struct bib_pg *q = user;
    struct arena *a = arena_new();
    struct str words[BIB_COLUMN_COUNT];
    bib_store_row_words(a, row, words);
    gather_words(q, row->id, words);
    arena_drop(a);
    return flush_when_full(q);
}

static bool make_index(struct bib_store *s) {
    struct bib_pg *q = pg_of(s);
    struct bib_store_query all = {.by_id = true};
    size_t before = s->reported;
    if (!bib_pg_flush(q) ||
        !bib_pg_run(q, "CREATE TABLE IF NOT EXISTS item_text (id bigint PRIMARY KEY,"
                       " length bigint NOT NULL, words text COLLATE \"C\" NOT NULL,"
                       " ranks text COLLATE \"C\" NOT NULL);"
                       "DROP INDEX IF EXISTS item_words;"
                       "TRUNCATE item_text;"
                       "UPDATE library SET texts = 0, words = 0, mean = 0")) {
        return false;
    }
    q->batch.mean = 0;
    return bib_pg_each(s, &all, index_row, q) && s->reported == before && bib_pg_flush(q) &&
           bib_pg_settle_words(s);
}

bool bib_pg_make_index(struct bib_store *s) {
    bool *unkept = &pg_of(s)->batch.counts.unkept;
    *unkept = true;
    bool sound = make_index(s);
    *unkept = false;
    return sound;
}

bool bib_pg_reindex(struct bib_store *s) {
    return bib_pg_flush(pg_of(s)) && bib_pg_make_index(s) && bib_pg_counts_make(s);
}
