/* SPDX-License-Identifier: MIT */
/*
 * The XML that styles, locales and most databases are written in, read without libxml2: elements
 * with ASCII names and at most a default namespace, attributes, text, comments, XML's own entities
 * and character references. At anything else, and at any fault, it gives up: whoever reads begins
 * anew with libxml2 (xml.c), which knows the rest and finds the words for what is wrong. So what is
 * accepted here must be well-formed, and say what libxml2 says; a fuzz target compares them.
 * Section numbers are those of XML 1.0.
 */
#include "core/data/xml_pull.h"

#include "core/base/markup.h"
#include "core/base/utf8.h"

#include <string.h>

/* What a byte may be a part of. */
enum { NAME_START = 1, NAME = 2, TEXT = 4, VALUE = 8, ADDRESS = 16 };

/* Sums of these: letters and `_`, with digits, `-` and `.` in names; no `<`, `&`, control
 * characters and what is beyond ASCII; no `]` in texts, no quotes in values; `/` in addresses. */
static const uint8_t classes[256] = {
    0,  0,  0,  0,  0,  0,  0,  0,  0,  4,  4,  0,  0,  0,  0,  0,  /* control */
    0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  /* control */
    12, 12, 4,  12, 12, 12, 0,  4,  12, 12, 12, 12, 12, 30, 30, 28, /*  !"#$%&'()*+,-./ */
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 12, 12, 0,  12, 12, 12, /* 0123456789:;<=>? */
    12, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, /* @ABCDEFGHIJKLMNO */
    31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 12, 12, 8,  12, 31, /* PQRSTUVWXYZ[\]^_ */
    12, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, /* `abcdefghijklmno */
    31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 12, 12, 12, 12, 12, /* pqrstuvwxyz{|}~ */
};

/* Longer ones are left to libxml2, which has limits on what stands in one piece. */
#define PLAIN_MAX (8u << 20)

static inline const char *skip(const struct xml_pull *r, const char *p, unsigned kind) {
    const char *end = r->end;
    while (end - p >= 4) { /* most of the time is spent here */
        if (!(classes[(unsigned char)p[0]] & kind)) {
            return p;
        }
        if (!(classes[(unsigned char)p[1]] & kind)) {
            return p + 1;
        }
        if (!(classes[(unsigned char)p[2]] & kind)) {
            return p + 2;
        }
        if (!(classes[(unsigned char)p[3]] & kind)) {
            return p + 3;
        }
        p += 4;
    }
    while (p < end && (classes[(unsigned char)*p] & kind)) {
        p++;
    }
    return p;
}

static bool is_white(char c) {
    return c == ' ' || c == '\n' || c == '\t';
}

static const char *skip_white(const struct xml_pull *r, const char *p) {
    while (p < r->end && is_white(*p)) {
        p++;
    }
    return p;
}

static bool at(const struct xml_pull *r, const char *word) {
    size_t n = strlen(word);
    return (size_t)(r->end - r->at) >= n && memcmp(r->at, word, n) == 0;
}

static struct str slice(const char *from, const char *to) {
    return (struct str){from, (size_t)(to - from)};
}

static struct span span_of(const struct xml_pull *r, const char *from, const char *to) {
    const char *begin = r->src->text.p;
    return span_make(r->src, (size_t)(from - begin), (size_t)(to - begin));
}

/** A name without a prefix (2.3); empty when there is none. */
static struct str read_name(struct xml_pull *r) {
    const char *from = r->at;
    if (from == r->end || !(classes[(unsigned char)*from] & NAME_START)) {
        return STR_EMPTY;
    }
    r->at = skip(r, from + 1, NAME);
    return slice(from, r->at);
}

/* Char (2.2) beyond what UTF-8 allows already. */
static bool is_char(uint32_t cp) {
    return cp == '\t' || cp == '\n' || cp == '\r' || (cp >= 0x20 && cp < 0xD800) ||
           (cp >= 0xE000 && cp < 0xFFFE) || (cp >= 0x10000 && cp <= 0x10FFFF);
}

/** `&#233;`, `&#xE9;`, `&amp;` (4.1, 4.6), decoded behind the text. */
static bool read_reference(struct xml_pull *r) {
    uint32_t cp = 0;
    size_t n = markup_reference(slice(r->at, r->end), &cp);
    if (!n || r->at[2] == 'X' || !is_char(cp)) {
        return false; /* XML's numbers have a small `x` */
    }
    buf_rune(&r->buf, cp);
    r->at += n;
    return true;
}

/** Behind the characters beyond ASCII that begin at `p`; NULL when XML does not have one of them.
 */
