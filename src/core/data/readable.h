/* SPDX-License-Identifier: MIT */
/*
 * The check that each reader of the module makes first. Private to the module.
 */
#ifndef DOSSIER_DATA_READABLE_H
#define DOSSIER_DATA_READABLE_H

#include "core/diag/diag.h"

/** Checks that `text`, a part of `src`, is UTF-8 and has at most `limit` bytes (whole megabytes).
 * Reports a fault and returns false otherwise. `what` is the name of the language. */
bool data_readable(struct source *src, struct str text, size_t limit, const char *what,
                   struct diags *d);

#endif
