/* SPDX-License-Identifier: MIT */
/*
 * Sorting (CSL 1.0.2, "Sorting"): the bibliography, and the cites of a citation. Keys are made once
 * for each entry. An entry without a value comes last, both ascending and descending.
 */
#include "cite/csl/number.h"
#include "cite/csl/state.h"

#include <string.h>

/** The number of digits that numbers in keys have, so that they sort as text. */
#define NUMBER_WIDTH 10

static struct str number_key(struct arena *a, struct str s) {
    uint64_t n = 0;
    s = str_trim(s);
    size_t digits = str_past(s, 0, is_digit);
    if (!csl_number_digits(str_slice(s, 0, digits), &n)) {
        return s;
    }
    return arena_printf(a, "%0*llu%.*s", NUMBER_WIDTH, (unsigned long long)n,
                        STR_ARG(str_from(s, digits)));
}

static struct str plain_text(struct ctx *x, struct rich rich) {
    struct run *r = csl_run_group(x->a);
    csl_run_rich(x->a, x->l, r, rich, 0);
    return csl_run_plain_text(x->a, r);
}

/** The sort key of a name variable: its names in the long form. */
static struct str names_key(struct ctx *x, enum item_var v) {
    enum item_var vars[1] = {v};
    struct csl_node node = {.el = EL_NAMES}, name = {.el = EL_NAME};
    name.u.name.opts = (struct name_opts){.set = NAME_SET_FORM, .form = NAME_LONG};
    node.u.names.vars = vars;
    node.u.names.n = 1;
    node.u.names.name = &name;
    struct run *r = csl_run_group(x->a);
    struct joiner j = {.into = r};
    csl_render_names(x, &node, &j);
    return csl_finish_plain(x->c, x->a, r);
}

static struct str variable_key(struct ctx *x, enum item_var v) {
    if (v == VAR_NONE) {
        return STR_EMPTY;
    }
    if (var_is_name(v)) {
        return names_key(x, v);
    }
    if (var_is_date(v)) {
        return csl_date_sort_key(x->a, item_date(x->it, v));
    }
    if (v == VAR_CITATION_NUMBER) {
        return arena_printf(x->a, "%0*d", NUMBER_WIDTH, x->e->number);
    }
    struct rich s = csl_render_variable(x, v, false);
    return var_is_number(v) ? number_key(x->a, s.text) : plain_text(x, s);
}

/** The sort key that a macro gives. A term alone ("no date") replaces a missing value. A descending
 * key is then empty, so that the work comes last; in ascending order, letters come after digits
 * anyway. */
static struct str macro_key(struct ctx *x, const struct csl_key *key) {
    unsigned did;
    struct run *r = csl_render_macro(x, key->macro, &did);
    bool stands_in = key->descending && (did & DID_WHAT) == DID_TERM;
    return r && !stands_in ? csl_finish_plain(x->c, x->a, r) : STR_EMPTY;
}

/** ASCII punctuation that is ignored in sorting. The apostrophe is ignored only at the start of a
 * word. */
static const bool marks[256] = {
    [','] = true, [';'] = true, [':'] = true, ['.'] = true, ['?'] = true,
    ['!'] = true, ['"'] = true, ['['] = true, [']'] = true, ['('] = true,
    [')'] = true, ['{'] = true, ['}'] = true, ['*'] = true, ['\''] = true,
};

/**
 * Removes punctuation that is ignored in sorting: quotes, brackets, stops, and an apostrophe at the
 * start of a word ("'t Hooft"). Spaces, hyphens and inner apostrophes stay, because they
 * distinguish words.
 */
static struct str drop_marks(struct arena *a, struct str s) {
    static const struct str dropped[] = {
        STR_INIT("\xE2\x80\x98"), STR_INIT("\xE2\x80\x9C"), STR_INIT("\xE2\x80\x9D"),
        STR_INIT("\xE2\x80\x9E"), STR_INIT("\xE2\x80\xB9"), STR_INIT("\xE2\x80\xBA"),
        STR_INIT("\xC2\xAB"),     STR_INIT("\xC2\xBB"),     STR_INIT("\xE3\x80\x8C"),
        STR_INIT("\xE3\x80\x8D"), STR_INIT("\xE3\x80\x8E"), STR_INIT("\xE3\x80\x8F"),
        STR_INIT("\xE3\x80\x8A"), STR_INIT("\xE3\x80\x8B"),
    };
    char *p = arena_alloc(a, s.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < s.n;) {
        if ((unsigned char)s.p[i] < 0x80 && !marks[(unsigned char)s.p[i]]) {
            p[n++] = s.p[i++];
            continue;
        }
        bool head = n == 0 || p[n - 1] == ' ';
        struct str rest = str_from(s, i);
        size_t skip = 0;
        if ((unsigned char)s.p[i] < 0x80) {
            bool decimal =
                s.p[i] == '.' && n > 0 && is_digit(p[n - 1]) && i + 1 < s.n && is_digit(s.p[i + 1]);
            skip = s.p[i] == '\'' ? head : !decimal;
        } else if (str_starts(rest, STR("\xC2\xA0")) || str_starts(rest, STR("\xE2\x80\xAF"))) {
            p[n++] = ' '; /* spaces inside guillemets become plain spaces */
            skip = s.p[i] == '\xC2' ? 2 : 3;
        } else if (head && str_starts(rest, STR("\xE2\x80\x99"))) {
            skip = 3;
        } else {
            for (size_t k = 0; !skip && k < ARRAY_LEN(dropped); k++) {
                skip = str_starts(rest, dropped[k]) ? dropped[k].n : 0;
            }
        }
        if (!skip) {
            p[n++] = s.p[i];
        }
        i += skip ? skip : 1;
    }
    return (struct str){p, n};
}

