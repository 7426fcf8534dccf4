/* SPDX-License-Identifier: MIT */
/* Checks output files. Each file is checked alone, and pages are compared with PDFs. */
#include "check/verify/verify.h"

#include "core/base/bounds.h"
#include "core/base/file.h"
#include "print/pdfread/pdfread.h"
#include "write/html/html.h"

DIAG_USE(DIAG_CANNOT_READ);
DIAG_USE(DIAG_NOT_PDF);
DIAG_USE(DIAG_VERIFY_PAGE);

struct verify_text *verify_output(struct arena *a, struct verify_file *file, struct diags *d) {
    if (pdfread_is_pdf(file->bytes)) {
        return verify_pdf(a, file, d);
    }
    struct buf script = BUF_INIT;
    html_write_script(&script);
    file->script = buf_view(&script);
    struct verify_text *text = verify_page(a, file, d);
    buf_drop(&script);
    return text;
}

bool verify_is_output(struct str path, struct str bytes) {
    return pdfread_is_pdf(bytes) || verify_is_page(path, bytes);
}

bool verify_read(struct arena *a, struct str path, struct str *bytes, struct diags *d) {
    bytes->p = NULL;
    int err = file_read(a, path, LIMIT_PDF, bytes);
    if (err) {
        diag_add(d, DIAG_CANNOT_READ, SPAN_NONE, "cannot read `%.*s`: %s", STR_ARG(path),
                 file_why(err));
        return false;
    }
    if (!verify_is_output(path, *bytes)) {
        struct span at = span_make(source_new(a, path, STR_EMPTY), 0, 0);
        bytes->p = NULL;
        if (str_ieq(path_ext(path), STR("pdf"))) {
            diag_add(d, DIAG_NOT_PDF, at, "`%.*s` is not a PDF", STR_ARG(path));
        } else {
            diag_add(d, DIAG_VERIFY_PAGE, at, "`%.*s` is neither a PDF nor a page", STR_ARG(path));
        }
    }
    return true;
}

struct checked {
    struct str path;
    bool pdf;
    struct verify_text *text; /* NULL if the file could not be read */
};

/** Compares each page with the PDF of the same name. */
static void compare(struct arena *a, const struct checked *files, size_t n, struct diags *d) {
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n && !files[i].pdf && files[i].text; k++) {
            if (files[k].pdf && files[k].text &&
                str_eq(path_stem(files[i].path), path_stem(files[k].path))) {
                verify_same(a, files[i].path, files[i].text, files[k].path, files[k].text, d);
            }
        }
    }
}

bool verify_files(struct arena *a, const struct str *paths, size_t n, struct diags *d) {
    struct checked *files = ARENA_ARRAY(a, struct checked, n + 1);
    bool all_read = true;
    for (size_t i = 0; i < n; i++) {
        struct verify_file file = {.name = paths[i], .beside = true};
        files[i].path = paths[i];
        all_read = verify_read(a, paths[i], &file.bytes, d) && all_read;
        if (file.bytes.p) {
            files[i].pdf = pdfread_is_pdf(file.bytes);
            files[i].text = verify_output(a, &file, d);
        }
    }
    compare(a, files, n, d);
    return all_read;
}
