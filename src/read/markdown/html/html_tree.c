/* SPDX-License-Identifier: MIT */
/* Pairs HTML tags of blocks: the blocks between two tags become the content of one node. The tags
 * may be among blocks of Markdown or within a text. End tags may be missing where HTML allows it
 * (WHATWG HTML, 13.1.2.4). Other tags without a partner are reported. */
#include "core/base/bounds.h"
#include "read/markdown/html/md_html.h"

#define MAX_OPEN 100 /* maximum number of open elements */
#define MAX_NUMBER 1000000

struct open_element {
    struct md_html_tag tag;
    struct doc_node *node;
    struct span at;
};

struct builder {
    struct md *m;
    struct doc_node *parent;
    struct open_element open[MAX_OPEN];
    size_t n;
};

static enum md_html_use use_of(const struct open_element *o) {
    return o->tag.el->use;
}

static bool is_list(enum md_html_use use) {
    return use == MD_HTML_BULLETS || use == MD_HTML_NUMBERS;
}

/* ---- texts that contain the tags of block elements ---- */

void md_html_end_text(struct doc_node *piece) {
    md_trim_inlines(piece, true);
    md_trim_inlines(piece, false);
    if (piece->first) {
        piece->span = md_span_to(piece->first->span, piece->last->span);
    } else {
        doc_unlink(piece);
    }
}

static void end_and_forget(struct doc_node **piece) {
    if (*piece) {
        md_html_end_text(*piece);
    }
    *piece = NULL;
}

/* Splits a text at the tags of blocks in it. The pieces and the tags replace the text; in a cell or
 * a caption, they become its content. */
static void split(struct md *m, struct doc_node *text) {
    bool cell = text->kind == DOC_CELL || text->kind == DOC_CAPTION;
    struct doc_node *all = doc_node_new(m->doc, DOC_SPAN, text->span), *piece = NULL;
    struct md_html_tag t;
    doc_adopt(all, text);
    while (all->first) {
        struct doc_node *n = all->first;
        doc_unlink(n);
        bool tag = md_html_node_tag(n, &t) && md_html_is_block(&t);
        bool block = tag || !doc_is_inline(n->kind); /* the text may also contain blocks of LaTeX */
        if (block && !tag && md_is_paragraph_break(n)) {
            end_and_forget(&piece);
            continue;
        }
        if (!block && m->tex.leaves.n) {
            md_flatten(m, n);
        }
        struct doc_node *next = block ? n : piece;
        if (!next) {
            next = piece = doc_node_new(m->doc, DOC_PLAIN, n->span);
        }
        if (!next->parent && cell) {
            doc_append(text, next);
        } else if (!next->parent) {
            doc_insert_before(text, next);
        }
        if (!block) {
            doc_append(piece, n);
            continue;
        }
        n->kind = tag ? DOC_RAW_BLOCK : n->kind;
        end_and_forget(&piece);
    }
    if (piece) {
        piece->kind = cell ? DOC_PLAIN : text->kind;
        md_html_end_text(piece);
    }
    vec_push(&m->html.parents, cell ? text : text->parent);
    if (!cell) {
        doc_unlink(text);
    }
}

/* ---- nodes that contain inlines only ---- */

/* Replaces the blocks below `n` with inlines: the content of paragraphs and headings, and the plain
 * text of other blocks. */
static void make_inline(struct md *m, struct doc_node *n) {
    struct doc_node *all = doc_node_new(m->doc, DOC_SPAN, n->span);
    doc_adopt(all, n);
    while (all->first) {
        struct doc_node *k = all->first;
        doc_unlink(k);
        if (doc_is_inline(k->kind)) {
            doc_append(n, k);
            continue;
        }
        if (n->first && n->last->kind != DOC_LINE_BREAK) {
            doc_add(m->doc, n, DOC_LINE_BREAK, k->span);
        }
        bool text = k->kind == DOC_PARA || k->kind == DOC_PLAIN;
        if (text && !k->attr) {
            doc_adopt(n, k);
        } else if (text || k->kind == DOC_HEADING) {
            k->kind = DOC_SPAN;
            doc_append(n, k);
        } else {
            struct str words = doc_plain(m->a, k);
            if (words.n) {
                doc_add_text(m->doc, n, words, k->span);
            }
        }
    }
}

/* ---- ends of elements ---- */

static bool is_text(const struct doc_node *n) {
    return n->kind == DOC_PARA || n->kind == DOC_PLAIN;
}

static void take_attr(struct doc_node *to, struct doc_node *from) {
    to->attr = from->attr;
    from->attr = NULL;
}

/* Ends a <p>. A <p> that contains only a text becomes a paragraph. Otherwise its blocks replace it,
 * or it becomes a division if it has attributes. */
