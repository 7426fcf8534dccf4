/* SPDX-License-Identifier: MIT */
/*
 * Applies computed styles to frames and inks. Decides which properties are inherited.
 */
#include "print/layout/set/setter.h"

#include "print/layout/model/sp.h"

DIAG_USE(DIAG_CSS_VALUE);

#define MIN_SIZE PT(3)
#define MAX_SIZE PT(200)
#define MAX_FACTOR 10

/* ---- text ---- */

static struct look_base base_of(const struct page_style *st, sp em, sp whole) {
    struct look_base base = look_base_of(em, st->root_size, whole);
    base.page_w = st->text_w;
    base.page_h = st->text_h;
    base.rlh = st->sizes[STEP_NORMAL].leading;
    return base;
}

/** The font size that a value sets in text of size `outer`. Returns false if it sets none. */
static bool size_of(const struct setter *s, const struct look_value *v, sp outer, sp *out) {
    struct look_base base = base_of(s->style, outer, outer);
    sp size = 0;
    if (!v) {
        return false;
    }
    if (v->kind == LOOK_WORD && v->word >= WORD_STEP) {
        size = s->style->sizes[v->word - WORD_STEP].size;
    } else if (v->kind == LOOK_WORD) {
        size = v->word == WORD_SMALLER ? sp_scale(outer, 10, 12) : sp_scale(outer, 12, 10);
    } else if (!look_length(v, &base, &size)) {
        return false;
    }
    *out = size < MIN_SIZE ? MIN_SIZE : size > MAX_SIZE ? MAX_SIZE : size;
    return true;
}

bool set_first_report(struct setter *s, const struct look_value *v) {
    struct str sheet = v->span.src->name;
    struct str key = arena_printf(s->arena, "css-%.*s-%u", STR_ARG(sheet), v->span.begin);
    return !map_put(&s->missing, key, s);
}

/** Chooses the first installed family of a list. Reports once if none is installed. */
static void choose_family(struct setter *s, const struct look_value *v, struct ink *ink) {
    const struct look_family *f = look_family(v, s->fonts, ink->size);
    if (f) {
        ink->family = f->name;
        ink->cls = f->name.n > 0 ? ink->cls : f->cls;
        return;
    }
    if (set_first_report(s, v)) {
        look_no_family(v, s->d);
    }
}

static void set_bit(unsigned *set, unsigned bit, bool on) {
    *set = on ? *set | bit : *set & ~bit;
}

static bool is_inherited(const struct look_value *v) {
    return v && v->kind == LOOK_INHERIT;
}

void set_note_ink(const struct ink *ink) {
    struct element *e = ink->element;
    if (e) {
        e->family = ink->family;
        e->cls = ink->cls;
        e->face = ink->face;
        e->size = ink->size;
        e->colour = ink->colour;
    }
}

/** Copies font and colour properties with the value `inherit` from the parent element. This is
 * needed because the layout itself sets these properties for headings, links and code. */
static void inherit_ink(const struct look *look, struct ink *ink, const struct element *around) {
    static const struct {
        enum look_prop prop;
        unsigned face;
    } FACES[] = {{LOOK_FONT_WEIGHT, FONT_BOLD | FONT_WEIGHTS},
                 {LOOK_FONT_STRETCH, FONT_WIDTHS},
                 {LOOK_FONT_STYLE, FONT_ITALIC},
                 {LOOK_FONT_CAPS, FONT_SMALL_CAPS}};
    for (size_t i = 0; i < ARRAY_LEN(FACES); i++) {
        if (is_inherited(look->v[FACES[i].prop])) {
            ink->face = (ink->face & ~FACES[i].face) | (around->face & FACES[i].face);
        }
    }
    if (is_inherited(look->v[LOOK_COLOR])) {
        ink->colour = around->colour;
    }
    if (is_inherited(look->v[LOOK_FONT_SIZE])) {
        ink->size = around->size;
    }
    if (is_inherited(look->v[LOOK_FONT_FAMILY])) {
        ink->family = around->family;
        ink->cls = around->cls;
    }
}

