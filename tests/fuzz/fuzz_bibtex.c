/* SPDX-License-Identifier: MIT */
/* Any bytes as a .bib, in both dialects: all entries decoded, written as each format. */
#include "bib/bib.h"
#include "bib/write.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct str text = arena_str(a, (struct str){(const char *)data, size});
    for (int classic = 0; classic < 2; classic++) {
        struct bib *b = bib_new(a);
        struct source *src = source_new(a, STR("fuzz.bib"), text);
        (void)bib_read(b, src, classic ? BIB_BIBTEX : BIB_BIBLATEX, &d);
        size_t n = bib_count(b);
        const struct item **items = ARENA_ARRAY(a, const struct item *, n + 1);
        for (size_t i = 0; i < n; i++) {
            items[i] = bib_at(b, i, &d);
            (void)bib_lookup(b, items[i]->id, &d);
        }
        for (int f = BIB_BIBTEX; f < BIB_FORMAT_COUNT; f++) {
            struct buf out;
            buf_init(&out, 0);
            (void)bib_write(a, &out, (enum bib_format)f, items, n);
            buf_drop(&out);
        }
    }
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
