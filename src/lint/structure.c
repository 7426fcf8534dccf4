/* SPDX-License-Identifier: MIT */
/*
 * Headings, links, identifiers, classes and numbers of lists.
 */
#include "base/map.h"
#include "lint/lint.h"

DIAG_USE(DIAG_CLASS_SLIP);
DIAG_USE(DIAG_DUPLICATE_ID);
DIAG_USE(DIAG_EMPTY_HEADING);
DIAG_USE(DIAG_EMPTY_LINK);
DIAG_USE(DIAG_HEADING_SKIPS);
DIAG_USE(DIAG_LIST_NUMBER);

struct look {
    const struct doc *doc;
    struct diags *d;
    int level;      /* of the heading before; 0: there is none */
    struct map ids; /* identifier -> the node that has it first */
};

/** The first of `what` in the source of a node, as a place; the node's own when it is not there. */
static struct span place_of(const struct doc_node *n, struct str what) {
    size_t at = str_find(span_text(n->span), what);
    return at == STR_NONE ? n->span
                          : span_make(n->span.src, n->span.begin + at, n->span.begin + at + what.n);
}

/* ---- headings ---- */

static void look_at_heading(struct look *l, const struct doc_node *n) {
    int level = n->u.heading.level;
    if (str_trim(doc_plain(l->doc->arena, n)).n == 0 && !n->first) {
        struct diag *g = diag_add(l->d, DIAG_EMPTY_HEADING, n->span, "the heading has no text");
        diag_hint(l->d, g, "write what follows, or take it out");
    }
    if (l->level > 0 && level > l->level + 1) {
        struct diag *g = diag_add(l->d, DIAG_HEADING_SKIPS, n->span,
                                  "a heading of level %d follows one of level %d", level, l->level);
        diag_hint(l->d, g, "readers that hear a page go by its levels; make it level %d",
                  l->level + 1);
    }
    l->level = level;
}

/* ---- links ---- */

static bool has_image(struct doc_node *link) {
    struct doc_walk w = doc_walk_start(link);
    while (doc_walk_next(&w)) {
        if (w.node->kind == DOC_IMAGE || w.node->kind == DOC_RAW_INLINE ||
            w.node->kind == DOC_CITE) {
            return true;
        }
    }
    return false;
}

static void look_at_link(struct look *l, struct doc_node *n) {
    struct str url = str_trim(n->u.link.url), text = str_trim(doc_plain(l->doc->arena, n));
    bool html = doc_element(n).n > 0;
    if (html && (url.n == 0 || doc_pair(n, "aria-label").p || doc_pair(n, "title").p)) {
        return; /* a place, or named otherwise */
    }
    if (n->u.link.ref) { /* a reference, which gets its text */
        return;
    }
    if (url.n == 0 || str_is(url, "#")) {
        struct diag *g = diag_add(l->d, DIAG_EMPTY_LINK, n->span, "the link has no address");
        diag_hint(l->d, g, "write it between the parentheses, or leave the brackets out");
    } else if (text.n == 0 && !has_image(n)) {
        struct diag *g = diag_add(l->d, DIAG_EMPTY_LINK, n->span, "the link has no text");
        diag_hint(l->d, g, "say where it leads: `[the data](%.*s)`", STR_ARG(url));
    }
}

/* ---- identifiers and classes ---- */

static void look_at_id(struct look *l, struct doc_node *n) {
    struct str id = n->attr->id;
    if (id.n == 0) {
        return;
    }
    struct doc_node *first = map_lookup(&l->ids, id);
    if (!first) {
        (void)map_put(&l->ids, id, n);
        return;
    }
    struct str written = arena_join(l->doc->arena, 2, STR("#"), id);
    struct diag *g = diag_add(l->d, DIAG_DUPLICATE_ID, place_of(n, written),
                              "the identifier `%.*s` is given twice", STR_ARG(id));
    diag_relate(l->d, g, place_of(first, written), "the first is here");
    diag_hint(l->d, g, "links lead to the first of them; give the other one a name of its own");
}

/** Classes of divisions that mean something; long enough that a slip of one is no other word. */
static const char *const CLASSES[] = {"publications",  "columns", "landscape", "refsection",
                                      "sidewaystable", "listing", "people",    "acknowledgements",
                                      "bibliography",  NULL};

static void look_at_classes(struct look *l, const struct doc_node *n) {
    for (size_t i = 0; i < n->attr->nclasses; i++) {
        struct str cls = n->attr->classes[i];
        for (const char *const *name = CLASSES; *name; name++) {
            if (!str_is(cls, *name) && diag_is_slip(cls, str_of(*name)) && cls.n > 5 &&
                !(str_starts(str_of(*name), cls) || str_starts(cls, str_of(*name)))) {
                struct diag *g = diag_add(l->d, DIAG_CLASS_SLIP, place_of(n, cls),
                                          "`%.*s` is no class that means anything", STR_ARG(cls));
                diag_hint(l->d, g, "did you mean `%s`?", *name);
            }
        }
    }
}

/* ---- lists ---- */

/** The number that an item was written with, without what is around it; 0 when it is none. */
static int written_number(const struct doc_node *item) {
    struct str s = span_text(item->span);
    size_t at = 0;
    int v = 0;
    while (at < s.n && (s.p[at] == ' ' || s.p[at] == '(')) {
        at++;
    }
    for (; at < s.n && is_digit(s.p[at]) && v < 100000; at++) {
        v = v * 10 + (s.p[at] - '0');
    }
    return at < s.n && (s.p[at] == '.' || s.p[at] == ')') ? v : 0;
}

/** All items with the first one's number are a habit of writing; any other number is meant. */
static void look_at_list(struct look *l, const struct doc_node *list) {
    if (list->u.list.style != DOC_DECIMAL || list->u.list.reversed || !list->first) {
        return;
    }
    int shown = list->u.list.start, first = written_number(list->first);
    for (const struct doc_node *n = list->first; n; n = n->next, shown++) {
        int number = n->span.src == l->doc->source ? written_number(n) : 0;
        if (number == 0 || number == first || number == shown) {
            continue;
        }
        struct diag *g = diag_add(l->d, DIAG_LIST_NUMBER,
                                  span_make(n->span.src, n->span.begin, n->span.begin + 1),
                                  "the item is written as %d and printed as %d", number, shown);
        diag_hint(l->d, g, "lists count on from their first number; text between ends a list");
        return;
    }
}

void lint_structure(const struct doc *doc, struct diags *d) {
    struct look l = {.doc = doc, .d = d, .ids = MAP_INIT};
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_walk_next(&w)) {
        struct doc_node *n = w.node;
        if (!w.enter || n->span.src != doc->source) {
            continue;
        }
        if (n->attr) {
            look_at_id(&l, n);
        }
        if (n->attr && n->kind == DOC_DIV) {
            look_at_classes(&l, n);
        }
        if (n->kind == DOC_HEADING) {
            look_at_heading(&l, n);
        } else if (n->kind == DOC_LINK) {
            look_at_link(&l, n);
        } else if (n->kind == DOC_LIST) {
            look_at_list(&l, n);
        }
    }
    map_drop(&l.ids);
}
