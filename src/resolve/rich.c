/* SPDX-License-Identifier: MIT */
/*
 * Between the three forms of formatted text: rich text of the database (tex/text.h), CSL's result
 * trees, and inline nodes of the document.
 */
#include "resolve/resolver.h"

#include "base/limits.h"
#include "csl/html.h"
#include "tex/math/math.h"
#include "tex/text/text.h"

struct doc_node *resolve_add(struct resolver *r, struct doc_node *parent, enum doc_kind kind,
                             const char *cls) {
    struct doc_node *n = doc_node_new(r->doc, kind, SPAN_NONE);
    if (cls) {
        doc_add_class(r->doc, n, str_of(cls));
    }
    doc_append(parent, n);
    return n;
}

void resolve_text(struct resolver *r, struct doc_node *parent, struct str text) {
    if (text.n) {
        doc_append(parent, doc_text_new(r->doc, text, SPAN_NONE));
    }
}

/* ---- rich text to nodes ---- */

struct rich_tag {
    struct str open;  /* as written, without '<' and '>' */
    struct str close; /* the closing tag's name */
    enum doc_kind kind;
};

/* DOC_ROOT stands for a tag that shows nothing itself: its content goes to the parent. */
static const struct rich_tag tags[] = {
    {STR_INIT("i"), STR_INIT("i"), DOC_EMPH},
    {STR_INIT("em"), STR_INIT("em"), DOC_EMPH},
    {STR_INIT("b"), STR_INIT("b"), DOC_STRONG},
    {STR_INIT("strong"), STR_INIT("strong"), DOC_STRONG},
    {STR_INIT("sup"), STR_INIT("sup"), DOC_SUP},
    {STR_INIT("sub"), STR_INIT("sub"), DOC_SUB},
    {STR_INIT("sc"), STR_INIT("sc"), DOC_SMALL_CAPS},
    {STR_INIT("u"), STR_INIT("u"), DOC_UNDERLINE},
    {STR_INIT("code"), STR_INIT("code"), DOC_CODE},
    {STR_INIT("span style=\"font-variant:small-caps;\""), STR_INIT("span"), DOC_SMALL_CAPS},
    {STR_INIT("span style=\"font-variant: small-caps;\""), STR_INIT("span"), DOC_SMALL_CAPS},
    {STR_INIT("span class=\"nocase\""), STR_INIT("span"), DOC_ROOT},
    {STR_INIT("span class=\"nodecor\""), STR_INIT("span"), DOC_ROOT},
    {STR_INIT("span class=\"math\""), STR_INIT("span"), DOC_MATH},
};

static const struct rich_tag *find_open(struct str rest, size_t *len) {
    size_t end = str_index(rest, '>');
    if (end == STR_NONE) {
        return NULL;
    }
    struct str name = str_slice(rest, 1, end);
    for (size_t i = 0; i < ARRAY_LEN(tags); i++) {
        if (str_eq(name, tags[i].open)) {
            *len = end + 1;
            return &tags[i];
        }
    }
    return NULL;
}

/** TeX of a math span: &amp; &lt; &gt; become themselves. */
static struct str unescape(struct resolver *r, struct str s) {
    struct buf b;
    buf_init(&b, 0);
    while (s.n) {
        if (str_starts(s, STR("&amp;"))) {
            buf_putc(&b, '&');
            s = str_from(s, 5);
        } else if (str_starts(s, STR("&lt;"))) {
            buf_putc(&b, '<');
            s = str_from(s, 4);
        } else if (str_starts(s, STR("&gt;"))) {
            buf_putc(&b, '>');
            s = str_from(s, 4);
        } else {
            buf_putc(&b, s.p[0]);
            s = str_from(s, 1);
        }
    }
    struct str out = buf_keep(&b, r->arena);
    buf_drop(&b);
    return out;
}

/** Where a formula stands in the database: between dollars in its entry, or somewhere in it when
 * its field writes it otherwise. */
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

/** A formula is complained of where an entry shows it first; lists may show the entry again. */
static bool is_news(struct resolver *r, struct str tex) {
    return r->entry &&
           !map_put(&r->formulas, arena_join(r->arena, 3, r->entry->id, STR("$"), tex), r);
}

static void add_math(struct resolver *r, struct doc_node *parent, struct str tex) {
    struct doc_node *n = resolve_add(r, parent, DOC_MATH, NULL);
    bool told = is_news(r, tex);
    n->u.math.tex = tex;
    n->u.math.tree = math_parse(r->arena, tex, told ? formula_place(r, tex) : SPAN_NONE,
                                r->doc->macros, told ? r->d : NULL);
}

/** Length of an http(s) address at the start of `s`, 0 when there is none; closing punctuation
 * stays outside. */
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
            struct doc_node *link = doc_link_new(r->doc, url, SPAN_NONE);
            resolve_text(r, link, url);
            doc_append(parent, link);
            start = i + n;
            i = start - 1;
        }
    }
    resolve_text(r, parent, str_from(text, start));
}

/** Tags nested deeper than this are shown as text. */
#define MAX_OPEN 32

