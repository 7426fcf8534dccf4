/* SPDX-License-Identifier: MIT */
/* Rewrites any bytes as a fragment for content systems and for e-mail. Checked: no script comes
 * through. */
#include "fuzz.h"
#include "write/web/fragment.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    for (int email = 0; email < 2; email++) {
        struct web_fragment opt = {.email = email,
                                   .base = email ? STR("https://a.example/b/c.html") : STR_EMPTY};
        struct buf out = BUF_INIT;
        web_fragment(&out, in.text, &opt, &in.diags);
        if (str_find(buf_view(&out), STR("<script")) != STR_NONE) {
            abort();
        }
        buf_drop(&out);
    }
    return fuzz_end(&in);
}
