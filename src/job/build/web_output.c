/* SPDX-License-Identifier: MIT */
/*
 * What goes with a page of works: its metadata, and the files beside it that machines take: the
 * works as a database. Decides what they are called and which the front matter asks for; what is in
 * them is made by the rooms below.
 */
#include "job/build/web_output.h"

#include "core/base/file.h"
#include "job/build/page_host.h"

DIAG_USE(DIAG_UNKNOWN_VALUE);

/** Forms that the works of a page may have beside it, by the words of `exports`. */
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
_Static_assert(ARRAY_LEN(FORMS) <= BUILD_WEB_FORMS, "each form can be asked for");

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

/** What the page is called without an ending: as its file, or as its document where the caller
 * takes the page from memory. */
static struct str stem_of(struct build_run *b) {
    struct str path = b->target ? b->target->path : STR_EMPTY;
    path = path.n ? path : b->job->name.n ? b->job->name : b->job->input;
    struct str stem = path_stem(path);
    return build_companion_name(stem) ? stem : STR("page");
}

void build_web_add(struct build_web *w, struct str href, const char *mime, struct str title) {
    if (w->page.nalternates < BUILD_WEB_ALTERNATES) {
        w->alternates[w->page.nalternates++] = (struct web_alternate){href, str_of(mime), title};
    }
}

/** The page as a PDF, when the run makes one. */
static void find_pdf(struct build_run *b, struct build_web *w) {
    for (size_t i = 0; i < b->job->ntargets; i++) {
        const struct build_target *t = &b->job->targets[i];
        if (str_is(str_of(t->output->names[0]), "pdf") && t->path.n && !file_is_stream(t->path) &&
            b->target->path.n) {
            bool beside = str_eq(path_dir(t->path), b->output_dir);
            struct str href =
                beside ? path_base(t->path) : build_seen_from(b->arena, b->output_dir, t->path);
            if (!str_starts(href, STR("/"))) {
                build_web_add(w, href, "application/pdf", STR_EMPTY);
            }
            return;
        }
    }
}

static void ask_form(struct build_run *b, struct build_web *w, const struct node *n) {
    size_t form = form_named(str_trim(node_text(n)));
    if (form == ARRAY_LEN(FORMS)) {
        struct diag *g = diag_add(b->d, DIAG_UNKNOWN_VALUE, n->span,
                                  "works cannot be exported as `%.*s`", STR_ARG(node_text(n)));
        diag_hint(b->d, g, "`exports` takes `bib`, `biblatex`, `json` and `ris`");
        return;
    }
    w->asked[form] = true;
}

/** Which forms `exports` asks for: a word, several, or true for the three that everybody reads. */
static void find_exports(struct build_run *b, const struct doc *doc, struct build_web *w) {
    const struct node *n = node_get(doc->front, "exports");
    int all = node_bool(n, -1);
    if (!n || n->kind == NODE_NULL || all == 0 || !w->page.works.n) {
        return;
    }
    if (all == 1) {
        w->asked[form_named(STR("bib"))] = true;
        w->asked[form_named(STR("json"))] = true;
        w->asked[form_named(STR("ris"))] = true;
    } else if (n->kind == NODE_LIST) {
        for (size_t i = 0; i < n->n; i++) {
            ask_form(b, w, n->items[i]);
        }
    } else {
        ask_form(b, w, n);
    }
    for (size_t i = 0; i < ARRAY_LEN(FORMS); i++) {
        if (w->asked[i]) {
            struct str name = arena_join(b->arena, 2, w->stem, str_of(FORMS[i].ending));
            build_web_add(w, name, FORMS[i].mime, str_of(FORMS[i].title));
        }
    }
}

/** Fills an empty div of class `exports` with links to the forms of the works and the feeds. */
static void show_forms(struct build_web *w, struct doc *doc) {
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
                doc_append(link, doc_text_new(doc, alt->title, SPAN_NONE));
                if (w->row->first) {
                    doc_append(w->row, doc_text_new(doc, STR(" · "), SPAN_NONE));
                }
                doc_append(w->row, link);
            }
        }
        doc_append(n, w->row);
    }
}

static void make_export(struct build_run *b, const struct build_web *w, size_t form) {
    struct arena *a = arena_new();
    struct buf text;
    buf_init(&text, 0);
    const struct item **items = ARENA_ARRAY(a, const struct item *, w->page.works.n);
    for (size_t i = 0; i < w->page.works.n; i++) {
        items[i] = w->page.works.p[i].it;
    }
    if (bib_write(a, &text, FORMS[form].format, items, w->page.works.n)) {
        (void)build_companion(b, arena_join(a, 2, w->stem, str_of(FORMS[form].ending)), &text);
    }
    buf_drop(&text);
    arena_drop(a);
}

void build_web_begin(struct build_run *b, const struct doc *doc, struct build_web *w) {
    const struct build_page *page = b->job->page;
    const struct html_frame *frame = page ? page->frame : NULL;
    *w = (struct build_web){.stem = stem_of(b)};
    buf_init(&w->head, 0);
    if (b->opt->fragment || b->checking) {
        return;
    }
    w->page.doc = doc;
    build_hold(b);
    w->page.works = web_works_find(b->arena, doc, b->bib);
    build_let_go(b);
    w->page.site = frame ? frame->title : STR_EMPTY;
    w->page.framed = frame && frame->canonical.n > 0;
    struct str file = arena_join(b->arena, 2, w->stem, STR(".html"));
    w->page.address = w->page.framed ? frame->canonical : web_address(doc, STR_EMPTY, file);
    w->page.alternates = w->alternates;
    if (build_has_companions(b)) {
        find_pdf(b, w);
        find_exports(b, doc, w);
        build_feeds_begin(b, w);
        build_work_pages_begin(b, w);
        if (w->page.works.n && w->page.nalternates) {
            show_forms(w, (struct doc *)doc);
        }
    }
    web_head(&w->head, &w->page);
}

/** The document is as it was: other outputs have no files beside them. */
static void drop_row(struct build_web *w) {
    if (w->row) {
        doc_unlink(w->row);
    }
}

static void drop_web(struct build_web *w) {
    buf_drop(&w->head);
    vec_drop(&w->hidden);
    vec_drop(&w->links);
}

void build_web_survey(struct build_run *b, struct build_web *w) {
    struct buf none;
    buf_init(&none, 0);
    drop_row(w);
    if (w->folder.n) {
        build_work_pages_survey(b, w);
    }
    if (w->atom.n) {
        build_feeds_survey(b, w);
    }
    for (size_t i = 0; i < ARRAY_LEN(FORMS); i++) {
        if (w->asked[i]) {
            struct str name = arena_join(b->arena, 2, w->stem, str_of(FORMS[i].ending));
            (void)build_companion(b, name, &none);
        }
    }
    buf_drop(&none);
    drop_web(w);
}

void build_web_end(struct build_run *b, struct build_web *w, const struct html_options *opt) {
    drop_row(w);
    if (w->folder.n) {
        build_work_pages(b, w, opt);
    }
    if (w->atom.n) {
        build_feeds(b, w, opt);
    }
    for (size_t i = 0; i < ARRAY_LEN(FORMS); i++) {
        if (w->asked[i]) {
            make_export(b, w, i);
        }
    }
    drop_web(w);
}
