/* SPDX-License-Identifier: MIT */
/* The day of the build as a date in words, in the formats of babel's \today: for LaTeX's \today and
 * Quarto's `date: today`. The caller gives the day, so that builds are reproducible. */
#include "read/markdown/core/md.h"

DIAG_USE(DIAG_NO_DATE);

struct date_words {
    const char *lang;
    const char *form; /* d day, m month, y year; 'e' stands for "de"; other characters are kept */
    const char *months[12];
};

static const struct date_words languages[] = {
    {"en-GB",
     "d m y",
     {"January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December"}},
    {"en",
     "m d, y",
     {"January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December"}},
    {"de",
     "d. m y",
     {"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
      "November", "Dezember"}},
    {"fr",
     "d m y",
     {"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
      "octobre", "novembre", "décembre"}},
    {"es",
     "d e m e y",
     {"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
      "octubre", "noviembre", "diciembre"}},
    {"pt",
     "d e m e y",
     {"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro",
      "outubro", "novembro", "dezembro"}},
    {"it",
     "d m y",
     {"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre",
      "ottobre", "novembre", "dicembre"}},
    {"nl",
     "d m y",
     {"januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september",
      "oktober", "november", "december"}},
};

/* Days since 1970 as a date of the Gregorian calendar (H. Hinnant, "chrono-compatible low-level
 * date algorithms"). */
static void civil(int64_t days, int64_t *y, int *m, int *d) {
    int64_t z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097;
    int64_t doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
    *d = (int)(doy - (153 * mp + 2) / 5 + 1);
    *m = (int)(mp < 10 ? mp + 3 : mp - 9);
    *y = yoe + era * 400 + (*m <= 2);
}

static const struct date_words *find_words(struct str lang) {
    for (size_t i = 0; i < ARRAY_LEN(languages); i++) {
        struct str name = str_of(languages[i].lang);
        if (str_starts(lang, name) && (lang.n == name.n || lang.p[name.n] == '-')) {
            return &languages[i];
        }
    }
    return NULL;
}

struct str md_today(struct md *m, struct span at) {
    int month, day;
    int64_t year;
    if (m->epoch < 0) {
        diag_add(m->diags, DIAG_NO_DATE, at, "the day of the build is not known: no date is shown");
        return STR_EMPTY;
    }
    civil(m->epoch / 86400, &year, &month, &day);
    const struct date_words *words = find_words(m->doc->meta.lang);
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
