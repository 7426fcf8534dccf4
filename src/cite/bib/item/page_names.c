/* SPDX-License-Identifier: MIT */
/*
 * People in the front matter of pages: names given as texts or maps, notes about them, and the
 * authors of a formatted reference.
 */
#include "cite/bib/item/front_item_internal.h"
#include "cite/bib/item/item_text.h"

#define MAX_NAMES 10000
/* the maximum number of bytes of a formatted reference that are searched for authors */
#define MAX_HEAD 400

/* ---- one name */

static void put_part(struct item_page *p, struct node *map, const char *key, struct str text,
                     struct span at) {
    if (text.n) {
        node_put(p->a, map, str_of(key), at, node_string(p->a, text, at));
    }
}

/** Returns a name without its emphasis, by which some pages mark their owner. */
static struct str bare_name(struct str s) {
    s = str_trim(s);
    while (s.n > 2 && (s.p[0] == '*' || s.p[0] == '_') && s.p[s.n - 1] == s.p[0]) {
        s = str_slice(s, 1, s.n - 1);
    }
    return str_trim(s);
}

/** Returns a name as a map of CSL-JSON. NULL if the text contains no name. */
static struct node *name_map(struct item_page *p, struct str text, struct span at) {
    struct item_name nm;
    text = bare_name(text);
    if (p->host && p->host->person && !bib_has_space(text)) {
        struct str full = p->host->person(p->host->user, text);
        text = full.n ? full : text;
    }
    if (!item_name_of_text(p->a, text, &nm)) {
        return NULL;
    }
    struct node *map = node_new_map(p->a, at);
    bool alone = nm.given.n == 0 && nm.dropping_particle.n == 0 && !nm.others;
    put_part(p, map, alone ? "literal" : "family", nm.others ? STR("others") : nm.family, at);
    put_part(p, map, "given", nm.given, at);
    put_part(p, map, "dropping-particle", nm.dropping_particle, at);
    put_part(p, map, "suffix", nm.suffix, at);
    return map;
}

/** Returns the marks for a note on an author: `*` for equal contributions, `†` for a corresponding
 * author. */
static struct str mark_of(struct arena *a, struct str note) {
    bool equal =
        str_find(note, STR("qual")) != STR_NONE || str_find(note, STR("o-first")) != STR_NONE;
    bool corresponding = str_find(note, STR("orrespond")) != STR_NONE;
    return arena_join(a, 2, equal ? STR("*") : STR_EMPTY, corresponding ? STR("†") : STR_EMPTY);
}

static bool is_true(const struct node *map, const char *key) {
    return node_bool(node_get(map, key), 0) == 1;
}

/** Reads an author in Quarto. `name` is a text, or a map of the parts of the name. Without such a
 * map, the parts are in the author's own map. */
static struct node *author_map(struct item_page *p, const struct node *n) {
    const struct node *name = node_get(n, "name");
    const struct node *from = name && name->kind == NODE_MAP ? name : n;
    struct node *map = NULL;
    if (name && name->kind == NODE_STRING) {
        map = name_map(p, node_text(name), name->span);
    } else {
        map = node_new_map(p->a, n->span);
        for (size_t i = 0; i < NAME_PART_COUNT; i++) {
            const struct node *part = node_get(from, item_name_part_keys[i]);
            if (part) {
                put_part(p, map, item_name_part_keys[i], node_text(part), part->span);
            }
        }
    }
    bool equal = is_true(n, "equal-contributor") || is_true(n, "equal_contrib") ||
                 is_true(n, "equal-contrib");
    struct str mark = arena_join(p->a, 2, equal ? STR("*") : STR_EMPTY,
                                 is_true(n, "corresponding") ? STR("†") : STR_EMPTY);
    if (map) {
        put_part(p, map, "note", mark, n->span);
        put_part(p, map, "orcid", node_text(node_get(n, "orcid")), n->span);
    }
    return map && map->n ? map : NULL;
}

/* ---- several names in one text */