static void look_face(const struct look *look, struct ink *ink) {
    const struct look_value *v = look->v[LOOK_FONT_WEIGHT];
    if (v && !is_inherited(v)) {
        ink->face &= ~(FONT_BOLD | FONT_WEIGHTS);
        ink->face |= v->kind == LOOK_NUMBER  ? font_weight_face(v->micro / CSS_MICRO)
                     : look_is(v, WORD_BOLD) ? (unsigned)FONT_BOLD
                                             : 0u;
    }
    v = look->v[LOOK_FONT_STRETCH];
    if (v && !is_inherited(v)) {
        ink->face &= ~FONT_WIDTHS;
        ink->face |= v->kind == LOOK_PERCENT ? font_width_face(v->micro / CSS_MICRO)
                     : v->word > WORD_STEP   ? FONT_WIDTH(v->word - WORD_STEP)
                                             : 0u;
    }
    if (look->v[LOOK_FONT_STYLE] && !is_inherited(look->v[LOOK_FONT_STYLE])) {
        set_bit(&ink->face, FONT_ITALIC, look_is(look->v[LOOK_FONT_STYLE], WORD_ITALIC));
    }
    if (look->v[LOOK_FONT_CAPS] && !is_inherited(look->v[LOOK_FONT_CAPS])) {
        bool all = look_is(look->v[LOOK_FONT_CAPS], WORD_ALL_SMALL_CAPS);
        set_bit(&ink->face, FONT_SMALL_CAPS,
                all || look_is(look->v[LOOK_FONT_CAPS], WORD_SMALL_CAPS));
        set_bit(&ink->features, FONT_C2SC, all);
    }
}

/** Applies OpenType features; `font-feature-settings` is applied last (CSS Fonts 4, section 7.2).
 */
static void look_features(const struct look *look, struct ink *ink) {
    static const enum look_prop PROPS[] = {LOOK_FONT_NUMERIC, LOOK_FONT_LIGATURES,
                                           LOOK_FONT_POSITION, LOOK_FONT_KERNING,
                                           LOOK_FONT_SETTINGS};
    for (size_t i = 0; i < ARRAY_LEN(PROPS); i++) {
        const struct look_value *v = look->v[PROPS[i]];
        if (v && v->kind == LOOK_NUMBER) {
            ink->features = (ink->features & ~v->without) | v->features;
        }
    }
}

static void look_text_lines(struct setter *s, const struct look *look, struct ink *ink) {
    const struct look_value *const *v = look->v;
    const struct look_value *colour = v[LOOK_DECORATION_COLOR];
    if (v[LOOK_TEXT_DECORATION]) {
        bool both = look_is(v[LOOK_TEXT_DECORATION], WORD_BOTH);
        ink->tag.underline = both || look_is(v[LOOK_TEXT_DECORATION], WORD_UNDERLINE);
        ink->tag.strike = both || look_is(v[LOOK_TEXT_DECORATION], WORD_LINE_THROUGH);
    }
    if (!colour && !v[LOOK_DECORATION_STYLE] && !v[LOOK_DECORATION_THICKNESS] &&
        !v[LOOK_UNDERLINE_OFFSET]) {
        return;
    }
    struct look_base base = base_of(s->style, ink->size, ink->size);
    struct text_line *line = ARENA_NEW(s->arena, struct text_line);
    if (colour && colour->kind == LOOK_COLOUR) {
        line->coloured = true;
        line->colour = set_box_colour(colour, ink->ground);
    }
    line->twice = look_is(v[LOOK_DECORATION_STYLE], WORD_DOUBLE);
    line->dashed = look_is(v[LOOK_DECORATION_STYLE], WORD_DASHED);
    line->dotted = look_is(v[LOOK_DECORATION_STYLE], WORD_DOTTED);
    (void)look_length(v[LOOK_DECORATION_THICKNESS], &base, &line->thick);
    line->down = look_length(v[LOOK_UNDERLINE_OFFSET], &base, &line->offset);
    ink->tag.line = line;
}

