/* SPDX-License-Identifier: MIT */
/*
 * A page of a PDF used as an image: its size, and the form for embedding (print/pdfread).
 */
#include "core/base/buf.h"
#include "print/image/image_internal.h"
#include "print/pdfread/form.h"

DIAG_USE(DIAG_FIGURE_STANDARD);

#define UNITS 100 /* units per point; a page size need not be a whole number of points */
#define POINTS 72 /* points per inch */

bool image_pdf_sniff(struct str file) {
    return str_starts(file, STR("%PDF-"));
}

/* Reports parts of the figure that the standards of the document forbid. */
static void report_standard(const struct image_job *job, const struct pdfread_form *form) {
    const struct {
        bool holds;
        const char *what, *hint;
    } faults[] = {
        {form->no_font, "fonts that are not embedded",
         "with its fonts (R: `cairo_pdf()`; matplotlib: `pdf.fonttype: 42`)"},
        {form->cmyk, "colours of a printing press (CMYK)", "in RGB"},
        {form->no_text, "words that cannot be read out of it",
         "with fonts that say what their glyphs are"},
        {form->foreign != NULL, form->foreign, "with another program, as a plain PDF"},
    };
    struct buf what = BUF_INIT, hint = BUF_INIT;
    for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
        if (faults[i].holds) {
            buf_printf(&what, "%s%s", what.n ? ", " : "", faults[i].what);
            buf_printf(&hint, "%s%s", hint.n ? ", " : "", faults[i].hint);
        }
    }
    if (what.n) {
        bool archive = form->no_font || form->cmyk || form->foreign,
             access = form->no_font || form->no_text;
        struct diag *g = diag_add(job->diags, DIAG_FIGURE_STANDARD, job->at,
                                  "`%.*s` has %.*s: the PDF does not claim %s", STR_ARG(job->name),
                                  STR_ARG(buf_view(&what)),
                                  archive && access ? "PDF/UA and PDF/A"
                                  : archive         ? "PDF/A"
                                                    : "PDF/UA and level A of PDF/A");
        diag_hint(job->diags, g, "save it %.*s", STR_ARG(buf_view(&hint)));
    }
    buf_drop(&what);
    buf_drop(&hint);
}

bool image_pdf_read(struct image_job *job) {
    struct image *img = job->img;
    if (!image_has_library(job, MODULE_QPDF)) {
        return false;
    }
    struct pdfread_form *form =
        pdfread_form(job->arena, job->name, img->file, job->page, job->at, job->diags);
    if (!form) {
        return false;
    }
    double width = form->width * UNITS, height = form->height * UNITS;
    if (!(width >= 1 && width < 1e8 && height >= 1 && height < 1e8)) {
        return image_damaged(job, "has a page without a size");
    }
    if (!job->looks) {
        report_standard(job, form);
    }
    img->kind = IMAGE_PDF;
    img->form = form;
    img->width = (uint32_t)(width + 0.5);
    img->height = (uint32_t)(height + 0.5);
    img->dpi_x = img->dpi_y = UNITS * POINTS;
    return true;
}
