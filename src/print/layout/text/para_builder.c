/* SPDX-License-Identifier: MIT */
/*
 * The builder of paragraphs. It collects the horizontal list, passes the list to the line breaker,
 * and passes the result to the setter of lines. shape_text.c handles characters, shape_line.c
 * glyphs.
 */
#include "print/layout/text/shape_internal.h"

#include "core/unicode/unicode.h"

#include <stdlib.h>

struct shaper *shaper_new(struct arena *a, struct arena *lines, struct fonts *fonts) {
    struct shaper *s = ARENA_NEW(a, struct shaper);
    s->arena = a;
    s->lines = lines;
    s->fonts = fonts;
    return s;
}

void shaper_tables(struct shaper *s, struct str folder) {
    s->tables = folder;
}

static void builder_free(struct inline_builder *b) {
    vec_drop(&b->items);
    vec_drop(&b->units);
    vec_drop(&b->cuts);
    vec_drop(&b->missing);
    vec_drop(&b->held);
    vec_drop(&b->levels);
    buf_drop(&b->pending);
    buf_drop(&b->word);
    free(b);
}

void shaper_drop(struct shaper *s) {
    shape_setting_drop(s->setting);
    shape_rough_drop(s->rough);
    while (s->idle != NULL) {
        struct inline_builder *b = s->idle;
        s->idle = b->next;
        builder_free(b);
    }
    for (size_t i = 0; i < s->languages.n; i++) {
        map_drop(&s->languages.p[i]->words);
    }
    for (size_t i = 0; i < s->breakers.n; i++) {
        unicode_breaker_drop(s->breakers.p[i].breaker);
    }
    vec_drop(&s->breakers);
    vec_drop(&s->languages);
    vec_drop(&s->ascii);
}

struct str shaper_unhyphenated(const struct shaper *s, size_t i) {
    for (size_t k = 0; k < s->languages.n; k++) {
        if (!s->languages.p[k]->installed && i-- == 0) {
            return s->languages.p[k]->lang;
        }
    }
    return STR_EMPTY;
}

struct inline_builder *inline_new(struct shaper *s) {
    struct inline_builder *b = s->idle;
    if (b != NULL) {
        s->idle = b->next;
        vec_clear(&b->items);
        vec_clear(&b->units);
        vec_clear(&b->missing);
        vec_clear(&b->held);
        buf_clear(&b->pending);
    } else {
        b = xcalloc(1, sizeof *b);
        buf_init(&b->pending, 0);
        buf_init(&b->word, 0);
    }
    b->shaper = s;
    b->style = NULL;
    b->prev = 0;
    b->space_factor = 1000;
    b->column = 0;
    b->done = 0;
    b->rtl = b->holding = b->has_levels = false;
    b->level = 0;
    return b;
}

void inline_drop(struct inline_builder *b) {
    if (b != NULL) {
        b->next = b->shaper->idle;
        b->shaper->idle = b;
    }
}

void shape_item_add(struct inline_builder *b, struct para_item item, struct unit unit) {
    unit.level = b->level;
    vec_push(&b->items, item);
    vec_push(&b->units, unit);
}

size_t shape_item_last(const struct inline_builder *b) {
    size_t i = b->units.n;
    while (i > 0 && b->units.p[i - 1].kind == UNIT_MARK) {
        i--;
    }
    return i > 0 ? i - 1 : SIZE_MAX;
}

void inline_text(struct inline_builder *b, const struct inline_style *style, struct str text) {
    if (style != b->style) {
        shape_text_flush(b);
        if (b->style == NULL && style->rtl && !b->holding) {
            shape_hold_begin(b, true);
        }
        b->style = style;
    }
    buf_str(&b->pending, text);
}

/* Adds an item that is not text. The text after it begins without kerning or sentence space. */
static void item_put(struct inline_builder *b, struct para_item item, struct unit unit) {
    shape_text_flush(b);
    if (b->holding) {
        shape_hold_item(b, item, unit);
        return;
    }
    if (unit.kind == UNIT_BOX && item.width > 0 && b->prev >= 0x0E00) {
        shape_joint_before_box(b);
    }
    b->prev = 0;
    b->space_factor = 1000;
    shape_item_add(b, item, unit);
}

static struct unit box_unit(enum unit_kind kind, void *box, void *tag, sp height, sp depth) {
    struct unit u = {.kind = kind};
    u.u.box.box = box;
    u.u.box.tag = tag;
    u.u.box.height = height;
    u.u.box.depth = depth;
    return u;
}

void inline_box(struct inline_builder *b, sp width, sp height, sp depth, void *box, void *tag) {
    item_put(b, (struct para_item){.kind = PARA_BOX, .width = width},
             box_unit(UNIT_BOX, box, tag, height, depth));
}

