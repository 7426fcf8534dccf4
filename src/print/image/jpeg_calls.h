/* SPDX-License-Identifier: MIT */
/*
 * The functions of libjpeg. Each name is a macro for the library's function; the library is loaded
 * at the first call. A call of a function that is missing in this list causes an error of the
 * linker.
 */
#ifndef DOSSIER_IMAGE_JPEG_CALLS_H
#define DOSSIER_IMAGE_JPEG_CALLS_H

#include "core/base/module.h"

#include <stdio.h> /* needed by jpeglib.h, which uses FILE */

#include <jpeglib.h>

#define JPEG_CALLS(X)                                                                              \
    X(jpeg_CreateDecompress)                                                                       \
    X(jpeg_destroy_decompress)                                                                     \
    X(jpeg_finish_decompress)                                                                      \
    X(jpeg_mem_src)                                                                                \
    X(jpeg_read_header)                                                                            \
    X(jpeg_read_scanlines)                                                                         \
    X(jpeg_save_markers)                                                                           \
    X(jpeg_start_decompress)                                                                       \
    X(jpeg_std_error)

struct jpeg_calls {
    JPEG_CALLS(MODULE_FIELD)
};
const struct jpeg_calls *image_jpeg_calls(void);

#ifndef JPEG_CALLS_BY_NAME
#define jpeg_CreateDecompress (image_jpeg_calls()->jpeg_CreateDecompress)
#define jpeg_destroy_decompress (image_jpeg_calls()->jpeg_destroy_decompress)
#define jpeg_finish_decompress (image_jpeg_calls()->jpeg_finish_decompress)
#define jpeg_mem_src (image_jpeg_calls()->jpeg_mem_src)
#define jpeg_read_header (image_jpeg_calls()->jpeg_read_header)
#define jpeg_read_scanlines (image_jpeg_calls()->jpeg_read_scanlines)
#define jpeg_save_markers (image_jpeg_calls()->jpeg_save_markers)
#define jpeg_start_decompress (image_jpeg_calls()->jpeg_start_decompress)
#define jpeg_std_error (image_jpeg_calls()->jpeg_std_error)
#endif

#endif
