/* SPDX-License-Identifier: MIT */
/*
 * Finds the ends of braces, brackets, environments, arguments and options of LaTeX. One pass finds
 * all pairs, so that look-ups are fast and the time is linear. This file has a list of verbatim
 * environments, but does not use the meaning of environments.
 */
#include "model/tex/latex/ltx.h"

#include "core/base/search.h"
#include "core/base/vec.h"

#define MAX_BACK 200 /* maximum number of open pairs that an \end searches for its \begin */
#define LONGEST_NAME 64
/* maximum number of names of verbatim environments whose \end was searched in vain; the table of
 * environments has fewer verbatim ones */
#define MAX_VAIN 32

size_t ltx_name(struct str s, size_t at) {
    size_t n = at + 1;
    while (n < s.n && (is_alpha(s.p[n]) || s.p[n] == '@')) {
        n++;
    }
    return n - at - 1;
}

struct str ltx_environment_name(struct str s, size_t at, size_t *behind) {
    size_t from = at + (str_starts(str_from(s, at), STR("\\begin{")) ? 7
                        : str_starts(str_from(s, at), STR("\\end{")) ? 5
                                                                     : 0);
    size_t end = from;
    while (from > at && end < s.n && end - from < LONGEST_NAME && s.p[end] != '}' &&
           s.p[end] != '{' && s.p[end] != '\\' && s.p[end] != '\n') {
        end++;
    }
    bool good = end > from && end < s.n && s.p[end] == '}';
    *behind = good ? end + 1 : at;
    return good ? str_slice(s, from, end) : STR_EMPTY;
}

/* ---- pairing */

struct scanner {
    struct str s;
    VEC(struct ltx_pair) pairs;
    VEC(uint32_t) open; /* indices of unclosed pairs */
    size_t braces;      /* number of open braces */
    size_t nvain;
    const struct ltx_row *vain[MAX_VAIN]; /* verbatim environments without a further \end */
};

static char opener(const struct scanner *x, size_t i) {
    return x->s.p[x->pairs.p[x->open.p[i]].open];
}

static void push(struct scanner *x, size_t at) {
    x->braces += x->s.p[at] == '{';
    vec_push(&x->open, (uint32_t)x->pairs.n);
    vec_push(&x->pairs, (struct ltx_pair){(uint32_t)at, UINT32_MAX});
}

/* Closes the innermost brace. Brackets and environments that are open within it have no end. */
static void close_brace(struct scanner *x, size_t at) {
    size_t i = x->open.n;
    if (!x->braces) {
        return;
    }
    while (opener(x, i - 1) != '{') {
        i--;
    }
    x->pairs.p[x->open.p[i - 1]].close = (uint32_t)at;
    x->open.n = i - 1;
    x->braces--;
}

static void close_bracket(struct scanner *x, size_t at) {
    if (x->open.n && opener(x, x->open.n - 1) == '[') {
        x->pairs.p[vec_pop(&x->open)].close = (uint32_t)at;
    }
}

static void close_environment(struct scanner *x, size_t at, struct str name) {
    size_t behind;
    for (size_t i = x->open.n, tries = 0; i > 0 && tries < MAX_BACK; i--, tries++) {
        char c = opener(x, i - 1);
        struct ltx_pair *p = &x->pairs.p[x->open.p[i - 1]];
        if (c == '{') {
            return;
        }
        if (c == '\\' && str_eq(ltx_environment_name(x->s, p->open, &behind), name)) {
            p->close = (uint32_t)at;
            x->open.n = i - 1;
            return;
        }
    }
}

/* Pairs the brackets and braces of the arguments of a verbatim command or environment that begin in
 * [at, stop) and end in the same line. */
static void pair_options(struct scanner *x, size_t at, size_t stop) {
    while (at < stop && (x->s.p[at] == '[' || x->s.p[at] == '{')) {
        char close = x->s.p[at] == '[' ? ']' : '}';
        size_t depth = 0, end = at + 1;
        while (end < x->s.n && x->s.p[end] != '\n' && (depth > 0 || x->s.p[end] != close)) {
            depth += x->s.p[end] == '{';
            depth -= x->s.p[end] == '}' && depth > 0;
            end++;
        }
        if (end >= x->s.n || x->s.p[end] != close) {
            return;
        }
        vec_push(&x->pairs, ((struct ltx_pair){(uint32_t)at, (uint32_t)end}));
        at = end + 1;
    }
}

/* Handles `\begin{name}`. Returns the offset after it. For a verbatim environment, returns the
 * offset after its end. */
