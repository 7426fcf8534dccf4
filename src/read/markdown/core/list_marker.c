/* SPDX-License-Identifier: MIT */
/* Reads list markers that CommonMark does not have (MANUAL, fancy_lists, startnum, example_lists):
 * letters, roman numerals, `#.`, `(1)`, `(@label)`. Decides the number of a marker and whether the
 * marker continues the previous list. Lists and items are nodes of cmark-gfm's own types, because
 * cmark-gfm finds out which lists are tight. */
#include "read/markdown/core/block_extension.h"

#define MAX_DIGITS 9   /* maximum number of digits of a marker (CommonMark §5.2) */
#define MAX_NESTED 100 /* maximum number of nested lists, as in cmark-gfm */

static int roman_digit(char c) {
    switch (to_lower(c)) {
    case 'i':
        return 1;
    case 'v':
        return 5;
    case 'x':
        return 10;
    case 'l':
        return 50;
    case 'c':
        return 100;
    case 'd':
        return 500;
    case 'm':
        return 1000;
    }
    return 0;
}

/* Returns the value of a valid roman numeral below 4000, or 0. */
static int roman_value(struct str s) {
    if (!s.n || s.n > 15) {
        return 0;
    }
    int v = 0;
    for (size_t i = 0; i < s.n; i++) {
        int d = roman_digit(s.p[i]);
        if (!d || is_upper(s.p[i]) != is_upper(s.p[0])) {
            return 0;
        }
        v += i + 1 < s.n && roman_digit(s.p[i + 1]) > d ? -d : d;
    }
    if (v <= 0 || v >= 4000) {
        return 0;
    }
    struct buf again = BUF_INIT;
    buf_roman(&again, v, is_upper(s.p[0]));
    bool valid = str_eq(buf_view(&again), s);
    buf_drop(&again);
    return valid ? v : 0;
}

static bool marker_number(struct str word, struct md_marker *out) {
    int64_t value;
    if (is_digit(word.p[0])) {
        out->style = DOC_DECIMAL;
        bool fits = word.n <= MAX_DIGITS && str_to_i64(word, &value);
        out->number = fits ? (int)value : 0;
        return fits;
    }
    if (str_is(word, "#")) {
        out->style = DOC_DECIMAL;
        out->number = 1;
        return true;
    }
    bool upper = is_upper(word.p[0]);
    int rv = roman_value(word);
    bool single = word.n == 1 && is_alpha(word.p[0]);
    /* of single letters, only i is a roman numeral (as in pandoc) */
    if (rv && (!single || to_lower(word.p[0]) == 'i')) {
        out->style = upper ? DOC_UPPER_ROMAN : DOC_LOWER_ROMAN;
        out->number = rv;
        return true;
    }
    out->style = upper ? DOC_UPPER_ALPHA : DOC_LOWER_ALPHA;
    out->number = single ? to_lower(word.p[0]) - 'a' + 1 : 0;
    return single;
}

/* Returns the end of the word at `at` that may be the number of a marker, or `@` and a label, which
 * it sets. */
static size_t marker_word(struct str s, size_t at, struct md_marker *out) {
    size_t i = at;
    if (i < s.n && s.p[i] == '@') {
        i = str_past_name(s, i + 1, "_-");
        out->example = true;
        out->label = str_slice(s, at + 1, i);
    } else if (i < s.n && s.p[i] == '#') {
        i++;
    } else if (i < s.n && is_digit(s.p[i])) {
        i = str_past(s, i, is_digit);
    } else {
        while (i < s.n && is_alpha(s.p[i]) && i - at < 16) {
            i++;
        }
    }
    return i;
}

/* Reads an ordered marker of pandoc or CommonMark at byte `at`. Returns false for other text. Most
 * lines begin with a word and not with a marker, so the number is read last. */
static bool read_marker(struct str s, size_t at, struct md_marker *out) {
    *out = (struct md_marker){.style = DOC_DECIMAL};
    bool open = at < s.n && s.p[at] == '(';
    size_t from = at + open, end = marker_word(s, from, out);
    if (end == from || end >= s.n) {
        return false;
    }
    char c = s.p[end];
    if ((c != ')' && c != '.') || (open && c != ')')) {
        return false;
    }
    out->delim = open ? DOC_DELIM_PARENS : c == ')' ? DOC_DELIM_PAREN : DOC_DELIM_PERIOD;
    out->n = end + 1 - at;
    size_t gap = end + 1;
    if (gap < s.n && !is_space_or_tab(s.p[gap])) {
        return false;
    }
    if (out->example && !open) {
        return false;
    }
    /* "B. Russell" is a name: a capital and a period need two spaces (MANUAL, fancy_lists) */
    bool initial = c == '.' && is_upper(s.p[at]) && out->n == 2;
    /* "p. 5" is a page, as in pandoc */
    bool page = c == '.' && s.p[at] == 'p' && out->n == 2 && gap + 1 < s.n && s.p[gap] == ' ' &&
                is_digit(s.p[gap + 1]);
    bool apart = gap + 1 < s.n && is_space(s.p[gap]) && is_space(s.p[gap + 1]);
    return !page && (!initial || apart) &&
           (out->example || marker_number(str_slice(s, from, end), out));
}

