/* SPDX-License-Identifier: MIT */
/*
 * The content of a page: text, rules, shapes and images in marked-content sequences (ISO 32000-1,
 * 8, 9, 14.6 and 14.8.2).
 *
 * Text is shown with as few TJ operators as possible. A line continues in the same operator, and
 * the distance from the pen to the next glyph's place in the layout (kerning, justification, gaps)
 * becomes an adjustment. The position of the pen is computed with the arithmetic of PDF readers, so
 * rounding errors do not add up. Glyphs in colour are pictures; they are painted before their text,
 * which is invisible. All positions come from the layout.
 *
 * Invariants: 1. A text object is open inside a sequence only if it was opened there, or if the
 * sequence contains only text. 2. Font, size, scale, rise and colour are those that were written
 * last on this page.
 */
#include "print/image/image.h"
#include "print/pdf/font_usage.h"
#include "print/pdf/job.h"

#include <string.h>

/* ---- the state of the content stream */

struct canvas {
    struct pdf_job *job;
    struct buf *out;
    micro height; /* the height of the page; its y axis points up */
    bool in_text, in_array, in_string;
    const struct pdf_font *font;
    int64_t size;  /* the font size as written in the stream, in thousandths of a unit */
    int32_t scale; /* the horizontal scale, per 10000 */
    bool covered;  /* some glyphs of the current text are shown by pictures */
    bool hidden;   /* the rendering mode is 3, which is invisible (9.3.6) */
    micro rise;
    struct page_colour colour;
    micro line_x, line_y;         /* the position of the last Td, as written */
    micro pen;                    /* the x of the pen, computed as PDF readers do */
    bool placed;                  /* there was a Td in the text object */
    const struct page_elem *elem; /* the element of the current run; NULL: the run is an artifact */
    enum page_artifact artifact;
    bool text_only; /* the current run contains only text */
    /* a sequence is open; the open sequence began inside a text object */
    bool in_sequence, inside_text;
    uint32_t page, mcid;
    bool clear; /* something transparent was painted on the page */
};

/**
 * The distance by which an adjustment of 1 moves the pen. It is a thousandth of the em, here in
 * 1/10000 of a micro.
 */
static int64_t step(const struct canvas *canvas) {
    return canvas->size * canvas->scale;
}

/** The place of the next glyph of a text, with constants of the text. */
struct progress {
    /* the sum of the advances so far, in design units, and the sum of the gaps so far */
    int64_t units, space;
    uint32_t gap; /* the index of the next gap */
    micro x;      /* the x of the text's start, plus all gaps so far */
    micro size;   /* the size of the font */
    int64_t scale, upem;
};

static struct progress progress_start(const struct page_text *t) {
    return (struct progress){.x = pdf_micro(t->x),
                             .size = pdf_micro(t->size),
                             .scale = t->expansion > 0 ? t->expansion : 10000,
                             .upem = font_metrics(t->font)->upem};
}

static micro advance(const struct progress *at, int64_t units) {
    /* Units reach 10^6 and sizes reach 10^8 millionths. The product with the scale would not fit
     * into 64 bits, so there are two divisions. */
    int64_t length = pdf_divide((at->units + units) * at->size, at->upem);
    return pdf_divide(length * at->scale, 10000) + at->x;
}

/** Moves past glyph `i` with its advance, and past the gap that may follow it. */
static void pass_glyph(struct progress *at, const struct page_text *t, size_t i, int32_t advance) {
    at->units += advance;
    if (at->gap < t->ngaps && t->gaps[at->gap].glyph == i) {
        at->space += t->gaps[at->gap++].size;
        at->x = pdf_micro(t->x + at->space);
    }
}

/* ---- text objects */

static void end_string(struct canvas *canvas) {
    if (canvas->in_string) {
        buf_putc(canvas->out, ')');
        canvas->in_string = false;
    }
}

static void end_array(struct canvas *canvas) {
    end_string(canvas);
    if (canvas->in_array) {
        buf_puts(canvas->out, "]TJ\n");
        canvas->in_array = false;
    }
}