static size_t begin_environment(struct scanner *x, size_t at, size_t behind, struct str name) {
    const struct ltx_row *row = ltx_environment(name);
    push(x, at);
    bool vain = !ltx_is_literal(row);
    for (size_t i = 0; i < x->nvain; i++) {
        vain = vain || row == x->vain[i];
    }
    if (vain) {
        return behind;
    }
    size_t n = name.n;
    for (size_t i = behind; i < x->s.n; i++) {
        struct str rest = str_from(x->s, i);
        if (rest.p[0] == '\\' && str_starts(rest, STR("\\end{")) && rest.n > n + 5 &&
            str_eq(str_slice(rest, 5, 5 + n), name) && rest.p[5 + n] == '}') {
            x->pairs.p[vec_pop(&x->open)].close = (uint32_t)i;
            if (row->args[0]) {
                pair_options(x, behind, i);
            }
            return i + n + 6;
        }
    }
    if (x->nvain < MAX_VAIN) {
        x->vain[x->nvain++] = row;
    }
    return behind; /* an environment without an end is read like other text */
}

size_t ltx_verb_end(struct str s, size_t at) {
    size_t from = at < s.n && s.p[at] == '*' ? at + 1 : at;
    if (from < s.n && s.p[from] == '[') { /* skips the options of \lstinline */
        struct str rest = str_from(s, from);
        size_t n = str_index(str_cut(&rest, '\n'), ']');
        from += n != STR_NONE ? n + 1 : 0;
    }
    if (from >= s.n || is_space(s.p[from]) || is_alnum(s.p[from])) {
        return at;
    }
    char shut = s.p[from] == '{' ? '}' : s.p[from];
    size_t end = from + 1;
    while (end < s.n && s.p[end] != shut && s.p[end] != '\n') {
        end++;
    }
    return end < s.n && s.p[end] != '\n' ? end + 1 : at;
}

#define LONGEST_ADDRESS 4000

/* Skips an address in braces at `at`, in which % has no special meaning. Returns the offset after
 * it, or `at`. */
static size_t pass_address(struct scanner *x, size_t at) {
    size_t depth = 0;
    if (at >= x->s.n || x->s.p[at] != '{') {
        return at;
    }
    for (size_t i = at; i < x->s.n && i - at < LONGEST_ADDRESS; i++) {
        i += x->s.p[i] == '\\';
        if (i >= x->s.n || x->s.p[i] == '\n') {
            break;
        }
        depth += x->s.p[i] == '{';
        depth -= x->s.p[i] == '}';
        if (depth == 0) {
            vec_push(&x->pairs, (struct ltx_pair){(uint32_t)at, (uint32_t)i});
            return i + 1;
        }
    }
    return at;
}

static size_t scan_backslash(struct scanner *x, size_t at) {
    size_t n = ltx_name(x->s, at), behind;
    struct str name = str_slice(x->s, at + 1, at + 1 + n);
    if (n == 0) {
        return at + 2;
    }
    if (str_is(name, "begin") || str_is(name, "end")) {
        struct str env = ltx_environment_name(x->s, at, &behind);
        if (!env.n) {
            return at + 1 + n;
        }
        if (n == 5) {
            return begin_environment(x, at, behind, env);
        }
        close_environment(x, at, env);
        return behind;
    }
    if (ltx_takes_address(name)) {
        return pass_address(x, at + 1 + n);
    }
    if (!str_is(name, "verb") && !str_is(name, "lstinline")) {
        return at + 1 + n;
    }
    size_t from = at + 1 + n, end = ltx_verb_end(x->s, from);
    if (name.n > 4 && from < end && x->s.p[from] == '[') {
        pair_options(x, from, end);
    }
    return end;
}

void ltx_pair(struct arena *a, struct ltx_text *out, struct str s, bool comments) {
    struct scanner x = {.s = s};
    for (size_t at = 0; at < s.n;) {
        char c = s.p[at];
        if (c == '\\') {
            at = scan_backslash(&x, at);
            continue;
        }
        if (c == '%' && comments) {
            at = str_until(s, at, '\n');
            continue;
        }
        if (c == '{' || c == '[') {
            push(&x, at);
        } else if (c == '}') {
            close_brace(&x, at);
        } else if (c == ']') {
            close_bracket(&x, at);
        }
        at++;
    }
    *out = (struct ltx_text){s, comments, vec_keep(&x.pairs, a), x.pairs.n};
    vec_drop(&x.pairs);
    vec_drop(&x.open);
}

size_t ltx_close(const struct ltx_text *t, size_t open) {
    size_t i;
    SEARCH_FIRST(i, 0, t->n, t->pairs[i].open >= open);
    bool found = i < t->n && t->pairs[i].open == open && t->pairs[i].close != UINT32_MAX;
    return found ? t->pairs[i].close : STR_NONE;
}

/* ---- white space */

bool ltx_blank(const struct ltx_text *t, size_t at, size_t end, size_t *behind) {
    int lines = 0;
    for (; at < end && is_space(t->s.p[at]); at++) {
        lines += t->s.p[at] == '\n';
    }
    *behind = at;
    return lines > 1;
}

