/* SPDX-License-Identifier: MIT */
/*
 * Numbers: splits a field into numbers and separators; the forms of cs:number; page ranges (CSL
 * 1.0.2, "Number", "Appendix V - Page Range Formats").
 *
 * A number is a word with a digit, or a roman numeral in lower case. A separator is a hyphen or
 * dash, a comma with a space, an ampersand, or the locale's term for "and". A hyphen after a
 * backslash is part of the word.
 */
#include "cite/csl/number.h"

#include "core/base/utf8.h"
#include "core/base/vec.h"
#include "core/unicode/unicode.h"

enum between { BETWEEN_NOTHING, BETWEEN_RANGE, BETWEEN_COMMA, BETWEEN_AMPERSAND, BETWEEN_AND };

struct token {
    struct str text;
    bool numeric;
    /* in a locator: the token is a number, a letter, or a roman numeral in one case */
    bool place;
    enum between after;
    struct str gap; /* the separator after the number, as written */
};

#define MAX_TOKENS 64

static bool is_roman(struct str s, struct str letters) {
    for (size_t i = 0; i < s.n; i++) {
        if (str_index(letters, s.p[i]) == STR_NONE) {
            return false;
        }
    }
    return s.n > 0;
}

static bool is_letter(struct str s) {
    size_t at = 0;
    return s.n > 0 && unicode_is_letter(utf8_next(s, &at)) && at == s.n;
}

/** Whether a text is a number: letters, digits, letters, as in "A12", "12a", "12th"; or a fraction
 * such as "1/2". */
static bool is_number(struct str s) {
    size_t i = 0, digits = 0;
    while (i < s.n && (is_alpha(s.p[i]) || (unsigned char)s.p[i] >= 0x80)) {
        i++;
    }
    while (i < s.n && (is_digit(s.p[i]) || (s.p[i] == '/' && digits))) {
        digits += is_digit(s.p[i]);
        i++;
    }
    while (i < s.n && (is_alnum(s.p[i]) || (unsigned char)s.p[i] >= 0x80)) {
        i++;
    }
    return i == s.n && digits > 0;
}

/** Finds the separator at the start of `rest`, with its spaces. */
static enum between find_between(const struct locale *l, struct str rest, size_t *len) {
    size_t i = str_run(rest, 0, ' ');
    struct str at = str_from(rest, i);
    enum between kind = BETWEEN_NOTHING;
    size_t mark = 0;
    if (str_starts(at, STR("\xE2\x80\x93"))) {
        kind = BETWEEN_RANGE;
        mark = 3;
    } else if (at.n && at.p[0] == '-') {
        kind = BETWEEN_RANGE;
        mark = str_starts(at, STR("--")) ? 2 : 1; /* two hyphens are a dash, as in BibTeX */
    } else if (at.n && at.p[0] == '&') {
        kind = BETWEEN_AMPERSAND;
        mark = 1;
    } else if (i == 0 && at.n > 1 && at.p[0] == ',' && at.p[1] == ' ') {
        kind = BETWEEN_COMMA;
        mark = 1;
    } else if (i > 0) {
        const struct str words[] = {STR("and"), l->and_text};
        for (size_t w = 0; w < 2 && !mark; w++) {
            if (words[w].n && str_starts(at, words[w]) && at.n > words[w].n &&
                at.p[words[w].n] == ' ') {
                kind = BETWEEN_AND;
                mark = words[w].n;
            }
        }
    }
    if (!mark) {
        return BETWEEN_NOTHING;
    }
    *len = i + mark + str_run(rest, i + mark, ' ');
    /* "3, and 4" has one separator */
    if (kind == BETWEEN_COMMA) {
        size_t more = 0;
        struct str behind = str_from(rest, *len - 1);
        if (find_between(l, behind, &more) == BETWEEN_AND) {
            *len += more - 1;
            return BETWEEN_AND;
        }
    }
    return kind;
}

