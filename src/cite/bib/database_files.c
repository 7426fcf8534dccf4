/* SPDX-License-Identifier: MIT */
/*
 * The files of a database. Decides which files are read with an index and when an index is written.
 * Also finds entries in the indexed files.
 *
 * An indexed file is added to the database only after all checks that are possible without reading
 * its entries.
 */
#include "cite/bib/database_files.h"

#include "cite/bib/cache/cache.h"
#include "cite/bib/cache/cache_format.h"
#include "cite/bib/database.h"
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/vec.h"
#include "core/memo/store.h"

#include <errno.h>
#include <string.h>
#include <time.h>

DIAG_USE(DIAG_CACHE_NOT_WRITTEN);

#define YOUNG 2 /* seconds in which a second change may keep the times of a file */

struct bib_cached {
    struct bib_index *index;
    size_t base; /* the place of its first entry in the database */
    struct bib_cached *next;
};

/* ---- entries of indexed files ---- */

size_t bib_cached_count(const struct bib *b) {
    size_t n = 0;
    for (const struct bib_cached *c = b->cached; c; c = c->next) {
        n += bib_index_count(c->index);
    }
    return n;
}

struct bib_entry *bib_cached_find(struct bib *b, struct str key) {
    for (struct bib_cached *c = b->cached; c && key.n; c = c->next) {
        uint32_t number = bib_index_find(c->index, key);
        struct bib_entry *e = number == BIB_INDEX_NONE ? NULL : bib_index_entry(c->index, number);
        if (e) {
            map_put(&b->keys, e->key, e);
            return e;
        }
    }
    return NULL;
}

struct bib_entry *bib_cached_alias(struct bib *b, struct str key) {
    for (struct bib_cached *c = b->cached; c && key.n; c = c->next) {
        struct bib_entry *e = bib_index_find_alias(c->index, key);
        if (e) {
            return e;
        }
    }
    return NULL;
}

struct bib_entry *bib_cached_at(struct bib *b, size_t *i) {
    size_t before = 0;
    for (struct bib_cached *c = b->cached; c && c->base <= *i; c = c->next) {
        if (*i - c->base < bib_index_count(c->index)) {
            struct bib_entry *e = bib_index_entry(c->index, (uint32_t)(*i - c->base));
            *i = SIZE_MAX;
            return e;
        }
        before += bib_index_count(c->index);
    }
    *i -= before;
    return NULL;
}

struct key_list {
    struct arena *a;
    struct str *p;
    uint32_t n;
};

static void take_key(uint32_t number, struct str key, void *user) {
    struct key_list *l = user;
    if (number < l->n) {
        l->p[number] = arena_str(l->a, key);
    }
}

void bib_cached_keys(struct bib *b, struct str *keys, size_t n) {
    for (struct bib_cached *c = b->cached; c; c = c->next) {
        struct key_list l = {b->arena, keys + c->base, (uint32_t)bib_index_count(c->index)};
        memmove(l.p + l.n, l.p, (n - c->base) * sizeof *keys);
        memset(l.p, 0, l.n * sizeof *keys);
        (void)bib_index_each_key(c->index, take_key, &l);
        n += l.n;
    }
}

bool bib_cache_failed(const struct bib *b) {
    bool failed = false;
    for (const struct bib_cached *c = b->cached; c; c = c->next) {
        if (bib_index_failed(c->index)) {
            failed = true;
            bib_index_remove(c->index);
        }
    }
    return failed;
}

void bib_close_files(struct bib *b) {
    for (struct bib_cached *c = b->cached; c; c = c->next) {
        bib_index_close(c->index);
    }
    b->cached = NULL;
}

/* ---- repeated keys ---- */

struct repeated {
    struct bib_entry *e, *first;
};
typedef VEC(struct repeated) repeated_vec;

static int compare_repeated(const void *pa, const void *pb) {
    const struct repeated *a = pa, *b = pb;
    return a->e->span.begin < b->e->span.begin ? -1 : a->e->span.begin > b->e->span.begin;
}

