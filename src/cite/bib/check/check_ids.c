/* SPDX-License-Identifier: MIT */
/* Checks the form of identifiers: DOI, ISBN, ISSN and ORCID. The network is never used. */
#include "cite/bib/check/check_internal.h"

#include "core/base/word_list.h"
#include "model/tex/math/math_rich.h"

DIAG_USE(DIAG_CHECK_DOI);
DIAG_USE(DIAG_CHECK_DOI_FORM);
DIAG_USE(DIAG_CHECK_ISBN);
DIAG_USE(DIAG_CHECK_ISSN);
DIAG_USE(DIAG_CHECK_ORCID);

/* ---- DOI ---- */

enum bib_doi_fault bib_doi_check(struct str value, struct str *bare) {
    struct str s = str_trim(value);
    size_t skipped = 0, n;
    for (n = bib_doi_prefix(s); n && skipped < 3; n = bib_doi_prefix(s)) {
        s = str_from(s, n);
        skipped++;
    }
    *bare = s;
    size_t prefix = item_doi_prefix(s);
    if (prefix == 0 || prefix == s.n) {
        return BIB_DOI_BAD;
    }
    for (size_t i = prefix; i < s.n; i++) {
        if (s.p[i] == '1' && item_doi_prefix(str_from(s, i)) &&
            str_eq(str_slice(s, i, i + prefix), str_slice(s, 0, prefix))) {
            size_t end = i;
            static const char *const between[] = {"https://doi.org/",
                                                  "http://doi.org/",
                                                  "https://dx.doi.org/",
                                                  "http://dx.doi.org/",
                                                  "doi:",
                                                  " ",
                                                  ";",
                                                  ","};
            for (size_t k = 0; k < ARRAY_LEN(between); k++) {
                if (str_ends(str_slice(s, 0, end), str_of(between[k]))) {
                    end -= str_of(between[k]).n;
                    /* start again with the first text, because blanks may precede an address */
                    k = (size_t)-1;
                }
            }
            *bare = str_slice(s, 0, end);
            return BIB_DOI_DOUBLED;
        }
        if (is_space(s.p[i])) {
            return BIB_DOI_BAD;
        }
    }
    char last = s.p[s.n - 1];
    if (last == '.' || last == ',' || last == ';') {
        *bare = str_slice(s, 0, s.n - 1);
        return BIB_DOI_TAIL;
    }
    return skipped ? BIB_DOI_ADDRESS : BIB_DOI_FINE;
}

/* ---- numbers with a check digit ---- */

/** Copies the digits and a final X of `s` to `out`, without hyphens and blanks. Returns their
 * number, or `max` + 1 when there are more digits or other characters. */
static size_t digits_of(struct str s, char *out, size_t max) {
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (str_starts_among(str_from(s, i), "\u2010 \u2011 \u2013")) {
            i += 2;
            continue;
        }
        char c = to_upper(s.p[i]);
        if (c == '-' || c == ' ' || c == '~') {
            continue;
        }
        if ((!is_digit(c) && c != 'X') || n == max) {
            return max + 1;
        }
        out[n++] = c;
    }
    return n;
}

static unsigned digit(char c) {
    return c == 'X' ? 10 : (unsigned)(c - '0');
}

/** Whether the sum with the weights n, n-1, ..., 1 is a multiple of 11 (ISBN-10, ISSN). */
static bool mod11(const char *p, size_t n) {
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (p[i] == 'X' && i + 1 < n) {
            return false;
        }
        sum += (unsigned)(n - i) * digit(p[i]);
    }
    return sum % 11 == 0;
}

static bool isbn13(const char *p) {
    unsigned sum = 0;
    for (size_t i = 0; i < 13; i++) {
        if (p[i] == 'X') {
            return false;
        }
        sum += (i % 2 ? 3 : 1) * digit(p[i]);
    }
    return sum % 10 == 0 && p[0] == '9' && p[1] == '7' && (p[2] == '8' || p[2] == '9');
}

