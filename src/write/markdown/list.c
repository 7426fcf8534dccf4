/* SPDX-License-Identifier: MIT */
/*
 * Writes lists and definition lists. Tight lists have no blank lines between their blocks.
 */
#include "write/markdown/writer.h"

static struct str task_box(const struct doc_node *item) {
    static const struct str boxes[] = {[DOC_TASK_NONE] = STR_INIT(""),
                                       [DOC_TASK_OPEN] = STR_INIT("[ ] "),
                                       [DOC_TASK_DONE] = STR_INIT("[x] ")};
    return boxes[item->u.item.task];
}

/** Writes the marker and the white space after it. After a capital with a period there are two
 * spaces, because the capital could be an initial (pandoc MANUAL, fancy_lists). */
static void write_marker(struct buf *b, const struct doc_node *list, const struct doc_node *item) {
    bool bullet = !doc_list_is_ordered(list);
    if (bullet) {
        buf_putc(b, '-');
    } else if (doc_has_class(list, "example")) {
        buf_puts(b, "(@)"); /* example lists count through the whole document */
    } else {
        struct doc_node counted = *list;
        counted.u.list.prefix = STR_EMPTY; /* lists in Markdown have no prefix */
        doc_list_label(b, &counted, list->u.list.style, item->u.item.number);
    }
    bool initial = !bullet && b->n == 2 && is_upper(b->p[0]) && b->p[1] == '.';
    buf_puts(b, initial ? "  " : " ");
}

static void put_item(struct mdout_writer *w, const struct doc_node *list,
                     const struct doc_node *item, enum mdout_gap gap) {
    struct buf marker = BUF_INIT, indent = BUF_INIT;
    write_marker(&marker, list, item);
    buf_fill(&indent, ' ', marker.n);
    size_t before = mdout_enter(w, buf_view(&marker), buf_view(&indent));
    const struct doc_node *first = item->first;
    struct str box = task_box(item);
    if (box.n && first && (first->kind == DOC_PLAIN || first->kind == DOC_PARA)) {
        mdout_paragraph(w, first->first, NULL, box);
        mdout_space(w, gap);
        first = first->next;
    }
    mdout_blocks(w, first, gap);
    mdout_leave(w, before);
    buf_drop(&marker);
    buf_drop(&indent);
}

/** Whether a list is tight. A list from HTML is tight when its items have no paragraphs. */
static bool is_tight(const struct doc_node *list) {
    const struct doc_node *item = list->first;
    return list->u.list.tight || (item && item->first && item->first->kind == DOC_PLAIN);
}

void mdout_list(struct mdout_writer *w, const struct doc_node *n) {
    enum mdout_gap gap = is_tight(n) ? MDOUT_NEW_LINE : MDOUT_BLANK_LINE;
    for (const struct doc_node *item = n->first; item; item = item->next) {
        put_item(w, n, item, gap);
        if (item->next) {
            w->gap = gap;
        }
    }
}

static bool is_plain(const struct doc_node *n) {
    return !n || n->kind == DOC_PLAIN || doc_is_inline(n->kind);
}

void mdout_definitions(struct mdout_writer *w, const struct doc_node *n) {
    for (const struct doc_node *k = n->first; k; k = k->next) {
        if (k->kind == DOC_DEF_TERM) {
            enum mdout_place place = w->place;
            w->place = MDOUT_IN_LINE;
            mdout_space(w, MDOUT_BLANK_LINE);
            mdout_paragraph(w, k->first, NULL, STR_EMPTY);
            w->place = place;
            continue;
        }
        w->gap = is_plain(k->first) ? MDOUT_NEW_LINE : MDOUT_BLANK_LINE;
        size_t before = mdout_enter(w, STR(":   "), STR("    "));
        mdout_blocks(w, k->first, MDOUT_BLANK_LINE);
        mdout_leave(w, before);
    }
}
