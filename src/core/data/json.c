/* SPDX-License-Identifier: MIT */
/*
 * Reads JSON (RFC 8259) in one pass over the source, into the tree of data_node.h.
 *
 * Why no library is used: values need positions, which requires a scan of the whole text, and that
 * scan is most of a reader. A database of ten thousand items is read in every run; this reader
 * takes a fifth of the time that a library needs to build its own tree. tests/unit/test_json.c
 * compares the accepted texts with those of jansson.
 *
 * Strings without escapes, numbers and keys are slices of the source. There is no recursion: open
 * containers are frames on a stack of LIMIT_DATA_DEPTH. Their members are on one common stack and
 * are copied once, when the container closes.
 */
#include "core/data/json.h"

#include "core/base/bounds.h"
#include "core/base/utf8.h"
#include "core/base/vec.h"
#include "core/data/keys.h"
#include "core/data/readable.h"

#include <string.h>

DIAG_USE(DIAG_JSON_SYNTAX);
DIAG_USE(DIAG_JSON_DUPLICATE_KEY);
DIAG_USE(DIAG_JSON_DEPTH);

struct member {
    struct str key;
    struct span key_span;
    struct node *value;
};

struct frame {
    struct node *node;
    size_t first; /* the index of the container's first member on the stack of members */
    struct str key;
    struct span key_span;
};

struct reader {
    struct arena *arena; /* memory for nodes; with `each`, only for the nodes of a few elements */
    struct arena *texts; /* memory for values that outlive the text: strings with escapes, and the
                            outermost node */
    json_each_fn *each;  /* the callback for the elements of the outermost list, or NULL */
    void *user;
    struct source *src;
    struct diags *diags;
    const char *begin, *p, *end;
    struct frame frames[LIMIT_DATA_DEPTH];
    size_t depth;
    VEC(struct member) pending;
    struct buf text; /* the text of a string with escapes */
    struct node *root;
    bool failed;
};

/* ---- faults */

static struct span span_from(const struct reader *r, const char *from, const char *to) {
    return span_make(r->src, (size_t)(from - r->begin), (size_t)(to - r->begin));
}

/** Reports a fault at `at` and ends the reading. Returns false. */
static bool fail_at(struct reader *r, const char *at, const char *text, const char *hint) {
    struct diag *g = diag_add(r->diags, DIAG_JSON_SYNTAX,
                              span_from(r, at, at < r->end ? at + 1 : at), "%s", text);
    if (*hint) {
        diag_hint(r->diags, g, "%s", hint);
    }
    r->failed = true;
    return false;
}

/** Reports the text that was found instead of `wanted`. */
static bool fail_unexpected(struct reader *r, const char *wanted) {
    if (r->p >= r->end) {
        return fail_at(r, r->p, "the text ends too early", "a `]`, `}` or quote is missing");
    }
    struct diag *g;
    const char *to = r->p;
    while (to < r->end && is_alnum(*to)) {
        to++;
    }
    if (to == r->p) {
        size_t at = (size_t)(r->p - r->begin);
        (void)utf8_next(r->src->text, &at);
        to = r->begin + at;
    }
    g = diag_add(r->diags, DIAG_JSON_SYNTAX, span_from(r, r->p, to), "%s expected before `%.*s`",
                 wanted, to - r->p > 40 ? 40 : (int)(to - r->p), r->p);
    if (*r->p == '\'') {
        diag_hint(r->diags, g, "use double quotes");
    } else if (*r->p == '/' || *r->p == '#') {
        diag_hint(r->diags, g, "remove the comment: JSON has none");
    } else if (is_alpha(*r->p) && strstr(wanted, "a comma") == NULL) {
        diag_hint(r->diags, g, "put text in double quotes");
    }
    r->failed = true;
    return false;
}

/* ---- scalars */

static inline void skip_space(struct reader *r) {
    const char *p = r->p;
    while (p < r->end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t')) {
        p++;
    }
    r->p = p;
}

/** Returns the value of the four digits of a \u escape at `p`, or -1. */
static int32_t hex4(const struct reader *r, const char *p) {
    if (r->end - p < 4) {
        return -1;
    }
    int32_t v = 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(p[i]);
        if (digit < 0) {
            return -1;
        }
        v = v * 16 + digit;
    }
    return v;
}

/** Reads a \u escape; `r->p` is after the 'u'. Half a surrogate pair and NUL are reported and read
 * as U+FFFD. */
