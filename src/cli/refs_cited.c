/* SPDX-License-Identifier: MIT */
/*
 * The keys that documents cite, and edits of documents and databases that are written together.
 */
#include "cli/refs_cited.h"

#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/search.h"
#include "core/base/utf8.h"
#include "read/markdown/markdown.h"

#include <stdlib.h>

DIAG_USE(DIAG_CANNOT_WRITE);
DIAG_USE(DIAG_INVALID_UTF8);
DIAG_USE(DIAG_INTERRUPTED);
DIAG_USE(DIAG_TIDY_REFUSED);

/* ---- documents ---- */

struct doc *refs_document(struct refs *r, struct str path) {
    struct source *src = refs_open(r, path, LIMIT_SOURCE);
    if (!src) {
        return NULL;
    }
    const char *wide = utf8_wide_name(src->text);
    size_t bad = wide ? 0 : utf8_check(src->text);
    if (bad != STR_NONE) {
        diag_add(&r->job.diags, DIAG_INVALID_UTF8, span_make(src, bad, wide ? 0 : bad + 1),
                 "%s: the document is left out", wide ? wide : "invalid UTF-8");
        return NULL;
    }
    struct markdown_options opt = {.format = STR("markdown")};
    return markdown_parse(r->arena, src, &opt, &r->job.diags);
}

static void add_cites(struct refs_citations *c, const struct doc_cite *cites, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (str_is(cites[i].key, "*")) {
            c->all = true;
        } else {
            vec_push(c, (struct refs_cited){cites[i].key, cites[i].span});
        }
    }
}

static void add_below(struct refs_citations *c, struct doc_node *root) {
    if (!root) {
        return;
    }
    struct doc_walk w = doc_walk_start(root);
    while (doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_CITE) {
            add_cites(c, w.node->u.cite.cites, w.node->u.cite.n);
        }
    }
}

void refs_citations_add(struct refs_citations *c, const struct doc *doc) {
    add_cites(c, doc->nocite, doc->nnocite);
    add_below(c, doc->meta.title);
    add_below(c, doc->meta.subtitle);
    add_below(c, doc->meta.abstract);
    add_below(c, doc->root);
}

static void add_database(struct refs *r, struct str path, struct str name, struct str *out,
                         size_t max, size_t *n) {
    struct str full = path_join(r->arena, path_dir(path), name);
    bool known = name.n == 0 || str_is(name, "library") || str_starts(name, STR("library:"));
    if (!known && *n < max && !str_in(full, out, *n)) {
        out[(*n)++] = full;
    }
}

void refs_document_databases(struct refs *r, const struct doc *doc, struct str path,
                             struct str *out, size_t max, size_t *n) {
    const struct node *named = node_get(doc->front, "bibliography");
    add_database(r, path, node_text(named), out, max, n);
    for (size_t i = 0; named && i < named->n; i++) {
        add_database(r, path, node_text(named->items[i]), out, max, n);
    }
}

/* ---- pieces ---- */

struct refs_pieces *refs_pieces_read(struct refs *r, size_t *n) {
    struct refs_pieces *all = ARENA_ARRAY(r->arena, struct refs_pieces, r->sources.n);
    *n = 0;
    for (size_t i = 0; i < r->sources.n; i++) {
        if (!bib_format_is_bib(bib_format_of_name(r->paths.p[i]))) {
            continue;
        }
        struct refs_pieces *p = &all[(*n)++];
        p->src = r->sources.p[i];
        p->path = r->paths.p[i];
        p->text = bib_text_read(r->arena, p->src->text);
        p->keys = MAP_IN(r->arena);
        for (size_t k = 0; k < p->text.n; k++) {
            if (p->text.p[k].kind == BIB_PIECE_ENTRY && !map_find(&p->keys, p->text.p[k].key)) {
                map_put(&p->keys, p->text.p[k].key, &p->text.p[k]);
            }
        }
    }
    return all;
}

