/* SPDX-License-Identifier: MIT */
/*
 * MODS 3 (Library of Congress), the export format of libraries. This file reads titles, names with
 * roles, origin, hosts and series, parts and identifiers.
 */
#include "cite/bib/format/xml_record.h"

static const struct {
    const char *name;
    enum item_var v;
} roles[] = {
#define ROLE(name, variable) {name, variable},
#include "cite/bib/format/mods_roles.def"
#undef ROLE
};

static const struct {
    const char *genre;
    enum item_type type;
} genres[] = {
#define GENRE(genre, type) {genre, type},
#include "cite/bib/format/mods_genres.def"
#undef GENRE
};

/** Joins the parts of a title: "The" + "Title": "Subtitle". */
static struct rich title_text(struct bib_record *r, const struct xml_node *info) {
    struct rich article = bib_xml_rich(r->a, bib_xml_at(info, "nonSort"));
    struct rich title = bib_xml_rich(r->a, bib_xml_at(info, "title"));
    struct rich sub = bib_xml_rich(r->a, bib_xml_at(info, "subTitle"));
    bool elided = str_ends(article.text, STR("'")) || str_ends(article.text, STR("\u2019"));
    title = rich_join(r->a, article, elided ? STR("") : STR(" "), title);
    return rich_join(r->a, title, STR(": "), sub);
}

static void set_title(struct bib_record *r, const struct xml_node *n, enum item_var v) {
    for (const struct xml_node *info = bib_xml_at(n, "titleInfo"); info;
         info = bib_xml_again(info)) {
        struct str kind = xml_attr(info, "type");
        bool journal = v == VAR_CONTAINER_TITLE && str_is(kind, "abbreviated");
        if (kind.n == 0) {
            bib_record_text(r, v, title_text(r, info), info->span);
        } else if (journal) {
            bib_record_text(r, VAR_CONTAINER_TITLE_SHORT, title_text(r, info), info->span);
        } else if (str_is(kind, "abbreviated") && v == VAR_TITLE) {
            bib_record_text(r, VAR_TITLE_SHORT, title_text(r, info), info->span);
        }
    }
}

static enum item_var role_of(struct bib_record *r, const struct xml_node *name,
                             enum item_var other) {
    const struct xml_node *role = bib_xml_at(name, "role");
    for (; role; role = bib_xml_again(role)) {
        for (const struct xml_node *term = bib_xml_at(role, "roleTerm"); term;
             term = bib_xml_again(term)) {
            struct str text = bib_xml_plain(r->a, term);
            for (size_t i = 0; i < ARRAY_LEN(roles); i++) {
                if (str_ieq(text, str_of(roles[i].name))) {
                    return roles[i].v;
                }
            }
            return VAR_CONTRIBUTOR;
        }
    }
    return other;
}

static void set_names(struct bib_record *r, const struct xml_node *n, bool host) {
    for (const struct xml_node *name = bib_xml_at(n, "name"); name; name = bib_xml_again(name)) {
        struct item_name nm = {.literal = STR_EMPTY};
        bool corporate = str_is(xml_attr(name, "type"), "corporate") ||
                         str_is(xml_attr(name, "type"), "conference");
        for (const struct xml_node *part = bib_xml_at(name, "namePart"); part;
             part = bib_xml_again(part)) {
            struct str kind = xml_attr(part, "type"), text = bib_xml_plain(r->a, part);
            if (str_is(kind, "family")) {
                nm.family = text;
            } else if (str_is(kind, "given")) {
                nm.given = nm.given.n ? arena_join(r->a, 3, nm.given, STR(" "), text) : text;
            } else if (str_is(kind, "termsOfAddress")) {
                nm.suffix = text;
            } else if (kind.n == 0 && corporate) {
                nm.literal = nm.literal.n ? arena_join(r->a, 3, nm.literal, STR(" "), text) : text;
            } else if (kind.n == 0 && nm.family.n == 0) {
                nm = bib_record_read_name(r->a, text);
            }
        }
        nm.given = bib_part_initials(r->a, nm.given);
        enum item_var v = role_of(r, name, host ? VAR_EDITOR : VAR_AUTHOR);
        bib_record_name(r, host && v == VAR_AUTHOR ? VAR_CONTAINER_AUTHOR : v, nm, name->span);
    }
}

static void set_place(struct bib_record *r, const struct xml_node *origin) {
    for (const struct xml_node *place = bib_xml_at(origin, "place"); place;
         place = bib_xml_again(place)) {
        const struct xml_node *term = bib_xml_at(place, "placeTerm");
        for (; term; term = bib_xml_again(term)) {
            if (!str_is(xml_attr(term, "type"), "code")) {
                bib_record_text(r, VAR_PUBLISHER_PLACE, bib_xml_rich(r->a, term), term->span);
            }
        }
    }
}

