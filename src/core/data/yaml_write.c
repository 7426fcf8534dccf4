/* SPDX-License-Identifier: MIT */
/*
 * Writes the tree of data_node.h as YAML: maps and lists in blocks, each scalar in the plainest
 * form that reads back as the same text. Scalars that had no quotes get none if possible.
 */
#include "core/data/yaml.h"

#include "core/base/bounds.h"

/** The limit of nesting. It is deeper than any tree that the readers accept, so only a faulty tree
 * reaches it. */
#define DEEPEST (4 * LIMIT_DATA_DEPTH)

/* ---- scalars ---- */

/** Whether a text without quotes is read back unchanged: it has no indicator at the start or
 * inside (YAML 1.1, 9.1.2). */
static bool is_plain(struct str s) {
    static const struct str indicators = STR_INIT("-?:,[]{}#&*!|>'\"%@` ");
    if (s.n == 0 || is_space(s.p[s.n - 1]) || s.p[s.n - 1] == ':') {
        return false;
    }
    bool sign = s.n > 1 && (s.p[0] == '-' || s.p[0] == '?' || s.p[0] == ':') && !is_space(s.p[1]);
    if ((str_index(indicators, s.p[0]) != STR_NONE && !sign) || str_starts(s, STR("---")) ||
        str_starts(s, STR("..."))) {
        return false;
    }
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        bool mark = (c == ':' && i + 1 < s.n && is_space(s.p[i + 1])) ||
                    (c == '#' && i > 0 && is_space(s.p[i - 1]));
        if (mark || c < 0x20 || c == 0x7F) {
            return false;
        }
    }
    return true;
}

/** Whether a text needs no escapes: it has neither control characters nor characters that YAML
 * takes for line ends or marks (U+0085, U+2028, U+2029, U+FEFF). */
static bool is_printable(struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        if ((c < 0x20 && c != '\n') || c == 0x7F ||
            (c == 0xC2 && (unsigned char)s.p[i + 1] < 0xA0)) {
            return false;
        }
    }
    return str_find(s, STR("\u2028")) == STR_NONE && str_find(s, STR("\u2029")) == STR_NONE &&
           str_find(s, STR("\uFEFF")) == STR_NONE;
}

static void write_single(struct buf *out, struct str s) {
    buf_putc(out, '\'');
    for (size_t i = 0; i < s.n; i++) {
        buf_puts(out, s.p[i] == '\'' ? "'" : "");
        buf_putc(out, s.p[i]);
    }
    buf_putc(out, '\'');
}

static void write_double(struct buf *out, struct str s) {
    buf_putc(out, '"');
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.p[i];
        struct str rest = str_from(s, i);
        if (c == '"' || c == '\\') {
            buf_putc(out, '\\');
            buf_putc(out, (char)c);
        } else if (c == '\n') {
            buf_puts(out, "\\n");
        } else if (c < 0x20 || c == 0x7F) {
            buf_printf(out, "\\x%02x", c);
        } else if (c == 0xC2 && i + 1 < s.n && (unsigned char)s.p[i + 1] < 0xA0) {
            buf_printf(out, "\\x%02x", (unsigned char)s.p[++i]);
        } else if (str_starts(rest, STR("\u2028")) || str_starts(rest, STR("\u2029"))) {
            buf_puts(out, s.p[i + 2] == '\xA8' ? "\\L" : "\\P");
            i += 2;
        } else if (str_starts(rest, STR("\uFEFF"))) {
            buf_puts(out, "\\uFEFF");
            i += 2;
        } else {
            buf_putc(out, (char)c);
        }
    }
    buf_putc(out, '"');
}

/** Whether a text is written as a block scalar: it has line ends, needs no escapes, and its first
 * line begins with text. */
static bool is_block(struct str s) {
    return s.n > 1 && str_index(s, '\n') != STR_NONE && is_printable(s) && s.p[0] != ' ' &&
           s.p[0] != '\n';
}

/** Writes a block scalar: `|`, the indicator for its final line ends, and the lines. */
static void write_block(struct buf *out, struct str s, size_t indent) {
    bool ends = str_ends(s, STR("\n"));
    buf_puts(out, !ends ? "|-" : str_ends(s, STR("\n\n")) ? "|+" : "|");
    struct str rest = ends ? str_slice(s, 0, s.n - 1) : s;
    while (rest.p) {
        struct str line = str_cut(&rest, '\n');
        buf_putc(out, '\n');
        if (line.n) {
            buf_fill(out, ' ', indent);
            buf_str(out, line);
        }
    }
}

static void write_scalar(struct buf *out, const struct node *n, size_t indent) {
    struct str s = n->text;
    bool typed = n->plain || n->kind == NODE_BOOL || n->kind == NODE_NUMBER;
    if (typed && is_plain(s)) {
        buf_str(out, s);
    } else if (is_block(s)) {
        write_block(out, s, indent ? indent : 1);
    } else if (!is_printable(s) || str_index(s, '\n') != STR_NONE ||
               (str_index(s, '\'') != STR_NONE && str_index(s, '"') == STR_NONE &&
                str_index(s, '\\') == STR_NONE)) {
        write_double(out, s);
    } else {
        write_single(out, s);
    }
}

/* ---- maps and lists ---- */

static void write_key(struct buf *out, struct str key) {
    if (is_plain(key) && key.n < 100) {
        buf_str(out, key);
    } else {
        write_double(out, key);
    }
    buf_putc(out, ':');
}

static void write_members(struct buf *out, const struct node *n, size_t indent, unsigned depth);

/** Writes a value after a key or a dash. A map in a list begins on the dash's line, other
 * containers with members on the next line. */
static void write_value(struct buf *out, const struct node *n, size_t indent, bool item,
                        unsigned depth) {
    bool holds = n->kind == NODE_LIST || n->kind == NODE_MAP;
    if (holds && n->n == 0) {
        buf_puts(out, n->kind == NODE_LIST ? " []" : " {}");
    } else if (holds && item) {
        buf_putc(out, ' ');
        write_members(out, n, indent, depth);
        return;
    } else if (holds) {
        buf_putc(out, '\n');
        buf_fill(out, ' ', indent);
        write_members(out, n, indent, depth);
        return;
    } else if (n->kind != NODE_NULL && !(n->plain && n->text.n == 0)) {
        buf_putc(out, ' ');
        write_scalar(out, n, indent);
    }
    buf_putc(out, '\n');
}

/** Writes the members of a map or list. The first one continues on the current line. */
static void write_members(struct buf *out, const struct node *n, size_t indent, unsigned depth) {
    if (depth > DEEPEST) {
        BUG("a tree deeper than any reader makes it");
    }
    bool list = n->kind == NODE_LIST;
    for (size_t i = 0; i < n->n; i++) {
        buf_fill(out, ' ', i ? indent : 0);
        if (list) {
            buf_putc(out, '-');
        } else {
            write_key(out, n->keys[i]);
        }
        write_value(out, n->items[i], indent + 2, list, depth + 1);
    }
}

void yaml_write(struct buf *out, const struct node *map) {
    if (map->n) {
        write_members(out, map, 0, 0);
    }
}
