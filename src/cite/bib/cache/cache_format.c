/* SPDX-License-Identifier: MIT */
/*
 * The format of an index: the offsets of its parts, their sums, and how a scan is written as an
 * index.
 */
#include "cite/bib/cache/cache_format.h"

#include "core/base/bounds.h"
#include "core/base/table.h"
#include "core/base/vec.h"
#include "core/memo/store.h"
#include "dossier/version.h"

#include <string.h>

DIAG_USE(DIAG_BIB_DUPLICATE_KEY);

#define MAX_NOTES 200u /* files with more diagnostics get no index */

/* These structures are written to the disk directly, so they must have no holes. */
_Static_assert(sizeof(struct file_id) == 48, "file_id has holes");
_Static_assert(sizeof(struct bib_cache_head) == 152, "cache_head has holes");
_Static_assert(sizeof(struct bib_cache_entry) == 24, "cache_entry has holes");
_Static_assert(sizeof(struct bib_cache_twin) == 8, "cache_twin has holes");
_Static_assert(sizeof(struct bib_cache_alias) == 8, "cache_alias has holes");

/* ---- sums ---- */

uint32_t bib_cache_entry_sum(const struct bib_cache_entry *e) {
    struct str bytes = {(const char *)e, offsetof(struct bib_cache_entry, sum)};
    return (uint32_t)(memo_sum(bytes, 0) >> 32);
}

uint64_t bib_cache_head_sum(const struct bib_cache_head *h) {
    return memo_sum((struct str){(const char *)h, offsetof(struct bib_cache_head, sum)}, 0);
}

bool bib_cache_is_of(const struct bib_cache_head *h, const struct file_id *id) {
    struct file_id here = *id;
    here.device = h->file.device;
    return file_id_eq(&h->file, &here);
}

bool bib_cache_layout(const struct bib_cache_head *h, struct bib_cache_layout *out) {
    uint64_t n = h->file.size;
    if (n == 0 || n > LIMIT_DATABASE || h->nvisible > h->nentries || h->nentries > n ||
        h->nslots <= h->nentries || (h->nslots & (h->nslots - 1)) != 0) {
        return false;
    }
    *out = (struct bib_cache_layout){.entries = sizeof *h,
                                     .nblocks = (size_t)((n + WINDOW_BLOCK - 1) / WINDOW_BLOCK),
                                     .ncounts = (size_t)(n / SOURCE_BLOCK + 1)};
    out->slots = out->entries + (uint64_t)h->nentries * sizeof(struct bib_cache_entry);
    out->blocks = out->slots + (uint64_t)h->nslots * sizeof(uint32_t);
    out->counts = out->blocks + (uint64_t)out->nblocks * sizeof(uint64_t);
    out->twins = out->counts + (uint64_t)out->ncounts * sizeof(uint32_t);
    out->aliases = out->twins + (uint64_t)h->ntwins * sizeof(struct bib_cache_twin);
    out->notes = out->aliases + (uint64_t)h->naliases * sizeof(struct bib_cache_alias);
    out->keys = out->notes + h->notes_size;
    out->path = out->keys + h->keys_size;
    out->end = out->path + h->path_size;
    return true;
}

/* ---- writing ---- */

/** The numbers of entries: those of @xdata come last; otherwise the order is that of the file. */
struct numbering {
    const struct bib_entry_list *entries;
    uint32_t *number; /* the number of the entry at each place */
    struct bib_cache_entry *records;
    uint32_t *slots;
    VEC(struct bib_cache_twin) twins;
};

static void number_entries(struct numbering *w, struct bib_cache_head *h) {
    for (size_t i = 0; i < w->entries->n; i++) {
        h->nvisible += !w->entries->p[i]->hidden;
    }
    uint32_t visible = 0, hidden = h->nvisible;
    for (size_t i = 0; i < w->entries->n; i++) {
        const struct bib_entry *e = w->entries->p[i];
        uint32_t at = e->hidden ? hidden++ : visible++;
        w->number[i] = at;
        w->records[at] = (struct bib_cache_entry){.hash = str_hash(e->key),
                                                  .begin = e->span.begin,
                                                  .behind = e->span.end,
                                                  .unclosed = e->unclosed};
    }
}

/** The entry for which a slot is searched, and the keys of all entries. */
struct wanted {
    const struct numbering *w;
    const struct str *keys;
    uint32_t number;
};

static bool slot_ends(const void *slots, size_t slot, const void *key) {
    const struct wanted *k = key;
    uint32_t other = ((const uint32_t *)slots)[slot];
    return other == 0 || (k->w->records[other - 1].hash == k->w->records[k->number].hash &&
                          str_eq(k->keys[other - 1], k->keys[k->number]));
}

