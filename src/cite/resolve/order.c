/* SPDX-License-Identifier: MIT */
/*
 * The works of a publication list, their order, and the group of each work. publications.c makes
 * the nodes.
 *
 * Order by date: a work that has only a year comes after the works of that year with a full date. A
 * work without a year whose status is, for example, "in press" is newer than all others. A work
 * without a date comes last, ascending or descending. Works with equal keys keep the order of the
 * database.
 */
#include "cite/resolve/order.h"

#include "cite/resolve/entry.h"
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"
#include "model/tex/math/math_rich.h"

DIAG_USE(DIAG_DUPLICATE_WORK);

/* ---- order ---- */

/** Compares numbers. 0 is an unknown number and comes last, ascending or descending. */
static int compare_known(int64_t a, int64_t b, bool down) {
    if (a == b) {
        return 0;
    }
    if (a == 0 || b == 0) {
        return a == 0 ? 1 : -1;
    }
    return (a < b) != down ? -1 : 1;
}

static bool has_year(const struct item_date *date) {
    return date && date->from.has_year;
}

bool pub_is_forthcoming(const struct item *it, const struct item_date *date) {
    return !has_year(date) && (item_text(it, VAR_STATUS).n > 0 || (date && date->literal.n > 0));
}

static int compare_dates(const struct item *a, const struct item *b, bool down) {
    const struct item_date *x = item_date(a, VAR_ISSUED), *y = item_date(b, VAR_ISSUED);
    bool coming_a = pub_is_forthcoming(a, x), coming_b = pub_is_forthcoming(b, y);
    bool known_a = coming_a || has_year(x), known_b = coming_b || has_year(y);
    if (!known_a || !known_b) {
        return known_a == known_b ? 0 : known_a ? -1 : 1;
    }
    if (coming_a || coming_b) {
        return coming_a == coming_b ? 0 : coming_a == down ? -1 : 1;
    }
    if (x->from.year != y->from.year) {
        return (x->from.year < y->from.year) != down ? -1 : 1;
    }
    int c = compare_known(x->from.month, y->from.month, down);
    return c ? c : compare_known(x->from.day, y->from.day, down);
}

static int compare_rows(const void *a, const void *b) {
    const struct pub_row *x = a, *y = b;
    int c = 0;
    for (size_t i = 0; c == 0 && i < x->q->ngroups; i++) {
        c = str_cmp(x->group_key[i], y->group_key[i]);
    }
    for (size_t i = 0; c == 0 && i < x->q->nsorts; i++) {
        bool down = x->q->sorts[i].down;
        switch (x->q->sorts[i].key) {
        case SORT_DATE:
            c = compare_dates(x->it, y->it, down);
            break;
        case SORT_DATABASE:
            c = x->it->order == y->it->order ? 0 : (x->it->order < y->it->order) != down ? -1 : 1;
            break;
        case SORT_TITLE:
        case SORT_AUTHOR:
        case SORT_TYPE:
        case SORT_KEY:
            c = str_cmp(x->keys[i], y->keys[i]);
            c = down ? -c : c;
            break;
        case SORT_VENUE:
        case SORT_FIELD: /* works without the venue or the field come last */
            c = compare_known(x->keys[i].n > 0, y->keys[i].n > 0, down);
            c = c ? c : str_cmp(x->keys[i], y->keys[i]) * (down ? -1 : 1);
            break;
        }
    }
    if (c == 0) {
        c = x->it->order < y->it->order ? -1 : x->it->order > y->it->order;
    }
    return c;
}

static struct str author_text(struct resolver *r, const struct item *it) {
    struct item_names names = item_names(it, VAR_AUTHOR);
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < names.n; i++) {
        buf_str(&b, names.p[i].literal.n ? names.p[i].literal : names.p[i].family);
        buf_putc(&b, ' ');
        buf_str(&b, names.p[i].given);
        buf_putc(&b, ' ');
    }
    return buf_finish(&b, r->arena);
}

