/* SPDX-License-Identifier: MIT */
/*
 * Translates the keys of front matter to the names of CSL, and lets the CSL-YAML reader make an
 * item from the resulting map. page_names.c reads people.
 */
#include "cite/bib/item/front_item.h"

#include "cite/bib/item/csl_internal.h"
#include "cite/bib/item/front_item_internal.h"
#include "core/base/file.h"

DIAG_USE(DIAG_UNKNOWN_KEY);

#define MAX_FIELDS 500 /* maximum number of fields of a work */

/** How the value of a key is converted to a value of CSL. */
enum shape {
    AS_IT_IS,
    BY_HAND,   /* a function for this key converts the value */
    CONTAINER, /* a venue such as "In *Journal*", without the word "In" and the emphasis */
    DATE,      /* a date; only the day of "2015-09-01T00:00:00Z" is used */
    LINK,      /* an address or a file; an empty value is ignored */
    WORDS,     /* a list of words, or a single text */
    NOTHING    /* a known key that is not about the work */
};

struct page_key {
    const char *key, *csl;
    enum shape shape;
};

/** If several keys mean the same variable of CSL, the first one that a page has is used. */
static const struct page_key keys[] = {
#define KEY(key, csl, shape) {key, csl, shape},
#include "cite/bib/item/front_item.def"
#undef KEY
};

static const struct page_key *find_key(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        if (str_is(name, keys[i].key)) {
            return &keys[i];
        }
    }
    return NULL;
}

/* ---- values */

void item_page_put(struct item_page *p, struct str name, const struct node *from, struct str text) {
    text = str_trim(text);
    if (text.n && node_index(p->csl, name) == STR_NONE) {
        struct node *value = node_string(p->a, text, from->span);
        value->plain = from->plain;
        node_put(p->a, p->csl, name, from->span, value);
    }
}

static bool is_nothing(const struct node *n) {
    return node_is_null(n) || str_trim(node_text(n)).n == 0;
}

/** Whether a value is an address or a file. In HugoBlox it may also be the name of another page:
 * `slides: example`. */
static bool leads_somewhere(const struct node *n) {
    struct str s = node_text(n);
    return !is_nothing(n) && (str_index(s, '/') != STR_NONE || str_index(s, '.') != STR_NONE ||
                              str_index(s, ':') != STR_NONE);
}

/** Returns the elements of a list joined with `, `; or a single text. */
static struct str words_of(struct item_page *p, const struct node *n) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < node_count(n); i++) {
        struct str word = str_trim(node_text(node_item(n, i)));
        buf_puts(&b, b.n && word.n ? ", " : "");
        buf_str(&b, word);
    }
    return buf_finish(&b, p->a);
}

/** Returns a text without its emphasis. Some pages write venues with emphasis. */
static struct str without_emphasis(struct arena *a, struct str s) {
    if (str_index(s, '*') == STR_NONE && !str_starts(s, STR("_"))) {
        return s;
    }
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < s.n; i++) {
        bool edge = s.p[i] == '_' &&
                    (i == 0 || i + 1 == s.n || !is_alnum(s.p[i - 1]) || !is_alnum(s.p[i + 1]));
        if (s.p[i] == '\\' && i + 1 < s.n) {
            buf_putc(&b, s.p[i++]);
        } else if (s.p[i] == '*' || edge) {
            continue;
        }
        buf_putc(&b, s.p[i]);
    }
    return str_trim(buf_finish(&b, a));
}

/** Sets volume and issue from a text such as "Journal, 1(2)", and returns "Journal". Other texts
 * are returned unchanged. */
static struct str part_numbers(struct item_page *p, const struct node *from, struct str venue) {
    size_t comma = str_after_last(venue, ',');
    struct str rest = str_trim(str_from(venue, comma)), volume = str_trim(str_cut(&rest, '('));
    struct str issue =
        rest.p && str_ends(rest, STR(")")) ? str_slice(rest, 0, rest.n - 1) : STR_EMPTY;
    if (comma == 0 || !str_is_digits(volume) || volume.n > 3 || (rest.p && !issue.n)) {
        return venue;
    }
    item_page_put(p, STR("volume"), from, volume);
    item_page_put(p, STR("issue"), from, issue);
    return str_trim(str_slice(venue, 0, comma - 1));
}

