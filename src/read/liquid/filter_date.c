/* SPDX-License-Identifier: MIT */
/* The filter `date` and Jekyll's filters for dates. They read dates in the formats of front matter
 * and write them in English, as strftime does. They do not read the clock: the caller provides the
 * time for `now`. */
#include "core/base/calendar.h"
#include "read/liquid/liquid_state.h"

struct moment {
    int64_t year;
    int month, day, hour, minute, second; /* the month and the day count from 1 */
    char zone[7];                         /* the offset from UTC, such as "+0100" */
};

static int64_t day_number(const struct moment *m) {
    return calendar_days(m->year, m->month, m->day);
}

static void from_epoch(int64_t seconds, struct moment *m) {
    int64_t rest = seconds % CALENDAR_DAY, day = seconds / CALENDAR_DAY - (rest < 0);
    rest += rest < 0 ? CALENDAR_DAY : 0;
    struct calendar_day c = calendar_date(day);
    *m = (struct moment){.zone = "+0000"};
    m->year = c.year;
    m->month = c.month;
    m->day = c.day;
    m->hour = (int)(rest / 3600);
    m->minute = (int)(rest / 60 % 60);
    m->second = (int)(rest % 60);
}

struct reader {
    struct str s;
    size_t at;
};

static int digits(struct reader *r, int most) {
    int v = -1;
    for (int n = 0; n < most && r->at < r->s.n && is_digit(r->s.p[r->at]); n++) {
        v = (v < 0 ? 0 : v) * 10 + (r->s.p[r->at++] - '0');
    }
    return v;
}

static bool take(struct reader *r, const char *any) {
    bool yes = r->at < r->s.n && strchr(any, r->s.p[r->at]);
    r->at += yes;
    return yes;
}

static void gap(struct reader *r) {
    while (take(r, " ,.")) {
    }
}

/* Returns the number of a month, 1 to 12, for "January" or "Jan"; or 0. */
static int month_name(struct reader *r) {
    size_t n = str_past(r->s, r->at, is_alpha) - r->at;
    int month = calendar_month(str_slice(r->s, r->at, r->at + n));
    r->at += month ? n : 0;
    return month;
}

/* Reads the time after a date: " 09:56:00 -0400". */
static void read_time(struct reader *r, struct moment *m) {
    gap(r);
    (void)take(r, "T");
    int hour = digits(r, 2);
    if (hour < 0 || !take(r, ":")) {
        return;
    }
    m->hour = hour;
    m->minute = digits(r, 2);
    m->second = take(r, ":") ? digits(r, 2) : 0;
    if (take(r, ".")) {
        (void)digits(r, 9);
    }
    gap(r);
    char sign = r->at < r->s.n ? r->s.p[r->at] : '\0';
    if (take(r, "+-")) {
        int h = digits(r, 2);
        (void)take(r, ":");
        int min = digits(r, 2);
        h = h < 0 ? 0 : h;
        min = min < 0 ? 0 : min;
        const char zone[7] = {sign,
                              (char)('0' + h / 10),
                              (char)('0' + h % 10),
                              (char)('0' + min / 10 % 10),
                              (char)('0' + min % 10),
                              '\0'};
        memcpy(m->zone, zone, sizeof zone);
    }
}

static bool read_date(struct str s, struct moment *m) {
    struct reader r = {str_trim(s), 0};
    int64_t epoch;
    *m = (struct moment){.zone = "+0000"};
    if ((r.s.n > 4 || str_starts(r.s, STR("-"))) && str_to_i64(r.s, &epoch) &&
        epoch > -62135596800 && epoch < 253402300800) {
        from_epoch(epoch, m);
        return true;
    }
    m->month = month_name(&r);
    if (m->month) { /* a date such as August 4, 2022 */
        gap(&r);
        m->day = digits(&r, 2);
        gap(&r);
        m->year = digits(&r, 4);
    } else {
        int first = digits(&r, 4);
        bool year = r.at == 4;
        if (take(&r, "-/")) { /* a date such as 2022-08-04 */
            m->month = digits(&r, 2);
            m->day = take(&r, "-/") ? digits(&r, 2) : 1;
            m->year = year ? first : -1;
        } else { /* a date such as 4 August 2022 */
            gap(&r);
            m->month = month_name(&r);
            gap(&r);
            m->year = digits(&r, 4);
            m->day = first;
        }
    }
    read_time(&r, m);
    return m->year > 0 && m->month >= 1 && m->month <= 12 && m->day >= 1 && m->day <= 31 &&
           m->hour >= 0 && m->hour < 24 && m->minute >= 0 && m->minute < 60 && m->second >= 0 &&
           m->second <= 60;
}