static void end_para(struct doc_node *n) {
    struct doc_node *only = n->first && n->first == n->last ? n->first : NULL;
    bool plain = only && is_text(only) && !only->attr;
    bool bare = !n->attr || (!n->attr->id.n && !n->attr->nclasses && !n->attr->npairs);
    if (plain) {
        only->kind = DOC_PARA;
        if (!bare) {
            take_attr(only, n);
        }
        doc_dissolve(n);
    } else if (bare) {
        doc_dissolve(n);
    } else {
        n->attr->element = STR("div");
    }
}

/* Ends a division. If it contains a paragraph, each DOC_PLAIN in it becomes a paragraph too. */
static void end_box(struct doc_node *n) {
    bool paras = false;
    for (const struct doc_node *k = n->first; k; k = k->next) {
        paras = paras || k->kind == DOC_PARA;
    }
    for (struct doc_node *k = n->first; k && paras; k = k->next) {
        k->kind = k->kind == DOC_PLAIN ? DOC_PARA : k->kind;
    }
}

static void end_figure(struct doc_node *n) {
    for (struct doc_node *k = n->first; k; k = k->next) {
        bool images = k->kind == DOC_PARA && k->first;
        for (const struct doc_node *i = k->first; i && images; i = i->next) {
            images = i->kind == DOC_IMAGE || i->kind == DOC_LINK || doc_is_blank(i);
        }
        k->kind = images ? DOC_PLAIN : k->kind;
    }
}

static void end_element(struct builder *b) {
    struct open_element *o = &b->open[--b->n];
    struct doc_node *n = o->node;
    enum md_html_use use = use_of(o);
    if (use == MD_HTML_PARA) {
        end_para(n);
    } else if (use == MD_HTML_HEADING || use == MD_HTML_TERM || use == MD_HTML_SUMMARY ||
               use == MD_HTML_CAPTION) {
        make_inline(b->m, n);
    } else if (use == MD_HTML_FIGURE) {
        end_figure(n);
    } else if ((is_list(use) || use == MD_HTML_DEFS) && !n->first) {
        doc_unlink(n);
    } else if (use == MD_HTML_PART) {
        doc_dissolve(n);
    } else if (use == MD_HTML_BOX || use == MD_HTML_CENTER || use == MD_HTML_QUOTE ||
               use == MD_HTML_DETAILS) {
        end_box(n);
    }
}

/* Whether the end tag may be omitted in HTML. */
static bool may_stay_open(enum md_html_use use) {
    return use == MD_HTML_PARA || use == MD_HTML_ITEM || use == MD_HTML_TERM ||
           use == MD_HTML_BODY || use == MD_HTML_PART;
}

/* Ends open elements until `to` are left. Those from index `from` on are reported if HTML demands
 * their end tags. */
static void end_down_to(struct builder *b, size_t to, size_t from) {
    while (b->n > to) {
        struct open_element *o = &b->open[b->n - 1];
        if (!may_stay_open(use_of(o)) && b->n > from) {
            md_html_lone(b->m, &o->tag, o->at);
        }
        end_element(b);
    }
}

/* ---- beginnings ---- */

static struct doc_node *target(struct builder *b) {
    return b->n > 0 ? b->open[b->n - 1].node : b->parent;
}

static struct doc_node *new_item(struct builder *b, struct doc_node *list, struct span at) {
    const struct doc_node *last = list->last;
    int step = list->u.list.reversed ? -1 : 1;
    struct doc_node *item = doc_add(b->m->doc, list, DOC_ITEM, at);
    if (list->u.list.style != DOC_BULLET) {
        item->u.item.number = last ? last->u.item.number + step : list->u.list.start;
    }
    return item;
}

/* Returns the node to which a block at this place is added. In a list, this is an item, and in a
 * definition list, a definition. */
static struct doc_node *place(struct builder *b, enum doc_kind kind, struct span at) {
    struct doc_node *to = target(b);
    if (to->kind == DOC_LIST && kind != DOC_ITEM && b->n > 0) {
        return to->last ? to->last : new_item(b, to, at);
    }
    if (to->kind == DOC_DEF_LIST && kind != DOC_DEF_TERM && kind != DOC_DEF_BODY && b->n > 0) {
        bool body = to->last && to->last->kind == DOC_DEF_BODY;
        return body ? to->last : doc_add(b->m->doc, to, DOC_DEF_BODY, at);
    }
    return to;
}

