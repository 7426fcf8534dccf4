/* SPDX-License-Identifier: MIT */
/* The dialect MyST: functions for the other files of this module. */
#ifndef DOSSIER_READ_DIALECT_H
#define DOSSIER_READ_DIALECT_H

#include "read/expand/expand.h"

/** Rewrites a text in MyST as pandoc's Markdown. */
struct source *expand_myst(struct expand *x, struct source *src);
/** Whether a directive or a role of MyST has this name. */
bool expand_myst_directive(struct str name);
bool expand_myst_role(struct str name);
/** Returns the name of the role `{name}` at `at`, which a backtick must follow. Returns the empty
 * slice if there is no role. */
struct str expand_role_name(struct str s, size_t at);

#endif