/* Returns the offset of the time zone from UTC, in seconds. */
static int zone_seconds(const struct moment *m) {
    const char *z = m->zone;
    int minutes = ((z[1] - '0') * 10 + z[2] - '0') * 60 + (z[3] - '0') * 10 + z[4] - '0';
    return (z[0] == '-' ? -minutes : minutes) * 60;
}

/* Writes a number with at least `width` digits, padded with `fill`. There is no padding if `fill`
 * is '-'. */
static void put_number(struct buf *b, int64_t v, int width, char fill) {
    struct buf n;
    buf_init(&n, 32);
    buf_int(&n, v);
    if (fill != '-' && n.n < (size_t)width) {
        buf_fill(b, fill, (size_t)width - n.n);
    }
    buf_str(b, buf_view(&n));
    buf_drop(&n);
}

/* The numbers that conversions such as `%Y` write. */
struct numbers {
    int64_t year, short_year, century, month, day, year_day, weekday, iso_weekday;
    int64_t hour, twelve, minute, second, epoch;
};

static void count(const struct moment *m, struct numbers *n) {
    const struct moment first = {.year = m->year, .month = 1, .day = 1};
    int64_t day = day_number(m), weekday = ((day + 4) % 7 + 7) % 7;
    *n = (struct numbers){.year = m->year,
                          .short_year = m->year % 100,
                          .century = m->year / 100,
                          .month = m->month,
                          .day = m->day,
                          .year_day = day - day_number(&first) + 1,
                          .weekday = weekday,
                          .iso_weekday = weekday ? weekday : 7,
                          .hour = m->hour,
                          .twelve = m->hour % 12 ? m->hour % 12 : 12,
                          .minute = m->minute,
                          .second = m->second,
                          .epoch = day * CALENDAR_DAY + m->hour * 3600 + m->minute * 60 +
                                   m->second - zone_seconds(m)};
}

#define AT(number) offsetof(struct numbers, number)

/* Conversions that write a number, with its width and padding. */
static const struct {
    char letter;
    size_t number;
    int width;
    char fill;
} numeric[] = {
    {'Y', AT(year), 4, '0'},     {'y', AT(short_year), 2, '0'}, {'C', AT(century), 2, '0'},
    {'m', AT(month), 2, '0'},    {'d', AT(day), 2, '0'},        {'e', AT(day), 2, ' '},
    {'j', AT(year_day), 3, '0'}, {'w', AT(weekday), 1, '0'},    {'u', AT(iso_weekday), 1, '0'},
    {'H', AT(hour), 2, '0'},     {'k', AT(hour), 2, ' '},       {'I', AT(twelve), 2, '0'},
    {'l', AT(twelve), 2, ' '},   {'M', AT(minute), 2, '0'},     {'S', AT(second), 2, '0'},
    {'s', AT(epoch), 1, '0'}};

/* Conversions that mean a whole format. */
static const struct {
    char letter;
    struct str format;
} composed[] = {{'F', STR_INIT("%Y-%m-%d")}, {'T', STR_INIT("%H:%M:%S")}, {'R', STR_INIT("%H:%M")},
                {'D', STR_INIT("%m/%d/%y")}, {'h', STR_INIT("%b")},       {'Z', STR_INIT("UTC")},
                {'%', STR_INIT("%")}};

static void put_moment(struct buf *b, const struct moment *m, struct str format);

