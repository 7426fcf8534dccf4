/* SPDX-License-Identifier: MIT */
/*
 * The addresses of a work: which fields contain an address, the names of the links, and their
 * order. Each address becomes one link, even if several fields have it. An address that the entry
 * shows already is left out.
 */
#include "cite/resolve/entry.h"

#include "cite/bib/item/archive.h"
#include "core/unicode/unicode.h"

/** Fields with addresses and the names of their links, in the order in which they are shown. */
static const struct {
    const char *field, *name;
} link_fields[] = {
    {"pdf", "PDF"},         {"html", "HTML"},       {"preprint", "Preprint"},
    {"arxiv", "arXiv"},     {"code", "Code"},       {"software", "Software"},
    {"data", "Data"},       {"dataset", "Data"},    {"demo", "Demo"},
    {"slides", "Slides"},   {"video", "Video"},     {"talk", "Talk"},
    {"poster", "Poster"},   {"supp", "Supplement"}, {"blog", "Blog"},
    {"website", "Website"}, {"project", "Project"},
};

#define MAX_LINKS 40 /* maximum number of links of a work */

/** A DOI without the address of its resolver: "https://doi.org/10.1000/x" -> "10.1000/x". Returns
 * an empty text for text that is not a DOI. */
static struct str bare_doi(struct str doi) {
    struct str bare;
    return bib_doi_check(doi, &bare) == BIB_DOI_BAD ? STR_EMPTY : bare;
}

static struct str doi_url(struct resolver *r, struct str doi) {
    return arena_join(r->arena, 2, STR("https://doi.org/"), doi);
}

static bool is_arxiv(struct str url) {
    return str_find(url, STR("arxiv.org/")) != STR_NONE;
}

struct str resolve_entry_address(struct resolver *r, const struct item *it) {
    struct str doi = bare_doi(item_text(it, VAR_DOI));
    struct str url = item_text(it, VAR_URL);
    return doi.n ? doi_url(r, doi) : bib_is_local_place(url) ? STR_EMPTY : url;
}

struct named_link {
    struct str name, url, shown;
};

struct str resolve_arxiv_url(struct resolver *r, struct str value) {
    struct bib_arxiv x = {.id = value};
    if (!bib_arxiv_read(value, &x) && str_starts(value, STR("http"))) {
        return value;
    }
    return arena_join(r->arena, 2, bib_archive_address(STR("arxiv")), x.id);
}

/** An address without its scheme. Addresses with http and https are the same place. */
static struct str place_of(struct str url) {
    size_t at = str_find(url, STR("://"));
    return at == STR_NONE ? url : str_from(url, at + 3);
}

static bool leads_there(const struct named_link *links, size_t n, struct str url) {
    for (size_t i = 0; i < n; i++) {
        if (str_eq(place_of(links[i].url), place_of(url))) {
            return true;
        }
    }
    return false;
}

bool resolve_is_in_venue(const struct doc_node *entry, struct str url) {
    const struct doc_node *n = entry->first ? entry->first->first : NULL;
    while (n && !doc_has_class(n, "pub-venue")) {
        n = n->next;
    }
    for (n = n ? n->first : NULL; n; n = n->next) {
        if (n->kind == DOC_LINK && str_eq(place_of(n->u.link.url), place_of(url))) {
            return true;
        }
    }
    return false;
}

struct str resolve_with_base(struct resolver *r, struct str base, struct str value) {
    bool file = base.n && str_find(value, STR("://")) == STR_NONE && value.p[0] != '/' &&
                !str_starts(value, STR("mailto:"));
    bool slash = file && !str_ends(base, STR("/"));
    return file ? arena_join(r->arena, 3, base, slash ? STR("/") : STR_EMPTY, value) : value;
}

/** Indexes of works. A field of al-folio has the number of the work's record in the index. The link
 * leads to that record, and no badge is loaded from the index. */
static const struct {
    const char *field, *name, *before;
    bool by_doi; /* the value `true` means the DOI of the work */
} records[] = {
    {"altmetric", "Altmetric", "https://www.altmetric.com/details/", false},
    {"dimensions", "Dimensions", "https://badge.dimensions.ai/details/doi/", true},
    {"inspirehep_id", "INSPIRE", "https://inspirehep.net/literature/", false},
};

static struct str pubmed_number(const struct item *it) {
    struct str n = str_trim(item_text(it, VAR_PMID));
    return n.n ? n : str_trim(item_extra(it, "pmid").text);
}

/** The address of a work at Google Scholar, on the page of the author. The id of this page is part
 * of `id`, or in the front matter (`scholar_userid` of al-folio). */
static struct str scholar_url(struct resolver *r, struct str id) {
    static const char before[] =
        "https://scholar.google.com/citations?view_op=view_citation&citation_for_view=";
    struct str user = str_trim(node_text(node_get(r->doc->front, "scholar_userid")));
    for (size_t i = 0; i < id.n; i++) {
        if (!is_alnum(id.p[i]) && str_index(STR("-_:"), id.p[i]) == STR_NONE) {
            return STR_EMPTY;
        }
    }
    if (str_index(id, ':') != STR_NONE) {
        return arena_join(r->arena, 2, STR(before), id);
    }
    return id.n && user.n ? arena_join(r->arena, 4, STR(before), user, STR(":"), id) : STR_EMPTY;
}

