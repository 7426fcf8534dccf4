/* SPDX-License-Identifier: MIT */
/*
 * Writes a document as Markdown in pandoc's syntax. Reading the result gives the same document.
 */
#ifndef DOSSIER_MARKDOWN_MDOUT_H
#define DOSSIER_MARKDOWN_MDOUT_H

#include "core/base/buf.h"
#include "model/doc/doc.h"

struct mdout_options {
    bool fragment; /* the output has no front matter */
    bool one_line; /* each paragraph is one line, instead of the lines of the source */
    /* the databases from which the document cites, if it does not name any */
    const struct str *databases;
    size_t ndatabases;
};

/** Appends the document, in the form that its author wrote (markdown_options.as_written). */
void mdout_write(struct buf *out, const struct doc *doc, const struct mdout_options *opt,
                 struct diags *d);

#endif
