/* SPDX-License-Identifier: MIT */
/*
 * Lists of pages. An empty div of class `listing` is filled with links to pages of the site.
 *
 *     ::: {.listing folder=posts sort="date desc" limit=5 fields="date title description"}
 *     :::
 *
 * Decides which pages are listed and in which order. This file uses only the data of the pages and
 * not the configuration.
 */
#include "core/base/bounds.h"
#include "core/base/front_matter.h"
#include "core/base/word_list.h"
#include "core/unicode/unicode.h"
#include "job/site/site_model.h"

DIAG_USE(DIAG_TOO_LARGE);
DIAG_USE(DIAG_UNKNOWN_ATTRIBUTE);
DIAG_USE(DIAG_SITE_LISTING);

#define MAX_LISTED 100000u /* maximum number of items in all listings of a page */
#define MAX_FIELDS 8       /* maximum number of fields that are shown of each page */
#define MAX_KEYS 4         /* maximum number of sort keys */

/* ---- the query */

enum field {
    FIELD_DATE,
    FIELD_TITLE,
    FIELD_DESCRIPTION,
    FIELD_AUTHOR,
    FIELD_IMAGE,
    FIELD_CATEGORIES,
    FIELD_CONTENT,
    FIELD_COUNT
};
static const char *const field_names[FIELD_COUNT] = {"date",  "title",      "description", "author",
                                                     "image", "categories", "content"};

/** A field by which pages are sorted. */
struct order {
    struct str key;
    bool down;
};

struct query {
    struct str folder, collection, tag;
    struct order orders[MAX_KEYS];
    size_t norders;
    enum field fields[MAX_FIELDS];
    size_t nfields;
    int64_t limit;
};

static const struct str keys[] = {
#define LISTING_KEY(name, text, example) STR_INIT(name),
#include "job/site/listing_keys.def"
#undef LISTING_KEY
};

static void check_keys(const struct doc_node *div, struct diags *d) {
    for (size_t i = 0; div->attr && i < div->attr->npairs; i++) {
        const struct doc_pair *p = &div->attr->pairs[i];
        if (!str_in(p->key, keys, ARRAY_LEN(keys)) && !str_starts(p->key, STR("data-")) &&
            !str_among(p->key, "lang dir style")) {
            struct diag *g = diag_add(d, DIAG_UNKNOWN_ATTRIBUTE, p->span.src ? p->span : div->span,
                                      "`%.*s` is not an attribute of a listing", STR_ARG(p->key));
            (void)diag_suggest(d, g, p->key, keys, ARRAY_LEN(keys));
        }
    }
}

/* Parses "date desc, title", or Quarto's form with two words for each field. */
static void read_orders(struct query *q, struct str text, struct span at, struct diags *d) {
    while (text.p && q->norders < MAX_KEYS) {
        struct str one = str_trim(str_cut(&text, ','));
        struct str key = str_cut(&one, ' '), way = str_trim(one);
        if (way.n && !str_among(way, "asc ascending desc descending")) {
            struct diag *g =
                diag_add(d, DIAG_SITE_LISTING, at, "`%.*s` is not a way to sort `%.*s`",
                         STR_ARG(way), STR_ARG(key));
            diag_hint(d, g, "write `asc` or `desc`, and commas between what is sorted by");
        }
        if (key.n) {
            q->orders[q->norders++] = (struct order){key, str_among(way, "desc descending")};
        }
    }
}

static void read_fields(struct query *q, struct str text, struct span at, struct diags *d) {
    while (text.p && q->nfields < MAX_FIELDS) {
        size_t n = 0;
        while (n < text.n && !strchr(" ,[]\"", text.p[n])) {
            n++;
        }
        struct str word = str_slice(text, 0, n);
        text = n < text.n ? str_from(text, n + 1) : STR_EMPTY;
        bool known = word.n == 0;
        for (int f = 0; f < FIELD_COUNT; f++) {
            if (str_is(word, field_names[f])) {
                q->fields[q->nfields++] = (enum field)f;
                known = true;
            }
        }
        if (!known) {
            struct diag *g =
                diag_add(d, DIAG_SITE_LISTING, at, "a listing has no field `%.*s`", STR_ARG(word));
            diag_hint(d, g,
                      "fields are date, title, description, author, image, categories and content");
        }
    }
}

