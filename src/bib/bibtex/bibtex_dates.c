/* SPDX-License-Identifier: MIT */
/*
 * The dates of a .bib entry: biblatex's date fields (EDTF), and year, month, day of BibTeX.
 */
#include "bib/bibtex/bibtex_map.h"

#include "bib/item/dates.h"
#include "tex/math/math_rich.h"

#include <string.h>

DIAG_USE(DIAG_BIB_BAD_DATE);

/** The text without braces and ties: dates need no TeX. */
static struct str plain_value(struct mapper *m, const struct raw_field *f) {
    struct str s = f ? str_trim(f->value) : STR_EMPTY;
    bool clean = true;
    for (size_t i = 0; i < s.n; i++) {
        clean = clean && !strchr("{}~\\%\n", s.p[i]);
    }
    if (clean) {
        return s;
    }
    if (str_index(s, '\\') != STR_NONE) { /* {\noopsort{1973b}}1973 */
        s = tex_to_text(m->a, s, TEX_PLAIN, f->span, NULL);
    }
    struct buf b;
    buf_init(&b, 0);
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c == '%') { /* a comment, as in TeX */
            while (i + 1 < s.n && s.p[i + 1] != '\n') {
                i++;
            }
        } else if (is_space(c) || c == '\\' || (c == '~' && i + 1 < s.n && is_alnum(s.p[i + 1]))) {
            buf_putc(&b, ' '); /* "June~5"; "1723~" is EDTF's circa */
        } else if (c != '{' && c != '}') {
            buf_putc(&b, c);
        }
    }
    s = str_trim(buf_keep(&b, m->a));
    buf_drop(&b);
    return s;
}

static void report_date(struct mapper *m, const struct raw_field *f, struct str text) {
    struct diag *g = diag_add(m->d, DIAG_BIB_BAD_DATE, f->span, "%.*s `%.*s` is no date",
                              STR_ARG(f->name), STR_ARG(text));
    diag_hint(
        m->d, g,
        "write 2019, 2019-05, 2019-05-01 or a range with a slash; it is printed as it stands");
}

static bool has_digit(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (is_digit(s.p[i])) {
            return true;
        }
    }
    return false;
}

/** "0000" is what programs write for a date they do not know. */
static bool is_unknown(struct str s) {
    return s.n == 0 || str_is(s, "0000") || str_is(s, "0000-00-00") || str_is(s, "0");
}

static void set_date(struct mapper *m, enum item_var v, const struct raw_field *f,
                     struct str text) {
    struct item_date date = {.circa = false};
    if (is_unknown(text)) {
        return;
    }
    if (!bib_date_edtf(text, &date) && !bib_date_free(text, &date)) {
        date = (struct item_date){.literal = text};
        if (has_digit(text)) { /* "in press", "n.d." are words, not mistakes */
            report_date(m, f, text);
        }
    }
    item_set(m->a, m->it, v, f->span)->u.date = date;
}

/* ---- month ---- */

static bool read_month(struct str s, struct item_day *day) {
    struct str rest = str_trim(s);
    for (size_t i = 0; i < rest.n; i++) {
        if (!is_space(rest.p[i]) && rest.p[i] != ',') {
            continue;
        }
        /* "June 5", "5 June" */
        struct str a = str_slice(rest, 0, i), b = str_trim(str_from(rest, i + 1));
        bool day_first = is_digit(a.p[0]) && !is_digit(b.n ? b.p[0] : '0');
        struct str name = day_first ? b : a, number = day_first ? a : b;
        int64_t n;
        day->month = (int8_t)bib_month(name);
        if (day->month && str_to_i64(number, &n) && n >= 1 && n <= 31) {
            day->day = (int8_t)n;
        }
        return day->month != 0;
    }
    day->month = (int8_t)bib_month(rest);
    day->season = (int8_t)(day->month || (rest.n && is_digit(rest.p[0])) ? 0 : bib_season(rest));
    int64_t n;
    if (!day->month && str_to_i64(rest, &n) && n > 20 && n < 25) {
        day->season = (int8_t)(n - 20);
    }
    return day->month || day->season;
}