static enum doc_list_style number_style(struct str type) {
    return str_is(type, "a")   ? DOC_LOWER_ALPHA
           : str_is(type, "A") ? DOC_UPPER_ALPHA
           : str_is(type, "i") ? DOC_LOWER_ROMAN
           : str_is(type, "I") ? DOC_UPPER_ROMAN
                               : DOC_DECIMAL;
}

static int number_of(struct str value, int or_else) {
    int64_t n = or_else;
    (void)str_to_i64(str_trim(value), &n);
    return n > -MAX_NUMBER && n < MAX_NUMBER ? (int)n : or_else;
}

static void set_list(struct doc_node *n, const struct md_html_tag *t) {
    n->u.list.tight = true;
    if (t->el->use == MD_HTML_NUMBERS) {
        n->u.list.style = number_style(markup_attr(t->attrs, "type"));
        n->u.list.reversed = markup_attr(t->attrs, "reversed").p != NULL;
        n->u.list.start = number_of(markup_attr(t->attrs, "start"), 1);
    }
}

static enum doc_kind kind_of(const struct md_html_tag *t) {
    static const enum doc_kind kinds[] = {
        [MD_HTML_BOX] = DOC_DIV,         [MD_HTML_CENTER] = DOC_DIV,
        [MD_HTML_PARA] = DOC_DIV,        [MD_HTML_HEADING] = DOC_HEADING,
        [MD_HTML_QUOTE] = DOC_QUOTE,     [MD_HTML_BULLETS] = DOC_LIST,
        [MD_HTML_NUMBERS] = DOC_LIST,    [MD_HTML_ITEM] = DOC_ITEM,
        [MD_HTML_DEFS] = DOC_DEF_LIST,   [MD_HTML_TERM] = DOC_DEF_TERM,
        [MD_HTML_BODY] = DOC_DEF_BODY,   [MD_HTML_FIGURE] = DOC_FIGURE,
        [MD_HTML_CAPTION] = DOC_CAPTION, [MD_HTML_DETAILS] = DOC_DETAILS,
        [MD_HTML_SUMMARY] = DOC_SUMMARY, [MD_HTML_PART] = DOC_DIV,
        [MD_HTML_RULE] = DOC_RULE};
    return kinds[t->el->use];
}

/* Returns the index of the innermost open element that has one of two uses, or STR_NONE. The search
 * ends at an element for which `stop` is true. */
static size_t find_open(const struct builder *b, enum md_html_use use, enum md_html_use or_use,
                        bool (*stop)(enum md_html_use use)) {
    for (size_t i = b->n; i > 0; i--) {
        enum md_html_use had = use_of(&b->open[i - 1]);
        if (had == use || had == or_use) {
            return i - 1;
        }
        if (stop(had)) {
            break;
        }
    }
    return STR_NONE;
}

static bool stops_terms(enum md_html_use use) {
    return use == MD_HTML_DEFS;
}

/* Ends the elements that a start tag ends without their end tags. */
static void end_implied(struct builder *b, enum md_html_use use) {
    if (b->n > 0 && use_of(&b->open[b->n - 1]) == MD_HTML_PARA) {
        end_element(b);
    }
    size_t to = STR_NONE;
    if (use == MD_HTML_ITEM) {
        to = find_open(b, MD_HTML_ITEM, MD_HTML_ITEM, is_list);
    } else if (use == MD_HTML_TERM || use == MD_HTML_BODY) {
        to = find_open(b, MD_HTML_TERM, MD_HTML_BODY, stops_terms);
    }
    if (to != STR_NONE) {
        end_down_to(b, to, to + 1);
    }
}

/* Whether the node `to` may contain a kind of node. An item outside of a list, a term outside of a
 * definition list and a caption outside of a figure become divisions. */
static bool fits(enum doc_kind kind, const struct doc_node *to) {
    static const struct {
        enum doc_kind kind, in;
    } pairs[] = {{DOC_ITEM, DOC_LIST},
                 {DOC_DEF_TERM, DOC_DEF_LIST},
                 {DOC_DEF_BODY, DOC_DEF_LIST},
                 {DOC_CAPTION, DOC_FIGURE},
                 {DOC_SUMMARY, DOC_DETAILS}};
    for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
        if (pairs[i].kind == kind) {
            return to->kind == pairs[i].in && !(kind == DOC_SUMMARY && to->first);
        }
    }
    return true;
}

