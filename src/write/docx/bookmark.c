/* SPDX-License-Identifier: MIT */
/*
 * Bookmarks, and the references to numbers as REF fields, which Word updates. A target has a
 * bookmark at its beginning, and one for each of its numbers. This file decides the names of
 * bookmarks. They have letters, digits and underscores only.
 */
#include "model/tex/math/math.h"
#include "write/docx/writer.h"

/** Number of bytes at the end of a name that are reserved for the suffix of a number: "_n12". */
#define NAME_ROOM 8
#define LONGEST_NAME 40 /* number of bytes that Word allows in the name of a bookmark */

/* ---- headings ---- */

int docx_highest(const struct doc *doc) {
    int highest = DOCX_LEVELS;
    struct doc_walk walk = doc_walk_start(doc->root);
    while (doc_has_kind(doc, DOC_HEADING) && doc_walk_next(&walk)) {
        const struct doc_node *n = walk.node;
        if (walk.enter && n->kind == DOC_HEADING && n->u.heading.number.n) {
            highest = n->u.heading.level < highest ? n->u.heading.level : highest;
        }
    }
    return highest;
}

bool docx_counts(struct docx_counter *c, const struct doc_node *heading) {
    int level = heading->u.heading.level;
    if (!heading->u.heading.number.n || level < c->base || level > DOCX_LEVELS ||
        doc_has_class(heading, "part")) {
        return false;
    }
    struct docx_counter next = *c;
    if (heading->u.heading.appendix && !c->appendix) {
        next = (struct docx_counter){.base = c->base, .appendix = true};
    }
    next.counts[level - 1]++;
    for (int i = level; i < DOCX_LEVELS; i++) {
        next.counts[i] = 0;
    }
    struct buf b = BUF_INIT;
    for (int i = c->base; i <= level; i++) {
        buf_puts(&b, i > c->base ? "." : "");
        doc_list_number(&b, next.appendix && i == c->base ? DOC_UPPER_ALPHA : DOC_DECIMAL,
                        next.counts[i - 1]);
    }
    bool same = str_eq(buf_view(&b), heading->u.heading.number);
    buf_drop(&b);
    if (same) {
        *c = next;
    }
    return same;
}

/* ---- targets ---- */

/** Returns a name that no other bookmark has, with room for the suffix of a number. */
static struct str name_of(struct docx_writer *w, struct str id) {
    struct buf b = BUF_INIT;
    if (!id.n || !is_alpha(id.p[0])) {
        buf_puts(&b, "m");
    }
    for (size_t i = 0; i < id.n && b.n < LONGEST_NAME - NAME_ROOM; i++) {
        buf_putc(&b, is_alnum(id.p[i]) ? id.p[i] : '_');
    }
    size_t length = b.n;
    for (int i = 2; map_lookup(&w->names, arena_lower(w->a, buf_view(&b))); i++) {
        buf_cut(&b, length < LONGEST_NAME - NAME_ROOM - 8 ? length : LONGEST_NAME - NAME_ROOM - 8);
        buf_printf(&b, "_%d", i);
    }
    struct str name = buf_finish(&b, w->a);
    (void)map_put(&w->names, arena_lower(w->a, name), w);
    return name;
}

static struct docx_mark *mark_of(const struct docx_writer *w, struct str id) {
    return map_lookup(&w->marks, id);
}

struct docx_mark *docx_mark_of(const struct docx_writer *w, struct str id) {
    struct docx_mark *m = mark_of(w, id);
    return m && m->linked ? m : NULL;
}

/** Adds the targets of a tree. Notes are in another part of the file and have no targets. */
static void find_targets(struct docx_writer *w, struct doc_node *tree) {
    struct doc_walk walk = doc_walk_start(tree);
    struct docx_counter counter = {.base = docx_highest(w->doc)};
    while (doc_walk_next(&walk)) {
        const struct doc_node *n = walk.node;
        if (!walk.enter) {
            continue;
        }
        bool counted = n->kind == DOC_HEADING && docx_counts(&counter, n);
        struct str id = doc_id(n);
        if (id.n && n->kind != DOC_NOTE && !mark_of(w, id)) {
            struct docx_mark *m = ARENA_NEW(w->a, struct docx_mark);
            *m = (struct docx_mark){.id = id, .node = n, .counted = counted};
            (void)map_put(&w->marks, id, m);
        }
        if (n->kind == DOC_NOTE) {
            doc_walk_skip(&walk);
        }
    }
}

static void link_to(struct docx_writer *w, struct str id) {
    struct docx_mark *m = mark_of(w, id);
    if (m && !m->linked) {
        m->linked = true;
        m->name = name_of(w, id);
        m->number = ++w->bookmarks;
    }
}

static void find_links(void *user, struct doc_node *tree) {
    struct docx_writer *w = user;
    struct doc_walk walk = doc_walk_start(tree);
    while (doc_walk_next(&walk)) {
        if (walk.enter && walk.node->kind == DOC_LINK &&
            str_starts(walk.node->u.link.url, STR("#"))) {
            link_to(w, str_from(walk.node->u.link.url, 1));
        }
    }
}

void docx_find_marks(struct docx_writer *w) {
    struct doc_node *parts[DOC_PARTS];
    size_t n = doc_parts(w->doc, parts);
    for (size_t i = 0; i < n; i++) {
        find_targets(w, parts[i]);
    }
    for (size_t i = 0; i < n; i++) {
        find_links(w, parts[i]);
    }
    doc_each_title_tree(w->doc, find_links, w);
    for (size_t i = 0; i < DOC_CONTENTS_COUNT; i++) {
        const struct doc_contents *c = w->doc->contents[i];
        for (size_t k = 0; c && k < c->n; k++) {
            link_to(w, c->entries[k].id);
        }
    }
}

