/* SPDX-License-Identifier: MIT */
/* Attributes in pandoc's syntax (MANUAL, header_attributes, fenced_code_attributes): `{#id .class
 * key=value key="v w" - =format}`. This file decides which attributes are well-formed, and other
 * files decide what they mean. */
#include "read/markdown/core/md.h"

#define MAX_ATTRS 1000 /* maximum number of attributes in a pair of braces */

struct attr_reader {
    struct md *m;
    const struct md_text *t;
    size_t at;
    struct doc_attr attr;
    struct str raw;
    VEC(struct str) classes;
    VEC(struct doc_pair) pairs;
    struct md_words *words; /* if not NULL, bare words are allowed and collected (kramdown) */
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

/* Reads a word. It may begin with any character except those that end a word. */
static struct str read_word(struct attr_reader *rd) {
    struct str s = rd->t->s;
    size_t begin = rd->at;
    while (rd->at < s.n && !ends_word(s.p[rd->at])) {
        rd->at++;
    }
    return str_slice(s, begin, rd->at);
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

static bool read_quoted(struct attr_reader *rd, struct str *value, struct span *span) {
    struct str s = rd->t->s;
    char quote = s.p[rd->at];
    size_t begin = ++rd->at;
    while (rd->at < s.n && s.p[rd->at] != quote) {
        /* A blank line ends an unclosed quotation. */
        if (s.p[rd->at] == '\n' && rd->at + 1 < s.n && s.p[rd->at + 1] == '\n') {
            return false;
        }
        rd->at += s.p[rd->at] == '\\' && rd->at + 1 < s.n ? 2 : 1;
    }
    if (rd->at >= s.n) {
        return false;
    }
    *value = unquote(rd->m, str_slice(s, begin, rd->at));
    value->p = value->p ? value->p : "";
    *span = md_span(rd->t, begin, rd->at);
    rd->at++;
    return true;
}

/* Stores a pair. `id=` and `class=` mean the same as `#` and `.`. If another key occurs twice, its
 * first value is used, as in pandoc. */
static void keep_pair(struct attr_reader *rd, struct doc_pair pair) {
    if (str_is(pair.key, "id")) {
        rd->attr.id = pair.value;
        return;
    }
    if (!str_is(pair.key, "class")) {
        for (size_t i = 0; i < rd->pairs.n; i++) {
            if (str_eq(rd->pairs.p[i].key, pair.key)) {
                return;
            }
        }
        vec_push(&rd->pairs, pair);
        return;
    }
    for (struct str rest = pair.value; rest.n;) {
        struct str word = str_trim(str_cut(&rest, ' '));
        if (word.n) {
            vec_push(&rd->classes, word);
        }
    }
}

static bool read_pair(struct attr_reader *rd) {
    struct str s = rd->t->s;
    size_t begin = rd->at;
    rd->at = str_past(s, rd->at, is_name);
    struct doc_pair pair = {str_slice(s, begin, rd->at), STR_EMPTY, SPAN_NONE};
    if (rd->at >= s.n || s.p[rd->at] != '=') {
        if (rd->words) {
            vec_push(rd->words, pair.key);
        }
        return rd->words != NULL;
    }
    rd->at++;
    if (rd->at < s.n && (s.p[rd->at] == '"' || s.p[rd->at] == '\'')) {
        if (!read_quoted(rd, &pair.value, &pair.span)) {
            return false;
        }
    } else {
        size_t from = rd->at;
        while (rd->at < s.n && !is_space(s.p[rd->at]) && s.p[rd->at] != '}' && s.p[rd->at] != '"') {
            rd->at++;
        }
        if (rd->at == from) {
            return false;
        }
        pair.value = str_slice(s, from, rd->at);
        pair.span = md_span(rd->t, from, rd->at);
    }
    keep_pair(rd, pair);
    return true;
}

static bool read_one(struct attr_reader *rd, bool raw_allowed) {
    struct str s = rd->t->s;
    char c = s.p[rd->at];
    if (c == '#' || c == '.') {
        rd->at++;
        struct str word = read_word(rd);
        if (!word.n) {
            return false;
        }
        if (c == '#') {
            rd->attr.id = word;
        } else {
            vec_push(&rd->classes, word);
        }
        return true;
    }
    if (c == '-') {
        rd->at++;
        vec_push(&rd->classes, STR("unnumbered"));
        return true;
    }
    if (c == '=' && raw_allowed && !rd->raw.n) {
        rd->at++;
        rd->raw = read_word(rd);
        return rd->raw.n > 0;
    }
    return is_name_start(c) && read_pair(rd);
}

static bool read_all(struct attr_reader *rd, bool raw_allowed) {
    struct str s = rd->t->s;
    for (size_t count = 0; count < MAX_ATTRS; count++) {
        size_t newlines = 0;
        while (rd->at < s.n && is_space(s.p[rd->at])) {
            newlines += s.p[rd->at] == '\n';
            rd->at++;
        }
        if (newlines > 1 || rd->at >= s.n) {
            return false;
        }
        if (s.p[rd->at] == '}') {
            rd->at++;
            /* `{=format}` allows no other attributes in the same braces (MANUAL, raw_attribute) */
            return !rd->raw.n || (!rd->attr.id.n && !rd->classes.n && !rd->pairs.n);
        }
        if (rd->raw.n || !read_one(rd, raw_allowed)) {
            return false;
        }
        if (rd->at < s.n && !is_space(s.p[rd->at]) && s.p[rd->at] != '}') {
            return false;
        }
    }
    return false;
}

static bool read_braces(struct attr_reader *rd, bool raw_allowed, struct doc_attr *out) {
    bool good = read_all(rd, raw_allowed);
    if (good && out) {
        *out = rd->attr;
        out->classes = vec_keep(&rd->classes, rd->m->a);
        out->nclasses = rd->classes.n;
        out->pairs = vec_keep(&rd->pairs, rd->m->a);
        out->npairs = rd->pairs.n;
    }
    vec_drop(&rd->classes);
    vec_drop(&rd->pairs);
    return good;
}

size_t md_attr_list(struct md *m, const struct md_text *t, size_t at, struct doc_attr *out,
                    struct md_words *words) {
    struct attr_reader rd = {.m = m, .t = t, .at = at, .words = words};
    return read_braces(&rd, false, out) ? rd.at : 0;
}

size_t md_attr(struct md *m, const struct md_text *t, size_t at, struct doc_attr *out,
               struct str *raw, size_t *bad) {
    if (at >= t->s.n || t->s.p[at] != '{') {
        return 0;
    }
    struct attr_reader rd = {.m = m, .t = t, .at = at + 1};
    bool good = read_braces(&rd, raw != NULL, out);
    if (good && raw) {
        *raw = rd.raw;
    }
    if (bad) {
        *bad = rd.at;
    }
    return good ? rd.at - at : 0;
}

void md_attr_put(struct md *m, struct doc_node *node, const struct doc_attr *attr) {
    if (attr->id.n) {
        doc_set_id(m->doc, node, attr->id);
        if (doc_theorem_labelled(attr->id) || doc_callout_labelled(attr->id)) {
            map_put(&m->labels.reserved, attr->id, node);
        }
    }
    for (size_t i = 0; i < attr->nclasses; i++) {
        doc_add_class(m->doc, node, attr->classes[i]);
    }
    for (size_t i = 0; i < attr->npairs; i++) {
        const struct doc_pair *p = &attr->pairs[i];
        /* `fig-alt` is Quarto's key for the description of an image */
        bool alt = node->kind == DOC_IMAGE && str_is(p->key, "fig-alt") && !m->as_written;
        struct str key = alt ? STR("alt") : p->key;
        doc_set_pair_at(m->doc, node, key, p->value, p->span);
    }
}
