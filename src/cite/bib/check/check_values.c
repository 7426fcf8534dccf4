/* SPDX-License-Identifier: MIT */
/*
 * Checks values that readers accept but that a copy editor would correct: letters of other
 * alphabets, labels in numbers, impossible pages and years, addresses, preprints, retracted works.
 */
#include "cite/bib/check/check_internal.h"

#include "cite/bib/item/item_language.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "core/unicode/unicode.h"

DIAG_USE(DIAG_CHECK_LETTERS);
DIAG_USE(DIAG_CHECK_TAG);
DIAG_USE(DIAG_CHECK_BREAK);
DIAG_USE(DIAG_CHECK_STOP);
DIAG_USE(DIAG_CHECK_JOURNAL_CASE);
DIAG_USE(DIAG_CHECK_YEAR);
DIAG_USE(DIAG_BIB_BAD_DATE);
DIAG_USE(DIAG_CHECK_PAGE_FORM);
DIAG_USE(DIAG_CHECK_LABEL);
DIAG_USE(DIAG_CHECK_URL);
DIAG_USE(DIAG_CHECK_DOI_CONFLICT);
DIAG_USE(DIAG_CHECK_PREPRINT);
DIAG_USE(DIAG_CHECK_EPRINT);
DIAG_USE(DIAG_CHECK_RETRACTED);
DIAG_USE(DIAG_CHECK_KIND);
DIAG_USE(DIAG_CHECK_LANGID);

static struct diag *report(struct bib_checker *c, const struct diag_rule *id,
                           const struct bibtex_field *f, const char *what) {
    struct str shown = str_trim(f->value);
    return diag_add(c->d, id, f->span, "`%.*s` in `%.*s`: %s", (int)(shown.n < 60 ? shown.n : 60),
                    shown.p, STR_ARG(f->name), what);
}

static const struct bibtex_field *own(const struct bib_entry *e, const char *name) {
    const struct bibtex_field *f = bibtex_field_find(&e->fields, name);
    return f && str_trim(f->value).n && bib_check_is_own(e, f) ? f : NULL;
}

/* ---- letters ---- */

static bool is_latin(uint32_t cp) {
    return cp < 0x80 && is_alpha((char)cp);
}

static bool is_cyrillic(uint32_t cp) {
    return cp >= 0x400 && cp < 0x530;
}

/** Returns a description of the fault of the letter `cp`, or NULL. `last` is the letter before it.
 */
static const char *fault_of(uint32_t last, uint32_t cp) {
    bool second_byte = cp >= 0x80 && cp < 0xC0;
    if (cp == 0xFFFD) {
        return "a character was lost when its encoding was changed (U+FFFD)";
    }
    if (((last == 0xC3 || last == 0xC2) && second_byte && cp != 0xA0 && cp != 0xAB && cp != 0xBB) ||
        (last == 0xE2 && cp == 0x20AC)) {
        return "letters of UTF-8 were read in another encoding";
    }
    if ((is_latin(last) && is_cyrillic(cp)) || (is_cyrillic(last) && is_latin(cp))) {
        return "a word mixes Latin and Cyrillic letters that look alike";
    }
    if (cp == 0x200B || cp == 0xFEFF || cp == 0x2060) {
        return "there is an invisible character in it";
    }
    return cp >= 0xFB00 && cp <= 0xFB06 ? "a ligature was copied from a PDF" : NULL;
}

static void check_letters(struct bib_checker *c, const struct bibtex_field *f, bool names) {
    uint32_t last = 0;
    for (size_t i = 0; i < f->value.n;) {
        size_t at = i;
        uint32_t cp = utf8_next(f->value, &i);
        const char *what = fault_of(last, cp);
        bool mark =
            names && cp == '?' && is_latin(last) && i < f->value.n && is_lower(f->value.p[i]);
        if (what || mark) {
            struct diag *g = diag_add(c->d, DIAG_CHECK_LETTERS, bib_check_place(f, at, i),
                                      "odd character in `%.*s`: %s", STR_ARG(f->name),
                                      what ? what : "a question mark is probably a lost letter");
            static const char *const ligatures[] = {"ff", "fi", "fl", "ffi", "ffl", "st", "st"};
            bool ligature = cp >= 0xFB00 && cp <= 0xFB06;
            bool hidden = cp == 0x200B || cp == 0xFEFF || cp == 0x2060;
            if (ligature || hidden) {
                diag_fix(c->d, g, bib_check_place(f, at, i),
                         ligature ? str_of(ligatures[cp - 0xFB00]) : STR_EMPTY);
            }
            return;
        }
        last = cp;
    }
}

