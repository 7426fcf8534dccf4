/* SPDX-License-Identifier: MIT */
/*
 * The variables of a recipient. `{{ name }}` is replaced by a value in the text of a document, in
 * its title block and in addresses of links. Values are used as text and never as markup.
 */
#include "core/data/json.h"
#include "job/build/files.h"

DIAG_USE(DIAG_UNKNOWN_VARIABLE);

struct filler {
    struct build_run *b;
    const struct node *values;
};

static void report(struct diags *d, const struct node *values, struct str name, struct span at) {
    struct diag *g =
        diag_add(d, DIAG_UNKNOWN_VARIABLE, at, "no column is named `%.*s`", STR_ARG(name));
    if (!diag_suggest(d, g, name, values->keys, values->n)) {
        diag_hint(d, g, "the columns of the table of recipients are the names that a text may use");
    }
}

struct str build_fill_text(struct arena *a, const struct node *values, struct str text,
                           struct diags *d, build_place_fn *place, void *user) {
    struct buf b = BUF_INIT;
    size_t from = 0;
    for (;;) {
        size_t begin = str_find(str_from(text, from), STR("{{"));
        size_t length =
            begin == STR_NONE ? STR_NONE : str_find(str_from(text, from + begin), STR("}}"));
        if (length == STR_NONE) {
            break;
        }
        begin += from;
        size_t end = begin + length + 2;
        struct str name = str_trim(str_slice(text, begin + 2, end - 2));
        const struct node *value = node_value(values, name);
        buf_str(&b, str_slice(text, from, begin));
        buf_str(&b, value ? node_text(value) : str_slice(text, begin, end));
        if (!value && d) {
            struct span at;
            place(user, text, begin, end, &at);
            report(d, values, name, at);
        }
        from = end;
    }
    buf_str(&b, str_from(text, from));
    struct str all = from ? buf_keep(&b, a) : text;
    buf_drop(&b);
    return all;
}

/** Sets `*out` to the place of a variable in a node, or to that of the whole node if the source
 * writes the text in another way. */
static void place_in_node(void *user, struct str text, size_t begin, size_t end, struct span *out) {
    const struct doc_node *n = user;
    size_t at = str_find(span_text(n->span), str_slice(text, begin, end));
    *out = at == STR_NONE
               ? n->span
               : span_make(n->span.src, n->span.begin + at, n->span.begin + at + end - begin);
}

static struct str fill(const struct filler *f, struct str text, struct doc_node *n) {
    return build_fill_text(f->b->arena, f->values, text, n ? f->b->d : NULL, place_in_node, n);
}

/** Joins adjacent texts, so that a variable is within one text. */
static void join_texts(struct doc_node *n, struct arena *a) {
    while (n->next && n->next->kind == DOC_TEXT &&
           str_find(n->u.text.text, STR("{{")) != STR_NONE) {
        n->u.text.text = arena_join(a, 2, n->u.text.text, n->next->u.text.text);
        n->span.end = n->next->span.src == n->span.src ? n->next->span.end : n->span.end;
        doc_unlink(n->next);
    }
}

static void fill_tree(void *user, struct doc_node *tree) {
    const struct filler *f = user;
    struct doc_walk w = doc_walk_start(tree);
    while (doc_walk_next(&w)) {
        struct doc_node *n = w.node;
        if (w.enter && n->kind == DOC_TEXT) {
            join_texts(n, f->b->arena);
            n->u.text.text = fill(f, n->u.text.text, n);
        } else if (w.enter && n->kind == DOC_LINK) {
            n->u.link.url = fill(f, n->u.link.url, n);
        }
    }
}

void build_fill_variables(struct build_run *b, struct doc *doc) {
    struct str text = b->opt->variables;
    if (!text.n) {
        return;
    }
    struct diags quiet;
    diags_init(&quiet, b->arena);
    struct filler f = {b,
                       json_parse(b->arena, source_new(b->arena, STR("variables"), text), &quiet)};
    diags_drop(&quiet);
    struct doc_node *parts[DOC_PARTS];
    size_t n = doc_parts(doc, parts);
    if (!f.values || f.values->kind != NODE_MAP) {
        return;
    }
    for (size_t i = 0; i < n; i++) {
        fill_tree(&f, parts[i]);
    }
    doc_each_title_tree(doc, fill_tree, &f);
    doc->meta.title_plain = fill(&f, doc->meta.title_plain, NULL);
    doc->meta.subtitle_plain = fill(&f, doc->meta.subtitle_plain, NULL);
}
