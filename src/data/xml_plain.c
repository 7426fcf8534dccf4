/* SPDX-License-Identifier: MIT */
/*
 * The XML that styles, locales and most databases are written in, read without libxml2: elements
 * with ASCII names and at most a default namespace, attributes, text, comments, XML's own entities
 * and character references. At anything else, and at any fault, it gives up and leaves no trace:
 * xml.c reads the text again with libxml2, which knows the rest and finds the words for what is
 * wrong. So what is accepted here must be well-formed, and the tree the same as libxml2's; a fuzz
 * target compares them. Section numbers are those of XML 1.0.
 */
#include "data/xml_plain.h"

#include "base/limits.h"
#include "base/markup.h"
#include "base/utf8.h"

#include <string.h>

enum { ATTRS_MAX = 40 };

/* What a byte may be a part of. */
enum { NAME_START = 1, NAME = 2, TEXT = 4, VALUE = 8, ADDRESS = 16 };

/* Longer ones are left to libxml2, which has limits on what stands in one piece. */
#define PLAIN_MAX (8u << 20)

struct reader {
    struct arena *arena;
    struct source *src;
    const char *p, *end; /* where we are, behind the last byte */
    struct xml_node *root, *open;
    size_t depth;
    uint8_t classes[256];
    struct buf text; /* of a text or a value that does not stand in the source as it is */
};

static void classes_init(uint8_t *classes) {
    for (unsigned c = 0; c < 256; c++) {
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        bool in_name = letter || (c >= '0' && c <= '9') || c == '-' || c == '.';
        bool plain = c >= 0x20 && c < 0x80 && c != '<' && c != '&';
        bool text = (plain && c != ']') || c == '\n' || c == '\t';
        bool value = plain && c != '"' && c != '\'';
        classes[c] =
            (uint8_t)((letter ? NAME_START : 0) | (in_name ? NAME : 0) | (text ? TEXT : 0) |
                      (value ? VALUE : 0) | (in_name || c == '/' ? ADDRESS : 0));
    }
}

static const char *skip(const struct reader *r, const char *p, unsigned kind) {
    while (p < r->end && (r->classes[(unsigned char)*p] & kind)) {
        p++;
    }
    return p;
}

static bool is_white(char c) {
    return c == ' ' || c == '\n' || c == '\t';
}

static const char *skip_white(const struct reader *r, const char *p) {
    while (p < r->end && is_white(*p)) {
        p++;
    }
    return p;
}

static bool at(const struct reader *r, const char *word) {
    size_t n = strlen(word);
    return (size_t)(r->end - r->p) >= n && memcmp(r->p, word, n) == 0;
}

static struct str slice(const char *from, const char *to) {
    return (struct str){from, (size_t)(to - from)};
}

static struct span span_of(const struct reader *r, const char *from, const char *to) {
    const char *begin = r->src->text.p;
    return span_make(r->src, (size_t)(from - begin), (size_t)(to - begin));
}

/** A name without a prefix (2.3); empty when there is none. */
static struct str read_name(struct reader *r) {
    const char *from = r->p;
    if (from == r->end || !(r->classes[(unsigned char)*from] & NAME_START)) {
        return STR_EMPTY;
    }
    r->p = skip(r, from, NAME);
    return slice(from, r->p);
}

/* Char (2.2) beyond what UTF-8 allows already. */
static bool is_char(uint32_t cp) {
    return cp == '\t' || cp == '\n' || cp == '\r' || (cp >= 0x20 && cp < 0xD800) ||
           (cp >= 0xE000 && cp < 0xFFFE) || (cp >= 0x10000 && cp <= 0x10FFFF);
}

/** `&#233;`, `&#xE9;`, `&amp;` (4.1, 4.6), decoded behind the text. */
static bool read_reference(struct reader *r) {
    uint32_t cp = 0;
    size_t n = markup_reference(slice(r->p, r->end), &cp);
    if (!n || r->p[2] == 'X' || !is_char(cp)) {
        return false; /* XML's numbers have a small `x` */
    }
    buf_rune(&r->text, cp);
    r->p += n;
    return true;
}

/** Behind the characters beyond ASCII that begin at `p`; NULL when XML does not have one of them.
 */
