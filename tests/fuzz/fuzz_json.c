/* SPDX-License-Identifier: MIT */
/* Any bytes as JSON: no crash, no leak, no more time than the text deserves. */
#include "data/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct str text = arena_str(a, (struct str){(const char *)data, size});
    struct source *src = source_new(a, STR("fuzz"), text);
    const struct node *root = json_parse(a, src, &d);
    if (root) { /* what was read can be written and read again */
        struct buf out;
        buf_init(&out, 0);
        json_write(&out, root, 1);
        struct source *again = source_new(a, STR("again"), buf_view(&out));
        if (!json_parse(a, again, &d)) {
            BUG("written JSON is no JSON");
        }
        buf_drop(&out);
    }
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
