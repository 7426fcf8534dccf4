/* SPDX-License-Identifier: MIT */
/*
 * Files that the PDF writer wrote, read again by another library. tests/pdf/check_extract tests
 * PDFs of other programs.
 */
#include "tap.h"

#include "../pdf/sample_pages.h"
#include "print/pdf/pdf.h"
#include "print/pdfread/open.h"
#include "print/pdfread/pdfread.h"

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

/* What three kinds of blocks stand for (RFC 1951, 3.2.3): stored, with the fixed code, with a code
 * of their own. */
static void test_sizes(void) {
    static const char stored[] =
        "\x78\x01\x01\x07\x00\xF8\xFF\x61\x62\x63\x64\x65\x66\x67\x0A\xDB\x02\xBD";
    static const char fixed[] =
        "\x78\x01\x4B\x4C\x1C\x05\xA3\x60\x14\x0C\x77\x90\x94\x9C\x02\x00\x6D\x2E\x7C\x21";
    static const char dynamic[] =
        "\x78\xDA\x25\x52\x89\x11\xC3\x20\x0C\x5B\xC5\xAB\x49\xC6\xEF\xFE\x03\x54\x4E\xB9\x0B\x49"
        "\x30\xE8\xC3\x44\x2E\xB0\x4E\xEE\x16\x08\x2B\x68\x7E\xF0\xAD\xAE\x41\x42\x45\x7A\xBF\xB6"
        "\xCA\x66\xC0\xF5\xD0\x9F\x56\x57\xC5\x06\x5E\x6B\x42\x85\xDB\x1D\xD3\x60\x3F\x07\x22\x12"
        "\x55\x23\x38\xF3\xE6\x6B\xB7\x17\xE8\x80\xE0\x63\x32\x5D\xA4\x48\x9F\x17\x4C\x46\xFA\xD3"
        "\x3A\x9E\x51\xF0\xEC\x3B\xCD\x21\x34\x39\x01\xD3\x9A\xC7\xB1\x3D\xF3\xC9\x3E\xC6\x96\xC8"
        "\xB5\x26\x46\xB8\x47\xFC\xED\xD3\xC9\x05\xED\xC9\xC6\x81\xC8\x04\x92\xAA\x90\x52\x24\x7B"
        "\x4E\x37\x55\x36\xF0\x1F\x12\x61\xB6\x21\x4B\x59\xF5\x52\xE4\x9F\x17\x81\xE5\x94\x38\x72"
        "\xA3\x7B\xBE\xE3\xFD\xC9\x4A\xC7\x5C\x44\xF1\x11\xC9\x9B\x76\xF3\xFE\xB0\xEF\x1D\x98\xC8"
        "\x24\x5B\x27\x38\xE5\xA9\xC8\x50\x92\xC5\xB6\xFD\x60\x77\x4D\xBE\x64\xCA\xE2\x32\xE1\x97"
        "\x33\x2F\x82\x45\x2F\x07\xB7\x6D\x24\x59\x41\x88\xF4\xDB\xFA\x05\x02\x28\xF3\x9C\xB8\x68"
        "\xBA\xC4\xBD\x27\x42\xB2\x14\x80\xC3\x32\x47\xA1\x87\x29\x93\x84\xEC\x33\xE7\x84\xF4\xE3"
        "\xEC\xBB\x00\x2A\xE1\x7E\x19\xAF\x39\x2D\xE3\xAE\x56\xEE\xFD\xEE\x8B\x5D\x67\xC3\x24\xDA"
        "\xF3\x61\xBA\xE2\xAD\xBD\xBD\x4C\xB9\x94\x62\xD5\x60\x73\xD7\x7B\xB0\x49\xF1\x48\x47\x5C"
        "\x73\x7C\x6E\x9B\x17\xA9\xEE\x84\xA5\xB6\xD0\x9F\x50\xA6\x46\x7E\x5C\xCA\x2C\xEB\x0C\xE5"
        "\x19\xD3\x47\x7D\x21\x49\x98\x5E\x35\x97\xB8\x82\x3C\x4B\xD4\xCC\xBB\x0B\x75\x82\x3A\x43"
        "\x6D\xA7\xC0\x3F\xDC\x6F\x7C\xAC\x54\x70\x1B\xAB\xDE\x52\xC7\xFC\x00\xAB\x36\x06\x3B";
    is_int(pdfread_filter_size((struct str){stored, sizeof stored - 1}, STR("/Fl"), 1000), 7,
           "stored bytes");
    is_int(pdfread_filter_size((struct str){fixed, sizeof fixed - 1}, STR("/Fl"), 2000), 1003,
           "a long repeat");
    is_int(pdfread_filter_size((struct str){dynamic, sizeof dynamic - 1}, STR("/Fl"), 1000), 700,
           "letters");
    ok(pdfread_filter_size((struct str){fixed, sizeof fixed - 1}, STR("/Fl"), 100) > 100,
       "counting stops");
    is_int(pdfread_filter_size(STR_EMPTY, STR("/Fl"), 100), 0, "nothing");
    size_t longest = 0;
    for (size_t n = 0; n < sizeof dynamic; n++) {
        size_t size = pdfread_filter_size((struct str){dynamic, n}, STR("/Fl"), 1000);
        longest = size > longest ? size : longest;
    }
    ok(longest == 700, "cut anywhere it is never more");
}

static void test_faults(struct sample *s) {
    static const struct {
        struct str bytes;
        const char *text;
    } cases[] = {{STR_INIT(""), "`x.pdf` is not a PDF"},
                 {STR_INIT("some text"), "`x.pdf` is not a PDF"},
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
    test_sizes();
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
