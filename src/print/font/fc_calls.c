/* SPDX-License-Identifier: MIT */
/*
 * Loads the functions of fontconfig at the first call.
 */
#define FC_CALLS_BY_NAME
#include "print/font/fc_calls.h"

#define SYMBOL(name) {#name, offsetof(struct fc_calls, name)},

const struct fc_calls *font_fc(void) {
    static const struct module_symbol symbols[] = {FC_CALLS(SYMBOL)};
    return module_calls(MODULE_FONTCONFIG, symbols, ARRAY_LEN(symbols), sizeof(struct fc_calls));
}
