/* SPDX-License-Identifier: MIT */
/*
 * Writes the title block: title, subtitle, authors with their affiliations, date, abstract.
 *
 * The classes are those of pandoc's template, so that style sheets for pandoc's pages can be used.
 */
#include "write/html/writer.h"

static void write_line(struct html_writer *w, const char *tag, const char *cls,
                       struct doc_node *inlines) {
    if (!inlines) {
        return;
    }
    buf_printf(w->out, "<%s class=\"%s\">", tag, cls);
    html_children(w, inlines);
    buf_printf(w->out, "</%s>\n", tag);
}

/** Writes a contact with its icon. `cls` is the class of the paragraph, or of the item of a list if
 * `item` is set. */
static void write_way(struct html_writer *w, const struct doc_contact *c, const char *cls,
                      bool item) {
    buf_puts(w->out, item ? "<li class=\"" : "<p class=\"");
    buf_puts(w->out, cls);
    buf_puts(w->out, "\">");
    struct str text = c->name.n ? c->name : c->text;
    bool mail = str_starts(c->url, STR("mailto:"));
    if (item) {
        html_icon(w, c->icon);
    }
    if (mail && html_hides_mail(w)) {
        html_spelled_mail(w, str_from(c->url, 7));
    } else if (c->url.n) {
        buf_puts(w->out, "<a");
        html_url_attr(w, "href", c->url);
        bool own = c->profile || strcmp(cls, "url") == 0;
        buf_puts(w->out, mail ? " class=\"u-email\"" : own ? " class=\"u-url\"" : "");
        buf_puts(w->out, c->profile ? " rel=\"me\">" : ">");
        html_text(w, text);
        buf_puts(w->out, "</a>");
    } else {
        html_text(w, text);
    }
    buf_puts(w->out, item ? "</li>\n" : "</p>\n");
}

/** Whether the block of an author has something to show that is not in the title. */
static bool is_shown(const struct html_writer *w, const struct doc_author *a) {
    return !doc_author_is_title(&w->doc->meta, a) || a->naffiliations || a->email.n || a->orcid.n ||
           a->url.n || a->ncontacts || a->photo.n;
}

/** Writes an e-mail address, ORCID or web address, if it exists and may be a link. */
static void write_known(struct html_writer *w, const char *cls, struct doc_contact c, bool item) {
    if (c.url.n && doc_url_is_link(w->doc->links, c.url)) {
        write_way(w, &c, cls, item);
    }
}

static void write_mail_and_ids(struct html_writer *w, const struct doc_author *a, bool item) {
    struct arena *m = w->doc->arena;
    struct str orcid = doc_orcid_number(a->orcid);
    struct doc_contact mail = {.icon = "email", .text = a->email};
    struct doc_contact id = {.icon = "orcid", .profile = item};
    struct doc_contact url = {.icon = "website", .url = a->url, .text = doc_url_text(a->url)};
    mail.url = a->email.n ? arena_join(m, 2, STR("mailto:"), a->email) : STR_EMPTY;
    id.url = orcid.n ? arena_join(m, 2, STR("https://orcid.org/"), orcid) : STR_EMPTY;
    id.text = arena_join(m, 2, STR("ORCID "), orcid);
    url.profile = item;
    write_known(w, "email", mail, item);
    write_known(w, "orcid", id, item);
    write_known(w, "url", url, item);
}

/** Writes room, telephone, e-mail, ORCID, web address and pages on other sites, as a list with
 * icons. If there are only e-mail, ORCID and web address, they are lines instead. */
static void write_contacts(struct html_writer *w, const struct doc_author *a) {
    bool list = a->ncontacts > 0;
    buf_puts(w->out, list ? "<ul class=\"contacts\" role=\"list\">\n" : "");
    for (size_t i = 0; i < a->ncontacts; i++) {
        if (!a->contacts[i].profile) {
            write_way(w, &a->contacts[i], a->contacts[i].icon, true);
        }
    }
    write_mail_and_ids(w, a, list);
    for (size_t i = 0; i < a->ncontacts; i++) {
        if (a->contacts[i].profile) {
            write_way(w, &a->contacts[i], a->contacts[i].icon, true);
        }
    }
    buf_puts(w->out, list ? "</ul>\n" : "");
}

static void write_photo(struct html_writer *w, const struct doc_author *a) {
    if (a->photo.n) {
        html_image(w, doc_author_photo(w->doc, a));
        buf_putc(w->out, '\n');
    }
}

