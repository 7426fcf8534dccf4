/* SPDX-License-Identifier: MIT */
/*
 * Footnotes: bodies wait beside the tree and go to where they are referred to. Decides that the
 * first reference takes the body and later ones copy it, that notes hold no notes (so nothing can
 * recurse), and how much may be copied.
 */
#include "markdown/md.h"

DIAG_USE(DIAG_TOO_LARGE);

/* Nodes that repeated references may copy, over the whole document: a long note that is referred to
 * a thousand times is a slip or an attack. */
#define MAX_COPIES 1000000u

struct md_note *md_note_new(struct md *m, struct str label, struct span at) {
    struct str key = md_label(m->a, label);
    if (map_lookup(&m->notes, key)) {
        return NULL;
    }
    struct md_note *note = ARENA_NEW(m->a, struct md_note);
    note->body = doc_node_new(m->doc, DOC_DIV, at);
    map_put(&m->notes, key, note);
    return note;
}

struct doc_node *md_note_ref(struct md *m, struct str label, struct span at) {
    if (m->in_note || !m->notes.n || label.n > 1000) {
        return NULL;
    }
    struct md_note *note = map_lookup(&m->notes, md_label(m->a, label));
    if (!note) {
        return NULL;
    }
    struct doc_node *n = doc_node_new(m->doc, DOC_NOTE, at);
    vec_push(&m->uses, (struct md_note_use){n, note});
    return n;
}

static size_t count_nodes(struct doc_node *root) {
    size_t n = 0;
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        n += w.enter;
    }
    return n;
}

void md_notes_place(struct md *m) {
    size_t copies = 0;
    bool told = false;
    for (size_t i = 0; i < m->uses.n; i++) {
        struct doc_node *n = m->uses.p[i].node;
        struct md_note *note = m->uses.p[i].note;
        if (!note->first) {
            note->first = n;
            doc_adopt(n, note->body);
            note->nodes = count_nodes(n);
            continue;
        }
        if (copies + note->nodes > MAX_COPIES) {
            if (!told) {
                diag_add(m->diags, DIAG_TOO_LARGE, n->span,
                         "long footnotes are referred to too often: from here on they stay empty");
            }
            told = true;
            continue;
        }
        copies += note->nodes;
        for (struct doc_node *c = note->first->first; c; c = c->next) {
            doc_append(n, doc_copy(m->doc, c));
        }
    }
    vec_clear(&m->uses);
}