static struct str venue_of(struct resolver *r, const struct item *it) {
    static const enum item_var vars[] = {VAR_CONTAINER_TITLE, VAR_EVENT_TITLE, VAR_PUBLISHER};
    struct rich abbr = item_extra(it, "abbr");
    for (size_t i = 0; abbr.text.n == 0 && i < ARRAY_LEN(vars); i++) {
        abbr = item_rich(it, vars[i]);
    }
    return str_trim(tex_rich_plain(r->arena, abbr));
}

static void make_keys(struct resolver *r, struct collator *c, struct pub_row *row) {
    for (size_t i = 0; i < row->q->nsorts; i++) {
        struct str text = STR_EMPTY;
        switch (row->q->sorts[i].key) {
        case SORT_TITLE:
            text = tex_rich_plain(r->arena, item_rich(row->it, VAR_TITLE));
            break;
        case SORT_AUTHOR:
            text = author_text(r, row->it);
            break;
        case SORT_TYPE:
            text =
                row->it->type == ITEM_TYPE_NONE ? STR_EMPTY : str_of(item_type_name(row->it->type));
            break;
        case SORT_KEY:
            text = row->it->id;
            break;
        case SORT_VENUE:
            text = venue_of(r, row->it);
            if (text.n == 0) {
                continue;
            }
            break;
        case SORT_FIELD:
            text = tex_rich_plain(r->arena, pub_field(row->it, row->q->sorts[i].field));
            if (text.n == 0) {
                continue;
            }
            break;
        case SORT_DATE:
        case SORT_DATABASE:
            continue;
        }
        row->keys[i] = collator_key(c, r->arena, text);
    }
}

/* ---- groups ---- */

static const struct {
    enum item_type type;
    enum doc_word heading;
} type_headings[] = {
#define HEADING(type, heading) {type, heading},
#include "cite/resolve/headings.def"
#undef HEADING
};

/* Keys of groups are compared by their bytes. By the first byte, groups with titles come first, and
 * groups of works without a value come last. */
#define KEY_TITLED "\x01"
#define KEY_KNOWN "\x02"
#define KEY_LAST "\x03"

/** A group at one level: its heading, its sort key, and its name in `group-titles` and in the
 * attribute that chooses its works. */
struct group {
    struct str heading, key, name;
};

/** What the groups of a list share. */
struct grouping {
    struct resolver *r;
    struct collator *collator;
    struct map keys; /* maps a heading to its sort key, since many works have few headings */
};

static struct group last_group(struct resolver *r, enum doc_word word) {
    struct str heading = resolve_word(r, word);
    return (struct group){heading, STR(KEY_LAST), heading};
}

/** A key that sorts by a number below 65,536. */
static struct str number_key(struct arena *a, int32_t n) {
    char bytes[] = {KEY_KNOWN[0], (char)(n >> 8), (char)n};
    return arena_str(a, (struct str){bytes, sizeof bytes});
}

/** The group of a work by its year, or by the text in place of the year. `per` years form one
 * group. */
static struct group group_by_years(struct resolver *r, const struct pub_row *row, int per) {
    const struct item_date *date = item_date(row->it, VAR_ISSUED);
    bool up = row->q->nsorts && row->q->sorts[0].key == SORT_DATE && !row->q->sorts[0].down;
    if (pub_is_forthcoming(row->it, date)) {
        struct str heading = resolve_word(r, DOC_WORD_PUB_GROUP_FORTHCOMING);
        return (struct group){heading, number_key(r->arena, up ? UINT16_MAX : 0),
                              STR("forthcoming")};
    }
    if (!has_year(date)) {
        struct group g = last_group(r, DOC_WORD_PUB_UNDATED);
        g.name = STR("undated");
        return g;
    }
    int32_t year = date->from.year, first = year - (((year % per) + per) % per);
    struct buf b = BUF_INIT;
    buf_int(&b, year <= 0 ? -(int64_t)year : first);
    if (year <= 0) {
        buf_puts(&b, " BC");
    } else if (per > 1) {
        buf_puts(&b, "\xE2\x80\x93");
        buf_int(&b, first + per - 1);
    }
    struct str heading = buf_finish(&b, r->arena);
    int32_t bounded = first < -19000 ? -19000 : first > 19000 ? 19000 : first;
    return (struct group){heading, number_key(r->arena, (up ? bounded : -bounded) + 20000),
                          year <= 0 && per == 1 ? arena_printf(r->arena, "%d", year) : heading};
}