static void write_author(struct html_writer *w, const struct doc_author *a,
                         const struct doc_affiliations *listed) {
    /* if the title is this author's name, the header of the page is the author's card */
    bool own = doc_author_is_title(&w->doc->meta, a);
    buf_puts(w->out,
             own ? "<div class=\"author-block\">\n" : "<div class=\"author-block h-card\">\n");
    write_photo(w, a);
    if (!own && a->name) {
        buf_puts(w->out, "<p class=\"author p-name\">");
        html_children(w, a->name);
        struct str marks = doc_affiliation_marks(w->doc->arena, listed, a);
        if (marks.n && !html_is_profile(w)) { /* one person needs no marks */
            buf_puts(w->out, "<sup>");
            html_text(w, marks);
            buf_puts(w->out, "</sup>");
        }
        buf_puts(w->out, "</p>\n");
    }
    for (size_t i = 0; !listed && i < a->naffiliations; i++) {
        write_line(w, "p", "affiliation p-org", a->affiliations[i]);
    }
    write_contacts(w, a);
    buf_puts(w->out, "</div>\n");
}

/** Writes affiliations that several authors share, with their numbers. */
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

/** Writes the notes on authors with their marks. */
static void write_notes(struct html_writer *w) {
    const struct doc_meta *meta = &w->doc->meta;
    for (size_t i = 0; i < meta->nnotes; i++) {
        buf_puts(w->out, "<p class=\"author-note\">");
        if (meta->notes[i].mark.n && !html_is_profile(w)) {
            buf_puts(w->out, "<sup>");
            html_text(w, meta->notes[i].mark);
            buf_puts(w->out, "</sup> ");
        }
        html_children(w, meta->notes[i].text);
        buf_puts(w->out, "</p>\n");
    }
}

/** Writes keywords after the abstract. Without an abstract they are metadata only. */
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

/** Writes the date. If it can be parsed, it has an attribute `datetime` (HTML, 4.5.14). */
static void write_date(struct html_writer *w) {
    const struct doc_meta *meta = &w->doc->meta;
    struct str iso = meta->date ? doc_date_iso(w->doc) : STR_EMPTY;
    if (!iso.n) {
        write_line(w, "p", "date", meta->date);
        return;
    }
    buf_puts(w->out, "<p class=\"date\"><time datetime=\"");
    buf_str(w->out, iso);
    buf_puts(w->out, "\">");
    html_children(w, meta->date);
    buf_puts(w->out, "</time></p>\n");
}

/** Writes a link to the PDF of a site's page. */
static void write_pdf_link(struct html_writer *w) {
    const struct html_frame *f = w->opt->frame;
    if (f && f->pdf.n) {
        buf_puts(w->out, "<p class=\"url\"><a type=\"application/pdf\"");
        html_url_attr(w, "href", f->pdf);
        buf_puts(w->out, ">PDF</a></p>\n");
    }
}

/** Whether the title is the name of an author. Then the header is the card of that person
 * (microformats' h-card); otherwise each author has a card. */
static bool is_card(const struct doc_meta *meta) {
    bool card = false;
    for (size_t i = 0; i < meta->nauthors; i++) {
        card = card || doc_author_is_title(meta, &meta->authors[i]);
    }
    return card;
}

/** Whether the title of a profile is above the text and not in the side column, because it is not
 * the name of the person. */
static bool is_apart(const struct html_writer *w) {
    return html_is_profile(w) && !is_card(&w->doc->meta);
}

static void write_titles(struct html_writer *w, bool card) {
    write_line(w, "h1", card ? "title p-name" : "title", w->doc->meta.title);
    write_line(w, "p", "subtitle", w->doc->meta.subtitle);
}

void html_page_title(struct html_writer *w) {
    if (is_apart(w)) {
        write_titles(w, false);
    }
}

void html_title_block(struct html_writer *w) {
    const struct doc_meta *meta = &w->doc->meta;
    if (!meta->title && !meta->subtitle && !meta->nauthors && !meta->date && !meta->abstract &&
        !meta->naffiliations && !meta->nnotes) {
        return;
    }
    bool card = is_card(meta);
    buf_puts(w->out, card ? "<header id=\"title-block-header\" class=\"h-card\">\n"
                          : "<header id=\"title-block-header\">\n");
    if (!is_apart(w)) {
        write_titles(w, card);
    }
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
    write_date(w);
    write_pdf_link(w);
    html_frame_search(w, true);
    write_abstract(w);
    buf_puts(w->out, "</header>\n");
}
