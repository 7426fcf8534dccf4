/* SPDX-License-Identifier: MIT */
/* Maps the records in a service's tree to items, as the rows of service_fields.def describe. */
#include "cite/bib/format/service.h"

#include "cite/bib/item/csl_internal.h"
#include "cite/bib/item/item_text.h"
#include "core/base/map.h"
#include "core/base/markup.h"
#include "core/base/word_list.h"
#include "core/data/json.h"

#include <string.h>

DIAG_USE(DIAG_BIB_UNREAD);

/** How a row uses the values at its path. `what` in a row is a variable, except where noted. */
enum kind {
    TEXT,     /* the first value, as text */
    LINES,    /* the first value, as text with its line breaks */
    STOPPED,  /* a title that the service ends with a full stop */
    MARKUP,   /* text with HTML tags and character references */
    SUBTITLE, /* a subtitle, which is appended to the title after a colon */
    /* a text for the variable `what`, or, if the item already has that variable, for the variable
     * with the name `arg` */
    EITHER,
    ISBD, /* texts of library cards: the punctuation at their ends is removed, and values are joined
             by colons */
    COUNT,  /* the number before " p", as in "xii, 345 pages" */
    SERIAL, /* an ISSN or ISBN, distinguished by its form */
    NUMBER, /* the text up to a blank or a parenthesis */
    ISSUED, /* a date, as text or as CSL's object */
    PARTS,  /* a date as a map with year, month and day */
    YEAR,   /* the year: the first four digits */
    PAGES,  /* the first page; `arg` is the path of the last page */
    EID,
    KEYWORDS,
    ARXIV,
    /* "DOI 10.1/x", "ISBN 978...", or an address; another text becomes the variable `what` */
    IDENT,
    /* Names. `arg` is "short" for names as in PubMed, ";" for several names in one text, "body"
     * for literal names, "listed" for names that are literal unless they have a comma. A map
     * without a family name is the name of an institution. */
    NAMES,
    BESIDE, /* family names; `arg` is the path of the list with the given names */
    CARDS,  /* names of persons and institutions in MARC, with their roles */
    KEY,    /* the citation key */
    TYPE,   /* the type is found by `arg` and the value together */
    HAS,    /* if this value exists, the record has the type `what` */
    FLAG,   /* a flag; the extra `arg` becomes "true", unless the value is false */
    EXTRA,  /* a value that is kept as the extra `arg` */
    /* data that is not about the work; `arg` lists names of members, separated by blanks */
    SKIP
};

struct row {
    enum service_id service;
    const char *path;
    enum kind kind;
    int what;
    const char *arg;
};

static const struct row rows[] = {
#define FIELD(ID, path, kind, what, arg) {SERVICE_OF_##ID, path, kind, what, arg},
#include "cite/bib/format/service_fields.def"
#undef FIELD
};

static const struct {
    enum service_id service;
    const char *name;
    enum item_type type;
} types[] = {
#define TYPE_OF(ID, name, type) {SERVICE_OF_##ID, name, type},
#include "cite/bib/format/service_types.def"
#undef TYPE_OF
};

static const enum bib_format formats[] = {
#define SERVICE(ID, id, form, type, records, marks) BIB_##ID,
#include "cite/bib/format/services.def"
#undef SERVICE
};

struct mapper {
    struct bib_input *in;
    enum service_id service;
    enum item_type usual; /* the type of a record that does not name one */
    size_t first, end;    /* the range of the service's rows */
    struct bib_record r;
    struct map unread; /* members that have values but no row, mapped to their first places */
    bool skip;         /* the record is a file or a note, and not a work */
};

/* ---- texts ---- */

/** Removes the tags of JATS and MathML, which occur in Crossref's titles and abstracts. */
static struct str without_foreign_tags(struct arena *a, struct str s) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < s.n; i++) {
        struct str rest = str_from(s, i);
        size_t close = s.p[i] == '<' ? str_index(rest, '>') : STR_NONE;
        struct str name = close == STR_NONE ? STR_EMPTY : str_slice(rest, 1, close);
        name = str_from(name, str_starts(name, STR("/")));
        if (str_starts(name, STR("jats:")) || str_starts(name, STR("mml:"))) {
            i += close;
        } else {
            buf_putc(&b, s.p[i]);
        }
    }
    return buf_finish(&b, a);
}

