/* SPDX-License-Identifier: MIT */
/* Any bytes as YAML: no crash, no leak, no more time than the text deserves. */
#include "data/yaml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct str text = arena_str(a, (struct str){(const char *)data, size});
    struct source *src = source_new(a, STR("fuzz"), text);
    const struct node *root = yaml_parse(a, src, 0, text.n, &d);
    struct span span;
    (void)node_text_span(root, &span);
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
