/* SPDX-License-Identifier: MIT */
/*
 * Loads the functions of fontconfig at the first call.
 */
#define FC_CALLS_BY_NAME
#include "print/font/fc_calls.h"

const struct fc_calls *font_fc(void) {
    static const struct module_symbol symbols[] = {
#define CALL(name) {#name, offsetof(struct fc_calls, name)},
#include "print/font/fc_calls.def"
#undef CALL
    };
    return module_calls(MODULE_FONTCONFIG, symbols, ARRAY_LEN(symbols), sizeof(struct fc_calls));
}
