/* SPDX-License-Identifier: MIT */
/* Reads any bytes as TOML, and as a page with front matter in TOML, in bounded time. */
#include "core/data/toml.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    (void)toml_parse(in.arena, in.src, 0, in.text.n, &in.diags);
    (void)toml_front_as_yaml(in.arena, STR("page.md"), in.text, &in.diags);
    return fuzz_end(&in);
}
