/* SPDX-License-Identifier: MIT */
/*
 * Declares the part of libwebp and libwebpdemux that is called (libwebp.so.7, libwebpdemux.so.2).
 * Their headers need not be installed. tests/package/check_declared compares these declarations
 * with them.
 */
#ifndef DOSSIER_IMAGE_WEBP_LIBRARY_H
#define DOSSIER_IMAGE_WEBP_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#ifdef DOSSIER_LIBRARY_HEADERS
#include <webp/decode.h>
#include <webp/demux.h>
#else
/* The library compares the upper byte of these versions with its own. */
#define WEBP_DECODER_ABI_VERSION 0x0209
#define WEBP_DEMUX_ABI_VERSION 0x0107
typedef enum VP8StatusCode { VP8_STATUS_OK = 0 } VP8StatusCode;
typedef struct WebPBitstreamFeatures {
    int width, height, has_alpha, has_animation, format;
    uint32_t pad[5];
} WebPBitstreamFeatures;
typedef struct WebPData {
    const uint8_t *bytes;
    size_t size;
} WebPData;
typedef struct WebPAnimDecoder WebPAnimDecoder;
typedef struct WebPAnimDecoderOptions WebPAnimDecoderOptions;
#endif

VP8StatusCode WebPGetFeaturesInternal(const uint8_t *data, size_t n, WebPBitstreamFeatures *out,
                                      int version);
uint8_t *WebPDecodeRGBAInto(const uint8_t *data, size_t n, uint8_t *out, size_t size, int stride);
WebPAnimDecoder *WebPAnimDecoderNewInternal(const WebPData *data,
                                            const WebPAnimDecoderOptions *options, int version);
int WebPAnimDecoderGetNext(WebPAnimDecoder *frames, uint8_t **frame, int *time);
void WebPAnimDecoderDelete(WebPAnimDecoder *frames);

#endif
