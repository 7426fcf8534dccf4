/* SPDX-License-Identifier: MIT */
/*
 * Books of several files. Quarto's `_quarto.yml` and bookdown's `_bookdown.yml` name the chapters
 * (Quarto, "Book Structure"; bookdown, "Usage"). This file reads the list of files, the name of the
 * output and the shared metadata. The other keys are for other programs.
 */
#include "job/build/project.h"

#include "core/base/bounds.h"
#include "core/base/file.h"
#include "core/base/vec.h"
#include "core/base/word_list.h"
#include "core/data/yaml.h"
#include "read/markdown/markdown.h"

DIAG_USE(DIAG_BAD_METADATA);

#define MAX_PARTS 4 /* maximum number of levels of nested parts */

struct reader {
    struct arena *a;
    struct str dir;
    struct build_project *out;
    VEC(struct str) files;
    struct diags *d;
};

bool build_is_project(struct str path) {
    return str_among(path_base(path), "_quarto.yml _quarto.yaml _bookdown.yml");
}

static void add_file(struct reader *r, const struct node *n) {
    struct str name = node_text(n);
    if (name.n) {
        vec_push(&r->files, path_join(r->a, r->dir, name));
    }
}

/* Adds files and parts. A part is a title, or a file with chapters. */
static void add_chapters(struct reader *r, const struct node *list, int depth) {
    for (size_t i = 0; list && list->kind == NODE_LIST && i < list->n; i++) {
        const struct node *n = list->items[i], *part = node_get(n, "part");
        if (n->kind == NODE_STRING) {
            add_file(r, n);
            continue;
        }
        struct str ext = path_ext(node_text(part));
        if (str_is(ext, "qmd") || str_is(ext, "md") || str_is(ext, "Rmd")) {
            add_file(r, part);
        }
        add_file(r, node_get(n, "file"));
        if (depth < MAX_PARTS) {
            add_chapters(r, node_get(n, "chapters"), depth + 1);
        }
    }
}

/** Whether a key of a project file is for another program. */
static bool is_foreign(struct str key) {
    return str_among(key, "project book website chapters appendices references rmd_files "
                          "output-file profile execute-dir site manuscript");
}

/* Copies the keys of a map, except those for other programs. */
static void share(struct reader *r, const struct node *map) {
    for (size_t i = 0; map && map->kind == NODE_MAP && i < map->n; i++) {
        if (!is_foreign(map->keys[i])) {
            node_put(r->a, r->out->metadata, map->keys[i], map->key_spans[i], map->items[i]);
        }
    }
}

/** Numbers the chapters of a book of Quarto, unless the project decides otherwise (Quarto, "Book
 * Crossrefs"). Figures and references show the numbers. */
static void number_chapters(struct arena *a, const struct node *top, struct node *out) {
    const struct node *formats = node_get(top, "format"), *crossref = node_get(out, "crossref");
    bool decided = node_get(top, "number-sections") != NULL;
    for (size_t i = 0; formats && formats->kind == NODE_MAP && i < formats->n; i++) {
        decided = decided || node_get(formats->items[i], "number-sections");
    }
    if (!node_get(top, "book") || decided) {
        return;
    }
    node_put(a, out, STR("number-sections"), SPAN_NONE, node_plain(a, STR("true"), SPAN_NONE));
    if (!crossref) {
        struct node *own = node_new_map(a, SPAN_NONE);
        node_put(a, own, STR("chapters"), SPAN_NONE, node_plain(a, STR("true"), SPAN_NONE));
        node_put(a, out, STR("crossref"), SPAN_NONE, own);
    }
}

static void read_quarto(struct reader *r, const struct node *top) {
    const struct node *book = node_get(top, "book");
    add_chapters(r, node_get(book, "chapters"), 0);
    add_file(r, node_get(book, "references"));
    add_chapters(r, node_get(book, "appendices"), 0);
    share(r, top);
    share(r, book);
    number_chapters(r->a, top, r->out->metadata);
    r->out->name = node_text(node_get(book, "output-file"));
}

