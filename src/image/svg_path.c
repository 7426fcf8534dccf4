/* SPDX-License-Identifier: MIT */
/*
 * Path data and the basic shapes (SVG 1.1, 8.3, 9, F.6) as lines and cubic curves.
 */
#include "image/svg.h"

#include <string.h>

#define KAPPA 0.55228474983079340 /* of a quarter of a circle: 4/3 (sqrt 2 - 1) */

void svg_path_drop(struct svg_path *p) {
    vec_drop(&p->verbs);
    vec_drop(&p->coords);
}

struct vector_path svg_path_keep(const struct svg_path *p, struct arena *a) {
    return (struct vector_path){vec_keep(&p->verbs, a), p->verbs.n, vec_keep(&p->coords, a),
                                p->coords.n};
}

static void put(struct svg_path *p, enum vector_verb verb, const double *v, size_t n) {
    vec_push(&p->verbs, (uint8_t)verb);
    for (size_t i = 0; i < n; i++) {
        vec_push(&p->coords, svg_clamp(v[i]));
    }
}

static void move_to(struct svg_path *p, double x, double y) {
    put(p, VECTOR_MOVE, (const double[]){x, y}, 2);
}
static void line_to(struct svg_path *p, double x, double y) {
    put(p, VECTOR_LINE, (const double[]){x, y}, 2);
}
static void close_path(struct svg_path *p) {
    put(p, VECTOR_CLOSE, NULL, 0);
}

/* ---- path data */

struct pen {
    struct svg_path *p;
    double x, y;             /* where it is */
    double start_x, start_y; /* of the subpath */
    double ctrl_x, ctrl_y;   /* the last control point, for S and T */
    char last;               /* the command before, in capitals */
    bool open;               /* a subpath is begun */
};

static void begin(struct pen *k) {
    if (!k->open) {
        move_to(k->p, k->start_x, k->start_y);
        k->open = true;
    }
}

static void curve_to(struct pen *k, double x1, double y1, double x2, double y2, double x,
                     double y) {
    put(k->p, VECTOR_CURVE, (const double[]){x1, y1, x2, y2, x, y}, 6);
    k->x = x;
    k->y = y;
}

static void quadratic(struct pen *k, double cx, double cy, double x, double y) {
    curve_to(k, k->x + (cx - k->x) * 2 / 3, k->y + (cy - k->y) * 2 / 3, x + (cx - x) * 2 / 3,
             y + (cy - y) * 2 / 3, x, y);
}

/** An ellipse with its axes turned, as a unit circle's image. */
struct ellipse {
    double cx, cy, rx, ry, sine, cosine;
};

static void on_ellipse(const struct ellipse *e, double u, double v, double *x, double *y) {
    *x = e->cx + e->cosine * e->rx * u - e->sine * e->ry * v;
    *y = e->cy + e->sine * e->rx * u + e->cosine * e->ry * v;
}

/** The curve from unit vector `a` to `b`, less than a quarter on or just that; `turn`: 1 or -1. */
static void arc_piece(struct pen *k, const struct ellipse *e, const double a[2], const double b[2],
                      double turn) {
    double cosine = a[0] * b[0] + a[1] * b[1];
    double half_cos = svg_sqrt((1 + cosine) / 2), half_sin = svg_sqrt((1 - cosine) / 2);
    double h = turn * 4 / 3 * half_sin / (1 + half_cos); /* 4/3 tan(angle / 4) */
    double x1, y1, x2, y2, x, y;
    on_ellipse(e, a[0] - h * a[1], a[1] + h * a[0], &x1, &y1);
    on_ellipse(e, b[0] + h * b[1], b[1] - h * b[0], &x2, &y2);
    on_ellipse(e, b[0], b[1], &x, &y);
    curve_to(k, x1, y1, x2, y2, x, y);
}

/** An elliptical arc by its end points (SVG 1.1, F.6.5, F.6.6), without angles: quarters are taken
 * off until the end is less than one away. */
