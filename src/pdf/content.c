/* SPDX-License-Identifier: MIT */
/*
 * The content of a page: text, rules and images in marked-content sequences (ISO 32000-1, 8,
 * 9, 14.6 and 14.8.2).
 *
 * Text is shown in as few TJ operators as can be: a line goes on in the same one, and what
 * separates the pen from where layout wants the next glyph (kerning, justification, gaps) is an
 * adjustment in it. The pen is tracked as a reader does it, so that rounding never adds up. Decides
 * nothing about what is where.
 *
 * Invariants: 1. A text object is open inside a sequence only if it was opened there, or if the
 * sequence has nothing but text. 2. Font, size, scale, rise and colour are what was last written on
 * this page.
 */
#include "pdf/fonts.h"
#include "pdf/job.h"

#include "image/image.h"

#include <string.h>

struct canvas {
    struct pdf_job *job;
    struct buf *out;
    micro height; /* of the page: y goes up here */
    bool in_text, in_array, in_string;
    const struct pdf_font *font;
    int64_t size;  /* thousandths of a unit, as written */
    int32_t scale; /* per 10000 */
    micro rise;
    struct page_colour colour;
    micro line_x, line_y;         /* of the last Td, as written */
    micro pen;                    /* x of the pen, as a reader has it */
    bool placed;                  /* there was a Td in this text object */
    const struct page_elem *elem; /* of the run that is painted; NULL: an artifact */
    enum page_artifact artifact;
    bool text_only;                /* the run has nothing but text */
    bool in_sequence, inside_text; /* a sequence is open; it was opened in a text object */
    uint32_t page, mcid;
    bool clear; /* something see-through was painted */
};

/* ---- text objects */

static void end_string(struct canvas *c) {
    if (c->in_string) {
        buf_putc(c->out, ')');
        c->in_string = false;
    }
}

static void end_array(struct canvas *c) {
    end_string(c);
    if (c->in_array) {
        buf_puts(c->out, "]TJ\n");
        c->in_array = false;
    }
}

static void begin_text(struct canvas *c) {
    if (!c->in_text) {
        buf_puts(c->out, "BT\n");
        c->in_text = true;
        c->placed = false;
        c->line_x = c->line_y = 0;
    }
}

static void end_text(struct canvas *c) {
    end_array(c);
    if (c->in_text) {
        buf_puts(c->out, "ET\n");
        c->in_text = false;
    }
}

/* ---- marked content */

static const char *artifact_properties(enum page_artifact a) {
    switch (a) {
    case ARTIFACT_HEADER:
        return "/Artifact<</Type/Pagination/Subtype/Header>>BDC\n";
    case ARTIFACT_FOOTER:
        return "/Artifact<</Type/Pagination/Subtype/Footer>>BDC\n";
    case ARTIFACT_NONE:
    case ARTIFACT_LAYOUT:
        break;
    }
    return "/Artifact<</Type/Layout>>BDC\n";
}

static void close_sequence(struct canvas *c) {
    if (!c->in_sequence) {
        return;
    }
    if (c->inside_text) {
        end_array(c);
    } else {
        end_text(c);
    }
    buf_puts(c->out, "EMC\n");
    c->in_sequence = false;
}

/**
 * Opens the sequence of what is painted now, if it is not open. With `actual`, the text that the
 * next glyphs stand for, it is a new one for them alone: nested sequences without an identifier
 * make poppler lose what follows in the outer one.
 */
static void open_sequence(struct canvas *c, struct str actual) {
    if (actual.n) {
        close_sequence(c);
    }
    if (c->in_sequence) {
        return;
    }
    end_array(c);
    if (c->text_only || actual.n) {
        begin_text(c);
    } else {
        end_text(c);
    }
    c->in_sequence = true;
    c->inside_text = c->in_text;
    if (!c->elem) {
        buf_puts(c->out, artifact_properties(c->artifact));
        return;
    }
    buf_printf(c->out, "/%s<</MCID %u", actual.n ? "Span" : pdf_role_name(c->elem->role), c->mcid);
    if (actual.n) {
        buf_puts(c->out, "/ActualText<FEFF");
        pdf_put_utf16(c->out, actual);
        buf_putc(c->out, '>');
    }
    buf_puts(c->out, ">>BDC\n");
    vec_push(&c->job->pieces, (struct pdf_piece){c->elem, c->page, c->mcid++});
}

