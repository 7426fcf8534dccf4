/* SPDX-License-Identifier: MIT */
/*
 * Converts between three forms of formatted text: rich text of the database, result trees of CSL,
 * and inline nodes of the document.
 */
#include "cite/resolve/resolver.h"

#include "cite/csl/result_html.h"
#include "core/base/bounds.h"
#include "model/tex/math/math.h"

struct doc_node *resolve_add(struct resolver *r, struct doc_node *parent, enum doc_kind kind,
                             const char *cls) {
    struct doc_node *n = doc_add(r->doc, parent, kind, SPAN_NONE);
    if (cls) {
        doc_set_class(r->doc, n, cls);
    }
    return n;
}

struct doc_node *resolve_add_link(struct resolver *r, struct doc_node *parent, struct str url) {
    struct doc_node *link = doc_link_new(r->doc, url, SPAN_NONE);
    doc_append(parent, link);
    return link;
}

void resolve_text(struct resolver *r, struct doc_node *parent, struct str text) {
    if (text.n) {
        doc_add_text(r->doc, parent, text, SPAN_NONE);
    }
}

/* ---- rich text to nodes ---- */

/** The place of a formula in the source of its entry: the text between dollar signs. If the source
 * has no such text, the place of the entry. */
static struct span formula_place(struct resolver *r, struct str tex) {
    struct span at = r->entry->span;
    if (!at.src) {
        return at;
    }
    if (at.src->window) {
        (void)window_need(at.src->window, at.begin, at.end);
    }
    struct str written = arena_join(r->arena, 3, STR("$"), tex, STR("$"));
    size_t found = str_find(str_slice(at.src->text, at.begin, at.end), written);
    if (found == STR_NONE) {
        return at;
    }
    size_t begin = at.begin + found + 1;
    return span_make(at.src, begin, begin + tex.n);
}

/** Records a formula and returns whether it is new. The errors of a formula are reported once,
 * although several lists may show the entry. */
static bool is_news(struct resolver *r, struct str tex) {
    return r->entry &&
           !map_put(&r->formulas, arena_join(r->arena, 3, r->entry->id, STR("$"), tex), r);
}

static void add_math(struct resolver *r, struct doc_node *parent, struct str tex) {
    struct doc_node *n = resolve_add(r, parent, DOC_MATH, NULL);
    bool is_new = is_news(r, tex);
    n->u.math.tex = tex;
    n->u.math.tree = math_parse(r->arena, tex, is_new ? formula_place(r, tex) : SPAN_NONE,
                                r->doc->macros, NULL, is_new ? r->d : NULL);
    struct buf plain = BUF_INIT;
    math_to_plain(&plain, n->u.math.tree);
    n->u.math.plain = buf_finish(&plain, r->arena);
}

/** The length of an http(s) address at the start of `s`, without closing punctuation, or 0. */
static size_t url_length(struct str s) {
    if (!str_starts(s, STR("http://")) && !str_starts(s, STR("https://"))) {
        return 0;
    }
    size_t n = 0;
    while (n < s.n && !is_space(s.p[n]) && s.p[n] != '<' && s.p[n] != '>' && s.p[n] != '"' &&
           (unsigned char)s.p[n] < 0x80) {
        n++;
    }
    while (n > 0 && str_index(STR(".,;:!?)]}'*"), s.p[n - 1]) != STR_NONE) {
        n--;
    }
    return n > sizeof "https://" ? n : 0;
}

static void add_plain(struct resolver *r, struct doc_node *parent, struct str text, bool linked) {
    size_t start = 0;
    for (size_t i = 0; linked && i < text.n; i++) {
        size_t n = text.p[i] == 'h' && (i == 0 || !is_alnum(text.p[i - 1]))
                       ? url_length(str_from(text, i))
                       : 0;
        if (n) {
            struct str url = str_slice(text, i, i + n);
            resolve_text(r, parent, str_slice(text, start, i));
            resolve_text(r, resolve_add_link(r, parent, url), url);
            start = i + n;
            i = start - 1;
        }
    }
    resolve_text(r, parent, str_from(text, start));
}

/** The kind of node for a span. DOC_ROOT: there is none, and the text goes to the parent. */
static enum doc_kind span_kind(enum rich_kind kind) {
    switch (kind) {
    case RICH_ITALIC:
        return DOC_EMPH;
    case RICH_BOLD:
        return DOC_STRONG;
    case RICH_SUP:
        return DOC_SUP;
    case RICH_SUB:
        return DOC_SUB;
    case RICH_SMALL_CAPS:
        return DOC_SMALL_CAPS;
    case RICH_UNDERLINE:
        return DOC_UNDERLINE;
    case RICH_CODE:
        return DOC_CODE;
    case RICH_MATH:
        return DOC_MATH;
    case RICH_NOCASE:
    case RICH_NODECOR:
    case RICH_KIND_COUNT:
        break;
    }
    return DOC_ROOT;
}

static void rich_to_nodes(struct resolver *r, struct doc_node *parent, struct rich rich,
                          bool linked) {
    struct rich_walk w;
    rich_walk_start(&w, rich);
    for (enum rich_event e = rich_walk_next(&w); e != RICH_END; e = rich_walk_next(&w)) {
        enum doc_kind kind = span_kind(w.kind);
        switch (e) {
        case RICH_TEXT:
            add_plain(r, parent, w.text, linked);
            break;
        case RICH_ATOM:
            if (kind == DOC_MATH) {
                add_math(r, parent, w.text);
            } else {
                resolve_add(r, parent, DOC_CODE, NULL)->u.code.text = w.text;
            }
            break;
        case RICH_OPEN:
            parent = kind == DOC_ROOT ? parent : resolve_add(r, parent, kind, NULL);
            break;
        case RICH_CLOSE:
            parent = kind == DOC_ROOT ? parent : parent->parent;
            break;
        case RICH_END:
            break;
        }
    }
}

