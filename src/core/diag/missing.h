/* SPDX-License-Identifier: MIT */
/*
 * Reports libraries that are missing on this machine.
 */
#ifndef DOSSIER_DIAG_MISSING_H
#define DOSSIER_DIAG_MISSING_H

#include "core/base/module.h"
#include "core/diag/diag.h"

/** Whether a library can be loaded; it then stays loaded. If it cannot, this is reported at `at`.
 */
bool diag_has_library(struct diags *d, struct span at, enum module id);
/** Reports that a library cannot be loaded or is too old, and names its Debian package. */
void diag_no_library(struct diags *d, struct span at, enum module id);
/** Whether a missing library, or the lack of all fonts, was reported. The program then exits with
 * status 3. */
bool diags_lack_package(const struct diags *d);

#endif
