/* SPDX-License-Identifier: MIT */
/*
 * Merging locales. Units (each form of a term, each date format, each option) are laid over one
 * another from the weakest to the strongest source:
 *
 *     en-US file < primary dialect's file < dialect's file
 *         < style without language < style, language < style, dialect
 *
 * so that looking a term up is one access. Ordinal suffixes are one unit: whoever defines one of
 * them replaces them all (CSL 1.0.2, "Ordinal Suffixes").
 */
#include "csl/locale.h"

#include "base/limits.h"

DIAG_USE(DIAG_CSL_UNKNOWN);
DIAG_USE(DIAG_CSL_LOCALE);

struct primary {
    struct str language, dialect;
};

/* Sorted by language. Locales whose file bears the bare language's name are not listed. */
static const struct primary primaries[] = {
    {STR_INIT("af"), STR_INIT("af-ZA")}, {STR_INIT("bal"), STR_INIT("bal-PK")},
    {STR_INIT("bg"), STR_INIT("bg-BG")}, {STR_INIT("brh"), STR_INIT("brh-PK")},
    {STR_INIT("ca"), STR_INIT("ca-AD")}, {STR_INIT("cs"), STR_INIT("cs-CZ")},
    {STR_INIT("cy"), STR_INIT("cy-GB")}, {STR_INIT("da"), STR_INIT("da-DK")},
    {STR_INIT("de"), STR_INIT("de-DE")}, {STR_INIT("el"), STR_INIT("el-GR")},
    {STR_INIT("en"), STR_INIT("en-US")}, {STR_INIT("es"), STR_INIT("es-ES")},
    {STR_INIT("et"), STR_INIT("et-EE")}, {STR_INIT("fa"), STR_INIT("fa-IR")},
    {STR_INIT("fi"), STR_INIT("fi-FI")}, {STR_INIT("fr"), STR_INIT("fr-FR")},
    {STR_INIT("gl"), STR_INIT("gl-ES")}, {STR_INIT("he"), STR_INIT("he-IL")},
    {STR_INIT("hi"), STR_INIT("hi-IN")}, {STR_INIT("hr"), STR_INIT("hr-HR")},
    {STR_INIT("hu"), STR_INIT("hu-HU")}, {STR_INIT("id"), STR_INIT("id-ID")},
    {STR_INIT("is"), STR_INIT("is-IS")}, {STR_INIT("it"), STR_INIT("it-IT")},
    {STR_INIT("ja"), STR_INIT("ja-JP")}, {STR_INIT("km"), STR_INIT("km-KH")},
    {STR_INIT("ko"), STR_INIT("ko-KR")}, {STR_INIT("lij"), STR_INIT("lij-IT")},
    {STR_INIT("lt"), STR_INIT("lt-LT")}, {STR_INIT("lv"), STR_INIT("lv-LV")},
    {STR_INIT("mn"), STR_INIT("mn-MN")}, {STR_INIT("ms"), STR_INIT("ms-MY")},
    {STR_INIT("nb"), STR_INIT("nb-NO")}, {STR_INIT("nl"), STR_INIT("nl-NL")},
    {STR_INIT("nn"), STR_INIT("nn-NO")}, {STR_INIT("no"), STR_INIT("nb-NO")},
    {STR_INIT("pa"), STR_INIT("pa-PK")}, {STR_INIT("pl"), STR_INIT("pl-PL")},
    {STR_INIT("pt"), STR_INIT("pt-PT")}, {STR_INIT("ro"), STR_INIT("ro-RO")},
    {STR_INIT("ru"), STR_INIT("ru-RU")}, {STR_INIT("sk"), STR_INIT("sk-SK")},
    {STR_INIT("sl"), STR_INIT("sl-SI")}, {STR_INIT("sr"), STR_INIT("sr-RS")},
    {STR_INIT("sv"), STR_INIT("sv-SE")}, {STR_INIT("th"), STR_INIT("th-TH")},
    {STR_INIT("tr"), STR_INIT("tr-TR")}, {STR_INIT("uk"), STR_INIT("uk-UA")},
    {STR_INIT("vi"), STR_INIT("vi-VN")}, {STR_INIT("zh"), STR_INIT("zh-CN")},
};

static struct str language_of(struct str lang) {
    size_t n = 0;
    while (n < lang.n && lang.p[n] != '-' && lang.p[n] != '_') {
        n++;
    }
    return str_slice(lang, 0, n);
}

