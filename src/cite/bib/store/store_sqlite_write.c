/* SPDX-License-Identifier: MIT */
/*
 * Writes rows to the SQLite file. An item is two rows with the same id: the item, and its words in
 * the full-text index.
 */
#include "cite/bib/store/store_sqlite.h"

#include "cite/bib/store/store_item.h"
#include "core/base/vec.h"

/* ---- files ---- */

static bool read_file_row(struct bib_sqlite *q, sqlite3_stmt *st, struct arena *a,
                          struct bib_store_file *f) {
    bool sound = true;
    *f = (struct bib_store_file){.id = sqlite3_column_int64(st, 0),
                                 .path = arena_str(a, bib_sqlite_text(st, 1, &sound)),
                                 .format = bib_store_format(bib_sqlite_text(st, 2, &sound)),
                                 .size = sqlite3_column_int64(st, 3),
                                 .mtime = sqlite3_column_int64(st, 4),
                                 .hash = sqlite3_column_int64(st, 5),
                                 .count = sqlite3_column_int64(st, 6)};
    if (!sound) {
        return bib_store_damaged(&q->base, "its list of files cannot be read");
    }
    return true;
}

bool bib_sqlite_file_find(struct bib_store *s, struct arena *a, struct bib_store_file *f) {
    struct bib_sqlite *q = sqlite_of(s);
    sqlite3_stmt *st =
        bib_sqlite_prepare(q, "SELECT " BIB_STORE_FILE_COLUMNS " FROM file WHERE path = ?");
    if (!st) {
        return false;
    }
    bib_sqlite_bind(st, 1, f->path);
    int code = sqlite3_step(st);
    bool sound = code == SQLITE_ROW    ? read_file_row(q, st, a, f)
                 : code == SQLITE_DONE ? true
                                       : bib_sqlite_failed(q);
    sqlite3_finalize(st);
    return sound;
}

bool bib_sqlite_file_list(struct bib_store *s, struct arena *a, struct bib_store_file **out,
                          size_t *n) {
    struct bib_sqlite *q = sqlite_of(s);
    VEC(struct bib_store_file) list = VEC_INIT;
    sqlite3_stmt *st =
        bib_sqlite_prepare(q, "SELECT " BIB_STORE_FILE_COLUMNS " FROM file ORDER BY id");
    int code = SQLITE_DONE;
    bool sound = st != NULL;
    while (sound) {
        code = sqlite3_step(st);
        if (code != SQLITE_ROW) {
            break;
        }
        struct bib_store_file f;
        sound = read_file_row(q, st, a, &f);
        vec_push(&list, f);
    }
    if (sound && code != SQLITE_DONE) {
        sound = bib_sqlite_failed(q);
    }
    sqlite3_finalize(st);
    *out = vec_finish(&list, a);
    *n = list.n;
    return sound;
}

bool bib_sqlite_file_put(struct bib_store *s, struct bib_store_file *f) {
    struct bib_sqlite *q = sqlite_of(s);
    sqlite3_stmt *st = bib_sqlite_prepare(
        q, "INSERT INTO file (" BIB_STORE_FILE_COLUMNS ") VALUES (?, ?, ?, ?, ?, ?, ?)"
           " ON CONFLICT (id) DO UPDATE SET path = excluded.path, format = excluded.format,"
           " size = excluded.size, mtime = excluded.mtime, hash = excluded.hash,"
           " count = excluded.count");
    if (!st) {
        return false;
    }
    if (f->id) {
        bib_sqlite_bind_int(st, 1, f->id);
    }
    bib_sqlite_bind(st, 2, f->path);
    bib_sqlite_bind(st, 3, str_of(bib_format_name(f->format)));
    bib_sqlite_bind_int(st, 4, f->size);
    bib_sqlite_bind_int(st, 5, f->mtime);
    bib_sqlite_bind_int(st, 6, f->hash);
    bib_sqlite_bind_int(st, 7, f->count);
    bool sound = bib_sqlite_finish(q, st);
    sqlite3_finalize(st);
    if (sound && f->id == 0) {
        f->id = sqlite3_last_insert_rowid(q->db);
    }
    return sound;
}

/** Runs a statement with one number as its parameter. */
static bool run_with(struct bib_sqlite *q, const char *sql, int64_t value) {
    sqlite3_stmt *st = bib_sqlite_prepare(q, sql);
    if (!st) {
        return false;
    }
    bib_sqlite_bind_int(st, 1, value);
    bool sound = bib_sqlite_finish(q, st);
    sqlite3_finalize(st);
    return sound;
}

bool bib_sqlite_file_drop(struct bib_store *s, int64_t id) {
    struct bib_sqlite *q = sqlite_of(s);
    return run_with(q, "DELETE FROM item_text WHERE rowid IN (SELECT id FROM item WHERE file = ?)",
                    id) &&
           run_with(q, "DELETE FROM item WHERE file = ?", id) &&
           run_with(q, "DELETE FROM file WHERE id = ?", id);
}

