/* SPDX-License-Identifier: MIT */
/*
 * Merges locales by units: each form of a term, each date format and each option is a unit. A unit
 * of a stronger source replaces that of a weaker source:
 *
 *     en-US file < primary dialect's file < dialect's file
 *         < style without language < style, language < style, dialect
 *
 * A look-up of a term is therefore one access. The ordinal suffixes are one unit: a source that
 * defines one of them replaces all of them (CSL 1.0.2, "Ordinal Suffixes").
 */
#include "cite/csl/locale.h"

#include "core/base/bounds.h"

#include <string.h>

DIAG_USE(DIAG_CSL_UNKNOWN);
DIAG_USE(DIAG_CSL_LOCALE);

struct primary {
    struct str language, dialect;
};

static const struct primary primaries[] = {
#define PRIMARY(language, dialect) {STR_INIT(language), STR_INIT(dialect)},
#include "cite/csl/primary.def"
#undef PRIMARY
};

static struct str language_of(struct str lang) {
    size_t n = 0;
    while (n < lang.n && lang.p[n] != '-' && lang.p[n] != '_') {
        n++;
    }
    return str_slice(lang, 0, n);
}

/** The dialect whose file completes the other dialects of a language, and which is used for the
 * language itself: "de" -> "de-DE". */
static struct str primary_dialect(struct str lang) {
    struct str language = language_of(lang);
    for (size_t i = 0; i < ARRAY_LEN(primaries); i++) {
        if (str_ieq(primaries[i].language, language)) {
            return primaries[i].dialect;
        }
    }
    return language;
}

/* ---- terms ---- */

struct reader {
    struct arena *a;
    struct locale *l;
    const struct csl_style *style;
    struct diags *d;
    bool cleared;
    bool cleared_long;
    /* The style's own locales are being read. Their long ordinals are added to those of the
     * files. */
    bool own;
    struct csl_term_index terms;
    const struct csl_locale_source *from;
};

static term_id term_id_of(const struct reader *r, struct str name) {
    term_id t = csl_term_index_find(&r->terms, name);
    for (size_t i = 0; t == TERM_NONE && i < r->style->nterms; i++) {
        if (str_eq(r->style->terms[i], name)) {
            t = (term_id)(csl_term_count() + i);
        }
    }
    return t;
}

/** A text of a locale. References that were escaped twice are resolved, and line ends are
 * removed. */
static struct str words_of(struct reader *r, struct str s) {
    size_t i = 0;
    while (i < s.n && s.p[i] != '&' && s.p[i] != '\n') {
        i++;
    }
    if (i == s.n) {
        return s;
    }
    s = csl_compile_unescape(r->a, s);
    return str_index(s, '\n') == STR_NONE ? s : str_trim(s);
}

/** Returns a form of a term, for the caller to fill. If the locale does not have it, it is added.
 */
static struct term_form *define(struct reader *r, term_id t, enum form form) {
    struct locale *l = r->l;
    uint16_t *place = &l->places[(size_t)t * FORM_TERM_COUNT + (size_t)form];
    if (*place) {
        return &l->forms[*place - 1];
    }
    if (l->nforms == l->forms_cap) {
        l->forms_cap = l->forms_cap ? l->forms_cap * 2 : 512;
        l->forms = arena_grow(r->a, l->forms, l->nforms, l->forms_cap, sizeof *l->forms);
    }
    *place = (uint16_t)(l->nforms + 1);
    return &l->forms[l->nforms++];
}

/** Adds an ordinal suffix, or replaces the one for the same number and gender. */
static void add_ordinal(struct ordinal *list, size_t *count, const struct ordinal *o) {
    size_t at = 0;
    while (at < *count && (list[at].number != o->number || list[at].gender != o->gender ||
                           list[at].match != o->match)) {
        at++;
    }
    if (at < MAX_ORDINALS) {
        list[at] = *o;
        *count += at == *count;
    }
}

static void add_ordinals(struct reader *r, const struct xml_node *n, struct str number,
                         bool is_long) {
    struct locale *l = r->l;
    bool *cleared = is_long ? &r->cleared_long : &r->cleared;
    size_t *count = is_long ? &l->nlong : &l->nordinals;
    if (!*cleared) {
        *count = 0;
        *cleared = true;
    }
    int64_t value = -1;
    if (number.n) {
        value = -2;
        if (!str_to_i64(number, &value) || value < 0 || value > 99) {
            return;
        }
    }
    struct ordinal o = {.text = words_of(r, xml_text(r->a, n)), .number = (int)value};
    struct str match = xml_attr(n, "match"), gender_form = xml_attr(n, "gender-form");
    o.match = str_is(match, "whole-number")      ? ORDINAL_WHOLE
              : str_is(match, "last-digit")      ? ORDINAL_LAST_DIGIT
              : str_is(match, "last-two-digits") ? ORDINAL_LAST_TWO
              : value < 10                       ? ORDINAL_LAST_DIGIT
                                                 : ORDINAL_LAST_TWO;
    int gender = gender_form.n ? csl_value_find(AT_GENDER_FORM, gender_form) : -1;
    o.gender = gender < 0 ? GENDER_NONE : (enum gender)gender;
    add_ordinal(is_long ? l->long_ordinals : l->ordinals, count, &o);
}

