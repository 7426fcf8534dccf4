/* SPDX-License-Identifier: MIT */
/*
 * Building rich text from left to right. A builder keeps its spans in the order in which they were
 * opened, which is their final order; open spans have no end yet.
 */
#include "core/rich/rich.h"

#include <string.h>

void rich_builder_init(struct rich_builder *b) {
    buf_init(&b->text, 0);
    b->spans.p = NULL;
    b->spans.n = b->spans.cap = 0;
    b->depth = b->ignored = 0;
}

void rich_builder_drop(struct rich_builder *b) {
    buf_drop(&b->text);
    vec_drop(&b->spans);
}

void rich_open(struct rich_builder *b, enum rich_kind kind) {
    bool in_atom = b->depth && rich_kind_is_atom(b->spans.p[b->open[b->depth - 1]].kind);
    if (b->ignored || in_atom || b->depth == RICH_DEPTH || b->text.n > UINT32_MAX) {
        b->ignored++;
        return;
    }
    b->open[b->depth++] = (uint32_t)b->spans.n;
    vec_push(&b->spans, (struct rich_span){(uint32_t)b->text.n, UINT32_MAX, kind});
}

void rich_close(struct rich_builder *b) {
    if (b->ignored) {
        b->ignored--;
        return;
    }
    if (b->depth == 0) {
        return;
    }
    struct rich_span *s = &b->spans.p[b->open[--b->depth]];
    s->end = b->text.n < UINT32_MAX ? (uint32_t)b->text.n : UINT32_MAX;
    if (s->end == s->begin) {
        b->spans.n--; /* spans inside this one were also empty and have been removed */
    }
}

void rich_unwrap(struct rich_builder *b) {
    if (b->ignored || b->depth == 0) {
        rich_close(b);
        return;
    }
    size_t at = b->open[--b->depth];
    b->spans.n--;
    memmove(b->spans.p + at, b->spans.p + at + 1, (b->spans.n - at) * sizeof *b->spans.p);
}

void rich_add(struct rich_builder *b, struct rich r) {
    if (!r.marks) {
        buf_str(&b->text, r.text);
        return;
    }
    struct rich_walk w;
    rich_walk_start(&w, r);
    for (enum rich_event e; (e = rich_walk_next(&w)) != RICH_END;) {
        rich_add_event(b, e, &w);
    }
}

void rich_add_event(struct rich_builder *b, enum rich_event e, const struct rich_walk *w) {
    switch (e) {
    case RICH_TEXT:
        buf_str(&b->text, w->text);
        break;
    case RICH_ATOM:
        rich_add_atom(b, w->kind, w->text);
        break;
    case RICH_OPEN:
        rich_open(b, w->kind);
        break;
    case RICH_CLOSE:
        rich_close(b);
        break;
    case RICH_END:
        break;
    }
}

void rich_add_atom(struct rich_builder *b, enum rich_kind kind, struct str text) {
    rich_open(b, kind);
    buf_str(&b->text, text);
    rich_close(b);
}

struct rich_place rich_here(const struct rich_builder *b) {
    return (struct rich_place){b->text.n, b->spans.n, b->depth, b->ignored};
}

void rich_back(struct rich_builder *b, struct rich_place to) {
    buf_cut(&b->text, to.text);
    b->spans.n = to.spans;
    b->depth = to.depth;
    b->ignored = to.ignored;
}

void rich_replace(struct rich_builder *b, struct rich_place since, size_t at, size_t n,
                  struct str text) {
    size_t end = at + n, behind = b->text.n - end, all = b->text.n;
    if (text.n > n) {
        buf_add(&b->text, text.p, text.n - n); /* makes room for the longer text */
    }
    if (b->text.overflow) {
        return;
    }
    memmove(b->text.p + at + text.n, b->text.p + end, behind);
    if (text.n) {
        memcpy(b->text.p + at, text.p, text.n);
    }
    buf_cut(&b->text, all - n + text.n);
    for (size_t i = since.spans; i < b->spans.n; i++) {
        struct rich_span *s = &b->spans.p[i];
        /* the span ended at or after the end of the replaced bytes */
        if (s->end >= end && s->end <= all) {
            s->end = (uint32_t)(s->end - n + text.n);
        }
        if (s->begin >= end) {
            s->begin = (uint32_t)(s->begin - n + text.n);
        }
    }
}

struct rich rich_keep(struct rich_builder *b, struct arena *a) {
    while (b->depth) {
        rich_close(b);
    }
    struct rich r = rich_of(buf_keep(&b->text, a));
    if (b->spans.n) {
        struct rich_marks *marks =
            arena_alloc(a, sizeof *marks + b->spans.n * sizeof *marks->spans);
        marks->n = b->spans.n;
        memcpy(marks->spans, b->spans.p, b->spans.n * sizeof *marks->spans);
        r.marks = marks;
    }
    buf_clear(&b->text);
    vec_clear(&b->spans);
    b->ignored = 0;
    return r;
}