static const char *skip_runes(const struct xml_pull *r, const char *p) {
    while (p < r->end && (unsigned char)*p >= 0x80) {
        size_t next = 0;
        if (!is_char(utf8_next(slice(p, r->end), &next))) {
            return NULL;
        }
        p += next;
    }
    return p;
}

/* ---- markup */

/**
 * A value between quotes (3.1): where it stands, or decoded and on one line (3.3.3). `*changed`:
 * it is not the source's. What is beyond ASCII counts as changed, as with libxml2: spans show it.
 */
static bool read_value(struct xml_pull *r, struct str *out, bool *changed) {
    char quote = r->at < r->end ? *r->at : '\0';
    if (quote != '"' && quote != '\'') {
        return false;
    }
    const char *from = ++r->at; /* of what is not in the buffer */
    *changed = false;
    r->at = skip(r, from, VALUE);
    if (r->at < r->end && *r->at == quote) {
        *out = slice(from, r->at++);
        return true;
    }
    buf_clear(&r->buf);
    for (;;) {
        r->at = skip(r, r->at, VALUE);
        char c = r->at < r->end ? *r->at : '<';
        if (c == quote) {
            break;
        }
        if (c == '"' || c == '\'') { /* the other one */
            r->at++;
        } else if ((unsigned char)c >= 0x80) {
            *changed = true;
            r->at = skip_runes(r, r->at);
            if (!r->at) {
                return false;
            }
        } else {
            *changed = true;
            buf_str(&r->buf, slice(from, r->at));
            if (is_white(c)) {
                buf_putc(&r->buf, ' ');
                r->at++;
            } else if (c != '&' || !read_reference(r)) {
                return false;
            }
            from = r->at;
        }
    }
    *out = slice(from, r->at++);
    if (*changed) {
        buf_str(&r->buf, *out);
        *out = buf_keep(&r->buf, r->arena);
    }
    return true;
}

/** Whether it is a name of a namespace that nobody finds fault with: an address without a query,
 * and none of the W3C, which has names that may not be declared. */
static bool is_plain_address(const struct xml_pull *r, struct str s) {
    size_t n = str_starts(s, STR("http://")) ? 7 : str_starts(s, STR("https://")) ? 8 : 0;
    return n > 0 && s.n > n && is_alnum(s.p[n]) && skip(r, s.p + n, ADDRESS) == s.p + s.n &&
           str_find(s, STR("w3.org")) == STR_NONE;
}

/** One attribute; "xmlns" is the element's namespace, and "xml:lang" the only prefixed name. */
static bool read_attr(struct xml_pull *r) {
    struct str value, name = STR("xml:lang");
    bool changed;
    if (at(r, "xml:lang")) {
        r->at += name.n;
    } else {
        name = read_name(r);
    }
    if (name.n == 0) {
        return false;
    }
    if (!at(r, "=\"")) { /* white space may stand around it */
        r->at = skip_white(r, r->at);
        if (r->at == r->end || *r->at != '=') {
            return false;
        }
        r->at = skip_white(r, r->at + 1);
    } else {
        r->at++;
    }
    if (!read_value(r, &value, &changed)) {
        return false;
    }
    if (str_is(name, "xmlns")) {
        bool again = r->ns.p != NULL;
        r->ns = value;
        return !again && !changed && is_plain_address(r, value);
    }
    for (size_t i = 0; i < r->nattrs; i++) {
        if (str_eq(r->read[i].name, name)) {
            return false;
        }
    }
    if (r->nattrs == XML_PULL_ATTRS) {
        return false;
    }
    struct span span =
        changed ? (struct span){.src = NULL} : span_of(r, value.p, value.p + value.n);
    r->read[r->nattrs++] = (struct xml_attr){.name = name, .value = value, .span = span};
    return true;
}

/** The attributes of the element that begins at `from`, to behind its tag. */
static bool read_attrs(struct xml_pull *r, const char *from, bool *empty) {
    for (;;) {
        const char *before = r->at;
        r->at = skip_white(r, before);
        if (r->at == r->end || *r->at == '>' || *r->at == '/') {
            break;
        }
        if (r->at == before || !read_attr(r)) {
            return false;
        }
    }
    *empty = at(r, "/>");
    if (!*empty && !at(r, ">")) {
        return false;
    }
    r->at += *empty ? 2 : 1;
    r->span = span_of(r, from, r->at);
    for (size_t i = 0; i < r->nattrs; i++) {
        if (!r->read[i].span.src) {
            r->read[i].span = r->span;
        }
    }
    return true;
}

static enum xml_piece give_up(struct xml_pull *r) {
    r->other = true;
    return XML_OTHER;
}

