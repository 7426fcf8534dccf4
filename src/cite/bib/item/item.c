/* SPDX-License-Identifier: MIT */
/* The item model: CSL's names of types and variables, and the sorted fields of one item. */
#include "cite/bib/item/item.h"

#include <stdlib.h>
#include <string.h>

#define X(e, s) s,
static const char *const type_names[] = {ITEM_TYPES(X)};
static const char *const var_names[] = {ITEM_STRINGS(X) ITEM_NUMBERS(X) ITEM_DATES(X)
                                            ITEM_NAMES(X)};
#undef X

_Static_assert(ARRAY_LEN(type_names) == ITEM_TYPE_COUNT, "a name for each type");
_Static_assert(ARRAY_LEN(var_names) == VAR_COUNT, "a name for each variable");

struct name_entry {
    struct str name;
    int value;
};

/* Sorted by bytes: capitals first, '-' before '_'. tests/unit/test_item.c looks up each name of the
 * enumerations. */
static const struct name_entry types_by_name[] = {
    {STR_INIT("article"), ITEM_TYPE_ARTICLE},
    {STR_INIT("article-journal"), ITEM_TYPE_ARTICLE_JOURNAL},
    {STR_INIT("article-magazine"), ITEM_TYPE_ARTICLE_MAGAZINE},
    {STR_INIT("article-newspaper"), ITEM_TYPE_ARTICLE_NEWSPAPER},
    {STR_INIT("bill"), ITEM_TYPE_BILL},
    {STR_INIT("book"), ITEM_TYPE_BOOK},
    {STR_INIT("broadcast"), ITEM_TYPE_BROADCAST},
    {STR_INIT("chapter"), ITEM_TYPE_CHAPTER},
    {STR_INIT("classic"), ITEM_TYPE_CLASSIC},
    {STR_INIT("collection"), ITEM_TYPE_COLLECTION},
    {STR_INIT("dataset"), ITEM_TYPE_DATASET},
    {STR_INIT("document"), ITEM_TYPE_DOCUMENT},
    {STR_INIT("entry"), ITEM_TYPE_ENTRY},
    {STR_INIT("entry-dictionary"), ITEM_TYPE_ENTRY_DICTIONARY},
    {STR_INIT("entry-encyclopedia"), ITEM_TYPE_ENTRY_ENCYCLOPEDIA},
    {STR_INIT("event"), ITEM_TYPE_EVENT},
    {STR_INIT("figure"), ITEM_TYPE_FIGURE},
    {STR_INIT("graphic"), ITEM_TYPE_GRAPHIC},
    {STR_INIT("hearing"), ITEM_TYPE_HEARING},
    {STR_INIT("interview"), ITEM_TYPE_INTERVIEW},
    {STR_INIT("legal_case"), ITEM_TYPE_LEGAL_CASE},
    {STR_INIT("legislation"), ITEM_TYPE_LEGISLATION},
    {STR_INIT("manuscript"), ITEM_TYPE_MANUSCRIPT},
    {STR_INIT("map"), ITEM_TYPE_MAP},
    {STR_INIT("motion_picture"), ITEM_TYPE_MOTION_PICTURE},
    {STR_INIT("musical_score"), ITEM_TYPE_MUSICAL_SCORE},
    {STR_INIT("pamphlet"), ITEM_TYPE_PAMPHLET},
    {STR_INIT("paper-conference"), ITEM_TYPE_PAPER_CONFERENCE},
    {STR_INIT("patent"), ITEM_TYPE_PATENT},
    {STR_INIT("performance"), ITEM_TYPE_PERFORMANCE},
    {STR_INIT("periodical"), ITEM_TYPE_PERIODICAL},
    {STR_INIT("personal_communication"), ITEM_TYPE_PERSONAL_COMMUNICATION},
    {STR_INIT("post"), ITEM_TYPE_POST},
    {STR_INIT("post-weblog"), ITEM_TYPE_POST_WEBLOG},
    {STR_INIT("regulation"), ITEM_TYPE_REGULATION},
    {STR_INIT("report"), ITEM_TYPE_REPORT},
    {STR_INIT("review"), ITEM_TYPE_REVIEW},
    {STR_INIT("review-book"), ITEM_TYPE_REVIEW_BOOK},
    {STR_INIT("software"), ITEM_TYPE_SOFTWARE},
    {STR_INIT("song"), ITEM_TYPE_SONG},
    {STR_INIT("speech"), ITEM_TYPE_SPEECH},
    {STR_INIT("standard"), ITEM_TYPE_STANDARD},
    {STR_INIT("thesis"), ITEM_TYPE_THESIS},
    {STR_INIT("treaty"), ITEM_TYPE_TREATY},
    {STR_INIT("webpage"), ITEM_TYPE_WEBPAGE},
};

