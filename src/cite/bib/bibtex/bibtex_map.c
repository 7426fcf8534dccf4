/* SPDX-License-Identifier: MIT */
/*
 * Maps a .bib entry to an item: each field to a variable of CSL. Where biblatex and CSL allow a
 * choice, the mapping is that of pandoc. Fields without a variable are kept as extras.
 */
#include "cite/bib/bibtex/bibtex_map.h"

#include "cite/bib/item/archive.h"
#include "cite/bib/item/dates.h"
#include "cite/bib/item/item_language.h"
#include "cite/bib/item/item_text.h"
#include "core/base/vec.h"
#include "core/base/word_list.h"
#include "model/tex/math/math_rich.h"

/* ---- fields ---- */

struct rich bibtex_map_rich(struct bibtex_mapper *m, const struct bibtex_field *f, unsigned flags) {
    return f ? rich_trim(m->a, tex_to_rich(m->a, f->value, flags, f->span, m->d)) : RICH_EMPTY;
}

struct rich bibtex_map_text(struct bibtex_mapper *m, const char *name, unsigned flags) {
    return bibtex_map_rich(m, bibtex_map_take(m, name), flags);
}

void bibtex_map_set(struct bibtex_mapper *m, enum item_var v, struct rich text,
                    const struct bibtex_field *at) {
    if (text.text.n) {
        item_set_text(m->a, m->it, v, text, at ? at->span : m->e->span);
    }
}

/** Returns the text that biblatex prints for a localisation key. Other texts are returned
 * unchanged. */
static struct rich key_text(struct bibtex_mapper *m, struct rich text) {
    struct str known = tex_bibstring(arena_lower(m->a, text.text));
    return known.n ? rich_of(known) : text;
}

/** Returns the text of a literal list. In biblatex (manual 2.2.1) its parts are joined with "; ";
 * otherwise the text is unchanged. `keys` means that parts may be localisation keys. */
static struct rich list_text(struct bibtex_mapper *m, const struct bibtex_field *f, bool keys) {
    if (!f || !m->lists) {
        return bibtex_map_rich(m, f, TEX_LIGATURES);
    }
    struct rich out = RICH_EMPTY;
    for (size_t at = 0; at < f->value.n;) {
        size_t behind, end = bibtex_next_and_word(f->value, at, &behind);
        struct str part = str_trim(str_slice(f->value, at, end));
        struct span span = f->span;
        if (span.src && span.end - span.begin == f->value.n && part.n) {
            size_t from = span.begin + (size_t)(part.p - f->value.p);
            span = span_make(span.src, from, from + part.n);
        }
        struct rich text = rich_trim(m->a, tex_to_rich(m->a, part, TEX_LIGATURES, span, m->d));
        text = keys ? key_text(m, text) : text;
        out = rich_join(m->a, out, STR("; "), text);
        at = behind;
    }
    return out;
}

/* ---- what sort of entry it is ---- */

static bool has_any(const struct bibtex_mapper *m, const char *const *names, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (bibtex_field_find(&m->e->fields, names[i])) {
            return true;
        }
    }
    return false;
}

/** Finds the value of `name` in options such as `a=b, c`. It is empty for an option without a
 * value. */
static bool find_option(struct str options, struct str name, struct str *value) {
    for (struct str rest = options; rest.p;) {
        struct str v = str_cut(&rest, ',');
        if (str_ieq(str_trim(str_cut(&v, '=')), name)) {
            *value = str_trim(v);
            return true;
        }
    }
    return false;
}

/** Whether an option of this entry is on (biblatex manual 3.1.3). `useprefix` is the same as
 * `useprefix=true`. */
static bool has_option(const struct bibtex_mapper *m, const char *name, const char *wanted) {
    const struct bibtex_field *f = bibtex_field_find(&m->e->fields, "options");
    struct str value;
    return f && find_option(f->value, str_of(name), &value) &&
           str_ieq(value.n ? value : STR("true"), str_of(wanted));
}

/** Whether an entry is written for biblatex. If the user has not given the dialect, an entry
 * without fields of biblatex is BibTeX's. In BibTeX "John Wiley and Sons" is one publisher. */
