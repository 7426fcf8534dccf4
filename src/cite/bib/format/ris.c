/* SPDX-License-Identifier: MIT */
/*
 * RIS: two-letter tags, one value in a line, records from TY to ER. The meaning of some tags
 * depends on the type of record. Unknown tags are kept under their own names.
 */
#include "cite/bib/format/record.h"
#include "cite/bib/format/ris_types.h"
#include "cite/bib/format/tags.h"
#include "cite/bib/item/item_text.h"
#include "core/base/vec.h"

#include <string.h>

DIAG_USE(DIAG_BIB_SYNTAX);
DIAG_USE(DIAG_BIB_STRAY);

struct ris_value {
    char tag[3];
    struct str text;
    struct span span;
};

struct ris_record {
    struct ris_value *p;
    size_t n, cap;
};

/** The presence of tags on which the meaning of other tags depends. */
struct ris_others {
    bool c1, c3, journal;
};

struct ris {
    struct bib_input *in;
    size_t found;
};

/* ---- types and tags ---- */

/* The writer uses the first row of a CSL type. */
static const struct {
    const char *ris;
    enum item_type type;
} rows[] = {
#define RIS(ris, type) {ris, type},
#include "cite/bib/format/ris_types.def"
#undef RIS
};

/** Returns the type for a value of TY. ITEM_TYPE_NONE if it is unknown. */
static enum item_type find_type(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (str_ieq(name, str_of(rows[i].ris))) {
            return rows[i].type;
        }
    }
    return ITEM_TYPE_NONE;
}

const char *bib_ris_type_name(enum item_type t) {
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (rows[i].type == t) {
            return rows[i].ris;
        }
    }
    return "GEN";
}

static const struct bib_ris_tag plain_tags[] = {
#define TAG(tag, variable, written) {tag, variable, written},
#include "cite/bib/format/ris_tags.def"
#undef TAG
};

const struct bib_ris_tag *bib_ris_tags(size_t *n) {
    *n = ARRAY_LEN(plain_tags);
    return plain_tags;
}

bool bib_ris_has_versions(enum item_type t) {
    return t == ITEM_TYPE_SOFTWARE || t == ITEM_TYPE_DATASET;
}

/** Returns the variable for a tag in most records, or VAR_NONE. */
static enum item_var var_of_tag(const char *tag) {
    for (size_t i = 0; i < ARRAY_LEN(plain_tags); i++) {
        if (strcmp(plain_tags[i].tag, tag) == 0) {
            return plain_tags[i].v;
        }
    }
    return VAR_NONE;
}

struct name_tag {
    const char *tag;
    enum item_var v;
};

static const struct name_tag name_tags[] = {
    {"AU", VAR_AUTHOR},     {"A1", VAR_AUTHOR},     {"ED", VAR_EDITOR},
    {"A2", VAR_EDITOR},     {"A4", VAR_TRANSLATOR}, {"A3", VAR_COLLECTION_EDITOR},
    {"TA", VAR_TRANSLATOR},
};

/* ---- values ---- */

static const struct ris_value *find_value(const struct ris_record *rec, const char *tag) {
    for (size_t i = 0; i < rec->n; i++) {
        if (strcmp(rec->p[i].tag, tag) == 0) {
            return &rec->p[i];
        }
    }
    return NULL;
}

/** Sets a date such as "2010/05/01/spring", "2010///" or "2010-05". */
static void set_date(struct bib_record *r, enum item_var v, const struct ris_value *value) {
    struct str rest = value->text;
    const struct item_date *old = item_date(r->it, v);
    if (str_index(rest, '/') == STR_NONE) {
        bib_record_date(r, v, rest, value->span);
        return;
    }
    if (old && old->from.month) {
        return;
    }
    struct str year = str_cut(&rest, '/'), month = str_cut(&rest, '/'), day = str_cut(&rest, '/');
    struct str other = str_trim(rest);
    bib_record_day(r, v, year, str_trim(month).n ? month : other, day, value->span);
}

/** Whether a date has no year, as in Web of Science: DA has "JUL-AUG" or "AUG 15", and PY has the
 * year. */
