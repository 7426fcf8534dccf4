/* SPDX-License-Identifier: MIT */
/*
 * What every reader of the room asks of a text first. Private to the room.
 */
#ifndef DOSSIER_DATA_READABLE_H
#define DOSSIER_DATA_READABLE_H

#include "core/diag/diag.h"

/** Whether `text`, a piece of `src`, has at most `limit` bytes (whole megabytes), and is UTF-8;
 * says so when not. `what`: the language's name. */
bool data_readable(struct source *src, struct str text, size_t limit, const char *what,
                   struct diags *d);

#endif
