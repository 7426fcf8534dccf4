/* SPDX-License-Identifier: MIT */
/*
 * Loads the functions of HarfBuzz at the first call.
 */
#include "print/font/hb_calls.h"

const struct hb_calls *font_hb(void) {
    static const struct module_symbol symbols[] = {
#define CALL(name) {#name, offsetof(struct hb_calls, name)},
#include "print/font/hb_calls.def"
#undef CALL
    };
    return module_calls(MODULE_HARFBUZZ, symbols, ARRAY_LEN(symbols), sizeof(struct hb_calls));
}