/* Adds all *.Rmd files of the folder: first index.Rmd, then the others by name. Names that begin
 * with an underscore are omitted. */
static void add_folder(struct reader *r) {
    size_t n;
    const struct str *names = file_names(r->a, r->dir, STR(".Rmd"), &n);
    for (int others = 0; others < 2; others++) {
        for (size_t i = 0; i < n; i++) {
            if (str_is(names[i], "index.Rmd") != others && names[i].p[0] != '_') {
                vec_push(&r->files, path_join(r->a, r->dir, names[i]));
            }
        }
    }
}

static void read_bookdown(struct reader *r, const struct node *top) {
    const struct node *files = node_get(top, "rmd_files");
    files = files && files->kind == NODE_MAP ? node_get(files, "html") : files;
    add_chapters(r, files, 0);
    if (!files) {
        add_folder(r);
    }
    r->out->name = node_text(node_get(top, "book_filename"));
    struct str path = path_join(r->a, r->dir, STR("_output.yml")), text;
    if (file_exists(path) && file_read(r->a, path, LIMIT_FRONT_MATTER, &text) == 0) {
        struct node *formats = yaml_parse(r->a, source_new(r->a, path, text), 0, text.n, r->d);
        if (formats && formats->kind == NODE_MAP) {
            node_put(r->a, r->out->metadata, STR(MARKDOWN_FORMATS_AROUND), SPAN_NONE, formats);
        }
    }
}

/* Returns the name of the folder. It is used because all project files have the same name. */
static struct str folder_name(struct arena *a, struct str path) {
    return path_base(path_dir(file_real_path(a, path)));
}

bool build_project_read(struct arena *a, struct source *src, struct build_project *out,
                        struct diags *d) {
    struct reader r = {.a = a, .dir = path_dir(src->name), .out = out, .d = d};
    *out = (struct build_project){.metadata = node_new_map(a, SPAN_NONE)};
    const struct node *top = yaml_parse(a, src, 0, src->text.n, d);
    bool bookdown = str_starts(path_base(src->name), STR("_bookdown"));
    if (bookdown) {
        read_bookdown(&r, top);
    } else {
        read_quarto(&r, top);
    }
    if (!r.files.n) {
        struct diag *g =
            diag_add(d, DIAG_BAD_METADATA, span_make(src, 0, 0), "this project names no chapters");
        diag_hint(d, g, "write `%s` with a list of files",
                  bookdown ? "rmd_files:" : "book:` and below it `chapters:");
    }
    out->name = path_stem(out->name.n ? out->name : folder_name(a, src->name));
    out->nfiles = r.files.n;
    out->files = vec_finish(&r.files, a);
    return out->nfiles > 0;
}

/** Returns a value in which names of files are relative to the document. `up` leads from the
 * document to the project file. */
static struct node *relocated(struct arena *a, struct node *n, struct str up) {
    if (n->kind == NODE_STRING && up.n && !str_starts(n->text, STR("/")) &&
        str_find(n->text, STR("://")) == STR_NONE) {
        struct node *moved = node_string(a, arena_join(a, 2, up, n->text), n->span);
        moved->plain = n->plain;
        return moved;
    }
    if (n->kind != NODE_LIST || !up.n) {
        return n;
    }
    struct node *list = node_new_list(a, n->span);
    for (size_t i = 0; i < n->n; i++) {
        bool text = n->items[i]->kind == NODE_STRING;
        node_append(a, list, text ? relocated(a, n->items[i], up) : n->items[i]);
    }
    return list;
}

struct node *build_project_share(struct arena *a, const struct node *map, struct str up) {
    struct node *out = node_new_map(a, map->span);
    for (size_t i = 0; i < map->n; i++) {
        struct str key = map->keys[i];
        bool files = str_among(key, "bibliography css include-before-body include-after-body") ||
                     (str_is(key, "csl") && str_ends(node_text(map->items[i]), STR(".csl")));
        if (!is_foreign(key)) {
            node_put(a, out, key, map->key_spans[i],
                     files ? relocated(a, map->items[i], up) : map->items[i]);
        }
    }
    number_chapters(a, map, out);
    return out;
}
