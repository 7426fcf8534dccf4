/* SPDX-License-Identifier: MIT */
/* Finds bare URLs and mail addresses (GFM §6.9, extended autolinks), and where they end. In
 * brackets, a URL is text, as in GFM, but its characters are not syntax: an @ in it does not
 * begin a citation key. */
#include "core/base/utf8.h"
#include "core/base/word_list.h"
#include "core/unicode/unicode.h"
#include "read/markdown/core/inline_pass.h"

#include <string.h>

static bool host_char(struct str s, size_t at) {
    size_t next = at;
    uint32_t cp = utf8_next(s, &next);
    if (cp < 0x80) {
        return !is_space((char)cp) && cp != 0 && !md_inl_is_punct((char)cp);
    }
    return !unicode_is_space(cp) && !unicode_is_punct(cp);
}

/* Returns the length of a domain at `at`, or 0. The last two parts of a domain have no underscore.
 * A domain without a dot is allowed only if `bare` is set. */
static size_t domain(struct str s, size_t at, bool bare) {
    size_t dots = 0;
    size_t last = 0;
    size_t before = 0;
    size_t i = at + 1;
    for (; i + 1 < s.n; i++) {
        char c = s.p[i];
        if (c == '_') {
            last++;
        } else if (c == '.') {
            before = last;
            last = 0;
            dots++;
        } else if (c != '-' && !host_char(s, i)) {
            break;
        } else {
            (void)utf8_next(s, &i);
            i--;
        }
    }
    if (last || before) {
        return 0;
    }
    return bare || dots ? i - at : 0;
}

/* Returns the offset of the entity, such as "&amp;", that ends the text [from, end), or else of the
 * semicolon that ends it. */
static size_t before_entity(struct str s, size_t from, size_t end) {
    size_t at = end - 1;
    while (at > from && is_alpha(s.p[at - 1])) {
        at--;
    }
    return at > from && at < end - 1 && s.p[at - 1] == '&' ? at - 1 : end - 1;
}

/* Returns the end of the URL [from, end) without the punctuation at its end, which belongs to the
 * sentence. */
static size_t trim_url(struct str s, size_t from, size_t end) {
    size_t opened = 0;
    size_t closed = 0;
    for (size_t i = from; i < end; i++) {
        if (s.p[i] == '<') {
            end = i;
            break;
        }
        opened += s.p[i] == '(';
        closed += s.p[i] == ')';
    }
    while (end > from) {
        char c = s.p[end - 1];
        if (str_index(STR("?!.,:*_~'\""), c) != STR_NONE) {
            end--;
        } else if (c == ';') {
            end = before_entity(s, from, end);
        } else if (c == ')' && closed > opened) {
            end--;
            closed--;
        } else {
            break;
        }
    }
    return end;
}

static bool in_plain_bracket(const struct inl *x) {
    for (const struct bracket *b = x->brackets; b; b = b->prev) {
        if (!b->note) {
            return true;
        }
    }
    return false;
}

/* Returns the end of a URL that begins at `from`. `end` is the end of its domain. In the text of a
 * link, the URL ends before a `]`, unless the matching `[` is in the URL. */
static size_t url_end(const struct inl *x, size_t from, size_t end) {
    bool inside = x->brackets != NULL && !x->m->github;
    size_t depth = 0;
    while (end < x->s.n && !is_space(x->s.p[end]) && x->s.p[end] != '<') {
        depth += x->s.p[end] == '[';
        if (inside && x->s.p[end] == ']' && depth-- == 0) {
            break;
        }
        end++;
    }
    return trim_url(x->s, from, end);
}

/* Turns the bytes [begin, end) into a link. Its address is these bytes with `scheme` before them.
 * Within brackets, the bytes become text. */
static bool add_link(struct inl *x, size_t begin, size_t end, struct str scheme) {
    struct str shown = str_slice(x->s, begin, end);
    if (in_plain_bracket(x)) {
        if (x->m->github) {
            return false;
        }
        md_inl_made(x, shown, begin, end, true);
        x->at = end;
        return true;
    }
    struct doc_node *link = md_inl_node(x, DOC_LINK, begin, end);
    link->u.link.url = scheme.n ? arena_join(x->m->a, 2, scheme, shown) : shown;
    doc_add_text(x->m->doc, link, shown, link->span);
    if (!x->m->github) {
        doc_add_class(x->m->doc, link, STR("uri"));
    }
    x->at = end;
    return true;
}

