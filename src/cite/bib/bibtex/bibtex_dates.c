/* SPDX-License-Identifier: MIT */
/*
 * The dates of a .bib entry: biblatex's date fields (EDTF), and BibTeX's fields year, month and
 * day.
 */
#include "cite/bib/bibtex/bibtex_map.h"

#include "cite/bib/item/dates.h"
#include "model/tex/math/math_rich.h"

#include <string.h>

DIAG_USE(DIAG_BIB_BAD_DATE);

/** Returns the text without braces and ties. Other TeX does not occur in dates. */
static struct str plain_value(struct bibtex_mapper *m, const struct bibtex_field *f) {
    struct str s = f ? str_trim(f->value) : STR_EMPTY;
    bool clean = true;
    for (size_t i = 0; i < s.n; i++) {
        clean = clean && !strchr("{}~\\%\n", s.p[i]);
    }
    if (clean) {
        return s;
    }
    /* the year may have a command, as in {\noopsort{1973b}}1973 */
    if (str_index(s, '\\') != STR_NONE) {
        s = tex_to_text(m->a, s, TEX_PLAIN, f->span, NULL);
    }
    struct buf b = BUF_INIT;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        size_t newline = c == '%' ? str_until(s, i + 1, '\n') : s.n;
        bool apart = (i > 0 && is_space(s.p[i - 1])) || (i + 1 < s.n && is_space(s.p[i + 1]));
        if (newline < s.n || (c == '%' && apart)) { /* skips a comment of TeX */
            i = newline - 1;                        /* the `%` in "1723%" is EDTF's sign */
        } else if (is_space(c) || c == '\\' || (c == '~' && i + 1 < s.n && is_alnum(s.p[i + 1]))) {
            /* a tie is a space in "June~5", but EDTF's sign for "circa" in "1723~" */
            buf_putc(&b, ' ');
        } else if (c != '{' && c != '}') {
            buf_putc(&b, c);
        }
    }
    return str_trim(buf_finish(&b, m->a));
}

static void report_date(struct bibtex_mapper *m, const struct bibtex_field *f, struct str text) {
    struct diag *g = diag_add(m->d, DIAG_BIB_BAD_DATE, f->span, "%.*s `%.*s` is not a date",
                              STR_ARG(f->name), STR_ARG(text));
    struct item_date date;
    /* EDTF requires hyphens between the parts of a date; the hint adds them */
    if (text.n == 8 && str_is_digits(text)) {
        struct str day = arena_printf(m->a, "%.4s-%.2s-%.2s", text.p, text.p + 4, text.p + 6);
        if (bib_date_edtf(day, &date)) {
            diag_hint(m->d, g, "write %.*s; it is printed unchanged", STR_ARG(day));
            return;
        }
    }
    bool month = str_ends(f->name, STR("month"));
    diag_hint(m->d, g,
              month
                  ? "write the name of a month or 1 to 12, with days as in 5--7 May; it is left out"
                  : "write 2019, 2019-05, 2019-05-01 or a range with a slash; it is printed "
                    "unchanged");
}

static bool has_digit(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (is_digit(s.p[i])) {
            return true;
        }
    }
    return false;
}

/** Whether the text is "0000", which programs write for an unknown date. */
static bool is_unknown(struct str s) {
    return s.n == 0 || str_is(s, "0000") || str_is(s, "0000-00-00") || str_is(s, "0");
}

/** Reports a range that ends before it begins. Either end may be wrong. */
static void check_order(struct bibtex_mapper *m, const struct bibtex_field *f,
                        const struct item_date *date) {
    if (bib_date_is_backwards(date)) {
        struct diag *g =
            diag_add(m->d, DIAG_BIB_BAD_DATE, f->span, "%.*s `%.*s` is a range that runs backwards",
                     STR_ARG(f->name), STR_ARG(str_trim(f->value)));
        diag_hint(m->d, g, "the earlier end comes first, each with its own year: 2010-12/2011-01");
    }
}

static void set_date(struct bibtex_mapper *m, enum item_var v, const struct bibtex_field *f,
                     struct str text) {
    struct item_date date = {.circa = false};
    if (is_unknown(text)) {
        return;
    }
    if (!bib_date_edtf(text, &date) && !bib_date_free(text, &date)) {
        date = (struct item_date){.literal = text};
        if (has_digit(text)) { /* a text without digits, such as "in press" and "n.d.", is valid */
            report_date(m, f, text);
        }
    }
    check_order(m, f, &date);
    item_set_date(m->a, m->it, v, &date, f->span);
}

/* ---- month ---- */

static bool same_year(const struct item_day *x, const struct item_day *y) {
    return x->has_year && y->has_year && x->year == y->year;
}