static void begin_text(struct canvas *canvas) {
    if (!canvas->in_text) {
        buf_puts(canvas->out, "BT\n");
        canvas->in_text = true;
        canvas->placed = false;
        canvas->line_x = canvas->line_y = 0;
    }
}

static void end_text(struct canvas *canvas) {
    end_array(canvas);
    if (canvas->in_text) {
        buf_puts(canvas->out, "ET\n");
        canvas->in_text = false;
    }
}

/* ---- marked content */

static const char *artifact_properties(enum page_artifact kind) {
    switch (kind) {
    case ARTIFACT_HEADER:
        return "/Artifact<</Type/Pagination/Subtype/Header>>BDC\n";
    case ARTIFACT_FOOTER:
        return "/Artifact<</Type/Pagination/Subtype/Footer>>BDC\n";
    case ARTIFACT_WATERMARK:
        return "/Artifact<</Type/Pagination/Subtype/Watermark>>BDC\n";
    case ARTIFACT_NONE:
    case ARTIFACT_LAYOUT:
        break;
    }
    return "/Artifact<</Type/Layout>>BDC\n";
}

static void close_sequence(struct canvas *canvas) {
    if (!canvas->in_sequence) {
        return;
    }
    if (canvas->inside_text) {
        end_array(canvas);
    } else {
        end_text(canvas);
    }
    buf_puts(canvas->out, "EMC\n");
    canvas->in_sequence = false;
}

/**
 * Opens a new sequence for the following content. If the next glyphs represent the text `actual`,
 * the sequence is not nested in the one that is open, because poppler would lose the rest of the
 * outer sequence.
 */
static void open_new_sequence(struct canvas *canvas, struct str actual) {
    close_sequence(canvas);
    end_array(canvas);
    if (canvas->text_only || actual.n) {
        begin_text(canvas);
    } else {
        end_text(canvas);
    }
    canvas->in_sequence = true;
    canvas->inside_text = canvas->in_text;
    if (!canvas->elem) {
        buf_puts(canvas->out, artifact_properties(canvas->artifact));
        return;
    }
    buf_putc(canvas->out, '/');
    buf_puts(canvas->out, actual.n ? "Span" : pdf_type_name(canvas->job, canvas->elem));
    buf_puts(canvas->out, "<</MCID ");
    buf_int(canvas->out, canvas->mcid);
    if (actual.n) {
        buf_puts(canvas->out, "/ActualText<FEFF");
        pdf_put_utf16(canvas->out, actual);
        buf_putc(canvas->out, '>');
    }
    buf_puts(canvas->out, ">>BDC\n");
    vec_push(&canvas->job->pieces, (struct pdf_piece){canvas->elem, canvas->page, canvas->mcid++});
}

static inline void open_sequence(struct canvas *canvas, struct str actual) {
    if (actual.n || !canvas->in_sequence) {
        open_new_sequence(canvas, actual);
    }
}

/* ---- showing text */

static void put_code(struct canvas *canvas, const struct pdf_glyph *glyph) {
    if (!canvas->in_array) {
        buf_putc(canvas->out, '[');
        canvas->in_array = true;
    }
    if (!canvas->in_string) {
        buf_putc(canvas->out, '(');
        canvas->in_string = true;
    }
    buf_add(canvas->out, glyph->code, glyph->ncode);
}

static inline micro width_shown(const struct canvas *canvas, const struct pdf_glyph *glyph) {
    return pdf_divide(pdf_divide((int64_t)glyph->width * canvas->size, 1000) * canvas->scale,
                      10000);
}

/**
 * Moves the pen to `x` by an adjustment (9.4.3, Table 109). A distance below half a step is
 * ignored.
 */
static void adjust(struct canvas *canvas, micro x) {
    int64_t n = pdf_divide((canvas->pen - x) * 10000, step(canvas));
    if (n == 0) {
        return;
    }
    end_string(canvas);
    if (!canvas->in_array) {
        buf_putc(canvas->out, '[');
        canvas->in_array = true;
    }
    buf_int(canvas->out, n);
    canvas->pen -= pdf_divide(n * step(canvas), 10000);
}

