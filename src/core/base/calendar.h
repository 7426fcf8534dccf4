/* SPDX-License-Identifier: MIT */
/*
 * Days of the proleptic Gregorian calendar, counted from 1970-01-01, which is day 0 (H.
 * Hinnant, "chrono-compatible low-level date algorithms"). Time zones are ignored.
 */
#ifndef DOSSIER_BASE_CALENDAR_H
#define DOSSIER_BASE_CALENDAR_H

#include "core/base/base.h"

#define CALENDAR_DAY 86400 /* seconds in a day */

struct calendar_day {
    int64_t year;
    int month, day; /* month and day are counted from 1 */
};

/** Returns the date of a day. */
struct calendar_day calendar_date(int64_t days);
/** Returns the number of the day with this date. */
int64_t calendar_days(int64_t year, int month, int day);
/** Whether there is a day with this date. */
bool calendar_has(int64_t year, int month, int day);
/** Returns the length of the date "2020", "2020-05" or "2020-05-31" with which a text begins, or 0.
 * The date may not exist. */
size_t calendar_iso(struct str s);

/** The English names of the months, and of the days from Sunday on. The first three letters are the
 * short form. */
extern const struct str calendar_months[12], calendar_week[7];
/** Returns 1 to 12 for the English name of a month or at least its first three letters, in any
 * case; 0 for another word. */
int calendar_month(struct str word);

#endif
