/* SPDX-License-Identifier: MIT */
/*
 * Reading YAML 1.1 by libyaml's events, and writing YAML. Aliases, anchors, tags and a second
 * document (unless empty) are refused; depth and size are limited; duplicate keys are an error.
 * Scalars have no types: see core/data/data_node.h.
 */
#ifndef DOSSIER_DATA_YAML_H
#define DOSSIER_DATA_YAML_H

#include "core/base/buf.h"
#include "core/data/data_node.h"

/**
 * Parses the bytes [begin, end) of `src`. Spans are offsets in the whole source. Returns NULL when
 * nothing could be read. Faults are reported in `d`; an unquoted colon has a hint of its own.
 */
struct node *yaml_parse(struct arena *a, struct source *src, size_t begin, size_t end,
                        struct diags *d);

/** Writes a map as the lines of a YAML document. These lines are read back as the same tree: the
 * same texts, and the same scalars without quotes. */
void yaml_write(struct buf *out, const struct node *map);

/** Returns the version of libyaml: "0.2.5". The text is static. */
const char *yaml_library_version(void);

#endif
