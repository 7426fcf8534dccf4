/* SPDX-License-Identifier: MIT */
/*
 * The tokenizer of CSS (CSS Syntax 3, section 4): characters to tokens, and matching brackets.
 */
#include "core/base/utf8.h"
#include "core/data/css_internal.h"

DIAG_USE(DIAG_CSS_SYNTAX);

#define MICRO_LIMIT ((int64_t)1000000000000000)

struct lexer {
    struct arena *arena;
    struct source *src;
    struct str s;
    size_t at;
    struct css_tokens *out;
    struct diags *d;
};

static char peek(const struct lexer *l, size_t ahead) {
    return l->at + ahead < l->s.n ? l->s.p[l->at + ahead] : '\0';
}

static bool is_newline(char c) {
    return c == '\n' || c == '\r' || c == '\f';
}
static bool is_white(char c) {
    return is_newline(c) || is_space_or_tab(c);
}
static bool is_name_start(char c) {
    return is_alpha(c) || c == '_' || (unsigned char)c >= 0x80;
}
static bool is_name(char c) {
    return is_name_start(c) || is_digit(c) || c == '-';
}

/** Whether a valid escape begins at offset `ahead` (4.3.8). */
static bool is_escape(const struct lexer *l, size_t ahead) {
    return peek(l, ahead) == '\\' && l->at + ahead + 1 < l->s.n && !is_newline(peek(l, ahead + 1));
}

/** Whether an identifier begins at offset `ahead` (4.3.9). */
static bool starts_ident(const struct lexer *l, size_t ahead) {
    if (peek(l, ahead) == '-') {
        char c = peek(l, ahead + 1);
        return is_name_start(c) || c == '-' || is_escape(l, ahead + 1);
    }
    return is_name_start(peek(l, ahead)) || is_escape(l, ahead);
}

/** Whether a number begins here (4.3.10). */
static bool starts_number(const struct lexer *l) {
    size_t i = peek(l, 0) == '+' || peek(l, 0) == '-';
    return is_digit(peek(l, i)) || (peek(l, i) == '.' && is_digit(peek(l, i + 1)));
}

static struct span span_from(const struct lexer *l, size_t begin) {
    return span_make(l->src, begin, l->at);
}

static void fault(struct lexer *l, size_t begin, const char *what) {
    (void)diag_add(l->d, DIAG_CSS_SYNTAX, span_from(l, begin), "%s", what);
}

/** Reads an escape without its backslash (4.3.7). */
static void take_escape(struct lexer *l, struct buf *out) {
    uint32_t cp = 0;
    size_t n = 0;
    while (n < 6 && hex_digit(peek(l, 0)) >= 0) {
        cp = cp * 16 + (uint32_t)hex_digit(peek(l, 0));
        l->at++;
        n++;
    }
    if (n == 0) {
        size_t begin = l->at;
        (void)utf8_next(l->s, &l->at);
        buf_str(out, str_slice(l->s, begin, l->at));
        return;
    }
    buf_rune(out, cp == 0 ? UTF8_REPLACEMENT : cp);
    if (peek(l, 0) == '\r' && peek(l, 1) == '\n') {
        l->at += 2;
    } else if (l->at < l->s.n && is_white(peek(l, 0))) {
        l->at++;
    }
}

/** Reads a name (4.3.12): a slice of the source when it has no escapes. */
static struct str take_name(struct lexer *l) {
    size_t begin = l->at;
    while (l->at < l->s.n && is_name(peek(l, 0))) {
        l->at++;
    }
    if (!is_escape(l, 0)) {
        return str_slice(l->s, begin, l->at);
    }
    struct buf b = BUF_INIT;
    buf_str(&b, str_slice(l->s, begin, l->at));
    while (l->at < l->s.n) {
        if (is_name(peek(l, 0))) {
            buf_putc(&b, l->s.p[l->at++]);
        } else if (is_escape(l, 0)) {
            l->at++;
            take_escape(l, &b);
        } else {
            break;
        }
    }
    return buf_finish(&b, l->arena);
}

static void push(struct lexer *l, struct css_token t, size_t begin) {
    t.span = span_from(l, begin);
    vec_push(&l->out->t, t);
}

/** Multiplies `v` by ten to the `power`. The result is at most MICRO_LIMIT. */
static int64_t scaled(int64_t v, int64_t power) {
    for (; power > 0 && v != 0; power--) {
        v = v > MICRO_LIMIT / 10 ? MICRO_LIMIT : v * 10;
        if (v == MICRO_LIMIT) {
            break;
        }
    }
    for (; power < 0 && v != 0; power++) {
        v /= 10;
    }
    return v;
}

