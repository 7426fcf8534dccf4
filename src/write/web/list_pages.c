/* SPDX-License-Identifier: MIT */
/*
 * Divides long lists of works into parts. A page of a site with more works than MOST_WORKS becomes
 * several pages of `works-per-page` works each. In a large site, a page with too many elements
 * or too much text is divided as well. The first part has the name of the page; the others are
 * beside it. They need no script. The tree is changed while a part is written, and restored.
 */
#include "write/web/companions.h"

enum {
    MOST_WORKS = 120,
    /* a page of a large site may show its whole list if it has at most MOST_ELEMENTS elements and
     * MOST_TEXT bytes of text */
    MOST_ELEMENTS = 1880,
    MOST_TEXT = 160 * 1024,
    LONG_LIST = 24,
    PART_WORKS = 50,
    LEAST_WORKS = 10,
    MAX_PARTS = 2000
};

/** Finds the entries of the document's lists of works, in order. */
static void find_entries(struct web_companions *w, bool *filtered) {
    struct doc_walk walk = doc_walk_start(w->setup.doc->root);
    *filtered = false;
    while (doc_walk_next(&walk)) {
        const struct doc_node *n = walk.node;
        *filtered = *filtered || (n->kind == DOC_DIV && doc_pair(n, "data-filter").p);
        if (walk.enter && n->kind == DOC_ITEM && doc_has_class(n, "pub-entry")) {
            vec_push(&w->entries, walk.node);
            doc_walk_skip(&walk);
        }
    }
}

/** Returns the number of works of a part: that of the front matter, or the usual one. Returns 0 if
 * the list stays whole. */
static size_t wished(const struct web_companions *w, bool *given) {
    const struct node *n = node_get(w->setup.doc->front, "works-per-page");
    int64_t v;
    *given = str_to_i64(str_trim(node_text(n)), &v) && v >= LEAST_WORKS;
    return node_bool(n, 1) == 0 ? 0 : *given ? (size_t)v : PART_WORKS;
}

static struct str part_name(struct web_companions *w, size_t part) {
    bool first = str_is(w->setup.stem, "index");
    return part == 0 ? w->setup.file
           : first   ? arena_printf(w->setup.arena, "page-%zu.html", part + 1)
                     : arena_printf(w->setup.arena, "%.*s-page-%zu.html", STR_ARG(w->setup.stem),
                                    part + 1);
}

/** Whether an entry is in the part that is shown. */
static bool is_shown(const struct web_companions *w, size_t i) {
    return i / w->per_part == w->part;
}

/** Removes headings of groups and lists if they have no entries in the part. */
static void hide_empty(struct web_companions *w, struct doc_node *box) {
    struct doc_node *heads[7] = {NULL}; /* open headings by level */
    for (struct doc_node *n = box->first, *next; n; n = next) {
        next = n->next;
        if (n->kind == DOC_HEADING && doc_has_class(n, "pub-group")) {
            for (int k = n->u.heading.level; k < 7; k++) {
                if (heads[k]) {
                    web_hide(&w->apart, heads[k]);
                }
                heads[k] = NULL;
            }
            heads[n->u.heading.level] = n;
        } else if (n->kind == DOC_LIST && doc_has_class(n, "pub-list") && !n->first) {
            web_hide(&w->apart, n);
        } else if (n->kind == DOC_LIST) {
            for (int k = 0; k < 7; k++) {
                heads[k] = NULL; /* the headings have entries, so they are not hidden */
            }
        }
    }
    for (int k = 0; k < 7; k++) {
        if (heads[k]) {
            web_hide(&w->apart, heads[k]);
        }
    }
}