bool resolve_type_heading(enum item_type type, enum doc_word *heading) {
    for (size_t i = 0; i < ARRAY_LEN(type_headings); i++) {
        if (type_headings[i].type == type) {
            *heading = type_headings[i].heading;
            return true;
        }
    }
    return false;
}

static struct group group_by_type(struct resolver *r, const struct pub_row *row) {
    struct str type = row->it->type == ITEM_TYPE_NONE ? row->it->type_text
                                                      : str_of(item_type_name(row->it->type));
    for (size_t i = 0; i < ARRAY_LEN(type_headings); i++) {
        if (type_headings[i].type == row->it->type) {
            return (struct group){resolve_word(r, type_headings[i].heading),
                                  number_key(r->arena, (int32_t)i), type};
        }
    }
    struct group g = last_group(r, DOC_WORD_PUB_OTHER_WORKS);
    g.name = type;
    return g;
}

static struct group group_by_text(struct grouping *x, struct str text, enum doc_word otherwise) {
    if (text.n == 0) {
        return last_group(x->r, otherwise);
    }
    struct str *key = map_lookup(&x->keys, text);
    if (!key) {
        key = ARENA_NEW(x->r->arena, struct str);
        *key = arena_join(x->r->arena, 2, STR(KEY_KNOWN),
                          collator_key(x->collator, x->r->arena, text));
        map_put(&x->keys, text, key);
    }
    return (struct group){text, *key, text};
}

/** The first letter of the first author's name, or of the title, as in an index. */
static struct str letter_of(struct resolver *r, const struct item *it) {
    struct item_names names = item_makers(it);
    struct str text = names.n == 0           ? tex_rich_plain(r->arena, item_rich(it, VAR_TITLE))
                      : names.p[0].literal.n ? names.p[0].literal
                                             : names.p[0].family;
    text = unicode_upper(r->arena, unicode_fold(r->arena, text), STR_EMPTY);
    size_t at = 0;
    while (at < text.n) {
        size_t from = at;
        if (unicode_is_letter(utf8_next(text, &at))) {
            return str_slice(text, from, at);
        }
    }
    return STR_EMPTY;
}

/** The group of a work at one level. `keyword` is the keyword of the row. */
static struct group group_of(struct grouping *x, const struct pub_row *row,
                             const struct pub_group_by *by, struct str keyword) {
    struct resolver *r = x->r;
    switch (by->by) {
    case GROUP_NONE:
        break;
    case GROUP_YEAR:
        return group_by_years(r, row, 1);
    case GROUP_DECADE:
        return group_by_years(r, row, 10);
    case GROUP_TYPE:
        return group_by_type(r, row);
    case GROUP_VENUE:
        return group_by_text(x, venue_of(r, row->it), DOC_WORD_PUB_OTHER_WORKS);
    case GROUP_KEYWORD:
        return group_by_text(x, keyword, DOC_WORD_PUB_OTHER_TOPICS);
    case GROUP_AUTHOR:
        return group_by_text(x, keyword, DOC_WORD_PUB_OTHER_WORKS);
    case GROUP_LETTER:
        return group_by_text(x, letter_of(r, row->it), DOC_WORD_PUB_OTHER_WORKS);
    case GROUP_FIELD:
        return group_by_text(x, str_trim(tex_rich_plain(r->arena, pub_field(row->it, by->field))),
                             DOC_WORD_PUB_OTHER_WORKS);
    }
    return (struct group){.heading = STR_EMPTY};
}

static struct grouping grouping_new(struct resolver *r) {
    return (struct grouping){r, collator_new(r->doc->meta.lang, false), MAP_IN(r->arena)};
}

/** If the author chose a title for a group, sets its heading and its place among the groups with
 * titles. */
