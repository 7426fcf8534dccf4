/* SPDX-License-Identifier: MIT */
/*
 * Loads the functions of HarfBuzz at the first call.
 */
#define HB_CALLS_BY_NAME
#include "print/font/hb_calls.h"

#define SYMBOL(name) {#name, offsetof(struct hb_calls, name)},

const struct hb_calls *font_hb(void) {
    static const struct module_symbol symbols[] = {HB_CALLS(SYMBOL)};
    return module_calls(MODULE_HARFBUZZ, symbols, ARRAY_LEN(symbols), sizeof(struct hb_calls));
}
