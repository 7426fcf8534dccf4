/* SPDX-License-Identifier: MIT */
/*
 * A document back to Markdown, in pandoc's syntax: what is read again is the same document.
 */
#ifndef DOSSIER_MARKDOWN_MDOUT_H
#define DOSSIER_MARKDOWN_MDOUT_H

#include "core/base/buf.h"
#include "model/doc/doc.h"

struct mdout_options {
    bool fragment; /* no front matter */
    bool one_line; /* lines end with their paragraphs, not where they end in the source */
    const struct str *databases; /* that the document cites from without naming any */
    size_t ndatabases;
};

/** Appends the document, which says what its author wrote (markdown_options.as_written). */
void mdout_write(struct buf *out, const struct doc *doc, const struct mdout_options *opt,
                 struct diags *d);

#endif