static void set_colour(struct canvas *canvas, struct page_colour want) {
    if (page_same_colour(canvas->colour, want)) {
        return;
    }
    end_array(canvas);
    canvas->colour = want;
    if (want.r == want.g && want.g == want.b) {
        pdf_put_fixed(canvas->out, pdf_divide(want.r * 1000, 255), 3);
        buf_puts(canvas->out, " g\n");
        return;
    }
    pdf_put_rgb(canvas->out, want.r, want.g, want.b, "rg\n");
}

static void set_font(struct canvas *canvas, const struct page_text *t) {
    const struct pdf_font *font = pdf_font_of(canvas->job, t->font);
    int64_t size = pdf_divide(pdf_micro(t->size), 1000);
    if (size < 1) {
        size = 1;
    }
    if (!canvas->font || font->index != canvas->font->index || size != canvas->size) {
        end_array(canvas);
        buf_puts(canvas->out, "/F");
        buf_int(canvas->out, font->index);
        buf_putc(canvas->out, ' ');
        pdf_put_fixed(canvas->out, size, 3);
        buf_puts(canvas->out, " Tf\n");
        canvas->font = font;
        canvas->size = size;
    }
    int32_t scale = t->expansion > 0 ? t->expansion : 10000;
    if (scale != canvas->scale) {
        end_array(canvas);
        pdf_put_fixed(canvas->out, scale, 2);
        buf_puts(canvas->out, " Tz\n");
        canvas->scale = scale;
    }
}

static void set_rise(struct canvas *canvas, micro rise) {
    if (rise != canvas->rise) {
        end_array(canvas);
        pdf_put_length(canvas->out, rise);
        buf_puts(canvas->out, " Ts\n");
        canvas->rise = rise;
    }
}

/* Rounds a position of text to 1/100 unit (3.5 micrometres), the precision with which it is
 * written. */
static micro hundredths(micro v) {
    return pdf_divide(v, 10000) * 10000;
}

/** Moves the pen to the start of a text. On the same line, the adjustment before the first glyph
 * moves it, so nothing is written. Elsewhere a Td is written. */
static void place(struct canvas *canvas, micro x, micro y) {
    micro at_x = hundredths(x), at_y = hundredths(y);
    bool on_line = canvas->placed && at_y == canvas->line_y;
    int64_t gap = on_line ? (canvas->pen - x) * 10000 / step(canvas) : 0;
    if (on_line && gap > -32000 && gap < 32000) {
        return;
    }
    end_array(canvas);
    pdf_put_length(canvas->out, at_x - canvas->line_x);
    buf_putc(canvas->out, ' ');
    pdf_put_length(canvas->out, at_y - canvas->line_y);
    buf_puts(canvas->out, " Td\n");
    canvas->line_x = canvas->pen = at_x;
    canvas->line_y = at_y;
    canvas->placed = true;
}

static void set_hidden(struct canvas *canvas, bool hidden) {
    if (hidden != canvas->hidden) {
        end_array(canvas);
        buf_puts(canvas->out, hidden ? "3 Tr\n" : "0 Tr\n");
        canvas->hidden = hidden;
    }
}

/** Whether ToUnicode maps the glyph to this ASCII character. */
static inline bool maps_to(const struct canvas *canvas, uint32_t id, unsigned char ascii) {
    struct str text = pdf_glyph_of(canvas->font, id)->text;
    return text.n == 1 && (unsigned char)text.p[0] == ascii;
}

/** Whether ToUnicode gives the right text for each glyph of a cluster. */
static bool reads_well(const struct canvas *canvas, const struct page_text *t,
                       const struct pdf_cluster *c) {
    if (c->text.n == 0) {
        return true;
    }
    for (size_t i = c->from; i < c->to; i++) {
        struct str text;
        if (!pdf_cluster_glyph_text(t, c, i, &text) ||
            !str_eq(text, pdf_glyph_of(canvas->font, page_text_glyph(t, i).id)->text)) {
            return false;
        }
    }
    return true;
}

