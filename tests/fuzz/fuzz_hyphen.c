/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as a file or a list of hyphenation patterns, and hyphenates the words of the
 * last line with them.
 */
#include "print/layout/text/hyphen.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void cut(const struct hyphens *h, struct str text) {
    size_t from = text.n;
    if (h == NULL) {
        return;
    }
    while (from > 0 && text.p[from - 1] != '\n') {
        from--;
    }
    struct str word = str_from(text, from);
    bool *breaks = xcalloc(word.n + 1, sizeof *breaks);
    hyphens_find(h, word, 0, 0, breaks);
    hyphens_find(h, word, 1, 1, breaks);
    free(breaks);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct str text = {(const char *)data, size};
    cut(hyphens_read(a, text), text);
    cut(hyphens_read_plain(a, text, 2, 3), text);
    arena_drop(a);
    return 0;
}
