/* SPDX-License-Identifier: MIT */
/* The library above its storage: opening by name, removing, finding, verifying. */
#include "cite/bib/store/store.h"

#include "cite/bib/store/store_item.h"
#include "cite/bib/store/store_kinds.h"
#include "core/base/utf8.h"
#include "core/base/vec.h"

DIAG_USE(DIAG_DATABASE_NOT_FOUND);
DIAG_USE(DIAG_LIBRARY_FORMAT);
DIAG_USE(DIAG_LIBRARY_DAMAGED);

#define MAX_GUESSES 20  /* number of missing keys for which the whole store is searched */
#define MAX_REPORTED 20 /* number of findings of a verification that are reported one by one */

/* ---- places of storage ---- */

static const struct {
    const char *scheme;
    struct bib_store *(*open)(struct arena *a, struct str place, enum bib_store_mode mode,
                              struct span at, struct diags *d);
} kinds[] = {
#define X(id, scheme) {scheme, bib_store_##id##_open},
    BIB_STORE_KINDS(X)
#undef X
};

/* ---- faults ---- */

bool bib_store_fault(struct bib_store *s, const struct diag_rule *id, const char *what,
                     struct str hint) {
    s->reported++;
    if (s->d) {
        struct diag *g = diag_add(s->d, id, s->at, "library `%.*s`: %s", STR_ARG(s->path), what);
        if (hint.n) {
            diag_hint(s->d, g, "%.*s", STR_ARG(hint));
        }
    }
    return false;
}

bool bib_store_damaged(struct bib_store *s, const char *fmt, ...) {
    struct buf b;
    buf_init(&b, 4096);
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&b, fmt, ap);
    va_end(ap);
    (void)bib_store_fault(s, DIAG_LIBRARY_DAMAGED,
                          utf8_check(buf_view(&b)) == STR_NONE ? b.p : "damaged", STR_EMPTY);
    buf_drop(&b);
    return false;
}

bool bib_store_missing(struct str path, struct span at, struct diags *d) {
    struct diag *g =
        diag_add(d, DIAG_DATABASE_NOT_FOUND, at, "library `%.*s` not found", STR_ARG(path));
    diag_hint(d, g, "`dossier library import FILE...` makes it");
    return false;
}

/* ---- opening and closing ---- */

struct bib_store *bib_store_open(struct arena *a, struct str name, enum bib_store_mode mode,
                                 struct span at, struct diags *d) {
    size_t colon = str_find(name, STR("://"));
    if (colon == STR_NONE) {
        return kinds[0].open(a, name, mode, at, d);
    }
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (str_ieq(str_slice(name, 0, colon), str_of(kinds[i].scheme))) {
            return kinds[i].open(a, str_from(name, colon + 3), mode, at, d);
        }
    }
    struct diag *g = diag_add(d, DIAG_LIBRARY_FORMAT, at, "no library can be kept in `%.*s`",
                              STR_ARG(bib_store_shown(a, name)));
    diag_hint(d, g, "name a file: it is created if it does not exist");
    return NULL;
}

bool bib_store_is_server(struct str name) {
    size_t colon = str_find(name, STR("://"));
    return colon != STR_NONE && !str_ieq(str_slice(name, 0, colon), str_of(kinds[0].scheme));
}

/** Whether a parameter of an address may be shown. A parameter whose name has escapes is never
 * shown, because it may be the password. */
static bool may_be_seen(struct str param) {
    struct str name = str_cut(&param, '=');
    return str_index(name, '%') == STR_NONE && !str_ieq(name, STR("password")) &&
           !str_ieq(name, STR("sslpassword"));
}

/* Removes everything up to the last `@`, because a password may contain an `@` that is not escaped.
 */
struct str bib_store_shown(struct arena *a, struct str name) {
    if (!bib_store_is_server(name)) {
        return name;
    }
    size_t from = str_find(name, STR("://")) + 3, last = STR_NONE;
    size_t colon = str_index(str_from(name, from), ':');
    for (size_t i = from; i < name.n; i++) {
        last = name.p[i] == '@' ? i : last;
    }
    struct buf b = BUF_INIT;
    if (colon != STR_NONE && last != STR_NONE && from + colon < last) {
        buf_str(&b, str_slice(name, 0, from + colon));
        name = str_from(name, last);
    }
    struct str rest = name, head = str_cut(&rest, '?');
    buf_str(&b, head);
    for (bool any = false; rest.p;) {
        struct str param = str_cut(&rest, '&');
        if (may_be_seen(param)) {
            buf_putc(&b, any ? '&' : '?');
            buf_str(&b, param);
            any = true;
        }
    }
    return buf_finish(&b, a);
}

