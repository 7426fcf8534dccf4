/* SPDX-License-Identifier: MIT */
/*
 * Writes a document as pandoc's tree in JSON. `pandoc -f json` and pandoc's filters can read it.
 */
#ifndef DOSSIER_JSON_PANDOC_H
#define DOSSIER_JSON_PANDOC_H

#include "core/base/buf.h"
#include "model/doc/doc.h"

/** Appends the document, in the form that its author wrote, as one line of JSON in the format of
 * pandoc-types 1.22 (pandoc 2.11 to 2.19; later versions also read it). */
void pandoc_write(struct buf *out, const struct doc *doc, struct diags *d);

#endif
