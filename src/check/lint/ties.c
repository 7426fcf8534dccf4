/* SPDX-License-Identifier: MIT */
/*
 * Finds ordinary spaces where a line must not be broken: "Fig. 3", "Dr. Who", "5 km", "z. B.", and
 * inside of French guillemets if the program does not set these spaces. The languages differ only
 * in their abbreviations.
 */
#include "check/lint/optional.h"

#include "check/lint/run.h"

#include "core/base/word_list.h"

DIAG_USE(DIAG_NO_BREAK_SPACE);

#define NBSP "\xC2\xA0"

struct habits {
    const char *lang;
    const char *numbered; /* abbreviations before numbers */
    const char *titles;   /* abbreviations before names */
    const char *pairs;    /* abbreviations of two parts, joined by '+' */
};

static const struct habits HABITS[] = {
    {"en",
     "Fig. Figs. fig. figs. Eq. Eqs. eq. eqs. Sec. Sect. sec. Ch. Chap. ch. Tab. No. Nos. no. "
     "p. pp. vol. Vol. Ref. Refs. Thm. Def.",
     "Dr. Prof. Mr. Mrs. Ms. St.", "i.+e. e.+g."},
    {"de", "Abb. Tab. Abschn. Kap. Nr. S. Bd. Gl. Art. Abs. Ziff.", "Dr. Prof. Hr. Fr. St.",
     "z.+B. d.+h. u.+a. i.+d. o.+\xC3\xA4. s.+o. s.+u. v.+a."},
    {"fr", "fig. Fig. tabl. tab. chap. p. pp. n\xC2\xB0 vol. art. \xC3\xA9q.", "M. MM. Mme Dr Pr",
     ""},
    {"es", "fig. Fig. tab. cap. p\xC3\xA1g. p\xC3\xA1gs. p. pp. n\xC3\xBAm. vol. ec.",
     "Dr. Dra. Sr. Sra. Prof.", "p.+ej. EE.+UU."},
    {"it", "fig. Fig. tab. cap. pag. pagg. p. pp. n. vol. eq.", "Dr. Prof. Sig. Dott.", ""},
    {"pt", "fig. Fig. tab. cap. p\xC3\xA1g. p. pp. n. vol. eq.", "Dr. Dra. Sr. Sra. Prof.", ""},
    {"nl", "fig. Fig. tab. hfst. p. blz. nr. vgl.", "Dr. dr. Prof. prof. Dhr. Mevr.", ""},
};

/** Units of the SI and some others. The list omits single capitals that may begin a sentence. */
static const char UNITS[] = "km m cm mm \xC2\xB5m \xCE\xBCm nm pm kg g mg \xC2\xB5g \xCE\xBCg ng s "
                            "ms \xC2\xB5s \xCE\xBCs ns min Hz kHz MHz "
                            "GHz THz \xC2\xB0"
                            "C \xC2\xB0"
                            "F Pa hPa kPa MPa GPa bar mbar mV kV mA \xC2\xB5"
                            "A mW kW MW GW kJ MJ eV keV MeV GeV TeV kN Nm ml mL dl cl mol mmol "
                            "\xCE\xA9 dB kB MB GB TB px dpi "
                            "kWh ppm ha";

struct ties {
    struct diags *d;
    const struct habits *habits;
    bool french;
};

static bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == LINT_OBJECT || c == LINT_GAP;
}

/** Returns the text from the previous blank to `at`, without brackets at its beginning. */
static struct str token_before(struct str s, size_t at) {
    size_t from = at;
    while (from > 0 && at - from < 24 && !is_blank(s.p[from - 1])) {
        from--;
    }
    while (from < at && (s.p[from] == '(' || s.p[from] == '[')) {
        from++;
    }
    return str_slice(s, from, at);
}

/** Returns the text from `at` to the next blank. */
static struct str token_behind(struct str s, size_t at) {
    size_t to = at;
    while (to < s.n && to - at < 24 && !is_blank(s.p[to])) {
        to++;
    }
    return str_slice(s, at, to);
}

static struct str without_signs(struct str token) {
    while (token.n && str_index(STR(",;:!?)].\"'"), token.p[token.n - 1]) != STR_NONE) {
        token.n--;
    }
    return token;
}

static bool is_plain_number(struct str token) {
    size_t digits = 0;
    for (size_t i = 0; i < token.n; i++) {
        bool digit = is_digit(token.p[i]);
        digits += digit;
        if (!digit && token.p[i] != '.' && token.p[i] != ',' && !(i == 0 && token.p[i] == '-')) {
            return false;
        }
    }
    return digits > 0 && is_digit(token.p[token.n - 1]);
}

static bool is_pair(const struct habits *h, struct str a, struct str b) {
    struct str rest = str_of(h->pairs);
    while (rest.n) {
        struct str one = str_cut(&rest, ' '), first = str_cut(&one, '+');
        if (str_eq(first, a) && str_starts(b, one)) {
            return true;
        }
    }
    return false;
}

/** Returns what a space must not separate, for the message: "a number and its unit". Returns NULL
 * if a line may be broken at the space. */
static const char *reason(const struct ties *t, struct str s, size_t at) {
    struct str before = token_before(s, at), after = token_behind(s, at + 1);
    const struct habits *h = t->habits;
    if (before.n == 0 || after.n == 0) {
        return NULL;
    }
    bool number = is_digit(after.p[0]);
    if (is_plain_number(before) && str_among(without_signs(after), UNITS)) {
        return "a number and its unit";
    }
    if (h && number && str_among(before, h->numbered)) {
        return "an abbreviation and its number";
    }
    if (h && lint_is_word(lint_behind(after, 0)) && !number && !is_lower(after.p[0]) &&
        str_among(before, h->titles)) {
        return "a title and the name";
    }
    if (h && is_pair(h, before, after)) {
        return "the parts of an abbreviation";
    }
    bool open = t->french && str_ends(before, STR("\xC2\xAB"));
    bool close = t->french && (str_starts(after, STR("\xC2\xBB")) ||
                               str_index(STR(";:!?"), after.p[0]) != STR_NONE);
    return open || close ? "a sign and its word" : NULL;
}

static void look(void *user, const struct lint_run *run, struct str s) {
    struct ties *t = user;
    for (size_t at = 1; at + 1 < s.n; at++) {
        if (s.p[at] != ' ' || is_blank(s.p[at - 1]) || is_blank(s.p[at + 1])) {
            continue;
        }
        const char *why = reason(t, s, at);
        struct span place = why ? lint_exact(run, at, at + 1) : SPAN_NONE;
        if (place.src) {
            struct diag *g =
                diag_add(t->d, DIAG_NO_BREAK_SPACE, place, "a line may break between %s", why);
            diag_fix(t->d, g, place, STR(NBSP));
        }
    }
}

void lint_ties(const struct doc *doc, const struct lint_options *opt, struct diags *d) {
    struct ties t = {.d = d};
    struct str lang = doc->meta.lang.n ? doc->meta.lang : STR("en");
    if (!diag_is_on(d, DIAG_NO_BREAK_SPACE)) {
        return;
    }
    for (size_t i = 0; i < ARRAY_LEN(HABITS); i++) {
        t.habits = str_is_lang(lang, HABITS[i].lang) ? &HABITS[i] : t.habits;
    }
    t.french = str_is_lang(lang, "fr") && !opt->french;
    lint_each_run(doc, look, &t);
}
