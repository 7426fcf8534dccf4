/* SPDX-License-Identifier: MIT */
/*
 * What style sheets say, put onto frames and inks: elements are made on the way through the
 * document, as its page has them, and each looks up what holds for it. Decides what is inherited.
 */
#include "layout/set/setter.h"

#include "layout/model/sp.h"

#define LEAST_SIZE PT(3)
#define MOST_SIZE PT(200)
#define MOST_FACTOR 10

/* ---- elements ---- */

static const struct element_name {
    const char *type, *own_class;
} NAMES[DOC_KIND_COUNT] = {
    [DOC_PARA] = {"p", ""},
    [DOC_QUOTE] = {"blockquote", ""},
    [DOC_CODE_BLOCK] = {"pre", ""},
    [DOC_LIST] = {"ul", ""},
    [DOC_ITEM] = {"li", ""},
    [DOC_DEF_LIST] = {"dl", ""},
    [DOC_DEF_TERM] = {"dt", ""},
    [DOC_DEF_BODY] = {"dd", ""},
    [DOC_RULE] = {"hr", ""},
    [DOC_TABLE] = {"table", ""},
    [DOC_CAPTION] = {"caption", ""},
    [DOC_ROW] = {"tr", ""},
    [DOC_CELL] = {"td", ""},
    [DOC_DIV] = {"div", ""},
    [DOC_DETAILS] = {"details", ""},
    [DOC_SUMMARY] = {"summary", ""},
    [DOC_FIGURE] = {"figure", ""},
    [DOC_BIBLIOGRAPHY] = {"div", "references"},
    [DOC_BIB_ENTRY] = {"div", "csl-entry"},
    [DOC_EMPH] = {"em", ""},
    [DOC_STRONG] = {"strong", ""},
    [DOC_STRIKE] = {"del", ""},
    [DOC_UNDERLINE] = {"u", ""},
    [DOC_SUP] = {"sup", ""},
    [DOC_SUB] = {"sub", ""},
    [DOC_SMALL_CAPS] = {"span", "smallcaps"},
    [DOC_UPRIGHT] = {"span", "upright"},
    [DOC_CODE] = {"code", ""},
    [DOC_SPAN] = {"span", ""},
    [DOC_CITE] = {"span", "citation"},
    [DOC_IMAGE] = {"img", ""},
};

static const char *type_of(const struct doc_node *n) {
    if (n->kind == DOC_LIST && n->u.list.style != DOC_BULLET && n->u.list.style != DOC_UNMARKED) {
        return "ol";
    }
    if (n->kind == DOC_DIV && doc_has_class(n, "section")) {
        return "section";
    }
    if (n->kind == DOC_CAPTION && n->parent && n->parent->kind == DOC_FIGURE) {
        return "figcaption";
    }
    if (n->kind == DOC_CELL &&
        (n->u.cell.head || (n->parent && n->parent->kind == DOC_ROW && n->parent->u.row.head))) {
        return "th";
    }
    return NAMES[n->kind].type;
}

/** Attributes of the page's elements but class, id and lang: those that authors write, and where
 * links and images lead. */
static bool find_attr(const struct css_element *e, struct str name, struct str *value) {
    const struct doc_node *n = e->host;
    if (n->kind == DOC_LINK && str_is(name, "href")) {
        *value = n->u.link.url;
        return true;
    }
    if (n->kind == DOC_IMAGE && str_is(name, "src")) {
        *value = n->u.link.url;
        return true;
    }
    struct str bare = str_starts(name, STR("data-")) ? str_from(name, 5) : name;
    for (size_t i = 0; n->attr && i < n->attr->npairs; i++) {
        const struct doc_pair *p = &n->attr->pairs[i];
        if (str_ieq(p->key, name) || str_ieq(p->key, bare)) {
            *value = p->value;
            return true;
        }
    }
    return false;
}

/** Whether a node stands in the page as an element beside its siblings. */
static const char *sibling_type(const struct doc_node *n) {
    return n->kind == DOC_HEADING ? "h" : n->kind == DOC_LINK ? "a" : type_of(n);
}

/** Places that sheets ask for: among those of a type, and from the end. Counted from the element
 * before where it is known, so that siblings cost one look at each. */
