/* SPDX-License-Identifier: MIT */
/*
 * JPEG: libjpeg checks the headers, and the bytes are embedded unchanged if PDF's DCTDecode
 * supports them (ISO 32000-1, 7.4.8: baseline, extended and progressive Huffman with 8 bits).
 * Images in CMYK or with arithmetic coding are decoded to RGB, because the output intent is RGB
 * (ISO 19005-2, 6.2.4.3) and PDF readers do not support arithmetic coding.
 *
 * libjpeg replaces a missing end with grey pixels; here it counts as damage. libjpeg's messages
 * become diagnostics.
 */
#include "print/image/image_internal.h"

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h> /* needed by jpeglib.h, which uses FILE */
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#define CALLS(X)                                                                                   \
    X(jpeg_CreateDecompress)                                                                       \
    X(jpeg_destroy_decompress)                                                                     \
    X(jpeg_finish_decompress)                                                                      \
    X(jpeg_mem_src)                                                                                \
    X(jpeg_read_header)                                                                            \
    X(jpeg_read_scanlines)                                                                         \
    X(jpeg_save_markers)                                                                           \
    X(jpeg_start_decompress)                                                                       \
    X(jpeg_std_error)

struct calls {
    CALLS(MODULE_FIELD)
};

static const struct calls *lib(void) {
    static const struct module_symbol symbols[] = {CALLS(MODULE_SYMBOL)};
    return module_calls(MODULE_JPEG, symbols, ARRAY_LEN(symbols), sizeof(struct calls));
}
/* Calls a function of libjpeg. `name` is its name without "jpeg_". */
#define JPEG(name, ...) (lib()->jpeg_##name(__VA_ARGS__))

enum { MARKER_SOS = 0xDA, MARKER_EOI = 0xD9, MARKER_APP1 = 0xE1 };
enum {
    TAG_ORIENTATION = 274,
    TAG_X_RESOLUTION = 282,
    TAG_Y_RESOLUTION = 283,
    TAG_RESOLUTION_UNIT = 296
};

/* The maximum number of scans. Each scan of a progressive file is a pass over all pixels. Encoders
 * write about ten; a malicious file may have thousands. */
enum { MAX_SCANS = 200 };

struct jpeg_reader {
    struct jpeg_decompress_struct cinfo;
    struct jpeg_error_mgr errors;
    jmp_buf escape;
    struct image_job *job;
    bool warned; /* libjpeg has met data that it could not read, and has continued */
    char message[JMSG_LENGTH_MAX];
};

static struct jpeg_reader *reader_of(j_common_ptr c) {
    return c->client_data;
}

static void on_error(j_common_ptr c) {
    struct jpeg_reader *r = reader_of(c);
    c->err->format_message(c, r->message);
    longjmp(r->escape, 1);
}

static void on_message(j_common_ptr c, int level) {
    struct jpeg_reader *r = reader_of(c);
    if (level < 0 && !r->warned) {
        r->warned = true;
        c->err->format_message(c, r->message);
    }
}

/**
 * Goes through the segments up to the end-of-image marker (ITU-T T.81, B.1.1). Returns false if the
 * marker is missing. Bytes after it (thumbnails, padding) are ignored. `*scans` counts the
 * start-of-scan markers.
 */
static bool has_end(struct str f, int *scans) {
    size_t at = 2;
    while (at + 1 < f.n) {
        const char *ff = memchr(f.p + at, 0xFF, f.n - at - 1);
        if (!ff) {
            return false;
        }
        at = (size_t)(ff - f.p) + 1;
        unsigned char m = (unsigned char)f.p[at];
        if (m == MARKER_EOI) {
            return true;
        }
        bool bare = m == 0 || m == 0xFF || m == 0x01 || (m >= 0xD0 && m <= 0xD7);
        if (bare) {
            at += m != 0xFF;
            continue;
        }
        size_t len = str_big_endian(f, at + 1, 2);
        *scans += m == MARKER_SOS;
        if (len < 2 || len > f.n - at - 1) {
            return false;
        }
        at += 1 + len;
    }
    return false;
}

/** The properties in an Exif block that affect how the image is shown. 0: unknown. */
struct exif {
    int orientation;
    uint32_t dpi_x, dpi_y;
};

