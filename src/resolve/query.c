/* SPDX-License-Identifier: MIT */
/*
 * Attributes of a publication list: filters, order, groups, numbering. Whatever cannot be
 * understood is reported at the attribute's place and left out; the list is made all the same.
 */
#include "resolve/query.h"

#include "unicode/unicode.h"

DIAG_USE(DIAG_BAD_FILTER);
DIAG_USE(DIAG_UNKNOWN_ATTRIBUTE);

typedef void attr_reader(struct resolver *r, struct pub_query *q, struct str value, struct span at);

static void bad_value(struct resolver *r, struct span at, const char *what, struct str value,
                      const char *hint) {
    struct diag *g =
        diag_add(r->d, DIAG_BAD_FILTER, at, "%s cannot be `%.*s`", what, STR_ARG(value));
    diag_hint(r->d, g, "%s", hint);
}

/** Next word of a list that is separated by any of `seps`; false at the end. */
static bool next_word(struct str *rest, const char *seps, struct str *word) {
    while (rest->n) {
        size_t i = 0;
        while (i < rest->n && str_index(str_of(seps), rest->p[i]) == STR_NONE) {
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

static void read_persons(struct arena *a, pub_persons *persons, struct str value) {
    struct str word;
    while (next_word(&value, ";|", &word)) {
        vec_push(persons, (struct resolve_person){.has_comma = false});
        resolve_person_read(a, word, &vec_last(persons));
    }
}

static void read_author(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    (void)at;
    read_persons(r->arena, &q->authors, value);
}

static void read_highlight(struct resolver *r, struct pub_query *q, struct str value,
                           struct span at) {
    (void)at;
    read_persons(r->arena, &q->highlight, value);
}

/** A word that somebody has made a type of in the database. */
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

static void read_type(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    struct str word, near, whole = value;
    while (next_word(&value, " ,;|", &word)) {
        vec_push(&q->types, word);
        if (bib_is_type(r->arena, word, &near) || is_type_of_entry(r, word)) {
            continue;
        }
        struct span place = at;
        if (at.src && at.end - at.begin == whole.n) { /* as it stands in the document */
            size_t from = at.begin + (size_t)(word.p - whole.p);
            place = span_make(at.src, from, from + word.n);
        }
        struct diag *g =
            diag_add(r->d, DIAG_BAD_FILTER, place, "there is no type `%.*s`", STR_ARG(word));
        if (near.n) {
            diag_hint(r->d, g, "did you mean `%.*s`?", STR_ARG(near));
        } else {
            diag_hint(r->d, g, "types are those of CSL and biblatex: article, book, thesis...");
        }
    }
}

static void read_keyword(struct resolver *r, struct pub_query *q, struct str value,
                         struct span at) {
    (void)at;
    struct str word;
    while (next_word(&value, ",;|", &word)) {
        vec_push(&q->keywords, unicode_fold(r->arena, word));
    }
}

static bool read_year_number(struct str s, int32_t *out) {
    int64_t v;
    if (!str_to_i64(str_trim(s), &v) || v < -9999 || v > 9999) {
        return false;
    }
    *out = (int32_t)v;
    return true;
}

/** 2019, 2018..2020, 2018-2020, 2019.., ..2020, >=2019, <=2020, >2019, <2020. */
static bool read_year_range(struct str w, struct pub_years *y) {
    *y = (struct pub_years){INT32_MIN, INT32_MAX};
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

static void read_year(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    struct str word;
    while (next_word(&value, ", ;|", &word)) {
        struct pub_years y;
        if (read_year_range(word, &y)) {
            vec_push(&q->years, y);
        } else {
            bad_value(r, at, "`year`", word,
                      "write a year or a range: `2020`, `2018..2020`, `2019..`");
        }
    }
}

static void read_limit(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    int64_t v;
    if (str_to_i64(value, &v) && v > 0) {
        q->limit = (size_t)v;
    } else {
        bad_value(r, at, "`limit`", value, "write a number of entries, 1 or more");
    }
}

struct word_value {
    const char *word;
    int value;
};

/** Index of a word in a table, or -1. */
static int find_word(const struct word_value *table, size_t n, struct str word) {
    for (size_t i = 0; i < n; i++) {
        if (str_is(word, table[i].word)) {
            return table[i].value;
        }
    }
    return -1;
}

static void read_sort(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    static const struct word_value keys[] = {
        {"date", SORT_DATE},         {"year", SORT_DATE}, {"title", SORT_TITLE},
        {"author", SORT_AUTHOR},     {"type", SORT_TYPE}, {"key", SORT_KEY},
        {"database", SORT_DATABASE},
    };
    struct str word;
    q->nsorts = 0;
    while (next_word(&value, ", ;|", &word)) {
        bool down = word.p[0] == '-';
        struct str name = down || word.p[0] == '+' ? str_from(word, 1) : word;
        int key = find_word(keys, ARRAY_LEN(keys), name);
        if (key < 0 || q->nsorts == PUB_MAX_SORTS) {
            bad_value(
                r, at, "`sort`", word,
                "sort by date, title, author, type, key or database; `-` in front turns the order");
        } else {
            q->sorts[q->nsorts++] = (struct pub_sort){(enum pub_sort_key)key, down};
        }
    }
}

static void read_group(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    static const struct word_value groups[] = {{"none", GROUP_NONE},
                                               {"year", GROUP_YEAR},
                                               {"type", GROUP_TYPE},
                                               {"keyword", GROUP_KEYWORD}};
    int g = find_word(groups, ARRAY_LEN(groups), value);
    if (g < 0) {
        bad_value(r, at, "`group-by`", value, "group by year, type or keyword");
    } else {
        q->group = (enum pub_group)g;
    }
}

static void read_numbering(struct resolver *r, struct pub_query *q, struct str value,
                           struct span at) {
    static const struct word_value kinds[] = {
        {"none", PUB_NUMBER_NONE}, {"ascending", PUB_NUMBER_UP}, {"descending", PUB_NUMBER_DOWN}};
    int k = find_word(kinds, ARRAY_LEN(kinds), value);
    if (k < 0) {
        bad_value(r, at, "`numbering`", value, "number ascending, descending or none");
    } else {
        q->numbering = (enum pub_numbering)k;
    }
}

/** What `show` can name, and the member that says so; `no` in front of a word turns it off. */
static bool *shown_part(struct pub_show *show, struct str word, bool *no) {
    *no = false;
    if (str_is(word, "abstract") || str_is(word, "abstracts")) {
        return &show->abstract;
    }
    if (str_is(word, "links")) {
        return &show->links;
    }
    if (str_is(word, "badges") || str_is(word, "badge")) {
        return &show->badges;
    }
    *no = str_starts(word, STR("no-"));
    word = *no ? str_from(word, 3) : word;
    if (str_is(word, "note") || str_is(word, "notes")) {
        return &show->no_note;
    }
    if (str_is(word, "award") || str_is(word, "awards")) {
        return &show->no_award;
    }
    return NULL;
}

static void read_show(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    struct str word;
    while (next_word(&value, " ,;|", &word)) {
        bool no;
        bool *part = shown_part(&q->show, word, &no);
        if (part) {
            *part = part == &q->show.no_note || part == &q->show.no_award ? no : true;
        } else if (!str_is(word, "none")) {
            bad_value(r, at, "`show`", word,
                      "show abstract, links, badges, award, note; `no-award` and `no-note` leave "
                      "these out");
        }
    }
}

static void read_style(struct resolver *r, struct pub_query *q, struct str value, struct span at) {
    (void)r;
    q->style = value;
    q->style_span = at;
}

static const struct {
    const char *name;
    attr_reader *read;
} attributes[] = {
    {"author", read_author},   {"group-by", read_group}, {"highlight", read_highlight},
    {"keyword", read_keyword}, {"limit", read_limit},    {"numbering", read_numbering},
    {"show", read_show},       {"sort", read_sort},      {"style", read_style},
    {"type", read_type},       {"year", read_year},
};

static void report_unknown(struct resolver *r, const struct doc_pair *pair) {
    struct str names[ARRAY_LEN(attributes)];
    for (size_t i = 0; i < ARRAY_LEN(attributes); i++) {
        names[i] = str_of(attributes[i].name);
    }
    struct str near = diag_nearest(pair->key, names, ARRAY_LEN(names));
    struct diag *g = diag_add(r->d, DIAG_UNKNOWN_ATTRIBUTE, pair->span,
                              "publication lists have no attribute `%.*s`", STR_ARG(pair->key));
    if (near.n) {
        diag_hint(r->d, g, "did you mean `%.*s`?", STR_ARG(near));
    }
}

void pub_query_read(struct resolver *r, struct doc_node *node, struct pub_query *q) {
    *q = (struct pub_query){.node = node, .nsorts = 1};
    q->sorts[0] = (struct pub_sort){SORT_DATE, true};
    for (size_t i = 0; node->attr && i < node->attr->npairs; i++) {
        const struct doc_pair *pair = &node->attr->pairs[i];
        size_t k = 0;
        while (k < ARRAY_LEN(attributes) && !str_is(pair->key, attributes[k].name)) {
            k++;
        }
        if (k == ARRAY_LEN(attributes)) {
            report_unknown(r, pair);
        } else {
            attributes[k].read(r, q, str_trim(pair->value), pair->span);
        }
    }
    q->show.owners = q->highlight.p;
    q->show.nowners = q->highlight.n;
    q->show.styled = q->style.n > 0;
}

void pub_query_drop(struct pub_query *q) {
    vec_drop(&q->authors);
    vec_drop(&q->types);
    vec_drop(&q->keywords);
    vec_drop(&q->years);
    vec_drop(&q->highlight);
}

/* ---- filters ---- */

size_t pub_keywords(const struct item *it, struct str out[PUB_MAX_KEYWORDS]) {
    struct str text = item_text(it, VAR_KEYWORD), word;
    size_t n = 0;
    while (n < PUB_MAX_KEYWORDS && next_word(&text, ",;", &word)) {
        out[n++] = word;
    }
    return n;
}

static bool author_accepts(struct resolver *r, const struct pub_query *q, const struct item *it) {
    static const enum item_var roles[] = {VAR_AUTHOR, VAR_EDITOR};
    for (size_t k = 0; k < ARRAY_LEN(roles); k++) {
        struct item_names names = item_names(it, roles[k]);
        for (size_t i = 0; i < names.n; i++) {
            if (resolve_name_is_any(r->arena, &names.p[i], q->authors.p, q->authors.n)) {
                return true;
            }
        }
        if (names.n) {
            return false; /* editors count only where there are no authors */
        }
    }
    return false;
}

static bool type_accepts(const struct pub_query *q, const struct item *it) {
    for (size_t i = 0; i < q->types.n; i++) {
        struct str type = it->type == ITEM_TYPE_NONE ? STR_EMPTY : str_of(item_type_name(it->type));
        if (str_ieq(q->types.p[i], type) || str_ieq(q->types.p[i], it->type_text)) {
            return true;
        }
    }
    return false;
}

static bool keyword_accepts(struct resolver *r, const struct pub_query *q, const struct item *it) {
    struct str words[PUB_MAX_KEYWORDS];
    size_t n = pub_keywords(it, words);
    for (size_t i = 0; i < n; i++) {
        struct str folded = unicode_fold(r->arena, words[i]);
        for (size_t k = 0; k < q->keywords.n; k++) {
            if (str_eq(folded, q->keywords.p[k])) {
                return true;
            }
        }
    }
    return false;
}

static bool year_accepts(const struct pub_query *q, const struct item *it) {
    const struct item_date *date = item_date(it, VAR_ISSUED);
    if (!date || !date->from.has_year) {
        return false;
    }
    for (size_t i = 0; i < q->years.n; i++) {
        if (date->from.year >= q->years.p[i].from && date->from.year <= q->years.p[i].to) {
            return true;
        }
    }
    return false;
}

bool pub_query_accepts(struct resolver *r, const struct pub_query *q, const struct item *it) {
    return (q->authors.n == 0 || author_accepts(r, q, it)) &&
           (q->types.n == 0 || type_accepts(q, it)) &&
           (q->keywords.n == 0 || keyword_accepts(r, q, it)) &&
           (q->years.n == 0 || year_accepts(q, it));
}
