/* SPDX-License-Identifier: MIT */
/*
 * Reads and writes the tags of CSL-JSON. One pass pairs the tags: a closing tag closes the nearest
 * open tag of its name. Tags that were opened inside and are still open become text.
 */
#include "cite/bib/item/csl_tags.h"

#include <string.h>

#define JOINER "\xE2\x81\xA0" /* the character U+2060 WORD JOINER */

/** The elements of rich text. All opening tags of an element have the same closing tag. */
enum element {
    ELEMENT_I,
    ELEMENT_B,
    ELEMENT_SUP,
    ELEMENT_SUB,
    ELEMENT_SC,
    ELEMENT_U,
    ELEMENT_CODE,
    ELEMENT_SPAN
};

static const struct str closing[] = {
    [ELEMENT_I] = STR_INIT("</i>"),       [ELEMENT_B] = STR_INIT("</b>"),
    [ELEMENT_SUP] = STR_INIT("</sup>"),   [ELEMENT_SUB] = STR_INIT("</sub>"),
    [ELEMENT_SC] = STR_INIT("</sc>"),     [ELEMENT_U] = STR_INIT("</u>"),
    [ELEMENT_CODE] = STR_INIT("</code>"), [ELEMENT_SPAN] = STR_INIT("</span>"),
};

/* The tags that are read. If several tags mean one kind of span, the first is written. Both kinds
 * of quotes are accepted; in an attribute `style`, a ';' or a blank may be missing. */
static const struct {
    struct str open;
    enum element element;
    enum rich_kind kind;
} tags[] = {
    {STR_INIT("<i>"), ELEMENT_I, RICH_ITALIC},
    {STR_INIT("<b>"), ELEMENT_B, RICH_BOLD},
    {STR_INIT("<sup>"), ELEMENT_SUP, RICH_SUP},
    {STR_INIT("<sub>"), ELEMENT_SUB, RICH_SUB},
    {STR_INIT("<span style=\"font-variant:small-caps;\">"), ELEMENT_SPAN, RICH_SMALL_CAPS},
    {STR_INIT("<sc>"), ELEMENT_SC, RICH_SMALL_CAPS},
    {STR_INIT("<u>"), ELEMENT_U, RICH_UNDERLINE},
    {STR_INIT("<span class=\"nocase\">"), ELEMENT_SPAN, RICH_NOCASE},
    {STR_INIT("<span class=\"nodecor\">"), ELEMENT_SPAN, RICH_NODECOR},
    {STR_INIT("<code>"), ELEMENT_CODE, RICH_CODE},
    {STR_INIT("<span class=\"math\">"), ELEMENT_SPAN, RICH_MATH},
};

static const struct {
    struct str entity;
    char c;
} entities[] = {{STR_INIT("&amp;"), '&'}, {STR_INIT("&lt;"), '<'}, {STR_INIT("&gt;"), '>'}};

/* ---- one tag ---- */

static bool is_skipped(char c) {
    return c == ' ' || c == ';';
}

/** Returns the length of the tag at the start of `s` if it is spelled like `tag`, else 0. Quotes
 * may be of the other kind. In an attribute `style`, the number of blanks and semicolons after the
 * first letter of the value may differ. */
static size_t spelt(struct str s, struct str tag) {
    size_t i = 0, k = 0;
    bool style = str_starts(tag, STR("<span style"));
    char quote = '\0';
    while (k < tag.n) {
        char want = tag.p[k];
        if (want == '"') {
            quote = quote ? quote : i < s.n && s.p[i] == '\'' ? '\'' : '"';
            want = quote;
        }
        while (style && quote && i < s.n && is_skipped(s.p[i])) {
            i++;
        }
        if (style && is_skipped(want) && quote) {
            k++;
            continue;
        }
        if (i >= s.n || s.p[i] != want) {
            return 0;
        }
        i++;
        k++;
    }
    return i;
}

/** A tag that begins at a '<'. */
struct tag {
    size_t len; /* the length of the tag; 0: the '<' is a character */
    bool closes;
    enum element element;
    enum rich_kind kind; /* the kind of span, for an opening tag */
};

