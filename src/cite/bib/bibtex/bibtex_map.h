/* SPDX-License-Identifier: MIT */
/*
 * Tables of the mapping between fields of a .bib and variables of CSL, used in both directions, and
 * functions of the mapping. Private to bib.
 */
#ifndef DOSSIER_BIB_BIBTEX_BIBTEX_MAP_H
#define DOSSIER_BIB_BIBTEX_BIBTEX_MAP_H

#include "cite/bib/bibtex/bibtex.h"

enum bibtex_type_flags {
    BIBTEX_CHAPTER = 1,   /* a part of a book: booktitle and maintitle are its container */
    BIBTEX_SERIAL = 2,    /* the field `number` is the number in a series */
    BIBTEX_ARTICLE = 4,   /* the fields `number` and `issue` both mean the issue of a volume */
    BIBTEX_PERIODICAL = 8 /* the title is that of a journal */
};

struct bibtex_type {
    struct str name;
    enum item_type type;
    unsigned flags;
};

/** Returns the row of an entry type, given in lower case. NULL if it is unknown. */
const struct bibtex_type *bibtex_type_find(struct str type);
/** Returns the entry type whose name is nearest to `type`, or an empty text. */
struct str bibtex_type_near(struct str type);

/** Returns the entry type under which an item of a CSL type is written: one of biblatex, or of
 * BibTeX with `classic`. If biblatex has no such type, it is CSL's type. */
const char *bibtex_type_of(enum item_type type, bool classic);

/** A role of a person as in biblatex's field `editortype`. */
struct bibtex_role {
    struct str name;
    enum item_var v;
    bool has_field; /* biblatex has a field for this role, so the item is written with that field */
};
const struct bibtex_role *bibtex_roles(size_t *n);

enum { BIBTEX_READ = 1, BIBTEX_WRITTEN = 2, BIBTEX_BOTH = 3 };

/** A field that maps to one variable unchanged. */
struct bibtex_plain {
    const char *name;
    enum item_var v;
    unsigned flags; /* flags for tex_to_rich() */
    /* a sum of the flags above; a field without BIBTEX_READ is read by code of its own */
    unsigned how;
};
/** Returns the fields that map to one variable unchanged, in the order in which they are written.
 * If several are read into the same variable, the first that is present counts. */
const struct bibtex_plain *bibtex_plain_fields(size_t *n);

struct bibtex_mapper {
    struct arena *a;
    struct diags *d;
    struct bib_entry *e;
    struct item *it;
    struct str type; /* the type of the entry in lower case */
    unsigned flags;  /* the flags of the entry type */
    /* flags for tex_to_rich(): braces become nocase spans, unless the language has no title case */
    unsigned title_flags;
    bool lists; /* " and " separates publishers and places (biblatex's literal lists) */
};

/** Finds a field and marks it as used. NULL when it is missing or empty. */
static inline struct bibtex_field *bibtex_map_take(struct bibtex_mapper *m, const char *name) {
    struct bibtex_field *f = bibtex_field_find(&m->e->fields, name);
    if (f) {
        f->used = true;
    }
    return f && str_trim(f->value).n ? f : NULL;
}
/** The text of a field, or empty. `f` may be NULL. */
struct rich bibtex_map_rich(struct bibtex_mapper *m, const struct bibtex_field *f, unsigned flags);
/** Returns the text of the field `name`, which is marked as used. Empty if the field is missing. */
struct rich bibtex_map_text(struct bibtex_mapper *m, const char *name, unsigned flags);
/** Sets a variable from a field, unless the text is empty. */
void bibtex_map_set(struct bibtex_mapper *m, enum item_var v, struct rich text,
                    const struct bibtex_field *at);

void bibtex_map_titles(struct bibtex_mapper *m);
/** Sets the address from `url`. If `url` is missing or is not to be printed (`hidden`), sets it
 * from the archive's identifier. */
void bibtex_map_address(struct bibtex_mapper *m, bool hidden);
/** Makes the archive the venue of a work that has no other venue. Must be called after the fields
 * of all other venues. */
void bibtex_map_archive(struct bibtex_mapper *m);
/** Whether a work has no venue except an archive. The venue of an @online is its address. */
bool bibtex_is_preprint(const struct item *it);
void bibtex_map_dates(struct bibtex_mapper *m);

#endif
