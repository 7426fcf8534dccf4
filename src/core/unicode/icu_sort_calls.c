/* SPDX-License-Identifier: MIT */
/*
 * Loads ICU's collation library on the first call and finds the functions that the module uses.
 */
#include "core/unicode/icu_sort_calls.h"

/* the name of the function with the version suffix that ICU's headers append */
#define TEXT(name) #name
#define SYMBOL(name) {TEXT(name), offsetof(struct icu_sort_calls, name)},

const struct icu_sort_calls *icu_sort(void) {
    static const struct module_symbol symbols[] = {ICU_SORT_CALLS(SYMBOL)};
    return module_calls(MODULE_ICU_SORT, symbols, ARRAY_LEN(symbols),
                        sizeof(struct icu_sort_calls));
}
