/* SPDX-License-Identifier: MIT */
/*
 * Bibliography entries without a document.
 */
#ifndef DOSSIER_BUILD_FORMAT_ITEMS_H
#define DOSSIER_BUILD_FORMAT_ITEMS_H

#include "job/build/build.h"

/**
 * Appends the bibliography entries of `n` items to `out` as plain text, one per line, in the order
 * of the style. The style is opt->csl or our default style. It is searched for in the same way as
 * for a document in the current folder. Returns false if the style is not found, which is reported.
 */
bool build_format_items(struct arena *a, const struct build_options *opt,
                        const struct item *const *items, size_t n, struct buf *out,
                        struct diags *d);

#endif