static void read_query(struct query *q, const struct doc_node *div, struct diags *d) {
    struct str folder = doc_pair(div, "folder"), limit = doc_pair(div, "limit");
    struct str tag = doc_pair(div, "tag"), fields = doc_pair(div, "fields");
    *q = (struct query){.folder = site_bare_path(folder.n ? folder : doc_pair(div, "contents")),
                        .collection = doc_pair(div, "collection"),
                        .tag = tag.n ? tag : doc_pair(div, "category"),
                        .limit = INT64_MAX};
    struct str sort = doc_pair(div, "sort");
    read_orders(q, sort.n ? sort : STR("date desc, title"), div->span, d);
    const char *usual = str_is(doc_pair(div, "type"), "grid") ? "image title date description"
                                                              : "date title description";
    read_fields(q, fields.n ? fields : str_of(usual), div->span, d);
    limit = limit.n ? limit : doc_pair(div, "max-items");
    if (limit.n && (!str_to_i64(limit, &q->limit) || q->limit < 0)) {
        struct diag *g = diag_add(d, DIAG_SITE_LISTING, div->span,
                                  "`%.*s` is not a number of pages", STR_ARG(limit));
        diag_hint(d, g, "write `limit=5`");
        q->limit = INT64_MAX;
    }
}

/* ---- which pages */

static bool has_word(const struct site_page *p, const char *key, struct str word) {
    const struct node *n = node_get(p->front, key);
    if (n && n->kind == NODE_LIST) {
        for (size_t i = 0; i < n->n; i++) {
            if (str_ieq(str_trim(node_text(n->items[i])), word)) {
                return true;
            }
        }
        return false;
    }
    struct str rest = node_text(n);
    while (rest.p && rest.n) {
        if (str_ieq(str_trim(str_cut(&rest, ',')), word)) {
            return true;
        }
    }
    return false;
}

static bool below(struct str path, struct str folder) {
    return folder.n == 0 || path_is_below(path, folder);
}

static bool is_wanted(const struct query *q, const struct site_page *p,
                      const struct site_page *on) {
    bool first = str_is(path_stem(p->path), "index") || str_is(path_stem(p->path), "_index");
    bool own_first = first && (str_eq(path_dir(p->path), q->folder) || !path_dir(p->path).n);
    if (p == on || p->unlisted || own_first) {
        return false;
    }
    if (q->collection.n && !(p->collection && str_eq(p->collection->name, q->collection))) {
        return false;
    }
    if (q->folder.n && !below(p->path, q->folder)) {
        struct str hidden = p->path; /* "posts" also matches the folder "_posts" */
        bool same = hidden.n && hidden.p[0] == '_' && below(str_from(hidden, 1), q->folder);
        if (!same) {
            return false;
        }
    }
    return !q->tag.n || has_word(p, "categories", q->tag) || has_word(p, "tags", q->tag) ||
           has_word(p, "category", q->tag);
}

static struct str value_of(const struct site_page *p, struct str key) {
    if (str_is(key, "date")) {
        return p->date;
    }
    if (str_is(key, "title")) {
        return p->title;
    }
    if (str_is(key, "filename") || str_is(key, "path")) {
        return p->path;
    }
    return node_text(node_value(p->front, key));
}

/** A page with its sort keys. */
struct row {
    struct site_page *page;
    const struct query *q;
    struct {
        bool given, number;
        int64_t value;
        struct str key; /* the text as a sort key of the collator */
    } by[MAX_KEYS];
};

static struct row make_row(struct site_page *p, const struct query *q, struct collator *c,
                           struct arena *a) {
    struct row row = {.page = p, .q = q};
    for (size_t i = 0; i < q->norders; i++) {
        struct str text = value_of(p, q->orders[i].key);
        row.by[i].given = text.n > 0;
        row.by[i].number = str_to_i64(text, &row.by[i].value);
        row.by[i].key = collator_key(c, a, text);
    }
    return row;
}

/* Compares two pages. Pages without the value come last in both directions. Numbers come before
 * texts. */
