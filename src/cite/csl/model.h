/* SPDX-License-Identifier: MIT */
/*
 * A compiled style, which csl_style_parse() makes from the XML.
 *
 * Names are resolved once: elements, attributes and their values are enumerations, variables are
 * those of the item model, terms are numbers, and macros are pointers. A compiled style does not
 * change, so any number of processors may share it.
 */
#ifndef DOSSIER_CSL_MODEL_H
#define DOSSIER_CSL_MODEL_H

#include "cite/csl/processor.h"
#include "core/base/map.h"
#include "core/data/xml.h"

/* ---- formatting (CSL 1.0.2, "Formatting") ---- */

enum font_style { STYLE_UNSET, STYLE_NORMAL, STYLE_ITALIC, STYLE_OBLIQUE };
enum font_variant { VARIANT_UNSET, VARIANT_NORMAL, VARIANT_SMALL_CAPS };
enum font_weight { WEIGHT_UNSET, WEIGHT_NORMAL, WEIGHT_BOLD, WEIGHT_LIGHT };
enum text_decoration { DECORATION_UNSET, DECORATION_NONE, DECORATION_UNDERLINE };
enum vertical_align { VALIGN_UNSET, VALIGN_BASELINE, VALIGN_SUP, VALIGN_SUB };

struct fmt {
    uint8_t style, variant, weight, decoration, valign;
    uint8_t unused[3]; /* always 0, so that all members can be compared as one number */
};

static inline bool fmt_empty(const struct fmt *f) {
    uint64_t all;
    memcpy(&all, f, sizeof all);
    return all == 0;
}

enum text_case {
    CASE_NONE,
    CASE_LOWER,
    CASE_UPPER,
    CASE_CAPITALIZE_FIRST,
    CASE_CAPITALIZE_ALL,
    CASE_SENTENCE,
    CASE_TITLE
};

enum display_kind {
    DISPLAY_NONE,
    DISPLAY_BLOCK,
    DISPLAY_LEFT_MARGIN,
    DISPLAY_RIGHT_INLINE,
    DISPLAY_INDENT
};

/* ---- terms and forms ---- */

enum form { FORM_LONG, FORM_SHORT, FORM_SYMBOL, FORM_VERB, FORM_VERB_SHORT, FORM_TERM_COUNT };

enum gender { GENDER_NONE, GENDER_MASCULINE, GENDER_FEMININE, GENDER_NEUTER };

/** The number of a term. The terms of the table in terms.c come first, then the terms that only
 * this style defines. */
typedef uint16_t term_id;
#define TERM_NONE ((term_id)0xFFFF)
/** The number of a term in the table, or TERM_NONE. */
term_id csl_term_find(struct str name);
size_t csl_term_count(void);
/** A hash index of the names in the table, for hundreds of look-ups. */
struct csl_term_index {
    /* the number of a term + 1; there are more than twice as many slots as terms */
    uint8_t slots[512];
};
void csl_term_index_fill(struct csl_term_index *index);
/** Like csl_term_find(), with an index. */
term_id csl_term_index_find(const struct csl_term_index *index, struct str name);
/** Terms that the processor itself needs. */
enum fixed_term {
#define FIXED(term, name) term,
#include "cite/csl/fixed_terms.def"
#undef FIXED
    FIXED_COUNT
};
struct str csl_term_fixed_name(enum fixed_term t);

/* ---- options of names (CSL 1.0.2, "Inheritable Name Options") ---- */

enum name_and { AND_NONE, AND_TEXT, AND_SYMBOL };
enum precedes { PRECEDES_CONTEXTUAL, PRECEDES_AFTER_INVERTED, PRECEDES_ALWAYS, PRECEDES_NEVER };
enum name_form { NAME_LONG, NAME_SHORT, NAME_COUNT };
enum sort_order { ORDER_NONE, ORDER_FIRST, ORDER_ALL };

enum name_opt_bit {
    NAME_SET_AND = 1,
    NAME_SET_PRECEDES_ET_AL = 2,
    NAME_SET_PRECEDES_LAST = 4,
    NAME_SET_MIN = 8,
    NAME_SET_FIRST = 16,
    NAME_SET_SUB_MIN = 32,
    NAME_SET_SUB_FIRST = 64,
    NAME_SET_LAST = 128,
    NAME_SET_FORM = 256,
    NAME_SET_INITIALIZE = 512,
    NAME_SET_WITH = 1024,
    NAME_SET_ORDER = 2048,
    NAME_SET_SEPARATOR = 4096,
    NAME_SET_DELIMITER = 8192
};

