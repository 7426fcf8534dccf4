/* SPDX-License-Identifier: MIT */
/*
 * PubMed's XML (NLM's PubMed DTD): articles of journals, books, and chapters of books.
 */
#include "cite/bib/format/xml_record.h"

static void add_authors(struct bib_record *r, const struct xml_node *list) {
    bool editors = list && str_is(xml_attr(list, "Type"), "editors");
    for (const struct xml_node *n = bib_xml_at(list, "Author"); n; n = bib_xml_again(n)) {
        struct item_name nm = {.family = bib_xml_path(r->a, n, "LastName"),
                               .given = bib_xml_path(r->a, n, "ForeName"),
                               .suffix = bib_xml_path(r->a, n, "Suffix"),
                               .literal = bib_xml_path(r->a, n, "CollectiveName")};
        if (nm.given.n == 0) {
            nm.given = bib_record_initials(r->a, bib_xml_path(r->a, n, "Initials"));
        }
        bib_record_name(r, editors ? VAR_EDITOR : VAR_AUTHOR, nm, n->span);
    }
}

static void add_date(struct bib_record *r, const struct xml_node *n) {
    if (!n) {
        return;
    }
    struct str year = bib_xml_path(r->a, n, "Year"), month = bib_xml_path(r->a, n, "Month");
    /* without a year, the date is a text such as "2000 Spring" or "1998 Dec-1999 Jan" */
    if (year.n == 0) {
        struct str rest = bib_xml_path(r->a, n, "MedlineDate");
        year = str_cut(&rest, ' ');
        month = rest;
    }
    month = month.n ? month : bib_xml_path(r->a, n, "Season");
    if (year.n) {
        bib_record_day(r, VAR_ISSUED, year, month, bib_xml_path(r->a, n, "Day"), n->span);
    }
}

static void add_abstract(struct bib_record *r, const struct xml_node *abstract) {
    for (const struct xml_node *n = bib_xml_at(abstract, "AbstractText"); n; n = bib_xml_again(n)) {
        struct rich label = rich_of(xml_attr(n, "Label"));
        bib_record_append(r, VAR_ABSTRACT, rich_join(r->a, label, STR(": "), bib_xml_rich(r->a, n)),
                          " ", n->span);
    }
}

static void add_keywords(struct bib_record *r, const struct xml_node *citation) {
    for (const struct xml_node *n = bib_xml_at(citation, "KeywordList/Keyword"); n;
         n = bib_xml_again(n)) {
        bib_record_append(r, VAR_KEYWORD, bib_xml_rich(r->a, n), ", ", n->span);
    }
    const struct xml_node *heading = bib_xml_at(citation, "MeshHeadingList/MeshHeading");
    for (; heading; heading = bib_xml_again(heading)) {
        bib_record_append(r, VAR_KEYWORD, rich_of(bib_xml_path(r->a, heading, "DescriptorName")),
                          ", ", heading->span);
    }
}

/** Reads DOI and PMC number. They may be in two places: in ELocationID, and in a list of
 * ArticleId. */
static void add_ids(struct bib_record *r, const struct xml_node *n, const char *attr) {
    for (; n; n = bib_xml_again(n)) {
        struct str kind = xml_attr(n, attr);
        enum item_var v = str_is(kind, "doi")   ? VAR_DOI
                          : str_is(kind, "pmc") ? VAR_PMCID
                                                : VAR_NONE;
        if (v != VAR_NONE) {
            bib_record_text(r, v, bib_xml_rich(r->a, n), n->span);
        }
    }
}

