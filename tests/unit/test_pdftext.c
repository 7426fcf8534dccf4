/* SPDX-License-Identifier: MIT */
/*
 * Reading of finished PDFs: values, text and its places, links, structure. The files are
 * written by hand, without a table of references, which the reader restores.
 */
#include "tap.h"

#include "print/pdfread/document.h"

/* A file of objects 1, 2, ... of which the first is the catalog. */
static struct str file(struct arena *a, const char *const *objects, size_t n) {
    struct buf b = BUF_INIT;
    buf_puts(&b, "%PDF-1.7\n");
    for (size_t i = 0; i < n; i++) {
        buf_printf(&b, "%zu 0 obj\n%s\nendobj\n", i + 1, objects[i]);
    }
    buf_printf(&b, "trailer\n<</Root 1 0 R/Size %zu>>\n", n + 1);
    return buf_finish(&b, a);
}

static void test_values(struct arena *a) {
    struct pdfread_lexer x = {
        .arena = a,
        .s = STR("/A#20b (a\\)\\101\\\n(c)) <4a4B5> [1 -2.5 12 0 R] <</K/V/A 7>> true null Tj")};
    struct pdfread_value v;
    ok(pdfread_next(&x, &v) && pdfread_is_name(&v, "A b"), "a name with a number sign");
    ok(pdfread_next(&x, &v) && v.kind == PDFREAD_STRING && str_is(v.text, "a)A(c)"), "a string");
    ok(pdfread_next(&x, &v) && str_is(v.text, "JKP") && v.odd, "half a byte is seen");
    ok(pdfread_next(&x, &v) && v.kind == PDFREAD_ARRAY && v.n == 3, "an array");
    ok(v.items[1].real < -2.4 && v.items[2].kind == PDFREAD_REFERENCE && v.items[2].number == 12,
       "with a number and a reference");
    ok(pdfread_next(&x, &v) && pdfread_is_name(pdfread_entry(&v, "K"), "V") &&
           pdfread_entry(&v, "A")->number == 7 && pdfread_entry(&v, "B")->kind == PDFREAD_NULL,
       "a dictionary");
    ok(pdfread_next(&x, &v) && v.kind == PDFREAD_BOOL && v.number == 1, "a boolean");
    ok(pdfread_next(&x, &v) && v.kind == PDFREAD_NULL, "a null");
    ok(pdfread_next(&x, &v) && v.kind == PDFREAD_OPERATOR && str_is(v.text, "Tj"), "an operator");
    ok(!pdfread_next(&x, &v), "the end");
    x = (struct pdfread_lexer){.arena = a, .s = STR("/a\vb\f/c")};
    ok(pdfread_next(&x, &v) && pdfread_is_name(&v, "a\vb") && pdfread_next(&x, &v) &&
           pdfread_is_name(&v, "c"),
       "a form feed is white space, a vertical tab is not");
    v = (struct pdfread_value){.kind = PDFREAD_STRING, .text = STR("\xFE\xFF\xD8\x35\xDC\x00")};
    is_str(pdfread_text(a, &v), "\xF0\x9D\x90\x80", "UTF-16 with surrogates");
    v.text = STR("\x84\xE9\xA0");
    is_str(pdfread_text(a, &v), "—é€", "PDFDocEncoding");
    x = (struct pdfread_lexer){.arena = a, .s = STR("BI /W 1 ID (EI( EI Q")};
    size_t n = 0;
    while (pdfread_next(&x, &v)) {
        n++;
    }
    is_int(n, 6, "the data of an inline image are no values");
}

#define FONT                                                                                       \
    "<</Type/Font/Subtype/Type1/BaseFont/X/FirstChar 32/LastChar 122/Encoding/WinAnsiEncoding"     \
    "/FontDescriptor<</MissingWidth 500>>/Widths[250]>>"

