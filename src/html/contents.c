/* SPDX-License-Identifier: MIT */
/*
 * The table of contents: nested lists of links in a landmark of their own, with pandoc's ids.
 */
#include "html/writer.h"

static void write_link(struct html_writer *w, const struct doc_contents_entry *e) {
    buf_puts(w->out, "<li><a");
    html_url_attr(w, "href", arena_join(w->doc->arena, 2, STR("#"), e->id));
    html_attr(w, "id", arena_join(w->doc->arena, 2, STR("toc-"), e->id));
    buf_putc(w->out, '>');
    html_children(w, e->text);
    buf_puts(w->out, "</a>");
}

void html_contents(struct html_writer *w) {
    const struct doc_contents *c = w->doc->contents;
    int depth = 0;
    if (!c) {
        return;
    }
    buf_puts(
        w->out,
        "<nav id=\"TOC\" role=\"doc-toc\" aria-labelledby=\"toc-title\">\n<h2 id=\"toc-title\"");
    if (c->foreign) {
        buf_puts(w->out, " lang=\"en\"");
    }
    buf_putc(w->out, '>');
    html_text(w, c->title);
    buf_puts(w->out, "</h2>\n");
    for (size_t i = 0; i < c->n; i++) {
        int level = c->entries[i].level;
        if (level > depth) {
            buf_puts(w->out, depth ? "\n<ul>\n" : "<ul>\n"); /* levels never jump downwards */
            depth++;
        } else {
            buf_puts(w->out, "</li>\n");
            for (; depth > level; depth--) {
                buf_puts(w->out, "</ul></li>\n");
            }
        }
        write_link(w, &c->entries[i]);
    }
    for (; depth > 0; depth--) {
        buf_puts(w->out, depth > 1 ? "</li>\n</ul>" : "</li>\n</ul>\n");
    }
    buf_puts(w->out, "</nav>\n");
}
