/* SPDX-License-Identifier: MIT */
/*
 * Files embedded in the document: embedded file streams (ISO 32000-1, 7.11.4). Each is listed in
 * the name tree, for viewers, and is associated with the whole document (ISO 19005-3, 6.8). This
 * file also writes files that are associated with one element.
 */
#include "print/pdf/job.h"

#include "core/base/md5.h"

#include <stdlib.h>

static const char *relation_name(enum pdf_relation relation) {
    switch (relation) {
    case PDF_RELATION_SOURCE:
        return "Source";
    case PDF_RELATION_DATA:
        return "Data";
    case PDF_RELATION_SUPPLEMENT:
        return "Supplement";
    }
    return "Unspecified";
}

/** Writes the stream of a file, with its parameters (Table 46). */
static pdf_ref write_stream(struct pdf_job *job, const struct pdf_attachment *at) {
    unsigned char digest[MD5_SIZE];
    md5(at->bytes, digest);
    struct buf b = BUF_INIT;
    buf_puts(&b, "/Type/EmbeddedFile/Subtype");
    pdf_put_name(&b, at->mime);
    buf_printf(&b, "/Params<</Size %zu", at->bytes.n);
    pdf_date_put(job, "ModDate", &b);
    buf_puts(&b, "/CheckSum<");
    for (size_t i = 0; i < MD5_SIZE; i++) {
        buf_printf(&b, "%02X", digest[i]);
    }
    buf_puts(&b, ">>>");
    return haru_stream(job->haru, pdf_keep(job, &b), at->bytes, HARU_FLATE);
}

/** Writes the file specification (Tables 44 and 45). It has the name twice, as /F and /UF, because
 * ISO 14289-1, 7.11, requires both. */
pdf_ref pdf_attachment_write(struct pdf_job *job, const struct pdf_attachment *at) {
    pdf_ref stream = write_stream(job, at);
    struct buf b = BUF_INIT;
    buf_puts(&b, "/Type/Filespec/F");
    pdf_put_text(&b, at->name);
    buf_puts(&b, "/UF");
    pdf_put_text(&b, at->name);
    if (at->description.n) {
        buf_puts(&b, "/Desc");
        pdf_put_text(&b, at->description);
    }
    buf_printf(&b, "/AFRelationship/%s/EF<</F %u 0 R/UF %u 0 R>>", relation_name(at->relation),
               stream, stream);
    return haru_dict(job->haru, pdf_keep(job, &b));
}

static int by_name(const void *a, const void *b) {
    const struct pdf_named *x = a, *y = b;
    int c = str_cmp(x->name, y->name);
    return c ? c : x->ref < y->ref ? -1 : x->ref > y->ref;
}

pdf_ref pdf_names_write(struct pdf_job *job, struct pdf_named *list, size_t n) {
    qsort(list, n, sizeof *list, by_name);
    struct buf names = BUF_INIT;
    buf_puts(&names, "/Names[");
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || !str_eq(list[i].name, list[i - 1].name)) {
            pdf_put_bytes(&names, list[i].name);
            pdf_put_ref(&names, list[i].ref);
        }
    }
    buf_putc(&names, ']');
    return haru_dict(job->haru, pdf_keep(job, &names));
}

pdf_ref pdf_attachments_write(struct pdf_job *job, struct buf *catalog) {
    size_t n = job->opt->nattachments;
    if (n == 0) {
        return 0;
    }
    struct pdf_named *all = ARENA_ARRAY(job->arena, struct pdf_named, n);
    buf_puts(catalog, "/AF[");
    for (size_t i = 0; i < n; i++) {
        const struct pdf_attachment *at = &job->opt->attachments[i];
        all[i] = (struct pdf_named){at->name, pdf_attachment_write(job, at)};
        pdf_put_ref(catalog, all[i].ref);
    }
    buf_putc(catalog, ']');
    return pdf_names_write(job, all, n);
}