static const struct name_entry vars_by_name[] = {
    {STR_INIT("DOI"), VAR_DOI},
    {STR_INIT("ISBN"), VAR_ISBN},
    {STR_INIT("ISSN"), VAR_ISSN},
    {STR_INIT("PMCID"), VAR_PMCID},
    {STR_INIT("PMID"), VAR_PMID},
    {STR_INIT("URL"), VAR_URL},
    {STR_INIT("abstract"), VAR_ABSTRACT},
    {STR_INIT("accessed"), VAR_ACCESSED},
    {STR_INIT("annote"), VAR_ANNOTE},
    {STR_INIT("archive"), VAR_ARCHIVE},
    {STR_INIT("archive-place"), VAR_ARCHIVE_PLACE},
    {STR_INIT("archive_collection"), VAR_ARCHIVE_COLLECTION},
    {STR_INIT("archive_location"), VAR_ARCHIVE_LOCATION},
    {STR_INIT("author"), VAR_AUTHOR},
    {STR_INIT("authority"), VAR_AUTHORITY},
    {STR_INIT("available-date"), VAR_AVAILABLE_DATE},
    {STR_INIT("call-number"), VAR_CALL_NUMBER},
    {STR_INIT("chair"), VAR_CHAIR},
    {STR_INIT("chapter-number"), VAR_CHAPTER_NUMBER},
    {STR_INIT("citation-key"), VAR_CITATION_KEY},
    {STR_INIT("citation-label"), VAR_CITATION_LABEL},
    {STR_INIT("citation-number"), VAR_CITATION_NUMBER},
    {STR_INIT("collection-editor"), VAR_COLLECTION_EDITOR},
    {STR_INIT("collection-number"), VAR_COLLECTION_NUMBER},
    {STR_INIT("collection-title"), VAR_COLLECTION_TITLE},
    {STR_INIT("compiler"), VAR_COMPILER},
    {STR_INIT("composer"), VAR_COMPOSER},
    {STR_INIT("container-author"), VAR_CONTAINER_AUTHOR},
    {STR_INIT("container-title"), VAR_CONTAINER_TITLE},
    {STR_INIT("container-title-short"), VAR_CONTAINER_TITLE_SHORT},
    {STR_INIT("contributor"), VAR_CONTRIBUTOR},
    {STR_INIT("curator"), VAR_CURATOR},
    {STR_INIT("dimensions"), VAR_DIMENSIONS},
    {STR_INIT("director"), VAR_DIRECTOR},
    {STR_INIT("division"), VAR_DIVISION},
    {STR_INIT("edition"), VAR_EDITION},
    {STR_INIT("editor"), VAR_EDITOR},
    {STR_INIT("editor-translator"), VAR_EDITOR_TRANSLATOR},
    {STR_INIT("editorial-director"), VAR_EDITORIAL_DIRECTOR},
    {STR_INIT("event"), VAR_EVENT_NAME},
    {STR_INIT("event-date"), VAR_EVENT_DATE},
    {STR_INIT("event-place"), VAR_EVENT_PLACE},
    {STR_INIT("event-title"), VAR_EVENT_TITLE},
    {STR_INIT("executive-producer"), VAR_EXECUTIVE_PRODUCER},
    {STR_INIT("first-reference-note-number"), VAR_FIRST_REFERENCE_NOTE_NUMBER},
    {STR_INIT("genre"), VAR_GENRE},
    {STR_INIT("guest"), VAR_GUEST},
    {STR_INIT("host"), VAR_HOST},
    {STR_INIT("illustrator"), VAR_ILLUSTRATOR},
    {STR_INIT("interviewer"), VAR_INTERVIEWER},
    {STR_INIT("issue"), VAR_ISSUE},
    {STR_INIT("issued"), VAR_ISSUED},
    {STR_INIT("jurisdiction"), VAR_JURISDICTION},
    {STR_INIT("keyword"), VAR_KEYWORD},
    {STR_INIT("language"), VAR_LANGUAGE},
    {STR_INIT("license"), VAR_LICENSE},
    {STR_INIT("locator"), VAR_LOCATOR},
    {STR_INIT("medium"), VAR_MEDIUM},
    {STR_INIT("narrator"), VAR_NARRATOR},
    {STR_INIT("note"), VAR_NOTE},
    {STR_INIT("number"), VAR_NUMBER},
    {STR_INIT("number-of-pages"), VAR_NUMBER_OF_PAGES},
    {STR_INIT("number-of-volumes"), VAR_NUMBER_OF_VOLUMES},
    {STR_INIT("organizer"), VAR_ORGANIZER},
    {STR_INIT("original-author"), VAR_ORIGINAL_AUTHOR},
    {STR_INIT("original-date"), VAR_ORIGINAL_DATE},
    {STR_INIT("original-publisher"), VAR_ORIGINAL_PUBLISHER},
    {STR_INIT("original-publisher-place"), VAR_ORIGINAL_PUBLISHER_PLACE},
    {STR_INIT("original-title"), VAR_ORIGINAL_TITLE},
    {STR_INIT("page"), VAR_PAGE},
    {STR_INIT("page-first"), VAR_PAGE_FIRST},
    {STR_INIT("part-number"), VAR_PART_NUMBER},
    {STR_INIT("part-title"), VAR_PART_TITLE},
    {STR_INIT("performer"), VAR_PERFORMER},
    {STR_INIT("printing-number"), VAR_PRINTING_NUMBER},
    {STR_INIT("producer"), VAR_PRODUCER},
    {STR_INIT("publisher"), VAR_PUBLISHER},
    {STR_INIT("publisher-place"), VAR_PUBLISHER_PLACE},
    {STR_INIT("recipient"), VAR_RECIPIENT},
    {STR_INIT("references"), VAR_REFERENCES},
    {STR_INIT("reviewed-author"), VAR_REVIEWED_AUTHOR},
    {STR_INIT("reviewed-genre"), VAR_REVIEWED_GENRE},
    {STR_INIT("reviewed-title"), VAR_REVIEWED_TITLE},
    {STR_INIT("scale"), VAR_SCALE},
    {STR_INIT("script-writer"), VAR_SCRIPT_WRITER},
    {STR_INIT("section"), VAR_SECTION},
    {STR_INIT("series-creator"), VAR_SERIES_CREATOR},
    {STR_INIT("source"), VAR_SOURCE},
    {STR_INIT("status"), VAR_STATUS},
    {STR_INIT("submitted"), VAR_SUBMITTED},
    {STR_INIT("supplement-number"), VAR_SUPPLEMENT_NUMBER},
    {STR_INIT("title"), VAR_TITLE},
    {STR_INIT("title-short"), VAR_TITLE_SHORT},
    {STR_INIT("translator"), VAR_TRANSLATOR},
    {STR_INIT("version"), VAR_VERSION},
    {STR_INIT("volume"), VAR_VOLUME},
    {STR_INIT("volume-title"), VAR_VOLUME_TITLE},
    {STR_INIT("year-suffix"), VAR_YEAR_SUFFIX},
};

