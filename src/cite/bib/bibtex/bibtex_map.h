/* SPDX-License-Identifier: MIT */
/*
 * Tables of the mapping between fields of a .bib and variables of CSL, in both directions, and
 * functions of the mapping. Private to bib.
 */
#ifndef DOSSIER_BIB_BIBTEX_BIBTEX_MAP_H
#define DOSSIER_BIB_BIBTEX_BIBTEX_MAP_H

#include "cite/bib/bibtex/bibtex.h"

enum bibtex_type_flags {
    BIBTEX_CHAPTER = 1,   /* in a book: booktitle and maintitle are its container */
    BIBTEX_SERIAL = 2,    /* number counts within a series */
    BIBTEX_ARTICLE = 4,   /* number and issue count within a volume */
    BIBTEX_PERIODICAL = 8 /* title is the journal's */
};

struct bibtex_type {
    struct str name;
    enum item_type type;
    unsigned flags;
};

/** The row of an entry type in lower case, or NULL. */
const struct bibtex_type *bibtex_type_find(struct str type);
/** All of them, sorted by name. */
struct str bibtex_type_near(struct str type);

/** The entry type that an item of a type is written as: of biblatex, or of BibTeX (`classic`). A
 * CSL type of which biblatex has none is its own entry type. */
const char *bibtex_type_of(enum item_type type, bool classic);

/** A role of a person as in biblatex's field `editortype`. */
struct bibtex_role {
    struct str name;
    enum item_var v;
    bool has_field; /* of its own, which is written */
};
const struct bibtex_role *bibtex_roles(size_t *n);

enum { BIBTEX_READ = 1, BIBTEX_WRITTEN = 2, BIBTEX_BOTH = 3 };

/** A field that maps to one variable unchanged. */
struct bibtex_plain {
    const char *name;
    enum item_var v;
    unsigned flags; /* for tex_to_rich() */
    unsigned how;   /* without BIBTEX_READ, reading does more */
};
/** All of them in the order in which they are written; of several for a variable, the first that is
 * present is read. */
const struct bibtex_plain *bibtex_plain_fields(size_t *n);

struct bibtex_mapper {
    struct arena *a;
    struct diags *d;
    struct bib_entry *e;
    struct item *it;
    struct str type; /* of the entry, lower case */
    unsigned flags;  /* of its type */
    /* for tex_to_rich(): nocase spans unless the language has no title case */
    unsigned title_flags;
    bool lists; /* " and " separates publishers and places (biblatex's literal lists) */
};

/** The field, marked as used; NULL when it is missing or empty. */
struct bibtex_field *bibtex_map_take(struct bibtex_mapper *m, const char *name);
/** Its text, or empty. `f` may be NULL. */
struct rich bibtex_map_rich(struct bibtex_mapper *m, const struct bibtex_field *f, unsigned flags);
/** Both: the text of a field by name. */
struct rich bibtex_map_text(struct bibtex_mapper *m, const char *name, unsigned flags);
/** Sets a variable from a field unless the text is empty. */
void bibtex_map_set(struct bibtex_mapper *m, enum item_var v, struct rich text,
                    const struct bibtex_field *at);

void bibtex_map_titles(struct bibtex_mapper *m);
/** Sets the address from `url`, unless that is not to be printed (`hidden`), else from the
 * archive's identifier. */
void bibtex_map_address(struct bibtex_mapper *m, bool hidden);
/** Makes the archive the venue of a work that is only a preprint. Call after all fields with
 * another venue. */
void bibtex_map_archive(struct bibtex_mapper *m);
void bibtex_map_dates(struct bibtex_mapper *m);

#endif
