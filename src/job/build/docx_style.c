/* SPDX-License-Identifier: MIT */
/*
 * The styles and the page of a Word file. They follow the front matter and the style sheets of the
 * document, in the same way as in the PDF. An element of each kind is looked up as in a page of
 * HTML. Properties that no style sheet sets are those of LaTeX's article class.
 */
#include "job/build/files.h"

#include "print/layout/style/style_look.h"
#include "write/docx/docx.h"

enum { SIDES = 3, MOST_TWIPS = 31680 /* 22 inches, the limit of Word */ };

/** Returns a length in twips, at most MOST_TWIPS. */
static int twips(sp v) {
    int64_t t = ((int64_t)v * 1440 * 100 + (int64_t)SP_PT * 7227 / 2) / ((int64_t)SP_PT * 7227);
    return t > MOST_TWIPS ? MOST_TWIPS : t < -MOST_TWIPS ? -MOST_TWIPS : (int)t;
}

static int half_points(sp v) {
    return (twips(v) + 5) / 10;
}

/* ---- the page ---- */

static void set_line(struct str out[SIDES], const struct running_line *line) {
    for (int i = 0; i < SIDES; i++) {
        struct str s = line->part[i];
        out[i] = s.n && s.p[0] == RUNNING_LITERAL ? str_from(s, 1) : s;
    }
}

static void set_page(struct docx_page *p, const struct page_style *s) {
    static const enum running_kind kinds[] = {RUNNING_PAGES, RUNNING_EVEN, RUNNING_FIRST};
    *p = (struct docx_page){.width = twips(s->paper_w),
                            .height = twips(s->paper_h),
                            .left = twips(s->left),
                            .right = twips(s->paper_w - s->left - s->text_w),
                            .top = twips(s->top),
                            .bottom = twips(s->paper_h - s->top - s->text_h),
                            .columns = s->columns,
                            .column_sep = twips(s->column_sep),
                            .line_numbers = s->line_numbers,
                            .two_sided = s->two_sided,
                            .first = s->heads.first_differs,
                            .even = s->heads.even_differs};
    for (int i = 0; i < SIDES; i++) {
        set_line(p->head[i], &s->running[kinds[i]].head);
        set_line(p->foot[i], &s->running[kinds[i]].foot);
    }
    /* Word has no special header for documents of one page, so it becomes that of the first page */
    if (s->only) {
        p->first = true;
        set_line(p->head[SIDES - 1], &s->only->head);
        set_line(p->foot[SIDES - 1], &s->only->foot);
    }
}

/* ---- the styles ---- */

/** The HTML element that has the look of a style. Its parent is the element `around`, or <body>. */
struct style_element {
    enum docx_style style;
    const char *around, *around_class, *type, *cls;
};

static const struct style_element ELEMENTS[] = {
    {DOCX_BODY, NULL, NULL, "p", NULL},
    {DOCX_TITLE, "header", NULL, "h1", "title"},
    {DOCX_SUBTITLE, "header", NULL, "p", "subtitle"},
    {DOCX_AUTHOR, "header", NULL, "p", "author"},
    {DOCX_AFFILIATION, "header", NULL, "p", "affiliation"},
    {DOCX_DATE, "header", NULL, "p", "date"},
    {DOCX_ABSTRACT_TITLE, "div", "abstract", "p", "abstract-title"},
    {DOCX_ABSTRACT, "div", "abstract", "p", NULL},
    {DOCX_QUOTE, NULL, NULL, "blockquote", NULL},
    {DOCX_CODE, NULL, NULL, "pre", NULL},
    {DOCX_VERBATIM, "p", NULL, "code", NULL},
    {DOCX_LINK, "p", NULL, "a", NULL},
    {DOCX_CAPTION, "figure", NULL, "figcaption", NULL},
    {DOCX_BIBLIOGRAPHY, "div", "references", "div", "csl-entry"},
    {DOCX_TERM, "dl", NULL, "dt", NULL},
    {DOCX_DEFINITION, "dl", NULL, "dd", NULL},
};