static enum xml_piece read_start_tag(struct xml_pull *r) {
    const char *from = r->at++;
    r->name = read_name(r);
    r->nattrs = 0;
    r->ns = STR_EMPTY;
    if (r->name.n == 0 || !read_attrs(r, from, &r->closes)) {
        return give_up(r);
    }
    if (!r->closes) {
        if (r->depth + 1 >= XML_PULL_DEPTH) {
            return give_up(r);
        }
        r->open[r->depth++] = r->name;
    }
    return XML_OPEN;
}

static enum xml_piece read_end_tag(struct xml_pull *r) {
    struct str name = r->open[r->depth - 1], rest = slice(r->at + 2, r->end);
    if (!str_starts(rest, name)) {
        return give_up(r);
    }
    r->at = skip_white(r, rest.p + name.n);
    if (r->at == r->end || *r->at != '>') {
        return give_up(r);
    }
    r->at++;
    r->depth--;
    return XML_CLOSE;
}

static enum xml_piece read_tag(struct xml_pull *r) {
    return at(r, "</") ? read_end_tag(r) : read_start_tag(r);
}

/** A comment (2.5); "--" ends it. */
static bool read_comment(struct xml_pull *r) {
    r->at += 4;
    while (r->at && r->at < r->end && !at(r, "--")) {
        unsigned char c = (unsigned char)*r->at;
        if (c < 0x20 && !is_white((char)c)) {
            return false;
        }
        r->at = c >= 0x80 ? skip_runes(r, r->at) : r->at + 1;
    }
    bool ends = r->at && at(r, "-->");
    r->at = ends ? r->at + 3 : r->end;
    return ends;
}

/* ---- text */

/** A text of an element while it is read: one piece of the source, or several in the buffer. */
struct text {
    const char *begin;
    struct str piece;
    bool any, joined;
};

static void text_add(struct xml_pull *r, struct text *t, const char *from, const char *to) {
    if (from == to) {
        return;
    }
    if (!t->any) {
        t->piece = slice(from, to);
    } else if (!t->joined && t->piece.p + t->piece.n == from) {
        t->piece.n += (size_t)(to - from);
    } else {
        if (!t->joined) {
            buf_str(&r->buf, t->piece);
        }
        t->joined = true;
        buf_str(&r->buf, slice(from, to));
    }
    t->any = true;
}

/** What is before the markup or the character that is not plain: from here on in the buffer. */
static void text_join(struct xml_pull *r, struct text *t) {
    if (t->any && !t->joined) {
        buf_str(&r->buf, t->piece);
    }
    t->any = t->joined = true;
}

/** Gives the text up to the tag at hand as a piece, or the tag where there is none. */
static enum xml_piece text_end(struct xml_pull *r, const struct text *t) {
    if (!t->any) {
        return read_tag(r);
    }
    r->text = t->joined ? buf_keep(&r->buf, r->arena) : t->piece;
    r->span =
        t->joined ? span_of(r, t->begin, r->at) : span_of(r, t->piece.p, t->piece.p + t->piece.n);
    return XML_TEXT;
}

/** Character data (2.4) of the open element to the next tag; it goes on behind comments. */
static enum xml_piece read_mixed(struct xml_pull *r) {
    struct text t = {.begin = r->at};
    buf_clear(&r->buf);
    for (;;) {
        const char *from = r->at;
        r->at = skip(r, from, TEXT);
        while (at(r, "]") && !at(r, "]]>")) {
            r->at = skip(r, r->at + 1, TEXT);
        }
        text_add(r, &t, from, r->at);
        unsigned char c = r->at < r->end ? (unsigned char)*r->at : 0;
        if (c >= 0x80) {
            const char *next = skip_runes(r, r->at);
            if (!next) {
                return give_up(r);
            }
            text_join(r, &t);
            buf_str(&r->buf, slice(r->at, next));
            r->at = next;
        } else if (c == '&') {
            text_join(r, &t);
            if (!read_reference(r)) {
                return give_up(r);
            }
        } else if (c == '<' && at(r, "<!--")) {
            if (!read_comment(r)) {
                return give_up(r);
            }
            t.begin = t.any ? t.begin : r->at;
        } else {
            return c == '<' ? text_end(r, &t) : give_up(r);
        }
    }
}

/** The same where nothing but text stands before the tag, as nearly always. */
static enum xml_piece read_text(struct xml_pull *r) {
    const char *from = r->at, *to = from;
    if (to < r->end && *to == '\n') { /* and the next line is indented */
        to++;
        while (r->end - to >= 4 && memcmp(to, "    ", 4) == 0) {
            to += 4;
        }
    }
    to = skip(r, to, TEXT);
    if (to == r->end || *to != '<' || to + 1 == r->end || to[1] == '!') {
        return read_mixed(r);
    }
    r->at = to;
    if (to == from) {
        return read_tag(r);
    }
    r->text = slice(from, to);
    r->span = span_of(r, from, to);
    return XML_TEXT;
}

