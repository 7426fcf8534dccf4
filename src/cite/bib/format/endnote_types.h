/* SPDX-License-Identifier: MIT */
/* EndNote's reference types. They occur in its XML and in its tagged lines. Private to
 * bib/format. */
#ifndef DOSSIER_BIB_FORMAT_ENDNOTE_TYPES_H
#define DOSSIER_BIB_FORMAT_ENDNOTE_TYPES_H

#include "cite/bib/item/item.h"

/** The CSL type for a reference type, given in any case. ITEM_TYPE_NONE if it is unknown. */
enum item_type bib_endnote_type(struct str name);

#endif
