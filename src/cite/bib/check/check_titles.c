/* SPDX-License-Identifier: MIT */
/*
 * Checks titles, page ranges and dates: wrong or superfluous braces, capitals that no style can
 * undo, ambiguous hyphens in pages, days that do not exist.
 */
#include "cite/bib/check/check_internal.h"

#include "core/base/calendar.h"
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "core/unicode/unicode.h"
#include "model/tex/math/math_rich.h"

DIAG_USE(DIAG_BIB_BAD_DATE);
DIAG_USE(DIAG_CHECK_NOTE);
DIAG_USE(DIAG_CHECK_PAGES);
DIAG_USE(DIAG_CHECK_BRACES);
DIAG_USE(DIAG_CHECK_CAPITALS);
DIAG_USE(DIAG_CHECK_ENTITY);

static bool is_title(struct str name) {
    return str_among(name, "title subtitle booktitle booksubtitle maintitle shorttitle");
}

struct braces {
    bool unbalanced;
    size_t at;              /* the place of the fault */
    bool odd_dollar;        /* there is math without its closing dollar sign */
    size_t groups;          /* groups at the outermost level, except commands */
    size_t inside, outside; /* numbers of letters inside and outside of the groups */
};

static struct braces count_braces(struct str s) {
    struct braces b = {0};
    size_t depth = 0, open = 0, dollar = STR_NONE;
    bool command = false; /* the current outermost group begins with a command, as in {\"o} */
    for (size_t i = 0; i < s.n; i++) {
        char ch = s.p[i];
        if (ch == '\\') {
            i++;
        } else if (ch == '$') {
            dollar = dollar == STR_NONE ? i : STR_NONE;
        } else if (ch == '{') {
            if (depth++ == 0) {
                open = i;
                command = i + 1 < s.n && s.p[i + 1] == '\\';
                b.groups += !command;
            }
        } else if (ch == '}') {
            if (depth == 0 && !b.unbalanced) {
                b.unbalanced = true;
                b.at = i;
            }
            depth -= depth > 0;
        } else if (is_alpha(ch) || (unsigned char)ch >= 0xC0) {
            if (depth && !command) {
                b.inside++;
            } else {
                b.outside++;
            }
        }
    }
    if (depth && !b.unbalanced) {
        b.unbalanced = true;
        b.at = open;
    } else if (dollar != STR_NONE && !b.unbalanced) {
        b.odd_dollar = true;
        b.at = dollar;
    }
    return b;
}

/** Whether one pair of braces encloses the whole text. */
static bool is_wrapped(struct str s) {
    size_t depth = 0;
    s = str_trim(s);
    if (s.n < 2 || s.p[0] != '{') {
        return false;
    }
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '\\') {
            i++;
        } else if (s.p[i] == '{') {
            depth++;
        } else if (s.p[i] == '}' && --depth == 0) {
            return i + 1 == s.n;
        }
    }
    return false;
}

/** Records a title in braces. The titles of a file are reported together. */
static void note_braced(struct bib_checker *c, struct span at, bool wrapped) {
    struct bib_braced *b = c->braced;
    while (b && b->src != at.src) {
        b = b->next;
    }
    if (!b) {
        b = ARENA_NEW(c->a, struct bib_braced);
        *b = (struct bib_braced){.src = at.src, .next = c->braced};
        c->braced = b;
    }
    if (b->n < ARRAY_LEN(b->at)) {
        b->at[b->n] = at;
    }
    b->n++;
    b->wrapped += wrapped;
}

