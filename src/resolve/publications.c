/* SPDX-License-Identifier: MIT */
/*
 * Publication lists: works are chosen, put in order and grouped under headings. What an entry looks
 * like is decided in entry.c, or by a CSL style.
 *
 * Order by date: a work known by its year alone comes behind the dated ones of that year, one that
 * is still to come (a status, as "in press", and no year) is newer than all, an undated one comes
 * behind all, in either direction; ties keep the order of the database.
 */
#include "resolve/entry.h"
#include "resolve/query.h"

#include "tex/math/math_rich.h"
#include "unicode/unicode.h"

DIAG_USE(DIAG_BAD_FILTER);
DIAG_USE(DIAG_EMPTY_LIST);

/** A chosen work with what it is ordered by. */
struct row {
    const struct item *it;
    const struct pub_query *q;
    struct str keys[PUB_MAX_SORTS]; /* collation keys of textual sorts */
    struct str group;               /* heading of its group */
    struct str group_key;           /* what groups are ordered by, bytewise */
};

struct rows {
    struct row *p;
    size_t n;
};

/* ---- order ---- */

/** Compares numbers of which 0 means unknown and unknown is last, whatever the direction. */
static int compare_known(int64_t a, int64_t b, bool down) {
    if (a == b) {
        return 0;
    }
    if (a == 0 || b == 0) {
        return a == 0 ? 1 : -1;
    }
    return (a < b) != down ? -1 : 1;
}

static bool has_year(const struct item *it) {
    const struct item_date *date = item_date(it, VAR_ISSUED);
    return date && date->from.has_year;
}

/* Accepted, in press, submitted, as a status or in the date's place: no year yet. */
static bool is_to_come(const struct item *it) {
    const struct item_date *date = item_date(it, VAR_ISSUED);
    return !has_year(it) && (item_text(it, VAR_STATUS).n > 0 || (date && date->literal.n > 0));
}

static int compare_dates(const struct item *a, const struct item *b, bool down) {
    bool coming_a = is_to_come(a), coming_b = is_to_come(b);
    bool known_a = coming_a || has_year(a), known_b = coming_b || has_year(b);
    if (!known_a || !known_b) {
        return known_a == known_b ? 0 : known_a ? -1 : 1;
    }
    if (coming_a || coming_b) {
        return coming_a == coming_b ? 0 : coming_a == down ? -1 : 1;
    }
    const struct item_date *x = item_date(a, VAR_ISSUED), *y = item_date(b, VAR_ISSUED);
    if (x->from.year != y->from.year) {
        return (x->from.year < y->from.year) != down ? -1 : 1;
    }
    int c = compare_known(x->from.month, y->from.month, down);
    return c ? c : compare_known(x->from.day, y->from.day, down);
}

static int compare_rows(const void *a, const void *b) {
    const struct row *x = a, *y = b;
    int c = str_cmp(x->group_key, y->group_key);
    for (size_t i = 0; c == 0 && i < x->q->nsorts; i++) {
        bool down = x->q->sorts[i].down;
        switch (x->q->sorts[i].key) {
        case SORT_DATE:
            c = compare_dates(x->it, y->it, down);
            break;
        case SORT_DATABASE:
            c = x->it->order == y->it->order ? 0 : (x->it->order < y->it->order) != down ? -1 : 1;
            break;
        case SORT_TITLE:
        case SORT_AUTHOR:
        case SORT_TYPE:
        case SORT_KEY:
            c = str_cmp(x->keys[i], y->keys[i]);
            c = down ? -c : c;
            break;
        }
    }
    if (c == 0) {
        c = x->it->order < y->it->order ? -1 : x->it->order > y->it->order;
    }
    return c;
}

static struct str author_text(struct resolver *r, const struct item *it) {
    struct item_names names = item_names(it, VAR_AUTHOR);
    struct buf b;
    buf_init(&b, 0);
    for (size_t i = 0; i < names.n; i++) {
        buf_str(&b, names.p[i].literal.n ? names.p[i].literal : names.p[i].family);
        buf_putc(&b, ' ');
        buf_str(&b, names.p[i].given);
        buf_putc(&b, ' ');
    }
    struct str out = buf_keep(&b, r->arena);
    buf_drop(&b);
    return out;
}

