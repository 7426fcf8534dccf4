/* SPDX-License-Identifier: MIT */
/*
 * PubMed's XML (NLM's PubMed DTD): articles of journals, and books and their chapters.
 */
#include "bib/format/xml_record.h"

static void add_authors(struct record *r, const struct xml_node *list) {
    bool editors = list && str_is(xml_attr(list, "Type"), "editors");
    for (const struct xml_node *n = list ? xml_at(list, "Author") : NULL; n; n = xml_again(n)) {
        struct item_name nm = {.family = xml_path(r->a, n, "LastName"),
                               .given = xml_path(r->a, n, "ForeName"),
                               .suffix = xml_path(r->a, n, "Suffix"),
                               .literal = xml_path(r->a, n, "CollectiveName")};
        if (nm.given.n == 0) {
            nm.given = record_initials(r->a, xml_path(r->a, n, "Initials"));
        }
        record_name(r, editors ? VAR_EDITOR : VAR_AUTHOR, nm, n->span);
    }
}

static void add_date(struct record *r, const struct xml_node *n) {
    if (!n) {
        return;
    }
    struct str year = xml_path(r->a, n, "Year"), month = xml_path(r->a, n, "Month");
    if (year.n == 0) { /* "2000 Spring", "1998 Dec-1999 Jan" */
        struct str rest = xml_path(r->a, n, "MedlineDate");
        year = str_cut(&rest, ' ');
        month = str_cut(&rest, '-');
    }
    month = month.n ? month : xml_path(r->a, n, "Season");
    if (year.n) {
        record_day(r, VAR_ISSUED, year, month, xml_path(r->a, n, "Day"), n->span);
    }
}

static void put(struct record *r, enum item_var v, const struct xml_node *from, const char *path) {
    const struct xml_node *n = from ? xml_at(from, path) : NULL;
    if (n) {
        record_text(r, v, xml_rich(r->a, n), n->span);
    }
}

static void add_abstract(struct record *r, const struct xml_node *abstract) {
    for (const struct xml_node *n = abstract ? xml_at(abstract, "AbstractText") : NULL; n;
         n = xml_again(n)) {
        struct rich label = rich_of(xml_attr(n, "Label"));
        record_append(r, VAR_ABSTRACT, rich_join(r->a, label, STR(": "), xml_rich(r->a, n)), " ",
                      n->span);
    }
}

static void add_keywords(struct record *r, const struct xml_node *citation) {
    const struct xml_node *list = xml_at(citation, "KeywordList");
    for (const struct xml_node *n = list ? xml_at(list, "Keyword") : NULL; n; n = xml_again(n)) {
        record_append(r, VAR_KEYWORD, xml_rich(r->a, n), ", ", n->span);
    }
    const struct xml_node *heading = xml_at(citation, "MeshHeadingList/MeshHeading");
    for (; heading; heading = xml_again(heading)) {
        record_append(r, VAR_KEYWORD, rich_of(xml_path(r->a, heading, "DescriptorName")), ", ",
                      heading->span);
    }
}

/** DOI and PMC numbers stand in two places, as ELocationID and in a list of ArticleId. */
static void add_ids(struct record *r, const struct xml_node *n, const char *attr) {
    for (; n; n = xml_again(n)) {
        struct str kind = xml_attr(n, attr);
        enum item_var v = str_is(kind, "doi")   ? VAR_DOI
                          : str_is(kind, "pmc") ? VAR_PMCID
                                                : VAR_NONE;
        if (v != VAR_NONE) {
            record_text(r, v, xml_rich(r->a, n), n->span);
        }
    }
}

static void read_article(struct record *r, const struct xml_node *n) {
    const struct xml_node *citation = xml_at(n, "MedlineCitation");
    const struct xml_node *article = citation ? xml_at(citation, "Article") : NULL;
    r->it->type = ITEM_TYPE_ARTICLE_JOURNAL;
    r->it->in_journal = true;
    if (!article) {
        return;
    }
    const struct xml_node *journal = xml_at(article, "Journal"),
                          *title = xml_at(article, "ArticleTitle");
    add_authors(r, xml_at(article, "AuthorList"));
    if (title) {
        record_text(r, VAR_TITLE, record_without_stop(r->a, xml_rich(r->a, title)), title->span);
    }
    put(r, VAR_ORIGINAL_TITLE, article, "VernacularTitle");
    put(r, VAR_CONTAINER_TITLE, journal, "Title");
    put(r, VAR_CONTAINER_TITLE_SHORT, journal, "ISOAbbreviation");
    put(r, VAR_ISSN, journal, "ISSN");
    put(r, VAR_VOLUME, journal, "JournalIssue/Volume");
    put(r, VAR_ISSUE, journal, "JournalIssue/Issue");
    add_date(r, journal ? xml_at(journal, "JournalIssue/PubDate") : NULL);
    struct str pages = xml_path(r->a, article, "Pagination/MedlinePgn");
    record_text(r, VAR_PAGE, rich_of(record_whole_pages(r->a, pages)), article->span);
    put(r, VAR_LANGUAGE, article, "Language");
    put(r, VAR_PMID, citation, "PMID");
    add_ids(r, xml_at(article, "ELocationID"), "EIdType");
    add_ids(r, xml_at(n, "PubmedData/ArticleIdList/ArticleId"), "IdType");
    add_abstract(r, xml_at(article, "Abstract"));
    add_keywords(r, citation);
}

static void read_book(struct record *r, const struct xml_node *n) {
    const struct xml_node *document = xml_at(n, "BookDocument");
    const struct xml_node *book = document ? xml_at(document, "Book") : NULL;
    bool chapter = document && xml_at(document, "ArticleTitle");
    r->it->type = chapter ? ITEM_TYPE_CHAPTER : ITEM_TYPE_BOOK;
    if (!book) {
        return;
    }
    add_authors(r, xml_at(document, "AuthorList"));
    for (const struct xml_node *list = xml_at(book, "AuthorList"); list; list = xml_again(list)) {
        add_authors(r, list);
    }
    put(r, VAR_TITLE, document, "ArticleTitle");
    put(r, chapter ? VAR_CONTAINER_TITLE : VAR_TITLE, book, "BookTitle");
    put(r, VAR_PUBLISHER, book, "Publisher/PublisherName");
    put(r, VAR_PUBLISHER_PLACE, book, "Publisher/PublisherLocation");
    put(r, VAR_ISBN, book, "Isbn");
    put(r, VAR_EDITION, book, "Edition");
    put(r, VAR_VOLUME, book, "Volume");
    put(r, VAR_COLLECTION_TITLE, book, "CollectionTitle");
    add_date(r, xml_at(book, "PubDate"));
    put(r, VAR_PMID, document, "PMID");
    put(r, VAR_PAGE, document, "Pagination/MedlinePgn");
    add_ids(r, xml_at(document, "ArticleIdList/ArticleId"), "IdType");
    add_abstract(r, xml_at(document, "Abstract"));
}

bool bib_pubmed_sniff(struct str text) {
    static const char *const tags[] = {"<PubmedArticle", "<PubmedBookArticle", NULL};
    return xml_has_tag(text, tags);
}

size_t bib_pubmed_read(struct bib_input *in) {
    const struct xml_node *root = xml_parse(in->arena, in->src, in->d);
    if (!root) {
        return 0;
    }
    size_t articles = xml_each_record(in, root, "PubmedArticle", read_article);
    return articles + xml_each_record(in, root, "PubmedBookArticle", read_book);
}
