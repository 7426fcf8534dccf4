/* SPDX-License-Identifier: MIT */
/*
 * Numbers, lengths, transforms and view boxes (SVG 1.1, 4.2, 7.6 to 7.8). No libm: the same
 * drawing on every machine.
 */
#include "image/svg.h"

double svg_clamp(double x) {
    if (!(x > -VECTOR_MAX)) {
        return x < 0 ? -VECTOR_MAX : 0;
    }
    return x < VECTOR_MAX ? x : VECTOR_MAX;
}

bool svg_number(struct str *text, double *out) {
    struct str t = *text;
    bool negative = t.n && t.p[0] == '-', digits = false;
    if (t.n && (t.p[0] == '-' || t.p[0] == '+')) {
        t = str_from(t, 1);
    }
    double v = 0, place = 1;
    for (; t.n && is_digit(t.p[0]); t = str_from(t, 1), digits = true) {
        v = v < VECTOR_MAX ? v * 10 + (t.p[0] - '0') : v;
    }
    if (t.n && t.p[0] == '.') {
        for (t = str_from(t, 1); t.n && is_digit(t.p[0]); t = str_from(t, 1), digits = true) {
            if (place < 1e12) {
                place *= 10;
                v = v * 10 + (t.p[0] - '0');
            }
        }
    }
    if (!digits) {
        return false;
    }
    v /= place;
    size_t sign = t.n > 1 && (t.p[1] == '-' || t.p[1] == '+');
    if (t.n > 1 + sign && to_lower(t.p[0]) == 'e' && is_digit(t.p[1 + sign])) {
        bool small = t.p[1] == '-';
        int power = 0;
        for (t = str_from(t, 1 + sign); t.n && is_digit(t.p[0]); t = str_from(t, 1)) {
            power = power < 40 ? power * 10 + (t.p[0] - '0') : power;
        }
        for (int i = 0; i < power && i < 40; i++) {
            v = small ? v / 10 : svg_clamp(v * 10);
        }
    }
    *out = svg_clamp(negative ? -v : v);
    *text = t;
    return true;
}

void svg_comma(struct str *text) {
    while (text->n && is_space(text->p[0])) {
        *text = str_from(*text, 1);
    }
    if (text->n && text->p[0] == ',') {
        *text = str_from(*text, 1);
        while (text->n && is_space(text->p[0])) {
            *text = str_from(*text, 1);
        }
    }
}

bool svg_length(struct str text, double whole, double em, double *out) {
    static const struct {
        const char *unit;
        double px;
    } units[] = {{"", 1},    {"px", 1},         {"pt", 4.0 / 3},  {"pc", 16},
                 {"in", 96}, {"cm", 96 / 2.54}, {"mm", 96 / 25.4}};
    double v = 0;
    text = str_trim(text);
    if (!svg_number(&text, &v)) {
        return false;
    }
    text = str_trim(text);
    if (str_is(text, "%")) {
        *out = svg_clamp(v * whole / 100);
        return true;
    }
    if (str_is(text, "em") || str_is(text, "ex")) {
        *out = svg_clamp(v * em * (text.p[1] == 'm' ? 1 : 0.5));
        return true;
    }
    for (size_t i = 0; i < ARRAY_LEN(units); i++) {
        if (str_is(text, units[i].unit)) {
            *out = svg_clamp(v * units[i].px);
            return true;
        }
    }
    return false;
}

double svg_sqrt(double x) {
    if (!(x > 0)) {
        return 0;
    }
    double r = x > 1 ? x : 1;
    for (int i = 0; i < 200; i++) { /* Newton: falls until it is the root */
        double next = (r + x / r) / 2;
        if (!(next < r)) {
            break;
        }
        r = next;
    }
    return r;
}

void svg_turn(double degrees, double *sine, double *cosine) {
    static const double PI = 3.14159265358979323846;
    double turns = svg_clamp(degrees) / 90;
    int64_t quarter = (int64_t)(turns < 0 ? turns - 0.5 : turns + 0.5);
    double x = (turns - (double)quarter) * PI / 2, x2 = x * x; /* |x| <= pi/4 */
    double s = x * (1 - x2 / 6 * (1 - x2 / 20 * (1 - x2 / 42 * (1 - x2 / 72 * (1 - x2 / 110)))));
    double c = 1 - x2 / 2 * (1 - x2 / 12 * (1 - x2 / 30 * (1 - x2 / 56 * (1 - x2 / 90))));
    static const int swap[4][4] = {{1, 0, 0, 1}, {0, 1, -1, 0}, {-1, 0, 0, -1}, {0, -1, 1, 0}};
    const int *m = swap[(quarter % 4 + 4) % 4];
    *sine = m[0] * s + m[1] * c;
    *cosine = m[2] * s + m[3] * c;
}

