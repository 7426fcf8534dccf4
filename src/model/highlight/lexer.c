/* SPDX-License-Identifier: MIT */
/*
 * The lexer: runs the rules of a language over a text.
 *
 * It takes linear time: a bounded number of rules examines each byte, a rule that looks ahead looks
 * at most LOOK_AHEAD bytes ahead or consumes the bytes that it has looked at, and at most
 * MAX_STATES states nest.
 */
#include "model/highlight/language.h"

#include "core/base/map.h"
#include "core/base/vec.h"
#include "core/base/word_list.h"

#include <string.h>

#define MAX_STATES 16
#define LOOK_AHEAD 16
#define MAX_WORD 40 /* number of bytes of the longest word in a table */
#define MAX_KEY 120 /* maximum number of bytes of a key before its colon */

struct lexer {
    const struct highlight_language *language;
    struct str text;
    size_t at;
    bool line_start;  /* there were only blanks since the beginning of the line */
    char last, solid; /* the byte before `at`, and the last non-blank byte; NUL at the beginning */
    uint8_t stack[MAX_STATES];
    size_t depth;
    struct map words; /* maps a word to its kind, which is stored as a pointer */
    VEC(struct highlight_piece) pieces;
};

/* ---- emitting */

/** Whether a character at the start of a line counts as a blank: rules for the start of a line
 * also apply after it. */
static bool is_margin(const struct lexer *x, char c) {
    const char *own = x->language->margin;
    return is_space_or_tab(c) || c == '\r' || (own && c && strchr(own, c));
}

static void emit(struct lexer *x, size_t n, enum highlight_kind kind) {
    if (n == 0) {
        return;
    }
    if (x->pieces.n > 0 && vec_last(&x->pieces).kind == kind) {
        vec_last(&x->pieces).n += (uint32_t)n;
    } else {
        vec_push(&x->pieces, (struct highlight_piece){(uint32_t)n, kind});
    }
    for (size_t i = x->at; i < x->at + n; i++) {
        char c = x->text.p[i];
        x->line_start = c == '\n' || (x->line_start && is_margin(x, c));
        x->solid = is_space(c) ? x->solid : c;
        x->last = c;
    }
    x->at += n;
}

/* ---- reading */

static char byte_at(const struct lexer *x, size_t i) {
    return i < x->text.n ? x->text.p[i] : '\0';
}

static bool is_continuation(char c) {
    return ((unsigned char)c & 0xC0u) == 0x80u;
}

/** The length of the character at `i` in bytes. */
static size_t char_bytes(const struct lexer *x, size_t i) {
    size_t n = 1;
    while (n < 4 && i + n < x->text.n && is_continuation(x->text.p[i + n])) {
        n++;
    }
    return n;
}

static bool has(const struct lexer *x, size_t i, const char *z, bool any_case) {
    struct str rest = str_slice(x->text, i, i + strlen(z));
    return any_case ? str_ieq(rest, str_of(z)) : str_is(rest, z);
}

static bool is_letter(const struct lexer *x, char c) {
    return is_alnum(c) || c == '_' || (unsigned char)c >= 0x80 ||
           (c && x->language->letters && strchr(x->language->letters, c));
}

static size_t word_end(const struct lexer *x, size_t i) {
    while (i < x->text.n && is_letter(x, x->text.p[i])) {
        i++;
    }
    return i;
}

/** Returns the first non-blank byte from `i` on; NUL if there are many blanks before it. */
static char next_solid(const struct lexer *x, size_t i) {
    for (size_t n = 0; n < LOOK_AHEAD && i + n < x->text.n; n++) {
        char c = x->text.p[i + n];
        if (!is_space_or_tab(c)) {
            return c;
        }
    }
    return '\0';
}

static bool is_before_assignment(const struct lexer *x, size_t i) {
    for (size_t n = 0; n < LOOK_AHEAD && i + n < x->text.n; n++) {
        char c = x->text.p[i + n];
        if (c == '=') {
            return byte_at(x, i + n + 1) != '=';
        }
        if (!is_space_or_tab(c) && !strchr(":?+", c)) {
            return false;
        }
    }
    return false;
}

static bool is_value_end(char c) {
    return is_alnum(c) || c == '_' || c == ')' || c == ']' || c == '}' || c == '\'' || c == '.' ||
           (unsigned char)c >= 0x80;
}

