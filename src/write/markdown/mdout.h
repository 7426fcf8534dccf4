/* SPDX-License-Identifier: MIT */
/*
 * Writes a document as Markdown in pandoc's syntax, such that reading it gives the same document.
 */
#ifndef DOSSIER_MARKDOWN_MDOUT_H
#define DOSSIER_MARKDOWN_MDOUT_H

#include "core/base/buf.h"
#include "model/doc/doc.h"

struct mdout_options {
    bool fragment; /* without front matter */
    bool one_line; /* a paragraph is one line, instead of the source's lines */
    const struct str
        *databases; /* the databases that the document cites from, when it names none */
    size_t ndatabases;
};

/** Appends the document, in the form that its author wrote (markdown_options.as_written). */
void mdout_write(struct buf *out, const struct doc *doc, const struct mdout_options *opt,
                 struct diags *d);

#endif