/** Gives each number leading zeros, so that numbers sort by value ("9 Lives" before "10 Lives"). */
static struct str pad_numbers(struct arena *a, struct str s) {
    size_t runs = 0;
    for (size_t i = 0; i < s.n; i++) {
        runs += is_digit(s.p[i]) && (i == 0 || !is_digit(s.p[i - 1]));
    }
    if (runs == 0) {
        return s;
    }
    char *p = arena_alloc(a, s.n + runs * NUMBER_WIDTH);
    size_t n = 0;
    for (size_t i = 0; i < s.n;) {
        size_t end = str_past(s, i, is_digit);
        for (size_t k = end - i; k && k < NUMBER_WIDTH; k++) {
            p[n++] = '0';
        }
        if (end == i) {
            end++;
        }
        memcpy(p + n, s.p + i, end - i);
        n += end - i;
        i = end;
    }
    return (struct str){p, n};
}

/** An entry of the bibliography, or a cite of a citation, while it is sorted. */
struct row {
    struct csl_cited *e;
    const struct cite *cite; /* NULL for an entry of the bibliography */
    /* the position of the row before sorting, which decides between equal keys */
    size_t at;
    struct collated first; /* the first key; an empty text means that there is no value */
    struct collated *more; /* the other keys, which few comparisons need */
    size_t made;           /* number of keys that have been made */
};

struct sorter {
    struct csl *c;
    struct arena *a; /* memory for the keys */
    enum area_kind kind;
    const struct csl_area *area;
};

/** Makes a key. `c` and `a` belong to the same thread. */
static struct collated make_key(const struct sorter *s, struct csl *c, struct arena *a,
                                const struct row *row, const struct csl_key *key) {
    struct ctx x;
    csl_scratch(c);
    csl_render_start(&x, c, s->kind, row->e);
    x.sorting = true;
    x.key_opts = &key->opts;
    if (row->cite) {
        x.locator = row->cite->words->locator;
        x.label = row->cite->label;
    }
    struct str text = key->macro ? macro_key(&x, key) : variable_key(&x, key->var);
    text = pad_numbers(x.a, str_trim(drop_marks(x.a, text)));
    return text.n ? collator_take(c->collator, a, text) : (struct collated){.text = STR_EMPTY};
}

/** The i-th key of a row. Keys are made in order when they are first needed. */
static struct collated *row_key(const struct sorter *s, struct row *row, size_t i) {
    if (i > 0 && !row->more) {
        row->more = ARENA_ARRAY(s->a, struct collated, s->area->nkeys - 1);
    }
    struct collated *key = i == 0 ? &row->first : &row->more[i - 1];
    if (i == row->made) {
        *key = make_key(s, s->c, s->a, row, &s->area->keys[i]);
        row->made++;
    }
    return key;
}

static int compare_rows(const void *first, const void *second, void *user) {
    const struct sorter *s = user;
    struct row *x = *(struct row *const *)first, *y = *(struct row *const *)second;
    for (size_t i = 0; i < s->area->nkeys; i++) {
        struct collated *a = row_key(s, x, i), *b = row_key(s, y, i);
        if (a->text.n == 0 || b->text.n == 0) {
            if (a->text.n != b->text.n) {
                return a->text.n == 0 ? 1 : -1;
            }
            continue;
        }
        int order = collator_compare(s->c->collator, s->a, a, b);
        if (order) {
            return s->area->keys[i].descending ? -order : order;
        }
    }
    return x->at < y->at ? -1 : 1;
}

struct first_keys {
    const struct sorter *s;
    struct row *rows;
    size_t n;
};

static void make_first_keys(struct csl *c, size_t from, size_t to, void *user) {
    const struct first_keys *f = user;
    const struct sorter *s = f->s;
    for (size_t i = from; i < to; i++) {
        f->rows[i].first =
            make_key(s, c, c == s->c ? s->a : c->work, &f->rows[i], &s->area->keys[0]);
        f->rows[i].made = 1;
    }
}

