/* SPDX-License-Identifier: MIT */
/* The part of a cache key that comes from the options of a build, row by row of options.def. */
#include "core/memo/store.h"
#include "job/build/build.h"

static void add_text(struct memo_key *key, const struct str *text) {
    memo_key_text(key, *text);
}

static void add_flag(struct memo_key *key, const bool *flag) {
    memo_key_number(key, *flag);
}

static void add_number(struct memo_key *key, const int64_t *number) {
    memo_key_number(key, (uint64_t)*number);
}

static void add_wrap(struct memo_key *key, const enum plain_wrap *wrap) {
    memo_key_number(key, *wrap);
}

static void add_links(struct memo_key *key, const enum doc_links *links) {
    memo_key_number(key, *links);
}

static void add_words(struct memo_key *key, const str_list *words) {
    memo_key_texts(key, words->p, words->n);
}

static void add_places(struct memo_key *key, const str_list (*places)[MARKDOWN_PLACES]) {
    for (size_t i = 0; i < MARKDOWN_PLACES; i++) {
        add_words(key, &(*places)[i]);
    }
}

static void add_dirs(struct memo_key *key, const struct str (*dirs)[BUILD_DATA_DIRS]) {
    memo_key_texts(key, *dirs, BUILD_DATA_DIRS);
}

static void add_overrides(struct memo_key *key, const build_overrides *list) {
    memo_key_number(key, list->n);
    for (size_t i = 0; i < list->n; i++) {
        memo_key_text(key, list->p[i].key);
        memo_key_text(key, list->p[i].text);
        memo_key_number(key, list->p[i].replaces);
    }
}

static void add_levels(struct memo_key *key, const uint8_t *const *levels) {
    memo_key_text(key, (struct str){(const char *)*levels, *levels ? DIAG_RULES_MAX : 0});
}

bool build_options_key(struct memo_key *key, const struct build_options *o) {
#define KEYED(kind, name) add_##kind(key, &o->name);
#define APART(type, name)
#include "job/build/options.def"
    for (size_t i = 0; i < o->overrides.n; i++) {
        if (o->overrides.p[i].value) {
            return false;
        }
    }
    return true;
}
