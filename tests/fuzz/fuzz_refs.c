/* SPDX-License-Identifier: MIT */
/* Any bytes as a citation database of each format but .bib. The first byte picks the format. */
#include "bib/bib.h"
#include "bib/format/format.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    static const enum bib_format formats[] = {BIB_CSL_JSON, BIB_CSL_YAML, BIB_RIS,
                                              BIB_AUTO,     BIB_ENDNOTE,  BIB_MEDLINE,
                                              BIB_PUBMED,   BIB_MODS,     BIB_ISI};
    struct bib *b = bib_new(in.arena);
    struct source *src = source_new(in.arena, STR("fuzz"), str_from(in.text, 1));
    (void)bib_read(b, src, formats[size ? data[0] % ARRAY_LEN(formats) : 0], &in.diags);
    size_t n = bib_count(b);
    const struct item **items = ARENA_ARRAY(in.arena, const struct item *, n + 1);
    for (size_t i = 0; i < n; i++) {
        items[i] = bib_at(b, i, &in.diags);
    }
    struct buf out;
    buf_init(&out, 0);
    (void)bib_write(in.arena, &out, BIB_CSL_YAML, items, n);
    buf_drop(&out);
    return fuzz_end(&in);
}
