/* SPDX-License-Identifier: MIT */
/*
 * Finds changes between the words of two blocks. The newer tree keeps its form. Inserted words are
 * put into a span. Deleted words are added with the emphasis that they had.
 */
#include "check/compare/compare_internal.h"

/** A part of the newer text without a matching part in the older text, or the reverse. The tokens
 * `new_from` to `new_to` replace `old_from` to `old_to`. */
struct change {
    size_t new_from, new_to, old_from, old_to;
};

struct inlines {
    struct doc *d;
    struct doc_node *parent; /* the parent of the newer inlines */
    compare_tokens new, old;
};

struct doc_node *compare_mark_new(struct doc *d, bool deleted) {
    struct doc_node *mark = doc_node_new(d, deleted ? DOC_STRIKE : DOC_SPAN, SPAN_NONE);
    if (!deleted) {
        doc_set_class(d, mark, "ins");
    }
    return mark;
}

static struct doc_node *mark_around(struct doc *d, struct doc_node *n) {
    struct doc_node *mark = compare_mark_new(d, false);
    doc_replace(n, mark);
    doc_append(mark, n);
    return mark;
}

/** Splits a DOC_TEXT at `at` and returns the second part. If the node begins at `at`, returns the
 * node itself. */
static struct doc_node *cut_text(struct doc *d, struct doc_node *n, size_t at) {
    struct str all = n->u.text.text;
    if (at == 0) {
        return n;
    }
    struct doc_node *rest = doc_text_new(d, str_from(all, at), n->span);
    n->u.text.text = str_slice(all, 0, at);
    doc_insert_after(n, rest);
    return rest;
}

/* ---- insertions ---- */

/** Whether white space followed the token before a change. */
static bool had_gap(const struct inlines *l, const struct change *c) {
    return c->old_from > 0 && l->old.p[c->old_from - 1].gap;
}

/** Whether white space now follows the token before a change. */
static bool has_gap(const struct inlines *l, const struct change *c) {
    return c->new_from > 0 && l->new.p[c->new_from - 1].gap;
}

/** Marks the tokens from `from` to `to` (exclusive), which are in one text node. If `blanks` is
 * set, also marks the blanks after them. Returns the mark. */
static struct doc_node *mark_text(struct inlines *l, size_t from, size_t to, bool blanks) {
    struct doc_node *n = l->new.p[from].node;
    size_t begin = l->new.p[from].begin, end = l->new.p[to - 1].end;
    while (blanks && end < n->u.text.text.n && n->u.text.text.p[end] == ' ') {
        end++;
    }
    if (end < n->u.text.text.n) {
        (void)cut_text(l->d, n, end);
    }
    return mark_around(l->d, cut_text(l->d, n, begin));
}

/** Moves the white space before a mark into the mark: "a-b" became "a x-b". */
static void take_gap(struct doc *d, struct doc_node *mark) {
    for (struct doc_node *n = mark->prev; n; n = mark->prev) {
        struct str text = n->kind == DOC_TEXT ? n->u.text.text : STR_EMPTY;
        size_t end = text.n;
        while (end > 0 && text.p[end - 1] == ' ') {
            end--;
        }
        if (n->kind != DOC_SOFT_BREAK && end == text.n) {
            break;
        }
        n = n->kind == DOC_TEXT ? cut_text(d, n, end) : n;
        doc_unlink(n);
        doc_insert_before(mark->first, n);
    }
}

/** Marks the tokens of a change. The last tokens are marked first, so that the places of the others
 * do not change. Returns the first mark. */
static struct doc_node *mark_inserted(struct inlines *l, const struct change *c) {
    struct doc_node *mark = NULL;
    /* "a b" became "a, x, b": the blank that was there is the one after the insertion */
    bool keeps = c->old_from == c->old_to && had_gap(l, c) && !has_gap(l, c);
    for (size_t to = c->new_to; to > c->new_from;) {
        size_t from = to - 1;
        const struct compare_token *t = &l->new.p[from];
        while (!t->whole && from > c->new_from && l->new.p[from - 1].node == t->node) {
            from--;
        }
        struct doc_node *behind = mark;
        if (t->whole) {
            mark = mark_around(l->d, t->node);
            compare_mark_all(l->d, t->node, false);
        } else {
            mark = mark_text(l, from, to, to < c->new_to || !keeps);
        }
        if (behind && mark->next == behind) { /* neighbouring marks are joined */
            doc_adopt(mark, behind);
            doc_unlink(behind);
        }
        to = from;
    }
    if (mark && c->new_from > 0 && has_gap(l, c) && !had_gap(l, c)) {
        take_gap(l->d, mark);
    }
    return mark;
}

/* ---- deletions ---- */

static bool is_kept_form(enum doc_kind kind) {
    return kind == DOC_EMPH || kind == DOC_STRONG || kind == DOC_SUP || kind == DOC_SUB ||
           kind == DOC_SMALL_CAPS || kind == DOC_UNDERLINE || kind == DOC_UPRIGHT;
}

