/* SPDX-License-Identifier: MIT */
/*
 * Running heads, feet and folios: artifacts, set when the number of pages is known.
 */
#include "base/utf8.h"
#include "layout/set/ship.h"

struct place_holder {
    const char *name;
    enum { PLACE_PAGE, PLACE_PAGES, PLACE_TITLE, PLACE_AUTHOR, PLACE_DATE, PLACE_SECTION } what;
};

/* dossier's, and LaTeX's name for the folio, which authors know. */
static const struct place_holder PLACES[] = {
    {"{page}", PLACE_PAGE},       {"{pages}", PLACE_PAGES}, {"{title}", PLACE_TITLE},
    {"{author}", PLACE_AUTHOR},   {"{date}", PLACE_DATE},   {"\\thepage", PLACE_PAGE},
    {"{section}", PLACE_SECTION},
};

/** The last section that is begun by the end of a page (from 1), as LaTeX's \leftmark. */
static struct str section_on(const struct setter *s, size_t number) {
    struct str title = STR_EMPTY;
    for (size_t i = 0; i < s->pages->outline.n; i++) {
        const struct page_outline *o = &s->pages->outline.p[i];
        const int *page = o->level == 1 ? (const int *)map_lookup(&s->dests, o->dest) : NULL;
        if (page && (size_t)*page < number) {
            title = o->title;
        }
    }
    return title;
}

static struct str place_text(const struct setter *s, const struct place_holder *holder,
                             size_t number) {
    switch (holder->what) {
    case PLACE_PAGE:
        return s->page_states[number - 1].label;
    case PLACE_PAGES:
        return arena_printf(s->arena, "%zu", s->pages->pages.n);
    case PLACE_TITLE:
        return s->doc->meta.title_plain;
    case PLACE_AUTHOR:
        return s->pages->author;
    case PLACE_DATE:
        return s->doc->meta.date_plain;
    case PLACE_SECTION:
        return section_on(s, number);
    }
    BUG("place holder");
}

/** The place holder that a template begins with, or NULL. */
static const struct place_holder *place_at(struct str template) {
    for (size_t k = 0; k < ARRAY_LEN(PLACES); k++) {
        if (str_starts(template, str_of(PLACES[k].name))) {
            return &PLACES[k];
        }
    }
    return NULL;
}

/** Far longer than any line; what is beyond is cut off, between characters. */
static struct str fill_in(const struct setter *s, struct str template, size_t number) {
    struct buf out;
    buf_init(&out, 4096);
    for (size_t i = 0; i < template.n && !out.overflow;) {
        const struct place_holder *place = place_at(str_from(template, i));
        if (place) {
            buf_str(&out, place_text(s, place, number));
            i += str_of(place->name).n;
            continue;
        }
        i += template.p[i] == RUNNING_LITERAL;
        size_t from = i;
        if (i < template.n) {
            (void)utf8_next(template, &i);
        }
        buf_str(&out, str_slice(template, from, i));
    }
    struct str text = buf_keep(&out, s->arena);
    buf_drop(&out);
    return text;
}

static void paint_running(const struct painter *p, struct str text, int place,
                          const struct look *look, sp y) {
    struct setter *s = p->s;
    struct inline_builder *b = inline_new(s->shaper);
    struct ink ink = s->running_ink;
    sp width = 0;
    if (look) {
        set_look_ink(s, look, &ink, ink.size);
    }
    set_text(s, b, text, &ink);
    const struct inline_line *line = set_single_line(s, b, &width);
    if (line) {
        sp room = s->style->text_w - width;
        sp x = place == RUN_LEFT ? 0 : place == RUN_CENTER ? room / 2 : room;
        set_paint_line(p, line, set_page_left(s->style, (size_t)p->number) + x, y);
    }
    inline_drop(b);
}

static void paint_running_line(const struct painter *p, const struct running_line *line, sp y,
                               sp rule_y) {
    struct setter *s = p->s;
    for (int k = 0; k < RUN_COUNT; k++) {
        if (line->part[k].n > 0) {
            paint_running(p, fill_in(s, line->part[k], (size_t)p->number + 1), k, line->look[k], y);
        }
    }
    if (line->rule > 0) {
        struct page_rule rule = {set_page_left(s->style, (size_t)p->number), rule_y,
                                 s->style->text_w, line->rule, s->style->text_colour};
        set_paint_rule(p, rule, NULL);
    }
}

/** Heads and feet of page `i`; those that are made for it are in `room`. */
static const struct running *running_of(const struct setter *s, size_t i, struct running *room) {
    const struct page_style *st = s->style;
    struct str name = s->page_states[i].style;
    enum running_kind kind = i == 0 && st->first_differs      ? RUNNING_FIRST
                             : i % 2 == 1 && st->even_differs ? RUNNING_EVEN
                                                              : RUNNING_PAGES;
    const struct running *named = name.n > 0 ? style_running(st, name, kind, room) : NULL;
    return named ? named : &st->running[kind];
}

void set_ship_running(struct setter *s) {
    const struct page_style *st = s->style;
    sp head = st->top - st->head_sep;
    sp foot = st->top + st->text_h + st->foot_skip;
    for (size_t i = 0; i < s->pages->pages.n; i++) {
        struct running room;
        const struct running *r = running_of(s, i, &room);
        if (s->page_states[i].blank) {
            continue;
        }
        struct painter p = {s, s->pages->pages.p[i], (int)i, ARTIFACT_HEADER};
        paint_running_line(&p, &r->head, head, head + st->ex);
        p.artifact = ARTIFACT_FOOTER;
        paint_running_line(&p, &r->foot, foot, foot - set_type_leading(s->style, STEP_NORMAL));
    }
}
