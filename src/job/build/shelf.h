/* SPDX-License-Identifier: MIT */
/*
 * Styles and locales that the documents of a run share: each file is read once a round, and each
 * style, and each language for it, compiled once.
 *
 * Threads: any may ask. What was made does not change until build_shelf_round().
 */
#ifndef DOSSIER_BUILD_SHELF_H
#define DOSSIER_BUILD_SHELF_H

#include "core/diag/diag.h"

struct memo_inputs; /* core/memo/inputs.h */
struct build_shelf; /* of build_shared */
struct csl_style;   /* cite/csl/processor.h */
struct file_fence;  /* core/base/file.h */
struct locale;

/** An empty one; given back with build_shelf_drop(), with all that came from it. */
struct build_shelf *build_shelf_new(void);
void build_shelf_drop(struct build_shelf *shelf);
/** Begins a further round, between documents: when a file has changed, all is let go. */
void build_shelf_round(struct build_shelf *shelf);
/** Makes places in the files of the shelf such as may be shown while others are asked for. One
 * thread alone. */
void build_shelf_settle(struct build_shelf *shelf, const struct diags *d);

/**
 * The text of a file of the disk as it was when it was first asked for in this round; NULL when it
 * cannot be read here, or is no plain file. `asked` (or NULL) takes down what was asked for it
 * then. `fence`: NULL, or what the file has to be inside of.
 */
struct source *build_shelf_read(struct build_shelf *shelf, struct str path,
                                const struct file_fence *fence, struct memo_inputs *asked);
/** As csl_style_parse() of a source of the shelf; NULL when it is none of the shelf's. What is
 * wrong with the style is repeated in `d`. */
const struct csl_style *build_shelf_style(struct build_shelf *shelf, struct source *src,
                                          struct diags *d);

/** How the file of a language is found for a document: as csl_locale_source has it. */
struct build_shelf_files {
    struct source *(*load)(void *user, struct str lang);
    void *user;
};
/**
 * As csl_locale_load() with a style of the shelf; NULL when the style, or a file that the document
 * has for the language, is none of the shelf's. What was made before is given only where the
 * document finds the very same files: it is asked for each.
 */
const struct locale *build_shelf_locale(struct build_shelf *shelf, const struct csl_style *style,
                                        struct str lang, const struct build_shelf_files *files,
                                        struct diags *d);

#endif