static const char *const page[] = {
    "<</Type/Catalog/Pages 2 0 R/StructTreeRoot 6 0 R/Dests<</there[3 0 R/XYZ 10 700 0]>>>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]/Resources<</Font<</F 5 0 R>>"
    "/XObject<</X 9 0 R>>>>>>",
    "<</Type/Page/Parent 2 0 R/Contents 4 0 R/StructParents 0/CropBox[10 10 590 790]"
    "/Annots[<</Subtype/Link/Rect[30 40 20 50]/Dest/there>>"
    "<</Subtype/Link/A<</S/URI/URI(http://example.org/)>>>><</Subtype/Link/Dest(nowhere)>>]>>",
    "<</Length 380>>stream\n"
    "/P<</MCID 0>>BDC BT /F 10 Tf 100 700 Td [(One)-250(two)-20(three)]TJ 0 4 Td 8 Tf ET EMC\n"
    "BT /F 7 Tf 1 0 0 1 157 704 Tm (2)Tj ET\n"
    "/Artifact BMC BT /F 10 Tf 300 20 Td (page)Tj ET EMC\n"
    "/Span<</MCID 1/ActualText(ship)>>BDC BT /F 10 Tf 100 680 Td (sh)Tj (ip)Tj ET EMC\n"
    "q 2 0 0 2 0 0 cm /X Do Q BT 3 Tr /F 5 Tf 9 9 Td (veiled)Tj ET"
    "                                                                             \nendstream",
    FONT,
    "<</Type/StructTreeRoot/K 7 0 R/RoleMap<</Para/P/Doc/Document>>/ParentTree<</Nums[0[8 0 R]]>>"
    ">>",
    "<</S/Doc/P 6 0 R/K[8 0 R 8 0 R]>>",
    "<</S/Para/P 7 0 R/Pg 3 0 R/K[0<</Type/MCR/MCID 1>>]>>",
    "<</Subtype/Form/Length 41>>stream\nBT /F 6 Tf 50 60 Td (inside)Tj ET /X Do  \nendstream",
};

static void test_page(struct arena *a) {
    struct diags d;
    diags_init(&d, a);
    struct pdfread_document *doc =
        pdfread_document_open(a, STR("x.pdf"), file(a, page, ARRAY_LEN(page)), SPAN_NONE, &d);
    ok(doc && d.n == 0, "a file without a table of references is read");
    ok(doc && pdfread_document_is_mended(doc), "and it is known that it was mended");
    size_t n;
    const struct pdfread_page *p = pdfread_pages(doc, &n);
    is_int(n, 1, "its page");
    ok(p[0].right < 590.1 && p[0].left > 9.9, "what shows of it");
    const struct pdfread_page_text *t = pdfread_page_text(doc, 0);
    is_int(t->nlines, 5, "lines");
    is_str(t->lines[0].text, "One twothree2", "a gap parts words, a superscript is on the line");
    ok(t->lines[0].x > 89.9 && t->lines[0].x < 90.1 && t->lines[0].y > 689.9, "its place");
    is_int(t->runs[0].mcid, 0, "whose content it is");
    ok(t->runs[2].artifact, "an artifact");
    is_str(t->lines[2].text, "ship", "what it stands for");
    is_str(t->runs[4].text, "ip", "and what it shows");
    is_str(t->lines[3].text, "inside", "a form is read, and not for ever");
    ok(t->lines[3].x > 89.9 && t->lines[3].x < 90.1, "at its place");
    ok(t->runs[6].hidden, "text that does not show");
    is_int(p[0].nlinks, 3, "links");
    ok(p[0].links[0].to.found && p[0].links[0].to.page == 0 && p[0].links[0].to.y > 689.9,
       "to a place");
    is_str(p[0].links[1].uri, "http://example.org/", "to an address");
    ok(p[0].links[2].inside && !p[0].links[2].to.found, "to nowhere");
    const struct pdfread_tree *tree = pdfread_tree(doc);
    is_int(tree->n, 2, "elements");
    is_str(tree->elements[1].kind, "P", "what a type stands for");
    is_int(tree->elements[1].nkids, 2, "what it holds");
    ok(tree->fault && tree->fault_object == 8, "an element that is there twice");
    is_int(pdfread_holder_of_content(doc, 3, 1), 1, "who holds content");
    is_int(pdfread_parent_tree(doc, 0)->n, 1, "the tree of parents");
    pdfread_document_close(doc);
    diags_drop(&d);
}

int main(void) {
    struct arena *a = arena_new();
    test_values(a);
    test_page(a);
    arena_drop(a);
    return tap_done();
}
