/* SPDX-License-Identifier: MIT */
/*
 * Paints: plain colours and gradients (SVG 1.1, 11.2 and 13.2). A gradient's colours are opaque:
 * transparent stops and other spreads than `pad` are reported.
 */
#include "image/svg.h"

#define MAX_STOPS 64
#define MAX_LINKS 8 /* gradients that take over from others */

/** An attribute of a gradient, or of the one that it refers to. */
static struct str inherited(struct svg *s, const struct xml_node *n, const char *name) {
    for (int i = 0; n && i < MAX_LINKS; i++) {
        struct str value = xml_attr(n, name);
        if (value.p) {
            return value;
        }
        n = svg_target(s, svg_href(n));
    }
    return STR_EMPTY;
}

static const struct xml_node *with_stops(struct svg *s, const struct xml_node *n) {
    for (int i = 0; n && i < MAX_LINKS; i++) {
        if (xml_child(n, "stop")) {
            return n;
        }
        n = svg_target(s, svg_href(n));
    }
    return NULL;
}

static size_t take_stops(struct svg *s, const struct xml_node *gradient,
                         const struct svg_style *outer, struct vector_stop *stops) {
    size_t n = 0;
    for (const struct xml_node *k = gradient->first; k && n + 1 < MAX_STOPS; k = k->next) {
        if (!str_is(k->name, "stop")) {
            continue;
        }
        struct svg_style st = *outer;
        double at = 0, opacity = 1;
        struct str offset = str_trim(xml_attr(k, "offset")), see = xml_attr(k, "stop-opacity");
        svg_style_apply(s, k, &st);
        at = svg_length(offset, 1, 0, &at) ? at : 0;
        at = at < 0 ? 0 : at > 1 ? 1 : at;
        if (see.n && svg_number(&see, &opacity) && opacity < 1) {
            svg_unsupported(s, k->span, STR("a transparent stop of a gradient"));
        }
        stops[n].at = n && at < stops[n - 1].at ? stops[n - 1].at : at;
        if (!svg_colour(st.stop_colour, st.colour, &stops[n].colour)) {
            stops[n].colour = (struct vector_colour){0, 0, 0};
        }
        n++;
    }
    return n;
}

/** A coordinate of a gradient: a fraction of the box, or a length. */
static double coordinate(struct svg *s, const struct xml_node *n, const char *name, double other,
                         double whole) {
    double v = other * whole;
    struct str value = inherited(s, n, name);
    return value.n && svg_length(value, whole, 16, &v) ? v : other * whole;
}

static bool take_gradient(struct svg *s, const struct xml_node *n, const struct svg_style *st,
                          const struct vector_path *path, struct vector_paint *out) {
    struct vector_stop stops[MAX_STOPS];
    const struct xml_node *from = with_stops(s, n);
    size_t count = from ? take_stops(s, from, st, stops) : 0;
    if (count == 0) {
        return false;
    }
    if (count == 1) {
        out->kind = VECTOR_PLAIN;
        out->colour = stops[0].colour;
        return true;
    }
    struct str spread = inherited(s, n, "spreadMethod");
    if (spread.n && !str_is(spread, "pad")) {
        svg_unsupported(s, n->span, STR("a gradient that repeats"));
    }
    bool user = str_is(inherited(s, n, "gradientUnits"), "userSpaceOnUse");
    double w = user ? s->width : 1, h = user ? s->height : 1;
    out->matrix = svg_identity;
    svg_transform(inherited(s, n, "gradientTransform"), &out->matrix);
    if (!user) {
        double box[4] = {0};
        svg_path_box(path, box);
        struct vector_matrix to = {box[2] - box[0], 0, 0, box[3] - box[1], box[0], box[1]};
        out->matrix = svg_multiply(to, out->matrix);
    }
    if (str_is(n->name, "linearGradient")) {
        out->kind = VECTOR_LINEAR;
        out->from[0] = coordinate(s, n, "x1", 0, w);
        out->from[1] = coordinate(s, n, "y1", 0, h);
        out->to[0] = coordinate(s, n, "x2", 1, w);
        out->to[1] = coordinate(s, n, "y2", 0, h);
    } else {
        double d = user ? svg_sqrt((w * w + h * h) / 2) : 1;
        out->kind = VECTOR_RADIAL;
        out->to[0] = coordinate(s, n, "cx", 0.5, w);
        out->to[1] = coordinate(s, n, "cy", 0.5, h);
        out->to[2] = coordinate(s, n, "r", 0.5, d);
        out->from[0] = inherited(s, n, "fx").p ? coordinate(s, n, "fx", 0.5, w) : out->to[0];
        out->from[1] = inherited(s, n, "fy").p ? coordinate(s, n, "fy", 0.5, h) : out->to[1];
    }
    out->stops = arena_copy(s->arena, stops, count * sizeof stops[0]);
    out->nstops = count;
    return true;
}

struct vector_paint svg_paint(struct svg *s, const struct xml_node *at, struct str text,
                              const struct svg_style *st, const struct vector_path *path) {
    struct vector_paint paint = {.kind = VECTOR_NONE};
    text = str_trim(text);
    if (str_is(text, "none") || str_is(text, "transparent") || text.n == 0) {
        return paint;
    }
    if (str_starts(text, STR("url("))) {
        const struct xml_node *n = svg_target(s, text);
        bool gradient =
            n && (str_is(n->name, "linearGradient") || str_is(n->name, "radialGradient"));
        if (gradient && take_gradient(s, n, st, path, &paint)) {
            return paint;
        }
        if (n && !gradient) {
            svg_unsupported(s, n->span, n->name);
        }
        size_t close = str_index(text, ')');
        text = close == STR_NONE ? STR_EMPTY : str_trim(str_from(text, close + 1));
        if (text.n == 0 || str_is(text, "none")) {
            return paint;
        }
    }
    paint.kind = VECTOR_PLAIN;
    if (!svg_colour(text, st->colour, &paint.colour)) {
        svg_unsupported(s, at->span, arena_join(s->arena, 3, STR("the colour `"), text, STR("`")));
    }
    return paint;
}
