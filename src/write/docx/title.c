/* SPDX-License-Identifier: MIT */
/*
 * Writes the title block, and the tables of contents as fields that Word updates.
 */
#include "write/docx/writer.h"

/* ---- the title block ---- */

static void put_line(struct docx_writer *w, enum docx_style style, const struct doc_node *n) {
    if (n) {
        docx_line(w, style, n->first);
    }
}

static void put_superscript(struct docx_writer *w, struct str marks) {
    w->run.sup = true;
    docx_text(w, marks);
    w->run.sup = false;
}

/** Writes an address as a link. If something precedes it, a comma is written first. */
static void put_way(struct docx_writer *w, bool *any, struct str url, struct str text) {
    if (!text.n) {
        return;
    }
    docx_text(w, *any ? STR(", ") : STR_EMPTY);
    *any = true;
    if (!url.n) {
        docx_text(w, text);
        return;
    }
    struct doc_node link = {.kind = DOC_LINK, .u.link.url = url};
    struct doc_node inner = {.kind = DOC_TEXT, .u.text.text = text, .parent = &link};
    link.first = link.last = &inner;
    docx_inlines(w, &link, NULL);
}

static struct str joined(struct docx_writer *w, const char *before, struct str s) {
    return s.n ? arena_join(w->a, 2, str_of(before), s) : STR_EMPTY;
}

static bool has_ways(const struct doc_author *a) {
    return a->email.n || a->orcid.n || a->url.n || a->ncontacts;
}

static void put_ways(struct docx_writer *w, const struct doc_author *a) {
    bool any = false;
    struct str orcid = doc_orcid_number(a->orcid);
    w->para.style = DOCX_AFFILIATION;
    docx_begin(w);
    put_way(w, &any, joined(w, "mailto:", a->email), a->email);
    put_way(w, &any, joined(w, "https://orcid.org/", orcid), joined(w, "ORCID ", orcid));
    put_way(w, &any, a->url, doc_url_text(a->url));
    for (size_t i = 0; i < a->ncontacts; i++) {
        const struct doc_contact *c = &a->contacts[i];
        put_way(w, &any, c->url, c->text.n ? c->text : c->name);
    }
    docx_end(w);
}

static void put_author(struct docx_writer *w, const struct doc_author *a,
                       const struct doc_affiliations *listed) {
    if (a->name && !doc_author_is_title(&w->doc->meta, a)) {
        w->para.style = DOCX_AUTHOR;
        docx_begin(w);
        docx_inlines(w, a->name->first, NULL);
        put_superscript(w, doc_affiliation_marks(w->a, listed, a));
        docx_end(w);
    }
    for (size_t i = 0; !listed && i < a->naffiliations; i++) {
        put_line(w, DOCX_AFFILIATION, a->affiliations[i]);
    }
    if (has_ways(a)) {
        put_ways(w, a);
    }
}

static void put_marked(struct docx_writer *w, struct str mark, const struct doc_node *n) {
    w->para.style = DOCX_AFFILIATION;
    docx_begin(w);
    put_superscript(w, mark);
    docx_inlines(w, n->first, NULL);
    docx_end(w);
}

static void put_keywords(struct docx_writer *w) {
    const struct doc_meta *m = &w->doc->meta;
    bool foreign = false;
    if (!m->nkeywords) {
        return;
    }
    w->para.style = DOCX_ABSTRACT;
    docx_begin(w);
    w->run.bold = true;
    docx_text(w, doc_word(m->lang, DOC_WORD_KEYWORDS, &foreign));
    docx_text(w, STR(": "));
    w->run.bold = false;
    for (size_t i = 0; i < m->nkeywords; i++) {
        docx_text(w, i ? STR(", ") : STR_EMPTY);
        docx_text(w, m->keywords[i]);
    }
    docx_end(w);
}

static void put_abstract(struct docx_writer *w) {
    const struct doc_meta *m = &w->doc->meta;
    if (!m->abstract) {
        return;
    }
    bool foreign = false;
    struct str own = node_text(node_get(w->doc->front, "abstract-title"));
    w->para.style = DOCX_ABSTRACT_TITLE;
    docx_begin(w);
    docx_text(w, own.n ? own : doc_word(m->lang, DOC_WORD_ABSTRACT, &foreign));
    docx_end(w);
    w->para.style = DOCX_ABSTRACT;
    docx_blocks(w, m->abstract->first);
    put_keywords(w);
}

