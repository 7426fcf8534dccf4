/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as LaTeX and as the text of a document. Checked: pairs open before they
 * close, macros keep their limits.
 */
#include "core/base/utf8.h"
#include "fuzz.h"
#include "model/tex/latex/ltx.h"
#include "read/markdown/markdown.h"

static void check_pairs(struct fuzz *in) {
    struct ltx_text t;
    ltx_pair(in->arena, &t, in->text, true);
    for (size_t i = 0; i < t.n; i++) {
        bool order = i == 0 || t.pairs[i - 1].open < t.pairs[i].open;
        bool closed = t.pairs[i].close == UINT32_MAX || t.pairs[i].close > t.pairs[i].open;
        if (!order || !closed) {
            BUG("pairs are not sound");
        }
    }
}

static void check_macros(struct fuzz *in) {
    const struct math_macro *macros = NULL;
    struct source_builder b;
    size_t budget = 100000;
    source_build(&b, in->arena, 0);
    (void)ltx_expand(in->arena, in->text, span_make(in->src, 0, in->text.n), &macros, &budget,
                     &in->diags, &b);
    (void)source_built(&b, STR("expanded"));
}

/* The bytes within an environment, in text, and in the front matter's author. */
static void check_document(struct fuzz *in) {
    static const char *const forms[] = {"\\begin{center}\n%.*s\n\\end{center}\n", "a %.*s b\n",
                                        "---\nauthor: x %.*s\n---\n"};
    static const int64_t epoch = 0;
    struct markdown_options opt = {.epoch = &epoch};
    for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
        struct buf b = BUF_INIT;
        for (const char *p = forms[i]; *p; p++) {
            if (*p == '%') {
                buf_str(&b, in->text);
                p += 3;
            } else {
                buf_putc(&b, *p);
            }
        }
        struct source *src = source_new(in->arena, STR("fuzz"), buf_keep(&b, in->arena));
        (void)markdown_parse(in->arena, src, &opt, &in->diags);
        buf_drop(&b);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    check_pairs(&in);
    check_macros(&in);
    if (utf8_check(in.text) == STR_NONE) {
        check_document(&in);
    }
    return fuzz_end(&in);
}