static void set_origin(struct bib_record *r, const struct xml_node *n) {
    static const char *const dates[] = {"dateIssued", "copyrightDate", "dateCreated"};
    for (const struct xml_node *origin = bib_xml_at(n, "originInfo"); origin;
         origin = bib_xml_again(origin)) {
        set_place(r, origin);
        bib_xml_put(r, VAR_PUBLISHER, origin, "publisher");
        bib_xml_put(r, VAR_EDITION, origin, "edition");
        for (size_t i = 0; i < ARRAY_LEN(dates); i++) {
            const struct xml_node *date = bib_xml_at(origin, dates[i]);
            if (date && !item_field(r->it, VAR_ISSUED)) {
                bib_record_date(r, VAR_ISSUED, bib_xml_plain(r->a, date), date->span);
            }
        }
    }
}

static void set_part(struct bib_record *r, const struct xml_node *n) {
    const struct xml_node *part = bib_xml_at(n, "part");
    const struct xml_node *detail = bib_xml_at(part, "detail"), *number = NULL;
    for (; detail; detail = bib_xml_again(detail)) {
        struct str kind = xml_attr(detail, "type");
        enum item_var v = str_is(kind, "volume")                            ? VAR_VOLUME
                          : str_is(kind, "issue") || str_is(kind, "number") ? VAR_ISSUE
                          : str_is(kind, "chapter")                         ? VAR_CHAPTER_NUMBER
                          : str_is(kind, "page")                            ? VAR_PAGE
                                                                            : VAR_NONE;
        if (v != VAR_NONE) {
            bib_xml_put(r, v, detail, "number");
        } else if (str_ieq(kind, STR("article number")) || str_ieq(kind, STR("eid"))) {
            number = bib_xml_at(detail, "number");
        }
    }
    const struct xml_node *extent = bib_xml_at(part, "extent");
    if (extent) {
        struct str from = bib_xml_path(r->a, extent, "start"),
                   to = bib_xml_path(r->a, extent, "end");
        struct str pages = from.n && to.n ? arena_join(r->a, 3, from, STR("-"), to) : from;
        pages = pages.n ? pages : bib_xml_path(r->a, extent, "list");
        bib_record_text(r, VAR_PAGE, rich_of(pages), extent->span);
    }
    if (number) {
        bib_record_text(r, VAR_NUMBER, bib_xml_rich(r->a, number), number->span);
        bib_record_text(r, VAR_PAGE, bib_xml_rich(r->a, number), number->span);
    }
    const struct xml_node *date = bib_xml_at(part, "date");
    if (date && !item_field(r->it, VAR_ISSUED)) {
        bib_record_date(r, VAR_ISSUED, bib_xml_plain(r->a, date), date->span);
    }
}

static void set_identifiers(struct bib_record *r, const struct xml_node *n) {
    static const struct {
        const char *type;
        enum item_var v;
    } kinds[] = {{"doi", VAR_DOI},
                 {"isbn", VAR_ISBN},
                 {"issn", VAR_ISSN},
                 {"uri", VAR_URL},
                 {"pubmed", VAR_PMID},
                 {"pmid", VAR_PMID},
                 {"citekey", VAR_CITATION_KEY},
                 {"report number", VAR_NUMBER},
                 {"patent number", VAR_NUMBER}};
    for (const struct xml_node *id = bib_xml_at(n, "identifier"); id; id = bib_xml_again(id)) {
        struct str kind = xml_attr(id, "type"), text = bib_xml_plain(r->a, id);
        struct bib_arxiv x;
        bool taken = str_ieq(kind, STR("arxiv")) && bib_arxiv_read(text, &x);
        for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
            taken = taken || (str_ieq(kind, str_of(kinds[i].type)) &&
                              bib_record_text(r, kinds[i].v, rich_of(text), id->span));
        }
        if (!taken) {
            bib_record_extra(r, kind, rich_of(text), id->span);
        }
    }
}

static void set_archive(struct bib_record *r, const struct xml_node *n) {
    struct bib_arxiv x;
    for (const struct xml_node *id = bib_xml_at(n, "identifier"); id; id = bib_xml_again(id)) {
        if (str_ieq(xml_attr(id, "type"), STR("arxiv")) &&
            bib_arxiv_read(bib_xml_plain(r->a, id), &x)) {
            bib_record_arxiv(r, x, id->span);
        }
    }
}

static void set_related(struct bib_record *r, const struct xml_node *n) {
    for (const struct xml_node *related = bib_xml_at(n, "relatedItem"); related;
         related = bib_xml_again(related)) {
        struct str kind = xml_attr(related, "type");
        if (str_is(kind, "host")) {
            set_title(r, related, VAR_CONTAINER_TITLE);
            set_names(r, related, true);
            set_origin(r, related);
            set_part(r, related);
            set_identifiers(r, related);
            for (const struct xml_node *inner = bib_xml_at(related, "relatedItem"); inner;
                 inner = bib_xml_again(inner)) {
                if (str_is(xml_attr(inner, "type"), "series")) {
                    set_title(r, inner, VAR_COLLECTION_TITLE);
                }
            }
        } else if (str_is(kind, "series")) {
            set_title(r, related, VAR_COLLECTION_TITLE);
        }
    }
}

