/* SPDX-License-Identifier: MIT */
/* Keeps raw HTML for the page, and makes its replacement for other outputs. Media become links to
 * their addresses. In a flavour that keeps all HTML raw (GitHub's), the replacement has the text
 * and the tables of the HTML. The raw HTML is marked for the page only, and the replacement for all
 * other outputs (doc_outputs_of()). */
#include "read/markdown/core/md_table.h"
#include "read/markdown/html/md_html.h"

static struct doc_node *put_raw(struct md *m, struct doc_node *to, struct str raw, struct span at,
                                bool block) {
    struct doc_node *n = doc_add(m->doc, to, block ? DOC_RAW_BLOCK : DOC_RAW_INLINE, at);
    n->u.code.text = raw;
    n->u.code.info = STR("html");
    return n;
}

/* ---- media ---- */

/* Returns the address of media: that of the element, or else the first one in its content. */
static struct str media_address(struct md *m, struct str raw, const struct md_html_tag *t) {
    static const char *const names[] = {"src", "data", "href"};
    struct md_html_tag inner = *t;
    for (size_t at = 0; at < raw.n; at++) {
        if (at > 0 && (raw.p[at] != '<' || !md_html_tag(raw, at, &inner))) {
            continue;
        }
        for (size_t i = 0; i < ARRAY_LEN(names); i++) {
            struct str url = str_trim(markup_attr(inner.attrs, names[i]));
            if (url.n) {
                return md_unescape_entities(m, url);
            }
        }
    }
    return STR_EMPTY;
}

/* Makes a link whose text is the title of the element, or else its address. Returns NULL if there
 * is no text. */
static struct doc_node *media_link(struct md *m, struct str raw, const struct md_html_tag *t,
                                   struct span at) {
    struct str url = media_address(m, raw, t);
    struct str title = md_unescape_entities(m, str_trim(markup_attr(t->attrs, "title")));
    struct str label = md_unescape_entities(m, str_trim(markup_attr(t->attrs, "aria-label")));
    struct str text = title.n ? title : label.n ? label : doc_url_text(url);
    if (!text.n) {
        return NULL;
    }
    struct doc_node *n = url.n ? doc_link_new(m->doc, url, at) : doc_node_new(m->doc, DOC_SPAN, at);
    doc_add_text(m->doc, n, text, at);
    return n;
}

static void put_media(struct md *m, struct doc_node *to, struct str raw,
                      const struct md_html_tag *t, struct span at, bool block) {
    struct doc_node *stays = put_raw(m, to, raw, at, block);
    struct doc_node *link = m->as_written ? NULL : media_link(m, raw, t, at);
    if (!link) {
        return;
    }
    struct doc_node *other = doc_node_new(m->doc, block ? DOC_DIV : DOC_SPAN, at);
    struct doc_node *text = block ? doc_node_new(m->doc, DOC_PARA, at) : other;
    doc_add_class(m->doc, stays, STR("only-html"));
    doc_add_class(m->doc, other, STR("not-html"));
    doc_append(text, link);
    if (block) {
        doc_append(other, text);
    }
    doc_append(to, other);
}

void md_html_piece(struct md *m, struct doc_node *to, struct str raw, struct span at, bool block) {
    struct md_html_tag t;
    bool media = md_html_wild_tag(raw, 0, &t) && t.el && t.el->use == MD_HTML_EMBED && !t.closes;
    if (media) {
        put_media(m, to, raw, &t, at, block);
    } else {
        (void)put_raw(m, to, raw, at, block);
    }
}

/* ---- raw HTML ---- */

struct piece {
    struct md *m;
    struct doc_node *div, *para;
    struct span at;
};

static struct doc_node *text_of(struct piece *p) {
    if (!p->para) {
        p->para = doc_add(p->m->doc, p->div, DOC_PARA, p->at);
    }
    return p->para;
}

static void put_words(struct piece *p, struct str s) {
    while (s.p) {
        struct str line = str_cut(&s, '\n');
        struct str words = str_trim(line);
        bool first = words.n && is_space(line.p[0]), last = words.n < line.n;
        if (words.n) {
            struct str text = md_unescape_entities(p->m, words);
            text = arena_join(p->m->a, 3, first ? STR(" ") : STR_EMPTY, text,
                              last && !s.p ? STR(" ") : STR_EMPTY);
            doc_add_text(p->m->doc, text_of(p), text, p->at);
        } else if (line.n && p->para) {
            doc_add_text(p->m->doc, p->para, STR(" "), p->at);
        }
        if (s.p && p->para) {
            doc_add(p->m->doc, p->para, DOC_SOFT_BREAK, p->at);
        }
    }
}

