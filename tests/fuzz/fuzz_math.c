/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as TeX math, and as definitions of macros for it. Checked: the tree is
 * bounded, and the tags of the MathML are balanced.
 */
#include "core/base/utf8.h"
#include "model/tex/math/math.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** Every start tag has its end tag: no text in the output holds a raw '<'. */
static bool is_balanced(struct str s) {
    long depth = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] != '<') {
            continue;
        }
        size_t end = i;
        while (end < s.n && s.p[end] != '>') {
            end++;
        }
        if (end == s.n || i + 1 >= s.n) {
            return false;
        }
        depth += s.p[i + 1] == '/' ? -1 : s.p[end - 1] == '/' ? 0 : 1;
        if (depth < 0) {
            return false;
        }
    }
    return depth == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct str input = {(const char *)data, size};
    if (utf8_check(input) != STR_NONE) {
        return 0; /* text is checked before it comes here */
    }
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct str text = arena_str(a, input);
    struct source *src = source_new(a, STR("fuzz"), text);
    struct span at = span_make(src, 0, text.n);
    const struct math_macro *macros = math_macros_read(a, NULL, text, at, &d);
    if (math_macros_length(a, text) > text.n) {
        BUG("definitions longer than their text");
    }
    struct math *m = math_parse(a, text, at, size % 3 ? NULL : macros, NULL, &d);
    struct math_count count = {.letters = size % 2 == 0};
    (void)math_number_lines(a, m, size % 5 == 0, &count);
    struct buf out = BUF_INIT;
    math_to_plain(&out, m);
    buf_clear(&out);
    math_to_mathml(&out, m, size % 2 == 0);
    if (!is_balanced(buf_view(&out))) {
        BUG("unbalanced MathML");
    }
    buf_drop(&out);
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
