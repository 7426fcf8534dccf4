/* SPDX-License-Identifier: MIT */
/*
 * Shows a diagnostic at any place of any bytes. Checked: it fits the width, and contains no
 * control character for a terminal. The first two bytes choose the width and the place.
 */
#include "core/base/utf8.h"
#include "core/diag/diag.h"

DIAG_USE(DIAG_BIB_DUPLICATE_KEY);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) {
        return 0;
    }
    struct arena *a = arena_new();
    struct diags d;
    struct buf out;
    diags_init(&d, a);
    buf_init(&out, 0);
    struct str text = {(const char *)data + 2, size - 2};
    struct source *src = source_new(a, STR("fuzz"), text);
    size_t begin = text.n * data[1] / 256;
    struct span span = span_make(src, begin, begin + data[0]);
    struct diag *g = diag_add(&d, DIAG_BIB_DUPLICATE_KEY, span, "%.*s", STR_ARG(text));
    diag_relate(&d, g, span_make(src, 0, size * 2), "here");
    diag_render(&out, g, &(struct diag_style){.width = data[0]});
    struct str shown = buf_view(&out);
    if (utf8_check(shown) != STR_NONE) {
        BUG("broken UTF-8 is shown");
    }
    for (size_t i = 0; i < shown.n; i++) {
        if ((unsigned char)shown.p[i] < 0x20 && shown.p[i] != '\n') {
            BUG("a control character is shown");
        }
    }
    struct line_col at = source_line_col(src, span.begin);
    if (source_line_start(src, at.line) > span.begin && span.begin <= text.n) {
        BUG("a line starts behind what it holds");
    }
    buf_drop(&out);
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