/* ---- titles ---- */

/** Reports tags such as "<em>" that were left by an export from a web page. */
static void check_tags(struct bib_checker *c, const struct bibtex_field *f) {
    static const char *const tags[] = {"em>",     "b>",    "i>",   "sub>", "sup>", "p>",
                                       "strong>", "span>", "scp>", "inf>", "jats:"};
    for (size_t i = 0; i < ARRAY_LEN(tags); i++) {
        size_t at = str_find(f->value, arena_join(c->a, 2, STR("</"), str_of(tags[i])));
        if (at != STR_NONE) {
            diag_add(c->d, DIAG_CHECK_TAG, bib_check_place(f, at, at + 2 + str_of(tags[i]).n),
                     "`</%s` is HTML, and printed as it is", tags[i]);
            return;
        }
    }
}

/** Reports words such as "har- bours", which were divided at the end of a line. */
static void check_break(struct bib_checker *c, const struct bibtex_field *f) {
    struct str s = f->value;
    for (size_t i = 2; i + 4 < s.n; i++) {
        if (s.p[i] != '-' || s.p[i + 1] != ' ' || !is_lower(s.p[i - 1]) || !is_lower(s.p[i - 2]) ||
            !is_lower(s.p[i + 2]) || !is_lower(s.p[i + 3])) {
            continue;
        }
        struct str rest = str_from(s, i + 2), next = str_cut(&rest, ' ');
        if (!str_among(
                next,
                "and or und oder et y e to versus vs vs. bis nor but als von der the in a "
                "mit bzw. bzw sowie and/or an of with for is on by from as en och og eller ou")) {
            diag_add(c->d, DIAG_CHECK_BREAK, bib_check_place(f, i, i + 2),
                     "the hyphen and the blank in `%.*s` are probably the end of a line",
                     STR_ARG(f->name));
            return;
        }
    }
}

static void check_stop(struct bib_checker *c, const struct bibtex_field *f) {
    struct str s = str_trim(f->value);
    size_t at = s.n ? s.n - 1 : 0;
    if (s.n < 12 || s.p[at] != '.' || s.p[at - 1] == '.') {
        return;
    }
    size_t from = at;
    while (from > 0 && is_lower(s.p[from - 1])) {
        from--;
    }
    struct str word = str_slice(s, from, at);
    bool whole = from > 0 && s.p[from - 1] == ' ';
    if (whole && word.n >= 4 && !str_among(word, "dept univ proc conf symp repr suppl assoc")) {
        struct diag *g = report(c, DIAG_CHECK_STOP, f, "a title has no full stop at its end");
        bib_check_correct(c, g, f, f->value, str_slice(s, 0, at));
    }
}

/** The case of a journal's name: 'U' for capitals only, 'l' for small letters only, 0 for other
 * names. */
