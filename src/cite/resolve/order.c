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

static bool has_year(const struct item *it) {
    const struct item_date *date = item_date(it, VAR_ISSUED);
    return date && date->from.has_year;
}

/* Whether a work has no year yet, because it is accepted, in press or submitted. Its status or a
 * text in place of the date shows this. */
static bool is_to_come(const struct item *it) {
    const struct item_date *date = item_date(it, VAR_ISSUED);
    return !has_year(it) && (item_text(it, VAR_STATUS).n > 0 || (date && date->literal.n > 0));
}

static int compare_dates(const struct item *a, const struct item *b, bool down) {
    bool coming_a = is_to_come(a), coming_b = is_to_come(b);
    bool known_a = coming_a || has_year(a), known_b = coming_b || has_year(b);
    if (!known_a || !known_b) {
        return known_a == known_b ? 0 : known_a ? -1 : 1;
    }
    if (coming_a || coming_b) {
        return coming_a == coming_b ? 0 : coming_a == down ? -1 : 1;
    }
    const struct item_date *x = item_date(a, VAR_ISSUED), *y = item_date(b, VAR_ISSUED);
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

/** A group at one level: its heading, its sort key, and its name in `group-titles`. */
struct group {
    struct str heading, key, name;
};

static struct group last_group(struct resolver *r, enum doc_word word) {
    struct str heading = resolve_word(r, word);
    return (struct group){heading, STR(KEY_LAST), heading};
}

/** The group of a work by its year, or by the text in place of the year. `per` years form one
 * group. */
static struct group group_by_years(struct resolver *r, const struct pub_row *row, int per) {
    const struct item_date *date = item_date(row->it, VAR_ISSUED);
    bool up = row->q->nsorts && row->q->sorts[0].key == SORT_DATE && !row->q->sorts[0].down;
    if (is_to_come(row->it)) {
        struct str heading = resolve_word(r, DOC_WORD_PUB_GROUP_FORTHCOMING);
        return (struct group){heading, up ? STR(KEY_KNOWN "99999") : STR(KEY_KNOWN "00000"),
                              STR("forthcoming")};
    }
    if (!has_year(row->it)) {
        return last_group(r, DOC_WORD_PUB_UNDATED);
    }
    int32_t year = date->from.year, first = year - (((year % per) + per) % per);
    struct str heading = year <= 0 ? arena_printf(r->arena, "%d BC", -year)
                         : per == 1
                             ? arena_printf(r->arena, "%d", year)
                             : arena_printf(r->arena, "%d\xE2\x80\x93%d", first, first + per - 1);
    int32_t bounded = first < -19000 ? -19000 : first > 19000 ? 19000 : first;
    return (struct group){
        heading, arena_printf(r->arena, KEY_KNOWN "%05d", (up ? bounded : -bounded) + 20000),
        heading};
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
                                  arena_printf(r->arena, KEY_KNOWN "%02zu", i), type};
        }
    }
    struct group g = last_group(r, DOC_WORD_PUB_OTHER_WORKS);
    g.name = type;
    return g;
}