/** Adds the term or the ordinal suffix that the element `n` defines. */
static void add_term(struct reader *r, const struct xml_node *n) {
    struct str name = xml_attr(n, "name");
    if (str_starts(name, STR("ordinal"))) {
        add_ordinals(r, n, str_from(name, name.n > 7 ? 8 : 7), false);
        return;
    }
    if (str_starts(name, STR("long-ordinal-"))) {
        add_ordinals(r, n, str_from(name, 13), true);
        return;
    }
    term_id id = term_id_of(r, name);
    if (id == TERM_NONE) {
        return; /* neither the processor nor the style uses the term */
    }
    struct str form_name = xml_attr(n, "form"), gender_name = xml_attr(n, "gender");
    int form = form_name.p ? csl_word_find(csl_term_forms, FORM_TERM_COUNT, form_name) : FORM_LONG;
    if (form < 0) {
        diag_add(r->d, DIAG_CSL_UNKNOWN, csl_compile_attr_span(n, "form"),
                 "terms have no form `%.*s`", STR_ARG(form_name));
        return;
    }
    struct term_form *f = define(r, id, (enum form)form);
    const struct xml_node *single = xml_child(n, "single"), *multiple = xml_child(n, "multiple");
    f->single = words_of(r, xml_text(r->a, single || multiple ? single : n));
    f->multiple = multiple ? words_of(r, xml_text(r->a, multiple)) : f->single;
    int gender = gender_name.n ? csl_value_find(AT_GENDER, gender_name) : -1;
    if (gender >= 0) {
        r->l->genders[id] = (uint8_t)gender;
    }
}

/* ---- reading a locale element ---- */

static void read_terms(struct reader *r, const struct xml_node *n) {
    for (const struct xml_node *c = n->first; c; c = c->next) {
        if (str_is(c->name, "term")) {
            add_term(r, c);
        }
    }
}

static void read_options(struct reader *r, const struct xml_node *n) {
    struct str in_quote = xml_attr(n, "punctuation-in-quote");
    struct str day_1 = xml_attr(n, "limit-day-ordinals-to-day-1");
    if (in_quote.p) {
        r->l->punctuation_in_quote = str_is(in_quote, "true");
    }
    if (day_1.p) {
        r->l->limit_day_ordinals = str_is(day_1, "true");
    }
}

static void read_date(struct reader *r, const struct xml_node *n) {
    struct compiler c = {.a = r->a, .d = r->d};
    struct csl_node *date = csl_compile_node(&c, n, EL_LOCALE);
    if (date && date->u.date.form != DATE_FORM_NONE) {
        r->l->dates[date->u.date.form] = date;
    }
}

static void read_locale(struct reader *r, const struct xml_node *n) {
    r->cleared = false;
    r->cleared_long = r->own;
    for (const struct xml_node *c = n->first; c; c = c->next) {
        if (str_is(c->name, "terms")) {
            read_terms(r, c);
        } else if (str_is(c->name, "style-options")) {
            read_options(r, c);
        } else if (str_is(c->name, "date")) {
            read_date(r, c);
        }
    }
}

/* ---- merging ---- */

/** Reads the file of a language. Its units replace those that were read before. Returns false if
 * there is no such file, or it is not a locale. */
static bool read_file(struct reader *r, struct str lang) {
    bool any = r->from && r->from->load && lang.n;
    struct source *src = any ? r->from->load(r->from->user, lang) : NULL;
    if (!src) {
        src = csl_shipped(r->a, arena_join(r->a, 3, STR("locales-"), lang, STR(".xml")));
    }
    if (!src || src->text.n > LIMIT_STYLE) {
        return false;
    }
    const struct xml_node *root = csl_read_xml(r->a, src, r->from ? r->from->trees : NULL, r->d);
    if (!root || !str_is(root->name, "locale")) {
        return false;
    }
    read_locale(r, root);
    return true;
}