static char case_of(struct str s) {
    size_t upper = 0, lower = 0, run = 0, longest = 0, words = 0;
    for (size_t i = 0; i < s.n; i++) {
        bool letter = is_alpha(s.p[i]);
        if ((unsigned char)s.p[i] >= 0x80 || s.p[i] == '\\' || s.p[i] == '{') {
            return 0;
        }
        upper += is_upper(s.p[i]);
        lower += is_lower(s.p[i]);
        words += letter && (i == 0 || s.p[i - 1] == ' ');
        run = letter ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return words < 2 || longest < 5 || upper + lower < 12 ? 0
           : lower == 0                                   ? 'U'
           : upper == 0                                   ? 'l'
                                                          : 0;
}

void bib_check_retracted(struct bib_checker *c, const struct item *it) {
    static const char *const starts[] = {
        "RETRACTED",          "[RETRACTED",         "Retracted:", "[Retracted",
        "Retracted article:", "Retracted Article:", "WITHDRAWN:", "Withdrawn:"};
    const struct item_field *f = item_field(it, VAR_TITLE);
    struct str title = str_trim(item_text(it, VAR_TITLE)), mark = item_extra(it, "retracted").text;
    bool found = mark.n && !str_ieq(mark, STR("false"));
    for (size_t i = 0; i < ARRAY_LEN(starts) && !found; i++) {
        found = str_starts(title, str_of(starts[i]));
    }
    if (found) {
        diag_add(c->d, DIAG_CHECK_RETRACTED, f ? f->span : it->id_span,
                 "`%.*s` was retracted or withdrawn", STR_ARG(it->id));
    }
}

/* ---- numbers ---- */

/** Returns the value after one of several labels: "3" in "Vol. 3". Empty if the text does not begin
 * with a label. */
static struct str behind_label(struct str s, const char *labels) {
    size_t n = str_past(s, 0, is_alpha);
    struct str rest = str_from(s, n);
    while (rest.n && (rest.p[0] == '.' || rest.p[0] == ' ' || rest.p[0] == '~')) {
        rest = str_from(rest, 1);
    }
    bool mark = rest.n && rest.n < s.n - n;
    return mark && n && is_digit(rest.p[0]) && str_iamong(str_slice(s, 0, n), labels) ? rest
                                                                                      : STR_EMPTY;
}

/** Reports a word such as "n/a" in place of a missing value, because styles print it. Not reported
 * are names and the Roman number XX. */
static bool check_filler(struct bib_checker *c, const struct bibtex_field *f) {
    struct str s = f ? str_trim(f->value) : STR_EMPTY;
    bool filler = str_iamong(s, "n/a na none null nan tba tbd todo unknown ? ?? ??? - -- xx") &&
                  !str_among(s, "Na Null Nan Todo XX");
    if (filler) {
        struct diag *g = report(c, DIAG_CHECK_LABEL, f, "it is not a value, but is printed");
        diag_hint(c->d, g, "leave the field out");
    }
    return filler;
}

/** Whether a text is a number that is followed by a number in parentheses: "13(2)". */
static bool has_issue(struct str s) {
    size_t open = str_index(s, '(');
    return open != STR_NONE && open > 0 && str_ends(s, STR(")")) &&
           str_is_digits(str_slice(s, 0, open)) && str_is_digits(str_slice(s, open + 1, s.n - 1));
}

static void check_label(struct bib_checker *c, const struct bib_entry *e, const char *name,
                        const char *labels) {
    const struct bibtex_field *f = own(e, name);
    if (!f || check_filler(c, f)) {
        return;
    }
    if (str_is(f->name, "volume") && has_issue(str_trim(f->value))) {
        struct diag *g = report(c, DIAG_CHECK_LABEL, f, "the issue has a field of its own");
        diag_hint(c->d, g, "write the number in parentheses in `number`");
        return;
    }
    struct str value = behind_label(str_trim(f->value), labels);
    if (value.n) {
        struct diag *g =
            report(c, DIAG_CHECK_LABEL, f, "styles print the label of a number themselves");
        bib_check_correct(c, g, f, f->value, value);
    }
}

static void check_edition(struct bib_checker *c, const struct bib_entry *e) {
    const struct bibtex_field *f = own(e, "edition");
    struct str s = f ? str_trim(f->value) : STR_EMPTY;
    size_t at = s.n;
    while (at > 0 && s.p[at - 1] != ' ') {
        at--;
    }
    if (check_filler(c, f) || !at ||
        !str_iamong(str_from(s, at), "edition ed ed. edn edn. auflage aufl. edizione")) {
        return;
    }
    struct str number = str_trim(str_slice(s, 0, at));
    size_t digits = str_past(number, 0, is_digit);
    struct str ending = str_from(number, digits);
    if (digits && (!ending.n || str_among(ending, ". st nd rd th"))) {
        struct diag *g = report(c, DIAG_CHECK_LABEL, f, "styles print the word edition themselves");
        bib_check_correct(c, g, f, f->value,
                          str_is(ending, ".") ? str_slice(number, 0, digits) : number);
    } else { /* other styles print words such as "Revised edition" unchanged */
        report(c, DIAG_CHECK_LABEL, f, "BibTeX's styles add the word edition");
    }
}

static void check_page_form(struct bib_checker *c, const struct bib_entry *e) {
    const struct bibtex_field *f = own(e, "pages");
    struct str s = f ? str_trim(f->value) : STR_EMPTY, rest = s;
    if (check_filler(c, f)) {
        return;
    }
    if (str_is_digits(str_cut(&rest, ' ')) && str_iamong(str_trim(rest), "pages pp pp. p p. pgs")) {
        struct diag *g =
            report(c, DIAG_CHECK_LABEL, f, "this is how many pages there are, not which");
        diag_hint(c->d, g, "write the first and the last page, or use the field `pagetotal`");
        return;
    }
    struct str bare = behind_label(s, "p pp page pages pg pgs");
    if (bare.n) {
        struct diag *g =
            report(c, DIAG_CHECK_LABEL, f, "styles print the label of pages themselves");
        bib_check_correct(c, g, f, f->value, bare);
        return;
    }
    size_t dash = str_index(s, '-');
    if (dash == STR_NONE) {
        return;
    }
    struct str from = str_trim(str_slice(s, 0, dash)), to = str_from(s, dash);
    while (to.n && to.p[0] == '-') {
        to = str_from(to, 1);
    }
    bool range = s.n - dash - to.n > 1;
    to = str_trim(to);
    size_t letters = str_past(from, 0, is_alpha); /* "S19--S12" */
    if (letters && str_eq(str_slice(from, 0, letters), str_slice(to, 0, letters))) {
        from = str_from(from, letters);
        to = str_from(to, letters);
    }
    static const char months[] = "jan feb mar apr may jun jul aug sep oct nov dec";
    if ((str_is_digits(from) && str_iamong(to, months)) ||
        (str_is_digits(to) && str_iamong(from, months))) {
        report(c, DIAG_CHECK_PAGE_FORM, f, "a spreadsheet made a date of these pages");
    } else if ((range || from.n > 1) && str_is_digits(from) && str_eq(from, to)) {
        struct diag *g = report(c, DIAG_CHECK_PAGE_FORM, f, "a range of pages has two ends");
        bib_check_correct(c, g, f, f->value, str_trim(str_slice(s, 0, dash)));
    } else if (range && str_is_digits(from) && str_is_digits(to) && to.n == from.n &&
               str_cmp(to, from) < 0) {
        report(c, DIAG_CHECK_PAGE_FORM, f, "the range of pages runs backwards");
    }
}

/* ---- years ---- */

/** Returns the year from 1500 to 2199 that begins at offset `at` of a text. 0 if there is none. */
static int year_at(struct str s, size_t at) {
    int year = 0;
    if (at + 4 > s.n || (at > 0 && is_alnum(s.p[at - 1])) ||
        (at + 4 < s.n && is_alnum(s.p[at + 4]))) {
        return 0;
    }
    for (size_t i = at; i < at + 4; i++) {
        if (!is_digit(s.p[i])) {
            return 0;
        }
        year = year * 10 + (s.p[i] - '0');
    }
    return year >= 1500 && year < 2200 ? year : 0;
}

/** Returns the only year from 1900 to 2099 in a text. 0 if there is none or more than one. */
static int only_year(struct str s) {
    int found = 0;
    for (size_t i = 0; i + 4 <= s.n; i++) {
        int year = year_at(s, i);
        if (year >= 1900 && year < 2100) {
            if (found && found != year) {
                return 0;
            }
            found = year;
        }
    }
    return found;
}

static void check_years(struct bib_checker *c, const struct bib_entry *e) {
    const struct bibtex_field *year = own(e, "year"), *date = own(e, "date");
    const struct bibtex_field *book = own(e, "booktitle");
    int64_t value = 0;
    if (year && !str_to_i64(str_trim(year->value), &value)) {
        value = 0;
    }
    if (value > 2099 && value < 10000) {
        report(c, DIAG_CHECK_YEAR, year, "the year is in the future");
    }
    int dated = date ? year_at(str_trim(date->value), 0) : 0;
    if (dated && value > 1500 && dated != value) {
        report(c, DIAG_CHECK_YEAR, date, "`year` is another one, and one of them is not used");
    }
    struct str d = date ? str_trim(date->value) : STR_EMPTY;
    if (d.n >= 8 && d.n <= 10 && str_index(d, '/') <= 2 && year_at(d, d.n - 4)) {
        struct diag *g = report(c, DIAG_BIB_BAD_DATE, date,
                                "which number is the day and which the month is not certain");
        diag_hint(c->d, g, "dates are year-month-day: 2001-03-05");
    }
    int of_book = book && value >= 1900 ? only_year(book->value) : 0;
    if (of_book && value < of_book) {
        struct diag *g =
            diag_add(c->d, DIAG_CHECK_YEAR, year->span,
                     "the year %d is before %d, which `booktitle` has", (int)value, of_book);
        diag_hint(c->d, g, "one of them is probably wrong");
    }
}

/* ---- addresses and identifiers ---- */

/** Whether a word is `http` or `https` with a typing mistake, or has a broken `://` after it. */
static bool has_scheme_typo(struct str word, struct str behind) {
    if (str_iamong(word, "http https")) {
        return behind.n && str_index(STR(":/"), behind.p[0]) != STR_NONE &&
               !str_starts(behind, STR("://"));
    }
    /* `ssh` and `shttp` are schemes too */
    bool letters = word.n >= 3 && word.n <= 7 && to_lower(word.p[0]) != 's';
    for (size_t i = 0; i < word.n && letters; i++) {
        letters = str_index(STR("htps"), to_lower(word.p[i])) != STR_NONE;
    }
    return letters && str_starts(behind, STR("://"));
}

static void check_url(struct bib_checker *c, const struct bib_entry *e) {
    const struct bibtex_field *f = own(e, "url"), *doi = own(e, "doi");
    struct str s = f ? str_trim(f->value) : STR_EMPTY, bare;
    if (s.n == 0 || str_index(s, '\\') != STR_NONE || str_index(s, '{') != STR_NONE) {
        return;
    }
    size_t scheme = str_past(s, 0, is_alpha);
    struct str behind = str_from(s, scheme);
    bool typo = has_scheme_typo(str_slice(s, 0, scheme), behind);
    if (str_starts(s, STR("www.")) || typo) {
        struct diag *g = report(c, DIAG_CHECK_URL, f,
                                typo ? "the scheme of the address is misspelt"
                                     : "an address without its scheme is not a link");
        while (typo && behind.n && (behind.p[0] == ':' || behind.p[0] == '/')) {
            behind = str_from(behind, 1);
        }
        diag_hint(c->d, g, "probably `https://%.*s`", STR_ARG(typo ? behind : s));
    } else if (str_starts(s, STR("http")) && bib_has_space(s)) {
        report(c, DIAG_CHECK_URL, f, "an address has no blanks; write %20 for one");
    }
    size_t prefix = str_starts(s, STR("http")) ? bib_doi_prefix(s) : 0;
    if (prefix == 0 || bib_doi_check(s, &bare) == BIB_DOI_BAD) {
        return;
    }
    struct str other = STR_EMPTY;
    if (doi && bib_doi_check(doi->value, &other) != BIB_DOI_BAD && !str_ieq(other, bare) &&
        str_index(bare, '%') == STR_NONE) {
        report(c, DIAG_CHECK_DOI_CONFLICT, f, "this is another DOI than the one in `doi`");
    } else if (!doi) {
        struct diag *g =
            report(c, DIAG_CHECK_URL, f, "the address is a DOI, and there is no field `doi`");
        diag_hint(c->d, g, "write `doi = {%.*s}`", STR_ARG(bare));
    }
}

static bool has_any(struct str s, const char *const *words, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (str_find(s, str_of(words[i])) != STR_NONE) {
            return true;
        }
    }
    return false;
}

