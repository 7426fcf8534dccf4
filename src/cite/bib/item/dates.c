/* SPDX-License-Identifier: MIT */
/*
 * Dates: EDTF level 1 as in biblatex and CSL (ISO 8601-2:2019; biblatex manual 2.3.8), and dates as
 * people write them. This file decides which days a text means; csl formats them.
 */
#include "cite/bib/item/dates.h"
#include "core/base/calendar.h"
#include "core/base/word_list.h"

/* ---- names of months and seasons ---- */

struct month_name {
    struct str name;
    int number;
};

static const struct month_name months[] = {
#define MONTH(name, number) {STR_INIT(name), number},
#include "cite/bib/item/months.def"
#undef MONTH
};

static const struct month_name seasons[] = {
    {STR_INIT("spring"), 1}, {STR_INIT("summer"), 2}, {STR_INIT("autumn"), 3},
    {STR_INIT("fall"), 3},   {STR_INIT("winter"), 4}, {STR_INIT("printemps"), 1},
    {STR_INIT("sommer"), 2}, {STR_INIT("herbst"), 3},
};

static bool prefix_ieq(struct str prefix, struct str name) {
    return prefix.n <= name.n && str_ieq(prefix, str_slice(name, 0, prefix.n));
}

int bib_month(struct str text) {
    struct str s = str_trim(text);
    if (s.n && s.p[s.n - 1] == '.') {
        s.n--;
    }
    int64_t number;
    if (str_to_i64(s, &number)) {
        return number >= 1 && number <= 12 ? (int)number : 0;
    }
    for (size_t i = 0; s.n >= 3 && i < ARRAY_LEN(months); i++) {
        if (prefix_ieq(s, months[i].name)) {
            return months[i].number;
        }
    }
    return 0;
}

int bib_season(struct str text) {
    struct str s = str_trim(text);
    for (size_t i = 0; s.n >= 3 && i < ARRAY_LEN(seasons); i++) {
        if (prefix_ieq(s, seasons[i].name)) {
            return seasons[i].number;
        }
    }
    int64_t n;
    return str_to_i64(s, &n) && n >= 1 && n <= 4 ? (int)n : 0;
}

/* ---- EDTF ---- */

struct edtf {
    struct str s;
    size_t at;
    /* with unspecified digits, `day` is the first and `last` the last possible day */
    struct item_day day, last;
    bool circa, uncertain, unspecified;
};

static bool more(const struct edtf *p) {
    return p->at < p->s.n;
}

static char look(const struct edtf *p) {
    return more(p) ? p->s.p[p->at] : '\0';
}

/** Converts a year of EDTF. CSL has no year 0: 0000 is 1 BC. */
static int32_t csl_year(int64_t year) {
    return (int32_t)(year <= 0 ? year - 1 : year);
}

static bool is_unspecified(char c) {
    return c == 'X' || c == 'x' || c == 'u' || c == 'U';
}

static bool read_year(struct edtf *p) {
    bool negative = false, long_year = false;
    if (look(p) == 'Y' || look(p) == 'y') {
        long_year = true;
        p->at++;
    }
    if (look(p) == '-' || look(p) == '+') {
        negative = look(p) == '-';
        p->at++;
    }
    int64_t from = 0, to = 0;
    size_t digits = 0, open = 0;
    for (; more(p) && (is_digit(look(p)) || is_unspecified(look(p))); p->at++, digits++) {
        bool x = is_unspecified(look(p));
        if ((open && !x) || digits >= 10) {
            return false;
        }
        open += x;
        from = from * 10 + (x ? 0 : look(p) - '0');
        to = to * 10 + (x ? 9 : look(p) - '0');
    }
    if ((long_year ? digits < 4 : digits != 4) || open >= digits || to > ITEM_YEAR_MAX - 1) {
        return false;
    }
    p->day.has_year = p->last.has_year = true;
    p->day.year = csl_year(negative ? -(open ? to : from) : from);
    p->last.year = csl_year(negative ? -from : to);
    p->unspecified = open > 0;
    return true;
}

