/* SPDX-License-Identifier: MIT */
/*
 * The explanation of each id, with an example that has the fault and one that is corrected. The
 * texts are in src/core/diag/explain/, one section for each id:
 *
 *     # ID
 *     The meaning in one or several lines; Markdown is allowed.
 *     run: the arguments of `dossier` (default: check doc.md)
 *     wrong: FILE            a file of the example that has the fault
 *         its lines, indented by four blanks; \xHH is a byte that is not text
 *     right: FILE            a file of the corrected example
 *     with: FILE             a file of both examples
 *     needs: further conditions, if files alone do not show the fault
 */
#ifndef DOSSIER_DIAG_EXPLAIN_H
#define DOSSIER_DIAG_EXPLAIN_H

#include "core/diag/diag.h"

#define DIAG_EXAMPLE_FILES 8 /* the maximum number of example files of one id */

enum diag_example { DIAG_EXAMPLE_WRONG, DIAG_EXAMPLE_RIGHT, DIAG_EXAMPLE_WITH };

struct diag_explained {
    struct str about; /* the lines of the explanation */
    struct str run;
    struct str needs; /* further conditions; empty: the files alone show the fault */
    struct diag_example_file {
        enum diag_example kind;
        struct str name, text;
    } files[DIAG_EXAMPLE_FILES];
    size_t nfiles;
};

/** Reads the explanation of an id into the arena. Returns false for an unknown id; a test makes
 * sure that every id has an explanation. */
bool diag_explain(struct arena *a, struct str slug, struct diag_explained *out);

#endif
