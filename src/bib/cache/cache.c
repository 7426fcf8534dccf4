/* SPDX-License-Identifier: MIT */
/*
 * Files that are read by their index: which may be trusted, what they answer, when one is written.
 *
 * An index says where things stand, the .bib alone what they are: each block of it that is looked
 * at must have the sum it had when it was scanned. Until everything has been checked that can be
 * checked at once, nothing is put into the database.
 */
#include "bib/cache/cache.h"

#include "base/file.h"
#include "base/limits.h"
#include "base/vec.h"
#include "bib/cache/cache_format.h"
#include "dossier/version.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

DIAG_USE(DIAG_CACHE_NOT_WRITTEN);

#define NO_ENTRY UINT32_MAX
#define YOUNG 2 /* seconds in which a file may be written to without its times changing */

struct cached {
    struct bibtex *file;
    struct window *window;
    struct str index_path;
    int fd; /* of the index */
    struct cache_head head;
    struct cache_layout at;
    char *all;            /* the index behind its head, once that was read as a whole */
    const uint64_t *sums; /* of blocks */
    struct entry **entry; /* by number; NULL: not read yet */
    size_t base;          /* place of its first entry in the database */
    bool failed;
    struct cached *next;
};

/* ---- reading an index ---- */

static bool fails(struct cached *c) {
    c->failed = true;
    return false;
}

/** Bytes of the index; `offset` is within the layout. */
static bool get(struct cached *c, uint64_t offset, void *out, size_t n) {
    if (offset > c->at.end || n > c->at.end - offset) {
        return fails(c);
    }
    if (c->all) {
        memcpy(out, c->all + (offset - sizeof c->head), n);
        return true;
    }
    return file_read_at(c->fd, offset, out, n) || fails(c);
}

/** Reads all of it and looks whether it is what was written. */
static bool read_all(struct cached *c) {
    if (c->all || c->failed) {
        return !c->failed;
    }
    size_t n = (size_t)c->at.end - sizeof c->head;
    char *all = xmalloc(n + 1);
    if (!file_read_at(c->fd, sizeof c->head, all, n) ||
        cache_sum((struct str){all, n}, 0) != c->head.sum_all) {
        free(all);
        return fails(c);
    }
    c->all = all;
    return true;
}

static bool is_expected(void *user, size_t block, struct str text) {
    const struct cached *c = user;
    return block < c->at.nblocks && c->sums[block] == cache_sum(text, block);
}

/** The entry of a number, read from the .bib. NULL when the index has failed. */
static struct entry *entry_of(struct cached *c, uint32_t number) {
    if (number >= c->head.nentries) {
        c->failed = true;
        return NULL;
    }
    if (c->entry[number]) {
        return c->entry[number];
    }
    struct cache_entry at;
    if (!get(c, c->at.entries + (uint64_t)number * sizeof at, &at, sizeof at) ||
        at.sum != cache_entry_sum(&at) || at.begin >= at.behind || at.behind > c->head.file.size ||
        at.unclosed > 1 ||
        /* behind an entry that has no end, the first byte of what follows was looked at */
        !window_need(c->window, at.begin, (size_t)at.behind + 1)) {
        c->failed = true;
        return NULL;
    }
    struct entry *e = bibtex_entry_at(c->file, at.begin, at.behind, at.unclosed != 0);
    if (!e || str_hash(e->key) != at.hash || e->hidden != (number >= c->head.nvisible)) {
        c->failed = true;
        return NULL;
    }
    e->order = c->base + number;
    c->entry[number] = e;
    return e;
}

/** The number of the first entry that has a key, or NO_ENTRY. */
static uint32_t find(struct cached *c, struct str key) {
    uint64_t hash = str_hash(key);
    uint32_t mask = c->head.nslots - 1, slot;
    for (uint32_t i = 0; i <= mask && !c->failed; i++) {
        uint64_t at = ((uint32_t)hash + i) & mask;
        if (!get(c, c->at.slots + at * sizeof slot, &slot, sizeof slot)) {
            break;
        }
        if (slot == 0) {
            (void)read_all(c); /* a damaged slot would hide an entry */
            break;
        }
        struct cache_entry record;
        if (slot > c->head.nentries) {
            c->failed = true;
        } else if (get(c, c->at.entries + (uint64_t)(slot - 1) * sizeof record, &record,
                       sizeof record) &&
                   record.hash == hash) {
            struct entry *e = entry_of(c, slot - 1);
            if (e && str_eq(e->key, key)) {
                return slot - 1;
            }
        }
    }
    return NO_ENTRY;
}

/* ---- what the database asks ---- */

