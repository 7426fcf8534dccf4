/* SPDX-License-Identifier: MIT */
/*
 * The files of a database. This file decides which files are read with an index and when an index
 * is written. It also finds entries in the indexed files.
 *
 * An indexed file is added to the database only after all checks that are possible without reading
 * its entries.
 */
#include "cite/bib/database_files.h"

#include "cite/bib/cache/bib_index.h"
#include "cite/bib/database.h"
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/vec.h"
#include "core/memo/store.h"

#include <errno.h>
#include <string.h>
#include <time.h>

DIAG_USE(DIAG_CACHE_NOT_WRITTEN);

/* number of seconds in which two changes may leave the same times in a file's properties */
#define YOUNG 2

/* ---- entries of indexed files ---- */

size_t bib_cached_count(const struct bib *b) {
    size_t n = 0;
    for (const struct bib_index *c = b->cached; c; c = c->next) {
        n += c->v.nvisible;
    }
    return n;
}

struct bib_entry *bib_cached_find(struct bib *b, struct str key) {
    struct bib_entry *e = NULL;
    for (struct bib_index *c = b->cached; c && key.n && !e; c = c->next) {
        e = bib_index_find(c, key);
    }
    if (e) {
        map_put(&b->keys, e->key, e);
    }
    return e;
}

struct bib_entry *bib_cached_alias(struct bib *b, struct str key) {
    struct bib_entry *e = NULL;
    for (struct bib_index *c = b->cached; c && key.n && !e; c = c->next) {
        e = bib_index_find_alias(c, key);
    }
    return e;
}

struct bib_entry *bib_entry_at(struct bib *b, size_t i) {
    size_t before = 0;
    for (struct bib_index *c = b->cached; c && c->base <= i; c = c->next) {
        if (i - c->base < c->v.nvisible) {
            return bib_index_entry(c, i - c->base);
        }
        before += c->v.nvisible;
    }
    return i - before < b->entries.n ? b->entries.p[i - before] : NULL;
}

void bib_cached_keys(struct bib *b, struct str *keys, size_t n) {
    for (struct bib_index *c = b->cached; c; c = c->next) {
        struct str *own = keys + c->base;
        memmove(own + c->v.nvisible, own, (n - c->base) * sizeof *keys);
        for (size_t i = 0; i < c->v.nvisible; i++) {
            own[i] = bib_index_key(c, i);
        }
        n += c->v.nvisible;
    }
}

bool bib_cache_failed(const struct bib *b) {
    bool failed = false;
    for (const struct bib_index *c = b->cached; c; c = c->next) {
        if (bib_index_failed(c)) {
            failed = true;
            (void)file_remove(memo_path(b->arena, &c->at));
        }
    }
    return failed;
}