/* ---- items ---- */

static bool put_words(struct bib_sqlite *q, int64_t id, const struct str words[BIB_COLUMN_COUNT]) {
    sqlite3_stmt *st = bib_sqlite_cached(
        q, BIB_SQL_TEXT_INSERT,
        "INSERT INTO item_text (rowid, key, title, author, venue, abstract, keyword)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)");
    if (!st) {
        return false;
    }
    bib_sqlite_bind_int(st, 1, id);
    for (int c = 0; c < BIB_COLUMN_COUNT; c++) {
        bib_sqlite_bind(st, c + 2, words[c]);
    }
    return bib_sqlite_finish(q, st);
}

static bool drop_by_id(struct bib_sqlite *q, enum bib_sqlite_cached which, const char *sql,
                       int64_t id) {
    sqlite3_stmt *st = bib_sqlite_cached(q, which, sql);
    if (!st) {
        return false;
    }
    bib_sqlite_bind_int(st, 1, id);
    return bib_sqlite_finish(q, st);
}

static bool drop_words(struct bib_sqlite *q, int64_t id) {
    return drop_by_id(q, BIB_SQL_TEXT_DELETE, "DELETE FROM item_text WHERE rowid = ?", id);
}

bool bib_sqlite_row_put(struct bib_store *s, const struct bib_store_row *row) {
    struct bib_sqlite *q = sqlite_of(s);
    sqlite3_stmt *st =
        row->id ? bib_sqlite_cached(q, BIB_SQL_ITEM_UPDATE,
                                    "UPDATE item SET file = ?, key = ?, position = ?, line = ?,"
                                    " type = ?, year = ?, hash = ?, body = ? WHERE id = ?")
                : bib_sqlite_cached(q, BIB_SQL_ITEM_INSERT,
                                    "INSERT INTO item (file, key, position, line, type, year, hash,"
                                    " body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    if (!st) {
        return false;
    }
    bib_sqlite_bind_int(st, 1, row->file);
    bib_sqlite_bind(st, 2, row->key);
    bib_sqlite_bind_int(st, 3, row->position);
    bib_sqlite_bind_int(st, 4, row->line);
    bib_sqlite_bind(st, 5, row->type);
    if (row->has_year) {
        bib_sqlite_bind_int(st, 6, row->year);
    }
    bib_sqlite_bind_int(st, 7, row->hash);
    bib_sqlite_bind(st, 8, row->body);
    if (row->id) {
        bib_sqlite_bind_int(st, 9, row->id);
    }
    if (!bib_sqlite_finish(q, st) || (row->id && !drop_words(q, row->id))) {
        return false;
    }
    return put_words(q, row->id ? row->id : sqlite3_last_insert_rowid(q->db), row->words);
}

bool bib_sqlite_row_move(struct bib_store *s, const struct bib_store_row *row) {
    struct bib_sqlite *q = sqlite_of(s);
    sqlite3_stmt *st = bib_sqlite_cached(q, BIB_SQL_ITEM_MOVE,
                                         "UPDATE item SET position = ?, line = ? WHERE id = ?");
    if (!st) {
        return false;
    }
    bib_sqlite_bind_int(st, 1, row->position);
    bib_sqlite_bind_int(st, 2, row->line);
    bib_sqlite_bind_int(st, 3, row->id);
    return bib_sqlite_finish(q, st);
}

bool bib_sqlite_row_drop(struct bib_store *s, int64_t id) {
    struct bib_sqlite *q = sqlite_of(s);
    return drop_words(q, id) &&
           drop_by_id(q, BIB_SQL_ITEM_DELETE, "DELETE FROM item WHERE id = ?", id);
}

/* ---- the index ---- */

static bool index_row(const struct bib_store_row *row, void *user) {
    struct bib_sqlite *q = user;
    struct arena *a = arena_new();
    struct str words[BIB_COLUMN_COUNT];
    bib_store_row_words(a, row, words);
    bool sound = put_words(q, row->id, words);
    arena_drop(a);
    return sound;
}

bool bib_sqlite_reindex(struct bib_store *s) {
    struct bib_sqlite *q = sqlite_of(s);
    struct bib_store_query all = {.by_id = true};
    static const enum bib_sqlite_cached gone[] = {BIB_SQL_TEXT_INSERT, BIB_SQL_TEXT_DELETE};
    for (size_t i = 0; i < ARRAY_LEN(gone); i++) {
        sqlite3_finalize(q->cached[gone[i]]);
        q->cached[gone[i]] = NULL;
    }
    size_t before = s->reported;
    return bib_sqlite_run(q, "DROP TABLE IF EXISTS item_text;"
                             "CREATE VIRTUAL TABLE item_text USING fts5("
                             "key, title, author, venue, abstract, keyword,"
                             " tokenize = 'unicode61 remove_diacritics 2')") &&
           bib_sqlite_each(s, &all, index_row, q) && s->reported == before;
}
