/* SPDX-License-Identifier: MIT */
/* The part of a cache key that comes from the options of a build, row by row of options.def. */
#include "job/build/build.h"

static void add_text(struct digest_sum *s, const struct str *text) {
    digest_add_field(s, *text);
}

static void add_flag(struct digest_sum *s, const bool *flag) {
    digest_add_number(s, *flag);
}

static void add_number(struct digest_sum *s, const int64_t *number) {
    digest_add_number(s, (uint64_t)*number);
}

static void add_wrap(struct digest_sum *s, const enum plain_wrap *wrap) {
    digest_add_number(s, *wrap);
}

static void add_links(struct digest_sum *s, const enum doc_links *links) {
    digest_add_number(s, *links);
}

static void add_words(struct digest_sum *s, const str_list *words) {
    digest_add_number(s, words->n);
    for (size_t i = 0; i < words->n; i++) {
        digest_add_field(s, words->p[i]);
    }
}

static void add_places(struct digest_sum *s, const str_list (*places)[MARKDOWN_PLACES]) {
    for (size_t i = 0; i < MARKDOWN_PLACES; i++) {
        add_words(s, &(*places)[i]);
    }
}

static void add_dirs(struct digest_sum *s, const struct str (*dirs)[BUILD_DATA_DIRS]) {
    for (size_t i = 0; i < BUILD_DATA_DIRS; i++) {
        digest_add_field(s, (*dirs)[i]);
    }
}

static void add_overrides(struct digest_sum *s, const build_overrides *list) {
    digest_add_number(s, list->n);
    for (size_t i = 0; i < list->n; i++) {
        digest_add_field(s, list->p[i].key);
        digest_add_field(s, list->p[i].text);
        digest_add_number(s, list->p[i].replaces);
    }
}

static void add_levels(struct digest_sum *s, const uint8_t *const *levels) {
    digest_add_number(s, *levels != NULL);
    digest_add(s, (struct str){(const char *)*levels, *levels ? DIAG_RULES_MAX : 0});
}

bool build_options_digest(struct digest_sum *s, const struct build_options *o) {
#define KEYED(kind, name) add_##kind(s, &o->name);
#define APART(type, name)
#include "job/build/options.def"
    for (size_t i = 0; i < o->overrides.n; i++) {
        if (o->overrides.p[i].value) {
            return false;
        }
    }
    return true;
}
