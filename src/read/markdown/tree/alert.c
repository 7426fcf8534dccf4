/* SPDX-License-Identifier: MIT */
/* GitHub's alerts ("Basic writing and formatting syntax", Alerts): a quotation whose first line is
 * `[!NOTE]` becomes a callout; frame.c gives it a title. */
#include "read/markdown/tree/passes.h"

/* The class of an alert's word, or the empty slice. */
static struct str class_of(struct str word) {
    static const struct {
        const char *word;
        struct str name;
    } kinds[] = {{"NOTE", STR_INIT("callout-note")},
                 {"TIP", STR_INIT("callout-tip")},
                 {"IMPORTANT", STR_INIT("callout-important")},
                 {"WARNING", STR_INIT("callout-warning")},
                 {"CAUTION", STR_INIT("callout-caution")}};
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (str_ieq(word, str_of(kinds[i].word))) {
            return kinds[i].name;
        }
    }
    return STR_EMPTY;
}

#define MAX_WORD 16 /* bytes of "[!IMPORTANT]" and some spaces */

/* Returns the text of the first line of a paragraph. `*rest` is the node after the line, or NULL.
 * Returns false if the line is not only text, or is too long. */
static bool first_line(const struct doc_node *para, char *line, size_t *n, struct doc_node **rest) {
    struct doc_node *c = para->first;
    *n = 0;
    for (; c && c->kind == DOC_TEXT; c = c->next) {
        struct str s = c->u.text.text;
        if (*n + s.n > MAX_WORD) {
            return false;
        }
        memcpy(line + *n, s.p, s.n);
        *n += s.n;
    }
    *rest = c && (c->kind == DOC_SOFT_BREAK || c->kind == DOC_LINE_BREAK) ? c->next : NULL;
    return *n > 0 && (!c || c->kind == DOC_SOFT_BREAK || c->kind == DOC_LINE_BREAK);
}

/* Returns the callout that was made from a quotation, or else the quotation. */
static struct doc_node *make_callout(struct md *m, struct doc_node *quote) {
    struct doc_node *para = quote->first, *rest = NULL;
    char line[MAX_WORD];
    size_t n;
    bool text = para && (para->kind == DOC_PARA || para->kind == DOC_PLAIN);
    if (!text || !first_line(para, line, &n, &rest) || (!rest && !para->next)) {
        return quote;
    }
    struct str s = str_trim((struct str){line, n});
    bool marked = s.n > 3 && str_starts(s, STR("[!")) && s.p[s.n - 1] == ']';
    struct str name = marked ? class_of(str_slice(s, 2, s.n - 1)) : STR_EMPTY;
    if (!name.n) {
        return quote;
    }
    struct doc_node *div = doc_node_new(m->doc, DOC_DIV, quote->span);
    div->attr = quote->attr;
    doc_add_class(m->doc, div, STR("callout"));
    doc_add_class(m->doc, div, name);
    while (para->first && para->first != rest) {
        doc_unlink(para->first);
    }
    if (!para->first) {
        doc_unlink(para);
    }
    doc_insert_before(quote, div);
    doc_adopt(div, quote);
    doc_unlink(quote);
    return div;
}

void md_alerts(struct md *m) {
    struct doc_walk w = doc_walk_start(m->doc->root);
    bool any = md_on(m, MD_ALERTS) && doc_has_kind(m->doc, DOC_QUOTE);
    while (any && doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_QUOTE) {
            w.node = make_callout(m, w.node);
        }
    }
}
