/* SPDX-License-Identifier: MIT */
/* The item model: CSL's names of types and variables, and the sorted fields of one item. */
#include "cite/bib/item/item.h"

#include "core/base/buf.h"

#include <stdlib.h>
#include <string.h>

struct name_entry {
    struct str name;
    int value;
};

/* Sorted by bytes: capitals before small letters, '-' before '_'. tests/unit/test_item.c looks up
 * each name of the enumerations. */
static const struct name_entry types[] = {
#define TYPE(name, type) {STR_INIT(name), type},
#include "cite/bib/item/item_types.def"
#undef TYPE
};

static const struct name_entry vars_by_name[] = {
#define VARIABLE(name, variable) {STR_INIT(name), variable},
#include "cite/bib/item/item_variables.def"
#undef VARIABLE
};

static const char *const var_names[VAR_COUNT] = {
#define VARIABLE(name, variable) [variable] = name,
#include "cite/bib/item/item_variables.def"
#undef VARIABLE
};

_Static_assert(ARRAY_LEN(vars_by_name) == VAR_COUNT, "each variable can be found");

static int find_name(struct str name, const struct name_entry *table, size_t n, int none) {
    const struct name_entry *e = bsearch(&name, table, n, sizeof *table, str_order);
    return e ? e->value : none;
}

const char *item_type_name(enum item_type t) {
    return t < ITEM_TYPE_COUNT ? types[t].name.p : "";
}

struct str item_type_nearest(struct str word) {
    return diag_nearest_row(word, types, ARRAY_LEN(types), sizeof *types);
}

enum item_type item_type_find(struct str name) {
    return (enum item_type)find_name(name, types, ARRAY_LEN(types), ITEM_TYPE_NONE);
}

enum item_type item_type_of_registry(struct str name) {
    static const struct name_entry registry[] = {
#define REGISTRY(name, type) {STR_INIT(name), type},
#include "cite/bib/item/registry_types.def"
#undef REGISTRY
    };
    for (size_t i = 0; i < ARRAY_LEN(registry); i++) {
        if (str_ieq(name, registry[i].name)) {
            return (enum item_type)registry[i].value;
        }
    }
    return ITEM_TYPE_NONE;
}

const char *item_var_name(enum item_var v) {
    return v < VAR_COUNT ? var_names[v] : "";
}

enum item_var item_var_find(struct str name) {
    return (enum item_var)find_name(name, vars_by_name, ARRAY_LEN(vars_by_name), VAR_NONE);
}

_Static_assert(VAR_COUNT <= 128, "a bit for each variable");

/** Returns the index of the first field whose variable is not less than `v`. */
static size_t field_index(const struct item *it, enum item_var v) {
    uint64_t below = it->has[v / 64] & ((UINT64_C(1) << (v % 64)) - 1);
    return bits_set(below) + (v < 64 ? 0 : bits_set(it->has[0]));
}

const struct item_field *item_field_at(const struct item *it, enum item_var v) {
    return &it->fields[field_index(it, v)];
}

struct str item_text(const struct item *it, enum item_var v) {
    return item_rich(it, v).text;
}

const struct item_date *item_date(const struct item *it, enum item_var v) {
    const struct item_field *f = var_is_date(v) ? item_field(it, v) : NULL;
    return f ? f->u.date : NULL;
}

struct str item_date_iso(struct arena *a, const struct item *it) {
    const struct item_date *date = item_date(it, VAR_ISSUED);
    const struct item_day *d = date ? &date->from : NULL;
    if (!d || !d->has_year || d->year < 1 || d->year > 9999) {
        return STR_EMPTY;
    }
    const int numbers[] = {d->year / 100, d->year % 100, d->month, d->day};
    char text[] = "yyyy-mm-dd";
    for (size_t i = 0, at = 0; i < ARRAY_LEN(numbers); i++, at += i == 1 ? 2 : 3) {
        text[at] = (char)('0' + numbers[i] / 10 % 10);
        text[at + 1] = (char)('0' + numbers[i] % 10);
    }
    return arena_str(a, (struct str){text, !d->month ? 4 : !d->day ? 7 : 10});
}

struct item_names item_names(const struct item *it, enum item_var v) {
    const struct item_field *f = var_is_name(v) ? item_field(it, v) : NULL;
    return f ? f->u.names : (struct item_names){NULL, 0};
}

struct item_names item_makers(const struct item *it) {
    struct item_names names = item_names(it, VAR_AUTHOR);
    return names.n ? names : item_names(it, VAR_EDITOR);
}

struct rich item_extra(const struct item *it, const char *name) {
    for (size_t i = 0; i < it->nextras; i++) {
        if (str_ieq(it->extras[i].name, str_of(name))) {
            return it->extras[i].text;
        }
    }
    return RICH_EMPTY;
}

/* ---- names ---- */

