/* SPDX-License-Identifier: MIT */
/*
 * Searches the source of a document for the names of its authors. The program itself removes the
 * title block, running heads and metadata, but an author must rewrite a sentence. One place gives
 * one finding, even if several words at the place name an author.
 */
#include "check/blind/paragraph_text.h"
#include "check/blind/who.h"

#include "core/base/word_list.h"

#include <stdlib.h>

DIAG_USE(DIAG_ANONYMOUS_NAME);
DIAG_USE(DIAG_ANONYMOUS_WORD);

struct found {
    struct span span;
    struct str text; /* the words that name an author */
    enum blind_kind kind;
    bool maybe;
};

struct look {
    const struct blind_who *who;
    const struct doc *doc;
    struct diags *d;
    VEC(struct found) found;
    /* members for the current search */
    const struct blind_run *run; /* NULL if the text is not part of a run */
    struct str text;
    struct span at;
    bool whole; /* a finding gets the place `at`, not the place of its words */
};

static void take(void *user, const struct blind_hit *hit) {
    struct look *l = user;
    struct str text = l->run ? buf_view(&l->run->text) : l->text;
    struct found f = {
        .kind = hit->kind, .maybe = hit->maybe, .text = str_slice(text, hit->from, hit->to)};
    f.text = arena_str(l->doc->arena, f.text);
    f.span = l->run     ? blind_place(l->run, hit->from, hit->to)
             : l->whole ? l->at
                        : blind_place_in(l->at, text, hit->from, hit->to);
    vec_push(&l->found, f);
}

static void look_in(struct look *l, struct str text, struct span at, bool whole,
                    enum blind_text kind) {
    if (text.n) {
        l->run = NULL;
        l->text = text;
        l->at = at;
        l->whole = whole;
        blind_search(l->who, text, kind, take, l);
    }
}

/* ---- front matter ---- */

/** Whether the values of a key are skipped. Skipped values are settings and names of files, which
 * pages do not show, or texts that are searched as parts of the tree. */
static bool is_skipped(struct str key) {
    static const char keys[] =
        "abstract anonymous bibliography csl citation-style css from format output "
        "lang nocite references venues coauthors variants "
        "limits include-in-header include-before-body include-after-body";
    return str_among(key, keys) || str_starts(key, STR("bibliography_"));
}

static void look_at_front(struct look *l) {
    const struct node *front = l->doc->front;
    for (size_t i = 0; i < front->n; i++) {
        struct node_walk w = node_walk_start(is_skipped(front->keys[i]) ? NULL : front->items[i]);
        for (const struct node *n; (n = node_walk_next(&w)) != NULL;) {
            struct span at;
            (void)node_text_span(n, &at); /* if `at` is inexact, the words are searched for in it */
            look_in(l, n->text, at, false, BLIND_PROSE);
        }
    }
}

/* ---- the tree ---- */

static void look_at_run(void *user, const struct blind_run *run) {
    struct look *l = user;
    l->run = run;
    blind_search(l->who, buf_view(&run->text), BLIND_SOURCE, take, l);
}

static void look_at_attributes(struct look *l, const struct doc_node *n) {
    /* an identifier that is not in the source was made from the text of the node */
    if (str_find(span_text(n->span), n->attr->id) != STR_NONE) {
        look_in(l, n->attr->id, n->span, false, BLIND_ADDRESS);
    }
    for (size_t i = 0; i < n->attr->nclasses; i++) {
        look_in(l, n->attr->classes[i], n->span, false, BLIND_ADDRESS);
    }
    for (size_t i = 0; i < n->attr->npairs; i++) {
        const struct doc_pair *p = &n->attr->pairs[i];
        struct span at = p->span.src ? p->span : n->span;
        look_in(l, p->value, at, false, BLIND_PROSE);
    }
}

/** Searches content that is not in a run of text: code, formulas, addresses, titles, alternative
 * texts, and prefixes and suffixes of citations. */
