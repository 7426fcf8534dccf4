/* SPDX-License-Identifier: MIT */
/* The types of works at Crossref, DataCite and ORCID, which doi.org also writes into CSL-JSON. */
#ifndef DOSSIER_BIB_ITEM_REGISTRY_TYPES_H
#define DOSSIER_BIB_ITEM_REGISTRY_TYPES_H

#include "cite/bib/item/item.h"

/** The CSL type of a registry's type ("journal-article", "posted-content"), in any case, or
 * ITEM_TYPE_NONE. */
enum item_type item_type_of_registry(struct str name);

#endif