static void show_cluster(struct canvas *canvas, const struct page_text *t,
                         const struct pdf_cluster *c, struct progress *at) {
    for (size_t i = c->from; i < c->to; i++) {
        struct font_glyph g = page_text_glyph(t, i);
        const struct pdf_glyph *p = pdf_glyph_of(canvas->font, g.id);
        if (canvas->covered) {
            set_hidden(canvas, p->picture != 0);
        }
        set_rise(canvas, g.dy ? pdf_divide(g.dy * at->size, at->upem) : 0);
        adjust(canvas, advance(at, g.dx));
        put_code(canvas, p);
        canvas->pen += width_shown(canvas, p);
        pass_glyph(at, t, i, g.advance);
    }
}

static void put_lengths(struct buf *out, const micro *v, size_t n, const char *op) {
    for (size_t i = 0; i < n; i++) {
        pdf_put_length(out, v[i]);
        buf_putc(out, ' ');
    }
    buf_puts(out, op);
}

static void paint_pictures(struct canvas *canvas, const struct page_text *t) {
    struct progress at = progress_start(t);
    micro size = at.size, y = canvas->height - pdf_micro(t->y);
    int64_t scale = at.scale;
    for (size_t i = 0; i < t->n; i++) {
        struct font_glyph g = page_text_glyph(t, i);
        uint32_t number = pdf_glyph_of(canvas->font, g.id)->picture;
        if (number > 0) {
            const struct pdf_picture *p = &canvas->job->pictures.p[number - 1];
            micro rise = pdf_divide(g.dy * size, font_metrics(t->font)->upem);
            micro x = advance(&at, g.dx) +
                      pdf_divide(pdf_divide(p->box[0] * (size / 1000), 1000) * scale, 10000);
            const micro v[6] = {
                pdf_divide(pdf_divide(p->box[2] * (size / 1000), 1000) * scale, 10000),
                0,
                0,
                pdf_divide(p->box[3] * (size / 1000), 1000),
                x,
                y + rise + pdf_divide(p->box[1] * (size / 1000), 1000)};
            open_sequence(canvas, STR_EMPTY);
            end_text(canvas);
            canvas->clear = canvas->clear || p->clear;
            buf_puts(canvas->out, "q ");
            put_lengths(canvas->out, v, 6, "cm");
            buf_printf(canvas->out, "/G%u Do Q\n", number - 1);
        }
        pass_glyph(&at, t, i, g.advance);
    }
}

static void paint_text(struct canvas *canvas, const struct page_text *t) {
    set_colour(canvas, t->colour);
    set_font(canvas, t);
    canvas->covered = canvas->font->pictured && !canvas->font->blank;
    if (canvas->font->pictured) {
        paint_pictures(canvas, t);
    }
    struct progress at = progress_start(t);
    for (size_t i = 0; i < t->n;) {
        unsigned char ascii;
        bool known =
            pdf_glyph_is_plain(t, i, &ascii) && maps_to(canvas, page_text_glyph(t, i).id, ascii);
        struct pdf_cluster c =
            known ? (struct pdf_cluster){i, i + 1, STR_EMPTY} : pdf_cluster_at(t, i);
        bool plain = known || !canvas->elem || reads_well(canvas, t, &c);
        open_sequence(canvas, plain ? STR_EMPTY : c.text);
        begin_text(canvas);
        if (i == 0 || !canvas->placed) {
            place(canvas, advance(&at, 0), canvas->height - pdf_micro(t->y));
        }
        show_cluster(canvas, t, &c, &at);
        if (!plain) {
            close_sequence(canvas);
        }
        i = c.to;
    }
    if (canvas->covered) {
        set_hidden(canvas, false);
    }
}

/** Paints rotated text in a graphics state of its own, after which the previous state is
 * restored. */
static void paint_turned(struct canvas *canvas, const struct page_text *t) {
    struct page_text flat = *t;
    const int32_t m[4] = {t->cos, t->sin, -t->sin, t->cos};
    open_sequence(canvas, STR_EMPTY);
    end_text(canvas);
    struct canvas before = *canvas;
    buf_puts(canvas->out, "q ");
    for (size_t i = 0; i < 4; i++) {
        pdf_put_fixed(canvas->out, m[i], 4);
        buf_putc(canvas->out, ' ');
    }
    const micro v[2] = {pdf_micro(t->x), canvas->height - pdf_micro(t->y)};
    put_lengths(canvas->out, v, 2, "cm\n");
    flat.x = flat.y = 0;
    canvas->height = 0;
    paint_text(canvas, &flat);
    end_text(canvas);
    buf_puts(canvas->out, "Q\n");
    canvas->height = before.height;
    canvas->font = before.font;
    canvas->size = before.size;
    canvas->scale = before.scale;
    canvas->rise = before.rise;
    canvas->colour = before.colour;
}

