/* SPDX-License-Identifier: MIT */
/*
 * Copies content streams without the operators that mark content (ISO 32000-1, 14.6), because tags,
 * layers and artifacts refer to the old document. The content itself stays. It parses tokens and
 * three kinds of operators; everything else is copied.
 */
#include "core/base/word_list.h"
#include "print/pdfread/document.h"
#include "print/pdfread/open.h"

#include <stdlib.h>

struct lexer {
    struct str s;
    size_t at;
};

/* The position after a string that begins at `at`. Parentheses inside a string are balanced or
 * escaped (7.3.4.2). */
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

/* The next token. Empty at the end. Comments are skipped. */
static struct str next(struct lexer *x) {
    struct str s = x->s;
    for (;;) {
        x->at = str_past(s, x->at, pdfread_is_white);
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
        if (c == '/' || pdfread_is_regular(c)) {
            x->at = str_past(s, x->at, pdfread_is_regular);
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
    return str_among(op, "BMC BDC EMC MP DP");
}

/* Operators of content, sorted (ISO 32000-1, table 51, without those of marked content). */
static const char *const operators[] = {
    "\"", "'",  "B",  "B*", "BI", "BT", "BX", "CS",  "Do",  "EI", "ET", "EX", "F",  "G",
    "ID", "J",  "K",  "M",  "Q",  "RG", "S",  "SC",  "SCN", "T*", "TD", "TJ", "TL", "Tc",
    "Td", "Tf", "Tj", "Tm", "Tr", "Ts", "Tw", "Tz",  "W",   "W*", "b",  "b*", "c",  "cm",
    "cs", "d",  "d0", "d1", "f",  "f*", "g",  "gs",  "h",   "i",  "j",  "k",  "l",  "m",
    "n",  "q",  "re", "rg", "ri", "s",  "sc", "scn", "sh",  "v",  "w",  "y"};

static bool is_known(struct str op) {
    return bsearch(&op, operators, ARRAY_LEN(operators), sizeof operators[0], str_order_z) != NULL;
}

/* Limits: the nesting of q in PDF/A (ISO 19005-2, 6.1.13), less one q around the figure; the length
 * of text strings; the digits of real numbers in PDF 1.4 (ISO 19005-1, 6.1.12). */
enum { DEEPEST = 27, LONGEST = 32767, LARGEST_DIGITS = 5 };

static void look_at_operator(struct pdfread_seen *seen, struct str op, int *depth) {
    *depth += str_is(op, "q") ? 1 : str_is(op, "Q") ? -1 : 0;
    seen->cmyk = seen->cmyk || str_is(op, "k") || str_is(op, "K");
    if (!is_known(op)) {
        seen->foreign = "an operator that PDF does not know";
    } else if (*depth > DEEPEST) {
        seen->foreign = "states of graphics more than 28 deep";
    }
}

static void look_at_operand(struct pdfread_seen *seen, struct str token) {
    seen->cmyk = seen->cmyk || str_is(token, "/DeviceCMYK") || str_is(token, "/CMYK");
    if (token.n > LONGEST && (token.p[0] == '(' || token.p[0] == '<')) {
        seen->foreign = "a text of more than 32767 bytes";
    } else if (token.n > LARGEST_DIGITS && str_index(token, '.') > LARGEST_DIGITS &&
               str_index(token, '.') != STR_NONE) {
        /* with more than five characters before the point, the number may be above 32,767 */
        seen->later = true;
    } else if (str_is(token, "/LZW") || str_is(token, "/LZWDecode")) {
        seen->foreign = "a picture packed by LZW";
    }
}

struct str pdfread_content(struct arena *a, struct str content, struct pdfread_seen *seen) {
    struct lexer x = {content, 0};
    struct buf out = BUF_INIT;
    size_t operands = 0; /* the start of the operands of the next operator */
    int depth = 0;
    bool smooth = false; /* the previous operand was the key /Interpolate of an inline image */
    for (struct str token = next(&x); token.n; token = next(&x)) {
        if (!is_operator(token)) {
            look_at_operand(seen, token);
            buf_str(&out, smooth && str_is(token, "true") ? STR("false") : token);
            buf_putc(&out, ' ');
            smooth = str_is(token, "/I") || str_is(token, "/Interpolate");
            continue;
        }
        smooth = false;
        if (is_marking(token)) {
            buf_cut(&out, operands);
            continue;
        }
        look_at_operator(seen, token, &depth);
        buf_str(&out, token);
        if (str_is(token, "ID")) {
            size_t end = pdfread_image_end(content, x.at);
            /* the data of an inline image are copied unchanged */
            buf_str(&out, str_slice(content, x.at, end));
            x.at = end;
        }
        buf_putc(&out, '\n');
        operands = out.n;
    }
    return buf_finish(&out, a);
}
