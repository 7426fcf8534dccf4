/* SPDX-License-Identifier: MIT */
/*
 * Finds typing mistakes in words. Each finding is certain enough to be on by default. Text that may
 * be intended is accepted ("had had", a list called TODO).
 */
#include "check/lint/run.h"

#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "core/unicode/unicode.h"

#include <string.h>

DIAG_USE(DIAG_ET_AL);
DIAG_USE(DIAG_LEFT_OVER);
DIAG_USE(DIAG_LINK_UNDEFINED);
DIAG_USE(DIAG_REPEATED_WORD);

#define LABEL 100 /* maximum number of bytes of a link's text or label that are examined */

static bool is_blank(uint32_t cp) {
    return cp == ' ' || cp == '\t' || cp == '\n' || cp == 0xA0;
}

/** Whether one or more blanks and nothing else are between two places of a run. */
static bool is_gap(struct str s, size_t from, size_t to) {
    size_t at = from;
    while (at < to && is_blank(lint_behind(s, at))) {
        (void)utf8_next(s, &at);
    }
    return at == to && to > from;
}

/* ---- repeated words ---- */

/** Words whose repetition is almost always a mistake. In English, other repeated words are reported
 * too. In the other languages, only these words are reported, because repetitions are often correct
 * ("nous nous levons", "die, die die See kennen"). */
static const struct {
    const char *lang, *words;
} never_twice[] = {
    {"en", "the a an of to and for with from by as at are was were be been this these those their "
           "its our we they he she it or if when which how than then but also can will would has"},
    {"de",
     "und oder in von mit f\xC3\xBCr auf zu ist ein eine einer einem einen im am zum zur nicht "
     "auch bei aus nach dass als wie wird aber durch \xC3\xBC"
     "ber"},
    {"fr", "le la les de des du et un une dans pour par sur avec est au aux ce cette qui ou mais"},
    {"es", "el la los las de del y en un una por para con se al es o"},
    {"it", "il la le i gli di e in un una per con del della al alla da nel nella"},
    {"pt", "o a os as de e em um uma por para com do da dos das no na"},
    {"nl", "de het een en van in op met voor is niet te aan bij uit of"},
    {"sv", "och i p\xC3\xA5 av en ett \xC3\xA4r till f\xC3\xB6r med inte"},
    {"da", "og i p\xC3\xA5 af en et til for med ikke"},
    {"nb", "og i p\xC3\xA5 av en et er til for med ikke"},
};

static const char *never_twice_in(struct str lang) {
    for (size_t i = 0; i < ARRAY_LEN(never_twice); i++) {
        if (str_is_lang(lang, never_twice[i].lang)) {
            return never_twice[i].words;
        }
    }
    return NULL;
}

static bool may_repeat(struct str word) {
    bool digits = true;
    for (size_t i = 0; i < word.n; i++) {
        digits = digits && (unsigned char)word.p[i] < 0x80 && !is_alpha(word.p[i]);
    }
    return digits ||
           str_iamong(word,
                      "had that is her do so very no blah bla ha hey bye many really far long "
                      "much never") ||
           (word.p[0] >= 'A' && word.p[0] <= 'Z'); /* a name, such as "Duran Duran" */
}

/** Whether a character makes a word part of a longer one: a path, an address, an identifier. */
static bool is_joint(uint32_t cp) {
    return cp == '\'' || cp == 0x2019 || cp == '-' || cp == 0x2010 || cp == 0x2011 || cp == '_' ||
           cp == '/' || cp == '@' || cp == '\\' || cp == '#' || cp == '$' || cp == '%' ||
           cp == '+' || cp == '=' || cp == '<' || cp == '>' || cp == '~' || cp == '^' || cp == '*';
}

static bool is_joined_before(struct str s, size_t at) {
    uint32_t cp = lint_before(s, at);
    if (cp == '.' || cp == ':') {
        (void)utf8_prev(s, &at);
        return lint_is_word(lint_before(s, at));
    }
    return is_joint(cp);
}

