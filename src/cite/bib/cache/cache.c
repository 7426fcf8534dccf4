/* SPDX-License-Identifier: MIT */
/*
 * Reads an index and decides whether it can be trusted.
 *
 * An index has only the places of entries; their content is read from the .bib. Each block of the
 * .bib that is read must have the sum that it had when it was scanned.
 */
#include "cite/bib/cache/cache.h"

#include "cite/bib/cache/cache_format.h"
#include "core/base/search.h"
#include "core/memo/store.h"
#include "dossier/version.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct bib_index {
    struct arena *arena;
    struct bibtex *file;
    struct window *window;
    struct str index_path;
    int fd; /* the file of the index */
    struct bib_cache_head head;
    struct bib_cache_layout at;
    char *all;                /* the index after its head, once it was read as a whole */
    const uint64_t *sums;     /* the sums of the blocks of the .bib */
    struct bib_entry **entry; /* by number; NULL: not read yet */
    size_t base;              /* the place of its first entry in the database */
    bool failed;
    struct str notes; /* macros and diagnostics of the scan */
    const struct bib_cache_twin *twins;
    const struct bib_cache_alias *aliases;
};

/* ---- reading an index ---- */

static bool fails(struct bib_index *c) {
    c->failed = true;
    return false;
}

/** Reads bytes of the index. `offset` is within the layout. */
static bool get(struct bib_index *c, uint64_t offset, void *out, size_t n) {
    if (offset > c->at.end || n > c->at.end - offset) {
        return fails(c);
    }
    if (c->all) {
        memcpy(out, c->all + (offset - sizeof c->head), n);
        return true;
    }
    return file_read_at(c->fd, offset, out, n) || fails(c);
}

bool bib_index_read_all(struct bib_index *c) {
    if (c->all || c->failed) {
        return !c->failed;
    }
    size_t n = (size_t)c->at.end - sizeof c->head;
    char *all = xmalloc(n + 1);
    if (!file_read_at(c->fd, sizeof c->head, all, n) ||
        memo_sum((struct str){all, n}, 0) != c->head.sum_all) {
        free(all);
        return fails(c);
    }
    c->all = all;
    return true;
}

static bool is_expected(void *user, size_t block, struct str text) {
    const struct bib_index *c = user;
    return block < c->at.nblocks && c->sums[block] == memo_sum(text, block);
}

struct bib_entry *bib_index_entry(struct bib_index *c, uint32_t number) {
    if (number >= c->head.nentries) {
        c->failed = true;
        return NULL;
    }
    if (c->entry[number]) {
        return c->entry[number];
    }
    struct bib_cache_entry at;
    if (!get(c, c->at.entries + (uint64_t)number * sizeof at, &at, sizeof at) ||
        at.sum != bib_cache_entry_sum(&at) || at.begin >= at.behind ||
        at.behind > c->head.file.size || at.unclosed > 1 ||
        /* of an entry without an end, the scan has also read the next byte */
        !window_need(c->window, at.begin, (size_t)at.behind + 1)) {
        c->failed = true;
        return NULL;
    }
    struct bib_entry *e = bibtex_entry_at(c->file, at.begin, at.behind, at.unclosed != 0);
    if (!e || str_hash(e->key) != at.hash || e->hidden != (number >= c->head.nvisible)) {
        c->failed = true;
        return NULL;
    }
    e->order = c->base + number;
    c->entry[number] = e;
    return e;
}

uint32_t bib_index_find(struct bib_index *c, struct str key) {
    uint64_t hash = str_hash(key);
    uint32_t mask = c->head.nslots - 1, slot;
    for (uint32_t i = 0; i <= mask && !c->failed; i++) {
        uint64_t at = ((uint32_t)hash + i) & mask;
        if (!get(c, c->at.slots + at * sizeof slot, &slot, sizeof slot)) {
            break;
        }
        if (slot == 0) {
            (void)bib_index_read_all(c); /* a damaged slot could hide an entry */
            break;
        }
        struct bib_cache_entry record;
        if (slot > c->head.nentries) {
            c->failed = true;
        } else if (get(c, c->at.entries + (uint64_t)(slot - 1) * sizeof record, &record,
                       sizeof record) &&
                   record.hash == hash) {
            struct bib_entry *e = bib_index_entry(c, slot - 1);
            if (e && str_eq(e->key, key)) {
                return slot - 1;
            }
        }
    }
    return BIB_INDEX_NONE;
}

/** A search for a former key among those of an entry. */
struct alias_search {
    struct str key;
    bool found;
};

static void compare_alias(void *user, struct str alias, struct bib_entry *e) {
    struct alias_search *s = user;
    (void)e;
    s->found = s->found || str_eq(alias, s->key);
}

