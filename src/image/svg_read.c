/* SPDX-License-Identifier: MIT */
/*
 * The walk over an SVG file's elements, to the list of what is painted (SVG 1.1, 5, 7, 10.4, 14.3).
 *
 * Uses are written out as they are met; how many elements that makes is limited, and so is the
 * depth. What is not in the subset is reported once for each kind and left out.
 */
#include "image/svg.h"

#include "base/limits.h"

DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_SVG);

struct place {
    struct svg_style style;
    struct vector_matrix matrix;
    int depth;
};

static void walk(struct svg *s, const struct xml_node *n, const struct place *outer);

void svg_unsupported(struct svg *s, struct span at, struct str what) {
    if (map_put(&s->warned, what, s)) {
        return;
    }
    bool plain = str_index(what, ' ') == STR_NONE;
    const char *mark = plain ? "`" : "";
    diag_add(s->job->diags, DIAG_SVG, at, "the PDF cannot show %s%.*s%s of this SVG image", mark,
             STR_ARG(what), mark);
}

struct xml_node *svg_target(struct svg *s, struct str ref) {
    ref = str_trim(ref);
    if (str_starts(ref, STR("url("))) {
        size_t close = str_index(ref, ')');
        ref = str_trim(str_slice(ref, 4, close == STR_NONE ? ref.n : close));
        if (ref.n > 1 && (ref.p[0] == '"' || ref.p[0] == '\'')) {
            ref = str_slice(ref, 1, ref.n - 1);
        }
    }
    return str_starts(ref, STR("#")) ? map_lookup(&s->ids, str_from(ref, 1)) : NULL;
}

struct str svg_href(const struct xml_node *n) {
    struct str plain = xml_attr(n, "href");
    return plain.p ? plain : xml_attr(n, "xlink:href");
}

static void push(struct svg *s, struct vector_op op) {
    vec_push(&s->ops, op);
}

static void end(struct svg *s) {
    push(s, (struct vector_op){.kind = VECTOR_END});
}

/* ---- shapes */

static bool draws_line(const struct svg_style *st) {
    return st->stroke.width > 0 && st->line_opacity > 0;
}

static bool paint_shape(struct svg *s, const struct xml_node *n, const struct place *place) {
    struct svg_path path = {.verbs = VEC_INIT, .coords = VEC_INIT};
    const struct svg_style *st = &place->style;
    bool good = true;
    bool shape = svg_path_shape(s, n, st->font_size, &path, &good);
    if (!good) {
        diag_add(s->job->diags, DIAG_SVG, n->span,
                 "the points of this `%.*s` cannot be read to their end", STR_ARG(n->name));
    }
    if (shape && path.verbs.n > 1 && !st->hidden) {
        struct vector_op op = {.kind = VECTOR_SHAPE,
                               .matrix = place->matrix,
                               .path = svg_path_keep(&path, s->arena),
                               .even_odd = st->fill_even_odd,
                               .fill_opacity = st->fill_opacity,
                               .line_opacity = st->line_opacity,
                               .stroke = st->stroke};
        op.fill = svg_paint(s, n, st->fill, st, &op.path);
        if (draws_line(st)) {
            op.line = svg_paint(s, n, st->line, st, &op.path);
        }
        if (op.line.kind == VECTOR_LINEAR || op.line.kind == VECTOR_RADIAL) {
            svg_unsupported(s, n->span, STR("a gradient along a line"));
            op.line =
                (struct vector_paint){.kind = VECTOR_PLAIN, .colour = op.line.stops[0].colour};
        }
        s->clear = s->clear || op.fill_opacity < 1 || op.line_opacity < 1;
        if (op.fill.kind != VECTOR_NONE || op.line.kind != VECTOR_NONE) {
            push(s, op);
        }
    }
    svg_path_drop(&path);
    return shape;
}

/* ---- clipping */

