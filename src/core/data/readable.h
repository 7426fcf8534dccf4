/* SPDX-License-Identifier: MIT */
/*
 * Functions that several readers or writers share. Private to the module.
 */
#ifndef DOSSIER_DATA_READABLE_H
#define DOSSIER_DATA_READABLE_H

#include "core/diag/diag.h"

/** Checks that `text`, a part of `src`, is UTF-8 and has at most `limit` bytes. Reports a fault and
 * returns false otherwise. `limit` is a whole number of megabytes. `what` is the name of the
 * language. */
bool data_readable(struct source *src, struct str text, size_t limit, const char *what,
                   struct diags *d);

/** Returns the first byte of a JSON string that is not plain text: a quote, a backslash or a
 * control character; or `end`. */
const char *json_plain_end(const char *p, const char *end);

#endif
