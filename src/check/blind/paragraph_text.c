/* SPDX-License-Identifier: MIT */
/*
 * Collects the text of paragraphs. Skips text that resolve or a database has added.
 */
#include "check/blind/paragraph_text.h"

#include "core/base/search.h"

struct collector {
    const struct doc *doc;
    struct blind_run run;
    VEC(struct doc_node *) notes;
    blind_run_fn *fn;
    void *user;
};

static void put(struct collector *c, struct str s, const struct doc_node *n) {
    vec_push(&c->run.pieces, (struct blind_piece){c->run.text.n, n});
    buf_str(&c->run.text, s);
}

static void flush(struct collector *c) {
    if (c->run.text.n && !c->run.text.overflow) {
        c->fn(c->user, &c->run);
    }
    buf_clear(&c->run.text);
    vec_clear(&c->run.pieces);
}

/** Appends an inline. Returns whether its children are visited. */
static bool take_inline(struct collector *c, struct doc_node *n) {
    switch (n->kind) {
    case DOC_TEXT:
        put(c, n->span.src == c->doc->source ? n->u.text.text : STR("\x1a"), n);
        return true;
    case DOC_SOFT_BREAK:
    case DOC_LINE_BREAK:
        put(c, STR("\n"), n);
        return true;
    case DOC_NOTE:
        vec_push(&c->notes, n);
        return false;
    case DOC_CODE:
    case DOC_MATH:
    case DOC_IMAGE:
    case DOC_CITE:
    case DOC_RAW_INLINE:
    case DOC_BIB_LABEL:
        put(c, STR("\x1a"), n);
        return false;
    default: /* inlines with children; the function is not called for blocks */
        return true;
    }
}

static void walk(struct collector *c, struct doc_node *root) {
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        if (w.node == root) {
            continue;
        }
        if (!doc_is_inline(w.node->kind)) {
            flush(c);
            if (w.enter && w.node->kind == DOC_BIBLIOGRAPHY) {
                doc_walk_skip(&w);
            }
        } else if (w.enter && !take_inline(c, w.node)) {
            doc_walk_skip(&w);
        }
    }
    flush(c);
}

void blind_each_run(const struct doc *doc, struct doc_node *root, blind_run_fn *fn, void *user) {
    struct collector c = {.doc = doc, .fn = fn, .user = user};
    buf_init(&c.run.text, 0);
    walk(&c, root);
    for (size_t i = 0; i < c.notes.n; i++) { /* the list grows while notes within notes are found */
        walk(&c, c.notes.p[i]);
    }
    buf_drop(&c.run.text);
    vec_drop(&c.run.pieces);
    vec_drop(&c.notes);
}

const struct blind_piece *blind_piece_at(const struct blind_run *run, size_t at) {
    size_t i;
    SEARCH_FIRST(i, 0, run->pieces.n, run->pieces.p[i].at > at);
    return i ? &run->pieces.p[i - 1] : NULL;
}

struct span blind_place_in(struct span at, struct str text, size_t from, size_t to) {
    struct str source = span_text(at), part = str_slice(text, from, to);
    if (source.n == text.n && str_eq(str_slice(source, from, to), part)) {
        return span_make(at.src, at.begin + from, at.begin + to);
    }
    size_t again = 0, place = 0;
    for (size_t i = 0, found; (found = str_find(str_slice(text, i, from), part)) != STR_NONE;) {
        again++;
        i += found + part.n;
    }
    for (;;) {
        size_t found = str_find(str_from(source, place), part);
        if (found == STR_NONE || part.n == 0) {
            return at;
        }
        place += found;
        if (again-- == 0) {
            return span_make(at.src, at.begin + place, at.begin + place + part.n);
        }
        place += part.n;
    }
}

struct span blind_place(const struct blind_run *run, size_t from, size_t to) {
    const struct blind_piece *p = blind_piece_at(run, from);
    if (!p || !p->node->span.src) {
        return SPAN_NONE;
    }
    const struct blind_piece *behind = p + 1;
    size_t end = behind < run->pieces.p + run->pieces.n ? behind->at : run->text.n;
    struct span at = blind_place_in(p->node->span, str_slice(buf_view(&run->text), p->at, end),
                                    from - p->at, (to < end ? to : end) - p->at);
    const struct blind_piece *last = to > end ? blind_piece_at(run, to - 1) : p;
    if (last != p && last->node->span.src == at.src && last->node->span.begin > at.begin) {
        /* the bytes are in several pieces: the place ends in the last one */
        size_t more = to - last->at;
        at.end = (uint32_t)(last->node->span.begin + more);
        at.end = at.end < last->node->span.end ? at.end : last->node->span.end;
    }
    return at;
}
