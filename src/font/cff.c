/* SPDX-License-Identifier: MIT */
/*
 * Which CID a glyph of a bare CFF font answers to (Adobe Technical Notes 5176 and 5177). In a
 * CID-keyed font (Noto CJK) PDF looks glyphs up by the CIDs of the font's charset, not by their
 * numbers; writing numbers paints wrong glyphs while extraction looks right. Reads the header, the
 * top DICT and the charset, nothing else. All offsets are checked.
 */
#include "font/font_internal.h"

struct reader {
    const unsigned char *p;
    size_t n;
};

/* A big-endian number of `size` bytes at `at`; false when it is not there. */
static bool number_at(const struct reader *r, size_t at, unsigned size, uint32_t *out) {
    if (at > r->n || r->n - at < size) {
        return false;
    }
    *out = 0;
    for (unsigned i = 0; i < size; i++) {
        *out = *out << 8 | r->p[at + i];
    }
    return true;
}

/* Reads an INDEX at `at` (TN 5176, 5): where its first object lies and what comes after it all. */
static bool index_skip(const struct reader *r, size_t at, size_t *first, size_t *first_end,
                       size_t *after) {
    uint32_t count, off_size, begin, end, last;
    if (!number_at(r, at, 2, &count)) {
        return false;
    }
    if (count == 0) {
        *first = *first_end = *after = at + 2;
        return true;
    }
    if (!number_at(r, at + 2, 1, &off_size) || off_size < 1 || off_size > 4) {
        return false;
    }
    size_t base = at + 3 + ((size_t)count + 1) * off_size - 1;
    if (!number_at(r, at + 3, off_size, &begin) ||
        !number_at(r, at + 3 + off_size, off_size, &end) ||
        !number_at(r, at + 3 + (size_t)count * off_size, off_size, &last) || begin < 1 ||
        end < begin || last < end || base > r->n || last > r->n - base) {
        return false;
    }
    *first = base + begin;
    *first_end = base + end;
    *after = base + last;
    return true;
}

/* One operand of a DICT at `*at` (TN 5176, table 3); reals are skipped and count as 0. */
static bool operand_skip(const struct reader *r, size_t *at, size_t end, int32_t *value) {
    uint32_t b0, v;
    if (*at >= end || !number_at(r, *at, 1, &b0)) {
        return false;
    }
    *value = 0;
    if (b0 >= 32 && b0 <= 246) {
        *value = (int32_t)b0 - 139;
        *at += 1;
        return true;
    }
    if (b0 >= 247 && b0 <= 254) {
        if (!number_at(r, *at + 1, 1, &v)) {
            return false;
        }
        *value = b0 <= 250 ? (int32_t)((b0 - 247) * 256 + v + 108)
                           : -(int32_t)((b0 - 251) * 256 + v + 108);
        *at += 2;
        return true;
    }
    if (b0 == 28 || b0 == 29) {
        unsigned size = b0 == 28 ? 2 : 4;
        if (!number_at(r, *at + 1, size, &v)) {
            return false;
        }
        *value = size == 2 ? (int16_t)(uint16_t)v : (int32_t)v;
        *at += 1 + size;
        return true;
    }
    if (b0 != 30) {
        return false;
    }
    for (*at += 1; *at < end; *at += 1) {
        if (!number_at(r, *at, 1, &v)) {
            return false;
        }
        if ((v & 0x0F) == 0x0F || v >> 4 == 0x0F) {
            *at += 1;
            return true;
        }
    }
    return false;
}

/* Finds ROS (12 30: CID-keyed) and charset (15) in the top DICT. */
static bool top_dict_read(const struct reader *r, size_t at, size_t end, bool *cid_keyed,
                          int32_t *charset) {
    int32_t last = 0;
    *cid_keyed = false;
    *charset = 0;
    while (at < end) {
        uint32_t op, second;
        if (!number_at(r, at, 1, &op)) {
            return false;
        }
        if (op > 21) {
            if (!operand_skip(r, &at, end, &last)) {
                return false;
            }
            continue;
        }
        if (op == 12) {
            if (!number_at(r, at + 1, 1, &second)) {
                return false;
            }
            *cid_keyed = *cid_keyed || second == 30;
            at += 1;
        } else if (op == 15) {
            *charset = last;
        }
        at += 1;
    }
    return true;
}

/* The charset's formats 0, 1 and 2 (TN 5176, 13); glyph 0 is always CID 0. */
static bool charset_read(const struct reader *r, size_t at, uint32_t *cids, size_t n) {
    uint32_t format, first, left;
    if (!number_at(r, at, 1, &format) || format > 2) {
        return false;
    }
    at += 1;
    cids[0] = 0;
    for (size_t i = 1; i < n;) {
        left = 0;
        if (!number_at(r, at, 2, &first) || (format > 0 && !number_at(r, at + 2, format, &left))) {
            return false;
        }
        at += 2 + format;
        for (uint32_t k = 0; k <= left && i < n; k++) {
            cids[i++] = first + k;
        }
    }
    return true;
}

bool font_cff_cids(struct str cff, uint32_t *cids, size_t n, bool *cid_keyed) {
    struct reader r = {(const unsigned char *)cff.p, cff.n};
    uint32_t header;
    size_t first, first_end, after;
    int32_t charset;
    *cid_keyed = false;
    if (n == 0 || !number_at(&r, 2, 1, &header) ||
        !index_skip(&r, header, &first, &first_end, &after) || /* names */
        !index_skip(&r, after, &first, &first_end, &after) ||  /* top DICTs */
        !top_dict_read(&r, first, first_end, cid_keyed, &charset)) {
        return false;
    }
    if (*cid_keyed && charset > 2) { /* 0 to 2 are predefined, for fonts with names only */
        return charset_read(&r, (size_t)charset, cids, n);
    }
    for (size_t i = 0; i < n; i++) {
        cids[i] = (uint32_t)i;
    }
    return true;
}
