/* SPDX-License-Identifier: MIT */
/*
 * Declares the part of libtiff that is called (4.5 and later, libtiff.so.6). The library's own
 * header need not be installed. tests/package/check_declared compares these declarations with that
 * header.
 */
#ifndef DOSSIER_IMAGE_TIFF_LIBRARY_H
#define DOSSIER_IMAGE_TIFF_LIBRARY_H

#include <stdarg.h>
#include <stdint.h>

#ifdef DOSSIER_LIBRARY_HEADERS
#include <tiffio.h>
#else
#define TIFFTAG_IMAGEWIDTH 256
#define TIFFTAG_IMAGELENGTH 257
#define TIFFTAG_XRESOLUTION 282
#define TIFFTAG_YRESOLUTION 283
#define TIFFTAG_RESOLUTIONUNIT 296
#define RESUNIT_NONE 1
#define RESUNIT_INCH 2
#define RESUNIT_CENTIMETER 3
#define ORIENTATION_TOPLEFT 1
#define TIFFGetR(abgr) ((abgr)&0xff)
#define TIFFGetG(abgr) (((abgr) >> 8) & 0xff)
#define TIFFGetB(abgr) (((abgr) >> 16) & 0xff)
#define TIFFGetA(abgr) (((abgr) >> 24) & 0xff)
typedef struct tiff TIFF;
typedef struct TIFFOpenOptions TIFFOpenOptions;
typedef int64_t tmsize_t;
typedef uint64_t toff_t;
typedef void *thandle_t;
typedef tmsize_t (*TIFFReadWriteProc)(thandle_t user, void *p, tmsize_t n);
typedef toff_t (*TIFFSeekProc)(thandle_t user, toff_t to, int whence);
typedef int (*TIFFCloseProc)(thandle_t user);
typedef toff_t (*TIFFSizeProc)(thandle_t user);
typedef int (*TIFFMapFileProc)(thandle_t user, void **base, toff_t *size);
typedef void (*TIFFUnmapFileProc)(thandle_t user, void *base, toff_t size);
typedef int (*TIFFErrorHandlerExtR)(TIFF *tiff, void *user, const char *module, const char *format,
                                    va_list ap);
#endif

TIFFOpenOptions *TIFFOpenOptionsAlloc(void);
void TIFFOpenOptionsFree(TIFFOpenOptions *options);
void TIFFOpenOptionsSetMaxSingleMemAlloc(TIFFOpenOptions *options, tmsize_t most);
void TIFFOpenOptionsSetErrorHandlerExtR(TIFFOpenOptions *options, TIFFErrorHandlerExtR handler,
                                        void *user);
void TIFFOpenOptionsSetWarningHandlerExtR(TIFFOpenOptions *options, TIFFErrorHandlerExtR handler,
                                          void *user);
TIFF *TIFFClientOpenExt(const char *name, const char *mode, thandle_t user, TIFFReadWriteProc read,
                        TIFFReadWriteProc write, TIFFSeekProc seek, TIFFCloseProc close,
                        TIFFSizeProc size, TIFFMapFileProc map, TIFFUnmapFileProc unmap,
                        TIFFOpenOptions *options);
void TIFFClose(TIFF *tiff);
int TIFFGetField(TIFF *tiff, uint32_t tag, ...);
int TIFFGetFieldDefaulted(TIFF *tiff, uint32_t tag, ...);
int TIFFReadRGBAImageOriented(TIFF *tiff, uint32_t width, uint32_t height, uint32_t *raster,
                              int orientation, int stop_on_error);

#endif
