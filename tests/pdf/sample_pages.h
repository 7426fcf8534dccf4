/* SPDX-License-Identifier: MIT */
/*
 * Pages made by hand for tests and benchmarks of the PDF writer: no document, no layout. One of
 * everything that the page model knows, and any number of text pages.
 */
#ifndef DOSSIER_TESTS_SAMPLE_PAGES_H
#define DOSSIER_TESTS_SAMPLE_PAGES_H

#include "print/image/image.h"
#include "print/layout/model/page.h"

struct sample {
    struct arena *arena;
    struct fonts *fonts;
    struct pages pages;
    struct font *roman, *italic;
    struct page *page;
    sp x, y; /* of the pen */
};

static const sp sample_margin = 72 * SP_PT;
static const sp sample_size = 10 * SP_PT;

static inline struct page_elem *sample_elem(struct sample *s, struct page_elem *parent,
                                            enum page_role role) {
    struct page_elem *e = ARENA_NEW(s->arena, struct page_elem);
    e->role = role;
    e->parent = parent;
    e->number = s->pages.nelems++;
    if (parent && parent->last) {
        parent->last->next = e;
    } else if (parent) {
        parent->first = e;
    }
    if (parent) {
        parent->last = e;
    }
    return e;
}

static inline void sample_page(struct sample *s) {
    s->page = ARENA_NEW(s->arena, struct page);
    s->page->width = 614 * SP_PT;
    s->page->height = 794 * SP_PT;
    s->page->label = arena_printf(s->arena, "%zu", s->pages.pages.n + 1);
    s->page->number = (int)s->pages.pages.n + 1;
    vec_push(&s->pages.pages, s->page);
    s->x = sample_margin;
    s->y = sample_margin;
}

/** One shaped piece of text at the pen; `says` overrides what it stands for. */
static inline void sample_piece(struct sample *s, struct page_elem *elem, struct font *font,
                                struct str text, const char *says) {
    const struct font_run *run = font_shape(font, text, FONT_DEFAULT_FEATURES, STR("en"));
    struct page_item item = {.kind = PAGE_TEXT, .elem = elem};
    item.u.text = (struct page_text){.font = font,
                                     .size = sample_size,
                                     .x = s->x,
                                     .y = s->y,
                                     .glyphs = run->glyphs,
                                     .n = (uint32_t)run->n,
                                     .text = says ? str_of(says) : run->text,
                                     .expansion = 10000};
    vec_push(&s->page->items, item);
    s->x += font_scale(font, run->width, sample_size);
}

/** Words on lines of one measure, greedy; a word at the end of a line keeps its space. */
static inline void sample_words(struct sample *s, struct page_elem *elem, struct font *font,
                                struct str words) {
    const sp right = s->page->width - sample_margin;
    while (words.p) {
        struct str word = str_cut(&words, ' ');
        sample_piece(s, elem, font, arena_join(s->arena, 2, word, STR(" ")), NULL);
        if (s->x > right - 40 * SP_PT) {
            s->x = sample_margin;
            s->y += 12 * SP_PT;
        }
    }
}

static inline void sample_newline(struct sample *s) {
    s->x = sample_margin;
    s->y += 18 * SP_PT;
}

static const char sample_prose[] =
    "The office of fluffy affairs filed its final findings: efficient flows, difficult waffles "
    "and a shuffled deck. Naïve Łukasz met Erdős at the café and they spoke of AVATAR, Type "
    "theory and far-fetched To-do lists until the quick brown fox had jumped over every lazy dog.";

static inline void sample_begin(struct sample *s) {
    *s = (struct sample){.arena = arena_new()};
    s->fonts = fonts_new(s->arena);
    unsigned missing = 0;
    s->roman =
        fonts_find(s->fonts, fonts_default_family(FONT_SERIF), FONT_REGULAR, sample_size, &missing);
    s->italic =
        fonts_find(s->fonts, fonts_default_family(FONT_SERIF), FONT_ITALIC, sample_size, &missing);
    s->pages.arena = s->arena;
    s->pages.title = STR("Findings & “fluffy” affairs");
    s->pages.author = STR("Ada Example, Łukasz Sample");
    s->pages.lang = STR("en");
    s->pages.keywords = STR("test, sample");
    s->pages.root = sample_elem(s, NULL, ROLE_DOCUMENT);
    sample_page(s);
}

static inline void sample_end(struct sample *s) {
    for (size_t i = 0; i < s->pages.pages.n; i++) {
        vec_drop(&s->pages.pages.p[i]->items);
        vec_drop(&s->pages.pages.p[i]->links);
    }
    vec_drop(&s->pages.pages);
    vec_drop(&s->pages.dests);
    vec_drop(&s->pages.outline);
    fonts_drop(s->fonts);
    arena_drop(s->arena);
}