static bool is_joined_behind(struct str s, size_t at) {
    uint32_t cp = lint_behind(s, at);
    if (cp == '.' || cp == ':' || cp == '(') {
        (void)utf8_next(s, &at);
        return cp == '(' || lint_is_word(lint_behind(s, at));
    }
    return is_joint(cp);
}

static bool is_quote(uint32_t cp) {
    return cp == '"' || cp == '\'' || cp == 0x201C || cp == 0x201D || cp == 0x2018 || cp == 0x2019;
}

static bool begins_sentence(struct str s, size_t at) {
    while (at > 0 && is_blank(lint_before(s, at))) {
        (void)utf8_prev(s, &at);
    }
    uint32_t cp = lint_before(s, at);
    return cp == 0 || cp == '.' || cp == '!' || cp == '?' || cp == ':';
}

static bool is_capital(uint32_t cp) {
    return (cp >= 'A' && cp <= 'Z') || (cp >= 0xC0 && cp <= 0xDE);
}

/** Whether a word may be an operator, a vitamin or a department: "AND", "A", "IT". */
static bool is_all_capitals(struct str word) {
    size_t at = 0;
    while (at < word.n) {
        if (!is_capital(utf8_next(word, &at))) {
            return false;
        }
    }
    return word.n > 0;
}

/** A word that is repeated. */
struct twin {
    struct str word; /* the first of the two words */
    size_t from, to; /* place of the second word */
    size_t first;    /* beginning of the first word */
};

/** Whether two words are spelt in the same way, except for the capital at the beginning of a
 * sentence ("The the"). Otherwise one of them is a name ("vitamin A a day", "ask IT it knows"). */
static bool is_spelt_alike(struct str s, const struct twin *t) {
    struct str word = str_slice(s, t->from, t->to);
    size_t quote = t->first;
    if (is_all_capitals(t->word) || is_all_capitals(word)) {
        return false;
    }
    if (is_quote(lint_before(s, quote)) || lint_before(s, quote) == '(') {
        (void)utf8_prev(s, &quote);
    }
    return str_eq(t->word, word) ||
           (!is_capital(lint_behind(s, t->from)) && begins_sentence(s, quote));
}

/** Whether a repetition is certainly a mistake. The word must not be a name or a letter. It must
 * not end one phrase and begin the next ("when she gave it it broke", "the can can dance"). */
static bool is_slip(struct str s, const struct twin *t) {
    struct str word = str_slice(s, t->from, t->to);
    size_t second = 0;
    (void)utf8_next(word, &second);
    return second < word.n && !is_capital(lint_behind(s, t->from)) &&
           !str_iamong(word, "this these those their its our we they he she it can will la");
}

/** Adds the fix that removes one of two words. Adds nothing if the words have different markup. */
static void mend_twin(struct lint_words *w, struct diag *g, const struct lint_run *run,
                      struct str s, const struct twin *t) {
    size_t first_end = t->first + t->word.n;
    bool one_line = str_index(str_slice(s, first_end, t->from), '\n') == STR_NONE;
    if (!str_eq(t->word, str_slice(s, t->from, t->to)) && !one_line) {
        return;
    }
    struct span out = SPAN_NONE;
    if (one_line && lint_exact(run, t->first, t->to).src) {
        out = lint_reword(run, first_end, t->to, true);
    } else if (!one_line && t->to < s.n && s.p[t->to] == ' ') {
        out = lint_reword(run, t->from, t->to + 1, true);
    } else if (!one_line && t->first > 0 && s.p[t->first - 1] == ' ') {
        out = lint_reword(run, t->first - 1, first_end, true);
    }
    if (out.src) {
        diag_fix(w->d, g, out, STR_EMPTY);
    }
}