bool bib_check_is_preprint(struct arena *a, struct str journal) {
    static const char *const servers[] = {"arxiv",    "biorxiv",  "medrxiv",
                                          "chemrxiv", "psyarxiv", "ssrn electronic"};
    struct str s = arena_lower(a, str_trim(journal));
    return str_is(s, "corr") || has_any(s, servers, ARRAY_LEN(servers));
}

static void check_journal_name(struct bib_checker *c, const struct bib_entry *e) {
    const struct bibtex_field *f = own(e, "journal");
    f = f ? f : own(e, "journaltitle");
    if (!f) {
        return;
    }
    if (bib_check_is_preprint(c->a, f->value)) {
        struct diag *g =
            report(c, DIAG_CHECK_PREPRINT, f, "a server of preprints is not a journal");
        diag_hint(c->d, g,
                  "name the preprint in `eprint` and `archiveprefix`, or cite what was published");
    }
    static const char *const usual[] = {" of ", "journal", "review", "annals", "letters"};
    char kind = case_of(str_trim(f->value));
    /* The name of a journal in small letters may be right ("positions: asia critique"). It is
     * reported only if it has one of the usual words. */
    if (kind == 'U' || (kind && has_any(f->value, usual, ARRAY_LEN(usual)))) {
        report(c, DIAG_CHECK_JOURNAL_CASE, f,
               kind == 'U' ? "the journal is in capitals throughout"
                           : "the journal is in small letters throughout");
    }
    if (str_ieq(e->type, STR("misc")) && (own(e, "volume") || own(e, "pages"))) {
        struct diag *g = diag_add(c->d, DIAG_CHECK_KIND, e->key_span,
                                  "an entry of type `misc` with `journal` is probably an article");
        diag_hint(c->d, g, "write `@article`");
    }
}

