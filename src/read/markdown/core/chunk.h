/* SPDX-License-Identifier: MIT */
/*
 * Cells of notebooks (chunk.c), for who reads code.
 */
#ifndef DOSSIER_MARKDOWN_CHUNK_H
#define DOSSIER_MARKDOWN_CHUNK_H

#include "read/markdown/core/md_cmark.h"

/**
 * Reads code as a cell when `head`, `{...}` in the fence's line, is that of one: then `code`, which
 * stands last below `k->top`, gets its language, or makes way for what is shown in its place.
 * `line`: the fence's. False when it is no cell.
 */
bool md_read_chunk(struct md_reader *k, struct doc_node *code, size_t line,
                   const struct md_text *head);

#endif
