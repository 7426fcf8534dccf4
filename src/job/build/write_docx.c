/* SPDX-License-Identifier: MIT */
/*
 * Writes documents as files of Word, with their pictures.
 */
#include "core/base/bounds.h"
#include "core/data/xml.h"
#include "core/diag/missing.h"
#include "dossier/version.h"
#include "job/build/files.h"
#include "job/build/output.h"
#include "print/image/image.h"
#include "print/pdf/pdf.h"
#include "write/docx/docx.h"

DIAG_USE(DIAG_IMAGE_NOT_SHOWN);
DIAG_USE(DIAG_RAW_NOT_SHOWN);

enum { EMU_OF_INCH = 914400, SCREEN = 96 };

/* ---- pictures ---- */

/** Returns the ending for a media type of images that Word can show, or NULL. */
static const char *word_ending(struct str mime) {
    static const char *const kinds[] = {"image/png", "image/jpeg", "image/gif", "image/tiff"};
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (str_is(mime, kinds[i])) {
            return kinds[i] + 6;
        }
    }
    return NULL;
}

/** Returns a file of the same name in a format that Word can show, or an empty text. */
static struct str beside(struct build_run *b, struct str path) {
    static const char *const endings[] = {".png", ".jpg", ".jpeg", ".gif", ".tiff"};
    struct str ext = path_ext(path);
    struct str stem = str_slice(path, 0, path.n - ext.n - (ext.n > 0));
    for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
        struct str other = arena_join(b->arena, 2, stem, str_of(endings[i]));
        if (!str_eq(other, path) && file_host_exists(&b->opt->host, b->arena, other)) {
            build_note_input(b, other);
            return other;
        }
    }
    return STR_EMPTY;
}

static void report(struct build_run *b, const struct doc_node *n, struct str path) {
    struct str name = path.n ? path_base(path) : n->u.link.url;
    struct diag *g = diag_add(b->d, DIAG_IMAGE_NOT_SHOWN, n->span,
                              "in Word, a description replaces the image `%.*s`", STR_ARG(name));
    if (path.n) {
        diag_hint(b->d, g, "save it also as PNG beside it: %.*s.png is shown instead",
                  STR_ARG(path_stem(name)));
    } else {
        diag_hint(b->d, g, "Word takes PNG, JPEG, GIF and TIFF from files beside the document");
    }
}

static int64_t emu(uint32_t pixels, uint32_t dpi) {
    return (int64_t)pixels * EMU_OF_INCH / (dpi > 0 ? dpi : SCREEN);
}

static bool find_picture(void *user, const struct doc_node *n, struct docx_picture *out) {
    struct build_run *b = user;
    struct str path = build_image_path(b, n->u.link.url), svg = STR_EMPTY, bytes;
    if (path.n && !file_host_exists(&b->opt->host, b->arena, path)) {
        return false; /* the check of images reports the file */
    }
    if (path.n && file_host_read(&b->opt->host, b->arena, path, LIMIT_IMAGE_FILE, &bytes) == 0 &&
        image_mime(bytes).n && !word_ending(image_mime(bytes))) {
        svg = str_is(image_mime(bytes), "image/svg+xml") ? bytes : STR_EMPTY;
        struct str other = beside(b, path);
        if (!other.n) {
            report(b, n, path);
            return false;
        }
        path = other;
    }
    if (!path.n) {
        report(b, n, path);
        return false;
    }
    struct diags_mark before = diags_mark(b->d);
    bool reported = diags_name(b->d, path);
    const struct image *image = image_read(b->arena, &b->opt->host, path, 1, n->span, b->d);
    if (reported && !image) {
        diags_rollback(b->d, before);
    }
    const char *ending = image ? word_ending(image->mime) : NULL;
    if (!ending) {
        return false;
    }
    *out = (struct docx_picture){.bytes = image->file,
                                 .ending = ending,
                                 .svg = svg,
                                 .width = emu(image->width, image->dpi_x),
                                 .height = emu(image->height, image->dpi_y)};
    return true;
}

