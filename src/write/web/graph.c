/* SPDX-License-Identifier: MIT */
/* Writes the graph of a page in the vocabulary of schema.org: the persons whom it is about, the
 * page, the works. Types of works are mapped to types of schema.org. The graph includes the data
 * that Google requires and recommends for Person, ProfilePage and Article (Search Central,
 * structured data), if the document has them. */
#include "write/web/graph.h"
#include "cite/bib/item/archive.h"
#include "model/tex/math/math_rich.h"

#include "core/base/vec.h"

static const struct {
    enum item_type type;
    const char *word;
} KINDS[] = {
#define KIND(type, word) {type, word},
#include "write/web/graph_kinds.def"
#undef KIND
};

static void put_node(struct arena *a, struct node *map, const char *key, struct node *value) {
    if (value) {
        node_add(a, map, str_of(key), SPAN_NONE, value);
    }
}

static struct node *thing(struct arena *a, const char *type) {
    struct node *map = node_new_map(a, SPAN_NONE);
    node_put_some(a, map, "@type", str_of(type));
    return map;
}

/** Returns a thing that has only a name, or NULL if the name is empty. */
static struct node *named(struct arena *a, const char *type, struct str name) {
    if (!name.n) {
        return NULL;
    }
    struct node *map = thing(a, type);
    node_put_some(a, map, "name", name);
    return map;
}

/** Returns a single value itself, several values as a list, and NULL for an empty list. */
static struct node *one_or_all(struct node *list) {
    return list->n == 0 ? NULL : list->n == 1 ? list->items[0] : list;
}

static struct str plain(struct arena *a, const struct item *it, enum item_var var) {
    return str_trim(tex_rich_plain(a, item_rich(it, var)));
}

/* ---- persons ---- */

struct str web_orcid(struct arena *a, struct str orcid) {
    size_t at = str_find(orcid, STR("orcid.org/"));
    struct str id = str_trim(at == STR_NONE ? orcid : str_from(orcid, at + 10));
    return id.n ? arena_join(a, 2, STR("https://orcid.org/"), id) : STR_EMPTY;
}

/** Returns the identifier of author number `i` in the graph. */
static struct str person_id(struct arena *a, const struct web_page *page, size_t i) {
    const struct doc_author *author = &page->doc->meta.authors[i];
    struct str orcid = web_orcid(a, author->orcid);
    struct str word = doc_auto_id(a, author->plain);
    return orcid.n ? orcid : arena_join(a, 3, page->address, STR("#person-"), word);
}

static bool same_letter(struct str x, struct str y) {
    /* a letter outside of ASCII is compared by two bytes */
    size_t n = x.n && (x.p[0] & 0x80) ? 2 : 1;
    return x.n >= n && y.n >= n && str_ieq(str_slice(x, 0, n), str_slice(y, 0, n));
}

/** Whether a name of a work is an author of the page: the family names are equal, and the given
 * names begin with the same letter. Both must have given names. */
static bool is_person(const struct doc_author *author, const struct item_name *name) {
    struct str text = str_trim(author->plain);
    return name->family.n && name->given.n && text.n > name->family.n &&
           str_ieq(str_from(text, text.n - name->family.n), name->family) &&
           text.p[text.n - name->family.n - 1] == ' ' && same_letter(text, name->given);
}

size_t web_person_of(const struct doc *doc, const struct item_name *name) {
    for (size_t i = 0; i < doc->meta.nauthors; i++) {
        if (is_person(&doc->meta.authors[i], name)) {
            return i;
        }
    }
    return STR_NONE;
}

/** Returns the map of author number `i` in the front matter, or NULL. */
static const struct node *front_of(const struct doc *doc, size_t i) {
    const struct node *n = node_first(doc->front, "author authors");
    if (n && n->kind == NODE_LIST) {
        n = i < n->n && n->n == doc->meta.nauthors ? n->items[i] : NULL;
    }
    return n && n->kind == NODE_MAP ? n : NULL;
}

static void add_address(struct arena *a, struct node *list, struct str url) {
    if (!web_is_absolute(url)) {
        return;
    }
    for (size_t i = 0; i < list->n; i++) {
        if (str_eq(list->items[i]->text, url)) {
            return;
        }
    }
    node_append(a, list, node_string(a, url, SPAN_NONE));
}

/** Returns the absolute address of a file of the page, or an empty text if the address of the page
 * is not known. */
