/* SPDX-License-Identifier: MIT */
/* EndNote's reference types, which its XML and its tagged lines have. Private to bib/format. */
#ifndef DOSSIER_BIB_FORMAT_ENDNOTE_TYPES_H
#define DOSSIER_BIB_FORMAT_ENDNOTE_TYPES_H

#include "cite/bib/item/item.h"

/** The CSL type of a reference type, in any case, or ITEM_TYPE_NONE. */
enum item_type bib_endnote_type(struct str name);

#endif
