/* SPDX-License-Identifier: MIT */
/*
 * The table of contents as a list of headings, made once for all outputs: which headings, how deep,
 * and their text without what belongs to its first place alone (notes, links, identifiers).
 */
#include "doc/doc.h"

#include "base/vec.h"

#define DEFAULT_DEPTH 3 /* pandoc MANUAL, --toc-depth */
#define MAX_LEVEL 6

/** Headings of quotes and lists are none of the document's. */
static bool has_headings(enum doc_kind kind) {
    return kind == DOC_ROOT || kind == DOC_DIV || kind == DOC_BIBLIOGRAPHY;
}

/** A reader can jump to every heading that is listed. */
static void ensure_id(struct doc *d, struct doc_node *heading, size_t number) {
    if (doc_id(heading).n == 0) {
        doc_set_id(d, heading, arena_printf(d->arena, "contents-%zu", number));
    }
}

struct doc_node *doc_heading_text(struct doc *d, const struct doc_node *heading) {
    struct doc_node *text = doc_node_new(d, DOC_SPAN, SPAN_NONE);
    struct doc_node *copy = doc_copy(d, heading);
    doc_adopt(text, copy);
    struct doc_walk w = doc_walk_start(text);
    struct doc_node *gone = NULL;
    while (doc_walk_next(&w)) {
        struct doc_node *n = w.node;
        if (gone && n != gone) { /* unlinked only now, when the walk has left it */
            doc_unlink(gone);
            gone = NULL;
        }
        if (!w.enter) {
            continue;
        }
        if (n->attr) {
            n->attr->id = STR_EMPTY;
        }
        if (n->kind == DOC_LINK) {
            n->kind = DOC_SPAN;
            n->attr = NULL;
        } else if (n->kind == DOC_NOTE || n->kind == DOC_IMAGE) {
            gone = n;
            doc_walk_skip(&w);
        } else if (n->kind == DOC_LINE_BREAK) {
            n->kind = DOC_SOFT_BREAK;
        }
    }
    return text;
}

/** The level of nesting of a heading among those that are open, from 1. */
static int nesting(int *open, int *nopen, int level) {
    while (*nopen > 0 && open[*nopen - 1] >= level) {
        (*nopen)--;
    }
    open[(*nopen)++] = level;
    return *nopen;
}

/** What is listed, as entries of `c`. */
static void take_headings(struct doc *d, struct doc_contents *c) {
    VEC(struct doc_contents_entry) entries = VEC_INIT;
    int64_t depth = DEFAULT_DEPTH;
    int open[MAX_LEVEL + 1] = {0};
    int nopen = 0;
    int least = MAX_LEVEL;
    (void)str_to_i64(node_text(node_get(d->front, "toc-depth")), &depth);
    struct doc_walk w = doc_walk_start(d->root);
    while (doc_walk_next(&w)) {
        if (!w.enter || w.node->kind != DOC_HEADING) {
            if (w.enter && !has_headings(w.node->kind)) {
                doc_walk_skip(&w);
            }
            continue;
        }
        doc_walk_skip(&w);
        if (!w.node->first || (w.node->u.heading.unnumbered && doc_has_class(w.node, "unlisted"))) {
            continue;
        }
        int level = nesting(open, &nopen, w.node->u.heading.level);
        if (level > depth) {
            continue;
        }
        least = w.node->u.heading.level < least ? w.node->u.heading.level : least;
        ensure_id(d, w.node, entries.n + 1);
        struct doc_contents_entry e = {level, doc_id(w.node), doc_heading_text(d, w.node)};
        vec_push(&entries, e);
    }
    c->n = entries.n;
    c->entries = vec_keep(&entries, d->arena);
    vec_drop(&entries);
    c->heading = doc_node_new(d, DOC_HEADING, SPAN_NONE);
    c->heading->u.heading.level = least;
    c->heading->u.heading.unnumbered = true;
}

void doc_make_contents(struct doc *d) {
    const struct node *toc = node_get(d->front, "toc");
    if (!toc || (toc->kind != NODE_MAP && node_bool(toc, 0) != 1)) { /* a map says where it is */
        return;
    }
    struct doc_contents *c = ARENA_NEW(d->arena, struct doc_contents);
    c->title = node_text(node_get(d->front, "toc-title"));
    c->own_title = c->title.n > 0;
    if (!c->own_title) {
        c->title = doc_word(d->meta.lang, DOC_WORD_CONTENTS, &c->foreign);
    }
    take_headings(d, c);
    doc_append(c->heading, doc_text_new(d, c->title, SPAN_NONE));
    d->contents = c->n > 0 ? c : NULL;
}
