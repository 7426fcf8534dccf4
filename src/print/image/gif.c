/* SPDX-License-Identifier: MIT */
/*
 * Decodes the first frame of a GIF (GIF89a) to rows of RGB and a separate alpha channel, with
 * giflib. Pixels outside the frame are transparent.
 */
#include "core/base/module.h"
#include "print/image/gif_library.h"
#include "print/image/image_internal.h"

#include <string.h>

#define NO_COLOUR (-1)

#define CALLS(X)                                                                                   \
    X(DGifOpen)                                                                                    \
    X(DGifCloseFile)                                                                               \
    X(DGifGetRecordType)                                                                           \
    X(DGifGetImageDesc)                                                                            \
    X(DGifGetLine)                                                                                 \
    X(DGifGetExtension)                                                                            \
    X(DGifGetExtensionNext)

struct calls {
    CALLS(MODULE_FIELD)
};

struct input {
    struct str file;
    size_t at;
};

static int read_bytes(GifFileType *gif, GifByteType *to, int n) {
    struct input *in = gif->UserData;
    size_t left = in->file.n - in->at, take = n > 0 && (size_t)n < left ? (size_t)n : left;
    memcpy(to, in->file.p + in->at, take);
    in->at += take;
    return (int)take;
}

/* Puts the colours of a row of the frame into the image, whose pixels are transparent at first. */
static void put_row(const GifFileType *gif, const GifPixelType *row, int y, int clear,
                    unsigned char *rgba) {
    const ColorMapObject *map = gif->Image.ColorMap ? gif->Image.ColorMap : gif->SColorMap;
    for (int x = 0; x < gif->Image.Width; x++) {
        int to_x = gif->Image.Left + x, to_y = gif->Image.Top + y;
        bool inside = to_x >= 0 && to_x < gif->SWidth && to_y >= 0 && to_y < gif->SHeight;
        if (!inside || row[x] == clear || !map || row[x] >= map->ColorCount) {
            continue;
        }
        const GifColorType *c = &map->Colors[row[x]];
        unsigned char *p = rgba + 4 * ((size_t)to_y * (size_t)gif->SWidth + (size_t)to_x);
        p[0] = c->Red;
        p[1] = c->Green;
        p[2] = c->Blue;
        p[3] = 255;
    }
}

/* Reads the rows of the frame, after its header. They are in order, or interlaced in four passes
 * (Appendix E). */
static bool read_frame(struct image_job *job, const struct calls *lib, GifFileType *gif, int clear,
                       unsigned char *rgba) {
    static const uint8_t first[] = {0, 4, 2, 1}, step[] = {8, 8, 4, 2};
    int passes = gif->Image.Interlace ? 4 : 1;
    if (gif->Image.Width <= 0 || gif->Image.Height <= 0) {
        return image_damaged(job, "is damaged: its frame has no size");
    }
    if (!image_size_ok(job, (uint64_t)gif->Image.Width, (uint64_t)gif->Image.Height)) {
        return false;
    }
    GifPixelType *row = arena_alloc(job->arena, (size_t)gif->Image.Width);
    for (int pass = 0; pass < passes; pass++) {
        int by = passes == 4 ? step[pass] : 1;
        for (int y = passes == 4 ? first[pass] : 0; y < gif->Image.Height; y += by) {
            if (lib->DGifGetLine(gif, row, gif->Image.Width) != GIF_OK) {
                return image_damaged(job, "is damaged: its pixels end too early");
            }
            put_row(gif, row, y, clear, rgba);
        }
    }
    return true;
}

/* Reads the transparent colour, if the block has one (23. Graphic Control Extension). */
static bool read_extension(const struct calls *lib, GifFileType *gif, int *clear) {
    GifByteType *block = NULL;
    int code = 0;
    int status = lib->DGifGetExtension(gif, &code, &block);
    if (status == GIF_OK && block && code == GRAPHICS_EXT_FUNC_CODE && block[0] >= 4) {
        *clear = block[1] & 1 ? block[4] : NO_COLOUR;
    }
    while (status == GIF_OK && block) {
        status = lib->DGifGetExtensionNext(gif, &block);
    }
    return status == GIF_OK;
}

static bool read_first(struct image_job *job, const struct calls *lib, GifFileType *gif) {
    struct image *img = job->img;
    img->width = (uint32_t)gif->SWidth;
    img->height = (uint32_t)gif->SHeight;
    if (!image_size_ok(job, img->width, img->height)) {
        return false;
    }
    size_t n = (size_t)img->width * img->height * 4;
    unsigned char *rgba = arena_alloc(job->arena, n);
    memset(rgba, 0, n);
    int clear = NO_COLOUR;
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    while (lib->DGifGetRecordType(gif, &type) == GIF_OK && type != TERMINATE_RECORD_TYPE) {
        if (type == EXTENSION_RECORD_TYPE && read_extension(lib, gif, &clear)) {
            continue;
        }
        if (type != IMAGE_DESC_RECORD_TYPE || lib->DGifGetImageDesc(gif) != GIF_OK) {
            break;
        }
        bool ok = read_frame(job, lib, gif, clear, rgba);
        if (ok) {
            image_take_rgba(job, rgba);
        }
        return ok;
    }
    return image_damaged(job, "is damaged: it has no frame");
}

bool image_gif_sniff(struct str file) {
    return str_starts(file, STR("GIF87a")) || str_starts(file, STR("GIF89a"));
}

static bool read_with(struct image_job *job, const struct calls *lib) {
    struct input in = {job->img->file, 0};
    int error = 0;
    GifFileType *gif = lib->DGifOpen(&in, read_bytes, &error);
    if (!gif) {
        return image_damaged(job, "is damaged: its header cannot be read");
    }
    bool ok = read_first(job, lib, gif);
    (void)lib->DGifCloseFile(gif, &error);
    return ok;
}

bool image_gif_read(struct image_job *job) {
    static const struct module_symbol symbols[] = {CALLS(MODULE_SYMBOL)};
    struct calls lib;
    void *module = module_load(MODULE_GIF, symbols, ARRAY_LEN(symbols), &lib);
    bool ok = module ? read_with(job, &lib) : image_no_library(job, MODULE_GIF);
    module_drop(module);
    return ok;
}