static void arc_to(struct pen *k, const double v[7], double x, double y) {
    struct ellipse e = {.rx = v[0] < 0 ? -v[0] : v[0], .ry = v[1] < 0 ? -v[1] : v[1]};
    double from_x = k->x, from_y = k->y;
    if (e.rx < 1e-9 || e.ry < 1e-9) {
        line_to(k->p, x, y);
        k->x = x;
        k->y = y;
        return;
    }
    svg_turn(v[2], &e.sine, &e.cosine);
    double dx = (from_x - x) / 2, dy = (from_y - y) / 2;
    double px = (e.cosine * dx + e.sine * dy) / e.rx, py = (e.cosine * dy - e.sine * dx) / e.ry;
    double square = px * px + py * py; /* of half the chord, on the unit circle */
    if (square <= 0) {
        return;
    }
    if (square > 1) {
        double grow = svg_sqrt(square);
        e.rx *= grow;
        e.ry *= grow;
        px /= grow;
        py /= grow;
        square = 1;
    }
    bool large = v[3] != 0, sweep = v[4] != 0;
    double away = svg_sqrt((1 - square) / square) * (large == sweep ? -1 : 1);
    double ox = away * py, oy = -away * px; /* the centre, on the unit circle */
    e.cx = (from_x + x) / 2 + e.cosine * e.rx * ox - e.sine * e.ry * oy;
    e.cy = (from_y + y) / 2 + e.sine * e.rx * ox + e.cosine * e.ry * oy;
    double a[2] = {px - ox, py - oy}, b[2] = {-px - ox, -py - oy};
    double turn = sweep ? 1 : -1;
    for (int i = 0; i < 3; i++) {
        double next[2] = {-turn * a[1], turn * a[0]};
        double dot = a[0] * b[0] + a[1] * b[1], side = next[0] * b[0] + next[1] * b[1];
        if (dot > -1e-9 && side > -1e-9 && (i > 0 || !large)) {
            break; /* within the next quarter */
        }
        arc_piece(k, &e, a, next, turn);
        a[0] = next[0];
        a[1] = next[1];
    }
    arc_piece(k, &e, a, b, turn);
    k->x = x; /* the exact end, whatever rounding did */
    k->y = y;
    k->p->coords.p[k->p->coords.n - 2] = svg_clamp(x);
    k->p->coords.p[k->p->coords.n - 1] = svg_clamp(y);
}

static void command_move(struct pen *k, double x, double y) {
    move_to(k->p, x, y);
    k->start_x = k->x = x;
    k->start_y = k->y = y;
    k->open = true;
}

/** Runs one command with its numbers; `rel` is added to points of relative ones. */
static void command(struct pen *k, char c, const double *v, double rel_x, double rel_y) {
    bool smooth = (c == 'S' && (k->last == 'C' || k->last == 'S')) ||
                  (c == 'T' && (k->last == 'Q' || k->last == 'T'));
    double rx = smooth ? 2 * k->x - k->ctrl_x : k->x, ry = smooth ? 2 * k->y - k->ctrl_y : k->y;
    if (c == 'M') {
        command_move(k, rel_x + v[0], rel_y + v[1]);
        return;
    }
    if (c == 'Z') {
        if (k->open) {
            close_path(k->p);
        }
        k->open = false;
        k->x = k->start_x;
        k->y = k->start_y;
        return;
    }
    begin(k);
    if (c == 'L' || c == 'H' || c == 'V') {
        k->x = c == 'V' ? k->x : rel_x + v[0];
        k->y = c == 'H' ? k->y : rel_y + v[c == 'V' ? 0 : 1];
        line_to(k->p, k->x, k->y);
    } else if (c == 'C') {
        k->ctrl_x = rel_x + v[2];
        k->ctrl_y = rel_y + v[3];
        curve_to(k, rel_x + v[0], rel_y + v[1], k->ctrl_x, k->ctrl_y, rel_x + v[4], rel_y + v[5]);
    } else if (c == 'S') {
        k->ctrl_x = rel_x + v[0];
        k->ctrl_y = rel_y + v[1];
        curve_to(k, rx, ry, k->ctrl_x, k->ctrl_y, rel_x + v[2], rel_y + v[3]);
    } else if (c == 'Q' || c == 'T') {
        k->ctrl_x = c == 'Q' ? rel_x + v[0] : rx;
        k->ctrl_y = c == 'Q' ? rel_y + v[1] : ry;
        const double *to = c == 'Q' ? v + 2 : v;
        quadratic(k, k->ctrl_x, k->ctrl_y, rel_x + to[0], rel_y + to[1]);
    } else {
        arc_to(k, v, rel_x + v[5], rel_y + v[6]);
    }
}

