/* SPDX-License-Identifier: MIT */
/*
 * Dates written as text: ISO 8601 and EDTF's level 0, and what people write in English. What cannot
 * be read with certainty is kept as it is.
 */
#include "csl/items.h"

static const char *const months[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                     "jul", "aug", "sep", "oct", "nov", "dec"};
static const struct {
    const char *word;
    int season;
} seasons[] = {{"spr", 1}, {"sum", 2}, {"aut", 3}, {"fal", 3}, {"win", 4}};

static struct str lower3(struct str s, char out[4]) {
    for (size_t i = 0; i < 3; i++) {
        out[i] = i < s.n ? to_lower(s.p[i]) : '\0';
    }
    out[3] = '\0';
    return (struct str){out, 3};
}

/** The next run of letters or of digits. */
static struct str next_token(struct str *rest) {
    while (rest->n && !is_alnum(rest->p[0])) {
        *rest = str_from(*rest, 1);
    }
    size_t n = 0;
    while (n < rest->n && is_alnum(rest->p[n]) && is_digit(rest->p[n]) == is_digit(rest->p[0])) {
        n++;
    }
    struct str t = str_slice(*rest, 0, n);
    *rest = str_from(*rest, n);
    return t;
}

static bool is_word(struct str t, const char *w) {
    return str_ieq(t, str_of(w));
}

/** "2005-05-10", "2005-05", "-0050". */
static bool read_iso(struct str s, struct item_day *out) {
    bool negative = s.n && s.p[0] == '-';
    s = negative ? str_from(s, 1) : s;
    int64_t parts[3] = {0, 0, 0};
    size_t n = 0;
    struct str rest = s;
    while (rest.p && rest.n && n < 3) {
        struct str t = str_cut(&rest, '-');
        if (t.n == 0 || !is_digit(t.p[0]) || (n == 0 ? t.n < 3 : t.n > 2) ||
            !str_to_i64(t, &parts[n])) {
            return false;
        }
        n++;
    }
    if (n == 0 || rest.n || parts[0] > 99999 || parts[2] > 31) {
        return false;
    }
    *out = (struct item_day){.has_year = parts[0] != 0};
    out->year = (int32_t)(negative ? -parts[0] : parts[0]);
    if (parts[1] >= 21 && parts[1] <= 24) {
        out->season = (int8_t)(parts[1] - 20);
    } else if (parts[1] <= 12) {
        out->month = (int8_t)parts[1];
        out->day = (int8_t)(out->month ? parts[2] : 0);
    } else {
        return false;
    }
    return out->has_year;
}

/** A date as far as its words say it; what is missing may come from the other end of a range. */
struct partial {
    struct item_day day;
    int numbers[2]; /* small ones, in order */
    size_t n;
    bool circa, early; /* early: before Christ */
};

