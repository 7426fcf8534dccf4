/* SPDX-License-Identifier: MIT */
/* Any bytes as TeX text, with all flags; what comes out is read again as rich text. */
#include "base/utf8.h"
#include "tex/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct str text = arena_str(a, (struct str){(const char *)data, size});
    struct source *src = source_new(a, STR("fuzz"), text);
    for (unsigned flags = 0; flags < 8; flags++) {
        struct str rich = tex_to_rich(a, text, flags, span_make(src, 0, text.n), &d);
        if (utf8_check(text) == STR_NONE && utf8_check(rich) != STR_NONE) {
            BUG("rich text is not UTF-8");
        }
        (void)rich_to_plain(a, rich);
    }
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
