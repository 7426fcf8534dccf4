/* SPDX-License-Identifier: MIT */
/* Any bytes as XML: no crash, no leak, time in proportion to the length, and either a tree or a
 * diagnostic. */
#include "core/data/xml.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    const struct xml_node *root = xml_parse(in.arena, in.src, &in.diags);
    if (root) {
        (void)xml_text(in.arena, root);
    } else if (in.diags.n == 0) {
        BUG("neither a tree nor a diagnostic");
    }
    return fuzz_end(&in);
}
