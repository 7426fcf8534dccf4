/* SPDX-License-Identifier: MIT */
/*
 * Generated content: ::before and ::after, with the counters, quotation marks and named strings
 * that they consist of (CSS Generated Content 3, CSS Lists 3). Its text is part of its element and
 * is read aloud, unless the sheet gives an alternative text.
 */
#include "print/layout/set/setter.h"

#include "core/base/search.h"
#include "core/base/vec.h"

DIAG_USE(DIAG_CSS_UNSUPPORTED);

/* ---- counters ---- */

static bool is_within(const struct css_element *e, const struct css_element *around) {
    while (e && e != around) {
        e = e->parent;
    }
    return e == around;
}

/** Removes counters whose scope has ended. The next elements are kids of `around`. */
static void drop_counters(struct setter *s, const struct css_element *around) {
    while (s->content.counters.n > 0 && !is_within(around, vec_last(&s->content.counters).around)) {
        s->content.counters.n--;
    }
}

static struct set_counter *find_counter(struct setter *s, struct str name) {
    for (size_t i = s->content.counters.n; i-- > 0;) {
        if (str_eq(s->content.counters.p[i].name, name)) {
            return &s->content.counters.p[i];
        }
    }
    return NULL;
}

static struct set_counter *new_counter(struct setter *s, struct str name, int value,
                                       const struct css_element *around) {
    vec_push(&s->content.counters, (struct set_counter){name, value, around});
    return &vec_last(&s->content.counters);
}

static int bounded(int64_t v) {
    return v > 1000000000 ? 1000000000 : v < -1000000000 ? -1000000000 : (int)v;
}

/** Applies the counter properties of a style to an element whose parent is `around`. */
static void count(struct setter *s, const struct look *look, const struct css_element *around) {
    const struct look_value *reset = look->v[LOOK_COUNTER_RESET];
    const struct look_value *more = look->v[LOOK_COUNTER_INCREMENT];
    const struct look_value *set = look->v[LOOK_COUNTER_SET];
    drop_counters(s, around);
    for (size_t i = 0; reset && i < reset->ncounts; i++) {
        /* the page counter belongs to the next page (CSS Paged Media) */
        if (str_is(reset->counts[i].name, "page")) {
            int number = reset->counts[i].value;
            galley_turn(s->now.g, &(struct v_turn){.restart = number > 0 ? number : 1});
            continue;
        }
        struct set_counter *c = find_counter(s, reset->counts[i].name);
        if (c && c->around == around) { /* the counter of a sibling is used again */
            c->value = reset->counts[i].value;
        } else {
            (void)new_counter(s, reset->counts[i].name, reset->counts[i].value, around);
        }
    }
    for (size_t i = 0; more && i < more->ncounts; i++) {
        struct set_counter *c = find_counter(s, more->counts[i].name);
        c = c ? c : new_counter(s, more->counts[i].name, 0, around);
        c->value = bounded((int64_t)c->value + more->counts[i].value);
    }
    for (size_t i = 0; set && i < set->ncounts; i++) {
        struct set_counter *c = find_counter(s, set->counts[i].name);
        c = c ? c : new_counter(s, set->counts[i].name, 0, around);
        c->value = set->counts[i].value;
    }
}

void set_counter_text(struct buf *out, int64_t value, enum look_word style) {
    static const struct {
        enum look_word word;
        enum doc_list_style style;
    } STYLES[] = {{WORD_LOWER_ALPHA, DOC_LOWER_ALPHA},
                  {WORD_UPPER_ALPHA, DOC_UPPER_ALPHA},
                  {WORD_LOWER_ROMAN, DOC_LOWER_ROMAN},
                  {WORD_UPPER_ROMAN, DOC_UPPER_ROMAN}};
    static const char *const BULLETS[] = {"\u2022", "\u25E6", "\u25AA"};
    if (style == WORD_NONE) {
        return;
    }
    if (style >= WORD_DISC && style <= WORD_SQUARE) {
        buf_puts(out, BULLETS[style - WORD_DISC]);
        return;
    }
    for (size_t i = 0; i < ARRAY_LEN(STYLES); i++) {
        if (style == STYLES[i].word && value > 0 && value < 4000) {
            doc_list_number(out, STYLES[i].style, (int)value);
            return;
        }
    }
    buf_printf(out, "%lld", (long long)value);
}

/* ---- pieces ---- */

