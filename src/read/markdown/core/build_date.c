/* SPDX-License-Identifier: MIT */
/* Writes dates in words: the day of the build for LaTeX's \today and Quarto's `date: today`, in the
 * formats of babel's \today, and dates in Quarto's `date-format`. The caller provides the day of
 * the build. */
#include "core/base/calendar.h"
#include "core/base/word_list.h"
#include "read/markdown/core/md.h"

DIAG_USE(DIAG_NO_DATE);

/** A date with the day of its week. */
struct day {
    int64_t year;
    int month, day; /* both begin at 1 */
    int week;       /* day of the week; 0 is Sunday */
};

static struct day day_of(int64_t days) {
    struct calendar_day c = calendar_date(days);
    return (struct day){c.year, c.month, c.day, (int)(((days + 4) % 7 + 7) % 7)};
}

static struct str in_words(struct md *m, const struct day *day) {
    const struct doc_months *words = doc_months_of(m->doc->meta.lang);
    if (!words) {
        return arena_printf(m->a, "%d-%02d-%02d", (int)day->year, day->month, day->day);
    }
    struct buf b = BUF_INIT;
    for (const char *p = words->form; *p; p++) {
        if (*p == 'd' || *p == 'y') {
            buf_int(&b, *p == 'd' ? day->day : day->year);
        } else if (*p == 'm') {
            buf_puts(&b, words->months[day->month - 1]);
        } else if (*p == 'e') {
            buf_puts(&b, "de");
        } else {
            buf_putc(&b, *p);
        }
    }
    return buf_finish(&b, m->a);
}

/* Sets `*days` to the day of the build, in days since 1970. If the day is unknown, reports this and
 * returns false. */
static bool build_day(struct md *m, struct span at, int64_t *days) {
    int64_t now = m->epoch;
    bool clock = now < 0 && m->opt->today;
    if (clock) {
        now = m->opt->today(m->opt->begin_user);
    }
    if (now < 0) {
        diag_add(m->diags, DIAG_NO_DATE, at, "the day of the build is not known: no date is shown");
        return false;
    }
    if (clock && m->opt->lint) {
        diag_add(m->diags, DIAG_NO_DATE, at, "the date is the day of each build");
    }
    *days = now / CALENDAR_DAY;
    return true;
}

struct str md_today(struct md *m, struct span at) {
    int64_t days;
    if (!build_day(m, at, &days)) {
        return STR_EMPTY;
    }
    struct day day = day_of(days);
    return in_words(m, &day);
}

/* ---- date-format */

/* Reads `2024-03-05`, perhaps followed by a time, or `03/05/2024`. Returns false for other texts.
 */
static bool read_day(struct str s, int64_t *days) {
    int64_t n[3];
    bool slashes = s.n == 10 && s.p[2] == '/' && s.p[5] == '/';
    size_t at[3] = {slashes ? 6 : 0, slashes ? 0 : 5, slashes ? 3 : 8};
    bool iso = s.n >= 10 && s.p[4] == '-' && s.p[7] == '-' &&
               (s.n == 10 || s.p[10] == 'T' || s.p[10] == ' ');
    for (size_t i = 0; i < 3; i++) {
        struct str part = str_slice(s, at[i], at[i] + (i ? 2 : 4));
        if ((!iso && !slashes) || !str_is_digits(part) || !str_to_i64(part, &n[i])) {
            return false;
        }
    }
    *days = calendar_days(n[0], (int)n[1], (int)n[2]);
    return calendar_has(n[0], (int)n[1], (int)n[2]);
}

/* Appends the value for `n` letters `c` of a date format, such as `MMM`. Returns false if there is
 * none, or if the language lacks names for it. */
static bool put_letters(struct md *m, struct buf *b, const struct day *day, char c, size_t n) {
    const struct doc_months *words = doc_months_of(m->doc->meta.lang);
    struct str lang = m->doc->meta.lang;
    bool english = !lang.n || str_is_lang(lang, "en"), names = n > 2 && c != 'Y';
    if ((c != 'Y' && c != 'M' && c != 'D' && c != 'd') || n > 4 || (c == 'd' && n < 3) ||
        (names && ((c == 'M' && !words) || (c == 'd' && !english) || c == 'D'))) {
        return false;
    }
    if (names) {
        struct str name =
            c == 'M' ? str_of(words->months[day->month - 1]) : calendar_week[day->week];
        buf_str(b, n == 3 && english ? str_slice(name, 0, 3) : name);
    } else {
        int64_t v = c == 'Y' ? day->year : c == 'M' ? day->month : day->day;
        buf_puts(b, n == 2 && v % 100 < 10 ? "0" : "");
        buf_int(b, n == 2 ? v % 100 : v);
    }
    return true;
}

/* Appends a day in a format of Day.js, in which text in brackets is kept. Returns false if a part
 * of the format has no value, such as hours. */
static bool put_day(struct md *m, struct buf *b, const struct day *day, struct str form) {
    for (size_t i = 0; i < form.n;) {
        char c = form.p[i];
        size_t n = 1, close = c == '[' ? str_index(str_from(form, i), ']') : STR_NONE;
        while (i + n < form.n && form.p[i + n] == c && is_alpha(c)) {
            n++;
        }
        if (close != STR_NONE) {
            buf_str(b, str_slice(form, i + 1, i + close));
            n = close + 1;
        } else if (c == 'D' && n == 1 && i + 1 < form.n && form.p[i + 1] == 'o') {
            buf_int(b, day->day);
            buf_puts(b, str_ordinal_ending(day->day));
            n = 2;
        } else if (!is_alpha(c)) {
            buf_putc(b, c);
        } else if (!put_letters(m, b, day, c, n)) {
            return false;
        }
        i += n;
    }
    return true;
}

struct str md_date_formed(struct md *m, struct str date, struct str form, struct span at) {
    static const char *const named[][2] = {{"full", "dddd, MMMM D, YYYY"},
                                           {"medium", "MMM D, YYYY"},
                                           {"short", "M/D/YY"},
                                           {"iso", "YYYY-MM-DD"}};
    bool today = str_among(date, "today now last-modified");
    int64_t days;
    if (!today && !form.n) {
        return STR_EMPTY;
    }
    if (today ? !build_day(m, at, &days) : !read_day(date, &days)) {
        return STR_EMPTY;
    }
    for (size_t i = 0; i < ARRAY_LEN(named); i++) {
        form = str_is(form, named[i][0]) ? str_of(named[i][1]) : form;
    }
    struct day day = day_of(days);
    struct buf b = BUF_INIT;
    bool good = form.n && !str_is(form, "long") && put_day(m, &b, &day, form);
    struct str out = good                                       ? buf_keep(&b, m->a)
                     : today || !form.n || str_is(form, "long") ? in_words(m, &day)
                                                                : STR_EMPTY;
    buf_drop(&b);
    return out;
}
