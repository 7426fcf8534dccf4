/* SPDX-License-Identifier: MIT */
/*
 * The order in which a PDF is written: fonts are counted and embedded, pages are written, content
 * is tagged, the catalog refers to all (ISO 32000-1, 7.7.2), and the file is made. This file also
 * writes the entries of pages and of the catalog.
 */
#include "core/base/timings.h"
#include "print/pdf/font_usage.h"
#include "print/pdf/job.h"

DIAG_USE(DIAG_PDF_FAILED);

static void write_page(struct pdf_job *job, uint32_t i, struct buf *content) {
    const struct page *page = job->pages->pages.p[i];
    buf_clear(content);
    bool clear = pdf_content_write(job, i, content);
    struct buf b = BUF_INIT;
    buf_puts(&b, "/MediaBox[0 0 ");
    pdf_put_length(&b, pdf_micro(page->width));
    buf_putc(&b, ' ');
    pdf_put_length(&b, pdf_micro(page->height));
    pdf_put_ref_entry(&b, "]/Resources", job->resources);
    /* Tabs S: the tab order is that of the structure (ISO 14289-1, 7.18.3). */
    buf_printf(&b, "/StructParents %u/Tabs/S", i);
    if (clear && job->version >= 17) {
        /* PDF/A requires a group on a transparent page (ISO 19005-2, 6.2.10) */
        buf_puts(&b, "/Group<</S/Transparency/CS/DeviceRGB>>");
    }
    struct buf annots = BUF_INIT;
    pdf_links_write(job, i, &annots);
    if (annots.n) {
        buf_puts(&b, "/Annots[");
        buf_str(&b, buf_view(&annots));
        buf_putc(&b, ']');
    }
    buf_drop(&annots);
    haru_page_fill(job->haru, job->page_refs[i], pdf_keep(job, &b), buf_view(content));
}

static void write_pages(struct pdf_job *job) {
    size_t n = job->pages->pages.n;
    job->page_refs = ARENA_ARRAY(job->arena, pdf_ref, n + 1);
    for (size_t i = 0; i < n; i++) {
        job->page_refs[i] = haru_page(job->haru);
    }
    job->resources = haru_reserve(job->haru);
    struct buf content = BUF_INIT;
    for (uint32_t i = 0; i < n && !haru_error(job->haru); i++) {
        write_page(job, i, &content);
    }
    buf_drop(&content);
}

static void write_resources(struct pdf_job *job) {
    struct buf b = BUF_INIT;
    pdf_fonts_put_resources(job, &b);
    if (job->images.n || job->pictures.n) {
        buf_puts(&b, "/XObject<<");
        for (size_t i = 0; i < job->images.n; i++) {
            buf_printf(&b, "/Im%zu", i);
            pdf_put_ref(&b, job->images.p[i].ref);
        }
        for (size_t i = 0; i < job->pictures.n; i++) {
            buf_printf(&b, "/G%zu", i);
            pdf_put_ref(&b, job->pictures.p[i].ref);
        }
        buf_puts(&b, ">>");
    }
    struct str body = pdf_keep(job, &b);
    if (job->resources) {
        haru_fill(job->haru, job->resources, body);
    }
}

/** Writes the name trees (Table 31). */
static void write_names(struct pdf_job *job, struct buf *catalog) {
    const struct {
        const char *key;
        pdf_ref tree;
    } trees[] = {{"/Dests", pdf_dests_write(job)},
                 {"/EmbeddedFiles", pdf_attachments_write(job, catalog)}};
    if (!trees[0].tree && !trees[1].tree) {
        return;
    }
    buf_puts(catalog, "/Names<<");
    for (size_t i = 0; i < ARRAY_LEN(trees); i++) {
        if (trees[i].tree) {
            buf_puts(catalog, trees[i].key);
            pdf_put_ref(catalog, trees[i].tree);
        }
    }
    buf_puts(catalog, ">>");
}

static void write_catalog(struct pdf_job *job) {
    struct buf b = BUF_INIT;
    buf_puts(&b, "/MarkInfo<</Marked true>>/ViewerPreferences<</DisplayDocTitle true");
    buf_puts(&b, job->pages->rtl ? "/Direction/R2L>>/Lang" : ">>/Lang");
    pdf_put_text(&b, job->pages->lang.n ? job->pages->lang : STR("en"));
    pdf_ref outline = pdf_outline_write(job);
    if (outline) {
        pdf_put_ref_entry(&b, "/PageMode/UseOutlines/Outlines", outline);
    }
    if (job->version < 20) {
        write_names(job, &b);
    }
    /* the metadata depend on the faults that are found here */
    pdf_put_ref_entry(&b, "/StructTreeRoot", pdf_structure_write(job));
    if (job->version >= 20) {
        /* names are written after the structure, because their destinations refer to structure
         * elements */
        write_names(job, &b);
    }
    pdf_put_ref_entry(&b, "/Metadata", pdf_metadata_write(job));
    pdf_output_intent_put(job, &b);
    pdf_page_labels_put(job, &b);
    haru_catalog(job->haru, pdf_keep(job, &b));
}

static bool write_all(struct pdf_job *job, struct buf *out) {
    pdf_structure_collect(job);
    pdf_dests_collect(job);
    timings_begin(job->opt->timings, "subsetting");
    pdf_fonts_embed(job);
    timings_end(job->opt->timings);
    write_pages(job);
    write_resources(job);
    write_catalog(job);
    pdf_info_write(job);
    if (haru_write(job->haru, job->version, out)) {
        return true;
    }
    struct diag *g = diag_add(job->diags, DIAG_PDF_FAILED, SPAN_NONE,
                              "the PDF cannot be written: %s", haru_error(job->haru));
    diag_hint(job->diags, g, "split the document, or write HTML alone: `--to html`");
    return false;
}

bool pdf_write(struct buf *out, const struct pages *pages, const struct pdf_options *opt,
               struct diags *d) {
    if (!pages->root || pages->pages.n == 0) {
        BUG("a document has a root and a page");
    }
    struct pdf_job job = {.arena = arena_new(),
                          .pages = pages,
                          .opt = opt,
                          .diags = d,
                          .version = pdf_standards_version(opt->standards)};
    job.haru = haru_new(job.arena, opt->pool);
    bool ok = write_all(&job, out);
    haru_drop(job.haru);
    pdf_fonts_drop(job.fonts);
    vec_drop(&job.images);
    vec_drop(&job.pictures);
    vec_drop(&job.pieces);
    vec_drop(&job.annots);
    vec_drop(&job.gotos);
    vec_drop(&job.references);
    map_drop(&job.attached);
    map_drop(&job.actions);
    arena_drop(job.arena);
    return ok;
}
