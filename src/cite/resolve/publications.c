/* SPDX-License-Identifier: MIT */
/*
 * Publication lists: converts the chosen works to nodes, under the headings of their groups and
 * with numbers. order.c chooses the works and their order; entry.c or a CSL style makes each entry.
 */
#include "cite/resolve/entry.h"
#include "cite/resolve/order.h"
#include "core/base/bounds.h"

DIAG_USE(DIAG_BAD_FILTER);
DIAG_USE(DIAG_EMPTY_LIST);
DIAG_USE(DIAG_TOO_LARGE);

/* ---- entries by a CSL style ---- */

/** A copy of an item in which the names of the owner are marked. The processor passes the mark on
 * to its result. */
static const struct item *mark_owner(struct resolver *r, const struct item *it,
                                     const struct pub_show *show) {
    if (show->nowners == 0) {
        return it;
    }
    struct item *copy = arena_copy(r->arena, it, sizeof *it);
    copy->fields = arena_copy(r->arena, it->fields, it->nfields * sizeof *it->fields);
    for (size_t i = 0; i < copy->nfields; i++) {
        struct item_field *f = &copy->fields[i];
        if (!var_is_name(f->var)) {
            continue;
        }
        f->u.names.p = arena_copy(r->arena, f->u.names.p, f->u.names.n * sizeof *f->u.names.p);
        for (size_t k = 0; k < f->u.names.n; k++) {
            f->u.names.p[k].highlight =
                resolve_name_is_any(r->arena, &f->u.names.p[k], show->owners, show->nowners);
        }
    }
    return copy;
}

void resolve_format(struct resolver *r, struct csl *csl, const struct pub_rows *rows,
                    const struct pub_show *show, struct map *by_id) {
    for (size_t i = 0; i < rows->n; i++) {
        const struct item *it = rows->p[i].it;
        if (!map_find(by_id, it->id)) {
            map_put(by_id, it->id, NULL);
            it = bib_public_item(r->opt->published, r->arena, it, false);
            csl_add_item(csl, show ? mark_owner(r, it, show) : it);
        }
    }
    resolve_run_csl(r, csl);
    struct csl_bibliography bib = csl_bibliography(csl);
    struct csl_entry *entries = arena_copy(r->arena, bib.entries, bib.n * sizeof *bib.entries);
    for (size_t i = 0; i < bib.n; i++) {
        map_put(by_id, entries[i].item->id, &entries[i]);
    }
}

/** Formats every row in the style of the list. Returns false if the style is missing or has no
 * bibliography. */
static bool style_entries(struct resolver *r, const struct pub_query *q,
                          const struct pub_rows *rows, struct map *by_id) {
    const struct csl_style *style = resolve_style(r, q->style, q->style_span);
    if (style && !csl_style_info(style)->has_bibliography) {
        struct diag *g = diag_add(r->d, DIAG_BAD_FILTER, q->style_span,
                                  "style `%.*s` has no bibliography", STR_ARG(q->style));
        diag_hint(r->d, g, "choose a style that makes reference lists");
        style = NULL;
    }
    if (style) {
        resolve_format(r, resolve_csl(r, style, false, true), rows, &q->show, by_id);
    }
    return style != NULL;
}

/* ---- making the nodes ---- */

int resolve_level_above(const struct doc_node *n) {
    while (n) {
        for (const struct doc_node *s = n->prev; s; s = s->prev) {
            if (s->kind == DOC_HEADING) {
                return s->u.heading.level;
            }
        }
        n = n->parent;
    }
    return 1;
}

void resolve_group_heading(struct resolver *r, struct doc_node *box, struct str text, struct str id,
                           int level) {
    struct doc_node *h = resolve_add(r, box, DOC_HEADING, "pub-group");
    h->u.heading.level = level;
    h->u.heading.unnumbered = true;
    resolve_text(r, h, text);
    doc_set_id(r->doc, h, resolve_unique_id(r, id));
}

static void add_heading(struct resolver *r, struct doc_node *box, struct str text, int level) {
    /* The "g" is removed again below. Without it, a year at the beginning would be lost, because
     * pandoc's identifiers begin with a letter. */
    struct str word = doc_auto_id(r->arena, arena_join(r->arena, 2, STR("g "), text));
    struct str id = arena_join(r->arena, 2, STR("publications-"), str_from(word, 2));
    resolve_group_heading(r, box, text, id, level);
}

