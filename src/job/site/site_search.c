/* SPDX-License-Identifier: MIT */
/*
 * The search of a site (`search: true`): a page with a field, and an index in small files that its
 * script reads as it needs them. No other host is contacted.
 *
 *     search/index.json     how many documents there are, the names of the parts, and the facets:
 *                           words, or pairs of a word and the text that is shown for it
 *     search/words-AB.json  the words that begin with AB: {word: [documents]}, each as the
 *                           difference from the one before
 *     search/docs-N.json    DOCS_EACH documents: [title, address, line]
 *
 * Documents are the pages, then the works of the databases, the newest first: their order is that
 * of the results.
 */
#include "cite/resolve/resolve.h"
#include "core/base/utf8.h"
#include "core/data/json.h"
#include "core/unicode/unicode.h"
#include "job/site/site_model.h"
#include "model/tex/math/math_rich.h"
#include "write/web/web.h"

#define DOCS_EACH 200     /* number of documents in a file */
#define PART_BYTES 100000 /* a file of words with more bytes is divided further */
#define PAGE_BYTES 20000  /* maximum bytes of a page that are searched */
/* each file of words has a name of at least this many bytes: the start of its words */
#define LEAST_START 2
#define MOST_START 6 /* words that share this many bytes are not divided further */
#define MAX_WORD 40
#define MAX_DOCS 200000
/* maximum number of values of a facet; those with the most works are offered */
#define MAX_VALUES 200

/** Where a word occurs. */
struct posting {
    struct str word;
    VEC(uint32_t) docs;
};

/** A document of the index. */
struct found {
    struct str title, address, line;
};

struct index {
    struct site *site;
    struct arena *a;
    struct map words; /* word -> struct posting */
    VEC(struct posting *) all;
    VEC(struct found) docs;
    struct buf facet; /* the word of the last facet */
    struct map types; /* word of a facet -> struct str, the heading of the type */
};

/* ---- words */

static void add_word(struct index *x, struct str word, size_t doc) {
    struct posting *p = map_lookup(&x->words, word);
    if (!p) {
        p = ARENA_NEW(x->a, struct posting);
        p->word = arena_str(x->a, word);
        map_put(&x->words, p->word, p);
        vec_push(&x->all, p);
    }
    if (!p->docs.n || vec_last(&p->docs) != doc) {
        vec_push(&p->docs, (uint32_t)doc);
    }
}

/** Adds the words of a text: runs of letters, digits and marks, in lower case and without accents.
 * The script treats the text of a search in the same way. */
static void add_words(struct index *x, struct str text, size_t doc) {
    text = unicode_fold(x->a, text);
    for (size_t at = 0, from = 0; from < text.n; from = at) {
        size_t end = from;
        while (end == at && at < text.n) {
            uint32_t cp = utf8_next(text, &at);
            bool in = cp < 0x80
                          ? is_alnum((char)cp)
                          : unicode_is_letter(cp) || unicode_is_digit(cp) || unicode_is_mark(cp);
            end = in ? at : end;
        }
        if (end - from > 1 && end - from <= MAX_WORD) {
            add_word(x, str_slice(text, from, end), doc);
        }
    }
}

/** Adds a value of a facet as a word that no text contains: `kind` and the value. */
static void add_facet(struct index *x, const char *kind, struct str value, size_t doc) {
    if (value.n) {
        buf_clear(&x->facet);
        buf_puts(&x->facet, kind);
        buf_str(&x->facet, value);
        add_word(x, buf_view(&x->facet), doc);
    }
}

/** Adds the type of a work as a facet. Also adds the names of the type as words, because visitors
 * search for them. */
static void add_type(struct index *x, const struct item *it, size_t doc) {
    enum doc_word word;
    bool known = it->type != ITEM_TYPE_NONE;
    struct str name = known ? str_of(item_type_name(it->type)) : it->type_text;
    add_facet(x, "=t", name, doc);
    add_words(x, name, doc);
    if (known && resolve_type_heading(it->type, &word)) {
        struct str heading = doc_word(x->site->config.lang, word, NULL);
        struct str key = arena_join(x->a, 2, STR("=t"), name);
        if (!map_find(&x->types, key)) {
            struct str *kept = ARENA_NEW(x->a, struct str);
            *kept = heading;
            map_put(&x->types, key, kept);
        }
        add_words(x, heading, doc);
    }
}

