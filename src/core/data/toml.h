/* SPDX-License-Identifier: MIT */
/* Reading TOML (v1.0.0) as a tree. Hugo's configurations and old front matter are written in it. */
#ifndef DOSSIER_DATA_TOML_H
#define DOSSIER_DATA_TOML_H

#include "core/base/front_matter.h"
#include "core/data/data_node.h"

/**
 * Parses the bytes [begin, end) of a source. Returns a map in `a`; a line that cannot be read is
 * reported in `d` and left out. Dates are texts. A key that occurs twice keeps its last value.
 */
struct node *toml_parse(struct arena *a, struct source *src, size_t begin, size_t end,
                        struct diags *d);
/** Finds the front matter of a page between lines of `+++`. The members of the result are 0 when
 * there is none. */
struct front_matter toml_front_matter(struct str text);
/** Returns the text of the page at `path` in `a`, with its front matter in TOML or JSON rewritten
 * as YAML on the same lines. A text without such front matter is returned unchanged. A line that
 * cannot be read is left out, and reported in `d` unless `d` is NULL. */
struct str toml_front_as_yaml(struct arena *a, struct str path, struct str text, struct diags *d);

#endif