/** Appends the links to the parts. */
static void add_links(struct web_companions *w, struct doc_node *box) {
    struct doc *doc = w->setup.doc;
    w->parts_row = doc_node_new(doc, DOC_PARA, SPAN_NONE);
    doc_add_class(doc, w->parts_row, STR("pub-pages"));
    for (size_t i = 0; i < w->parts; i++) {
        struct str number = arena_printf(doc->arena, "%zu", i + 1);
        struct doc_node *n = i == w->part ? doc_node_new(doc, DOC_STRONG, SPAN_NONE)
                                          : doc_link_new(doc, part_name(w, i), SPAN_NONE);
        doc_add_text(doc, n, number, SPAN_NONE);
        if (i) {
            doc_add_text(doc, w->parts_row, STR(" "), SPAN_NONE);
        }
        doc_append(w->parts_row, n);
    }
    doc_append(box, w->parts_row);
}

static void show_part(struct web_companions *w, size_t part) {
    struct doc_node *box = NULL;
    w->part = part;
    /* from the last to the first: the node after each entry is still in its place */
    for (size_t i = w->entries.n; i-- > 0;) {
        struct doc_node *n = w->entries.p[i], *list = n->parent;
        box = list->parent;
        if (is_shown(w, i)) {
            list->u.list.start = n->u.item.number;
        } else {
            web_hide(&w->apart, n);
        }
    }
    for (size_t i = 0; i < w->boxes.n; i++) {
        hide_empty(w, w->boxes.p[i]);
    }
    add_links(w, box ? box : w->setup.doc->root);
    size_t n = 0;
    for (size_t i = 0; i < w->works.n; i++) { /* the works of the part, for its graph */
        const struct doc_node *entry = w->works.p[i].entry;
        if (entry->parent) {
            w->part_works[n++] = w->works.p[i];
        }
    }
    w->page.works = (struct web_works){w->part_works, n};
}

static void restore(struct web_companions *w) {
    doc_unlink(w->parts_row);
    web_show_hidden(&w->apart);
    for (size_t i = w->entries.n; i-- > 0;) {
        w->entries.p[i]->parent->u.list.start = w->entries.p[i]->u.item.number;
    }
    w->page.works = w->works;
}

static void make_empty(struct doc_node *n) {
    n->kind = DOC_TEXT;
    n->first = n->last = NULL;
    n->u.text.text = STR_EMPTY;
}

/** Returns the address of the only link below a node, or an empty text if there are none or
 * several. */
static struct str only_link(struct doc_node *n) {
    struct doc_walk walk = doc_walk_start(n);
    struct str url = STR_EMPTY;
    size_t links = 0;
    while (doc_walk_next(&walk)) {
        if (walk.enter && walk.node->kind == DOC_LINK && links++ == 0) {
            url = walk.node->u.link.url;
        }
    }
    return links == 1 ? url : STR_EMPTY;
}

/** Turns the title and the authors at the start of an entry's line into blocks. The venue stays in
 * the line. Then the entry needs no line breaks and no boxes. */
static void divide_line(struct doc *doc, struct doc_node *line) {
    struct doc_node *n = line->first;
    while (n && n->kind == DOC_SPAN && n->next && n->next->kind == DOC_LINE_BREAK) {
        doc_unlink(n->next);
        doc_unlink(n);
        doc_change_kind(doc, n, DOC_PLAIN);
        doc_insert_before(line, n);
        n = line->first;
    }
    if (n && line->prev && doc_has_class(n, "pub-venue")) {
        for (size_t i = 0; i < n->attr->nclasses; i++) {
            doc_add_class(doc, line, n->attr->classes[i]);
        }
        doc_dissolve(n);
    }
}

/** Whether a page of a large site has so few elements and so little text that it may show the whole
 * list. */
static bool is_light(const struct web_companions *w) {
    size_t elements = 0, text = 0;
    struct doc_walk walk = doc_walk_start(w->setup.doc->root);
    while (doc_walk_next(&walk)) {
        const struct doc_node *n = walk.node;
        if (walk.enter) {
            elements += n->kind != DOC_TEXT && n->kind != DOC_SOFT_BREAK;
            /* the fold of a BibTeX entry has a further element for its summary */
            elements += doc_has_class(n, "pub-bibtex");
            text += n->kind == DOC_TEXT         ? n->u.text.text.n
                    : n->kind == DOC_CODE_BLOCK ? n->u.code.text.n
                    : n->kind == DOC_LINK       ? n->u.link.url.n
                                                : 0;
        }
    }
    return elements <= MOST_ELEMENTS && text <= MOST_TEXT;
}