size_t ltx_skip(const struct ltx_text *t, size_t at, size_t end) {
    for (;;) {
        size_t behind;
        if (ltx_blank(t, at, end, &behind)) {
            return at;
        }
        at = behind;
        if (!t->comments || at >= end || t->s.p[at] != '%') {
            return at;
        }
        at = str_until(t->s, at, '\n');
        at += at < end;
        at = str_past(str_slice(t->s, 0, end), at, is_space_or_tab);
    }
}

/* ---- arguments */

/* Returns the argument that opens at `at` with `c` and closes before `end`. If there is no such
 * argument, ltx_given() is false for the result. */
static struct ltx_arg enclosed(const struct ltx_text *t, size_t at, size_t end, char c) {
    struct ltx_arg none = {STR_NONE, STR_NONE};
    if (at >= end || t->s.p[at] != c) {
        return none;
    }
    size_t close = ltx_close(t, at);
    return close < end ? (struct ltx_arg){at + 1, close} : none;
}

#define LONGEST_PLAIN 200 /* maximum number of bytes of an argument in (...) */

/* Returns an argument in (...). These do not nest. */
static struct ltx_arg plain(const struct ltx_text *t, size_t at, size_t end) {
    if (at < end && t->s.p[at] == '(') {
        for (size_t i = at + 1; i < end && i - at < LONGEST_PLAIN && t->s.p[i] != '\n'; i++) {
            if (t->s.p[i] == ')') {
                return (struct ltx_arg){at + 1, i};
            }
        }
    }
    return (struct ltx_arg){STR_NONE, STR_NONE};
}

/* Returns one token as an argument, as TeX allows. */
static struct ltx_arg token(const struct ltx_text *t, size_t at, size_t end) {
    if (at >= end || is_space(t->s.p[at]) || t->s.p[at] == '}' || t->s.p[at] == '{' ||
        t->s.p[at] == ']') {
        return (struct ltx_arg){STR_NONE, STR_NONE};
    }
    size_t next = at + 1;
    if (t->s.p[at] == '\\') {
        size_t n = ltx_name(t->s, at);
        next = at + 1 + (n ? n : 1);
    } else {
        while (next < end && ((unsigned char)t->s.p[next] & 0xC0) == 0x80) {
            next++;
        }
    }
    return (struct ltx_arg){at, next < end ? next : end};
}

size_t ltx_args(const struct ltx_text *t, size_t at, size_t end, const char *spec, bool tight,
                struct ltx_arg *out) {
    for (size_t i = 0; i < LTX_ARGS && spec[i]; i++) {
        size_t from = tight ? at : ltx_skip(t, at, end);
        struct ltx_arg *arg = &out[i];
        *arg = (struct ltx_arg){STR_NONE, STR_NONE};
        bool needed = false;
        if (spec[i] == 's') {
            *arg = from < end && t->s.p[from] == '*' ? (struct ltx_arg){from, from} : *arg;
        } else if (spec[i] == 'o') {
            *arg = enclosed(t, from, end, '[');
        } else if (spec[i] == 'c') {
            *arg = plain(t, from, end);
        } else {
            needed = true;
            *arg = enclosed(t, from, end, '{');
            if (arg->begin == STR_NONE && !tight) {
                *arg = token(t, from, end);
                at = ltx_given(arg) ? arg->end : at;
            } else if (ltx_given(arg)) {
                at = arg->end + 1;
            }
        }
        if (ltx_given(arg) && !needed) {
            at = arg->end + 1;
        }
        if (needed && !ltx_given(arg)) {
            return STR_NONE;
        }
    }
    return at;
}

/* ---- options */

/** Takes the next part of a list. Separators outside of braces end a part. `*rest` moves past it,
 * and is NULL at the end. */
static struct str list_cut(struct str *rest, char separator) {
    struct str all = *rest;
    size_t depth = 0;
    for (size_t i = 0; i < all.n; i++) {
        depth += all.p[i] == '{';
        depth -= all.p[i] == '}' && depth > 0;
        if (all.p[i] == separator && depth == 0) {
            *rest = str_from(all, i + 1);
            return str_slice(all, 0, i);
        }
    }
    *rest = STR_EMPTY;
    return all;
}

struct str ltx_option(struct str options, const char *key, bool *given) {
    *given = false;
    while (options.p) {
        struct str value = str_trim(list_cut(&options, ','));
        struct str name = str_trim(list_cut(&value, '='));
        if (!str_is(name, key)) {
            continue;
        }
        *given = true;
        value = str_trim(value);
        bool braces = value.n > 1 && value.p[0] == '{' && value.p[value.n - 1] == '}';
        return braces ? str_slice(value, 1, value.n - 1) : value;
    }
    return STR_EMPTY;
}