/* ---- showing text */

static void put_byte(struct buf *out, unsigned char b) {
    if (b == '(' || b == ')' || b == '\\') {
        buf_putc(out, '\\');
    }
    if (b == '\r') {
        buf_puts(out, "\\r");
    } else {
        buf_putc(out, (char)b);
    }
}

static void put_code(struct canvas *c, uint16_t code) {
    if (!c->in_array) {
        buf_putc(c->out, '[');
        c->in_array = true;
    }
    if (!c->in_string) {
        buf_putc(c->out, '(');
        c->in_string = true;
    }
    put_byte(c->out, (unsigned char)(code >> 8));
    put_byte(c->out, (unsigned char)code);
}

/** A thousandth of the em, across, in millionths of 1/10000 unit: what one step of an adjustment
 * moves. */
static int64_t step(const struct canvas *c) {
    return c->size * c->scale;
}

static int64_t divide(int64_t n, int64_t d) {
    return n >= 0 ? (n + d / 2) / d : -((-n + d / 2) / d);
}

/** Moves the pen to `x` by an adjustment (9.4.3, Table 109) when it is off by more than half a
 * step. */
static void adjust(struct canvas *c, micro x) {
    int64_t n = divide((c->pen - x) * 10000, step(c));
    if (n == 0) {
        return;
    }
    end_string(c);
    if (!c->in_array) {
        buf_putc(c->out, '[');
        c->in_array = true;
    }
    buf_int(c->out, n);
    c->pen -= divide(n * step(c), 10000);
}

static void set_colour(struct canvas *c, struct page_colour want) {
    if (!memcmp(&c->colour, &want, sizeof want)) {
        return;
    }
    end_array(c);
    c->colour = want;
    const uint8_t parts[3] = {want.r, want.g, want.b};
    if (want.r == want.g && want.g == want.b) {
        pdf_put_fixed(c->out, divide(want.r * 1000, 255), 3);
        buf_puts(c->out, " g\n");
        return;
    }
    for (int i = 0; i < 3; i++) {
        pdf_put_fixed(c->out, divide(parts[i] * 1000, 255), 3);
        buf_putc(c->out, ' ');
    }
    buf_puts(c->out, "rg\n");
}

static void set_font(struct canvas *c, const struct page_text *t) {
    const struct pdf_font *font = pdf_font_of(c->job, t->font);
    int64_t size = divide(pdf_micro(t->size), 1000);
    if (size < 1) {
        size = 1;
    }
    if (!c->font || font->index != c->font->index || size != c->size) {
        end_array(c);
        buf_printf(c->out, "/F%d ", font->index);
        pdf_put_fixed(c->out, size, 3);
        buf_puts(c->out, " Tf\n");
        c->font = font;
        c->size = size;
    }
    int32_t scale = t->expansion > 0 ? t->expansion : 10000;
    if (scale != c->scale) {
        end_array(c);
        pdf_put_fixed(c->out, scale, 2);
        buf_puts(c->out, " Tz\n");
        c->scale = scale;
    }
}

static void set_rise(struct canvas *c, micro rise) {
    if (rise != c->rise) {
        end_array(c);
        pdf_put_length(c->out, rise);
        buf_puts(c->out, " Ts\n");
        c->rise = rise;
    }
}

/* Places of text are written to 1/100 unit, 3.5 micrometres. */
static micro hundredths(micro v) {
    return divide(v, 10000) * 10000;
}

/** Brings the pen to where a text begins: along the line when it is on it, by Td else. */
static void place(struct canvas *c, micro x, micro y) {
    micro at_x = hundredths(x), at_y = hundredths(y);
    bool on_line = c->placed && at_y == c->line_y;
    int64_t gap = on_line ? (c->pen - x) * 10000 / step(c) : 0;
    if (on_line && gap > -32000 && gap < 32000) {
        return; /* the first glyph's adjustment does it */
    }
    end_array(c);
    pdf_put_length(c->out, at_x - c->line_x);
    buf_putc(c->out, ' ');
    pdf_put_length(c->out, at_y - c->line_y);
    buf_puts(c->out, " Td\n");
    c->line_x = c->pen = at_x;
    c->line_y = at_y;
    c->placed = true;
}