static bool allowed(const struct lexer *x, const struct rule *r) {
    if ((r->flags & AT_LINE_START) && !x->line_start) {
        return false;
    }
    if ((r->flags & NOT_AFTER_VALUE) && is_value_end(x->last)) {
        return false;
    }
    if ((r->flags & AFTER_BLANK) && x->last != '\0' && !is_space(x->last)) {
        return false;
    }
    return !(r->flags & AFTER_EQUALS) || x->solid == '=';
}

/* ---- words */

static void load_words(struct lexer *x) {
    for (const struct words *w = x->language->words; w && w->list; w++) {
        struct str rest = str_of(w->list);
        while (rest.p) {
            struct str word = str_cut(&rest, ' ');
            (void)map_put(&x->words, word, (void *)(uintptr_t)w->kind);
        }
    }
}

static enum highlight_kind find_word(const struct lexer *x, struct str word,
                                     enum highlight_kind other) {
    char small[MAX_WORD];
    struct str key = word;
    if (word.n > MAX_WORD) {
        return other;
    }
    if (x->language->flags & WORDS_ANY_CASE) {
        key = str_lower(word, small, sizeof small);
    }
    void *kind = map_lookup(&x->words, key);
    return kind ? (enum highlight_kind)(uintptr_t)kind : other;
}

static enum highlight_kind word_kind(const struct lexer *x, const struct rule *r, size_t end) {
    struct str word = str_slice(x->text, x->at, end);
    enum highlight_kind kind = find_word(x, word, HL_NONE);
    if ((r->flags & KEY_IF_EQUALS) && is_before_assignment(x, end)) {
        return HL_TYPE;
    }
    if ((r->flags & ATTRIBUTE_COLON) && next_solid(x, end) == ':') {
        return HL_ATTRIBUTE;
    }
    if (kind != HL_NONE) {
        return kind;
    }
    if ((x->language->flags & CALLS) && next_solid(x, end) == '(') {
        return HL_FUNCTION;
    }
    if ((x->language->flags & CAPITAL_TYPES) && is_upper(word.p[0])) {
        return HL_TYPE;
    }
    return r->kind;
}

static bool take_word(struct lexer *x, const struct rule *r) {
    char c = x->text.p[x->at];
    if (is_digit(c) || !is_letter(x, c)) {
        return false;
    }
    size_t end = word_end(x, x->at);
    emit(x, end - x->at, word_kind(x, r, end));
    return true;
}

static bool take_sigil(struct lexer *x, const struct rule *r) {
    if (!has(x, x->at, r->open, false)) {
        return false;
    }
    size_t from = x->at + strlen(r->open), end = word_end(x, from);
    if (end == from) {
        return false;
    }
    emit(x, end - x->at, find_word(x, str_slice(x->text, x->at, end), r->kind));
    return true;
}

/* ---- numbers */

static size_t digits_end(const struct lexer *x, size_t i) {
    while (is_digit(byte_at(x, i)) ||
           ((byte_at(x, i) == '_' || byte_at(x, i) == '\'') && is_digit(byte_at(x, i + 1)))) {
        i++;
    }
    return i;
}

static bool is_digit_base(char c) {
    return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'f') || c == '_';
}

static bool take_number(struct lexer *x) {
    size_t i = x->at;
    enum highlight_kind kind = HL_DECIMAL;
    char c = byte_at(x, i), d = to_lower(byte_at(x, i + 1));
    if (!is_digit(c) && (c != '.' || !is_digit(d))) {
        return false;
    }
    if (c == '0' && (d == 'x' || d == 'b' || d == 'o') && is_digit_base(byte_at(x, i + 2))) {
        kind = HL_BASE_N;
        i += 2;
        while (is_digit_base(byte_at(x, i))) {
            i++;
        }
    } else {
        i = digits_end(x, i);
        bool point = byte_at(x, i) == '.' && byte_at(x, i + 1) != '.';
        if (point && !is_alpha(byte_at(x, i + 1))) {
            kind = HL_FLOAT;
            i = digits_end(x, i + 1);
        }
        size_t sign = byte_at(x, i + 1) == '-' || byte_at(x, i + 1) == '+';
        if (to_lower(byte_at(x, i)) == 'e' && is_digit(byte_at(x, i + 1 + sign))) {
            kind = HL_FLOAT;
            i = digits_end(x, i + 1 + sign);
        }
    }
    /* units and suffixes, as in 10UL and 3px */
    while (is_alnum(byte_at(x, i)) || byte_at(x, i) == '_') {
        i++;
    }
    emit(x, i - x->at, kind);
    return true;
}