static struct str quote_of(const struct element *e, struct str lang, int depth, bool close) {
    const struct look_contents *own = e->quotes;
    size_t pairs = own ? own->n / 2 : 2;
    size_t pair = (size_t)depth < pairs ? (size_t)depth : pairs - (pairs > 0);
    if (own && own->none) {
        return STR_EMPTY;
    }
    if (own && pairs > 0) {
        return own->pieces[2 * pair + close].text;
    }
    struct doc_quotes marks = doc_quotes_of(lang);
    pair = pair > 1 ? 1 : pair;
    return close ? marks.close[pair] : marks.open[pair];
}

/** The number of the list item that contains the element, or that is the element. */
static int64_t item_number(const struct element *e) {
    for (; e; e = (const struct element *)e->css.parent) {
        if (e->node && e->node->kind == DOC_ITEM) {
            bool bullet = e->node->parent->u.list.style == DOC_BULLET;
            return bullet ? (int64_t)e->css.index : e->node->u.item.number;
        }
    }
    return 0;
}

static void put_counter(struct setter *s, const struct look_piece *p, const struct element *e,
                        struct buf *out) {
    const struct set_counter *c = find_counter(s, p->text);
    if (!c && str_is(p->text, "list-item")) {
        set_counter_text(out, item_number(e), p->style);
        return;
    }
    bool first = true;
    if (!c && (str_is(p->text, "page") || str_is(p->text, "pages"))) {
        return; /* the counter is unknown, which is reported elsewhere */
    }
    for (size_t i = 0; i < s->content.counters.n && p->kind == PIECE_COUNTERS; i++) {
        if (str_eq(s->content.counters.p[i].name, p->text)) {
            buf_str(out, first ? STR_EMPTY : p->between);
            set_counter_text(out, s->content.counters.p[i].value, p->style);
            first = false;
        }
    }
    if (p->kind == PIECE_COUNTER || first) {
        set_counter_text(out, c ? c->value : 0, p->style);
    }
}

static void put_attr(const struct look_piece *p, const struct element *e, struct buf *out) {
    char classes[CSS_CLASS_TEXT];
    struct str value;
    buf_str(out, css_attr_text(&e->css, p->text, classes, &value) ? value : p->between);
}

/** Appends the text of a piece of content for an element. */
static void put_piece(struct setter *s, const struct look_piece *p, const struct element *e,
                      struct str lang, struct buf *out) {
    switch (p->kind) {
    case PIECE_TEXT:
        buf_str(out, p->text);
        break;
    case PIECE_ATTR:
        put_attr(p, e, out);
        break;
    case PIECE_COUNTER:
    case PIECE_COUNTERS:
        put_counter(s, p, e, out);
        break;
    case PIECE_OF_ELEMENT:
        buf_str(out, e->node ? str_trim(doc_plain(s->arena, e->node)) : STR_EMPTY);
        break;
    case PIECE_OPEN_QUOTE:
        buf_str(out, quote_of(e, lang, s->now.quotes++, false));
        break;
    case PIECE_CLOSE_QUOTE:
        s->now.quotes -= s->now.quotes > 0;
        buf_str(out, quote_of(e, lang, s->now.quotes, true));
        break;
    case PIECE_NO_OPEN_QUOTE:
        s->now.quotes++;
        break;
    case PIECE_NO_CLOSE_QUOTE:
        s->now.quotes -= s->now.quotes > 0;
        break;
    case PIECE_STRING:
    case PIECE_IMAGE:
        break;
    }
}

/* ---- named strings ---- */

/** Applies `string-set` at the place of the element. */
static void set_strings(struct setter *s, const struct look_value *v, const struct element *e) {
    for (size_t i = 0; i < v->nnamed; i++) {
        const struct look_contents *c = v->named[i].contents;
        struct buf b;
        buf_init(&b, 4096);
        for (size_t k = 0; k < c->n; k++) {
            put_piece(s, &c->pieces[k], e, s->style->lang, &b);
        }
        struct named_string named = {.name = v->named[i].name, .text = buf_finish(&b, s->arena)};
        named.dest = arena_printf(s->arena, "%cstring-%zu", HIDDEN_DEST, s->content.strings.n);
        set_wait_dest(s, named.dest);
        vec_push(&s->content.strings, named);
    }
}

/** The values of one named string in the order of the text, with their pages. */
struct string_row {
    struct str *texts;
    int *pages;
    size_t n;
};