/** Whether the glyphs' own texts say what the cluster stands for. */
static bool reads_well(const struct canvas *c, const struct page_text *t,
                       const struct pdf_cluster *k) {
    if (k->text.n == 0) {
        return true; /* nothing that could be said better */
    }
    for (size_t i = k->from; i < k->to; i++) {
        struct str text;
        if (!pdf_cluster_glyph_text(t, k, i, &text) ||
            !str_eq(text, pdf_glyph_of(c->font, t->glyphs[i].id)->text)) {
            return false;
        }
    }
    return true;
}

/** Where glyphs of a text are: design units and extra space so far. */
struct progress {
    int64_t units, extra;
};

static micro advance_to(const struct page_text *t, const struct progress *at, int64_t units) {
    const struct font_metrics *m = font_metrics(t->font);
    int64_t scale = t->expansion > 0 ? t->expansion : 10000;
    /* Units grow to some 10^6, sizes to 10^8 millionths: scaled in two steps, each within 64 bits.
     */
    int64_t length = divide((at->units + units) * pdf_micro(t->size), m->upem);
    return divide(length * scale, 10000) + pdf_micro(t->x + at->extra);
}

static void show_cluster(struct canvas *c, const struct page_text *t, const struct pdf_cluster *k,
                         struct progress *at) {
    for (size_t i = k->from; i < k->to; i++) {
        const struct font_glyph *g = &t->glyphs[i];
        const struct pdf_glyph *p = pdf_glyph_of(c->font, g->id);
        set_rise(c, g->dy ? divide(g->dy * pdf_micro(t->size), font_metrics(t->font)->upem) : 0);
        adjust(c, advance_to(t, at, g->dx));
        put_code(c, p->cid);
        c->pen += divide(divide((int64_t)p->width * c->size, 1000) * c->scale, 10000);
        at->units += g->advance;
        at->extra += t->extra ? t->extra[i] : 0;
    }
}

static void paint_text(struct canvas *c, const struct page_text *t) {
    if (t->n == 0) {
        return;
    }
    set_colour(c, t->colour);
    set_font(c, t);
    struct progress at = {0, 0};
    for (size_t i = 0; i < t->n;) {
        struct pdf_cluster k = pdf_cluster_at(t, i);
        bool plain = !c->elem || reads_well(c, t, &k);
        open_sequence(c, plain ? STR_EMPTY : k.text);
        begin_text(c);
        if (i == 0 || !c->placed) {
            place(c, advance_to(t, &at, 0), c->height - pdf_micro(t->y));
        }
        show_cluster(c, t, &k, &at);
        if (!plain) {
            close_sequence(c);
        }
        i = k.to;
    }
}

/* ---- rules and images */

static void put_lengths(struct buf *out, const micro *v, size_t n, const char *op) {
    for (size_t i = 0; i < n; i++) {
        pdf_put_length(out, v[i]);
        buf_putc(out, ' ');
    }
    buf_puts(out, op);
}

static void paint_rule(struct canvas *c, const struct page_rule *r) {
    if (r->w <= 0 || r->h <= 0) {
        return;
    }
    open_sequence(c, STR_EMPTY);
    end_text(c);
    set_colour(c, r->colour);
    const micro v[4] = {pdf_micro(r->x), c->height - pdf_micro((int64_t)r->y + r->h),
                        pdf_micro(r->w), pdf_micro(r->h)};
    put_lengths(c->out, v, 4, "re f\n");
}

/* The unit square of the stored rows to that of the shown image, by Exif orientation: a b c d e f
 * of 8.3.3. */
static const int8_t orientations[9][6] = {
    {1, 0, 0, 1, 0, 0},   {1, 0, 0, 1, 0, 0},  {-1, 0, 0, 1, 1, 0},
    {-1, 0, 0, -1, 1, 1}, {1, 0, 0, -1, 0, 1}, {0, -1, -1, 0, 1, 1},
    {0, -1, 1, 0, 0, 1},  {0, 1, 1, 0, 0, 0},  {0, 1, -1, 0, 1, 0},
};

