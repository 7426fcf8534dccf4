/* SPDX-License-Identifier: MIT */
/*
 * Memory for one rendering after another: the arena in which each makes its runs, and asking early
 * for what the next one reads. Knows nothing of what is rendered.
 */
#include "cite/csl/state.h"

struct arena *csl_scratch(struct csl *c) {
    if (c->scratch) {
        arena_reset(c->scratch);
    } else {
        c->scratch = arena_new();
    }
    return c->scratch;
}

#define CACHE_LINE 64
#define PREFETCH_MOST 1024 /* bytes; abstracts are not formatted */

static void prefetch(const char *p, size_t size) {
    for (size_t at = 0; at < size && at < PREFETCH_MOST; at += CACHE_LINE) {
        __builtin_prefetch(p + at);
    }
}

void csl_prefetch(const struct csl_cited *e) {
    if (!e) {
        return;
    }
    const struct item *it = e->item;
    prefetch((const char *)it->fields, it->nfields * sizeof *it->fields);
    if (it->span.src) { /* most values are slices of the database's text */
        prefetch(it->span.src->text.p + it->span.begin, it->span.end - it->span.begin);
    }
}
