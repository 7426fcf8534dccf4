/* SPDX-License-Identifier: MIT */
/*
 * Finds changes between the blocks of two documents. Equal blocks are paired first. In the gaps
 * between them, blocks of the same kind that have words in common are paired.
 */
#include "check/compare/compare_internal.h"

#define MAX_DEPTH 64
/* maximum number of pairs of blocks in a gap that are compared */
#define MAX_LIKELY ((size_t)1 << 16)
/* Blocks are paired if their likeness, in per mille, is at least LIKE_TEXT for paragraphs and
 * headings, and LIKE_OTHER for other blocks. */
#define LIKE_TEXT 300
#define LIKE_OTHER 100

typedef VEC(struct doc_node *) nodes;

/* ---- whole blocks ---- */

/** Moves the inlines at the beginning of a node's children into `around`, and puts `around` in
 * their place. */
static void wrap_inlines(struct doc_node *n, struct doc_node *around) {
    struct doc_node *end = doc_inlines_end(n->first);
    while (n->first != end) {
        struct doc_node *k = n->first;
        doc_unlink(k);
        doc_append(around, k);
    }
    doc_insert(n, end, around);
}

void compare_mark_all(struct doc *d, struct doc_node *node, bool deleted) {
    struct doc_walk w = doc_walk_start(node);
    while (doc_walk_next(&w)) {
        struct doc_node *n = w.node;
        bool holds =
            w.enter && !doc_is_inline(n->kind) && n->first && doc_is_inline(n->first->kind);
        if (!holds) {
            continue;
        }
        wrap_inlines(n, compare_mark_new(d, deleted));
    }
}

void compare_detach(struct doc *d, struct doc_node *tree) {
    struct doc_walk w = doc_walk_start(tree);
    while (doc_walk_next(&w)) {
        if (w.enter && doc_id(w.node).n) {
            doc_set_id(d, w.node, STR_EMPTY);
        }
        if (w.enter && w.node->kind == DOC_LINK) {
            doc_change_kind(d, w.node, DOC_SPAN);
        } else if (w.enter && w.node->kind == DOC_STRIKE) {
            doc_set_element(d, w.node, STR("s"));
        }
    }
}

/** Makes a paragraph from the lines of a code block, in which lines can be marked. */
static struct doc_node *code_lines(struct doc *d, struct str text) {
    struct doc_node *para = doc_node_new(d, DOC_PARA, SPAN_NONE);
    while (text.n) {
        struct str line = str_cut(&text, '\n');
        struct doc_node *code = doc_node_new(d, DOC_CODE, SPAN_NONE);
        struct buf b = BUF_INIT;
        for (; line.n && line.p[0] == ' '; line = str_from(line, 1)) {
            buf_puts(&b, "\u00A0"); /* blanks at the beginning of a line would not be visible */
        }
        buf_str(&b, line);
        code->u.code.text = buf_finish(&b, d->arena);
        if (para->first) {
            doc_add(d, para, DOC_LINE_BREAK, SPAN_NONE);
        }
        doc_append(para, code);
    }
    return para;
}

/** Returns paragraphs instead of a block that would change the numbers of headings and figures, the
 * outline, or the places of floats. Returns other blocks unchanged. */
static struct doc_node *plainer(struct doc *d, struct doc_node *n) {
    if (n->kind == DOC_CODE_BLOCK) {
        return code_lines(d, n->u.code.text);
    }
    if (n->kind != DOC_HEADING && n->kind != DOC_FIGURE) {
        return n;
    }
    struct doc_node *para = doc_node_new(d, n->kind == DOC_FIGURE ? DOC_DIV : DOC_PARA, SPAN_NONE);
    struct doc_node *strong =
        n->kind == DOC_HEADING ? doc_node_new(d, DOC_STRONG, SPAN_NONE) : NULL;
    if (strong) {
        doc_append(para, strong);
        doc_adopt(strong, n);
    }
    while (n->first) { /* the image and the caption of a figure */
        struct doc_node *part = doc_add(d, para, DOC_PARA, SPAN_NONE);
        doc_adopt(part, n->first);
        doc_unlink(n->first);
    }
    return para;
}

