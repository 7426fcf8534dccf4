/* SPDX-License-Identifier: MIT */
/* Handles marks of change: pandoc's spans of tracked changes and of comments, which CriticMarkup's
 * marks have already become. `track-changes` decides whether the marks are shown, or the changes
 * are accepted or rejected (pandoc MANUAL, --track-changes). pandoc's default is `accept`. The
 * default here is `all`, because a mark that is left in a text is usually a mistake. */
#include "read/markdown/tree/passes.h"

DIAG_USE(DIAG_OPEN_CHANGES);

enum change { CHANGE_NONE, CHANGE_IN, CHANGE_OUT, CHANGE_COMMENT, CHANGE_END, CHANGE_MARKED };

static enum change change_of(const struct doc_node *n) {
    static const struct {
        const char *cls;
        enum change change;
    } rows[] = {{"insertion", CHANGE_IN},          {"paragraph-insertion", CHANGE_IN},
                {"deletion", CHANGE_OUT},          {"paragraph-deletion", CHANGE_OUT},
                {"comment-start", CHANGE_COMMENT}, {"comment-end", CHANGE_END},
                {"marked-text", CHANGE_MARKED}};
    for (size_t i = 0; n->attr && n->attr->nclasses && i < ARRAY_LEN(rows); i++) {
        if (doc_has_class(n, rows[i].cls)) {
            return rows[i].change;
        }
    }
    return CHANGE_NONE;
}

/** Removes a node, and the blank after it if there is another blank or nothing before it. */
static void drop(struct doc_node *n) {
    struct doc_node *before = n->prev, *after = n->next;
    bool gap = !before || (before->kind == DOC_TEXT && str_ends(before->u.text.text, STR(" ")));
    if (gap && after && after->kind == DOC_TEXT && str_starts(after->u.text.text, STR(" "))) {
        after->u.text.text = str_from(after->u.text.text, 1);
    }
    doc_unlink(n);
}

static void wrap(struct md *m, struct doc_node *n, enum doc_kind kind, const char *cls) {
    struct doc_node *new = doc_node_new(m->doc, kind, n->span);
    if (cls) {
        doc_add_class(m->doc, new, str_of(cls));
    }
    doc_replace(n, new);
    doc_append(new, n);
}

/** Shows a comment so that it differs from the text: "[Reed: how many?]". */
static void show_comment(struct md *m, struct doc_node *n) {
    struct str author = doc_pair(n, "author");
    struct str head = author.n ? arena_join(m->a, 3, STR(" ["), author, STR(": ")) : STR(" [");
    struct doc_node *first = doc_text_new(m->doc, head, n->span);
    doc_insert(n, n->first, first);
    const struct doc_node *next = n->next;
    bool word = next && (next->kind != DOC_TEXT ||
                         (next->u.text.text.n && is_alnum(next->u.text.text.p[0])));
    doc_add_text(m->doc, n, word ? STR("] ") : STR("]"), n->span);
    wrap(m, n, DOC_SPAN, "small");
}

static void settle(struct md *m, struct doc_node *n, bool all, bool accept) {
    enum change change = change_of(n);
    if (change == CHANGE_END || (!all && change == CHANGE_COMMENT)) {
        drop(n);
    } else if (!all && change == (accept ? CHANGE_OUT : CHANGE_IN)) {
        drop(n);
    } else if (!all) {
        doc_dissolve(n);
    } else if (change == CHANGE_COMMENT) {
        show_comment(m, n);
    } else if (change == CHANGE_OUT) {
        wrap(m, n, DOC_STRIKE, NULL);
    } else if (change == CHANGE_IN) {
        wrap(m, n, DOC_SPAN, "ins");
    }
}

void md_changes(struct md *m, struct doc_node *root) {
    md_node_list found = VEC_INIT;
    size_t count = 0;
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        enum change change = w.enter && w.node->kind == DOC_SPAN ? change_of(w.node) : CHANGE_NONE;
        if (change != CHANGE_NONE) {
            vec_push(&found, w.node);
            count += change != CHANGE_END;
        }
    }
    struct str how = node_text(node_get(m->doc->front, "track-changes"));
    bool accept = str_is(how, "accept"), all = !accept && !str_is(how, "reject");
    if (all && count) {
        struct diag *g = diag_add(m->diags, DIAG_OPEN_CHANGES, found.p[0]->span,
                                  "%zu mark%s of change or comment %s shown", count,
                                  count == 1 ? "" : "s", count == 1 ? "is" : "are");
        diag_hint(m->diags, g, "`track-changes: accept` or `reject` shows the text without them");
    }
    for (size_t i = 0; i < found.n; i++) {
        settle(m, found.p[i], all, accept);
    }
    vec_drop(&found);
}
