/* SPDX-License-Identifier: MIT */
/*
 * Finds files of the last run of a notebook: figures in folders such as `NAME_files/figure-html`
 * (knitr's fig.path, Quarto), and Quarto's frozen results in `_freeze/NAME` of the project. The
 * names of figures are made in read/markdown/core/chunk.c.
 */
#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/memo/inputs.h"
#include "job/build/files.h"
#include "job/build/output.h"

#define MAX_LEVELS 8 /* maximum number of folders above the document that are searched */

static bool exists(struct build_run *b, const struct source *doc, struct str path) {
    path = path_join(b->arena, path_dir(doc->name), path);
    return file_host_exists(&b->opt->host, b->arena, path);
}

/** Returns the document's folder in the project's `_freeze`, or an empty text. */
static struct str freezer(struct build_run *b, const struct source *doc, struct str stem) {
    struct str up = STR_EMPTY, below = STR_EMPTY;
    struct str dir = path_dir(doc->name);
    struct str real = memo_real_path(b->opt->host.inputs, b->arena, dir.n ? dir : STR("."));
    for (int level = 0; level < MAX_LEVELS; level++) {
        bool root = build_is_quarto(b, path_join(b->arena, dir, up));
        if (root || level == 0) { /* outside of a project, `_freeze` may be beside the document */
            struct str there = arena_join(b->arena, 5, up, STR("_freeze/"), below, stem, STR("/"));
            if (root || exists(b, doc, there)) {
                return there;
            }
        }
        up = arena_join(b->arena, 2, up, STR("../"));
        below = arena_join(b->arena, 3, path_base(real), STR("/"), below);
        real = path_dir(real);
    }
    return STR_EMPTY;
}

static void find_folders(struct build_run *b, const struct source *doc) {
    struct str stem = path_stem(doc->name);
    const struct str folders[] = {
        arena_join(b->arena, 2, stem, STR("_files/")), freezer(b, doc, stem),
        arena_join(b->arena, 3, STR("_bookdown_files/"), stem, STR("_files/"))};
    b->last_run.doc = doc;
    b->last_run.n = 0;
    for (size_t i = 0; i < ARRAY_LEN(folders); i++) {
        if (folders[i].n && exists(b, doc, folders[i])) {
            b->last_run.base[b->last_run.n++] = folders[i];
        }
    }
}

static bool makes(const struct build_run *b, struct str name) {
    return build_makes(b, build_output_named(name));
}

/** Finds the figure `name` with one of the endings in a folder. The folder may be missing. */
static struct str search(struct build_run *b, const struct source *doc, struct str dir,
                         struct str name, const char *const *endings, size_t n) {
    for (size_t i = 0, most = exists(b, doc, dir) ? n : 0; i < most; i++) {
        struct str path = arena_join(b->arena, 4, dir, STR("/"), name, str_of(endings[i]));
        if (exists(b, doc, path)) {
            return path;
        }
    }
    return STR_EMPTY;
}

struct str build_last_figure(void *user, struct str name, const struct source *doc) {
    static const char *const page[] = {"figure-html",
                                       "figure-revealjs",
                                       "figure-commonmark",
                                       "figure-gfm",
                                       "figure-markdown_strict",
                                       "figure-typst",
                                       "figure-docx",
                                       "figure-epub"};
    static const char *const paper[] = {"figure-pdf", "figure-latex", "figure-beamer"};
    static const char *const endings[] = {".pdf", ".svg", ".png", ".jpeg", ".jpg", ".gif"};
    struct build_run *b = user;
    bool numbered = str_starts(name, STR("unnamed-chunk-")) || str_starts(name, STR("cell-"));
    if (!doc || str_is(doc->name, "<stdin>") || str_index(name, '/') != STR_NONE) {
        return STR_EMPTY;
    }
    if (b->last_run.doc != doc) {
        find_folders(b, doc);
    }
    bool prints = makes(b, STR("pdf")), shows = makes(b, STR("html"));
    for (size_t i = 0; i < b->last_run.n && !(numbered && b->last_run.thawed); i++) {
        struct str base = b->last_run.base[i], pdf = STR_EMPTY, web = STR_EMPTY;
        for (size_t k = 0; k < ARRAY_LEN(paper) && !pdf.n; k++) {
            struct str dir = arena_join(b->arena, 2, base, str_of(paper[k]));
            pdf = search(b, doc, dir, name, endings, ARRAY_LEN(endings));
        }
        for (size_t k = 0; k < ARRAY_LEN(page) && !web.n; k++) {
            struct str dir = arena_join(b->arena, 2, base, str_of(page[k]));
            web = search(b, doc, dir, name, endings + 1, ARRAY_LEN(endings) - 1);
        }
        bool best = prints && pdf.n && (!shows || (web.n && str_ends(pdf, STR(".pdf"))));
        if (best || web.n || pdf.n) {
            return best || !web.n ? pdf : web;
        }
    }
    return search(b, doc, STR("figure"), name, endings + 1, ARRAY_LEN(endings) - 1);
}

struct source *build_frozen_results(void *user, const struct source *doc) {
    static const char *const formats[] = {"html", "tex", "pdf", "md", "docx", "typ", "epub"};
    struct build_run *b = user;
    bool prints = makes(b, STR("pdf")) && !makes(b, STR("html"));
    if (str_is(doc->name, "<stdin>")) {
        return NULL;
    }
    find_folders(b, doc);
    for (size_t i = 0; i < b->last_run.n; i++) {
        struct str dir = arena_join(b->arena, 2, b->last_run.base[i], STR("execute-results"));
        for (size_t k = 0; exists(b, doc, dir) && k < ARRAY_LEN(formats) + prints; k++) {
            const char *format = formats[prints && k == 0 ? 1 : k - prints];
            struct str path = arena_printf(b->arena, "%.*s/%s.json", STR_ARG(dir), format), text;
            path = path_join(b->arena, path_dir(doc->name), path);
            if (file_host_read(&b->opt->host, b->arena, path, LIMIT_STYLE, &text) == 0) {
                build_note_input(b, path);
                return build_repaired(b, path, text);
            }
        }
    }
    return NULL;
}
