/* SPDX-License-Identifier: MIT */
/*
 * Entries in a citation style, without a document around them.
 */
#ifndef DOSSIER_BUILD_FORMAT_ITEMS_H
#define DOSSIER_BUILD_FORMAT_ITEMS_H

#include "job/build/build.h"

/**
 * Appends the bibliography entries of `n` items as plain text to `out`, one line each, in the
 * style's order. The style is opt->csl, found as for a document in the current folder, or our
 * default. Returns false when there is no such style, which is reported.
 */
bool build_format_items(struct arena *a, const struct build_options *opt,
                        const struct item *const *items, size_t n, struct buf *out,
                        struct diags *d);

#endif
