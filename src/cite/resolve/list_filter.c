/* SPDX-License-Identifier: MIT */
/*
 * The filters of publication lists: their values, and which works match. Case and accents are
 * ignored in comparisons. query.c reads the other attributes of a list.
 */
#include "cite/resolve/list_filter.h"

#include "cite/resolve/order.h"
#include "cite/resolve/people.h"

#include "core/base/file.h"
#include "core/base/word_list.h"
#include "core/unicode/unicode.h"
#include "model/tex/math/math_rich.h"

DIAG_USE(DIAG_BAD_FILTER);

static bool is_one_of(const char *seps, char c) {
    while (*seps && *seps != c) {
        seps++;
    }
    return *seps;
}

bool pub_next_word(struct str *rest, const char *seps, struct str *word) {
    while (rest->n) {
        size_t i = 0;
        while (i < rest->n && !is_one_of(seps, rest->p[i])) {
            i++;
        }
        *word = str_trim(str_slice(*rest, 0, i));
        *rest = str_from(*rest, i < rest->n ? i + 1 : i);
        if (word->n) {
            return true;
        }
    }
    return false;
}

void pub_persons_read(struct arena *a, pub_persons *persons, struct str value) {
    struct str word;
    while (pub_next_word(&value, ";|", &word)) {
        vec_push(persons, (struct resolve_person){.has_comma = false});
        resolve_person_read(a, word, &vec_last(persons));
    }
}

/* ---- fields ---- */

struct rich pub_field(const struct item *it, struct str name) {
    for (size_t i = 0; i < it->nextras; i++) {
        if (str_ieq(it->extras[i].name, name)) {
            return it->extras[i].text;
        }
    }
    enum item_var var = bib_field_var(name);
    return var < VAR_DATES_BEGIN ? item_rich(it, var) : RICH_EMPTY;
}

size_t pub_keywords(const struct item *it, struct str out[PUB_MAX_KEYWORDS]) {
    struct str text = item_text(it, VAR_KEYWORD), word;
    size_t n = 0;
    while (n < PUB_MAX_KEYWORDS && pub_next_word(&text, ",;", &word)) {
        out[n++] = word;
    }
    return n;
}

/* ---- which works fit ---- */

static bool author_fits(struct resolver *r, const struct pub_filter *f, const struct item *it) {
    struct item_names names = item_makers(it);
    for (size_t i = 0; i < names.n; i++) {
        if (resolve_name_is_any(r->arena, &names.p[i], f->persons.p, f->persons.n)) {
            return true;
        }
    }
    return false;
}

static bool first_author_fits(struct resolver *r, const struct pub_filter *f,
                              const struct item *it) {
    struct item_names names = item_names(it, VAR_AUTHOR);
    return names.n && resolve_name_is_any(r->arena, &names.p[0], f->persons.p, f->persons.n);
}

static bool type_fits(struct resolver *r, const struct pub_filter *f, const struct item *it) {
    (void)r;
    struct str type = it->type == ITEM_TYPE_NONE ? STR_EMPTY : str_of(item_type_name(it->type));
    for (size_t i = 0; i < f->words.n; i++) {
        if (str_ieq(f->words.p[i], type) || str_ieq(f->words.p[i], it->type_text)) {
            return true;
        }
    }
    return false;
}

/** Whether a work has all keywords of a value such as "ponds & reeds". */
static bool has_all(const struct str *have, size_t n, struct str wanted) {
    struct str word;
    while (pub_next_word(&wanted, "&", &word)) {
        size_t i = 0;
        while (i < n && !str_eq(have[i], word)) {
            i++;
        }
        if (i == n) {
            return false;
        }
    }
    return true;
}

static bool keyword_fits(struct resolver *r, const struct pub_filter *f, const struct item *it) {
    struct str words[PUB_MAX_KEYWORDS];
    size_t n = pub_keywords(it, words);
    for (size_t i = 0; i < n; i++) {
        words[i] = unicode_fold(r->arena, words[i]);
    }
    for (size_t k = 0; k < f->words.n; k++) {
        if (has_all(words, n, f->words.p[k])) {
            return true;
        }
    }
    return false;
}