static struct str whole(struct arena *a, const struct web_page *page, struct str ref) {
    struct str url = ref.n ? web_resolve(a, page->address, ref) : STR_EMPTY;
    return web_is_absolute(url) ? url : STR_EMPTY;
}

static struct node *places(struct arena *a, const struct doc_author *author,
                           const struct doc_meta *meta) {
    struct node *list = node_new_list(a, SPAN_NONE);
    size_t n = author->naffiliations ? author->naffiliations : meta->naffiliations;
    struct doc_node **of = author->naffiliations ? author->affiliations : meta->affiliations;
    for (size_t i = 0; i < n; i++) {
        struct node *place = named(a, "Organization", doc_plain_spaced(a, of[i]));
        if (place) {
            node_append(a, list, place);
        }
    }
    return one_or_all(list);
}

static struct node *person(struct arena *a, const struct web_page *page, size_t i) {
    const struct doc_meta *meta = &page->doc->meta;
    const struct doc_author *author = &meta->authors[i];
    const struct node *front = front_of(page->doc, i);
    struct node *map = thing(a, "Person");
    struct str orcid = web_orcid(a, author->orcid);
    node_put_some(a, map, "@id", person_id(a, page, i));
    node_put_some(a, map, "name", str_trim(author->plain));
    struct str job = node_first_text(front, "job-title jobTitle position role title");
    job = job.n || i ? job : node_first_text(page->doc->front, "job-title jobTitle position role");
    node_put_some(a, map, "jobTitle", job);
    put_node(a, map, "affiliation", places(a, author, meta));
    node_put_some(a, map, "image", whole(a, page, author->photo));
    bool own = doc_author_is_title(meta, author);
    node_put_some(a, map, "url",
                  author->url.n ? whole(a, page, author->url)
                  : own         ? page->address
                                : STR_EMPTY);
    node_put_some(a, map, "description", own ? meta->description : STR_EMPTY);
    if (orcid.n) {
        struct node *id = thing(a, "PropertyValue");
        node_put_some(a, id, "propertyID", STR("ORCID"));
        node_put_some(a, id, "value", str_from(orcid, sizeof "https://orcid.org/" - 1));
        put_node(a, map, "identifier", id);
    }
    struct node *same = node_new_list(a, SPAN_NONE);
    add_address(a, same, orcid);
    for (size_t k = 0; k < author->ncontacts; k++) {
        if (author->contacts[k].profile) {
            add_address(a, same, author->contacts[k].url);
        }
    }
    put_node(a, map, "sameAs", same->n ? same : NULL);
    return map;
}

/* ---- works ---- */

static struct node *creator(struct arena *a, const struct web_page *page,
                            const struct item_name *name) {
    size_t i = web_person_of(page->doc, name);
    if (name->literal.n) { /* the name is that of an institution or a group */
        return named(a, "Organization", name->literal);
    }
    struct node *map = thing(a, "Person");
    node_put_some(a, map, "@id", i == STR_NONE ? STR_EMPTY : person_id(a, page, i));
    node_put_some(a, map, "name", item_name_shown(a, name));
    node_put_some(a, map, "givenName", name->given);
    node_put_some(a, map, "familyName", name->family);
    return map;
}

static void put_names(struct arena *a, const struct web_page *page, struct node *map,
                      const char *key, struct item_names names) {
    struct node *list = node_new_list(a, SPAN_NONE);
    for (size_t i = 0; i < names.n; i++) {
        struct node *one = names.p[i].others ? NULL : creator(a, page, &names.p[i]);
        if (one) {
            node_append(a, list, one);
        }
    }
    put_node(a, map, key, list->n ? list : NULL);
}

/** Returns the issue, the volume or the journal that contains an article. Each of them is a part of
 * the next. */
static struct node *in_journal(struct arena *a, const struct item *it, struct str venue) {
    struct node *part = named(a, "Periodical", venue);
    if (!part) {
        return NULL;
    }
    node_put_some(a, part, "issn", plain(a, it, VAR_ISSN));
    struct str volume = plain(a, it, VAR_VOLUME), issue = plain(a, it, VAR_ISSUE);
    if (volume.n) {
        struct node *outer = thing(a, "PublicationVolume");
        node_put_some(a, outer, "volumeNumber", volume);
        put_node(a, outer, "isPartOf", part);
        part = outer;
    }
    if (issue.n) {
        struct node *outer = thing(a, "PublicationIssue");
        node_put_some(a, outer, "issueNumber", issue);
        put_node(a, outer, "isPartOf", part);
        part = outer;
    }
    return part;
}

