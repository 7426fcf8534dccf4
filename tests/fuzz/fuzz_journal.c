/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as the journal of an interrupted change. Checked: the parts are within the
 * text and have their sizes.
 */
#include "core/base/journal.h"
#include "fuzz.h"

static void check_slice(struct str text, struct str s) {
    if (s.n && (s.p < text.p || s.p + s.n > text.p + text.n)) {
        BUG("a slice that is none of the journal's");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    struct file_journal_entry *e =
        ARENA_ARRAY(in.arena, struct file_journal_entry, FILE_CHANGES_MAX);
    size_t n = 0;
    if (file_journal_read(in.text, e, &n) && (n == 0 || n > FILE_CHANGES_MAX)) {
        BUG("a journal of no files");
    }
    for (size_t i = 0; i < n; i++) {
        check_slice(in.text, e[i].path);
        check_slice(in.text, e[i].before);
        check_slice(in.text, e[i].after);
    }
    return fuzz_end(&in);
}
