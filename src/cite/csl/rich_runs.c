/* SPDX-License-Identifier: MIT */
/*
 * Converts rich text to runs. Spans become groups with formatting. Quotation marks in pairs become
 * quotes, which get the locale's marks and alternate when they are nested. Single apostrophes
 * become curly.
 *
 * A mark opens a quotation when it is followed by a character other than a space and is not
 * preceded by a letter. It closes one when it is preceded by a character. A mark without a partner
 * stays as written, except that a straight apostrophe becomes curly.
 */
#include "cite/csl/run.h"

#include "cite/bib/item/csl_tags.h"
#include "core/base/utf8.h"
#include "core/base/vec.h"
#include "core/unicode/unicode.h"

#include <string.h>

#define APOSTROPHE "\xE2\x80\x99"

/** The number of groups that may be open at once. Marks inside deeper groups are shown as text. */
#define MAX_OPEN (RICH_DEPTH + 20)

/** The formatting for a kind of span. Code and math are runs of their own. */
static const struct {
    struct fmt fmt;
    unsigned flags;
} looks[RICH_KIND_COUNT] = {
    [RICH_ITALIC] = {{.style = STYLE_ITALIC}, RUN_FIELD},
    [RICH_BOLD] = {{.weight = WEIGHT_BOLD}, RUN_FIELD},
    [RICH_SUP] = {{.valign = VALIGN_SUP}, RUN_FIELD},
    [RICH_SUB] = {{.valign = VALIGN_SUB}, RUN_FIELD},
    [RICH_SMALL_CAPS] = {{.variant = VARIANT_SMALL_CAPS}, RUN_FIELD},
    [RICH_UNDERLINE] = {{.decoration = DECORATION_UNDERLINE}, RUN_FIELD},
    [RICH_NOCASE] = {{0}, RUN_NOCASE},
    [RICH_NODECOR] = {{0}, RUN_NODECOR | RUN_NOCASE},
};

/* ---- tokens ---- */

enum token_kind { TOKEN_TEXT, TOKEN_OPEN, TOKEN_CLOSE, TOKEN_MARK, TOKEN_ATOM };

/* Families of quotation marks; only marks of one family form a pair. */
enum family {
    FAMILY_DOUBLE,
    FAMILY_SINGLE,
    FAMILY_CURLY_DOUBLE,
    FAMILY_CURLY_SINGLE,
    FAMILY_GUILLEMETS
};

struct token {
    enum token_kind kind;
    enum rich_kind span; /* the kind of the span, for OPEN, CLOSE and ATOM */
    struct str text;
    enum family family;
    bool can_open, can_close;
    /* the mark is the locale's inner mark; it stays one even if no outer marks are around it */
    bool inner;
    size_t partner; /* the index of the other end of the pair, or SIZE_MAX */
};

typedef VEC(struct token) token_vec;