static void put_container(struct item_page *p, struct str csl, const struct node *n) {
    if (n->kind == NODE_MAP) { /* the form of Quarto: `journal: {name: ...}` */
        const struct node *name = node_first(n, "title name");
        if (name) {
            item_page_put(p, csl, name, node_text(name));
        }
        return;
    }
    struct str text = without_emphasis(p->a, str_trim(node_text(n)));
    text = str_starts(text, STR("In ")) ? str_trim(str_from(text, 3)) : text;
    bool full = str_is(csl, "container-title");
    item_page_put(p, csl, n, full ? part_numbers(p, n, text) : text);
    if (!full) {
        item_page_put(p, STR("abbr"), n, text);
    }
}

static void put_date(struct item_page *p, struct str csl, const struct node *n) {
    struct str text = str_trim(node_text(n));
    bool stamp = text.n > 10 && is_digit(text.p[0]) && (text.p[10] == 'T' || text.p[10] == ' ');
    text = stamp ? str_slice(text, 0, 10) : text;
    if (str_is(text, "today") || str_is(text, "now") || str_is(text, "last-modified")) {
        return; /* `today` is the date of Quarto's page, not of the work */
    }
    item_page_put(p, csl, n, text);
}

/* ---- types */

static const struct {
    const char *word;
    enum item_type type;
} types[] = {
#define TYPE(word, type) {word, type},
#include "cite/bib/item/front_types.def"
#undef TYPE
};

static void put_type(struct item_page *p, const struct node *n) {
    const struct node *one = n->kind == NODE_LIST && n->n ? n->items[0] : n;
    struct str word = str_trim(node_text(one));
    enum item_type type = item_type_find(word);
    for (size_t i = 0; i < ARRAY_LEN(types) && type == ITEM_TYPE_NONE; i++) {
        type = str_ieq(word, str_of(types[i].word)) ? types[i].type : type;
    }
    item_page_put(p, STR("type"), one,
                  type == ITEM_TYPE_NONE ? word : str_of(item_type_name(type)));
}

/** Returns the type of a work by its venue. It is used if the page gives no type. */
static const char *type_by_venue(const struct node *csl, const struct node *front) {
    static const char *const meetings[] = {"onference", "roceedings", "ymposium", "orkshop"};
    struct str venue = node_text(node_get(csl, "container-title"));
    for (size_t i = 0; i < ARRAY_LEN(meetings); i++) {
        if (str_find(venue, str_of(meetings[i])) != STR_NONE) {
            return "paper-conference";
        }
    }
    const struct node *citation = node_get(front, "citation");
    bool post = str_is(node_text(node_get(front, "layout")), "post") ||
                (citation && (citation->kind == NODE_MAP || node_bool(citation, 0) == 1));
    return venue.n ? "article-journal" : post ? "post-weblog" : "article";
}

/** If the work has a type such as thesis or book, it is not a part of another work. Its container
 * then becomes its publisher. */
static void settle_house(struct item_page *p) {
    static const char *const whole[] = {"thesis", "report", "book", "patent", "software"};
    struct str type = node_text(node_get(p->csl, "type"));
    size_t at = node_index(p->csl, STR("container-title"));
    for (size_t i = 0; i < ARRAY_LEN(whole) && at != STR_NONE; i++) {
        if (str_is(type, whole[i]) && !node_get(p->csl, "publisher")) {
            p->csl->keys[at] = STR("publisher");
            return;
        }
    }
}

/* ---- links */

/** Returns the field of databases for a link with this name. The case of the name does not matter.
 */
static struct str link_field(struct arena *a, struct str name) {
    static const char *const fields[] = {"pdf",     "code",  "data", "dataset",  "slides",
                                         "poster",  "video", "demo", "preprint", "project",
                                         "website", "blog",  "html", "supp",     "arxiv"};
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        if (str_ieq(name, str_of(fields[i]))) {
            return str_of(fields[i]);
        }
    }
    return arena_join(a, 2, STR("url_"), name);
}

/** Reads `links` of HugoBlox: a list of maps with `name` or `type`, and `url`. */
static void put_links(struct item_page *p, const struct node *list) {
    for (size_t i = 0; list->kind == NODE_LIST && i < list->n && p->csl->n < MAX_FIELDS; i++) {
        const struct node *url = node_get(list->items[i], "url");
        struct str name = node_first_text(list->items[i], "name type");
        if (url && name.n && !is_nothing(url)) {
            item_page_put(p, link_field(p->a, name), url, node_text(url));
        }
    }
}

/** Reads `paperurl` of academicpages, which is the paper or its page at the publisher. */
static void put_paper(struct item_page *p, const struct node *n) {
    struct str url = str_trim(node_text(n));
    bool address = str_find(url, STR("://")) != STR_NONE && !str_ieq(path_ext(url), STR("pdf"));
    item_page_put(p, address ? STR("URL") : STR("pdf"), n, url);
}

