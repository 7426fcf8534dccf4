/* SPDX-License-Identifier: MIT */
/*
 * Reads citations (pandoc MANUAL, citations). A key makes an in-text citation at once. A closing
 * bracket turns the citations in it into a group, or its text into a locator of the citation before
 * it. This file decides what a key is, and where a prefix and a suffix are. Other modules read
 * locators and look up keys.
 *
 *   group   := '[' cite (';' cite)* ']'        cite := prefix? '-'? '@' key suffix?
 *   in-text := '-'? '@' key (' '? '[' suffix? (';' cite)* ']')?
 *
 * As in pandoc, a bracket is a group only if each part has a key. Two keys in one part are two
 * cites, so that no reference is lost.
 */
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"
#include "read/markdown/core/inline_pass.h"

#define MAX_KEY 1024 /* maximum length of a key in braces, in bytes */

/* Returns the number of bytes of a letter, a digit (of any script) or '_' at `at`, or 0. */
static size_t word_char(struct str s, size_t at) {
    if (at >= s.n) {
        return 0;
    }
    char c = s.p[at];
    if (!(c & 0x80)) {
        return is_alnum(c) || c == '_' ? 1 : 0;
    }
    size_t end = at;
    uint32_t cp = utf8_next(s, &end);
    bool word = unicode_is_letter(cp) || unicode_is_digit(cp) || unicode_is_mark(cp);
    return word ? end - at : 0;
}

/* Returns the length of a key without braces. A single punctuation mark is allowed only between
 * word characters. "//" is also allowed, as in URLs. */
static size_t bare_key(struct str s, size_t at) {
    size_t end = at + word_char(s, at);
    if (end == at) {
        return 0;
    }
    while (end < s.n) {
        size_t n = word_char(s, end);
        if (n) {
            end += n;
            continue;
        }
        if (str_index(STR(":.#$%&-+?<>~/"), s.p[end]) == STR_NONE) {
            break;
        }
        bool slashes = (s.p[end] == ':' || s.p[end] == '/') && end + 1 < s.n && s.p[end + 1] == '/';
        n = word_char(s, end + 1);
        if (!n && !slashes) {
            break;
        }
        end += 1 + n;
    }
    /* punctuation at the end, as in "https://", does not belong to the key */
    while (end > at && s.p[end - 1] == '/') {
        end--;
    }
    while (end > at && s.p[end - 1] == ':') {
        end--;
    }
    return end - at;
}

/* Returns the number of bytes of `{key}` at `at`, or 0. The braces must be balanced within one
 * line. */
static size_t braced_key(struct str s, size_t at) {
    size_t depth = 0;
    for (size_t i = at; i < s.n && i - at < MAX_KEY && s.p[i] != '\n'; i++) {
        depth += s.p[i] == '{';
        if (s.p[i] == '}' && --depth == 0) {
            return i - at > 1 ? i + 1 - at : 0;
        }
    }
    return 0;
}

/* Whether a letter or digit precedes the current position, as in mail addresses, so that no key may
 * begin here (MANUAL: "not preceded by an alphanumeric"). */
static bool follows_word(const struct inl *x) {
    if (x->at == 0) {
        return false;
    }
    size_t at = x->at;
    uint32_t cp = utf8_prev(x->s, &at);
    return cp < 0x80 ? is_alnum((char)cp) : unicode_is_letter(cp) || unicode_is_digit(cp);
}

/* Removes the '-' that is before a key and suppresses the author. A '-' within a word is kept.
 * Returns false if there is none. */
static bool take_dash(struct inl *x) {
    struct doc_node *last = x->top->last;
    size_t at = x->at;
    if (at == 0 || x->s.p[at - 1] != '-' || !last || last->kind != DOC_TEXT ||
        last->u.text.escaped || !str_ends(last->u.text.text, STR("-"))) {
        return false;
    }
    char before = at > 1 ? x->s.p[at - 2] : ' ';
    if (!is_space(before) && before != '[' && before != '(' && before != ';') {
        return false;
    }
    last->u.text.text.n--;
    last->span.end -= x->t->npieces ? 1 : 0;
    return true;
}

static bool example_number(struct inl *x, struct str key, size_t end) {
    uintptr_t number = (uintptr_t)map_lookup(&x->m->examples.numbers, key);
    if (!number) {
        return false;
    }
    struct str text = arena_printf(x->m->a, "%u", (unsigned)number);
    md_inl_made(x, text, x->at, end, true);
    x->at = end;
    return true;
}

