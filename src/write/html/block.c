/* SPDX-License-Identifier: MIT */
/*
 * Writes blocks: headings, lists, divisions, captions, and the reference list in pandoc's form.
 *
 * This file decides the levels of headings. Below a title they begin at <h2> and descend without
 * gaps (WCAG 2.1, technique H42). In a fragment the author's levels are kept, because the page
 * around it is not known.
 */
#include "write/html/writer.h"

/** Adds a heading to the open headings. Returns its depth among them. */
static int heading_depth(struct html_writer *w, int level) {
    while (w->depth > 0 && w->levels[w->depth - 1] >= level) {
        w->depth--;
    }
    if (w->depth < HTML_HEADING_LEVELS) {
        w->levels[w->depth++] = level;
    }
    int depth = w->depth + w->heading_base;
    return depth > HTML_HEADING_LEVELS ? HTML_HEADING_LEVELS : depth;
}

static bool is_tabset(const struct doc_node *n) {
    return n->kind == DOC_DIV && doc_has_class(n, "panel-tabset");
}

/** Whether a heading is the name of a tab. */
static bool is_tab(const struct doc_node *n) {
    return n->kind == DOC_HEADING && n->parent && is_tabset(n->parent) && doc_has_class(n, "tab");
}

static bool has_tab(const struct doc_node *before) {
    for (; before; before = before->prev) {
        if (is_tab(before)) {
            return true;
        }
    }
    return false;
}

/** Writes a tab without a script. Tabs are <details> with the same name, so a browser opens only
 * one of them at a time. All tabs are printed. */
static void write_tab(struct html_writer *w, const struct doc_node *n, bool enter) {
    if (!enter) {
        buf_puts(w->out, "</summary>\n");
        return;
    }
    bool more = has_tab(n->prev);
    if (!more) {
        w->tabsets++;
    }
    buf_printf(w->out, "%s<details class=\"tab\" name=\"tabset-%d\"%s>\n<summary",
               more ? "</details>\n" : "", w->tabsets, more ? "" : " open");
    html_attrs(w, n, NULL);
    buf_putc(w->out, '>');
}

void html_heading(struct html_writer *w, const struct doc_node *n, bool enter) {
    int level = n->u.heading.level;
    if (is_tab(n)) {
        write_tab(w, n, enter);
        return;
    }
    if (!enter) {
        int depth = w->depth + w->heading_base;
        depth = depth > HTML_HEADING_LEVELS ? HTML_HEADING_LEVELS : depth;
        buf_printf(w->out, "</h%d>\n", w->opt->fragment ? level : depth);
        return;
    }
    int depth = heading_depth(w, level);
    buf_printf(w->out, "<h%d", w->opt->fragment ? level : depth);
    html_attrs(w, n, NULL);
    buf_putc(w->out, '>');
}

/* ---- lists ---- */

static bool is_task_list(const struct doc_node *n) {
    for (const struct doc_node *c = n->first; c; c = c->next) {
        if (c->kind == DOC_ITEM && c->u.item.task != DOC_TASK_NONE) {
            return true;
        }
    }
    return false;
}

void html_list(struct html_writer *w, const struct doc_node *n, bool enter) {
    static const char types[] = {
        [DOC_DECIMAL] = '1',     [DOC_LOWER_ALPHA] = 'a', [DOC_UPPER_ALPHA] = 'A',
        [DOC_LOWER_ROMAN] = 'i', [DOC_UPPER_ROMAN] = 'I', [DOC_UNMARKED] = 0};
    bool ordered = doc_list_is_ordered(n);
    if (!enter) {
        buf_puts(w->out, ordered ? "</ol>\n" : "</ul>\n");
        return;
    }
    buf_puts(w->out, ordered ? "<ol" : "<ul");
    bool unmarked = n->u.list.style == DOC_UNMARKED;
    html_attrs(w, n, unmarked ? "unmarked" : is_task_list(n) ? "task-list" : NULL);
    if (unmarked) {
        /* without the role, VoiceOver does not treat a list without markers as a list */
        buf_puts(w->out, " role=\"list\"");
    }
    if (ordered && types[n->u.list.style] != '1') {
        buf_printf(w->out, " type=\"%c\"", types[n->u.list.style]);
    }
    if (ordered && (n->u.list.start != 1 || n->u.list.reversed)) {
        buf_printf(w->out, " start=\"%d\"", n->u.list.start);
    }
    if (ordered && n->u.list.reversed) {
        buf_puts(w->out, " reversed");
    }
    buf_puts(w->out, ">\n");
}

