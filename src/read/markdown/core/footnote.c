/* SPDX-License-Identifier: MIT */
/* Footnotes (MANUAL, footnotes): `[^label]:` begins a body of blocks, which is indented by four
 * columns. Bodies are stored outside of the tree. Later the first reference gets the body, and
 * further references get copies, within a limit. A note contains no notes, so there is no
 * recursion. */
#include "core/base/bounds.h"
#include "read/markdown/core/block_extension.h"

#define MAX_LABEL 1000 /* maximum length of a label, in bytes */

DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_UNUSED_NOTE);
DIAG_USE(DIAG_UNDEFINED_NOTE);
DIAG_USE(DIAG_DUPLICATE_NOTE);

/* maximum number of nodes that repeated references to notes may copy in a document */
#define MAX_COPIES 1000000u

struct md_note *md_note_new(struct md *m, struct str label, struct span at) {
    struct md_note *note = ARENA_NEW(m->a, struct md_note);
    const struct md_note *had = md_part_put(m, &m->notes.by_label, md_label(m->a, label), note);
    if (had) {
        struct diag *g = diag_add(m->diags, DIAG_DUPLICATE_NOTE, at,
                                  "the footnote `%.*s` has a text already", STR_ARG(label));
        diag_relate(m->diags, g, had->body->span, "the first one");
        return NULL;
    }
    note->body = doc_node_new(m->doc, DOC_DIV, at);
    note->label = label;
    vec_push(&m->notes.all, note);
    return note;
}

/* Whether text in brackets looks like a reference to a footnote: "^12", "^a-note". */
static bool looks_like_label(struct str s) {
    for (size_t i = 1; i < s.n; i++) {
        if (!is_alnum(s.p[i]) && s.p[i] != '-' && s.p[i] != '_' && !(s.p[i] & 0x80)) {
            return false;
        }
    }
    return s.n > 1 && s.p[0] == '^';
}

void md_note_within(struct md *m, struct span at) {
    struct diag *g = diag_add(m->diags, DIAG_UNDEFINED_NOTE, at,
                              "a footnote cannot contain a footnote: it is printed as text");
    diag_hint(m->diags, g, "write the text of the inner note in brackets");
}

void md_note_undefined(struct md *m, struct str text, struct span at) {
    if (!md_on(m, MD_FOOTNOTES) || !looks_like_label(text)) {
        return;
    }
    struct str label = str_from(text, 1);
    if (map_lookup(&m->notes.by_label, md_label(m->a, label))) {
        md_note_within(m, at);
        return;
    }
    struct diag *g = diag_add(m->diags, DIAG_UNDEFINED_NOTE, at,
                              "the footnote `%.*s` is not defined: `[^%.*s]` is printed as text",
                              STR_ARG(label), STR_ARG(label));
    diag_hint(m->diags, g, "write it in a paragraph of its own: `[^%.*s]: ...`", STR_ARG(label));
}

struct doc_node *md_note_ref(struct md *m, struct str label, struct span at) {
    if (m->in_note || !m->notes.by_label.n || label.n > MAX_LABEL) {
        return NULL;
    }
    struct md_note *note = md_part_get(m, &m->notes.by_label, md_label(m->a, label));
    if (!note) {
        return NULL;
    }
    struct doc_node *n = doc_node_new(m->doc, DOC_NOTE, at);
    vec_push(&m->notes.uses, (struct md_note_use){n, note});
    return n;
}

size_t md_count_nodes(struct doc_node *root, size_t most) {
    size_t n = 0;
    struct doc_walk w = doc_walk_start(root);
    while (n <= most && doc_walk_next(&w)) {
        n += w.enter;
    }
    return n;
}

void md_notes_place(struct md *m) {
    size_t copies = 0;
    bool reported = false;
    for (size_t i = 0; i < m->notes.uses.n; i++) {
        struct doc_node *n = m->notes.uses.p[i].node;
        struct md_note *note = m->notes.uses.p[i].note;
        if (!note->first) {
            note->first = n;
            doc_adopt(n, note->body);
            note->nodes = md_count_nodes(n, SIZE_MAX);
            continue;
        }
        if (copies + note->nodes > MAX_COPIES) {
            if (!reported) {
                diag_add(m->diags, DIAG_TOO_LARGE, n->span,
                         "long footnotes are referred to too often: from here on they stay empty");
            }
            reported = true;
            continue;
        }
        copies += note->nodes;
        for (struct doc_node *c = note->first->first; c; c = c->next) {
            doc_append(n, doc_copy(m->doc, c));
        }
    }
    vec_clear(&m->notes.uses);
    for (size_t i = 0; i < m->notes.all.n && !m->github; i++) {
        const struct md_note *note = m->notes.all.p[i];
        if (!note->first) {
            diag_add(m->diags, DIAG_UNUSED_NOTE, note->body->span,
                     "nothing refers to the footnote `%.*s`: it is not shown",
                     STR_ARG(note->label));
        }
    }
}

/* ---- the block */

size_t md_note_label(struct str s, size_t at) {
    if (at + 3 >= s.n || s.p[at] != '[' || s.p[at + 1] != '^') {
        return 0;
    }
    size_t i = at + 2;
    while (i < s.n && s.p[i] != ']' && !is_space_or_tab(s.p[i]) && s.p[i] != '\0') {
        i++;
    }
    bool ends = i > at + 2 && i + 1 < s.n && s.p[i] == ']' && s.p[i + 1] == ':';
    return ends && i - at < MAX_LABEL ? i + 1 - at : 0;
}

static bool open_note(struct md_at *at) {
    size_t n = md_note_label(at->s, 0);
    if (!n || at->indent > 3 || md_node_depth(at->parent, LIMIT_DOC_DEPTH) >= LIMIT_DOC_DEPTH) {
        return false;
    }
    struct str label = str_slice(at->s, 2, n - 1);
    size_t bytes;
    (void)md_indent(str_from(at->s, n + 1), &bytes);
    struct md_open *o = md_open_container(at, &md_block_note, n + 1 + bytes);
    o->text.s = label;
    o->need = 4;
    return true;
}

static struct doc_node *read_note(struct md_reader *k, cmark_node *n, struct md_open *o,
                                  const struct md_region *part) {
    (void)part;
    struct md_note *note = md_note_new(k->m, o->text.s, md_block_span(k, n));
    if (!note) {
        return NULL;
    }
    o->outer = k->top;
    o->loose = k->m->in_note;
    k->m->in_note = true;
    return note->body;
}

static void leave_note(struct md_reader *k, struct md_open *o, struct doc_node *body) {
    (void)body;
    k->m->in_note = o->loose;
    k->top = o->outer;
}

const struct md_block md_block_note = {.open = open_note,
                                       .match = md_match_indented,
                                       .read = read_note,
                                       .leave = leave_note,
                                       .levels = 1,
                                       .interrupts = true};