static bool is_biblatex(const struct bibtex_mapper *m) {
    static const char *const modern[] = {"date",        "journaltitle", "location",  "langid",
                                         "hyphenation", "eprinttype",   "maintitle", "booksubtitle",
                                         "subtitle",    "titleaddon",   "urldate",   "origdate",
                                         "eventdate",   "bookauthor",   "pubstate"};
    return m->e->file->declared ? !m->e->file->classic
                                : !m->e->file->classic && has_any(m, modern, ARRAY_LEN(modern));
}

static void map_type(struct bibtex_mapper *m) {
    static const char *const events[] = {"eventtitle", "eventdate", "venue"};
    const struct bibtex_type *row = bibtex_type_find(m->type);
    m->flags = row ? row->flags : 0;
    enum item_type t = row ? row->type : item_type_find(m->type);
    struct str sub = bibtex_map_text(m, "entrysubtype", TEX_PLAIN).text;
    if (t == ITEM_TYPE_ARTICLE_JOURNAL && str_ieq(sub, STR("magazine"))) {
        t = ITEM_TYPE_ARTICLE_MAGAZINE;
    } else if (t == ITEM_TYPE_ARTICLE_JOURNAL && str_ieq(sub, STR("newspaper"))) {
        t = ITEM_TYPE_ARTICLE_NEWSPAPER;
    } else if (t == ITEM_TYPE_MANUSCRIPT && has_any(m, events, ARRAY_LEN(events))) {
        t = ITEM_TYPE_SPEECH;
    } else if (sub.n) {
        bibtex_field_find(&m->e->fields, "entrysubtype")->used = false;
    }
    m->it->type = t;
}

/** Returns the language, with polyglossia's variants of English: `langidopts = {variant=british}`
 * (biblatex manual 2.2.3). */
static struct str language_tag(const struct bibtex_mapper *m, const struct bibtex_field *f) {
    static const struct {
        struct str variant, tag;
    } rows[] = {
        {STR_INIT("american"), STR_INIT("en-US")},   {STR_INIT("us"), STR_INIT("en-US")},
        {STR_INIT("usmax"), STR_INIT("en-US")},      {STR_INIT("british"), STR_INIT("en-GB")},
        {STR_INIT("uk"), STR_INIT("en-GB")},         {STR_INIT("australian"), STR_INIT("en-AU")},
        {STR_INIT("newzealand"), STR_INIT("en-NZ")},
    };
    const struct bibtex_field *options = bibtex_field_find(&m->e->fields, "langidopts");
    struct str variant;
    if (options && str_ieq(str_trim(f->value), STR("english")) &&
        find_option(options->value, STR("variant"), &variant)) {
        for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
            if (str_ieq(variant, rows[i].variant)) {
                return rows[i].tag;
            }
        }
    }
    return bib_language(f->value);
}

static void map_language(struct bibtex_mapper *m) {
    static const char *const names[] = {"langid", "hyphenation", "language"};
    m->title_flags = TEX_NOCASE | TEX_LIGATURES;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        struct bibtex_field *f = bibtex_field_find(&m->e->fields, names[i]);
        struct str tag = f ? language_tag(m, f) : STR_EMPTY;
        if (tag.n && !item_field(m->it, VAR_LANGUAGE)) {
            f->used = true;
            bibtex_map_set(m, VAR_LANGUAGE, rich_of(tag), f);
            if (!bib_language_is_english(tag)) {
                /* nocase spans are not needed, because CSL changes the case of English titles
                 * only */
                m->title_flags = TEX_LIGATURES;
            }
        }
    }
}

/* ---- names ---- */

static void set_names(struct bibtex_mapper *m, const char *name, enum item_var v) {
    struct bibtex_field *f = bibtex_map_take(m, name);
    if (!f || item_field(m->it, v)) {
        return;
    }
    struct bibtex_name_options options = {.use_prefix = has_option(m, "useprefix", "true"),
                                          .junior_comma = has_option(m, "juniorcomma", "true")};
    struct item_names names = bibtex_names(m->a, f->value, f->span, options, m->d);
    struct str an = arena_join(m->a, 2, str_of(name), STR("+an"));
    struct bibtex_field *annotation = bibtex_field_find_str(&m->e->fields, an);
    if (annotation) {
        bibtex_annotate(m->a, names, annotation->value);
    }
    if (names.n) {
        item_set(m->a, m->it, v, f->span)->u.names = names;
    }
}