/* ---- spans */

/** The length of an escape at `i` in bytes, or 0. */
static size_t escape_bytes(const struct lexer *x, const struct rule *r, size_t i) {
    if (!r->escape || x->text.p[i] != r->escape || i + 1 >= x->text.n) {
        return 0;
    }
    bool doubled = r->close && r->escape == r->close[0];
    if (doubled) {
        return x->text.p[i + 1] == r->escape ? 2 : 0;
    }
    return 1 + char_bytes(x, i + 1);
}

/** Emits a comment up to `end`. Words such as TODO are marked in it. */
static void emit_comment(struct lexer *x, size_t end) {
    size_t i = x->at;
    while (i < end) {
        if (!is_upper(x->text.p[i])) {
            i++;
            continue;
        }
        size_t from = i;
        while (i < end && is_alnum(x->text.p[i])) {
            i++;
        }
        bool begins = from == 0 || !is_alnum(x->text.p[from - 1]);
        if (begins && str_among(str_slice(x->text, from, i), "TODO FIXME XXX")) {
            emit(x, from - x->at, HL_COMMENT);
            emit(x, i - from, HL_ALERT);
        }
    }
    emit(x, end - x->at, HL_COMMENT);
}

/** Emits a span up to `end`. Escapes in strings are marked. */
static void emit_span(struct lexer *x, const struct rule *r, size_t end) {
    if (r->kind == HL_COMMENT) {
        emit_comment(x, end);
        return;
    }
    size_t i = x->at;
    while (i < end) {
        size_t n = escape_bytes(x, r, i);
        if (n == 0 || r->kind != HL_STRING || i + n > end) {
            i += n ? n : 1;
            continue;
        }
        emit(x, i - x->at, r->kind);
        emit(x, n, HL_SPECIAL_CHAR);
        i = x->at;
    }
    emit(x, end - x->at, r->kind);
}

/** The length of a string's prefix at the current place ("rb" before a quote), or 0. */
static size_t prefix_bytes(const struct lexer *x, const struct rule *r) {
    const char *set = x->language->prefixes;
    size_t n = 0;
    if (!(r->flags & PREFIXED) || !set || is_letter(x, x->last)) {
        return 0;
    }
    while (n < 2 && byte_at(x, x->at + n) && strchr(set, byte_at(x, x->at + n))) {
        n++;
    }
    return n;
}

static bool take_span(struct lexer *x, const struct rule *r) {
    size_t i = x->at + prefix_bytes(x, r);
    if (!has(x, i, r->open, (r->flags & ANY_CASE) != 0)) {
        return false;
    }
    size_t close = strlen(r->close), level = 1;
    i += strlen(r->open);
    while (i < x->text.n && !((r->flags & ONE_LINE) && x->text.p[i] == '\n')) {
        size_t escape = escape_bytes(x, r, i);
        if (escape) {
            i += escape;
        } else if (has(x, i, r->close, false)) {
            i += close;
            if (--level == 0) {
                break;
            }
        } else if ((r->flags & NESTED) && has(x, i, r->open, false)) {
            i += strlen(r->open);
            level++;
        } else {
            i++;
        }
    }
    i = i < x->text.n ? i : x->text.n;
    struct rule shown = *r;
    if ((r->flags & KEY_IF_COLON) && next_solid(x, i) == ':') {
        shown.kind = HL_FUNCTION;
    }
    emit_span(x, &shown, i);
    return true;
}

static bool take_char(struct lexer *x, const struct rule *r) {
    size_t i = x->at;
    if (!has(x, i, r->open, false) || i + 2 >= x->text.n || x->text.p[i + 1] == r->open[0]) {
        return false;
    }
    i++;
    if (x->text.p[i] == '\\') { /* '\n', '\x41', '\u{1F600}' */
        size_t most = i + LOOK_AHEAD < x->text.n ? i + LOOK_AHEAD : x->text.n;
        i += 2;
        while (i < most && (is_alnum(x->text.p[i]) || x->text.p[i] == '{' || x->text.p[i] == '}')) {
            i++;
        }
    } else {
        i += char_bytes(x, i);
    }
    if (byte_at(x, i) != r->open[0]) {
        return false;
    }
    emit(x, i + 1 - x->at, r->kind);
    return true;
}

