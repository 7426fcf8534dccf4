/* SPDX-License-Identifier: MIT */
/*
 * Makes the companions of a page in their order, the works as databases (`exports`), and tables of
 * coauthors for spreadsheets.
 */
#include "write/web/companions.h"

#include "core/data/csv.h"

DIAG_USE(DIAG_UNKNOWN_VALUE);

/** Formats of the works, by the words of `exports`. */
static const struct {
    const char *words[4];
    enum bib_format format;
    const char *ending, *mime, *title;
} FORMS[] = {
    {{"bib", "bibtex"}, BIB_BIBTEX, ".bib", "application/x-bibtex", "BibTeX"},
    {{"biblatex"}, BIB_BIBLATEX, ".bib", "application/x-bibtex", "BibLaTeX"},
    {{"json", "csl-json", "csljson"},
     BIB_CSL_JSON,
     ".json",
     "application/vnd.citationstyles.csl+json",
     "CSL-JSON"},
    {{"ris"}, BIB_RIS, ".ris", "application/x-research-info-systems", "RIS"},
};
_Static_assert(ARRAY_LEN(FORMS) <= WEB_FORMS, "each form can be requested");

static size_t form_named(struct str word) {
    for (size_t i = 0; i < ARRAY_LEN(FORMS); i++) {
        for (size_t k = 0; k < ARRAY_LEN(FORMS[i].words) && FORMS[i].words[k]; k++) {
            if (str_ieq(word, str_of(FORMS[i].words[k]))) {
                return i;
            }
        }
    }
    return ARRAY_LEN(FORMS);
}

bool web_make(const struct web_companions *w, struct str name, const struct buf *data) {
    return w->setup.make && w->setup.make(w->setup.user, name, data);
}

void web_add_alternate(struct web_companions *w, struct str href, const char *mime,
                       struct str title) {
    if (w->page.nalternates < WEB_ALTERNATES) {
        w->alternates[w->page.nalternates++] = (struct web_alternate){href, str_of(mime), title};
    }
}

void web_hide(web_hidden_list *list, struct doc_node *n) {
    vec_push(list, ((struct web_hidden){n, n->parent, n->next}));
    doc_unlink(n);
}

void web_show_hidden(web_hidden_list *list) {
    for (size_t i = list->n; i-- > 0;) {
        struct web_hidden *h = &list->p[i];
        doc_insert(h->parent, h->before, h->node);
    }
    vec_clear(list);
}

static void request_form(struct web_companions *w, const struct node *n) {
    size_t form = form_named(str_trim(node_text(n)));
    if (form == ARRAY_LEN(FORMS)) {
        struct diag *g = diag_add(w->setup.d, DIAG_UNKNOWN_VALUE, n->span,
                                  "works cannot be exported as `%.*s`", STR_ARG(node_text(n)));
        diag_hint(w->setup.d, g, "`exports` takes `bib`, `biblatex`, `json` and `ris`");
        return;
    }
    w->wanted[form] = true;
}

/** Finds the formats that `exports` requests: a word, several words, or true for the three common
 * formats. */
static void find_exports(struct web_companions *w) {
    const struct node *n = node_get(w->setup.doc->front, "exports");
    int all = node_bool(n, -1);
    if (!n || n->kind == NODE_NULL || all == 0 || !w->page.works.n) {
        return;
    }
    if (all == 1) {
        w->wanted[form_named(STR("bib"))] = true;
        w->wanted[form_named(STR("json"))] = true;
        w->wanted[form_named(STR("ris"))] = true;
    } else if (n->kind == NODE_LIST) {
        for (size_t i = 0; i < n->n; i++) {
            /* an item that is a map requests an export of MyST */
            if (n->items[i]->kind != NODE_MAP) {
                request_form(w, n->items[i]);
            }
        }
    } else {
        request_form(w, n);
    }
    for (size_t i = 0; i < ARRAY_LEN(FORMS); i++) {
        if (w->wanted[i]) {
            struct str name = arena_join(w->setup.arena, 2, w->setup.stem, str_of(FORMS[i].ending));
            web_add_alternate(w, name, FORMS[i].mime, str_of(FORMS[i].title));
        }
    }
}

