/* SPDX-License-Identifier: MIT */
/*
 * Loads the functions of libharu at the first call.
 */
#define HARU_CALLS_BY_NAME
#include "print/pdf/haru_calls.h"

#define SYMBOL(name) {#name, offsetof(struct haru_calls, name)},

const struct haru_calls *haru_calls(void) {
    static const struct module_symbol symbols[] = {HARU_CALLS(SYMBOL)};
    return module_calls(MODULE_HARU, symbols, ARRAY_LEN(symbols), sizeof(struct haru_calls));
}
