/* SPDX-License-Identifier: MIT */
/*
 * The functions of ICU's collation that the module uses, which are called with ICU_SORT(). A direct
 * call causes a linker error.
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

/** A function of the list: `ICU_SORT(ucol_close)(c)`. The first call loads the library. */
#define ICU_SORT(name) (icu_sort()->name)

#endif
