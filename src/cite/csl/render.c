/* SPDX-License-Identifier: MIT */
/*
 * Rendering elements (CSL 1.0.2, "Rendering Elements"): text, number, label, group, choose. For all
 * elements it handles formatting, affixes, delimiters and the suppression of groups. Dates and
 * names are in other files. One cite or entry is rendered at a time.
 *
 * The output consists of runs. Each function returns a sum of enum status for the surrounding
 * group: a group shows nothing if all variables that it uses are empty (CSL 1.0.2, "Group").
 */
#include "cite/bib/item/csl_tags.h"
#include "cite/bib/item/item_language.h"
#include "cite/csl/number.h"
#include "cite/csl/state.h"

#include <string.h>

/* ---- joining and formatting ---- */

/** Whether a group has no formatting and no other part of the state refers to it. Such a group may
 * be replaced by its children. */
static inline bool is_mere(const struct ctx *x, const struct run *r) {
    return r->kind == RUN_GROUP && !(r->flags & ~(unsigned)(RUN_SHOWS | RUN_TERM)) && !r->display &&
           fmt_empty(&r->fmt) && r != x->author && r != x->year;
}

static inline void join(struct ctx *x, struct joiner *j, struct run *r) {
    if (j->any) {
        csl_run_text(x->a, j->into, j->delimiter, RUN_AFFIX);
    }
    /* The group around a block (attribute display) is kept, so that the suffix of the entry is
     * outside of the block. */
    bool alone = r->first && r->first == r->last && !r->first->display && is_mere(x, r);
    csl_run_append(j->into, alone ? r->first : r);
    j->any = true;
}

void csl_joiner_add(struct ctx *x, struct joiner *j, struct run *r) {
    join(x, j, r);
}

/** The language of the item's text: its own language, or else that of the document. Terms are in
 * the language of the locale. */
static struct str language_of(const struct ctx *x, const struct run *r) {
    struct str lang = r->flags & RUN_TERM ? STR_EMPTY : str_trim(item_text(x->it, VAR_LANGUAGE));
    return lang.n ? lang : x->l->lang;
}

/** Applies a text case. Title case is for English only (CSL 1.0.2, "Title Case"), and not for laws,
 * cases and patents, which keep their names. Terms keep the spelling of the style. */
static void apply_case(struct ctx *x, enum text_case tc, struct run *r) {
    struct str lang = language_of(x, r);
    if (tc == CASE_TITLE && !(r->flags & RUN_TERM) &&
        (!bib_language_is_english(lang) || item_has(x->it, VAR_JURISDICTION))) {
        return;
    }
    csl_run_text_case(x->a, r, tc, lang);
}

static struct run *wrap(struct ctx *x, struct run *content, enum run_kind kind) {
    struct run *r = csl_run_group(x->a);
    r->kind = (uint8_t)kind;
    csl_run_append(r, content);
    return r;
}

/** Adds affixes around `r`, or inside `r` if that looks the same. */
static struct run *with_affixes(struct ctx *x, const struct csl_node *n, struct run *r) {
    if (!is_mere(x, r)) {
        r = wrap(x, r, RUN_GROUP);
    }
    if (n->prefix.n) {
        struct run *rest = r->first, *last = r->last;
        r->first = r->last = NULL;
        csl_run_some_text(x->a, r, n->prefix, RUN_AFFIX)->next = rest;
        r->last = last;
    }
    csl_run_text(x->a, r, n->suffix, RUN_AFFIX);
    return r;
}

void csl_render_emit(struct ctx *x, struct joiner *j, const struct csl_node *n,
                     struct run *content) {
    if (csl_run_is_empty(content)) {
        return;
    }
    struct run *r = content;
    if (n->strip_periods) {
        csl_run_strip_periods(x->a, r);
    }
    if (n->text_case) {
        apply_case(x, (enum text_case)n->text_case, r);
    }
    if (!fmt_empty(&n->fmt)) {
        r = wrap(x, r, RUN_GROUP);
        r->fmt = n->fmt;
    }
    if (n->quotes) {
        r = wrap(x, r, RUN_QUOTE);
    }
    if (n->prefix.n || n->suffix.n) {
        r = with_affixes(x, n, r);
    }
    if (n->display) {
        r = r == content ? wrap(x, r, RUN_GROUP) : r;
        r->display = n->display;
    }
    join(x, j, r);
}