static bool lacks_year(struct str s) {
    size_t digits = 0;
    for (size_t i = 0; i < s.n && digits < 4; i++) {
        digits = is_digit(s.p[i]) ? digits + 1 : 0;
    }
    struct str first = s;
    size_t word = str_past(s, 0, is_alpha);
    first = str_slice(s, 0, word);
    return digits < 4 && (bib_month(first) || bib_season(first));
}

/** Sets a date from the month in DA and the year in PY. */
static void set_month(struct bib_record *r, const struct ris_record *rec) {
    const struct ris_value *da = find_value(rec, "DA"), *year = find_value(rec, "PY");
    year = year ? year : find_value(rec, "Y1");
    const struct item_date *old = item_date(r->it, VAR_ISSUED);
    if (da && year && lacks_year(da->text) && !(old && old->from.month)) {
        struct str day = da->text, month = str_cut(&day, ' '), y = year->text;
        bib_record_day(r, VAR_ISSUED, str_cut(&y, '/'), month, day, da->span);
    }
}

/** Sets the pages. In a book or a thesis, "SP  - 345" is the number of pages. If SP and EP are
 * equal, there is one page. */
static void set_pages(struct bib_record *r, const struct ris_record *rec) {
    const struct ris_value *sp = find_value(rec, "SP"), *ep = find_value(rec, "EP");
    bool whole = r->it->type == ITEM_TYPE_BOOK || r->it->type == ITEM_TYPE_THESIS;
    if (!sp) {
        sp = ep;
        ep = NULL;
    }
    if (sp && sp->text.n) {
        int64_t n;
        bool range =
            ep && ep->text.n && !str_eq(ep->text, sp->text) && str_index(sp->text, '-') == STR_NONE;
        bool count = whole && !ep && str_to_i64(sp->text, &n);
        struct rich last = range ? bib_record_read_text(r, ep->text) : RICH_EMPTY;
        bib_record_text(r, count ? VAR_NUMBER_OF_PAGES : VAR_PAGE,
                        rich_join(r->a, bib_record_read_text(r, sp->text), STR("-"), last),
                        sp->span);
    }
}

/** Returns the variable for a tag of a conference paper; VAR_NONE if its usual meaning applies. C3
 * is the title of the proceedings. With C3, T2 is the title of the conference. C1 is the place of
 * publication. With C1, CY is the place of the conference. */
static enum item_var conference_var(const struct ris_others *others, const char *tag) {
    if (strcmp(tag, "C3") == 0) {
        return VAR_CONTAINER_TITLE;
    }
    if (strcmp(tag, "T2") == 0 && others->c3) {
        return VAR_EVENT_TITLE;
    }
    if (strcmp(tag, "C1") == 0) {
        return VAR_PUBLISHER_PLACE;
    }
    return strcmp(tag, "CY") == 0 && others->c1 ? VAR_EVENT_PLACE : VAR_NONE;
}

/** Returns the variable for a tag in this type of record. */
static enum item_var plain_var(const struct bib_record *r, const struct ris_others *others,
                               const struct ris_value *value) {
    const char *tag = value->tag;
    enum item_type type = r->it->type;
    enum item_var v = var_of_tag(tag);
    if (v == VAR_EDITION && bib_ris_has_versions(type)) {
        return VAR_VERSION;
    }
    if (strcmp(tag, "CY") == 0 && type == ITEM_TYPE_PATENT) {
        return VAR_JURISDICTION;
    }
    if (strcmp(tag, "C7") == 0 && !item_is_article(r->it)) {
        return VAR_NONE;
    }
    if (strcmp(tag, "SN") == 0) {
        return bib_record_serial_var(r, value->text);
    }
    if (strcmp(tag, "M1") == 0) {
        return type == ITEM_TYPE_PATENT ? VAR_NUMBER : VAR_NONE;
    }
    if (v == VAR_GENRE && bib_doi_prefix(value->text)) {
        return VAR_DOI; /* EndNote wrote the DOI into M3 before the tag DO existed */
    }
    if (v == VAR_PMCID && !str_starts(value->text, STR("PMC"))) {
        /* C2 is the PMC number of an article; in other types it is a year or a place */
        return VAR_NONE;
    }
    if (strcmp(tag, "JO") == 0 && others->journal &&
        !str_eq(value->text, item_text(r->it, VAR_CONTAINER_TITLE))) {
        return VAR_CONTAINER_TITLE_SHORT;
    }
    if (type == ITEM_TYPE_PAPER_CONFERENCE && conference_var(others, tag) != VAR_NONE) {
        return conference_var(others, tag);
    }
    if (v == VAR_ISSUE && !item_is_article(r->it)) {
        return VAR_NUMBER;
    }
    if (v == VAR_CONTAINER_TITLE && type == ITEM_TYPE_BOOK) {
        return item_field(r->it, VAR_TITLE) ? VAR_COLLECTION_TITLE : VAR_TITLE;
    }
    return v;
}

