/* SPDX-License-Identifier: MIT */
/*
 * RIS's reference types (the list of Reference Manager, with EndNote's additions) and their CSL
 * types.
 */
#include "cite/bib/format/ris_types.h"

#include <string.h>

/* If a CSL type has several rows, the first one is written. */
static const struct {
    const char *ris;
    enum item_type type;
} rows[] = {
#define RIS(ris, type) {ris, type},
#include "cite/bib/format/ris_types.def"
#undef RIS
};

enum item_type bib_ris_type_find(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (str_ieq(name, str_of(rows[i].ris))) {
            return rows[i].type;
        }
    }
    return ITEM_TYPE_NONE;
}

const char *bib_ris_type_name(enum item_type t) {
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (rows[i].type == t) {
            return rows[i].ris;
        }
    }
    return "GEN";
}

static const struct bib_ris_tag tags[] = {
#define TAG(tag, variable, written) {tag, variable, written},
#include "cite/bib/format/ris_tags.def"
#undef TAG
};

const struct bib_ris_tag *bib_ris_tags(size_t *n) {
    *n = ARRAY_LEN(tags);
    return tags;
}

bool bib_ris_has_versions(enum item_type t) {
    return t == ITEM_TYPE_SOFTWARE || t == ITEM_TYPE_DATASET;
}

enum item_var bib_ris_tag_var(const char *tag) {
    for (size_t i = 0; i < ARRAY_LEN(tags); i++) {
        if (strcmp(tags[i].tag, tag) == 0) {
            return tags[i].v;
        }
    }
    return VAR_NONE;
}
