/* SPDX-License-Identifier: MIT */
/*
 * Runs all checks of a PDF in their order.
 */
#include "check/verify/verify_internal.h"

DIAG_USE(DIAG_VERIFY_DAMAGED);
DIAG_USE(DIAG_VERIFY_FONT);

enum { SHOWN = 5 };

/** Reports visible glyphs without a text, with their lines. */
static void check_unknown(struct verify_pdf *v) {
    size_t shown = 0;
    for (size_t p = 0; p < v->npages; p++) {
        const struct pdfread_page_text *t = pdfread_page_text(v->doc, p);
        for (size_t i = 0; i < t->nruns && shown < SHOWN; i++) {
            const struct pdfread_run *r = &t->runs[i];
            if (r->unknown && !r->has_actual && !r->artifact && r->owner == v->pages[p].object) {
                shown++;
                diag_add(v->d, DIAG_VERIFY_FONT, verify_whole(v),
                         "page %zu, line %u: %u glyph%s without text%s%.*s%s", p + 1, r->line,
                         r->unknown, r->unknown == 1 ? "" : "s", r->text.n ? " beside `" : "",
                         STR_ARG(str_slice(r->text, 0, 60)), r->text.n ? "`" : "");
            }
        }
    }
}

static void look(struct verify_pdf *v, const struct verify_file *file, struct verify_text *said) {
    if (!file->only_words) {
        verify_pdf_rules(v);
        verify_pdf_links(v);
        verify_pdf_calm(v);
        if (v->tree->n) {
            check_unknown(v);
        }
    }
    if (file->expected) {
        verify_compare(v->arena, file->expected, said, v->name, v->d);
    }
    if (!file->only_words && pdfread_document_is_mended(v->doc)) {
        diag_add(v->d, DIAG_VERIFY_DAMAGED, verify_whole(v),
                 "the file is damaged: it had to be repaired to be read");
    }
    if (pdfread_document_is_cut(v->doc)) {
        diag_add(v->d, DIAG_VERIFY_DAMAGED, verify_whole(v),
                 "the file is too large to be checked completely");
    }
}

struct verify_text *verify_pdf(struct arena *a, const struct verify_file *file, struct diags *d) {
    struct verify_pdf v = {.arena = a, .name = file->name, .d = d};
    v.src = source_new(a, file->name, STR_EMPTY);
    v.doc = pdfread_document_open(a, file->name, file->bytes, verify_whole(&v), d);
    if (!v.doc) {
        return NULL;
    }
    v.pages = pdfread_pages(v.doc, &v.npages);
    v.tree = pdfread_tree(v.doc);
    v.lang = pdfread_get_text(v.doc, pdfread_catalog(v.doc), "Lang");
    verify_pdf_order(&v);
    struct verify_text *said = verify_pdf_text(&v);
    look(&v, file, said);
    pdfread_document_close(v.doc);
    return said;
}
