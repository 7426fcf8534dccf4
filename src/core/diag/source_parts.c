/* SPDX-License-Identifier: MIT */
/*
 * Texts that are composed of parts of other texts, and the mapping of each byte back to the place
 * where it was written.
 */
#include "core/base/bounds.h"
#include "core/base/search.h"
#include "core/diag/diag.h"

/* the maximum depth of composed texts; larger than the limit of includes */
#define MAX_NESTED 64

void source_build(struct source_builder *b, struct arena *a, size_t limit) {
    *b = (struct source_builder){.arena = a};
    buf_init(&b->text, limit ? limit : LIMIT_SOURCE);
}

/* Whether `from` directly continues the last part. */
static bool goes_on(const struct source_builder *b, struct span from) {
    if (!b->parts.n) {
        return false;
    }
    const struct source_part *p = &b->parts.p[b->parts.n - 1];
    return !p->made && p->from.src == from.src && p->from.end == from.begin;
}

static void add(struct source_builder *b, struct str text, struct span from, bool made) {
    size_t at = b->text.n;
    if (!text.n) {
        return;
    }
    buf_str(&b->text, text);
    if (b->text.overflow) {
        return;
    }
    if (!made && goes_on(b, from)) {
        b->parts.p[b->parts.n - 1].from.end = from.end;
        return;
    }
    vec_push(&b->parts, (struct source_part){(uint32_t)at, made, from});
}

void source_put(struct source_builder *b, struct span from) {
    add(b, span_text(from), from, false);
}

void source_put_made(struct source_builder *b, struct str text, struct span from) {
    add(b, text, from, true);
}

struct source *source_built(struct source_builder *b, struct str name) {
    struct source *src = source_new(b->arena, name, buf_keep(&b->text, b->arena));
    src->nparts = b->parts.n;
    src->parts = vec_keep(&b->parts, b->arena);
    buf_drop(&b->text);
    vec_drop(&b->parts);
    return src;
}

/* Returns the span from which the first byte of `s` comes, in a source with parts. */
static struct span one_back(struct span s) {
    const struct source_part *parts = s.src->parts;
    size_t i;
    SEARCH_FIRST(i, 1, s.src->nparts, parts[i].at > s.begin);
    const struct source_part *p = &parts[i - 1];
    if (p->made || !p->from.src) {
        return p->from;
    }
    uint32_t n = p->from.end - p->from.begin, begin = s.begin - p->at, end = s.end - p->at;
    begin = begin < n ? begin : n;
    end = end < n ? end : n;
    return span_make(p->from.src, p->from.begin + begin, p->from.begin + end);
}

struct span source_origin(struct span span) {
    for (int i = 0; i < MAX_NESTED && span.src && span.src->nparts; i++) {
        span = one_back(span);
    }
    return span;
}

bool source_is_verbatim(struct span span) {
    for (int i = 0; i < MAX_NESTED && span.src && span.src->nparts; i++) {
        const struct source_part *parts = span.src->parts;
        size_t k;
        SEARCH_FIRST(k, 1, span.src->nparts, parts[k].at > span.begin);
        size_t end = k < span.src->nparts ? parts[k].at : span.src->text.n;
        if (parts[k - 1].made || span.end > end) {
            return false;
        }
        span = one_back(span);
    }
    return span.src && !span.src->nparts;
}
