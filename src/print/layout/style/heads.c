/* SPDX-License-Identifier: MIT */
/*
 * Reads running heads and feet from the front matter: LaTeX's page styles, and our own keys for
 * texts. running.c sets them.
 */
#include "print/layout/style/default_style.h"

DIAG_USE(DIAG_UNKNOWN_VALUE);

/** Clears a head or foot. The looks of its parts are kept. */
static void clear_line(struct running_line *line) {
    for (int i = 0; i < RUN_COUNT; i++) {
        line->part[i] = STR_EMPTY;
    }
    line->capitals = false;
    line->rule = 0;
}

static void clear_page(struct running *run) {
    clear_line(&run->head);
    clear_line(&run->foot);
}

static void plain_page(struct running *run) {
    clear_page(run);
    run->foot.part[RUN_CENTER] = STR("{page}");
}

/** Sets LaTeX's page style "headings" (classes.dtx, \ps@headings). Two-sided books show the chapter
 * on left pages and the section on right pages; one-sided books show the chapter only. */
static void headings_page(const struct page_style *s, enum running_kind kind, struct running *run) {
    bool even = kind == RUNNING_EVEN && s->two_sided;
    bool chapter = s->chapters && (even || !s->two_sided);
    clear_page(run);
    run->head.part[even ? RUN_RIGHT : RUN_LEFT] = chapter ? STR("{chapter}") : STR("{section}");
    run->head.part[even ? RUN_LEFT : RUN_RIGHT] = STR("{page}");
    run->head.capitals = s->chapters;
}

bool style_page_style(const struct page_style *s, enum running_kind kind, struct str name,
                      struct running *run) {
    if (str_is(name, "plain")) {
        plain_page(run);
    } else if (str_is(name, "empty")) {
        clear_page(run);
    } else if (str_is(name, "headings")) {
        headings_page(s, kind, run);
    } else if (str_is(name, "myheadings")) {
        clear_page(run);
        run->head.part[RUN_LEFT] = STR("{title}");
        run->head.part[RUN_RIGHT] = STR("{page}");
    } else if (str_is(name, "fancy")) { /* the default heads and feet of fancyhdr */
        plain_page(run);
        run->head.part[RUN_LEFT] = STR("{section}");
        run->head.rule = SP_PT * 4 / 10;
    } else {
        return false;
    }
    return true;
}

const struct running *style_running(const struct page_style *s, struct str name,
                                    enum running_kind kind, struct running *room) {
    for (const struct running_named *n = s->named; n; n = n->next) {
        if (str_eq(n->name, name)) {
            return &n->running[kind];
        }
    }
    *room = s->running[kind];
    /* plain pages have the author's own foot, but no head */
    if (s->heads.own && str_is(name, "plain")) {
        clear_line(&room->head);
        return room;
    }
    return style_page_style(s, kind, name, room) ? room : NULL;
}

static void unknown_style(const struct node *n, struct diags *d) {
    static const struct str NAMES[] = {STR_INIT("plain"), STR_INIT("empty"), STR_INIT("headings"),
                                       STR_INIT("myheadings"), STR_INIT("fancy")};
    struct diag *g = diag_add(d, DIAG_UNKNOWN_VALUE, n->span, "no page style is called `%.*s`",
                              STR_ARG(n->text));
    if (!diag_suggest(d, g, n->text, NAMES, ARRAY_LEN(NAMES))) {
        diag_hint(d, g, "page styles: plain, empty, headings, fancy");
    }
}

bool style_numbering(struct str name, enum page_numbering *out) {
    static const char *const NAMES[] = {
        [PAGE_ARABIC] = "arabic", [PAGE_ROMAN] = "roman",      [PAGE_ROMAN_UPPER] = "Roman",
        [PAGE_ALPHA] = "alph",    [PAGE_ALPHA_UPPER] = "Alph", [PAGE_UNNUMBERED] = "gobble"};
    for (size_t i = 0; i < ARRAY_LEN(NAMES); i++) {
        if (str_is(name, NAMES[i])) {
            *out = (enum page_numbering)i;
            return true;
        }
    }
    return false;
}

static const struct str PLACES[PLACE_COUNT] = {
    [PLACE_PAGE] = STR_INIT("page"),       [PLACE_PAGES] = STR_INIT("pages"),
    [PLACE_TITLE] = STR_INIT("title"),     [PLACE_AUTHOR] = STR_INIT("author"),
    [PLACE_DATE] = STR_INIT("date"),       [PLACE_SECTION] = STR_INIT("section"),
    [PLACE_CHAPTER] = STR_INIT("chapter"),
};

