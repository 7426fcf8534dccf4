/* SPDX-License-Identifier: MIT */
/*
 * The MATH table of a font (OpenType 1.9), read through HarfBuzz, and bounding boxes of glyphs. A
 * missing table is replaced by the proportions of Latin Modern Math.
 */
#include "print/font/font_internal.h"

bool font_glyph_box(const struct font *f, uint32_t glyph, int32_t box[4]) {
    hb_glyph_extents_t e;
    if (!hb_font_get_glyph_extents(f->hb, glyph, &e) || (e.width == 0 && e.height == 0)) {
        return false;
    }
    box[0] = e.x_bearing;
    box[1] = e.y_bearing + e.height; /* in HarfBuzz, heights are negative: they go down */
    box[2] = e.x_bearing + e.width;
    box[3] = e.y_bearing;
    return true;
}

/** The place of a constant, and its value per mille of the em for fonts without a table. */
struct constant {
    size_t offset;
    hb_ot_math_constant_t tag;
    int32_t otherwise;
};

#define AT(member) offsetof(struct font_math, member)

static const struct constant CONSTANTS[] = {
    {AT(script_percent), HB_OT_MATH_CONSTANT_SCRIPT_PERCENT_SCALE_DOWN, 70},
    {AT(script_script_percent), HB_OT_MATH_CONSTANT_SCRIPT_SCRIPT_PERCENT_SCALE_DOWN, 50},
    {AT(axis_height), HB_OT_MATH_CONSTANT_AXIS_HEIGHT, 250},
    {AT(delimited_height), HB_OT_MATH_CONSTANT_DELIMITED_SUB_FORMULA_MIN_HEIGHT, 1300},
    {AT(display_operator_height), HB_OT_MATH_CONSTANT_DISPLAY_OPERATOR_MIN_HEIGHT, 1300},
    {AT(sub_shift), HB_OT_MATH_CONSTANT_SUBSCRIPT_SHIFT_DOWN, 247},
    {AT(sub_top_max), HB_OT_MATH_CONSTANT_SUBSCRIPT_TOP_MAX, 344},
    {AT(sub_drop), HB_OT_MATH_CONSTANT_SUBSCRIPT_BASELINE_DROP_MIN, 200},
    {AT(sup_shift), HB_OT_MATH_CONSTANT_SUPERSCRIPT_SHIFT_UP, 363},
    {AT(sup_shift_cramped), HB_OT_MATH_CONSTANT_SUPERSCRIPT_SHIFT_UP_CRAMPED, 289},
    {AT(sup_bottom_min), HB_OT_MATH_CONSTANT_SUPERSCRIPT_BOTTOM_MIN, 108},
    {AT(sup_drop), HB_OT_MATH_CONSTANT_SUPERSCRIPT_BASELINE_DROP_MAX, 250},
    {AT(sub_sup_gap), HB_OT_MATH_CONSTANT_SUB_SUPERSCRIPT_GAP_MIN, 160},
    {AT(sup_bottom_max_with_sub), HB_OT_MATH_CONSTANT_SUPERSCRIPT_BOTTOM_MAX_WITH_SUBSCRIPT, 344},
    {AT(space_after_script), HB_OT_MATH_CONSTANT_SPACE_AFTER_SCRIPT, 56},
    {AT(upper_gap), HB_OT_MATH_CONSTANT_UPPER_LIMIT_GAP_MIN, 111},
    {AT(upper_rise), HB_OT_MATH_CONSTANT_UPPER_LIMIT_BASELINE_RISE_MIN, 200},
    {AT(lower_gap), HB_OT_MATH_CONSTANT_LOWER_LIMIT_GAP_MIN, 167},
    {AT(lower_drop), HB_OT_MATH_CONSTANT_LOWER_LIMIT_BASELINE_DROP_MIN, 600},
    {AT(stack_top), HB_OT_MATH_CONSTANT_STACK_TOP_SHIFT_UP, 444},
    {AT(stack_top_display), HB_OT_MATH_CONSTANT_STACK_TOP_DISPLAY_STYLE_SHIFT_UP, 677},
    {AT(stack_bottom), HB_OT_MATH_CONSTANT_STACK_BOTTOM_SHIFT_DOWN, 345},
    {AT(stack_bottom_display), HB_OT_MATH_CONSTANT_STACK_BOTTOM_DISPLAY_STYLE_SHIFT_DOWN, 686},
    {AT(stack_gap), HB_OT_MATH_CONSTANT_STACK_GAP_MIN, 120},
    {AT(stack_gap_display), HB_OT_MATH_CONSTANT_STACK_DISPLAY_STYLE_GAP_MIN, 280},
    {AT(num_shift), HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_SHIFT_UP, 394},
    {AT(num_shift_display), HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_DISPLAY_STYLE_SHIFT_UP, 677},
    {AT(denom_shift), HB_OT_MATH_CONSTANT_FRACTION_DENOMINATOR_SHIFT_DOWN, 345},
    {AT(denom_shift_display), HB_OT_MATH_CONSTANT_FRACTION_DENOMINATOR_DISPLAY_STYLE_SHIFT_DOWN,
     686},
    {AT(num_gap), HB_OT_MATH_CONSTANT_FRACTION_NUMERATOR_GAP_MIN, 40},
    {AT(num_gap_display), HB_OT_MATH_CONSTANT_FRACTION_NUM_DISPLAY_STYLE_GAP_MIN, 120},
    {AT(denom_gap), HB_OT_MATH_CONSTANT_FRACTION_DENOMINATOR_GAP_MIN, 40},
    {AT(denom_gap_display), HB_OT_MATH_CONSTANT_FRACTION_DENOM_DISPLAY_STYLE_GAP_MIN, 120},
    {AT(fraction_rule), HB_OT_MATH_CONSTANT_FRACTION_RULE_THICKNESS, 40},
    {AT(over_gap), HB_OT_MATH_CONSTANT_OVERBAR_VERTICAL_GAP, 120},
    {AT(over_rule), HB_OT_MATH_CONSTANT_OVERBAR_RULE_THICKNESS, 40},
    {AT(over_extra), HB_OT_MATH_CONSTANT_OVERBAR_EXTRA_ASCENDER, 40},
    {AT(under_gap), HB_OT_MATH_CONSTANT_UNDERBAR_VERTICAL_GAP, 120},
    {AT(under_rule), HB_OT_MATH_CONSTANT_UNDERBAR_RULE_THICKNESS, 40},
    {AT(under_extra), HB_OT_MATH_CONSTANT_UNDERBAR_EXTRA_DESCENDER, 40},
    {AT(radical_gap), HB_OT_MATH_CONSTANT_RADICAL_VERTICAL_GAP, 50},
    {AT(radical_gap_display), HB_OT_MATH_CONSTANT_RADICAL_DISPLAY_STYLE_VERTICAL_GAP, 148},
    {AT(radical_rule), HB_OT_MATH_CONSTANT_RADICAL_RULE_THICKNESS, 40},
    {AT(radical_extra), HB_OT_MATH_CONSTANT_RADICAL_EXTRA_ASCENDER, 40},
    {AT(radical_kern_before), HB_OT_MATH_CONSTANT_RADICAL_KERN_BEFORE_DEGREE, 278},
    {AT(radical_kern_after), HB_OT_MATH_CONSTANT_RADICAL_KERN_AFTER_DEGREE, -556},
    {AT(radical_raise_percent), HB_OT_MATH_CONSTANT_RADICAL_DEGREE_BOTTOM_RAISE_PERCENT, 60},
    {AT(accent_base_height), HB_OT_MATH_CONSTANT_ACCENT_BASE_HEIGHT, 431},
};