static int by_query(const void *x, const void *y) {
    const struct row *a = x, *b = y;
    for (size_t i = 0; i < a->q->norders; i++) {
        int way = a->q->orders[i].down ? -1 : 1, c = 0;
        if (a->by[i].given != b->by[i].given) {
            c = a->by[i].given ? -1 : 1;
        } else if (a->by[i].number != b->by[i].number) {
            c = a->by[i].number ? -way : way;
        } else if (a->by[i].number) {
            int64_t m = a->by[i].value, n = b->by[i].value;
            c = m < n ? -way : m > n ? way : 0;
        } else {
            c = str_cmp(a->by[i].key, b->by[i].key) * way;
        }
        if (c != 0) {
            return c;
        }
    }
    return str_cmp(a->page->path, b->page->path);
}

/* ---- the nodes of a listing */

struct doc_node *site_add(struct doc *doc, struct doc_node *parent, enum doc_kind kind,
                          const char *cls) {
    struct doc_node *n = doc_add(doc, parent, kind, SPAN_NONE);
    if (cls) {
        doc_add_class(doc, n, str_of(cls));
    }
    return n;
}

void site_add_text(struct doc *doc, struct doc_node *parent, struct str text) {
    doc_add_text(doc, parent, arena_str(doc->arena, text), SPAN_NONE);
}

/* Returns the address of a page in the form that the link callback of build resolves: the path of
 * the page from the root. */
static struct str file_address(struct doc *doc, const struct site_page *p) {
    return arena_join(doc->arena, 2, STR("/"), site_href(doc->arena, p->path));
}

static void add_title(struct doc *doc, struct doc_node *line, const struct site_page *p) {
    struct doc_node *span = site_add(doc, line, DOC_SPAN, "listing-title");
    if (!p->hidden) {
        struct doc_node *link = doc_link_new(doc, file_address(doc, p), SPAN_NONE);
        doc_append(span, link);
        span = link;
    }
    site_add_text(doc, span, p->title);
}

static void add_date(struct doc *doc, struct doc_node *line, struct str date) {
    struct doc_node *span = site_add(doc, line, DOC_SPAN, "listing-date");
    doc_set_element(doc, span, STR("time"));
    doc_set_pair(doc, span, STR("datetime"), arena_str(doc->arena, date));
    site_add_text(doc, span, date);
}

struct str site_join(struct arena *a, const struct node *n) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < node_count(n); i++) {
        const struct node *one = node_item(n, i);
        one = one->kind == NODE_MAP ? node_get(one, "name") : one;
        struct str text = one && one->kind != NODE_NULL ? str_trim(node_text(one)) : STR_EMPTY;
        buf_puts(&b, b.n && text.n ? ", " : "");
        buf_str(&b, text);
    }
    return buf_finish(&b, a);
}

/* Adds the text of the page itself, which is read as a document. Templates in the text are not
 * filled in. */
static void add_content(struct site *s, struct doc *doc, struct doc_node *item,
                        const struct site_page *p, struct diags *d) {
    struct source *src = source_new(doc->arena, p->source, site_page_body(s, doc->arena, p));
    struct markdown_options opt = {
        .format = s->config.markdown, .outputs = doc->outputs, .noutputs = doc->noutputs};
    struct diags quiet; /* errors are reported when the page itself is made */
    diags_init(&quiet, doc->arena);
    struct doc *inner = markdown_parse(doc->arena, src, &opt, p->hidden ? d : &quiet);
    diags_drop(&quiet);
    struct doc_node *div = site_add(doc, item, DOC_DIV, "listing-content");
    for (struct doc_node *n = inner->root->first; n; n = n->next) {
        doc_append(div, doc_copy(doc, n));
    }
}

static void add_image(struct site *s, struct doc *doc, struct doc_node *line,
                      const struct site_page *p) {
    const struct node *n = node_get(p->front, "image");
    struct str path = n && n->kind == NODE_MAP ? node_text(node_get(n, "path")) : node_text(n), id;
    struct site_file *file = NULL;
    (void)site_look(s, doc->arena, p, path, &file, &id);
    if (path.n && file) {
        struct doc_node *image =
            site_add(doc, site_add(doc, line, DOC_SPAN, "listing-image"), DOC_IMAGE, NULL);
        image->u.link.url =
            arena_join(doc->arena, 2, STR("/"), site_href(doc->arena, file->output));
    }
}

