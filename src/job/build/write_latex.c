/* SPDX-License-Identifier: MIT */
/*
 * Writes documents as LaTeX. The paths of images and databases are relative to the output.
 */
#include "core/base/file.h"
#include "job/build/files.h"
#include "job/build/output.h"
#include "write/latex/latex.h"

DIAG_USE(DIAG_IMAGE_NOT_SHOWN);

/** Whether pdflatex can read a file. The ending decides, and the characters must be allowed in file
 * names of TeX. */
static bool is_image(struct str path) {
    static const char *const endings[] = {"png", "jpg", "jpeg", "pdf"};
    bool known = false;
    for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
        known = known || str_ieq(path_ext(path), str_of(endings[i]));
    }
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
        return false; /* reported elsewhere */
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
