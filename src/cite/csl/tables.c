/* SPDX-License-Identifier: MIT */
/*
 * The vocabulary of CSL 1.0.2: elements, attributes, the attributes of each element, the children
 * of each element, and the values of enumerated attributes. Only tables.
 */
#include "cite/csl/model.h"

#include <stdlib.h>

/** Compares bytes, as str_cmp(); most pairs differ in the first byte. */
static int compare_word(const void *key, const void *entry) {
    struct str a = *(const struct str *)key, b = ((const struct word_value *)entry)->word;
    int first = a.n && b.n ? (unsigned char)a.p[0] - (unsigned char)b.p[0] : 0;
    return first ? first : str_cmp(a, b);
}

const struct word_value csl_term_forms[FORM_TERM_COUNT] = {
    {STR_INIT("long"), FORM_LONG},
    {STR_INIT("short"), FORM_SHORT},
    {STR_INIT("symbol"), FORM_SYMBOL},
    {STR_INIT("verb"), FORM_VERB},
    {STR_INIT("verb-short"), FORM_VERB_SHORT},
};

int csl_word_find(const struct word_value *table, size_t n, struct str word) {
    const struct word_value *at = bsearch(&word, table, n, sizeof *table, compare_word);
    return at ? at->value : -1;
}

#define W(text, value)                                                                             \
    { STR_INIT(text), (value) }

/* Sorted by bytes, as all tables here. */
static const struct word_value elements[] = {
    W("bibliography", EL_BIBLIOGRAPHY),
    W("choose", EL_CHOOSE),
    W("citation", EL_CITATION),
    W("date", EL_DATE),
    W("date-part", EL_DATE_PART),
    W("else", EL_ELSE),
    W("else-if", EL_ELSE_IF),
    W("et-al", EL_ET_AL),
    W("group", EL_GROUP),
    W("if", EL_IF),
    W("info", EL_INFO),
    W("key", EL_KEY),
    W("label", EL_LABEL),
    W("layout", EL_LAYOUT),
    W("locale", EL_LOCALE),
    W("macro", EL_MACRO),
    W("multiple", EL_MULTIPLE),
    W("name", EL_NAME),
    W("name-part", EL_NAME_PART),
    W("names", EL_NAMES),
    W("number", EL_NUMBER),
    W("single", EL_SINGLE),
    W("sort", EL_SORT),
    W("style", EL_STYLE),
    W("style-options", EL_STYLE_OPTIONS),
    W("substitute", EL_SUBSTITUTE),
    W("term", EL_TERM),
    W("terms", EL_TERMS),
    W("text", EL_TEXT),
};

#define X(id, name, elements) W(name, AT_##id),
static const struct word_value attributes[] = {CSL_ATTRIBUTES(X)};
#undef X

enum csl_el csl_el_find(struct str name) {
    int v = csl_word_find(elements, ARRAY_LEN(elements), name);
    return v < 0 ? EL_NONE : (enum csl_el)v;
}

enum csl_at csl_at_find(struct str name) {
    int v = csl_word_find(attributes, ARRAY_LEN(attributes), name);
    return v < 0 ? AT_COUNT : (enum csl_at)v;
}

const char *csl_el_name(enum csl_el el) {
    for (size_t i = 0; i < ARRAY_LEN(elements); i++) {
        if (elements[i].value == (int)el) {
            return elements[i].word.p;
        }
    }
    return "";
}

const char *csl_at_name(enum csl_at at) {
    return at < AT_COUNT ? attributes[at].word.p : "";
}

bool csl_at_allowed(enum csl_el el, enum csl_at at) {
#define X(id, name, elements) elements,
    static const uint32_t allowed[AT_COUNT] = {CSL_ATTRIBUTES(X)};
#undef X
    return el < EL_NONE && at < AT_COUNT && (allowed[at] >> el & 1);
}

/* ---- children of elements ---- */

#define BIT(el) (1u << (el))
#define RENDERING                                                                                  \
    (BIT(EL_TEXT) | BIT(EL_NUMBER) | BIT(EL_DATE) | BIT(EL_NAMES) | BIT(EL_LABEL) |                \
     BIT(EL_GROUP) | BIT(EL_CHOOSE))

