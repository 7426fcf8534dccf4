/* SPDX-License-Identifier: MIT */
/* Reads links between pages of a wiki: `[[Page]]`, and `[[Page|text]]` or `[[text|Page]]` (MANUAL,
 * wikilinks_title_after_pipe, wikilinks_title_before_pipe). Also reads Obsidian's
 * `![[image.png|200]]`, `[[#Heading]]` and names of blocks ` ^name` (Obsidian's help, "Internal
 * links", "Embed files"). */
#include "core/base/word_list.h"
#include "read/markdown/core/inline_pass.h"

DIAG_USE(DIAG_DIALECT);

#define MAX_LINK 1000

/* Returns the ending of a file name, which may be followed by `#...`. */
static struct str ending_of(struct str name) {
    size_t hash = str_index(name, '#'), dot = hash == STR_NONE ? name.n : hash;
    name = str_slice(name, 0, dot);
    while (dot > 0 && name.p[dot - 1] != '.' && name.p[dot - 1] != '/') {
        dot--;
    }
    return dot > 0 && name.p[dot - 1] == '.' ? str_from(name, dot) : STR_EMPTY;
}

/* Turns an embedded file into an image. `text` is its width and height, `200` or `200x100`, or its
 * caption. A file that is not an image becomes a link, which is reported. */
static void embed(struct inl *x, struct doc_node *n, struct str text) {
    struct doc *d = x->m->doc;
    struct str rest = text, width = str_cut(&rest, 'x');
    bool size = str_is_digits(width) && width.n && (!rest.p || str_is_digits(rest));
    if (!str_iamong(ending_of(n->u.link.url), "png jpg jpeg gif svg webp bmp avif pdf")) {
        n->kind = DOC_LINK;
        struct diag *g =
            diag_add(x->m->diags, DIAG_DIALECT, n->span,
                     "the note `%.*s` is not embedded: its name is shown", STR_ARG(n->u.link.url));
        diag_hint(x->m->diags, g, "copy what the document needs of it");
    } else if (size) {
        doc_set_pair(d, n, STR("width"), arena_join(x->m->a, 2, width, STR("px")));
        if (rest.n) {
            doc_set_pair(d, n, STR("height"), arena_join(x->m->a, 2, rest, STR("px")));
        }
    }
    if (n->kind == DOC_IMAGE && (size || str_eq(text, n->u.link.url))) {
        n->first = n->last = NULL; /* the image has no caption */
    }
}

/* Makes a link to a heading of the document. A link to another note becomes its text. */
static void link_notes(struct inl *x, struct doc_node *n) {
    struct str url = n->u.link.url;
    if (str_starts(url, STR("#"))) {
        struct str name = str_from(url, str_starts(url, STR("#^")) ? 2 : 1);
        struct str low = arena_lower(x->m->a, name);
        n->u.link.url = arena_join(x->m->a, 2, STR("#"), doc_auto_id(x->m->a, low));
    } else {
        n->kind = DOC_SPAN;
    }
}

bool md_inl_wikilink(struct inl *x, bool image) {
    bool after = md_on(x->m, MD_WIKILINKS_AFTER), before = md_on(x->m, MD_WIKILINKS_BEFORE);
    struct str rest = str_slice(x->s, x->at + image, x->at + MAX_LINK);
    if ((!after && !before) || !str_starts(rest, STR("[["))) {
        return false;
    }
    size_t end = 2;
    while (end < rest.n && rest.p[end] != ']' && rest.p[end] != '[' && rest.p[end] != '\n') {
        end++;
    }
    if (end + 1 >= rest.n || rest.p[end] != ']' || rest.p[end + 1] != ']' ||
        !str_trim(str_slice(rest, 2, end)).n) {
        return false;
    }
    size_t begin = x->at + image + 2, close = x->at + image + end;
    size_t bar = str_index(str_slice(x->s, begin, close), '|');
    bool whole = bar == STR_NONE;
    bar = whole ? close : begin + bar;
    size_t second = whole ? begin : bar + 1, first_end = whole ? close : bar;
    struct str left = str_slice(x->s, begin, first_end), right = str_slice(x->s, second, close);
    struct doc_node *link = md_inl_node(x, image ? DOC_IMAGE : DOC_LINK, x->at, close + 2);
    link->u.link.url = str_trim(after ? left : right);
    doc_add_class(x->m->doc, link, STR("wikilink"));
    size_t from = after ? second : begin, to = after ? close : first_end;
    bool obsidian = md_on(x->m, MD_OBSIDIAN) && !x->m->as_written;
    from += obsidian && whole && x->s.p[from] == '#';
    str_trim_range(x->s, &from, &to);
    doc_add_text(x->m->doc, link, str_slice(x->s, from, to), md_span(x->t, from, to));
    if (obsidian && image) {
        embed(x, link, str_slice(x->s, from, to));
    } else if (obsidian) {
        link_notes(x, link);
    }
    x->at = close + 2;
    return true;
}

bool md_inl_block_name(struct inl *x) {
    size_t n = str_past_name(x->s, x->at + 1, "-");
    if (n < x->s.n || n == x->at + 1 || x->at == 0 || !is_space(x->s.p[x->at - 1])) {
        return false;
    }
    struct doc_node *last = x->top->last;
    if (last && last->kind == DOC_TEXT) {
        md_trim_text(last, false);
    }
    struct doc_node *span = md_inl_node(x, DOC_SPAN, x->at, n);
    doc_set_id(x->m->doc, span, str_slice(x->s, x->at + 1, n));
    x->at = n;
    return true;
}
