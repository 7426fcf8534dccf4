/* SPDX-License-Identifier: MIT */
/*
 * Running heads, feet and page numbers: artifacts, set when the number of pages is known.
 */
#include "core/base/utf8.h"
#include "print/layout/set/ship.h"

/* ---- marks of a page */

/** The chapter and section in the heads of a page. LaTeX's \leftmark is the last chapter that has
 * begun by the end of the page. \rightmark is the first section that begins on the page, or else
 * the section that continues; a new chapter ends the sections before it. In documents without
 * chapters both are the last section that has begun by the end of the page. */
struct page_marks {
    struct str chapter, section;
};

static void mark_chapters(const struct setter *s, struct page_marks *pages, size_t n) {
    struct page_marks on = {STR_EMPTY, STR_EMPTY};
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        bool first = true;
        pages[i].section = on.section;
        for (; k < s->marks.n; k++) {
            const struct head_mark *m = &s->marks.p[k];
            const int *page = (const int *)map_lookup(&s->shipped.dests, m->dest);
            if (page && (size_t)*page > i) {
                break;
            }
            on.section = m->chapter ? STR_EMPTY : m->text;
            on.chapter = m->chapter ? m->text : on.chapter;
            pages[i].section = first ? on.section : pages[i].section;
            first = first && m->chapter; /* a chapter does not count as the first section */
        }
        pages[i].chapter = on.chapter;
        if (pages[i].section.n == 0) {
            pages[i].section = on.chapter;
        }
    }
}

static void mark_sections(const struct setter *s, struct page_marks *pages, size_t n) {
    struct str title = STR_EMPTY;
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        for (; k < s->pages->outline.n; k++) {
            const struct page_outline *o = &s->pages->outline.p[k];
            const int *page =
                o->level == 1 ? (const int *)map_lookup(&s->shipped.dests, o->dest) : NULL;
            if (page && (size_t)*page > i) {
                break;
            }
            title = page ? o->title : title;
        }
        pages[i] = (struct page_marks){title, title};
    }
}

/* ---- place holders ---- */

/** Returns the number of a page for its heads and feet. Indexes and contents have numbers of
 * unnumbered pages too. */
static struct str shown_number(const struct page_state *page) {
    return page->numbering == PAGE_UNNUMBERED ? STR_EMPTY : page->label;
}

static struct str place_text(const struct setter *s, enum head_place place,
                             const struct page_marks *marks, size_t number) {
    switch (place) {
    case PLACE_PAGE:
        return shown_number(&s->shipped.states[number - 1]);
    case PLACE_PAGES:
        return arena_printf(s->arena, "%zu", s->pages->pages.n);
    case PLACE_TITLE:
        return s->doc->meta.title_plain;
    case PLACE_AUTHOR:
        return s->pages->author;
    case PLACE_DATE:
        return s->doc->meta.date_plain;
    case PLACE_CHAPTER:
        return marks->chapter;
    case PLACE_SECTION:
        return marks->section;
    case PLACE_NONE:
    case PLACE_COUNT:
        break;
    }
    return STR_EMPTY;
}

struct str set_running_piece(const struct painter *p, const struct look_piece *piece,
                             const struct page_marks *marks) {
    struct setter *s = p->s;
    struct str text = STR_EMPTY;
    bool pages = str_is(piece->text, "pages");
    if (piece->kind == PIECE_TEXT) {
        return piece->text;
    }
    if (piece->kind == PIECE_COUNTER) {
        const struct page_state *state = &s->shipped.states[p->number];
        struct buf b = BUF_INIT;
        if (!pages && piece->style == WORD_DECIMAL) {
            return shown_number(state);
        }
        set_counter_text(&b, pages ? (int64_t)s->pages->pages.n : state->number, piece->style);
        return buf_finish(&b, s->arena);
    }
    return set_string_on(s, piece->text, piece->style, p->number, &text)
               ? text
               : place_text(s, style_place(piece->text), marks, (size_t)p->number + 1);
}

/** The content for LaTeX's command at the start of a template, and the length of the command. */
static enum head_place latex_place(struct str template, size_t *length) {
    static const struct {
        const char *command;
        enum head_place place;
    } COMMANDS[] = {
        {"\\thepage", PLACE_PAGE}, {"\\leftmark", PLACE_CHAPTER}, {"\\rightmark", PLACE_SECTION}};
    for (size_t k = 0; template.p[0] == '\\' && k < ARRAY_LEN(COMMANDS); k++) {
        struct str command = str_of(COMMANDS[k].command);
        if (str_starts(template, command)) {
            *length = command.n;
            return COMMANDS[k].place;
        }
    }
    return PLACE_NONE;
}

/** Expands a template. A text that is far longer than any line is cut off, but not inside a
 * character. */