/** Reads two digits. Returns -1 for "XX" (an unspecified month or day), and -2 for other text. */
static int read_two(struct edtf *p) {
    if (p->at + 2 > p->s.n) {
        return -2;
    }
    char a = p->s.p[p->at], b = p->s.p[p->at + 1];
    if (is_unspecified(a) && is_unspecified(b)) {
        p->at += 2;
        return -1;
    }
    if (!is_digit(a) || !is_digit(b)) {
        return -2;
    }
    p->at += 2;
    return (a - '0') * 10 + (b - '0');
}

static bool valid_day(int32_t year, int month, int day) {
    return calendar_has(year < 0 ? year + 1 : year, month, day);
}

static bool read_month_day(struct edtf *p) {
    if (look(p) != '-') {
        return true;
    }
    p->at++;
    int month = read_two(p);
    if (month == -2 || month == 0 || (month > 12 && (month < 21 || month > 24))) {
        return false;
    }
    if (month > 12) {
        p->day.season = p->last.season = (int8_t)(month - 20);
        return true;
    }
    if (month > 0) {
        p->day.month = p->last.month = (int8_t)month;
    }
    if (look(p) != '-') {
        return true;
    }
    p->at++;
    int day = read_two(p);
    if (day == -2 || (day != -1 && (month < 1 || !valid_day(p->day.year, month, day)))) {
        return false;
    }
    if (day > 0) {
        p->day.day = p->last.day = (int8_t)day;
    }
    return true;
}

/** Skips a time such as "T14:34:00Z" after a day, because CSL has no times. */
static void skip_time(struct edtf *p) {
    if ((look(p) != 'T' && look(p) != 't') || p->day.day == 0) {
        return;
    }
    while (more(p) && look(p) != '/' && look(p) != '~' && look(p) != '?' && look(p) != '%') {
        p->at++;
    }
}

static bool read_day(struct str s, struct edtf *p) {
    *p = (struct edtf){.s = str_trim(s)};
    if (!read_year(p) || !read_month_day(p)) {
        return false;
    }
    skip_time(p);
    for (; look(p) == '~' || look(p) == '?' || look(p) == '%'; p->at++) {
        p->circa = p->circa || look(p) != '?';
        p->uncertain = p->uncertain || look(p) != '~';
    }
    return !more(p);
}

static bool is_open(struct str s) {
    s = str_trim(s);
    return s.n == 0 || str_is(s, "..") || str_ieq(s, STR("open")) || str_ieq(s, STR("unknown"));
}

bool bib_date_edtf(struct str text, struct item_date *out) {
    struct str to = str_trim(text), from = str_cut(&to, '/');
    struct item_date date = {.circa = false};
    struct edtf a, b;
    if (to.p == NULL) {
        if (!read_day(from, &a)) {
            return false;
        }
        date.from = a.day;
        date.circa = a.circa;
        if (a.unspecified) {
            date.to = a.last;
            date.is_range = true;
        }
        *out = date;
        return true;
    }
    bool open_from = is_open(from), open_to = is_open(to);
    if ((open_from && open_to) || (!open_from && !read_day(from, &a)) ||
        (!open_to && !read_day(to, &b))) {
        return false;
    }
    date.is_range = true;
    if (!open_from) {
        date.from = a.day;
        date.circa = a.circa;
    }
    if (!open_to) {
        date.to = b.last;
        date.circa = date.circa || b.circa;
    }
    *out = date;
    return true;
}

/* ---- dates as people write them ---- */

/** A longer text is not a date. This limits the number of places where a range may be divided. */
#define FREE_DATE_MAX 96

/** The words of one day. `numbers` are interpreted after all words are read. */
struct free_day {
    struct item_day day;
    int64_t numbers[2];
    size_t n;
    bool year_first; /* the year is first, as in 2010.5.1 */
    /* parts are separated by dots: 1.5.2010 begins with the day, but 5/1/2010 begins with the
     * month */
    bool dots;
    bool circa;
};

static bool is_separator(char c) {
    return is_space(c) || c == ',' || c == '/' || c == '-' || c == '.' || c == '~';
}

/** Returns the next group of digits, or of letters with points between them ("B.C."). Empty if
 * neither follows. */