static void set_type(struct bib_record *r, const struct xml_node *n) {
    bool host = item_field(r->it, VAR_CONTAINER_TITLE) != NULL;
    for (const struct xml_node *genre = bib_xml_at(n, "genre"); genre;
         genre = bib_xml_again(genre)) {
        struct str text = bib_xml_plain(r->a, genre);
        bool known = xml_attr(genre, "authority").n > 0;
        for (size_t i = 0; i < ARRAY_LEN(genres); i++) {
            if (str_ieq(text, str_of(genres[i].genre))) {
                known = true;
                r->it->type = r->it->type == ITEM_TYPE_NONE ? genres[i].type : r->it->type;
            }
        }
        /* other genres are kept as text: "Ph.D. thesis" may be beside "thesis" */
        if (!known) {
            bib_record_text(r, VAR_GENRE, rich_of(text), genre->span);
        }
    }
    if (r->it->type == ITEM_TYPE_BOOK && host) {
        r->it->type = ITEM_TYPE_CHAPTER;
    } else if (r->it->type == ITEM_TYPE_NONE && host) {
        bool journal = item_field(r->it, VAR_ISSUE) || item_field(r->it, VAR_ISSN);
        r->it->type = journal ? ITEM_TYPE_ARTICLE_JOURNAL : ITEM_TYPE_CHAPTER;
    } else if (r->it->type == ITEM_TYPE_NONE &&
               str_is(bib_xml_path(r->a, n, "typeOfResource"), "text")) {
        r->it->type = ITEM_TYPE_BOOK;
    }
    r->it->in_journal = r->it->type == ITEM_TYPE_ARTICLE_JOURNAL;
}

static void set_address(struct bib_record *r, const struct xml_node *n) {
    const struct xml_node *url = bib_xml_at(n, "location/url");
    if (url) {
        bib_record_text(r, VAR_URL, bib_xml_rich(r->a, url), url->span);
        bib_record_date(r, VAR_ACCESSED, xml_attr(url, "dateLastAccessed"), url->span);
    }
}

/** Reads the number of pages: "345 p.", "xii, 345 pages". */
static void set_length(struct bib_record *r, const struct xml_node *extent) {
    struct str text = bib_xml_plain(r->a, extent);
    size_t cut = str_find(text, STR(" p"));
    if (extent && cut != STR_NONE && is_digit(str_slice(text, 0, cut).p[cut ? cut - 1 : 0])) {
        bib_record_text(r, VAR_NUMBER_OF_PAGES, rich_of(str_slice(text, 0, cut)), extent->span);
    }
}

static void read_record(struct bib_record *r, const struct xml_node *n) {
    set_title(r, n, VAR_TITLE);
    set_names(r, n, false);
    set_origin(r, n);
    set_part(r, n);
    set_identifiers(r, n);
    set_related(r, n);
    set_archive(r, n);
    set_type(r, n);
    set_address(r, n);
    set_length(r, bib_xml_at(n, "physicalDescription/extent"));
    bib_xml_put(r, VAR_CALL_NUMBER, n, "location/shelfLocator");
    bib_xml_put(r, VAR_LANGUAGE, n, "language/languageTerm");
    for (const struct xml_node *at = bib_xml_at(n, "abstract"); at; at = bib_xml_again(at)) {
        bib_record_append(r, VAR_ABSTRACT, bib_xml_rich(r->a, at), " ", at->span);
    }
    for (const struct xml_node *at = bib_xml_at(n, "note"); at; at = bib_xml_again(at)) {
        bib_record_append(r, VAR_NOTE, bib_xml_rich(r->a, at), " ", at->span);
    }
    for (const struct xml_node *at = bib_xml_at(n, "subject"); at; at = bib_xml_again(at)) {
        for (const struct xml_node *topic = bib_xml_at(at, "topic"); topic;
             topic = bib_xml_again(topic)) {
            bib_record_append(r, VAR_KEYWORD, bib_xml_rich(r->a, topic), ", ", topic->span);
        }
    }
    struct str id = xml_attr(n, "ID");
    id = id.n ? id : item_text(r->it, VAR_CITATION_KEY);
    r->it->id = id;
}

bool bib_mods_sniff(struct str text) {
    static const char *const tags[] = {"<mods", ":mods", NULL};
    return bib_xml_has_tag(text, tags);
}

size_t bib_mods_read(struct bib_input *in) {
    const struct xml_node *root = xml_parse(in->arena, in->src, in->d);
    return root ? bib_xml_each_record(in, root, "mods", read_record) : 0;
}
