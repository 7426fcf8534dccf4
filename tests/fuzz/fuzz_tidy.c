/* SPDX-License-Identifier: MIT */
/* Checks and tidies any bytes as a .bib file. Checked: tidying twice is the same as once. */
#include "cite/bib/bibtex/bib_text.h"
#include "cite/bib/check/check.h"
#include "cite/bib/tidy.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    struct bib *b = bib_new(in.arena);
    (void)bib_read(b, source_new(in.arena, STR("fuzz.bib"), in.text), BIB_BIBLATEX, &in.diags);
    bib_check(b, &in.diags);
    struct buf once, twice;
    size_t left;
    buf_init(&once, 0);
    buf_init(&twice, 0);
    bool sort = size % 2 == 0;
    if (bib_tidy(source_new(in.arena, STR("fuzz.bib"), in.text), sort, &once, &left, &in.diags)) {
        struct str kept = buf_keep(&once, in.arena);
        bool again =
            bib_tidy(source_new(in.arena, STR("once.bib"), kept), sort, &twice, &left, &in.diags);
        if (!again || !str_eq(buf_view(&twice), kept)) {
            BUG("tidying twice is not tidying once");
        }
    }
    buf_drop(&once);
    buf_drop(&twice);
    return fuzz_end(&in);
}
