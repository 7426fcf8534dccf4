/* SPDX-License-Identifier: MIT */
/*
 * Sorting (CSL 1.0.2, "Sorting"): the bibliography, and the cites of a citation. Keys are made once
 * for each entry and compare by bytes; an entry without a value comes last in both directions.
 */
#include "csl/number.h"
#include "csl/state.h"

#include <stdlib.h>
#include <string.h>

/** Digits are written with this width, so that numbers sort as such in text. */
#define NUMBER_WIDTH 10

static struct str number_key(struct arena *a, struct str s) {
    uint64_t n = 0;
    s = str_trim(s);
    size_t digits = 0;
    while (digits < s.n && is_digit(s.p[digits])) {
        digits++;
    }
    if (!number_digits(str_slice(s, 0, digits), &n)) {
        return s;
    }
    return arena_printf(a, "%0*llu%.*s", NUMBER_WIDTH, (unsigned long long)n,
                        STR_ARG(str_from(s, digits)));
}

static struct str plain_text(struct ctx *x, struct str rich) {
    struct run *r = run_group(x->a);
    rich_add(x->a, x->l, r, rich, 0);
    struct buf b;
    buf_init(&b, 0);
    run_plain(r, &b);
    struct str out = buf_keep(&b, x->a);
    buf_drop(&b);
    return out;
}

/** Names as a key: cs:names with a bare cs:name. */
static struct str names_key(struct ctx *x, enum item_var v) {
    enum item_var vars[1] = {v};
    struct csl_node node = {.el = EL_NAMES};
    node.u.names.vars = vars;
    node.u.names.n = 1;
    struct run *r = run_group(x->a);
    struct joiner j = {.into = r};
    render_names(x, &node, &j);
    return finish_plain(x->c, x->a, r);
}

static struct str variable_key(struct ctx *x, enum item_var v) {
    if (v == VAR_NONE) {
        return STR_EMPTY;
    }
    if (var_is_name(v)) {
        return names_key(x, v);
    }
    if (var_is_date(v)) {
        return date_sort_key(x->a, item_date(x->it, v));
    }
    if (v == VAR_CITATION_NUMBER) {
        return arena_printf(x->a, "%0*d", NUMBER_WIDTH, x->e->number);
    }
    struct str s = render_variable(x, v, false);
    return var_is_number(v) ? number_key(x->a, s) : plain_text(x, s);
}

static struct str macro_key(struct ctx *x, const struct csl_node *macro) {
    struct run *r = run_group(x->a);
    struct joiner j = {.into = r};
    render_list(x, macro->first, &j);
    return finish_plain(x->c, x->a, r);
}

/**
 * Punctuation does not sort: quotes, brackets and stops go, and an apostrophe at the head of a
 * word ("'t Hooft"). Spaces, hyphens and inner apostrophes stay: they tell words apart.
 */
static struct str drop_marks(struct arena *a, struct str s) {
    static const struct str dropped[] = {
        STR_INIT("\xE2\x80\x98"), STR_INIT("\xE2\x80\x9C"), STR_INIT("\xE2\x80\x9D"),
        STR_INIT("\xE2\x80\x9E"), STR_INIT("\xE2\x80\xB9"), STR_INIT("\xE2\x80\xBA"),
        STR_INIT("\xC2\xAB"),     STR_INIT("\xC2\xBB"),     STR_INIT("\xE3\x80\x8C"),
        STR_INIT("\xE3\x80\x8D"), STR_INIT("\xE3\x80\x8E"), STR_INIT("\xE3\x80\x8F"),
        STR_INIT("\xE3\x80\x8A"), STR_INIT("\xE3\x80\x8B"),
    };
    static const struct str apostrophes[] = {STR_INIT("'"), STR_INIT("\xE2\x80\x99")};
    char *p = arena_alloc(a, s.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < s.n;) {
        size_t skip = 0;
        bool decimal =
            s.p[i] == '.' && n > 0 && is_digit(p[n - 1]) && i + 1 < s.n && is_digit(s.p[i + 1]);
        if (!decimal && str_index(STR(",;:.?!\"[](){}"), s.p[i]) != STR_NONE) {
            skip = 1;
        }
        struct str rest = str_from(s, i);
        for (size_t k = 0; !skip && (unsigned char)s.p[i] >= 0xC2 && k < ARRAY_LEN(dropped); k++) {
            skip = str_starts(rest, dropped[k]) ? dropped[k].n : 0;
        }
        for (size_t k = 0; !skip && (n == 0 || p[n - 1] == ' ') && k < ARRAY_LEN(apostrophes);
             k++) {
            skip = str_starts(rest, apostrophes[k]) ? apostrophes[k].n : 0;
        }
        if (str_starts(rest, STR("\xC2\xA0")) || str_starts(rest, STR("\xE2\x80\xAF"))) {
            p[n++] = ' '; /* spaces inside guillemets */
            i += s.p[i] == '\xC2' ? 2 : 3;
        } else if (skip) {
            i += skip;
        } else {
            p[n++] = s.p[i++];
        }
    }
    return (struct str){p, n};
}

