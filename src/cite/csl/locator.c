/* SPDX-License-Identifier: MIT */
/*
 * Locators as authors write them: "pp. 3-5", "chap. 2", "§ 4", "3-5", "{ch. VII}". The labels are
 * the terms of the locale (CSL 1.0.2, appendix II): long, short or symbol, singular or plural. A
 * number without a label is a page.
 */
#include "cite/csl/state.h"

/* Labels of CSL, in the order in which they are tried. */
static const struct str labels[] = {
    STR_INIT("act"),     STR_INIT("appendix"),  STR_INIT("article-locator"),
    STR_INIT("book"),    STR_INIT("canon"),     STR_INIT("chapter"),
    STR_INIT("column"),  STR_INIT("elocation"), STR_INIT("equation"),
    STR_INIT("figure"),  STR_INIT("folio"),     STR_INIT("issue"),
    STR_INIT("line"),    STR_INIT("note"),      STR_INIT("number"),
    STR_INIT("opus"),    STR_INIT("page"),      STR_INIT("paragraph"),
    STR_INIT("part"),    STR_INIT("rule"),      STR_INIT("scene"),
    STR_INIT("section"), STR_INIT("sub-verbo"), STR_INIT("supplement"),
    STR_INIT("table"),   STR_INIT("timestamp"), STR_INIT("title-locator"),
    STR_INIT("verse"),   STR_INIT("version"),   STR_INIT("volume"),
};

static const struct {
    struct str word, label;
} common[] = {
#define LABEL(word, label) {STR_INIT(word), STR_INIT(label)},
#include "cite/csl/locator_words.def"
#undef LABEL
};

static size_t skip_spaces(struct str s, size_t at) {
    while (at < s.n && (is_space(s.p[at]) || str_starts(str_from(s, at), STR("\xC2\xA0")))) {
        at += is_space(s.p[at]) ? 1 : 2;
    }
    return at;
}

/** The length of the label `word` at the start of `s`, or 0. The full stop of an abbreviation may
 * be missing ("p 3"), and a full stop after a whole word belongs to the label. */
static size_t match_word(struct str s, struct str word) {
    bool dotted = str_ends(word, STR("."));
    struct str bare = dotted ? str_slice(word, 0, word.n - 1) : word;
    if (bare.n == 0 || !str_ieq(str_slice(s, 0, bare.n), bare)) {
        return 0;
    }
    struct str rest = str_from(s, bare.n);
    if (rest.n && rest.p[0] == '.') {
        return is_alpha(bare.p[bare.n - 1]) ? bare.n + 1 : 0;
    }
    bool letter = is_alpha(bare.p[bare.n - 1]) || (unsigned char)bare.p[0] < 0x80;
    bool ends =
        rest.n == 0 || is_space(rest.p[0]) || str_starts(rest, STR("\xC2\xA0")) || rest.p[0] == '{';
    return ends || !letter || (!dotted && is_digit(rest.p[0])) ? bare.n : 0;
}

/** A word for a label. Words with the same first byte form a list. */
struct word {
    struct str text, label;
    struct word *next;
};

/** All words for labels, in a list for each first byte in lower case. A list has the order in which
 * its words are tried. */
struct csl_locator_words {
    struct word *first[256];
};

static void add_word(struct arena *a, struct csl_locator_words *all, struct str text,
                     struct str label) {
    if (text.n == 0) {
        return;
    }
    struct word **at = &all->first[(unsigned char)to_lower(text.p[0])];
    while (*at) {
        at = &(*at)->next;
    }
    *at = arena_alloc(a, sizeof **at);
    **at = (struct word){text, label, NULL};
}

static const struct csl_locator_words *locator_words(struct csl *c) {
    static const enum form forms[] = {FORM_LONG, FORM_SHORT, FORM_SYMBOL};
    if (c->locators) {
        return c->locators;
    }
    struct csl_locator_words *all = ARENA_NEW(c->a, struct csl_locator_words);
    for (size_t i = 0; i < ARRAY_LEN(labels); i++) {
        term_id t = csl_term_find(labels[i]);
        for (size_t k = 0; k < 2 * ARRAY_LEN(forms); k++) {
            struct str text = csl_locale_term(c->locale, t, forms[k / 2], k % 2);
            add_word(c->a, all, text, labels[i]);
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(common); i++) {
        add_word(c->a, all, common[i].word, common[i].label);
    }
    c->locators = all;
    return all;
}

/** The length of the longest word for a label at the start of `s`. Sets its label. */
static size_t find_label(struct csl *c, struct str s, struct str *label) {
    size_t best = 0;
    const struct word *w = s.n ? locator_words(c)->first[(unsigned char)to_lower(s.p[0])] : NULL;
    for (; w; w = w->next) {
        size_t n = match_word(s, w->text);
        if (n > best) {
            best = n;
            *label = w->label;
        }
    }
    return best;
}

static bool is_roman_char(char c) {
    return str_index(STR("ivxlcdmIVXLCDM"), c) != STR_NONE;
}

/** The length of the character at `at`, if it may be part of a number inside `depth` brackets.
 * Otherwise 0. */
static size_t number_char(struct str s, size_t at, size_t depth) {
    char ch = s.p[at];
    bool digit_next = at + 1 < s.n && is_digit(s.p[at + 1]);
    struct str rest = str_from(s, at);
    if (str_starts(rest, STR("\xE2\x80\x93")) || str_starts(rest, STR("\xE2\x80\x94"))) {
        return 3;
    }
    if (is_alnum(ch) || ch == '-' || ch == '/' || ch == '*' || ch == '(' || ch == '[') {
        return 1;
    }
    if ((ch == ')' || ch == ']') && depth > 0) {
        return 1;
    }
    return (ch == '.' || ch == ':') && digit_next ? 1 : 0;
}

/** The length of one word of a locator. Such a word has a digit or is a roman numeral:
 * "(xv)-(xvii)". */
static size_t number_word(struct str s) {
    size_t n = 0, depth = 0;
    bool digit = false, roman = true, letter = false;
    while (n < s.n) {
        size_t len = number_char(s, n, depth);
        if (len == 0) {
            break;
        }
        depth += s.p[n] == '(' || s.p[n] == '[';
        depth -= s.p[n] == ')' || s.p[n] == ']';
        digit = digit || is_digit(s.p[n]);
        letter = letter || is_roman_char(s.p[n]);
        roman = roman && (is_roman_char(s.p[n]) || !is_alnum(s.p[n]));
        n += len;
    }
    return (digit || (roman && letter)) && !depth ? n : 0;
}

static bool has_digit(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (is_digit(s.p[i])) {
            return true;
        }
    }
    return false;
}

