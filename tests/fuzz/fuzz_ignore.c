/* SPDX-License-Identifier: MIT */
/*
 * Reads any text with comments that suppress findings, in the language that the first byte
 * chooses, with a finding at every 16 bytes. Checked: only findings that a comment covers are
 * removed, and the counts are those of the list.
 */
#include "core/diag/ignore.h"
#include "fuzz.h"

DIAG_USE(DIAG_NO_ALT);
DIAG_USE(DIAG_BIB_SYNTAX);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"d.md", "d.yml", "r.bib", "s.csl", "s.css", "r.json"};
    struct fuzz in;
    if (size == 0) {
        return 0;
    }
    fuzz_begin(&in, data + 1, size - 1);
    in.src->name = str_of(names[data[0] % ARRAY_LEN(names)]);
    struct diag_ignores g = {0};
    diag_ignores_read(&g, in.src, &in.diags);
    size_t before = in.diags.n;
    for (size_t i = 0; i < in.text.n; i += 16) {
        diag_add(&in.diags, i % 32 ? DIAG_NO_ALT : DIAG_BIB_SYNTAX, span_make(in.src, i, i + 1),
                 "x");
    }
    size_t all = in.diags.n, errors = 0, warnings = 0;
    diag_ignores_apply(&g, &in.diags, false);
    if (g.list.n == 0 && in.diags.n != all) {
        BUG("a finding was lost");
    }
    for (size_t i = 0; i < in.diags.n; i++) {
        errors += in.diags.list[i]->level >= DIAG_ERROR;
        warnings += in.diags.list[i]->level == DIAG_WARNING;
    }
    if (in.diags.n < before && g.list.n == 0) {
        BUG("a fault of a comment was lost");
    }
    if (!in.diags.suppressed && (in.diags.errors != errors || in.diags.warnings != warnings)) {
        BUG("the counts are not those of the list");
    }
    diag_ignores_drop(&g);
    return fuzz_end(&in);
}
