/* SPDX-License-Identifier: MIT */
/*
 * Builds a page and a PDF from a document, its database, citation style and style sheet: parts
 * of one input, separated by lines `=====`, in this order; missing parts are empty. Every other
 * file has the content of the last part. Checked: a page is written, the PDF is complete, and a
 * second build gives the same bytes.
 */
#include "dossier/dossier.h"
#include "fuzz.h"

enum part { PART_TEXT, PART_DATABASE, PART_STYLE, PART_SHEET, PART_OTHER, PARTS };

/* Time is bounded by the input: what is longer is left to the targets of the rooms. */
enum { MOST = 16384 };

static enum dossier_file other(void *user, const char *path, const void **data, size_t *size) {
    static const struct {
        const char *end;
        enum part part;
    } KINDS[] = {{".bib", PART_DATABASE}, {".json", PART_DATABASE}, {".csl", PART_STYLE},
                 {".css", PART_SHEET},    {".xml", PART_OTHER},     {".md", PART_OTHER}};
    const struct str *parts = user;
    struct str name = str_of(path);
    if (str_starts(name, STR("/")) || str_ends(name, STR(".xml"))) {
        return str_find(name, STR("/styles/")) == STR_NONE ? DOSSIER_FILE_MISSING
                                                           : DOSSIER_FILE_ON_DISK;
    }
    enum part part = PART_OTHER;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        part = str_ends(name, str_of(KINDS[i].end)) ? KINDS[i].part : part;
    }
    *data = parts[part].p;
    *size = parts[part].n;
    return DOSSIER_FILE_GIVEN;
}

static void split(struct str text, struct str parts[PARTS]) {
    for (size_t i = 0; i < PARTS; i++) {
        size_t rule = i + 1 < PARTS ? str_find(text, STR("\n=====\n")) : STR_NONE;
        parts[i] = rule == STR_NONE ? text : str_slice(text, 0, rule + 1);
        text = rule == STR_NONE ? STR_EMPTY : str_from(text, rule + 7);
    }
}

/** The outputs of one build, copied; empty for a missing one. */
static void build(struct arena *a, struct str parts[PARTS], struct str *page, struct str *pdf) {
    struct dossier *d = dossier_new();
    size_t n = 0;
    dossier_set_reader(d, other, parts);
    dossier_add_file(d, "in.md", parts[PART_TEXT].p, parts[PART_TEXT].n);
    (void)dossier_add_output(d, "html", NULL);
    (void)dossier_add_output(d, "pdf", NULL);
    (void)dossier_build(d, "in.md");
    const char *bytes = dossier_output(d, "html", &n);
    *page = arena_str(a, (struct str){bytes ? bytes : "", bytes ? n : 0});
    bytes = dossier_output(d, "pdf", &n);
    *pdf = arena_str(a, (struct str){bytes ? bytes : "", bytes ? n : 0});
    if (dossier_diagnostic_count(d) == 0 && (page->n == 0 || pdf->n == 0)) {
        BUG("an output is missing, and no word of it");
    }
    dossier_free(d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > MOST) {
        return 0;
    }
    struct fuzz in;
    fuzz_begin(&in, data, size);
    struct buf b = BUF_INIT;
    struct str parts[PARTS], page, pdf, page2, pdf2;
    split(fuzz_plain(&b, in.text), parts);
    build(in.arena, parts, &page, &pdf);
    if (pdf.n > 0 && (!str_starts(pdf, STR("%PDF-")) || !str_ends(str_trim(pdf), STR("%%EOF")))) {
        BUG("half a PDF");
    }
    if (size % 8 == 0) {
        build(in.arena, parts, &page2, &pdf2);
        if (!str_eq(page, page2) || !str_eq(pdf, pdf2)) {
            BUG("the same sources gave other bytes");
        }
    }
    buf_drop(&b);
    return fuzz_end(&in);
}
