/* SPDX-License-Identifier: MIT */
/*
 * Writes documents as PDF: lays out pages, then writes them. A check ends after the layout, which
 * checks fonts, images and options.
 */
#include "core/base/datadir.h"
#include "core/diag/missing.h"
#include "dossier/version.h"
#include "job/build/files.h"
#include "job/build/output.h"
#include "print/layout/layout.h"
#include "print/pdf/pdf.h"

/**
 * Lays out the pages. A check only needs to find out whether everything fits. So it first makes a
 * rough layout, which measures words slightly too wide and does not hyphenate. Content that fits in
 * the rough layout also fits on the page. Otherwise, or when pages are counted, the exact layout is
 * made.
 */
static struct pages *lay_out(struct build_run *b, const struct doc *doc,
                             struct layout_options *layout) {
    struct diags_mark before = diags_mark(b->d);
    layout->rough = b->checking && !limits_are_set(doc);
    struct pages *laid = layout_document(b->arena, doc, b->opt->fonts, layout, b->d);
    if (layout->rough && layout_is_doubtful(b->d, before)) {
        pages_drop(laid);
        diags_rollback(b->d, before);
        layout->rough = false;
        laid = layout_document(b->arena, doc, b->opt->fonts, layout, b->d);
    }
    return laid;
}

/** Whether the libraries that every PDF file needs can be loaded. Reports the first library that
 * cannot be loaded. */
static bool has_libraries(struct diags *d) {
    static const enum module needed[] = {MODULE_HARFBUZZ, MODULE_HARU, MODULE_DEFLATE};
    for (size_t i = 0; i < ARRAY_LEN(needed); i++) {
        if (!diag_has_library(d, SPAN_NONE, needed[i])) {
            return false;
        }
    }
    return true;
}

bool build_write_pdf(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages) {
    if (!has_libraries(b->d)) {
        return false;
    }
    struct pdf_options opt = {.epoch = b->opt->epoch,
                              .producer = STR("dossier " DOSSIER_VERSION),
                              .timings = b->opt->timings,
                              .pool = b->opt->pool};
    build_pdf_standards(b, doc, &opt);
    struct layout_options layout = {.root = b->dir,
                                    .host = &b->opt->host,
                                    .theme = b->theme,
                                    .sheets = b->sheets,
                                    .nsheets = b->nsheets,
                                    .timings = b->opt->timings,
                                    .patterns = datadir_of(b->arena, STR("patterns")),
                                    .mathml = pdf_standards_mathml(opt.standards)};
    if (b->job->measure) {
        struct limits_request limits = build_limits_request(b);
        b->job->measure(b->job->measure_user, doc, &layout, &limits);
        /* `measure` has checked the limits; if this were 0, they would be checked again */
        *pages = 1;
        return false;
    }
    timings_begin(b->opt->timings, "layout");
    struct pages *laid = lay_out(b, doc, &layout);
    timings_end(b->opt->timings);
    *pages = laid->pages.n;
    b->job->io_failed = b->job->io_failed || laid->incomplete;
    if (*pages == 0 || laid->incomplete) { /* a font is missing, which has been reported */
        pages_drop(laid);
        return false;
    }
    build_pdf_options(b, doc, b->bib, &opt);
    struct limits_request limits = build_limits_request(b);
    bool needed = !b->checking || limits_may_have(doc, "filesize");
    bool written = needed && pdf_write(out, laid, &opt, b->d);
    if (!b->job->since) {
        b->job->verdict = limits_check(&limits, doc, laid, written ? out->n : 0);
    }
    pages_drop(laid);
    return written;
}

void build_survey_pdf(struct build_run *b, const struct doc *doc) {
    build_survey_sheets(b); /* finds the fonts and background images of the document */
    struct limits_request limits = build_limits_request(b);
    limits_survey(&limits, doc);
}
