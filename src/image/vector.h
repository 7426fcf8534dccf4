/* SPDX-License-Identifier: MIT */
/*
 * A drawing: what an SVG file paints, as a list of shapes with everything decided (styles cascaded,
 * uses written out, gradients found). Whoever paints it knows no SVG.
 *
 * Coordinates are CSS pixels, y down, from the top left corner of the image, once an op's matrix
 * was applied; (a b c d e f) maps x, y to ax + cy + e, bx + dy + f. All numbers are finite and
 * within
 * +-VECTOR_MAX.
 */
#ifndef DOSSIER_IMAGE_VECTOR_H
#define DOSSIER_IMAGE_VECTOR_H

#include "base/base.h"

#define VECTOR_MAX 1e7
#define VECTOR_DASHES 16

struct vector_matrix {
    double a, b, c, d, e, f;
};

/** How many coordinates a verb takes: 2, 2, 6, 0. */
enum vector_verb { VECTOR_MOVE, VECTOR_LINE, VECTOR_CURVE, VECTOR_CLOSE };

struct vector_path {
    const uint8_t *verbs;
    size_t nverbs;
    const double *coords;
    size_t ncoords;
};

struct vector_colour {
    uint8_t r, g, b;
};

struct vector_stop {
    double at; /* 0 to 1, never less than the one before */
    struct vector_colour colour;
};

enum vector_paint_kind { VECTOR_NONE, VECTOR_PLAIN, VECTOR_LINEAR, VECTOR_RADIAL };

struct vector_paint {
    enum vector_paint_kind kind;
    struct vector_colour colour;     /* VECTOR_PLAIN */
    const struct vector_stop *stops; /* at least two */
    size_t nstops;
    double from[3], to[3];       /* x, y, radius (0 for VECTOR_LINEAR) */
    struct vector_matrix matrix; /* of the gradient, to the space of the op's path */
};

/** Numbers as PDF has them (ISO 32000-1, 8.4.3): caps butt, round, square; joins miter, round,
 * bevel. */
struct vector_stroke {
    double width, miter, dash_offset;
    double dashes[VECTOR_DASHES];
    size_t ndashes;
    int cap, join;
};

enum vector_op_kind {
    VECTOR_SHAPE,
    VECTOR_TEXT,
    VECTOR_CLIP,  /* what follows up to its VECTOR_END shows within the path only */
    VECTOR_GROUP, /* what follows up to its VECTOR_END is painted as one, with `opacity` */
    VECTOR_END,
    VECTOR_IMAGE /* pixels in the unit square of the op's matrix, y down */
};

/** A piece of text on one baseline. */
struct vector_text {
    struct str text;
    double x, y, size;
    double anchor; /* 0 begins at x, 0.5 is centred, 1 ends at x */
    bool bold, italic, serif, mono;
    struct str lang;
};

struct image; /* image/image.h */

struct vector_op {
    enum vector_op_kind kind;
    struct vector_matrix matrix;
    struct vector_path path;
    bool even_odd;
    struct vector_paint fill, line;
    double fill_opacity, line_opacity; /* 0 to 1 */
    double opacity;                    /* VECTOR_GROUP */
    struct vector_stroke stroke;
    struct vector_text text;
    const struct image *image; /* VECTOR_IMAGE: PNG or JPEG */
};

struct vector {
    double width, height;
    const struct vector_op *ops;
    size_t nops;
    bool clear; /* something is see-through */
};

#endif