static struct str next_word(struct str *rest) {
    size_t begin = 0, end;
    while (begin < rest->n && is_separator(rest->p[begin])) {
        begin++;
    }
    bool digits = begin < rest->n && is_digit(rest->p[begin]);
    for (end = begin; end < rest->n; end++) {
        char c = rest->p[end];
        bool joint = c == '.' && end > begin && end + 1 < rest->n && is_alpha(rest->p[end + 1]);
        bool letter = is_alpha(c) || (unsigned char)c >= 0x80 || joint;
        if (digits ? !is_digit(c) : !letter) {
            break;
        }
    }
    struct str word = str_slice(*rest, begin, end);
    *rest = str_from(*rest, end);
    return word;
}

/** -1 for a word that means BC, 1 for one that means AD, 0 for other words. */
static int era_of(struct str word) {
    static const struct {
        struct str name;
        int sign;
    } eras[] = {{STR_INIT("BC"), -1},    {STR_INIT("BCE"), -1}, {STR_INIT("B.C"), -1},
                {STR_INIT("B.C.E"), -1}, {STR_INIT("AD"), 1},   {STR_INIT("CE"), 1},
                {STR_INIT("A.D"), 1},    {STR_INIT("C.E"), 1}};
    for (size_t i = 0; i < ARRAY_LEN(eras); i++) {
        if (str_ieq(word, eras[i].name)) {
            return eras[i].sign;
        }
    }
    return 0;
}

/** Whether a word is skipped in a date: a weekday, or "of". After a number (`behind_number`), the
 * end of an ordinal number ("th") is also skipped. */
static bool is_filler(struct str word, bool behind_number) {
    return (behind_number && str_iamong(word, "st nd rd th")) ||
           str_iamong(word, "monday tuesday wednesday thursday friday saturday sunday of de den");
}

/** Reads a word of letters, which may be next to a number ("1st", "c1990"). Returns false if a date
 * cannot have this word at this place. */
static bool take_word(struct str word, bool behind_number, bool before_number, struct free_day *f) {
    if (str_ieq(word, STR("c")) || str_ieq(word, STR("ca")) || str_ieq(word, STR("circa"))) {
        f->circa = true;
        return !(word.n == 1 && before_number); /* in c1990 the letter c means copyright */
    }
    if (!f->day.month && !f->day.season) {
        f->day.month = (int8_t)bib_month(word);
        f->day.season = (int8_t)(f->day.month ? 0 : bib_season(word));
        if (f->day.month || f->day.season) {
            return true;
        }
    }
    return is_filler(word, behind_number);
}

static bool take_number(struct str word, bool first, struct free_day *f) {
    int64_t v;
    if (word.n > 4 || !str_to_i64(word, &v)) {
        return false;
    }
    if (word.n >= 3) {
        if (f->day.has_year || v == 0) {
            return false;
        }
        f->day.year = (int32_t)v;
        f->day.has_year = true;
        f->year_first = first;
        return true;
    }
    if (f->n == ARRAY_LEN(f->numbers)) {
        return false;
    }
    f->numbers[f->n++] = v;
    return true;
}

/** Reads the year next to an era, which may have any number of digits: "44 BC", "AD 79". */
static bool take_era(int sign, struct str *rest, struct free_day *f) {
    if (!f->day.has_year && f->n) {
        f->day.year = (int32_t)f->numbers[--f->n];
        f->day.has_year = f->day.year != 0;
    } else if (!f->day.has_year) {
        struct str word = next_word(rest);
        int64_t v;
        if (word.n == 0 || word.n > 4 || !str_to_i64(word, &v) || v < 1) {
            return false;
        }
        f->day.year = (int32_t)v;
        f->day.has_year = true;
    }
    f->day.year *= sign;
    return f->day.has_year;
}

/** Reads the words of one day. Returns false if one of them cannot be in a date. */
static bool read_free_words(struct str s, struct free_day *f) {
    *f = (struct free_day){.year_first = false};
    struct str rest = s;
    size_t words = 0;
    bool number = false;
    for (struct str word = next_word(&rest); word.n; word = next_word(&rest), words++) {
        bool behind_number = number, joined = words && !is_separator(word.p[-1]);
        int era = era_of(word);
        number = is_digit(word.p[0]);
        if (number) {
            f->dots = f->dots || (behind_number && word.p[-1] == '.');
        }
        if (number ? !take_number(word, words == 0, f)
            : era  ? !take_era(era, &rest, f)
                   : !take_word(word, behind_number && joined, rest.n && is_digit(rest.p[0]), f)) {
            return false;
        }
    }
    return words > 0 && rest.n == 0;
}