/* ---- variables ---- */

static struct rich or_extra(struct ctx *x, struct rich text, const char *name) {
    return text.text.n ? text : item_extra(x->it, name);
}

static struct rich short_form(struct ctx *x, enum item_var v) {
    if (v == VAR_TITLE) {
        return or_extra(x, item_rich(x->it, VAR_TITLE_SHORT), "shortTitle");
    }
    if (v == VAR_CONTAINER_TITLE) {
        return or_extra(x, item_rich(x->it, VAR_CONTAINER_TITLE_SHORT), "journalAbbreviation");
    }
    return RICH_EMPTY;
}

/** The value of a variable for which csl_var_is_special() is true. */
static struct rich special_variable(struct ctx *x, enum item_var v) {
    struct rich own = item_rich(x->it, v);
    /* the cast to int avoids a warning about the other variables, which have no case here */
    switch ((int)v) {
    case VAR_CITATION_NUMBER:
        return rich_of(x->e->number ? csl_number_plain(x->a, (unsigned)x->e->number) : STR_EMPTY);
    case VAR_LOCATOR:
        return x->locator;
    case VAR_FIRST_REFERENCE_NOTE_NUMBER:
        return x->kind == AREA_CITATION && x->first_note && x->position != POSITION_FIRST
                   ? rich_of(csl_number_plain(x->a, (unsigned)x->first_note))
                   : RICH_EMPTY;
    case VAR_YEAR_SUFFIX:
        return rich_of(x->suffix);
    case VAR_CITATION_LABEL:
        return rich_of(csl_citation_label(x->c, x->e, false));
    case VAR_TITLE_SHORT:
        return or_extra(x, own, "shortTitle");
    case VAR_CONTAINER_TITLE_SHORT:
        return or_extra(x, own, "journalAbbreviation");
    case VAR_EVENT_NAME: /* CSL 1.0.2 renamed the variable `event` to `event-title` */
        return own.text.n ? own : item_rich(x->it, VAR_EVENT_TITLE);
    case VAR_EVENT_TITLE:
        return own.text.n ? own : item_rich(x->it, VAR_EVENT_NAME);
    case VAR_PAGE_FIRST:
        return own.text.n ? own : rich_of(csl_number_first(x->l, item_text(x->it, VAR_PAGE)));
    default:
        BUG("a special variable without a value");
    }
}

struct rich csl_render_variable(struct ctx *x, enum item_var v, bool is_short) {
    if (v == VAR_NONE || var_is_date(v) || var_is_name(v)) {
        return RICH_EMPTY;
    }
    struct rich brief = is_short ? short_form(x, v) : RICH_EMPTY;
    return brief.text.n            ? brief
           : csl_var_is_special(v) ? special_variable(x, v)
                                   : item_rich(x->it, v);
}

/** Whether a variable has a value, for conditions. The function is not inlined, because it needs a
 * stack frame. The tests that are made most often need none. */
static __attribute__((noinline)) bool has_value(struct ctx *x, enum item_var v) {
    if (v == VAR_NONE || !(csl_var_is_special(v) || item_has(x->it, v))) {
        return false; /* this is the most frequent result */
    }
    if (var_is_name(v)) {
        return item_names(x->it, v).n > 0;
    }
    if (var_is_date(v)) {
        const struct item_date *d = item_date(x->it, v);
        return d && (d->from.has_year || d->literal.n || d->raw.n);
    }
    return csl_render_variable(x, v, false).text.n > 0;
}

/** The term with the name of a variable ("page"), or TERM_NONE. */
static term_id term_of(const struct ctx *x, enum item_var v) {
    if (v == VAR_LOCATOR) {
        return x->label;
    }
    return v == VAR_NONE ? TERM_NONE : x->c->var_terms[v];
}

/** Writes the hyphens of a part of a number as `dash`, except those after a backslash. */
static struct str with_dashes(void *dash, struct arena *a, struct str s) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < s.n; i++) {
        if (str_starts(str_from(s, i), STR("\\-"))) {
            buf_putc(&b, s.p[++i]);
        } else {
            buf_str(&b, s.p[i] == '-' ? *(const struct str *)dash : str_slice(s, i, i + 1));
        }
    }
    return buf_finish(&b, a);
}

