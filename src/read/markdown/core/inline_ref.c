/* SPDX-License-Identifier: MIT */
/*
 * Reads references by number: pandoc-crossref's @fig:name, alone or in a group. crossref.c finds
 * their targets, and tex_link.c reads LaTeX's \ref.
 *
 *   group := '[' part (';' part)* ']'        part := prefix? '-'? '@' label suffix?
 */
#include "read/markdown/core/inline_pass.h"

#include <string.h>

/** Appends a reference to `label`, whose other members the caller sets. The pointer is valid until
 * the next call. */
static struct md_crossref *ref_new(struct inl *x, struct str label, size_t begin, size_t end) {
    struct doc_node *link = md_inl_node(x, DOC_LINK, begin, end);
    struct md_crossref ref = {.label = label, .source = str_slice(x->s, begin, end)};
    vec_push(&x->m->labels.refs, ref);
    link->u.link.ref = x->m->labels.refs.n;
    return &vec_last(&x->m->labels.refs);
}

/* ---- bookdown */

void md_inl_number_ref(struct inl *x, struct str label, size_t end) {
    ref_new(x, label, x->at, end)->form = MD_REF_NUMBER;
    x->at = end;
}

void md_inl_label(struct inl *x, struct str label, size_t end) {
    struct doc_node *span = md_inl_node(x, DOC_SPAN, x->at, end);
    doc_set_id(x->m->doc, span, label);
    vec_push(&x->m->labels.marks, (struct md_mark){span, true}); /* see md_take_marks() */
    x->at = end;
}

/* ---- pandoc-crossref */

static bool has_capital(struct str key) {
    return key.n && is_upper(key.p[0]);
}

/** Returns a key as a label, which begins with a small letter. */
static struct str label_of(struct md *m, struct str key) {
    if (!has_capital(key)) {
        return key;
    }
    char *p = arena_copy(m->a, key.p, key.n);
    p[0] = to_lower(p[0]);
    return (struct str){p, key.n};
}

bool md_inl_is_crossref(struct md *m, struct str key) {
    static const char *const kinds[] = {"eq", "fig", "lst", "sec", "tbl"};
    struct str label = label_of(m, key);
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        struct str kind = str_of(kinds[i]);
        if (label.n > kind.n + 1 && str_starts(label, kind) &&
            (label.p[kind.n] == ':' || label.p[kind.n] == '-')) {
            return true;
        }
    }
    /* `thm-a` may be the key of an entry if no theorem or callout has this label */
    return m->labels.reserved.n && (doc_theorem_labelled(label) || doc_callout_labelled(label)) &&
           map_lookup(&m->labels.reserved, label);
}

void md_inl_crossref(struct inl *x, struct str key, size_t begin, size_t end) {
    struct md_crossref *ref = ref_new(x, label_of(x->m, key), begin, end);
    ref->form = x->s.p[begin] == '-' ? MD_REF_NUMBER : MD_REF_SHORT;
    ref->sign = true;
    ref->capital = has_capital(key);
}

size_t md_inl_ref_sign(struct inl *x, struct str key, size_t end) {
    static const char signs[] = "*+!{";
    char sign = x->at > 0 ? x->s.p[x->at - 1] : ' ';
    struct doc_node *last = x->top->last;
    const char *which = sign ? strchr(signs, sign) : NULL;
    char before = x->at > 1 ? x->s.p[x->at - 2] : ' ';
    bool starts = is_space(before) || before == '(' || before == '[' || before == ';';
    bool braces = sign == '{' && end < x->s.n && x->s.p[end] == '}';
    if (!which || !starts || (sign == '{' && !braces) || !last || last->kind != DOC_TEXT ||
        last->u.text.escaped || !last->u.text.text.n ||
        last->u.text.text.p[last->u.text.text.n - 1] != sign ||
        (sign == '*' && !md_inl_forget_star(x, last))) {
        return 0;
    }
    last->u.text.text.n--;
    md_inl_crossref(x, key, x->at - 1, end + braces);
    struct md_crossref *ref = &vec_last(&x->m->labels.refs);
    ref->form = sign == '*' ? MD_REF_NAME : sign == '+' ? MD_REF_SHORT : MD_REF_NUMBER;
    return end + braces;
}

/* Returns the reference of a node if it may become part of a group; otherwise NULL. */
static struct md_crossref *groupable(struct inl *x, const struct doc_node *n) {
    struct md_crossref *ref =
        n->kind == DOC_LINK && n->u.link.ref ? &x->m->labels.refs.p[n->u.link.ref - 1] : NULL;
    return ref && ref->sign && !ref->group ? ref : NULL;
}

static bool separates(const struct doc_node *n) {
    return n->kind == DOC_TEXT && !n->u.text.escaped && str_index(n->u.text.text, ';') != STR_NONE;
}

static bool is_blank(const struct doc_node *n) {
    return n->kind == DOC_SOFT_BREAK || (n->kind == DOC_TEXT && !str_trim(n->u.text.text).n);
}

/* Whether semicolons separate parts with one reference each. A text node that has two semicolons is
 * not accepted, because end_part() changes only one. */
static bool is_group(struct inl *x, const struct doc_node *first) {
    int refs = 0;
    for (const struct doc_node *n = first; n; n = n->next) {
        refs += groupable(x, n) ? 1 : 0;
        if (separates(n)) {
            size_t at = str_index(n->u.text.text, ';');
            if (refs != 1 || str_index(str_from(n->u.text.text, at + 1), ';') != STR_NONE) {
                return false;
            }
            refs = 0;
        }
    }
    return refs == 1;
}

/* Changes the semicolon between two references to a comma. Returns whether a prefix of the second
 * one follows. */
static bool end_part(struct inl *x, struct doc_node *n) {
    struct str text = n->u.text.text;
    size_t at = str_index(text, ';');
    struct str rest = str_from(text, at + 1);
    n->u.text.text = arena_join(x->m->a, 3, str_slice(text, 0, at), STR(","), rest);
    return str_trim(rest).n > 0;
}

bool md_inl_ref_group(struct inl *x) {
    struct bracket *b = x->brackets;
    if (b->cites || b->image || b->note || b->failed > MAX_FAILED ||
        x->m->labels.refs.n == b->crossrefs || !is_group(x, b->node->next)) {
        return false;
    }
    size_t group = b->crossrefs + 1; /* a number that no other group has */
    bool prefix = false;
    struct md_crossref *only = NULL;
    for (struct doc_node *n = b->node->next; n; n = n->next) {
        struct md_crossref *ref = groupable(x, n);
        if (ref) {
            ref->group = group;
            ref->form = prefix ? MD_REF_NUMBER : ref->form;
            only = n == b->node->next && !n->next ? ref : NULL;
        } else if (separates(n)) {
            prefix = end_part(x, n);
        } else {
            prefix = prefix || !is_blank(n);
        }
    }
    if (only) { /* an undefined reference is shown with its brackets */
        only->source = str_slice(x->s, b->begin - 1, x->at + 1);
    }
    doc_unlink(b->node);
    x->brackets = b->prev;
    x->at++;
    return true;
}

void md_inl_refs_to_text(struct inl *x) {
    for (size_t i = x->brackets->crossrefs; i < x->m->labels.refs.n; i++) {
        x->m->labels.refs.p[i].in_link = true;
    }
}
