/* SPDX-License-Identifier: MIT */
/* Scans tags: finds the end, the name and the attributes of a tag. */
#include "read/markdown/html/md_html.h"

#include <string.h>

static size_t name_end(struct str s, size_t at) {
    return at < s.n && is_alpha(s.p[at]) ? str_past_name(s, at, "-") : at;
}

/* Returns the offset after the value of an attribute, or STR_NONE. */
static size_t attribute_value(struct str s, size_t at) {
    if (at >= s.n) {
        return STR_NONE;
    }
    char quote = s.p[at];
    if (quote == '"' || quote == '\'') {
        const char *end = memchr(s.p + at + 1, quote, s.n - at - 1);
        return end ? (size_t)(end - s.p) + 1 : STR_NONE;
    }
    size_t i = at;
    while (i < s.n && !is_space(s.p[i]) && str_index(STR("\"'=<>`"), s.p[i]) == STR_NONE) {
        i++;
    }
    return i > at ? i : STR_NONE;
}

/* Returns the offset after the attribute `name="value"` at `at`. Returns `at` if there is none, and
 * STR_NONE if it is malformed. */
static size_t attribute(struct str s, size_t at) {
    size_t i = at;
    if (i >= s.n || !(is_alpha(s.p[i]) || s.p[i] == '_' || s.p[i] == ':')) {
        return at;
    }
    i = str_past_name(s, i, "_.:-");
    size_t value = str_past(s, i, is_space);
    if (value >= s.n || s.p[value] != '=') {
        return i;
    }
    return attribute_value(s, str_past(s, value + 1, is_space));
}

/* Returns the offset after the attributes of a start tag, or STR_NONE if they are malformed. */
static size_t attributes(struct str s, size_t at) {
    for (;;) {
        size_t gap = str_past(s, at, is_space);
        size_t next = gap > at ? attribute(s, gap) : gap;
        if (next == STR_NONE || next == gap) {
            return next == STR_NONE ? next : gap;
        }
        at = next;
    }
}

/* Returns the offset after attributes that may be malformed: the next '>' that is not in quotes
 * after a "=", or the '/' before it. STR_NONE if there is none. */
static size_t wild_attributes(struct str s, size_t at) {
    for (; at < s.n && s.p[at] != '>'; at++) {
        if (s.p[at] == '<') {
            return STR_NONE;
        }
        if (s.p[at] == '=') {
            size_t value = str_past(s, at + 1, is_space);
            bool quoted = value < s.n && (s.p[value] == '"' || s.p[value] == '\'');
            size_t end = quoted ? attribute_value(s, value) : STR_NONE;
            at = end == STR_NONE ? at : end - 1;
        }
    }
    return at < s.n ? at - (s.p[at - 1] == '/') : STR_NONE;
}

static size_t scan(struct str s, size_t at, struct md_html_tag *out, bool wild) {
    if (at + 2 >= s.n || s.p[at] != '<') {
        return 0;
    }
    bool closes = s.p[at + 1] == '/';
    size_t name = at + 1 + closes, end = name_end(s, name);
    if (end == name) {
        return 0;
    }
    *out = (struct md_html_tag){.name = str_slice(s, name, end), .closes = closes};
    out->el = md_html_find(out->name);
    if (wild &&
        (!out->el || (end < s.n && !is_space(s.p[end]) && s.p[end] != '>' && s.p[end] != '/'))) {
        return 0;
    }
    size_t to = closes && !wild ? str_past(s, end, is_space)
                : wild          ? wild_attributes(s, end)
                                : attributes(s, end);
    if (to == STR_NONE) {
        return 0;
    }
    out->attrs = str_slice(s, end, to);
    out->empty = !closes && to < s.n && s.p[to] == '/';
    to += out->empty;
    return to < s.n && s.p[to] == '>' ? to + 1 - at : 0;
}

size_t md_html_tag(struct str s, size_t at, struct md_html_tag *out) {
    return scan(s, at, out, false);
}

size_t md_html_wild_tag(struct str s, size_t at, struct md_html_tag *out) {
    size_t n = scan(s, at, out, false);
    return n ? n : scan(s, at, out, true);
}

/* Whether the tag `<name` (with `open`) or `</name` is at `at`. */
static bool is_tag_at(struct str s, size_t at, struct str name, bool open) {
    size_t from = at + (open ? 1 : 2), to = from + name.n;
    bool sign = at + 1 < s.n && s.p[at] == '<' && (open || s.p[at + 1] == '/');
    return sign && to <= s.n && str_ieq(str_slice(s, from, to), name) &&
           (to == s.n || is_space(s.p[to]) || s.p[to] == '>' || s.p[to] == '/');
}

size_t md_html_end(struct str s, size_t at, struct str name) {
    size_t depth = 1;
    bool nests = !str_ieq(name, STR("script")) && !str_ieq(name, STR("style"));
    for (; at < s.n; at++) {
        if (s.p[at] != '<') {
            continue;
        }
        if (is_tag_at(s, at, name, false) && --depth == 0) {
            size_t end = str_index(str_from(s, at), '>');
            return end == STR_NONE ? STR_NONE : at + end + 1;
        }
        depth += nests && is_tag_at(s, at, name, true);
    }
    return STR_NONE;
}

bool md_html_node_tag(const struct doc_node *n, struct md_html_tag *out) {
    bool raw = n->kind == DOC_RAW_INLINE || n->kind == DOC_RAW_BLOCK;
    if (!raw || n->u.code.asked || !str_is(n->u.code.info, "html")) {
        return false;
    }
    struct str s = n->u.code.text;
    return s.n && md_html_wild_tag(s, 0, out) == s.n;
}