static struct rich number_text(struct ctx *x, enum item_var v, struct rich s,
                               enum number_form form) {
    if (v == VAR_NUMBER && x->it->type == ITEM_TYPE_LEGAL_CASE) {
        return s; /* the number of a docket, such as "66-1234", is a name, so it stays unchanged */
    }
    if (s.marks && v != VAR_LOCATOR && !x->it->written_case) {
        /* In a .bib, TeX in numbers is markup. In CSL-JSON, tags in numbers are text, as in
         * citeproc-js (flipflop_NumericField of the test suite). */
        return rich_of(item_tags_text(x->a, s));
    }
    bool pages = v == VAR_PAGE || (v == VAR_LOCATOR && x->label == x->c->fixed[FIXED_PAGE]);
    struct number_look look = {.form = form,
                               .gender = csl_locale_gender(x->l, term_of(x, v)),
                               .range = pages ? x->c->style->page_range : RANGE_NONE,
                               .locator = v == VAR_LOCATOR};
    if (!s.marks || form != NUMBER_NUMERIC) { /* "2nd" is an ordinal, with a raised "nd" too */
        return rich_of(csl_number_render(x->a, x->l, s.text, &look));
    }
    struct str dash = pages ? x->l->page_range : STR("-");
    return rich_map(x->a, s, with_dashes, &dash);
}

/** The address of a DOI, PMID, PMCID or URL (CSL 1.0.2, appendix VI). Empty for other variables. */
static struct str link_target(struct ctx *x, enum item_var v, struct str s) {
    static const struct {
        enum item_var var;
        struct str base;
    } bases[] = {
        {VAR_DOI, STR_INIT("https://doi.org/")},
        {VAR_PMID, STR_INIT("https://www.ncbi.nlm.nih.gov/pubmed/")},
        {VAR_PMCID, STR_INIT("https://www.ncbi.nlm.nih.gov/pmc/articles/")},
        {VAR_URL, STR_INIT("")},
    };
    if (!x->c->opt.link_entries || x->kind != AREA_BIBLIOGRAPHY || x->sorting) {
        return STR_EMPTY;
    }
    for (size_t i = 0; i < ARRAY_LEN(bases); i++) {
        if (bases[i].var == v) {
            bool whole = str_starts(s, STR("http://")) || str_starts(s, STR("https://"));
            if (v == VAR_URL && !whole && !str_starts(s, STR("ftp://"))) {
                return STR_EMPTY;
            }
            if (v == VAR_DOI && !whole) {
                s = str_ieq(str_slice(s, 0, 4), STR("doi:")) ? str_trim(str_from(s, 4)) : s;
                if (item_doi_prefix(s) == 0) {
                    return STR_EMPTY; /* values such as "n/a" are not addresses */
                }
            }
            return whole ? s : arena_join(x->a, 2, bases[i].base, s);
        }
    }
    return STR_EMPTY;
}

static bool is_verbatim(enum item_var v) {
    return v == VAR_URL || v == VAR_DOI || v == VAR_PMID || v == VAR_PMCID;
}

/* ---- cs:text ---- */

void csl_render_mark(struct ctx *x, enum item_var v) {
    if (x->substituting) {
        item_vars_add(x->used, v);
    }
    if (x->sorting) {
        return;
    }
    /* If two variables have the same text, only one of them is shown. */
    const struct item_date *issued =
        v == VAR_ISSUED || v == VAR_STATUS ? item_date(x->it, VAR_ISSUED) : NULL;
    if ((v == VAR_NUMBER || v == VAR_PAGE) && item_has(x->it, VAR_NUMBER) &&
        rich_eq(item_rich(x->it, VAR_NUMBER), item_rich(x->it, VAR_PAGE))) {
        item_vars_add(x->suppressed, v == VAR_NUMBER ? VAR_PAGE : VAR_NUMBER);
    } else if (issued && issued->literal.n &&
               str_eq(issued->literal, item_text(x->it, VAR_STATUS))) {
        item_vars_add(x->suppressed, v == VAR_ISSUED ? VAR_STATUS : VAR_ISSUED);
    }
}

/** Adds a number with its markup. Quotation marks in the number are units (feet, minutes), unless
 * the document's author wrote the text. */
static void run_number(struct ctx *x, struct run *r, struct rich s, bool quotes) {
    if (s.marks || quotes) {
        csl_run_rich(x->a, x->l, r, s, 0);
    } else {
        csl_run_text(x->a, r, s.text, 0);
    }
}

