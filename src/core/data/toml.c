/* SPDX-License-Identifier: MIT */
/*
 * Reads TOML in one pass over the text, and keeps track of the table to which the current lines
 * belong. Values nest at most MAX_NESTED deep. A line with a fault is skipped.
 */
#include "core/data/toml.h"

#include "core/base/bounds.h"
#include "core/base/buf.h"
#include "core/data/json.h"
#include "core/data/readable.h"

#include <string.h>

DIAG_USE(DIAG_TOML_SYNTAX);

enum { MAX_NESTED = 32, MAX_PARTS = 32, MAX_VALUES = 20000 };

struct reader {
    struct arena *a;
    struct source *src;
    struct str s; /* the source up to the end of the TOML */
    size_t at;
    struct node *root, *table; /* the whole map, and the table to which the current lines belong */
    /* the number of values and headings so far; each of them costs a search in a table */
    size_t values;
};

static char peek(const struct reader *r) {
    return r->at < r->s.n ? r->s.p[r->at] : '\0';
}

static bool starts(const struct reader *r, const char *z) {
    return str_starts(str_from(r->s, r->at), str_of(z));
}

static void skip_blanks(struct reader *r) {
    r->at = str_past(r->s, r->at, is_space_or_tab);
}

static void skip_line(struct reader *r) {
    r->at = str_until(r->s, r->at, '\n');
}

/** Skips blanks, comments and line ends. */
static void skip_space(struct reader *r) {
    while (r->at < r->s.n && (is_space(r->s.p[r->at]) || r->s.p[r->at] == '#')) {
        if (r->s.p[r->at] == '#') {
            skip_line(r);
        } else {
            r->at++;
        }
    }
}

/* ---- strings */

/** Adds the character of an escape whose backslash has been read. */
static void put_escape(struct reader *r, struct buf *b) {
    static const char from[] = "btnfr\"\\", to[] = "\b\t\n\f\r\"\\";
    char c = peek(r);
    const char *known = c ? strchr(from, c) : NULL;
    r->at += c != '\0';
    if (known) {
        buf_putc(b, to[known - from]);
        return;
    }
    size_t digits = c == 'u' ? 4 : c == 'U' ? 8 : 0;
    uint32_t cp = 0;
    for (size_t i = 0; i < digits && r->at < r->s.n; i++) {
        int v = hex_digit(peek(r));
        if (v < 0) {
            break;
        }
        cp = cp * 16 + (uint32_t)v;
        r->at++;
    }
    if (digits) {
        buf_rune(b, cp);
    }
}

/** Reads a text in one or three quotation marks of one kind. Returns false when it does not end. */
static bool read_string(struct reader *r, struct str *out) {
    char mark = peek(r);
    char many[4] = {mark, mark, mark, '\0'};
    bool lines = starts(r, many), closed = false;
    size_t width = lines ? 3 : 1;
    struct buf b;
    buf_init(&b, LIMIT_STYLE);
    r->at += width;
    if (lines && peek(r) == '\r') {
        r->at++;
    }
    if (lines && peek(r) == '\n') {
        r->at++;
    }
    while (r->at < r->s.n && !closed) {
        char c = r->s.p[r->at];
        closed = lines ? starts(r, many) : c == mark;
        if (closed) {
            r->at += width;
        } else if (c == '\n' && !lines) {
            break;
        } else if (c == '\\' && mark == '"') {
            r->at++;
            /* a backslash before white space: the text continues after it */
            if (lines && is_space(peek(r))) {
                while (is_space(peek(r))) {
                    r->at++;
                }
            } else {
                put_escape(r, &b);
            }
        } else {
            buf_putc(&b, c);
            r->at++;
        }
    }
    /* marks just before the closing ones belong to the text */
    while (closed && lines && peek(r) == mark) {
        buf_putc(&b, mark);
        r->at++;
    }
    *out = buf_finish(&b, r->a);
    return closed;
}

/* ---- keys */

/** Reads one part of a dotted key. Returns the empty slice when there is none. */
static struct str read_part(struct reader *r) {
    struct str out = STR_EMPTY;
    skip_blanks(r);
    if (peek(r) == '"' || peek(r) == '\'') {
        if (!read_string(r, &out)) {
            out = STR_EMPTY;
        }
    } else {
        size_t from = r->at;
        r->at = str_past_name(r->s, r->at, "_-");
        out = str_slice(r->s, from, r->at);
    }
    skip_blanks(r);
    return out;
}