void bib_close_files(struct bib *b) {
    for (struct bib_index *c = b->cached; c; c = c->next) {
        bib_index_close(c);
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

static void add_repeated(repeated_vec *v, struct bib_entry *e, struct bib_entry *first) {
    if (e && first) {
        vec_push(v, ((struct repeated){e, first}));
    }
}

/** Adds the entries of `c` whose keys are also in `earlier` to the list of repeated keys. */
static void compare_keys(struct bib *b, struct bib_index *c, struct bib_index *earlier,
                         repeated_vec *v) {
    const struct bib_name *own = c->v.keys, *other = earlier->v.keys;
    for (size_t i = 0, k = 0; k < earlier->v.nkeys; k++) {
        while (i < c->v.nkeys && own[i].hash < other[k].hash) {
            i++;
        }
        for (size_t j = i; j < c->v.nkeys && own[j].hash == other[k].hash; j++) {
            struct bib_entry *e = bib_index_entry(c, own[j].entry),
                             *first = bib_index_entry(earlier, other[k].entry);
            if (e && first && str_eq(e->key, first->key) && !map_lookup(&b->keys, e->key)) {
                map_put(&b->keys, first->key, first);
                add_repeated(v, e, first);
            }
        }
    }
}

/** Finds the entries of an index that repeat the key of an earlier entry of the database. They are
 * in the order of the file, each with the earlier entry. */
static void find_repeated(struct bib *b, struct bib_index *c, repeated_vec *v) {
    for (size_t i = 0; i < b->keys.n; i++) {
        add_repeated(v, bib_index_find(c, b->keys.entries[i].key), b->keys.entries[i].value);
    }
    for (struct bib_index *earlier = b->cached; earlier; earlier = earlier->next) {
        compare_keys(b, c, earlier, v);
    }
    size_t n = v->n;
    for (size_t i = 0; i < c->v.ntwins; i++) {
        struct bib_entry *own = bib_index_entry(c, c->v.twins[i].first), *first = own;
        for (size_t k = 0; k < n; k++) {
            first = v->p[k].e == own ? v->p[k].first : first;
        }
        add_repeated(v, bib_index_entry(c, c->v.twins[i].entry), first);
    }
    vec_sort(v, compare_repeated);
}

/* ---- reading by an index ---- */

/** Adds an indexed file to the database. Returns false if that is not possible. */
static bool attach(struct bib *b, struct bib_index *c, struct diags *d) {
    repeated_vec repeated = VEC_INIT;
    c->base = bib_count(b);
    find_repeated(b, c, &repeated);
    /* With an index, diagnostics come in a different order. If there were too many, other ones
     * would be dropped than without an index. So the index is used only if none is dropped. */
    bool sound =
        !bib_index_failed(c) && !d->levels && d->n + c->v.nnotes + repeated.n < LIMIT_DIAGS;
    if (sound) {
        bib_index_take_notes(c, d);
        for (size_t i = 0; i < repeated.n; i++) {
            bib_report_duplicate(repeated.p[i].first, repeated.p[i].e, d);
        }
        struct bib_index **last = &b->cached;
        while (*last) {
            last = &(*last)->next;
        }
        *last = c;
    }
    vec_drop(&repeated);
    return sound;
}

/** Opens a file with its index. If that is not possible, returns false and changes nothing else. */
static bool open_index(struct bib *b, struct str path, const struct file_id *id,
                       const struct memo_entry *at, struct diags *d) {
    struct bib_index *c = bib_index_open(b->arena, at, path, id, &b->host);
    bool used = c && attach(b, c, d);
    if (c && !used) {
        bib_index_close(c);
    }
    return used;
}

/* ---- reading files ---- */

/** Whether the last change of a file is long enough ago. A file that was changed just now may
 * change again without new times (git calls such files racy). */
static bool is_settled(const struct file_id *id, int64_t now) {
    int64_t limit = (now ? now : (int64_t)time(NULL)) - YOUNG;
    return id->modified < limit && id->changed < limit;
}

/** Saves the index of a file that was just read, if the file is large enough. */
static void leave_index(struct str path, const struct memo_entry *at, const struct source *src,
                        struct file_id *id, const struct bib_entry_list *entries,
                        const struct bib_cache_options *o, const struct diags *before,
                        struct diags *d) {
    struct file_id after;
    if (entries->n <= o->entries || src->text.n != id->size || d->levels ||
        d->suppressed != before->suppressed || !is_settled(id, o->now) ||
        file_identify(path, &after) != 0 || !file_id_eq(id, &after)) {
        return;
    }
    int error = bib_index_save(at, entries->p[0]->file, id, entries,
                               before->n ? d->list + before->n : d->list, d->n - before->n);
    if (error) {
        struct diag *g =
            diag_add(d, DIAG_CACHE_NOT_WRITTEN, SPAN_NONE, "cannot write the index `%.*s`",
                     STR_ARG(memo_path(d->arena, at)));
        diag_hint(d, g, "%s", file_why(error));
    }
}

int bib_read_file(struct bib *b, struct str path, const struct bib_cache_options *o,
                  struct str *text, struct diags *d) {
    struct file_id id;
    struct str whole = STR_EMPTY;
    struct memo_entry at = {.cache = STR_EMPTY};
    text = text ? text : &whole;
    *text = STR_EMPTY;
    if (!file_fence_has(o->fence, path)) {
        return EXDEV;
    }
    if (o->dir.n && bib_format_is_bib(bib_format_of_name(path)) && file_identify(path, &id) == 0 &&
        id.size >= (o->least ? o->least : BIB_CACHE_MIN) && id.size <= LIMIT_DATABASE) {
        at = bib_index_place(o->dir, file_real_path(b->arena, path));
        if (open_index(b, path, &id, &at, d)) {
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
    b->record = at.cache.n ? &entries : NULL;
    (void)bib_read(b, src, BIB_AUTO, d);
    b->record = NULL;
    /* the index of a file is about its bytes, so a file whose text was converted to UTF-8 gets none
     */
    if (at.cache.n && src->text.p == text->p) {
        leave_index(path, &at, src, &id, &entries, o, &before, d);
    }
    return 0;
}
