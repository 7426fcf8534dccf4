/* SPDX-License-Identifier: MIT */
/*
 * Splits a text with several authors: "Ines Alder and Bo Smithson", "Alder, I.; Smithson, B.".
 * Marks, addresses and affiliations may be between the names. If a text can be read in two ways,
 * both readings are used, because an additional name is less harmful than a missing name.
 */
#include "check/blind/who.h"

#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

struct splitter {
    struct arena *arena;
    blind_part_fn *fn;
    void *user;
    VEC(struct str) pieces; /* the parts between "and", ";" and "&" */
};

static void emit(struct splitter *x, enum blind_kind kind, struct str text) {
    text = str_trim(text);
    if (text.n) {
        x->fn(x->user, kind, text);
    }
}

/* ---- marks, addresses and affiliations ---- */

/** Whether a character is a mark of a note or an affiliation. */
static bool is_mark(uint32_t cp) {
    return (cp < 0x80 &&
            (is_digit((char)cp) || str_index(STR("*^${}\\#"), (char)cp) != STR_NONE)) ||
           cp == 0xA7 || cp == 0xB6 || cp == 0xB2 || cp == 0xB3 || cp == 0xB9 || cp == 0x2016 ||
           cp == 0x2020 || cp == 0x2021 || cp == 0x2217 || (cp >= 0x2070 && cp <= 0x209F);
}

/** Returns the end of a superscript or formula at a byte: "^1,2^", "^{a}", "$^1$"; or 0. */
static size_t raised_end(struct str s, size_t at) {
    if (s.p[at] == '$') {
        size_t n = str_index(str_from(s, at + 1), '$');
        return n == STR_NONE ? 0 : at + n + 2;
    }
    if (s.p[at] != '^') {
        return 0;
    }
    bool braces = at + 1 < s.n && s.p[at + 1] == '{';
    size_t end = at + 1;
    while (end < s.n && (braces ? s.p[end] != '}' : s.p[end] != '^' && !is_space(s.p[end]))) {
        end++;
    }
    return end < s.n && !is_space(s.p[end]) ? end + 1 : end;
}

/** Whether a name continues after a parenthesis: "Robert (Bob) Smith". */
static bool goes_on(struct splitter *x, struct str rest) {
    rest = str_trim(rest);
    size_t end = blind_letters_end(rest, 0);
    return end > 0 && !blind_is_among(unicode_fold(x->arena, str_slice(rest, 0, end)),
                                      "and und et y e og och");
}

/** Reads an address or affiliation in brackets. Returns its end, or 0 if there is no bracket. */
static size_t take_bracket(struct splitter *x, struct str s, size_t at) {
    char close = s.p[at] == '(' ? ')' : s.p[at] == '<' ? '>' : s.p[at] == '[' ? ']' : 0;
    if (!close) {
        return 0;
    }
    size_t end = str_until(s, at, close);
    struct str text = str_slice(s, at + 1, end);
    end += end < s.n;
    if (str_index(text, '@') != STR_NONE) {
        text = str_starts(text, STR("mailto:")) ? str_from(text, 7) : text;
        emit(x, BLIND_EMAIL, text);
    } else if (close == '>') {
        emit(x, BLIND_PAGE, text);
    } else if (!goes_on(x, str_from(s, end))) {
        emit(x, BLIND_AFFILIATION, text);
    }
    return end;
}

/** Returns the names without marks, brackets and addresses. */
static struct str bare(struct splitter *x, struct str s) {
    struct buf b = BUF_INIT;
    for (size_t at = 0; at < s.n;) {
        size_t end = raised_end(s, at);
        end = end ? end : take_bracket(x, s, at);
        size_t word = at;
        bool first = at == 0 || is_space(s.p[at - 1]);
        while (first && word < s.n && !is_space(s.p[word]) &&
               str_index(STR(",;<>()"), s.p[word]) == STR_NONE) {
            word++;
        }
        if (!end && str_index(str_slice(s, at, word), '@') != STR_NONE) {
            emit(x, BLIND_EMAIL, str_slice(s, at, word));
            end = word;
        }
        if (end) {
            buf_putc(&b, ' ');
            at = end;
            continue;
        }
        size_t from = at;
        uint32_t cp = utf8_next(s, &at);
        buf_str(&b, is_mark(cp) || cp == 0xA0 || cp == '~' ? STR(" ") : str_slice(s, from, at));
    }
    return str_trim(buf_finish(&b, x->arena));
}

/* ---- names with and without commas ---- */

/** Returns the number of words of a name, without particles. */
static size_t count_words(struct splitter *x, struct str s) {
    size_t n = 0;
    for (struct str word; (word = str_next_word(&s)).n;) {
        n += !(is_lower(word.p[0]) && blind_is_particle(unicode_fold(x->arena, word)));
    }
    return n;
}

/** Whether a text consists of initials: "I.", "J.-P.", "IM". */
static bool is_initials(struct str s) {
    bool any = false;
    for (struct str word; (word = str_next_word(&s)).n; any = true) {
        size_t letters = 0;
        bool stops = str_index(word, '.') != STR_NONE;
        for (size_t at = 0; at < word.n;) {
            uint32_t cp = utf8_next(word, &at);
            letters += unicode_is_letter(cp);
            if (unicode_is_letter(cp) && !unicode_is_upper(cp) && !(stops && word.n <= 6)) {
                return false;
            }
        }
        if (letters == 0 || letters > 3) {
            return false;
        }
    }
    return any;
}

