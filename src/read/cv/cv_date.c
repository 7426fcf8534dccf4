/* SPDX-License-Identifier: MIT */
/* Dates of a CV: converts "2023-09" and "present" to text. Dates are shown with month and year,
 * without days. A text that is not a date in digits is kept. In English, months have names; in
 * other languages they are numbers, as is usual in CVs. */
#include "core/base/calendar.h"
#include "core/base/word_list.h"
#include "read/cv/cv_model.h"

/** Returns the value of a text of one to four digits, or -1 for another text. */
static int number(struct str s) {
    int n = s.n && s.n <= 4 ? 0 : -1;
    for (size_t i = 0; i < s.n && n >= 0; i++) {
        n = is_digit(s.p[i]) ? n * 10 + (s.p[i] - '0') : -1;
    }
    return n;
}

/** Reads "2023", "2023-09" or "2023-09-30", with or without a time after it. Sets the year, and the
 * month (0 if there is none). Returns false for other texts. */
static bool read_date(struct str s, int *year, int *month) {
    *year = number(str_slice(s, 0, 4));
    *month = 0;
    if (s.n < 4 || *year < 1000) {
        return false;
    }
    if (s.n >= 7 && s.p[4] == '-') {
        *month = number(str_slice(s, 5, 7));
        bool day = s.n >= 10 && s.p[7] == '-' && number(str_slice(s, 8, 10)) > 0;
        return *month >= 1 && *month <= 12 && (s.n == 7 || (day && (s.n == 10 || s.p[10] == 'T')));
    }
    return s.n == 4;
}

static bool is_present(struct str s) {
    return str_iamong(s, "present now today current ongoing");
}

static struct str one_date(struct cv *v, struct str s) {
    int year, month;
    struct str lang = v->d->meta.lang;
    if (is_present(s)) {
        return doc_word(lang, DOC_WORD_CV_PRESENT, NULL);
    }
    if (!read_date(s, &year, &month) || !month) {
        return s;
    }
    bool english = !lang.n || str_is_lang(lang, "en");
    return english ? arena_printf(v->a, "%.3s\u00A0%d", calendar_months[month - 1].p, year)
                   : arena_printf(v->a, "%02d/%d", month, year);
}

/** Returns a range with an en dash. The dash has spaces around it if a side has a month. */
static struct str range(struct cv *v, struct str from, struct str to) {
    bool wide = str_index(from, ' ') != STR_NONE || str_find(from, STR("\u00A0")) != STR_NONE ||
                str_find(to, STR("\u00A0")) != STR_NONE || str_index(from, '/') != STR_NONE;
    return arena_join(v->a, 3, from, wide ? STR(" \u2013 ") : STR("\u2013"), to);
}

/** Splits "1933 - 1955" and "2012-now" at the dash. Returns false for other texts. */
static bool split_range(struct str s, struct str *from, struct str *to) {
    int year, month;
    size_t n = 4;
    if (s.n < 6 || !read_date(str_slice(s, 0, 4), &year, &month)) {
        return false;
    }
    size_t at = n;
    while (at < s.n && (s.p[at] == ' ' || s.p[at] == '-')) {
        at++;
    }
    *from = str_slice(s, 0, n);
    *to = str_from(s, at);
    bool dash = str_index(str_slice(s, n, at), '-') != STR_NONE;
    return dash && ((read_date(*to, &year, &month) && !month) || is_present(*to));
}

struct str cv_dates(struct cv *v, const struct cv_entry *e) {
    struct str date = str_trim(node_text(e->of[CV_DATE]));
    struct str from = str_trim(node_text(e->of[CV_START])), to = str_trim(node_text(e->of[CV_END]));
    if (date.n && !from.n && split_range(date, &from, &to)) {
        date = STR_EMPTY;
    }
    if (date.n) {
        return one_date(v, date);
    }
    if (from.n && !to.n) {
        /* in RenderCV and JSON Resume, an entry without an end date lasts until now */
        to = STR("present");
    }
    if (from.n && to.n) {
        struct str a = one_date(v, from), b = one_date(v, to);
        return str_eq(a, b) ? a : range(v, a, b);
    }
    return one_date(v, from.n ? from : to);
}

bool cv_dates_long(const struct cv_entry *e) {
    const struct node *of[] = {e->of[CV_DATE], e->of[CV_START], e->of[CV_END]};
    for (size_t i = 0; i < ARRAY_LEN(of); i++) {
        int year, month;
        struct str s = str_trim(node_text(of[i]));
        if (read_date(s, &year, &month) ? month > 0 : s.n > 11) {
            return true;
        }
    }
    return false;
}
