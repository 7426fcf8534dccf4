/* SPDX-License-Identifier: MIT */
/*
 * EndNote's XML export: records with reference type, contributors, titles and styled text. Other
 * elements are kept under their own names.
 */
#include "cite/bib/format/xml_record.h"
#include "core/base/word_list.h"

struct type_row {
    const char *name;
    enum item_type type;
};

static const struct type_row types[] = {
#define TYPE(name, type) {name, type},
#include "cite/bib/format/endnote_types.def"
#undef TYPE
};

static const struct {
    const char *path;
    enum item_var v;
} plain_paths[] = {
#define PATH(path, variable) {path, variable},
#include "cite/bib/format/endnote_paths.def"
#undef PATH
};

static const struct {
    const char *path;
    enum item_var v;
} name_paths[] = {
    {"contributors/authors/author", VAR_AUTHOR},
    {"contributors/secondary-authors/author", VAR_EDITOR},
    {"contributors/tertiary-authors/author", VAR_COLLECTION_EDITOR},
    {"contributors/subsidiary-authors/author", VAR_TRANSLATOR},
};

/** Whether another function reads an element, or the element matters to EndNote only. */
static bool is_known(struct str name) {
    return str_among(name, "database source-app rec-number foreign-keys ref-type contributors "
                           "titles periodical alt-periodical full-title pages volume number "
                           "dates isbn notes urls keywords abstract edition section num-vols "
                           "publisher pub-location work-type call-num accession-num language "
                           "electronic-resource-num remote-database-name research-notes "
                           "access-date");
}

enum item_type bib_endnote_type(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(types); i++) {
        if (str_ieq(name, str_of(types[i].name))) {
            return types[i].type;
        }
    }
    return ITEM_TYPE_NONE;
}

static void set_type(struct bib_record *r, const struct xml_node *n) {
    const struct xml_node *type = bib_xml_at(n, "ref-type");
    struct str name = type ? xml_attr(type, "name") : STR_EMPTY;
    r->it->type = bib_endnote_type(name);
    r->it->type_text = r->it->type == ITEM_TYPE_NONE ? name : STR_EMPTY;
}

static void set_names(struct bib_record *r, const struct xml_node *n) {
    for (size_t i = 0; i < ARRAY_LEN(name_paths); i++) {
        const struct xml_node *one = bib_xml_at(n, name_paths[i].path);
        for (; one; one = bib_xml_again(one)) {
            struct str text = bib_xml_plain(r->a, one);
            /* EndNote marks the name of an institution by a comma at its end: "World Health
             * Organization," */
            bool whole = str_ends(text, STR(","));
            struct item_name nm =
                whole ? (struct item_name){.literal = str_slice(text, 0, text.n - 1)}
                      : bib_record_read_name(r->a, text);
            bool advisor =
                r->it->type == ITEM_TYPE_THESIS && name_paths[i].v == VAR_COLLECTION_EDITOR;
            bib_record_name(r, advisor ? VAR_CONTRIBUTOR : name_paths[i].v, nm, one->span);
        }
    }
}

static void set_dates(struct bib_record *r, const struct xml_node *n) {
    const struct xml_node *year = bib_xml_at(n, "dates/year"),
                          *day = bib_xml_at(n, "dates/pub-dates/date");
    struct str y = bib_xml_plain(r->a, year), text = bib_xml_plain(r->a, day);
    if (y.n == 0) {
        bib_record_date(r, VAR_ISSUED, text, day ? day->span : n->span);
        return;
    }
    struct item_date date;
    if (text.n && bib_date_free(arena_join(r->a, 3, text, STR(" "), y), &date)) {
        /* the day without the year, as in "Jan 5" */
        item_set_date(r->a, r->it, VAR_ISSUED, &date, day->span);
    } else if (text.n && bib_date_free(text, &date) && date.from.month) {
        item_set_date(r->a, r->it, VAR_ISSUED, &date, day->span);
    } else {
        bib_record_date(r, VAR_ISSUED, y, year->span);
    }
    const struct xml_node *access = bib_xml_at(n, "access-date");
    if (access) {
        bib_record_date(r, VAR_ACCESSED, bib_xml_plain(r->a, access), access->span);
    }
}

static void set_urls(struct bib_record *r, const struct xml_node *n) {
    static const char *const lists[] = {"urls/web-urls/url", "urls/related-urls/url",
                                        "urls/pdf-urls/url"};
    for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
        for (const struct xml_node *url = bib_xml_at(n, lists[i]); url; url = bib_xml_again(url)) {
            struct str text = bib_xml_plain(r->a, url);
            bool web = i < 2 && (str_starts(text, STR("http")) || str_starts(text, STR("ftp")));
            if (!web || !bib_record_text(r, VAR_URL, rich_of(text), url->span)) {
                bib_record_extra(r, i == 2 ? STR("file") : STR("related-url"), rich_of(text),
                                 url->span);
            }
        }
    }
}