/* ---- documents */

static void add_page(struct index *x, const struct site_page *p) {
    size_t doc = x->docs.n;
    struct str body = str_slice(site_page_body(x->site, x->a, p), 0, PAGE_BYTES);
    size_t bad = utf8_check(body); /* the offset of a character that was cut off at the end */
    body.n = bad == STR_NONE ? body.n : bad;
    struct found f = {.title = p->title,
                      .address = site_href(x->a, str_from(p->address, 1)),
                      .line = p->description};
    f.address = f.address.n ? f.address : STR("./");
    vec_push(&x->docs, f);
    add_words(x, p->title, doc);
    add_words(x, p->description, doc);
    add_words(x, body, doc);
    static const char *const keys[] = {"role", "groups", "group", "keywords", "tags", "categories"};
    for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
        const struct node *n = node_get(p->front, keys[i]);
        for (size_t k = 0; k < node_count(n); k++) {
            add_words(x, node_text(node_item(n, k)), doc);
        }
    }
}

static struct str plain(struct index *x, const struct item *it, enum item_var v) {
    return str_trim(tex_rich_plain(x->a, item_rich(it, v)));
}

static struct str names_of(struct index *x, const struct item *it, size_t doc) {
    struct item_names names = item_makers(it);
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < names.n; i++) {
        struct str name = item_name_shown(x->a, &names.p[i]);
        add_facet(x, "=a", name, doc);
        buf_puts(&b, b.n ? ", " : "");
        buf_str(&b, name);
    }
    return buf_finish(&b, x->a);
}

/** Returns the page that shows a work: the work's own page, the list of its year, or the address of
 * its DOI. */
static struct str address_of(struct index *x, const struct item *it, struct str year) {
    struct str list = arena_join(x->a, 3, STR("works/year-"), year, STR(".md"));
    const struct site_page *p = year.n ? map_lookup(&x->site->by_path, list) : NULL;
    struct str own = web_work_address(x->a, it);
    return own.n ? own
           : p ? arena_join(x->a, 3, site_href(x->a, str_from(p->address, 1)), STR("#ref-"), it->id)
               : STR("./");
}

static void add_work(void *user, const struct item *it) {
    struct index *x = user;
    size_t doc = x->docs.n;
    if (doc >= MAX_DOCS) {
        return;
    }
    struct str year = str_slice(item_date_iso(x->a, it), 0, 4), topics = plain(x, it, VAR_KEYWORD);
    struct str venue = plain(x, it, VAR_CONTAINER_TITLE), names = names_of(x, it, doc);
    struct found f = {.title = web_work_title(x->a, it), .address = address_of(x, it, year)};
    f.line = arena_join(x->a, 5, names, venue.n ? STR(". ") : STR_EMPTY, venue,
                        year.n ? STR(", ") : STR_EMPTY, year);
    vec_push(&x->docs, f);
    add_words(x, f.title, doc);
    add_words(x, f.line, doc);
    add_words(x, topics, doc);
    add_facet(x, "=y", year, doc);
    add_type(x, it, doc);
    while (topics.n) {
        add_facet(x, "=k", str_trim(str_cut(&topics, ',')), doc);
    }
}

/* ---- files */

static int by_word(const void *a, const void *b) {
    return str_cmp((*(struct posting *const *)a)->word, (*(struct posting *const *)b)->word);
}

static void put_file(struct index *x, const char *name, struct str part, struct buf *b) {
    struct str path = arena_printf(x->a, "search/%s%.*s.json", name, STR_ARG(part));
    (void)site_put(x->site, path, buf_view(b), STR_EMPTY);
    buf_clear(b);
}

/** Returns the name of a part. Characters other than letters and digits are replaced with their
 * code. */
static struct str part_name(struct index *x, struct str start) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < start.n; i++) {
        char c = start.p[i];
        if (is_alnum(c)) {
            buf_putc(&b, c);
        } else {
            buf_printf(&b, "_%02x", (unsigned)(unsigned char)c);
        }
    }
    return buf_finish(&b, x->a);
}

