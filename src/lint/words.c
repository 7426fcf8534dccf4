/* SPDX-License-Identifier: MIT */
/*
 * Slips in the text as it was typed. Each is certain enough to be said without being asked: what
 * may be meant (a series of dots, a double space behind a full stop) is left alone.
 */
#include "lint/run.h"

#include <string.h>

DIAG_USE(DIAG_CONTROL_CHARACTER);
DIAG_USE(DIAG_DOUBLE_SPACE);
DIAG_USE(DIAG_ET_AL);
DIAG_USE(DIAG_HYPHEN_RANGE);
DIAG_USE(DIAG_LEFT_OVER);
DIAG_USE(DIAG_LINK_UNDEFINED);
DIAG_USE(DIAG_REPEATED_WORD);
DIAG_USE(DIAG_STRAIGHT_QUOTE);

#define LABEL 100 /* bytes of a link's text or label that are looked at */

struct words {
    const struct doc *doc;
    struct diags *d;
    bool english;
    bool curly;              /* the author typed curly quotes */
    size_t straight;         /* and so many straight ones, ... */
    struct span straight_at; /* ... the first of them here */
};

static bool is_word_byte(char c) {
    return is_alnum(c) || (unsigned char)c >= 0x80;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

/** Where the word at `at` ends. */
static size_t word_end(struct str s, size_t at) {
    while (at < s.n && is_word_byte(s.p[at])) {
        at++;
    }
    return at;
}

static char byte_at(struct str s, size_t at) {
    return at < s.n ? s.p[at] : '\0';
}

/* ---- two spaces ---- */

static void look_at_spaces(struct words *w, const struct lint_run *run, struct str s) {
    if (run->block && (run->block->kind == DOC_CELL || run->block->kind == DOC_ROW)) {
        return; /* they line columns up */
    }
    for (size_t at = 1; at + 2 < s.n; at++) {
        if (s.p[at] != ' ' || s.p[at + 1] != ' ') {
            continue;
        }
        size_t end = at;
        while (end < s.n && s.p[end] == ' ') {
            end++;
        }
        /* Between words alone: typists put two behind a sentence, and a line may end in two. */
        char before = s.p[at - 1], after = byte_at(s, end);
        struct span place = lint_place(run, at, end); /* shorter where something is between */
        if ((is_word_byte(before) || before == ',') && is_word_byte(after) &&
            place.end - place.begin == end - at) {
            diag_add(w->d, DIAG_DOUBLE_SPACE, place, "%zu spaces between words", end - at);
        }
        at = end;
    }
}

/* ---- repeated words ---- */

static bool may_repeat(struct str word) {
    static const char *const words[] = {"had", "that", "is", "her", "do", "so", "very", "no"};
    bool digits = true;
    for (size_t i = 0; i < word.n; i++) {
        digits = digits && !is_alpha(word.p[i]);
    }
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (str_ieq(word, str_of(words[i]))) {
            return true;
        }
    }
    return digits || (word.p[0] >= 'A' && word.p[0] <= 'Z'); /* Duran Duran, New York */
}

static void look_at_repeats(struct words *w, const struct lint_run *run, struct str s) {
    struct str last = STR_EMPTY;
    size_t last_end = 0;
    for (size_t at = 0; at < s.n;) {
        if (!is_word_byte(s.p[at])) {
            at++;
            continue;
        }
        size_t end = word_end(s, at);
        struct str word = str_slice(s, at, end);
        bool joined = at > 0 && (s.p[at - 1] == '\'' || s.p[at - 1] == '-');
        bool goes_on = byte_at(s, end) == '-' || byte_at(s, end) == '\'';
        if (last.n && !joined && !goes_on && str_ieq(last, word) &&
            str_trim(str_slice(s, last_end, at)).n == 0 && !may_repeat(word)) {
            struct diag *g = diag_add(w->d, DIAG_REPEATED_WORD, lint_place(run, at, end),
                                      "`%.*s` stands twice", STR_ARG(word));
            diag_hint(w->d, g, "take one of them out");
        }
        last = joined || goes_on ? STR_EMPTY : word;
        last_end = end;
        at = end;
    }
}

/* ---- ranges ---- */