/** Reads a number in millionths (4.3.13). `*whole` becomes true if it is written as an integer. */
static int64_t take_number(struct lexer *l, bool *whole) {
    bool negative = peek(l, 0) == '-';
    int64_t v = 0;
    int64_t place = CSS_MICRO;
    *whole = true;
    l->at += peek(l, 0) == '+' || peek(l, 0) == '-';
    for (; is_digit(peek(l, 0)); l->at++) {
        v = v < MICRO_LIMIT / CSS_MICRO ? v * 10 + (peek(l, 0) - '0') : v;
    }
    v = v < MICRO_LIMIT / CSS_MICRO ? v * CSS_MICRO : MICRO_LIMIT;
    if (peek(l, 0) == '.' && is_digit(peek(l, 1))) {
        *whole = false;
        for (l->at++; is_digit(peek(l, 0)); l->at++) {
            place /= 10;
            v += (peek(l, 0) - '0') * place;
        }
    }
    size_t sign = peek(l, 1) == '+' || peek(l, 1) == '-';
    if (to_lower(peek(l, 0)) == 'e' && is_digit(peek(l, 1 + sign))) {
        bool down = peek(l, 1) == '-';
        int64_t power = 0;
        *whole = false;
        for (l->at += 1 + sign; is_digit(peek(l, 0)); l->at++) {
            power = power < 100 ? power * 10 + (peek(l, 0) - '0') : power;
        }
        v = scaled(v, down ? -power : power);
    }
    v = v > MICRO_LIMIT ? MICRO_LIMIT : v;
    return negative ? -v : v;
}

static void lex_number(struct lexer *l) {
    size_t begin = l->at;
    struct css_token t = {.kind = CSS_NUMBER};
    t.micro = take_number(l, &t.whole);
    if (starts_ident(l, 0)) {
        t.kind = CSS_DIMENSION;
        t.text = take_name(l);
    } else if (peek(l, 0) == '%') {
        t.kind = CSS_PERCENTAGE;
        l->at++;
    }
    push(l, t, begin);
}

/** Reads a string (4.3.5). A string without its closing quote on the same line is invalid. */
static void lex_string(struct lexer *l) {
    size_t begin = l->at;
    char quote = peek(l, 0);
    struct css_token t = {.kind = CSS_STRING};
    struct buf b = BUF_INIT;
    l->at++;
    while (l->at < l->s.n && peek(l, 0) != quote) {
        char c = peek(l, 0);
        if (is_newline(c)) {
            t.kind = CSS_BAD_STRING;
            break;
        }
        l->at++;
        if (c != '\\') {
            buf_putc(&b, c);
        } else if (l->at < l->s.n && is_newline(peek(l, 0))) {
            l->at += peek(l, 0) == '\r' && peek(l, 1) == '\n' ? 2 : 1;
        } else if (l->at < l->s.n) {
            take_escape(l, &b);
        }
    }
    if (t.kind == CSS_BAD_STRING || l->at >= l->s.n) {
        fault(l, begin, "this string has no end");
    } else {
        l->at++;
    }
    t.text = buf_finish(&b, l->arena);
    push(l, t, begin);
}

/** Skips the rest of an invalid url() (4.3.14). */
static void skip_bad_url(struct lexer *l) {
    while (l->at < l->s.n && peek(l, 0) != ')') {
        l->at += is_escape(l, 0) ? 2 : 1;
    }
    l->at += l->at < l->s.n;
}

/** Reads url( without quotes (4.3.6); the name begins at `begin`. */
static void lex_url(struct lexer *l, size_t begin) {
    struct css_token t = {.kind = CSS_URL};
    struct buf b = BUF_INIT;
    while (is_white(peek(l, 0))) {
        l->at++;
    }
    while (l->at < l->s.n && peek(l, 0) != ')') {
        char c = peek(l, 0);
        if (is_escape(l, 0)) {
            l->at++;
            take_escape(l, &b);
            continue;
        }
        if (is_white(c)) {
            while (is_white(peek(l, 0))) {
                l->at++;
            }
            if (l->at < l->s.n && peek(l, 0) != ')') {
                t.kind = CSS_BAD_URL;
                break;
            }
            continue;
        }
        if (c == '"' || c == '\'' || c == '(' || c == '\\' || (unsigned char)c < 0x20 ||
            c == 0x7F) {
            t.kind = CSS_BAD_URL;
            break;
        }
        buf_putc(&b, c);
        l->at++;
    }
    if (t.kind == CSS_BAD_URL) {
        skip_bad_url(l);
        fault(l, begin, "this address cannot be read: put it in quotes");
    } else {
        l->at += l->at < l->s.n;
    }
    t.text = buf_finish(&b, l->arena);
    push(l, t, begin);
}

/** Reads a name, a function, or a url() (4.3.4). */
static void lex_ident_like(struct lexer *l) {
    size_t begin = l->at;
    struct css_token t = {.kind = CSS_IDENT, .text = take_name(l)};
    if (peek(l, 0) == '(') {
        t.kind = CSS_FUNCTION;
        l->at++;
        size_t skip = 0;
        while (is_white(peek(l, skip))) {
            skip++;
        }
        if (str_ieq(t.text, STR("url")) && peek(l, skip) != '"' && peek(l, skip) != '\'') {
            lex_url(l, begin);
            return;
        }
    }
    push(l, t, begin);
}

