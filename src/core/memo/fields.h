/* SPDX-License-Identifier: MIT */
/*
 * The fields of a cached value. One function per type of value names its fields in their order and
 * serves both directions: with `out` set it writes them, without it reads them. Numbers have the
 * byte order of the machine.
 *
 * Reading accepts any bytes: past the end, or after a field that cannot be right, `bad` is set and
 * all fields are zero or empty. Texts and arrays that were read are slices of the value.
 */
#ifndef DOSSIER_MEMO_FIELDS_H
#define DOSSIER_MEMO_FIELDS_H

#include "core/base/arena.h"
#include "core/base/buf.h"

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
/** Bytes of a known number. */
void memo_bytes(struct memo_fields *f, void *p, size_t n);
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

#endif
