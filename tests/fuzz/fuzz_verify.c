/* SPDX-License-Identifier: MIT */
/*
 * Verifies any bytes as a finished page and as a finished PDF, in bounded time. The first line
 * of the input is the source, the rest the output.
 */
#include "check/verify/verify.h"
#include "core/base/utf8.h"
#include "print/pdfread/pdfread.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct doc *document(struct arena *a, struct str text) {
    struct doc *doc = doc_new(a, source_new(a, STR("fuzz"), text));
    struct str rest = text;
    doc->root = doc_node_new(doc, DOC_ROOT, SPAN_NONE);
    while (rest.p) {
        struct doc_node *para = doc_node_new(doc, DOC_PARA, SPAN_NONE);
        struct str line = str_cut(&rest, '|');
        doc_append(para,
                   doc_text_new(doc, utf8_check(line) == STR_NONE ? line : STR("x"), SPAN_NONE));
        doc_append(doc->root, para);
    }
    return doc;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct str bytes = {(const char *)data, size};
    size_t end = str_index(bytes, '\n');
    struct str first = str_slice(bytes, 0, end == STR_NONE ? 0 : end);
    struct str output = str_from(bytes, first.n + (end != STR_NONE));
    struct verify_file file = {.name = STR("fuzz"), .bytes = output};
    file.expected = verify_expect(a, document(a, first), NULL, 0);
    struct verify_text *page = verify_page(a, &file, &d);
    if (!page) {
        BUG("a page can always be read");
    }
    if (pdfread_is_pdf(output)) {
        struct diags_mark before = diags_mark(&d);
        struct verify_text *pdf = verify_pdf(a, &file, &d);
        if (pdf) {
            verify_same(a, STR("page"), page, STR("PDF"), pdf, &d);
        } else if (diags_mark(&d).errors == before.errors) {
            BUG("a PDF that cannot be read is reported");
        }
    }
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
