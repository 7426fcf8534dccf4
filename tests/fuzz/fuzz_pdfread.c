/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as a PDF with attached files, and as a compressed stream. Checked: the
 * results keep their limits.
 */
#include "core/base/bounds.h"
#include "print/pdfread/open.h"
#include "print/pdfread/pdfread.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A filter expands a byte to at most 4096, and counting stops soon above the requested size. */
static void measure(struct str data) {
    static const char *const filters[] = {"/FlateDecode", "/LZWDecode", "/RunLengthDecode"};
    for (size_t i = 0; i < ARRAY_LEN(filters); i++) {
        size_t most = 1 << 20, n = pdfread_filter_size(data, str_of(filters[i]), most);
        if (n > most + 65536 || n > data.n * 4096 + 258) {
            BUG("a packed stream has no such size");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    measure((struct str){(const char *)data, size});
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct pdfread_files files;
    size_t total = 0;
    if (!pdfread_attachments(a, STR("fuzz"), (struct str){(const char *)data, size}, &files, &d) &&
        (d.n == 0 || files.n)) {
        BUG("a PDF that cannot be read is reported, and has no files");
    }
    for (size_t i = 0; i < files.n; i++) {
        total += files.p[i].data.n;
    }
    if (files.n > LIMIT_ATTACHMENTS || total > LIMIT_ATTACHMENTS_TOTAL) {
        BUG("more than the limits allow");
    }
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
