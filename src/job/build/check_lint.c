/* SPDX-License-Identifier: MIT */
/*
 * What a check looks for beyond what a build must say: the lint room's findings, and those that
 * need other files: links to files and to places in other documents, a work that is cited by two
 * keys.
 */
#include "job/build/files.h"

#include "check/lint/lint.h"
#include "cite/bib/check/check.h"
#include "core/base/bounds.h"
#include "core/base/file.h"

DIAG_USE(DIAG_DEAD_FILE);
DIAG_USE(DIAG_DEAD_LINK);
DIAG_USE(DIAG_WORK_TWICE);

#define MOST_HINTS 20      /* names that are looked for: each reads a folder */
#define MOST_DOCUMENTS 100 /* that are read for the places in them that links name */

struct leads {
    struct build_run *b;
    size_t hints;
    struct map documents; /* path -> struct doc, of those that links lead into */
};

/** The path that a link leads to, from where the program runs; empty when it is no file's. */
static struct str file_of(struct build_run *b, struct str url, struct str *fragment) {
    size_t hash = str_index(url, '#');
    *fragment = hash == STR_NONE ? STR_EMPTY : str_from(url, hash + 1);
    url = hash == STR_NONE ? url : str_slice(url, 0, hash);
    size_t query = str_index(url, '?'), colon = str_index(url, ':');
    url = query == STR_NONE ? url : str_slice(url, 0, query);
    size_t slash = str_index(url, '/');
    bool scheme = colon != STR_NONE && (slash == STR_NONE || colon < slash);
    if (url.n == 0 || url.p[0] == '/' || scheme || str_find(url, STR("{")) != STR_NONE) {
        return STR_EMPTY;
    }
    return path_join(b->arena, b->dir, path_of_url(b->arena, url));
}

/** Pages and PDFs are made of documents: one that lies beside counts. */
static bool will_be_made(struct build_run *b, struct str path) {
    static const char *const endings[] = {".md", ".qmd", ".Rmd", ".markdown"};
    struct str ext = path_ext(path);
    if (!build_output_ending(ext)) {
        return false;
    }
    struct str stem = str_slice(path, 0, path.n - ext.n - 1);
    for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
        struct str source = arena_join(b->arena, 2, stem, str_of(endings[i]));
        if (file_host_exists(&b->opt->host, b->arena, source)) {
            return true;
        }
    }
    return str_eq(path_stem(path), path_stem(b->job->input));
}

/** Another document, as far as its identifiers go; NULL when it cannot be read. */
static struct doc *document_at(struct leads *l, struct str path) {
    struct map_entry *known = map_find(&l->documents, path);
    struct str text;
    if (known) {
        return known->value;
    }
    if (l->documents.n >= MOST_DOCUMENTS ||
        file_host_read(&l->b->opt->host, l->b->arena, path, LIMIT_FRONT_MATTER * 8, &text)) {
        return NULL;
    }
    struct diags quiet;
    diags_init(&quiet, l->b->arena);
    struct markdown_options md = {.format = l->b->from};
    struct doc *doc = markdown_parse(l->b->arena, source_new(l->b->arena, path, text), &md, &quiet);
    diags_drop(&quiet);
    (void)map_put(&l->documents, path, doc);
    return doc;
}

