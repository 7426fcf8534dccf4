/* SPDX-License-Identifier: MIT */
/*
 * Answers about a whole text: its outline, folds and links, and the formatted text of a database.
 */
#include "cite/bib/tidy.h"
#include "core/base/file.h"
#include "job/lsp/lsp_internal.h"

/** A heading, or an entry of a database. */
struct part {
    struct str name, detail;
    int level;
    size_t begin, head_end, end; /* offsets in the text */
};
typedef VEC(struct part) parts;

/** Whether a span is in the text of the document itself. */
static bool is_own(const struct lsp_doc *d, struct span at) {
    return at.src && str_eq(at.src->name, d->path) && at.end <= d->text.s.n;
}

static void add_headings(struct lsp *s, const struct lsp_doc *d, parts *all) {
    struct doc_walk w = doc_walk_start(d->job.doc ? d->job.doc->root : NULL);
    while (doc_walk_next(&w)) {
        struct span at =
            w.enter && w.node->kind == DOC_HEADING ? source_origin(w.node->span) : SPAN_NONE;
        if (is_own(d, at)) {
            struct part p = {.name = doc_plain(s->arena, w.node), .level = w.node->u.heading.level};
            struct str number = arena_join(s->arena, 2, w.node->u.heading.number, STR("\u2003"));
            p.name = str_starts(p.name, number) ? str_from(p.name, number.n) : p.name;
            p.name = p.name.n ? p.name : STR("-");
            p.begin = at.begin;
            p.head_end = at.end;
            p.end = d->text.s.n;
            vec_push(all, p);
        }
    }
    /* a part ends where a part of the same or a higher level begins */
    for (size_t i = 0; i < all->n; i++) {
        for (size_t k = i + 1; k < all->n && all->p[i].end == d->text.s.n; k++) {
            if (all->p[k].level <= all->p[i].level) {
                all->p[i].end = all->p[k].begin;
            }
        }
    }
}

static void add_entries(struct lsp_doc *d, parts *all) {
    struct diags quiet;
    diags_init(&quiet, d->job.arena);
    for (size_t i = 0; d->job.bib && i < bib_count(d->job.bib); i++) {
        const struct item *it = bib_at(d->job.bib, i, &quiet);
        if (it && is_own(d, it->span) && is_own(d, it->id_span) && it->id.n) {
            vec_push(all, ((struct part){it->id, item_text(it, VAR_TITLE), 1, it->span.begin,
                                         it->id_span.end, it->span.end}));
        }
    }
    diags_drop(&quiet);
}

static parts parts_of(struct lsp *s, struct lsp_doc *d) {
    parts all = VEC_INIT;
    if (d->checked && d->database) {
        add_entries(d, &all);
    } else if (d->checked) {
        add_headings(s, d, &all);
    }
    return all;
}

void lsp_symbols(struct lsp *s, struct lsp_doc *d, const struct node *params, struct buf *out) {
    (void)params;
    parts all = parts_of(s, d);
    int open[8], depth = 0; /* levels of the headings whose parts are open; there are at most 6 */
    const char *sep = "";
    buf_putc(out, '[');
    for (size_t i = 0; i < all.n; i++) {
        const struct part *p = &all.p[i];
        for (; depth > 0 && open[depth - 1] >= p->level; depth--) {
            buf_puts(out, "]}");
            sep = ",";
        }
        buf_printf(out, "%s{", sep);
        json_write_member(out, "name", p->name);
        json_write_member(out, "detail", p->detail);
        /* LSP's kinds of symbols: Key for an entry, String for a heading */
        buf_printf(out, ",\"kind\":%d,\"range\":", d->database ? 20 : 15);
        lsp_put_range(out, &d->text, p->begin, p->end);
        buf_puts(out, ",\"selectionRange\":");
        lsp_put_range(out, &d->text, p->begin, p->head_end);
        buf_puts(out, ",\"children\":[");
        open[depth++] = p->level;
        sep = "";
    }
    for (; depth > 0; depth--) {
        buf_puts(out, "]}");
    }
    buf_putc(out, ']');
    vec_drop(&all);
}

void lsp_folding(struct lsp *s, struct lsp_doc *d, const struct node *params, struct buf *out) {
    (void)params;
    parts all = parts_of(s, d);
    const char *sep = "";
    buf_putc(out, '[');
    for (size_t i = 0; i < all.n; i++) {
        size_t end = all.p[i].end;
        while (end > all.p[i].begin && is_space(d->text.s.p[end - 1])) {
            end--;
        }
        struct lsp_position from = lsp_position_of(&d->text, all.p[i].begin),
                            to = lsp_position_of(&d->text, end);
        if (to.line > from.line) {
            buf_printf(out, "%s{\"startLine\":%lld,\"endLine\":%lld,\"kind\":\"region\"}", sep,
                       (long long)from.line, (long long)to.line);
            sep = ",";
        }
    }
    buf_putc(out, ']');
    vec_drop(&all);
}

void lsp_links(struct lsp *s, struct lsp_doc *d, const struct node *params, struct buf *out) {
    (void)params;
    struct doc_walk w = doc_walk_start(d->checked && d->job.doc ? d->job.doc->root : NULL);
    const char *sep = "";
    buf_putc(out, '[');
    while (doc_walk_next(&w)) {
        bool link = w.enter && (w.node->kind == DOC_LINK || w.node->kind == DOC_IMAGE);
        struct span at = link ? source_origin(w.node->span) : SPAN_NONE;
        if (!is_own(d, at) || doc_url_kind(w.node->u.link.url) != DOC_URL_RELATIVE) {
            continue;
        }
        struct str url = str_slice(w.node->u.link.url, 0, str_until(w.node->u.link.url, 0, '#'));
        struct str path = path_join(s->arena, path_dir(d->path), path_of_url(s->arena, url));
        if (file_is_plain(path)) {
            buf_printf(out, "%s{\"range\":", sep);
            lsp_put_range(out, &d->text, at.begin, at.end);
            json_write_member(out, "target", lsp_uri_of(s->arena, path));
            buf_putc(out, '}');
            sep = ",";
        }
    }
    buf_putc(out, ']');
}

void lsp_formatting(struct lsp *s, struct lsp_doc *d, const struct node *params, struct buf *out) {
    (void)params;
    struct str text = d->text.s;
    struct buf tidy = BUF_INIT;
    size_t left;
    struct diags quiet;
    diags_init(&quiet, s->arena);
    bool sound = d->database && bib_tidy(source_new(s->arena, d->path, arena_str(s->arena, text)),
                                         false, &tidy, &left, &quiet);
    buf_putc(out, '[');
    if (sound && !str_eq(buf_view(&tidy), text)) {
        lsp_put_edit(out, &d->text, 0, text.n, buf_view(&tidy), "");
    }
    buf_putc(out, ']');
    buf_drop(&tidy);
    diags_drop(&quiet);
}