static void sort_rows(const struct sorter *s, struct row *rows, size_t n, struct row **sorted) {
    for (size_t i = 0; i < n; i++) {
        rows[i].at = i;
        sorted[i] = &rows[i];
    }
    struct first_keys first = {s, rows, n};
    /* a work may be cited twice, so several threads may render its entry */
    s->c->many = n && rows[0].cite && csl_share_splits(s->c, n);
    /* the first keys of all rows are made by several threads */
    csl_share(s->c, n, make_first_keys, &first);
    s->c->many = false;
    /* Comparisons make further keys in the rows. qsort_r() passes the sorter to them. */
    qsort_r(sorted, n, sizeof(struct row *), compare_rows, (struct sorter *)(uintptr_t)s);
}

/** Groups sorted entries by their lists. The order in each list is kept. */
static void part_lists(struct csl *c) {
    struct arena *a = arena_new();
    struct csl_cited **sorted = arena_copy(a, c->order, c->nentries * sizeof *sorted);
    size_t *next = ARENA_ARRAY(a, size_t, c->nlists + 1);
    for (size_t i = 0; i < c->nentries; i++) {
        size_t list = c->list_of(c->list_user, sorted[i]->item);
        sorted[i]->list = list < c->nlists ? list : c->nlists - 1;
        next[sorted[i]->list + 1]++;
    }
    for (size_t k = 1; k < c->nlists; k++) {
        next[k] += next[k - 1];
    }
    for (size_t i = 0; i < c->nentries; i++) {
        c->order[next[sorted[i]->list]++] = sorted[i];
    }
    arena_drop(a);
}

void csl_sort_bibliography(struct csl *c) {
    size_t n = c->nentries;
    c->order = arena_alloc(c->a, (n ? n : 1) * sizeof *c->order);
    for (size_t i = 0; i < n; i++) {
        c->order[i] = c->entries[i];
        c->order[i]->number = (int)i + 1;
    }
    if (c->style->bibliography.nkeys && n > 1) {
        struct sorter s = {c, arena_new(), AREA_BIBLIOGRAPHY, &c->style->bibliography};
        struct row *rows = ARENA_ARRAY(s.a, struct row, n);
        struct row **sorted = ARENA_ARRAY(s.a, struct row *, n);
        for (size_t i = 0; i < n; i++) {
            rows[i].e = c->entries[i];
        }
        sort_rows(&s, rows, n, sorted);
        for (size_t i = 0; i < n; i++) {
            c->order[i] = sorted[i]->e;
        }
        arena_drop(s.a);
    }
    if (c->nlists > 1 && n > 1) {
        part_lists(c);
    }
    for (size_t i = 0; i < n; i++) {
        c->order[i]->number = (int)(c->style->counts_down ? n - i : i + 1);
    }
}

static bool same_key(const struct sorter *s, struct collated *x, struct collated *y) {
    return x->text.n == 0 || y->text.n == 0 ? x->text.n == y->text.n
                                            : collator_compare(s->c->collator, s->a, x, y) == 0;
}

/** Whether two rows are equal in the first key but differ in a later key. */
static bool parted_later(const struct sorter *s, struct row *x, struct row *y) {
    size_t i = 0;
    while (i < s->area->nkeys && same_key(s, row_key(s, x, i), row_key(s, y, i))) {
        i++;
    }
    return i > 0 && i < s->area->nkeys;
}

static void sort_some(const struct sorter *s, struct cite *cites, size_t n) {
    struct row *rows = ARENA_ARRAY(s->a, struct row, n);
    struct row **sorted = ARENA_ARRAY(s->a, struct row *, n);
    struct cite *before = arena_copy(s->a, cites, n * sizeof *before);
    for (size_t i = 0; i < n; i++) {
        rows[i].e = before[i].e;
        rows[i].cite = &before[i];
    }
    sort_rows(s, rows, n, sorted);
    for (size_t i = 0; i < n; i++) {
        cites[i] = *sorted[i]->cite;
        cites[i].tied = i && parted_later(s, sorted[i - 1], sorted[i]);
    }
}

/**
 * Sorts cites up to the next one with a prefix ("Zed 1999; see also Doe 2001"). A cite with a
 * suffix ("Zed 1999 for the proof; Doe 2001") stays before the cites that follow it. CSL does not
 * define this; pandoc does the same.
 */
void csl_sort_cites(struct csl *c, struct citation *cit) {
    if (c->style->citation.nkeys == 0 || cit->n < 2 || cit->ordered) {
        return;
    }
    struct sorter s = {c, arena_new(), AREA_CITATION, &c->style->citation};
    for (size_t from = 0; from < cit->n;) {
        size_t end = from + 1;
        bool ends = str_trim(cit->cites[from].words->suffix.text).n > 0;
        while (!ends && end < cit->n && str_trim(cit->cites[end].words->prefix.text).n == 0) {
            end++;
        }
        if (end - from > 1) {
            sort_some(&s, cit->cites + from, end - from);
        }
        from = end;
    }
    arena_drop(s.a);
}