static bool add_repeated(struct bib_cached *c, repeated_vec *v, uint32_t number,
                         struct bib_entry *first) {
    struct repeated r = {bib_index_entry(c->index, number), first};
    if (r.e && r.first) {
        vec_push(v, r);
    }
    return r.e && r.first;
}

struct meeting {
    struct bib *b;
    struct bib_cached *c;
    repeated_vec *v;
};

/** Notes a key of a new file if an earlier indexed file has it. */
static void meet_key(uint32_t number, struct str key, void *user) {
    struct meeting *m = user;
    struct bib_entry *first = map_lookup(&m->b->keys, key) ? NULL : bib_cached_find(m->b, key);
    if (first && bib_index_find(m->c->index, key) == number) {
        (void)add_repeated(m->c, m->v, number, first);
    }
}

#define FEW_KEYS 1000 /* for more keys, the whole index is read */

/** Finds the entries of an index whose keys earlier files have, each with the earlier entry, in the
 * order of the file. */
static bool find_repeated(struct bib *b, struct bib_cached *c, repeated_vec *v) {
    struct meeting m = {b, c, v};
    if (b->keys.n > FEW_KEYS && !bib_index_read_all(c->index)) {
        return false;
    }
    for (size_t i = 0; i < b->keys.n && !bib_index_failed(c->index); i++) {
        uint32_t number = bib_index_find(c->index, b->keys.entries[i].key);
        if (number != BIB_INDEX_NONE) {
            (void)add_repeated(c, v, number, b->keys.entries[i].value);
        }
    }
    if (b->cached && !bib_index_each_key(c->index, meet_key, &m)) {
        return false;
    }
    size_t n = v->n, ntwins;
    const struct bib_cache_twin *twins = bib_index_twins(c->index, &ntwins);
    for (size_t i = 0; i < ntwins && !bib_index_failed(c->index); i++) {
        struct bib_entry *own = bib_index_entry(c->index, twins[i].first), *first = own;
        for (size_t k = 0; k < n; k++) {
            first = v->p[k].e == own ? v->p[k].first : first;
        }
        if (!own || !add_repeated(c, v, twins[i].entry, first)) {
            return false;
        }
    }
    if (v->n) {
        qsort(v->p, v->n, sizeof *v->p, compare_repeated);
    }
    return !bib_index_failed(c->index);
}

/* ---- reading by an index ---- */

/** Adds an indexed file to the database. Returns false if that is not possible. */
static bool attach(struct bib *b, struct bib_cached *c, struct diags *d) {
    repeated_vec repeated = VEC_INIT;
    c->base = bib_count(b);
    bib_index_place(c->index, c->base);
    /* The number of diagnostics is limited, and here their order is different. So the index is used
     * only if all of them are kept. */
    bool sound = find_repeated(b, c, &repeated) && !d->levels &&
                 d->n + bib_index_note_count(c->index) + repeated.n < LIMIT_DIAGS;
    if (sound) {
        bib_index_take_notes(c->index, d);
        for (size_t i = 0; i < repeated.n; i++) {
            bib_report_duplicate(repeated.p[i].first, repeated.p[i].e, d);
        }
        struct bib_cached **last = &b->cached;
        while (*last) {
            last = &(*last)->next;
        }
        *last = c;
    }
    vec_drop(&repeated);
    return sound;
}

/** Opens a file with its index. Returns false, without other effects, if that is not possible. */
static bool open_index(struct bib *b, struct str path, const struct file_id *id,
                       struct str index_path, struct diags *d) {
    struct bib_cached *c = ARENA_NEW(b->arena, struct bib_cached);
    c->index = bib_index_open(b->arena, path, id, index_path, &b->host);
    if (c->index && !attach(b, c, d)) {
        bib_index_close(c->index);
        c->index = NULL;
    }
    return c->index != NULL;
}

/* ---- reading files ---- */

