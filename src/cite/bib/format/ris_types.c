/* SPDX-License-Identifier: MIT */
/*
 * RIS's reference types (the list of Reference Manager, with EndNote's additions) and their CSL
 * types.
 */
#include "cite/bib/format/ris_types.h"

#include <string.h>

/* The first row of a CSL type is written. */
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
    {"TI", VAR_TITLE, true},
    {"T1", VAR_TITLE, false},
    {"CT", VAR_TITLE, false},
    {"ST", VAR_TITLE_SHORT, true},
    {"J2", VAR_CONTAINER_TITLE_SHORT, true},
    {"JA", VAR_CONTAINER_TITLE_SHORT, false},
    {"T2", VAR_CONTAINER_TITLE, false},
    {"JF", VAR_CONTAINER_TITLE, false},
    {"JO", VAR_CONTAINER_TITLE, false},
    {"BT", VAR_CONTAINER_TITLE, false},
    {"T3", VAR_COLLECTION_TITLE, true},
    {"TT", VAR_ORIGINAL_TITLE, true},
    {"VL", VAR_VOLUME, true},
    {"IS", VAR_ISSUE, false},
    {"NV", VAR_NUMBER_OF_VOLUMES, true},
    {"SE", VAR_SECTION, true},
    {"ET", VAR_EDITION, true},
    {"PB", VAR_PUBLISHER, true},
    {"CY", VAR_PUBLISHER_PLACE, false},
    {"PP", VAR_PUBLISHER_PLACE, false},
    {"SN", VAR_ISBN, true}, /* the form decides when it is read */
    {"SN", VAR_ISSN, true},
    {"DO", VAR_DOI, true},
    {"UR", VAR_URL, true},
    {"LA", VAR_LANGUAGE, true},
    {"M3", VAR_GENRE, true},
    {"CN", VAR_CALL_NUMBER, true},
    {"C7", VAR_NUMBER, false}, /* of an article */
    {"AN", VAR_ARCHIVE_LOCATION, true},
    {"DB", VAR_SOURCE, true},
    {"C2", VAR_PMCID, true},
    {"N1", VAR_NOTE, true},
    {"RN", VAR_ANNOTE, true},
    {"AB", VAR_ABSTRACT, true},
    {"N2", VAR_ABSTRACT, false},
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