/** Makes a row for each name, with room for its values. */
static void make_rows(struct setter *s) {
    for (size_t i = 0; i < s->content.strings.n; i++) {
        struct string_row *row = map_lookup(&s->content.string_rows, s->content.strings.p[i].name);
        if (!row) {
            row = ARENA_NEW(s->arena, struct string_row);
            (void)map_put(&s->content.string_rows, s->content.strings.p[i].name, row);
        }
        row->n++;
    }
    for (size_t i = 0; i < s->content.string_rows.n; i++) {
        struct string_row *row = s->content.string_rows.entries[i].value;
        row->texts = ARENA_ARRAY(s->arena, struct str, row->n);
        row->pages = ARENA_ARRAY(s->arena, int, row->n);
        row->n = 0;
    }
}

/** Fills the rows when all pages are known. If the place of a value is on no page, it gets the page
 * of the previous value. */
static void place_strings(struct setter *s) {
    make_rows(s);
    for (size_t i = 0; i < s->content.strings.n; i++) {
        const struct named_string *named = &s->content.strings.p[i];
        struct string_row *row = map_lookup(&s->content.string_rows, named->name);
        const int *at = map_lookup(&s->shipped.dests, named->dest);
        int least = row->n > 0 ? row->pages[row->n - 1] : 0;
        row->pages[row->n] = at && *at > least ? *at : least;
        row->texts[row->n++] = named->text;
    }
}

bool set_string_on(struct setter *s, struct str name, enum look_word which, int page,
                   struct str *out) {
    if (s->content.strings.n > 0 && s->content.string_rows.n == 0) {
        place_strings(s);
    }
    const struct string_row *row = map_lookup(&s->content.string_rows, name);
    size_t from, to;
    *out = STR_EMPTY;
    if (!row) {
        return false;
    }
    SEARCH_FIRST(from, 0, row->n, row->pages[from] >= page);
    SEARCH_FIRST(to, from, row->n, row->pages[to] > page);
    bool here = to > from;
    size_t behind = !here || which == WORD_LEFT ? from : which == WORD_RIGHT ? to : from + 1;
    if (behind > 0 && !(here && which == WORD_CENTER)) {
        *out = row->texts[behind - 1];
    }
    return true;
}

/* ---- elements ---- */

void set_element_counts(struct setter *s, struct element *e, const struct look *look) {
    const struct element *around = (const struct element *)e->css.parent;
    e->quotes = look->v[LOOK_QUOTES] ? look->v[LOOK_QUOTES]->contents
                : around             ? around->quotes
                                     : NULL;
    if (s->now.peeking || (s->now.lifted && e->node == s->now.lifted)) {
        return; /* an element may be entered several times, but its counters count once */
    }
    if (look->v[LOOK_COUNTER_RESET] || look->v[LOOK_COUNTER_INCREMENT] ||
        look->v[LOOK_COUNTER_SET]) {
        count(s, look, e->css.parent);
    }
    if (look->v[LOOK_STRING_SET] && look->v[LOOK_STRING_SET]->kind == LOOK_STRINGS) {
        set_strings(s, look->v[LOOK_STRING_SET], e);
    }
}

/** An image of a sheet is decorative unless the sheet gives an alternative text. */
void set_content_image(struct setter *s, struct inline_builder *b, const struct look_contents *c,
                       const struct look_piece *p, const struct ink *ink) {
    struct doc_node *n = ARENA_NEW(s->arena, struct doc_node);
    struct doc_attr *attr = ARENA_NEW(s->arena, struct doc_attr);
    struct doc_pair *pair = ARENA_NEW(s->arena, struct doc_pair);
    *pair = (struct doc_pair){.key = STR("alt"), .value = c->alt.n > 0 ? c->alt : STR("")};
    *attr = (struct doc_attr){.pairs = pair, .npairs = 1};
    n->kind = DOC_IMAGE;
    n->span = p->at;
    n->attr = attr;
    n->u.link.url = p->text;
    set_image(s, b, n, ink);
}

/** The ink of content that has an alternative text, or that is not read aloud. */
static struct ink silent_ink(struct setter *s, const struct look_contents *c,
                             const struct ink *ink) {
    struct ink out = *ink;
    if (c->silent) {
        out.tag.elem = c->alt.n > 0 ? set_elem_new(s, ink->tag.elem, ROLE_SPAN) : NULL;
    }
    if (out.tag.elem && c->silent) {
        page_elem_words(s->pages, out.tag.elem)->alt = c->alt;
    }
    return out;
}

