/* SPDX-License-Identifier: MIT */
/*
 * Writes the parts in their order: front matter, text, notes. The name of the source's flavour is
 * left out of the front matter, because the output is pandoc's Markdown.
 */
#include "write/markdown/mdout.h"

#include "core/base/word_list.h"
#include "core/data/yaml.h"
#include "write/markdown/writer.h"

/** Whether a value of the key `from` names a flavour of Markdown, with or without extensions. */
static bool is_flavour(struct str s) {
    size_t n = 0;
    while (n < s.n && (is_alpha(s.p[n]) || s.p[n] == '_')) {
        n++;
    }
    return str_among(str_slice(s, 0, n), "markdown md gfm markdown_github commonmark commonmark_x");
}

/** Adds keys for an abstract and for \nocite, which the source had as commands of LaTeX. */
static void put_read(struct mdout_writer *w, struct node *front) {
    struct arena *a = w->doc->arena;
    const struct doc *d = w->doc;
    struct buf b = BUF_INIT;
    if (d->meta.abstract && !node_get(front, "abstract")) {
        struct mdout_writer in;
        mdout_writer_init(&in, w, &b);
        mdout_blocks(&in, d->meta.abstract->first, MDOUT_BLANK_LINE);
        mdout_writer_drop(&in);
        node_put_text(a, front, "abstract", buf_keep(&b, a));
    }
    b.n = 0;
    for (size_t i = 0; i < d->nnocite && !node_get(front, "nocite"); i++) {
        buf_printf(&b, "%s@%.*s", i ? ", " : "", STR_ARG(d->nocite[i].key));
    }
    if (b.n) {
        node_put_text(a, front, "nocite", buf_keep(&b, a));
    }
    buf_drop(&b);
}

static void put_front(struct mdout_writer *w) {
    struct node *front = node_new_map(w->doc->arena, SPAN_NONE);
    const struct node *all = w->doc->front;
    for (size_t i = 0; i < all->n; i++) {
        if (!str_is(all->keys[i], "from") || !is_flavour(node_text(all->items[i]))) {
            node_add(w->doc->arena, front, all->keys[i], SPAN_NONE, all->items[i]);
        }
    }
    if (w->opt->ndatabases && !node_get(all, "bibliography") && !node_get(all, "references")) {
        struct node *list = node_new_list(w->doc->arena, SPAN_NONE);
        for (size_t i = 0; i < w->opt->ndatabases; i++) {
            node_append(w->doc->arena, list,
                        node_string(w->doc->arena, w->opt->databases[i], SPAN_NONE));
        }
        node_add(w->doc->arena, front, STR("bibliography"), SPAN_NONE, list);
    }
    put_read(w, front);
    if (front->n) {
        buf_puts(w->out, "---\n");
        yaml_write(w->out, front);
        buf_puts(w->out, "---\n");
        w->begun = true;
        mdout_space(w, MDOUT_BLANK_LINE);
    }
}

/** Writes the texts of the notes, and of the notes inside notes. */
static void put_notes(struct mdout_writer *w) {
    for (size_t i = 0; i < w->shared->notes.n; i++) {
        const struct doc_node *n = w->shared->notes.p[i];
        struct buf mark = BUF_INIT;
        buf_printf(&mark, "[^%zu]: ", i + 1);
        mdout_space(w, MDOUT_BLANK_LINE);
        size_t before = mdout_enter(w, buf_view(&mark), STR("    "));
        if (n->first && n->first->kind != DOC_PARA && n->first->kind != DOC_PLAIN) {
            mdout_line(w, STR_EMPTY);
            mdout_space(w, MDOUT_BLANK_LINE);
        }
        mdout_blocks(w, n->first, MDOUT_BLANK_LINE);
        mdout_leave(w, before);
        buf_drop(&mark);
    }
}

void mdout_write(struct buf *out, const struct doc *doc, const struct mdout_options *opt,
                 struct diags *d) {
    struct mdout_shared shared = {.headings = MAP_INIT};
    struct mdout_writer of = {.doc = doc, .opt = opt, .d = d, .shared = &shared}, w;
    mdout_writer_init(&w, &of, out);
    if (!opt->fragment) {
        put_front(&w);
    }
    mdout_blocks(&w, doc->root->first, MDOUT_BLANK_LINE);
    put_notes(&w);
    mdout_writer_drop(&w);
    vec_drop(&shared.notes);
    map_drop(&shared.headings);
}
