/* SPDX-License-Identifier: MIT */
/*
 * BLAKE2b (RFC 7693), unkeyed, with a digest of 32 bytes.
 */
#include "core/base/digest.h"

#include <string.h>

/* RFC 7693, 2.6: fractional parts of the square roots of the first eight primes. */
static const uint64_t start[8] = {UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b),
                                  UINT64_C(0x3c6ef372fe94f82b), UINT64_C(0xa54ff53a5f1d36f1),
                                  UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
                                  UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179)};

static inline uint64_t turned(uint64_t x, unsigned by) {
    return x >> by | x << (64 - by);
}

static inline uint64_t word_at(const unsigned char *p) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t w;
    memcpy(&w, p, sizeof w);
    return w;
#else
    uint64_t w = 0;
    for (unsigned i = 8; i-- > 0;) {
        w = w << 8 | p[i];
    }
    return w;
#endif
}

/* RFC 7693, 3.1: the mixing function G, and a round of eight calls with the message words in the
 * order SIGMA (2.7). */
#define MIX(a, b, c, d, x, y)                                                                      \
    do {                                                                                           \
        (a) += (b) + (x);                                                                          \
        (d) = turned((d) ^ (a), 32);                                                               \
        (c) += (d);                                                                                \
        (b) = turned((b) ^ (c), 24);                                                               \
        (a) += (b) + (y);                                                                          \
        (d) = turned((d) ^ (a), 16);                                                               \
        (c) += (d);                                                                                \
        (b) = turned((b) ^ (c), 63);                                                               \
    } while (0)
#define ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se, sf)                      \
    do {                                                                                           \
        MIX(v0, v4, v8, vc, m[s0], m[s1]);                                                         \
        MIX(v1, v5, v9, vd, m[s2], m[s3]);                                                         \
        MIX(v2, v6, va, ve, m[s4], m[s5]);                                                         \
        MIX(v3, v7, vb, vf, m[s6], m[s7]);                                                         \
        MIX(v0, v5, va, vf, m[s8], m[s9]);                                                         \
        MIX(v1, v6, vb, vc, m[sa], m[sb]);                                                         \
        MIX(v2, v7, v8, vd, m[sc], m[sd]);                                                         \
        MIX(v3, v4, v9, ve, m[se], m[sf]);                                                         \
    } while (0)

/** RFC 7693, 3.2: compresses a block. `size` is the number of bytes so far, including this block.
 */
static void take_block(uint64_t h[8], const unsigned char *block, uint64_t size, bool last) {
    uint64_t m[16];
    for (unsigned i = 0; i < 16; i++) {
        m[i] = word_at(block + (size_t)i * 8);
    }
    uint64_t v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3], v4 = h[4], v5 = h[5], v6 = h[6];
    uint64_t v7 = h[7], v8 = start[0], v9 = start[1], va = start[2], vb = start[3];
    uint64_t vc = start[4] ^ size, vd = start[5], ve = last ? ~start[6] : start[6], vf = start[7];
    ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3);
    ROUND(11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4);
    ROUND(7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8);
    ROUND(9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13);
    ROUND(2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9);
    ROUND(12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11);
    ROUND(13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10);
    ROUND(6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5);
    ROUND(10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0);
    ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3);
    h[0] ^= v0 ^ v8;
    h[1] ^= v1 ^ v9;
    h[2] ^= v2 ^ va;
    h[3] ^= v3 ^ vb;
    h[4] ^= v4 ^ vc;
    h[5] ^= v5 ^ vd;
    h[6] ^= v6 ^ ve;
    h[7] ^= v7 ^ vf;
}

void digest_begin(struct digest_sum *s) {
    memcpy(s->h, start, sizeof s->h);
    s->h[0] ^= UINT64_C(0x01010000) ^ DIGEST_SIZE; /* RFC 7693, 2.5: fanout, depth, no key, size */
    s->size = 0;
    s->n = 0;
}

/** Adds bytes. A full block waits until more bytes come, because the last block is compressed
 * differently. */
void digest_add(struct digest_sum *s, struct str bytes) {
    const unsigned char *p = (const unsigned char *)bytes.p;
    size_t n = bytes.n, room = DIGEST_BLOCK - s->n;
    if (n > room) {
        if (room > 0) {
            memcpy(s->block + s->n, p, room);
        }
        s->size += DIGEST_BLOCK;
        take_block(s->h, s->block, s->size, false);
        s->n = 0;
        for (p += room, n -= room; n > DIGEST_BLOCK; p += DIGEST_BLOCK, n -= DIGEST_BLOCK) {
            s->size += DIGEST_BLOCK;
            take_block(s->h, p, s->size, false);
        }
    }
    if (n > 0) {
        memcpy(s->block + s->n, p, n);
        s->n += n;
    }
}

void digest_add_number(struct digest_sum *s, uint64_t n) {
    char bytes[8];
    for (unsigned i = 0; i < 8; i++) {
        bytes[i] = (char)(n >> (8 * i) & 0xff);
    }
    digest_add(s, (struct str){bytes, sizeof bytes});
}

void digest_add_field(struct digest_sum *s, struct str bytes) {
    digest_add_number(s, bytes.n);
    digest_add(s, bytes);
}

void digest_add_fields(struct digest_sum *s, const struct str *list, size_t n) {
    digest_add_number(s, n);
    for (size_t i = 0; i < n; i++) {
        digest_add_field(s, list[i]);
    }
}

struct digest digest_end(struct digest_sum *s) {
    struct digest out;
    memset(s->block + s->n, 0, DIGEST_BLOCK - s->n);
    s->size += s->n;
    take_block(s->h, s->block, s->size, true);
    for (unsigned i = 0; i < DIGEST_SIZE; i++) {
        out.byte[i] = (unsigned char)(s->h[i / 8] >> (8 * (i % 8)) & 0xff);
    }
    return out;
}

struct digest digest_of(struct str text) {
    struct digest_sum s;
    digest_begin(&s);
    digest_add(&s, text);
    return digest_end(&s);
}

bool digest_eq(const struct digest *a, const struct digest *b) {
    return memcmp(a->byte, b->byte, DIGEST_SIZE) == 0;
}

struct str digest_hex(struct arena *a, const struct digest *d) {
    return arena_hex(a, d->byte, DIGEST_SIZE);
}
