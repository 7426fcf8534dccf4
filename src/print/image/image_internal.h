/* SPDX-License-Identifier: MIT */
/*
 * Declarations that the readers of the image formats share. Each reader gets a job. The member
 * `file` of its `img` is set; the reader sets the other members and returns whether it succeeded.
 * Failures are already reported.
 */
#ifndef DOSSIER_IMAGE_IMAGE_INTERNAL_H
#define DOSSIER_IMAGE_IMAGE_INTERNAL_H

#include "core/diag/missing.h"
#include "print/image/image.h"

struct image_job {
    struct arena *arena;
    struct str name; /* the name of the file, for messages */
    size_t page;     /* the page of a PDF, from 1 */
    struct span at;
    struct diags *diags;
    struct image *img;
    /* the job is that of image_look(): readers find faults, but need not make the pixels */
    bool looks;
};

bool image_png_read(struct image_job *job);
bool image_jpeg_read(struct image_job *job);
bool image_svg_read(struct image_job *job);
bool image_pdf_read(struct image_job *job);
bool image_webp_read(struct image_job *job);
bool image_gif_read(struct image_job *job);
bool image_tiff_read(struct image_job *job);
/** Returns the text after the name of the outermost element: its attributes, and everything that
 * follows. Empty if this element is not svg. */
struct str image_svg_tag(struct str text);
/** Makes `form` for an SVG image whose size is known. */
bool image_svg_draw(struct image_job *job);
struct buf;
/** Writes a TIFF file without anything that identifies its makers. Returns false if it cannot be
 * cleaned. */
bool image_tiff_clean(struct buf *out, struct str file);
/** Whether the bytes begin like a file of the format. */
bool image_png_sniff(struct str file);
bool image_jpeg_sniff(struct str file);
bool image_pdf_sniff(struct str file);
bool image_webp_sniff(struct str file);
bool image_gif_sniff(struct str file);
bool image_tiff_sniff(struct str file);
/** Whether the bytes look like an SVG document: its first element is `svg`. */
bool image_svg_sniff(struct str file);

/** Reports that the file is damaged, with the reason. Always returns false, so that a caller can
 * return the result. */
bool image_damaged(struct image_job *job, const char *fmt, ...) ATTR_PRINTF(2, 3);
/** Whether the number of pixels is allowed. If not, this is reported; a size of zero counts as
 * damage. */
bool image_size_ok(struct image_job *job, uint64_t width, uint64_t height);

/** Whether a library can be loaded. If not, this is reported as by image_no_library(). */
bool image_has_library(struct image_job *job, enum module id);
/** Reports that the library for a format is missing, unless the job is that of image_look(). Always
 * returns false. */
bool image_no_library(struct image_job *job, enum module id);
/** Splits `count` pixels of `channels` channels, of which the last one is alpha. The colours stay
 * in place, and alpha goes to a separate plane. Both become parts of the image. */
void image_split_alpha(struct image_job *job, unsigned char *pixels, size_t count, size_t channels);
/** Makes the pixels of the image, in the job's arena. `pixels` has width times height pixels of
 * four bytes: red, green, blue and alpha. Colours and alpha go to separate planes. */
void image_take_rgba(struct image_job *job, unsigned char *pixels);

/** A number of up to four bytes in either byte order. The caller has checked the length. */
static inline uint32_t image_number(struct str t, size_t at, size_t bytes, bool little) {
    uint32_t v = 0;
    for (size_t i = 0; i < bytes; i++) {
        v = v << 8 | (unsigned char)t.p[little ? at + bytes - 1 - i : at + i];
    }
    return v;
}
/** Returns the offset of entry `i` (12 bytes) in the directory at `ifd` of a TIFF structure; 0
 * after the last entry. Exif also uses this structure. Directories come after the header of 8
 * bytes. */
static inline size_t image_tiff_entry(struct str t, size_t ifd, size_t i, bool little) {
    size_t at = ifd + 2 + 12 * i;
    bool holds = ifd >= 8 && t.n >= 2 && ifd <= t.n - 2 && i < image_number(t, ifd, 2, little);
    return holds && at + 12 <= t.n ? at : 0;
}

struct str image_png_version(struct arena *a);
struct str image_jpeg_version(struct arena *a);

#endif