static unsigned text_variable(struct ctx *x, const struct csl_node *n, struct joiner *j) {
    enum item_var v = n->u.text.var;
    bool is_short = n->u.text.form == FORM_SHORT;
    if (!is_short && v < VAR_COUNT && !csl_var_is_special(v) && !item_has(x->it, v)) {
        return DID_TRY;
    }
    struct rich s =
        item_vars_have(x->suppressed, v) ? RICH_EMPTY : csl_render_variable(x, v, is_short);
    if (v == VAR_CITATION_LABEL && is_short && s.text.n) { /* the short form is BibTeX's */
        s = rich_of(csl_citation_label(x->c, x->e, true));
    }
    if (v == VAR_LOCATOR && x->locator_shown) {
        s = RICH_EMPTY; /* the locator is shown only once */
    }
    if (s.text.n == 0) {
        /* most works have no year suffix, and a missing suffix does not hide its group */
        return v == VAR_YEAR_SUFFIX ? 0 : DID_TRY;
    }
    csl_render_mark(x, v);
    struct run *r = csl_run_group(x->a);
    struct csl_node bare;
    const struct csl_node *shown = n;
    if (v == VAR_CITATION_NUMBER) {
        csl_run_text(x->a, r, s.text, 0);
        r->flags |= RUN_NUMBER;
    } else if (v == VAR_YEAR_SUFFIX) {
        csl_run_text(x->a, r, s.text, RUN_SUFFIX);
        x->suffix_shown = true;
    } else if (v == VAR_CITATION_LABEL) {
        csl_run_text(x->a, r, s.text, 0);
        csl_run_text(x->a, r, x->suffix, RUN_SUFFIX);
        x->suffix_shown = true;
    } else if (var_is_number(v)) {
        run_number(x, r, number_text(x, v, s, NUMBER_NUMERIC), v == VAR_LOCATOR);
    } else if (is_verbatim(v)) {
        struct str target = link_target(x, v, s.text);
        if (target.n) {
            r->flags |= RUN_LINK;
            r->text = target;
            /* the prefix is the beginning of an address, so the link includes it */
            if (str_starts(n->prefix, STR("http"))) {
                csl_run_text(x->a, r, n->prefix, RUN_VERBATIM);
                bare = *n;
                bare.prefix = STR_EMPTY;
                shown = &bare;
            }
        }
        csl_run_text(x->a, r, s.text, RUN_VERBATIM);
    } else {
        csl_run_rich(x->a, x->l, r, s, 0);
    }
    csl_render_emit(x, j, shown, r);
    x->locator_shown = x->locator_shown || v == VAR_LOCATOR;
    /* in "[1] Ibid." the term "Ibid." still begins the note */
    x->term_first = x->term_first && v == VAR_CITATION_NUMBER && x->kind == AREA_CITATION;
    return DID_TRY | DID_SHOW | DID_VALUE;
}

static unsigned text_term(struct ctx *x, const struct csl_node *n, struct joiner *j) {
    struct str s =
        csl_locale_term(x->l, n->u.text.term, (enum form)n->u.text.form, n->u.text.plural);
    if (s.n == 0) {
        return s.p ? DID_TEXT : 0; /* a term that is defined as an empty text counts as shown */
    }
    struct run *r = csl_run_group(x->a);
    r->flags |= RUN_TERM;
    csl_run_words(x->a, x->l, r, s);
    if (x->term_first && !n->text_case) {
        csl_run_text_case(x->a, r, CASE_CAPITALIZE_FIRST, x->l->lang);
    }
    x->term_first = false;
    csl_render_emit(x, j, n, r);
    return DID_TEXT | DID_TERM;
}

/**
 * Whether a group or macro is shown. It is hidden if it used variables and all of them were empty.
 * If it is shown, it counts as a variable for the surrounding group (CSL 1.0.2, "Group").
 */
static bool holds(unsigned did, const struct joiner *inner) {
    return inner->any && ((did & DID_SHOW) || !(did & DID_TRY));
}

/** Renders a list of siblings into `j`. */
static unsigned render_list(struct ctx *x, const struct csl_node *n, struct joiner *j);

