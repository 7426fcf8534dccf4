/* SPDX-License-Identifier: MIT */
/*
 * Opens an index, finds entries with it, and makes an index from a scan.
 *
 * The checksum of the cache detects damage to the index. The index has only the places of entries;
 * their content is read from the .bib. Each block that is read must have the same checksum as when
 * the file was scanned. Numbers and places are checked before they are used.
 */
#include "cite/bib/cache/bib_index.h"

#include "core/base/bounds.h"
#include "core/base/search.h"
#include "core/base/vec.h"
#include "core/base/window.h"
#include "core/memo/fields.h"

#include <stdlib.h>

DIAG_USE(DIAG_BIB_DUPLICATE_KEY);

#define MAX_NOTES 200u /* files with more diagnostics get no index */

/* ---- fields ---- */

static void place_in_file(struct memo_fields *f, struct span *span, void *user) {
    memo_offsets(f, span, user);
}

#define ARRAY(f, list, n) ((list) = memo_array((f), (list), &(n), sizeof *(list)))

static void value_fields(struct memo_fields *f, struct bib_index_value *v, struct source *src) {
    memo_bytes(f, &v->file, sizeof v->file);
    memo_flag(f, &v->classic);
    memo_number(f, &v->nvisible);
    ARRAY(f, v->places, v->nplaces);
    ARRAY(f, v->keys, v->nkeys);
    ARRAY(f, v->aliases, v->naliases);
    ARRAY(f, v->twins, v->ntwins);
    ARRAY(f, v->sums, v->nsums);
    ARRAY(f, v->counts, v->ncounts);
    ARRAY(f, v->key_ends, v->nkey_ends);
    memo_text(f, &v->key_text);
    memo_texts(f, &v->braced, &v->nbraced);
    MEMO_LIST(f, v->macros, v->nmacros, 8);
    for (size_t i = 0; i < v->nmacros && !f->bad; i++) {
        uint64_t at = v->macros[i].at;
        memo_number_below(f, &at, UINT32_MAX);
        memo_text(f, &v->macros[i].name);
        memo_text(f, &v->macros[i].value);
        v->macros[i].at = (uint32_t)at;
    }
    MEMO_LIST(f, v->notes, v->nnotes, 8);
    for (size_t i = 0; i < v->nnotes && !f->bad; i++) {
        memo_finding(f, &v->notes[i], place_in_file, src);
    }
}

/* ---- opening ---- */

struct memo_entry bib_index_place(struct str dir, struct str path) {
    struct digest_sum key;
    digest_begin(&key);
    (void)memo_add_program(&key);
    digest_add_field(&key, path);
    return memo_entry_of(dir, MEMO_INDEX, &key);
}

static bool is_expected(void *user, size_t block, struct str text) {
    const struct bib_index *c = user;
    return c->v.sums[block] == memo_sum(text, block);
}

/** Whether a value belongs to the file and its parts have consistent sizes. The file's device
 * number is ignored, because it differs between machines that share a cache. */
static bool is_of(const struct bib_index_value *v, const struct file_id *id) {
    struct file_id here = *id;
    here.device = v->file.device;
    return file_id_eq(&v->file, &here) && id->size > 0 && id->size <= LIMIT_DATABASE &&
           v->nsums == (id->size + WINDOW_BLOCK - 1) / WINDOW_BLOCK &&
           v->ncounts == id->size / SOURCE_BLOCK + 1 && v->nvisible <= v->nplaces &&
           v->nkey_ends == v->nplaces;
}

/** Reads the value of an index from the cache, and opens its .bib: `file->src` becomes a window on
 * that file. */