static void add_item(struct site *s, struct doc *doc, struct doc_node *list, const struct query *q,
                     const struct site_page *p, struct diags *d) {
    struct doc_node *item = site_add(doc, list, DOC_ITEM, "listing-item");
    struct doc_node *line = site_add(doc, item, DOC_PLAIN, NULL);
    bool content = p->hidden && !node_get(p->front, "title");
    for (size_t i = 0; i < q->nfields; i++) {
        enum field f = q->fields[i];
        struct str text = f == FIELD_DESCRIPTION ? p->description
                          : f == FIELD_AUTHOR ? site_join(doc->arena, node_get(p->front, "author"))
                          : f == FIELD_CATEGORIES
                              ? site_join(doc->arena, node_get(p->front, "categories"))
                              : STR_EMPTY;
        bool spaced = line->first &&
                      (text.n || (f == FIELD_DATE && p->date.n) || (f == FIELD_TITLE && !content));
        if (spaced) {
            site_add_text(doc, line, STR(" "));
        }
        if (f == FIELD_DATE && p->date.n) {
            add_date(doc, line, p->date);
        } else if (f == FIELD_TITLE && !content) {
            add_title(doc, line, p);
        } else if (f == FIELD_IMAGE) {
            add_image(s, doc, line, p);
        } else if (f == FIELD_CONTENT) {
            content = true;
        } else if (text.n) {
            static const char *const classes[FIELD_COUNT] = {
                [FIELD_DESCRIPTION] = "listing-description",
                [FIELD_AUTHOR] = "listing-author",
                [FIELD_CATEGORIES] = "listing-categories"};
            site_add_text(doc, site_add(doc, line, DOC_SPAN, classes[f]), text);
        }
    }
    if (content) {
        add_content(s, doc, item, p, d);
    }
}

/* Removes the query's keys from the attributes of the div. */
static void drop_keys(struct doc_node *div) {
    size_t kept = 0;
    for (size_t i = 0; div->attr && i < div->attr->npairs; i++) {
        div->attr->pairs[kept] = div->attr->pairs[i];
        kept += !str_in(div->attr->pairs[i].key, keys, ARRAY_LEN(keys));
    }
    if (div->attr) {
        div->attr->npairs = kept;
    }
}

static void fill_listing(struct site_making *m, struct doc *doc, struct doc_node *div,
                         struct diags *d) {
    struct site *s = m->site;
    struct query q;
    check_keys(div, d);
    read_query(&q, div, d);
    bool grid = str_is(doc_pair(div, "type"), "grid");
    drop_keys(div);
    if (grid) {
        doc_add_class(doc, div, STR("listing-cards"));
    }
    m->page->lists = true;
    VEC(struct row) rows = VEC_INIT;
    struct collator *c = collator_new(doc->meta.lang, false);
    for (size_t i = 0; i < s->pages.n; i++) {
        if (is_wanted(&q, s->pages.p[i], m->page)) {
            vec_push(&rows, make_row(s->pages.p[i], &q, c, doc->arena));
        }
    }
    collator_drop(c);
    if (rows.n) {
        vec_sort(&rows, by_query);
    } else {
        struct diag *g = diag_add(d, DIAG_SITE_LISTING, div->span, "this listing has no pages");
        diag_hint(d, g, "`folder=posts` means the pages below the site's folder `posts`");
    }
    if (m->listed > MAX_LISTED) {
        rows.n = 0; /* the error about the limit has already been reported */
    } else if (m->listed + rows.n > MAX_LISTED) {
        diag_add(d, DIAG_TOO_LARGE, div->span, "the listings of this page show more than %u pages",
                 MAX_LISTED);
    }
    m->listed += rows.n;
    struct doc_node *list = rows.n ? site_add(doc, div, DOC_LIST, NULL) : NULL;
    for (size_t i = 0; i < rows.n && (int64_t)i < q.limit; i++) {
        list->u.list.style = DOC_UNMARKED;
        list->u.list.tight = true;
        add_item(s, doc, list, &q, rows.p[i].page, d);
    }
    vec_drop(&rows);
}

void site_fill(void *user, struct doc *doc, const char *output, struct diags *d) {
    struct site_making *m = user;
    (void)output;
    if (m->site->engine && m->site->engine->fill) {
        m->site->engine->fill(m->site, m->page, doc, d);
    }
    if (!doc_has_kind(doc, DOC_DIV)) {
        return;
    }
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_DIV && doc_has_class(w.node, "listing") &&
            !w.node->first) {
            fill_listing(m, doc, w.node, d);
            doc_walk_skip(&w);
        }
    }
}
