/* SPDX-License-Identifier: MIT */
/* Any bytes as a citation database of each format but .bib. The first byte picks the format. */
#include "bib/bib.h"
#include "bib/write.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct str text = arena_str(a, (struct str){(const char *)data, size});
    static const enum bib_format formats[] = {BIB_CSL_JSON, BIB_CSL_YAML, BIB_RIS,
                                              BIB_AUTO,     BIB_ENDNOTE,  BIB_MEDLINE,
                                              BIB_PUBMED,   BIB_MODS,     BIB_ISI};
    struct bib *b = bib_new(a);
    struct source *src = source_new(a, STR("fuzz"), str_from(text, 1));
    (void)bib_read(b, src, formats[size ? data[0] % ARRAY_LEN(formats) : 0], &d);
    size_t n = bib_count(b);
    const struct item **items = ARENA_ARRAY(a, const struct item *, n + 1);
    for (size_t i = 0; i < n; i++) {
        items[i] = bib_at(b, i, &d);
    }
    struct buf out;
    buf_init(&out, 0);
    (void)bib_write(a, &out, BIB_CSL_YAML, items, n);
    buf_drop(&out);
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
