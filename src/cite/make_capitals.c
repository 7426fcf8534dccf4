/* SPDX-License-Identifier: MIT */
/*
 * Runs while dossier is built: writes, to standard output, the table of words that English always
 * capitalizes (for cite/bib/item/capitals.c). The words come from a dictionary of hunspell: the
 * forms that begin with a capital, unless the dictionary also has them in lower case.
 *
 *     capitals NAME.aff NAME.dic
 *
 * Supports the part of the format (hunspell(5)) that en_US uses: UTF-8, PFX and SFX with flags of
 * one letter.
 */
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/map.h"
#include "core/base/utf8.h"
#include "core/base/vec.h"
#include "core/unicode/unicode.h"

#include <stdio.h>

/** A rule of affixes: if the condition holds, `strip` is removed from a word and `add` is added. */
struct rule {
    char flag;
    bool prefix;
    struct str strip, add, condition;
};

struct maker {
    struct arena *a;
    VEC(struct rule) rules;
    struct map small, capital; /* sets of words; the values are not used */
};

static void read_rules(struct maker *m, struct str text) {
    while (text.p) {
        struct str line = str_cut(&text, '\n'), kind = str_next_word(&line),
                   flag = str_next_word(&line);
        struct rule r = {.flag = flag.n ? flag.p[0] : 0, .prefix = str_is(kind, "PFX")};
        r.strip = str_next_word(&line);
        r.add = str_next_word(&line);
        r.condition = str_next_word(&line);
        if ((r.prefix || str_is(kind, "SFX")) && flag.n == 1 && r.condition.n) {
            r.strip = str_is(r.strip, "0") ? STR_EMPTY : r.strip;
            vec_push(&m->rules, r);
        }
    }
}

/** Whether the end of a word matches a condition, which consists of letters, ".", "[xy]" and
 * "[^xy]". */
static bool ends_so(struct str word, struct str condition) {
    size_t at = word.n;
    while (condition.n) {
        size_t from = condition.n - 1;
        struct str set = str_slice(condition, from, condition.n);
        if (str_is(set, "]")) {
            while (from > 0 && condition.p[from] != '[') {
                from--;
            }
            set = str_slice(condition, from + 1, condition.n - 1);
        }
        bool not_in = str_starts(set, STR("^"));
        set = str_from(set, not_in);
        if (at == 0 ||
            (!str_is(set, ".") && (str_index(set, word.p[at - 1]) == STR_NONE) != not_in)) {
            return false;
        }
        at--;
        condition = str_slice(condition, 0, from);
    }
    return true;
}

static void put(struct maker *m, struct str word) {
    if (word.n == 0 || str_index(word, '\'') != STR_NONE) {
        /* words of titles are looked up without 's, so forms with an apostrophe are not needed */
        return;
    }
    size_t at = 0;
    bool capital = unicode_is_upper(utf8_next(word, &at));
    map_put(capital ? &m->capital : &m->small, word, m);
}

/** Adds a word, and the forms that its flags define. */
static void put_forms(struct maker *m, struct str word, struct str flags) {
    struct str suffixed[64];
    size_t n = 0;
    suffixed[n++] = word;
    for (size_t i = 0; i < m->rules.n; i++) {
        const struct rule *r = &m->rules.p[i];
        if (!r->prefix && n < ARRAY_LEN(suffixed) && str_index(flags, r->flag) != STR_NONE &&
            ends_so(word, r->condition) && str_ends(word, r->strip)) {
            suffixed[n++] =
                arena_printf(m->a, "%.*s%.*s", (int)(word.n - r->strip.n), word.p, STR_ARG(r->add));
        }
    }
    for (size_t k = 0; k < n; k++) {
        put(m, suffixed[k]);
        for (size_t i = 0; i < m->rules.n; i++) {
            const struct rule *r = &m->rules.p[i];
            if (r->prefix && str_index(flags, r->flag) != STR_NONE) {
                put(m, arena_printf(m->a, "%.*s%.*s", STR_ARG(r->add), STR_ARG(suffixed[k])));
            }
        }
    }
}

static void read_words(struct maker *m, struct str text) {
    (void)str_cut(&text, '\n'); /* the first line is the number of words */
    while (text.p) {
        struct str line = str_trim(str_cut(&text, '\n')), word = str_cut(&line, '/');
        put_forms(m, word, line);
    }
}

/** Prints the words, one on each line, and a hash table of their places. The slot of a word is
 * computed from the word in lower case. */
static void print_table(struct maker *m) {
    struct map seen = MAP_IN(m->a);
    VEC(struct str) words = {0};
    for (size_t i = 0; i < m->capital.n; i++) {
        struct str word = m->capital.entries[i].key;
        struct str small = unicode_lower(m->a, word, STR_EMPTY);
        if (!map_lookup(&m->small, small) && !map_lookup(&seen, small)) {
            map_put(&seen, small, m);
            vec_push(&words, word);
        }
    }
    size_t nslots = 1, at = 1;
    while (nslots < words.n * 2) {
        nslots *= 2;
    }
    uint32_t *slots = ARENA_ARRAY(m->a, uint32_t, nslots);
    (void)printf("static const char words[] = \"\\n\"\n");
    for (size_t i = 0; i < words.n; i++) {
        struct str word = words.p[i];
        size_t slot = (size_t)str_hash(unicode_lower(m->a, word, STR_EMPTY)) & (nslots - 1);
        while (slots[slot]) {
            slot = (slot + 1) & (nslots - 1);
        }
        slots[slot] = (uint32_t)at;
        at += word.n + 1;
        (void)printf("\"%.*s\\n\"\n", STR_ARG(word));
    }
    (void)printf(";\nstatic const uint32_t slots[] = {");
    for (size_t i = 0; i < nslots; i++) {
        (void)printf(i % 16 ? " %u," : "\n%u,", slots[i]);
    }
    (void)printf("\n};\n");
    vec_drop(&words);
}

int main(int argc, char **argv) {
    struct arena *a = arena_new();
    struct maker m = {.a = a, .small = MAP_IN(a), .capital = MAP_IN(a)};
    struct str affixes, words;
    bool found = argc == 3 && file_read(a, str_of(argv[1]), LIMIT_STYLE, &affixes) == 0 &&
                 file_read(a, str_of(argv[2]), LIMIT_STYLE, &words) == 0;
    if (found) {
        read_rules(&m, affixes);
        read_words(&m, words);
        print_table(&m);
    }
    vec_drop(&m.rules);
    arena_drop(a);
    return found ? 0 : 1;
}
