/* SPDX-License-Identifier: MIT */
/*
 * Pages of other PDFs as form XObjects. Their objects get numbers of this file. Faults against the
 * standards are recorded.
 */
#include "print/image/image.h"
#include "print/pdf/job.h"
#include "print/pdfread/form.h"

DIAG_USE(DIAG_FIGURE_STANDARD);

/* Returns a body without its transparency groups if PDF/A-1 forbids them. Where nothing is
 * transparent, groups have no effect (11.6.6). */
static struct str without_groups(struct pdf_job *job, struct str body) {
    struct buf b = BUF_INIT;
    for (bool inside = false; body.p; inside = !inside) {
        struct str part = str_cut(&body, PDFREAD_GROUP[0]);
        if (!inside || job->version >= 17) {
            buf_str(&b, part);
        }
    }
    return pdf_keep(job, &b);
}

/* Returns a body in which references have the object numbers of this file. */
static struct str renumber(struct pdf_job *job, struct str body, const pdf_ref *refs, size_t n) {
    struct buf b = BUF_INIT;
    while (body.n) {
        size_t at = str_index(body, PDFREAD_REF);
        if (at == STR_NONE) {
            break;
        }
        buf_str(&b, str_slice(body, 0, at));
        body = str_from(body, at + 1);
        size_t end = str_index(body, PDFREAD_REF), index = 0;
        for (size_t i = 0; i < end; i++) {
            index = index * 10 + (size_t)(body.p[i] - '0');
        }
        buf_printf(&b, "%u 0 R ", index < n ? refs[index] : 0);
        body = str_from(body, end + 1);
    }
    buf_str(&b, body);
    return pdf_keep(job, &b);
}

static void put_scaled(struct buf *b, double v) {
    double scaled = v * 1e6;
    pdf_put_fixed(b, (int64_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5), 6);
    buf_putc(b, ' ');
}

/* Appends the matrix of the form, scaled to the unit square. */
static struct str with_matrix(struct pdf_job *job, const struct pdfread_form *form,
                              struct str body) {
    struct buf b = BUF_INIT;
    buf_str(&b, body);
    buf_puts(&b, "/Matrix[");
    for (int i = 0; i < 6; i++) {
        put_scaled(&b, form->matrix[i] / (i % 2 ? form->height : form->width));
    }
    buf_putc(&b, ']');
    return pdf_keep(job, &b);
}

/* Reports features that only PDF/A-1 forbids. They were accepted when the figure was read. */
static void report_old(struct pdf_job *job, const struct image *img) {
    const struct pdfread_form *form = img->form;
    const char *what = form->veil       ? "is transparent"
                       : form->unlisted ? "has a part of a font that does not list its glyphs"
                       : form->later    ? "holds what came after PDF 1.4"
                                        : NULL;
    if (job->opt->standards & PDF_A_1B && what) {
        struct diag *g =
            diag_add(job->diags, DIAG_FIGURE_STANDARD, img->at,
                     "`%.*s` %s: the PDF does not claim PDF/A-1", STR_ARG(img->name), what);
        diag_hint(job->diags, g, "save it otherwise, or as PNG; or choose `a-2b`");
    }
}

pdf_ref pdf_page_write(struct pdf_job *job, const struct image *img) {
    const struct pdfread_form *form = img->form;
    report_old(job, img);
    pdf_ref *refs = ARENA_ARRAY(job->arena, pdf_ref, form->n);
    job->faults |= (form->veil ? FAULT_CLEAR : 0u) | (form->unlisted ? FAULT_SUBSET : 0u) |
                   (form->later ? FAULT_LATER : 0u) | (form->foreign ? FAULT_FOREIGN : 0u);
    job->faults |= (form->no_font ? FAULT_FONT : 0u) | (form->no_text ? FAULT_WORDS : 0u) |
                   (form->cmyk ? FAULT_CMYK : 0u);
    for (size_t i = 0; i < form->n; i++) {
        refs[i] =
            form->objects[i].stream ? haru_reserve_stream(job->haru) : haru_reserve(job->haru);
    }
    for (size_t i = 0; i < form->n; i++) {
        const struct pdfread_object *o = &form->objects[i];
        struct str body = renumber(job, without_groups(job, o->body), refs, form->n);
        body = i == 0 ? with_matrix(job, form, body) : body;
        if (o->stream) {
            haru_fill_stream(job->haru, refs[i], body, o->data,
                             o->packed ? HARU_PLAIN : HARU_FLATE);
        } else {
            haru_fill(job->haru, refs[i], body);
        }
    }
    return refs[0];
}
