/* SPDX-License-Identifier: MIT */
/*
 * Dialects that a document may be written in, for the files of this module.
 */
#ifndef DOSSIER_READ_DIALECT_H
#define DOSSIER_READ_DIALECT_H

#include "read/expand/expand.h"

/** Makes pandoc's Markdown of a text in MyST. */
struct source *expand_myst(struct expand *x, struct source *src);
/** Whether a directive or a role of MyST has this name. */
bool expand_myst_directive(struct str name);
bool expand_myst_role(struct str name);
/** The name of the role that begins at `at` with `{name}` and a backtick behind it, or the empty
 * slice. */
struct str expand_role_name(struct str s, size_t at);

#endif
