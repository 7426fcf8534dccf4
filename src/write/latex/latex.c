/* SPDX-License-Identifier: MIT */
/*
 * Writes the parts in their order: preamble, title block, contents, text. Title and authors are set
 * as in the other outputs. \maketitle is not used, because it does not support affiliations.
 */
#include "write/latex/latex.h"

#include "write/latex/writer.h"

static void put_line(struct latex_writer *w, const char *size, const struct doc_node *n) {
    if (n) {
        buf_printf(w->out, "{%s ", size);
        latex_apart(w, n->first);
        buf_puts(w->out, "\\par}\n");
    }
}

/** Writes a comma, unless the line has nothing before it. */
static void put_comma(struct latex_writer *w) {
    buf_puts(w->out, w->out->n && w->out->p[w->out->n - 1] == '{' ? "" : ", ");
}

static void put_link(struct latex_writer *w, const char *scheme, struct str address,
                     struct str text) {
    if (address.n) {
        put_comma(w);
        buf_puts(w->out, "\\href{");
        latex_url(w, arena_join(w->doc->arena, 2, str_of(scheme), address));
        buf_puts(w->out, "}{");
        latex_text(w, text);
        buf_puts(w->out, "}");
    }
}

/** Writes the name, the marks, the affiliations and the addresses of an author on one line. */
static void put_author(struct latex_writer *w, const struct doc_author *a,
                       const struct doc_affiliations *listed) {
    struct str marks = doc_affiliation_marks(w->doc->arena, listed, a);
    w->apart++;
    buf_putc(w->out, '{');
    if (a->name && !doc_author_is_title(&w->doc->meta, a)) {
        latex_inlines(w, a->name->first, NULL);
    }
    if (marks.n) {
        buf_puts(w->out, "\\textsuperscript{");
        latex_text(w, marks);
        buf_putc(w->out, '}');
    }
    for (size_t i = 0; !listed && i < a->naffiliations; i++) {
        put_comma(w);
        latex_inlines(w, a->affiliations[i]->first, NULL);
    }
    struct str orcid = doc_orcid_number(a->orcid);
    put_link(w, "mailto:", a->email, a->email);
    put_link(w, "https://orcid.org/", orcid, arena_join(w->doc->arena, 2, STR("ORCID "), orcid));
    put_link(w, "", a->url, doc_url_text(a->url));
    for (size_t i = 0; i < a->ncontacts; i++) {
        const struct doc_contact *c = &a->contacts[i];
        if (c->url.n) {
            put_link(w, "", c->url, c->text);
        } else {
            put_comma(w);
            latex_text(w, c->text);
        }
    }
    buf_puts(w->out, "\\par}\n");
    w->apart--;
}

static void put_places(struct latex_writer *w, const struct doc_affiliations *listed) {
    const struct doc_meta *m = &w->doc->meta;
    for (size_t i = 0; listed && i < listed->n; i++) {
        buf_printf(w->out, "{\\small \\textsuperscript{%zu}", i + 1);
        latex_inlines(w, listed->places[i]->first, NULL);
        buf_puts(w->out, "\\par}\n");
    }
    for (size_t i = 0; i < m->naffiliations; i++) {
        put_line(w, "\\small", m->affiliations[i]);
    }
    for (size_t i = 0; i < m->nnotes; i++) {
        buf_puts(w->out, "{\\small ");
        if (m->notes[i].mark.n) {
            buf_puts(w->out, "\\textsuperscript{");
            latex_text(w, m->notes[i].mark);
            buf_putc(w->out, '}');
        }
        latex_inlines(w, m->notes[i].text->first, NULL);
        buf_puts(w->out, "\\par}\n");
    }
}

