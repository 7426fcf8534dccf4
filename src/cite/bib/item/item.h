/* SPDX-License-Identifier: MIT */
/*
 * The item: one work in CSL's data model (CSL 1.0.2, appendices III and IV). Every reader maps to
 * it, every writer maps from it, csl formats it. Strings are rich text. Fields that CSL does not
 * know keep their own names.
 */
#ifndef DOSSIER_BIB_ITEM_ITEM_H
#define DOSSIER_BIB_ITEM_ITEM_H

#include "core/base/arena.h"
#include "core/diag/diag.h"
#include "core/rich/rich.h"

/** The types, sorted by name. */
enum item_type {
#define TYPE(name, type) type,
#include "cite/bib/item/item_types.def"
#undef TYPE
    ITEM_TYPE_COUNT,
    ITEM_TYPE_NONE = ITEM_TYPE_COUNT
};

/** All variables in one enumeration: strings, numbers, dates, names. */
enum item_var {
#define VARIABLE(variable) variable,
#include "cite/bib/item/item_order.def"
#undef VARIABLE
    VAR_COUNT,
    VAR_NONE = VAR_COUNT,
    VAR_STRINGS_END = VAR_CHAPTER_NUMBER,
    VAR_NUMBERS_BEGIN = VAR_STRINGS_END,
    VAR_NUMBERS_END = VAR_ACCESSED,
    VAR_DATES_BEGIN = VAR_NUMBERS_END,
    VAR_DATES_END = VAR_AUTHOR,
    VAR_NAMES_BEGIN = VAR_DATES_END
};

static inline bool var_is_number(enum item_var v) {
    return v >= VAR_NUMBERS_BEGIN && v < VAR_NUMBERS_END;
}
static inline bool var_is_date(enum item_var v) {
    return v >= VAR_DATES_BEGIN && v < VAR_DATES_END;
}
static inline bool var_is_name(enum item_var v) {
    return v >= VAR_NAMES_BEGIN && v < VAR_COUNT;
}

/** CSL's name of a type or variable, and back by binary search (VAR_NONE, ITEM_TYPE_NONE when
 * unknown). */
const char *item_type_name(enum item_type t);
enum item_type item_type_find(struct str name);
const char *item_var_name(enum item_var v);
enum item_var item_var_find(struct str name);

/** The text parts of a name, in the order of struct item_name. */
enum item_name_part {
    ITEM_NAME_FAMILY,
    ITEM_NAME_GIVEN,
    ITEM_NAME_DROPPING_PARTICLE,
    ITEM_NAME_NON_DROPPING_PARTICLE,
    ITEM_NAME_SUFFIX,
    ITEM_NAME_LITERAL,
    NAME_PART_COUNT
};

/** The markup of each part of a name; NULL for most. */
struct item_name_marks {
    const struct rich_marks *of[NAME_PART_COUNT];
};

/** A name (CSL-JSON name object): either `literal`, or the parts. Parts are plain text; the rare
 * markup is separate. */
struct item_name {
    union {
        struct {
            struct str family, given;
            struct str dropping_particle, non_dropping_particle, suffix;
            struct str literal;
        };
        struct str parts[NAME_PART_COUNT];
    };
    const struct item_name_marks *marks; /* NULL: none */
    bool comma_suffix;                   /* a comma before the suffix */
    bool static_ordering;                /* the family name always comes first */
    bool others; /* "and others" of BibTeX, {"literal": "others"}: means et al. */
    /* set by resolve on a copy: the page's owner; csl passes it on as CSL_HIGHLIGHT */
    bool highlight;
    struct str note;  /* marks: equal contribution *†‡, biblatex annotations */
    struct str words; /* annotations that are words, separated by blanks: "student phd" */
};

#define ITEM_YEAR_MAX 1000000000 /* bound for years, so that they can be negated */

/** One end of a date. A missing part is 0. Years before Christ are negative as in CSL-JSON: -1 is 1
 * BC (there is no year 0). */
struct item_day {
    int32_t year;
    int8_t month;  /* 1..12 */
    int8_t day;    /* 1..31 */
    int8_t season; /* 1..4 */
    bool has_year;
};