static bool read_value(struct bib_index *c, struct str path, const struct file_id *id) {
    struct memo_fields f = {.arena = c->arena, .value = memo_load(c->arena, &c->at)};
    struct file_id file;
    /* only the identity of the .bib is read here; the whole value is read when the .bib is open,
     * because places in diagnostics are checked against its size */
    memo_bytes(&f, &file, sizeof file);
    f.at = 0;
    c->window = !f.bad && file.size == id->size ? window_open(path, id, is_expected, c) : NULL;
    if (!c->window) {
        return false;
    }
    struct source *src = source_new(c->arena, path, window_text(c->window));
    c->file->src = src;
    value_fields(&f, &c->v, src);
    if (f.bad || !is_of(&c->v, id)) {
        return false;
    }
    src->window = c->window;
    src->counts = c->v.counts;
    return window_need(c->window, 0, 1) && window_need(c->window, id->size - 1, id->size);
}

struct bib_index *bib_index_open(struct arena *a, const struct memo_entry *at, struct str path,
                                 const struct file_id *id, const struct bibtex_host *host) {
    struct bib_index *c = ARENA_NEW(a, struct bib_index);
    *c = (struct bib_index){.arena = a, .at = *at, .file = ARENA_NEW(a, struct bibtex)};
    *c->file =
        (struct bibtex){.arena = a, .macros = MAP_IN(a), .braced = ITEM_BRACED_IN(a), .host = host};
    if (!read_value(c, path, id)) {
        bib_index_close(c);
        return NULL;
    }
    c->file->classic = c->v.classic;
    for (size_t i = 0; i < c->v.nbraced; i++) {
        item_braced_add(&c->file->braced, c->v.braced[i]);
    }
    c->entry = xcalloc(c->v.nplaces + 1, sizeof *c->entry);
    return c;
}

void bib_index_close(struct bib_index *c) {
    if (c->window) {
        window_close(c->window);
    }
    free(c->entry);
}

bool bib_index_failed(const struct bib_index *c) {
    return c->failed || window_failed(c->window);
}

/* ---- entries ---- */

struct bib_entry *bib_index_entry(struct bib_index *c, size_t number) {
    c->failed = c->failed || number >= c->v.nplaces;
    if (c->failed || c->entry[number]) {
        return c->failed ? NULL : c->entry[number];
    }
    const struct bib_place *at = &c->v.places[number];
    /* one more byte, because an entry without a closing brace is read with the byte after it */
    struct bib_entry *e = at->begin < at->behind && at->behind <= c->v.file.size &&
                                  window_need(c->window, at->begin, (size_t)at->behind + 1)
                              ? bibtex_entry_at(c->file, at->begin, at->behind, at->unclosed != 0)
                              : NULL;
    c->failed = !e || e->hidden != (number >= c->v.nvisible);
    if (c->failed) {
        return NULL;
    }
    e->order = c->base + number;
    c->entry[number] = e;
    return e;
}

/** Returns the first entry with this name. Entries with other names may have the same hash. */
static struct bib_entry *find(struct bib_index *c, const struct bib_name *names, size_t n,
                              struct str name, bool (*has)(struct bib_entry *e, struct str name)) {
    uint32_t hash = (uint32_t)str_hash(name);
    size_t i;
    SEARCH_FIRST(i, 0, n, names[i].hash >= hash);
    for (; i < n && names[i].hash == hash; i++) {
        struct bib_entry *e = bib_index_entry(c, names[i].entry);
        if (e && has(e, name)) {
            return e;
        }
    }
    return NULL;
}

static bool has_key(struct bib_entry *e, struct str key) {
    return str_eq(e->key, key);
}

struct bib_entry *bib_index_find(struct bib_index *c, struct str key) {
    return find(c, c->v.keys, c->v.nkeys, key, has_key);
}

struct alias_search {
    struct str key;
    bool found;
};

static void compare_alias(void *user, struct str alias, struct bib_entry *e) {
    struct alias_search *s = user;
    (void)e;
    s->found = s->found || str_eq(alias, s->key);
}

static bool has_alias(struct bib_entry *e, struct str key) {
    struct alias_search s = {.key = key};
    bibtex_each_alias(e, compare_alias, &s);
    return s.found;
}

struct bib_entry *bib_index_find_alias(struct bib_index *c, struct str key) {
    return find(c, c->v.aliases, c->v.naliases, key, has_alias);
}