/** Whether the number of an item differs from the number that counting gives. */
static bool number_differs(const struct doc_node *n) {
    const struct doc_node *list = n->parent;
    if (!list || list->kind != DOC_LIST || !doc_list_is_ordered(list) || n->u.item.number == 0) {
        return false;
    }
    int step = list->u.list.reversed ? -1 : 1;
    int want =
        n->prev && n->prev->u.item.number ? n->prev->u.item.number + step : list->u.list.start;
    return n->u.item.number != want;
}

/** Writes the marker of a list whose numbers have a prefix. It is a string (CSS Lists 3), because
 * no list style has such markers. */
static void put_own_marker(struct html_writer *w, const struct doc_node *item) {
    const struct doc_node *list = item->parent;
    if (!list || list->kind != DOC_LIST || !doc_list_is_ordered(list) ||
        list->u.list.prefix.n == 0) {
        return;
    }
    struct buf label = BUF_INIT, quoted = BUF_INIT;
    doc_list_label(&label, list, list->u.list.style, item->u.item.number);
    for (size_t i = 0; i < label.n; i++) { /* the label is escaped as in a CSS string */
        if (label.p[i] == '\'' || label.p[i] == '\\') {
            buf_putc(&quoted, '\\');
        }
        buf_putc(&quoted, is_space(label.p[i]) ? ' ' : label.p[i]);
    }
    buf_puts(w->out, " style=\"list-style-type: '");
    html_attr_text(w, buf_view(&quoted));
    buf_puts(w->out, " '\"");
    buf_drop(&label);
    buf_drop(&quoted);
}

static bool begins_with_text(const struct doc_node *item) {
    return item->first && (item->first->kind == DOC_PLAIN || item->first->kind == DOC_PARA);
}

static void write_checkbox(struct html_writer *w, const struct doc_node *item) {
    bool done = item->u.item.task == DOC_TASK_DONE;
    buf_puts(w->out, done ? "<input type=\"checkbox\" disabled checked> "
                          : "<input type=\"checkbox\" disabled> ");
}

void html_item(struct html_writer *w, const struct doc_node *n, bool enter) {
    if (!enter) {
        buf_puts(w->out, "</li>\n");
        return;
    }
    buf_puts(w->out, "<li");
    html_attrs(w, n, NULL);
    if (number_differs(n)) {
        buf_printf(w->out, " value=\"%d\"", n->u.item.number);
    }
    put_own_marker(w, n);
    buf_putc(w->out, '>');
    if (n->u.item.task != DOC_TASK_NONE && !begins_with_text(n)) {
        write_checkbox(w, n);
    }
}

/* ---- paragraphs and divisions ---- */

/** Returns the item whose check box is in the paragraph, or NULL. */
static const struct doc_node *task_of(const struct doc_node *n) {
    const struct doc_node *item = n->parent;
    bool task =
        item && item->kind == DOC_ITEM && item->first == n && item->u.item.task != DOC_TASK_NONE;
    return task ? item : NULL;
}

/** Whether a paragraph consists of a display formula. */
static bool is_display_math(const struct doc_node *n) {
    return n->first && n->first == n->last && n->first->kind == DOC_MATH &&
           n->first->u.math.display;
}

void html_paragraph(struct html_writer *w, const struct doc_node *n, bool enter) {
    const struct doc_node *task = task_of(n);
    /* a DOC_PLAIN becomes an element only when it has attributes */
    const char *tag = n->kind == DOC_PARA ? "p" : n->attr ? "div" : NULL;
    if (enter) {
        if (tag) {
            html_open(w, tag);
            html_attrs(w, n, is_display_math(n) ? "math-display" : NULL);
            buf_putc(w->out, '>');
        }
        if (task) {
            buf_puts(w->out, "<label>");
            write_checkbox(w, task);
        }
        return;
    }
    if (task) {
        buf_puts(w->out, "</label>");
    }
    if (tag) {
        html_close(w, tag);
    }
    bool closes = n->parent && n->parent->kind == DOC_ITEM && !n->next && !n->prev;
    bool row = n->parent && n->parent->kind == DOC_FIGURE && n->next && n->next->kind == DOC_PLAIN;
    if (row) {
        buf_puts(w->out, "<br>\n");
    } else if (!closes && n->kind == DOC_PLAIN && !tag && n->next) {
        buf_putc(w->out, '\n');
    } else if (n->kind == DOC_PARA || tag) {
        buf_puts(w->out, closes && n->kind == DOC_PLAIN ? "" : "\n");
    }
}

/** Returns the element for a division. */
static const char *div_tag(const struct doc_node *n) {
    return doc_has_class(n, "section")                                      ? "section"
           : doc_has_class(n, "column-margin") || doc_has_class(n, "aside") ? "aside"
                                                                            : "div";
}

