/* SPDX-License-Identifier: MIT */
/*
 * The table of contents and lists of figures and the like: LaTeX's \tableofcontents (classes.dtx,
 * \l@section and \@dottedtocline), with leaders at every level. Page numbers have a box of fixed
 * width. Therefore lines and pages can be cut in a single pass, before the numbers are known.
 */
#include "print/layout/set/setter.h"

#include "print/layout/model/sp.h"

#define LEVELS 3
#define HEAD_PENALTY (-200)

/** For each level of entries: the indent, and the room for the number, in hundredths of an em. */
static const struct { int indent, number; } STEPS[LEVELS] = {{0, 150}, {150, 230}, {380, 320}};

static sp of_em(const struct page_style *st, int hundredths) {
    return sp_scale(st->em, hundredths, 100);
}

/** The section number before an entry's text, or NULL. */
static const struct doc_node *section_number(const struct doc_contents_entry *entry) {
    const struct doc_node *first = entry->text->first;
    return first && doc_has_class(first, "header-section-number") ? first : NULL;
}

/** Where an entry of a table of contents is placed. */
struct entry_place {
    sp indent; /* the distance from the margin to the section number */
    sp number; /* the width that is reserved for the section number */
    bool high; /* the entry is of the highest level */
};

/** The place of an entry. In a document with chapters it is that of LaTeX's \l@chapter to
 * \l@subsubsection (report.cls). Otherwise it depends on the nesting, and the highest level is at
 * the margin. */
static struct entry_place place_of(const struct setter *s, const struct doc_contents_entry *entry,
                                   bool headings) {
    static const struct { int indent, number; } DEEPER = {700, 410};
    const struct page_style *st = s->style;
    int level = entry->level <= LEVELS ? entry->level : LEVELS;
    int division = entry->division;
    if (!st->chapters) {
        int indent = STEPS[level - 1].indent + 150 * (entry->level - level);
        return (struct entry_place){of_em(st, indent), of_em(st, STEPS[level - 1].number),
                                    headings && entry->level == 1};
    }
    if (division > LEVELS - 1) {
        int indent = DEEPER.indent + 150 * (division - LEVELS);
        return (struct entry_place){of_em(st, indent), of_em(st, DEEPER.number), false};
    }
    level = division < DOC_CHAPTER ? 0 : division;
    return (struct entry_place){of_em(st, STEPS[level].indent), of_em(st, STEPS[level].number),
                                division <= DOC_CHAPTER};
}

/** Adds the number and title of an entry. Returns the indent of its second and later lines. */
static sp put_text(struct setter *s, struct inline_builder *b,
                   const struct doc_contents_entry *entry, sp room, const struct ink *ink) {
    const struct doc_node *number = section_number(entry);
    const struct doc_node *n = entry->text->first;
    if (number) {
        sp width = set_text_width(s, doc_plain(s->arena, number), ink);
        sp gap = of_em(s->style, 50);
        room = width + gap > room ? width + gap : room;
        set_inline(s, b, number, ink);
        inline_penalty(b, PENALTY_INF);
        /* copied text gets this space after the number; the glue compensates for its width */
        set_text(s, b, STR("\u2003"), ink);
        inline_glue(b, room - width - ink->size, 0, 0, 0, NULL);
        /* the text follows the number and an em space */
        n = number->next ? number->next->next : NULL;
    }
    for (; n; n = n->next) {
        set_inline(s, b, n, ink);
    }
    return number ? room : 0;
}

/** A row of dots. All lines of one font and size show a part of it. */
struct toc_dots {
    struct font *font;
    sp size;
    size_t n;
    struct font_glyph *glyphs;
    struct page_gap *gaps;
    char *text;
};