/** "May", "may-june", "June~5", "Spring". */
static bool add_month(struct str s, struct item_date *date) {
    size_t cut = 0, n = 1;
    for (size_t i = 1; i + 1 < s.n && !cut; i++) {
        bool en_dash = str_starts(str_from(s, i), STR("\xE2\x80\x93"));
        if (s.p[i] == '-' || s.p[i] == '/' || en_dash) {
            cut = i;
            n = en_dash ? 3 : s.p[i + 1] == '-' ? 2 : 1;
        }
    }
    if (!cut) {
        return read_month(s, &date->from);
    }
    struct item_day to = date->from;
    struct str right = str_trim(str_from(s, cut + n));
    if (!read_month(str_slice(s, 0, cut), &date->from)) {
        return false;
    }
    int64_t day;
    if (date->from.day && str_to_i64(right, &day) && day >= 1 && day <= 31) {
        to.month = date->from.month; /* "June 5--7" */
        to.day = (int8_t)day;
    } else if (!read_month(right, &to)) {
        return false;
    }
    date->to = to;
    date->is_range = true;
    return true;
}

struct date_fields {
    const char *date, *year, *month, *day, *end_year, *end_month, *end_day;
    enum item_var v;
};

/** Month and day of one end of a date. */
static bool add_days(struct mapper *m, const char *month_name, const char *day_name,
                     struct item_date *date) {
    struct raw_field *month = map_take(m, month_name), *day = map_take(m, day_name);
    if (!month || !date->from.has_year || date->from.month || date->is_range) {
        return true;
    }
    struct str text = plain_value(m, month);
    if (!add_month(text, date)) {
        report_date(m, month, text);
        return false;
    }
    int64_t n;
    if (day && str_to_i64(plain_value(m, day), &n) && n >= 1 && n <= 31 && date->from.month) {
        date->from.day = (int8_t)n;
    }
    return true;
}

/** The end of a date in the fields of biblatex before its version 3.5: endyear and its like. */
static void add_end(struct mapper *m, const struct date_fields *names, struct item_date *date) {
    struct raw_field *year = map_take(m, names->end_year);
    struct item_date end = {.circa = false};
    if (!year || date->is_range || !date->from.has_year ||
        !bib_date_free(plain_value(m, year), &end) || end.is_range ||
        !add_days(m, names->end_month, names->end_day, &end) || end.is_range) {
        return;
    }
    date->to = end.from;
    date->is_range = true;
}

static void set_year(struct mapper *m, const struct date_fields *names) {
    struct raw_field *year = map_take(m, names->year);
    if (!year) {
        return;
    }
    set_date(m, names->v, year, plain_value(m, year));
    const struct item_date *date = item_date(m->it, names->v);
    if (!date) {
        return;
    }
    struct item_date whole = *date;
    if (add_days(m, names->month, names->day, &whole)) {
        add_end(m, names, &whole);
    }
    item_set(m->a, m->it, names->v, year->span)->u.date = whole;
}

void map_dates(struct mapper *m) {
    static const struct date_fields rows[] = {
        {"date", "year", "month", "day", "endyear", "endmonth", "endday", VAR_ISSUED},
        {"origdate", "origyear", "origmonth", "origday", "origendyear", "origendmonth",
         "origendday", VAR_ORIGINAL_DATE},
        {"eventdate", "eventyear", "eventmonth", "eventday", "eventendyear", "eventendmonth",
         "eventendday", VAR_EVENT_DATE},
        {"urldate", "urlyear", "urlmonth", "urlday", "urlendyear", "urlendmonth", "urlendday",
         VAR_ACCESSED},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct raw_field *f = map_take(m, rows[i].date);
        if (f) {
            set_date(m, rows[i].v, f, plain_value(m, f));
            /* the older fields say the same again (biblatex manual 2.2.3: date takes precedence) */
            (void)map_take(m, rows[i].year);
            (void)map_take(m, rows[i].month);
            (void)map_take(m, rows[i].day);
        } else {
            set_year(m, &rows[i]);
        }
    }
}
