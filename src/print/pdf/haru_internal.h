/* SPDX-License-Identifier: MIT */
/*
 * Everything that haru.c and pdf_file.c share. No other header includes the headers of libharu.
 */
#ifndef DOSSIER_PDF_HARU_INTERNAL_H
#define DOSSIER_PDF_HARU_INTERNAL_H

#include "core/base/module.h"
#include "core/base/vec.h"
#include "core/data/deflate.h"
#include "print/pdf/haru.h"
#include "print/pdf/press.h"

#include <hpdf.h>
#include <hpdf_doc.h>
#include <hpdf_objects.h>

#define HARU_CALLS(X)                                                                              \
    X(HPDF_AddPage)                                                                                \
    X(HPDF_CallbackWriter_New)                                                                     \
    X(HPDF_DictStream_New)                                                                         \
    X(HPDF_Dict_GetItem)                                                                           \
    X(HPDF_Dict_New)                                                                               \
    X(HPDF_Dict_RemoveElement)                                                                     \
    X(HPDF_Free)                                                                                   \
    X(HPDF_GetError)                                                                               \
    X(HPDF_New)                                                                                    \
    X(HPDF_Obj_WriteValue)                                                                         \
    X(HPDF_Stream_Free)                                                                            \
    X(HPDF_Stream_Write)                                                                           \
    X(HPDF_Stream_WriteStr)                                                                        \
    X(HPDF_Xref_Add)                                                                               \
    X(HPDF_Xref_GetEntry)

struct haru_calls {
    HARU_CALLS(MODULE_FIELD)
};
/** The functions of libharu, which is loaded at the first call. */
const struct haru_calls *haru_calls(void);

/** Calls a function of libharu, whose name is given without "HPDF_": HPDF(Free, doc). */
#define HPDF(name, ...) (haru_calls()->HPDF_##name(__VA_ARGS__))

struct haru_object {
    /* libharu's dictionary; NULL: there is no object, or it is a dictionary with our entries
     * only */
    HPDF_Dict dict;
    struct str body; /* our entries; a NULL pointer: the object cannot have any */
};

struct haru {
    struct arena *arena;
    HPDF_Doc doc;
    struct deflater *deflater;
    struct pool *pool; /* the threads for compression, or NULL */
    /* the press, which compresses thoroughly with threads; NULL until it is needed */
    struct pdf_press *press;
    /* the objects, by number; `dict` is NULL if only libharu uses the object */
    VEC(struct haru_object) objects;
    bool no_info;       /* the information dictionary is omitted */
    HPDF_STATUS status; /* the first failure; HPDF_OK if there was none */
};

/** Records a failure of libharu. Returns true if libharu has not failed so far. */
bool haru_check(struct haru *h, HPDF_STATUS status);

/** The press that compresses the following streams. NULL: they are compressed here, one after the
 * other. */
struct pdf_press *haru_press(struct haru *h);

/** The number of the next object. */
static inline pdf_ref haru_end(const struct haru *h) {
    return h->doc->xref->start_offset + h->doc->xref->entries->count;
}

/** Whether the object is a dictionary with our entries only, which libharu does not know. */
static inline bool haru_is_ours(const struct haru *h, pdf_ref ref) {
    return ref < h->objects.n && !h->objects.p[ref].dict && h->objects.p[ref].body.p;
}

/** The place to which libharu writes while a file is made. The `attr` of the callback stream points
 * to it. */
struct haru_sink {
    struct haru *h;
    struct buf *out;
};

static inline pdf_ref haru_number(const void *obj) {
    return ((const HPDF_Obj_Header *)obj)->obj_id & 0x00FFFFFFu;
}

#endif
