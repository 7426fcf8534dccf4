/* SPDX-License-Identifier: MIT */
/*
 * Writes documents as LaTeX, Markdown, plain text and pandoc's JSON. Paths of images and databases
 * are relative to the output.
 */
#include "core/base/file.h"
#include "core/base/word_list.h"
#include "job/build/files.h"
#include "job/build/output.h"
#include "write/json/pandoc.h"
#include "write/latex/latex.h"
#include "write/markdown/mdout.h"
#include "write/plain/plain.h"

DIAG_USE(DIAG_IMAGE_NOT_SHOWN);

/** Whether pdflatex can read a file. The ending decides, and the characters must be allowed in file
 * names of TeX. */
static bool is_image(struct str path) {
    bool known = str_iamong(path_ext(path), "png jpg jpeg pdf");
    for (size_t i = 0; i < path.n; i++) {
        known =
            known && !(path.p[i] & 0x80) && str_index(STR("#%{}\\~\"$&^"), path.p[i]) == STR_NONE;
    }
    return known;
}

static bool find_image(void *user, const struct doc_node *n, struct str *path) {
    struct build_run *b = user;
    struct str file = build_image_path(b, n->u.link.url);
    if (file.n && !file_host_exists(&b->opt->host, b->arena, file)) {
        return false; /* the check of images reports the file */
    }
    if (!file.n || !is_image(file)) {
        struct diag *g =
            diag_add(b->d, DIAG_IMAGE_NOT_SHOWN, n->span,
                     "in LaTeX, a description replaces the image `%.*s`", STR_ARG(n->u.link.url));
        diag_hint(b->d, g,
                  "pdflatex takes PNG, JPEG and PDF, with names of letters, digits and hyphens");
        return false;
    }
    *path = build_seen_from(b->arena, b->output_dir, file);
    return true;
}

/** Returns the databases for natbib: "refs,more" for `bibliography: [refs.bib, more.bib]`. */
static struct str database_names(struct build_run *b, const struct doc *doc) {
    const struct node *n = node_get(doc->front, "bibliography");
    size_t count = node_count(n);
    struct buf names = BUF_INIT;
    for (size_t i = 0; i < count; i++) {
        struct str name = node_text(node_item(n, i));
        if (str_ends(name, STR(".bib"))) {
            struct str path =
                build_seen_from(b->arena, b->output_dir, path_join(b->arena, b->dir, name));
            buf_puts(&names, names.n ? "," : "");
            buf_str(&names, str_slice(path, 0, path.n - 4));
        }
    }
    return buf_finish(&names, b->arena);
}

bool build_write_latex(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages) {
    struct latex_options opt = {.fragment = b->opt->fragment,
                                .natbib = node_bool(node_get(doc->front, "natbib"), 0) == 1,
                                .databases = database_names(b, doc),
                                .image = find_image,
                                .user = b};
    latex_write(out, doc, &opt, b->d);
    *pages = 0;
    return true;
}

/* ---- outputs without other files ---- */

enum { MAX_COLUMNS = 100000 }; /* larger values of --columns have the same effect as this one */

bool build_write_plain(struct build_run *b, const struct doc *doc, struct buf *out, size_t *pages) {
    int64_t columns = b->opt->columns < MAX_COLUMNS ? b->opt->columns : MAX_COLUMNS;
    struct plain_options opt = {
        .fragment = b->opt->fragment, .wrap = b->opt->wrap, .columns = (unsigned)columns};
    plain_write(out, doc, &opt, b->d);
    *pages = 0;
    return true;
}

bool build_write_markdown(struct build_run *b, const struct doc *doc, struct buf *out,
                          size_t *pages) {
    struct mdout_options opt = {.fragment = b->opt->fragment,
                                .one_line = b->opt->wrap == PLAIN_WRAP_NONE};
    struct str *databases = ARENA_ARRAY(b->arena, struct str, b->site.ndatabases + 1);
    /* the databases that the site's settings name */
    for (size_t i = 0; i < b->site.ndatabases; i++) {
        databases[i] = build_seen_from(b->arena, b->output_dir, b->site.databases[i]);
    }
    opt.databases = databases;
    opt.ndatabases = b->site.ndatabases;
    mdout_write(out, doc, &opt, b->d);
    *pages = 0;
    return true;
}

bool build_write_pandoc(struct build_run *b, const struct doc *doc, struct buf *out,
                        size_t *pages) {
    pandoc_write(out, doc, b->d);
    *pages = 0;
    return true;
}
