/* SPDX-License-Identifier: MIT */
/*
 * Drawings as form XObjects (ISO 32000-1, 8.10): paths, clips, shadings (8.7.4.5), and
 * transparency groups (11.6.6). Their space is the drawing's: pixels, y down; whoever shows the
 * form turns it over.
 *
 * Points are moved by the ops' matrices here, so that their precision is that of the page and not
 * of a user space that may be tiny; only lines that a matrix makes uneven keep it.
 */
#include "pdf/job.h"

#include "image/image.h"
#include "image/vector.h"

#define PLACES 3 /* decimals of a coordinate: a thousandth of a pixel */

/** One form on its way. */
struct form {
    struct pdf_job *job;
    const struct vector *drawing;
    struct buf out;                     /* its content */
    struct buf states, shadings, forms; /* entries of its resources */
    VEC(uint32_t) opacities;            /* of `states`: fill and line, in thousandths */
    size_t nshadings, nforms;
};

static const struct vector_matrix identity = {1, 0, 0, 1, 0, 0};

static void put_number(struct buf *out, double v, int places) {
    double scale = places == 6 ? 1e6 : 1e3;
    double scaled = v * scale;
    pdf_put_fixed(out, (int64_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5), places);
    buf_putc(out, ' ');
}

static void put_matrix(struct buf *out, struct vector_matrix m) {
    const double v[6] = {m.a, m.b, m.c, m.d, m.e, m.f};
    for (int i = 0; i < 6; i++) {
        put_number(out, v[i], 6);
    }
    buf_puts(out, "cm\n");
}

static void put_path(struct buf *out, const struct vector_path *p, struct vector_matrix m,
                     int places) {
    static const char *const ops[] = {[VECTOR_MOVE] = "m\n",
                                      [VECTOR_LINE] = "l\n",
                                      [VECTOR_CURVE] = "c\n",
                                      [VECTOR_CLOSE] = "h\n"};
    static const uint8_t points[] = {
        [VECTOR_MOVE] = 1, [VECTOR_LINE] = 1, [VECTOR_CURVE] = 3, [VECTOR_CLOSE] = 0};
    const double *at = p->coords;
    for (size_t i = 0; i < p->nverbs; i++) {
        for (int k = 0; k < points[p->verbs[i]]; k++, at += 2) {
            put_number(out, m.a * at[0] + m.c * at[1] + m.e, places);
            put_number(out, m.b * at[0] + m.d * at[1] + m.f, places);
        }
        buf_puts(out, ops[p->verbs[i]]);
    }
}

static void put_colour(struct buf *out, struct vector_colour colour, const char *op) {
    const uint8_t v[3] = {colour.r, colour.g, colour.b};
    for (int i = 0; i < 3; i++) {
        pdf_put_fixed(out, (v[i] * 1000 + 127) / 255, 3);
        buf_putc(out, ' ');
    }
    buf_puts(out, op);
}

/* ---- resources */

/** A graphics state with these opacities, named once. */
static void put_opacity(struct form *form, double fill, double line) {
    uint32_t a = (uint32_t)(fill * 1000 + 0.5), b = (uint32_t)(line * 1000 + 0.5);
    uint32_t key = a << 16 | b;
    size_t i = 0;
    if (a >= 1000 && b >= 1000) {
        return;
    }
    while (i < form->opacities.n && form->opacities.p[i] != key) {
        i++;
    }
    if (i == form->opacities.n) {
        vec_push(&form->opacities, key);
        buf_printf(&form->states, "/G%zu<</ca ", i);
        pdf_put_fixed(&form->states, a, 3);
        buf_puts(&form->states, "/CA ");
        pdf_put_fixed(&form->states, b, 3);
        buf_puts(&form->states, ">>");
    }
    buf_printf(&form->out, "/G%zu gs\n", i);
}

/** The function between two stops (7.10.3). */
static void put_step(struct buf *b, struct vector_colour from, struct vector_colour to) {
    buf_puts(b, "<</FunctionType 2/Domain[0 1]/N 1/C0[");
    put_colour(b, from, "]/C1[");
    put_colour(b, to, "]>>");
}

/** The colours along a gradient: steps stitched together (7.10.4), plain before the first stop and
 * behind the last. */