void bib_store_close(struct bib_store *s) {
    if (s) {
        s->ops->close(s);
    }
}

/** Reports damage of the content. After MAX_REPORTED reports, damage is only counted. */
static void report_damage(struct bib_store *s, const char *what, struct str key) {
    if (s->d && s->reported++ < MAX_REPORTED) {
        diag_add(s->d, DIAG_LIBRARY_DAMAGED, s->at, "library `%.*s`: entry `%.*s`: %s",
                 STR_ARG(s->path), STR_ARG(key), what);
    }
}

/* ---- removing ---- */

bool bib_store_end(struct bib_store *s, bool sound) {
    if (sound && s->ops->commit(s)) {
        return true;
    }
    s->ops->rollback(s);
    return false;
}

struct dropper {
    bib_store_ids ids, *files;
};

static bool take_id(const struct bib_store_row *row, void *user) {
    struct dropper *list = user;
    vec_push(&list->ids, row->id);
    if (list->files) {
        vec_push(list->files, row->file);
    }
    return true;
}

bool bib_store_drop_rows(struct bib_store *s, struct bib_store_query q, bib_store_ids *files) {
    struct dropper list = {VEC_INIT, files};
    q.bare = true;
    bool sound = bib_store_each(s, &q, take_id, &list);
    for (size_t i = 0; i < list.ids.n && sound; i++) {
        sound = s->ops->row_drop(s, list.ids.p[i]);
    }
    vec_drop(&list.ids);
    return sound;
}

/** Subtracts 1 from the stored count of a file's items, after one was removed, because a
 * verification compares the count. Also clears the file's hash, so that importing the file again
 * restores the item. */
static bool shorten_file(struct bib_store *s, struct arena *a, int64_t id) {
    struct bib_store_file *files = NULL;
    size_t n = 0;
    if (!bib_store_file_list(s, a, &files, &n)) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (files[i].id == id) {
            files[i].count--;
            files[i].hash = 0;
            return bib_store_file_put(s, &files[i]);
        }
    }
    return true;
}

static bool drop_key(struct bib_store *s, struct arena *a, struct str key, bib_store_ids *files) {
    bool sound =
        bib_store_drop_rows(s, (struct bib_store_query){.has_key = true, .key = key}, files);
    for (size_t i = 0; i < files->n && sound; i++) {
        sound = shorten_file(s, a, files->p[i]);
    }
    return sound;
}

bool bib_store_remove(struct bib_store *s, struct str key, size_t *n) {
    bib_store_ids files = VEC_INIT;
    struct arena *a = arena_new();
    bool sound = s->ops->begin(s) && bib_store_end(s, drop_key(s, a, key, &files));
    *n = sound ? files.n : 0;
    vec_drop(&files);
    arena_drop(a);
    return sound;
}

/* ---- finding ---- */

struct item *bib_store_item(struct bib_store *s, struct arena *a, const struct bib_store_row *row) {
    struct item *it = bib_store_item_read(a, arena_str(a, row->body));
    if (!it) {
        report_damage(s, "its text cannot be read", row->key);
        return NULL;
    }
    it->id = arena_str(a, row->key);
    /* the item comes after the items of the document's own files, in the order of the library */
    uint64_t file = (uint64_t)row->file & 0x1FFFFFFF, position = (uint64_t)row->position;
    it->order = (size_t)((uint64_t)1 << 62 | file << 32 | (position & 0xFFFFFFFF));
    return it;
}

struct finder {
    struct bib_store *s;
    struct arena *a;
    struct item *it;
};

static bool take_item(const struct bib_store_row *row, void *user) {
    struct finder *f = user;
    f->it = bib_store_item(f->s, f->a, row);
    return false;
}

struct item *bib_store_find(struct bib_store *s, struct arena *a, struct str key) {
    struct finder f = {s, a, NULL};
    struct bib_store_query q = {.has_key = true, .key = key, .limit = 1};
    return bib_store_each(s, &q, take_item, &f) ? f.it : NULL;
}