/** The data from which looks are made. */
struct docx_looks {
    const struct looks *sheets;
    const struct page_style *style;
    struct fonts *fonts;
    sp body;
};

static uint32_t rgb_of(uint32_t r, uint32_t g, uint32_t b) {
    return r << 16 | g << 8 | b;
}

static bool is_word(const struct look_value *v, enum look_word word) {
    return v && v->kind == LOOK_WORD && v->word == word;
}

static void set_flag(struct docx_look *l, unsigned flag, const struct look_value *v, bool on) {
    if (v && v->kind != LOOK_INHERIT) {
        l->flags = on ? l->flags | flag : l->flags & ~flag;
    }
}

/** Returns the name of a font family for Word. Few computers with Word have Latin Modern, so Word's
 * own fonts are used instead. */
static struct str family_name(struct str family, bool mono) {
    bool own = str_starts(family, STR("Latin Modern")) || str_starts(family, STR("lm"));
    mono =
        mono || str_starts(family, STR("Latin Modern Mono")) || str_starts(family, STR("lmmono"));
    return !own && family.n ? family : mono ? STR("Courier New") : STR_EMPTY;
}

static void set_text(const struct docx_looks *d, struct docx_look *l, const struct look *look) {
    const struct look_value *weight = look->v[LOOK_FONT_WEIGHT], *size = look->v[LOOK_FONT_SIZE];
    const struct look_value *families = look->v[LOOK_FONT_FAMILY], *colour = look->v[LOOK_COLOR];
    struct look_base base = look_base_of(d->body, d->style->root_size, d->body);
    sp length = 0;
    set_flag(l, DOCX_BOLD, weight,
             is_word(weight, WORD_BOLD) || (weight && weight->kind == LOOK_NUMBER &&
                                            weight->micro >= (int64_t)600 * CSS_MICRO));
    set_flag(l, DOCX_ITALIC, look->v[LOOK_FONT_STYLE],
             is_word(look->v[LOOK_FONT_STYLE], WORD_ITALIC));
    set_flag(l, DOCX_SMALL_CAPS, look->v[LOOK_FONT_CAPS],
             is_word(look->v[LOOK_FONT_CAPS], WORD_SMALL_CAPS));
    set_flag(l, DOCX_CAPITALS, look->v[LOOK_TEXT_TRANSFORM],
             is_word(look->v[LOOK_TEXT_TRANSFORM], WORD_UPPERCASE));
    if (size && size->kind == LOOK_WORD && size->word >= WORD_STEP) {
        l->size = half_points(d->style->sizes[size->word - WORD_STEP].size);
    } else if (look_length(size, &base, &length) && length > 0) {
        l->size = half_points(length);
    }
    if (families && families->kind == LOOK_FAMILIES) {
        const struct look_family *f = look_family(families, d->fonts, d->body);
        if (f) {
            l->font =
                family_name(f->name.n ? f->name : d->style->family[f->cls], f->cls == FONT_MONO);
        }
    }
    if (colour && colour->kind == LOOK_COLOUR) {
        l->coloured = true;
        l->rgb = rgb_of(colour->colour.r, colour->colour.g, colour->colour.b);
    }
}

/** Sets a length of a paragraph if a style sheet sets it. */
static void set_length(const struct docx_looks *d, const struct docx_look *l,
                       const struct look_value *v, int *out) {
    sp em = sp_scale(d->body, l->size, half_points(d->body) > 0 ? half_points(d->body) : 1);
    struct look_base base = look_base_of(em, d->style->root_size, d->style->text_w);
    sp length = 0;
    if (look_length(v, &base, &length)) {
        *out = twips(length);
    }
}

