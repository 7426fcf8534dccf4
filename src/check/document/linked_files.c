/* SPDX-License-Identifier: MIT */
/*
 * Checks links from a document to files beside it, and to places in other documents.
 */
#include "check/document/document.h"

#include "core/base/bounds.h"
#include "core/base/word_list.h"
#include "core/files/file_host.h"
#include "read/markdown/markdown.h"

DIAG_USE(DIAG_DEAD_FILE);
DIAG_USE(DIAG_DEAD_LINK);

#define MAX_DOCUMENTS 100 /* maximum number of linked documents whose identifiers are read */

struct leads {
    const struct check_files *files;
    struct arena *arena;
    struct diags *d;
    struct map documents; /* maps the path of a linked document to its struct doc */
};

/** Returns the path of the file to which a link leads, relative to the current folder. The path is
 * empty if the link does not lead to a file. */
static struct str file_of(const struct leads *l, struct str url, struct str *fragment) {
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
    return path_join(l->arena, l->files->dir, path_of_url(l->arena, url));
}

/** Whether a missing file is an output of this document or of a document beside it. */
static bool will_be_made(const struct leads *l, struct str path) {
    static const char *const endings[] = {".md", ".qmd", ".Rmd", ".markdown"};
    struct str ext = path_ext(path);
    if (!l->files->is_output(ext)) {
        return false;
    }
    struct str stem = str_slice(path, 0, path.n - ext.n - 1);
    for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
        struct str source = arena_join(l->arena, 2, stem, str_of(endings[i]));
        if (file_host_exists(l->files->host, l->arena, source)) {
            return true;
        }
    }
    return str_eq(path_stem(path), path_stem(l->files->input));
}

/** Returns a document to which a link leads. Returns NULL if it cannot be read. */
static struct doc *document_at(struct leads *l, struct str path) {
    struct map_entry *known = map_find(&l->documents, path);
    struct str text;
    if (known) {
        return known->value;
    }
    if (l->documents.n >= MAX_DOCUMENTS ||
        file_host_read(l->files->host, l->arena, path, LIMIT_FRONT_MATTER * 8, &text)) {
        return NULL;
    }
    struct diags quiet;
    diags_init(&quiet, l->arena);
    struct markdown_options md = {.format = l->files->format};
    struct doc *doc = markdown_parse(l->arena, source_new(l->arena, path, text), &md, &quiet);
    diags_drop(&quiet);
    (void)map_put(&l->documents, path, doc);
    return doc;
}

static void look_at_link(struct leads *l, const struct doc_node *n) {
    struct str fragment, path = file_of(l, str_trim(n->u.link.url), &fragment);
    if (path.n == 0) {
        return;
    }
    if (!file_host_exists(l->files->host, l->arena, path)) {
        if (will_be_made(l, path) || !file_fence_has(l->files->host->fence, path)) {
            return;
        }
        struct diag *g =
            diag_add(l->d, DIAG_DEAD_FILE, n->span, "there is no file `%.*s`", STR_ARG(path));
        struct str best = file_host_nearest(l->files->host, l->d, path);
        diag_hint(l->d, g, best.n ? "did you mean `%.*s`?" : "paths are relative to the document",
                  STR_ARG(best));
        return;
    }
    struct str ext = path_ext(path);
    struct doc *doc =
        fragment.n && str_iamong(ext, "md qmd markdown") ? document_at(l, path) : NULL;
    if (doc && !doc_id_taken(doc, fragment) &&
        !doc_id_taken(doc, path_of_url(l->arena, fragment))) {
        struct diag *g =
            diag_add(l->d, DIAG_DEAD_LINK, n->span, "nothing in `%.*s` has the identifier `%.*s`",
                     STR_ARG(path), STR_ARG(fragment));
        diag_hint(l->d, g, "find the heading that is meant: its identifier is its text");
    }
}

void check_linked_files(const struct doc *doc, const struct check_files *files, struct diags *d) {
    struct leads l = {.files = files, .arena = doc->arena, .d = d, .documents = MAP_INIT};
    struct doc_walk w = doc_walk_start(doc->root);
    while (doc_has_kind(doc, DOC_LINK) && doc_walk_next(&w)) {
        if (w.enter && w.node->kind == DOC_LINK && w.node->span.src == doc->source) {
            look_at_link(&l, w.node);
        }
    }
    map_drop(&l.documents);
}
