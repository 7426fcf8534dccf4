/* SPDX-License-Identifier: MIT */
/* Reads any bytes as JSON, in bounded time. */
#include "core/data/json.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    const struct node *root = json_parse(in.arena, in.src, &in.diags);
    if (root) { /* what was read can be written and read again */
        struct buf out = BUF_INIT;
        json_write(&out, root, 1);
        struct source *again = source_new(in.arena, STR("again"), buf_view(&out));
        if (!json_parse(in.arena, again, &in.diags)) {
            BUG("written JSON is no JSON");
        }
        buf_drop(&out);
    }
    return fuzz_end(&in);
}