/** Adds the entry at place `i` to the slots, or to the twins if an earlier entry has its key. */
static void put_slot(struct numbering *w, uint32_t nslots, const struct str *keys, size_t i) {
    struct wanted k = {w, keys, w->number[i]};
    size_t at = table_find(nslots, w->records[k.number].hash, slot_ends, w->slots, &k);
    if (w->slots[at]) {
        struct bib_cache_twin twin = {k.number, w->slots[at] - 1};
        vec_push(&w->twins, twin);
        return;
    }
    w->slots[at] = k.number + 1;
}

static void add_u32(struct buf *out, size_t v) {
    uint32_t n = (uint32_t)v;
    buf_add(out, &n, sizeof n);
}

static void add_text(struct buf *out, struct str s) {
    add_u32(out, s.n);
    buf_str(out, s);
}

/** Appends the macros in the order of their definitions. Returns their number. */
static uint32_t add_macros(struct buf *out, const struct bibtex *file) {
    VEC(const struct bibtex_macro *) all = VEC_INIT;
    for (const struct bibtex_macro *m = file->last_macro; m; m = m->before) {
        vec_push(&all, m);
    }
    for (size_t i = all.n; i-- > 0;) {
        add_u32(out, all.p[i]->at);
        add_text(out, all.p[i]->name);
        add_text(out, all.p[i]->value);
    }
    uint32_t n = (uint32_t)all.n;
    vec_drop(&all);
    return n;
}

static void add_span(struct buf *out, struct span at) {
    add_u32(out, at.begin);
    add_u32(out, at.end);
}

static void add_note(struct buf *out, const struct diag *g) {
    add_text(out, str_of(g->id->slug));
    add_span(out, g->span);
    add_text(out, g->text);
    add_text(out, g->hint);
    add_u32(out, g->nrelated);
    for (size_t i = 0; i < g->nrelated; i++) {
        add_span(out, g->related[i].span);
        add_text(out, g->related[i].text);
    }
}

/** Whether all diagnostics of a scan are about its own file. Repeated keys are ignored here. They
 * are reported from the index itself, because other files may have the same keys. */
static bool are_plain(const struct source *src, struct diag *const *notes, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const struct diag *g = notes[i];
        bool own = g->span.src == src || g->id == DIAG_BIB_DUPLICATE_KEY;
        for (size_t k = 0; k < g->nrelated && g->id != DIAG_BIB_DUPLICATE_KEY; k++) {
            own = own && g->related[k].span.src == src;
        }
        if (!own) {
            return false;
        }
    }
    return n <= MAX_NOTES;
}

static void add_head(struct buf *out, const struct bibtex *file, const struct file_id *id,
                     size_t nentries, struct bib_cache_head *h) {
    *h = (struct bib_cache_head){.magic = BIB_CACHE_MAGIC,
                                 .version = BIB_CACHE_VERSION,
                                 .order = BIB_CACHE_ORDER,
                                 .program = DOSSIER_VERSION,
                                 .file = *id,
                                 .classic = file->classic,
                                 .nentries = (uint32_t)nentries,
                                 .nslots = 64};
    while (h->nslots < 2 * nentries) {
        h->nslots *= 2;
    }
    buf_add(out, h, sizeof *h); /* reserves its place; it is filled in at the end */
}

static void add_entries(struct buf *out, const struct bib_entry_list *entries,
                        struct bib_cache_head *h, struct numbering *w) {
    size_t n = entries->n;
    struct str *keys = xcalloc(n, sizeof *keys);
    w->entries = entries;
    w->number = xcalloc(n, sizeof *w->number);
    w->records = xcalloc(n, sizeof *w->records);
    w->slots = xcalloc(h->nslots, sizeof *w->slots);
    number_entries(w, h);
    for (size_t i = 0; i < n; i++) {
        keys[w->number[i]] = entries->p[i]->key;
    }
    for (size_t i = 0; i < n; i++) {
        if (entries->p[i]->key.n) {
            put_slot(w, h->nslots, keys, i);
        }
    }
    h->ntwins = (uint32_t)w->twins.n;
    buf_add(out, w->records, n * sizeof *w->records);
    buf_add(out, w->slots, h->nslots * sizeof *w->slots);
    free(keys);
    free(w->number);
    free(w->records);
    free(w->slots);
}

static void add_blocks(struct buf *out, struct source *src) {
    for (size_t i = 0; i * WINDOW_BLOCK < src->text.n; i++) {
        struct str block = str_slice(src->text, i * WINDOW_BLOCK, (i + 1) * WINDOW_BLOCK);
        uint64_t sum = memo_sum(block, i);
        buf_add(out, &sum, sizeof sum);
    }
    const uint32_t *counts;
    size_t n = source_line_counts(src, &counts);
    buf_add(out, counts, n * sizeof *counts);
}