struct name_opts {
    uint32_t set; /* bits of enum name_opt_bit: the options that are given */
    uint8_t and_, precedes_et_al, precedes_last, form, order;
    bool use_last, initialize;
    int min, first, sub_min, sub_first;
    struct str with, separator, delimiter;
};

/** Replaces options of `high` with those that `low`, an inner element, sets. */
void csl_name_opts_overlay(struct name_opts *high, const struct name_opts *low);

/* ---- nodes ---- */

enum csl_el {
    EL_LAYOUT,
    EL_MACRO,
    EL_TEXT,
    EL_NUMBER,
    EL_DATE,
    EL_DATE_PART,
    EL_NAMES,
    EL_NAME,
    EL_NAME_PART,
    EL_ET_AL,
    EL_LABEL,
    EL_SUBSTITUTE,
    EL_GROUP,
    EL_CHOOSE,
    EL_IF,
    EL_ELSE_IF,
    EL_ELSE,
    /* the following elements are structure and never rendered */
    EL_STYLE,
    EL_INFO,
    EL_LOCALE,
    EL_CITATION,
    EL_BIBLIOGRAPHY,
    EL_SORT,
    EL_KEY,
    EL_TERMS,
    EL_TERM,
    EL_SINGLE,
    EL_MULTIPLE,
    EL_STYLE_OPTIONS,
    EL_NONE
};

enum text_source { SOURCE_NONE, SOURCE_VALUE, SOURCE_TERM, SOURCE_VARIABLE, SOURCE_MACRO };
enum date_part { PART_YEAR, PART_MONTH, PART_DAY };
enum date_form { DATE_FORM_NONE, DATE_FORM_TEXT, DATE_FORM_NUMERIC };
enum part_form {
    PART_FORM_UNSET,
    PART_FORM_LONG,
    PART_FORM_SHORT,
    PART_FORM_NUMERIC,
    PART_FORM_LEADING_ZEROS,
    PART_FORM_ORDINAL
};
enum number_form { NUMBER_NUMERIC, NUMBER_ORDINAL, NUMBER_LONG_ORDINAL, NUMBER_ROMAN };
enum plural { PLURAL_CONTEXTUAL, PLURAL_ALWAYS, PLURAL_NEVER };

enum match { MATCH_ALL, MATCH_ANY, MATCH_NONE };
enum position {
    POSITION_FIRST,
    POSITION_SUBSEQUENT,
    POSITION_IBID,
    POSITION_IBID_LOCATOR,
    POSITION_NEAR_NOTE
};

/** The attributes of CSL. */
enum csl_at {
#define ATTRIBUTE(id, name, elements) AT_##id,
#include "cite/csl/attributes.def"
#undef ATTRIBUTE
    AT_COUNT
};

/** A condition of cs:if or cs:else-if. */
struct csl_test {
    enum csl_at at; /* the attribute that is the condition */
    /* an item type, a variable, a term of a locator, a position, or the value of disambiguate */
    int value;
};

/** Whether the value of a variable needs more than a look-up of the item's field with that name. */
static inline bool csl_var_is_special(enum item_var v) {
    static const bool special[VAR_COUNT] = {
        [VAR_CITATION_NUMBER] = true,       [VAR_LOCATOR] = true,
        [VAR_YEAR_SUFFIX] = true,           [VAR_FIRST_REFERENCE_NOTE_NUMBER] = true,
        [VAR_CITATION_LABEL] = true,        [VAR_TITLE_SHORT] = true,
        [VAR_CONTAINER_TITLE_SHORT] = true, [VAR_EVENT_NAME] = true,
        [VAR_EVENT_TITLE] = true,           [VAR_PAGE_FIRST] = true,
    };
    return special[v];
}

