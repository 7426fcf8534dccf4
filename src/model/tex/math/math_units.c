/* SPDX-License-Identifier: MIT */
/*
 * TeX math: numbers and units of the package siunitx (its manual, version 3, and the names of
 * version 2), translated to TeX, which the parser reads. Units are in math_units.def.
 */
#include "model/tex/math/math_chem.h"

#define LONGEST_NUMBER 200

/* ---- numbers */

/* Writes digits in groups of three, separated by thin spaces, when there are at least five. */
static void put_figures(struct buf *out, struct str s, bool fraction) {
    size_t first = fraction ? 3 : s.n % 3 ? s.n % 3 : 3;
    for (size_t i = 0; i < s.n; i++) {
        bool gap = s.n > 4 && i > 0 && (i >= first && (i - first) % 3 == 0);
        if (gap) {
            buf_puts(out, "\\,");
        }
        buf_putc(out, s.p[i]);
    }
}

/* Writes the uncertainty 6 of 123.45(6) as \pm 0.06, as pandoc does, and siunitx with
 * `separate-uncertainty`. `places`: the number of digits after the point. */
static void put_uncertainty(struct buf *out, struct str digits, size_t places) {
    size_t whole = digits.n > places ? digits.n - places : 0;
    buf_puts(out, "\\pm ");
    put_figures(out, whole ? str_slice(digits, 0, whole) : STR("0"), false);
    if (places) {
        buf_putc(out, '.');
        for (size_t i = digits.n; i < places; i++) {
            buf_putc(out, '0');
        }
        buf_str(out, str_from(digits, whole));
    }
}

/* Writes a number such as 123.45(6). Returns the offset after it, or `at` if there is no number. */
static size_t put_decimal(struct buf *out, struct str s, size_t at) {
    size_t whole = str_past(s, at, is_digit), begin = at, places = 0;
    put_figures(out, str_slice(s, at, whole), false);
    at = whole;
    if (at < s.n && (s.p[at] == '.' || s.p[at] == ',')) {
        size_t end = str_past(s, at + 1, is_digit);
        if (whole == begin) {
            buf_putc(out, '0');
        }
        buf_putc(out, '.');
        put_figures(out, str_slice(s, at + 1, end), true);
        places = end - at - 1;
        at = end;
    }
    if (at > begin && at < s.n && s.p[at] == '(') {
        size_t end = str_past(s, at + 1, is_digit);
        if (end > at + 1 && end < s.n && s.p[end] == ')') {
            put_uncertainty(out, str_slice(s, at + 1, end), places);
            at = end + 1;
        }
    }
    return at;
}

/* Returns the TeX of the symbol at `at`, or NULL. */
static const char *sign_at(struct str s, size_t *at) {
    static const struct {
        const char *from, *to;
    } signs[] = {{"+-", "\\pm "},          {"\\pm", "\\pm "}, {"-+", "\\mp "},
                 {"\\mp", "\\mp "},        {"-", "-"},        {"+", "+"},
                 {"\u2212", "-"},          {"<", "<"},        {">", ">"},
                 {"\\le", "\\le "},        {"\\ge", "\\ge "}, {"\\sim", "\\sim "},
                 {"\\approx", "\\approx "}};
    for (size_t i = 0; i < ARRAY_LEN(signs); i++) {
        if (str_starts(str_from(s, *at), str_of(signs[i].from))) {
            *at += str_of(signs[i].from).n;
            return signs[i].to;
        }
    }
    return NULL;
}

static bool is_power(struct str s, size_t at) {
    return at + 1 < s.n && str_index(STR("eEdD"), s.p[at]) != STR_NONE &&
           (is_digit(s.p[at + 1]) || s.p[at + 1] == '-' || s.p[at + 1] == '+');
}

