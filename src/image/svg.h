/* SPDX-License-Identifier: MIT */
/*
 * Between the parts of the SVG reader:
 *
 *   svg.c        how large the image is        svg_style.c  properties, colours, style sheets
 *   svg_read.c   the walk over the elements    svg_paint.c  gradients
 *   svg_path.c   path data, basic shapes       svg_number.c numbers, lengths, transforms
 *
 * The subset is static: no scripts, no animation, nothing from elsewhere.
 */
#ifndef DOSSIER_IMAGE_SVG_H
#define DOSSIER_IMAGE_SVG_H

#include "base/map.h"
#include "base/vec.h"
#include "data/xml.h"
#include "image/image_internal.h"
#include "image/vector.h"

/** A path that is being built. */
struct svg_path {
    VEC(uint8_t) verbs;
    VEC(double) coords;
};

/** A declaration block of a style sheet with one of its selectors: a type, an id, classes. */
struct svg_rule {
    struct str tag, id; /* empty: any */
    struct str classes[4];
    size_t nclasses;
    int weight;
    struct str block; /* "fill:red;stroke:none" */
};

/** Properties that are inherited, and those that are not, of one element. */
struct svg_style {
    struct str fill, line;       /* paints as written */
    struct vector_colour colour; /* currentColor */
    double fill_opacity, line_opacity;
    struct vector_stroke stroke;
    bool fill_even_odd, clip_even_odd, hidden;
    double font_size, anchor;
    bool bold, italic, serif, mono;
    /* not inherited */
    double opacity;
    struct str clip;
    bool gone; /* display: none */
    struct str stop_colour;
};

struct svg {
    struct image_job *job;
    struct arena *arena;
    struct source *source;
    struct map ids;    /* id -> struct xml_node */
    struct map images; /* element, by its address -> struct image, or the element: none */
    struct map warned; /* element names and properties that were reported */
    VEC(struct svg_rule) rules;
    VEC(struct vector_op) ops;
    size_t visited; /* elements, uses written out */
    bool full;      /* LIMIT_SVG_ELEMENTS was reported */
    bool clear;
    double width, height; /* of the nearest viewport, for percentages */
};

/* svg_number.c */

/** A number at the front of `*text`, which moves behind it; false when there is none. Clamped. */
bool svg_number(struct str *text, double *out);
/** Skips white space and one comma. */
void svg_comma(struct str *text);
/** A length in pixels; `%` is of `whole`; `em` of `em`. False when it is none. */
bool svg_length(struct str text, double whole, double em, double *out);
/** `x` itself, 0 for what is no number, cut off at VECTOR_MAX. */
double svg_clamp(double x);
double svg_sqrt(double x);
/** Sine and cosine of an angle in degrees. */
void svg_turn(double degrees, double *sine, double *cosine);
extern const struct vector_matrix svg_identity;
/** `inner` first, then `outer`. */
struct vector_matrix svg_multiply(struct vector_matrix outer, struct vector_matrix inner);
/** `transform="..."`; false when it cannot be read, with what could in `*out`. */
bool svg_transform(struct str text, struct vector_matrix *out);
/** A viewBox into a viewport (SVG 1.1, 7.8). */
struct vector_matrix svg_view(const double box[4], double width, double height, struct str aspect);
/** Four numbers with positive sides. */
bool svg_view_box(struct str text, double box[4]);

/* svg_path.c */

void svg_path_drop(struct svg_path *p);
struct vector_path svg_path_keep(const struct svg_path *p, struct arena *a);
/** A basic shape (rect, circle, ellipse, line, polyline, polygon) or path; false for other
 * elements. `*good`: its data could be read. */
bool svg_path_shape(struct svg *s, const struct xml_node *n, double em, struct svg_path *p,
                    bool *good);
/** The box around all points: left, top, right, bottom. */
void svg_path_box(const struct vector_path *path, double box[4]);
/** The path with its points moved by a matrix. */
void svg_path_move(struct svg_path *p, struct vector_matrix m);

/* svg_style.c */

/** Reads the `style` elements below `root`. */
void svg_sheets(struct svg *s, const struct xml_node *root);
void svg_style_init(struct svg_style *st);
/** `st` of the parent becomes that of `n`: attributes, style sheets, `style`. */
void svg_style_apply(struct svg *s, const struct xml_node *n, struct svg_style *st);
/** `#rgb`, `rgb()`, names; `currentColor` is `current`. */
bool svg_colour(struct str text, struct vector_colour current, struct vector_colour *out);

/* svg_paint.c */

/** A paint as written, for a path. */
struct vector_paint svg_paint(struct svg *s, const struct xml_node *at, struct str text,
                              const struct svg_style *st, const struct vector_path *path);

/* svg_read.c */

/** Says once that `what` of this kind is left out. */
void svg_unsupported(struct svg *s, struct span at, struct str what);
/** The element that `#id` or `url(#id)` names, or NULL. */
struct xml_node *svg_target(struct svg *s, struct str ref);
/** `href`, or `xlink:href`. */
struct str svg_href(const struct xml_node *n);
/** Reads the drawing of a measured image; NULL when it is no XML. */
const struct vector *svg_draw(struct image_job *job);

#endif