/** Text pages: `pages` of them, with a heading and a running head each. */
static inline void sample_text(struct sample *s, int pages) {
    for (int i = 0; i < pages; i++) {
        if (i > 0) {
            sample_page(s);
        }
        struct page_item head = {.kind = PAGE_RULE, .artifact = ARTIFACT_HEADER};
        head.u.rule =
            (struct page_rule){sample_margin, 60 * SP_PT, 400 * SP_PT, SP_PT / 2, {0, 0, 0}};
        vec_push(&s->page->items, head);
        struct str name = arena_printf(s->arena, "sec-%d", i);
        vec_push(&s->pages.dests, (struct page_dest){name, (int)s->pages.pages.n - 1, s->x, s->y,
                                                     (uint32_t)s->page->items.n});
        vec_push(&s->pages.outline, (struct page_outline){i % 3 ? 2 : 1, STR("Héading"), name});
        sample_words(s, sample_elem(s, s->pages.root, i ? ROLE_H2 : ROLE_H1), s->italic,
                     STR("Heading of the page"));
        while (s->y < 650 * SP_PT) {
            sample_newline(s);
            struct page_elem *p = sample_elem(s, s->pages.root, ROLE_P);
            for (int k = 0; k < 3; k++) {
                sample_words(s, p, s->roman, str_of(sample_prose));
                sample_words(s, sample_elem(s, p, ROLE_SPAN), s->italic, STR("emphasis goes here"));
            }
        }
        sample_newline(s);
        sample_piece(s, NULL, s->roman, s->page->label, NULL);
        vec_last(&s->page->items).artifact = ARTIFACT_FOOTER;
    }
}

/** A link over two lines, a soft hyphen, a list, a table, a note, an image with alpha, a formula.
 */
static inline void sample_features(struct sample *s, const struct image *image) {
    struct page_elem *root = s->pages.root;
    sample_newline(s);
    struct page_elem *p = sample_elem(s, root, ROLE_P);
    sample_piece(s, p, s->roman, STR("hyphen"), NULL);
    sample_piece(s, p, s->roman, STR("-"), "\xC2\xAD");
    sample_newline(s);
    sample_piece(s, p, s->roman, STR("ation and far-fetched "), NULL);
    struct page_elem *link = sample_elem(s, p, ROLE_LINK);
    for (int i = 0; i < 2; i++) {
        sp from = s->x;
        sample_piece(s, link, s->roman, i ? STR("two lines") : STR("a link over "), NULL);
        struct page_link l = {.x = from, .y = s->y - 8 * SP_PT, .w = s->x - from, .h = sample_size};
        l.uri = STR("https://example.org/a path?q=ü");
        l.contents = STR("a link over two lines");
        l.elem = link;
        vec_push(&s->page->links, l);
        if (!i) {
            sample_newline(s);
        }
    }
    struct page_elem *ref = sample_elem(s, p, ROLE_REFERENCE);
    struct page_elem *inner = sample_elem(s, ref, ROLE_LINK);
    sp from = s->x;
    sample_piece(s, inner, s->roman, STR("[5] "), NULL);
    struct page_link l = {.x = from, .y = s->y - 8 * SP_PT, .w = s->x - from, .h = sample_size};
    l.dest = STR("ref-é");
    l.contents = STR("reference 5");
    l.elem = inner;
    vec_push(&s->page->links, l);
    struct page_elem *note = sample_elem(s, p, ROLE_NOTE);
    sample_piece(s, p, s->roman, STR("after the mark "), NULL);
    sample_piece(s, sample_elem(s, p, ROLE_SPAN), s->italic, STR("and emphasis"), NULL);
    vec_push(&s->pages.dests, (struct page_dest){STR("ref-é"), 0, s->x, s->y, 0});

    sample_newline(s);
    struct page_elem *list = sample_elem(s, root, ROLE_L);
    list->numbering = NUMBERING_DECIMAL;
    struct page_elem *item = sample_elem(s, list, ROLE_LI);
    sample_piece(s, sample_elem(s, item, ROLE_LBL), s->roman, STR("1. "), NULL);
    sample_piece(s, sample_elem(s, item, ROLE_LBODY), s->roman, STR("An item"), NULL);

    sample_newline(s);
    struct page_elem *table = sample_elem(s, root, ROLE_TABLE);
    for (int r = 0; r < 2; r++) {
        struct page_elem *row = sample_elem(s, table, ROLE_TR);
        for (int c = 0; c < 2; c++) {
            struct page_elem *cell = sample_elem(s, row, r ? ROLE_TD : ROLE_TH);
            cell->scope_col = !r;
            if (r + c < 2) {
                sample_piece(s, cell, s->roman, r ? STR("cell ") : STR("head "), NULL);
            }
        }
        sample_newline(s);
    }
    struct page_elem *formula = sample_elem(s, root, ROLE_FORMULA);
    page_elem_words(&s->pages, formula)->alt = STR("x squared");
    sample_piece(s, formula, s->italic, STR("x²"), NULL);
    sample_newline(s);
    if (image) {
        struct page_elem *figure = sample_elem(s, root, ROLE_FIGURE);
        page_elem_words(&s->pages, figure)->alt = STR("a picture");
        struct page_item im = {.kind = PAGE_IMAGE, .elem = figure};
        im.u.image = (struct page_image){image, s->x, s->y, 60 * SP_PT, 40 * SP_PT, NULL};
        vec_push(&s->page->items, im);
    }
    s->y = 700 * SP_PT;
    s->x = sample_margin;
    sample_piece(s, note, s->roman, STR("A note at the foot."), NULL);
}

#endif