static void rich_to_nodes(struct resolver *r, struct doc_node *parent, struct str rich,
                          bool linked) {
    struct {
        struct doc_node *node;
        const struct rich_tag *tag;
    } open[MAX_OPEN];
    size_t depth = 0, from = 0;
    struct doc_node *at = parent;
    for (size_t i = 0; i < rich.n;) {
        struct str rest = str_from(rich, i);
        if (rest.p[0] != '<') {
            i++;
            continue;
        }
        size_t len = 0;
        const struct rich_tag *tag = find_open(rest, &len);
        if (tag && tag->kind == DOC_MATH) {
            size_t end = str_find(rest, STR("</span>"));
            if (end != STR_NONE) {
                add_plain(r, at, str_slice(rich, from, i), linked);
                add_math(r, at, unescape(r, str_slice(rest, len, end)));
                i += end + STR("</span>").n;
                from = i;
                continue;
            }
        } else if (tag && tag->kind == DOC_CODE) {
            size_t end = str_find(rest, STR("</code>"));
            if (end != STR_NONE) {
                add_plain(r, at, str_slice(rich, from, i), linked);
                resolve_add(r, at, DOC_CODE, NULL)->u.code.text =
                    unescape(r, str_slice(rest, len, end));
                i += end + STR("</code>").n;
                from = i;
                continue;
            }
        } else if (tag && depth < MAX_OPEN) {
            add_plain(r, at, str_slice(rich, from, i), linked);
            open[depth].node = at;
            open[depth++].tag = tag;
            at = tag->kind == DOC_ROOT ? at : resolve_add(r, at, tag->kind, NULL);
            i += len;
            from = i;
            continue;
        } else if (depth && rest.n > 3 && rest.p[1] == '/') {
            struct str close = open[depth - 1].tag->close;
            if (str_starts(str_from(rest, 2), close) && rest.n > close.n + 2 &&
                rest.p[close.n + 2] == '>') {
                add_plain(r, at, str_slice(rich, from, i), linked);
                at = open[--depth].node;
                i += close.n + 3;
                from = i;
                continue;
            }
        }
        i++;
    }
    add_plain(r, at, str_from(rich, from), linked);
}

void resolve_rich(struct resolver *r, struct doc_node *parent, struct str rich) {
    rich_to_nodes(r, parent, rich, false);
}

void resolve_rich_linked(struct resolver *r, struct doc_node *parent, struct str rich) {
    rich_to_nodes(r, parent, rich, true);
}

/* ---- CSL's results to nodes ---- */

struct format_kind {
    unsigned bit;
    enum doc_kind kind;
};

/* In the order in which they nest, outermost first. */
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

/** Recursion is bounded: the processor never nests deeper than its macros and formats do. */
static void out_to_nodes(struct resolver *r, struct doc_node *parent, const struct csl_out *out,
                         bool links, int depth) {
    if (depth > LIMIT_DOC_DEPTH) {
        return;
    }
    for (; out; out = out->next) {
        struct doc_node *at = parent;
        switch (out->kind) {
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
                     : resolve_add(r, parent, DOC_SPAN, csl_display_class(out->display));
            break;
        case CSL_OUT_LINK:
            if (!inside_link(parent)) {
                at = doc_link_new(r->doc, out->text, SPAN_NONE);
                doc_append(parent, at);
            }
            break;
        case CSL_OUT_CITE:
            if (links && out->item && !inside_link(parent)) {
                struct str url =
                    arena_join(r->arena, 2, STR("#"), resolve_anchor(r, out->item->id));
                at = doc_link_new(r->doc, url, SPAN_NONE);
                doc_append(parent, at);
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

static const char *rich_open(enum doc_kind kind, bool enter) {
    switch ((int)kind) {
    case DOC_EMPH:
        return enter ? "<i>" : "</i>";
    case DOC_STRONG:
        return enter ? "<b>" : "</b>";
    case DOC_SUP:
        return enter ? "<sup>" : "</sup>";
    case DOC_SUB:
        return enter ? "<sub>" : "</sub>";
    case DOC_SMALL_CAPS:
        return enter ? "<sc>" : "</sc>";
    case DOC_UNDERLINE:
        return enter ? "<u>" : "</u>";
    default:
        return "";
    }
}

static void escape_math(struct buf *b, struct str tex) {
    for (size_t i = 0; i < tex.n; i++) {
        switch (tex.p[i]) {
        case '&':
            buf_puts(b, "&amp;");
            break;
        case '<':
            buf_puts(b, "&lt;");
            break;
        case '>':
            buf_puts(b, "&gt;");
            break;
        default:
            buf_putc(b, tex.p[i]);
        }
    }
}

struct str resolve_inlines_rich(struct resolver *r, const struct doc_node *parent) {
    if (!parent) {
        return STR_EMPTY;
    }
    struct buf b;
    buf_init(&b, 0);
    struct doc_walk w = doc_walk_start((struct doc_node *)(uintptr_t)parent);
    while (doc_walk_next(&w)) {
        buf_puts(&b, rich_open(w.node->kind, w.enter));
        if (!w.enter) {
            continue;
        }
        if (w.node->kind == DOC_TEXT) {
            buf_str(&b, w.node->u.text.text);
        } else if (w.node->kind == DOC_SOFT_BREAK || w.node->kind == DOC_LINE_BREAK) {
            buf_putc(&b, ' ');
        } else if (w.node->kind == DOC_CODE) {
            buf_puts(&b, "<code>");
            escape_math(&b, w.node->u.code.text);
            buf_puts(&b, "</code>");
        } else if (w.node->kind == DOC_MATH) {
            buf_puts(&b, "<span class=\"math\">");
            escape_math(&b, w.node->u.math.tex);
            buf_puts(&b, "</span>");
        }
    }
    struct str out = buf_keep(&b, r->arena);
    buf_drop(&b);
    return out;
}