/** Sets editors. biblatex's editor fields may have other roles (manual 2.3.6). */
static void set_editors(struct bibtex_mapper *m, const char *field, const char *type_field) {
    size_t n;
    const struct bibtex_role *roles = bibtex_roles(&n);
    struct bibtex_field *type = bibtex_field_find(&m->e->fields, type_field);
    if (!type) {
        if (str_is(str_of(field), "editor")) {
            set_names(m, field, VAR_EDITOR);
        }
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (str_ieq(str_trim(type->value), roles[i].name)) {
            type->used = true;
            set_names(m, field, roles[i].v);
            return;
        }
    }
    /* CSL does not have biblatex's roles such as redactor and founder, so these persons become
     * editors */
    if (str_is(str_of(field), "editor")) {
        set_names(m, field, VAR_EDITOR);
    }
}

static void map_names(struct bibtex_mapper *m) {
    set_names(m, "author", VAR_AUTHOR);
    set_names(m, "bookauthor", VAR_CONTAINER_AUTHOR);
    set_names(m, "translator", VAR_TRANSLATOR);
    set_editors(m, "editor", "editortype");
    set_editors(m, "editora", "editoratype");
    set_editors(m, "editorb", "editorbtype");
    set_editors(m, "editorc", "editorctype");
}

/* ---- numbers ---- */

/** Appends a page or a range of pages. A range gets one hyphen, as in CSL-JSON. If a dash or
 * several hyphens join two pages, a single hyphen is a part of a page number: "A1-5--A1-9". */
static void add_pages(struct buf *b, struct str s) {
    bool joined = str_find(s, STR("--")) != STR_NONE ||
                  str_find(s, STR("\xE2\x80\x93")) != STR_NONE ||
                  str_find(s, STR("\xE2\x80\x94")) != STR_NONE;
    for (size_t i = 0; i < s.n;) {
        size_t run = 0, hyphens = 0;
        while (i + run < s.n) {
            struct str rest = str_from(s, i + run);
            size_t n = rest.p[0] == '-' ? 1
                       : !(rest.p[0] & 0x80)
                           ? 0
                           : str_starts_among(rest, "\u2013 \u2014 \u2010 \u2011");
            if (n == 0) {
                break;
            }
            run += n;
            hyphens += n == 1 ? 1 : 2;
        }
        if (run == 0) {
            buf_putc(b, s.p[i++]);
            continue;
        }
        i += run;
        bool spaced = b->n && b->p[b->n - 1] == ' ' && i < s.n && s.p[i] == ' ';
        if (hyphens > 1 || spaced) { /* a range such as "12 -- 34" */
            while (b->n && b->p[b->n - 1] == ' ') {
                buf_cut(b, b->n - 1);
            }
            i += str_run(s, i, ' ');
        }
        bool within = joined && hyphens == 1 && !spaced;
        buf_puts(b, within ? "\xE2\x80\x91" : "-");
    }
}

static struct str page_text(void *user, struct arena *a, struct str s) {
    (void)user;
    struct buf b = BUF_INIT;
    for (struct str rest = s; rest.p;) {
        add_pages(&b, str_cut(&rest, ','));
        buf_puts(&b, rest.p ? "," : "");
    }
    return buf_finish(&b, a);
}

/** Replaces the hyphens of an `eid` with non-breaking hyphens, because in "041301-1" the hyphen
 * does not join pages. */
static struct str whole_number(void *user, struct arena *a, struct str s) {
    (void)user;
    for (size_t i = 0; i < s.n; i++) {
        if (!is_digit(s.p[i]) && s.p[i] != '-') {
            return s;
        }
    }
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < s.n; i++) {
        buf_puts(&b, s.p[i] == '-' ? "\xE2\x80\x91" : "");
        buf_add(&b, s.p + i, s.p[i] != '-');
    }
    return buf_finish(&b, a);
}

/** Maps biblatex's `eid`, which replaces `pages` (manual 2.2.2), and the fields of ACM, Springer
 * and Scopus with the same meaning. In an article, `eid` is also the number. In other types it is
 * also kept as an extra, so that a .bib written from the item has it again. */
