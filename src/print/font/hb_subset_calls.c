/* SPDX-License-Identifier: MIT */
/*
 * Loads the functions of HarfBuzz's subset library at the first call.
 */
#define HB_SUBSET_CALLS_BY_NAME
#include "print/font/hb_subset_calls.h"

#define SYMBOL(name) {#name, offsetof(struct hb_subset_calls, name)},

const struct hb_subset_calls *font_hb_subset(void) {
    static const struct module_symbol symbols[] = {HB_SUBSET_CALLS(SYMBOL)};
    return module_calls(MODULE_HARFBUZZ_SUBSET, symbols, ARRAY_LEN(symbols),
                        sizeof(struct hb_subset_calls));
}
