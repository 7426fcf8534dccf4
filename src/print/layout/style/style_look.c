/* SPDX-License-Identifier: MIT */
/*
 * Applies style sheets to the document as a whole: size, line distance and font of the text (<html>
 * and <body>), paper and margins, heads and feet (@page). style_options.c lets the front matter
 * take precedence.
 */
#include "print/layout/style/style_look.h"

#include "print/layout/model/sp.h"

DIAG_USE(DIAG_CSS_UNSUPPORTED);

/** The text size of an element whose parent has the size `outer`. */
static sp text_size(const struct look *look, sp outer, sp rem, const struct page_style *s) {
    const struct look_value *v = look->v[LOOK_FONT_SIZE];
    struct look_base base = look_base_of(outer, rem, outer);
    sp size = outer;
    if (v && v->kind == LOOK_WORD && v->word >= WORD_STEP) {
        return s->sizes[v->word - WORD_STEP].size;
    }
    (void)look_length(v, &base, &size);
    return size;
}

void style_look_size(struct page_style *s, const struct looks *l, sp *body) {
    s->root_size = text_size(&l->html, *body, *body, s);
    sp size = text_size(&l->body, s->root_size, s->root_size, s);
    *body = size < PT(5) ? PT(5) : size > PT(40) ? PT(40) : size;
}

void style_look_paper(struct page_style *s, const struct looks *l) {
    const struct look_page *p = &l->page;
    struct look_base base = look_base_of(s->em, s->em, 0);
    sp w = s->paper_w;
    sp h = s->paper_h;
    if (p->paper.n > 0) {
        (void)style_paper(p->paper, &w, &h);
    } else if (p->sized) {
        (void)look_length(&p->width, &base, &w);
        (void)look_length(&p->height, &base, &h);
    }
    if (w < PT(72) || h < PT(72)) {
        return;
    }
    bool turn = (p->landscape && w < h) || (p->portrait && w > h);
    s->paper_w = turn ? h : w;
    s->paper_h = turn ? w : h;
}

static const enum look_prop MARGINS[] = {LOOK_MARGIN_LEFT, LOOK_MARGIN_RIGHT, LOOK_MARGIN_TOP,
                                         LOOK_MARGIN_BOTTOM};

static void read_margins(const struct page_style *s, const struct look *look,
                         struct page_margins *m) {
    sp *const to[] = {&m->left, &m->right, &m->top, &m->bottom};
    for (size_t i = 0; i < ARRAY_LEN(MARGINS); i++) {
        struct look_base base = look_base_of(s->em, s->em, i < 2 ? s->paper_w : s->paper_h);
        base.page_w = s->paper_w;
        base.page_h = s->paper_h;
        (void)look_length(look->v[MARGINS[i]], &base, to[i]);
    }
}

/** Reports margins for left pages that do not mirror those of right pages. Only mirrored margins
 * are supported, as in LaTeX. */
static void refuse_left(const struct looks *l, struct diags *d) {
    const struct look_page *p = &l->page;
    const struct look_value *v = NULL;
    for (size_t i = 0; i < ARRAY_LEN(MARGINS); i++) {
        const struct look_value *left = p->look[PAGES_LEFT].v[MARGINS[i]];
        const struct look_value *right = p->look[PAGES_RIGHT].v[MARGINS[i]];
        const struct look_value *all = p->look[PAGES_ALL].v[MARGINS[i]];
        v = v ? v : left != all ? left : right != all ? right : NULL;
    }
    struct diag *g = diag_add(d, DIAG_CSS_UNSUPPORTED, v ? v->span : SPAN_NONE,
                              "left pages do not mirror the margins of right ones: all have these");
    diag_hint(d, g, "the left margin of `@page :left` is the right one of `@page :right`");
}

void style_look_margins(struct page_style *s, const struct looks *l, struct page_margins *m,
                        struct diags *d) {
    struct page_margins left = *m;
    read_margins(s, &l->page.look[PAGES_RIGHT], m);
    read_margins(s, &l->page.look[PAGES_LEFT], &left);
    if (memcmp(&left, m, sizeof left) == 0) {
        return;
    }
    if (left.left == m->right && left.right == m->left && left.top == m->top &&
        left.bottom == m->bottom) {
        s->two_sided = true;
    } else {
        refuse_left(l, d);
    }
}

struct span style_look_margins_at(const struct looks *l) {
    for (size_t i = 0; i < ARRAY_LEN(MARGINS); i++) {
        const struct look_value *v = l->page.look[PAGES_RIGHT].v[MARGINS[i]];
        if (v) {
            return v->span;
        }
    }
    return SPAN_NONE;
}

void style_look_leading(struct page_style *s, const struct looks *l) {
    const struct look_value *v =
        l->body.v[LOOK_LINE_HEIGHT] ? l->body.v[LOOK_LINE_HEIGHT] : l->html.v[LOOK_LINE_HEIGHT];
    sp size = s->sizes[STEP_NORMAL].size;
    struct look_base base = look_base_of(size, s->root_size, size);
    sp leading = 0;
    if (v && v->kind == LOOK_NUMBER && v->micro <= (int64_t)10 * CSS_MICRO) {
        leading = sp_scale(size, v->micro / 1000, 1000);
    } else if (!look_length(v, &base, &leading)) {
        return;
    }
    if (leading < size / 2 || leading > 10 * size) {
        return;
    }
    for (int i = 0; i < STEP_COUNT; i++) {
        s->sizes[i].leading = sp_scale(leading, s->sizes[i].size, size);
    }
}

