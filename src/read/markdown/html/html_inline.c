/* SPDX-License-Identifier: MIT */
/* Turns HTML tags within a text into nodes. A pair of tags becomes one node with the content
 * between them. A tag without a partner is reported and removed. Tags of blocks are left to
 * html_tree.c, unless they are within an inline element. */
#include "read/markdown/html/md_html.h"

DIAG_USE(DIAG_HTML_TAG);
DIAG_USE(DIAG_HTML_UNKNOWN);

#define MAX_OPEN 64 /* maximum number of start tags that are open at the same time */

struct mark {
    struct doc_node *node;
    struct md_html_tag tag;
    size_t mate; /* index of the partner + 1, or 0 */
    bool inside; /* the tag is within an inline element */
};

typedef VEC(struct mark) mark_vec;

static bool is_void(const struct md_html_tag *t) {
    enum md_html_use use = t->el ? t->el->use : MD_HTML_SPAN;
    return use == MD_HTML_BREAK || use == MD_HTML_WORD_BREAK || use == MD_HTML_IMAGE ||
           use == MD_HTML_KEEP || use == MD_HTML_RULE || (t->empty && !md_html_is_block(t));
}

/* ---- nodes ---- */

/* Returns the address in an attribute, without white space at its ends. */
static struct str address(struct md *m, const struct md_html_tag *t, const char *name) {
    return str_trim(md_unescape_entities(m, markup_attr(t->attrs, name)));
}

/* Sets the size of an image from its style, such as `width: 50%`. */
static void size_by_style(struct md *m, struct doc_node *image) {
    static const char *const names[] = {"width", "height"};
    struct str style = doc_pair(image, "style");
    struct buf rest = BUF_INIT;
    while (style.p) {
        struct str one = str_trim(str_cut(&style, ';'));
        size_t colon = str_index(one, ':');
        struct str name = str_trim(str_slice(one, 0, colon == STR_NONE ? 0 : colon));
        bool size = false;
        for (size_t i = 0; i < ARRAY_LEN(names); i++) {
            struct str value = str_trim(str_from(one, colon + 1));
            if (str_ieq(name, str_of(names[i])) && value.n && is_digit(value.p[0])) {
                doc_set_pair(m->doc, image, str_of(names[i]), value);
                size = true;
            }
        }
        if (!size && one.n) {
            buf_puts(&rest, rest.n ? "; " : "");
            buf_str(&rest, one);
        }
    }
    if (doc_pair(image, "style").p) {
        doc_set_pair(m->doc, image, STR("style"), buf_keep(&rest, m->a));
    }
    buf_drop(&rest);
}

/* Returns a DOC_IMAGE for an <img>, or a DOC_SPAN with its description if its address is empty or
 * "/". Templates write such addresses where there is no image. */
static struct doc_node *read_image(struct md *m, const struct md_html_tag *t, struct span at) {
    struct doc_node *n = doc_node_new(m->doc, DOC_IMAGE, at);
    n->u.link.url = address(m, t, "src");
    md_html_put_attrs(m, n, t, at);
    size_by_style(m, n);
    struct str alt = str_trim(doc_pair(n, "alt"));
    struct str url = str_trim(n->u.link.url);
    if (!url.n || str_is(url, "/")) {
        n = doc_node_new(m->doc, DOC_SPAN, at);
    }
    if (alt.n) {
        doc_add_text(m->doc, n, alt, at);
    }
    return n;
}

static enum doc_kind kind_of(struct md *m, const struct md_html_tag *t) {
    if (t->el && t->el->use == MD_HTML_MARK) {
        return t->el->kind;
    }
    bool link = t->el && t->el->use == MD_HTML_LINK && address(m, t, "href").n;
    return link ? DOC_LINK : DOC_SPAN;
}

