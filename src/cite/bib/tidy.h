/* SPDX-License-Identifier: MIT */
/* Tidies a .bib and checks that its items stay the same. */
#ifndef DOSSIER_BIB_TIDY_H
#define DOSSIER_BIB_TIDY_H

#include "cite/bib/item/item.h"

/**
 * Writes the tidied text: '=' aligned, types and names of fields in lower case, braces instead of
 * quotes, months as macros, and with `sort` the fields in their usual order. Keys, values, comments
 * and all text between entries are unchanged. An entry whose item would change is left as it is;
 * `*left` counts such entries. Tidying the result again changes nothing. Errors of the source are
 * reported in `d`. Returns false, after a diagnostic, when the text cannot be tidied without
 * changing an item.
 */
bool bib_tidy(struct source *src, bool sort, struct buf *out, size_t *left, struct diags *d);

#endif