struct str bib_index_key(const struct bib_index *c, size_t number) {
    return str_slice(c->v.key_text, number ? c->v.key_ends[number - 1] : 0, c->v.key_ends[number]);
}

void bib_index_take_notes(struct bib_index *c, struct diags *d) {
    for (size_t i = 0; i < c->v.nmacros; i++) {
        const struct bibtex_macro *m = &c->v.macros[i];
        bibtex_define(c->file, m->name, m->value, m->at);
    }
    for (size_t i = 0; i < c->v.nnotes; i++) {
        diag_restore(d, &c->v.notes[i]);
    }
}

/* ---- saving ---- */

/** Names while they are being collected. Their member `entry` is the position of an element of
 * `entries`. */
struct naming {
    const struct bib_entry_list *entries;
    uint32_t *number; /* for each element of `entries`, the number of the entry in the file */
    size_t at;        /* the element of `entries` whose former keys are being read */
    VEC(struct bib_name) names;
    VEC(struct bib_repeated) twins;
};

static void add_name(struct naming *w, struct str name, size_t entry) {
    vec_push(&w->names, ((struct bib_name){(uint32_t)str_hash(name), (uint32_t)entry}));
}

static void add_alias(void *user, struct str alias, struct bib_entry *e) {
    struct naming *w = user;
    (void)e;
    add_name(w, alias, w->at);
}

static int compare_names(const void *pa, const void *pb) {
    const struct bib_name *a = pa, *b = pb;
    return a->hash != b->hash ? (a->hash < b->hash ? -1 : 1)
                              : (a->entry > b->entry) - (a->entry < b->entry);
}

/** Moves the names that repeat a key from the sorted names to `twins`. */
static void find_twins(struct naming *w) {
    struct bib_entry *const *all = w->entries->p;
    /* the number of names that are kept; the index of the first one with the current hash */
    size_t n = 0, group = 0;
    for (size_t i = 0; i < w->names.n; i++) {
        struct bib_name name = w->names.p[i];
        group = n && w->names.p[n - 1].hash == name.hash ? group : n;
        size_t k = group;
        while (k < n && !str_eq(all[w->names.p[k].entry]->key, all[name.entry]->key)) {
            k++;
        }
        if (k == n) {
            w->names.p[n++] = name;
            continue;
        }
        struct bib_repeated twin = {w->number[name.entry], w->number[w->names.p[k].entry]};
        vec_push(&w->twins, twin);
    }
    w->names.n = n;
}

/** Sorts the names for an index, in the arena `a`. `*n` becomes their number. The lists in `w`
 * become empty. */
static const struct bib_name *sort_names(struct naming *w, struct arena *a, bool twins, size_t *n) {
    vec_sort(&w->names, compare_names);
    if (twins) {
        find_twins(w);
    }
    for (size_t i = 0; i < w->names.n; i++) {
        w->names.p[i].entry = w->number[w->names.p[i].entry];
    }
    *n = w->names.n;
    const struct bib_name *names = arena_copy(a, w->names.p, *n * sizeof *names);
    vec_clear(&w->names);
    return names;
}

/** Collects the keys and former keys of all entries. */
static void collect_names(struct bib_index_value *v, struct arena *a, struct naming *w) {
    for (size_t i = 0; i < w->entries->n; i++) {
        if (w->entries->p[i]->key.n) {
            add_name(w, w->entries->p[i]->key, i);
        }
    }
    v->keys = sort_names(w, a, true, &v->nkeys);
    for (w->at = 0; w->at < w->entries->n; w->at++) {
        if (!w->entries->p[w->at]->hidden) {
            bibtex_each_alias(w->entries->p[w->at], add_alias, w);
        }
    }
    v->aliases = sort_names(w, a, false, &v->naliases);
    v->ntwins = w->twins.n;
    v->twins = vec_keep(&w->twins, a);
    vec_drop(&w->names);
    vec_drop(&w->twins);
}

