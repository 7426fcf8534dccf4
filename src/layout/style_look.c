/* SPDX-License-Identifier: MIT */
/*
 * What style sheets say of the document as a whole: the text's size, distance and font (<html> and
 * <body>), paper and margins, heads and feet (@page). options.c lets the front matter win.
 */
#include "layout/style_look.h"

#include "layout/units.h"

#define EX_OF_EM 431 /* per mille: Latin Modern's */

struct root_looks {
    struct look html, body;
};

static struct root_looks root_looks(const struct looks *l) {
    struct css_element html = {.type = STR("html"), .first = true, .last = true};
    struct css_element body = {.type = STR("body"), .last = true, .parent = &html};
    struct root_looks r;
    look_find(l, &html, false, &r.html);
    look_find(l, &body, false, &r.body);
    return r;
}

/** The size of an element's text inside text of `outer`, `normal` being a keyword's medium. */
static sp text_size(const struct look *look, sp outer, sp rem, const struct page_style *s) {
    const struct look_value *v = look->v[LOOK_FONT_SIZE];
    struct look_base base = {outer, rem, sp_scale(outer, EX_OF_EM, 1000), outer};
    sp size = outer;
    if (v && v->kind == LOOK_WORD && v->word >= WORD_STEP) {
        return s->sizes[v->word - WORD_STEP].size;
    }
    (void)look_length(v, &base, &size);
    return size;
}

void style_look_size(struct page_style *s, const struct looks *l, sp *body) {
    struct root_looks r = root_looks(l);
    s->root_size = text_size(&r.html, *body, *body, s);
    sp size = text_size(&r.body, s->root_size, s->root_size, s);
    *body = size < PT(5) ? PT(5) : size > PT(40) ? PT(40) : size;
}

void style_look_paper(struct page_style *s, const struct looks *l) {
    const struct look_page *p = &l->page;
    struct look_base base = {s->em, s->em, s->ex, 0};
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

void style_look_margins(struct page_style *s, const struct looks *l, struct page_margins *m) {
    static const enum look_prop PROPS[] = {LOOK_MARGIN_LEFT, LOOK_MARGIN_RIGHT, LOOK_MARGIN_TOP,
                                           LOOK_MARGIN_BOTTOM};
    sp *const to[] = {&m->left, &m->right, &m->top, &m->bottom};
    for (size_t i = 0; i < ARRAY_LEN(PROPS); i++) {
        struct look_base base = {s->em, s->em, s->ex, i < 2 ? s->paper_w : s->paper_h};
        (void)look_length(l->page.look.v[PROPS[i]], &base, to[i]);
    }
}

void style_look_leading(struct page_style *s, const struct looks *l) {
    struct root_looks r = root_looks(l);
    const struct look_value *v =
        r.body.v[LOOK_LINE_HEIGHT] ? r.body.v[LOOK_LINE_HEIGHT] : r.html.v[LOOK_LINE_HEIGHT];
    sp size = s->sizes[STEP_NORMAL].size;
    struct look_base base = {size, s->root_size, s->ex, size};
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

static void choose_family(struct page_style *s, const struct look_value *v, struct fonts *fonts,
                          struct diags *d) {
    for (size_t i = 0; i < v->nfamilies; i++) {
        const struct look_family *f = &v->families[i];
        bool missing = false;
        if (f->name.n == 0) {
            s->family[FONT_SERIF] = s->family[f->cls];
            return;
        }
        if (fonts_find(fonts, f->name, FONT_REGULAR, s->sizes[STEP_NORMAL].size, &missing)) {
            s->family[FONT_SERIF] = f->name;
            return;
        }
    }
    struct diag *g = diag_add(d, DIAG_FONT_NOT_FOUND, v->span, "none of these fonts is installed");
    diag_hint(d, g, "end the list in `serif`, `sans-serif` or `monospace`");
}

void style_look_family(struct page_style *s, const struct looks *l, struct fonts *fonts,
                       struct diags *d) {
    struct root_looks r = root_looks(l);
    const struct look_value *v =
        r.body.v[LOOK_FONT_FAMILY] ? r.body.v[LOOK_FONT_FAMILY] : r.html.v[LOOK_FONT_FAMILY];
    if (v && v->kind == LOOK_FAMILIES) {
        choose_family(s, v, fonts, d);
    }
}

void style_look_colour(struct page_style *s, const struct looks *l) {
    struct root_looks r = root_looks(l);
    const struct look_value *v = r.body.v[LOOK_COLOR] ? r.body.v[LOOK_COLOR] : r.html.v[LOOK_COLOR];
    if (v && v->kind == LOOK_COLOUR) {
        s->text_colour = v->colour;
    }
}

void style_look_columns(struct page_style *s, const struct looks *l) {
    struct root_looks r = root_looks(l);
    const struct look_value *v = r.body.v[LOOK_COLUMN_COUNT];
    struct look_base base = {s->em, s->root_size, s->ex, s->paper_w};
    if (v && v->kind == LOOK_NUMBER && v->micro >= 2 * (int64_t)CSS_MICRO) {
        s->columns = 2;
        (void)look_length(r.body.v[LOOK_COLUMN_GAP], &base, &s->column_sep);
    }
}

void style_look_running(struct page_style *s, const struct looks *l) {
    const struct look_margin_box *all = l->page.boxes;
    const struct look_margin_box *first = l->page.first;
    for (size_t i = 0; i < BOX_COUNT; i++) {
        bool head = i < BOX_BOTTOM_LEFT;
        size_t place = i % RUN_COUNT;
        struct running *r = &s->running[RUNNING_PAGES];
        struct str *to = head ? &r->head.part[place] : &r->foot.part[place];
        const struct look **look = head ? &s->head_look[place] : &s->foot_look[place];
        if (all[i].set) {
            *to = all[i].text;
            *look = &all[i].look;
        }
        s->first_differs = s->first_differs || first[i].set;
    }
    s->running[RUNNING_FIRST] = s->running[RUNNING_PAGES];
    for (size_t i = 0; i < BOX_COUNT; i++) {
        struct running *r = &s->running[RUNNING_FIRST];
        if (first[i].set) {
            *(i < BOX_BOTTOM_LEFT ? &r->head.part[i] : &r->foot.part[i % RUN_COUNT]) =
                first[i].text;
        }
    }
}
