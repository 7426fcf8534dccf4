/* SPDX-License-Identifier: MIT */
/* Makes an item from a record: texts, names, dates, and a key. */
#include "cite/bib/format/record.h"

#include "cite/bib/item/csl_tags.h"
#include "cite/bib/item/item_language.h"
#include "cite/bib/item/item_text.h"
#include "cite/bib/item/sentence.h"
#include "core/base/vec.h"
#include "core/unicode/unicode.h"

#include <string.h>

DIAG_USE(DIAG_BIB_BAD_DATE);

void bib_record_begin(struct bib_record *r, struct bib_input *in, struct span at) {
    *r = (struct bib_record){
        .in = in, .a = in->arena, .d = in->d, .it = ARENA_NEW(in->arena, struct item)};
    r->it->type = ITEM_TYPE_NONE;
    r->it->span = r->it->id_span = at;
}

struct rich bib_record_read_text(const struct bib_record *r, struct str value) {
    return item_tags_read(r->a,
                          str_index(value, '\t') == STR_NONE ? value : arena_one_line(r->a, value));
}

/** Removes the words in parentheses with which Scopus names the kind of a number: "19326203 (ISSN);
 * 12345679 (ISSN)". */
static struct str without_kind(struct arena *a, struct str s) {
    for (;;) {
        size_t at = str_find(s, STR("(IS")), close = 0;
        close = at == STR_NONE ? STR_NONE : str_index(str_from(s, at), ')');
        if (close != 5) {
            return s;
        }
        s = arena_join(a, 2, str_trim_end(str_slice(s, 0, at)), str_from(s, at + 6));
    }
}

bool bib_record_text(struct bib_record *r, enum item_var v, struct rich text, struct span at) {
    text = rich_trim(r->a, text);
    if (v == VAR_DOI) {
        text = rich_of(str_from(text.text, bib_doi_prefix(text.text)));
    } else if (v == VAR_ISSN || v == VAR_ISBN) {
        text = rich_of(without_kind(r->a, text.text));
    } else if (v == VAR_LANGUAGE) {
        text = rich_of(bib_language_of_record(text.text));
    }
    if (text.text.n == 0 || item_field(r->it, v)) {
        return false;
    }
    item_set_text(r->a, r->it, v, text, at);
    return true;
}

void bib_record_append(struct bib_record *r, enum item_var v, struct rich text,
                       const char *separator, struct span at) {
    text = rich_trim(r->a, text);
    if (text.text.n == 0) {
        return;
    }
    size_t i = 0;
    while (i < r->npending && r->pending[i].v != v) {
        i++;
    }
    if (i == ARRAY_LEN(r->pending)) {
        BUG("bib_record_append: too many variables");
    }
    if (i == r->npending) {
        r->pending[i].v = v;
        r->pending[i].at = at;
        rich_builder_init(&r->pending[i].text);
        r->npending++;
    } else {
        buf_puts(&r->pending[i].text.text, separator);
    }
    rich_add(&r->pending[i].text, text);
}

/* ---- names ---- */

/** Removes a suffix such as "Jr" or "III" from the end of a name and returns it. */
static struct str take_suffix(struct str *name) {
    static const struct str suffixes[] = {STR_INIT("Jr"),  STR_INIT("Jr."), STR_INIT("Sr"),
                                          STR_INIT("Sr."), STR_INIT("2nd"), STR_INIT("3rd"),
                                          STR_INIT("II"),  STR_INIT("III"), STR_INIT("IV")};
    size_t cut = name->n;
    while (cut > 0 && name->p[cut - 1] != ' ') {
        cut--;
    }
    struct str last = str_from(*name, cut);
    for (size_t i = 0; cut > 1 && i < ARRAY_LEN(suffixes); i++) {
        if (str_eq(last, suffixes[i])) {
            *name = str_trim(str_slice(*name, 0, cut));
            return last;
        }
    }
    return STR_EMPTY;
}

struct str bib_record_initials(struct arena *a, struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (!is_upper(s.p[i]) && s.p[i] != '-') {
            return s;
        }
    }
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < s.n; i++) {
        buf_puts(&b, b.n && s.p[i] != '-' && s.p[i - 1] != '-' ? " " : "");
        buf_putc(&b, s.p[i]);
        buf_puts(&b, s.p[i] == '-' ? "" : ".");
    }
    return buf_finish(&b, a);
}

struct item_name bib_record_short_name(struct arena *a, struct str text) {
    struct item_name nm = {.literal = STR_EMPTY};
    struct str name = text;
    nm.suffix = take_suffix(&name);
    size_t cut = str_after_last(name, ' ');
    if (cut == 0) {
        return (struct item_name){.literal = text};
    }
    nm.family = str_trim(str_slice(name, 0, cut));
    nm.given = bib_record_initials(a, str_from(name, cut));
    return nm;
}

