/* SPDX-License-Identifier: MIT */
/*
 * Loads the functions of libjpeg at the first call.
 */
#define JPEG_CALLS_BY_NAME
#include "print/image/jpeg_calls.h"

#define SYMBOL(name) {#name, offsetof(struct jpeg_calls, name)},

const struct jpeg_calls *image_jpeg_calls(void) {
    static const struct module_symbol symbols[] = {JPEG_CALLS(SYMBOL)};
    return module_calls(MODULE_JPEG, symbols, ARRAY_LEN(symbols), sizeof(struct jpeg_calls));
}
