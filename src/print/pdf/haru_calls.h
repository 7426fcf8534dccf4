/* SPDX-License-Identifier: MIT */
/*
 * The functions of libharu. Each name is a macro for the library's function; the library is loaded
 * at the first call. A call of a function that is missing in this list causes an error of the
 * linker.
 */
#ifndef DOSSIER_PDF_HARU_CALLS_H
#define DOSSIER_PDF_HARU_CALLS_H

#include "core/base/module.h"

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
const struct haru_calls *haru_calls(void);

#ifndef HARU_CALLS_BY_NAME
#define HPDF_AddPage (haru_calls()->HPDF_AddPage)
#define HPDF_CallbackWriter_New (haru_calls()->HPDF_CallbackWriter_New)
#define HPDF_DictStream_New (haru_calls()->HPDF_DictStream_New)
#define HPDF_Dict_GetItem (haru_calls()->HPDF_Dict_GetItem)
#define HPDF_Dict_New (haru_calls()->HPDF_Dict_New)
#define HPDF_Dict_RemoveElement (haru_calls()->HPDF_Dict_RemoveElement)
#define HPDF_Free (haru_calls()->HPDF_Free)
#define HPDF_GetError (haru_calls()->HPDF_GetError)
#define HPDF_New (haru_calls()->HPDF_New)
#define HPDF_Obj_WriteValue (haru_calls()->HPDF_Obj_WriteValue)
#define HPDF_Stream_Free (haru_calls()->HPDF_Stream_Free)
#define HPDF_Stream_Write (haru_calls()->HPDF_Stream_Write)
#define HPDF_Stream_WriteStr (haru_calls()->HPDF_Stream_WriteStr)
#define HPDF_Xref_Add (haru_calls()->HPDF_Xref_Add)
#define HPDF_Xref_GetEntry (haru_calls()->HPDF_Xref_GetEntry)
#endif

#endif