static size_t digits_end(struct str s, size_t at) {
    while (at < s.n && is_digit(s.p[at])) {
        at++;
    }
    return at;
}

static unsigned number_of(struct str s) {
    unsigned v = 0;
    for (size_t i = 0; i < s.n && i < 6; i++) {
        v = v * 10 + (unsigned)(s.p[i] - '0');
    }
    return v;
}

static bool is_year(struct str s) {
    return s.n == 4 && number_of(s) >= 1500 && number_of(s) <= 2100;
}

/** "p. " or "pp. " stands before it. */
static bool behind_page_word(struct str s, size_t at) {
    struct str before = str_trim(str_slice(s, at > 8 ? at - 8 : 0, at));
    size_t n = before.n;
    if (n < 2 || before.p[n - 1] != '.' || before.p[n - 2] != 'p') {
        return false;
    }
    n -= 2;
    n -= n > 0 && before.p[n - 1] == 'p';
    return n == 0 || !is_word_byte(before.p[n - 1]);
}

static void look_at_ranges(struct words *w, const struct lint_run *run, struct str s) {
    for (size_t at = 0; at < s.n;) {
        size_t end = digits_end(s, at);
        size_t second = end + 1, stop = digits_end(s, second < s.n ? second : s.n);
        bool free = at == 0 || !(is_word_byte(s.p[at - 1]) || strchr("-./:_", s.p[at - 1]));
        if (end == at || byte_at(s, end) != '-' || stop <= second) {
            at = end > at ? end : at + 1;
            continue;
        }
        char after = byte_at(s, stop), behind = byte_at(s, stop + 1);
        bool ends = !is_word_byte(after) && after != '-' && after != '/' &&
                    !((after == '.' || after == ':') && is_digit(behind));
        struct str a = str_slice(s, at, end), b = str_slice(s, second, stop);
        bool years = is_year(a) && ((is_year(b) && number_of(b) > number_of(a)) ||
                                    (b.n == 2 && number_of(b) > number_of(a) % 100));
        if (free && ends && (years || behind_page_word(s, at))) {
            struct diag *g =
                diag_add(w->d, DIAG_HYPHEN_RANGE, lint_place(run, at, stop),
                         "a hyphen in the range `%.*s`", STR_ARG(str_slice(s, at, stop)));
            diag_hint(w->d, g, "a range has a dash: `%.*s--%.*s`", STR_ARG(a), STR_ARG(b));
        }
        at = stop;
    }
}

/* ---- words that say something ---- */

static bool is_left_over(struct str word) {
    static const char *const words[] = {"TODO", "FIXME", "XXX", "TBD", "TKTK"};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (str_is(word, words[i])) {
            return true;
        }
    }
    return false;
}

static void look_at_words(struct words *w, const struct lint_run *run, struct str s) {
    for (size_t at = 0; at < s.n;) {
        size_t end = word_end(s, at);
        struct str word = str_slice(s, at, end), rest = str_from(s, end);
        if (end == at) {
            at++;
            continue;
        }
        if (is_left_over(word)) {
            struct diag *g = diag_add(w->d, DIAG_LEFT_OVER, lint_place(run, at, end),
                                      "`%.*s` was left in the text", STR_ARG(word));
            diag_hint(w->d, g, "a note to oneself can be a comment: `<!-- ... -->`");
        }
        bool al = str_ieq(word, STR("et")) && rest.n >= 3 && is_blank(rest.p[0]) &&
                  str_ieq(str_slice(rest, 1, 3), STR("al")) && !is_word_byte(byte_at(rest, 3));
        if (al && byte_at(rest, 3) != '.') {
            struct diag *g = diag_add(w->d, DIAG_ET_AL, lint_place(run, at, end + 3),
                                      "\"et al\" without its full stop");
            diag_hint(w->d, g, "it is short for \"et alii\": write `et al.`");
        }
        at = end;
    }
}

/* ---- quotes ---- */

/** Curly quotes are three bytes: E2 80 98, 99, 9C, 9D. */
static bool is_curly(struct str s, size_t at) {
    unsigned char last = (unsigned char)byte_at(s, at + 2);
    return (unsigned char)s.p[at] == 0xE2 && (unsigned char)byte_at(s, at + 1) == 0x80 &&
           (last == 0x98 || last == 0x99 || last == 0x9C || last == 0x9D);
}