/** A drawing's space is in pixels with y down: it is scaled and turned over. */
static void paint_drawing(struct canvas *c, const struct page_image *im, int index) {
    const micro v[4] = {pdf_micro(im->w) / im->image->width, 0, 0,
                        -pdf_micro(im->h) / im->image->height};
    const micro at[2] = {pdf_micro(im->x), c->height - pdf_micro(im->y)};
    buf_puts(c->out, "q ");
    for (int i = 0; i < 4; i++) {
        pdf_put_fixed(c->out, v[i], 6);
        buf_putc(c->out, ' ');
    }
    put_lengths(c->out, at, 2, "cm");
    buf_printf(c->out, "/Im%d Do Q\n", index);
}

static void paint_image(struct canvas *c, const struct page_image *im) {
    int index = pdf_image_index(c->job, im->image);
    if (index < 0 || im->w <= 0 || im->h <= 0) {
        return;
    }
    open_sequence(c, STR_EMPTY);
    end_text(c);
    c->clear = c->clear || pdf_image_is_clear(im->image);
    if (im->image->drawing) {
        paint_drawing(c, im, index);
        return;
    }
    const int8_t *o = orientations[im->image->orientation];
    micro w = pdf_micro(im->w), h = pdf_micro(im->h);
    micro x = pdf_micro(im->x), y = c->height - pdf_micro((int64_t)im->y + im->h);
    const micro v[6] = {o[0] * w, o[1] * h, o[2] * w, o[3] * h, x + o[4] * w, y + o[5] * h};
    buf_puts(c->out, "q ");
    put_lengths(c->out, v, 6, "cm");
    buf_printf(c->out, "/Im%d Do Q\n", index);
}

/* ---- pages */

static bool paints(const struct canvas *c, const struct page_item *item) {
    switch (item->kind) {
    case PAGE_TEXT:
        return item->u.text.n > 0;
    case PAGE_RULE:
        return item->u.rule.w > 0 && item->u.rule.h > 0;
    case PAGE_IMAGE:
        return item->u.image.w > 0 && item->u.image.h > 0 &&
               pdf_image_index(c->job, item->u.image.image) >= 0;
    }
    return false;
}

static void paint(struct canvas *c, const struct page_item *item) {
    switch (item->kind) {
    case PAGE_TEXT:
        paint_text(c, &item->u.text);
        return;
    case PAGE_RULE:
        paint_rule(c, &item->u.rule);
        return;
    case PAGE_IMAGE:
        paint_image(c, &item->u.image);
        return;
    }
}

/** Paints items that belong to one element or are one kind of artifact. */
static void paint_run(struct canvas *c, const struct page_item *const *items, size_t n) {
    c->elem = pdf_structure_has(c->job, items[0]->elem) ? items[0]->elem : NULL;
    c->artifact = items[0]->artifact;
    c->text_only = true;
    for (size_t i = 0; i < n; i++) {
        c->text_only = c->text_only && items[i]->kind == PAGE_TEXT;
    }
    for (size_t i = 0; i < n; i++) {
        paint(c, items[i]);
    }
    close_sequence(c);
}

static bool same_run(const struct page_item *a, const struct page_item *b) {
    return a->elem == b->elem && (a->elem || a->artifact == b->artifact);
}

bool pdf_content_write(struct pdf_job *job, uint32_t page, struct buf *out) {
    const struct page *p = job->pages->pages.p[page];
    struct canvas c = {
        .job = job, .out = out, .page = page, .height = pdf_micro(p->height), .scale = 10000};
    VEC(const struct page_item *) run = VEC_INIT;
    for (size_t i = 0; i < p->items.n; i++) {
        const struct page_item *item = &p->items.p[i];
        if (!paints(&c, item)) {
            continue;
        }
        if (run.n && !same_run(run.p[0], item)) {
            paint_run(&c, run.p, run.n);
            vec_clear(&run);
        }
        vec_push(&run, item);
    }
    if (run.n) {
        paint_run(&c, run.p, run.n);
    }
    end_text(&c);
    vec_drop(&run);
    return c.clear;
}
