/* SPDX-License-Identifier: MIT */
/*
 * The front matter of a document, and what else is read around its body.
 */
#ifndef DOSSIER_MARKDOWN_FRONT_H
#define DOSSIER_MARKDOWN_FRONT_H

#include "read/markdown/core/md.h"

/* cmark_gfm.c */
/** Reads a whole document as cmark-gfm does: blocks and inlines are its. */
void md_cmark_gfm(struct md *m, const struct md_region *r, struct doc_node *root);

/* raw_include.c */
/** Puts the texts that are included in the head behind those of `header-includes`. */
void md_include_head(struct md *m);
/** Puts raw blocks around the body. */
void md_include_body(struct md *m);

/* metadata.c */
/** Reads the title block and the YAML at the front; returns the lines they are. */
size_t md_front(struct md *m, const struct md_region *all);

/** Who sets a key of the front matter. A later rank wins; of the document's own, the first part
 * does, and in a part what is set later. */
enum md_front_rank {
    MD_FRONT_DEFAULT,
    MD_FRONT_DOCUMENT,
    MD_FRONT_FORMAT, /* said of one output: format_options.c */
    MD_FRONT_OVERRIDE
};
/** Sets a key of `doc->front`, unless it has a value that wins. */
void md_front_put(struct md *m, struct str key, struct span key_span, struct node *value,
                  enum md_front_rank rank);
/** Sets all keys of a map; what is no map has none. */
void md_front_put_all(struct md *m, const struct node *map, enum md_front_rank rank);

/** Whether a key's value is not the document's own. */
bool md_front_is_default(const struct md *m, struct str key);

/* format_options.c */
/** Sets the keys that the front matter has for one output; `output` may be NULL. */
void md_format_options(struct md *m, const char *output);
/** Whether the output that the document is read for is one of bookdown's formats. */
bool md_is_bookdown(const struct md *m);
/** Sets pandoc's keys for Quarto's and bookdown's. */
void md_format_names(struct md *m);

/* variant.c */
/** What the front matter says for the variant that is made: `variants: {short: {...}}`. */
void md_variant_options(struct md *m);
/** Takes out what is for other variants; reports a variant that there is not. */
void md_variant_settle(struct md *m);

/* fill.c */
/** Has the divisions filled whose text stands in files of their own. */
void md_fill(struct md *m);

/* meta.c */
void md_meta(struct md *m);
/** Reads every scalar of the front matter as Markdown: doc->front_texts. */
void md_meta_texts(struct md *m);
/** The macros of TeX math that the front matter defines: `macros`, `header-includes`. */
void md_meta_macros(struct md *m);
/** Reports that the value of `key` is not what is wanted there. */
void md_meta_wrong(struct md *m, const struct node *n, const char *key, const char *want);

/* authors.c */
/** The authors and where they work. */
void md_meta_people(struct md *m);

#endif
