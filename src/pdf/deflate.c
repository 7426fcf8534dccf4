/* SPDX-License-Identifier: MIT */
/*
 * One compressor for all streams of a file, libdeflate's: streams are there as a whole, and it
 * takes half the time of zlib for them. Decides the level; knows nothing of PDF.
 */
#include "pdf/deflate.h"

#include "base/module.h"

#include <libdeflate.h>
#include <stdlib.h>

/* No file gets larger than zlib's level 6 makes it; higher ones save a quarter of a per cent. */
enum { LEVEL = 6 };

#define CALLS(X)                                                                                   \
    X(libdeflate_alloc_compressor)                                                                 \
    X(libdeflate_free_compressor)                                                                  \
    X(libdeflate_zlib_compress)                                                                    \
    X(libdeflate_zlib_compress_bound)

struct calls {
    CALLS(MODULE_FIELD)
};

static const struct calls *lib(void) {
    static const struct module_symbol symbols[] = {CALLS(MODULE_SYMBOL)};
    return module_calls(MODULE_DEFLATE, symbols, ARRAY_LEN(symbols), sizeof(struct calls));
}

struct deflater {
    struct libdeflate_compressor *compressor;
    unsigned char *out;
    size_t cap;
};

struct deflater *deflater_new(void) {
    struct deflater *z = xcalloc(1, sizeof *z);
    z->compressor = lib()->libdeflate_alloc_compressor(LEVEL);
    if (!z->compressor) {
        base_out_of_memory();
    }
    return z;
}

void deflater_drop(struct deflater *z) {
    if (z) {
        lib()->libdeflate_free_compressor(z->compressor);
        free(z->out);
        free(z);
    }
}

struct str deflater_run(struct deflater *z, struct str data) {
    size_t bound = lib()->libdeflate_zlib_compress_bound(z->compressor, data.n);
    if (bound > z->cap) {
        z->out = xrealloc(z->out, bound);
        z->cap = bound;
    }
    static const unsigned char none = 0;
    size_t n = lib()->libdeflate_zlib_compress(z->compressor, data.n ? (const void *)data.p : &none,
                                               data.n, z->out, bound);
    if (n == 0) {
        BUG("libdeflate's bound was too small");
    }
    return (struct str){(char *)z->out, n};
}
