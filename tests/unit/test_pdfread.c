/* SPDX-License-Identifier: MIT */
/*
 * Files through the PDF writer and out of it again by another library's eyes. What strangers' PDFs
 * do is tests/pdf/check_extract's.
 */
#include "tap.h"

#include "../pdf/sample_pages.h"
#include "pdf/pdf.h"
#include "pdfread/pdfread.h"

static const struct pdf_attachment files[] = {
    {STR_INIT("zebra.md"), STR_INIT("text/markdown"), STR_INIT("Source (of \\ all)"),
     PDF_RELATION_SOURCE, STR_INIT("# Zebra\n")},
    {STR_INIT("data/Ünïcode (1).bib"), STR_INIT("application/x-bibtex"), STR_INIT(""),
     PDF_RELATION_SOURCE, STR_INIT("@a{b}\0\xFF\r\n")},
    {STR_INIT("empty.json"), STR_INIT("application/vnd.x+json"), STR_INIT("nothing"),
     PDF_RELATION_DATA, STR_INIT("")},
};

static void write_files(struct sample *s, int64_t epoch, struct buf *out) {
    struct diags d;
    diags_init(&d, s->arena);
    const struct pdf_options opt = {.epoch = epoch,
                                    .standards = PDF_UA_1 | PDF_A_3A,
                                    .attachments = files,
                                    .nattachments = ARRAY_LEN(files)};
    buf_init(out, 0);
    ok(pdf_write(out, &s->pages, &opt, &d) && d.n == 0, "a PDF with files inside");
    diags_drop(&d);
}

static void test_round_trip(struct sample *s) {
    struct buf b, dated;
    write_files(s, -1, &b);
    write_files(s, 1700000000, &dated);
    ok(str_find(buf_view(&b), STR("/ModDate")) == STR_NONE, "files have no date unasked");
    ok(str_find(buf_view(&dated), STR("/Size 8/ModDate(D:20231114221320Z)")) != STR_NONE,
       "and the given one else");
    struct diags d;
    diags_init(&d, s->arena);
    struct pdfread_files got;
    ok(pdfread_attachments(s->arena, STR("x.pdf"), buf_view(&b), &got, &d) && d.n == 0,
       "it is read without a word");
    static const size_t order[] = {1, 2, 0}; /* by name */
    if (is_int(got.n, ARRAY_LEN(files), "each file once, though two lists name it")) {
        for (size_t i = 0; i < got.n; i++) {
            const struct pdf_attachment *want = &files[order[i]];
            is_str(got.p[i].name, want->name.p, "its name");
            is_str(got.p[i].mime, want->mime.p, "its kind");
            ok(str_eq(got.p[i].data, want->bytes), "its bytes");
            ok(got.p[i].is_source == (want->relation == PDF_RELATION_SOURCE), "what it is");
        }
    }
    diags_drop(&d);
    buf_drop(&b);
    buf_drop(&dated);
}

static void test_faults(struct sample *s) {
    static const struct {
        struct str bytes;
        const char *text;
    } cases[] = {{STR_INIT(""), "`x.pdf` is no PDF"},
                 {STR_INIT("some text"), "`x.pdf` is no PDF"},
                 {STR_INIT("%PDF-1.7\nsome text"), "`x.pdf` is damaged beyond repair"}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct diags d;
        diags_init(&d, s->arena);
        struct pdfread_files got;
        ok(!pdfread_attachments(s->arena, STR("x.pdf"), cases[i].bytes, &got, &d) && got.n == 0,
           "what is no PDF is none");
        is_str(d.n ? d.list[0]->text : STR_EMPTY, cases[i].text, "and is reported");
        diags_drop(&d);
    }
}

int main(void) {
    struct sample s;
    sample_begin(&s);
    test_faults(&s);
    if (s.roman) {
        sample_piece(&s, sample_elem(&s, s.pages.root, ROLE_P), s.roman, STR("x"), NULL);
        test_round_trip(&s);
    } else {
        skip("Latin Modern is not installed");
    }
    sample_end(&s);
    return tap_done();
}