static void read_article(struct bib_record *r, const struct xml_node *n) {
    const struct xml_node *citation = bib_xml_at(n, "MedlineCitation");
    const struct xml_node *article = bib_xml_at(citation, "Article");
    r->it->type = ITEM_TYPE_ARTICLE_JOURNAL;
    r->it->in_journal = true;
    if (!article) {
        return;
    }
    const struct xml_node *journal = bib_xml_at(article, "Journal"),
                          *title = bib_xml_at(article, "ArticleTitle");
    add_authors(r, bib_xml_at(article, "AuthorList"));
    if (title) {
        bib_record_text(r, VAR_TITLE, bib_record_without_stop(r->a, bib_xml_rich(r->a, title)),
                        title->span);
    }
    bib_xml_put(r, VAR_ORIGINAL_TITLE, article, "VernacularTitle");
    bib_xml_put(r, VAR_CONTAINER_TITLE, journal, "Title");
    bib_xml_put(r, VAR_CONTAINER_TITLE_SHORT, journal, "ISOAbbreviation");
    bib_xml_put(r, VAR_ISSN, journal, "ISSN");
    bib_xml_put(r, VAR_VOLUME, journal, "JournalIssue/Volume");
    bib_xml_put(r, VAR_ISSUE, journal, "JournalIssue/Issue");
    add_date(r, bib_xml_at(journal, "JournalIssue/PubDate"));
    struct str pages = bib_xml_path(r->a, article, "Pagination/MedlinePgn");
    bib_record_text(r, VAR_PAGE, rich_of(bib_record_whole_pages(r->a, pages)), article->span);
    bib_xml_put(r, VAR_LANGUAGE, article, "Language");
    bib_xml_put(r, VAR_PMID, citation, "PMID");
    add_ids(r, bib_xml_at(article, "ELocationID"), "EIdType");
    add_ids(r, bib_xml_at(n, "PubmedData/ArticleIdList/ArticleId"), "IdType");
    add_abstract(r, bib_xml_at(article, "Abstract"));
    add_keywords(r, citation);
}

static void read_book(struct bib_record *r, const struct xml_node *n) {
    const struct xml_node *document = bib_xml_at(n, "BookDocument");
    const struct xml_node *book = bib_xml_at(document, "Book");
    bool chapter = bib_xml_at(document, "ArticleTitle") != NULL;
    r->it->type = chapter ? ITEM_TYPE_CHAPTER : ITEM_TYPE_BOOK;
    add_authors(r, bib_xml_at(document, "AuthorList"));
    for (const struct xml_node *list = bib_xml_at(book, "AuthorList"); list;
         list = bib_xml_again(list)) {
        add_authors(r, list);
    }
    bib_xml_put(r, VAR_TITLE, document, "ArticleTitle");
    bib_xml_put(r, chapter ? VAR_CONTAINER_TITLE : VAR_TITLE, book, "BookTitle");
    bib_xml_put(r, VAR_PUBLISHER, book, "Publisher/PublisherName");
    bib_xml_put(r, VAR_PUBLISHER_PLACE, book, "Publisher/PublisherLocation");
    bib_xml_put(r, VAR_ISBN, book, "Isbn");
    bib_xml_put(r, VAR_EDITION, book, "Edition");
    bib_xml_put(r, VAR_VOLUME, book, "Volume");
    bib_xml_put(r, VAR_COLLECTION_TITLE, book, "CollectionTitle");
    add_date(r, bib_xml_at(book, "PubDate"));
    bib_xml_put(r, VAR_PMID, document, "PMID");
    bib_xml_put(r, VAR_PAGE, document, "Pagination/MedlinePgn");
    add_ids(r, bib_xml_at(document, "ArticleIdList/ArticleId"), "IdType");
    add_abstract(r, bib_xml_at(document, "Abstract"));
}

bool bib_pubmed_sniff(struct str text) {
    static const char *const tags[] = {"<PubmedArticle", "<PubmedBookArticle", NULL};
    return bib_xml_has_tag(text, tags);
}

size_t bib_pubmed_read(struct bib_input *in) {
    const struct xml_node *root = xml_parse(in->arena, in->src, in->d);
    if (!root) {
        return 0;
    }
    size_t articles = bib_xml_each_record(in, root, "PubmedArticle", read_article);
    return articles + bib_xml_each_record(in, root, "PubmedBookArticle", read_book);
}
