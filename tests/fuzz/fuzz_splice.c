/* SPDX-License-Identifier: MIT */
/* Any three texts as a page, and as pages of one entry as it was and as it is: what is put into the
 * page that has that entry alone makes the other one. */
#include "fuzz.h"
#include "job/site/delta.h"

#define BETWEEN STR("\n----\n") /* the texts */

static struct str cut(struct str *rest) {
    size_t at = str_find(*rest, BETWEEN);
    struct str text = str_slice(*rest, 0, at == STR_NONE ? rest->n : at);
    *rest = str_from(*rest, at == STR_NONE ? rest->n : at + BETWEEN.n);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    struct str rest = in.text, page = cut(&rest), before = cut(&rest), after = rest;
    struct buf out;
    buf_init(&out, 0);
    (void)site_splice(page, before, after, &out);
    buf_clear(&out);
    if (site_splice(before, before, after, &out) == SITE_SPLICED &&
        !str_eq(buf_view(&out), after)) {
        BUG("an entry in its own place makes another page");
    }
    buf_drop(&out);
    return fuzz_end(&in);
}