struct bib_entry *bib_index_find_alias(struct bib_index *c, struct str key) {
    uint32_t hash = (uint32_t)str_hash(key);
    size_t i;
    SEARCH_FIRST(i, 0, c->head.naliases, c->aliases[i].hash >= hash);
    for (; i < c->head.naliases && c->aliases[i].hash == hash && !c->failed; i++) {
        struct bib_entry *e = bib_index_entry(c, c->aliases[i].entry);
        struct alias_search s = {.key = key};
        if (e) {
            bibtex_each_alias(e, compare_alias, &s);
        }
        if (s.found) {
            return e;
        }
    }
    return NULL;
}

bool bib_index_each_key(struct bib_index *c, bib_index_key_fn *fn, void *user) {
    if (!bib_index_read_all(c)) {
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

/* ---- macros and diagnostics of the scan ---- */

/** A part of the index that is being read. Reading after its end gives empty values and sets
 * `bad`. */
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

static struct span take_span(struct bib_index *c, struct part *p) {
    uint32_t begin = take_u32(p), end = take_u32(p);
    p->bad = p->bad || begin > end || end > c->head.file.size;
    return span_make(c->file->src, begin, end);
}

/** Reads a diagnostic and adds it to `d` unless that is NULL. */
static void take_note(struct bib_index *c, struct part *p, struct diags *d) {
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

/** Reads the macros and diagnostics of the scan. The first call, with a NULL `d`, only checks them;
 * the second one uses them. */
static bool take_notes(struct bib_index *c, struct diags *d) {
    struct part p = {c->notes, false};
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

void bib_index_take_notes(struct bib_index *c, struct diags *d) {
    (void)take_notes(c, d);
}

size_t bib_index_count(const struct bib_index *c) {
    return c->head.nvisible;
}

size_t bib_index_note_count(const struct bib_index *c) {
    return c->head.nnotes;
}

const struct bib_cache_twin *bib_index_twins(const struct bib_index *c, size_t *n) {
    *n = c->head.ntwins;
    return c->twins;
}

bool bib_index_failed(const struct bib_index *c) {
    return c->failed || window_failed(c->window);
}

void bib_index_remove(const struct bib_index *c) {
    (void)unlink(c->index_path.p);
}

void bib_index_place(struct bib_index *c, size_t base) {
    c->base = base;
}

/* ---- opening ---- */

/** Whether a head was written by this version of the program, for this file. */
static bool is_ours(const struct bib_cache_head *h, const struct file_id *file) {
    static const struct bib_cache_head want = {.magic = BIB_CACHE_MAGIC,
                                               .program = DOSSIER_VERSION,
                                               .version = BIB_CACHE_VERSION,
                                               .order = BIB_CACHE_ORDER};
    return memcmp(h->magic, want.magic, sizeof want.magic) == 0 && h->version == want.version &&
           h->order == want.order && memcmp(h->program, want.program, sizeof want.program) == 0 &&
           h->sum == bib_cache_head_sum(h) && bib_cache_is_of(h, file);
}

/** Reads the parts that are always needed. */
static bool read_opened(struct bib_index *c) {
    size_t n = (size_t)(c->at.keys - c->at.blocks), size = (size_t)c->head.file.size;
    char *p = arena_alloc(c->arena, n + 1);
    struct str part = {p, n};
    if (!file_read_at(c->fd, c->at.blocks, p, n) || memo_sum(part, 0) != c->head.sum_opened) {
        return false;
    }
    c->twins = (const void *)(p + (c->at.twins - c->at.blocks));
    c->aliases = (const void *)(p + (c->at.aliases - c->at.blocks));
    c->notes = str_from(part, (size_t)(c->at.notes - c->at.blocks));
    c->sums = (const void *)p;
    c->file->src->counts = (const void *)(p + (c->at.counts - c->at.blocks));
    return take_notes(c, NULL) && window_need(c->window, 0, 1) &&
           window_need(c->window, size - 1, size);
}

struct bib_index *bib_index_open(struct arena *a, struct str path, const struct file_id *id,
                                 struct str index_path, const struct bibtex_host *host) {
    struct bib_index *c = ARENA_NEW(a, struct bib_index);
    struct file_id index;
    *c = (struct bib_index){.arena = a, .index_path = index_path};
    if (file_open(index_path, &c->fd, &index) != 0) {
        return NULL;
    }
    bool sound = file_read_at(c->fd, 0, &c->head, sizeof c->head) && is_ours(&c->head, id) &&
                 bib_cache_layout(&c->head, &c->at) && c->at.end == index.size;
    c->window = sound ? window_open(path, id, is_expected, c) : NULL;
    if (c->window) {
        c->entry = xcalloc(c->head.nentries + 1u, sizeof *c->entry);
        c->file = ARENA_NEW(a, struct bibtex);
        c->file->arena = a;
        c->file->macros = MAP_IN(a);
        c->file->host = host;
        c->file->classic = c->head.classic != 0;
        c->file->src = source_new(a, path, window_text(c->window));
        c->file->src->window = c->window;
        if (read_opened(c)) {
            return c;
        }
    }
    bib_index_close(c);
    return NULL;
}

void bib_index_close(struct bib_index *c) {
    if (c->window) {
        window_close(c->window);
    }
    close(c->fd);
    free(c->all);
    free(c->entry);
}