static void count_siblings(struct element *e, const struct doc_node *n, unsigned asks) {
    const struct css_element *same = e->css.prev;
    while (same && !str_eq(same->type, e->css.type)) {
        same = same->prev;
    }
    e->css.of_type = same ? same->of_type + 1 : 1;
    bool known = e->css.prev && e->css.prev->behind > 0;
    bool known_type = same && same->behind_of_type > 0;
    e->css.behind = known ? e->css.prev->behind - 1 : 0;
    e->css.behind_of_type = known_type ? same->behind_of_type - 1 : 0;
    if (!n || !(asks & (CSS_ASKS_BEHIND | CSS_ASKS_BEHIND_TYPE)) || (known && known_type)) {
        return;
    }
    uint32_t behind = 0;
    uint32_t of_type = 0;
    for (const struct doc_node *k = n->next; k; k = k->next) {
        const char *type = sibling_type(k);
        behind += type != NULL;
        of_type += type && strcmp(type, sibling_type(n) ? sibling_type(n) : "") == 0;
    }
    e->css.behind = known ? e->css.behind : behind;
    e->css.behind_of_type = known_type ? e->css.behind_of_type : of_type;
}

static struct element *new_element(struct setter *s, struct element *parent, const char *type,
                                   const struct doc_node *n, const char *own_class) {
    struct element *e = ARENA_NEW(s->arena, struct element);
    e->node = n;
    e->css.type = str_of(type);
    e->css.own_class = str_of(own_class);
    if (str_is(e->css.type, "header")) {
        e->css.id = STR("title-block-header"); /* pandoc's, as the page has it */
    }
    e->css.last = !n || !n->next;
    if (n && n->attr) {
        e->css.id = n->attr->id;
        e->css.classes = n->attr->classes;
        e->css.nclasses = n->attr->nclasses;
        e->css.lang = doc_pair(n, "lang");
    }
    if (n) {
        e->css.host = n;
        e->css.attr = find_attr;
    }
    e->css.first = !parent || !parent->last_kid;
    e->css.index = 1;
    if (parent) {
        e->css.parent = &parent->css;
        e->css.prev = parent->last_kid ? &parent->last_kid->css : NULL;
        e->css.index = parent->last_kid ? parent->last_kid->css.index + 1 : 1;
        e->vars = parent->vars;
        parent->last_kid = e;
    }
    if (s->looks->asks) {
        e->css.empty = n && !n->first && n->kind != DOC_CODE && n->kind != DOC_CODE_BLOCK;
        count_siblings(e, n, s->looks->asks);
    }
    return e;
}

/** What the node's own `style` says; NULL when it has none. */
static const struct look_own *own_look(struct setter *s, const struct doc_node *n) {
    const struct doc_pair *style = NULL;
    for (size_t i = 0; n && n->attr && i < n->attr->npairs && !style; i++) {
        style = str_is(n->attr->pairs[i].key, "style") ? &n->attr->pairs[i] : NULL;
    }
    if (!style || !style->value.n) {
        return NULL;
    }
    const struct look_own *own = map_lookup(&s->own_looks, style->value);
    if (!own) {
        own = look_own_read(s->arena, style->value, style->span.src ? style->span : n->span, s->d);
        union {
            const struct look_own *in;
            void *out;
        } keep = {.in = own};
        (void)map_put(&s->own_looks, style->value, keep.out);
    }
    return own;
}

/** The look of the element itself, whose parent is the element around. */
static void look_up(struct setter *s, struct element *e, const struct look_own *own,
                    struct look *look) {
    const struct element *around = (const struct element *)e->css.parent;
    struct look_query q = {
        .e = &e->css, .own = own, .vars = e->vars, .outer = around ? around->look : NULL};
    look_find(s->looks, &q, look, &e->vars);
    if (s->looks->counts) {
        set_element_counts(s, e, look);
    }
    if (s->looks->inherits) {
        e->look = arena_copy(s->arena, look, sizeof *look);
    }
}

/** What holds for an element of sheets and for the node it is; false when nothing does. */
static bool find_look(struct setter *s, struct element **element, const char *type,
                      const struct doc_node *n, const char *own_class, struct look *look) {
    const struct look_own *own = own_look(s, n);
    *look = (struct look){{NULL}};
    if (s->looks) {
        *element = new_element(s, *element, type, n, own_class);
        look_up(s, *element, own, look);
        return true;
    }
    if (own) {
        const struct css_element e = {.type = str_of(type)};
        s->none = s->none ? s->none : looks_none(s->arena, STR_EMPTY, s->d);
        look_find(s->none, &(struct look_query){.e = &e, .own = own}, look, NULL);
    }
    return own != NULL;
}

