/* SPDX-License-Identifier: MIT */
/*
 * The columns of a tabular (LaTeX2e; the packages array, tabularx, siunitx, dcolumn): their number,
 * alignment and widths.
 */
#include "model/tex/latex/ltx.h"

/* the width of the text on a page with usual margins, to which lengths in mm are compared */
#define TEXT_WIDTH_MM 160
#define MAX_REPEATS 64
#define MAX_NESTING 4 /* maximum nesting of repetitions: *{2}{*{3}{l}} has two levels */

int ltx_width(struct str length) {
    static const struct {
        const char *unit;
        int mm100; /* the length of the unit in hundredths of a millimetre */
    } units[] = {{"cm", 1000}, {"mm", 100}, {"in", 2540}, {"pt", 35},
                 {"em", 353},  {"ex", 152}, {"pc", 423},  {"bp", 35}};
    static const char *const whole[] = {"\\textwidth", "\\linewidth", "\\columnwidth", "\\hsize",
                                        "\\paperwidth"};
    int64_t thousandths;
    length = str_trim(length);
    bool any = str_take_decimal(&length, '.', 3, &thousandths);
    struct str unit = str_trim(length);
    for (size_t i = 0; i < ARRAY_LEN(whole); i++) {
        if (str_starts(unit, str_of(whole[i]))) {
            int64_t share = any ? thousandths : 1000;
            return (int)(share > 1000 ? 1000 : share);
        }
    }
    for (size_t i = 0; any && i < ARRAY_LEN(units); i++) {
        if (str_starts(unit, str_of(units[i].unit))) {
            int64_t share = thousandths * units[i].mm100 / 100 / TEXT_WIDTH_MM;
            return (int)(share > 1000 ? 1000 : share);
        }
    }
    return 0;
}

static bool is_point(struct str s) {
    return str_is(s, ".") || str_is(s, ",");
}

static void add(struct ltx_columns *out, char align, int width) {
    if (out->n > 0 && out->joint[out->n - 1].n > 0 && out->align[out->n - 1] == 'r' &&
        align == 'l') {
        out->align[out->n - 1] = is_point(out->joint[out->n - 1]) ? 'd' : 'c';
    } else if (out->n < LTX_COLUMNS_MAX) {
        if (out->n > 0 && out->align[out->n - 1] == 'r') {
            out->joint[out->n - 1] = STR_EMPTY;
        }
        out->align[out->n] = align;
        out->width[out->n++] = width;
    }
}

/* Returns the text inside of the braces at `at`. `*at` moves past them. */
static struct str braces(struct str s, size_t *at) {
    *at = str_past(s, *at, is_space);
    if (*at >= s.n || s.p[*at] != '{') {
        return STR_EMPTY;
    }
    size_t depth = 0, begin = *at + 1;
    for (; *at < s.n; (*at)++) {
        depth += s.p[*at] == '{';
        depth -= s.p[*at] == '}';
        if (depth == 0) {
            return str_slice(s, begin, (*at)++);
        }
    }
    return str_from(s, begin);
}

static void pass_bracket(struct str s, size_t *at) {
    size_t end = *at < s.n && s.p[*at] == '[' ? str_index(str_from(s, *at), ']') : STR_NONE;
    *at += end == STR_NONE ? 0 : end + 1;
}

/* Returns the alignment of a paragraph column, from the declaration before it:
 * >{\centering\arraybackslash}. */
static char declared(struct str before) {
    if (str_find(before, STR("\\centering")) != STR_NONE) {
        return 'c';
    }
    return str_find(before, STR("\\raggedleft")) != STR_NONE ? 'r' : 'p';
}

/* Returns the text of `@{...}` if it joins the parts of a number: a point, a comma, a dash
 * or a plus-minus sign. Otherwise returns an empty text. */
static struct str joint_of(struct str s) {
    if (str_find(s, STR("\\pm")) != STR_NONE) {
        return STR(" \xC2\xB1 ");
    }
    if (str_starts(s, STR("$")) && str_ends(s, STR("$")) && s.n > 2) {
        s = str_slice(s, 1, s.n - 1);
    }
    if (str_starts(s, STR("{")) && str_ends(s, STR("}"))) {
        s = str_slice(s, 1, s.n - 1);
    }
    return str_is(s, "--")                                                     ? STR("\xE2\x80\x93")
           : is_point(s) || str_is(s, ":") || str_is(s, "/") || str_is(s, "-") ? s
                                                                               : STR_EMPTY;
}

static void read_columns(struct str s, struct ltx_columns *out, int nesting) {
    char paragraph = 'p';
    for (size_t at = 0; at < s.n;) {
        char c = s.p[at++];
        if (c == 'l' || c == 'c' || c == 'r') {
            add(out, c, 0);
        } else if (c == 'L' || c == 'C' || c == 'R') {
            /* L, C and R are columns of tabulary, or columns that authors define */
            (void)braces(s, &at);
            add(out, to_lower(c), 0);
        } else if (c == 'p' || c == 'm' || c == 'b') {
            add(out, paragraph, ltx_width(braces(s, &at)));
            paragraph = 'p';
        } else if (c == 'X' || c == 'Y' || c == 'J') {
            add(out, paragraph, 0);
            paragraph = 'p';
        } else if (c == 'S' || c == 's' || c == 'D' || c == 'd') {
            /* numbers, aligned at their points */
            pass_bracket(s, &at);
            for (int i = 0; i < 3 && at < s.n && s.p[at] == '{'; i++) {
                (void)braces(s, &at);
            }
            add(out, c == 's' ? 'l' : 'd', 0);
        } else if (c == 'w' || c == 'W') {
            struct str align = braces(s, &at);
            add(out, align.n ? align.p[0] : 'l', ltx_width(braces(s, &at)));
        } else if (c == '>') {
            paragraph = declared(braces(s, &at));
        } else if (c == '@' || c == '!') {
            struct str text = str_trim(braces(s, &at));
            if (out->n > 0 && text.n > 0 && out->align[out->n - 1] == 'r') {
                out->joint[out->n - 1] = joint_of(text);
            }
        } else if (c == '<') {
            (void)braces(s, &at);
        } else if (c == '*') {
            int64_t times = 0;
            (void)str_to_i64(str_trim(braces(s, &at)), &times);
            struct str inner = braces(s, &at);
            /* a repetition that added no column will never add one */
            bool more = nesting < MAX_NESTING;
            for (int64_t i = 0; i < times && i < MAX_REPEATS && more; i++) {
                size_t before = out->n;
                read_columns(inner, out, nesting + 1);
                more = out->n > before && out->n < LTX_COLUMNS_MAX;
            }
        }
    }
}

void ltx_columns_read(struct str spec, struct ltx_columns *out) {
    *out = (struct ltx_columns){.n = 0};
    read_columns(spec, out, 0);
}