static size_t split(const struct locale *l, struct str s, struct token out[MAX_TOKENS]) {
    size_t n = 0, from = 0, i = 0;
    while (i < s.n && n + 1 < MAX_TOKENS) {
        if (s.p[i] == '\\' && i + 1 < s.n) {
            i += 2;
            continue;
        }
        if (is_alnum(s.p[i])) { /* a separator does not begin with a letter or digit */
            i++;
            continue;
        }
        size_t len = 0;
        enum between kind = find_between(l, str_from(s, i), &len);
        if (kind == BETWEEN_NOTHING || i == from) {
            i++;
            continue;
        }
        struct str text = str_slice(s, from, i);
        out[n++] = (struct token){.text = text,
                                  .numeric = is_number(text),
                                  .after = kind,
                                  .gap = str_slice(s, i, i + len)};
        i += len;
        from = i;
    }
    struct str last = str_from(s, from);
    out[n++] = (struct token){.text = last, .numeric = is_number(last)};
    for (size_t k = 0; k < n; k++) {
        /* roman numerals count only in a range such as "i-iv" */
        bool in_range = out[k].after == BETWEEN_RANGE || (k && out[k - 1].after == BETWEEN_RANGE);
        out[k].numeric = out[k].numeric || (in_range && is_roman(out[k].text, STR("ivxlcdm")));
        out[k].place = out[k].numeric || is_letter(out[k].text) ||
                       is_roman(out[k].text, STR("ivxlcdm")) ||
                       is_roman(out[k].text, STR("IVXLCDM"));
    }
    return n;
}

static bool is_bracketed(struct str s) {
    return s.n > 2 && (s.p[0] == '(' || s.p[0] == '[') &&
           (s.p[s.n - 1] == ')' || s.p[s.n - 1] == ']');
}

/** Whether two neighbours are clauses of a law: "123(4)-(6)", "129(5), 130(b)". */
static bool are_clauses(const struct token *one, const struct token *next) {
    char last = one->text.p[one->text.n - 1];
    return (one->after == BETWEEN_RANGE && (last == ')' || last == ']') &&
            is_bracketed(next->text)) ||
           (one->after == BETWEEN_COMMA && next->text.n && is_digit(one->text.p[0]) &&
            is_digit(next->text.p[0]));
}

/** Whether two neighbours in a locator are two places. "A-12" is a single place, a page of an
 * appendix. */
static bool are_places(const struct token *one, const struct token *next) {
    if (are_clauses(one, next)) {
        return true;
    }
    bool numbered = one->after == BETWEEN_RANGE && !one->numeric && next->numeric;
    return one->after != BETWEEN_NOTHING && one->place && next->place && !numbered;
}

bool csl_number_is_numeric(const struct locale *l, struct str s) {
    struct token t[MAX_TOKENS];
    s = str_trim(s);
    return s.n > 0 && split(l, s, t) > 0 && t[0].numeric;
}

bool csl_number_is_plural(const struct locale *l, struct str s, bool locator) {
    struct token t[MAX_TOKENS];
    size_t n = split(l, str_trim(s), t);
    for (size_t i = 0; i + 1 < n; i++) {
        const struct token *next = &t[i + 1];
        if ((t[i].numeric && next->text.n == 0) ||
            (locator ? are_places(&t[i], next) : t[i].numeric && next->numeric)) {
            return true;
        }
    }
    return false;
}

bool csl_number_digits(struct str s, uint64_t *out) {
    int64_t v;
    if (s.n > 18 || !str_is_digits(s) || !str_to_i64(s, &v)) {
        return false;
    }
    *out = (uint64_t)v;
    return true;
}

/* ---- forms ---- */

/** Writes an ordinal number with the suffixes of the locale: "14th". */
static struct str ordinal(struct arena *a, const struct locale *l, uint64_t n, enum gender g) {
    struct str suffix = csl_locale_ordinal(l, n, g);
    return arena_printf(a, "%llu%.*s", (unsigned long long)n, STR_ARG(suffix));
}

