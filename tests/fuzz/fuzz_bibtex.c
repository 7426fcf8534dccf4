/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as a .bib file, in both dialects; decodes all entries and writes them in each
 * format.
 */
#include "cite/bib/bib.h"
#include "cite/bib/format/format.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    for (int classic = 0; classic < 2; classic++) {
        struct bib *b = bib_new(in.arena);
        struct source *src = source_new(in.arena, STR("fuzz.bib"), in.text);
        (void)bib_read(b, src, classic ? BIB_BIBTEX : BIB_BIBLATEX, &in.diags);
        size_t n = bib_count(b);
        const struct item **items = ARENA_ARRAY(in.arena, const struct item *, n + 1);
        for (size_t i = 0; i < n; i++) {
            items[i] = bib_at(b, i, &in.diags);
            (void)bib_lookup(b, items[i]->id, &in.diags);
        }
        for (int f = BIB_AUTO; f < BIB_FORMAT_COUNT; f++) {
            struct buf out = BUF_INIT;
            (void)bib_write(in.arena, &out, (enum bib_format)f, items, n);
            buf_drop(&out);
        }
    }
    return fuzz_end(&in);
}
