/* SPDX-License-Identifier: MIT */
/* The syntax of bookdown: references `\@ref(fig:x)`, labels `(\#fig:x)` in captions and formulas,
 * text references `(ref:name) A text`, and headings for parts of a book, `# (PART) Title` and `#
 * (APPENDIX) Appendix`. crossref.c finds the numbers. */
#include "read/markdown/core/inline_pass.h"

DIAG_USE(DIAG_UNUSED_TEXT);

#define MAX_TEXT 1000000 /* maximum number of bytes that text references may add to a document */

/** Returns the length of a label at `at`, which has only the characters that bookdown allows. */
static size_t label_length(struct str s, size_t at) {
    size_t n = at;
    while (n < s.n && (is_alnum(s.p[n]) || s.p[n] == '-' || s.p[n] == ':' || s.p[n] == '/' ||
                       s.p[n] == '_' || s.p[n] == '.' || (s.p[n] & 0x80))) {
        n++;
    }
    return n - at;
}

/** Reads `\@ref(label)`. The number of a formula has parentheses (bookdown, "Number and reference
 * equations"). */
static bool read_reference(struct inl *x) {
    struct str rest = str_from(x->s, x->at);
    if (!str_starts(rest, STR("\\@ref("))) {
        return false;
    }
    size_t n = label_length(rest, 6);
    if (n == 0 || 6 + n >= rest.n || rest.p[6 + n] != ')') {
        return false;
    }
    size_t before = x->m->labels.refs.n;
    md_inl_number_ref(x, str_slice(rest, 6, 6 + n), x->at + n + 7);
    if (x->m->labels.refs.n > before && str_starts(str_from(rest, 6), STR("eq:"))) {
        vec_last(&x->m->labels.refs).form = MD_REF_PARENTHESES;
    }
    return true;
}

/** Reads `(\#fig:label)`. The first parenthesis is already in a text node. */
static bool read_label(struct inl *x) {
    struct str rest = str_from(x->s, x->at);
    struct doc_node *last = x->top->last;
    bool open = last && last->kind == DOC_TEXT && !last->u.text.escaped &&
                str_ends(last->u.text.text, STR("("));
    size_t n = open && str_starts(rest, STR("\\#")) ? label_length(rest, 2) : 0;
    struct str label = str_slice(rest, 2, 2 + n);
    if (n == 0 || str_index(label, ':') == STR_NONE || 2 + n >= rest.n || rest.p[2 + n] != ')') {
        return false;
    }
    last->u.text.text.n--;
    last->span.end -= last->span.end > last->span.begin;
    md_inl_label(x, label, x->at + n + 3);
    return true;
}

bool md_inl_bookdown(struct inl *x) {
    if (x->m->as_written || !md_on(x->m, MD_BOOKDOWN_REFERENCES)) {
        return false;
    }
    return read_reference(x) || read_label(x);
}

struct str md_bookdown_math(struct md *m, struct str tex) {
    size_t at = md_on(m, MD_BOOKDOWN_REFERENCES) && !m->as_written ? str_find(tex, STR("(\\#eq:"))
                                                                   : STR_NONE;
    if (at == STR_NONE) {
        return tex;
    }
    struct buf b = BUF_INIT;
    size_t done = 0;
    while (at != STR_NONE) {
        size_t n = label_length(tex, at + 3);
        bool label = at + 3 + n < tex.n && tex.p[at + 3 + n] == ')';
        size_t end = label ? at + 4 + n : at + 3;
        buf_str(&b, str_slice(tex, done, label ? at : end));
        if (label) {
            buf_puts(&b, "\\label{");
            buf_str(&b, str_slice(tex, at + 3, at + 3 + n));
            buf_puts(&b, "}");
        }
        done = end;
        size_t next = str_find(str_from(tex, done), STR("(\\#eq:"));
        at = next == STR_NONE ? STR_NONE : done + next;
    }
    buf_str(&b, str_from(tex, done));
    return buf_finish(&b, m->a);
}

/* ---- text references ---- */

/** A text reference, `(ref:name) A text`. */
struct md_text_ref {
    struct md_text text;
    struct span at; /* place of the whole definition */
    bool used;
};

/** Returns the number of bytes of `(ref:name)` at `at`, or 0. */
static size_t text_name(struct str s, size_t at, struct str *name) {
    if (!str_starts(str_from(s, at), STR("(ref:"))) {
        return 0;
    }
    size_t n = label_length(s, at + 5);
    *name = str_slice(s, at + 5, at + 5 + n);
    return n > 0 && at + 5 + n < s.n && s.p[at + 5 + n] == ')' ? n + 6 : 0;
}