/* ---- other rules */

/** Reads a YAML key. It ends at a colon before a blank. Quotes and comments do not begin a key. */
static bool take_key(struct lexer *x, const struct rule *r) {
    if (is_space(x->text.p[x->at])) {
        return false;
    }
    size_t most = x->at + MAX_KEY < x->text.n ? x->at + MAX_KEY : x->text.n;
    for (size_t i = x->at; i < most && x->text.p[i] != '\n'; i++) {
        char c = x->text.p[i];
        bool ends = i + 1 >= x->text.n || is_space(x->text.p[i + 1]);
        if (c == ':' && ends && i > x->at) {
            emit(x, i - x->at, r->kind);
            return true;
        }
        if (c == '#' || c == '"' || c == '\'' || c == '{' || c == '[') {
            return false;
        }
    }
    return false;
}

static bool take_run(struct lexer *x, const struct rule *r) {
    size_t i = x->at;
    while (i < x->text.n && x->text.p[i] && strchr(r->open, x->text.p[i])) {
        i++;
    }
    bool any = i > x->at;
    emit(x, i - x->at, r->kind);
    return any;
}

static bool take_literal(struct lexer *x, const struct rule *r) {
    if (!has(x, x->at, r->open, (r->flags & ANY_CASE) != 0)) {
        return false;
    }
    if (r->match == MATCH_LINE) {
        emit_span(x, r, str_until(x->text, x->at, '\n'));
    } else {
        emit(x, strlen(r->open), r->kind);
    }
    return true;
}

static bool take(struct lexer *x, const struct rule *r) {
    switch (r->match) {
    case MATCH_END:
        return false;
    case MATCH_LITERAL:
    case MATCH_LINE:
        return take_literal(x, r);
    case MATCH_SPAN:
        return take_span(x, r);
    case MATCH_WORD:
        return take_word(x, r);
    case MATCH_SIGIL:
        return take_sigil(x, r);
    case MATCH_NUMBER:
        return !is_value_end(x->last == '.' ? ' ' : x->last) && take_number(x);
    case MATCH_RUN:
        return take_run(x, r);
    case MATCH_CHAR:
        return take_char(x, r);
    case MATCH_KEY:
        return take_key(x, r);
    case MATCH_LINE_END:
        if (x->text.p[x->at] != '\n' || (r->escape && x->last == r->escape)) {
            return false;
        }
        emit(x, 1, HL_NONE);
        return true;
    }
    BUG("match of a rule");
}

static void step(struct lexer *x) {
    const struct state *state = &x->language->states[x->stack[x->depth - 1]];
    for (const struct rule *r = state->rules; r->match != MATCH_END; r++) {
        if (!allowed(x, r) || !take(x, r)) {
            continue;
        }
        if (r->then == POP) {
            x->depth -= x->depth > 1;
        } else if (r->then != STAY && x->depth < MAX_STATES) {
            x->stack[x->depth++] = (uint8_t)r->then;
        }
        return;
    }
    emit(x, char_bytes(x, x->at), state->kind);
}

struct highlight_piece *highlight_text(struct arena *a, const struct highlight_language *language,
                                       struct str text, size_t *npieces) {
    struct lexer x = {.language = language, .text = text, .line_start = true, .depth = 1};
    load_words(&x);
    while (x.at < text.n) {
        step(&x);
    }
    struct highlight_piece *pieces = vec_keep(&x.pieces, a);
    *npieces = x.pieces.n;
    map_drop(&x.words);
    vec_drop(&x.pieces);
    return pieces;
}

/* ---- names */

const struct highlight_language *highlight_find(struct str name) {
    const struct highlight_language *const *const families[] = {
        highlight_c_family, highlight_science, highlight_markup, highlight_data};
    for (size_t f = 0; name.n && f < ARRAY_LEN(families); f++) {
        for (size_t i = 0; families[f][i]; i++) {
            if (str_iamong(name, families[f][i]->names)) {
                return families[f][i];
            }
        }
    }
    return NULL;
}