static void make_keys(struct resolver *r, struct collator *c, struct row *row) {
    for (size_t i = 0; i < row->q->nsorts; i++) {
        struct str text = STR_EMPTY;
        switch (row->q->sorts[i].key) {
        case SORT_TITLE:
            text = tex_rich_plain(r->arena, item_rich(row->it, VAR_TITLE));
            break;
        case SORT_AUTHOR:
            text = author_text(r, row->it);
            break;
        case SORT_TYPE:
            text =
                row->it->type == ITEM_TYPE_NONE ? STR_EMPTY : str_of(item_type_name(row->it->type));
            break;
        case SORT_KEY:
            text = row->it->id;
            break;
        case SORT_DATE:
        case SORT_DATABASE:
            continue;
        }
        row->keys[i] = collator_key(c, r->arena, text);
    }
}

/* ---- groups ---- */

/** Headings of types, in the order in which lists show them; types not named here come last. */
static const struct {
    enum item_type type;
    enum resolve_word heading;
} type_headings[] = {
    {ITEM_TYPE_BOOK, RESOLVE_WORD_BOOKS},
    {ITEM_TYPE_COLLECTION, RESOLVE_WORD_EDITED_VOLUMES},
    {ITEM_TYPE_ARTICLE_JOURNAL, RESOLVE_WORD_ARTICLES},
    {ITEM_TYPE_PAPER_CONFERENCE, RESOLVE_WORD_CONFERENCE_PAPERS},
    {ITEM_TYPE_CHAPTER, RESOLVE_WORD_CHAPTERS},
    {ITEM_TYPE_ARTICLE, RESOLVE_WORD_PREPRINTS},
    {ITEM_TYPE_MANUSCRIPT, RESOLVE_WORD_MANUSCRIPTS},
    {ITEM_TYPE_REPORT, RESOLVE_WORD_REPORTS},
    {ITEM_TYPE_THESIS, RESOLVE_WORD_THESES},
    {ITEM_TYPE_PATENT, RESOLVE_WORD_PATENTS},
    {ITEM_TYPE_STANDARD, RESOLVE_WORD_STANDARDS},
    {ITEM_TYPE_SOFTWARE, RESOLVE_WORD_SOFTWARE},
    {ITEM_TYPE_DATASET, RESOLVE_WORD_DATA_SETS},
    {ITEM_TYPE_SPEECH, RESOLVE_WORD_TALKS},
    {ITEM_TYPE_REVIEW, RESOLVE_WORD_REVIEWS},
    {ITEM_TYPE_REVIEW_BOOK, RESOLVE_WORD_BOOK_REVIEWS},
    {ITEM_TYPE_ENTRY_ENCYCLOPEDIA, RESOLVE_WORD_ENCYCLOPEDIA},
    {ITEM_TYPE_ENTRY_DICTIONARY, RESOLVE_WORD_DICTIONARY},
    {ITEM_TYPE_ARTICLE_MAGAZINE, RESOLVE_WORD_MAGAZINE},
    {ITEM_TYPE_ARTICLE_NEWSPAPER, RESOLVE_WORD_NEWSPAPER},
    {ITEM_TYPE_POST_WEBLOG, RESOLVE_WORD_POSTS},
    {ITEM_TYPE_WEBPAGE, RESOLVE_WORD_WEB_PAGES},
};

/* Group keys sort bytewise: a leading byte separates what is known from what comes last. */
#define KEY_KNOWN "\x01"
#define KEY_LAST "\x02"

static void group_by_year(struct resolver *r, struct row *row) {
    const struct item_date *date = item_date(row->it, VAR_ISSUED);
    bool up = row->q->nsorts && row->q->sorts[0].key == SORT_DATE && !row->q->sorts[0].down;
    if (is_to_come(row->it)) {
        row->group = resolve_word(r, RESOLVE_WORD_GROUP_FORTHCOMING);
        row->group_key = up ? STR(KEY_KNOWN "99999") : STR(KEY_KNOWN "00000");
        return;
    }
    if (!has_year(row->it)) {
        row->group = resolve_word(r, RESOLVE_WORD_UNDATED);
        row->group_key = STR(KEY_LAST);
        return;
    }
    int32_t order = up ? date->from.year : -date->from.year;
    row->group = date->from.year > 0 ? arena_printf(r->arena, "%d", date->from.year)
                                     : arena_printf(r->arena, "%d BC", -date->from.year);
    row->group_key = arena_printf(r->arena, KEY_KNOWN "%05d", (int)order + 20000);
}

