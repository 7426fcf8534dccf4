/* SPDX-License-Identifier: MIT */
/*
 * The words of a tree, as they are compared. Numbers that the program assigns are not words: labels
 * of citations, numbers of headings and captions, the number in a reference to a figure.
 */
#include "check/compare/compare_internal.h"
#include "core/base/utf8.h"

#include <stdlib.h>

static uint64_t mix(uint64_t h, uint64_t v) {
    return (h ^ v) * 0x100000001b3u;
}

static uint64_t hash_of(char kind, struct str s) {
    return mix(str_hash(s), (uint64_t)(unsigned char)kind);
}

/** Whether a node is inside of a link to a place of the document. */
static bool is_reference(const struct doc_node *n) {
    for (; n && doc_is_inline(n->kind); n = n->parent) {
        if (n->kind == DOC_LINK && str_starts(n->u.link.url, STR("#"))) {
            return true;
        }
    }
    return false;
}

/** Whether the node is a number that the program assigns. */
static bool is_counted(const struct doc_node *n) {
    return n->kind == DOC_BIB_LABEL ||
           (n->kind == DOC_SPAN &&
            (doc_has_class(n, "header-section-number") || doc_has_class(n, "caption-number")));
}

/** Returns the hash of the ASCII characters of a text, without digits and the punctuation in
 * and between numbers. */
static uint64_t hash_without_numbers(uint64_t h, struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        if (!is_digit(s.p[i]) && !strchr("[](),;- ", s.p[i]) && (unsigned char)s.p[i] < 0x80) {
            h = mix(h, (unsigned char)s.p[i]);
        }
    }
    return h;
}

/** Returns the hash of a citation: of its works, and of its visible text without numbers. */
static uint64_t hash_cite(const struct doc_node *n) {
    uint64_t h = n->kind;
    for (size_t i = 0; i < n->u.cite.n; i++) {
        h = mix(mix(h, str_hash(n->u.cite.cites[i].key)), n->u.cite.cites[i].mode);
    }
    struct doc_walk w = doc_walk_start((struct doc_node *)(uintptr_t)n);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_TEXT) {
            h = hash_without_numbers(h, w.node->u.text.text);
        }
    }
    return h;
}

static uint64_t hash_image(const struct doc_node *n) {
    uint64_t h = hash_of('i', n->u.link.url);
    struct doc_walk w = doc_walk_start((struct doc_node *)(uintptr_t)n);
    while (doc_walk_next(&w)) {
        h = w.enter && w.node->kind == DOC_TEXT ? mix(h, str_hash(w.node->u.text.text)) : h;
    }
    return h;
}

/** Returns the hash of an inline that is compared as a whole, or 0 for other inlines. */
static uint64_t whole_hash(const struct doc_node *n) {
    switch (n->kind) {
    case DOC_CODE:
        return hash_of('c', n->u.code.text);
    case DOC_MATH:
        return hash_of(n->u.math.display ? 'd' : 'm', str_trim(n->u.math.tex));
    case DOC_RAW_INLINE:
        return hash_of('r', n->u.code.text);
    case DOC_IMAGE:
        return hash_image(n);
    case DOC_CITE:
        return hash_cite(n);
    /* all notes are equal here, so that notes at one place are compared with each other */
    case DOC_NOTE:
        return hash_of('n', STR_EMPTY);
    default:
        return 0;
    }
}

static bool is_word(uint32_t cp) {
    return cp >= 0x80 ? cp != 0xA0 && !(cp >= 0x2000 && cp <= 0x206F) : is_alnum((char)cp);
}

static bool is_gap(uint32_t cp) {
    return cp == 0xA0 || cp == 0x202F || (cp < 0x80 && is_space((char)cp));
}

static void set_gap(compare_tokens *out) {
    if (out->n) {
        vec_last(out).gap = true;
    }
}

