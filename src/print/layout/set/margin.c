/* SPDX-License-Identifier: MIT */
/*
 * Line numbers for reviewers (LaTeX's lineno), and a watermark across each page, behind its
 * content. All are artifacts.
 */
#include "print/layout/set/ship.h"

#include "print/layout/model/sp.h"

/* the distance of line numbers from the text: lineno's \linenumbersep */
#define NUMBER_SEP PT(10)
/* the colour of the watermark, so light that black and blue text on it can be read */
#define WATERMARK 0xE4E4E4
#define COS_45 7071
#define MIN_SIZE PT(12)
#define MAX_SIZE PT(160)

/* ---- line numbers ---- */

void set_line_number(const struct painter *p, const struct v_box *box, sp x, sp y) {
    struct setter *s = p->s;
    sp width = 0;
    if (!box->counted || s->style->line_numbers == 0) {
        return;
    }
    s->now.nlines++;
    if (s->now.nlines % s->style->line_numbers != 0) {
        return;
    }
    struct inline_builder *b = inline_new(s->shaper);
    struct ink ink = s->running_ink;
    ink.cls = FONT_SANS;
    ink.family = STR_EMPTY;
    ink.face = FONT_REGULAR;
    ink.size = s->style->sizes[STEP_TINY].size;
    set_text(s, b, arena_printf(s->arena, "%d", s->now.nlines), &ink);
    const struct inline_line *line = set_single_line(b, &width);
    struct painter beside = *p;
    beside.artifact = ARTIFACT_LAYOUT;
    if (line) {
        sp right = x + s->style->column_w + NUMBER_SEP;
        set_paint_line(&beside, line, s->style->rtl ? right : x - NUMBER_SEP - width, y);
    }
    inline_drop(b);
}

/* ---- watermarks ---- */

/** The size at which the word takes seven tenths of the page's diagonal. */
static sp size_of(const struct setter *s, struct ink *ink, struct str word) {
    ink->size = PT(100);
    int64_t natural = 0;
    sp width = 0;
    struct inline_builder *b = inline_new(s->shaper);
    set_text((struct setter *)s, b, word, ink);
    (void)set_single_line(b, &width);
    inline_drop(b);
    natural = width > SP_PT ? width : SP_PT;
    int64_t room = s->style->paper_w < s->style->paper_h ? s->style->paper_w : s->style->paper_h;
    /* 0.99 is 0.7 times the root of 2: the word takes 0.7 of the diagonal of a square whose side is
     * `room` */
    int64_t size = (int64_t)PT(100) * (room * 99 / 100) / natural;
    return size < MIN_SIZE ? MIN_SIZE : size > MAX_SIZE ? MAX_SIZE : (sp)size;
}

void set_watermark(const struct painter *p) {
    struct setter *s = p->s;
    struct str word = s->style->watermark;
    struct ink ink = s->running_ink;
    sp width = 0;
    if (word.n == 0) {
        return;
    }
    ink.cls = FONT_SANS;
    ink.family = STR_EMPTY;
    ink.face = FONT_BOLD;
    ink.flags &= ~(unsigned)INLINE_HYPHENATE;
    ink.colour = page_colour_of(WATERMARK);
    ink.size = size_of(s, &ink, word);
    struct inline_builder *b = inline_new(s->shaper);
    set_text(s, b, word, &ink);
    const struct inline_line *line = set_single_line(b, &width);
    for (size_t i = 0; line && i < line->n; i++) {
        const struct inline_piece *piece = &line->pieces[i];
        if (piece->kind != INLINE_TEXT) {
            continue;
        }
        struct page_item item = {.kind = PAGE_TEXT, .artifact = ARTIFACT_WATERMARK};
        sp along = piece->text.x - width / 2;
        sp down = piece->text.y + sp_scale(ink.size, 35, 100);
        item.u.text = piece->text;
        item.u.text.cos = item.u.text.sin = COS_45;
        item.u.text.x =
            p->page->width / 2 + sp_scale(along, COS_45, 10000) + sp_scale(down, COS_45, 10000);
        item.u.text.y =
            p->page->height / 2 - sp_scale(along, COS_45, 10000) + sp_scale(down, COS_45, 10000);
        vec_push(&p->page->items, item);
    }
    inline_drop(b);
}