void set_content_text(struct setter *s, struct inline_builder *b, struct str text,
                      const struct ink *ink) {
    while (text.p && text.n > 0) { /* `\A` in a string ends a line */
        size_t before = text.n;
        struct str line = str_cut(&text, '\n');
        set_text(s, b, line, ink);
        if (line.n < before) {
            inline_newline(b);
        }
    }
}

static void put_text(struct setter *s, struct inline_builder *b, struct buf *text,
                     const struct ink *ink) {
    set_content_text(s, b, buf_keep(text, s->arena), ink);
    buf_clear(text);
}

static void put_contents(struct setter *s, struct inline_builder *b, const struct look_contents *c,
                         const struct ink *ink) {
    struct buf text = BUF_INIT;
    struct ink own = silent_ink(s, c, ink);
    for (size_t i = 0; i < c->n; i++) {
        if (c->pieces[i].kind == PIECE_IMAGE) {
            put_text(s, b, &text, &own);
            set_content_image(s, b, c, &c->pieces[i], ink);
        } else {
            put_piece(s, &c->pieces[i], ink->element, ink->lang, &text);
        }
    }
    put_text(s, b, &text, &own);
    buf_drop(&text);
}

/** Reports content that depends on page numbers, which are not known here. */
static void report_pages(struct setter *s, const struct look_value *v) {
    for (size_t i = 0; i < v->contents->n; i++) {
        const struct look_piece *p = &v->contents->pieces[i];
        bool page =
            p->kind == PIECE_COUNTER && (str_is(p->text, "page") || str_is(p->text, "pages"));
        if ((page || p->kind == PIECE_STRING) && set_first_report(s, v)) {
            struct diag *g =
                diag_add(s->d, DIAG_CSS_UNSUPPORTED, v->span,
                         "`%.*s` is only known in the margins of pages", STR_ARG(p->text));
            diag_hint(s->d, g, "put it into a box of `@page`");
        }
    }
}

bool set_part_begin(struct setter *s, enum css_part part, struct ink *ink, struct look *look) {
    if (!s->looks || !s->looks->generates || !ink->element) {
        return false;
    }
    set_enter_part(s, part, ink, look);
    const struct look_value *v = look->v[LOOK_CONTENT];
    if (!v || v->kind != LOOK_CONTENTS || v->contents->none ||
        (look->v[LOOK_DISPLAY] && look->v[LOOK_DISPLAY]->word == WORD_NONE)) {
        return false;
    }
    if (look->v[LOOK_COUNTER_RESET] || look->v[LOOK_COUNTER_INCREMENT] ||
        look->v[LOOK_COUNTER_SET]) {
        count(s, look, &ink->element->css);
    }
    report_pages(s, v);
    return true;
}

void set_part_contents(struct setter *s, struct inline_builder *b, const struct look *look,
                       const struct ink *ink) {
    put_contents(s, b, look->v[LOOK_CONTENT]->contents, ink);
}

/** Reports properties that would make a box of content, because content inside a line is text
 * only. */
static void report_box(struct setter *s, const struct look *look, bool block) {
    static const enum look_prop NEVER[] = {LOOK_WIDTH, LOOK_HEIGHT, LOOK_FLOAT, LOOK_POSITION};
    static const enum look_prop LINES[] = {LOOK_BORDER_TOP_STYLE, LOOK_BORDER_BOTTOM_STYLE,
                                           LOOK_BORDER_LEFT_STYLE, LOOK_BACKGROUND};
    const struct look_value *v = NULL;
    for (size_t i = 0; i < ARRAY_LEN(NEVER); i++) {
        const struct look_value *of = look->v[NEVER[i]];
        bool plain = of && of->kind == LOOK_WORD &&
                     (of->word == WORD_AUTO || of->word == WORD_NONE || of->word == WORD_STATIC ||
                      of->word == WORD_RELATIVE);
        v = of && !plain ? of : v;
    }
    for (size_t i = 0; i < ARRAY_LEN(LINES) && block; i++) {
        const struct look_value *of = look->v[LINES[i]];
        v = of && !look_is(of, WORD_NONE) ? of : v;
    }
    if (v && v->span.src && set_first_report(s, v)) {
        struct diag *g = diag_add(s->d, DIAG_CSS_UNSUPPORTED, v->span,
                                  "in the PDF, content generated in a line is text without a box");
        diag_hint(s->d, g, "give the box to the element, or put `::before` on a division");
    }
}