size_t cached_count(const struct bib *b) {
    size_t n = 0;
    for (const struct cached *c = b->cached; c; c = c->next) {
        n += c->head.nvisible;
    }
    return n;
}

struct entry *cached_find(struct bib *b, struct str key) {
    for (struct cached *c = b->cached; c && key.n; c = c->next) {
        uint32_t number = find(c, key);
        struct entry *e = number == NO_ENTRY ? NULL : entry_of(c, number);
        if (e) {
            index_put(b->arena, &b->keys, e->key, e);
            return e;
        }
    }
    return NULL;
}

struct entry *cached_at(struct bib *b, size_t *i) {
    size_t before = 0;
    for (struct cached *c = b->cached; c && c->base <= *i; c = c->next) {
        if (*i - c->base < c->head.nvisible) {
            struct entry *e = entry_of(c, (uint32_t)(*i - c->base));
            *i = SIZE_MAX;
            return e;
        }
        before += c->head.nvisible;
    }
    *i -= before;
    return NULL;
}

/** Calls for the key of each entry, by number. Returns false when the index has failed. */
static bool each_key(struct cached *c, void (*fn)(uint32_t number, struct str key, void *user),
                     void *user) {
    if (!read_all(c)) {
        return false;
    }
    const char *keys = c->all + (c->at.keys - sizeof c->head);
    size_t at = 0, size = c->head.keys_size;
    for (uint32_t i = 0; i < c->head.nentries; i++) {
        uint32_t n;
        if (size - at < sizeof n) {
            return fails(c);
        }
        memcpy(&n, keys + at, sizeof n);
        at += sizeof n;
        if (size - at < n) {
            return fails(c);
        }
        fn(i, (struct str){keys + at, n}, user);
        at += n;
    }
    return true;
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

void cached_keys(struct bib *b, struct str *keys, size_t n) {
    for (struct cached *c = b->cached; c; c = c->next) {
        struct key_list l = {b->arena, keys + c->base, c->head.nvisible};
        memmove(l.p + l.n, l.p, (n - c->base) * sizeof *keys);
        memset(l.p, 0, l.n * sizeof *keys);
        (void)each_key(c, take_key, &l);
        n += l.n;
    }
}

bool bib_cache_failed(const struct bib *b) {
    bool failed = false;
    for (const struct cached *c = b->cached; c; c = c->next) {
        if (c->failed || window_failed(c->window)) {
            failed = true;
            (void)unlink(c->index_path.p);
        }
    }
    return failed;
}

static void close_cached(struct cached *c) {
    if (c->window) {
        window_close(c->window);
    }
    close(c->fd);
    free(c->all);
    free(c->entry);
}

void bib_close_files(struct bib *b) {
    for (struct cached *c = b->cached; c; c = c->next) {
        close_cached(c);
    }
    b->cached = NULL;
}

/* ---- what a scan said ---- */

/** A part of the index while it is read: past its end everything is empty and `bad`. */
struct part {
    struct str s;
    bool bad;
};

static struct str take(struct part *p, size_t n) {
    struct str s = str_slice(p->s, 0, n);
    p->bad = p->bad || s.n < n;
    p->s = str_from(p->s, s.n);
    return s;
}

static uint32_t take_u32(struct part *p) {
    uint32_t n = 0;
    struct str s = take(p, sizeof n);
    if (!p->bad) {
        memcpy(&n, s.p, sizeof n);
    }
    return n;
}

static struct str take_text(struct part *p) {
    return take(p, take_u32(p));
}

static struct span take_span(struct cached *c, struct part *p) {
    uint32_t begin = take_u32(p), end = take_u32(p);
    p->bad = p->bad || begin > end || end > c->head.file.size;
    return span_make(c->file->src, begin, end);
}

/** One diagnostic; to `d` unless that is NULL. */
static void take_note(struct cached *c, struct part *p, struct diags *d) {
    const struct diag_rule *id = diag_find(take_text(p));
    struct span at = take_span(c, p);
    struct str text = take_text(p), hint = take_text(p);
    uint32_t related = take_u32(p);
    p->bad = p->bad || !id;
    struct diag *g = d && !p->bad ? diag_add(d, id, at, "%.*s", STR_ARG(text)) : NULL;
    if (g) {
        diag_hint(d, g, "%.*s", STR_ARG(hint));
    }
    for (uint32_t i = 0; i < related && !p->bad; i++) {
        struct span place = take_span(c, p);
        struct str what = take_text(p);
        if (g) {
            diag_relate(d, g, place, "%.*s", STR_ARG(what));
        }
    }
}

/** The macros and diagnostics of the scan. Once with a NULL `d`, to see whether they are sound,
 * then for good. */
static bool take_notes(struct cached *c, struct str notes, struct diags *d) {
    struct part p = {notes, false};
    for (uint32_t i = 0; i < c->head.nmacros && !p.bad; i++) {
        uint32_t at = take_u32(&p);
        struct str name = take_text(&p), value = take_text(&p);
        if (d) {
            bibtex_define(c->file, name, value, at);
        }
    }
    for (uint32_t i = 0; i < c->head.nnotes && !p.bad; i++) {
        take_note(c, &p, d);
    }
    return !p.bad && p.s.n == 0;
}

/* ---- keys that are there already ---- */

struct repeated {
    struct entry *e, *first;
};
typedef VEC(struct repeated) repeated_vec;

static int compare_repeated(const void *pa, const void *pb) {
    const struct repeated *a = pa, *b = pb;
    return a->e->span.begin < b->e->span.begin ? -1 : a->e->span.begin > b->e->span.begin;
}

static bool add_repeated(struct cached *c, repeated_vec *v, uint32_t number, struct entry *first) {
    struct repeated r = {entry_of(c, number), first};
    if (r.e && r.first) {
        vec_push(v, r);
    }
    return r.e && r.first;
}

struct meeting {
    struct bib *b;
    struct cached *c;
    repeated_vec *v;
};

/** A key of a new file that an indexed file before it has. */
static void meet_key(uint32_t number, struct str key, void *user) {
    struct meeting *m = user;
    struct entry *first = index_lookup(&m->b->keys, key) ? NULL : cached_find(m->b, key);
    if (first && find(m->c, key) == number) {
        (void)add_repeated(m->c, m->v, number, first);
    }
}

#define FEW_KEYS 1000 /* so many are looked up one by one; for more the index is read whole */

/** The entries of an index whose keys are taken, each with the entry that has it, in the order of
 * the file. */
static bool find_repeated(struct bib *b, struct cached *c, const struct cache_twin *twins,
                          repeated_vec *v) {
    struct meeting m = {b, c, v};
    if (b->keys.n > FEW_KEYS && !read_all(c)) {
        return false;
    }
    for (size_t i = 0; i < b->keys.cap && !c->failed; i++) {
        struct entry *first = b->keys.slots[i].value;
        uint32_t number = first ? find(c, b->keys.slots[i].key) : NO_ENTRY;
        if (number != NO_ENTRY) {
            (void)add_repeated(c, v, number, first);
        }
    }
    if (b->cached && !each_key(c, meet_key, &m)) {
        return false;
    }
    size_t n = v->n;
    for (uint32_t i = 0; i < c->head.ntwins && !c->failed; i++) {
        struct entry *own = entry_of(c, twins[i].first), *first = own;
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
    return !c->failed;
}

/* ---- opening ---- */

/** Whether the head is ours and of this very file. */
static bool is_ours(const struct cache_head *h, const struct file_id *file, bool classic) {
    static const struct cache_head want = {.magic = CACHE_MAGIC,
                                           .program = DOSSIER_VERSION,
                                           .version = CACHE_VERSION,
                                           .order = CACHE_ORDER};
    return memcmp(h->magic, want.magic, sizeof want.magic) == 0 && h->version == want.version &&
           h->order == want.order && memcmp(h->program, want.program, sizeof want.program) == 0 &&
           h->sum == cache_head_sum(h) && file_id_eq(&h->file, file) &&
           h->classic == (uint32_t)classic;
}

/** Takes the parts that are always needed; puts the file into the database when all is well. */
static bool attach(struct bib *b, struct cached *c, struct diags *d) {
    size_t n = (size_t)(c->at.keys - c->at.blocks);
    char *p = arena_alloc(b->arena, n + 1);
    struct str part = {p, n};
    if (!file_read_at(c->fd, c->at.blocks, p, n) || cache_sum(part, 0) != c->head.sum_opened) {
        return false;
    }
    const struct cache_twin *twins = (const void *)(p + (c->at.twins - c->at.blocks));
    struct str notes = str_from(part, (size_t)(c->at.notes - c->at.blocks));
    c->sums = (const void *)p;
    c->file->src->counts = (const void *)(p + (c->at.counts - c->at.blocks));
    c->base = bib_count(b);
    size_t size = (size_t)c->head.file.size;
    repeated_vec repeated = VEC_INIT;
    /* Only so many diagnostics are kept, by the order in which they come. That order is another
     * one here. */
    bool sound = take_notes(c, notes, NULL) && window_need(c->window, 0, 1) &&
                 window_need(c->window, size - 1, size) && find_repeated(b, c, twins, &repeated) &&
                 !d->levels && d->n + c->head.nnotes + repeated.n < LIMIT_DIAGS;
    if (sound) {
        (void)take_notes(c, notes, d);
        for (size_t i = 0; i < repeated.n; i++) {
            bib_report_duplicate(repeated.p[i].first, repeated.p[i].e, d);
        }
        struct cached **last = &b->cached;
        while (*last) {
            last = &(*last)->next;
        }
        *last = c;
    }
    vec_drop(&repeated);
    return sound;
}

/** Reads a file by its index. Returns false, with nothing done, when that cannot be. */
static bool open_index(struct bib *b, struct str path, const struct file_id *id, bool classic,
                       struct str index_path, struct diags *d) {
    struct cached *c = ARENA_NEW(b->arena, struct cached);
    struct file_id index;
    *c = (struct cached){.index_path = index_path};
    if (file_open(index_path, &c->fd, &index) != 0) {
        return false;
    }
    bool sound = file_read_at(c->fd, 0, &c->head, sizeof c->head) &&
                 is_ours(&c->head, id, classic) && cache_layout(&c->head, &c->at) &&
                 c->at.end == index.size;
    c->window = sound ? window_open(path, id, is_expected, c) : NULL;
    if (c->window) {
        c->entry = xcalloc(c->head.nentries + 1u, sizeof *c->entry);
        c->file = ARENA_NEW(b->arena, struct bibtex);
        c->file->bib = b;
        c->file->classic = classic;
        c->file->src = source_new(b->arena, path, window_text(c->window));
        c->file->src->window = c->window;
        if (attach(b, c, d)) {
            return true;
        }
    }
    close_cached(c);
    return false;
}

/* ---- reading files ---- */

/** The path of a file that leads to it from anywhere. */
static struct str whole_path(struct arena *a, struct str path) {
    char *real = realpath(arena_str(a, path).p, NULL);
    struct str whole = real ? arena_str(a, str_of(real)) : path;
    free(real);
    return whole;
}

/** The index of a file is named after the file's path. */
static struct str path_of_index(struct arena *a, struct str dir, struct str whole) {
    uint64_t hash = str_hash(whole);
    return path_join(a, dir,
                     arena_printf(a, "%08x%08x.bib-index", (unsigned)(hash >> 32),
                                  (unsigned)(hash & UINT32_MAX)));
}

/** A file that has just been written to may be written to again without a trace: git calls such
 * entries of its index racy. */
static bool is_settled(const struct file_id *id, int64_t now) {
    int64_t limit = (now ? now : (int64_t)time(NULL)) - YOUNG;
    return id->modified < limit && id->changed < limit;
}

static void write_index(struct str path, const struct bibtex *file, const struct file_id *id,
                        const struct entry_list *entries, struct diags *d, size_t before) {
    struct arena *a = file->bib->arena;
    struct buf out;
    buf_init(&out, 0);
    struct str whole = whole_path(a, file->src->name);
    if (cache_write(&out, file, id, whole, entries, d->list + before, d->n - before)) {
        int err = file_make_dirs(path_dir(path));
        err = err ? err : file_write(path, buf_view(&out));
        if (err) {
            struct diag *g = diag_add(d, DIAG_CACHE_NOT_WRITTEN, SPAN_NONE,
                                      "cannot write the index `%.*s`", STR_ARG(path));
            diag_hint(d, g, "%s", file_why(err));
        } else {
            cache_prune(a, path_dir(path), (uint64_t)id->modified);
        }
    }
    buf_drop(&out);
}

/** Writes the index of a file whose text has just been read, when it is worth one. */
static void leave_index(struct str path, struct str index_path, const struct source *src,
                        struct file_id *id, const struct entry_list *entries,
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
    enum bib_format format = bib_format_of_name(path);
    text = text ? text : &whole;
    *text = STR_EMPTY;
    if (o->dir.n && (format == BIB_BIBTEX || format == BIB_BIBLATEX) &&
        file_identify(path, &id) == 0 && id.size >= (o->least ? o->least : CACHE_LEAST) &&
        id.size <= LIMIT_DATABASE) {
        index_path = path_of_index(b->arena, o->dir, whole_path(b->arena, path));
        if (open_index(b, path, &id, format == BIB_BIBTEX, index_path, d)) {
            return 0;
        }
    }
    int err = file_read_stream(b->arena, path, LIMIT_DATABASE, text);
    if (err) {
        return err;
    }
    struct source *src = source_new(b->arena, path, *text);
    struct entry_list entries = {0};
    struct diags before = *d;
    b->record = index_path.n ? &entries : NULL;
    (void)bib_read(b, src, BIB_AUTO, d);
    b->record = NULL;
    if (index_path.n && src->text.p == text->p) { /* not if it had to be made UTF-8 */
        leave_index(path, index_path, src, &id, &entries, o, &before, d);
    }
    return 0;
}