static void begin_element(struct builder *b, const struct md_html_tag *t, struct span at) {
    enum doc_kind kind = kind_of(t);
    end_implied(b, t->el->use);
    if (b->n == MAX_OPEN) {
        md_too_deep(b->m, at);
        return;
    }
    struct doc_node *to = place(b, kind, at);
    bool fit = fits(kind, to);
    struct doc_node *n = kind == DOC_ITEM && fit ? new_item(b, to, at)
                                                 : doc_add(b->m->doc, to, fit ? kind : DOC_DIV, at);
    if (n->kind == DOC_LIST) {
        set_list(n, t);
    } else if (n->kind == DOC_HEADING) {
        n->u.heading.level = t->name.p[1] - '0';
    } else if (n->kind == DOC_ITEM && markup_attr(t->attrs, "value").n) {
        n->u.item.number = number_of(markup_attr(t->attrs, "value"), n->u.item.number);
    }
    if (t->el->use != MD_HTML_PART) {
        md_html_put_attrs(b->m, n, t, at);
    }
    if (!fit && n->attr) {
        n->attr->element = STR("div");
    }
    if (t->el->use == MD_HTML_RULE) {
        return;
    }
    b->open[b->n++] = (struct open_element){*t, n, at};
    if (t->empty) {
        end_element(b);
    }
}

/* ---- the sequence of nodes and tags ---- */

static void end_tag(struct builder *b, const struct md_html_tag *t, struct span at) {
    for (size_t i = b->n; i > 0; i--) {
        if (str_ieq(b->open[i - 1].tag.name, t->name)) {
            end_down_to(b, i - 1, i);
            return;
        }
    }
    if (t->el->use != MD_HTML_PARA && t->el->use != MD_HTML_PART) {
        md_html_lone(b->m, t, at);
    }
}

/* Whether a text next to a tag becomes a paragraph in this node, because the node is not an element
 * of HTML. */
static bool holds_paragraphs(const struct doc_node *n) {
    return n->kind == DOC_ROOT || n->kind == DOC_QUOTE || (n->kind == DOC_DIV && !n->attr);
}

/* Whether a tag becomes a node. With `as_written`, only the tags of pandoc's native divs do. */
static bool native(const struct md *m, const struct md_html_tag *t) {
    bool div = str_is(str_of(t->el->name), "div");
    bool divs = md_on(m, MD_NATIVE_DIVS) || !md_on(m, MD_MARKDOWN_IN_HTML);
    return div ? divs : !m->as_written;
}

static void take(struct builder *b, struct doc_node *n) {
    struct md_html_tag t;
    if (md_html_node_tag(n, &t) && md_html_is_block(&t)) {
        if (!native(b->m, &t)) {
            doc_append(place(b, DOC_RAW_BLOCK, n->span), n);
        } else if (t.closes) {
            end_tag(b, &t, n->span);
        } else {
            begin_element(b, &t, n->span);
        }
        return;
    }
    if (b->n == 0 && n->kind == DOC_PLAIN && holds_paragraphs(b->parent) && !b->m->as_written) {
        n->kind = DOC_PARA;
    }
    doc_append(place(b, n->kind, n->span), n);
}

/* If the only block of a cell is a paragraph or DOC_PLAIN, moves its inlines directly into the
 * cell, as in tables of Markdown. */
static void settle_cell(struct doc_node *cell) {
    struct doc_node *only = cell->first;
    bool one = only && only == cell->last && is_text(only) && !only->attr;
    if (one) {
        doc_unlink(only);
        doc_adopt(cell, only);
    }
}

static void build(struct md *m, struct doc_node *parent) {
    struct builder b = {.m = m, .parent = parent};
    struct doc_node *all = doc_node_new(m->doc, DOC_DIV, parent->span);
    doc_adopt(all, parent);
    while (all->first) {
        struct doc_node *n = all->first;
        doc_unlink(n);
        take(&b, n);
    }
    end_down_to(&b, 0, 0);
    if (parent->kind == DOC_CAPTION) {
        make_inline(m, parent);
    } else if (parent->kind == DOC_CELL) {
        settle_cell(parent);
    }
}

static bool has_block_tags(const struct doc_node *parent) {
    struct md_html_tag t;
    for (const struct doc_node *n = parent->first; n; n = n->next) {
        if (n->kind == DOC_RAW_BLOCK && md_html_node_tag(n, &t) && md_html_is_block(&t)) {
            return true;
        }
    }
    return false;
}

void md_html_split(struct md *m) {
    for (size_t i = 0; i < m->html.leaves.n; i++) {
        split(m, m->html.leaves.p[i]);
    }
    vec_clear(&m->html.leaves);
}

void md_html_tree(struct md *m) {
    struct map done = MAP_INIT;
    for (size_t i = 0; i < m->html.parents.n; i++) {
        struct doc_node **parent = &m->html.parents.p[i];
        struct str key = {(const char *)parent, sizeof *parent};
        if (!map_put(&done, key, *parent) && has_block_tags(*parent)) {
            build(m, *parent);
        }
    }
    map_drop(&done);
    vec_clear(&m->html.parents);
}