/** Replaces character references. This is done twice, because Crossref escapes some texts twice. */
static struct str without_references(void *user, struct arena *a, struct str s) {
    (void)user;
    for (int pass = 0; pass < 2 && str_index(s, '&') != STR_NONE; pass++) {
        struct buf b = BUF_INIT;
        for (size_t i = 0; i < s.n;) {
            uint32_t cp;
            size_t n = s.p[i] == '&' ? markup_reference(str_from(s, i), &cp) : 0;
            if (n) {
                buf_rune(&b, cp);
            } else {
                buf_putc(&b, s.p[i]);
            }
            i += n ? n : 1;
        }
        s = buf_finish(&b, a);
    }
    return s;
}

static struct rich read_text(struct mapper *m, enum kind kind, struct str text) {
    struct arena *a = m->r.a;
    text = kind == LINES ? str_trim(text)
                         : arena_one_line(a, kind == MARKUP ? without_foreign_tags(a, text) : text);
    struct rich rich = bib_record_read_text(&m->r, text);
    rich = kind == MARKUP ? rich_map(a, rich, without_references, NULL) : rich;
    return kind == STOPPED ? bib_record_without_stop(a, rich) : rich;
}

/** Removes the punctuation at the end of a text of a library card, before the card's next area: "A
 * history of dredging /". */
static struct str without_isbd(struct str s) {
    s = str_trim(s);
    while (s.n && strchr("/:;,=[].", s.p[s.n - 1])) {
        s = str_trim_end(str_slice(s, 0, s.n - 1));
    }
    return str_from(s, s.n && s.p[0] == '[');
}

static bool put(struct mapper *m, enum item_var v, struct rich text, struct span at) {
    if (v == VAR_ISSN && text.text.n == 8) {
        text = rich_of(
            arena_join(m->r.a, 3, str_slice(text.text, 0, 4), STR("-"), str_from(text.text, 4)));
    } else if (v == VAR_PAGE) {
        text = rich_of(bib_record_whole_pages(m->r.a, text.text));
    }
    return bib_record_text(&m->r, v, text, at);
}

/** Reads "DOI 10.1/x", "ISBN 978-1" or "https://doi.org/10.1/x". If there are several ISSNs or
 * ISBNs, the first one is used. */
static void put_identifier(struct mapper *m, struct str s, enum item_var other, struct span at) {
    struct str rest = s, kind = str_cut(&rest, ' ');
    enum item_var v = str_ieq(kind, STR("doi"))    ? VAR_DOI
                      : str_ieq(kind, STR("isbn")) ? VAR_ISBN
                      : str_ieq(kind, STR("issn")) ? VAR_ISSN
                                                   : VAR_NONE;
    if (v != VAR_NONE && rest.p) {
        rest = str_trim(rest);
        put(m, v, rich_of(v == VAR_DOI ? rest : str_cut(&rest, ' ')), at);
    } else if (item_doi_prefix(str_from(s, bib_doi_prefix(s)))) {
        put(m, VAR_DOI, rich_of(s), at);
    } else if (str_starts(s, STR("http"))) {
        put(m, VAR_URL, rich_of(s), at);
    } else if (other != VAR_NONE) {
        put(m, other, rich_of(s), at);
    }
}

/* ---- names ---- */

/** Returns the part of a name that the member `key` of a person's map has, in the data of any
 * service. */
static enum item_name_part part_of(struct str key) {
    static const struct {
        const char *names;
        enum item_name_part part;
    } parts[] = {
        {"family familyName lastName last_name family-names surname LastName", ITEM_NAME_FAMILY},
        {"given givenName firstName first_name given-names given-name givenname given_names "
         "ForeName",
         ITEM_NAME_GIVEN},
        {"suffix name-suffix", ITEM_NAME_SUFFIX},
        {"name-particle prefix", ITEM_NAME_NON_DROPPING_PARTICLE},
        {"literal collab", ITEM_NAME_LITERAL}};
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        if (str_among(key, parts[i].names)) {
            return parts[i].part;
        }
    }
    return NAME_PART_COUNT;
}

