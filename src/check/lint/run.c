/* SPDX-License-Identifier: MIT */
/*
 * Collects the text of paragraphs. A node without text becomes one character, so that the words
 * before and after it are not adjacent.
 */
#include "check/lint/run.h"

#include "core/base/search.h"
#include "core/base/utf8.h"
#include "core/unicode/unicode.h"

typedef VEC(struct doc_node *) node_vec;

struct collector {
    const struct doc *doc;
    struct lint_run run;
    node_vec notes;
    VEC(struct str) langs;         /* languages of those open nodes that set a language */
    size_t labels;                 /* number of open reference links */
    const struct doc_node *scalar; /* the value of the front matter that is being read, or NULL */
    lint_run_fn *fn;
    void *user;
};

/* ---- words ---- */

bool lint_is_word(uint32_t cp) {
    if (cp < 0x80) {
        return is_alnum((char)cp);
    }
    return unicode_is_letter(cp) || unicode_is_mark(cp) || unicode_is_digit(cp);
}

uint32_t lint_before(struct str s, size_t at) {
    return at > 0 ? utf8_prev(s, &at) : 0;
}

uint32_t lint_behind(struct str s, size_t at) {
    return at < s.n ? utf8_next(s, &at) : 0;
}

/** The role of a byte in a word: none, an ASCII letter or digit, or part of a longer character. */
enum byte_kind { BYTE_OTHER, BYTE_WORD, BYTE_LONG };

/* clang-format off */
#define W BYTE_WORD
#define L BYTE_LONG
#define L16 L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L
static const unsigned char byte_kinds[256] = {
    ['0'] = W, W, W, W, W, W, W, W, W, W,
    ['A'] = W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W,
    ['a'] = W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W,
    [0x80] = L16, L16, L16, L16, L16, L16, L16, L16};
#undef W
#undef L
#undef L16
/* clang-format on */

/** Skips the characters from `at` on that belong to words or, if `word` is false, those that do
 * not. Returns the offset after them. */
static size_t skip(struct str s, size_t at, bool word) {
    unsigned char kind = word ? BYTE_WORD : BYTE_OTHER;
    for (;;) {
        while (at < s.n && byte_kinds[(unsigned char)s.p[at]] == kind) {
            at++;
        }
        size_t next = at;
        if (at >= s.n || byte_kinds[(unsigned char)s.p[at]] != BYTE_LONG ||
            lint_is_word(utf8_next(s, &next)) != word) {
            return at;
        }
        at = next;
    }
}

struct str lint_next_word(struct str s, size_t *at) {
    size_t from = skip(s, *at, false);
    *at = skip(s, from, true);
    return str_slice(s, from, *at);
}

/* ---- runs ---- */

static void run_clear(struct lint_run *run) {
    buf_clear(&run->text);
    vec_clear(&run->pieces);
    run->block = NULL;
}

static void put(struct collector *c, struct str s, struct span from) {
    struct str lang = c->langs.n ? vec_last(&c->langs) : STR_EMPTY;
    vec_push(&c->run.pieces, (struct lint_piece){c->run.text.n, from, lang, c->labels > 0});
    buf_str(&c->run.text, s);
}

/** Appends text of the source, with LINT_GAP in place of each comment. */
static void put_source(struct collector *c, struct span from) {
    struct str text = span_text(from);
    size_t comment;
    while ((comment = str_find(text, STR("<!--"))) != STR_NONE) {
        size_t stop = str_find(str_from(text, comment), STR("-->"));
        stop = stop == STR_NONE ? text.n : comment + stop + 3;
        put(c, str_slice(text, 0, comment), span_make(from.src, from.begin, from.begin + comment));
        put(c, STR("\x1b"), span_make(from.src, from.begin + comment, from.begin + stop));
        from.begin += (uint32_t)stop;
        text = str_from(text, stop);
    }
    put(c, text, from);
}

/** Whether a value of the front matter differs from its source, because it has escapes or several
 * lines. If so, LINT_GAP represents its text. */
static bool is_blurred(const struct collector *c, const struct doc_node *n) {
    const struct doc_node *root = c->scalar;
    if (!root || n->span.begin != root->span.begin || n->span.end != root->span.end) {
        return false;
    }
    struct str s = span_text(n->span);
    return root->first != root->last || s.n == 0 || s.p[0] == '"' || s.p[0] == '\'' ||
           str_index(s, '\n') != STR_NONE;
}

/** Appends text. The blanks between it and the previous text in the source are appended first. */
static void put_text(struct collector *c, const struct doc_node *n) {
    struct span from = n->span;
    if (from.src != c->doc->source || is_blurred(c, n)) {
        put(c, STR("\x1b"), from);
        return;
    }
    struct span last = c->run.pieces.n ? vec_last(&c->run.pieces).from : SPAN_NONE;
    if (last.src == from.src && last.end < from.begin && from.begin - last.end < 100 &&
        str_trim(str_slice(from.src->text, last.end, from.begin)).n == 0) {
        from.begin = last.end;
    }
    put_source(c, from);
}

static void flush(struct collector *c) {
    if (c->run.text.n && !c->run.text.overflow) {
        c->fn(c->user, &c->run, buf_view(&c->run.text));
    }
    run_clear(&c->run);
}