static void put_abstract(struct latex_writer *w) {
    const struct doc_meta *m = &w->doc->meta;
    bool foreign = false;
    if (!m->abstract) {
        return;
    }
    struct str own = node_text(node_get(w->doc->front, "abstract-title"));
    buf_puts(w->out, "\\renewcommand{\\abstractname}{");
    latex_text(w, own.n ? own : doc_word(m->lang, DOC_WORD_ABSTRACT, &foreign));
    buf_puts(w->out, "}\n\\begin{abstract}\n");
    latex_blocks(w, m->abstract->first);
    if (m->nkeywords) {
        buf_puts(w->out, "\\noindent\\textbf{");
        latex_text(w, doc_word(m->lang, DOC_WORD_KEYWORDS, &foreign));
        buf_puts(w->out, ":} ");
    }
    for (size_t i = 0; i < m->nkeywords; i++) {
        buf_puts(w->out, i ? ", " : "");
        latex_text(w, m->keywords[i]);
    }
    buf_puts(w->out, "\n\\end{abstract}\n\n");
}

static void put_title_block(struct latex_writer *w) {
    const struct doc_meta *m = &w->doc->meta;
    bool any = m->title || m->subtitle || m->nauthors || m->date || m->naffiliations || m->nnotes;
    if (any) {
        const struct doc_affiliations *listed = doc_shared_affiliations(w->doc->arena, m);
        buf_puts(w->out, "\\begin{center}\n");
        put_line(w, "\\LARGE\\bfseries", m->title);
        put_line(w, "\\large", m->subtitle);
        buf_puts(w->out, "\\medskip\n");
        for (size_t i = 0; i < m->nauthors; i++) {
            const struct doc_author *a = &m->authors[i];
            if (!doc_author_is_title(m, a) || a->naffiliations || a->email.n || a->orcid.n ||
                a->url.n || a->ncontacts) {
                put_author(w, a, listed);
            }
        }
        put_places(w, listed);
        put_line(w, "", m->date);
        buf_puts(w->out, "\\end{center}\n\n");
        latex_waiting_notes(w);
    }
    put_abstract(w);
}

/** Writes the commands for the lists that LaTeX makes. LaTeX has no list of listings. */
static void put_contents(struct latex_writer *w) {
    static const char *const commands[DOC_CONTENTS_COUNT] = {
        [DOC_CONTENTS_HEADINGS] = "\\tableofcontents\n\n",
        [DOC_CONTENTS_FIGURES] = "\\listoffigures\n\n",
        [DOC_CONTENTS_TABLES] = "\\listoftables\n\n"};
    for (size_t i = 0; i < DOC_CONTENTS_COUNT; i++) {
        const struct doc_contents *c = w->doc->contents[i];
        if (!c || !c->n) {
            continue;
        }
        if (commands[i]) {
            buf_puts(w->out, commands[i]);
            continue;
        }
        buf_puts(w->out, "\\section*{");
        latex_text(w, c->title);
        buf_puts(w->out, "}\n\n");
        for (size_t k = 0; k < c->n; k++) {
            buf_puts(w->out, "\\noindent\\hyperlink{");
            latex_label(w, c->entries[k].id);
            buf_puts(w->out, "}{");
            latex_inlines(w, c->entries[k].text->first, NULL);
            buf_puts(w->out, "}\n\n");
        }
    }
}

/** Returns the level of the highest headings, which become sections. */
static int base_level(const struct doc *doc) {
    int base = LATEX_LEVELS;
    struct doc_walk walk = doc_walk_start(doc->root);
    while (doc_has_kind(doc, DOC_HEADING) && doc_walk_next(&walk)) {
        if (walk.enter && walk.node->kind == DOC_HEADING) {
            base = walk.node->u.heading.level < base ? walk.node->u.heading.level : base;
        }
    }
    return base;
}

void latex_write(struct buf *out, const struct doc *doc, const struct latex_options *opt,
                 struct diags *d) {
    struct buf body = BUF_INIT;
    struct latex_writer w = {.out = &body, .doc = doc, .opt = opt, .d = d};
    w.base = base_level(doc);
    if (!opt->fragment) {
        put_title_block(&w);
        put_contents(&w);
    }
    latex_blocks(&w, doc->root->first);
    latex_waiting_notes(&w);
    if (!opt->fragment) {
        latex_preamble(&w, out, buf_view(&body));
        buf_puts(out, "\\begin{document}\n\n");
    }
    buf_str(out, str_trim_end(buf_view(&body)));
    buf_putc(out, '\n');
    if (!opt->fragment) {
        buf_puts(out, "\n\\end{document}\n");
    }
    vec_drop(&w.waiting);
    buf_drop(&body);
}