const struct bib_piece *refs_piece_of(const struct refs_pieces *all, size_t n, struct span key,
                                      size_t *which) {
    for (size_t i = 0; i < n; i++) {
        if (!key.src || all[i].src != key.src) {
            continue;
        }
        const struct bib_piece *p = all[i].text.p;
        const char *at = key.src->text.p + key.begin;
        size_t k, count = all[i].text.n;
        SEARCH_FIRST(k, 0, count, p[k].text.p + p[k].text.n > at);
        if (k < count && p[k].kind == BIB_PIECE_ENTRY && p[k].key.p == at) {
            *which = i;
            return &p[k];
        }
    }
    return NULL;
}

void refs_piece_links(const struct bib_piece *p, void (*fn)(struct str key, void *user),
                      void *user) {
    static const char *const names[] = {"crossref", "xdata", "xref", "related", "entryset"};
    for (size_t i = 0; i < p->nfields; i++) {
        for (size_t k = 0; k < ARRAY_LEN(names); k++) {
            struct str rest = str_ieq(p->fields[i].name, str_of(names[k]))
                                  ? bib_text_inside(p->fields[i].value)
                                  : STR_EMPTY;
            while (rest.p) {
                struct str key = str_trim(str_cut(&rest, ','));
                if (key.n) {
                    fn(key, user);
                }
            }
        }
    }
}

/* ---- edits ---- */

/** Whether a key in Markdown ends at `at`. Letters, digits and '_' continue it. So does one
 * punctuation character before a letter, digit or '_' (pandoc MANUAL, citation syntax). */
static bool key_ends(struct str s, size_t at) {
    if (at >= s.n) {
        return true;
    }
    unsigned char c = (unsigned char)s.p[at];
    if (is_alnum(s.p[at]) || c == '_' || c >= 0x80) {
        return false;
    }
    bool inside = str_index(STR(":.#$%&-+?<>~/"), s.p[at]) != STR_NONE;
    return !inside || at + 1 >= s.n || (!is_alnum(s.p[at + 1]) && s.p[at + 1] != '_');
}

void refs_edits_replace(struct refs_edits *e, struct source *src, struct str part, struct str by) {
    size_t from = (size_t)(part.p - src->text.p);
    vec_push(e, (struct refs_edit){src, from, from + part.n, by});
}

/**
 * Makes edits for each "@key" and "@{key}" in the span. Usually the span is one of them, but for
 * text of the front matter it is the whole value, and for `\cite{key}` it is the key. Returns the
 * number of edits.
 */
static size_t edit_cites(struct refs_edits *e, const struct refs_cited *x, struct str to) {
    struct span span = source_origin(x->span); /* the expansion of a macro is not in the file */
    struct source *src = source_is_verbatim(x->span) ? span.src : NULL;
    struct str text = src ? str_slice(src->text, 0, span.end) : STR_EMPTY;
    size_t n = 0;
    if (src && str_eq(str_slice(text, span.begin, text.n), x->key)) {
        vec_push(e, (struct refs_edit){src, span.begin, span.end, to});
        n++;
    }
    for (size_t at = src ? span.begin : 0; at < text.n; at++) {
        if (text.p[at] != '@') {
            continue;
        }
        bool braces = at + 1 < text.n && text.p[at + 1] == '{';
        size_t from = at + 1 + braces, end = from + x->key.n;
        if (str_eq(str_slice(text, from, end), x->key) &&
            (braces ? end < text.n && text.p[end] == '}' : key_ends(text, end))) {
            vec_push(e, (struct refs_edit){src, from, end, to});
            n++;
        }
    }
    return n;
}

void refs_edits_add_lines(struct refs *r, struct refs_edits *e, struct source *src,
                          const struct bib_piece *p, struct str lines) {
    const struct bib_text_field *last = &p->fields[p->nfields - 1];
    size_t end = (size_t)(last->value.p - src->text.p) + last->value.n;
    size_t next = str_past(src->text, end, is_space);
    bool comma = str_starts(str_from(src->text, next), STR(","));
    /* the fields are inserted directly after the comma, before a comment that may follow it */
    size_t at = comma ? next + 1 : end;
    vec_push(e, (struct refs_edit){src, at, at,
                                   arena_join(r->arena, 2, comma ? STR("\n") : STR(",\n"),
                                              str_slice(lines, 0, lines.n - 1))});
}

