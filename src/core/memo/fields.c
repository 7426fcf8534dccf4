/* SPDX-License-Identifier: MIT */
/*
 * See fields.h. Knows nothing of what the fields mean.
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
        f->at += s->n;
    } else {
        *s = take(f, n);
    }
}

size_t memo_count(struct memo_fields *f, size_t n, size_t least) {
    uint64_t v = n;
    memo_number(f, &v);
    f->bad = f->bad || (!f->out && v > (f->value.n - f->at) / least);
    return f->bad ? 0 : (size_t)v;
}