typedef bool number_check(struct str s);

static bool one_isbn(struct str s) {
    char p[14];
    size_t n = digits_of(s, p, 13);
    return n == 10 ? mod11(p, 10) : n == 13 && isbn13(p);
}

static bool one_issn(struct str s) {
    char p[9];
    return digits_of(s, p, 8) == 8 && mod11(p, 8);
}

/** Whether all numbers of a value such as "978-3-16-148410-0 (print), 0-306-40615-2" are valid.
 * Text in parentheses and words without digits describe the edition and are skipped. */
static bool all_right(struct str value, number_check *one) {
    if (one(str_trim(value))) {
        return true; /* the whole value is one number, perhaps with blanks in it */
    }
    bool any = false;
    for (size_t i = 0; i < value.n;) {
        size_t from = i, depth = 0;
        while (i < value.n && (depth || (value.p[i] != ',' && value.p[i] != ';' &&
                                         value.p[i] != '/' && !is_space(value.p[i])))) {
            if (value.p[i] == '(') {
                depth++;
            } else if (value.p[i] == ')' && depth) {
                depth--;
            }
            i++;
        }
        struct str word = str_slice(value, from, i);
        i += i < value.n;
        size_t bracket = str_index(word, '(');
        word = str_slice(word, 0, bracket == STR_NONE ? word.n : bracket);
        if (word.n && is_digit(word.p[0])) {
            if (!one(word)) {
                return false;
            }
            any = true;
        }
    }
    return any;
}

bool bib_isbn_check(struct str value) {
    return all_right(value, one_isbn);
}

bool bib_issn_check(struct str value) {
    return all_right(value, one_issn);
}

bool bib_orcid_check(struct str sixteen) {
    char p[17];
    if (digits_of(sixteen, p, 16) != 16) {
        return false;
    }
    unsigned total = 0;
    for (size_t i = 0; i < 15; i++) {
        if (p[i] == 'X') {
            return false;
        }
        total = (total + digit(p[i])) * 2;
    }
    return (12 - total % 11) % 11 == digit(p[15]);
}

/* ---- entries ---- */

static void check_doi(struct diags *d, struct str value, struct span span) {
    struct str bare;
    enum bib_doi_fault fault = bib_doi_check(value, &bare);
    struct diag *g = NULL;
    if (str_find(value, STR("&lt;")) != STR_NONE || str_find(value, STR("&gt;")) != STR_NONE ||
        str_find(value, STR("&amp;")) != STR_NONE) {
        g = diag_add(d, DIAG_CHECK_DOI, span, "the DOI has entities of HTML");
        diag_hint(d, g, "write `<` for `&lt;`, `>` for `&gt;` and `&` for `&amp;`");
        return;
    }
    switch (fault) {
    case BIB_DOI_FINE:
        return;
    case BIB_DOI_ADDRESS:
        g = diag_add(d, DIAG_CHECK_DOI_FORM, span, "the DOI is written as an address");
        break;
    case BIB_DOI_DOUBLED:
        g = diag_add(d, DIAG_CHECK_DOI_FORM, span, "the DOI is there twice");
        break;
    case BIB_DOI_TAIL:
        g = diag_add(d, DIAG_CHECK_DOI, span, "a stop after the DOI becomes part of it");
        break;
    case BIB_DOI_BAD:
        diag_add(d, DIAG_CHECK_DOI, span, "`%.*s` is not a DOI", STR_ARG(value));
        return;
    }
    diag_hint(d, g, "write the DOI alone: %.*s", STR_ARG(bare));
}

void bib_check_doi(const struct item *it, struct diags *d) {
    const struct item_field *f = item_field(it, VAR_DOI);
    struct str bare;
    enum bib_doi_fault fault = f ? bib_doi_check(f->u.text.text, &bare) : BIB_DOI_FINE;
    if (fault != BIB_DOI_FINE && fault != BIB_DOI_ADDRESS) {
        check_doi(d, f->u.text.text, f->span);
    }
}

