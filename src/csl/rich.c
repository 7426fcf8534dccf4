/* SPDX-License-Identifier: MIT */
/*
 * Rich text of fields and of cites' prefixes and suffixes: markup tags (tex/text.h) become
 * formatted groups, paired quotation marks become quotes that take the locale's marks and flip when
 * they nest, lone apostrophes become curly. Where the text stands is not known here.
 *
 * A mark opens when something follows it that is no space and nothing before it would be its word;
 * it closes when something precedes it. What finds no partner stays as it was written, except that
 * a straight apostrophe is made a curly one.
 */
#include "csl/run.h"

#include "base/utf8.h"
#include "base/vec.h"
#include "unicode/unicode.h"

#define APOSTROPHE "\xE2\x80\x99"

/** Tags that may be open at once; deeper ones are shown as text. */
#define MAX_OPEN 40

struct tag {
    struct str open;  /* as written, without '<' and '>' */
    struct str close; /* name of the closing tag */
    struct fmt fmt;
    unsigned flags;
};

static const struct tag tags[] = {
    {STR_INIT("i"), STR_INIT("i"), {.style = STYLE_ITALIC}, RUN_FIELD},
    {STR_INIT("b"), STR_INIT("b"), {.weight = WEIGHT_BOLD}, RUN_FIELD},
    {STR_INIT("sup"), STR_INIT("sup"), {.valign = VALIGN_SUP}, RUN_FIELD},
    {STR_INIT("sub"), STR_INIT("sub"), {.valign = VALIGN_SUB}, RUN_FIELD},
    {STR_INIT("sc"), STR_INIT("sc"), {.variant = VARIANT_SMALL_CAPS}, RUN_FIELD},
    {STR_INIT("u"), STR_INIT("u"), {.decoration = DECORATION_UNDERLINE}, RUN_FIELD},
    {STR_INIT("span style=\"font-variant:small-caps;\""),
     STR_INIT("span"),
     {.variant = VARIANT_SMALL_CAPS},
     RUN_FIELD},
    {STR_INIT("span style=\"font-variant: small-caps;\""),
     STR_INIT("span"),
     {.variant = VARIANT_SMALL_CAPS},
     RUN_FIELD},
    {STR_INIT("span class=\"nocase\""), STR_INIT("span"), {0}, RUN_NOCASE},
    {STR_INIT("span class=\"nodecor\""), STR_INIT("span"), {0}, RUN_NODECOR | RUN_NOCASE},
};

/* ---- tokens ---- */

enum token_kind { TOKEN_TEXT, TOKEN_OPEN, TOKEN_CLOSE, TOKEN_MARK, TOKEN_ATOM };

/* Families of quotation marks: only marks of one family pair. */
enum family {
    FAMILY_DOUBLE,
    FAMILY_SINGLE,
    FAMILY_CURLY_DOUBLE,
    FAMILY_CURLY_SINGLE,
    FAMILY_GUILLEMETS
};

struct token {
    enum token_kind kind;
    struct str text;
    const struct tag *tag;
    unsigned atom; /* RUN_MATH, RUN_CODE */
    enum family family;
    bool can_open, can_close;
    bool inner;     /* the locale's inner mark: it stays one at the top */
    size_t partner; /* index of the other one, or SIZE_MAX */
};

typedef VEC(struct token) token_vec;

static const struct tag *find_tag(struct str rest, size_t *len) {
    if (rest.n < 3 || !is_alpha(rest.p[1])) {
        return NULL;
    }
    for (size_t i = 0; i < ARRAY_LEN(tags); i++) {
        struct str name = tags[i].open;
        if (rest.n > name.n + 1 && rest.p[name.n + 1] == '>' &&
            str_starts(str_from(rest, 1), name)) {
            *len = name.n + 2;
            return &tags[i];
        }
    }
    return NULL;
}

/** Atoms: math and code, up to their closing tag. */
static bool find_atom(struct str rest, struct token *out, size_t *len) {
    static const struct {
        struct str open, close;
        unsigned kind;
    } atoms[] = {
        {STR_INIT("<span class=\"math\">"), STR_INIT("</span>"), RUN_MATH},
        {STR_INIT("<code>"), STR_INIT("</code>"), RUN_CODE},
    };
    for (size_t i = 0; i < ARRAY_LEN(atoms); i++) {
        if (!str_starts(rest, atoms[i].open)) {
            continue;
        }
        struct str inner = str_from(rest, atoms[i].open.n);
        size_t end = str_find(inner, atoms[i].close);
        if (end != STR_NONE) {
            out->kind = TOKEN_ATOM;
            out->text = str_slice(inner, 0, end);
            out->atom = atoms[i].kind;
            *len = atoms[i].open.n + end + atoms[i].close.n;
            return true;
        }
    }
    return false;
}

struct mark {
    struct str text;
    enum family family;
    bool opens, closes; /* by its shape */
};