/** The absolute path of a file. */
static struct str whole_path(struct arena *a, struct str path) {
    char *real = realpath(arena_str(a, path).p, NULL);
    struct str whole = real ? arena_str(a, str_of(real)) : path;
    free(real);
    return whole;
}

/** The path of the index. Its cache key is the path of the .bib. */
static struct str path_of_index(struct arena *a, struct str dir, struct str whole) {
    struct memo_key key;
    memo_key_begin(&key);
    memo_key_text(&key, whole);
    struct memo_entry e = memo_entry_of(dir, MEMO_INDEX, &key);
    memo_key_drop(&key);
    return memo_path(a, &e);
}

/** Whether the last change of a file was long enough ago. A file that was just changed may change
 * again without new times (git calls this racy). */
static bool is_settled(const struct file_id *id, int64_t now) {
    int64_t limit = (now ? now : (int64_t)time(NULL)) - YOUNG;
    return id->modified < limit && id->changed < limit;
}

static void write_index(struct str path, const struct bibtex *file, const struct file_id *id,
                        const struct bib_entry_list *entries, struct diags *d, size_t before) {
    struct arena *a = file->arena;
    struct buf out;
    buf_init(&out, 0);
    struct str whole = whole_path(a, file->src->name);
    if (bib_cache_write(&out, file, id, whole, entries, before ? d->list + before : d->list,
                        d->n - before)) {
        int err = file_make_private_dirs(path_dir(path));
        err = err ? err : file_write_private(path, buf_view(&out));
        if (!err) {
            memo_prune(path_dir(path), MEMO_SHARD_MAX);
        } else {
            struct diag *g = diag_add(d, DIAG_CACHE_NOT_WRITTEN, SPAN_NONE,
                                      "cannot write the index `%.*s`", STR_ARG(path));
            diag_hint(d, g, "%s", file_why(err));
        }
    }
    buf_drop(&out);
}

/** Writes the index of a file that has just been read, if it is large enough. */
static void leave_index(struct str path, struct str index_path, const struct source *src,
                        struct file_id *id, const struct bib_entry_list *entries,
                        const struct bib_cache_options *o, const struct diags *before,
                        struct diags *d) {
    struct file_id after;
    if (entries->n > o->entries && src->text.n == id->size && !d->levels &&
        d->suppressed == before->suppressed && is_settled(id, o->now) &&
        file_identify(path, &after) == 0 && file_id_eq(id, &after)) {
        write_index(index_path, entries->p[0]->file, id, entries, d, before->n);
    }
}

int bib_read_file(struct bib *b, struct str path, const struct bib_cache_options *o,
                  struct str *text, struct diags *d) {
    struct file_id id;
    struct str whole = STR_EMPTY, index_path = STR_EMPTY;
    text = text ? text : &whole;
    *text = STR_EMPTY;
    if (!file_fence_has(o->fence, path)) {
        return EXDEV;
    }
    if (o->dir.n && bib_format_is_bib(bib_format_of_name(path)) && file_identify(path, &id) == 0 &&
        id.size >= (o->least ? o->least : BIB_CACHE_MIN) && id.size <= LIMIT_DATABASE) {
        index_path = path_of_index(b->arena, o->dir, whole_path(b->arena, path));
        if (open_index(b, path, &id, index_path, d)) {
            return 0;
        }
    }
    int err = file_read_stream_inside(o->fence, b->arena, path, LIMIT_DATABASE, text);
    if (err) {
        return err;
    }
    struct source *src = source_new(b->arena, path, *text);
    struct bib_entry_list entries = {0};
    struct diags before = *d;
    b->record = index_path.n ? &entries : NULL;
    (void)bib_read(b, src, BIB_AUTO, d);
    b->record = NULL;
    if (index_path.n && src->text.p == text->p) { /* not if the text was converted to UTF-8 */
        leave_index(path, index_path, src, &id, &entries, o, &before, d);
    }
    return 0;
}