static struct doc_node *element(struct md *m, const struct md_html_tag *t, struct span at) {
    struct doc_node *n = doc_node_new(m->doc, kind_of(m, t), at);
    if (n->kind == DOC_LINK) {
        n->u.link.url = address(m, t, "href");
    }
    if (t->el && t->el->use == MD_HTML_NAMED) {
        doc_add_class(m->doc, n, str_of(t->el->name));
    }
    md_html_put_attrs(m, n, t, at);
    if (t->el && t->el->use == MD_HTML_LINK && n->kind == DOC_SPAN) {
        doc_set_element(m->doc, n, STR("span"));
        /* `aria-label` has an effect on a span only with a role */
        if (doc_pair(n, "aria-label").n && !doc_pair(n, "role").n) {
            doc_set_pair(m->doc, n, STR("role"), STR("group"));
        }
    }
    return n;
}

/* Turns the span for <code> into a DOC_CODE if it contains only text. */
static void settle_code(struct md *m, struct doc_node *n) {
    for (const struct doc_node *k = n->first; k; k = k->next) {
        if (k->kind != DOC_TEXT && k->kind != DOC_SOFT_BREAK) {
            return;
        }
    }
    struct doc_node *code = doc_node_new(m->doc, DOC_CODE, n->span);
    code->attr = n->attr;
    code->u.code.text = doc_plain(m->a, n);
    doc_replace(n, code);
}

/* Replaces two tags with a node that contains the nodes between them. */
static void join(struct md *m, struct mark *open, struct mark *close) {
    struct span at = md_span_to(open->node->span, close->node->span);
    struct doc_node *n = element(m, &open->tag, at);
    doc_insert_before(open->node, n);
    md_move(n, open->node->next, close->node);
    if (open->tag.el && open->tag.el->use == MD_HTML_CODE) {
        settle_code(m, n);
    }
    if (!open->tag.el) {
        struct diag *g =
            diag_add(m->diags, DIAG_HTML_UNKNOWN, open->node->span,
                     "unknown element `%.*s`: its content is shown", STR_ARG(open->tag.name));
        diag_hint(m->diags, g, "to show the tag itself, write `\\<%.*s>`", STR_ARG(open->tag.name));
    }
    doc_unlink(open->node);
    doc_unlink(close->node);
}

/* ---- pairs ---- */

void md_html_lone(struct md *m, const struct md_html_tag *t, struct span at) {
    if (m->github || (md_html_is_block(t) && !md_on(m, MD_MARKDOWN_IN_HTML))) {
        return; /* the tag stays on the page, so it is not reported */
    }
    if (!t->el) {
        struct diag *g = diag_add(m->diags, DIAG_HTML_UNKNOWN, at,
                                  "`<%s%.*s>` is read as HTML, and shown nowhere",
                                  t->closes ? "/" : "", STR_ARG(t->name));
        diag_hint(m->diags, g, "to show it, write `\\<%s%.*s>`", t->closes ? "/" : "",
                  STR_ARG(t->name));
    } else if (t->closes) {
        diag_add(m->diags, DIAG_HTML_TAG, at, "`</%.*s>` has no start tag", STR_ARG(t->name));
    } else {
        struct diag *g =
            diag_add(m->diags, DIAG_HTML_TAG, at, "`<%.*s>` is not closed", STR_ARG(t->name));
        diag_hint(m->diags, g, "close it in the same block: `</%.*s>`", STR_ARG(t->name));
    }
}

/* Whether a tag becomes a node. With `as_written`, only the tags of pandoc's native spans do. */
static bool native(const struct md *m, const struct md_html_tag *t) {
    bool span = t->el && str_is(str_of(t->el->name), "span");
    return span ? md_on(m, MD_NATIVE_SPANS) : !m->as_written;
}

