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

#endif
