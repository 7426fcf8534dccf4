/* SPDX-License-Identifier: MIT */
/*
 * Reads the MATH table of a font (OpenType 1.9) through HarfBuzz, and the bounding boxes of glyphs.
 * If the table is missing, the proportions of Latin Modern Math are used.
 */
#include "print/font/font_internal.h"

bool font_glyph_box(const struct font *f, uint32_t glyph, int32_t box[4]) {
    struct glyph_box *kept = &f->boxes[glyph % GLYPH_BOXES];
    if (kept->next != glyph + 1) {
        hb_glyph_extents_t e = {0};
        kept->inked = HB(font_get_glyph_extents, f->hb, glyph, &e) && (e.width || e.height);
        kept->next = glyph + 1;
        kept->box[0] = e.x_bearing;
        kept->box[1] = e.y_bearing + e.height; /* in HarfBuzz, heights point down */
        kept->box[2] = e.x_bearing + e.width;
        kept->box[3] = e.y_bearing;
    }
    if (kept->inked) {
        memcpy(box, kept->box, sizeof kept->box);
    }
    return kept->inked;
}

/** A constant: its member of struct font_math, its number in HarfBuzz, and its value for fonts
 * without a MATH table (per mille of the em, or percent). */
struct constant {
    size_t offset;
    hb_ot_math_constant_t tag;
    int32_t otherwise;
};

static const struct constant CONSTANTS[] = {
#define CONSTANT(member, number, otherwise) {offsetof(struct font_math, member), number, otherwise},
#include "print/font/math_constants.def"
#undef CONSTANT
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
    m->present = HB(ot_math_has_data, f->face);
    for (size_t i = 0; i < ARRAY_LEN(CONSTANTS); i++) {
        const struct constant *c = &CONSTANTS[i];
        int32_t *to = (int32_t *)(void *)((char *)m + c->offset);
        if (m->present) {
            *to = HB(ot_math_get_constant, f->hb, c->tag);
        } else {
            *to = is_percent(c->tag) ? c->otherwise : c->otherwise * f->metrics.upem / 1000;
        }
    }
    /* In Latin Modern Math, the two values are swapped (cmex10: gap 111, rise 200). With the larger
     * gap the rise would have no effect. */
    if (m->upper_gap > m->upper_rise) {
        int32_t gap = m->upper_rise;
        m->upper_rise = m->upper_gap;
        m->upper_gap = gap;
    }
    /* OpenType has one shift where TeX has two. If the font's shifts are those of cmsy10, the
     * second shifts are taken from cmsy10 too. */
    int32_t upem = f->metrics.upem;
    bool cmsy = m->sub_shift == upem * 247 / 1000 && m->sup_shift == upem * 363 / 1000;
    m->sub_shift_alone = cmsy ? upem * 150 / 1000 : m->sub_shift;
    m->sup_shift_display = cmsy ? upem * 413 / 1000 : m->sup_shift;
    f->math = m;
    return m;
}

/* Returns the first size variant that is at least `size`, or the largest one. With `below`, returns
 * the largest variant that is at most `size`, or `glyph`. */
static uint32_t variant(const struct font *f, uint32_t glyph, bool across, int32_t size,
                        bool below) {
    hb_direction_t dir = across ? HB_DIRECTION_LTR : HB_DIRECTION_BTT;
    uint32_t best = glyph;
    unsigned start = 0;
    unsigned total = 0;
    do {
        hb_ot_math_glyph_variant_t v[8];
        unsigned n = ARRAY_LEN(v);
        total = HB(ot_math_get_glyph_variants, f->hb, glyph, dir, start, &n, v);
        for (unsigned i = 0; i < n; i++) {
            if (below && v[i].advance > size) {
                return best;
            }
            best = v[i].glyph;
            if (!below && v[i].advance >= size) {
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

uint32_t font_math_variant(const struct font *f, uint32_t glyph, bool across, int32_t size) {
    return variant(f, glyph, across, size, false);
}

uint32_t font_math_widest(const struct font *f, uint32_t glyph, int32_t width) {
    return variant(f, glyph, true, width, true);
}

/* Whether a family is installed and has a table MATH. Does not load fontconfig. */
static bool has_formulas(struct fonts *fonts, struct str family) {
    struct face_place place;
    if (!font_family_known(fonts, family, FONT_REGULAR, 10 * SP_PT, &place) && fonts->fc == NULL) {
        return false;
    }
    struct font *f = fonts_find(fonts, family, FONT_REGULAR, 10 * SP_PT, NULL);
    return f != NULL && font_math(f)->present;
}

struct str fonts_math_family(struct fonts *fonts, struct str text) {
    static const char *const others[][2] = {{"DejaVu Serif", "TeX Gyre DejaVu Math"},
                                            {"EB Garamond", "Garamond-Math"},
                                            {"Palatino Linotype", "TeX Gyre Pagella Math"},
                                            {"Linux Libertine O", "Libertinus Math"}};
    struct str family = font_family_alias(text);
    size_t space = str_after_last(family, ' ');
    struct str tries[] = {arena_join(fonts->arena, 2, family, STR(" Math")),
                          arena_join(fonts->arena, 2, str_slice(family, 0, space), STR("Math")),
                          STR_EMPTY};
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        tries[2] = str_ieq(family, str_of(others[i][0])) ? str_of(others[i][1]) : tries[2];
    }
    for (size_t i = 0; i < ARRAY_LEN(tries); i++) {
        /* "STIX Two Text" has "STIX Two Math", but there is no "TeX Gyre Math" for "TeX Gyre Heros"
         */
        if (tries[i].n > 0 && (i != 1 || space > 0) && has_formulas(fonts, tries[i])) {
            return tries[i];
        }
    }
    return STR_EMPTY;
}

/* maximum number of pieces before extenders are repeated; fonts have at most five */
#define MAX_PIECES 16

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

/** The largest overlap of two neighbouring pieces. */
static int32_t most_overlap(const hb_ot_math_glyph_part_t *a, const hb_ot_math_glyph_part_t *b,
                            int32_t least) {
    int32_t most = a->end_connector_length < b->start_connector_length ? a->end_connector_length
                                                                       : b->start_connector_length;
    return most > least ? most : least;
}

/** The rule is that of OpenType 1.9, MATH, GlyphAssembly table. Extenders are repeated until the
 * pieces, with the least overlap, are long enough. Then the overlap is enlarged until the length is
 * right. */
size_t font_math_assembly(const struct font *f, uint32_t glyph, bool across, int32_t size,
                          struct font_math_part parts[FONT_MATH_PARTS], int32_t *length) {
    hb_direction_t dir = across ? HB_DIRECTION_LTR : HB_DIRECTION_BTT;
    hb_ot_math_glyph_part_t pieces[MAX_PIECES], all[FONT_MATH_PARTS];
    unsigned n = MAX_PIECES;
    (void)HB(ot_math_get_glyph_assembly, f->hb, glyph, dir, 0, &n, pieces, NULL);
    int32_t least = HB(ot_math_get_min_connector_overlap, f->hb, dir);
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
            break; /* there is no extender, or more of them do not fit */
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
    return HB(ot_math_get_glyph_italics_correction, f->hb, glyph);
}

int32_t font_math_accent(const struct font *f, uint32_t glyph) {
    return HB(ot_math_get_glyph_top_accent_attachment, f->hb, glyph);
}