static bool year_fits(struct resolver *r, const struct pub_filter *f, const struct item *it) {
    (void)r;
    const struct item_date *date = item_date(it, VAR_ISSUED);
    int32_t year = date && date->from.has_year    ? date->from.year
                   : pub_is_forthcoming(it, date) ? PUB_FORTHCOMING
                                                  : PUB_UNDATED;
    for (size_t i = 0; i < f->years.n; i++) {
        if (year >= f->years.p[i].from && year <= f->years.p[i].to) {
            return true;
        }
    }
    return false;
}

static struct str plain(struct resolver *r, struct rich text) {
    return unicode_fold(r->arena, tex_rich_plain(r->arena, text));
}

/** Whether a name of the journal, of the proceedings or of the event contains one of the values. */
static bool venue_fits(struct resolver *r, const struct pub_filter *f, const struct item *it) {
    struct rich names[] = {item_rich(it, VAR_CONTAINER_TITLE),
                           item_rich(it, VAR_CONTAINER_TITLE_SHORT), item_rich(it, VAR_EVENT_TITLE),
                           item_extra(it, "abbr")};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        struct str name = names[i].text.n ? plain(r, names[i]) : STR_EMPTY;
        for (size_t k = 0; name.n && k < f->words.n; k++) {
            if (str_find(name, f->words.p[k]) != STR_NONE) {
                return true;
            }
        }
    }
    return false;
}

/** Whether the state of a work matches. A work without a state is published. */
static bool status_fits(struct resolver *r, const struct pub_filter *f, const struct item *it) {
    /* These characters are removed before words are compared, so that "in press" equals biblatex's
     * key "inpress". */
    static const char joints[] = " \t\n\r\f\v-";
    struct str status = arena_without(r->arena, plain(r, item_rich(it, VAR_STATUS)), joints);
    status = status.n ? status : STR("published");
    for (size_t i = 0; i < f->words.n; i++) {
        if (str_eq(status, arena_without(r->arena, f->words.p[i], joints))) {
            return true;
        }
    }
    return false;
}

/** Whether the name of the work's database is one of the values, which may omit the folder and the
 * extension. */
static bool file_fits(struct resolver *r, const struct pub_filter *f, const struct item *it) {
    (void)r;
    struct str path = it->span.src ? it->span.src->name : STR_EMPTY;
    struct str name = path_base(path), stem = path_stem(path);
    for (size_t i = 0; i < f->words.n; i++) {
        if (str_eq(f->words.p[i], path) || str_eq(f->words.p[i], name) ||
            str_eq(f->words.p[i], stem)) {
            return true;
        }
    }
    return false;
}

/** Whether a field matches. A value is compared with the whole text and with each element of a
 * list; `true` tests a flag, and `*` matches if the field is present. */