/** Applies the properties of line breaking. White space is kept only in code. */
static void look_spaces(struct setter *s, const struct look *look, struct ink *ink) {
    const struct look_value *white = look->v[LOOK_WHITE_SPACE];
    const struct look_value *wrap = look->v[LOOK_TEXT_WRAP];
    const struct look_value *v = wrap ? wrap : white;
    if (v) {
        bool tied = look_is(v, WORD_NOWRAP);
        ink->flags = tied ? ink->flags | INLINE_NO_BREAK : ink->flags & ~(unsigned)INLINE_NO_BREAK;
    }
    bool code = ink->element &&
                (str_is(ink->element->css.type, "pre") || str_is(ink->element->css.type, "code"));
    if (look_is(white, WORD_PRE) && !code && set_first_report(s, white)) {
        struct diag *g = diag_add(s->d, DIAG_CSS_VALUE, white->span,
                                  "the PDF keeps white space in `pre` and `code` alone");
        diag_hint(s->d, g, "a line block keeps the lines of its text: `| first`");
    }
    struct look_base base = base_of(s->style, ink->size, 0);
    if (look_is(look->v[LOOK_WORD_SPACING], WORD_NORMAL)) {
        ink->spacing = 0;
    } else {
        (void)look_length(look->v[LOOK_WORD_SPACING], &base, &ink->spacing);
    }
}

struct page_colour set_look_seen(const struct ink *ink, struct page_colour c) {
    struct look_value v = {.kind = LOOK_COLOUR, .pure = c, .alpha = (uint8_t)(255 - ink->clear)};
    return ink->clear ? set_box_colour(&v, ink->backdrop) : c;
}

void set_enter_ground(const struct look *look, struct ink *ink) {
    const struct look_value *opacity = look->v[LOOK_OPACITY];
    ink->behind = ink->ground;
    if (opacity) {
        int64_t whole = (opacity->kind == LOOK_PERCENT ? 100 : 1) * (int64_t)CSS_MICRO;
        int64_t seen = 255 - ink->clear;
        seen = opacity->micro < whole ? opacity->micro * seen / whole : seen;
        ink->clear = (uint8_t)(255 - seen);
        ink->backdrop = ink->ground;
        ink->colour = set_look_seen(ink, ink->colour);
    }
}

/** Applies the colours of the text and of its background. */
static void look_grounds(const struct look *look, struct ink *ink) {
    if (look->v[LOOK_BACKGROUND]) {
        ink->ground = set_look_seen(ink, set_box_colour(look->v[LOOK_BACKGROUND], ink->behind));
    }
    if (look->v[LOOK_COLOR] && look->v[LOOK_COLOR]->kind == LOOK_COLOUR) {
        ink->colour = set_look_seen(ink, set_box_colour(look->v[LOOK_COLOR], ink->ground));
    }
}

void set_look_ink(struct setter *s, const struct look *look, struct ink *ink, sp outer) {
    const struct look_value *const *v = look->v;
    (void)size_of(s, v[LOOK_FONT_SIZE], outer, &ink->size);
    if (v[LOOK_FONT_FAMILY] && v[LOOK_FONT_FAMILY]->kind == LOOK_FAMILIES) {
        choose_family(s, v[LOOK_FONT_FAMILY], ink);
    }
    look_face(look, ink);
    const struct element *around =
        ink->element ? (const struct element *)ink->element->css.parent : NULL;
    if (around) {
        inherit_ink(look, ink, around);
    }
    look_grounds(look, ink);
    if (v[LOOK_HYPHENS]) {
        set_bit(&ink->flags, INLINE_HYPHENATE, look_is(v[LOOK_HYPHENS], WORD_AUTO));
    }
    if (v[LOOK_WORD_BREAK]) {
        set_bit(&ink->flags, INLINE_KEEP_WORDS, look_is(v[LOOK_WORD_BREAK], WORD_KEEP_ALL));
    }
    if (v[LOOK_TEXT_TRANSFORM]) {
        ink->transform = v[LOOK_TEXT_TRANSFORM]->word;
    }
    look_features(look, ink);
    look_text_lines(s, look, ink);
    look_spaces(s, look, ink);
    struct look_base base = base_of(s->style, ink->size, 0);
    if (look_is(v[LOOK_LETTER_SPACING], WORD_NORMAL)) {
        ink->tracking = 0;
    } else {
        (void)look_length(v[LOOK_LETTER_SPACING], &base, &ink->tracking);
    }
    if (ink->tracking != 0) { /* letter spacing disables ligatures (CSS Text 3, 8.2) */
        ink->features &= ~(unsigned)FONT_LIGA;
    }
}

