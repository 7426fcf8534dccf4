/* SPDX-License-Identifier: MIT */
/*
 * Captions of tables and figures: centred if they fit on a line, as in LaTeX's article.
 */
#include "print/layout/set/setter.h"

void set_caption_text(struct setter *s, const struct doc_node *caption, const struct frame *f) {
    struct inline_builder *b = inline_new(s->shaper);
    struct look look;
    struct frame in = *f;
    set_enter_block(s, &in, &look, caption);
    set_look_inset(s, &in, 0, 0);
    struct ink ink = in.ink;
    struct para_params params;
    sp narrow = 0;
    sp wide = 0;
    ink.tag = (struct inline_tag){.elem = f->elem};
    set_inlines(s, b, caption, &ink);
    inline_measure(b, &narrow, &wide);
    set_frame_params(s, &in, &params);
    params.first_indent = 0;
    (void)set_box_open(s, &in);
    bool aligned = in.look && in.look->v[LOOK_TEXT_ALIGN];
    set_paragraph(s, b, &in, &params,
                  aligned            ? in.align
                  : wide <= in.width ? INLINE_CENTER
                                     : INLINE_JUSTIFY);
    (void)set_box_close(s, &in);
    set_report_missing(s, b, caption);
    inline_drop(b);
}