static void map_article_number(struct bibtex_mapper *m) {
    static const char *const names[] = {"eid", "article-number", "articleno", "art_number"};
    for (size_t i = 0; i < ARRAY_LEN(names) && !item_field(m->it, VAR_PAGE); i++) {
        struct bibtex_field *f = bibtex_field_find(&m->e->fields, names[i]);
        struct rich number =
            rich_map(m->a, bibtex_map_rich(m, f, TEX_LIGATURES), whole_number, NULL);
        if (number.text.n) {
            item_set_article_number(m->a, m->it, number, f->span);
            f->used =
                item_field(m->it, VAR_NUMBER) && rich_eq(item_rich(m->it, VAR_NUMBER), number);
        }
    }
}

static void map_numbers(struct bibtex_mapper *m) {
    const struct bibtex_field *number = bibtex_map_take(m, "number");
    struct rich n = bibtex_map_rich(m, number, TEX_LIGATURES);
    if (m->flags & BIBTEX_ARTICLE) {
        const struct bibtex_field *issue = bibtex_map_take(m, "issue");
        struct rich i = bibtex_map_rich(m, issue, TEX_LIGATURES);
        bibtex_map_set(m, VAR_ISSUE, rich_join(m->a, n, STR(", "), i), number ? number : issue);
    } else {
        bibtex_map_set(m, m->flags & BIBTEX_SERIAL ? VAR_COLLECTION_NUMBER : VAR_NUMBER, n, number);
    }
    const struct bibtex_field *volume = bibtex_map_take(m, "volume"),
                              *part = bibtex_map_take(m, "part");
    struct rich v = bibtex_map_rich(m, volume, TEX_LIGATURES),
                p = bibtex_map_rich(m, part, TEX_LIGATURES);
    bibtex_map_set(m, VAR_VOLUME, rich_join(m->a, v, STR("."), p), volume ? volume : part);
    const struct bibtex_field *pages = bibtex_map_take(m, "pages");
    bibtex_map_set(m, VAR_PAGE,
                   rich_map(m->a, bibtex_map_rich(m, pages, TEX_PLAIN), page_text, NULL), pages);
    map_article_number(m);
}

/* ---- publisher, address, genre ---- */

static struct rich append(struct bibtex_mapper *m, struct rich list, struct rich more) {
    return rich_join(m->a, list, str_ends(list.text, STR(".")) ? STR(" ") : STR("; "), more);
}

/** Maps the holders of a patent (biblatex) or its assignees (IEEEtran). They are joined like
 * publishers: "A; B". */
static void map_holder(struct bibtex_mapper *m) {
    const struct bibtex_field *f = bibtex_field_find(&m->e->fields, "holder");
    f = f ? f : bibtex_field_find(&m->e->fields, "assignee");
    if (m->it->type != ITEM_TYPE_PATENT || !f || item_field(m->it, VAR_PUBLISHER)) {
        return;
    }
    struct item_names names =
        bibtex_names(m->a, f->value, f->span, (struct bibtex_name_options){0}, m->d);
    struct rich all = RICH_EMPTY;
    for (size_t i = 0; i < names.n; i++) {
        struct rich name = item_name_part(&names.p[i], ITEM_NAME_LITERAL);
        if (name.text.n == 0) {
            name = rich_join(m->a, item_name_part(&names.p[i], ITEM_NAME_NON_DROPPING_PARTICLE),
                             STR(" "), item_name_part(&names.p[i], ITEM_NAME_FAMILY));
            name = rich_join(m->a, item_name_part(&names.p[i], ITEM_NAME_DROPPING_PARTICLE),
                             STR(" "), name);
            name = rich_join(m->a, item_name_part(&names.p[i], ITEM_NAME_GIVEN), STR(" "), name);
        }
        all = rich_join(m->a, all, STR("; "), name);
    }
    bibtex_map_set(m, VAR_PUBLISHER, all, bibtex_map_take(m, arena_str(m->a, f->name).p));
}

