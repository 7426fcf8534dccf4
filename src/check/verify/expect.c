/* SPDX-License-Identifier: MIT */
/*
 * The words of a resolved document in reading order. Notes are kept separately. Nodes that outputs
 * show in different ways (formulas, images, raw text of a format) become wildcards.
 */
#include "check/verify/verify_internal.h"

#include "core/data/css.h"

struct reader {
    struct arena *arena;
    struct verify_text *text;
    size_t notes;       /* number of open notes */
    bool begins, block; /* a word or a block begins with the next piece */
};

static void add(struct reader *r, struct verify_piece p) {
    p.begins = r->begins || r->block;
    p.block = r->block;
    r->begins = r->block = false;
    verify_text_put(r->text, r->notes > 0, p);
}

static void add_words(struct reader *r, struct str text, struct span span) {
    add(r, (struct verify_piece){.kind = VERIFY_WORDS, .text = text, .span = span});
}

static void add_wild(struct reader *r) {
    add(r, (struct verify_piece){.kind = VERIFY_WILD});
}

static bool is_label(const struct doc_node *n) {
    return doc_has_class(n, "caption-number");
}

static bool is_for_margin(const struct doc_node *n) {
    return doc_has_class(n, "aside") || doc_has_class(n, "column-margin") ||
           doc_has_class(n, "marginnote") || doc_has_class(n, "sidenote");
}

/** Whether a link has visible content. */
static bool shows_something(const struct doc_node *link) {
    for (const struct doc_node *n = link->first; n; n = n->next) {
        if (n->kind == DOC_IMAGE || (n->kind == DOC_TEXT && str_trim(n->u.text.text).n)) {
            return true;
        }
    }
    return false;
}

/** Whether a node is a note. A note for the margin has no mark in the line. Outputs put it into the
 * margin, at the foot of the page or into the text. */
static bool is_note(const struct doc_node *n) {
    return n->kind == DOC_NOTE || (n->kind == DOC_SPAN && is_for_margin(n));
}

/** Whether a node is a wildcard. E-mail addresses may be written so that programs do not find them.
 * The numbers of an index depend on the pages. Blocks for the margin are notes in some outputs and
 * text in others. */
static bool is_wild(const struct doc_node *n) {
    return n->kind == DOC_MATH || n->kind == DOC_IMAGE || n->kind == DOC_RAW_BLOCK ||
           n->kind == DOC_RAW_INLINE || (n->kind == DOC_SPAN && is_label(n)) ||
           (n->kind == DOC_LINK && str_starts(n->u.link.url, STR("mailto:"))) ||
           (n->kind == DOC_DIV && (doc_has_class(n, "index") || is_for_margin(n)));
}

/** Enters a node. Returns whether its children are visited. */
static bool enter(struct reader *r, const struct doc_node *n) {
    r->block = r->block || !doc_is_inline(n->kind);
    if (is_wild(n)) {
        add_wild(r);
        return false;
    }
    if (n->kind == DOC_TEXT) {
        add_words(r, n->u.text.text, n->span);
        return false;
    }
    if (n->kind == DOC_CODE || n->kind == DOC_CODE_BLOCK) {
        add_words(r, n->u.code.text, n->span);
        return false;
    }
    if (n->kind == DOC_SOFT_BREAK || n->kind == DOC_LINE_BREAK) {
        r->begins = true;
        return false;
    }
    if (n->kind == DOC_LINK && shows_something(n)) {
        verify_add_address(r->text, r->arena, n->u.link.url, n->span);
    }
    if (is_note(n)) {
        r->notes++;
        r->block = true;
    }
    return true;
}

static void read_tree(struct reader *r, struct doc_node *root) {
    struct doc_walk w = doc_walk_start(root);
    while (root && doc_walk_next(&w)) {
        const struct doc_node *n = w.node;
        if (w.enter) {
            if (!enter(r, n)) {
                doc_walk_skip(&w);
            }
            continue;
        }
        r->block = r->block || !doc_is_inline(n->kind);
        if (is_note(n) && r->notes) {
            r->notes--;
            r->begins = true;
        }
    }
}

/** Whether one of the style sheets sets a property to a value that begins with `value`. */
static bool has_property(struct css_sheet *const *sheets, size_t nsheets, const char *name,
                         const char *value) {
    for (size_t i = 0; i < nsheets; i++) {
        struct str css = sheets[i]->src->text;
        for (size_t from = 0, found;
             (found = str_find(str_from(css, from), str_of(name))) != STR_NONE;) {
            from += found + strlen(name);
            struct str rest = str_trim(str_slice(css, from, from + 40));
            rest = rest.n && rest.p[0] == ':' ? str_trim(str_from(rest, 1)) : STR_EMPTY;
            if (rest.n && str_starts(rest, str_of(value))) {
                return true;
            }
        }
    }
    return false;
}

struct verify_text *verify_expect(struct arena *a, const struct doc *doc,
                                  struct css_sheet *const *sheets, size_t nsheets) {
    struct reader r = {.arena = a, .text = verify_text_new(a)};
    r.text->lang = doc->meta.lang;
    r.text->adds = has_property(sheets, nsheets, "content", "");
    r.text->hides = has_property(sheets, nsheets, "display", "none") ||
                    has_property(sheets, nsheets, "visibility", "hidden");
    /* wildcards for the title block and its notes, whose form depends on style sheets and classes
     */
    add_wild(&r);
    r.notes = 1;
    add_wild(&r);
    r.notes = 0;
    read_tree(&r, doc->meta.abstract);
    add_wild(&r); /* a wildcard for keywords and lists of contents */
    read_tree(&r, doc->root);
    return verify_text_keep(a, r.text);
}