const struct vector_matrix svg_identity = {1, 0, 0, 1, 0, 0};

struct vector_matrix svg_multiply(struct vector_matrix o, struct vector_matrix i) {
    return (struct vector_matrix){
        svg_clamp(o.a * i.a + o.c * i.b),       svg_clamp(o.b * i.a + o.d * i.b),
        svg_clamp(o.a * i.c + o.c * i.d),       svg_clamp(o.b * i.c + o.d * i.d),
        svg_clamp(o.a * i.e + o.c * i.f + o.e), svg_clamp(o.b * i.e + o.d * i.f + o.f)};
}

/** One transform function of `n` numbers; false when there is none of that name and count. */
static bool one_transform(struct str name, const double *v, size_t n, struct vector_matrix *m) {
    double s = 0, c = 1;
    *m = svg_identity;
    if (str_is(name, "matrix") && n == 6) {
        *m = (struct vector_matrix){v[0], v[1], v[2], v[3], v[4], v[5]};
    } else if (str_is(name, "translate") && (n == 1 || n == 2)) {
        m->e = v[0];
        m->f = n == 2 ? v[1] : 0;
    } else if (str_is(name, "scale") && (n == 1 || n == 2)) {
        m->a = v[0];
        m->d = n == 2 ? v[1] : v[0];
    } else if (str_is(name, "rotate") && (n == 1 || n == 3)) {
        svg_turn(v[0], &s, &c);
        *m = (struct vector_matrix){c, s, -s, c, 0, 0};
        if (n == 3) {
            struct vector_matrix there = {1, 0, 0, 1, v[1], v[2]};
            struct vector_matrix back = {1, 0, 0, 1, -v[1], -v[2]};
            *m = svg_multiply(svg_multiply(there, *m), back);
        }
    } else if ((str_is(name, "skewX") || str_is(name, "skewY")) && n == 1) {
        svg_turn(v[0], &s, &c);
        double tangent = svg_clamp(s / (c == 0 ? 1e-9 : c));
        *(str_is(name, "skewX") ? &m->c : &m->b) = tangent;
    } else {
        return false;
    }
    return true;
}

bool svg_transform(struct str text, struct vector_matrix *out) {
    *out = svg_identity;
    for (svg_comma(&text); text.n; svg_comma(&text)) {
        size_t open = str_index(text, '('), close = str_index(text, ')');
        if (open == STR_NONE || close == STR_NONE || close < open) {
            return false;
        }
        struct str name = str_trim(str_slice(text, 0, open));
        struct str list = str_slice(text, open + 1, close);
        struct vector_matrix m;
        double v[6];
        size_t n = 0;
        for (svg_comma(&list); list.n && n < 6; svg_comma(&list)) {
            if (!svg_number(&list, &v[n++])) {
                return false;
            }
        }
        if (list.n || !one_transform(name, v, n, &m)) {
            return false;
        }
        *out = svg_multiply(*out, m);
        text = str_from(text, close + 1);
    }
    return true;
}

bool svg_view_box(struct str text, double box[4]) {
    for (int i = 0; i < 4; i++) {
        svg_comma(&text);
        if (!svg_number(&text, &box[i])) {
            return false;
        }
    }
    return box[2] > 0 && box[3] > 0;
}

/** How much of the free room stands before: "xMid" and "YMid" halve it. */
static double share(struct str aspect, const char *least, const char *most) {
    return str_find(aspect, str_of(least)) != STR_NONE  ? 0
           : str_find(aspect, str_of(most)) != STR_NONE ? 1
                                                        : 0.5;
}

struct vector_matrix svg_view(const double box[4], double width, double height, struct str aspect) {
    double sx = width / box[2], sy = height / box[3];
    struct vector_matrix m = {sx, 0, 0, sy, 0, 0};
    if (str_find(aspect, STR("none")) == STR_NONE) {
        bool slice = str_find(aspect, STR("slice")) != STR_NONE;
        m.a = m.d = (sx < sy) == !slice ? sx : sy;
        m.e = (width - box[2] * m.a) * share(aspect, "xMin", "xMax");
        m.f = (height - box[3] * m.d) * share(aspect, "YMin", "YMax");
    }
    m.e = svg_clamp(m.e - box[0] * m.a);
    m.f = svg_clamp(m.f - box[1] * m.d);
    m.a = svg_clamp(m.a);
    m.d = svg_clamp(m.d);
    return m;
}
