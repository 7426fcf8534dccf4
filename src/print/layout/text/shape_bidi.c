/* SPDX-License-Identifier: MIT */
/*
 * Bidirectional text. The levels of a paragraph (UAX #9) depend on its whole text. Therefore, from
 * the first right-to-left text on, everything that the caller adds is held back. When the paragraph
 * is complete, the levels are computed and the items are made, each with one level. Earlier text of
 * a left-to-right paragraph always has level 0. For the levels, a box counts as U+FFFC, and a gap
 * that fills a line counts as a tab. Lines are reordered after they are broken.
 */
#include "print/layout/text/shape_internal.h"

#include "core/base/utf8.h"

#define OBJECT "\xEF\xBF\xBC"      /* U+FFFC, which stands for a box */
#define SEPARATOR "\xE2\x80\xA8"   /* U+2028, the line separator */
#define ISOLATE_LTR "\xE2\x81\xA6" /* U+2066, the left-to-right isolate */
#define ISOLATE_RTL "\xE2\x81\xA7" /* U+2067, the right-to-left isolate */
/* U+2068, the isolate whose first letter decides its direction */
#define ISOLATE_STRONG "\xE2\x81\xA8"
#define ISOLATE_END "\xE2\x81\xA9" /* U+2069, the end of an isolate */

/* ---- holding back */

void shape_hold_begin(struct inline_builder *b, bool rtl) {
    b->holding = true;
    b->rtl = rtl;
    b->level = rtl;
    for (size_t i = 0; rtl && i < b->units.n; i++) {
        b->units.p[i].level = 1; /* marks before the first text get the level of the paragraph */
    }
}

void shape_hold_text(struct inline_builder *b, const struct inline_style *style, size_t from,
                     size_t to) {
    struct held held = {.kind = HELD_TEXT, .style = style, .from = from, .to = to};
    if (b->held.n > 0 && vec_last(&b->held).kind == HELD_TEXT && vec_last(&b->held).to == from &&
        vec_last(&b->held).style == style) {
        vec_last(&b->held).to = to;
    } else {
        vec_push(&b->held, held);
    }
}

/* Adds to the paragraph's text a character that represents something else, such as a box. */
static void sign_add(struct inline_builder *b, const char *sign) {
    buf_puts(&b->pending, sign);
    b->done = b->pending.n;
}

void shape_hold_item(struct inline_builder *b, struct para_item item, struct unit unit) {
    struct held held = {.kind = HELD_ITEM, .from = b->pending.n, .item = item, .unit = unit};
    if (unit.kind == UNIT_BOX) {
        sign_add(b, OBJECT);
    } else if (unit.kind == UNIT_GAP) {
        sign_add(b, item.stretch_order > 0 || unit.u.box.tag != NULL ? "\t" : OBJECT);
    }
    vec_push(&b->held, held);
}

void shape_hold_newline(struct inline_builder *b) {
    struct held held = {.kind = HELD_NEWLINE, .from = b->pending.n};
    sign_add(b, SEPARATOR);
    vec_push(&b->held, held);
}

void inline_isolate(struct inline_builder *b, enum unicode_direction direction) {
    shape_text_flush(b);
    if (direction == UNICODE_RTL && !b->holding) {
        shape_hold_begin(b, false);
    }
    sign_add(b, direction == UNICODE_RTL   ? ISOLATE_RTL
                : direction == UNICODE_LTR ? ISOLATE_LTR
                                           : ISOLATE_STRONG);
}

void inline_isolate_end(struct inline_builder *b) {
    shape_text_flush(b);
    sign_add(b, ISOLATE_END);
}

/* ---- levels */

size_t shape_level_at(struct inline_builder *b, size_t at, size_t end) {
    if (!b->has_levels || at >= b->levels.n) {
        b->level = b->rtl;
        return end;
    }
    b->level = b->levels.p[at];
    /* the run that was found last is used as long as `at` is in it */
    if (at < b->run_begin || at >= b->run_end) {
        b->run_begin = b->run_end = at;
        while (b->run_end < b->levels.n && b->levels.p[b->run_end] == b->level) {
            b->run_end++;
        }
    }
    return b->run_end < end ? b->run_end : end;
}