/** "de" -> "de-DE": the dialect that a bare language or another dialect falls back to. */
static struct str primary_dialect(struct str lang) {
    struct str language = language_of(lang);
    for (size_t i = 0; i < ARRAY_LEN(primaries); i++) {
        if (str_ieq(primaries[i].language, language)) {
            return primaries[i].dialect;
        }
    }
    return language;
}

/* ---- reading one locale's XML ---- */

struct reader {
    struct arena *a;
    struct locale *l;
    const struct csl_style *style;
    struct diags *d;
    bool cleared; /* the older ordinals are gone */
    bool cleared_long;
    bool own; /* the style's: its long ordinals stand beside those of the files */
    struct csl_term_index terms;
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

static struct str node_content(struct reader *r, const struct xml_node *n) {
    struct str s = csl_compile_unescape(r->a, xml_text(r->a, n));
    /* Line ends in a term are the file's layout, not its text. */
    return str_index(s, '\n') == STR_NONE ? s : str_trim(s);
}

/** Adds an ordinal, or puts it in the place of one for the same number and gender. */
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

static void read_ordinal(struct reader *r, const struct xml_node *n, struct str number,
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
    struct str match = xml_attr(n, "match");
    struct ordinal o = {.text = node_content(r, n), .number = (int)value};
    o.match = str_is(match, "whole-number")      ? ORDINAL_WHOLE
              : str_is(match, "last-digit")      ? ORDINAL_LAST_DIGIT
              : str_is(match, "last-two-digits") ? ORDINAL_LAST_TWO
              : value < 10                       ? ORDINAL_LAST_DIGIT
                                                 : ORDINAL_LAST_TWO;
    int gender = csl_value_find(AT_GENDER_FORM, xml_attr(n, "gender-form"));
    o.gender = gender < 0 ? GENDER_NONE : (enum gender)gender;
    add_ordinal(is_long ? l->long_ordinals : l->ordinals, count, &o);
}

static void read_term(struct reader *r, const struct xml_node *n) {
    struct str name = xml_attr(n, "name");
    if (str_starts(name, STR("ordinal"))) {
        read_ordinal(r, n, str_from(name, name.n > 7 ? 8 : 7), false);
        return;
    }
    if (str_starts(name, STR("long-ordinal-"))) {
        read_ordinal(r, n, str_from(name, 13), true);
        return;
    }
    term_id t = term_id_of(r, name);
    if (t == TERM_NONE) {
        return; /* nothing asks for it */
    }
    struct str form_text = xml_attr(n, "form");
    int form = form_text.p ? csl_word_find(csl_term_forms, FORM_TERM_COUNT, form_text) : FORM_LONG;
    if (form < 0) {
        diag_add(r->d, DIAG_CSL_UNKNOWN, csl_compile_attr_span(n, "form"),
                 "terms have no form `%.*s`", STR_ARG(form_text));
        return;
    }
    struct term_form *f = &r->l->forms[(size_t)t * FORM_TERM_COUNT + (size_t)form];
    const struct xml_node *single = xml_child(n, "single"), *multiple = xml_child(n, "multiple");
    f->defined = true;
    if (single || multiple) {
        f->single = single ? node_content(r, single) : STR("");
        f->multiple = multiple ? node_content(r, multiple) : f->single;
    } else {
        f->single = f->multiple = node_content(r, n);
    }
    int gender = csl_value_find(AT_GENDER, xml_attr(n, "gender"));
    if (gender >= 0) {
        r->l->genders[t] = (uint8_t)gender;
    }
}

static void read_options(struct reader *r, const struct xml_node *n) {
    struct str in_quote = xml_attr(n, "punctuation-in-quote");
    struct str limit = xml_attr(n, "limit-day-ordinals-to-day-1");
    if (in_quote.p) {
        r->l->punctuation_in_quote = str_is(in_quote, "true");
    }
    if (limit.p) {
        r->l->limit_day_ordinals = str_is(limit, "true");
    }
}

static void read_locale(struct reader *r, const struct xml_node *root) {
    r->cleared = false;
    r->cleared_long = r->own;
    struct compiler c = {.a = r->a, .d = r->d};
    for (const struct xml_node *n = root->first; n; n = n->next) {
        if (str_is(n->name, "terms")) {
            for (const struct xml_node *t = n->first; t; t = t->next) {
                if (str_is(t->name, "term")) {
                    read_term(r, t);
                }
            }
        } else if (str_is(n->name, "style-options")) {
            read_options(r, n);
        } else if (str_is(n->name, "date")) {
            struct csl_node *date = csl_compile_date(&c, n);
            if (date && date->u.date.form != DATE_FORM_NONE) {
                r->l->dates[date->u.date.form] = date;
            }
        }
    }
}

/* ---- merging ---- */

static bool read_file(struct reader *r, struct str lang, const struct csl_locale_source *files) {
    struct source *src = files && files->load && lang.n ? files->load(files->user, lang) : NULL;
    if (!src || src->text.n > LIMIT_STYLE) {
        return false;
    }
    const struct xml_node *root = xml_parse(r->a, src, r->d);
    if (!root || !str_is(root->name, "locale")) {
        return false;
    }
    read_locale(r, root);
    return true;
}

/** What must not be missing even when there are no locale files at all. */
static void read_built_in(struct locale *l) {
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
        struct term_form *f = &l->forms[(size_t)l->fixed[built_in[i].term] * FORM_TERM_COUNT];
        f->single = f->multiple = built_in[i].text;
        f->defined = true;
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

/** The long form in the singular of a term the processor itself needs. */
static struct str fixed(const struct locale *l, enum fixed_term t) {
    return csl_locale_term(l, l->fixed[t], FORM_LONG, false);
}

/** Numbers of terms that are looked up all the time. */
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
    if (!l->page_range.p) {
        l->page_range = STR("\xE2\x80\x93");
    }
    l->and_text = fixed(l, FIXED_AND);
    struct str symbol = csl_locale_term(l, l->fixed[FIXED_AND], FORM_SYMBOL, false);
    bool own = l->forms[(size_t)l->fixed[FIXED_AND] * FORM_TERM_COUNT + FORM_SYMBOL].defined;
    l->and_symbol = own ? symbol : STR("&");
}

const struct locale *csl_locale_load(struct arena *a, const struct csl_style *style,
                                     struct str lang, const struct csl_locale_source *files,
                                     struct diags *d) {
    if (lang.n == 0) {
        lang = style->info.default_locale.n ? style->info.default_locale : STR("en-US");
    }
    struct locale *l = ARENA_NEW(a, struct locale);
    struct reader r = {.a = a, .l = l, .style = style, .d = d};
    l->nterms = csl_term_count() + style->nterms;
    l->forms = ARENA_ARRAY(a, struct term_form, l->nterms * FORM_TERM_COUNT);
    l->genders = ARENA_ARRAY(a, uint8_t, l->nterms);
    struct str primary = primary_dialect(lang), language = language_of(lang);
    if (str_eq(lang, language)) {
        lang = primary; /* a bare language stands for its primary dialect */
    }
    l->lang = arena_str(a, lang);
    l->french = str_ieq(language, STR("fr"));
    csl_term_index_fill(&r.terms);
    remember_terms(&r);
    read_built_in(l);
    bool base = read_file(&r, STR("en-US"), files);
    bool found = base && str_is(primary, "en-US");
    if (!str_is(primary, "en-US")) {
        found = read_file(&r, primary, files) ||
                (!str_eq(primary, language) && read_file(&r, language, files));
    }
    if (!str_eq(lang, primary)) {
        found = read_file(&r, lang, files) || found;
    }
    if (!found) {
        struct diag *g = diag_add(d, DIAG_CSL_LOCALE, span_make(style->src, 0, 0),
                                  "no locale for `%.*s`", STR_ARG(lang));
        diag_hint(d, g,
                  base ? "the words of en-US are used; locale files come with the package "
                         "citation-style-language-locales"
                       : "install the package citation-style-language-locales");
    }
    read_style_locales(&r, lang);
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
    const struct term_form *forms = &l->forms[(size_t)t * FORM_TERM_COUNT];
    while (!forms[form].defined && form != FORM_LONG) {
        form = weaker[form];
    }
    const struct term_form *f = &forms[form];
    if (!f->defined) {
        return STR_EMPTY;
    }
    struct str s = plural ? f->multiple : f->single;
    return s.p ? s : STR("");
}

enum gender csl_locale_gender(const struct locale *l, term_id t) {
    return t < l->nterms ? (enum gender)l->genders[t] : GENDER_NONE;
}

/** How well an ordinal's rule fits, 0: not at all. Whole numbers win over two digits, over one. */
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

/** Styles of CSL 1.0 define ordinal-01 to -04 alone: 1, 2, 3 with 11 to 13 apart, and the rest. */
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
        own += o->gender != GENDER_NONE; /* the gender's own form before the neutral one */
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