static void look_at_twin(struct lint_words *w, const struct lint_run *run, struct str s,
                         const struct twin *t) {
    struct str word = str_slice(s, t->from, t->to), lang = lint_lang_at(run, t->from);
    lang = lang.n ? lang : w->lang;
    const char *never = never_twice_in(lang);
    size_t behind = t->to;
    if (str_ieq(word, STR("in")) &&
        str_iamong(lint_next_word(s, &behind), "vivo vitro situ silico utero")) {
        return; /* the words are a preposition and a Latin phrase: "in in vivo data" */
    }
    bool certain = never && str_iamong(word, never);
    if (!certain && (!str_is_lang(lang, "en") || may_repeat(word))) {
        return;
    }
    if (!is_spelt_alike(s, t) || is_joined_before(s, t->first) || is_joined_behind(s, t->to) ||
        (is_quote(lint_before(s, t->first)) && is_quote(lint_behind(s, t->to)))) {
        return; /* the words are part of something longer, or quoted */
    }
    struct diag *g = diag_add(w->d, DIAG_REPEATED_WORD, lint_place(run, t->from, t->to),
                              "`%.*s` is repeated", STR_ARG(word));
    diag_hint(w->d, g, "remove one of them");
    if (certain && is_slip(s, t)) {
        mend_twin(w, g, run, s, t);
    }
}

/* ---- notes to oneself, placeholder text, "et al." ---- */

/** Returns the word before a place, or an empty text if more than blanks are between them. */
static struct str word_before(struct str s, size_t at) {
    size_t to = at, from;
    while (to > 0 && is_blank(lint_before(s, to))) {
        (void)utf8_prev(s, &to);
    }
    for (from = to; from > 0 && lint_is_word(lint_before(s, from));) {
        (void)utf8_prev(s, &from);
    }
    return str_slice(s, from, to);
}

/** Returns the word after a place, or an empty text if more than blanks are between them. */
static struct str word_behind(struct str s, size_t at) {
    size_t next = at;
    struct str word = lint_next_word(s, &next);
    return word.n && is_gap(s, at, (size_t)(word.p - s.p)) ? word : STR_EMPTY;
}

/** Whether the text is about the word itself: "the TODO list", "a TODO comment". */
static bool is_spoken_of(struct str s, size_t from, size_t to) {
    struct str before = word_before(s, from), behind = word_behind(s, to);
    return (is_quote(lint_before(s, from)) && is_quote(lint_behind(s, to))) ||
           str_iamong(behind,
                      "list lists item items comment comments test tests statement statements "
                      "note notes marker markers mark marks tag tags option options app apps "
                      "entry entries file files") ||
           str_iamong(before,
                      "a an the this that these those any each every some no my your our his "
                      "her their remove removed removes resolve resolved minor obsolete old "
                      "unnecessary redundant outdated both");
}

/** Whether "XXX" is the Roman number thirty, as in the name of a king, a chapter or a game. */
static bool is_numeral(struct str s, size_t from, size_t n) {
    struct str before = word_before(s, from);
    size_t at = before.n ? (size_t)(before.p - s.p) : from;
    return n == 3 &&
           (str_iamong(before,
                       "chapter part volume vol book section psalm canto act article tome") ||
            (before.n && is_upper(before.p[0]) && !begins_sentence(s, at)));
}