void bib_record_split_particle(struct item_name *nm) {
    struct str family = nm->family;
    for (size_t i = 0; i + 1 < family.n; i++) {
        bool word = i == 0 || family.p[i - 1] == ' ';
        if (word && !is_lower(family.p[i])) {
            nm->dropping_particle = i ? str_trim(str_slice(family, 0, i)) : nm->dropping_particle;
            nm->family = str_from(family, i);
            break;
        }
    }
}

struct item_name bib_record_read_name(struct arena *a, struct str text) {
    struct item_name nm = {.literal = STR_EMPTY};
    struct str rest = text, family = str_trim(str_cut(&rest, ','));
    if (!rest.p) {
        nm.others = str_is(family, "others") || str_is(family, "et al.");
        nm.literal = nm.others ? STR_EMPTY : family;
        return nm;
    }
    nm.family = family;
    bib_record_split_particle(&nm);
    struct str given = str_trim(str_cut(&rest, ','));
    nm.suffix = str_trim(rest);
    nm.suffix = nm.suffix.n ? nm.suffix : take_suffix(&given);
    nm.given = bib_part_initials(a, given);
    return nm;
}

void bib_record_name(struct bib_record *r, enum item_var v, struct item_name nm, struct span at) {
    if (nm.others || nm.literal.n || nm.family.n || nm.given.n) {
        item_add_name(r->a, r->it, v, nm, at);
    }
}

/* ---- dates ---- */

static void report_date(struct bib_record *r, struct str text, struct span at) {
    struct diag *g = diag_add(r->d, DIAG_BIB_BAD_DATE, at, "`%.*s` is not a date", STR_ARG(text));
    diag_hint(r->d, g, "it is printed unchanged");
}

void bib_record_date(struct bib_record *r, enum item_var v, struct str text, struct span at) {
    struct item_date date;
    const struct item_date *old = item_date(r->it, v);
    text = str_trim(text);
    if (text.n == 0 || (old && (old->from.month || old->from.season))) {
        return;
    }
    if (!bib_date_free(text, &date)) {
        bool dated = old && old->from.has_year && old->from.year > 0 && !old->is_range;
        struct str whole =
            dated ? arena_printf(r->a, "%.*s %d", STR_ARG(text), (int)old->from.year) : STR_EMPTY;
        if (old && (!dated || !bib_date_free(whole, &date))) {
            return;
        }
        if (!old) {
            report_date(r, text, at);
            date = (struct item_date){.literal = text};
        }
    }
    item_set_date(r->a, r->it, v, &date, at);
}

void bib_record_day(struct bib_record *r, enum item_var v, struct str year, struct str month,
                    struct str day, struct span at) {
    struct item_date date = {.circa = false};
    int64_t y, d;
    year = str_trim(year);
    if (!str_to_i64(year, &y) || y <= 0 || y > 9999) {
        bib_record_date(r, v, year, at);
        return;
    }
    date.from = (struct item_day){.year = (int32_t)y, .has_year = true};
    /* the text may have two months: "Jul-Aug" */
    struct str last = month, first = str_cut(&last, '-');
    date.from.month = (int8_t)bib_month(last.p ? first : month);
    if (date.from.month && last.p && bib_month(last)) {
        date.is_range = true;
        date.to = (struct item_day){.year = (int32_t)y, .has_year = true};
        date.to.month = (int8_t)bib_month(last);
    }
    if (!date.from.month && str_trim(month).n && !is_digit(str_trim(month).p[0])) {
        date.from.season = (int8_t)bib_season(month);
    }
    if (date.from.month && !date.is_range && str_to_i64(str_trim(day), &d) && d >= 1 && d <= 31) {
        date.from.day = (int8_t)d;
    }
    item_set_date(r->a, r->it, v, &date, at);
}

/* ---- the rest ---- */

struct str bib_record_whole_pages(struct arena *a, struct str s) {
    size_t cut = str_index(s, '-');
    struct str from = str_slice(s, 0, cut), to = cut == STR_NONE ? STR_EMPTY : str_from(s, cut + 1);
    if (!str_is_digits(from) || !str_is_digits(to) || to.n >= from.n) {
        return s;
    }
    return arena_join(a, 4, from, STR("-"), str_slice(from, 0, from.n - to.n), to);
}

struct rich bib_record_without_stop(struct arena *a, struct rich title) {
    struct str s = title.text;
    bool stop = s.n > 1 && s.p[s.n - 1] == '.' && s.p[s.n - 2] != '.';
    return stop ? rich_slice(a, title, 0, s.n - 1) : title;
}

