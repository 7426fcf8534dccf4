/* SPDX-License-Identifier: MIT */
/*
 * Reads the attachments of a PDF, from the catalog to the embedded files, through libqpdf's C
 * interface.
 *
 * The file is not trusted. The kind of every object is checked, trees are walked with a limited
 * list of nodes, and streams that were visited are recorded, so that cycles end. Where possible,
 * libqpdf repairs broken files without a message.
 */
#include "print/pdfread/pdfread.h"

#include "core/base/bounds.h"
#include "core/base/md5.h"
#include "core/base/vec.h"
#include "core/diag/missing.h"
#include "print/pdfread/open.h"

#include <qpdf/DLL.h>
#include <stdlib.h>
#include <string.h>

DIAG_USE(DIAG_NOT_PDF);
DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_PDF_ENCRYPTED);
DIAG_USE(DIAG_BAD_ATTACHMENT);

/* Limits on the nodes of the name tree, and on the values that are read. */
enum { NODES_MAX = 2000, VALUES_MAX = 20000 };

struct reader {
    struct arena *arena;
    struct pdfread_lib *pdf;
    struct source *src; /* a source without text; diagnostics name only the file */
    struct diags *d;
    VEC(qpdf_oh) nodes;
    VEC(int) seen; /* the object numbers of streams that were visited */
    VEC(struct pdfread_file) files;
    size_t total;    /* the number of bytes taken so far */
    unsigned values; /* the number of values read so far */
    bool full;       /* there are too many attachments; this was reported */
};

static struct span whole(const struct reader *r) {
    return span_make(r->src, 0, 0);
}

/* ---- values */

static qpdf_oh get(const struct reader *r, qpdf_oh dict, const char *key) {
    return QPDF(r->pdf, oh_get_key_if_dict, dict, key);
}

/** A text string as UTF-8, in the arena. Empty for anything else. */
static struct str get_text(const struct reader *r, qpdf_oh dict, const char *key) {
    const char *p = NULL;
    size_t n = 0;
    qpdf_oh value = get(r, dict, key);
    if (!QPDF(r->pdf, oh_is_string, value) || !QPDF(r->pdf, oh_get_value_as_utf8, value, &p, &n)) {
        return STR_EMPTY;
    }
    return arena_str(r->arena, (struct str){p, n});
}

/** A name without its slash. Empty for anything else. */
static struct str get_name(const struct reader *r, qpdf_oh dict, const char *key) {
    const char *p = NULL;
    size_t n = 0;
    qpdf_oh value = get(r, dict, key);
    if (!QPDF(r->pdf, oh_get_value_as_name, value, &p, &n) || n == 0) {
        return STR_EMPTY;
    }
    return arena_str(r->arena, (struct str){p + 1, n - 1});
}

/* ---- one file */

static void report_bad(const struct reader *r, struct str name, const char *why) {
    diag_add(r->d, DIAG_BAD_ATTACHMENT, whole(r), "the attached file `%.*s` %s",
             STR_ARG(name.n ? name : STR("(no name)")), why);
}

/** Whether the parameters of a stream (Table 46) announce too large a size. This is checked before
 * the stream is unpacked. */
static bool is_too_large(const struct reader *r, qpdf_oh params) {
    long long size = 0;
    return QPDF(r->pdf, oh_get_value_as_longlong, get(r, params, "/Size"), &size) &&
           size > (long long)LIMIT_ATTACHMENT;
}

static bool checksum_fits(const struct reader *r, qpdf_oh params, struct str data) {
    qpdf_oh value = get(r, params, "/CheckSum");
    size_t n = 0;
    if (!QPDF(r->pdf, oh_is_string, value)) {
        return true; /* a file without a checksum is accepted, because the checksum is optional */
    }
    const char *sum = QPDF(r->pdf, oh_get_binary_string_value, value, &n);
    unsigned char digest[MD5_SIZE];
    md5(data, digest);
    return n == MD5_SIZE && memcmp(sum, digest, MD5_SIZE) == 0;
}

