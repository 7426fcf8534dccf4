/* SPDX-License-Identifier: MIT */
/*
 * Reads the attributes of a style's elements with tables of values. Errors are reported at the
 * attribute. Nothing here depends on a particular element.
 */
#include "cite/csl/model.h"

#include "core/base/markup.h"

#include <string.h>

DIAG_USE(DIAG_CSL_UNKNOWN);

struct span csl_compile_attr_span(const struct xml_node *n, const char *name) {
    struct str tag = span_text(n->span), want = str_of(name);
    for (size_t at = 0; at + want.n < tag.n; at++) {
        size_t found = str_find(str_from(tag, at), want);
        if (found == STR_NONE) {
            break;
        }
        at += found;
        size_t end = str_past(tag, at + want.n, is_space);
        if (at > 0 && is_space(tag.p[at - 1]) && end < tag.n && tag.p[end] == '=') {
            size_t quote = str_past(tag, end + 1, is_space);
            size_t close = quote < tag.n ? str_until(tag, quote + 1, tag.p[quote]) : tag.n;
            close += close < tag.n;
            return span_make(n->span.src, n->span.begin + at, n->span.begin + close);
        }
    }
    return n->span;
}

/** The character of a reference such as "&#160;" or "&lt;" at the start of `s`, or 0 if `s` does
 * not begin with one. `*len` becomes the length of the reference in bytes. */
static uint32_t find_reference(struct str s, size_t *len) {
    uint32_t cp = 0;
    *len = markup_reference(s, &cp);
    /* "&#10;" is a line break in the XML, but a space in the text */
    cp = cp == '\t' || cp == '\n' ? ' ' : cp;
    bool scalar = cp >= 0x20 && cp <= 0x10FFFF && (cp < 0xD800 || cp > 0xDFFF);
    return *len && scalar ? cp : 0;
}

struct str csl_compile_unescape(struct arena *a, struct str s) {
    if (str_index(s, '&') == STR_NONE) {
        return s;
    }
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < s.n;) {
        size_t len = 1;
        uint32_t cp = s.p[i] == '&' ? find_reference(str_from(s, i), &len) : 0;
        if (cp) {
            buf_rune(&b, cp);
            i += len;
        } else {
            buf_putc(&b, s.p[i++]);
        }
    }
    return buf_finish(&b, a);
}

static void begin_known(struct compiler *c, const struct xml_node *n) {
    c->node = n;
    memset(c->known, 0, sizeof c->known);
}

static void add_known(struct compiler *c, enum csl_at at) {
    c->known[at / 64] |= (uint64_t)1 << (at % 64);
}

static bool may_have(const struct compiler *c, const struct xml_node *n, enum csl_at at) {
    return c->node != n || (c->known[at / 64] >> (at % 64) & 1);
}

void csl_compile_know(struct compiler *c, const struct xml_node *n) {
    if (c->node == n) {
        return;
    }
    begin_known(c, n);
    for (size_t i = 0; i < n->nattrs; i++) {
        add_known(c, csl_at_find(n->attrs[i].name));
    }
}

struct str csl_compile_attr(const struct compiler *c, const struct xml_node *n, enum csl_at at) {
    return may_have(c, n, at) ? xml_attr(n, csl_at_name(at)) : STR_EMPTY;
}

void csl_compile_check_attrs(struct compiler *c, const struct xml_node *n, enum csl_el el) {
    begin_known(c, n);
    for (size_t i = 0; i < n->nattrs; i++) {
        struct str name = n->attrs[i].name;
        enum csl_at at = csl_at_find(name);
        add_known(c, at);
        if ((at != AT_COUNT && csl_at_allowed(el, at)) || str_starts(name, STR("xml:")) ||
            str_starts(name, STR("xsi:")) || str_index(name, ':') != STR_NONE) {
            continue;
        }
        struct diag *g = diag_add(c->d, DIAG_CSL_UNKNOWN, csl_compile_attr_span(n, name.p),
                                  "`%s` has no attribute `%.*s`", csl_el_name(el), STR_ARG(name));
        const struct str *words;
        size_t nwords = csl_at_words(el, &words, c->a);
        if (!diag_suggest(c->d, g, name, words, nwords)) {
            diag_hint(c->d, g, "it is left out; CSL 1.0.2 lists what `%s` takes", csl_el_name(el));
        }
    }
}