/* ---- Quarto's `citation` */

/** Returns CSL's name for a key. The key may have a name in capitals, such as DOI, in lower
 * case. */
static struct str csl_name(struct str key) {
    for (int v = 0; v < VAR_COUNT; v++) {
        const char *name = item_var_name((enum item_var)v);
        if (is_upper(name[0]) && str_ieq(key, str_of(name))) {
            return str_of(name);
        }
    }
    return key;
}

static void put_citation(struct item_page *p, const struct node *n) {
    if (n->kind != NODE_MAP) {
        /* in academicpages, `citation` is the formatted reference as a text */
        item_page_cited_text(p, n);
        return;
    }
    for (size_t i = 0; i < n->n && p->csl->n < MAX_FIELDS; i++) {
        const struct node *value = n->items[i];
        struct str name = csl_name(n->keys[i]);
        enum item_var v = item_var_find(name);
        if (value->kind == NODE_NULL || str_is(name, "id")) {
            continue;
        }
        if (v != VAR_NONE && var_is_name(v)) {
            item_page_names(p, name, value);
        } else if (v != VAR_NONE && var_is_date(v) && value->kind == NODE_STRING) {
            put_date(p, name, value);
        } else if (node_index(p->csl, name) == STR_NONE) {
            node_put(p->a, p->csl, name, n->key_spans[i], n->items[i]);
        }
    }
}

/* ---- all of it */

static void put_by_hand(struct item_page *p, const struct page_key *k, const struct node *n) {
    static const struct {
        const char *key;
        void (*put)(struct item_page *p, const struct node *n);
    } hands[] = {{"publication_types", put_type},
                 {"category", put_type},
                 {"links", put_links},
                 {"paperurl", put_paper}};
    if (k->csl[0]) {
        item_page_names(p, str_of(k->csl), n);
        return;
    }
    for (size_t i = 0; i < ARRAY_LEN(hands); i++) {
        if (str_is(str_of(k->key), hands[i].key)) {
            hands[i].put(p, n);
        }
    }
}

static void put_key(struct item_page *p, const struct page_key *k, const struct node *n) {
    switch (k->shape) {
    case NOTHING:
        break;
    case BY_HAND:
        put_by_hand(p, k, n);
        break;
    case CONTAINER:
        put_container(p, str_of(k->csl), n);
        break;
    case DATE:
        put_date(p, str_of(k->csl), n);
        break;
    case WORDS:
        item_page_put(p, str_of(k->csl), n, words_of(p, n));
        break;
    case LINK:
        if (leads_somewhere(n)) {
            item_page_put(p, str_of(k->csl), n, node_text(n));
        }
        break;
    case AS_IT_IS:
        if (!is_nothing(n)) {
            item_page_put(p, str_of(k->csl), n, node_text(n));
        }
        break;
    }
}

static void report_slip(const struct node *front, size_t at, struct diags *d) {
    struct str key = front->keys[at];
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        if (diag_is_slip(key, str_of(keys[i].key))) {
            struct diag *g = diag_add(d, DIAG_UNKNOWN_KEY, front->key_spans[at],
                                      "unknown key `%.*s`", STR_ARG(key));
            diag_hint(d, g, "did you mean `%s`?", keys[i].key);
            return;
        }
    }
}

/** Translates the keys of a page, in the order of the table. */
static void translate(struct item_page *p, struct diags *d) {
    const struct node *citation = node_get(p->front, "citation");
    /* Quarto's map takes precedence over the other keys of the page */
    if (citation && citation->kind == NODE_MAP) {
        put_citation(p, citation);
    }
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        const struct node *n = node_get(p->front, keys[i].key);
        if (n) {
            put_key(p, &keys[i], n);
        }
    }
    for (size_t i = 0; i < p->front->n; i++) {
        struct str key = p->front->keys[i];
        const struct node *n = p->front->items[i];
        if (find_key(key)) {
            continue;
        }
        if (str_starts(key, STR("url_")) && p->csl->n < MAX_FIELDS && leads_somewhere(n)) {
            item_page_put(p, key, n, node_text(n));
        } else {
            report_slip(p->front, i, d);
        }
    }
    if (citation && citation->kind != NODE_MAP) {
        put_citation(p, citation);
    }
}

static void take_item(void *to, struct item *it, struct diags *d) {
    (void)d;
    struct item **out = to;
    *out = it;
}