static void put_postings(struct buf *b, struct posting *const *p, size_t n) {
    buf_putc(b, '{');
    for (size_t i = 0; i < n; i++) {
        uint32_t last = 0;
        buf_puts(b, i ? "," : "");
        json_write_string(b, p[i]->word);
        buf_puts(b, ":[");
        for (size_t k = 0; k < p[i]->docs.n; k++) {
            buf_puts(b, k ? "," : "");
            buf_int(b, p[i]->docs.p[k] - last);
            last = p[i]->docs.p[k];
        }
        buf_putc(b, ']');
    }
    buf_putc(b, '}');
}

/** Writes the words in [from, to), which have the same first `depth` bytes. They are written to one
 * file, or divided by their next character. A word that has only these bytes gets a file of its
 * own. */
static void put_words(struct index *x, size_t from, size_t to, size_t depth, struct buf *parts) {
    struct buf b = BUF_INIT;
    if (depth >= LEAST_START) {
        put_postings(&b, x->all.p + from, to - from);
    }
    struct str start = str_slice(x->all.p[from]->word, 0, depth);
    if (depth >= LEAST_START && (b.n <= PART_BYTES || depth >= MOST_START || to - from == 1)) {
        struct str name = part_name(x, start);
        buf_puts(parts, parts->n > 1 ? "," : "");
        buf_putc(parts, '[');
        json_write_string(parts, start);
        buf_putc(parts, ',');
        json_write_string(parts, name);
        buf_putc(parts, ']');
        put_file(x, "words-", name, &b);
    } else {
        for (size_t i = from; i < to;) {
            struct str own = x->all.p[i]->word;
            size_t end = i + 1, more = depth;
            bool longer = more < own.n;
            if (longer) {
                (void)utf8_next(own, &more);
                own.n = more;
            }
            while (longer && end < to && str_starts(x->all.p[end]->word, own)) {
                end++;
            }
            put_words(x, i, end, more, parts);
            i = end;
        }
    }
    buf_drop(&b);
}

static void put_docs(struct index *x) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < x->docs.n; i++) {
        const struct found *f = &x->docs.p[i];
        const struct str texts[] = {f->title, f->address, f->line};
        buf_puts(&b, i % DOCS_EACH ? ",\n[" : "[[");
        for (size_t k = 0; k < ARRAY_LEN(texts); k++) {
            buf_puts(&b, k ? "," : "");
            json_write_string(&b, texts[k]);
        }
        buf_putc(&b, ']');
        if (i % DOCS_EACH == DOCS_EACH - 1 || i + 1 == x->docs.n) {
            buf_putc(&b, ']');
            put_file(x, "docs-", arena_printf(x->a, "%zu", i / DOCS_EACH), &b);
        }
    }
    buf_drop(&b);
}

static int by_works(const void *a, const void *b) {
    size_t p = *(const size_t *)a, q = *(const size_t *)b;
    return p < q ? 1 : p > q ? -1 : 0;
}

/** Returns the minimum number of works that a value of a facet must have. Other values are not
 * offered. */
static size_t least_works(struct index *x, char kind) {
    VEC(size_t) sizes = VEC_INIT;
    for (size_t i = 0; i < x->all.n; i++) {
        const struct posting *p = x->all.p[i];
        if (p->word.p[0] == '=' && p->word.p[1] == kind) {
            vec_push(&sizes, p->docs.n);
        }
    }
    size_t least = 2;
    if (sizes.n > MAX_VALUES) {
        vec_sort(&sizes, by_works);
        least = sizes.p[MAX_VALUES] + 1;
    }
    vec_drop(&sizes);
    return least > 2 ? least : 2;
}

static void put_facets(struct index *x, struct buf *b) {
    size_t least = 2;
    char kind = 0;
    for (size_t i = 0, n = 0; i < x->all.n; i++) {
        const struct posting *p = x->all.p[i];
        if (p->word.p[0] != '=') {
            continue;
        }
        if (p->word.p[1] != kind) {
            kind = p->word.p[1];
            least = least_works(x, kind);
        }
        if (p->docs.n >= least) {
            const struct str *shown = map_lookup(&x->types, p->word);
            buf_puts(b, n++ ? "," : "");
            buf_puts(b, shown ? "[" : "");
            json_write_string(b, p->word);
            if (shown) {
                buf_putc(b, ',');
                json_write_string(b, *shown);
                buf_putc(b, ']');
            }
        }
    }
}

