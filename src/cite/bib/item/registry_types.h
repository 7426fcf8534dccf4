/* SPDX-License-Identifier: MIT */
/* The types of works at Crossref, DataCite and ORCID. doi.org also writes them into CSL-JSON. */
#ifndef DOSSIER_BIB_ITEM_REGISTRY_TYPES_H
#define DOSSIER_BIB_ITEM_REGISTRY_TYPES_H

#include "cite/bib/item/item.h"

/** The CSL type for a type of a registry ("journal-article", "posted-content"), given in any case.
 * ITEM_TYPE_NONE if it is unknown. */
enum item_type item_type_of_registry(struct str name);

#endif
