/* SPDX-License-Identifier: MIT */
/*
 * Elements as selectors see them. They are created during the walk and have the structure of the
 * HTML page. This file finds the element for a node and its style; look_set.c applies the style.
 */
#include "print/layout/set/setter.h"

static const struct element_name {
    const char *type, *own_class;
} NAMES[DOC_KIND_COUNT] = {
#define ELEMENT(kind, type, own_class) [DOC_##kind] = {type, own_class},
#include "print/layout/set/element_names.def"
#undef ELEMENT
};

static const char *type_of(const struct doc_node *n) {
    if (n->kind == DOC_LIST && doc_list_is_ordered(n)) {
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

/** Finds attributes other than class, id and lang: those that authors write, and the targets of
 * links and images. */
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

/** The type that a node has when siblings of one type are counted (:nth-of-type); or NULL. */
static const char *sibling_type(const struct doc_node *n) {
    return n->kind == DOC_HEADING ? "h" : n->kind == DOC_LINK ? "a" : type_of(n);
}

/** Computes the positions of an element that selectors use: among its siblings and among siblings
 * of its type, from the start and from the end. If the positions of the previous sibling are known,
 * those of the element are derived from them. */
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
        /* the id that pandoc gives to the title block of HTML pages */
        e->css.id = STR("title-block-header");
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

/** The node's own attribute `style`; NULL if it has none. */
static const struct look_own *own_look(struct setter *s, const struct doc_node *n) {
    const struct doc_pair *style = n ? doc_find_pair(n, "style") : NULL;
    if (!style || !style->value.n) {
        return NULL;
    }
    const struct look_own *own = map_lookup(&s->own_looks, style->value);
    if (!own) {
        s->none = s->none || s->looks ? s->none : looks_none(s->arena, STR_EMPTY, s->d);
        own = look_own_read(s->looks ? s->looks : s->none, style->value,
                            style->span.src ? style->span : n->span, s->d);
        union {
            const struct look_own *in;
            void *out;
        } keep = {.in = own};
        (void)map_put(&s->own_looks, style->value, keep.out);
    }
    return own;
}

/** Computes the style of an element whose parent is the current element. */
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

/** Finds the computed styles for the node's element and for the node itself. Returns false if
 * neither has one. */
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
        look_find(s->none, &(struct look_query){.e = &e, .own = own}, look, NULL);
    }
    return own != NULL;
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
    set_enter_ground(look, &f->ink);
    set_look_text(s, f);
}

/** The attribute `dir` of the root of a right-to-left document, as in the HTML page. */
static bool find_rtl(const struct css_element *e, struct str name, struct str *value) {
    *value = e ? STR("rtl") : STR_EMPTY;
    return str_ieq(name, STR("dir"));
}

void set_enter_root(struct setter *s, struct frame *f) {
    static const char *const TYPES[] = {"html", "body", "main"};
    for (size_t i = 0; i < ARRAY_LEN(TYPES) && s->looks; i++) {
        struct look look;
        f->ink.element = new_element(s, f->ink.element, TYPES[i], NULL, "");
        f->ink.element->css.lang = i == 0 ? s->looks->lang : STR_EMPTY;
        f->ink.element->css.attr = i == 0 && f->rtl ? find_rtl : NULL;
        look_up(s, f->ink.element, NULL, &look);
        /* style_read() has applied these properties of <html> and <body> to the document */
        if (i < 2) {
            look.v[LOOK_FONT_SIZE] = look.v[LOOK_LINE_HEIGHT] = look.v[LOOK_FONT_FAMILY] = NULL;
        }
        s->page_body = i == 1 ? f->ink.element : s->page_body;
        f->outer_size = f->ink.size;
        f->look = &look;
        set_enter_ground(&look, &f->ink);
        set_look_text(s, f);
        f->look = NULL;
    }
}

void set_enter_block(struct setter *s, struct frame *f, struct look *look,
                     const struct doc_node *n) {
    f->look = NULL;
    /* a list does not keep the marker of the list around it */
    f->own_marker = f->own_marker && n->kind != DOC_LIST;
    if (NAMES[n->kind].type && n->kind != DOC_ITEM) {
        bool dated = n->kind == DOC_DEF_LIST && f->ink.element && doc_is_dated(s->doc, n);
        set_enter_element(s, f, look, type_of(n), n, dated ? "dated" : NAMES[n->kind].own_class);
    }
}

void set_peek_block(struct setter *s, const struct frame *f, const struct doc_node *n,
                    struct look *look, struct ink *ink) {
    struct frame in = *f;
    struct element *parent = f->ink.element;
    const struct element *last = parent ? parent->last_kid : NULL;
    *look = (struct look){{NULL}};
    s->now.peeking = true;
    set_enter_block(s, &in, look, n);
    s->now.peeking = false;
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
    set_enter_ground(&look, ink);
    set_look_ink(s, &look, ink, outer);
    set_note_ink(ink);
    set_box_text(s, &look, ink);
    ink->to_end = set_aside_side(&look) == WORD_RIGHT;
    return !look.v[LOOK_DISPLAY] || look.v[LOOK_DISPLAY]->word != WORD_NONE;
}

void set_enter_image(struct setter *s, struct ink *ink, const struct doc_node *n,
                     struct look *look) {
    if (find_look(s, &ink->element, "img", n, "", look)) {
        set_enter_ground(look, ink);
        set_look_ink(s, look, ink, ink->size);
    }
}

void set_enter_link(struct setter *s, struct ink *ink, const struct doc_node *n) {
    struct look look;
    struct page_colour colour = ink->colour;
    if (!find_look(s, &ink->element, "a", n, "", &look)) {
        return;
    }
    set_enter_ground(&look, ink);
    set_look_ink(s, &look, ink, ink->size);
    set_box_text(s, &look, ink);
    /* colours of links in the front matter take precedence over those of sheets */
    if (s->style->links.own) {
        ink->colour = colour;
    }
    set_note_ink(ink);
}

void set_enter_part(struct setter *s, enum css_part part, struct ink *ink, struct look *look) {
    const struct element *e = ink->element;
    struct look_query q = {.e = &e->css, .part = part, .vars = e->vars, .outer = e->look};
    look_find(s->looks, &q, look, NULL);
    ink->tag.underline = ink->tag.strike = false;
    set_enter_ground(look, ink);
    set_look_ink(s, look, ink, ink->size);
    set_box_text(s, look, ink);
}
