/* SPDX-License-Identifier: MIT */
/*
 * Chooses the font of an ink: the family of its style, the face, the optical size, and a substitute
 * for a face that the family does not have.
 */
#include "print/layout/set/setter.h"

#include "print/layout/model/sp.h"

DIAG_USE(DIAG_FONT_FEATURE);

/** The place in the front matter where a family is chosen, for diagnostics. */
static struct span family_span(const struct doc *doc, enum font_class cls) {
    static const char *const KEYS[] = {[FONT_SERIF] = "mainfont",
                                       [FONT_SANS] = "sansfont",
                                       [FONT_MONO] = "monofont",
                                       [FONT_MATH] = "mathfont"};
    const struct node *n = node_get(doc->front, KEYS[cls]);
    return n ? n->span : SPAN_NONE;
}

/** Reports a style that a family of the document lacks, once. */
static void report_lost(struct setter *s, const struct ink *ink, struct str family, unsigned lost) {
    bool italic = (lost & FONT_ITALIC) != 0, bold = (lost & FONT_BOLD) != 0;
    const char *other = !bold && italic && (ink->face & FONT_BOLD) != 0 ? "bold " : "";
    const char *style = bold && italic ? "bold italic"
                        : bold         ? "bold"
                        : italic       ? "italic"
                                       : "face of this width";
    unsigned what = lost & ~FONT_WIDTHS;
    /* all widths that are missing get one report together */
    what |= lost & FONT_WIDTHS ? FONT_WIDTH(1) : 0u;
    struct str key = arena_printf(s->arena, "style %.*s %u", STR_ARG(family), what);
    if (map_put(&s->missing, key, s)) {
        return;
    }
    struct diag *g = diag_add(s->d, DIAG_FONT_FEATURE, family_span(s->doc, ink->cls),
                              "`%.*s` has no %s%s", STR_ARG(family), other, style);
    diag_hint(s->d, g, "%s",
              bold && italic ? "the regular face is slanted, and not bold"
              : bold         ? "the text is not bold"
              : italic       ? "the upright face is slanted"
                             : "the face of the normal width is used");
}

/** The family of formulas: that of `mathfont`, else the one that suits the text, else the default.
 */
static struct str math_family(struct setter *s) {
    const struct node *own = node_get(s->doc->front, "mathfont");
    if (s->type.math.n == 0) {
        s->type.math = own ? STR_EMPTY : fonts_math_family(s->fonts, s->style->family[FONT_SERIF]);
        s->type.math = s->type.math.n > 0 ? s->type.math : s->style->family[FONT_MATH];
    }
    return s->type.math;
}

/** Reports, once, that a family is not installed and which one is used instead. For other families
 * that the document names, this was reported when its style was read. */
static void report_other(struct setter *s, const struct ink *ink, struct str family,
                         const struct font *used) {
    struct str key = arena_join(s->arena, 2, STR("family "), family);
    if (!map_put(&s->missing, key, s)) {
        struct diag *g = diag_add(s->d, DIAG_FONT_FEATURE, family_span(s->doc, ink->cls),
                                  "the font `%.*s` is not installed: `%.*s` is used instead",
                                  STR_ARG(family), STR_ARG(font_family(used)));
        diag_hint(s->d, g, "install it, else lines and pages differ from those on other machines%s",
                  str_starts(family, STR("Latin Modern")) ? "; its package is fonts-lmodern" : "");
    }
}

/** Finds a face even if the requested one is missing: from the requested family, from our default
 * family, from any font with letters, or from a font that is already open. NULL: there is no font
 * at all. */