static void set_numbers(struct bib_record *r, const struct xml_node *n) {
    const struct xml_node *isbn = bib_xml_at(n, "isbn"), *pages = bib_xml_at(n, "pages");
    bib_xml_put(r, r->it->in_journal ? VAR_ISSUE : VAR_NUMBER, n, "number");
    if (isbn) {
        struct str text = bib_xml_plain(r->a, isbn);
        bib_record_text(r, bib_record_serial_var(r, text), rich_of(text), isbn->span);
    }
    if (pages) { /* for a book or a thesis, this may be the number of pages */
        struct str text = bib_xml_plain(r->a, pages);
        int64_t count;
        bool whole = r->it->type == ITEM_TYPE_BOOK || r->it->type == ITEM_TYPE_THESIS;
        bib_record_text(r, whole && str_to_i64(text, &count) ? VAR_NUMBER_OF_PAGES : VAR_PAGE,
                        rich_of(text), pages->span);
    }
}

/** Sets titles and places of a conference paper. If the record has a title or place of the
 * proceedings (custom3, custom1), the ordinary title or place is that of the conference. */
static void set_conference(struct bib_record *r, const struct xml_node *n) {
    static const struct {
        const char *path;
        enum item_var v;
    } rows[] = {{"custom3", VAR_CONTAINER_TITLE},
                {"titles/secondary-title", VAR_EVENT_TITLE},
                {"custom1", VAR_PUBLISHER_PLACE},
                {"pub-location", VAR_EVENT_PLACE}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        bool titled = bib_xml_at(n, rows[i < 2 ? 0 : 2].path) != NULL;
        if (titled && r->it->type == ITEM_TYPE_PAPER_CONFERENCE) {
            bib_xml_put(r, rows[i].v, n, rows[i].path);
        }
    }
}

/** Returns the variable of an element: `v`, or another variable for the type of this record. */
static enum item_var plain_var(const struct bib_record *r, enum item_var v) {
    enum item_type type = r->it->type;
    bool program = type == ITEM_TYPE_SOFTWARE || type == ITEM_TYPE_DATASET;
    return v == VAR_EDITION && program                            ? VAR_VERSION
           : v == VAR_PUBLISHER_PLACE && type == ITEM_TYPE_PATENT ? VAR_JURISDICTION
                                                                  : v;
}

/** Sets the number of an article, which EndNote keeps in its field "custom7". */
static void set_article_number(struct bib_record *r, const struct xml_node *n) {
    const struct xml_node *number = r->it->in_journal ? bib_xml_at(n, "custom7") : NULL;
    if (number) {
        item_set_article_number(r->a, r->it, rich_trim(r->a, bib_xml_rich(r->a, number)),
                                number->span);
    }
}

static void read_record(struct bib_record *r, const struct xml_node *n) {
    set_type(r, n);
    set_conference(r, n);
    r->it->in_journal = r->it->type == ITEM_TYPE_ARTICLE_JOURNAL;
    set_names(r, n);
    for (size_t i = 0; i < ARRAY_LEN(plain_paths); i++) {
        bib_xml_put(r, plain_var(r, plain_paths[i].v), n, plain_paths[i].path);
    }
    set_numbers(r, n);
    set_article_number(r, n);
    const struct xml_node *keyword = bib_xml_at(n, "keywords/keyword");
    for (; keyword; keyword = bib_xml_again(keyword)) {
        bib_record_append(r, VAR_KEYWORD, bib_xml_rich(r->a, keyword), ", ", keyword->span);
    }
    set_dates(r, n);
    set_urls(r, n);
    for (const struct xml_node *child = n->first; child; child = child->next) {
        struct rich text =
            child->name.n && !is_known(child->name) ? bib_xml_rich(r->a, child) : RICH_EMPTY;
        bool taken =
            str_eq(text.text, item_text(r->it, VAR_CONTAINER_TITLE)) ||
            str_eq(text.text, item_text(r->it, VAR_PUBLISHER_PLACE)) ||
            (str_is(child->name, "custom7") && str_eq(text.text, item_text(r->it, VAR_NUMBER)));
        if (!taken) {
            bib_record_extra(r, child->name, text, child->span);
        }
    }
    const struct xml_node *id = bib_xml_at(n, "rec-number");
    if (id) {
        r->it->id = bib_xml_plain(r->a, id);
        r->it->id_span = id->span;
    }
}

bool bib_endnote_sniff(struct str text) {
    static const char *const tags[] = {"<records", "<record>", NULL};
    return bib_xml_has_tag(text, tags);
}

size_t bib_endnote_read(struct bib_input *in) {
    const struct xml_node *root = xml_parse(in->arena, in->src, in->d);
    return root ? bib_xml_each_record(in, root, "record", read_record) : 0;
}
