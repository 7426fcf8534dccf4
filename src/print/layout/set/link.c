/* SPDX-License-Identifier: MIT */
/*
 * Links, inside the document and to the web. This file decides which links have a target and which
 * colour they have. Their rectangles are found when pages are shipped.
 */
#include "print/layout/set/setter.h"

#include "core/base/word_list.h"

struct ink set_link_ink(struct setter *s, const struct ink *ink, enum page_role around,
                        struct str uri, struct str dest, struct str contents,
                        const struct doc_node *n) {
    struct ink out = *ink;
    struct page_elem *parent = ink->tag.elem;
    if (around != ROLE_LINK) {
        parent = set_elem_new(s, parent, around);
    }
    struct link_target *t = ARENA_NEW(s->work, struct link_target);
    t->elem = set_elem_new(s, parent, ROLE_LINK);
    t->uri = uri;
    t->dest = dest;
    t->contents = contents;
    out.tag.elem = t->elem;
    out.tag.link = t;
    if (s->style->links.coloured && !ink->plain_links) {
        out.colour = ink->cite    ? s->style->links.cite
                     : dest.n > 0 ? s->style->links.colour
                                  : s->style->links.url;
    }
    set_enter_link(s, &out, n);
    return out;
}

void set_jump(struct setter *s, struct inline_builder *b, struct str text, struct str dest,
              struct str contents, enum page_role role, const struct ink *ink) {
    struct ink inner = set_link_ink(s, ink, role, STR_EMPTY, dest, contents, NULL);
    set_box_text_begin(s, b, &inner, ink);
    set_text(s, b, text, &inner);
    set_box_text_end(s, b, &inner, ink);
}

/** Whether a text is an address, which is broken like a URL (LaTeX's xurl). */
static bool looks_like_url(struct str text) {
    return str_starts_among(text, "http:// https:// ftp:// www. doi: doi.org/ arXiv:");
}

static bool is_url_text(const struct doc_node *n, struct str plain) {
    return str_index(plain, ' ') == STR_NONE &&
           (looks_like_url(plain) || (plain.n > 12 && str_find(n->u.link.url, plain) != STR_NONE));
}

void set_link(struct setter *s, struct inline_builder *b, const struct doc_node *n,
              const struct ink *ink) {
    struct str url = n->u.link.url;
    struct str plain = str_trim(doc_plain(s->arena, n));
    bool inside = url.n > 1 && url.p[0] == '#';
    struct str dest = inside ? str_from(url, 1) : STR_EMPTY;
    struct ink inner = *ink;
    bool leads = inside ? set_dest_exists(s, dest) : url.n > 1;
    if (leads && !ink->tag.link && n->first) {
        struct str says = n->u.link.title.n > 0 ? n->u.link.title : plain;
        if (ink->cite && inside && says.n > 0) { /* a citation is described as "reference 2" */
            struct str word = doc_word(ink->lang, DOC_WORD_REFERENCE, NULL);
            says = arena_join(s->arena, 3, word, STR(" "), says);
        }
        inner = set_link_ink(s, ink, ink->cite && inside ? ROLE_REFERENCE : ROLE_LINK,
                             inside ? STR_EMPTY : url, dest, says.n > 0 ? says : url, n);
    }
    if (is_url_text(n, plain)) {
        inner.flags |= INLINE_URL;
        inner.flags &= ~(unsigned)INLINE_HYPHENATE;
    }
    bool address = (inner.flags & INLINE_URL) != 0;
    enum doc_dir dir = address ? DOC_DIR_LTR : set_dir_of(s, n);
    set_isolate(b, dir);
    set_box_text_begin(s, b, &inner, ink);
    set_inlines(s, b, n, &inner);
    set_box_text_end(s, b, &inner, ink);
    set_isolate_end(b, dir);
}
