/* SPDX-License-Identifier: MIT */
/*
 * Paths as the system takes them. For the files of this room alone.
 */
#ifndef DOSSIER_BASE_FILE_ZERO_H
#define DOSSIER_BASE_FILE_ZERO_H

#include "core/base/base.h"

/** The path with a NUL behind it, to be freed; NULL (and errno) when the system cannot have such a
 * path. */
char *file_zero(struct str path);

#endif
