/* SPDX-License-Identifier: MIT */
/*
 * Writes a tree of XML as a short text without pointers, which can be kept in the program or in a
 * file, and makes the tree again from that text. This is many times faster than parsing.
 *
 *     pack   = count of nodes, count of attributes, count of strings, string*, node*
 *     string = bytes, NUL                   names, namespaces, and texts with resolved references
 *     node   = 2 * levels + 1, piece, index of the namespace, count of attributes, attribute*
 *            | 2 * levels, piece            a text
 *     attribute = index of the name, piece
 *     piece  = begin, 2 * length            its text is the bytes of its span in the source
 *            | begin, 2 * length + 1, index of the string that is its text
 *
 * Nodes are in document order. Before a node, `levels` elements are closed. A `begin` is relative
 * to the end of the node before it; that of an attribute is relative to the `begin` of the tag.
 * Numbers have seven bits in a byte, the low ones first; all bytes but the last have the high bit
 * set.
 */
#include "core/data/xml.h"

#include "core/base/bounds.h"
#include "core/base/map.h"

/* ---- packing ---- */

struct packer {
    struct map strings; /* the strings, in the order of their indexes */
    struct buf nodes;
};

static void put_number(struct buf *b, uint32_t n) {
    for (; n >= 0x80; n >>= 7) {
        buf_putc(b, (char)(n | 0x80));
    }
    buf_putc(b, (char)n);
}

static void put_string(struct packer *p, struct str s) {
    if (!map_find(&p->strings, s)) {
        map_put(&p->strings, s, p);
    }
    put_number(&p->nodes, (uint32_t)(map_find(&p->strings, s) - p->strings.entries));
}

static void put_piece(struct packer *p, struct span span, struct str text, uint32_t from) {
    struct str verbatim = span_text(span);
    bool same = verbatim.p == text.p && verbatim.n == text.n;
    put_number(&p->nodes, span.begin - from);
    put_number(&p->nodes, 2 * (span.end - span.begin) + !same);
    if (!same) {
        put_string(p, text);
    }
}

void xml_pack(struct buf *out, const struct xml_node *root) {
    struct packer p = {.strings = MAP_INIT};
    buf_init(&p.nodes, 0);
    uint32_t nodes = 0, attrs = 0, at = 0;
    const struct xml_node *open = NULL;
    for (const struct xml_node *n = root; n; n = xml_following(root, n)) {
        uint32_t levels = 0;
        for (; open != n->parent; open = open->parent) {
            levels++;
        }
        put_number(&p.nodes, 2 * levels + (n->name.n > 0));
        put_piece(&p, n->span, n->name.n ? n->name : n->text, at);
        if (n->name.n) {
            put_string(&p, n->ns);
            put_number(&p.nodes, (uint32_t)n->nattrs);
            for (size_t i = 0; i < n->nattrs; i++) {
                put_string(&p, n->attrs[i].name);
                put_piece(&p, n->attrs[i].span, n->attrs[i].value, n->span.begin);
            }
            open = n;
        }
        nodes++;
        attrs += (uint32_t)n->nattrs;
        at = n->span.end;
    }
    put_number(out, nodes);
    put_number(out, attrs);
    put_number(out, (uint32_t)p.strings.n);
    for (size_t i = 0; i < p.strings.n; i++) {
        buf_str(out, p.strings.entries[i].key);
        buf_putc(out, '\0');
    }
    buf_str(out, buf_view(&p.nodes));
    map_drop(&p.strings);
    buf_drop(&p.nodes);
}

/* ---- unpacking ---- */

struct unpacker {
    struct source *src;
    const char *at, *end;
    struct str *strings;
    size_t nstrings;
    bool failed; /* the text ends too early, or has an index that does not exist */
};

static uint32_t number(struct unpacker *u) {
    uint32_t n = 0;
    for (unsigned shift = 0; u->at < u->end && shift < 32; shift += 7) {
        unsigned char c = (unsigned char)*u->at++;
        n |= (uint32_t)(c & 0x7F) << shift;
        if (c < 0x80) {
            return n;
        }
    }
    u->failed = true;
    return 0;
}

/** Reads a count of things. Each of them takes at least one byte of the rest of the text, which
 * limits the count. */
static size_t count(struct unpacker *u) {
    size_t n = number(u), most = (size_t)(u->end - u->at);
    u->failed = u->failed || n > most;
    return u->failed ? 0 : n;
}

static struct str string(struct unpacker *u) {
    size_t i = number(u);
    u->failed = u->failed || i >= u->nstrings;
    return u->failed ? STR_EMPTY : u->strings[i];
}

static struct str piece(struct unpacker *u, uint32_t from, struct span *span) {
    uint32_t begin = from + number(u), n = number(u);
    *span = (struct span){u->src, begin, begin + n / 2};
    u->failed = u->failed || begin > u->src->text.n || n / 2 > u->src->text.n - begin;
    return n & 1 ? string(u) : span_text(*span);
}

static void read_strings(struct unpacker *u, struct arena *a) {
    u->nstrings = count(u);
    u->strings = ARENA_ARRAY(a, struct str, u->nstrings);
    for (size_t i = 0; i < u->nstrings && !u->failed; i++) {
        const char *end = memchr(u->at, '\0', (size_t)(u->end - u->at));
        u->failed = !end;
        if (end) {
            u->strings[i] = (struct str){u->at, (size_t)(end - u->at)};
            u->at = end + 1;
        }
    }
}

struct xml_node *xml_unpack(struct arena *a, struct source *src, struct str packed) {
    struct unpacker u = {.src = src, .at = packed.p, .end = packed.p + packed.n};
    size_t n = count(&u), nattrs = count(&u);
    read_strings(&u, a);
    struct xml_node *nodes = arena_alloc(a, n * sizeof *nodes), *open = NULL;
    struct xml_attr *attr = arena_alloc(a, nattrs * sizeof *attr), *last = attr + nattrs;
    uint32_t from = 0, depth = 0;
    for (size_t i = 0; i < n && !u.failed; i++) {
        struct xml_node *x = &nodes[i];
        *x = (struct xml_node){.attrs = attr};
        uint32_t head = number(&u);
        for (uint32_t levels = head / 2; levels && open; levels--, depth--) {
            open = open->parent;
        }
        struct str text = piece(&u, from, &x->span);
        from = x->span.end;
        *(head & 1 ? &x->name : &x->text) = text;
        u.failed = u.failed || (i > 0) != (open != NULL) || (i == 0 && head != 1);
        if (i > 0 && open) {
            x->parent = open;
            *(open->last ? &open->last->next : &open->first) = x;
            open->last = x;
        }
        if (head & 1) {
            x->ns = string(&u);
            x->nattrs = number(&u);
            u.failed = u.failed || x->nattrs > (size_t)(last - attr) || ++depth > LIMIT_XML_DEPTH;
            for (; !u.failed && attr < x->attrs + x->nattrs; attr++) {
                attr->name = string(&u);
                attr->value = piece(&u, x->span.begin, &attr->span);
            }
            open = x;
        }
    }
    return u.failed || n == 0 ? NULL : nodes;
}
