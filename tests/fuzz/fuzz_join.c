/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as a PDF and joins it with itself. The result can be read again and has the pages
 * of both.
 */
#include "core/base/buf.h"
#include "fuzz.h"
#include "print/pdfread/join.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz in;
    fuzz_begin(&in, data, size);
    struct pdfread_part parts[2];
    for (size_t i = 0; i < 2; i++) {
        parts[i].title = STR("A part");
        parts[i].doc = pdfread_document_open(in.arena, STR("fuzz"), in.text, SPAN_NONE, &in.diags);
    }
    if (parts[0].doc && parts[1].doc) {
        struct buf out = BUF_INIT;
        size_t n = pdfread_join(in.arena, parts, 2, STR("Both"), STR("en"), &out), again = 0;
        struct pdfread_document *whole =
            n ? pdfread_document_open(in.arena, STR("joined"), buf_view(&out), SPAN_NONE, &in.diags)
              : NULL;
        if (n && !whole) {
            BUG("a joined PDF that cannot be read");
        }
        if (whole) {
            (void)pdfread_pages(whole, &again);
            pdfread_document_close(whole);
        }
        if (again > n) {
            BUG("more pages than were joined");
        }
        buf_drop(&out);
    }
    for (size_t i = 0; i < 2; i++) {
        if (parts[i].doc) {
            pdfread_document_close(parts[i].doc);
        }
    }
    return fuzz_end(&in);
}
