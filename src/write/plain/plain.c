/* SPDX-License-Identifier: MIT */
/*
 * Writes the parts in their order: title block, contents, text, notes.
 */
#include "write/plain/plain.h"

#include "write/plain/writer.h"

/* ---- title block ---- */

static void put_inlines(struct plain_writer *w, struct doc_node *n) {
    if (n) {
        plain_paragraph(w, STR_EMPTY, n);
    }
}

static void add_part(struct plain_writer *w, struct plain_text *t, struct doc_node *n,
                     struct str text) {
    if (n || text.n) {
        plain_text_put(t, t->text.n ? STR(", ") : STR_EMPTY);
    }
    if (n) {
        plain_inlines(w, t, n->first, NULL);
    }
    plain_text_put(t, text);
}

/** Writes the name, the affiliations and the addresses of an author on one line. */
static void put_author(struct plain_writer *w, const struct doc_author *a) {
    struct plain_text t;
    plain_text_init(&t);
    add_part(w, &t, doc_author_is_title(&w->doc->meta, a) ? NULL : a->name, STR_EMPTY);
    plain_text_put(&t, a->marks);
    for (size_t i = 0; i < a->naffiliations; i++) {
        add_part(w, &t, a->affiliations[i], STR_EMPTY);
    }
    struct str orcid = doc_orcid_number(a->orcid);
    add_part(w, &t, NULL, a->email);
    if (orcid.n) {
        add_part(w, &t, NULL, arena_join(w->doc->arena, 2, STR("ORCID "), orcid));
    }
    add_part(w, &t, NULL, doc_url_text(a->url));
    for (size_t i = 0; i < a->ncontacts; i++) {
        add_part(w, &t, NULL, a->contacts[i].text);
    }
    plain_fill(w, &t);
}

/** Writes affiliations without an author. */
static void put_unnamed_places(struct plain_writer *w) {
    const struct doc_meta *m = &w->doc->meta;
    for (size_t i = 0; i < m->nplaces; i++) {
        bool named = false;
        for (size_t k = 0; k < m->nauthors && !named; k++) {
            const struct doc_author *a = &m->authors[k];
            for (size_t p = 0; p < a->naffiliations && !named; p++) {
                named = a->affiliations[p] == m->places[i];
            }
        }
        put_inlines(w, named ? NULL : m->places[i]);
    }
}

static void put_notes_on_authors(struct plain_writer *w) {
    const struct doc_meta *m = &w->doc->meta;
    for (size_t i = 0; i < m->nnotes; i++) {
        struct plain_text t;
        plain_text_init(&t);
        plain_text_put(&t, m->notes[i].mark);
        plain_text_put(&t, m->notes[i].mark.n ? STR(" ") : STR_EMPTY);
        plain_inlines(w, &t, m->notes[i].text->first, NULL);
        plain_fill(w, &t);
    }
}

/** Writes authors as "Ines Alder; Tom Birch", like pandoc. If one of them has affiliations or
 * addresses, writes a line for each. */
static void put_authors(struct plain_writer *w) {
    const struct doc_meta *m = &w->doc->meta;
    bool names = true;
    for (size_t i = 0; i < m->nauthors; i++) {
        const struct doc_author *a = &m->authors[i];
        names = names && !a->naffiliations && !a->marks.n && !a->email.n && !a->orcid.n &&
                !a->url.n && !a->ncontacts;
    }
    struct plain_text t;
    plain_text_init(&t);
    for (size_t i = 0; i < m->nauthors; i++) {
        if (!names) {
            put_author(w, &m->authors[i]);
        } else if (!doc_author_is_title(m, &m->authors[i]) && m->authors[i].name) {
            plain_text_put(&t, t.text.n ? STR("; ") : STR_EMPTY);
            plain_inlines(w, &t, m->authors[i].name->first, NULL);
        }
    }
    plain_fill(w, &t);
    for (size_t i = 0; i < m->naffiliations; i++) {
        put_inlines(w, m->affiliations[i]);
    }
    put_unnamed_places(w);
    put_notes_on_authors(w);
}

