/* SPDX-License-Identifier: MIT */
/*
 * Declares the part of librsvg, cairo and GLib that is called. Their headers need not be installed.
 * tests/package/check_declared compares these declarations with them.
 */
#ifndef DOSSIER_IMAGE_SVG_LIBRARY_H
#define DOSSIER_IMAGE_SVG_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#ifdef DOSSIER_LIBRARY_HEADERS
#include <cairo-pdf.h>
#include <librsvg/rsvg.h>
#else
typedef struct _RsvgHandle RsvgHandle;
typedef struct {
    double x, y, width, height;
} RsvgRectangle;
typedef struct _GError {
    uint32_t domain;
    int code;
    char *message;
} GError;
typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef enum { CAIRO_STATUS_SUCCESS = 0, CAIRO_STATUS_WRITE_ERROR = 11 } cairo_status_t;
typedef cairo_status_t (*cairo_write_func_t)(void *user, const unsigned char *bytes, unsigned n);
#endif

RsvgHandle *rsvg_handle_new_from_data(const uint8_t *data, size_t n, GError **error);
int rsvg_handle_render_document(RsvgHandle *svg, cairo_t *cairo, const RsvgRectangle *page,
                                GError **error);
cairo_surface_t *cairo_pdf_surface_create_for_stream(cairo_write_func_t write, void *user,
                                                     double width, double height);
void cairo_surface_finish(cairo_surface_t *surface);
void cairo_surface_destroy(cairo_surface_t *surface);
cairo_status_t cairo_surface_status(cairo_surface_t *surface);
cairo_t *cairo_create(cairo_surface_t *surface);
void cairo_destroy(cairo_t *cairo);
void g_object_unref(void *object);
void g_error_free(GError *error);

#endif