/** Returns the end of an author's note to oneself ("TODO"), or 0. */
static size_t left_over_end(struct str s, size_t from, size_t to) {
    struct str word = str_slice(s, from, to);
    if (memchr("XTFtc", word.p[0], 5) == NULL) {
        return 0; /* most words begin with another letter */
    }
    size_t crosses = str_run(word, 0, 'X');
    if (word.n >= 3 && crosses == word.n) {
        return is_numeral(s, from, word.n) || is_spoken_of(s, from, to) ? 0 : to;
    }
    if (str_is(word, "TBD") || str_is(word, "TKTK") || str_is(word, "TBA")) {
        return to;
    }
    if (str_is(word, "TODO") || str_is(word, "FIXME")) {
        uint32_t next = lint_behind(s, to), last = lint_before(s, from);
        bool part = next == '-' || next == '_' || next == '/' || last == '-' || last == '_';
        return part || is_spoken_of(s, from, to) ? 0 : to;
    }
    if ((str_is(word, "Todo") || str_is(word, "todo")) && lint_behind(s, to) == ':' &&
        begins_sentence(s, from)) {
        return to;
    }
    bool citation = word.n == 8 && str_starts(str_from(s, from), STR("citation needed]"));
    if (citation && lint_before(s, from) == '[') {
        return from + STR("citation needed").n;
    }
    return 0;
}

static void report_left_over(struct lint_words *w, const struct lint_run *run, struct str s,
                             size_t from, size_t to) {
    struct diag *g = diag_add(w->d, DIAG_LEFT_OVER, lint_place(run, from, to),
                              "`%.*s` was left in the text", STR_ARG(str_slice(s, from, to)));
    diag_hint(w->d, g, "a note to oneself can be a comment: `<!-- ... -->`");
}

/** Reports "Lorem ipsum", once. */
static void look_at_dummy(struct lint_words *w, const struct lint_run *run, struct str s,
                          size_t from, size_t to) {
    struct str next = word_behind(s, to);
    if (!w->dummy && str_ieq(str_slice(s, from, to), STR("lorem")) && str_ieq(next, STR("ipsum"))) {
        struct diag *g = diag_add(w->d, DIAG_LEFT_OVER, lint_place(run, from, to),
                                  "\"Lorem ipsum\" is placeholder text");
        diag_hint(w->d, g, "replace it with the text that belongs there");
        w->dummy = true;
    }
}

/** Reports "et al" and "et. al." with a missing or additional full stop. */
static void look_at_et_al(struct lint_words *w, const struct lint_run *run, struct str s,
                          size_t from, size_t to) {
    bool stop = lint_behind(s, to) == '.';
    struct str al = word_behind(s, to + stop);
    if (!str_ieq(al, STR("al"))) {
        return;
    }
    size_t end = (size_t)(al.p - s.p) + al.n;
    bool ended = lint_behind(s, end) == '.';
    if (is_quote(lint_before(s, from)) && is_quote(lint_behind(s, end))) {
        return; /* the text is about the words */
    }
    if ((ended && !stop) || is_joined_behind(s, end) != (lint_behind(s, end) == 0x2019)) {
        return;
    }
    struct diag *g = diag_add(w->d, DIAG_ET_AL, lint_place(run, from, end),
                              stop ? "\"et\" is a whole word" : "\"et al\" without its full stop");
    diag_hint(w->d, g, "it is short for \"et alii\": write `et al.`");
    struct span first = lint_reword(run, to, to + 1, true);
    if (stop && first.src) {
        diag_fix(w->d, g, first, STR_EMPTY);
    }
    struct span last = lint_reword(run, end - 1, end, true);
    if (!ended && last.src) {
        diag_fix(w->d, g, span_make(last.src, last.end, last.end), STR("."));
    }
}

/* ---- undefined references ---- */

/** Reports "section ??", which LaTeX prints for an unknown label. */
static void look_at_lost(struct lint_words *w, const struct lint_run *run, struct str s) {
    for (size_t at = 0; at + 1 < s.n; at++) {
        const char *mark = memchr(s.p + at, '?', s.n - at);
        if (!mark) {
            return;
        }
        at = (size_t)(mark - s.p);
        if (at + 1 >= s.n || s.p[at + 1] != '?') {
            continue;
        }
        size_t end = at + str_run(s, at, '?');
        uint32_t before = lint_before(s, at), after = lint_behind(s, end);
        struct str word = word_before(s, at);
        bool boxed = (before == '(' && after == ')') || (before == '[' && after == ']');
        bool reference =
            is_blank(before) &&
            str_iamong(word, "section sections sec figure figures fig table tables tab "
                             "equation equations eq chapter page p appendix theorem");
        if (boxed || reference ||
            (is_blank(before) && word.n == 0 && at >= 2 && s.p[at - 2] == '.' &&
             !lint_is_word(after))) {
            report_left_over(w, run, s, at, end);
        }
        at = end;
    }
}

