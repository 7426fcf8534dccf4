/* SPDX-License-Identifier: MIT */
/*
 * The functions of ICU's common library that this room calls: finds them when the first is called.
 */
#define ICU_CALLS_BY_NAME
#include "core/unicode/icu_calls.h"

#define TEXT(name) #name /* with the version that the headers append */
#define SYMBOL(name) {TEXT(name), offsetof(struct icu_calls, name)},

const struct icu_calls *icu_common(void) {
    static const struct module_symbol symbols[] = {ICU_CALLS(SYMBOL)};
    return module_calls(MODULE_ICU, symbols, ARRAY_LEN(symbols), sizeof(struct icu_calls));
}