static void look_at_quotes(struct words *w, const struct lint_run *run, struct str s) {
    for (size_t at = 0; at < s.n; at++) {
        w->curly = w->curly || is_curly(s, at);
        char before = at > 0 ? s.p[at - 1] : ' ', after = byte_at(s, at + 1);
        bool straight = (s.p[at] == '\'' || s.p[at] == '"') && before != '\\' &&
                        !is_digit(before) && (is_word_byte(before) || is_word_byte(after));
        if (straight) {
            w->straight_at = w->straight++ ? w->straight_at : lint_place(run, at, at + 1);
        }
    }
}

static void report_quotes(struct words *w) {
    if (!w->curly || w->straight == 0) {
        return;
    }
    struct diag *g =
        w->straight == 1
            ? diag_add(w->d, DIAG_STRAIGHT_QUOTE, w->straight_at,
                       "a straight quote, while others are curly")
            : diag_add(w->d, DIAG_STRAIGHT_QUOTE, w->straight_at,
                       "a straight quote, the first of %zu, while others are curly", w->straight);
    diag_hint(w->d, g, "write all of them one way: straight ones become curly");
}

/* ---- signs that no text has ---- */

/** U+0080 to U+009F: mostly signs of Windows' code page that were saved as if they were Latin-1. */
static void look_at_controls(struct words *w, const struct lint_run *run, struct str s) {
    for (size_t at = 0; at + 1 < s.n; at++) {
        unsigned char next = (unsigned char)s.p[at + 1];
        if ((unsigned char)s.p[at] == 0xC2 && next >= 0x80 && next < 0xA0) {
            struct diag *g = diag_add(w->d, DIAG_CONTROL_CHARACTER, lint_place(run, at, at + 2),
                                      "U+%04X is a control character", (unsigned)next);
            diag_hint(w->d, g, "it is shown as Windows' code page 1252 has it; type the sign anew");
        }
    }
}

/* ---- links without a definition ---- */

/** Where the bracket that closes at `close` begins; STR_NONE when there is none near. */
static size_t bracket_begin(struct str s, size_t close) {
    size_t least = close > LABEL ? close - LABEL : 0;
    for (size_t at = close; at-- > least;) {
        if (s.p[at] == ']' || (s.p[at] == '[' && at > 0 && s.p[at - 1] == '\\')) {
            return STR_NONE;
        }
        if (s.p[at] == '[') {
            return at;
        }
    }
    return STR_NONE;
}

static void look_at_references(struct words *w, const struct lint_run *run, struct str s) {
    for (size_t at = 1; at + 2 < s.n; at++) {
        if (s.p[at] != ']' || s.p[at + 1] != '[' || !is_word_byte(s.p[at + 2])) {
            continue;
        }
        struct str rest = str_from(s, at + 2);
        size_t n = str_index(rest, ']'), begin = bracket_begin(s, at);
        if (n == STR_NONE || n > LABEL || begin == STR_NONE || begin + 1 == at) {
            continue;
        }
        struct str label = str_slice(rest, 0, n);
        struct diag *g = diag_add(w->d, DIAG_LINK_UNDEFINED, lint_place(run, begin, at + 3 + n),
                                  "there is no definition of the link `[%.*s]`", STR_ARG(label));
        diag_hint(w->d, g, "add `[%.*s]: https://...` on a line of its own", STR_ARG(label));
    }
}

static void look(void *user, const struct lint_run *run, struct str text) {
    struct words *w = user;
    look_at_spaces(w, run, text);
    if (w->english) {
        look_at_repeats(w, run, text);
    }
    look_at_ranges(w, run, text);
    look_at_words(w, run, text);
    look_at_quotes(w, run, text);
    look_at_controls(w, run, text);
    look_at_references(w, run, text);
}

void lint_words(const struct doc *doc, struct diags *d) {
    struct words w = {.doc = doc, .d = d};
    struct str lang = doc->meta.lang;
    w.english = lang.n == 0 || str_ieq(str_slice(lang, 0, lang.n < 2 ? lang.n : 2), STR("en"));
    lint_each_run(doc, look, &w);
    report_quotes(&w);
}
