/* SPDX-License-Identifier: MIT */
/*
 * Lays out any document. Checked: links are on their page and have a target, text is above the
 * foot of the page, every painted element is in the structure tree, and there is at least one
 * page. Image files and font names have targets of their own.
 */
#include "fuzz.h"
#include "print/layout/layout.h"
#include "read/markdown/markdown.h"

static bool is_dest(const struct pages *p, struct str name) {
    for (size_t i = 0; i < p->dests.n; i++) {
        if (str_eq(p->dests.p[i].name, name)) {
            return true;
        }
    }
    return false;
}

static void check_elem(const struct page_elem *e, const struct page_elem *root) {
    while (e && e != root) {
        const struct page_elem *k = e->parent ? e->parent->first : NULL;
        while (k && k != e) {
            k = k->next;
        }
        if (!k) {
            BUG("a painted element is not among its parent's kids");
        }
        e = e->parent;
    }
}

static void check_page(const struct pages *all, const struct page *p) {
    for (size_t i = 0; i < p->links.n; i++) {
        const struct page_link *l = &p->links.p[i];
        if (l->w <= 0 || l->h <= 0 || l->contents.n == 0 || !l->elem ||
            (l->dest.n > 0 && !is_dest(all, l->dest))) {
            BUG("a link that is none");
        }
    }
    const struct page_elem *last = NULL;
    for (size_t i = 0; i < p->items.n; i++) {
        const struct page_item *it = &p->items.p[i];
        if ((it->elem == NULL) == (it->artifact == ARTIFACT_NONE)) {
            BUG("an item is neither content nor an artifact, or both");
        }
        if (it->elem && it->elem != last) {
            check_elem(it->elem, all->root);
            last = it->elem;
        }
    }
}

/* Families that are not known by their place wake fontconfig; pictures read files. */
static bool left_out(struct str text) {
    return str_find(text, STR("font:")) != STR_NONE || str_find(text, STR("](")) != STR_NONE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct buf b = BUF_INIT;
    struct str text = fuzz_plain(&b, (struct str){(const char *)data, size});
    if (text.n == 0 || left_out(text)) {
        buf_drop(&b);
        return 0;
    }
    struct arena *a = arena_new();
    struct diags d;
    diags_init(&d, a);
    struct fonts *fonts = fonts_new(a);
    struct markdown_options md = {.format = STR("markdown")};
    struct layout_options opt = {.root = STR_EMPTY, .patterns = STR("out/patterns")};
    struct doc *doc = markdown_parse(a, source_new(a, STR("fuzz"), text), &md, &d);
    doc_make_contents(doc);
    struct pages *p = layout_document(a, doc, fonts, &opt, &d);
    if (p->pages.n == 0) {
        BUG("no page at all");
    }
    for (size_t i = 0; i < p->pages.n; i++) {
        check_page(p, p->pages.p[i]);
    }
    pages_drop(p);
    fonts_drop(fonts);
    diags_drop(&d);
    arena_drop(a);
    buf_drop(&b);
    return 0;
}
