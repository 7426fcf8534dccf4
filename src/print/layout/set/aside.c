/* SPDX-License-Identifier: MIT */
/*
 * Boxes that text flows around (CSS 2.1, section 9.5): images, figures and divs that `float` to the
 * left or right. Each is attached to the next row of the galley. The lines beside it are shorter,
 * and the page is not cut beside it. Blocks other than text (tables, code, displays, rows of
 * blocks) are placed below floats.
 *
 * The top of a float is known only when its row is in the galley. Until then the float waits, and
 * paragraphs assume that it begins at their first line.
 */
#include "print/layout/set/setter.h"

#include "print/layout/model/sp.h"

DIAG_USE(DIAG_CSS_VALUE);

#define MAX_LINES 400  /* maximum number of lines of one paragraph that floats make shorter */
#define MIN_LINE 6     /* the minimum width of text beside a float, in em */
#define MAX_WAITING 32 /* maximum number of floats that wait for one row */

static bool is_here(const struct setter *s, const struct aside *a) {
    return a->galley == s->now.g;
}

/** The top of the next line, if no further space is added. */
static int64_t next_top(const struct setter *s) {
    return s->now.g->height + (s->now.g->rows.n > 0 ? s->now.g->space.size : 0);
}

static int64_t foot_of(const struct aside *a, int64_t top) {
    return (a->waits ? top : a->top) + a->height;
}

/** The width that floats take at each side of a frame, between two heights. */
static void sides_at(const struct setter *s, const struct frame *f, int64_t base, int64_t top,
                     int64_t foot, sp sides[2]) {
    sides[0] = sides[1] = 0;
    for (size_t i = 0; i < s->asides.n; i++) {
        const struct aside *a = &s->asides.p[i];
        int64_t from = a->waits ? base : a->top;
        if (!is_here(s, a) || foot_of(a, base) <= top || from >= foot) {
            continue;
        }
        int64_t in =
            a->right ? (int64_t)f->left + f->width - a->x : (int64_t)a->x + a->width - f->left;
        in = in < 0 ? 0 : in > f->width ? f->width : in;
        sides[a->right] = in > sides[a->right] ? (sp)in : sides[a->right];
    }
}

/** The lowest end of the floats on a side (WORD_LEFT, WORD_RIGHT or WORD_BOTH). */
static int64_t lowest(const struct setter *s, enum look_word side, int64_t base) {
    int64_t foot = 0;
    for (size_t i = 0; i < s->asides.n; i++) {
        const struct aside *a = &s->asides.p[i];
        bool meant = side == WORD_BOTH || (side == WORD_RIGHT) == a->right;
        if (is_here(s, a) && meant && foot_of(a, base) > foot) {
            foot = foot_of(a, base);
        }
    }
    return foot;
}

bool set_aside_crowded(const struct setter *s, const struct frame *f) {
    sp sides[2];
    int64_t base = next_top(s);
    sides_at(s, f, base, base, base + 1, sides);
    return sides[0] > 0 && sides[1] > 0 &&
           (int64_t)f->width - sides[0] - sides[1] < (int64_t)MIN_LINE * f->ink.size;
}

/** Removes the floats that have ended. Returns how many are waiting for a row. */
static size_t drop_ended(struct setter *s) {
    size_t kept = 0;
    size_t waiting = 0;
    for (size_t i = 0; i < s->asides.n; i++) {
        struct aside *a = &s->asides.p[i];
        waiting += is_here(s, a) && a->waits;
        if (!is_here(s, a) || a->waits || a->top + a->height > s->now.g->height) {
            s->asides.p[kept++] = *a;
        }
    }
    s->asides.n = kept;
    return waiting;
}

void set_aside_params(struct setter *s, const struct frame *f, struct para_params *params) {
    if (s->asides.n == 0) {
        return;
    }
    (void)drop_ended(s);
    int64_t base = next_top(s);
    int64_t lines =
        (lowest(s, WORD_BOTH, base) - base + f->leading - 1) / (f->leading > 0 ? f->leading : 1);
    lines = lines < 0 ? 0 : lines > MAX_LINES ? MAX_LINES : lines;
    struct para_inset *insets = ARENA_ARRAY(s->arena, struct para_inset, (size_t)lines + 1);
    for (int64_t i = 0; i < lines; i++) {
        sp sides[2];
        sides_at(s, f, base, base + i * f->leading, base + (i + 1) * f->leading, sides);
        insets[i] = (struct para_inset){sides[f->rtl], sides[!f->rtl]};
    }
    params->insets = insets;
    params->ninsets = (size_t)lines;
}