static const struct toc_dots *row_of_dots(struct setter *s, struct font *font, uint32_t dot,
                                          sp size, sp pitch, size_t n) {
    const struct toc_dots *old = s->toc.dots;
    if (old && old->font == font && old->size == size && old->n >= n) {
        return old;
    }
    struct toc_dots *dots = ARENA_NEW(s->arena, struct toc_dots);
    int32_t advance = font_glyph_advance(font, dot);
    dots->font = font;
    dots->size = size;
    dots->n = 2 * n;
    dots->glyphs = ARENA_ARRAY(s->arena, struct font_glyph, dots->n);
    dots->gaps = ARENA_ARRAY(s->arena, struct page_gap, dots->n);
    dots->text = ARENA_ARRAY(s->arena, char, dots->n);
    for (size_t i = 0; i < dots->n; i++) {
        dots->glyphs[i] =
            (struct font_glyph){.id = dot, .advance = advance, .cluster = (uint32_t)i};
        dots->gaps[i] = (struct page_gap){(uint32_t)i, pitch - font_scale(font, advance, size)};
        dots->text[i] = '.';
    }
    s->toc.dots = dots;
    return dots;
}

/** Draws dots from `from` to `to`, as an artifact. The dots of all lines are aligned. */
static void put_leaders(struct setter *s, struct v_box *box, const struct ink *ink, sp from,
                        sp to) {
    unsigned extra = 0;
    struct font *font = set_type_font(s, ink, &extra);
    uint32_t dot = font_glyph(font, '.');
    /* LaTeX's \@dotsep leaves 4.5 mu on either side of a dot */
    sp pitch = sp_scale(ink->size, 78, 100);
    size_t n = to > from ? (size_t)((to - from) / pitch) : 0;
    if (n == 0 || dot == 0) {
        return;
    }
    const struct toc_dots *dots = row_of_dots(s, font, dot, ink->size, pitch, n);
    struct page_text shown = {.font = font,
                              .size = ink->size,
                              .glyphs = dots->glyphs,
                              .gaps = dots->gaps,
                              .n = (uint32_t)n,
                              .ngaps = (uint32_t)n,
                              .text = {dots->text, n},
                              .expansion = 10000,
                              .colour = s->style->text_colour};
    draw_append(&box->draws, draw_text(s->work, shown, to - (sp)n * pitch, NULL));
}

/** The distance from the starting edge of the measure (`width`) to the end of a line's letters. */
static sp line_end(const struct inline_line *line, sp width, bool rtl) {
    sp end = 0;
    for (size_t i = 0; i < line->n; i++) {
        const struct inline_piece *p = &line->pieces[i];
        sp to = rtl ? width - p->x : p->x + p->width;
        end = to > end ? to : end;
    }
    return end;
}

/** Adds the place of the page number, which is filled in later. It ends at the end of the frame. */
static void put_number(struct setter *s, struct v_box *box, const struct doc_contents_entry *entry,
                       const struct ink *ink, const struct frame *f) {
    struct draw *number = draw_line(s->arena, NULL, 0, 0);
    draw_append(&box->draws, number);
    vec_push(&s->toc.lines, (struct toc_line){number, entry->id, *ink, f->rtl,
                                              f->rtl ? f->left : f->left + f->width});
}

