/* SPDX-License-Identifier: MIT */
/*
 * Styles and locales that the documents of a run share. Each file is read once per round. Each
 * style, and each language of a style, is compiled once.
 *
 * All threads may use a shelf. Its styles and locales do not change until build_shelf_round().
 */
#ifndef DOSSIER_BUILD_SHELF_H
#define DOSSIER_BUILD_SHELF_H

#include "core/diag/diag.h"

struct memo_inputs; /* core/memo/inputs.h */
struct build_shelf; /* of build_shared */
struct csl_style;   /* cite/csl/processor.h */
struct file_fence;  /* core/base/file.h */
struct locale;

/** Makes an empty shelf. build_shelf_drop() frees it and everything that it returned. */
struct build_shelf *build_shelf_new(void);
void build_shelf_drop(struct build_shelf *shelf);
/** Begins a new round, between documents. If a file has changed, the shelf is emptied. */
void build_shelf_round(struct build_shelf *shelf);
/** Prepares the places of `d` in the shelf's files (diags_ready_places()), so that they can be
 * shown while other threads use the shelf. Call it from one thread only. */
void build_shelf_settle(struct build_shelf *shelf, const struct diags *d);

/**
 * The text of a file on disk, as it was when first read in this round. NULL if it cannot be read or
 * is not a regular file. `asked` (may be NULL) gets the file as an input of the document. `fence`
 * (may be NULL) has the folders in which the file must be.
 */
struct source *build_shelf_read(struct build_shelf *shelf, struct str path,
                                const struct file_fence *fence, struct memo_inputs *asked);
/** The compiled style of a source, as from csl_style_parse(). NULL if the source is not from the
 * shelf. The diagnostics of the style are repeated in `d`. */
const struct csl_style *build_shelf_style(struct build_shelf *shelf, struct source *src,
                                          struct diags *d);

/** Finds the file of a language for a document, like struct csl_locale_source. */
struct build_shelf_files {
    struct source *(*load)(void *user, struct str lang);
    void *user;
};
/**
 * The locale of a language for a style, as from csl_locale_load(). NULL if the style, or a file
 * that the document has for the language, is not from the shelf. An existing locale is used only if
 * `files` finds the same files for this document.
 */
const struct locale *build_shelf_locale(struct build_shelf *shelf, const struct csl_style *style,
                                        struct str lang, const struct build_shelf_files *files,
                                        struct diags *d);

#endif