/** Returns the full name in a person's map. */
static struct str full_name(const struct node *n) {
    static const char *const members[] = {"display_name", "full_name", "name",
                                          "text",         "value",     "raw_name"};
    struct str name = STR_EMPTY;
    for (size_t i = 0; i < ARRAY_LEN(members) && name.n == 0; i++) {
        name = bib_service_text(node_get(n, members[i]));
    }
    return name;
}

/** Removes the number by which DBLP distinguishes persons of the same name: "Anna Reed 0001". */
static struct str without_number(struct str s) {
    size_t n = s.n;
    while (n > 0 && is_digit(s.p[n - 1])) {
        n--;
    }
    return s.n - n == 4 && n > 1 && s.p[n - 1] == ' ' ? str_trim_end(str_slice(s, 0, n)) : s;
}

static struct item_name read_full_name(struct arena *a, struct str s, const char *form) {
    struct item_name nm = {.literal = s};
    s = without_number(arena_one_line(a, s));
    bool listed = strcmp(form, "listed") == 0 && str_index(s, ',') == STR_NONE;
    if (strcmp(form, "body") == 0 || listed || s.n == 0) {
        return (struct item_name){.literal = s};
    }
    if (str_index(s, ',') != STR_NONE) {
        return bib_record_read_name(a, s);
    }
    if (strcmp(form, "short") == 0) {
        return bib_record_short_name(a, s);
    }
    if (str_index(s, ' ') != STR_NONE && item_name_of_text(a, s, &nm)) {
        return nm;
    }
    return (struct item_name){.literal = s};
}

static struct item_name read_person(struct mapper *m, const struct node *n, const char *form) {
    struct item_name nm = {.others = false};
    if (n->kind != NODE_MAP) {
        return read_full_name(m->r.a, bib_service_text(n), form);
    }
    struct str orcid = STR_EMPTY;
    for (size_t i = 0; i < n->n; i++) {
        enum item_name_part part = part_of(n->keys[i]);
        if (part != NAME_PART_COUNT) {
            nm.parts[part] = arena_one_line(m->r.a, bib_service_text(n->items[i]));
        } else if (str_ieq(n->keys[i], STR("orcid"))) {
            orcid = item_orcid_digits(bib_service_text(n->items[i]));
        }
    }
    struct str kind = bib_service_text(node_get(n, "nameType"));
    kind = kind.n ? kind : bib_service_text(node_get(n, "authtype"));
    if (str_iamong(kind, "organizational corporate collectivename")) {
        form = "body";
    }
    if (nm.family.n == 0 && nm.given.n) {
        /* in Hayagriva, "name" is the family name */
        nm.family = bib_service_text(node_get(n, "name"));
    }
    if (nm.family.n) {
        nm.literal = STR_EMPTY;
        nm.given = bib_part_initials(m->r.a, nm.given);
        bib_record_split_particle(&nm);
    } else if (nm.literal.n == 0) {
        struct str full = full_name(n);
        nm = read_full_name(m->r.a, full.n ? full : nm.given, form);
    }
    nm.words = orcid.n ? arena_join(m->r.a, 2, STR("orcid:"), orcid) : STR_EMPTY;
    return nm;
}

/** Adds several names in one text, each with an identifier: "Marsh, Tilda (57200000000); Dunn, Vera
 * (57200000001)". */
static void put_list(struct mapper *m, enum item_var v, const struct node *n) {
    for (struct str rest = bib_service_text(n); rest.p;) {
        struct str one = str_trim(str_cut(&rest, ';'));
        one = str_trim(str_slice(one, 0, str_index(one, '(')));
        bib_record_name(&m->r, v, read_full_name(m->r.a, one, "short"), n->span);
    }
}

static void put_names(struct mapper *m, const struct row *row, const struct service_values *found) {
    enum item_var v = (enum item_var)row->what;
    for (size_t i = 0; i < found->n; i++) {
        if (strcmp(row->arg, ";") == 0) {
            put_list(m, v, found->p[i]);
        } else {
            bib_record_name(&m->r, v, read_person(m, found->p[i], row->arg), found->p[i]->span);
        }
    }
}

