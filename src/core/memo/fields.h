/* SPDX-License-Identifier: MIT */
/*
 * The fields of a cached value. One function for each type of value lists its fields in order, and
 * serves both directions: if `out` is set it writes the fields, otherwise it reads them. Numbers
 * have the byte order of the machine. Each field takes a multiple of 8 bytes, so that all are
 * aligned.
 *
 * Reading accepts any bytes. After the end of the value, or after a field that cannot be right,
 * `bad` is set and all fields are zero or empty. Texts and arrays that were read are slices of the
 * value.
 */
#ifndef DOSSIER_MEMO_FIELDS_H
#define DOSSIER_MEMO_FIELDS_H

#include "core/base/arena.h"
#include "core/base/buf.h"
#include "core/diag/diag.h"

struct memo_fields {
    struct buf *out;     /* NULL: fields are read */
    struct arena *arena; /* memory for lists that are read */
    struct str value;    /* the value that is read; it begins at a multiple of 8 bytes */
    size_t at;           /* the number of bytes written or read so far */
    bool bad;
};

void memo_number(struct memo_fields *f, uint64_t *n);
/** Writes or reads a number below `limit`, for example the value of an enumerator. */
void memo_number_below(struct memo_fields *f, uint64_t *n, uint64_t limit);
void memo_flag(struct memo_fields *f, bool *flag);
void memo_text(struct memo_fields *f, struct str *s);
/** Writes or reads `n` bytes. `n` is a multiple of 8 and known to the reader. */
void memo_bytes(struct memo_fields *f, void *p, size_t n);
/** Writes or reads an array. Its elements must have no pointers and no gaps; they are saved as they
 * are in memory. Returns `p`, or the array that was read. */
const void *memo_array(struct memo_fields *f, const void *p, size_t *n, size_t size);
/** Writes or reads a list of texts. When reading, the list is in `f->arena`. */
void memo_texts(struct memo_fields *f, struct str **list, size_t *n);
/** Writes or reads the length of a list. Each element takes at least `least` bytes, which limits
 * the length. */
size_t memo_count(struct memo_fields *f, size_t n, size_t least);

/** Writes or reads the length of a list. When reading, it also allocates zeroed room for the
 * elements. */
#define MEMO_LIST(f, list, n, least)                                                               \
    do {                                                                                           \
        (n) = memo_count((f), (n), (least));                                                       \
        if (!(f)->out) {                                                                           \
            (list) = arena_zalloc((f)->arena, (n), sizeof *(list));                                \
        }                                                                                          \
    } while (0)

/** Writes or reads a place in a text. */
typedef void memo_span_fn(struct memo_fields *f, struct span *span, void *user);
/** Writes or reads the offsets of a place. A place that was read is in `src`, which may be NULL. */
void memo_offsets(struct memo_fields *f, struct span *span, struct source *src);
/** Writes or reads a diagnostic; `place` is called for each of its places. */
void memo_finding(struct memo_fields *f, struct diag *g, memo_span_fn *place, void *user);

#endif