static void look_at_node(struct look *l, const struct doc_node *n) {
    switch (n->kind) {
    case DOC_CODE:
    case DOC_CODE_BLOCK:
    case DOC_RAW_INLINE:
    case DOC_RAW_BLOCK:
        look_in(l, n->u.code.text, n->span, false, BLIND_PROSE);
        break;
    case DOC_MATH:
        look_in(l, n->u.math.tex, n->span, false, BLIND_PROSE);
        break;
    case DOC_LINK:
    case DOC_IMAGE:
        look_in(l, n->u.link.url, n->span, true, BLIND_ADDRESS);
        look_in(l, n->u.link.title, n->span, false, BLIND_PROSE);
        if (n->kind == DOC_IMAGE) {
            blind_each_run(l->doc, (struct doc_node *)n, look_at_run, l);
        }
        break;
    case DOC_CITE:
        for (size_t i = 0; i < n->u.cite.n; i++) {
            const struct doc_cite *c = &n->u.cite.cites[i];
            if (c->prefix) {
                blind_each_run(l->doc, c->prefix, look_at_run, l);
            }
            if (c->suffix) {
                blind_each_run(l->doc, c->suffix, look_at_run, l);
            }
        }
        break;
    default: /* text in other nodes is searched in runs */
        break;
    }
}

/** Whether resolve made the node, such as an entry of a list of works. */
static bool is_made(const struct look *l, const struct doc_node *n) {
    return n->kind == DOC_BIBLIOGRAPHY || n->span.src != l->doc->source;
}

static void look_at_tree(struct look *l, struct doc_node *root) {
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        if (!w.enter) {
            continue;
        }
        if (w.node->kind == DOC_BIBLIOGRAPHY) {
            doc_walk_skip(&w);
        } else if (!is_made(l, w.node)) {
            if (w.node->attr && w.node != root) {
                look_at_attributes(l, w.node);
            }
            look_at_node(l, w.node);
        }
        if (w.node->kind == DOC_CITE) {
            doc_walk_skip(&w); /* resolve made the children of the citation */
        }
    }
    blind_each_run(l->doc, root, look_at_run, l);
}

/* ---- findings ---- */

static int by_place(const void *pa, const void *pb) {
    const struct span *a = &((const struct found *)pa)->span,
                      *b = &((const struct found *)pb)->span;
    if (a->src != b->src) {
        return (uintptr_t)a->src < (uintptr_t)b->src ? -1 : 1;
    }
    if (a->begin != b->begin) {
        return a->begin < b->begin ? -1 : 1;
    }
    return a->end > b->end ? -1 : a->end < b->end;
}

/** Whether a finding is inside the last one or, without a place, has the same text. */
static bool is_again(const struct found *f, const struct found *last) {
    if (!last || last->span.src != f->span.src) {
        return false;
    }
    return f->span.src ? f->span.begin < last->span.end : str_ieq(f->text, last->text);
}

static struct blind_findings report(struct look *l) {
    struct blind_findings out = {ARENA_ARRAY(l->doc->arena, struct blind_found, l->found.n + 1), 0};
    const struct found *last = NULL;
    vec_sort(&l->found, by_place);
    for (size_t i = 0; i < l->found.n; i++) {
        const struct found *f = &l->found.p[i];
        if (is_again(f, last)) {
            continue;
        }
        last = f;
        if (f->maybe) {
            struct diag *g = diag_add(l->d, DIAG_ANONYMOUS_WORD, f->span,
                                      "`%.*s` may name an author", STR_ARG(f->text));
            diag_hint(l->d, g,
                      "it is also an ordinary word; if it means the author, use the third person, "
                      "or leave it out");
            continue;
        }
        struct diag *g = diag_add(l->d, DIAG_ANONYMOUS_NAME, f->span, "`%.*s` names %s",
                                  STR_ARG(f->text), blind_kind_name(f->kind));
        diag_hint(l->d, g, "%s",
                  f->kind == BLIND_NAME ? "refer to the author in the third person, or not at all"
                                        : "write it without the name, or put it below a heading "
                                          "\"Acknowledgements\", which "
                                          "is left out");
        out.p[out.n++] = (struct blind_found){f->text, g};
    }
    return out;
}

struct blind_findings blind_look(const struct blind_who *who, const struct doc *doc,
                                 struct diags *d) {
    struct look l = {.who = who, .doc = doc, .d = d};
    look_at_front(&l);
    if (doc->meta.abstract) {
        look_at_tree(&l, doc->meta.abstract);
    }
    look_at_tree(&l, doc->root);
    struct blind_findings out = report(&l);
    vec_drop(&l.found);
    return out;
}