/** Appends a copy of a token's inline to `mark`, with the emphasis around it. */
static void add_deleted(struct inlines *l, struct doc_node *mark, const struct compare_token *t,
                        struct str text) {
    struct doc_node *n;
    if (t->whole) {
        n = doc_copy(l->d, t->node);
        compare_detach(l->d, n);
        compare_mark_all(l->d, n, true);
    } else {
        n = doc_text_new(l->d, text, SPAN_NONE);
    }
    for (const struct doc_node *up = t->node->parent; up && doc_is_inline(up->kind);
         up = up->parent) {
        if (is_kept_form(up->kind)) {
            struct doc_node *form = doc_node_new(l->d, up->kind, SPAN_NONE);
            doc_append(form, n);
            n = form;
        }
    }
    doc_append(mark, n);
}

static void add_space(struct inlines *l, struct doc_node *mark) {
    doc_add_text(l->d, mark, STR(" "), SPAN_NONE);
}

/** Whether the token before a deletion had no white space after it, but has some now: "a[^1] b"
 * became "a b". */
static bool adjoins(const struct inlines *l, const struct change *c) {
    return c->new_from == c->new_to && c->old_from > 0 && has_gap(l, c) && !had_gap(l, c);
}

/** Whether a change deletes something: tokens, or white space alone, as when "a b" becomes "a-x-b".
 */
static bool deletes(const struct inlines *l, const struct change *c) {
    return c->old_from < c->old_to || (c->new_from < c->new_to && had_gap(l, c) && !has_gap(l, c) &&
                                       !l->new.p[c->new_to - 1].gap);
}

/** Returns the deleted tokens of a change as one text that is struck through. */
static struct doc_node *deletion(struct inlines *l, const struct change *c) {
    struct doc_node *mark = compare_mark_new(l->d, true);
    const struct compare_token *old = l->old.p;
    if (had_gap(l, c) && !has_gap(l, c)) {
        add_space(l, mark);
    }
    for (size_t i = c->old_from; i < c->old_to; i++) {
        size_t last = i;
        while (!old[i].whole && last + 1 < c->old_to && old[last + 1].node == old[i].node) {
            last++;
        }
        struct str text = old[i].whole
                              ? STR_EMPTY
                              : str_slice(old[i].node->u.text.text, old[i].begin, old[last].end);
        add_deleted(l, mark, &old[i], text);
        i = last;
        bool more = i + 1 < c->old_to;
        if (old[i].gap &&
            (more || (!adjoins(l, c) && (c->new_to < l->new.n || c->new_to > c->new_from)))) {
            add_space(l, mark);
        }
    }
    return mark;
}

/** Puts a deletion before the tokens that replace it, or before the token that follows it. */
static void put_deletion(struct inlines *l, struct doc_node *mark, const struct change *c,
                         struct doc_node *inserted) {
    if (inserted) {
        doc_insert_before(inserted, mark);
    } else if (adjoins(l, c)) {
        const struct compare_token *t = &l->new.p[c->new_from - 1];
        if (!t->whole && t->end < t->node->u.text.text.n) {
            (void)cut_text(l->d, t->node, t->end);
        }
        doc_insert_after(t->node, mark);
    } else if (c->new_to < l->new.n) {
        const struct compare_token *t = &l->new.p[c->new_to];
        struct doc_node *at = t->whole ? t->node : cut_text(l->d, t->node, t->begin);
        doc_insert_before(at, mark);
    } else {
        doc_append(l->parent, mark);
    }
}

/* ---- insertions and deletions ---- */

static void compare_notes(struct inlines *l, const size_t *pairs, int depth) {
    for (size_t i = 0; i < l->new.n; i++) {
        if (pairs[i] != COMPARE_NONE && l->new.p[i].node->kind == DOC_NOTE) {
            compare_children(l->d, l->new.p[i].node, l->old.p[pairs[i]].node, depth + 1);
        }
    }
}

static size_t *pair_tokens(struct arena *a, const struct inlines *l) {
    uint64_t *x = ARENA_ARRAY(a, uint64_t, l->new.n + 1),
             *y = ARENA_ARRAY(a, uint64_t, l->old.n + 1);
    for (size_t i = 0; i < l->new.n; i++) {
        x[i] = l->new.p[i].hash;
    }
    for (size_t i = 0; i < l->old.n; i++) {
        y[i] = l->old.p[i].hash;
    }
    return compare_align(a, x, l->new.n, y, l->old.n);
}

void compare_inlines(struct doc *d, struct doc_node *new, const struct doc_node *old, int depth) {
    struct inlines l = {d, new, VEC_INIT, VEC_INIT};
    struct arena *a = arena_new();
    compare_tokens_of(new, &l.new);
    compare_tokens_of(old, &l.old);
    size_t *pairs = pair_tokens(a, &l);
    compare_notes(&l, pairs, depth);
    /* Changes are marked from the last to the first: a mark cuts a text, and the places before the
     * cut stay valid. */
    size_t new_to = l.new.n, old_to = l.old.n;
    for (;;) {
        size_t from = new_to;
        while (from > 0 && pairs[from - 1] == COMPARE_NONE) {
            from--;
        }
        struct change c = {from, new_to, from ? pairs[from - 1] + 1 : 0, old_to};
        struct doc_node *gone = deletes(&l, &c) ? deletion(&l, &c) : NULL;
        struct doc_node *inserted = mark_inserted(&l, &c);
        if (gone) {
            put_deletion(&l, gone, &c, inserted);
        }
        if (from == 0) {
            break;
        }
        new_to = from - 1;
        old_to = pairs[from - 1];
    }
    arena_drop(a);
    vec_drop(&l.new);
    vec_drop(&l.old);
}