static struct str fill_in(struct setter *s, struct str template, const struct page_marks *marks,
                          size_t number) {
    struct buf out;
    buf_init(&out, 4096);
    for (size_t i = 0; i < template.n && !out.overflow;) {
        struct str rest = str_from(template, i), key = style_place_name(rest), text = STR_EMPTY;
        size_t length = 0;
        enum head_place place = key.n > 0 ? style_place(key) : latex_place(rest, &length);
        if (key.n > 0 || place) {
            /* a string that a style sheet sets takes precedence over the front matter */
            if (key.n == 0 || !set_string_on(s, key, WORD_NONE, (int)number - 1, &text)) {
                text = place ? place_text(s, place, marks, number)
                             : node_text(node_at(s->doc->front, key));
            }
            buf_str(&out, text);
            i += key.n > 0 ? key.n + 2 : length;
            continue;
        }
        i += template.p[i] == RUNNING_LITERAL;
        size_t from = i;
        if (i < template.n) {
            (void)utf8_next(template, &i);
        }
        buf_str(&out, str_slice(template, from, i));
    }
    return buf_finish(&out, s->arena);
}

/** Paints a head or foot. With `capitals` the text is in slanted capitals, unless it is only a page
 * number. */
static void paint_running(const struct painter *p, struct str text, int place, bool capitals,
                          const struct look *look, sp y) {
    struct setter *s = p->s;
    struct inline_builder *b = inline_new(s->shaper);
    struct ink ink = s->running_ink;
    sp width = 0;
    if (look) {
        set_look_ink(s, look, &ink, ink.size);
    }
    if (capitals) {
        ink.face |= FONT_ITALIC;
        ink.transform = WORD_UPPERCASE;
    }
    set_text(s, b, text, &ink);
    const struct inline_line *line = set_single_line(b, &width);
    if (line) {
        sp room = s->style->text_w - width;
        if (s->style->rtl && !look) { /* text of style sheets is not mirrored */
            place = place == RUN_LEFT ? RUN_RIGHT : place == RUN_RIGHT ? RUN_LEFT : place;
        }
        sp x = place == RUN_LEFT ? 0 : place == RUN_CENTER ? room / 2 : room;
        set_paint_line(p, line, set_page_left(s->style, (size_t)p->number) + x, y);
    }
    inline_drop(b);
}

static void paint_running_line(const struct painter *p, const struct running_line *line,
                               const struct page_marks *marks, sp y, sp rule_y) {
    struct setter *s = p->s;
    for (int k = 0; k < RUN_COUNT; k++) {
        if (line->part[k].n > 0) {
            struct str text = fill_in(s, line->part[k], marks, (size_t)p->number + 1);
            bool capitals = line->capitals && !str_is(line->part[k], "{page}");
            paint_running(p, text, k, capitals, line->look[k], y);
        }
    }
    if (line->rule > 0) {
        struct page_rule rule = {set_page_left(s->style, (size_t)p->number), rule_y,
                                 s->style->text_w, line->rule, s->style->text_colour};
        set_paint_rule(p, rule, NULL);
    }
}

/** The heads and feet of page `i`. They are written to `room` if they must be made. */
static const struct running *running_of(const struct setter *s, size_t i, struct running *room) {
    const struct page_style *st = s->style;
    struct str name = s->shipped.states[i].style;
    enum running_kind kind = i == 0 && st->heads.first_differs      ? RUNNING_FIRST
                             : i % 2 == 1 && st->heads.even_differs ? RUNNING_EVEN
                                                                    : RUNNING_PAGES;
    const struct running *named = name.n > 0 ? style_running(st, name, kind, room) : NULL;
    bool only = st->only && s->pages->pages.n == 1;
    return named ? named : only ? st->only : &st->running[kind];
}

void set_ship_running(struct setter *s) {
    size_t n = s->pages->pages.n;
    struct page_marks *marks = ARENA_ARRAY(s->arena, struct page_marks, n + 1);
    (s->style->chapters ? mark_chapters : mark_sections)(s, marks, n);
    for (size_t i = 0; i < n; i++) {
        set_sideways_style(s, s->shipped.states[i].sideways);
        const struct page_style *st = s->style;
        sp head = st->top - st->head_sep;
        sp foot = st->top + st->text_h + st->foot_skip;
        struct running room;
        const struct running *r = s->shipped.states[i].blank ? st->blank : running_of(s, i, &room);
        if (!r) {
            continue;
        }
        struct painter p = {s, s->pages->pages.p[i], (int)i, ARTIFACT_HEADER};
        paint_running_line(&p, &r->head, &marks[i], head, head + st->ex);
        p.artifact = ARTIFACT_FOOTER;
        paint_running_line(&p, &r->foot, &marks[i], foot,
                           foot - set_type_leading(s->style, STEP_NORMAL));
        if (r->boxes) {
            set_paint_margins(&p, r->boxes, &marks[i]);
        }
    }
}