static const struct mark marks[] = {
    {STR_INIT("\""), FAMILY_DOUBLE, true, true},
    {STR_INIT("'"), FAMILY_SINGLE, true, true},
    {STR_INIT("\xE2\x80\x9C"), FAMILY_CURLY_DOUBLE, true, false},
    {STR_INIT("\xE2\x80\x9D"), FAMILY_CURLY_DOUBLE, false, true},
    {STR_INIT("\xE2\x80\x98"), FAMILY_CURLY_SINGLE, true, false},
    {STR_INIT("\xE2\x80\x99"), FAMILY_CURLY_SINGLE, false, true},
    {STR_INIT("\xC2\xAB"), FAMILY_GUILLEMETS, true, false},
    {STR_INIT("\xC2\xBB"), FAMILY_GUILLEMETS, false, true},
};

static const struct mark *find_mark(struct str rest) {
    unsigned char c = (unsigned char)rest.p[0];
    if (c != '"' && c != '\'' && c != 0xE2 && c != 0xC2) {
        return NULL;
    }
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        if (str_starts(rest, marks[i].text)) {
            return &marks[i];
        }
    }
    return NULL;
}

static bool is_word(uint32_t cp) {
    return unicode_is_letter(cp) || unicode_is_digit(cp);
}

/** Whether a straight mark may open or close here, from the characters around it (0: none). */
static void judge(struct token *t, const struct mark *m, uint32_t before, uint32_t after) {
    bool space_before = before == 0 || unicode_is_space(before);
    bool space_after = after == 0 || unicode_is_space(after);
    t->can_open = m->opens && !space_after && !is_word(before) && after != 0;
    t->can_close = m->closes && !space_before && !is_word(after);
    if (t->family != FAMILY_DOUBLE && t->family != FAMILY_SINGLE) {
        t->can_open = m->opens;
        t->can_close = m->closes && !(is_word(before) && is_word(after));
    }
}

static uint32_t char_before(struct str s, size_t at) {
    return at ? utf8_prev(s, &at) : 0;
}

static uint32_t char_after(struct str s, size_t at) {
    return at < s.n ? utf8_next(s, &at) : 0;
}

/** The nearest character that is no tag, after position `at`. */
static uint32_t visible_after(struct str s, size_t at) {
    while (at < s.n && s.p[at] == '<') {
        size_t len = 0, end = str_index(str_from(s, at), '>');
        if (end == STR_NONE || (!find_tag(str_from(s, at), &len) && s.p[at + 1] != '/')) {
            break;
        }
        at += end + 1;
    }
    return char_after(s, at);
}

static void push_text(token_vec *out, struct str s, size_t from, size_t to) {
    if (to > from) {
        struct token t = {.kind = TOKEN_TEXT, .text = str_slice(s, from, to), .partner = SIZE_MAX};
        vec_push(out, t);
    }
}

/** Typographic marks are quotes only where they are the locale's own; others are the author's. */
static bool is_locale_mark(const struct locale *l, const struct mark *m, bool *inner) {
    *inner = false;
    switch (m->family) {
    case FAMILY_DOUBLE:
    case FAMILY_SINGLE:
        return true;
    case FAMILY_CURLY_DOUBLE:
    case FAMILY_CURLY_SINGLE:
    case FAMILY_GUILLEMETS:
        break;
    }
    struct str outer = m->opens ? l->open_quote : l->close_quote;
    struct str within = m->opens ? l->open_inner : l->close_inner;
    if (str_eq(outer, m->text)) {
        return true;
    }
    *inner = str_eq(within, m->text);
    return *inner || (m->family == FAMILY_CURLY_SINGLE && !m->opens);
}

static void tokenize(const struct locale *l, struct str s, token_vec *out) {
    size_t from = 0;
    uint32_t before = 0; /* last visible character that is not in a tag */
    for (size_t i = 0; i < s.n;) {
        struct str rest = str_from(s, i);
        struct token t = {.partner = SIZE_MAX};
        size_t len = 0;
        if (rest.p[0] == '<') {
            const struct tag *tag = NULL;
            if (find_atom(rest, &t, &len)) {
                before = 'x';
            } else if ((tag = find_tag(rest, &len)) != NULL) {
                t.kind = TOKEN_OPEN;
                t.tag = tag;
            } else if (rest.n > 2 && rest.p[1] == '/') {
                size_t end = str_index(rest, '>');
                len = end == STR_NONE || end > 8 ? 0 : end + 1;
                t.kind = TOKEN_CLOSE;
            }
            if (len) {
                t.text = t.kind == TOKEN_ATOM ? t.text : str_slice(rest, 0, len);
                push_text(out, s, from, i);
                vec_push(out, t);
                i += len;
                from = i;
                continue;
            }
        }
        const struct mark *m = find_mark(rest);
        if (m && is_locale_mark(l, m, &t.inner)) {
            t.kind = TOKEN_MARK;
            t.text = m->text;
            t.family = m->family;
            judge(&t, m, before, visible_after(s, i + m->text.n));
            push_text(out, s, from, i);
            vec_push(out, t);
            before = char_before(s, i + m->text.n);
            i += m->text.n;
            from = i;
            continue;
        }
        size_t next = i;
        before = utf8_next(s, &next);
        i = next;
    }
    push_text(out, s, from, s.n);
}

