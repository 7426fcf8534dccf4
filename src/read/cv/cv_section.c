/* SPDX-License-Identifier: MIT */
/* Converts the entries of a section to blocks. Consecutive entries of the same shape become one
 * list. Entries with dates and entries with labels become definition lists. A style sheet puts the
 * terms of these lists into the side column. If no entry of a list has a date, there is no side
 * column. */
#include "read/cv/cv_model.h"

DIAG_USE(DIAG_UNSUPPORTED);

void cv_mark_variant(struct cv *v, struct doc_node *n, const struct node *variant) {
    struct str names = node_text(variant);
    struct buf b = BUF_INIT;
    for (size_t i = 0; variant && variant->kind == NODE_LIST && i < variant->n; i++) {
        buf_str(&b, node_text(variant->items[i]));
        buf_putc(&b, ' ');
    }
    names = b.n ? buf_keep(&b, v->a) : names;
    buf_drop(&b);
    if (str_trim(names).n) {
        doc_add_class(v->d, n, STR("only"));
        doc_set_pair(v->d, n, STR("variant"), str_trim(names));
    }
}

struct run {
    enum cv_shape shape;
    struct doc_node *list; /* the list with these entries; NULL: they are in no list */
    bool dates;
};

/** The entries from `i` on that have the same shape are a run. Returns the index after the run.
 * Sets its shape, and whether an entry has a date. */
static size_t run_end(struct cv *v, const struct node *entries, size_t i, struct run *run) {
    struct cv_entry e = cv_entry_read(entries->items[i]);
    run->shape = cv_entry_shape(&e);
    for (; i < entries->n; i++) {
        e = cv_entry_read(entries->items[i]);
        enum cv_shape shape = cv_entry_shape(&e);
        if (shape != CV_SHAPE_NONE && shape != run->shape) {
            break;
        }
        run->dates = run->dates || cv_dates(v, &e).n;
    }
    return i;
}

static struct doc_node *open_list(struct cv *v, struct doc_node *parent, const struct node *first,
                                  struct run *run, size_t count) {
    if (run->shape == CV_SHAPE_LINE || (run->shape == CV_SHAPE_DATED && run->dates)) {
        struct doc_node *div = cv_put(v, parent, DOC_DIV, first);
        doc_add_class(v->d, div, run->shape == CV_SHAPE_LINE ? STR("cv-lines") : STR("cv-entries"));
        doc_add_class(v->d, div, v->months ? STR("cv-months") : STR("cv-years"));
        return cv_put(v, div, DOC_DEF_LIST, first);
    }
    struct doc_node *list = cv_put(v, parent, DOC_LIST, first);
    bool numbered = run->shape == CV_SHAPE_NUMBER || run->shape == CV_SHAPE_REVERSED;
    list->u.list.style = numbered                       ? DOC_DECIMAL
                         : run->shape == CV_SHAPE_DATED ? DOC_UNMARKED
                                                        : DOC_BULLET;
    list->u.list.start = run->shape == CV_SHAPE_REVERSED ? (int)count : 1;
    list->u.list.reversed = run->shape == CV_SHAPE_REVERSED;
    list->u.list.tight = run->shape != CV_SHAPE_DATED;
    return list;
}

/** Reports, once for all entries, that icons and colours are not shown. */
static void note_looks(struct cv *v, const struct node *n) {
    for (size_t i = 0; n->kind == NODE_MAP && i < n->n && !v->looks_reported; i++) {
        if (cv_key(n->keys[i]) == CV_LOOKS && cv_has(n->items[i])) {
            diag_add(v->diags, DIAG_UNSUPPORTED, n->key_spans[i],
                     "`%.*s` of entries is not shown: looks are the style sheet's",
                     STR_ARG(n->keys[i]));
            v->looks_reported = true;
        }
    }
}

static void put_entry(struct cv *v, const struct cv_entry *e, struct run *run, int number) {
    if (run->list->kind == DOC_DEF_LIST) {
        struct doc_node *term = cv_put(v, run->list, DOC_DEF_TERM, e->self);
        struct doc_node *body = cv_put(v, run->list, DOC_DEF_BODY, e->self);
        cv_entry_side(v, e, run->shape, term);
        cv_entry_body(v, e, run->shape, body);
        cv_mark_variant(v, term, e->of[CV_VARIANT]);
        cv_mark_variant(v, body, e->of[CV_VARIANT]);
        return;
    }
    struct doc_node *item = cv_put(v, run->list, DOC_ITEM, e->self);
    item->u.item.number = number;
    cv_entry_body(v, e, run->shape, item);
    cv_mark_variant(v, item, e->of[CV_VARIANT]);
}

/** Appends the entries [from, to), which all have the same shape. */
static void put_run(struct cv *v, const struct node *entries, size_t from, size_t to,
                    struct run *run, struct doc_node *parent, bool listed) {
    int number = 0, step = run->shape == CV_SHAPE_REVERSED ? -1 : 1;
    size_t count = to - from < INT32_MAX ? to - from : INT32_MAX;
    for (size_t i = from; i < to; i++) {
        struct cv_entry e = cv_entry_read(entries->items[i]);
        if (cv_entry_shape(&e) == CV_SHAPE_NONE) {
            continue;
        }
        note_looks(v, e.self);
        if (run->shape == CV_SHAPE_TEXT && !listed) {
            cv_entry_body(v, &e, run->shape, parent);
            continue;
        }
        if (!run->list) {
            run->list = open_list(v, parent, e.self, run, count);
            number = run->list->kind == DOC_LIST ? run->list->u.list.start : 0;
        }
        put_entry(v, &e, run, number);
        number += step;
    }
}

void cv_section_entries(struct cv *v, const struct node *entries, struct doc_node *parent,
                        bool listed) {
    if (entries->kind != NODE_LIST) {
        cv_value_blocks(v, entries, parent);
        return;
    }
    for (size_t i = 0; i < entries->n;) {
        struct run run = {.list = NULL};
        size_t end = run_end(v, entries, i, &run);
        put_run(v, entries, i, end, &run, parent, listed);
        i = end;
    }
}