/** Adds the shapes below a clipPath to `all`, in the space of what is clipped. */
static void clip_shapes(struct svg *s, const struct xml_node *clip, struct vector_matrix base,
                        struct svg_style *st, struct svg_path *all, int depth) {
    for (const struct xml_node *k = clip->first; k; k = k->next) {
        struct svg_path one = {.verbs = VEC_INIT, .coords = VEC_INIT};
        struct vector_matrix own, m;
        bool good = true;
        if (s->visited++ > LIMIT_SVG_ELEMENTS) {
            return; /* the next element that is walked reports it */
        }
        svg_transform(xml_attr(k, "transform"), &own);
        m = svg_multiply(base, own);
        if (str_is(k->name, "use") && depth < 4) {
            struct xml_node *target = svg_target(s, svg_href(k));
            struct xml_node only = target ? *target : *k;
            struct xml_node holder = {.first = &only};
            only.next = NULL;
            double x = 0, y = 0;
            svg_length(xml_attr(k, "x"), s->width, 16, &x);
            svg_length(xml_attr(k, "y"), s->height, 16, &y);
            m = svg_multiply(m, (struct vector_matrix){1, 0, 0, 1, x, y});
            if (target) {
                clip_shapes(s, &holder, m, st, all, depth + 1);
            }
        } else if (k->name.n && svg_path_shape(s, k, st->font_size, &one, &good)) {
            struct svg_style own_style = *st;
            svg_style_apply(s, k, &own_style);
            st->clip_even_odd = own_style.clip_even_odd;
            svg_path_move(&one, m);
            for (size_t i = 0; i < one.verbs.n; i++) {
                vec_push(&all->verbs, one.verbs.p[i]);
            }
            for (size_t i = 0; i < one.coords.n; i++) {
                vec_push(&all->coords, one.coords.p[i]);
            }
        } else if (str_is(k->name, "text")) {
            svg_unsupported(s, k->span, STR("text that clips"));
        }
        svg_path_drop(&one);
    }
}

/** Opens a clip; false when there is none that can be read. */
static bool begin_clip(struct svg *s, const struct place *place) {
    const struct xml_node *clip = svg_target(s, place->style.clip);
    if (!clip || !str_is(clip->name, "clipPath")) {
        return false;
    }
    if (str_is(xml_attr(clip, "clipPathUnits"), "objectBoundingBox")) {
        svg_unsupported(s, clip->span, STR("a clipPath in units of the shape"));
        return false;
    }
    struct svg_path all = {.verbs = VEC_INIT, .coords = VEC_INIT};
    struct svg_style st = place->style;
    struct vector_matrix base;
    st.clip_even_odd = false;
    svg_transform(xml_attr(clip, "transform"), &base);
    clip_shapes(s, clip, base, &st, &all, 0);
    push(s, (struct vector_op){.kind = VECTOR_CLIP,
                               .matrix = place->matrix,
                               .even_odd = st.clip_even_odd,
                               .path = svg_path_keep(&all, s->arena)});
    svg_path_drop(&all);
    return true;
}

/* ---- text */

struct text_pen {
    double x, y;
    bool fresh; /* x or y was given: a new piece begins */
};

static struct str collapse(struct arena *a, struct str text) {
    struct buf out;
    buf_init(&out, 0);
    for (size_t i = 0; i < text.n; i++) {
        bool space = is_space(text.p[i]);
        if (!space || (out.n && out.p[out.n - 1] != ' ')) {
            buf_putc(&out, space ? ' ' : text.p[i]);
        }
    }
    struct str kept = str_trim(buf_keep(&out, a));
    buf_drop(&out);
    return kept;
}

static void put_text(struct svg *s, const struct xml_node *n, const struct place *place, double x,
                     double y, struct str text) {
    const struct svg_style *st = &place->style;
    struct vector_op op = {.kind = VECTOR_TEXT,
                           .matrix = place->matrix,
                           .fill_opacity = st->fill_opacity,
                           .line_opacity = st->line_opacity,
                           .stroke = st->stroke};
    op.text = (struct vector_text){.text = text,
                                   .x = x,
                                   .y = y,
                                   .size = st->font_size,
                                   .anchor = st->anchor,
                                   .bold = st->bold,
                                   .italic = st->italic,
                                   .serif = st->serif,
                                   .mono = st->mono};
    op.fill = svg_paint(s, n, st->fill, st, &op.path);
    if (op.fill.kind == VECTOR_LINEAR || op.fill.kind == VECTOR_RADIAL) {
        svg_unsupported(s, n->span, STR("a gradient over text"));
        op.fill = (struct vector_paint){.kind = VECTOR_PLAIN, .colour = op.fill.stops[0].colour};
    }
    s->clear = s->clear || op.fill_opacity < 1;
    if (text.n && !st->hidden && op.fill.kind != VECTOR_NONE) {
        push(s, op);
    }
}

