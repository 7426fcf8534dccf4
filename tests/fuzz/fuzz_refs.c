/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as a citation database. The first line names the format; without a name the
 * format is guessed.
 */
#include "cite/bib/bib.h"
#include "cite/bib/format/format.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    struct str text = in.text, name = str_cut(&text, '\n');
    enum bib_format format = bib_format_find(name);
    struct bib *b = bib_new(in.arena);
    struct source *src = source_new(in.arena, STR("fuzz"), text);
    (void)bib_read(b, src, format == BIB_FORMAT_COUNT ? BIB_AUTO : format, &in.diags);
    size_t n = bib_count(b);
    const struct item **items = ARENA_ARRAY(in.arena, const struct item *, n + 1);
    for (size_t i = 0; i < n; i++) {
        items[i] = bib_at(b, i, &in.diags);
    }
    struct buf out = BUF_INIT;
    (void)bib_write(in.arena, &out, BIB_CSL_YAML, items, n);
    buf_drop(&out);
    return fuzz_end(&in);
}
