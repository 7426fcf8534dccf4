/* SPDX-License-Identifier: MIT */
/* Reads any bytes as a list of abbreviations, and abbreviates and expands the lines of it. */
#include "cite/bib/abbreviations.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    struct source *src = source_new(in.arena, STR("fuzz"), in.text);
    struct bib_abbreviations *x = bib_abbreviations_read(in.arena, src, &in.diags);
    struct str rest = in.text;
    for (size_t i = 0; x && rest.n && i < 20; i++) {
        struct str name = str_cut(&rest, '\n');
        bib_abbreviations_add(x, name);
        (void)bib_expand(x, in.arena, bib_abbreviate(x, in.arena, name));
    }
    return fuzz_end(&in);
}