/** The first number of a list that positions text. */
static void first_length(struct svg *s, const struct xml_node *n, const char *name, double whole,
                         double em, double *out) {
    struct str list = str_trim(xml_attr(n, name));
    size_t at = 0;
    while (at < list.n && !is_space(list.p[at]) && list.p[at] != ',') {
        at++;
    }
    if (at < list.n) {
        svg_unsupported(s, n->span, STR("text with a place for each letter"));
    }
    svg_length(str_slice(list, 0, at), whole, em, out);
}

/** A `text` element, and `tspan`s with places of their own. */
static void paint_text(struct svg *s, const struct xml_node *n, const struct place *place, double x,
                       double y) {
    double em = place->style.font_size, dx = 0, dy = 0;
    first_length(s, n, "x", s->width, em, &x);
    first_length(s, n, "y", s->height, em, &y);
    first_length(s, n, "dx", s->width, em, &dx);
    first_length(s, n, "dy", s->height, em, &dy);
    bool spans = false;
    for (const struct xml_node *k = n->first; k; k = k->next) {
        bool placed = xml_attr(k, "x").p || xml_attr(k, "y").p || xml_attr(k, "dy").p;
        spans = spans || (str_is(k->name, "tspan") && (placed || !n->first->next));
    }
    for (const struct xml_node *k = n->first; k && !spans; k = k->next) {
        if (k->nattrs && n->first->next) {
            svg_unsupported(s, k->span, STR("words in a style of their own"));
        }
    }
    if (!spans) {
        put_text(s, n, place, x + dx, y + dy, collapse(s->arena, xml_text(s->arena, n)));
        return;
    }
    double line = y + dy;
    for (const struct xml_node *k = n->first; k && place->depth < LIMIT_DATA_DEPTH; k = k->next) {
        if (k->name.n == 0) {
            put_text(s, n, place, x + dx, line, collapse(s->arena, k->text));
        } else if (str_is(k->name, "tspan")) {
            struct place in = *place;
            double shift = 0;
            in.depth++;
            svg_style_apply(s, k, &in.style);
            paint_text(s, k, &in, x + dx, line);
            first_length(s, k, "dy", s->height, em, &shift);
            line += shift; /* lines below one another */
            first_length(s, k, "y", s->height, em, &line);
        }
    }
}

/* ---- images within the image */

static struct str decode_base64(struct arena *a, struct str text) {
    char *out = arena_alloc(a, text.n / 4 * 3 + 4);
    uint32_t bits = 0;
    size_t n = 0, have = 0;
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];
        uint32_t v = is_upper(c)   ? (uint32_t)(c - 'A')
                     : is_lower(c) ? (uint32_t)(c - 'a' + 26)
                     : is_digit(c) ? (uint32_t)(c - '0' + 52)
                     : c == '+'    ? 62u
                     : c == '/'    ? 63u
                                   : 64u;
        if (v == 64) {
            continue; /* white space, and the padding at the end */
        }
        bits = bits << 6 | v;
        if (++have == 4) {
            out[n++] = (char)(bits >> 16 & 255);
            out[n++] = (char)(bits >> 8 & 255);
            out[n++] = (char)(bits & 255);
            have = 0;
        }
    }
    if (have > 1) {
        bits <<= 6 * (4 - have);
        out[n++] = (char)(bits >> 16 & 255);
        if (have > 2) {
            out[n++] = (char)(bits >> 8 & 255);
        }
    }
    return (struct str){out, n};
}

/** The pixels of an `image` element, decoded once however often it is used; NULL: of no kind that
 * is read. */
static const struct image *embedded(struct svg *s, const struct xml_node *n) {
    struct str key = {(const char *)&n, sizeof n}, href = str_trim(svg_href(n));
    const void *old = map_lookup(&s->images, key);
    if (old) {
        return old == (const void *)n ? NULL : old;
    }
    size_t comma = str_index(str_slice(href, 0, 100), ',');
    struct str head = str_slice(href, 0, comma == STR_NONE ? 0 : comma);
    const struct image *image = NULL;
    if (str_starts(head, STR("data:image/")) && str_ends(head, STR(";base64"))) {
        struct str bytes = decode_base64(s->arena, str_from(href, comma + 1));
        if (!image_svg_sniff(bytes)) {
            image = image_read_memory(s->arena, bytes, s->job->name, n->span, s->job->diags);
        }
    }
    union {
        const void *in;
        void *out;
    } keep = {.in = image ? (const void *)image : (const void *)n};
    (void)map_put(&s->images, arena_str(s->arena, key), keep.out);
    return image;
}