/** Checks every ORCID in a text: four groups of four digits joined by hyphens. */
static void check_orcids(struct bib_checker *c, const struct bibtex_field *f) {
    struct str s = f->value;
    for (size_t i = 0; i + 19 <= s.n; i++) {
        bool is_one =
            (i == 0 || !is_alnum(s.p[i - 1])) && (i + 19 == s.n || !is_alnum(s.p[i + 19]));
        for (size_t k = 0; k < 19 && is_one; k++) {
            char ch = s.p[i + k];
            is_one = k % 5 == 4 ? ch == '-' : is_digit(ch) || (k == 18 && to_upper(ch) == 'X');
        }
        if (!is_one) {
            continue;
        }
        struct str id = str_slice(s, i, i + 19);
        if (!bib_orcid_check(id)) {
            diag_add(c->d, DIAG_CHECK_ORCID, bib_check_place(f, i, i + 19),
                     "`%.*s` is not a valid ORCID: its check digit does not fit", STR_ARG(id));
        }
        i += 18;
    }
}

static void check_number(struct bib_checker *c, const struct diag_rule *id, const char *name,
                         bool right, struct str value, struct span span) {
    if (right) {
        return;
    }
    struct diag *g =
        diag_add(c->d, id, span, "`%.*s` is not a valid %s: its check digit or length does not fit",
                 STR_ARG(value), name);
    bool isbn = id == DIAG_CHECK_ISBN;
    if (isbn ? bib_issn_check(value) : bib_isbn_check(value)) {
        diag_hint(c->d, g, "it is an %s: call the field `%s`", isbn ? "ISSN" : "ISBN",
                  isbn ? "issn" : "isbn");
    }
}

static void check_raw(struct bib_checker *c, const struct bibtex_field *f) {
    struct str value = str_trim(tex_to_text(c->a, f->value, TEX_VERBATIM, f->span, NULL));
    if (value.n == 0) {
        return;
    }
    if (str_is(f->name, "doi")) {
        check_doi(c->d, value, f->span);
    } else if (str_is(f->name, "isbn")) {
        check_number(c, DIAG_CHECK_ISBN, "ISBN", bib_isbn_check(value), value, f->span);
    } else if (str_is(f->name, "issn") || str_is(f->name, "eissn")) {
        check_number(c, DIAG_CHECK_ISSN, "ISSN", bib_issn_check(value), value, f->span);
    } else if (str_find(f->name, STR("orcid")) != STR_NONE ||
               str_find(f->value, STR("orcid.org/")) != STR_NONE) {
        check_orcids(c, f);
    }
}

void bib_check_identifiers(struct bib_checker *c, const struct bib_entry *e,
                           const struct item *it) {
    if (e->file) {
        for (size_t i = 0; i < e->fields.n; i++) {
            if (bib_check_is_own(e, &e->fields.p[i])) {
                check_raw(c, &e->fields.p[i]);
            }
        }
        return;
    }
    static const struct {
        enum item_var v;
        const char *name;
    } fields[] = {{VAR_DOI, "doi"}, {VAR_ISBN, "isbn"}, {VAR_ISSN, "issn"}};
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        const struct item_field *f = item_field(it, fields[i].v);
        if (f) {
            struct bibtex_field raw = {
                .name = str_of(fields[i].name), .value = f->u.text.text, .span = f->span};
            check_raw(c, &raw);
        }
    }
    for (size_t i = 0; i < it->nextras; i++) {
        struct bibtex_field raw = {.name = arena_lower(c->a, it->extras[i].name),
                                   .value = it->extras[i].text.text,
                                   .span = it->extras[i].span};
        if (str_find(raw.name, STR("orcid")) != STR_NONE) {
            check_orcids(c, &raw);
        }
    }
}
