/* SPDX-License-Identifier: MIT */
/*
 * UTF-8: checked once on input (utf8_check) and trusted afterwards.
 */
#ifndef DOSSIER_BASE_UTF8_H
#define DOSSIER_BASE_UTF8_H

#include "core/base/base.h"

#define UTF8_REPLACEMENT 0xFFFDu

struct buf;

/** Returns the offset of the first byte that is not well-formed UTF-8 (Unicode 15, table 3-7), or
 * STR_NONE when all of it is. */
size_t utf8_check(struct str s);
/** Returns the encoding of a text in units of two or four bytes, judged by its byte-order mark or
 * the places of its zero bytes: "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE". NULL for all other
 * texts. */
const char *utf8_wide_name(struct str s);
/** The parts of utf8_next() and utf8_prev() for characters beyond ASCII. */
uint32_t utf8_next_wide(struct str s, size_t *at);
uint32_t utf8_prev_wide(struct str s, size_t *at);
/**
 * Decodes the code point at `*at` and moves `*at` past it. Ill-formed input yields U+FFFD and
 * moves by one byte, so loops always end. `*at` must be below `s.n`. The function is inline for
 * ASCII, because each text of a document passes through it several times.
 */
static inline uint32_t utf8_next(struct str s, size_t *at) {
    unsigned char c = (unsigned char)s.p[*at];
    if (c >= 0x80) {
        return utf8_next_wide(s, at);
    }
    *at += 1;
    return c;
}
/** Returns the code point that ends at `*at` (above 0), and moves `*at` to its start. */
static inline uint32_t utf8_prev(struct str s, size_t *at) {
    unsigned char c = (unsigned char)s.p[*at - 1];
    if (c >= 0x80) {
        return utf8_prev_wide(s, at);
    }
    *at -= 1;
    return c;
}
/** Writes `cp` to `out`; returns the number of bytes, 1 to 4. */
size_t utf8_encode(uint32_t cp, char out[4]);
/** Returns the character that Windows-1252 has for a byte from 0x80 to 0x9F; 0 if it has none.
 * Browsers also show it for the control character of that number (HTML, 13.2.5.80): U+0096 is shown
 * as a dash. */
uint32_t utf8_windows_sign(uint32_t c1);
/**
 * Converts a mixed text and appends it to `out`: well-formed UTF-8 is kept, and each other byte is
 * read as Windows-1252, which includes Latin-1. Returns the number of converted bytes. `*has_utf8`
 * becomes true if the text also has multi-byte characters.
 */
size_t utf8_from_windows(struct buf *out, struct str s, bool *has_utf8);
/** Returns the beginning of a text: whole characters with at most `most` bytes. */
static inline struct str utf8_cut(struct str s, size_t most) {
    while (s.n > most && most > 0 && ((unsigned char)s.p[most] & 0xC0) == 0x80) {
        most--;
    }
    return str_slice(s, 0, most);
}
/** Whether all bytes are below 0x80. The function is inline, because most tested texts are single
 * words. */
static inline bool utf8_is_ascii(struct str s) {
    const uint64_t high = UINT64_C(0x8080808080808080);
    for (; s.n > 8; s = (struct str){s.p + 8, s.n - 8}) {
        if (bytes_few(s.p, 8) & high) {
            return false;
        }
    }
    return (bytes_few(s.p, s.n) & high) == 0;
}
/** Returns the number of code points in `s`. */
size_t utf8_count(struct str s);

#endif