bool csl_child_allowed(enum csl_el parent, enum csl_el child) {
    static const uint32_t children[EL_NONE] = {
        [EL_LAYOUT] = RENDERING,
        [EL_MACRO] = RENDERING,
        [EL_GROUP] = RENDERING,
        [EL_IF] = RENDERING,
        [EL_ELSE_IF] = RENDERING,
        [EL_ELSE] = RENDERING,
        [EL_SUBSTITUTE] = RENDERING,
        [EL_CHOOSE] = BIT(EL_IF) | BIT(EL_ELSE_IF) | BIT(EL_ELSE),
        [EL_DATE] = BIT(EL_DATE_PART),
        [EL_NAMES] = BIT(EL_NAME) | BIT(EL_ET_AL) | BIT(EL_LABEL) | BIT(EL_SUBSTITUTE),
        [EL_NAME] = BIT(EL_NAME_PART),
        [EL_STYLE] =
            BIT(EL_INFO) | BIT(EL_LOCALE) | BIT(EL_MACRO) | BIT(EL_CITATION) | BIT(EL_BIBLIOGRAPHY),
        [EL_CITATION] = BIT(EL_SORT) | BIT(EL_LAYOUT),
        [EL_BIBLIOGRAPHY] = BIT(EL_SORT) | BIT(EL_LAYOUT),
        [EL_SORT] = BIT(EL_KEY),
        [EL_LOCALE] = BIT(EL_INFO) | BIT(EL_TERMS) | BIT(EL_DATE) | BIT(EL_STYLE_OPTIONS),
        [EL_TERMS] = BIT(EL_TERM),
        [EL_TERM] = BIT(EL_SINGLE) | BIT(EL_MULTIPLE),
    };
    return child < EL_NONE && parent < EL_NONE && (children[parent] & BIT(child));
}

/* ---- values of enumerated attributes ---- */

static const struct word_value v_and[] = {W("symbol", AND_SYMBOL), W("text", AND_TEXT)};
static const struct word_value v_bool[] = {W("false", 0), W("true", 1)};
static const struct word_value v_class[] = {W("in-text", 0), W("note", 1)};
static const struct word_value v_collapse[] = {
    W("citation-number", COLLAPSE_NUMBER),
    W("year", COLLAPSE_YEAR),
    W("year-suffix", COLLAPSE_SUFFIX),
    W("year-suffix-ranged", COLLAPSE_RANGED),
};
static const struct word_value v_precedes[] = {
    W("after-inverted-name", PRECEDES_AFTER_INVERTED),
    W("always", PRECEDES_ALWAYS),
    W("contextual", PRECEDES_CONTEXTUAL),
    W("never", PRECEDES_NEVER),
};
static const struct word_value v_demote[] = {
    W("display-and-sort", DEMOTE_DISPLAY_AND_SORT),
    W("never", DEMOTE_NEVER),
    W("sort-only", DEMOTE_SORT_ONLY),
};
static const struct word_value v_display[] = {
    W("block", DISPLAY_BLOCK),
    W("indent", DISPLAY_INDENT),
    W("left-margin", DISPLAY_LEFT_MARGIN),
    W("right-inline", DISPLAY_RIGHT_INLINE),
};
static const struct word_value v_style[] = {W("italic", STYLE_ITALIC), W("normal", STYLE_NORMAL),
                                            W("oblique", STYLE_OBLIQUE)};
static const struct word_value v_variant[] = {W("normal", VARIANT_NORMAL),
                                              W("small-caps", VARIANT_SMALL_CAPS)};
static const struct word_value v_weight[] = {W("bold", WEIGHT_BOLD), W("light", WEIGHT_LIGHT),
                                             W("normal", WEIGHT_NORMAL)};
static const struct word_value v_decoration[] = {W("none", DECORATION_NONE),
                                                 W("underline", DECORATION_UNDERLINE)};
static const struct word_value v_valign[] = {W("baseline", VALIGN_BASELINE), W("sub", VALIGN_SUB),
                                             W("sup", VALIGN_SUP)};
static const struct word_value v_case[] = {
    W("capitalize-all", CASE_CAPITALIZE_ALL),
    W("capitalize-first", CASE_CAPITALIZE_FIRST),
    W("lowercase", CASE_LOWER),
    W("sentence", CASE_SENTENCE),
    W("title", CASE_TITLE),
    W("uppercase", CASE_UPPER),
};
static const struct word_value v_rule[] = {
    W("all-names", RULE_ALL_NAMES),
    W("all-names-with-initials", RULE_ALL_NAMES_INITIALS),
    W("by-cite", RULE_BY_CITE),
    W("primary-name", RULE_PRIMARY_NAME),
    W("primary-name-with-initials", RULE_PRIMARY_NAME_INITIALS),
};
static const struct word_value v_match[] = {W("all", MATCH_ALL), W("any", MATCH_ANY),
                                            W("none", MATCH_NONE)};
static const struct word_value v_order[] = {W("all", ORDER_ALL), W("first", ORDER_FIRST)};
static const struct word_value v_name_form[] = {W("count", NAME_COUNT), W("long", NAME_LONG),
                                                W("short", NAME_SHORT)};
