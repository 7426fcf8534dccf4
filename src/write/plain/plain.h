/* SPDX-License-Identifier: MIT */
/*
 * Writes a resolved document as plain text like `pandoc -t plain`, for text boxes of portals and
 * for mails. tests/plain/differences.md lists the differences.
 */
#ifndef DOSSIER_PLAIN_PLAIN_H
#define DOSSIER_PLAIN_PLAIN_H

#include "core/base/buf.h"
#include "model/doc/doc.h"

/** Where lines are broken (pandoc MANUAL, --wrap). */
enum plain_wrap {
    PLAIN_WRAP_AUTO, /* when a line is full */
    PLAIN_WRAP_NONE, /* only at the ends of paragraphs, because text boxes wrap lines themselves */
    PLAIN_WRAP_PRESERVE /* at the line ends of the source */
};

#define PLAIN_COLUMNS 72 /* the usual length of a line, as in pandoc */

struct plain_options {
    bool fragment; /* the output has no title block and no contents */
    enum plain_wrap wrap;
    unsigned columns; /* the length of a line; 0: PLAIN_COLUMNS */
};

/** Whether a raw node is written into plain text. */
bool plain_shows_raw(const struct doc_node *n);

/** Appends the document to `out`. Content that plain text cannot express is reported. */
void plain_write(struct buf *out, const struct doc *doc, const struct plain_options *opt,
                 struct diags *d);

#endif