/** A resolution of type RATIONAL at an offset, in whole dots per inch (Exif 2.3, 4.6.4 A). */
static uint32_t exif_dpi(struct str t, size_t at, bool little, bool per_cm) {
    if (at > t.n || t.n - at < 8) {
        return 0;
    }
    uint64_t over = image_number(t, at, 4, little), under = image_number(t, at + 4, 4, little);
    if (under == 0) {
        return 0;
    }
    uint64_t dpi = per_cm ? over * 254 / (under * 100) : over / under;
    return dpi < 100000 ? (uint32_t)dpi : 0;
}

/** Reads the tags in the Exif block of an APP1 segment (Exif 2.3, 4.6.2 and 4.6.4 A). */
static bool read_exif(struct str seg, struct exif *out) {
    if (!str_starts(seg, STR("Exif\0"))) {
        return false;
    }
    struct str t = str_from(seg, 6);
    if (t.n < 14) {
        return false;
    }
    bool little = t.p[0] == 'I', per_cm = false;
    size_t ifd = image_number(t, 4, 4, little), at_x = SIZE_MAX, at_y = SIZE_MAX;
    if (ifd > t.n - 2) {
        return false;
    }
    for (size_t i = 0, entry; (entry = image_tiff_entry(t, ifd, i, little)) != 0; i++) {
        uint32_t v = image_number(t, entry + 8, 2, little);
        switch (image_number(t, entry, 2, little)) {
        case TAG_ORIENTATION:
            out->orientation = v >= 1 && v <= 8 ? (int)v : 0;
            break;
        case TAG_X_RESOLUTION:
            at_x = image_number(t, entry + 8, 4, little);
            break;
        case TAG_Y_RESOLUTION:
            at_y = image_number(t, entry + 8, 4, little);
            break;
        case TAG_RESOLUTION_UNIT:
            per_cm = v == 3;
            break;
        default:
            break;
        }
    }
    out->dpi_x = exif_dpi(t, at_x, little, per_cm);
    out->dpi_y = exif_dpi(t, at_y, little, per_cm);
    return true;
}

static void read_metadata(struct jpeg_reader *r) {
    struct image *img = r->job->img;
    struct exif exif = {0};
    for (jpeg_saved_marker_ptr m = r->cinfo.marker_list; m; m = m->next) {
        if (read_exif((struct str){(const char *)m->data, m->data_length}, &exif)) {
            break;
        }
    }
    img->orientation = exif.orientation ? exif.orientation : img->orientation;
    uint32_t x = r->cinfo.X_density, y = r->cinfo.Y_density;
    /* density_unit is 2 for dots per centimetre */
    if (r->cinfo.saw_JFIF_marker && r->cinfo.density_unit == 2) {
        x = (x * 254 + 50) / 100;
        y = (y * 254 + 50) / 100;
    } else if (!r->cinfo.saw_JFIF_marker || r->cinfo.density_unit != 1) {
        x = exif.dpi_x;
        y = exif.dpi_y;
    }
    bool turned = img->orientation >= 5;
    img->width = turned ? r->cinfo.image_height : r->cinfo.image_width;
    img->height = turned ? r->cinfo.image_width : r->cinfo.image_height;
    img->dpi_x = turned ? y : x;
    img->dpi_y = turned ? x : y;
}

/** Converts a row from CMYK to RGB. Files of Adobe store the ink inverted: 255 is no ink. */
static void row_from_cmyk(const unsigned char *from, unsigned char *to, size_t n, bool inverted) {
    for (size_t i = 0; i < n; i++, from += 4, to += 3) {
        unsigned k = inverted ? from[3] : 255u - from[3];
        for (int c = 0; c < 3; c++) {
            unsigned ink = inverted ? from[c] : 255u - from[c];
            to[c] = (unsigned char)((ink * k + 127u) / 255u);
        }
    }
}

