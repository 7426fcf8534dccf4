/* SPDX-License-Identifier: MIT */
/* Runs the passes over the whole tree: figures, identifiers of headings, numbers, references.
 * Limits nesting to LIMIT_DOC_DEPTH. */
#include "core/base/bounds.h"
#include "core/base/vec.h"
#include "core/unicode/unicode.h"
#include "read/markdown/tree/passes.h"

static struct doc_node *put_text(struct md *m, struct doc_node *parent, struct str text) {
    return doc_add_text(m->doc, parent, text, parent->span);
}

static struct doc_node *put(struct md *m, struct doc_node *parent, enum doc_kind kind) {
    return doc_add(m->doc, parent, kind, parent->span);
}

/* Replaces the content of a node with its text, in a form that its parent may contain. */
static void flatten(struct md *m, struct doc_node *n) {
    struct str text = doc_plain(m->a, n);
    n->first = n->last = NULL;
    if (!text.n) {
        return;
    }
    if (n->kind == DOC_NOTE || n->kind == DOC_DIV || n->kind == DOC_QUOTE) {
        put_text(m, put(m, n, DOC_PARA), text);
    } else if (n->kind == DOC_ITEM || n->kind == DOC_DEF_BODY) {
        put_text(m, put(m, n, DOC_PLAIN), text);
    } else if (n->kind == DOC_ROW) {
        put_text(m, put(m, n, DOC_CELL), text);
    } else if (n->kind == DOC_LIST || n->kind == DOC_TABLE || n->kind == DOC_DEF_LIST ||
               n->kind == DOC_FIGURE || n->kind == DOC_DETAILS) {
        n->kind = DOC_PARA;
        put_text(m, n, text);
    } else if (doc_is_inline(n->kind)) {
        n->kind = DOC_TEXT;
        n->u.text.text = text;
    } else {
        put_text(m, n, text);
    }
}

static bool has_grandchildren(const struct doc_node *n) {
    for (const struct doc_node *c = n->first; c; c = c->next) {
        if (c->first) {
            return true;
        }
    }
    return false;
}

/* What one walk over the finished tree finds about identifiers. */
struct names {
    struct map taken;              /* identifiers in use */
    VEC(struct doc_node *) wanted; /* headings without an identifier */
};

static void note_name(struct names *names, struct doc_node *n) {
    struct str id = doc_id(n);
    if (id.n) {
        map_put(&names->taken, id, (void *)(uintptr_t)1);
    } else if (n->kind == DOC_HEADING) {
        vec_push(&names->wanted, n);
    }
}

/* Limits the depth below `root`, and collects identifiers in `names`, which may be NULL. A node
 * that is flattened still has up to two levels below it. */
static void settle(struct md *m, struct doc_node *root, struct names *names) {
    struct doc_walk w = doc_walk_start(root);
    int depth = 0;
    while (doc_walk_next(&w)) {
        depth += w.enter ? 1 : -1;
        if (!w.enter) {
            continue;
        }
        if (depth >= LIMIT_DOC_DEPTH - 2 && has_grandchildren(w.node)) {
            md_too_deep(m, w.node->span);
            flatten(m, w.node);
            doc_walk_skip(&w);
        }
        if (w.node->kind == DOC_TABLE && !m->as_written) {
            md_align_asked(m, w.node);
            md_widths_asked(m, w.node);
        }
        if (names) {
            note_name(names, w.node);
        }
    }
}

static struct str unique_id(struct md *m, struct map *taken, struct str id) {
    struct str unique = id;
    /* The number for each name is stored, so that many equal headings do not take quadratic
     * time. */
    uintptr_t count = (uintptr_t)map_lookup(taken, id);
    while (map_lookup(taken, unique)) {
        unique = arena_printf(m->a, "%.*s-%zu", STR_ARG(id), (size_t)count);
        count++;
    }
    map_put(taken, id, (void *)(count ? count : 1));
    if (!str_eq(unique, id)) {
        map_put(taken, unique, (void *)(uintptr_t)1);
    }
    return unique;
}

static void name_headings(struct md *m, struct names *names) {
    for (size_t i = 0; i < names->wanted.n; i++) {
        struct doc_node *n = names->wanted.p[i];
        struct str plain = unicode_lower(m->a, doc_plain(m->a, n), STR_EMPTY);
        doc_set_id(m->doc, n, unique_id(m, &names->taken, doc_auto_id(m->a, plain)));
    }
    vec_drop(&names->wanted);
    map_drop(&names->taken);
}

