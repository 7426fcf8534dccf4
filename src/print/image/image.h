/* SPDX-License-Identifier: MIT */
/*
 * Images, checked and prepared for embedding. No other module uses libpng, libjpeg, libwebp,
 * giflib, libtiff, librsvg or cairo. Pages of PDFs are read by print/pdfread.
 *
 * An image that is returned is complete: every pixel was decoded once, or (for JPEG) libjpeg read
 * the frame and the end marker is present. Damage is reported at the place in the document that
 * names the image.
 */
#ifndef DOSSIER_IMAGE_IMAGE_H
#define DOSSIER_IMAGE_IMAGE_H

#include "core/base/arena.h"
#include "core/diag/diag.h"

enum image_kind {
    IMAGE_RGB,
    IMAGE_GRAY,
    IMAGE_JPEG, /* the file is embedded unchanged */
    IMAGE_SVG,  /* HTML gets the file, and the PDF gets its drawing */
    IMAGE_PDF   /* a page of a PDF: it is embedded in the PDF, and HTML links to the file */
};

struct file_host; /* see core/files/file_host.h */

struct image {
    enum image_kind kind;
    uint32_t width, height; /* the size as shown, in pixels (IMAGE_SVG: CSS pixels) */
    uint32_t dpi_x, dpi_y;  /* the resolution as the image is shown; 0: unknown */
    struct str pixels; /* rows of RGB or gray with 8 bits and without padding; for IMAGE_JPEG the
                          whole file */
    /* the opacity in 8 bits for each pixel; the colours are not premultiplied; empty: the image
     * is opaque */
    struct str alpha;
    int jpeg_components; /* the number of components of a JPEG: 1 or 3 */
    /* the JPEG has three components that are RGB, although there is no marker of Adobe */
    bool jpeg_plain_rgb;
    int orientation; /* how the stored rows are shown: 1 (unchanged) to 8 (Exif 2.3, tag 274) */
    uint32_t stored_width, stored_height; /* the size of the stored rows; from orientation 5 on,
                                             width and height are exchanged */
    /* the form of an IMAGE_SVG or IMAGE_PDF (print/pdfread/form.h) */
    const struct pdfread_form *form;
    /* the MIME type: "image/png", "image/jpeg", "image/webp", "image/gif", "image/tiff",
     * "image/svg+xml" or "application/pdf" */
    struct str mime;
    struct str file; /* the original bytes, for embedding in HTML */
    struct str name; /* the name of the file, for later diagnostics */
    struct span at;  /* the first place in the document that names the file */
};

/**
 * Reads and checks an image of at most LIMIT_IMAGE_FILE bytes and LIMIT_IMAGE_PIXELS pixels. The
 * format is recognised by the bytes, not by the name. Returns NULL, with a diagnostic at `at`, if
 * the image is missing, damaged, too large or of an unsupported format. `page` is the page of a
 * PDF, from 1. All memory is in the arena.
 */
struct image *image_read(struct arena *a, const struct file_host *host, struct str path,
                         size_t page, struct span at, struct diags *d);
/** Reports that an image could not be read, and why: an errno value of file_host_read(). */
void image_unreadable(struct str path, int error, struct span at, struct diags *d);
/** Like image_read(), but for the bytes of a file in memory. Of a PDF, the first page is read.
 * `name` is used in diagnostics, which have no position in a source. The result borrows `file`. */
struct image *image_read_memory(struct arena *a, struct str file, struct str name, struct diags *d);
/**
 * Whether image_read() would accept the file. It is for outputs that show the file itself. The same
 * faults are reported at `at`, except those that concern only a PDF. No library is needed: if one
 * is missing, the faults that only this library finds are not reported.
 */
bool image_look(struct arena *a, const struct file_host *host, struct str path, size_t page,
                struct span at, struct diags *d);
/** The MIME type of a file, judged by its first bytes. Empty if image_read() does not support the
 * format. */
struct str image_mime(struct str file);

/**
 * Copies an image without anything that identifies its makers, places, times and programs: in
 * PNG, JPEG, GIF, WebP and TIFF these are Exif (except orientation and resolution), XMP, IPTC,
 * comments and texts; in SVG they are comments, `metadata` and private data of drawing programs,
 * and the same things in images inside it. Truncated files keep their pixels. Returns false if the
 * file cannot be cleaned; then `*out` is the file itself, as for other formats.
 */
bool image_clean(struct arena *a, struct str file, struct str *out);

/** The facts about its maker that the metadata of an image reveal. Texts are in the arena. */
struct image_facts {
    bool place;        /* the metadata have the position of the camera */
    struct str serial; /* the serial number of the camera or lens; or empty */
    struct str maker;  /* the name of a person; or empty */
    struct str text;   /* other texts: XMP, comments */
};
/** Reads Exif, XMP and texts of JPEG, PNG, WebP, TIFF and SVG. Other files have no facts. */
void image_facts_read(struct arena *a, struct str file, struct image_facts *out);
/** Sets `*out` to the image as it is published. If its metadata have the position or the serial
 * number of the camera, the image is cleaned as by image_clean(), because the author may not know
 * of these. Otherwise `*out` is the file itself. */
void image_publish(struct arena *a, struct str file, struct str *out);

/** The versions of the libraries for `--version`: "libpng 1.6.39, libjpeg-turbo 2.1.5, ...". */
struct str image_library_versions(struct arena *a);

#endif
