/* SPDX-License-Identifier: MIT */
/*
 * Reads any bytes as a finished PDF, and as a content stream. Checked: the parts of the result
 * are consistent.
 */
#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "print/pdfread/document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_text(struct str s) {
    if (utf8_check(s) != STR_NONE) {
        BUG("text that is handed out is UTF-8");
    }
}

static bool on_string(void *user, const struct pdfread_string *s) {
    size_t *n = user;
    return ++*n < 100000 && s->object >= 0;
}

static bool on_stream(void *user, const struct pdfread_stream_info *s) {
    size_t *n = user;
    *n += s->data.n;
    return s->object > 0 && s->dict;
}

static void look_at_pages(struct pdfread_document *doc) {
    size_t n;
    const struct pdfread_page *pages = pdfread_pages(doc, &n);
    for (size_t i = 0; i < n; i++) {
        const struct pdfread_page_text *t = pdfread_page_text(doc, i);
        size_t at = 0;
        for (size_t k = 0; k < t->nlines; k++) {
            check_text(t->lines[k].text);
            if (t->lines[k].from != at || t->lines[k].to <= at) {
                BUG("each run is on one line");
            }
            at = t->lines[k].to;
        }
        if (at != t->nruns) {
            BUG("a run is on no line");
        }
        for (size_t k = 0; k < pages[i].nlinks; k++) {
            const struct pdfread_link *l = &pages[i].links[k];
            if (l->to.found && (!l->inside || l->to.page >= n)) {
                BUG("a link leads to a page that is not there");
            }
        }
        for (size_t k = 0; k < t->nruns; k++) {
            (void)pdfread_holder_of_content(doc, t->runs[k].owner, t->runs[k].mcid);
        }
    }
}

static void look_at_tree(struct pdfread_document *doc) {
    const struct pdfread_tree *tree = pdfread_tree(doc);
    for (size_t i = 0; i < tree->n; i++) {
        const struct pdfread_element *e = &tree->elements[i];
        if (e->parent != SIZE_MAX && e->parent >= i) {
            BUG("an element is behind its parent");
        }
        for (size_t k = 0; k < e->nkids; k++) {
            if (e->kids[k].kind == PDFREAD_ELEMENT &&
                tree->elements[e->kids[k].element].parent != i) {
                BUG("a kid has another parent");
            }
        }
        if (e->object && pdfread_element_of(doc, e->object) != i) {
            BUG("an element is found by its object");
        }
    }
    (void)pdfread_parent_tree(doc, 0);
}

static void read_content(struct arena *a, struct str s) {
    struct pdfread_lexer x = {.arena = a, .s = s};
    struct pdfread_value v;
    for (size_t before = 0; pdfread_next(&x, &v); before = x.at) {
        if (x.at <= before || x.at > s.n) {
            BUG("reading moves on, and not too far");
        }
        check_text(pdfread_text(a, &v));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct str bytes = {(const char *)data, size};
    read_content(a, bytes);
    struct pdfread_document *doc = pdfread_document_open(a, STR("fuzz"), bytes, SPAN_NONE, &d);
    if (!doc != (d.n > 0)) {
        BUG("a PDF that cannot be read is reported");
    }
    if (doc) {
        size_t n = 0, names;
        look_at_pages(doc);
        look_at_tree(doc);
        (void)pdfread_names(doc, &names);
        (void)pdfread_metadata(doc);
        pdfread_each_string(doc, on_string, &n);
        n = 0;
        pdfread_each_stream(doc, on_stream, &n);
        (void)pdfread_document_is_mended(doc);
        pdfread_document_close(doc);
    }
    diags_drop(&d);
    arena_drop(a);
    return 0;
}