/** Unpacks a stream into the arena. Faults are reported. */
static bool read_stream(struct reader *r, qpdf_oh stream, struct pdfread_file *f) {
    qpdf_oh params = get(r, QPDF(r->pdf, oh_get_dict, stream), "/Params");
    const char *fault = "is larger than dossier takes";
    if (!is_too_large(r, params) && pdfread_fits(r->pdf, stream, LIMIT_ATTACHMENT)) {
        unsigned char *p = NULL;
        size_t n = 0;
        QPDF_BOOL plain = QPDF_FALSE;
        QPDF_ERROR_CODE code =
            QPDF(r->pdf, oh_get_stream_data, stream, qpdf_dl_generalized, &plain, &p, &n);
        if (code & QPDF_ERRORS || !plain || (n && !p)) {
            fault = "cannot be unpacked";
        } else if (n <= LIMIT_ATTACHMENT && n <= LIMIT_ATTACHMENTS_TOTAL - r->total) {
            f->data = arena_str(r->arena, (struct str){(const char *)p, n});
            r->total += n;
            fault = checksum_fits(r, params, f->data) ? NULL : "is damaged: its checksum is wrong";
        }
        free(p);
    }
    if (fault) {
        report_bad(r, f->name, fault);
    }
    return !fault;
}

static bool was_seen(struct reader *r, qpdf_oh stream) {
    int id = QPDF(r->pdf, oh_get_object_id, stream);
    for (size_t i = 0; i < r->seen.n; i++) {
        if (r->seen.p[i] == id) {
            return true;
        }
    }
    vec_push(&r->seen, id);
    return false;
}

/** Reads a file specification (7.11.3) and takes its file, unless it was taken before. */
static void read_specification(struct reader *r, qpdf_oh spec) {
    qpdf_oh embedded = get(r, spec, "/EF");
    qpdf_oh stream = get(r, embedded, "/UF");
    if (!QPDF(r->pdf, oh_is_stream, stream)) {
        stream = get(r, embedded, "/F");
    }
    bool is_file = QPDF(r->pdf, oh_is_stream, stream) && !was_seen(r, stream);
    if ((is_file && r->files.n == LIMIT_ATTACHMENTS) || r->values++ == VALUES_MAX) {
        r->full = true;
        diag_add(r->d, DIAG_BAD_ATTACHMENT, whole(r), "more than %u files are attached",
                 LIMIT_ATTACHMENTS);
    }
    if (r->full || !is_file) {
        return;
    }
    struct pdfread_file f = {.name = get_text(r, spec, "/UF")};
    if (f.name.n == 0) {
        f.name = get_text(r, spec, "/F");
    }
    f.mime = get_name(r, QPDF(r->pdf, oh_get_dict, stream), "/Subtype");
    f.is_source = str_is(get_name(r, spec, "/AFRelationship"), "Source");
    if (read_stream(r, stream, &f)) {
        vec_push(&r->files, f);
    }
}

/* ---- where files are named */

/** Reads the values of a name tree (7.9.6), level by level. */
static void walk_names(struct reader *r, qpdf_oh root) {
    vec_push(&r->nodes, root);
    for (size_t i = 0; i < r->nodes.n && i < NODES_MAX; i++) {
        qpdf_oh kids = get(r, r->nodes.p[i], "/Kids"), names = get(r, r->nodes.p[i], "/Names");
        int n = QPDF(r->pdf, oh_is_array, kids) ? QPDF(r->pdf, oh_get_array_n_items, kids) : 0;
        for (int k = 0; k < n && r->nodes.n < NODES_MAX; k++) {
            vec_push(&r->nodes, QPDF(r->pdf, oh_get_array_item, kids, k));
        }
        n = QPDF(r->pdf, oh_is_array, names) ? QPDF(r->pdf, oh_get_array_n_items, names) : 0;
        for (int k = 1; k < n && !r->full; k += 2) {
            read_specification(r, QPDF(r->pdf, oh_get_array_item, names, k));
        }
    }
}

