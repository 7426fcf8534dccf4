/* SPDX-License-Identifier: MIT */
/* Any bytes as XML: no crash, no leak, no more time than the text deserves. */
#include "data/xml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct str text = arena_str(a, (struct str){(const char *)data, size});
    struct source *src = source_new(a, STR("fuzz"), text);
    const struct xml_node *root = xml_parse(a, src, &d);
    if (root) {
        (void)xml_text(a, root);
    } else if (d.n == 0) {
        BUG("nothing was read and nothing was said");
    }
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