/** Adds names whose parts are in two lists of equal lengths. */
static void put_pairs(struct mapper *m, const struct row *row, const struct node *record,
                      const struct service_values *families) {
    struct service_values given = VEC_INIT;
    bib_service_find(&given, record, str_of(row->arg));
    for (size_t i = 0; i < families->n && given.n == families->n; i++) {
        struct item_name nm = {.family = bib_service_text(families->p[i]),
                               .given = bib_part_initials(m->r.a, bib_service_text(given.p[i]))};
        bib_record_split_particle(&nm);
        bib_record_name(&m->r, (enum item_var)row->what, nm, families->p[i]->span);
    }
    vec_drop(&given);
}

/** Reads a name in a field of MARC 21: $a has the name, and $4 or $e has the role. The fields 110
 * and 710 are names of institutions. */
static void put_card(struct mapper *m, const struct node *n) {
    struct str tag = bib_service_text(node_get(n, "@tag")),
               name = bib_service_text(bib_service_first(n, "subfield[@code=a]")),
               role = bib_service_text(bib_service_first(n, "subfield[@code=4]"));
    role = role.n ? role : bib_service_text(bib_service_first(n, "subfield[@code=e]"));
    enum item_var v = str_starts(role, STR("ed"))   ? VAR_EDITOR
                      : str_starts(role, STR("tr")) ? VAR_TRANSLATOR
                      : str_starts(role, STR("il")) ? VAR_ILLUSTRATOR
                                                    : VAR_AUTHOR;
    bool initial = name.n > 2 && name.p[name.n - 1] == '.' && is_upper(name.p[name.n - 2]);
    name = initial ? name : without_isbd(name);
    bool person = str_is(tag, "100") || str_is(tag, "700");
    bib_record_name(&m->r, v, read_full_name(m->r.a, name, person ? "" : "body"), n->span);
}

/* ---- dates, types, identifiers ---- */

/** Removes a month and day of zero, as in "2020-03-00" and "2020-00-00". */
static struct str without_zeros(struct str s) {
    while (str_ends(s, STR("-00")) || str_ends(s, STR("/00"))) {
        s = str_slice(s, 0, s.n - 3);
    }
    size_t hour = s.n > 10 && s.p[4] == '-' ? str_index(s, 'T') : STR_NONE;
    return hour == 10 ? str_slice(s, 0, 10) : s;
}

static void put_date(struct mapper *m, enum item_var v, const struct node *n) {
    struct item_date date;
    if (n->kind != NODE_MAP || bib_service_text(n).n) {
        struct str text = without_zeros(bib_service_text(n));
        if (bib_date_edtf(text, &date) && !item_field(m->r.it, v)) {
            item_set_date(m->r.a, m->r.it, v, &date, n->span);
        } else {
            bib_record_date(&m->r, v, text, n->span);
        }
    } else if (!item_field(m->r.it, v) && item_csl_date(n, &date, NULL)) {
        item_set_date(m->r.a, m->r.it, v, &date, n->span);
    }
}

static void put_parts(struct mapper *m, enum item_var v, const struct node *n) {
    struct str year = bib_service_text(node_get(n, "year"));
    if (year.n && !item_field(m->r.it, v)) {
        bib_record_day(&m->r, v, year, bib_service_text(node_get(n, "month")),
                       bib_service_text(node_get(n, "day")), n->span);
    }
}

static void put_year(struct mapper *m, enum item_var v, const struct node *n) {
    struct str s = bib_service_text(n);
    for (size_t i = 0, digits = 0; i < s.n; i++) {
        digits = is_digit(s.p[i]) ? digits + 1 : 0;
        if (digits == 4) {
            bib_record_date(&m->r, v, str_slice(s, i - 3, i + 1), n->span);
            return;
        }
    }
}

static void put_type(struct mapper *m, const char *prefix, struct str value) {
    struct item *it = m->r.it;
    struct str name = arena_join(m->r.a, 2, str_of(prefix), value);
    for (size_t i = 0; i < ARRAY_LEN(types) && it->type == ITEM_TYPE_NONE; i++) {
        it->type = types[i].service == m->service && str_ieq(name, str_of(types[i].name))
                       ? types[i].type
                       : ITEM_TYPE_NONE;
    }
    m->skip = m->skip ||
              (m->service == SERVICE_OF_ZOTERO && str_among(value, "attachment note annotation"));
    if (prefix[0] || it->type != ITEM_TYPE_NONE) {
        return;
    }
    it->type = m->service == SERVICE_OF_REFER ? bib_endnote_type(value)
                                              : item_type_find(arena_lower(m->r.a, value));
    it->type = it->type == ITEM_TYPE_NONE ? item_type_of_registry(value) : it->type;
}

