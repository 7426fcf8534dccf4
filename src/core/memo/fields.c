/* SPDX-License-Identifier: MIT */
/*
 * See fields.h. This file handles fields as plain bytes, without knowing their meaning.
 */
#include "core/memo/fields.h"

#include <string.h>

static struct str take(struct memo_fields *f, uint64_t n) {
    f->bad = f->bad || n > f->value.n - f->at;
    if (f->bad) {
        return STR_EMPTY;
    }
    struct str s = str_slice(f->value, f->at, f->at + (size_t)n);
    f->at += (size_t)n;
    return s;
}

/** Returns the number of zero bytes after `n` bytes of text, so that the next field is aligned. */
static size_t padding(uint64_t n) {
    return (size_t)(-n % 8);
}

void memo_bytes(struct memo_fields *f, void *p, size_t n) {
    if (f->out) {
        buf_add(f->out, p, n);
        f->at += n;
        return;
    }
    struct str s = take(f, n);
    if (f->bad) {
        memset(p, 0, n);
    } else if (n) {
        memcpy(p, s.p, n);
    }
}

void memo_number(struct memo_fields *f, uint64_t *n) {
    memo_bytes(f, n, sizeof *n);
}

void memo_number_below(struct memo_fields *f, uint64_t *n, uint64_t limit) {
    memo_number(f, n);
    if (*n >= limit) {
        f->bad = true;
        *n = 0;
    }
}

void memo_flag(struct memo_fields *f, bool *flag) {
    uint64_t n = *flag;
    memo_number_below(f, &n, 2);
    *flag = n != 0;
}

void memo_text(struct memo_fields *f, struct str *s) {
    uint64_t n = s->n;
    memo_number(f, &n);
    if (f->out) {
        buf_str(f->out, *s);
        buf_add(f->out, "\0\0\0\0\0\0\0", padding(n));
        f->at += s->n + padding(n);
    } else {
        *s = take(f, n);
        (void)take(f, padding(s->n));
    }
}

const void *memo_array(struct memo_fields *f, const void *p, size_t *n, size_t size) {
    struct str bytes = {p, *n * size};
    memo_text(f, &bytes);
    f->bad = f->bad || bytes.n % size != 0;
    *n = f->bad ? 0 : bytes.n / size;
    return bytes.p;
}

void memo_texts(struct memo_fields *f, struct str **list, size_t *n) {
    MEMO_LIST(f, *list, *n, 8);
    for (size_t i = 0; i < *n && !f->bad; i++) {
        memo_text(f, &(*list)[i]);
    }
}

size_t memo_count(struct memo_fields *f, size_t n, size_t least) {
    uint64_t v = n;
    memo_number(f, &v);
    f->bad = f->bad || (!f->out && v > (f->value.n - f->at) / least);
    return f->bad ? 0 : (size_t)v;
}

void memo_offsets(struct memo_fields *f, struct span *s, struct source *src) {
    uint64_t begin = s->begin, end = s->end;
    memo_number_below(f, &begin, UINT32_MAX);
    memo_number_below(f, &end, UINT32_MAX);
    f->bad = f->bad || begin > end || (src && src->text.p && end > src->text.n);
    *s = (struct span){src, (uint32_t)begin, (uint32_t)end};
}

void memo_finding(struct memo_fields *f, struct diag *g, memo_span_fn *place, void *user) {
    struct str slug = g->id ? str_of(g->id->slug) : STR_EMPTY;
    uint64_t level = g->level;
    memo_text(f, &slug);
    g->id = f->out ? g->id : diag_find(slug);
    f->bad = f->bad || !g->id;
    memo_number_below(f, &level, DIAG_FATAL + 1);
    g->level = (enum diag_level)level;
    place(f, &g->span, user);
    memo_text(f, &g->text);
    memo_text(f, &g->hint);
    MEMO_LIST(f, g->related, g->nrelated, 8);
    for (size_t i = 0; i < g->nrelated && !f->bad; i++) {
        place(f, &g->related[i].span, user);
        memo_text(f, &g->related[i].text);
    }
    MEMO_LIST(f, g->fixes, g->nfixes, 8);
    for (size_t i = 0; i < g->nfixes && !f->bad; i++) {
        place(f, &g->fixes[i].span, user);
        memo_text(f, &g->fixes[i].text);
    }
    memo_flag(f, &g->unfixable);
}