/** Numbers sort by their value ("9 Lives" before "10 Lives"): each gets leading zeros. */
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
        size_t end = i;
        while (end < s.n && is_digit(s.p[end])) {
            end++;
        }
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

static struct str *make_keys(struct csl *c, struct arena *a, enum area_kind kind, struct entry *e,
                             const struct cite *cite) {
    const struct csl_area *area =
        kind == AREA_CITATION ? &c->style->citation : &c->style->bibliography;
    struct str *keys = ARENA_ARRAY(a, struct str, area->nkeys);
    for (size_t i = 0; i < area->nkeys; i++) {
        struct ctx x;
        csl_scratch(c);
        render_start(&x, c, kind, e);
        x.sorting = true;
        x.key_opts = &area->keys[i].opts;
        if (cite) {
            x.locator = cite->locator;
            x.label = cite->label;
        }
        struct str text = area->keys[i].macro ? macro_key(&x, area->keys[i].macro)
                                              : variable_key(&x, area->keys[i].var);
        text = pad_numbers(x.a, str_trim(drop_marks(x.a, text)));
        keys[i] = text.n ? collator_key(c->collator, a, text) : STR_EMPTY;
    }
    return keys;
}

static int compare_keys(const struct csl_area *area, const struct str *a, const struct str *b) {
    for (size_t i = 0; i < area->nkeys; i++) {
        if (a[i].n == 0 || b[i].n == 0) {
            if (a[i].n != b[i].n) {
                return a[i].n == 0 ? 1 : -1; /* without a value: last, whatever the direction */
            }
            continue;
        }
        int order = str_cmp(a[i], b[i]);
        if (order) {
            return area->keys[i].descending ? -order : order;
        }
    }
    return 0;
}

static int compare_entries(const void *a, const void *b, void *user) {
    const struct csl *c = user;
    const struct entry *x = *(struct entry *const *)a, *y = *(struct entry *const *)b;
    int order = compare_keys(&c->style->bibliography, x->keys, y->keys);
    return order ? order : x->order < y->order ? -1 : 1;
}

void sort_bibliography(struct csl *c) {
    size_t n = c->nentries;
    c->order = arena_alloc(c->a, (n ? n : 1) * sizeof *c->order);
    for (size_t i = 0; i < n; i++) {
        c->order[i] = c->entries[i];
        c->order[i]->number = (int)i + 1;
    }
    if (c->style->bibliography.nkeys && n > 1) {
        struct arena *a = arena_new();
        for (size_t i = 0; i < n; i++) {
            c->order[i]->keys = make_keys(c, a, AREA_BIBLIOGRAPHY, c->order[i], NULL);
        }
        qsort_r(c->order, n, sizeof *c->order, compare_entries, c);
        for (size_t i = 0; i < n; i++) {
            c->order[i]->keys = NULL;
        }
        arena_drop(a);
    }
    for (size_t i = 0; i < n; i++) {
        c->order[i]->number = (int)i + 1;
    }
}

/** A cite on its way through the sort. */
struct row {
    struct cite cite;
    struct str *keys;
    size_t at;
};

static int compare_rows(const void *a, const void *b, void *user) {
    const struct csl *c = user;
    const struct row *x = a, *y = b;
    int order = compare_keys(&c->style->citation, x->keys, y->keys);
    return order ? order : x->at < y->at ? -1 : 1;
}

void sort_cites(struct csl *c, struct citation *cit) {
    if (c->style->citation.nkeys == 0 || cit->n < 2) {
        return;
    }
    struct arena *a = arena_new();
    struct row *rows = ARENA_ARRAY(a, struct row, cit->n);
    for (size_t i = 0; i < cit->n; i++) {
        rows[i].cite = cit->cites[i];
        rows[i].keys = make_keys(c, a, AREA_CITATION, cit->cites[i].e, &cit->cites[i]);
        rows[i].at = i;
    }
    qsort_r(rows, cit->n, sizeof *rows, compare_rows, c);
    for (size_t i = 0; i < cit->n; i++) {
        cit->cites[i] = rows[i].cite;
    }
    arena_drop(a);
}
