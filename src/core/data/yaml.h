/* SPDX-License-Identifier: MIT */
/*
 * YAML 1.1 by libyaml's events, and writing YAML. Aliases, anchors, tags and a second document are
 * refused (an empty one is none); depth and size are capped; duplicate keys are an error. Nothing
 * is typed: see core/data/data_node.h.
 */
#ifndef DOSSIER_DATA_YAML_H
#define DOSSIER_DATA_YAML_H

#include "core/base/buf.h"
#include "core/data/data_node.h"

/**
 * Parses bytes [begin, end) of `src`. Spans are offsets in the whole source. Returns NULL when
 * nothing could be read; what went wrong is in `d` (an unquoted colon gets its own hint).
 */
struct node *yaml_parse(struct arena *a, struct source *src, size_t begin, size_t end,
                        struct diags *d);

/**
 * Writes the lines of a map as a YAML document has them. Read again they give the same tree: texts,
 * and which scalars stood without quotes.
 */
void yaml_write(struct buf *out, const struct node *map);

#endif
