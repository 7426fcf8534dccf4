/* SPDX-License-Identifier: MIT */
/*
 * Paths in the form that system calls take. Private to the module.
 */
#ifndef DOSSIER_BASE_FILE_ZERO_H
#define DOSSIER_BASE_FILE_ZERO_H

#include "core/base/base.h"

/** Returns the path with a NUL after it, to be freed by the caller; NULL (with errno) when the
 * system cannot take such a path. */
char *file_zero(struct str path);

#endif
