/* SPDX-License-Identifier: MIT */
/*
 * The text around citations that are marks: notes of note styles, and raised numbers. This file
 * decides which spaces are removed, which punctuation is moved before a mark, and where a second
 * full stop is dropped. The rules are those of pandoc, whose manual describes
 * `notes-after-punctuation`.
 */
#include "cite/resolve/resolver.h"

#include "core/unicode/unicode.h"

static struct doc_node *enclosing_note(struct doc_node *n) {
    for (; n; n = n->parent) {
        if (n->kind == DOC_NOTE) {
            return n;
        }
    }
    return NULL;
}

int resolve_note_number(const struct resolve_cite *c) {
    const struct doc_node *note = enclosing_note(c->node);
    return note ? note->u.note.number : 0;
}

void resolve_move_to_note(struct resolver *r, struct resolve_cite *c) {
    if (enclosing_note(c->node)) {
        c->in_note = true;
        if (c->has_author && !item_names(c->first, VAR_AUTHOR).n &&
            !item_names(c->first, VAR_EDITOR).n) {
            /* a work without authors is named by its title, which the note shows anyway */
            c->has_author = false;
            c->cites[0].suppress_author = false;
        }
        return;
    }
    struct doc_node *note = doc_node_new(r->doc, DOC_NOTE, c->node->span);
    struct doc_node *para = doc_node_new(r->doc, DOC_PARA, c->node->span);
    doc_replace(c->node, note);
    doc_append(para, c->node);
    doc_append(note, para);
    c->note = note;
    if (c->has_author || (!c->has_items && c->node->u.cite.in_text)) {
        struct doc_node *name = doc_node_new(r->doc, DOC_SPAN, c->node->span);
        doc_insert_before(note, name);
        c->name_node = name;
    }
}

/* ---- first and last words of what a citation shows ---- */

static struct doc_node *first_text(struct doc_node *n) {
    while (n && n->kind != DOC_TEXT) {
        n = n->first;
    }
    return n;
}

static struct doc_node *last_text(struct doc_node *n) {
    while (n && n->kind != DOC_TEXT) {
        n = n->last;
    }
    return n;
}

/** Capitalizes the start of a note, because a note is a sentence of its own. */
static void capitalize(struct resolver *r, struct resolve_cite *c) {
    struct doc_node *t = first_text(c->node);
    if (t) {
        t->u.text.text = unicode_capitalize(r->arena, t->u.text.text, r->doc->meta.lang);
    }
}

/** Whether a node is raised text, perhaps in a link, as citations are in styles with superscript
 * numbers. */
static bool is_raised(const struct doc_node *n) {
    while (n && n->kind == DOC_LINK && n->first == n->last) {
        n = n->first;
    }
    return n && n->kind == DOC_SUP;
}

/* ---- the neighbours ---- */

/** The node before `n`, or NULL. Empty texts are skipped. */
static struct doc_node *node_before(const struct doc_node *n) {
    struct doc_node *k = n->prev;
    while (k && k->kind == DOC_TEXT && k->u.text.text.n == 0) {
        k = k->prev;
    }
    return k;
}

/** Whether `n` ends (or begins, if `at_end` is false) with a raised mark: a note, a citation
 * number, or a power. */
static bool shows_mark(const struct doc_node *n, bool at_end) {
    while (n && doc_is_inline(n->kind) && n->kind != DOC_NOTE && n->kind != DOC_SUP &&
           n->kind != DOC_IMAGE) {
        n = at_end ? n->last : n->first;
    }
    return n && (n->kind == DOC_NOTE || n->kind == DOC_SUP);
}

/** The first of several marks next to each other, of which `mark` is the last. */
static struct doc_node *first_of_marks(struct doc_node *mark) {
    for (;;) {
        struct doc_node *before = node_before(mark);
        if (!shows_mark(before, true) || (before->kind != DOC_NOTE && before->kind != DOC_CITE)) {
            return mark;
        }
        mark = before;
    }
}

/** Whether a raised mark precedes `n`, maybe outside of the inlines that `n` begins. */
static bool follows_mark(const struct doc_node *n) {
    const struct doc_node *before = node_before(n);
    for (; !before && n->parent && doc_is_inline(n->parent->kind); before = node_before(n)) {
        n = n->parent;
    }
    return shows_mark(before, true);
}

void resolve_part_marks(struct resolver *r, struct doc_node *root) {
    bool any = doc_has_kind(r->doc, DOC_NOTE) || doc_has_kind(r->doc, DOC_SUP);
    struct doc_walk w = doc_walk_start(root);
    while (any && doc_walk_next(&w)) {
        struct doc_node *n = w.node;
        if (w.enter && (n->kind == DOC_NOTE || n->kind == DOC_CITE) && shows_mark(n, false) &&
            follows_mark(n)) {
            doc_insert_before(n, doc_text_new(r->doc, STR("\xC2\xA0"), SPAN_NONE));
        }
    }
}

static void cut_space(struct doc_node *mark) {
    struct doc_node *prev = mark->prev;
    if (prev && prev->kind == DOC_SOFT_BREAK) {
        doc_unlink(prev);
        prev = mark->prev;
    }
    if (!prev || prev->kind != DOC_TEXT) {
        return;
    }
    struct str t = prev->u.text.text;
    while (t.n && (is_space(t.p[t.n - 1]) || str_ends(t, STR("\xC2\xA0")))) {
        t.n -= is_space(t.p[t.n - 1]) ? 1 : 2;
    }
    prev->u.text.text = t;
}