struct aliases {
    VEC(struct bib_cache_alias) v;
    uint32_t entry;
};

static void take_alias(void *user, struct str alias, struct bib_entry *e) {
    struct aliases *all = user;
    (void)e;
    vec_push(&all->v, (struct bib_cache_alias){(uint32_t)str_hash(alias), all->entry});
}

static int compare_alias(const void *pa, const void *pb) {
    const struct bib_cache_alias *a = pa, *b = pb;
    return a->hash != b->hash ? (a->hash < b->hash ? -1 : 1)
                              : (a->entry > b->entry) - (a->entry < b->entry);
}

/** Appends the former keys of entries. Returns their number. */
static uint32_t add_aliases(struct buf *out, const struct bib_entry_list *entries) {
    struct aliases all = {.v = VEC_INIT};
    for (size_t i = 0; i < entries->n; i++) {
        if (!entries->p[i]->hidden) {
            bibtex_each_alias(entries->p[i], take_alias, &all);
            all.entry++;
        }
    }
    if (all.v.n) {
        qsort(all.v.p, all.v.n, sizeof *all.v.p, compare_alias);
    }
    buf_add(out, all.v.p, all.v.n * sizeof *all.v.p);
    uint32_t n = (uint32_t)all.v.n;
    vec_drop(&all.v);
    return n;
}

static void add_keys(struct buf *out, const struct bib_entry_list *entries) {
    for (int hidden = 0; hidden < 2; hidden++) {
        for (size_t i = 0; i < entries->n; i++) {
            if (entries->p[i]->hidden == (hidden != 0)) {
                add_text(out, entries->p[i]->key);
            }
        }
    }
}

bool bib_cache_write(struct buf *out, const struct bibtex *file, const struct file_id *id,
                     struct str path, const struct bib_entry_list *entries,
                     struct diag *const *notes, size_t nnotes) {
    if (!are_plain(file->src, notes, nnotes) || entries->n == 0 || entries->n > UINT32_MAX / 4 ||
        file->src->text.n != id->size) {
        return false;
    }
    struct bib_cache_head h;
    struct numbering w = {.twins = VEC_INIT};
    add_head(out, file, id, entries->n, &h);
    add_entries(out, entries, &h, &w);
    add_blocks(out, file->src);
    buf_add(out, w.twins.p, w.twins.n * sizeof *w.twins.p);
    vec_drop(&w.twins);
    h.naliases = add_aliases(out, entries);
    size_t notes_at = out->n;
    h.nmacros = add_macros(out, file);
    for (size_t i = 0; i < nnotes; i++) {
        if (notes[i]->id != DIAG_BIB_DUPLICATE_KEY) {
            add_note(out, notes[i]);
            h.nnotes++;
        }
    }
    h.notes_size = (uint32_t)(out->n - notes_at);
    size_t keys_at = out->n;
    add_keys(out, entries);
    h.keys_size = (uint32_t)(out->n - keys_at);
    h.path_size = (uint32_t)path.n;
    buf_str(out, path);
    if (out->overflow || h.ntwins > MAX_NOTES) {
        return false;
    }
    memcpy(out->p, &h, sizeof h);
    bib_cache_seal((struct str){out->p, out->n}, id);
    return true;
}

/** Computes the sum of each entry. Tests damage entries, too. */
static void seal_entries(char *p, const struct bib_cache_head *h,
                         const struct bib_cache_layout *at) {
    for (uint32_t i = 0; i < h->nentries; i++) {
        struct bib_cache_entry e;
        char *place = p + at->entries + (size_t)i * sizeof e;
        memcpy(&e, place, sizeof e);
        e.sum = bib_cache_entry_sum(&e);
        memcpy(place, &e, sizeof e);
    }
}

void bib_cache_seal(struct str index, const struct file_id *id) {
    struct bib_cache_head h;
    struct bib_cache_layout at;
    if (index.n < sizeof h) {
        return;
    }
    char *p = (char *)(uintptr_t)index.p;
    memcpy(&h, p, sizeof h);
    h.file = *id;
    if (bib_cache_layout(&h, &at) && at.end == index.n) {
        seal_entries(p, &h, &at);
        h.sum_opened = memo_sum(str_slice(index, at.blocks, at.keys), 0);
        h.sum_all = memo_sum(str_from(index, sizeof h), 0);
    }
    h.sum = bib_cache_head_sum(&h);
    memcpy(p, &h, sizeof h);
}