static size_t count_words(struct str s) {
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        n += !is_space(s.p[i]) && (i == 0 || is_space(s.p[i - 1]));
    }
    return n;
}

/** Whether a text is abbreviated given names: "J.", "J. A.", "JA". */
static bool is_initials(struct str s) {
    bool any = false;
    for (size_t i = 0; i < s.n; i++) {
        any = any || is_upper(s.p[i]);
        if (is_lower(s.p[i]) || (s.n > 4 && str_index(s, '.') == STR_NONE)) {
            return false;
        }
    }
    return any;
}

struct pieces {
    struct str *p;
    size_t n, cap;
};

/** Splits a text at each separator. Empty pieces are dropped. */
static void cut(struct pieces *out, struct str text, const struct str *seps, size_t n) {
    size_t begin = 0, at = 0;
    while (at <= text.n && out->n < out->cap) {
        size_t sep = at == text.n ? 1 : 0;
        for (size_t i = 0; i < n && !sep; i++) {
            sep = str_starts(str_from(text, at), seps[i]) ? seps[i].n : 0;
        }
        if (sep) {
            struct str piece = str_trim(str_slice(text, begin, at));
            if (piece.n) {
                out->p[out->n++] = piece;
            }
            begin = at + sep;
        }
        at += sep ? sep : 1;
    }
}

static struct pieces pieces_new(struct arena *a, size_t cap) {
    return (struct pieces){ARENA_ARRAY(a, struct str, cap), 0, cap};
}

/**
 * Separates names at commas: "L. Qin, J. Roe" and "Doe, J., Roe, R." are two names, "Doe, Jane" is
 * one. Returns false when the text is ambiguous.
 */
static bool cut_names(struct item_page *p, struct str text, struct pieces *out) {
    static const struct str comma[] = {STR_INIT(",")};
    struct pieces parts = pieces_new(p->a, text.n / 2 + 1);
    cut(&parts, text, comma, 1);
    bool whole = true, pairs = parts.n % 2 == 0;
    for (size_t i = 0; i < parts.n; i++) {
        whole = whole && count_words(parts.p[i]) > 1 && !is_initials(parts.p[i]);
        pairs = pairs && is_initials(parts.p[i]) == (i % 2 == 1);
    }
    bool one = parts.n == 1 || (parts.n == 2 && !whole);
    if (!one && !whole && !pairs) {
        return false;
    }
    for (size_t i = 0; i < parts.n && out->n < out->cap; i += one ? parts.n : whole ? 1 : 2) {
        bool two = !whole && parts.n > 1;
        out->p[out->n++] =
            two ? arena_join(p->a, 3, parts.p[i], STR(", "), parts.p[i + 1]) : parts.p[i];
    }
    return true;
}

/** Separates names at "and", `&`, `;` and commas. Returns false when the text is ambiguous. */
static bool names_of_text(struct item_page *p, struct str text, struct pieces *out) {
    static const struct str seps[] = {STR_INIT(" and "), STR_INIT(", & "),  STR_INIT(" & "),
                                      STR_INIT(";"),     STR_INIT("&amp;"), STR_INIT("\n")};
    struct pieces groups = pieces_new(p->a, text.n / 2 + 1);
    cut(&groups, text, seps, ARRAY_LEN(seps));
    for (size_t i = 0; i < groups.n; i++) {
        struct str group =
            str_starts(groups.p[i], STR("and ")) ? str_from(groups.p[i], 4) : groups.p[i];
        if (!cut_names(p, group, out)) {
            return false;
        }
    }
    return out->n > 0;
}

static void add_text(struct item_page *p, struct node *list, struct str text, struct span at) {
    struct pieces names = pieces_new(p->a, text.n / 2 + 2);
    if (!names_of_text(p, text, &names)) {
        struct node *map = node_new_map(p->a, at);
        put_part(p, map, "literal", text, at);
        node_append(p->a, list, map);
        return;
    }
    for (size_t i = 0; i < names.n && list->n < MAX_NAMES; i++) {
        struct node *map = name_map(p, names.p[i], at);
        if (map) {
            node_append(p->a, list, map);
        }
    }
}

