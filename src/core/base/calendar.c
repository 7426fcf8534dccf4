/* SPDX-License-Identifier: MIT */
#include "core/base/calendar.h"

/* Years begin in March here, so that the leap day is the last day. From 0000-03-01 to 1970-01-01
 * there are 719468 days. An era has 400 years, which are 146097 days. */

struct calendar_day calendar_date(int64_t days) {
    int64_t z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097, doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
    int month = (int)(mp < 10 ? mp + 3 : mp - 9);
    return (struct calendar_day){yoe + era * 400 + (month <= 2), month,
                                 (int)(doy - (153 * mp + 2) / 5 + 1)};
}

int64_t calendar_days(int64_t year, int month, int day) {
    int64_t y = year - (month <= 2), era = (y >= 0 ? y : y - 399) / 400, yoe = y - era * 400;
    int64_t doy = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

bool calendar_has(int64_t year, int month, int day) {
    struct calendar_day c = calendar_date(calendar_days(year, month, day));
    return month >= 1 && month <= 12 && day >= 1 && c.month == month && c.day == day;
}

size_t calendar_iso(struct str s) {
    return str_has_shape(s, "dddd-dd-dd") ? 10
           : str_has_shape(s, "dddd-dd")  ? 7
           : str_has_shape(s, "dddd")     ? 4
                                          : 0;
}

const struct str calendar_months[12] = {
    STR_INIT("January"),   STR_INIT("February"), STR_INIT("March"),    STR_INIT("April"),
    STR_INIT("May"),       STR_INIT("June"),     STR_INIT("July"),     STR_INIT("August"),
    STR_INIT("September"), STR_INIT("October"),  STR_INIT("November"), STR_INIT("December")};

const struct str calendar_week[7] = {
    STR_INIT("Sunday"),   STR_INIT("Monday"), STR_INIT("Tuesday"), STR_INIT("Wednesday"),
    STR_INIT("Thursday"), STR_INIT("Friday"), STR_INIT("Saturday")};

int calendar_month(struct str word) {
    int month = word.n >= 3 ? 12 : 0;
    while (month > 0 && !str_ieq(word, str_slice(calendar_months[month - 1], 0, word.n))) {
        month--;
    }
    return month;
}