static void put_function(struct buf *b, const struct vector_paint *paint) {
    double last = 0;
    buf_puts(b, "<</FunctionType 3/Domain[0 1]/Functions[");
    put_step(b, paint->stops[0].colour, paint->stops[0].colour);
    for (size_t i = 0; i + 1 < paint->nstops; i++) {
        put_step(b, paint->stops[i].colour, paint->stops[i + 1].colour);
    }
    struct vector_colour end = paint->stops[paint->nstops - 1].colour;
    put_step(b, end, end);
    buf_puts(b, "]/Bounds[");
    for (size_t i = 0; i < paint->nstops; i++) { /* bounds rise and stay within the domain */
        double left = (double)(paint->nstops - i) * 1e-5;
        double at = paint->stops[i].at > last + 1e-5 ? paint->stops[i].at : last + 1e-5;
        last = at < 1 - left ? at : 1 - left;
        put_number(b, last, 6);
    }
    buf_puts(b, "]/Encode[");
    for (size_t i = 0; i <= paint->nstops; i++) {
        buf_puts(b, "0 1 ");
    }
    buf_puts(b, "]>>");
}

static void put_shading(struct form *form, const struct vector_paint *paint) {
    bool radial = paint->kind == VECTOR_RADIAL;
    struct buf *b = &form->shadings;
    buf_printf(b, "/S%zu<</ShadingType %d/ColorSpace/DeviceRGB/Extend[true true]/Coords[",
               form->nshadings, radial ? 3 : 2);
    for (int end = 0; end < 2; end++) {
        for (int i = 0; i < (radial ? 3 : 2); i++) {
            put_number(b, (end ? paint->to : paint->from)[i], 6);
        }
    }
    buf_puts(b, "]/Function");
    put_function(b, paint);
    buf_puts(b, ">>");
    buf_printf(&form->out, "/S%zu sh\n", form->nshadings++);
}

/* ---- painting */

static double root(double x) {
    double r = x > 1 ? x : 1;
    for (int i = 0; i < 200 && x > 0; i++) {
        double next = (r + x / r) / 2;
        if (!(next < r)) {
            break;
        }
        r = next;
    }
    return x > 0 ? r : 0;
}

/** How much longer a matrix makes all lengths; 0 when it depends on their direction. */
static double even_scale(struct vector_matrix m) {
    double x = m.a * m.a + m.b * m.b, y = m.c * m.c + m.d * m.d, dot = m.a * m.c + m.b * m.d;
    double off = x > y ? x - y : y - x;
    double skew = dot < 0 ? -dot : dot;
    return off <= x * 1e-4 && skew <= x * 1e-4 ? root(x) : 0;
}

static void put_stroke(struct buf *out, const struct vector_stroke *stroke, double scale,
                       int places) {
    put_number(out, stroke->width * scale, places);
    buf_puts(out, "w\n");
    if (stroke->cap) {
        buf_printf(out, "%d J\n", stroke->cap);
    }
    if (stroke->join) {
        buf_printf(out, "%d j\n", stroke->join);
    } else {
        put_number(out, stroke->miter, 3);
        buf_puts(out, "M\n");
    }
    if (stroke->ndashes) {
        buf_putc(out, '[');
        for (size_t i = 0; i < stroke->ndashes * (1 + stroke->ndashes % 2);
             i++) { /* an odd list twice */
            put_number(out, stroke->dashes[i % stroke->ndashes] * scale, places);
        }
        buf_puts(out, "]");
        put_number(out, (stroke->dash_offset < 0 ? 0 : stroke->dash_offset) * scale, places);
        buf_puts(out, "d\n");
    }
}

static void fill_gradient(struct form *form, const struct vector_op *op) {
    buf_puts(&form->out, "q\n");
    put_opacity(form, op->fill_opacity, 1);
    put_path(&form->out, &op->path, op->matrix, PLACES);
    buf_puts(&form->out, op->even_odd ? "W* n\n" : "W n\n");
    put_matrix(&form->out, op->matrix);
    put_matrix(&form->out, op->fill.matrix);
    put_shading(form, &op->fill);
    buf_puts(&form->out, "Q\n");
}

static void paint_shape(struct form *form, const struct vector_op *op) {
    bool fill = op->fill.kind == VECTOR_PLAIN, line = op->line.kind != VECTOR_NONE;
    double scale = even_scale(op->matrix);
    bool uneven = line && scale == 0;
    if (op->fill.kind == VECTOR_LINEAR || op->fill.kind == VECTOR_RADIAL) {
        fill_gradient(form, op);
    }
    if (!fill && !line) {
        return;
    }
    buf_puts(&form->out, "q\n");
    put_opacity(form, op->fill_opacity, op->line_opacity);
    if (fill) {
        put_colour(&form->out, op->fill.colour, "rg\n");
    }
    if (line) {
        put_colour(&form->out, op->line.colour, "RG\n");
        put_stroke(&form->out, &op->stroke, uneven ? 1 : scale, uneven ? 6 : PLACES);
    }
    if (uneven) {
        put_matrix(&form->out, op->matrix);
    }
    put_path(&form->out, &op->path, uneven ? identity : op->matrix, uneven ? 6 : PLACES);
    const char *paint = fill && line ? (op->even_odd ? "B*" : "B")
                        : fill       ? (op->even_odd ? "f*" : "f")
                                     : "S";
    buf_puts(&form->out, paint);
    buf_puts(&form->out, "\nQ\n");
}

