/* SPDX-License-Identifier: MIT */
/* Reads any bytes as YAML, in bounded time. */
#include "core/data/yaml.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    const struct node *root = yaml_parse(in.arena, in.src, 0, in.text.n, &in.diags);
    struct span span;
    (void)node_text_span(root, &span);
    return fuzz_end(&in);
}