/** Assigns the numbers of one or two digits: the day if there is a month, otherwise month and
 * day. */
static bool settle(struct free_day *f) {
    int64_t first = f->n > 0 ? f->numbers[0] : 0, second = f->n > 1 ? f->numbers[1] : 0;
    if (f->day.month || f->day.season) {
        if (f->n > 1 || (f->day.season && f->n)) {
            return false;
        }
        f->day.day = (int8_t)first;
        return f->n == 0 || (first > 0 && valid_day(f->day.year, f->day.month, (int)first));
    }
    if (f->n == 0) {
        return true;
    }
    bool day_first = f->n == 2 && ((f->dots && !f->year_first) || first > 12);
    int64_t month = day_first ? second : first, day = day_first ? first : second;
    if (month < 1 || month > 12 ||
        (f->n == 2 && (day < 1 || !valid_day(f->day.year, (int)month, (int)day)))) {
        return false;
    }
    f->day.month = (int8_t)month;
    f->day.day = (int8_t)day;
    return true;
}

/** Reads one day: year, month (as a name or number) and day, in any usual order. */
static bool read_free_day(struct str s, struct item_date *out) {
    struct free_day f;
    if (!read_free_words(s, &f) || !f.day.has_year || !settle(&f)) {
        return false;
    }
    out->from = f.day;
    out->circa = out->circa || f.circa;
    return true;
}

static void trim_doubt(struct str *s, bool *circa) {
    *s = str_trim(*s);
    while (s->n > 1 && (s->p[s->n - 1] == '?' || s->p[s->n - 1] == '~')) {
        *circa = true;
        *s = str_trim(str_slice(*s, 0, s->n - 1));
    }
}

/** Completes each end of a range with parts of the other end: "May 1-3, 2005", "May-June 2005",
 * "5-7 May 2005", "Winter 2004/2005". */
static bool join_ends(struct str first, struct str second, struct item_date *date) {
    struct free_day a, b;
    bool circa = date->circa;
    trim_doubt(&first, &circa);
    trim_doubt(&second, &circa);
    if (!read_free_words(first, &a) || !read_free_words(second, &b) || !b.day.has_year) {
        return false;
    }
    if (!a.day.has_year) {
        a.day.year = b.day.year;
        a.day.has_year = true;
    }
    bool a_names = a.day.month || a.day.season, b_names = b.day.month || b.day.season;
    if (!b_names && b.n == 1 && a.day.month) {
        b.day.month = a.day.month;
    } else if (!a_names && a.n == 1 && b.n == 1) {
        a.day.month = b.day.month;
    } else if (!b_names && b.n == 0) {
        b.day.season = a.day.season;
    }
    if (!settle(&a) || !settle(&b)) {
        return false;
    }
    *date = (struct item_date){.from = a.day, .to = b.day, .is_range = true};
    date->circa = circa || a.circa || b.circa;
    return true;
}

/** Reads a range such as "1980-1990", "May 2001 – June 2002" or "2005-": a dash or slash is between
 * two dates, or after one. */
static bool read_free_range(struct str s, struct item_date *date) {
    static const struct str wide[] = {
        STR_INIT("--"),   STR_INIT(" - "),   STR_INIT("\xE2\x80\x93"), STR_INIT("\xE2\x80\x94"),
        STR_INIT(" to "), STR_INIT(" and "), STR_INIT(" & ")};
    static const struct str tight[] = {STR_INIT("/"), STR_INIT("-")};
    const struct {
        const struct str *p;
        size_t n;
    } tables[] = {{wide, ARRAY_LEN(wide)}, {tight, ARRAY_LEN(tight)}};
    for (size_t t = 0; t < ARRAY_LEN(tables); t++) {
        for (size_t i = 1; i < s.n; i++) {
            for (size_t k = 0; k < tables[t].n; k++) {
                struct str sep = tables[t].p[k];
                if (!str_starts(str_from(s, i), sep)) {
                    continue;
                }
                struct str from = str_slice(s, 0, i), to = str_from(s, i + sep.n);
                if (str_trim(to).n == 0 ? read_free_day(from, date) : join_ends(from, to, date)) {
                    date->is_range = true;
                    return true;
                }
            }
        }
    }
    return false;
}

