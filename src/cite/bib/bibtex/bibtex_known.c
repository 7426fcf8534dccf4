/* SPDX-License-Identifier: MIT */
/*
 * The known fields of a .bib: fields of BibTeX, of biblatex, and of programs and sites that store
 * data in a .bib.
 */
#include "cite/bib/bibtex/bibtex.h"

#include "core/base/word_list.h"

static const struct str known_fields[] = {
#define FIELD(name, use) STR_INIT(name),
#include "cite/bib/bibtex/known_fields.def"
#undef FIELD
};
static const enum bibtex_use known_uses[] = {
#define FIELD(name, use) BIBTEX_##use,
#include "cite/bib/bibtex/known_fields.def"
#undef FIELD
};

/** Whether a name is a variable of CSL for which a .bib has no field. */
static bool is_own_var(struct str name) {
    size_t n, i = 0;
    enum item_var v = item_var_find(name);
    const enum item_var *own = bibtex_own_vars(&n);
    while (v != VAR_NONE && i < n && own[i] != v) {
        i++;
    }
    return v != VAR_NONE && i < n;
}

bool bibtex_field_known(struct str name) {
    /* beginnings of the names of fields that programs and services write with many endings */
    static const char starts[] = "opt bdsk- citeulike- jstor_ usage-count- web-of-science-";
    return str_find_sorted(name, known_fields, ARRAY_LEN(known_fields)) != STR_NONE ||
           str_find(name, STR("+an")) != STR_NONE || is_own_var(name) ||
           str_starts_among(name, starts);
}

enum bibtex_use bibtex_field_use(struct str name) {
    size_t at = str_find_sorted(name, known_fields, ARRAY_LEN(known_fields));
    return at != STR_NONE ? known_uses[at] : is_own_var(name) ? BIBTEX_PUBLIC : BIBTEX_PRIVATE;
}

struct str bibtex_field_name(struct str lower, struct str written) {
    return written.n == 0 || bibtex_field_known(lower) ? lower : written;
}

struct str bibtex_field_near(struct str name) {
    return diag_nearest(name, known_fields, ARRAY_LEN(known_fields));
}
