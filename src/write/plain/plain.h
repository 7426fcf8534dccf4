/* SPDX-License-Identifier: MIT */
/*
 * A resolved document to plain text, in the manner of `pandoc -t plain`: what text boxes of portals
 * and mails take. Where it differs stands in tests/plain/differences.md.
 */
#ifndef DOSSIER_PLAIN_PLAIN_H
#define DOSSIER_PLAIN_PLAIN_H

#include "core/base/buf.h"
#include "model/doc/doc.h"

/** Where lines end (pandoc MANUAL, --wrap). */
enum plain_wrap {
    PLAIN_WRAP_AUTO,    /* when they are full */
    PLAIN_WRAP_NONE,    /* with their paragraph: for text boxes, which wrap themselves */
    PLAIN_WRAP_PRESERVE /* where they end in the source */
};

#define PLAIN_COLUMNS 72 /* pandoc's */

struct plain_options {
    bool fragment; /* no title block and no contents */
    enum plain_wrap wrap;
    unsigned columns; /* of a line; 0: PLAIN_COLUMNS */
};

/** Whether a DOC_RAW_* is written into plain text. */
bool plain_shows_raw(const struct doc_node *n);

/** Appends the document to `out`. What cannot be said in text is reported. */
void plain_write(struct buf *out, const struct doc *doc, const struct plain_options *opt,
                 struct diags *d);

#endif
