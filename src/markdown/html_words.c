/* SPDX-License-Identifier: MIT */
/*
 * HTML's marks of words within the cells of HTML tables, as nodes that both outputs show: <b>,
 * <em>, <sub>, <a href>, <br>... Tags that do not pair within their cell stay raw.
 */
#include "markdown/md_table.h"

#define MAX_OPEN 32 /* tags that wait for their ends */

static const struct {
    const char *name;
    enum doc_kind kind;
} marks[] = {{"em", DOC_EMPH},       {"i", DOC_EMPH},      {"cite", DOC_EMPH},
             {"strong", DOC_STRONG}, {"b", DOC_STRONG},    {"sub", DOC_SUB},
             {"sup", DOC_SUP},       {"u", DOC_UNDERLINE}, {"ins", DOC_UNDERLINE},
             {"s", DOC_STRIKE},      {"del", DOC_STRIKE},  {"strike", DOC_STRIKE},
             {"code", DOC_CODE},     {"kbd", DOC_CODE},    {"tt", DOC_CODE},
             {"a", DOC_LINK},        {"span", DOC_SPAN},   {"small", DOC_SPAN}};

struct str md_html_tag(const struct doc_node *n, bool *closes, struct str *attrs) {
    struct str s = n->u.code.text;
    *closes = s.n > 1 && s.p[1] == '/';
    size_t from = 1 + (size_t)*closes, to = from;
    while (to < s.n && is_alnum(s.p[to])) {
        to++;
    }
    *attrs = str_slice(s, to, s.n ? s.n - 1 : 0);
    return str_slice(s, from, to);
}

static bool find_mark(struct str name, enum doc_kind *kind) {
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        if (str_ieq(name, str_of(marks[i].name))) {
            *kind = marks[i].kind;
            return true;
        }
    }
    return false;
}

/** Everything between two raw tags becomes the children of one node in their place. */
static void join(struct md *m, struct doc_node *open, struct doc_node *close, enum doc_kind kind) {
    struct doc_node *node = doc_node_new(m->doc, kind, open->span);
    bool closes;
    struct str attrs;
    (void)md_html_tag(open, &closes, &attrs);
    doc_insert_before(open, node);
    while (open->next != close) {
        struct doc_node *k = open->next;
        doc_unlink(k);
        doc_append(node, k);
    }
    doc_unlink(open);
    doc_unlink(close);
    if (kind == DOC_CODE) {
        node->u.code.text = doc_plain(m->a, node);
        node->first = node->last = NULL;
    } else if (kind == DOC_LINK) {
        node->u.link.url = md_unescape_entities(m, md_html_attr(attrs, "href"));
    }
}

static void break_line(struct md *m, struct doc_node *raw) {
    doc_insert_before(raw, doc_node_new(m->doc, DOC_LINE_BREAK, raw->span));
    doc_unlink(raw);
}

void md_html_words(struct md *m, struct doc_node *parent) {
    struct doc_node *open[MAX_OPEN];
    size_t nopen = 0;
    for (struct doc_node *n = parent->first, *next; n; n = next) {
        bool closes;
        struct str attrs;
        enum doc_kind kind;
        next = n->next;
        if (n->kind != DOC_RAW_INLINE || !str_is(n->u.code.info, "html")) {
            continue;
        }
        struct str name = md_html_tag(n, &closes, &attrs);
        if (str_ieq(name, STR("br"))) {
            break_line(m, n);
        } else if (!find_mark(name, &kind)) {
            continue;
        } else if (!closes && nopen < MAX_OPEN) {
            open[nopen++] = n;
        } else if (closes && nopen > 0) {
            bool other;
            struct str rest;
            if (str_ieq(md_html_tag(open[nopen - 1], &other, &rest), name)) {
                join(m, open[--nopen], n, kind);
            }
        }
    }
}