static void enter_ground(const struct look *look, struct ink *ink);

/** What those inside inherit. */
static void note_ink(const struct ink *ink) {
    struct element *e = ink->element;
    if (e) {
        e->family = ink->family;
        e->cls = ink->cls;
        e->face = ink->face;
        e->size = ink->size;
        e->colour = ink->colour;
    }
}

void set_enter_element(struct setter *s, struct frame *f, struct look *look, const char *type,
                       const struct doc_node *n, const char *own_class) {
    f->look = NULL;
    f->pad_left = f->pad_right = 0;
    if (!find_look(s, &f->ink.element, type, n, own_class, look)) {
        return;
    }
    f->outer_size = f->ink.size;
    f->look = look;
    enter_ground(look, &f->ink);
    set_look_text(s, f);
}

void set_enter_root(struct setter *s, struct frame *f) {
    static const char *const TYPES[] = {"html", "body", "main"};
    for (size_t i = 0; i < ARRAY_LEN(TYPES) && s->looks; i++) {
        struct look look;
        f->ink.element = new_element(s, f->ink.element, TYPES[i], NULL, "");
        f->ink.element->css.lang = i == 0 ? s->looks->lang : STR_EMPTY;
        look_up(s, f->ink.element, NULL, &look);
        if (i < 2) { /* what style_read() has made the document's own */
            look.v[LOOK_FONT_SIZE] = look.v[LOOK_LINE_HEIGHT] = look.v[LOOK_FONT_FAMILY] = NULL;
        }
        s->page_body = i == 1 ? f->ink.element : s->page_body;
        f->outer_size = f->ink.size;
        f->look = &look;
        enter_ground(&look, &f->ink);
        set_look_text(s, f);
        f->look = NULL;
    }
}

void set_enter_block(struct setter *s, struct frame *f, struct look *look,
                     const struct doc_node *n) {
    f->look = NULL;
    f->own_marker = f->own_marker && n->kind != DOC_LIST; /* each kind of list has its own */
    if (NAMES[n->kind].type && n->kind != DOC_ITEM) {
        set_enter_element(s, f, look, type_of(n), n, NAMES[n->kind].own_class);
    }
}

void set_peek_block(struct setter *s, const struct frame *f, const struct doc_node *n,
                    struct look *look, struct ink *ink) {
    struct frame in = *f;
    struct element *parent = f->ink.element;
    const struct element *last = parent ? parent->last_kid : NULL;
    *look = (struct look){{NULL}};
    s->peeking = true;
    set_enter_block(s, &in, look, n);
    s->peeking = false;
    *ink = in.ink;
    if (parent) {
        parent->last_kid = last;
    }
}

bool set_enter_inline(struct setter *s, struct ink *ink, const struct doc_node *n) {
    struct look look;
    sp outer = ink->size;
    if (!NAMES[n->kind].type ||
        !find_look(s, &ink->element, type_of(n), n, NAMES[n->kind].own_class, &look)) {
        return true;
    }
    enter_ground(&look, ink);
    set_look_ink(s, &look, ink, outer);
    note_ink(ink);
    set_box_text(s, &look, ink);
    return !look.v[LOOK_DISPLAY] || look.v[LOOK_DISPLAY]->word != WORD_NONE;
}

void set_enter_image(struct setter *s, struct ink *ink, const struct doc_node *n,
                     struct look *look) {
    if (find_look(s, &ink->element, "img", n, "", look)) {
        enter_ground(look, ink);
        set_look_ink(s, look, ink, ink->size);
    }
}

void set_enter_link(struct setter *s, struct ink *ink, const struct doc_node *n) {
    struct look look;
    struct page_colour colour = ink->colour;
    if (!find_look(s, &ink->element, "a", n, "", &look)) {
        return;
    }
    enter_ground(&look, ink);
    set_look_ink(s, &look, ink, ink->size);
    set_box_text(s, &look, ink);
    if (s->style->own_links) { /* the front matter's colours win */
        ink->colour = colour;
    }
    note_ink(ink);
}