static bool field_fits(struct resolver *r, const struct pub_filter *f, const struct item *it) {
    struct str text = plain(r, pub_field(it, f->field)), rest = text, part;
    for (size_t i = 0; text.n && i < f->words.n; i++) {
        struct str want = f->words.p[i];
        bool yes =
            str_is(want, "true") && (str_is(text, "yes") || str_is(text, "1") || str_is(text, "y"));
        if (yes || str_is(want, "*") || str_eq(want, text)) {
            return true;
        }
        for (rest = text; pub_next_word(&rest, ",;", &part);) {
            if (str_eq(part, want)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- reading values ---- */

typedef void value_reader(struct resolver *r, struct pub_filter *f, struct str value,
                          struct span at);

static void read_people(struct resolver *r, struct pub_filter *f, struct str value,
                        struct span at) {
    (void)at;
    pub_persons_read(r->arena, &f->persons, value);
}

/** Adds the people of a site who are in one of the groups, with all of their names. */
static void read_members(struct resolver *r, struct pub_filter *f, struct str value,
                         struct span at) {
    (void)at;
    struct str group;
    while (pub_next_word(&value, ",;|", &group)) {
        for (size_t i = 0; i < resolve_people_count(r); i++) {
            const struct resolve_profile *p = resolve_people_at(r, i);
            bool member = false;
            for (size_t k = 0; k < p->ngroups && !member; k++) {
                member = str_ieq(p->groups[k], group);
            }
            if (member) {
                pub_persons_read(r->arena, &f->persons, p->name);
            }
            for (size_t k = 0; member && k < p->nnames; k++) {
                pub_persons_read(r->arena, &f->persons, p->names[k]);
            }
        }
    }
}

static void read_folded(struct resolver *r, struct pub_filter *f, struct str value,
                        struct span at) {
    (void)at;
    struct str word;
    while (pub_next_word(&value, ",;|", &word)) {
        vec_push(&f->words, unicode_fold(r->arena, word));
    }
}

static void read_exact(struct resolver *r, struct pub_filter *f, struct str value, struct span at) {
    (void)r, (void)at;
    struct str word;
    while (pub_next_word(&value, ",;|", &word)) {
        vec_push(&f->words, word);
    }
}

/** Whether an entry of the database has this `type_text`. */
static bool is_type_of_entry(struct resolver *r, struct str type) {
    bib_load_stores(r->bib);
    for (size_t i = 0; i < bib_count(r->bib); i++) {
        const struct item *it = bib_at(r->bib, i, r->d);
        if (it && str_ieq(it->type_text, type)) {
            return true;
        }
    }
    return false;
}

static void read_types(struct resolver *r, struct pub_filter *f, struct str value, struct span at) {
    struct str word, near, whole = value;
    while (pub_next_word(&value, " ,;|", &word)) {
        vec_push(&f->words, word);
        if (bib_is_type(r->arena, word, &near) || is_type_of_entry(r, word)) {
            continue;
        }
        struct span place = at;
        /* if the span covers exactly the value, the place of the word in the source is known */
        if (at.src && at.end - at.begin == whole.n) {
            size_t from = at.begin + (size_t)(word.p - whole.p);
            place = span_make(at.src, from, from + word.n);
        }
        struct diag *g =
            diag_add(r->d, DIAG_BAD_FILTER, place, "there is no type `%.*s`", STR_ARG(word));
        if (!diag_hint_near(r->d, g, near)) {
            diag_hint(r->d, g, "types are those of CSL and biblatex: article, book, thesis...");
        }
    }
}

static bool read_year_number(struct str s, int32_t *out) {
    int64_t v;
    if (!str_to_i64(str_trim(s), &v) || v < -ITEM_YEAR_MAX || v > ITEM_YEAR_MAX) {
        return false;
    }
    *out = (int32_t)v;
    return true;
}

/** Reads years: 2019, 2018..2020, 2018-2020, 2019.., ..2020, >=2019, <=2020, >2019, <2020,
 * forthcoming, undated. */
static bool read_year_range(struct str w, struct pub_years *y) {
    if (str_iamong(w, "forthcoming undated")) {
        y->from = y->to = str_ieq(w, STR("undated")) ? PUB_UNDATED : PUB_FORTHCOMING;
        return true;
    }
    *y = (struct pub_years){PUB_UNDATED + 1, PUB_FORTHCOMING - 1};
    bool equal = w.n > 1 && w.p[1] == '=';
    if (w.p[0] == '>' || w.p[0] == '<') {
        int32_t v;
        if (!read_year_number(str_from(w, equal ? 2 : 1), &v)) {
            return false;
        }
        if (w.p[0] == '>') {
            y->from = equal ? v : v + 1;
        } else {
            y->to = equal ? v : v - 1;
        }
        return true;
    }
    size_t dots = str_find(w, STR("..")), len = 2;
    if (dots == STR_NONE) {
        size_t dash = str_index(str_from(w, 1), '-');
        dots = dash == STR_NONE ? STR_NONE : dash + 1;
        len = 1;
    }
    if (dots == STR_NONE) {
        bool is_year = read_year_number(w, &y->from);
        y->to = is_year ? y->from : y->to;
        return is_year;
    }
    struct str from = str_slice(w, 0, dots), to = str_from(w, dots + len);
    return (from.n == 0 || read_year_number(from, &y->from)) &&
           (to.n == 0 || read_year_number(to, &y->to)) && from.n + to.n > 0;
}

static void read_years(struct resolver *r, struct pub_filter *f, struct str value, struct span at) {
    struct str word;
    while (pub_next_word(&value, ", ;|", &word)) {
        struct pub_years y;
        if (read_year_range(word, &y)) {
            vec_push(&f->years, y);
            continue;
        }
        struct diag *g =
            diag_add(r->d, DIAG_BAD_FILTER, at, "`year` cannot be `%.*s`", STR_ARG(word));
        diag_hint(r->d, g,
                  "write a year or a range: `2020`, `2018..2020`, `2019..`, `forthcoming`, "
                  "`undated`");
    }
}

/* ---- filters by name ---- */

static const struct {
    const char *name;
    value_reader *read;
    pub_filter_fn *fits;
} KINDS[] = {
#define LIST_FILTER(name, reader, fits, text, example) {name, reader, fits},
#define LIST_KEY(name, reader, text, example)
#define PEOPLE_KEY(name, text, example)
#include "cite/resolve/list_keys.def"
#undef LIST_FILTER
};

const char *const *pub_filter_names(size_t *n) {
    static const char *const names[] = {
#define LIST_FILTER(name, reader, fits, text, example) name,
#include "cite/resolve/list_keys.def"
#undef LIST_FILTER
#undef LIST_KEY
#undef PEOPLE_KEY
    };
    *n = ARRAY_LEN(names);
    return names;
}

bool pub_is_field(struct resolver *r, struct str name) {
    if (bib_field_var(name) != VAR_NONE || bib_field_known(name)) {
        return true;
    }
    bib_load_stores(r->bib);
    for (size_t i = 0; i < bib_count(r->bib); i++) {
        const struct item *it = bib_at(r->bib, i, r->d);
        for (size_t k = 0; it && k < it->nextras; k++) {
            if (str_ieq(it->extras[k].name, name)) {
                return true;
            }
        }
    }
    return false;
}

bool pub_filter_read(struct resolver *r, struct pub_filter *f, struct str name, struct str value,
                     struct span at) {
    *f = (struct pub_filter){.negated = str_starts(name, STR("not-"))};
    if (f->negated) {
        name = str_from(name, 4);
    } else if (str_is(name, "nottype") || str_is(name, "notkeyword")) {
        f->negated = true;
        name = str_from(name, 3);
    }
    for (size_t i = 0; i < ARRAY_LEN(KINDS); i++) {
        if (str_is(name, KINDS[i].name)) {
            f->fits = KINDS[i].fits;
            KINDS[i].read(r, f, value, at);
            return true;
        }
    }
    if (!pub_is_field(r, name)) {
        return false;
    }
    f->fits = field_fits;
    f->field = name;
    read_folded(r, f, value.n ? value : STR("*"), at);
    return true;
}

void pub_filter_drop(struct pub_filter *f) {
    vec_drop(&f->persons);
    vec_drop(&f->words);
    vec_drop(&f->years);
}

bool pub_filter_places(struct resolver *r, const struct pub_filter *f, struct shared_places *out) {
    if (f->negated || f->persons.n == 0 ||
        (f->fits != author_fits && f->fits != first_author_fits)) {
        return false;
    }
    for (size_t i = 0; i < f->persons.n; i++) {
        if (f->persons.p[i].orcid.n) {
            return false; /* the index has family names but no ORCIDs, so it cannot be used */
        }
    }
    *out = resolve_works_of(r, f->persons.p, f->persons.n);
    return true;
}

bool pub_filter_accepts(struct resolver *r, const struct pub_filter *f, const struct item *it) {
    if (f->persons.n + f->words.n + f->years.n == 0) {
        return true; /* all values were invalid, so the filter has no effect */
    }
    return f->fits(r, f, it) != f->negated;
}