/* Reads a whole element. Returns the offset after it, or 0. */
static size_t put_whole(struct piece *p, struct str s, size_t at, size_t n,
                        const struct md_html_tag *t) {
    bool whole = t->el && !t->closes && t->el->use >= MD_HTML_PRE && t->el->use <= MD_HTML_RAW;
    size_t end = whole && !t->empty ? md_html_end(s, at + n, t->name) : STR_NONE;
    if (end == STR_NONE) {
        return 0;
    }
    struct str raw = str_slice(s, at, end);
    if (t->el->use == MD_HTML_RAW || t->el->use == MD_HTML_EMBED) {
        struct doc_node *link =
            t->el->use == MD_HTML_EMBED ? media_link(p->m, raw, t, p->at) : NULL;
        if (link) {
            doc_append(text_of(p), link);
        } else {
            (void)put_raw(p->m, text_of(p), raw, p->at, false);
        }
        return end;
    }
    p->para = NULL;
    struct md_region lines = md_lines(p->m, raw, MD_NOWHERE, p->at);
    if (t->el->use == MD_HTML_PRE) {
        md_html_pre(p->m, p->div, raw, p->at);
        return end;
    }
    struct doc_node *table = md_html_table(p->m, &lines, 0, lines.n, 0);
    if (table) {
        doc_append(p->div, table);
    }
    return table ? end : 0;
}

/* Returns the offset after a comment or declaration at `at`, or 0. */
static size_t skip_comment(struct str s, size_t at) {
    struct str rest = str_from(s, at);
    bool comment = str_starts(rest, STR("<!--"));
    if (!comment && !str_starts(rest, STR("<!")) && !str_starts(rest, STR("<?"))) {
        return 0;
    }
    struct str end = comment ? STR("-->") : STR(">");
    size_t n = str_find(rest, end);
    return n == STR_NONE ? s.n : at + n + end.n;
}

static struct doc_node *read_piece(struct md *m, struct str s, struct span at) {
    struct piece p = {.m = m, .div = doc_node_new(m->doc, DOC_DIV, at), .at = at};
    uint64_t no_end[2] = {0, 0};
    size_t from = 0;
    for (size_t i = 0; i < s.n;) {
        struct md_html_tag t;
        size_t skip = s.p[i] == '<' ? skip_comment(s, i) : 0;
        size_t n = s.p[i] == '<' && !skip ? md_html_wild_tag(s, i, &t) : 0;
        if (!skip && !n) {
            i++;
            continue;
        }
        put_words(&p, str_slice(s, from, i));
        size_t index = n && t.el ? md_html_index(t.el) : 0;
        bool unmatched = n && t.el && (no_end[index >> 6] >> (index & 63) & 1);
        size_t end = n && !unmatched ? put_whole(&p, s, i, n, &t) : 0;
        if (n && t.el && !end) {
            no_end[index >> 6] |= UINT64_C(1) << (index & 63);
        }
        if (n && !end) {
            (void)put_raw(m, text_of(&p), str_slice(s, i, i + n), at, false);
        }
        i = from = skip ? skip : end ? end : i + n;
    }
    put_words(&p, str_from(s, from));
    for (struct doc_node *k = p.div->first, *next; k; k = next) {
        next = k->next;
        if (k->kind != DOC_PARA) {
            continue;
        }
        bool blocks = md_html_inlines(m, k, true);
        md_html_end_text(k);
        if (blocks) {
            vec_push(&m->html.leaves, k);
        }
    }
    return p.div;
}

void md_html_block(struct md *m, struct doc_node *to, struct str raw, struct span at) {
    struct doc_node *stays = put_raw(m, to, raw, at, true);
    struct doc_node *other = m->as_written ? NULL : read_piece(m, raw, at);
    if (other && other->first) {
        doc_add_class(m->doc, stays, STR("only-html"));
        doc_add_class(m->doc, other, STR("not-html"));
        doc_append(to, other);
    }
}