static bool read_unicode_escape(struct reader *r) {
    const char *start = r->p - 2;
    int32_t cp = hex4(r, r->p);
    if (cp < 0) {
        return fail_at(r, start, "an escape without its four hexadecimal digits",
                       "write `\\u00e9`, or the character itself");
    }
    r->p += 4;
    if (cp >= 0xD800 && cp < 0xDC00 && r->end - r->p >= 6 && r->p[0] == '\\' && r->p[1] == 'u') {
        int32_t low = hex4(r, r->p + 2);
        if (low >= 0xDC00 && low < 0xE000) {
            cp = 0x10000 + ((cp - 0xD800) << 10) + (low - 0xDC00);
            r->p += 6;
        }
    }
    if ((cp >= 0xD800 && cp < 0xE000) || cp == 0) {
        const char *what =
            cp == 0 ? "the character U+0000 is not allowed in a text" : "half a surrogate pair";
        diag_add(r->diags, DIAG_JSON_SYNTAX, span_from(r, start, r->p), "%s", what);
        cp = UTF8_REPLACEMENT;
    }
    buf_rune(&r->text, (uint32_t)cp);
    return true;
}

/** Reads one escape; `r->p` is at the backslash. */
static bool read_escape(struct reader *r) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char c = r->end - r->p >= 2 ? r->p[1] : '\0';
    if (c == 'u') {
        r->p += 2;
        return read_unicode_escape(r);
    }
    const char *at = c ? strchr(from, c) : NULL;
    if (!at) {
        return fail_at(r, r->p, "an unknown escape", "write `\\\\` for a backslash");
    }
    buf_putc(&r->text, to[at - from]);
    r->p += 2;
    return true;
}

const char *json_plain_end(const char *p, const char *end) {
    /* Tests eight bytes at a time: (v - 1) & ~v has a byte's high bit set when the byte is 0. A
     * false positive can occur only after a byte that is 0; it merely ends the loop early. */
    const uint64_t ones = UINT64_C(0x0101010101010101), highs = ones << 7;
    for (uint64_t v; end - p >= (ptrdiff_t)sizeof v; p += sizeof v) {
        memcpy(&v, p, sizeof v);
        uint64_t quote = v ^ (ones * '"'), slash = v ^ (ones * '\\');
        uint64_t stops = ((quote - ones) & ~quote) | ((slash - ones) & ~slash) |
                         ((v - ones * 0x20) & ~v); /* the same test for bytes below 0x20 */
        if (stops & highs) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
            /* the first hit is always right; only later ones may be false */
            return p + __builtin_ctzll(stops & highs) / 8;
#else
            break;
#endif
        }
    }
    while (p < end && *p != '"' && *p != '\\' && (unsigned char)*p >= 0x20) {
        p++;
    }
    return p;
}

/** Reads a string; `r->p` is at its first quote. The span includes the quotes. */
static bool read_string(struct reader *r, struct str *out, struct span *span) {
    const char *start = r->p++;
    const char *text = r->p;
    r->p = json_plain_end(r->p, r->end);
    if (r->p < r->end && *r->p == '"') {
        *out = (struct str){text, (size_t)(r->p - text)};
        r->p++;
        *span = span_from(r, start, r->p);
        return true;
    }
    buf_clear(&r->text);
    for (;;) {
        buf_add(&r->text, text, (size_t)(r->p - text));
        if (r->p >= r->end) {
            return fail_at(r, start, "a string is not closed", "close it with a double quote");
        }
        if (*r->p == '"') {
            break;
        }
        if (*r->p != '\\') {
            return fail_at(r, r->p, "a line end or control character in a string",
                           "close the string with a double quote, or write `\\n`");
        }
        if (!read_escape(r)) {
            return false;
        }
        text = r->p;
        r->p = json_plain_end(r->p, r->end);
    }
    r->p++;
    *out = buf_keep(&r->text, r->texts);
    *span = span_from(r, start, r->p);
    return true;
}

static size_t skip_digits(struct reader *r) {
    const char *start = r->p;
    while (r->p < r->end && is_digit(*r->p)) {
        r->p++;
    }
    return (size_t)(r->p - start);
}

/** Reads a number (RFC 8259, section 6): no plus sign, no leading zero, digits on both sides of
 * the point. */
static bool read_number(struct reader *r) {
    const char *start = r->p;
    if (*r->p == '-') {
        r->p++;
    }
    const char *first = r->p;
    size_t digits = skip_digits(r);
    bool good = digits > 0 && (digits == 1 || *first != '0');
    if (good && r->p < r->end && *r->p == '.') {
        r->p++;
        good = skip_digits(r) > 0;
    }
    if (good && r->p < r->end && (*r->p == 'e' || *r->p == 'E')) {
        r->p++;
        if (r->p < r->end && (*r->p == '+' || *r->p == '-')) {
            r->p++;
        }
        good = skip_digits(r) > 0;
    }
    return good || fail_at(r, start, "no valid number", "write it like 12, -3 or 1.5, or quote it");
}

