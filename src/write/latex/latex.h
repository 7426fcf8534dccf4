/* SPDX-License-Identifier: MIT */
/*
 * Writes a resolved document as LaTeX for pdflatex. Citations, numbers and references are written
 * as in the other outputs; citations can also be natbib's commands.
 */
#ifndef DOSSIER_LATEX_LATEX_H
#define DOSSIER_LATEX_LATEX_H

#include "core/base/buf.h"
#include "model/doc/doc.h"

struct latex_options {
    bool fragment; /* the output has no preamble, for use in another document */
    bool natbib;   /* citations are written as \citep{key}, and the list as \bibliography{file} */
    /* the argument of \bibliography: names without endings, separated by commas */
    struct str databases;
    /** Finds an image, relative to the output. Returns false, after a report, when pdflatex cannot
     * show it. */
    bool (*image)(void *user, const struct doc_node *n, struct str *path);
    void *user;
};

/** Appends the document to `out`. Content that LaTeX cannot set is reported. */
void latex_write(struct buf *out, const struct doc *doc, const struct latex_options *opt,
                 struct diags *d);

/** Whether a raw node is TeX. */
bool latex_shows_raw(const struct doc_node *n);

#endif