static void paint_image(struct svg *s, const struct xml_node *n, const struct place *place) {
    const struct image *image = embedded(s, n);
    if (!image || image->orientation != 1) {
        svg_unsupported(s, n->span, STR("an image from elsewhere"));
        return;
    }
    double x = 0, y = 0, w = image->width, h = image->height, em = place->style.font_size;
    const double box[4] = {0, 0, w, h};
    svg_length(xml_attr(n, "x"), s->width, em, &x);
    svg_length(xml_attr(n, "y"), s->height, em, &y);
    svg_length(xml_attr(n, "width"), s->width, em, &w);
    svg_length(xml_attr(n, "height"), s->height, em, &h);
    if (w <= 0 || h <= 0 || place->style.hidden) {
        return;
    }
    struct vector_matrix m = svg_view(box, w, h, xml_attr(n, "preserveAspectRatio"));
    m = svg_multiply((struct vector_matrix){1, 0, 0, 1, x, y}, m);
    m = svg_multiply(m, (struct vector_matrix){box[2], 0, 0, box[3], 0, 0});
    s->clear = s->clear || image->alpha.n;
    push(s, (struct vector_op){
                .kind = VECTOR_IMAGE, .matrix = svg_multiply(place->matrix, m), .image = image});
}

/* ---- containers */

static void walk_children(struct svg *s, const struct xml_node *n, const struct place *place) {
    for (const struct xml_node *k = n->first; k; k = k->next) {
        walk(s, k, place);
    }
}

/** A viewport of its own: nested `svg`, and `symbol` through `use`. */
static void walk_viewport(struct svg *s, const struct xml_node *n, const struct xml_node *size,
                          const struct place *place) {
    struct place in = *place;
    double old_w = s->width, old_h = s->height, w = old_w, h = old_h, x = 0, y = 0, box[4];
    double em = place->style.font_size;
    svg_length(xml_attr(size, "width"), old_w, em, &w);
    svg_length(xml_attr(size, "height"), old_h, em, &h);
    if (size == n) { /* a use has moved already */
        svg_length(xml_attr(n, "x"), old_w, em, &x);
        svg_length(xml_attr(n, "y"), old_h, em, &y);
    }
    in.matrix = svg_multiply(in.matrix, (struct vector_matrix){1, 0, 0, 1, x, y});
    if (svg_view_box(xml_attr(n, "viewBox"), box)) {
        in.matrix =
            svg_multiply(in.matrix, svg_view(box, w, h, xml_attr(n, "preserveAspectRatio")));
        w = box[2];
        h = box[3];
    }
    s->width = w;
    s->height = h;
    walk_children(s, n, &in);
    s->width = old_w;
    s->height = old_h;
}

static void walk_use(struct svg *s, const struct xml_node *n, struct place *place) {
    struct xml_node *target = svg_target(s, svg_href(n));
    double x = 0, y = 0;
    if (!target) {
        svg_unsupported(s, n->span, STR("a use of what is not in the file"));
        return;
    }
    svg_length(xml_attr(n, "x"), s->width, place->style.font_size, &x);
    svg_length(xml_attr(n, "y"), s->height, place->style.font_size, &y);
    place->matrix = svg_multiply(place->matrix, (struct vector_matrix){1, 0, 0, 1, x, y});
    if (str_is(target->name, "symbol")) {
        svg_style_apply(s, target, &place->style);
        walk_viewport(s, target, n, place);
    } else {
        walk(s, target, place);
    }
}

/** Elements that paint nothing where they stand, or that only speak of others. */
static bool is_silent(struct str name) {
    static const char *const names[] = {
        "defs",           "symbol",         "title", "desc",    "metadata", "style", "clipPath",
        "linearGradient", "radialGradient", "view",  "pattern", "marker",   "mask",  "filter"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (str_is(name, names[i])) {
            return true;
        }
    }
    return false;
}

static void walk_element(struct svg *s, const struct xml_node *n, struct place *place) {
    if (str_is(n->name, "g") || str_is(n->name, "a")) {
        walk_children(s, n, place);
    } else if (str_is(n->name, "switch")) {
        for (const struct xml_node *k = n->first; k; k = k->next) {
            if (k->name.n && !str_is(k->name, "foreignObject")) {
                walk(s, k, place);
                return;
            }
        }
    } else if (str_is(n->name, "use")) {
        walk_use(s, n, place);
    } else if (str_is(n->name, "svg")) {
        walk_viewport(s, n, n, place);
    } else if (str_is(n->name, "image")) {
        paint_image(s, n, place);
    } else if (str_is(n->name, "text")) {
        paint_text(s, n, place, 0, 0);
    } else if (!paint_shape(s, n, place)) {
        svg_unsupported(s, n->span, n->name);
    }
}