static void map_publisher(struct bibtex_mapper *m) {
    static const char *const names[] = {"school", "institution", "organization", "howpublished",
                                        "publisher"};
    struct rich all = RICH_EMPTY;
    const struct bibtex_field *at = NULL;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const struct bibtex_field *f = bibtex_map_take(m, names[i]);
        struct rich text = list_text(m, f, false);
        if (str_starts_among(text.text, "http:// https:// www.") &&
            str_find(text.text, STR(" ")) == STR_NONE) {
            if (!bibtex_field_find(&m->e->fields, "url")) {
                bibtex_map_set(m, VAR_URL, text, f); /* a form such as howpublished = {\url{...}} */
            }
            continue;
        }
        at = at ? at : f;
        all = append(m, all, text);
    }
    bibtex_map_set(m, VAR_PUBLISHER, all, at);
    map_holder(m);
    const struct bibtex_field *place = bibtex_map_take(m, "location"), *address = NULL;
    if (place && m->it->type == ITEM_TYPE_PAPER_CONFERENCE) {
        address = bibtex_map_take(m, "address");
    }
    if (address) { /* ACM's entries have the publisher's place and the place of the conference */
        bibtex_map_set(m, VAR_EVENT_PLACE, list_text(m, place, false), place);
        place = address;
    }
    place = place ? place : bibtex_map_take(m, "address");
    /* localisation keys such as countryde and countryfr (manual 2.1.1) */
    bool patent = m->it->type == ITEM_TYPE_PATENT;
    bibtex_map_set(m, patent ? VAR_JURISDICTION : VAR_PUBLISHER_PLACE, list_text(m, place, patent),
                   place);
}

static void map_genre(struct bibtex_mapper *m) {
    const struct bibtex_field *f = bibtex_map_take(m, "type");
    struct rich text = key_text(m, bibtex_map_rich(m, f, TEX_LIGATURES));
    static const char *const words[][2] = {
        {"phdthesis", "PhD thesis"},
        {"mastersthesis", "Master’s thesis"},
        /* the words that plain.bst prints for these entry types */
        {"techreport", "Technical Report"}};
    for (size_t i = 0; i < ARRAY_LEN(words) && text.text.n == 0; i++) {
        text = str_is(m->type, words[i][0]) ? rich_of(str_of(words[i][1])) : text;
    }
    bibtex_map_set(m, VAR_GENRE, text, f);
}

/** Whether a text stands for the date of a work that has no date yet: "in press". */
static bool is_state(struct str s) {
    static const char *const states[] = {"forthcoming",    "in press",       "submitted",
                                         "under review",   "in review",      "in preparation",
                                         "in prep.",       "to appear",      "accepted",
                                         "under revision", "ahead of print", "preprint"};
    for (size_t i = 0; i < ARRAY_LEN(states); i++) {
        if (str_ieq(s, str_of(states[i]))) {
            return true;
        }
    }
    return false;
}

/** Maps `pubstate` to the status, which also replaces a missing date. A date such as `year = {in
 * press}` gives the status if there is no `pubstate`. */
static void map_state(struct bibtex_mapper *m) {
    const struct bibtex_field *f = bibtex_map_take(m, "pubstate");
    const struct item_date *date = item_date(m->it, VAR_ISSUED);
    struct rich status = key_text(m, bibtex_map_rich(m, f, TEX_LIGATURES));
    bibtex_map_set(m, VAR_STATUS, status, f);
    if (status.text.n && !date) {
        struct item_date words = {.literal = status.text, .literal_marks = status.marks};
        item_set_date(m->a, m->it, VAR_ISSUED, &words, f->span);
    } else if (status.text.n == 0 && date && is_state(date->literal)) {
        item_set_text(m->a, m->it, VAR_STATUS, (struct rich){date->literal, date->literal_marks},
                      item_field(m->it, VAR_ISSUED)->span);
    }
}

/* ---- addresses on the net ---- */

static void map_doi(struct bibtex_mapper *m) {
    if (has_option(m, "doi", "false")) {
        return; /* the user does not want the DOI to be printed, so the field stays an extra */
    }
    const struct bibtex_field *f = bibtex_map_take(m, "doi");
    struct str doi = bibtex_map_rich(m, f, TEX_VERBATIM).text;
    size_t prefix = bib_doi_prefix(doi);
    bibtex_map_set(m, VAR_DOI, rich_of(prefix < doi.n ? str_trim(str_from(doi, prefix)) : doi), f);
}

static void map_url(struct bibtex_mapper *m) {
    bibtex_map_address(m, has_option(m, "url", "false") && m->it->type != ITEM_TYPE_WEBPAGE);
}

/* ---- the rest ---- */

