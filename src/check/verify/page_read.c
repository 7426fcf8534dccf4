/* SPDX-License-Identifier: MIT */
/*
 * Parses a page into nodes. End tags without a start tag are ignored. An element without an end tag
 * ends where its parent ends.
 */
#include "check/verify/html_checks.h"

#include "core/base/bounds.h"
#include "core/base/utf8.h"

struct reader {
    struct verify_page *p;
    struct str s;
    size_t at;
    uint32_t line;
    size_t counted; /* number of bytes whose lines have been counted */
    VEC(struct page_node) nodes;
    VEC(struct page_attr) attrs;
    VEC(size_t) open;
    VEC(size_t) first_attr; /* for each node: index of its first attribute in `attrs` */
};

enum { DEEPEST = LIMIT_DOC_DEPTH * 4 };

/* ---- character references */

static const struct {
    const char *name;
    uint32_t c;
} entities[] = {{"amp", '&'},      {"lt", '<'},        {"gt", '>'},        {"quot", '"'},
                {"apos", '\''},    {"nbsp", 0xA0},     {"shy", 0xAD},      {"ndash", 0x2013},
                {"mdash", 0x2014}, {"hellip", 0x2026}, {"copy", 0xA9},     {"lsquo", 0x2018},
                {"rsquo", 0x2019}, {"ldquo", 0x201C},  {"rdquo", 0x201D},  {"times", 0xD7},
                {"middot", 0xB7},  {"euro", 0x20AC},   {"thinsp", 0x2009}, {"ensp", 0x2002}};

/** Reads the character reference after `&` and moves to its end. Returns 0 if the text is not a
 * reference. */
