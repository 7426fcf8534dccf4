/* SPDX-License-Identifier: MIT */
/*
 * The fields of a cached value. One function per type of value names its fields in their order and
 * serves both directions: with `out` set it writes them, without it reads them. Numbers have the
 * byte order of the machine. Each field takes a multiple of 8 bytes, so that all are aligned.
 *
 * Reading accepts any bytes: past the end, or after a field that cannot be right, `bad` is set and
 * all fields are zero or empty. Texts and arrays that were read are slices of the value.
 */
#ifndef DOSSIER_MEMO_FIELDS_H
#define DOSSIER_MEMO_FIELDS_H

#include "core/base/arena.h"
#include "core/base/buf.h"
#include "core/diag/diag.h"

struct memo_fields {
    struct buf *out;     /* NULL: fields are read */
    struct arena *arena; /* of lists that are read */
    struct str value;    /* that is read; its beginning is aligned to 8 bytes */
    size_t at;           /* bytes written or read so far */
    bool bad;
};

void memo_number(struct memo_fields *f, uint64_t *n);
/** A number below `limit`: of an enum, say. */
void memo_number_below(struct memo_fields *f, uint64_t *n, uint64_t limit);
void memo_flag(struct memo_fields *f, bool *flag);
void memo_text(struct memo_fields *f, struct str *s);
/** Bytes whose number is known, a multiple of 8. */
void memo_bytes(struct memo_fields *f, void *p, size_t n);
/** An array whose elements have no pointers and no gaps, saved as it is in memory. Returns `p`, or
 * the array that was read. */
const void *memo_array(struct memo_fields *f, const void *p, size_t *n, size_t size);
/** Texts, in `f->arena` when they are read. */
void memo_texts(struct memo_fields *f, struct str **list, size_t *n);
/** The length of a list whose elements take at least `least` bytes each. */
size_t memo_count(struct memo_fields *f, size_t n, size_t least);

/** The length of a list, and when reading zeroed room for its elements. */
#define MEMO_LIST(f, list, n, least)                                                               \
    do {                                                                                           \
        (n) = memo_count((f), (n), (least));                                                       \
        if (!(f)->out) {                                                                           \
            (list) = arena_zalloc((f)->arena, (n), sizeof *(list));                                \
        }                                                                                          \
    } while (0)

/** Writes or reads a place in a text. */
typedef void memo_span_fn(struct memo_fields *f, struct span *span, void *user);
/** The offsets of a place. A place that was read is in `src`, which may be NULL. */
void memo_offsets(struct memo_fields *f, struct span *span, struct source *src);
/** A diagnostic; `place` is called for its places. */
void memo_finding(struct memo_fields *f, struct diag *g, memo_span_fn *place, void *user);

#endif
