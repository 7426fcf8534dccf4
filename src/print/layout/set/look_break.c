/* SPDX-License-Identifier: MIT */
/*
 * Page breaks of style sheets (CSS Fragmentation 3, section 3.1): before, after and within a block.
 * They become penalties.
 */
#include "print/layout/set/setter.h"

/** Turns to a left or right page if the frame's style requests it. */
static void turn_to_side(struct galley *g, const struct frame *f, enum look_prop prop) {
    bool left = set_look_says(f, prop, WORD_LEFT);
    /* in right-to-left documents, odd pages are left pages */
    if (left || set_look_says(f, prop, WORD_RIGHT)) {
        galley_turn(g, &(struct v_turn){.side = left != f->rtl ? V_SIDE_LEFT : V_SIDE_RIGHT});
    }
}

void set_look_break_before(struct galley *g, const struct frame *f) {
    bool cut = set_look_says(f, LOOK_BREAK_BEFORE, WORD_PAGE) ||
               set_look_says(f, LOOK_BREAK_BEFORE, WORD_COLUMN);
    if (cut && g->rows.n > 0) {
        galley_penalty(g, V_FORCE);
    } else if (set_look_says(f, LOOK_BREAK_BEFORE, WORD_AVOID)) {
        galley_penalty(g, V_NEVER);
    }
    turn_to_side(g, f, LOOK_BREAK_BEFORE);
}

void set_look_break_after(struct setter *s, const struct frame *f, size_t from) {
    struct galley *g = s->now.g;
    if (set_look_says(f, LOOK_BREAK_INSIDE, WORD_AVOID)) {
        galley_keep(g, from, s->style->text_h);
    }
    if (set_look_says(f, LOOK_BREAK_AFTER, WORD_PAGE) ||
        set_look_says(f, LOOK_BREAK_AFTER, WORD_COLUMN)) {
        galley_penalty(g, V_FORCE);
    } else if (set_look_says(f, LOOK_BREAK_AFTER, WORD_AVOID)) {
        galley_penalty(g, V_NEVER);
    }
    turn_to_side(g, f, LOOK_BREAK_AFTER);
}
