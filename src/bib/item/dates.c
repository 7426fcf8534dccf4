/* SPDX-License-Identifier: MIT */
/*
 * Dates: EDTF level 1 as biblatex and CSL use it (ISO 8601-2:2019; biblatex manual 2.3.8), and
 * dates as people write them. Decides which days a text means; how they are printed is csl's
 * affair.
 */
#include "bib/item/dates.h"

#include <string.h>

/* ---- names of months and seasons ---- */

struct month_name {
    struct str name;
    int number;
};

/* Whole names in English, German, French, Spanish, Italian, Dutch and Portuguese, lower case
 * without accents that differ between their spellings. Abbreviations are prefixes of three letters
 * or more. */
static const struct month_name months[] = {
    {STR_INIT("january"), 1},    {STR_INIT("januar"), 1},     {STR_INIT("janvier"), 1},
    {STR_INIT("enero"), 1},      {STR_INIT("gennaio"), 1},    {STR_INIT("januari"), 1},
    {STR_INIT("janeiro"), 1},    {STR_INIT("february"), 2},   {STR_INIT("februar"), 2},
    {STR_INIT("fevrier"), 2},    {STR_INIT("février"), 2},    {STR_INIT("febrero"), 2},
    {STR_INIT("febbraio"), 2},   {STR_INIT("fevereiro"), 2},  {STR_INIT("march"), 3},
    {STR_INIT("märz"), 3},       {STR_INIT("maerz"), 3},      {STR_INIT("marzo"), 3},
    {STR_INIT("mars"), 3},       {STR_INIT("maart"), 3},      {STR_INIT("março"), 3},
    {STR_INIT("april"), 4},      {STR_INIT("avril"), 4},      {STR_INIT("abril"), 4},
    {STR_INIT("aprile"), 4},     {STR_INIT("may"), 5},        {STR_INIT("mai"), 5},
    {STR_INIT("mayo"), 5},       {STR_INIT("maggio"), 5},     {STR_INIT("mei"), 5},
    {STR_INIT("maio"), 5},       {STR_INIT("june"), 6},       {STR_INIT("juni"), 6},
    {STR_INIT("juin"), 6},       {STR_INIT("junio"), 6},      {STR_INIT("giugno"), 6},
    {STR_INIT("junho"), 6},      {STR_INIT("july"), 7},       {STR_INIT("juli"), 7},
    {STR_INIT("juillet"), 7},    {STR_INIT("julio"), 7},      {STR_INIT("luglio"), 7},
    {STR_INIT("julho"), 7},      {STR_INIT("august"), 8},     {STR_INIT("août"), 8},
    {STR_INIT("agosto"), 8},     {STR_INIT("augustus"), 8},   {STR_INIT("september"), 9},
    {STR_INIT("septembre"), 9},  {STR_INIT("septiembre"), 9}, {STR_INIT("settembre"), 9},
    {STR_INIT("setembro"), 9},   {STR_INIT("sept"), 9},       {STR_INIT("october"), 10},
    {STR_INIT("oktober"), 10},   {STR_INIT("octobre"), 10},   {STR_INIT("octubre"), 10},
    {STR_INIT("ottobre"), 10},   {STR_INIT("outubro"), 10},   {STR_INIT("november"), 11},
    {STR_INIT("novembre"), 11},  {STR_INIT("noviembre"), 11}, {STR_INIT("novembro"), 11},
    {STR_INIT("december"), 12},  {STR_INIT("dezember"), 12},  {STR_INIT("décembre"), 12},
    {STR_INIT("diciembre"), 12}, {STR_INIT("dicembre"), 12},  {STR_INIT("dezembro"), 12},
    {STR_INIT("decembre"), 12},
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
    for (size_t i = 0; i < ARRAY_LEN(seasons); i++) {
        if (str_ieq(s, seasons[i].name)) {
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
    struct item_day day, last; /* `last`: the end of what unspecified digits cover */
    bool circa, uncertain, unspecified;
};

static bool more(const struct edtf *p) {
    return p->at < p->s.n;
}

static char look(const struct edtf *p) {
    return more(p) ? p->s.p[p->at] : '\0';
}

/** CSL has no year 0: 0000 is 1 BC. */
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
    if ((long_year ? digits < 4 : digits != 4) || open >= digits || to > 999999999) {
        return false;
    }
    p->day.has_year = p->last.has_year = true;
    p->day.year = csl_year(negative ? -(open ? to : from) : from);
    p->last.year = csl_year(negative ? -from : to);
    p->unspecified = open > 0;
    return true;
}

/** Two digits, or two X for an unspecified month or day (-1). */
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
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int32_t y = year < 0 ? year + 1 : year;
    bool leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
    return day >= 1 && day <= lengths[month - 1] + (month == 2 && leap);
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

/** "T14:34:00Z" behind a day is dropped: CSL has no times. */
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

struct free_date {
    struct str word[6];
    size_t n;
};

static bool split_free(struct str s, struct free_date *f) {
    f->n = 0;
    for (size_t i = 0; i < s.n;) {
        char c = s.p[i];
        if (is_space(c) || c == ',' || c == '/' || c == '-' || c == '.' || c == '~') {
            i++;
            continue;
        }
        size_t begin = i;
        while (i < s.n && !is_space(s.p[i]) && !strchr(",/-.~", s.p[i])) {
            i++;
        }
        if (f->n == ARRAY_LEN(f->word)) {
            return false;
        }
        f->word[f->n++] = str_slice(s, begin, i);
    }
    return f->n > 0;
}

static int32_t free_year(struct str w) {
    int64_t y;
    return w.n >= 3 && w.n <= 4 && is_digit(w.p[0]) && str_to_i64(w, &y) && y > 0 ? (int32_t)y : 0;
}

static int free_day(struct str w) {
    size_t digits = 0;
    while (digits < w.n && is_digit(w.p[digits])) {
        digits++;
    }
    struct str tail = str_from(w, digits);
    bool ordinal = tail.n == 0 || str_ieq(tail, STR("st")) || str_ieq(tail, STR("nd")) ||
                   str_ieq(tail, STR("rd")) || str_ieq(tail, STR("th"));
    int64_t day;
    bool number =
        digits >= 1 && digits <= 2 && ordinal && str_to_i64(str_slice(w, 0, digits), &day);
    return number && day >= 1 && day <= 31 ? (int)day : 0;
}

/** One day: year, month by name or number, day, in the orders people use. */
static bool read_free_day(struct str s, struct item_day *out) {
    struct free_date f;
    if (!split_free(s, &f)) {
        return false;
    }
    struct item_day day = {.has_year = true};
    size_t year_at = f.n;
    for (size_t i = 0; i < f.n; i++) {
        if (year_at == f.n && free_year(f.word[i])) {
            year_at = i;
            day.year = free_year(f.word[i]);
        }
    }
    if (year_at == f.n) {
        return false;
    }
    bool iso = year_at == 0; /* 2010/05/01; else 5/1/2010, as in the United States */
    for (size_t i = 0; i < f.n; i++) {
        struct str w = f.word[i];
        if (i == year_at) {
            continue;
        }
        bool number = is_digit(w.p[0]);
        if (!number && !day.month && !day.season && (bib_month(w) || bib_season(w))) {
            day.month = (int8_t)bib_month(w);
            day.season = (int8_t)(day.month ? 0 : bib_season(w));
        } else if (number && !day.month &&
                   (iso || f.n == 2 || (f.n == 3 && i == 0 && is_digit(f.word[1].p[0]))) &&
                   bib_month(w)) {
            day.month = (int8_t)bib_month(w);
        } else if (number && !day.day && free_day(w)) {
            day.day = (int8_t)free_day(w);
        } else {
            return false;
        }
    }
    if (day.day && (!day.month || !valid_day(day.year, day.month, day.day))) {
        return false;
    }
    *out = day;
    return true;
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
    if (s.n > 1 && (s.p[s.n - 1] == '?' || s.p[s.n - 1] == '~')) {
        *circa = true;
        s.n--;
    }
    return s;
}

/** "1980-1990", "May 2001 – June 2002": a dash between two dates that each read. */
static bool read_free_range(struct str s, struct item_date *date) {
    for (size_t i = 1; i + 1 < s.n; i++) {
        size_t n = s.p[i] == '-'                                     ? (s.p[i + 1] == '-' ? 2 : 1)
                   : s.p[i] == '/'                                   ? 1
                   : str_starts(str_from(s, i), STR("\xE2\x80\x93")) ? 3
                                                                     : 0;
        if (n && read_free_day(str_slice(s, 0, i), &date->from) &&
            read_free_day(str_from(s, i + n), &date->to)) {
            date->is_range = true;
            return true;
        }
    }
    return false;
}

/** "1959-60": the second year without its century. */
static bool read_short_range(struct str s, struct item_date *date) {
    int64_t from, to;
    if (s.n != 7 || (s.p[4] != '-' && s.p[4] != '/') || !is_digit(s.p[0]) ||
        !str_to_i64(str_slice(s, 0, 4), &from) || !is_digit(s.p[5]) ||
        !str_to_i64(str_from(s, 5), &to) || to <= from % 100 || to <= 12) {
        return false;
    }
    date->is_range = true;
    date->from = (struct item_day){.year = (int32_t)from, .has_year = true};
    date->to = (struct item_day){.year = (int32_t)(from - from % 100 + to), .has_year = true};
    return true;
}

/** "44 BC", "AD 79", "-44": a year of so few digits that only its era tells it from a number. */
static bool read_era(struct str s, struct item_day *day) {
    static const struct {
        struct str name;
        int sign;
    } eras[] = {{STR_INIT("BCE"), -1},  {STR_INIT("BC"), -1},  {STR_INIT("B.C.E."), -1},
                {STR_INIT("B.C."), -1}, {STR_INIT("CE"), 1},   {STR_INIT("AD"), 1},
                {STR_INIT("C.E."), 1},  {STR_INIT("A.D."), 1}, {STR_INIT("-"), -1}};
    int64_t year = 0;
    int sign = 0;
    for (size_t i = 0; i < ARRAY_LEN(eras) && !sign; i++) {
        size_t n = eras[i].name.n;
        bool before = s.n > n && str_ieq(str_slice(s, 0, n), eras[i].name);
        bool behind = s.n > n && str_ieq(str_from(s, s.n - n), eras[i].name) && n > 1;
        if (before || behind) {
            struct str number = before ? str_from(s, n) : str_slice(s, 0, s.n - n);
            sign = str_to_i64(str_trim(number), &year) ? eras[i].sign : 0;
        }
    }
    if (!sign || year < 1 || year > 9999) {
        return false;
    }
    *day = (struct item_day){.has_year = true, .year = (int32_t)(sign * year)};
    return true;
}

bool bib_date_free(struct str text, struct item_date *out) {
    struct item_date date = {.circa = false};
    struct str s = drop_circa(str_trim(text), &date.circa);
    struct item_date edtf;
    if (bib_date_edtf(s, &edtf)) {
        edtf.circa = edtf.circa || date.circa;
        *out = edtf;
        return true;
    }
    if (!read_era(s, &date.from) && !read_short_range(s, &date) && !read_free_day(s, &date.from) &&
        !read_free_range(s, &date)) {
        return false;
    }
    *out = date;
    return true;
}