/** Returns the variable for names in a tag. A2 has the editors of a chapter's book, or the series
 * editors of a book; A3 has the advisors of a thesis. */
static enum item_var name_var(const struct bib_record *r, const char *tag) {
    enum item_var v = VAR_NONE;
    for (size_t i = 0; i < ARRAY_LEN(name_tags) && v == VAR_NONE; i++) {
        v = strcmp(name_tags[i].tag, tag) == 0 ? name_tags[i].v : VAR_NONE;
    }
    if (strcmp(tag, "A3") == 0 && r->it->type == ITEM_TYPE_THESIS) {
        return VAR_CONTRIBUTOR;
    }
    return strcmp(tag, "A2") == 0 && r->it->type == ITEM_TYPE_BOOK ? VAR_COLLECTION_EDITOR : v;
}

/** Reads a user-defined tag that contains a variable of CSL for which RIS has no tag: "U1  -
 * status: in press". Returns false for other values. */
static bool set_other(struct bib_record *r, const struct ris_value *value) {
    size_t colon = str_find(value->text, STR(": "));
    enum item_var v =
        colon == STR_NONE ? VAR_NONE : item_var_find(str_slice(value->text, 0, colon));
    return value->tag[0] == 'U' && is_digit(value->tag[1]) && v < VAR_DATES_BEGIN &&
           bib_record_text(r, v, bib_record_read_text(r, str_from(value->text, colon + 2)),
                           value->span);
}

/** Keeps the identifier as the eprint of the work, if the value is a second address and leads to
 * arXiv. Returns false for other values. */
static bool set_eprint(struct bib_record *r, const struct ris_value *value) {
    struct bib_arxiv x;
    struct str url = item_text(r->it, VAR_URL);
    if (strcmp(value->tag, "UR") != 0 || url.n == 0 || str_eq(url, value->text) ||
        !bib_arxiv_read(value->text, &x)) {
        return false;
    }
    bib_record_extra(r, STR("eprint"), rich_of(x.id), value->span);
    bib_record_extra(r, STR("eprinttype"), rich_of(STR("arxiv")), value->span);
    return true;
}

/** Reads one value. A value without a variable is kept under its tag. */
static void set_value(struct bib_record *r, const struct ris_others *others,
                      const struct ris_value *value) {
    const char *tag = value->tag;
    enum item_var v = name_var(r, tag);
    if (v != VAR_NONE) {
        bib_record_name(r, v, bib_record_read_name(r->a, value->text), value->span);
    } else if (strcmp(tag, "DA") == 0 && lacks_year(value->text)) {
        return; /* set_month() reads this date, together with the year in PY */
    } else if (strcmp(tag, "PY") == 0 || strcmp(tag, "Y1") == 0 || strcmp(tag, "DA") == 0) {
        set_date(r, VAR_ISSUED, value);
    } else if (strcmp(tag, "Y2") == 0 || strcmp(tag, "OP") == 0) {
        set_date(r, tag[0] == 'Y' ? VAR_ACCESSED : VAR_ORIGINAL_DATE, value);
    } else if (strcmp(tag, "KW") == 0) {
        bib_record_append(r, VAR_KEYWORD, bib_record_read_text(r, value->text), ", ", value->span);
    } else if (!set_other(r, value) && !set_eprint(r, value)) {
        v = plain_var(r, others, value);
        struct rich text = bib_record_read_text(r, value->text);
        bool same = v != VAR_NONE && rich_eq(item_rich(r->it, v), text);
        if (v == VAR_NONE || (!bib_record_text(r, v, text, value->span) && !same)) {
            bib_record_extra(r, arena_str(r->a, str_of(tag)), text, value->span);
        }
    }
}

/* ---- records ---- */

