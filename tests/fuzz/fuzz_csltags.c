/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as a string of CSL-JSON. Checked: the rich text is valid and is the same
 * after it was written and read again, also without its marks.
 */
#include "cite/bib/item/csl_tags.h"
#include "core/base/utf8.h"
#include "fuzz.h"
#include "rich_sound.h"

static void check_again(struct arena *a, struct rich r) {
    if (!rich_is_sound(r)) {
        BUG("rich text is not sound");
    }
    if (!rich_eq(item_tags_read(a, item_tags_text(a, r)), r)) {
        BUG("rich text is another when it is read again");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    if (utf8_check(in.text) == STR_NONE) {
        struct rich r = item_tags_read(in.arena, in.text);
        check_again(in.arena, r);
        check_again(in.arena, rich_of(in.text));
        check_again(in.arena, rich_wrap(in.arena, r, RICH_ITALIC));
        check_again(in.arena, rich_trim(in.arena, r));
        check_again(in.arena, rich_slice(in.arena, r, 0, r.text.n / 2 + 1));
    }
    return fuzz_end(&in);
}