static struct font *find_face(struct setter *s, const struct ink *ink) {
    bool own = ink->family.n > 0 && ink->cls != FONT_MATH;
    struct str family = own                     ? ink->family
                        : ink->cls == FONT_MATH ? math_family(s)
                                                : s->style->family[ink->cls];
    unsigned slanted = ink->cls != FONT_MATH ? FONT_SLANTED : 0u, lost;
    struct font *f = fonts_find(s->fonts, family, ink->face | slanted, ink->size, &lost);
    if (f && slanted && (lost & (FONT_BOLD | FONT_ITALIC | FONT_WIDTHS)) != 0) {
        report_lost(s, ink, family, lost);
    }
    if (f) {
        return f;
    }
    f = fonts_find(s->fonts, fonts_default_family(ink->cls), ink->face, ink->size, NULL);
    f = f ? f : fonts_find(s->fonts, fonts_default_family(FONT_SERIF), ink->face, ink->size, NULL);
    f = f ? f : fonts_fallback(s->fonts, 'a', ink->face);
    f = f ? f : fonts_any(s->fonts);
    if (f) {
        report_other(s, ink, family, f);
    }
    return f;
}

/** Whether a font feature changes the glyphs of `sample`. */
static bool has_effect(struct font *font, unsigned feature, struct str sample) {
    const struct font_run *with = font_shape(font, sample, feature, STR_EMPTY);
    const struct font_run *without = font_shape(font, sample, 0, STR_EMPTY);
    if (with->n != without->n) {
        return true;
    }
    for (size_t i = 0; i < with->n; i++) {
        if (with->glyphs[i].id != without->glyphs[i].id) {
            return true;
        }
    }
    return false;
}

/** Finds small capitals. They are a feature in TeX Gyre, and a face of their own in Latin Modern.
 */
static void find_small_caps(struct setter *s, const struct ink *ink, struct face_slot *slot) {
    struct ink plain = *ink;
    plain.face &= ~(unsigned)FONT_SMALL_CAPS;
    slot->features = FONT_SMCP;
    if (!slot->font || slot->font != find_face(s, &plain) ||
        has_effect(slot->font, FONT_SMCP, STR("aeg"))) {
        return;
    }
    slot->fake_small_caps = true;
    struct str family = ink->family.n > 0 ? ink->family : s->style->family[ink->cls];
    struct str key = arena_printf(s->arena, "small capitals %d %u", (int)ink->cls, plain.face);
    if (!map_put(&s->missing, key, s)) {
        const char *look = plain.face & FONT_BOLD     ? " in bold"
                           : plain.face & FONT_ITALIC ? " in italics"
                                                      : "";
        struct diag *g = diag_add(s->d, DIAG_FONT_FEATURE, family_span(s->doc, ink->cls),
                                  "`%.*s` has no small capitals%s", STR_ARG(family), look);
        diag_hint(s->d, g, "smaller capitals are used; the TeX Gyre families have real ones");
    }
}

static const struct face_slot *find_slot(struct setter *s, const struct ink *outer) {
    struct ink own;
    const struct ink *ink = outer;
    if (s->style->nlang_fonts > 0 && outer->cls == FONT_SERIF && outer->family.n == 0) {
        own = *outer;
        own.family = style_lang_family(s->style, outer->lang);
        ink = &own;
    }
    for (size_t i = 0; i < s->type.faces.n; i++) {
        const struct face_slot *slot = &s->type.faces.p[i];
        if (slot->cls == ink->cls && slot->face == ink->face && slot->size == ink->size &&
            str_eq(slot->family, ink->family)) {
            return slot;
        }
    }
    struct face_slot slot = {
        .family = ink->family, .cls = ink->cls, .face = ink->face, .size = ink->size};
    slot.font = find_face(s, ink);
    if (ink->face & FONT_SMALL_CAPS) {
        find_small_caps(s, ink, &slot);
    }
    vec_push(&s->type.faces, slot);
    return &vec_last(&s->type.faces);
}

struct font *set_type_font(struct setter *s, const struct ink *ink, unsigned *features) {
    const struct face_slot *slot = find_slot(s, ink);
    *features = slot->features;
    return slot->font;
}

bool set_type_fakes_small_caps(struct setter *s, const struct ink *ink) {
    return (ink->face & FONT_SMALL_CAPS) != 0 && find_slot(s, ink)->fake_small_caps;
}