static struct tag tag_at(struct str s, size_t at) {
    struct str rest = str_from(s, at);
    struct tag t = {.len = 0};
    t.closes = rest.n > 1 && rest.p[1] == '/';
    for (size_t i = 0; t.closes && i < ARRAY_LEN(closing); i++) {
        if (str_starts(rest, closing[i])) {
            t.len = closing[i].n;
            t.element = (enum element)i;
            return t;
        }
    }
    for (size_t i = 0; !t.closes && i < ARRAY_LEN(tags); i++) {
        size_t n = rest.n > 1 && rest.p[1] == tags[i].open.p[1] ? spelt(rest, tags[i].open) : 0;
        if (n) {
            t.len = n;
            t.element = tags[i].element;
            t.kind = tags[i].kind;
            return t;
        }
    }
    return t;
}

/** Returns the number of bytes of the word joiners after the '<' at `at`. 0 if the text without
 * them is not a tag. */
static size_t joiners_at(struct arena *a, struct str s, size_t at) {
    static const struct str joiner = STR_INIT(JOINER);
    size_t n = at + 1;
    while (str_starts(str_from(s, n), joiner)) {
        n += joiner.n;
    }
    n -= at + 1;
    if (n == 0) {
        return 0;
    }
    size_t longest = 64;
    struct str tail = str_slice(s, at + 1 + n, at + 1 + n + longest);
    return tag_at(arena_join(a, 2, STR("<"), tail), 0).len ? n : 0;
}

/* ---- reading ---- */

/** A tag that was found in a text, with its place. */
struct found {
    size_t at, len;
    enum element element;
    enum rich_kind kind;
    bool closes;
    bool counts; /* the tag has a partner */
};

typedef VEC(struct found) found_vec;

/** Returns the offset of the closing tag of a code or math element whose content begins at `from`,
 * or STR_NONE. */
static size_t atom_end(struct str s, size_t from, enum element element) {
    size_t end = str_find(str_from(s, from), closing[element]);
    return end == STR_NONE ? STR_NONE : from + end;
}

static void push(found_vec *out, size_t at, struct tag t, bool counts) {
    struct found f = {at, t.len, t.element, t.kind, t.closes, counts};
    vec_push(out, f);
}

/** Finds all tags, in order. Tags inside of a code or math element are left out. */
static void find_tags(struct str s, found_vec *out) {
    /* for each element: whether the rest of the text has no closing tag for it */
    bool closed[ARRAY_LEN(closing)] = {false};
    for (size_t i = 0; i < s.n;) {
        const char *hit = memchr(s.p + i, '<', s.n - i);
        if (!hit) {
            return;
        }
        i = (size_t)(hit - s.p);
        struct tag t = tag_at(s, i);
        if (t.len && !t.closes && rich_kind_is_atom(t.kind)) {
            size_t end = closed[t.element] ? STR_NONE : atom_end(s, i + t.len, t.element);
            closed[t.element] = end == STR_NONE;
            if (end != STR_NONE) {
                struct tag close = {closing[t.element].n, true, t.element, t.kind};
                push(out, i, t, true);
                push(out, end, close, true);
                i = end + close.len;
                continue;
            }
        } else if (t.len) {
            push(out, i, t, false);
        }
        i += t.len ? t.len : 1;
    }
}

/** Pairs opening and closing tags. */
static void pair_tags(found_vec *found) {
    VEC(size_t) open = VEC_INIT;
    size_t open_of[ARRAY_LEN(closing)] = {0};
    for (size_t i = 0; i < found->n; i++) {
        struct found *f = &found->p[i];
        if (f->counts) {
            continue;
        }
        if (!f->closes) {
            vec_push(&open, i);
            open_of[f->element]++;
            continue;
        }
        while (open_of[f->element]) {
            struct found *o = &found->p[vec_pop(&open)];
            open_of[o->element]--;
            if (o->element == f->element) {
                o->counts = f->counts = true;
                break;
            }
        }
    }
    vec_drop(&open);
}

static void add_text(struct rich_builder *b, struct arena *a, struct str s) {
    size_t from = 0;
    for (size_t i = 0; i < s.n; i++) {
        size_t n = s.p[i] == '<' ? joiners_at(a, s, i) : 0;
        if (n) {
            buf_str(&b->text, str_slice(s, from, i + 1));
            from = i + 1 + sizeof JOINER - 1;
        }
    }
    buf_str(&b->text, str_from(s, from));
}

void item_tags_unescape(struct buf *out, struct str s) {
    for (size_t i = 0; i < s.n;) {
        size_t used = 0;
        for (size_t k = 0; s.p[i] == '&' && !used && k < ARRAY_LEN(entities); k++) {
            if (str_starts(str_from(s, i), entities[k].entity)) {
                buf_putc(out, entities[k].c);
                used = entities[k].entity.n;
            }
        }
        if (!used) {
            buf_putc(out, s.p[i]);
        }
        i += used ? used : 1;
    }
}