static void put_arxiv(struct mapper *m, const struct node *n) {
    struct bib_arxiv x;
    if (bib_arxiv_read(bib_service_text(n), &x)) {
        bib_record_arxiv(&m->r, x, n->span);
    }
}

static void put_pages(struct mapper *m, const struct row *row, const struct node *record,
                      const struct node *n) {
    struct str from = bib_service_text(n),
               to = bib_service_text(bib_service_first(record, row->arg));
    bool range = to.n && !str_eq(from, to) && str_index(from, '-') == STR_NONE;
    put(m, VAR_PAGE, rich_of(range ? arena_join(m->r.a, 3, from, STR("-"), to) : from), n->span);
}

static void put_subtitle(struct mapper *m, struct str text, struct span at) {
    struct rich title = item_rich(m->r.it, VAR_TITLE), more = read_text(m, MARKUP, text);
    if (title.text.n && more.text.n && str_find(title.text, more.text) == STR_NONE) {
        item_set_text(m->r.a, m->r.it, VAR_TITLE, rich_join(m->r.a, title, STR(": "), more), at);
    }
}

/** Sets the last number before " p". */
static void put_count(struct mapper *m, enum item_var v, struct str s, struct span at) {
    size_t end = str_find(s, STR(" p")), begin = end;
    while (end != STR_NONE && begin > 0 && is_digit(s.p[begin - 1])) {
        begin--;
    }
    if (end != STR_NONE && begin < end) {
        put(m, v, rich_of(str_slice(s, begin, end)), at);
    }
}

/** Joins all values of a library card's field into one text. */
static void put_isbd(struct mapper *m, enum item_var v, const struct service_values *found) {
    struct str text = STR_EMPTY;
    for (size_t i = 0; i < found->n; i++) {
        struct str one = without_isbd(bib_service_text(found->p[i]));
        text = text.n && one.n ? arena_join(m->r.a, 3, text, STR(": "), one) : text.n ? text : one;
    }
    put(m, v, rich_of(text), found->p[0]->span);
}

/* ---- rows ---- */

/** Applies a row to one value. */
static void take_value(struct mapper *m, const struct row *row, const struct node *record,
                       const struct node *n) {
    struct str text = bib_service_text(n);
    enum item_var v = (enum item_var)row->what;
    switch (row->kind) {
    case TEXT:
    case LINES:
    case STOPPED:
    case MARKUP:
        put(m, v, read_text(m, row->kind, text), n->span);
        break;
    case EITHER:
        if (!put(m, v, read_text(m, TEXT, text), n->span)) {
            put(m, item_var_find(str_of(row->arg)), read_text(m, TEXT, text), n->span);
        }
        break;
    case SUBTITLE:
        put_subtitle(m, text, n->span);
        break;
    case NUMBER:
        text = str_slice(text, 0, str_index(text, '('));
        put(m, v, rich_of(str_cut(&text, ' ')), n->span);
        break;
    case COUNT:
        put_count(m, v, text, n->span);
        break;
    case SERIAL:
        put(m, bib_record_serial_var(&m->r, text), rich_of(text), n->span);
        break;
    case ISSUED:
        put_date(m, v, n);
        break;
    case PARTS:
        put_parts(m, v, n);
        break;
    case YEAR:
        put_year(m, v, n);
        break;
    case PAGES:
        put_pages(m, row, record, n);
        break;
    case EID:
        item_set_article_number(m->r.a, m->r.it, rich_of(text), n->span);
        break;
    case ARXIV:
        put_arxiv(m, n);
        break;
    case KEY:
        m->r.it->id = m->r.it->id.n ? m->r.it->id : text;
        break;
    case TYPE:
        if (m->r.it->type == ITEM_TYPE_NONE) {
            put_type(m, row->arg, text);
        }
        break;
    case HAS:
        m->r.it->type = m->r.it->type == ITEM_TYPE_NONE ? (enum item_type)row->what : m->r.it->type;
        break;
    case FLAG:
        if (!str_among(text, "false 0 no")) {
            bib_record_extra(&m->r, str_of(row->arg), rich_of(STR("true")), n->span);
        }
        break;
    case EXTRA:
        bib_record_extra(&m->r, str_of(row->arg), rich_of(text), n->span);
        break;
    case ISBD:
    case KEYWORDS:
    case IDENT:
    case NAMES:
    case BESIDE:
    case CARDS:
    case SKIP:
        break;
    }
}

