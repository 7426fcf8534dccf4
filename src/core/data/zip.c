/* SPDX-License-Identifier: MIT */
/*
 * ZIP files: local headers with the data, then the central directory. A library would help little.
 * The format adds two fixed headers to the data that libdeflate makes, and libzip and minizip write
 * the time of day.
 */
#include "core/data/zip.h"

#include "core/data/deflate.h"

enum {
    LOCAL_HEADER = 30, /* bytes of a local header before the name */
    ENTRY_HEADER = 46,
    END_HEADER = 22,
    LONGEST_COMMENT = 65535,
    VERSION = 20,     /* version 2.0 of the format, which has deflate */
    FIRST_DAY = 0x21, /* the date 1 January 1980 */
    STORED = 0,
    DEFLATED = 8,
    UTF8_NAMES = 0x800
};

static const struct str LOCAL_SIGN = STR_INIT("PK\3\4"), ENTRY_SIGN = STR_INIT("PK\1\2"),
                        END_SIGN = STR_INIT("PK\5\6");

/** Appends a number in `bytes` bytes, the lowest byte first. */
static void put(struct buf *out, size_t value, int bytes) {
    for (int i = 0; i < bytes; i++) {
        buf_putc(out, (char)(value >> (8 * i) & 0xFF));
    }
}

void zip_begin(struct zip *z, struct buf *out) {
    *z = (struct zip){.out = out, .start = out->n, .deflater = deflater_new(true)};
    buf_init(&z->directory, 0);
}

/** Appends the fields that both headers of an entry share: from the version to the length of extra
 * fields. */
static void put_common(struct buf *out, int method, uint32_t sum, size_t packed, struct str name,
                       size_t size) {
    put(out, VERSION, 2);
    put(out, UTF8_NAMES, 2);
    put(out, (size_t)method, 2);
    put(out, 0, 2);
    put(out, FIRST_DAY, 2);
    put(out, sum, 4);
    put(out, packed, 4);
    put(out, size, 4);
    put(out, name.n, 2);
    put(out, 0, 2);
}

void zip_add(struct zip *z, struct str name, struct str data, bool packed) {
    struct str body = packed ? data : deflater_run_raw(z->deflater, data);
    int method = packed || body.n >= data.n ? STORED : DEFLATED;
    body = method == STORED ? data : body;
    size_t at = z->out->n - z->start;
    uint32_t sum = deflate_crc32(data);
    buf_str(z->out, LOCAL_SIGN);
    put_common(z->out, method, sum, body.n, name, data.n);
    buf_str(z->out, name);
    buf_str(z->out, body);
    buf_str(&z->directory, ENTRY_SIGN);
    put(&z->directory, VERSION, 2);
    put_common(&z->directory, method, sum, body.n, name, data.n);
    put(&z->directory, 0, 2);  /* length of the comment */
    put(&z->directory, 0, 2);  /* number of the disk */
    put(&z->directory, 0, 2);  /* internal attributes */
    put(&z->directory, 0, 4);  /* external attributes of the file */
    put(&z->directory, at, 4); /* offset of the local header */
    buf_str(&z->directory, name);
    z->n++;
}

void zip_end(struct zip *z) {
    size_t at = z->out->n - z->start;
    buf_str(z->out, buf_view(&z->directory));
    buf_str(z->out, END_SIGN);
    put(z->out, 0, 4); /* numbers of disks */
    put(z->out, z->n, 2);
    put(z->out, z->n, 2);
    put(z->out, z->directory.n, 4);
    put(z->out, at, 4);
    put(z->out, 0, 2); /* length of the comment */
    buf_drop(&z->directory);
    deflater_drop(z->deflater);
}

/* ---- reading ---- */

/** Reads a number of `bytes` bytes at an offset. The result is 0 beyond the end of the text. */
static size_t number(struct str s, size_t at, size_t bytes) {
    size_t value = 0;
    for (size_t i = 0; i < bytes && at < s.n && i < s.n - at; i++) {
        value |= (size_t)(unsigned char)s.p[at + i] << (8 * i);
    }
    return value;
}

static bool has_sign(struct str s, size_t at, struct str sign) {
    return at <= s.n && str_starts(str_from(s, at), sign);
}

/** Returns the offset of the end record of the directory, or STR_NONE. A comment may follow it. */
static size_t find_end(struct str file) {
    if (file.n < END_HEADER) {
        return STR_NONE;
    }
    size_t last = file.n - END_HEADER;
    size_t first = last > LONGEST_COMMENT ? last - LONGEST_COMMENT : 0;
    for (size_t at = last + 1; at-- > first;) {
        if (has_sign(file, at, END_SIGN)) {
            return at;
        }
    }
    return STR_NONE;
}

/** Unpacks the entry whose header in the directory is at `at`. */
static bool take(struct arena *a, struct str file, size_t at, size_t limit, struct str *out) {
    size_t method = number(file, at + 10, 2), sum = number(file, at + 16, 4);
    size_t packed = number(file, at + 20, 4), size = number(file, at + 24, 4);
    size_t local = number(file, at + 42, 4);
    if (!has_sign(file, local, LOCAL_SIGN) || size > limit) {
        return false;
    }
    size_t data = local + LOCAL_HEADER + number(file, local + 26, 2) + number(file, local + 28, 2);
    if (data > file.n || packed > file.n - data) {
        return false;
    }
    struct str body = str_slice(file, data, data + packed);
    if (method == STORED && packed == size) {
        *out = arena_str(a, body);
    } else if (method == DEFLATED) {
        char *text = arena_alloc(a, size + 1);
        if (!deflate_undo(body, text, size)) {
            return false;
        }
        text[size] = '\0';
        *out = (struct str){text, size};
    } else {
        return false;
    }
    return deflate_crc32(*out) == sum;
}

bool zip_find(struct arena *a, struct str file, struct str name, size_t limit, struct str *out) {
    size_t end = find_end(file);
    if (end == STR_NONE) {
        return false;
    }
    size_t n = number(file, end + 10, 2), at = number(file, end + 16, 4);
    for (size_t i = 0; i < n && has_sign(file, at, ENTRY_SIGN); i++) {
        size_t length = number(file, at + 28, 2);
        size_t behind = at + ENTRY_HEADER + length;
        if (behind <= file.n && str_eq(str_slice(file, at + ENTRY_HEADER, behind), name)) {
            return take(a, file, at, limit, out);
        }
        at = behind + number(file, at + 30, 2) + number(file, at + 32, 2);
    }
    return false;
}
