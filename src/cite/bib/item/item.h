/* SPDX-License-Identifier: MIT */
/*
 * The item: one work in CSL's data model (CSL 1.0.2, appendices III and IV). Every reader maps to
 * it, every writer maps from it, and csl formats it. Strings are rich text. Fields that CSL does
 * not define keep their own names.
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

/** Returns CSL's name of a type. item_type_find() returns the type with this name, found by binary
 * search, or ITEM_TYPE_NONE. The two functions for variables do the same. */
const char *item_type_name(enum item_type t);
/** Returns the name of a type that is nearest to a word; empty if none is near. */
struct str item_type_nearest(struct str word);
enum item_type item_type_find(struct str name);
/** The CSL type for a type of Crossref, DataCite or ORCID ("journal-article", "posted-content"), in
 * upper or lower case. doi.org also writes these types into CSL-JSON. ITEM_TYPE_NONE if it is
 * unknown. */
enum item_type item_type_of_registry(struct str name);
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

/** The markup of each part of a name. NULL for a part without markup. */
struct item_name_marks {
    const struct rich_marks *of[NAME_PART_COUNT];
};

/** A name (CSL-JSON name object). It has either `literal` or the other parts. Parts are plain text;
 * their markup, which is rare, is separate. */
struct item_name {
    union {
        struct {
            struct str family, given;
            struct str dropping_particle, non_dropping_particle, suffix;
            struct str literal;
        };
        struct str parts[NAME_PART_COUNT];
    };
    const struct item_name_marks *marks; /* NULL: there is no markup */
    bool comma_suffix;                   /* a comma is printed before the suffix */
    bool static_ordering;                /* the family name always comes first */
    bool others; /* the name stands for "et al.": BibTeX's "and others", or {"literal": "others"} */
    /* the name is emphasized, for example the owner's name on a page; csl passes this on as
     * CSL_HIGHLIGHT */
    bool highlight;
    struct str note;  /* marks of biblatex annotations, such as *†‡ for equal contributions */
    struct str words; /* annotations that are words, separated by blanks: "student phd" */
};

#define ITEM_YEAR_MAX 1000000000 /* the largest year; it can be negated */

/** One end of a date. A missing part is 0. Years before Christ are negative, as in CSL-JSON: -1 is
 * 1 BC, and there is no year 0. */
struct item_day {
    int32_t year;
    int8_t month;  /* 1 to 12 */
    int8_t day;    /* 1 to 31 */
    int8_t season; /* 1 to 4 */
    bool has_year;
};

struct item_date {
    struct item_day from, to; /* `to` is used if `is_range` is set */
    bool is_range;            /* in an open range, to.has_year is false */
    bool circa;
    struct str literal; /* a text in place of a date; all other members are then empty */
    const struct rich_marks *literal_marks;
    struct str raw; /* the text as read, if it is not a date */
};

struct item_names {
    struct item_name *p;
    size_t n;
};

/** A field. The kind of its variable decides which member is used. */
struct item_field {
    enum item_var var;
    struct span span; /* the place of the value in the source of the database */
    union {
        struct rich text;             /* the value of a string or number */
        const struct item_date *date; /* the date; in the arena, because dates are large and rare */
        struct item_names names;
    } u;
};

/** A field that CSL does not define, under its name in the file, as text ("code", "award",
 * "abbr"). */
struct item_extra {
    struct str name;
    struct rich text;
    struct span span;
};

struct item_braced;

struct item {
    struct str id; /* the citation key */
    enum item_type type;
    /* the type as read, if CSL does not define it; for a .bib the entry type */
    struct str type_text;
    struct span span;          /* the place of the whole entry */
    struct span id_span;       /* the place of the key */
    struct item_field *fields; /* the fields, sorted by `var`; each variable occurs once */
    size_t nfields;
    uint64_t has[2];           /* one bit for each variable that has a field, for quick tests */
    struct item_extra *extras; /* fields that CSL does not define, in the order of the file */
    size_t nextras;
    /* the names that the item's database protects with braces; NULL: none */
    const struct item_braced *braced;
    size_t order;      /* the position of the item in its database, from 0 */
    bool in_journal;   /* container-title is the name of a journal, so its case must not change */
    bool written_case; /* titles have the capitals of a .bib; protected text is marked as nocase */
};