/** A flag of an arc: one digit, which may stand without anything between it and the next number. */
static bool take_flag(struct str *text, double *out) {
    if (text->n == 0 || (text->p[0] != '0' && text->p[0] != '1')) {
        return false;
    }
    *out = text->p[0] - '0';
    *text = str_from(*text, 1);
    return true;
}

static bool take_numbers(struct str *text, char c, size_t n, double *v) {
    for (size_t i = 0; i < n; i++) {
        svg_comma(text);
        bool flag = c == 'A' && (i == 3 || i == 4);
        if (flag ? !take_flag(text, &v[i]) : !svg_number(text, &v[i])) {
            return false;
        }
    }
    return true;
}

/** Path data; false when they are broken from some place on, up to which they count (SVG 1.1, F.2).
 */
static bool path_data(struct svg_path *p, struct str data) {
    static const char letters[] = "MLHVCSQTAZ";
    static const uint8_t counts[] = {2, 2, 1, 1, 6, 4, 4, 2, 7, 0};
    struct pen k = {.p = p};
    char letter = 0;
    for (svg_comma(&data); data.n; svg_comma(&data)) {
        double v[7] = {0};
        bool named = is_alpha(data.p[0]);
        if (named) {
            letter = data.p[0];
            data = str_from(data, 1);
        } else if (letter == 'M' || letter == 'm') {
            letter = letter == 'M' ? 'L' : 'l'; /* more points of a moveto are lines */
        }
        char c = to_upper(letter);
        const char *at = c ? strchr(letters, c) : NULL;
        if (!at || (!named && c == 'Z') || (k.last == 0 && c != 'M') ||
            !take_numbers(&data, c, counts[at - letters], v)) {
            return false;
        }
        bool relative = is_lower(letter);
        command(&k, c, v, relative ? k.x : 0, relative ? k.y : 0);
        k.x = svg_clamp(k.x);
        k.y = svg_clamp(k.y);
        k.last = c;
    }
    return true;
}

/* ---- shapes */

static double attribute(struct svg *s, const struct xml_node *n, const char *name, char axis,
                        double em) {
    double v = 0;
    double whole = axis == 'x'   ? s->width
                   : axis == 'y' ? s->height
                                 : svg_sqrt((s->width * s->width + s->height * s->height) / 2);
    struct str value = xml_attr(n, name);
    return value.n && svg_length(value, whole, em, &v) ? v : 0;
}

static void put_ellipse(struct svg_path *p, double cx, double cy, double rx, double ry) {
    double kx = KAPPA * rx, ky = KAPPA * ry;
    move_to(p, cx + rx, cy);
    put(p, VECTOR_CURVE, (const double[]){cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry}, 6);
    put(p, VECTOR_CURVE, (const double[]){cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy}, 6);
    put(p, VECTOR_CURVE, (const double[]){cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry}, 6);
    put(p, VECTOR_CURVE, (const double[]){cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy}, 6);
    close_path(p);
}

static void put_rounded(struct svg_path *p, double x, double y, double w, double h, double rx,
                        double ry) {
    double kx = (1 - KAPPA) * rx, ky = (1 - KAPPA) * ry, r = x + w, b = y + h;
    move_to(p, x + rx, y);
    line_to(p, r - rx, y);
    put(p, VECTOR_CURVE, (const double[]){r - kx, y, r, y + ky, r, y + ry}, 6);
    line_to(p, r, b - ry);
    put(p, VECTOR_CURVE, (const double[]){r, b - ky, r - kx, b, r - rx, b}, 6);
    line_to(p, x + rx, b);
    put(p, VECTOR_CURVE, (const double[]){x + kx, b, x, b - ky, x, b - ry}, 6);
    line_to(p, x, y + ry);
    put(p, VECTOR_CURVE, (const double[]){x, y + ky, x + kx, y, x + rx, y}, 6);
    close_path(p);
}

