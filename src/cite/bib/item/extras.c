/* SPDX-License-Identifier: MIT */
/* Merges the extras of an item for formats in which each name may occur once. */
#include "cite/bib/item/item.h"

#include "core/base/bounds.h"
#include "core/base/map.h"

/** The extras that share a name: the indices of the first and of the last of them, and the total
 * length of their texts. */
struct chain {
    size_t first, last, length;
};

/** Joins the texts of a chain with "; ". For each extra, `next` has the index of the next extra of
 * its chain, or 0. */
static struct rich chain_text(struct arena *a, const struct item *it, const struct chain *c,
                              const size_t *next) {
    if (c->first == c->last) {
        return it->extras[c->first].text;
    }
    struct rich_builder b;
    rich_builder_init(&b);
    rich_add(&b, it->extras[c->first].text);
    for (size_t i = next[c->first]; i; i = next[i]) {
        buf_puts(&b.text, "; ");
        rich_add(&b, it->extras[i].text);
    }
    struct rich text = rich_keep(&b, a);
    rich_builder_drop(&b);
    return text;
}

struct item_extra *item_merged_extras(struct arena *a, const struct item *it, size_t *n) {
    struct item_extra *out = ARENA_ARRAY(a, struct item_extra, it->nextras);
    struct chain *chains = ARENA_ARRAY(a, struct chain, it->nextras);
    size_t *next = ARENA_ARRAY(a, size_t, it->nextras);
    struct map seen = MAP_IN(a);
    *n = 0;
    for (size_t i = 0; i < it->nextras; i++) {
        const struct item_extra *x = &it->extras[i];
        struct chain *c = map_lookup(&seen, x->name);
        if (!c) {
            chains[*n] = (struct chain){i, i, x->text.text.n};
            map_put(&seen, x->name, &chains[(*n)++]);
        } else if (c->length + x->text.text.n < LIMIT_FIELD) {
            next[c->last] = i;
            c->last = i;
            c->length += 2 + x->text.text.n;
        }
    }
    for (size_t k = 0; k < *n; k++) {
        out[k] = it->extras[chains[k].first];
        out[k].text = chain_text(a, it, &chains[k], next);
    }
    return out;
}
