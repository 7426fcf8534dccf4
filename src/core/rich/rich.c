/* SPDX-License-Identifier: MIT */
/*
 * Whole rich texts: comparing, cutting, joining, changing, walking. All results keep the invariants
 * of rich.h.
 */
#include "core/rich/rich.h"

static size_t count(struct rich r) {
    return r.marks ? r.marks->n : 0;
}

bool rich_eq(struct rich x, struct rich y) {
    if (!str_eq(x.text, y.text) || count(x) != count(y)) {
        return false;
    }
    for (size_t i = 0; i < count(x); i++) {
        const struct rich_span *s = &x.marks->spans[i], *t = &y.marks->spans[i];
        if (s->begin != t->begin || s->end != t->end || s->kind != t->kind) {
            return false;
        }
    }
    return true;
}

bool rich_has(struct rich r, enum rich_kind kind) {
    for (size_t i = 0; i < count(r); i++) {
        if (r.marks->spans[i].kind == kind) {
            return true;
        }
    }
    return false;
}

/* ---- cutting and joining ---- */

/** Allocates room for up to `n` marks of a text that is made from others. */
static struct rich_marks *new_marks(struct arena *a, size_t n) {
    struct rich_marks *marks = arena_alloc(a, sizeof *marks + n * sizeof *marks->spans);
    marks->n = 0;
    return marks;
}

static struct rich with_marks(struct str text, const struct rich_marks *marks) {
    return (struct rich){text, marks->n ? marks : NULL};
}

struct rich rich_slice_marked(struct arena *a, struct rich r, size_t from, size_t to) {
    struct str text = str_slice(r.text, from, to);
    struct rich_marks *marks = NULL;
    for (size_t i = 0; text.n && i < r.marks->n; i++) {
        struct rich_span s = r.marks->spans[i];
        size_t begin = s.begin > from ? s.begin - from : 0;
        size_t end = s.end > from ? s.end - from : 0;
        end = end < text.n ? end : text.n;
        if (begin < end) {
            marks = marks ? marks : new_marks(a, r.marks->n - i);
            marks->spans[marks->n++] = (struct rich_span){(uint32_t)begin, (uint32_t)end, s.kind};
        }
    }
    return (struct rich){text, marks};
}

struct rich rich_trim_marked(struct arena *a, struct rich r) {
    struct str s = str_trim(r.text);
    if (s.n == r.text.n) {
        return r;
    }
    size_t from = s.n ? (size_t)(s.p - r.text.p) : 0;
    return rich_slice_marked(a, r, from, from + s.n);
}

struct rich rich_wrap(struct arena *a, struct rich r, enum rich_kind kind) {
    struct rich_builder b;
    rich_builder_init(&b);
    rich_open(&b, kind);
    rich_add(&b, r);
    r = rich_keep(&b, a);
    rich_builder_drop(&b);
    return r;
}

struct rich rich_join(struct arena *a, struct rich x, struct str between, struct rich y) {
    if (x.text.n == 0 || y.text.n == 0) {
        return x.text.n ? x : y;
    }
    struct rich_builder b;
    rich_builder_init(&b);
    rich_add(&b, x);
    buf_str(&b.text, between);
    rich_add(&b, y);
    x = rich_keep(&b, a);
    rich_builder_drop(&b);
    return x;
}

struct rich rich_without(struct arena *a, struct rich r, unsigned kinds) {
    if (!r.marks) {
        return r;
    }
    struct rich_marks *marks = new_marks(a, r.marks->n);
    for (size_t i = 0; i < r.marks->n; i++) {
        if (!(kinds >> r.marks->spans[i].kind & 1)) {
            marks->spans[marks->n++] = r.marks->spans[i];
        }
    }
    return with_marks(r.text, marks);
}

struct rich rich_map_marked(struct arena *a, struct rich r,
                            struct str (*change)(void *user, struct arena *a, struct str piece),
                            void *user) {
    struct rich_builder b;
    struct rich_walk w;
    rich_builder_init(&b);
    rich_walk_start(&w, r);
    for (enum rich_event e; (e = rich_walk_next(&w)) != RICH_END;) {
        w.text = e == RICH_TEXT ? change(user, a, w.text) : w.text;
        rich_add_event(&b, e, &w);
    }
    r = rich_keep(&b, a);
    rich_builder_drop(&b);
    return r;
}

/* ---- walking ---- */

void rich_walk_start(struct rich_walk *w, struct rich r) {
    w->r = r;
    w->at = w->next = w->depth = w->from = 0;
    w->text = STR_EMPTY;
    w->kind = RICH_ITALIC;
}

enum rich_event rich_walk_next(struct rich_walk *w) {
    const struct rich_span *spans = w->r.marks ? w->r.marks->spans : NULL;
    size_t stop = w->r.text.n;
    if (w->depth) {
        const struct rich_span *top = &spans[w->open[w->depth - 1]];
        if (top->end <= w->at) {
            w->depth--;
            w->kind = top->kind;
            return RICH_CLOSE;
        }
        stop = top->end;
    }
    if (w->next < count(w->r)) {
        const struct rich_span *s = &spans[w->next];
        if (s->begin <= w->at) {
            w->kind = s->kind;
            if (rich_kind_is_atom(s->kind)) {
                w->next++;
                w->text = str_slice(w->r.text, s->begin, s->end);
                w->from = s->begin;
                w->at = s->end;
                return RICH_ATOM;
            }
            w->open[w->depth++] = (uint32_t)w->next++;
            return RICH_OPEN;
        }
        stop = s->begin < stop ? s->begin : stop;
    }
    if (w->at >= w->r.text.n) {
        return RICH_END;
    }
    w->text = str_slice(w->r.text, w->at, stop);
    w->from = w->at;
    w->at = stop;
    return RICH_TEXT;
}