_Static_assert(ARRAY_LEN(types_by_name) == ITEM_TYPE_COUNT, "each type can be found");
_Static_assert(ARRAY_LEN(vars_by_name) == VAR_COUNT, "each variable can be found");

static int compare_entry(const void *key, const void *entry) {
    return str_cmp(*(const struct str *)key, ((const struct name_entry *)entry)->name);
}

static int find_name(struct str name, const struct name_entry *table, size_t n, int none) {
    const struct name_entry *e = bsearch(&name, table, n, sizeof *table, compare_entry);
    return e ? e->value : none;
}

const char *item_type_name(enum item_type t) {
    return t < ITEM_TYPE_COUNT ? type_names[t] : "";
}

enum item_type item_type_find(struct str name) {
    return (enum item_type)find_name(name, types_by_name, ARRAY_LEN(types_by_name), ITEM_TYPE_NONE);
}

const char *item_var_name(enum item_var v) {
    return v < VAR_COUNT ? var_names[v] : "";
}

enum item_var item_var_find(struct str name) {
    return (enum item_var)find_name(name, vars_by_name, ARRAY_LEN(vars_by_name), VAR_NONE);
}

_Static_assert(VAR_COUNT <= 128, "a bit for each variable");

/** Index of the first field whose variable is not less than `v`. */
static size_t field_index(const struct item *it, enum item_var v) {
    uint64_t below = it->has[v / 64] & ((UINT64_C(1) << (v % 64)) - 1);
    return bits_set(below) + (v < 64 ? 0 : bits_set(it->has[0]));
}

