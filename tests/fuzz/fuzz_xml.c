/* SPDX-License-Identifier: MIT */
/* Any bytes as XML: no crash, no leak, no more time than the text deserves. */
#include "data/xml.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    const struct xml_node *root = xml_parse(in.arena, in.src, &in.diags);
    if (root) {
        (void)xml_text(in.arena, root);
    } else if (in.diags.n == 0) {
        BUG("nothing was read and nothing was said");
    }
    return fuzz_end(&in);
}
