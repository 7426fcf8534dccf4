/* SPDX-License-Identifier: MIT */
/*
 * TeX math: chemistry of the package mhchem, \ce and \pu. Translates its notation to TeX (mhchem's
 * manual, version 4): upright letters, digits after letters as subscripts, charges as superscripts,
 * arrows with texts. The parser then reads that TeX; all of it has the place of the command.
 *
 *     \ce{SO4^2- + Ba^2+ -> BaSO4 v}     \ce{^{227}_{90}Th+}     \ce{A ->[H2O][\Delta] B}
 */
#include "model/tex/math/math_chem.h"

#define MAX_NESTING 4 /* the nesting of arrows within the texts of arrows */

struct chem {
    struct buf *out;
    struct str s;
    size_t at;
    int nesting;
    bool term;    /* the place is at the beginning of a term, where digits are an amount */
    bool scripts; /* the term begins with scripts, as an isotope does */
    bool glued;   /* the place is directly after a letter, a digit or a bracket */
};

static char peek(const struct chem *c, size_t ahead) {
    return c->at + ahead < c->s.n ? c->s.p[c->at + ahead] : '\0';
}

static void put(struct chem *c, const char *tex) {
    buf_puts(c->out, tex);
}

static bool ends_term(char c) {
    return c == '\0' || is_space(c) || c == ')' || c == ']' || c == '}' || c == ',' || c == ';';
}

/* Returns the text inside of the braces at the current place, and moves past them. If they are not
 * closed, returns the rest of the text. */
static struct str braces(struct chem *c) {
    size_t depth = 0, begin = c->at + 1;
    for (; c->at < c->s.n; c->at++) {
        char ch = c->s.p[c->at];
        if (ch == '\\') {
            c->at++;
            continue;
        }
        depth += ch == '{';
        depth -= ch == '}';
        if (depth == 0) {
            return str_slice(c->s, begin, c->at++);
        }
    }
    c->at = c->s.n;
    return str_from(c->s, begin);
}

/* Writes a script: digits, upright letters, and signs without space. */
static void put_script(struct chem *c, struct str s) {
    put(c, "{");
    for (size_t i = 0; i < s.n; i++) {
        char ch = s.p[i];
        size_t n = 0;
        while (is_alpha(s.p[i]) && i + n < s.n && is_alpha(s.p[i + n])) {
            n++;
        }
        if (ch == '\\' || ch == '$') { /* TeX, copied unchanged */
            size_t end = i + 1;
            while (ch == '\\' && end < s.n && is_alpha(s.p[end])) {
                end++;
            }
            buf_str(c->out, ch == '\\' ? str_slice(s, i, end) : STR_EMPTY);
            i = ch == '\\' ? end - 1 : i;
        } else if (n > 0) {
            buf_printf(c->out, "\\mathrm{%.*s}", STR_ARG(str_slice(s, i, i + n)));
            i += n - 1;
        } else if (ch == '-') {
            put(c, "{-}");
        } else if (ch == '+') {
            put(c, "{+}");
        } else if (ch == '.') {
            put(c, "{\\bullet}");
        } else if (ch == '*') {
            put(c, "{*}");
        } else if (ch != '{' && ch != '}' && ch != '^' && ch != '_' && ch != '&') {
            buf_putc(c->out, ch);
        }
    }
    put(c, "}");
}

/* Copies math between dollar signs. */
static void put_dollars(struct chem *c) {
    size_t end = str_until(c->s, c->at + 1, '$');
    buf_printf(c->out, "{%.*s}", STR_ARG(str_slice(c->s, c->at + 1, end)));
    c->at = end < c->s.n ? end + 1 : end;
}

/* Reads a script at `^` or `_`. */
static void script(struct chem *c, char sign) {
    c->at++;
    buf_putc(c->out, sign);
    if (peek(c, 0) == '{') {
        put_script(c, braces(c));
        return;
    }
    if (peek(c, 0) == '$') {
        put_dollars(c);
        return;
    }
    size_t begin = c->at;
    c->at = str_past(c->s, begin, is_digit);
    while (sign == '^' &&
           (peek(c, 0) == '+' || peek(c, 0) == '-' || peek(c, 0) == '*' || peek(c, 0) == '.')) {
        c->at++;
    }
    if (c->at == begin && c->at < c->s.n) {
        c->at += peek(c, 0) == '\\' ? 2 : 1;
        while (c->s.p[begin] == '\\' && is_alpha(peek(c, 0))) {
            c->at++;
        }
    }
    c->at = c->at < c->s.n ? c->at : c->s.n;
    put_script(c, str_slice(c->s, begin, c->at));
}

