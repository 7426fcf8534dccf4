/* SPDX-License-Identifier: MIT */
#ifndef DOSSIER_MARKDOWN_CHUNK_H
#define DOSSIER_MARKDOWN_CHUNK_H

#include "read/markdown/core/md_cmark.h"

/** Reads fenced code as a cell of a notebook. `head` is the text `{...}` of its fence, and `line`
 * the line of the fence. `code` is the last node below `k->top`; it gets a language, or is
 * replaced. Returns false if the code is not a cell. */
bool md_read_chunk(struct md_reader *k, struct doc_node *code, size_t line,
                   const struct md_text *head);

#endif
