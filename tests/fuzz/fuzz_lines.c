/* SPDX-License-Identifier: MIT */
/*
 * Breaks any text in alternating styles into lines. The first bytes choose width, alignment,
 * direction and styles; `I` and `E` begin and end isolates. Checked: pieces and clusters are
 * within their text, positions are finite, no line is lost.
 */
#include "print/layout/text/para_builder.h"

#include "core/base/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct inline_line *lines, size_t n) {
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < lines[i].n; k++) {
            const struct inline_piece *p = &lines[i].pieces[k];
            if (p->kind != INLINE_TEXT) {
                continue;
            }
            for (size_t g = 0; g < p->text.n; g++) {
                if (page_text_cluster(&p->text, g) > p->text.text.n) {
                    BUG("a cluster outside of its text");
                }
            }
            if (p->text.expansion < 9700 || p->text.expansion > 10300) {
                BUG("letters stretched out of bounds");
            }
        }
    }
}

/* Characters that only fontconfig might find would cost a hundred times the rest: they become
 * letters. */
static struct str plain(struct buf *b, struct str text) {
    for (size_t at = 0; at < text.n;) {
        uint32_t cp = utf8_next(text, &at);
        bool known = cp < 0x530 || (cp >= 0x1E00 && cp < 0x2070) || (cp >= 0x3000 && cp < 0x3100) ||
                     (cp >= 0x4E00 && cp < 0x9F00) || (cp >= 0x5D0 && cp < 0x5EB) ||
                     (cp >= 0x627 && cp < 0x64B);
        buf_rune(b, known ? cp : 'a' + cp % 26);
    }
    return buf_view(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 4) {
        return 0;
    }
    struct arena *a = arena_new();
    struct fonts *fonts = fonts_new(a);
    struct shaper *s = shaper_new(a, a, fonts);
    struct buf buf = BUF_INIT;
    struct str text = plain(&buf, (struct str){(const char *)data + 4, size - 4});
    struct inline_style styles[2] = {{.size = 10 * SP_PT, .features = 3, .lang = STR("it")}};
    styles[0].font = fonts_find(fonts, STR("Latin Modern Roman"), 0, 10 * SP_PT, NULL);
    styles[0].flags = data[0];
    styles[0].rtl = (data[3] & 1) != 0;
    styles[1] = styles[0];
    styles[1].flags = data[1];
    if (styles[0].font != NULL) {
        struct inline_builder *b = inline_new(s);
        struct para_params p;
        size_t n;
        sp narrow, wide;
        for (size_t i = 0; i < text.n; i += 1u + data[2]) {
            char sign = text.p[i];
            inline_text(b, &styles[i / (1u + data[2]) % 2], str_slice(text, i, i + 1u + data[2]));
            if (sign == 'M') {
                inline_mark(b, b, NULL);
            } else if (sign == 'B') {
                inline_box(b, data[3] * SP_PT, SP_PT, SP_PT, b, NULL);
            } else if (sign == 'I') {
                inline_isolate(b, (enum unicode_direction)(i % 3));
            } else if (sign == 'E') {
                inline_isolate_end(b);
            } else if (sign == 'G') {
                inline_glue(b, SP_PT, SP_PT, SP_PT, data[3] % 2, b);
            }
        }
        para_params_init(&p, data[3] * 3 * SP_PT);
        p.looseness = data[0] % 3 - 1;
        struct inline_line *lines = inline_break(b, &p, (enum inline_align)(data[1] % 6), &n);
        check(lines, n);
        inline_measure(b, &narrow, &wide);
        inline_drop(b);
    }
    buf_drop(&buf);
    shaper_drop(s);
    fonts_drop(fonts);
    arena_drop(a);
    return 0;
}