static void map_plain_fields(struct bibtex_mapper *m) {
    size_t n;
    const struct bibtex_plain *plain = bibtex_plain_fields(&n);
    for (size_t i = 0; i < n; i++) {
        if ((plain[i].how & BIBTEX_READ) && !item_field(m->it, plain[i].v)) {
            const struct bibtex_field *f = bibtex_map_take(m, plain[i].name);
            bibtex_map_set(m, plain[i].v, bibtex_map_rich(m, f, plain[i].flags), f);
        }
    }
    const struct bibtex_field *note = bibtex_map_take(m, "note"),
                              *addendum = bibtex_map_take(m, "addendum");
    struct rich a = bibtex_map_rich(m, note, TEX_LIGATURES),
                b = bibtex_map_rich(m, addendum, TEX_LIGATURES);
    bool stop = a.text.n && str_index(STR(".!?"), a.text.p[a.text.n - 1]) != STR_NONE;
    bibtex_map_set(m, VAR_NOTE, rich_join(m->a, a, stop ? STR(" ") : STR(". "), b),
                   note ? note : addendum);
}

/** Maps fields that are named like variables of CSL. */
static void map_own(struct bibtex_mapper *m) {
    size_t n;
    const enum item_var *vars = bibtex_own_vars(&n);
    for (size_t i = 0; i < n; i++) {
        const char *name = item_var_name(vars[i]);
        const struct bibtex_field *f = bibtex_field_find(&m->e->fields, name);
        struct item_date date;
        if (!f || item_field(m->it, vars[i])) {
            continue;
        }
        if (var_is_name(vars[i])) {
            set_names(m, name, vars[i]);
        } else if (var_is_date(vars[i])) {
            if (bib_date_edtf(f->value, &date)) {
                item_set_date(m->a, m->it, vars[i], &date, bibtex_map_take(m, name)->span);
            }
            /* `dimensions = {true}` is a flag of some sites, not the dimensions of the work */
        } else if (!str_is(f->value, "true")) {
            bibtex_map_set(m, vars[i], bibtex_map_text(m, name, TEX_LIGATURES), f);
        }
    }
}

/** Whether a value is an address or a file name, and therefore not TeX. */
static bool is_verbatim(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (is_space(s.p[i]) || s.p[i] == '$') {
            return str_find(s, STR("://")) != STR_NONE && str_find(s, STR(" ")) == STR_NONE;
        }
    }
    return true;
}

static void map_extras(struct bibtex_mapper *m) {
    VEC(struct item_extra) extras = VEC_INIT;
    for (size_t i = 0; i < m->e->fields.n; i++) {
        const struct bibtex_field *f = &m->e->fields.p[i];
        if (f->used || str_is(f->name, "crossref") || str_is(f->name, "xdata")) {
            continue;
        }
        struct str value = str_trim(f->value);
        struct rich text = rich_trim(
            m->a, tex_to_rich(m->a, value, is_verbatim(value) ? TEX_VERBATIM : TEX_LIGATURES,
                              f->span, NULL));
        vec_push(&extras,
                 (struct item_extra){bibtex_field_name(f->name, f->written), text, f->span});
    }
    m->it->extras = vec_finish(&extras, m->a);
    m->it->nextras = extras.n;
}

struct item *bibtex_item(struct bib_entry *e, struct diags *d) {
    bibtex_resolve(e, d);
    struct arena *a = bibtex_arena(e->file);
    struct item *it = ARENA_NEW(a, struct item);
    struct bibtex_mapper m = {.a = a, .d = d, .e = e, .it = it, .type = arena_lower(a, e->type)};
    it->id = e->key;
    it->id_span = e->key_span;
    it->span = e->span;
    it->type_text = m.type;
    it->written_case = true;
    it->braced = e->file->braced.any ? &e->file->braced : NULL;
    m.lists = is_biblatex(&m);
    map_type(&m);
    map_language(&m);
    bibtex_map_titles(&m);
    map_names(&m);
    bibtex_map_dates(&m);
    map_numbers(&m);
    map_publisher(&m);
    map_genre(&m);
    map_state(&m);
    map_doi(&m);
    map_url(&m);
    map_plain_fields(&m);
    map_own(&m);
    bibtex_map_archive(&m);
    map_extras(&m);
    return it;
}