/* Adds an item that was held back. Marks and penalties get the level of the item before them. */
static void held_add(struct inline_builder *b, const struct held *held) {
    size_t at = held->from;
    switch (held->kind) {
    case HELD_TEXT:
        b->style = held->style;
        shape_text_add(b, held->style, str_slice(buf_view(&b->pending), held->from, held->to));
        return;
    case HELD_ITEM:
        if (held->unit.kind != UNIT_BOX && held->unit.kind != UNIT_GAP) {
            at = at > 0 ? at - 1 : b->levels.n;
        }
        if (held->unit.kind != UNIT_MARK) {
            b->prev = 0;
            b->space_factor = 1000;
        }
        (void)shape_level_at(b, at, at + 1);
        shape_item_add(b, held->item, held->unit);
        return;
    case HELD_NEWLINE:
        shape_newline_add(b);
        return;
    }
}

void shape_hold_end(struct inline_builder *b) {
    if (b->held.n == 0) {
        return;
    }
    vec_clear(&b->levels);
    vec_reserve(&b->levels, b->pending.n);
    b->levels.n = b->pending.n;
    unicode_bidi_levels(buf_view(&b->pending), b->rtl, b->levels.p);
    b->has_levels = true;
    b->run_begin = b->run_end = 0;
    for (size_t i = 0; i < b->held.n; i++) {
        held_add(b, &b->held.p[i]);
    }
    vec_clear(&b->held);
    b->has_levels = false;
    b->level = b->rtl;
}

/* ---- joining */

static bool joined_before(struct str whole, size_t from) {
    while (from > 0) {
        uint32_t cp = utf8_prev(whole, &from);
        if (!unicode_joins_through(cp)) {
            return unicode_joins_next(cp);
        }
    }
    return false;
}

static bool joined_after(struct str whole, size_t to) {
    while (to < whole.n) {
        uint32_t cp = utf8_next(whole, &to);
        if (!unicode_joins_through(cp)) {
            return unicode_joins_previous(cp);
        }
    }
    return false;
}

unsigned shape_direction(struct str whole, size_t from, size_t to) {
    unsigned out = FONT_RTL;
    out |= joined_before(whole, from) ? (unsigned)FONT_JOIN_BEFORE : 0;
    out |= joined_after(whole, to) ? (unsigned)FONT_JOIN_AFTER : 0;
    return out;
}

unsigned shape_part_features(const struct font_run *run, size_t from, size_t to) {
    unsigned own = run->features & ~(unsigned)(FONT_JOIN_BEFORE | FONT_JOIN_AFTER);
    if ((run->features & FONT_RTL) == 0) {
        return own;
    }
    unsigned kept = shape_direction(run->text, from, to);
    kept |= from == 0 ? run->features & FONT_JOIN_BEFORE : 0;
    kept |= to == run->text.n ? run->features & FONT_JOIN_AFTER : 0;
    return own | kept;
}

/* ---- order */

void shape_visual_order(const uint8_t *levels, size_t n, size_t *order) {
    uint8_t highest = 0, lowest = UINT8_MAX;
    for (size_t i = 0; i < n; i++) {
        order[i] = i;
        highest = levels[i] > highest ? levels[i] : highest;
        lowest = (levels[i] & 1) != 0 && levels[i] < lowest ? levels[i] : lowest;
    }
    for (unsigned level = highest; level >= lowest; level--) {
        for (size_t i = 0; i < n; i++) {
            size_t from = i;
            while (i < n && levels[order[i]] >= level) {
                i++;
            }
            for (size_t a = from, z = i; a + 1 < z; a++) {
                size_t swap = order[a];
                order[a] = order[--z];
                order[z] = swap;
            }
        }
    }
}
