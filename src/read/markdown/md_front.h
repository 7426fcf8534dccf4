/* SPDX-License-Identifier: MIT */
/* Front matter: functions that read it and apply it to the document. */
#ifndef DOSSIER_MARKDOWN_MD_FRONT_H
#define DOSSIER_MARKDOWN_MD_FRONT_H

#include "read/markdown/core/md.h"

/* cmark_gfm.c */
/** Reads a whole document with cmark-gfm, blocks and inlines. */
void md_cmark_gfm(struct md *m, const struct md_region *r, struct doc_node *root);

/* raw_include.c */
/** Appends texts for the head of the page to `header-includes`. */
void md_include_head(struct md *m);
/** Adds the texts of `include-before` and `include-after`, which are Markdown. */
void md_include_texts(struct md *m);
/** Adds the texts of files before and after the body as raw blocks. */
void md_include_body(struct md *m);

/* preamble.c */
/** Sets keys to the effects of LaTeX packages and commands in `header-includes`. */
void md_preamble(struct md *m);

/* metadata.c */
/** Reads the title block and the YAML at the beginning; returns the number of their lines. */
size_t md_front(struct md *m, const struct md_region *all);

/** The origin of a value, in order of rising precedence. If two values in the document have the
 * same origin, the one in the earlier file takes precedence; within a file, the later one does. */
enum md_front_rank {
    MD_FRONT_DEFAULT,
    MD_FRONT_DOCUMENT,
    MD_FRONT_FORMAT, /* options of one output: format_options.c */
    MD_FRONT_OVERRIDE
};
/** Sets a key of `doc->front`, unless the present value takes precedence. */
void md_front_put(struct md *m, struct str key, struct span key_span, struct node *value,
                  enum md_front_rank rank);
/** Sets a key from the command line. A key may be a path of keys of nested maps, `limits.pages`.
 * Other keys of the maps do not change. */
void md_front_put_path(struct md *m, struct str path, struct node *value);
/** Sets keys of `doc->front` to the values of a map. Does nothing for other nodes. */
void md_front_put_all(struct md *m, const struct node *map, enum md_front_rank rank);

/** Whether the value of a key comes from outside of the document. */
bool md_front_is_default(const struct md *m, struct str key);

/* format_options.c */
/** Applies the options for one output in the front matter. `output` may be NULL. */
void md_format_options(struct md *m, const char *output);
/** Whether a format of bookdown applies to the output. If the front matter has no format for the
 * output, any format in it counts. */
bool md_is_bookdown(const struct md *m);
/** Gives the values of keys with Quarto's names to dossier's keys, and sets the defaults of
 * bookdown. */
void md_format_names(struct md *m);

/* variant.c */
/** Applies the options of the chosen variant: `variants: {short: {...}}`. */
void md_variant_options(struct md *m);
/** Removes the blocks of other variants. Reports a chosen variant that is unknown. */
void md_variant_settle(struct md *m);

/* fill.c */
/** Adds content that is not Markdown: calls the filler for the divisions that name a file. */
void md_fill(struct md *m);

/* meta.c */
/** Makes doc->meta from the keys of the front matter. */
void md_meta(struct md *m);
/** Reads every scalar of the front matter as Markdown into doc->front_texts. */
void md_meta_texts(struct md *m);
/** Reads macros for formulas in the front matter: `macros`, `header-includes`. */
void md_meta_macros(struct md *m);
/** Reports that the value of `key` is not of the kind `want`. */
void md_meta_wrong(struct md *m, const struct node *n, const char *key, const char *want);

/* front_authors.c */
/** Reads the authors and their affiliations. */
void md_meta_people(struct md *m);

#endif