struct csl_node {
    enum csl_el el;
    struct span span;
    struct csl_node *first, *next;
    struct str prefix, suffix, delimiter;
    struct fmt fmt;
    uint8_t text_case, display;
    bool quotes, strip_periods, has_delimiter;
    union {
        struct {
            enum text_source source;
            enum item_var var;
            struct str value; /* a text, or the name of a macro or term */
            struct csl_node *macro;
            term_id term;
            uint8_t form;
            bool plural;
        } text;
        struct {
            enum item_var var;
            enum number_form form;
        } number;
        struct {
            enum item_var var;
            enum date_form form;
            uint8_t parts; /* bits of enum date_part: the parts that the attribute `date-parts`
                              selects */
        } date;
        struct {
            enum date_part part;
            enum part_form form;
            struct str range_delimiter;
        } part;
        struct {
            enum item_var *vars;
            size_t n;
            struct csl_node *name, *et_al, *label, *substitute;
            bool label_first; /* the label comes before the names */
        } names;
        struct {
            struct name_opts opts;
            struct csl_node *family, *given; /* the elements cs:name-part */
        } name;
        struct {
            term_id term;
        } et_al;
        struct {
            bool family;
        } name_part;
        struct {
            enum item_var var;
            /* the element after the label; for the last label of a list, the element before it */
            const struct csl_node *beside;
            uint8_t form, plural;
        } label;
        struct {
            struct csl_test *tests;
            size_t n;
            enum match match;
            uint64_t types;  /* one bit for each type that is tested */
            bool types_only; /* the condition has no other tests */
        } cond;
        struct {
            struct str name;
            uint8_t state; /* for the search for circles: 0 not visited, 1 being visited, 2 done */
            uint8_t depth; /* the nesting of macro calls, including this macro */
        } macro;
    } u;
};

/* ---- areas: cs:citation and cs:bibliography ---- */

enum givenname_rule {
    RULE_BY_CITE,
    RULE_ALL_NAMES,
    RULE_ALL_NAMES_INITIALS,
    RULE_PRIMARY_NAME,
    RULE_PRIMARY_NAME_INITIALS
};
enum collapse { COLLAPSE_NONE, COLLAPSE_NUMBER, COLLAPSE_YEAR, COLLAPSE_SUFFIX, COLLAPSE_RANGED };
enum substitute_rule {
    SUBSTITUTE_COMPLETE_ALL,
    SUBSTITUTE_COMPLETE_EACH,
    SUBSTITUTE_PARTIAL_EACH,
    SUBSTITUTE_PARTIAL_FIRST
};
enum page_range {
    RANGE_NONE,
    RANGE_CHICAGO15,
    RANGE_CHICAGO16,
    RANGE_EXPANDED,
    RANGE_MINIMAL,
    RANGE_MINIMAL_TWO
};
enum demote { DEMOTE_DISPLAY_AND_SORT, DEMOTE_NEVER, DEMOTE_SORT_ONLY };

struct csl_key {
    struct csl_node *macro; /* the macro that makes the key; NULL: the key is the variable `var` */
    enum item_var var;
    bool descending;
    struct name_opts opts; /* options names-min, names-use-first and names-use-last */
};

struct csl_area {
    struct csl_node *layout; /* NULL: the style does not have this area */
    bool shows_suffix;       /* the layout renders the variable year-suffix itself */
    struct csl_key *keys;
    size_t nkeys;
    struct name_opts names; /* the options for names of the area, completed by those of the style */
    struct str names_delimiter;
    bool has_names_delimiter;
};

struct csl_style_locale {
    struct str lang; /* empty: the locale is for any language */
    const struct xml_node *xml;
};

struct csl_style {
    struct csl_style_info info;
    struct source *src;
    bool ok;
    enum page_range page_range;
    enum demote demote;
    bool hyphen_initials; /* the attribute initialize-with-hyphen */
    struct csl_area citation, bibliography;
    /* the following members belong to cs:citation */
    bool add_names, add_givenname, add_year_suffix;
    enum givenname_rule rule;
    enum collapse collapse;
    bool cite_group; /* cite-group-delimiter is set */
    struct str cite_group_delimiter;
    bool has_year_suffix_delimiter, has_after_collapse;
    struct str year_suffix_delimiter, after_collapse;
    int near_note;
    bool uses_disambiguate;
    /* the following members belong to cs:bibliography */
    bool counts_down; /* the list is sorted by citation-number, descending, so the last entry is
                         number 1 */
    bool hanging_indent, second_field, second_margin, has_author_substitute;
    struct str author_substitute;
    enum substitute_rule substitute_rule;
    int line_spacing, entry_spacing;
    struct csl_style_locale *locales;
    size_t nlocales;
    struct str *terms; /* the names of terms that are not in the table; their numbers come after
                          those of the table */
    size_t nterms;
};

/* ---- names to enumerations; tables in tables.c ---- */

struct word_value {
    struct str word;
    int value;
};

/** Finds a word in a sorted table of `n` entries. Returns its value, or -1 when it is missing. */
int csl_word_find(const struct word_value *table, size_t n, struct str word);
/** The table of the forms of terms, for csl_word_find(). */
extern const struct word_value csl_term_forms[FORM_TERM_COUNT];