struct str bib_store_nearest(struct bib_store *s, struct arena *a, struct str key) {
    /* maximum number of keys that are compared, which takes some milliseconds */
    static const size_t max = 20000;
    size_t length = utf8_count(key), off = length > 8 ? length / 4 : 1;
    const size_t prefixes[] = {key.n * 2 / 3, key.n / 3, 1, 0};
    /* after many missing keys, only keys with the same beginning are compared */
    size_t tries = s->guesses++ < MAX_GUESSES ? ARRAY_LEN(prefixes) : 1;
    for (size_t i = 0; i < tries; i++) {
        struct str *keys = NULL;
        size_t n = 0;
        if (i > 0 && prefixes[i] >= prefixes[i - 1]) {
            continue;
        }
        if (!bib_store_keys(s, a, str_slice(key, 0, prefixes[i]), length > off ? length - off : 0,
                            length + off, max, &keys, &n)) {
            return STR_EMPTY;
        }
        struct str near = diag_nearest(key, keys, n);
        if (near.n) {
            return near;
        }
    }
    return STR_EMPTY;
}

/* ---- verifying ---- */

struct verifier {
    struct bib_store *s;
    struct arena *scratch;
    size_t n;
    struct bib_store_file *files;
    size_t nfiles;
    int64_t *counts; /* the number of items of each file */
};

static void verify_text(struct verifier *v, const struct bib_store_row *row) {
    struct item *it = bib_store_item_read(v->scratch, row->body);
    if (!it) {
        report_damage(v->s, "its text cannot be read", row->key);
        return;
    }
    struct str words[BIB_COLUMN_COUNT];
    it->id = row->key;
    bib_store_item_words(v->scratch, it, words);
    if (v->s->ops->words_kept) {
        v->s->ops->words_kept(v->s, v->scratch, words);
    }
    for (size_t c = 0; c < BIB_COLUMN_COUNT; c++) {
        if (!str_eq(words[c], row->words[c])) {
            report_damage(v->s, "the index does not have its words", row->key);
            return;
        }
    }
}

static bool verify_row(const struct bib_store_row *row, void *user) {
    struct verifier *v = user;
    v->n++;
    if (v->n % 256 == 0) {
        arena_drop(v->scratch);
        v->scratch = arena_new();
    }
    if (bib_store_hash(row->body) != row->hash) {
        report_damage(v->s, "its text is not what was written", row->key);
    } else {
        verify_text(v, row);
    }
    size_t at = 0;
    while (at < v->nfiles && v->files[at].id != row->file) {
        at++;
    }
    if (at == v->nfiles) {
        report_damage(v->s, "its file is not known", row->key);
    } else {
        v->counts[at]++;
    }
    return true;
}

static void verify_counts(struct verifier *v) {
    for (size_t i = 0; i < v->nfiles; i++) {
        if (v->counts[i] != v->files[i].count) {
            v->s->reported++;
            diag_add(v->s->d, DIAG_LIBRARY_DAMAGED, v->s->at,
                     "library `%.*s`: `%.*s` should have %lld entries and has %lld",
                     STR_ARG(v->s->path), STR_ARG(v->files[i].path), (long long)v->files[i].count,
                     (long long)v->counts[i]);
        }
    }
}

bool bib_store_verify(struct bib_store *s, size_t *n) {
    struct arena *a = arena_new();
    struct verifier v = {.s = s, .scratch = arena_new()};
    struct bib_store_query q = {.with_words = true, .by_id = true};
    s->reported = 0;
    /* a transaction, so that no other process can write while rows are counted */
    if (!s->ops->begin(s)) {
        arena_drop(v.scratch);
        arena_drop(a);
        return false;
    }
    bool sound = s->ops->check(s) && bib_store_file_list(s, a, &v.files, &v.nfiles);
    if (sound) {
        v.counts = ARENA_ARRAY(a, int64_t, v.nfiles);
        sound = bib_store_each(s, &q, verify_row, &v);
    }
    if (sound) {
        verify_counts(&v);
    }
    s->ops->rollback(s);
    if (s->reported > MAX_REPORTED) {
        diag_add(s->d, DIAG_LIBRARY_DAMAGED, s->at, "library `%.*s`: %zu faults in all",
                 STR_ARG(s->path), s->reported);
    }
    *n = v.n;
    arena_drop(v.scratch);
    arena_drop(a);
    return sound && s->reported == 0;
}