const char *const item_name_part_keys[NAME_PART_COUNT] = {
    [ITEM_NAME_FAMILY] = "family",
    [ITEM_NAME_GIVEN] = "given",
    [ITEM_NAME_DROPPING_PARTICLE] = "dropping-particle",
    [ITEM_NAME_NON_DROPPING_PARTICLE] = "non-dropping-particle",
    [ITEM_NAME_SUFFIX] = "suffix",
    [ITEM_NAME_LITERAL] = "literal",
};

void item_name_set(struct arena *a, struct item_name *nm, enum item_name_part part, struct rich r) {
    nm->parts[part] = r.text;
    if (!r.marks && !nm->marks) {
        return;
    }
    struct item_name_marks *marks = ARENA_NEW(a, struct item_name_marks);
    if (nm->marks) {
        *marks = *nm->marks;
    }
    marks->of[part] = r.marks;
    nm->marks = marks;
}

void item_add_name(struct arena *a, struct item *it, enum item_var v, struct item_name nm,
                   struct span span) {
    struct item_names all = item_names(it, v);
    /* The capacity is not stored: the array is full when the count is 0 or a power of two. */
    if ((all.n & (all.n - 1)) == 0) {
        all.p = arena_grow(a, all.p, all.n, all.n ? 2 * all.n : 1, sizeof *all.p);
    }
    all.p[all.n++] = nm;
    item_set(a, it, v, span)->u.names = all;
}

/** Joins words with blanks. Empty words are left out. */
static struct str words_joined(struct arena *a, const struct str *words, size_t n) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < n; i++) {
        buf_puts(&b, words[i].n && b.n ? " " : "");
        buf_str(&b, words[i]);
    }
    return buf_finish(&b, a);
}

struct str item_name_shown(struct arena *a, const struct item_name *nm) {
    const struct str words[] = {nm->given, nm->dropping_particle, nm->non_dropping_particle,
                                nm->family, nm->suffix};
    return nm->literal.n ? nm->literal : words_joined(a, words, ARRAY_LEN(words));
}

struct str item_name_sorted(struct arena *a, const struct item_name *nm) {
    const struct str family[] = {nm->non_dropping_particle, nm->family};
    const struct str given[] = {nm->given, nm->dropping_particle};
    if (nm->literal.n) {
        return nm->literal;
    }
    struct str first = words_joined(a, family, ARRAY_LEN(family));
    struct str second = words_joined(a, given, ARRAY_LEN(given));
    first = nm->suffix.n ? arena_join(a, 3, first, STR(", "), nm->suffix) : first;
    return second.n ? arena_join(a, 3, first, STR(", "), second) : first;
}

size_t item_doi_prefix(struct str s) {
    size_t i = str_past(s, 3, is_digit);
    if (!str_starts(s, STR("10.")) || i < 7 || i > 12) {
        return 0;
    }
    while (i + 1 < s.n && s.p[i] == '.' && is_digit(s.p[i + 1])) {
        i = str_past(s, i + 1, is_digit);
    }
    return i < s.n && s.p[i] == '/' ? i + 1 : 0;
}

struct item_field *item_set(struct arena *a, struct item *it, enum item_var v, struct span span) {
    if (v >= VAR_COUNT) {
        BUG("item_set: no such variable");
    }
    size_t at = field_index(it, v);
    if (!item_has(it, v)) {
        /* The capacity is not stored: the array is full when the count is 0 or a power of two from
         * 8 on. */
        size_t n = it->nfields;
        if (n == 0 || (n >= 8 && (n & (n - 1)) == 0)) {
            it->fields = arena_grow(a, it->fields, n, n ? 2 * n : 8, sizeof *it->fields);
        }
        memmove(it->fields + at + 1, it->fields + at, (n - at) * sizeof *it->fields);
        it->nfields++;
        item_vars_add(it->has, v);
    }
    it->fields[at] = (struct item_field){.var = v, .span = span};
    return &it->fields[at];
}

void item_set_text(struct arena *a, struct item *it, enum item_var v, struct rich text,
                   struct span span) {
    if (v >= VAR_DATES_BEGIN) {
        BUG("item_set_text: not a variable of text");
    }
    item_set(a, it, v, span)->u.text = text;
}

void item_set_date(struct arena *a, struct item *it, enum item_var v, const struct item_date *date,
                   struct span span) {
    if (!var_is_date(v)) {
        BUG("item_set_date: not a variable of dates");
    }
    const struct item_date *copy = arena_copy(a, date, sizeof *date);
    item_set(a, it, v, span)->u.date = copy;
}

struct str item_orcid_digits(struct str s) {
    size_t slash = s.n;
    while (slash && s.p[slash - 1] != '/' && s.p[slash - 1] != ':') {
        slash--;
    }
    return str_from(s, slash);
}