static const struct word_value v_range[] = {
    W("chicago", RANGE_CHICAGO15),    W("chicago-15", RANGE_CHICAGO15),
    W("chicago-16", RANGE_CHICAGO16), W("expanded", RANGE_EXPANDED),
    W("minimal", RANGE_MINIMAL),      W("minimal-two", RANGE_MINIMAL_TWO),
};
static const struct word_value v_position[] = {
    W("first", POSITION_FIRST),
    W("ibid", POSITION_IBID),
    W("ibid-with-locator", POSITION_IBID_LOCATOR),
    W("near-note", POSITION_NEAR_NOTE),
    W("subsequent", POSITION_SUBSEQUENT),
};
static const struct word_value v_align[] = {W("flush", 1), W("margin", 2)};
static const struct word_value v_sort[] = {W("ascending", 0), W("descending", 1)};
static const struct word_value v_substitute[] = {
    W("complete-all", SUBSTITUTE_COMPLETE_ALL),
    W("complete-each", SUBSTITUTE_COMPLETE_EACH),
    W("partial-each", SUBSTITUTE_PARTIAL_EACH),
    W("partial-first", SUBSTITUTE_PARTIAL_FIRST),
};
static const struct word_value v_gender[] = {
    W("feminine", GENDER_FEMININE), W("masculine", GENDER_MASCULINE), W("neuter", GENDER_NEUTER)};

struct at_values {
    const struct word_value *table;
    size_t n;
};
#define VALUES(t)                                                                                  \
    { t, ARRAY_LEN(t) }

/* All other attributes with a closed list of values are boolean. */
static const struct at_values values[AT_COUNT] = {
    [AT_AND] = VALUES(v_and),
    [AT_CLASS] = VALUES(v_class),
    [AT_COLLAPSE] = VALUES(v_collapse),
    [AT_DELIMITER_PRECEDES_ET_AL] = VALUES(v_precedes),
    [AT_DELIMITER_PRECEDES_LAST] = VALUES(v_precedes),
    [AT_DEMOTE] = VALUES(v_demote),
    [AT_DISPLAY] = VALUES(v_display),
    [AT_FONT_STYLE] = VALUES(v_style),
    [AT_FONT_VARIANT] = VALUES(v_variant),
    [AT_FONT_WEIGHT] = VALUES(v_weight),
    [AT_GENDER] = VALUES(v_gender),
    [AT_GENDER_FORM] = VALUES(v_gender),
    [AT_GIVENNAME_RULE] = VALUES(v_rule),
    [AT_MATCH] = VALUES(v_match),
    [AT_NAME_AS_SORT_ORDER] = VALUES(v_order),
    [AT_NAME_FORM] = VALUES(v_name_form),
    [AT_PAGE_RANGE_FORMAT] = VALUES(v_range),
    [AT_POSITION] = VALUES(v_position),
    [AT_SECOND_FIELD_ALIGN] = VALUES(v_align),
    [AT_SORT] = VALUES(v_sort),
    [AT_SUBSEQUENT_AUTHOR_SUBSTITUTE_RULE] = VALUES(v_substitute),
    [AT_TEXT_CASE] = VALUES(v_case),
    [AT_TEXT_DECORATION] = VALUES(v_decoration),
    [AT_VERTICAL_ALIGN] = VALUES(v_valign),
};

static struct at_values values_of(enum csl_at at) {
    const struct at_values booleans = VALUES(v_bool);
    return values[at].table ? values[at] : booleans;
}

int csl_value_find(enum csl_at at, struct str word) {
    struct at_values v = values_of(at);
    return csl_word_find(v.table, v.n, word);
}

size_t csl_value_words(enum csl_at at, const struct str **out, struct arena *a) {
    struct at_values v = values_of(at);
    struct str *words = ARENA_ARRAY(a, struct str, v.n);
    for (size_t i = 0; i < v.n; i++) {
        words[i] = v.table[i].word;
    }
    *out = words;
    return v.n;
}

size_t csl_el_words(const struct str **out, struct arena *a) {
    struct str *words = ARENA_ARRAY(a, struct str, ARRAY_LEN(elements));
    for (size_t i = 0; i < ARRAY_LEN(elements); i++) {
        words[i] = elements[i].word;
    }
    *out = words;
    return ARRAY_LEN(elements);
}

size_t csl_at_words(enum csl_el el, const struct str **out, struct arena *a) {
    struct str *words = ARENA_ARRAY(a, struct str, AT_COUNT);
    size_t n = 0;
    for (size_t at = 0; at < AT_COUNT; at++) {
        if (csl_at_allowed(el, (enum csl_at)at)) {
            words[n++] = attributes[at].word;
        }
    }
    *out = words;
    return n;
}
