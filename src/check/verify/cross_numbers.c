/* SPDX-License-Identifier: MIT */
/*
 * Finds numbers in references ("Figure 2", "[5]") and in labels ("Figure 2: A plot", "2.1
 * Methods"), and compares them.
 */
#include "check/verify/verify_internal.h"

#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

/* ---- tokens */

static bool blank_at(struct str s, size_t at, size_t *next) {
    size_t i = at;
    uint32_t c = utf8_next(s, &i);
    *next = i;
    return c == ' ' || c == '\n' || c == '\t' || c == 0xA0 || c == 0x202F ||
           (c >= 0x2000 && c <= 0x200A);
}

/** Reads the next word. Returns an empty text at the end. */
static struct str token(struct str s, size_t *at) {
    size_t next = *at;
    while (*at < s.n && blank_at(s, *at, &next)) {
        *at = next;
    }
    size_t from = *at;
    while (*at < s.n && !blank_at(s, *at, &next)) {
        *at = next;
    }
    return str_slice(s, from, *at);
}

/** Returns a word without brackets around it and without punctuation at its end. */
static struct str bare(struct str s) {
    while (s.n && strchr("[(", s.p[0])) {
        s = str_from(s, 1);
    }
    while (s.n && strchr("]).:,;", s.p[s.n - 1])) {
        s.n--;
    }
    return s;
}

/** Whether a text is a number: "3", "2.1", "A.2", "3a", "2020b". If `letter` is set, a single
 * letter is also a number. */
static bool is_number(struct str s, bool letter) {
    size_t at = 0;
    bool led = s.n && is_upper(s.p[0]);
    if (led) {
        if (s.n == 1) {
            return letter;
        }
        at = s.p[1] == '.' || s.p[1] == '-' ? 2 : 1;
    }
    if (at >= s.n || !is_digit(s.p[at])) {
        return false;
    }
    bool digit = false;
    for (; at < s.n; at++) {
        bool last = at + 1 == s.n;
        bool point = (s.p[at] == '.' || s.p[at] == '-') && digit && !last;
        if (!is_digit(s.p[at]) && !point && !(last && is_lower(s.p[at]))) {
            return false;
        }
        digit = is_digit(s.p[at]);
    }
    return true;
}

static bool is_year(struct str s) {
    int64_t v;
    struct str digits = s.n == 5 && is_lower(s.p[4]) ? str_slice(s, 0, 4) : s;
    return digits.n == 4 && str_to_i64(digits, &v) && v >= 1000 && v <= 2199;
}

static bool is_word(struct str s) {
    if (s.n == 0) {
        return false;
    }
    for (size_t at = 0; at < s.n;) {
        uint32_t c = utf8_next(s, &at);
        if (!unicode_is_letter(c) && !(c == '.' && at == s.n) && !unicode_is_mark(c)) {
            return false;
        }
    }
    return true;
}

/* ---- references */

bool verify_read_reference(struct str text, struct verify_reference *out) {
    size_t at = 0, n = 0;
    struct str t[3];
    *out = (struct verify_reference){.year = false};
    for (struct str s = token(text, &at); s.n; s = token(text, &at)) {
        if (n == ARRAY_LEN(t)) {
            return false;
        }
        t[n++] = s;
    }
    if (n == 0) {
        return false;
    }
    out->number = bare(t[n - 1]);
    for (size_t i = 0; i + 1 < n; i++) {
        if (!is_word(t[i])) {
            return false;
        }
    }
    out->word = n > 1 ? t[n - 2] : STR_EMPTY;
    out->year = is_year(out->number);
    return is_number(out->number, n > 1);
}

/* ---- labels */

static void add(struct verify_label *l, struct str number) {
    if (l->n < ARRAY_LEN(l->numbers)) {
        l->numbers[l->n++] = number;
    }
}

