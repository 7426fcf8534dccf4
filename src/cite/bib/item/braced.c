/* SPDX-License-Identifier: MIT */
/* The names that a database protects with braces. They are found by their first words. */
#include "cite/bib/item/braced.h"

#include "cite/bib/item/sentence.h"
#include "core/base/utf8.h"
#include "core/base/vec.h"
#include "core/unicode/unicode.h"

#define MAX_SAME 8 /* maximum number of names that begin with the same word */

bool item_ends_word(struct str s, size_t end) {
    if (end >= s.n || (s.p[end] & 0x80) == 0) {
        return end >= s.n || !is_alnum(s.p[end]);
    }
    uint32_t cp = utf8_next(s, &end);
    return !unicode_is_letter(cp) && !unicode_is_mark(cp);
}

bool item_next_word(struct str s, size_t *at, size_t *begin) {
    size_t i = *at;
    while (i < s.n && item_ends_word(s, i)) {
        i++;
    }
    *begin = i;
    while (i < s.n && (is_alnum(s.p[i]) || !item_ends_word(s, i))) {
        i++;
        while (i < s.n && (s.p[i] & 0xC0) == 0x80) {
            i++;
        }
    }
    *at = i;
    return *begin < i;
}

static struct str small_letters(struct arena *a, struct str s) {
    return utf8_is_ascii(s) ? arena_lower(a, s) : unicode_lower(a, s, STR_EMPTY);
}

struct item_braced_name *item_braced_find(const struct item_braced *b, struct str small_word) {
    return map_lookup(&b->names, small_word);
}

void item_braced_add(struct item_braced *b, struct str form) {
    struct str small = small_letters(b->arena, form);
    size_t begin = 0, end = 0, n = 0;
    if (!item_next_word(small, &end, &begin)) {
        return;
    }
    struct str word = str_slice(small, begin, end);
    struct item_braced_name *first = item_braced_find(b, word), **at = &first;
    for (; *at && n < MAX_SAME; at = &(*at)->next, n++) {
        if (str_eq((*at)->form, form)) {
            (*at)->nbraced++;
            return;
        }
    }
    if (n == MAX_SAME) {
        return;
    }
    *at = ARENA_NEW(b->arena, struct item_braced_name);
    **at = (struct item_braced_name){arena_str(b->arena, form), small, 1, 0, NULL};
    if (n == 0) {
        map_put(&b->names, word, *at);
        unsigned bit = item_braced_bit(small, begin);
        b->some[bit / 64] |= UINT64_C(1) << (bit % 64);
        b->any = true;
    }
}

/** Whether the text has the name `b` at byte `at`, and the name keeps its capitals. */
static bool is_at(struct arena *a, const struct item_braced_name *b, struct str s, size_t at) {
    struct str text = str_slice(s, at, at + b->form.n);
    if (b->nbraced <= b->nsmall || text.n < b->form.n || !item_ends_word(s, at + text.n)) {
        return false;
    }
    bool capitals = true;
    for (size_t i = 0; i < text.n; i++) {
        capitals = capitals && !is_lower(text.p[i]);
    }
    return str_eq(text, b->form) || (capitals && str_eq(small_letters(a, text), b->small));
}

struct str item_braced_at(const struct item_braced *b, struct arena *a, struct str text, size_t at,
                          struct str word) {
    struct str best = STR_EMPTY;
    if (!item_braced_some(b, text, at)) {
        return best;
    }
    const struct item_braced_name *name = map_lookup(&b->names, small_letters(a, word));
    for (; name; name = name->next) {
        best = name->form.n > best.n && is_at(a, name, text, at) ? name->form : best;
    }
    return best;
}

static void add_form(str_list *all, struct str form) {
    if (!str_in(form, all->p, all->n)) {
        vec_push(all, form);
    }
}

size_t item_braced_list(const struct item_braced *b, struct arena *a, const struct item *it,
                        struct str **list) {
    str_list all = VEC_INIT;
    for (size_t i = 0; !it && i < b->names.n; i++) {
        for (const struct item_braced_name *n = b->names.entries[i].value; n; n = n->next) {
            if (n->nbraced > n->nsmall) {
                vec_push(&all, n->form);
            }
        }
    }
    for (size_t i = 0; it && i < it->nfields; i++) {
        struct str s = bib_is_title(it->fields[i].var) ? it->fields[i].u.text.text : STR_EMPTY;
        for (size_t at = 0, begin = 0; item_next_word(s, &at, &begin);) {
            struct str form = item_braced_at(b, a, s, begin, str_slice(s, begin, at));
            if (form.n) {
                add_form(&all, form);
            }
        }
    }
    *list = vec_finish(&all, a);
    return all.n;
}
