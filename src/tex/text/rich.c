/* SPDX-License-Identifier: MIT */
/*
 * Reading CSL rich text: which '<' begins a tag, and what is left when all tags are gone.
 */
#include "tex/math/math.h"
#include "tex/text/text.h"

#include <string.h>

#define MATH_OPEN_TAG "<span class=\"math\">"
#define SPAN_CLOSE_TAG "</span>"

static const struct str simple_tags[] = {
    STR_INIT("<i>"),
    STR_INIT("<b>"),
    STR_INIT("<sup>"),
    STR_INIT("<sub>"),
    STR_INIT("<sc>"),
    STR_INIT("<u>"),
    STR_INIT("<code>"),
    STR_INIT("<span class=\"nocase\">"),
    STR_INIT("<span class='nocase'>"),
    STR_INIT(MATH_OPEN_TAG),
};
static const struct str closing_tags[] = {
    STR_INIT("</i>"),  STR_INIT("</b>"), STR_INIT("</sup>"),  STR_INIT("</sub>"),
    STR_INIT("</sc>"), STR_INIT("</u>"), STR_INIT("</code>"), STR_INIT(SPAN_CLOSE_TAG),
};

/** `<span style="font-variant: small-caps;">` with or without the blank and the semicolon, either
 * quote. */
static size_t small_caps_tag(struct str s) {
    static const struct str lead = STR_INIT("<span style=");
    if (!str_starts(s, lead) || s.n <= lead.n) {
        return 0;
    }
    char quote = s.p[lead.n];
    if (quote != '"' && quote != '\'') {
        return 0;
    }
    size_t end = lead.n + 1;
    while (end < s.n && s.p[end] != quote && s.p[end] != '<') {
        end++;
    }
    if (end + 1 >= s.n || s.p[end] != quote || s.p[end + 1] != '>') {
        return 0;
    }
    struct str style = str_trim(str_slice(s, lead.n + 1, end));
    if (str_ends(style, STR(";"))) {
        style.n--;
    }
    struct str value = style, name = str_cut(&value, ':');
    return str_is(str_trim(name), "font-variant") && str_is(str_trim(value), "small-caps") ? end + 2
                                                                                           : 0;
}

size_t rich_tag(struct str rich, size_t at, bool *closing) {
    *closing = false;
    if (at >= rich.n || rich.p[at] != '<') {
        return 0;
    }
    struct str s = str_from(rich, at);
    if (s.n > 1 && s.p[1] == '/') {
        for (size_t i = 0; i < ARRAY_LEN(closing_tags); i++) {
            if (str_starts(s, closing_tags[i])) {
                *closing = true;
                return closing_tags[i].n;
            }
        }
        return 0;
    }
    for (size_t i = 0; i < ARRAY_LEN(simple_tags); i++) {
        if (str_starts(s, simple_tags[i])) {
            return simple_tags[i].n;
        }
    }
    return small_caps_tag(s);
}

size_t rich_math(struct str rich, size_t at, struct str *tex) {
    static const struct str open = STR_INIT(MATH_OPEN_TAG), close = STR_INIT(SPAN_CLOSE_TAG);
    struct str s = str_from(rich, at);
    if (!str_starts(s, open)) {
        return 0;
    }
    size_t end = str_find(str_from(s, open.n), close);
    if (end == STR_NONE) {
        return 0;
    }
    *tex = str_slice(s, open.n, open.n + end);
    return open.n + end + close.n;
}

static void add_math(struct buf *out, struct arena *a, struct str escaped) {
    static const struct {
        struct str entity;
        char c;
    } entities[] = {{STR_INIT("&amp;"), '&'}, {STR_INIT("&lt;"), '<'}, {STR_INIT("&gt;"), '>'}};
    struct buf tex;
    buf_init(&tex, 0);
    for (size_t i = 0; i < escaped.n;) {
        size_t used = 0;
        for (size_t k = 0; escaped.p[i] == '&' && k < ARRAY_LEN(entities); k++) {
            if (str_starts(str_from(escaped, i), entities[k].entity)) {
                buf_putc(&tex, entities[k].c);
                used = entities[k].entity.n;
            }
        }
        if (used == 0) {
            buf_putc(&tex, escaped.p[i]);
            used = 1;
        }
        i += used;
    }
    math_to_plain(out, math_parse(a, buf_keep(&tex, a), SPAN_NONE, NULL, NULL));
    buf_drop(&tex);
}

struct str rich_to_plain(struct arena *a, struct str rich) {
    if (rich.n == 0 || !memchr(rich.p, '<', rich.n)) {
        return rich;
    }
    struct buf out;
    buf_init(&out, 0);
    for (size_t i = 0; i < rich.n;) {
        struct str tex;
        bool closing;
        size_t n = rich.p[i] == '<' ? rich_math(rich, i, &tex) : 0;
        if (n) {
            add_math(&out, a, tex);
        } else {
            n = rich_tag(rich, i, &closing);
            if (n == 0) {
                buf_putc(&out, rich.p[i]);
                n = 1;
            }
        }
        i += n;
    }
    struct str plain = buf_keep(&out, a);
    buf_drop(&out);
    return plain;
}