void verify_label_begin(struct verify_label *l, struct str text) {
    size_t at = 0;
    struct str a = token(text, &at), b = token(text, &at);
    if (is_number(bare(a), false) && !is_year(bare(a))) {
        add(l, bare(a));
        l->named = true;
    } else if (a.n == 2 && is_upper(a.p[0]) && a.p[1] == '.') { /* "A. Proofs" */
        add(l, bare(a));
        l->named = true;
    } else if (is_word(a) && is_number(bare(b), true) && !is_year(bare(b))) {
        add(l, bare(b));
        l->word = a;
        l->named = true;
    } else if (a.n == 1 && is_upper(a.p[0]) && b.n) {
        /* "A Proofs" has a label, "A word" has none; so `named` is not set */
        add(l, a);
    }
}

void verify_label_all(struct verify_label *l, struct str text) {
    size_t at = 0;
    for (struct str s = token(text, &at); s.n; s = token(text, &at)) {
        if (is_number(bare(s), true)) {
            add(l, bare(s));
            l->named = true;
        }
    }
}

void verify_label_parentheses(struct verify_label *l, struct str text) {
    for (size_t at = 0; at < text.n; at++) {
        size_t end = str_index(str_from(text, at), ')');
        if (text.p[at] != '(' || end == STR_NONE || end > 24) {
            continue;
        }
        struct str inside = str_trim(str_slice(text, at + 1, at + end));
        if (is_number(inside, true)) {
            add(l, inside);
            l->named = true;
        }
    }
}

void verify_label_years(struct verify_label *l, struct str text) {
    size_t at = 0;
    for (struct str s = token(text, &at); s.n; s = token(text, &at)) {
        for (size_t i = 0; i < s.n; i++) {
            size_t end = str_past(s, i, is_digit);
            if (end - i == 4) {
                struct str letter = str_slice(s, i, end + (end < s.n && is_lower(s.p[end])));
                add(l, letter);
            }
            i = end > i ? end - 1 : i;
        }
    }
}

/* ---- comparison */

/** Whether "2a" is a part of 2: a panel of a figure, or an equation of a group. If the numbers are
 * years, "2020a" and "2020" are different works. */
static bool is_part(struct str part, struct str whole) {
    return part.n == whole.n + 1 && is_lower(part.p[part.n - 1]) && str_starts(part, whole) &&
           !is_year(whole);
}

static bool same_start(struct str a, struct str b) {
    return a.n && b.n && to_lower(a.p[0]) == to_lower(b.p[0]);
}

/** Whether a word is the language's name for something numbered. */
static bool is_known_word(struct str word, struct str lang) {
    struct str stem = word.n && word.p[word.n - 1] == '.' ? str_slice(word, 0, word.n - 1) : word;
    for (int i = 0; i < DOC_WORD_COUNT; i++) {
        struct str known = doc_word(lang, (enum doc_word)i, NULL);
        if (stem.n && known.n >= stem.n && str_ieq(str_slice(known, 0, stem.n), stem)) {
            return true;
        }
    }
    return false;
}

bool verify_agrees(const struct verify_reference *r, const struct verify_label *l,
                   struct str lang) {
    if (l->n == 0) {
        return true;
    }
    for (size_t i = 0; i < l->n; i++) {
        if (str_eq(l->numbers[i], r->number) || is_part(l->numbers[i], r->number) ||
            is_part(r->number, l->numbers[i])) {
            return true;
        }
    }
    /* the label has only years, so only a reference that is a year can disagree */
    if (!l->named) {
        bool years = false;
        for (size_t i = 0; i < l->n; i++) {
            years = years || is_year(l->numbers[i]);
        }
        return !(r->year && years && r->word.n == 0);
    }
    if (r->year) {
        return true; /* the label has a number, so the year cannot be compared */
    }
    return r->word.n && !is_known_word(r->word, lang) && !same_start(r->word, l->word);
}

struct str verify_label_list(struct arena *a, const struct verify_label *l) {
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < l->n; i++) {
        buf_printf(&b, "%s%.*s", i ? ", " : "", STR_ARG(l->numbers[i]));
    }
    return buf_finish(&b, a);
}
