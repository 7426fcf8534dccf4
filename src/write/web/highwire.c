/* SPDX-License-Identifier: MIT */
/* Highwire Press tags for the page of a single work, which Google Scholar and reference managers
 * read (Google Scholar, Inclusion Guidelines, "Configuring the meta-tags"; Zotero's embedded
 * metadata). A table has the tags of each type of work. For a type without tags of its own, DC.type
 * (Dublin Core) is written, with Zotero's word for the type or, if Zotero has none, CSL's word. */
#include "model/tex/math/math_rich.h"
#include "write/web/graph.h"

/** Tags that imply the type of the work and name its container. */
struct shape {
    enum item_type type;
    const char *venue;     /* tag of the container's title */
    const char *publisher; /* tag of the publisher or institution */
    const char *number;    /* tag of the work's own number */
    const char *kind;      /* the value of DC.type, if the tags do not imply the type */
};

static const struct shape SHAPES[] = {
#define SHAPE(type, venue, publisher, number, kind)                                                \
    {ITEM_TYPE_##type, venue, publisher, number, kind},
#include "write/web/highwire.def"
#undef SHAPE
};

static void put(struct buf *out, const char *name, struct str value) {
    value = str_trim(value);
    if (value.n) {
        buf_printf(out, "<meta name=\"%s\"", name);
        web_attr(out, "content", value);
        buf_puts(out, ">\n");
    }
}

static void put_var(struct buf *out, struct arena *a, const char *name, const struct item *it,
                    enum item_var var) {
    put(out, name, tex_rich_plain(a, item_rich(it, var)));
}

/** Writes authors or editors. With `whole`, also writes the affiliations and ORCIDs of the page's
 * authors. */
static void put_people(struct buf *out, struct arena *a, const struct web_page *page,
                       const char *tag, struct item_names names, bool whole) {
    for (size_t i = 0; i < names.n; i++) {
        if (names.p[i].others) {
            continue;
        }
        put(out, tag, item_name_sorted(a, &names.p[i]));
        size_t at = whole ? web_person_of(page->doc, &names.p[i]) : STR_NONE;
        const struct doc_author *author = at == STR_NONE ? NULL : &page->doc->meta.authors[at];
        for (size_t k = 0; author && k < author->naffiliations; k++) {
            put(out, "citation_author_institution", doc_plain_spaced(a, author->affiliations[k]));
        }
        put(out, "citation_author_orcid", author ? web_orcid(a, author->orcid) : STR_EMPTY);
    }
}

/** Converts 2020-05-17 to 2020/05/17, the form that Google requires. */
static struct str slashed(struct arena *a, struct str date) {
    char *copy = arena_copy(a, date.n ? date.p : "", date.n + 1);
    for (size_t i = 0; i < date.n; i++) {
        copy[i] = copy[i] == '-' ? '/' : copy[i];
    }
    return (struct str){copy, date.n};
}

/** Returns the address of the work's file, absolute if possible. */
static struct str file_of(struct arena *a, const struct web_page *page, const struct item *it) {
    struct str file = str_trim(item_extra(it, "pdf").text);
    struct str url =
        file.n && !bib_is_local_place(file) ? web_resolve(a, page->address, file) : STR_EMPTY;
    return web_is_absolute(url) ? url : STR_EMPTY;
}

static void put_place(struct buf *out, struct arena *a, const struct item *it,
                      const struct shape *shape) {
    struct str first, last;
    web_work_pages(it, &first, &last);
    bool article = shape && shape->venue && strcmp(shape->venue, "citation_journal_title") == 0;
    if (shape && shape->venue) {
        put_var(out, a, shape->venue, it, VAR_CONTAINER_TITLE);
    }
    put_var(out, a, "citation_journal_abbrev", it, VAR_CONTAINER_TITLE_SHORT);
    put_var(out, a, "citation_series_title", it, VAR_COLLECTION_TITLE);
    put_var(out, a, "citation_volume", it, VAR_VOLUME);
    put_var(out, a, "citation_issue", it, VAR_ISSUE);
    put(out, "citation_firstpage", first.n || !article ? first : item_text(it, VAR_NUMBER));
    put(out, "citation_lastpage", last);
    put_var(out, a, "citation_edition", it, VAR_EDITION);
    if (shape && shape->number) {
        put_var(out, a, shape->number, it, VAR_NUMBER);
    }
    put_var(out, a, shape && shape->publisher ? shape->publisher : "citation_publisher", it,
            VAR_PUBLISHER);
    if (it->type == ITEM_TYPE_THESIS) {
        put_var(out, a, "citation_dissertation_name", it, VAR_GENRE);
    }
}

/** Writes the references of the work, one in each line. */
static void put_references(struct buf *out, struct arena *a, const struct item *it) {
    struct str rest = tex_rich_plain(a, item_rich(it, VAR_REFERENCES));
    while (rest.p) {
        put(out, "citation_reference", str_cut(&rest, '\n'));
    }
}

void web_highwire(struct buf *out, const struct web_page *page, const struct item *it,
                  struct str address) {
    struct arena *a = arena_new();
    const struct shape *shape = NULL;
    for (size_t i = 0; i < ARRAY_LEN(SHAPES) && !shape; i++) {
        shape = SHAPES[i].type == it->type ? &SHAPES[i] : NULL;
    }
    put(out, "citation_title", web_work_title(a, it));
    put_people(out, a, page, "citation_author", item_names(it, VAR_AUTHOR), true);
    put_people(out, a, page, "citation_editor", item_names(it, VAR_EDITOR), false);
    put(out, "citation_publication_date", slashed(a, item_date_iso(a, it)));
    put_place(out, a, it, shape);
    put(out, "citation_doi", web_work_doi(it));
    put_var(out, a, "citation_isbn", it, VAR_ISBN);
    put_var(out, a, "citation_issn", it, VAR_ISSN);
    put_var(out, a, "citation_pmid", it, VAR_PMID);
    put_var(out, a, "citation_language", it, VAR_LANGUAGE);
    put_var(out, a, "citation_keywords", it, VAR_KEYWORD);
    put_var(out, a, "citation_abstract", it, VAR_ABSTRACT);
    put(out, "citation_pdf_url", file_of(a, page, it));
    put(out, "citation_abstract_html_url", address);
    put(out, "citation_public_url", web_work_address(a, it));
    put(out, "DC.type", str_of(shape ? shape->kind : item_type_name(it->type)));
    put_references(out, a, it);
    arena_drop(a);
}