bool set_type_lowers_caps(struct setter *s, const struct ink *ink) {
    bool all = (ink->face & FONT_SMALL_CAPS) != 0 && (ink->features & FONT_C2SC) != 0;
    struct font *font = all ? find_slot(s, ink)->font : NULL;
    return font && !has_effect(font, FONT_C2SC, STR("AEG"));
}

void set_type_check_features(struct setter *s, const struct ink *ink) {
    static const struct {
        unsigned feature;
        const char *name;
    } FEATURES[] = {{FONT_ONUM, "old-style figures"}, {FONT_TNUM, "figures of one width"}};
    unsigned extra = 0;
    struct font *font = set_type_font(s, ink, &extra);
    int32_t one = font_char_advance(font, '1');
    for (size_t i = 0; i < ARRAY_LEN(FEATURES); i++) {
        unsigned f = FEATURES[i].feature;
        bool even = f == FONT_TNUM && one == font_char_advance(font, '8');
        if ((ink->features & f) == 0 || even || has_effect(font, f, STR("0123456789"))) {
            continue;
        }
        const struct node *n = node_get(s->doc->front, "mainfontoptions");
        struct str family = s->style->family[FONT_SERIF];
        struct diag *g = diag_add(s->d, DIAG_FONT_FEATURE, n ? n->span : SPAN_NONE,
                                  "`%.*s` has no %s", STR_ARG(family), FEATURES[i].name);
        diag_hint(s->d, g, "the TeX Gyre families have them");
    }
}

static bool same_style(const struct inline_style *a, const struct inline_style *b) {
    return a->font == b->font && a->size == b->size && a->features == b->features &&
           a->flags == b->flags && a->face == b->face && a->rise == b->rise &&
           a->tracking == b->tracking && a->spacing == b->spacing && a->rtl == b->rtl &&
           page_same_colour(a->colour, b->colour) && str_eq(a->lang, b->lang);
}

static bool same_tag(const struct inline_tag *a, const struct inline_tag *b) {
    return a->elem == b->elem && a->link == b->link && a->underline == b->underline &&
           a->strike == b->strike && a->mark == b->mark && a->line == b->line && a->box == b->box;
}

const struct inline_style *set_type_style(struct setter *s, const struct ink *ink) {
    unsigned extra = 0;
    struct inline_style want = {.font = set_type_font(s, ink, &extra),
                                .size = ink->size,
                                .features = ink->features | extra,
                                .flags = ink->flags,
                                .face = ink->face,
                                .lang = ink->lang,
                                .rise = ink->rise,
                                .tracking = ink->tracking,
                                .spacing = ink->spacing,
                                .rtl = ink->rtl,
                                .colour = ink->colour};
    const struct inline_style *last = s->type.latest;
    if (last && same_style(last, &want) &&
        same_tag((const struct inline_tag *)last->tag, &ink->tag)) {
        return last;
    }
    struct inline_style *style = ARENA_NEW(s->work, struct inline_style);
    *style = want;
    style->tag = arena_copy(s->work, &ink->tag, sizeof ink->tag);
    s->type.latest = style;
    return style;
}

void set_frame_step(const struct page_style *st, struct frame *f, enum type_step step) {
    f->step = step;
    f->ink.size = st->sizes[step].size;
    if (f->line_factor == 0) {
        f->leading = st->sizes[step].leading;
    } else if (f->line_factor != LEADING_FIXED) {
        f->leading = sp_scale(f->ink.size, f->line_factor, 1000);
    }
}

void set_frame_size(const struct page_style *st, struct frame *f, sp size) {
    f->leading = sp_scale(f->leading, size, f->ink.size > 0 ? f->ink.size : size);
    f->ink.size = size;
    while (f->step > STEP_TINY && st->sizes[f->step].size > size) {
        f->step--;
    }
}

void set_frame_shrink(const struct page_style *st, struct frame *f, enum type_step most) {
    if (f->step > most) {
        set_frame_step(st, f, most);
    }
}

sp set_type_leading(const struct page_style *st, enum type_step step) {
    return st->sizes[step].leading;
}
