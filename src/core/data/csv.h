/* SPDX-License-Identifier: MIT */
/* Fields of tables with commas, semicolons or tabs between them (RFC 4180). */
#ifndef DOSSIER_DATA_CSV_H
#define DOSSIER_DATA_CSV_H

#include "core/base/arena.h"

/**
 * Reads the field at `*at`, which moves behind it and its separator. `*last` is set if the field
 * ends its row. The text is without its quotation marks and without white space around it, in the
 * arena. A field without an end reaches to the end of the text.
 */
struct str csv_field(struct arena *a, struct str text, size_t *at, char separator, bool *last);

#endif