static size_t collect_records(struct resolver *r, const struct item *it, struct named_link *out) {
    size_t n = 0;
    struct str pubmed = pubmed_number(it), doi = bare_doi(item_text(it, VAR_DOI));
    if (str_is_digits(pubmed)) {
        out[n++] = (struct named_link){
            STR("PubMed"), arena_join(r->arena, 2, bib_archive_address(STR("pubmed")), pubmed),
            pubmed};
    }
    struct str central = str_trim(item_text(it, VAR_PMCID));
    if (str_starts(central, STR("PMC")) && str_is_digits(str_from(central, 3))) {
        out[n++] = (struct named_link){
            STR("PubMed Central"),
            arena_join(r->arena, 2, STR("https://www.ncbi.nlm.nih.gov/pmc/articles/"), central),
            central};
    }
    for (size_t i = 0; i < ARRAY_LEN(records); i++) {
        struct str value = str_trim(item_extra(it, records[i].field).text);
        bool of_doi = records[i].by_doi && str_is(value, "true") && doi.n;
        struct str id = of_doi                                       ? doi
                        : str_is_digits(value) && !records[i].by_doi ? value
                                                                     : STR_EMPTY;
        if (id.n) {
            struct str url = arena_join(r->arena, 2, str_of(records[i].before), id);
            out[n++] = (struct named_link){str_of(records[i].name), url, id};
        }
    }
    struct str scholar = scholar_url(r, str_trim(item_extra(it, "google_scholar_id").text));
    if (scholar.n) {
        out[n++] = (struct named_link){STR("Google Scholar"), scholar, scholar};
    }
    return n;
}

/** The name of a link, made from its field: `url_poster_session` -> "Poster session". */
static struct str link_name(struct resolver *r, struct str field) {
    struct str name = str_from(field, 4);
    char *p = arena_copy(r->arena, name.p, name.n);
    for (size_t i = 0; i < name.n; i++) {
        p[i] = p[i] == '_' ? ' ' : p[i];
    }
    return unicode_capitalize(r->arena, (struct str){p, name.n}, STR_EMPTY);
}

/** Collects links whose names the author chose: `url_NAME` and `links` of HugoBlox. */
static size_t collect_others(struct resolver *r, const struct item *it, struct str base,
                             struct named_link *out, size_t n) {
    for (size_t i = 0; i < it->nextras && n < MAX_LINKS; i++) {
        struct str name = it->extras[i].name, value = str_trim(it->extras[i].text.text);
        if (name.n < 5 || !str_ieq(str_slice(name, 0, 4), STR("url_")) || value.n == 0 ||
            bib_is_local_place(value)) {
            continue;
        }
        struct str to = resolve_with_base(r, base, value);
        if (!leads_there(out, n, to)) {
            out[n++] = (struct named_link){link_name(r, name), to, to};
        }
    }
    return n;
}

/** Collects all links of a work, at most MAX_LINKS. */
static size_t collect_links(struct resolver *r, const struct doc_node *entry, const struct item *it,
                            struct str base, struct named_link *out) {
    size_t n = 0;
    struct str doi = bare_doi(item_text(it, VAR_DOI)), url = item_text(it, VAR_URL);
    if (doi.n) {
        out[n++] = (struct named_link){STR("DOI"), doi_url(r, doi), doi};
    }
    bool same = doi.n && str_find(url, doi) != STR_NONE;
    if (url.n && !same && !bib_is_local_place(url) && !resolve_is_in_venue(entry, url)) {
        out[n++] = (struct named_link){is_arxiv(url) ? STR("arXiv") : STR("URL"), url, url};
    }
    for (size_t i = 0; i < ARRAY_LEN(link_fields); i++) {
        struct str value = str_trim(item_extra(it, link_fields[i].field).text);
        if (value.n == 0 || str_eq(value, url) || bib_is_local_place(value)) {
            continue;
        }
        struct str to = str_of(link_fields[i].field);
        to = str_is(to, "arxiv") ? resolve_arxiv_url(r, value) : resolve_with_base(r, base, value);
        if (leads_there(out, n, to) || resolve_is_in_venue(entry, to)) {
            continue; /* the entry has a link to this address already */
        }
        out[n++] = (struct named_link){str_of(link_fields[i].name), to, to};
    }
    n += collect_records(r, it, out + n);
    return collect_others(r, it, base, out, n);
}

void resolve_links(struct resolver *r, struct doc_node *item, const struct item *it,
                   struct str base) {
    struct named_link links[MAX_LINKS];
    size_t n = collect_links(r, item, it, base, links);
    if (n == 0) {
        return;
    }
    struct doc_node *screen = resolve_add(r, item, DOC_PLAIN, "pub-links");
    struct doc_node *paper = resolve_add(r, item, DOC_PLAIN, "pub-links");
    doc_add_class(r->doc, screen, STR("only-html"));
    doc_add_class(r->doc, paper, STR("not-html"));
    for (size_t i = 0; i < n; i++) {
        if (i) {
            /* a space between the links, which the page shows as buttons */
            resolve_text(r, screen, STR(" "));
        }
        struct doc_node *link = resolve_add_link(r, screen, links[i].url);
        resolve_text(r, link, links[i].name);
        resolve_of_work(r, link, it);
        if (doc_url_kind(links[i].url) == DOC_URL_RELATIVE) {
            continue; /* the address of a local file is of no use on paper */
        }
        resolve_text(r, paper, paper->first ? STR("; ") : STR_EMPTY);
        resolve_text(r, paper, arena_join(r->arena, 2, links[i].name, STR(": ")));
        resolve_text(r, resolve_add_link(r, paper, links[i].url), links[i].shown);
    }
    doc_unlink_empty(paper);
}
