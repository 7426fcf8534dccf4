/* SPDX-License-Identifier: MIT */
/*
 * Reading ahead. All of it is in an arena of its own, which the database adopts; nothing is shared
 * with it before.
 */
#include "cite/bib/ahead.h"

#include "cite/bib/database.h"
#include "cite/bib/item/read.h"
#include "core/base/bounds.h"

#include <stdlib.h>
#include <string.h>

struct bib_ahead {
    struct arena *arena; /* of what is read; NULL: a database has taken it */
    struct str path;
    const struct file_fence *fence;
    struct source *src;
    struct item_list items;
    struct bib *bib; /* of the items alone; NULL: something is to be said of their keys */
    bool good;       /* there is nothing to be said of the items */
};

bool bib_can_read_ahead(struct str path) {
    return bib_format_of_name(path) == BIB_CSL_JSON;
}

struct bib_ahead *bib_ahead_new(struct str path, const struct file_fence *fence) {
    struct bib_ahead *ahead = xcalloc(1, sizeof *ahead);
    ahead->arena = arena_new();
    ahead->path = arena_str(ahead->arena, path);
    ahead->fence = fence;
    return ahead;
}

/** Whether a text is CSL-JSON with items, of which nothing is to be said but in `d`. */
static bool read_items(struct bib_ahead *ahead, struct diags *d) {
    struct source *src = ahead->src;
    bool other = false;
    bib_to_utf8(src, d);
    return d->n == 0 && bib_format_guess(src, &other) == BIB_CSL_JSON && !other &&
           !memchr(src->text.p, '\0', src->text.n) &&
           item_list_json(ahead->arena, src, &ahead->items, d) && ahead->items.n > 0;
}

/** The items as a database of their own. */
static void add_items(struct bib_ahead *ahead) {
    struct diags d;
    diags_init(&d, ahead->arena);
    ahead->bib = bib_new(ahead->arena);
    bib_add_items(ahead->bib, &ahead->items, &d);
    if (d.n || d.suppressed) {
        ahead->bib = NULL;
    }
    diags_drop(&d);
}

void bib_ahead_read(void *context) {
    struct bib_ahead *ahead = context;
    struct diags d;
    struct str text;
    diags_init(&d, ahead->arena);
    if (file_read_stream_inside(ahead->fence, ahead->arena, ahead->path, LIMIT_DATABASE, &text) ==
        0) {
        ahead->src = source_new(ahead->arena, ahead->path, text);
        ahead->good = text.n > 0 && read_items(ahead, &d) && d.n == 0 && d.suppressed == 0;
        if (ahead->good) {
            add_items(ahead);
        }
    }
    diags_drop(&d);
}

bool bib_ahead_take(struct bib_ahead *ahead, struct bib *b, struct str *text, struct diags *d) {
    if (!ahead->good || !ahead->arena) {
        return false;
    }
    arena_adopt(b->arena, ahead->arena);
    ahead->arena = NULL;
    ahead->src->arena = b->arena;
    *text = ahead->src->text;
    if (!ahead->bib || !bib_take_entries(b, ahead->bib)) {
        bib_add_items(b, &ahead->items, d);
    }
    return true;
}

void bib_ahead_drop(struct bib_ahead *ahead) {
    if (ahead) {
        arena_drop(ahead->arena);
        free(ahead);
    }
}