/** Writes the index. Its words are those of texts, and those of facets, which begin with `=`. */
static void put_index(struct index *x) {
    struct buf parts = BUF_INIT, all = BUF_INIT;
    buf_putc(&parts, '[');
    if (x->all.n) {
        vec_sort(&x->all, by_word);
        put_words(x, 0, x->all.n, 0, &parts);
    }
    buf_printf(&all, "{\"docs\":%zu,\"each\":%d,\"words\":%.*s],\"facets\":[", x->docs.n, DOCS_EACH,
               STR_ARG(buf_view(&parts)));
    put_facets(x, &all);
    buf_puts(&all, "]}");
    put_file(x, "index", STR_EMPTY, &all);
    buf_drop(&parts);
    buf_drop(&all);
}

bool site_has_search(const struct site *s) {
    return node_bool(node_get(s->config.map, "search"), 0) == 1;
}

void site_write_search(struct site *s) {
    if (!site_has_search(s)) {
        return;
    }
    struct index x = {.site = s, .a = arena_new(), .facet = BUF_INIT};
    x.words = MAP_IN(x.a);
    x.types = MAP_IN(x.a);
    for (size_t i = 0; i < s->pages.n; i++) {
        const struct site_page *p = s->pages.p[i];
        if (!p->hidden && !p->unlisted && !str_is(p->path, SITE_SEARCH)) {
            add_page(&x, p);
        }
    }
    build_each_work(x.a, &s->build, s->config.databases, s->config.ndatabases, add_work, &x,
                    &s->diags);
    put_docs(&x);
    put_index(&x);
    for (size_t i = 0; i < x.all.n; i++) {
        vec_drop(&x.all.p[i]->docs);
    }
    buf_drop(&x.facet);
    vec_drop(&x.all);
    vec_drop(&x.docs);
    arena_drop(x.a);
}

/* ---- the page */

static const char *const search_script[] = {
#include "job/site/search.js.inc"
    NULL,
};

void site_make_search(struct site *s) {
    static const struct {
        const char *kind; /* the letter after `=` in the words of the facet */
        enum doc_word name;
    } facets[] = {{"a", DOC_WORD_PAGE_AUTHOR},
                  {"y", DOC_WORD_PAGE_YEAR},
                  {"t", DOC_WORD_PAGE_TYPE},
                  {"k", DOC_WORD_PAGE_TOPIC}};
    if (!site_has_search(s)) {
        return;
    }
    struct str word = doc_word(s->config.lang, DOC_WORD_PAGE_SEARCH, NULL);
    struct buf b = BUF_INIT;
    site_put_title(&b, word);
    buf_puts(&b,
             "permalink: /" SITE_SEARCH_FILE "\nliquid: false\nsitemap: false\n---\n\n```{=html}\n"
             "<form class=\"search-form\" role=\"search\" hidden><input type=\"search\" name=\"q\" "
             "aria-label=\"");
    buf_str(&b, word);
    buf_puts(&b, "\"> <span class=\"search-facets\"");
    for (size_t i = 0; i < ARRAY_LEN(facets); i++) {
        struct str name = doc_word(s->config.lang, facets[i].name, NULL);
        buf_printf(&b, " data-%s=\"%.*s\"", facets[i].kind, STR_ARG(name));
    }
    buf_puts(&b, "></span></form>\n"
                 "<p class=\"search-count\" role=\"status\"></p>\n"
                 "<ol class=\"search-found\"></ol>\n<noscript><p>");
    buf_str(&b, doc_word(s->config.lang, DOC_WORD_PAGE_NO_SCRIPT, NULL));
    buf_puts(&b, " <a href=\"./\">&larr;</a></p></noscript>\n<script>\n");
    for (size_t i = 0; search_script[i]; i++) {
        buf_puts(&b, search_script[i]);
    }
    buf_puts(&b, "</script>\n```\n");
    struct str text = buf_finish(&b, s->tree);
    (void)site_add_page(s, STR(SITE_SEARCH), text);
}
