/* SPDX-License-Identifier: MIT */
/*
 * The names of terms (CSL 1.0.2, appendix II) with their numbers. Ordinal suffixes are rules, which
 * locale.c reads.
 */
#include "cite/csl/model.h"

#include "core/base/word_list.h"

#include <string.h>

/* The names are sorted by bytes. */
static const struct str names[] = {
#define TERM(name) STR_INIT(name),
#include "cite/csl/terms.def"
#undef TERM
};

size_t csl_term_count(void) {
    return ARRAY_LEN(names);
}

term_id csl_term_find(struct str name) {
    size_t at = str_find_sorted(name, names, ARRAY_LEN(names));
    if (at != STR_NONE) {
        return (term_id)at;
    }
    return str_is(name, "sub verbo") ? csl_term_find(STR("sub-verbo")) : TERM_NONE;
}

static size_t slot_of(struct str name) {
    const unsigned char *p = (const unsigned char *)name.p;
    size_t n = name.n;
    return n < 2 ? n
                 : (n * 5 + p[0] * 17u + p[n - 1] * 71u + p[n - 2] * 37u + p[n / 2] * 13u) %
                       sizeof((struct csl_term_index *)NULL)->slots;
}

void csl_term_index_fill(struct csl_term_index *index) {
    _Static_assert(ARRAY_LEN(names) < 256 && ARRAY_LEN(names) * 2 < sizeof index->slots,
                   "numbers are bytes, and half of the slots free");
    memset(index, 0, sizeof *index);
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        size_t at = slot_of(names[i]);
        while (index->slots[at]) {
            at = (at + 1) % sizeof index->slots;
        }
        index->slots[at] = (uint8_t)(i + 1);
    }
}

term_id csl_term_index_find(const struct csl_term_index *index, struct str name) {
    size_t at = slot_of(name);
    while (index->slots[at] && !str_eq(names[index->slots[at] - 1], name)) {
        at = (at + 1) % sizeof index->slots;
    }
    if (index->slots[at]) {
        return (term_id)(index->slots[at] - 1);
    }
    return str_is(name, "sub verbo") ? csl_term_find(name) : TERM_NONE;
}

struct str csl_term_fixed_name(enum fixed_term t) {
    static const struct str fixed[] = {
#define FIXED(term, name) STR_INIT(name),
#include "cite/csl/fixed_terms.def"
#undef FIXED
    };
    return fixed[t];
}