static void group_by_type(struct resolver *r, struct row *row) {
    for (size_t i = 0; i < ARRAY_LEN(type_headings); i++) {
        if (type_headings[i].type == row->it->type) {
            row->group = resolve_word(r, type_headings[i].heading);
            row->group_key = arena_printf(r->arena, KEY_KNOWN "%02zu", i);
            return;
        }
    }
    row->group = resolve_word(r, RESOLVE_WORD_OTHER_WORKS);
    row->group_key = STR(KEY_LAST);
}

static void group_by_keyword(struct resolver *r, struct collator *c, struct row *row,
                             struct str word) {
    if (word.n) {
        row->group = word;
        row->group_key = arena_join(r->arena, 2, STR(KEY_KNOWN), collator_key(c, r->arena, word));
    } else {
        row->group = resolve_word(r, RESOLVE_WORD_OTHER_TOPICS);
        row->group_key = STR(KEY_LAST);
    }
}

typedef VEC(struct row) row_vec;

/** One row for a work, or one for each of its keywords when these are the groups. */
static void add_rows(struct resolver *r, struct collator *c, row_vec *rows, struct row row) {
    struct str words[PUB_MAX_KEYWORDS];
    size_t n = 0;
    switch (row.q->group) {
    case GROUP_NONE:
        break;
    case GROUP_YEAR:
        group_by_year(r, &row);
        break;
    case GROUP_TYPE:
        group_by_type(r, &row);
        break;
    case GROUP_KEYWORD:
        n = pub_keywords(row.it, words);
        for (size_t i = 0; i + 1 < n; i++) {
            group_by_keyword(r, c, &row, words[i]);
            vec_push(rows, row);
        }
        group_by_keyword(r, c, &row, n ? words[n - 1] : STR_EMPTY);
        break;
    }
    vec_push(rows, row);
}

/** The chosen works in their order. With a limit, the first ones by the sort order stay, whatever
 * their group. */
static struct rows choose(struct resolver *r, const struct pub_query *q) {
    row_vec picked = VEC_INIT, grouped = VEC_INIT;
    struct collator *c = collator_new(r->doc->meta.lang, false);
    bib_load_stores(r->bib);
    for (size_t i = 0; i < bib_count(r->bib); i++) {
        const struct item *it = bib_at(r->bib, i, r->d);
        if (it && bib_lookup(r->bib, it->id, r->d) == it && pub_query_accepts(r, q, it)) {
            bib_check_doi(it, r->d);
            struct row row = {.it = it, .q = q};
            make_keys(r, c, &row);
            vec_push(&picked, row);
        }
    }
    if (q->limit && q->limit < picked.n) {
        qsort(picked.p, picked.n, sizeof *picked.p, compare_rows);
        picked.n = q->limit;
    }
    for (size_t i = 0; i < picked.n; i++) {
        add_rows(r, c, &grouped, picked.p[i]);
    }
    if (grouped.n) {
        qsort(grouped.p, grouped.n, sizeof *grouped.p, compare_rows);
    }
    struct rows out = {vec_keep(&grouped, r->arena), grouped.n};
    collator_drop(c);
    vec_drop(&picked);
    vec_drop(&grouped);
    return out;
}

/* ---- entries by a CSL style ---- */

/** A copy of the item in which the owner's names are marked; csl carries the mark through. */
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

/** What the style makes of every row; NULL when there is no such style. Keyed by id: rows may name
 * a work twice. */
static bool style_entries(struct resolver *r, const struct pub_query *q, const struct rows *rows,
                          struct map *by_id) {
    const struct csl_style *style = resolve_style(r, q->style, q->style_span);
    if (!style) {
        return false;
    }
    if (!csl_style_info(style)->has_bibliography) {
        struct diag *g = diag_add(r->d, DIAG_BAD_FILTER, q->style_span,
                                  "style `%.*s` has no bibliography", STR_ARG(q->style));
        diag_hint(r->d, g, "choose a style that makes reference lists");
        return false;
    }
    struct csl *csl = resolve_csl(r, style, true);
    for (size_t i = 0; i < rows->n; i++) {
        if (!map_find(by_id, rows->p[i].it->id)) {
            map_put(by_id, rows->p[i].it->id, NULL);
            csl_add_item(csl, mark_owner(r, rows->p[i].it, &q->show));
        }
    }
    csl_process(csl);
    struct csl_bibliography bib = csl_bibliography(csl);
    struct csl_entry *entries = arena_copy(r->arena, bib.entries, bib.n * sizeof *bib.entries);
    for (size_t i = 0; i < bib.n; i++) {
        map_put(by_id, entries[i].item->id, &entries[i]);
    }
    return true;
}

