/* SPDX-License-Identifier: MIT */
/*
 * RIS's reference types and tags, with their CSL types and variables. The reader and the writer of
 * RIS use them. Private to bib.
 */
#ifndef DOSSIER_BIB_FORMAT_RIS_TYPES_H
#define DOSSIER_BIB_FORMAT_RIS_TYPES_H

#include "cite/bib/item/item.h"

/** Returns the value of TY for a type. It is "GEN" when RIS has no such type. */
const char *bib_ris_type_name(enum item_type t);

/** A tag for one variable. */
struct bib_ris_tag {
    const char *tag;
    enum item_var v;
    bool written; /* the tag is written; other tags are only read, or are written for special
                     records */
};
/** Returns all tags in the order in which they are written. */
const struct bib_ris_tag *bib_ris_tags(size_t *n);
/** Whether the tag ET holds a version, rather than an edition, in records of a type. */
bool bib_ris_has_versions(enum item_type t);

#endif