void inline_glue(struct inline_builder *b, sp width, sp stretch, sp shrink, uint8_t order,
                 void *tag) {
    item_put(b,
             (struct para_item){.kind = PARA_GLUE,
                                .width = width,
                                .stretch = stretch,
                                .shrink = shrink,
                                .stretch_order = order},
             box_unit(UNIT_GAP, NULL, tag, 0, 0));
}

void inline_penalty(struct inline_builder *b, int32_t penalty) {
    item_put(b, (struct para_item){.kind = PARA_PENALTY, .penalty = penalty},
             (struct unit){.kind = UNIT_CUT});
}

void inline_mark(struct inline_builder *b, void *mark, void *tag) {
    struct unit unit = box_unit(UNIT_MARK, mark, tag, 0, 0);
    shape_text_flush(b);
    if (b->holding) {
        shape_hold_item(b, (struct para_item){.kind = PARA_BOX}, unit);
    } else {
        shape_item_add(b, (struct para_item){.kind = PARA_BOX}, unit);
    }
}

/* Ends a paragraph, or a line in it, with glue that fills the line. Its stretch of one unit is
 * negligible beside an \hfill of the caller. */
static void end_add(struct inline_builder *b) {
    struct unit none = {.kind = UNIT_CUT};
    struct unit newline = {.kind = UNIT_NEWLINE, .style = b->style};
    b->level = b->rtl;
    shape_item_add(b, (struct para_item){.kind = PARA_PENALTY, .penalty = PENALTY_INF}, none);
    shape_item_add(b, (struct para_item){.kind = PARA_GLUE, .stretch = 1, .stretch_order = 1},
                   box_unit(UNIT_GAP, NULL, NULL, 0, 0));
    shape_item_add(b, (struct para_item){.kind = PARA_PENALTY, .penalty = -PENALTY_INF}, newline);
}

/* Removes a space at the end (TeX's \unskip). */
static void unskip(struct inline_builder *b) {
    if (b->units.n > 0 && vec_last(&b->units).kind == UNIT_SPACE) {
        (void)vec_pop(&b->units);
        (void)vec_pop(&b->items);
    }
}

void shape_newline_add(struct inline_builder *b) {
    unskip(b);
    end_add(b);
    b->prev = 0;
    b->space_factor = 1000;
    b->column = 0;
}

void inline_newline(struct inline_builder *b) {
    shape_text_flush(b);
    if (b->holding) {
        shape_hold_newline(b);
    } else {
        shape_newline_add(b);
    }
}

bool inline_is_empty(struct inline_builder *b) {
    if (b->items.n > 0) {
        return false;
    }
    for (size_t i = 0; i < b->held.n; i++) {
        const struct held *h = &b->held.p[i];
        if (h->kind != HELD_TEXT || str_trim(str_slice(buf_view(&b->pending), h->from, h->to)).n) {
            return false;
        }
    }
    return str_trim(str_from(buf_view(&b->pending), b->done)).n == 0;
}

/* Closes the list. Returns the number of items it had before, so that the end can be removed
 * again. */
static size_t list_close(struct inline_builder *b) {
    shape_flush(b);
    unskip(b);
    size_t n = b->items.n;
    if (n > 0 && b->units.p[n - 1].kind != UNIT_NEWLINE) {
        /* a forced break at the end already ends the paragraph */
        end_add(b);
    }
    return n;
}

/* ---- stacks */

/* maximum number of stacks in one paragraph that break_lines() removes */
#define MOST_STACKS 4

/* The word at the end of a line, without the punctuation after it; "-" for a hyphen or a dash. */
static struct str end_of(const struct inline_builder *b, const struct para_line *line) {
    static const struct str hyphen = STR_INIT("-");
    if (line->end < b->items.n && b->items.p[line->end].flagged) {
        return hyphen;
    }
    for (size_t i = line->end; i-- > line->begin;) {
        const struct unit *u = &b->units.p[i];
        if (u->kind == UNIT_WORD && u->u.word.run) {
            struct str text = str_slice(u->u.word.run->text, u->u.word.from, u->u.word.to);
            while (text.n > 1 && str_index(STR(".,;:"), text.p[text.n - 1]) != STR_NONE) {
                text.n--;
            }
            return text;
        }
        if (u->kind == UNIT_BOX) {
            break;
        }
    }
    return STR_EMPTY;
}

/* Finds three lines above one another that end in the same word, or in hyphens. The last line of
 * the paragraph does not count. Returns the index of the middle one, or 0. */
