/* SPDX-License-Identifier: MIT */
/*
 * The digest of a content: BLAKE2b with 32 bytes (RFC 7693). Different texts with the same digest
 * cannot be found in practice, even on purpose, so a digest identifies a file on any machine.
 * BLAKE2b needs a third of the instructions of SHA-256 on processors without instructions for SHA.
 *
 * Checks that look only for accidental damage use cheaper sums. MD5 (core/base/md5.h) is for
 * formats that require it.
 */
#ifndef DOSSIER_BASE_DIGEST_H
#define DOSSIER_BASE_DIGEST_H

#include "core/base/arena.h"
#include "core/base/base.h"

#define DIGEST_SIZE 32
#define DIGEST_HEX 64 /* the length of a digest in hexadecimal digits */
#define DIGEST_BLOCK 128

struct digest {
    unsigned char byte[DIGEST_SIZE];
};

/** A digest being computed. The members are private to digest.c. */
struct digest_sum {
    uint64_t h[8];
    uint64_t size;
    unsigned char block[DIGEST_BLOCK];
    size_t n; /* the number of bytes in the block */
};

void digest_begin(struct digest_sum *s);
void digest_add(struct digest_sum *s, struct str bytes);
/** Adds a field: its length, then its bytes, so that "ab", "c" differs from "a", "bc". */
void digest_add_field(struct digest_sum *s, struct str bytes);
/** Adds a list: its length, then its fields. */
void digest_add_fields(struct digest_sum *s, const struct str *list, size_t n);
void digest_add_number(struct digest_sum *s, uint64_t n);
struct digest digest_end(struct digest_sum *s);

/** Returns the digest of a text. */
struct digest digest_of(struct str text);
bool digest_eq(const struct digest *a, const struct digest *b);
/** Returns the digest in lower-case hexadecimal digits, in the arena. */
struct str digest_hex(struct arena *a, const struct digest *d);

#endif