/** Fills an empty div of class `exports` with links to the forms of the works and the feeds. */
static void show_forms(struct web_companions *w) {
    struct doc *doc = w->setup.doc;
    struct doc_walk walk = doc_walk_start(doc->root);
    while (doc_has_kind(doc, DOC_DIV) && !w->row && doc_walk_next(&walk)) {
        struct doc_node *n = walk.node;
        if (!walk.enter || n->kind != DOC_DIV || n->first || !doc_has_class(n, "exports")) {
            continue;
        }
        w->row = doc_node_new(doc, DOC_PARA, SPAN_NONE);
        for (size_t i = 0; i < w->page.nalternates; i++) {
            const struct web_alternate *alt = &w->alternates[i];
            if (alt->title.n) {
                struct doc_node *link = doc_link_new(doc, alt->href, SPAN_NONE);
                doc_add_text(doc, link, alt->title, SPAN_NONE);
                if (w->row->first) {
                    doc_add_text(doc, w->row, STR(" · "), SPAN_NONE);
                }
                doc_append(w->row, link);
            }
        }
        doc_append(n, w->row);
    }
}

/** Makes the file of a form of the works. In a survey, it is empty. */
static void make_export(const struct web_companions *w, size_t form, bool survey) {
    struct arena *a = arena_new();
    struct buf text = BUF_INIT;
    const struct item **items = ARENA_ARRAY(a, const struct item *, w->page.works.n);
    for (size_t i = 0; i < w->page.works.n; i++) {
        items[i] = w->page.works.p[i].it;
    }
    if (survey || bib_write(a, &text, FORMS[form].format,
                            bib_public_items(w->setup.published, a, items, w->page.works.n),
                            w->page.works.n)) {
        (void)web_make(w, arena_join(a, 2, w->setup.stem, str_of(FORMS[form].ending)), &text);
    }
    buf_drop(&text);
    arena_drop(a);
}

static void put_table(struct arena *a, struct buf *b, const struct doc_node *table) {
    csv_put_begin(b);
    for (const struct doc_node *row = table->first; row; row = row->next) {
        for (const struct doc_node *cell = row->first; cell; cell = cell->next) {
            csv_put(b, doc_plain(a, cell), !cell->prev);
        }
        csv_put_end(b);
    }
}

/** Makes the files that are named by tables of coauthors. In a survey, the files are empty. */
static void make_tables(const struct web_companions *w, bool survey) {
    struct doc_walk walk = doc_walk_start(w->setup.doc->root);
    while (w->setup.make && doc_has_kind(w->setup.doc, DOC_DIV) && doc_walk_next(&walk)) {
        const struct doc_node *n = walk.node;
        struct str name = STR_EMPTY;
        if (walk.enter && n->kind == DOC_DIV && n->first && doc_has_class(n, "coauthors")) {
            name = doc_pair(n, "csv");
        }
        if (name.n) {
            struct buf b = BUF_INIT;
            if (!survey) {
                put_table(w->setup.arena, &b, n->first);
            }
            (void)web_make(w, name, &b);
            buf_drop(&b);
        }
    }
}

void web_begin(struct web_companions *w, const struct web_setup *setup) {
    const struct html_frame *frame = setup->frame;
    *w = (struct web_companions){.setup = *setup};
    buf_init(&w->head, 0);
    w->page.doc = setup->doc;
    w->page.works = setup->works;
    w->page.self = setup->self;
    w->page.site = frame ? frame->title : STR_EMPTY;
    w->page.framed = frame && frame->canonical.n > 0;
    struct str file = arena_join(setup->arena, 2, setup->stem, STR(".html"));
    w->page.address = w->page.framed ? frame->canonical : web_address(setup->doc, file);
    w->page.alternates = w->alternates;
    if (setup->pdf.n) {
        web_add_alternate(w, setup->pdf, "application/pdf", STR_EMPTY);
    }
    if (setup->make) {
        find_exports(w);
        web_feeds_begin(w);
        web_works_begin(w);
        if (w->page.works.n && w->page.nalternates) {
            show_forms(w);
        }
        web_parts_begin(w);
    }
    web_head(&w->head, &w->page);
}

void web_end(struct web_companions *w, const struct html_options *opt) {
    if (w->parts) {
        web_parts_end(w, opt);
    }
    if (w->row) {
        doc_unlink(w->row); /* other outputs have no files beside them */
    }
    if (w->folder.n) {
        web_works_end(w, opt);
    }
    if (w->atom.n) {
        web_feeds_end(w, opt);
    }
    for (size_t i = 0; i < ARRAY_LEN(FORMS); i++) {
        if (w->wanted[i]) {
            make_export(w, i, !opt);
        }
    }
    make_tables(w, !opt);
    buf_drop(&w->head);
    vec_drop(&w->hidden);
    vec_drop(&w->links);
    vec_drop(&w->entries);
    vec_drop(&w->boxes);
    vec_drop(&w->apart);
}