static int compare_edits(const void *a, const void *b) {
    const struct refs_edit *x = a, *y = b;
    int c = str_cmp(x->src->name, y->src->name);
    if (c == 0 && x->src != y->src) { /* a file that was named twice has two sources */
        return (uintptr_t)x->src < (uintptr_t)y->src ? -1 : 1;
    }
    return c ? c : x->from < y->from ? -1 : x->from > y->from;
}

/** Returns the text of one source with its `n` edits, which are in order. */
static struct str edited(struct arena *a, const struct refs_edit *e, size_t n) {
    struct str text = e->src->text;
    struct buf b = BUF_INIT;
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        if (e[i].from < at) {
            continue; /* an edit of the same place was already made */
        }
        buf_str(&b, str_slice(text, at, e[i].from));
        buf_str(&b, e[i].text);
        at = e[i].to;
    }
    buf_str(&b, str_from(text, at));
    return buf_finish(&b, a);
}

/** Writes all files or none (file_change()). */
static bool write_all(struct refs *r, const struct file_change *all, size_t n) {
    size_t which = 0;
    for (size_t i = 0; i < n; i++) {
        if (!refs_may_change(r, all[i].path)) {
            return false;
        }
    }
    if (n == 1) {
        return refs_rewrite(r, all[0].path, all[0].after);
    }
    int err = file_change(all, n, &which);
    if (err) {
        struct str dir = path_dir(file_real_path(r->arena, all[0].path));
        bool open = file_exists(path_join(r->arena, dir, STR(FILE_JOURNAL)));
        struct diag *g = diag_add(&r->job.diags, DIAG_CANNOT_WRITE, SPAN_NONE,
                                  "cannot write `%.*s`: %s", STR_ARG(all[which].path),
                                  open ? "the next `dossier refs` with these files finishes it"
                                       : "no file is changed");
        diag_hint(&r->job.diags, g, "%.*s",
                  STR_ARG(file_why_unwritten(r->arena, all[which].path, err)));
        r->job.io_failed = true;
    }
    return err == 0;
}

bool refs_edits_apply(struct refs *r, struct refs_edits *e) {
    struct file_change *changes = ARENA_ARRAY(r->arena, struct file_change, e->n);
    size_t n = 0;
    vec_sort(e, compare_edits);
    for (size_t i = 0; i < e->n;) {
        size_t end = i;
        while (end < e->n && e->p[end].src == e->p[i].src) {
            end++;
        }
        const struct source *src = e->p[i].src;
        changes[n] = (struct file_change){src->name, edited(r->arena, &e->p[i], end - i)};
        if (r->dry_run) {
            cli_put_diff(&r->out, r->arena, src->name, src->text, changes[n].after);
        }
        n++;
        i = end;
    }
    return r->dry_run || write_all(r, changes, n);
}

/* ---- new keys ---- */

/** Returns the new key of `key`. Returns an empty text if the key stays. */
static struct str new_key(const struct refs_renamed *x, struct str key) {
    const struct str *to = map_lookup(&x->to, key);
    return to && !str_eq(*to, key) ? *to : STR_EMPTY;
}

struct renamed_links {
    struct refs_renamed *x;
    struct source *src;
};

static void edit_link(struct str key, void *user) {
    struct renamed_links *l = user;
    struct str to = new_key(l->x, key);
    if (to.n) {
        refs_edits_replace(&l->x->edits, l->src, key, to);
    }
}

