/* SPDX-License-Identifier: MIT */
/*
 * Citations: their text, or a field of Zotero with the works' data around it, which Zotero's plugin
 * for Word reads and brings up to date.
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