struct str csl_number_plain(struct arena *a, unsigned n) {
    char text[24];
    size_t at = sizeof text;
    do {
        text[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0);
    return arena_str(a, (struct str){text + at, sizeof text - at});
}

struct str csl_number_letters(struct arena *a, uint64_t n) {
    char text[16];
    size_t at = sizeof text;
    for (;;) {
        text[--at] = (char)('a' + n % 26);
        if (n < 26) {
            break;
        }
        n = n / 26 - 1;
    }
    return arena_str(a, (struct str){text + at, sizeof text - at});
}

static struct str apply_form(struct arena *a, const struct locale *l, struct str s,
                             const struct number_look *look) {
    uint64_t n = 0;
    if (look->form == NUMBER_NUMERIC || !csl_number_digits(s, &n)) {
        return s;
    }
    if (look->form == NUMBER_ROMAN) { /* there are no Roman numerals for 0 and above 3999 */
        struct buf b = BUF_INIT;
        buf_roman(&b, n > 3999 ? 0 : (int64_t)n, false);
        return b.n ? buf_finish(&b, a) : s;
    }
    struct str word =
        look->form == NUMBER_LONG_ORDINAL ? csl_locale_long_ordinal(l, n, look->gender) : STR_EMPTY;
    return word.n ? word : ordinal(a, l, n, look->gender);
}

/* ---- page ranges ---- */

static size_t prefix_length(struct str s) {
    size_t n = s.n;
    while (n > 0 && is_digit(s.p[n - 1])) {
        n--;
    }
    return n;
}

static size_t common_length(struct str a, struct str b) {
    size_t n = 0;
    while (n < a.n && n < b.n && a.p[n] == b.p[n]) {
        n++;
    }
    return n;
}

/** The second number of a range without the leading digits that both numbers share. At least `keep`
 * digits are shown. */
static struct str minimal(struct str from, struct str to, size_t keep) {
    if (from.n != to.n) {
        return to;
    }
    size_t common = common_length(from, to);
    if (common + keep > to.n) {
        common = to.n > keep ? to.n - keep : 0;
    }
    return str_from(to, common);
}

/** The format "chicago" (CSL 1.0.2, appendix V), for the manual's 15th or 16th edition. */
static struct str chicago(struct str from, struct str to, bool fifteenth) {
    uint64_t f = 0;
    if (from.n != to.n || !csl_number_digits(from, &f) || f < 100 || f % 100 == 0) {
        return to;
    }
    if (f % 100 < 10) {
        return minimal(from, to, 1);
    }
    if (fifteenth && from.n == 4 && common_length(from, to) < 2) {
        return to; /* all digits are shown if three or more of them change */
    }
    return minimal(from, to, 2);
}

/** The second number of a range in the format of the style. Both numbers have digits only. */
static struct str format_second(struct arena *a, struct str from, struct str to,
                                enum page_range range) {
    if (to.n < from.n) { /* in a range such as "42-5" the second number lacks the leading digits */
        to = arena_join(a, 2, str_slice(from, 0, from.n - to.n), to);
    }
    switch (range) {
    case RANGE_NONE:
    case RANGE_EXPANDED:
        return to;
    case RANGE_MINIMAL:
        return minimal(from, to, 1);
    case RANGE_MINIMAL_TWO:
        return minimal(from, to, 2);
    case RANGE_CHICAGO15:
    case RANGE_CHICAGO16:
        return chicago(from, to, range == RANGE_CHICAGO15);
    }
    return to;
}

/** Writes "from–to". If the prefixes differ and the format would be a guess, a plain hyphen is
 * kept. */
static void add_range(struct arena *a, const struct locale *l, struct buf *b, struct str from,
                      struct str to, const struct number_look *look) {
    struct str dash = l->page_range;
    if (look->range == RANGE_NONE || look->form != NUMBER_NUMERIC) {
        buf_str(b, dash);
        buf_str(b, apply_form(a, l, to, look));
        return;
    }
    size_t nf = prefix_length(from), nt = prefix_length(to);
    struct str pf = str_slice(from, 0, nf), pt = str_slice(to, 0, nt);
    if (nf == from.n || nt == to.n) { /* there are no digits at the end, as in "iv" or "12a" */
        buf_str(b, dash);
        buf_str(b, to);
    } else if (!str_eq(pf, pt)) {
        buf_putc(b, '-');
        buf_str(b, to);
    } else {
        struct str digits = format_second(a, str_from(from, nf), str_from(to, nt), look->range);
        buf_str(b, dash);
        if (pf.n && look->range == RANGE_EXPANDED) {
            buf_str(b, pf);
        }
        buf_str(b, digits);
    }
}

/* ---- the whole ---- */

static struct str unescape_hyphens(struct arena *a, struct str s) {
    if (str_index(s, '\\') == STR_NONE) {
        return s;
    }
    char *p = arena_alloc(a, s.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] != '\\' || i + 1 == s.n || s.p[i + 1] != '-') {
            p[n++] = s.p[i];
        }
    }
    return (struct str){p, n};
}

