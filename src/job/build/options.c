/* SPDX-License-Identifier: MIT */
/* Adds the options of a build to a cache key, one row of options.def after the other. */
#include "core/memo/store.h"
#include "job/build/build.h"

#define add_text(key, text) digest_add_field((key), *(text))
#define add_number(key, number) digest_add_number((key), (uint64_t)(*(number)))
#define add_flag add_number
#define add_wrap add_number
#define add_fragment add_number
#define add_links add_number

static void add_words(struct digest_sum *key, const str_list *words) {
    digest_add_fields(key, words->p, words->n);
}

static void add_places(struct digest_sum *key, const str_list (*places)[MARKDOWN_PLACES]) {
    for (size_t i = 0; i < MARKDOWN_PLACES; i++) {
        add_words(key, &(*places)[i]);
    }
}

static void add_dirs(struct digest_sum *key, const struct str (*dirs)[BUILD_DATA_DIRS]) {
    digest_add_fields(key, *dirs, BUILD_DATA_DIRS);
}

static void add_overrides(struct digest_sum *key, const build_overrides *list) {
    digest_add_number(key, list->n);
    for (size_t i = 0; i < list->n; i++) {
        digest_add_field(key, list->p[i].key);
        digest_add_field(key, list->p[i].text);
        digest_add_number(key, list->p[i].replaces);
    }
}

static void add_levels(struct digest_sum *key, const uint8_t *const *levels) {
    digest_add_field(key, (struct str){(const char *)*levels, *levels ? DIAG_RULES_MAX : 0});
}

bool build_options_key(struct digest_sum *key, const struct build_options *o) {
#define KEYED(kind, name) add_##kind(key, &o->name);
#define APART(type, name)
#include "job/build/options.def"
    for (size_t i = 0; i < o->overrides.n; i++) {
        if (o->overrides.p[i].value && !o->overrides.p[i].text.n) {
            return false;
        }
    }
    return true;
}