static struct str drop_circa(struct str s, bool *circa) {
    static const struct str marks[] = {STR_INIT("circa "), STR_INIT("ca. "), STR_INIT("ca "),
                                       STR_INIT("c. "), STR_INIT("c ")};
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        if (s.n > marks[i].n && str_ieq(str_slice(s, 0, marks[i].n), marks[i])) {
            *circa = true;
            return str_trim(str_from(s, marks[i].n));
        }
    }
    static const struct str rights[] = {STR_INIT("cop. "), STR_INIT("\xC2\xA9")};
    for (size_t i = 0; i < ARRAY_LEN(rights); i++) { /* the year of a copyright: "©2001" */
        struct str year = str_trim(str_from(s, rights[i].n));
        if (str_starts(s, rights[i]) && year.n == 4 && str_is_digits(year)) {
            return year;
        }
    }
    trim_doubt(&s, circa);
    return s;
}

/** Reads a range such as "1959-60", whose second year has no century. */
static bool read_short_range(struct str s, struct item_date *date) {
    int64_t from, to;
    struct str end = str_from(s, 4);
    bool dash = str_starts(end, STR("--")) || str_starts(end, STR("\xE2\x80\x93"));
    end = str_from(end, dash ? (end.p[0] == '-' ? 2 : 3) : 1);
    /* after "-" and "/", a small number may be a month */
    if (s.n < 7 || end.n != 2 || !(dash || s.p[4] == '-' || s.p[4] == '/') || !is_digit(s.p[0]) ||
        !is_digit(end.p[0]) || !str_to_i64(str_slice(s, 0, 4), &from) || !str_to_i64(end, &to) ||
        to <= from % 100 || (to <= 12 && !dash)) {
        return false;
    }
    date->is_range = true;
    date->from = (struct item_day){.year = (int32_t)from, .has_year = true};
    date->to = (struct item_day){.year = (int32_t)(from - from % 100 + to), .has_year = true};
    return true;
}

/** Reads a year before Christ with fewer digits than EDTF requires: "-44". */
static bool read_negative(struct str s, struct item_day *day) {
    int64_t year;
    if (s.n < 2 || s.p[0] != '-' || !is_digit(s.p[1]) || !str_to_i64(s, &year) || year < -9999 ||
        year == 0) {
        return false;
    }
    *day = (struct item_day){.has_year = true, .year = (int32_t)year};
    return true;
}

bool bib_date_free(struct str text, struct item_date *out) {
    struct item_date date = {.circa = false};
    struct str s = drop_circa(str_trim(text), &date.circa);
    struct item_date edtf;
    if (s.n > FREE_DATE_MAX) {
        return false;
    }
    if (bib_date_edtf(s, &edtf)) {
        edtf.circa = edtf.circa || date.circa;
        *out = edtf;
        return true;
    }
    if (!read_negative(s, &date.from) && !read_short_range(s, &date) && !read_free_day(s, &date) &&
        !read_free_range(s, &date)) {
        return false;
    }
    *out = date;
    return true;
}

/** Converts a date to a number, for comparing it with another date. The month counts only if
 * `with_month` is set, and the day only if `with_day` is set. */
static int64_t day_number(const struct item_day *d, bool with_month, bool with_day) {
    return (int64_t)d->year * 10000 + (with_month ? d->month * 100 : 0) + (with_day ? d->day : 0);
}

bool bib_date_is_backwards(const struct item_date *date) {
    const struct item_day *from = &date->from, *to = &date->to;
    if (!date->is_range || !from->has_year || !to->has_year) {
        return false;
    }
    bool by_month = from->month && to->month, by_day = by_month && from->day && to->day;
    return day_number(from, by_month, by_day) > day_number(to, by_month, by_day);
}
