/* SPDX-License-Identifier: MIT */
/*
 * The vocabulary of CSL 1.0.2 in tables: elements, attributes, the attributes of each element, the
 * children of each element, and the values of enumerated attributes.
 */
#include "cite/csl/model.h"

#include <stdlib.h>

/** Compares a word with the word of a row by bytes, like str_cmp(). Most pairs differ in the first
 * byte. */
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

/* Sorted by bytes, like all tables here. */
static const struct word_value elements[] = {
#define ELEMENT(name, element) W(name, element),
#include "cite/csl/elements.def"
#undef ELEMENT
};

static const struct word_value attributes[] = {
#define ATTRIBUTE(id, name, elements) W(name, AT_##id),
#include "cite/csl/attributes.def"
#undef ATTRIBUTE
};

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

/* Sets of elements, with one bit for each element. */
#define IN(el) (UINT32_C(1) << EL_##el)
#define AFFIXED                                                                                    \
    (IN(LAYOUT) | IN(TEXT) | IN(NUMBER) | IN(DATE) | IN(DATE_PART) | IN(NAMES) | IN(NAME) |        \
     IN(NAME_PART) | IN(LABEL) | IN(GROUP))
#define FORMATTED (AFFIXED | IN(ET_AL))
#define INHERITED (IN(STYLE) | IN(CITATION) | IN(BIBLIOGRAPHY))
#define NAME_OPTION (INHERITED | IN(NAME))
#define CONDITION (IN(IF) | IN(ELSE_IF))

bool csl_at_allowed(enum csl_el el, enum csl_at at) {
    static const uint32_t allowed[AT_COUNT] = {
#define ATTRIBUTE(id, name, elements) elements,
#include "cite/csl/attributes.def"
#undef ATTRIBUTE
    };
    return el < EL_NONE && at < AT_COUNT && (allowed[at] >> el & 1);
}

/* ---- children of elements ---- */

#define RENDERING                                                                                  \
    (IN(TEXT) | IN(NUMBER) | IN(DATE) | IN(NAMES) | IN(LABEL) | IN(GROUP) | IN(CHOOSE))

bool csl_child_allowed(enum csl_el parent, enum csl_el child) {
    static const uint32_t children[EL_NONE] = {
        [EL_LAYOUT] = RENDERING,
        [EL_MACRO] = RENDERING,
        [EL_GROUP] = RENDERING,
        [EL_IF] = RENDERING,
        [EL_ELSE_IF] = RENDERING,
        [EL_ELSE] = RENDERING,
        [EL_SUBSTITUTE] = RENDERING,
        [EL_CHOOSE] = IN(IF) | IN(ELSE_IF) | IN(ELSE),
        [EL_DATE] = IN(DATE_PART),
        [EL_NAMES] = IN(NAME) | IN(ET_AL) | IN(LABEL) | IN(SUBSTITUTE),
        [EL_NAME] = IN(NAME_PART),
        [EL_STYLE] = IN(INFO) | IN(LOCALE) | IN(MACRO) | IN(CITATION) | IN(BIBLIOGRAPHY),
        [EL_CITATION] = IN(SORT) | IN(LAYOUT),
        [EL_BIBLIOGRAPHY] = IN(SORT) | IN(LAYOUT),
        [EL_SORT] = IN(KEY),
        [EL_LOCALE] = IN(INFO) | IN(TERMS) | IN(DATE) | IN(STYLE_OPTIONS),
        [EL_TERMS] = IN(TERM),
        [EL_TERM] = IN(SINGLE) | IN(MULTIPLE),
    };
    return child < EL_NONE && parent < EL_NONE && (children[parent] >> child & 1);
}

/* ---- values of enumerated attributes ---- */

#define VALUES(table, ...) static const struct word_value table[] = {__VA_ARGS__};
#include "cite/csl/values.def"
#undef VALUES

struct at_values {
    const struct word_value *table;
    size_t n;
};
#define VALUES(t)                                                                                  \
    { t, ARRAY_LEN(t) }

static const struct at_values values[AT_COUNT] = {
#define TAKES(attribute, table) [AT_##attribute] = VALUES(table),
#include "cite/csl/attribute_values.def"
#undef TAKES
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
