/* SPDX-License-Identifier: MIT */
/*
 * Writing and reading records of results: one list of fields, in one order, for both. Knows nothing
 * of what they mean.
 */
#include "job/build/results_record.h"

#include <string.h>

#define HEAD "dossier result 1\n"

/* ---- one walk over all fields */

/** Where fields go to or come from. Past the end everything is empty and `bad`. */
struct walk {
    struct buf *out; /* NULL: they are read */
    struct arena *arena;
    struct str rest;
    bool bad;
};

static struct str take(struct walk *w, uint64_t n) {
    w->bad = w->bad || n > w->rest.n;
    struct str s = w->bad ? STR_EMPTY : str_slice(w->rest, 0, (size_t)n);
    w->rest = w->bad ? STR_EMPTY : str_from(w->rest, (size_t)n);
    return s;
}

static void number(struct walk *w, uint64_t *n) {
    if (w->out) {
        if (*n <= INT64_MAX) {
            buf_int(w->out, (int64_t)*n);
        } else {
            buf_printf(w->out, "%llu", (unsigned long long)*n);
        }
        buf_putc(w->out, '\n');
        return;
    }
    uint64_t v = 0;
    size_t i = 0;
    while (i < w->rest.n && w->rest.p[i] >= '0' && w->rest.p[i] <= '9' &&
           v <= UINT64_MAX / 10 - 1) {
        v = v * 10 + (uint64_t)(w->rest.p[i++] - '0');
    }
    w->bad = w->bad || i == 0 || i >= w->rest.n || w->rest.p[i] != '\n';
    (void)take(w, i + 1);
    *n = w->bad ? 0 : v;
}

static void text(struct walk *w, struct str *s) {
    uint64_t n = s->n;
    number(w, &n);
    if (w->out) {
        buf_str(w->out, *s);
    } else {
        *s = take(w, n);
    }
}

static void bytes(struct walk *w, void *p, size_t n) {
    struct str s = {p, n};
    if (w->out) {
        buf_str(w->out, s);
        return;
    }
    s = take(w, n);
    if (!w->bad) {
        memcpy(p, s.p, n);
    }
}

/** How many elements a list has, which take `least` bytes each: no more than there is room for. */
static size_t count(struct walk *w, size_t n, size_t least) {
    uint64_t v = n;
    number(w, &v);
    w->bad = w->bad || (!w->out && v > w->rest.n / least);
    return w->bad ? 0 : (size_t)v;
}

/** Makes room for a list that is read. */
#define LIST(w, list, n, least)                                                                    \
    do {                                                                                           \
        (n) = count((w), (n), (least));                                                            \
        if (!(w)->out) {                                                                           \
            (list) = arena_zalloc((w)->arena, (n), sizeof *(list));                                \
        }                                                                                          \
    } while (0)

static void number_below(struct walk *w, uint64_t *n, uint64_t limit) {
    number(w, n);
    if (*n >= limit) {
        w->bad = true;
        *n = 0;
    }
}

static void stamp(struct walk *w, struct file_id *id) {
    bytes(w, id, sizeof *id);
}

static void question(struct walk *w, struct asked_question *q) {
    uint64_t kind = q->kind, there = q->there,
             flags = (q->summed ? 1u : 0u) + (q->database ? 2u : 0u);
    number_below(w, &kind, ASKED_KINDS);
    number_below(w, &there, ASKED_THERES);
    number_below(w, &flags, 4);
    text(w, &q->path);
    text(w, &q->more);
    stamp(w, &q->id);
    bytes(w, q->digest.byte, DIGEST_SIZE);
    q->kind = (enum asked_kind)kind;
    q->there = (enum asked_there)there;
    q->summed = flags & 1;
    q->database = flags & 2;
}

static void span(struct walk *w, struct record_span *s, uint64_t nsources) {
    number_below(w, &s->source, nsources + 1);
    number_below(w, &s->begin, UINT32_MAX);
    number_below(w, &s->end, UINT32_MAX);
    w->bad = w->bad || s->begin > s->end;
}