/* ---- raw WordprocessingML ---- */

/** Whether raw text can be a part of the file. It must be well-formed, and it must not refer to
 * other parts of a Word file, because these would be missing. Otherwise Word could not open the
 * whole file. */
static bool is_sound(void *user, const struct doc_node *n) {
    struct build_run *b = user;
    struct diags_mark before = diags_mark(b->d);
    struct str text = n->u.code.text;
    struct str whole = arena_join(b->arena, 5, STR("<raw"), str_of(docx_namespaces), STR(">"), text,
                                  STR("</raw>"));
    struct source *src = source_new(b->arena, STR("raw"), whole);
    bool names = str_find(text, STR(" r:")) != STR_NONE;
    bool sound = !names && xml_parse(b->arena, src, b->d);
    diags_rollback(b->d, before);
    if (!sound) {
        struct diag *g = diag_add(b->d, DIAG_RAW_NOT_SHOWN, n->span,
                                  "this raw WordprocessingML is left out of the file of Word");
        diag_hint(b->d, g,
                  names ? "it names other parts of a file by `r:`"
                        : "it must be well-formed XML with the prefix `w`");
    }
    return sound;
}

/** Reads the file that `reference-doc` names. */
static void set_reference(struct build_run *b, const struct doc *doc, struct docx_options *opt) {
    const struct node *n = node_get(doc->front, "reference-doc");
    struct str name = str_trim(node_text(n));
    if (!name.n) {
        return;
    }
    struct str path = path_join(b->arena, b->dir, name);
    if (build_refuse(b, path, n->span)) {
        return;
    }
    int err = file_host_read(&b->opt->host, b->arena, path, LIMIT_IMAGE_FILE, &opt->reference);
    opt->reference_at = n->span;
    build_note_input(b, path);
    if (err != 0) {
        opt->reference = STR_EMPTY;
        file_host_report(&b->opt->host, b->d, n->span, path, err);
    } else {
        opt->reference_name = name;
    }
}

/** Writes a work as CSL-JSON, for the fields of Zotero. Returns false if there is no such work. */
static bool find_work(void *user, struct str key, struct buf *out) {
    struct build_run *b = user;
    const struct item *it = build_find_item(b, key);
    struct buf list = BUF_INIT;
    bool good = it && bib_write(b->arena, &list, BIB_CSL_JSON, &it, 1);
    struct str text = str_trim(buf_view(&list)); /* the text is a list of one work */
    good = good && str_starts(text, STR("[")) && str_ends(text, STR("]"));
    if (good) {
        struct str rest = str_trim(str_slice(text, 1, text.n - 1));
        while (rest.p) { /* the lines are joined: strings of JSON have no line ends */
            buf_str(out, str_trim(str_cut(&rest, '\n')));
        }
    }
    buf_drop(&list);
    return good;
}

void build_check_reference(struct build_run *b, const struct doc *doc) {
    struct docx_options opt = {.reference = STR_EMPTY};
    set_reference(b, doc, &opt);
    docx_check_reference(b->arena, &opt, b->d);
}

bool build_write_docx(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages) {
    if (!diag_has_library(b->d, SPAN_NONE, MODULE_DEFLATE)) {
        return false;
    }
    struct docx_look looks[DOCX_STYLES];
    struct docx_options opt = {
        .looks = looks,
        .theme = b->theme,
        .date = pdf_date_iso(b->arena, b->opt->epoch),
        .generator = STR("dossier " DOSSIER_VERSION),
        .picture = find_picture,
        .is_sound = is_sound,
        .work = str_is(str_trim(node_text(node_get(doc->front, "citations"))), "zotero") ? find_work
                                                                                         : NULL,
        .user = b};
    build_docx_style(b, doc, &opt.page, looks);
    set_reference(b, doc, &opt);
    docx_write(out, doc, &opt, b->d);
    *pages = 0;
    return true;
}
