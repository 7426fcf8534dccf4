/* SPDX-License-Identifier: MIT */
/*
 * Collecting the text of paragraphs. Inlines that hold text (emphasis, links) are looked into; what
 * is no text is one sign, so that words on both its sides are not neighbours.
 */
#include "lint/run.h"

#include "base/search.h"

typedef VEC(struct doc_node *) node_vec;

static void run_clear(struct lint_run *run) {
    buf_clear(&run->text);
    vec_clear(&run->pieces);
    run->block = NULL;
}

static void put(struct lint_run *run, struct str s, struct span from) {
    vec_push(&run->pieces, (struct lint_piece){run->text.n, from});
    buf_str(&run->text, s);
}

/** Text with the blanks that lie between it and the text before it in the source. */
static void put_text(struct lint_run *run, const struct doc *doc, const struct doc_node *n) {
    struct span from = n->span;
    if (from.src != doc->source) {
        put(run, STR("\x1a"), from);
        return;
    }
    struct span last = run->pieces.n ? vec_last(&run->pieces).from : SPAN_NONE;
    if (last.src == from.src && last.end < from.begin && from.begin - last.end < 100 &&
        str_trim(str_slice(from.src->text, last.end, from.begin)).n == 0) {
        from.begin = last.end;
    }
    put(run, span_text(from), from);
}

static void flush(struct lint_run *run, lint_run_fn *fn, void *user) {
    if (run->text.n && !run->text.overflow) {
        fn(user, run, buf_view(&run->text));
    }
    run_clear(run);
}

/** Takes an inline up; true when what is in it is to be walked. */
static bool take_inline(struct lint_run *run, const struct doc *doc, struct doc_node *n,
                        node_vec *notes) {
    switch (n->kind) {
    case DOC_TEXT:
        put_text(run, doc, n);
        return true;
    case DOC_SOFT_BREAK:
    case DOC_LINE_BREAK:
        put(run, STR("\n"), n->span);
        return true;
    case DOC_NOTE:
        vec_push(notes, n);
        return false;
    case DOC_CODE:
    case DOC_MATH:
    case DOC_IMAGE:
    case DOC_CITE:
    case DOC_RAW_INLINE:
    case DOC_BIB_LABEL:
        put(run, STR("\x1a"), n->span);
        return false;
    default: /* kinds that hold text, and blocks, which do not come here */
        return true;
    }
}

static void walk(const struct doc *doc, struct doc_node *root, struct lint_run *run,
                 node_vec *notes, lint_run_fn *fn, void *user) {
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        if (w.node == root) {
            continue;
        }
        if (!doc_is_inline(w.node->kind)) {
            flush(run, fn, user);
            run->block = w.node;
            if (w.enter && w.node->kind == DOC_BIBLIOGRAPHY) {
                doc_walk_skip(&w);
            }
        } else if (w.enter && !take_inline(run, doc, w.node, notes)) {
            doc_walk_skip(&w);
        }
    }
    flush(run, fn, user);
}

void lint_each_run(const struct doc *doc, lint_run_fn *fn, void *user) {
    struct lint_run run = {.pieces = VEC_INIT};
    node_vec notes = VEC_INIT;
    buf_init(&run.text, 0);
    if (doc->meta.abstract) {
        walk(doc, doc->meta.abstract, &run, &notes, fn, user);
    }
    walk(doc, doc->root, &run, &notes, fn, user);
    for (size_t i = 0; i < notes.n; i++) { /* notes in notes come behind */
        walk(doc, notes.p[i], &run, &notes, fn, user);
    }
    buf_drop(&run.text);
    vec_drop(&run.pieces);
    vec_drop(&notes);
}

struct span lint_place(const struct lint_run *run, size_t from, size_t to) {
    size_t i;
    SEARCH_FIRST(i, 0, run->pieces.n, run->pieces.p[i].at > from);
    if (i == 0) {
        return SPAN_NONE;
    }
    const struct lint_piece *p = &run->pieces.p[i - 1];
    size_t begin = p->from.begin + (from - p->at);
    size_t end = begin + (to - from); /* of text in several pieces: what the first has of it */
    end = end < p->from.end ? end : p->from.end;
    return span_make(p->from.src, begin, end > begin ? end : begin);
}