/** Whether a range has roman numerals in capitals: "I-IV". Single words in capitals may be
 * initials, so they do not count as numbers. */
static bool is_roman_range(struct str from, struct str to) {
    return is_roman(from, STR("IVXLCDM")) && is_roman(to, STR("IVXLCDM"));
}

/** Whether the hyphen after the token `i` separates two numbers. In "USC-TR98-685" it does not,
 * because the identifier begins with a word. */
static bool is_between_numbers(const struct token *t, size_t n, size_t i) {
    bool name = i && t[i - 1].after == BETWEEN_RANGE && !t[i - 1].numeric && t[i - 1].text.n > 1;
    return i + 1 < n && t[i].numeric && t[i + 1].numeric && !name;
}

struct str csl_number_render(struct arena *a, const struct locale *l, struct str s,
                             const struct number_look *look) {
    struct token t[MAX_TOKENS];
    s = str_trim(s);
    if (look->form == NUMBER_NUMERIC && (!s.n || str_is_digits(s))) {
        return s; /* an empty text or digits alone, the most frequent case, need no formatting */
    }
    size_t n = split(l, s, t);
    if (n == 1) {
        return unescape_hyphens(a, apply_form(a, l, s, look));
    }
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < n; i++) {
        bool range_before = i && t[i - 1].after == BETWEEN_RANGE;
        bool in_range = range_before && is_between_numbers(t, n, i - 1);
        if (in_range) {
            add_range(a, l, &b, t[i - 1].text, t[i].text, look);
        } else { /* "A-12" is a number with letters before it */
            buf_str(&b, range_before ? t[i].text : apply_form(a, l, t[i].text, look));
        }
        bool numbers = is_between_numbers(t, n, i);
        switch (t[i].after) {
        case BETWEEN_NOTHING:
            break;
        case BETWEEN_RANGE:
            if (!numbers && i + 1 < n &&
                (is_roman_range(t[i].text, t[i + 1].text) ||
                 (look->locator && are_places(&t[i], &t[i + 1])))) {
                buf_str(&b, l->page_range);
            } else if (!numbers) {
                buf_str(&b, t[i].numeric || (i + 1 < n && t[i + 1].numeric) ? str_trim(t[i].gap)
                                                                            : t[i].gap);
            }
            break;
        case BETWEEN_AMPERSAND:
            buf_putc(&b, ' ');
            buf_str(&b, l->and_symbol);
            buf_putc(&b, ' ');
            break;
        case BETWEEN_COMMA:
        case BETWEEN_AND:
            buf_str(&b, t[i].gap);
            break;
        }
    }
    return unescape_hyphens(a, buf_finish(&b, a));
}

struct str csl_number_first(const struct locale *l, struct str s) {
    struct token t[MAX_TOKENS];
    s = str_trim(s);
    return split(l, s, t) > 1 ? t[0].text : s;
}
