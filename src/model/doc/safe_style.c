/* SPDX-License-Identifier: MIT */
/*
 * Decides which CSS declarations the `style` of an element may contain: those that describe how its
 * text looks (CSS 2.1 and the modules of CSS 3 that all browsers support). The list does not
 * contain properties that place an element over the page. Values must not load anything.
 */
#include "core/base/buf.h"
#include "core/base/word_list.h"
#include "model/doc/doc.h"

/* The list is sorted. A name that ends in "-" is a prefix. */
static const char *const safe[] = {
    "align-",         "aspect-ratio", "background",   "background-color",
    "border",         "border-",      "box-shadow",   "box-sizing",
    "break-",         "caption-side", "clear",        "color",
    "column-",        "columns",      "cursor",       "direction",
    "display",        "flex",         "flex-",        "float",
    "font",           "font-",        "gap",          "grid",
    "grid-",          "height",       "hyphens",      "justify-",
    "letter-spacing", "line-height",  "list-style",   "list-style-",
    "margin",         "margin-",      "max-height",   "max-width",
    "min-height",     "min-width",    "object-fit",   "opacity",
    "order",          "orphans",      "overflow",     "overflow-",
    "padding",        "padding-",     "page-break-",  "row-gap",
    "table-layout",   "tab-size",     "text-",        "unicode-bidi",
    "vertical-align", "visibility",   "white-space",  "widows",
    "width",          "word-",        "writing-mode",
};

/* Properties that untrusted documents may not use, because they draw outside of the box of their
 * element. */
static const char wide[] = "box-shadow text-shadow";

/* The functions that untrusted styles may contain: those for colours. */
static const char colours[] = "rgb rgba hsl hsla";

/* Functions that load a file, or whose value cannot be checked. */
static const char loaders[] = "url src expression attr element image image-set -webkit-image-set";

static bool is_safe_name(struct str name, bool strict) {
    for (size_t i = 0; i < ARRAY_LEN(safe); i++) {
        struct str s = str_of(safe[i]);
        if (str_ends(s, STR("-")) ? name.n > s.n && str_ieq(str_slice(name, 0, s.n), s)
                                  : str_ieq(name, s)) {
            return !strict || !str_iamong(name, wide);
        }
    }
    return false;
}

/* Whether a minus sign begins a number. Such a number would move a box out of its place. */
static bool is_negative(struct str value, size_t at) {
    bool number = at + 1 < value.n && (is_digit(value.p[at + 1]) || value.p[at + 1] == '.');
    return number && (at == 0 || !is_alnum(value.p[at - 1]));
}

/* Whether an address in a function is data of the document itself. */
static bool is_data(struct str rest) {
    rest = str_trim(rest);
    rest = str_from(rest, rest.n && (rest.p[0] == '"' || rest.p[0] == '\'') ? 1 : 0);
    return str_starts(rest, STR("data:image/"));
}

/* Whether a value is safe. Functions in values can load files, and escapes can hide a function. */
static bool is_safe_value(struct str value, bool strict) {
    for (size_t i = 0; i < value.n; i++) {
        char c = value.p[i];
        size_t from = i;
        while (c == '(' && from > 0 && (is_alpha(value.p[from - 1]) || value.p[from - 1] == '-')) {
            from--;
        }
        struct str function = str_slice(value, from, i);
        bool data = strict && str_ieq(function, STR("url")) && is_data(str_from(value, i + 1));
        bool loads = c == '(' && !data &&
                     (strict ? !str_iamong(function, colours) : str_iamong(function, loaders));
        if (c == '\\' || c == '@' || c == '<' || c == '{' || c == '}' || loads ||
            (strict && c == '-' && is_negative(value, i))) {
            return false;
        }
    }
    return value.n > 0;
}

/* Returns the length of a declaration, up to a semicolon outside of quotes and brackets. */
static size_t declaration(struct str s) {
    char quote = 0;
    int depth = 0;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (quote) {
            quote = c == quote ? 0 : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '(' || c == ')') {
            depth += c == '(' ? 1 : -1;
        } else if (c == ';' && depth <= 0) {
            return i;
        }
    }
    return s.n;
}

struct str doc_safe_style(struct arena *a, struct str style, bool strict, struct str *dropped) {
    struct buf out = BUF_INIT;
    *dropped = STR_EMPTY;
    while (style.n) {
        size_t n = declaration(style);
        struct str one = str_slice(style, 0, n);
        size_t colon = str_index(one, ':');
        struct str name = str_trim(str_slice(one, 0, colon == STR_NONE ? one.n : colon));
        struct str value = colon == STR_NONE ? STR_EMPTY : str_trim(str_from(one, colon + 1));
        style = str_from(style, n + 1);
        if (!name.n) {
            continue;
        }
        if (!is_safe_name(name, strict) || !is_safe_value(value, strict)) {
            *dropped = dropped->n ? *dropped : name;
            continue;
        }
        buf_puts(&out, out.n ? "; " : "");
        buf_str(&out, name);
        buf_puts(&out, ": ");
        buf_str(&out, value);
    }
    return buf_finish(&out, a);
}