static void take_row(struct mapper *m, const struct row *row, const struct node *record) {
    struct service_values found = VEC_INIT;
    if (row->kind != SKIP) {
        bib_service_find(&found, record, str_of(row->path));
    }
    enum item_var v = (enum item_var)row->what;
    for (size_t i = 0;
         i < found.n && (row->kind == KEYWORDS || row->kind == IDENT || row->kind == CARDS); i++) {
        if (row->kind == KEYWORDS) {
            bib_record_append(&m->r, v, read_text(m, MARKUP, bib_service_text(found.p[i])), ", ",
                              found.p[i]->span);
        } else if (row->kind == IDENT) {
            put_identifier(m, bib_service_text(found.p[i]), v, found.p[i]->span);
        } else {
            put_card(m, found.p[i]);
        }
    }
    if (found.n && row->kind == ISBD) {
        put_isbd(m, v, &found);
    } else if (found.n && row->kind == NAMES && !item_field(m->r.it, v)) {
        put_names(m, row, &found);
    } else if (found.n && row->kind == BESIDE && !item_field(m->r.it, v)) {
        put_pairs(m, row, record, &found);
    } else if (found.n) {
        take_value(m, row, record, found.p[0]);
    }
    vec_drop(&found);
}

/* ---- records ---- */

/** Whether a member of a record has a value that is worth a report. */
static bool is_filled(const struct node *n) {
    bool inside = n->kind == NODE_LIST || n->kind == NODE_MAP;
    return inside ? n->n > 0 : bib_service_text(n).n > 0 && !str_among(n->text, "false 0");
}

static bool is_read(const struct mapper *m, struct str member) {
    for (size_t i = m->first; i < m->end; i++) {
        struct str rest = str_of(rows[i].path), step = str_cut(&rest, '/'),
                   last = str_of(rows[i].arg);
        step = str_slice(step, 0, str_index(step, '['));
        last = rows[i].kind == PAGES || rows[i].kind == BESIDE ? str_cut(&last, '/') : STR_EMPTY;
        if (str_eq(step, member) || str_eq(last, member) || str_is(step, "*") ||
            (rows[i].kind == SKIP && str_among(member, rows[i].arg)) ||
            (rows[i].kind == PARTS && str_is(step, ".") && str_among(member, "year month day"))) {
            return true;
        }
    }
    return false;
}

static void look_for_unread(struct mapper *m, const struct node *record) {
    for (size_t i = 0; i < record->n; i++) {
        struct str key = record->keys[i];
        if (key.n && key.p[0] != '@' && m->unread.n < 1000 && !map_lookup(&m->unread, key) &&
            is_filled(record->items[i]) && !is_read(m, key)) {
            map_put(&m->unread, key, &record->key_spans[i]);
        }
    }
}

/** Reports, in one diagnostic, all members of a file that were not read. */
static void report_unread(struct mapper *m) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < m->unread.n && i < 12; i++) {
        buf_printf(&b, "%s`%.*s`", i ? ", " : "", STR_ARG(m->unread.entries[i].key));
    }
    if (m->unread.n) {
        struct span at = *(const struct span *)m->unread.entries[0].value;
        diag_add(m->in->d, DIAG_BIB_UNREAD, at,
                 "the format `%s` has members that are not read: %.*s%s",
                 bib_format_name(formats[m->service]), STR_ARG(buf_view(&b)),
                 m->unread.n > 12 ? " and others" : "");
    }
    buf_drop(&b);
}