static void check_eprint(struct bib_checker *c, const struct bib_entry *e) {
    const struct bibtex_field *f = own(e, "eprint"), *year = own(e, "year");
    const struct bibtex_field *kind = own(e, "archiveprefix");
    kind = kind ? kind : own(e, "eprinttype");
    struct str s = f ? str_trim(f->value) : STR_EMPTY;
    size_t dot = str_index(s, '.');
    if (!kind || !str_ieq(str_trim(kind->value), STR("arxiv")) || dot != 4 ||
        !str_is_digits(str_slice(s, 0, 4))) {
        return;
    }
    int month = (s.p[2] - '0') * 10 + (s.p[3] - '0'),
        from = 2000 + (s.p[0] - '0') * 10 + (s.p[1] - '0');
    int64_t value = 0;
    if (month < 1 || month > 12) {
        report(c, DIAG_CHECK_EPRINT, f, "an identifier of arXiv begins with year and month");
    } else if (year && str_to_i64(str_trim(year->value), &value) && value > 1900 && value < from &&
               !own(e, "journal") && !own(e, "booktitle") && !own(e, "journaltitle")) {
        report(c, DIAG_CHECK_EPRINT, f,
               "the work is from an earlier year than its eprint on arXiv");
    }
}

static void check_language(struct bib_checker *c, const struct bib_entry *e) {
    const struct bibtex_field *f = own(e, "langid");
    struct str s = f ? str_trim(f->value) : STR_EMPTY;
    if (s.n > 3 && str_index(s, '-') == STR_NONE && str_index(s, ',') == STR_NONE &&
        bib_language(s).n == 0) {
        report(c, DIAG_CHECK_LANGID, f, "no language has this name");
    }
}

void bib_check_values(struct bib_checker *c, const struct bib_entry *e) {
    for (size_t i = 0; i < e->fields.n; i++) {
        const struct bibtex_field *f = &e->fields.p[i];
        bool names = str_among(f->name, "author editor");
        if (!bib_check_is_own(e, f) ||
            !(names || str_among(f->name, "title booktitle journal journaltitle publisher series "
                                          "address location school institution organization"))) {
            continue;
        }
        check_letters(c, f, names);
        if (str_is(f->name, "title")) {
            check_tags(c, f);
            check_break(c, f);
            check_stop(c, f);
        } else {
            (void)check_filler(c, f);
        }
    }
    check_label(c, e, "volume", "vol volume");
    check_label(c, e, "number", "no nr issue number num");
    check_edition(c, e);
    check_page_form(c, e);
    check_years(c, e);
    check_url(c, e);
    check_journal_name(c, e);
    check_eprint(c, e);
    check_language(c, e);
}