static bool is_degree(struct splitter *x, struct str s) {
    bool any = false;
    for (struct str word; (word = str_next_word(&s)).n; any = true) {
        struct buf letters = BUF_INIT;
        for (size_t i = 0; i < word.n; i++) {
            buf_str(&letters, word.p[i] == '.' ? STR_EMPTY : str_slice(word, i, i + 1));
        }
        bool is = blind_is_among(unicode_fold(x->arena, buf_view(&letters)),
                                 "jr sr ii iii iv phd md dr msc bsc");
        buf_drop(&letters);
        if (!is) {
            return false;
        }
    }
    return any;
}

/** Reads names with commas: one name "Family, Given", or several names. */
static void take_commas(struct splitter *x, struct str s) {
    struct str rest = s;
    VEC(struct str) parts = VEC_INIT;
    size_t single = 0;
    while (rest.p) {
        struct str part = str_trim(str_cut(&rest, ','));
        if (part.n && !(parts.n && is_degree(x, part))) {
            vec_push(&parts, part);
            single += count_words(x, part) == 1;
        }
    }
    bool pairs = parts.n % 2 == 0 && single == parts.n;
    for (size_t i = 0; i < parts.n; i++) {
        struct str part = parts.p[i], next = i + 1 < parts.n ? parts.p[i + 1] : STR_EMPTY;
        bool initials = next.n && is_initials(next);
        bool one = parts.n == 2 && (count_words(x, part) == 1 || count_words(x, next) == 1);
        if (blind_is_institution(x->arena, part) && i > 0) {
            emit(x, BLIND_AFFILIATION, part);
        } else if (next.n && (pairs || initials || (one && i == 0)) &&
                   !blind_is_institution(x->arena, next)) {
            emit(x, BLIND_NAME, arena_join(x->arena, 3, part, STR(", "), next));
            i++;
        } else {
            emit(x, BLIND_NAME, part);
        }
    }
    /* this is either one person, "García Márquez, Gabriel José", or two persons */
    if (parts.n == 2 && single == 0) {
        emit(x, BLIND_ALSO, s);
    }
    vec_drop(&parts);
}

static struct str last_word(struct str s) {
    struct str last = STR_EMPTY;
    for (struct str word; (word = str_next_word(&s)).n;) {
        last = word;
    }
    return last;
}

/** Splits a text at "and", "&" and ";". Sets `*maybe` if it is split at a word that family names
 * may contain. */
static void split(struct splitter *x, struct str s, bool *maybe) {
    size_t from = 0;
    for (size_t at = 0; at < s.n;) {
        size_t end = at;
        while (end < s.n && !is_space(s.p[end]) && str_index(STR(";&|"), s.p[end]) == STR_NONE) {
            end++;
        }
        if (end == at) {
            if (!is_space(s.p[at])) {
                vec_push(&x->pieces, str_trim(str_slice(s, from, at)));
                from = at + 1;
            }
            at++;
            continue;
        }
        struct str word = str_slice(s, at, end);
        bool within = str_trim(str_slice(s, from, at)).n > 0 && str_trim(str_from(s, end)).n > 0;
        bool joins = within && blind_is_among(unicode_fold(x->arena, word), "and und et og och");
        bool may = within && blind_is_among(word, "y e i en");
        *maybe = *maybe || may;
        if (joins || may) {
            vec_push(&x->pieces, str_trim(str_slice(s, from, at)));
            from = end;
        }
        at = end;
    }
    vec_push(&x->pieces, str_trim(str_from(s, from)));
}

void blind_split_authors(struct arena *a, struct str written, blind_part_fn *fn, void *user) {
    struct splitter x = {.arena = a, .fn = fn, .user = user};
    struct str s = bare(&x, written);
    bool maybe = false;
    split(&x, s, &maybe);
    bool corporate = blind_is_institution(a, s) && str_index(s, ',') == STR_NONE &&
                     str_index(s, ';') == STR_NONE;
    if (corporate || maybe) { /* one name, as in "Ortega y Gasset" */
        emit(&x, BLIND_NAME, s);
    }
    for (size_t i = 0; i < x.pieces.n && !corporate; i++) {
        struct str piece = x.pieces.p[i], next = i + 1 < x.pieces.n ? x.pieces.p[i + 1] : STR_EMPTY;
        if (str_index(piece, ',') != STR_NONE) {
            take_commas(&x, piece);
            continue;
        }
        emit(&x, BLIND_NAME, piece);
        bool shares = count_words(&x, piece) == 1 && count_words(&x, next) > 1 &&
                      str_index(next, ',') == STR_NONE;
        if (shares) { /* the names share a family name: "Ines and Bo Alder" */
            emit(&x, BLIND_NAME, arena_join(a, 3, piece, STR(" "), last_word(next)));
        }
    }
    vec_drop(&x.pieces);
}