static void set_entry(struct setter *s, const struct doc_contents_entry *entry, bool headings,
                      const struct frame *f) {
    struct entry_place place = place_of(s, entry, headings);
    bool chapter = place.high;
    struct inline_builder *b = inline_new(s->shaper);
    struct frame in = *f;
    struct para_params params;
    size_t n = 0;
    struct str title = str_trim(doc_plain(s->arena, entry->text));
    set_inset(&in, place.indent);
    in.ink.tag = (struct inline_tag){.elem = set_elem_new(s, f->elem, ROLE_TOCI)};
    in.ink = set_link_ink(s, &in.ink, ROLE_REFERENCE, STR_EMPTY, entry->id, title, NULL);
    in.ink.colour = s->style->text_colour;
    in.ink.face = chapter ? FONT_BOLD : FONT_REGULAR;
    in.ink.flags &= ~(unsigned)INLINE_HYPHENATE;
    sp margin = of_em(s->style, 255); /* LaTeX's \@tocrmarg: the margin at the end of lines */
    para_params_init(&params, in.width - margin);
    params.ragged_right = true;
    params.hang_indent = put_text(s, b, entry, place.number, &in.ink);
    struct inline_line *lines = inline_break(b, &params, INLINE_START, &n);
    sp leading = set_type_leading(s->style, in.step);
    if (chapter) {
        galley_penalty(s->now.g, HEAD_PENALTY);
        galley_space(s->now.g, (struct v_glue){of_em(s->style, 60), SP_PT, 0});
    }
    for (size_t i = 0; i < n; i++) {
        struct v_box *box =
            galley_line_box(s->now.g, &lines[i], in.rtl ? in.left + margin : in.left, leading);
        if (i > 0) {
            galley_penalty(s->now.g, V_NEVER);
        }
        inline_end_space(s->arena, &lines[i]);
        if (i + 1 == n) {
            struct ink plain = in.ink;
            plain.face = FONT_REGULAR;
            sp from = line_end(&lines[i], params.width, in.rtl) + of_em(s->style, 50);
            /* LaTeX's \@pnumwidth: the width of the page number's box */
            sp to = in.width - of_em(s->style, 155);
            sp left = set_from_start(&in, from, to - from);
            put_leaders(s, box, &plain, left, left + to - from);
            put_number(s, box, entry, &in.ink, &in);
        }
        set_put_line(s, box, leading);
    }
    set_report_missing(s, b, NULL);
    inline_drop(b);
}

/** Whether two entries belong to different chapters, judged by their numbers. Lists of figures have
 * a space between such entries (report.cls: \addvspace{10pt}). */
static bool other_chapter(struct setter *s, const struct doc_contents_entry *a,
                          const struct doc_contents_entry *b) {
    const struct doc_node *x = section_number(a), *y = section_number(b);
    struct str of = x ? doc_plain(s->arena, x) : STR_EMPTY;
    struct str next = y ? doc_plain(s->arena, y) : STR_EMPTY;
    return s->style->chapters && !str_eq(str_cut(&of, '.'), str_cut(&next, '.'));
}

static void set_contents(struct setter *s, const struct doc_contents *c, const struct frame *f) {
    bool headings = c->kind == DOC_CONTENTS_HEADINGS;
    struct frame in = *f;
    set_heading(s, c->heading, f);
    in.elem = set_elem_new(s, f->elem, ROLE_TOC);
    for (size_t i = 0; i < c->n; i++) {
        if (!headings && i > 0 && other_chapter(s, &c->entries[i - 1], &c->entries[i])) {
            galley_space(s->now.g, (struct v_glue){PT(10), 0, 0});
        }
        set_entry(s, &c->entries[i], headings, &in);
        if (i + 1 < c->n && c->entries[i].level == 1 && c->entries[i + 1].level > 1) {
            /* the entry must not be alone at the foot of a page */
            galley_penalty(s->now.g, V_NEVER);
        }
    }
    galley_space(s->now.g, s->style->head_before[0]);
    s->now.no_indent = true;
}

void set_toc(struct setter *s, const struct frame *f) {
    for (size_t i = 0; i < DOC_CONTENTS_COUNT; i++) {
        if (s->doc->contents[i]) {
            set_contents(s, s->doc->contents[i], f);
        }
    }
}

void set_toc_fill(struct setter *s, const struct map *pages) {
    for (size_t i = 0; i < s->toc.lines.n; i++) {
        struct toc_line *t = &s->toc.lines.p[i];
        const size_t *page = (const size_t *)map_lookup(pages, t->dest);
        struct inline_builder *b = inline_new(s->shaper);
        sp width = 0;
        if (page) {
            set_text(s, b, s->shipped.states[*page].label, &t->ink);
            t->number->u.line = set_single_line(b, &width);
            t->number->x = t->rtl ? t->end : t->end - width;
        }
        inline_drop(b);
    }
}