static void report_value(struct compiler *c, const struct xml_node *n, enum csl_at at,
                         struct str value) {
    const char *name = csl_at_name(at);
    struct diag *g = diag_add(c->d, DIAG_CSL_UNKNOWN, csl_compile_attr_span(n, name),
                              "`%.*s` is not a value of `%s`", STR_ARG(value), name);
    const struct str *words;
    size_t nwords = csl_value_words(at, &words, c->a);
    if (nwords == 0 || diag_suggest(c->d, g, value, words, nwords)) {
        return;
    }
    struct buf b;
    buf_init(&b, 1024);
    for (size_t i = 0; i < nwords; i++) {
        buf_printf(&b, "%s`%.*s`", i ? ", " : "", STR_ARG(words[i]));
    }
    diag_hint(c->d, g, "it may be %.*s", STR_ARG(buf_view(&b)));
    buf_drop(&b);
}

int csl_compile_enum(struct compiler *c, const struct xml_node *n, enum csl_at at, int other) {
    struct str value = csl_compile_attr(c, n, at);
    if (!value.p) {
        return other;
    }
    int v = csl_value_find(at, str_trim(value));
    if (v < 0) {
        report_value(c, n, at, value);
        return other;
    }
    return v;
}

bool csl_compile_bool(struct compiler *c, const struct xml_node *n, enum csl_at at, bool other) {
    return csl_compile_enum(c, n, at, other) != 0;
}

/** The limit for counts of names and lines. Larger values have the same effect as this one. */
#define MAX_NUMBER 10000

int csl_compile_int(struct compiler *c, const struct xml_node *n, enum csl_at at, int other) {
    struct str value = csl_compile_attr(c, n, at);
    if (!value.p) {
        return other;
    }
    int64_t v = 0;
    if (!str_to_i64(str_trim(value), &v) || v < 0) {
        struct diag *g =
            diag_add(c->d, DIAG_CSL_UNKNOWN, csl_compile_attr_span(n, csl_at_name(at)),
                     "`%s` needs a whole number, not `%.*s`", csl_at_name(at), STR_ARG(value));
        diag_hint(c->d, g, "write digits only");
        return other;
    }
    return v > MAX_NUMBER ? MAX_NUMBER : (int)v;
}

void csl_compile_name_opts(struct compiler *c, const struct xml_node *n, struct name_opts *o,
                           bool inherited) {
    static const struct {
        enum csl_at at;
        uint32_t bit;
    } bits[] = {
        {AT_AND, NAME_SET_AND},
        {AT_DELIMITER_PRECEDES_ET_AL, NAME_SET_PRECEDES_ET_AL},
        {AT_DELIMITER_PRECEDES_LAST, NAME_SET_PRECEDES_LAST},
        {AT_ET_AL_MIN, NAME_SET_MIN},
        {AT_ET_AL_USE_FIRST, NAME_SET_FIRST},
        {AT_ET_AL_SUBSEQUENT_MIN, NAME_SET_SUB_MIN},
        {AT_ET_AL_SUBSEQUENT_USE_FIRST, NAME_SET_SUB_FIRST},
        {AT_ET_AL_USE_LAST, NAME_SET_LAST},
        {AT_INITIALIZE, NAME_SET_INITIALIZE},
        {AT_INITIALIZE_WITH, NAME_SET_WITH},
        {AT_NAME_AS_SORT_ORDER, NAME_SET_ORDER},
        {AT_SORT_SEPARATOR, NAME_SET_SEPARATOR},
    };
    enum csl_at form = inherited ? AT_NAME_FORM : AT_FORM;
    enum csl_at delimiter = inherited ? AT_NAME_DELIMITER : AT_DELIMITER;
    for (size_t i = 0; i < ARRAY_LEN(bits); i++) {
        o->set |= csl_compile_attr(c, n, bits[i].at).p ? bits[i].bit : 0;
    }
    o->and_ = (uint8_t)csl_compile_enum(c, n, AT_AND, AND_NONE);
    o->precedes_et_al =
        (uint8_t)csl_compile_enum(c, n, AT_DELIMITER_PRECEDES_ET_AL, PRECEDES_CONTEXTUAL);
    o->precedes_last =
        (uint8_t)csl_compile_enum(c, n, AT_DELIMITER_PRECEDES_LAST, PRECEDES_CONTEXTUAL);
    o->min = csl_compile_int(c, n, AT_ET_AL_MIN, 0);
    o->first = csl_compile_int(c, n, AT_ET_AL_USE_FIRST, 1);
    o->sub_min = csl_compile_int(c, n, AT_ET_AL_SUBSEQUENT_MIN, 0);
    o->sub_first = csl_compile_int(c, n, AT_ET_AL_SUBSEQUENT_USE_FIRST, 1);
    o->use_last = csl_compile_bool(c, n, AT_ET_AL_USE_LAST, false);
    o->initialize = csl_compile_bool(c, n, AT_INITIALIZE, true);
    o->with = csl_compile_attr(c, n, AT_INITIALIZE_WITH);
    o->order = (uint8_t)csl_compile_enum(c, n, AT_NAME_AS_SORT_ORDER, ORDER_NONE);
    o->separator = csl_compile_attr(c, n, AT_SORT_SEPARATOR);
    o->delimiter = csl_compile_attr(c, n, delimiter);
    o->set |= o->delimiter.p ? NAME_SET_DELIMITER : 0;
    struct str form_text = csl_compile_attr(c, n, form);
    if (form_text.p) {
        int v = csl_value_find(AT_NAME_FORM, form_text);
        if (v < 0) {
            report_value(c, n, AT_NAME_FORM, form_text);
        } else {
            o->form = (uint8_t)v;
            o->set |= NAME_SET_FORM;
        }
    }
}

