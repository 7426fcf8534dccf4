/* SPDX-License-Identifier: MIT */
/*
 * `::: {.coauthors of="Name" since="2022-11"}`: the people who wrote with an author, each with the
 * year of the latest joint work. Funders ask for such a list to find conflicts of interest. Authors
 * and editors count. Different spellings of one name share a row. The attribute `csv` stays in the
 * tree: it is the name of a file that write/web writes.
 */
#include "cite/resolve/entry.h"
#include "cite/resolve/list_filter.h"
#include "cite/resolve/people.h"
#include "core/base/calendar.h"
#include "core/base/file.h"
#include "core/unicode/unicode.h"

#include <stdlib.h>

DIAG_USE(DIAG_EMPTY_LIST);
DIAG_USE(DIAG_UNKNOWN_ATTRIBUTE);

/** A month as a number: 12 times the year, plus 0 for January to 11 for December. */
typedef int64_t month_no;

struct wish {
    struct str of; /* the author's names or ORCID, separated by semicolons */
    month_no since;
    const struct node *places; /* names and their affiliations, or NULL */
};

/** A name in a joint work. */
struct found_name {
    const struct item_name *name;
    struct str written; /* the name as written: "Okonkwo, Chidi" */
    month_no month;     /* the month of the work */
    size_t place;
};
typedef VEC(struct found_name) found_names;

/** A person with the fullest form of the name. */
struct coauthor {
    struct str written, key;
    const struct item_name *name;
    struct resolve_person person;
    struct coauthor *next; /* the next person whose name has the same last word */
    month_no month;        /* the month of the latest joint work */
};
typedef VEC(struct coauthor *) coauthor_vec;

/* ---- attributes ---- */

/** Reads "2022" or "2022-11". Returns false for another text. */
static bool read_month(struct str s, month_no *out) {
    int64_t year, month = 1;
    struct str first = str_cut(&s, '-');
    if (!str_is_digits(first) || !str_to_i64(first, &year) || year > 9999 ||
        (s.n && (!str_is_digits(s) || !str_to_i64(s, &month) || month < 1 || month > 12))) {
        return false;
    }
    *out = 12 * year + month - 1;
    return true;
}

static month_no this_month(struct resolver *r) {
    int64_t now = r->opt->now ? r->opt->now(r->opt->user) : 0;
    struct calendar_day day = calendar_date(now / CALENDAR_DAY);
    return 12 * day.year + day.month - 1;
}

static void read_pair(struct resolver *r, struct wish *w, const struct doc_pair *pair) {
    int64_t months;
    const char *hint = NULL;
    if (str_is(pair->key, "of")) {
        w->of = pair->value;
    } else if (str_is(pair->key, "since")) {
        hint =
            read_month(pair->value, &w->since) ? NULL : "write a year or a month: `since=2022-11`";
    } else if (str_is(pair->key, "months")) {
        bool right =
            str_is_digits(pair->value) && str_to_i64(pair->value, &months) && months < 12000;
        hint = right ? NULL : "write a number of months: `months=48`";
        w->since = right ? this_month(r) - months : w->since;
    } else if (str_is(pair->key, "csv")) {
        bool right = path_is_portable(pair->value) && str_ieq(path_ext(pair->value), STR("csv"));
        hint = right ? NULL : "write the name of a file beside the page: `csv=coauthors.csv`";
    } else {
        hint = "they have `of`, `since`, `months` and `csv`";
    }
    if (hint) {
        bool known = !str_starts(str_of(hint), STR("they"));
        struct diag *g =
            known ? diag_add(r->d, DIAG_UNKNOWN_ATTRIBUTE, pair->span, "`%.*s` cannot be `%.*s`",
                             STR_ARG(pair->key), STR_ARG(pair->value))
                  : diag_add(r->d, DIAG_UNKNOWN_ATTRIBUTE, pair->span,
                             "tables of coauthors have no attribute `%.*s`", STR_ARG(pair->key));
        diag_hint(r->d, g, "%s", hint);
    }
}

/* ---- who ---- */

/** A name without its suffix ("Jr."), for resolve_person_read(), which knows no suffixes. */
static struct str written_name(struct arena *a, const struct item_name *nm) {
    struct item_name bare = *nm;
    bare.suffix = STR_EMPTY;
    return item_name_sorted(a, &bare);
}

/** Adds the names of a work if one of them is the author's. A work without a month counts as one of
 * December, because it may be that recent; a work without a year does not count. */
