/* SPDX-License-Identifier: MIT */
/* Numbers equations in the order of the text (amsmath's \label and \tag; pandoc-crossref's
 * {#eq:name}). A label refers to its display formula, whose identifier is its first label. */
#include "model/tex/math/math.h"
#include "read/markdown/tree/passes.h"

/** Whether the class options of LaTeX put equation numbers on the left. The last such option
 * counts. */
static bool numbers_left(const struct node *front) {
    const struct node *n = node_get(front, "classoption");
    bool list = n && n->kind == NODE_LIST, left = false;
    struct str rest = list ? STR_EMPTY : node_text(n);
    for (size_t i = 0; list ? i < n->n : rest.n > 0; i++) {
        struct str option = str_trim(list ? node_text(n->items[i]) : str_cut(&rest, ','));
        left = str_is(option, "leqno") || (left && !str_is(option, "reqno"));
    }
    return left;
}

/** The counters of the current chapter. */
struct counting {
    bool left;
    struct math_count whole; /* the counter of the equations of the chapter */
    struct math_count sub;   /* the counter within `subequations` */
    /* the division of amsmath's environment `subequations`, whose equations have one number and
     * letters; or NULL */
    struct doc_node *subequations;
    struct doc_chapters chapters;
};

/** Begins a chapter. If chapters have numbers, the equations of each are counted from 1. */
static void begin_chapter(struct md *m, struct counting *c) {
    struct str number = c->chapters.number;
    c->whole = (struct math_count){0};
    c->whole.before = number.n ? arena_join(m->a, 2, number, STR(".")) : STR_EMPTY;
}

/** Enters or leaves a division `subequations`. Only the outermost one counts. */
static void pass_division(struct md *m, struct doc_node *n, bool enter, struct counting *c) {
    if (!enter) {
        c->subequations = c->subequations == n ? NULL : c->subequations;
    } else if (!c->subequations && doc_has_class(n, "subequations")) {
        c->subequations = n;
        c->sub = (struct math_count){.before = math_count_next(m->a, &c->whole), .letters = true};
        if (doc_id(n).n) {
            md_label_add(m, n, doc_id(n), DOC_WORD_EQUATION, c->sub.before);
        }
    }
}

static void number_display(struct md *m, struct doc_node *n, struct counting *c) {
    struct math *tree = n->u.math.tree;
    struct str id = doc_id(n);
    bool crossref = str_starts(id, STR("eq:")) || str_starts(id, STR("eq-"));
    struct math_line *only = tree->numbers && !tree->numbers->next ? tree->numbers : NULL;
    /* the formula has dollar signs around it and no environment */
    bool plain = !str_starts(str_trim(n->u.math.tex), STR("\\begin{"));
    if (only && !only->tag && (crossref || (plain && only->label.n))) {
        /* a formula with a label has a number, as in pandoc-crossref and the Journal of Open Source
         * Software */
        only->numbered = true;
    }
    if (!math_number_lines(m->a, tree, c->left, c->subequations ? &c->sub : &c->whole)) {
        return;
    }
    struct buf b = BUF_INIT;
    math_to_plain(&b, tree);
    n->u.math.plain = buf_finish(&b, m->a);
    for (struct math_line *line = tree->numbers; line; line = line->next) {
        if (line->label.n && line->number.n) {
            if (!doc_id(n).n) {
                doc_set_id(m->doc, n, line->label);
            }
            md_label_add(m, n, line->label, DOC_WORD_EQUATION, line->reference);
        }
        if (crossref && line->number.n) {
            md_label_add(m, n, id, DOC_WORD_EQUATION, line->reference);
            crossref = false;
        }
    }
}

void md_equations(struct md *m) {
    if (m->github || !doc_has_kind(m->doc, DOC_MATH)) {
        return;
    }
    struct counting c = {.left = numbers_left(m->doc->front),
                         .chapters =
                             doc_chapters_start(m->doc, m->doc->within & DOC_WITHIN_EQUATIONS)};
    begin_chapter(m, &c);
    struct doc_walk w = doc_walk_start(m->doc->root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_MATH && w.node->u.math.display) {
            number_display(m, w.node, &c);
        } else if (w.node->kind == DOC_DIV) {
            pass_division(m, w.node, w.enter, &c);
        }
        if (w.enter && doc_chapters_pass(&c.chapters, w.node)) {
            begin_chapter(m, &c);
        }
    }
}
