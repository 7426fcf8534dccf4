/* SPDX-License-Identifier: MIT */
/*
 * Looks up works for `dossier refs add` and `dossier refs update`, with the options of the command
 * line. No other command may include this header (tests/include_graph). Private to cli.
 */
#ifndef DOSSIER_CLI_REFS_LOOKUP_H
#define DOSSIER_CLI_REFS_LOOKUP_H

#include "cli/lookup/lookup.h"
#include "cli/refs.h"

/** Prepares look-ups with the options of the run. Returns NULL if wrong usage was reported.
 * lookup_drop() must be called. */
struct lookup *refs_lookup_new(struct refs *r);
/**
 * Reads the works of an identifier into a database. Returns false after an error. An identifier
 * that the service does not know is also an error, unless `unknown` is given; then `*unknown` is
 * set to true.
 */
bool refs_lookup_read(struct refs *r, struct lookup *l, struct bib *b, enum lookup_kind kind,
                      struct str id, struct span at, bool *unknown);

#endif
