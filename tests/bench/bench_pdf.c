/* SPDX-License-Identifier: MIT */
/* Times the PDF writer alone on 400 tagged pages of text: NAME MILLISECONDS. */
#include "../pdf/sample_pages.h"
#include "pdf/pdf.h"

#include <stdio.h>
#include <time.h>

int main(void) {
    enum { PAGES = 400, ROUNDS = 5 };
    struct sample s;
    sample_begin(&s);
    if (!s.roman || !s.italic) {
        printf("pdf, %d tagged pages: Latin Modern is not installed\n", PAGES);
        sample_end(&s);
        return 0;
    }
    sample_text(&s, PAGES);
    struct diags d;
    diags_init(&d, s.arena);
    const struct pdf_options opt = {.epoch = -1, .producer = STR("bench")};
    clock_t best = 0;
    size_t size = 0;
    for (int i = 0; i < ROUNDS; i++) {
        struct buf out;
        buf_init(&out, 0);
        clock_t start = clock();
        if (!pdf_write(&out, &s.pages, &opt, &d)) {
            return 1;
        }
        clock_t spent = clock() - start;
        best = i == 0 || spent < best ? spent : best;
        size = out.n;
        buf_drop(&out);
    }
    printf("pdf, %d tagged pages, %zu kB %ld\n", PAGES, size / 1000,
           (long)(best * 1000 / CLOCKS_PER_SEC));
    diags_drop(&d);
    sample_end(&s);
    return 0;
}
