/* SPDX-License-Identifier: MIT */
/*
 * Reports libraries that are missing on this machine.
 */
#ifndef DOSSIER_DIAG_MISSING_H
#define DOSSIER_DIAG_MISSING_H

#include "core/base/module.h"
#include "core/diag/diag.h"

/** Whether a library can be loaded; reports it at `at` if not. It then stays loaded. */
bool diag_has_library(struct diags *d, struct span at, enum module id);
/** Reports that a library cannot be loaded or is too old, with Debian's package. */
void diag_no_library(struct diags *d, struct span at, enum module id);
/** Whether a library or all fonts were reported as missing: exit status 3. */
bool diags_lack_package(const struct diags *d);

#endif