void set_aside_attach(struct setter *s, struct v_box *box) {
    for (size_t i = 0; i < s->asides.n; i++) {
        struct aside *a = &s->asides.p[i];
        if (is_here(s, a) && a->waits) {
            galley_move(box, a->box, a->box->height - box->height);
        }
    }
}

void set_aside_attached(struct setter *s, const struct v_box *box) {
    int64_t top = s->now.g->height - box->height - box->depth;
    for (size_t i = 0; i < s->asides.n; i++) {
        struct aside *a = &s->asides.p[i];
        if (is_here(s, a) && a->waits) {
            a->waits = false;
            a->top = top;
            s->now.g->hold = top + a->height > s->now.g->hold ? top + a->height : s->now.g->hold;
        }
    }
}

/** Adds a row without height, so that waiting floats get their place. */
static void flush(struct setter *s, const struct frame *f) {
    for (size_t i = 0; i < s->asides.n; i++) {
        if (is_here(s, &s->asides.p[i]) && s->asides.p[i].waits) {
            set_put_box(s, galley_box_new(s->now.g, 0, 0), f);
            return;
        }
    }
}

void set_aside_clear(struct setter *s, const struct frame *f, enum look_word side) {
    if (s->asides.n == 0) {
        return;
    }
    flush(s, f);
    int64_t lack = lowest(s, side, 0) - s->now.g->height;
    if (lack > 0) {
        galley_margin(s->now.g, (struct v_glue){(sp)(lack < SP_MAX / 8 ? lack : SP_MAX / 8), 0, 0});
    }
}

void set_aside_end(struct setter *s, const struct frame *f) {
    size_t kept = 0;
    if (s->asides.n == 0) {
        return;
    }
    flush(s, f);
    int64_t lack = lowest(s, WORD_BOTH, 0) - s->now.g->height;
    if (lack > 0) {
        sp height = (sp)(lack < SP_MAX / 8 ? lack : SP_MAX / 8);
        set_put_box(s, galley_box_new(s->now.g, height, 0), f);
    }
    for (size_t i = 0; i < s->asides.n; i++) {
        if (!is_here(s, &s->asides.p[i])) {
            s->asides.p[kept++] = s->asides.p[i];
        }
    }
    s->asides.n = kept;
}

void set_aside_put(struct setter *s, const struct frame *f, bool right, struct v_box *box,
                   sp width) {
    struct aside a = {
        .galley = s->now.g, .right = right, .box = box, .width = width, .waits = true};
    sp sides[2];
    if (drop_ended(s) >= MAX_WAITING) {
        flush(s, f);
    }
    int64_t base = next_top(s);
    a.height = (int64_t)box->height + box->depth;
    sides_at(s, f, base, base, base + 1, sides);
    if ((int64_t)sides[0] + sides[1] + width > f->width && sides[right] > 0) {
        set_aside_clear(s, f, right ? WORD_RIGHT : WORD_LEFT);
        sides_at(s, f, next_top(s), next_top(s), next_top(s) + 1, sides);
    }
    int64_t x =
        right ? (int64_t)f->left + f->width - sides[1] - width : (int64_t)f->left + sides[0];
    a.x = (sp)x;
    draw_move(&box->draws, a.x, 0);
    vec_push(&s->asides, a);
}

bool set_aside_fits(const struct setter *s, const struct frame *f, sp width, int64_t height) {
    return width <= f->width && f->width - width >= MIN_LINE * f->ink.size &&
           height < s->style->text_h * 9 / 10;
}

enum look_word set_aside_side(const struct look *look) {
    const struct look_value *v = look ? look->v[LOOK_FLOAT] : NULL;
    return look_is(v, WORD_LEFT) ? WORD_LEFT : look_is(v, WORD_RIGHT) ? WORD_RIGHT : WORD_NONE;
}

void set_aside_refuse(struct setter *s, const struct look_value *v, const char *why) {
    /* nothing is reported in a trial, since the final layout will report it */
    if (s->now.trials > 0) {
        return;
    }
    struct span at = v->span;
    struct str name = at.src ? at.src->name : STR_EMPTY;
    struct str key = arena_printf(s->arena, "stays-%.*s-%u", STR_ARG(name), at.begin);
    if (!map_put(&s->missing, key, s)) {
        (void)diag_add(s->d, DIAG_CSS_VALUE, at, "it is placed in the text: %s", why);
    }
}
