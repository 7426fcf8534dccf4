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
    struct deflater *d = xcalloc(1, sizeof *d);
    if (deflateInit(&d->z, LEVEL) != Z_OK) {
        BUG("zlib has no memory for its state");
    }
    return d;
}

void deflater_drop(struct deflater *d) {
    if (d) {
        deflateEnd(&d->z);
        free(d->out);
        free(d);
    }
}

struct str deflater_run(struct deflater *d, struct str data) {
    if (data.n > UINT32_MAX / 2) {
        BUG("a stream of 2 GB"); /* the builders' limit, base/limits.h, is below */
    }
    deflateReset(&d->z);
    size_t bound = deflateBound(&d->z, (uLong)data.n);
    if (bound > d->cap) {
        d->out = xrealloc(d->out, bound);
        d->cap = bound;
    }
    static const unsigned char none = 0;
    d->z.next_in = data.n ? (z_const Bytef *)data.p : (z_const Bytef *)&none;
    d->z.avail_in = (uInt)data.n;
    d->z.next_out = d->out;
    d->z.avail_out = (uInt)bound;
    if (deflate(&d->z, Z_FINISH) != Z_STREAM_END) {
        BUG("zlib's bound was too small");
    }
    return (struct str){(char *)d->out, bound - d->z.avail_out};
}
