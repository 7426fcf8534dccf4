/* SPDX-License-Identifier: MIT */
/* Front matter: functions that read it and apply it to the document. */
#ifndef DOSSIER_MARKDOWN_MD_FRONT_H
#define DOSSIER_MARKDOWN_MD_FRONT_H

#include "read/markdown/core/md.h"

/* cmark_gfm.c */
/** Reads a whole document with cmark-gfm, blocks and inlines. */
void md_cmark_gfm(struct md *m, const struct md_region *r, struct doc_node *root);

/* raw_include.c */
/** Appends the texts for the page's head to those of `header-includes`. */
void md_include_head(struct md *m);
/** Adds the Markdown of `include-before` and `include-after`, whose inlines are read later. */
void md_include_texts(struct md *m);
/** Adds the texts before and after the body as raw blocks. */
void md_include_body(struct md *m);

/* preamble.c */
/** Sets the keys that correspond to packages and commands of LaTeX in `header-includes`. */
void md_preamble(struct md *m);

/* metadata.c */
/** Reads the title block and the YAML at the beginning; returns the number of their lines. */
size_t md_front(struct md *m, const struct md_region *all);

/** The source of a value. A value with a higher rank takes precedence. Among values of the document
 * itself, the first file of the document takes precedence. Within a file, the later value takes
 * precedence. */
enum md_front_rank {
    MD_FRONT_DEFAULT,
    MD_FRONT_DOCUMENT,
    MD_FRONT_FORMAT, /* options of one output: format_options.c */
    MD_FRONT_OVERRIDE
};
/** Sets a key of `doc->front`, unless the present value takes precedence. */
void md_front_put(struct md *m, struct str key, struct span key_span, struct node *value,
                  enum md_front_rank rank);
/** Sets a key of the command line. In a key with dots, `limits.pages`, each part is a key of the
 * map that the part before names; other keys of these maps stay. */
void md_front_put_path(struct md *m, struct str path, struct node *value);
/** Sets keys of `doc->front` to the values of a map. Other nodes have no effect. */
void md_front_put_all(struct md *m, const struct node *map, enum md_front_rank rank);

/** Whether a key's value does not come from the document itself. */
bool md_front_is_default(const struct md *m, struct str key);

/* format_options.c */
/** Sets the keys that the front matter has for one output. `output` may be NULL. */
void md_format_options(struct md *m, const char *output);
/** Whether the output, or one of the front matter's formats, is bookdown's. */
bool md_is_bookdown(const struct md *m);
/** Sets pandoc's keys from the names of Quarto and bookdown. */
void md_format_names(struct md *m);

/* variant.c */
/** Applies the options of the variant that is built: `variants: {short: {...}}`. */
void md_variant_options(struct md *m);
/** Removes the blocks of other variants; reports an unknown variant. */
void md_variant_settle(struct md *m);

/* fill.c */
/** Calls the filler for divisions whose content is in files. */
void md_fill(struct md *m);

/* meta.c */
void md_meta(struct md *m);
/** Reads every scalar of the front matter as Markdown into doc->front_texts. */
void md_meta_texts(struct md *m);
/** Reads the macros of TeX math that the front matter defines: `macros`, `header-includes`. */
void md_meta_macros(struct md *m);
/** Reports that the value of `key` is not of the kind `want`. */
void md_meta_wrong(struct md *m, const struct node *n, const char *key, const char *want);

/* front_authors.c */
/** Reads the authors and their affiliations. */
void md_meta_people(struct md *m);

#endif