/** Whether the roman numeral `word` continues the text `before`: it has several letters, in the
 * same case as the start of `before`. */
static bool goes_on_roman(struct str before, struct str word) {
    size_t letters = 0;
    for (size_t i = 0; i < word.n; i++) {
        bool letter = is_alpha(word.p[i]);
        if (letter && is_upper(word.p[i]) != is_upper(before.p[0])) {
            return false;
        }
        letters += letter;
    }
    return letters > 1;
}

/** The length of numbers such as "3-5, 7 and 9" at the start of `s`. `labelled` means that a label
 * comes before them. */
static size_t numbers_length(const struct csl *c, struct str s, bool labelled) {
    size_t end = number_word(s);
    if (end == 0) {
        return 0;
    }
    for (;;) {
        size_t at = skip_spaces(s, end);
        struct str rest = str_from(s, at);
        size_t sep = 0;
        const struct str words[] = {STR("and"), STR("&"), c->locale->and_text};
        if (rest.n && (rest.p[0] == ',' || rest.p[0] == '-') && at == end) {
            sep = 1;
        } else if (str_starts(rest, STR("\xE2\x80\x93"))) {
            sep = 3;
        } else if (rest.n && rest.p[0] == '-') {
            sep = 1;
        }
        for (size_t i = 0; !sep && i < ARRAY_LEN(words); i++) {
            sep = at > end ? match_word(rest, words[i]) : 0;
        }
        if (!sep) {
            return end;
        }
        size_t next = skip_spaces(s, at + sep);
        size_t n = number_word(str_from(s, next));
        /* In "2, and others" the locator ends at the comma. After a comma, a single roman numeral
         * may be a word ("I"), so only digits continue. */
        bool digits = has_digit(str_slice(s, next, next + n));
        bool roman = labelled && goes_on_roman(s, str_slice(s, next, next + n));
        if (n == 0 || (rest.p[0] == ',' && !digits && !roman)) {
            return end;
        }
        end = next + n;
    }
}

/** Reads "{...}": the locator is the text between the braces. */
static size_t braced(struct csl *c, struct str s, struct str *label, struct str *locator) {
    size_t depth = 0, i = 0;
    for (; i < s.n; i++) {
        depth += s.p[i] == '{';
        if (s.p[i] == '}' && --depth == 0) {
            break;
        }
    }
    if (i == s.n) {
        return 0;
    }
    struct str inner = str_trim(str_slice(s, 1, i));
    if (inner.n == 0) { /* "{}" means that there is no locator */
        *label = *locator = STR_EMPTY;
        return i + 1;
    }
    size_t word = find_label(c, inner, label);
    *locator = str_from(inner, skip_spaces(inner, word));
    if (!word) {
        *label = STR("page");
    }
    return i + 1;
}

size_t csl_parse_locator(struct csl *c, struct str text, struct str *label, struct str *locator) {
    *label = *locator = STR_EMPTY;
    size_t at = skip_spaces(text, 0);
    struct str s = str_from(text, at);
    if (s.n == 0) {
        return 0;
    }
    if (s.p[0] == '{') {
        size_t n = braced(c, s, label, locator);
        return n ? at + n : 0;
    }
    size_t word = find_label(c, s, label);
    if (word) {
        size_t from = skip_spaces(s, word);
        struct str rest = str_from(s, from);
        if (rest.n && rest.p[0] == '{') {
            struct str inner_label, inner;
            size_t n = braced(c, rest, &inner_label, &inner);
            if (n) {
                *locator = inner;
                return at + from + n;
            }
        }
        size_t n = numbers_length(c, rest, true);
        /* the locator is the headword of a dictionary entry, which ends at a comma */
        if (n == 0 && str_is(*label, "sub-verbo")) {
            while (n < rest.n && str_index(STR(",;"), rest.p[n]) == STR_NONE) {
                n++;
            }
        }
        if (n) {
            *locator = str_slice(rest, 0, n);
            return at + from + n;
        }
    }
    size_t n = has_digit(str_slice(s, 0, number_word(s))) ? numbers_length(c, s, false) : 0;
    if (n == 0) {
        *label = STR_EMPTY;
        return 0;
    }
    *label = STR("page");
    *locator = str_slice(s, 0, n);
    return at + n;
}

/** Reads the label in a locator ("vol. 1, fol. 186"). */
size_t csl_locator_own_label(struct csl *c, struct str s, term_id *label) {
    struct str word = STR_EMPTY;
    size_t n = find_label(c, s, &word);
    if (n == 0 || n >= s.n || !str_ends(str_slice(s, 0, n), STR("."))) {
        return 0;
    }
    *label = csl_term_find(word);
    return skip_spaces(s, n);
}