static struct node *in_series(struct arena *a, const struct item *it) {
    struct node *series = named(a, "BookSeries", plain(a, it, VAR_COLLECTION_TITLE));
    if (series) {
        node_put_some(a, series, "issn", plain(a, it, VAR_ISSN));
    }
    return series;
}

static struct node *in_book(struct arena *a, const struct web_page *page, const struct item *it,
                            struct str venue) {
    struct node *book = named(a, "Book", venue);
    if (!book) {
        return in_series(a, it);
    }
    node_put_some(a, book, "isbn", plain(a, it, VAR_ISBN));
    put_names(a, page, book, "editor", item_names(it, VAR_EDITOR));
    put_node(a, book, "isPartOf", in_series(a, it));
    return book;
}

static const char *kind_of(const struct item *it) {
    for (size_t i = 0; i < ARRAY_LEN(KINDS); i++) {
        if (KINDS[i].type == it->type) {
            return KINDS[i].word;
        }
    }
    struct bib_arxiv x;
    return item_arxiv(it, &x) ? "ScholarlyArticle" : "CreativeWork";
}

/** Kinds of containers of works. */
enum venue_kind { VENUE_OTHER, VENUE_JOURNAL, VENUE_BOOK, VENUE_SITE };
static const unsigned char VENUES[ITEM_TYPE_COUNT + 1] = {
    [ITEM_TYPE_ARTICLE_JOURNAL] = VENUE_JOURNAL,
    [ITEM_TYPE_ARTICLE_MAGAZINE] = VENUE_JOURNAL,
    [ITEM_TYPE_ARTICLE_NEWSPAPER] = VENUE_JOURNAL,
    [ITEM_TYPE_REVIEW] = VENUE_JOURNAL,
    [ITEM_TYPE_REVIEW_BOOK] = VENUE_JOURNAL,
    [ITEM_TYPE_ARTICLE] = VENUE_JOURNAL,
    [ITEM_TYPE_CHAPTER] = VENUE_BOOK,
    [ITEM_TYPE_ENTRY] = VENUE_BOOK,
    [ITEM_TYPE_ENTRY_DICTIONARY] = VENUE_BOOK,
    [ITEM_TYPE_ENTRY_ENCYCLOPEDIA] = VENUE_BOOK,
    [ITEM_TYPE_PAPER_CONFERENCE] = VENUE_BOOK,
    [ITEM_TYPE_WEBPAGE] = VENUE_SITE,
    [ITEM_TYPE_POST] = VENUE_SITE,
    [ITEM_TYPE_POST_WEBLOG] = VENUE_SITE,
};

static struct node *venue_of(struct arena *a, const struct web_page *page, const struct item *it) {
    struct str venue = plain(a, it, VAR_CONTAINER_TITLE);
    switch ((enum venue_kind)VENUES[it->type]) {
    case VENUE_JOURNAL:
        return in_journal(a, it, venue);
    case VENUE_BOOK:
        return in_book(a, page, it, venue);
    case VENUE_SITE:
        return named(a, "WebSite", venue);
    case VENUE_OTHER:
        break;
    }
    return venue.n ? named(a, "CreativeWork", venue) : in_series(a, it);
}

/** Sets the type, and the properties that depend on it. */
static void put_kind(struct arena *a, struct node *map, const struct item *it) {
    struct str publisher = plain(a, it, VAR_PUBLISHER);
    bool thesis = it->type == ITEM_TYPE_THESIS;
    put_node(a, map, thesis ? "sourceOrganization" : "publisher",
             named(a, "Organization", publisher));
    node_put_some(a, map, "inSupportOf", thesis ? plain(a, it, VAR_GENRE) : STR_EMPTY);
    if (it->type == ITEM_TYPE_BOOK || it->type == ITEM_TYPE_COLLECTION) {
        node_put_some(a, map, "isbn", plain(a, it, VAR_ISBN));
        node_put_some(a, map, "bookEdition", plain(a, it, VAR_EDITION));
        node_put_some(a, map, "numberOfPages", plain(a, it, VAR_NUMBER_OF_PAGES));
    }
    if (it->type == ITEM_TYPE_REPORT) {
        node_put_some(a, map, "reportNumber", plain(a, it, VAR_NUMBER));
    }
    node_put_some(a, map, "version", plain(a, it, VAR_VERSION));
    if (it->type == ITEM_TYPE_SOFTWARE) {
        struct str code = str_trim(item_extra(it, "code").text);
        node_put_some(a, map, "codeRepository", web_is_absolute(code) ? code : STR_EMPTY);
    }
}