/** Reads the parts of a dotted key. Returns their number, or 0 for a fault. */
static size_t read_key(struct reader *r, struct str *parts) {
    for (size_t n = 0; n < MAX_PARTS;) {
        parts[n] = read_part(r);
        if (!parts[n].n) {
            return 0;
        }
        n++;
        if (peek(r) != '.') {
            return n;
        }
        r->at++;
    }
    return 0;
}

static struct node *child(struct reader *r, struct node *map, struct str key, struct node *other) {
    size_t at = node_index(map, key);
    struct node *n = at == STR_NONE ? NULL : map->items[at];
    if (n && n->kind == NODE_LIST && n->n) {
        n = n->items[n->n - 1]; /* the last table of an array of tables */
    }
    if (!n || n->kind != NODE_MAP) {
        n = other;
        node_put(r->a, map, key, SPAN_NONE, n);
    }
    return n;
}

/** Returns the table to which all parts of a key but the last lead. */
static struct node *table_of(struct reader *r, struct node *map, const struct str *parts,
                             size_t n) {
    for (size_t i = 0; i + 1 < n; i++) {
        map = child(r, map, parts[i], node_new_map(r->a, SPAN_NONE));
    }
    return map;
}

/* ---- values */

static struct node *read_value(struct reader *r, unsigned depth);

/** Reads `key = value` into a table. Returns false for a fault. */
static bool read_pair(struct reader *r, struct node *map, unsigned depth) {
    struct str parts[MAX_PARTS];
    size_t from = r->at, n = read_key(r, parts);
    if (!n || peek(r) != '=') {
        return false;
    }
    r->at++;
    skip_blanks(r);
    struct node *value = read_value(r, depth);
    if (value) {
        node_put(r->a, table_of(r, map, parts, n), parts[n - 1],
                 span_make(r->src, from, from + parts[0].n), value);
    }
    return value != NULL;
}

/** Reads a list, or a table in braces. */
static struct node *read_nested(struct reader *r, unsigned depth) {
    bool list = peek(r) == '[';
    char close = list ? ']' : '}';
    struct span at = span_make(r->src, r->at, r->at + 1);
    struct node *out = list ? node_new_list(r->a, at) : node_new_map(r->a, at);
    r->at++;
    for (skip_space(r); r->at < r->s.n && peek(r) != close; skip_space(r)) {
        struct node *value = list ? read_value(r, depth + 1) : NULL;
        if (list && value) {
            node_append(r->a, out, value);
        } else if (list || !read_pair(r, out, depth + 1)) {
            return NULL;
        }
        skip_space(r);
        if (peek(r) == ',') {
            r->at++;
        } else if (peek(r) != close) {
            return NULL;
        }
    }
    r->at++;
    return r->at <= r->s.n ? out : NULL;
}

static struct node *read_value(struct reader *r, unsigned depth) {
    size_t from = r->at;
    char c = peek(r);
    struct str text;
    if (depth >= MAX_NESTED || ++r->values > MAX_VALUES) {
        return NULL;
    }
    if (c == '[' || c == '{') {
        return read_nested(r, depth);
    }
    if (c == '"' || c == '\'') {
        bool closed = read_string(r, &text);
        return closed ? node_string(r->a, text, span_make(r->src, from, r->at)) : NULL;
    }
    while (r->at < r->s.n && !strchr(",]}#\r\n", r->s.p[r->at])) {
        r->at++;
    }
    text = str_trim(str_slice(r->s, from, r->at));
    struct span at = span_make(r->src, from, from + text.n);
    return text.n ? node_plain(r->a, text, at) : NULL; /* a number, a date, true or false */
}

/** Reads the heading `[table]` or `[[table]]`. Returns false for a fault. */
static bool read_head(struct reader *r) {
    struct str parts[MAX_PARTS];
    bool list = starts(r, "[[");
    r->at += list ? 2 : 1;
    size_t n = read_key(r, parts);
    if (!n || !starts(r, list ? "]]" : "]") || ++r->values > MAX_VALUES) {
        return false;
    }
    r->at += list ? 2 : 1;
    struct node *map = table_of(r, r->root, parts, n), *new = node_new_map(r->a, SPAN_NONE);
    if (!list) {
        r->table = child(r, map, parts[n - 1], new);
        return true;
    }
    size_t at = node_index(map, parts[n - 1]);
    struct node *all = at == STR_NONE ? NULL : map->items[at];
    if (!all || all->kind != NODE_LIST) {
        all = node_new_list(r->a, SPAN_NONE);
        node_put(r->a, map, parts[n - 1], SPAN_NONE, all);
    }
    node_append(r->a, all, new);
    r->table = new;
    return true;
}

