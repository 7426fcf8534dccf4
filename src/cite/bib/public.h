/* SPDX-License-Identifier: MIT */
/*
 * Decides which data of a work leave the author's computer. Pages, databases beside them and
 * attachments get only the fields that readers may have. Notes of the author and fields of
 * reference managers are held back, unless `publish-fields` in the front matter lists them.
 */
#ifndef DOSSIER_BIB_PUBLIC_H
#define DOSSIER_BIB_PUBLIC_H

#include "cite/bib/item/item.h"
#include "core/base/vec.h"
#include "core/data/data_node.h"

/** The public fields of one document, and the names of fields that were held back so far. */
struct bib_public {
    /* the value of `publish-fields`: a name, a list of names, or NULL; borrowed */
    const struct node *also;
    str_list held; /* the names of the fields that were held back, each once, in the order in which
                      they occurred */
    /* names of private fields that `publish-fields` has published, in the same form as `held` */
    str_list let;
};
/** Frees the lists of names. */
void bib_public_drop(struct bib_public *p);

/** Returns the work itself if all its fields are public, otherwise a copy with only the public
 * fields. With `block` the copy also lacks the abstract and the fields that control how a page
 * shows the work; it is for a database on a page. */
const struct item *bib_public_item(struct bib_public *p, struct arena *a, const struct item *it,
                                   bool block);
/** Returns the work as a citation or a list shows it: without an address on a personal computer,
 * and without lines of private fields in its note. The annotation stays, because only styles that
 * are made for it print it. The result is usually the work itself. */
const struct item *bib_public_cited(struct bib_public *p, struct arena *a, const struct item *it);
/** Like bib_public_item(), for an array of works. */
const struct item *const *bib_public_items(struct bib_public *p, struct arena *a,
                                           const struct item *const *items, size_t n);
/** Whether an address is a place on a personal computer: a file: URL, a path with a drive, or a
 * path below a home folder. */
bool bib_is_local_place(struct str address);

#endif
