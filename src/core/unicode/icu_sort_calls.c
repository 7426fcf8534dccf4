/* SPDX-License-Identifier: MIT */
/*
 * The functions of ICU's collation: finds them when the first is called.
 */
#define ICU_SORT_CALLS_BY_NAME
#include "core/unicode/icu_sort_calls.h"

#define TEXT(name) #name /* with the version that the headers append */
#define SYMBOL(name) {TEXT(name), offsetof(struct icu_sort_calls, name)},

const struct icu_sort_calls *icu_sort(void) {
    static const struct module_symbol symbols[] = {ICU_SORT_CALLS(SYMBOL)};
    return module_calls(MODULE_ICU_SORT, symbols, ARRAY_LEN(symbols),
                        sizeof(struct icu_sort_calls));
}
