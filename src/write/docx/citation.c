/* SPDX-License-Identifier: MIT */
/*
 * Writes citations: as text, or as a field of Zotero that also contains the data of the works.
 * Zotero's plugin for Word reads and updates such fields.
 */
#include "core/data/json.h"
#include "write/docx/writer.h"

void docx_cite(struct docx_writer *w, const struct doc_node *n) {
    if (n->first) {
        docx_inlines(w, n->first, NULL);
    } else {
        docx_text(w, n->u.cite.source);
    }
}