const struct item_field *item_field_at(const struct item *it, enum item_var v) {
    return &it->fields[field_index(it, v)];
}

struct str item_text(const struct item *it, enum item_var v) {
    return item_rich(it, v).text;
}

const struct item_date *item_date(const struct item *it, enum item_var v) {
    const struct item_field *f = var_is_date(v) ? item_field(it, v) : NULL;
    return f ? f->u.date : NULL;
}

struct item_names item_names(const struct item *it, enum item_var v) {
    const struct item_field *f = var_is_name(v) ? item_field(it, v) : NULL;
    return f ? f->u.names : (struct item_names){NULL, 0};
}

struct rich item_extra(const struct item *it, const char *name) {
    for (size_t i = 0; i < it->nextras; i++) {
        if (str_ieq(it->extras[i].name, str_of(name))) {
            return it->extras[i].text;
        }
    }
    return RICH_EMPTY;
}

/* ---- names ---- */

void item_name_set(struct arena *a, struct item_name *nm, enum item_name_part part, struct rich r) {
    nm->parts[part] = r.text;
    if (!r.marks && !nm->marks) {
        return;
    }
    struct item_name_marks *marks = ARENA_NEW(a, struct item_name_marks);
    if (nm->marks) {
        *marks = *nm->marks;
    }
    marks->of[part] = r.marks;
    nm->marks = marks;
}

bool item_name_eq(const struct item_name *x, const struct item_name *y) {
    bool same = x->comma_suffix == y->comma_suffix && x->static_ordering == y->static_ordering &&
                x->others == y->others && str_eq(x->note, y->note) && str_eq(x->words, y->words);
    for (int i = 0; same && i < NAME_PART_COUNT; i++) {
        enum item_name_part part = (enum item_name_part)i;
        same = rich_eq(item_name_part(x, part), item_name_part(y, part));
    }
    return same;
}

static size_t skip_digits(struct str s, size_t at) {
    while (at < s.n && is_digit(s.p[at])) {
        at++;
    }
    return at;
}

size_t item_doi_prefix(struct str s) {
    size_t i = skip_digits(s, 3);
    if (!str_starts(s, STR("10.")) || i < 7 || i > 12) {
        return 0;
    }
    while (i + 1 < s.n && s.p[i] == '.' && is_digit(s.p[i + 1])) {
        i = skip_digits(s, i + 1);
    }
    return i < s.n && s.p[i] == '/' ? i + 1 : 0;
}

struct item_field *item_set(struct arena *a, struct item *it, enum item_var v, struct span span) {
    if (v >= VAR_COUNT) {
        BUG("item_set: no such variable");
    }
    size_t at = field_index(it, v);
    if (!item_has(it, v)) {
        /* Capacity is implied: arrays grow when the count is a power of two (at least 8). */
        size_t n = it->nfields;
        if (n == 0 || (n >= 8 && (n & (n - 1)) == 0)) {
            struct item_field *grown = ARENA_ARRAY(a, struct item_field, n ? 2 * n : 8);
            if (n) {
                memcpy(grown, it->fields, n * sizeof *grown);
            }
            it->fields = grown;
        }
        memmove(it->fields + at + 1, it->fields + at, (n - at) * sizeof *it->fields);
        it->nfields++;
        it->has[v / 64] |= UINT64_C(1) << (v % 64);
    }
    it->fields[at] = (struct item_field){.var = v, .span = span};
    return &it->fields[at];
}

void item_set_text(struct arena *a, struct item *it, enum item_var v, struct rich text,
                   struct span span) {
    if (v >= VAR_DATES_BEGIN) {
        BUG("item_set_text: not a variable of text");
    }
    item_set(a, it, v, span)->u.text = text;
}

void item_set_date(struct arena *a, struct item *it, enum item_var v, const struct item_date *date,
                   struct span span) {
    if (!var_is_date(v)) {
        BUG("item_set_date: not a variable of dates");
    }
    const struct item_date *copy = arena_copy(a, date, sizeof *date);
    item_set(a, it, v, span)->u.date = copy;
}

struct str item_orcid_digits(struct str s) {
    size_t slash = s.n;
    while (slash && s.p[slash - 1] != '/' && s.p[slash - 1] != ':') {
        slash--;
    }
    return str_from(s, slash);
}
