/* SPDX-License-Identifier: MIT */
/*
 * Which font an ink is: families of the style, faces, optical sizes. Decides what stands in for a
 * face that a family lacks; knows no text.
 */
#include "layout/setter.h"

#include "layout/units.h"

/** A family that is there whatever was asked for: the asked one, our default, anything with
 * letters. */
static struct font *find_face(struct setter *s, const struct ink *ink) {
    bool own = ink->family.n > 0 && ink->cls != FONT_MATH;
    struct font *f = fonts_find(s->fonts, own ? ink->family : s->style.family[ink->cls], ink->face,
                                ink->size, NULL);
    if (!f) {
        f = fonts_find(s->fonts, fonts_default_family(ink->cls), ink->face, ink->size, NULL);
    }
    if (!f) {
        f = fonts_find(s->fonts, fonts_default_family(FONT_SERIF), ink->face, ink->size, NULL);
    }
    return f ? f : fonts_fallback(s->fonts, 'a', ink->face);
}

struct font *type_font(struct setter *s, const struct ink *ink, unsigned *features) {
    for (size_t i = 0; i < s->faces.n; i++) {
        const struct face_slot *slot = &s->faces.p[i];
        if (slot->cls == ink->cls && slot->face == ink->face && slot->size == ink->size &&
            str_eq(slot->family, ink->family)) {
            *features = slot->features;
            return slot->font;
        }
    }
    struct face_slot slot = {ink->family, ink->cls, ink->face, ink->size, find_face(s, ink), 0};
    if (ink->face & FONT_SMALL_CAPS) {
        slot.features = FONT_SMCP; /* TeX Gyre has its small capitals inside the face */
    }
    vec_push(&s->faces, slot);
    *features = slot.features;
    return slot.font;
}

static bool same_colour(struct page_colour a, struct page_colour b) {
    return a.r == b.r && a.g == b.g && a.b == b.b;
}

static bool same_style(const struct inline_style *a, const struct inline_style *b) {
    return a->font == b->font && a->size == b->size && a->features == b->features &&
           a->flags == b->flags && a->face == b->face && a->rise == b->rise &&
           a->tracking == b->tracking && same_colour(a->colour, b->colour) &&
           str_eq(a->lang, b->lang);
}

static bool same_tag(const struct inline_tag *a, const struct inline_tag *b) {
    return a->elem == b->elem && a->link == b->link && a->underline == b->underline &&
           a->strike == b->strike && a->mark == b->mark;
}

const struct inline_style *type_style(struct setter *s, const struct ink *ink) {
    unsigned extra = 0;
    struct inline_style want = {.font = type_font(s, ink, &extra),
                                .size = ink->size,
                                .features = ink->features | extra,
                                .flags = ink->flags,
                                .face = ink->face,
                                .lang = ink->lang,
                                .rise = ink->rise,
                                .tracking = ink->tracking,
                                .colour = ink->colour};
    const struct inline_style *last = s->last_style;
    if (last && same_style(last, &want) &&
        same_tag((const struct inline_tag *)last->tag, &ink->tag)) {
        return last;
    }
    struct inline_style *style = ARENA_NEW(s->arena, struct inline_style);
    *style = want;
    style->tag = arena_copy(s->arena, &ink->tag, sizeof ink->tag);
    s->last_style = style;
    return style;
}

void ink_step(struct setter *s, struct ink *ink, enum type_step step) {
    ink->size = s->style.sizes[step].size;
}

void frame_step(struct setter *s, struct frame *f, enum type_step step) {
    f->step = step;
    f->ink.size = s->style.sizes[step].size;
    if (f->line_factor == 0) {
        f->leading = s->style.sizes[step].leading;
    } else if (f->line_factor != LEADING_FIXED) {
        f->leading = sp_scale(f->ink.size, f->line_factor, 1000);
    }
}

void frame_shrink(struct setter *s, struct frame *f, enum type_step most) {
    if (f->step > most) {
        frame_step(s, f, most);
    }
}

sp type_leading(const struct setter *s, enum type_step step) {
    return s->style.sizes[step].leading;
}

void type_end_space(struct setter *s, struct inline_line *line) {
    struct inline_piece *piece = line->n > 0 ? &line->pieces[line->n - 1] : NULL;
    if (!piece || piece->kind != INLINE_TEXT || str_ends(piece->text.text, STR(" "))) {
        return;
    }
    struct page_text *t = &piece->text;
    uint32_t space = font_glyph(t->font, ' ');
    if (space == 0) {
        return;
    }
    struct font_glyph *glyphs = ARENA_ARRAY(s->arena, struct font_glyph, t->n + 1);
    for (size_t i = 0; i < t->n; i++) {
        glyphs[i] = t->glyphs[i];
    }
    glyphs[t->n].id = space;
    glyphs[t->n].advance = font_glyph_advance(t->font, space);
    glyphs[t->n].cluster = (uint32_t)t->text.n;
    if (t->extra) {
        sp *extra = ARENA_ARRAY(s->arena, sp, t->n + 1);
        for (size_t i = 0; i < t->n; i++) {
            extra[i] = t->extra[i];
        }
        t->extra = extra;
    }
    t->text = arena_join(s->arena, 2, t->text, STR(" "));
    t->glyphs = glyphs;
    t->n++;
}
