/* SPDX-License-Identifier: MIT */
/*
 * What a page's content is written on: the state that a reader is in at this place of it, and where
 * the glyphs of a text are. What the parts of the content writer share; content.c has its
 * invariants.
 */
#ifndef DOSSIER_PDF_CANVAS_H
#define DOSSIER_PDF_CANVAS_H

#include "print/pdf/font_usage.h"
#include "print/pdf/job.h"

struct canvas {
    struct pdf_job *job;
    struct buf *out;
    micro height; /* of the page: y goes up here */
    bool in_text, in_array, in_string;
    const struct pdf_font *font;
    int64_t size;  /* thousandths of a unit, as written */
    int32_t scale; /* per 10000 */
    bool covered;  /* pictures stand for some outlines of the text that is painted */
    bool hidden;   /* the rendering mode is 3: invisible (9.3.6) */
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

/** The nearest whole number to n / d; halves away from 0. */
static inline int64_t canvas_divide(int64_t n, int64_t d) {
    return n >= 0 ? (n + d / 2) / d : -((-n + d / 2) / d);
}

/** A thousandth of the em, across, in millionths of 1/10000 unit: what one step of an adjustment
 * moves. */
static inline int64_t canvas_step(const struct canvas *canvas) {
    return canvas->size * canvas->scale;
}

/** Where glyphs of a text are: design units and gaps so far, and what is the same for all of them.
 */
struct canvas_progress {
    int64_t units, space; /* space: of the gaps */
    uint32_t gap;         /* the next one */
    micro x;              /* of the text with the gaps */
    micro size;           /* of the font */
    int64_t scale, upem;
};

static inline struct canvas_progress canvas_progress_start(const struct page_text *t) {
    return (struct canvas_progress){.x = pdf_micro(t->x),
                                    .size = pdf_micro(t->size),
                                    .scale = t->expansion > 0 ? t->expansion : 10000,
                                    .upem = font_metrics(t->font)->upem};
}

static inline micro canvas_advance(const struct canvas_progress *at, int64_t units) {
    /* Units grow to some 10^6, sizes to 10^8 millionths: scaled in two steps, each within 64 bits.
     */
    int64_t length = canvas_divide((at->units + units) * at->size, at->upem);
    return canvas_divide(length * at->scale, 10000) + at->x;
}

/** The glyph that the next gap is behind; UINT32_MAX: there is none. */
static inline uint32_t canvas_gap(const struct canvas_progress *at, const struct page_text *t) {
    return at->gap < t->ngaps ? t->gaps[at->gap].glyph : UINT32_MAX;
}

/** Past the next gap. */
static inline void canvas_past_gap(struct canvas_progress *at, const struct page_text *t) {
    at->space += t->gaps[at->gap++].size;
    at->x = pdf_micro(t->x + at->space);
}

/** Past glyph `i`. */
static inline void canvas_past(struct canvas_progress *at, const struct page_text *t, size_t i) {
    at->units += page_text_glyph(t, i).advance;
    if (canvas_gap(at, t) == i) {
        canvas_past_gap(at, t);
    }
}

/* content_plain.c */

/** How plain glyphs of a text are shown. */
struct canvas_plain {
    int64_t per_unit; /* millionths that a design unit is across, with a fraction; 0: not at all */
    micro near;       /* a pen that is off by less needs no adjustment */
};

/** What showing plain glyphs takes; its `per_unit` is 0 when none can be shown so. */
struct canvas_plain pdf_plain_start(const struct canvas *canvas, const struct page_text *t,
                                    const struct canvas_progress *at);
/** Whether the glyph at `i` of such a text is plain. */
bool pdf_plain_is(const struct canvas *canvas, const struct page_text *t, size_t i);
/** Shows the plain glyphs from `i` on in the open text object, where the pen is placed; where
 * others begin, or where memory for the page ended. */
size_t pdf_plain_show(struct canvas *canvas, const struct page_text *t,
                      const struct canvas_plain *plain, struct canvas_progress *at, size_t i);

#endif