static void put_abstract(struct plain_writer *w) {
    const struct doc_meta *m = &w->doc->meta;
    bool foreign = false;
    if (!m->abstract) {
        return;
    }
    struct str own = node_text(node_get(w->doc->front, "abstract-title"));
    plain_space(w);
    plain_line(w, own.n ? own : doc_word(m->lang, DOC_WORD_ABSTRACT, &foreign));
    plain_space(w);
    plain_blocks(w, m->abstract->first);
    struct plain_text t;
    plain_text_init(&t);
    for (size_t i = 0; i < m->nkeywords; i++) {
        plain_text_put(&t, i ? STR(", ") : doc_word(m->lang, DOC_WORD_KEYWORDS, &foreign));
        plain_text_put(&t, i ? STR_EMPTY : STR(": "));
        plain_text_put(&t, m->keywords[i]);
    }
    plain_space(w);
    plain_fill(w, &t);
}

static void put_title_block(struct plain_writer *w) {
    const struct doc_meta *m = &w->doc->meta;
    put_inlines(w, m->title);
    put_inlines(w, m->subtitle);
    put_authors(w);
    put_inlines(w, m->date);
    put_abstract(w);
    plain_space(w);
}

/* ---- contents and notes ---- */

static void put_list(struct plain_writer *w, const struct doc_contents *c) {
    if (!c || c->n == 0) {
        return;
    }
    plain_line(w, c->title);
    plain_space(w);
    for (size_t i = 0; i < c->n; i++) {
        size_t level = c->entries[i].level > 1 ? (size_t)c->entries[i].level - 1 : 0;
        w->indent = level * PLAIN_TAB;
        size_t before = plain_item_begin(w, STR("-"), PLAIN_TAB);
        put_inlines(w, c->entries[i].text);
        plain_item_end(w, before);
    }
    w->indent = 0;
    plain_space(w);
}

static void put_contents(struct plain_writer *w) {
    for (size_t i = 0; i < DOC_CONTENTS_COUNT; i++) {
        put_list(w, w->doc->contents[i]);
    }
}

/** Writes a note. Its text begins after its mark. */
static void put_note(struct plain_writer *w, const struct doc_node *n) {
    struct buf number = BUF_INIT;
    plain_note_mark(w, &number, n->u.note.number);
    buf_putc(&number, ' ');
    plain_space(w);
    if (n->first && (n->first->kind == DOC_PARA || n->first->kind == DOC_PLAIN)) {
        struct plain_text t;
        plain_text_init(&t);
        plain_text_put(&t, buf_view(&number));
        plain_inlines(w, &t, n->first->first, NULL);
        plain_fill(w, &t);
        plain_space(w);
        plain_blocks(w, n->first->next);
    } else {
        plain_line(w, buf_view(&number));
        plain_blocks(w, n->first);
    }
    buf_drop(&number);
}

/** Writes the notes whose marks are in the text, in the order of their numbers. */
static void put_notes(struct plain_writer *w) {
    const struct doc_meta *m = &w->doc->meta;
    bool titled = !w->opt->fragment;
    const struct doc_node *parts[] = {titled ? m->title : NULL, titled ? m->subtitle : NULL,
                                      titled ? m->abstract : NULL, w->doc->root};
    for (size_t i = 0; i < ARRAY_LEN(parts) && doc_has_kind(w->doc, DOC_NOTE); i++) {
        struct doc_walk walk = doc_walk_start((struct doc_node *)(uintptr_t)parts[i]);
        while (parts[i] && doc_walk_next(&walk)) {
            if (walk.enter && walk.node->kind == DOC_NOTE) {
                put_note(w, walk.node);
            }
        }
    }
}

void plain_write(struct buf *out, const struct doc *doc, const struct plain_options *opt,
                 struct diags *d) {
    struct plain_writer of = {.doc = doc, .opt = opt, .d = d}, w;
    size_t before = out->n;
    plain_writer_init(&w, &of, out,
                      opt->wrap == PLAIN_WRAP_AUTO ? plain_columns(&of) : PLAIN_ENDLESS);
    if (!opt->fragment) {
        put_title_block(&w);
        put_contents(&w);
    }
    plain_blocks(&w, doc->root->first);
    put_notes(&w);
    if (out->n > before) {
        buf_putc(out, '\n');
    }
    plain_writer_drop(&w);
}