static void entitle(struct resolver *r, const struct pub_query *q, struct group *g) {
    for (size_t i = 0; i < q->titles.n; i++) {
        if (str_ieq(q->titles.p[i].group, g->name) || str_ieq(q->titles.p[i].group, g->heading)) {
            *q->titles.p[i].found = true;
            g->heading = q->titles.p[i].title;
            g->key = arena_printf(r->arena, KEY_TITLED "%06zu", i);
            return;
        }
    }
}

struct str pub_row_type(struct resolver *r, const struct pub_row *row) {
    struct group g = group_by_type(r, row);
    entitle(r, row->q, &g);
    return g.heading;
}

struct str pub_row_year(struct resolver *r, const struct pub_row *row) {
    struct group g = group_by_years(r, row, 1);
    entitle(r, row->q, &g);
    return g.heading;
}

size_t pub_row_authors(struct resolver *r, const struct item *it, struct str *out, bool sorted) {
    struct item_names names = item_makers(it);
    size_t n = 0;
    for (size_t i = 0; i < names.n && n < PUB_MAX_KEYWORDS; i++) {
        const struct item_name *nm = &names.p[i];
        struct str text = sorted ? item_name_sorted(r->arena, nm) : item_name_shown(r->arena, nm);
        if (text.n && !nm->others) {
            out[n++] = text;
        }
    }
    return n;
}

typedef VEC(struct pub_row) row_vec;

/** Adds a row for a work, or a row for each of its keywords or authors if the list is grouped by
 * them. */
static void add_rows(struct grouping *x, row_vec *rows, struct pub_row row) {
    struct str words[PUB_MAX_KEYWORDS] = {STR_EMPTY};
    size_t n = 0;
    for (size_t k = 0; k < row.q->ngroups; k++) {
        n = row.q->groups[k].by == GROUP_KEYWORD  ? pub_keywords(row.it, words)
            : row.q->groups[k].by == GROUP_AUTHOR ? pub_row_authors(x->r, row.it, words, true)
                                                  : n;
    }
    for (size_t i = 0; i < (n ? n : 1); i++) {
        for (size_t k = 0; k < row.q->ngroups; k++) {
            struct group g = group_of(x, &row, &row.q->groups[k], words[i]);
            entitle(x->r, row.q, &g);
            row.group[k] = g.heading;
            row.group_key[k] = g.key;
        }
        vec_push(rows, row);
    }
}

/** A work that has several keys in the database. */
struct twin {
    const struct item *it;
    size_t first; /* the result of resolve_first_twin() */
    struct twin *next;
};

/** If a work has several keys in the database, lists it once, under the first key that occurs in
 * the list. The other keys are reported. */
static void drop_twins(struct resolver *r, pub_works *works) {
    struct map firsts = MAP_INIT; /* maps the bytes of `first` to a struct twin */
    size_t kept = 0;
    for (size_t i = 0; i < works->n; i++) {
        const struct item *it = works->p[i];
        if (!resolve_has_twin(r, it)) {
            works->p[kept++] = it;
            continue;
        }
        struct twin *mine = ARENA_NEW(r->arena, struct twin), *same;
        *mine = (struct twin){.it = it, .first = resolve_first_twin(r, it)};
        struct str key = {(const char *)&mine->first, sizeof mine->first};
        mine->next = map_lookup(&firsts, key);
        size_t steps = 0; /* the number of comparisons is limited, as in bib_duplicates() */
        for (same = mine->next; same && !resolve_is_same_work(r, same->it, it);) {
            same = ++steps < 64 ? same->next : NULL;
        }
        if (!same) {
            map_put(&firsts, key, mine);
            works->p[kept++] = it;
            /* the report is made once, although several documents may list the work */
        } else if (diags_once(r->d, it)) {
            struct diag *g = diag_add(r->d, DIAG_DUPLICATE_WORK, it->id_span,
                                      "`%.*s` is the same work as `%.*s`, and is not listed again",
                                      STR_ARG(it->id), STR_ARG(same->it->id));
            diag_relate(r->d, g, same->it->id_span, "the one that is listed");
            g->once = it;
        }
    }
    works->n = kept;
    map_drop(&firsts);
}