void bib_check_braced(struct bib_checker *c) {
    for (const struct bib_braced *b = c->braced; b; b = b->next) {
        struct diag *g;
        if (b->n == 1) {
            g = diag_add(c->d, DIAG_CHECK_BRACES, b->at[0],
                         b->wrapped ? "the whole title is in braces"
                                    : "nearly every word of this title is in braces");
        } else {
            g = diag_add(
                c->d, DIAG_CHECK_BRACES, b->at[0],
                b->wrapped == b->n
                    ? "braces hold %zu titles of this file as a whole"
                    : "%zu titles of this file have all or nearly all of their words in braces",
                b->n);
        }
        for (size_t i = 1; i < b->n && i < ARRAY_LEN(b->at); i++) {
            diag_relate(c->d, g, b->at[i],
                        i + 1 == ARRAY_LEN(b->at) && b->n > i + 1 ? "and here; there are more"
                                                                  : "and here");
        }
        diag_hint(c->d, g,
                  "no style can change their case so; brace only what keeps its capitals: {NASA}");
    }
}

static void check_braces(struct bib_checker *c, const struct bibtex_field *f) {
    struct braces b = count_braces(f->value);
    if (b.unbalanced || b.odd_dollar) {
        struct diag *g =
            diag_add(c->d, DIAG_CHECK_BRACES, bib_check_place(f, b.at, b.at + 1),
                     b.odd_dollar ? "this `$` has no partner" : "this brace has no partner");
        diag_hint(c->d, g,
                  b.odd_dollar ? "write `\\$` for the sign, or close the formula"
                               : "add the other brace, or remove this one");
        return;
    }
    bool wrapped = is_wrapped(f->value);
    if (b.inside < 8 || (!wrapped && (b.groups < 4 || b.outside * 4 > b.inside))) {
        return;
    }
    note_braced(c, f->span, wrapped);
}