struct rich item_tags_read_some(struct arena *a, struct str s) {
    found_vec found = VEC_INIT;
    find_tags(s, &found);
    pair_tags(&found);
    struct rich_builder b;
    rich_builder_init(&b);
    size_t from = 0;
    bool in_atom = false;
    for (size_t i = 0; i < found.n; i++) {
        const struct found *f = &found.p[i];
        if (!f->counts) {
            continue;
        }
        struct str piece = str_slice(s, from, f->at);
        if (in_atom) {
            item_tags_unescape(&b.text, piece);
        } else {
            add_text(&b, a, piece);
        }
        if (f->closes) {
            rich_close(&b);
        } else {
            rich_open(&b, f->kind);
        }
        in_atom = !f->closes && rich_kind_is_atom(f->kind);
        from = f->at + f->len;
    }
    vec_drop(&found);
    add_text(&b, a, str_from(s, from));
    struct rich r = b.text.n == s.n ? rich_of(s) : rich_keep(&b, a);
    rich_builder_drop(&b);
    return r;
}

size_t item_tags_element(struct str s, size_t at, enum rich_kind *kind, struct str *inside) {
    struct tag open = tag_at(s, at);
    if (open.len == 0 || open.closes) {
        return 0;
    }
    size_t level = 1, from = at + open.len;
    *kind = open.kind;
    for (size_t i = from; i < s.n; i++) {
        struct tag t = s.p[i] == '<' ? tag_at(s, i) : (struct tag){.len = 0};
        if (t.len == 0 || t.element != open.element) {
            continue;
        }
        level += t.closes ? 0 : rich_kind_is_atom(open.kind) ? 0 : 1;
        level -= t.closes;
        if (level == 0) {
            *inside = str_slice(s, from, i);
            return i + t.len - at;
        }
    }
    return 0;
}

/* ---- writing ---- */

static size_t first_tag(enum rich_kind kind) {
    size_t i = 0;
    while (tags[i].kind != kind) {
        i++;
    }
    return i;
}

struct str item_tags_open(enum rich_kind kind) {
    return tags[first_tag(kind)].open;
}

struct str item_tags_close(enum rich_kind kind) {
    return closing[tags[first_tag(kind)].element];
}

/** Appends text so that it is not read back as tags. */
static void put_text(struct buf *out, struct arena *a, struct str s) {
    size_t from = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '<' && (tag_at(s, i).len || joiners_at(a, s, i))) {
            buf_str(out, str_slice(s, from, i + 1));
            buf_puts(out, JOINER);
            from = i + 1;
        }
    }
    buf_str(out, str_from(s, from));
}

static void put_escaped(struct buf *out, struct str s) {
    for (size_t i = 0; i < s.n; i++) {
        size_t k = 0;
        while (k < ARRAY_LEN(entities) && entities[k].c != s.p[i]) {
            k++;
        }
        if (k < ARRAY_LEN(entities)) {
            buf_str(out, entities[k].entity);
        } else {
            buf_putc(out, s.p[i]);
        }
    }
}

/** Whether a text without markup is read back unchanged: "a < b", "A</i>B". */
static bool reads_plain(struct arena *a, struct str s) {
    if (str_index(s, '<') == STR_NONE) {
        return true;
    }
    struct rich r = item_tags_read(a, s);
    return !r.marks && str_eq(r.text, s);
}

struct str item_tags_text(struct arena *a, struct rich r) {
    if (!r.marks && reads_plain(a, r.text)) {
        return r.text;
    }
    struct buf out = BUF_INIT;
    struct rich_walk w;
    rich_walk_start(&w, r);
    for (enum rich_event e = rich_walk_next(&w); e != RICH_END; e = rich_walk_next(&w)) {
        if (e == RICH_OPEN || e == RICH_ATOM) {
            buf_str(&out, item_tags_open(w.kind));
        }
        if (e == RICH_TEXT) {
            put_text(&out, a, w.text);
        } else if (e == RICH_ATOM) {
            put_escaped(&out, w.text);
        }
        if (e == RICH_CLOSE || e == RICH_ATOM) {
            buf_str(&out, item_tags_close(w.kind));
        }
    }
    return buf_finish(&out, a);
}
