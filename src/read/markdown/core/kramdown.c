/* SPDX-License-Identifier: MIT */
/*
 * Reads attribute lists and extensions of kramdown (kramdown's syntax reference): `{: .class #id
 * key="value"}` on a line next to a block or directly after a span; `{:name: .class}`, to which
 * `{:name}` refers; `{:toc}` at a list; `{::comment}` and `{::nomarkdown}`. attr_syntax.c reads the
 * attributes.
 *
 * A list applies to the block whose last line is directly above it, or else to the block below it.
 * In text, it applies to the element directly before it, or else to the block that it begins or
 * ends.
 */
#include "core/base/bounds.h"
#include "core/base/word_list.h"
#include "read/markdown/core/block_extension.h"
#include "read/markdown/core/inline_pass.h"

DIAG_USE(DIAG_BAD_ATTRIBUTES);

/* maximum number of lines that are searched in vain for the ends of extensions */
#define MAX_SEARCHED 100000u
#define MAX_ATTRS 1000 /* maximum number of attributes of a node */
/* maximum number of attribute lists that refer to each other in sequence */
#define MAX_CHAIN 8
#define MAX_NAMED 100000u /* maximum number of references to attribute lists in a document */

static size_t word_end(struct str s, size_t at) {
    return str_past_name(s, at, "_-");
}

/* Returns the offset of the attributes in a list: after `{:`, or after `{:name:`. */
static size_t content_of(struct str s) {
    size_t end = word_end(s, 2);
    return end > 2 && end < s.n && s.p[end] == ':' ? end + 1 : 2;
}

static bool is_list(struct str s) {
    return s.n > 2 && s.p[0] == '{' && s.p[1] == ':' && s.p[2] != ':' && s.p[2] != '/';
}

/* ---- blocks */

struct extension {
    struct str close; /* the name in `{:/name}` */
    bool found;
};

/* Whether the line contains the end of an extension: `{:/}` or `{:/name}`. */
static bool ends_extension(struct str line, struct str name) {
    size_t at = str_find(line, STR("{:/"));
    struct str rest = at == STR_NONE ? STR_EMPTY : str_from(line, at + 3);
    size_t n = word_end(rest, 0);
    return at != STR_NONE && n < rest.n && rest.p[n] == '}' &&
           (n == 0 || str_eq(str_slice(rest, 0, n), name));
}

static bool goes_on(void *state, struct str line) {
    struct extension *e = state;
    bool more = !e->found;
    e->found = e->found || ends_extension(line, e->close);
    return more;
}

/* Reads `{::comment}` up to `{:/comment}`, or a single `{::options .../}`. */
static bool open_extension(struct md_at *at) {
    struct str s = str_trim(at->s);
    struct extension e = {str_slice(s, 3, word_end(s, 3)), false};
    size_t brace = str_index(s, '}');
    if (!e.close.n || brace == STR_NONE) {
        return false;
    }
    bool alone = s.p[brace - 1] == '/' || ends_extension(s, e.close);
    size_t lines = 1;
    if (!alone && at->k->searched < MAX_SEARCHED) {
        struct md_region r = md_look_ahead(at, goes_on, &e);
        lines = e.found ? r.n : 1;
        at->k->searched += e.found ? 0 : r.n;
    }
    if (brace + 1 < s.n && s.p[brace - 1] == '/') {
        return false; /* the extension is not a block, because text follows it */
    }
    (void)md_open_lines(at, &md_block_kramdown, at->line + lines);
    return true;
}

static bool open_kramdown(struct md_at *at) {
    if (at->indent > 3 || !str_starts(at->s, STR("{:"))) {
        return false;
    }
    if (str_starts(at->s, STR("{::"))) {
        return open_extension(at);
    }
    struct str s = str_trim(at->s);
    bool whole = s.p[s.n - 1] == '}' && str_index(s, '}') == s.n - 1;
    /* the first `}` may be in a value, so the attributes are read to find the end */
    if (!whole && is_list(s)) {
        struct md_text t = md_text_fixed(s, SPAN_NONE);
        struct md_words words = {NULL, 0, 0};
        struct doc_attr attr;
        whole = md_attr_list(at->k->m, &t, content_of(s), &attr, &words) == s.n;
        vec_drop(&words);
    }
    if (!whole) {
        return false;
    }
    (void)md_open_lines(at, &md_block_kramdown, at->line + 1);
    return true;
}

static void say_stray(struct md *m, struct span at) {
    struct diag *g = diag_add(m->diags, DIAG_BAD_ATTRIBUTES, at,
                              "this cannot be read as kramdown: it is left out");
    diag_hint(m->diags, g, "write `{: .class #id key=\"value\"}`");
}

/* Reads an extension. The content of `{::nomarkdown}` is raw HTML, and other extensions are left
 * out. */
