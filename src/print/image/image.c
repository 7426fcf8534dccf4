/* SPDX-License-Identifier: MIT */
/*
 * Chooses the reader of an image by the first bytes of its file, and reports files for which there
 * is no reader.
 */
#include "print/image/image_internal.h"

#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/files/file_host.h"

#include <errno.h>
#include <string.h>

DIAG_USE(DIAG_OUTSIDE_ROOT);
DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_MISSING_IMAGE);
DIAG_USE(DIAG_BAD_IMAGE);

/* The formats that are recognised but not read. */
static const struct {
    const char *magic;
    uint8_t at, n;
    const char *what;
} foreign[] = {
    {"BM", 0, 2, "a BMP image"},
    {"%!PS", 0, 4, "a PostScript file"},
    {"\xC5\xD0\xD3\xC6", 0, 4, "a PostScript file"},
    {"ftypavif", 4, 8, "an AVIF image"},
    {"ftypheic", 4, 8, "a HEIC image"},
    {"ftypmif1", 4, 8, "a HEIC image"},
    {"\0\0\0\x0CjP  ", 0, 8, "a JPEG 2000 image"},
};

static bool refuse_format(struct image_job *job) {
    struct str file = job->img->file;
    if (file.n == 0) {
        return image_damaged(job, "is an empty file");
    }
    const char *what = "no image that dossier knows";
    for (size_t i = 0; i < ARRAY_LEN(foreign); i++) {
        size_t end = (size_t)foreign[i].at + foreign[i].n;
        if (file.n >= end && !memcmp(file.p + foreign[i].at, foreign[i].magic, foreign[i].n)) {
            what = foreign[i].what;
            break;
        }
    }
    struct diag *g = diag_add(job->diags, DIAG_BAD_IMAGE, job->at, "image `%.*s` is %s",
                              STR_ARG(job->name), what);
    diag_hint(
        job->diags, g,
        str_starts(str_of(what), STR("a PostScript"))
            ? "make a PDF of it: `epstopdf FILE.eps`"
            : "save it as PNG, SVG or PDF (drawings, plots), or as JPEG or WebP (photographs)");
    return false;
}

/* The formats that are read. */
static const struct kind {
    const char *mime;
    bool (*sniff)(struct str file);
    bool (*read)(struct image_job *job);
} kinds[] = {{"image/png", image_png_sniff, image_png_read},
             {"image/jpeg", image_jpeg_sniff, image_jpeg_read},
             {"image/webp", image_webp_sniff, image_webp_read},
             {"image/gif", image_gif_sniff, image_gif_read},
             {"image/tiff", image_tiff_sniff, image_tiff_read},
             {"application/pdf", image_pdf_sniff, image_pdf_read},
             {"image/svg+xml", image_svg_sniff, image_svg_read}};

static const struct kind *kind_of(struct str file) {
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (kinds[i].sniff(file)) {
            return &kinds[i];
        }
    }
    return NULL;
}

struct str image_mime(struct str file) {
    const struct kind *kind = kind_of(file);
    return kind ? str_of(kind->mime) : STR_EMPTY;
}

static bool read_kind(struct image_job *job) {
    const struct kind *kind = kind_of(job->img->file);
    if (!kind) {
        return refuse_format(job);
    }
    job->img->mime = str_of(kind->mime);
    return kind->read(job);
}

static struct image *read_memory(struct arena *a, struct str file, struct str name, size_t page,
                                 struct span at, bool looks, struct diags *d) {
    struct image *img = ARENA_NEW(a, struct image);
    img->file = file;
    img->name = name;
    img->at = at;
    img->orientation = 1;
    struct image_job job = {a, name, page, at, d, img, looks};
    if (!read_kind(&job)) {
        return NULL;
    }
    /* Orientations 5 to 8 exchange rows and columns (Exif 2.3, 4.6.4 A). */
    bool turned = img->orientation >= 5;
    img->stored_width = turned ? img->height : img->width;
    img->stored_height = turned ? img->width : img->height;
    return img;
}

struct image *image_read_memory(struct arena *a, struct str file, struct str name,
                                struct diags *d) {
    return read_memory(a, file, name, 1, SPAN_NONE, false, d);
}

void image_unreadable(struct str path, int err, struct span at, struct diags *d) {
    if (err == EFBIG) {
        struct diag *g =
            diag_add(d, DIAG_TOO_LARGE, at, "image `%.*s` is too large", STR_ARG(path));
        diag_hint(d, g, "at most %u MB are read", LIMIT_IMAGE_FILE / (1024u * 1024u));
        return;
    }
    if (err == EXDEV) {
        (void)diag_add(d, DIAG_OUTSIDE_ROOT, at,
                       "image `%.*s` is outside the folder that documents may read", STR_ARG(path));
        return;
    }
    if (err == ENOENT || err == ENOTDIR) {
        struct diag *g =
            diag_add(d, DIAG_MISSING_IMAGE, at, "image `%.*s` does not exist", STR_ARG(path));
        diag_hint(d, g, "paths are taken from the folder of the document");
        return;
    }
    diag_add(d, DIAG_MISSING_IMAGE, at, "image `%.*s` cannot be read: %s", STR_ARG(path),
             file_why(err));
}

static struct image *read_file(struct arena *a, const struct file_host *host, struct str path,
                               size_t page, struct span at, bool looks, struct diags *d) {
    struct str file = STR_EMPTY;
    int err = file_host_read(host, a, path, LIMIT_IMAGE_FILE, &file);
    if (err) {
        image_unreadable(path, err, at, d);
        return NULL;
    }
    image_publish(a, file, &file);
    return read_memory(a, file, path, page, at, looks, d);
}

struct image *image_read(struct arena *a, const struct file_host *host, struct str path,
                         size_t page, struct span at, struct diags *d) {
    return read_file(a, host, path, page, at, false, d);
}

bool image_look(struct arena *a, const struct file_host *host, struct str path, size_t page,
                struct span at, struct diags *d) {
    return read_file(a, host, path, page, at, true, d) != NULL;
}

struct str image_library_versions(struct arena *a) {
    return arena_join(a, 3, image_png_version(a), STR(", "), image_jpeg_version(a));
}
