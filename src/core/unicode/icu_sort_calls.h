/* SPDX-License-Identifier: MIT */
/*
 * The functions of ICU's collation that the module uses. Each name is a macro for the function, and
 * the first call loads the library. A call of a function that is not listed here causes an error of
 * the linker.
 */
#ifndef DOSSIER_UNICODE_ICU_SORT_CALLS_H
#define DOSSIER_UNICODE_ICU_SORT_CALLS_H

#include "core/base/module.h"

#include <unicode/ucol.h>

#define ICU_SORT_CALLS(X)                                                                          \
    X(ucol_close)                                                                                  \
    X(ucol_getSortKey)                                                                             \
    X(ucol_open)                                                                                   \
    X(ucol_setAttribute)

struct icu_sort_calls {
    ICU_SORT_CALLS(MODULE_FIELD)
};
const struct icu_sort_calls *icu_sort(void);

#ifndef ICU_SORT_CALLS_BY_NAME
#undef ucol_close
#define ucol_close (icu_sort()->U_ICU_ENTRY_POINT_RENAME(ucol_close))
#undef ucol_getSortKey
#define ucol_getSortKey (icu_sort()->U_ICU_ENTRY_POINT_RENAME(ucol_getSortKey))
#undef ucol_open
#define ucol_open (icu_sort()->U_ICU_ENTRY_POINT_RENAME(ucol_open))
#undef ucol_setAttribute
#define ucol_setAttribute (icu_sort()->U_ICU_ENTRY_POINT_RENAME(ucol_setAttribute))
#endif

#endif
