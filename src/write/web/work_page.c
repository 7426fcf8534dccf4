/* SPDX-License-Identifier: MIT */
/*
 * The page of one work as a tree: title, authors, venue, abstract, links, BibTeX, formatted
 * citations, links back. Parts of the list's entry are copied, because resolve formats them only
 * once. The caller decides which works have pages.
 */
#include "cite/bib/format/format.h"
#include "core/base/map.h"
#include "model/tex/math/math_rich.h"
#include "write/web/feed.h"
#include "write/web/graph.h"

/** Maximum number of bytes of the key in the name of a file, before the part that makes the name
 * unique. */
enum { NAME_MAX_BYTES = 80 };

struct str web_work_file(struct arena *a, struct map *taken, struct str key) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < key.n && b.n < NAME_MAX_BYTES; i++) {
        char c = to_lower(key.p[i]); /* file systems may ignore case */
        if (is_alnum(c) || (b.n && (c == '_' || c == '.') && b.p[b.n - 1] != '-')) {
            buf_putc(&b, c);
        } else if (b.n && b.p[b.n - 1] != '-') {
            buf_putc(&b, '-');
        }
    }
    while (b.n && !is_alnum(b.p[b.n - 1])) {
        buf_cut(&b, b.n - 1);
    }
    buf_puts(&b, b.n ? "" : "work");
    struct str stem = buf_finish(&b, a), name = arena_join(a, 2, stem, STR(".html"));
    for (unsigned n = 2; map_find(taken, name); n++) {
        name = arena_printf(a, "%.*s-%u.html", STR_ARG(stem), n);
    }
    map_put(taken, name, NULL);
    return name;
}

/* ---- parts of the entry ---- */

static bool is_of_list(const struct doc_node *n) {
    return doc_has_class(n, "pub-permalink") || doc_has_class(n, "Z3988") ||
           doc_has_class(n, "visually-hidden");
}

/** Copies the children of `from` to `to`, without the parts that belong to the list. Links in a
 * heading become spans. */
static void adopt_copy(struct doc *d, struct doc_node *to, const struct doc_node *from,
                       bool links) {
    struct doc_node *copy = doc_copy(d, from);
    struct doc_walk w = doc_walk_start(copy);
    while (doc_walk_next(&w)) {
        struct doc_node *n = w.node;
        if (!w.enter || n == copy) {
            continue;
        }
        if (n->attr) {
            n->attr->id = STR_EMPTY;
        }
        if (is_of_list(n)) {
            doc_walk_remove(&w);
        } else if (n->kind == DOC_LINK && !links) {
            n->kind = DOC_SPAN;
        } else if (n->kind == DOC_LINK || n->kind == DOC_IMAGE) {
            n->u.link.url = web_below(d->arena, n->u.link.url);
        }
    }
    doc_adopt(to, copy);
}

static void add_heading(struct doc *d, struct str text) {
    struct doc_node *h = doc_add(d, d->root, DOC_HEADING, SPAN_NONE);
    h->u.heading.level = 1;
    h->u.heading.unnumbered = true;
    doc_add_text(d, h, text, SPAN_NONE);
}

/** Adds a part of the entry as a paragraph. */
static void add_part(struct doc *d, const struct web_work *work, const char *cls) {
    struct doc_node *part = web_find_class(work->entry, cls);
    if (part) {
        struct doc_node *p = doc_add(d, d->root, DOC_PARA, SPAN_NONE);
        doc_add_class(d, p, str_of(cls));
        adopt_copy(d, p, part, true);
    }
}

/** Adds the line of the entry without title and authors: venue, status, date. */
static void add_venue(struct doc *d, const struct web_work *work) {
    struct doc_node *line = web_find_class(work->entry, "pub-line");
    if (!line) {
        return;
    }
    struct doc_node *p = doc_add(d, d->root, DOC_PARA, SPAN_NONE);
    adopt_copy(d, p, line, true);
    for (struct doc_node *n = p->first, *next; n; n = next) {
        next = n->next;
        if (n->kind == DOC_LINE_BREAK || doc_has_class(n, "pub-title") ||
            doc_has_class(n, "pub-authors")) {
            doc_unlink(n);
        }
    }
    doc_unlink_empty(p);
}

/** Adds the work's address when the entry has no row of links. */
static void add_address(struct doc *d, const struct item *it) {
    struct str url = web_work_address(d->arena, it);
    if (url.n) {
        struct doc_node *p = doc_add(d, d->root, DOC_PARA, SPAN_NONE),
                        *link = doc_link_new(d, url, SPAN_NONE);
        doc_add_text(d, link, doc_url_text(url), SPAN_NONE);
        doc_append(p, link);
    }
}

static void set_title(struct doc *d, const struct web_work *work) {
    struct doc_node *part = web_find_class(work->entry, "pub-title");
    struct doc_meta *meta = &d->meta;
    meta->title_plain = web_work_title(d->arena, work->it);
    meta->title = doc_node_new(d, DOC_SPAN, SPAN_NONE);
    if (part) {
        adopt_copy(d, meta->title, part, false);
    } else {
        doc_add_text(d, meta->title, meta->title_plain, SPAN_NONE);
    }
}

