/* SPDX-License-Identifier: MIT */
/*
 * Highlights code, in the language that the first line names. Checked: the pieces follow each
 * other and cover all of the code.
 */
#include "model/highlight/highlight.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct str text = {(const char *)data, size};
    struct str name = str_cut(&text, '\n');
    const struct highlight_language *language = highlight_find(name);
    if (!language) {
        return 0;
    }
    struct arena *a = arena_new();
    size_t n = 0, total = 0;
    const struct highlight_piece *p = highlight_text(a, language, text, &n);
    for (size_t i = 0; i < n; i++) {
        if (p[i].n == 0 || (i > 0 && p[i].kind == p[i - 1].kind)) {
            BUG("an empty piece, or two of one kind beside one another");
        }
        total += p[i].n;
    }
    if (total != text.n) {
        BUG("pieces do not add up to the text");
    }
    arena_drop(a);
    return 0;
}
