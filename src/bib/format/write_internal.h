/* SPDX-License-Identifier: MIT */
/*
 * The writers behind bib_write(). Private to bib/.
 */
#ifndef DOSSIER_BIB_FORMAT_WRITE_INTERNAL_H
#define DOSSIER_BIB_FORMAT_WRITE_INTERNAL_H

#include "bib/format/write.h"

void write_csl_json(struct arena *a, struct buf *out, const struct item *const *items, size_t n);
void write_bib(struct arena *a, struct buf *out, const struct item *const *items, size_t n,
               bool classic);
void write_ris(struct arena *a, struct buf *out, const struct item *const *items, size_t n);
void write_csl_yaml(struct arena *a, struct buf *out, const struct item *const *items, size_t n);

/** The extras of an item, those of one name joined with "; ": maps and .bib entries hold each name
 * once. */
struct item_extra *bib_merged_extras(struct arena *a, const struct item *it, size_t *n);
/** Rich text as TeX: symbols escaped, tags as commands, nocase spans as braces. */
struct str bib_to_tex(struct arena *a, struct str rich);

#endif