static bool take_word(struct str t, struct partial *p) {
    static const char *const fillers[] = {"ad",  "ce",  "st",  "nd",  "rd",  "th", "mon",
                                          "tue", "wed", "thu", "fri", "sat", "sun"};
    char key[4];
    struct str k = lower3(t, key);
    for (size_t i = 0; i < ARRAY_LEN(months) && t.n >= 3; i++) {
        if (str_is(k, months[i]) && !p->day.month) {
            p->day.month = (int8_t)(i + 1);
            return true;
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(seasons) && t.n >= 3; i++) {
        if (str_is(k, seasons[i].word)) {
            p->day.season = (int8_t)seasons[i].season;
            return true;
        }
    }
    if (is_word(t, "c") || is_word(t, "ca") || is_word(t, "circa")) {
        p->circa = true;
        return true;
    }
    if (is_word(t, "bc") || is_word(t, "bce")) {
        p->early = true;
        return true;
    }
    for (size_t i = 0; i < ARRAY_LEN(fillers); i++) {
        struct str f = str_of(fillers[i]);
        if (f.n == 2 ? is_word(t, fillers[i]) : str_ends(t, STR("day")) && str_eq(k, f)) {
            return true;
        }
    }
    return false;
}

/** "10 May 2005", "May 10, 2005", "Spring 2005", "100 BC", "3". False when a word means nothing. */
static bool read_words(struct str s, struct partial *p) {
    *p = (struct partial){0};
    struct str rest = s;
    size_t words = 0;
    for (struct str t = next_token(&rest); t.n; t = next_token(&rest)) {
        int64_t v = 0;
        if (++words > 7) {
            return false;
        }
        if (!str_to_i64(t, &v)) {
            if (!take_word(t, p)) {
                return false;
            }
        } else if (t.n >= 3 || v > 31) {
            if (p->day.has_year || v > 99999 || v == 0) {
                return false;
            }
            p->day.year = (int32_t)v;
            p->day.has_year = true;
        } else if (p->n < 2) {
            p->numbers[p->n++] = (int)v;
        } else {
            return false;
        }
    }
    if (p->early) {
        p->day.year = -p->day.year;
    }
    return words > 0;
}

/** Gives the small numbers their meaning: a day beside a month, else month and day. */
static bool settle(struct partial *p) {
    if (p->day.month) {
        p->day.day = (int8_t)(p->n ? p->numbers[0] : 0);
        return p->n < 2;
    }
    if (p->n == 0) {
        return true;
    }
    if (p->numbers[0] < 1 || p->numbers[0] > 12) {
        return false;
    }
    p->day.month = (int8_t)p->numbers[0];
    p->day.day = (int8_t)p->numbers[1];
    return true;
}

static void trim_doubt(struct str *s, bool *circa) {
    *s = str_trim(*s);
    while (s->n && (s->p[s->n - 1] == '?' || s->p[s->n - 1] == '~')) {
        *circa = true;
        *s = str_trim(str_slice(*s, 0, s->n - 1));
    }
}

static bool read_one(struct str s, struct item_day *d, bool *circa) {
    struct partial p;
    trim_doubt(&s, circa);
    if (read_iso(s, d)) {
        return true;
    }
    size_t dots = str_index(s, '.');
    if (dots != STR_NONE && dots > 0 && is_digit(s.p[dots - 1])) {
        return false; /* 1.5.2005: nobody knows which is the month */
    }
    if (!read_words(s, &p) || !settle(&p)) {
        return false;
    }
    *circa = *circa || p.circa;
    *d = p.day;
    return d->has_year;
}

/** "5/10/2005", "05/2005", "2003/12", "2003/12/24". */
static bool read_slashes(struct str s, struct item_day *d) {
    int64_t v[3] = {0, 0, 0};
    size_t n = 0;
    for (struct str rest = s; rest.p && rest.n;) {
        struct str t = str_trim(str_cut(&rest, '/'));
        if (n == 3 || t.n == 0 || t.n > 4 || !is_digit(t.p[0]) || !str_to_i64(t, &v[n])) {
            return false;
        }
        n++;
    }
    bool year_first = v[0] > 31;
    int64_t year = year_first ? v[0] : v[n - 1], month = year_first ? v[1] : v[0];
    int64_t day = n < 3 ? 0 : year_first ? v[2] : v[1];
    if (n < 2 || year < 32 || month < 1 || month > 12 || day > 31) {
        return false;
    }
    *d = (struct item_day){.year = (int32_t)year, .has_year = true};
    d->month = (int8_t)month;
    d->day = (int8_t)day;
    return true;
}

/** Ends of a range written short: "May 1-3, 2005", "May-June 2005", "Winter 2004/2005". */
static bool join_ends(struct str first, struct str second, struct item_date *out) {
    struct partial a, b;
    trim_doubt(&first, &out->circa);
    trim_doubt(&second, &out->circa);
    if (!read_words(first, &a) || !read_words(second, &b)) {
        return false;
    }
    if (!a.day.has_year) {
        a.day.year = b.day.year;
        a.day.has_year = b.day.has_year;
    }
    if (!b.day.month && !b.day.season && b.n == 1 && a.day.month) {
        b.day.month = a.day.month;
    }
    if (!a.day.month && !a.day.season && a.n == 1 && b.n == 1) { /* "5-7 May 2005" */
        a.day.month = b.day.month;
    }
    if (!b.day.season && !b.day.month && b.n == 0) {
        b.day.season = a.day.season;
    }
    if (!settle(&a) || !settle(&b) || !a.day.has_year || !b.day.has_year) {
        return false;
    }
    out->circa = out->circa || a.circa || b.circa;
    out->from = a.day;
    out->to = b.day;
    return true;
}

static bool read_range(struct str s, struct item_date *out) {
    static const struct str seps[] = {STR_INIT("--"), STR_INIT(" - "), STR_INIT("\xE2\x80\x93"),
                                      STR_INIT("/"), STR_INIT("-")};
    for (size_t i = 0; i < ARRAY_LEN(seps); i++) {
        size_t at = str_find(s, seps[i]);
        if (at == STR_NONE || at == 0) {
            continue;
        }
        struct str a = str_slice(s, 0, at), b = str_from(s, at + seps[i].n);
        bool open = str_trim(b).n == 0 || is_word(str_trim(b), "..");
        *out = (struct item_date){.is_range = true};
        if (open && read_one(a, &out->from, &out->circa)) {
            return true;
        }
        if (!open && seps[i].n == 1 && seps[i].p[0] == '/' && read_iso(str_trim(a), &out->from) &&
            read_iso(str_trim(b), &out->to)) {
            return true;
        }
        if (!open && join_ends(a, b, out)) {
            return true;
        }
    }
    return false;
}

void csl_date_read(struct arena *a, struct str text, struct item_date *out) {
    (void)a;
    *out = (struct item_date){0};
    struct str s = str_trim(text);
    if (s.n > 2 && s.p[0] == '"' && s.p[s.n - 1] == '"') {
        out->literal = str_slice(s, 1, s.n - 1); /* quoted: to be shown as it is */
        return;
    }
    bool dashed = str_index(s, '-') != STR_NONE || str_index(s, '/') != STR_NONE ||
                  str_find(s, STR("\xE2\x80\x93")) != STR_NONE;
    struct str plain = s;
    trim_doubt(&plain, &out->circa);
    if (read_iso(plain, &out->from) || read_slashes(plain, &out->from) ||
        (!dashed && read_one(s, &out->from, &out->circa))) {
        return;
    }
    if (dashed && read_range(s, out)) {
        return;
    }
    *out = (struct item_date){.raw = s};
}