/** Replaces headings, figures and code below a copied block. */
static void make_plainer(struct doc *d, struct doc_node *tree) {
    struct doc_walk w = doc_walk_start(tree);
    nodes found = VEC_INIT;
    while (doc_walk_next(&w)) {
        enum doc_kind kind = w.node->kind;
        if (w.enter && w.node != tree &&
            (kind == DOC_HEADING || kind == DOC_FIGURE || kind == DOC_CODE_BLOCK)) {
            vec_push(&found, w.node);
            doc_walk_skip(&w);
        }
    }
    for (size_t i = 0; i < found.n; i++) {
        doc_replace(found.p[i], plainer(d, found.p[i]));
    }
    vec_drop(&found);
}

/** Returns a copy of a block that was deleted. Its words are marked, and it has no identifiers. */
static struct doc_node *copy_deleted(struct doc *d, const struct doc_node *block) {
    struct doc_node *n = doc_copy(d, block);
    compare_detach(d, n);
    make_plainer(d, n);
    n = plainer(d, n);
    compare_mark_all(d, n, true);
    return n;
}

static void insert_block(struct doc *d, struct doc_node *n) {
    if (n->kind == DOC_CODE_BLOCK) {
        struct doc_node *lines = code_lines(d, n->u.code.text);
        doc_replace(n, lines);
        n = lines;
    }
    compare_mark_all(d, n, false);
}

/* ---- pairs of blocks ---- */

static bool is_text(enum doc_kind kind) {
    return kind == DOC_PARA || kind == DOC_PLAIN;
}

static bool has_spans(const struct doc_node *table) {
    for (const struct doc_node *row = table->first; row; row = row->next) {
        for (const struct doc_node *c = row->first; c && row->kind == DOC_ROW; c = c->next) {
            if (c->u.cell.rowspan > 1 || c->u.cell.colspan > 1) {
                return true;
            }
        }
    }
    return false;
}

/** Whether changes can be marked inside of two nodes. If not, one node is marked as replaced by the
 * other. */
static bool may_pair(const struct doc_node *x, const struct doc_node *y) {
    if (x->kind != y->kind) {
        return is_text(x->kind) && is_text(y->kind);
    }
    if (x->kind == DOC_TABLE) {
        return x->u.table.ncols == y->u.table.ncols && !has_spans(x) && !has_spans(y);
    }
    if (x->kind == DOC_FIGURE) {
        return x->first && y->first && compare_hash(x->first) == compare_hash(y->first);
    }
    return x->kind != DOC_BIB_ENTRY || str_eq(x->u.bib.key, y->u.bib.key);
}

/** A block that may be paired, and its words. */
struct candidate {
    const struct doc_node *node;
    struct compare_words words;
};

static struct candidate *candidates(struct arena *a, const nodes *all, size_t from, size_t to) {
    struct candidate *out = ARENA_ARRAY(a, struct candidate, to - from);
    for (size_t i = from; i < to; i++) {
        out[i - from] = (struct candidate){all->p[i], compare_words_of(a, all->p[i])};
    }
    return out;
}

static int worth(const struct candidate *cx, const struct candidate *cy) {
    const struct doc_node *x = cx->node, *y = cy->node;
    if (!may_pair(x, y)) {
        return 0;
    }
    if (x->kind == DOC_BIB_ENTRY || x->kind == DOC_BIBLIOGRAPHY || x->kind == DOC_CAPTION ||
        x->kind == DOC_CELL) {
        return 1000;
    }
    int like = compare_likeness(&cx->words, &cy->words);
    return like >= (is_text(x->kind) || x->kind == DOC_HEADING ? LIKE_TEXT : LIKE_OTHER) ? like : 0;
}