/* Writes the result of a conversion that is a word. Returns false for other conversions. */
static bool put_words(struct buf *b, const struct moment *m, int64_t weekday, char c, char flag) {
    switch (c) {
    case 'p':
        buf_puts(b, m->hour < 12 ? "AM" : "PM");
        return true;
    case 'P':
        buf_puts(b, m->hour < 12 ? "am" : "pm");
        return true;
    case 'B':
        buf_str(b, calendar_months[m->month - 1]);
        return true;
    case 'b':
        buf_add(b, calendar_months[m->month - 1].p, 3);
        return true;
    case 'A':
        buf_str(b, calendar_week[weekday]);
        return true;
    case 'a':
        buf_add(b, calendar_week[weekday].p, 3);
        return true;
    case 'q':
        buf_puts(b, str_ordinal_ending(m->day));
        return true;
    case 'z':
        buf_add(b, m->zone, 3);
        buf_puts(b, flag == ':' ? ":" : "");
        buf_puts(b, m->zone + 3);
        return true;
    default:
        return false;
    }
}

/* Writes the result of one conversion. Returns false if the conversion is unknown. */
static bool put_one(struct buf *b, const struct moment *m, char c, char flag) {
    struct numbers n;
    count(m, &n);
    for (size_t i = 0; i < ARRAY_LEN(numeric); i++) {
        if (numeric[i].letter == c) {
            int64_t v;
            memcpy(&v, (const char *)&n + numeric[i].number, sizeof v);
            put_number(b, v, numeric[i].width, flag ? flag : numeric[i].fill);
            return true;
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(composed); i++) {
        if (composed[i].letter == c) {
            put_moment(b, m, composed[i].format);
            return true;
        }
    }
    return put_words(b, m, n.weekday, c, flag);
}

static void put_moment(struct buf *b, const struct moment *m, struct str format) {
    for (size_t i = 0; i < format.n; i++) {
        size_t at = i + 1;
        char flag = at < format.n && strchr("-_0^:", format.p[at]) ? format.p[at++] : '\0';
        bool upper = flag == '^';
        flag = upper ? '\0' : flag == '_' ? ' ' : flag;
        size_t from = b->n;
        if (format.p[i] != '%' || at >= format.n || !put_one(b, m, format.p[at], flag)) {
            buf_putc(b, format.p[i]);
            continue;
        }
        for (size_t k = from; upper && k < b->n; k++) {
            b->p[k] = to_upper(b->p[k]);
        }
        i = at;
    }
}

static const struct node *write_date(struct liquid_call *c, struct str format) {
    struct str s = liquid_text(c->q, c->in);
    struct moment m;
    bool now = str_ieq(s, STR("now")) || str_ieq(s, STR("today"));
    if (now && c->q->opt->epoch < 0) {
        liquid_report(c->q, c->name, "write the date, or set SOURCE_DATE_EPOCH",
                      "the current day is unknown");
        return NULL;
    }
    if (now) {
        from_epoch(c->q->opt->epoch, &m);
    } else if (!read_date(s, &m)) {
        return c->in;
    }
    struct buf b;
    buf_init(&b, 4096);
    put_moment(&b, &m, format);
    return liquid_of_text(c->q, buf_finish(&b, c->q->a));
}

static const struct node *f_date(struct liquid_call *c) {
    struct str format = liquid_arg(c, 0);
    return format.n ? write_date(c, format) : c->in;
}

/* Runs a filter whose name begins with "date_to_". With "ordinal", the day has its ending: "5th
 * March 2024", or "March 5th, 2024" in the style "US". */
static const struct node *f_date_to(struct liquid_call *c) {
    struct str to = str_from(c->name, sizeof "date_to_" - 1);
    bool text = str_ends(to, STR("string"));
    if (!text) {
        return write_date(c, str_is(to, "rfc822") ? STR("%a, %d %b %Y %H:%M:%S %z")
                                                  : STR("%Y-%m-%dT%H:%M:%S%:z"));
    }
    struct str month = str_is(to, "string") ? STR("%b") : STR("%B");
    bool ordinal = str_is(liquid_arg(c, 0), "ordinal");
    bool us = ordinal && str_is(liquid_arg(c, 1), "US");
    struct str day = ordinal ? STR("%-d%q") : STR("%d");
    return write_date(c, arena_join(c->q->a, 5, us ? month : day, STR(" "), us ? day : month,
                                    us ? STR(", ") : STR(" "), STR("%Y")));
}

const struct liquid_filter_row liquid_date_filters[] = {
    {"date", f_date},
    {"date_to_long_string", f_date_to},
    {"date_to_rfc822", f_date_to},
    {"date_to_string", f_date_to},
    {"date_to_xmlschema", f_date_to},
    {NULL, NULL},
};