enum head_place style_place(struct str name) {
    enum head_place place = PLACE_COUNT - 1;
    while (place > PLACE_NONE && !str_eq(PLACES[place], name)) {
        place--;
    }
    return place;
}

struct str style_place_name(struct str template) {
    size_t i = str_past_name(template, 1, "-");
    bool named = template.n > 2 && template.p[0] == '{' && i > 1 && i < template.n &&
                 template.p[i] == '}' && is_alpha(template.p[1]);
    return named ? str_slice(template, 1, i) : STR_EMPTY;
}

/** Reports unknown placeholders in a head or foot. It reports none if there is a style sheet,
 * because the sheet may set a string of any name (`string-set`). */
static void check_places(const struct node *front, const struct node *n, struct diags *d) {
    struct str text = node_text(n);
    for (size_t i = 0; i < text.n && !node_get(front, "css"); i++) {
        struct str name = style_place_name(str_from(text, i));
        if (name.n == 0 || style_place(name) || node_text(node_at(front, name)).n > 0) {
            continue;
        }
        struct span at = n->span;
        if (node_text_span(n, &at)) {
            uint32_t begin = at.begin + (uint32_t)i;
            at = span_make(at.src, begin, begin + (uint32_t)name.n + 2);
        }
        struct diag *g = diag_add(d, DIAG_UNKNOWN_VALUE, at, "`{%.*s}` is not a placeholder here",
                                  STR_ARG(name));
        struct str near = diag_nearest(name, PLACES, PLACE_COUNT);
        if (near.n > 0) {
            diag_hint(d, g, "did you mean `{%.*s}`?", STR_ARG(near));
        } else {
            diag_hint(d, g,
                      "there are {page}, {pages}, {title}, {author}, {date}, {section}, "
                      "{chapter} and the keys of the front matter");
        }
    }
}

/** Reads `header-left` and similar keys. Returns false if none of them is set. */
static bool read_line(const struct node *front, const char *const keys[RUN_COUNT],
                      struct running_line *line, struct diags *d) {
    bool any = false;
    for (int i = 0; i < RUN_COUNT; i++) {
        any = any || node_get(front, keys[i]);
    }
    for (int i = 0; any && i < RUN_COUNT; i++) {
        line->part[i] = node_text(node_get(front, keys[i]));
        check_places(front, node_get(front, keys[i]), d);
    }
    return any;
}

void style_read_running(struct page_style *s, const struct node *front, struct diags *d) {
    static const char *const HEAD[RUN_COUNT] = {"header-left", "header-center", "header-right"};
    static const char *const FOOT[RUN_COUNT] = {"footer-left", "footer-center", "footer-right"};
    const struct node *n = node_get(front, "pagestyle");
    const struct node *first = node_get(front, "thispagestyle");
    struct running *pages = &s->running[RUNNING_PAGES];

    if (n && n->text.n > 0 && !str_is(n->text, "fancy") &&
        !style_page_style(s, RUNNING_PAGES, n->text, pages)) {
        unknown_style(n, d);
    }
    bool head = read_line(front, HEAD, &pages->head, d);
    bool foot = read_line(front, FOOT, &pages->foot, d);
    s->heads.own = s->heads.own || head || foot;
    if (s->chapters && !s->heads.own && n && str_is(n->text, "headings")) {
        s->heads.even_differs = s->two_sided;
        (void)style_page_style(s, RUNNING_EVEN, n->text, &s->running[RUNNING_EVEN]);
    }
    if (head) {
        s->running[RUNNING_EVEN].head = pages->head;
    }
    if (foot) {
        s->running[RUNNING_EVEN].foot = pages->foot;
    }
    /* the page of the title has no head, because the title takes its place */
    if (head || (n && str_starts(n->text, STR("head")))) {
        s->heads.first_differs = node_bool(node_get(front, "header-first"), 0) != 1;
        s->running[RUNNING_FIRST] = *pages;
        clear_line(&s->running[RUNNING_FIRST].head);
    } else if (foot && s->heads.first_differs) {
        s->running[RUNNING_FIRST].foot = pages->foot;
    }
    if (first && first->text.n > 0) {
        s->heads.first_differs = true;
        if (str_is(first->text, "fancy")) {
            s->running[RUNNING_FIRST] = *pages;
        } else if (!style_page_style(s, RUNNING_FIRST, first->text, &s->running[RUNNING_FIRST])) {
            unknown_style(first, d);
            s->running[RUNNING_FIRST] = *pages;
        }
    }
}