static bool read_word(struct reader *r, enum node_kind *kind) {
    static const struct {
        struct str word;
        enum node_kind kind;
    } words[] = {
        {STR_INIT("true"), NODE_BOOL},
        {STR_INIT("false"), NODE_BOOL},
        {STR_INIT("null"), NODE_NULL},
    };
    struct str rest = {r->p, (size_t)(r->end - r->p)};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        size_t n = words[i].word.n;
        if (str_starts(rest, words[i].word) && (rest.n == n || !is_alnum(rest.p[n]))) {
            *kind = words[i].kind;
            r->p += n;
            return true;
        }
    }
    return fail_unexpected(r, "a value");
}

/* ---- containers */

static struct node *new_node(struct reader *r, enum node_kind kind, const char *from) {
    struct node *n = arena_alloc(r->depth ? r->arena : r->texts, sizeof *n);
    *n = (struct node){.kind = kind, .span = span_from(r, from, r->p)};
    return n;
}

/* The nodes of elements that were passed to the callback are freed when they take more than this
 * number of bytes. */
#define EACH_KEEPS (256u * 1024u)

/** Passes an element of the outermost list to the callback. Its nodes may be freed afterwards. */
static void hand_over(struct reader *r, const struct node *value) {
    r->each(r->user, value);
    if (arena_used(r->arena) > EACH_KEEPS) {
        arena_reset(r->arena);
    }
}

/** Adds a finished value to the members of the innermost container. */
static void place(struct reader *r, struct node *value) {
    if (r->depth == 0) {
        r->root = value;
        return;
    }
    const struct frame *f = &r->frames[r->depth - 1];
    if (r->each && r->depth == 1 && f->node->kind == NODE_LIST) {
        hand_over(r, value);
        return;
    }
    vec_push(&r->pending, (struct member){f->key, f->key_span, value});
}

static bool open_node(struct reader *r, enum node_kind kind) {
    if (r->depth == LIMIT_DATA_DEPTH) {
        diag_add(r->diags, DIAG_JSON_DEPTH, span_from(r, r->p, r->p + 1),
                 "more than %d levels of nesting", LIMIT_DATA_DEPTH);
        r->failed = true;
        return false;
    }
    const char *start = r->p++;
    struct node *n = new_node(r, kind, start);
    r->frames[r->depth++] = (struct frame){.node = n, .first = r->pending.n};
    return true;
}

/** Returns the bit of a key. A key whose bit is not set in its map is new and needs no search. */
static uint64_t key_bit(struct str key) {
    size_t n = key.n;
    unsigned sum = n ? (unsigned char)key.p[0] + 7u * (unsigned char)key.p[n - 1] : 0;
    return UINT64_C(1) << ((sum + 3u * (unsigned)n) & 63);
}

/** Replaces the member at `old` with a later one of the same key, as jansson does. */
static void replace_member(struct reader *r, struct node *map, size_t old, const struct member *m) {
    struct diag *g = diag_add(r->diags, DIAG_JSON_DUPLICATE_KEY, m->key_span,
                              "the key `%.*s` is given twice", STR_ARG(m->key));
    diag_relate(r->diags, g, map->key_spans[old], "first given here");
    map->key_spans[old] = m->key_span;
    map->items[old] = m->value;
}

static void add_members(struct reader *r, struct node *map, size_t first) {
    struct keys keys = KEYS_INIT;
    uint64_t seen = 0;
    for (size_t i = first; i < r->pending.n; i++) {
        const struct member *m = &r->pending.p[i];
        uint64_t bit = key_bit(m->key);
        size_t old = seen & bit ? keys_find(&keys, map, m->key) : STR_NONE;
        seen |= bit;
        if (old != STR_NONE) {
            replace_member(r, map, old, m);
            continue;
        }
        map->keys[map->n] = m->key;
        map->key_spans[map->n] = m->key_span;
        map->items[map->n++] = m->value;
    }
    keys_drop(&keys);
}

static void close_node(struct reader *r) {
    const struct frame *f = &r->frames[--r->depth];
    struct node *n = f->node;
    size_t count = r->pending.n - f->first;
    r->p++;
    n->span.end = (uint32_t)(r->p - r->begin);
    if (count) {
        n->items = arena_alloc(r->arena, count * sizeof(struct node *));
        n->cap = count;
    }
    if (n->kind == NODE_MAP && count) {
        n->keys = arena_alloc(r->arena, count * sizeof(struct str));
        n->key_spans = arena_alloc(r->arena, count * sizeof(struct span));
        add_members(r, n, f->first);
    } else {
        for (size_t i = f->first; i < r->pending.n; i++) {
            n->items[n->n++] = r->pending.p[i].value;
        }
    }
    r->pending.n = f->first;
    place(r, n);
}