void set_enter_part(struct setter *s, enum css_part part, struct ink *ink, struct look *look) {
    const struct element *e = ink->element;
    struct look_query q = {.e = &e->css, .part = part, .vars = e->vars, .outer = e->look};
    look_find(s->looks, &q, look, NULL);
    ink->tag.underline = ink->tag.strike = false;
    enter_ground(look, ink);
    set_look_ink(s, look, ink, ink->size);
    set_box_text(s, look, ink);
}

/* ---- text ---- */

static struct look_base base_of(const struct page_style *st, sp em, sp whole) {
    struct look_base base = look_base_of(em, st->root_size, whole);
    base.page_w = st->text_w;
    base.page_h = st->text_h;
    base.rlh = st->sizes[STEP_NORMAL].leading;
    return base;
}

/** The size a value asks for inside text of `outer`; false when it asks for none. */
static bool size_of(const struct setter *s, const struct look_value *v, sp outer, sp *out) {
    struct look_base base = base_of(s->style, outer, outer);
    sp size = 0;
    if (!v) {
        return false;
    }
    if (v->kind == LOOK_WORD && v->word >= WORD_STEP) {
        size = s->style->sizes[v->word - WORD_STEP].size;
    } else if (v->kind == LOOK_WORD) {
        size = v->word == WORD_SMALLER ? sp_scale(outer, 10, 12) : sp_scale(outer, 12, 10);
    } else if (!look_length(v, &base, &size)) {
        return false;
    }
    *out = size < LEAST_SIZE ? LEAST_SIZE : size > MOST_SIZE ? MOST_SIZE : size;
    return true;
}

bool set_first_report(struct setter *s, const struct look_value *v) {
    struct str sheet = v->span.src->name;
    struct str key = arena_printf(s->arena, "css-%.*s-%u", STR_ARG(sheet), v->span.begin);
    return !map_put(&s->missing, key, s);
}

/** The first family of the list that there is; reported once for each list when there is none. */
static void choose_family(struct setter *s, const struct look_value *v, struct ink *ink) {
    const struct look_family *f = look_family(v, s->fonts, ink->size);
    if (f) {
        ink->family = f->name;
        ink->cls = f->name.n > 0 ? ink->cls : f->cls;
        return;
    }
    if (set_first_report(s, v)) {
        look_no_family(v, s->d);
    }
}

static void set_bit(unsigned *set, unsigned bit, bool on) {
    *set = on ? *set | bit : *set & ~bit;
}

static bool is_inherited(const struct look_value *v) {
    return v && v->kind == LOOK_INHERIT;
}

static bool is_word(const struct look_value *v, enum look_word word) {
    return v && v->kind == LOOK_WORD && v->word == word;
}

/** What elements differ in by themselves, and take from the element around when they are told to:
 * `inherit`. */
static void inherit_ink(const struct look *look, struct ink *ink, const struct element *around) {
    static const struct {
        enum look_prop prop;
        unsigned face;
    } FACES[] = {{LOOK_FONT_WEIGHT, FONT_BOLD},
                 {LOOK_FONT_STYLE, FONT_ITALIC},
                 {LOOK_FONT_CAPS, FONT_SMALL_CAPS}};
    for (size_t i = 0; i < ARRAY_LEN(FACES); i++) {
        if (is_inherited(look->v[FACES[i].prop])) {
            set_bit(&ink->face, FACES[i].face, (around->face & FACES[i].face) != 0);
        }
    }
    if (is_inherited(look->v[LOOK_COLOR])) {
        ink->colour = around->colour;
    }
    if (is_inherited(look->v[LOOK_FONT_SIZE])) {
        ink->size = around->size;
    }
    if (is_inherited(look->v[LOOK_FONT_FAMILY])) {
        ink->family = around->family;
        ink->cls = around->cls;
    }
}