/* Puts quotation marks into spans of class q, for all outputs except HTML, where browsers add them
 * to <q>. */
static void quote_spans(struct md *m, struct doc_node *root) {
    struct doc_walk w = doc_walk_start(root);
    size_t depth = 0;
    while (doc_walk_next(&w)) {
        struct doc_node *n = w.node;
        bool quote =
            n->kind == DOC_SPAN && n->attr && n->attr->nclasses && str_is(n->attr->classes[0], "q");
        depth -= quote && !w.enter;
        if (quote && !w.enter) {
            struct str marks[] = {m->quotes.open[depth & 1], m->quotes.close[depth & 1]};
            struct doc_node *texts[2];
            for (size_t i = 0; i < 2; i++) {
                texts[i] = doc_node_new(m->doc, DOC_SPAN, n->span);
                doc_add_class(m->doc, texts[i], STR("not-html"));
                put_text(m, texts[i], marks[i]);
            }
            doc_insert(n, n->first, texts[0]);
            doc_append(n, texts[1]);
        }
        depth += quote && w.enter;
    }
}

/* Whether `n` or a block after it is the heading of a numbered section that is not an appendix and
 * has at most the level `level`. */
static bool text_follows(const struct doc_node *n, int level) {
    for (; n; n = n->next) {
        if (n->kind == DOC_HEADING && n->u.heading.level <= level && !n->u.heading.unnumbered &&
            !doc_has_class(n, "appendix")) {
            return true;
        }
    }
    return false;
}

/* Moves appendices to the end of the document if other sections follow them, as Quarto does. */
static void move_appendices(struct md *m) {
    struct doc_node *n = m->doc->root->first, *last = m->doc->root->last;
    bool more = true;
    while (n && more) {
        bool appendix = n->kind == DOC_HEADING && n->attr && doc_has_class(n, "appendix");
        int level = appendix ? n->u.heading.level : 0;
        more = !appendix || text_follows(n->next, level);
        do {
            struct doc_node *next = n == last ? NULL : n->next;
            if (appendix && more) {
                doc_unlink(n);
                doc_append(m->doc->root, n);
            }
            n = next;
        } while (appendix && more && n && (n->kind != DOC_HEADING || n->u.heading.level > level));
    }
}

void md_finish(struct md *m) {
    md_alerts(m);
    md_abbreviate(m);
    if (!m->as_written) {
        md_take_marks(m);
        md_frames(m);
    }
    if (!m->as_written && md_on(m, MD_IMPLICIT_FIGURES) &&
        (doc_has_kind(m->doc, DOC_IMAGE) || doc_has_kind(m->doc, DOC_DIV))) {
        md_figures(m, m->doc->root);
    }
    if (!m->as_written && doc_has_kind(m->doc, DOC_DIV)) {
        md_layouts(m, m->doc->meta.abstract);
        md_layouts(m, m->doc->root);
    }
    if (m->doc->meta.abstract) {
        settle(m, m->doc->meta.abstract, NULL);
    }
    struct names names = {.taken = MAP_INIT, .wanted = VEC_INIT};
    settle(m, m->doc->root, &names);
    name_headings(m, &names);
    md_parts_settle(m);
    if (m->as_written) {
        /* with `as_written`, this only completes links to headings */
        md_crossrefs(m);
        return;
    }
    struct doc_node *parts[] = {m->doc->meta.title, m->doc->meta.subtitle, m->doc->meta.abstract,
                                m->doc->root};
    for (size_t i = 0; i < ARRAY_LEN(parts) && doc_has_kind(m->doc, DOC_SPAN); i++) {
        if (parts[i]) {
            md_changes(m, parts[i]);
            quote_spans(m, parts[i]);
        }
    }
    md_bookdown_parts(m);
    move_appendices(m);
    doc_find_class(m->doc);
    doc_number_sections(m->doc);
    /* the numbers of captions may contain those of chapters */
    doc_number_captions(m->doc);
    md_number_frames(m);
    md_equations(m);
    md_index(m);
    md_crossrefs(m);
    md_cells_end(m);
    md_bookdown_end(m);
}
