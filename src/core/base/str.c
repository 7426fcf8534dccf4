/* SPDX-License-Identifier: MIT */
/*
 * Slices of text: comparing, searching, cutting. These functions work on bytes; the module unicode
 * works on letters.
 */
#include "core/base/base.h"
#include "core/base/search.h"
#include "core/base/word_list.h"

#include <string.h>

bool str_ieq(struct str a, struct str b) {
    if (a.n != b.n) {
        return false;
    }
    for (size_t i = 0; i < a.n; i++) {
        if (to_lower(a.p[i]) != to_lower(b.p[i])) {
            return false;
        }
    }
    return true;
}

static inline bool among(struct str a, const char *words, bool eq(struct str a, struct str b)) {
    struct str rest = str_of(words);
    while (a.n && rest.n) {
        if (eq(str_cut(&rest, ' '), a)) {
            return true;
        }
    }
    return false;
}

bool str_among(struct str a, const char *words) {
    return among(a, words, str_eq);
}

bool str_iamong(struct str a, const char *words) {
    return among(a, words, str_ieq);
}

size_t str_starts_among(struct str s, const char *words) {
    struct str rest = str_of(words);
    while (rest.n) {
        struct str word = str_cut(&rest, ' ');
        if (str_starts(s, word)) {
            return word.n;
        }
    }
    return 0;
}

size_t str_past_name(struct str s, size_t at, const char *marks) {
    while (at < s.n && (is_alnum(s.p[at]) || (s.p[at] && strchr(marks, s.p[at])))) {
        at++;
    }
    return at;
}

size_t str_find_run(struct str s, size_t at, char c, size_t n) {
    for (at = str_until(s, at, c); at < s.n; at = str_until(s, at, c)) {
        size_t run = str_run(s, at, c);
        if (run == n) {
            return at;
        }
        at += run;
    }
    return STR_NONE;
}

size_t str_longest_run(struct str s, char c) {
    size_t longest = 0;
    for (size_t at = str_until(s, 0, c); at < s.n; at = str_until(s, at, c)) {
        size_t run = str_run(s, at, c);
        longest = run > longest ? run : longest;
        at += run;
    }
    return longest;
}

int str_cmp(struct str a, struct str b) {
    size_t common = a.n < b.n ? a.n : b.n;
    int order = common > 0 ? memcmp(a.p, b.p, common) : 0;
    if (order != 0) {
        return order;
    }
    return a.n < b.n ? -1 : a.n > b.n;
}

int str_order(const void *a, const void *b) {
    return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

int str_order_z(const void *word, const void *row) {
    return str_cmp(*(const struct str *)word, str_of(*(const char *const *)row));
}

struct str str_lower(struct str word, char *room, size_t size) {
    if (word.n > size) {
        return STR_EMPTY;
    }
    for (size_t i = 0; i < word.n; i++) {
        room[i] = to_lower(word.p[i]);
    }
    return (struct str){room, word.n};
}

bool str_in(struct str s, const struct str *list, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (str_eq(list[i], s)) {
            return true;
        }
    }
    return false;
}

struct str str_paired(struct str word, const char *pairs) {
    struct str rest = str_of(pairs);
    while (word.n && rest.n) {
        struct str value = str_cut(&rest, ' ');
        if (str_eq(str_cut(&value, '='), word)) {
            return value;
        }
    }
    return STR_EMPTY;
}

size_t str_find_sorted(struct str word, const struct str *sorted, size_t n) {
    size_t i = 0;
    SEARCH_FIRST(i, 0, n, str_cmp(sorted[i], word) >= 0);
    return i < n && str_eq(sorted[i], word) ? i : STR_NONE;
}

struct str str_trim(struct str s) {
    while (s.n > 0 && is_space(s.p[0])) {
        s.p++;
        s.n--;
    }
    return str_trim_end(s);
}

struct str str_trim_end(struct str s) {
    while (s.n > 0 && is_space(s.p[s.n - 1])) {
        s.n--;
    }
    return s;
}

void str_trim_range(struct str s, size_t *from, size_t *to) {
    *from = str_past(str_slice(s, 0, *to), *from, is_space);
    *to = *from + str_trim_end(str_slice(s, *from, *to)).n;
}

size_t str_index(struct str s, char c) {
    const char *hit = s.n > 0 ? memchr(s.p, c, s.n) : NULL;
    return hit ? (size_t)(hit - s.p) : STR_NONE;
}