/** What an element would need that is not done: its result is painted without. */
static void report_extras(struct svg *s, const struct xml_node *n) {
    static const char *const names[] = {"filter",     "mask",       "marker-start", "marker-mid",
                                        "marker-end", "textLength", "writing-mode", "textPath"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        struct str value = xml_attr(n, names[i]);
        if (value.n && !str_is(value, "none") && !str_is(value, "lr-tb")) {
            svg_unsupported(s, n->span, str_of(names[i]));
        }
    }
}

/** True when the element may be walked: neither too deep nor one too many. */
static bool within_limits(struct svg *s, const struct xml_node *n, int depth) {
    s->visited++;
    if (depth <= LIMIT_DATA_DEPTH && s->visited <= LIMIT_SVG_ELEMENTS) {
        return true;
    }
    if (!s->full) {
        s->full = true;
        diag_add(s->job->diags, DIAG_TOO_LARGE, n->span,
                 "this SVG image has more than %u elements, or nests deeper than %d",
                 LIMIT_SVG_ELEMENTS, LIMIT_DATA_DEPTH);
    }
    return false;
}

static void walk(struct svg *s, const struct xml_node *n, const struct place *outer) {
    static const char svg_ns[] = "http://www.w3.org/2000/svg";
    struct place place = *outer;
    struct vector_matrix own;
    place.depth++;
    bool foreign = n->ns.n && !str_is(n->ns, svg_ns);
    if (n->name.n == 0 || foreign || is_silent(n->name) || !within_limits(s, n, place.depth)) {
        return;
    }
    svg_style_apply(s, n, &place.style);
    if (place.style.gone) {
        return;
    }
    if (!svg_transform(xml_attr(n, "transform"), &own)) {
        diag_add(s->job->diags, DIAG_SVG, n->span, "the transform of this `%.*s` cannot be read",
                 STR_ARG(n->name));
    }
    place.matrix = svg_multiply(place.matrix, own);
    report_extras(s, n);
    bool clip = place.style.clip.n && begin_clip(s, &place);
    bool group = place.style.opacity < 1;
    if (group) {
        s->clear = true;
        push(s, (struct vector_op){.kind = VECTOR_GROUP, .opacity = place.style.opacity});
    }
    walk_element(s, n, &place);
    if (group) {
        end(s);
    }
    if (clip) {
        end(s);
    }
}

/* ---- the whole */

static void collect_ids(struct svg *s, struct xml_node *root) {
    for (struct xml_node *n = root; n; n = xml_following(root, n)) {
        struct str id = xml_attr(n, "id");
        if (id.n && !map_lookup(&s->ids, id)) {
            (void)map_put(&s->ids, id, n);
        }
    }
}

const struct vector *svg_draw(struct image_job *job) {
    struct source *src = source_new(job->arena, job->name, job->img->file);
    struct svg s = {.job = job, .arena = job->arena, .source = src};
    struct xml_node *root = xml_parse(job->arena, src, job->diags);
    if (!root) {
        return NULL;
    }
    struct vector *v = ARENA_NEW(job->arena, struct vector);
    struct place place = {.matrix = svg_identity};
    double box[4];
    v->width = s.width = job->img->width;
    v->height = s.height = job->img->height;
    svg_style_init(&place.style);
    collect_ids(&s, root);
    svg_sheets(&s, root);
    svg_style_apply(&s, root, &place.style);
    if (svg_view_box(xml_attr(root, "viewBox"), box)) {
        place.matrix = svg_view(box, v->width, v->height, xml_attr(root, "preserveAspectRatio"));
        s.width = box[2];
        s.height = box[3];
    }
    walk_children(&s, root, &place);
    v->ops = vec_keep(&s.ops, job->arena);
    v->nops = s.ops.n;
    v->clear = s.clear;
    map_drop(&s.ids);
    map_drop(&s.images);
    map_drop(&s.warned);
    vec_drop(&s.rules);
    vec_drop(&s.ops);
    return v;
}