/** Pairs the blocks of a gap so that the sum of their similarities is as large as possible. */
static void pair_likely(struct arena *a, const nodes *x, size_t x0, size_t x1, const nodes *y,
                        size_t y0, size_t y1, size_t *pairs) {
    size_t nx = x1 - x0, ny = y1 - y0, row = ny + 1;
    if (nx == 0 || ny == 0 || nx >= MAX_LIKELY / row) {
        return;
    }
    const struct candidate *xs = candidates(a, x, x0, x1), *ys = candidates(a, y, y0, y1);
    int *here = ARENA_ARRAY(a, int, nx *ny), *best = ARENA_ARRAY(a, int, (nx + 1) * row);
    for (size_t i = nx; i-- > 0;) {
        for (size_t j = ny; j-- > 0;) {
            int like = here[i * ny + j] = worth(&xs[i], &ys[j]);
            int most = best[(i + 1) * row + j + 1] + like, down = best[(i + 1) * row + j],
                right = best[i * row + j + 1];
            most = most >= down ? most : down;
            best[i * row + j] = most >= right ? most : right;
        }
    }
    for (size_t i = 0, j = 0; i < nx && j < ny;) {
        int like = here[i * ny + j], all = best[i * row + j];
        if (like && all == best[(i + 1) * row + j + 1] + like) {
            pairs[x0 + i++] = y0 + j++;
        } else if (all == best[(i + 1) * row + j]) {
            i++;
        } else {
            j++;
        }
    }
}

/** Pairs the blocks of two lists. The cells of a row are paired by their columns. In other lists,
 * equal blocks are paired first, then similar ones. */
static size_t *pair_blocks(struct arena *a, const nodes *new, const nodes *old) {
    if (new->n &&new->p[0]->kind == DOC_CELL &&new->n == old->n) {
        size_t *columns = ARENA_ARRAY(a, size_t, new->n);
        for (size_t i = 0; i < new->n; i++) {
            columns[i] = i;
        }
        return columns;
    }
    uint64_t *x = ARENA_ARRAY(a, uint64_t, new->n + 1), *y = ARENA_ARRAY(a, uint64_t, old->n + 1);
    for (size_t i = 0; i < new->n; i++) {
        x[i] = compare_hash(new->p[i]);
    }
    for (size_t i = 0; i < old->n; i++) {
        y[i] = compare_hash(old->p[i]);
    }
    size_t *pairs = compare_align(a, x, new->n, y, old->n), from_x = 0, from_y = 0;
    for (size_t i = 0; i <= new->n; i++) {
        if (i < new->n && pairs[i] == COMPARE_NONE) {
            continue;
        }
        size_t to_y = i < new->n ? pairs[i] : old->n;
        pair_likely(a, new, from_x, i, old, from_y, to_y, pairs);
        from_x = i + 1;
        from_y = to_y + 1;
    }
    return pairs;
}

static void compare_blocks(struct doc *d, struct doc_node *new, const struct doc_node *old,
                           int depth) {
    if (compare_hash(new) == compare_hash(old)) {
        return;
    }
    if (depth > MAX_DEPTH) {
        doc_insert_before(new, copy_deleted(d, old));
        insert_block(d, new);
    } else {
        compare_children(d, new, old, depth + 1);
    }
}

/** Puts the inlines of a node into a paragraph, so that all children of the node are blocks. */
static void make_blocks(struct doc *d, struct doc_node *n) {
    if (n->first && doc_is_inline(n->first->kind)) {
        wrap_inlines(n, doc_node_new(d, DOC_PLAIN, n->span));
    }
}

static nodes children_of(const struct doc_node *n) {
    nodes all = VEC_INIT;
    for (struct doc_node *k = n->first; k; k = k->next) {
        vec_push(&all, k);
    }
    return all;
}

static bool has_inlines(const struct doc_node *n) {
    return n->first && !doc_inlines_end(n->first);
}

void compare_children(struct doc *d, struct doc_node *new, const struct doc_node *old, int depth) {
    if ((has_inlines(new) || !new->first) && (has_inlines(old) || !old->first)) {
        compare_inlines(d, new, old, depth);
        return;
    }
    make_blocks(d, new);
    struct doc_node *copy = old->first && doc_is_inline(old->first->kind) ? doc_copy(d, old) : NULL;
    if (copy) {
        make_blocks(d, copy);
        old = copy;
    }
    nodes news = children_of(new), olds = children_of(old);
    struct arena *a = arena_new();
    size_t *pairs = pair_blocks(a, &news, &olds), at = 0;
    for (size_t i = 0; i <= news.n; i++) {
        size_t to = i == news.n ? olds.n : pairs[i];
        for (; to != COMPARE_NONE && at < to; at++) {
            struct doc_node *gone = copy_deleted(d, olds.p[at]);
            if (i < news.n) {
                doc_insert_before(news.p[i], gone);
            } else {
                doc_append(new, gone);
            }
        }
        if (i == news.n) {
            break;
        }
        if (pairs[i] == COMPARE_NONE) {
            insert_block(d, news.p[i]);
        } else {
            compare_blocks(d, news.p[i], olds.p[at++], depth);
        }
    }
    arena_drop(a);
    vec_drop(&news);
    vec_drop(&olds);
}

