/* SPDX-License-Identifier: MIT */
/*
 * Writes the tree of data_node.h as JSON (RFC 8259). Text stays UTF-8; only required escapes are
 * used.
 */
#include "core/data/json.h"

#include "core/base/bounds.h"
#include "core/data/readable.h"

/** The limit of nesting. It is deeper than any tree that the readers accept, so only a faulty tree
 * reaches it. */
#define WRITE_DEPTH (4 * LIMIT_DATA_DEPTH)

void json_write_string(struct buf *out, struct str s) {
    static const char hex[] = "0123456789abcdef";
    buf_putc(out, '"');
    while (s.n > 0) {
        size_t plain = (size_t)(json_plain_end(s.p, s.p + s.n) - s.p);
        buf_add(out, s.p, plain);
        if (plain == s.n) {
            break;
        }
        unsigned char c = (unsigned char)s.p[plain];
        s = str_from(s, plain + 1);
        buf_putc(out, '\\');
        if (c == '"' || c == '\\') {
            buf_putc(out, (char)c);
        } else if (c == '\n') {
            buf_putc(out, 'n');
        } else if (c == '\t') {
            buf_putc(out, 't');
        } else if (c == '\r') {
            buf_putc(out, 'r');
        } else {
            buf_puts(out, "u00");
            buf_putc(out, hex[c >> 4]);
            buf_putc(out, hex[c & 15]);
        }
    }
    buf_putc(out, '"');
}

void json_write_member(struct buf *out, const char *key, struct str value) {
    buf_printf(out, out->n && out->p[out->n - 1] == '{' ? "\"%s\":" : ",\"%s\":", key);
    json_write_string(out, value);
}

static void line(struct buf *out, unsigned indent, unsigned depth) {
    if (indent) {
        buf_putc(out, '\n');
        buf_fill(out, ' ', (size_t)indent * depth);
    }
}

static void write_node(struct buf *out, const struct node *n, unsigned indent, unsigned depth);

static void write_container(struct buf *out, const struct node *n, unsigned indent,
                            unsigned depth) {
    bool is_map = n->kind == NODE_MAP;
    buf_putc(out, is_map ? '{' : '[');
    for (size_t i = 0; i < n->n; i++) {
        if (i) {
            buf_putc(out, ',');
        }
        line(out, indent, depth + 1);
        if (is_map) {
            json_write_string(out, n->keys[i]);
            buf_puts(out, indent ? ": " : ":");
        }
        write_node(out, n->items[i], indent, depth + 1);
    }
    if (n->n) {
        line(out, indent, depth);
    }
    buf_putc(out, is_map ? '}' : ']');
}

static void write_node(struct buf *out, const struct node *n, unsigned indent, unsigned depth) {
    if (depth > WRITE_DEPTH) {
        BUG("a tree deeper than any reader makes it");
    }
    switch (n->kind) {
    case NODE_NULL:
        buf_puts(out, "null");
        break;
    case NODE_BOOL:
    case NODE_NUMBER:
        buf_str(out, n->text);
        break;
    case NODE_STRING:
        json_write_string(out, n->text);
        break;
    case NODE_LIST:
    case NODE_MAP:
        write_container(out, n, indent, depth);
        break;
    }
}

void json_write(struct buf *out, const struct node *n, unsigned indent) {
    write_node(out, n, indent, 0);
}
