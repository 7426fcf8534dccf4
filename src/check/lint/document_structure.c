/* SPDX-License-Identifier: MIT */
/* Checks headings, links, identifiers and numbers of lists. */
#include "check/lint/run.h"
#include "core/base/map.h"

#include <string.h>

DIAG_USE(DIAG_DUPLICATE_ID);
DIAG_USE(DIAG_EMPTY_HEADING);
DIAG_USE(DIAG_EMPTY_LINK);
DIAG_USE(DIAG_EQUATION_LABEL);
DIAG_USE(DIAG_HEADING_SKIPS);
DIAG_USE(DIAG_LIST_NUMBER);

struct look {
    const struct doc *doc;
    struct diags *d;
    int level;      /* level of the previous heading; 0 before the first one */
    struct map ids; /* maps an identifier to its first node */
};

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
        diag_hint(l->d, g, "screen readers use the levels of headings; make it level %d",
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

/** Whether a tag has an address, even an empty one. */
static bool has_address(struct str tag) {
    tag = str_slice(tag, 0, str_index(tag, '>'));
    return str_find(tag, STR("href")) != STR_NONE || str_find(tag, STR("HREF")) != STR_NONE;
}

static void report_aimless(struct look *l, const struct doc_node *n) {
    struct diag *g = diag_add(l->d, DIAG_EMPTY_LINK, n->span, "the link has no address");
    diag_hint(l->d, g, "write where it leads, or leave the link out");
}

static void look_at_link(struct look *l, struct doc_node *n) {
    struct str url = str_trim(n->u.link.url), text = str_trim(doc_plain(l->doc->arena, n));
    bool html = doc_element(n).n > 0;
    bool place = html && url.n == 0 && !has_address(span_text(n->span));
    if (place || (html && (doc_pair(n, "aria-label").p || doc_pair(n, "title").p))) {
        return; /* this is an anchor, or a link with an accessible name */
    }
    if (n->u.link.ref || !source_is_verbatim(n->span)) {
        return; /* the text comes from another element, or from a template */
    }
    if (url.n == 0 || str_is(url, "#")) {
        report_aimless(l, n);
    } else if (text.n == 0 && !has_image(n)) {
        struct diag *g = diag_add(l->d, DIAG_EMPTY_LINK, n->span, "the link has no text");
        diag_hint(l->d, g, "describe its target: `[the data](%.*s)`", STR_ARG(url));
    }
}

/* ---- identifiers and classes ---- */

/** Whether a finding about the label of an equation was reported for the node. */
static bool is_label_said(const struct look *l, const struct doc_node *n) {
    for (size_t i = 0; i < l->d->n; i++) {
        const struct diag *g = l->d->list[i];
        struct span own = source_origin(n->span);
        if (g->id == DIAG_EQUATION_LABEL && g->span.src == own.src && g->span.begin >= own.begin &&
            g->span.begin <= own.end + 200) {
            return true;
        }
    }
    return false;
}

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
    if (is_label_said(l, n)) {
        return;
    }
    struct str written = arena_join(l->doc->arena, 2, STR("#"), id);
    struct diag *g = diag_add(l->d, DIAG_DUPLICATE_ID, lint_place_of(n, written),
                              "the identifier `%.*s` is given twice", STR_ARG(id));
    diag_relate(l->d, g, lint_place_of(first, written), "the first is here");
    diag_hint(l->d, g, "links lead to the first of them; give the other one a name of its own");
}

/* ---- lists ---- */

static int roman_value(struct str s) {
    static const char letters[] = "ivxlcdm";
    static const int values[] = {1, 5, 10, 50, 100, 500, 1000};
    int sum = 0, last = 0;
    for (size_t i = s.n; i-- > 0 && sum < 10000;) {
        const char *at = strchr(letters, to_lower(s.p[i]));
        int v = at ? values[at - letters] : 0;
        sum += v < last ? -v : v;
        last = v > last ? v : last;
    }
    return sum;
}

/** Returns the number in the marker of an item, as it was written. 0 if it is not a number. */
static int written_number(const struct doc_node *item, enum doc_list_style style) {
    struct str s = span_text(item->span);
    size_t at = 0;
    while (at < s.n && (s.p[at] == ' ' || s.p[at] == '(')) {
        at++;
    }
    size_t end = at;
    while (end < s.n && is_alnum(s.p[end]) && end - at < 6) {
        end++;
    }
    struct str word = str_slice(s, at, end);
    int64_t v = 0;
    if (end == at || end == s.n || (s.p[end] != '.' && s.p[end] != ')')) {
        return 0;
    }
    switch (style) {
    case DOC_DECIMAL:
        return str_to_i64(word, &v) ? (int)v : 0;
    case DOC_LOWER_ALPHA:
    case DOC_UPPER_ALPHA:
        return word.n == 1 && is_alpha(word.p[0]) ? to_lower(word.p[0]) - 'a' + 1 : 0;
    case DOC_LOWER_ROMAN:
    case DOC_UPPER_ROMAN:
        return roman_value(word);
    case DOC_BULLET:
    case DOC_UNMARKED:
        break;
    }
    return 0;
}

/** Reports a list whose items are numbered inconsistently. Many authors give all items the same
 * number, and this is accepted. */
static void look_at_list(struct look *l, const struct doc_node *list) {
    enum doc_list_style style = list->u.list.style;
    if (list->u.list.reversed || !list->first) {
        return;
    }
    int shown = list->u.list.start, first = written_number(list->first, style);
    for (const struct doc_node *n = list->first; n && first; n = n->next, shown++) {
        int number = n->span.src == l->doc->source ? written_number(n, style) : 0;
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
            lint_slips(doc, n, d);
        }
        if (n->kind == DOC_HEADING) {
            look_at_heading(&l, n);
        } else if (n->kind == DOC_LINK) {
            look_at_link(&l, n);
        } else if (n->kind == DOC_SPAN && doc_element(n).n && source_is_verbatim(n->span) &&
                   str_starts(span_text(n->span), STR("<a ")) && has_address(span_text(n->span))) {
            report_aimless(&l, n);
        } else if (n->kind == DOC_LIST) {
            look_at_list(&l, n);
        }
    }
    map_drop(&l.ids);
}