/* ---- the whole */

/** An XML declaration (2.8) that says what is so in any case. */
static bool skip_declaration(struct xml_pull *r) {
    static const char *const versions[] = {"<?xml version=\"1.0\"", "<?xml version='1.0'"};
    static const char *const encodings[] = {" encoding=\"utf-8\"", " encoding=\"UTF-8\"",
                                            " encoding='utf-8'", " encoding='UTF-8'"};
    if (!at(r, "<?")) {
        return true;
    }
    size_t i = 0;
    while (i < ARRAY_LEN(versions) && !at(r, versions[i])) {
        i++;
    }
    if (i == ARRAY_LEN(versions)) {
        return false;
    }
    r->at += strlen(versions[i]);
    for (i = 0; i < ARRAY_LEN(encodings); i++) {
        if (at(r, encodings[i])) {
            r->at += strlen(encodings[i]);
            break;
        }
    }
    r->at = skip_white(r, r->at);
    bool ends = at(r, "?>");
    r->at += ends ? 2 : 0;
    return ends;
}

/** White space and comments outside of the outermost element. */
static bool skip_misc(struct xml_pull *r) {
    r->at = skip_white(r, r->at);
    while (at(r, "<!--")) {
        if (!read_comment(r)) {
            return false;
        }
        r->at = skip_white(r, r->at);
    }
    return true;
}

static enum xml_piece read_outside(struct xml_pull *r) {
    if (r->begun) {
        return skip_misc(r) && r->at == r->end ? XML_DONE : give_up(r);
    }
    r->begun = true;
    if (!at(r, "<") || !skip_declaration(r) || !skip_misc(r) || !at(r, "<")) {
        return give_up(r);
    }
    return read_start_tag(r);
}

static enum xml_piece next_of_text(struct xml_pull *r) {
    if (r->other) {
        return XML_OTHER;
    }
    if (r->closes) { /* the element was empty */
        r->closes = false;
        return XML_CLOSE;
    }
    return r->depth ? read_text(r) : read_outside(r);
}

/* ---- trees */

static enum xml_piece show(struct xml_pull *p, const struct xml_node *n) {
    p->node = n;
    p->left = n->name.n == 0;
    p->span = n->span;
    if (n->name.n == 0) {
        p->text = n->text;
        return XML_TEXT;
    }
    p->name = n->name;
    p->attrs = n->attrs;
    p->nattrs = n->nattrs;
    p->ns = STR_EMPTY;
    return XML_OPEN;
}

static enum xml_piece next_of_tree(struct xml_pull *p) {
    const struct xml_node *n = p->node;
    if (!n) {
        return show(p, p->root);
    }
    if (!p->left) {
        if (n->first) {
            return show(p, n->first);
        }
        p->left = true;
        return XML_CLOSE;
    }
    if (n == p->root) {
        return XML_DONE;
    }
    if (n->next) {
        return show(p, n->next);
    }
    p->node = n->parent;
    return XML_CLOSE;
}

/* ---- for readers */

void xml_pull_utf8(struct xml_pull *p, struct arena *a, struct source *src) {
    p->arena = a;
    p->src = src;
    p->at = src->text.p;
    p->end = src->text.p + src->text.n;
    p->begun = p->closes = p->left = false;
    p->other = src->text.n == 0 || src->text.n > PLAIN_MAX;
    p->depth = 0;
    p->root = p->node = NULL;
    p->attrs = p->read;
    buf_init(&p->buf, 0);
}

bool xml_pull_text(struct xml_pull *p, struct arena *a, struct source *src) {
    xml_pull_utf8(p, a, src);
    p->other = p->other || utf8_check(src->text) != STR_NONE;
    return !p->other;
}

void xml_pull_tree(struct xml_pull *p, const struct xml_node *root) {
    p->root = root;
    p->node = NULL;
    p->left = false;
    buf_init(&p->buf, 0);
}

void xml_pull_end(struct xml_pull *p) {
    buf_drop(&p->buf);
}

enum xml_piece xml_pull_next(struct xml_pull *p) {
    return p->root ? next_of_tree(p) : next_of_text(p);
}

bool xml_pull_skip(struct xml_pull *p) {
    if (p->root) {
        p->left = true;
        return true;
    }
    size_t inside = 1;
    while (inside) {
        enum xml_piece piece = xml_pull_next(p);
        if (piece == XML_OTHER) {
            return false;
        }
        inside += piece == XML_OPEN;
        inside -= piece == XML_CLOSE;
    }
    return true;
}
