/* SPDX-License-Identifier: MIT */
/* Checks punctuation and spaces as they were typed: double spaces, hyphens in ranges, quotes,
 * control characters, lines of colons that are not fences. */
#include "check/lint/run.h"

#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

#include <string.h>

DIAG_USE(DIAG_CONTROL_CHARACTER);
DIAG_USE(DIAG_DOUBLE_SPACE);
DIAG_USE(DIAG_HYPHEN_RANGE);
DIAG_USE(DIAG_STRAIGHT_QUOTE);
DIAG_USE(DIAG_STRAY_FENCE);

#define EN_DASH "\xE2\x80\x93"
#define NBSP 0xA0

static char byte_at(struct str s, size_t at) {
    return at < s.n ? s.p[at] : '\0';
}

static bool is_wordy(struct str s, size_t at) {
    return lint_is_word(lint_behind(s, at));
}

/* ---- two spaces ---- */

/** Whether a text is a group of a fingerprint in capital hexadecimal digits, such as "3F". One of
 * the digits must be decimal. */
static bool is_hex(struct str s) {
    bool digit = false;
    for (size_t i = 0; i < s.n; i++) {
        if (!is_digit(s.p[i]) && !(s.p[i] >= 'A' && s.p[i] <= 'F')) {
            return false;
        }
        digit = digit || is_digit(s.p[i]);
    }
    return digit && s.n >= 2;
}

static struct str word_before(struct str s, size_t at) {
    size_t from = at;
    while (from > 0 && is_alnum(s.p[from - 1])) {
        from--;
    }
    return str_slice(s, from, at);
}

/** Whether the gaps of several spaces in the line of `at` align columns. They do if there are three
 * gaps, or two gaps of which one is wide. */
static bool has_columns(struct str s, size_t at) {
    size_t from = at, gaps = 0, wide = 0;
    while (from > 0 && s.p[from - 1] != '\n' && at - from < 400) {
        from--;
    }
    for (size_t i = from + 1; i + 1 < s.n && s.p[i] != '\n' && i < at + 400 && gaps < 3; i++) {
        bool sentence = strchr(".!?:", s.p[i - 1]) != NULL;
        bool gap = s.p[i] == ' ' && s.p[i + 1] == ' ' && s.p[i - 1] != ' ' && !sentence;
        gaps += gap;
        wide += gap && i + 2 < s.n && s.p[i + 2] == ' ';
    }
    return gaps > 2 || (gaps == 2 && wide) || str_starts(str_from(s, at), STR("        "));
}

/** Whether a gap is between words within a sentence. Some typists put a double space after a
 * sentence, which is accepted. */
static bool is_slip(struct str s, size_t at, size_t end) {
    uint32_t before = lint_before(s, at), after = lint_behind(s, end);
    if (before == ')' || before == ']' || before == '"' || before == 0x201D || before == 0x2019) {
        size_t inner = at;
        (void)utf8_prev(s, &inner);
        uint32_t last = lint_before(s, inner);
        if (last == '.' || last == '!' || last == '?' || last == 0) {
            return false;
        }
    } else if (!lint_is_word(before) && before != ',' && before != ';' && before != LINT_OBJECT) {
        return false;
    }
    size_t next = end;
    struct str word = lint_next_word(s, &next);
    return (lint_is_word(after) || after == '(' || after == '[' || after == LINT_OBJECT ||
            after == '"' || after == 0x201C || after == 0x2018 || after == 0x201E) &&
           !(is_hex(word_before(s, at)) && is_hex(word));
}

/** Checks two or more spaces, which are the bytes [at, end). */
static void take_spaces(struct lint_words *w, const struct lint_run *run, struct str s, size_t at,
                        size_t end) {
    if (run->block && (run->block->kind == DOC_CELL || run->block->kind == DOC_ROW)) {
        return; /* spaces in cells align columns */
    }
    struct span place = at > 0 && end < s.n ? lint_exact(run, at, end) : SPAN_NONE;
    /* addresses in angle brackets are often aligned */
    bool address =
        place.src && place.end < place.src->text.n && place.src->text.p[place.end] == '<';
    if (place.src && !address && source_is_verbatim(place) && is_slip(s, at, end) &&
        !has_columns(s, at)) {
        struct diag *g =
            diag_add(w->d, DIAG_DOUBLE_SPACE, place, "%zu spaces between words", end - at);
        bool table = run->block && lint_in_table(run->block);
        if (end - at < 4 && !table) { /* more spaces may align something */
            diag_fix(w->d, g, place, STR(" "));
        }
    }
}