/** Removes repetitions from the entries of long lists of a large site: the copy for machines
 * (COinS), the mark that links to the entry itself, and a link with the same address as the
 * title. */
static void thin_out(struct web_companions *w) {
    for (size_t i = 0; i < w->entries.n; i++) {
        struct doc_node *entry = w->entries.p[i], *line = entry->first;
        struct str title = STR_EMPTY;
        for (struct doc_node *n = line ? line->first : NULL; n; n = n->next) {
            if (doc_has_class(n, "pub-title")) {
                title = only_link(n);
            }
            struct doc_node *mark = doc_has_class(n, "only-html") ? n->last : NULL;
            if (doc_has_class(n, "Z3988") || (mark && doc_has_class(mark, "pub-permalink"))) {
                make_empty(n);
            }
        }
        for (struct doc_node *n = line, *next; n; n = next) {
            next = n->next;
            if (doc_has_class(n, "pub-bibtex") && n->last) {
                doc_add_class(w->setup.doc, n->last, STR("pub-source"));
            }
            bool links = doc_has_class(n, "pub-links") && doc_has_class(n, "only-html");
            if (links && title.n && str_eq(only_link(n), title)) {
                doc_unlink(n);
            }
        }
        if (line) {
            divide_line(w->setup.doc, line);
        }
    }
}

void web_parts_begin(struct web_companions *w) {
    bool filtered, given;
    size_t per = wished(w, &given);
    if (!per || w->folder.n || (!w->setup.frame && !given)) {
        return;
    }
    find_entries(w, &filtered);
    /* the tree of a page with a PDF stays, because the PDF is made from it */
    bool pdf = w->setup.frame && w->setup.frame->pdf.n;
    if (w->setup.many && !pdf && w->entries.n > LONG_LIST) {
        thin_out(w);
    }
    bool whole = w->setup.many ? is_light(w) : w->entries.n <= MOST_WORKS;
    if (filtered || w->entries.n <= per || (whole && !given)) {
        return;
    }
    size_t least = (w->entries.n + MAX_PARTS - 1) / MAX_PARTS;
    w->per_part = per > least ? per : least;
    w->parts = (w->entries.n + w->per_part - 1) / w->per_part;
    w->works = w->page.works;
    w->part_works = ARENA_ARRAY(w->setup.arena, struct web_work, w->works.n + 1);
    for (size_t i = 0; i < w->entries.n; i++) {
        struct doc_node *box = w->entries.p[i]->parent->parent;
        if (!w->boxes.n || vec_last(&w->boxes) != box) {
            vec_push(&w->boxes, box);
        }
    }
    show_part(w, 0);
}

static void write_part(struct web_companions *w, size_t part, const struct html_options *opt,
                       struct buf *out) {
    struct html_options own = *opt;
    struct html_frame frame;
    struct buf head = BUF_INIT;
    show_part(w, part);
    if (web_wants_head(w->setup.doc)) {
        web_head(&head, &w->page);
    }
    own.head = buf_view(&head);
    if (opt->frame) {
        frame = *opt->frame;
        frame.canonical = frame.canonical.n ? w->page.address : STR_EMPTY;
        own.frame = &frame;
    }
    html_write(out, w->setup.doc, &own, w->setup.d);
    restore(w);
    buf_drop(&head);
}

void web_parts_end(struct web_companions *w, const struct html_options *opt) {
    restore(w);
    struct str address = w->page.address;
    for (size_t i = 1; i < w->parts; i++) {
        struct buf out = BUF_INIT;
        struct str name = part_name(w, i);
        w->page.address = address.n ? web_resolve(w->setup.arena, address, name) : STR_EMPTY;
        if (opt) {
            write_part(w, i, opt, &out);
        }
        (void)web_make(w, name, &out);
        buf_drop(&out);
    }
    w->page.address = address;
}