static void notes(struct walk *w, struct record_note *list, size_t n, uint64_t nsources) {
    for (size_t i = 0; i < n && !w->bad; i++) {
        span(w, &list[i].at, nsources);
        text(w, &list[i].text);
    }
}

static void finding(struct walk *w, struct record_finding *f, uint64_t nsources) {
    text(w, &f->slug);
    number_below(w, &f->level, DIAG_FATAL + 1);
    text(w, &f->text);
    text(w, &f->hint);
    span(w, &f->at, nsources);
    LIST(w, f->related, f->nrelated, 8);
    notes(w, f->related, f->nrelated, nsources);
    LIST(w, f->fixes, f->nfixes, 8);
    notes(w, f->fixes, f->nfixes, nsources);
    number_below(w, &f->unfixable, 2);
}

static void source(struct walk *w, struct record_source *s) {
    uint64_t kind = s->kind;
    number_below(w, &kind, RECORD_NO_TEXT + 1);
    text(w, &s->name);
    text(w, &s->text);
    s->kind = kind == RECORD_READ   ? RECORD_READ
              : kind == RECORD_KEPT ? RECORD_KEPT
                                    : RECORD_NO_TEXT;
}

static void file(struct walk *w, struct record_file *f) {
    text(w, &f->name);
    number(w, &f->size);
    bytes(w, f->digest.byte, DIGEST_SIZE);
    stamp(w, &f->id);
}

static void target(struct walk *w, struct record_target *t) {
    file(w, &t->file);
    number(w, &t->pages);
    LIST(w, t->companions, t->ncompanions, 84);
    for (size_t i = 0; i < t->ncompanions && !w->bad; i++) {
        file(w, &t->companions[i]);
    }
}

static void all(struct walk *w, struct record *r) {
    LIST(w, r->questions, r->nquestions, 90);
    for (size_t i = 0; i < r->nquestions && !w->bad; i++) {
        question(w, &r->questions[i]);
    }
    LIST(w, r->inputs, r->ninputs, 2);
    for (size_t i = 0; i < r->ninputs && !w->bad; i++) {
        text(w, &r->inputs[i]);
    }
    number_below(w, &r->traced, 2);
    text(w, &r->trace);
    text(w, &r->verdict);
    LIST(w, r->sources, r->nsources, 6);
    for (size_t i = 0; i < r->nsources && !w->bad; i++) {
        source(w, &r->sources[i]);
    }
    LIST(w, r->findings, r->nfindings, 22);
    for (size_t i = 0; i < r->nfindings && !w->bad; i++) {
        finding(w, &r->findings[i], r->nsources);
    }
    number(w, &r->errors);
    number(w, &r->warnings);
    number(w, &r->suppressed);
    LIST(w, r->targets, r->ntargets, 88);
    for (size_t i = 0; i < r->ntargets && !w->bad; i++) {
        target(w, &r->targets[i]);
    }
}

/* ---- as a whole */

struct digest record_write(struct buf *out, const struct record *r) {
    struct record copy = *r;
    struct buf body;
    buf_init(&body, 0);
    struct walk w = {.out = &body};
    all(&w, &copy);
    struct digest digest = digest_of(buf_view(&body));
    buf_puts(out, HEAD);
    buf_add(out, digest.byte, DIGEST_SIZE);
    buf_str(out, buf_view(&body));
    out->overflow = out->overflow || body.overflow;
    buf_drop(&body);
    return digest;
}

bool record_read(struct arena *a, struct str record, struct record *r) {
    size_t begin = sizeof HEAD - 1 + DIGEST_SIZE;
    if (!str_starts(record, STR(HEAD)) || record.n < begin) {
        return false;
    }
    struct walk w = {.arena = a, .rest = str_from(record, begin)};
    struct digest said, digest = digest_of(w.rest);
    memcpy(said.byte, record.p + sizeof HEAD - 1, DIGEST_SIZE);
    if (!digest_eq(&said, &digest)) {
        return false;
    }
    *r = (struct record){0};
    all(&w, r);
    return !w.bad && w.rest.n == 0;
}
