/* SPDX-License-Identifier: MIT */
/* Applies LaTeX commands that need the whole tree: \appendix, \hfill. */
#include "read/markdown/tex/tex.h"

/* Marks headings after \appendix as appendices, unless their level is below the level of the first
 * appendix. */
static void find_appendix(struct md *m) {
    md_node_list marks = VEC_INIT;
    struct doc_walk w = doc_walk_start(m->doc->root);
    /* -1 before \appendix, 0 before the first heading after it, then the level of this heading */
    int level = -1;
    while (doc_walk_next(&w)) {
        if (!w.enter) {
            continue;
        }
        if (w.node->kind == DOC_RAW_BLOCK && str_is(w.node->u.code.text, "\\appendix")) {
            level = 0;
            vec_push(&marks, w.node);
        } else if (level >= 0 && w.node->kind == DOC_HEADING) {
            level = level ? level : w.node->u.heading.level;
            if (w.node->u.heading.level <= level) {
                doc_add_class(m->doc, w.node, STR("appendix"));
            }
        }
    }
    for (size_t i = 0; i < marks.n; i++) {
        doc_unlink(marks.p[i]);
    }
    vec_drop(&marks);
}

/* Moves the nodes after an \hfill into its span, up to the end of the line. */
static void fill_line(struct md *m, struct doc_node *span) {
    while (span->next && span->next->kind != DOC_LINE_BREAK && doc_is_inline(span->next->kind)) {
        struct doc_node *n = span->next;
        doc_unlink(n);
        if (span->first || !doc_is_blank(n)) {
            doc_append(span, n);
        }
    }
    struct doc_node *before = span->prev;
    if (before && !(before->kind == DOC_TEXT && str_ends(before->u.text.text, STR(" ")))) {
        doc_insert_before(span, doc_text_new(m->doc, STR(" "), span->span));
    }
    doc_set_pair(m->doc, span, STR("style"), STR("float: right"));
}

void md_tex_finish(struct md *m) {
    if (m->tex.abstract && !m->doc->meta.abstract) {
        m->doc->meta.abstract = m->tex.abstract;
    }
    if (m->tex.appendix) {
        find_appendix(m);
    }
    if (!m->tex.hfill) {
        return;
    }
    struct doc_walk w = doc_walk_start(m->doc->root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_SPAN && !w.node->first &&
            doc_has_class(w.node, "hfill")) {
            fill_line(m, w.node);
        }
    }
}