static inline struct run *run_of_macro(struct ctx *x, const struct csl_node *macro, unsigned *did) {
    struct run *r = csl_run_group(x->a);
    struct joiner inner = {.into = r};
    bool first = x->term_first, suffix = x->suffix_shown;
    const struct csl_node *outer = x->outer;
    x->outer = NULL; /* options of the surrounding cs:names do not apply to names in a macro */
    *did = render_list(x, macro->first, &inner);
    x->outer = outer;
    if (!holds(*did, &inner)) {
        x->term_first = first;
        x->suffix_shown = suffix;
        /* names that the document hides count as shown, so DID_SHOW stays */
        *did &= DID_TRY | DID_SHOW;
        return NULL;
    }
    *did = DID_TRY | DID_SHOW | (*did & DID_WHAT);
    return r;
}

struct run *csl_render_macro(struct ctx *x, const struct csl_node *macro, unsigned *did) {
    return run_of_macro(x, macro, did);
}

static unsigned text_macro(struct ctx *x, const struct csl_node *n, struct joiner *j) {
    if (!n->u.text.macro) {
        return 0;
    }
    unsigned did;
    struct run *r = run_of_macro(x, n->u.text.macro, &did);
    if (r) {
        csl_render_emit(x, j, n, r);
    }
    return did;
}

static unsigned render_text(struct ctx *x, const struct csl_node *n, struct joiner *j) {
    switch (n->u.text.source) {
    case SOURCE_VARIABLE:
        return text_variable(x, n, j);
    case SOURCE_MACRO:
        return text_macro(x, n, j);
    case SOURCE_TERM:
        return text_term(x, n, j);
    case SOURCE_VALUE: {
        struct run *r = csl_run_group(x->a);
        csl_run_words(x->a, x->l, r, n->u.text.value);
        csl_render_emit(x, j, n, r);
        x->term_first = false;
        return n->u.text.value.n ? DID_TEXT : 0;
    }
    case SOURCE_NONE:
        break;
    }
    return 0;
}

/* ---- cs:number, cs:label ---- */

static unsigned render_number(struct ctx *x, const struct csl_node *n, struct joiner *j) {
    enum item_var v = n->u.number.var;
    struct rich s =
        item_vars_have(x->suppressed, v) ? RICH_EMPTY : csl_render_variable(x, v, false);
    if (s.text.n == 0) {
        return DID_TRY;
    }
    csl_render_mark(x, v);
    struct run *r = csl_run_group(x->a);
    if (v == VAR_CITATION_NUMBER) {
        r->flags |= RUN_NUMBER;
    }
    struct rich shown = number_text(x, v, s, n->u.number.form);
    if (n->u.number.form == NUMBER_NUMERIC || str_index(s.text, '<') != STR_NONE) {
        run_number(x, r, shown, false);
    } else if (shown.marks) {
        csl_run_rich(x->a, x->l, r, shown, 0);
    } else {
        csl_run_words(x->a, x->l, r, shown.text); /* suffixes of ordinals may have tags */
    }
    csl_render_emit(x, j, n, r);
    x->term_first = false;
    return DID_TRY | DID_SHOW | DID_VALUE;
}

static bool label_is_plural(struct ctx *x, enum item_var v, struct str s) {
    uint64_t count = 0;
    bool counts = v == VAR_NUMBER_OF_PAGES || v == VAR_NUMBER_OF_VOLUMES;
    return counts && csl_number_digits(str_trim(s), &count)
               ? count > 1
               : csl_number_is_plural(x->l, s, v == VAR_LOCATOR);
}

/**
 * The number beside a label whose own variable is empty. Many styles use one label for pages and
 * locators, or for issues and numbers (`<label variable="locator"/><text variable="page"/>`). Such
 * a label belongs to the next element, or to the previous one when the label is the last. The
 * result is empty if that element shows no number.
 */
static struct str number_beside(struct ctx *x, const struct csl_node *label) {
    const struct csl_node *n = label->u.label.beside;
    if (n && n->el == EL_TEXT && n->u.text.source == SOURCE_MACRO && n->u.text.macro) {
        n = n->u.text.macro->first;
    }
    while (n && n->el == EL_GROUP) {
        n = n->first;
    }
    enum item_var v = VAR_NONE;
    if (n && n->el == EL_NUMBER) {
        v = n->u.number.var;
    } else if (n && n->el == EL_TEXT && n->u.text.source == SOURCE_VARIABLE) {
        v = n->u.text.var;
    }
    return v != VAR_NONE && var_is_number(v) && !item_vars_have(x->suppressed, v)
               ? csl_render_variable(x, v, false).text
               : STR_EMPTY;
}

