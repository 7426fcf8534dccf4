/* SPDX-License-Identifier: MIT */
/*
 * Entry types of BibTeX and biblatex as CSL types, with their effect on fields. The mapping is that
 * of pandoc, except for types that CSL 1.0.2 has added (software, standard).
 */
#include "cite/bib/bibtex/bibtex_map.h"

#include "model/tex/text/text.h"

#include <stdlib.h>

/* The rows are sorted by the bytes of the names. */
static const struct bibtex_type types[] = {
#define TYPE(name, type, flags) {STR_INIT(name), type, flags},
#include "cite/bib/bibtex/bibtex_types.def"
#undef TYPE
};

static const enum item_var own_vars[] = {
#define OWN(variable) variable,
#include "cite/bib/bibtex/own_variables.def"
#undef OWN
};

const enum item_var *bibtex_own_vars(size_t *n) {
    *n = ARRAY_LEN(own_vars);
    return own_vars;
}

static const struct {
    enum item_type type;
    const char *modern, *classic;
} written_types[] = {
#define WRITTEN(type, modern, classic) {type, modern, classic},
#include "cite/bib/bibtex/written_types.def"
#undef WRITTEN
};

const char *bibtex_type_of(enum item_type type, bool classic) {
    for (size_t i = 0; i < ARRAY_LEN(written_types); i++) {
        if (written_types[i].type == type) {
            return classic ? written_types[i].classic : written_types[i].modern;
        }
    }
    return classic || type == ITEM_TYPE_NONE ? "misc" : item_type_name(type);
}

static const struct bibtex_role roles[] = {
    {STR_INIT("editor"), VAR_EDITOR, true},
    {STR_INIT("compiler"), VAR_COMPILER, false},
    {STR_INIT("director"), VAR_DIRECTOR, false},
    {STR_INIT("organizer"), VAR_ORGANIZER, false},
    {STR_INIT("producer"), VAR_PRODUCER, false},
    {STR_INIT("collaborator"), VAR_CONTRIBUTOR, false},
    {STR_INIT("composer"), VAR_COMPOSER, false},
    {STR_INIT("illustrator"), VAR_ILLUSTRATOR, false},
    {STR_INIT("performer"), VAR_PERFORMER, false},
    {STR_INIT("translator"), VAR_TRANSLATOR, true},
    {STR_INIT("serieseditor"), VAR_COLLECTION_EDITOR, false},
};

const struct bibtex_role *bibtex_roles(size_t *n) {
    *n = ARRAY_LEN(roles);
    return roles;
}

static const struct bibtex_plain plain_fields[] = {
#define FIELD(name, variable, text, use) {name, variable, text, use},
#include "cite/bib/bibtex/plain_fields.def"
#undef FIELD
};

const struct bibtex_plain *bibtex_plain_fields(size_t *n) {
    *n = ARRAY_LEN(plain_fields);
    return plain_fields;
}

const struct bibtex_type *bibtex_type_find(struct str type) {
    return bsearch(&type, types, ARRAY_LEN(types), sizeof *types, str_order);
}

bool bibtex_is_type(struct str type) {
    return bibtex_type_find(type) != NULL;
}

struct str bibtex_type_near(struct str type) {
    return diag_nearest_row(type, types, ARRAY_LEN(types), sizeof *types);
}

bool bib_is_type(struct arena *a, struct str type, struct str *near) {
    type = arena_lower(a, type);
    *near = STR_EMPTY;
    if (bibtex_is_type(type) || item_type_find(type) != ITEM_TYPE_NONE) {
        return true;
    }
    *near = bibtex_type_near(type);
    *near = near->n ? *near : item_type_nearest(type);
    return false;
}

enum item_var bib_field_var(struct str name) {
    static const struct {
        struct str name;
        enum item_var var;
    } names[] = {
#define FIELD(name, variable) {STR_INIT(name), variable},
#include "cite/bib/bibtex/field_variables.def"
#undef FIELD
    };
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (str_ieq(name, names[i].name)) {
            return names[i].var;
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(plain_fields); i++) {
        if (str_ieq(name, str_of(plain_fields[i].name))) {
            return plain_fields[i].v;
        }
    }
    return item_var_find(name);
}

bool bib_field_known(struct str name) {
    return bibtex_field_known(name);
}
