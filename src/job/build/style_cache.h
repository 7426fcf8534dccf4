/* SPDX-License-Identifier: MIT */
/*
 * Compiled styles and locales that the documents of a run share. Each document reads its own files.
 * Files with the same text are compiled once per round.
 *
 * All threads may use the cache. The styles and locales that it returns do not change. They live
 * until build_style_cache_empty().
 */
#ifndef DOSSIER_BUILD_STYLE_CACHE_H
#define DOSSIER_BUILD_STYLE_CACHE_H

#include "cite/csl/processor.h"
#include "core/diag/diag.h"

struct build_style_cache; /* a member of build_shared */

/** Makes an empty cache. build_style_cache_drop() frees the cache and everything that it
 * returned. */
struct build_style_cache *build_style_cache_new(void);
void build_style_cache_drop(struct build_style_cache *cache);
/** Empties the cache. No document may be in progress. */
void build_style_cache_empty(struct build_style_cache *cache);
/** Prepares the places of `d` in the texts of the cache (see diags_ready_places()). Then they can
 * be shown while other threads use the cache. */
void build_style_cache_settle(struct build_style_cache *cache, const struct diags *d);

/** Returns the compiled style of a source, as csl_style_read() does. The diagnostics of the style
 * are repeated in `d`. They point into a copy of the source. */
const struct csl_style *build_shared_style(struct build_style_cache *cache, struct source *src,
                                           const struct csl_trees *trees, struct diags *d);
/** Returns the locale of a language for a style of the cache, as csl_locale_load() does. Documents
 * may have different files for a language. A locale is shared only if `files` finds the same
 * texts. */
const struct locale *build_shared_locale(struct build_style_cache *cache,
                                         const struct csl_style *style, struct str lang,
                                         const struct csl_locale_source *files, struct diags *d);

#endif
