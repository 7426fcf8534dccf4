/* SPDX-License-Identifier: MIT */
/*
 * Splits text into words with SQLite's tokenizer. C code can use the tokenizer only through a
 * database, so one in memory is opened (sqlite.org/fts5.html, "Extending FTS5").
 */
#include "cite/bib/store/store_kinds.h"

#include "cite/bib/store/sqlite_calls.h"

#include <limits.h>

struct bib_words {
    sqlite3 *db; /* the tokenizer `parts` belongs to this database */
    fts5_tokenizer parts;
    Fts5Tokenizer *made;
};

static fts5_api *find_api(sqlite3 *db) {
    fts5_api *api = NULL;
    sqlite3_stmt *st = NULL;
    if (sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &st, NULL) == SQLITE_OK) {
        sqlite3_bind_pointer(st, 1, &api, "fts5_api_ptr", NULL);
        sqlite3_step(st);
    }
    sqlite3_finalize(st);
    return api;
}

/** Finds the tokenizer, with the settings of the SQLite index (store_sqlite.c). */
static bool find_tokenizer(struct bib_words *w) {
    const char *settings[] = {"remove_diacritics", "2"};
    fts5_api *api = find_api(w->db);
    void *context = NULL;
    return api && api->xFindTokenizer(api, "unicode61", &context, &w->parts) == SQLITE_OK &&
           w->parts.xCreate(context, settings, (int)ARRAY_LEN(settings), &w->made) == SQLITE_OK;
}

struct bib_words *bib_words_open(struct arena *a) {
    struct bib_words *w = ARENA_NEW(a, struct bib_words);
    if (sqlite3_open_v2(":memory:", &w->db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
        !find_tokenizer(w)) {
        bib_words_close(w);
        return NULL;
    }
    return w;
}

void bib_words_close(struct bib_words *w) {
    if (!w) {
        return;
    }
    if (w->made) {
        w->parts.xDelete(w->made);
    }
    w->made = NULL;
    sqlite3_close(w->db);
    w->db = NULL;
}

struct counted {
    bib_words_fn *fn;
    void *user;
    size_t n;
};

static int take_word(void *context, int flags, const char *p, int n, int from, int to) {
    struct counted *c = context;
    (void)flags, (void)from, (void)to;
    c->fn((struct str){p, (size_t)n}, c->user);
    c->n++;
    return SQLITE_OK;
}

size_t bib_words_each(struct bib_words *w, struct str text, bib_words_fn *fn, void *user) {
    struct counted c = {fn, user, 0};
    int n = text.n < INT_MAX ? (int)text.n : INT_MAX;
    if (n > 0) {
        (void)w->parts.xTokenize(w->made, &c, FTS5_TOKENIZE_DOCUMENT, text.p, n, take_word);
    }
    return c.n;
}
