/* SPDX-License-Identifier: MIT */
/* Puts the text of files unchanged into the head of the page, or before and after its body:
 * --include-in-header and similar options, and Quarto's keys of these names. Decides which text is
 * HTML and which is TeX. */
#include "read/markdown/md_front.h"

DIAG_USE(DIAG_CANNOT_READ);

/* A text to be included. `span` is the place where its file is named. */
struct included {
    struct str text;
    struct span span;
};

typedef VEC(struct included) included_vec;

static void add_file(struct md *m, struct str path, const struct source *from, struct span at,
                     included_vec *out) {
    const struct markdown_files *files = &m->opt->files;
    struct source *src = files->open ? files->open(files->user, path, from) : NULL;
    if (!src) {
        struct diag *g =
            diag_add(m->diags, DIAG_CANNOT_READ, at, "cannot read `%.*s`", STR_ARG(path));
        if (from) {
            diag_hint(m->diags, g, "paths are relative to the document");
        }
        return;
    }
    vec_push(out, (struct included){src->text, span_make(src, 0, src->text.n)});
}

/* Adds the texts of a key: a file name, `text: ...` or `file: ...`, or a list of these (Quarto,
 * "Includes"). */
static void add_key(struct md *m, const struct node *n, included_vec *out) {
    size_t count = node_count(n);
    for (size_t i = 0; i < count; i++) {
        const struct node *one = node_item(n, i);
        const struct node *text = node_get(one, "text"), *file = node_get(one, "file");
        file = file ? file : one;
        if (node_text(text).n) {
            vec_push(out, (struct included){node_text(text), text->span});
        } else if (node_text(file).n) {
            add_file(m, node_text(file), file->span.src, file->span, out);
        }
    }
}

static void collect(struct md *m, const char *key, enum markdown_place place, included_vec *out) {
    add_key(m, node_get(m->doc->front, key), out);
    for (size_t i = 0; i < m->opt->nincludes[place]; i++) {
        add_file(m, m->opt->includes[place][i], NULL, SPAN_NONE, out);
    }
}

void md_include_head(struct md *m) {
    included_vec texts = VEC_INIT;
    collect(m, "include-in-header", MARKDOWN_IN_HEADER, &texts);
    const struct node *old = node_get(m->doc->front, "header-includes");
    if (texts.n) {
        struct node *list = node_new_list(m->a, old ? old->span : SPAN_NONE);
        size_t count = node_count(old);
        for (size_t i = 0; i < count; i++) {
            node_append(m->a, list, node_item(old, i));
        }
        for (size_t i = 0; i < texts.n; i++) {
            node_append(m->a, list, node_string(m->a, texts.p[i].text, texts.p[i].span));
        }
        node_put(m->a, m->doc->front, STR("header-includes"), list->span, list);
    }
    vec_drop(&texts);
}

static struct doc_node *raw_block(struct md *m, const struct included *text) {
    struct doc_node *raw = doc_node_new(m->doc, DOC_RAW_BLOCK, text->span);
    raw->u.code.text = text->text;
    raw->u.code.info = str_starts(str_trim(text->text), STR("<")) ? STR("html") : STR("latex");
    return raw;
}

/** Adds the Markdown of a key (pandoc's `include-before`) before a node, or at the end. */
static void put_text(struct md *m, const char *key, struct doc_node *before) {
    const struct node *all = node_get(m->doc->front, key);
    size_t count = node_count(all);
    for (size_t i = 0; i < count; i++) {
        const struct node *one = node_item(all, i);
        if (!md_scalar_has_text(one)) {
            continue;
        }
        struct doc_node *div = doc_node_new(m->doc, DOC_DIV, one->span);
        struct md_region r = md_scalar_lines(m, one);
        md_blocks(m, &r, div, 1);
        doc_insert(m->doc->root, before, div);
    }
}

void md_include_texts(struct md *m) {
    put_text(m, "include-before", m->doc->root->first);
    put_text(m, "include-after", NULL);
}

void md_include_body(struct md *m) {
    included_vec texts = VEC_INIT;
    struct doc_node *root = m->doc->root, *first = root->first;
    collect(m, "include-before-body", MARKDOWN_BEFORE_BODY, &texts);
    for (size_t i = 0; i < texts.n; i++) {
        struct doc_node *raw = raw_block(m, &texts.p[i]);
        doc_insert(root, first, raw);
    }
    vec_clear(&texts);
    collect(m, "include-after-body", MARKDOWN_AFTER_BODY, &texts);
    for (size_t i = 0; i < texts.n; i++) {
        doc_append(root, raw_block(m, &texts.p[i]));
    }
    vec_drop(&texts);
}