bool md_inl_key(struct inl *x) {
    if (follows_word(x)) {
        return false;
    }
    size_t braced =
        x->at + 1 < x->s.n && x->s.p[x->at + 1] == '{' ? braced_key(x->s, x->at + 1) : 0;
    size_t n = braced ? braced : bare_key(x->s, x->at + 1);
    if (!n && x->m->as_written && x->at + 1 < x->s.n && x->s.p[x->at + 1] == '*') {
        n = 1; /* `@*` in `nocite` stands for all entries */
    }
    if (!n) {
        return false;
    }
    size_t end = x->at + 1 + n;
    struct str key = braced ? str_slice(x->s, x->at + 2, end - 1) : str_slice(x->s, x->at + 1, end);
    /* references to figures and other targets also begin with "@" */
    if (!x->m->as_written && md_inl_is_crossref(x->m, key)) {
        size_t after = md_inl_ref_sign(x, key, end);
        if (!after) {
            md_inl_crossref(x, key, x->at - take_dash(x), end);
        }
        x->at = after ? after : end;
        return true;
    }
    if (example_number(x, key, end) || !md_on(x->m, MD_CITATIONS)) {
        return x->at == end;
    }
    bool dash = take_dash(x);
    size_t begin = x->at - dash;
    struct doc_node *n_cite = md_inl_node(x, DOC_CITE, begin, end);
    struct doc_cite *c = ARENA_NEW(x->m->a, struct doc_cite);
    c->key = key;
    c->span = n_cite->span;
    c->mode = dash ? DOC_CITE_SUPPRESS_AUTHOR : DOC_CITE_IN_TEXT;
    n_cite->u.cite.cites = c;
    n_cite->u.cite.n = 1;
    n_cite->u.cite.in_text = true;
    n_cite->u.cite.source = str_slice(x->s, begin, end);
    if (x->brackets) {
        x->brackets->cites = true;
    }
    x->at = end;
    return true;
}

/* ---- groups */

/* Whether a node is a citation that consists of a key, so that it may become part of a group. */
static bool is_key(const struct doc_node *n) {
    return n->kind == DOC_CITE && n->u.cite.in_text && n->u.cite.n == 1;
}

static bool is_plain(const struct doc_node *n) {
    return n->kind == DOC_TEXT && !n->u.text.escaped;
}

/* Whether each part between semicolons has a key. With `locator`, the first part needs none. */
static bool all_have_keys(const struct doc_node *first, bool locator) {
    bool key = locator;
    for (const struct doc_node *n = first; n; n = n->next) {
        if (is_key(n)) {
            key = true;
        }
        for (size_t i = 0; is_plain(n) && i < n->u.text.text.n; i++) {
            if (n->u.text.text.p[i] == ';') {
                if (!key) {
                    return false;
                }
                key = false;
            }
        }
    }
    return key;
}

/* The state of making a group. */
struct group {
    struct inl *x;
    VEC(struct doc_cite) cites;
    struct doc_node *part; /* a span for the inlines of a prefix or suffix */
    bool key;              /* the current part has a key */
    struct doc_cite cite;
};

static struct doc_node *part_new(struct group *g) {
    return doc_node_new(g->x->m->doc, DOC_SPAN, SPAN_NONE);
}

/* Trims a prefix at both ends, or a suffix (", p. 3") only at its end. Returns NULL if nothing is
 * left. */
static struct doc_node *part_done(struct group *g, struct doc_node *part, bool suffix) {
    if (!suffix) {
        md_trim_inlines(part, true);
    }
    md_trim_inlines(part, false);
    if (!part->first) {
        return NULL;
    }
    part->span = md_span_to(part->first->span, part->last->span);
    md_inl_tidy(g->x->m, g->x->t, part);
    return part;
}

static void group_end_cite(struct group *g) {
    if (g->key) {
        g->cite.suffix = part_done(g, g->part, true);
        vec_push(&g->cites, g->cite);
    }
    g->cite = (struct doc_cite){0};
    g->key = false;
    g->part = part_new(g);
}

static void group_key(struct group *g, struct doc_node *n) {
    if (g->key) {
        group_end_cite(g);
    }
    struct doc_cite c = n->u.cite.cites[0];
    c.mode = c.mode == DOC_CITE_IN_TEXT ? DOC_CITE_NORMAL : c.mode;
    c.prefix = part_done(g, g->part, false);
    g->cite = c;
    g->key = true;
    g->part = part_new(g);
    /* a locator that was already read ("[see @a [p. 3]]") begins the suffix */
    if (c.suffix) {
        doc_adopt(g->part, c.suffix);
    }
}

static void group_text(struct group *g, struct doc_node *n) {
    struct doc_node *rest = n;
    for (;;) {
        struct str text = rest->u.text.text;
        size_t at = is_plain(rest) ? str_index(text, ';') : STR_NONE;
        if (at == STR_NONE) {
            doc_append(g->part, rest);
            return;
        }
        struct span left = rest->span, right = left;
        if (g->x->t->npieces > 0) {
            left.end = left.begin + (uint32_t)at;
            right.begin = left.end + 1;
        }
        doc_add_text(g->x->m->doc, g->part, str_slice(text, 0, at), left);
        group_end_cite(g);
        rest = doc_text_new(g->x->m->doc, str_from(text, at + 1), right);
    }
}

