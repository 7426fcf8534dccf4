/* SPDX-License-Identifier: MIT */
/*
 * Images checked and made ready for embedding. The only room that sees libpng, libjpeg,
 * libwebp, giflib, libtiff, librsvg and cairo; pages of PDFs are pdfread's.
 *
 * An image that is returned is whole: every pixel was decoded once, or (JPEG) its frame was read by
 * libjpeg and its last marker is there. What is damaged is reported where the document names it,
 * with what is wrong in the file.
 */
#ifndef DOSSIER_IMAGE_IMAGE_H
#define DOSSIER_IMAGE_IMAGE_H

#include "core/base/arena.h"
#include "core/diag/diag.h"

enum image_kind {
    IMAGE_RGB,
    IMAGE_GRAY,
    IMAGE_JPEG, /* passed through as it is */
    IMAGE_SVG,  /* HTML takes the file, the PDF the drawing */
    IMAGE_PDF   /* a page of one: the PDF takes it in, HTML has a link to the file */
};

struct image {
    enum image_kind kind;
    uint32_t width, height; /* as shown, in pixels; IMAGE_SVG: CSS pixels, 96 to the inch */
    uint32_t dpi_x, dpi_y;  /* as shown; 0: not given */
    struct str pixels; /* RGB or gray, 8 bit, rows without padding; the whole file for IMAGE_JPEG */
    struct str alpha;  /* 8 bit a pixel, not premultiplied, or empty: opaque */
    int jpeg_components; /* 1, 3 */
    bool jpeg_plain_rgb; /* three components that are RGB, though no Adobe marker says so */
    int orientation;     /* how stored rows are shown, Exif 2.3 tag 274: 1 (as stored) to 8 */
    uint32_t stored_width,
        stored_height; /* of the rows as stored: swapped against width and height from 5 on */
    const struct pdfread_form *form; /* IMAGE_SVG, IMAGE_PDF (print/pdfread/form.h) */
    struct str mime;                 /* "image/png", "image/jpeg", "image/webp", "image/gif",
                                        "image/tiff", "image/svg+xml", "application/pdf" */
    struct str file;                 /* the bytes as read, for embedding in HTML */
    struct str name;                 /* of the file, and where the document has it first: for ... */
    struct span at;                  /* ... what is said of it when it is written */
};

/**
 * Reads and checks an image of at most LIMIT_IMAGE_FILE bytes and LIMIT_IMAGE_PIXELS pixels. The
 * kind is known by the bytes, never by the name. NULL with a diagnostic at `at` when it is missing,
 * damaged, too large or of a kind that is not read. `page`, from 1, is that of a PDF. All memory is
 * the arena's.
 */
struct image *image_read(struct arena *a, const struct file_host *host, struct str path,
                         size_t page, struct span at, struct diags *d);
/** The same for bytes in memory; `name` stands in the diagnostics. `file` is borrowed by the
 * result.
 */
struct image *image_read_memory(struct arena *a, struct str file, struct str name, size_t page,
                                struct span at, struct diags *d);
/** MIME type by the first bytes, of a kind that image_read() reads; empty for all else. */
struct str image_mime(struct str file);

/**
 * An image without what it says of who made it, when, where and with what: Exif (but how it is
 * turned, and its resolution), XMP, IPTC, comments and texts of PNG, JPEG, GIF, WebP and TIFF;
 * comments, `metadata` and what drawing programs keep for themselves of SVG, and the same of images
 * in it. Of a file that breaks off what is there of its pixels stays. False when it cannot be
 * cleaned: then `*out` is the file itself, as it is for other kinds.
 */
bool image_clean(struct arena *a, struct str file, struct str *out);

/** "libpng 1.6.39, libjpeg-turbo 2.1.5, ..." for `--version`. */
struct str image_library_versions(struct arena *a);

#endif
