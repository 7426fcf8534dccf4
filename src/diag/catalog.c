/* SPDX-License-Identifier: MIT */
/*
 * The rows of the catalog, one object each: the only file that is compiled because the catalog
 * grew. Decides their order and how a slug is found; what a row means is diag.h's affair.
 */
#include "diag/diag.h"

/* Where each row stands. */
#define X(id, level, slug, hint) AT_##id,
enum {
#include "diag/catalog.def"
    RULE_COUNT
};
#undef X
_Static_assert(RULE_COUNT <= DIAG_RULES_MAX, "the catalog outgrew DIAG_RULES_MAX");

#define X(id, level, slug, hint)                                                                   \
    DIAG_USE(id);                                                                                  \
    const struct diag_rule id[1] = {{slug, hint, level, AT_##id}};
#include "diag/catalog.def"
#undef X

#define X(id, level, slug, hint) id,
static const struct diag_rule *const rules[] = {
#include "diag/catalog.def"
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