/** Whether a text has no small letter, but at least twelve capitals and a word of five letters. */
static bool is_capitals(struct str s) {
    size_t upper = 0, run = 0, longest = 0;
    for (size_t at = 0; at < s.n;) {
        uint32_t cp = utf8_next(s, &at);
        if (unicode_is_lower(cp)) {
            return false;
        }
        bool up = unicode_is_upper(cp);
        upper += up;
        run = up ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return upper >= 12 && longest >= 5;
}

/** Reports references such as "&amp;" and "&#38;", which an export from a web page has left. */
static void check_entity(struct bib_checker *c, const struct bibtex_field *f) {
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&nbsp;"};
    struct str found = str_find(f->value, STR("&#")) != STR_NONE ? STR("&#...;") : STR_EMPTY;
    for (size_t i = 0; i < ARRAY_LEN(names) && found.n == 0; i++) {
        if (str_find(f->value, str_of(names[i])) != STR_NONE) {
            found = str_of(names[i]);
        }
    }
    if (found.n) {
        diag_add(c->d, DIAG_CHECK_ENTITY, f->span, "`%.*s` is HTML, and printed as it stands",
                 STR_ARG(found));
    }
}

void bib_check_titles(struct bib_checker *c, const struct bib_entry *e, const struct item *it) {
    for (size_t i = 0; e->file && i < e->fields.n; i++) {
        const struct bibtex_field *f = &e->fields.p[i];
        if (is_title(f->name) && bib_check_is_own(e, f)) {
            check_braces(c, f);
            check_entity(c, f);
        }
    }
    const struct item_field *f = item_field(it, VAR_TITLE);
    if (f && is_capitals(tex_rich_plain(c->a, f->u.text))) {
        diag_add(c->d, DIAG_CHECK_CAPITALS, f->span, "this title is in capitals throughout");
    }
}

/* ---- pages ---- */

/** How the two ends of a page range are joined. */
struct joints {
    size_t single, longer; /* number of single hyphens; number of dashes and of groups of hyphens */
    size_t at;             /* the place of the first hyphen or dash, or STR_NONE */
};

static struct joints find_joints(struct str s) {
    struct joints j = {.at = STR_NONE};
    for (size_t i = 0; i < s.n;) {
        size_t n = str_run(s, i, '-'), dash = str_starts_among(str_from(s, i), "\u2013 \u2014");
        if (n || dash) {
            j.at = j.at == STR_NONE ? i : j.at;
            j.single += n == 1;
            j.longer += n > 1 || dash;
        }
        i += n ? n : dash ? dash : 1;
    }
    return j;
}

/** Whether the second number is smaller than the first, as in "041301-1", which is the number of an
 * article. A shorter second number is compared with the last digits of the first, because
 * "2315-20" is a range. */
static bool runs_back(struct str from, struct str to) {
    return str_is_digits(from) && str_is_digits(to) && to.n <= from.n &&
           str_cmp(to, str_from(from, from.n - to.n)) < 0;
}

/** Reports pages with hyphens that a style would print wrongly. With several hyphens, a hyphen
 * inside a page number looks like a range. A single hyphen may belong to a number that is not a
 * range. "12-34" is correct. */
void bib_check_pages(struct bib_checker *c, const struct bib_entry *e) {
    const struct bibtex_field *f = bibtex_field_find(&e->fields, "pages");
    if (!f || !bib_check_is_own(e, f)) {
        return;
    }
    for (struct str rest = f->value; rest.p;) {
        size_t end = 0;
        while (end < rest.n && str_index(STR(",;/+&"), rest.p[end]) == STR_NONE) {
            end++;
        }
        struct str part = str_slice(rest, 0, end);
        size_t remark = str_find(part, STR(" (")); /* text in parentheses is a remark, not pages */
        rest = end < rest.n ? str_from(rest, end + 1) : (struct str){NULL, 0};
        part = str_slice(part, 0, remark == STR_NONE ? part.n : remark);
        struct joints j = find_joints(part);
        struct span at =
            bib_check_place(f, (size_t)(part.p - f->value.p) + (j.at == STR_NONE ? 0 : j.at),
                            (size_t)(part.p - f->value.p) + (j.at == STR_NONE ? 0 : j.at) + 1);
        struct str shown = str_trim(part);
        if (j.longer == 0 && j.single > 1) {
            diag_add(c->d, DIAG_CHECK_PAGES, at,
                     "which hyphen of `%.*s` joins two pages cannot be told", STR_ARG(shown));
            return;
        }
        if (j.longer == 0 && j.single == 1 &&
            runs_back(str_trim(str_slice(part, 0, j.at)), str_trim(str_from(part, j.at + 1)))) {
            struct diag *g =
                diag_add(c->d, DIAG_CHECK_PAGES, at, "`%.*s` is printed as a range, but is not one",
                         STR_ARG(shown));
            diag_hint(c->d, g, "the number of an article belongs in `eid`");
            return;
        }
    }
}

/* ---- what exports leave behind ---- */

/** Whether pages begin or end with a dash. A style prints "1158--" with the dash. */
static bool is_open_range(struct str pages) {
    static const struct str dashes[] = {STR_INIT("-"), STR_INIT("\u2013"), STR_INIT("\u2014")};
    for (size_t i = 0; i < ARRAY_LEN(dashes); i++) {
        if (str_starts(pages, dashes[i]) || str_ends(pages, dashes[i])) {
            return true;
        }
    }
    return false;
}

/** Returns the label of Zotero's field Extra with which a line begins, as in "QID: Q42". Empty for
 * other lines. Zotero writes labels for its own variables and for metadata of web pages. */
static struct str extra_label(struct str line) {
    size_t colon = str_index(line, ':');
    struct str label = str_trim(str_slice(line, 0, colon == STR_NONE ? 0 : colon));
    bool known = str_among(label, "QID PMID PMCID OCLC DOI ISBN ISSN JSTOR Zbl MR _eprint arXiv "
                                  "Publisher Section Type Medium");
    static const char *const longer[] = {
        "ADS Bibcode",   "Citation Key",    "Conference Name",   "Google-Books-ID",  "MAG ID",
        "S2ID",          "Page Version ID", "Publication Title", "Backup Publisher", "event-place",
        "original-date", "container-title", "citation-key"};
    for (size_t i = 0; i < ARRAY_LEN(longer); i++) {
        known = known || str_ieq(label, str_of(longer[i]));
    }
    /* "arXiv:2401.00002" without a blank is an identifier and not a label of Zotero */
    if (str_ieq(label, STR("arXiv")) && colon + 1 < line.n && line.p[colon + 1] != ' ') {
        return STR_EMPTY;
    }
    known = known || (str_starts(label, STR("tex.")) && str_index(label, ' ') == STR_NONE);
    return known && colon + 1 < line.n ? label : STR_EMPTY;
}

void bib_check_leftovers(struct bib_checker *c, const struct item *it) {
    const struct item_field *pages = item_field(it, VAR_PAGE), *note = item_field(it, VAR_NOTE);
    struct str range = pages ? str_trim(tex_rich_plain(c->a, pages->u.text)) : STR_EMPTY;
    if (is_open_range(range)) {
        struct diag *g = diag_add(c->d, DIAG_CHECK_PAGES, pages->span,
                                  "the range of pages `%.*s` has one end only", STR_ARG(range));
        diag_hint(c->d, g, "write both pages, or the first one alone");
    }
    struct str rest = note ? tex_rich_plain(c->a, note->u.text) : STR_EMPTY;
    while (rest.p && rest.n) {
        struct str label = extra_label(str_trim(str_cut(&rest, '\n')));
        if (label.n) {
            struct diag *g = diag_add(
                c->d, DIAG_CHECK_NOTE, note->span,
                "`%.*s:` in `note` is from Zotero's field Extra, and is printed", STR_ARG(label));
            diag_hint(c->d, g, "remove it here, or in Extra and export again");
            return;
        }
    }
}

/* ---- dates ---- */

/** Returns the number that the two digits at `at` form. -1 if there are not exactly two digits. */
static int two_digits(struct str s, size_t at) {
    bool two = at + 2 <= s.n && is_digit(s.p[at]) && is_digit(s.p[at + 1]) &&
               (at + 2 == s.n || !is_digit(s.p[at + 2]));
    return two ? (s.p[at] - '0') * 10 + (s.p[at + 1] - '0') : -1;
}

/** Whether the month and day of an EDTF date YYYY-MM or YYYY-MM-DD exist. The reader checks other
 * forms.
 * Months 21 to 41 are seasons and quarters (EDTF, level 1 and 2). */
static bool in_calendar(struct str s) {
    int64_t year;
    if (s.n < 7 || s.p[4] != '-' || !str_to_i64(str_slice(s, 0, 4), &year)) {
        return true;
    }
    int month = two_digits(s, 5);
    if (month < 0) {
        return true;
    }
    if (month < 1 || month > 12) {
        return month >= 21 && month <= 41;
    }
    int day = s.n > 8 && s.p[7] == '-' ? two_digits(s, 8) : -1;
    return day == -1 || calendar_has(year, month, day);
}

void bib_check_dates(struct bib_checker *c, const struct bib_entry *e, const struct item *it) {
    static const struct {
        const char *name;
        enum item_var v;
    } dates[] = {{"date", VAR_ISSUED},
                 {"origdate", VAR_ORIGINAL_DATE},
                 {"eventdate", VAR_EVENT_DATE},
                 {"urldate", VAR_ACCESSED}};
    for (size_t i = 0; i < ARRAY_LEN(dates); i++) {
        const struct bibtex_field *f = bibtex_field_find(&e->fields, dates[i].name);
        const struct item_date *date = item_date(it, dates[i].v);
        bool read = f && bib_check_is_own(e, f) && date && date->literal.n == 0;
        for (struct str rest = read ? f->value : STR_EMPTY; rest.p;) {
            struct str part = str_trim(str_cut(&rest, '/'));
            /* the reader has dropped the invalid part of this date */
            if (!in_calendar(part)) {
                size_t at = (size_t)(part.p - f->value.p);
                struct diag *g =
                    diag_add(c->d, DIAG_BIB_BAD_DATE, bib_check_place(f, at, at + part.n),
                             "no calendar has `%.*s`", STR_ARG(part));
                diag_hint(c->d, g, "dates are year-month-day: 2019-05-31");
            }
        }
    }
}
