/* SPDX-License-Identifier: MIT */
/*
 * A document as pandoc's tree in JSON: what `pandoc -f json` and its filters read.
 */
#ifndef DOSSIER_JSON_PANDOC_H
#define DOSSIER_JSON_PANDOC_H

#include "core/base/buf.h"
#include "model/doc/doc.h"

/** Appends the document, which says what its author wrote, as one line of JSON in the form of
 * pandoc-types 1.22 (pandoc 2.11 to 2.19; later ones read it too). */
void pandoc_write(struct buf *out, const struct doc *doc, struct diags *d);

#endif