struct item *item_of_page(struct arena *a, const struct node *front, struct str key,
                          const struct item_page_host *host, struct diags *d) {
    const struct node *citation = node_get(front, "citation");
    const struct node *title = node_get(front, "title");
    title = title && node_text(title).n ? title : node_get(citation, "title");
    if (!front || front->kind != NODE_MAP || node_text(title).n == 0) {
        return NULL;
    }
    struct item_page p = {.a = a, .front = front, .host = host};
    p.csl = node_new_map(a, front->span);
    node_put(a, p.csl, STR("id"), title->span, node_string(a, key, title->span));
    translate(&p, d);
    if (!node_get(p.csl, "type")) {
        struct node *type = node_string(a, str_of(type_by_venue(p.csl, front)), title->span);
        node_put(a, p.csl, STR("type"), title->span, type);
    }
    settle_house(&p);
    struct item *it = NULL;
    (void)item_read_tree(a, p.csl, ITEM_STRINGS_MARKDOWN, (struct item_sink){take_item, &it}, d);
    if (it) {
        it->id = key;
    }
    return it;
}

bool item_page_is_draft(const struct node *front) {
    return node_bool(node_get(front, "draft"), 0) == 1 ||
           node_bool(node_get(front, "published"), 1) == 0;
}

struct str item_page_key(struct str path) {
    struct str stem = path_stem(path), folder = path_base(path_dir(path));
    return str_is(stem, "index") && folder.n ? folder : stem;
}

/* ---- merging with a database ---- */

static bool is_pages_own(enum item_var v) {
    return v == VAR_URL || v == VAR_KEYWORD;
}

/** Whether a variable is a venue. A page and its database may give the venue in different
 * variables, so one of them is dropped. */
static bool is_venue(enum item_var v) {
    return v == VAR_CONTAINER_TITLE || v == VAR_PUBLISHER || v == VAR_EVENT_TITLE;
}

/** Whether the page gives the day while the database gives only the year. 1 January does not count,
 * because HugoBlox writes it if only the year is known. */
static bool knows_day(const struct item *it, const struct item *page) {
    const struct item_date *year = item_date(it, VAR_ISSUED), *day = item_date(page, VAR_ISSUED);
    if (!year || !day || year->is_range || year->from.month || year->from.season) {
        return false;
    }
    bool first = day->from.month == 1 && day->from.day == 1;
    return year->from.has_year && day->from.has_year && year->from.year == day->from.year &&
           day->from.month && !first;
}

static void keep_notes(struct arena *a, struct item *it, const struct item *page) {
    const struct item_field *f = item_field(it, VAR_AUTHOR);
    struct item_names noted = item_names(page, VAR_AUTHOR);
    if (!f || f->u.names.n != noted.n) {
        return;
    }
    struct item_names names = {ARENA_ARRAY(a, struct item_name, noted.n + 1), noted.n};
    for (size_t i = 0; i < noted.n; i++) {
        names.p[i] = f->u.names.p[i];
        names.p[i].note = names.p[i].note.n ? names.p[i].note : noted.p[i].note;
        names.p[i].words = names.p[i].words.n ? names.p[i].words : noted.p[i].words;
    }
    struct span at = f->span;
    item_set(a, it, VAR_AUTHOR, at)->u.names = names;
}

struct item *item_with_page(struct arena *a, const struct item *it, const struct item *page) {
    struct item *out = arena_copy(a, it, sizeof *it);
    out->fields = NULL;
    out->nfields = 0;
    out->has[0] = out->has[1] = 0;
    bool placed = false;
    for (size_t i = 0; i < it->nfields; i++) {
        *item_set(a, out, it->fields[i].var, it->fields[i].span) = it->fields[i];
        placed = placed || is_venue(it->fields[i].var);
    }
    for (size_t i = 0; i < page->nfields; i++) {
        enum item_var v = page->fields[i].var;
        bool lacks = !item_has(it, v) && !(placed && is_venue(v));
        if (is_pages_own(v) || lacks || (v == VAR_ISSUED && knows_day(it, page))) {
            *item_set(a, out, v, page->fields[i].span) = page->fields[i];
        }
    }
    keep_notes(a, out, page);
    if (it->type == ITEM_TYPE_NONE && it->type_text.n == 0) {
        out->type = page->type;
    }
    out->extras = ARENA_ARRAY(a, struct item_extra, it->nextras + page->nextras + 1);
    out->nextras = 0;
    for (size_t i = 0; i < it->nextras; i++) {
        if (item_extra(page, arena_str(a, it->extras[i].name).p).text.n == 0) {
            out->extras[out->nextras++] = it->extras[i];
        }
    }
    for (size_t i = 0; i < page->nextras; i++) {
        out->extras[out->nextras++] = page->extras[i];
    }
    return out;
}
