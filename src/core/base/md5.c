/* SPDX-License-Identifier: MIT */
/*
 * MD5 as RFC 1321 defines it. Section numbers are those of the RFC.
 */
#include "core/base/md5.h"

#include <string.h>

enum { BLOCK = 64 };

/* 3.4: floor(2^32 * abs(sin(i + 1))). */
static const uint32_t sines[BLOCK] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

static const uint8_t turns[4][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static uint32_t turn_left(uint32_t v, unsigned n) {
    return v << n | v >> (32 - n);
}

/** Returns the result of a round's function (F, G, H, I), and in `*word` the word of the block that
 * its step uses. */
static uint32_t mix(size_t step, const uint32_t s[4], size_t *word) {
    switch (step / 16) {
    case 0:
        *word = step;
        return (s[1] & s[2]) | (~s[1] & s[3]);
    case 1:
        *word = (5 * step + 1) % 16;
        return (s[1] & s[3]) | (s[2] & ~s[3]);
    case 2:
        *word = (3 * step + 5) % 16;
        return s[1] ^ s[2] ^ s[3];
    default:
        *word = 7 * step % 16;
        return s[2] ^ (s[1] | ~s[3]);
    }
}

static void add_block(uint32_t state[4], const unsigned char *p) {
    uint32_t words[16], s[4];
    for (size_t i = 0; i < 16; i++) {
        words[i] = (uint32_t)p[4 * i] | (uint32_t)p[4 * i + 1] << 8 | (uint32_t)p[4 * i + 2] << 16 |
                   (uint32_t)p[4 * i + 3] << 24;
    }
    memcpy(s, state, sizeof s);
    for (size_t i = 0; i < BLOCK; i++) {
        size_t word;
        uint32_t sum = s[0] + mix(i, s, &word) + sines[i] + words[word];
        s[0] = s[3];
        s[3] = s[2];
        s[2] = s[1];
        s[1] += turn_left(sum, turns[i / 16][i % 4]);
    }
    for (size_t i = 0; i < 4; i++) {
        state[i] += s[i];
    }
}

void md5(struct str text, unsigned char digest[MD5_SIZE]) {
    uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    const unsigned char *p = (const unsigned char *)text.p;
    size_t rest = text.n;
    for (; rest >= BLOCK; rest -= BLOCK, p += BLOCK) {
        add_block(state, p);
    }
    /* 3.1, 3.2: the padding (a one bit and zeros) and the length in bits take one block or two. */
    unsigned char tail[2 * BLOCK] = {0};
    if (rest) {
        memcpy(tail, p, rest);
    }
    tail[rest] = 0x80;
    size_t end = rest + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
    for (unsigned i = 0; i < 8; i++) {
        tail[end - 8 + i] = (unsigned char)((uint64_t)text.n * 8 >> (8 * i));
    }
    for (size_t at = 0; at < end; at += BLOCK) {
        add_block(state, tail + at);
    }
    for (unsigned i = 0; i < MD5_SIZE; i++) {
        digest[i] = (unsigned char)(state[i / 4] >> (8 * (i % 4)));
    }
}