/* ---- rules ---- */

static void paint_rule(struct canvas *canvas, const struct page_rule *rule) {
    open_sequence(canvas, STR_EMPTY);
    end_text(canvas);
    set_colour(canvas, rule->colour);
    const micro v[4] = {pdf_micro(rule->x), canvas->height - pdf_micro((int64_t)rule->y + rule->h),
                        pdf_micro(rule->w), pdf_micro(rule->h)};
    put_lengths(canvas->out, v, 4, "re f\n");
}

/* ---- shapes ---- */

static void put_path(const struct canvas *canvas, const struct page_shape *s) {
    static const char *const OPS[] = {
        [PATH_MOVE] = "m\n", [PATH_LINE] = "l\n", [PATH_CURVE] = "c\n", [PATH_CLOSE] = "h\n"};
    for (size_t i = 0; i < s->n; i++) {
        const struct path_step *step = &s->steps[i];
        const struct path_point *const points[3] = {&step->out, &step->in, &step->to};
        size_t from = step->kind == PATH_CURVE ? 0 : step->kind == PATH_CLOSE ? 3 : 2;
        for (size_t k = from; k < 3; k++) {
            pdf_put_length(canvas->out, pdf_micro((int64_t)s->x + points[k]->x));
            buf_putc(canvas->out, ' ');
            pdf_put_length(canvas->out, canvas->height - pdf_micro((int64_t)s->y + points[k]->y));
            buf_putc(canvas->out, ' ');
        }
        buf_puts(canvas->out, OPS[step->kind]);
    }
}

/** Writes the width, ends and dashes of a stroke (8.4.3). They are in effect until the next
 * operator Q. */
static void put_stroke(const struct canvas *canvas, const struct page_shape *s) {
    pdf_put_length(canvas->out, pdf_micro(s->line));
    buf_puts(canvas->out, " w ");
    buf_puts(canvas->out, s->round ? "1 J 1 j " : "");
    if (s->gap > 0) {
        buf_putc(canvas->out, '[');
        pdf_put_length(canvas->out, pdf_micro(s->dash));
        buf_putc(canvas->out, ' ');
        pdf_put_length(canvas->out, pdf_micro(s->gap));
        buf_puts(canvas->out, "] 0 d ");
    }
    pdf_put_rgb(canvas->out, s->ink.r, s->ink.g, s->ink.b, "RG\n");
}

static void paint_shape(struct canvas *canvas, const struct page_shape *s) {
    const char *op = !s->stroke    ? (s->even_odd ? "f*\n" : "f\n")
                     : !s->fill    ? "S\n"
                     : s->even_odd ? "B*\n"
                                   : "B\n";
    open_sequence(canvas, STR_EMPTY);
    end_text(canvas);
    if (s->fill) {
        set_colour(canvas, s->ground);
    }
    if (s->stroke) {
        buf_puts(canvas->out, "q ");
        put_stroke(canvas, s);
    }
    put_path(canvas, s);
    buf_puts(canvas->out, op);
    if (s->stroke) {
        buf_puts(canvas->out, "Q\n");
    }
}

/* ---- images ---- */

/* For each Exif orientation: the matrix (a b c d e f of 8.3.3) that maps the unit square of the
 * stored rows to that of the image as shown. */
static const int8_t orientations[9][6] = {
    {1, 0, 0, 1, 0, 0},   {1, 0, 0, 1, 0, 0},  {-1, 0, 0, 1, 1, 0},
    {-1, 0, 0, -1, 1, 1}, {1, 0, 0, -1, 0, 1}, {0, -1, -1, 0, 1, 1},
    {0, -1, 1, 0, 0, 1},  {0, 1, 1, 0, 0, 0},  {0, 1, -1, 0, 1, 0},
};

