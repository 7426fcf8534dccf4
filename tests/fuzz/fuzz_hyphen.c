/* SPDX-License-Identifier: MIT */
/* Pattern files: any bytes are read or refused, and then cut the words of the input's last line
 * without harm. */
#include "layout/text/hyphen.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct str text = {(const char *)data, size};
    struct hyphens *h = hyphens_read(a, text);
    if (h != NULL) {
        size_t from = size;
        while (from > 0 && data[from - 1] != '\n') {
            from--;
        }
        struct str word = str_from(text, from);
        bool *breaks = xcalloc(word.n + 1, sizeof *breaks);
        hyphens_find(h, word, 0, 0, breaks);
        hyphens_find(h, word, 1, 1, breaks);
        free(breaks);
    }
    arena_drop(a);
    return 0;
}
