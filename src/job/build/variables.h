/* SPDX-License-Identifier: MIT */
/*
 * `{{ name }}` in texts, which stands for the value of a recipient.
 */
#ifndef DOSSIER_BUILD_VARIABLES_H
#define DOSSIER_BUILD_VARIABLES_H

#include "core/data/data_node.h"

/** Sets the place of the bytes [begin, end) of the text, for a report. */
typedef void build_place_fn(void *user, struct str text, size_t begin, size_t end,
                            struct span *out);

/**
 * Returns the text, in `a`, with each variable replaced by the value of its name in the map
 * `values`. A variable without a value stays, and is reported in `d` at the place that `place`
 * sets; `d` may be NULL. Returns the text itself if it has no variable.
 */
struct str build_fill_text(struct arena *a, const struct node *values, struct str text,
                           struct diags *d, build_place_fn *place, void *user);

#endif
