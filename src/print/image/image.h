/* SPDX-License-Identifier: MIT */
/*
 * Images, checked and prepared for embedding. The only module that sees libpng, libjpeg, libwebp,
 * giflib, libtiff, librsvg and cairo; pages of PDFs are read by print/pdfread.
 *
 * A returned image is complete: every pixel was decoded once, or (JPEG) libjpeg read its frame and
 * its end marker is present. Damage is reported at the place in the document that names the image.
 */
#ifndef DOSSIER_IMAGE_IMAGE_H
#define DOSSIER_IMAGE_IMAGE_H

#include "core/base/arena.h"
#include "core/diag/diag.h"

enum image_kind {
    IMAGE_RGB,
    IMAGE_GRAY,
    IMAGE_JPEG, /* embedded unchanged */
    IMAGE_SVG,  /* HTML gets the file, the PDF the drawing */
    IMAGE_PDF   /* a page of a PDF: the PDF embeds it, HTML links to the file */
};

struct file_host; /* core/files/file_host.h */

struct image {
    enum image_kind kind;
    uint32_t width, height; /* as shown, in pixels; IMAGE_SVG: CSS pixels, 96 to the inch */
    uint32_t dpi_x, dpi_y;  /* as shown; 0: unknown */
    struct str pixels; /* RGB or gray, 8 bit, rows without padding; the whole file for IMAGE_JPEG */
    struct str alpha;  /* 8 bits per pixel, not premultiplied; empty: opaque */
    int jpeg_components; /* 1 or 3 */
    bool jpeg_plain_rgb; /* three components that are RGB although there is no Adobe marker */
    int orientation;     /* how the stored rows are shown, Exif 2.3 tag 274: 1 (unchanged) to 8 */
    uint32_t stored_width, stored_height; /* size of the stored rows: exchanged with width and
                                             height from orientation 5 on */
    const struct pdfread_form *form;      /* IMAGE_SVG, IMAGE_PDF (print/pdfread/form.h) */
    struct str mime;                      /* "image/png", "image/jpeg", "image/webp", "image/gif",
                                             "image/tiff", "image/svg+xml", "application/pdf" */
    struct str file;                      /* the original bytes, for embedding in HTML */
    struct str
        name; /* name of the file, and the first place of the document that names it, for ... */
    struct span at; /* ... reports at the time of writing */
};

/**
 * Reads and checks an image of at most LIMIT_IMAGE_FILE bytes and LIMIT_IMAGE_PIXELS pixels. The
 * format is recognised by the bytes, not by the name. NULL with a diagnostic at `at` if it is
 * missing, damaged, too large or of an unsupported format. `page` is a page of a PDF, from 1. All
 * memory is in the arena.
 */
struct image *image_read(struct arena *a, const struct file_host *host, struct str path,
                         size_t page, struct span at, struct diags *d);
/** Reports that an image could not be read, and why: an errno value of file_host_read(). */
void image_unreadable(struct str path, int error, struct span at, struct diags *d);
/** The same for bytes in memory. `name` is used in diagnostics. The result borrows `file`. */
struct image *image_read_memory(struct arena *a, struct str file, struct str name, size_t page,
                                struct span at, struct diags *d);
/**
 * Whether image_read() would accept the file: reports the same faults at `at`, except those that
 * only concern a PDF. For outputs that show the file itself. Needs no library: the faults that a
 * missing one would find are not reported.
 */
bool image_look(struct arena *a, const struct file_host *host, struct str path, size_t page,
                struct span at, struct diags *d);
/** The MIME type by the first bytes, if image_read() supports it; else empty. */
struct str image_mime(struct str file);

/**
 * An image without what identifies its makers, places, times and programs: Exif (except orientation
 * and resolution), XMP, IPTC, comments and texts of PNG, JPEG, GIF, WebP and TIFF; comments,
 * `metadata` and private data of drawing programs in SVG, and the same in images within it.
 * Truncated files keep their pixels. False if the file cannot be cleaned: then `*out` is the file
 * itself, as for other formats.
 */
bool image_clean(struct arena *a, struct str file, struct str *out);

/** "libpng 1.6.39, libjpeg-turbo 2.1.5, ..." for `--version`. */
struct str image_library_versions(struct arena *a);

#endif
