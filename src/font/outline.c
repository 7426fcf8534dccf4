/* SPDX-License-Identifier: MIT */
/*
 * The outlines of glyphs, by HarfBuzz.
 */
#include "font/font_internal.h"

#include <hb-ot.h>

struct drawing {
    const struct font_pen *pen;
    void *user;
};

static void on_move(hb_draw_funcs_t *funcs, void *data, hb_draw_state_t *state, float x, float y,
                    void *user) {
    const struct drawing *d = data;
    (void)funcs;
    (void)state;
    (void)user;
    d->pen->move(d->user, (double)x, (double)y);
}

static void on_line(hb_draw_funcs_t *funcs, void *data, hb_draw_state_t *state, float x, float y,
                    void *user) {
    const struct drawing *d = data;
    (void)funcs;
    (void)state;
    (void)user;
    d->pen->line(d->user, (double)x, (double)y);
}

static void on_curve(hb_draw_funcs_t *funcs, void *data, hb_draw_state_t *state, float x1, float y1,
                     float x2, float y2, float x, float y, void *user) {
    const struct drawing *d = data;
    const double v[6] = {(double)x1, (double)y1, (double)x2, (double)y2, (double)x, (double)y};
    (void)funcs;
    (void)state;
    (void)user;
    d->pen->curve(d->user, v);
}

static void on_close(hb_draw_funcs_t *funcs, void *data, hb_draw_state_t *state, void *user) {
    const struct drawing *d = data;
    (void)funcs;
    (void)state;
    (void)user;
    d->pen->close(d->user);
}

void font_outline(const struct font *f, uint32_t glyph, const struct font_pen *pen, void *user) {
    struct drawing d = {pen, user};
    hb_draw_funcs_t *funcs = hb_draw_funcs_create();
    hb_draw_funcs_set_move_to_func(funcs, on_move, NULL, NULL);
    hb_draw_funcs_set_line_to_func(funcs, on_line, NULL, NULL);
    hb_draw_funcs_set_cubic_to_func(funcs, on_curve, NULL, NULL); /* takes quadratic ones too */
    hb_draw_funcs_set_close_path_func(funcs, on_close, NULL, NULL);
#if HB_VERSION_ATLEAST(7, 0, 0)
    hb_font_draw_glyph(f->hb, glyph, funcs, &d);
#else
    hb_font_get_glyph_shape(f->hb, glyph, funcs, &d);
#endif
    hb_draw_funcs_destroy(funcs);
}