void csl_name_opts_overlay(struct name_opts *high, const struct name_opts *low) {
    uint32_t s = low->set;
    if (s == 0) {
        return;
    }
    high->set |= s;
    high->and_ = s & NAME_SET_AND ? low->and_ : high->and_;
    high->precedes_et_al = s & NAME_SET_PRECEDES_ET_AL ? low->precedes_et_al : high->precedes_et_al;
    high->precedes_last = s & NAME_SET_PRECEDES_LAST ? low->precedes_last : high->precedes_last;
    high->min = s & NAME_SET_MIN ? low->min : high->min;
    high->first = s & NAME_SET_FIRST ? low->first : high->first;
    high->sub_min = s & NAME_SET_SUB_MIN ? low->sub_min : high->sub_min;
    high->sub_first = s & NAME_SET_SUB_FIRST ? low->sub_first : high->sub_first;
    high->use_last = s & NAME_SET_LAST ? low->use_last : high->use_last;
    high->form = s & NAME_SET_FORM ? low->form : high->form;
    high->initialize = s & NAME_SET_INITIALIZE ? low->initialize : high->initialize;
    high->with = s & NAME_SET_WITH ? low->with : high->with;
    high->order = s & NAME_SET_ORDER ? low->order : high->order;
    high->separator = s & NAME_SET_SEPARATOR ? low->separator : high->separator;
    high->delimiter = s & NAME_SET_DELIMITER ? low->delimiter : high->delimiter;
}

/* The bit of an attribute in element number `word` of the array `known`. 0 if the attribute has its
 * bit in another element. */
#define IN_WORD(at, word) ((at) / 64 == (word) ? (uint64_t)1 << ((at) % 64) : 0)
#define LOOKS(word)                                                                                \
    (IN_WORD(AT_FONT_STYLE, word) | IN_WORD(AT_FONT_VARIANT, word) |                               \
     IN_WORD(AT_FONT_WEIGHT, word) | IN_WORD(AT_TEXT_DECORATION, word) |                           \
     IN_WORD(AT_VERTICAL_ALIGN, word) | IN_WORD(AT_TEXT_CASE, word) | IN_WORD(AT_DISPLAY, word) |  \
     IN_WORD(AT_QUOTES, word) | IN_WORD(AT_STRIP_PERIODS, word))

void csl_compile_common(struct compiler *c, const struct xml_node *n, struct csl_node *out) {
    if (n->nattrs == 0) {
        return;
    }
    out->prefix = csl_compile_unescape(c->a, csl_compile_attr(c, n, AT_PREFIX));
    out->suffix = csl_compile_unescape(c->a, csl_compile_attr(c, n, AT_SUFFIX));
    out->delimiter = csl_compile_unescape(c->a, csl_compile_attr(c, n, AT_DELIMITER));
    out->has_delimiter = out->delimiter.p != NULL;
    if (c->node == n && !((c->known[0] & LOOKS(0)) | (c->known[1] & LOOKS(1)))) {
        return; /* most elements have none of these attributes */
    }
    out->fmt.style = (uint8_t)csl_compile_enum(c, n, AT_FONT_STYLE, STYLE_UNSET);
    out->fmt.variant = (uint8_t)csl_compile_enum(c, n, AT_FONT_VARIANT, VARIANT_UNSET);
    out->fmt.weight = (uint8_t)csl_compile_enum(c, n, AT_FONT_WEIGHT, WEIGHT_UNSET);
    out->fmt.decoration = (uint8_t)csl_compile_enum(c, n, AT_TEXT_DECORATION, DECORATION_UNSET);
    out->fmt.valign = (uint8_t)csl_compile_enum(c, n, AT_VERTICAL_ALIGN, VALIGN_UNSET);
    out->text_case = (uint8_t)csl_compile_enum(c, n, AT_TEXT_CASE, CASE_NONE);
    out->display = (uint8_t)csl_compile_enum(c, n, AT_DISPLAY, DISPLAY_NONE);
    out->quotes = csl_compile_bool(c, n, AT_QUOTES, false);
    out->strip_periods = csl_compile_bool(c, n, AT_STRIP_PERIODS, false);
}
