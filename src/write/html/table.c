/* SPDX-License-Identifier: MIT */
/*
 * Writes tables: head, body and foot, scopes, alignment, widths of columns.
 *
 * A wide table scrolls in a box of its own, so that the page does not scroll sideways. Fragments
 * have no style sheet, so their tables have no such box. Fragments in GFM have the alignments of
 * GFM's specification (section 4.10).
 */
#include "write/html/writer.h"

#define LONGEST_RANGE 24 /* maximum bytes of a word that is kept on one line */

static void write_alignment(struct html_writer *w, enum doc_align align) {
    static const char *const names[] = {[DOC_ALIGN_DEFAULT] = NULL,
                                        [DOC_ALIGN_LEFT] = "left",
                                        [DOC_ALIGN_CENTER] = "center",
                                        [DOC_ALIGN_RIGHT] = "right"};
    if (names[align]) {
        bool github = w->opt->fragment && w->doc->github;
        buf_printf(w->out, github ? " align=\"%s\"" : " style=\"text-align:%s\"", names[align]);
    }
}

static bool is_row(const struct doc_node *n, bool head) {
    return n && n->kind == DOC_ROW && n->u.row.head == head;
}

/** Whether a neighbour is a row of the same part of the table. */
static bool is_same_part(const struct doc_node *n, const struct doc_node *row) {
    return is_row(n, row->u.row.head) && n->u.row.foot == row->u.row.foot;
}

/** Writes the columns. In HTML the caption comes before them. */
static void write_columns(struct html_writer *w, const struct doc_node *n) {
    if (!n->u.table.widths) {
        return;
    }
    buf_puts(w->out, "<colgroup>\n");
    for (int i = 0; i < n->u.table.ncols; i++) {
        buf_puts(w->out, "<col style=\"width:");
        buf_fixed(w->out, n->u.table.widths[i], 1);
        buf_puts(w->out, "%\">\n");
    }
    buf_puts(w->out, "</colgroup>\n");
}

void html_table(struct html_writer *w, const struct doc_node *n, bool enter) {
    if (!enter) {
        buf_puts(w->out, w->opt->fragment ? "</table>\n" : "</table>\n</div>\n");
        return;
    }
    if (!w->opt->fragment) {
        buf_puts(w->out, "<div class=\"table-scroll\" tabindex=\"0\">\n");
    }
    buf_puts(w->out, "<table");
    html_attrs(w, n, NULL);
    buf_puts(w->out, ">\n");
    if (!n->first || n->first->kind != DOC_CAPTION) {
        write_columns(w, n);
    }
}

bool html_row_left_out(struct html_writer *w, const struct doc_node *n) {
    if (!n->u.row.head || is_row(n->prev, true) || is_row(n->next, true)) {
        return false;
    }
    for (const struct doc_node *cell = n->first; cell; cell = cell->next) {
        if (cell->first) {
            return false;
        }
    }
    if (n->prev && n->prev->kind == DOC_CAPTION) {
        write_columns(w, n->parent);
    }
    return true;
}

void html_row(struct html_writer *w, const struct doc_node *n, bool enter) {
    bool head = n->u.row.head;
    if (enter) {
        if (!is_same_part(n->prev, n)) {
            if (n->prev && n->prev->kind == DOC_CAPTION) {
                write_columns(w, n->parent);
            }
            buf_puts(w->out, head            ? "<thead>\n"
                             : n->u.row.foot ? "<tfoot style=\"border-top:0.055em solid\">\n"
                                             : "<tbody>\n");
        }
        buf_puts(w->out, "<tr");
        html_attrs(w, n, NULL);
        buf_puts(w->out,
                 doc_has_class(n, "ruled") ? " style=\"border-top:0.055em solid\">\n" : ">\n");
        return;
    }
    buf_puts(w->out, "</tr>\n");
    if (!is_same_part(n->next, n)) {
        buf_puts(w->out, head ? "</thead>\n" : n->u.row.foot ? "</tfoot>\n" : "</tbody>\n");
    }
}

/** Whether a cell is a header. An empty cell is not. */
static bool is_header(const struct doc_node *n) {
    bool head =
        n->u.cell.head || (n->parent && n->parent->kind == DOC_ROW && n->parent->u.row.head);
    return head && n->first;
}

/** Whether a word has a dash between digits: years, pages. */
static bool is_range(struct str word) {
    static const struct str dash = STR_INIT("\u2013");
    for (size_t at = 1; at + dash.n < word.n; at++) {
        if (is_digit(word.p[at - 1]) && str_starts(str_from(word, at), dash) &&
            is_digit(word.p[at + dash.n])) {
            return true;
        }
    }
    return false;
}

void html_cell_text(struct html_writer *w, struct str s) {
    size_t from = 0; /* the start of the text that has not been written yet */
    for (size_t at = 0; at < s.n;) {
        size_t end = at;
        while (end < s.n && !is_space(s.p[end])) {
            end++;
        }
        struct str word = str_slice(s, at, end);
        if (word.n <= LONGEST_RANGE && is_range(word)) {
            html_text(w, str_slice(s, from, at));
            buf_puts(w->out, "<span style=\"white-space:nowrap\">");
            html_text(w, word);
            buf_puts(w->out, "</span>");
            from = end;
        }
        at = end + (end < s.n);
    }
    html_text(w, str_from(s, from));
}

void html_cell(struct html_writer *w, const struct doc_node *n, bool enter) {
    bool header = is_header(n);
    w->cells += enter ? 1 : -1;
    if (!enter) {
        buf_puts(w->out, header ? "</th>\n" : "</td>\n");
        return;
    }
    buf_puts(w->out, header ? "<th" : "<td");
    html_attrs(w, n, NULL);
    if (header) {
        bool column = n->parent && n->parent->u.row.head;
        bool group = column ? n->u.cell.colspan > 1 : n->u.cell.rowspan > 1;
        /* HTML takes a simple cell of the head as the header of its column even without `scope` */
        bool plain = column && !group && w->opt->fragment;
        if (!plain) {
            buf_printf(w->out, " scope=\"%s%s\"", column ? "col" : "row", group ? "group" : "");
        }
    }
    if (n->u.cell.colspan > 1) {
        buf_printf(w->out, " colspan=\"%d\"", n->u.cell.colspan);
    }
    if (n->u.cell.rowspan > 1) {
        buf_printf(w->out, " rowspan=\"%d\"", n->u.cell.rowspan);
    }
    write_alignment(w, n->u.cell.align);
    buf_putc(w->out, '>');
}
