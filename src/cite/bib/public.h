/* SPDX-License-Identifier: MIT */
/*
 * What leaves the author's computer of a work: pages, databases beside them and attachments have
 * the fields that readers may have. Notes of the author and fields of reference managers stay,
 * unless `publish-fields` in the front matter names them.
 */
#ifndef DOSSIER_BIB_PUBLIC_H
#define DOSSIER_BIB_PUBLIC_H

#include "cite/bib/item/item.h"
#include "core/base/vec.h"
#include "core/data/data_node.h"

/** The public fields of one document, and the names of the fields that were held back so far. */
struct bib_public {
    const struct node *also; /* the value of `publish-fields`: a name, names, or NULL; borrowed */
    VEC(struct str) held;    /* in the order in which they were met; each once */
};
/** Forgets the names, and frees them. */
void bib_public_drop(struct bib_public *p);

/** A copy of a work with its public fields; the work itself if all of its fields are public.
 * `block`: without its abstract and the fields that control how a page shows it, for a database on
 * a page. */
const struct item *bib_public_item(struct bib_public *p, struct arena *a, const struct item *it,
                                   bool block);
/** The same for an array of works. */
const struct item *const *bib_public_items(struct bib_public *p, struct arena *a,
                                           const struct item *const *items, size_t n);
/** Whether an address is a place on somebody's computer: a file: URL, a path with a drive, or one
 * below a home folder. */
bool bib_is_local_place(struct str address);

#endif