/* ---- the title block ---- */

static void add_tree(void *user, struct doc_node *tree) {
    nodes *all = user;
    vec_push(all, tree);
}

/** Compares the trees of the title block: names, affiliations, notes. A deleted tree is added at
 * the end of the tree before it. */
static void compare_title_trees(struct doc *d, const struct doc *older) {
    nodes news = VEC_INIT, olds = VEC_INIT;
    doc_each_title_tree(d, add_tree, &news);
    doc_each_title_tree(older, add_tree, &olds);
    struct arena *a = arena_new();
    size_t *pairs = pair_blocks(a, &news, &olds), at = 0;
    for (size_t i = 0; i <= news.n; i++) {
        size_t to = i == news.n ? olds.n : pairs[i];
        for (; to != COMPARE_NONE && at < to; at++) {
            struct doc_node *where = i ? news.p[i - 1] : news.n ? news.p[0] : d->meta.title;
            struct doc_node *gone = doc_copy(d, olds.p[at]), *mark = compare_mark_new(d, true);
            compare_detach(d, gone);
            doc_add_text(d, mark, STR(" "), SPAN_NONE);
            doc_append(mark, gone);
            if (where) {
                doc_append(where, mark);
            }
        }
        if (i < news.n && pairs[i] != COMPARE_NONE) {
            compare_inlines(d, news.p[i], olds.p[at++], 0);
        } else if (i < news.n) {
            struct doc_node *mark = compare_mark_new(d, false);
            doc_adopt(mark, news.p[i]);
            doc_append(news.p[i], mark);
        }
    }
    arena_drop(a);
    vec_drop(&news);
    vec_drop(&olds);
}

static void compare_part(struct doc *d, struct doc_node **new, const struct doc_node *old,
                         enum doc_kind kind) {
    if (!*new && !old) {
        return;
    }
    const struct doc_node *nothing = doc_node_new(d, kind, SPAN_NONE);
    if (!*new) {
        *new = doc_node_new(d, kind, SPAN_NONE);
    }
    compare_children(d, *new, old ? old : nothing, 0);
}

/* ---- the document ---- */

/** Gives deleted notes numbers after those of the other notes, whose numbers do not change. */
static void number_deleted_notes(struct doc *d, int from) {
    struct doc_walk w = doc_walk_start(d->root);
    int deleted = 0;
    while (doc_walk_next(&w)) {
        deleted += w.node->kind == DOC_STRIKE ? (w.enter ? 1 : -1) : 0;
        if (w.enter && w.node->kind == DOC_NOTE && deleted > 0) {
            w.node->u.note.number = ++from;
        }
    }
}

/** Gives the element <s> to text that the author has struck out. Deletions do not use <s>. */
static void rename_own_strikes(struct doc *d) {
    struct doc_walk w = doc_walk_start(d->root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_STRIKE) {
            doc_set_element(d, w.node, STR("s"));
        }
    }
}

void compare_mark(struct doc *doc, const struct doc *older) {
    int notes = doc_number_notes(doc);
    rename_own_strikes(doc);
    compare_part(doc, &doc->meta.title, older->meta.title, DOC_SPAN);
    compare_part(doc, &doc->meta.subtitle, older->meta.subtitle, DOC_SPAN);
    compare_part(doc, &doc->meta.date, older->meta.date, DOC_SPAN);
    compare_title_trees(doc, older);
    compare_part(doc, &doc->meta.abstract, older->meta.abstract, DOC_DIV);
    compare_children(doc, doc->root, older->root, 0);
    number_deleted_notes(doc, notes);
}
