/* SPDX-License-Identifier: MIT */
/*
 * Bibliography entries without a document.
 */
#ifndef DOSSIER_BUILD_FORMAT_ITEMS_H
#define DOSSIER_BUILD_FORMAT_ITEMS_H

#include "job/build/build.h"

/**
 * Appends the bibliography entries of `n` items to `out` as plain text, one per line, in the
 * style's order. The style is opt->csl, searched for as for a document in the current folder, or
 * our default. Returns false when it is not found, which is reported.
 */
bool build_format_items(struct arena *a, const struct build_options *opt,
                        const struct item *const *items, size_t n, struct buf *out,
                        struct diags *d);

#endif