/** Makes a row for each work, with keys but without groups. */
static void make_rows(struct resolver *r, struct collator *c, const struct pub_query *q,
                      const pub_works *works, row_vec *rows) {
    for (size_t i = 0; i < works->n; i++) {
        vec_push(rows, ((struct pub_row){.it = works->p[i], .q = q}));
        make_keys(r, c, &vec_last(rows));
    }
}

static void keep_first(struct resolver *r, const struct pub_query *q, pub_works *works) {
    struct collator *c = collator_new(r->doc->meta.lang, false);
    row_vec rows = VEC_INIT;
    make_rows(r, c, q, works, &rows);
    vec_sort(&rows, compare_rows);
    works->n = q->limit;
    for (size_t i = 0; i < works->n; i++) {
        works->p[i] = rows.p[i].it;
    }
    vec_drop(&rows);
    collator_drop(c);
}

void pub_works_choose(struct resolver *r, const struct pub_query *q, pub_works *out) {
    bib_load_stores(r->bib);
    struct shared_places some = {NULL, 0};
    bool all = true;
    for (size_t i = 0; i < q->filters.n && all; i++) {
        all = !pub_filter_places(r, &q->filters.p[i], &some);
    }
    for (size_t i = 0; i < (all ? bib_count(r->bib) : some.n); i++) {
        const struct item *it = bib_at(r->bib, all ? i : some.p[i], r->d);
        if (it && pub_query_accepts(r, q, it) && bib_lookup(r->bib, it->id, r->d) == it) {
            bib_check_doi(it, r->d);
            vec_push(out, it);
        }
    }
    if (!q->twins) {
        drop_twins(r, out);
    }
    if (q->limit && q->limit < out->n) {
        keep_first(r, q, out);
    }
}

struct pub_rows pub_rows_choose(struct resolver *r, const struct pub_query *q) {
    struct grouping x = grouping_new(r);
    pub_works works = VEC_INIT;
    row_vec rows = VEC_INIT, grouped = VEC_INIT;
    pub_works_choose(r, q, &works);
    make_rows(r, x.collator, q, &works, &rows);
    for (size_t i = 0; i < rows.n; i++) {
        add_rows(&x, &grouped, rows.p[i]);
    }
    vec_sort(&grouped, compare_rows);
    struct pub_rows out = {vec_finish(&grouped, r->arena), grouped.n, works.n};
    collator_drop(x.collator);
    vec_drop(&works);
    vec_drop(&rows);
    return out;
}

size_t pub_row_level(const struct pub_row *a, const struct pub_row *b) {
    for (size_t k = 0; k < a->q->ngroups; k++) {
        if (!str_eq(a->group_key[k], b->group_key[k])) {
            return k;
        }
    }
    return PUB_MAX_GROUPS;
}

struct str pub_summary(struct arena *a, struct str text, const struct pub_query *q,
                       const struct pub_rows *rows) {
    if (str_index(text, '{') == STR_NONE) {
        return text;
    }
    int32_t first = INT32_MAX, last = INT32_MIN;
    for (size_t i = 0; i < rows->n; i++) {
        const struct item_date *date = item_date(rows->p[i].it, VAR_ISSUED);
        if (date && date->from.has_year) {
            first = date->from.year < first ? date->from.year : first;
            last = date->from.year > last ? date->from.year : last;
        }
    }
    const struct {
        struct str name;
        int64_t value;
        bool known;
    } places[] = {{STR("{count}"), (int64_t)rows->works, true},
                  {STR("{first-year}"), first, first != INT32_MAX},
                  {STR("{last-year}"), last, last != INT32_MIN},
                  {STR("{h-index}"), q->h_index, q->h_index >= 0},
                  {STR("{citations}"), q->citations, q->citations >= 0}};
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < text.n;) {
        size_t k = 0;
        while (k < ARRAY_LEN(places) &&
               !(places[k].known && str_starts(str_from(text, i), places[k].name))) {
            k++;
        }
        if (k < ARRAY_LEN(places)) {
            buf_int(&b, places[k].value);
            i += places[k].name.n;
        } else {
            buf_putc(&b, text.p[i++]);
        }
    }
    return buf_finish(&b, a);
}

