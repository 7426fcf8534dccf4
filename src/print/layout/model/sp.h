/* SPDX-License-Identifier: MIT */
/*
 * Arithmetic of lengths, and TeX's glue. All numbers are integers, so that results are the same on
 * every machine.
 */
#ifndef DOSSIER_LAYOUT_MODEL_SP_H
#define DOSSIER_LAYOUT_MODEL_SP_H

#include "print/font/font.h"

/** A constant in points: PT(10) is 10 pt. */
#define PT(n) ((sp)((n)*SP_PT))
#define PT100(n) ((sp)(((int64_t)(n)*SP_PT) / 100))

/** Vertical space: TeX's glue. */
struct v_glue {
    sp size, stretch, shrink;
};

/** `v` * `num` / `den`, rounded to the nearest integer (halves away from zero). `den` must be
 * positive. The product is computed with 64 bits. */
static inline sp sp_scale(sp v, int64_t num, int64_t den) {
    int64_t x = (int64_t)v * num;
    int64_t half = den / 2;
    return (sp)(x < 0 ? -((-x + half) / den) : (x + half) / den);
}

/** A length limited to SP_MAX. Only absurd content is longer, such as a word of a million letters.
 */
static inline sp sp_clamp(int64_t v) {
    return (sp)(v > SP_MAX ? SP_MAX : v < -SP_MAX ? -SP_MAX : v);
}
/** Glue with its three lengths scaled by a factor in thousandths. */
static inline struct v_glue glue_scaled(struct v_glue g, int32_t factor) {
    return (struct v_glue){sp_scale(g.size, factor, 1000), sp_scale(g.stretch, factor, 1000),
                           sp_scale(g.shrink, factor, 1000)};
}

#endif