/** Writes the width that a column requests, in percent of its row. */
static void write_column_width(struct html_writer *w, const struct doc_node *n) {
    struct str width = str_trim(doc_pair(n, "width"));
    size_t digits = 0;
    while (digits < width.n && (is_digit(width.p[digits]) || width.p[digits] == '.')) {
        digits++;
    }
    if (doc_has_class(n, "column") && digits && digits + 1 == width.n && width.p[digits] == '%' &&
        !doc_pair(n, "style").p) {
        html_attr(w, "style", arena_join(w->doc->arena, 2, STR("flex: 0 1 "), width));
    }
}

void html_div(struct html_writer *w, const struct doc_node *n, bool enter) {
    const char *tag = html_tag(w, n, div_tag(n));
    if (!enter) {
        buf_puts(w->out, n->last && is_tabset(n) && has_tab(n->last) ? "</details>\n" : "");
        html_close(w, tag);
        buf_putc(w->out, '\n');
        return;
    }
    html_filter(w, n);
    html_open(w, tag);
    html_attrs(w, n, NULL);
    if (doc_callout_of(n)) {
        buf_puts(w->out, " role=\"note\"");
    }
    write_column_width(w, n);
    buf_puts(w->out, ">\n");
}

/** Whether a caption has links or notes. Such a caption must not be hidden from screen readers. */
static bool has_links(const struct doc_node *caption) {
    struct doc_walk w = doc_walk_start((struct doc_node *)(uintptr_t)caption);
    while (doc_walk_next(&w)) {
        if (w.node->kind == DOC_LINK || w.node->kind == DOC_NOTE) {
            return true;
        }
    }
    return false;
}

/** Whether a caption, after its number, only repeats the alternative text of its image. */
static bool repeats_alt(const struct doc_node *caption) {
    const struct doc_node *image = caption->prev ? caption->prev->first : NULL;
    const struct doc_node *number = caption->first;
    return image && image->kind == DOC_IMAGE && image->first && !doc_pair(image, "alt").p &&
           number && number->kind == DOC_SPAN && !has_links(caption);
}

void html_figure_caption(struct html_writer *w, const struct doc_node *n, bool enter) {
    bool figure = n->parent && n->parent->kind == DOC_FIGURE;
    if (!enter) {
        buf_puts(w->out, repeats_alt(n) ? "</span>" : "");
        buf_puts(w->out, figure ? "</figcaption>\n" : "</caption>\n");
        return;
    }
    buf_puts(w->out, figure ? "<figcaption" : "<caption");
    html_attrs(w, n, NULL);
    buf_putc(w->out, '>');
}

void html_caption_numbered(struct html_writer *w, const struct doc_node *n) {
    if (repeats_alt(n)) {
        /* screen readers read the alternative text, and need not read it again */
        buf_puts(w->out, "<span aria-hidden=\"true\">");
    }
}

/* Writes references in pandoc's form, so that style sheets and scripts for pandoc's pages can be
 * used. */

void html_bibliography(struct html_writer *w, const struct doc_node *n, bool enter) {
    if (!enter) {
        buf_puts(w->out, "</div>\n");
        return;
    }
    buf_puts(w->out, "<div");
    html_attrs(w, n, NULL);
    buf_puts(w->out, " role=\"list\"");
    if (n->u.bib.entry_spacing >= 0) {
        buf_printf(w->out, " data-entry-spacing=\"%d\"", n->u.bib.entry_spacing);
    }
    if (n->u.bib.line_spacing >= 0) {
        buf_printf(w->out, " data-line-spacing=\"%d\"", n->u.bib.line_spacing);
    }
    buf_puts(w->out, ">\n");
}

static bool has_label(const struct doc_node *entry) {
    return entry->first && entry->first->kind == DOC_BIB_LABEL;
}

/** Whether the text after a label needs a block because the citation style does not make one. */
static bool needs_right_block(const struct doc_node *entry) {
    const struct doc_node *behind = has_label(entry) ? entry->first->next : NULL;
    return behind && !(behind->kind == DOC_SPAN && doc_has_class(behind, "csl-right-inline"));
}

void html_bib_entry(struct html_writer *w, const struct doc_node *n, bool enter) {
    if (enter) {
        buf_puts(w->out, "<div");
        html_attrs(w, n, NULL);
        buf_puts(w->out, " role=\"listitem\">\n");
        return;
    }
    buf_puts(w->out, needs_right_block(n) ? "</div>\n</div>\n" : "\n</div>\n");
}

void html_bib_label(struct html_writer *w, const struct doc_node *n, bool enter) {
    if (enter) {
        buf_puts(w->out, "<div");
        html_attrs(w, n, "csl-left-margin");
        buf_putc(w->out, '>');
        return;
    }
    buf_puts(w->out, "</div>");
    if (n->parent->first == n && needs_right_block(n->parent)) {
        buf_puts(w->out, "<div class=\"csl-right-inline\">");
    }
}