struct str str_next_word(struct str *rest) {
    size_t from = str_past(*rest, 0, is_space), end = from;
    while (end < rest->n && !is_space(rest->p[end])) {
        end++;
    }
    struct str word = str_slice(*rest, from, end);
    *rest = str_from(*rest, end);
    return word;
}

size_t str_after_last(struct str s, char c) {
    size_t at = s.n;
    while (at > 0 && s.p[at - 1] != c) {
        at--;
    }
    return at;
}

/* Searching for the first byte is much faster than memmem() where that byte is rare. After this
 * number of false hits memmem() takes over, because its time does not depend on false hits. */
#define FIRST_BYTES 8

size_t str_find(struct str s, struct str needle) {
    if (!needle.n) {
        return 0;
    }
    if (needle.n > s.n) {
        return STR_NONE;
    }
    const char *from = s.p, *last = s.p + (s.n - needle.n);
    for (int i = 0; i < FIRST_BYTES && from <= last; i++) {
        const char *at = memchr(from, needle.p[0], (size_t)(last - from) + 1);
        if (!at || !memcmp(at, needle.p, needle.n)) {
            return at ? (size_t)(at - s.p) : STR_NONE;
        }
        from = at + 1;
    }
    if (from > last) {
        return STR_NONE;
    }
    const char *at = memmem(from, s.n - (size_t)(from - s.p), needle.p, needle.n);
    return at ? (size_t)(at - s.p) : STR_NONE;
}

bool str_icontains(struct str s, struct str part) {
    for (size_t i = 0; i + part.n <= s.n; i++) {
        if (str_ieq(str_slice(s, i, i + part.n), part)) {
            return true;
        }
    }
    return false;
}

bool str_is_lang(struct str tag, const char *code) {
    size_t n = strlen(code);
    return str_ieq(str_slice(tag, 0, n), str_of(code)) &&
           (tag.n == n || tag.p[n] == '-' || tag.p[n] == '_');
}

struct str str_cut(struct str *rest, char sep) {
    struct str whole = *rest;
    size_t at = str_index(whole, sep);
    if (at == STR_NONE) {
        *rest = STR_EMPTY;
        return whole;
    }
    *rest = (struct str){whole.p + at + 1, whole.n - at - 1};
    return (struct str){whole.p, at};
}

uint64_t str_hash(struct str s) {
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < s.n; i++) {
        h = (h ^ (unsigned char)s.p[i]) * UINT64_C(1099511628211);
    }
    return h;
}

bool str_is_digits(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (!is_digit(s.p[i])) {
            return false;
        }
    }
    return s.n > 0;
}

bool str_to_i64(struct str s, int64_t *out) {
    size_t at = 0;
    bool negative = s.n > 0 && s.p[0] == '-';
    if (s.n > 0 && (s.p[0] == '-' || s.p[0] == '+')) {
        at = 1;
    }
    if (at == s.n) {
        return false;
    }
    /* The number is built as a negative one, because the absolute value of INT64_MIN does not fit
     * into int64_t. */
    int64_t v = 0;
    for (; at < s.n; at++) {
        if (!is_digit(s.p[at])) {
            return false;
        }
        int digit = s.p[at] - '0';
        if (v < (INT64_MIN + digit) / 10) {
            return false;
        }
        v = v * 10 - digit;
    }
    if (!negative && v == INT64_MIN) {
        return false;
    }
    *out = negative ? v : -v;
    return true;
}

bool str_take_decimal(struct str *rest, char point, int decimals, int64_t *out) {
    int64_t v = 0;
    bool any = false, whole = true;
    for (; rest->n && (is_digit(rest->p[0]) || (whole && rest->p[0] == point));
         *rest = str_from(*rest, 1)) {
        if (!is_digit(rest->p[0])) {
            whole = false;
            continue;
        }
        any = true;
        if (whole && v >= 1000000000) {
            v = 9999999999;
        } else if (whole || decimals-- > 0) {
            v = v * 10 + (rest->p[0] - '0');
        }
    }
    for (; decimals > 0; decimals--) {
        v *= 10;
    }
    *out = v;
    return any;
}

bool str_has_shape(struct str s, const char *shape) {
    size_t n = 0;
    while (n < s.n && shape[n] && (shape[n] == 'd' ? is_digit(s.p[n]) : s.p[n] == shape[n])) {
        n++;
    }
    return !shape[n];
}

const char *str_ordinal_ending(int64_t n) {
    static const char *const endings[] = {"th", "st", "nd", "rd"};
    return endings[n / 10 % 10 == 1 || n % 10 > 3 ? 0 : n % 10];
}