static void put_pages(struct arena *a, struct node *map, const struct item *it) {
    struct str first, last;
    web_work_pages(it, &first, &last);
    node_put_some(a, map, "pagination", plain(a, it, VAR_PAGE));
    node_put_some(a, map, "pageStart", last.n ? first : STR_EMPTY);
    node_put_some(a, map, "pageEnd", last);
}

static void put_identifier(struct arena *a, struct node *list, const char *kind, struct str value) {
    if (value.n) {
        struct node *id = thing(a, "PropertyValue");
        node_put_some(a, id, "propertyID", str_of(kind));
        node_put_some(a, id, "value", value);
        node_append(a, list, id);
    }
}

/** Adds the work's identifiers in registries: DOI, arXiv, PMID and others. */
static void put_identifiers(struct arena *a, struct node *map, const struct item *it) {
    struct node *list = node_new_list(a, SPAN_NONE);
    struct str doi = web_work_doi(it);
    struct bib_arxiv x;
    put_identifier(a, list, "DOI", doi);
    put_identifier(a, list, "arXiv", item_arxiv(it, &x) ? x.id : STR_EMPTY);
    put_identifier(a, list, "PMID", plain(a, it, VAR_PMID));
    put_identifier(a, list, "PMCID", plain(a, it, VAR_PMCID));
    if (it->type == ITEM_TYPE_PATENT || it->type == ITEM_TYPE_STANDARD) {
        put_identifier(a, list, it->type == ITEM_TYPE_PATENT ? "patent" : "standard",
                       plain(a, it, VAR_NUMBER));
    }
    put_node(a, map, "identifier", one_or_all(list));
    node_put_some(a, map, "sameAs",
                  doi.n ? arena_join(a, 2, STR("https://doi.org/"), doi) : STR_EMPTY);
}

/** Returns a work in the vocabulary of schema.org. Authors of the page are referenced by "@id". */
static struct node *work_node(struct arena *a, const struct web_page *page, const struct item *it,
                              struct str id, bool with_abstract) {
    struct node *map = thing(a, kind_of(it));
    struct str title = web_work_title(a, it);
    node_put_some(a, map, "@id", id);
    node_put_some(a, map, "name", title);
    const char *word = kind_of(it);
    if (strstr(word, "Article") || strstr(word, "Posting")) {
        node_put_some(a, map, "headline", title);
    }
    put_names(a, page, map, "author", item_names(it, VAR_AUTHOR));
    if (!node_get(map, "author") || it->type == ITEM_TYPE_COLLECTION) {
        put_names(a, page, map, "editor", item_names(it, VAR_EDITOR));
    }
    node_put_some(a, map, "datePublished", item_date_iso(a, it));
    put_node(a, map, "isPartOf", venue_of(a, page, it));
    put_pages(a, map, it);
    put_kind(a, map, it);
    put_identifiers(a, map, it);
    node_put_some(a, map, "url", web_work_address(a, it));
    node_put_some(a, map, "inLanguage", plain(a, it, VAR_LANGUAGE));
    node_put_some(a, map, "creativeWorkStatus", plain(a, it, VAR_STATUS));
    node_put_some(a, map, "award", str_trim(tex_rich_plain(a, item_extra(it, "award_name"))));
    if (with_abstract) {
        node_put_some(a, map, "abstract", plain(a, it, VAR_ABSTRACT));
        node_put_some(a, map, "keywords", plain(a, it, VAR_KEYWORD));
        struct str license = str_trim(item_text(it, VAR_LICENSE));
        node_put_some(a, map, "license", license);
    }
    return map;
}

/* ---- the page ---- */

static struct node *reference(struct arena *a, struct str id) {
    struct node *map = node_new_map(a, SPAN_NONE);
    node_put_some(a, map, "@id", id);
    return map;
}

static struct str work_id(struct arena *a, const struct web_page *page,
                          const struct web_work *work) {
    return arena_join(a, 3, page->address, STR("#"), doc_id(work->entry));
}

static struct node *authors_of(struct arena *a, const struct web_page *page) {
    struct node *list = node_new_list(a, SPAN_NONE);
    for (size_t i = 0; i < page->doc->meta.nauthors; i++) {
        node_append(a, list, reference(a, person_id(a, page, i)));
    }
    return one_or_all(list);
}

size_t web_subject(const struct doc *doc) {
    for (size_t i = 0; i < doc->meta.nauthors; i++) {
        if (doc_author_is_title(&doc->meta, &doc->meta.authors[i])) {
            return i;
        }
    }
    return STR_NONE;
}

