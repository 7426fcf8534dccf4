/* SPDX-License-Identifier: MIT */
/*
 * Estimates the time that the filters of an SVG image take. Filters are computed pixel by pixel; a
 * few lines may take hours, and librsvg has no limit. The upper bound is the area of the image,
 * times the cost of all filter steps per pixel, times the number of elements with a filter.
 */
#include "core/base/bounds.h"
#include "print/image/image_internal.h"
#include "print/image/svg_internal.h"

DIAG_USE(DIAG_TOO_LARGE);

/* Costs in hundredths of a microsecond per pixel, measured with librsvg 2.54. */
static const struct {
    const char *name;
    unsigned cost;
} steps[] = {{"feGaussianBlur", 5},    {"feDropShadow", 10},    {"feMorphology", 140},
             {"feTurbulence", 30},     {"feConvolveMatrix", 1}, {"feDiffuseLighting", 4},
             {"feSpecularLighting", 4}};

enum { OTHER_STEP = 2, OCTAVE = 2, MAX_OCTAVES = 1000000, MAX_CELLS = 1000000 };

/* The number at the start of a value, limited to `most`. */
static uint64_t number(struct str value, uint64_t most) {
    uint64_t v = 0;
    for (value = str_trim(value); value.n && is_digit(value.p[0]); value = str_from(value, 1)) {
        v = v < most ? v * 10 + (uint64_t)(value.p[0] - '0') : most;
    }
    return v < most ? v : most;
}

/* The cost of a filter step for each pixel. 0 for other elements. */
static uint64_t cost_of(const struct xml_node *n) {
    if (!str_starts(n->name, STR("fe"))) {
        return 0;
    }
    uint64_t cost = OTHER_STEP;
    for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
        cost = str_is(n->name, steps[i].name) ? steps[i].cost : cost;
    }
    if (str_is(n->name, "feTurbulence")) {
        cost += OCTAVE * number(xml_attr(n, "numOctaves"), MAX_OCTAVES);
    } else if (str_is(n->name, "feConvolveMatrix")) {
        uint64_t cells = number(xml_attr(n, "order"), 1000);
        cost += cells * cells < MAX_CELLS ? cells * cells / 4 : MAX_CELLS;
    }
    return cost;
}

static bool says_filter(struct str style) {
    return str_find(style, STR("filter")) != STR_NONE;
}

bool image_svg_work_ok(struct image_job *job, const struct xml_node *root) {
    uint64_t filtered = 0, elements = 0, uses = 1, cost = 0;
    bool by_sheet = false;
    const struct xml_node *at = NULL;
    for (const struct xml_node *n = root; n; n = xml_following(root, n)) {
        if (n->name.n == 0) {
            by_sheet =
                by_sheet || (n->parent && str_is(n->parent->name, "style") && says_filter(n->text));
            continue;
        }
        bool has = xml_attr(n, "filter").n > 0 || says_filter(xml_attr(n, "style"));
        at = has && !at ? n : at;
        filtered += has;
        elements++;
        uses += str_is(n->name, "use");
        cost += cost_of(n);
    }
    /* Selectors of style sheets are not evaluated. An eighth of the elements is assumed to match,
     * which is typical of diagrams. */
    filtered += by_sheet ? elements / 8 + 1 : 0;
    if (filtered == 0) {
        return true;
    }
    /* Each side is at most a million. A function of CSS such as "blur(2px)" is a filter step
     * without an element; OTHER_STEP is its cost. */
    uint64_t area = (uint64_t)job->img->width * job->img->height;
    double work = (double)area * (double)(cost + OTHER_STEP) * (double)filtered * (double)uses;
    if (work <= (double)LIMIT_SVG_WORK) {
        return true;
    }
    struct diag *g = diag_add(job->diags, DIAG_TOO_LARGE, at ? at->span : job->at,
                              "the filters of this SVG image would take too long");
    diag_hint(job->diags, g, "save it as PNG, or without shadows and blurs");
    return false;
}