static void set_align(struct docx_look *l, const struct look *look) {
    static const struct {
        enum look_word word;
        enum docx_align align;
    } aligns[] = {{WORD_LEFT, DOCX_LEFT}, {WORD_START, DOCX_LEFT},    {WORD_RIGHT, DOCX_RIGHT},
                  {WORD_END, DOCX_RIGHT}, {WORD_CENTER, DOCX_CENTER}, {WORD_JUSTIFY, DOCX_JUSTIFY}};
    for (size_t i = 0; i < ARRAY_LEN(aligns); i++) {
        if (is_word(look->v[LOOK_TEXT_ALIGN], aligns[i].word)) {
            l->align = aligns[i].align;
        }
    }
}

static void set_paragraph(const struct docx_looks *d, struct docx_look *l,
                          const struct look *look) {
    set_length(d, l, look->v[LOOK_MARGIN_TOP], &l->before);
    set_length(d, l, look->v[LOOK_MARGIN_BOTTOM], &l->after);
    set_length(d, l, look->v[LOOK_MARGIN_LEFT], &l->left);
    set_length(d, l, look->v[LOOK_TEXT_INDENT], &l->first);
    l->before = l->before < 0 ? 0 : l->before;
    l->after = l->after < 0 ? 0 : l->after;
}

/** Sets the line under a paragraph if a style sheet sets it. */
static void set_rule(const struct docx_looks *d, struct docx_look *l, const struct look *look) {
    const struct look_value *style = look->v[LOOK_BORDER_BOTTOM_STYLE];
    const struct look_value *colour = look->v[LOOK_BORDER_BOTTOM_COLOR];
    int width = 0;
    set_length(d, l, look->v[LOOK_BORDER_BOTTOM_WIDTH], &width);
    if (style && !is_word(style, WORD_NONE) && width > 0) {
        l->rule = width * 8 / 20 > 2 ? width * 8 / 20 : 2;
        l->rule_rgb = l->rgb;
        if (colour && colour->kind == LOOK_COLOUR) {
            l->rule_rgb = rgb_of(colour->colour.r, colour->colour.g, colour->colour.b);
        }
    }
}

static void set_look(const struct docx_looks *d, const struct style_element *e,
                     struct docx_look *l) {
    struct str classes[2] = {str_of(e->around_class ? e->around_class : ""),
                             str_of(e->cls ? e->cls : "")};
    struct css_element html = {.type = STR("html"), .first = true, .last = true, .index = 1};
    struct css_element body = {
        .type = STR("body"), .first = true, .last = true, .index = 1, .parent = &html};
    struct css_element around = {.type = str_of(e->around ? e->around : ""),
                                 .classes = classes,
                                 .nclasses = e->around_class != NULL,
                                 .index = 2,
                                 .parent = &body};
    if (e->around && str_is(around.type, "header")) {
        around.id = STR("title-block-header");
    }
    struct css_element own = {.type = str_of(e->type),
                              .classes = classes + 1,
                              .nclasses = e->cls != NULL,
                              .index = 2,
                              .parent = e->around ? &around : &body};
    struct look outer = d->sheets->body, look;
    const struct look_vars *vars = NULL;
    struct look_query q = {.e = &html};
    look_find(d->sheets, &q, &outer, &vars);
    q = (struct look_query){.e = &body, .vars = vars, .outer = &outer};
    struct look in_body;
    look_find(d->sheets, &q, &in_body, &vars);
    if (e->around) {
        struct look in_around;
        q = (struct look_query){.e = &around, .vars = vars, .outer = &in_body};
        look_find(d->sheets, &q, &in_around, &vars);
        in_body = in_around;
        set_text(d, l, &in_around); /* the element inherits these values */
        set_align(l, &in_around);
    }
    q = (struct look_query){.e = &own, .vars = vars, .outer = &in_body};
    look_find(d->sheets, &q, &look, &vars);
    set_text(d, l, &look);
    set_align(l, &look);
    set_paragraph(d, l, &look);
    set_rule(d, l, &look);
}

/** Sets the looks of headings. A page has its title as <h1>, and skips no level below it. The first
 * heading of a level decides which element of HTML gives the look of this level. */