static unsigned render_label(struct ctx *x, const struct csl_node *n, struct joiner *j) {
    enum item_var v = n->u.label.var;
    term_id t = term_of(x, v);
    struct str s = v == VAR_NONE || item_vars_have(x->suppressed, v)
                       ? STR_EMPTY
                       : csl_render_variable(x, v, false).text;
    bool own = s.n > 0;
    if (t == TERM_NONE || (!own && number_beside(x, n).n == 0)) {
        return 0;
    }
    bool plural = n->u.label.plural == PLURAL_ALWAYS ||
                  (own && n->u.label.plural == PLURAL_CONTEXTUAL && label_is_plural(x, v, s));
    struct str term = csl_locale_term(x->l, t, (enum form)n->u.label.form, plural);
    /* in locales older than CSL 1.0.2, the term `volume` is also that for the number of volumes */
    if (term.n == 0 && v == VAR_NUMBER_OF_VOLUMES) {
        t = x->c->var_terms[VAR_VOLUME];
        term = csl_locale_term(x->l, t, (enum form)n->u.label.form, plural);
    }
    if (term.n == 0) {
        return 0;
    }
    struct run *r = csl_run_group(x->a);
    r->flags |= RUN_TERM;
    csl_run_words(x->a, x->l, r, term);
    x->term_first = false;
    csl_render_emit(x, j, n, r);
    return DID_TEXT;
}

/* ---- cs:group, cs:choose ---- */

static unsigned render_group(struct ctx *x, const struct csl_node *n, struct joiner *j) {
    struct run *r = csl_run_group(x->a);
    struct joiner inner = {.into = r, .delimiter = n->delimiter};
    bool first = x->term_first, suffix = x->suffix_shown;
    unsigned did = render_list(x, n->first, &inner);
    if (!holds(did, &inner)) {
        x->term_first = first;
        x->suffix_shown = suffix;
        /* names that the document hides count as shown, so DID_SHOW stays */
        return did & (DID_TRY | DID_SHOW);
    }
    csl_render_emit(x, j, n, r);
    return DID_TRY | DID_SHOW | (did & DID_WHAT);
}

static bool position_holds(struct ctx *x, enum position want) {
    if (x->kind != AREA_CITATION) {
        return false;
    }
    switch (want) {
    case POSITION_FIRST:
        return x->position == POSITION_FIRST;
    case POSITION_SUBSEQUENT:
        return x->position != POSITION_FIRST;
    case POSITION_IBID:
        return x->position == POSITION_IBID || x->position == POSITION_IBID_LOCATOR;
    case POSITION_IBID_LOCATOR:
        return x->position == POSITION_IBID_LOCATOR;
    case POSITION_NEAR_NOTE:
        return x->near_note;
    }
    return false;
}

/** Whether a variable is numeric. The function is not inlined: it needs a stack frame, and its
 * caller would then need one for each test, also for the most frequent ones. */
static __attribute__((noinline)) bool is_numeric(struct ctx *x, enum item_var v) {
    return csl_number_is_numeric(x->l, csl_render_variable(x, v, false).text);
}

static bool test_holds(struct ctx *x, const struct csl_test *t) {
    if (t->value < 0) {
        return false;
    }
    enum item_var v = (enum item_var)t->value;
    switch (t->at) {
    case AT_VARIABLE:
        return has_value(x, v);
    case AT_IS_NUMERIC:
        return is_numeric(x, v);
    case AT_IS_UNCERTAIN_DATE: {
        const struct item_date *d = var_is_date(v) ? item_date(x->it, v) : NULL;
        return d && d->circa;
    }
    case AT_LOCATOR:
        return x->locator.text.n > 0 && x->label == (term_id)t->value;
    case AT_POSITION:
        return position_holds(x, (enum position)t->value);
    case AT_DISAMBIGUATE:
        return csl_disambiguate_condition(x) == (t->value == 1);
    default:
        return false;
    }
}

/** Whether a test is for an ordinary variable that the item does not have. This is the most
 * frequent case. */
static inline bool is_absent(const struct ctx *x, const struct csl_test *t) {
    enum item_var v = (enum item_var)t->value;
    return t->at == AT_VARIABLE && t->value >= 0 && v < VAR_COUNT && !csl_var_is_special(v) &&
           !item_has(x->it, v);
}