void resolve_rich(struct resolver *r, struct doc_node *parent, struct rich rich) {
    rich_to_nodes(r, parent, rich, false);
}

void resolve_rich_linked(struct resolver *r, struct doc_node *parent, struct rich rich) {
    rich_to_nodes(r, parent, rich, true);
}

/* ---- CSL's results to nodes ---- */

struct format_kind {
    unsigned bit;
    enum doc_kind kind;
};

/* The formats of CSL and their nodes in the order of nesting, the outermost first. */
static const struct format_kind formats[] = {
    {CSL_BOLD, DOC_STRONG},
    {CSL_ITALIC, DOC_EMPH},
    {CSL_OBLIQUE, DOC_EMPH},
    {CSL_ROMAN, DOC_UPRIGHT},
    {CSL_UNDERLINE, DOC_UNDERLINE},
    {CSL_SMALL_CAPS, DOC_SMALL_CAPS},
    {CSL_SUP, DOC_SUP},
    {CSL_SUB, DOC_SUB},
};

static struct doc_node *open_formats(struct resolver *r, struct doc_node *parent, unsigned format) {
    for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
        if (format & formats[i].bit) {
            parent = resolve_add(r, parent, formats[i].kind, NULL);
        }
    }
    if (format & CSL_HIGHLIGHT) {
        parent = resolve_add(r, parent, DOC_STRONG, "pub-self");
    }
    return parent;
}

static bool inside_link(const struct doc_node *n) {
    for (; n; n = n->parent) {
        if (n->kind == DOC_LINK) {
            return true;
        }
    }
    return false;
}

/** Converts a result to nodes. The recursion is limited by the nesting of macros and formats. */
static void out_to_nodes(struct resolver *r, struct doc_node *parent, const struct csl_out *out,
                         bool links, int depth) {
    if (depth > LIMIT_DOC_DEPTH) {
        return;
    }
    for (; out; out = out->next) {
        struct doc_node *at = parent;
        switch ((enum csl_out_kind)out->kind) {
        case CSL_OUT_TEXT:
            resolve_text(r, parent, out->text);
            continue;
        case CSL_OUT_MATH:
            add_math(r, parent, out->text);
            continue;
        case CSL_OUT_SPAN:
            at = open_formats(r, parent, out->format);
            break;
        case CSL_OUT_BLOCK:
            at = out->display == CSL_DISPLAY_LEFT_MARGIN && parent->kind == DOC_BIB_ENTRY
                     ? resolve_add(r, parent, DOC_BIB_LABEL, NULL)
                     : resolve_add(r, parent, DOC_SPAN,
                                   csl_display_class((enum csl_display)out->display));
            break;
        case CSL_OUT_LINK:
            if (!inside_link(parent)) {
                at = resolve_add_link(r, parent, *out->to);
            }
            break;
        case CSL_OUT_CITE:
            if (links && out->item && !inside_link(parent)) {
                struct str url =
                    arena_join(r->arena, 2, STR("#"), resolve_list_anchor(r, out->item->id));
                at = resolve_add_link(r, parent, url);
                vec_push(&r->cite_links, at);
            }
            break;
        }
        out_to_nodes(r, at, out->first, links, depth + 1);
    }
}

void resolve_out(struct resolver *r, struct doc_node *parent, const struct csl_out *out,
                 bool links) {
    out_to_nodes(r, parent, out, links, 0);
}

/* ---- nodes to rich text ---- */

static enum rich_kind node_span(enum doc_kind kind) {
    for (int i = 0; i < RICH_KIND_COUNT; i++) {
        if (span_kind((enum rich_kind)i) == kind && kind != DOC_ROOT) {
            return (enum rich_kind)i;
        }
    }
    return RICH_KIND_COUNT;
}

struct rich resolve_inlines_rich(struct resolver *r, const struct doc_node *parent) {
    if (!parent) {
        return RICH_EMPTY;
    }
    struct rich_builder b;
    rich_builder_init(&b);
    struct doc_walk w = doc_walk_start((struct doc_node *)(uintptr_t)parent);
    while (doc_walk_next(&w)) {
        enum rich_kind kind = node_span(w.node->kind);
        if (kind == RICH_CODE || kind == RICH_MATH) {
            if (w.enter) {
                rich_add_atom(&b, kind,
                              kind == RICH_CODE ? w.node->u.code.text : w.node->u.math.tex);
            }
        } else if (kind != RICH_KIND_COUNT && w.enter) {
            rich_open(&b, kind);
        } else if (kind != RICH_KIND_COUNT) {
            rich_close(&b);
        } else if (w.enter && w.node->kind == DOC_TEXT) {
            buf_str(&b.text, w.node->u.text.text);
        } else if (w.enter && (w.node->kind == DOC_SOFT_BREAK || w.node->kind == DOC_LINE_BREAK)) {
            buf_putc(&b.text, ' ');
        }
    }
    struct rich out = rich_keep(&b, r->arena);
    rich_builder_drop(&b);
    return out;
}