static struct doc_node *add_list(struct resolver *r, struct doc_node *box,
                                 const struct pub_query *q, int start) {
    struct doc_node *list = resolve_add(r, box, DOC_LIST, "pub-list");
    list->u.list.style = q->numbering == PUB_NUMBER_NONE ? DOC_UNMARKED : DOC_DECIMAL;
    list->u.list.reversed = q->numbering == PUB_NUMBER_DOWN;
    list->u.list.prefix = q->prefix;
    list->u.list.tight = q->layout != PUB_LINES;
    if (q->layout != PUB_LINES) {
        doc_add_class(r->doc, list, STR("dense"));
    }
    list->u.list.start = start;
    return list;
}

/** The state of the numbers that several lists with the same prefix share. */
struct counter {
    struct str prefix;
    size_t left; /* number of works in later lists that continue the numbers */
    int next;    /* the next ascending number */
};

/** One of the lists of the document. The works of all lists are chosen first, because descending
 * numbers begin with the number of works in all of them. */
struct pub_list {
    struct pub_query query;
    struct pub_rows rows;
    /* the list stays empty, because the lists before it have too many works in all */
    bool left_out;
};
typedef VEC(struct pub_list) pub_lists;
typedef VEC(struct counter) counters;

static struct counter *counter_of(counters *all, struct str prefix) {
    for (size_t i = 0; i < all->n; i++) {
        if (str_eq(all->p[i].prefix, prefix)) {
            return &all->p[i];
        }
    }
    vec_push(all, ((struct counter){.prefix = prefix, .next = 1}));
    return &vec_last(all);
}

/** The numbers of one list. They may continue those of an earlier list. */
struct numbers {
    const struct pub_query *q;
    /* the counter that this list shares with others; NULL: the numbers are for this list only */
    struct counter *going;
    size_t n; /* number of works in the list or the group */
    size_t at;
};

static int next_number(struct numbers *c) {
    bool down = c->q->numbering == PUB_NUMBER_DOWN;
    size_t base = c->q->start ? (size_t)c->q->start : 1;
    size_t at = c->at++;
    if (c->going) {
        size_t number = down ? c->going->left : (size_t)c->going->next;
        c->going->left -= c->going->left ? 1 : 0;
        c->going->next++;
        return (int)number;
    }
    return (int)(down ? base + c->n - 1 - at : base + at);
}

/** The number of rows, from `i` on, that are in the same group of the innermost level. */
static size_t group_size(const struct pub_rows *rows, size_t i) {
    size_t n = 1;
    while (i + n < rows->n && pub_row_level(&rows->p[i], &rows->p[i + n]) == PUB_MAX_GROUPS) {
        n++;
    }
    return n;
}

static void open_groups(struct resolver *r, const struct pub_query *q, const struct pub_row *row,
                        size_t from, int level) {
    for (size_t k = from; k < q->ngroups; k++) {
        int at = level + (int)k;
        if (row->group[k].n) {
            add_heading(r, q->node, row->group[k], at > 6 ? 6 : at);
        }
    }
}

static struct str with_semicolons(struct resolver *r, const struct str *words, size_t n) {
    struct str all = STR_EMPTY;
    for (size_t i = 0; i < n; i++) {
        all = arena_join(r->arena, 3, all, i ? STR(";") : STR_EMPTY, words[i]);
    }
    return all;
}

/** Sets the values for the filter controls of the page. Semicolons separate several values; a value
 * has no semicolon in it. */
static void mark_entry(struct resolver *r, struct doc_node *item, const struct pub_row *row) {
    struct str words[PUB_MAX_KEYWORDS];
    struct str keywords = with_semicolons(r, words, pub_keywords(row->it, words));
    doc_set_pair(r->doc, item, STR("data-year"), pub_row_year(r, row));
    doc_set_pair(r->doc, item, STR("data-type"), pub_row_type(r, row));
    if (keywords.n) {
        doc_set_pair(r->doc, item, STR("data-keyword"), keywords);
    }
    if (str_find(row->q->toggles, STR("author")) != STR_NONE) {
        size_t n = pub_row_authors(r, row->it, words, false);
        if (n) {
            doc_set_pair(r->doc, item, STR("data-author"), with_semicolons(r, words, n));
        }
    }
}

/** Joins the lines of an entry: title, authors and venue become sentences of one paragraph. With
 * `compact`, the title keeps its own line. */
