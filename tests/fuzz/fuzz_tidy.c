/* SPDX-License-Identifier: MIT */
/* Any bytes as a .bib: checked, tidied; twice must be once. */
#include "bib/check.h"
#include "bib/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct str text = arena_str(a, (struct str){(const char *)data, size});
    struct bib *b = bib_new(a);
    (void)bib_read(b, source_new(a, STR("fuzz.bib"), text), BIB_BIBLATEX, &d);
    bib_check(b, &d);
    struct buf once, twice;
    size_t left;
    buf_init(&once, 0);
    buf_init(&twice, 0);
    if (bib_tidy(a, source_new(a, STR("fuzz.bib"), text), &once, &left, &d)) {
        struct str kept = buf_keep(&once, a);
        bool again = bib_tidy(a, source_new(a, STR("once.bib"), kept), &twice, &left, &d);
        if (!again || !str_eq(buf_view(&twice), kept)) {
            BUG("tidying twice is not tidying once");
        }
    }
    buf_drop(&once);
    buf_drop(&twice);
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