/* ---- lists */

void item_page_names(struct item_page *p, struct str name, const struct node *n) {
    if (node_index(p->csl, name) != STR_NONE) {
        return;
    }
    struct node *list = node_new_list(p->a, n->span);
    if (n->kind == NODE_LIST) {
        const struct node *notes =
            str_is(name, "author") ? node_get(p->front, "author_notes") : NULL;
        for (size_t i = 0; i < n->n && i < MAX_NAMES; i++) {
            const struct node *one = n->items[i];
            struct node *map =
                one->kind == NODE_MAP ? author_map(p, one) : name_map(p, node_text(one), one->span);
            bool noted = notes && notes->kind == NODE_LIST && i < notes->n;
            if (map && noted) {
                put_part(p, map, "note", mark_of(p->a, node_text(notes->items[i])),
                         notes->items[i]->span);
            }
            if (map) {
                node_append(p->a, list, map);
            }
        }
    } else if (n->kind == NODE_MAP) {
        struct node *map = author_map(p, n);
        if (map) {
            node_append(p->a, list, map);
        }
    } else if (str_trim(node_text(n)).n) {
        add_text(p, list, str_trim(node_text(n)), n->span);
    }
    if (list->n) {
        node_put(p->a, p->csl, name, n->span, list);
    }
}

/* ---- formatted references ---- */

/** Returns the offset at which the authors end, because the title or the year begins. */
static size_t head_end(struct str s) {
    static const struct str ends[] = {STR_INIT("\""),  STR_INIT("“"), STR_INIT("&quot;"),
                                      STR_INIT("<i>"), STR_INIT("*"), STR_INIT("‘")};
    size_t end = s.n;
    for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
        size_t at = str_find(s, ends[i]);
        end = at < end ? at : end;
    }
    for (size_t i = 0; i + 1 < end; i++) {
        if (s.p[i] == '(' && is_digit(s.p[i + 1])) {
            return i;
        }
    }
    return end;
}

/** Returns the DOI in a text, without the punctuation mark after it. */
static struct str doi_in(struct str s) {
    size_t at = str_find(s, STR("10."));
    while (at != STR_NONE && item_doi_prefix(str_from(s, at)) == 0) {
        size_t next = str_find(str_from(s, at + 1), STR("10."));
        at = next == STR_NONE ? STR_NONE : at + 1 + next;
    }
    if (at == STR_NONE) {
        return STR_EMPTY;
    }
    size_t end = at;
    while (end < s.n && !is_space(s.p[end]) && str_index(STR("<>\""), s.p[end]) == STR_NONE) {
        end++;
    }
    while (end > at && str_index(STR(".,;)"), s.p[end - 1]) != STR_NONE) {
        end--;
    }
    return str_slice(s, at, end);
}

void item_page_cited_text(struct item_page *p, const struct node *n) {
    struct str text = str_trim(node_text(n));
    size_t end = head_end(text);
    struct str head = str_trim(str_slice(text, 0, end));
    while (head.n && str_index(STR(","), head.p[head.n - 1]) != STR_NONE) {
        head = str_trim(str_slice(head, 0, head.n - 1));
    }
    bool sentence = str_ends(head, STR(".")) && head.n > 2 && is_lower(head.p[head.n - 2]);
    head = sentence ? str_slice(head, 0, head.n - 1) : head;
    if (end < text.n && head.n && head.n <= MAX_HEAD &&
        node_index(p->csl, STR("author")) == STR_NONE) {
        struct node *list = node_new_list(p->a, n->span);
        add_text(p, list, head, n->span);
        node_put(p->a, p->csl, STR("author"), n->span, list);
    }
    /* A page may have the reference of another page, from which it was copied. Therefore the DOI is
     * used only if the reference contains the title of this page. */
    struct str title = bib_squeeze(p->a, node_text(node_get(p->front, "title")));
    if (title.n && str_find(bib_squeeze(p->a, text), title) != STR_NONE) {
        item_page_put(p, STR("DOI"), n, doi_in(text));
    }
}