static void join_lines(struct resolver *r, struct doc_node *line, bool compact) {
    for (struct doc_node *n = line ? line->first : NULL; n; n = n->next) {
        bool title = compact && n->kind == DOC_LINE_BREAK;
        compact = compact && !title;
        if (n->kind == DOC_LINE_BREAK && !title) {
            struct str before = n->prev ? str_trim(doc_plain(r->arena, n->prev)) : STR_EMPTY;
            bool ended = before.n && str_index(STR(".?!"), before.p[before.n - 1]) != STR_NONE;
            n->kind = DOC_SPAN;
            resolve_text(r, n, ended ? STR(" ") : STR(". "));
        }
    }
}

static void add_entry(struct resolver *r, struct doc_node *list, const struct pub_query *q,
                      const struct pub_row *row, const struct csl_entry *entry, int number) {
    struct doc_node *item = resolve_add(r, list, DOC_ITEM, "pub-entry");
    doc_add_class(r->doc, item, STR("csl-entry"));
    doc_add_class(r->doc, item, STR("h-cite"));
    doc_set_id(r->doc, item, resolve_entry_id(r, row->it->id));
    item->u.item.number = number;
    if (q->filter) {
        mark_entry(r, item, row);
    }
    /* for blind review, works get neither linked data nor pages of their own */
    item->u.item.key = r->opt->anonymous ? STR_EMPTY : row->it->id;
    r->entry = row->it;
    if (entry) {
        resolve_styled(r, resolve_add(r, item, DOC_PLAIN, "pub-line"), entry);
        resolve_coins(r, item->first, row->it, item_date_iso(r->arena, row->it));
        resolve_entry_extras(r, item, row->it, &q->show);
    } else {
        resolve_entry(r, item, row->it, &q->show);
        if (q->layout != PUB_LINES) {
            join_lines(r, item->first, q->layout == PUB_COMPACT);
        }
    }
    if (!q->show.apart) {
        resolve_permalink(r, item, row->it);
    }
    if (q->show.thumbs) {
        resolve_thumbnail(r, item, row->it, q->show.previews);
    }
    r->entry = NULL;
}

static void make_list(struct resolver *r, const struct pub_query *q, const struct pub_rows *rows,
                      struct counter *going) {
    struct map styled = MAP_INIT;
    bool by_style = q->style.n && style_entries(r, q, rows, &styled);
    int level = resolve_level_above(q->node) + 1;
    struct doc_node *list = NULL;
    struct numbers count = {.q = q, .going = going, .n = rows->n};
    for (size_t i = 0; i < rows->n; i++) {
        const struct pub_row *row = &rows->p[i];
        size_t same = i ? pub_row_level(&rows->p[i - 1], row) : 0;
        bool opens = i == 0 || same < PUB_MAX_GROUPS;
        if (opens) {
            open_groups(r, q, row, same, level);
        }
        if (opens && q->number_groups) {
            count.n = group_size(rows, i);
            count.at = 0;
        }
        int number = next_number(&count);
        if (opens) {
            list = add_list(r, q->node, q, number);
        }
        add_entry(r, list, q, row, by_style ? map_lookup(&styled, row->it->id) : NULL, number);
    }
    resolve_legend(r, q->node, rows, &q->show);
    map_drop(&styled);
}

static void report_empty(struct resolver *r, const struct pub_query *q) {
    struct diag *g =
        diag_add(r->d, DIAG_EMPTY_LIST, q->node->span, "this publication list is empty");
    if (bib_count(r->bib)) {
        diag_hint(r->d, g, "none of the database's %zu entries passes its filters",
                  bib_count(r->bib));
    } else {
        diag_hint(r->d, g, "name a database in the front matter: `bibliography: refs.bib`");
    }
}

/** Removes the attributes of a list from the page, because they are instructions. */
static void forget_attributes(struct doc_node *node) {
    size_t kept = 0;
    for (size_t i = 0; node->attr && i < node->attr->npairs; i++) {
        struct doc_pair pair = node->attr->pairs[i];
        if (str_is(pair.key, "lang") || str_is(pair.key, "dir")) {
            node->attr->pairs[kept++] = pair;
        }
    }
    if (node->attr) {
        node->attr->npairs = kept;
    }
}

/** Reports titles for unknown groups. The title of a known type is not an error, even if no work
 * has the type. */
static void check_titles(struct resolver *r, const struct pub_query *q) {
    for (size_t i = 0; i < q->titles.n; i++) {
        const struct pub_title *t = &q->titles.p[i];
        struct str near;
        if (*t->found || t->in_front || str_ieq(t->group, STR("forthcoming")) ||
            bib_is_type(r->arena, t->group, &near)) {
            continue;
        }
        struct diag *g =
            diag_add(r->d, DIAG_BAD_FILTER, t->at,
                     "`group-titles`: no group of this list is called `%.*s`", STR_ARG(t->group));
        if (!diag_hint_near(r->d, g, near)) {
            diag_hint(r->d, g, "name groups as the list does, or types as the database does");
        }
    }
}

