/* SPDX-License-Identifier: MIT */
/*
 * The rows of the catalog, one object each. When the catalog grows, only this file must be
 * compiled. It decides the order of the rows and how the row of a slug is found. diag.h explains
 * the meaning of a row.
 */
#include "core/diag/diag.h"

/* The index of each row. */
#define X(id, level, slug, hint) AT_##id,
enum {
#include "core/diag/catalog.def"
    RULE_COUNT
};
#undef X
_Static_assert(RULE_COUNT <= DIAG_RULES_MAX, "the catalog outgrew DIAG_RULES_MAX");

#undef X_ASKED

#define ROW(id, level, slug, hint, asked)                                                          \
    DIAG_USE(id);                                                                                  \
    const struct diag_rule id[1] = {{slug, hint, level, asked, AT_##id}};
#define X(id, level, slug, hint) ROW(id, level, slug, hint, false)
#define X_ASKED(id, level, slug, hint) ROW(id, level, slug, hint, true)
#include "core/diag/catalog.def"
#undef X
#undef X_ASKED

#define X(id, level, slug, hint) id,
static const struct diag_rule *const rules[] = {
#include "core/diag/catalog.def"
};
#undef X

const struct diag_rule *diag_rule_at(size_t index) {
    return index < ARRAY_LEN(rules) ? rules[index] : NULL;
}

const struct diag_rule *diag_find(struct str slug) {
    for (size_t i = 0; i < ARRAY_LEN(rules); i++) {
        if (str_is(slug, rules[i]->slug)) {
            return rules[i];
        }
    }
    return NULL;
}

struct str diag_nearest_slug(struct str word) {
    struct str slugs[ARRAY_LEN(rules)];
    for (size_t i = 0; i < ARRAY_LEN(rules); i++) {
        slugs[i] = str_of(rules[i]->slug);
    }
    return diag_nearest(word, slugs, ARRAY_LEN(slugs));
}
