/* SPDX-License-Identifier: MIT */
/* Cells of notebooks. */
#ifndef DOSSIER_MARKDOWN_CHUNK_H
#define DOSSIER_MARKDOWN_CHUNK_H

#include "read/markdown/core/md_cmark.h"

/** Reads code as a cell when `head`, the `{...}` of its fence, begins one. `code`, the last node
 * below `k->top`, then gets its language, or is replaced. `line`: the fence's line. False when it
 * is not a cell. */
bool md_read_chunk(struct md_reader *k, struct doc_node *code, size_t line,
                   const struct md_text *head);

#endif