/** Removes and returns the punctuation after `mark`. It may be empty. */
static struct str take_punctuation(struct resolver *r, struct doc_node *mark) {
    struct str all = STR_EMPTY;
    for (struct doc_node *n = mark->next; n && n->kind == DOC_TEXT; n = n->next) {
        struct str *t = &n->u.text.text;
        size_t k = 0;
        while (k < t->n && str_index(STR(".,;:!?)]"), t->p[k]) != STR_NONE) {
            k++;
        }
        all = all.n ? arena_join(r->arena, 2, all, str_slice(*t, 0, k)) : str_slice(*t, 0, k);
        *t = str_from(*t, k);
        if (t->n) {
            break;
        }
    }
    return all;
}

/** The length of a closing quotation mark at the end of `t`, or 0. */
static size_t closing_quote(struct str t) {
    bool quote = str_ends(t, STR("\xE2\x80\x9D")) || str_ends(t, STR("\xE2\x80\x99"));
    return quote ? 3 : 0;
}

/**
 * Puts the punctuation before the mark. In some languages a full stop or comma goes inside a
 * closing quotation mark (CSL locales: punctuation-in-quote).
 */
static void put_punctuation(struct resolver *r, struct doc_node *mark, struct str what) {
    if (what.n == 0) {
        return;
    }
    mark = first_of_marks(mark);
    struct doc_node *prev = mark->prev, *before = last_text(prev);
    if (before && what.p[0] == '.' && str_ends(before->u.text.text, STR("."))) {
        /* the full stop of "et al." also ends the sentence, so a second one is dropped */
        what = str_from(what, 1);
    }
    if (prev && prev->kind == DOC_TEXT && (what.p[0] == '.' || what.p[0] == ',') &&
        resolve_punctuation_in_quote(r)) {
        struct str t = prev->u.text.text;
        size_t quote = closing_quote(t);
        if (quote) {
            prev->u.text.text =
                arena_join(r->arena, 4, str_slice(t, 0, t.n - quote), str_slice(what, 0, 1),
                           str_from(t, t.n - quote), str_from(what, 1));
            return;
        }
    }
    doc_insert_before(mark, doc_text_new(r->doc, what, SPAN_NONE));
}

/** If a citation ends with a full stop, removes the full stop that follows it in the sentence. */
static void drop_second_stop(struct doc_node *cite) {
    struct doc_node *last = last_text(cite), *next = cite->next;
    if (!last || !next || next->kind != DOC_TEXT || !str_ends(last->u.text.text, STR("."))) {
        return;
    }
    struct str t = next->u.text.text;
    if (str_starts(t, STR(".")) && !str_starts(t, STR(".."))) {
        next->u.text.text = str_from(t, 1);
    }
}

/** Whether the sentence ends after the citation: the text ends, or a capital letter follows. */
static bool ends_sentence(const struct doc_node *cite) {
    for (const struct doc_node *n = cite->next; n; n = n->next) {
        if (n->kind == DOC_SOFT_BREAK || (n->kind == DOC_TEXT && !str_trim(n->u.text.text).n)) {
            continue;
        }
        return n->kind == DOC_TEXT && is_upper(str_trim(n->u.text.text).p[0]);
    }
    return true;
}

static void cut_last_stop(struct resolver *r, struct doc_node *cite) {
    struct doc_node *last = last_text(cite);
    struct str t = last ? last->u.text.text : STR_EMPTY;
    size_t quote = closing_quote(t);
    if (str_ends(str_slice(t, 0, t.n - quote), STR("."))) {
        last->u.text.text =
            arena_join(r->arena, 2, str_slice(t, 0, t.n - quote - 1), str_from(t, t.n - quote));
    }
}

static bool begins_note(const struct doc_node *cite) {
    const struct doc_node *para = cite->parent;
    return !cite->prev && para->parent && para->parent->kind == DOC_NOTE && !para->prev;
}

bool resolve_begins_note(const struct resolve_cite *c) {
    return !c->has_author && begins_note(c->node);
}

/**
 * In a note style, adjusts a citation in the author's own footnote. The citation gets parentheses,
 * unless it begins the note or its author is part of the sentence. It keeps its full stop only
 * where the sentence ends (as in pandoc).
 */
static void settle_in_note(struct resolver *r, struct resolve_cite *c) {
    struct doc_node *cite = c->node;
    const struct doc_node *shown = last_text(cite);
    if (!shown || shown->u.text.text.n == 0) {
        return;
    }
    if (cite->u.cite.in_text || begins_note(cite)) {
        if (!ends_sentence(cite)) {
            cut_last_stop(r, cite);
        }
    } else {
        cut_last_stop(r, cite);
        doc_insert_before(cite->first, doc_text_new(r->doc, STR("("), SPAN_NONE));
        resolve_text(r, cite, STR(")"));
    }
    drop_second_stop(cite);
}

void resolve_settle_mark(struct resolver *r, struct resolve_cite *c) {
    struct doc_node *mark = c->note;
    if (c->note) {
        capitalize(r, c);
    } else if (c->in_note) {
        settle_in_note(r, c);
        return;
    } else if (c->node->first == c->node->last && is_raised(c->node->first)) {
        mark = c->node;
    } else {
        if (c->has_author && is_raised(c->node->last)) {
            cut_space(c->node->last); /* the space between "Doe" and a raised number is removed */
        }
        drop_second_stop(c->node);
        return;
    }
    cut_space(mark);
    if (r->notes_after_punctuation) {
        put_punctuation(r, mark, take_punctuation(r, mark));
    }
}
