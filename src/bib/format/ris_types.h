/* SPDX-License-Identifier: MIT */
/*
 * RIS's types of reference and CSL's: shared by the reader and the writer. Private to bib/.
 */
#ifndef DOSSIER_BIB_FORMAT_RIS_TYPES_H
#define DOSSIER_BIB_FORMAT_RIS_TYPES_H

#include "bib/item/item.h"

/** The type of a TY value, or ITEM_TYPE_NONE. */
enum item_type ris_type_find(struct str name);
/** The TY value for a type: "GEN" when RIS has none. */
const char *ris_type_name(enum item_type t);

#endif
