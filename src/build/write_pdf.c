/* SPDX-License-Identifier: MIT */
/*
 * Documents as PDF: pages are laid out, then written. A check stops between the two: fonts, images
 * and options are looked at when pages are laid out.
 */
#include "build/files.h"
#include "build/output.h"
#include "dossier/version.h"
#include "layout/layout.h"
#include "pdf/pdf.h"

bool build_write_pdf(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages) {
    struct pdf_options opt = {.epoch = b->opt->epoch, .producer = STR("dossier " DOSSIER_VERSION)};
    build_pdf_standards(b, doc, &opt);
    struct layout_options layout = {.root = b->dir,
                                    .host = &b->opt->host,
                                    .theme = b->theme,
                                    .sheets = b->sheets,
                                    .nsheets = b->nsheets,
                                    .mathml = pdf_standards_mathml(opt.standards)};
    struct pages *laid = layout_document(b->arena, doc, b->opt->fonts, &layout, b->d);
    *pages = laid->pages.n;
    build_pdf_options(b, doc, b->bib, &opt);
    bool needed = !b->checking || build_asks_limits(doc, "filesize");
    bool written = needed && pdf_write(out, laid, &opt, b->d);
    build_check_limits(b, doc, laid, written ? out->n : 0);
    pages_drop(laid);
    return written;
}