/* ---- groups alone ---- */

/** A group with its sort key. */
struct keyed_group {
    struct resolve_group group;
    struct str key;
    size_t at; /* the number of groups that were found before */
};

typedef VEC(struct keyed_group *) keyed_vec;

static int compare_keyed(const void *a, const void *b) {
    const struct keyed_group *x = *(struct keyed_group *const *)a,
                             *y = *(struct keyed_group *const *)b;
    int c = str_cmp(x->key, y->key);
    return c ? c : x->at < y->at ? -1 : x->at > y->at;
}

/** Counts a work in its group. Names that differ only in case are one group, which has the first of
 * them in the order of groups. */
static void count_work(struct arena *a, struct map *found, keyed_vec *all, const struct group *g) {
    struct str name = arena_lower(a, g->name);
    struct keyed_group *known = map_lookup(found, name);
    if (!known) {
        known = ARENA_NEW(a, struct keyed_group);
        *known = (struct keyed_group){{g->heading, g->name, 0}, g->key, all->n};
        map_put(found, name, known);
        vec_push(all, known);
    } else if (str_cmp(g->key, known->key) < 0) {
        known->group.heading = g->heading;
        known->group.value = g->name;
        known->key = g->key;
    }
    known->group.works++;
}

static struct resolve_grouped groups_by(struct grouping *x, const pub_works *works,
                                        enum pub_group by) {
    struct arena *a = x->r->arena;
    struct pub_query q = {.ngroups = 1, .groups = {{by, STR_EMPTY}}};
    struct map found = MAP_IN(a);
    keyed_vec all = VEC_INIT;
    for (size_t i = 0; i < works->n; i++) {
        struct pub_row row = {.it = works->p[i], .q = &q};
        struct str words[PUB_MAX_KEYWORDS] = {STR_EMPTY};
        size_t n = by == GROUP_KEYWORD ? pub_keywords(row.it, words) : 1;
        for (size_t k = 0; k < n; k++) {
            struct group g = group_of(x, &row, &q.groups[0], words[k]);
            count_work(a, &found, &all, &g);
        }
    }
    vec_sort(&all, compare_keyed);
    struct resolve_grouped out = {ARENA_ARRAY(a, struct resolve_group, all.n), all.n};
    for (size_t i = 0; i < all.n; i++) {
        out.p[i] = all.p[i]->group;
    }
    vec_drop(&all);
    return out;
}

void resolve_groups(struct arena *a, struct bib *bib, struct resolve_shared *shared,
                    struct str lang, const struct str *by, size_t n, struct resolve_grouped *out,
                    struct diags *d) {
    struct doc *doc = doc_new(a, source_new(a, STR_EMPTY, STR_EMPTY));
    doc->meta.lang = lang.n ? lang : doc->meta.lang;
    struct resolver r = {.arena = a, .doc = doc, .bib = bib, .shared = shared, .d = d};
    struct pub_query every = {.ngroups = 0};
    struct grouping x = grouping_new(&r);
    pub_works works = VEC_INIT;
    bool chosen = false;
    for (size_t i = 0; i < n; i++) {
        enum pub_group kind = str_is(by[i], "year")      ? GROUP_YEAR
                              : str_is(by[i], "type")    ? GROUP_TYPE
                              : str_is(by[i], "keyword") ? GROUP_KEYWORD
                                                         : GROUP_NONE;
        out[i] = (struct resolve_grouped){NULL, 0};
        if (kind == GROUP_NONE) {
            continue;
        }
        if (!chosen) {
            pub_works_choose(&r, &every, &works);
            chosen = true;
        }
        out[i] = groups_by(&x, &works, kind);
    }
    collator_drop(x.collator);
    vec_drop(&works);
}