/* ---- ranges ---- */

static size_t digits_begin(struct str s, size_t end) {
    while (end > 0 && is_digit(s.p[end - 1])) {
        end--;
    }
    return end;
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

/** Whether two numbers are years: "1999-2004", or "1999-04" if 04 cannot be a month. */
static bool are_years(struct str a, struct str b) {
    unsigned from = number_of(a), to = number_of(b);
    return is_year(a) && ((is_year(b) && to > from) || (b.n == 2 && to > from % 100 && to > 12));
}

/** Whether "pp. " or another word for pages, in the language of the text, precedes `at`. */
static bool behind_page_word(const struct lint_words *w, struct str s, size_t at) {
    static const struct {
        const char *lang, *words; /* the language "" means any language */
    } known[] = {
        {"", "p. pp. "},
        {"en", "pages "},
        {"de", "S. Seiten "},
        {"fr", "pages "},
        {"es", "p\xC3\xA1gs. p\xC3\xA1g. p\xC3\xA1ginas "},
        {"pt", "p\xC3\xA1gs. p\xC3\xA1g. p\xC3\xA1ginas "},
        {"it", "pag. pagg. pagine "},
        {"nl", "blz. pagina\xE2\x80\x99s "},
        {"sv", "s. sidorna "},
        {"da", "s. siderne "},
        {"nb", "s. sidene "},
        {"pl", "s. "},
        {"cs", "s. "},
    };
    while (at > 0 && (lint_before(s, at) == NBSP || unicode_is_space(lint_before(s, at)))) {
        (void)utf8_prev(s, &at);
    }
    for (size_t i = 0; i < ARRAY_LEN(known); i++) {
        struct str words = str_of(known[i].words);
        while (words.n && (!known[i].lang[0] || str_is_lang(w->lang, known[i].lang))) {
            struct str word = str_cut(&words, ' ');
            size_t n = word.n;
            if (n && at >= n && str_ieq(str_slice(s, at - n, at), word) &&
                !lint_is_word(lint_before(s, at - n))) {
                return true;
            }
        }
    }
    return false;
}

/** Whether a hyphen is between `end` and the number that begins at `*second`. It must have a space
 * on both sides or on neither side. */
static bool is_joint(struct str s, size_t end, size_t *second) {
    bool apart = byte_at(s, end) == ' ' && byte_at(s, end + 1) == '-' && byte_at(s, end + 2) == ' ';
    *second = end + (apart ? 3 : 1);
    return (apart || byte_at(s, end) == '-') && is_digit(byte_at(s, *second));
}

static void report_range(struct lint_words *w, const struct lint_run *run, struct str s, size_t at,
                         size_t end, size_t second, size_t stop) {
    struct diag *g = diag_add(w->d, DIAG_HYPHEN_RANGE, lint_place(run, at, stop),
                              "a hyphen in the range `%.*s`", STR_ARG(str_slice(s, at, stop)));
    diag_hint(w->d, g, "a range has a dash: `%.*s" EN_DASH "%.*s`", STR_ARG(str_slice(s, at, end)),
              STR_ARG(str_slice(s, second, stop)));
    size_t hyphen = second - end == 3 ? end + 1 : end;
    struct span sign = lint_reword(run, hyphen, hyphen + 1, false);
    if (sign.src && lint_exact(run, at, stop).src) {
        diag_fix(w->d, g, sign, STR(EN_DASH));
    }
}

static void look_at_ranges(struct lint_words *w, const struct lint_run *run, struct str s) {
    const char *hyphen = NULL;
    size_t done = 0; /* the end of the last range */
    for (size_t next = 1; next < s.n && (hyphen = memchr(s.p + next, '-', s.n - next)) != NULL;) {
        size_t end = (size_t)(hyphen - s.p), second;
        next = end + 1;
        end -= s.p[end - 1] == ' ';
        size_t at = digits_begin(s, end);
        if (at == end || at < done || !is_joint(s, end, &second)) {
            continue;
        }
        size_t stop = str_past(s, second, is_digit);
        char before = at > 0 ? s.p[at - 1] : ' ';
        bool page = behind_page_word(w, s, at);
        bool free = page || !(lint_is_word(lint_before(s, at)) || strchr("-./:_#", before));
        char after = byte_at(s, stop), behind = byte_at(s, stop + 1);
        bool ends = !is_wordy(s, stop) && after != '-' && after != '/' && after != '_' &&
                    !((after == '.' || after == ':') && is_digit(behind));
        bool years = are_years(str_slice(s, at, end), str_slice(s, second, stop));
        if (free && ends && (years || page)) {
            report_range(w, run, s, at, end, second, stop);
        }
        done = ends ? stop : second;
    }
}

/* ---- quotes ---- */

static bool is_curly(uint32_t cp) {
    return cp == 0x2018 || cp == 0x2019 || cp == 0x201C || cp == 0x201D;
}

static bool opens(uint32_t before) {
    return before == 0 || unicode_is_space(before) || before == '(' || before == '[' ||
           before == 0x2013 || before == 0x2014;
}

static bool closes(uint32_t after) {
    return after == 0 || unicode_is_space(after) ||
           (after < 0x80 && strchr(".,;:!?)]", (int)after));
}

/** Returns the curly quote that a straight quote at `at` certainly means, or NULL. A single quote
 * before a word may be an apostrophe. Double quotes differ between languages. */
static const char *curly_of(const struct lint_words *w, struct str s, size_t at) {
    uint32_t before = lint_before(s, at), after = lint_behind(s, at + 1);
    if (s.p[at] == '\'') {
        bool apostrophe = lint_is_word(before) && (lint_is_word(after) || closes(after));
        return apostrophe ? "\xE2\x80\x99" : NULL;
    }
    if (!str_is_lang(w->lang, "en")) {
        return NULL;
    }
    return opens(before) && !closes(after)   ? "\xE2\x80\x9C"
           : !opens(before) && closes(after) ? "\xE2\x80\x9D"
                                             : NULL;
}

static void take_quote(struct lint_words *w, const struct lint_run *run, struct str s, size_t at) {
    uint32_t before = at > 0 ? lint_before(s, at) : ' ', after = lint_behind(s, at + 1);
    if (before == '\\' || (before < 0x80 && is_digit((char)before)) || after == '(' ||
        !(lint_is_word(before) || lint_is_word(after))) {
        return;
    }
    struct span place = lint_exact(run, at, at + 1);
    if (!place.src) {
        return;
    }
    w->straight_at = w->straight++ ? w->straight_at : place;
    const char *curly = lint_reword(run, at, at + 1, false).src ? curly_of(w, s, at) : NULL;
    if (curly && w->quotes.n < DIAG_FIXES_MAX) {
        vec_push(&w->quotes, (struct diag_fix){place, str_of(curly)});
    }
}

void lint_signs_end(struct lint_words *w) {
    if (w->curly && w->straight) {
        struct diag *g =
            w->straight == 1
                ? diag_add(w->d, DIAG_STRAIGHT_QUOTE, w->straight_at,
                           "a straight quote, while others are curly")
                : diag_add(w->d, DIAG_STRAIGHT_QUOTE, w->straight_at,
                           "a straight quote, the first of %zu, while others are curly",
                           w->straight);
        diag_hint(w->d, g, "write all of them one way: straight ones become curly");
        for (size_t i = 0; i < w->quotes.n; i++) {
            diag_fix(w->d, g, w->quotes.p[i].span, w->quotes.p[i].text);
        }
    }
    vec_drop(&w->quotes);
}

/* ---- control characters ---- */

/** Reports control characters. U+0080 to U+009F are usually characters of Windows-1252 that were
 * saved as Latin-1. */
static void take_control(struct lint_words *w, const struct lint_run *run, struct str s,
                         size_t at) {
    unsigned char c = (unsigned char)s.p[at], next = (unsigned char)byte_at(s, at + 1);
    bool c1 = c == 0xC2 && next >= 0x80 && next < 0xA0;
    bool c0 = c == 0x7F || (c < 0x20 && c != '\n' && c != '\t' && c != '\r');
    struct span place = c0 || c1 ? lint_exact(run, at, at + 1 + c1) : SPAN_NONE;
    if (place.src) { /* otherwise, the character represents a node without text */
        struct diag *g = diag_add(w->d, DIAG_CONTROL_CHARACTER, place,
                                  "U+%04X is a control character", (unsigned)(c1 ? next : c));
        diag_hint(w->d, g,
                  c1 ? "it is shown as in Windows' code page 1252; type the character again"
                     : "it is invisible and confuses programs: remove it");
    }
}

/* ---- stray fences ---- */

/** Reports a line of colons that is text, because no division is open that it could close. */
static void look_at_fences(struct lint_words *w, const struct lint_run *run, struct str s) {
    for (size_t at = 0; at + 2 < s.n; at++) {
        size_t end = at;
        bool begins = at == 0 || s.p[at - 1] == '\n';
        while (begins && end < s.n && s.p[end] == ':') {
            end++;
        }
        if (end - at < 3 || !(end == s.n || s.p[end] == '\n' || s.p[end] == ' ')) {
            const char *line = memchr(s.p + at, '\n', s.n - at);
            if (!line) {
                return;
            }
            at = (size_t)(line - s.p);
            continue;
        }
        struct diag *g = diag_add(w->d, DIAG_STRAY_FENCE, lint_place(run, at, end),
                                  "this line of colons is printed as text");
        diag_hint(w->d, g,
                  end == s.n || s.p[end] == '\n'
                      ? "no division is open here: remove it, or begin one"
                      : "put an empty line before a division");
        at = end;
    }
}

/* ---- all signs ---- */

/** The kinds of bytes. All kinds except BYTE_PLAIN are checked, or may begin a character that is
 * checked. */
enum byte_use { BYTE_PLAIN, BYTE_SPACE, BYTE_QUOTE, BYTE_CURLY, BYTE_CONTROL };

/* clang-format off */
#define C BYTE_CONTROL
#define C8 C, C, C, C, C, C, C, C
static const unsigned char byte_uses[256] = {
    /* control characters except tabs and line ends */
    [0x00] = C8, C, BYTE_PLAIN, BYTE_PLAIN, C, C, BYTE_PLAIN, C, C,
    [0x10] = C8, C8,
    [' '] = BYTE_SPACE, ['"'] = BYTE_QUOTE, ['\''] = BYTE_QUOTE,
    [0x7F] = C, [0xC2] = C, [0xE2] = BYTE_CURLY};
#undef C
#undef C8
/* clang-format on */

void lint_signs(struct lint_words *w, const struct lint_run *run, struct str s) {
    look_at_ranges(w, run, s);
    look_at_fences(w, run, s);
    for (size_t at = 0; at < s.n; at++) {
        while (at + 1 < s.n && byte_uses[(unsigned char)s.p[at]] == BYTE_PLAIN) {
            at++;
        }
        switch ((enum byte_use)byte_uses[(unsigned char)s.p[at]]) {
        case BYTE_PLAIN:
            break;
        case BYTE_SPACE: {
            size_t end = at + 1 + str_run(s, at + 1, ' ');
            if (end - at > 1) {
                take_spaces(w, run, s, at, end);
            }
            at = end - 1;
            break;
        }
        case BYTE_QUOTE:
            take_quote(w, run, s, at);
            break;
        case BYTE_CURLY:
            w->curly = w->curly || is_curly(lint_behind(s, at));
            break;
        case BYTE_CONTROL:
            take_control(w, run, s, at);
            break;
        }
    }
}