static void add_abstract(struct doc *d, const struct item *it) {
    struct str rest = str_trim(tex_rich_plain(d->arena, item_rich(it, VAR_ABSTRACT)));
    if (!rest.n) {
        return;
    }
    add_heading(d, doc_word(d->meta.lang, DOC_WORD_ABSTRACT, NULL));
    while (rest.n) {
        size_t end = str_find(rest, STR("\n\n"));
        struct str part = str_trim(str_slice(rest, 0, end));
        rest = end == STR_NONE ? STR_EMPTY : str_from(rest, end + 2);
        if (part.n) {
            doc_add_text(d, doc_add(d, d->root, DOC_PARA, SPAN_NONE), part, SPAN_NONE);
        }
    }
}

/** Adds a collapsed part of the entry in full, with its summary as the heading. */
static void add_unfolded(struct doc *d, const struct doc_node *fold) {
    if (!fold || !fold->first || fold->first->kind != DOC_SUMMARY) {
        return;
    }
    struct doc_node *h = doc_add(d, d->root, DOC_HEADING, SPAN_NONE);
    h->u.heading.level = 1;
    h->u.heading.unnumbered = true;
    adopt_copy(d, h, fold->first, false);
    struct doc_node *body = doc_copy(d, fold);
    doc_unlink(body->first);
    struct doc_node *box = doc_add(d, d->root, DOC_DIV, SPAN_NONE);
    for (size_t i = 0; fold->attr && i < fold->attr->nclasses; i++) {
        if (!str_is(fold->attr->classes[i], "only-work-page")) {
            doc_add_class(d, box, fold->attr->classes[i]);
        }
    }
    adopt_copy(d, box, body, true);
}

static void add_bibtex(struct doc *d, const struct web_work_page *page) {
    struct doc_node *fold = web_find_class(page->work->entry, "pub-bibtex");
    if (fold) {
        add_unfolded(d, fold);
        return;
    }
    struct buf text = BUF_INIT;
    const struct item *it = bib_public_item(page->published, d->arena, page->work->it, false);
    if (bib_write(d->arena, &text, BIB_BIBTEX, &it, 1)) {
        add_heading(d, STR("BibTeX"));
        struct doc_node *code = doc_add(d, d->root, DOC_CODE_BLOCK, SPAN_NONE);
        code->u.code.text = buf_keep(&text, d->arena);
    }
    buf_drop(&text);
}

static void add_back(struct doc *d, const struct web_work_page *page) {
    struct doc_node *p = doc_add(d, d->root, DOC_PARA, SPAN_NONE);
    doc_add_class(d, p, STR("work-back"));
    struct doc_node *link = doc_link_new(d, page->back, SPAN_NONE);
    doc_append(p, link);
    doc_add_text(d, link, arena_join(d->arena, 2, STR("← "), page->back_text), SPAN_NONE);
}

/** Makes a document with the settings of the list's page. */
static struct doc *begin(struct arena *a, const struct doc *list) {
    struct doc *d = doc_new(a, list->source);
    d->front = node_new_map(a, SPAN_NONE);
    d->outputs = list->outputs;
    d->noutputs = list->noutputs;
    d->macros = list->macros;
    d->meta.lang = list->meta.lang;
    return d;
}

/** Adds the parts of the entry's line: authors and venue, or the text of an entry of a CSL style,
 * which has no title. */
static void add_line(struct doc *d, const struct web_work *work) {
    if (web_find_class(work->entry, "pub-title")) {
        add_part(d, work, "pub-authors");
        add_venue(d, work);
    } else {
        add_part(d, work, "pub-line");
    }
}

struct doc *web_work_doc(struct arena *a, const struct doc *list,
                         const struct web_work_page *page) {
    const struct web_work *work = page->work;
    struct doc *d = begin(a, list);
    set_title(d, work);
    add_line(d, work);
    add_part(d, work, "pub-award");
    add_part(d, work, "pub-note");
    if (web_find_class(work->entry, "pub-links")) {
        add_part(d, work, "pub-links");
    } else {
        add_address(d, work->it);
    }
    add_abstract(d, work->it);
    add_bibtex(d, page);
    add_unfolded(d, web_find_class(work->entry, "pub-cite"));
    add_back(d, page);
    return d;
}

struct doc *web_feed_doc(struct arena *a, const struct web_page *page,
                         const struct web_work *work) {
    struct doc *d = begin(a, page->doc);
    add_line(d, work);
    struct str rest = str_trim(tex_rich_plain(a, item_rich(work->it, VAR_ABSTRACT)));
    if (rest.n) {
        doc_add_text(d, doc_add(d, d->root, DOC_PARA, SPAN_NONE), rest, SPAN_NONE);
    }
    struct doc_walk w = doc_walk_start(d->root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_LINK && !web_is_absolute(w.node->u.link.url)) {
            w.node->kind = DOC_SPAN; /* a relative address has no meaning in a feed */
        }
    }
    return d;
}
