/* SPDX-License-Identifier: MIT */
/*
 * Libraries of a database. They are searched for keys that the files of the database do not have.
 * Items of a library come after those of files, in the order of the library, regardless of the
 * order of the look-ups.
 */
#include "cite/bib/database.h"
#include "cite/bib/store/store.h"

void bib_attach_store(struct bib *b, struct bib_store *s) {
    struct bib_attached **last = &b->attached;
    while (*last) {
        last = &(*last)->next;
    }
    *last = ARENA_NEW(b->arena, struct bib_attached);
    (*last)->store = s;
}

bool bib_has_store(const struct bib *b) {
    return b->attached != NULL;
}

void bib_detach_stores(struct bib *b) {
    for (struct bib_attached *at = b->attached; at; at = at->next) {
        bib_store_close(at->store);
    }
    b->attached = NULL;
}

static struct bib_entry *add_item(struct bib *b, struct item *it) {
    size_t order = it->order;
    /* NULL: bib_add_item() has nothing to report, because no entry has this key yet */
    struct bib_entry *e = bib_add_item(b, it, NULL);
    e->order = order;
    return e;
}

struct bib_entry *bib_attached_find(struct bib *b, struct str key) {
    for (struct bib_attached *at = b->attached; at; at = at->next) {
        struct item *it = bib_store_find(at->store, b->arena, key);
        if (it) {
            return add_item(b, it);
        }
    }
    return NULL;
}

struct loader {
    struct bib *b;
    struct bib_store *store;
};

static bool take_row(const struct bib_store_row *row, void *user) {
    struct loader *l = user;
    struct item *it = bib_find(l->b, row->key) ? NULL : bib_store_item(l->store, l->b->arena, row);
    if (it && it->id.n) {
        (void)add_item(l->b, it);
    }
    return true;
}

void bib_load_stores(struct bib *b) {
    for (struct bib_attached *at = b->attached; at; at = at->next) {
        struct loader l = {b, at->store};
        struct bib_store_query all = {0};
        (void)bib_store_each(at->store, &all, take_row, &l);
    }
}

struct str bib_nearest(struct bib *b, struct str key, struct diags *d) {
    size_t n = 0;
    const struct str *keys = bib_keys(b, &n);
    struct str best = diag_guess(d, key, keys, n);
    for (struct bib_attached *at = b->attached; at; at = at->next) {
        const struct str both[] = {best, bib_store_nearest(at->store, b->arena, key)};
        best = both[1].n ? diag_nearest(key, both + (best.n == 0), best.n ? 2 : 1) : best;
    }
    return best;
}
