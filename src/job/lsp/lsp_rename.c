/* SPDX-License-Identifier: MIT */
/*
 * Renames a key in the database and in the documents beside it, or renames an identifier in its
 * document.
 */
#include "core/base/file.h"
#include "job/lsp/lsp_internal.h"

struct edits {
    struct lsp *s;
    struct str name, to;
    struct buf *out;
    size_t files;
};

static void begin_file(struct edits *e, struct str path) {
    const struct lsp_doc *d = lsp_doc_at(e->s, path);
    buf_puts(e->out, e->files++ ? "," : "");
    json_write_string(e->out, d ? d->uri : lsp_uri_of(e->s->arena, path));
    buf_puts(e->out, ":[");
}

static void put_edit(struct edits *e, struct str text, size_t begin, size_t end, const char *sep) {
    buf_printf(e->out, "%s{\"range\":", sep);
    lsp_put_range(e->out, text, begin, end);
    buf_puts(e->out, ",\"newText\":");
    json_write_string(e->out, e->to);
    buf_putc(e->out, '}');
}

static void rename_in_document(struct edits *e, struct str path) {
    struct str text = lsp_text_of(e->s, path);
    lsp_words found = VEC_INIT;
    lsp_words_of(text, e->name, &found);
    if (found.n) {
        begin_file(e, path);
        for (size_t i = 0; i < found.n; i++) {
            put_edit(e, text, found.p[i].begin, found.p[i].end, i ? "," : "");
        }
        buf_putc(e->out, ']');
    }
    vec_drop(&found);
}

/** Whether a value at an offset belongs to a field that names other entries. */
static bool names_entry(struct str text, size_t at) {
    static const char *const fields[] = {"crossref", "xref", "related", "entryset", "xdata"};
    while (at > 0 && str_index(STR("{\"=, \t\n"), text.p[at - 1]) != STR_NONE) {
        at--;
    }
    size_t end = at;
    while (at > 0 && is_alpha(text.p[at - 1])) {
        at--;
    }
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        if (str_ieq(str_slice(text, at, end), str_of(fields[i]))) {
            return true;
        }
    }
    return false;
}

static void rename_in_database(struct edits *e, const struct item *it) {
    struct str path = it->id_span.src->name, text = it->id_span.src->text;
    begin_file(e, path);
    put_edit(e, text, it->id_span.begin, it->id_span.end, "");
    for (size_t at = 0; at + e->name.n <= text.n; at++) {
        bool here = str_starts(str_from(text, at), e->name) && at > 0 &&
                    str_index(STR("{\", "), text.p[at - 1]) != STR_NONE &&
                    at + e->name.n < text.n &&
                    str_index(STR("}\", "), text.p[at + e->name.n]) != STR_NONE;
        if (here && at != it->id_span.begin && names_entry(text, at)) {
            put_edit(e, text, at, at + e->name.n, ",");
        }
    }
    buf_putc(e->out, ']');
}

static void rename_in(void *user, struct str path) {
    rename_in_document(user, path);
}

/** The documents in a folder that are not open. */
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

const struct item *lsp_entry_at(struct lsp_doc *d, struct str name, size_t at, enum lsp_kind kind) {
    struct diags quiet;
    if (!d->checked || !d->job.bib) {
        return NULL;
    }
    diags_init(&quiet, d->job.arena);
    const struct item *it = bib_lookup(d->job.bib, name, &quiet);
    diags_drop(&quiet);
    bool set_here = it && d->database && at >= it->id_span.begin && at <= it->id_span.end;
    bool file = it && it->id_span.src && str_starts(it->id_span.src->name, STR("/"));
    return file && (kind == LSP_WORD_USE || set_here) ? it : NULL;
}

static bool find_name(struct lsp_doc *d, const struct node *params, struct lsp_word *w,
                      const struct item **it) {
    struct str text = buf_view(&d->text);
    size_t at = lsp_offset_of(text, lsp_read_position(node_get(params, "position")));
    *w = lsp_word_at(text, at);
    struct str name = str_slice(text, w->begin, w->end);
    bool place = w->kind && lsp_node_of(d, name);
    *it = place ? NULL : lsp_entry_at(d, name, at, w->kind);
    return place || *it;
}

void lsp_prepare_rename(struct lsp *s, struct lsp_doc *d, const struct node *params,
                        struct buf *out) {
    struct lsp_word w;
    const struct item *it;
    (void)s;
    if (find_name(d, params, &w, &it)) {
        lsp_put_range(out, buf_view(&d->text), w.begin, w.end);
    } else {
        buf_puts(out, "null");
    }
}

bool lsp_rename(struct lsp *s, struct lsp_doc *d, const struct node *params, struct buf *out,
                struct str *why) {
    struct lsp_word w;
    const struct item *it;
    struct edits e = {.s = s, .out = out, .to = str_trim(node_text(node_get(params, "newName")))};
    if (!find_name(d, params, &w, &it)) {
        *why = STR("there is no key or identifier here");
        return false;
    }
    e.name = str_slice(buf_view(&d->text), w.begin, w.end);
    if (!lsp_is_name(e.to)) {
        *why = arena_join(s->arena, 3, STR("`"), e.to,
                          STR("` cannot be a key: it has letters, digits and inner signs"));
        return false;
    }
    struct diags quiet;
    diags_init(&quiet, s->arena);
    bool taken = lsp_node_of(d, e.to) || (it && bib_lookup(d->job.bib, e.to, &quiet));
    diags_drop(&quiet);
    if (taken) {
        *why = arena_join(s->arena, 3, STR("there is a `"), e.to, STR("` already"));
        return false;
    }
    buf_puts(out, "{\"changes\":{");
    if (it) {
        rename_in_database(&e, it);
        lsp_each_document(s, d, it->id_span.src->name, rename_in, &e);
    } else {
        rename_in_document(&e, d->path);
    }
    buf_puts(out, "}}");
    return true;
}