/* ---- attributes ---- */

enum csl_el csl_el_find(struct str name);
const char *csl_el_name(enum csl_el el);
/** The attribute with this name. AT_COUNT if CSL has no such attribute. */
enum csl_at csl_at_find(struct str name);
const char *csl_at_name(enum csl_at at);
/** Whether CSL 1.0.2 allows an attribute on an element. */
bool csl_at_allowed(enum csl_el el, enum csl_at at);
/** Whether CSL 1.0.2 allows the element `child` in `parent`. */
bool csl_child_allowed(enum csl_el parent, enum csl_el child);
/** The number of a word that is a value of an attribute. -1 if CSL has no such value. */
int csl_value_find(enum csl_at at, struct str word);
/** Sets `*out` to words in the arena, and returns their number. The words are the values of an
 * attribute, or the names of all elements or attributes. They are for the hint "did you mean". */
size_t csl_value_words(enum csl_at at, const struct str **out, struct arena *a);
size_t csl_el_words(const struct str **out, struct arena *a);
size_t csl_at_words(enum csl_el el, const struct str **out, struct arena *a);

/* ---- compiling, in several files ---- */

/** The tree of a style or locale. Like xml_parse(), but faster for a file that is compiled into the
 * program or is in the store `trees`, which may be NULL. */
const struct xml_node *csl_read_xml(struct arena *a, struct source *src,
                                    const struct csl_trees *trees, struct diags *d);

struct compiler {
    struct arena *a;
    struct csl_style *style;
    struct diags *d;
    struct map macros;                 /* maps a name to a struct csl_node */
    size_t nodes;                      /* number of elements compiled so far, at most MAX_NODES */
    const struct xml_node *node;       /* the element that csl_compile_know() recorded in `known` */
    uint64_t known[AT_COUNT / 64 + 1]; /* one bit for each enum csl_at that the element has */
};

/** The place of an attribute in the start tag of its element. If it is not found, the place of the
 * tag. */
struct span csl_compile_attr_span(const struct xml_node *n, const char *name);
/** Resolves character references that were escaped twice ("&amp;#160;" in the XML). */
struct str csl_compile_unescape(struct arena *a, struct str s);
/** Records which attributes an element has, so that the functions below need no search for this
 * element. For other elements they search by name. */
void csl_compile_know(struct compiler *c, const struct xml_node *n);
/** The value of an attribute. The pointer is NULL when the element does not have it. */
struct str csl_compile_attr(const struct compiler *c, const struct xml_node *n, enum csl_at at);
/** Reports attributes that are not allowed on the element, and records the attributes that it
 * has. */
void csl_compile_check_attrs(struct compiler *c, const struct xml_node *n, enum csl_el el);
/** Returns the value of an enumerated attribute. Returns `other` if the attribute is missing, or if
 * its value is unknown, which is reported. */
int csl_compile_enum(struct compiler *c, const struct xml_node *n, enum csl_at at, int other);
bool csl_compile_bool(struct compiler *c, const struct xml_node *n, enum csl_at at, bool other);
int csl_compile_int(struct compiler *c, const struct xml_node *n, enum csl_at at, int other);
/** Reads the options for names of any element. With `inherited`, their form and delimiter are the
 * attributes name-form and name-delimiter. */
void csl_compile_name_opts(struct compiler *c, const struct xml_node *n, struct name_opts *o,
                           bool inherited);
/** Reads the attributes that most elements have: prefix, suffix, delimiter, formatting, text case
 * and so on. */
void csl_compile_common(struct compiler *c, const struct xml_node *n, struct csl_node *out);
/** Reports children that are not allowed in the element `el`. csl_compile_node() does so itself. */
void csl_compile_check_children(struct compiler *c, const struct xml_node *n, enum csl_el el);
/** The variable with this name. VAR_NONE if there is none, which is reported at the attribute. */
enum item_var csl_compile_var(struct compiler *c, const struct xml_node *n, const char *at,
                              struct str name);
/** Compiles a rendering element with its descendants. NULL for other elements. */
struct csl_node *csl_compile_node(struct compiler *c, const struct xml_node *n, enum csl_el parent);
/** Compiles all children in order. Returns the first one. */
struct csl_node *csl_compile_children(struct compiler *c, const struct xml_node *n,
                                      enum csl_el parent);
/** The macro with this name. NULL when it is missing, which is reported. */
struct csl_node *csl_compile_macro_ref(struct compiler *c, const struct xml_node *n,
                                       struct str name);

#endif