static void look_face(const struct look *look, struct ink *ink) {
    const struct look_value *v = look->v[LOOK_FONT_WEIGHT];
    if (v && !is_inherited(v)) {
        set_bit(&ink->face, FONT_BOLD,
                is_word(v, WORD_BOLD) ||
                    (v->kind == LOOK_NUMBER && v->micro >= (int64_t)600 * CSS_MICRO));
    }
    if (look->v[LOOK_FONT_STYLE] && !is_inherited(look->v[LOOK_FONT_STYLE])) {
        set_bit(&ink->face, FONT_ITALIC, is_word(look->v[LOOK_FONT_STYLE], WORD_ITALIC));
    }
    if (look->v[LOOK_FONT_CAPS] && !is_inherited(look->v[LOOK_FONT_CAPS])) {
        set_bit(&ink->face, FONT_SMALL_CAPS, is_word(look->v[LOOK_FONT_CAPS], WORD_SMALL_CAPS));
    }
    if (look->v[LOOK_FONT_NUMERIC]) {
        ink->features &= ~(unsigned)(FONT_ONUM | FONT_TNUM);
        ink->features |= look->v[LOOK_FONT_NUMERIC]->features;
    }
}

/** A colour as it is seen within what is see-through as a whole (CSS Color 4, section 14). */
struct page_colour set_look_seen(const struct ink *ink, struct page_colour c) {
    struct look_value v = {.kind = LOOK_COLOUR, .pure = c, .alpha = (uint8_t)(255 - ink->clear)};
    return ink->clear ? set_box_colour(&v, ink->backdrop) : c;
}

/** What is behind an element, and how much is seen through it: before its look is put, which may
 * happen more than once. */
static void enter_ground(const struct look *look, struct ink *ink) {
    const struct look_value *opacity = look->v[LOOK_OPACITY];
    ink->behind = ink->ground;
    if (opacity) {
        int64_t whole = (opacity->kind == LOOK_PERCENT ? 100 : 1) * (int64_t)CSS_MICRO;
        int64_t seen = 255 - ink->clear;
        seen = opacity->micro < whole ? opacity->micro * seen / whole : seen;
        ink->clear = (uint8_t)(255 - seen);
        ink->backdrop = ink->ground;
        ink->colour = set_look_seen(ink, ink->colour);
    }
}

/** Colours of text and of what is behind it. */
static void look_grounds(const struct look *look, struct ink *ink) {
    if (look->v[LOOK_BACKGROUND]) {
        ink->ground = set_look_seen(ink, set_box_colour(look->v[LOOK_BACKGROUND], ink->behind));
    }
    if (look->v[LOOK_COLOR] && look->v[LOOK_COLOR]->kind == LOOK_COLOUR) {
        ink->colour = set_look_seen(ink, set_box_colour(look->v[LOOK_COLOR], ink->ground));
    }
}

void set_look_ink(struct setter *s, const struct look *look, struct ink *ink, sp outer) {
    const struct look_value *const *v = look->v;
    (void)size_of(s, v[LOOK_FONT_SIZE], outer, &ink->size);
    if (v[LOOK_FONT_FAMILY] && v[LOOK_FONT_FAMILY]->kind == LOOK_FAMILIES) {
        choose_family(s, v[LOOK_FONT_FAMILY], ink);
    }
    look_face(look, ink);
    const struct element *around =
        ink->element ? (const struct element *)ink->element->css.parent : NULL;
    if (around) {
        inherit_ink(look, ink, around);
    }
    look_grounds(look, ink);
    if (v[LOOK_HYPHENS]) {
        set_bit(&ink->flags, INLINE_HYPHENATE, is_word(v[LOOK_HYPHENS], WORD_AUTO));
    }
    if (v[LOOK_WORD_BREAK]) {
        set_bit(&ink->flags, INLINE_KEEP_WORDS, is_word(v[LOOK_WORD_BREAK], WORD_KEEP_ALL));
    }
    if (v[LOOK_TEXT_TRANSFORM]) {
        ink->transform = v[LOOK_TEXT_TRANSFORM]->word;
    }
    if (v[LOOK_TEXT_DECORATION]) {
        ink->tag.underline = is_word(v[LOOK_TEXT_DECORATION], WORD_UNDERLINE);
        ink->tag.strike = is_word(v[LOOK_TEXT_DECORATION], WORD_LINE_THROUGH);
    }
    struct look_base base = base_of(s->style, ink->size, 0);
    if (is_word(v[LOOK_LETTER_SPACING], WORD_NORMAL)) {
        ink->tracking = 0;
    } else {
        (void)look_length(v[LOOK_LETTER_SPACING], &base, &ink->tracking);
    }
    if (ink->tracking != 0) { /* letters that stand apart are not tied together (CSS Text 3, 8.2) */
        ink->features &= ~(unsigned)FONT_LIGA;
    }
}

