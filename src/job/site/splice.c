/* SPDX-License-Identifier: MIT */
/*
 * An entry of a page takes the place of the one before. Decides what of a page is an entry's: its
 * item in a list, and what the page's graph (JSON-LD) says of it. All else of the two pages that
 * have the entry alone must be the same, and the page must have it once as the first of them has
 * it: then what they differ in is the entry's alone. A graph has so many works at most, and a list
 * may: what is not there need not be replaced.
 */
#include "job/site/delta.h"

#define MAX_PLACES 64 /* of one entry on a page: it may stand in several lists */
#define NEEDLE 128    /* bytes at the begin of a place that are looked for */

/** Places of a text, in their order. */
struct places {
    size_t begin[MAX_PLACES], end[MAX_PLACES];
    size_t n, ngraph; /* those of the graph come first */
    bool many;        /* more than are looked at */
};

static void add_place(struct places *p, size_t begin, size_t end) {
    p->many = p->many || p->n == MAX_PLACES;
    if (!p->many) {
        p->begin[p->n] = begin;
        p->end[p->n++] = end;
    }
}

static bool is_at(struct str s, size_t at, const char *text) {
    return str_starts(str_from(s, at), str_of(text));
}

/** The end of an object of JSON that begins at `at`. */
static size_t end_of_object(struct str s, size_t at) {
    size_t depth = 0;
    bool quoted = false;
    for (; at < s.n; at++) {
        char c = s.p[at];
        if (quoted) {
            at += c == '\\';
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return at + 1;
        }
    }
    return s.n;
}

/** The objects of the page's graph. Returns where it ends. */
static size_t find_graph(struct str s, struct places *out) {
    static const char script[] = "<script type=\"application/ld+json\">";
    static const char graph[] = "\"@graph\":[";
    size_t from = str_find(s, STR(script));
    size_t end = from == STR_NONE ? STR_NONE : str_find(str_from(s, from), STR("</script>"));
    size_t at = from == STR_NONE ? STR_NONE : str_find(str_from(s, from), STR(graph));
    if (end == STR_NONE || at == STR_NONE || at > end) {
        return 0;
    }
    end += from;
    at += from + sizeof graph - 1;
    while (at < end && s.p[at] == '{') {
        size_t behind = end_of_object(str_slice(s, 0, end), at);
        add_place(out, at, behind);
        at = behind < end && s.p[behind] == ',' ? behind + 1 : end;
    }
    return end;
}

/** The end of an item of a list that begins at `at`; items stand in items. */
static size_t end_of_item(struct str s, size_t at) {
    size_t depth = 0;
    for (; at < s.n; at++) {
        if (s.p[at] != '<') {
            continue;
        }
        depth += is_at(s, at, "<li>") || is_at(s, at, "<li ");
        if (is_at(s, at, "</li>") && --depth == 0) {
            return at + sizeof "</li>" - 1;
        }
    }
    return s.n;
}

/** What of a page may be an entry's. */
static void find_places(struct str s, struct places *out) {
    static const char item[] = "<li id=\"", cls[] = "\" class=\"pub-entry ";
    *out = (struct places){.n = 0};
    size_t at = find_graph(s, out);
    out->ngraph = out->n;
    for (;;) {
        size_t next = str_find(str_from(s, at), STR(item));
        if (next == STR_NONE) {
            return;
        }
        size_t begin = at + next, id = begin + sizeof item - 1;
        size_t quote = str_index(str_from(s, id), '"');
        at = id;
        if (quote != STR_NONE && is_at(s, id + quote, cls)) {
            at = end_of_item(s, begin);
            add_place(out, begin, at);
        }
    }
}

static struct str place(struct str s, const struct places *p, size_t i) {
    return str_slice(s, p->begin[i], p->end[i]);
}

/** What stands between two places, before the first, or behind the last. */
static struct str between(struct str s, const struct places *p, size_t i) {
    return str_slice(s, i ? p->end[i - 1] : 0, i < p->n ? p->begin[i] : s.n);
}

static bool differ_in_places(struct str a, const struct places *x, struct str b,
                             const struct places *y) {
    bool same = x->n == y->n && x->ngraph == y->ngraph && !x->many && !y->many;
    for (size_t i = 0; i <= x->n && same; i++) {
        same = str_eq(between(a, x, i), between(b, y, i));
    }
    return same;
}

/** Where a text stands that is there once, and no other begins as it does; or STR_NONE. */
static size_t find_once(struct str s, struct str text) {
    struct str needle = str_slice(text, 0, NEEDLE);
    size_t at = str_find(s, needle);
    bool once = at != STR_NONE && str_starts(str_from(s, at), text) &&
                str_find(str_from(s, at + 1), needle) == STR_NONE;
    return once ? at : STR_NONE;
}

/** A place of the page, and what is to stand there. */
struct swap {
    size_t at, n;
    struct str text;
};

static int compare_swaps(const void *pa, const void *pb) {
    const struct swap *a = pa, *b = pb;
    return a->at < b->at ? -1 : a->at > b->at;
}

/** Whether a page has nothing of what an entry, or its part of the graph, is known by. */
static bool is_absent(struct str page, struct str text, bool graph) {
    struct str mark = graph ? STR("\"@id\":") : STR("<li id=");
    size_t at = str_find(text, mark);
    struct str id = at == STR_NONE ? STR_EMPTY : str_from(text, at + mark.n);
    size_t quote = id.n ? str_index(str_from(id, 1), '"') : STR_NONE;
    if (quote == STR_NONE) {
        return false;
    }
    id = str_slice(id, 0, quote + 2);
    if (graph) {
        return str_find(page, id) == STR_NONE;
    }
    return str_find(page, (struct str){text.p + at, (size_t)(id.p + id.n - text.p) - at}) ==
           STR_NONE;
}

/** Finds what is to be swapped; `*shown` is how many entries of lists the page has. */
static bool find_swaps(struct str page, struct str before, struct str after, struct swap *swaps,
                       size_t *n, size_t *shown, size_t *absent) {
    struct places x, y;
    find_places(before, &x);
    find_places(after, &y);
    bool good = differ_in_places(before, &x, after, &y);
    *n = *shown = *absent = 0;
    for (size_t i = 0; good && i < x.n; i++) {
        struct str was = place(before, &x, i), is = place(after, &y, i);
        if (str_eq(was, is)) {
            continue;
        }
        size_t found = find_once(page, was);
        if (found != STR_NONE) {
            swaps[*n] = (struct swap){found, was.n, is};
            *shown += i >= x.ngraph;
            ++*n;
        } else {
            good = is_absent(page, was, i < x.ngraph);
            *absent += i >= x.ngraph;
        }
    }
    return good;
}

enum site_spliced site_splice(struct str page, struct str before, struct str after,
                              struct buf *out) {
    struct swap swaps[MAX_PLACES];
    size_t n, at = 0, shown, absent;
    bool good = find_swaps(page, before, after, swaps, &n, &shown, &absent);
    if (!good || (shown && absent)) { /* some of its lists have it */
        return SITE_SPLICE_NEVER;
    }
    if (n) {
        qsort(swaps, n, sizeof *swaps, compare_swaps);
    }
    for (size_t i = 0; good && i < n; i++) {
        good = swaps[i].at >= at;
        buf_str(out, str_slice(page, at, swaps[i].at));
        buf_str(out, swaps[i].text);
        at = swaps[i].at + swaps[i].n;
    }
    buf_str(out, str_from(page, at));
    return !good ? SITE_SPLICE_NEVER : absent ? SITE_SPLICE_ABSENT : SITE_SPLICED;
}
