/* SPDX-License-Identifier: MIT */
/*
 * The digest of a content: BLAKE2b of 32 bytes (RFC 7693). Two texts with one digest have never
 * been found and are not to be expected, so that files may be known by it, also those that somebody
 * has made to be mistaken for each other, and on whatever machine. It takes a third of SHA-256's
 * instructions where the processor has none for that.
 *
 * What is told to no one and tells damage alone has cheaper sums; MD5 (core/base/md5.h) is for
 * forms that ask for it.
 */
#ifndef DOSSIER_BASE_DIGEST_H
#define DOSSIER_BASE_DIGEST_H

#include "core/base/arena.h"
#include "core/base/base.h"

#define DIGEST_SIZE 32
#define DIGEST_HEX 64 /* characters in hexadecimal */
#define DIGEST_BLOCK 128

struct digest {
    unsigned char byte[DIGEST_SIZE];
};

/** A digest in the making; its members are digest.c's. */
struct digest_sum {
    uint64_t h[8];
    uint64_t size;
    unsigned char block[DIGEST_BLOCK];
    size_t n; /* bytes of it */
};

void digest_begin(struct digest_sum *s);
void digest_add(struct digest_sum *s, struct str bytes);
/** A field: its length, then its bytes, so that "ab" and "c" are not "a" and "bc". */
void digest_add_field(struct digest_sum *s, struct str bytes);
void digest_add_number(struct digest_sum *s, uint64_t n);
struct digest digest_end(struct digest_sum *s);

/** The digest of a text. */
struct digest digest_of(struct str text);
bool digest_eq(const struct digest *a, const struct digest *b);
/** In small hexadecimal digits, in the arena. */
struct str digest_hex(struct arena *a, const struct digest *d);

#endif
