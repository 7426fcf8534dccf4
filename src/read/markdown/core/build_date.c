/* SPDX-License-Identifier: MIT */
/* Writes the day of the build in words, in the formats of babel's \today. It is used for LaTeX's
 * \today and for Quarto's `date: today`. The caller provides the day, so that builds are
 * reproducible. */
#include "read/markdown/core/md.h"

DIAG_USE(DIAG_NO_DATE);

/* Converts days since 1970 to a date of the Gregorian calendar (H. Hinnant, "chrono-compatible
 * low-level date algorithms"). */
static void civil(int64_t days, int64_t *y, int *m, int *d) {
    int64_t z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097;
    int64_t doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
    *d = (int)(doy - (153 * mp + 2) / 5 + 1);
    *m = (int)(mp < 10 ? mp + 3 : mp - 9);
    *y = yoe + era * 400 + (*m <= 2);
}

struct str md_today(struct md *m, struct span at) {
    int month, day;
    int64_t year;
    if (m->epoch < 0) {
        diag_add(m->diags, DIAG_NO_DATE, at, "the day of the build is not known: no date is shown");
        return STR_EMPTY;
    }
    civil(m->epoch / 86400, &year, &month, &day);
    const struct doc_months *words = doc_months_of(m->doc->meta.lang);
    if (!words) {
        return arena_printf(m->a, "%d-%02d-%02d", (int)year, month, day);
    }
    struct buf b;
    buf_init(&b, 0);
    for (const char *p = words->form; *p; p++) {
        if (*p == 'd' || *p == 'y') {
            buf_int(&b, *p == 'd' ? day : year);
        } else if (*p == 'm') {
            buf_puts(&b, words->months[month - 1]);
        } else if (*p == 'e') {
            buf_puts(&b, "de");
        } else {
            buf_putc(&b, *p);
        }
    }
    struct str out = buf_keep(&b, m->a);
    buf_drop(&b);
    return out;
}