static void put_rect(struct svg *s, const struct xml_node *n, double em, struct svg_path *p) {
    double x = attribute(s, n, "x", 'x', em), y = attribute(s, n, "y", 'y', em);
    double w = attribute(s, n, "width", 'x', em), h = attribute(s, n, "height", 'y', em);
    double rx = attribute(s, n, "rx", 'x', em), ry = attribute(s, n, "ry", 'y', em);
    if (w <= 0 || h <= 0) {
        return;
    }
    rx = rx <= 0 ? ry : rx;
    ry = ry <= 0 ? rx : ry;
    rx = rx > w / 2 ? w / 2 : rx;
    ry = ry > h / 2 ? h / 2 : ry;
    if (rx > 0 && ry > 0) {
        put_rounded(p, x, y, w, h, rx, ry);
        return;
    }
    move_to(p, x, y);
    line_to(p, x + w, y);
    line_to(p, x + w, y + h);
    line_to(p, x, y + h);
    close_path(p);
}

static bool put_points(const struct xml_node *n, bool closed, struct svg_path *p) {
    struct str list = xml_attr(n, "points");
    bool first = true;
    for (svg_comma(&list); list.n; svg_comma(&list)) {
        double x = 0, y = 0;
        if (!svg_number(&list, &x)) {
            return false;
        }
        svg_comma(&list);
        if (!svg_number(&list, &y)) {
            return false;
        }
        put(p, first ? VECTOR_MOVE : VECTOR_LINE, (const double[]){x, y}, 2);
        first = false;
    }
    if (closed && !first) {
        close_path(p);
    }
    return true;
}

bool svg_path_shape(struct svg *s, const struct xml_node *n, double em, struct svg_path *p,
                    bool *good) {
    *good = true;
    if (str_is(n->name, "path")) {
        *good = path_data(p, xml_attr(n, "d"));
    } else if (str_is(n->name, "rect")) {
        put_rect(s, n, em, p);
    } else if (str_is(n->name, "circle") || str_is(n->name, "ellipse")) {
        bool circle = n->name.p[0] == 'c';
        double rx = attribute(s, n, circle ? "r" : "rx", circle ? 'd' : 'x', em);
        double ry = circle ? rx : attribute(s, n, "ry", 'y', em);
        if (rx > 0 && ry > 0) {
            put_ellipse(p, attribute(s, n, "cx", 'x', em), attribute(s, n, "cy", 'y', em), rx, ry);
        }
    } else if (str_is(n->name, "line")) {
        move_to(p, attribute(s, n, "x1", 'x', em), attribute(s, n, "y1", 'y', em));
        line_to(p, attribute(s, n, "x2", 'x', em), attribute(s, n, "y2", 'y', em));
    } else if (str_is(n->name, "polyline") || str_is(n->name, "polygon")) {
        *good = put_points(n, str_is(n->name, "polygon"), p);
    } else {
        return false;
    }
    return true;
}

void svg_path_box(const struct vector_path *path, double box[4]) {
    for (size_t i = 0; i + 1 < path->ncoords; i += 2) {
        double x = path->coords[i], y = path->coords[i + 1];
        box[0] = i == 0 || x < box[0] ? x : box[0];
        box[1] = i == 0 || y < box[1] ? y : box[1];
        box[2] = i == 0 || x > box[2] ? x : box[2];
        box[3] = i == 0 || y > box[3] ? y : box[3];
    }
}

void svg_path_move(struct svg_path *p, struct vector_matrix m) {
    for (size_t i = 0; i + 1 < p->coords.n; i += 2) {
        double x = p->coords.p[i], y = p->coords.p[i + 1];
        p->coords.p[i] = svg_clamp(m.a * x + m.c * y + m.e);
        p->coords.p[i + 1] = svg_clamp(m.b * x + m.d * y + m.f);
    }
}
