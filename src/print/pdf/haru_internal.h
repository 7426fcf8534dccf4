/* SPDX-License-Identifier: MIT */
/*
 * What the object graph (haru.c) and the writer of files (pdf_file.c) share. The only place where
 * libharu's headers are read.
 */
#ifndef DOSSIER_PDF_HARU_INTERNAL_H
#define DOSSIER_PDF_HARU_INTERNAL_H

#include "core/base/vec.h"
#include "print/pdf/deflate.h"
#include "print/pdf/haru.h"
#include "print/pdf/haru_calls.h"
#include "print/pdf/press.h"

struct haru_object {
    HPDF_Dict dict;  /* libharu's, which owns it; NULL: it is none, or all its entries are ours */
    struct str body; /* our entries; a NULL pointer: there can be none */
};

struct haru {
    struct arena *arena;
    HPDF_Doc doc;
    struct deflater *deflater;
    struct pool *pool;       /* or NULL */
    struct pdf_press *press; /* for what is compressed thoroughly, once there was any; or NULL */
    VEC(struct haru_object)
    objects;      /* by object number; libharu's own (pages tree, lengths) have no dict here */
    bool no_info; /* libharu's is not written */
    HPDF_STATUS status; /* of the first failure, or HPDF_OK */
};

/** Remembers a failure of libharu's; true when there is none. */
bool haru_check(struct haru *h, HPDF_STATUS status);

/** Where streams are compressed from now on; NULL: here, one after another. */
struct pdf_press *haru_press(struct haru *h);

/** The number that the next object gets. */
static inline pdf_ref haru_end(const struct haru *h) {
    return h->doc->xref->start_offset + h->doc->xref->entries->count;
}

/** Whether the object is a dictionary of our entries alone, which libharu has not. */
static inline bool haru_is_ours(const struct haru *h, pdf_ref ref) {
    return ref < h->objects.n && !h->objects.p[ref].dict && h->objects.p[ref].body.p;
}

/** Where libharu writes to while a file is made: `attr` of the callback stream. */
struct haru_sink {
    struct haru *h;
    struct buf *out;
};

static inline pdf_ref haru_number(const void *obj) {
    return ((const HPDF_Obj_Header *)obj)->obj_id & 0x00FFFFFFu;
}

#endif