static struct group group_by_text(struct resolver *r, struct collator *c, struct str text,
                                  enum doc_word otherwise) {
    if (text.n == 0) {
        return last_group(r, otherwise);
    }
    return (struct group){
        text, arena_join(r->arena, 2, STR(KEY_KNOWN), collator_key(c, r->arena, text)), text};
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
static struct group group_of(struct resolver *r, struct collator *c, const struct pub_row *row,
                             const struct pub_group_by *by, struct str keyword) {
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
        return group_by_text(r, c, venue_of(r, row->it), DOC_WORD_PUB_OTHER_WORKS);
    case GROUP_KEYWORD:
        return group_by_text(r, c, keyword, DOC_WORD_PUB_OTHER_TOPICS);
    case GROUP_AUTHOR:
        return group_by_text(r, c, keyword, DOC_WORD_PUB_OTHER_WORKS);
    case GROUP_LETTER:
        return group_by_text(r, c, letter_of(r, row->it), DOC_WORD_PUB_OTHER_WORKS);
    case GROUP_FIELD:
        return group_by_text(r, c,
                             str_trim(tex_rich_plain(r->arena, pub_field(row->it, by->field))),
                             DOC_WORD_PUB_OTHER_WORKS);
    }
    return (struct group){.heading = STR_EMPTY};
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

struct twin_row {
    const struct item *it;
    struct twin_row *next; /* the next row with the same resolve_first_twin() */
};

/** Adds a row for a work, or a row for each of its keywords or authors if the list is grouped by
 * them. */
static void add_rows(struct resolver *r, struct collator *c, row_vec *rows, struct pub_row row) {
    struct str words[PUB_MAX_KEYWORDS] = {STR_EMPTY};
    size_t n = 0;
    for (size_t k = 0; k < row.q->ngroups; k++) {
        n = row.q->groups[k].by == GROUP_KEYWORD  ? pub_keywords(row.it, words)
            : row.q->groups[k].by == GROUP_AUTHOR ? pub_row_authors(r, row.it, words, true)
                                                  : n;
    }
    for (size_t i = 0; i < (n ? n : 1); i++) {
        for (size_t k = 0; k < row.q->ngroups; k++) {
            struct group g = group_of(r, c, &row, &row.q->groups[k], words[i]);
            entitle(r, row.q, &g);
            row.group[k] = g.heading;
            row.group_key[k] = g.key;
        }
        vec_push(rows, row);
    }
}

/** If a work has several keys in the database, lists it once, under the first key that occurs in
 * the list. The other keys are reported. */
static void drop_twins(struct resolver *r, row_vec *rows) {
    struct map firsts = MAP_INIT; /* maps the resolve_first_twin() of rows to a struct twin_row */
    size_t kept = 0;
    for (size_t i = 0; i < rows->n; i++) {
        const struct item *it = rows->p[i].it;
        struct twin_row *mine = ARENA_NEW(r->arena, struct twin_row), *same;
        *mine = (struct twin_row){.it = it};
        struct str key = arena_printf(r->arena, "%zu", resolve_first_twin(r, it));
        mine->next = map_lookup(&firsts, key);
        size_t steps = 0; /* the number of comparisons is limited, as in bib_duplicates() */
        for (same = mine->next; same && !resolve_is_same_work(r, same->it, it);) {
            same = ++steps < 64 ? same->next : NULL;
        }
        if (!same) {
            map_put(&firsts, key, mine);
            rows->p[kept++] = rows->p[i];
            /* the report is made once, although several documents may list the work */
        } else if (diags_once(r->d, it)) {
            struct diag *g = diag_add(r->d, DIAG_DUPLICATE_WORK, it->id_span,
                                      "`%.*s` is the same work as `%.*s`, and is not listed again",
                                      STR_ARG(it->id), STR_ARG(same->it->id));
            diag_relate(r->d, g, same->it->id_span, "the one that is listed");
            g->once = it;
        }
    }
    rows->n = kept;
    map_drop(&firsts);
}

struct pub_rows pub_rows_choose(struct resolver *r, const struct pub_query *q) {
    row_vec picked = VEC_INIT, grouped = VEC_INIT;
    struct collator *c = collator_new(r->doc->meta.lang, false);
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
            struct pub_row row = {.it = it, .q = q};
            make_keys(r, c, &row);
            vec_push(&picked, row);
        }
    }
    if (!q->twins) {
        drop_twins(r, &picked);
    }
    if (q->limit && q->limit < picked.n) {
        vec_sort(&picked, compare_rows);
        picked.n = q->limit;
    }
    for (size_t i = 0; i < picked.n; i++) {
        add_rows(r, c, &grouped, picked.p[i]);
    }
    vec_sort(&grouped, compare_rows);
    struct pub_rows out = {vec_finish(&grouped, r->arena), grouped.n, picked.n};
    collator_drop(c);
    vec_drop(&picked);
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

/** The group of a row. Its `value` is that with which a list can choose the works of the group. */
static struct resolve_group group_of_row(const struct pub_row *row, enum pub_group by) {
    struct resolve_group g = {.heading = row->group[0], .value = row->group[0]};
    if (by == GROUP_TYPE) {
        g.value = row->it->type == ITEM_TYPE_NONE ? row->it->type_text
                                                  : str_of(item_type_name(row->it->type));
    } else if (by == GROUP_YEAR && !has_year(row->it)) {
        g.value = STR("-9999..9999");
        g.without = true;
    }
    return g;
}

typedef VEC(struct resolve_group) group_vec;

/** Finds a group or adds it. Types without a heading come in any order, so the group of a type is
 * compared with all groups. Any other group is compared with the last one only. */
static struct resolve_group *place_of_group(group_vec *all, const struct resolve_group *g,
                                            enum pub_group by) {
    for (size_t i = all->n; i > 0 && (by == GROUP_TYPE || i == all->n); i--) {
        struct resolve_group *other = &all->p[i - 1];
        if (str_ieq(other->value, g->value) && other->without == g->without) {
            return other;
        }
    }
    vec_push(all, *g);
    return &vec_last(all);
}

struct resolve_group *resolve_groups(struct arena *a, struct bib *bib,
                                     struct resolve_shared *shared, struct str lang, struct str by,
                                     size_t *n, struct diags *d) {
    enum pub_group kind = str_is(by, "year")      ? GROUP_YEAR
                          : str_is(by, "type")    ? GROUP_TYPE
                          : str_is(by, "keyword") ? GROUP_KEYWORD
                                                  : GROUP_NONE;
    *n = 0;
    if (kind == GROUP_NONE) {
        return NULL;
    }
    struct doc *doc = doc_new(a, source_new(a, STR_EMPTY, STR_EMPTY));
    doc->meta.lang = lang.n ? lang : doc->meta.lang;
    struct resolver r = {.arena = a, .doc = doc, .bib = bib, .shared = shared, .d = d};
    struct pub_query q = {.ngroups = 1, .groups = {{kind, STR_EMPTY}}};
    struct pub_rows rows = pub_rows_choose(&r, &q);
    group_vec all = VEC_INIT;
    for (size_t i = 0; i < rows.n; i++) {
        struct str words[PUB_MAX_KEYWORDS];
        if (kind == GROUP_KEYWORD && pub_keywords(rows.p[i].it, words) == 0) {
            continue;
        }
        struct resolve_group g = group_of_row(&rows.p[i], kind);
        place_of_group(&all, &g, kind)->works++;
    }
    *n = all.n;
    return vec_finish(&all, a);
}
