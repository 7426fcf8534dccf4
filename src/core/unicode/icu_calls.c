/* SPDX-License-Identifier: MIT */
/*
 * Loads ICU's common library on the first call and finds the functions that the module uses.
 */
#include "core/unicode/icu_calls.h"

/* the name of the function with the version suffix that ICU's headers append */
#define TEXT(name) #name

const struct icu_calls *icu_common(void) {
    static const struct module_symbol symbols[] = {
#define CALL(name) {TEXT(name), offsetof(struct icu_calls, name)},
#include "core/unicode/icu_calls.def"
#undef CALL
    };
    return module_calls(MODULE_ICU, symbols, ARRAY_LEN(symbols), sizeof(struct icu_calls));
}