static void finish_record(struct ris *ris, struct ris_record *rec) {
    if (rec->n == 0) {
        return;
    }
    struct bib_record r;
    struct span at = rec->p[0].span;
    at.end = rec->p[rec->n - 1].span.end;
    bib_record_begin(&r, ris->in, at);
    struct ris_others others = {find_value(rec, "C1"), find_value(rec, "C3"),
                                find_value(rec, "JF") || find_value(rec, "T2")};
    for (size_t i = 0; i < rec->n; i++) {
        const struct ris_value *value = &rec->p[i];
        if (strcmp(value->tag, "TY") == 0) {
            r.it->type = find_type(value->text);
            r.it->type_text = r.it->type == ITEM_TYPE_NONE ? value->text : STR_EMPTY;
        } else if (strcmp(value->tag, "ID") == 0 && r.it->id.n == 0) {
            r.it->id = value->text;
            r.it->id_span = value->span;
        } else if (strcmp(value->tag, "SP") != 0 && strcmp(value->tag, "EP") != 0) {
            set_value(&r, &others, value);
        }
    }
    set_month(&r, rec);
    set_pages(&r, rec);
    if (item_is_article(r.it)) {
        item_set_article_number(r.a, r.it, item_rich(r.it, VAR_NUMBER), at);
    }
    struct bib_arxiv x;
    if (bib_arxiv_find(item_text(r.it, VAR_ARCHIVE_LOCATION), &x)) {
        item_set_arxiv(r.a, r.it, x, at);
    }
    bib_record_finish(&r);
    ris->found++;
}

/** Reads a tag: two letters or digits, blanks, a hyphen, as in "TY  - JOUR". */
static size_t read_tag(struct str line, struct str *tag) {
    *tag = str_slice(line, 0, 2);
    if (line.n < 5 || !is_upper(line.p[0]) || !is_alnum(line.p[1])) {
        return 0;
    }
    size_t i = 2 + str_run(line, 2, ' ');
    return i > 2 && i < line.n && line.p[i] == '-' ? i + 1 : 0;
}

static void report_open(struct ris *r, struct span record, struct span next) {
    struct diag *g = diag_add(r->in->d, DIAG_BIB_SYNTAX, record, "this record is not closed");
    diag_relate(r->in->d, g, next, "the next record begins here");
    diag_hint(r->in->d, g, "close it with a line `ER  - `");
}

/** Returns the place of a value on the line of its tag. If that line has no value, returns the
 * place of the tag. */
static struct span value_place(const struct bib_tag_reader *tags) {
    struct span at = tags->first;
    if (tags->pieces.n) {
        struct span piece = bib_tag_place(tags, tags->pieces.p[0]);
        if (piece.begin < at.end) {
            return piece;
        }
    }
    at.end = at.begin + 2;
    return at;
}

static void take_value(struct ris *r, struct ris_record *rec, const struct bib_tag_reader *tags) {
    struct ris_value value = {{tags->tag.p[0], tags->tag.p[1], '\0'},
                              bib_tag_text(tags, r->in->arena),
                              value_place(tags)};
    bool starts = strcmp(value.tag, "TY") == 0, ends = strcmp(value.tag, "ER") == 0;
    if (starts || ends) {
        if (starts && rec->n) {
            report_open(r, rec->p[0].span, value.span);
        }
        finish_record(r, rec);
        vec_clear(rec);
    }
    if (starts || (rec->n && !ends)) {
        vec_push(rec, value);
    } else if (!ends) {
        struct diag *g = diag_add(r->in->d, DIAG_BIB_STRAY, value.span,
                                  "this line stands outside of any record");
        diag_hint(r->in->d, g, "a record begins with `TY  - `");
    }
}

bool bib_ris_sniff(struct str text) {
    return str_starts(text, STR("TY  -"));
}

size_t bib_ris_read(struct bib_input *in) {
    static const struct bib_tag_form form = {read_tag, 0};
    struct ris r = {.in = in};
    struct ris_record rec = VEC_INIT;
    struct bib_tag_reader tags;
    bib_tag_begin(&tags, in->src, &form);
    while (bib_tag_next(&tags)) {
        if (tags.kind == BIB_TAG_VALUE) {
            take_value(&r, &rec, &tags);
        }
    }
    finish_record(&r, &rec); /* the last record often has no ER */
    bib_tag_drop(&tags);
    vec_drop(&rec);
    return r.found;
}