static void add_text(struct doc_node *n, compare_tokens *out) {
    struct str s = n->u.text.text;
    bool counted = is_reference(n);
    for (size_t at = 0; at < s.n;) {
        size_t begin = at;
        uint32_t cp = utf8_next(s, &at);
        if (is_gap(cp)) {
            set_gap(out);
            continue;
        }
        bool number = counted && is_digit(s.p[begin]);
        for (size_t next = at; is_word(cp) && next < s.n;) {
            cp = utf8_next(s, &next);
            at = is_word(cp) ? next : at;
            number = number && (!is_word(cp) || (cp < 0x80 && is_digit((char)cp)));
        }
        struct str word = str_slice(s, begin, at);
        vec_push(out, (struct compare_token){.hash = number ? hash_of('#', STR_EMPTY)
                                                            : hash_of('w', word),
                                             .node = n,
                                             .begin = begin,
                                             .end = at});
    }
}

void compare_tokens_of(const struct doc_node *node, compare_tokens *out) {
    /* the walk returns nodes that are not const, but nothing is changed here */
    struct doc_walk w = doc_walk_start((struct doc_node *)(uintptr_t)node);
    while (doc_walk_next(&w)) {
        struct doc_node *n = w.node;
        uint64_t whole = w.enter && n != node ? whole_hash(n) : 0;
        if (n != node && !doc_is_inline(n->kind)) {
            set_gap(out);
        }
        if (w.enter && n->kind == DOC_TEXT) {
            add_text(n, out);
        } else if (w.enter && (n->kind == DOC_SOFT_BREAK || n->kind == DOC_LINE_BREAK)) {
            set_gap(out);
        } else if (w.enter && (n->kind == DOC_CODE_BLOCK || n->kind == DOC_RAW_BLOCK)) {
            vec_push(out, (struct compare_token){.hash = hash_of('b', n->u.code.text), .node = n});
        } else if (w.enter && is_counted(n)) {
            doc_walk_skip(&w);
        } else if (whole) {
            vec_push(out, (struct compare_token){.hash = whole, .node = n, .whole = true});
            doc_walk_skip(&w);
        }
    }
}

uint64_t compare_hash(const struct doc_node *node) {
    uint64_t h = 0xcbf29ce484222325u;
    compare_tokens t = VEC_INIT;
    struct doc_walk w = doc_walk_start((struct doc_node *)(uintptr_t)node);
    /* adds the kinds of blocks to the hash, and collects the words of notes */
    while (doc_walk_next(&w)) {
        if (w.enter && !doc_is_inline(w.node->kind)) {
            h = mix(h, w.node->kind == DOC_PLAIN ? DOC_PARA : w.node->kind);
        } else if (w.enter && w.node->kind == DOC_NOTE) {
            compare_tokens_of(w.node, &t);
        }
    }
    compare_tokens_of(node, &t);
    for (size_t i = 0; i < t.n; i++) {
        h = mix(mix(h, t.p[i].hash), t.p[i].gap && i + 1 < t.n);
    }
    vec_drop(&t);
    return h;
}

static int by_value(const void *pa, const void *pb) {
    uint64_t a = *(const uint64_t *)pa, b = *(const uint64_t *)pb;
    return a < b ? -1 : a > b;
}

struct compare_words compare_words_of(struct arena *a, const struct doc_node *node) {
    compare_tokens t = VEC_INIT;
    compare_tokens_of(node, &t);
    struct compare_words w = {ARENA_ARRAY(a, uint64_t, t.n + 1), t.n};
    for (size_t i = 0; i < t.n; i++) {
        w.p[i] = t.p[i].hash;
    }
    qsort(w.p, w.n, sizeof *w.p, by_value);
    vec_drop(&t);
    return w;
}

int compare_likeness(const struct compare_words *x, const struct compare_words *y) {
    size_t common = 0, all = x->n + y->n;
    for (size_t i = 0, j = 0; i < x->n && j < y->n;) {
        bool same = x->p[i] == y->p[j], less = x->p[i] < y->p[j];
        common += same;
        i += same || less;
        j += same || !less;
    }
    return all ? (int)(2000 * common / all) : 1000;
}
