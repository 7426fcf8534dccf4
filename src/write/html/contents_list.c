/* SPDX-License-Identifier: MIT */
/*
 * Writes the table of contents and lists of figures and the like: nested lists of links in
 * landmarks, with pandoc's ids.
 */
#include "write/html/writer.h"

static void write_link(struct html_writer *w, const struct doc_contents_entry *e) {
    buf_puts(w->out, "<li><a");
    html_url_attr(w, "href", arena_join(w->doc->arena, 2, STR("#"), e->id));
    html_attr(w, "id", arena_join(w->doc->arena, 2, STR("toc-"), e->id));
    buf_putc(w->out, '>');
    html_children(w, e->text);
    buf_puts(w->out, "</a>");
}

static void write_list(struct html_writer *w, const struct doc_contents *c) {
    static const char *const ids[DOC_CONTENTS_COUNT] = {"TOC", "LOF", "LOT", "LOL"};
    static const char *const titles[DOC_CONTENTS_COUNT] = {"toc", "lof", "lot", "lol"};
    int depth = 0;
    buf_printf(w->out, "<nav id=\"%s\"%s aria-labelledby=\"%s-title\">\n<h2 id=\"%s-title\"",
               ids[c->kind],
               c->kind == DOC_CONTENTS_HEADINGS ? " role=\"doc-toc\"" : " class=\"contents\"",
               titles[c->kind], titles[c->kind]);
    if (c->foreign) {
        buf_puts(w->out, " lang=\"en\"");
    }
    buf_putc(w->out, '>');
    html_text(w, c->title);
    buf_puts(w->out, "</h2>\n");
    for (size_t i = 0; i < c->n; i++) {
        int level = c->entries[i].level;
        if (level > depth) {
            buf_puts(w->out, depth ? "\n<ul>\n" : "<ul>\n"); /* levels increase by at most one */
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

void html_contents(struct html_writer *w) {
    for (size_t i = 0; i < DOC_CONTENTS_COUNT; i++) {
        if (w->doc->contents[i]) {
            write_list(w, w->doc->contents[i]);
        }
    }
}