/* Moves the nodes after the innermost bracket into the cites of a group. */
static void group_take(struct group *g) {
    struct doc_node *n = g->x->brackets->node->next;
    while (n) {
        struct doc_node *next = n->next;
        doc_unlink(n);
        if (is_key(n)) {
            group_key(g, n);
        } else if (n->kind == DOC_TEXT) {
            group_text(g, n);
        } else {
            doc_append(g->part, n);
        }
        n = next;
    }
    group_end_cite(g);
}

static bool has_key(const struct doc_node *first) {
    for (const struct doc_node *n = first; n; n = n->next) {
        if (is_key(n)) {
            return true;
        }
    }
    return false;
}

/* Returns the content of a bracket if it consists only of a key, which is the most common case;
 * else NULL. */
static struct doc_node *key_alone(const struct bracket *b) {
    struct doc_node *n = b->node->next;
    return n && !n->next && is_key(n) && !n->u.cite.cites[0].suffix ? n : NULL;
}

/* Replaces the nodes after the innermost bracket with one citation. */
static struct doc_node *group_make(struct inl *x) {
    struct group g = {.x = x};
    g.part = part_new(&g);
    group_take(&g);
    struct doc_node *cite = doc_node_new(x->m->doc, DOC_CITE, SPAN_NONE);
    cite->u.cite.cites = vec_finish(&g.cites, x->m->a);
    cite->u.cite.n = g.cites.n;
    return cite;
}

bool md_inl_cite_group(struct inl *x) {
    struct bracket *b = x->brackets;
    if (!b->cites || b->image || b->failed > MAX_FAILED || !all_have_keys(b->node->next, false)) {
        return false;
    }
    /* this moves keys in emphasis below other nodes, where they do not count */
    md_inl_emphasis(x, b->delim);
    if (!has_key(b->node->next) || !all_have_keys(b->node->next, false)) {
        return false;
    }
    struct doc_node *cite = key_alone(b);
    if (cite) {
        struct doc_cite *c = cite->u.cite.cites;
        c->mode = c->mode == DOC_CITE_IN_TEXT ? DOC_CITE_NORMAL : c->mode;
        cite->u.cite.in_text = false;
        doc_unlink(cite);
    } else {
        cite = group_make(x);
    }
    cite->span = md_span(x->t, b->begin - 1, x->at + 1);
    cite->u.cite.source = str_slice(x->s, b->begin - 1, x->at + 1);
    md_inl_wrap(x, cite);
    x->brackets = b->prev;
    x->at++;
    return true;
}

/* Returns the in-text citation before the bracket, or NULL. White space may be between the two. */
static struct doc_node *citation_before(const struct bracket *b) {
    struct doc_node *n = b->node->prev;
    bool gap =
        n && (n->kind == DOC_SOFT_BREAK || (n->kind == DOC_TEXT && !str_trim(n->u.text.text).n));
    n = gap ? n->prev : n;
    return n && is_key(n) && !n->u.cite.cites[0].suffix ? n : NULL;
}

bool md_inl_cite_locator(struct inl *x) {
    struct bracket *b = x->brackets;
    struct doc_node *cite = citation_before(b);
    bool target = x->at + 1 < x->s.n && (x->s.p[x->at + 1] == '(' || x->s.p[x->at + 1] == '[');
    if (!cite || b->image || b->nested || target || b->begin == x->at ||
        !all_have_keys(b->node->next, true)) {
        return false;
    }
    md_inl_emphasis(x, b->delim);
    if (!b->node->next || !all_have_keys(b->node->next, true)) {
        return false;
    }
    struct group g = {.x = x};
    g.part = part_new(&g);
    g.cite = cite->u.cite.cites[0];
    g.key = true;
    group_take(&g);
    size_t begin = (size_t)(cite->u.cite.source.p - x->s.p);
    cite->u.cite.cites = vec_finish(&g.cites, x->m->a);
    cite->u.cite.n = g.cites.n;
    cite->u.cite.source = str_slice(x->s, begin, x->at + 1);
    cite->span = md_span(x->t, begin, x->at + 1);
    while (b->node->prev != cite) {
        doc_unlink(b->node->prev);
    }
    doc_unlink(b->node);
    x->brackets = b->prev;
    x->at++;
    return true;
}

void md_inl_cites_to_text(struct md *m, struct doc_node *node) {
    struct doc_walk w = doc_walk_start(node);
    while (doc_walk_next(&w)) {
        struct doc_node *n = w.node;
        if (w.enter && n->kind == DOC_CITE && !m->as_written) {
            struct str source = n->u.cite.source;
            n->kind = DOC_TEXT;
            n->first = n->last = NULL;
            n->u.text.text = source;
            n->u.text.escaped = false;
        }
    }
}
