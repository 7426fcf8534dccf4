/* SPDX-License-Identifier: MIT */
/*
 * Attributes as pandoc writes them (MANUAL, header_attributes, fenced_code_attributes): `{#id
 * .class key=value key="v w" - =format}`. Decides what is well-formed; refuses to know what any
 * attribute means.
 */
#include "markdown/md.h"

#define MAX_ATTRS 1000 /* in one pair of braces */

struct attr_reader {
    struct md *m;
    const struct md_text *t;
    size_t at;
    struct doc_attr attr;
    struct str raw;
    VEC(struct str) classes;
    VEC(struct doc_pair) pairs;
};

static bool is_name_start(char c) {
    return is_alpha(c) || c == '_' || c == ':' || (c & 0x80);
}

static bool is_name(char c) {
    return is_name_start(c) || is_digit(c) || c == '-' || c == '.';
}

static bool ends_word(char c) {
    return is_space(c) || c == '}' || c == '{' || c == '"' || c == '\'' || c == '=' || c == '`' ||
           c == '<' || c == '>' || c == '#';
}

/* Bytes of a word that may begin with anything but what ends one. */
static struct str read_word(struct attr_reader *r) {
    struct str s = r->t->s;
    size_t begin = r->at;
    while (r->at < s.n && !ends_word(s.p[r->at])) {
        r->at++;
    }
    return str_slice(s, begin, r->at);
}

static struct str unquote(struct md *m, struct str v) {
    if (str_index(v, '\\') == STR_NONE) {
        return v;
    }
    char *out = arena_alloc(m->a, v.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < v.n; i++) {
        if (v.p[i] == '\\' && i + 1 < v.n) {
            i++;
        }
        out[n++] = v.p[i];
    }
    out[n] = '\0';
    return (struct str){out, n};
}

static bool read_quoted(struct attr_reader *r, struct str *value, struct span *span) {
    struct str s = r->t->s;
    char quote = s.p[r->at];
    size_t begin = ++r->at;
    while (r->at < s.n && s.p[r->at] != quote) {
        /* A blank line ends whatever the author meant to quote. */
        if (s.p[r->at] == '\n' && r->at + 1 < s.n && s.p[r->at + 1] == '\n') {
            return false;
        }
        r->at += s.p[r->at] == '\\' && r->at + 1 < s.n ? 2 : 1;
    }
    if (r->at >= s.n) {
        return false;
    }
    *value = unquote(r->m, str_slice(s, begin, r->at));
    value->p = value->p ? value->p : "";
    *span = md_span(r->t, begin, r->at);
    r->at++;
    return true;
}

static bool read_pair(struct attr_reader *r) {
    struct str s = r->t->s;
    size_t begin = r->at;
    while (r->at < s.n && is_name(s.p[r->at])) {
        r->at++;
    }
    struct doc_pair pair = {str_slice(s, begin, r->at), STR_EMPTY, SPAN_NONE};
    if (r->at >= s.n || s.p[r->at] != '=') {
        return false;
    }
    r->at++;
    if (r->at < s.n && (s.p[r->at] == '"' || s.p[r->at] == '\'')) {
        if (!read_quoted(r, &pair.value, &pair.span)) {
            return false;
        }
    } else {
        size_t from = r->at;
        while (r->at < s.n && !is_space(s.p[r->at]) && s.p[r->at] != '}' && s.p[r->at] != '"') {
            r->at++;
        }
        if (r->at == from) {
            return false;
        }
        pair.value = str_slice(s, from, r->at);
        pair.span = md_span(r->t, from, r->at);
    }
    vec_push(&r->pairs, pair);
    return true;
}

static bool read_one(struct attr_reader *r, bool raw_allowed) {
    struct str s = r->t->s;
    char c = s.p[r->at];
    if (c == '#' || c == '.') {
        r->at++;
        struct str word = read_word(r);
        if (!word.n) {
            return false;
        }
        if (c == '#') {
            r->attr.id = word;
        } else {
            vec_push(&r->classes, word);
        }
        return true;
    }
    if (c == '-') {
        r->at++;
        vec_push(&r->classes, STR("unnumbered"));
        return true;
    }
    if (c == '=' && raw_allowed && !r->raw.n) {
        r->at++;
        r->raw = read_word(r);
        return r->raw.n > 0;
    }
    return is_name_start(c) && read_pair(r);
}

static bool read_all(struct attr_reader *r, bool raw_allowed) {
    struct str s = r->t->s;
    for (size_t count = 0; count < MAX_ATTRS; count++) {
        size_t newlines = 0;
        while (r->at < s.n && is_space(s.p[r->at])) {
            newlines += s.p[r->at] == '\n';
            r->at++;
        }
        if (newlines > 1 || r->at >= s.n) {
            return false;
        }
        if (s.p[r->at] == '}') {
            r->at++;
            /* `{=format}` stands alone (MANUAL, raw_attribute). */
            return !r->raw.n || (!r->attr.id.n && !r->classes.n && !r->pairs.n);
        }
        if (r->raw.n || !read_one(r, raw_allowed)) {
            return false;
        }
        if (r->at < s.n && !is_space(s.p[r->at]) && s.p[r->at] != '}') {
            return false;
        }
    }
    return false;
}

size_t md_attr(struct md *m, const struct md_text *t, size_t at, struct doc_attr *out,
               struct str *raw, size_t *bad) {
    if (at >= t->s.n || t->s.p[at] != '{') {
        return 0;
    }
    struct attr_reader r = {.m = m, .t = t, .at = at + 1};
    bool good = read_all(&r, raw != NULL);
    if (good && out) {
        *out = r.attr;
        out->classes = vec_keep(&r.classes, m->a);
        out->nclasses = r.classes.n;
        out->pairs = vec_keep(&r.pairs, m->a);
        out->npairs = r.pairs.n;
    }
    if (good && raw) {
        *raw = r.raw;
    }
    if (bad) {
        *bad = r.at;
    }
    vec_drop(&r.classes);
    vec_drop(&r.pairs);
    return good ? r.at - at : 0;
}

void md_attr_put(struct md *m, struct doc_node *node, const struct doc_attr *attr) {
    if (attr->id.n) {
        doc_set_id(m->doc, node, attr->id);
    }
    for (size_t i = 0; i < attr->nclasses; i++) {
        doc_add_class(m->doc, node, attr->classes[i]);
    }
    for (size_t i = 0; i < attr->npairs; i++) {
        const struct doc_pair *p = &attr->pairs[i];
        doc_set_pair(m->doc, node, p->key, p->value);
        for (size_t k = 0; k < node->attr->npairs; k++) {
            if (str_eq(node->attr->pairs[k].key, p->key)) {
                node->attr->pairs[k].span = p->span;
            }
        }
    }
}
