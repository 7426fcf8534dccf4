/* SPDX-License-Identifier: MIT */
/*
 * Styles and locales that the documents of a run share. Each file is read once per round. Each
 * style, and each language of a style, is compiled once.
 *
 * All threads may use the cache. Its styles and locales do not change until
 * build_style_cache_round().
 */
#ifndef DOSSIER_BUILD_STYLE_CACHE_H
#define DOSSIER_BUILD_STYLE_CACHE_H

#include "cite/csl/processor.h"
#include "core/diag/diag.h"

struct memo_inputs;       /* core/memo/inputs.h */
struct build_style_cache; /* of build_shared */
struct file_fence;        /* core/base/file.h */

/** Makes an empty cache. build_style_cache_drop() frees it and everything that it returned. */
struct build_style_cache *build_style_cache_new(void);
void build_style_cache_drop(struct build_style_cache *cache);
/** Begins a new round, between documents. If a file has changed, the cache is emptied. */
void build_style_cache_round(struct build_style_cache *cache);
/** Prepares the places of `d` in the cache's files (diags_ready_places()), so that they can be
 * shown while other threads use the cache. */
void build_style_cache_settle(struct build_style_cache *cache, const struct diags *d);

/**
 * The text of a file on disk, as it was when first read in this round. NULL if it cannot be read or
 * is not a regular file. `inputs` (may be NULL) gets the file as an input of the document. `fence`
 * (may be NULL) has the folders in which the file must be.
 */
struct source *build_style_cache_read(struct build_style_cache *cache, struct str path,
                                      const struct file_fence *fence, struct memo_inputs *inputs);
/** The compiled style of a source, as from csl_style_parse(). NULL if the source is not from the
 * cache. The diagnostics of the style are repeated in `d`. */
const struct csl_style *build_shared_style(struct build_style_cache *cache, struct source *src,
                                           struct diags *d);
/**
 * The locale of a language for a style, as from csl_locale_load(). NULL if the style, or a file
 * that the document has for the language, is not from the cache. Documents may have different files
 * for a language: a locale is shared only if `files` finds the files from which it was made.
 */
const struct locale *build_shared_locale(struct build_style_cache *cache,
                                         const struct csl_style *style, struct str lang,
                                         const struct csl_locale_source *files, struct diags *d);

#endif