static uint32_t reference(struct str s, size_t *at) {
    size_t end = str_index(str_slice(s, *at, *at + 12), ';');
    if (end == STR_NONE || end == 0) {
        return 0;
    }
    struct str name = str_slice(s, *at, *at + end);
    uint32_t c = 0;
    if (name.p[0] == '#') {
        bool hex = name.n > 1 && (name.p[1] | 32) == 'x';
        for (size_t i = hex ? 2 : 1; i < name.n; i++) {
            int d = hex_digit(name.p[i]);
            if (d < 0 || (!hex && d > 9) || c > 0x10FFFF) {
                return 0;
            }
            c = c * (hex ? 16 : 10) + (uint32_t)d;
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(entities) && !c; i++) {
        c = str_is(name, entities[i].name) ? entities[i].c : 0;
    }
    *at += c ? end + 1 : 0;
    return c;
}

static struct str decode(struct arena *a, struct str s) {
    if (str_index(s, '&') == STR_NONE) {
        return s;
    }
    struct buf b = BUF_INIT;
    for (size_t at = 0; at < s.n;) {
        size_t next = at + 1;
        uint32_t c = s.p[at] == '&' ? reference(s, &next) : 0;
        if (c) {
            buf_rune(&b, c);
        } else {
            buf_putc(&b, s.p[at]);
            next = at + 1;
        }
        at = next;
    }
    return buf_finish(&b, a);
}

/* ---- tags */

static bool is_void(struct str name) {
    return str_among(name, "area base br col embed hr img input link meta source track wbr");
}

static void count_lines(struct reader *r) {
    for (; r->counted < r->at && r->counted < r->s.n; r->counted++) {
        r->line += r->s.p[r->counted] == '\n';
    }
}

static size_t add(struct reader *r, struct str name, struct str text) {
    struct page_node n = {.name = name, .text = text};
    n.parent = r->open.n ? vec_last(&r->open) : SIZE_MAX;
    n.end = r->nodes.n + 1;
    n.line = r->line;
    vec_push(&r->nodes, n);
    vec_push(&r->first_attr, r->attrs.n);
    return r->nodes.n - 1;
}

static void close_last(struct reader *r) {
    r->nodes.p[vec_pop(&r->open)].end = r->nodes.n;
}

static void close_tag(struct reader *r, struct str name) {
    for (size_t i = r->open.n; i-- > 0;) {
        if (str_eq(r->nodes.p[r->open.p[i]].name, name)) {
            while (r->open.n > i) {
                close_last(r);
            }
            return;
        }
        if (r->open.n - i > 64) {
            return; /* the start tag is too far away, so the end tag is ignored */
        }
    }
}

static bool is_name_byte(char c) {
    return !is_space(c) && c != '/' && c != '>' && c != '=';
}

static struct str read_name(struct reader *r) {
    size_t from = r->at;
    r->at = str_past(r->s, r->at, is_name_byte);
    return arena_lower(r->p->arena, str_slice(r->s, from, r->at));
}

static void skip_space(struct reader *r) {
    r->at = str_past(r->s, r->at, is_space);
}

static struct str read_attr_value(struct reader *r) {
    skip_space(r);
    char c = r->at < r->s.n ? r->s.p[r->at] : '>';
    size_t from = r->at;
    if (c == '"' || c == '\'') {
        size_t end = str_index(str_from(r->s, r->at + 1), c);
        r->at = end == STR_NONE ? r->s.n : r->at + end + 2;
        return decode(r->p->arena, str_slice(r->s, from + 1, end == STR_NONE ? r->at : r->at - 1));
    }
    while (r->at < r->s.n && !is_space(r->s.p[r->at]) && r->s.p[r->at] != '>') {
        r->at++;
    }
    return decode(r->p->arena, str_slice(r->s, from, r->at));
}

/** Reads the attributes of a tag up to its end. Returns whether the tag also ends its element. */
static bool read_attrs(struct reader *r) {
    while (r->at < r->s.n) {
        skip_space(r);
        if (r->at >= r->s.n || r->s.p[r->at] == '>') {
            r->at += r->at < r->s.n;
            return false;
        }
        if (r->s.p[r->at] == '/') {
            r->at++;
            if (r->at < r->s.n && r->s.p[r->at] == '>') {
                r->at++;
                return true;
            }
            continue;
        }
        struct page_attr attr = {.name = read_name(r), .value = STR("")};
        if (attr.name.n == 0) {
            r->at++;
            continue;
        }
        skip_space(r);
        if (r->at < r->s.n && r->s.p[r->at] == '=') {
            r->at++;
            attr.value = read_attr_value(r);
        }
        vec_push(&r->attrs, attr);
    }
    return true;
}

/** Reads the content of a script, style or title up to its end tag. */
static void read_raw(struct reader *r, size_t node) {
    struct str name = r->nodes.p[node].name;
    size_t from = r->at, end = r->s.n;
    for (size_t i = from; i + name.n + 2 <= r->s.n; i++) {
        if (r->s.p[i] == '<' && r->s.p[i + 1] == '/' &&
            str_ieq(str_slice(r->s, i + 2, i + 2 + name.n), name)) {
            end = i;
            break;
        }
    }
    struct str text = str_slice(r->s, from, end);
    r->nodes.p[node].text = str_among(name, "title textarea") ? decode(r->p->arena, text) : text;
    r->at = end;
    size_t close = str_index(str_from(r->s, r->at), '>');
    r->at = close == STR_NONE ? r->s.n : r->at + close + 1;
}

static void open_tag(struct reader *r) {
    struct str name = read_name(r);
    size_t node = add(r, name, STR_EMPTY);
    bool own_end = read_attrs(r);
    r->nodes.p[node].nattrs = r->attrs.n - r->first_attr.p[node];
    if (str_among(name, "script style title textarea")) {
        read_raw(r, node);
    } else if (!own_end && !is_void(name) && r->open.n < DEEPEST) {
        vec_push(&r->open, node);
    }
}

/** Returns the end of a comment (HTML, 13.2.5.43 and following): `<!-->` and `<!--->` end
 * immediately, other comments end at `-->` or `--!>`. */
static size_t comment_end(struct str s) {
    if (s.n > 4 && s.p[4] == '>') {
        return 5;
    }
    if (s.n > 5 && s.p[4] == '-' && s.p[5] == '>') {
        return 6;
    }
    for (size_t i = 4; i + 2 < s.n; i++) {
        if (s.p[i] == '-' && s.p[i + 1] == '-') {
            if (s.p[i + 2] == '>') {
                return i + 3;
            }
            if (s.p[i + 2] == '!' && i + 3 < s.n && s.p[i + 3] == '>') {
                return i + 4;
            }
        }
    }
    return s.n;
}

static void read_markup(struct reader *r) {
    struct str s = str_from(r->s, r->at);
    if (str_starts(s, STR("<!--"))) {
        r->at += comment_end(s);
    } else if (s.n > 1 && (s.p[1] == '!' || s.p[1] == '?')) {
        size_t end = str_index(s, '>');
        r->at = end == STR_NONE ? r->s.n : r->at + end + 1;
    } else if (s.n > 1 && s.p[1] == '/') {
        r->at += 2;
        struct str name = read_name(r);
        size_t end = str_index(str_from(r->s, r->at), '>');
        r->at = end == STR_NONE ? r->s.n : r->at + end + 1;
        close_tag(r, name);
    } else if (s.n > 1 && is_alpha(s.p[1])) {
        r->at++;
        open_tag(r);
    } else {
        (void)add(r, STR_EMPTY, STR("<"));
        r->at++;
    }
}

void verify_page_read(struct verify_page *p, struct arena *a, struct str html) {
    struct reader r = {.p = p, .s = html, .line = 1};
    *p = (struct verify_page){.arena = a, .ids = MAP_IN(a)};
    while (r.at < html.n) {
        count_lines(&r);
        size_t end = str_until(html, r.at, '<');
        if (end > r.at) {
            (void)add(&r, STR_EMPTY, decode(a, str_slice(html, r.at, end)));
            r.at = end;
        } else {
            read_markup(&r);
        }
    }
    while (r.open.n) {
        close_last(&r);
    }
    p->n = r.nodes.n;
    p->nodes = vec_keep(&r.nodes, a);
    const struct page_attr *attrs = vec_keep(&r.attrs, a);
    for (size_t i = 0; i < p->n; i++) {
        p->nodes[i].attrs = attrs ? attrs + r.first_attr.p[i] : NULL;
        struct str id = page_attr(&p->nodes[i], "id");
        if (id.p && !map_find(&p->ids, id)) {
            (void)map_put(&p->ids, id, (void *)(uintptr_t)(i + 1));
        }
    }
    vec_drop(&r.nodes);
    vec_drop(&r.attrs);
    vec_drop(&r.open);
    vec_drop(&r.first_attr);
}

/* ---- queries */

struct str page_attr(const struct page_node *n, const char *name) {
    for (size_t i = 0; i < n->nattrs; i++) {
        if (str_is(n->attrs[i].name, name)) {
            return n->attrs[i].value;
        }
    }
    return STR_EMPTY;
}

bool page_has_class(const struct page_node *n, const char *name) {
    struct str rest = page_attr(n, "class");
    while (rest.p) {
        if (str_is(str_cut(&rest, ' '), name)) {
            return true;
        }
    }
    return false;
}

struct str verify_page_text(const struct verify_page *p, size_t node, size_t most) {
    struct buf b = BUF_INIT;
    for (size_t i = node; i < p->nodes[node].end && b.n < most; i++) {
        const struct page_node *n = &p->nodes[i];
        if (str_among(n->name, "script style template")) {
            i = n->end - 1;
            continue;
        }
        bool inside = n->name.n == 0 ||
                      str_among(n->name, "a abbr b cite code em i kbd mark q s samp small span "
                                         "strong sub sup u var mi mn mo mtext msup msub");
        if (!inside && b.n) {
            buf_putc(&b, ' ');
        }
        buf_str(&b, n->name.n ? STR_EMPTY : n->text);
    }
    return str_trim(buf_finish(&b, p->arena));
}