/** Defines terms that are needed even without any locale file. */
static void read_built_in(struct reader *r) {
    static const struct {
        enum fixed_term term;
        struct str text;
    } built_in[] = {
        {FIXED_AND, STR_INIT("and")},
        {FIXED_ET_AL, STR_INIT("et al.")},
        {FIXED_AND_OTHERS, STR_INIT("and others")},
        {FIXED_OPEN_QUOTE, STR_INIT("\xE2\x80\x9C")},
        {FIXED_CLOSE_QUOTE, STR_INIT("\xE2\x80\x9D")},
        {FIXED_OPEN_INNER, STR_INIT("\xE2\x80\x98")},
        {FIXED_CLOSE_INNER, STR_INIT("\xE2\x80\x99")},
        {FIXED_PAGE_RANGE, STR_INIT("\xE2\x80\x93")},
    };
    for (size_t i = 0; i < ARRAY_LEN(built_in); i++) {
        struct term_form *f = define(r, r->l->fixed[built_in[i].term], FORM_LONG);
        f->single = f->multiple = built_in[i].text;
    }
}

static void read_style_locales(struct reader *r, struct str lang) {
    const struct csl_style *s = r->style;
    struct str language = language_of(lang);
    r->own = true;
    for (int pass = 0; pass < 3; pass++) {
        for (size_t i = 0; i < s->nlocales; i++) {
            struct str own = s->locales[i].lang;
            bool fits = pass == 0   ? own.n == 0
                        : pass == 1 ? str_ieq(own, language)
                                    : str_ieq(own, lang) && !str_ieq(own, language);
            if (fits) {
                read_locale(r, s->locales[i].xml);
            }
        }
    }
}

/** The long form, in the singular, of a term that the processor needs. */
static struct str fixed(const struct locale *l, enum fixed_term t) {
    return csl_locale_term(l, l->fixed[t], FORM_LONG, false);
}

/** Stores the numbers of terms that are used often. */
static void remember_terms(const struct reader *r) {
    struct locale *l = r->l;
    for (int v = 0; v < VAR_COUNT; v++) {
        l->var_terms[v] = csl_term_index_find(&r->terms, str_of(item_var_name((enum item_var)v)));
    }
    for (int t = 0; t < FIXED_COUNT; t++) {
        l->fixed[t] = csl_term_index_find(&r->terms, csl_term_fixed_name((enum fixed_term)t));
    }
}

static void remember_common(struct locale *l) {
    l->open_quote = fixed(l, FIXED_OPEN_QUOTE);
    l->close_quote = fixed(l, FIXED_CLOSE_QUOTE);
    l->open_inner = fixed(l, FIXED_OPEN_INNER);
    l->close_inner = fixed(l, FIXED_CLOSE_INNER);
    l->page_range = fixed(l, FIXED_PAGE_RANGE);
    l->and_text = fixed(l, FIXED_AND);
    struct str symbol = csl_locale_term(l, l->fixed[FIXED_AND], FORM_SYMBOL, false);
    bool own = l->places[(size_t)l->fixed[FIXED_AND] * FORM_TERM_COUNT + FORM_SYMBOL] != 0;
    l->and_symbol = own ? symbol : STR("&");
}

static void read_all(struct reader *r, struct str lang, struct str primary) {
    struct locale *l = r->l;
    struct str language = language_of(lang);
    memset(l->places, 0, l->nterms * FORM_TERM_COUNT * sizeof *l->places);
    l->nforms = 0;
    memset(l->genders, 0, l->nterms * sizeof *l->genders);
    memset(l->dates, 0, sizeof l->dates);
    l->nordinals = l->nlong = 0;
    l->punctuation_in_quote = l->limit_day_ordinals = false;
    r->own = false;
    read_built_in(r);
    bool base = read_file(r, STR("en-US"));
    bool found = base && str_is(primary, "en-US");
    if (!str_is(primary, "en-US")) {
        found = read_file(r, primary) || (!str_eq(primary, language) && read_file(r, language));
    }
    if (!str_eq(lang, primary)) {
        found = read_file(r, lang) || found;
    }
    if (!found) {
        struct diag *g = diag_add(r->d, DIAG_CSL_LOCALE, span_make(r->style->src, 0, 0),
                                  "no locale for `%.*s`", STR_ARG(lang));
        diag_hint(r->d, g,
                  base ? "the words of en-US are used; locale files come with the package "
                         "citation-style-language-locales"
                       : "install the package citation-style-language-locales");
    }
    read_style_locales(r, lang);
}