/** Adds the content of ::before or ::after of `ink->element`. */
static void set_generated(struct setter *s, struct inline_builder *b, enum css_part part,
                          const struct ink *ink) {
    struct look look;
    struct ink own = *ink;
    if (!set_part_begin(s, part, &own, &look)) {
        return;
    }
    bool block = look.v[LOOK_DISPLAY] && look.v[LOOK_DISPLAY]->word == WORD_BLOCK;
    report_box(s, &look, block);
    if (block && part == CSS_AFTER) {
        inline_newline(b);
    }
    set_box_text_begin(s, b, &own, ink);
    set_part_contents(s, b, &look, &own);
    set_box_text_end(s, b, &own, ink);
    if (block && part == CSS_BEFORE) {
        inline_newline(b);
    }
}

/** Whether the inlines of `parent` belong to an element: `parent` is the element's own node, or a
 * DOC_PLAIN at the beginning or end of that node. */
static bool is_of(struct element *e, const struct doc_node *parent, enum css_part part) {
    /* the element of the title has no node yet: the next inlines belong to it */
    e->node = e->node ? e->node : parent;
    if (e->node == parent) {
        return true;
    }
    return parent->kind == DOC_PLAIN && e->node && e->node == parent->parent &&
           (part == CSS_BEFORE ? !parent->prev : !parent->next);
}

void set_generated_around(struct setter *s, struct inline_builder *b, enum css_part part,
                          const struct doc_node *parent, const struct ink *ink) {
    if (s->looks && s->looks->generates && ink->element && is_of(ink->element, parent, part)) {
        set_generated(s, b, part, ink);
    }
}

void set_generated_block(struct setter *s, enum css_part part, const struct doc_node *first,
                         const struct frame *f) {
    const struct element *e = f->ink.element;
    if (!s->looks || !s->looks->generates || !e || !e->node || e->node->first != first) {
        return;
    }
    const struct doc_node *edge = part == CSS_BEFORE ? e->node->first : e->node->last;
    if (edge && (edge->kind == DOC_PLAIN || doc_is_inline(edge->kind))) {
        return; /* set_generated_around() adds the content to the line of this node */
    }
    struct look look;
    struct frame in = *f;
    if (!set_part_begin(s, part, &in.ink, &look)) {
        return;
    }
    in.look = &look;
    in.outer_size = f->ink.size;
    set_look_text(s, &in);
    set_look_inset(s, &in, 0, 0);
    set_space_above(s, &in, in.tight ? (struct v_glue){0, 0, 0} : in.par_skip);
    struct inline_builder *b = inline_new(s->shaper);
    const struct v_panel *around = s->now.g->panel;
    in.ink.tag.elem = set_elem_new(s, in.elem, ROLE_P);
    set_part_contents(s, b, &look, &in.ink);
    if (!inline_is_empty(b)) {
        struct para_params params;
        set_frame_params(s, &in, &params);
        set_paragraph(s, b, &in, &params, in.align);
        set_report_missing(s, b, NULL);
    }
    inline_drop(b);
    set_box_end(s, around, &in);
    set_space_below(s, &in, (struct v_glue){0, 0, 0});
}

void set_refuse_parts(struct setter *s, const struct ink *ink) {
    for (enum css_part part = CSS_BEFORE; part <= CSS_AFTER; part++) {
        struct look look;
        struct ink own = *ink;
        if (s->looks && s->looks->generates && set_part_begin(s, part, &own, &look) &&
            set_first_report(s, look.v[LOOK_CONTENT])) {
            struct diag *g = diag_add(s->d, DIAG_CSS_UNSUPPORTED, look.v[LOOK_CONTENT]->span,
                                      "in the PDF `%.*s` has no content before or after it",
                                      STR_ARG(ink->element->css.type));
            diag_hint(s->d, g, "put it around a division: `::: name` has `::before`");
        }
    }
}

void set_page_name(struct setter *s, struct frame *f) {
    const struct look_value *v = f->look ? f->look->v[LOOK_PAGE] : NULL;
    if (!s->looks || !s->looks->names_pages || s->now.g != &s->body) {
        return;
    }
    f->page = v && v->kind == LOOK_TEXT && v->text.n > 0 ? v->text : f->page;
    if (!str_eq(f->page, s->now.page_name)) {
        struct v_turn turn = {.side = V_SIDE_ANY, .styles = true, .style = f->page};
        turn.side = s->body.rows.n > 0 ? V_SIDE_ANY : V_SIDE_NONE;
        galley_turn(s->now.g, &turn);
        s->now.page_name = f->page;
    }
}