static void paint_image(struct canvas *canvas, const struct page_image *im) {
    int index = pdf_image_index(canvas->job, im->image);
    open_sequence(canvas, STR_EMPTY);
    end_text(canvas);
    canvas->clear = canvas->clear || pdf_image_is_clear(im->image);
    const int8_t *o = orientations[im->image->orientation];
    micro w = pdf_micro(im->w), h = pdf_micro(im->h);
    micro x = pdf_micro(im->x), y = canvas->height - pdf_micro((int64_t)im->y + im->h);
    const micro v[6] = {o[0] * w, o[1] * h, o[2] * w, o[3] * h, x + o[4] * w, y + o[5] * h};
    buf_puts(canvas->out, "q ");
    if (im->clip) {
        struct page_shape clip = *im->clip;
        clip.x += im->x;
        clip.y += im->y;
        put_path(canvas, &clip);
        buf_puts(canvas->out, "W n\n");
    }
    put_lengths(canvas->out, v, 6, "cm");
    buf_printf(canvas->out, "/Im%d Do Q\n", index);
}

/* ---- pages */

/** Whether an item is visible. Invisible items belong to no marked-content sequence. */
static bool is_painted(struct pdf_job *job, const struct page_item *item) {
    switch (item->kind) {
    case PAGE_TEXT:
        return item->u.text.n > 0;
    case PAGE_RULE:
        return item->u.rule.w > 0 && item->u.rule.h > 0;
    case PAGE_IMAGE:
        return item->u.image.w > 0 && item->u.image.h > 0 &&
               pdf_image_index(job, item->u.image.image) >= 0;
    case PAGE_SHAPE:
        return item->u.shape.n > 1 && (item->u.shape.fill || item->u.shape.stroke);
    }
    return false;
}

static void paint(struct canvas *canvas, const struct page_item *item) {
    switch (item->kind) {
    case PAGE_TEXT:
        if (item->u.text.cos || item->u.text.sin) {
            paint_turned(canvas, &item->u.text);
        } else {
            paint_text(canvas, &item->u.text);
        }
        return;
    case PAGE_RULE:
        paint_rule(canvas, &item->u.rule);
        return;
    case PAGE_IMAGE:
        paint_image(canvas, &item->u.image);
        return;
    case PAGE_SHAPE:
        paint_shape(canvas, &item->u.shape);
        return;
    }
}

/** Whether an item paints nothing but text objects. */
static bool is_text(const struct canvas *canvas, const struct page_item *item) {
    return item->kind == PAGE_TEXT &&
           (canvas->job->pictures.n == 0 || !pdf_font_of(canvas->job, item->u.text.font)->pictured);
}

/** Paints consecutive items of one element, or of one kind of artifact. */
static void paint_run(struct canvas *canvas, const struct page_item *const *items, size_t n) {
    canvas->elem = pdf_structure_has(canvas->job, items[0]->elem) ? items[0]->elem : NULL;
    canvas->artifact = items[0]->artifact;
    canvas->text_only = true;
    for (size_t i = 0; i < n; i++) {
        canvas->text_only = canvas->text_only && is_text(canvas, items[i]);
    }
    for (size_t i = 0; i < n; i++) {
        paint(canvas, items[i]);
    }
    close_sequence(canvas);
}

static bool same_run(const struct page_item *a, const struct page_item *b) {
    return a->elem == b->elem && (a->elem || a->artifact == b->artifact);
}

bool pdf_content_write(struct pdf_job *job, uint32_t page, struct buf *out) {
    const struct page *p = job->pages->pages.p[page];
    struct canvas canvas = {
        .job = job, .out = out, .page = page, .height = pdf_micro(p->height), .scale = 10000};
    VEC(const struct page_item *) run = VEC_INIT;
    for (size_t i = 0; i < p->items.n; i++) {
        const struct page_item *item = &p->items.p[i];
        if (!is_painted(job, item)) {
            continue;
        }
        if (run.n && !same_run(run.p[0], item)) {
            paint_run(&canvas, run.p, run.n);
            vec_clear(&run);
        }
        vec_push(&run, item);
    }
    if (run.n) {
        paint_run(&canvas, run.p, run.n);
    }
    end_text(&canvas);
    vec_drop(&run);
    return canvas.clear;
}