/* ---- arrows */

static const struct {
    const char *sign, *plain, *with;
} arrows[] = {
    {"<-->", "\\longleftrightarrow", "\\xrightleftarrows"},
    {"<=>>", "\\rightleftharpoons", "\\xrightleftharpoons"},
    {"<<=>", "\\rightleftharpoons", "\\xrightleftharpoons"},
    {"<=>", "\\rightleftharpoons", "\\xrightleftharpoons"},
    {"<->", "\\longleftrightarrow", "\\xleftrightarrow"},
    {"->", "\\longrightarrow", "\\xrightarrow"},
    {"<-", "\\longleftarrow", "\\xleftarrow"},
    {"\u2192", "\\longrightarrow", "\\xrightarrow"},
    {"\u21CC", "\\rightleftharpoons", "\\xrightleftharpoons"},
};

/* Reads the text inside of brackets. Returns false if no bracket follows. */
static bool brackets(struct chem *c, struct str *inside) {
    size_t depth = 0;
    if (peek(c, 0) != '[') {
        return false;
    }
    for (size_t i = c->at; i < c->s.n; i++) {
        depth += c->s.p[i] == '{';
        depth -= c->s.p[i] == '}' && depth > 0;
        if (c->s.p[i] == ']' && depth == 0) {
            *inside = str_slice(c->s, c->at + 1, i);
            c->at = i + 1;
            return true;
        }
    }
    return false;
}

static void translate(struct buf *out, struct str s, int nesting);

static bool arrow(struct chem *c) {
    for (size_t i = 0; i < ARRAY_LEN(arrows); i++) {
        struct str above = STR_EMPTY, below = STR_EMPTY;
        if (!str_starts(str_from(c->s, c->at), str_of(arrows[i].sign))) {
            continue;
        }
        c->at += str_of(arrows[i].sign).n;
        bool any = brackets(c, &above);
        any = (any && brackets(c, &below)) || any;
        if (!any || c->nesting >= MAX_NESTING) {
            put(c, arrows[i].plain);
            put(c, " ");
        } else {
            put(c, arrows[i].with);
            put(c, "[");
            translate(c->out, below, c->nesting + 1);
            put(c, "]{\\;");
            translate(c->out, above, c->nesting + 1);
            put(c, "\\;}");
        }
        c->term = true;
        c->glued = false;
        return true;
    }
    return false;
}

/* ---- parts of a term */

static void figures(struct chem *c) {
    size_t begin = c->at;
    while (is_digit(peek(c, 0)) || (peek(c, 0) == '.' && is_digit(peek(c, 1)) && c->at > begin)) {
        c->at++;
    }
    struct str n = str_slice(c->s, begin, c->at);
    bool half = c->term && peek(c, 0) == '/' && is_digit(peek(c, 1));
    if (half) {
        size_t from = ++c->at;
        c->at = str_past(c->s, from, is_digit);
        buf_printf(c->out, "\\tfrac{%.*s}{%.*s}\\,", STR_ARG(n),
                   STR_ARG(str_slice(c->s, from, c->at)));
    } else if (c->term) {
        buf_str(c->out, n);
        put(c, "\\,");
        while (peek(c, 0) == ' ') {
            c->at++;
        }
    } else if (c->glued) {
        buf_printf(c->out, "_{%.*s}", STR_ARG(n));
    } else {
        buf_str(c->out, n);
    }
    c->glued = !c->term;
    c->term = false;
}