static void set_headings(const struct docx_looks *d, const struct doc *doc,
                         struct docx_look *looks) {
    enum { LEVELS = DOCX_HEADING6 - DOCX_HEADING1 + 1 };
    int stack[LEVELS], tags[LEVELS] = {0}, n = 0, base = doc->meta.title ? 1 : 0;
    struct doc_walk walk = doc_walk_start(doc->root);
    while (doc_has_kind(doc, DOC_HEADING) && doc_walk_next(&walk)) {
        int level = walk.node->kind == DOC_HEADING ? walk.node->u.heading.level : 0;
        if (!walk.enter || level < 1 || level > LEVELS) {
            continue;
        }
        while (n > 0 && stack[n - 1] >= level) {
            n--;
        }
        stack[n++] = level;
        tags[level - 1] = tags[level - 1] ? tags[level - 1] : n + base;
    }
    for (int i = 0; i < LEVELS; i++) {
        int tag = tags[i] ? tags[i] : i + 1 + base;
        char type[] = {'h', (char)('0' + (tag < LEVELS ? tag : LEVELS)), '\0'};
        struct style_element e = {(enum docx_style)(DOCX_HEADING1 + i), NULL, NULL, type, NULL};
        set_look(d, &e, &looks[e.style]);
    }
}

/** Sets the properties that the front matter and style sheets set for the whole text. */
static void set_whole(const struct page_style *s, struct docx_look *looks) {
    struct docx_look *text = &looks[DOCX_NORMAL], *body = &looks[DOCX_BODY];
    sp size = s->sizes[STEP_NORMAL].size, leading = s->sizes[STEP_NORMAL].leading;
    text->font = family_name(s->family[FONT_SERIF], false);
    /* single line spacing of Word's fonts is about 1.15 times their size */
    text->line = size > 0 ? (int)((int64_t)leading * 240 * 100 / ((int64_t)size * 115)) : 0;
    text->line = text->line > 200 && text->line < 250 ? 0 : text->line;
    if (s->text_colour.r || s->text_colour.g || s->text_colour.b) {
        text->coloured = true;
        text->rgb = rgb_of(s->text_colour.r, s->text_colour.g, s->text_colour.b);
    }
    body->align = s->ragged_right ? DOCX_LEFT : DOCX_JUSTIFY;
    body->first = s->indent ? twips(s->par_indent) : 0;
    body->after = twips(s->par_skip.size);
    looks[DOCX_FIRST].after = body->after;
    looks[DOCX_CODE].font = looks[DOCX_VERBATIM].font = family_name(s->family[FONT_MONO], true);
    if (s->links.coloured) {
        struct page_colour c = s->links.url;
        looks[DOCX_LINK].coloured = true;
        looks[DOCX_LINK].rgb = rgb_of(c.r, c.g, c.b);
    }
}

void build_docx_style(struct build_run *b, const struct doc *doc, struct docx_page *page,
                      struct docx_look *looks) {
    /* diagnostics are removed at the end: the PDF reports what is missing in style sheets and the
     * front matter */
    struct diags_mark before = diags_mark(b->d);
    struct page_style style;
    struct looks *sheets = looks_read(b->arena, b->sheets, b->nsheets, doc->meta.lang, NULL, b->d);
    style_read(b->arena, &style, doc, b->opt->fonts, sheets, b->d);
    set_page(page, &style);
    sp body = style.sizes[STEP_NORMAL].size;
    for (int i = 0; i < DOCX_STYLES; i++) {
        looks[i] = docx_usual_look((enum docx_style)i, half_points(body));
    }
    set_whole(&style, looks);
    struct docx_looks d = {.sheets = sheets, .style = &style, .fonts = b->opt->fonts, .body = body};
    for (size_t i = 0; i < ARRAY_LEN(ELEMENTS) && sheets; i++) {
        set_look(&d, &ELEMENTS[i], &looks[ELEMENTS[i].style]);
    }
    if (sheets) {
        set_headings(&d, doc, looks);
    }
    diags_rollback(b->d, before);
}