bool md_bookdown_text(struct md *m, const struct md_text *t) {
    struct str name;
    size_t n = m->as_written || !md_on(m, MD_BOOKDOWN_REFERENCES) ? 0 : text_name(t->s, 0, &name);
    if (n == 0 || n >= t->s.n || t->s.p[n] != ' ' || map_lookup(&m->values.texts, name)) {
        return false;
    }
    struct md_text_ref *ref = ARENA_NEW(m->a, struct md_text_ref);
    size_t begin = str_past(t->s, n, is_space);
    ref->text = md_text_part(m, t, begin, t->s.n);
    ref->at = md_span(t, 0, t->s.n);
    map_put(&m->values.texts, name, ref);
    return true;
}

/** Appends the text of a text reference. Returns false if it is not defined. */
static bool put_text(struct md *m, struct buf *out, struct str name) {
    struct md_text_ref *ref = map_lookup(&m->values.texts, name);
    if (!ref || m->values.text_bytes + ref->text.s.n > MAX_TEXT) {
        return false;
    }
    ref->used = true;
    m->values.text_bytes += ref->text.s.n;
    buf_str(out, ref->text.s);
    return true;
}

struct md_text md_bookdown_fill(struct md *m, struct md_text t) {
    size_t at = m->values.texts.n > 0 ? str_find(t.s, STR("(ref:")) : STR_NONE;
    if (at == STR_NONE) {
        return t;
    }
    struct buf b = BUF_INIT;
    struct str name = STR_EMPTY;
    size_t done = 0;
    bool any = false;
    if (text_name(t.s, 0, &name) == t.s.n && map_lookup(&m->values.texts, name)) {
        struct md_text_ref *ref = map_lookup(&m->values.texts, name);
        ref->used = true;
        return ref->text;
    }
    while (at != STR_NONE) {
        size_t n = text_name(t.s, at, &name);
        buf_str(&b, str_slice(t.s, done, at));
        bool put = n > 0 && put_text(m, &b, name);
        any = any || put;
        done = put ? at + n : at + 5;
        if (!put) {
            buf_str(&b, str_slice(t.s, at, done));
        }
        size_t next = str_find(str_from(t.s, done), STR("(ref:"));
        at = next == STR_NONE ? STR_NONE : done + next;
    }
    buf_str(&b, str_from(t.s, done));
    struct md_text out = any ? md_text_fixed(buf_keep(&b, m->a), t.fixed) : t;
    buf_drop(&b);
    return out;
}

/* ---- parts of a book ---- */

/** Whether a heading begins with a mark of bookdown, such as "(PART)". */
static bool begins_with(const struct doc_node *heading, struct str mark) {
    const struct doc_node *text = heading->first;
    return text && text->kind == DOC_TEXT && !text->u.text.escaped &&
           str_starts(text->u.text.text, mark);
}

/** Removes the first `n` bytes of a heading, and the space after them. */
static void cut_front(struct doc_node *heading, size_t n) {
    struct doc_node *text = heading->first;
    struct str rest = str_from(text->u.text.text, str_past(text->u.text.text, n, is_space));
    if (rest.n) {
        text->u.text.text = rest;
    } else {
        doc_unlink(text);
    }
}

void md_bookdown_parts(struct md *m) {
    if (!md_on(m, MD_BOOKDOWN_REFERENCES)) {
        return;
    }
    md_node_list appendices = VEC_INIT;
    struct doc_walk w = doc_walk_start(m->doc->root);
    bool waits = false, notes = doc_has_kind(m->doc, DOC_NOTE);
    while (doc_walk_next(&w)) {
        struct doc_node *n = w.node;
        if (!notes && (n->kind == DOC_PARA || n->kind == DOC_PLAIN)) {
            doc_walk_skip(&w); /* the inlines of a paragraph contain headings only in notes */
        }
        if (!w.enter || n->kind != DOC_HEADING || n->u.heading.level != 1) {
            continue;
        }
        if (begins_with(n, STR("(APPENDIX)"))) {
            vec_push(&appendices, n);
            waits = true;
        } else if (begins_with(n, STR("(PART)"))) {
            cut_front(n, sizeof "(PART)" - 1);
            doc_add_class(m->doc, n, STR("part"));
        } else if (waits) {
            doc_add_class(m->doc, n, STR("appendix"));
        }
    }
    for (size_t i = 0; i < appendices.n; i++) {
        doc_unlink(appendices.p[i]);
    }
    vec_drop(&appendices);
}

void md_bookdown_end(struct md *m) {
    for (size_t i = 0; i < m->values.texts.n; i++) {
        const struct md_text_ref *ref = m->values.texts.entries[i].value;
        struct str name = m->values.texts.entries[i].key;
        if (!ref->used) {
            diag_add(m->diags, DIAG_UNUSED_TEXT, ref->at,
                     "the text `(ref:%.*s)` is not used: it is not shown", STR_ARG(name));
        }
    }
}