static bool edit_document(struct refs *r, struct refs_renamed *x, const struct doc *doc) {
    struct refs_citations c = {.all = false};
    refs_citations_add(&c, doc);
    bool sound = true;
    for (size_t i = 0; i < c.n && sound; i++) {
        struct str to = new_key(x, c.p[i].key);
        sound = to.n == 0 || edit_cites(&x->edits, &c.p[i], to) > 0;
        if (!sound) {
            diag_add(&r->job.diags, DIAG_TIDY_REFUSED, c.p[i].span,
                     "the key `%.*s` is not written out here: nothing is changed",
                     STR_ARG(c.p[i].key));
        }
    }
    vec_drop(&c);
    return sound;
}

bool refs_rename(struct refs *r, struct refs_renamed *x, const struct refs_pieces *all, size_t n,
                 const struct str *documents, size_t ndocuments) {
    bool sound = true;
    for (size_t i = 0; i < n; i++) {
        struct renamed_links l = {x, all[i].src};
        for (size_t k = 0; k < all[i].text.n; k++) {
            if (all[i].text.p[k].kind == BIB_PIECE_ENTRY) {
                refs_piece_links(&all[i].text.p[k], edit_link, &l);
            }
        }
    }
    for (size_t i = 0; i < ndocuments; i++) {
        const struct doc *doc = refs_document(r, documents[i]);
        sound = doc && edit_document(r, x, doc) && sound;
    }
    return sound && !r->job.io_failed && refs_edits_apply(r, &x->edits);
}

void refs_renamed_drop(struct refs_renamed *x) {
    map_drop(&x->to);
    vec_drop(&x->edits);
}

/* ---- changes that were interrupted */

/** Reports the result of finishing an interrupted change. Returns false if it could not be
 * finished. */
static bool say_finished(struct refs *r, struct str dir, const struct file_finished *f) {
    struct diags *d = &r->job.diags;
    struct str journal = path_join(r->arena, dir, STR(FILE_JOURNAL));
    switch (f->state) {
    case FILE_FINISH_NONE:
        return true;
    case FILE_FINISH_DONE:
        if (!r->report.quiet) {
            cli_printf_error("dossier: a change of %zu file%s that was interrupted is finished\n",
                             f->nfiles, f->nfiles == 1 ? "" : "s");
        }
        return true;
    case FILE_FINISH_BUSY:
    case FILE_FINISH_CHANGED:
    case FILE_FINISH_ELSEWHERE:
    case FILE_FINISH_FAILED:
        break;
    }
    struct diag *g =
        diag_add(d, DIAG_INTERRUPTED, SPAN_NONE,
                 "a change of several files was interrupted: `%.*s`", STR_ARG(journal));
    if (f->state == FILE_FINISH_BUSY) {
        diag_hint(d, g, "another dossier works on it");
    } else if (f->state == FILE_FINISH_ELSEWHERE) {
        diag_hint(d, g, "name `%.*s`, too, to finish it, or remove the journal", STR_ARG(f->path));
    } else if (f->state == FILE_FINISH_CHANGED) {
        diag_hint(d, g, "`%.*s` was changed since: look at it, then remove the journal",
                  STR_ARG(f->path));
    } else {
        diag_hint(d, g, "`%.*s`: %.*s", STR_ARG(f->path),
                  STR_ARG(file_why_unwritten(r->arena, f->path, f->error)));
    }
    r->job.io_failed = true;
    return false;
}

bool refs_finish_changes(struct refs *r) {
    struct map folders = MAP_INIT;
    bool clear = true;
    for (size_t i = 0; i < r->files.n + r->databases.n; i++) {
        struct str path = i < r->files.n ? r->files.p[i] : r->databases.p[i - r->files.n];
        if (!file_is_plain(path)) {
            continue;
        }
        struct str dir = path_dir(file_real_path(r->arena, path));
        if (map_find(&folders, dir)) {
            continue;
        }
        map_put(&folders, dir, r);
        struct file_finished f = file_finish(r->arena, dir, r->files.p, r->files.n);
        clear = say_finished(r, dir, &f) && clear;
    }
    map_drop(&folders);
    return clear;
}