/** Reads a key and its colon. */
static bool read_key(struct reader *r) {
    struct frame *f = &r->frames[r->depth - 1];
    if (r->p >= r->end || *r->p != '"') {
        return fail_unexpected(r, "a key in double quotes");
    }
    if (!read_string(r, &f->key, &f->key_span)) {
        return false;
    }
    skip_space(r);
    if (r->p >= r->end || *r->p != ':') {
        return fail_unexpected(r, "a colon");
    }
    r->p++;
    skip_space(r);
    return true;
}

/** Reads one value: a scalar is added, a container is opened. `*opened` becomes true for a
 * container. */
static bool read_value(struct reader *r, bool *opened) {
    *opened = false;
    if (r->p >= r->end) {
        return fail_unexpected(r, "a value");
    }
    const char *start = r->p;
    if (*start == '{' || *start == '[') {
        *opened = true;
        return open_node(r, *start == '{' ? NODE_MAP : NODE_LIST);
    }
    enum node_kind kind = NODE_STRING;
    struct str text;
    if (*start == '"') {
        struct span span;
        if (!read_string(r, &text, &span)) {
            return false;
        }
    } else {
        if (*start == '-' || is_digit(*start)) {
            kind = NODE_NUMBER;
            if (!read_number(r)) {
                return false;
            }
        } else if (!read_word(r, &kind)) {
            return false;
        }
        text = (struct str){start, (size_t)(r->p - start)};
    }
    struct node *n = new_node(r, kind, start);
    n->text = text;
    place(r, n);
    return true;
}

/**
 * Closes containers after a value or an opening bracket, and moves to the next value. Returns false
 * at the end or at a fault.
 */
static bool next_value(struct reader *r, bool opened) {
    while (r->depth) {
        bool is_map = r->frames[r->depth - 1].node->kind == NODE_MAP;
        char close = is_map ? '}' : ']';
        skip_space(r);
        if (r->p < r->end && *r->p == close) {
            close_node(r);
            opened = false;
            continue;
        }
        if (!opened) {
            if (r->p >= r->end || *r->p != ',') {
                return fail_unexpected(r, is_map ? "a comma or `}`" : "a comma or `]`");
            }
            const char *comma = r->p++;
            skip_space(r);
            if (r->p < r->end && *r->p == close) {
                return fail_at(r, comma, "a comma after the last value", "remove the comma");
            }
        }
        return !is_map || read_key(r);
    }
    return false;
}

static void read_all(struct reader *r) {
    skip_space(r);
    if (r->p >= r->end) {
        fail_at(r, r->p, "the file is empty", "write at least `[]`");
        return;
    }
    bool opened;
    do {
        if (!read_value(r, &opened)) {
            return;
        }
    } while (next_value(r, opened));
    if (r->failed) {
        return;
    }
    skip_space(r);
    if (r->p < r->end) {
        fail_unexpected(r, "the end of the file");
    }
}

static struct node *parse(struct reader *r, struct source *src, struct diags *d) {
    r->src = src;
    r->diags = d;
    r->begin = src->text.p ? src->text.p : "";
    r->end = r->begin + src->text.n;
    r->p = r->begin + str_bom(src->text);
    buf_init(&r->text, 0);
    read_all(r);
    buf_drop(&r->text);
    vec_drop(&r->pending);
    return r->failed ? NULL : r->root;
}

struct node *json_parse(struct arena *a, struct source *src, struct diags *d) {
    return json_parse_each(a, src, d, NULL, NULL);
}

struct node *json_parse_each(struct arena *a, struct source *src, struct diags *d,
                             json_each_fn *each, void *user) {
    if (!data_readable(src, src->text, LIMIT_DATABASE, "JSON", d)) {
        return NULL;
    }
    struct str text = src->text;
    size_t at = str_past(text, str_bom(text), is_space);
    if (!each || at == text.n || text.p[at] != '[') {
        struct reader whole = {.arena = a, .texts = a, .pending = VEC_INIT};
        return parse(&whole, src, d);
    }
    struct reader r = {
        .arena = arena_new(), .texts = a, .each = each, .user = user, .pending = VEC_INIT};
    struct node *root = parse(&r, src, d);
    arena_drop(r.arena);
    return root;
}