static void letters(struct chem *c) {
    size_t begin = c->at;
    char one = peek(c, 0), next = peek(c, 1);
    bool amount = c->term && (one == 'n' || one == 'm' || one == 'x' || one == 'y') &&
                  (is_upper(next) || next == '(' || next == ' ');
    if (amount) {
        buf_printf(c->out, "%c\\,", one);
        c->at += next == ' ' ? 2 : 1;
        c->term = c->glued = false;
        return;
    }
    c->at = str_past(c->s, begin, is_alpha);
    buf_printf(c->out, "\\mathrm{%.*s}", STR_ARG(str_slice(c->s, begin, c->at)));
    c->term = c->scripts = false;
    c->glued = true;
}

/* Writes `+` and `-`. A sign directly after a term is a charge, within a term it is a bond, and
 * between blanks an operator. */
static void sign(struct chem *c, char one) {
    c->at++;
    bool behind = c->glued && (ends_term(peek(c, 0)) || (one == '+' && peek(c, 0) != '['));
    if (behind) {
        buf_printf(c->out, "^{%c}", one);
    } else if (c->glued) {
        put(c, one == '-' ? "{-}" : "{+}");
        c->glued = false;
    } else {
        buf_printf(c->out, " {}%c{} ", one);
        c->term = true;
    }
}

static void bond(struct chem *c, const char *tex) {
    c->at++;
    put(c, tex);
    c->glued = false;
}

/* Copies a command with its arguments, except \bond and commands whose arguments are chemistry as
 * well. */
static void command(struct chem *c) {
    size_t begin = c->at, n = 1;
    while (is_alpha(peek(c, n))) {
        n++;
    }
    struct str name = str_slice(c->s, begin + 1, begin + n);
    c->at += n > 1 ? n : 2;
    c->at = c->at < c->s.n ? c->at : c->s.n;
    if (str_is(name, "bond") && peek(c, 0) == '{') {
        struct str kind = braces(c);
        put(c, str_is(kind, "=") || str_is(kind, "2")        ? "{=}"
               : str_is(kind, "#") || str_is(kind, "3")      ? "{\\equiv}"
               : str_is(kind, "...") || str_is(kind, "....") ? "{\\cdots}"
               : str_is(kind, "->")                          ? "{\\rightarrow}"
               : str_is(kind, "<-")                          ? "{\\leftarrow}"
                                                             : "{-}");
        c->glued = false;
        return;
    }
    if (!str_is(name, "ce") && !str_is(name, "pu")) {
        buf_str(c->out, str_slice(c->s, begin, c->at));
        put(c, name.n ? " " : "");
    }
    while (peek(c, 0) == '{') {
        struct str inside = braces(c);
        buf_printf(c->out, "{%.*s}", STR_ARG(inside));
    }
    c->term = false;
    c->glued = true;
}

/* Whether the next character has space around it. */
static bool is_operator(const struct chem *c) {
    char one = peek(c, 0);
    return one == '\0' || one == '+' || one == '-' || one == '<' || one == '=' || one == '*' ||
           (unsigned char)one == 0xE2;
}

static void blank(struct chem *c) {
    c->at = str_past(c->s, c->at, is_space);
    bool arrow_up = peek(c, 0) == '^' && (ends_term(peek(c, 1)));
    bool arrow_down = peek(c, 0) == 'v' && (ends_term(peek(c, 1)));
    if (arrow_up || arrow_down) {
        put(c, arrow_up ? "\\,{\\uparrow}" : "\\,{\\downarrow}");
        c->at++;
    } else if (c->glued && !is_operator(c)) {
        put(c, "\\;");
    }
    c->term = true;
    c->glued = false;
}

