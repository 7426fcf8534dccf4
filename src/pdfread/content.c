/* SPDX-License-Identifier: MIT */
/*
 * Content streams without their marked content (ISO 32000-1, 14.6): tags, layers and artifacts of
 * the old document mean nothing in the new one, and a figure may hold none of its own. Knows the
 * syntax of tokens and three kinds of operators; everything else is copied.
 */
#include "pdfread/open.h"

struct lexer {
    struct str s;
    size_t at;
};

static bool is_white(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '\0';
}

static bool is_regular(char c) {
    return !is_white(c) && str_index(STR("()<>[]{}/%"), c) == STR_NONE;
}

/* Behind a string that begins at `at`: parentheses within it are paired or escaped (7.3.4.2). */
static size_t behind_string(struct str s, size_t at) {
    size_t open = 0;
    for (; at < s.n; at++) {
        if (s.p[at] == '\\') {
            at++;
        } else if (s.p[at] == '(') {
            open++;
        } else if (s.p[at] == ')' && --open == 0) {
            return at + 1;
        }
    }
    return s.n;
}

/* The next token; empty at the end. Comments are none. */
static struct str next(struct lexer *x) {
    struct str s = x->s;
    for (;;) {
        while (x->at < s.n && is_white(s.p[x->at])) {
            x->at++;
        }
        if (x->at >= s.n || s.p[x->at] != '%') {
            break;
        }
        while (x->at < s.n && s.p[x->at] != '\n' && s.p[x->at] != '\r') {
            x->at++;
        }
    }
    size_t from = x->at;
    char c = from < s.n ? s.p[from] : '\0';
    if (from >= s.n) {
        return STR_EMPTY;
    }
    if (c == '(') {
        x->at = behind_string(s, from);
    } else if ((c == '<' || c == '>') && from + 1 < s.n && s.p[from + 1] == c) {
        x->at = from + 2;
    } else if (c == '<') {
        size_t end = str_index(str_from(s, from), '>');
        x->at = end == STR_NONE ? s.n : from + end + 1;
    } else {
        x->at = from + 1;
        while ((c == '/' || is_regular(c)) && x->at < s.n && is_regular(s.p[x->at])) {
            x->at++;
        }
    }
    return str_slice(s, from, x->at);
}

static bool is_operator(struct str token) {
    static const char *const values[] = {"true", "false", "null"};
    char c = token.p[0];
    if (!is_alpha(c) && c != '\'' && c != '"') {
        return false;
    }
    for (size_t i = 0; i < ARRAY_LEN(values); i++) {
        if (str_is(token, values[i])) {
            return false;
        }
    }
    return true;
}

static bool is_marking(struct str op) {
    static const char *const marks[] = {"BMC", "BDC", "EMC", "MP", "DP"};
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        if (str_is(op, marks[i])) {
            return true;
        }
    }
    return false;
}

/* Copies the data of an inline image, from behind ID up to EI between white space (8.9.7). */
static void copy_image(struct lexer *x, struct buf *out) {
    struct str s = x->s;
    size_t end = x->at;
    while (end + 2 < s.n && !(is_white(s.p[end]) && s.p[end + 1] == 'E' && s.p[end + 2] == 'I' &&
                              (end + 3 >= s.n || !is_regular(s.p[end + 3])))) {
        end++;
    }
    buf_str(out, str_slice(s, x->at, end));
    x->at = end;
}

struct str pdfread_content(struct arena *a, struct str content, bool *cmyk) {
    struct lexer x = {content, 0};
    struct buf out;
    buf_init(&out, 0);
    size_t operands = 0; /* where those of the next operator begin */
    for (struct str token = next(&x); token.n; token = next(&x)) {
        *cmyk = *cmyk || str_is(token, "/DeviceCMYK") || str_is(token, "/CMYK");
        if (!is_operator(token)) {
            buf_str(&out, token);
            buf_putc(&out, ' ');
            continue;
        }
        *cmyk = *cmyk || str_is(token, "k") || str_is(token, "K");
        if (is_marking(token)) {
            buf_cut(&out, operands);
            continue;
        }
        buf_str(&out, token);
        if (str_is(token, "ID")) {
            copy_image(&x, &out);
        }
        buf_putc(&out, '\n');
        operands = out.n;
    }
    struct str kept = buf_keep(&out, a);
    buf_drop(&out);
    return kept;
}
