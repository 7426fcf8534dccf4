/* SPDX-License-Identifier: MIT */
/*
 * The structure of a bare CFF font, and the CID of each of its glyphs (Adobe Technical Notes 5176
 * and 5177). In a CID-keyed font (Noto CJK), PDF looks glyphs up by the CIDs of the font's charset,
 * not by their numbers. With glyph numbers, the extracted text would be right but wrong glyphs
 * would be painted. This file reads no outlines. All offsets are checked.
 */
#include "print/font/cff_read.h"
#include "print/font/font_internal.h"

bool font_cff_number(const struct cff_reader *r, size_t at, uint32_t size, uint32_t *out) {
    if (at > r->n || r->n - at < size) {
        return false;
    }
    *out = 0;
    for (uint32_t i = 0; i < size; i++) {
        *out = *out << 8 | r->p[at + i];
    }
    return true;
}

bool font_cff_index(const struct cff_reader *r, size_t at, struct cff_index *out) {
    uint32_t last = 0;
    *out = (struct cff_index){.after = at + 2};
    if (!font_cff_number(r, at, 2, &out->count)) {
        return false;
    }
    if (out->count == 0) {
        return true;
    }
    if (!font_cff_number(r, at + 2, 1, &out->off_size) || out->off_size < 1 || out->off_size > 4) {
        return false;
    }
    out->offsets = at + 3;
    out->base = at + 3 + ((size_t)out->count + 1) * out->off_size - 1;
    if (!font_cff_number(r, out->offsets + (size_t)out->count * out->off_size, out->off_size,
                         &last) ||
        last < 1 || out->base > r->n || last > r->n - out->base) {
        return false;
    }
    out->after = out->base + last;
    return true;
}

bool font_cff_object(const struct cff_reader *r, const struct cff_index *index, size_t i,
                     size_t *from, size_t *to) {
    uint32_t begin, end;
    size_t at = index->offsets + i * index->off_size;
    if (i >= index->count || !font_cff_number(r, at, index->off_size, &begin) ||
        !font_cff_number(r, at + index->off_size, index->off_size, &end) || begin < 1 ||
        end < begin || end > index->after - index->base) {
        return false;
    }
    *from = index->base + begin;
    *to = index->base + end;
    return true;
}

/* Reads one operand of a DICT at `*at` (TN 5176, table 3). Real numbers are skipped and count as
 * 0. */
static bool operand_read(const struct cff_reader *r, size_t *at, size_t end, int32_t *value) {
    uint32_t b0, v;
    if (*at >= end || !font_cff_number(r, *at, 1, &b0)) {
        return false;
    }
    *value = 0;
    if (b0 >= 32 && b0 <= 246) {
        *value = (int32_t)b0 - 139;
        *at += 1;
        return true;
    }
    if (b0 >= 247 && b0 <= 254) {
        if (!font_cff_number(r, *at + 1, 1, &v)) {
            return false;
        }
        *value = b0 <= 250 ? (int32_t)((b0 - 247) * 256 + v + 108)
                           : -(int32_t)((b0 - 251) * 256 + v + 108);
        *at += 2;
        return true;
    }
    if (b0 == 28 || b0 == 29) {
        unsigned size = b0 == 28 ? 2 : 4;
        if (!font_cff_number(r, *at + 1, size, &v)) {
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
        if (!font_cff_number(r, *at, 1, &v)) {
            return false;
        }
        if ((v & 0x0F) == 0x0F || v >> 4 == 0x0F) {
            *at += 1;
            return true;
        }
    }
    return false;
}

bool font_cff_entry(const struct cff_reader *r, size_t *at, size_t end, struct cff_entry *out) {
    *out = (struct cff_entry){.from = *at};
    while (*at < end && *at < r->n && r->p[*at] > 21) {
        out->value[1] = out->value[0];
        if (!operand_read(r, at, end, &out->value[0])) {
            return false;
        }
    }
    if (*at >= end || !font_cff_number(r, (*at)++, 1, &out->op)) {
        return false;
    }
    if (out->op == 12) {
        uint32_t second;
        if (*at >= end || !font_cff_number(r, (*at)++, 1, &second)) {
            return false;
        }
        out->op = 1200 + second;
    }
    out->to = *at;
    return true;
}

/* Reads the charset at `at` (TN 5176, section 13) for the glyphs 0 to n-1. The value of glyph 0 is
 * always 0. */
static bool read_charset(const struct cff_reader *r, size_t at, uint32_t *ids, size_t n) {
    uint32_t format, first, left;
    if (!font_cff_number(r, at, 1, &format) || format > 2) {
        return false;
    }
    at += 1;
    ids[0] = 0;
    for (size_t i = 1; i < n;) {
        left = 0;
        if (!font_cff_number(r, at, 2, &first) ||
            (format > 0 && !font_cff_number(r, at + 2, format, &left))) {
            return false;
        }
        at += 2 + format;
        for (uint32_t k = 0; k <= left && i < n; k++) {
            ids[i++] = first + k;
        }
    }
    return true;
}

bool font_cff_cids(struct str cff, uint32_t *cids, size_t n, bool *cid_keyed) {
    struct cff_reader r = {(const unsigned char *)cff.p, cff.n};
    struct cff_index names, tops;
    struct cff_entry entry;
    uint32_t header;
    size_t at, end;
    int32_t charset = 0;
    *cid_keyed = false;
    if (n == 0 || !font_cff_number(&r, 2, 1, &header) || !font_cff_index(&r, header, &names) ||
        !font_cff_index(&r, names.after, &tops) || !font_cff_object(&r, &tops, 0, &at, &end)) {
        return false;
    }
    while (at < end) {
        if (!font_cff_entry(&r, &at, end, &entry)) {
            return false;
        }
        *cid_keyed = *cid_keyed || entry.op == CFF_ROS;
        charset = entry.op == CFF_CHARSET ? entry.value[0] : charset;
    }
    /* the values 0 to 2 mean predefined charsets, which only fonts with glyph names use */
    if (*cid_keyed && charset > 2) {
        return read_charset(&r, (size_t)charset, cids, n);
    }
    for (size_t i = 0; i < n; i++) {
        cids[i] = (uint32_t)i;
    }
    return true;
}