static void read_catalog(struct reader *r) {
    qpdf_oh root = QPDF(r->pdf, get_root);
    walk_names(r, get(r, get(r, root, "/Names"), "/EmbeddedFiles"));
    qpdf_oh associated = get(r, root, "/AF");
    int n =
        QPDF(r->pdf, oh_is_array, associated) ? QPDF(r->pdf, oh_get_array_n_items, associated) : 0;
    for (int i = 0; i < n && !r->full; i++) {
        read_specification(r, QPDF(r->pdf, oh_get_array_item, associated, i));
    }
}

/* ---- the file */

bool pdfread_is_pdf(struct str bytes) {
    return str_find(str_slice(bytes, 0, 1024), STR("%PDF-")) != STR_NONE;
}

/* Loads libqpdf. It stays loaded, because the C++ runtime cannot be unloaded and the next PDF needs
 * the library. */
static struct pdfread_lib *load(void) {
    static const struct module_symbol symbols[] = {
#define CALL(name) {#name, offsetof(struct pdfread_calls, name)},
#include "print/pdfread/qpdf_calls.def"
#undef CALL
    };
    struct pdfread_lib *lib = xcalloc(1, sizeof *lib);
    if (!module_load(MODULE_QPDF, symbols, ARRAY_LEN(symbols), &lib->calls)) {
        free(lib);
        return NULL;
    }
    return lib;
}

struct pdfread_lib *pdfread_open(struct str name, struct str bytes, struct span at,
                                 struct diags *d) {
    if (!pdfread_is_pdf(bytes)) {
        diag_add(d, DIAG_NOT_PDF, at, "`%.*s` is not a PDF", STR_ARG(name));
        return NULL;
    }
    if (!pdfread_opens_small(bytes, LIMIT_PDF)) {
        diag_add(d, DIAG_TOO_LARGE, at, "`%.*s` unpacks to more than %u MB", STR_ARG(name),
                 LIMIT_PDF / (1024u * 1024u));
        return NULL;
    }
    struct pdfread_lib *pdf = load();
    if (!pdf) {
        diag_no_library(d, at, MODULE_QPDF);
        return NULL;
    }
    pdf->data = pdf->calls.qpdf_init();
    QPDF(pdf, silence_errors);
    QPDF(pdf, set_suppress_warnings, QPDF_TRUE);
    QPDF_ERROR_CODE code = QPDF(pdf, read_memory, "", bytes.p, bytes.n, "");
    if (!(code & QPDF_ERRORS)) {
        return pdf;
    }
    qpdf_error e = QPDF(pdf, get_error);
    if (e && QPDF(pdf, get_error_code, e) == qpdf_e_password) {
        struct diag *g = diag_add(d, DIAG_PDF_ENCRYPTED, at, "`%.*s` is encrypted with a password",
                                  STR_ARG(name));
        diag_hint(d, g, "decrypt it first: `qpdf --decrypt --password=... IN OUT`");
    } else {
        diag_add(d, DIAG_NOT_PDF, at, "`%.*s` is damaged beyond repair", STR_ARG(name));
    }
    pdfread_close(pdf);
    return NULL;
}

void pdfread_close(struct pdfread_lib *pdf) {
    if (QPDF(pdf, has_error)) {
        /* libqpdf prints errors that were not fetched */
        (void)QPDF(pdf, get_error);
    }
    pdf->calls.qpdf_cleanup(&pdf->data);
    free(pdf);
}

bool pdfread_attachments(struct arena *a, struct str name, struct str bytes,
                         struct pdfread_files *out, struct diags *d) {
    struct reader r = {.arena = a, .d = d};
    r.src = source_new(a, name, STR_EMPTY);
    r.pdf = pdfread_open(name, bytes, whole(&r), d);
    if (r.pdf) {
        read_catalog(&r);
        pdfread_close(r.pdf);
    }
    out->p = vec_finish(&r.files, a);
    out->n = r.files.n;
    vec_drop(&r.nodes);
    vec_drop(&r.seen);
    return r.pdf != NULL;
}

const char *pdfread_library_version(void) {
    /* libqpdf's own function for this would have to load the library */
    return QPDF_VERSION;
}