struct mark {
    struct str text;
    enum family family;
    bool opens, closes; /* whether a mark of this shape may open and close a quotation */
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

/** Decides from the neighbouring characters whether a straight mark may open or close a quotation.
 * A character is 0 at the end of the text. */
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

static void push_text(token_vec *out, struct str s, size_t from, size_t to) {
    if (to > from) {
        struct token t = {.kind = TOKEN_TEXT, .text = str_slice(s, from, to), .partner = SIZE_MAX};
        vec_push(out, t);
    }
}

/** Whether a typographic mark is a quotation mark of the locale. Other typographic marks are
 * ordinary text. */
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

/** The character at `at`, for decisions about quotation marks. An atom (code, a formula) counts as
 * a character that is neither a letter nor a space. */
static uint32_t visible_at(const struct rich_walk *w, size_t at) {
    const struct rich_marks *all = w->r.marks;
    for (size_t i = w->next; all && i < all->n && all->spans[i].begin <= at; i++) {
        if (all->spans[i].begin == at && rich_kind_is_atom(all->spans[i].kind)) {
            return '<';
        }
    }
    return char_after(w->r.text, at);
}

/** Finds the quotation marks in a piece of text. Returns the last character of the piece. */
static uint32_t find_marks(const struct locale *l, const struct rich_walk *w, uint32_t before,
                           token_vec *out) {
    struct str s = w->text;
    size_t from = 0;
    for (size_t i = 0; i < s.n;) {
        const struct mark *m = find_mark(str_from(s, i));
        struct token t = {.kind = TOKEN_MARK, .partner = SIZE_MAX};
        if (m && is_locale_mark(l, m, &t.inner)) {
            t.text = m->text;
            t.family = m->family;
            judge(&t, m, before, visible_at(w, w->from + i + m->text.n));
            push_text(out, s, from, i);
            vec_push(out, t);
            before = char_before(s, i + m->text.n);
            i += m->text.n;
            from = i;
        } else {
            before = utf8_next(s, &i);
        }
    }
    push_text(out, s, from, s.n);
    return before;
}

static void tokenize(const struct locale *l, struct rich r, token_vec *out) {
    struct rich_walk w;
    uint32_t before = 0; /* the last visible character */
    rich_walk_start(&w, r);
    for (enum rich_event e = rich_walk_next(&w); e != RICH_END; e = rich_walk_next(&w)) {
        struct token t = {.span = w.kind, .text = w.text, .partner = SIZE_MAX};
        switch (e) {
        case RICH_TEXT:
            before = find_marks(l, &w, before, out);
            continue;
        case RICH_ATOM:
            t.kind = TOKEN_ATOM;
            before = 'x';
            break;
        case RICH_OPEN:
            t.kind = TOKEN_OPEN;
            break;
        case RICH_CLOSE:
            t.kind = TOKEN_CLOSE;
            break;
        case RICH_END:
            break;
        }
        vec_push(out, t);
    }
}

/* ---- pairing ---- */

/** Pairs the ends of spans, which are nested, and the marks inside each span. */
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
        for (size_t j = open.n; j-- > 0 && at == SIZE_MAX;) {
            struct token *o = &t->p[open.p[j]];
            if (k->kind == TOKEN_MARK && open.n - j > MAX_OPEN) {
                break;
            }
            if (k->kind == TOKEN_CLOSE) {
                at = o->kind == TOKEN_OPEN ? j : SIZE_MAX;
            } else if (o->kind == TOKEN_OPEN) {
                break; /* a pair of marks must not cross the end of a span */
            } else if (k->can_close && o->family == k->family && open.p[j] + 1 < i) {
                at = j;
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

static bool is_plain(struct rich r) {
    static const bool may_be[256] = {['"'] = true, ['\''] = true, [0xE2] = true, [0xC2] = true};
    struct str s = r.text;
    for (size_t i = 0; i < s.n && !r.marks; i++) {
        if (may_be[(unsigned char)s.p[i]] && find_mark(str_from(s, i))) {
            return false;
        }
    }
    return !r.marks;
}

/* ---- runs ---- */

static struct run *add_child(struct arena *a, struct run *parent, enum run_kind kind,
                             unsigned flags) {
    struct run *r = arena_alloc(a, sizeof *r);
    *r = (struct run){.kind = (uint8_t)kind, .flags = (uint16_t)flags};
    csl_run_append(parent, r);
    return r;
}

static struct run *open_group(struct arena *a, struct run *parent, const struct token *t,
                              unsigned flags) {
    struct run *r = add_child(a, parent, RUN_GROUP, flags);
    if (t->kind == TOKEN_MARK) {
        r->kind = RUN_QUOTE;
        r->flags |= RUN_FIELD | (t->inner ? RUN_INNER : 0);
    } else {
        r->fmt = looks[t->span].fmt;
        r->flags |= (uint16_t)looks[t->span].flags;
    }
    return r;
}

static void add_tokens(struct arena *a, struct run *parent, const token_vec *t, unsigned flags) {
    struct run *open[MAX_OPEN + 1];
    size_t depth = 0, too_deep = 0;
    open[0] = parent;
    for (size_t i = 0; i < t->n; i++) {
        const struct token *k = &t->p[i];
        bool pairs = k->partner != SIZE_MAX, opens = pairs && k->partner > i;
        if (opens && depth < MAX_OPEN) {
            open[depth + 1] = open_group(a, open[depth], k, flags);
            depth++;
            continue;
        }
        if (pairs && !opens && too_deep == 0) {
            depth--;
            continue;
        }
        too_deep = opens ? too_deep + 1 : pairs ? too_deep - 1 : too_deep;
        if (k->kind == TOKEN_ATOM) {
            enum run_kind kind = k->span == RICH_MATH ? RUN_MATH : RUN_CODE;
            add_child(a, open[depth], kind, flags | RUN_NOCASE)->text = k->text;
        } else if (k->kind == TOKEN_MARK && k->family == FAMILY_SINGLE) {
            csl_run_text(a, open[depth], STR(APOSTROPHE), flags);
        } else if (k->kind == TOKEN_TEXT || k->kind == TOKEN_MARK) {
            csl_run_text(a, open[depth], k->text, flags);
        }
    }
}

void csl_run_rich(struct arena *a, const struct locale *l, struct run *parent, struct rich r,
                  unsigned flags) {
    if (is_plain(r)) {
        csl_run_text(a, parent, r.text, flags);
        return;
    }
    token_vec t = VEC_INIT;
    tokenize(l, r, &t);
    pair(&t);
    add_tokens(a, parent, &t, flags);
    vec_drop(&t);
}

void csl_run_words(struct arena *a, const struct locale *l, struct run *parent, struct str words) {
    csl_run_rich(a, l, parent, item_tags_read(a, words), 0);
}