/* Replaces the tag of an element without content with its node. */
static void put_void(struct md *m, const struct mark *k) {
    struct doc_node *old = k->node, *n = NULL;
    enum md_html_use use = k->tag.el ? k->tag.el->use : MD_HTML_SPAN;
    if (use == MD_HTML_KEEP) {
        return;
    }
    if (use == MD_HTML_BREAK || (use == MD_HTML_RULE && k->inside)) {
        n = doc_node_new(m->doc, DOC_LINE_BREAK, old->span);
    } else if (use == MD_HTML_WORD_BREAK) {
        n = doc_text_new(m->doc, STR("\u200B"), old->span);
    } else if (use == MD_HTML_IMAGE) {
        n = read_image(m, &k->tag, old->span);
    } else if (use != MD_HTML_RULE && use != MD_HTML_RAW && use != MD_HTML_EMBED && k->tag.el) {
        n = element(m, &k->tag, old->span);
    }
    if (n) {
        struct doc_node *next = old->next;
        if (n->kind == DOC_LINE_BREAK && next && next->kind == DOC_SOFT_BREAK) {
            doc_unlink(next);
        }
        doc_replace(old, n);
    }
}

static void collect(struct doc_node *parent, mark_vec *marks) {
    struct mark k = {.mate = 0};
    for (struct doc_node *n = parent->first; n; n = n->next) {
        if (md_html_node_tag(n, &k.tag)) {
            k.node = n;
            vec_push(marks, k);
        }
    }
}

static void find_mates(mark_vec *marks) {
    size_t open[MAX_OPEN], nopen = 0;
    for (size_t i = 0; i < marks->n; i++) {
        struct mark *k = &marks->p[i];
        if (is_void(&k->tag)) {
            continue;
        }
        if (!k->tag.closes) {
            if (nopen < MAX_OPEN) {
                open[nopen++] = i;
            }
            continue;
        }
        for (size_t d = nopen; d > 0; d--) {
            struct mark *o = &marks->p[open[d - 1]];
            if (str_ieq(o->tag.name, k->tag.name)) {
                o->mate = i + 1;
                k->mate = open[d - 1] + 1;
                nopen = d - 1;
                break;
            }
        }
    }
    size_t depth = 0;
    for (size_t i = 0; i < marks->n; i++) {
        struct mark *k = &marks->p[i];
        bool inline_pair = k->mate && !md_html_is_block(&k->tag);
        depth -= inline_pair && k->tag.closes;
        k->inside = depth > 0;
        depth += inline_pair && !k->tag.closes;
    }
}

/* Replaces an anchor's start tag that has no end tag, as in old HTML, with an empty node.
 * Returns false for other tags. */
static bool put_anchor(struct md *m, const struct mark *k) {
    bool anchor = k->tag.el && k->tag.el->use == MD_HTML_LINK && !k->tag.closes &&
                  !markup_attr(k->tag.attrs, "href").n;
    if (anchor) {
        doc_replace(k->node, element(m, &k->tag, k->node->span));
    }
    return anchor;
}

static void settle_lone(struct md *m, const struct mark *k) {
    if (put_anchor(m, k)) {
        return;
    }
    bool silent = k->tag.el && k->tag.closes && k->tag.el->use == MD_HTML_PARA;
    if (!silent) {
        md_html_lone(m, &k->tag, k->node->span);
    }
    if (k->tag.el) {
        doc_unlink(k->node);
    }
}

static bool pair_tags(struct md *m, struct doc_node *parent, bool splits) {
    mark_vec marks = VEC_INIT;
    bool blocks = false;
    collect(parent, &marks);
    find_mates(&marks);
    for (size_t i = 0; i < marks.n; i++) {
        struct mark *k = &marks.p[i];
        bool block = md_html_is_block(&k->tag) && splits && !k->inside;
        if (block || !native(m, &k->tag)) {
            blocks = blocks || block;
        } else if (is_void(&k->tag)) {
            put_void(m, k);
        } else if (!k->mate) {
            settle_lone(m, k);
        } else if (k->tag.closes) {
            join(m, &marks.p[k->mate - 1], k);
        }
    }
    vec_drop(&marks);
    return blocks;
}

bool md_html_inlines(struct md *m, struct doc_node *flat, bool splits) {
    bool blocks = false;
    struct doc_walk w = doc_walk_start(flat);
    while (doc_walk_next(&w)) {
        if (!w.enter) {
            bool any = pair_tags(m, w.node, splits && w.node == flat);
            blocks = blocks || any;
        }
    }
    return blocks;
}