static void read_extension(struct md_reader *k, const struct md_region *part, struct str first) {
    struct str name = str_slice(first, 3, word_end(first, 3));
    bool closed = ends_extension(part->lines[part->n - 1].s, name);
    bool known = str_among(name, "comment options nomarkdown");
    if (!known || (!closed && str_index(first, '/') == STR_NONE)) {
        say_stray(k->m, md_line_span(k->m, part, 0, 0, SIZE_MAX));
    }
    if (!str_is(name, "nomarkdown") || part->n < 3) {
        return;
    }
    struct md_region inside = {part->lines + 1, part->n - 2, part->fixed};
    struct md_text t = md_text_lines(k->m, &inside);
    md_add_html(k, t.s, md_span(&t, 0, t.s.n));
}

static struct doc_node *read_kramdown(struct md_reader *k, cmark_node *n, struct md_open *o,
                                      const struct md_region *part) {
    struct md *m = k->m;
    struct md_text t = md_text_lines(m, part);
    size_t from = 0, to = t.s.n;
    (void)n;
    str_trim_range(t.s, &from, &to);
    t = md_text_part(m, &t, from, to);
    if (str_starts(t.s, STR("{::"))) {
        read_extension(k, part, t.s);
        return NULL;
    }
    if (!is_list(t.s)) {
        say_stray(m, md_span(&t, 0, t.s.n));
        return NULL;
    }
    size_t at = content_of(t.s);
    struct md_text text = md_text_part(m, &t, at, t.s.n);
    if (at > 2) {
        struct md_text *kept = ARENA_NEW(m->a, struct md_text);
        *kept = text;
        map_put(&m->kramdown.lists, str_slice(t.s, 2, at - 1), kept);
        return NULL;
    }
    struct doc_node *above = k->top->last;
    bool below = o->first == 0 || md_is_blank(k->r->lines[o->first - 1].s) || !above ||
                 (above->kind == DOC_RAW_BLOCK && str_is(above->u.code.info, "kramdown"));
    if (below) {
        above = md_add(k, DOC_RAW_BLOCK, md_span(&t, 0, t.s.n));
        above->u.code.info = STR("kramdown");
    }
    vec_push(&m->kramdown.uses, (struct md_attr_use){.node = above, .text = text, .placed = below});
    return NULL;
}

const struct md_block md_block_kramdown = {
    .open = open_kramdown, .read = read_kramdown, .interrupts = true};

/* ---- inlines */

/* Reads `{::comment}words{:/comment}` and `{::nomarkdown}<b>{:/}`. */
static bool read_inline_extension(struct inl *x) {
    struct str rest = str_from(x->s, x->at);
    struct str name = str_slice(rest, 3, word_end(rest, 3));
    size_t brace = str_index(str_slice(rest, 0, 200), '}');
    if (!name.n || brace == STR_NONE || x->no_extension) {
        return false;
    }
    size_t end = brace + 1, close = end;
    if (rest.p[brace - 1] != '/') {
        close = str_find(rest, STR("{:/"));
        x->no_extension = close == STR_NONE;
        size_t last = close == STR_NONE ? STR_NONE : word_end(rest, close + 3);
        if (close == STR_NONE || last >= rest.n || rest.p[last] != '}') {
            return false;
        }
        end = last + 1;
    }
    if (str_is(name, "nomarkdown")) {
        struct doc_node *raw = md_inl_node(x, DOC_RAW_INLINE, x->at, x->at + end);
        raw->u.code.text = str_slice(rest, brace + 1, close);
        raw->u.code.info = STR("html");
    }
    x->at += end;
    return true;
}

bool md_inl_kramdown(struct inl *x) {
    struct str rest = str_from(x->s, x->at);
    if (str_starts(rest, STR("{::"))) {
        return read_inline_extension(x);
    }
    struct md_words words = {NULL, 0, 0};
    struct doc_attr attr;
    size_t end = is_list(rest) ? md_attr_list(x->m, x->t, x->at + 2, &attr, &words) : 0;
    vec_drop(&words);
    if (!end) {
        return false;
    }
    struct md_text text = md_text_part(x->m, x->t, x->at + 2, end);
    struct doc_node *mark = md_inl_node(x, DOC_SPAN, x->at, end);
    vec_push(&x->m->kramdown.uses,
             (struct md_attr_use){.node = mark, .text = text, .placed = true});
    x->at = end;
    return true;
}

/* ---- applying lists */

/* Returns the node to which an attribute list applies, or NULL. `mark` is the node at the place of
 * the list. */
static struct doc_node *target_of(struct doc_node *mark) {
    struct doc_node *prev = mark->prev, *parent = mark->parent;
    if (mark->kind == DOC_RAW_BLOCK) {
        return mark->next;
    }
    if (prev && prev->kind != DOC_TEXT && prev->kind != DOC_SOFT_BREAK &&
        prev->kind != DOC_LINE_BREAK) {
        return prev;
    }
    bool item = !prev && parent && parent->parent && parent->parent->kind == DOC_ITEM &&
                parent->parent->first == parent;
    return item ? parent->parent : prev && mark->next ? NULL : parent;
}

static void apply(struct md *m, struct doc_node *node, const struct md_text *text, int depth);

