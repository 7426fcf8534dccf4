/* SPDX-License-Identifier: MIT */
/*
 * Divisions with special layouts: callouts beside a coloured bar, theorems in amsthm's styles,
 * columns side by side, margin notes. Their content is set like that of other blocks.
 */
#include "print/layout/set/setter.h"

#include "print/layout/model/sp.h"
#include "print/layout/style/units.h"

#define MAX_ASIDE 12 /* maximum number of columns */

/** Opens a bar beside all following rows, up to the end of the panel. */
static void open_bar(struct setter *s, sp x, sp width, struct page_colour c) {
    struct v_panel *panel = ARENA_NEW(s->arena, struct v_panel);
    struct box_paint *paint = ARENA_NEW(s->arena, struct box_paint);
    paint->grounded = true;
    paint->ground = c;
    *panel = (struct v_panel){.x = x, .width = width, .paint = paint};
    galley_open_panel(s->now.g, panel, 0);
}

/* ---- callouts ---- */

/** The colour of a callout's name. It is dark enough for text on white (WCAG 2.1, 1.4.3). */
static struct page_colour callout_colour(const struct doc_callout *of) {
    static const struct {
        enum doc_word word;
        uint32_t rgb;
    } COLOURS[] = {{DOC_WORD_TIP, 0x1E6B34},
                   {DOC_WORD_IMPORTANT, 0x7A2F8F},
                   {DOC_WORD_CAUTION, 0x9A4A00},
                   {DOC_WORD_WARNING, 0xA3200D}};
    for (size_t i = 0; i < ARRAY_LEN(COLOURS); i++) {
        if (COLOURS[i].word == of->word) {
            return page_colour_of(COLOURS[i].rgb);
        }
    }
    return page_colour_of(0x1D4F91);
}

static void set_callout(struct setter *s, const struct doc_node *n, const struct frame *f,
                        const struct doc_callout *of) {
    struct frame in = *f;
    sp pad = s->style->em;
    struct page_colour colour = callout_colour(of);
    struct v_glue around = {f->leading * 6 / 10, PT(3), PT(1)};
    pad = f->width > 8 * pad ? pad : 0;
    set_inset(&in, pad);
    in.elem = set_elem_new(s, f->elem, ROLE_DIV);
    in.par_indent = 0;
    in.tight = false;
    in.par_skip = (struct v_glue){f->leading / 3, SP_PT, 0};
    set_look_text(s, &in);
    s->now.measure = in.width;
    set_space_above(s, f, around);
    open_bar(s, set_from_start(f, 0, PT(2)), PT(2), colour);
    const struct doc_node *first = n->first;
    if (first && doc_has_class(first, "callout-title")) {
        struct frame title = in;
        title.ink.colour = colour;
        title.align = INLINE_START;
        set_inline_paragraph(s, first, &title, set_elem_new(s, in.elem, ROLE_P), title.align);
        galley_penalty(s->now.g, V_NEVER);
        first = first->next;
    }
    s->now.no_indent = true;
    set_blocks(s, first, &in);
    galley_close_panel(s->now.g, 0, 0);
    set_space_below(s, f, around);
    s->now.no_indent = true;
}

/* ---- theorems ---- */

static void set_theorem(struct setter *s, const struct doc_node *n, const struct frame *f,
                        const struct doc_theorem *of) {
    struct frame in = *f;
    struct v_glue around = {f->leading / 2, PT(2), PT(1)};
    in.elem = set_elem_new(s, f->elem, ROLE_DIV);
    if (of->style == DOC_THEOREM_PLAIN) {
        in.ink.face |= FONT_ITALIC;
    }
    in.tight = false;
    set_look_text(s, &in);
    set_space_above(s, f, around);
    s->now.no_indent = true;
    set_blocks(s, n->first, &in);
    set_space_below(s, f, around);
}

/* ---- columns ---- */

/** The width that a column requests with "40%" or "0.4", per mille of the measure. 0: the column
 * gets a share of the rest. */
static int32_t asked_width(const struct doc_node *column) {
    int32_t mille = 0;
    bool good = unit_parse_factor(doc_pair(column, "width"), &mille) && mille <= 1000;
    return good ? mille : 0;
}

static size_t count_columns(const struct doc_node *n) {
    size_t columns = 0;
    for (const struct doc_node *k = n->first; k; k = k->next) {
        bool column = k->kind == DOC_DIV && doc_has_class(k, "column");
        columns += column;
        if (!column) {
            return 0;
        }
    }
    return columns;
}