/** Decodes an image that cannot be embedded unchanged. Runs under the setjmp() of the caller. */
static void decode(struct jpeg_reader *r) {
    struct jpeg_decompress_struct *c = &r->cinfo;
    struct image *img = r->job->img;
    bool cmyk = c->num_components == 4;
    bool gray = c->num_components == 1;
    c->out_color_space = cmyk ? JCS_CMYK : gray ? JCS_GRAYSCALE : JCS_RGB;
    JPEG(start_decompress, c);
    size_t width = c->output_width;
    size_t stride = width * (gray ? 1 : 3);
    unsigned char *pixels = arena_alloc(r->job->arena, stride * c->output_height);
    unsigned char *row = arena_alloc(r->job->arena, width * 4);
    while (c->output_scanline < c->output_height) {
        unsigned char *to = pixels + stride * c->output_scanline;
        JSAMPROW rows[1] = {cmyk ? row : to};
        JPEG(read_scanlines, c, rows, 1);
        if (cmyk) {
            row_from_cmyk(row, to, width, c->saw_Adobe_marker);
        }
    }
    JPEG(finish_decompress, c);
    img->kind = gray ? IMAGE_GRAY : IMAGE_RGB;
    img->pixels = (struct str){(char *)pixels, stride * c->output_height};
}

static bool check(struct jpeg_reader *r) {
    struct jpeg_decompress_struct *c = &r->cinfo;
    struct image_job *job = r->job;
    JPEG(CreateDecompress, c, JPEG_LIB_VERSION, sizeof *c);
    JPEG(mem_src, c, (const unsigned char *)job->img->file.p, (unsigned long)job->img->file.n);
    JPEG(save_markers, c, MARKER_APP1, 0xFFFF);
    JPEG(read_header, c, TRUE);
    if (!image_size_ok(job, c->image_width, c->image_height)) {
        return false;
    }
    if (c->data_precision != 8) {
        return image_damaged(job, "is a JPEG with %d bits a sample: only 8 are read",
                             c->data_precision);
    }
    if (c->num_components != 1 && c->num_components != 3 && c->num_components != 4) {
        return image_damaged(job, "is a JPEG with %d colour components: 1, 3 and 4 are read",
                             c->num_components);
    }
    int scans = 0;
    if (!has_end(job->img->file, &scans)) {
        return image_damaged(job, "is cut off: its end-of-image marker is missing after %zu bytes",
                             job->img->file.n);
    }
    if (scans > MAX_SCANS) {
        return image_damaged(job, "is a JPEG with %d scans: no encoder writes so many", scans);
    }
    read_metadata(r);
    if (c->num_components == 4 || c->arith_code) {
        decode(r);
    } else {
        job->img->kind = IMAGE_JPEG;
        job->img->pixels = job->img->file;
        job->img->jpeg_components = c->num_components;
        job->img->jpeg_plain_rgb = c->jpeg_color_space == JCS_RGB && !c->saw_Adobe_marker;
    }
    return !r->warned || image_damaged(job, "is damaged: %s", r->message);
}

bool image_jpeg_sniff(struct str file) {
    return str_starts(file, STR("\xff\xd8\xff"));
}

bool image_jpeg_read(struct image_job *job) {
    if (!image_has_library(job, MODULE_JPEG)) {
        return false;
    }
    /* The reader is on the heap, because local variables that change between setjmp() and longjmp()
     * are indeterminate (C11 7.13.2.1). */
    struct jpeg_reader *r = xcalloc(1, sizeof *r);
    r->job = job;
    r->cinfo.err = JPEG(std_error, &r->errors);
    r->errors.error_exit = on_error;
    r->errors.emit_message = on_message;
    r->cinfo.client_data = r;
    bool ok;
    if (setjmp(r->escape)) {
        ok = image_damaged(job, "is damaged: %s", r->message);
    } else {
        ok = check(r);
    }
    JPEG(destroy_decompress, &r->cinfo);
    free(r);
    return ok;
}

#define QUOTE_(x) #x
#define QUOTE(x) QUOTE_(x)

struct str image_jpeg_version(struct arena *a) {
#ifdef LIBJPEG_TURBO_VERSION
    return arena_printf(a, "libjpeg-turbo %s", QUOTE(LIBJPEG_TURBO_VERSION));
#else
    return arena_printf(a, "libjpeg %d", JPEG_LIB_VERSION);
#endif
}