/** Returns the beginning of the bracket that closes at `close`. Returns STR_NONE if it is too far
 * away. */
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

static void look_at_references(struct lint_words *w, const struct lint_run *run, struct str s) {
    for (size_t at = 1; at + 2 < s.n; at++) {
        const char *close = memchr(s.p + at, ']', s.n - at);
        if (!close) {
            return;
        }
        at = (size_t)(close - s.p);
        if (at + 2 >= s.n || s.p[at + 1] != '[') {
            continue;
        }
        uint32_t first = lint_behind(s, at + 2);
        size_t begin = bracket_begin(s, at);
        if (!(first == ']' || lint_is_word(first)) || begin == STR_NONE || begin + 1 == at ||
            lint_is_word(lint_before(s, begin)) || lint_before(s, begin) == ']') {
            continue; /* a[i][j] is an element of an array */
        }
        struct str rest = str_slice(s, at + 2, at + 2 + LABEL + 1 < s.n ? at + 3 + LABEL : s.n);
        size_t n = str_index(rest, ']');
        if (n == STR_NONE) {
            continue;
        }
        struct str label = n ? str_slice(rest, 0, n) : str_slice(s, begin + 1, at);
        begin -= begin > 0 && s.p[begin - 1] == '!';
        struct diag *g = diag_add(w->d, DIAG_LINK_UNDEFINED, lint_place(run, begin, at + 3 + n),
                                  "there is no definition of the link `[%.*s]`", STR_ARG(label));
        diag_hint(w->d, g, "add `[%.*s]: https://...` on a line of its own", STR_ARG(label));
    }
}

static void look_at_words(struct lint_words *w, const struct lint_run *run, struct str s) {
    struct twin t = {.word = STR_EMPTY};
    size_t at = 0, thrice = 0;
    for (;;) {
        struct str word = lint_next_word(s, &at);
        if (word.n == 0) {
            return;
        }
        size_t from = (size_t)(word.p - s.p), last_end = t.first + t.word.n;
        if (t.word.n == word.n && str_ieq(t.word, word) && is_gap(s, last_end, from)) {
            t.from = from;
            t.to = at;
            thrice += str_ieq(word_behind(s, at), word) ? 1 : 0;
            /* a word that occurs three times in a row is intended: "many, many, many" */
            if (thrice == 0) {
                look_at_twin(w, run, s, &t);
            }
        } else {
            thrice = 0;
        }
        size_t over = left_over_end(s, from, at);
        if (over) {
            report_left_over(w, run, s, from, over);
        }
        char initial = to_lower(word.p[0]);
        if (initial == 'l') {
            look_at_dummy(w, run, s, from, at);
        } else if (word.n == 2 && initial == 'e' && to_lower(word.p[1]) == 't') {
            look_at_et_al(w, run, s, from, at);
        }
        t.word = word;
        t.first = from;
    }
}

static void look(void *user, const struct lint_run *run, struct str text) {
    struct lint_words *w = user;
    lint_signs(w, run, text);
    look_at_words(w, run, text);
    look_at_lost(w, run, text);
    look_at_references(w, run, text);
}

void lint_words(const struct doc *doc, struct diags *d) {
    struct lint_words w = {.doc = doc, .d = d, .lang = doc->meta.lang};
    w.lang = w.lang.n ? w.lang : STR("en");
    lint_each_run(doc, look, &w);
    lint_signs_end(&w);
}