void docx_drop_marks(struct docx_writer *w) {
    map_drop(&w->marks);
    map_drop(&w->names);
    vec_drop(&w->waiting);
}

/* ---- bookmarks ---- */

void docx_anchor(struct docx_writer *w, const struct doc_node *n) {
    struct docx_mark *m = doc_id(n).n && !w->in_note ? docx_mark_of(w, doc_id(n)) : NULL;
    if (m && !m->placed) {
        m->placed = true;
        vec_push(&w->waiting, m);
    }
    if (w->begun) {
        docx_waiting_marks(w);
    }
}

static void put_bookmark(struct docx_writer *w, struct str name, int number) {
    buf_printf(w->out, "<w:bookmarkStart w:id=\"%d\"", number);
    docx_attr(w->out, "w:name", name);
    buf_puts(w->out, "/>");
}

static void end_bookmark(struct docx_writer *w, int number) {
    buf_printf(w->out, "<w:bookmarkEnd w:id=\"%d\"/>", number);
}

void docx_waiting_marks(struct docx_writer *w) {
    for (size_t i = 0; i < w->waiting.n && !w->in_note; i++) {
        put_bookmark(w, w->waiting.p[i]->name, w->waiting.p[i]->number);
        end_bookmark(w, w->waiting.p[i]->number);
    }
    if (!w->in_note) {
        vec_clear(&w->waiting);
    }
}

static struct str number_name(struct docx_writer *w, const struct docx_mark *m, size_t at) {
    return arena_printf(w->a, "%.*s_n%zu", STR_ARG(m->name), at + 1);
}

void docx_number_begin(struct docx_writer *w, struct str id, size_t at) {
    const struct docx_mark *m = id.n && !w->in_note && at < 1000 ? docx_mark_of(w, id) : NULL;
    w->number_mark = 0;
    if (m) {
        w->number_mark = ++w->bookmarks;
        put_bookmark(w, number_name(w, m, at), w->number_mark);
    }
}

void docx_number_end(struct docx_writer *w) {
    if (w->number_mark) {
        end_bookmark(w, w->number_mark);
        w->number_mark = 0;
    }
}

/* ---- references ---- */

static struct str caption_number(const struct doc_node *n) {
    for (const struct doc_node *k = n->first; k; k = k->next) {
        if (k->kind == DOC_CAPTION) {
            return k->u.caption.shown;
        }
    }
    return STR_EMPTY;
}

/** Returns the i-th number of a target, or an empty text after the last one. */
static struct str number_of(const struct docx_mark *m, size_t i) {
    const struct doc_node *n = m->node;
    if (n->kind == DOC_MATH && n->u.math.display) {
        const struct math_line *line = n->u.math.tree->numbers;
        for (size_t at = 0; line; line = line->next) {
            if (line->number.n && at++ == i) {
                return line->reference;
            }
        }
        return STR_EMPTY;
    }
    return i > 0                                           ? STR_EMPTY
           : n->kind == DOC_HEADING                        ? n->u.heading.number
           : n->kind == DOC_TABLE || n->kind == DOC_FIGURE ? caption_number(n)
                                                           : STR_EMPTY;
}

/** Returns the offset of a number at the end of a text, where a bracket may follow it. Returns
 * STR_NONE if the text does not end with the number. */
static size_t number_at(struct str text, struct str number) {
    size_t end = text.n - str_ends(text, STR(")"));
    if (!number.n || end < number.n || !str_ends(str_slice(text, 0, end), number)) {
        return STR_NONE;
    }
    size_t at = end - number.n;
    char before = at ? text.p[at - 1] : ' ';
    return is_alnum(before) || before == '.' ? STR_NONE : at;
}

/** Writes a reference as words around a field. Returns false when the link does not show a
 * number. */
static bool put_reference(struct docx_writer *w, const struct docx_mark *m,
                          const struct doc_node *link) {
    const struct doc_node *text = link->first;
    if (!text || text->next || text->kind != DOC_TEXT) {
        return false;
    }
    struct str s = text->u.text.text;
    for (size_t i = 0; number_of(m, i).n; i++) {
        struct str number = number_of(m, i);
        size_t at = number_at(s, number);
        if (at == STR_NONE) {
            continue;
        }
        struct str field =
            m->counted ? arena_join(w->a, 3, STR("REF "), m->name, STR(" \\r \\h"))
                       : arena_join(w->a, 3, STR("REF "), number_name(w, m, i), STR(" \\h"));
        docx_text(w, str_slice(s, 0, at));
        docx_field(w, field, number);
        docx_text(w, str_from(s, at + number.n));
        return true;
    }
    return false;
}

void docx_inner_link(struct docx_writer *w, const struct doc_node *n) {
    const struct docx_mark *m = docx_mark_of(w, str_from(n->u.link.url, 1));
    if (m && put_reference(w, m, n)) {
        return;
    }
    if (!m || w->in_link) {
        docx_inlines(w, n->first, NULL);
        return;
    }
    buf_puts(w->out, "<w:hyperlink");
    docx_attr(w->out, "w:anchor", m->name);
    buf_puts(w->out, " w:history=\"1\">");
    w->in_link = true;
    docx_inlines(w, n->first, NULL);
    w->in_link = false;
    buf_puts(w->out, "</w:hyperlink>");
}