static void step(struct chem *c) {
    char one = peek(c, 0);
    if (is_space(one)) {
        blank(c);
    } else if (arrow(c)) {
        return;
    } else if (is_digit(one)) {
        figures(c);
    } else if (is_alpha(one)) {
        letters(c);
    } else if (one == '^' || one == '_') {
        put(c, c->term && !c->scripts ? "{}" : "");
        c->scripts = true;
        script(c, one);
        c->glued = !c->term;
    } else if (one == '+' || one == '-') {
        sign(c, one);
    } else if (one == '=') {
        bond(c, c->glued ? "{=}" : " = ");
    } else if (one == '#') {
        bond(c, "{\\equiv}");
    } else if (one == '*' || (one == '.' && c->glued)) {
        bond(c, "{\\cdot}");
        c->term = true;
    } else if (one == '$') {
        put_dollars(c);
        c->term = false;
        c->glued = true;
    } else if (one == '\\') {
        command(c);
    } else if (one == '{') {
        struct str inside = braces(c);
        if (inside.n) {
            buf_printf(c->out, "\\text{%.*s}", STR_ARG(inside));
        }
        c->term = false;
        c->glued = inside.n > 0 || c->glued;
    } else if (one == '(' || one == '[') {
        buf_putc(c->out, one);
        c->at++;
        c->term = true;
        c->glued = false;
    } else if (one == ')' || one == ']') {
        buf_putc(c->out, one);
        c->at++;
        c->term = false;
        c->glued = true;
    } else {
        buf_putc(c->out, one == '}' || one == '&' || one == '%' ? ' ' : one);
        c->at++;
    }
}

static void translate(struct buf *out, struct str s, int nesting) {
    struct chem c = {.out = out, .s = str_trim(s), .nesting = nesting, .term = true};
    while (c.at < c.s.n) {
        step(&c);
    }
}

void math_chem_tex(struct buf *out, struct str s) {
    translate(out, s, 0);
}

/* ---- \pu */

/* Reads 1.2e3 or 1.2E3: digits and a power of ten. */
static size_t pu_number(struct buf *out, struct str s) {
    size_t at = 0;
    while (at < s.n && (is_digit(s.p[at]) || s.p[at] == '.' || s.p[at] == ',' || s.p[at] == '+' ||
                        s.p[at] == '-' || s.p[at] == '(' || s.p[at] == ')')) {
        at++;
    }
    buf_str(out, str_slice(s, 0, at));
    bool power = at > 0 && at + 1 < s.n && (s.p[at] == 'e' || s.p[at] == 'E') &&
                 (is_digit(s.p[at + 1]) || s.p[at + 1] == '-' || s.p[at + 1] == '+');
    if (power) {
        size_t from = ++at;
        while (at < s.n && (is_digit(s.p[at]) || at == from)) {
            at++;
        }
        buf_printf(out, "\\times 10^{%.*s}", STR_ARG(str_slice(s, from, at)));
    }
    return at;
}

static void pu_units(struct buf *out, struct str s) {
    for (size_t i = 0; i < s.n;) {
        size_t word = str_past(s, i, is_alpha);
        if (word > i) {
            buf_printf(out, "\\mathrm{%.*s}", STR_ARG(str_slice(s, i, word)));
            i = word;
        } else if (s.p[i] == '^') {
            size_t end = i + 1;
            bool group = end < s.n && s.p[end] == '{';
            while (end < s.n &&
                   (group ? s.p[end - 1] != '}' : is_digit(s.p[end]) || end == i + 1)) {
                end++;
            }
            struct str power = str_slice(s, i + 1, end);
            power = group ? str_slice(power, 1, power.n - 1) : power;
            buf_printf(out, "^{%.*s}", STR_ARG(power));
            i = end;
        } else {
            const char *tex = s.p[i] == '*' || s.p[i] == '.' ? "{\\cdot}"
                              : is_space(s.p[i])             ? "\\,"
                              : s.p[i] == '/'                ? "/"
                                                             : NULL;
            if (tex) {
                buf_puts(out, tex);
            } else if (s.p[i] == '%') {
                buf_puts(out, "\\%");
            } else if (s.p[i] != '}' && s.p[i] != '&') {
                buf_putc(out, s.p[i]);
            }
            i++;
        }
    }
}

void math_pu_tex(struct buf *out, struct str s) {
    s = str_trim(s);
    size_t at = pu_number(out, s);
    struct str units = str_trim(str_from(s, at));
    if (at > 0 && units.n) {
        buf_puts(out, "\\,");
    }
    size_t over = str_find(units, STR("//"));
    if (over != STR_NONE) {
        buf_puts(out, "\\frac{");
        pu_units(out, str_trim(str_slice(units, 0, over)));
        buf_puts(out, "}{");
        pu_units(out, str_trim(str_from(units, over + 2)));
        buf_puts(out, "}");
    } else {
        pu_units(out, units);
    }
}