void docx_title(struct docx_writer *w) {
    const struct doc_meta *m = &w->doc->meta;
    const struct doc_affiliations *listed = doc_shared_affiliations(w->a, m);
    struct docx_para before = w->para;
    put_line(w, DOCX_TITLE, m->title);
    put_line(w, DOCX_SUBTITLE, m->subtitle);
    for (size_t i = 0; i < m->nauthors; i++) {
        put_author(w, &m->authors[i], listed);
    }
    for (size_t i = 0; listed && i < listed->n; i++) {
        put_marked(w, arena_printf(w->a, "%zu", i + 1), listed->places[i]);
    }
    for (size_t i = 0; i < m->naffiliations; i++) {
        put_line(w, DOCX_AFFILIATION, m->affiliations[i]);
    }
    for (size_t i = 0; i < m->ndetails && w->doc->cls.kind != DOC_CLASS_ARTICLE; i++) {
        put_line(w, DOCX_AFFILIATION, m->details[i]);
    }
    for (size_t i = 0; i < m->nnotes; i++) {
        put_marked(w, m->notes[i].mark, m->notes[i].text);
    }
    put_line(w, DOCX_DATE, m->date);
    docx_reshape(w);
    put_abstract(w);
    w->para = before;
}

/* ---- contents ---- */

static struct str instruction(struct docx_writer *w, const struct doc_contents *c) {
    static const char *const names[DOC_CONTENTS_COUNT] = {[DOC_CONTENTS_FIGURES] = "Figure",
                                                          [DOC_CONTENTS_TABLES] = "Table",
                                                          [DOC_CONTENTS_LISTINGS] = "Listing"};
    if (names[c->kind]) {
        return arena_printf(w->a, "TOC \\h \\z \\c \"%s\"", names[c->kind]);
    }
    int deepest = 1;
    for (size_t i = 0; i < c->n; i++) {
        const struct docx_mark *m = docx_mark_of(w, c->entries[i].id);
        int level = m && m->node->kind == DOC_HEADING ? m->node->u.heading.level : 1;
        deepest = level > deepest ? level : deepest;
    }
    return arena_printf(w->a, "TOC \\o \"1-%d\" \\h \\z \\u", deepest);
}

static void put_entry(struct docx_writer *w, const struct doc_contents *c, size_t i,
                      struct str field) {
    static const enum docx_style styles[] = {DOCX_TOC1, DOCX_TOC2, DOCX_TOC3, DOCX_TOC4};
    const struct doc_contents_entry *e = &c->entries[i];
    const struct docx_mark *m = docx_mark_of(w, e->id);
    int level = e->level < 1 ? 0 : e->level > 4 ? 3 : e->level - 1;
    w->para.style = c->kind == DOC_CONTENTS_HEADINGS ? styles[level] : DOCX_FIGURES;
    docx_begin(w);
    if (i == 0) {
        docx_field_begin(w, field, true);
    }
    if (m) {
        buf_puts(w->out, "<w:hyperlink");
        docx_attr(w->out, "w:anchor", m->name);
        buf_puts(w->out, " w:history=\"1\">");
        w->in_link = true;
        docx_inlines(w, e->text->first, NULL);
        w->in_link = false;
        buf_puts(w->out, "</w:hyperlink>");
    } else {
        docx_inlines(w, e->text->first, NULL);
    }
    if (i + 1 == c->n) {
        docx_field_end(w);
    }
    docx_end(w);
}

void docx_contents(struct docx_writer *w) {
    struct docx_para before = w->para;
    for (size_t i = 0; i < DOC_CONTENTS_COUNT; i++) {
        const struct doc_contents *c = w->doc->contents[i];
        if (!c || !c->n) {
            continue;
        }
        struct str field = instruction(w, c);
        w->para.style = DOCX_TOC_HEADING;
        docx_begin(w);
        docx_text(w, c->title);
        docx_end(w);
        for (size_t k = 0; k < c->n; k++) {
            put_entry(w, c, k, field);
        }
    }
    w->para = before;
}
