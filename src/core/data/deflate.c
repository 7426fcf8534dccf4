/* SPDX-License-Identifier: MIT */
/*
 * One compressor for all streams of a file. It uses libdeflate, which compresses whole streams in
 * memory and takes half the time of zlib. This file chooses the compression level.
 *
 * The first streams are compressed with the fast level. It takes half the time and makes a paper of
 * ten pages five per cent larger. In a large file most streams come later, and there the size
 * matters more.
 */
#include "core/data/deflate.h"

#include "core/base/buf.h"
#include "core/base/module.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

enum {
    FAST_BYTES = 1 << 18, /* number of bytes that are compressed with the fast level */
    FAST_LEVEL = 1,
    LEVEL = 6 /* the output is no larger than with zlib's level 6; higher levels save only a quarter
                 of a per cent */
};

#define CALLS(X)                                                                                   \
    X(libdeflate_alloc_compressor)                                                                 \
    X(libdeflate_free_compressor)                                                                  \
    X(libdeflate_zlib_compress)                                                                    \
    X(libdeflate_zlib_compress_bound)                                                              \
    X(libdeflate_deflate_compress)                                                                 \
    X(libdeflate_alloc_decompressor)                                                               \
    X(libdeflate_free_decompressor)                                                                \
    X(libdeflate_deflate_decompress)                                                               \
    X(libdeflate_crc32)

struct calls {
    CALLS(MODULE_FIELD)
};

static const struct calls *lib(void) {
    static const struct module_symbol symbols[] = {CALLS(MODULE_SYMBOL)};
    return module_calls(MODULE_DEFLATE, symbols, ARRAY_LEN(symbols), sizeof(struct calls));
}

struct deflater {
    struct libdeflate_compressor *compressor;
    bool fast;    /* the compressor uses FAST_LEVEL */
    size_t taken; /* the number of input bytes that were compressed with FAST_LEVEL */
    unsigned char *out;
    size_t cap;
};

static void compressor_open(struct deflater *z, bool fast) {
    lib()->libdeflate_free_compressor(z->compressor);
    z->fast = fast;
    z->compressor = lib()->libdeflate_alloc_compressor(fast ? FAST_LEVEL : LEVEL);
    if (!z->compressor) {
        base_out_of_memory();
    }
}

struct deflater *deflater_new(bool thorough) {
    struct deflater *z = xcalloc(1, sizeof *z);
    compressor_open(z, !thorough);
    return z;
}

bool deflater_is_thorough(const struct deflater *z) {
    return !z->fast || z->taken >= FAST_BYTES;
}

void deflater_drop(struct deflater *z) {
    if (z) {
        lib()->libdeflate_free_compressor(z->compressor);
        free(z->out);
        free(z);
    }
}

static struct str compressed(struct deflater *z, struct str data, bool raw) {
    if (z->fast && z->taken >= FAST_BYTES) {
        compressor_open(z, false);
    }
    z->taken += z->fast ? data.n : 0;
    /* zlib's format is longer than raw deflate, so its bound suffices for both */
    size_t bound = lib()->libdeflate_zlib_compress_bound(z->compressor, data.n);
    if (bound > z->cap) {
        z->out = xrealloc(z->out, bound);
        z->cap = bound;
    }
    static const unsigned char none = 0;
    const void *in = data.n ? (const void *)data.p : &none;
    size_t n = raw ? lib()->libdeflate_deflate_compress(z->compressor, in, data.n, z->out, bound)
                   : lib()->libdeflate_zlib_compress(z->compressor, in, data.n, z->out, bound);
    if (n == 0) {
        BUG("libdeflate's bound was too small");
    }
    return (struct str){(char *)z->out, n};
}

struct str deflater_run(struct deflater *z, struct str data) {
    return compressed(z, data, false);
}

struct str deflater_run_raw(struct deflater *z, struct str data) {
    return compressed(z, data, true);
}

bool deflate_undo(struct str raw, char *out, size_t n) {
    struct libdeflate_decompressor *d = lib()->libdeflate_alloc_decompressor();
    if (!d) {
        base_out_of_memory();
    }
    size_t got = 0;
    enum libdeflate_result r = lib()->libdeflate_deflate_decompress(d, raw.p, raw.n, out, n, &got);
    lib()->libdeflate_free_decompressor(d);
    return r == LIBDEFLATE_SUCCESS && got == n;
}

uint32_t deflate_crc32(struct str data) {
    return data.n ? lib()->libdeflate_crc32(0, data.p, data.n) : 0;
}
