/* SPDX-License-Identifier: MIT */
/*
 * A resolved document to LaTeX that pdflatex compiles: citations, numbers and references as they
 * are shown in the other outputs, or citations as natbib's commands.
 */
#ifndef DOSSIER_LATEX_LATEX_H
#define DOSSIER_LATEX_LATEX_H

#include "core/base/buf.h"
#include "model/doc/doc.h"

struct latex_options {
    bool fragment;        /* no preamble: a part for another document */
    bool natbib;          /* \citep{key} and \bibliography{file} */
    struct str databases; /* of \bibliography: names without endings, with commas between */
    /** Where pdflatex finds an image, seen from the output; false when it cannot show it, which has
     * been reported. */
    bool (*image)(void *user, const struct doc_node *n, struct str *path);
    void *user;
};

/** Appends the document to `out`. What cannot be set is reported. */
void latex_write(struct buf *out, const struct doc *doc, const struct latex_options *opt,
                 struct diags *d);

/** Whether a DOC_RAW_* is TeX. */
bool latex_shows_raw(const struct doc_node *n);

#endif