/** An entry of the style without its number: the list has numbers of its own. */
static void add_styled(struct resolver *r, struct doc_node *item, const struct csl_entry *entry) {
    struct doc_node *line = resolve_add(r, item, DOC_PLAIN, "pub-line");
    for (const struct csl_out *out = entry->out; out; out = out->next) {
        if (out->kind == CSL_OUT_BLOCK && out->display == CSL_DISPLAY_LEFT_MARGIN) {
            continue;
        }
        struct csl_out one = *out;
        one.next = NULL;
        if (one.kind == CSL_OUT_BLOCK && one.display == CSL_DISPLAY_RIGHT_INLINE) {
            resolve_out(r, line, one.first, false);
        } else {
            resolve_out(r, line, &one, false);
        }
    }
}

/* ---- making the nodes ---- */

/** Level of the heading that the list stands under; 1 when there is none (the title's level). */
static int level_above(const struct doc_node *n) {
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

static void add_heading(struct resolver *r, struct doc_node *box, struct str text, int level) {
    struct doc_node *h = resolve_add(r, box, DOC_HEADING, "pub-group");
    h->u.heading.level = level;
    h->u.heading.unnumbered = true;
    resolve_text(r, h, text);
    /* pandoc's identifiers begin with a letter: one in front keeps the digits of a year. */
    struct str word = doc_auto_id(r->arena, arena_join(r->arena, 2, STR("g "), text));
    struct str id = arena_join(r->arena, 2, STR("publications-"), str_from(word, 2));
    id = resolve_unique_id(r, id);
    doc_set_id(r->doc, h, id);
}

static struct doc_node *add_list(struct resolver *r, struct doc_node *box,
                                 const struct pub_query *q, int start) {
    struct doc_node *list = resolve_add(r, box, DOC_LIST, "pub-list");
    list->u.list.style = q->numbering == PUB_NUMBER_NONE ? DOC_UNMARKED : DOC_DECIMAL;
    list->u.list.reversed = q->numbering == PUB_NUMBER_DOWN;
    list->u.list.start = start;
    return list;
}

static void make_list(struct resolver *r, const struct pub_query *q, const struct rows *rows) {
    struct map styled = MAP_INIT;
    bool by_style = q->style.n && style_entries(r, q, rows, &styled);
    int level = level_above(q->node) + 1;
    struct doc_node *list = NULL;
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *row = &rows->p[i];
        int number = q->numbering == PUB_NUMBER_DOWN ? (int)(rows->n - i) : (int)i + 1;
        bool opens = i == 0 || !str_eq(row->group_key, rows->p[i - 1].group_key);
        if (opens && row->group.n) {
            add_heading(r, q->node, row->group, level > 6 ? 6 : level);
        }
        if (opens) {
            list = add_list(r, q->node, q, number);
        }
        struct doc_node *item = resolve_add(r, list, DOC_ITEM, "pub-entry");
        doc_add_class(r->doc, item, STR("csl-entry"));
        doc_set_id(r->doc, item, resolve_entry_id(r, row->it->id));
        item->u.item.number = number;
        const struct csl_entry *entry = by_style ? map_lookup(&styled, row->it->id) : NULL;
        r->entry = row->it;
        if (entry) {
            add_styled(r, item, entry);
            resolve_entry_extras(r, item, row->it, &q->show);
        } else {
            resolve_entry(r, item, row->it, &q->show);
        }
    }
    r->entry = NULL;
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

/** Attributes that were instructions do not go into the page. */
static void forget_attributes(struct doc_node *node) {
    if (node->attr) {
        node->attr->npairs = 0;
    }
}

void resolve_publications(struct resolver *r) {
    if (!doc_has_kind(r->doc, DOC_DIV)) {
        return;
    }
    struct doc_walk w = doc_walk_start(r->doc->root);
    while (doc_walk_next(&w)) {
        if (!w.enter || w.node->kind != DOC_DIV || !doc_has_class(w.node, "publications")) {
            continue;
        }
        if (!r->csl) {
            resolve_choose_style(r);
        }
        struct pub_query q;
        pub_query_read(r, w.node, &q);
        struct rows rows = choose(r, &q);
        if (rows.n == 0) {
            report_empty(r, &q);
        } else {
            make_list(r, &q, &rows);
        }
        forget_attributes(w.node);
        pub_query_drop(&q);
        doc_walk_skip(&w);
    }
}