bool md_inl_url(struct inl *x) {
    if (!md_on(x->m, MD_AUTOLINK_BARE_URIS)) {
        return false;
    }
    if (!str_starts(str_from(x->s, x->at), STR("://"))) {
        return false;
    }
    struct doc_node *last = x->top->last;
    size_t begin = x->at;
    while (begin > 0 && is_alpha(x->s.p[begin - 1])) {
        begin--;
    }
    struct str scheme = str_slice(x->s, begin, x->at);
    bool known = str_iamong(scheme, "http https ftp");
    size_t host = x->at + 3;
    size_t n = known && host < x->s.n && (is_alnum(x->s.p[host]) || (x->s.p[host] & 0x80))
                   ? domain(x->s, host, true)
                   : 0;
    bool text = last && last->kind == DOC_TEXT && !last->u.text.escaped &&
                last->u.text.text.n >= scheme.n &&
                last->u.text.text.p + last->u.text.text.n == x->s.p + x->at;
    if (!n || !text) {
        return false;
    }
    size_t end = url_end(x, begin, host + n);
    if (end <= host) {
        return false;
    }
    if (in_plain_bracket(x) && x->m->github) {
        return false;
    }
    last->u.text.text.n -= scheme.n;
    last->span.end -= x->t->npieces ? (uint32_t)scheme.n : 0;
    return add_link(x, begin, end, STR_EMPTY);
}

bool md_inl_www(struct inl *x) {
    if (!md_on(x->m, MD_AUTOLINK_BARE_URIS)) {
        return false;
    }
    char before = x->at ? x->s.p[x->at - 1] : ' ';
    if (!is_space(before) && str_index(STR("*_~("), before) == STR_NONE) {
        return false;
    }
    if (!str_starts(str_from(x->s, x->at), STR("www."))) {
        return false;
    }
    size_t n = domain(x->s, x->at, false);
    size_t end = n ? url_end(x, x->at, x->at + n) : 0;
    return end > x->at && add_link(x, x->at, end, STR("http://"));
}

/* ---- mail addresses, found in the finished text */

static bool local_char(char c) {
    return is_alnum(c) || c == '.' || c == '+' || c == '-' || c == '_';
}

/* Finds the beginning and the end of the address around the '@' at `at`. Returns false if it is not
 * an address. */
static bool address_at(struct str s, size_t from, size_t at, size_t *begin, size_t *end) {
    size_t b = at;
    while (b > from && local_char(s.p[b - 1])) {
        b--;
    }
    size_t e = at + 1;
    size_t dots = 0;
    for (; e < s.n; e++) {
        char c = s.p[e];
        if (c == '.' && e + 1 < s.n && is_alnum(s.p[e + 1])) {
            dots++;
        } else if (!is_alnum(c) && c != '-' && c != '_') {
            break;
        }
    }
    if (b == at || !dots || !is_alpha(s.p[e - 1])) {
        return false;
    }
    *begin = b;
    *end = trim_url(s, b, e);
    return *end > at + 1;
}

/* Returns the span of `s`, which is a part of the text of a node. Returns the span of the whole
 * node if the source does not contain `s`. */
static struct span slice_span(const struct md_text *t, const struct doc_node *n, struct str s) {
    if (s.p >= t->s.p && s.p + s.n <= t->s.p + t->s.n) {
        size_t at = (size_t)(s.p - t->s.p);
        return md_span(t, at, at + s.n);
    }
    return n->span;
}

/* Splits a text node at the addresses in it. Returns the last part. */
static struct doc_node *split_addresses(struct md *m, const struct md_text *t, struct doc_node *n) {
    struct str s = n->u.text.text;
    size_t from = 0;
    size_t at = str_index(s, '@');
    while (at != STR_NONE) {
        size_t begin;
        size_t end;
        if (address_at(s, from, at, &begin, &end)) {
            struct str shown = str_slice(s, begin, end);
            struct str after = str_from(s, end);
            struct doc_node *link = doc_node_new(m->doc, DOC_LINK, slice_span(t, n, shown));
            link->u.link.url = arena_join(m->a, 2, STR("mailto:"), shown);
            doc_add_text(m->doc, link, shown, link->span);
            if (!m->github) {
                doc_add_class(m->doc, link, STR("email"));
            }
            struct doc_node *rest = doc_text_new(m->doc, after, slice_span(t, n, after));
            doc_insert_after(n, link);
            doc_insert_after(link, rest);
            n->u.text.text = str_slice(s, 0, begin);
            n->span = slice_span(t, n, n->u.text.text);
            if (!begin) {
                doc_unlink(n);
            }
            n = rest;
            s = after;
            from = 0;
        } else {
            from = at + 1;
        }
        size_t next = str_index(str_from(s, from), '@');
        at = next == STR_NONE ? STR_NONE : from + next;
    }
    if (!n->u.text.text.n && n->prev) {
        struct doc_node *last = n->prev;
        doc_unlink(n);
        return last;
    }
    return n;
}

void md_inl_addresses(struct md *m, const struct md_text *t, struct doc_node *root) {
    if (!md_on(m, MD_AUTOLINK_BARE_URIS) || !memchr(t->s.p ? t->s.p : "", '@', t->s.n)) {
        return;
    }
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        if (!w.enter) {
            continue;
        }
        if (w.node->kind == DOC_LINK || w.node->kind == DOC_IMAGE) {
            doc_walk_skip(&w);
        } else if (w.node->kind == DOC_TEXT) {
            w.node = split_addresses(m, t, w.node);
            doc_walk_skip(&w);
        }
    }
}
