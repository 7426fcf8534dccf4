/* SPDX-License-Identifier: MIT */
/* Abbreviations (PHP Markdown Extra; pandoc's extension `abbreviations`). A line `*[HTML]: Hyper
 * Text Markup Language` defines an abbreviation. Each word HTML becomes a span of class `abbr` with
 * this title. */
#include "read/markdown/core/block_extension.h"
#include "read/markdown/tree/passes.h"

#define MAX_WORDS 1000 /* maximum number of abbreviations in a document */
#define MAX_SAME 16    /* maximum number of abbreviations with the same first word */

struct md_abbreviation {
    struct str text, title;
    struct md_abbreviation *next; /* a shorter abbreviation with the same first word, or NULL */
};

static bool is_word(char c) {
    return is_alnum(c) || (c & 0x80) != 0;
}

static size_t word_length(struct str s) {
    return str_past(s, 0, is_word);
}

/* Returns the offset of the colon in `*[text]: title`, or 0. */
static size_t colon_of(struct str s) {
    size_t close = str_starts(s, STR("*[")) ? str_find(s, STR("]:")) : STR_NONE;
    return close != STR_NONE && close > 2 && is_word(s.p[2]) ? close + 1 : 0;
}

static bool open_abbreviation(struct md_at *at) {
    if (at->indent > 3 || !colon_of(at->s)) {
        return false;
    }
    (void)md_open_lines(at, &md_block_abbreviation, at->line + 1);
    return true;
}

static void keep(struct md *m, struct str text, struct str title) {
    struct str word = str_slice(text, 0, word_length(text));
    struct md_abbreviation *first = map_lookup(&m->abbreviations, word), **at = &first;
    size_t same = 0;
    for (; *at && (*at)->text.n >= text.n; at = &(*at)->next) {
        if (++same >= MAX_SAME || str_eq((*at)->text, text)) {
            return;
        }
    }
    struct md_abbreviation *a = ARENA_NEW(m->a, struct md_abbreviation);
    *a = (struct md_abbreviation){text, title, *at};
    *at = a;
    map_put(&m->abbreviations, word, first);
}

static struct doc_node *read_abbreviation(struct md_reader *k, cmark_node *n, struct md_open *o,
                                          const struct md_region *part) {
    struct str s = str_trim(part->lines[0].s);
    size_t colon = colon_of(s);
    (void)n;
    (void)o;
    if (colon && k->m->abbreviations.n < MAX_WORDS) {
        keep(k->m, str_slice(s, 2, colon - 1), md_unescape(k->m, str_trim(str_from(s, colon + 1))));
    }
    return NULL;
}

const struct md_block md_block_abbreviation = {
    .open = open_abbreviation, .read = read_abbreviation, .interrupts = true};

/* Returns the length of the abbreviation `text` at the beginning of `s`, or 0. A no-break space in
 * `s` equals a space. */
static size_t match(struct str s, struct str text) {
    size_t n = 0;
    for (size_t i = 0; i < text.n; i++) {
        bool fixed = text.p[i] == ' ' && str_starts(str_from(s, n), STR("\u00A0"));
        if (!fixed && (n >= s.n || s.p[n] != text.p[i])) {
            return 0;
        }
        n += fixed ? 2 : 1;
    }
    return n;
}

/* Returns the longest abbreviation at `at`, where a word begins; or NULL. `*length` is its number
 * of bytes in `s`. */
static const struct md_abbreviation *find(const struct md *m, struct str s, size_t at,
                                          size_t *length) {
    struct str rest = str_from(s, at);
    struct str word = str_slice(rest, 0, word_length(rest));
    const struct md_abbreviation *a = map_lookup(&m->abbreviations, word);
    for (; a; a = a->next) {
        size_t n = match(rest, a->text);
        if (n && (n == rest.n || !is_word(rest.p[n]) || !is_word(rest.p[n - 1]))) {
            *length = n;
            return a;
        }
    }
    return NULL;
}

static struct doc_node *text_part(struct md *m, const struct doc_node *n, size_t from, size_t to) {
    struct str s = n->u.text.text;
    struct span at = n->span;
    if (at.src && at.end - at.begin == s.n) { /* the text has the same bytes as the source */
        at = span_make(at.src, at.begin + from, at.begin + to);
    }
    return doc_text_new(m->doc, str_slice(s, from, to), at);
}

/* Splits a text at its abbreviations. If it ends with an abbreviation, `n` becomes the span of this
 * abbreviation, and true is returned. */
static bool mark(struct md *m, struct doc_node *n) {
    struct str s = n->u.text.text;
    size_t done = 0;
    for (size_t at = 0; at < s.n;) {
        if (!is_word(s.p[at])) {
            at++;
            continue;
        }
        size_t length = 0;
        const struct md_abbreviation *a = find(m, s, at, &length);
        if (!a) {
            at += word_length(str_from(s, at));
            continue;
        }
        if (at > done) {
            doc_insert_before(n, text_part(m, n, done, at));
        }
        struct doc_node *text = text_part(m, n, at, at + length);
        struct doc_node *span = doc_node_new(m->doc, DOC_SPAN, text->span);
        doc_add_class(m->doc, span, STR("abbr"));
        if (a->title.n) {
            doc_set_pair(m->doc, span, STR("title"), a->title);
        }
        doc_append(span, text);
        doc_insert_before(n, span);
        at = done = at + length;
    }
    if (done && done == s.n) {
        struct doc_node *last = n->prev;
        n->kind = DOC_SPAN;
        n->attr = last->attr;
        n->span = last->span;
        doc_adopt(n, last);
        doc_unlink(last);
        return true;
    }
    if (done) {
        struct doc_node *rest = text_part(m, n, done, s.n);
        n->u.text.text = rest->u.text.text;
        n->span = rest->span;
    }
    return false;
}

/* Adds the abbreviations that MyST's front matter defines. */
static void read_front(struct md *m) {
    const struct node *all = node_get(m->doc->front, "abbreviations");
    for (size_t i = 0; all && all->kind == NODE_MAP && i < all->n && i < MAX_WORDS; i++) {
        struct str title = str_trim(node_text(all->items[i]));
        if (title.n && all->keys[i].n && is_word(all->keys[i].p[0])) {
            keep(m, all->keys[i], title);
        }
    }
}

void md_abbreviate(struct md *m) {
    read_front(m);
    if (!m->abbreviations.n) {
        return;
    }
    struct doc_walk w = doc_walk_start(m->doc->root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_SPAN && doc_has_class(w.node, "abbr")) {
            doc_walk_skip(&w);
        } else if (w.enter && w.node->kind == DOC_TEXT && mark(m, w.node)) {
            doc_walk_skip(&w);
        }
    }
}
