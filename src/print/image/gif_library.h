/* SPDX-License-Identifier: MIT */
/* Declares the part of giflib that is called (5.1 and later, libgif.so.7). The library's own header
 * need not be installed. tests/package/check_declared compares these declarations with that header.
 */
#ifndef DOSSIER_IMAGE_GIF_LIBRARY_H
#define DOSSIER_IMAGE_GIF_LIBRARY_H

#ifdef DOSSIER_LIBRARY_HEADERS
#include <gif_lib.h>
#else
#include <stdbool.h>
#define GIF_OK 1
#define GRAPHICS_EXT_FUNC_CODE 0xf9
typedef enum {
    UNDEFINED_RECORD_TYPE = 0,
    IMAGE_DESC_RECORD_TYPE = 2,
    EXTENSION_RECORD_TYPE = 3,
    TERMINATE_RECORD_TYPE = 4
} GifRecordType;
typedef int GifWord;
typedef unsigned char GifByteType, GifPixelType;
typedef struct GifColorType {
    GifByteType Red, Green, Blue;
} GifColorType;
typedef struct ColorMapObject {
    int ColorCount, BitsPerPixel;
    bool SortFlag;
    GifColorType *Colors;
} ColorMapObject;
typedef struct GifImageDesc {
    GifWord Left, Top, Width, Height;
    bool Interlace;
    ColorMapObject *ColorMap;
} GifImageDesc;
typedef struct GifFileType {
    GifWord SWidth, SHeight, SColorResolution, SBackGroundColor;
    GifByteType AspectByte;
    ColorMapObject *SColorMap;
    int ImageCount;
    GifImageDesc Image;
    void *SavedImages;
    int ExtensionBlockCount;
    void *ExtensionBlocks;
    int Error;
    void *UserData, *Private;
} GifFileType;
typedef int (*InputFunc)(GifFileType *gif, GifByteType *to, int n);
#endif

GifFileType *DGifOpen(void *user, InputFunc read, int *error);
int DGifCloseFile(GifFileType *gif, int *error);
int DGifGetRecordType(GifFileType *gif, GifRecordType *type);
int DGifGetImageDesc(GifFileType *gif);
int DGifGetLine(GifFileType *gif, GifPixelType *row, int n);
int DGifGetExtension(GifFileType *gif, int *code, GifByteType **block);
int DGifGetExtensionNext(GifFileType *gif, GifByteType **block);

#endif