static const char *skip_runes(const struct reader *r, const char *p) {
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
static bool read_value(struct reader *r, struct str *out, bool *changed) {
    char quote = r->p < r->end ? *r->p : '\0';
    if (quote != '"' && quote != '\'') {
        return false;
    }
    const char *from = ++r->p; /* of what is not in the buffer */
    buf_clear(&r->text);
    *changed = false;
    for (;;) {
        r->p = skip(r, r->p, VALUE);
        char c = r->p < r->end ? *r->p : '<';
        if (c == quote) {
            break;
        }
        if (c == '"' || c == '\'') { /* the other one */
            r->p++;
        } else if ((unsigned char)c >= 0x80) {
            *changed = true;
            r->p = skip_runes(r, r->p);
            if (!r->p) {
                return false;
            }
        } else {
            *changed = true;
            buf_str(&r->text, slice(from, r->p));
            if (is_white(c)) {
                buf_putc(&r->text, ' ');
                r->p++;
            } else if (c != '&' || !read_reference(r)) {
                return false;
            }
            from = r->p;
        }
    }
    *out = slice(from, r->p++);
    if (*changed) {
        buf_str(&r->text, *out);
        *out = buf_keep(&r->text, r->arena);
    }
    return true;
}

/** Whether it is a name of a namespace that nobody finds fault with: an address without a query,
 * and none of the W3C, which has names that may not be declared. */
static bool is_plain_address(const struct reader *r, struct str s) {
    size_t n = str_starts(s, STR("http://")) ? 7 : str_starts(s, STR("https://")) ? 8 : 0;
    return n > 0 && s.n > n && is_alnum(s.p[n]) && skip(r, s.p + n, ADDRESS) == s.p + s.n &&
           str_find(s, STR("w3.org")) == STR_NONE;
}

/** One attribute; "xmlns" is the element's namespace, and "xml:lang" the only prefixed name. */
static bool read_attr(struct reader *r, struct xml_node *n, struct xml_attr *attrs,
                      bool *declared) {
    struct str value, name = STR("xml:lang");
    bool changed;
    if (at(r, "xml:lang")) {
        r->p += name.n;
    } else {
        name = read_name(r);
    }
    r->p = skip_white(r, r->p);
    if (name.n == 0 || r->p == r->end || *r->p != '=') {
        return false;
    }
    r->p = skip_white(r, r->p + 1);
    if (!read_value(r, &value, &changed)) {
        return false;
    }
    if (str_is(name, "xmlns")) {
        bool again = *declared;
        *declared = true;
        n->ns = arena_str(r->arena, value);
        return !again && !changed && is_plain_address(r, value);
    }
    for (size_t i = 0; i < n->nattrs; i++) {
        if (str_eq(attrs[i].name, name)) {
            return false;
        }
    }
    if (n->nattrs == ATTRS_MAX) {
        return false;
    }
    struct span span =
        changed ? (struct span){.src = NULL} : span_of(r, value.p, value.p + value.n);
    attrs[n->nattrs++] =
        (struct xml_attr){.name = arena_str(r->arena, name), .value = value, .span = span};
    return true;
}

/** The attributes of the element `n`, which begins at `from`, to behind its tag. */
static bool read_attrs(struct reader *r, struct xml_node *n, const char *from, bool *empty) {
    struct xml_attr attrs[ATTRS_MAX];
    bool declared = false;
    for (;;) {
        const char *before = r->p;
        r->p = skip_white(r, before);
        if (r->p == r->end || *r->p == '>' || *r->p == '/') {
            break;
        }
        if (r->p == before || !read_attr(r, n, attrs, &declared)) {
            return false;
        }
    }
    *empty = at(r, "/>");
    if (!*empty && !at(r, ">")) {
        return false;
    }
    r->p += *empty ? 2 : 1;
    n->span = span_of(r, from, r->p);
    for (size_t i = 0; i < n->nattrs; i++) {
        attrs[i].span = attrs[i].span.src ? attrs[i].span : n->span;
    }
    if (n->nattrs) {
        n->attrs = arena_copy(r->arena, attrs, n->nattrs * sizeof *attrs);
    }
    return true;
}

static void append(struct reader *r, struct xml_node *n) {
    n->parent = r->open;
    if (!r->open) {
        r->root = n;
    } else if (r->open->last) {
        r->open->last = r->open->last->next = n;
    } else {
        r->open->first = r->open->last = n;
    }
}

static bool read_start_tag(struct reader *r) {
    const char *from = r->p++;
    bool empty;
    struct xml_node *n = ARENA_NEW(r->arena, struct xml_node);
    n->name = arena_str(r->arena, read_name(r));
    n->ns = r->open ? r->open->ns : STR("");
    if (n->name.n == 0 || (!r->open && r->root) || !read_attrs(r, n, from, &empty)) {
        return false;
    }
    append(r, n);
    if (empty) {
        return true;
    }
    r->open = n;
    return ++r->depth < LIMIT_XML_DEPTH / 2;
}

static bool read_end_tag(struct reader *r) {
    r->p += 2;
    struct str name = read_name(r);
    r->p = skip_white(r, r->p);
    if (!r->open || !str_eq(name, r->open->name) || !at(r, ">")) {
        return false;
    }
    r->p++;
    r->depth--;
    r->open = r->open->parent;
    return true;
}

/** A comment (2.5); "--" ends it. */
static bool read_comment(struct reader *r) {
    r->p += 4;
    while (r->p && r->p < r->end && !at(r, "--")) {
        unsigned char c = (unsigned char)*r->p;
        if (c < 0x20 && !is_white((char)c)) {
            return false;
        }
        r->p = c >= 0x80 ? skip_runes(r, r->p) : r->p + 1;
    }
    bool ends = r->p && at(r, "-->");
    r->p = ends ? r->p + 3 : r->end;
    return ends;
}

/* ---- text */

/** A text of an element while it is read: one piece of the source, or several in the buffer. */
struct text {
    const char *begin;
    struct str piece;
    bool any, joined;
};

static void text_add(struct reader *r, struct text *t, const char *from, const char *to) {
    if (from == to) {
        return;
    }
    if (!t->any) {
        t->piece = slice(from, to);
    } else if (!t->joined && t->piece.p + t->piece.n == from) {
        t->piece.n += (size_t)(to - from);
    } else {
        if (!t->joined) {
            buf_str(&r->text, t->piece);
        }
        t->joined = true;
        buf_str(&r->text, slice(from, to));
    }
    t->any = true;
}

/** What is before the markup or the character that is not plain: from here on in the buffer. */
static void text_join(struct reader *r, struct text *t) {
    if (t->any && !t->joined) {
        buf_str(&r->text, t->piece);
    }
    t->any = t->joined = true;
}

static void text_end(struct reader *r, const struct text *t) {
    if (!t->any) {
        return;
    }
    struct xml_node *n = ARENA_NEW(r->arena, struct xml_node);
    n->text = t->joined ? buf_keep(&r->text, r->arena) : t->piece;
    n->span =
        t->joined ? span_of(r, t->begin, r->p) : span_of(r, t->piece.p, t->piece.p + t->piece.n);
    append(r, n);
}

/** Character data (2.4) of the open element to the next tag; it goes on behind comments. */
static bool read_text(struct reader *r) {
    struct text t = {.begin = r->p};
    buf_clear(&r->text);
    for (;;) {
        const char *from = r->p;
        r->p = skip(r, from, TEXT);
        while (at(r, "]") && !at(r, "]]>")) {
            r->p = skip(r, r->p + 1, TEXT);
        }
        text_add(r, &t, from, r->p);
        unsigned char c = r->p < r->end ? (unsigned char)*r->p : 0;
        if (c >= 0x80) {
            const char *next = skip_runes(r, r->p);
            if (!next) {
                return false;
            }
            text_join(r, &t);
            buf_str(&r->text, slice(r->p, next));
            r->p = next;
        } else if (c == '&') {
            text_join(r, &t);
            if (!read_reference(r)) {
                return false;
            }
        } else if (c == '<' && at(r, "<!--")) {
            if (!read_comment(r)) {
                return false;
            }
            t.begin = t.any ? t.begin : r->p;
        } else {
            text_end(r, &t);
            return c == '<';
        }
    }
}

/* ---- the whole */

/** An XML declaration (2.8) that says what is so in any case. */
static bool skip_declaration(struct reader *r) {
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
    r->p += strlen(versions[i]);
    for (i = 0; i < ARRAY_LEN(encodings); i++) {
        if (at(r, encodings[i])) {
            r->p += strlen(encodings[i]);
            break;
        }
    }
    r->p = skip_white(r, r->p);
    bool ends = at(r, "?>");
    r->p += ends ? 2 : 0;
    return ends;
}

/** White space and comments outside of the outermost element. */
static bool skip_misc(struct reader *r) {
    r->p = skip_white(r, r->p);
    while (at(r, "<!--")) {
        if (!read_comment(r)) {
            return false;
        }
        r->p = skip_white(r, r->p);
    }
    return true;
}

static bool read_document(struct reader *r) {
    if (!at(r, "<") || !skip_declaration(r) || !skip_misc(r) || !at(r, "<") || !read_start_tag(r)) {
        return false;
    }
    while (r->open) {
        if (!read_text(r) || !(at(r, "</") ? read_end_tag(r) : read_start_tag(r))) {
            return false;
        }
    }
    return skip_misc(r) && r->p == r->end;
}

struct xml_node *xml_read_plain(struct arena *a, struct source *src) {
    struct str text = src->text;
    struct reader r = {.arena = a, .src = src, .p = text.p, .end = text.p + text.n};
    if (text.n > PLAIN_MAX) {
        return NULL;
    }
    classes_init(r.classes);
    buf_init(&r.text, 0);
    bool whole = read_document(&r);
    buf_drop(&r.text);
    return whole ? r.root : NULL;
}