/** Replaces {count}, {first-year} and {last-year} in the text of the list, and {h-index} and
 * {citations} with the values that the author gives. */
static void fill_summary(struct resolver *r, const struct pub_query *q,
                         const struct pub_rows *rows) {
    struct doc_walk w = doc_walk_start(q->node);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_TEXT) {
            w.node->u.text.text = pub_summary(r->arena, w.node->u.text.text, q, rows);
        }
    }
}

/* Whether a div contains another div of class `publications`, as in the pages of al-folio. */
static bool holds_list(const struct doc_node *div) {
    for (const struct doc_node *n = div->first; n; n = n->next) {
        if (n->kind == DOC_DIV && doc_has_class(n, "publications")) {
            return true;
        }
    }
    return false;
}

/** Counts the works of a list. If this list and those before it have too many works, empties the
 * list and reports this. */
static void limit_works(struct resolver *r, struct pub_list *list, size_t *works) {
    size_t most = limit_sum(LIMIT_SUM_WORKS, LIMIT_SUM_WORKS_TIMES, bib_count(r->bib));
    *works += list->rows.n;
    if (*works <= most) {
        return;
    }
    *works -= list->rows.n;
    list->left_out = true;
    list->rows.n = 0;
    struct diag *g = diag_add(r->d, DIAG_TOO_LARGE, list->query.node->span,
                              "the lists before this one repeat the database too often: it is "
                              "left out");
    diag_hint(r->d, g, "all lists together have at most %zu works here", most);
}

static void find_lists(struct resolver *r, pub_lists *lists) {
    size_t works = 0;
    struct doc_walk w = doc_walk_start(r->doc->root);
    while (doc_walk_next(&w)) {
        if (!w.enter || w.node->kind != DOC_DIV || !doc_has_class(w.node, "publications") ||
            holds_list(w.node)) {
            continue;
        }
        if (!r->csl) {
            resolve_choose_style(r);
        }
        struct pub_list list = {.left_out = false};
        pub_query_add_person(r, w.node);
        pub_query_read(r, w.node, &list.query);
        list.rows = pub_rows_choose(r, &list.query);
        limit_works(r, &list, &works);
        resolve_trace_list(r, w.node, &list.rows);
        for (size_t i = 0; i < list.rows.n; i++) {
            list.rows.p[i].it = resolve_shown(r, list.rows.p[i].it);
        }
        vec_push(lists, list);
        doc_walk_skip(&w);
    }
}

void resolve_publications(struct resolver *r) {
    if (!doc_has_kind(r->doc, DOC_DIV)) {
        return;
    }
    pub_lists lists = VEC_INIT;
    counters all = VEC_INIT;
    find_lists(r, &lists);
    const struct node *pages = node_get(r->doc->front, "paper-pages");
    bool paper_pages = pages && pages->kind != NODE_NULL && node_bool(pages, 1) != 0;
    for (size_t i = 0; i < lists.n; i++) {
        if (lists.p[i].query.resume) {
            counter_of(&all, lists.p[i].query.prefix)->left += lists.p[i].rows.n;
        }
    }
    for (size_t i = 0; i < lists.n; i++) {
        struct pub_query *q = &lists.p[i].query;
        for (size_t k = 0; k < lists.p[i].rows.n; k++) {
            /* the vector may have moved its elements, so the pointers are set again */
            lists.p[i].rows.p[k].q = q;
        }
        fill_summary(r, q, &lists.p[i].rows);
        if (lists.p[i].rows.n == 0 && !lists.p[i].left_out) {
            report_empty(r, q);
        } else if (lists.p[i].rows.n) {
            q->show.cites_apart = !q->cite && paper_pages;
            q->show.apart = paper_pages;
            r->brief = lists.p[i].rows.n > PUB_LONG_LIST;
            q->show.cites = q->cite || paper_pages ? resolve_cites_make(r, &lists.p[i].rows) : NULL;
            make_list(r, q, &lists.p[i].rows, q->resume ? counter_of(&all, q->prefix) : NULL);
        }
        check_titles(r, q);
        forget_attributes(q->node);
        if (q->filter && lists.p[i].rows.n) {
            doc_set_pair(r->doc, q->node, STR("data-filter"), str_trim(q->toggles));
        }
        pub_query_drop(q);
    }
    vec_drop(&all);
    vec_drop(&lists);
}