void bib_record_extra(struct bib_record *r, struct str name, struct rich text, struct span at) {
    text = rich_trim(r->a, text);
    if (text.text.n && name.n) {
        struct item_extra extra = {name, text, at};
        vec_push(&r->extras, extra);
    }
}

void bib_record_arxiv(struct bib_record *r, struct bib_arxiv x, struct span at) {
    if (item_field(r->it, VAR_CONTAINER_TITLE)) {
        bib_record_extra(r, STR("eprint"), rich_of(x.id), at);
        bib_record_extra(r, STR("eprinttype"), rich_of(STR("arxiv")), at);
    } else {
        item_set_arxiv(r->a, r->it, x, at);
    }
}

void bib_record_by_tag(struct bib_record *r, const struct bib_record_tag *tags, size_t n,
                       struct str tag, struct str value, struct span at) {
    struct rich text = bib_record_read_text(r, value);
    for (size_t i = 0; i < n; i++) {
        if (str_is(tag, tags[i].tag) && bib_record_text(r, tags[i].v, text, at)) {
            return;
        }
    }
    bib_record_extra(r, tag, text, at);
}

enum item_var bib_record_serial_var(const struct bib_record *r, struct str s) {
    if (str_find(s, STR("(ISSN)")) != STR_NONE || str_find(s, STR("(ISBN)")) != STR_NONE) {
        return str_find(s, STR("(ISSN)")) != STR_NONE ? VAR_ISSN : VAR_ISBN;
    }
    size_t digits = 0, all = 0;
    for (size_t i = 0; i < s.n && i < 9; i++) {
        digits += is_digit(s.p[i]);
    }
    /* An ISSN is four digits, a hyphen, three digits and a check digit. Several may be in one
     * value. */
    bool issn = s.n >= 9 && s.p[4] == '-' && digits >= 7 &&
                (s.n == 9 || s.p[9] == ',' || s.p[9] == ' ' || s.p[9] == ';' || s.p[9] == '(');
    for (size_t i = 0; i < s.n; i++) {
        all += is_digit(s.p[i]);
    }
    if (issn || (s.n == 8 && digits >= 7)) {
        return VAR_ISSN;
    }
    bool numbered = r->it->type == ITEM_TYPE_PATENT || r->it->type == ITEM_TYPE_REPORT;
    return numbered && all < 9 && !item_field(r->it, VAR_NUMBER) ? VAR_NUMBER : VAR_ISBN;
}

/** Makes a key such as "doe2010". If that key exists already, a number is added. */
static struct str make_key(struct bib_record *r) {
    struct item_names names = item_makers(r->it);
    struct str who = STR("anon");
    if (names.n && !names.p[0].others) {
        who = names.p[0].family.n ? names.p[0].family : names.p[0].literal;
    }
    const struct item_date *date = item_date(r->it, VAR_ISSUED);
    struct buf b = BUF_INIT;
    who = unicode_fold(r->a, who);
    for (size_t i = 0; i < who.n && b.n < 40; i++) {
        if (is_alnum(who.p[i])) {
            buf_putc(&b, to_lower(who.p[i]));
        }
    }
    if (b.n == 0) {
        buf_puts(&b, "anon");
    }
    if (date && date->from.has_year) {
        buf_int(&b, date->from.year);
    }
    size_t stem = b.n;
    for (int i = 2; r->in->host->find(r->in->host->to, buf_view(&b)); i++) {
        buf_cut(&b, stem);
        buf_putc(&b, '-');
        buf_int(&b, i);
    }
    return buf_finish(&b, r->a);
}

void bib_record_drop(struct bib_record *r) {
    for (size_t i = 0; i < r->npending; i++) {
        rich_builder_drop(&r->pending[i].text);
    }
    r->npending = 0;
    vec_drop(&r->extras);
}

void bib_record_finish(struct bib_record *r) {
    for (size_t i = 0; i < r->npending; i++) {
        item_set_text(r->a, r->it, r->pending[i].v, rich_keep(&r->pending[i].text, r->a),
                      r->pending[i].at);
        rich_builder_drop(&r->pending[i].text);
    }
    r->npending = 0;
    const struct item_field *venue = item_field(r->it, VAR_CONTAINER_TITLE);
    if (venue && item_is_article(r->it)) {
        item_set_text(r->a, r->it, VAR_CONTAINER_TITLE, bib_journal_case(r->a, venue->u.text),
                      venue->span);
    }
    r->it->extras = vec_keep(&r->extras, r->a);
    r->it->nextras = r->extras.n;
    vec_drop(&r->extras);
    if (r->it->id.n == 0) {
        r->it->id = make_key(r);
    }
    r->in->sink.add(r->in->sink.to, r->it, r->d);
}