static bool is_percent(hb_ot_math_constant_t tag) {
    return tag == HB_OT_MATH_CONSTANT_SCRIPT_PERCENT_SCALE_DOWN ||
           tag == HB_OT_MATH_CONSTANT_SCRIPT_SCRIPT_PERCENT_SCALE_DOWN ||
           tag == HB_OT_MATH_CONSTANT_RADICAL_DEGREE_BOTTOM_RAISE_PERCENT;
}

const struct font_math *font_math(struct font *f) {
    if (f->math) {
        return f->math;
    }
    struct font_math *m = ARENA_NEW(f->fonts->arena, struct font_math);
    m->present = hb_ot_math_has_data(f->face);
    for (size_t i = 0; i < ARRAY_LEN(CONSTANTS); i++) {
        const struct constant *c = &CONSTANTS[i];
        int32_t *to = (int32_t *)(void *)((char *)m + c->offset);
        if (m->present) {
            *to = hb_ot_math_get_constant(f->hb, c->tag);
        } else {
            *to = is_percent(c->tag) ? c->otherwise : c->otherwise * f->metrics.upem / 1000;
        }
    }
    if (m->upper_gap > m->upper_rise) { /* the gap would make the rise meaningless: Latin Modern
                                           Math has exchanged the two (cmex10: gap 111, rise 200) */
        int32_t gap = m->upper_rise;
        m->upper_rise = m->upper_gap;
        m->upper_gap = gap;
    }
    f->math = m;
    return m;
}

