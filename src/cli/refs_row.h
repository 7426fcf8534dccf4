/* SPDX-License-Identifier: MIT */
/*
 * Writes an entry as one line for users, or as one object for programs. Private to cli.
 */
#ifndef DOSSIER_CLI_REFS_ROW_H
#define DOSSIER_CLI_REFS_ROW_H

#include "cli/refs.h"

/** Writes items as aligned lines (key, type, year, authors, title), or as JSON with --json. */
void refs_rows_write(struct refs *r, const struct item *const *items, size_t n);
/** Returns the family name with its particles, or the whole name of a group, on one line. */
struct str refs_family(struct arena *a, const struct item_name *n);
/** Returns the title in plain text on one line. */
struct str refs_title(struct arena *a, const struct item *it);

#endif
