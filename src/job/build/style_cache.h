/* SPDX-License-Identifier: MIT */
/*
 * Compiled styles and locales that the documents of a run share. Each document reads its own files;
 * what was compiled from the same texts is compiled once per round.
 *
 * All threads may use the cache. What it returns does not change, and lives until
 * build_style_cache_empty().
 */
#ifndef DOSSIER_BUILD_STYLE_CACHE_H
#define DOSSIER_BUILD_STYLE_CACHE_H

#include "cite/csl/processor.h"
#include "core/diag/diag.h"

struct build_style_cache; /* of build_shared */

/** Makes an empty cache. build_style_cache_drop() frees it and everything that it returned. */
struct build_style_cache *build_style_cache_new(void);
void build_style_cache_drop(struct build_style_cache *cache);
/** Begins a new round, between documents. */
void build_style_cache_empty(struct build_style_cache *cache);
/** Prepares the places of `d` in the cache's texts (diags_ready_places()), so that they can be
 * shown while other threads use the cache. */
void build_style_cache_settle(struct build_style_cache *cache, const struct diags *d);

/** The compiled style of a source, as from csl_style_read(). The diagnostics of the style are
 * repeated in `d`; they point into a copy of the source. */
const struct csl_style *build_shared_style(struct build_style_cache *cache, struct source *src,
                                           const struct csl_trees *trees, struct diags *d);
/** The locale of a language for a style of the cache, as from csl_locale_load(). Documents may have
 * different files for a language: a locale is shared only if `files` finds the same texts. */
const struct locale *build_shared_locale(struct build_style_cache *cache,
                                         const struct csl_style *style, struct str lang,
                                         const struct csl_locale_source *files, struct diags *d);

#endif
