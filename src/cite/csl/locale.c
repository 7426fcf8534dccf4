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
#include "cite/csl/locale.h"

#include "core/base/bounds.h"
#include "core/data/xml_pull.h"

#include <string.h>

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

/* ---- terms ---- */

struct file {
    struct str lang;
    struct source *src; /* NULL: there is none */
    bool odd;           /* not plain: it is read as a tree */
};

struct reader {
    struct arena *a;
    struct locale *l;
    const struct csl_style *style;
    struct diags *d;
    bool cleared; /* the older ordinals are gone */
    bool cleared_long;
    bool own; /* the style's: its long ordinals stand beside those of the files */
    struct csl_term_index terms;
    const struct csl_locale_source *from;
    struct file files[CSL_LOCALE_FILES]; /* that were looked for */
    size_t nfiles;
    bool again;       /* one of them has turned out to be odd */
    struct str piece; /* of a text: the first; all of it is in `text` when there are more */
    struct buf text;
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

/** A term or an ordinal suffix as it is written; a NULL pointer: it is not. */
struct term {
    struct str name, form, gender, gender_form, match;
    struct str single, multiple;
    struct str own; /* text that stands in neither */
    struct span span;
};

/** Words of a locale: a reference that was escaped twice is meant, line ends are the file's layout.
 */
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

/** The place of a form of a term, which is defined from now on. */
static struct term_form *define(struct reader *r, term_id t, enum form form) {
    struct locale *l = r->l;
    uint16_t *place = &l->places[(size_t)t * FORM_TERM_COUNT + (size_t)form];
    if (*place) {
        return &l->forms[*place - 1];
    }
    if (l->nforms == l->forms_cap) {
        l->forms_cap = l->forms_cap ? l->forms_cap * 2 : 512;
        struct term_form *grown = arena_alloc(r->a, l->forms_cap * sizeof *grown);
        if (l->nforms) {
            memcpy(grown, l->forms, l->nforms * sizeof *grown);
        }
        l->forms = grown;
    }
    *place = (uint16_t)(l->nforms + 1);
    return &l->forms[l->nforms++];
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

static void add_ordinals(struct reader *r, const struct term *t, struct str number, bool is_long) {
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
    struct ordinal o = {.text = words_of(r, t->own), .number = (int)value};
    o.match = str_is(t->match, "whole-number")      ? ORDINAL_WHOLE
              : str_is(t->match, "last-digit")      ? ORDINAL_LAST_DIGIT
              : str_is(t->match, "last-two-digits") ? ORDINAL_LAST_TWO
              : value < 10                          ? ORDINAL_LAST_DIGIT
                                                    : ORDINAL_LAST_TWO;
    int gender = t->gender_form.n ? csl_value_find(AT_GENDER_FORM, t->gender_form) : -1;
    o.gender = gender < 0 ? GENDER_NONE : (enum gender)gender;
    add_ordinal(is_long ? l->long_ordinals : l->ordinals, count, &o);
}

static void add_term(struct reader *r, const struct term *t) {
    if (str_starts(t->name, STR("ordinal"))) {
        add_ordinals(r, t, str_from(t->name, t->name.n > 7 ? 8 : 7), false);
        return;
    }
    if (str_starts(t->name, STR("long-ordinal-"))) {
        add_ordinals(r, t, str_from(t->name, 13), true);
        return;
    }
    term_id id = term_id_of(r, t->name);
    if (id == TERM_NONE) {
        return; /* nothing asks for it */
    }
    int form = t->form.p ? csl_word_find(csl_term_forms, FORM_TERM_COUNT, t->form) : FORM_LONG;
    if (form < 0) {
        struct xml_node tag = {.span = t->span};
        diag_add(r->d, DIAG_CSL_UNKNOWN, csl_compile_attr_span(&tag, "form"),
                 "terms have no form `%.*s`", STR_ARG(t->form));
        return;
    }
    struct term_form *f = define(r, id, (enum form)form);
    if (t->single.p || t->multiple.p) {
        f->single = words_of(r, t->single.p ? t->single : STR(""));
        f->multiple = t->multiple.p ? words_of(r, t->multiple) : f->single;
    } else {
        f->single = f->multiple = words_of(r, t->own);
    }
    int gender = t->gender.n ? csl_value_find(AT_GENDER, t->gender) : -1;
    if (gender >= 0) {
        r->l->genders[id] = (uint8_t)gender;
    }
}

/* ---- reading a locale: from a file piece by piece, from the style's tree; false: not plain ----
 */

static void begin_text(struct reader *r) {
    r->piece = STR("");
    buf_clear(&r->text);
}

static void add_text(struct reader *r, struct str s) {
    if (!r->piece.n) {
        r->piece = s;
        return;
    }
    if (!r->text.n) {
        buf_str(&r->text, r->piece);
    }
    buf_str(&r->text, s);
}

static struct str end_text(struct reader *r) {
    return r->text.n ? buf_keep(&r->text, r->a) : r->piece;
}

/** Adds the text of the element at hand and of those in it; goes behind it. */
static bool add_element(struct reader *r, struct xml_pull *p) {
    for (size_t inside = 1; inside;) {
        enum xml_piece piece = xml_pull_next(p);
        if (piece == XML_OTHER) {
            return false;
        }
        if (piece == XML_TEXT) {
            add_text(r, p->text);
        }
        inside += piece == XML_OPEN;
        inside -= piece == XML_CLOSE;
    }
    return true;
}

static struct term term_of(const struct xml_pull *p) {
    struct term t = {.span = p->span};
    for (size_t i = 0; i < p->nattrs; i++) {
        struct str name = p->attrs[i].name;
        struct str *to = str_is(name, "name")          ? &t.name
                         : str_is(name, "form")        ? &t.form
                         : str_is(name, "gender")      ? &t.gender
                         : str_is(name, "gender-form") ? &t.gender_form
                         : str_is(name, "match")       ? &t.match
                                                       : NULL;
        if (to) {
            *to = p->attrs[i].value.p ? p->attrs[i].value : STR("");
        }
    }
    return t;
}

static bool is_ordinal(const struct term *t) {
    return str_starts(t->name, STR("ordinal")) || str_starts(t->name, STR("long-ordinal-"));
}

static bool read_term(struct reader *r, struct xml_pull *p) {
    struct term t = term_of(p);
    bool plain = is_ordinal(&t); /* has no plural: whatever is in it is its text */
    begin_text(r);
    for (;;) {
        enum xml_piece piece = xml_pull_next(p);
        struct str *to = NULL;
        if (piece == XML_OPEN && !plain) {
            to = str_is(p->name, "single")     ? &t.single
                 : str_is(p->name, "multiple") ? &t.multiple
                                               : NULL;
        }
        if (piece == XML_TEXT) {
            add_text(r, p->text);
        } else if (piece == XML_OPEN && to && !to->p) {
            begin_text(r);
            if (!add_element(r, p)) {
                return false;
            }
            *to = end_text(r);
            begin_text(r); /* what stands beside it is no text of the term */
        } else if (piece == XML_OPEN) {
            if (!add_element(r, p)) {
                return false;
            }
        } else {
            t.own = end_text(r);
            add_term(r, &t);
            return piece == XML_CLOSE;
        }
    }
}

static bool read_terms(struct reader *r, struct xml_pull *p) {
    for (;;) {
        enum xml_piece piece = xml_pull_next(p);
        if (piece == XML_CLOSE) {
            return true;
        }
        bool good = piece == XML_OPEN ? str_is(p->name, "term") ? read_term(r, p) : xml_pull_skip(p)
                    : piece == XML_TEXT ? true
                                        : false;
        if (!good) {
            return false;
        }
    }
}

static bool read_options(struct reader *r, struct xml_pull *p) {
    for (size_t i = 0; i < p->nattrs; i++) {
        struct str name = p->attrs[i].name;
        bool on = str_is(p->attrs[i].value, "true");
        if (str_is(name, "punctuation-in-quote")) {
            r->l->punctuation_in_quote = on;
        } else if (str_is(name, "limit-day-ordinals-to-day-1")) {
            r->l->limit_day_ordinals = on;
        }
    }
    return xml_pull_skip(p);
}

static bool read_date(struct reader *r, struct xml_pull *p) {
    const struct xml_node *n = xml_pull_element(p);
    if (!n) {
        return false;
    }
    struct compiler c = {.a = r->a, .d = r->d};
    struct csl_node *date = csl_compile_date(&c, n);
    if (date && date->u.date.form != DATE_FORM_NONE) {
        r->l->dates[date->u.date.form] = date;
    }
    return true;
}

/** What is in the locale's element, which has begun. */
static bool read_locale(struct reader *r, struct xml_pull *p) {
    r->cleared = false;
    r->cleared_long = r->own;
    for (;;) {
        enum xml_piece piece = xml_pull_next(p);
        bool good = piece == XML_TEXT || piece == XML_CLOSE;
        if (piece == XML_OPEN) {
            good = str_is(p->name, "terms")           ? read_terms(r, p)
                   : str_is(p->name, "style-options") ? read_options(r, p)
                   : str_is(p->name, "date")          ? read_date(r, p)
                                                      : xml_pull_skip(p);
        }
        if (piece == XML_CLOSE || !good) {
            return good;
        }
    }
}

static bool read_tree(struct reader *r, const struct xml_node *root) {
    struct xml_pull p;
    xml_pull_tree(&p, root);
    bool good = xml_pull_next(&p) == XML_OPEN && read_locale(r, &p);
    xml_pull_end(&p);
    return good;
}

/* ---- merging ---- */

/** The file of a language; looked for once. */
static struct file *find_file(struct reader *r, struct str lang) {
    const struct csl_locale_source *from = r->from;
    size_t i = 0;
    while (i < r->nfiles && !str_eq(r->files[i].lang, lang)) {
        i++;
    }
    if (i == r->nfiles) {
        bool any = from && from->load && lang.n && i < CSL_LOCALE_FILES;
        struct source *src = any ? from->load(from->user, lang) : NULL;
        if (i == CSL_LOCALE_FILES) {
            return NULL;
        }
        r->files[r->nfiles++] = (struct file){.lang = lang, .src = src};
    }
    return &r->files[i];
}

/** Reads a file over what was read before. False: it is not there, or no locale; or it is not
 * plain, and all is to be read again. */
static bool read_file(struct reader *r, struct str lang) {
    struct file *f = find_file(r, lang);
    if (!f || !f->src || f->src->text.n > LIMIT_STYLE) {
        return false;
    }
    if (f->odd) {
        const struct xml_node *root = xml_parse(r->a, f->src, r->d);
        return root && str_is(root->name, "locale") && read_tree(r, root);
    }
    struct xml_pull p;
    bool plain = xml_pull_text(&p, r->a, f->src) && xml_pull_next(&p) == XML_OPEN &&
                 str_is(p.name, "locale") && read_locale(r, &p) && xml_pull_next(&p) == XML_DONE;
    xml_pull_end(&p);
    f->odd = !plain;
    r->again = r->again || f->odd;
    return plain;
}

/** What must not be missing even when there are no locale files at all. */
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
                (void)read_tree(r, s->locales[i].xml);
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
    bool own = l->places[(size_t)l->fixed[FIXED_AND] * FORM_TERM_COUNT + FORM_SYMBOL] != 0;
    l->and_symbol = own ? symbol : STR("&");
}

/** Lays the sources over one another, from the weakest on. */
static void read_all(struct reader *r, struct str lang, struct str primary) {
    struct locale *l = r->l;
    struct str language = language_of(lang);
    memset(l->places, 0, l->nterms * FORM_TERM_COUNT * sizeof *l->places);
    l->nforms = 0;
    memset(l->genders, 0, l->nterms * sizeof *l->genders);
    memset(l->dates, 0, sizeof l->dates);
    l->nordinals = l->nlong = 0;
    l->punctuation_in_quote = l->limit_day_ordinals = false;
    r->own = r->again = false;
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
    struct diags_mark before = diags_mark(d);
    l->nterms = csl_term_count() + style->nterms;
    l->places = arena_alloc(a, l->nterms * FORM_TERM_COUNT * sizeof *l->places);
    l->ordinals = arena_alloc(a, MAX_ORDINALS * sizeof *l->ordinals);
    l->long_ordinals = arena_alloc(a, MAX_ORDINALS * sizeof *l->long_ordinals);
    l->genders = arena_alloc(a, l->nterms * sizeof *l->genders);
    struct str primary = primary_dialect(lang);
    l->french = str_ieq(language_of(lang), STR("fr"));
    if (str_eq(lang, language_of(lang))) {
        lang = primary; /* a bare language stands for its primary dialect */
    }
    l->lang = arena_str(a, lang);
    csl_term_index_fill(&r.terms);
    remember_terms(&r);
    buf_init(&r.text, 0);
    do { /* a file that turns out not to be plain has left its beginning */
        diags_rollback(d, before);
        read_all(&r, lang, primary);
    } while (r.again);
    buf_drop(&r.text);
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
