/* SPDX-License-Identifier: MIT */
/*
 * What a resolved document says: its words in the order of reading, notes apart. What an output
 * shows in a way of its own (formulas, pictures, raw text of a format) is a place where anything
 * may stand.
 */
#include "verify/inside.h"

struct reader {
    struct arena *arena;
    struct verify_text *text;
    size_t notes;       /* how many notes the walk is in */
    bool begins, block; /* a word began; a block did */
};

static void add(struct reader *r, struct verify_piece p) {
    p.begins = r->begins || r->block;
    p.block = r->block;
    r->begins = r->block = false;
    if (r->notes) {
        vec_push(&r->text->notes, p);
    } else {
        vec_push(&r->text->main, p);
    }
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

/* A note without a mark, in the line: outputs that have margins set it there, and others at the
 * foot of the page or in the text. */
static bool is_margin_note(const struct doc_node *n) {
    return n->kind == DOC_SPAN && is_for_margin(n);
}

/* Whether a link has words of its own: one around a picture alone is where the picture is. */
static bool shows_text(const struct doc_node *link) {
    for (const struct doc_node *n = link->first; n; n = n->next) {
        if (n->kind == DOC_TEXT && str_trim(n->u.text.text).n) {
            return true;
        }
    }
    return false;
}

/* Whether the walk goes into the node. */
static bool enter(struct reader *r, const struct doc_node *n) {
    r->block = r->block || !doc_is_inline(n->kind);
    switch (n->kind) {
    case DOC_TEXT:
        add_words(r, n->u.text.text, n->span);
        return false;
    case DOC_CODE:
    case DOC_CODE_BLOCK:
        add_words(r, n->u.code.text, n->span);
        return false;
    case DOC_SOFT_BREAK:
    case DOC_LINE_BREAK:
        r->begins = true;
        return false;
    case DOC_MATH:
    case DOC_IMAGE:
    case DOC_RAW_BLOCK:
    case DOC_RAW_INLINE:
        add_wild(r);
        return false;
    case DOC_NOTE:
        r->notes++;
        r->block = true;
        return true;
    case DOC_SPAN:
        if (is_label(n)) {
            add_wild(r);
            return false;
        }
        if (is_margin_note(n)) {
            r->notes++;
            r->block = true;
        }
        return true;
    case DOC_LINK: /* an address of mail may be written so that no program finds it */
        if (str_starts(n->u.link.url, STR("mailto:"))) {
            add_wild(r);
            return false;
        }
        if (shows_text(n)) {
            verify_add_address(r->text, r->arena, n->u.link.url, n->span);
        }
        return true;
    case DOC_DIV:
        /* an index's numbers are those of the output's pages; whole blocks for the margin are notes
         * where there is one, and in the text elsewhere */
        if (doc_has_class(n, "index") || is_for_margin(n)) {
            add_wild(r);
            return false;
        }
        return true;
    case DOC_BIB_LABEL:
    case DOC_ROOT:
    case DOC_PARA:
    case DOC_PLAIN:
    case DOC_HEADING:
    case DOC_QUOTE:
    case DOC_LIST:
    case DOC_ITEM:
    case DOC_DEF_LIST:
    case DOC_DEF_TERM:
    case DOC_DEF_BODY:
    case DOC_RULE:
    case DOC_TABLE:
    case DOC_CAPTION:
    case DOC_ROW:
    case DOC_CELL:
    case DOC_DETAILS:
    case DOC_SUMMARY:
    case DOC_FIGURE:
    case DOC_BIBLIOGRAPHY:
    case DOC_BIB_ENTRY:
    case DOC_EMPH:
    case DOC_STRONG:
    case DOC_STRIKE:
    case DOC_UNDERLINE:
    case DOC_SUP:
    case DOC_SUB:
    case DOC_SMALL_CAPS:
    case DOC_UPRIGHT:
    case DOC_CITE:
    case DOC_KIND_COUNT:
        break;
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
        if ((n->kind == DOC_NOTE || is_margin_note(n)) && r->notes) {
            r->notes--;
            r->begins = true;
        }
    }
}

struct verify_text *verify_expect(struct arena *a, const struct doc *doc, bool adds, bool hides) {
    struct reader r = {.arena = a, .text = verify_text_new(a)};
    r.text->lang = doc->meta.lang;
    r.text->adds = adds;
    r.text->hides = hides;
    /* the title block, which sheets and classes set as they like, and the notes in it */
    add_wild(&r);
    r.notes = 1;
    add_wild(&r);
    r.notes = 0;
    read_tree(&r, doc->meta.abstract);
    add_wild(&r); /* keywords, lists of contents */
    read_tree(&r, doc->root);
    return verify_text_keep(a, r.text);
}