void style_look_family(struct page_style *s, const struct looks *l, struct fonts *fonts,
                       struct diags *d) {
    const struct look_value *v =
        l->body.v[LOOK_FONT_FAMILY] ? l->body.v[LOOK_FONT_FAMILY] : l->html.v[LOOK_FONT_FAMILY];
    if (!v || v->kind != LOOK_FAMILIES) {
        return;
    }
    const struct look_family *f = look_family(v, fonts, s->sizes[STEP_NORMAL].size);
    if (f) {
        s->family[FONT_SERIF] = f->name.n > 0 ? f->name : s->family[f->cls];
    } else {
        look_no_family(v, d);
    }
}

void style_look_colour(struct page_style *s, const struct looks *l) {
    const struct look_value *v =
        l->body.v[LOOK_COLOR] ? l->body.v[LOOK_COLOR] : l->html.v[LOOK_COLOR];
    if (v && v->kind == LOOK_COLOUR) {
        s->text_colour = v->colour;
    }
}

void style_look_columns(struct page_style *s, const struct looks *l) {
    const struct look_value *v = l->body.v[LOOK_COLUMN_COUNT];
    struct look_base base = look_base_of(s->em, s->root_size, s->paper_w);
    if (v && v->kind == LOOK_NUMBER && v->micro >= 2 * (int64_t)CSS_MICRO) {
        s->columns = 2;
        (void)look_length(l->body.v[LOOK_COLUMN_GAP], &base, &s->column_sep);
    }
}

static void put_boxes(struct running *run, const struct look_margin_box *boxes) {
    for (size_t i = 0; i <= BOX_BOTTOM_RIGHT; i++) {
        struct running_line *line = i < BOX_BOTTOM_LEFT ? &run->head : &run->foot;
        if (boxes[i].set) {
            line->part[i % RUN_COUNT] = boxes[i].text;
        }
        line->look[i % RUN_COUNT] = &boxes[i].look;
    }
    run->boxes = NULL;
    for (size_t i = 0; i < BOX_COUNT && !run->boxes; i++) {
        run->boxes = boxes[i].set && boxes[i].boxed ? boxes : NULL;
    }
}

bool style_look_has_boxes(const struct looks *l) {
    for (size_t i = 0; i < BOX_COUNT; i++) {
        if (l->page.boxes[PAGES_RIGHT][i].set || l->page.boxes[PAGES_LEFT][i].set) {
            return true;
        }
    }
    return false;
}

/** Sets the heads and feet of named pages: those of all pages, overridden by the declarations for
 * the name. */
static void name_pages(struct arena *a, struct page_style *s, const struct looks *l) {
    for (const struct look_page *p = l->named; p; p = p->next) {
        struct running_named *named = ARENA_NEW(a, struct running_named);
        *named = (struct running_named){.name = p->name, .next = s->named};
        for (enum running_kind k = 0; k < RUNNING_KINDS; k++) {
            named->running[k] = s->running[k];
        }
        put_boxes(&named->running[RUNNING_PAGES], p->boxes[PAGES_RIGHT]);
        put_boxes(&named->running[RUNNING_EVEN], p->boxes[PAGES_LEFT]);
        put_boxes(&named->running[RUNNING_FIRST], p->boxes[PAGES_FIRST]);
        s->heads.even_differs =
            s->heads.even_differs || p->differ[PAGES_LEFT] || p->differ[PAGES_RIGHT];
        s->named = named;
    }
}

void style_look_running(struct arena *a, struct page_style *s, const struct looks *l) {
    const struct look_page *p = &l->page;
    struct running *run = s->running;
    if (!s->heads.even_differs) {
        run[RUNNING_EVEN] = run[RUNNING_PAGES];
    }
    s->heads.even_differs =
        s->heads.even_differs || p->differ[PAGES_LEFT] || p->differ[PAGES_RIGHT];
    s->heads.first_differs = s->heads.first_differs || p->differ[PAGES_FIRST];
    put_boxes(&run[RUNNING_PAGES], p->boxes[PAGES_RIGHT]);
    put_boxes(&run[RUNNING_EVEN], p->boxes[PAGES_LEFT]);
    run[RUNNING_FIRST] = run[RUNNING_PAGES];
    put_boxes(&run[RUNNING_FIRST], p->boxes[PAGES_FIRST]);
    name_pages(a, s, l);
    if (p->differ[PAGES_ONLY]) {
        struct running *only = ARENA_NEW(a, struct running);
        *only = run[RUNNING_FIRST];
        put_boxes(only, p->boxes[PAGES_ONLY]);
        s->only = only;
    }
    if (p->differ[PAGES_BLANK]) {
        struct running *blank = ARENA_NEW(a, struct running);
        put_boxes(blank, p->boxes[PAGES_BLANK]);
        s->blank = blank;
    }
}

void style_look_first(struct page_style *s, const struct looks *l) {
    const struct look_value *v = l->page.look[PAGES_FIRST].v[LOOK_MARGIN_TOP];
    struct look_base base = look_base_of(s->em, s->em, s->paper_h);
    sp top = s->top;
    if (v && v != l->page.look[PAGES_RIGHT].v[LOOK_MARGIN_TOP] && look_length(v, &base, &top) &&
        top >= 0 && top - s->top < s->text_h / 2) {
        s->heads.first_down = top - s->top;
    }
}