static struct node *page_node(struct arena *a, const struct web_page *page) {
    const struct doc_meta *meta = &page->doc->meta;
    size_t subject = web_subject(page->doc);
    bool article = subject == STR_NONE && meta->abstract && meta->nauthors;
    struct node *map = thing(a, subject != STR_NONE ? "ProfilePage"
                                : article           ? "ScholarlyArticle"
                                : page->works.n     ? "CollectionPage"
                                                    : "WebPage");
    node_put_some(a, map, "@id", page->address.n ? page->address : STR("#"));
    node_put_some(a, map, "url", page->address);
    struct str title = doc_page_title(page->doc);
    node_put_some(a, map, "name", title);
    node_put_some(a, map, "headline", article ? title : STR_EMPTY);
    node_put_some(a, map, "description", meta->description);
    node_put_some(a, map, "abstract", article ? str_trim(doc_plain(a, meta->abstract)) : STR_EMPTY);
    node_put_some(a, map, "inLanguage", meta->lang);
    struct str date = doc_date_iso(page->doc);
    node_put_some(a, map, article ? "datePublished" : "dateModified", date);
    if (subject != STR_NONE) {
        put_node(a, map, "mainEntity", reference(a, person_id(a, page, subject)));
    } else {
        put_node(a, map, "author", meta->nauthors ? authors_of(a, page) : NULL);
    }
    struct node *site = named(a, "WebSite", page->site);
    put_node(a, map, "isPartOf", site);
    return map;
}

static void put_part(struct buf *out, const struct node *part, bool *first) {
    buf_puts(out, *first ? "" : ",");
    web_script_json(out, part);
    *first = false;
}

/** Limits for the works in the graph of a page. With more works, the graph would be larger than the
 * page; and each entry has metadata of its own (COinS). In a list longer than FULL_WORKS, works are
 * only named. */
enum { MAX_WORKS = 1000, FULL_WORKS = 24 };

/** Returns a work with only its address, title and date. Its own page, or its COinS in a long list,
 * has the rest. */
static struct node *named_work(struct arena *a, const struct web_page *page,
                               const struct web_work *work, struct str id) {
    struct node *map = thing(a, kind_of(work->it));
    struct str own = work->page.n ? web_resolve(a, page->address, work->page) : STR_EMPTY;
    node_put_some(a, map, "@id", own.n ? own : id);
    node_put_some(a, map, "name", web_work_title(a, work->it));
    node_put_some(a, map, "datePublished", item_date_iso(a, work->it));
    node_put_some(a, map, "url", own.n ? own : web_work_address(a, work->it));
    return map;
}

/** Writes the page, with its works as parts of it. Readers of the graph then take the page, and not
 * its first work, as its subject. Each work is freed after it is written, because there may be
 * many. */
static void put_page(struct buf *out, struct arena *a, const struct web_page *page, bool *first) {
    size_t n = page->works.n < MAX_WORKS ? page->works.n : MAX_WORKS;
    struct arena *scratch = arena_new();
    put_part(out, page_node(a, page), first);
    if (n) {
        buf_cut(out, out->n - 1); /* removes the brace after the last property */
        buf_puts(out, ",\"hasPart\":[");
    }
    for (size_t i = 0; i < n; i++) {
        const struct web_work *work = &page->works.p[i];
        struct str id = work_id(scratch, page, work);
        bool brief = page->works.n > FULL_WORKS || work->page.n;
        buf_puts(out, i ? "," : "");
        web_script_json(out, brief ? named_work(scratch, page, work, id)
                                   : work_node(scratch, page, work->it, id, false));
        arena_reset(scratch);
    }
    buf_puts(out, n ? "]}" : "");
    arena_drop(scratch);
}

void web_graph_write(struct buf *out, const struct web_page *page, const struct item *only) {
    struct arena *a = arena_new();
    bool first = true;
    buf_puts(out, "{\"@context\":\"https://schema.org\",\"@graph\":[");
    for (size_t i = 0; !only && i < page->doc->meta.nauthors; i++) {
        if (page->doc->meta.authors[i].plain.n) {
            put_part(out, person(a, page, i), &first);
        }
    }
    if (only) {
        struct str id = page->address.n ? page->address : STR("#");
        put_part(out, work_node(a, page, only, id, true), &first);
    } else {
        put_page(out, a, page, &first);
    }
    buf_puts(out, "]}");
    arena_drop(a);
}