void math_number_tex(struct buf *out, struct str raw) {
    char text[LONGEST_NUMBER];
    struct str s = {text, 0};
    for (size_t i = 0; i < raw.n && s.n < sizeof text; i++) {
        if (!is_space(raw.p[i]) && raw.p[i] != '~') {
            text[s.n++] = raw.p[i];
        }
    }
    size_t at = 0;
    bool any = false;
    while (at < s.n) {
        size_t before = at;
        const char *sign = sign_at(s, &at);
        if (sign) {
            bool binary = any && sign[0] == '\\';
            buf_puts(out, binary ? sign : sign[1] ? sign : sign[0] == '-' ? "{-}" : "{+}");
            continue;
        }
        /* a power after the parenthesis belongs to both numbers */
        size_t shut = str_index(str_from(s, at), ')');
        bool both = is_digit(s.p[at]) && shut != STR_NONE && is_power(s, at + shut + 1) &&
                    str_past(s, str_past(s, at, is_digit) + 1, is_digit) < at + shut;
        buf_puts(out, both ? "(" : "");
        at = put_decimal(out, s, at);
        buf_puts(out, both ? ")" : "");
        any = any || at > before;
        if (is_power(s, at)) {
            size_t end = str_past(s, at + 2, is_digit);
            size_t from = s.p[at + 1] == '+' ? at + 2 : at + 1;
            buf_puts(out, any ? "\\times 10^{" : "10^{");
            buf_str(out, str_slice(s, from, end));
            buf_putc(out, '}');
            at = end;
        } else if (at < s.n && s.p[at] == 'x') {
            buf_puts(out, "\\times ");
            at++;
        } else if (at == before) {
            buf_putc(out, s.p[at++]); /* other characters are kept */
        }
    }
}

/* ---- units */

static const struct {
    const char *name, *tex;
} names[] = {
#define UNIT(name, tex) {name, tex},
#include "model/tex/math/math_units.def"
#undef UNIT
};

struct units {
    struct buf *out;
    bool any;        /* a unit precedes, so a space is needed */
    bool prefix;     /* the last part was a prefix */
    bool per;        /* the next power is negative */
    bool open;       /* the last unit may still get a power */
    char before[16]; /* the power that precedes its unit: \square */
};

static const char *find_name(struct str name) {
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (str_is(name, names[i].name)) {
            return names[i].tex;
        }
    }
    return NULL;
}

/* Writes the power of the last unit. */
static void end_unit(struct units *u, struct str power) {
    if (!u->open) {
        return;
    }
    power = power.n ? power : str_of(u->before);
    if (u->per) {
        buf_printf(u->out, "^{-%.*s}", STR_ARG(power.n ? power : STR("1")));
    } else if (power.n) {
        buf_printf(u->out, "^{%.*s}", STR_ARG(power));
    }
    u->open = u->per = false;
    u->before[0] = '\0';
}

static void put_unit(struct units *u, const char *tex) {
    bool prefix = tex[0] == '<';
    end_unit(u, STR_EMPTY);
    if (u->any && !u->prefix) {
        buf_puts(u->out, "\\,");
    }
    buf_printf(u->out, tex[prefix] == '\\' ? "%s" : "\\text{%s}", tex + prefix);
    u->any = true;
    u->prefix = prefix;
    u->open = !prefix;
}

/* Returns the text inside of the braces at `*at`, and moves `*at` past them. */
static struct str braced(struct str s, size_t *at) {
    size_t end = *at < s.n && s.p[*at] == '{' ? str_index(str_from(s, *at), '}') : STR_NONE;
    if (end == STR_NONE) {
        return STR_EMPTY;
    }
    struct str inside = str_slice(s, *at + 1, *at + end);
    *at += end + 1;
    return inside;
}

static void set_before(struct units *u, struct str power) {
    end_unit(u, STR_EMPTY);
    size_t n = power.n < sizeof u->before - 1 ? power.n : sizeof u->before - 1;
    for (size_t i = 0; i < n; i++) {
        u->before[i] = power.p[i];
    }
    u->before[n] = '\0';
}