static void add_work(struct resolver *r, struct arena *scratch, const pub_persons *self,
                     const struct item *it, found_names *found) {
    const struct item_date *date = item_date(it, VAR_ISSUED);
    const struct item_names lists[] = {item_names(it, VAR_AUTHOR), item_names(it, VAR_EDITOR)};
    bool own = false;
    if (!date || !date->from.has_year) {
        return;
    }
    month_no month =
        12 * (month_no)date->from.year + (date->from.month ? date->from.month - 1 : 11);
    for (size_t k = 0; k < ARRAY_LEN(lists); k++) {
        for (size_t i = 0; i < lists[k].n && !own; i++) {
            own = resolve_name_is_any(scratch, &lists[k].p[i], self->p, self->n);
        }
    }
    for (size_t k = 0; own && k < ARRAY_LEN(lists); k++) {
        for (size_t i = 0; i < lists[k].n; i++) {
            const struct item_name *nm = &lists[k].p[i];
            if (!nm->others && !resolve_name_is_any(scratch, nm, self->p, self->n)) {
                vec_push(found,
                         ((struct found_name){nm, written_name(r->arena, nm), month, found->n}));
            }
        }
    }
}

/** Sorts by the number of given names, the largest first. Shorter forms and initials then match a
 * form that is already there. */
static int by_fullness(const void *pa, const void *pb) {
    const struct found_name *a = pa, *b = pb;
    size_t na = a->name->given.n, nb = b->name->given.n;
    return na != nb ? (na > nb ? -1 : 1) : a->place < b->place ? -1 : a->place > b->place;
}

struct people_index {
    struct arena *scratch;
    struct map endings; /* maps a last word to a struct coauthor */
    const struct found_name *name;
    struct coauthor *best;
    int like;
};

static void look_at(void *user, struct str word, size_t place) {
    (void)place;
    struct people_index *s = user;
    for (struct coauthor *c = map_lookup(&s->endings, word); c; c = c->next) {
        int like = (int)resolve_name_likeness(s->scratch, s->name->name, &c->person);
        if (like > s->like) {
            s->like = like;
            s->best = c;
        }
    }
}

/** Keeps the first word. It is enough to find the person, because every spelling of the name has
 * it. */
static void keep_first(void *user, struct str word, size_t place) {
    (void)place;
    struct str *first = user;
    *first = first->n ? *first : word;
}

static int by_key(const void *pa, const void *pb) {
    const struct coauthor *a = *(const struct coauthor *const *)pa,
                          *b = *(const struct coauthor *const *)pb;
    int c = str_cmp(a->key, b->key);
    return c ? c : str_cmp(a->written, b->written);
}

static void join_names(struct resolver *r, struct arena *scratch, found_names *found,
                       coauthor_vec *people) {
    struct people_index s = {.scratch = scratch, .endings = MAP_IN(r->arena)};
    struct collator *order = collator_new(r->doc->meta.lang, false);
    vec_sort(found, by_fullness);
    for (size_t i = 0; i < found->n; i++) {
        s.name = &found->p[i];
        s.best = NULL;
        s.like = RESOLVE_LIKE_NOT;
        resolve_name_ends(scratch, s.name->name, look_at, &s, 0);
        arena_reset(scratch);
        if (!s.best) {
            s.best = ARENA_NEW(r->arena, struct coauthor);
            s.best->name = s.name->name;
            s.best->written = s.name->written;
            s.best->key = collator_key(order, r->arena, s.name->written);
            resolve_person_read(r->arena, s.name->written, &s.best->person);
            struct str word = STR_EMPTY;
            resolve_name_ends(r->arena, s.name->name, keep_first, &word, 0);
            if (word.n) {
                s.best->next = map_put(&s.endings, word, s.best);
            }
            vec_push(people, s.best);
        }
        s.best->month = s.name->month > s.best->month ? s.name->month : s.best->month;
    }
    collator_drop(order);
    vec_sort(people, by_key);
}

/* ---- the table ---- */

static void add_cell(struct resolver *r, struct doc_node *row, bool head, struct str text) {
    struct doc_node *cell = resolve_add(r, row, DOC_CELL, NULL);
    cell->u.cell.head = head;
    cell->u.cell.colspan = cell->u.cell.rowspan = 1;
    resolve_text(r, cell, text);
}