/** Whether the condition of a branch holds. An item has one type, so several types in a condition
 * are alternatives, whatever `match` is. */
static bool condition_holds(struct ctx *x, const struct csl_node *n) {
    bool typed = n->u.cond.types >> x->it->type & 1;
    if (n->u.cond.types_only) {
        return typed == (n->u.cond.match != MATCH_NONE);
    }
    for (size_t i = 0; i < n->u.cond.n; i++) {
        const struct csl_test *t = &n->u.cond.tests[i];
        bool holds = t->at == AT_TYPE ? typed : !is_absent(x, t) && test_holds(x, t);
        switch (n->u.cond.match) {
        case MATCH_ALL:
            if (!holds) {
                return false;
            }
            break;
        case MATCH_ANY:
            if (holds) {
                return true;
            }
            break;
        case MATCH_NONE:
            if (holds) {
                return false;
            }
            break;
        }
    }
    return n->u.cond.match != MATCH_ANY;
}

const struct csl_node *csl_render_branch(struct ctx *x, const struct csl_node *choose) {
    for (const struct csl_node *k = choose->first; k; k = k->next) {
        if (k->el == EL_ELSE || condition_holds(x, k)) {
            return k;
        }
    }
    return NULL;
}

static unsigned render_choose(struct ctx *x, const struct csl_node *n, struct joiner *j) {
    const struct csl_node *branch = csl_render_branch(x, n);
    /* the delimiters of the surrounding group (`j`) also apply inside cs:choose */
    return branch ? render_list(x, branch->first, j) : 0;
}

/* ---- walking ---- */

static unsigned render_until(struct ctx *x, const struct csl_node *n, const struct csl_node *end,
                             struct joiner *j) {
    unsigned did = 0;
    x->depth++;
    for (; n != end; n = n->next) {
        if (!csl_render_allows(x, n)) {
            break;
        }
        switch (n->el) {
        case EL_TEXT:
            did |= render_text(x, n, j);
            break;
        case EL_NUMBER:
            did |= render_number(x, n, j);
            break;
        case EL_DATE:
            did |= csl_render_date(x, n, j);
            break;
        case EL_NAMES:
            did |= csl_render_names(x, n, j);
            break;
        case EL_LABEL:
            did |= render_label(x, n, j);
            break;
        case EL_GROUP:
            did |= render_group(x, n, j);
            break;
        case EL_CHOOSE:
            did |= render_choose(x, n, j);
            break;
        case EL_LAYOUT:
        case EL_MACRO:
        case EL_DATE_PART:
        case EL_NAME:
        case EL_NAME_PART:
        case EL_ET_AL:
        case EL_SUBSTITUTE:
        case EL_IF:
        case EL_ELSE_IF:
        case EL_ELSE:
        case EL_STYLE:
        case EL_INFO:
        case EL_LOCALE:
        case EL_CITATION:
        case EL_BIBLIOGRAPHY:
        case EL_SORT:
        case EL_KEY:
        case EL_TERMS:
        case EL_TERM:
        case EL_SINGLE:
        case EL_MULTIPLE:
        case EL_STYLE_OPTIONS:
        case EL_NONE:
            break;
        }
    }
    x->depth--;
    return did;
}

static unsigned render_list(struct ctx *x, const struct csl_node *n, struct joiner *j) {
    return render_until(x, n, NULL, j);
}

unsigned csl_render_one(struct ctx *x, const struct csl_node *n, struct joiner *j) {
    return render_until(x, n, n->next, j);
}

void csl_render_start(struct ctx *x, struct csl *c, enum area_kind kind, struct csl_cited *e) {
    memset(x, 0, sizeof *x);
    x->c = c;
    x->a = c->scratch;
    x->l = c->locale;
    x->kind = kind;
    x->area = kind == AREA_CITATION ? &c->style->citation : &c->style->bibliography;
    x->e = e;
    x->it = e->item;
    x->label = c->fixed[FIXED_PAGE];
    x->first_note = e->first_note;
    x->disamb = e->disamb;
}

struct run *csl_render_layout(struct ctx *x, const struct csl_node *layout) {
    struct run *r = csl_run_group(x->a);
    struct joiner j = {.into = r};
    render_list(x, layout->first, &j);
    return r;
}
