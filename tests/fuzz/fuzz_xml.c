/* SPDX-License-Identifier: MIT */
/* Any bytes as XML: no crash, no leak, time in proportion to the length, and either a tree or a
 * diagnostic. A tree is the same after it was packed. Any bytes are unpacked, too. */
#include "core/data/xml.h"
#include "fuzz.h"
#include "same_xml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    const struct xml_node *root = xml_parse(in.arena, in.src, &in.diags);
    if (root) {
        (void)xml_text(in.arena, root);
        struct buf packed = BUF_INIT;
        xml_pack(&packed, root);
        if (!same_xml(root, xml_unpack(in.arena, in.src, buf_view(&packed)))) {
            BUG("another tree after packing");
        }
        buf_drop(&packed);
    } else if (in.diags.n == 0) {
        BUG("neither a tree nor a diagnostic");
    }
    (void)xml_unpack(in.arena, in.src, in.src->text);
    return fuzz_end(&in);
}