/** Reads "06-07", "6--7", "6/7" or "November, December", which are two months in this field. */
static bool add_two_months(struct str s, struct item_date *date) {
    struct str last = s, first = str_cut(&last, ',');
    if (last.n && bib_month(str_trim(first)) && bib_month(str_trim(last))) {
        date->to = date->from;
        date->from.month = (int8_t)bib_month(str_trim(first));
        date->to.month = (int8_t)bib_month(str_trim(last));
        date->is_range = true;
        return true;
    }
    size_t n = str_past(s, 0, is_digit);
    struct str left = str_slice(s, 0, n), right = str_from(s, n);
    size_t dash = str_starts(right, STR("\xE2\x80\x93")) ? 3 : str_starts(right, STR("--")) ? 2 : 1;
    bool parted = right.n > dash && (dash > 1 || right.p[0] == '-' || right.p[0] == '/');
    int64_t number;
    if (!parted || !str_to_i64(str_from(right, dash), &number) || !bib_month(left) ||
        !bib_month(str_from(right, dash))) {
        return false;
    }
    date->to = date->from;
    date->from.month = (int8_t)bib_month(left);
    date->to.month = (int8_t)bib_month(str_from(right, dash));
    date->is_range = true;
    return true;
}

/**
 * Reads the field `month`, whose year is in `date`. It may be written like a whole date: "May",
 * "5", "may-june", "Spring", "June~5", "8-10 Feb.", "28 June - 2 July".
 */
static bool add_month(struct bibtex_mapper *m, struct str s, struct item_date *date) {
    int64_t season;
    if (str_to_i64(s, &season) && season > 20 && season < 25) {
        date->from.season = (int8_t)(season - 20);
        return true;
    }
    date->from.month = (int8_t)bib_month(s);
    if (date->from.month || add_two_months(s, date)) {
        return true;
    }
    struct item_date whole;
    struct str dated = arena_printf(m->a, "%.*s %d", STR_ARG(s), (int)date->from.year);
    if (!bib_date_free(dated, &whole) &&
        !(bib_date_free(s, &whole) && same_year(&whole.from, &date->from))) {
        return false;
    }
    if (!whole.from.month && !whole.from.season) {
        return false;
    }
    whole.circa = whole.circa || date->circa;
    *date = whole;
    return true;
}

struct date_fields {
    const char *date, *year, *month, *day, *end_year, *end_month, *end_day;
    enum item_var v;
};

/** Adds the month and day of one end of a date. */
static bool add_days(struct bibtex_mapper *m, const char *month_name, const char *day_name,
                     struct item_date *date) {
    struct bibtex_field *month = bibtex_map_take(m, month_name),
                        *day = bibtex_map_take(m, day_name);
    if (!month || !date->from.has_year || date->from.month || date->is_range) {
        return true;
    }
    struct str text = plain_value(m, month), number = day ? plain_value(m, day) : STR_EMPTY;
    int64_t n = 0;
    bool plain_day = str_to_i64(number, &n) && n >= 1 && n <= 31;
    if (number.n && !plain_day) { /* the field may have a range of days such as "5--7" */
        text = arena_join(m->a, 3, number, STR(" "), text);
    }
    if (!add_month(m, text, date)) {
        report_date(m, month, text);
        return false;
    }
    if (plain_day && date->from.month && !date->is_range) {
        date->from.day = (int8_t)n;
    }
    return true;
}

/** Adds the end of a date from the fields `endyear`, `endmonth` and `endday`, which biblatex had
 * before version 3.5. */
static void add_end(struct bibtex_mapper *m, const struct date_fields *names,
                    struct item_date *date) {
    struct bibtex_field *year = bibtex_map_take(m, names->end_year);
    struct item_date end = {.circa = false};
    if (!year || date->is_range || !date->from.has_year ||
        !bib_date_free(plain_value(m, year), &end) || end.is_range ||
        !add_days(m, names->end_month, names->end_day, &end) || end.is_range) {
        return;
    }
    date->to = end.from;
    date->is_range = true;
}

static void set_year(struct bibtex_mapper *m, const struct date_fields *names) {
    struct bibtex_field *year = bibtex_map_take(m, names->year);
    if (!year) {
        return;
    }
    set_date(m, names->v, year, plain_value(m, year));
    const struct item_date *date = item_date(m->it, names->v);
    if (!date) {
        return;
    }
    struct item_date whole = *date;
    struct bibtex_field *month = bibtex_field_find(&m->e->fields, names->month);
    if (add_days(m, names->month, names->day, &whole)) {
        add_end(m, names, &whole);
    }
    if (!date->is_range) { /* set_date() has already checked a range in the field `year` */
        check_order(m, month ? month : year, &whole);
    }
    item_set_date(m->a, m->it, names->v, &whole, year->span);
}

void bibtex_map_dates(struct bibtex_mapper *m) {
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
        struct bibtex_field *f = bibtex_map_take(m, rows[i].date);
        const struct item_date *date = NULL;
        if (f) {
            set_date(m, rows[i].v, f, plain_value(m, f));
            date = item_date(m->it, rows[i].v);
        }
        if (date && date->literal.n && has_digit(date->literal) &&
            bibtex_field_find(&m->e->fields, rows[i].year)) {
            set_year(m, &rows[i]);
        } else if (f) {
            /* the older fields repeat the date (biblatex manual 2.2.3: date takes precedence) */
            (void)bibtex_map_take(m, rows[i].year);
            (void)bibtex_map_take(m, rows[i].month);
            (void)bibtex_map_take(m, rows[i].day);
        } else {
            set_year(m, &rows[i]);
        }
    }
}