const struct locale *csl_locale_load(struct arena *a, const struct csl_style *style,
                                     struct str lang, const struct csl_locale_source *files,
                                     struct diags *d) {
    if (lang.n == 0) {
        lang = style->info.default_locale.n ? style->info.default_locale : STR("en-US");
    }
    struct locale *l = ARENA_NEW(a, struct locale);
    struct reader r = {.a = a, .l = l, .style = style, .d = d, .from = files};
    l->nterms = csl_term_count() + style->nterms;
    l->places = arena_alloc(a, l->nterms * FORM_TERM_COUNT * sizeof *l->places);
    l->ordinals = arena_alloc(a, MAX_ORDINALS * sizeof *l->ordinals);
    l->long_ordinals = arena_alloc(a, MAX_ORDINALS * sizeof *l->long_ordinals);
    l->genders = arena_alloc(a, l->nterms * sizeof *l->genders);
    struct str primary = primary_dialect(lang);
    l->french = str_ieq(language_of(lang), STR("fr"));
    if (str_eq(lang, language_of(lang))) {
        lang = primary; /* a language without a dialect means its primary dialect */
    }
    l->lang = arena_str(a, lang);
    csl_term_index_fill(&r.terms);
    remember_terms(&r);
    read_all(&r, lang, primary);
    remember_common(l);
    return l;
}

/* ---- looking up ---- */

struct str csl_locale_term(const struct locale *l, term_id t, enum form form, bool plural) {
    static const enum form weaker[FORM_TERM_COUNT] = {
        [FORM_LONG] = FORM_LONG, [FORM_SHORT] = FORM_LONG,      [FORM_SYMBOL] = FORM_SHORT,
        [FORM_VERB] = FORM_LONG, [FORM_VERB_SHORT] = FORM_VERB,
    };
    if (t == TERM_NONE || t >= l->nterms) {
        return STR_EMPTY;
    }
    const uint16_t *places = &l->places[(size_t)t * FORM_TERM_COUNT];
    while (!places[form] && form != FORM_LONG) {
        form = weaker[form];
    }
    if (!places[form]) {
        return STR_EMPTY;
    }
    const struct term_form *f = &l->forms[places[form] - 1];
    struct str s = plural ? f->multiple : f->single;
    return s.p ? s : STR("");
}

enum gender csl_locale_gender(const struct locale *l, term_id t) {
    return t < l->nterms ? (enum gender)l->genders[t] : GENDER_NONE;
}

/** How well the rule of an ordinal suffix matches a number. 0: it does not match. A whole number
 * takes precedence over two digits, and two digits over one. */
static int ordinal_fit(const struct ordinal *o, uint64_t n) {
    if (o->number < 0) {
        return 1;
    }
    uint64_t want = (uint64_t)o->number;
    switch (o->match) {
    case ORDINAL_WHOLE:
        return n == want ? 4 : 0;
    case ORDINAL_LAST_TWO:
        return n % 100 == want ? 3 : 0;
    case ORDINAL_LAST_DIGIT:
        return n % 10 == want % 10 ? 2 : 0;
    }
    return 0;
}

/** Returns the suffix from a style of CSL 1.0, which defines only ordinal-01 to -04. The first
 * three are for numbers that end in 1, 2 or 3, but not in 11, 12 or 13. ordinal-04 is for all
 * others. */
static struct str ordinal_of_old(const struct locale *l, uint64_t n) {
    uint64_t last = n % 10, two = n % 100;
    int want = last >= 1 && last <= 3 && (two < 11 || two > 13) ? (int)last : 4;
    for (size_t i = 0; i < l->nordinals; i++) {
        if (l->ordinals[i].number == want) {
            return l->ordinals[i].text;
        }
    }
    return STR_EMPTY;
}

struct str csl_locale_ordinal(const struct locale *l, uint64_t number, enum gender gender) {
    bool old = l->nordinals > 0;
    for (size_t i = 0; i < l->nordinals; i++) {
        old = old && l->ordinals[i].number >= 1 && l->ordinals[i].number <= 4;
    }
    if (old) {
        return ordinal_of_old(l, number);
    }
    const struct ordinal *best = NULL;
    int fit = 0;
    for (size_t i = 0; i < l->nordinals; i++) {
        const struct ordinal *o = &l->ordinals[i];
        int own = 2 * ordinal_fit(o, number);
        if (own == 0 || (o->gender != GENDER_NONE && o->gender != gender)) {
            continue;
        }
        /* the form of the gender takes precedence over the neutral form */
        own += o->gender != GENDER_NONE;
        if (own > fit) {
            fit = own;
            best = o;
        }
    }
    return best ? best->text : STR_EMPTY;
}

struct str csl_locale_long_ordinal(const struct locale *l, uint64_t number, enum gender gender) {
    const struct ordinal *best = NULL;
    for (size_t i = 0; i < l->nlong; i++) {
        const struct ordinal *o = &l->long_ordinals[i];
        if (o->number >= 0 && (uint64_t)o->number == number &&
            (o->gender == gender || (o->gender == GENDER_NONE && !best))) {
            best = o;
        }
    }
    return best ? best->text : STR_EMPTY;
}
