/* SPDX-License-Identifier: MIT */
/*
 * The check that every reader of the module makes first. Private to the module.
 */
#ifndef DOSSIER_DATA_READABLE_H
#define DOSSIER_DATA_READABLE_H

#include "core/diag/diag.h"

/** Whether `text`, a piece of `src`, has at most `limit` bytes (whole megabytes) and is UTF-8;
 * reports it otherwise. `what`: the language's name. */
bool data_readable(struct source *src, struct str text, size_t limit, const char *what,
                   struct diags *d);

#endif