uint32_t font_math_variant(const struct font *f, uint32_t glyph, bool across, int32_t size) {
    hb_direction_t dir = across ? HB_DIRECTION_LTR : HB_DIRECTION_BTT;
    uint32_t best = glyph;
    unsigned start = 0;
    unsigned total = 0;
    do {
        hb_ot_math_glyph_variant_t v[8];
        unsigned n = ARRAY_LEN(v);
        total = hb_ot_math_get_glyph_variants(f->hb, glyph, dir, start, &n, v);
        for (unsigned i = 0; i < n; i++) {
            best = v[i].glyph;
            if (v[i].advance >= size) {
                return best;
            }
        }
        start += n;
        if (n == 0) {
            break;
        }
    } while (start < total);
    return best;
}

#define MAX_PIECES 16 /* of an assembly before extenders repeat; fonts have at most five */

static size_t repeated(const hb_ot_math_glyph_part_t *pieces, unsigned n, size_t times,
                       hb_ot_math_glyph_part_t out[FONT_MATH_PARTS]) {
    size_t count = 0;
    for (unsigned i = 0; i < n; i++) {
        bool extends = (pieces[i].flags & HB_OT_MATH_GLYPH_PART_FLAG_EXTENDER) != 0;
        for (size_t k = 0; k < (extends ? times : 1) && count < FONT_MATH_PARTS; k++) {
            out[count++] = pieces[i];
        }
    }
    return count;
}

/** The largest overlap of two pieces. */
static int32_t most_overlap(const hb_ot_math_glyph_part_t *a, const hb_ot_math_glyph_part_t *b,
                            int32_t least) {
    int32_t most = a->end_connector_length < b->start_connector_length ? a->end_connector_length
                                                                       : b->start_connector_length;
    return most > least ? most : least;
}

/** OpenType 1.9, MATH, GlyphAssembly table: extenders repeat until the pieces with the least
 * overlap are long enough; then the overlap grows to take up the excess. */
size_t font_math_assembly(const struct font *f, uint32_t glyph, bool across, int32_t size,
                          struct font_math_part parts[FONT_MATH_PARTS], int32_t *length) {
    hb_direction_t dir = across ? HB_DIRECTION_LTR : HB_DIRECTION_BTT;
    hb_ot_math_glyph_part_t pieces[MAX_PIECES], all[FONT_MATH_PARTS];
    unsigned n = MAX_PIECES;
    (void)hb_ot_math_get_glyph_assembly(f->hb, glyph, dir, 0, &n, pieces, NULL);
    int32_t least = hb_ot_math_get_min_connector_overlap(f->hb, dir);
    size_t count = 0, before = 0;
    int64_t reach = 0;
    for (size_t times = 0; n > 0 && reach < size; times++) {
        before = count;
        count = repeated(pieces, n, times, all);
        reach = 0;
        for (size_t i = 0; i < count; i++) {
            reach += all[i].full_advance - (i > 0 ? least : 0);
        }
        if (times > 0 && (count == before || count == FONT_MATH_PARTS)) {
            break; /* there is no extender, or more do not help */
        }
    }
    int64_t at = 0, excess = reach > size ? reach - size : 0;
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            int64_t share = excess / (int64_t)(count - i);
            int64_t room = most_overlap(&all[i - 1], &all[i], least) - least;
            int64_t more = share < room ? share : room;
            at += all[i - 1].full_advance - least - more;
            excess -= more;
        }
        parts[i] = (struct font_math_part){all[i].glyph, (int32_t)at};
    }
    *length = count ? (int32_t)at + all[count - 1].full_advance : 0;
    return count;
}

int32_t font_math_italic(const struct font *f, uint32_t glyph) {
    return hb_ot_math_get_glyph_italics_correction(f->hb, glyph);
}

int32_t font_math_accent(const struct font *f, uint32_t glyph) {
    return hb_ot_math_get_glyph_top_accent_attachment(f->hb, glyph);
}