/** Reads white space and comments. A comment alone makes no token: if only a comment separates `.a`
 * and `.b`, they form one compound selector. */
static bool lex_space(struct lexer *l) {
    size_t begin = l->at;
    bool white = false;
    while (l->at < l->s.n) {
        if (is_white(peek(l, 0))) {
            white = true;
            l->at++;
        } else if (peek(l, 0) == '/' && peek(l, 1) == '*') {
            size_t from = l->at;
            size_t end = str_find(str_from(l->s, from + 2), STR("*/"));
            l->at = end == STR_NONE ? l->s.n : from + 2 + end + 2;
            if (end == STR_NONE) {
                fault(l, from, "this comment has no end");
            }
        } else {
            break;
        }
    }
    if (white) {
        push(l, (struct css_token){.kind = CSS_SPACE}, begin);
    }
    return l->at > begin;
}

static enum css_token_kind kind_of(char c) {
    switch (c) {
    case ':':
        return CSS_COLON;
    case ';':
        return CSS_SEMICOLON;
    case ',':
        return CSS_COMMA;
    case '(':
    case '[':
    case '{':
        return CSS_OPEN;
    case ')':
    case ']':
    case '}':
        return CSS_CLOSE;
    default:
        return CSS_DELIM;
    }
}

/** Reads a token of one character: punctuation, a bracket, or an unknown one. */
static void lex_single(struct lexer *l) {
    size_t begin = l->at;
    enum css_token_kind kind = kind_of(peek(l, 0));
    if (str_starts(str_from(l->s, begin), STR("<!--"))) {
        l->at += 4;
        kind = CSS_MARKUP;
    } else if (str_starts(str_from(l->s, begin), STR("-->"))) {
        l->at += 3;
        kind = CSS_MARKUP;
    } else {
        (void)utf8_next(l->s, &l->at);
    }
    push(l, (struct css_token){.kind = kind, .text = str_slice(l->s, begin, l->at)}, begin);
}

static void lex_one(struct lexer *l) {
    size_t begin = l->at;
    char c = peek(l, 0);
    if (lex_space(l)) {
        return;
    }
    if (c == '"' || c == '\'') {
        lex_string(l);
    } else if (starts_number(l)) {
        lex_number(l);
    } else if (c == '#' && (is_name(peek(l, 1)) || is_escape(l, 1))) {
        bool ident = starts_ident(l, 1);
        l->at++;
        struct str name = take_name(l);
        push(l, (struct css_token){.kind = CSS_HASH, .whole = ident, .text = name}, begin);
    } else if (c == '@' && starts_ident(l, 1)) {
        l->at++;
        struct str name = take_name(l);
        push(l, (struct css_token){.kind = CSS_AT_KEYWORD, .text = name}, begin);
    } else if (starts_ident(l, 0) && !str_starts(str_from(l->s, begin), STR("-->"))) {
        lex_ident_like(l);
    } else {
        lex_single(l);
    }
}

static char closing(const struct css_token *t) {
    if (t->kind == CSS_FUNCTION || t->text.p[0] == '(') {
        return ')';
    }
    return t->text.p[0] == '[' ? ']' : '}';
}

/** Finds the closing bracket of each block. A closing bracket of the wrong kind is treated as a
 * plain token (5.4.8). */
static void pair_brackets(struct lexer *l) {
    struct css_tokens *c = l->out;
    VEC(size_t) open = VEC_INIT;
    vec_reserve(&c->close, c->t.n + 1);
    c->close.n = c->t.n;
    for (size_t i = 0; i < c->t.n; i++) {
        const struct css_token *t = &c->t.p[i];
        c->close.p[i] = c->t.n;
        if (t->kind == CSS_OPEN || t->kind == CSS_FUNCTION) {
            vec_push(&open, i);
        } else if (t->kind == CSS_CLOSE && open.n > 0 &&
                   t->text.p[0] == closing(&c->t.p[vec_last(&open)])) {
            size_t from = vec_pop(&open);
            c->close.p[from] = i;
        }
    }
    if (open.n > 0) { /* the closing bracket of the innermost block is missing */
        const struct css_token *t = &c->t.p[vec_last(&open)];
        (void)diag_add(l->d, DIAG_CSS_SYNTAX, t->span, "nothing closes this: a `%c` is missing",
                       closing(t));
    }
    vec_drop(&open);
}

void css_tokenize(struct arena *a, struct source *src, struct css_tokens *out, struct diags *d) {
    *out = (struct css_tokens){.t = VEC_INIT, .close = VEC_INIT};
    struct lexer l = {a, src, src->text, str_bom(src->text), out, d};
    while (l.at < l.s.n) {
        lex_one(&l);
    }
    pair_brackets(&l);
}

void css_tokens_drop(struct css_tokens *c) {
    vec_drop(&c->t);
    vec_drop(&c->close);
}
