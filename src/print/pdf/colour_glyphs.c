/* SPDX-License-Identifier: MIT */
/*
 * Glyphs in colour: pictures and layers as XObjects (ISO 32000-1, 8.8 and 8.10), each written once
 * per document.
 *
 * A font program has one colour, so it can contain neither pictures nor layers. An image alone
 * would not be text, and readers neither search nor select the /ActualText of an image. A Type 3
 * font would be text, but it has no name or size that readers recognize (poppler guesses lines and
 * words from the width of "m"), and validators expect a program. So each glyph is written twice. It
 * is text in an embedded program, with width and ToUnicode like any other glyph; the program is
 * blank if the font has no outlines, otherwise the text is invisible by its rendering mode. It is
 * also a picture in the same place and in the same marked-content sequence. PDF/A and PDF/UA allow
 * this.
 *
 * Bitmaps become images, layers become forms with filled outlines. A damaged picture becomes a box,
 * with a warning.
 */
#include "print/pdf/font_usage.h"

#include "print/image/image.h"

DIAG_USE(DIAG_MISSING_GLYPH);

/* A form that is being written. */
struct drawing {
    struct pdf_job *job;
    const struct pdf_font *font;
    struct buf body;
    struct buf states; /* the entries of ExtGState in the resources */
    bool alphas[256];  /* the opacities that occur in the form */
    bool clear;        /* something transparent is painted in the form */
};

/* Converts design units to millionths of the em. */
static int64_t micro_em(const struct pdf_font *f, int64_t units) {
    return pdf_divide(units * 1000000, font_metrics(f->font)->upem);
}

static void put_units(struct buf *b, const struct pdf_font *f, int64_t units) {
    pdf_put_fixed(b, micro_em(f, units), 3);
    buf_putc(b, ' ');
}

/* ---- drawings: a thousand units to the em, as in font programs */

static void put_pen(struct buf *b, const struct pdf_font *f, const struct font_pen *pen) {
    static const struct {
        uint8_t points;
        const char *op;
    } ops[] = {[FONT_PEN_MOVE] = {1, "m\n"},
               [FONT_PEN_LINE] = {1, "l\n"},
               [FONT_PEN_CURVE] = {3, "c\n"},
               [FONT_PEN_CLOSE] = {0, "h\n"}};
    int64_t em = (int64_t)font_metrics(f->font)->upem * 64;
    for (size_t i = 0; i < ops[pen->kind].points; i++) {
        pdf_put_fixed(b, pdf_divide((int64_t)pen->x[i] * 100000, em), 2);
        buf_putc(b, ' ');
        pdf_put_fixed(b, pdf_divide((int64_t)pen->y[i] * 100000, em), 2);
        buf_putc(b, ' ');
    }
    buf_puts(b, ops[pen->kind].op);
}

static void draw_outline(struct drawing *d, uint32_t glyph) {
    size_t n = 0;
    const struct font_pen *pens = font_glyph_outline(d->job->arena, d->font->font, glyph, &n);
    for (size_t i = 0; i < n; i++) {
        put_pen(&d->body, d->font, &pens[i]);
    }
    buf_puts(&d->body, n > 0 ? "f\n" : "");
}

static void draw_layer(struct drawing *d, const struct font_layer *layer) {
    /* a form begins with the colours of its caller (8.10.1), here with the colour of the text */
    if (layer->text_coloured) {
        draw_outline(d, layer->glyph);
        return;
    }
    buf_puts(&d->body, "q ");
    if (layer->a < 255) {
        buf_printf(&d->body, "/A%d gs ", layer->a);
        d->clear = true;
        d->job->faults |= FAULT_CLEAR;
        if (!d->alphas[layer->a]) {
            d->alphas[layer->a] = true;
            buf_printf(&d->states, "/A%d<</ca ", layer->a);
            pdf_put_fixed(&d->states, layer->a * 1000 / 255, 3);
            buf_puts(&d->states, ">>");
        }
    }
    pdf_put_rgb(&d->body, layer->r, layer->g, layer->b, "rg\n");
    draw_outline(d, layer->glyph);
    buf_puts(&d->body, "Q\n");
}

static void draw_layers(struct drawing *d, uint32_t glyph) {
    struct font_layer layers[FONT_LAYERS];
    size_t n = font_glyph_layers(d->font->font, glyph, layers);
    for (size_t i = 0; i < n; i++) {
        draw_layer(d, &layers[i]);
    }
}

/* Draws the replacement of a damaged glyph: a frame as high as a capital. */
static void draw_box(struct drawing *d, uint32_t glyph) {
    const struct font_metrics *m = font_metrics(d->font->font);
    int64_t line = m->upem / 25, w = font_glyph_advance(d->font->font, glyph) - 2 * line;
    int64_t h = m->upem * 7 / 10;
    const int64_t v[8] = {line, 0, w, h, 2 * line, line, w - 2 * line, h - 2 * line};
    if (w <= 2 * line) {
        return;
    }
    for (size_t i = 0; i < ARRAY_LEN(v); i++) {
        put_units(&d->body, d->font, v[i]);
        buf_puts(&d->body, i % 4 == 3 ? "re\n" : "");
    }
    buf_puts(&d->body, "f*\n");
}