static size_t stack_of(const struct inline_builder *b, const struct para_line *lines, size_t n) {
    size_t same = 0;
    struct str before = STR_EMPTY;
    for (size_t i = 0; n > 3 && i + 1 < n; i++) {
        struct str end = end_of(b, &lines[i]);
        same = end.n && str_eq(end, before) ? same + 1 : 0;
        before = end;
        if (same == 2) {
            return i - 1;
        }
    }
    return 0;
}

/* The badness of the worst line. */
static int32_t worst(const struct para_line *lines, size_t n) {
    int32_t most = 0;
    for (size_t i = 0; i < n; i++) {
        most = lines[i].badness > most ? lines[i].badness : most;
    }
    return most;
}

/* Breaks a paragraph. If stack_of() finds three lines with the same end, one of them is broken
 * elsewhere, unless that changes the number of lines or makes a bad line. */
static struct para_line *break_lines(struct inline_builder *b, struct para_params *p,
                                     struct arena *a, size_t *n) {
    static const int nearest[] = {0, 1, -1};
    size_t avoid[MOST_STACKS], at;
    struct para_line *lines = para_break(a, b->items.p, b->items.n, p, n);
    p->avoid = avoid;
    for (size_t done = 0; done < MOST_STACKS && (at = stack_of(b, lines, *n)) > 0; done++) {
        int32_t most = worst(lines, *n);
        most = most > p->tolerance ? most : p->tolerance;
        bool better = false;
        for (size_t k = 0; k < ARRAY_LEN(nearest) && !better; k++) {
            size_t count, next;
            avoid[done] = lines[at + (size_t)nearest[k]].end;
            p->navoid = done + 1;
            struct para_line *other = para_break(a, b->items.p, b->items.n, p, &count);
            next = stack_of(b, other, count);
            better = count == *n && worst(other, count) <= most && (next == 0 || next > at);
            lines = better ? other : lines;
        }
        if (!better) {
            break;
        }
    }
    p->avoid = NULL;
    p->navoid = 0;
    return lines;
}

struct inline_line *inline_break(struct inline_builder *b, const struct para_params *params,
                                 enum inline_align align, size_t *nlines) {
    struct para_params p = *params;
    p.ragged_right = p.ragged_right || align != INLINE_JUSTIFY;
    size_t n = list_close(b), count = 0;
    if (b->shaper->rough) {
        struct inline_line *rough = shape_rough_lines(b, params, nlines);
        b->items.n = b->units.n = n;
        return rough;
    }
    struct arena *scratch = arena_new();
    struct para_line *broken = break_lines(b, &p, scratch, &count);
    struct inline_line *lines = ARENA_ARRAY(b->shaper->lines, struct inline_line, count);
    for (size_t i = 0; i < count; i++) {
        lines[i] = shape_line_make(b, &broken[i], align, i + 1 == count);
    }
    arena_drop(scratch);
    b->items.n = b->units.n = n;
    *nlines = count;
    return count > 0 ? lines : NULL;
}

/* The width of the widest part between two possible breaks. With `automatic`, breaks by hyphenation
 * patterns count too. */
static sp widest_part(const struct inline_builder *b, bool automatic) {
    int64_t part = 0, widest = 0;
    for (size_t i = 0; i < b->items.n; i++) {
        const struct para_item *it = &b->items.p[i];
        bool after_box = i > 0 && b->items.p[i - 1].kind == PARA_BOX;
        bool cut =
            it->kind == PARA_PENALTY && it->penalty < PENALTY_INF && (automatic || !it->automatic);
        if (cut || (it->kind == PARA_GLUE && after_box)) {
            int64_t end = part + (cut ? it->width : 0);
            widest = end > widest ? end : widest;
            part = cut ? it->width_after : 0;
        } else if (it->kind != PARA_PENALTY) {
            part += it->width;
        }
    }
    return sp_clamp(widest);
}

void inline_measure(struct inline_builder *b, sp *narrowest, sp *widest) {
    size_t n = list_close(b);
    int64_t line = 0, wide = 0;
    for (size_t i = 0; i < b->items.n; i++) {
        const struct para_item *it = &b->items.p[i];
        line += it->kind != PARA_PENALTY ? it->width : 0;
        if (para_is_forced(it)) {
            wide = line > wide ? line : wide;
            line = 0;
        }
    }
    *narrowest = widest_part(b, false);
    *widest = sp_clamp(wide);
    b->items.n = b->units.n = n;
}

sp inline_narrowest(struct inline_builder *b) {
    size_t n = list_close(b);
    sp narrowest = widest_part(b, true);
    b->items.n = b->units.n = n;
    return narrowest;
}

const struct inline_missing *inline_missing(struct inline_builder *b, size_t *n) {
    shape_flush(b);
    *n = b->missing.n;
    return b->missing.p;
}