/** The unit square of an image has y up. */
static void paint_pixels(struct form *form, const struct vector_op *op) {
    struct vector_matrix m = op->matrix;
    int index = pdf_image_index(form->job, op->image);
    if (index < 0) {
        return;
    }
    buf_puts(&form->out, "q\n");
    put_matrix(&form->out, (struct vector_matrix){m.a, m.b, -m.c, -m.d, m.c + m.e, m.d + m.f});
    buf_printf(&form->out, "/X%zu Do Q\n", form->nforms);
    buf_printf(&form->forms, "/X%zu %u 0 R", form->nforms++, form->job->images.p[index].ref);
}

static size_t paint_ops(struct form *form, size_t at);
static pdf_ref finish_form(struct form *form, bool group);

static void form_init(struct form *form, struct pdf_job *job, const struct vector *drawing) {
    *form = (struct form){.job = job, .drawing = drawing};
    buf_init(&form->out, 0);
    buf_init(&form->states, 0);
    buf_init(&form->shadings, 0);
    buf_init(&form->forms, 0);
}

/** A group is a form of its own, shown with its opacity; returns the op behind it. */
static size_t paint_group(struct form *form, size_t at) {
    struct form inner;
    form_init(&inner, form->job, form->drawing);
    size_t behind = paint_ops(&inner, at + 1);
    pdf_ref ref = finish_form(&inner, true);
    buf_printf(&form->forms, "/X%zu %u 0 R", form->nforms, ref);
    buf_puts(&form->out, "q\n");
    put_opacity(form, form->drawing->ops[at].opacity, form->drawing->ops[at].opacity);
    buf_printf(&form->out, "/X%zu Do Q\n", form->nforms++);
    return behind;
}

/** Paints up to the VECTOR_END that nothing here opened, or to the last; returns the op behind it.
 * Recursion is that of groups, whose depth the reader of SVG limits. */
static size_t paint_ops(struct form *form, size_t at) {
    size_t open = 0;
    while (at < form->drawing->nops) {
        const struct vector_op *op = &form->drawing->ops[at];
        switch (op->kind) {
        case VECTOR_SHAPE:
            paint_shape(form, op);
            break;
        case VECTOR_IMAGE:
            paint_pixels(form, op);
            break;
        case VECTOR_TEXT: /* layout has made shapes of it */
            break;
        case VECTOR_CLIP:
            open++;
            buf_puts(&form->out, "q\n");
            if (op->path.nverbs) {
                put_path(&form->out, &op->path, op->matrix, PLACES);
            } else {
                buf_puts(&form->out, "0 0 0 0 re\n"); /* a clip without shapes hides all */
            }
            buf_puts(&form->out, op->even_odd ? "W* n\n" : "W n\n");
            break;
        case VECTOR_GROUP:
            at = paint_group(form, at);
            continue;
        case VECTOR_END:
            if (open == 0) {
                return at + 1;
            }
            open--;
            buf_puts(&form->out, "Q\n");
            break;
        }
        at++;
    }
    return at;
}

static void put_resources(struct buf *body, const char *key, struct buf *entries) {
    if (entries->n) {
        buf_printf(body, "/%s<<", key);
        buf_str(body, buf_view(entries));
        buf_puts(body, ">>");
    }
    buf_drop(entries);
}

static pdf_ref finish_form(struct form *form, bool group) {
    struct buf body;
    buf_init(&body, 0);
    buf_puts(&body, "/Type/XObject/Subtype/Form/BBox[0 0 ");
    put_number(&body, form->drawing->width, 3);
    put_number(&body, form->drawing->height, 3);
    buf_puts(&body, "]/Resources<<");
    put_resources(&body, "ExtGState", &form->states);
    put_resources(&body, "Shading", &form->shadings);
    put_resources(&body, "XObject", &form->forms);
    buf_puts(&body, ">>");
    if (group) {
        buf_puts(&body, "/Group<</S/Transparency/CS/DeviceRGB/I true>>");
    }
    pdf_ref ref =
        haru_stream(form->job->haru, pdf_keep(form->job, &body), buf_view(&form->out), HARU_FLATE);
    buf_drop(&form->out);
    vec_drop(&form->opacities);
    return ref;
}

pdf_ref pdf_vector_write(struct pdf_job *job, const struct vector *drawing) {
    struct form form;
    form_init(&form, job, drawing);
    paint_ops(&form, 0);
    return finish_form(&form, false);
}