/* Writes a form with the glyph that draw() draws. The form's unit is the em. */
static struct pdf_picture write_drawing(struct pdf_job *job, const struct pdf_font *f,
                                        uint32_t glyph,
                                        void (*draw)(struct drawing *d, uint32_t glyph)) {
    struct drawing d = {.job = job, .font = f};
    const struct font_metrics *m = font_metrics(f->font);
    struct buf entries;
    buf_init(&d.body, 0);
    buf_init(&d.states, 0);
    draw(&d, glyph);
    buf_init(&entries, 0);
    buf_puts(&entries, "/Type/XObject/Subtype/Form/Matrix[.001 0 0 .001 0 0]/BBox[");
    /* Layers may paint outside the boxes of the glyph and the font, so the box of the form has one
     * more em on each side. */
    const int64_t box[4] = {-m->upem, m->descender - m->upem,
                            font_glyph_advance(f->font, glyph) + (int64_t)m->upem,
                            m->ascender + (int64_t)m->upem};
    for (size_t i = 0; i < ARRAY_LEN(box); i++) {
        put_units(&entries, f, box[i]);
    }
    buf_puts(&entries, "]/Resources<<");
    if (d.states.n > 0) {
        buf_printf(&entries, "/ExtGState<<%.*s>>", STR_ARG(buf_view(&d.states)));
    }
    buf_puts(&entries, ">>");
    pdf_ref ref = haru_stream(job->haru, pdf_keep(job, &entries), buf_view(&d.body), HARU_FLATE);
    buf_drop(&d.body);
    buf_drop(&d.states);
    return (struct pdf_picture){ref, {0, 0, 1000000, 1000000}, d.clear};
}

/* ---- bitmaps */

/* Decodes a picture. Returns NULL if it is damaged. The diagnostics of the image reader name files
 * and are dropped; the caller reports the glyph. */
static const struct image *decode(struct pdf_job *job, struct str png) {
    struct diags quiet;
    diags_init(&quiet, job->arena);
    const struct image *img = image_read_memory(job->arena, png, STR("glyph"), &quiet);
    diags_drop(&quiet);
    return img;
}

static struct pdf_picture write_bitmap(struct pdf_job *job, const struct pdf_font *f,
                                       const struct pdf_glyph *g) {
    struct font_picture p;
    const struct image *img =
        font_glyph_picture(job->arena, f->font, g->id, &p) ? decode(job, p.png) : NULL;
    if (!img) {
        struct str family = font_family(f->font);
        struct diag *d = diag_add(job->diags, DIAG_MISSING_GLYPH, SPAN_NONE,
                                  "the picture of `%.*s` in the font `%.*s` is damaged",
                                  STR_ARG(g->text), STR_ARG(family));
        diag_hint(job->diags, d, "a box replaces it: reinstall the font");
        return write_drawing(job, f, g->id, draw_box);
    }
    struct pdf_picture picture = {.ref = pdf_image_write(job, img),
                                  .clear = pdf_image_is_clear(img)};
    const int32_t box[4] = {p.box[0], p.box[1], p.box[2] - p.box[0], p.box[3] - p.box[1]};
    for (size_t i = 0; i < ARRAY_LEN(box); i++) {
        picture.box[i] = micro_em(f, box[i]);
    }
    return picture;
}

/* ---- which glyphs have pictures */

static bool is_white(struct str text) {
    return text.n == 0 || str_is(text, " ");
}

/* Writes the picture of a glyph. The result has the reference 0 if the glyph has no picture and
 * needs none. */
static struct pdf_picture write_picture(struct pdf_job *job, const struct pdf_font *f,
                                        const struct pdf_glyph *g) {
    if (f->broken || (g->id == 0 && f->blank)) {
        return is_white(g->text) ? (struct pdf_picture){0} : write_drawing(job, f, g->id, draw_box);
    }
    switch (font_glyph_look(f->font, g->id)) {
    case FONT_LOOK_PICTURE:
        return write_bitmap(job, f, g);
    case FONT_LOOK_LAYERS:
        return write_drawing(job, f, g->id, draw_layers);
    case FONT_LOOK_OUTLINE:
    case FONT_LOOK_BLANK:
        break;
    }
    return (struct pdf_picture){0};
}

void pdf_colour_write(struct pdf_job *job, struct pdf_font *f) {
    for (size_t i = 0; i < f->nglyphs; i++) {
        struct pdf_picture picture = write_picture(job, f, &f->glyphs[i]);
        if (picture.ref != 0) {
            vec_push(&job->pictures, picture);
            f->glyphs[i].picture = (uint32_t)job->pictures.n;
            f->pictured = true;
        }
    }
}