void set_look_marker(struct setter *s, struct ink *ink) {
    struct look look;
    if (s->looks && ink->element) {
        struct look_query q = {.e = &ink->element->css, .part = CSS_MARKER};
        q.vars = ink->element->vars;
        look_find(s->looks, &q, &look, NULL);
        set_look_ink(s, &look, ink, ink->size);
    }
}

/** LaTeX's distance for a size: that of the step below it, in proportion. */
static sp natural_leading(const struct page_style *st, const struct frame *f) {
    const struct type_size *t = &st->sizes[f->step];
    return sp_scale(f->ink.size, t->leading, t->size);
}

static void look_leading(struct setter *s, struct frame *f, bool sized) {
    const struct look_value *v = f->look->v[LOOK_LINE_HEIGHT];
    struct look_base base = base_of(s->style, f->ink.size, f->ink.size);
    sp leading = 0;
    if (v && v->kind == LOOK_NUMBER && v->micro >= CSS_MICRO / 2) {
        int64_t most = (int64_t)MOST_FACTOR * CSS_MICRO;
        f->line_factor = (int32_t)((v->micro < most ? v->micro : most) / 1000);
    } else if (v && look_length(v, &base, &leading) && leading >= f->ink.size / 2) {
        f->line_factor = LEADING_FIXED;
        f->leading = leading;
    } else if (is_word(v, WORD_NORMAL)) {
        f->line_factor = 0;
    } else if (!sized) {
        return;
    }
    if (f->line_factor > 0) {
        f->leading = sp_scale(f->ink.size, f->line_factor, 1000);
    } else if (f->line_factor == 0) {
        f->leading = natural_leading(s->style, f);
    }
}

static void look_lines(struct setter *s, struct frame *f) {
    const struct look_value *const *v = f->look->v;
    static const struct {
        enum look_word word;
        enum inline_align align;
    } ALIGNS[] = {{WORD_LEFT, INLINE_LEFT},     {WORD_RIGHT, INLINE_RIGHT},
                  {WORD_CENTER, INLINE_CENTER}, {WORD_JUSTIFY, INLINE_JUSTIFY},
                  {WORD_START, INLINE_START},   {WORD_END, INLINE_END}};
    for (size_t i = 0; i < ARRAY_LEN(ALIGNS); i++) {
        if (is_word(v[LOOK_TEXT_ALIGN], ALIGNS[i].word)) {
            f->align = ALIGNS[i].align;
        }
    }
    if (v[LOOK_TEXT_INDENT] && !s->style->own_paragraphs) {
        f->par_indent = set_look_sp(s, f, LOOK_TEXT_INDENT, 0);
        f->own_indent = true;
    }
    const enum look_prop lines[] = {LOOK_ORPHANS, LOOK_WIDOWS};
    int *const to[] = {&f->orphans, &f->widows};
    for (size_t i = 0; i < 2; i++) {
        if (v[lines[i]] && v[lines[i]]->micro >= CSS_MICRO) {
            int64_t n = v[lines[i]]->micro / CSS_MICRO;
            *to[i] = (int)(n < 20 ? n : 20);
        }
    }
    if (v[LOOK_LIST_STYLE]) {
        f->marker = v[LOOK_LIST_STYLE]->kind == LOOK_WORD ? v[LOOK_LIST_STYLE]->word : WORD_AUTO;
        f->marker_text = v[LOOK_LIST_STYLE]->text;
        f->own_marker = true;
    }
}

void set_look_text(struct setter *s, struct frame *f) {
    sp before = f->ink.size;
    if (!f->look) {
        return;
    }
    set_look_ink(s, f->look, &f->ink, f->outer_size);
    note_ink(&f->ink);
    bool sized = f->ink.size != before;
    if (f->look->v[LOOK_FONT_SIZE]) {
        f->step = STEP_TINY;
        while (f->step + 1 < STEP_COUNT && s->style->sizes[f->step + 1].size <= f->ink.size) {
            f->step++;
        }
    }
    look_leading(s, f, sized);
    look_lines(s, f);
}