static void look_at_link(struct leads *l, const struct doc_node *n) {
    struct build_run *b = l->b;
    struct str fragment, path = file_of(b, str_trim(n->u.link.url), &fragment);
    if (path.n == 0) {
        return;
    }
    if (!file_host_exists(&b->opt->host, b->arena, path)) {
        if (will_be_made(b, path) || !file_fence_has(b->opt->host.fence, path)) {
            return;
        }
        struct diag *g =
            diag_add(b->d, DIAG_DEAD_FILE, n->span, "there is no file `%.*s`", STR_ARG(path));
        size_t count = 0;
        if (l->hints++ >= MOST_HINTS) {
            return;
        }
        const struct str *near =
            file_host_names(&b->opt->host, b->arena, path_dir(path), STR(""), &count);
        struct str best = diag_nearest(path_base(path), near, count);
        diag_hint(b->d, g, best.n ? "did you mean `%.*s`?" : "paths are relative to the document",
                  STR_ARG(best));
        return;
    }
    struct str ext = path_ext(path);
    bool text =
        str_ieq(ext, STR("md")) || str_ieq(ext, STR("qmd")) || str_ieq(ext, STR("markdown"));
    struct doc *doc = fragment.n && text ? document_at(l, path) : NULL;
    if (doc && !doc_id_taken(doc, fragment) &&
        !doc_id_taken(doc, path_of_url(b->arena, fragment))) {
        struct diag *g =
            diag_add(b->d, DIAG_DEAD_LINK, n->span, "nothing in `%.*s` has the identifier `%.*s`",
                     STR_ARG(path), STR_ARG(fragment));
        diag_hint(b->d, g, "look for the heading that is meant: its identifier is its text");
    }
}

static void look_at_links(struct build_run *b, struct doc *doc) {
    struct leads l = {.b = b, .documents = MAP_INIT};
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_has_kind(doc, DOC_LINK) && doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_LINK && w.node->span.src == doc->source) {
            look_at_link(&l, w.node);
        }
    }
    map_drop(&l.documents);
}

/** Cites of one key, and the first key of the same work. */
static void look_at_cite(struct build_run *b, const struct doc_cite *c, const struct map *first,
                         struct map *seen) {
    const struct str *work = map_lookup(first, c->key);
    if (!work || c->span.src != b->source) {
        return;
    }
    struct map_entry *before = map_find(seen, *work);
    if (!before) {
        (void)map_put(seen, *work, (void *)(uintptr_t)c);
        return;
    }
    const struct doc_cite *other = before->value;
    if (!str_eq(other->key, c->key)) {
        struct diag *g =
            diag_add(b->d, DIAG_WORK_TWICE, c->span, "`%.*s` is the same work as `%.*s`",
                     STR_ARG(c->key), STR_ARG(other->key));
        diag_relate(b->d, g, other->span, "cited here by the other key");
        diag_hint(b->d, g, "cite it by one key; `dossier refs dedupe` joins the entries");
    }
}

static void look_at_works(struct build_run *b, struct doc *doc) {
    struct map first = MAP_INIT, seen = MAP_INIT;
    struct bib *bib = b->bib;
    build_hold(b);
    size_t n = bib && doc_has_kind(doc, DOC_CITE) ? bib_count(bib) : 0;
    struct bib_twin *twins = n > 1 ? bib_duplicates(bib, b->arena, NULL) : NULL;
    for (size_t i = 0; twins && i < n; i++) {
        if (twins[i].first != i) { /* both ways: which is cited first is not known yet */
            struct str *work = ARENA_NEW(b->arena, struct str);
            const struct item *it = bib_at(bib, i, NULL),
                              *other = bib_at(bib, twins[i].first, NULL);
            if (it && other) {
                *work = arena_str(b->arena, other->id);
                (void)map_put(&first, arena_str(b->arena, it->id), work);
                (void)map_put(&first, *work, work);
            }
        }
    }
    build_let_go(b);
    struct doc_walk w = doc_walk_start(doc->root);
    while (first.n && doc_walk_next(&w)) {
        for (size_t i = 0; w.enter && w.node->kind == DOC_CITE && i < w.node->u.cite.n; i++) {
            look_at_cite(b, &w.node->u.cite.cites[i], &first, &seen);
        }
    }
    map_drop(&first);
    map_drop(&seen);
}

void build_lint(struct build_run *b, struct doc *doc) {
    lint_structure(doc, b->d);
    lint_words(doc, b->d);
    if (!b->job->page) { /* a site knows where its links lead */
        look_at_links(b, doc);
    }
    look_at_works(b, doc);
    build_lint_asked(b, doc);
}
