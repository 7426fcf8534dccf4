/* SPDX-License-Identifier: MIT */
/*
 * Renames a key in the database and in the documents beside it, or renames an identifier in its
 * document.
 */
#include "core/base/file.h"
#include "core/base/word_list.h"
#include "job/lsp/lsp_internal.h"

struct edits {
    struct lsp *s;
    struct str name, to;
    struct buf *out;
    size_t files;
};

static void begin_file(struct edits *e, struct str path) {
    buf_puts(e->out, e->files++ ? "," : "");
    lsp_put_uri(e->s, path, e->out);
    buf_puts(e->out, ":[");
}

static void rename_in_document(void *user, struct str path) {
    struct edits *e = user;
    const struct lsp_text text = lsp_text_read(e->s->arena, lsp_text_of(e->s, path));
    lsp_words found = VEC_INIT;
    lsp_words_of(text.s, e->name, &found);
    if (found.n) {
        begin_file(e, path);
        for (size_t i = 0; i < found.n; i++) {
            lsp_put_edit(e->out, &text, found.p[i].begin, found.p[i].end, e->to, i ? "," : "");
        }
        buf_putc(e->out, ']');
    }
    vec_drop(&found);
}

/** Whether a value at an offset belongs to a field that names other entries. */
static bool names_entry(struct str text, size_t at) {
    while (at > 0 && str_index(STR("{\"=, \t\n"), text.p[at - 1]) != STR_NONE) {
        at--;
    }
    size_t end = at;
    while (at > 0 && is_alpha(text.p[at - 1])) {
        at--;
    }
    return str_iamong(str_slice(text, at, end), "crossref xref related entryset xdata");
}

static void rename_in_database(struct edits *e, const struct item *it) {
    struct str path = it->id_span.src->name, text = it->id_span.src->text;
    begin_file(e, path);
    const struct lsp_text lines = lsp_text_read(e->s->arena, text);
    lsp_put_edit(e->out, &lines, it->id_span.begin, it->id_span.end, e->to, "");
    for (size_t at = 0; at + e->name.n <= text.n; at++) {
        bool here = str_starts(str_from(text, at), e->name) && at > 0 &&
                    str_index(STR("{\", "), text.p[at - 1]) != STR_NONE &&
                    at + e->name.n < text.n &&
                    str_index(STR("}\", "), text.p[at + e->name.n]) != STR_NONE;
        if (here && at != it->id_span.begin && names_entry(text, at)) {
            lsp_put_edit(e->out, &lines, at, at + e->name.n, e->to, ",");
        }
    }
    buf_putc(e->out, ']');
}

/** Calls `fn` for each document in a folder, except open documents. */
static void each_in_folder(const struct lsp *s, struct str folder, lsp_document_fn *fn,
                           void *user) {
    static const char *const endings[] = {"md", "markdown", "qmd", "Rmd", "tex"};
    for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
        size_t n = 0;
        struct str ending = arena_join(s->arena, 2, STR("."), str_of(endings[i]));
        struct str *names = file_names(s->arena, folder, ending, &n);
        for (size_t k = 0; k < n; k++) {
            struct str path = path_join(s->arena, folder, names[k]);
            if (!lsp_doc_at(s, path)) {
                fn(user, path);
            }
        }
    }
}

void lsp_each_document(const struct lsp *s, const struct lsp_doc *d, struct str database,
                       lsp_document_fn *fn, void *user) {
    for (size_t i = 0; i < s->docs.n; i++) {
        if (!s->docs.p[i]->database) {
            fn(user, s->docs.p[i]->path);
        }
    }
    each_in_folder(s, path_dir(d->path), fn, user);
    if (!str_eq(path_dir(d->path), path_dir(database))) {
        each_in_folder(s, path_dir(database), fn, user);
    }
}

void lsp_prepare_rename(struct lsp *s, struct lsp_doc *d, const struct node *params,
                        struct buf *out) {
    struct lsp_target t = lsp_target_of(d, params);
    (void)s;
    if (t.place || t.entry) {
        lsp_put_range(out, &d->text, t.word.begin, t.word.end);
    } else {
        buf_puts(out, "null");
    }
}

bool lsp_rename(struct lsp *s, struct lsp_doc *d, const struct node *params, struct buf *out,
                struct str *why) {
    struct lsp_target t = lsp_target_of(d, params);
    struct edits e = {.s = s, .name = t.name, .out = out};
    e.to = str_trim(node_text(node_get(params, "newName")));
    if (!t.place && !t.entry) {
        *why = STR("there is no key or identifier here");
        return false;
    }
    if (!lsp_is_name(e.to)) {
        *why = arena_join(s->arena, 3, STR("`"), e.to,
                          STR("` cannot be a key: it has letters, digits and inner signs"));
        return false;
    }
    if (lsp_node_of(d, e.to) || (t.entry && lsp_item_of(d, e.to))) {
        *why = arena_join(s->arena, 3, STR("there is a `"), e.to, STR("` already"));
        return false;
    }
    buf_puts(out, "{\"changes\":{");
    if (t.entry) {
        rename_in_database(&e, t.entry);
        lsp_each_document(s, d, t.entry->id_span.src->name, rename_in_document, &e);
    } else {
        rename_in_document(&e, d->path);
    }
    buf_puts(out, "}}");
    return true;
}