/* ---- pairing ---- */

static void unpair(token_vec *t, size_t i) {
    if (t->p[i].partner != SIZE_MAX) {
        t->p[t->p[i].partner].partner = SIZE_MAX;
        t->p[i].partner = SIZE_MAX;
    }
}

/** Pairs closing tags and marks with what they close; what would cross stays unpaired. */
static void pair(token_vec *t) {
    VEC(size_t) open = VEC_INIT;
    for (size_t i = 0; i < t->n; i++) {
        struct token *k = &t->p[i];
        if (k->kind == TOKEN_OPEN) {
            vec_push(&open, i);
            continue;
        }
        if (k->kind != TOKEN_CLOSE && k->kind != TOKEN_MARK) {
            continue;
        }
        size_t at = SIZE_MAX;
        for (size_t j = open.n; j-- > 0;) {
            struct token *o = &t->p[open.p[j]];
            if (k->kind == TOKEN_CLOSE) {
                struct str name = str_slice(k->text, 2, k->text.n - 1);
                if (o->kind == TOKEN_OPEN && str_eq(o->tag->close, name)) {
                    at = j;
                    break;
                }
            } else if (o->kind == TOKEN_OPEN) {
                break; /* a mark does not close over a tag that is still open */
            } else if (k->can_close && o->family == k->family && open.p[j] + 1 < i) {
                at = j;
                break;
            }
            if (open.n - j > MAX_OPEN) {
                break;
            }
        }
        if (at != SIZE_MAX) {
            k->partner = open.p[at];
            t->p[open.p[at]].partner = i;
            open.n = at;
        } else if (k->kind == TOKEN_MARK && k->can_open) {
            vec_push(&open, i);
        }
    }
    vec_drop(&open);
}

/* ---- runs ---- */

static struct str unescape(struct arena *a, struct str s) {
    if (str_index(s, '&') == STR_NONE) {
        return s;
    }
    struct buf b;
    buf_init(&b, 0);
    while (s.n) {
        size_t len = str_starts(s, STR("&amp;"))  ? 5
                     : str_starts(s, STR("&lt;")) ? 4
                     : str_starts(s, STR("&gt;")) ? 4
                                                  : 1;
        buf_putc(&b, len == 4 ? (s.p[1] == 'l' ? '<' : '>') : s.p[0]);
        s = str_from(s, len);
    }
    struct str out = buf_keep(&b, a);
    buf_drop(&b);
    return out;
}

static struct run *add_child(struct arena *a, struct run *parent, enum run_kind kind,
                             unsigned flags) {
    struct run *r = ARENA_NEW(a, struct run);
    r->kind = (uint8_t)kind;
    r->flags = (uint16_t)flags;
    run_append(parent, r);
    return r;
}

static void build(struct arena *a, struct run *parent, token_vec *t, unsigned flags) {
    struct run *open[MAX_OPEN + 1];
    size_t depth = 0;
    open[0] = parent;
    for (size_t i = 0; i < t->n; i++) {
        struct token *k = &t->p[i];
        bool opens = k->partner != SIZE_MAX && k->partner > i;
        bool closes = k->partner != SIZE_MAX && k->partner < i;
        if (opens && depth == MAX_OPEN) {
            unpair(t, i);
            opens = false;
        }
        if (closes) {
            depth--;
        } else if (opens) {
            struct run *r = add_child(a, open[depth], RUN_GROUP, flags);
            if (k->kind == TOKEN_MARK) {
                r->kind = RUN_QUOTE;
                r->flags |= RUN_FIELD | (k->inner ? RUN_INNER : 0);
            } else {
                r->fmt = k->tag->fmt;
                r->flags |= (uint16_t)k->tag->flags;
            }
            open[++depth] = r;
        } else if (k->kind == TOKEN_ATOM) {
            add_child(a, open[depth], (enum run_kind)k->atom, flags | RUN_NOCASE)->text =
                unescape(a, k->text);
        } else if (k->kind == TOKEN_MARK && k->family == FAMILY_SINGLE) {
            run_text(a, open[depth], STR(APOSTROPHE), flags);
        } else {
            run_text(a, open[depth], k->text, flags);
        }
    }
}

/** Whether the text needs no look: no tag, no mark. */
static bool is_plain(struct str s) {
    static const bool looks[256] = {
        ['<'] = true, ['"'] = true, ['\''] = true, [0xE2] = true, [0xC2] = true};
    for (size_t i = 0; i < s.n; i++) {
        if (looks[(unsigned char)s.p[i]] && (s.p[i] == '<' || find_mark(str_from(s, i)))) {
            return false;
        }
    }
    return true;
}

void run_rich(struct arena *a, const struct locale *l, struct run *parent, struct str rich,
              unsigned flags) {
    if (is_plain(rich)) {
        run_text(a, parent, rich, flags);
        return;
    }
    token_vec t = VEC_INIT;
    tokenize(l, rich, &t);
    pair(&t);
    build(a, parent, &t, flags);
    vec_drop(&t);
}
