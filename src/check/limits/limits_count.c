/* SPDX-License-Identifier: MIT */
/*
 * Counts the words and characters of a text, and finds the parts of a document that have separate
 * limits.
 */
#include "check/limits/limits_count.h"

/* maximum number of ids and titles that are compared with a misspelt name */
#define MAX_NAMES 512

struct counting {
    struct limits_count *out;
    bool in_word;
    bool space; /* white space or the end of a paragraph came after the last character */
};

static void count_bytes(struct counting *c, struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        bool fixed = str_starts(str_from(s, i), STR("\u00A0"));
        if (is_space(s.p[i]) || fixed) {
            i += fixed;
            c->in_word = false;
            c->space = true;
            continue;
        }
        if (((unsigned char)s.p[i] & 0xC0) != 0x80) {
            c->out->with_spaces += c->space && c->out->characters ? 2 : 1;
            c->out->characters++;
        }
        c->out->words += !c->in_word;
        c->in_word = true;
        c->space = false;
    }
}

static void count_node(struct counting *c, const struct doc_node *n) {
    if (n->kind == DOC_SOFT_BREAK || n->kind == DOC_LINE_BREAK || !doc_is_inline(n->kind)) {
        c->in_word = false;
        c->space = true;
    } else {
        count_bytes(c, n->kind == DOC_TEXT   ? n->u.text.text
                       : n->kind == DOC_CODE ? n->u.code.text
                       : n->kind == DOC_MATH ? STR("x")
                                             : STR_EMPTY);
    }
}

void limits_count(const struct doc_node *first, const struct doc_node *end,
                  struct limits_count *out) {
    struct counting c = {.out = out};
    *out = (struct limits_count){0};
    for (const struct doc_node *n = first; n && n != end; n = n->next) {
        struct doc_walk w = doc_walk_start((struct doc_node *)n);
        while (doc_walk_next(&w)) {
            if (w.enter && w.node->kind == DOC_BIBLIOGRAPHY) {
                doc_walk_skip(&w);
            } else if (w.enter || !doc_is_inline(w.node->kind)) {
                count_node(&c, w.node);
            }
        }
    }
}

/* ---- parts ---- */

/** Whether a node is the part called `name`. The case of titles does not matter. */
static bool is_called(const struct doc *doc, const struct doc_node *n, struct str name) {
    return (doc_id(n).n && str_eq(doc_id(n), name)) ||
           (n->kind == DOC_HEADING && str_ieq(doc_plain_spaced(doc->arena, n), name));
}

/** Returns the end of a heading's section: the next heading that is not below it, or NULL for the
 * last section. */
static const struct doc_node *end_of_section(const struct doc_node *heading) {
    const struct doc_node *n = heading->next;
    while (n && !(n->kind == DOC_HEADING && n->u.heading.level <= heading->u.heading.level)) {
        n = n->next;
    }
    return n;
}

bool limits_count_part(const struct doc *doc, struct str name, struct limits_count *out) {
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        const struct doc_node *n = w.node;
        if (!w.enter || doc_is_inline(n->kind) || !is_called(doc, n, name)) {
            continue;
        }
        bool section = n->kind == DOC_HEADING;
        limits_count(section ? n->next : n->first, section ? end_of_section(n) : NULL, out);
        return true;
    }
    if (doc->meta.abstract && str_ieq(name, STR("abstract"))) {
        limits_count(doc->meta.abstract->first, NULL, out);
        return true;
    }
    return false;
}

struct str limits_nearest_part(struct arena *a, const struct doc *doc, struct str name) {
    struct str *names = ARENA_ARRAY(a, struct str, MAX_NAMES);
    size_t n = 0;
    struct doc_walk w = doc_walk_start(doc->root);
    while (n + 1 < MAX_NAMES && doc_walk_next(&w)) {
        if (w.enter && !doc_is_inline(w.node->kind)) {
            if (doc_id(w.node).n) {
                names[n++] = doc_id(w.node);
            }
            if (w.node->kind == DOC_HEADING) {
                names[n++] = doc_plain_spaced(a, w.node);
            }
        }
    }
    return diag_nearest(name, names, n);
}