/** Adds data that the service does not give: the type, and the address of a preprint. */
static void complete(struct mapper *m) {
    struct item *it = m->r.it;
    if (it->type == ITEM_TYPE_NONE && m->usual == ITEM_TYPE_DOCUMENT &&
        item_field(it, VAR_CONTAINER_TITLE)) {
        bool journal =
            item_field(it, VAR_ISSN) || item_field(it, VAR_VOLUME) || item_field(it, VAR_ISSUE);
        it->type = journal ? ITEM_TYPE_ARTICLE_JOURNAL : ITEM_TYPE_CHAPTER;
    }
    struct bib_arxiv x;
    if (!item_field(it, VAR_DOI) && item_arxiv(it, &x)) {
        put(m, VAR_URL, rich_of(arena_join(m->r.a, 2, bib_archive_address(STR("arxiv")), x.id)),
            it->span);
    }
    it->type = it->type == ITEM_TYPE_NONE ? m->usual : it->type;
    it->in_journal = it->type == ITEM_TYPE_ARTICLE_JOURNAL;
}

static bool read_record(struct mapper *m, const struct node *record) {
    bib_record_begin(&m->r, m->in, record->span);
    m->skip = false;
    /* two passes, because the meaning of some values depends on the type */
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = m->first; i < m->end; i++) {
            if ((rows[i].kind == TYPE || rows[i].kind == HAS) == (pass == 0)) {
                take_row(m, &rows[i], record);
            }
        }
    }
    complete(m);
    look_for_unread(m, record);
    if (m->skip || (m->r.it->nfields == 0 && m->r.npending == 0)) {
        bib_record_drop(&m->r);
        return false;
    }
    bib_record_finish(&m->r);
    return true;
}

static int by_place(const void *x, const void *y) {
    const struct node *a = *(const struct node *const *)x, *b = *(const struct node *const *)y;
    return (a->span.begin > b->span.begin) - (a->span.begin < b->span.begin);
}

/** Finds the records of a tree, in the order of the text. */
static void find_records(struct service_values *out, const struct node *root, const char *paths) {
    for (struct str rest = str_of(paths); rest.p && out->n == 0;) {
        bib_service_find(out, root, str_cut(&rest, ' '));
        size_t n = 0;
        for (size_t i = 0; i < out->n; i++) {
            out->p[n] = out->p[i];
            n += out->p[i]->kind == NODE_MAP;
        }
        out->n = n;
    }
    vec_sort(out, by_place);
}

/** Reads the export of ADS, which is BibTeX in a string of JSON. */
static size_t read_export(struct bib_input *in, struct str text) {
    struct bib_input inner = *in;
    inner.src = source_new(in->arena, in->src->name, text);
    inner.guessed = true;
    size_t n = bib_format_read(BIB_BIBLATEX, &inner);
    in->torn = in->torn || inner.torn;
    return n;
}

static size_t read_service(struct bib_input *in, enum service_id service, enum service_form form,
                           enum item_type usual, const char *paths) {
    struct node *root = bib_service_tree(in, form);
    struct str export = root ? node_text(node_get(root, "export")) : STR_EMPTY;
    if (!root || (service == SERVICE_OF_ADS && export.n)) {
        return root ? read_export(in, export) : 0;
    }
    struct mapper m = {.in = in, .service = service, .usual = usual, .unread = MAP_IN(in->arena)};
    while (m.first < ARRAY_LEN(rows) && rows[m.first].service != service) {
        m.first++;
    }
    for (m.end = m.first; m.end < ARRAY_LEN(rows) && rows[m.end].service == service;) {
        m.end++;
    }
    struct service_values records = VEC_INIT;
    find_records(&records, root, paths);
    size_t n = 0;
    for (size_t i = 0; i < records.n; i++) {
        n += read_record(&m, records.p[i]);
    }
    report_unread(&m);
    vec_drop(&records);
    return n;
}

#define SERVICE(ID, id, form, type, records, marks)                                                \
    size_t bib_##id##_read(struct bib_input *in) {                                                 \
        return read_service(in, SERVICE_OF_##ID, form, type, records);                             \
    }
#include "cite/bib/format/services.def"
#undef SERVICE

#define SERVICE(ID, id, form, type, records, marks)                                                \
    bool bib_##id##_sniff(struct str text) {                                                       \
        return bib_service_has_marks(text, form, marks);                                           \
    }
#include "cite/bib/format/services.def"
#undef SERVICE
