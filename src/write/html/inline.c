/* SPDX-License-Identifier: MIT */
/*
 * Writes inlines: links, spans, citations, formulas, marks of notes.
 *
 * Links inside links, and links that would run a script, are written as text only.
 */
#include "write/html/writer.h"

#include "model/tex/math/math.h"

const char *html_named_element(const struct doc_node *n) {
    static const char *const names[] = {"abbr", "cite", "dfn",  "ins",   "kbd",
                                        "mark", "q",    "samp", "small", "var"};
    bool may = n->kind == DOC_SPAN && n->attr && n->attr->nclasses &&
               n->attr->classes[0].n < sizeof "small";
    for (size_t i = 0; may && i < ARRAY_LEN(names); i++) {
        if (str_is(n->attr->classes[0], names[i])) {
            return names[i];
        }
    }
    return NULL;
}

/** Whether a link leads to an e-mail address that must be hidden from address harvesters. */
static bool hides_mail(const struct html_writer *w, const struct doc_node *n) {
    return str_starts(n->u.link.url, STR("mailto:")) && html_hides_mail(w);
}

bool html_mail_instead(struct html_writer *w, const struct doc_node *n) {
    struct str address = str_from(n->u.link.url, str_starts(n->u.link.url, STR("mailto:")) ? 7 : 0);
    if (!hides_mail(w, n) || !str_eq(doc_plain(w->doc->arena, n), address)) {
        return false;
    }
    html_spelled_mail(w, address);
    return true;
}

void html_link(struct html_writer *w, const struct doc_node *n, bool enter) {
    if (hides_mail(w, n)) { /* the text is kept; the address follows it in words */
        if (!enter) {
            buf_puts(w->out, " (");
            html_spelled_mail(w, str_from(n->u.link.url, 7));
            buf_putc(w->out, ')');
        }
        return;
    }
    if (!enter) {
        if (w->link == n) {
            buf_puts(w->out, "</a>");
            w->link = NULL;
        }
        return;
    }
    if (w->link || !doc_url_is_link(w->doc->links, n->u.link.url)) {
        return;
    }
    w->link = n;
    buf_puts(w->out, "<a");
    html_url_attr(w, "href", n->u.link.url);
    html_attrs(w, n, NULL);
    if (n->u.link.title.n && !doc_pair(n, "title").p) {
        html_attr(w, "title", n->u.link.title);
    }
    buf_putc(w->out, '>');
}

/** Whether a CSL style sets a part of an entry as a block (CSL 1.0.2, display). */
static bool is_csl_block(const struct doc_node *n) {
    const struct doc_node *up = n->parent;
    bool block_inside = up && (up->kind == DOC_BIB_ENTRY || (up->kind == DOC_PLAIN && up->attr));
    return block_inside &&
           (doc_has_class(n, "csl-left-margin") || doc_has_class(n, "csl-right-inline") ||
            doc_has_class(n, "csl-indent") || doc_has_class(n, "csl-block"));
}

void html_span(struct html_writer *w, const struct doc_node *n, bool enter) {
    const char *named = html_named_element(n);
    const char *tag = html_tag(w, n, named ? named : is_csl_block(n) ? "div" : "span");
    if (!n->attr) {
        return;
    }
    if (!enter) {
        html_close(w, tag);
        if (n->parent->kind == DOC_CAPTION && !n->prev) {
            html_caption_numbered(w, n->parent);
        }
        return;
    }
    html_open(w, tag);
    html_attrs(w, n, NULL);
    /* a fragment has no style sheet of dossier, which would hide the text */
    if (w->opt->fragment && doc_has_class(n, "visually-hidden")) {
        buf_puts(w->out, " style=\"position:absolute;width:1px;height:1px;overflow:hidden;"
                         "clip-path:inset(50%);white-space:nowrap\"");
    }
    buf_putc(w->out, '>');
}

void html_cite(struct html_writer *w, const struct doc_node *n, bool enter) {
    if (!enter) {
        buf_puts(w->out, "</span>");
        return;
    }
    struct buf keys = BUF_INIT;
    for (size_t i = 0; i < n->u.cite.n; i++) {
        if (i) {
            buf_putc(&keys, ' ');
        }
        buf_str(&keys, n->u.cite.cites[i].key);
    }
    buf_puts(w->out, "<span");
    html_attrs(w, n, "citation");
    html_attr(w, "data-cites", buf_view(&keys));
    buf_putc(w->out, '>');
    if (!n->first) {
        html_text(w, n->u.cite.source);
    }
    buf_drop(&keys);
}

void html_math(struct html_writer *w, const struct doc_node *n) {
    const struct math *tree = n->u.math.tree;
    struct str number = tree->line ? tree->line->number : STR_EMPTY;
    if (w->opt->math_text) {
        html_text(w, n->u.math.plain);
        return;
    }
    if (n->u.math.display) {
        buf_puts(w->out, "<span");
        html_attrs(w, n,
                   !number.n          ? "math display"
                   : tree->line->left ? "math display numbered leqno"
                                      : "math display numbered");
        buf_putc(w->out, '>');
    }
    math_to_mathml(w->out, tree, n->u.math.display);
    if (n->u.math.display) {
        if (number.n) {
            buf_puts(w->out, "<span class=\"equation-number\">");
            html_text(w, number);
            buf_puts(w->out, "</span>");
        }
        buf_puts(w->out, "</span>");
    }
}

void html_note_mark(struct html_writer *w, const struct doc_node *n) {
    int number = n->u.note.number;
    /* html_notes() writes the text of the note */
    vec_push(&w->notes, (struct doc_node *)(uintptr_t)n);
    if (w->link) {
        buf_printf(w->out, "<sup id=\"fnref%d\">%d</sup>", number, number);
        return;
    }
    buf_printf(w->out,
               "<a href=\"#fn%d\" class=\"footnote-ref\" id=\"fnref%d\" role=\"doc-noteref\">"
               "<sup>%d</sup></a>",
               number, number, number);
}