/** Numbers the entries, and collects their places and names. */
static void collect_entries(struct bib_index_value *v, struct arena *a,
                            const struct bib_entry_list *entries) {
    struct bib_place *places = ARENA_ARRAY(a, struct bib_place, entries->n);
    uint32_t *ends = ARENA_ARRAY(a, uint32_t, entries->n);
    struct naming w = {.entries = entries, .number = ARENA_ARRAY(a, uint32_t, entries->n)};
    struct buf keys = BUF_INIT;
    for (int hidden = 0; hidden < 2; hidden++) {
        for (size_t i = 0; i < entries->n; i++) {
            const struct bib_entry *e = entries->p[i];
            if (e->hidden == (hidden != 0)) {
                w.number[i] = (uint32_t)v->nplaces;
                places[v->nplaces] = (struct bib_place){e->span.begin, e->span.end, e->unclosed};
                buf_str(&keys, e->key);
                ends[v->nplaces++] = (uint32_t)keys.n;
                v->nvisible += !hidden;
            }
        }
    }
    v->places = places;
    v->key_ends = ends;
    v->nkey_ends = v->nplaces;
    v->key_text = buf_finish(&keys, a);
    collect_names(v, a, &w);
}

static void sum_blocks(struct bib_index_value *v, struct arena *a, struct str text) {
    v->nsums = (text.n + WINDOW_BLOCK - 1) / WINDOW_BLOCK;
    uint64_t *sums = ARENA_ARRAY(a, uint64_t, v->nsums);
    for (size_t i = 0; i < v->nsums; i++) {
        sums[i] = memo_sum(str_slice(text, i * WINDOW_BLOCK, (i + 1) * WINDOW_BLOCK), i);
    }
    v->sums = sums;
}

static void collect_macros(struct bib_index_value *v, struct arena *a, const struct bibtex *file) {
    for (const struct bibtex_macro *m = file->last_macro; m; m = m->before) {
        v->nmacros++;
    }
    v->macros = ARENA_ARRAY(a, struct bibtex_macro, v->nmacros);
    size_t i = v->nmacros;
    for (const struct bibtex_macro *m = file->last_macro; m; m = m->before) {
        v->macros[--i] = *m;
    }
}

/** Collects the diagnostics of a scan. Returns false if one is not about this file. Repeated keys
 * are not among them: they are reported when the index is used, because other files may have the
 * same keys. */
static bool collect_notes(struct bib_index_value *v, struct arena *a, const struct source *src,
                          struct diag *const *notes, size_t n) {
    bool own = n <= MAX_NOTES;
    v->notes = ARENA_ARRAY(a, struct diag, n);
    for (size_t i = 0; i < n && own; i++) {
        const struct diag *g = notes[i];
        if (g->id == DIAG_BIB_DUPLICATE_KEY) {
            continue;
        }
        own = g->span.src == src && !g->nfixes;
        for (size_t k = 0; k < g->nrelated; k++) {
            own = own && g->related[k].span.src == src;
        }
        v->notes[v->nnotes++] = *g;
    }
    return own;
}

int bib_index_save(const struct memo_entry *at, const struct bibtex *file, const struct file_id *id,
                   const struct bib_entry_list *entries, struct diag *const *notes, size_t nnotes) {
    struct source *src = file->src;
    struct arena *a = arena_new();
    struct bib_index_value v = {.file = *id, .classic = file->classic};
    struct buf out;
    int error = 0;
    buf_init(&out, 0);
    if (entries->n && entries->n <= UINT32_MAX / 4 && src->text.n == id->size &&
        collect_notes(&v, a, src, notes, nnotes)) {
        collect_entries(&v, a, entries);
        sum_blocks(&v, a, src->text);
        v.ncounts = source_line_counts(src, &v.counts);
        collect_macros(&v, a, file);
        v.nbraced = item_braced_list(&file->braced, a, NULL, &v.braced);
        struct memo_fields f = {.out = &out};
        value_fields(&f, &v, src);
        error = v.ntwins > MAX_NOTES || f.bad ? 0 : memo_save(at, buf_view(&out));
    }
    buf_drop(&out);
    arena_drop(a);
    return error;
}
