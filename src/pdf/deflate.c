/* SPDX-License-Identifier: MIT */
/*
 * One zlib state for all streams of a file. Decides the level; knows nothing of PDF.
 */
#include "pdf/deflate.h"

#include <stdlib.h>
#include <zlib.h>

/* Text pages: 9 saves some 1 % over 6 and costs twice the time. */
enum { LEVEL = 6 };

struct deflater {
    z_stream z;
    unsigned char *out;
    size_t cap;
};

struct deflater *deflater_new(void) {
    struct deflater *z = xcalloc(1, sizeof *z);
    if (deflateInit(&z->z, LEVEL) != Z_OK) {
        BUG("zlib has no memory for its state");
    }
    return z;
}

void deflater_drop(struct deflater *z) {
    if (z) {
        deflateEnd(&z->z);
        free(z->out);
        free(z);
    }
}

struct str deflater_run(struct deflater *z, struct str data) {
    if (data.n > UINT32_MAX / 2) {
        BUG("a stream of 2 GB"); /* the builders' limit, base/limits.h, is below */
    }
    deflateReset(&z->z);
    size_t bound = deflateBound(&z->z, (uLong)data.n);
    if (bound > z->cap) {
        z->out = xrealloc(z->out, bound);
        z->cap = bound;
    }
    static const unsigned char none = 0;
    z->z.next_in = data.n ? (z_const Bytef *)data.p : (z_const Bytef *)&none;
    z->z.avail_in = (uInt)data.n;
    z->z.next_out = z->out;
    z->z.avail_out = (uInt)bound;
    if (deflate(&z->z, Z_FINISH) != Z_STREAM_END) {
        BUG("zlib's bound was too small");
    }
    return (struct str){(char *)z->out, bound - z->z.avail_out};
}