static void add_row(struct resolver *r, struct doc_node *table, bool head, struct str a,
                    struct str b, struct str c) {
    struct doc_node *row = resolve_add(r, table, DOC_ROW, NULL);
    row->u.row.head = head;
    add_cell(r, row, head, a);
    add_cell(r, row, head, b);
    add_cell(r, row, head, c);
}

/** The affiliation of a coauthor: the one that is listed for the same name, or else for the most
 * similar name. */
static struct str place_of(struct arena *scratch, const struct node *places,
                           const struct coauthor *c) {
    size_t at = node_index(places, c->written);
    int best = RESOLVE_LIKE_NOT;
    for (size_t i = 0; at == STR_NONE && places && places->kind == NODE_MAP && i < places->n; i++) {
        struct resolve_person person;
        resolve_person_read(scratch, places->keys[i], &person);
        int like = (int)resolve_name_likeness(scratch, c->name, &person);
        if (like > best) {
            best = like;
            at = i;
        }
        arena_reset(scratch);
    }
    return at == STR_NONE ? STR_EMPTY : node_text(places->items[at]);
}

static void fill(struct resolver *r, struct doc_node *box, const struct wish *w,
                 const coauthor_vec *people) {
    struct arena *scratch = arena_new();
    struct doc_node *table = resolve_add(r, box, DOC_TABLE, NULL);
    table->u.table.ncols = 3;
    table->u.table.aligns = ARENA_ARRAY(r->arena, enum doc_align, 3);
    add_row(r, table, true, STR("Name"), STR("Affiliation"), STR("Last common work"));
    for (size_t i = 0; i < people->n; i++) {
        const struct coauthor *c = people->p[i];
        add_row(r, table, false, c->written, place_of(scratch, w->places, c),
                arena_printf(r->arena, "%d", (int)(c->month / 12)));
    }
    arena_drop(scratch);
}

static void make_table(struct resolver *r, struct doc_node *box) {
    struct wish w = {.of = r->self ? r->self->name : STR_EMPTY,
                     .since = INT64_MIN,
                     .places = r->opt->affiliations};
    for (size_t i = 0; box->attr && i < box->attr->npairs; i++) {
        read_pair(r, &w, &box->attr->pairs[i]);
    }
    found_names found = VEC_INIT;
    coauthor_vec people = VEC_INIT;
    pub_persons self = VEC_INIT;
    struct arena *scratch = arena_new(); /* memory for the comparison of names */
    pub_persons_read(r->arena, &self, w.of);
    for (size_t i = 0; w.of.n && i < bib_count(r->bib); i++) {
        const struct item *it = bib_at(r->bib, i, r->d);
        if (it) {
            add_work(r, scratch, &self, it, &found);
            arena_reset(scratch);
        }
    }
    join_names(r, scratch, &found, &people);
    arena_drop(scratch);
    size_t kept = 0;
    /* Leaves out people without a work since `since`. Earlier works were needed above, to find the
     * spellings of a name. */
    for (size_t i = 0; i < people.n; i++) {
        if (people.p[i]->month >= w.since) {
            people.p[kept++] = people.p[i];
        }
    }
    people.n = kept;
    if (people.n) {
        fill(r, box, &w, &people);
    } else {
        struct diag *g =
            diag_add(r->d, DIAG_EMPTY_LIST, box->span, "this table of coauthors is empty");
        diag_hint(r->d, g,
                  w.of.n ? "the databases have no work of this author with others since then"
                         : "name the author: `::: {.coauthors of=\"Ines Alder\"}`");
    }
    vec_drop(&self);
    vec_drop(&found);
    vec_drop(&people);
    size_t npairs = 0;
    for (size_t i = 0; i < box->attr->npairs; i++) {
        if (str_is(box->attr->pairs[i].key, "csv")) {
            box->attr->pairs[npairs++] = box->attr->pairs[i];
        }
    }
    box->attr->npairs = npairs;
}

void resolve_coauthor_tables(struct resolver *r) {
    if (!doc_has_kind(r->doc, DOC_DIV)) {
        return;
    }
    struct doc_walk walk = doc_walk_start(r->doc->root);
    while (doc_walk_next(&walk)) {
        if (walk.enter && walk.node->kind == DOC_DIV && !walk.node->first &&
            doc_has_class(walk.node, "coauthors")) {
            r->shows_all = true;
            make_table(r, walk.node);
            doc_walk_skip(&walk);
        }
    }
}