struct item_date {
    struct item_day from, to; /* `to` is used if is_range */
    bool is_range;            /* an open range has to.has_year false */
    bool circa;
    struct str literal; /* text that is not a date; then the rest is empty */
    const struct rich_marks *literal_marks;
    struct str raw; /* as read, if it could not be parsed */
};

struct item_names {
    struct item_name *p;
    size_t n;
};

/** A field. Its variable's kind decides which member is used. */
struct item_field {
    enum item_var var;
    struct span span; /* place of the value in the database's source */
    union {
        struct rich text;             /* strings and numbers */
        const struct item_date *date; /* in the arena: dates are large and few */
        struct item_names names;
    } u;
};

/** A field that CSL does not know, under its name in the file, as text ("code", "award",
 * "abbr"). */
struct item_extra {
    struct str name;
    struct rich text;
    struct span span;
};

struct item {
    struct str id; /* the citation key */
    enum item_type type;
    struct str type_text; /* the type as read, if CSL does not know it; the entry type of a .bib */
    struct span span;     /* the whole entry */
    struct span id_span;  /* the key */
    struct item_field *fields; /* sorted by var, each var once */
    size_t nfields;
    uint64_t has[2];           /* a bit for each variable with a field, for quick tests */
    struct item_extra *extras; /* in the order of the file */
    size_t nextras;
    size_t order;      /* position in the database, from 0 */
    bool in_journal;   /* container-title names a journal: its case is fixed */
    bool written_case; /* titles have the capitals of a .bib; protected text is marked as nocase */
};

/** Whether a variable has a field. */
static inline bool item_has(const struct item *it, enum item_var v) {
    return v < VAR_COUNT && it->has[v / 64] >> (v % 64) & 1;
}
/** The field of a variable, which must have one. */
const struct item_field *item_field_at(const struct item *it, enum item_var v);
/** The field of a variable, or NULL. */
static inline const struct item_field *item_field(const struct item *it, enum item_var v) {
    return item_has(it, v) ? item_field_at(it, v) : NULL;
}
/** A string or number variable, or empty. */
static inline struct rich item_rich(const struct item *it, enum item_var v) {
    const struct item_field *f = v < VAR_DATES_BEGIN ? item_field(it, v) : NULL;
    return f ? f->u.text : RICH_EMPTY;
}
/** Its text without markup, for numbers, identifiers and languages. Math in it is TeX;
 * tex_rich_plain() converts it. */
struct str item_text(const struct item *it, enum item_var v);
const struct item_date *item_date(const struct item *it, enum item_var v);
/** The names of a variable (n is 0 if it is not set). */
struct item_names item_names(const struct item *it, enum item_var v);
/** The text of an unknown field, or empty. */
struct rich item_extra(const struct item *it, const char *name);

/** A part of a name with its markup. */
static inline struct rich item_name_part(const struct item_name *nm, enum item_name_part part) {
    return (struct rich){nm->parts[part], nm->marks ? nm->marks->of[part] : NULL};
}
/** The digits of an ORCID that is written alone, as an address or after "orcid:". */
struct str item_orcid_digits(struct str s);
/** Sets a part of a name. */
void item_name_set(struct arena *a, struct item_name *nm, enum item_name_part part, struct rich r);
/** Whether two names are equal in all parts, markup and notes. */
bool item_name_eq(const struct item_name *x, const struct item_name *y);

/** Length of "10.", a registrant ("1000", "1000.10") and '/' at the start of a DOI (DOI Handbook,
 * 2.2.2), or 0. */
size_t item_doi_prefix(struct str s);

/** Sets a field, replacing an older value; keeps the order. */
struct item_field *item_set(struct arena *a, struct item *it, enum item_var v, struct span span);
void item_set_text(struct arena *a, struct item *it, enum item_var v, struct rich text,
                   struct span span);
/** The same for a date, which is copied. */
void item_set_date(struct arena *a, struct item *it, enum item_var v, const struct item_date *date,
                   struct span span);

#endif