/* Reads a command among units at its backslash. Returns the offset after it. */
static size_t command(struct units *u, struct str s, size_t at) {
    size_t end = str_past(s, at + 1, is_alpha);
    struct str name = str_slice(s, at + 1, end);
    const char *tex = find_name(name);
    if (tex) {
        put_unit(u, tex);
    } else if (str_is(name, "per")) {
        end_unit(u, STR_EMPTY);
        u->per = true;
    } else if (str_is(name, "squared") || str_is(name, "cubed")) {
        end_unit(u, name.p[0] == 's' ? STR("2") : STR("3"));
    } else if (str_is(name, "square") || str_is(name, "cubic")) {
        set_before(u, name.p[0] == 's' ? STR("2") : STR("3"));
    } else if (str_is(name, "tothe")) {
        end_unit(u, braced(s, &end));
    } else if (str_is(name, "raiseto") || str_is(name, "raisetothe")) {
        set_before(u, braced(s, &end));
    } else if (str_is(name, "of")) {
        struct str of = braced(s, &end);
        buf_printf(u->out, "_{\\text{%.*s}}", STR_ARG(of));
    } else if (!name.n) {
        end = at + 2 < s.n ? at + 2 : s.n; /* \, and similar commands */
        end_unit(u, STR_EMPTY);
    } else { /* other macros are copied unchanged */
        end_unit(u, STR_EMPTY);
        buf_puts(u->out, u->any ? "\\," : "");
        buf_str(u->out, str_slice(s, at, end));
        buf_putc(u->out, ' ');
        u->any = true;
    }
    return end;
}

/* Reads units that are written as text: m.s^{-1}, kg~m^2/s. */
static size_t literal(struct units *u, struct str s, size_t at) {
    char c = s.p[at];
    size_t end = at;
    while (end < s.n && (is_alpha(s.p[end]) || (unsigned char)s.p[end] >= 0x80)) {
        end++;
    }
    if (end > at) {
        buf_printf(u->out, "\\text{%.*s}", STR_ARG(str_slice(s, at, end)));
        u->any = true;
        return end;
    }
    if (c == '^' || c == '_') {
        end = at + 1;
        struct str script = braced(s, &end);
        if (end == at + 1) {
            end += end < s.n && s.p[end] == '-';
            end += end < s.n;
            script = str_slice(s, at + 1, end);
        }
        buf_printf(u->out, c == '^' ? "^{%.*s}" : "_{\\text{%.*s}}", STR_ARG(script));
        return end;
    }
    if (c == '.' || c == '~' || c == '*' || is_space(c)) {
        while (end < s.n && (s.p[end] == '.' || s.p[end] == '~' || is_space(s.p[end]))) {
            end++;
        }
        buf_puts(u->out, u->any && end < s.n ? "\\," : "");
        return end > at ? end : at + 1;
    }
    if (c == '%') {
        buf_puts(u->out, "\\%");
    } else if (c != '{' && c != '}' && c != '&' && c != '$') {
        buf_putc(u->out, c);
    }
    return at + 1;
}

void math_unit_tex(struct buf *out, struct str s) {
    struct units u = {.out = out};
    s = str_trim(s);
    for (size_t at = 0; at < s.n;) {
        at = s.p[at] == '\\' ? command(&u, s, at) : literal(&u, s, at);
    }
    end_unit(&u, STR_EMPTY);
}

bool math_unit_is_tight(struct str s) {
    s = str_trim(s);
    return str_is(s, "\\degree") || str_is(s, "\\arcminute") || str_is(s, "\\arcsecond") ||
           str_is(s, "\u00B0");
}

void math_angle_tex(struct buf *out, struct str s) {
    static const char *const signs[] = {"\\text{\u00B0}", "\\text{\u2032}", "\\text{\u2033}"};
    struct str rest = str_trim(s);
    for (size_t i = 0; i < ARRAY_LEN(signs) && rest.p; i++) {
        struct str part = str_trim(str_cut(&rest, ';'));
        if (part.n) {
            math_number_tex(out, part);
            buf_puts(out, signs[i]);
        }
    }
}