/** Computes the widths of columns, per mille of the measure minus the gaps. A column gets the width
 * that it requests. Other columns share the rest equally. Widths that are too large together are
 * reduced in proportion. */
static void share_width(const struct doc_node *n, size_t count, int32_t *out) {
    int32_t asked = 0, open = 0;
    size_t i = 0;
    for (const struct doc_node *k = n->first; k && i < count; k = k->next, i++) {
        out[i] = asked_width(k);
        asked += out[i];
        open += out[i] == 0;
    }
    int32_t each = open ? (asked < 900 ? (1000 - asked) / open : 100) : 0;
    int32_t all = asked + each * open;
    for (i = 0; i < count; i++) {
        out[i] = out[i] ? out[i] : each;
        out[i] = all > 1000 ? (int32_t)((int64_t)out[i] * 1000 / all) : out[i];
    }
}

/** Puts columns side by side into one box. If the box is higher than a page, it is cut where all
 * columns allow a cut. */
static void put_columns(struct setter *s, struct galley *own, size_t count, const struct frame *f) {
    struct galley *columns[MAX_ASIDE];
    for (size_t i = 0; i < count; i++) {
        columns[i] = &own[i];
    }
    set_flush_labels(s, f);
    galley_zip(s->now.g, columns, count, NULL, f->leading / 3, s->style->text_h);
    for (size_t i = 0; i < count; i++) {
        galley_drop(&own[i]);
    }
}

static void set_columns(struct setter *s, const struct doc_node *n, const struct frame *f,
                        size_t count) {
    struct galley own[MAX_ASIDE];
    int32_t widths[MAX_ASIDE];
    sp gap = s->style->em * 3 / 2;
    struct v_glue around = {f->leading / 2, PT(2), PT(1)};
    int64_t room = (int64_t)f->width - (int64_t)gap * (int64_t)(count - 1);
    sp from = 0;
    size_t i = 0;
    share_width(n, count, widths);
    set_space_above(s, f, around);
    for (const struct doc_node *k = n->first; k && i < count; k = k->next, i++) {
        struct frame in = *f;
        in.width = (sp)(room * widths[i] / 1000);
        in.left = set_from_start(f, from, in.width);
        in.elem = set_elem_new(s, f->elem, ROLE_DIV);
        in.par_indent = 0;
        from += in.width + gap;
        set_galley_begin(s, &own[i]);
        s->now.no_indent = true;
        set_block(s, k, &in);
        set_galley_end(s);
    }
    put_columns(s, own, count, f);
    set_space_below(s, f, around);
    s->now.no_indent = true;
}

/* ---- margins ---- */

/** If the margin has no room, sets a margin note in the text instead: small, beside a thin bar. */
static void set_margin_note(struct setter *s, const struct doc_node *n, const struct frame *f) {
    struct frame in = *f;
    struct v_glue around = {f->leading / 2, PT(2), PT(1)};
    sp pad = s->style->em * 2;
    pad = f->width > 6 * pad ? pad : 0;
    set_inset(&in, pad);
    in.elem = set_elem_new(s, f->elem, ROLE_DIV);
    in.par_indent = 0;
    set_frame_step(s->style, &in, STEP_SMALL);
    set_look_text(s, &in);
    set_space_above(s, f, around);
    open_bar(s, set_from_start(f, pad - s->style->em * 2 / 3, SP_PT / 2), SP_PT / 2,
             page_colour_of(0x8A867F));
    s->now.no_indent = true;
    set_blocks(s, n->first, &in);
    galley_close_panel(s->now.g, 0, 0);
    set_space_below(s, f, around);
    s->now.no_indent = true;
}

bool set_framed(struct setter *s, const struct doc_node *n, const struct frame *f) {
    if (!n->attr) {
        return false;
    }
    const struct doc_callout *callout = doc_callout_of(n);
    const struct doc_theorem *theorem = callout ? NULL : doc_theorem_of(n);
    size_t columns = doc_has_class(n, "columns") ? count_columns(n) : 0;
    if (set_front_div(s, n, f)) {
        return true;
    }
    if (callout) {
        set_callout(s, n, f, callout);
    } else if (theorem) {
        set_theorem(s, n, f, theorem);
    } else if (columns > 1 && columns <= MAX_ASIDE && !s->now.waits.labels &&
               f->width / (sp)columns > 3 * s->style->em) {
        set_columns(s, n, f, columns);
    } else if (set_is_margin_note(n)) {
        if (!set_margin_div(s, n, f)) {
            set_margin_note(s, n, f);
        }
    } else {
        return false;
    }
    return true;
}