void set_look_marker(struct setter *s, struct ink *ink) {
    struct look look;
    if (s->looks && ink->element) {
        struct look_query q = {.e = &ink->element->css, .part = CSS_MARKER};
        q.vars = ink->element->vars;
        look_find(s->looks, &q, &look, NULL);
        set_look_ink(s, &look, ink, ink->size);
    }
}

/** LaTeX's line distance for a size: the distance of the next smaller step, scaled in proportion.
 */
static sp natural_leading(const struct page_style *st, const struct frame *f) {
    const struct type_size *t = &st->sizes[f->step];
    return sp_scale(f->ink.size, t->leading, t->size);
}

static void look_leading(struct setter *s, struct frame *f, bool sized) {
    const struct look_value *v = f->look->v[LOOK_LINE_HEIGHT];
    struct look_base base = base_of(s->style, f->ink.size, f->ink.size);
    sp leading = 0;
    if (v && v->kind == LOOK_NUMBER && v->micro >= CSS_MICRO / 2) {
        int64_t most = (int64_t)MAX_FACTOR * CSS_MICRO;
        f->line_factor = (int32_t)((v->micro < most ? v->micro : most) / 1000);
    } else if (v && look_length(v, &base, &leading) && leading >= f->ink.size / 2) {
        f->line_factor = LEADING_FIXED;
        f->leading = leading;
    } else if (look_is(v, WORD_NORMAL)) {
        f->line_factor = 0;
    } else if (!sized) {
        return;
    }
    if (f->line_factor > 0) {
        f->leading = sp_scale(f->ink.size, f->line_factor, 1000);
    } else if (f->line_factor == 0) {
        f->leading = natural_leading(s->style, f);
    }
}

static void look_lines(struct setter *s, struct frame *f) {
    const struct look_value *const *v = f->look->v;
    static const struct {
        enum look_word word;
        enum inline_align align;
    } ALIGNS[] = {{WORD_LEFT, INLINE_LEFT},     {WORD_RIGHT, INLINE_RIGHT},
                  {WORD_CENTER, INLINE_CENTER}, {WORD_JUSTIFY, INLINE_JUSTIFY},
                  {WORD_START, INLINE_START},   {WORD_END, INLINE_END}};
    for (size_t i = 0; i < ARRAY_LEN(ALIGNS); i++) {
        if (look_is(v[LOOK_TEXT_ALIGN], ALIGNS[i].word)) {
            f->align = ALIGNS[i].align;
        }
    }
    f->balance = v[LOOK_TEXT_WRAP] ? look_is(v[LOOK_TEXT_WRAP], WORD_BALANCE) : f->balance;
    if (v[LOOK_TEXT_INDENT] && !s->style->own_paragraphs) {
        f->par_indent = set_look_sp(s, f, LOOK_TEXT_INDENT, 0);
        f->own_indent = true;
    }
    const enum look_prop lines[] = {LOOK_ORPHANS, LOOK_WIDOWS};
    int *const to[] = {&f->orphans, &f->widows};
    for (size_t i = 0; i < 2; i++) {
        if (v[lines[i]] && v[lines[i]]->micro >= CSS_MICRO) {
            int64_t n = v[lines[i]]->micro / CSS_MICRO;
            *to[i] = (int)(n < 20 ? n : 20);
        }
    }
    if (v[LOOK_LIST_STYLE]) {
        f->marker = v[LOOK_LIST_STYLE]->kind == LOOK_WORD ? v[LOOK_LIST_STYLE]->word : WORD_AUTO;
        f->marker_text = v[LOOK_LIST_STYLE]->text;
        f->own_marker = true;
    }
}

void set_look_text(struct setter *s, struct frame *f) {
    sp before = f->ink.size;
    if (!f->look) {
        return;
    }
    set_look_ink(s, f->look, &f->ink, f->outer_size);
    set_note_ink(&f->ink);
    bool sized = f->ink.size != before;
    if (f->look->v[LOOK_FONT_SIZE]) {
        f->step = STEP_TINY;
        while (f->step + 1 < STEP_COUNT && s->style->sizes[f->step + 1].size <= f->ink.size) {
            f->step++;
        }
    }
    look_leading(s, f, sized);
    look_lines(s, f);
}
