/* SPDX-License-Identifier: MIT */
/* Reads any bytes as a table of retractions, and looks two works up in it. */
#include "cite/bib/check/retractions.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    struct source *src = source_new(in.arena, STR("fuzz"), in.text);
    struct bib_retractions *r = bib_retractions_read(in.arena, src, &in.diags);
    struct item it = {.id = STR("k")};
    item_set_text(in.arena, &it, VAR_DOI, rich_of(STR("10.1000/salt")), SPAN_NONE);
    item_set_text(in.arena, &it, VAR_PMID, rich_of(STR("77")), SPAN_NONE);
    if (r && bib_retractions_check(r, &it, &in.diags).n > 10) {
        BUG("a date that is none");
    }
    return fuzz_end(&in);
}