/* Applies a bare word of an attribute list: the name of another attribute list, or `toc`, which
 * replaces a list with the table of contents. */
static void apply_word(struct md *m, struct doc_node *node, struct str word, struct span at,
                       int depth) {
    const struct md_text *named = map_lookup(&m->kramdown.lists, word);
    if (named && depth < MAX_CHAIN && m->kramdown.named < MAX_NAMED) {
        m->kramdown.named++;
        apply(m, node, named, depth + 1);
    } else if (named) {
        struct diag *g =
            diag_add(m->diags, DIAG_BAD_ATTRIBUTES, at,
                     "the attribute list `%.*s` refers to too many others", STR_ARG(word));
        diag_hint(m->diags, g, "does it refer to itself?");
    } else if (str_is(word, "toc") && node->kind == DOC_LIST && !m->kramdown.toc) {
        m->kramdown.toc = true;
        struct doc_node *div = doc_node_new(m->doc, DOC_DIV, node->span);
        div->attr = node->attr;
        doc_add_class(m->doc, div, STR("toc"));
        doc_replace(node, div);
    } else if (str_is(word, "toc")) {
        struct diag *g =
            diag_add(m->diags, DIAG_BAD_ATTRIBUTES, at, "no table of contents is made here");
        diag_hint(m->diags, g, "put `{:toc}` at one list");
    } else {
        struct diag *g = diag_add(m->diags, DIAG_BAD_ATTRIBUTES, at,
                                  "no attribute list is called `%.*s`", STR_ARG(word));
        diag_hint(m->diags, g, "define it in a line of its own: `{:%.*s: .class}`", STR_ARG(word));
    }
}

/* Applies classes that have a meaning in kramdown. */
static void settle(struct md *m, struct doc_node *node) {
    if (node->kind == DOC_HEADING && doc_has_class(node, "no_toc")) {
        doc_add_class(m->doc, node, STR("unlisted"));
    }
    for (size_t i = 0; node->kind == DOC_CODE_BLOCK && node->attr && i < node->attr->nclasses;
         i++) {
        struct str c = node->attr->classes[i];
        if (!node->u.code.info.n && str_starts(c, STR("language-"))) {
            node->u.code.info = str_from(c, sizeof "language-" - 1);
        }
    }
}

static void apply(struct md *m, struct doc_node *node, const struct md_text *text, int depth) {
    struct md_words words = {NULL, 0, 0};
    struct doc_attr attr;
    bool full = node->attr && node->attr->nclasses + node->attr->npairs > MAX_ATTRS;
    if (!full && md_attr_list(m, text, 0, &attr, &words)) {
        md_attr_put(m, node, &attr);
        for (size_t i = 0; i < words.n; i++) {
            apply_word(m, node, words.p[i], md_span(text, 0, text->s.n), depth);
        }
        settle(m, node);
    } else {
        say_stray(m, md_span(text, 0, text->s.n));
    }
    vec_drop(&words);
}

/* Removes the placeholder of an attribute list, and the space beside it at the beginning or end of
 * a block. */
static void take_out(struct doc_node *mark) {
    struct doc_node *prev = mark->prev, *next = mark->next;
    bool first = !prev;
    if (first && next && next->kind == DOC_TEXT && str_starts(next->u.text.text, STR(" "))) {
        next->u.text.text = str_from(next->u.text.text, 1);
        next->span.begin += next->span.src && next->span.end > next->span.begin;
    } else if (!next && prev && prev->kind == DOC_TEXT) {
        md_trim_text(prev, false);
    }
    struct doc_node *text = first ? next : prev;
    if (text && text->kind == DOC_TEXT && !text->u.text.text.n) {
        doc_unlink(text);
    }
    doc_unlink(mark);
}

/* Finds the node for each attribute list. Consecutive attribute lists apply to the same node. */
static void find_targets(struct md *m) {
    const struct doc_node *below = NULL;
    struct doc_node *target = NULL;
    for (size_t i = m->kramdown.uses.n; i-- > 0;) {
        struct md_attr_use *use = &m->kramdown.uses.p[i];
        use->target = !use->placed ? use->node : target_of(use->node);
        if (use->placed && use->node->kind == DOC_RAW_BLOCK) {
            use->target = below && use->node->next == below ? target : use->target;
            below = use->node;
            target = use->target;
        }
    }
}

void md_attr_lists_place(struct md *m) {
    find_targets(m);
    for (size_t i = 0; i < m->kramdown.uses.n; i++) {
        const struct md_attr_use *use = &m->kramdown.uses.p[i];
        if (use->target) {
            apply(m, use->target, &use->text, 0);
        } else {
            diag_add(m->diags, DIAG_BAD_ATTRIBUTES, md_span(&use->text, 0, use->text.s.n),
                     "these attributes apply to nothing: they are left out");
        }
    }
    for (size_t i = 0; i < m->kramdown.uses.n; i++) {
        if (m->kramdown.uses.p[i].placed) {
            take_out(m->kramdown.uses.p[i].node);
        }
    }
}
