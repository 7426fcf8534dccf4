/* SPDX-License-Identifier: MIT */
/*
 * Writes footnotes at the end of the page. Each has a link back to its mark.
 */
#include "write/html/writer.h"

static void write_back_link(struct html_writer *w, const struct doc_node *note) {
    buf_printf(w->out, "<a href=\"#fnref%d\" class=\"footnote-back\" role=\"doc-backlink\"",
               note->u.note.number);
    html_attr(w, "aria-label", html_word(w, DOC_WORD_PAGE_BACK));
    buf_puts(w->out, ">\xE2\x86\xA9\xEF\xB8\x8E</a>"); /* the arrow as text, not as an emoji */
}

/** Writes the blocks of a note. The link back is in its last paragraph. `place` is the number that
 * a browser gives to the item. If the note has another number, that number is written. */
static void write_note(struct html_writer *w, struct doc_node *note, size_t place) {
    int number = note->u.note.number;
    buf_printf(w->out, "<li id=\"fn%d\"", number);
    if (number > 0 && (size_t)number != place) {
        buf_printf(w->out, " value=\"%d\"", number);
    }
    buf_putc(w->out, '>');
    html_children(w, note);
    const struct doc_node *last = note->last;
    struct str end = STR("</p>\n");
    if (last && last->kind == DOC_PARA && str_ends(buf_view(w->out), end)) {
        buf_cut(w->out, w->out->n - end.n);
        buf_putc(w->out, ' ');
        write_back_link(w, note);
        buf_str(w->out, end);
    } else {
        write_back_link(w, note);
    }
    buf_puts(w->out, "</li>\n");
}

void html_notes(struct html_writer *w) {
    if (!w->notes.n) {
        return;
    }
    buf_puts(w->out, "<section class=\"footnotes\" role=\"doc-endnotes\"");
    html_attr(w, "aria-label", html_word(w, DOC_WORD_PAGE_NOTES));
    buf_puts(w->out, ">\n<hr>\n<ol>\n");
    /* the list grows in the loop, because notes may contain marks of further notes */
    for (size_t i = 0; i < w->notes.n; i++) {
        write_note(w, w->notes.p[i], i + 1);
    }
    buf_puts(w->out, "</ol>\n</section>\n");
}
