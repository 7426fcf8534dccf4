/* SPDX-License-Identifier: MIT */
/*
 * Looking works up for `dossier refs add` and `dossier refs update`, by the options of the command
 * line. No other command may include this (tests/include_graph). Private to cli.
 */
#ifndef DOSSIER_CLI_REFS_LOOKUP_H
#define DOSSIER_CLI_REFS_LOOKUP_H

#include "cli/lookup/lookup.h"
#include "cli/refs.h"

/** Begins with the options of the run; NULL after wrong use was reported. Drop it with
 * lookup_drop(). */
struct lookup *refs_lookup_new(struct refs *r);
/**
 * Reads the works of an identifier into a database. False after an error, or when the service does
 * not know it: that is an error, too, unless `*unknown`, which becomes true then, is given.
 */
bool refs_lookup_read(struct refs *r, struct lookup *l, struct bib *b, enum lookup_kind kind,
                      struct str id, struct span at, bool *unknown);

#endif