/** Whether a set of variables has `v`. The set has one bit for each variable. */
static inline bool item_vars_have(const uint64_t set[2], enum item_var v) {
    return v < VAR_COUNT && set[v / 64] >> (v % 64) & 1;
}
/** Adds `v` to a set of variables. VAR_NONE is not added. */
static inline void item_vars_add(uint64_t set[2], enum item_var v) {
    if (v < VAR_COUNT) {
        set[v / 64] |= (uint64_t)1 << (v % 64);
    }
}
/** Whether the item has a field for a variable. */
static inline bool item_has(const struct item *it, enum item_var v) {
    return item_vars_have(it->has, v);
}
/** Returns the field of a variable, which must have one. */
const struct item_field *item_field_at(const struct item *it, enum item_var v);
/** The field of a variable, or NULL. */
static inline const struct item_field *item_field(const struct item *it, enum item_var v) {
    return item_has(it, v) ? item_field_at(it, v) : NULL;
}
/** Returns the value of a string or number variable; empty if it is not set. */
static inline struct rich item_rich(const struct item *it, enum item_var v) {
    const struct item_field *f = v < VAR_DATES_BEGIN ? item_field(it, v) : NULL;
    return f ? f->u.text : RICH_EMPTY;
}
/** Returns the text of a variable without markup, for numbers, identifiers and languages. Math in
 * it is TeX; tex_rich_plain() converts it. */
struct str item_text(const struct item *it, enum item_var v);
const struct item_date *item_date(const struct item *it, enum item_var v);
/** Returns the day a work was issued as in ISO 8601: "2022", "2022-10" or "2022-10-18", in the
 * arena. Empty if there is no year from 1 to 9999. */
struct str item_date_iso(struct arena *a, const struct item *it);
/** Returns the names of a variable. `n` is 0 if it is not set. */
struct item_names item_names(const struct item *it, enum item_var v);
/** Returns the authors, or the editors if the item has no authors. */
struct item_names item_makers(const struct item *it);
/** The text of an unknown field, or empty. */
struct rich item_extra(const struct item *it, const char *name);

/** CSL's keys for the parts of a name: "family", "given"... */
extern const char *const item_name_part_keys[NAME_PART_COUNT];
/** The extras of an item for formats in which each name may occur once, in the arena. Those of the
 * same name are joined by "; ". */
struct item_extra *item_merged_extras(struct arena *a, const struct item *it, size_t *n);

/** Returns a part of a name with its markup. */
static inline struct rich item_name_part(const struct item_name *nm, enum item_name_part part) {
    return (struct rich){nm->parts[part], nm->marks ? nm->marks->of[part] : NULL};
}
/** Returns the digits of an ORCID, which may be written alone, as an address, or after "orcid:". */
struct str item_orcid_digits(struct str s);
/** Sets a part of a name, with its markup. */
void item_name_set(struct arena *a, struct item_name *nm, enum item_name_part part, struct rich r);
/**
 * Reads one name: "Family, Given"; "Family, Suffix, Given" (BibTeX's order); or "Given Family", in
 * which lower-case words before the last word are a particle. "others" means et al. The parts are
 * slices of `text` or are in the arena. Returns false when there is no name.
 */
bool item_name_of_text(struct arena *a, struct str text, struct item_name *out);
/** Separates joined initials, as csl needs them: "R.J." becomes "R. J.". */
struct str bib_part_initials(struct arena *a, struct str given);
/** Appends a name to a variable. All its names must be appended in this way. The time for n names
 * is linear in n. */
void item_add_name(struct arena *a, struct item *it, enum item_var v, struct item_name nm,
                   struct span span);
/** A name as text, "Given van Family Jr.", and for sorted lists, "van Family, Jr., Given". */
struct str item_name_shown(struct arena *a, const struct item_name *nm);
struct str item_name_sorted(struct arena *a, const struct item_name *nm);

/** Returns the length of the prefix of a DOI at the start of a text: "10.", a registrant ("1000",
 * "1000.10") and '/' (DOI Handbook, 2.2.2). 0 if the text does not begin with one. */
size_t item_doi_prefix(struct str s);

/** Adds a field without a value and returns it; the caller sets the value. An older field of the
 * variable is replaced. */
struct item_field *item_set(struct arena *a, struct item *it, enum item_var v, struct span span);
void item_set_text(struct arena *a, struct item *it, enum item_var v, struct rich text,
                   struct span span);
/** Sets a field to a date, which is copied. */
void item_set_date(struct arena *a, struct item *it, enum item_var v, const struct item_date *date,
                   struct span span);

#endif