/** Appends an inline. Returns whether its children are visited. */
static bool take_inline(struct collector *c, struct doc_node *n) {
    switch (n->kind) {
    case DOC_TEXT:
        put_text(c, n);
        return true;
    case DOC_SOFT_BREAK:
    case DOC_LINE_BREAK:
        put(c, STR("\n"), n->span);
        return true;
    case DOC_NOTE:
        vec_push(&c->notes, n);
        return false;
    case DOC_CODE:
    case DOC_MATH:
    case DOC_IMAGE:
    case DOC_CITE:
    case DOC_BIB_LABEL:
        put(c, STR("\x1a"), n->span);
        return false;
    case DOC_RAW_INLINE:
        put(c, STR("\x1b"), n->span);
        return false;
    default: /* inlines that contain other inlines; blocks do not come here */
        return true;
    }
}

/** Tracks the languages of open nodes, and reference links, whose text is the name of their
 * target. */
static void follow_marks(struct collector *c, const struct doc_walk *w) {
    struct str lang = w->node->attr ? doc_pair(w->node, "lang") : STR_EMPTY;
    if (lang.n && w->enter) {
        vec_push(&c->langs, lang);
    } else if (lang.n && c->langs.n) {
        c->langs.n--;
    }
    if (w->node->kind == DOC_LINK && !str_ends(span_text(w->node->span), STR(")"))) {
        c->labels = w->enter ? c->labels + 1 : c->labels - (c->labels > 0);
    }
}

static void walk(struct collector *c, struct doc_node *root) {
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        follow_marks(c, &w);
        if (w.node == root) {
            continue;
        }
        if (!doc_is_inline(w.node->kind)) {
            flush(c);
            c->run.block = w.node;
            if (w.enter && w.node->kind == DOC_BIBLIOGRAPHY) {
                doc_walk_skip(&w);
            }
        } else if (w.enter && !take_inline(c, w.node)) {
            doc_walk_skip(&w);
        }
    }
    flush(c);
}

void lint_each_run(const struct doc *doc, lint_run_fn *fn, void *user) {
    struct collector c = {.doc = doc, .fn = fn, .user = user};
    struct doc_node *scalars[] = {doc->meta.title, doc->meta.subtitle};
    buf_init(&c.run.text, 0);
    for (size_t i = 0; i < ARRAY_LEN(scalars); i++) {
        c.scalar = scalars[i];
        if (c.scalar && c.scalar->span.src == doc->source) {
            walk(&c, scalars[i]);
        }
    }
    c.scalar = NULL;
    if (doc->meta.abstract) {
        walk(&c, doc->meta.abstract);
    }
    walk(&c, doc->root);
    for (size_t i = 0; i < c.notes.n; i++) { /* the list grows while notes within notes are found */
        walk(&c, c.notes.p[i]);
    }
    buf_drop(&c.run.text);
    vec_drop(&c.run.pieces);
    vec_drop(&c.notes);
    vec_drop(&c.langs);
}

/* ---- places ---- */

#define CLOSE 2000 /* maximum number of bytes after a node that are searched for its caption */

struct span lint_place_of(const struct doc_node *n, struct str what) {
    struct span s = n->span;
    size_t at = str_find(span_text(s), what);
    if (at == STR_NONE && s.src) {
        size_t end = s.end + CLOSE;
        end = n->next && n->next->span.src == s.src && n->next->span.begin < end
                  ? n->next->span.begin
                  : end;
        at = str_find(str_slice(s.src->text, s.end, end < s.src->text.n ? end : s.src->text.n),
                      what);
        at = at == STR_NONE ? at : at + (s.end - s.begin);
    }
    return at == STR_NONE ? s : span_make(s.src, s.begin + at, s.begin + at + what.n);
}

static const struct lint_piece *piece_at(const struct lint_run *run, size_t at) {
    size_t i;
    SEARCH_FIRST(i, 0, run->pieces.n, run->pieces.p[i].at > at);
    return i == 0 ? NULL : &run->pieces.p[i - 1];
}

struct str lint_lang_at(const struct lint_run *run, size_t at) {
    const struct lint_piece *p = piece_at(run, at);
    return p ? p->lang : STR_EMPTY;
}

struct span lint_place(const struct lint_run *run, size_t from, size_t to) {
    const struct lint_piece *p = piece_at(run, from);
    if (!p) {
        return SPAN_NONE;
    }
    size_t begin = p->from.begin + (from - p->at);
    /* if the bytes are in several pieces, only those in the first piece count */
    size_t end = begin + (to - from);
    end = end < p->from.end ? end : p->from.end;
    return span_make(p->from.src, begin, end > begin ? end : begin);
}

struct span lint_exact(const struct lint_run *run, size_t from, size_t to) {
    const struct lint_piece *a = piece_at(run, from), *b = to > from ? piece_at(run, to - 1) : a;
    if (!a || !b || a->from.src != b->from.src || !a->from.src) {
        return SPAN_NONE;
    }
    struct span span =
        span_make(a->from.src, a->from.begin + (from - a->at), b->from.begin + (to - b->at));
    bool same = span.end >= span.begin && span.end - span.begin == to - from &&
                str_eq(span_text(span), str_slice(buf_view(&run->text), from, to));
    return same ? span : SPAN_NONE;
}

bool lint_in_table(const struct doc_node *n) {
    for (; n; n = n->parent) {
        if (n->kind == DOC_TABLE) {
            return true;
        }
    }
    return false;
}

struct span lint_reword(const struct lint_run *run, size_t from, size_t to, bool shifts) {
    const struct lint_piece *a = piece_at(run, from), *b = to > from ? piece_at(run, to - 1) : a;
    bool heading = run->block && run->block->kind == DOC_HEADING;
    if (heading || !a || !b || a->label || b->label || (shifts && lint_in_table(run->block))) {
        return SPAN_NONE;
    }
    return lint_exact(run, from, to);
}
