/* SPDX-License-Identifier: MIT */
/*
 * The title block: title, subtitle, authors with their affiliations, date, abstract.
 *
 * The classes are those of pandoc's template, so that style sheets for its pages work for these.
 */
#include "html/writer.h"

static void write_line(struct html_writer *w, const char *tag, const char *cls,
                       struct doc_node *inlines) {
    if (!inlines) {
        return;
    }
    buf_printf(w->out, "<%s class=\"%s\">", tag, cls);
    html_children(w, inlines);
    buf_printf(w->out, "</%s>\n", tag);
}

static void write_contact(struct html_writer *w, const char *cls, struct str scheme,
                          struct str rest, struct str text) {
    struct str url = arena_join(w->doc->arena, 2, scheme, rest);
    if (!rest.n || doc_url_is_live(url)) {
        return;
    }
    buf_printf(w->out, "<p class=\"%s\"><a", cls);
    html_url_attr(w, "href", url);
    buf_putc(w->out, '>');
    html_text(w, text);
    buf_puts(w->out, "</a></p>\n");
}

/** False for an author of whom nothing is left to say. */
static bool is_shown(const struct html_writer *w, const struct doc_author *a) {
    return !doc_author_is_title(&w->doc->meta, a) || a->naffiliations || a->email.n || a->orcid.n ||
           a->url.n;
}

static void write_author(struct html_writer *w, const struct doc_author *a,
                         const struct doc_affiliations *listed) {
    buf_puts(w->out, "<div class=\"author-block\">\n");
    if (!doc_author_is_title(&w->doc->meta, a) && a->name) {
        buf_puts(w->out, "<p class=\"author\">");
        html_children(w, a->name);
        struct str marks = doc_affiliation_marks(w->doc->arena, listed, a);
        if (marks.n) {
            buf_puts(w->out, "<sup>");
            html_text(w, marks);
            buf_puts(w->out, "</sup>");
        }
        buf_puts(w->out, "</p>\n");
    }
    for (size_t i = 0; !listed && i < a->naffiliations; i++) {
        write_line(w, "p", "affiliation", a->affiliations[i]);
    }
    write_contact(w, "email", STR("mailto:"), a->email, a->email);
    struct str orcid = a->orcid;
    size_t at = str_find(orcid, STR("orcid.org/"));
    orcid = at == STR_NONE ? orcid : str_from(orcid, at + 10);
    write_contact(w, "orcid", STR("https://orcid.org/"), orcid,
                  arena_join(w->doc->arena, 2, STR("ORCID "), orcid));
    write_contact(w, "url", STR_EMPTY, a->url, doc_url_text(a->url));
    buf_puts(w->out, "</div>\n");
}

/** Affiliations that authors share, by their numbers. */
static void write_places(struct html_writer *w, const struct doc_affiliations *listed) {
    if (!listed) {
        return;
    }
    buf_puts(w->out, "<ol class=\"affiliations\">\n");
    for (size_t i = 0; i < listed->n; i++) {
        write_line(w, "li", "affiliation", listed->places[i]);
    }
    buf_puts(w->out, "</ol>\n");
}

/** What their marks mean. */
static void write_notes(struct html_writer *w) {
    const struct doc_meta *meta = &w->doc->meta;
    for (size_t i = 0; i < meta->nnotes; i++) {
        buf_puts(w->out, "<p class=\"author-note\">");
        if (meta->notes[i].mark.n) {
            buf_puts(w->out, "<sup>");
            html_text(w, meta->notes[i].mark);
            buf_puts(w->out, "</sup> ");
        }
        html_children(w, meta->notes[i].text);
        buf_puts(w->out, "</p>\n");
    }
}

/** Keywords belong to the abstract: without one they are the page's metadata alone. */
static void write_keywords(struct html_writer *w) {
    const struct doc_meta *meta = &w->doc->meta;
    bool foreign = false;
    struct str word = doc_word(meta->lang, DOC_WORD_KEYWORDS, &foreign);
    if (!meta->nkeywords) {
        return;
    }
    buf_puts(w->out, foreign ? "<p class=\"keywords\"><strong lang=\"en\">"
                             : "<p class=\"keywords\"><strong>");
    html_text(w, word);
    buf_puts(w->out, ":</strong> ");
    for (size_t i = 0; i < meta->nkeywords; i++) {
        buf_puts(w->out, i ? ", " : "");
        html_text(w, meta->keywords[i]);
    }
    buf_puts(w->out, "</p>\n");
}

static void write_abstract(struct html_writer *w) {
    const struct doc_meta *meta = &w->doc->meta;
    if (!meta->abstract) {
        return;
    }
    struct str title = node_text(node_get(w->doc->front, "abstract-title"));
    bool own = title.n > 0;
    bool foreign = false;
    struct str word = doc_word(meta->lang, DOC_WORD_ABSTRACT, &foreign);
    buf_puts(w->out, "<div class=\"abstract\">\n<p class=\"abstract-title\"");
    if (!own && foreign) {
        buf_puts(w->out, " lang=\"en\"");
    }
    buf_putc(w->out, '>');
    html_text(w, own ? title : word);
    buf_puts(w->out, "</p>\n");
    html_children(w, meta->abstract);
    write_keywords(w);
    buf_puts(w->out, "</div>\n");
}

void html_title_block(struct html_writer *w) {
    const struct doc_meta *meta = &w->doc->meta;
    if (!meta->title && !meta->subtitle && !meta->nauthors && !meta->date && !meta->abstract &&
        !meta->naffiliations && !meta->nnotes) {
        return;
    }
    buf_puts(w->out, "<header id=\"title-block-header\">\n");
    write_line(w, "h1", "title", meta->title);
    write_line(w, "p", "subtitle", meta->subtitle);
    const struct doc_affiliations *listed = doc_shared_affiliations(w->doc->arena, meta);
    bool open = false;
    for (size_t i = 0; i < meta->nauthors; i++) {
        if (is_shown(w, &meta->authors[i])) {
            buf_puts(w->out, open ? "" : "<div class=\"authors\">\n");
            write_author(w, &meta->authors[i], listed);
            open = true;
        }
    }
    buf_puts(w->out, open ? "</div>\n" : "");
    write_places(w, listed);
    for (size_t i = 0; i < meta->naffiliations; i++) {
        write_line(w, "p", "affiliation", meta->affiliations[i]);
    }
    for (size_t i = 0; i < meta->ndetails && w->doc->cls.kind != DOC_CLASS_ARTICLE; i++) {
        write_line(w, "p", "detail", meta->details[i]);
    }
    write_notes(w);
    write_line(w, "p", "date", meta->date);
    write_abstract(w);
    buf_puts(w->out, "</header>\n");
}
