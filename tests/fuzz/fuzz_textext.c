/* SPDX-License-Identifier: MIT */
/* Reads any bytes as TeX text, with all flags. Checked: the rich text is valid. */
#include "core/base/utf8.h"
#include "fuzz.h"
#include "model/tex/math/math_rich.h"
#include "rich_sound.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    for (unsigned flags = 0; flags < 8; flags++) {
        struct rich rich =
            tex_to_rich(in.arena, in.text, flags, span_make(in.src, 0, in.text.n), &in.diags);
        if (utf8_check(in.text) == STR_NONE &&
            (utf8_check(rich.text) != STR_NONE || !rich_is_sound(rich))) {
            BUG("rich text is not sound");
        }
        (void)tex_rich_plain(in.arena, rich);
    }
    return fuzz_end(&in);
}