static struct node *parse(struct arena *a, struct source *src, size_t begin, size_t end,
                          struct diags *d) {
    struct reader r = {.a = a, .src = src, .s = str_slice(src->text, 0, end), .at = begin};
    r.at += str_bom(str_from(r.s, begin));
    r.root = r.table = node_new_map(a, span_make(src, begin, end));
    for (skip_space(&r); r.at < r.s.n; skip_space(&r)) {
        size_t from = r.at;
        bool good = peek(&r) == '[' ? read_head(&r) : read_pair(&r, r.table, 0);
        skip_blanks(&r);
        good = good && (r.at >= r.s.n || strchr("#\r\n", r.s.p[r.at]));
        if (!good) {
            skip_line(&r);
            diag_add(d, DIAG_TOML_SYNTAX, span_make(src, from, r.at),
                     "this line cannot be read as TOML: it is left out");
        }
    }
    return r.root;
}

struct node *toml_parse(struct arena *a, struct source *src, size_t begin, size_t end,
                        struct diags *d) {
    struct str text = str_slice(src->text, begin, end);
    return data_readable(src, text, LIMIT_SOURCE, "TOML", d) ? parse(a, src, begin, end, d) : NULL;
}

/* ---- front matter */

struct front_matter toml_front_matter(struct str text) {
    struct str mark = STR("+++"), rest = str_from(text, mark.n);
    size_t line = str_index(text, '\n'), end = str_find(rest, STR("\n+++"));
    bool has = str_starts(text, mark) && line != STR_NONE && end != STR_NONE &&
               str_trim(str_slice(text, mark.n, line)).n == 0 && end < LIMIT_FRONT_MATTER;
    if (!has) {
        return (struct front_matter){.behind = 0};
    }
    end += mark.n + 1; /* skips the mark at the end */
    return (struct front_matter){
        .begin = line + 1 < end ? line + 1 : end, .end = end, .behind = end + mark.n};
}

/* Finds front matter in JSON: an object at the beginning of the text. */
static struct front_matter json_front_matter(struct str text) {
    size_t key = str_past(text, 1, is_space), depth = 0;
    bool quoted = false, object = str_starts(text, STR("{")) && key < text.n && text.p[key] == '"';
    size_t n = object ? (text.n < LIMIT_FRONT_MATTER ? text.n : LIMIT_FRONT_MATTER) : 0;
    for (size_t i = 0; i < n; i++) {
        char c = text.p[i];
        i += quoted && c == '\\';
        quoted = quoted != (c == '"');
        depth += !quoted && c == '{';
        depth -= !quoted && c == '}';
        if (!depth) {
            size_t line = str_index(text, '\n'), last = str_after_last(str_slice(text, 0, i), '\n');
            size_t begin = line < i ? line + 1 : i;
            return (struct front_matter){
                .begin = begin, .end = last > begin ? last : begin, .behind = i + 1};
        }
    }
    return (struct front_matter){.behind = 0};
}

struct str toml_front_as_yaml(struct arena *a, struct str path, struct str text, struct diags *d) {
    struct str whole = text;
    text = str_from(text, str_bom(text));
    struct front_matter f = toml_front_matter(text);
    bool json = !f.behind;
    f = json ? json_front_matter(text) : f;
    if (!f.behind) {
        return whole;
    }
    struct diags quiet;
    diags_init(&quiet, a);
    d = d ? d : &quiet;
    /* Findings refer to the source, which must live as long as they do. Bytes that are not UTF-8
     * are kept, because the reader of the page repairs them. */
    struct str own = str_slice(text, 0, json ? f.behind : f.end);
    struct source *src = source_new(d->arena, path, arena_str(d->arena, own));
    struct node *map = json ? json_parse(a, src, d) : parse(a, src, f.begin, f.end, d);
    map = map ? map : node_new_map(a, SPAN_NONE);
    diags_drop(&quiet);
    struct buf b = BUF_INIT;
    buf_puts(&b, "---\n");
    json_write(&b, map, 0); /* JSON on one line is also YAML */
    for (size_t i = f.begin; i < f.end; i++) {
        buf_puts(&b, text.p[i] == '\n' ? "\n" : "");
    }
    buf_puts(&b, b.p[b.n - 1] == '\n' ? "---" : "\n---");
    struct str rest = str_from(text, f.behind), line = rest;
    buf_puts(&b, str_trim(str_cut(&line, '\n')).n ? "\n" : ""); /* text after an object */
    buf_str(&b, rest);
    return buf_finish(&b, a);
}
