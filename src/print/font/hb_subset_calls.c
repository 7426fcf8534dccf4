/* SPDX-License-Identifier: MIT */
/*
 * The functions of HarfBuzz's library of subsets: finds them when the first is called.
 */
#define HB_SUBSET_CALLS_BY_NAME
#include "print/font/hb_subset_calls.h"

#define SYMBOL(name) {#name, offsetof(struct hb_subset_calls, name)},

const struct hb_subset_calls *font_hb_subset(void) {
    static const struct module_symbol symbols[] = {HB_SUBSET_CALLS(SYMBOL)};
    return module_calls(MODULE_HARFBUZZ_SUBSET, symbols, ARRAY_LEN(symbols),
                        sizeof(struct hb_subset_calls));
}
