/* SPDX-License-Identifier: MIT */
#ifndef DOSSIER_MARKDOWN_CHUNK_H
#define DOSSIER_MARKDOWN_CHUNK_H

#include "read/markdown/core/md_cmark.h"

/** Reads fenced code as a cell of a notebook if `head`, the `{...}` of its fence, begins a cell.
 * `code` is the last node below `k->top`; it gets a language, or is replaced. `line` is the line of
 * the fence. Returns false if the code is not a cell. */
bool md_read_chunk(struct md_reader *k, struct doc_node *code, size_t line,
                   const struct md_text *head);

#endif
