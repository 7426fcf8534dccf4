/* SPDX-License-Identifier: MIT */
/*
 * Equations: their numbers, in the order of the text, and the references to them (amsmath's \label,
 * \ref and \eqref; pandoc-crossref's {#eq:name} and @eq:name), and to figures and tables with
 * captions, which are numbered already.
 *
 * Decides who is counted and what a reference says. A label leads to its display, which takes the
 * first of its labels for an identifier.
 */
#include "markdown/md.h"
#include "tex/math.h"

struct equation { /* or a figure or a table */
    struct doc_node *node;
    struct str number; /* as \ref shows it */
};

struct equations {
    struct md *m;
    struct map labels; /* label -> struct equation */
    int counter;
};

static void add_label(struct equations *e, struct doc_node *n, struct str label,
                      struct str number) {
    struct equation *eq = ARENA_NEW(e->m->a, struct equation);
    *eq = (struct equation){n, number};
    struct equation *before = map_put(&e->labels, label, eq);
    if (before && before->node != n) {
        struct diag *g = diag_add(e->m->diags, DIAG_EQUATION_LABEL, n->span,
                                  "the label `%.*s` is given twice", STR_ARG(label));
        diag_relate(e->m->diags, g, before->node->span, "the first is here");
        map_put(&e->labels, label, before);
    }
}

static void number_display(struct equations *e, struct doc_node *n) {
    struct math *tree = n->u.math.tree;
    struct str id = doc_id(n);
    bool crossref = str_starts(id, STR("eq:")) || str_starts(id, STR("eq-"));
    if (crossref && tree->numbers && !tree->numbers->next && !tree->numbers->tag) {
        tree->numbers->numbered = true; /* pandoc-crossref */
    }
    if (!math_number_lines(e->m->a, tree, &e->counter)) {
        return;
    }
    struct buf b;
    buf_init(&b, 0);
    math_to_plain(&b, tree);
    n->u.math.plain = buf_keep(&b, e->m->a);
    buf_drop(&b);
    for (struct math_line *line = tree->numbers; line; line = line->next) {
        if (line->label.n && line->number.n) {
            if (!doc_id(n).n) {
                doc_set_id(e->m->doc, n, line->label);
            }
            add_label(e, n, line->label, line->reference);
        }
        if (crossref && line->number.n) {
            add_label(e, n, id, line->reference);
            crossref = false;
        }
    }
}

static void label_caption(struct equations *e, const struct doc_node *caption) {
    struct doc_node *of = caption->parent;
    if (doc_id(of).n) {
        add_label(e, of, doc_id(of), arena_printf(e->m->a, "%d", caption->u.caption.number));
    }
}

static void label_captions(struct equations *e) {
    struct doc_walk w = doc_walk_start(e->m->doc->root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_CAPTION) {
            label_caption(e, w.node);
        }
    }
}

static const struct equation *find(struct equations *e, struct str label, struct span at,
                                   bool optional) {
    const struct equation *eq = map_lookup(&e->labels, label);
    if (!eq && !optional) {
        struct diag *g = diag_add(e->m->diags, DIAG_EQUATION_LABEL, at,
                                  "no numbered equation has the label `%.*s`", STR_ARG(label));
        diag_hint(e->m->diags, g, "write `\\label{%.*s}` in an `equation` or `align`",
                  STR_ARG(label));
    }
    return eq;
}

static void fill_math_refs(struct equations *e, struct math *tree) {
    for (struct math_ref *ref = tree->refs; ref; ref = ref->next) {
        const struct equation *eq = find(e, ref->label, ref->node->span, false);
        if (eq) {
            ref->node->text = ref->parentheses
                                  ? arena_join(e->m->a, 3, STR("("), eq->number, STR(")"))
                                  : eq->number;
        }
    }
}

static void fill_ref(struct equations *e, const struct md_equation_ref *ref) {
    struct doc *doc = e->m->doc;
    struct doc_node *link = ref->link;
    const struct equation *eq = find(e, ref->label, link->span, ref->optional);
    if (!eq) {
        if (ref->optional && !str_starts(ref->label, STR("eq")) && e->m->diags) {
            (void)diag_add(e->m->diags, DIAG_CROSS_REFERENCE, link->span,
                           "`%.*s` is printed as it stands: no figure or table with a caption has "
                           "this identifier",
                           STR_ARG(ref->source));
        }
        link->kind = DOC_SPAN;
        doc_append(link, doc_text_new(doc, ref->source, link->span));
        return;
    }
    link->u.link.url = arena_join(e->m->a, 2, STR("#"), doc_id(eq->node));
    struct str text = arena_printf(e->m->a, ref->parentheses ? "%s(%.*s)" : "%s%.*s", ref->before,
                                   STR_ARG(eq->number));
    doc_append(link, doc_text_new(doc, text, link->span));
}

void md_equations(struct md *m) {
    struct equations e = {.m = m, .labels = MAP_INIT};
    if (m->syntax == MD_PANDOC && doc_has_kind(m->doc, DOC_MATH)) {
        struct doc_walk w = doc_walk_start(m->doc->root);
        while (doc_walk_next(&w)) {
            if (w.enter && w.node->kind == DOC_MATH && w.node->u.math.display) {
                number_display(&e, w.node);
            }
        }
        w = doc_walk_start(m->doc->root);
        while (doc_walk_next(&w)) {
            if (w.enter && w.node->kind == DOC_MATH) {
                fill_math_refs(&e, w.node->u.math.tree);
            }
        }
    }
    if (m->equation_refs.n && doc_has_kind(m->doc, DOC_CAPTION)) {
        label_captions(&e);
    }
    for (size_t i = 0; i < m->equation_refs.n; i++) {
        fill_ref(&e, &m->equation_refs.p[i]);
    }
    map_drop(&e.labels);
}