size_t md_list_marker(struct str line, size_t at) {
    size_t n = 0;
    if (at < line.n && (line.p[at] == '-' || line.p[at] == '+' || line.p[at] == '*')) {
        n = 1;
    } else {
        struct md_marker marker;
        n = read_marker(line, at, &marker) ? marker.n : 0;
    }
    if (!n) {
        return 0;
    }
    size_t spaces = str_past(line, at + n, is_space_or_tab) - (at + n);
    return spaces || at + n == line.n ? n + spaces : 0;
}

/* ---- blocks */

static bool is_roman(enum doc_list_style s) {
    return s == DOC_LOWER_ROMAN || s == DOC_UPPER_ROMAN;
}

static bool is_alphabetic(enum doc_list_style s) {
    return s == DOC_LOWER_ALPHA || s == DOC_UPPER_ALPHA;
}

static bool is_upper_style(enum doc_list_style s) {
    return s == DOC_UPPER_ROMAN || s == DOC_UPPER_ALPHA;
}

/* Whether a marker continues a list that began with `first`. A single letter may be a letter or a
 * roman numeral. */
static bool continues(const struct md_marker *first, const struct md_marker *marker) {
    bool letter = marker->n == (marker->delim == DOC_DELIM_PARENS ? 3u : 2u);
    bool either = letter && is_upper_style(first->style) == is_upper_style(marker->style) &&
                  ((is_roman(first->style) && is_alphabetic(marker->style)) ||
                   (is_alphabetic(first->style) && is_roman(marker->style)));
    return (either || first->style == marker->style) && first->delim == marker->delim &&
           first->example == marker->example;
}

static enum md_match match_list(struct md_at *at, cmark_node *n, struct md_open *o) {
    (void)at;
    (void)n;
    (void)o;
    return MD_GOES_ON; /* cmark-gfm ends a list before a block that is not an item */
}

static enum md_match match_item(struct md_at *at, cmark_node *n, struct md_open *o) {
    /* an empty item ends at a blank line (CommonMark §5.2) */
    bool ends = !at->s.n && !cmark_node_first_child(n);
    return ends ? MD_ENDS : md_match_indented(at, n, o);
}

static const struct md_block list_block = {.match = match_list};
static const struct md_block item_block = {.match = match_item};

/* Returns how many columns of the white space after a marker belong to the marker. If the first
 * line of an item has only a marker of four bytes or more, such as `(@a)`, there are none. */
static size_t padding(const struct md_at *at, const struct md_marker *marker) {
    struct str rest = str_from(at->s, marker->n);
    size_t bytes, columns = md_indent(rest, &bytes);
    bool blank = bytes >= rest.n;
    if (blank && marker->n >= 4) {
        return 0;
    }
    return blank || columns < 1 || columns > 4 ? 1 : columns;
}

static bool may_begin(const struct md_at *at) {
    cmark_node *outer = cmark_node_parent(at->parent);
    bool in_item = cmark_node_get_type(at->parent) == CMARK_NODE_PARAGRAPH && outer &&
                   cmark_node_get_type(outer) == CMARK_NODE_ITEM;
    return (at->fresh || in_item || cmark_node_get_type(at->parent) == CMARK_NODE_LIST) &&
           md_node_depth(at->parent, MAX_NESTED) < MAX_NESTED;
}

static bool open_item(struct md_at *at, bool example) {
    struct md_marker marker;
    if (at->indent > 3 || !may_begin(at) || !read_marker(at->s, 0, &marker) ||
        marker.example != example || (marker.delim != DOC_DELIM_PARENS && is_digit(at->s.p[0]))) {
        return false;
    }
    size_t space = padding(at, &marker);
    struct md_open *list = md_open_of(at->k, at->parent);
    bool goes_on = list && list->block == &list_block && continues(&list->marker, &marker);
    if (!goes_on) {
        list = md_open_node(at, &list_block, CMARK_NODE_LIST);
        list->marker = marker;
        list->inside = at->byte;
    }
    struct md_open *o = md_open_node(at, &item_block, CMARK_NODE_ITEM);
    o->marker = marker;
    o->need = at->indent + marker.n + space;
    if (example && o->need > at->indent + 4) {
        /* the content is indented by four columns, however long the label is (MANUAL,
         * example_lists) */
        o->need = at->indent + 4;
    }
    o->inside = at->byte + marker.n + space;
    size_t now = (size_t)cmark_parser_get_offset(at->parser);
    cmark_parser_advance_offset(at->parser, at->fed, (int)(at->byte + marker.n - now), 0);
    md_pass_columns(at, space);
    return true;
}

static bool open_fancy(struct md_at *at) {
    return open_item(at, false);
}

static bool open_example(struct md_at *at) {
    return open_item(at, true);
}

const struct md_block md_block_fancy_list = {.open = open_fancy, .interrupts = true};
const struct md_block md_block_example_list = {.open = open_example, .interrupts = true};
